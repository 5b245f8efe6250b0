/* SPDX-License-Identifier: Apache-2.0 */
/* What was executed of the source. */
#include "htv_coverage.h"

#include <stdlib.h>
#include <string.h>

#include "flow/flow_insn.h"
#include "htv/htv_profile.h"
#include "htv/htv_symbols.h"

/* ---- collect ---- */

static void count_line(struct htv_coverage *c, const struct htv_covered_line *want)
{
    const uint64_t key =
        htv_table_mix((uint64_t)want->file << 32 | want->line, (uint64_t)want->scope + 1);
    for (size_t at = htv_table_first(&c->lines, key); htv_table_has(&c->lines, at);
         at = htv_table_next(&c->lines, at)) {
        struct htv_covered_line *l = &c->line[c->lines.index[at]];
        if (l->file == want->file && l->line == want->line && l->scope == want->scope) {
            l->count = l->count > want->count ? l->count : want->count;
            return;
        }
    }
    if (!htv_grow((void **)&c->line, &c->line_room, c->line_n + 1, sizeof *c->line) ||
        !htv_table_add(&c->lines, key, (uint32_t)c->line_n)) {
        c->full = true;
        return;
    }
    c->line[c->line_n++] = *want;
}

static bool has_line(const struct htv_coverage *c, uint32_t file, uint32_t line)
{
    const uint64_t key = htv_table_mix((uint64_t)file << 32 | line, 1);
    for (size_t at = htv_table_first(&c->lines, key); htv_table_has(&c->lines, at);
         at = htv_table_next(&c->lines, at)) {
        const struct htv_covered_line *l = &c->line[c->lines.index[at]];
        if (l->file == file && l->line == line && l->scope == 0) {
            return true;
        }
    }
    return false;
}

static void add_branch(struct htv_coverage *c, const struct htv_covered_branch *b)
{
    if (!htv_grow((void **)&c->branch, &c->branch_room, c->branch_n + 1, sizeof *c->branch)) {
        c->full = true;
        return;
    }
    c->branch[c->branch_n++] = *b;
}

static void executed(struct htv_coverage *c, const struct htv_insn_count *i)
{
    struct flow_context context;
    struct htv_line at;
    (void)c->about->code_of(c->about->code_ctx, i->space, &context);
    if (!htv_line_at(c->symbols, &context, i->pc, &at)) {
        return;
    }
    const struct htv_function *f = at.function != 0 ? htv_function(c->symbols, at.function) : NULL;
    if (f != NULL && f->low == i->pc) {
        if (!htv_grow((void **)&c->entered, &c->entered_room, at.function + (size_t)1,
                      sizeof *c->entered)) {
            c->full = true;
            return;
        }
        c->entered[at.function] += i->count;
    }
    if (at.file == 0 || at.line == 0) {
        return;
    }
    count_line(c, &(struct htv_covered_line){at.file, at.line, at.scope, i->count});
    if (i->cls == FLOW_INSN_BRANCH) {
        add_branch(c, &(struct htv_covered_branch){at.file, at.line, i->pc, i->count, i->taken});
    }
}

/* The branches in a row, also those that were never executed. */
static void branches_of(struct htv_coverage *c, const struct htv_row *row)
{
    struct flow_where where = {.pc = row->from};
    struct flow_code *code = c->about->code_of(c->about->code_ctx, 0, &where.context);
    const struct flow_insn *insn;
    while (where.pc < row->to && flow_code_insn(code, &where, &insn) == FLOW_OK) {
        struct htv_line at;
        if (insn->cls == FLOW_INSN_BRANCH &&
            htv_line_at(c->symbols, &where.context, where.pc, &at) && at.file != 0 &&
            at.line != 0) {
            add_branch(c, &(struct htv_covered_branch){at.file, at.line, where.pc, 0, 0});
        }
        where.pc += insn->size;
    }
}

static bool take_row(void *ctx, const struct htv_row *row)
{
    struct htv_coverage *c = ctx;
    if (row->file != 0 && row->line != 0) {
        count_line(c, &(struct htv_covered_line){row->file, row->line, 0, 0});
        if (c->all_contexts) {
            branches_of(c, row);
        }
    }
    return !c->full;
}

