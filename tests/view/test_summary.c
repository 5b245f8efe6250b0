/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Summaries of parts (htv/htv_summary.h): random programs, cut anywhere, composed in any grouping,
 * are byte for byte the summary of the whole; and the call tree made from a summary is the one made
 * from every range. Functions are 0x100 bytes each from 0x1000 on; U is setjmp; V and what follows
 * have no name, and W lies in two places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htv/htv_calltree.h"
#include "htv/htv_summary.h"
#include "summary_programs.h"

static bool names; /* of this round */

static struct htv_place locate(void *ctx, const struct flow_context *context, uint64_t pc,
                               bool entry)
{
    const uint32_t function = (uint32_t)((pc - BASE) / SIZE);
    (void)ctx;
    (void)context;
    if (names && function < NAMED) {
        return (struct htv_place){.function = function + 1,
                                  .setjmp = function == SETJMP,
                                  .low = BASE + (uint64_t)function * SIZE,
                                  .length = SIZE,
                                  .named = true};
    }
    const struct htv_place none = {.function = entry ? (uint32_t)pc : 0, .length = UINT64_MAX};
    return names ? (struct htv_place){.function = none.function,
                                      .low = BASE + NAMED * SIZE,
                                      .length = (FUNCTIONS - NAMED) * SIZE}
                 : none;
}

/* ---- summaries ---- */

struct part {
    char *bytes;
    size_t size;
};

static int put(struct htv_summary *s, const struct flow_elem *e)
{
    const struct flow_range r = {.start = e->start,
                                 .end = e->end,
                                 .count = e->count,
                                 .type = FLOW_RANGE_TYPE,
                                 .last_cls = e->last_cls,
                                 .last_size = e->last_size,
                                 .last_taken = e->last_taken};
    return e->type == FLOW_ELEM_RANGE ? htv_summary_range(s, &r) : htv_summary_elem(s, e);
}

static struct part summary_of(const struct program *p, unsigned from, unsigned to)
{
    struct htr_host host = {0};
    struct htv_summary *s;
    struct part part = {0};
    FILE *f = open_memstream(&part.bytes, &part.size);
    assert_int_equal(htv_summary_open(&s, &host, locate, NULL, f), HTR_OK);
    for (unsigned i = from; i < to; i++) {
        assert_int_equal(put(s, &p->item[i]), HTR_OK);
    }
    htv_summary_flush(s);
    htv_summary_close(s);
    assert_int_equal(fclose(f), 0);
    return part;
}

/* a becomes the summary of both. */
static void compose(struct part *a, struct part *b)
{
    struct htr_host host = {0};
    struct htv_summary *s;
    struct part both = {0}, *in[2] = {a, b};
    FILE *f = open_memstream(&both.bytes, &both.size);
    assert_int_equal(htv_summary_open(&s, &host, locate, NULL, f), HTR_OK);
    for (unsigned i = 0; i < 2; i++) {
        if (in[i]->size > 0) {
            FILE *from = fmemopen(in[i]->bytes, in[i]->size, "r");
            assert_int_equal(htv_summary_log(s, from), HTR_OK);
            assert_int_equal(fclose(from), 0);
        }
    }
    htv_summary_flush(s);
    htv_summary_close(s);
    assert_int_equal(fclose(f), 0);
    free(a->bytes);
    free(b->bytes);
    *a = both;
    *b = (struct part){0};
}

/* ---- call trees ---- */

struct walk {
    struct htv_calls calls;
    struct htv_calltree tree;
    struct htv_summary_call call[ITEMS];
    uint32_t depth[ITEMS]; /* of each call above the open frame */
    unsigned n;
    bool too_deep; /* the reader has to decode again */
};

static void took(void *ctx, const struct htv_event *e)
{
    struct walk *w = ctx;
    assert_int_equal(htv_calltree_take(&w->tree, e), HTR_OK);
}

/* As a pass goes on, htv_lane.c. */
static void walk_on(struct walk *w, const struct flow_elem *e)
{
    const struct flow_range r = {.start = e->start,
                                 .end = e->end,
                                 .count = e->count,
                                 .type = FLOW_RANGE_TYPE,
                                 .last_cls = e->last_cls,
                                 .last_size = e->last_size,
                                 .last_taken = e->last_taken};
    struct htv_calls *c = &w->calls;
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        htv_calls_range(c, &r);
        break;
    case HTV_SUMMARY_ELEM: {
        struct htv_event at = {.kind = HTV_CALLS, .insns = c->insns};
        const bool last = htv_summary_call_of(e, &w->call[w->n]);
        w->call[w->n].function = locate(NULL, NULL, w->call[w->n].to, true).function;
        const uint32_t parent = w->call[w->n].parent;
        w->depth[w->n] = parent == 0 ? 1 : w->depth[parent - 1] + !w->call[w->n].tail;
        w->n++;
        if (last) {
            at.stack = htv_calls_top(c, &at.depth, &at.function);
            assert_int_equal(htv_calltree_calls(&w->tree, &at, w->call, w->n), HTR_OK);
            for (; w->n > 0; w->n--) {
                w->too_deep |= at.depth + w->depth[w->n - 1] > HTV_DEPTH_MAX;
                c->insns += w->call[w->n - 1].insns;
            }
        }
        break;
    }
    case FLOW_ELEM_CONTEXT:
        htv_calls_context(c, &e->context);
        break;
    case FLOW_ELEM_EXCEPTION:
        htv_calls_trap(c, e->code, e->known, e->start, e->end);
        break;
    case FLOW_ELEM_TRACE_OFF:
        htv_calls_off(c);
        break;
    case FLOW_ELEM_TRACE_ON:
        (void)htv_calls_on(c, e->start);
        break;
    case FLOW_ELEM_LOST:
        htv_calls_gap(c);
        break;
    default:
        break;
    }
}

