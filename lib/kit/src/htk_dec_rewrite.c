/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams with messages that are others: I-CNT or HIST contradicts the code; trace is restarted, or
 * messages are lost; a second source; options that are not used or not set. What a decoder must
 * make of them follows from the program and from the change alone.
 *
 * Source: N-Trace 1.0, Example of I-CNT Handling in BTM mode (incorrect values must be reported);
 * Synchronizing Messages; Error Message.
 */
#include <string.h>

#include "htk_dec_hostile.h"
#include "nexus/nexus_msg.h"

enum {
    PICKS = 6,  /* messages of a stream that are changed in one way */
    TRIES = 60, /* to find one that can be */
};

/* The stream with another message m. */
static bool exchange(struct htk_hostile *h, size_t m, const struct nexus_msg *msg)
{
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->place[m].offset);
    const bool good = htk_hostile_encode(h, msg);
    htk_hostile_part(h, htk_hostile_end(h, m), h->g->given.size);
    return good;
}

/* ---- I-CNT and HIST that contradict the code ---- */

static unsigned size_at(const struct htk_hostile *h, size_t pc)
{
    return h->g->s.walk.size[(h->g->want.pc[pc] - h->g->s.hart.base) / 2];
}

static uint8_t kind_at(const struct htk_hostile *h, size_t pc)
{
    return h->g->s.walk.kind[(h->g->want.pc[pc] - h->g->s.hart.base) / 2];
}

