/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Model and encoder compared. Messages are compared in pairs: in HTK_BENCH_EXACT a difference is
 * wrong, in HTK_BENCH_MEANING it is kept as the suspect, until what the messages mean is equal
 * again, or is not.
 */
#include <inttypes.h>

#include "htk_bench_int.h"

enum {
    SURE = 4096, /* half-words: the place where trace goes on after an overflow is right */
    TEXT = 160,
};

/* ---- messages ---- */

static bool equal_messages(const struct bench_message *a, const struct bench_message *b)
{
    const uint32_t n = a->size < BENCH_RAW ? a->size : BENCH_RAW;
    return a->size == b->size && memcmp(a->raw, b->raw, n) == 0;
}

static bool is_loss(const struct bench_message *m)
{
    return m->raw[0] >> 2 == NEXUS_ERROR;
}

static void compare_messages(struct htk_bench *b)
{
    const struct bench_message *want, *got;
    while (!b->suspect && !b->apart && (want = bench_message(&b->want)) != NULL &&
           (got = bench_message(&b->got)) != NULL) {
        if (!equal_messages(want, got)) {
            b->suspect = true;
            break;
        }
        b->verdict.equal++;
        bench_message_done(&b->want);
        bench_message_done(&b->got);
    }
    if (b->suspect && b->mode == HTK_BENCH_EXACT) {
        want = bench_message(&b->want);
        got = bench_message(&b->got);
        if (is_loss(got) && !is_loss(want)) {
            bench_stopped(b,
                          "cycle %" PRIu64 ": the encoder lost messages (Error): what it sends "
                          "after it is not that of the model; compare by meaning",
                          got->cycle);
        } else {
            bench_differs(b, want, got);
        }
    }
}

/* Was all compared that the last message of this side means? */
static bool complete(const struct bench_side *s)
{
    const struct bench_item *next = bench_item(s);
    return s->items.skip == 0 && (next == NULL || next->message != s->through);
}

/* What the messages up to here mean is equal: a difference between those before the last was a
 * choice. The address that the last one reports shows in the next. */
static void agree(struct htk_bench *b)
{
    if ((!b->suspect && !b->apart) || !complete(&b->want) || !complete(&b->got)) {
        return;
    }
    const struct bench_message *m = bench_message(&b->got);
    if (m == NULL || m->number >= b->got.through) {
        return;
    }
    while ((m = bench_message(&b->want)) != NULL && m->number < b->want.through) {
        bench_message_done(&b->want);
    }
    while ((m = bench_message(&b->got)) != NULL && m->number < b->got.through) {
        bench_message_done(&b->got);
    }
    b->suspect = b->apart = false;
}

/* ---- meaning ---- */

static void text_of(const struct bench_item *x, uint64_t skip, char out[TEXT])
{
    switch (x->type) {
    case FLOW_ELEM_RANGE:
        snprintf(out, TEXT, "instructions from 0x%" PRIX64, x->start + skip);
        return;
    case FLOW_ELEM_TRACE_ON:
        snprintf(out, TEXT, "trace begins at 0x%" PRIX64 ", SYNC %u", x->start, x->code);
        return;
    case FLOW_ELEM_TRACE_OFF:
        snprintf(out, TEXT, "trace ends before 0x%" PRIX64 ", EVCODE %u", x->start, x->code);
        return;
    case FLOW_ELEM_LOST:
        snprintf(out, TEXT, "messages were lost");
        return;
    case FLOW_ELEM_NONE:
        snprintf(out, TEXT, "no more trace");
        return;
    default:
        snprintf(out, TEXT, "%s at 0x%" PRIX64, nexus_strerror(x->status), x->start);
    }
}

/* The rule for items that differ, when no message says which. */
static const char *rule_of(const struct bench_item *w, const struct bench_item *g)
{
    if (g->type == FLOW_ELEM_ERROR || g->type == FLOW_ELEM_ADDR_NACC) {
        return htk_enc_rule_of_status(g->status);
    }
    if (w->type == FLOW_ELEM_TRACE_ON && g->type == FLOW_ELEM_TRACE_ON) {
        return htk_enc_rule_of_sync(w->code);
    }
    if (w->type == FLOW_ELEM_TRACE_OFF || g->type == FLOW_ELEM_TRACE_OFF) {
        return "NT-PTC-001";
    }
    return "NT-RUL-003";
}

