/* SPDX-License-Identifier: Apache-2.0 */
/* External triggers: all eight inputs, and the outputs that tell start and stop (TCI 1.0, External
 * Trace Triggers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

static struct bench b;

static void start(uint8_t inputs, uint8_t outputs, uint32_t events)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = inputs;
    cfg.ext_outputs = outputs;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, events);
}

static unsigned fires(void)
{
    return trm_encoder_trigger_out(&b.enc);
}

/* Events 0 and 1 of outputs that exist; no vendor-specific events. */
static void registers(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 8; n++) {
        start(0, (uint8_t)n, UINT32_MAX);
        uint64_t exist = (UINT64_C(1) << (4 * n)) - 1u;
        assert_int_equal(bench_read(&b, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET), 0x33333333u & exist);
        assert_int_equal(bench_read(&b, TR_TE_TRIG_DBG_CONTROL_OFFSET), 0);
    }
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_outputs = 9;
    assert_int_equal(trm_encoder_init(&b.enc, &cfg), TRM_ERR_ARG);
}

/* Output 0 start, 1 stop, 2 both, 3 neither; 7 both. A pulse of one tick. */
static void outputs_fire_on_start_and_stop(void **state)
{
    (void)state;
    start(0, 8, 0x30000321);
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    assert_int_equal(fires(), 0);
    bench_control(&b, BENCH_BTM);
    assert_int_equal(fires(), 0x85);
    bench_run(&b, 0x1000, 2, TRM_ITYPE_NONE);
    assert_int_equal(fires(), 0);
    bench_control(&b, BENCH_BTM);
    assert_int_equal(fires(), 0); /* no transition */
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    assert_int_equal(fires(), 0x86);
    bench_ticks(&b, 1);
    assert_int_equal(fires(), 0);
}

/* Each input can start tracing and stop it; the outputs follow in the same cycle. */
static void inputs_drive_outputs(void **state)
{
    (void)state;
    for (unsigned on = 0; on < 8; on++) {
        unsigned off = (on + 3) % 8;
        start(8, 2, 0x21);
        bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 2u << (4 * on) | 3u << (4 * off));
        bench_control(&b, (BENCH_BTM & ~TR_TE_INST_TRACING_MASK) | TR_TE_INST_TRIG_ENABLE_MASK);
        struct trm_ingress in = bench_record(&b, 0x1000, 2, TRM_ITYPE_NONE);
        in.ext_trig = (uint8_t) ~(1u << on | 1u << off);
        bench_give(&b, &in);
        assert_int_equal(fires(), 0);
        in = bench_record(&b, 0x1004, 2, TRM_ITYPE_NONE);
        in.ext_trig = (uint8_t)(1u << on);
        bench_give(&b, &in);
        assert_int_equal(fires(), 1);
        in = bench_record(&b, 0x1008, 2, TRM_ITYPE_NONE);
        in.ext_trig = (uint8_t)(1u << off);
        bench_give(&b, &in);
        assert_int_equal(fires(), 2);
        bench_ticks(&b, 3);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                         "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=4\n");
    }
}

/* In reset the outputs are low. */
static void reset_is_quiet(void **state)
{
    (void)state;
    start(0, 8, 0x33333333);
    bench_control(&b, BENCH_BTM);
    assert_int_equal(fires(), 0xFF);
    bench_write(&b, TR_TE_CONTROL_OFFSET, 0);
    assert_int_equal(fires(), 0);
    bench_ticks(&b, 1);
    assert_int_equal(fires(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers),
        cmocka_unit_test(outputs_fire_on_start_and_stop),
        cmocka_unit_test(inputs_drive_outputs),
        cmocka_unit_test(reset_is_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
