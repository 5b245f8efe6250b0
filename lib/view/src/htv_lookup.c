/* SPDX-License-Identifier: Apache-2.0 */
/* An address in all images; the answers are kept by address and context. */
#include <stdlib.h>
#include <string.h>

#include "htv_symbols_int.h"

enum {
    KEPT_LEAST = 1024, /* answers */
    KEPT_MOST = 65536,
};

#define IN_USE (1u << 31)

/* What of the context counts, and pc. */
static struct htv_key key_of(const struct htv_symbols *s, const struct flow_context *context,
                             uint64_t pc)
{
    struct htv_key key = {.pc = pc, .bits = IN_USE};
    if (s->depends != 0 && context != NULL) {
        key.scontext = (s->depends & FLOW_DEPENDS_SCONTEXT) != 0 ? context->scontext : 0;
        key.hcontext = (s->depends & FLOW_DEPENDS_HCONTEXT) != 0 ? context->hcontext : 0;
        key.bits |= context->known ? 1u : 0;
        key.bits |= (s->depends & FLOW_DEPENDS_V) != 0 && context->v ? 2u : 0;
        key.bits |= (s->depends & FLOW_DEPENDS_PRV) != 0 ? (uint32_t)context->prv << 2 : 0;
    }
    return key;
}

static bool same_context(const struct htv_key *a, const struct htv_key *b)
{
    return a->bits == b->bits && a->scontext == b->scontext && a->hcontext == b->hcontext;
}

/* Narrow *line to the image if it holds pc, otherwise to where it does not. */
static bool holds(const struct htv_elf *e, uint64_t pc, struct htv_line *line)
{
    uint64_t from = 0, to = UINT64_MAX, at = pc - e->info.offset;
    bool found = htv_spans_find(&e->exec, at, &from, &to) != NULL;
    from = pc - (at - from) <= pc ? pc - (at - from) : 0;
    to = pc + (to - at) >= pc ? pc + (to - at) : UINT64_MAX;
    line->from = from > line->from ? from : line->from;
    line->to = to < line->to ? to : line->to;
    return found;
}

static bool counts(const struct htv_elf *e, const struct flow_context *context, bool any)
{
    return !e->info.dropped &&
           (any ? e->info.context.match != 0 : flow_code_mapping_counts(&e->info.context, context));
}

/* The image that counts at pc: those of a context before those of all, and the last of them first;
 * of those of all the first. While no context is known, those of others come last. */
static struct htv_elf *image_of(struct htv_symbols *s, const struct flow_context *context,
                                uint64_t pc, struct htv_line *line)
{
    for (unsigned i = s->nelf; i-- > 0;) {
        struct htv_elf *e = &s->elf[i];
        if (e->info.context.match != 0 && counts(e, context, false) && holds(e, pc, line)) {
            return e;
        }
    }
    for (unsigned i = 0; i < s->nelf; i++) {
        struct htv_elf *e = &s->elf[i];
        if (e->info.context.match == 0 && counts(e, context, false) && holds(e, pc, line)) {
            return e;
        }
    }
    for (unsigned i = s->nelf; i-- > 0 && !context->known;) {
        struct htv_elf *e = &s->elf[i];
        if (counts(e, context, true) && holds(e, pc, line)) {
            return e;
        }
    }
    return NULL;
}

static void take_row(struct htv_symbols *s, struct htv_unit *u, Dwarf_Line *row,
                     struct htv_line *line)
{
    int number = 0, column = 0;
    unsigned discriminator = 0;
    line->file = htv_row_file(s, u, row);
    if (line->file == 0) {
        return;
    }
    (void)dwarf_lineno(row, &number);
    (void)dwarf_linecol(row, &column);
    (void)dwarf_linediscriminator(row, &discriminator);
    (void)dwarf_linebeginstatement(row, &line->is_stmt);
    line->line = number > 0 ? (uint32_t)number : 0;
    line->column = column > 0 ? (uint32_t)column : 0;
    line->discriminator = discriminator;
}

