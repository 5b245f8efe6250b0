/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams of E-Trace that are cut, damaged, or no streams at all, and code that is not the
 * program's. The decoder must not crash and must end. Up to the damage its instructions are right;
 * where it enters a stream, they are right from the first synchronization packet on.
 *
 * Sources: Packet Encapsulation 1.0, "Null Encapsulation Structure", "Synchronization"; Efficient
 * Trace 2.0, "Reference Compressed Branch Trace Algorithm", resynchronization.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "htk_dec_etrace.h"

enum {
    SEEDS = 8, /* streams that are damaged */
    CUTS = 4,
    FLIPS = 6,
    NULLS = 100, /* null packets in a row */
    NONSENSE = 4096,
    ROOM = 2 * HTK_ETRACE_BYTES,
};

struct hostile {
    struct htk_dec *d;
    struct htk_etrace_golden *g;
    struct rh_rng rng;
    uint64_t seed;
    struct htk_account want;
    struct htk_case given;
    uint8_t bytes[ROOM];
};

static bool named(struct hostile *h, const char *what)
{
    return htk_dec_begin(h->d, h->seed, "hostile: %s: %.60s", what, h->g->features_text);
}

/* ---- bytes ---- */

static void begin(struct hostile *h)
{
    h->given = h->g->given;
    h->given.bytes = h->bytes;
    h->given.size = 0;
}

static void fill(struct hostile *h, int byte, size_t n)
{
    if (n <= ROOM - h->given.size) {
        memset(h->bytes + h->given.size, byte, n);
        h->given.size += n;
    }
}

static void part(struct hostile *h, size_t from, size_t to)
{
    if (to - from <= ROOM - h->given.size) {
        memcpy(h->bytes + h->given.size, h->g->bytes + from, to - from);
        h->given.size += to - from;
    }
}

static size_t end_of(const struct hostile *h, size_t m)
{
    return m + 1 < h->g->places ? h->g->place[m + 1].offset : h->g->n;
}

static size_t pick(struct hostile *h)
{
    return rh_below(&h->rng, (uint32_t)h->g->places);
}

/* The first synchronization packet at or after packet m; h->g->places: there is none, or it does
 * not say at which instruction it is. */
static size_t next_sync(const struct hostile *h, size_t m)
{
    while (m < h->g->places && !h->g->place[m].sync) {
        m++;
    }
    return m < h->g->places && h->g->place[m].first != SIZE_MAX ? m : h->g->places;
}

/* Instructions that the packets before m report for sure: all before the last synchronization. */
static size_t sure(const struct hostile *h, size_t m)
{
    while (m-- > 0) {
        if (h->g->place[m].sync) {
            return h->g->place[m].least;
        }
    }
    return 0;
}

/* ---- comparisons ---- */

static void wrong(struct hostile *h, const char *holds, size_t number, const char *what)
{
    const struct htk_account *got = &h->d->got;
    char expected[200], text[60] = "no more instructions";
    snprintf(expected, sizeof expected, "0x%" PRIX64 " as instruction %zu: %s",
             number < h->g->want.pcs ? h->g->want.pc[number] : 0, number, what);
    if (number < got->pcs) {
        snprintf(text, sizeof text, "0x%" PRIX64, got->pc[number]);
    }
    htk_dec_break(h->d, "KIT-FLOW", holds, expected, text);
}

