/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams with one message that is another one: a field is too many, too few, or out of range;
 * I-CNT or HIST contradicts the code; trace is restarted, or messages are lost; a second source.
 * What a decoder must make of them follows from the program and from the change alone.
 *
 * Source: N-Trace 1.0, Example of I-CNT Handling in BTM mode (incorrect values must be reported);
 * MSEO Sequences; Maximum Field Sizes; Synchronizing Messages; Error Message.
 */
#include <string.h>

#include "htk_dec_hostile.h"
#include "nexus/nexus_msg.h"

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

static size_t end_of(const struct htk_hostile *h, size_t m)
{
    return m + 1 < h->places ? h->place[m + 1].offset : h->g->given.size;
}

static void take_bytes(const struct htk_hostile *h, size_t m, struct bytes *b)
{
    b->n = end_of(h, m) - h->place[m].offset;
    b->n = b->n < ROOM / 2 ? b->n : ROOM / 2; /* longer ones have idle bytes after them */
    memcpy(b->at, h->g->given.bytes + h->place[m].offset, b->n);
}

static bool take_message(const struct htk_hostile *h, size_t m, struct nexus_msg *msg)
{
    struct nexus_msg_decoder d;
    const size_t from = h->place[m].offset;
    return nexus_msg_decoder_init(&d, &h->g->given.cfg, h->g->given.bytes + from,
                                  end_of(h, m) - from) == NEXUS_OK &&
           nexus_msg_next(&d, msg) == NEXUS_OK;
}

static bool put_message(struct htk_hostile *h, const struct nexus_msg *msg)
{
    uint8_t to[NEXUS_MAX_MSG_BYTES];
    const int n = nexus_msg_encode(&h->given.cfg, msg, to, sizeof to);
    if (n > 0) {
        htk_hostile_put(h, to, (size_t)n);
    }
    return n > 0;
}

/* The stream with other bytes for message m. */
static void replace(struct htk_hostile *h, size_t m, const struct bytes *b)
{
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->place[m].offset);
    htk_hostile_put(h, b->at, b->n);
    htk_hostile_part(h, end_of(h, m), h->g->given.size);
}

/* The same with another message. */
static bool exchange(struct htk_hostile *h, size_t m, const struct nexus_msg *msg)
{
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->place[m].offset);
    const bool good = put_message(h, msg);
    htk_hostile_part(h, end_of(h, m), h->g->given.size);
    return good;
}

static size_t pick(struct htk_hostile *h)
{
    return 1 + rh_below(&h->rng, (uint32_t)h->places - 1);
}

/* Message m cannot be right: what is before it counts, and what comes after the next
 * synchronizing message. */
static int cannot_be(struct htk_hostile *h, const char *holds, size_t m)
{
    const size_t s = htk_hostile_next_sync(h, m + 1 < h->places ? m + 1 : h->places);
    return htk_hostile_gap(h, holds, htk_hostile_sure(h, m), h->g->want.pcs,
                           s < h->places ? h->place[s].after : h->g->want.pcs, true);
}

/* ---- fields of a message, by their bytes ---- */

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
    return take_message(h, m, &msg) ? fields(b) - nexus_msg_has(&msg, NEXUS_F_TSTAMP) : 0;
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

static int change_fields(struct htk_hostile *h)
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
            const size_t m = pick(h);
            take_bytes(h, m, &b);
            if (!c->make(h, m, &b)) {
                continue;
            }
            replace(h, m, &b);
            if (htk_hostile_named(h, c->name)) {
                status = c->legal ? htk_hostile_exactly(h, c->holds, 0, h->g->want.pcs, false, NULL)
                                  : cannot_be(h, c->holds, m);
            }
            break;
        }
    }
    return status;
}

/* ---- I-CNT and HIST that contradict the code ---- */

static unsigned size_at(const struct htk_hostile *h, size_t pc)
{
    return h->g->s.walk.size[(h->g->want.pc[pc] - h->g->s.hart.base) / 2];
}

/* Every custom instruction may jump. */
static bool goes_straight_on(const struct htk_hostile *h, size_t pc)
{
    const size_t at = h->g->want.pc[pc] - h->g->s.hart.base;
    const uint8_t *code = h->g->s.walk.code + at;
    const unsigned major = code[0] & 0x7f;
    const bool custom = major == 0x0b || major == 0x2b || major == 0x5b || major == 0x7b ||
                        (major == 0x73 && code[3] == 0x8c);
    return h->g->s.walk.kind[at / 2] == RH_LINEAR && !custom;
}

