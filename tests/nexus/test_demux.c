/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several sources in one stream: each is decoded as if it were alone; order, unknown sources,
 * configurations of their own; times of several sources.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "elem_list.h"
#include "trace_maker.h"
#include "flow/flow_clock.h"

enum {
    SOURCES = 4,
};

static const uint16_t src_of[SOURCES] = {2, 3, 9, 15};

static struct tm_bytes bytes;
static struct trace_maker maker[SOURCES];
static struct nexus_source source[SOURCES];
static struct nexus_stream stream;
static struct elem_list alone, all, mine;
static uint8_t buffer[NEXUS_STREAM_BUFFER];

static enum nexus_answer take(void *ctx, struct nexus_source *from, const struct flow_elem *e)
{
    (void)ctx;
    el_add(&all, from, e);
    return NEXUS_CONT;
}

/* Sources differ in what an encoder may be configured to; SRC they must share. */
static struct nexus_stream_cfg cfg_of(unsigned i)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    cfg.src_bits = 4;
    cfg.xlen = i == 1 ? 32 : 64;
    cfg.timestamps = i % 2 == 0;
    cfg.timestamp_bits = i == 0 ? 20 : 40;
    cfg.extend_addr_msb = i == 2;
    cfg.repeated_history = i == 3;
    cfg.profile = i == 2 ? NEXUS_PROFILE_SIFIVE_0X : NEXUS_PROFILE_1_0;
    cfg.width.idtag = (uint8_t)(8 + i);
    return cfg;
}

static void make(uint64_t seed, unsigned steps)
{
    uint64_t random = seed;
    bytes.n = 0;
    for (unsigned i = 0; i < SOURCES; i++) {
        struct nexus_stream_cfg cfg = cfg_of(i);
        tm_init(&maker[i], &cfg, src_of[i], seed * SOURCES + i, &bytes);
        maker[i].quiet = seed % 2 != 0;
    }
    for (unsigned i = 0; i < steps; i++) {
        tm_step(&maker[tm_random(&random, SOURCES)]);
    }
    for (unsigned i = 0; i < SOURCES; i++) {
        tm_finish(&maker[i]);
    }
}

/* Decode with the sources of the mask. */
static void demux(unsigned mask, uint64_t random)
{
    struct nexus_stream_cfg cfg = cfg_of(0);
    size_t n = 0;
    all.n = 0;
    for (unsigned i = 0; i < SOURCES; i++) {
        if ((mask >> i & 1u) != 0) {
            struct nexus_stream_cfg own = cfg_of(i);
            assert_int_equal(nexus_source_init(&source[n++], src_of[i], &own, &maker[i].code),
                             NEXUS_OK);
        }
    }
    assert_int_equal(nexus_stream_init(&stream, &cfg, source, n, buffer, sizeof buffer, take, NULL),
                     NEXUS_OK);
    for (size_t at = 0; at < bytes.n;) {
        size_t piece = 1 + (size_t)tm_random(&random, 50), consumed;
        piece = piece < bytes.n - at ? piece : bytes.n - at;
        assert_int_equal(nexus_stream_data(&stream, bytes.byte + at, piece, &consumed), NEXUS_CONT);
        at += consumed;
    }
    assert_int_equal(nexus_stream_eot(&stream), NEXUS_CONT);
}

static void pick(const struct nexus_source *from)
{
    mine.n = 0;
    for (size_t i = 0; i < all.n; i++) {
        if (all.item[i].source == from) {
            assert_int_equal(all.item[i].e.src, from->src);
            mine.item[mine.n++] = all.item[i];
        }
    }
}

/* The pull decoder with SRC chosen and this source's configuration: where the configurations differ
 * in the form of other messages, it must not look at those; so only sources without damage. */
static void expect_as_alone(unsigned i)
{
    static struct nexus_decoder d;
    struct nexus_stream_cfg cfg = cfg_of(i);
    struct nexus_msg m;
    struct flow_elem e;
    uint64_t msg = 0;
    alone.n = 0;
    assert_int_equal(nexus_decoder_init(&d, &cfg, &maker[i].code, bytes.byte, bytes.n), NEXUS_OK);
    for (;;) {
        int rc = nexus_msg_next(&d.msgs, &m);
        if (rc == NEXUS_ERR_END) {
            break;
        }
        d.flow.msgs = msg++;
        if (m.src == src_of[i]) {
            assert_int_equal(rc, NEXUS_OK);
            assert_int_equal(nexus_flow_push(&d.flow, &m), NEXUS_OK);
            while (nexus_flow_next(&d.flow, &e) == NEXUS_OK) {
                el_add(&alone, NULL, &e);
            }
        }
    }
    assert_true(mine.n > 1);
    assert_int_equal(mine.item[mine.n - 1].e.type, FLOW_ELEM_END);
    mine.n--;
    assert_true(el_lists_equal(&alone, &mine));
}

