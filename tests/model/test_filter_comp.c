/* SPDX-License-Identifier: Apache-2.0 */
/* Comparators: functions, inputs, modes, notify; and the registers of what is not there (TCI 1.0,
 * Trace Encoder Filter Registers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "filter_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    EX = INGRESS_ITYPE_EXCEPTION,
};

static struct bench b;

static void start(unsigned xlen)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.filters = 16;
    cfg.comparators = 8;
    cfg.xlen = (uint8_t)xlen;
    cfg.context_bits = 16;
    bench_init(&b, &cfg);
}

/* Filter 0 uses this comparator. */
static void start_comp(unsigned xlen, uint32_t control, uint64_t p, uint64_t s)
{
    start(xlen);
    set_comp(&b, 2, control, p, s);
    set_filter(&b, 0, F_COMP3(2), 0, 0);
    bench_write(&b, 0x00C, 1);
    bench_control(&b, BENCH_BTM);
}

/* Is a block of `insns` instructions of 4 bytes traced? */
static bool traced(uint64_t addr, unsigned insns)
{
    bench_run(&b, addr, 2 * insns, N);
    return b.enc.on;
}

/* Holds TCI-FLT-046 TCI-FLT-051..056 TCI-FLT-058 TCI-FLT-059 TCI-FLT-066 */
static void functions_of_an_address(void **state)
{
    /* Below, at, and above 0x80001000, which is also above as an unsigned number. */
    static const bool match[6][3] = {
        [EQ] = {false, true, false}, [NE] = {true, false, true},  [LT] = {true, false, false},
        [LE] = {true, true, false},  [GT] = {false, false, true}, [GE] = {false, true, true},
    };
    static const uint64_t at[3] = {0x1000, 0x80001000, 0xFFFFF000};
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        for (unsigned f = 0; f < 6; f++) {
            for (unsigned k = 0; k < 3; k++) {
                unsigned up = xlen - 32; /* the highest bit of the address */
                start_comp(xlen, COMP(0, f, 0, ALWAYS, 0), at[1] << up, 0);
                assert_int_equal(traced(at[k] << up, 1), match[f][k]);
                start_comp(xlen, COMP(0, ALWAYS, 0, f, 1), 0, at[1] << up);
                assert_int_equal(traced(at[k] << up, 1), match[f][k]);
            }
        }
    }
    start_comp(64, COMP(0, ALWAYS, 0, EQ, 0), 0, 0);
    assert_true(traced(0x1000, 1));
    start_comp(64, COMP(0, P_FALSE, 0, EQ, 0), 0x1000, 0);
    assert_false(traced(0x1000, 1));
}

/* One instruction of the block is enough. */
/* Holds TCI-FLT-004 TCI-FLT-060 TCI-FLT-061 */
static void a_block_matches_when_one_instruction_does(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        start_comp(64, COMP(0, EQ, 0, ALWAYS, 0), 0x1000 + 4 * i, 0);
        assert_int_equal(traced(0x1008, 4), i >= 2 && i <= 5);
        /* A range between two instructions of the block holds none of them; both results must be
         * true for the same one. */
        start_comp(64, COMP(0, GE, 0, LE, 1), 0x1000 + 4 * i, 0x1000 + 4 * i + 2);
        assert_int_equal(traced(0x1008, 4), i >= 2 && i <= 5);
    }
    start_comp(64, COMP(0, LT, 0, GT, 1), 0x100C, 0x1010); /* nothing is both */
    assert_false(traced(0x1000, 16));
    start_comp(64, COMP(0, GE, 0, LE, 2), 0x1000, 0x1FFF); /* outside of a range */
    assert_false(traced(0x1000, 16));
    assert_true(traced(0x1FF8, 4));
    assert_true(traced(0xFF8, 4));
    assert_false(traced(0x1FFC, 1));
}

/* A block that goes over the end of the address space is looked at up to there. */
static void the_end_of_the_address_space(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        uint64_t end = xlen == 32 ? UINT32_MAX : UINT64_MAX;
        start_comp(xlen, COMP(0, LT, 0, ALWAYS, 0), 0x10, 0);
        assert_false(traced(end - 7, 4));
        start_comp(xlen, COMP(0, EQ, 0, 6, 0), 0x4, 0xFE); /* masked */
        assert_false(traced(end - 3, 3));
        start_comp(xlen, COMP(0, EQ, 0, ALWAYS, 0), end, 0);
        assert_true(traced(end - 7, 4));
    }
}

