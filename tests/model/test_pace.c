/* SPDX-License-Identifier: Apache-2.0 */
/* queue_records, queue_messages, link_fields: records and messages that take time, as in the
 * encoder in SystemVerilog (docs/reference/rtl.md, Cycles). That the times are those of the
 * SystemVerilog is for test_rtl_cycles; here: when the first message comes, and that waiting
 * changes nothing but time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    RUNS = 200,
    STEPS = 400,
    SETTLE = 4000, /* ticks in which everything leaves */
};

static struct bench b;
static struct bench other;
static uint32_t rng_state;

static uint32_t rnd(uint32_t n)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state % n;
}

static struct trm_encoder_cfg paced(uint32_t lanes)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.link_bytes = lanes;
    cfg.link_fields = true;
    cfg.queue_records = 8;
    cfg.queue_messages = 33;
    cfg.queue_reserve = 14;
    cfg.queue_restart = 8;
    cfg.restart_bytes = cfg.fifo_bytes;
    return cfg;
}

/* The same with two blocks per cycle. */
static struct trm_encoder_cfg paced_two(uint32_t lanes)
{
    struct trm_encoder_cfg cfg = paced(lanes);
    cfg.queue_blocks = 2;
    cfg.queue_records = 16;
    cfg.queue_messages = 65;
    cfg.queue_reserve = 19;
    return cfg;
}

static unsigned ticks_until(size_t bytes)
{
    unsigned n = 0;
    while (b.n < bytes) {
        trm_encoder_tick(&b.enc);
        n++;
        assert_true(n < 100);
    }
    return n;
}

/* 4 cycles in the queue of records, 3 in that of messages, then 4 stages and, at a byte per cycle,
 * the message: TCODE, SYNC and ICNT in 2 bytes, FADDR in 6. */
static void first_message_comes_after_all_stages(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = paced(1);
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x80000000, 2, INGRESS_ITYPE_NONE);
    assert_false(trm_encoder_empty(&b.enc));
    assert_int_equal(ticks_until(1), 4 + 3 + 4 + 8);
    assert_int_equal(b.n, 8);
    assert_true(trm_encoder_empty(&b.enc));
}

/* Both fields in one tick where they fit; else one for the first field and two for FADDR. */
static void a_wide_link_takes_fewer_ticks(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = paced(8);
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x80000000, 2, INGRESS_ITYPE_NONE);
    assert_int_equal(ticks_until(1), 4 + 3 + 4 + 1);
    cfg = paced(4);
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x80000000, 2, INGRESS_ITYPE_NONE);
    assert_int_equal(ticks_until(1), 4 + 3 + 4 + 3);
}

/* A second block, where the first one ends. */
static void add_block(struct ingress_cycle *in, uint32_t halfwords, uint8_t itype)
{
    const struct ingress_block *a = &in->block[0];
    in->block[1] = (struct ingress_block){
        .iaddr = a->iaddr + 2u * (uint64_t)a->iretire,
        .iretire = halfwords,
        .itype = itype,
        .ilastsize = halfwords % 2 == 0,
    };
    in->nblocks = 2;
}

/* With two blocks per cycle a record is looked at a cycle earlier. */
static void two_blocks_wait_three_ticks(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = paced_two(1);
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    struct ingress_cycle in = bench_record(&b, 0x80000000, 2, INGRESS_ITYPE_NONE);
    add_block(&in, 2, INGRESS_ITYPE_NONE);
    bench_give(&b, &in);
    assert_int_equal(ticks_until(1), 3 + 3 + 4 + 8);
}

/* Ticks until nothing waits of 8 records in a row that came in 8 ticks, the first of a region. */
static unsigned ticks_of_eight(uint32_t mode, uint32_t halfwords, uint8_t first, uint8_t second)
{
    struct trm_encoder_cfg cfg = paced_two(8);
    unsigned n = 0;
    bench_init(&b, &cfg);
    bench_control(&b, mode);
    for (unsigned i = 0; i < 8; i++) {
        struct ingress_cycle in = bench_record(&b, 0x80000000, halfwords, first);
        add_block(&in, halfwords, second);
        bench_give(&b, &in);
    }
    for (; b.enc.waiting != 0; n++) {
        trm_encoder_tick(&b.enc);
        assert_true(n < 100);
    }
    return n;
}

