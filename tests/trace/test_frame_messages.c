/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages out of the frames of several trace IDs. Frames are made by the model of the formatter,
 * messages by hand: SRC of 12 bits, timestamps, as the SpacemiT K3 has them
 * (docs/reference/spacemit-k3.md).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "htr/htr_frame_messages.h"
#include "htr/htr_tree_parts.h"
#include "htr/htr_tree_pull.h"
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

/* ---- the decode tree ---- */

/* ProgTraceSync (TCODE 9) of SRC 5: SYNC 5 in the MDO after SRC with the low bits of I-CNT 0;
 * F-ADDR 0x800; TSTAMP 1. Of SRC 9: F-ADDR 0x1000. 0x1000 and 0x2000 hold four c.nop. */
static const uint8_t sync5[] = {0x24, 5 << 2, 0x00, 0x05 << 2 | 1, 0x00, 0x20 << 2 | 1, 1 << 2 | 3};
static const uint8_t sync9[] = {0x24, 9 << 2, 0x00,          0x05 << 2 | 1,
                                0x00, 0x00,   0x01 << 2 | 1, 2 << 2 | 3};
/* ProgTraceCorrelation (33): EVCODE 4 and CDF 0 in an MDO, I-CNT 4; TSTAMP 0. */
static const uint8_t off5[] = {33 << 2, 5 << 2, 0x00, 0x04 << 2, 4 << 2 | 1, 0x03};
static const uint8_t off9[] = {33 << 2, 9 << 2, 0x00, 0x04 << 2, 2 << 2 | 1, 0x03};

/* The first range of a decoder. */
static void expect_range(struct htr_tree *t, int32_t decoder, uint64_t from, uint64_t to)
{
    struct flow_elem e;
    while (htr_tree_next(t, decoder, &e)) {
        assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
        if (e.type == FLOW_ELEM_RANGE) {
            assert_true(e.start == from && e.end == to);
            return;
        }
    }
    fail_msg("no range");
}

static void a_tree_has_a_source_for_each_trace_id(void **state)
{
    static const uint8_t code[] = {0x01, 0, 0x01, 0, 0x01, 0, 0x01, 0};
    static const struct flow_region region[] = {{0x1000, sizeof code, code},
                                                {0x2000, sizeof code, code}};
    static struct htr_tree_parts parts;
    struct htr_host host = {0};
    struct htr_settings settings;
    struct htr_tree t;
    int32_t decoder[2];
    (void)state;
    put(0x10, sync5, 0, 4);
    put(0x21, sync9, 0, 6);
    put(0x10, sync5, 4, sizeof sync5);
    put(0x21, sync9, 6, sizeof sync9);
    put(0x10, off5, 0, sizeof off5);
    put(0x21, off9, 0, sizeof off9);
    trm_csformat_flush(&format);
    htr_settings_init(&settings);
    assert_int_equal(htr_settings_param(&settings, &host, "profile=spacemit-k3"), HTR_OK);
    assert_int_equal(htr_tree_parts_of_frames(&parts, &host, frames, nframes, false, &settings),
                     HTR_OK);
    assert_int_equal(parts.buffers, 1);
    assert_int_equal(parts.sources, 2);
    assert_int_equal(parts.source[0].trace_id, 0x10);
    assert_int_equal(parts.source[1].trace_id, 0x21);
    assert_int_equal(parts.source[1].cfg.src_bits, 12);
    for (unsigned i = 0; i < 2; i++) {
        parts.source[i].region = region;
        parts.source[i].regions = 2;
    }
    htr_tree_init(&t, &host, NULL, 0);
    assert_int_equal(
        htr_tree_build(&t, parts.buffer, parts.buffers, parts.source, parts.sources, decoder),
        HTR_OK);
    expect_range(&t, decoder[0], 0x1000, 0x1008); /* I-CNT 4: half-words */
    expect_range(&t, decoder[1], 0x2000, 0x2004);
    htr_tree_close(&t);
    htr_tree_parts_free(&parts);
    assert_int_equal(htr_tree_parts_of_frames(&parts, &host, frames, 0, false, &settings),
                     HTR_ERR_MISSING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(messages_of_two_ids_are_whole, setup),
        cmocka_unit_test_setup(a_barrier_is_a_loss, setup),
        cmocka_unit_test_setup(a_wrapped_buffer_begins_at_the_next_message, setup),
        cmocka_unit_test_setup(plain_bytes_can_break_too, setup),
        cmocka_unit_test_setup(frames_and_messages_are_told_apart, setup),
        cmocka_unit_test_setup(a_tree_has_a_source_for_each_trace_id, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
