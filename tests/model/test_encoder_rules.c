/* SPDX-License-Identifier: Apache-2.0 */
/* What every synchronizing message brings with it, whatever its reason and form; what an external
 * trigger and a reset report; what disabling flushes (N-Trace 1.0, Synchronizing Messages,
 * Ownership Message; TCI 1.0, trTeControl, Trace Encoder Triggers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "timestamp_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    TK = INGRESS_ITYPE_TAKEN,
    IJ = INGRESS_ITYPE_UNINFERABLE_TAIL,
    NOTIFY_0 = 4, /* trTeTrigExtInControl: input 0 notifies */
};

#define SYNC(mode) ((uint32_t)(mode) << TR_TE_INST_SYNC_MODE_SHIFT) /* trTeInstSyncMax 0: 16 */
#define OWNER      "Ownership PROCESS=0x2E\n" /* scontext 1, M-mode: 1 << 5 | 3 << 2 | 2 */

static struct bench b;

/* With external inputs; input 0 notifies. */
static void start(uint32_t control)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = 3;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, NOTIFY_0);
    bench_write(&b, TR_TE_TRIG_DBG_CONTROL_OFFSET, 7 << 2); /* on the RTL; not there in the model */
    bench_control(&b, control);
    b.context = 1;
}

static void give_external(uint64_t iaddr, uint32_t halfwords, uint8_t itype)
{
    struct ingress_cycle in = bench_record(&b, iaddr, halfwords, itype);
    in.ext_trig = 1;
    bench_give(&b, &in);
}

static void give_watchpoint(uint64_t iaddr, uint32_t halfwords, uint8_t itype)
{
    struct ingress_cycle in = bench_record(&b, iaddr, halfwords, itype);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
}

/* A cycle without an instruction, in reset or in low power. */
static void give_nothing(bool reset, bool lowpower)
{
    struct ingress_cycle in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.reset = reset;
    in.lowpower = lowpower;
    bench_give(&b, &in);
}

/* In BTM and HTM, without history (ProgTraceSync) and with it (IndirectBranchHistSync).
 * Holds NT-OWN-004 NT-SYN-019 TCI-TE-011 */
static void ownership_follows_a_periodic_sync_between_instructions(void **state)
{
    (void)state;
    start(BENCH_BTM | TR_TE_CONTEXT_MASK | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS));
    bench_run(&b, 0x1000, 32, NT); /* twice 16 without a branch message */
    bench_run(&b, 0x1040, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                     "ProgTraceSync SYNC=2 ICNT=0x20 FADDR=0x820\n" OWNER);
    start(BENCH_HTM | TR_TE_CONTEXT_MASK | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS));
    bench_run(&b, 0x1000, 32, N);
    bench_run(&b, 0x1040, 32, TK);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                     "ProgTraceSync SYNC=2 ICNT=0x20 FADDR=0x820\n" OWNER
                     "IndirectBranchHistSync SYNC=2 BTYPE=0 ICNT=0x20 FADDR=0x800 HIST=3\n" OWNER);
    start(BENCH_BTM | TR_TE_CONTEXT_MASK | SYNC(TR_TE_INST_SYNC_MODE_CYCLES));
    bench_run(&b, 0x1000, 2, N);
    b.cycle += 32;
    bench_run(&b, 0x1004, 2, N);
    bench_run(&b, 0x1008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                     "ProgTraceSync SYNC=2 ICNT=4 FADDR=0x804\n" OWNER);
}

/* Holds NT-OWN-004 NT-SYN-019 */
static void ownership_follows_triggers_and_resets(void **state)
{
    (void)state;
    start(BENCH_BTM | TR_TE_CONTEXT_MASK);
    bench_run(&b, 0x1000, 2, N);
    give_external(0x1004, 2, N);
    give_watchpoint(0x1008, 2, N);
    give_nothing(true, false);
    bench_run(&b, 0x8000, 2, N);
    give_nothing(false, true);
    bench_run(&b, 0x8004, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                     "ProgTraceSync SYNC=0 ICNT=2 FADDR=0x802\n" OWNER
                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x804\n" OWNER
                     "ProgTraceSync SYNC=1 ICNT=2 FADDR=0x4000\n" OWNER
                     "ProgTraceCorrelation EVCODE=1 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=9 ICNT=0 FADDR=0x4002\n" OWNER);
    start(BENCH_HTM | TR_TE_CONTEXT_MASK);
    bench_run(&b, 0x1000, 2, NT);
    give_external(0x1004, 2, TK);
    give_watchpoint(0x1000, 2, TK);
    give_nothing(true, false);
    bench_run(&b, 0x8000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                     "IndirectBranchHistSync SYNC=0 BTYPE=0 ICNT=2 FADDR=0x802 HIST=2\n" OWNER
                     "IndirectBranchHistSync SYNC=6 BTYPE=0 ICNT=2 FADDR=0x800 HIST=3\n" OWNER
                     "IndirectBranchHistSync SYNC=1 BTYPE=0 ICNT=2 FADDR=0x4000 HIST=3\n" OWNER);
}