/* The instructions from number `from` on, and no events. */
static int exactly(struct hostile *h, const char *holds, size_t from, bool errors)
{
    bool good = true;
    htk_account_clear(&h->want);
    for (size_t i = from; good && i < h->g->want.pcs; i++) {
        good = htk_account_pc(&h->want, h->g->want.pc[i]);
    }
    if (!good) {
        return htr_fail(h->d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    const int status = htk_dec_try(h->d, &h->given, holds, &good);
    if (status == HTR_OK && good) {
        (void)htk_dec_compare(h->d, &h->given, &h->want, holds, errors);
    }
    h->d->sum->hostile += status == HTR_OK;
    return status;
}

/* At least the first `least` instructions of the program, then no others than those of the program
 * in their order; *only: and nothing else. */
static int prefix(struct hostile *h, const char *holds, size_t least, bool only)
{
    const struct htk_account *want = &h->g->want, *got = &h->d->got;
    bool good;
    size_t i = 0;
    const int status = htk_dec_try(h->d, &h->given, holds, &good);
    if (status != HTR_OK || !good) {
        return status;
    }
    h->d->sum->hostile++;
    while (i < want->pcs && i < got->pcs && want->pc[i] == got->pc[i]) {
        i++;
    }
    if (i < least) {
        wrong(h, holds, i, "whole packets report it");
    } else if (only && i < got->pcs) {
        wrong(h, holds, i, "nothing reports another one");
    } else if (least > 0) {
        htk_dec_hold(h->d, "KIT-FLOW");
        htk_dec_hold(h->d, holds);
    }
    return status;
}

static int survive(struct hostile *h)
{
    bool good;
    const int status = htk_dec_try(h->d, &h->given, "", &good);
    h->d->sum->hostile += status == HTR_OK;
    return status;
}

/* ---- what is done to a stream ---- */

/* It ends anywhere. */
static int cut_end(struct hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < CUTS && named(h, "the end is missing"); i++) {
        const size_t m = pick(h), from = h->g->place[m].offset;
        begin(h);
        part(h, 0, from + rh_below(&h->rng, (uint32_t)(end_of(h, m) - from)));
        status = prefix(h, "ET-PKT-001", sure(h, m), true);
    }
    return status;
}

/* It begins with any packet. */
static int enter(struct hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < CUTS && named(h, "entered in the middle"); i++) {
        const size_t m = pick(h), s = next_sync(h, m);
        if (s < h->g->places) {
            begin(h);
            part(h, h->g->place[m].offset, h->g->n);
            status = exactly(h, "ET-PKT-005", h->g->place[s].first, true);
        }
    }
    return status;
}

/* It begins inside a packet, as a buffer that has wrapped; later a synchronization sequence comes.
 */
static int wrapped(struct hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < CUTS && named(h, "the buffer has wrapped"); i++) {
        const size_t m = pick(h), from = h->g->place[m].offset, n = m + rh_below(&h->rng, 20);
        const size_t s = n < h->g->places ? next_sync(h, n) : h->g->places;
        if (s == h->g->places || end_of(h, m) - from < 2 || n == m) {
            continue;
        }
        begin(h);
        h->given.wrapped = true;
        part(h, from + 1 + rh_below(&h->rng, (uint32_t)(end_of(h, m) - from - 1)),
             h->g->place[n].offset);
        fill(h, ETRACE_NULL_IDLE, etrace_sync_run(&h->g->cfg));
        fill(h, ETRACE_NULL_ALIGNMENT, 1);
        part(h, h->g->place[n].offset, h->g->n);
        status = exactly(h, "ET-ALG-021", h->g->place[s].first, true);
    }
    return status;
}

static int nulls(struct hostile *h)
{
    if (!named(h, "null packets")) {
        return HTR_OK;
    }
    begin(h);
    for (size_t m = 0; m < h->g->places && h->given.size + 2 * NULLS + 64 < ROOM; m++) {
        fill(h, m % 5 == 0 ? ETRACE_NULL_ALIGNMENT : ETRACE_NULL_IDLE,
             m == 7 ? NULLS : rh_below(&h->rng, 4));
        part(h, h->g->place[m].offset, end_of(h, m));
    }
    return exactly(h, "ET-ENC-017", 0, false);
}