/* [*from, *to) are addresses of the file. */
static void take_image(struct htv_symbols *s, struct htv_elf *e, uint64_t at, uint64_t *from,
                       uint64_t *to, struct htv_line *line)
{
    const struct htv_span *span = htv_spans_find(&e->units, at, from, to);
    if (span != NULL) {
        struct htv_unit *u = &e->unit[span->value];
        htv_unit_load(s, e, u);
        Dwarf_Line *row = htv_row_find(e, u, at, from, to);
        if (row != NULL) {
            take_row(s, u, row, line);
        }
        span = htv_spans_find(&u->scopes, at, from, to);
        line->scope = span != NULL ? span->value : 0;
    }
    if (line->scope == 0) {
        span = htv_spans_find(&e->symbols, at, from, to);
        line->scope = span != NULL ? htv_symtab_scope(s, e, &e->symbol[span->value]) : 0;
    }
    if (line->scope != 0) {
        const struct htv_scope *scope = &s->scope[line->scope - 1];
        line->function = scope->root;
        line->inner = scope->function;
    }
}

static void find(struct htv_symbols *s, const struct flow_context *context, uint64_t pc,
                 struct htv_line *line)
{
    static const struct flow_context nothing;
    *line = (struct htv_line){.to = UINT64_MAX};
    struct htv_elf *e = image_of(s, context != NULL ? context : &nothing, pc, line);
    if (e == NULL) {
        return;
    }
    uint64_t at = pc - e->info.offset;
    uint64_t from = at - (pc - line->from), to = at + (line->to - pc);
    take_image(s, e, at, &from, &to, line);
    line->from = pc - (at - from);
    line->to = pc + (to - at);
    line->image = e->index;
}

/* More room while the answers do not fit. */
static void grow(struct htv_symbols *s)
{
    size_t n = s->nkept == 0 ? KEPT_LEAST : 4 * s->nkept;
    struct htv_kept *kept = n <= KEPT_MOST ? calloc(n, sizeof *kept) : NULL;
    s->missed = 0;
    if (kept != NULL) {
        free(s->kept);
        s->kept = kept;
        s->nkept = n;
    }
}

void htv_lookup_forget(struct htv_symbols *s)
{
    free(s->kept);
    s->kept = NULL;
    s->nkept = s->missed = 0;
    s->last = (struct htv_kept){.line = {.from = 0}};
}

static size_t place_of(const struct htv_symbols *s, const struct htv_key *key)
{
    uint64_t h = (key->pc >> 1) + key->scontext * 0x9E3779B97F4A7C15u +
                 key->hcontext * 0xC2B2AE3D27D4EB4Fu + key->bits;
    return (size_t)(h ^ (h >> 16) ^ (h >> 32)) & (s->nkept - 1);
}

const struct htv_line *htv_lookup(struct htv_symbols *s, const struct flow_context *context,
                                  uint64_t pc)
{
    const struct htv_key key = key_of(s, context, pc);
    if (s->nkept == 0 || s->missed > 2 * s->nkept) {
        grow(s);
    }
    struct htv_kept *kept = s->nkept > 0 ? &s->kept[place_of(s, &key)] : &s->last;
    if (kept->key.pc != pc || !same_context(&kept->key, &key)) {
        kept->key = key;
        find(s, context, pc, &kept->line);
        s->missed += s->nkept < KEPT_MOST;
    }
    return &kept->line;
}

uint32_t htv_function_at(struct htv_symbols *s, const struct flow_context *context, uint64_t pc)
{
    return htv_lookup(s, context, pc)->function;
}

bool htv_function_starts(struct htv_symbols *s, const struct flow_context *context, uint64_t pc)
{
    uint32_t id = htv_lookup(s, context, pc)->function;
    return id != 0 && s->function[id - 1].low == pc;
}

bool htv_line_at(struct htv_symbols *s, const struct flow_context *context, uint64_t pc,
                 struct htv_line *out)
{
    *out = *htv_lookup(s, context, pc);
    return out->function != 0 || out->file != 0;
}
