/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree: pulled or pushed, in pieces, paused and in frames, the elements are those of the
 * pull decoder of each source. Random traces, whole and damaged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tree_rig.h"

static struct tree_rig r;
static struct elem_list want, got;

static void pull(unsigned i)
{
    struct flow_elem e;
    got.n = 0;
    while (htr_tree_next(&r.tree, r.decoder[i], &e)) {
        el_add(&got, NULL, &e);
    }
    assert_false(htr_tree_next(&r.tree, r.decoder[i], &e)); /* the end stays the end */
}

static void pulled(bool frames, unsigned damage)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        tr_make(&r, seed, 900, damage);
        tr_build(&r, frames, true);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            tr_expect(&r, frames, i, &want);
            pull(i);
            assert_true(want.n > 30);
            assert_true(el_lists_equal(&want, &got));
        }
        htr_tree_close(&r.tree);
    }
}

static void pulled_from_messages(void **state)
{
    (void)state;
    pulled(false, 0);
    pulled(false, 8);
}

static void pulled_from_frames(void **state)
{
    (void)state;
    pulled(true, 0);
    pulled(true, 8);
}

/* Ranges by the batch: the same instructions at the same addresses, and the other elements. */
static void pulled_by_the_batch(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        tr_make(&r, seed, 300, seed % 2 == 0 ? 5 : 0);
        tr_build(&r, false, true);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            struct flow_range range[7];
            struct flow_elem e;
            size_t k = 0;
            int n;
            tr_expect(&r, false, i, &want);
            while ((n = htr_tree_next_ranges(&r.tree, r.decoder[i], range, 7, &e)) >= 0) {
                for (int j = 0; j < n; j++, k++) {
                    assert_true(k < want.n);
                    assert_int_equal(want.item[k].e.type, FLOW_ELEM_RANGE);
                    assert_int_equal(want.item[k].e.start, range[j].start);
                    assert_int_equal(want.item[k].e.end, range[j].end);
                    assert_int_equal(want.item[k].e.count, range[j].count);
                }
                if (n == 0) {
                    assert_int_equal(want.item[k].e.type, e.type);
                    assert_int_equal(want.item[k].e.offset, e.offset);
                    k++;
                }
            }
            assert_int_equal(k, want.n);
        }
        htr_tree_close(&r.tree);
    }
}

static void pushed(bool frames, uint64_t pauses, unsigned damage, size_t most)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        tr_make(&r, seed, 300, damage);
        tr_build(&r, frames, false);
        r.pauses = pauses;
        tr_push(&r, frames, most);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            tr_expect(&r, frames, i, &want);
            assert_true(el_lists_equal(&want, &r.list[i]));
        }
        htr_tree_close(&r.tree);
    }
}

static void pushed_in_pieces(void **state)
{
    (void)state;
    pushed(false, 0, 0, 1);
    pushed(false, 0, 0, 4096);
    pushed(false, 0, 8, 50);
    pushed(true, 0, 0, 1);
    pushed(true, 0, 0, 40);
    pushed(true, 0, 8, 4096);
}

static void paused(void **state)
{
    (void)state;
    pushed(false, 1, 0, 100); /* at every element */
    pushed(false, 3, 8, 100);
    pushed(true, 1, 0, 100);
    pushed(true, 3, 8, 30);
}

/* The order of elements among decoders is that of their messages, wherever bytes are cut. */
static struct {
    size_t n;
    int32_t decoder[EL_MAX];
    uint64_t msg[EL_MAX];
} order[2], *now;

static enum htr_answer note(void *ctx, int32_t decoder, const struct flow_elem *e)
{
    now->decoder[now->n] = decoder;
    now->msg[now->n++] = e->msg;
    return ctx != NULL && now->n % 2 == 0 ? HTR_WAIT : HTR_CONT;
}

static void the_order_does_not_depend_on_pieces(void **state)
{
    (void)state;
    for (unsigned frames = 0; frames < 2; frames++) {
        for (unsigned k = 0; k < 2; k++) {
            now = &order[k];
            now->n = 0;
            tr_make(&r, 5, 300, 0);
            tr_build(&r, frames != 0, false);
            int32_t sink = htr_tree_sink(&r.tree, "order", note, k != 0 ? &r : NULL);
            for (unsigned i = 0; i < TR_SOURCES; i++) {
                assert_int_equal(htr_tree_attach(&r.tree, r.decoder[i], sink, 0), HTR_OK);
            }
            assert_int_equal(htr_tree_begin(&r.tree), HTR_OK);
            tr_push(&r, frames != 0, k == 0 ? 4096 : 3);
            htr_tree_close(&r.tree);
        }
        assert_true(order[0].n > 100);
        assert_int_equal(order[0].n, order[1].n);
        assert_memory_equal(order[0].decoder, order[1].decoder, order[0].n * sizeof(int32_t));
        assert_memory_equal(order[0].msg, order[1].msg, order[0].n * sizeof(uint64_t));
    }
}