/* The block ends in the middle of its last instruction, or before it, where nothing ends a block.
 */
static bool shorten(struct htk_hostile *h, size_t m, struct nexus_msg *msg)
{
    const size_t first = h->place[m].pcs, after = h->place[m].after;
    if (!nexus_msg_has(msg, NEXUS_F_ICNT) || after < first + 2) {
        return false;
    }
    const unsigned half = size_at(h, after - 1) / 2;
    const bool jumps = (msg->tcode == NEXUS_DIRECT_BRANCH || msg->tcode == NEXUS_INDIRECT_BRANCH ||
                        msg->tcode == NEXUS_INDIRECT_BRANCH_HIST) &&
                       msg->value[NEXUS_F_BTYPE] == 0 && goes_straight_on(h, after - 2);
    const bool inside = half == 2 && (!jumps || rh_chance(&h->rng, 2));
    if (msg->value[NEXUS_F_ICNT] < half || (!inside && !jumps)) {
        return false;
    }
    msg->value[NEXUS_F_ICNT] -= inside ? 1 : half;
    return true;
}

/* HIST has one outcome more than the block has branches, or one less. */
static bool change_hist(struct htk_hostile *h, size_t m, struct nexus_msg *msg)
{
    uint64_t *hist = &msg->value[NEXUS_F_HIST];
    (void)m;
    if (!nexus_msg_has(msg, NEXUS_F_HIST) || *hist >> (NEXUS_MAX_HIST_BITS - 1) != 0) {
        return false;
    }
    const bool less = *hist > 1 && rh_chance(&h->rng, 2);
    *hist = less ? *hist >> 1 : *hist << 1 | rh_below(&h->rng, 2);
    return true;
}

static int contradict(struct htk_hostile *h)
{
    static const struct {
        const char *name;
        bool (*make)(struct htk_hostile *h, size_t m, struct nexus_msg *msg);
        const char *holds;
    } all[] = {
        {"I-CNT that no instructions add up to", shorten, "NT-CNT-018 NT-CNT-023 NT-CNT-024"},
        {"a HIST bit too many or too few", change_hist, ""}};
    int status = HTR_OK;
    for (unsigned k = 0; status == HTR_OK && k < sizeof all / sizeof all[0] * PICKS; k++) {
        struct nexus_msg msg;
        for (unsigned i = 0; i < TRIES; i++) {
            const size_t m = pick(h);
            if (!take_message(h, m, &msg) || !all[k / PICKS].make(h, m, &msg) ||
                !exchange(h, m, &msg)) {
                continue;
            }
            if (htk_hostile_named(h, all[k / PICKS].name)) {
                status = cannot_be(h, all[k / PICKS].holds, m);
            }
            break;
        }
    }
    return status;
}

/* ---- a new beginning ---- */

static const uint8_t starts[] = {1, 3, 5, 7, 9}; /* SYNC */

/* Trace ends at any message, and begins again with the program, as after a reset. */
static int restart(struct htk_hostile *h)
{
    struct nexus_msg msg;
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < sizeof starts; i++) {
        const size_t m = pick(h);
        if (!take_message(h, 0, &msg) || !htk_hostile_named(h, "trace begins again")) {
            continue;
        }
        nexus_msg_set(&msg, NEXUS_F_SYNC, starts[i]);
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->place[m].offset);
        if (put_message(h, &msg)) {
            htk_hostile_part(h, end_of(h, 0), h->g->given.size);
            status = htk_hostile_gap(h, "NT-SYN-016", htk_hostile_sure(h, m),
                                     htk_hostile_most(h, m > 0 ? m - 1 : 0), 0, false);
        }
    }
    return status;
}

/* Messages up to a synchronizing one are lost: an Error message, and SYNC 7; or SYNC 7 alone. */
static int lose(struct htk_hostile *h)
{
    struct nexus_msg msg, error;
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < PICKS; i++) {
        const size_t m = pick(h), s = htk_hostile_next_sync(h, m);
        if (s == h->places || !take_message(h, s, &msg) ||
            !htk_hostile_named(h, "messages are lost")) {
            continue;
        }
        nexus_msg_start(&error, NEXUS_ERROR, msg.src);
        nexus_msg_set(&error, NEXUS_F_ETYPE, 0);
        nexus_msg_set(&error, NEXUS_F_ECODE, 4);
        msg.tcode = NEXUS_PROG_TRACE_SYNC;
        msg.present &= UINT64_C(1) << NEXUS_F_ADDR | UINT64_C(1) << NEXUS_F_TSTAMP;
        nexus_msg_set(&msg, NEXUS_F_SYNC, 7);
        nexus_msg_set(&msg, NEXUS_F_ICNT, 0);
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->place[m].offset);
        if ((i % 2 != 0 || put_message(h, &error)) && put_message(h, &msg)) {
            htk_hostile_part(h, end_of(h, s), h->g->given.size);
            status = htk_hostile_gap(h, "NT-ERR-009", htk_hostile_sure(h, m),
                                     htk_hostile_most(h, m - 1), h->place[s].after, false);
        }
    }
    return status;
}

