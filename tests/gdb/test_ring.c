/* SPDX-License-Identifier: Apache-2.0 */
/* The ring of blocks: what it keeps is the end of what came, compared with a plain list. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "flow/flow_insn.h"
#include "htv_ring.h"

enum {
    RANGES = 20000,
    GAP = 1, /* in the list of PCs: no instruction is at an odd address */
};

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* Instructions of 4 bytes. */
static struct flow_range range_of(uint64_t start, uint32_t count)
{
    return (struct flow_range){.start = start,
                               .end = start + 4 * (uint64_t)count,
                               .count = count,
                               .last_cls = FLOW_INSN_BRANCH,
                               .last_size = 4};
}

/* The list that the blocks stand for; they follow each other without a gap in their numbers. */
static uint64_t *list_of(const struct htv_ring *r, size_t *n)
{
    uint64_t *pc = malloc((size_t)(r->instructions + r->ended - r->begun + 1) * sizeof *pc);
    uint64_t number = htv_ring_at(r, r->begun)->first;
    *n = 0;
    assert_non_null(pc);
    for (uint64_t i = r->begun; i < r->ended; i++) {
        const struct htv_ring_block *b = htv_ring_at(r, i);
        assert_int_equal(b->first, number);
        number += b->count;
        if (b->count == 0) {
            assert_true(b->end < b->begin);
            pc[(*n)++] = GAP;
            continue;
        }
        assert_int_equal(b->begin + 4 * (uint64_t)(b->count - 1), b->end);
        for (uint64_t at = b->begin; at <= b->end; at += 4) {
            pc[(*n)++] = at;
        }
    }
    assert_int_equal(number, r->instructions);
    return pc;
}

static void compare(uint64_t keep)
{
    static uint64_t all[RANGES * 80];
    struct htv_ring r;
    uint32_t seed = 123456789;
    uint64_t pc = 0x80000000;
    size_t n = 0, kept, instructions = 0;
    bool gap = false;
    htv_ring_init(&r, keep);
    for (unsigned i = 0; i < RANGES; i++) {
        const struct flow_range range = range_of(pc, 1 + next_random(&seed) % 70);
        assert_true(htv_ring_add(&r, &range, 0));
        if (gap && n > 0) {
            all[n++] = GAP;
        }
        gap = false;
        for (unsigned k = 0; k < range.count; k++, pc += 4) {
            all[n++] = pc;
        }
        instructions += range.count;
        if (next_random(&seed) % 3 != 0) { /* taken */
            pc = 0x80000000 + next_random(&seed) % 4096 * 4;
        }
        if (next_random(&seed) % 16 == 0) {
            htv_ring_gap(&r);
            htv_ring_gap(&r);
            gap = true;
        }
    }
    assert_int_equal(r.instructions, instructions);
    uint64_t *pcs = list_of(&r, &kept);
    assert_true(kept <= n);
    assert_memory_equal(pcs, all + n - kept, kept * sizeof *pcs);
    assert_int_not_equal(pcs[0], GAP);
    kept = (size_t)(r.instructions - htv_ring_at(&r, r.begun)->first);
    assert_true(kept >= (keep < instructions ? keep : instructions));
    assert_true(kept < keep + 2 * 64 + 70);
    assert_true(r.room <= 256 || r.room < 4 * (r.ended - r.begun));
    free(pcs);
    htv_ring_free(&r);
}

static void the_end_is_kept(void **state)
{
    static const uint64_t keep[] = {1, 2, 63, 64, 1000, 100000, 1 << 24};
    (void)state;
    for (unsigned i = 0; i < sizeof keep / sizeof keep[0]; i++) {
        compare(keep[i]);
    }
}

static void instructions_are_found_by_number(void **state)
{
    struct htv_ring r;
    uint64_t number;
    uint32_t seed = 42;
    (void)state;
    htv_ring_init(&r, 5000);
    for (unsigned i = 0; i < 3000; i++) {
        const struct flow_range range =
            range_of(0x1000 * (uint64_t)(i % 7), 1 + next_random(&seed) % 9);
        assert_true(htv_ring_add(&r, &range, (uint16_t)(i % 2)));
        if (i % 5 == 0) {
            htv_ring_gap(&r);
        }
    }
    const uint64_t before = htv_ring_at(&r, r.begun)->first;
    assert_false(htv_ring_find(&r, before - 1, &number));
    assert_false(htv_ring_find(&r, r.instructions, &number));
    for (uint64_t i = before; i < r.instructions; i++) {
        assert_true(htv_ring_find(&r, i, &number));
        const struct htv_ring_block *b = htv_ring_at(&r, number);
        assert_true(b->first <= i && i - b->first < b->count);
    }
    htv_ring_free(&r);
}

static void what_has_no_instructions_is_nothing(void **state)
{
    struct htv_ring r;
    uint64_t number;
    const struct flow_range none = {.start = 4, .end = 4};
    const struct flow_range one = range_of(0, 1);
    (void)state;
    htv_ring_init(&r, 10);
    assert_true(htv_ring_add(&r, &none, 0));
    htv_ring_gap(&r);
    assert_int_equal(r.ended, 0);
    assert_false(htv_ring_find(&r, 0, &number));
    assert_true(htv_ring_add(&r, &one, 0));
    assert_int_equal(r.ended, 1); /* a gap before the first is none */
    htv_ring_gap(&r);
    assert_true(htv_ring_add(&r, &one, 0));
    assert_int_equal(r.ended, 3);
    assert_int_equal(htv_ring_at(&r, 1)->begin,
                     1); /* not 0: the byte before it would be the last */
    assert_int_equal(htv_ring_at(&r, 1)->end, 0);
    htv_ring_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_is_kept),
        cmocka_unit_test(instructions_are_found_by_number),
        cmocka_unit_test(what_has_no_instructions_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
