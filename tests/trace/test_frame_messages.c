/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages out of the frames of several trace IDs. Frames are made by the model of the formatter,
 * messages by hand: SRC of 12 bits, timestamps, as the SpacemiT K3 has them (docs/spacemit-k3.md).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "htr/htr_frame_messages.h"
#include "trm/trm_csformat.h"
#include "trm/trm_status.h"

enum {
    MOST = 4096,
};

static uint8_t frames[MOST];
static size_t nframes;
static struct trm_csformat format;
static struct nexus_stream_cfg cfg;

static void collect(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    assert_true(nframes + n <= sizeof frames);
    memcpy(frames + nframes, bytes, n);
    nframes += n;
}

static int setup(void **state)
{
    struct trm_csformat_cfg c;
    (void)state;
    trm_csformat_cfg_init(&c);
    c.write = collect;
    nframes = 0;
    assert_int_equal(trm_csformat_init(&format, &c), TRM_OK);
    nexus_cfg_init(&cfg);
    nexus_cfg_set_profile(&cfg, NEXUS_PROFILE_SPACEMIT_K3);
    return 0;
}

/* Messages of hart 5 and hart 9: DirectBranch ICNT, TSTAMP; the last MDO of SRC's 12 bits is 0. */
#define BRANCH(src, icnt)                                                                          \
    {                                                                                              \
        0x0C, (src) << 2, 0x00, (icnt) << 2 | 1, 0x03                                              \
    }
enum {
    SIZE = 5
};
static const uint8_t a[SIZE] = BRANCH(5, 1), b[SIZE] = BRANCH(5, 2), c[SIZE] = BRANCH(9, 3),
                     d[SIZE] = BRANCH(9, 4);
static const uint8_t barrier[16] = {0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F,
                                    0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F};

static void put(unsigned id, const uint8_t *bytes, size_t from, size_t to)
{
    trm_csformat_put(&format, (uint8_t)id, bytes + from, to - from);
}

/* Everything, in pieces; expects these messages one after the other. */
static void expect(const uint8_t *const *message, const size_t *size, size_t n, size_t piece,
                   struct htr_frame_sum *sum)
{
    struct htr_frame_messages *m;
    struct htr_bytes out;
    size_t at = 0;
    assert_int_equal(htr_frame_messages_open(&m, &cfg), HTR_OK);
    for (size_t k = 0; k < nframes; k += piece) {
        assert_int_equal(
            htr_frame_messages_add(m, frames + k, k + piece < nframes ? piece : nframes - k),
            HTR_OK);
    }
    htr_frame_messages_end(m, &out, sum);
    for (size_t i = 0; i < n; i++) {
        assert_true(at + size[i] <= out.size);
        assert_memory_equal(out.bytes + at, message[i], size[i]);
        at += size[i];
    }
    assert_int_equal(out.size, at);
    htr_bytes_free(&out);
}

/* Two IDs whose messages are cut into each other come out whole, in the order of their ends. */
static void messages_of_two_ids_are_whole(void **state)
{
    static const uint8_t *const message[] = {c, a, b, d};
    static const size_t size[] = {SIZE, SIZE, SIZE, SIZE};
    struct htr_frame_sum sum;
    (void)state;
    put(1, a, 0, 3);
    put(2, c, 0, 5);
    put(1, a, 3, 5);
    put(1, b, 0, 4);
    put(2, d, 0, 2);
    put(1, b, 4, 5);
    put(2, d, 2, 5);
    trm_csformat_flush(&format);
    for (size_t piece = 1; piece <= nframes; piece += 5) {
        expect(message, size, 4, piece, &sum);
        assert_int_equal(sum.ids, 2);
        assert_int_equal(sum.frames, nframes / 16);
        assert_int_equal(sum.dropped, 0);
        assert_int_equal(sum.breaks, 0);
    }
}

/* TCODE 8, SRC 5; ETYPE 0 of 4 bits, and ECODE 0 of 2 (the byte after SRC), TSTAMP 0. */
static const uint8_t error5[] = {0x20, 5 << 2, 0x00, 0x01, 0x03};

