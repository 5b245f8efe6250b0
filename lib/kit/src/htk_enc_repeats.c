/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A loop, long enough for what an encoder counts instead of sending: RepeatBranch and HREPEAT
 * (N-Trace 1.0, RepeatBranch Message; Repeated History Optimization). What comes between must send
 * the count first: a watchpoint, a periodic synchronizing message, traps of another kind. And I-CNT
 * that is full while Ownership messages are on.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"
#include "htk_enc.h"
#include "nexus/nexus_flow.h"

enum {
    BASE = 0x1000,
    GAP = 4,
    LAPS = 200,
    NOTIFY_AT = 150,
    PCS = 2 * LAPS + 8,
    HANDLER = 0x1020,
};

static const uint32_t add = 0x00B50533, beq = 0xFE000EE3; /* beq zero, zero, -4 */

/* What was executed, and what the decoder says of it. */
struct tale {
    struct htk_enc *e;
    const char *rule;
    bool trial, failed; /* nothing is counted or blamed; it is wrong all the same */
    uint64_t pc[PCS];
    size_t pcs;
    struct nexus_stream_cfg cfg;
    struct nexus_decoder dec;
};

static bool begin(struct tale *t, uint32_t mode, uint32_t more)
{
    struct htk_enc *e = t->e;
    t->pcs = 0;
    return htk_enc_wake(&e->dut) &&
           htk_enc_dress(e, t->trial ? 0 : TR_TE_INST_EN_REPEATED_HISTORY_MASK, &t->cfg) &&
           htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, htk_enc_control(mode) | more) &&
           htk_dut_tick(&e->dut, GAP);
}

static bool end(struct tale *t, uint32_t mode)
{
    const uint32_t on = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    struct htk_dut *d = &t->e->dut;
    return htk_dut_tick(d, 64) &&
           htk_dut_write(d, TR_TE_CONTROL_OFFSET, htk_enc_control(mode) & ~on) &&
           htk_dut_tick(d, 64) && htk_dut_flush(d);
}

static bool block(struct tale *t, uint64_t at, unsigned insns, uint8_t itype, uint16_t trigger)
{
    struct htk_dut *d = &t->e->dut;
    const struct ingress_cycle in = {
        .priv = INGRESS_PRIV_M,
        .time = d->clocks,
        .trigger = trigger,
        .cause = 2,
        .nblocks = 1,
        .block = {{.iaddr = at, .iretire = 2 * insns, .itype = itype, .ilastsize = 1}}};
    for (unsigned i = 0; i < insns; i++) {
        t->pc[t->pcs++] = at + 4 * (uint64_t)i;
    }
    return htk_dut_cycle(d, &in) && htk_dut_tick(d, GAP);
}

/* An instruction and a branch back to it. */
static bool loop(struct tale *t, unsigned laps, unsigned notify_at)
{
    bool good = true;
    for (unsigned i = 0; good && i < laps; i++) {
        good = block(t, BASE, 2, INGRESS_ITYPE_TAKEN, i == notify_at ? INGRESS_TRIGGER_NOTIFY : 0);
    }
    return good && block(t, BASE, 2, INGRESS_ITYPE_NOT_TAKEN, 0) &&
           block(t, BASE + 8, 1, INGRESS_ITYPE_NONE, 0);
}

/* ---- the judge ---- */

static void differs(struct tale *t, const struct flow_elem *x, const char *expected,
                    const char *got)
{
    if (t->trial) {
        t->failed = true;
        return;
    }
    t->e->at.has_message = true;
    t->e->at.message = x->msg;
    t->e->at.offset = x->offset;
    htk_enc_break(t->e, t->rule, expected, got);
}

/* The instructions of the device are those that were executed, and traps of these kinds, in order.
 */