/* Holds NT-TX-028 NT-DEC-018 */
static void each_source_is_decoded_as_if_alone(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        make(seed, 400);
        demux(0xf, seed);
        for (unsigned i = 0; i < SOURCES; i++) {
            pick(&source[i]);
            expect_as_alone(i);
            assert_int_equal(source[i].messages, maker[i].messages);
        }
        assert_int_equal(stream.messages, maker[0].messages + maker[1].messages +
                                              maker[2].messages + maker[3].messages);
        assert_int_equal(stream.unknown, 0);
    }
}

/* What was executed, by source: the truth from the trace maker. */
static void each_source_executes_its_own_code(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 21; seed += 2) { /* odd: nothing is lost */
        make(seed, 400);
        demux(0xf, seed);
        for (unsigned i = 0; i < SOURCES; i++) {
            unsigned n = 0;
            pick(&source[i]);
            for (size_t k = 0; k < mine.n; k++) {
                struct flow_range_iter it;
                const struct flow_insn *insn;
                if (mine.item[k].e.type != FLOW_ELEM_RANGE) {
                    continue;
                }
                flow_range_begin(&it, &mine.item[k].e);
                while (flow_range_next(&it, &maker[i].code, &insn) == FLOW_OK) {
                    assert_true(n < maker[i].npcs);
                    assert_int_equal(it.where.pc, maker[i].pc[n++]);
                }
            }
            assert_int_equal(n, maker[i].npcs);
        }
    }
}

/* Elements come in the order of their messages. */
static void order_is_that_of_arrival(void **state)
{
    (void)state;
    make(2, 400);
    demux(0xf, 1);
    for (size_t i = 1; i < all.n; i++) {
        assert_true(all.item[i].e.msg >= all.item[i - 1].e.msg);
        assert_true(all.item[i].e.offset >= all.item[i - 1].e.offset);
        if (all.item[i].e.msg == all.item[i - 1].e.msg && all.item[i].e.type != FLOW_ELEM_END) {
            assert_ptr_equal(all.item[i].source, all.item[i - 1].source);
        }
    }
}

/* Sources without a decoder: reported once each, and counted. */
static void unknown_sources_are_told_once_and_counted(void **state)
{
    unsigned told[16] = {0};
    (void)state;
    make(4, 400);
    demux(0x5, 1);
    for (size_t i = 0; i < all.n; i++) {
        const struct flow_elem *e = &all.item[i].e;
        if (all.item[i].source == NULL) {
            assert_int_equal(e->type, FLOW_ELEM_UNKNOWN);
            assert_int_equal(e->status, NEXUS_ERR_SOURCE);
            assert_int_equal(e->value, e->src);
            told[e->src]++;
        }
    }
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(told[i], i == 3 || i == 15);
    }
    assert_int_equal(stream.unknown, maker[1].messages + maker[3].messages);
    pick(&source[1]);
    expect_as_alone(2);
}

/* A source for all that have none of their own. */
static void any_takes_the_rest(void **state)
{
    struct nexus_stream_cfg cfg = cfg_of(0);
    size_t consumed;
    (void)state;
    bytes.n = 0;
    for (unsigned i = 0; i < 2; i++) {
        tm_init(&maker[i], &cfg, (uint16_t)(5 + i), i + 1, &bytes);
        for (unsigned k = 0; k < 50; k++) {
            tm_step(&maker[i]);
        }
        assert_int_equal(
            nexus_source_init(&source[i], i == 0 ? 5 : NEXUS_SRC_ANY, &cfg, &maker[i].code),
            NEXUS_OK);
    }
    all.n = 0;
    assert_int_equal(nexus_stream_init(&stream, &cfg, source, 2, buffer, sizeof buffer, take, NULL),
                     NEXUS_OK);
    assert_int_equal(nexus_stream_data(&stream, bytes.byte, bytes.n, &consumed), NEXUS_CONT);
    assert_int_equal(source[0].messages, maker[0].messages);
    assert_int_equal(source[1].messages, maker[1].messages);
    assert_int_equal(source[0].flow.errors + source[1].flow.errors, 0);
    assert_int_equal(all.item[all.n - 1].e.src, 6);
}

