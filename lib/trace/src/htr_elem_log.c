/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements in a file. Each begins with a byte: the type and what follows. Numbers are of variable
 * length, 7 bits in a byte, the lowest first; differences are folded, so that small negative ones
 * are small numbers.
 */
#include "htr/htr_elem_log.h"

#include <stdlib.h>
#include <string.h>

enum {
    TYPE = 0x1F,
    HAS_PLACE = 0x20,   /* message and offset */
    HAS_CONTEXT = 0x40, /* context and source */
    HAS_REST = 0x80,    /* of an event: its values */
    HINT_MAX = 4096,
};

_Static_assert(FLOW_ELEMS <= TYPE + 1, "a type fits");

/* ---- writing ---- */

static void put(struct htr_elem_writer *w, uint64_t v)
{
    while (v >= 0x80) {
        (void)putc_unlocked((int)(v & 0x7F) | 0x80, w->to);
        v >>= 7;
    }
    (void)putc_unlocked((int)v, w->to);
}

static void put_difference(struct htr_elem_writer *w, uint64_t v, uint64_t before)
{
    const uint64_t d = v - before;
    put(w, d >> 63 != 0 ? ~(d << 1) : d << 1);
}

static bool same_context(const struct flow_context *a, const struct flow_context *b)
{
    return a->known == b->known && a->v == b->v && a->prv == b->prv && a->scontext == b->scontext &&
           a->hcontext == b->hcontext;
}

void htr_elem_writer_init(struct htr_elem_writer *w, FILE *to)
{
    *w = (struct htr_elem_writer){.to = to};
}

static void put_range(struct htr_elem_writer *w, uint64_t start, uint64_t end, uint32_t count,
                      unsigned last)
{
    put_difference(w, start, w->last.end);
    put_difference(w, end, start);
    put(w, count);
    put(w, last);
    w->last.end = end;
}

void htr_elem_write_range(struct htr_elem_writer *w, const struct flow_range *r)
{
    (void)putc_unlocked(FLOW_ELEM_RANGE, w->to);
    put_range(w, r->start, r->end, r->count,
              r->last_cls | (unsigned)r->last_size << 5 | (unsigned)r->last_taken << 13);
}

void htr_elem_write_range_at(struct htr_elem_writer *w, const struct flow_range *r, uint64_t offset)
{
    if (offset == 0 || offset == w->last.offset) {
        htr_elem_write_range(w, r);
        return;
    }
    (void)putc_unlocked(FLOW_ELEM_RANGE | HAS_PLACE, w->to);
    put_difference(w, w->last.msg, w->last.msg);
    put_difference(w, offset, w->last.offset);
    w->last.offset = offset;
    put_range(w, r->start, r->end, r->count,
              r->last_cls | (unsigned)r->last_size << 5 | (unsigned)r->last_taken << 13);
}

static void put_rest(struct htr_elem_writer *w, const struct flow_elem *e)
{
    const uint64_t word[] = {
        e->code,  e->known, e->last_cls, e->last_size, e->last_taken, (uint64_t)e->status & 0xFFFF,
        e->count, e->start, e->end,      e->value};
    const size_t hint = e->hint != NULL ? strnlen(e->hint, HINT_MAX) : 0;
    for (unsigned i = 0; i < sizeof word / sizeof word[0]; i++) {
        put(w, word[i]);
    }
    put(w, hint);
    if (hint > 0) {
        (void)fwrite(e->hint, 1, hint, w->to);
    }
}

void htr_elem_write(struct htr_elem_writer *w, const struct flow_elem *e)
{
    struct htr_elem_last *l = &w->last;
    const bool range = e->type == FLOW_ELEM_RANGE;
    const bool place = e->msg != l->msg || e->offset != l->offset;
    const bool context = e->src != l->src || !same_context(&e->context, &l->context);
    (void)putc_unlocked(e->type | (place ? HAS_PLACE : 0) | (context ? HAS_CONTEXT : 0) |
                            (range ? 0 : HAS_REST),
                        w->to);
    if (place) {
        put_difference(w, e->msg, l->msg);
        put_difference(w, e->offset, l->offset);
        l->msg = e->msg;
        l->offset = e->offset;
    }
    if (context) {
        put(w, e->src);
        put(w, e->context.known | (unsigned)e->context.v << 1 | (unsigned)e->context.prv << 2);
        put(w, e->context.scontext);
        put(w, e->context.hcontext);
        l->src = e->src;
        l->context = e->context;
    }
    if (range) {
        put_range(w, e->start, e->end, e->count,
                  e->last_cls | (unsigned)e->last_size << 5 | (unsigned)e->last_taken << 13);
    } else {
        put_rest(w, e);
    }
}