/* Packets of another source between all others. */
static int foreign(struct hostile *h)
{
    struct etrace_reader r;
    struct etrace_frame f;
    uint8_t other[ETRACE_FRAME_MAX];
    unsigned n;
    if (h->g->cfg.src_bits == 0 || !named(h, "packets of another source") ||
        etrace_reader_init(&r, &h->g->cfg, h->g->bytes, h->g->n) != ETRACE_OK) {
        return HTR_OK;
    }
    begin(h);
    h->given.one_source = true;
    while (etrace_reader_next(&r, &f) == ETRACE_OK && h->given.size + 100 < ROOM) {
        h->given.source = f.src;
        part(h, f.offset, f.offset + f.length);
        f.src ^= 1u;
        if (etrace_frame_write(&h->g->cfg, &f, other, &n) == ETRACE_OK) {
            memcpy(h->bytes + h->given.size, other, n);
            h->given.size += n;
        }
    }
    return exactly(h, "ET-ENC-003", 0, false);
}

/* Bits of a packet are others: what came before it is right. */
static int flip(struct hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < FLIPS && named(h, "bits are wrong"); i++) {
        const size_t m = pick(h), from = h->g->place[m].offset;
        const size_t at = from + rh_below(&h->rng, (uint32_t)(end_of(h, m) - from));
        begin(h);
        part(h, 0, h->g->n);
        h->bytes[at] ^= (uint8_t)(1u << rh_below(&h->rng, 8));
        status = prefix(h, "", sure(h, m), false);
    }
    return status;
}

/* ---- other code, and what is no stream ---- */

static int other_code(struct hostile *h)
{
    struct rh_hart *other = calloc(1, sizeof *other);
    int status = HTR_OK;
    if (other != NULL && named(h, "the code of another program")) {
        rh_init(other, &h->g->hart.cfg, h->seed + 1000);
        begin(h);
        part(h, 0, h->g->n);
        h->given.code.region[0].bytes = other->code;
        status = survive(h);
    }
    if (other != NULL && status == HTR_OK && named(h, "half of the code is missing")) {
        begin(h);
        part(h, 0, h->g->n);
        h->given.code.region[0].size = RH_CODE_BYTES / 2;
        status = survive(h);
    }
    free(other);
    return status;
}

static int nonsense(struct hostile *h)
{
    static const struct {
        const char *name;
        int byte;
        size_t n;
    } all[] = {{"an empty file", 0, 0},
               {"nothing but null packets", ETRACE_NULL_IDLE, 65536},
               {"nothing but 0xFF", 0xFF, 65536}};
    int status = HTR_OK;
    for (size_t i = 0; status == HTR_OK && i < sizeof all / sizeof all[0]; i++) {
        if (htk_dec_begin(h->d, h->seed, "hostile: %s", all[i].name)) {
            begin(h);
            fill(h, all[i].byte, all[i].n);
            status = prefix(h, "", 0, true);
        }
    }
    for (unsigned i = 0; status == HTR_OK && i < CUTS && named(h, "random bytes"); i++) {
        begin(h);
        fill(h, 0, NONSENSE);
        for (size_t k = 0; k < NONSENSE; k++) {
            h->bytes[k] = (uint8_t)rh_next(&h->rng);
        }
        status = survive(h);
    }
    return status;
}

static int one_stream(struct hostile *h, uint64_t seed)
{
    static int (*const all[])(struct hostile *) = {cut_end, enter, wrapped,    nulls,
                                                   foreign, flip,  other_code, nonsense};
    int status = htk_etrace_golden_make(h->g, h->d, seed, true);
    h->seed = seed;
    rh_seed(&h->rng, seed + 7);
    for (size_t i = 0; status == HTR_OK && i < sizeof all / sizeof all[0]; i++) {
        status = all[i](h);
    }
    return status;
}

int htk_dec_etrace_hostile(struct htk_dec *d, struct htk_etrace_golden *g)
{
    struct hostile *h = calloc(1, sizeof *h);
    int status = HTR_OK;
    if (h == NULL) {
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    h->d = d;
    h->g = g;
    const unsigned seeds = d->o->streams < SEEDS ? d->o->streams : SEEDS;
    for (uint64_t i = 0; status == HTR_OK && i < seeds; i++) {
        status = one_stream(h, d->o->seed + i);
    }
    htk_account_free(&h->want);
    free(h);
    return status;
}
