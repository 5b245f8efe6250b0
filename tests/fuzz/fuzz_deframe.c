/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CoreSight frames: however the bytes are cut into pieces, the streaming deformatter gives each
 * trace ID the bytes that a plain reading of the whole gives it, and accounts for every byte.
 *
 * Input: one byte with the kind of stream and the seed of the cuts, then the bytes.
 */
#include <string.h>

#include "fuzz.h"
#include "htr/htr_coresight.h"

enum {
    MOST = 4096, /* bytes of input that count */
    SYNC = 4,
    HALF = 2,
};

static const uint8_t full_sync[SYNC] = {0xFF, 0xFF, 0xFF, 0x7F};

/* All data in order, with its ID. */
struct output {
    uint8_t id[MOST], byte[MOST];
    size_t n;
};

static struct output plain, cut, whole;

static void put(struct output *o, unsigned id, uint8_t byte)
{
    if (id != HTR_ID_NULL) {
        FUZZ_CHECK(o->n < MOST);
        o->id[o->n] = (uint8_t)id;
        o->byte[o->n++] = byte;
    }
}

/* A frame in memory, as the chapter "Trace Formatter" lays it out: seven pairs and one byte, the
 * last byte has bit 0 of each even one. */
static void plain_frame(const uint8_t *p, unsigned *id, struct output *o)
{
    for (unsigned pair = 0; pair < 8; pair++) {
        uint8_t even = p[2 * pair], odd = p[2 * pair + 1];
        unsigned bit = (unsigned)(p[HTR_FRAME - 1] >> pair) & 1u;
        bool has_odd = pair < 7;
        if ((even & 1u) == 0) {
            put(o, *id, (uint8_t)(even | bit));
            if (has_odd) {
                put(o, *id, odd);
            }
            continue;
        }
        unsigned old = *id;
        *id = even >> 1;
        if (has_odd) {
            put(o, bit != 0 ? old : *id, odd);
        }
    }
}

/* Returns the bytes of the last, incomplete frame. */
static size_t plain_memory(const uint8_t *p, size_t n, struct output *o)
{
    unsigned id = HTR_ID_NULL;
    o->n = 0;
    for (;;) {
        if (n >= SYNC && memcmp(p, full_sync, SYNC) == 0) {
            p += SYNC;
            n -= SYNC;
        } else if (n >= HTR_FRAME) {
            plain_frame(p, &id, o);
            p += HTR_FRAME;
            n -= HTR_FRAME;
        } else {
            return n;
        }
    }
}

/* In pieces of 1 to most bytes. */
static void stream(struct htr_coresight *c, const uint8_t *p, size_t n, uint32_t seed, size_t most,
                   struct output *o)
{
    o->n = 0;
    while (n > 0) {
        struct htr_frame frame;
        seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
        size_t piece = 1 + (seed >> 16) % most;
        piece = piece < n ? piece : n;
        for (size_t left = piece; left > 0;) {
            size_t taken = htr_coresight_take(c, p, left, &frame);
            FUZZ_CHECK(taken > 0 && taken <= left && frame.count <= HTR_FRAME_DATA);
            for (unsigned i = 0; i < frame.count; i++) {
                FUZZ_CHECK(frame.id[i] < HTR_IDS && frame.id[i] != HTR_ID_NULL);
                put(o, frame.id[i], frame.byte[i]);
            }
            p += taken;
            left -= taken;
        }
        n -= piece;
    }
}

static bool same(const struct output *a, const struct output *b)
{
    return a->n == b->n && memcmp(a->id, b->id, a->n) == 0 && memcmp(a->byte, b->byte, a->n) == 0;
}

/* The bytes of one ID, from the function that takes the whole. */
static void check_unframe(const uint8_t *p, size_t n, const struct output *all)
{
    static uint8_t one[MOST];
    for (unsigned id = 1; id < HTR_IDS; id++) {
        size_t got = htr_coresight_unframe(p, n, id, one), want = 0;
        for (size_t i = 0; i < all->n; i++) {
            if (all->id[i] == id) {
                FUZZ_CHECK(want < got && one[want] == all->byte[i]);
                want++;
            }
        }
        FUZZ_CHECK(got == want);
    }
}

/* Every byte is of a frame, of a packet, of the rest, or was dropped. After a loss a packet may
 * begin in what was taken for the end of a frame: then its first bytes count twice. */
static void check_account(const struct htr_coresight *c, size_t n)
{
    uint64_t known = c->frames * HTR_FRAME + c->syncs * SYNC + c->dropped + htr_coresight_rest(c);
    FUZZ_CHECK(c->losses <= c->syncs);
    if (c->kind == HTR_FRAMES_MEMORY) {
        FUZZ_CHECK(c->losses == 0 && known == n);
    } else if (c->losses == 0) {
        FUZZ_CHECK(known <= n && (n - known) % HALF == 0);
    } else {
        FUZZ_CHECK(known <= n + c->losses * (SYNC - 1));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size < MOST ? size : MOST};
    uint8_t control = fuzz_byte(&in);
    enum htr_frames kind = (control & 1u) != 0 ? HTR_FRAMES_PORT : HTR_FRAMES_MEMORY;
    struct htr_coresight a, b;
    htr_coresight_init(&a, kind);
    htr_coresight_init(&b, kind);
    stream(&a, in.at, in.left, control, 1 + (control >> 1) % 40u, &cut);
    stream(&b, in.at, in.left, 0, MOST, &whole);
    FUZZ_CHECK(same(&cut, &whole));
    FUZZ_CHECK(a.frames == b.frames && a.syncs == b.syncs && a.losses == b.losses &&
               a.dropped == b.dropped && htr_coresight_rest(&a) == htr_coresight_rest(&b));
    check_account(&a, in.left);
    if (kind == HTR_FRAMES_MEMORY) {
        size_t rest = plain_memory(in.at, in.left, &plain);
        FUZZ_CHECK(same(&cut, &plain));
        FUZZ_CHECK(htr_coresight_rest(&a) == rest);
        check_unframe(in.at, in.left, &plain);
    }
    return 0;
}
