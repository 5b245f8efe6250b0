/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs through the encoder and back through the flow decoder: every instruction that was
 * retired while tracing comes out, in order, and nothing else. The truth is the random hart's own
 * list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "nexus/nexus_flow.h"
#include "random_hart.h"

enum {
    MAX_PCS = 1 << 16,
};

static struct bench b;
static struct rh_hart hart;
static uint64_t truth[MAX_PCS];
static unsigned ntruth;
static unsigned gaps;
static unsigned traps_in, traps_out;

struct scenario {
    uint32_t control;
    uint32_t features;
    uint64_t base;
    unsigned xlen, itype_width, max_block, trap_one_in, context_one_in;
    unsigned hist_bits, icnt_bits;
    unsigned event_one_in; /* debug mode, reset, low power; 0 = never */
    unsigned notify_one_in;
    unsigned refuse_percent; /* of ticks the link takes nothing */
};

static void setup(const struct scenario *s, uint64_t seed)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.xlen = (uint8_t)s->xlen;
    cfg.itype_width = (uint8_t)s->itype_width;
    cfg.hist_bits = (uint8_t)s->hist_bits;
    cfg.icnt_bits = (uint8_t)s->icnt_bits;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, s->features);
    bench_control(&b, s->control);
    struct rh_cfg rc = {
        .base = s->base,
        .xlen = s->xlen,
        .itype_width = s->itype_width,
        .max_block = s->max_block,
        .trap_one_in = s->trap_one_in,
        .branch_bias = 8,
        .context_one_in = s->context_one_in,
    };
    rh_init(&hart, &rc, seed);
    ntruth = 0;
    traps_in = 0;
}

/* A cycle without instructions, with one of the sidebands up. */
static void event(void)
{
    struct ingress_cycle in = {.cycle = ++hart.cycle, .priv = hart.priv};
    unsigned kind = rh_below(&hart.rng, 4);
    in.halted = kind == 0 || kind == 3;
    in.reset = kind == 1;
    in.lowpower = kind == 2;
    bench_give(&b, &in);
}

static void run(const struct scenario *s, unsigned steps)
{
    bool trap = false;
    for (unsigned i = 0; i < steps && ntruth + 64 < MAX_PCS; i++) {
        struct rh_step step;
        if (rh_chance(&hart.rng, s->event_one_in)) {
            event();
        }
        rh_step(&hart, &step);
        if (rh_chance(&hart.rng, s->notify_one_in)) {
            step.in.trigger = INGRESS_TRIGGER_NOTIFY;
        }
        b.refuse = rh_below(&hart.rng, 100) < s->refuse_percent;
        bench_give(&b, &step.in);
        while (b.stalled) {
            b.refuse = rh_below(&hart.rng, 100) < s->refuse_percent;
            bench_give(&b, &step.in);
        }
        for (unsigned k = 0; k < step.count; k++) {
            truth[ntruth++] = step.pc[k];
        }
        /* The trap of the last record never learns its handler, and is not reported. */
        traps_in += trap ? 1 : 0;
        trap = step.in.block[0].itype == INGRESS_ITYPE_EXCEPTION ||
               step.in.block[0].itype == INGRESS_ITYPE_INTERRUPT;
    }
    b.refuse = false;
    bench_control(&b, s->control & ~TR_TE_ENABLE_MASK);
    bench_ticks(&b, 2000);
    assert_true(trm_encoder_empty(&b.enc));
}

static uint64_t got[MAX_PCS];
static unsigned ngot;
static unsigned cut[MAX_PCS]; /* got[] indices where a gap begins */

static void decode(void)
{
    struct nexus_stream_cfg cfg;
    struct flow_region region = {hart.cfg.base, sizeof hart.code, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    static struct nexus_decoder d;
    struct flow_elem e;
    trm_encoder_stream_cfg(&b.enc, &cfg);
    flow_code_init_image(&code, nexus_cfg_isa(&cfg), &image);
    assert_int_equal(nexus_decoder_init(&d, &cfg, &code, b.bytes, b.n), NEXUS_OK);
    ngot = 0;
    gaps = 0;
    traps_out = 0;
    int status;
    while ((status = nexus_decoder_next(&d, &e)) == NEXUS_OK) {
        assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
        assert_int_not_equal(e.type, FLOW_ELEM_ADDR_NACC);
        if (e.type == FLOW_ELEM_LOST) {
            cut[gaps++] = ngot;
        }
        traps_out += e.type == FLOW_ELEM_EXCEPTION ? 1 : 0;
        if (e.type == FLOW_ELEM_RANGE) {
            struct flow_range_iter it;
            const struct flow_insn *insn;
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
                assert_true(ngot < MAX_PCS);
                got[ngot++] = it.where.pc;
            }
        }
    }
    assert_int_equal(status, NEXUS_ERR_END);
}

static void expect_all(void)
{
    decode();
    assert_int_equal(gaps, 0);
    assert_int_equal(ngot, ntruth);
    for (unsigned i = 0; i < ntruth; i++) {
        assert_int_equal(got[i], truth[i]);
    }
}

static const struct scenario plain = {
    .control = BENCH_HTM,
    .base = UINT64_C(0x80000000),
    .xlen = 64,
    .itype_width = 4,
    .max_block = 8,
    .trap_one_in = 20,
    .hist_bits = 32,
    .icnt_bits = 22,
};

