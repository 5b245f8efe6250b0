/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tr_etrace against the algorithm in C: random programs, settings and back pressure, every packet
 * byte for byte; and what was executed comes out of the decoder (etrace_rig.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "etrace/etrace_packet.h"
#include "etrace_rig.h"

enum {
    DECODED = 400, /* seeds */
};

static const struct rtl_etrace_kind *const kinds[] = {&rtl_etrace_min, &rtl_etrace_typ,
                                                      &rtl_etrace_full, &rtl_etrace_wide};

/* Holds ET-PKT-016 ET-DIS-021 */
static void packets_that_wait(void **state)
{
    uint64_t times = getenv("HARTRACE_SOAK") != NULL ? 50 : 1;
    (void)state;
    for (uint64_t seed = 0; seed < DECODED * times; seed++) {
        er_vary(seed / 4 * 13 + seed);
        er_s.hold = true;
        er_check(kinds[seed % 4], seed, seed < DECODED);
    }
    assert_int_equal(er_losses, 0);
    print_message("%lu scripts decoded\n", er_decoded);
    assert_true(er_decoded > 100);
}

static void packets_that_are_lost(void **state)
{
    unsigned long before = er_losses;
    uint64_t times = getenv("HARTRACE_SOAK") != NULL ? 50 : 1;
    (void)state;
    for (uint64_t seed = 0; seed < 200 * times; seed++) {
        er_vary(seed / 4 * 7 + seed);
        er_s.take_in_four = 1;
        er_check(kinds[seed % 4], seed + 10000, false);
    }
    assert_true(er_losses > before + 200);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(er_formats[ETRACE_FORMAT_SYNC][i] > 100);
    }
    assert_true(er_formats[ETRACE_FORMAT_BRANCH][0] > 100 &&
                er_formats[ETRACE_FORMAT_ADDR][0] > 100);
}

/* What compresses more: a counter of calls, a branch predictor, a jump target cache. The decoder's
 * cache has what the encoder's has, also between inferred returns.
 * Holds ET-ALG-020 */
static void optional_compressions(void **state)
{
    static const struct rtl_etrace_kind *const more[] = {&rtl_etrace_call, &rtl_etrace_more,
                                                         &rtl_etrace_index};
    const unsigned count = sizeof more / sizeof more[0];
    uint64_t times = getenv("HARTRACE_SOAK") != NULL ? 50 : 1;
    unsigned long before = er_decoded;
    (void)state;
    for (uint64_t seed = 0; seed < 120 * count * times; seed++) {
        er_vary(seed / count * 13 + seed);
        er_s.well_behaved = seed / count % 2 == 0;
        er_s.hold = seed / count % 4 != 3;
        er_s.take_in_four = er_s.hold ? er_s.take_in_four : 1;
        er_check(more[seed % count], seed + 20000, er_s.hold && seed < 120 * count);
    }
    print_message("%lu scripts decoded\n", er_decoded - before);
    assert_true(er_decoded > before + 10 * count);
    assert_true(er_formats[ETRACE_FORMAT_EXT][ETRACE_EXT_INDEX] > 1000);
}

/* Long rows of branches that mostly go as the time before: with a predictor they are counted. */
static void rows_of_branches(void **state)
{
    static const struct rtl_etrace_kind *const more[] = {&rtl_etrace_call, &rtl_etrace_more};
    unsigned before = er_formats[ETRACE_FORMAT_EXT][ETRACE_EXT_COUNT];
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        unsigned places = 1u << more[seed % 2]->predict_size; /* one for each branch */
        er_setup(more[seed % 2], seed * 3);
        er_s = (struct er_scenario){.take_in_four = 4, .hold = true};
        rh_seed(&er_dice, seed + 1);
        er_entries = 0;
        er_support(true, OPT(BRANCH_PREDICTION) | (seed % 3 == 0 ? OPT(FULL_ADDRESS) : 0));
        uint32_t taken = rh_next(&er_dice);
        for (unsigned i = 0; i < 4 * ER_ENTRIES; i++) {
            struct rtl_etrace_in *e = er_add();
            unsigned where = rh_below(&er_dice, places);
            bool jumps = rh_chance(&er_dice, 150);
            taken ^= rh_chance(&er_dice, 60) ? UINT32_C(1) << where : 0;
            e->block = true;
            e->resync = rh_chance(&er_dice, 400);
            e->watched = rh_chance(&er_dice, 300);
            e->in.nblocks = 1;
            e->in.priv = rh_chance(&er_dice, 500) ? 1 : 3;
            e->in.block[0] = (struct ingress_block){
                .iaddr = 0x4000u + 2 * where,
                .iretire = where % 3 == 0 ? 2 : 2 + places,
                .itype = jumps                        ? INGRESS_ITYPE_UNINFERABLE_JUMP
                         : (taken >> where & 1u) != 0 ? INGRESS_ITYPE_TAKEN
                                                      : INGRESS_ITYPE_NOT_TAKEN,
                .ilastsize = 1,
            };
        }
        er_add()->end = true;
        er_waits = 0;
        er_run_rtl();
        er_run_model();
        er_expect_equal();
        /* For changes of privilege, resynchronizations and watched ones. */
        assert_in_range(er_waits, 0, 160);
    }
    unsigned counts = er_formats[ETRACE_FORMAT_EXT][ETRACE_EXT_COUNT] - before;
    print_message("%u counts of branches\n", counts);
    assert_true(counts > 400);
}