/* The first pair of messages that differ is to blame; else what the items say. */
static void breaks(struct htk_bench *b, const struct bench_item *w, const struct bench_item *g)
{
    const struct bench_message at = {.cycle = g->cycle, .number = g->message};
    char expected[TEXT], got[TEXT];
    if (b->suspect && !b->apart && bench_message(&b->want) != NULL &&
        bench_message(&b->got) != NULL) {
        bench_differs(b, bench_message(&b->want), bench_message(&b->got));
        return;
    }
    text_of(w, b->want.items.skip, expected);
    text_of(g, b->got.items.skip, got);
    bench_broken(b, rule_of(w, g), &at, expected, got);
}

/* ---- after an overflow ---- */

/* Find the instruction at `pc` at or after the head of the model's items. */
static bool find(struct htk_bench *b, uint64_t pc)
{
    struct bench_items *q = &b->want.items;
    for (size_t i = q->head; i < q->fill; i++) {
        const uint64_t from = q->at[i].start + (i == q->head ? q->skip : 0);
        if (q->at[i].type == FLOW_ELEM_RANGE && pc >= from && pc < q->at[i].end) {
            q->head = i;
            q->skip = pc - q->at[i].start;
            return true;
        }
    }
    return false;
}

/* Where trace goes on: returns false when the model has not come to it. */
static bool place(struct htk_bench *b)
{
    const struct bench_item *g = bench_item(&b->got);
    while (g != NULL && (g->type == FLOW_ELEM_TRACE_ON || g->type == FLOW_ELEM_TRACE_OFF)) {
        bench_item_done(&b->got);
        g = bench_item(&b->got);
    }
    if (g == NULL || g->type != FLOW_ELEM_RANGE || !find(b, g->start)) {
        return false;
    }
    b->gap = false;
    b->placed = true;
    b->since = 0;
    b->kept_want = b->want.items.head;
    b->kept_got = b->got.items.head;
    return true;
}

/* The trace does not go on as it did there: try the next place. Returns false when it is certain.
 */
static bool place_again(struct htk_bench *b)
{
    if (!b->placed) {
        return false;
    }
    if (!b->odd || bench_item(&b->got)->message > b->odd_got.message) {
        b->odd = true;
        b->odd_want = *bench_item(&b->want);
        b->odd_got = *bench_item(&b->got);
        b->odd_want_skip = b->want.items.skip;
        b->odd_got_skip = b->got.items.skip;
    }
    b->want.items.head = b->kept_want + 1;
    b->got.items.head = b->kept_got;
    b->want.items.skip = b->got.items.skip = 0;
    b->placed = false;
    b->gap = true;
    return true;
}

static void lose(struct htk_bench *b)
{
    bench_item_done(&b->got);
    b->verdict.losses++;
    b->odd = false;
    b->apart = true;
    b->gap = true;
    b->placed = false;
    b->want.items.skip = 0;
}

/* After an overflow: trace that goes on where the hart was not is wrong. That it does not go on is
 * a loss. */
static void rest_of_gap(struct htk_bench *b)
{
    const struct bench_item *g = bench_item(&b->got);
    char expected[TEXT] = "trace goes on where the hart came to after the overflow", got[TEXT];
    if (b->odd) {
        const struct bench_message at = {.cycle = b->odd_got.cycle, .number = b->odd_got.message};
        text_of(&b->odd_want, b->odd_want_skip, expected);
        text_of(&b->odd_got, b->odd_got_skip, got);
        bench_broken(b, rule_of(&b->odd_want, &b->odd_got), &at, expected, got);
    } else if (g != NULL && g->type != FLOW_ELEM_LOST) {
        const struct bench_message at = {.cycle = g->cycle, .number = g->message};
        text_of(g, 0, got);
        bench_broken(b, "NT-SYN-010", &at, expected, got);
    }
}

/* ---- items ---- */

