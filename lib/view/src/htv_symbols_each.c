/* SPDX-License-Identifier: Apache-2.0 */
/* All functions and all rows of an image. */
#include <stdlib.h>

#include "htv_symbols_int.h"

static struct htv_elf *image_at(struct htv_symbols *s, unsigned image)
{
    if (image >= s->nelf) {
        (void)htr_fail(s->host, HTR_ERR_ARG, NULL, "there is no image %u", image);
        return NULL;
    }
    return &s->elf[image];
}

static int by_function(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The functions of intervals, each once, in the order of their ids. */
static int take_scopes(struct htv_symbols *s, const struct htv_unit *u, htv_take_function *take,
                       void *ctx, bool *go_on)
{
    if (u->scopes.n == 0) {
        return HTR_OK;
    }
    uint32_t *id = malloc(u->scopes.n * sizeof *id);
    if (id == NULL) {
        return htv_no_memory(s);
    }
    for (size_t i = 0; i < u->scopes.n; i++) {
        id[i] = s->scope[u->scopes.span[i].value - 1].root;
    }
    qsort(id, u->scopes.n, sizeof *id, by_function);
    for (size_t i = 0; i < u->scopes.n && *go_on; i++) {
        if (i == 0 || id[i] != id[i - 1]) {
            *go_on = take(ctx, id[i]);
        }
    }
    free(id);
    return HTR_OK;
}

/* Does DWARF know a function at addr? Then the symbol is another name of it. */
static bool has_scope(const struct htv_elf *e, uint64_t addr)
{
    uint64_t from = 0, to = UINT64_MAX;
    const struct htv_span *span = htv_spans_find(&e->units, addr, &from, &to);
    return span != NULL && htv_spans_find(&e->unit[span->value].scopes, addr, &from, &to) != NULL;
}

int htv_each_function(struct htv_symbols *s, unsigned image, htv_take_function *take, void *ctx)
{
    struct htv_elf *e = image_at(s, image);
    bool go_on = true;
    int status = HTR_OK;
    if (e == NULL) {
        return HTR_ERR_ARG;
    }
    for (size_t i = 0; status == HTR_OK && go_on && i < e->nunits; i++) {
        htv_unit_load(s, e, &e->unit[i]);
        status = take_scopes(s, &e->unit[i], take, ctx, &go_on);
    }
    for (size_t i = 0; status == HTR_OK && go_on && i < e->symbols.n; i++) {
        struct htv_symbol *symbol = &e->symbol[e->symbols.span[i].value];
        if (symbol->value == e->symbols.span[i].from && !has_scope(e, symbol->value)) {
            uint32_t scope = htv_symtab_scope(s, e, symbol);
            go_on = scope != 0 && take(ctx, s->scope[scope - 1].function);
        }
    }
    return status == HTR_OK && s->no_memory ? HTR_ERR_MEMORY : status;
}

static struct htv_row row_of(struct htv_symbols *s, struct htv_unit *u, Dwarf_Line *row)
{
    struct htv_row out = {.file = htv_row_file(s, u, row)};
    int line = 0, column = 0;
    unsigned discriminator = 0;
    (void)dwarf_lineno(row, &line);
    (void)dwarf_linecol(row, &column);
    (void)dwarf_linediscriminator(row, &discriminator);
    (void)dwarf_linebeginstatement(row, &out.is_stmt);
    (void)dwarf_lineprologueend(row, &out.prologue_end);
    (void)dwarf_lineblock(row, &out.basic_block);
    out.line = line > 0 ? (uint32_t)line : 0;
    out.column = column > 0 ? (uint32_t)column : 0;
    out.discriminator = discriminator;
    return out;
}

/* Rows of addresses that are the unit's: what was thrown away is at addresses of other code. */
static bool take_rows(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u, size_t *left,
                      htv_take_row *take, void *ctx)
{
    if (u->nlines > *left) {
        htv_crowded(s, e, HTV_ROWS, "rows in its line tables");
        return false;
    }
    *left -= u->nlines;
    for (size_t i = 0; i + 1 < u->nlines; i++) {
        bool end, ignored;
        uint64_t from = htv_row_address(e, u, i, &end);
        uint64_t to = htv_row_address(e, u, i + 1, &ignored);
        uint64_t low = 0, high = UINT64_MAX;
        if (end || from >= to || !htv_elf_executable(e, from, to)) {
            continue;
        }
        const struct htv_span *span = htv_spans_find(&e->units, from, &low, &high);
        if (span == NULL || &e->unit[span->value] != u) {
            continue;
        }
        struct htv_row row = row_of(s, u, dwarf_onesrcline(u->lines, i));
        row.from = from + e->info.offset;
        row.to = to + e->info.offset;
        if (row.file != 0 && !take(ctx, &row)) {
            return false;
        }
    }
    return true;
}

int htv_each_row(struct htv_symbols *s, unsigned image, htv_take_row *take, void *ctx)
{
    struct htv_elf *e = image_at(s, image);
    if (e == NULL) {
        return HTR_ERR_ARG;
    }
    size_t left = HTV_ROWS;
    for (size_t i = 0; i < e->nunits; i++) {
        htv_unit_load(s, e, &e->unit[i]);
        if (!take_rows(s, e, &e->unit[i], &left, take, ctx)) {
            break;
        }
    }
    return s->no_memory ? HTR_ERR_MEMORY : HTR_OK;
}
