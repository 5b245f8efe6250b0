/* SPDX-License-Identifier: Apache-2.0 */
/* Timestamps (N-Trace 1.0, Timestamp Reporting; TCI 1.0, Timestamp Unit). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
    IJ = INGRESS_ITYPE_RETURN,
};

#define TS_MODE(n) ((uint32_t)(n) << TR_TS_MODE_SHIFT)
#define TS_ON      (TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK)

static struct bench b;

static void start(uint8_t modes, uint8_t width, uint32_t ts_control)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ts_modes = modes;
    cfg.ts_width = width;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TS_CONTROL_OFFSET, ts_control);
    bench_control(&b, BENCH_BTM);
}

static void give_at(uint64_t cycle, uint64_t time, uint64_t iaddr, uint8_t itype)
{
    b.cycle = cycle - 1;
    struct ingress_cycle in = bench_record(&b, iaddr, 2, itype);
    in.time = time;
    bench_give(&b, &in);
}

/* Absolute in synchronizing messages, relative in the others; a jump has the time of the jump. */
/* Holds TCI-TS-004 TCI-TS-017 TCI-TRIG-007 NT-TIM-002 NT-TIM-004 NT-TIM-010 NT-SYN-018 */
static void external_time(void **state)
{
    (void)state;
    start(1u << TR_TS_MODE_EXTERNAL, 40, TS_ON | TS_MODE(TR_TS_MODE_EXTERNAL));
    give_at(1001, 500, 0x1000, TK);
    give_at(1002, 507, 0x1000, IJ);
    give_at(1003, 600, 0x1000, TK); /* the target of the jump, 93 later */
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, N);
    in.time = 601;
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0x1F4\n"
                     "DirectBranch ICNT=2 TSTAMP=0\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0 TSTAMP=7\n"
                     "DirectBranch ICNT=2 TSTAMP=0x5D\n"
                     "ProgTraceSync SYNC=6 ICNT=0 FADDR=0x800 TSTAMP=0x259\n");
}

/* Six bits a byte, as many as the time needs and one at least, absolute and relative. The messages
 * have 4 and 2 bytes without it. Holds NT-TIM-012 */
static void upper_zeros_of_times_are_not_sent(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits <= 39; bits++) {
        uint64_t time = bits == 0 ? 0 : (UINT64_C(1) << bits) - 1u;
        unsigned bytes = bits == 0 ? 1 : (bits + 5) / 6;
        start(1u << TR_TS_MODE_EXTERNAL, 40, TS_ON | TS_MODE(TR_TS_MODE_EXTERNAL));
        give_at(1001, time, 0x1000, N);
        assert_int_equal(b.n, 4 + bytes);
        give_at(1002, 2 * time, 0x1004, TK);
        assert_int_equal(b.n, 4 + bytes + 2 + bytes);
    }
}

/* A loss is announced before anything synchronizes. What was sent before trTeFormat changed is no
 * time to count from: whoever reads N-Trace after the change begins there. */
static void first_time_after_another_protocol(void **state)
{
    const uint32_t ntrace = BENCH_BTM | 1u << TR_TE_FORMAT_SHIFT;
    const uint32_t etrace = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.etrace = true;
    cfg.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    cfg.ts_width = 40;
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TS_CONTROL_OFFSET, TS_ON | TS_MODE(TR_TS_MODE_EXTERNAL));
    bench_control(&b, ntrace);
    give_at(1001, 500, 0x1000, TK);
    bench_control(&b, ntrace & ~etrace);
    bench_control(&b, etrace);
    b.refuse = true;
    for (unsigned i = 0; i < 64; i++) {
        give_at(1100 + i, 600, 0x1000 + 0x10000 * (i % 7), IJ);
    }
    bench_control(&b, 0);
    bench_control(&b, ntrace);
    uint32_t others = b.enc.fifo_fill; /* bytes of E-Trace */
    give_at(1200, 900, 0x1000, TK);    /* lost: no room */
    assert_true(bench_read(&b, 0) & TR_TE_INST_STALL_OR_OVERFLOW_MASK);
    b.refuse = false;
    b.read = b.n + others;
    bench_ticks(&b, 10);
    give_at(1300, 950, 0x1000, TK);
    /* 900, when the first one was lost, then 950 */
    bench_expect(&b, "Error ETYPE=0 ECODE=4 TSTAMP=0x384\n"
                     "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x800 TSTAMP=0x3B6\n"
                     "DirectBranch ICNT=2 TSTAMP=0\n");
}