/* Two ranges from the same address: as far as both go. */
static void advance(struct htk_bench *b, const struct bench_item *w, const struct bench_item *g)
{
    const uint64_t more_w = w->end - w->start - b->want.items.skip;
    const uint64_t more_g = g->end - g->start - b->got.items.skip;
    const uint64_t n = more_w < more_g ? more_w : more_g;
    b->want.items.skip += n;
    b->got.items.skip += n;
    b->verdict.insns += n / 2;
    b->since += n / 2;
    if (n == more_w) {
        bench_item_done(&b->want);
    }
    if (n == more_g) {
        bench_item_done(&b->got);
    }
    if (b->since >= SURE) {
        b->placed = b->odd = false;
    }
}

/* Compare the oldest items. Returns false when they differ. */
static bool compare_items(struct htk_bench *b, const struct bench_item *w,
                          const struct bench_item *g)
{
    if (w->type == FLOW_ELEM_RANGE && g->type == FLOW_ELEM_RANGE &&
        w->start + b->want.items.skip == g->start + b->got.items.skip) {
        advance(b, w, g);
        return true;
    }
    if (w->type == g->type && w->type != FLOW_ELEM_RANGE && w->type != FLOW_ELEM_ERROR &&
        w->code == g->code && w->start == g->start) {
        bench_item_done(&b->want);
        bench_item_done(&b->got);
        return true;
    }
    return false;
}

static void compare_meaning(struct htk_bench *b)
{
    while (b->verdict.state == HTK_BENCH_GOOD) {
        const struct bench_item *g = bench_item(&b->got);
        if (g != NULL && g->type == FLOW_ELEM_LOST) {
            lose(b);
            continue;
        }
        if (b->gap && !place(b)) {
            g = bench_item(&b->got);
            if (g != NULL && (g->type != FLOW_ELEM_RANGE || b->clock > g->cycle + BENCH_GRACE)) {
                rest_of_gap(b);
            }
            break;
        }
        const struct bench_item *w = bench_item(&b->want);
        g = bench_item(&b->got);
        if (w == NULL || g == NULL) {
            break;
        }
        if (w->type == FLOW_ELEM_ADDR_NACC || w->type == FLOW_ELEM_ERROR) {
            char text[TEXT];
            text_of(w, 0, text);
            bench_stopped(b,
                          "cycle %" PRIu64 ": the model's own trace does not decode (%s): is the "
                          "program the one that runs, and are the records right?",
                          w->cycle, text);
        } else if (compare_items(b, w, g)) {
            agree(b);
        } else if (!place_again(b)) {
            breaks(b, w, g);
        }
    }
    if (!b->placed) {
        bench_items_compact(&b->want);
        bench_items_compact(&b->got);
    }
}

/* ---- both ---- */

void bench_compare(struct htk_bench *b)
{
    compare_messages(b);
    if (b->mode == HTK_BENCH_MEANING) {
        compare_meaning(b);
    }
    /* A message that only the encoder has, for some time. */
    const struct bench_message *got = bench_message(&b->got);
    if (b->verdict.state == HTK_BENCH_GOOD && b->mode == HTK_BENCH_EXACT && got != NULL &&
        bench_message(&b->want) == NULL && b->clock > got->cycle + BENCH_GRACE) {
        bench_differs(b, NULL, got);
    }
}

void bench_compare_rest(struct htk_bench *b)
{
    static const struct bench_item nothing = {.type = FLOW_ELEM_NONE};
    const struct bench_item *w = bench_item(&b->want), *g = bench_item(&b->got);
    if (b->verdict.state != HTK_BENCH_GOOD) {
        return;
    }
    if (b->mode == HTK_BENCH_EXACT) {
        if (bench_message(&b->want) != NULL || bench_message(&b->got) != NULL) {
            bench_differs(b, bench_message(&b->want), bench_message(&b->got));
        }
    } else if (b->gap) {
        rest_of_gap(b);
    } else if (w != NULL || g != NULL) {
        if (!b->apart && (bench_message(&b->want) != NULL || bench_message(&b->got) != NULL)) {
            bench_differs(b, bench_message(&b->want), bench_message(&b->got));
        } else {
            const struct bench_item end = {
                .type = FLOW_ELEM_NONE, .cycle = b->clock, .message = b->got.count};
            breaks(b, w != NULL ? w : &nothing, g != NULL ? g : &end);
        }
    }
}