/* After a barrier Linux lets the buffer go on in the middle of a message: the half before it and
 * the half after it go, and the source that was seen has lost trace. */
static void a_barrier_is_a_loss(void **state)
{
    static const uint8_t *const message[] = {a, error5, d};
    static const size_t size[] = {SIZE, sizeof error5, SIZE};
    struct htr_frame_sum sum;
    (void)state;
    put(1, a, 0, 5);
    put(1, b, 0, 3);
    trm_csformat_flush(&format);
    collect(NULL, barrier, sizeof barrier);
    put(2, c, 2, 5);
    put(2, d, 0, 5);
    trm_csformat_flush(&format);
    expect(message, size, 3, nframes, &sum);
    assert_int_equal(sum.breaks, 1);
    assert_int_equal(sum.dropped, 3 + 3);
    expect(message, size, 3, 16, &sum);
}

/* A buffer that has wrapped: each ID begins inside of a message. */
static void a_wrapped_buffer_begins_at_the_next_message(void **state)
{
    struct htr_frame_messages *m;
    struct htr_bytes out;
    struct htr_frame_sum sum;
    (void)state;
    put(1, a, 4, 5);
    put(2, c, 1, 5);
    put(1, b, 0, 5);
    trm_csformat_flush(&format);
    assert_int_equal(htr_frame_messages_open(&m, &cfg), HTR_OK);
    htr_frame_messages_wrapped(m);
    assert_int_equal(htr_frame_messages_add(m, frames, nframes), HTR_OK);
    htr_frame_messages_end(m, &out, &sum);
    assert_int_equal(out.size, SIZE);
    assert_memory_equal(out.bytes, b, SIZE);
    assert_int_equal(sum.dropped, 1 + 4);
    htr_bytes_free(&out);
}

/* Bytes without frames; a break; another buffer, whose sources are others. */
static void plain_bytes_can_break_too(void **state)
{
    static const uint8_t expected[] = {0x0C, 0x14, 0x00, 0x05, 0x03, 0x20, 0x14, 0x00,
                                       0x01, 0x03, 0x0C, 0x24, 0x00, 0x0D, 0x03};
    struct htr_frame_messages *m;
    struct htr_bytes out;
    (void)state;
    assert_int_equal(htr_frame_messages_open(&m, &cfg), HTR_OK);
    assert_int_equal(htr_frame_messages_add_plain(m, a, SIZE), HTR_OK);
    assert_int_equal(htr_frame_messages_add_plain(m, b, 2), HTR_OK);
    assert_int_equal(htr_frame_messages_break(m), HTR_OK);
    htr_frame_messages_next(m);
    assert_int_equal(htr_frame_messages_break(m), HTR_OK);
    assert_int_equal(htr_frame_messages_add_plain(m, c, SIZE), HTR_OK);
    htr_frame_messages_end(m, &out, NULL);
    assert_int_equal(out.size, sizeof expected);
    assert_memory_equal(out.bytes, expected, sizeof expected);
    htr_bytes_free(&out);
}

static void frames_and_messages_are_told_apart(void **state)
{
    uint8_t plain[8 * SIZE];
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        memcpy(plain + 2 * i * SIZE, a, SIZE);
        memcpy(plain + (2 * i + 1) * SIZE, c, SIZE);
        put(1, a, 0, SIZE);
        put(2, c, 0, SIZE);
    }
    trm_csformat_flush(&format);
    assert_true(htr_frame_messages_are(&cfg, frames, nframes));
    assert_false(htr_frame_messages_are(&cfg, plain, sizeof plain));
    assert_false(htr_frame_messages_are(&cfg, plain, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(messages_of_two_ids_are_whole, setup),
        cmocka_unit_test_setup(a_barrier_is_a_loss, setup),
        cmocka_unit_test_setup(a_wrapped_buffer_begins_at_the_next_message, setup),
        cmocka_unit_test_setup(plain_bytes_can_break_too, setup),
        cmocka_unit_test_setup(frames_and_messages_are_told_apart, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
