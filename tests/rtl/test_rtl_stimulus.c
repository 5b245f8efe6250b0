/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus ports of the encoder in SystemVerilog (docs/reference/stimulus.md): they send what those
 * of the model send, byte for byte; what is lost is announced; a store can wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_typ, rtl_encoder_full, rtl_encoder_dual,
    rtl_encoder_tiny, rtl_encoder_deep;

/* IDTAG of 8, 16, 0 (variable) and 10 bits; SRC, TSTAMP, one and two blocks, 2, 4 and 8 lanes. */
static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_full, &rtl_encoder_dual,
                                                       &rtl_encoder_tiny, &rtl_encoder_deep};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK,
    TRACING = TR_TE_INST_TRACING_MASK | TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT,
    FULL = 200, /* stores, more than the queue has places */
};

static struct rig_result r;
static char text[1 << 16];

/* --- as the model --- */

static void add_store(struct rig_step *step, struct rh_rng *rng)
{
    static const uint8_t sizes[] = {1, 2, 4, 4};
    step->has_write = true;
    step->size = sizes[rh_below(rng, 4)];
    step->offset = TR_TE_STIM_PORT_OFFSET(rh_below(rng, TR_TE_STIM_PORT_COUNT));
    step->value = rh_next(rng) >> rh_below(rng, 33) % 32;
}

/* Another setting of the ports, or of the encoder: now and then. */
static void add_switch(struct rig_step *step, struct rh_rng *rng, uint32_t *control)
{
    step->has_write = true;
    if (rh_chance(rng, 2)) {
        *control ^= rh_chance(rng, 2) ? TR_TE_ENABLE_MASK : TR_TE_INST_TRACING_MASK;
        step->offset = TR_TE_CONTROL_OFFSET;
        step->value = *control;
    } else if (rh_chance(rng, 2)) {
        step->offset = TR_TE_STIM_MASK_OFFSET;
        step->value = rh_chance(rng, 2) ? UINT32_MAX : rh_next(rng);
    } else {
        step->offset = TR_TE_STIM_CONTROL_OFFSET;
        step->value = (rh_chance(rng, 4) ? 0u : 1u) | (rh_next(rng) & 0x106u);
    }
}

static void begin_script(struct rig_script *s, struct rh_rng *rng, uint32_t control)
{
    const uint32_t features =
        rh_next(rng) & (TR_TE_INST_EN_REPEATED_HISTORY_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                        TR_TE_INST_IMPLICIT_RETURN_MODE_MASK | TR_TE_SRC_ID_MASK);
    const uint32_t ts = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                        rh_below(rng, 5) << TR_TS_MODE_SHIFT;
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TE_INST_FEATURES_OFFSET, features | rh_below(rng, 13) << TR_TE_SRC_BITS_SHIFT);
    rig_write(s, TR_TS_CONTROL_OFFSET, rh_chance(rng, 4) ? 0 : ts);
    rig_write(s, TR_TE_STIM_CONTROL_OFFSET, 1 | (rh_next(rng) & 6u));
    rig_write(s, TR_TE_STIM_MASK_OFFSET, rh_chance(rng, 2) ? UINT32_MAX : rh_next(rng));
    rig_write(s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(s, 6);
}

