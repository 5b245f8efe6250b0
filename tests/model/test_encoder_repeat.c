/* SPDX-License-Identifier: Apache-2.0 */
/* Repetitions: patterns in history, RepeatBranch, and when a full I-CNT is reported (N-Trace 1.0,
 * Repeated History Optimization; RepeatBranch Message; I-CNT Details). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "timestamp_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    IJ = INGRESS_ITYPE_UNINFERABLE_TAIL,
};

static struct bench b;
static struct trm_encoder_cfg cfg;

static void defaults(void)
{
    trm_encoder_cfg_init(&cfg);
}

static void start(uint32_t mode)
{
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_control(&b, mode);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
}

/* Branches of one half-word, T taken or N not taken. */
static void outcomes(const char *text)
{
    for (; *text != '\0'; text++) {
        bench_run(&b, 0x1004, 1, *text == 'T' ? TK : NT);
    }
}

static void times(unsigned n, const char *text)
{
    while (n-- != 0) {
        outcomes(text);
    }
}

static void end(const char *lines)
{
    bench_halted(&b);
    bench_expect(&b, lines);
}

/* The spec's second example: pattern 01, 150 times. */
/* Holds NT-REP-006 */
static void short_pattern_with_a_large_count(void **state)
{
    (void)state;
    defaults();
    start(BENCH_HTM);
    times(150, "NT");
    bench_expect(&b, "");
    end("ResourceFull RCODE=2 RDATA=5 HREPEAT=0x96\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0x12E HIST=1\n");
}

/* 0010 does not fit the pattern and goes first; the 0 after it is left for the next message. A
 * ResourceFull with four outcomes has 6 + 4 + 5 bits: 3 bytes. With one: 6 + 4 + 2, and a byte of
 * HREPEAT. A full register is 7 bytes for 31 outcomes. So from the 27th T on (31 * 7 / 31 = 7 bytes
 * against 6) a byte is saved; looked for at every fourth outcome: at the 28th. */
static void what_stands_before_and_behind_a_pattern(void **state)
{
    (void)state;
    defaults();
    start(BENCH_HTM);
    outcomes("NNTN");
    times(27, "T");
    bench_expect(&b, "");
    outcomes("T");
    bench_expect(&b, "ResourceFull RCODE=1 RDATA=0x12\n");
    times(12, "T");
    bench_expect(&b, "");
    outcomes("N");
    bench_expect(&b, "ResourceFull RCODE=2 RDATA=3 HREPEAT=0x28\n");
    bench_run(&b, 0x1006, 1, IJ);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "IndirectBranchHist BTYPE=0 ICNT=0x30 UADDR=0 HIST=2\n");
}

/* Without a pattern a register leaves when a second one is full: 62 outcomes. These are the binary
 * digits of 0 to 15 in five places, which repeat nothing for long; RDATA is a 1 and the first 31 of
 * them. */
static void history_without_a_pattern(void **state)
{
    (void)state;
    char text[81];
    uint32_t first = 1;
    for (unsigned i = 0; i < 80; i++) {
        text[i] = ((i / 5u * 11u) >> (4u - i % 5u) & 1u) != 0 ? 'T' : 'N';
        first = i < 31 ? first << 1 | (text[i] == 'T') : first;
    }
    defaults();
    start(BENCH_HTM);
    text[61] = '\0';
    outcomes(text);
    bench_expect(&b, "");
    outcomes("N");
    char line[64];
    snprintf(line, sizeof line, "ResourceFull RCODE=1 RDATA=0x%X\n", (unsigned)first);
    bench_expect(&b, line);
}

/* 20 outcomes that repeat are 12 bits and a HREPEAT, 3 bytes; in the HIST of the message that comes
 * they would be 4. Twelve are not looked at as a repetition: 3 bytes either way. */
