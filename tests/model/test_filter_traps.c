/* SPDX-License-Identifier: Apache-2.0 */
/* Several filters that follow traps at the same time (TCI 1.0, Trace Encoder Filter Registers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "filter_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    EX = INGRESS_ITYPE_EXCEPTION,
    IR = INGRESS_ITYPE_INTERRUPT,
    RT = INGRESS_ITYPE_TRAP_RETURN,
};

static struct bench b;

static void start(void)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.filters = 16;
    bench_init(&b, &cfg);
}

static void go(uint32_t filters)
{
    bench_write(&b, 0x00C, filters);
    bench_control(&b, BENCH_BTM);
}

static void trap_at(uint64_t iaddr, uint8_t itype, uint64_t cause)
{
    struct ingress_cycle in = bench_record(&b, iaddr, 2, itype);
    in.cause = cause;
    bench_give(&b, &in);
}

/* Stop, and check what was sent. */
static void expect_regions(const char *expected)
{
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    bench_expect(&b, expected);
}

/* Each filter follows the traps by itself, also while another one matches already: U-mode or the
 * handler of cause 8, in both orders of the filters. The exception is taken in U-mode.
 * Holds TCI-FLT-005 TCI-FLT-025 */
static void filters_follow_traps_while_another_matches(void **state)
{
    (void)state;
    for (unsigned trap = 0; trap < 2; trap++) {
        start();
        set_filter(&b, trap, F_ECAUSE, 0, UINT64_C(1) << 8);
        set_filter(&b, 1 - trap, F_PRIV, 1u << INGRESS_PRIV_U, 0);
        go(3);
        b.priv = INGRESS_PRIV_U;
        bench_run(&b, 0x1000, 2, N);
        trap_at(0x1004, EX, 8);
        b.priv = INGRESS_PRIV_M;
        bench_run(&b, 0x8000, 4, N); /* the filter of the cause alone */
        bench_run(&b, 0x8008, 2, RT);
        bench_run(&b, 0x9000, 2, N); /* the trap is over */
        expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                       "IndirectBranch BTYPE=2 ICNT=4 UADDR=0x4800\n"
                       "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=6\n");
        b.priv = INGRESS_PRIV_M;
    }
}

/* Two filters with traps of their own, one in the other: the inner one goes on matching for neither
 * longer than its own. Holds TCI-FLT-005 TCI-FLT-025 TCI-FLT-026 */
static void filters_have_traps_of_their_own(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 2; first++) {
        start();
        set_filter(&b, first, F_ECAUSE, 0, UINT64_C(1) << 2);
        set_filter(&b, 1 - first, F_INTERRUPT, 1u << 8, 0);
        go(3);
        trap_at(0x1000, IR, 7);
        bench_run(&b, 0x8000, 2, N);
        trap_at(0x8004, EX, 2); /* both match from here on */
        bench_run(&b, 0x9000, 2, RT);
        bench_run(&b, 0x8008, 2, N); /* the interrupt */
        bench_run(&b, 0x800C, 2, RT);
        bench_run(&b, 0x1004, 2, N);
        trap_at(0x1008, EX, 2);
        trap_at(0x9000, IR, 3);
        bench_run(&b, 0x8000, 2, RT); /* back to the exception */
        bench_run(&b, 0x9004, 2, RT);
        bench_run(&b, 0x100C, 2, N);
        expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                       "IndirectBranch BTYPE=3 ICNT=2 UADDR=0x4800\n"
                       "IndirectBranch BTYPE=2 ICNT=4 UADDR=0x800\n"
                       "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x804\n"
                       "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=4\n"
                       "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x804\n"
                       "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x4004\n"
                       "IndirectBranch BTYPE=3 ICNT=2 UADDR=0x800\n"
                       "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x802\n"
                       "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_follow_traps_while_another_matches),
        cmocka_unit_test(filters_have_traps_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