/* The last record is looked at after 3 ticks when those before it took one tick each or less: the
 * first block of the region takes a tick of its own, but its second one goes with the record after
 * it. Blocks that jump, or are not small, take a tick each: 16 ticks, the first of them the third
 * after the first record, 7 before the last one came. A first block that ends with a direct branch
 * makes two messages. */
static void blocks_that_are_counted_take_no_time(void **state)
{
    (void)state;
    const uint8_t none = INGRESS_ITYPE_NONE, taken = INGRESS_ITYPE_TAKEN;
    const unsigned together = 3, alone = 3 + 16 - 1 - 7;
    assert_int_equal(ticks_of_eight(BENCH_BTM, 2, none, none), together);
    assert_int_equal(ticks_of_eight(BENCH_HTM, 2, taken, INGRESS_ITYPE_NOT_TAKEN), together);
    assert_int_equal(ticks_of_eight(BENCH_BTM, 2, taken, taken), alone + 1);
    assert_int_equal(ticks_of_eight(BENCH_BTM, 64, none, none), alone);
    assert_int_equal(ticks_of_eight(BENCH_BTM, 2, INGRESS_ITYPE_UNINFERABLE_TAIL,
                                    INGRESS_ITYPE_UNINFERABLE_TAIL),
                     alone);
}

/* A packet of E-Trace has beats of its own: of those that wait for each other, each takes a tick
 * for every 4 bytes, the last ones of which need not be 4. */
static void packets_have_whole_beats(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = paced(4);
    unsigned odd = 0;
    cfg.etrace = true;
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_HTM & ~TR_TE_FORMAT_MASK);
    for (unsigned i = 0; i < 24; i++) {
        struct ingress_cycle in =
            bench_record(&b, 0x80000000 + (i % 2 != 0 ? 0x123456 * (uint64_t)i : 0), 2,
                         INGRESS_ITYPE_UNINFERABLE_TAIL);
        bench_give(&b, &in);
    }
    assert_true(b.enc.fifo_count > 8);
    for (unsigned i = 0; i < 8; i++) {
        size_t before = b.n;
        unsigned ticks = ticks_until(before + 1);
        size_t bytes = b.n - before;
        odd += i != 0 && bytes % 4 != 0 ? 1u : 0u;
        assert_true(i == 0 || ticks == (bytes + 3) / 4);
    }
    assert_true(odd > 3);
}

/* What is given in a run, the same for each encoder. */
struct script {
    uint64_t addr;
    bool jumped;
};

static struct ingress_cycle next_record(struct script *s, struct bench *at, bool events)
{
    static const uint8_t kinds[] = {
        INGRESS_ITYPE_NONE,           INGRESS_ITYPE_NONE,   INGRESS_ITYPE_NOT_TAKEN,
        INGRESS_ITYPE_TAKEN,          INGRESS_ITYPE_TAKEN,  INGRESS_ITYPE_UNINFERABLE_TAIL,
        INGRESS_ITYPE_INFERABLE_TAIL, INGRESS_ITYPE_RETURN, INGRESS_ITYPE_EXCEPTION,
    };
    uint8_t itype = kinds[rnd(sizeof kinds)];
    uint32_t halfwords = 1 + rnd(rnd(8) == 0 ? 200 : 6);
    struct ingress_cycle in = bench_record(at, s->addr, halfwords, itype);
    bool goes_on = itype == INGRESS_ITYPE_NONE || itype == INGRESS_ITYPE_NOT_TAKEN;
    s->addr = goes_on ? s->addr + 2u * (uint64_t)halfwords : 0x80000000 + 2u * rnd(1000);
    if (events && rnd(8) == 0) {
        in.trigger = (uint16_t)(1u << rnd(3));
    }
    if (events && rnd(16) == 0) {
        in.halted = rnd(2) != 0;
        in.lowpower = rnd(2) != 0;
        in.nblocks = 0;
    }
    return in;
}

