/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What must not be lost, and what a loss must say: messages that wait when trace is switched off,
 * messages of a hart that can be stalled, and the kind of what was lost (TCI 1.0, trTeControl;
 * N-Trace 1.0, Error Message).
 */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_enc.h"
#include "nexus/nexus_msg.h"

enum {
    GAP = 4,
    SETTLE = 200,
    FEW = 6, /* branches: fewer messages than any queue holds (NT-TX-007: two of the largest) */
    OWNERS = 100, /* changes of context */
    LOAD = 1500,  /* branches without a pause */
};

static const uint32_t overflow = TR_TE_INST_STALL_OR_OVERFLOW_MASK;

static bool start(struct htk_enc *e, uint32_t more, uint32_t *back)
{
    return htk_enc_wake(&e->dut) &&
           htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, htk_enc_any_mode(e) | more) &&
           htk_dut_tick(&e->dut, GAP) && htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, back);
}

static bool stop(struct htk_enc *e)
{
    const uint32_t on = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    return htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, htk_enc_any_mode(e) & ~on) &&
           htk_dut_tick(&e->dut, GAP);
}

/* ---- switched off while messages wait ---- */

/* A few branches, then off; the output takes nothing meanwhile, or everything. *n: half-words that
 * were counted; *fits: no queue has overflowed. */
static bool switch_off(struct htk_enc *e, bool waits, uint64_t *n, bool *ends, bool *fits)
{
    uint32_t value = 0;
    bool lost;
    if (!start(e, 0, &value) || !htk_dut_link(&e->dut, !waits) ||
        !htk_enc_jumps(e, FEW, GAP, 0x1000) || !stop(e) ||
        !htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, &value) || !htk_dut_link(&e->dut, true) ||
        !htk_dut_tick(&e->dut, 4 * SETTLE) || !htk_dut_flush(&e->dut)) {
        return false;
    }
    *n = htk_enc_counted(e, ends, &lost);
    *fits = (value & overflow) == 0 && !lost;
    return true;
}

static bool look_at_disable(struct htk_enc *e)
{
    bool ends, fits;
    uint64_t all, n;
    char expected[60], got[60];
    htk_enc_begin(e, HTK_NO_SEED, "losses: switched off while messages wait");
    if (!switch_off(e, false, &all, &ends, &fits)) {
        return false;
    }
    if (all != 2 * FEW || !ends || !fits) {
        return true; /* it is wrong without waiting, and others say why */
    }
    if (!switch_off(e, true, &n, &ends, &fits)) {
        return false;
    }
    if (!fits) {
        return true; /* a queue of two messages */
    }
    snprintf(expected, sizeof expected, "%d half-words, then the end of trace", 2 * FEW);
    snprintf(got, sizeof got, "%" PRIu64 " half-words%s", n, ends ? "" : ", no end of trace");
    if (n == 2 * FEW && ends) {
        htk_enc_hold(e, "TCI-TE-003");
    } else {
        htk_enc_break(e, "TCI-TE-003", expected, got);
    }
    return true;
}

/* ---- Ownership messages alone are lost ---- */