#define SYNC(mode, max)                                                                            \
    ((uint32_t)(mode) << TR_TE_INST_SYNC_MODE_SHIFT | (uint32_t)(max) << TR_TE_INST_SYNC_MAX_SHIFT)

static void both_modes_single_and_block_retirement(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct scenario s = plain;
        s.control = seed % 2 == 0 ? BENCH_HTM : BENCH_BTM;
        s.max_block = seed % 4 < 2 ? 1 : 12;
        s.xlen = seed % 3 == 0 ? 32 : 64;
        s.itype_width = seed % 8 < 4 ? 3 : 4;
        setup(&s, seed);
        run(&s, 3000);
        expect_all();
        assert_true(traps_in > 0);
        assert_int_equal(traps_out, traps_in);
    }
}

static void narrow_counters(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct scenario s = plain;
        s.control = seed % 2 == 0 ? BENCH_HTM : BENCH_BTM;
        s.hist_bits = 2 + (unsigned)seed % 7;
        s.icnt_bits = 6 + (unsigned)seed % 3;
        setup(&s, seed);
        run(&s, 2000);
        expect_all();
    }
}

static void periodic_sync_in_every_mode(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 36; seed++) {
        struct scenario s = plain;
        s.control = (seed % 2 == 0 ? BENCH_HTM : BENCH_BTM) | TR_TE_CONTEXT_MASK |
                    SYNC(1 + seed % 3, seed % 4);
        s.context_one_in = 50;
        s.hist_bits = 4 + (unsigned)seed % 29;
        setup(&s, seed);
        run(&s, 2000);
        expect_all();
        assert_int_equal(traps_out, traps_in);
    }
}

/* Debug mode, hart reset and low power between any two records, notify triggers, high addresses. */
static void events_between_any_two_records(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 36; seed++) {
        struct scenario s = plain;
        s.control =
            (seed % 2 == 0 ? BENCH_HTM : BENCH_BTM) | TR_TE_CONTEXT_MASK | SYNC(seed % 4, 2);
        s.features = seed % 3 == 0 ? TR_TE_INST_EXTEND_ADDR_MSB_MASK : 0;
        s.base = seed % 3 == 0 ? UINT64_C(0xFFFFFFFF80000000) : plain.base;
        s.event_one_in = 10 + (unsigned)seed;
        s.notify_one_in = 15;
        s.context_one_in = 30;
        setup(&s, seed);
        run(&s, 2000);
        expect_all();
    }
}

static void stall_keeps_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct scenario s = plain;
        s.control = (seed % 2 == 0 ? BENCH_HTM : BENCH_BTM) | TR_TE_INST_STALL_ENA_MASK;
        s.refuse_percent = 90;
        setup(&s, seed);
        run(&s, 2000);
        assert_int_equal(b.enc.stats.dropped, 0);
        expect_all();
    }
}

/* Implicit return with partial and full comparison, repeated history, all at once, with everything
 * that clears or flushes them. (Level counting needs programs that always return properly.) */
static void optimizations(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 48; seed++) {
        struct scenario s = plain;
        uint32_t mode = 2 + seed % 2;
        s.control = (seed % 4 < 3 ? BENCH_HTM : BENCH_BTM) | SYNC(seed % 3 == 0 ? 3 : 0, 4);
        s.features = (seed % 8 < 6 ? TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                                         mode << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT
                                   : 0) |
                     (seed % 3 < 2 ? TR_TE_INST_EN_REPEATED_HISTORY_MASK : 0);
        s.hist_bits = seed % 5 == 0 ? 32 : 2 + (unsigned)seed % 8;
        s.trap_one_in = seed % 2 == 0 ? 20 : 500;
        s.event_one_in = seed % 6 == 0 ? 100 : 0;
        s.notify_one_in = seed % 7 == 0 ? 50 : 0;
        setup(&s, seed);
        run(&s, 3000);
        expect_all();
    }
}

/* Is got[from..to) a run of the truth at `at`? */
static bool matches(unsigned from, unsigned to, unsigned at)
{
    return at + (to - from) <= ntruth &&
           memcmp(got + from, truth + at, (to - from) * sizeof got[0]) == 0;
}

/* Loss by overflow: what comes out between two gaps was executed like that, in this order. */
static void overflow_decodes_to_truth(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct scenario s = plain;
        s.control = (seed % 2 == 0 ? BENCH_HTM : BENCH_BTM) | SYNC(3, 3);
        s.refuse_percent = 99;
        setup(&s, seed);
        run(&s, 6000);
        decode();
        assert_true(gaps > 0);
        assert_int_equal(gaps, b.enc.stats.overflows);
        assert_true(ngot < ntruth);
        unsigned at = 0, from = 0;
        for (unsigned g = 0; g <= gaps; g++) {
            unsigned to = g < gaps ? cut[g] : ngot;
            while (!matches(from, to, at)) {
                at++;
                assert_true(at < ntruth);
            }
            at += to - from;
            from = to;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_modes_single_and_block_retirement),
        cmocka_unit_test(narrow_counters),
        cmocka_unit_test(periodic_sync_in_every_mode),
        cmocka_unit_test(events_between_any_two_records),
        cmocka_unit_test(stall_keeps_everything),
        cmocka_unit_test(optimizations),
        cmocka_unit_test(overflow_decodes_to_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
