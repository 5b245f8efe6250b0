/* SPDX-License-Identifier: Apache-2.0 */
/* What the encoder in SystemVerilog sends of a random hart with external triggers, watchpoints,
 * debug mode, resets and low power is decoded, and held against an account of what happened
 * (tests/lib/random_events.h): a fault that the model has too is found here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "random_events.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_typ, rtl_encoder_full, rtl_encoder_dual,
    rtl_encoder_deep;

static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_typ, &rtl_encoder_full,
                                                       &rtl_encoder_dual, &rtl_encoder_deep};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    STEPS = 700,
};

static struct rh_hart hart;
static struct random_events events;

static struct rh_cfg hart_cfg(const struct trm_encoder_cfg *cfg, struct rh_rng *rng)
{
    return (struct rh_cfg){
        .base = 0x80000000u,
        .xlen = cfg->xlen,
        .itype_width = cfg->itype_width,
        .max_block = 1 + rh_below(rng, 8),
        .trap_one_in = rh_chance(rng, 2) ? 0 : 10 + rh_below(rng, 40),
        .branch_bias = 2 + rh_below(rng, 30),
        .indirect_bias = 1 + rh_below(rng, 10),
        .context_one_in = rh_chance(rng, 2) ? 0 : 30,
        .max_blocks = 1,
    };
}

/* Registers: return modes 2 and 3 only, as the hart is not well-behaved. */
static void setup(struct rig_script *s, struct rh_rng *rng, uint64_t seed)
{
    uint32_t features =
        rh_next(rng) & (TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_INST_EN_REPEATED_HISTORY_MASK |
                        TR_TE_INST_EXTEND_ADDR_MSB_MASK);
    if (rh_chance(rng, 2)) {
        features |= TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                    (2 + rh_below(rng, 2)) << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT;
    }
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TE_INST_FEATURES_OFFSET, features);
    rig_write(s, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, RE_EXT_ACTIONS);
    rig_write(s, TR_TE_TRIG_DBG_CONTROL_OFFSET, 7 << 2);
    rig_write(
        s, TR_TE_CONTROL_OFFSET,
        TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
            TR_TE_INST_STALL_ENA_MASK |
            (seed % 2 == 0 ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM) << TR_TE_INST_MODE_SHIFT |
            (rh_next(rng) & TR_TE_CONTEXT_MASK) | rh_below(rng, 4) << TR_TE_INST_SYNC_MODE_SHIFT |
            rh_below(rng, 4) << TR_TE_INST_SYNC_MAX_SHIFT);
    rig_idle(s, 6);
}

static void run(uint64_t seed, const struct re_odds *odds)
{
    static struct rig_script s;
    static struct rh_step step;
    const struct rtl_encoder_kind *kind = kinds[seed % KINDS];
    struct trm_encoder_cfg cfg;
    struct rh_rng rng;
    struct re_odds some = *odds;
    kind->cfg(&cfg);
    rh_seed(&rng, seed);
    struct rh_cfg hc = hart_cfg(&cfg, &rng);
    some.external = cfg.ext_triggers >= 4 ? odds->external : 0;
    some.watch = cfg.triggers ? odds->watch : 0;
    setup(&s, &rng, seed);
    rh_init(&hart, &hc, seed);
    random_events_init(&events, &hart, &some, seed);
    for (unsigned i = 0; i < STEPS; i++) {
        random_events_next(&events, &step);
        rig_record(&s, &step.in);
        rig_idle(&s, rh_chance(&rng, 4) ? rh_below(&rng, 10) : 0);
    }
    random_events_end(&events);
    (void)rig_check(kind, &cfg, &s, seed);
    const struct rig_result *r = rig_last();
    assert_int_equal(r->left_out, 0);
    random_events_check(&events, &r->stream, r->rtl, r->rtl_n, seed);
    rig_script_free(&s);
}

/* Holds NT-SYN-003 NT-SYN-005 NT-SYN-012 NT-PTC-004 NT-PTC-005 TCI-TRIG-006 NT-SYN-009 */
static void pauses_and_watchpoints(void **state)
{
    static const struct re_odds odds = {.watch = 10, .halt = 30, .reset = 30, .sleep = 30};
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        run(seed, &odds);
    }
}

/* Holds TCI-TRIG-015 NT-SYN-002 */
static void with_external_triggers(void **state)
{
    static const struct re_odds odds = {
        .external = 10, .watch = 20, .halt = 30, .reset = 30, .sleep = 30};
    (void)state;
    for (uint64_t seed = 1000; seed < 1040; seed++) {
        run(seed, &odds);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_and_watchpoints),
        cmocka_unit_test(with_external_triggers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
