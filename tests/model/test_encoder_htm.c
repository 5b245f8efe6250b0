/* SPDX-License-Identifier: Apache-2.0 */
/* History mode: what each itype does, HIST and I-CNT, addresses (N-Trace 1.0, Trace Ingress Port;
 * Field Encoding and Calculation Techniques). */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    TK = INGRESS_ITYPE_TAKEN,
    IJ = INGRESS_ITYPE_UNINFERABLE_TAIL,
};

static struct bench b;

static void start(const struct trm_encoder_cfg *cfg)
{
    bench_init(&b, cfg);
    bench_control(&b, BENCH_HTM);
}

/* N-Trace, Example of I-CNT Handling in HTM mode: three runs of one piece of code, c.ebreak at the
 * end. */
/* Holds TCI-TE-009 NT-ING-038 NT-ING-040 NT-CTL-005 NT-MODE-003 NT-HST-001..005
 * NT-CNT-001..003 NT-CNT-026 NT-CNT-027 NT-CNT-029 NT-CNT-031 NT-CNT-042 NT-RUL-016..018
 * NT-RUL-020 */
static void icnt_example_of_the_spec(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, TK);
    bench_run(&b, 0x200, 1, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=4 HIST=3\n");
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, NT);
    bench_run(&b, 0x106, 2, N);
    bench_run(&b, 0x10A, 2, TK);
    bench_run(&b, 0x300, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x80\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=9 HIST=5\n");
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, NT);
    bench_run(&b, 0x106, 2, N);
    bench_run(&b, 0x10A, 2, NT);
    bench_run(&b, 0x10E, 1, N);
    bench_run(&b, 0x110, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x80\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0xA HIST=4\n");
}

/* N-Trace, Examples of I-CNT Field Full Generation: a 4-bit counter. */
/* Holds NT-RFL-004 NT-CNT-007 NT-CNT-008 NT-CNT-011 NT-CNT-033..036 NT-RUL-021 NT-RUL-022 */
static void icnt_full_example_of_the_spec(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.icnt_bits = 4;
    start(&cfg);
    bench_halted(&b);
    bench_run(&b, 0x100, 1, N);
    bench_run(&b, 0x102, 2, NT);
    bench_run(&b, 0x106, 2, N);
    bench_run(&b, 0x10A, 2, N);
    bench_run(&b, 0x10E, 2, N);
    bench_run(&b, 0x112, 2, N);
    bench_run(&b, 0x116, 2, N);
    bench_run(&b, 0x11A, 1, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x80\n"
                     "ResourceFull RCODE=0 RDATA=9\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=5 HIST=2\n");
}

/* N-Trace, Address XOR Calculation Examples. */
/* Holds NT-ADR-001 NT-ADR-003..005 NT-ADR-007 NT-ADR-008 NT-MSG-030 NT-MSG-031 */
static void address_example_of_the_spec(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x3FC04, 2, IJ);
    bench_run(&b, 0x3F368, 2, IJ);
    bench_run(&b, 0x3E100, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1FE02\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x7B6\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x934\n");
}

/* N-Trace, MDO and MSEO Encoding Example: IndirectBranchHist, I-CNT 0x7D, U-ADDR 7, HIST 0xFFE. */
/* Holds NT-TX-044..049 */
static void byte_example_of_the_spec(void **state)
{
    (void)state;
    static const uint8_t expected[] = {0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF};
    start(NULL);
    bench_run(&b, 0x1000, 102, N);
    for (unsigned i = 0; i < 10; i++) {
        bench_run(&b, 0x1100, 2, TK);
    }
    bench_run(&b, 0x1100, 2, NT);
    bench_run(&b, 0x1104, 1, IJ);
    size_t before = b.n;
    bench_run(&b, 0x1000 ^ 0xE, 2, N);
    assert_int_equal(b.n - before, sizeof expected);
    assert_memory_equal(b.bytes + before, expected, sizeof expected);
}

/* Holds NT-HST-007 NT-HST-008 NT-RFL-005 NT-MSG-032 NT-RUL-023 NT-RUL-024 */
static void history_full_is_sent_with_its_stop_bit(void **state)
{
    (void)state;
    start(NULL);
    bench_run(&b, 0x1000, 2, N);
    for (unsigned i = 0; i < 31; i++) { /* 31 outcomes: taken, not taken, taken, ... */
        bench_run(&b, 0x1004, 2, i % 2 == 0 ? TK : NT);
    }
    bench_run(&b, 0x1004, 2, NT);
    bench_run(&b, 0x1008, 1, IJ);
    bench_run(&b, 0x1000, 2, N);
    /* 1 1010...1: stop bit and 31 bits. I-CNT goes on: 2 + 32 * 2 + 1. */
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ResourceFull RCODE=1 RDATA=0xD5555555\n"
                     "IndirectBranchHist BTYPE=0 ICNT=0x43 UADDR=0 HIST=2\n");
}

