/* SPDX-License-Identifier: Apache-2.0 */
/* Optimization extensions (N-Trace 1.0, chapter of that name): sequential jumps, implicit return,
 * repeated history. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    CALL = INGRESS_ITYPE_INFERABLE_CALL,
    ICALL = INGRESS_ITYPE_UNINFERABLE_CALL,
    RET = INGRESS_ITYPE_RETURN,
    SWAP = INGRESS_ITYPE_CO_ROUTINE_SWAP,
    IJ = INGRESS_ITYPE_UNINFERABLE_TAIL,
};

#define RETURN_MODE(n)                                                                             \
    (TR_TE_INST_EN_IMPLICIT_RETURN_MASK | (uint32_t)(n) << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT)

static struct bench b;

static void start_cfg(const struct trm_encoder_cfg *cfg, uint32_t features)
{
    bench_init(&b, cfg);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, features);
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
}

static void start(uint32_t features)
{
    start_cfg(NULL, features);
}

static void end(const char *lines)
{
    bench_halted(&b);
    bench_expect(&b, lines);
}

/* Holds TCI-TE-036 NT-ING-043..045 NT-ING-049 NT-RET-002 NT-RUL-025 */
static void expected_return_sends_nothing(void **state)
{
    (void)state;
    start(RETURN_MODE(3));
    bench_run(&b, 0x1004, 2, CALL);
    bench_run(&b, 0x2000, 2, RET);
    bench_run(&b, 0x1008, 1, TK);
    bench_run(&b, 0x1100, 2, ICALL);
    bench_run(&b, 0x3000, 1, RET);
    bench_run(&b, 0x1104, 2, N);
    end("IndirectBranchHist BTYPE=0 ICNT=9 UADDR=0x1000 HIST=3\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=3 HIST=1\n");
}

/* Holds TCI-TE-042 NT-ING-049 NT-RET-006 */
static void unexpected_return_is_reported(void **state)
{
    (void)state;
    start(RETURN_MODE(3));
    bench_run(&b, 0x1004, 2, RET); /* no call before */
    bench_run(&b, 0x1008, 2, CALL);
    bench_run(&b, 0x2000, 2, RET); /* after the call, but not there */
    bench_run(&b, 0x1010, 2, RET); /* the entry was used up */
    bench_run(&b, 0x1000, 2, N);
    end("IndirectBranch BTYPE=0 ICNT=4 UADDR=4\n"
        "IndirectBranch BTYPE=0 ICNT=4 UADDR=0xC\n"
        "IndirectBranch BTYPE=0 ICNT=2 UADDR=8\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n");
}

/* Both register fields are needed. */
/* Holds TCI-GEN-007 TCI-TE-036 TCI-TE-039 NT-OPT-001 NT-RET-001 NT-NEX-002 */
static void implicit_return_needs_enable_and_mode(void **state)
{
    (void)state;
    static const uint32_t features[] = {TR_TE_INST_EN_IMPLICIT_RETURN_MASK,
                                        3u << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT};
    for (unsigned i = 0; i < 2; i++) {
        start(features[i]);
        bench_run(&b, 0x1004, 2, CALL);
        bench_run(&b, 0x2000, 2, RET);
        bench_run(&b, 0x1008, 1, N);
        bench_expect(&b, "IndirectBranch BTYPE=0 ICNT=6 UADDR=4\n");
    }
}

/* Level counting does not look at addresses; partial comparison looks at the low 16 bits. */
/* Holds TCI-TE-040 TCI-TE-041 NT-RET-003 NT-RET-005 NT-RET-008 */
static void modes_differ_in_what_they_compare(void **state)
{
    (void)state;
    static const char *const all = "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=8 HIST=1\n";
    start(RETURN_MODE(1));
    bench_run(&b, 0x1004, 2, CALL);
    bench_run(&b, 0x2000, 2, RET);
    bench_run(&b, 0x5000, 2, N);
    end(all);
    start(RETURN_MODE(2));
    bench_run(&b, 0x1004, 2, CALL);
    bench_run(&b, 0x2000, 2, RET);
    bench_run(&b, 0x71008, 2, N);
    end(all);
    start(RETURN_MODE(2));
    bench_run(&b, 0x1004, 2, CALL);
    bench_run(&b, 0x2000, 2, RET);
    bench_run(&b, 0x9008, 2, N);
    end("IndirectBranch BTYPE=0 ICNT=6 UADDR=0x4004\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n");
}