/* The block ends in the middle of its last instruction. */
static bool shorten(struct htk_hostile *h, size_t m, struct nexus_msg *msg)
{
    const size_t first = h->place[m].pcs, after = h->place[m].after;
    if (!nexus_msg_has(msg, NEXUS_F_ICNT) || msg->value[NEXUS_F_ICNT] < 2 || after == first ||
        size_at(h, after - 1) != 4) {
        return false;
    }
    msg->value[NEXUS_F_ICNT]--;
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

/* A trap in place of the target of a jump, which nothing else reports; or a jump in place of a
 * trap, after an instruction that never jumps. */
static bool change_btype(struct htk_hostile *h, size_t m, struct nexus_msg *msg)
{
    uint64_t *btype = &msg->value[NEXUS_F_BTYPE];
    const size_t after = h->place[m].after;
    if (!nexus_msg_has(msg, NEXUS_F_BTYPE) || after == h->place[m].pcs) {
        return false;
    }
    const uint8_t kind = kind_at(h, after - 1);
    if (*btype == 0) {
        *btype = 1 + rh_below(&h->rng, 3);
        return kind == RH_INDIRECT || kind == RH_ICALL || kind == RH_OTHER || kind == RH_MRET;
    }
    *btype = 0;
    return kind == RH_BRANCH &&
           (!nexus_tcode_is_sync(msg->tcode) ||
            msg->value[NEXUS_F_ADDR] << 1 != h->g->want.pc[after - 1] + size_at(h, after - 1));
}

static int contradict(struct htk_hostile *h)
{
    static const struct {
        const char *name;
        bool (*make)(struct htk_hostile *h, size_t m, struct nexus_msg *msg);
        const char *holds;
    } all[] = {
        {"I-CNT that no instructions add up to", shorten, "NT-CNT-018 NT-CNT-023 NT-CNT-024"},
        {"a HIST bit too many or too few", change_hist, ""},
        {"a trap for a jump, or a jump for a trap", change_btype, "NT-MSG-026"}};
    int status = HTR_OK;
    for (unsigned k = 0; status == HTR_OK && k < sizeof all / sizeof all[0] * PICKS; k++) {
        struct nexus_msg msg;
        for (unsigned i = 0; i < TRIES; i++) {
            const size_t m = htk_hostile_pick(h);
            if (!htk_hostile_message(h, m, &msg) || !all[k / PICKS].make(h, m, &msg) ||
                !exchange(h, m, &msg)) {
                continue;
            }
            if (htk_hostile_named(h, all[k / PICKS].name)) {
                status = htk_hostile_cannot_be(h, all[k / PICKS].holds, m);
            }
            break;
        }
    }
    return status;
}

static uint32_t code_at(const struct htk_hostile *h, size_t pc)
{
    const uint8_t *code = h->g->s.walk.code + (h->g->want.pc[pc] - h->g->s.hart.base);
    const uint32_t low = (uint32_t)(code[0] | code[1] << 8);
    return size_at(h, pc) == 4 ? low | (uint32_t)(code[2] | code[3] << 8) << 16 : low;
}

/* custom-0 to custom-3, the part of SYSTEM that is free for custom use, and encodings of branches
 * and jumps that may become instructions. */
static bool is_custom(uint32_t op)
{
    const unsigned major = op & 0x7f, funct3 = op >> 12 & 7;
    return major == 0x0b || major == 0x2b || major == 0x5b || major == 0x7b ||
           (major == 0x73 && op >> 24 == 0x8c) || (major == 0x63 && funct3 == 2) ||
           (major == 0x67 && funct3 == 1);
}

/* An instruction of the program, as a number that others of its encoding share; 0: a block of such
 * a message may end there. Every custom instruction may jump. */
static uint32_t ends_no_block(const struct htk_hostile *h, size_t pc, bool direct)
{
    const uint32_t op = code_at(h, pc);
    switch (kind_at(h, pc)) {
    case RH_LINEAR:
        return is_custom(op) && !direct ? 0 : op;
    case RH_BRANCH:
        return direct ? 0 : op & 0xf07f;
    case RH_JUMP:
    case RH_CALL:
        return h->g->given.cfg.all_jumps ? 0 : op & 0xfff;
    default:
        return 0;
    }
}

/* BTM: the block ends after instruction pc, which cannot end it. Tried once with each encoding. */
static int end_at(struct htk_hostile *h, size_t m, const struct nexus_msg *from, size_t pc)
{
    const bool direct = from->tcode == NEXUS_DIRECT_BRANCH;
    const uint64_t key = (uint64_t)ends_no_block(h, pc, direct) << 1 | direct;
    struct nexus_msg msg = *from;
    size_t i = 0;
    while (i < h->encodings && h->encoding[i] != key) {
        i++;
    }
    if (key < 2 || i < h->encodings || i == HTK_ENCODINGS) {
        return HTR_OK;
    }
    h->encoding[h->encodings++] = key;
    for (size_t k = pc + 1; k < h->place[m].after; k++) {
        msg.value[NEXUS_F_ICNT] -= size_at(h, k) / 2;
    }
    return exchange(h, m, &msg) && htk_hostile_named(h, "a block ends where nothing ends one")
               ? htk_hostile_cannot_be(h, "NT-CNT-024", m)
               : HTR_OK;
}

static int end_anywhere(struct htk_hostile *h)
{
    struct nexus_msg msg;
    int status = HTR_OK;
    for (size_t m = 1; m < h->places && status == HTR_OK; m++) {
        if (!htk_hostile_message(h, m, &msg) || h->place[m - 1].resource ||
            (msg.tcode != NEXUS_DIRECT_BRANCH && msg.tcode != NEXUS_INDIRECT_BRANCH) ||
            msg.value[NEXUS_F_BTYPE] != 0) {
            continue;
        }
        for (size_t i = h->place[m].pcs; status == HTR_OK && i + 1 < h->place[m].after; i++) {
            status = end_at(h, m, &msg, i);
        }
    }
    return status;
}

/* ---- custom instructions that jump ---- */

/* The last address that messages before m have sent. */
static uint64_t address_before(const struct htk_hostile *h, size_t m)
{
    struct nexus_msg msg;
    uint64_t addr = 0;
    for (size_t i = 0; i < m && htk_hostile_message(h, i, &msg); i++) {
        if (nexus_msg_has(&msg, NEXUS_F_ADDR)) {
            addr = msg.value[NEXUS_F_ADDR] ^ (nexus_tcode_is_sync(msg.tcode) ? 0 : addr);
        }
    }
    return addr;
}

/* BTM: a message of its own for the custom instruction pc, which goes to the next one. The rest of
 * message m follows it. */
static bool split(struct htk_hostile *h, size_t m, struct nexus_msg *msg, size_t pc)
{
    const uint64_t mask = h->given.cfg.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const uint64_t next = (h->g->want.pc[pc + 1] & mask) >> 1, before = address_before(h, m);
    struct nexus_msg first;
    nexus_msg_start(&first, NEXUS_INDIRECT_BRANCH, msg->src);
    nexus_msg_set(&first, NEXUS_F_BTYPE, 0);
    nexus_msg_set(&first, NEXUS_F_ICNT, 0);
    nexus_msg_set(&first, NEXUS_F_ADDR, next ^ before);
    for (size_t i = h->place[m].pcs; i <= pc; i++) {
        first.value[NEXUS_F_ICNT] += size_at(h, i) / 2;
    }
    msg->value[NEXUS_F_ICNT] -= first.value[NEXUS_F_ICNT];
    msg->value[NEXUS_F_ADDR] ^= nexus_tcode_is_sync(msg->tcode) ? 0 : next ^ before;
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->place[m].offset);
    const bool good = htk_hostile_encode(h, &first) && htk_hostile_encode(h, msg);
    htk_hostile_part(h, htk_hostile_end(h, m), h->g->given.size);
    return good;
}