static void shortest_history_holds_one_branch(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_bits = 2;
    start(&cfg);
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x2000, 2, NT);
    bench_run(&b, 0x2004, 2, IJ);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ResourceFull RCODE=1 RDATA=3\n"
                     "ResourceFull RCODE=1 RDATA=2\n"
                     "IndirectBranch BTYPE=0 ICNT=6 UADDR=0\n");
}

/* Holds NT-RFL-012 NT-CNT-007 */
static void both_full_at_once_is_two_messages(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_bits = 5;
    cfg.icnt_bits = 4;
    start(&cfg);
    for (unsigned i = 0; i < 4; i++) { /* 4 outcomes and 8 half-words */
        bench_run(&b, 0x1000, 2, TK);
    }
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ResourceFull RCODE=0 RDATA=8\n"
                     "ResourceFull RCODE=1 RDATA=0x1F\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=0 HIST=1\n");
}

/* The overflow bit of a 4-bit counter is set at 8: reported there, not one instruction later. */
static void icnt_is_full_when_its_top_bit_is_set(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.icnt_bits = 4;
    start(&cfg);
    bench_run(&b, 0x1000, 7, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
    bench_run(&b, 0x100E, 1, N);
    bench_expect(&b, "ResourceFull RCODE=0 RDATA=8\n");
}

static void a_message_with_icnt_needs_no_resource_full(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.icnt_bits = 4;
    start(&cfg);
    bench_run(&b, 0x1000, 7, N);
    bench_run(&b, 0x100E, 2, IJ); /* 9: the overflow bit is part of the field */
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=0 ICNT=9 UADDR=0\n");
}

static void a_block_longer_than_the_counter_is_sent_in_parts(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.icnt_bits = 4;
    start(&cfg);
    bench_run(&b, 0x1000, 20,
              N); /* 14, the largest even value of 4 bits, and 6; 6 < 8 but reported */
    bench_run(&b, 0x1028, 33, IJ); /* 14, 14, and 5 in the message */
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ResourceFull RCODE=0 RDATA=0xE\n"
                     "ResourceFull RCODE=0 RDATA=6\n"
                     "ResourceFull RCODE=0 RDATA=0xE\n"
                     "ResourceFull RCODE=0 RDATA=0xE\n"
                     "IndirectBranch BTYPE=0 ICNT=5 UADDR=0\n");
}

/* Holds NT-IBR-001 NT-RUL-013 NT-RUL-014 */
static void empty_history_may_be_sent_or_left_out(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hist_always = true;
    start(&cfg);
    bench_run(&b, 0x1000, 2, IJ);
    bench_run(&b, 0x1004, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchHist BTYPE=0 ICNT=2 UADDR=2 HIST=1\n");
}

/* N-Trace, Handling of 4-bit itype values: which codes make an indirect message, and B-TYPE. */
/* Holds NT-ING-033..036 NT-ING-044..051 */
static void itype_of_4_bits(void **state)
{
    (void)state;
    static const struct {
        uint8_t itype;
        int btype; /* -1: no message */
    } row[] = {
        {0, -1}, {1, 2},   {2, 3},  {3, 0},  {8, 0},  {9, -1},
        {10, 0}, {11, -1}, {12, 0}, {13, 0}, {14, 0}, {15, -1},
    };
    static const char *const line[] = {
        "IndirectBranch BTYPE=0 ICNT=4 UADDR=0x10\n",
        "",
        "IndirectBranch BTYPE=2 ICNT=4 UADDR=0x10\n",
        "IndirectBranch BTYPE=3 ICNT=4 UADDR=0x10\n",
    };
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        start(NULL);
        bench_run(&b, 0x1000, 2, N);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
        bench_run(&b, 0x1004, 2, row[i].itype);
        bench_expect(&b, "");
        bench_run(&b, 0x1020, 2, N);
        bench_expect(&b, row[i].btype < 0 ? "" : line[row[i].btype]);
    }
}

/* N-Trace, Handling of 3-bit itype values; codes beyond are not reported. */
/* Holds NT-ING-041 */
static void itype_of_3_bits(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.itype_width = 3;
    for (uint8_t itype = 6; itype < 16; itype++) {
        start(&cfg);
        bench_run(&b, 0x1000, 2, itype);
        bench_run(&b, 0x1020, 2, N);
        bench_expect(&b, itype == 6 ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                      "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x10\n"
                                    : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
    }
}

/* Holds NT-ING-034 NT-ING-035 NT-ING-053 NT-MSG-027 NT-MSG-028 */
static void traps_without_telling_them_apart(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.btype_split = false;
    start(&cfg);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_EXCEPTION);
    bench_run(&b, 0x1004, 2, INGRESS_ITYPE_INTERRUPT);
    bench_run(&b, 0x1008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=1 ICNT=2 UADDR=2\n"
                     "IndirectBranch BTYPE=1 ICNT=2 UADDR=6\n");
}

