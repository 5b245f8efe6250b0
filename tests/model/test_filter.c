/* SPDX-License-Identifier: Apache-2.0 */
/* Filters: privilege, traps, impdef, their combinations, and the messages where a region begins and
 * ends (TCI 1.0, Trace Encoder Filter Registers; N-Trace 1.0, SYNC 5 and EVCODE 4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "filter_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
    NT = INGRESS_ITYPE_NOT_TAKEN,
    EX = INGRESS_ITYPE_EXCEPTION,
    IR = INGRESS_ITYPE_INTERRUPT,
    RT = INGRESS_ITYPE_TRAP_RETURN,
};

static struct bench b;

static void start_with(void (*change)(struct trm_encoder_cfg *))
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.filters = 16;
    cfg.comparators = 8;
    if (change != NULL) {
        change(&cfg);
    }
    bench_init(&b, &cfg);
}

static void start(void)
{
    start_with(NULL);
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

static void entering_sends_sync_5_and_leaving_correlation_4(void **state)
{
    (void)state;
    start();
    set_filter(&b, 0, F_PRIV, 1u << INGRESS_PRIV_U, 0);
    go(1);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x1000, 2, N); /* no match yet */
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x2000, 4, N); /* in */
    bench_run(&b, 0x2008, 2, TK);
    bench_run(&b, 0x2100, 6, N);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x3000, 8, TK); /* out */
    bench_run(&b, 0x3100, 8, TK);
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x4000, 2, N); /* in again */
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                     "DirectBranch ICNT=6\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=6\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x2000\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* In HTM the history goes out with the correlation; a jump out of the region is covered by I-CNT.
 */
static void history_leaves_with_the_correlation(void **state)
{
    (void)state;
    start();
    set_filter(&b, 0, F_PRIV, 1u << INGRESS_PRIV_U, 0);
    bench_write(&b, 0x00C, 1);
    bench_control(&b, BENCH_HTM);
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x2000, 2, TK);
    bench_run(&b, 0x2100, 2, NT);
    bench_run(&b, 0x2104, 2, INGRESS_ITYPE_OTHER_UNINFERABLE);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x3000, 8, TK);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=6 HIST=6\n");
}

/* After debug mode a region begins with SYNC 3, but not when something else was left out first. */
static void leaving_debug_mode_and_entering_a_region(void **state)
{
    (void)state;
    start();
    set_filter(&b, 0, F_PRIV, 1u << INGRESS_PRIV_U, 0);
    go(1);
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x2000, 2, N);
    bench_halted(&b);
    bench_run(&b, 0x2004, 2, N);
    bench_halted(&b);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x3000, 2, N);
    b.priv = INGRESS_PRIV_U;
    bench_run(&b, 0x2008, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x1002\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1004\n");
}

/* Stop, and check what was sent. */
static void expect_regions(const char *expected)
{
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    bench_expect(&b, expected);
}

/* Holds TCI-FLT-024 TCI-FLT-038 */
static void each_privilege_level_alone(void **state)
{
    static const uint8_t level[] = {INGRESS_PRIV_U, INGRESS_PRIV_S, INGRESS_PRIV_M, INGRESS_PRIV_VU,
                                    INGRESS_PRIV_VS};
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned k = 0; k < 5; k++) {
            start();
            set_filter(&b, 15, F_PRIV, 1u << level[i], 0);
            go(0x8000);
            b.priv = level[k];
            bench_run(&b, 0x2000, 2, N);
            expect_regions(i == k ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                                    "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n"
                                  : "");
        }
    }
}