/* Bits that the input does not have are not compared. */
/* Holds TCI-FLT-047 TCI-FLT-067..070 */
static void only_bits_of_the_input_are_compared(void **state)
{
    (void)state;
    start_comp(32, COMP(0, EQ, 0, ALWAYS, 0), UINT64_C(0xDEADBEEF00001001), 0);
    assert_true(traced(0x1000, 1));
    start_comp(64, COMP(0, EQ, 0, ALWAYS, 0), UINT64_C(0xDEADBEEF00001000), 0);
    assert_false(traced(0x1000, 1));
    start_comp(64, COMP(1, LE, 0, ALWAYS, 0), 0xFFFF0005, 0);
    b.context = 0xABC0005;
    assert_true(traced(0x1000, 1));
    b.context = 6;
    assert_false(traced(0x1000, 1));
    b.context = 0;
}

/* Both halves of the secondary value count, with a primary one that is always true. */
/* Holds TCI-FLT-071 TCI-FLT-072 */
static void the_secondary_value_has_64_bits(void **state)
{
    (void)state;
    start_comp(64, COMP(0, ALWAYS, 0, EQ, 1), 0, UINT64_C(0x0000000500001000));
    assert_true(traced(UINT64_C(0x500001000), 1));
    assert_false(traced(0x1000, 1));
    assert_false(traced(UINT64_C(0x500001004), 1));
}

/* The trap value belongs to a block that ends with an exception. */
/* Holds TCI-FLT-048 */
static void trap_values(void **state)
{
    (void)state;
    for (unsigned f = 0; f < 2; f++) {
        start_comp(64, COMP(2, f, 0, ALWAYS, 0), 0x44, 0);
        struct ingress_cycle in = bench_record(&b, 0x1000, 2, N);
        in.tval = f == EQ ? 0x44 : 0x45;
        bench_give(&b, &in);
        assert_false(b.enc.on);
        in = bench_record(&b, 0x1004, 2, EX);
        in.tval = f == EQ ? 0x45 : 0x44;
        bench_give(&b, &in);
        assert_false(b.enc.on);
        in = bench_record(&b, 0x1004, 2, EX);
        in.tval = f == EQ ? 0x44 : 0x45;
        bench_give(&b, &in);
        assert_true(b.enc.on);
    }
}

/* It is the trap value of the last instruction only. */
static void trap_value_and_address(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        start_comp(64, COMP(2, EQ, 0, EQ, 1), 0x44, i == 0 ? 0x1000 : 0x100C);
        struct ingress_cycle in = bench_record(&b, 0x1000, 8, EX);
        in.tval = 0x44;
        bench_give(&b, &in);
        assert_int_equal(b.enc.on, i == 1);
    }
}

/* trTeCompSFunction 6: the secondary value is a mask of the primary comparison. */
/* Holds TCI-FLT-057 TCI-FLT-071 */
static void mask(void **state)
{
    (void)state;
    start_comp(64, COMP(0, EQ, 0, S_MASK, 0), 0x12003, 0xFF000);
    assert_true(traced(0x12FFC, 1));
    assert_false(traced(0x13000, 1));
    assert_true(traced(0xFFF00012F00, 1));
    assert_true(traced(0x11FF0, 8)); /* its fifth instruction */
    assert_false(traced(0x11FE0, 8));
    start_comp(64, COMP(1, GT, 0, S_MASK, 1), 0x0120, 0x00F0);
    b.context = 0x0F2F;
    assert_false(traced(0x1000, 1));
    b.context = 0x0030;
    assert_true(traced(0x1000, 1));
    b.context = 0;
}