/* ---- two sources ---- */

/* The stream with SRC 5 of 7 bits, and one with SRC 2 between its messages: the same, a few
 * messages late. */
static int two_sources(struct htk_hostile *h)
{
    struct nexus_msg msg;
    bool good = true;
    if (!htk_hostile_named(h, "another source between its messages")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    h->given.cfg.src_bits = 7;
    h->given.one_source = true;
    h->given.source = 5;
    for (size_t i = 0; good && i < h->places; i++) {
        good = take_message(h, i, &msg);
        msg.src = 5;
        good = good && put_message(h, &msg);
        for (size_t k = i % 3; good && i > 5 && k < 2; k++) {
            good = take_message(h, i - 4 - k, &msg);
            msg.src = 2;
            good = good && put_message(h, &msg);
        }
    }
    return good ? htk_hostile_exactly(h, "NT-TX-027 NT-MSG-023", 0, h->g->want.pcs, false, NULL)
                : HTR_OK;
}

/* ---- options ---- */

/* An encoder may report what it could leave out: with options on that it does not use, and a
 * deeper return stack, the stream means the same. */
static int options_on(struct htk_hostile *h)
{
    if (!htk_hostile_named(h, "options that it does not use")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->g->given.size);
    h->given.cfg.repeated_history = h->given.cfg.sequential_jump = true;
    if (!h->given.cfg.implicit_return || h->given.cfg.return_mode == NEXUS_RETURN_NONE) {
        h->given.cfg.implicit_return = true;
        h->given.cfg.return_mode = NEXUS_RETURN_FULL;
    }
    return htk_hostile_exactly(h, "", 0, h->g->want.pcs, false, NULL);
}

/* Does an instruction before the last of message m need an option? */
static bool needs(const struct htk_hostile *h, size_t m, bool jump)
{
    for (size_t i = h->place[m].pcs; i + 1 < h->place[m].after; i++) {
        const uint8_t kind = h->g->s.walk.kind[(h->g->want.pc[i] - h->g->s.hart.base) / 2];
        if (jump ? kind == RH_CONST_JUMP : kind == RH_RETURN || kind == RH_SWAP) {
            return true;
        }
    }
    return false;
}

/* The settings are without an option that the stream uses: a jump has no target then. */
static int option_off(struct htk_hostile *h, bool jump)
{
    const struct nexus_stream_cfg *cfg = &h->g->given.cfg;
    const bool on =
        jump ? cfg->sequential_jump : cfg->implicit_return && cfg->return_mode != NEXUS_RETURN_NONE;
    size_t m = 0;
    int status = HTR_OK;
    while (m < h->places && !needs(h, m, jump)) {
        m++;
    }
    for (unsigned i = 0; status == HTR_OK && on && m < h->places && i < (jump ? 1 : 2); i++) {
        if (!htk_hostile_named(h, "an option that is used is not set")) {
            continue;
        }
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->g->given.size);
        if (jump) {
            h->given.cfg.sequential_jump = false;
        } else if (i == 0) {
            h->given.cfg.implicit_return = false;
        } else {
            h->given.cfg.return_mode = NEXUS_RETURN_NONE;
        }
        status = htk_hostile_around(h, "", htk_hostile_sure(h, m), h->g->want.pcs, true);
    }
    return status;
}

/* ---- all of them ---- */

int htk_hostile_rewrite(struct htk_hostile *h)
{
    static int (*const all[])(struct htk_hostile * h) = {change_fields, contradict,  restart,
                                                         lose,          two_sources, options_on};
    int status = HTR_OK;
    for (size_t i = 0; status == HTR_OK && i < sizeof all / sizeof all[0]; i++) {
        status = all[i](h);
    }
    status = status == HTR_OK ? option_off(h, false) : status;
    return status == HTR_OK ? option_off(h, true) : status;
}