static bool take_function(void *ctx, uint32_t id)
{
    struct htv_coverage *c = ctx;
    const struct htv_function *f = htv_function(c->symbols, id);
    struct htv_covered_function out = {.file = f->file,
                                       .line = f->line,
                                       .name = f->name,
                                       .count = id < c->entered_room ? c->entered[id] : 0};
    const uint64_t low = f->low;
    struct htv_line at;
    if (out.file == 0 && htv_line_at(c->symbols, NULL, low, &at)) { /* assembly */
        out.file = at.file;
        out.line = at.line;
    }
    if (out.file != 0) {
        if (!htv_grow((void **)&c->function, &c->function_room, c->function_n + 1,
                      sizeof *c->function)) {
            c->full = true;
            return false;
        }
        c->function[c->function_n++] = out;
        if (out.line != 0 && !has_line(c, out.file, out.line)) { /* a declaration without code */
            count_line(c,
                       &(struct htv_covered_line){out.file, out.line, UINT32_MAX - id, out.count});
        }
    }
    return true;
}

static int count_all(struct htv_coverage *c)
{
    const struct htv_about *about = c->about;
    struct htv_insn_counts insns;
    int status =
        htv_profile_insns(about->profile, about->host, about->code_of, about->code_ctx, &insns);
    for (size_t i = 0; status == HTR_OK && i < insns.n; i++) {
        executed(c, &insns.insn[i]);
    }
    htv_insn_counts_free(&insns);
    for (unsigned i = 0; status == HTR_OK && i < htv_images(c->symbols); i++) {
        const struct htv_image *image = htv_image(c->symbols, i);
        if (!image->dropped) {
            c->all_contexts = image->context.match == 0;
            status = htv_each_row(c->symbols, i, take_row, c);
            status = status == HTR_OK ? htv_each_function(c->symbols, i, take_function, c) : status;
        }
    }
    return status == HTR_OK && c->full
               ? htr_fail(about->host, HTR_ERR_MEMORY, about->trace, "not enough memory")
               : status;
}

/* ---- one of each ---- */

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_line(const void *a, const void *b)
{
    const struct htv_covered_line *x = a, *y = b;
    const int file = compare(x->file, y->file);
    return file != 0 ? file : compare(x->line, y->line);
}

static int by_branch(const void *a, const void *b)
{
    const struct htv_covered_branch *x = a, *y = b;
    const int file = compare(x->file, y->file), line = compare(x->line, y->line);
    return file != 0 ? file : line != 0 ? line : compare(x->pc, y->pc);
}

static int by_name(const void *a, const void *b)
{
    const struct htv_covered_function *x = a, *y = b;
    const int file = compare(x->file, y->file), name = strcmp(x->name, y->name);
    return file != 0 ? file : name != 0 ? name : compare(x->line, y->line);
}

/* Sort, and make one of those that are the same, with the sum of their counts. */
static void merge(struct htv_coverage *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->line_n; i++) {
        if (n > 0 && by_line(&c->line[n - 1], &c->line[i]) == 0) {
            c->line[n - 1].count += c->line[i].count;
        } else {
            c->line[n++] = c->line[i];
        }
    }
    c->line_n = n;
    n = 0;
    for (size_t i = 0; i < c->branch_n; i++) {
        if (n > 0 && by_branch(&c->branch[n - 1], &c->branch[i]) == 0) {
            c->branch[n - 1].count += c->branch[i].count;
            c->branch[n - 1].taken += c->branch[i].taken;
        } else {
            c->branch[n++] = c->branch[i];
        }
    }
    c->branch_n = n;
    n = 0;
    for (size_t i = 0; i < c->function_n; i++) {
        const struct htv_covered_function *f = &c->function[i];
        if (n > 0 && c->function[n - 1].file == f->file &&
            strcmp(c->function[n - 1].name, f->name) == 0) {
            c->function[n - 1].count += f->count;
        } else {
            c->function[n++] = *f;
        }
    }
    c->function_n = n;
}

static void sort(void *array, size_t n, size_t size, int (*order)(const void *, const void *))
{
    if (n > 0) {
        qsort(array, n, size, order);
    }
}

/* ---- both ---- */

int htv_coverage_collect(struct htv_coverage *c, const struct htv_about *about)
{
    *c = (struct htv_coverage){.about = about, .symbols = about->symbols};
    int status = count_all(c);
    if (status == HTR_OK) {
        sort(c->line, c->line_n, sizeof *c->line, by_line);
        sort(c->branch, c->branch_n, sizeof *c->branch, by_branch);
        sort(c->function, c->function_n, sizeof *c->function, by_name);
        merge(c);
    }
    return status;
}

void htv_coverage_free(struct htv_coverage *c)
{
    free(c->line);
    htv_table_free(&c->lines);
    free(c->branch);
    free(c->function);
    free(c->entered);
    *c = (struct htv_coverage){0};
}
