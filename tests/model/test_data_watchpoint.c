/* SPDX-License-Identifier: Apache-2.0 */
/* Watchpoint messages, with the parameter watchpoint (docs/reference/data-trace.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "filter_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    P_NOTIFY = TR_TE_COMP_P_NOTIFY_MASK,
};

static struct bench b;

/* Watchpoint messages (IEEE-ISTO 5001-2012, TCODE 15), a prototype: after the message with SYNC
 * 6, bit n of WPHIT for comparator n, bit 8 for a debug trigger. Off by default.
 * Holds HT-WATCH-002 HT-WATCH-003 */
static void watchpoint_messages_name_what_hit(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.comparators = 2;
    cfg.watchpoint = true;
    bench_init(&b, &cfg);
    set_comp(&b, 0, COMP(0, EQ, 0, EQ, 0) | P_NOTIFY, 0x1004, 0);
    set_comp(&b, 1, COMP(0, EQ, 0, EQ, 0) | P_NOTIFY, 0x100C, 0);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 4, N);
    struct ingress_cycle in = bench_record(&b, 0x1008, 4, N);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    in = bench_record(&b, 0x1010, 4, N);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                     "Watchpoint WPHIT=1\n"
                     "ProgTraceSync SYNC=6 ICNT=4 FADDR=0x806\n"
                     "Watchpoint WPHIT=0x102\n"
                     "ProgTraceSync SYNC=6 ICNT=4 FADDR=0x80A\n"
                     "Watchpoint WPHIT=0x100\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watchpoint_messages_name_what_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