static void repetition_before_a_message(void **state)
{
    (void)state;
    defaults();
    start(BENCH_HTM);
    times(20, "T");
    bench_run(&b, 0x1006, 1, IJ);
    times(12, "T");
    bench_run(&b, 0x1006, 1, IJ);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ResourceFull RCODE=2 RDATA=3 HREPEAT=0x14\n"
                     "IndirectBranch BTYPE=0 ICNT=0x17 UADDR=2\n"
                     "IndirectBranchHist BTYPE=0 ICNT=0xD UADDR=2 HIST=0x1FFF\n");
}

/* hrepeat_bits 2: 3 at most; the pattern goes on after each message. hist_bits 4: a register holds
 * 3 outcomes, in 6 + 4 + 4 bits, 3 bytes. When two are full, TT three times is 6 + 4 + 3 bits and
 * HREPEAT, 4 bytes instead of 6; T three times would leave the other three. */
/* Holds NT-REP-007 */
static void largest_hrepeat(void **state)
{
    (void)state;
    defaults();
    cfg.hist_bits = 4;
    cfg.hrepeat_bits = 2;
    start(BENCH_HTM);
    times(17, "T");
    outcomes("N");
    end("ResourceFull RCODE=2 RDATA=7 HREPEAT=3\n"
        "ResourceFull RCODE=2 RDATA=7 HREPEAT=3\n"
        "ResourceFull RCODE=2 RDATA=7 HREPEAT=2\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0x14 HIST=6\n");
}

/* A loop of three half-words in BTM: one message, and its repetitions. */
/* Holds NT-MODE-002 NT-RBR-003 NT-RBR-004 */
static void repeat_branch_in_btm(void **state)
{
    (void)state;
    defaults();
    start(BENCH_BTM);
    for (unsigned i = 0; i < 10; i++) {
        bench_run(&b, 0x1004, 3, TK);
    }
    bench_expect(&b, "DirectBranch ICNT=5\nDirectBranch ICNT=3\n"); /* 2 half-words before */
    bench_run(&b, 0x1004, 2, TK);
    bench_expect(&b, "RepeatBranch BCNT=8\nDirectBranch ICNT=2\n");
    bench_run(&b, 0x1004, 2, TK);
    end("RepeatBranch BCNT=1\nProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0\n");
}

/* Off without the register bit, and without the parameter. */
/* Holds NT-REP-001 NT-OPT-001 NT-NEX-002 */
static void repeat_branch_is_an_option(void **state)
{
    (void)state;
    static const char *const three = "DirectBranch ICNT=2\nDirectBranch ICNT=2\n";
    defaults();
    cfg.repeat_branch = false;
    start(BENCH_BTM);
    bench_run(&b, 0x1004, 2, TK);
    bench_expect(&b, "DirectBranch ICNT=4\n");
    bench_run(&b, 0x1004, 2, TK);
    bench_run(&b, 0x1004, 2, TK);
    bench_expect(&b, three);
    defaults();
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x1000, 2, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\nDirectBranch ICNT=2\n");
}

/* The target is compared as an absolute address: the first jump has U-ADDR 0x80A (0x1000 ^ 0x2014
 * >> 1 = 0x180A), its repetitions go to the same place. In HTM only with the parameter. */
/* Holds NT-REP-002 */
static void repeat_branch_in_htm(void **state)
{
    (void)state;
    for (unsigned on = 0; on < 2; on++) {
        defaults();
        cfg.repeat_branch_htm = on != 0;
        start(BENCH_HTM);
        for (unsigned i = 0; i < 3; i++) {
            bench_run(&b, i == 0 ? 0x1004 : 0x2014, i == 0 ? 2 : 4, TK);
            bench_run(&b, 0x3000, 1, IJ);
        }
        bench_run(&b, 0x2014, 2, N); /* 5 half-words each */
        end(on != 0 ? "IndirectBranchHist BTYPE=0 ICNT=5 UADDR=0x180A HIST=3\n"
                      "RepeatBranch BCNT=2\n"
                      "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n"
                    : "IndirectBranchHist BTYPE=0 ICNT=5 UADDR=0x180A HIST=3\n"
                      "IndirectBranchHist BTYPE=0 ICNT=5 UADDR=0 HIST=3\n"
                      "IndirectBranchHist BTYPE=0 ICNT=5 UADDR=0 HIST=3\n"
                      "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n");
    }
}

