/* SPDX-License-Identifier: Apache-2.0 */
/* The ring: positions, losses, resets in the middle of a write, and a million words from threads
 * and signals at once. HARTRACE_SOAK multiplies the million. */
#include "fwt_stress.h"
#include "fwtrace/fwt_ring.h"

enum {
    SLOTS = 64,
    WORDS = (sizeof(struct fwt_ring_head) + SLOTS * sizeof(struct fwt_slot)) / 4,
};

static void as_many_slots_as_fit(void **state)
{
    static uint32_t memory[1024];
    struct fwt_ring r;
    (void)state;
    assert_int_equal(sizeof(struct fwt_ring_head), 64);
    /* The original's buffer, 0x1000 bytes: (4096 - 64) / 8 = 504, so 256. */
    assert_int_equal(fwt_ring_init(&r, memory, 0x1000, FWT_RING_OVERWRITE), FWT_OK);
    assert_int_equal(memory[0], 0x31545746);
    assert_memory_equal(memory, "FWT1", 4);
    assert_int_equal(memory[1], 64 << 16 | 1);
    assert_int_equal(memory[2], 256);
    assert_int_equal(fwt_ring_init(&r, memory, 64 + 16 * 8, FWT_RING_STOP), FWT_OK);
    assert_int_equal(memory[2], 16);
    assert_int_equal(fwt_ring_init(&r, memory, 64 + 16 * 8 - 1, FWT_RING_STOP), FWT_ERR_ARG);
    assert_int_equal(fwt_ring_init(&r, memory, 8, FWT_RING_STOP), FWT_ERR_ARG);
    assert_int_equal(fwt_ring_init(&r, (uint8_t *)memory + 2, 0x800, FWT_RING_STOP), FWT_ERR_ARG);
    assert_int_equal(fwt_ring_init(&r, memory, 0x800, (enum fwt_ring_mode)2), FWT_ERR_ARG);
}

static void overwrite_keeps_the_newest(void **state)
{
    static uint32_t memory[WORDS];
    struct fwt_ring r;
    (void)state;
    assert_int_equal(fwt_ring_init(&r, memory, sizeof memory, FWT_RING_OVERWRITE), FWT_OK);
    r.head->wpos = 0xfffffff0u; /* soon beyond 2^32 */
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(fwt_ring_put(&r, i & 31u, i), FWT_OK);
    }
    assert_int_equal(r.head->wpos, 100 - 16);
    assert_int_equal(r.head->wraps, 1);
    for (uint32_t i = 100 - SLOTS; i < 100; i++) {
        const uint32_t position = i - 16;
        assert_int_equal(r.slot[position & 63u].value, i);
        assert_int_equal(r.slot[position & 63u].tag, position << 8 | 0x80u | (i & 31u));
    }
}

static void stop_keeps_the_oldest_and_counts(void **state)
{
    static uint32_t memory[WORDS];
    struct fwt_ring r;
    unsigned channel;
    uint32_t value;
    const uint32_t block[5] = {1, 2, 3, 4, 5};
    (void)state;
    assert_int_equal(fwt_ring_init(&r, memory, sizeof memory, FWT_RING_STOP), FWT_OK);
    for (unsigned i = 0; i < 12; i++) {
        assert_int_equal(fwt_ring_put_block(&r, 0, block, 5), FWT_OK);
    }
    /* 60 of 64: five do not fit, and none of them is taken; four words do. */
    assert_int_equal(fwt_ring_put_block(&r, 0, block, 5), FWT_ERR_FULL);
    assert_int_equal(r.head->lost, 5);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(fwt_ring_put(&r, 1, i), i < 4 ? FWT_OK : FWT_ERR_FULL);
    }
    assert_int_equal(fwt_ring_put(&r, FWT_CH_LOST, 7), FWT_ERR_FULL);
    assert_int_equal(r.head->lost, 7); /* the announcement is none */
    assert_int_equal(r.head->wpos, 64);
    assert_true(fwt_ring_peek(&r, 1, &channel, &value));
    assert_int_equal(channel, 24);
    assert_int_equal(value, 2);
    fwt_ring_done(&r, 60);
    assert_true(fwt_ring_peek(&r, 3, &channel, &value));
    assert_int_equal(value, 3);
    assert_false(fwt_ring_peek(&r, 4, &channel, &value));
    assert_int_equal(fwt_ring_put_block(&r, 0, block, 5), FWT_OK);
}