/* 8 bits: 0xFE, then 5 later is 3; the difference is still 5. */
/* Holds NT-TIM-007 */
static void time_wraps_at_its_width(void **state)
{
    (void)state;
    start(1u << TR_TS_MODE_EXTERNAL, 8, TS_ON | TS_MODE(TR_TS_MODE_EXTERNAL));
    give_at(1001, 0x7FE, 0x1000, N);
    give_at(1002, 0x803, 0x1000, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0xFE\n"
                     "DirectBranch ICNT=4 TSTAMP=5\n");
}

/* The core's own counter, prescaled by 4, stopped in debug mode by default. */
/* Holds TCI-TS-002 TCI-TS-010 TCI-TS-014 */
static void internal_core_counter(void **state)
{
    (void)state;
    for (unsigned run = 0; run < 2; run++) {
        start(1u << TR_TS_MODE_INTERNAL_CORE, 40,
              TS_ON | TS_MODE(TR_TS_MODE_INTERNAL_CORE) | TR_TS_COUNT_MASK |
                  (1u << TR_TS_PRESCALE_SHIFT) | (run != 0 ? TR_TS_RUN_IN_DEBUG_MASK : 0));
        give_at(2000, 0, 0x1000, N);
        b.read = b.n; /* when the counter started is not the point */
        bench_write(&b, TR_TS_CONTROL_OFFSET,
                    bench_read(&b, TR_TS_CONTROL_OFFSET) | TR_TS_RESET_MASK);
        assert_int_equal(bench_read(&b, TR_TS_COUNTER_LOW_OFFSET), 0);
        b.cycle = 2039;
        bench_halted(&b); /* 2040: 40 clocks, 10 ticks */
        assert_int_equal(bench_read(&b, TR_TS_COUNTER_LOW_OFFSET), 10);
        give_at(2140, 0, 0x1004, N); /* 100 clocks in debug mode */
        assert_int_equal(bench_read(&b, TR_TS_COUNTER_LOW_OFFSET), run != 0 ? 35 : 10);
        give_at(2148, 0, 0x1008, TK);
        bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
        struct nexus_stream_cfg cfg;
        trm_encoder_stream_cfg(&b.enc, &cfg);
        bench_lines(&cfg, b.bytes + b.read, b.n - b.read, b.text, sizeof b.text);
        b.read = b.n;
        const char *tail = run != 0 ? "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x802 TSTAMP=0x23\n"
                                    : "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x802 TSTAMP=0xA\n";
        char expected[256];
        int n =
            snprintf(expected, sizeof expected, "%s%s%s", tail, "DirectBranch ICNT=4 TSTAMP=2\n",
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0 TSTAMP=0\n");
        assert_true(n > 0);
        /* Before it: the end of the first region. */
        const char *second = strchr(b.text, '\n') + 1;
        assert_string_equal(second, expected);
    }
}

static void registers(void **state)
{
    (void)state;
    start((1u << TR_TS_MODE_EXTERNAL) | (1u << TR_TS_MODE_INTERNAL_CORE), 40, 0);
    /* Width 40. Everything on: mode 7 is not there; vendor bits and Reset read 0. */
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), 0x28000000);
    bench_write(&b, TR_TS_CONTROL_OFFSET, 0xFFFFFFFF);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), 0x2800830B);
    bench_write(&b, TR_TS_CONTROL_OFFSET, 0x00008031);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), 0x28008031);
    bench_write(&b, TR_TS_CONTROL_OFFSET, 0x00008030); /* not active: all 0 */
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), 0x28000000);
    bench_write(&b, TR_TS_COUNTER_LOW_OFFSET, 5);
    assert_int_equal(bench_read(&b, TR_TS_COUNTER_LOW_OFFSET), 0);
    start(1u << TR_TS_MODE_EXTERNAL, 20, 0xFFFFFFFF);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET),
                     0x14008001); /* External only: no counter */
    start(0, 20, 0xFFFFFFFF);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), 0);
}

