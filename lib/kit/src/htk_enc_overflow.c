/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue that overflows: the output takes nothing while branches go on. What was lost is
 * announced, and trTeInstStallOrOverflow says so until it is cleared. A device whose queue is not
 * full by then is not judged.
 */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_enc.h"

enum {
    BRANCHES = 600,
    GAP = 4,
    SETTLE = 200,
    APART = 0x1000, /* bytes between the two places of the jumps */
    LARGEST = 38,   /* bytes of a message, at most (N-Trace, Maximum Field Sizes) */
};

static const uint32_t overflow = TR_TE_INST_STALL_OR_OVERFLOW_MASK;

uint32_t htk_enc_any_mode(const struct htk_enc *e)
{
    return htk_enc_control(e->cfg.btm ? TR_TE_INST_MODE_BTM : TR_TE_INST_MODE_HTM);
}

bool htk_enc_jumps(struct htk_enc *e, unsigned n, unsigned gap, uint64_t apart)
{
    const uint8_t itype = e->cfg.btm                ? INGRESS_ITYPE_TAKEN
                          : e->dut.itype_width == 3 ? INGRESS_ITYPE_UNINFERABLE_JUMP
                                                    : INGRESS_ITYPE_UNINFERABLE_TAIL;
    bool good = true;
    for (unsigned i = 0; good && i < n; i++) {
        const struct ingress_cycle in = {.priv = INGRESS_PRIV_M,
                                         .time = e->dut.clocks,
                                         .nblocks = 1,
                                         .block = {{.iaddr = 0x1000 + (i % 2 != 0 ? apart : 0),
                                                    .iretire = 2,
                                                    .itype = itype,
                                                    .ilastsize = 1}}};
        good = htk_dut_cycle(&e->dut, &in) && (gap == 0 || htk_dut_tick(&e->dut, gap));
    }
    return good;
}

static bool control(struct htk_enc *e, uint32_t write, uint32_t *read)
{
    return htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, write) && htk_dut_tick(&e->dut, 4) &&
           htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, read);
}

static void judge(struct htk_enc *e, const char *id, bool good, const char *expected)
{
    htk_enc_judge(e, id, good, expected, "something else");
}

/* Overflow until the status says so. */
static bool fill(struct htk_enc *e, bool *full, struct nexus_stream_cfg *cfg)
{
    uint32_t value = 0;
    bool good = htk_enc_wake(&e->dut) && htk_enc_dress(e, 0, cfg) &&
                control(e, htk_enc_any_mode(e), &value) && htk_dut_link(&e->dut, false) &&
                htk_enc_jumps(e, BRANCHES, GAP, APART) &&
                htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, &value);
    *full = (value & overflow) != 0;
    if (good && *full) {
        judge(e, "TCI-MIN-006", (value & TR_TE_EMPTY_MASK) == 0, "trTeEmpty 0: messages wait");
    }
    return good;
}

/* Bits of the stream: an Error message, a synchronizing message with SYNC 7 directly after it. */
static void look(const struct htk_enc *e, const struct nexus_stream_cfg *cfg, bool *error,
                 bool *sync)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    bool before = false;
    *error = *sync = false;
    if (nexus_msg_decoder_init(&d, cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return;
    }
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        const bool lost = status == NEXUS_OK && m.tcode == NEXUS_ERROR;
        *sync = *sync || (before && nexus_tcode_is_sync(m.tcode) &&
                          m.value[NEXUS_F_SYNC] == NEXUS_SYNC_FIFO_OVERRUN);
        *error = *error || lost;
        before = lost;
    }
}

/* What the queue had in it before it overflowed. */
static void hold_queue(struct htk_enc *e, const struct nexus_stream_cfg *cfg)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned messages = 0;
    if (nexus_msg_decoder_init(&d, cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return;
    }
    while (nexus_msg_next(&d, &m) == NEXUS_OK && m.tcode != NEXUS_ERROR) {
        messages++;
    }
    if (messages > 1) {
        htk_enc_hold(e, "TCI-COMP-021");
    }
    if (m.offset >= 2 * LARGEST) {
        htk_enc_hold(e, "NT-TX-007");
    }
}

