/* SPDX-License-Identifier: Apache-2.0 */
/* Where an instruction is. */
#include "htv/htv_places.h"

#include <stdlib.h>

#include "flow/flow_code.h"
#include "htv/htv_names.h"
#include "htv/htv_symbols.h"

struct called {
    uint64_t pc;
    const char *name;
};

struct htv_places {
    const struct htv_about *about;
    const struct htv_name **of_symbol; /* by id of htv_symbols.h, or NULL */
    uint32_t symbols;
    struct called *called; /* functions without a symbol, ascending */
    size_t n;
};

static int by_pc(const void *a, const void *b)
{
    const struct called *x = a, *y = b;
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

struct htv_places *htv_places_new(const struct htv_about *about)
{
    struct htv_places *p = calloc(1, sizeof *p);
    const uint32_t names = htv_names_count(about->names);
    if (p == NULL) {
        return NULL;
    }
    p->about = about;
    p->symbols = about->symbols != NULL ? htv_functions(about->symbols) + 1 : 1;
    p->of_symbol = calloc(p->symbols, sizeof *p->of_symbol);
    p->called = calloc(names, sizeof *p->called);
    if (p->called == NULL || p->of_symbol == NULL) {
        htv_places_free(p);
        return NULL;
    }
    for (uint32_t i = 1; i < names; i++) {
        const struct htv_name *n = htv_names_get(about->names, i);
        if (n->symbol != 0 && n->symbol < p->symbols) {
            p->of_symbol[n->symbol] = n;
        } else if (n->symbol == 0) {
            p->called[p->n++] = (struct called){.pc = n->pc, .name = n->name};
        }
    }
    qsort(p->called, p->n, sizeof *p->called, by_pc);
    return p;
}

void htv_places_free(struct htv_places *p)
{
    if (p != NULL) {
        free(p->called);
        free(p->of_symbol);
        free(p);
    }
}

static void without_symbol(const struct htv_places *p, uint64_t pc, struct htv_spot *out)
{
    size_t low = 0, high = p->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (p->called[middle].pc <= pc) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low > 0) {
        out->function = p->called[low - 1].name;
        out->function_pc = p->called[low - 1].pc;
    }
}

void htv_places_at(struct htv_places *p, uint16_t space, uint64_t pc, struct htv_spot *out)
{
    struct htv_symbols *s = p->about->symbols;
    struct flow_context context;
    struct htv_line line = {0};
    *out = (struct htv_spot){.function = "?", .file = "", .image = "", .line_file = ""};
    if (s != NULL) {
        (void)p->about->code_of(p->about->code_ctx, space, &context);
        (void)htv_line_at(s, &context, pc, &line);
    }
    const struct htv_function *f = line.function != 0 ? htv_function(s, line.function) : NULL;
    if (f == NULL) {
        without_symbol(p, pc, out);
    } else {
        const struct htv_name *n = line.function < p->symbols ? p->of_symbol[line.function] : NULL;
        const char *file = n != NULL ? n->file : f->file != 0 ? htv_file(s, f->file) : NULL;
        const struct htv_image *image = htv_image(s, f->image);
        out->function = f->name;
        out->function_pc = f->low;
        out->function_line = n != NULL ? n->line : f->line;
        out->file = file != NULL ? file : "";
        out->image = image != NULL ? image->path : "";
    }
    if (line.file != 0 && line.line != 0) {
        out->line = line.line;
        out->line_file_id = line.file;
        out->line_file = htv_file(s, line.file);
    }
}
