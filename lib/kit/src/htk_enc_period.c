/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trTeInstSyncMax (TCI 1.0, trTeControl 23:20): a synchronizing message for another reason starts
 * the interval again. A hart jumps in even steps, each to an address of its own, so that F-ADDR of
 * a message is its place; once undisturbed, and once in debug mode for a moment before the interval
 * is over.
 */
#include "encoder_regs.h"
#include "htk_enc.h"

enum {
    STEPS = 120,
    BASE = 0x1000,
    APART = 16, /* bytes */
    GAP = 3,    /* clocks between two steps */
    NOWHERE = -1,
};

static bool step(struct htk_enc *e, unsigned i, bool halted)
{
    const uint8_t jump = INGRESS_ITYPE_OTHER_UNINFERABLE;
    struct ingress_cycle in = {.priv = INGRESS_PRIV_M, .halted = halted, .nblocks = halted ? 0 : 1};
    in.block[0] = (struct ingress_block){
        .iaddr = BASE + (uint64_t)APART * i,
        .iretire = 1,
        .itype = e->dut.itype_width == 3 ? ingress_itype_narrow(jump) : jump,
    };
    return htk_dut_cycle(&e->dut, &in) && htk_dut_tick(&e->dut, GAP);
}

/* The step of the first message with this SYNC after step `from`; NOWHERE: there is none. */
static int place_of(const struct htk_enc *e, const struct nexus_stream_cfg *cfg, unsigned sync,
                    int from)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    if (nexus_msg_decoder_init(&d, cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return NOWHERE;
    }
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        const uint64_t at = (m.value[NEXUS_F_ADDR] * 2 - BASE) / APART;
        if (nexus_tcode_is_sync(m.tcode) && m.value[NEXUS_F_SYNC] == sync && at < STEPS &&
            (int)at > from) {
            return (int)at;
        }
    }
    return NOWHERE;
}

/* All steps; debug mode before step `pause`, which is 0: never. */
static bool run(struct htk_enc *e, uint32_t control, unsigned pause)
{
    const uint32_t on = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    bool good = htk_enc_wake(&e->dut) &&
                htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, control & ~on) &&
                htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, control);
    for (unsigned i = 0; good && i < STEPS; i++) {
        good = (pause == 0 || i != pause || step(e, i, true)) && step(e, i, false);
    }
    return good && htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, control & ~on) &&
           htk_dut_flush(&e->dut);
}

/* In one trTeInstSyncMode. *looked: there was something to see. */
static bool look(struct htk_enc *e, uint32_t mode, bool *looked)
{
    static const char id[] = "TCI-TE-028";
    const struct nexus_stream_cfg cfg = htk_enc_cfg(e);
    const uint32_t control = htk_enc_any_mode(e) | mode << TR_TE_INST_SYNC_MODE_SHIFT;
    char expected[100], got[60];
    htk_enc_begin(e, HTK_NO_SEED, "period: trTeInstSyncMode %u", (unsigned)mode);
    if (!run(e, control, 0)) {
        return false;
    }
    const int first = place_of(e, &cfg, NEXUS_SYNC_PERIODIC, 0);
    const int second = first > 0 ? place_of(e, &cfg, NEXUS_SYNC_PERIODIC, first) : NOWHERE;
    const int interval = second - first;
    if (first < 0 || interval < 4 || second + interval / 2 + interval > STEPS) {
        return true; /* no interval that fits here */
    }
    const int pause = first + interval / 2;
    if (!run(e, control, (unsigned)pause)) {
        return false;
    }
    const int exit = place_of(e, &cfg, NEXUS_SYNC_EXIT_DEBUG, first);
    const int next = exit > 0 ? place_of(e, &cfg, NEXUS_SYNC_PERIODIC, exit) : NOWHERE;
    if (exit > 0) {
        *looked = true;
        /* Half an interval too early, if it did not begin again. */
        snprintf(expected, sizeof expected, "SYNC 2 %d jumps after SYNC 3, as between two SYNC 2",
                 interval);
        snprintf(got, sizeof got, "%d jumps", next - exit);
        if (next < 0) {
            snprintf(got, sizeof got, "no SYNC 2 after SYNC 3");
        }
        htk_enc_judge(e, id, next - exit > interval * 3 / 4, expected, got);
    }
    return true;
}

bool htk_enc_period(struct htk_enc *e)
{
    bool good = true, looked = false;
    for (uint32_t mode = 1; good && htk_enc_wants(e, "period") && mode < 4; mode++) {
        good = (e->cfg.sync_modes >> mode & 1) == 0 || look(e, mode, &looked);
    }
    if (good && !looked) {
        htk_enc_skip(e, "TCI-TE-028", "a short interval of periodic synchronization");
    }
    return good;
}
