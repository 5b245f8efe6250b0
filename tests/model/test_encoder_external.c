/* SPDX-License-Identifier: Apache-2.0 */
/* External triggers: a marker with SYNC 0 for each trace-notify, wherever the hart is, and a start
 * by trace-on (TCI 1.0, External Trace Triggers; N-Trace 1.0, Synchronizing Messages). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    TK = INGRESS_ITYPE_TAKEN,
    IJ = INGRESS_ITYPE_UNINFERABLE_TAIL,
    CALL = INGRESS_ITYPE_INFERABLE_CALL,
    RET = INGRESS_ITYPE_RETURN,
    /* Inputs, with the action of the same name. */
    ON = 1 << 0,
    OFF = 1 << 1,
    NOTIFY = 1 << 2,
};

#define NOT_TRACING (~TR_TE_INST_TRACING_MASK)

static struct bench b;

static void start(uint32_t control, uint32_t features)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = 3;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET,
                TR_TE_TRIG_EXT_IN_ACTION0_TRACE_ON | TR_TE_TRIG_EXT_IN_ACTION0_TRACE_OFF << 4 |
                    TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY << 8);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, features);
    bench_control(&b, control);
}

static void run_with(uint64_t iaddr, uint32_t halfwords, uint8_t itype, uint8_t inputs)
{
    struct ingress_cycle in = bench_record(&b, iaddr, halfwords, itype);
    in.ext_trig = inputs;
    bench_give(&b, &in);
}

/* A cycle in which nothing retires. */
enum hart {
    RUNNING,
    HALTED,
    IN_RESET,
    ASLEEP,
};

static void cycle_with(enum hart hart, uint8_t inputs)
{
    struct ingress_cycle in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.ext_trig = inputs;
    in.halted = hart == HALTED;
    in.reset = hart == IN_RESET;
    in.lowpower = hart == ASLEEP;
    bench_give(&b, &in);
}

/* Cycles that fire the input: before the reset, its first, within it, after it, and with the first
 * instruction after it. */
enum {
    BEFORE = 1 << 0,
    FIRST = 1 << 1,
    WITHIN = 1 << 2,
    AFTER = 1 << 3,
    VECTOR = 1 << 4,
};

/* "Exit from Reset: address should be a reset vector. The HIST and I-CNT may be used to determine
 * the PC of the last instruction retired before reset." So that message comes first, with both, and
 * the marker after it has neither. Holds NT-SYN-002 NT-SYN-003 TCI-TRIG-015 */
static void a_reset_is_reported_before_the_marker(void **state)
{
    (void)state;
    static const char *const reset[2] = {
        "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
        "ProgTraceSync SYNC=1 ICNT=2 FADDR=0x40000000\n",
        "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
        "IndirectBranchHistSync SYNC=1 BTYPE=0 ICNT=2 FADDR=0x40000000 HIST=3\n",
    };
    static const char *const end[2] = {"ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=4\n",
                                       "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=4 HIST=1\n"};
    for (unsigned htm = 0; htm < 2; htm++) {
        for (unsigned when = 0; when < 2 * VECTOR; when++) {
            char lines[256];
            start(htm != 0 ? BENCH_HTM : BENCH_BTM, 0);
            bench_run(&b, 0x1000, 2, htm != 0 ? TK : NT);
            cycle_with(RUNNING, (when & BEFORE) != 0 ? NOTIFY : 0);
            cycle_with(IN_RESET, (when & FIRST) != 0 ? NOTIFY : 0);
            cycle_with(IN_RESET, (when & WITHIN) != 0 ? NOTIFY : 0);
            cycle_with(RUNNING, (when & AFTER) != 0 ? NOTIFY : 0);
            run_with(0x80000000, 2, N, (when & VECTOR) != 0 ? NOTIFY : 0);
            snprintf(lines, sizeof lines, "%s%s", reset[htm],
                     when != 0 ? "ProgTraceSync SYNC=0 ICNT=0 FADDR=0x40000000\n" : "");
            bench_expect(&b, lines);
            bench_run(&b, 0x80000004, 2, N); /* once */
            bench_halted(&b);
            bench_expect(&b, end[htm]);
        }
    }
}

/* The address of a return that goes where its call was sends no message of its own: then the marker
 * is one. The call and the return are in its I-CNT.
 * Holds NT-SYN-002 TCI-TRIG-015 */