/* DeviceID has no SRC: it belongs to no source, or to the source for the rest. */
static void messages_without_src(void **state)
{
    static const uint8_t id[] = {1 << 2, 0, 0, 0, 0, 0, 3};
    struct nexus_stream_cfg cfg = cfg_of(0);
    size_t consumed;
    (void)state;
    make(2, 0);
    for (unsigned any = 0; any < 2; any++) {
        assert_int_equal(
            nexus_source_init(&source[0], any ? NEXUS_SRC_ANY : 0, &cfg, &maker[0].code), NEXUS_OK);
        assert_int_equal(
            nexus_stream_init(&stream, &cfg, source, 1, buffer, sizeof buffer, take, NULL),
            NEXUS_OK);
        all.n = 0;
        assert_int_equal(nexus_stream_data(&stream, id, sizeof id, &consumed), NEXUS_CONT);
        assert_int_equal(all.n, 1);
        assert_int_equal(all.item[0].e.type, FLOW_ELEM_OTHER);
        assert_int_equal(all.item[0].e.code, NEXUS_DEVICE_ID);
        assert_ptr_equal(all.item[0].source, any ? &source[0] : NULL);
        assert_int_equal(all.item[0].e.raw_length, sizeof id);
    }
}

/* A damaged message: every source has a gap, whatever SRC it seems to have. */
static void damage_is_a_gap_of_every_source(void **state)
{
    (void)state;
    make(1, 200);
    size_t before = bytes.n;
    for (unsigned i = 0; i < 200; i++) {
        tm_step(&maker[i % SOURCES]);
    }
    bytes.byte[before] = 3 << 2; /* DirectBranch: SRC and I-CNT of 4 and 2 bits, then MSEO 10 */
    bytes.byte[before + 1] = 2 << 2;
    bytes.byte[before + 2] = 2;
    bytes.byte[before + 3] = 3; /* ends here */
    demux(0xf, 1);
    unsigned errors[SOURCES] = {0};
    for (size_t i = 0; i < all.n; i++) {
        if (all.item[i].e.type == FLOW_ELEM_ERROR && all.item[i].e.offset == before) {
            assert_int_equal(all.item[i].e.status, NEXUS_ERR_MSEO);
            errors[all.item[i].source - source]++;
        }
    }
    for (unsigned i = 0; i < SOURCES; i++) {
        assert_int_equal(errors[i], 1);
    }
}

/* Serial numbers: half of the range ahead is earlier. */
static void times_compare_across_the_wrap(void **state)
{
    (void)state;
    assert_int_equal(flow_time_compare(5, 5, 8), 0);
    assert_int_equal(flow_time_compare(6, 5, 8), 1);
    assert_int_equal(flow_time_compare(5, 6, 8), -1);
    assert_int_equal(flow_time_compare(3, 250, 8), 1);
    assert_int_equal(flow_time_compare(250, 3, 8), -1);
    assert_int_equal(flow_time_compare(127, 0, 8), 1);
    assert_int_equal(flow_time_compare(128, 0, 8), -1);
    assert_int_equal(flow_time_compare(0x100, 0, 8), 0);
    assert_int_equal(flow_time_compare(0, 1, 1), -1);
    assert_int_equal(flow_time_compare(0, UINT64_MAX, 64), 1);
    assert_int_equal(flow_time_compare(UINT64_MAX, 0, 64), -1);
    assert_int_equal(flow_time_compare(UINT64_C(1) << 63, 0, 64), -1);
}

/* 0xf0 -> 0x10 is a wrap of 8 bits; 0x10 -> 0x08 is late, not 248 ahead. */
static void clock_counts_the_wraps(void **state)
{
    struct flow_clock clock = {0};
    struct flow_clock wide = {0};
    (void)state;
    assert_int_equal(flow_clock_update(&clock, 0xf0, 8), 0xf0);
    assert_int_equal(flow_clock_update(&clock, 0xf0, 8), 0xf0);
    assert_int_equal(flow_clock_update(&clock, 0x10, 8), 0x110);
    assert_int_equal(flow_clock_update(&clock, 0x08, 8), 0x108);
    assert_int_equal(flow_clock_update(&clock, 0xc0, 8), 0x1c0);
    assert_int_equal(flow_clock_update(&clock, 0x00, 8), 0x200);
    assert_int_equal(flow_clock_update(&clock, 0xfe, 8), 0x1fe);
    assert_int_equal(flow_clock_update(&wide, UINT64_MAX, 64), UINT64_MAX);
    clock = (struct flow_clock){0};
    assert_int_equal(flow_clock_update(&clock, 2, 8), 2);
    assert_int_equal(flow_clock_update(&clock, 0xfe, 8), 0xfe); /* nothing is before the first */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_source_is_decoded_as_if_alone),
        cmocka_unit_test(each_source_executes_its_own_code),
        cmocka_unit_test(order_is_that_of_arrival),
        cmocka_unit_test(unknown_sources_are_told_once_and_counted),
        cmocka_unit_test(any_takes_the_rest),
        cmocka_unit_test(messages_without_src),
        cmocka_unit_test(damage_is_a_gap_of_every_source),
        cmocka_unit_test(times_compare_across_the_wrap),
        cmocka_unit_test(clock_counts_the_wraps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
