/* SPDX-License-Identifier: Apache-2.0 */
/* Synchronizing messages, the six pictures of their chapter, and triggers (N-Trace 1.0,
 * Synchronizing Messages; TCI 1.0, trTeInstSyncMode, Trace Encoder Triggers; E-Trace 2.0, trigger
 * outputs). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    TK = INGRESS_ITYPE_TAKEN,
    IJ = INGRESS_ITYPE_UNINFERABLE_TAIL,
};

#define OFF (~TR_TE_INST_TRACING_MASK)
#define SYNC(mode, max)                                                                            \
    ((uint32_t)(mode) << TR_TE_INST_SYNC_MODE_SHIFT | (uint32_t)(max) << TR_TE_INST_SYNC_MAX_SHIFT)

static struct bench b;

static void start(uint32_t control)
{
    bench_init(&b, NULL);
    bench_control(&b, control);
}

static void give_trigger(uint64_t iaddr, uint32_t halfwords, uint8_t itype, uint16_t trigger)
{
    struct ingress_cycle in = bench_record(&b, iaddr, halfwords, itype);
    in.trigger = trigger;
    bench_give(&b, &in);
}

/* Holds NT-SYN-005 NT-SYN-023 NT-PTC-004 NT-PTC-006 */
static void case_1_debug_while_tracing(void **state)
{
    (void)state;
    start(BENCH_HTM & OFF);
    bench_run(&b, 0x0FFC, 2, N);
    bench_control(&b, BENCH_HTM); /* EN */
    bench_run(&b, 0x1000, 2, TK);
    bench_halted(&b); /* ED */
    bench_halted(&b);
    bench_run(&b, 0x1100, 2, NT);       /* LD */
    bench_control(&b, BENCH_HTM & OFF); /* D */
    bench_run(&b, 0x1104, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=3\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x880\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=2\n");
}

/* Holds NT-SYN-008 NT-SYN-024 NT-PTC-009 */
static void case_2_enable_trace_while_in_debug(void **state)
{
    (void)state;
    start(BENCH_HTM & OFF);
    bench_halted(&b);
    bench_control(&b, BENCH_HTM);
    bench_halted(&b);
    bench_run(&b, 0x1000, 2, N);
    bench_control(&b, BENCH_HTM & OFF);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=1\n");
}

/* Holds NT-SYN-006 NT-SYN-008 NT-SYN-025 */
static void case_3_disable_trace_while_in_debug(void **state)
{
    (void)state;
    start(BENCH_BTM);
    bench_run(&b, 0x1000, 2, N);
    bench_halted(&b);
    bench_control(&b, BENCH_BTM & OFF);
    bench_run(&b, 0x1004, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
    bench_control(&b, BENCH_BTM); /* enabled again while running: not "exit from debug" */
    bench_run(&b, 0x1008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x804\n");
}

/* T is on the second of three instructions: its address is reported, and no history is lost.
 * Holds TCI-TRIG-006 NT-PTS-009 NT-PTS-010 NT-IHS-010 NT-SYN-009 NT-SYN-026 NT-SYN-031 */
static void case_4_trace_notify(void **state)
{
    (void)state;
    start(BENCH_HTM);
    bench_run(&b, 0x1000, 2, TK);
    give_trigger(0x1100, 5, NT,
                 INGRESS_TRIGGER_NOTIFY); /* 3 half-words, then the branch: 32 bits at 0x1106 */
    bench_run(&b, 0x110A, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchHistSync SYNC=6 BTYPE=0 ICNT=6 FADDR=0x884 HIST=3\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=3 HIST=2\n");
    start(BENCH_BTM);
    bench_run(&b, 0x1000, 2, N);
    give_trigger(0x1004, 2, TK, INGRESS_TRIGGER_NOTIFY);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                     "DirectBranch ICNT=2\n");
}

/* Holds NT-SYN-006 NT-SYN-027 */
static void case_5_enable_and_disable_in_debug(void **state)
{
    (void)state;
    start(BENCH_HTM & OFF);
    bench_halted(&b);
    bench_control(&b, BENCH_HTM);
    bench_halted(&b);
    bench_control(&b, BENCH_HTM & OFF);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "");
}

/* Every 16 half-words (trTeInstSyncMax = 0): the next branch message becomes its Sync form.
 * Holds TCI-TE-025..027 NT-DBS-007 NT-IBS-008 NT-IHS-009 NT-SYN-029 NT-SYN-032 */
static void case_6_periodic_upgrades_the_next_branch_message(void **state)
{
    (void)state;
    start(BENCH_HTM | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS, 0));
    bench_run(&b, 0x1000, 14, TK);
    bench_run(&b, 0x1100, 2, IJ); /* 16 with this one */
    bench_run(&b, 0x2000, 15, NT);
    bench_run(&b, 0x2020, 1, NT); /* due, no branch message here */
    bench_run(&b, 0x2022, 2, IJ);
    bench_run(&b, 0x3000, 2, IJ); /* 2 of 16: as usual */
    bench_run(&b, 0x2000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchHistSync SYNC=2 BTYPE=0 ICNT=0x10 FADDR=0x1000 HIST=3\n"
                     "IndirectBranchHistSync SYNC=2 BTYPE=0 ICNT=0x12 FADDR=0x1800 HIST=4\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x800\n");
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS, 0));
    bench_run(&b, 0x1000, 16, TK);
    bench_run(&b, 0x1100, 16, INGRESS_ITYPE_EXCEPTION);
    bench_run(&b, 0x8000, 2, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranchSync SYNC=2 ICNT=0x10 FADDR=0x880\n"
                     "IndirectBranchSync SYNC=2 BTYPE=2 ICNT=0x10 FADDR=0x4000\n"
                     "DirectBranch ICNT=2\n");
}