/* 20 T before each jump could be a ResourceFull with HREPEAT; RepeatBranch needs them in HIST. */
static void repeat_branch_keeps_history_in_its_message(void **state)
{
    (void)state;
    defaults();
    cfg.repeat_branch_htm = true;
    start(BENCH_HTM);
    for (unsigned i = 0; i < 4; i++) {
        times(20, "T");
        bench_run(&b, 0x1006, i == 0 ? 1 : 3, IJ);
    }
    bench_run(&b, 0x1000, 2, N);
    end("IndirectBranchHist BTYPE=0 ICNT=0x17 UADDR=2 HIST=0x1FFFFF\n"
        "RepeatBranch BCNT=2\n"
        "IndirectBranchHist BTYPE=0 ICNT=0x17 UADDR=2 HIST=0x1FFFFF\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n");
}

/* B-TYPE, I-CNT, HIST and target: each of them makes it another message. */
/* Holds NT-RBR-004 */
static void other_messages_are_not_repeated(void **state)
{
    (void)state;
    static const struct {
        uint32_t halfwords;
        uint64_t target;
        uint8_t outcome, itype;
        const char *line;
    } other[] = {
        {4, 0x2000, TK, IJ, "IndirectBranchHist BTYPE=0 ICNT=5 UADDR=0 HIST=3\n"},
        {3, 0x2002, TK, IJ, "IndirectBranchHist BTYPE=0 ICNT=4 UADDR=1 HIST=3\n"},
        {3, 0x2000, NT, IJ, "IndirectBranchHist BTYPE=0 ICNT=4 UADDR=0 HIST=2\n"},
        {3, 0x2000, N, IJ, "IndirectBranch BTYPE=0 ICNT=4 UADDR=0\n"},
        {3, 0x2000, TK, INGRESS_ITYPE_INTERRUPT,
         "IndirectBranchHist BTYPE=3 ICNT=4 UADDR=0 HIST=3\n"},
    };
    for (unsigned i = 0; i < sizeof other / sizeof other[0]; i++) {
        defaults();
        cfg.repeat_branch_htm = true;
        start(BENCH_HTM);
        bench_run(&b, 0x1004, 1, TK);
        bench_run(&b, 0x1006, 1, IJ);
        bench_run(&b, 0x2000, 1, other[i].outcome);
        bench_expect(&b, "IndirectBranchHist BTYPE=0 ICNT=4 UADDR=0x1800 HIST=3\n");
        bench_run(&b, 0x2002, other[i].halfwords, other[i].itype);
        bench_run(&b, other[i].target, 2, N);
        bench_expect(&b, other[i].line);
    }
}

/* A ResourceFull between: the block is not the one before, and what is held back goes first.
 * Holds NT-RBR-004 */
static void resource_full_ends_repetition(void **state)
{
    (void)state;
    defaults();
    cfg.icnt_bits = 4; /* full at 8 */
    start(BENCH_BTM);
    bench_run(&b, 0x1004, 2, TK);
    bench_run(&b, 0x1004, 4, TK);
    bench_run(&b, 0x1004, 4, TK);
    bench_run(&b, 0x1004, 8, N);
    bench_run(&b, 0x1004, 4, TK);
    bench_run(&b, 0x1004, 4, TK);
    end("DirectBranch ICNT=4\n"
        "RepeatBranch BCNT=2\n"
        "ResourceFull RCODE=0 RDATA=8\n"
        "DirectBranch ICNT=4\n"
        "RepeatBranch BCNT=1\n"
        "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0\n");
}

/* I-CNT of 4 bits holds no more than 15: of a block of 20 half-words a ResourceFull takes 14, and
 * the branch message the other 6. RepeatBranch would repeat these 6 alone. A block of 15 fits.
 * Holds NT-RBR-003 NT-RBR-004 */