/* MatchMode 3: from P until S, both included, again and again. */
/* Holds TCI-FLT-062 */
static void latch(void **state)
{
    (void)state;
    start_comp(64, COMP(0, EQ, 0, EQ, 3), 0x1000, 0x2000);
    for (unsigned i = 0; i < 2; i++) {
        assert_false(traced(0x2000, 1));
        assert_true(traced(0x1000, 1));
        assert_true(traced(0x5000, 1));
        assert_true(traced(0x2000, 1));
        assert_false(traced(0x5000, 1));
    }
    /* The same instruction is both: traced, and the end. */
    start_comp(64, COMP(0, EQ, 0, EQ, 3), 0x1004, 0x1004);
    assert_true(traced(0x1000, 8));
    assert_false(traced(0x5000, 1));
    /* Both in one block: what comes last counts. */
    start_comp(64, COMP(0, EQ, 0, EQ, 3), 0x1004, 0x100C);
    assert_true(traced(0x1000, 8));
    assert_false(traced(0x5000, 1));
    start_comp(64, COMP(0, EQ, 0, EQ, 3), 0x100C, 0x1004);
    assert_true(traced(0x1000, 8));
    assert_true(traced(0x5000, 1));
    assert_true(traced(0x1000, 8));
    assert_true(traced(0x5000, 1));
    assert_true(traced(0x1000, 2));
    assert_false(traced(0x5000, 1));
}

/* trTeCompPFunction 6 primes the latch: everything until S, once. */
/* Holds TCI-FLT-054 */
static void primed_latch(void **state)
{
    (void)state;
    start_comp(64, COMP(0, P_FALSE, 0, EQ, 3), 0x1000, 0x2000);
    assert_true(traced(0x5000, 1));
    assert_true(traced(0x2000, 1));
    assert_false(traced(0x5000, 1));
    assert_false(traced(0x1000, 1));
    /* Enabled anew: primed anew. */
    bench_control(&b, 0);
    bench_control(&b, BENCH_BTM);
    assert_true(traced(0x5000, 1));
}

/* SYNC 6 with the address of the last instruction of the block that matches. */
/* Holds TCI-FLT-050 TCI-FLT-063..065 */
static void notify(void **state)
{
    (void)state;
    for (unsigned side = 0; side < 2; side++) {
        uint32_t control =
            side == 0 ? COMP(0, EQ, 1, EQ, 0) | 0xC000 : COMP(1, EQ, 0, EQ, 0) | 0xC000;
        start_comp(64, control, 0x1004, 0x1004);
        set_filter(&b, 1, 0, 0, 0); /* trace everything: watchpoints alone */
        bench_write(&b, 0x00C, 3);
        bench_run(&b, 0x1000, 4, N);
        bench_run(&b, 0x1008, 4, N);
        bench_run(&b, 0x1000, 8, INGRESS_ITYPE_TAKEN); /* the second of four matches */
        bench_run(&b, 0x2000, 2, N);
        bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                         "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                         "ProgTraceSync SYNC=6 ICNT=0xC FADDR=0x806\n"
                         "DirectBranch ICNT=2\n"
                         "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
    }
}

/* A block that no filter wants sends no notification. */
static void notify_needs_a_traced_block(void **state)
{
    (void)state;
    start(64);
    set_comp(&b, 0, COMP(0, EQ, 0, EQ, 1) | 0x4000, 0x1000, 0x2000); /* P and S: never */
    set_filter(&b, 0, F_COMP1(0), 0, 0);
    bench_write(&b, 0x00C, 1);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, N);
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    bench_expect(&b, "");
}

/* The only condition is that the input is 0: no filter needs to use the comparator. Comparator 1
 * watches while filter 0 lets everything through, and another range than the filter's.
 * Holds TCI-FLT-063 TCI-FLT-065 */
static void notify_does_not_need_a_filter(void **state)
{
    (void)state;
    for (unsigned side = 0; side < 2; side++) {
        start(64);
        set_comp(&b, 0, COMP(0, LT, 0, ALWAYS, 0), 0x1008, 0);
        set_comp(&b, 1, COMP(0, EQ, 0, EQ, 0) | (0x4000u << side), 0x1004, 0x1004);
        set_filter(&b, 0, F_COMP1(0), 0, 0);
        bench_write(&b, 0x00C, 1);
        bench_control(&b, BENCH_BTM);
        bench_run(&b, 0x1000, 2, N);
        bench_run(&b, 0x1004, 2, N);
        bench_run(&b, 0x1008, 2, N); /* not traced */
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                         "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x802\n"
                         "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
        set_comp(&b, 1, COMP(0, EQ, 0, EQ, 0) | (0x4000u << side), 0x1008, 0x1008);
        bench_run(&b, 0x1004, 2, N);
        bench_run(&b, 0x1008, 2, N); /* watched, but not traced */
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                         "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
    }
}