/* The forms of branch messages. Holds NT-OWN-004 NT-SYN-019 */
static void ownership_follows_branches_with_sync(void **state)
{
    (void)state;
    start(BENCH_BTM | TR_TE_CONTEXT_MASK | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS));
    bench_run(&b, 0x1000, 16, TK);
    bench_run(&b, 0x2000, 16, IJ);
    bench_run(&b, 0x3000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                     "DirectBranchSync SYNC=2 ICNT=0x10 FADDR=0x1000\n" OWNER
                     "IndirectBranchSync SYNC=2 BTYPE=0 ICNT=0x10 FADDR=0x1800\n" OWNER);
    start(BENCH_HTM | TR_TE_CONTEXT_MASK | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS));
    bench_run(&b, 0x1000, 8, TK);
    bench_run(&b, 0x2000, 8, IJ);
    bench_run(&b, 0x3000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                     "IndirectBranchHistSync SYNC=2 BTYPE=0 ICNT=0x10 FADDR=0x1800 HIST=3\n" OWNER);
}

/* After a loss, and with a full I-CNT as SYNC 4. Holds NT-OWN-004 NT-SYN-019 */
static void ownership_follows_a_loss_and_a_full_counter(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    bench_init(&b, &cfg);
    b.context = 1;
    bench_control(&b, BENCH_BTM | TR_TE_CONTEXT_MASK);
    b.refuse = true;
    for (unsigned i = 0; i < 60; i++) {
        bench_run(&b, 0x1000, 2, TK);
    }
    b.refuse = false;
    bench_ticks(&b, 2);
    b.read = b.n;
    bench_run(&b, 0x2000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x1000\n" OWNER);
    for (unsigned late = 0; late < 2; late++) {
        trm_encoder_cfg_init(&cfg);
        cfg.icnt_bits = 4;
        cfg.icnt_sync = true;
        cfg.icnt_late = late != 0;
        bench_init(&b, &cfg);
        b.context = 1;
        bench_control(&b, BENCH_BTM | TR_TE_CONTEXT_MASK);
        bench_run(&b, 0x1000, 12, N); /* full at 8; late: when more than 15 would be counted */
        bench_run(&b, 0x1018, 6, N);
        bench_run(&b, 0x1024, 2, N);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" OWNER
                         "ProgTraceSync SYNC=4 ICNT=0xC FADDR=0x80C\n" OWNER);
    }
}

/* The lines of `messages` taken branches of two half-words. */
static const char *branches(unsigned messages)
{
    static char text[32 * 32];
    size_t at = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < messages; i++) {
        static const char line[] = "DirectBranch ICNT=2\n";
        for (const char *p = line; *p != '\0'; p++) {
            text[at++] = *p;
        }
        text[at] = '\0';
    }
    return text;
}

static void take_branches(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        bench_run(&b, 0x1000, 2, TK);
    }
}

/* trTeInstSyncMode 1: 16 messages from any synchronizing message on, whatever it was for.
 * Holds TCI-TE-028 */
static void any_sync_restarts_the_count_of_messages(void **state)
{
    (void)state;
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_MESSAGES));
    take_branches(10);
    give_watchpoint(0x1000, 2, N); /* ProgTraceSync */
    b.read = b.n;
    bench_run(&b, 0x1004, 2, TK);
    bench_expect(&b, "DirectBranch ICNT=4\n");
    take_branches(15);
    bench_expect(&b, branches(15));
    take_branches(2);
    bench_expect(&b, "DirectBranchSync SYNC=2 ICNT=2 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n");
    take_branches(9);
    bench_halted(&b); /* correlation; the restart is SYNC 3 */
    bench_run(&b, 0x1000, 2, TK);
    b.read = b.n;
    take_branches(15);
    bench_expect(&b, branches(15));
    take_branches(2);
    bench_expect(&b, "DirectBranchSync SYNC=2 ICNT=2 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n");
}

/* trTeInstSyncMode 3: 16 half-words. Holds TCI-TE-028 */
static void any_sync_restarts_the_count_of_half_words(void **state)
{
    (void)state;
    start(BENCH_BTM | SYNC(TR_TE_INST_SYNC_MODE_HALFWORDS));
    bench_run(&b, 0x1000, 12, N);
    give_watchpoint(0x1018, 2, TK); /* the instruction after the synchronization: 2 */
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=6 ICNT=0xC FADDR=0x80C\n"
                     "DirectBranch ICNT=2\n");
    take_branches(6); /* 14 */
    bench_expect(&b, branches(6));
    take_branches(2);
    bench_expect(&b, "DirectBranchSync SYNC=2 ICNT=2 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n");
    bench_run(&b, 0x1000, 10, N); /* 12 */
    bench_halted(&b);
    b.read = b.n;
    bench_run(&b, 0x1000, 2, TK); /* SYNC 3; 2 */
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n");
    take_branches(6);
    bench_expect(&b, branches(6));
}

