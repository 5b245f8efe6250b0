/* SPDX-License-Identifier: Apache-2.0 */
/* The log of PCs: what goes in comes out, from anywhere on; dropped beginnings; chunks in the file;
 * and that a loop costs nothing however long it runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "htr/htr_pc_log.h"

enum {
    BATCH = 1000
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* PC number n of an execution that no predictor follows: jumps near, far, and straight code. */
struct source {
    uint32_t random;
    uint64_t pc;
};

static uint64_t wild(struct source *s)
{
    uint32_t r = next_random(&s->random);
    switch (r % 8) {
    case 0:
        s->pc = (uint64_t)next_random(&s->random) << 32 | (next_random(&s->random) & ~1u);
        break;
    case 1:
        s->pc -= 2u * (r >> 4 & 255);
        break;
    case 2:
        s->pc += 2u * (r >> 4 & 255);
        break;
    default:
        s->pc += r & 16 ? 2 : 4;
        break;
    }
    return s->pc;
}

static struct htr_pc_log_reader reader;

/* What is read from `from` on is what wild() gave. */
static void check_from(const struct htr_pc_log *log, uint64_t from)
{
    struct source s = {.random = 1};
    uint64_t pc[BATCH];
    bool failed = false;
    size_t n;
    for (uint64_t i = 0; i < from; i++) {
        (void)wild(&s);
    }
    assert_true(htr_pc_log_begin(&reader, log, from));
    uint64_t count = from;
    while ((n = htr_pc_log_read(&reader, pc, BATCH, &failed)) > 0) {
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(pc[i], wild(&s));
        }
        count += n;
    }
    assert_false(failed);
    assert_int_equal(count, log->count);
}

static void fill(struct htr_pc_log *log, struct source *s, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        assert_true(htr_pc_log_add(log, wild(s)));
    }
}

static void any_execution_is_kept(void **state)
{
    (void)state;
    struct htr_pc_log log = {.keep = 1};
    struct source s = {.random = 1};
    check_from(&log, 0);
    fill(&log, &s, 1);
    check_from(&log, 0);
    fill(&log, &s, 400000); /* several chunks; all but the last go to the file */
    assert_true(log.nchunks > 2);
    assert_int_equal(log.memory, 1);
    check_from(&log, 0);
    check_from(&log, 399999);
    check_from(&log, log.count);
    for (size_t i = 0; i < log.nchunks; i++) { /* around each seam */
        check_from(&log, log.chunk[i].first);
        check_from(&log, log.chunk[i].first + log.chunk[i].count - 1);
    }
    assert_false(htr_pc_log_begin(&reader, &log, log.count + 1));
    htr_pc_log_free(&log);
}

static void a_dropped_beginning_is_gone(void **state)
{
    (void)state;
    struct htr_pc_log log = {.keep = 1};
    struct source s = {.random = 1};
    uint32_t slots = 0;
    for (unsigned i = 0; i < 20; i++) { /* the log moves on like a window */
        fill(&log, &s, 50000);
        if (log.count > 250000) {
            htr_pc_log_drop(&log, log.count - 200000);
            assert_true(log.first <= log.count - 200000);
            assert_true(log.first > 0);
        }
        slots = log.slots;
    }
    assert_true(slots <= 4); /* 200000 PCs and a chunk: the places in the file are used again */
    check_from(&log, log.first);
    check_from(&log, log.count - 200000);
    assert_false(htr_pc_log_begin(&reader, &log, log.first - 1));
    htr_pc_log_free(&log);
}

/* 30 million PCs of a loop in a loop: less than a byte for 40 of them. */
static void a_loop_costs_next_to_nothing(void **state)
{
    (void)state;
    struct htr_pc_log log = {0};
    uint64_t count = 0;
    while (count < 30000000) {
        for (uint64_t k = 0; k < 40; k++, count += 5) {
            for (uint64_t i = 0; i < 5; i++) {
                assert_true(htr_pc_log_add(&log, 0x80000000 + (k == 39 && i == 4 ? 0x100 : 4 * i)));
            }
        }
    }
    assert_true(htr_pc_log_size(&log) < count / 40);
    assert_true(log.nchunks >= 1); /* a chunk ends though it is nearly empty */
    assert_true(htr_pc_log_begin(&reader, &log, 20000003));
    uint64_t pc;
    bool failed = false;
    assert_int_equal(htr_pc_log_read(&reader, &pc, 1, &failed), 1);
    assert_int_equal(pc, 0x80000000 + 4 * 3);
    htr_pc_log_free(&log);
}

/* Where no file can be made the log says so, and what it holds can be freed. */
static void a_file_that_cannot_be_made_fails(void **state)
{
    (void)state;
    struct htr_pc_log log = {.keep = 1};
    struct source s = {.random = 1};
    unsigned n = 0;
    assert_int_equal(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
    while (n < 1000000 && htr_pc_log_add(&log, wild(&s))) {
        n++;
    }
    unsetenv("TMPDIR");
    assert_true(log.failed);
    assert_in_range(n, 100000, 999999);
    assert_false(htr_pc_log_add(&log, 0));
    htr_pc_log_free(&log);
}

/* A reader that follows the writer, at any distance: what it has passed is dropped meanwhile. */
static void a_log_is_read_while_it_grows(void **state)
{
    static const unsigned cuts[] = {0, 1, 7};
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct htr_pc_log log = {.keep = 1, .chunk_pcs = 500};
        struct source in = {.random = 1}, out = {.random = 1};
        uint64_t pc[BATCH], done = 0;
        uint32_t random = 3;
        bool failed = false;
        assert_true(htr_pc_log_begin(&reader, &log, 0));
        for (unsigned i = 0; i < 300; i++) {
            fill(&log, &in, next_random(&random) % 900);
            if (cuts[k] != 0 && i % cuts[k] == 0) {
                (void)htr_pc_log_cut(&log);
                assert_false(htr_pc_log_cut(&log)); /* nothing is left to complete */
            }
            size_t n = htr_pc_log_read(&reader, pc, next_random(&random) % BATCH, &failed);
            for (size_t j = 0; j < n; j++) {
                assert_int_equal(pc[j], wild(&out));
            }
            done += n;
            htr_pc_log_drop(&log, done);
            assert_true(log.first <= done);
        }
        assert_false(failed);
        assert_true(log.first > 1000 && done <= log.count);
        htr_pc_log_free(&log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_execution_is_kept),
        cmocka_unit_test(a_dropped_beginning_is_gone),
        cmocka_unit_test(a_loop_costs_next_to_nothing),
        cmocka_unit_test(a_file_that_cannot_be_made_fails),
        cmocka_unit_test(a_log_is_read_while_it_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