static bool look_at_ownership(struct htk_enc *e)
{
    const struct nexus_stream_cfg cfg = htk_enc_cfg(e);
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    uint32_t value = 0;
    htk_enc_begin(e, HTK_NO_SEED, "losses: Ownership messages");
    bool good = start(e, TR_TE_CONTEXT_MASK, &value);
    if (good && (value & TR_TE_CONTEXT_MASK) == 0) {
        htk_enc_skip(e, "NT-ERR-007", "trTeContext");
        return true;
    }
    for (unsigned i = 0; good && i < OWNERS; i++) {
        const struct ingress_cycle in = {
            .priv = INGRESS_PRIV_M,
            .ctype = INGRESS_CTYPE_IMPRECISE,
            .context = i % 2 + 1,
            .nblocks = 1,
            .block = {{.iaddr = 0x1000 + 4 * (uint64_t)i, .iretire = 2, .ilastsize = 1}}};
        good = (i != 1 || htk_dut_link(&e->dut, false)) && htk_dut_cycle(&e->dut, &in) &&
               htk_dut_tick(&e->dut, GAP);
    }
    if (!good || !htk_dut_link(&e->dut, true) || !htk_dut_tick(&e->dut, 4 * SETTLE) || !stop(e) ||
        !htk_dut_tick(&e->dut, SETTLE) || !htk_dut_flush(&e->dut)) {
        return false;
    }
    bool full = false; /* a counter of I-CNT that is: a message of program trace, lost or not */
    if (nexus_msg_decoder_init(&d, &cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return true;
    }
    while (nexus_msg_next(&d, &m) == NEXUS_OK && m.tcode != NEXUS_ERROR) {
        full = full || m.tcode == NEXUS_RESOURCE_FULL;
    }
    if (m.tcode != NEXUS_ERROR || full || !nexus_msg_has(&m, NEXUS_F_ECODE)) {
        return true;
    }
    const uint64_t ecode = m.value[NEXUS_F_ECODE];
    if (ecode == 0) { /* "not provided" */
        htk_enc_skip(e, "NT-ERR-007", "an ECODE that is provided");
    } else if ((ecode & NEXUS_ECODE_OWNERSHIP) != 0 && (ecode & NEXUS_ECODE_PROGRAM) == 0) {
        htk_enc_hold(e, "NT-ERR-007");
    } else {
        char got[40];
        snprintf(got, sizeof got, "ECODE 0x%" PRIX64, ecode);
        htk_enc_break(e, "NT-ERR-007", "ECODE 8: Ownership messages were lost", got);
    }
    return true;
}

/* ---- a hart that is stalled ---- */

/* Messages as large and as fast as they come. *lost: some were. */
static bool load(struct htk_enc *e, uint32_t more, bool *granted, bool *lost, uint32_t *status)
{
    const uint64_t apart = e->dut.xlen == 64 ? UINT64_C(0x5555555555554000) : 0x55554000;
    bool ends;
    bool good = start(e, more, status);
    *granted = (*status & more) == more;
    good = good && htk_enc_jumps(e, LOAD, 0, apart) &&
           htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, status) && htk_dut_tick(&e->dut, SETTLE) &&
           stop(e) && htk_dut_tick(&e->dut, 4 * SETTLE) && htk_dut_flush(&e->dut);
    (void)htk_enc_counted(e, &ends, lost);
    return good;
}

/* What overflows without a stall must stall with it: nothing is lost then, and the status says so.
 */
static bool look_at_stall(struct htk_enc *e)
{
    uint32_t status = 0;
    bool granted, lost, lost_too = false;
    htk_enc_begin(e, HTK_NO_SEED, "losses: a hart that is stalled");
    if (!load(e, 0, &granted, &lost, &status)) {
        return false;
    }
    if (!lost) {
        htk_enc_skip(e, "TCI-TE-014 TCI-COMP-020",
                     "an output that is slower than a hart's branches");
        return true;
    }
    if (!load(e, TR_TE_INST_STALL_ENA_MASK, &granted, &lost_too, &status)) {
        return false;
    }
    if (!granted) {
        htk_enc_skip(e, "TCI-TE-014 TCI-TE-018 TCI-COMP-020", "trTeInstStallEna");
        return true;
    }
    if (lost_too) {
        htk_enc_break_all(e, "TCI-TE-018 TCI-COMP-020", "nothing lost: trTeInstStallEna is 1",
                          "an Error message");
        return true;
    }
    htk_enc_hold(e, "TCI-TE-018 TCI-COMP-020");
    if ((status & overflow) != 0) {
        htk_enc_hold(e, "TCI-TE-014");
    } else {
        htk_enc_break(e, "TCI-TE-014", "trTeInstStallOrOverflow 1: the hart was stalled", "0");
    }
    return true;
}

bool htk_enc_losses(struct htk_enc *e)
{
    return !htk_enc_wants(e, "losses") ||
           (look_at_disable(e) && look_at_ownership(e) && look_at_stall(e));
}