static void compare(struct tale *t, const char *traps)
{
    const uint32_t words[9] = {add, beq, add, add, add, add, add, add, add};
    uint8_t bytes[sizeof words];
    const struct flow_region region = {BASE, sizeof bytes, bytes};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem x;
    size_t seen = 0;
    const struct htk_dut *d = &t->e->dut;
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    }
    t->e->sum->scenarios++;
    t->e->sum->by_meaning++;
    flow_code_init_image(&code, nexus_cfg_isa(&t->cfg), &image);
    const bool clean = htk_enc_lint(t->e, &t->cfg);
    htk_enc_complete(t->e, &t->cfg, &code);
    if (!clean || nexus_decoder_init(&t->dec, &t->cfg, &code, d->bytes, d->n) != NEXUS_OK) {
        return;
    }
    while (nexus_decoder_next(&t->dec, &x) == NEXUS_OK) {
        char expected[60], got[60];
        for (uint64_t at = x.start; x.type == FLOW_ELEM_RANGE && at < x.end; at += 4, seen++) {
            if (seen < t->pcs && t->pc[seen] == at) {
                continue;
            }
            snprintf(expected, sizeof expected, "0x%" PRIX64 " as instruction %zu",
                     seen < t->pcs ? t->pc[seen] : 0, seen);
            snprintf(got, sizeof got, "0x%" PRIX64, at);
            differs(t, &x, expected, got);
            return;
        }
        const char kind = (char)('0' + x.code);
        if (x.type == FLOW_ELEM_EXCEPTION && kind != *traps && kind != '1') {
            snprintf(expected, sizeof expected, "B-TYPE %c", *traps != '\0' ? *traps : '0');
            snprintf(got, sizeof got, "B-TYPE %c", kind);
            differs(t, &x, expected, got);
            return;
        }
        traps += x.type == FLOW_ELEM_EXCEPTION && *traps != '\0';
        if (x.type == FLOW_ELEM_ERROR || x.type == FLOW_ELEM_LOST) {
            differs(t, &x, "the laps of a loop",
                    x.type == FLOW_ELEM_LOST ? "an Error message" : nexus_strerror(x.status));
            return;
        }
    }
    if (seen != t->pcs || *traps != '\0') {
        char expected[60], got[60];
        snprintf(expected, sizeof expected, "%zu instructions", t->pcs);
        snprintf(got, sizeof got, "%zu instructions", seen);
        if (t->trial) {
            t->failed = true;
        } else {
            htk_enc_break(t->e, t->rule, expected, got);
        }
    } else if (!t->trial) {
        htk_enc_hold(t->e, t->rule);
        htk_enc_hold_formats(t->e, &t->cfg);
    }
}

/* The message of the watchpoint has the time, when messages have one. */
static void look_at_time(struct tale *t)
{
    const struct htk_dut *d = &t->e->dut;
    struct nexus_msg_decoder dec;
    struct nexus_msg m;
    if (!t->cfg.timestamps || nexus_msg_decoder_init(&dec, &t->cfg, d->bytes, d->n) != NEXUS_OK) {
        return;
    }
    while (nexus_msg_next(&dec, &m) == NEXUS_OK) {
        if (!nexus_tcode_is_sync(m.tcode) || m.value[NEXUS_F_SYNC] != NEXUS_SYNC_TRACE_EVENT) {
            continue;
        }
        if (nexus_msg_has(&m, NEXUS_F_TSTAMP)) {
            htk_enc_hold(t->e, "TCI-TRIG-007");
        } else {
            htk_enc_break(t->e, "TCI-TRIG-007", "TSTAMP in the message of a watchpoint", "none");
        }
    }
}

/* ---- the tales ---- */

/* Two laps: nothing is counted yet. When that is wrong, others say why, and more shows nothing. */
static bool look_at_few(struct tale *t, uint32_t mode)
{
    t->rule = "";
    t->failed = false;
    htk_enc_begin(t->e, HTK_NO_SEED, "repeats: two laps");
    t->trial = true;
    const bool good = begin(t, mode, 0) && loop(t, 2, LAPS) && end(t, mode);
    if (good) {
        compare(t, "");
    }
    t->trial = false;
    return good;
}

static bool look_at_watchpoint(struct tale *t, uint32_t mode)
{
    t->rule = "NT-SYN-017";
    htk_enc_begin(t->e, HTK_NO_SEED, "repeats: a watchpoint in a loop");
    if (!begin(t, mode, 0) || !loop(t, LAPS, NOTIFY_AT) || !end(t, mode)) {
        return false;
    }
    compare(t, "");
    look_at_time(t);
    return true;
}