static uint32_t control(bool htm, bool stall)
{
    uint32_t bits = htm ? BENCH_HTM : BENCH_BTM;
    bits |= TR_TE_INST_TRIG_ENABLE_MASK | TR_TE_CONTEXT_MASK;
    return bits | (stall ? TR_TE_INST_STALL_ENA_MASK : 0);
}

/* The same with a second block in every other record. */
static struct ingress_cycle next_of_two(struct script *s, struct bench *at, bool events)
{
    struct ingress_cycle in = next_record(s, at, events);
    if (in.nblocks == 1 && rnd(2) == 0) {
        struct ingress_cycle more = next_record(s, at, false);
        at->cycle--; /* the same one */
        in.block[in.nblocks++] = more.block[0];
    }
    return in;
}

/* Records with cycles between them, so that none is lost, and registers written at any time. */
static void run_script(const struct trm_encoder_cfg *cfg, uint32_t seed, bool etrace, bool two)
{
    rng_state = seed;
    bool htm = rnd(2) != 0;
    uint32_t bits = control(htm, false) | (etrace ? 0 : 1u << TR_TE_FORMAT_SHIFT);
    bits |= rnd(4) << TR_TE_INST_SYNC_MODE_SHIFT | rnd(3) << TR_TE_INST_SYNC_MAX_SHIFT;
    bench_init(&b, cfg);
    bench_control(&b, bits);
    struct script s = {.addr = 0x80000000};
    for (unsigned i = 0; i < STEPS; i++) {
        if (rnd(40) == 0) {
            bench_write(&b, TR_TE_CONTROL_OFFSET,
                        TR_TE_ACTIVE_MASK | (bits & ~(rnd(2) != 0 ? TR_TE_INST_TRACING_MASK : 0)));
        }
        struct ingress_cycle in = two ? next_of_two(&s, &b, true) : next_record(&s, &b, true);
        bench_give(&b, &in);
        bench_ticks(&b, rnd(2) == 0 ? rnd(2) : 20 + rnd(20));
        if (rnd(4) == 0) {
            bench_ticks(&b, 60);
        }
    }
    bench_control(&b, bits & ~(TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK));
    bench_ticks(&b, SETTLE);
    assert_true(trm_encoder_empty(&b.enc));
    assert_int_equal(b.enc.stats.overflows, 0);
}

static void same_bytes(const struct trm_encoder_cfg *slow, const struct trm_encoder_cfg *quick,
                       bool etrace)
{
    bool two = slow->queue_blocks == 2;
    for (uint32_t seed = 1; seed <= RUNS; seed++) {
        run_script(quick, seed, etrace, two);
        memcpy(&other, &b, sizeof b);
        run_script(slow, seed, etrace, two);
        assert_true(b.n != 0);
        assert_int_equal(b.n, other.n);
        assert_memory_equal(b.bytes, other.bytes, b.n);
    }
}

/* Times are those at which records come, registers take effect in their place between records. */
static void waiting_changes_no_message(void **state)
{
    (void)state;
    struct trm_encoder_cfg slow = paced(4), quick;
    trm_encoder_cfg_init(&quick);
    slow.ts_modes = quick.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    same_bytes(&slow, &quick, false);
    slow = paced_two(4);
    slow.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    same_bytes(&slow, &quick, false);
}

static void nor_any_packet_of_etrace(void **state)
{
    (void)state;
    struct trm_encoder_cfg slow = paced(8), quick;
    trm_encoder_cfg_init(&quick);
    slow.etrace = quick.etrace = true;
    same_bytes(&slow, &quick, true);
    slow = paced_two(8);
    slow.etrace = true;
    same_bytes(&slow, &quick, true);
}

/* A hart that retires in every cycle, stalled by a link that refuses at random, and registers that
 * are written while records wait. What was taken makes the messages that it makes without limits.
 */