static void a_split_count_is_not_repeated(void **state)
{
    (void)state;
#define SPLIT(branch, addr) "ResourceFull RCODE=0 RDATA=0xE\n" branch "ICNT=6" addr "\n"
#define STREAM(branch, addr, end)                                                                  \
    "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n" SPLIT(branch, addr) SPLIT(branch, addr)            \
        SPLIT(branch, addr) branch "ICNT=0xF" addr "\nRepeatBranch BCNT=2\n"                       \
                                   "ProgTraceCorrelation EVCODE=0 " end "\n"
    static const struct {
        uint32_t mode;
        uint8_t jump;
        const char *stream;
    } modes[] = {
        {BENCH_BTM, TK, STREAM("DirectBranch ", "", "CDF=0 ICNT=2")},
        {BENCH_HTM, IJ, STREAM("IndirectBranch BTYPE=0 ", " UADDR=0", "CDF=1 ICNT=2 HIST=1")},
    };
    for (unsigned i = 0; i < 2; i++) {
        defaults();
        cfg.icnt_bits = 4;
        cfg.repeat_branch_htm = true;
        bench_init(&b, &cfg);
        bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
        bench_control(&b, modes[i].mode);
        for (unsigned k = 0; k < 6; k++) {
            bench_run(&b, 0x1000, k < 3 ? 20 : 15, modes[i].jump);
        }
        bench_run(&b, 0x1000, 2, N);
        bench_halted(&b);
        bench_expect(&b, modes[i].stream);
    }
#undef STREAM
#undef SPLIT
}

static void largest_bcnt(void **state)
{
    (void)state;
    defaults();
    cfg.bcnt_bits = 2;
    start(BENCH_BTM);
    for (unsigned i = 0; i < 9; i++) {
        bench_run(&b, 0x1004, i == 0 ? 1 : 3, TK);
    }
    bench_expect(&b, "DirectBranch ICNT=3\nRepeatBranch BCNT=3\nRepeatBranch BCNT=3\n");
    end("RepeatBranch BCNT=2\nProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0\n");
}

/* A sync counts and sends everything before it; after it nothing repeats. */
/* Holds NT-SYN-017 NT-RBR-004 */
static void sync_ends_repetition(void **state)
{
    (void)state;
    defaults();
    start(BENCH_BTM);
    bench_run(&b, 0x1004, 1, TK);
    bench_run(&b, 0x1004, 3, TK);
    struct ingress_cycle in = bench_record(&b, 0x1004, 2, TK);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    bench_run(&b, 0x1004, 2, TK);
    end("DirectBranch ICNT=3\n"
        "RepeatBranch BCNT=1\n"
        "ProgTraceSync SYNC=6 ICNT=0 FADDR=0x802\n"
        "DirectBranch ICNT=2\n"
        "RepeatBranch BCNT=1\n"
        "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0\n");
}

