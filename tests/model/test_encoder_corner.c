/* SPDX-License-Identifier: Apache-2.0 */
/* The table of N-Trace 1.0, Corner Cases and Sequences, a test a row; and events that never learn
 * their address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    EX = INGRESS_ITYPE_EXCEPTION,
    IR = INGRESS_ITYPE_INTERRUPT,
    XRET = INGRESS_ITYPE_TRAP_RETURN,
    TK = INGRESS_ITYPE_TAKEN,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    RET = INGRESS_ITYPE_RETURN,
};

static struct bench b;

static void start(uint32_t control, bool report_disabled)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.report_disabled = report_disabled;
    bench_init(&b, &cfg);
    bench_control(&b, control);
}

/* Holds NT-COR-001 NT-CNT-004 NT-RUL-013 NT-RUL-014 */
static void back_to_back_return(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    bench_run(&b, 0x1000, 2, RET);
    bench_run(&b, 0x2000, 1, RET); /* c.jr: I-CNT 1 */
    bench_run(&b, 0x3000, 2, RET); /* jalr: I-CNT 2 */
    bench_run(&b, 0x4000, 1, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x1800\n"
                     "IndirectBranch BTYPE=0 ICNT=1 UADDR=0x800\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x3800\n");
}

/* Holds NT-COR-002 */
static void other_back_to_back_jumps_or_branches(void **state)
{
    (void)state;
    start(BENCH_BTM, false);
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x1100, 1, TK);
    bench_run(&b, 0x1200, 2, INGRESS_ITYPE_UNINFERABLE_CALL);
    bench_run(&b, 0x1300, 1, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n"
                     "DirectBranch ICNT=1\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x180\n"
                     "DirectBranch ICNT=1\n");
}

/* Holds NT-COR-003 */
static void back_to_back_exceptions(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    bench_run(&b, 0x1000, 2, EX);
    bench_run(&b, 0x8000, 0, EX); /* the handler cannot be fetched */
    bench_run(&b, 0x9000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x4800\n"
                     "IndirectBranch BTYPE=2 ICNT=0 UADDR=0x800\n");
}

/* Holds NT-COR-004 */
static void exception_at_interrupt_destination(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x1100, 1, IR);
    bench_run(&b, 0x8000, 0, EX);
    bench_run(&b, 0x9000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchHist BTYPE=3 ICNT=3 UADDR=0x4800 HIST=3\n"
                     "IndirectBranch BTYPE=2 ICNT=0 UADDR=0x800\n");
}

/* Holds NT-COR-005 NT-CNT-022 */
static void pending_interrupt_at_debug_mode_exit(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    bench_halted(&b);
    bench_run(&b, 0x1000, 0, IR);
    bench_run(&b, 0x8000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=3 ICNT=0 UADDR=0x4800\n");
}

/* Holds NT-COR-006 */
static void exception_at_first_instruction_traced(void **state)
{
    (void)state;
    start(BENCH_BTM, false);
    bench_halted(&b);
    bench_run(&b, 0x1000, 0, EX);
    bench_run(&b, 0x8000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=2 ICNT=0 UADDR=0x4800\n");
}

/* Holds NT-COR-007 */
static void trace_starts_disabled(void **state)
{
    (void)state;
    start(BENCH_HTM & ~TR_TE_INST_TRACING_MASK, true);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=0 HIST=1\n");
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1004, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n");
    start(BENCH_BTM & ~TR_TE_INST_TRACING_MASK, true);
    bench_expect(&b, "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0\n");
    start(BENCH_BTM & ~TR_TE_INST_TRACING_MASK,
          false); /* EVCODE 4 is optional: left out by default */
    bench_expect(&b, "");
}

/* Holds NT-COR-008 */
static void hart_halted_with_trace_disabled(void **state)
{
    (void)state;
    start(BENCH_HTM & ~TR_TE_INST_TRACING_MASK, true);
    bench_expect(&b, "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=0 HIST=1\n");
    bench_run(&b, 0x1000, 2, TK);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0 HIST=1\n");
    bench_halted(&b);
    bench_expect(&b, "");
    start(BENCH_HTM & ~TR_TE_INST_TRACING_MASK, false);
    bench_halted(&b);
    bench_expect(&b, "");
}

/* The two IndirectBranch messages of our ruling: the target of the trap return, then the trap,
 * I-CNT 0. */
/* Holds NT-COR-010 */
static void trap_immediately_following_trap_return(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    bench_run(&b, 0x8000, 2, NT);
    bench_run(&b, 0x8004, 2, XRET);
    bench_run(&b, 0x1000, 0, IR); /* the port gives the address that was interrupted */
    bench_run(&b, 0x8000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x4000\n"
                     "IndirectBranchHist BTYPE=0 ICNT=4 UADDR=0x4800 HIST=2\n"
                     "IndirectBranch BTYPE=3 ICNT=0 UADDR=0x4800\n");
    start(BENCH_BTM, false);
    bench_run(&b, 0x8004, 2, XRET);
    bench_run(&b, 0x1000, 0, EX);
    bench_run(&b, 0x8000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x4002\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x4802\n"
                     "IndirectBranch BTYPE=2 ICNT=0 UADDR=0x4800\n");
}

/* The same with Ownership enabled: the privilege levels of both sides are reported. */
static void trap_immediately_following_trap_return_with_ownership(void **state)
{
    (void)state;
    start(BENCH_HTM | TR_TE_CONTEXT_MASK, false);
    b.context = 0x1D;
    bench_run(&b, 0x8004, 2, XRET);
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x1000, 0, IR);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x8000, 2, XRET);
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x1000, 2, N);
    /* {0x1D, M, 10} = 0x1D << 5 | 3 << 2 | 2; nothing ran in U-mode before the interrupt. */
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x4002\n"
                     "Ownership PROCESS=0x3AE\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x4802\n"
                     "IndirectBranch BTYPE=3 ICNT=0 UADDR=0x4800\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x4800\n"
                     "Ownership PROCESS=0\n");
}

