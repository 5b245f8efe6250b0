/* SPDX-License-Identifier: Apache-2.0 */
/* The CoreSight formatter and the ETB-like buffer (CoreSight Architecture Specification, Trace
 * Formatter): frames stated by hand, and a deformatter of a few lines. */
#include "atb_rig.h"

static uint8_t out[1 << 17];
static size_t nout;

static void collect(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    assert_true(nout + n <= sizeof out);
    memcpy(out + nout, bytes, n);
    nout += n;
}

static struct trm_csformat start(uint32_t fsync, uint32_t repeat)
{
    struct trm_csformat f;
    struct trm_csformat_cfg cfg;
    trm_csformat_cfg_init(&cfg);
    cfg.fsync_frames = fsync;
    cfg.repeat_frames = repeat;
    cfg.write = collect;
    nout = 0;
    assert_int_equal(trm_csformat_init(&f, &cfg), TRM_OK);
    return f;
}

static void one_id_fills_frames(void **state)
{
    (void)state;
    struct trm_csformat f = start(0, 0);
    static const uint8_t in[] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
                                 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0F, 0x11};
    trm_csformat_put(&f, 0x10, in, 15);
    /* ID 0x10, then bytes in pairs: bit 0 of the even ones is in the last byte. */
    static const uint8_t want[] = {0x21, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
                                   0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x80};
    assert_int_equal(nout, 16);
    assert_memory_equal(out, want, 16);
    trm_csformat_flush(&f);
    static const uint8_t rest[16] = {0x01, 0x11, [15] = 0x01}; /* ID 0 after the odd byte */
    assert_int_equal(nout, 32);
    assert_memory_equal(out + 16, rest, 16);
    assert_true(trm_csformat_empty(&f));
    trm_csformat_flush(&f);
    assert_int_equal(nout, 32);
}

static void a_change_of_id_behind_an_even_byte(void **state)
{
    (void)state;
    struct trm_csformat f = start(0, 0);
    static const uint8_t a[] = {0xA1, 0xA2};
    static const uint8_t b[] = {0xB1, 0xB2, 0xB3};
    trm_csformat_put(&f, 1, a, 2);
    trm_csformat_put(&f, 2, b, 3);
    trm_csformat_flush(&f);
    /* ID 1, A1 | ID 2 (one byte later), A2 | B1 even, B2 | ID 0 later, B3. */
    static const uint8_t want[16] = {
        0x03, 0xA1, 0x05, 0xA2, 0xB0, 0xB2, 0x01, 0xB3, [15] = 0x02 | 0x04 | 0x08};
    assert_int_equal(nout, 16);
    assert_memory_equal(out, want, 16);
}

/* The deformatter: bytes of one ID, from frames without synchronization. */
static size_t bytes_of(uint8_t want, const uint8_t *frames, size_t n, uint8_t *dst)
{
    size_t k = 0;
    unsigned id = 0;
    for (size_t at = 0; at + 16 <= n; at += 16) {
        const uint8_t *p = frames + at;
        for (unsigned i = 0; i < 15; i++) {
            unsigned flag = (unsigned)(p[15] >> (i / 2)) & 1u;
            unsigned owner = id;
            unsigned byte = p[i];
            if (i % 2 == 0) {
                if ((p[i] & 1u) != 0) {
                    if (flag != 0 && i < 14) { /* later: the odd byte has the old ID */
                        if (id == want) {
                            dst[k++] = p[i + 1];
                        }
                        id = p[i] >> 1;
                        i++;
                    } else {
                        id = p[i] >> 1;
                    }
                    continue;
                }
                byte |= flag;
            }
            if (owner == want) {
                dst[k++] = (uint8_t)byte;
            }
        }
    }
    return k;
}

