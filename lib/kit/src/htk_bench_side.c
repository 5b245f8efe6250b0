/* SPDX-License-Identifier: Apache-2.0 */
/* One side of a comparison: bytes become messages, and messages what they mean. */
#include <stdlib.h>

#include "htk_bench_int.h"

enum {
    MESSAGE_MOST = 256, /* bytes: more is no message */
    ROOM = 64,
};

/* Room for one more entry of a queue, which has `size` bytes: what was given up goes first. Returns
 * the entries, or NULL without memory. */
static void *make_room(void *at, size_t *head, size_t *fill, size_t *room, size_t size)
{
    if (*fill < *room) {
        return at;
    }
    if (*head > *room / 2) {
        memmove(at, (char *)at + *head * size, (*fill - *head) * size);
        *fill -= *head;
        *head = 0;
        return at;
    }
    const size_t more = *room == 0 ? ROOM : 2 * *room;
    void *grown = realloc(at, more * size);
    if (grown != NULL) {
        *room = more;
    }
    return grown;
}

static bool add_message(struct bench_side *s)
{
    struct bench_messages *q = &s->messages;
    struct bench_message *at = make_room(q->at, &q->head, &q->fill, &q->room, sizeof q->at[0]);
    if (at == NULL) {
        s->full = true;
        return false;
    }
    q->at = at;
    s->part.cycle = s->cycle;
    s->part.number = s->count++;
    q->at[q->fill++] = s->part;
    s->part.size = 0;
    return true;
}

/* Of the elements those that leave no choice; for nexus_stream. */
static enum nexus_answer take(void *ctx, struct nexus_source *source, const struct flow_elem *e)
{
    struct bench_side *s = ctx;
    struct bench_items *q = &s->items;
    (void)source;
    if (e->type != FLOW_ELEM_RANGE && e->type != FLOW_ELEM_TRACE_ON &&
        e->type != FLOW_ELEM_TRACE_OFF && e->type != FLOW_ELEM_ERROR &&
        e->type != FLOW_ELEM_ADDR_NACC && e->type != FLOW_ELEM_LOST) {
        return NEXUS_CONT;
    }
    if (e->type == FLOW_ELEM_TRACE_OFF && !e->known) {
        return NEXUS_CONT; /* the end of a trace that never began is optional */
    }
    /* Places in the queue are kept while a gap is looked at: nothing moves then. */
    if (q->fill == q->room) {
        struct bench_item *at = realloc(q->at, (q->room + ROOM) * 2 * sizeof q->at[0]);
        if (at == NULL) {
            s->full = true;
            return NEXUS_FATAL;
        }
        q->at = at;
        q->room = (q->room + ROOM) * 2;
    }
    q->at[q->fill++] = (struct bench_item){.type = e->type,
                                           .code = e->code,
                                           .known = e->known,
                                           .status = e->status,
                                           .start = e->start,
                                           .end = e->type == FLOW_ELEM_RANGE ? e->end : 0,
                                           .message = s->count - 1,
                                           .cycle = s->cycle};
    return NEXUS_CONT;
}

void bench_side_begin(struct bench_side *s, const struct nexus_stream_cfg *cfg, bool decodes)
{
    s->messages.head = s->messages.fill = 0;
    s->items.head = s->items.fill = 0;
    s->items.skip = 0;
    s->part.size = 0;
    s->decodes =
        decodes && nexus_source_init(&s->source, NEXUS_SRC_ANY, cfg, &s->code.code) == NEXUS_OK &&
        nexus_stream_init(&s->stream, cfg, &s->source, 1, s->buffer, sizeof s->buffer, take, s) ==
            NEXUS_OK;
}

void bench_side_free(struct bench_side *s)
{
    free(s->messages.at);
    free(s->items.at);
    htr_code_unshare(&s->code);
}

/* A message is whole. One of a vendor that is longer than what is kept is not decoded. */
static bool take_message(struct bench_side *s)
{
    const uint32_t size = s->part.size;
    size_t consumed;
    if (!add_message(s)) {
        return false;
    }
    return !s->decodes || size > BENCH_RAW ||
           (nexus_stream_data(&s->stream, s->part.raw, size, &consumed) == NEXUS_CONT && !s->full);
}

bool bench_side_bytes(struct bench_side *s, uint64_t cycle, const uint8_t *bytes, size_t n)
{
    bool good = true;
    s->cycle = cycle;
    for (size_t i = 0; good && i < n; i++) {
        if (s->part.size == 0 && bytes[i] == 0xFF) {
            continue; /* idle */
        }
        if (s->part.size < BENCH_RAW) {
            s->part.raw[s->part.size] = bytes[i];
        }
        s->part.size++;
        good = (bytes[i] & 3) != 3 ? s->part.size <= MESSAGE_MOST : take_message(s);
    }
    return good;
}

const struct bench_message *bench_message(const struct bench_side *s)
{
    return s->messages.head < s->messages.fill ? &s->messages.at[s->messages.head] : NULL;
}

const struct bench_item *bench_item(const struct bench_side *s)
{
    return s->items.head < s->items.fill ? &s->items.at[s->items.head] : NULL;
}

void bench_message_done(struct bench_side *s)
{
    s->messages.head++;
    if (s->messages.head == s->messages.fill) {
        s->messages.head = s->messages.fill = 0;
    }
}

void bench_item_done(struct bench_side *s)
{
    s->through = s->items.at[s->items.head].message;
    s->items.head++;
    s->items.skip = 0;
}

void bench_items_compact(struct bench_side *s)
{
    struct bench_items *q = &s->items;
    if (q->head == q->fill) {
        q->head = q->fill = 0;
    } else if (q->head > ROOM && q->head > q->fill / 2) {
        memmove(q->at, q->at + q->head, (q->fill - q->head) * sizeof q->at[0]);
        q->fill -= q->head;
        q->head = 0;
    }
}