static void begin_walk(struct walk *w)
{
    memset(w, 0, sizeof *w);
    assert_int_equal(htv_calltree_init(&w->tree, 1), HTR_OK);
    htv_calls_init(&w->calls, 0, 0, 1, locate, took, w);
}

static void end_walk(struct walk *w)
{
    htv_calls_end(&w->calls);
    assert_int_equal(w->calls.status, HTR_OK);
    htv_calls_free(&w->calls);
}

/* Every node, in the same order. */
static void same_tree(const struct htv_calltree *a, const struct htv_calltree *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_memory_equal(&a->node[i], &b->node[i], sizeof a->node[i]);
    }
}

/* ---- tests ---- */

static unsigned long all_ranges, all_items;

static void check_tree(const struct program *p, const struct part *whole)
{
    static struct walk was, now;
    struct htr_elem_reader r;
    struct flow_elem e;
    FILE *f = fmemopen(whole->bytes, whole->size, "r");
    begin_walk(&was);
    begin_walk(&now);
    for (unsigned i = 0; i < p->n; i++) {
        walk_on(&was, &p->item[i]);
        all_ranges += p->item[i].type == FLOW_ELEM_RANGE;
    }
    htr_elem_reader_init(&r, f);
    while (htr_elem_read(&r, &e)) {
        walk_on(&now, &e);
        all_items += e.type == FLOW_ELEM_RANGE || e.type == HTV_SUMMARY_ELEM;
    }
    assert_false(r.damaged);
    htr_elem_reader_close(&r);
    assert_int_equal(fclose(f), 0);
    end_walk(&was);
    end_walk(&now);
    assert_false(now.too_deep);
    assert_int_equal(was.calls.insns, now.calls.insns);
    same_tree(&was.tree, &now.tree);
    htv_calltree_free(&was.tree);
    htv_calltree_free(&now.tree);
}

static void one_program(uint64_t round)
{
    static struct program p;
    struct part part[PARTS];
    unsigned at = 0;
    seed = 88172645463325252u + round * 1000003;
    names = round % 4 != 0;
    make(&p);
    struct part whole = summary_of(&p, 0, p.n);
    check_tree(&p, &whole);
    const unsigned parts = 2 + (unsigned)draw(PARTS - 1);
    for (unsigned i = 0; i < parts; i++) {
        const unsigned to =
            i + 1 == parts ? p.n : at + (unsigned)draw(2 * (p.n - at) / (parts - i) + 1);
        part[i] = summary_of(&p, at, to < p.n ? to : p.n);
        at = to < p.n ? to : p.n;
    }
    for (unsigned n = parts; n > 1; n--) {
        const unsigned i = (unsigned)draw(n - 1);
        compose(&part[i], &part[i + 1]);
        memmove(&part[i + 1], &part[i + 2], (n - i - 2) * sizeof *part);
    }
    assert_int_equal(part[0].size, whole.size);
    assert_memory_equal(part[0].bytes, whole.bytes, whole.size);
    free(part[0].bytes);
    free(whole.bytes);
}

static void summaries_compose_in_any_grouping(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        one_program(round);
    }
    assert_true(all_items < all_ranges);
}

/* The empty sequence, before and after. */
static void the_empty_part_is_the_identity(void **state)
{
    static struct program p;
    (void)state;
    seed = 4711;
    names = true;
    make(&p);
    struct part whole = summary_of(&p, 0, p.n), same = summary_of(&p, 0, p.n);
    struct part none = summary_of(&p, 0, 0);
    assert_int_equal(none.size, 0);
    compose(&same, &none);
    assert_int_equal(same.size, whole.size);
    assert_memory_equal(same.bytes, whole.bytes, whole.size);
    compose(&none, &same);
    assert_int_equal(none.size, whole.size);
    assert_memory_equal(none.bytes, whole.bytes, whole.size);
    free(none.bytes);
    free(whole.bytes);
}