static void random_interleaving_comes_back(void **state)
{
    (void)state;
    static uint8_t sent[4][20000];
    static uint8_t got[1 << 17];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        size_t n[4] = {0};
        struct rh_rng rng;
        struct trm_csformat f = start(0, (uint32_t)(seed % 3));
        rh_seed(&rng, seed);
        while (nout < 20000) {
            unsigned i = rh_below(&rng, 4);
            size_t len = 1 + rh_below(&rng, rh_chance(&rng, 2) ? 3 : 40);
            for (size_t k = 0; k < len; k++) {
                sent[i][n[i] + k] = (uint8_t)rh_below(&rng, 256);
            }
            trm_csformat_put(&f, (uint8_t)(0x20 + i), sent[i] + n[i], len);
            n[i] += len;
            if (rh_chance(&rng, 100)) {
                trm_csformat_flush(&f);
            }
        }
        trm_csformat_flush(&f);
        assert_int_equal(nout % 16, 0);
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(bytes_of((uint8_t)(0x20 + i), out, nout, got), n[i]);
            assert_memory_equal(got, sent[i], n[i]);
        }
    }
}

static void the_id_is_said_again(void **state)
{
    (void)state;
    uint8_t byte = 0x42;
    struct trm_csformat f = start(0, 4);
    for (unsigned k = 0; k < 1000; k++) {
        trm_csformat_put(&f, 0x10, &byte, 1);
    }
    for (size_t at = 0; at < nout; at += 16) {
        assert_int_equal(out[at], at / 16 % 4 == 0 ? 0x21 : 0x42);
    }
}

static void frame_synchronization(void **state)
{
    (void)state;
    uint8_t byte = 0x42;
    struct trm_csformat f = start(3, 0);
    for (unsigned k = 0; k < 200; k++) {
        trm_csformat_put(&f, 0x10, &byte, 1);
    }
    static const uint8_t fsync[] = {0xFF, 0xFF, 0xFF, 0x7F};
    size_t period = 3 * 16 + 4;
    for (size_t at = 0; at + period <= nout; at += period) {
        assert_memory_equal(out + at, fsync, 4);
        assert_memory_not_equal(out + at + 4, fsync, 4);
    }
    assert_true(nout > 3 * period);
}

static void a_reserved_id_0_is_lost(void **state)
{
    (void)state;
    static const uint8_t in[] = {1, 2, 3};
    uint8_t got[64];
    struct trm_csformat f = start(0, 0);
    trm_csformat_put(&f, 0x10, in, 3);
    trm_csformat_put(&f, 0x00, in, 3); /* looks like filling */
    trm_csformat_put(&f, 0x10, in, 3);
    trm_csformat_flush(&f);
    assert_int_equal(bytes_of(0x10, out, nout, got), 6);
}

static void etb_keeps_the_newest_and_stops(void **state)
{
    (void)state;
    static uint8_t memory[64];
    uint8_t got[64];
    struct trm_etb etb;
    struct trm_etb_cfg cfg;
    struct trm_atb_out word = {.atvalid = true, .atid = 0x10, .atbytes = 3};
    trm_etb_cfg_init(&cfg);
    assert_int_equal(trm_etb_init(&etb, &cfg), TRM_ERR_ARG); /* no memory */
    cfg.memory = memory;
    cfg.bytes = 24;
    assert_int_equal(trm_etb_init(&etb, &cfg), TRM_ERR_ARG); /* no whole frames */
    cfg.bytes = 64;
    cfg.repeat_frames = 1;
    assert_int_equal(trm_etb_init(&etb, &cfg), TRM_OK);
    trm_etb_tick(&etb, &word); /* not capturing: thrown away */
    trm_etb_start(&etb);
    assert_true(trm_etb_pins(&etb)->atready);
    for (uint8_t k = 0; k < 100; k++) {
        memset(word.atdata, k, 4);
        trm_etb_tick(&etb, &word);
    }
    trm_etb_stop(&etb);
    trm_etb_tick(&etb, &word);
    assert_int_equal(trm_etb_read(&etb, got, 64), 64);
    size_t n = bytes_of(0x10, got, 64, out);
    assert_true(n >= 40);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(out[i], 99 - (n - 1 - i) / 4); /* ends with the last word */
    }
    trm_etb_start(&etb);
    assert_int_equal(trm_etb_read(&etb, got, 64), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_id_fills_frames),
        cmocka_unit_test(a_change_of_id_behind_an_even_byte),
        cmocka_unit_test(random_interleaving_comes_back),
        cmocka_unit_test(the_id_is_said_again),
        cmocka_unit_test(frame_synchronization),
        cmocka_unit_test(a_reserved_id_0_is_lost),
        cmocka_unit_test(etb_keeps_the_newest_and_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
