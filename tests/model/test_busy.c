/* SPDX-License-Identifier: Apache-2.0 */
/* Busy: while a component is not busy, ticks can be skipped without a visible difference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "funnel_rig.h"
#include "trm/trm_ramsink.h"

enum {
    DELAY = 3,
};

static struct bench b;

static void encoder_works_and_rests(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_ticks(&b, 1);
    assert_false(trm_encoder_busy(&b.enc)); /* out of reset, nothing to do */
    bench_control(&b, BENCH_BTM);
    assert_true(trm_encoder_busy(&b.enc)); /* enabled: any cycle may bring something */
    b.refuse = true;
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    bench_control(&b, 0);
    assert_true(trm_encoder_busy(&b.enc)); /* disabled, but the end is still queued */
    b.refuse = false;
    bench_ticks(&b, 1);
    assert_false(trm_encoder_busy(&b.enc));
    assert_int_equal(trm_encoder_reg_write(&b.enc, TR_TE_INST_FEATURES_OFFSET, 4, 0), TRM_OK);
    assert_true(trm_encoder_busy(&b.enc)); /* written, not yet in effect */
    bench_ticks(&b, 1);
    assert_false(trm_encoder_busy(&b.enc));
}

/* A counter of ticks must not miss one. */
static void encoder_counts_time(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ts_modes = 1u << TR_TS_MODE_INTERNAL_SYSTEM;
    bench_init(&b, &cfg);
    uint32_t mode = TR_TS_ACTIVE_MASK | TR_TS_MODE_INTERNAL_SYSTEM << TR_TS_MODE_SHIFT;
    bench_write(&b, TR_TS_CONTROL_OFFSET, mode);
    bench_ticks(&b, 1);
    assert_false(trm_encoder_busy(&b.enc));
    bench_write(&b, TR_TS_CONTROL_OFFSET, mode | TR_TS_COUNT_MASK);
    bench_ticks(&b, 1);
    assert_true(trm_encoder_busy(&b.enc));
}

static void power_takes_time(void **state)
{
    (void)state;
    static struct trm_ramsink sink;
    static uint8_t memory[64];
    struct trm_encoder_cfg ec;
    struct trm_funnel_cfg fc;
    struct trm_ramsink_cfg rc;
    trm_encoder_cfg_init(&ec);
    trm_funnel_cfg_init(&fc);
    trm_ramsink_cfg_init(&rc);
    rc.sram = memory;
    rc.sram_bytes = sizeof memory;
    ec.power_ticks = DELAY;
    fc.power_ticks = DELAY;
    rc.power_ticks = DELAY;
    assert_int_equal(trm_encoder_init(&b.enc, &ec), TRM_OK);
    assert_int_equal(trm_funnel_init(&f, &fc), TRM_OK);
    assert_int_equal(trm_ramsink_init(&sink, &rc), TRM_OK);
    assert_int_equal(trm_encoder_reg_write(&b.enc, 0, 4, 1), TRM_OK);
    assert_int_equal(trm_funnel_reg_write(&f, 0, 4, 1), TRM_OK);
    assert_int_equal(trm_ramsink_reg_write(&sink, 0, 4, 1), TRM_OK);
    for (unsigned t = 0; t < DELAY; t++) {
        assert_true(trm_encoder_busy(&b.enc));
        assert_true(trm_funnel_busy(&f));
        assert_true(trm_ramsink_busy(&sink));
        trm_encoder_tick(&b.enc);
        trm_funnel_tick(&f);
        trm_ramsink_tick(&sink);
    }
    trm_encoder_tick(&b.enc); /* the fields that came up take effect */
    assert_false(trm_encoder_busy(&b.enc));
    assert_false(trm_funnel_busy(&f));
    assert_false(trm_ramsink_busy(&sink));
}

static void funnel_holds_messages(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.ts_modes = 1u << TR_TS_MODE_INTERNAL_SYSTEM;
    start_on(&cfg);
    assert_false(trm_funnel_busy(&f));
    out.open = false;
    assert_true(offer(0, 0, 8));
    assert_true(trm_funnel_busy(&f));
    out.open = true;
    tick();
    assert_false(trm_funnel_busy(&f));
    wr(TR_TS_CONTROL_OFFSET,
       TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | TR_TS_MODE_INTERNAL_SYSTEM << TR_TS_MODE_SHIFT);
    assert_true(trm_funnel_busy(&f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoder_works_and_rests),
        cmocka_unit_test(encoder_counts_time),
        cmocka_unit_test(power_takes_time),
        cmocka_unit_test(funnel_holds_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
