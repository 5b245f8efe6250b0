/* SPDX-License-Identifier: Apache-2.0 */
/* Where a sequence of PCs is in a longer one: against the simplest search there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htr_compare_find.h"

static uint32_t seed = 7;

static uint32_t random_below(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % n;
}

static size_t simple(const uint64_t *list, size_t n, const uint64_t *piece, size_t m)
{
    for (size_t i = 0; i + m <= n; i++) {
        if (memcmp(list + i, piece, m * sizeof *piece) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

static void the_earliest_place_is_found(void **state)
{
    (void)state;
    uint64_t list[40], piece[8];
    size_t table[8], found = 0;
    for (unsigned round = 0; round < 20000; round++) {
        size_t n = random_below(40) + 1, m = random_below(8) + 1, place = 99;
        for (size_t i = 0; i < n; i++) {
            list[i] = random_below(3);
        }
        for (size_t i = 0; i < m; i++) {
            piece[i] = random_below(3);
        }
        size_t want = simple(list, n, piece, m);
        size_t length = htr_compare_find((struct htr_pc_span){list, n},
                                         (struct htr_pc_span){piece, m}, table, &place);
        assert_int_equal(length == m, want != SIZE_MAX);
        if (length == m) {
            assert_int_equal(place, want);
            found++;
        } else if (length != 0) {
            assert_true(place < n);
            assert_int_equal(length,
                             htr_compare_agreement((struct htr_pc_span){list + place, n - place},
                                                   (struct htr_pc_span){piece, m}));
        }
    }
    assert_in_range(found, 1000, 19000);
}

/* A piece of 200 PCs from place 700 of 2000 that repeat nowhere, one of them wrong. */
static void a_piece_with_a_wrong_pc_is_found_where_it_belongs(void **state)
{
    (void)state;
    static uint64_t list[2000], piece[200];
    static size_t table[200];
    for (size_t i = 0; i < 2000; i++) {
        list[i] = random_below(5);
    }
    for (size_t wrong = 20; wrong < 180; wrong += 8) {
        size_t place = 0;
        memcpy(piece, list + 700, sizeof piece);
        piece[wrong] = 9;
        size_t length = htr_compare_find((struct htr_pc_span){list, 2000},
                                         (struct htr_pc_span){piece, 200}, table, &place);
        assert_int_equal(place, 700);
        assert_int_equal(length, wrong);
    }
}

static void both_go_on_together(void **state)
{
    (void)state;
    static uint64_t list[300];
    for (size_t i = 0; i < 300; i++) {
        list[i] = 100 + i;
    }
    for (size_t skip_list = 0; skip_list < 40; skip_list += 3) {
        for (size_t skip_piece = 0; skip_piece < 20; skip_piece += 3) {
            uint64_t piece[120];
            size_t p = 99, l = 99;
            if (skip_piece + skip_list == 0) {
                continue;
            }
            for (size_t i = 0; i < 120; i++) {
                piece[i] = i < skip_piece ? 5000 + i : list[skip_list + i - skip_piece];
            }
            assert_true(htr_compare_realign((struct htr_pc_span){piece, 120},
                                            (struct htr_pc_span){list, 300}, &p, &l));
            assert_int_equal(p, skip_piece);
            assert_int_equal(l, skip_list);
        }
    }
    uint64_t other[40] = {0};
    size_t p, l;
    assert_false(htr_compare_realign((struct htr_pc_span){other, 40},
                                     (struct htr_pc_span){list, 300}, &p, &l));
    assert_false(htr_compare_realign((struct htr_pc_span){list + 1, 10},
                                     (struct htr_pc_span){list, 300}, &p,
                                     &l)); /* too few to be sure */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_earliest_place_is_found),
        cmocka_unit_test(a_piece_with_a_wrong_pc_is_found_where_it_belongs),
        cmocka_unit_test(both_go_on_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