static int custom_jump(struct htk_hostile *h)
{
    struct nexus_msg msg, next;
    unsigned n = 0;
    int status = HTR_OK;
    for (size_t m = 1; status == HTR_OK && m + 1 < h->places && n < 2 * PICKS; m++) {
        size_t pc = h->place[m].pcs;
        while (pc < h->place[m].after &&
               !(kind_at(h, pc) == RH_LINEAR && is_custom(code_at(h, pc)))) {
            pc++;
        }
        const bool good =
            pc + 1 < h->place[m].after && htk_hostile_message(h, m, &msg) &&
            htk_hostile_message(h, m + 1, &next) && !h->place[m - 1].resource &&
            next.tcode != NEXUS_REPEAT_BRANCH &&
            (msg.tcode == NEXUS_INDIRECT_BRANCH || msg.tcode == NEXUS_INDIRECT_BRANCH_SYNC);
        if (good && split(h, m, &msg, pc) && htk_hostile_named(h, "a custom instruction jumps")) {
            n++;
            status = htk_hostile_exactly(h, "NT-CUS-005", 0, h->g->want.pcs, false, NULL);
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
        const size_t m = htk_hostile_pick(h);
        if (!htk_hostile_message(h, 0, &msg) || !htk_hostile_named(h, "trace begins again")) {
            continue;
        }
        nexus_msg_set(&msg, NEXUS_F_SYNC, starts[i]);
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->place[m].offset);
        if (htk_hostile_encode(h, &msg)) {
            htk_hostile_part(h, htk_hostile_end(h, 0), h->g->given.size);
            status = htk_hostile_gap(h, "NT-SYN-016", htk_hostile_sure(h, m),
                                     htk_hostile_most(h, m > 0 ? m - 1 : 0), 0, false);
        }
    }
    return status;
}

/* The I-CNT of message m, in a ResourceFull before it. Returns false when it has none. */
static bool put_count(struct htk_hostile *h, size_t m)
{
    struct nexus_msg msg, full;
    if (!htk_hostile_message(h, m, &msg) || !nexus_msg_has(&msg, NEXUS_F_ICNT) ||
        msg.value[NEXUS_F_ICNT] == 0) {
        return false;
    }
    nexus_msg_start(&full, NEXUS_RESOURCE_FULL, msg.src);
    nexus_msg_set(&full, NEXUS_F_RCODE, NEXUS_RCODE_ICNT);
    nexus_msg_set(&full, NEXUS_F_RDATA, msg.value[NEXUS_F_ICNT]);
    return htk_hostile_encode(h, &full);
}