static void stack_keeps_the_newest_calls(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.return_stack = 2;
    start_cfg(&cfg, RETURN_MODE(3));
    bench_run(&b, 0x1004, 2, CALL);
    bench_run(&b, 0x2000, 2, CALL);
    bench_run(&b, 0x3000, 2, CALL); /* forgets 0x1008 */
    bench_run(&b, 0x4000, 2, RET);
    bench_run(&b, 0x3004, 2, RET);
    bench_run(&b, 0x2004, 2, RET);
    bench_run(&b, 0x1008, 2, N);
    end("IndirectBranch BTYPE=0 ICNT=0xE UADDR=4\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n");
}

/* Holds NT-RET-004 */
static void every_sync_clears_the_stack(void **state)
{
    (void)state;
    start(RETURN_MODE(3));
    bench_run(&b, 0x1004, 2, CALL);
    struct ingress_cycle in = bench_record(&b, 0x2000, 4, N);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    bench_run(&b, 0x2008, 2, RET);
    bench_run(&b, 0x1008, 2, CALL);
    bench_halted(&b);
    bench_run(&b, 0x3000, 2, RET);
    bench_run(&b, 0x100C, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=6 ICNT=6 FADDR=0x1002\n"
                     "IndirectBranch BTYPE=0 ICNT=4 UADDR=0x1806\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x1800\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x1006\n");
}

/* A swap takes one address off and puts its own on. */
/* Holds NT-ING-048 */
static void coroutine_swap(void **state)
{
    (void)state;
    start(RETURN_MODE(3));
    bench_run(&b, 0x1004, 2, CALL); /* expects 0x1008 */
    bench_run(&b, 0x2000, 2, SWAP); /* goes there, expects 0x2004 */
    bench_run(&b, 0x1008, 2, SWAP); /* goes there, expects 0x100C */
    bench_run(&b, 0x2004, 2, RET);
    bench_run(&b, 0x100C, 2, N);
    end("ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0xC HIST=1\n");
}

/* A trap after a return that goes where it should: only the trap is reported. */
static void trap_at_the_return_address(void **state)
{
    (void)state;
    start(RETURN_MODE(3));
    bench_run(&b, 0x1004, 2, CALL);
    bench_run(&b, 0x2000, 2, RET);
    bench_run(&b, 0x1008, 0, INGRESS_ITYPE_INTERRUPT);
    bench_run(&b, 0x8000, 2, N);
    end("IndirectBranch BTYPE=3 ICNT=6 UADDR=0x4800\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n");
}

