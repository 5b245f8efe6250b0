/* SPDX-License-Identifier: Apache-2.0 */
/* Branch messages that are not repetitions of the one before (N-Trace 1.0, RepeatBranch Message).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
    IJ = INGRESS_ITYPE_UNINFERABLE_TAIL,
};

static struct bench b;

static void start(uint32_t mode)
{
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_control(&b, mode);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
}

static void end(const char *lines)
{
    bench_halted(&b);
    bench_expect(&b, lines);
}

/* A taken branch, then a jump to address 0 with the same count, and the other way around: the
 * messages differ. Holds NT-RBR-004 */
static void a_jump_to_address_0_is_no_repeated_branch(void **state)
{
    (void)state;
    for (unsigned jump_first = 0; jump_first < 2; jump_first++) {
        start(BENCH_BTM);
        bench_run(&b, 0x1004, 1, N);
        if (jump_first == 0) {
            bench_run(&b, 0x1006, 1, TK);
            bench_run(&b, 0x1008, 4, IJ);
            bench_run(&b, 0, 4, TK);
            end("DirectBranch ICNT=4\nIndirectBranch BTYPE=0 ICNT=4 UADDR=0x800\n"
                "DirectBranch ICNT=4\nProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0\n");
        } else {
            bench_run(&b, 0x1006, 1, IJ);
            bench_run(&b, 0, 4, TK);
            bench_run(&b, 0x1008, 4, IJ);
            bench_run(&b, 0, 2, N);
            end("IndirectBranch BTYPE=0 ICNT=4 UADDR=0x800\nDirectBranch ICNT=4\n"
                "IndirectBranch BTYPE=0 ICNT=4 UADDR=0\n"
                "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
        }
    }
}

/* Equal messages with SYNC are all sent. Holds NT-RBR-004 */
static void messages_with_sync_are_not_repeated(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_control(&b, BENCH_BTM | TR_TE_INST_SYNC_MODE_HALFWORDS << TR_TE_INST_SYNC_MODE_SHIFT);
    for (unsigned i = 0; i < 3; i++) {
        bench_run(&b, 0x1000, 16, IJ);
    }
    bench_run(&b, 0x1000, 2, N);
    end("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
        "IndirectBranchSync SYNC=2 BTYPE=0 ICNT=0x10 FADDR=0x800\n"
        "IndirectBranchSync SYNC=2 BTYPE=0 ICNT=0x10 FADDR=0x800\n"
        "IndirectBranchSync SYNC=2 BTYPE=0 ICNT=0x10 FADDR=0x800\n"
        "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jump_to_address_0_is_no_repeated_branch),
        cmocka_unit_test(messages_with_sync_are_not_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