static void stalling_loses_nothing(void **state)
{
    (void)state;
    uint64_t stalls = 0;
    for (uint32_t seed = 1; seed <= RUNS; seed++) {
        bool two = seed % 4 < 2;
        struct trm_encoder_cfg slow = two ? paced_two(1 + seed % 3) : paced(1 + seed % 3);
        uint32_t bits = control(seed % 2 != 0, true);
        bench_init(&b, &slow);
        bench_init(&other, NULL);
        bench_control(&b, bits);
        bench_control(&other, bits);
        rng_state = seed;
        struct script s = {.addr = 0x80000000};
        for (unsigned i = 0; i < STEPS; i++) {
            if (rnd(50) == 0) {
                uint32_t value =
                    TR_TE_ACTIVE_MASK | (bits & ~(rnd(2) != 0 ? TR_TE_INST_TRACING_MASK : 0));
                bench_write(&b, TR_TE_CONTROL_OFFSET, value);
                bench_write(&other, TR_TE_CONTROL_OFFSET, value);
            }
            struct ingress_cycle in = two ? next_of_two(&s, &b, false) : next_record(&s, &b, false);
            do {
                b.refuse = rnd(4) == 0;
                bench_give(&b, &in);
                stalls += b.stalled ? 1u : 0u;
            } while (b.stalled);
            bench_give(&other, &in);
        }
        b.refuse = false;
        bench_control(&b, bits & ~TR_TE_ENABLE_MASK);
        bench_control(&other, bits & ~TR_TE_ENABLE_MASK);
        bench_ticks(&b, SETTLE);
        assert_true(trm_encoder_empty(&b.enc));
        assert_int_equal(b.enc.stats.dropped, 0);
        assert_int_equal(b.n, other.n);
        assert_memory_equal(b.bytes, other.bytes, b.n);
    }
    assert_true(stalls > 1000);
}

/* Everything is lost for a while, and announced; then trace goes on. */
static void losses_are_announced(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= RUNS; seed++) {
        struct trm_encoder_cfg slow = paced(1);
        bench_init(&b, &slow);
        bench_control(&b, control(false, false));
        rng_state = seed;
        struct script s = {.addr = 0x80000000};
        for (unsigned i = 0; i < STEPS; i++) {
            struct ingress_cycle in = next_record(&s, &b, false);
            bench_give(&b, &in);
            assert_false(b.stalled);
        }
        bench_ticks(&b, SETTLE);
        assert_true(trm_encoder_empty(&b.enc));
        assert_true(b.enc.stats.overflows > 0);
        struct nexus_stream_cfg cfg;
        trm_encoder_stream_cfg(&b.enc, &cfg);
        bench_lines(&cfg, b.bytes, b.n, b.text, sizeof b.text);
        assert_non_null(strstr(b.text, "Error"));
        assert_non_null(strstr(strstr(b.text, "Error"), "SYNC=7"));
    }
}

/* Sidebands are levels: one that changes with a record that has no place is seen when there is
 * one. */
static void a_sideband_is_not_lost_with_its_record(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = paced(1);
    bench_init(&b, &cfg);
    bench_control(&b, control(false, false));
    const struct ingress_cycle jump =
        bench_record(&b, 0x80000000, 2, INGRESS_ITYPE_UNINFERABLE_TAIL);
    while (!b.enc.gap) {
        struct ingress_cycle in = jump;
        in.ctype = INGRESS_CTYPE_PRECISE;
        in.context = b.enc.ticks; /* an Ownership, which takes time, for each */
        bench_give(&b, &in);
        assert_true(b.enc.ticks < 1000);
    }
    struct ingress_cycle in = jump;
    in.lowpower = true;
    in.nblocks = 0;
    bench_give(&b, &in);
    assert_true(b.enc.gap);
    bench_ticks(&b, SETTLE);
    assert_true(b.enc.lowpower);
    assert_true(trm_encoder_empty(&b.enc));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_message_comes_after_all_stages),
        cmocka_unit_test(a_wide_link_takes_fewer_ticks),
        cmocka_unit_test(two_blocks_wait_three_ticks),
        cmocka_unit_test(blocks_that_are_counted_take_no_time),
        cmocka_unit_test(packets_have_whole_beats),
        cmocka_unit_test(waiting_changes_no_message),
        cmocka_unit_test(nor_any_packet_of_etrace),
        cmocka_unit_test(stalling_loses_nothing),
        cmocka_unit_test(losses_are_announced),
        cmocka_unit_test(a_sideband_is_not_lost_with_its_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