/* Holds NT-RUL-003 NT-RUL-013 */
static void four_blocks_in_a_cycle_are_taken_in_order(void **state)
{
    (void)state;
    start(NULL);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, TK);
    in.nblocks = 4;
    in.block[1] =
        (struct ingress_block){.iaddr = 0x2000, .iretire = 3, .itype = NT, .ilastsize = 1};
    in.block[2] =
        (struct ingress_block){.iaddr = 0x2006, .iretire = 2, .itype = IJ, .ilastsize = 1};
    in.block[3] = (struct ingress_block){.iaddr = 0x3000, .iretire = 1, .itype = TK};
    bench_give(&b, &in);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranchHist BTYPE=0 ICNT=7 UADDR=0x1000 HIST=6\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=1 HIST=3\n");
}

/* Holds NT-ADR-001 NT-ADR-002 NT-EXT-002 */
static void addresses_have_xlen_bits(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.xlen = 32;
    start(&cfg);
    bench_run(&b, UINT64_C(0xFFFFFFFF80000000), 2,
              IJ); /* sign-extended, as RV32 registers are on RV64 */
    bench_run(&b, 0x7FFFFFFE, 1, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x40000000\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x7FFFFFFF\n");
    start(NULL);
    bench_run(&b, UINT64_C(0xFFFFFFFF800031F4), 2,
              IJ); /* N-Trace, Virtual Addresses Optimization */
    bench_run(&b, 0x1000, 1, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x7FFFFFFFC00018FA\n"
                     "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x7FFFFFFFC00010FA\n");
}

/* The same stream with trTeInstExtendAddrMSB: the same fields, 0xC00018FA in six MDO records. */
/* Holds TCI-TE-045 NT-EXT-001 NT-EXT-003..005 NT-EXT-012 */
static void extended_addresses_are_shorter(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EXTEND_ADDR_MSB_MASK);
    bench_control(&b, BENCH_HTM);
    bench_run(&b, UINT64_C(0xFFFFFFFF800031F4), 2, N);
    /* TCODE 9; SYNC 5 and I-CNT 0; F-ADDR: 3A 23 01 00 00 3F from the low end: 111010 100011 000001
     * 000000 000000 111111; the top bit says that the rest is ones. */
    static const uint8_t expected[] = {0x24, 0x15, 0xE8, 0x8C, 0x04, 0x00, 0x00, 0xFF};
    assert_int_equal(b.n, sizeof expected);
    assert_memory_equal(b.bytes, expected, sizeof expected);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x7FFFFFFFC00018FA\n");
}

/* trTeInstEnAllJumps: the port then reports direct jumps as taken branches; the encoder counts
 * them. */
/* Holds TCI-TE-044 */
static void all_jumps_add_history(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_ALL_JUMPS_MASK);
    assert_int_equal(bench_read(&b, TR_TE_INST_FEATURES_OFFSET), TR_TE_INST_EN_ALL_JUMPS_MASK);
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1000, 1, TK);
    bench_run(&b, 0x2000, 1, NT);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=6\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icnt_example_of_the_spec),
        cmocka_unit_test(icnt_full_example_of_the_spec),
        cmocka_unit_test(address_example_of_the_spec),
        cmocka_unit_test(byte_example_of_the_spec),
        cmocka_unit_test(history_full_is_sent_with_its_stop_bit),
        cmocka_unit_test(shortest_history_holds_one_branch),
        cmocka_unit_test(both_full_at_once_is_two_messages),
        cmocka_unit_test(icnt_is_full_when_its_top_bit_is_set),
        cmocka_unit_test(a_message_with_icnt_needs_no_resource_full),
        cmocka_unit_test(a_block_longer_than_the_counter_is_sent_in_parts),
        cmocka_unit_test(empty_history_may_be_sent_or_left_out),
        cmocka_unit_test(itype_of_4_bits),
        cmocka_unit_test(itype_of_3_bits),
        cmocka_unit_test(traps_without_telling_them_apart),
        cmocka_unit_test(four_blocks_in_a_cycle_are_taken_in_order),
        cmocka_unit_test(addresses_have_xlen_bits),
        cmocka_unit_test(extended_addresses_are_shorter),
        cmocka_unit_test(all_jumps_add_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