/* Holds TCI-TS-017 NT-CTL-040 NT-TIM-001 */
static void no_timestamps_unless_enabled(void **state)
{
    (void)state;
    static const uint32_t control[] = {
        TR_TS_ACTIVE_MASK | TS_MODE(TR_TS_MODE_EXTERNAL),
        TS_ON,
        TR_TS_ENABLE_MASK | TS_MODE(TR_TS_MODE_EXTERNAL),
    };
    for (unsigned i = 0; i < 3; i++) {
        start(1u << TR_TS_MODE_EXTERNAL, 40, control[i]);
        give_at(1001, 500, 0x1000, TK);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                         "DirectBranch ICNT=2\n");
    }
}

/* The Error message has the time of the first loss. */
/* Holds NT-ERR-012 */
static void error_has_the_time_of_the_loss(void **state)
{
    (void)state;
    start(1u << TR_TS_MODE_EXTERNAL, 40, TS_ON | TS_MODE(TR_TS_MODE_EXTERNAL));
    give_at(1001, 1000, 0x1000, TK);
    b.read = b.n;
    b.refuse = true;
    uint64_t t = 2000;
    while (b.enc.stats.dropped == 0) {
        give_at(b.cycle + 1, t++, 0x1000, TK);
    }
    unsigned queued = (unsigned)(t - 1 - 2000); /* one more was lost, at time t - 1 */
    give_at(b.cycle + 1, 5000, 0x1000, TK);
    b.refuse = false;
    give_at(b.cycle + 1, 6000, 0x1000, N);
    struct nexus_stream_cfg cfg;
    trm_encoder_stream_cfg(&b.enc, &cfg);
    bench_lines(&cfg, b.bytes + b.read, b.n - b.read, b.text, sizeof b.text);
    assert_true(queued > 10);
    /* 1 after the last queued message; then absolute. */
    assert_non_null(strstr(b.text, "\nDirectBranch ICNT=2 TSTAMP=1\n"
                                   "Error ETYPE=0 ECODE=4 TSTAMP=1\n"
                                   "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x800 TSTAMP=0x1770\n"));
}

/* Messages without SYNC may do without; the next time is relative to the last one reported. */
/* Holds NT-TIM-005 */
static void messages_without_a_timestamp(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    cfg.ts_messages = TRM_TS_INDIRECT;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TS_CONTROL_OFFSET, TS_ON | TS_MODE(TR_TS_MODE_EXTERNAL));
    bench_control(&b, BENCH_BTM);
    give_at(1001, 500, 0x1000, TK);
    give_at(1002, 510, 0x1000, TK);
    give_at(1003, 560, 0x1000, IJ);
    give_at(1004, 570, 0x1000, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0x1F4\n"
                     "DirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0 TSTAMP=0x3C\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_without_a_timestamp),
        cmocka_unit_test(external_time),
        cmocka_unit_test(upper_zeros_of_times_are_not_sent),
        cmocka_unit_test(first_time_after_another_protocol),
        cmocka_unit_test(time_wraps_at_its_width),
        cmocka_unit_test(internal_core_counter),
        cmocka_unit_test(registers),
        cmocka_unit_test(no_timestamps_unless_enabled),
        cmocka_unit_test(error_has_the_time_of_the_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