/* The spec's example: 01 fifteen times in each of ten registers of 30 outcomes. */
/* Holds TCI-GEN-007 TCI-TE-043 NT-RFL-006 NT-HST-009 NT-REP-001 NT-REP-004 NT-OPT-001 */
static void repeated_history_example_of_the_spec(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_bits = 31;
    cfg.hist_search = TRM_HIST_SEARCH_REGISTER;
    start_cfg(&cfg, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    for (unsigned i = 0; i < 300; i++) {
        bench_run(&b, 0x1004, 1, i % 2 == 0 ? NT : TK);
    }
    bench_expect(&b, "");
    end("ResourceFull RCODE=2 RDATA=0x55555555 HREPEAT=0xA\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0x12E HIST=1\n");
    start_cfg(&cfg, 0); /* not enabled: ten messages */
    for (unsigned i = 0; i < 60; i++) {
        bench_run(&b, 0x1004, 1, i % 2 == 0 ? NT : TK);
    }
    bench_expect(&b, "ResourceFull RCODE=1 RDATA=0x55555555\n"
                     "ResourceFull RCODE=1 RDATA=0x55555555\n");
}

/* 32-bit HIST: 31 outcomes do not repeat, but 28 of them do. 310 outcomes are ten times 28, and 30.
 */
static void patterns_shorter_than_the_register(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_search = TRM_HIST_SEARCH_28_30;
    start_cfg(&cfg, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    for (unsigned i = 0; i < 310; i++) {
        bench_run(&b, 0x1004, 1, i % 2 == 0 ? NT : TK);
    }
    end("ResourceFull RCODE=2 RDATA=0x15555555 HREPEAT=0xA\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0x138 HIST=0x55555555\n");
}

static void history_that_changes_is_not_repeated(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_bits = 4;
    cfg.hist_search = TRM_HIST_SEARCH_REGISTER;
    start_cfg(&cfg, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    static const uint8_t outcome[] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1};
    for (unsigned i = 0; i < sizeof outcome; i++) {
        bench_run(&b, 0x1004, 1, outcome[i] != 0 ? TK : NT);
    }
    bench_run(&b, 0x1006, 1, IJ);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ResourceFull RCODE=2 RDATA=0xF HREPEAT=2\n"
                     "ResourceFull RCODE=1 RDATA=8\n"
                     "ResourceFull RCODE=1 RDATA=0xD\n"
                     "IndirectBranch BTYPE=0 ICNT=0xF UADDR=0\n");
}

/* Holds NT-REP-007 */
static void repeat_counter_full(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_bits = 2;
    cfg.hist_search = TRM_HIST_SEARCH_REGISTER;
    cfg.hrepeat_bits = 2;
    start_cfg(&cfg, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    for (unsigned i = 0; i < 7; i++) {
        bench_run(&b, 0x1004, 1, TK);
    }
    end("ResourceFull RCODE=2 RDATA=3 HREPEAT=3\n"
        "ResourceFull RCODE=2 RDATA=3 HREPEAT=3\n"
        "ResourceFull RCODE=1 RDATA=3\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=9 HIST=1\n");
}

/* lui or auipc, then the jump: inferable, but only when one message covers both. */
/* Holds TCI-GEN-007 TCI-TE-035 NT-SEQ-001 NT-SEQ-004 NT-SEQ-005 NT-SEQ-009 NT-RUL-026
 * NT-RUL-027 */
static void sequential_jump(void **state)
{
    (void)state;
    start(TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK);
    struct ingress_cycle in = bench_record(&b, 0x1004, 2, IJ); /* lui was in the record before */
    in.block[0].sijump = true;
    bench_give(&b, &in);
    bench_run(&b, 0x5000, 2, IJ);            /* an ordinary one */
    in = bench_record(&b, 0x6000, 2, ICALL); /* alone in its message: its lui was not counted */
    in.block[0].sijump = true;
    bench_give(&b, &in);
    in = bench_record(&b, 0x7000, 4, IJ); /* lui and jump in one block */
    in.block[0].sijump = true;
    bench_give(&b, &in);
    bench_run(&b, 0x8000, 2, N);
    end("IndirectBranch BTYPE=0 ICNT=6 UADDR=0x3800\n"
        "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x800\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=6 HIST=1\n");
    start(0); /* not enabled */
    in = bench_record(&b, 0x1004, 2, IJ);
    in.block[0].sijump = true;
    bench_give(&b, &in);
    bench_run(&b, 0x5000, 2, N);
    bench_expect(&b, "IndirectBranch BTYPE=0 ICNT=4 UADDR=0x2000\n");
}

/* "Ignored for itype codes other than 6, 8, 10, 12 or 14" (E-Trace). */
static void sijump_means_nothing_for_other_itypes(void **state)
{
    (void)state;
    static const uint8_t itypes[] = {INGRESS_ITYPE_EXCEPTION, INGRESS_ITYPE_TRAP_RETURN, RET};
    for (unsigned i = 0; i < sizeof itypes; i++) {
        start(TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK);
        struct ingress_cycle in = bench_record(&b, 0x1004, 2, itypes[i]);
        in.block[0].sijump = true;
        bench_give(&b, &in);
        bench_run(&b, 0x5000, 2, N);
        bench_expect(&b, i == 0 ? "IndirectBranch BTYPE=2 ICNT=4 UADDR=0x2000\n"
                                : "IndirectBranch BTYPE=0 ICNT=4 UADDR=0x2000\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expected_return_sends_nothing),
        cmocka_unit_test(unexpected_return_is_reported),
        cmocka_unit_test(implicit_return_needs_enable_and_mode),
        cmocka_unit_test(modes_differ_in_what_they_compare),
        cmocka_unit_test(stack_keeps_the_newest_calls),
        cmocka_unit_test(every_sync_clears_the_stack),
        cmocka_unit_test(coroutine_swap),
        cmocka_unit_test(trap_at_the_return_address),
        cmocka_unit_test(repeated_history_example_of_the_spec),
        cmocka_unit_test(patterns_shorter_than_the_register),
        cmocka_unit_test(history_that_changes_is_not_repeated),
        cmocka_unit_test(repeat_counter_full),
        cmocka_unit_test(sequential_jump),
        cmocka_unit_test(sijump_means_nothing_for_other_itypes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