/* The stream ends with an I-CNT that waits for its message. */
static int count_at_end(struct htk_hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < PICKS / 2; i++) {
        const size_t m = htk_hostile_pick(h);
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->place[m].offset);
        if (put_count(h, m) && htk_hostile_named(h, "ResourceFull is last")) {
            status = htk_hostile_prefix(h, "", htk_hostile_sure(h, m), htk_hostile_most(h, m));
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
        const size_t m = i < 2 ? htk_hostile_after_full(h) : htk_hostile_pick(h);
        const size_t s = htk_hostile_next_sync(h, m);
        if (s == h->places || !htk_hostile_message(h, s, &msg) ||
            !htk_hostile_named(h, "messages are lost")) {
            continue;
        }
        nexus_msg_start(&error, NEXUS_ERROR, msg.src);
        nexus_msg_set(&error, NEXUS_F_ETYPE, 0);
        nexus_msg_set(&error, NEXUS_F_ECODE, NEXUS_ECODE_PROGRAM);
        msg.tcode = NEXUS_PROG_TRACE_SYNC;
        msg.present &= UINT64_C(1) << NEXUS_F_ADDR | UINT64_C(1) << NEXUS_F_TSTAMP;
        nexus_msg_set(&msg, NEXUS_F_SYNC, 7);
        nexus_msg_set(&msg, NEXUS_F_ICNT, 0);
        htk_hostile_begin(h);
        htk_hostile_part(h, 0, h->place[m].offset);
        const bool counted = i >= 4 && put_count(h, m);
        if ((i % 2 != 0 || htk_hostile_encode(h, &error)) && htk_hostile_encode(h, &msg)) {
            htk_hostile_part(h, htk_hostile_end(h, s), h->g->given.size);
            status =
                htk_hostile_loss(h, "NT-ERR-009", htk_hostile_sure(h, m),
                                 htk_hostile_most(h, counted ? m : m - 1), h->place[s].after,
                                 i % 2 != 0 ? "lost etype=0 ecode=0x0" : "lost etype=0 ecode=0x4");
        }
    }
    return status;
}

/* A buffer has wrapped, and what is left of the message that it begins in looks like a whole
 * synchronizing message: long messages of vendors can. It is none. */
static int pretend(struct htk_hostile *h)
{
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < PICKS / 2; i++) {
        const size_t m = htk_hostile_pick(h), s = htk_hostile_next_sync(h, m);
        const size_t false_sync = i == 0 ? 0 : htk_hostile_next_sync(h, htk_hostile_pick(h));
        if (false_sync == h->places || !htk_hostile_named(h, "wrapped in a message like a sync")) {
            continue;
        }
        htk_hostile_begin(h);
        h->given.wrapped = true;
        htk_hostile_part(h, h->place[false_sync].offset, htk_hostile_end(h, false_sync));
        htk_hostile_part(h, h->place[m].offset, h->g->given.size);
        status = htk_hostile_exactly(h, "TCI-RAM-032",
                                     s < h->places ? h->place[s].after : h->g->want.pcs,
                                     h->g->want.pcs, true, NULL);
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
        good = htk_hostile_message(h, i, &msg);
        msg.src = 5;
        good = good && htk_hostile_encode(h, &msg);
        for (size_t k = i % 3; good && i > 5 && k < 2; k++) {
            good = htk_hostile_message(h, i - 4 - k, &msg);
            msg.src = 2;
            good = good && htk_hostile_encode(h, &msg);
        }
    }
    return good ? htk_hostile_exactly(h, "NT-TX-027 NT-MSG-023", 0, h->g->want.pcs, false, NULL)
                : HTR_OK;
}

/* ---- options ---- */

/* An encoder may report what it could leave out: with options on that it does not use the stream
 * means the same. (Implicit returns need itypes of 4 bits.) */
static int options_on(struct htk_hostile *h)
{
    if (!htk_hostile_named(h, "options that it does not use")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->g->given.size);
    h->given.cfg.repeated_history = h->given.cfg.sequential_jump = true;
    if (h->g->e.cfg.itype_width == 4 && h->given.cfg.return_mode == NEXUS_RETURN_NONE) {
        h->given.cfg.implicit_return = true;
        h->given.cfg.return_mode = NEXUS_RETURN_FULL;
    }
    return htk_hostile_exactly(h, "", 0, h->g->want.pcs, false, NULL);
}

