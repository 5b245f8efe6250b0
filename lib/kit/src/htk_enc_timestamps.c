/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timestamp unit, by its registers (TCI 1.0, Timestamp Unit): modes, the counter of the
 * internal modes, its prescaler, how it stops and begins again.
 */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_enc.h"

enum {
    CLOCKS = 4096,
    SLACK = 200, /* clocks that accesses to registers may take */
};

static void judge(struct htk_enc *e, const char *ids, bool good, const char *expected, uint64_t got)
{
    char text[60];
    snprintf(text, sizeof text, "%" PRIu64, got);
    htk_enc_judge(e, ids, good, expected, text);
}

static bool control(struct htk_enc *e, uint32_t value, uint32_t *back)
{
    return htk_dut_write(&e->dut, TR_TS_CONTROL_OFFSET, value) && htk_dut_tick(&e->dut, 2) &&
           htk_dut_read(&e->dut, TR_TS_CONTROL_OFFSET, back);
}

static bool counter(struct htk_enc *e, uint64_t *value)
{
    uint32_t low = 0, high = 0;
    const bool good = htk_dut_read(&e->dut, TR_TS_COUNTER_LOW_OFFSET, &low) &&
                      htk_dut_read(&e->dut, TR_TS_COUNTER_HIGH_OFFSET, &high);
    *value = (uint64_t)high << 32 | low;
    return good;
}

/* How far the counter goes in CLOCKS clocks. */
static bool advance(struct htk_enc *e, uint64_t *by)
{
    uint64_t before = 0, after = 0;
    const bool good = counter(e, &before) && htk_dut_tick(&e->dut, CLOCKS) && counter(e, &after);
    *by = after - before;
    return good;
}

/* ---- modes ---- */