static void a_marker_after_a_predicted_return(void **state)
{
    (void)state;
    for (uint32_t mode = 1; mode <= 3; mode++) {
        for (unsigned early = 0; early < 2; early++) {
            start(BENCH_BTM, TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                                 mode << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
            bench_run(&b, 0x1000, 2, CALL);
            bench_run(&b, 0x2000, 1, RET);
            if (early != 0) {
                cycle_with(RUNNING, NOTIFY);
            }
            run_with(0x1004, 2, N, early != 0 ? 0 : NOTIFY);
            bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                             "ProgTraceSync SYNC=0 ICNT=3 FADDR=0x802\n");
        }
    }
    /* One that goes elsewhere has a message, which is the marker. */
    start(BENCH_BTM,
          TR_TE_INST_EN_IMPLICIT_RETURN_MASK | 3u << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
    bench_run(&b, 0x1000, 2, CALL);
    bench_run(&b, 0x2000, 1, RET);
    run_with(0x1008, 2, N, NOTIFY);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchSync SYNC=0 BTYPE=0 ICNT=3 FADDR=0x804\n");
}

/* What the hart did last, and what of it the message at the end of the region covers. */
static const struct {
    uint8_t itype;
    const char *end[2]; /* debug mode, low power */
} last[] = {
    {N,
     {"ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=4 HIST=1\n",
      "ProgTraceCorrelation EVCODE=1 CDF=1 ICNT=4 HIST=1\n"}},
    {TK,
     {"ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=4 HIST=3\n",
      "ProgTraceCorrelation EVCODE=1 CDF=1 ICNT=4 HIST=3\n"}},
    {IJ,
     {"ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=4 HIST=1\n",
      "ProgTraceCorrelation EVCODE=1 CDF=1 ICNT=4 HIST=1\n"}},
};

/* trTeInstTracing is 1 while the hart stands still, and its PC is that of the instruction with
 * which it goes on: "the encoder generates a packet with the current PC". SYNC 3 and 9 are "the
 * very first synchronizing message". Holds NT-SYN-002 NT-SYN-005 NT-SYN-012 TCI-TRIG-015 */
static void a_marker_of_a_hart_that_stands_still(void **state)
{
    (void)state;
    for (unsigned when = 0; when < 5; when++) {
        for (unsigned i = 0; i < sizeof last / sizeof last[0]; i++) {
            for (unsigned low = 0; low < 2; low++) {
                enum hart still = low != 0 ? ASLEEP : HALTED;
                start(BENCH_HTM, 0);
                bench_run(&b, 0x1000, 2, N);
                bench_run(&b, 0x1004, 2, last[i].itype);
                bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
                cycle_with(RUNNING, when == 0 ? NOTIFY : 0);
                cycle_with(still, when == 1 ? NOTIFY : 0);
                cycle_with(still, when == 2 ? NOTIFY : 0);
                bench_expect(&b, last[i].end[low]);
                cycle_with(RUNNING, when == 3 ? NOTIFY : 0);
                run_with(0x3000, 2, N, when == 4 ? NOTIFY : 0);
                bench_run(&b, 0x3004, 2, N);
                bench_expect(&b, low == 0 ? "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x1800\n"
                                            "ProgTraceSync SYNC=0 ICNT=0 FADDR=0x1800\n"
                                          : "ProgTraceSync SYNC=9 ICNT=0 FADDR=0x1800\n"
                                            "ProgTraceSync SYNC=0 ICNT=0 FADDR=0x1800\n");
            }
        }
    }
}

/* Ownership "immediately after all synchronizing messages". Holds NT-SYN-019 */
static void both_have_their_ownership(void **state)
{
    (void)state;
    start(BENCH_BTM | TR_TE_CONTEXT_MASK, 0);
    b.context = 5;
    bench_run(&b, 0x1000, 2, N);
    cycle_with(HALTED, NOTIFY);
    b.context = 6;
    bench_run(&b, 0x1004, 2, TK);
    bench_run(&b, 0x1000, 2, TK);
    b.context = 0;
    /* PROCESS: {CONTEXT, V = 0, PRV = 3, FORMAT = 2}. */
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "Ownership PROCESS=0xAE\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x802\n"
                     "Ownership PROCESS=0xCE\n"
                     "ProgTraceSync SYNC=0 ICNT=0 FADDR=0x802\n"
                     "Ownership PROCESS=0xCE\n"
                     "DirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\n");
}