/* From the trap to the return from it, both included. */
/* Holds TCI-FLT-025 TCI-FLT-040 TCI-FLT-041 */
static void an_exception_with_a_chosen_cause(void **state)
{
    (void)state;
    start();
    set_filter(&b, 0, F_ECAUSE, 0, UINT64_C(1) << 13 | UINT64_C(1) << 40);
    go(1);
    bench_run(&b, 0x1000, 2, N);
    trap_at(0x1004, EX, 12); /* another cause */
    bench_run(&b, 0x8000, 2, RT);
    trap_at(0x1008, IR, 13); /* not an exception */
    bench_run(&b, 0x8000, 2, RT);
    trap_at(0x100C, EX, 13); /* this one */
    bench_run(&b, 0x8000, 4, N);
    bench_run(&b, 0x8008, 2, RT);
    bench_run(&b, 0x1010, 2, N); /* no longer */
    trap_at(0x1014, EX, 40);     /* upper half of the register */
    bench_run(&b, 0x8008, 2, RT);
    bench_run(&b, 0x1018, 2, N);
    trap_at(0x101C, EX, 64 + 13); /* no bit for it */
    expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x806\n"
                   "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x4806\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=6\n"
                   "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x80A\n"
                   "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x480E\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* Holds TCI-FLT-026 TCI-FLT-039 */
static void an_interrupt_or_an_exception(void **state)
{
    (void)state;
    for (unsigned interrupt = 0; interrupt < 2; interrupt++) {
        start();
        set_filter(&b, 0, F_INTERRUPT, interrupt << 8, 0);
        go(1);
        trap_at(0x1000, EX, 2);
        bench_run(&b, 0x8000, 2, RT);
        bench_run(&b, 0x1004, 2, N);
        trap_at(0x2000, IR, 7);
        bench_run(&b, 0x8000, 2, RT);
        bench_run(&b, 0x2004, 2, N);
        expect_regions(interrupt != 0 ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                                        "IndirectBranch BTYPE=3 ICNT=2 UADDR=0x5000\n"
                                        "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n"
                                      : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                        "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x4800\n"
                                        "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
    }
}

/* Both conditions: the trap must be an interrupt, and have one of the causes. */
static void interrupt_and_cause_are_about_the_same_trap(void **state)
{
    (void)state;
    start();
    set_filter(&b, 0, F_INTERRUPT | F_ECAUSE, 1u << 8, 1u << 7);
    go(1);
    trap_at(0x1000, EX, 7);
    bench_run(&b, 0x8000, 2, RT);
    trap_at(0x1004, IR, 3);
    bench_run(&b, 0x8000, 2, RT);
    trap_at(0x1008, IR, 7);
    bench_run(&b, 0x8000, 2, RT);
    bench_run(&b, 0x100C, 2, N);
    expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x804\n"
                   "IndirectBranch BTYPE=3 ICNT=2 UADDR=0x4804\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* `deep` traps in the one that matches, then all returns; returns how many half-words are traced
 * from the first return on. */
static unsigned traced_on_the_way_back(unsigned deep)
{
    trap_at(0x1000, EX, 13);
    for (unsigned i = 0; i < deep; i++) {
        trap_at(0x8000, EX, 5);
    }
    bench_run(&b, 0x8000, 2, N); /* settles the last trap */
    b.read = b.n;
    for (unsigned i = 0; i < deep; i++) {
        bench_run(&b, 0x8000, 2, RT);
    }
    bench_run(&b, 0x8000, 2, RT);
    bench_run(&b, 0x1004, 2, N);
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned sum = 0;
    trm_encoder_stream_cfg(&b.enc, &cfg);
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, b.bytes + b.read, b.n - b.read), NEXUS_OK);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        sum += (unsigned)m.value[NEXUS_F_ICNT];
        assert_true(m.tcode == NEXUS_INDIRECT_BRANCH || m.tcode == NEXUS_PROG_TRACE_CORRELATION);
    }
    return sum;
}

static void two_bits_of_nesting(struct trm_encoder_cfg *cfg)
{
    cfg->filter_nesting = 2;
}

/* A counter of 2 bits counts the trap itself and two in it. With more, matching ends too early. */
/* Holds TCI-FLT-036 TCI-FLT-037 */
static void nested_traps_are_counted_until_the_counter_saturates(void **state)
{
    (void)state;
    for (unsigned deep = 0; deep < 6; deep++) {
        start_with(two_bits_of_nesting);
        set_filter(&b, 0, F_ECAUSE, 0, 1u << 13);
        go(1);
        unsigned returns = deep + 1 < 3 ? deep + 1 : 3;
        assert_int_equal(traced_on_the_way_back(deep), 2 + 2 * returns);
    }
    start(); /* 8 bits */
    set_filter(&b, 0, F_ECAUSE, 0, 1u << 13);
    go(1);
    assert_int_equal(traced_on_the_way_back(254), 2 + 2 * 255);
}