/* No branch message for a second period: between two instructions, with all that was collected.
 * Holds NT-IHS-010 NT-SYN-020 */
static void periodic_sync_does_not_wait_for_ever(void **state)
{
    (void)state;
    start(BENCH_HTM | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS, 0));
    bench_run(&b, 0x1000, 20, NT);
    bench_run(&b, 0x1028, 11, TK); /* 31 */
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
    bench_run(&b, 0x2000, 1, N); /* 32 */
    bench_run(&b, 0x2002, 1, N);
    bench_expect(&b, "IndirectBranchHistSync SYNC=2 BTYPE=0 ICNT=0x20 FADDR=0x1001 HIST=5\n");
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS, 0));
    bench_run(&b, 0x1000, 32, NT);
    bench_run(&b, 0x1040, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=2 ICNT=0x20 FADDR=0x820\n");
}

/* A due synchronization takes the place of ResourceFull: one message with everything.
 * Holds NT-SYN-022 */
static void periodic_sync_replaces_resource_full(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_bits = 4;
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_HTM | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS, 0));
    bench_run(&b, 0x1000, 10, TK);
    bench_run(&b, 0x1000, 10, TK);
    bench_run(&b, 0x1000, 1, NT);
    bench_run(&b, 0x1002, 1, NT);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchHistSync SYNC=2 BTYPE=0 ICNT=0x15 FADDR=0x801 HIST=0xE\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=1 HIST=2\n");
}

/* trTeInstSyncMode 1: after 16 messages the next branch message synchronizes.
 * Holds TCI-TE-023 TCI-TE-026 TCI-TE-027 NT-CTL-012 NT-CTL-013 NT-SYN-004 */
static void periodic_sync_counts_messages(void **state)
{
    (void)state;
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_MESSAGES, 0));
    for (unsigned i = 0; i < 18; i++) {
        bench_run(&b, 0x1000, 2, TK);
    }
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\nDirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\nDirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\nDirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\nDirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\nDirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\n"
                     "DirectBranchSync SYNC=2 ICNT=2 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n");
}