/* A reset after each store of a put: what is in memory then is a head with the new wpos, and a slot
 * that is old, busy, or complete. */
static void a_write_torn_by_a_reset(void **state)
{
    static uint32_t memory[WORDS];
    struct fwt_ring r;
    unsigned channel;
    uint32_t value;
    (void)state;
    for (unsigned mode = FWT_RING_OVERWRITE; mode <= FWT_RING_STOP; mode++) {
        for (unsigned step = 0; step < 3; step++) {
            assert_int_equal(fwt_ring_init(&r, memory, sizeof memory, mode), FWT_OK);
            for (uint32_t i = 0; i < 10; i++) {
                assert_int_equal(fwt_ring_put(&r, 1, i), FWT_OK);
            }
            r.head->wpos++;
            r.slot[10].tag = step == 0 ? 0 : FWT_TAG_BUSY;
            r.slot[10].value = step == 2 ? 10 : 0;
            assert_int_equal(fwt_ring_keep(&r, memory, sizeof memory, mode), FWT_OK);
            assert_int_equal(r.head->starts, 2);
            assert_int_equal(r.head->wpos, 11);
            for (uint32_t i = 11; i < 20; i++) {
                assert_int_equal(fwt_ring_put(&r, 1, i), FWT_OK);
            }
            for (uint32_t i = 0; i < 20; i++) {
                const bool there = fwt_ring_peek(&r, i, &channel, &value);
                assert_int_equal(there, i != 10 || mode == FWT_RING_STOP);
                assert_int_equal(i != 10 ? value : 0, i != 10 ? i : 0);
                assert_int_equal(there ? channel : 0, !there    ? 0
                                                      : i != 10 ? 1
                                                                : (unsigned)FWT_CH_TORN);
            }
            /* The slot is usable again in the next round. */
            for (uint32_t i = 20; i < 20 + SLOTS && mode == FWT_RING_OVERWRITE; i++) {
                assert_int_equal(fwt_ring_put(&r, 1, i), FWT_OK);
            }
            assert_true(mode == FWT_RING_STOP || r.slot[10].tag == (74u << 8 | 0x81u));
        }
    }
}

static void what_is_no_ring_is_made_one(void **state)
{
    static uint32_t memory[WORDS];
    struct fwt_ring r;
    (void)state;
    for (unsigned word = 0; word < 5; word++) {
        assert_int_equal(fwt_ring_init(&r, memory, sizeof memory, FWT_RING_OVERWRITE), FWT_OK);
        assert_int_equal(fwt_ring_put(&r, 1, 1), FWT_OK);
        memory[word] ^= 1u << word;
        assert_int_equal(fwt_ring_keep(&r, memory, sizeof memory, FWT_RING_OVERWRITE), FWT_OK);
        assert_int_equal(r.head->wpos, 0);
        assert_int_equal(r.head->starts, 1);
    }
    assert_int_equal(fwt_ring_init(&r, memory, sizeof memory, FWT_RING_STOP), FWT_OK);
    r.head->rpos = 1; /* ahead of wpos */
    assert_int_equal(fwt_ring_keep(&r, memory, sizeof memory, FWT_RING_STOP), FWT_OK);
    assert_int_equal(r.head->rpos, 0);
}

/* A writer that was interrupted between BUSY and its tag, while others wrote a whole round. */
static void a_writer_that_is_a_round_late(void **state)
{
    static uint32_t memory[WORDS];
    struct fwt_ring r;
    (void)state;
    assert_int_equal(fwt_ring_init(&r, memory, sizeof memory, FWT_RING_OVERWRITE), FWT_OK);
    r.head->wpos = 1;
    r.slot[0].tag = FWT_TAG_BUSY; /* position 0, and now the interrupt */
    for (uint32_t i = 1; i <= SLOTS; i++) {
        assert_int_equal(fwt_ring_put(&r, 1, i), FWT_OK);
    }
    assert_int_equal(r.slot[0].tag,
                     FWT_TAG_BUSY); /* position 64 was dropped: nobody mixes the two */
    r.slot[0].value = 0;
    r.slot[0].tag = 0x81; /* position 0 is late, and not taken for 64 */
    for (uint32_t i = SLOTS + 1; i <= 2 * SLOTS; i++) {
        assert_int_equal(fwt_ring_put(&r, 1, i), FWT_OK);
    }
    assert_int_equal(r.slot[0].tag, (uint32_t)SLOTS * 2 << 8 | 0x81u);
}