/* Decoding may start at the synchronizing message: a decoder that does knows no call before it, so
 * the return from it is reported; and there is no message that could be repeated.
 * Holds NT-SYN-001 NT-SYN-017 */
static void sync_clears_return_stack_and_repetitions(void **state)
{
    (void)state;
    for (unsigned sync = 0; sync < 2; sync++) {
        bench_init(&b, NULL);
        bench_write(&b, TR_TE_INST_FEATURES_OFFSET,
                    TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                        TR_TE_INST_IMPLICIT_RETURN_MODE_FULL
                            << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
        bench_control(&b, BENCH_HTM);
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_INFERABLE_CALL); /* to 0x2000 */
        if (sync != 0) {
            give_watchpoint(0x2000, 2, N);
        } else {
            bench_run(&b, 0x2000, 2, N);
        }
        bench_run(&b, 0x2004, 2, INGRESS_ITYPE_RETURN);
        bench_run(&b, 0x1004, 2, N);
        bench_halted(&b);
        bench_expect(&b, sync != 0 ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x1000\n"
                                     "IndirectBranch BTYPE=0 ICNT=4 UADDR=0x1802\n"
                                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n"
                                   : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=8 HIST=1\n");
    }
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_control(&b, BENCH_BTM);
    take_branches(3);
    give_watchpoint(0x1000, 2, TK);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n"
                     "RepeatBranch BCNT=2\n"
                     "ProgTraceSync SYNC=6 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0\n");
}

/* History held back as a repetition goes out before the synchronization; after it HIST is empty.
 * Holds NT-SYN-001 NT-SYN-017 */
static void sync_sends_history_held_back(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_control(&b, BENCH_HTM);
    for (unsigned i = 0; i < 100; i++) {
        bench_run(&b, 0x1000, 1, TK);
    }
    give_watchpoint(0x1000, 1, TK);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ResourceFull RCODE=2 RDATA=3 HREPEAT=0x64\n"
                     "ProgTraceSync SYNC=6 ICNT=0x64 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=1 HIST=3\n");
}

/* SYNC 0 has the PC of the record with the trigger: between two instructions, at a target of a
 * jump, in a cycle without an instruction the next one; with a time stamp. trTeInstTrigEnable is 0.
 * Holds TCI-TRIG-015 NT-SYN-002 */
static void an_external_trigger_marks_the_current_pc(void **state)
{
    (void)state;
    start(BENCH_BTM);
    bench_run(&b, 0x1000, 2, N);
    give_external(0x1004, 6, N);
    give_external(0x1010, 2, IJ);
    give_external(0x2000, 2, TK);
    give_external(0x3000, 2, N);
    bench_run(&b, 0x3004, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=0 ICNT=2 FADDR=0x802\n"
                     "ProgTraceSync SYNC=0 ICNT=6 FADDR=0x808\n"
                     "IndirectBranchSync SYNC=0 BTYPE=0 ICNT=2 FADDR=0x1000\n"
                     "DirectBranch ICNT=2\n"
                     "ProgTraceSync SYNC=0 ICNT=0 FADDR=0x1800\n");
    struct ingress_cycle in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.ext_trig = 1;
    bench_give(&b, &in);
    bench_run(&b, 0x3008, 2, N);
    bench_run(&b, 0x300C, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=0 ICNT=4 FADDR=0x1804\n");
}

/* TSTAMP of SYNC 0 is the time of the record: 10 a cycle. Holds TCI-TRIG-015 NT-SYN-002 */
static void an_external_trigger_has_its_time(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = 3;
    cfg.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, NOTIFY_0);
    bench_write(&b, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
    bench_write(&b, TR_TS_CONTROL_OFFSET,
                TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1000, 2, N); /* cycle 1001 */
    give_external(0x1004, 2, N);
    bench_run(&b, 0x1008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0x271A\n"
                     "ProgTraceSync SYNC=0 ICNT=2 FADDR=0x802 TSTAMP=0x2724\n");
}

/* Only while tracing: not before trTeInstTracing, not after it, not with mode Off.
 * Holds TCI-TRIG-015 NT-SYN-002 */
static void an_external_trigger_is_nothing_when_not_tracing(void **state)
{
    (void)state;
    start(BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    give_external(0x1000, 2, N);
    bench_run(&b, 0x1004, 2, N);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1008, 2, N);
    bench_run(&b, 0x100C, 2, N);
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    give_external(0x1010, 2, N);
    bench_run(&b, 0x1014, 2, N);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1018, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x804\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=4\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80C\n");
}

/* An external trigger that turns trace on: SYNC 5, not 0, also with an input that notifies.
 * Holds NT-SYN-033 */
static void enabled_by_an_external_trigger_is_sync_5(void **state)
{
    (void)state;
    start((BENCH_HTM & ~TR_TE_INST_TRACING_MASK) | TR_TE_INST_TRIG_ENABLE_MASK);
    bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0x24);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, N);
    in.ext_trig = 2;
    bench_give(&b, &in);
    bench_run(&b, 0x1004, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=4 HIST=1\n");
}

