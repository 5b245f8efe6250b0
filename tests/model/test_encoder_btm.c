/* SPDX-License-Identifier: Apache-2.0 */
/* Branch mode (N-Trace 1.0, Rules of Generating Messages; I-CNT Details). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    TK = INGRESS_ITYPE_TAKEN,
    IJ = INGRESS_ITYPE_UNINFERABLE_CALL,
};

static struct bench b;

static void start(const struct trm_encoder_cfg *cfg)
{
    bench_init(&b, cfg);
    bench_control(&b, BENCH_BTM);
}

/* N-Trace, Example of I-CNT Handling in BTM mode: three runs of one piece of code, c.ebreak at the
 * end. */
/* Holds TCI-TE-008 NT-ING-037 NT-ING-039 NT-CTL-005 NT-DBR-002 NT-CNT-001..004 NT-CNT-012..017
 * NT-CNT-042 NT-RUL-002 NT-RUL-005..008 NT-RUL-015 NT-RUL-017 NT-RUL-018 NT-RUL-020 NT-PTC-004
 * NT-PTC-008 NT-SYN-005 NT-PTS-007 NT-PTS-008 NT-MSG-029 */
static void icnt_example_of_the_spec(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, TK);
    bench_run(&b, 0x200, 1, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80\n"
                     "DirectBranch ICNT=3\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=1\n");
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, NT);
    bench_run(&b, 0x106, 2, N);
    bench_run(&b, 0x10A, 2, TK);
    bench_run(&b, 0x300, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x80\n"
                     "DirectBranch ICNT=7\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, NT);
    bench_run(&b, 0x106, 2, N);
    bench_run(&b, 0x10A, 2, NT);
    bench_run(&b, 0x10E, 1, N);
    bench_run(&b, 0x110, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x80\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0xA\n");
}

/* The values that the same example calls correct: a trap before 0x102, before 0x10A, and at 0x100.
 */
/* Holds NT-CNT-005 NT-CNT-020..022 NT-IBR-003 NT-RUL-004 NT-MSG-028 */
static void trap_icnt_values_of_the_spec(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x100, 1, INGRESS_ITYPE_EXCEPTION);
    bench_run(&b, 0x8000, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80\n"
                     "IndirectBranch BTYPE=2 ICNT=1 UADDR=0x4080\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, NT);
    bench_run(&b, 0x106, 2, INGRESS_ITYPE_INTERRUPT);
    bench_run(&b, 0x8000, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x80\n"
                     "IndirectBranch BTYPE=3 ICNT=5 UADDR=0x4080\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
    bench_run(&b, 0x100, 0, INGRESS_ITYPE_EXCEPTION);
    bench_run(&b, 0x8000, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x80\n"
                     "IndirectBranch BTYPE=2 ICNT=0 UADDR=0x4080\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
}

/* Holds NT-CNT-007 NT-CNT-008 NT-RUL-021 NT-RUL-022 */
static void icnt_full_uses_resource_full(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.icnt_bits = 4;
    start(&cfg);
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, NT);
    bench_run(&b, 0x106, 2, N);
    bench_run(&b, 0x10A, 2, N);
    bench_run(&b, 0x10E, 2, N);
    bench_run(&b, 0x112, 2, N);
    bench_run(&b, 0x116, 2, N);
    bench_run(&b, 0x11A, 1, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80\n"
                     "ResourceFull RCODE=0 RDATA=9\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=5\n");
}

static void taken_branch_with_a_full_counter_is_one_message(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.icnt_bits = 4;
    start(&cfg);
    bench_run(&b, 0x100, 7, N);
    bench_run(&b, 0x10E, 2, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80\n"
                     "DirectBranch ICNT=9\n");
}

/* A taken branch is a message of two bytes, known at once: its target needs no address. */
/* Holds NT-MODE-001 NT-DBR-002 */
static void taken_branch_takes_two_bytes_and_does_not_wait(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x1000, 2, N);
    size_t before = b.n;
    bench_run(&b, 0x1004, 2, TK);
    assert_int_equal(b.n - before, 2);
    assert_int_equal(b.bytes[before], 3 << 2);         /* TCODE 3 */
    assert_int_equal(b.bytes[before + 1], 4 << 2 | 3); /* I-CNT 4, end of message */
}

/* Holds NT-ING-044 NT-IBR-001 NT-IBR-002 NT-RUL-012 */
static void indirect_jump_waits_for_its_target(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x1000, 2, IJ);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
    struct ingress_cycle idle = bench_record(&b, 0, 0, N);
    bench_give(&b, &idle);
    bench_expect(&b, "");
    bench_run(&b, 0x3000, 1, TK);
    bench_expect(&b, "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x1000\n"
                     "DirectBranch ICNT=1\n");
}

/* Holds NT-DBR-001 NT-RUL-008 */
static void history_is_never_sent(void **state)
{
    (void)state;
    start(NULL);
    for (unsigned i = 0; i < 100; i++) {
        bench_run(&b, 0x1000, 1, NT);
    }
    bench_run(&b, 0x1002, 1, INGRESS_ITYPE_TRAP_RETURN);
    bench_run(&b, 0x1000, 1, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=0 ICNT=0x65 UADDR=0\n");
}

/* Changing between the modes while tracing ends one region and starts the next. */
static void changing_the_mode_starts_a_new_region(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x1000, 2, N);
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1004, 2, TK);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x2000, 2, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=3\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                     "DirectBranch ICNT=2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icnt_example_of_the_spec),
        cmocka_unit_test(trap_icnt_values_of_the_spec),
        cmocka_unit_test(icnt_full_uses_resource_full),
        cmocka_unit_test(taken_branch_with_a_full_counter_is_one_message),
        cmocka_unit_test(taken_branch_takes_two_bytes_and_does_not_wait),
        cmocka_unit_test(indirect_jump_waits_for_its_target),
        cmocka_unit_test(history_is_never_sent),
        cmocka_unit_test(changing_the_mode_starts_a_new_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