/* ---- reading ---- */

static uint64_t get(struct htr_elem_reader *r)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const int c = getc_unlocked(r->from);
        if (c == EOF) {
            break;
        }
        v |= (uint64_t)(c & 0x7F) << shift;
        if (c < 0x80) {
            return v;
        }
    }
    r->damaged = true;
    return 0;
}

static uint64_t get_difference(struct htr_elem_reader *r, uint64_t before)
{
    const uint64_t v = get(r);
    return before + ((v & 1) != 0 ? ~(v >> 1) : v >> 1);
}

void htr_elem_reader_init(struct htr_elem_reader *r, FILE *from)
{
    *r = (struct htr_elem_reader){.from = from};
}

void htr_elem_reader_next_log(struct htr_elem_reader *r, FILE *from)
{
    r->from = from;
    r->last = (struct htr_elem_last){0};
}

void htr_elem_reader_close(struct htr_elem_reader *r)
{
    for (unsigned i = 0; i < r->hints; i++) {
        free(r->hint[i]);
    }
    r->hints = 0;
}

/* Phrases are few: the text is kept once. */
static const char *get_hint(struct htr_elem_reader *r, size_t n)
{
    char text[HINT_MAX + 1];
    if (n > HINT_MAX || fread(text, 1, n, r->from) != n) {
        r->damaged = true;
        return NULL;
    }
    text[n] = '\0';
    for (unsigned i = 0; i < r->hints; i++) {
        if (strcmp(r->hint[i], text) == 0) {
            return r->hint[i];
        }
    }
    if (r->hints == HTR_LOG_HINTS || (r->hint[r->hints] = strdup(text)) == NULL) {
        return NULL;
    }
    return r->hint[r->hints++];
}

static void get_rest(struct htr_elem_reader *r, struct flow_elem *e)
{
    uint64_t word[10];
    for (unsigned i = 0; i < 10; i++) {
        word[i] = get(r);
    }
    e->code = (uint8_t)word[0];
    e->known = word[1] != 0;
    e->last_cls = (uint8_t)word[2];
    e->last_size = (uint8_t)word[3];
    e->last_taken = word[4] != 0;
    e->status = (int16_t)(word[5] >= 0x8000 ? (int)word[5] - 0x10000 : (int)word[5]);
    e->count = (uint32_t)word[6];
    e->start = word[7];
    e->end = word[8];
    e->value = word[9];
    const uint64_t hint = get(r);
    e->hint = hint > 0 ? get_hint(r, (size_t)hint) : NULL;
}

static void get_range(struct htr_elem_reader *r, struct flow_elem *e)
{
    e->start = get_difference(r, r->last.end);
    e->end = get_difference(r, e->start);
    e->count = (uint32_t)get(r);
    const uint64_t last = get(r);
    e->last_cls = last & 0x1F;
    e->last_size = last >> 5 & 0xFF;
    e->last_taken = last >> 13 != 0;
    r->last.end = e->end;
}

bool htr_elem_read(struct htr_elem_reader *r, struct flow_elem *e)
{
    struct htr_elem_last *l = &r->last;
    const int c = getc_unlocked(r->from);
    if (c == EOF || r->damaged) {
        return false;
    }
    if ((c & HAS_PLACE) != 0) {
        l->msg = get_difference(r, l->msg);
        l->offset = get_difference(r, l->offset);
    }
    if ((c & HAS_CONTEXT) != 0) {
        l->src = (uint16_t)get(r);
        const uint64_t is = get(r);
        l->context.known = (is & 1) != 0;
        l->context.v = (is & 2) != 0;
        l->context.prv = is >> 2 & 3;
        l->context.scontext = get(r);
        l->context.hcontext = get(r);
    }
    *e = (struct flow_elem){
        .type = c & TYPE, .msg = l->msg, .offset = l->offset, .src = l->src, .context = l->context};
    if ((c & HAS_REST) != 0) {
        get_rest(r, e);
    } else {
        get_range(r, e);
    }
    return !r->damaged;
}