/* A jump whose target is never seen is the last instruction of the region. */
static void jump_before_debug_mode_is_covered_by_icnt(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x1100, 1, RET);
    bench_halted(&b);
    bench_run(&b, 0x2000, 1, EX);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=3 HIST=3\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x1000\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=1 HIST=1\n");
}

static void jump_before_trace_is_disabled_is_covered_by_icnt(void **state)
{
    (void)state;
    start(BENCH_BTM, false);
    bench_run(&b, 0x1000, 2, RET);
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    bench_run(&b, 0x2000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* Empty while a jump waits: the hart may stand still for ever, but what was generated has left. */
/* Holds TCI-TE-003 TCI-TE-006 */
static void empty_does_not_wait_for_a_jump(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_run(&b, 0x1000, 2, RET);
    bench_ticks(&b, 3);
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_write(&b, 0, TR_TE_ACTIVE_MASK); /* Enable 0: the correlation is still to come */
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    assert_false(bench_read(&b, 0) & TR_TE_ENABLE_MASK);
    bench_ticks(&b, 1);
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=1\n");
}

/* Blocks that retire nothing and report nothing change nothing, not even a waiting jump. */
static void empty_blocks_are_ignored(void **state)
{
    (void)state;
    start(BENCH_HTM, false);
    bench_run(&b, 0x5555000, 0, TK);
    bench_expect(&b, "");
    bench_run(&b, 0x1000, 2, RET);
    bench_run(&b, 0x5555000, 0, N);
    bench_run(&b, 0x5555000, 0, RET);
    bench_run(&b, 0x2000, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x1800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(back_to_back_return),
        cmocka_unit_test(other_back_to_back_jumps_or_branches),
        cmocka_unit_test(back_to_back_exceptions),
        cmocka_unit_test(exception_at_interrupt_destination),
        cmocka_unit_test(pending_interrupt_at_debug_mode_exit),
        cmocka_unit_test(exception_at_first_instruction_traced),
        cmocka_unit_test(trace_starts_disabled),
        cmocka_unit_test(hart_halted_with_trace_disabled),
        cmocka_unit_test(trap_immediately_following_trap_return),
        cmocka_unit_test(trap_immediately_following_trap_return_with_ownership),
        cmocka_unit_test(jump_before_debug_mode_is_covered_by_icnt),
        cmocka_unit_test(jump_before_trace_is_disabled_is_covered_by_icnt),
        cmocka_unit_test(empty_does_not_wait_for_a_jump),
        cmocka_unit_test(empty_blocks_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