/* trTeInstSyncMode 2: idle cycles count, and any other synchronizing message restarts the count.
 * Holds TCI-TE-024 TCI-TE-026..028 */
static void periodic_sync_counts_cycles(void **state)
{
    (void)state;
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_CYCLES, 1)); /* 32 cycles */
    bench_run(&b, 0x1000, 2, N);                             /* cycle 0 */
    b.cycle += 30;
    bench_run(&b, 0x1000, 2, TK); /* cycle 31 */
    bench_run(&b, 0x1000, 2, TK); /* cycle 32 */
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=4\n"
                     "DirectBranchSync SYNC=2 ICNT=2 FADDR=0x800\n");
    b.cycle += 20;
    give_trigger(0x1004, 2, N, INGRESS_TRIGGER_NOTIFY);
    b.cycle += 20; /* 41 since the periodic one, 21 since the trigger */
    bench_run(&b, 0x1008, 2, TK);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                     "DirectBranch ICNT=4\n");
}

/* Holds TCI-TE-022 NT-CTL-012 */
static void no_periodic_sync_when_off(void **state)
{
    (void)state;
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_OFF, 0));
    bench_run(&b, 0x1000, 2, N);
    for (unsigned i = 0; i < 40; i++) {
        b.cycle += 1000;
        bench_run(&b, 0x1000, 32, TK);
    }
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    trm_encoder_stream_cfg(&b.enc, &cfg);
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, b.bytes, b.n), NEXUS_OK);
    unsigned syncs = 0;
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        syncs += nexus_tcode_is_sync(m.tcode) ? 1 : 0;
    }
    assert_int_equal(syncs, 1);
}

/* Largest interval: 2^(15 + 4) half-words. Holds TCI-TE-025 TCI-TE-027 NT-CTL-013 */
static void longest_period(void **state)
{
    (void)state;
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS, 15));
    bench_run(&b, 0x1000, (1u << 19) - 2, N);
    bench_run(&b, 0x1000, 1, TK);
    bench_run(&b, 0x1000, 1, TK);
    bench_run(&b, 0x1000, 1, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=0x7FFFF\n"
                     "DirectBranchSync SYNC=2 ICNT=1 FADDR=0x800\n");
}

/* After a synchronizing message the address reference is that message's, and I-CNT and HIST are
 * empty. Holds NT-SYN-001 NT-SYN-017 NT-ADR-003 NT-ADR-004 */
static void sync_resets_the_encoder(void **state)
{
    (void)state;
    start(BENCH_HTM);
    bench_run(&b, 0x1000, 2, TK);
    give_trigger(0x7000, 2, N, INGRESS_TRIGGER_NOTIFY);
    bench_run(&b, 0x7004, 2, IJ);
    bench_run(&b, 0x7010, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchHistSync SYNC=6 BTYPE=0 ICNT=2 FADDR=0x3800 HIST=3\n"
                     "IndirectBranch BTYPE=0 ICNT=4 UADDR=8\n");
}

/* SYNC 1: I-CNT and HIST tell where the hart was when the reset came. Holds NT-SYN-003 */
static void reset_of_the_hart(void **state)
{
    (void)state;
    start(BENCH_HTM);
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x2000, 1, IJ);
    struct ingress_cycle in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.reset = true;
    bench_give(&b, &in);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
    bench_run(&b, 0x80000000, 2, N);
    bench_expect(&b, "IndirectBranchHistSync SYNC=1 BTYPE=0 ICNT=3 FADDR=0x40000000 HIST=3\n");
    start(BENCH_HTM); /* traced from the reset on */
    in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.reset = true;
    bench_give(&b, &in);
    bench_run(&b, 0x80000000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=1 ICNT=0 FADDR=0x40000000\n");
}