/* The address is the reset vector, I-CNT and HIST lead to the last instruction before the reset,
 * however long it lasts; what the hart shows in reset is not traced.
 * Holds NT-SYN-003 */
static void a_reset_in_both_modes(void **state)
{
    (void)state;
    for (unsigned cycles = 1; cycles < 4; cycles++) {
        for (unsigned htm = 0; htm < 2; htm++) {
            static const uint8_t last[] = {N, NT, TK, IJ};
            static const char *const lines[2][4] = {
                {"ProgTraceSync SYNC=1 ICNT=5 FADDR=0x4000\n",
                 "ProgTraceSync SYNC=1 ICNT=5 FADDR=0x4000\n",
                 "DirectBranch ICNT=5\nProgTraceSync SYNC=1 ICNT=0 FADDR=0x4000\n",
                 "ProgTraceSync SYNC=1 ICNT=5 FADDR=0x4000\n"},
                {"ProgTraceSync SYNC=1 ICNT=5 FADDR=0x4000\n",
                 "IndirectBranchHistSync SYNC=1 BTYPE=0 ICNT=5 FADDR=0x4000 HIST=2\n",
                 "IndirectBranchHistSync SYNC=1 BTYPE=0 ICNT=5 FADDR=0x4000 HIST=3\n",
                 "ProgTraceSync SYNC=1 ICNT=5 FADDR=0x4000\n"}};
            for (unsigned i = 0; i < 4; i++) {
                start(htm != 0 ? BENCH_HTM : BENCH_BTM);
                bench_run(&b, 0x1000, 2, N);
                b.read = b.n;
                bench_run(&b, 0x1004, 3, last[i]);
                for (unsigned k = 0; k < cycles; k++) {
                    struct ingress_cycle in = bench_record(&b, 0x5000, k, TK);
                    in.reset = true;
                    bench_give(&b, &in);
                }
                bench_run(&b, 0x8000, 2, N);
                bench_run(&b, 0x8004, 2, N);
                bench_expect(&b, lines[htm][i]);
            }
        }
    }
}

/* trTeEnable to 0 with messages queued: they leave, then the correlation, and trTeEmpty is 1
 * from the tick with the last byte on, not earlier. A byte in a tick.
 * Holds TCI-TE-003 TCI-TE-006 */
static void disabling_sends_what_is_queued(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.link_bytes = 1;
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    b.refuse = true;
    take_branches(5);
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK); /* queued, not only when disabled */
    bench_control(&b, 0);
    bench_ticks(&b, 20);
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    assert_int_equal(b.n, 0);
    b.refuse = false;
    size_t before = 0;
    for (unsigned i = 0; i < 100; i++) {
        bool empty = (bench_read(&b, 0) & TR_TE_EMPTY_MASK) != 0;
        before = b.n;
        bench_ticks(&b, 1);
        assert_true(!empty || b.n == before); /* nothing leaves after trTeEmpty */
    }
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\nDirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ownership_follows_a_periodic_sync_between_instructions),
        cmocka_unit_test(ownership_follows_triggers_and_resets),
        cmocka_unit_test(ownership_follows_branches_with_sync),
        cmocka_unit_test(ownership_follows_a_loss_and_a_full_counter),
        cmocka_unit_test(any_sync_restarts_the_count_of_messages),
        cmocka_unit_test(any_sync_restarts_the_count_of_half_words),
        cmocka_unit_test(sync_clears_return_stack_and_repetitions),
        cmocka_unit_test(sync_sends_history_held_back),
        cmocka_unit_test(an_external_trigger_marks_the_current_pc),
        cmocka_unit_test(an_external_trigger_has_its_time),
        cmocka_unit_test(an_external_trigger_is_nothing_when_not_tracing),
        cmocka_unit_test(enabled_by_an_external_trigger_is_sync_5),
        cmocka_unit_test(a_reset_in_both_modes),
        cmocka_unit_test(disabling_sends_what_is_queued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
