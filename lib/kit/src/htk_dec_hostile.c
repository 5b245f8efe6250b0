/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams that are cut, damaged, or no streams at all, and code that is not the program's. The
 * decoder must not crash and must end; up to the damage, and after the next synchronizing message,
 * its instructions are right; and it says so where the format shows the damage.
 */
#include <stdlib.h>
#include <string.h>

#include "htk_dec_hostile.h"

enum {
    SEEDS = 8, /* streams that are damaged */
    FLIPS = 8, /* per stream */
    CUTS = 4,
    IDLE = 100000, /* bytes */
    ZEROS = 65536,
    GARBAGE = 4096,
};

/* ---- what is done to a stream ---- */

/* It ends anywhere: what whole messages report is there, and nothing else. */
static int cut_end(struct htk_hostile *h)
{
    static const char holds[] = "TCI-RAM-033 TCI-ENA-024";
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < CUTS && htk_hostile_named(h, "the end is missing");
         i++) {
        const size_t m = i == 0 ? htk_hostile_after_full(h) : htk_hostile_pick(h);
        const size_t length = htk_hostile_end(h, m) - h->place[m].offset;
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->place[m].offset + rh_below(&h->rng, (uint32_t)length));
        status = htk_hostile_prefix(h, holds, htk_hostile_sure(h, m), htk_hostile_most(h, m));
    }
    return status;
}

/* It begins inside a message, as a buffer that has wrapped. */
static int cut_begin(struct htk_hostile *h)
{
    static const char holds[] = "TCI-RAM-032 NT-SYN-016 NT-DEC-004";
    int status = HTR_OK;
    for (unsigned i = 0;
         status == HTR_OK && i < CUTS && htk_hostile_named(h, "the buffer has wrapped"); i++) {
        const size_t m = rh_below(&h->rng, (uint32_t)h->places - 1);
        const size_t length = h->place[m + 1].offset - h->place[m].offset;
        const size_t s = htk_hostile_next_sync(h, m + 1);
        if (length < 2) {
            continue;
        }
        htk_hostile_begin(h);
        h->given.wrapped = true;
        htk_hostile_part(h, h->place[m].offset + 1 + rh_below(&h->rng, (uint32_t)length - 1),
                         h->g->given.size);
        status = htk_hostile_exactly(h, holds, s < h->places ? h->place[s].after : h->g->want.pcs,
                                     h->g->want.pcs, true, NULL);
    }
    return status;
}

/* It begins with any message. */
static int enter(struct htk_hostile *h)
{
    static const char holds[] = "NT-SYN-016 NT-DEC-004";
    int status = HTR_OK;
    for (unsigned i = 0;
         status == HTR_OK && i < CUTS && htk_hostile_named(h, "entered in the middle"); i++) {
        const size_t m = 1 + rh_below(&h->rng, (uint32_t)h->places - 1);
        const size_t s = htk_hostile_next_sync(h, m);
        htk_hostile_begin(h);
        htk_hostile_part(h, h->place[m].offset, h->g->given.size);
        status = htk_hostile_exactly(h, holds, s < h->places ? h->place[s].after : h->g->want.pcs,
                                     h->g->want.pcs, true, NULL);
    }
    return status;
}

/* Bits of a message are others. */
static int flip(struct htk_hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < FLIPS && htk_hostile_named(h, "bits are wrong");
         i++) {
        const size_t m = 1 + rh_below(&h->rng, (uint32_t)h->places - 1);
        const size_t end = m + 1 < h->places ? h->place[m + 1].offset : h->g->given.size;
        const size_t at =
            h->place[m].offset + rh_below(&h->rng, (uint32_t)(end - h->place[m].offset));
        /* With the end of the message its successor may be lost, too. */
        const size_t s = htk_hostile_next_sync(h, m + 2 < h->places ? m + 2 : h->places);
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->g->given.size);
        h->bytes[at] ^= (uint8_t)(1u << rh_below(&h->rng, 8));
        status = htk_hostile_around(h, "", htk_hostile_sure(h, m),
                                    s < h->places ? h->place[s].after : h->g->want.pcs, false);
    }
    return status;
}

