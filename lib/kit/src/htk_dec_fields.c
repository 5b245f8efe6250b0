/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams with one message whose bytes are others: a field is too many, too few, out of range, or
 * longer than it needs to be.
 *
 * Source: N-Trace 1.0, MSEO Sequences; Maximum Field Sizes; Fields in Messages.
 */
#include <string.h>

#include "htk_dec_hostile.h"

enum {
    PICKS = 6,  /* messages of a stream that are changed in one way */
    TRIES = 60, /* to find one that can be */
    ROOM = 200, /* bytes of a message */
    MDO = 6,
    LARGE = 64, /* bits that every field has at most */
};

/* A message as bytes. */
struct bytes {
    uint8_t at[ROOM];
    size_t n;
};

static void take_bytes(const struct htk_hostile *h, size_t m, struct bytes *b)
{
    b->n = htk_hostile_end(h, m) - h->place[m].offset;
    b->n = b->n < ROOM / 2 ? b->n : ROOM / 2; /* longer ones have idle bytes after them */
    memcpy(b->at, h->g->given.bytes + h->place[m].offset, b->n);
}

/* The stream with other bytes for message m. */
static void replace(struct htk_hostile *h, size_t m, const struct bytes *b)
{
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->place[m].offset);
    htk_hostile_put(h, b->at, b->n);
    htk_hostile_part(h, htk_hostile_end(h, m), h->g->given.size);
}

/* Bits of TCODE, SRC and the other fixed-length fields; 0: not a message whose fields are bounded.
 */
static unsigned head_bits(const struct htk_hostile *h, unsigned tcode)
{
    const unsigned head = MDO + h->g->given.cfg.src_bits;
    switch (tcode) {
    case NEXUS_DIRECT_BRANCH:
    case NEXUS_REPEAT_BRANCH:
        return head;
    case NEXUS_INDIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH_HIST:
        return head + 2; /* B-TYPE */
    case NEXUS_RESOURCE_FULL:
    case NEXUS_PROG_TRACE_SYNC:
    case NEXUS_DIRECT_BRANCH_SYNC:
        return head + 4; /* RCODE, SYNC */
    case NEXUS_INDIRECT_BRANCH_SYNC:
    case NEXUS_INDIRECT_BRANCH_HIST_SYNC:
    case NEXUS_PROG_TRACE_CORRELATION:
        return head + 6; /* SYNC and B-TYPE, EVCODE and CDF */
    default:
        return 0;
    }
}

static bool ends_field(const struct bytes *b, size_t i)
{
    return (b->at[i] & 1) != 0;
}

static unsigned fields(const struct bytes *b)
{
    unsigned n = 0;
    for (size_t i = 0; i < b->n; i++) {
        n += ends_field(b, i);
    }
    return n;
}

/* Field number k goes from *bit, counted from the first of the message, up to the end of byte
 * *last. */
static void find_field(const struct bytes *b, unsigned head, unsigned k, size_t *bit, size_t *last)
{
    *bit = head;
    for (size_t i = head / MDO; i < b->n; i++) {
        if (ends_field(b, i)) {
            *last = i;
            if (k-- == 0) {
                return;
            }
            *bit = MDO * (i + 1);
        }
    }
}

/* Insert n bytes without bits before the end of the field in byte `last`. */
static void widen(struct bytes *b, size_t last, size_t n)
{
    const uint8_t end = b->at[last] & 3;
    memmove(b->at + last + 1 + n, b->at + last + 1, b->n - last - 1);
    b->at[last] &= (uint8_t)~3u;
    memset(b->at + last + 1, 0, n);
    b->at[last + n] |= end;
    b->n += n;
}

/* Zeros on top of a field mean nothing, however many. */
static bool pad(struct htk_hostile *h, size_t m, struct bytes *b)
{
    const unsigned head = head_bits(h, b->at[0] >> 2);
    size_t bit = 0, last = 0;
    if (head == 0 || h->g->given.cfg.extend_addr_msb) {
        return false;
    }
    (void)m;
    find_field(b, head, rh_below(&h->rng, fields(b)), &bit, &last);
    widen(b, last, 1 + rh_below(&h->rng, 20));
    return true;
}

/* A bit where no field has one. */
static bool overflow(struct htk_hostile *h, size_t m, struct bytes *b)
{
    const unsigned head = head_bits(h, b->at[0] >> 2);
    size_t bit = 0, last = 0;
    if (head == 0) {
        return false;
    }
    (void)m;
    find_field(b, head, rh_below(&h->rng, fields(b)), &bit, &last);
    bit += LARGE + (rh_chance(&h->rng, 2) ? rh_below(&h->rng, 4) : rh_below(&h->rng, 70));
    if (bit / MDO > last) {
        widen(b, last, bit / MDO - last);
    }
    b->at[bit / MDO] |= (uint8_t)(1u << (2 + bit % MDO));
    return true;
}

/* Fields in front of TSTAMP. */
static unsigned own_fields(const struct htk_hostile *h, size_t m, const struct bytes *b)
{
    struct nexus_msg msg;
    return htk_hostile_message(h, m, &msg) ? fields(b) - nexus_msg_has(&msg, NEXUS_F_TSTAMP) : 0;
}

/* One more than the message has. */
static bool add_field(struct htk_hostile *h, size_t m, struct bytes *b)
{
    const unsigned own = own_fields(h, m, b);
    if (own == 0 || (h->g->given.cfg.timestamps && own == fields(b))) {
        return false; /* it would be TSTAMP */
    }
    b->at[b->n - 1] = (uint8_t)((b->at[b->n - 1] & ~3u) | 1u);
    b->at[b->n++] = (uint8_t)(rh_below(&h->rng, 64) << 2 | 3);
    return true;
}

/* Without the last one. TSTAMP goes with it: it would take its place. */
static bool drop_field(struct htk_hostile *h, size_t m, struct bytes *b)
{
    const unsigned own = own_fields(h, m, b);
    size_t bit = 0, last = 0;
    if (own < 2) {
        return false;
    }
    find_field(b, 0, own - 2, &bit, &last);
    b->at[last] |= 3;
    b->n = last + 1;
    return true;
}

struct change {
    const char *name;
    bool (*make)(struct htk_hostile *h, size_t m, struct bytes *b);
    bool legal;
    const char *holds;
};

int htk_hostile_fields(struct htk_hostile *h)
{
    static const struct change all[] = {
        {"zeros on top of a field", pad, true, "NT-TX-013"},
        {"a field of more than 64 bits", overflow, false, ""},
        {"a field too many", add_field, false, ""},
        {"a field is missing", drop_field, false, ""},
    };
    int status = HTR_OK;
    for (unsigned k = 0; status == HTR_OK && k < sizeof all / sizeof all[0] * PICKS; k++) {
        const struct change *c = &all[k / PICKS];
        struct bytes b;
        for (unsigned i = 0; i < TRIES; i++) {
            const size_t m = htk_hostile_pick(h);
            take_bytes(h, m, &b);
            if (!c->make(h, m, &b)) {
                continue;
            }
            replace(h, m, &b);
            if (htk_hostile_named(h, c->name)) {
                status = c->legal ? htk_hostile_exactly(h, c->holds, 0, h->g->want.pcs, false, NULL)
                                  : htk_hostile_cannot_be(h, c->holds, m);
            }
            break;
        }
    }
    return status;
}