/* Three comparators in one filter: all of them. */
/* Holds TCI-FLT-027..032 */
static void three_comparators(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        start(64);
        set_comp(&b, 0, COMP(0, (i & 1) != 0 ? GE : LT, 0, ALWAYS, 0), 0x1000, 0);
        set_comp(&b, 4, COMP(0, (i & 2) != 0 ? LT : GE, 0, ALWAYS, 0), 0x2000, 0);
        set_comp(&b, 7, COMP(1, (i & 4) != 0 ? EQ : NE, 0, ALWAYS, 0), 5, 0);
        set_filter(&b, 0, F_COMP1(7) | F_COMP2(0) | F_COMP3(4), 0, 0);
        bench_write(&b, 0x00C, 1);
        bench_control(&b, BENCH_BTM);
        b.context = 5;
        assert_int_equal(traced(0x1800, 1), i == 7);
    }
    b.context = 0;
}

/* The bit is set, the input is context or tval, and the comparison is true: no message.
 * Holds TCI-FLT-064 TCI-FLT-065 */
static void notify_needs_the_address_as_input(void **state)
{
    (void)state;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned input = 1; input <= 2; input++) {
            uint32_t bit = side == 0 ? 0x4000 : 0x8000;
            uint32_t control =
                side == 0 ? COMP(input, EQ, 0, ALWAYS, 0) : COMP(0, ALWAYS, input, EQ, 0);
            start_comp(64, control | bit, 5, 5);
            set_filter(&b, 1, 0, 0, 0); /* trace everything */
            bench_write(&b, 0x00C, 3);
            assert_int_equal(bench_read(&b, 0x640), control | bit);
            b.context = input == 1 ? 5 : 0;
            bench_run(&b, 0x1000, 4, N);
            struct ingress_cycle in = bench_record(&b, 0x1008, 2, EX);
            in.tval = 5;
            bench_give(&b, &in);
            bench_run(&b, 0x8000, 2, N);
            bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
            bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                             "IndirectBranch BTYPE=2 ICNT=6 UADDR=0x4800\n"
                             "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
        }
    }
    b.context = 0;
}

/* What is not there reads 0 and cannot be written. */
/* Holds TCI-FLT-001 */
static void registers_by_configuration(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 16; n++) {
        struct trm_encoder_cfg cfg;
        trm_encoder_cfg_init(&cfg);
        cfg.filters = (uint8_t)n;
        cfg.comparators = (uint8_t)(n / 2);
        bench_init(&b, &cfg);
        for (uint32_t o = 0x400; o < 0x800; o += 4) {
            bench_write(&b, o, UINT32_MAX);
        }
        bench_write(&b, 0x00C, UINT32_MAX);
        assert_int_equal(bench_read(&b, 0x00C), (1u << n) - 1u);
        uint32_t comps = n / 2 == 0 ? 0 : n / 2 == 8 ? 0xFFF0 : 0x1110; /* no comparator 7 */
        for (unsigned i = 0; i < 16; i++) {
            bool is = i < n;
            uint32_t at = 0x400 + 0x20 * i;
            assert_int_equal(bench_read(&b, at), is ? 0x1000Fu | comps : 0);
            assert_int_equal(bench_read(&b, at + 4), is ? 0x1FF : 0);
            for (uint32_t o = 8; o <= 0x14; o += 4) {
                assert_int_equal(bench_read(&b, at + o), is ? UINT32_MAX : 0);
            }
            assert_int_equal(bench_read(&b, at + 0x18), 0); /* data */
            assert_int_equal(bench_read(&b, at + 0x1C), 0);
        }
        for (unsigned j = 0; j < 8; j++) {
            uint32_t at = 0x600 + 0x20 * j;
            /* Input 3 (daddr) is not there: 0. */
            assert_int_equal(bench_read(&b, at), j < n / 2 ? 0xF770 : 0);
            assert_int_equal(bench_read(&b, at + 4), 0);
            assert_int_equal(bench_read(&b, at + 0x14), j < n / 2 ? UINT32_MAX : 0);
        }
    }
}