/* MSEO 10 in a message: every decoder can know. */
static int reserved_mseo(struct htk_hostile *h)
{
    static const char holds[] = "NT-TX-018 NT-TX-025";
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < 2 && htk_hostile_named(h, "MSEO 10"); i++) {
        const size_t m = 1 + rh_below(&h->rng, (uint32_t)h->places - 2);
        const size_t s = htk_hostile_next_sync(h, m + 2 < h->places ? m + 2 : h->places);
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->g->given.size);
        h->bytes[h->place[m].offset] = (uint8_t)((h->bytes[h->place[m].offset] & ~3u) | 2u);
        status = htk_hostile_around(h, holds, htk_hostile_sure(h, m),
                                    s < h->places ? h->place[s].after : h->g->want.pcs, true);
    }
    return status;
}

/* Messages of vendors and reserved ones between all others. */
static int foreign(struct htk_hostile *h)
{
    static const uint8_t tcode[] = {40, 57, 62, 63, 16, 55};
    if (!htk_hostile_named(h, "foreign messages")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    for (size_t i = 0; i < h->places; i++) {
        const size_t end = i + 1 < h->places ? h->place[i + 1].offset : h->g->given.size;
        htk_hostile_part(h, h->place[i].offset, end);
        if (i % 3 == 0) {
            const uint8_t first = (uint8_t)(tcode[i / 3 % sizeof tcode] << 2), last = 0x0F;
            const unsigned src = (h->given.cfg.src_bits + 5u) / 6u;
            htk_hostile_put(h, &first, 1);
            htk_hostile_fill(h, 0x54, src + (i % 9 == 0 ? 100 : i % 7));
            htk_hostile_put(h, &last, 1);
        }
    }
    return htk_hostile_exactly(h, "NT-MSG-020 NT-TX-009 NT-MSG-016 NT-MSG-017", 0, h->g->want.pcs,
                               true, NULL);
}

static int idle(struct htk_hostile *h)
{
    if (!htk_hostile_named(h, "idle bytes")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    htk_hostile_fill(h, 0xFF, 3);
    for (size_t i = 0; i < h->places; i++) {
        const size_t end = i + 1 < h->places ? h->place[i + 1].offset : h->g->given.size;
        htk_hostile_part(h, h->place[i].offset, end);
        htk_hostile_fill(h, 0xFF, i == 1 ? IDLE : rh_below(&h->rng, 4));
    }
    return htk_hostile_exactly(h, "NT-TX-017 NT-TX-023 NT-TX-050", 0, h->g->want.pcs, true, NULL);
}

/* A memory of zeros, then the stream. */
static int zeros_before(struct htk_hostile *h)
{
    const uint8_t last = 3;
    if (!htk_hostile_named(h, "zeros before it")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    htk_hostile_fill(h, 0, ZEROS);
    htk_hostile_put(h, &last, 1);
    htk_hostile_part(h, 0, h->g->given.size);
    return htk_hostile_exactly(h, "NT-TX-008", 0, h->g->want.pcs, true, NULL);
}

/* Half of the code is not there. */
static int half_code(struct htk_hostile *h)
{
    const uint64_t middle = h->g->s.hart.base + RH_CODE_BYTES / 2;
    size_t q = 0, m = 0;
    while (q < h->g->want.pcs && h->g->want.pc[q] < middle - 4) {
        q++;
    }
    while (m + 1 < h->places && h->place[m].after <= q) {
        m++;
    }
    if (q + 1 >= h->g->want.pcs || !htk_hostile_named(h, "half of the code is missing")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->g->given.size);
    h->given.code.region[0].size = RH_CODE_BYTES / 2;
    const size_t sure = htk_hostile_sure(h, m);
    return htk_hostile_around(h, "TCI-ENA-022", sure < q ? sure : q, h->g->want.pcs, true);
}

/* The code of another program. */
static int other_code(struct htk_hostile *h)
{
    struct rh_hart *other = calloc(1, sizeof *other);
    int status = HTR_OK;
    if (other == NULL || !htk_hostile_named(h, "the code of another program")) {
        free(other);
        return HTR_OK;
    }
    rh_init(other, &h->g->s.hart, h->seed + 1000);
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->g->given.size);
    h->given.code.region[0].bytes = other->code;
    status = htk_hostile_survive(h, "");
    free(other);
    return status;
}

/* ---- what is no stream ---- */

static int nothing(struct htk_hostile *h)
{
    const struct {
        const char *name;
        int byte;
        size_t n;
    } all[] = {{"an empty file", 0, 0},
               {"nothing but zeros", 0, ZEROS},
               {"nothing but idle bytes", 0xFF, ZEROS}};
    int status = HTR_OK;
    const size_t count = sizeof all / sizeof all[0];
    for (size_t i = 0; status == HTR_OK && i < 2 * count; i++) {
        if (htk_hostile_named(h, all[i % count].name)) {
            htk_hostile_begin(h);
            h->given.wrapped = i >= count;
            htk_hostile_fill(h, all[i % count].byte, all[i % count].n);
            status = htk_hostile_exactly(h, "NT-TX-008", 0, 0, true, NULL);
        }
    }
    return status;
}

static int garbage(struct htk_hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < 2 && htk_hostile_named(h, "random bytes"); i++) {
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, i * h->place[h->places / 2].offset);
        for (unsigned k = 0; k < GARBAGE; k++) {
            const uint8_t byte = (uint8_t)rh_below(&h->rng, 256);
            htk_hostile_put(h, &byte, 1);
        }
        status = htk_hostile_survive(h, "");
    }
    return status;
}

