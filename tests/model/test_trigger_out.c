/* SPDX-License-Identifier: Apache-2.0 */
/* External triggers: all eight inputs, and the outputs that tell start and stop (TCI 1.0, External
 * Trace Triggers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

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

/* Events that are configured, of outputs that exist. */
/* Holds TCI-TRIG-020..022 */
static void registers(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    for (unsigned n = 0; n <= 8; n++) {
        for (unsigned events = 0; events < 16; events++) {
            trm_encoder_cfg_init(&cfg);
            cfg.ext_outputs = (uint8_t)n;
            cfg.ext_events = (uint8_t)events;
            bench_init(&b, &cfg);
            bench_write(&b, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, UINT32_MAX);
            uint64_t exist = (UINT64_C(1) << (4 * n)) - 1u;
            assert_int_equal(bench_read(&b, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET),
                             0x11111111u * events & exist);
        }
    }
    trm_encoder_cfg_init(&cfg);
    cfg.ext_outputs = 9;
    assert_int_equal(trm_encoder_init(&b.enc, &cfg), TRM_ERR_ARG);
    cfg.ext_outputs = 8;
    cfg.ext_events = 16;
    assert_int_equal(trm_encoder_init(&b.enc, &cfg), TRM_ERR_ARG);
}

/* Inputs that exist take actions 0, 2, 3 and 4; the others are "no action". */
/* Holds TCI-TRIG-010 TCI-TRIG-011 TCI-TRIG-016 */
static void input_actions(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 8; n++) {
        start((uint8_t)n, 0, 0);
        for (unsigned action = 0; action < 16; action++) {
            bool legal = action == 2 || action == 3 || action == 4;
            uint64_t exist = (UINT64_C(1) << (4 * n)) - 1u;
            bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0x11111111u * action);
            assert_int_equal(bench_read(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET),
                             legal ? 0x11111111u * action & exist : 0);
        }
    }
}

/* Each input with trace-notify: SYNC 0 at the next instruction, whatever trTeInstTrigEnable says,
 * no watchpoint, and only while tracing. */
/* An encoder without the debug trigger inputs has none of the three. */
static void no_debug_triggers(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.triggers = false;
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM | TR_TE_INST_TRIG_ENABLE_MASK);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    struct ingress_cycle in = bench_record(&b, 0x1004, 2, INGRESS_ITYPE_TAKEN);
    in.trigger = INGRESS_TRIGGER_NOTIFY | INGRESS_TRIGGER_OFF;
    bench_give(&b, &in);
    bench_run(&b, 0x1100, 2, INGRESS_ITYPE_TAKEN);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=4\n"
                     "DirectBranch ICNT=2\n");
}

/* Holds TCI-TRIG-010 TCI-TRIG-015 TCI-TRIG-017 */
static void inputs_notify(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 8; n++) {
        start(8, 1, TRM_EXT_WATCHPOINT);
        bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 4u << (4 * n));
        bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
        struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
        in.ext_trig = (uint8_t)(1u << n);
        bench_give(&b, &in);
        bench_expect(&b, "");
        bench_control(&b, BENCH_BTM);
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
        in = bench_record(&b, 0x1004, 2, INGRESS_ITYPE_NONE);
        in.ext_trig = (uint8_t)(1u << n);
        bench_give(&b, &in);
        assert_int_equal(fires(), 0);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                         "ProgTraceSync SYNC=0 ICNT=2 FADDR=0x802\n");
    }
}

/* Event 2: a debug trigger with action 4 while tracing, and the watchpoint of a comparator. */
/* Holds TCI-TRIG-020 */
static void watchpoint_fires(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_outputs = 2;
    cfg.filters = 1;
    cfg.comparators = 1;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, TRM_EXT_WATCHPOINT << 4);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    assert_int_equal(fires(), 0); /* not tracing */
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    assert_int_equal(fires(), 0);
    in = bench_record(&b, 0x1004, 2, INGRESS_ITYPE_NONE);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    assert_int_equal(fires(), 2);
    bench_control(&b, 0);
    assert_int_equal(fires(), 0);
    bench_write(&b, TR_TE_COMP_P_MATCH_LOW_OFFSET(0), 0x1008);
    bench_write(&b, TR_TE_COMP_CONTROL_OFFSET(0), TR_TE_COMP_P_NOTIFY_MASK);
    bench_run(&b, 0x1008, 2, INGRESS_ITYPE_NONE);
    assert_int_equal(fires(), 0); /* not tracing */
    bench_write(&b, TR_TE_FILTER_CONTROL_OFFSET(0),
                TR_TE_FILTER_ENABLE_MASK | TR_TE_FILTER_MATCH_COMP1_MASK);
    for (uint32_t filters = 0; filters < 2; filters++) {
        bench_write(&b, TR_TE_INST_FILTERS_OFFSET, filters);
        bench_control(&b, BENCH_BTM);
        bench_run(&b, 0x1004, 2, INGRESS_ITYPE_NONE);
        assert_int_equal(fires(), 0);
        bench_run(&b, 0x1008, 2, INGRESS_ITYPE_NONE);
        assert_int_equal(fires(), 2);
    }
}

/* Event 3: trTeInstStallOrOverflow becomes 1, by an overflow or by a stall; once until it is
 * cleared. */