static void optional_conditions(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.filters = 1;
    cfg.comparators = 3;
    cfg.filter_matches = TRM_FILTER_PRIVILEGE;
    cfg.comp_inputs = 3;
    cfg.comp_modes = 3;
    cfg.comp_notify = false;
    bench_init(&b, &cfg);
    bench_write(&b, 0x400, 0x0001A45F); /* comparators 2, 2, 5 */
    assert_int_equal(bench_read(&b, 0x400), 0x00000453);
    bench_write(&b, 0x404, 0x1FF);
    assert_int_equal(bench_read(&b, 0x404), 0xFF);
    bench_write(&b, 0x408, 1);
    assert_int_equal(bench_read(&b, 0x408), 0);
    bench_write(&b, 0x410, 1);
    assert_int_equal(bench_read(&b, 0x410), 0);
    bench_write(&b, 0x600, 0xE776); /* inputs 2 and 1, mode 2 */
    assert_int_equal(bench_read(&b, 0x600), 0x0774);
    bench_write(&b, 0x600, 0x1775);
    assert_int_equal(bench_read(&b, 0x600), 0x1775);
}

/* Without a secondary side its fields and registers read 0, and so does the mode that would
 * combine the two (TCI 1.0, Trace Encoder Comparator Registers: WARL, optional). */
static void no_secondary_side(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.filters = 1;
    cfg.comparators = 2;
    cfg.comp_secondary = false;
    bench_init(&b, &cfg);
    bench_write(&b, 0x620, 0xF76A);
    assert_int_equal(bench_read(&b, 0x620), 0x4062);
    bench_write(&b, 0x630, UINT32_MAX);
    bench_write(&b, 0x634, UINT32_MAX);
    assert_int_equal(bench_read(&b, 0x630), UINT32_MAX);
    assert_int_equal(bench_read(&b, 0x634), UINT32_MAX);
    bench_write(&b, 0x638, UINT32_MAX);
    bench_write(&b, 0x63C, UINT32_MAX);
    assert_int_equal(bench_read(&b, 0x638), 0);
    assert_int_equal(bench_read(&b, 0x63C), 0);
}

static void bad_configurations(void **state)
{
    (void)state;
    struct trm_encoder_cfg good;
    trm_encoder_cfg_init(&good);
#define BAD(field, value)                                                                          \
    do {                                                                                           \
        struct trm_encoder_cfg c = good;                                                           \
        c.field = value;                                                                           \
        assert_int_equal(trm_encoder_init(&b.enc, &c), TRM_ERR_ARG);                               \
    } while (0)
    BAD(filters, 17);
    BAD(comparators, 9);
    BAD(filter_matches, 16);
    BAD(filter_nesting, 0);
    BAD(filter_nesting, 17);
    BAD(comp_inputs, 2);
    BAD(comp_inputs, 9);
    BAD(comp_modes, 6);
    BAD(comp_modes, 17);
#undef BAD
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_an_address),
        cmocka_unit_test(a_block_matches_when_one_instruction_does),
        cmocka_unit_test(the_end_of_the_address_space),
        cmocka_unit_test(only_bits_of_the_input_are_compared),
        cmocka_unit_test(the_secondary_value_has_64_bits),
        cmocka_unit_test(trap_values),
        cmocka_unit_test(trap_value_and_address),
        cmocka_unit_test(mask),
        cmocka_unit_test(latch),
        cmocka_unit_test(primed_latch),
        cmocka_unit_test(notify),
        cmocka_unit_test(notify_needs_a_traced_block),
        cmocka_unit_test(notify_does_not_need_a_filter),
        cmocka_unit_test(three_comparators),
        cmocka_unit_test(notify_needs_the_address_as_input),
        cmocka_unit_test(registers_by_configuration),
        cmocka_unit_test(optional_conditions),
        cmocka_unit_test(no_secondary_side),
        cmocka_unit_test(bad_configurations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