static bool announced(struct htk_enc *e, const struct nexus_stream_cfg *cfg)
{
    bool error, sync, soon;
    if (!htk_dut_link(&e->dut, true) || !htk_dut_tick(&e->dut, 20 * SETTLE) ||
        !htk_dut_flush(&e->dut)) {
        return false;
    }
    look(e, cfg, &soon, &sync);
    if (!htk_enc_jumps(e, 8, SETTLE, APART) ||
        !htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET,
                       htk_enc_any_mode(e) & ~(uint32_t)TR_TE_INST_TRACING_MASK) ||
        !htk_dut_tick(&e->dut, SETTLE) || !htk_dut_flush(&e->dut)) {
        return false;
    }
    if (htk_enc_lint(e, cfg)) {
        look(e, cfg, &error, &sync);
        judge(e, "NT-ERR-001", error, "an Error message: messages were lost");
        judge(e, "NT-SYN-010", !error || sync, "SYNC 7 directly after the Error message");
        if (soon) { /* nothing but clocks passed; "should" */
            htk_enc_hold(e, "NT-ERR-014");
        }
        if (error && sync) {
            htk_enc_hold(e, "TCI-TE-017 TCI-COMP-015 TCI-COMP-016 TCI-COMP-017 TCI-COMP-018 "
                            "NT-ERR-004 NT-ERR-006");
            htk_enc_hold_formats(e, cfg);
            hold_queue(e, cfg);
        }
    }
    return true;
}

static bool status_bits(struct htk_enc *e)
{
    struct nexus_stream_cfg cfg;
    uint32_t kept, cleared, again, after;
    bool full;
    if (!control(e, htk_enc_any_mode(e), &kept) ||
        !control(e, htk_enc_any_mode(e) | overflow, &cleared)) {
        return false;
    }
    judge(e, "TCI-GEN-001", (kept & overflow) != 0,
          "trTeInstStallOrOverflow 1 after 0 was written");
    judge(e, "TCI-TE-016", (cleared & overflow) == 0,
          "trTeInstStallOrOverflow 0 after 1 was written");
    if (!fill(e, &full, &cfg) || !full) {
        return e->dut.end == HTK_DUT_RUNS;
    }
    const uint32_t off =
        htk_enc_any_mode(e) & ~(uint32_t)(TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK);
    if (!htk_dut_link(&e->dut, true) || !control(e, off, &again) ||
        !htk_dut_tick(&e->dut, 20 * SETTLE) || !control(e, off | TR_TE_ENABLE_MASK, &again)) {
        return false;
    }
    judge(e, "TCI-TE-015", (again & overflow) == 0,
          "trTeInstStallOrOverflow 0 after trTeEnable became 1");
    if (!fill(e, &full, &cfg) || !full || !htk_dut_link(&e->dut, true) || !control(e, 0, &after) ||
        !htk_dut_tick(&e->dut, SETTLE) || !control(e, TR_TE_ACTIVE_MASK, &after)) {
        return e->dut.end == HTK_DUT_RUNS;
    }
    judge(e, "TCI-TE-015", (after & overflow) == 0,
          "trTeInstStallOrOverflow 0 after a reset of the component");
    return true;
}

bool htk_enc_overflow(struct htk_enc *e)
{
    struct nexus_stream_cfg cfg;
    bool full;
    if (!htk_enc_wants(e, "overflow")) {
        return true;
    }
    htk_enc_begin(e, HTK_NO_SEED, "overflow");
    if (!fill(e, &full, &cfg)) {
        return false;
    }
    if (full) {
        htk_enc_hold(e, "TCI-TE-013");
        return announced(e, &cfg) && fill(e, &full, &cfg) && (!full || status_bits(e));
    }
    /* A queue this long, or losses that nothing reports: the stream says which. */
    bool error, sync;
    if (!htk_dut_link(&e->dut, true) || !htk_dut_tick(&e->dut, 20 * SETTLE) ||
        !htk_dut_flush(&e->dut)) {
        return false;
    }
    look(e, &cfg, &error, &sync);
    judge(e, "TCI-TE-013", !error, "trTeInstStallOrOverflow 1: messages were lost");
    return true;
}