/* Holds TCI-FLT-033 TCI-FLT-042 TCI-FLT-043 */
static void impdef_under_its_mask(void **state)
{
    (void)state;
    start();
    set_filter(&b, 3, F_IMPDEF, 0, 0);
    bench_write(&b, 0x410 + 0x60, 0xABCD1234);
    bench_write(&b, 0x414 + 0x60, 0x00FF0000);
    go(1u << 3);
    static const uint32_t impdef[] = {0xABCD1234, 0x00CD0000, 0x00CC0000, 0x11CD2222, 0};
    static const bool match[] = {true, true, false, true, false};
    for (unsigned i = 0; i < 5; i++) {
        struct ingress_cycle in = bench_record(&b, 0x1000 + 0x10 * i, 2, N);
        in.impdef = impdef[i];
        bench_give(&b, &in);
        assert_int_equal(b.enc.on, match[i]);
    }
}

/* Filters: any of them. Conditions in one: all of them. */
/* Holds TCI-TE-048 TCI-FLT-005 TCI-FLT-006 TCI-FLT-023 */
static void filters_are_or_conditions_are_and(void **state)
{
    (void)state;
    start();
    set_comp(&b, 7, COMP(0, EQ, 0, ALWAYS, 0), 0x1000, 0);
    set_filter(&b, 0, F_PRIV | F_COMP1(7), 1u << INGRESS_PRIV_U, 0);
    set_filter(&b, 5, F_PRIV, 1u << INGRESS_PRIV_S, 0);
    set_filter(&b, 6, F_PRIV, 1u << INGRESS_PRIV_M, 0); /* enabled, not selected */
    bench_write(&b, 0x400 + 0x20 * 7, F_PRIV);          /* selected, not enabled */
    bench_write(&b, 0x404 + 0x20 * 7, 0xFF);
    go(1u << 0 | 1u << 5 | 1u << 7);
    static const struct {
        uint8_t priv;
        uint64_t addr;
        bool match;
    } t[] = {
        {INGRESS_PRIV_U, 0x1000, true},  {INGRESS_PRIV_U, 0x1004, false},
        {INGRESS_PRIV_M, 0x1000, false}, {INGRESS_PRIV_S, 0x1004, true},
        {INGRESS_PRIV_S, 0x1000, true},  {INGRESS_PRIV_VS, 0x1000, false},
    };
    for (unsigned i = 0; i < sizeof t / sizeof t[0]; i++) {
        b.priv = t[i].priv;
        bench_run(&b, t[i].addr, 2, N);
        assert_int_equal(b.enc.on, t[i].match);
    }
}

/* An enabled filter without conditions matches everything. */
static void a_filter_without_conditions_matches(void **state)
{
    (void)state;
    start();
    set_filter(&b, 2, 0, 0, 0);
    go(4);
    bench_run(&b, 0x1000, 2, N);
    expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* Two blocks in a record: the second one leaves, or enters, the region. */
static void two_blocks_in_a_record(void **state)
{
    (void)state;
    start();
    set_comp(&b, 0, COMP(0, GE, 0, LT, 1), 0x2000, 0x3000);
    set_filter(&b, 0, F_COMP2(0), 0, 0);
    go(1);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, TK);
    in.nblocks = 2;
    in.block[1] =
        (struct ingress_block){.iaddr = 0x2000, .iretire = 4, .itype = TK, .ilastsize = 1};
    bench_give(&b, &in);
    in.cycle = ++b.cycle;
    in.block[0] = in.block[1];
    in.block[1] = (struct ingress_block){.iaddr = 0x4000, .iretire = 8, .itype = N, .ilastsize = 1};
    bench_give(&b, &in);
    expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x1000\n"
                   "DirectBranch ICNT=4\n"
                   "DirectBranch ICNT=4\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0\n");
}

/* Traps are followed while trTeInstTracing is 0, so that tracing may start inside of one. */
static void traps_are_followed_while_tracing_is_off(void **state)
{
    (void)state;
    start();
    set_filter(&b, 0, F_ECAUSE, 0, 1u << 13);
    bench_write(&b, 0x00C, 1);
    bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
    trap_at(0x1000, EX, 13);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x8000, 2, N);
    bench_run(&b, 0x8004, 2, RT);
    bench_run(&b, 0x1004, 2, N);
    expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x4000\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=4\n");
}

