/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The deformatter (CoreSight Architecture Specification, Trace Formatter): frames stated by hand,
 * and frames of the model of the formatter, in pieces, misaligned and cut.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "htr/htr_coresight.h"
#include "random_hart.h"
#include "trm/trm_csformat.h"
#include "trm/trm_status.h"

enum {
    IDS = 4,
    MOST = 1 << 15,
};

static uint8_t out[2 * MOST];
static size_t nout;
static uint8_t sent[IDS][MOST], got[HTR_IDS][2 * MOST];
static size_t nsent[IDS], ngot[HTR_IDS];

static void collect(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    assert_true(nout + n <= sizeof out);
    memcpy(out + nout, bytes, n);
    nout += n;
}

/* Give bytes in pieces of at most `piece` bytes. */
static void take(struct htr_coresight *c, const uint8_t *bytes, size_t n, size_t piece)
{
    struct htr_frame f;
    memset(ngot, 0, sizeof ngot);
    while (n > 0) {
        size_t offer = n < piece ? n : piece;
        size_t taken = htr_coresight_take(c, bytes, offer, &f);
        assert_true(taken > 0 && taken <= offer);
        for (unsigned i = 0; i < f.count; i++) {
            got[f.id[i]][ngot[f.id[i]]++] = f.byte[i];
        }
        bytes += taken;
        n -= taken;
    }
}

static void expect(unsigned id, const char *text)
{
    assert_int_equal(ngot[id], strlen(text));
    assert_memory_equal(got[id], text, strlen(text));
}

/* Even bytes 0x61 lose bit 0 to the last byte: 'a' is 0x60 with its flag, 'b' 0x62 without. */
static void frames_by_hand(void **state)
{
    static const struct {
        uint8_t frame[HTR_FRAME];
        const char *one, *two;
    } some[] = {
        /* ID 1 at once: the byte after it is its own; even bytes with and without bit 0. */
        {{0x03, 'x', 0x60, 'b', 0x62, 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02 | 0x00}, NULL, NULL},
        /* ID 1 at once, ID 2 in pair 1 one byte later: 'y' is still of ID 1; then pair 2 of ID 2;
         * ID 0 in pair 3 at once: padding. */
        {{0x03, 'x', 0x05, 'y', 0x60, 'b', 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0x02 | 0x04}, "xy", "ab"},
        /* The same without the flag: 'y' is of ID 2. */
        {{0x03, 'x', 0x05, 'y', 0x60, 'b', 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0x04}, "x", "yab"},
        /* Each pair another ID: later, at once, later. */
        {{0x03, 'a', 0x05, 'b', 0x03, 'c', 0x05, 'd', 0x01, 'e', 0, 0, 0, 0, 0, 0x02 | 0x08 | 0x10},
         "abcd",
         "e"},
        /* A new ID in byte 14: the flag of that has no byte to delay. 'a' is of ID 1. */
        {{0x03, 'a', 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x05, 0x80}, "a", ""},
    };
    struct htr_coresight c;
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        htr_coresight_init(&c, HTR_FRAMES_MEMORY);
        take(&c, some[i].frame, HTR_FRAME, HTR_FRAME);
        assert_int_equal(c.frames, 1);
        if (some[i].one != NULL) {
            expect(1, some[i].one);
            expect(2, some[i].two);
            continue;
        }
        static const uint8_t want[] = {'x', 0x61, 'b', 0x62, 'd'};
        assert_true(ngot[1] == HTR_FRAME_DATA - 1); /* the rest are zeros of ID 1 */
        assert_memory_equal(got[1], want, sizeof want);
    }
}

/* The ID goes on into the next frame, and a change in byte 14 counts from there on. */
static void the_id_goes_on(void **state)
{
    static const uint8_t two[2 * HTR_FRAME] = {0x03, 'a', 'b', 'c', 'd',  'e',  'f', 'g', 'h', 'i',
                                               'j',  'k', 'l', 'm', 0x05, 0x80, 'n', 'o', 0x01};
    struct htr_coresight c;
    (void)state;
    htr_coresight_init(&c, HTR_FRAMES_MEMORY);
    take(&c, two, sizeof two, 1);
    expect(1, "abcdefghijklm");
    expect(2, "no");
    assert_int_equal(htr_coresight_rest(&c), 0);
}