/* The stream's first message, then HREPEAT of 40 bits. */
static int bomb(struct htk_hostile *h)
{
    static const uint8_t end[] = {0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0x3F}; /* HREPEAT */
    const unsigned src = h->given.cfg.src_bits;
    unsigned bits = 6 + src + 4 + 2; /* TCODE 27, SRC 0, RCODE 2, RDATA 0x3 */
    uint64_t fields = 27u | UINT64_C(2) << (6 + src) | UINT64_C(3) << (6 + src + 4);
    if (!htk_hostile_named(h, "a huge repetition")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->place[1].offset);
    for (; bits > 0; bits = bits > 6 ? bits - 6 : 0, fields >>= 6) {
        const uint8_t byte = (uint8_t)((fields & 63) << 2 | (bits <= 6 ? 1 : 0));
        htk_hostile_put(h, &byte, 1);
    }
    htk_hostile_put(h, end, sizeof end);
    return htk_hostile_survive(h, "");
}

/* ---- all of them ---- */

/* As it is. Returns whether the decoder can be held against what is done to it. */
static bool undamaged(struct htk_hostile *h, int *status)
{
    bool right = false;
    (void)htk_hostile_named(h, "undamaged");
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->g->given.size);
    *status = htk_hostile_exactly(h, "", 0, h->g->want.pcs, false, &right);
    if (!right && *status == HTR_OK) {
        htk_dec_leave_out(h->d, "", "damage to a stream that fails undamaged");
    }
    return right;
}

static int one_stream(struct htk_hostile *h, uint64_t seed)
{
    static int (*const all[])(struct htk_hostile * h) = {cut_end,
                                                         cut_begin,
                                                         enter,
                                                         flip,
                                                         reserved_mseo,
                                                         foreign,
                                                         idle,
                                                         zeros_before,
                                                         half_code,
                                                         other_code,
                                                         nothing,
                                                         garbage,
                                                         bomb,
                                                         htk_hostile_fields,
                                                         htk_hostile_rewrite};
    int status = htk_golden_make(h->g, h->d, seed, true);
    h->seed = seed;
    rh_seed(&h->rng, seed ^ UINT64_C(0x4057));
    h->places = status == HTR_OK ? htk_golden_places(h->g, h->place, HTK_PLACES) : 0;
    if (h->places <= 4 || !undamaged(h, &status)) {
        return status;
    }
    for (size_t i = 0; status == HTR_OK && i < sizeof all / sizeof all[0]; i++) {
        status = all[i](h);
    }
    return status;
}

int htk_dec_hostile(struct htk_dec *d)
{
    struct htk_hostile *h = calloc(1, sizeof *h);
    int status = HTR_OK;
    if (h == NULL || (h->g = htk_golden_new(d)) == NULL) {
        free(h);
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    h->d = d;
    const unsigned seeds = d->o->streams < SEEDS ? d->o->streams : SEEDS;
    for (uint64_t i = 0; status == HTR_OK && i < seeds; i++) {
        status = one_stream(h, d->o->seed + i);
    }
    htk_golden_free(h->g);
    htk_account_free(&h->want);
    free(h);
    return status;
}