/* Options that a stream was made with or without, and what shows it: an instruction of some kinds
 * before the last one of a block, or as its last one. */
enum option {
    RETURNS,
    NO_RETURN_MODE,
    JUMPS,
    ALL_JUMPS_OFF,
    ALL_JUMPS_ON,
    OPTIONS,
};

static bool is_made_for(const struct htk_hostile *h, enum option option)
{
    const struct nexus_stream_cfg *cfg = &h->g->given.cfg;
    switch (option) {
    case RETURNS:
    case NO_RETURN_MODE:
        return cfg->implicit_return && cfg->return_mode != NEXUS_RETURN_NONE;
    case JUMPS: /* the return stack must not have another target for it */
        return cfg->sequential_jump && cfg->return_mode == NEXUS_RETURN_NONE;
    case ALL_JUMPS_OFF:
        return cfg->all_jumps && !h->g->s.htm;
    default:
        return !cfg->all_jumps && !h->g->s.htm;
    }
}

/* Does message m show it? The target of its last instruction may be in the message. */
static bool shows(const struct htk_hostile *h, size_t m, enum option option)
{
    struct nexus_msg msg;
    const bool reported = htk_hostile_message(h, m, &msg) && nexus_msg_has(&msg, NEXUS_F_ADDR) &&
                          msg.value[NEXUS_F_BTYPE] == 0;
    for (size_t i = h->place[m].pcs; i < h->place[m].after; i++) {
        const uint8_t kind = kind_at(h, i);
        const bool last = i + 1 == h->place[m].after;
        const bool direct = kind == RH_JUMP || kind == RH_CALL;
        const bool returns = kind == RH_RETURN || kind == RH_SWAP;
        if ((option == ALL_JUMPS_OFF && last && direct) ||
            (option == ALL_JUMPS_ON && !last && direct) ||
            (option == JUMPS && kind == RH_CONST_JUMP && !(last && reported)) ||
            (option <= NO_RETURN_MODE && returns && !(last && reported))) {
            return true;
        }
    }
    return false;
}

/* The settings are not those of the stream: somewhere a jump has no target, or no message. */
static int wrong_option(struct htk_hostile *h, enum option option)
{
    size_t m = 0;
    while (m < h->places && !shows(h, m, option)) {
        m++;
    }
    if (!is_made_for(h, option) || m == h->places ||
        !htk_hostile_named(h, "the setting of an option is wrong")) {
        return HTR_OK;
    }
    htk_hostile_begin(h);
    htk_hostile_part(h, 0, h->g->given.size);
    struct nexus_stream_cfg *cfg = &h->given.cfg;
    cfg->implicit_return = cfg->implicit_return && option != RETURNS;
    cfg->return_mode = option == NO_RETURN_MODE ? NEXUS_RETURN_NONE : cfg->return_mode;
    cfg->sequential_jump = cfg->sequential_jump && option != JUMPS;
    cfg->all_jumps = option == ALL_JUMPS_ON || (cfg->all_jumps && option != ALL_JUMPS_OFF);
    return htk_hostile_around(h, "", htk_hostile_sure(h, m), h->g->want.pcs, true);
}

/* ---- all of them ---- */

int htk_hostile_rewrite(struct htk_hostile *h)
{
    static int (*const all[])(struct htk_hostile * h) = {contradict,   end_anywhere, custom_jump,
                                                         count_at_end, pretend,      restart,
                                                         lose,         two_sources,  options_on};
    int status = HTR_OK;
    for (size_t i = 0; status == HTR_OK && i < sizeof all / sizeof all[0]; i++) {
        status = all[i](h);
    }
    for (unsigned i = 0; status == HTR_OK && i < OPTIONS; i++) {
        status = wrong_option(h, (enum option)i);
    }
    return status;
}