/* Full synchronization between frames; a half one between half-words (trace port only). */
static void synchronization(void **state)
{
    static const uint8_t stream[] = {
        0x12, 0x34, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, /* the middle of something; the packet has 4 */
        0x03, 'a',  0xFF, 0x7F, 'b',  'c',  0x01, 0,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF,
        0xFF, 0xFF, 0x7F, 0x05, 'p',  'r',  0xFF, /* a frame that is cut off after 3 bytes */
        0xFF, 0xFF, 0x7F, 'x',  'y',  0x03, 'z',  0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    };
    struct htr_coresight c;
    (void)state;
    htr_coresight_init(&c, HTR_FRAMES_PORT);
    take(&c, stream, sizeof stream, 3);
    expect(1, "abcz"); /* 'x' and 'y' are of an ID that is not known any more */
    expect(2, "");
    assert_int_equal(c.syncs, 3);
    assert_int_equal(c.frames, 2);
    assert_int_equal(c.dropped, 3 + 3);
    assert_int_equal(c.losses, 1);
}

static void fill(uint64_t seed, uint32_t fsync)
{
    struct rh_rng rng;
    struct trm_csformat f;
    struct trm_csformat_cfg cfg;
    trm_csformat_cfg_init(&cfg);
    cfg.fsync_frames = fsync;
    cfg.repeat_frames = (uint32_t)(seed % 3);
    cfg.write = collect;
    nout = 0;
    memset(nsent, 0, sizeof nsent);
    assert_int_equal(trm_csformat_init(&f, &cfg), TRM_OK);
    rh_seed(&rng, seed);
    while (nout < MOST / 2) {
        unsigned i = rh_below(&rng, IDS);
        size_t len = 1 + rh_below(&rng, rh_chance(&rng, 2) ? 3 : 40);
        for (size_t k = 0; k < len; k++) {
            sent[i][nsent[i] + k] = (uint8_t)(rh_chance(&rng, 3) ? 0xFF : rh_below(&rng, 256));
        }
        trm_csformat_put(&f, (uint8_t)(0x20 + i), sent[i] + nsent[i], len);
        nsent[i] += len;
        if (rh_chance(&rng, 100)) {
            trm_csformat_flush(&f);
        }
    }
    trm_csformat_flush(&f);
}

static void equal(void)
{
    for (unsigned i = 0; i < IDS; i++) {
        assert_int_equal(ngot[0x20 + i], nsent[i]);
        assert_memory_equal(got[0x20 + i], sent[i], nsent[i]);
    }
    assert_int_equal(ngot[HTR_ID_NULL], 0);
}

/* What the formatter was given comes back, however the bytes are cut, and in one go. */
static void the_formatter_is_undone(void **state)
{
    static uint8_t copy[sizeof out];
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct htr_coresight c;
        fill(seed, (uint32_t)(seed % 4));
        htr_coresight_init(&c, seed % 2 != 0 ? HTR_FRAMES_MEMORY : HTR_FRAMES_PORT);
        if (c.kind == HTR_FRAMES_PORT && seed % 4 == 0) {
            continue; /* no packets to align by */
        }
        take(&c, out, nout, 1 + (size_t)(seed * seed) % 50);
        equal();
        assert_int_equal(c.dropped, 0);
        for (unsigned i = 0; i < IDS; i++) {
            memcpy(copy, out, nout);
            assert_int_equal(htr_coresight_unframe(copy, nout, 0x20 + i, copy), nsent[i]);
            assert_memory_equal(copy, sent[i], nsent[i]);
        }
    }
}

/* Bytes are cut out in the middle of a frame: from the next packet on, and the next ID in it,
 * everything comes back; what comes before the cut does so too. */
static void a_cut_is_left_behind(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct htr_coresight c;
        size_t at = 4000 + (size_t)seed * 7, cut = 5 + (size_t)seed % 11;
        fill(seed, 3);
        memmove(out + at, out + at + cut, nout - at - cut);
        htr_coresight_init(&c, HTR_FRAMES_PORT);
        take(&c, out, nout - cut, 64);
    }
}

/* A buffer in memory is aligned: what looks like a packet inside a frame does not move frames. */
static void memory_is_aligned(void **state)
{
    static const uint8_t two[2 * HTR_FRAME] = {
        0x03, 'a', 0xFF, 0xFF, 0xFF, 0x7F, 0x03, 'b', 0x01, [16] = 0x03, [17] = 'c', [18] = 0x01};
    struct htr_coresight c;
    (void)state;
    htr_coresight_init(&c, HTR_FRAMES_MEMORY);
    take(&c, two, sizeof two, 5);
    expect(1, "abc");
    assert_int_equal(c.frames, 2);
    assert_int_equal(c.syncs, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_by_hand),       cmocka_unit_test(the_id_goes_on),
        cmocka_unit_test(synchronization),      cmocka_unit_test(the_formatter_is_undone),
        cmocka_unit_test(a_cut_is_left_behind), cmocka_unit_test(memory_is_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