/* A thousand calls of a leaf from a loop, and a call open at the end: five items. */
static void closed_calls_are_one_tree(void **state)
{
    static struct program p;
    (void)state;
    names = true;
    p = (struct program){.pc = BASE + 8};
    const uint64_t leaf = BASE + 3 * SIZE;
    for (unsigned i = 0; i < 100; i++) {
        p.item[p.n++] = (struct flow_elem){.type = FLOW_ELEM_RANGE,
                                           .start = BASE + 8,
                                           .end = BASE + 16,
                                           .count = 2,
                                           .last_cls = FLOW_INSN_DIRECT_CALL,
                                           .last_size = 4,
                                           .last_taken = true};
        p.item[p.n++] = (struct flow_elem){.type = FLOW_ELEM_RANGE,
                                           .start = leaf,
                                           .end = leaf + 12,
                                           .count = 3,
                                           .last_cls = FLOW_INSN_RETURN,
                                           .last_size = 4,
                                           .last_taken = true};
        p.item[p.n++] = (struct flow_elem){.type = FLOW_ELEM_RANGE,
                                           .start = BASE + 16,
                                           .end = BASE + 24,
                                           .count = 2,
                                           .last_cls = FLOW_INSN_BRANCH,
                                           .last_size = 4,
                                           .last_taken = true};
    }
    p.item[p.n++] = p.item[0];
    p.item[p.n++] = p.item[1];
    struct part whole = summary_of(&p, 0, p.n);
    FILE *f = fmemopen(whole.bytes, whole.size, "r");
    struct htr_elem_reader r;
    struct flow_elem e;
    struct htv_summary_call c;
    htr_elem_reader_init(&r, f);
    assert_true(htr_elem_read(&r, &e)); /* the loop, up to the call that is open */
    assert_int_equal(e.type, FLOW_ELEM_RANGE);
    assert_int_equal(e.count, 402);
    assert_int_equal(e.last_cls, FLOW_INSN_DIRECT_CALL);
    assert_true(htr_elem_read(&r, &e));
    assert_int_equal(e.type, HTV_SUMMARY_ELEM);
    assert_true(htv_summary_call_of(&e, &c));
    assert_int_equal(c.entered, 100);
    assert_int_equal(c.insns, 300);
    assert_int_equal(c.from, BASE + 12);
    assert_int_equal(c.to, leaf);
    assert_int_equal(c.parent, 0);
    assert_true(htr_elem_read(&r, &e)); /* the open one */
    assert_int_equal(e.type, FLOW_ELEM_RANGE);
    assert_int_equal(e.count, 3);
    assert_false(htr_elem_read(&r, &e));
    htr_elem_reader_close(&r);
    assert_int_equal(fclose(f), 0);
    free(whole.bytes);
}

/* More calls than a stack holds count as part of their callers: the reader sees it, and decodes
 * again. */
static void calls_too_deep_for_a_stack_are_seen(void **state)
{
    enum {
        CALLS = HTV_DEPTH_MAX + 50
    };
    static struct walk was, now;
    struct htr_host host = {0};
    struct htv_summary *s;
    struct flow_elem e;
    struct htr_elem_reader r;
    char *bytes;
    size_t size;
    FILE *f = open_memstream(&bytes, &size);
    (void)state;
    names = true;
    assert_int_equal(htv_summary_open(&s, &host, locate, NULL, f), HTR_OK);
    begin_walk(&was);
    begin_walk(&now);
    for (unsigned i = 0; i < 2 * CALLS; i++) { /* a function that calls itself, and returns */
        const bool down = i < CALLS;
        const uint64_t start = BASE + (down ? 0 : 8);
        const struct flow_elem one = {.type = FLOW_ELEM_RANGE,
                                      .start = start,
                                      .end = start + 8,
                                      .count = 2,
                                      .last_cls = down ? FLOW_INSN_DIRECT_CALL : FLOW_INSN_RETURN,
                                      .last_size = 4,
                                      .last_taken = true};
        assert_int_equal(put(s, &one), HTR_OK);
        walk_on(&was, &one);
    }
    htv_summary_flush(s);
    htv_summary_close(s);
    assert_int_equal(fclose(f), 0);
    f = fmemopen(bytes, size, "r");
    htr_elem_reader_init(&r, f);
    while (htr_elem_read(&r, &e)) {
        walk_on(&now, &e);
    }
    htr_elem_reader_close(&r);
    assert_int_equal(fclose(f), 0);
    free(bytes);
    assert_true(was.calls.overdeep > 0);
    assert_true(now.too_deep);
    end_walk(&was);
    end_walk(&now);
    htv_calltree_free(&was.tree);
    htv_calltree_free(&now.tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries_compose_in_any_grouping),
        cmocka_unit_test(the_empty_part_is_the_identity),
        cmocka_unit_test(closed_calls_are_one_tree),
        cmocka_unit_test(calls_too_deep_for_a_stack_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
