/* SPDX-License-Identifier: Apache-2.0 */
/* Watchpoints of comparators in an encoder without filters (TCI 1.0, Trace Encoder Comparator
 * Registers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "filter_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    P_NOTIFY = TR_TE_COMP_P_NOTIFY_MASK,
    S_NOTIFY = TR_TE_COMP_S_NOTIFY_MASK,
};

static struct bench b;

/* Comparator 0 with these settings, 0x1004 and 0x100C; trTeInstFilters is not there. */
static void start(uint32_t control)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.comparators = 1;
    bench_init(&b, &cfg);
    set_comp(&b, 0, control, 0x1004, 0x100C);
    bench_control(&b, BENCH_BTM);
}

/* Blocks of 2 instructions from 0x1000 to 0x1018. */
static void run(void)
{
    bench_run(&b, 0x1000, 4, N);
    bench_run(&b, 0x1008, 4, N);
    bench_run(&b, 0x1010, 4, N);
    bench_halted(&b);
}

/* The last instruction of the block with 0x1004 is at 0x1004, that of the one with 0x100C at
 * 0x100C. Holds TCI-FLT-063 TCI-FLT-065 */
static void each_side_reports_its_block(void **state)
{
    (void)state;
    start(COMP(0, EQ, 0, EQ, 0) | P_NOTIFY);
    run();
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0xA\n");
    start(COMP(0, EQ, 0, EQ, 0) | S_NOTIFY);
    run();
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=6 ICNT=6 FADDR=0x806\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=6\n");
    start(COMP(0, EQ, 0, EQ, 0) | P_NOTIFY | S_NOTIFY);
    run();
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                     "ProgTraceSync SYNC=6 ICNT=4 FADDR=0x806\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=6\n");
    start(COMP(0, EQ, 0, EQ, 0));
    run();
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0xC\n");
}

/* A result that is true all the time reports every block, but not with another input than 0.
 * Holds TCI-FLT-064 TCI-FLT-065 */
static void another_input_reports_nothing(void **state)
{
    (void)state;
    static const char *const every = "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                                     "ProgTraceSync SYNC=6 ICNT=4 FADDR=0x806\n"
                                     "ProgTraceSync SYNC=6 ICNT=4 FADDR=0x80A\n"
                                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n";
    static const char *const none = "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                    "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0xC\n";
    for (unsigned input = 0; input <= TR_TE_COMP_P_INPUT_TVAL; input++) {
        start(COMP(input, ALWAYS, 0, EQ, 0) | P_NOTIFY);
        run();
        bench_expect(&b, input == 0 ? every : none);
        start(COMP(0, EQ, input, ALWAYS, 0) | S_NOTIFY);
        run();
        bench_expect(&b, input == 0 ? every : none);
    }
}

/* While nothing is traced, nothing is reported. */
static void not_while_tracing_is_off(void **state)
{
    (void)state;
    start(COMP(0, EQ, 0, EQ, 0) | P_NOTIFY);
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    run();
    bench_expect(&b, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_side_reports_its_block),
        cmocka_unit_test(another_input_reports_nothing),
        cmocka_unit_test(not_while_tracing_is_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