/* trTeInstTracing is 1 before the first instruction, too. A change of mode begins a new region. */
static void a_marker_before_a_region(void **state)
{
    (void)state;
    start(BENCH_HTM, 0);
    run_with(0x1000, 2, N, NOTIFY);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=0 ICNT=0 FADDR=0x800\n");
    cycle_with(RUNNING, NOTIFY);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1004, 2, N);
    bench_expect(&b, "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=1\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                     "ProgTraceSync SYNC=0 ICNT=0 FADDR=0x802\n");
}

/* Only "if tracing is active": neither before, nor from then on.
 * Holds TCI-TRIG-015 */
static void no_marker_when_tracing_stops(void **state)
{
    (void)state;
    for (unsigned by = 0; by < 3; by++) {
        start(BENCH_BTM | TR_TE_INST_TRIG_ENABLE_MASK, 0);
        bench_run(&b, 0x1000, 2, N);
        cycle_with(HALTED, NOTIFY);
        if (by == 0) { /* a write */
            bench_control(&b, BENCH_BTM & NOT_TRACING);
            bench_control(&b, BENCH_BTM);
        } else if (by == 1) { /* a disable */
            bench_control(&b, BENCH_BTM & ~TR_TE_ENABLE_MASK);
            bench_control(&b, BENCH_BTM);
        } else { /* a trigger */
            cycle_with(HALTED, OFF);
            cycle_with(HALTED, NOTIFY);
            cycle_with(HALTED, ON);
        }
        cycle_with(HALTED, 0);
        bench_run(&b, 0x1004, 2, N);
        bench_run(&b, 0x1008, 2, N);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                         "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n"
                         "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x802\n");
    }
}

/* What a filter leaves out is not traced, so nothing of it is marked.
 * Holds TCI-TRIG-015 */
static void no_marker_of_what_is_filtered_out(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = 1;
    cfg.filters = 1;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY);
    bench_write(&b, TR_TE_FILTER_CONTROL_OFFSET(0),
                TR_TE_FILTER_ENABLE_MASK | TR_TE_FILTER_MATCH_PRIVILEGE_MASK);
    bench_write(&b, TR_TE_FILTER_MATCH_INST_OFFSET(0), 1u << INGRESS_PRIV_M);
    bench_write(&b, TR_TE_INST_FILTERS_OFFSET, 1);
    bench_control(&b, BENCH_BTM);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x1000, 2, N);
    cycle_with(RUNNING, 1);
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x2000, 2, N);
    run_with(0x2004, 2, N, 1);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x1004, 2, N);
    bench_run(&b, 0x1008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n");
}

/* "If trace is enabled by an external trigger SYNC=5 should be used": not SYNC 0, also when an
 * input with trace-notify fires in the same cycle. Holds NT-SYN-033 */
static void trace_on_is_no_marker(void **state)
{
    (void)state;
    for (unsigned with = 0; with < 2; with++) {
        start((BENCH_HTM & NOT_TRACING) | TR_TE_INST_TRIG_ENABLE_MASK, 0);
        bench_run(&b, 0x1000, 2, TK);
        run_with(0x2000, 2, N, with != 0 ? ON | NOTIFY : ON);
        bench_run(&b, 0x2004, 2, N);
        run_with(0x2008, 2, N, OFF);
        cycle_with(RUNNING, 0);
        run_with(0x200C, 2, N, with != 0 ? ON | NOTIFY : ON);
        bench_run(&b, 0x2010, 2, N);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                         "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=6 HIST=1\n"
                         "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1006\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reset_is_reported_before_the_marker),
        cmocka_unit_test(a_marker_after_a_predicted_return),
        cmocka_unit_test(a_marker_of_a_hart_that_stands_still),
        cmocka_unit_test(both_have_their_ownership),
        cmocka_unit_test(a_marker_before_a_region),
        cmocka_unit_test(no_marker_when_tracing_stops),
        cmocka_unit_test(no_marker_of_what_is_filtered_out),
        cmocka_unit_test(trace_on_is_no_marker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