/* The count of predicted branches ends at 2^32 - 1, with the address of the branch, and begins anew
 * (Efficient Trace 2.0, Format 0 packets; what the algorithm in C does then is held to it by
 * test_etrace_count_end). It is set to a few before its end; then branches of blocks of one
 * instruction and of more, that fail or not, jumps, traps, and the end of tracing.
 * Holds ET-PKT-072 */
static void the_end_of_the_count(void **state)
{
    static const struct rtl_etrace_kind *const more[] = {&rtl_etrace_call, &rtl_etrace_more};
    enum {
        SEEDS = 200,
        BEFORE = 200, /* branches, which are predicted soon */
        AFTER = 12,
    };
    (void)state;
    if (more[0]->set_count == NULL) {
        print_message("a netlist's count cannot be set\n");
        skip();
    }
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        er_setup(more[seed % 2], seed * 3);
        er_s = (struct er_scenario){.take_in_four = 4, .hold = true};
        rh_seed(&er_dice, seed + 1);
        er_entries = 0;
        er_support(true, OPT(BRANCH_PREDICTION) | (seed % 3 == 0 ? OPT(FULL_ADDRESS) : 0));
        for (unsigned i = 0; i < BEFORE + AFTER; i++) {
            if (i == BEFORE) {
                er_count(UINT32_MAX - 1 - rh_below(&er_dice, AFTER / 2));
            }
            struct rtl_etrace_in *e = er_add();
            bool late = i >= BEFORE;
            bool fails = late && rh_chance(&er_dice, 8), jumps = late && rh_chance(&er_dice, 12);
            unsigned where = late ? rh_below(&er_dice, 3) : i % 3;
            e->block = true;
            e->watched = late && rh_chance(&er_dice, 20);
            e->in.nblocks = 1;
            e->in.priv = 3;
            e->in.cause = 7;
            e->in.block[0] = (struct ingress_block){
                .iaddr = 0x4000u + 2 * where,
                .iretire = late && rh_below(&er_dice, 2) != 0 ? 2 + 8 : 2,
                .itype = jumps   ? INGRESS_ITYPE_UNINFERABLE_JUMP
                         : fails ? INGRESS_ITYPE_NOT_TAKEN
                                 : INGRESS_ITYPE_TAKEN,
                .ilastsize = 1,
            };
            if (late && rh_chance(&er_dice, 12)) {
                e->in.block[0].itype = INGRESS_ITYPE_INTERRUPT;
            }
        }
        er_add()->end = true;
        er_run_rtl();
        er_run_model();
        er_expect_equal();
    }
    print_message("%u counts of 2^32 - 1\n", er_full_counts);
    assert_true(er_full_counts > SEEDS / 4);
}

/* Blocks that jump, branch, call and fall through, of one instruction and of several: a packet for
 * nearly every one of them, and each cycle takes the next. */
static void one_block_each_cycle(void **state)
{
    static const uint8_t itype[] = {0, 4, 5, 8, 9, 10, 11, 13, 14, 14, 14, 15};
    static const struct rtl_etrace_kind *const each[] = {&rtl_etrace_wide, &rtl_etrace_index};
    (void)state;
    for (uint64_t seed = 0; seed < 16; seed++) {
        er_setup(each[seed % 2], seed * 3);
        er_s = (struct er_scenario){.take_in_four = 4};
        rh_seed(&er_dice, seed + 1);
        er_entries = 0;
        er_support(true, OPT(SEQUENTIAL_JUMP) | (seed % 2 != 0 ? OPT(JUMP_TARGET_CACHE) : 0));
        for (unsigned i = 0; i < ER_ENTRIES; i++) {
            struct rtl_etrace_in *e = er_add();
            e->block = true;
            e->in.nblocks = 1;
            e->in.priv = 3;
            e->in.context = 1;
            e->in.block[0] = (struct ingress_block){
                .iaddr = 0x4000u + 2 * rh_below(&er_dice, 24),
                .iretire = 2u + rh_below(&er_dice, 5),
                .itype = itype[rh_below(&er_dice, sizeof itype)],
                .ilastsize = 1,
                .sijump = rh_below(&er_dice, 4) == 0,
            };
        }
        er_add()->end = true;
        er_waits = 0;
        er_run_rtl();
        er_run_model();
        er_expect_equal();
        assert_true(er_events > ER_ENTRIES / 4);
        assert_in_range(er_waits, 0, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_that_wait),     cmocka_unit_test(packets_that_are_lost),
        cmocka_unit_test(optional_compressions), cmocka_unit_test(rows_of_branches),
        cmocka_unit_test(one_block_each_cycle),  cmocka_unit_test(the_end_of_the_count),
    };
    return cmocka_run_group_tests_name("rtl-etrace", tests, NULL, NULL);
}