/* Holds TCI-TRIG-020 */
static void trouble_fires(void **state)
{
    (void)state;
    for (unsigned stall = 0; stall < 2; stall++) {
        uint32_t control = BENCH_BTM | (stall ? TR_TE_INST_STALL_ENA_MASK : 0);
        unsigned pulses = 0;
        start(0, 1, TRM_EXT_TROUBLE);
        bench_control(&b, control);
        for (unsigned round = 1; round <= 2; round++) {
            b.refuse = true;
            for (unsigned i = 0; i < 400; i++) {
                struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
                bench_give(&b, &in);
                bool trouble =
                    (bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
                assert_int_equal(fires(), trouble && pulses < round);
                pulses += fires();
            }
            assert_int_equal(pulses, round);
            b.refuse = false;
            bench_ticks(&b, 2);
            bench_control(&b, control | TR_TE_INST_STALL_OR_OVERFLOW_MASK);
            bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
            assert_int_equal(fires(), 0);
        }
    }
}

/* trTeTrigDbgControl by itself: absent, all debug triggers work; present, those of its bits. */
/* Holds TCI-TRIG-009 */
static void debug_triggers_can_be_masked(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX);
    assert_int_equal(bench_read(&b, TR_TE_TRIG_DBG_CONTROL_OFFSET), 0);
    cfg.dbg_control = true;
    for (unsigned let = 0; let < 8; let++) {
        bench_init(&b, &cfg);
        bench_write(&b, TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX);
        assert_int_equal(bench_read(&b, TR_TE_TRIG_DBG_CONTROL_OFFSET), 7u << 2);
        bench_write(&b, TR_TE_TRIG_DBG_CONTROL_OFFSET, let << 2);
        bench_control(&b, (BENCH_BTM & ~TR_TE_INST_TRACING_MASK) | TR_TE_INST_TRIG_ENABLE_MASK);
        struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
        in.trigger = INGRESS_TRIGGER_ON;
        bench_give(&b, &in);
        bool on = (let & 1u) != 0;
        assert_int_equal((bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_TRACING_MASK) != 0, on);
        bench_control(&b, BENCH_BTM | TR_TE_INST_TRIG_ENABLE_MASK);
        bench_run(&b, 0x1004, 2, INGRESS_ITYPE_NONE);
        in = bench_record(&b, 0x1008, 2, INGRESS_ITYPE_NONE);
        in.trigger = INGRESS_TRIGGER_NOTIFY;
        bench_give(&b, &in);
        in = bench_record(&b, 0x100C, 2, INGRESS_ITYPE_NONE);
        in.trigger = INGRESS_TRIGGER_OFF;
        bench_give(&b, &in);
        bool off = (let & 2u) != 0;
        assert_int_equal((bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_TRACING_MASK) == 0,
                         off);
        bench_control(&b, 0);
        bool note = (let & 4u) != 0;
        char want[256];
        (void)snprintf(want, sizeof want, "ProgTraceSync SYNC=5 ICNT=0 FADDR=%s\n%s%s",
                       on ? "0x800" : "0x802",
                       note ? (on ? "ProgTraceSync SYNC=6 ICNT=4 FADDR=0x804\n"
                                  : "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x804\n")
                            : "",
                       note ? "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=4\n"
                       : on ? "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=8\n"
                            : "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=6\n");
        bench_expect(&b, want);
    }
}

/* Output 0 start, 1 stop, 2 both, 3 neither; 7 both. A pulse of one tick. */
/* Holds TCI-TRIG-018 TCI-TRIG-019 TCI-TRIG-022 */
static void outputs_fire_on_start_and_stop(void **state)
{
    (void)state;
    start(0, 8, 0x30000321);
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    assert_int_equal(fires(), 0);
    bench_control(&b, BENCH_BTM);
    assert_int_equal(fires(), 0x85);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    assert_int_equal(fires(), 0);
    bench_control(&b, BENCH_BTM);
    assert_int_equal(fires(), 0); /* no transition */
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    assert_int_equal(fires(), 0x86);
    bench_ticks(&b, 1);
    assert_int_equal(fires(), 0);
}

/* Each input can start tracing and stop it; the outputs follow in the same cycle. */
/* Holds TCI-TRIG-013 TCI-TRIG-014 TCI-TRIG-017 */
static void inputs_drive_outputs(void **state)
{
    (void)state;
    for (unsigned on = 0; on < 8; on++) {
        unsigned off = (on + 3) % 8;
        start(8, 2, 0x21);
        bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 2u << (4 * on) | 3u << (4 * off));
        bench_control(&b, (BENCH_BTM & ~TR_TE_INST_TRACING_MASK) | TR_TE_INST_TRIG_ENABLE_MASK);
        struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
        in.ext_trig = (uint8_t) ~(1u << on | 1u << off);
        bench_give(&b, &in);
        assert_int_equal(fires(), 0);
        in = bench_record(&b, 0x1004, 2, INGRESS_ITYPE_NONE);
        in.ext_trig = (uint8_t)(1u << on);
        bench_give(&b, &in);
        assert_int_equal(fires(), 1);
        in = bench_record(&b, 0x1008, 2, INGRESS_ITYPE_NONE);
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
        cmocka_unit_test(input_actions),
        cmocka_unit_test(no_debug_triggers),
        cmocka_unit_test(inputs_notify),
        cmocka_unit_test(watchpoint_fires),
        cmocka_unit_test(trouble_fires),
        cmocka_unit_test(debug_triggers_can_be_masked),
        cmocka_unit_test(outputs_fire_on_start_and_stop),
        cmocka_unit_test(inputs_drive_outputs),
        cmocka_unit_test(reset_is_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