static bool look_at_period(struct tale *t, uint32_t mode)
{
    const uint32_t cycles = 2u << TR_TE_INST_SYNC_MODE_SHIFT;
    t->rule = "NT-RBR-004";
    htk_enc_begin(t->e, HTK_NO_SEED, "repeats: periodic synchronization in a loop");
    if (!begin(t, mode, cycles) || !loop(t, LAPS, LAPS) || !end(t, mode)) {
        return false;
    }
    compare(t, "");
    return true;
}

/* The first instruction of a handler traps, and traps again in another way: the same target, and
 * I-CNT 0 each time. */
static bool tell_traps(struct tale *t)
{
    if (!begin(t, TR_TE_INST_MODE_BTM, 0) || !block(t, BASE + 8, 1, INGRESS_ITYPE_NONE, 0) ||
        !block(t, BASE + 12, 0, INGRESS_ITYPE_EXCEPTION, 0) ||
        !block(t, HANDLER, 0, INGRESS_ITYPE_EXCEPTION, 0) ||
        !block(t, HANDLER, 0, INGRESS_ITYPE_EXCEPTION, 0) ||
        !block(t, HANDLER, 0, INGRESS_ITYPE_INTERRUPT, 0) ||
        !block(t, HANDLER, 1, INGRESS_ITYPE_NONE, 0) || !end(t, TR_TE_INST_MODE_BTM)) {
        return false;
    }
    compare(t, "2223");
    return true;
}

static bool look_at_traps(struct tale *t)
{
    t->rule = "NT-RBR-004";
    htk_enc_begin(t->e, HTK_NO_SEED, "repeats: traps of two kinds");
    t->trial = true;
    const bool good = tell_traps(t);
    t->trial = false;
    return good && (t->failed || tell_traps(t));
}

/* SYNC 4, where I-CNT is reported so: Ownership follows it, too. */
static bool look_at_full(struct tale *t)
{
    struct htk_enc *e = t->e;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    bool sync = false;
    htk_enc_begin(e, HTK_NO_SEED, "repeats: I-CNT is full, with Ownership");
    bool good = begin(t, TR_TE_INST_MODE_BTM, TR_TE_CONTEXT_MASK);
    for (uint32_t i = 0; good && i < 1u << (e->cfg.icnt_bits - 2); i++) {
        t->pcs = 0;
        good = block(t, BASE + 16 * (uint64_t)i, 4, INGRESS_ITYPE_NONE, 0);
    }
    if (!good || !end(t, TR_TE_INST_MODE_BTM)) {
        return false;
    }
    if (nexus_msg_decoder_init(&d, &t->cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return true;
    }
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        if (sync && m.tcode != NEXUS_OWNERSHIP) {
            htk_enc_break(e, "NT-OWN-004", "Ownership after a synchronizing message",
                          nexus_tcode_name(m.tcode));
            return true;
        }
        sync = nexus_tcode_is_sync(m.tcode);
    }
    htk_enc_hold(e, "NT-OWN-004");
    return true;
}

bool htk_enc_repeats(struct htk_enc *e)
{
    struct tale *t = calloc(1, sizeof *t);
    bool good = t != NULL;
    if (good && htk_enc_wants(e, "repeats")) {
        const struct trm_encoder_cfg *can = &e->cfg;
        t->e = e;
        for (unsigned htm = 0; good && htm < 2; htm++) {
            const uint32_t mode = htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
            if (!(htm ? can->htm : can->btm)) {
                continue;
            }
            good = look_at_few(t, mode);
            if (good && !t->failed && can->repeated_history) {
                good = (!can->triggers || look_at_watchpoint(t, mode)) &&
                       ((can->sync_modes >> 2 & 1) == 0 || look_at_period(t, mode));
            }
            if (good && !t->failed && !htm) {
                good =
                    look_at_traps(t) && (!can->context || can->icnt_bits > 12 || look_at_full(t));
            }
        }
    }
    free(t);
    return good;
}