/* A hart that runs a random program, and stores; `often`: one cycle in this many. */
static void hart_script(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                        struct rig_script *s, uint64_t seed, unsigned steps)
{
    static struct rh_hart hart;
    struct rh_rng rng;
    rh_seed(&rng, seed);
    const struct rh_cfg rc = {.base = 0x80000000u,
                              .xlen = cfg->xlen,
                              .itype_width = cfg->itype_width,
                              .max_block = 1 + rh_below(&rng, kind->retire_bits < 5 ? 3 : 12),
                              .trap_one_in = 10 + rh_below(&rng, 40),
                              .branch_bias = 2 + rh_below(&rng, 30),
                              .indirect_bias = 1 + rh_below(&rng, 10),
                              .max_blocks = 1,
                              .well_behaved = rh_chance(&rng, 2)};
    const unsigned often = 1 + rh_below(&rng, 12), change = rh_chance(&rng, 2) ? 0 : 40;
    const unsigned refuse = rh_chance(&rng, 2) ? 0 : rh_below(&rng, 100);
    uint32_t mode = rh_chance(&rng, 2) ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    uint32_t control = ON | TR_TE_INST_STALL_ENA_MASK | mode << TR_TE_INST_MODE_SHIFT |
                       (rh_chance(&rng, 5) ? 0u : TR_TE_INST_TRACING_MASK) |
                       (rh_chance(&rng, 3) ? 1u << TR_TE_INST_SYNC_MODE_SHIFT : 0u);
    rh_init(&hart, &rc, seed);
    begin_script(s, &rng, control);
    for (unsigned i = 0; i < steps; i++) {
        struct rig_step *step = rig_add(s);
        if (!rh_chance(&rng, 3)) {
            struct rh_step hs;
            rh_step(&hart, &hs);
            step->has_record = true;
            step->record = hs.in;
        }
        step->refuse = rh_below(&rng, 100) < refuse;
        if (rh_chance(&rng, often)) {
            add_store(step, &rng);
        } else if (change != 0 && rh_chance(&rng, change)) {
            add_switch(step, &rng, &control);
        }
    }
}

/* Holds HT-STIM-005 HT-STIM-007 HT-STIM-008 HT-STIM-010..014 HT-STIM-022 */
static void random_stores_in_random_programs(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    uint64_t sent = 0, all = 0;
    for (uint64_t seed = 0; seed < rig_seeds(40); seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed % KINDS];
        kind->cfg(&cfg);
        hart_script(kind, &cfg, &s, seed, 1200);
        sent |= rig_check(kind, &cfg, &s, seed);
        all += rig_last()->rtl_n + rig_last()->left_out;
    }
    rig_script_free(&s);
    assert_true((sent >> 7 & 1u) != 0); /* with SRC and TSTAMP */
    assert_true(all > 40000);
}

/* --- no room --- */

static void begin(const struct rtl_encoder_kind *kind, uint32_t control, uint32_t stim)
{
    struct trm_encoder_cfg cfg;
    kind->cfg(&cfg);
    rig_begin(kind, &cfg, &r);
    rig_lossy();
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_STIM_CONTROL_OFFSET, stim);
    rig_set(TR_TE_STIM_MASK_OFFSET, UINT32_MAX);
    rig_set(TR_TE_CONTROL_OFFSET, control);
    rig_block(true);
}

static void settle(unsigned clocks, bool ready)
{
    for (unsigned i = 0; i < clocks; i++) {
        rig_clock(NULL, ready);
    }
}

static bool dropped(void)
{
    return (rig_get_rtl(TR_TE_STIM_CONTROL_OFFSET) & TR_TE_STIM_DROPPED_MASK) != 0;
}

static const char *told(void)
{
    const size_t n = r.rtl_n;
    rig_end(false);
    text[0] = '\n';
    bench_lines(&r.stream, r.rtl, n, text + 1, sizeof text - 1);
    return text;
}

static unsigned count(const char *all, const char *word)
{
    unsigned n = 0;
    for (const char *at = strstr(all, word); at != NULL; at = strstr(at + 1, word)) {
        n++;
    }
    return n;
}

/* Stores 0, 1, 2 ... while the link takes nothing, and more when it does again: what comes are the
 * first ones, one Error message with bit 5 of ECODE, and those after it. With trace of instructions
 * a synchronizing message with SYNC 7 follows the Error message. Holds HT-STIM-015..018 */
