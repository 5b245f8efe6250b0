/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer lcov: what was executed of the source, by line, function and branch, as geninfo writes it.
 * Each conditional branch instruction is a block of its line, with two branches: taken, and not.
 *
 * Source: geninfo(1) of lcov 1.16, "Files".
 */
#include <inttypes.h>

#include "htv/htv_symbols.h"
#include "htv_coverage.h"
#include "htv_writers.h"

struct lcov {
    const struct htv_about *about;
};

static int begin(void *state, const struct htv_about *about)
{
    struct lcov *l = state;
    l->about = about;
    return HTR_OK;
}

static int take(void *state, const struct htv_event *e)
{
    (void)state;
    (void)e;
    return HTR_OK;
}

static int calls(void *state, const struct htv_event *e, const struct htv_summary_call *call,
                 size_t n)
{
    (void)state;
    (void)e;
    (void)call;
    (void)n;
    return HTR_OK;
}

/* ---- the file ---- */

static void put_name(FILE *out, const char *name)
{
    for (const char *p = name; *p != '\0'; p++) {
        putc((unsigned char)*p < ' ' ? '?' : *p, out);
    }
    putc('\n', out);
}

static void write_functions(FILE *out, const struct htv_covered_function *f, size_t n)
{
    size_t hit = 0;
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "FN:%" PRIu32 ",", f[i].line);
        put_name(out, f[i].name);
    }
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "FNDA:%" PRIu64 ",", f[i].count);
        put_name(out, f[i].name);
        hit += f[i].count > 0;
    }
    fprintf(out, "FNF:%zu\nFNH:%zu\n", n, hit);
}

static void write_branches(FILE *out, const struct htv_covered_branch *b, size_t n)
{
    size_t hit = 0;
    unsigned block = 0;
    for (size_t i = 0; i < n; i++) {
        block = i > 0 && b[i].line == b[i - 1].line ? block + 1 : 0;
        const uint64_t way[2] = {b[i].taken, b[i].count - b[i].taken};
        for (unsigned k = 0; k < 2; k++) {
            fprintf(out, "BRDA:%" PRIu32 ",%u,%u,", b[i].line, block, k);
            if (b[i].count == 0) {
                fprintf(out, "-\n");
            } else {
                fprintf(out, "%" PRIu64 "\n", way[k]);
            }
            hit += way[k] > 0;
        }
    }
    fprintf(out, "BRF:%zu\nBRH:%zu\n", 2 * n, hit);
}

static void write_file(const struct htv_coverage *c, uint32_t file, size_t *l, size_t *b, size_t *f)
{
    FILE *out = c->about->out;
    size_t from = *f, hit = 0, lines = 0;
    const char *path = htv_file(c->symbols, file);
    fprintf(out, "TN:\nSF:");
    put_name(out, path != NULL ? path : "");
    while (*f < c->function_n && c->function[*f].file == file) {
        (*f)++;
    }
    write_functions(out, *f > from ? &c->function[from] : NULL, *f - from);
    from = *b;
    while (*b < c->branch_n && c->branch[*b].file == file) {
        (*b)++;
    }
    write_branches(out, *b > from ? &c->branch[from] : NULL, *b - from);
    for (; *l < c->line_n && c->line[*l].file == file; (*l)++) {
        fprintf(out, "DA:%" PRIu32 ",%" PRIu64 "\n", c->line[*l].line, c->line[*l].count);
        lines++;
        hit += c->line[*l].count > 0;
    }
    fprintf(out, "LF:%zu\nLH:%zu\nend_of_record\n", lines, hit);
}

static void write_all(const struct htv_coverage *c)
{
    size_t l = 0, b = 0, f = 0;
    while (l < c->line_n) {
        const uint32_t file = c->line[l].file;
        while (f < c->function_n && c->function[f].file < file) { /* of a file without lines */
            f++;
        }
        write_file(c, file, &l, &b, &f);
    }
}

static int end(void *state, const struct htv_totals *totals)
{
    const struct lcov *l = state;
    struct htv_coverage c = {.about = l->about};
    int status = HTR_OK;
    (void)totals;
    if (l->about->symbols != NULL) {
        status = htv_coverage_collect(&c, l->about);
    }
    if (status == HTR_OK && c.line_n == 0) {
        htr_note(c.about->host, c.about->trace,
                 "no source lines: compile with -g, name the ELF with --elf or --symbols");
    }
    if (status == HTR_OK) {
        write_all(&c);
        status = ferror(c.about->out) != 0 ? HTR_ERR_WRITE : HTR_OK;
    }
    htv_coverage_free(&c);
    return status;
}

const struct htv_writer htv_lcov = {
    .name = "lcov",
    .help = "coverage by line, function and branch, for genhtml",
    .state_size = sizeof(struct lcov),
    .begin = begin,
    .take = take,
    .calls = calls,
    .end = end,
};