/* ---- a million words ---- */

struct stress_count {
    uint32_t words, announced, next[THREADS];
    unsigned args;   /* words of the present print still to come */
    uint32_t writer; /* of it */
};

/* Each writer's prints come in its own order, and the words of a print follow each other. */
static void take(struct stress_count *c, unsigned channel, uint32_t value)
{
    if (channel == FWT_CH_LOST) {
        c->announced = (int32_t)(value - c->announced) > 0 ? value : c->announced;
        return;
    }
    c->words++;
    assert_int_equal(c->args > 0, channel == FWT_CH_ARGS);
    if (channel == FWT_CH_PRINT) {
        c->args = FWT_HEAD_WORDS(value);
    } else if (channel != FWT_CH_ARGS) {
        assert_int_equal(channel, 1 + (value >> 29));
    } else if (c->args-- == 2) {
        assert_true(value < THREADS);
        c->writer = value;
    } else {
        assert_true(value >= c->next[c->writer] && value < stress_each);
        c->next[c->writer] = value + 1;
    }
}

struct stress_ring {
    struct fwt_ring ring;
    struct stress_count count;
};

static void stress_one(struct stress_ring *s, void (*read)(void *ctx))
{
    memset(&s->count, 0, sizeof s->count);
    stress(
        &(struct fwt_port){.put = fwt_ring_put, .put_block = fwt_ring_put_block, .ctx = &s->ring},
        read, s);
}

static void read_stop(void *ctx)
{
    struct stress_ring *s = ctx;
    struct fwt_ring *r = &s->ring;
    unsigned channel;
    uint32_t value;
    while (fwt_ring_peek(r, 0, &channel, &value)) {
        take(&s->count, channel, value);
        fwt_ring_done(r, 1);
    }
}

static void a_million_words_with_stop(void **state)
{
    static uint32_t memory[16 + 2 * 4096];
    static struct stress_ring s;
    (void)state;
    assert_int_equal(fwt_ring_init(&s.ring, memory, sizeof memory, FWT_RING_STOP), FWT_OK);
    stress_one(&s, read_stop);
    assert_true(s.count.announced > 0); /* the ring was too small */
    assert_int_equal(s.ring.head->lost, s.count.announced);
    assert_int_equal(s.count.words + s.count.announced, stress_sent);
}

static void read_nothing(void *ctx)
{
    (void)ctx;
}

static void a_million_words_with_overwrite(void **state)
{
    static uint32_t memory[WORDS];
    static struct stress_ring s;
    (void)state;
    assert_int_equal(fwt_ring_init(&s.ring, memory, sizeof memory, FWT_RING_OVERWRITE), FWT_OK);
    stress_one(&s, read_nothing);
    const struct fwt_ring r = s.ring;
    assert_int_equal(r.head->wpos, stress_sent); /* each word has had its own position */
    assert_int_equal(r.head->lost, 0);
    unsigned there = 0;
    for (uint32_t i = 0; i < SLOTS; i++) {
        const uint32_t position = r.head->wpos - SLOTS + i, tag = r.slot[position & 63u].tag;
        assert_true(tag != FWT_TAG_BUSY);
        there += (tag ^ (position << 8 | 0x80u)) >> 5 == 0;
    }
    assert_in_range(there, SLOTS / 2, SLOTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_slots_as_fit),
        cmocka_unit_test(overwrite_keeps_the_newest),
        cmocka_unit_test(stop_keeps_the_oldest_and_counts),
        cmocka_unit_test(a_write_torn_by_a_reset),
        cmocka_unit_test(what_is_no_ring_is_made_one),
        cmocka_unit_test(a_writer_that_is_a_round_late),
        cmocka_unit_test(a_million_words_with_stop),
        cmocka_unit_test(a_million_words_with_overwrite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