/* What the hart does in debug mode, reset or low power is not the program's: filters do not follow
 * it, whether the encoder traces or not. */
static void a_hart_that_sleeps_is_not_followed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        start();
        set_filter(&b, 0, F_ECAUSE, 0, 1u << 13);
        bench_write(&b, 0x00C, 1);
        bench_control(&b, i < 3 ? BENCH_BTM & ~TR_TE_INST_TRACING_MASK : BENCH_BTM);
        struct ingress_cycle in = bench_record(&b, 0x1000, 2, EX);
        in.cause = 13;
        in.halted = i % 3 == 0;
        in.reset = i % 3 == 1;
        in.lowpower = i % 3 == 2;
        bench_give(&b, &in);
        bench_control(&b, BENCH_BTM);
        bench_run(&b, 0x8000, 2, N);
        expect_regions("");
    }
}

static void a_reset_of_the_hart_ends_all_traps(void **state)
{
    (void)state;
    start();
    set_filter(&b, 0, F_ECAUSE, 0, 1u << 13);
    go(1);
    trap_at(0x1000, EX, 13);
    bench_run(&b, 0x8000, 2, N);
    struct ingress_cycle in = bench_record(&b, 0, 0, N);
    in.nblocks = 0;
    in.reset = true;
    bench_give(&b, &in);
    bench_run(&b, 0x0, 2, N);
    expect_regions("ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                   "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x4800\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* All registers hold noise; trTeInstFilters = 0 makes none of it matter, but for the watchpoints of
 * comparators. */
/* Holds TCI-TE-049 */
static void filters_that_are_not_selected_do_nothing(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 50; seed++) {
        struct trm_encoder_cfg cfg;
        trm_encoder_cfg_init(&cfg);
        cfg.undef = TRM_UNDEF_GARBAGE;
        cfg.filters = 16;
        cfg.comparators = 8;
        cfg.seed = seed;
        bench_init(&b, &cfg);
        bench_write(&b, TR_TE_INST_FEATURES_OFFSET, 0);
        for (unsigned j = 0; j < TR_TE_COMP_CONTROL_COUNT; j++) {
            uint32_t control = bench_read(&b, TR_TE_COMP_CONTROL_OFFSET(j));
            bench_write(&b, TR_TE_COMP_CONTROL_OFFSET(j),
                        control & ~(TR_TE_COMP_P_NOTIFY_MASK | TR_TE_COMP_S_NOTIFY_MASK));
        }
        go(0);
        for (unsigned i = 0; i < 4; i++) {
            bench_run(&b, 0x1000, 2, TK);
        }
        bench_control(&b, BENCH_BTM & ~TR_TE_INST_TRACING_MASK);
        bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                         "DirectBranch ICNT=2\n"
                         "DirectBranch ICNT=2\n"
                         "DirectBranch ICNT=2\n"
                         "DirectBranch ICNT=2\n"
                         "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entering_sends_sync_5_and_leaving_correlation_4),
        cmocka_unit_test(history_leaves_with_the_correlation),
        cmocka_unit_test(leaving_debug_mode_and_entering_a_region),
        cmocka_unit_test(each_privilege_level_alone),
        cmocka_unit_test(an_exception_with_a_chosen_cause),
        cmocka_unit_test(an_interrupt_or_an_exception),
        cmocka_unit_test(interrupt_and_cause_are_about_the_same_trap),
        cmocka_unit_test(nested_traps_are_counted_until_the_counter_saturates),
        cmocka_unit_test(impdef_under_its_mask),
        cmocka_unit_test(filters_are_or_conditions_are_and),
        cmocka_unit_test(a_filter_without_conditions_matches),
        cmocka_unit_test(two_blocks_in_a_record),
        cmocka_unit_test(traps_are_followed_while_tracing_is_off),
        cmocka_unit_test(a_hart_that_sleeps_is_not_followed),
        cmocka_unit_test(a_reset_of_the_hart_ends_all_traps),
        cmocka_unit_test(filters_that_are_not_selected_do_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