/* Which modes can be selected, as bits; a mode that is granted can be written again. */
static bool modes(struct htk_enc *e, uint32_t *granted)
{
    *granted = 0;
    htk_enc_begin(e, HTK_NO_SEED, "modes of the timestamp unit");
    for (uint32_t mode = 0; mode < 8; mode++) {
        uint32_t first = 0, second = 0;
        if (!htk_enc_wake(&e->dut) || !control(e, TR_TS_ACTIVE_MASK, &first) ||
            !control(e, TR_TS_ACTIVE_MASK | mode << TR_TS_MODE_SHIFT, &first) ||
            !control(e, TR_TS_ACTIVE_MASK | (first & TR_TS_MODE_MASK), &second)) {
            return false;
        }
        const uint32_t got = (first & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT;
        *granted |= 1u << got;
        judge(e, "TCI-TS-005", ((first ^ second) & TR_TS_MODE_MASK) == 0,
              "the mode that was granted, again", (second & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT);
    }
    if ((*granted & ~1u) == 0) {
        htk_enc_skip(e, "TCI-TS-005 TCI-TS-011 TCI-TS-015 TCI-RST-008", "timestamps");
    } else {
        htk_enc_hold(e, "TCI-TS-015");
    }
    return true;
}

/* ---- the counter of a mode ---- */

static bool look_at_prescale(struct htk_enc *e, uint32_t mode, bool core, uint64_t whole)
{
    for (uint32_t p = 1; p < 4; p++) {
        const uint32_t value = TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | mode << TR_TS_MODE_SHIFT |
                               p << TR_TS_PRESCALE_SHIFT;
        const uint64_t least = (core ? CLOCKS : whole / 2) >> 2 * p;
        const uint64_t most = ((core ? CLOCKS + SLACK : 2 * whole) >> 2 * p) + 1;
        uint32_t back = 0;
        uint64_t by = 0;
        char expected[80];
        if (!control(e, value, &back) || !advance(e, &by)) {
            return false;
        }
        if ((back & TR_TS_PRESCALE_MASK) != p << TR_TS_PRESCALE_SHIFT) {
            htk_enc_skip(e, "TCI-TS-009 TCI-TS-016", "a prescaler");
            return true;
        }
        snprintf(expected, sizeof expected,
                 "%" PRIu64 " to %" PRIu64 " in %d clocks: trTsPrescale %" PRIu32, least, most,
                 CLOCKS, p);
        judge(e, "TCI-TS-009 TCI-TS-016", by >= least && by <= most, expected, by);
    }
    return true;
}

static bool look_at_halt(struct htk_enc *e, uint32_t value)
{
    const struct ingress_cycle halt = {.halted = true, .priv = INGRESS_PRIV_D};
    const struct ingress_cycle go = {.priv = INGRESS_PRIV_M,
                                     .nblocks = 1,
                                     .block = {{.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}}};
    uint32_t back = 0;
    uint64_t stopped = 0, running = 0;
    if (!control(e, value, &back) || !htk_dut_cycle(&e->dut, &halt) || !htk_dut_tick(&e->dut, 4) ||
        !advance(e, &stopped) || !control(e, value | TR_TS_RUN_IN_DEBUG_MASK, &back) ||
        !advance(e, &running) || !htk_dut_cycle(&e->dut, &go) || !htk_dut_tick(&e->dut, 4)) {
        return false;
    }
    if ((back & TR_TS_RUN_IN_DEBUG_MASK) == 0) {
        htk_enc_skip(e, "TCI-TS-010 TCI-TS-014", "trTsRunInDebug");
        return true;
    }
    judge(e, "TCI-TS-010 TCI-TS-014", stopped == 0, "0: the hart is halted, trTsRunInDebug 0",
          stopped);
    judge(e, "TCI-TS-014", running >= CLOCKS, "it counts: the hart is halted, trTsRunInDebug 1",
          running);
    return true;
}

static bool look_at_counter(struct htk_enc *e, uint32_t mode)
{
    const bool core = mode == TR_TS_MODE_INTERNAL_CORE;
    const uint32_t off = TR_TS_ACTIVE_MASK | mode << TR_TS_MODE_SHIFT;
    const uint32_t on = off | TR_TS_COUNT_MASK;
    uint32_t back = 0;
    uint64_t by = 0, moved = 0, before = 0, after = 0;
    htk_enc_begin(e, HTK_NO_SEED, "the counter of the timestamp unit, %s",
                  core ? "Internal Core" : "Internal System");
    if (!htk_enc_wake(&e->dut) || !control(e, TR_TS_ACTIVE_MASK, &back) ||
        !control(e, on | TR_TS_RESET_MASK, &back) || !advance(e, &by)) {
        return false;
    }
    const bool rate = core ? by >= CLOCKS && by <= CLOCKS + SLACK : by > 0;
    judge(e, core ? "TCI-TS-002 TCI-TS-012 TCI-TS-020 TCI-MAP-019" : "TCI-TS-001 TCI-TS-012", rate,
          core ? "a count for each of 4096 clocks" : "a counter that goes up", by);
    if (!rate) {
        return true;
    }
    if (!look_at_prescale(e, mode, core, by) || !control(e, on, &back) || !advance(e, &by) ||
        !control(e, off, &back) || !advance(e, &moved) || !counter(e, &before)) {
        return false;
    }
    judge(e, "TCI-TS-012", moved == 0, "0: trTsCount is 0", moved);
    judge(e, "TCI-TS-021", before >> 32 == 0, "less than 2^32: the upper bits are 0", before);
    if (!control(e, off | TR_TS_RESET_MASK, &back) || !counter(e, &after)) {
        return false;
    }
    judge(e, "TCI-TS-013 TCI-GEN-003", before != 0 && after == 0,
          "0 after 1 was written to trTsReset", after);
    return !core || look_at_halt(e, on);
}

/* ---- trTsActive ---- */

static bool look_at_active(struct htk_enc *e, uint32_t mode)
{
    const uint32_t on = TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | mode << TR_TS_MODE_SHIFT;
    uint32_t back = 0, off = 0, again = 0;
    uint64_t value = 0;
    htk_enc_begin(e, HTK_NO_SEED, "trTsActive");
    if (!htk_enc_wake(&e->dut) || !control(e, TR_TS_ACTIVE_MASK, &back) || !control(e, on, &back) ||
        !htk_dut_tick(&e->dut, CLOCKS) || !control(e, 0, &off) ||
        !control(e, TR_TS_ACTIVE_MASK, &again) || !counter(e, &value)) {
        return false;
    }
    const bool copy = (off & TR_TS_ACTIVE_MASK) != 0;
    judge(e, "TCI-TS-011", (again & TR_TS_ACTIVE_MASK) != 0,
          "trTsActive 1, as written or as trTeActive", again & TR_TS_ACTIVE_MASK);
    if (copy) {
        htk_enc_skip(e, "TCI-RST-008", "trTsActive of its own");
    } else {
        judge(e, "TCI-RST-008", value == 0, "a counter of 0 after trTsActive was 0", value);
    }
    return true;
}

/* ---- a time that wraps ---- */

static bool branch(struct htk_enc *e, uint64_t time)
{
    const struct ingress_cycle in = {
        .priv = INGRESS_PRIV_M,
        .time = time,
        .nblocks = 1,
        .block = {{.iaddr = 0x1000, .iretire = 2, .itype = INGRESS_ITYPE_TAKEN, .ilastsize = 1}}};
    return htk_dut_cycle(&e->dut, &in) && htk_dut_tick(&e->dut, 40);
}

/* Mode External: the time begins again at 0; TSTAMP is the difference all the same. */
static bool look_at_wrap(struct htk_enc *e)
{
    const uint32_t value = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                           TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT;
    struct nexus_stream_cfg cfg = htk_enc_cfg(e);
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    uint32_t back = 0;
    htk_enc_begin(e, HTK_NO_SEED, "timestamps: a time that wraps");
    if (!htk_enc_wake(&e->dut) || !control(e, TR_TS_ACTIVE_MASK, &back) ||
        !control(e, value, &back)) {
        return false;
    }
    const uint32_t width = (back & TR_TS_WIDTH_MASK) >> TR_TS_WIDTH_SHIFT;
    if ((back & TR_TS_ENABLE_MASK) == 0 || !e->cfg.btm || width < 8) {
        htk_enc_skip(e, "NT-TIM-007", "timestamps in BTM");
        return true;
    }
    const uint64_t wraps = UINT64_C(1) << width;
    const uint32_t on = htk_enc_control(TR_TE_INST_MODE_BTM);
    if (!htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, on) || !htk_dut_tick(&e->dut, 4) ||
        !branch(e, wraps - 24) || !branch(e, wraps - 16) || !branch(e, 16) ||
        !htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, on & ~(uint32_t)TR_TE_INST_TRACING_MASK) ||
        !htk_dut_tick(&e->dut, 40) || !htk_dut_flush(&e->dut)) {
        return false;
    }
    cfg.timestamps = true;
    cfg.timestamp_bits = (uint8_t)width;
    if (!htk_enc_lint(e, &cfg) ||
        nexus_msg_decoder_init(&d, &cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return true;
    }
    unsigned branches = 0;
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        branches += m.tcode == NEXUS_DIRECT_BRANCH;
        if (branches == 3 && nexus_msg_has(&m, NEXUS_F_TSTAMP)) {
            judge(e, "NT-TIM-007", m.value[NEXUS_F_TSTAMP] == 32,
                  "32: from 16 before the wrap to 16 after it", m.value[NEXUS_F_TSTAMP]);
            return true;
        }
    }
    return true;
}