/* TSTAMP is the time of the last repetition, 10 a record. */
static void time_of_the_last_repetition(void **state)
{
    (void)state;
    defaults();
    cfg.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_write(&b, TR_TS_CONTROL_OFFSET,
                TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    b.read = b.n;
    for (unsigned i = 0; i < 4; i++) {
        bench_run(&b, 0x1004, 2, TK);
    }
    bench_run(&b, 0x1004, 2, N);
    bench_run(&b, 0x1004, 2, TK);
    bench_expect(&b, "RepeatBranch BCNT=4 TSTAMP=0x28\n"
                     "DirectBranch ICNT=4 TSTAMP=0x14\n");
    bench_control(&b, BENCH_HTM); /* ends with Correlation, begins anew */
    bench_run(&b, 0x1000, 2, N);
    b.read = b.n;
    times(40, "T");
    bench_run(&b, 0x1004, 2, N);
    bench_run(&b, 0x1004, 2, NT);
    bench_run(&b, 0x1004, 2, IJ);
    bench_run(&b, 0x1004, 2, N);
    bench_expect(&b, "ResourceFull RCODE=2 RDATA=3 HREPEAT=0x28 TSTAMP=0x190\n"
                     "IndirectBranchHist BTYPE=0 ICNT=0x30 UADDR=2 HIST=2 TSTAMP=0x1E\n");
}

/* A full I-CNT goes ahead of history that is held back, and does not end its repetition. */
static void full_icnt_does_not_end_repeated_history(void **state)
{
    (void)state;
    defaults();
    cfg.icnt_bits = 7; /* full at 64 */
    start(BENCH_HTM);
    times(100, "T");
    end("ResourceFull RCODE=0 RDATA=0x40\n"
        "ResourceFull RCODE=2 RDATA=3 HREPEAT=0x64\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0x26 HIST=1\n");
}

/* icnt_late: 15 still fits in 4 bits, one more does not. */
static void late_full_icnt(void **state)
{
    (void)state;
    defaults();
    cfg.icnt_bits = 4;
    cfg.icnt_late = true;
    start(BENCH_HTM);
    bench_run(&b, 0x1004, 13, N);
    bench_expect(&b, "");
    bench_run(&b, 0x101E, 1, N);
    bench_expect(&b, "ResourceFull RCODE=0 RDATA=0xF\n");
    bench_run(&b, 0x1020, 12, N);
    bench_run(&b, 0x1038, 4, N);
    end("ResourceFull RCODE=0 RDATA=0xD\n"
        "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=4 HIST=1\n");
}

/* The spec's example, with SYNC 4: 9 half-words to 0x112, then 5. */
/* Holds NT-CNT-009 NT-CNT-010 NT-SYN-007 */
static void full_icnt_as_a_sync(void **state)
{
    (void)state;
    static const uint32_t size[] = {1, 2, 2, 2, 2, 2, 2, 1};
    for (unsigned late = 0; late < 2; late++) {
        uint64_t at = 0x100;
        defaults();
        cfg.icnt_bits = 4;
        cfg.icnt_sync = true;
        cfg.icnt_late = late != 0;
        bench_init(&b, &cfg);
        bench_control(&b, BENCH_BTM);
        for (unsigned i = 0; i < sizeof size / sizeof size[0]; i++) {
            bench_run(&b, at, size[i], i == 1 ? NT : N);
            at += 2 * size[i];
        }
        end(late == 0 ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80\n"
                        "ProgTraceSync SYNC=4 ICNT=9 FADDR=0x89\n"
                        "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=5\n"
                      : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80\n"
                        "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0xE\n");
    }
    /* In HTM there is no SYNC 4. */
    defaults();
    cfg.icnt_bits = 4;
    cfg.icnt_sync = true;
    start(BENCH_HTM);
    bench_run(&b, 0x1004, 8, N);
    bench_expect(&b, "ResourceFull RCODE=0 RDATA=0xA\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_pattern_with_a_large_count),
        cmocka_unit_test(what_stands_before_and_behind_a_pattern),
        cmocka_unit_test(history_without_a_pattern),
        cmocka_unit_test(repetition_before_a_message),
        cmocka_unit_test(largest_hrepeat),
        cmocka_unit_test(repeat_branch_in_btm),
        cmocka_unit_test(repeat_branch_is_an_option),
        cmocka_unit_test(repeat_branch_in_htm),
        cmocka_unit_test(repeat_branch_keeps_history_in_its_message),
        cmocka_unit_test(other_messages_are_not_repeated),
        cmocka_unit_test(resource_full_ends_repetition),
        cmocka_unit_test(a_split_count_is_not_repeated),
        cmocka_unit_test(largest_bcnt),
        cmocka_unit_test(sync_ends_repetition),
        cmocka_unit_test(time_of_the_last_repetition),
        cmocka_unit_test(full_icnt_does_not_end_repeated_history),
        cmocka_unit_test(late_full_icnt),
        cmocka_unit_test(full_icnt_as_a_sync),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