static void a_drop_is_announced(void **state)
{
    (void)state;
    for (unsigned tracing = 0; tracing < 2; tracing++) {
        struct ingress_cycle in = {
            .nblocks = 1,
            .priv = INGRESS_PRIV_M,
            .block = {
                {.iaddr = 0x1000, .iretire = 2, .itype = INGRESS_ITYPE_NONE, .ilastsize = 1}}};
        char last[64];
        unsigned n = 0;
        begin(&rtl_encoder_full, ON | (tracing != 0 ? TRACING : 0), 1);
        while (n < FULL && !dropped()) {
            rig_store(TR_TE_STIM_PORT_OFFSET(0), 4, 0x10000 + n++);
            settle(16, false);
        }
        assert_true(n > 20 && n < FULL);
        rig_store(TR_TE_STIM_PORT_OFFSET(0), 4, 0x20000);
        settle(16, false);
        rig_set(TR_TE_STIM_CONTROL_OFFSET, 1 | TR_TE_STIM_DROPPED_MASK);
        assert_false(dropped());
        rig_block(false);
        settle(1000, true);
        rig_clock(&in, true);
        settle(20, true);
        rig_store(TR_TE_STIM_PORT_OFFSET(1), 1, 0x77);
        settle(100, true);
        const char *all = told();
        snprintf(last, sizeof last, "DQDATA=0x%X\nError ETYPE=0 ECODE=0x20\n", 0x10000 + n - 2);
        assert_non_null(strstr(all, last));
        assert_int_equal(count(all, "\nDataAcquisition IDTAG=0 DQDATA=0x1"), n - 1);
        assert_int_equal(count(all, "\nError "), 1);
        assert_int_equal(count(all, "DQDATA=0x20000"), 0);
        assert_int_equal(count(all, "\nError ETYPE=0 ECODE=0x20\nProgTraceSync SYNC=7 "), tracing);
        assert_int_equal(count(all, "\nDataAcquisition IDTAG=7 DQDATA=0x77\n"), 1);
    }
}

/* Stores while the link takes a beat now and then: all come, in order, however long a store waits.
 * Holds HT-STIM-019 HT-STIM-020 */
static void with_back_pressure_nothing_is_lost(void **state)
{
    (void)state;
    begin(&rtl_encoder_dual, ON, 1 | TR_TE_STIM_STALL_ENA_MASK);
    rig_block(false);
    for (unsigned i = 0; i < FULL; i++) {
        rig_begin_write(TR_TE_STIM_PORT_OFFSET(0), 0x10000 + i);
        settle(3, i % 8 == 0);
    }
    settle(2000, true);
    assert_false(dropped());
    const char *all = told(), *at = all;
    for (unsigned i = 0; i < FULL; i++) {
        char line[64];
        snprintf(line, sizeof line, "DataAcquisition IDTAG=0 DQDATA=0x%X\n", 0x10000 + i);
        at = strstr(at, line);
        assert_non_null(at);
    }
    assert_int_equal(count(all, "\nError"), 0);
}

/* A link that is stopped for ever ends the waiting: the store is dropped. Holds HT-STIM-021 */
static void nobody_waits_for_a_stopped_link(void **state)
{
    (void)state;
    begin(&rtl_encoder_full, ON, 1 | TR_TE_STIM_STALL_ENA_MASK);
    rig_link_stops(true);
    for (unsigned i = 0; i < 100; i++) {
        rig_store(TR_TE_STIM_PORT_OFFSET(3), 2, i); /* the rig complains when a write never ends */
        settle(4, false);
    }
    assert_true(dropped());
    assert_int_equal(r.why[0], 0);
    rig_block(false);
    (void)told();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_stores_in_random_programs),
        cmocka_unit_test(a_drop_is_announced),
        cmocka_unit_test(with_back_pressure_nothing_is_lost),
        cmocka_unit_test(nobody_waits_for_a_stopped_link),
    };
    return cmocka_run_group_tests_name("stimulus ports in SystemVerilog", tests, NULL, NULL);
}
