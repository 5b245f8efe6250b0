/* SPDX-License-Identifier: Apache-2.0 */
/* From a name, a line or an address to the instructions that a path leads to. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_text.h"
#include "htv/htv_symbols.h"
#include "htv_path_int.h"
#include "htv_table.h"

struct search {
    struct htv_symbols *symbols;
    struct htv_path_targets *out;
    const char *name; /* of the function; of the file */
    size_t length;    /* of the file's name */
    uint32_t line;
    const char **names; /* of all functions */
    size_t count, room;
    uint64_t last; /* end of the row before, when it was of the line */
    bool failed;
};

static bool add(struct search *s, uint64_t pc)
{
    s->failed = s->failed ||
                !htv_grow((void **)&s->out->pc, &s->out->room, s->out->n + 1, sizeof *s->out->pc);
    if (!s->failed) {
        s->out->pc[s->out->n++] = pc;
    }
    return !s->failed;
}

static bool take_function(void *ctx, uint32_t id)
{
    struct search *s = ctx;
    const struct htv_function *f = htv_function(s->symbols, id);
    if (f == NULL || f->inlined || f->name == NULL) {
        return true;
    }
    if (strcmp(f->name, s->name) == 0 ||
        (f->linkage_name != NULL && strcmp(f->linkage_name, s->name) == 0)) {
        return add(s, f->low);
    }
    if (!htv_grow((void **)&s->names, &s->room, s->count + 1, sizeof *s->names)) {
        s->failed = true;
        return false;
    }
    s->names[s->count++] = f->name;
    return true;
}

static bool take_row(void *ctx, const struct htv_row *row)
{
    struct search *s = ctx;
    const char *file = row->line == s->line ? htv_file(s->symbols, row->file) : NULL;
    const size_t n = file != NULL ? strlen(file) : 0;
    if (n < s->length || file == NULL || memcmp(file + n - s->length, s->name, s->length) != 0 ||
        (n > s->length && file[n - s->length - 1] != '/')) {
        return true;
    }
    /* Rows of one line that follow each other are one arrival. */
    const bool follows = s->last == row->from && s->out->n > 0;
    s->last = row->to;
    return follows || add(s, row->from);
}

static const char *name_of(const void *table, size_t i)
{
    return ((const char *const *)table)[i];
}

static int each_image(struct search *s, bool rows)
{
    int status = HTR_OK;
    const unsigned n = s->symbols != NULL ? htv_images(s->symbols) : 0;
    for (unsigned i = 0; i < n && status == HTR_OK && !s->failed; i++) {
        if (!htv_image(s->symbols, i)->dropped) {
            status = rows ? htv_each_row(s->symbols, i, take_row, s)
                          : htv_each_function(s->symbols, i, take_function, s);
        }
    }
    return status;
}

static int find_function(struct search *s, const struct htv_about *about)
{
    int status = each_image(s, false);
    if (status == HTR_OK && !s->failed && s->out->n == 0) {
        const struct htr_names names = {name_of, s->names, s->count};
        const char *near = s->count > 0 ? htr_nearest(s->name, &names) : NULL;
        status =
            near != NULL
                ? htr_fail(about->host, HTR_ERR_MISSING, NULL,
                           "no function '%s'; did you mean '%s'?", s->name, near)
                : htr_fail(about->host, HTR_ERR_MISSING, NULL,
                           "no function '%s' in the symbols; give an address, FILE:LINE or end",
                           s->name);
    }
    free(s->names);
    return status;
}

static int find_line(struct search *s, const struct htv_about *about, const char *to)
{
    int status = each_image(s, true);
    if (status == HTR_OK && !s->failed && s->out->n == 0) {
        status = htr_fail(about->host, HTR_ERR_MISSING, NULL,
                          "no code at line %s; it needs an ELF file with DWARF, and a line with "
                          "instructions",
                          to);
    }
    return status;
}

static int by_pc(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

int htv_path_find(const struct htv_path *p, const struct htv_about *about,
                  struct htv_path_targets *out)
{
    struct search s = {.symbols = about->symbols, .out = out, .name = p->to};
    const char *colon = strrchr(p->to, ':');
    uint64_t number = 0;
    int status = HTR_OK;
    if (strcmp(p->to, "end") == 0) {
        out->end = true;
        return p->nth == 0 ? HTR_OK
                           : htr_fail(about->host, HTR_ERR_ARG, NULL,
                                      "the end is reached once; leave --nth out");
    }
    if (htr_number(p->to, &number)) {
        (void)add(&s, number);
    } else if (colon != NULL && colon > p->to && htr_number(colon + 1, &number) && number > 0 &&
               number <= UINT32_MAX) {
        s.length = (size_t)(colon - p->to);
        s.line = (uint32_t)number;
        status = find_line(&s, about, p->to);
    } else {
        status = find_function(&s, about);
    }
    if (s.failed) {
        return htr_fail(about->host, HTR_ERR_MEMORY, NULL, "not enough memory for the symbols");
    }
    if (out->n > 0) {
        qsort(out->pc, out->n, sizeof *out->pc, by_pc);
    }
    return status;
}

int htv_path_known(const struct htv_path *p, struct htr_host *host, struct htv_symbols *symbols)
{
    const struct htv_about about = {.host = host, .symbols = symbols};
    struct htv_path_targets to = {0};
    const int status = htv_path_find(p, &about, &to);
    free(to.pc);
    return status;
}