static void reset_into_debug_mode(void **state)
{
    (void)state;
    start(BENCH_BTM);
    bench_run(&b, 0x1000, 2, N);
    struct ingress_cycle in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.reset = true;
    bench_give(&b, &in);
    bench_halted(&b);
    bench_run(&b, 0x80000000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x40000000\n");
}

/* Holds NT-SYN-012 NT-PTC-005 */
static void low_power(void **state)
{
    (void)state;
    start(BENCH_HTM);
    bench_run(&b, 0x1000, 2, TK);
    struct ingress_cycle in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.lowpower = true;
    bench_give(&b, &in);
    bench_run(&b, 0x1004, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=1 CDF=1 ICNT=2 HIST=3\n"
                     "ProgTraceSync SYNC=9 ICNT=0 FADDR=0x802\n");
}

/* Debug mode seen only by priv, and code run in debug mode, are not traced. Holds NT-SYN-023 */
static void debug_mode_by_privilege(void **state)
{
    (void)state;
    start(BENCH_HTM);
    bench_run(&b, 0x1000, 2, N);
    b.priv = INGRESS_PRIV_D;
    bench_run(&b, 0x800, 2, TK);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x1004, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x802\n");
}

/* Holds TCI-TE-012 TCI-TRIG-004 TCI-TRIG-005 */
static void triggers_need_their_enable(void **state)
{
    (void)state;
    start(BENCH_HTM & OFF);
    give_trigger(0x1000, 2, N, INGRESS_TRIGGER_ON);
    bench_expect(&b, "");
    assert_false(bench_read(&b, 0) & TR_TE_INST_TRACING_MASK);
    bench_control(&b, BENCH_HTM);
    give_trigger(0x1004, 2, N, INGRESS_TRIGGER_OFF);
    bench_run(&b, 0x1008, 2, N);
    assert_true(bench_read(&b, 0) & TR_TE_INST_TRACING_MASK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n");
}

/* From the oldest instruction of the trace-on cycle to the newest of the trace-off cycle.
 * Holds TCI-TE-005 TCI-TRIG-004 TCI-TRIG-005 TCI-TRIG-023 TCI-TRIG-024 NT-PTS-007 NT-PTC-001 */
static void trace_on_and_off(void **state)
{
    (void)state;
    start((BENCH_HTM & OFF) | TR_TE_INST_TRIG_ENABLE_MASK);
    bench_run(&b, 0x1000, 2, N);
    give_trigger(0x1004, 2, N, INGRESS_TRIGGER_ON);
    assert_true(bench_read(&b, 0) & TR_TE_INST_TRACING_MASK);
    bench_run(&b, 0x1008, 2, TK);
    give_trigger(0x2000, 3, TK, INGRESS_TRIGGER_OFF);
    assert_false(bench_read(&b, 0) & TR_TE_INST_TRACING_MASK);
    bench_run(&b, 0x3000, 2, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=7 HIST=7\n");
}

static void on_and_off_in_one_cycle_traces_that_cycle(void **state)
{
    (void)state;
    start((BENCH_HTM & OFF) | TR_TE_INST_TRIG_ENABLE_MASK);
    bench_run(&b, 0x1000, 2, N);
    give_trigger(0x1004, 2, NT, INGRESS_TRIGGER_ON | INGRESS_TRIGGER_OFF);
    bench_run(&b, 0x1008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=2\n");
}

static void off_one_cycle_before_on_continues(void **state)
{
    (void)state;
    start(BENCH_HTM | TR_TE_INST_TRIG_ENABLE_MASK);
    bench_run(&b, 0x1000, 2, N);
    give_trigger(0x1004, 2, N, INGRESS_TRIGGER_OFF);
    give_trigger(0x1008, 2, N, INGRESS_TRIGGER_ON);
    assert_true(bench_read(&b, 0) & TR_TE_INST_TRACING_MASK);
    bench_run(&b, 0x100C, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=8 HIST=1\n");
}

static void off_two_cycles_before_on_is_a_gap(void **state)
{
    (void)state;
    start(BENCH_HTM | TR_TE_INST_TRIG_ENABLE_MASK);
    bench_run(&b, 0x1000, 2, N);
    give_trigger(0x1004, 2, N, INGRESS_TRIGGER_OFF);
    b.cycle++; /* a cycle without record, which only the cycle number shows */
    give_trigger(0x1008, 2, N, INGRESS_TRIGGER_ON);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=4 HIST=1\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x804\n");
    give_trigger(0x100C, 2, N, INGRESS_TRIGGER_OFF);
    bench_ticks(&b, 1);
    give_trigger(0x1010, 2, N, INGRESS_TRIGGER_ON);
    bench_expect(&b, "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=4 HIST=1\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x808\n");
}

/* Trace-off, then the hart stands still: the end of the region is announced all the same. */
static void off_and_no_more_ingress(void **state)
{
    (void)state;
    start(BENCH_HTM | TR_TE_INST_TRIG_ENABLE_MASK);
    give_trigger(0x1000, 2, TK, INGRESS_TRIGGER_OFF);
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_ticks(&b, 2);
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=3\n");
}

/* trTeTrigExtInControl: input 0 traces on, 1 off, 2 notifies (SYNC 0); input 3 does not exist.
 * Holds TCI-TRIG-011..015 NT-SYN-002 */
static void external_triggers(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = 3;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0xFFFF2432);
    assert_int_equal(bench_read(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET), 0x432);
    bench_control(&b, (BENCH_HTM & OFF) | TR_TE_INST_TRIG_ENABLE_MASK);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, TK);
    in.ext_trig = 1u << 3;
    bench_give(&b, &in);
    in = bench_record(&b, 0x2000, 2, TK);
    in.ext_trig = 1u << 0;
    bench_give(&b, &in);
    in = bench_record(&b, 0x3000, 2, N);
    in.ext_trig = 1u << 2;
    bench_give(&b, &in);
    in = bench_record(&b, 0x3004, 2, N);
    in.ext_trig = 1u << 1;
    bench_give(&b, &in);
    bench_run(&b, 0x3008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                     "IndirectBranchHistSync SYNC=0 BTYPE=0 ICNT=2 FADDR=0x1800 HIST=3\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=4 HIST=1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_1_debug_while_tracing),
        cmocka_unit_test(case_2_enable_trace_while_in_debug),
        cmocka_unit_test(case_3_disable_trace_while_in_debug),
        cmocka_unit_test(case_4_trace_notify),
        cmocka_unit_test(case_5_enable_and_disable_in_debug),
        cmocka_unit_test(case_6_periodic_upgrades_the_next_branch_message),
        cmocka_unit_test(periodic_sync_does_not_wait_for_ever),
        cmocka_unit_test(periodic_sync_replaces_resource_full),
        cmocka_unit_test(periodic_sync_counts_messages),
        cmocka_unit_test(periodic_sync_counts_cycles),
        cmocka_unit_test(no_periodic_sync_when_off),
        cmocka_unit_test(longest_period),
        cmocka_unit_test(sync_resets_the_encoder),
        cmocka_unit_test(reset_of_the_hart),
        cmocka_unit_test(reset_into_debug_mode),
        cmocka_unit_test(low_power),
        cmocka_unit_test(debug_mode_by_privilege),
        cmocka_unit_test(triggers_need_their_enable),
        cmocka_unit_test(trace_on_and_off),
        cmocka_unit_test(on_and_off_in_one_cycle_traces_that_cycle),
        cmocka_unit_test(off_one_cycle_before_on_continues),
        cmocka_unit_test(off_two_cycles_before_on_is_a_gap),
        cmocka_unit_test(off_and_no_more_ingress),
        cmocka_unit_test(external_triggers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