bool htk_enc_timestamps(struct htk_enc *e)
{
    static const char internal[] = "TCI-TS-009 TCI-TS-012 TCI-TS-013 TCI-TS-016 TCI-TS-020 "
                                   "TCI-TS-021 TCI-RST-008 TCI-MAP-019 TCI-MAP-020";
    uint32_t granted;
    bool good = true;
    if (!htk_enc_wants(e, "timestamps")) {
        return true;
    }
    if (!modes(e, &granted)) {
        return false;
    }
    const bool core = (granted >> TR_TS_MODE_INTERNAL_CORE & 1) != 0;
    const bool system = (granted >> TR_TS_MODE_INTERNAL_SYSTEM & 1) != 0;
    if (core) {
        good = look_at_counter(e, TR_TS_MODE_INTERNAL_CORE) &&
               look_at_active(e, TR_TS_MODE_INTERNAL_CORE);
    } else {
        htk_enc_skip(e, "TCI-TS-002 TCI-TS-010 TCI-TS-014",
                     "a timestamp unit in mode Internal Core");
    }
    if (good && system) {
        good = look_at_counter(e, TR_TS_MODE_INTERNAL_SYSTEM) &&
               (core || look_at_active(e, TR_TS_MODE_INTERNAL_SYSTEM));
    }
    if (!system) {
        htk_enc_skip(e, "TCI-TS-001", "a timestamp unit in mode Internal System");
    }
    if (good && (granted >> TR_TS_MODE_EXTERNAL & 1) != 0) {
        good = look_at_wrap(e);
    } else {
        htk_enc_skip(e, "TCI-TS-004 NT-TIM-007", "a timestamp unit in mode External");
    }
    if (!core && !system) {
        htk_enc_skip(e, internal, "a timestamp unit that counts");
    }
    if ((granted >> TR_TS_MODE_SHARED & 1) == 0) {
        htk_enc_skip(e, "TCI-TS-003 TCI-TS-007", "shared timestamps");
    }
    return good;
}