static void reset_begins_anew(void **state)
{
    size_t taken;
    (void)state;
    for (unsigned frames = 0; frames < 2; frames++) {
        tr_make(&r, 7, 300, 4);
        tr_build(&r, frames != 0, false);
        r.pauses = 1;
        assert_int_equal(
            htr_tree_data(&r.tree, 0, frames != 0 ? r.frames : r.bytes.byte, 400, &taken),
            HTR_WAIT);
        assert_int_equal(htr_tree_reset(&r.tree), HTR_CONT);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            r.list[i].n = 0;
        }
        r.pauses = 4;
        tr_push(&r, frames != 0, 64);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            tr_expect(&r, frames != 0, i, &want);
            assert_true(el_lists_equal(&want, &r.list[i]));
        }
        /* After EOT nothing but a reset helps. */
        assert_int_equal(htr_tree_data(&r.tree, 0, r.frames, 1, &taken), HTR_FATAL);
        assert_int_equal(htr_tree_eot(&r.tree, 0), HTR_FATAL);
        assert_int_equal(htr_tree_reset(&r.tree), HTR_CONT);
        assert_int_equal(htr_tree_data(&r.tree, 0, r.frames, 0, &taken), HTR_CONT);
        htr_tree_close(&r.tree);
    }
}

static enum htr_answer stop(void *ctx, int32_t decoder, const struct flow_elem *e)
{
    (void)ctx;
    (void)decoder;
    (void)e;
    return HTR_FATAL;
}

static void a_sink_can_stop(void **state)
{
    size_t taken;
    (void)state;
    tr_make(&r, 3, 100, 0);
    tr_build(&r, false, false);
    int32_t sink = htr_tree_sink(&r.tree, "stop", stop, NULL);
    assert_int_equal(htr_tree_attach(&r.tree, r.decoder[0], sink, 0), HTR_OK);
    assert_int_equal(htr_tree_begin(&r.tree), HTR_OK);
    assert_int_equal(htr_tree_data(&r.tree, 0, r.bytes.byte, r.bytes.n, &taken), HTR_FATAL);
    assert_int_equal(htr_tree_data(&r.tree, 0, r.bytes.byte, r.bytes.n, &taken), HTR_FATAL);
    assert_int_equal(htr_tree_flush(&r.tree, HTR_ALL), HTR_FATAL);
    assert_int_equal(htr_tree_eot(&r.tree, 0), HTR_FATAL);
    htr_tree_close(&r.tree);
}

/* Two buffers, merged in the order of messages. */
static void several_buffers(void **state)
{
    struct htr_tree_buffer_spec buffer[2] = {{.name = "a"}, {.name = "b"}};
    struct htr_tree_source_spec source[2];
    int32_t decoder[2];
    (void)state;
    tr_make(&r, 11, 300, 0);
    for (unsigned i = 0; i < 2; i++) {
        source[i] = (struct htr_tree_source_spec){.name = "s",
                                                  .buffer = i,
                                                  .src = (uint16_t)(i + 1),
                                                  .cfg = r.cfg,
                                                  .region = &r.maker[i].region,
                                                  .regions = 1};
        buffer[i].bytes = r.bytes.byte;
        buffer[i].size = r.bytes.n;
    }
    htr_tree_init(&r.tree, &r.host, NULL, 0);
    assert_int_equal(htr_tree_build(&r.tree, buffer, 2, source, 2, decoder), HTR_OK);
    struct htr_lane lane[2];
    struct htr_merge m;
    struct flow_elem e;
    int32_t from;
    r.list[0].n = r.list[1].n = 0;
    uint64_t last = 0;
    htr_merge_init(&m, &r.tree, lane, decoder, 2, false);
    while ((from = htr_merge_next(&m, &e)) != HTR_NONE) {
        unsigned i = from == decoder[1];
        assert_true(e.msg >= last);
        last = e.msg;
        el_add(&r.list[i], NULL, &e);
    }
    for (unsigned i = 0; i < 2; i++) {
        tr_expect(&r, false, i, &want);
        assert_true(el_lists_equal(&want, &r.list[i]));
    }
    htr_tree_close(&r.tree);
}

/* By time: the clocks of all sources never go back. A clock is the source's last TIMESTAMP. */
static void merged_by_time(void **state)
{
    unsigned changes = 0;
    (void)state;
    for (uint64_t seed = 2; seed <= 20; seed += 3) { /* with timestamps, of 40 bits */
        struct htr_lane lane[TR_SOURCES];
        struct htr_merge m;
        struct flow_elem e;
        uint64_t clock[TR_SOURCES] = {0}, last = 0;
        int32_t from, before = HTR_NONE;
        tr_make(&r, seed, 300, 0);
        if (!r.cfg.timestamps || r.cfg.timestamp_bits != 40) {
            continue;
        }
        tr_build(&r, false, true);
        htr_merge_init(&m, &r.tree, lane, r.decoder, TR_SOURCES, true);
        while ((from = htr_merge_next(&m, &e)) != HTR_NONE) {
            unsigned i = 0;
            while (r.decoder[i] != from) {
                i++;
            }
            clock[i] = e.type == FLOW_ELEM_TIMESTAMP ? e.value : clock[i];
            assert_true(clock[i] >= last);
            last = clock[i];
            changes += from != before;
            before = from;
            el_add(&r.list[i], NULL, &e);
        }
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            tr_expect(&r, false, i, &want);
            assert_true(el_lists_equal(&want, &r.list[i]));
        }
        htr_tree_close(&r.tree);
    }
    assert_true(changes > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulled_from_messages),
        cmocka_unit_test(pulled_from_frames),
        cmocka_unit_test(pulled_by_the_batch),
        cmocka_unit_test(pushed_in_pieces),
        cmocka_unit_test(paused),
        cmocka_unit_test(the_order_does_not_depend_on_pieces),
        cmocka_unit_test(reset_begins_anew),
        cmocka_unit_test(a_sink_can_stop),
        cmocka_unit_test(several_buffers),
        cmocka_unit_test(merged_by_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
