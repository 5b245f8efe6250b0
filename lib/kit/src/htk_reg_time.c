/* SPDX-License-Identifier: Apache-2.0 */
/* The timestamp unit of an encoder or a funnel (TCI 1.0, "Timestamp Unit"). */
#include <string.h>

#include "encoder_regs.h"
#include "htk_reg.h"

enum {
    MODES = 5,   /* that the specification names */
    WAITS = 64,  /* for the counter to move */
    REPEATS = 3, /* of a measurement that time on the host may have spoiled */
    PACE = 128,  /* waits of a measurement */
    SETTLE = 8,
    LEAST = 24, /* of the ratio 64: the times that a host measures are not exact */
};

static const uint32_t internal[] = {TR_TS_MODE_INTERNAL_SYSTEM, TR_TS_MODE_INTERNAL_CORE};

/* trTsActive and these bits. */
static bool control(struct htk_reg *r, uint32_t bits, uint32_t *got)
{
    return htk_reg_try(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK | bits, got);
}

static uint32_t mode_of(uint32_t mode)
{
    const uint32_t in_debug = mode == TR_TS_MODE_INTERNAL_CORE ? TR_TS_RUN_IN_DEBUG_MASK : 0;
    return mode << TR_TS_MODE_SHIFT | in_debug;
}

static bool look_at_active(struct htk_reg *r)
{
    uint32_t zero = 0;
    bool off = false, on = false;
    htk_reg_begin(r, "trTsActive");
    if (!htk_reg_write(r, TR_TS_CONTROL_OFFSET, 0) || !htk_reg_pass(r, SETTLE) ||
        !htk_reg_read(r, TR_TS_CONTROL_OFFSET, &zero) ||
        !htk_reg_write(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) ||
        !htk_reg_poll(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK, TR_TS_ACTIVE_MASK, &on)) {
        return false;
    }
    off = (zero & TR_TS_ACTIVE_MASK) == 0; /* else it is a copy of trXxActive, which is 1 */
    htk_reg_judge_all(r, "TCI-TS-011 TCI-REG-055", on, "1 after it was written", !on);
    if (off) {
        htk_reg_judge(r, "TCI-RST-008", on, "the unit leaves its reset", on);
    }
    return true;
}

/* Which modes can be set: a mask. Each is one of those that the specification names. */
static bool look_at_modes(struct htk_reg *r, uint32_t *modes)
{
    uint32_t got = 0;
    *modes = 0;
    htk_reg_begin(r, "trTsMode");
    for (uint32_t m = 0; m < 8; m++) {
        if (!control(r, m << TR_TS_MODE_SHIFT, &got)) {
            return false;
        }
        *modes |= 1u << ((got & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT);
    }
    htk_reg_judge_all(r, "TCI-TS-005 TCI-TS-015", (*modes & ((1u << MODES) - 1)) != 0,
                      "one of modes 0 to 4 can be set", *modes);
    return true;
}

/* Until the counter moves. */
static bool moves(struct htk_reg *r, bool *moved)
{
    uint64_t first = 0, now = 0;
    bool good = htk_reg_counter(r, &first);
    *moved = false;
    for (unsigned i = 0; good && !*moved && i < WAITS; i++) {
        good = htk_reg_pass(r, SETTLE) && htk_reg_counter(r, &now);
        *moved = now != first;
    }
    return good;
}

/* Run, stop, clear. *runs: it counts, without which the rest shows nothing. */
static bool look_at_count(struct htk_reg *r, uint32_t mode, bool *runs)
{
    uint32_t got = 0;
    uint64_t first = 0, second = 0, cleared = 0;
    htk_reg_begin(r, "trTsCount and trTsReset in mode %u", (unsigned)mode);
    if (!control(r, mode_of(mode) | TR_TS_COUNT_MASK, &got) || !moves(r, runs)) {
        return false;
    }
    /* The core's clock may stand still, and so may we. */
    if (*runs || mode == TR_TS_MODE_INTERNAL_SYSTEM) {
        htk_reg_judge(r, "TCI-TS-012", *runs, "the counter runs with trTsCount 1", first);
    }
    if (!control(r, mode_of(mode), &got) || !htk_reg_pass(r, SETTLE) ||
        !htk_reg_counter(r, &first) || !htk_reg_pass(r, PACE) || !htk_reg_counter(r, &second)) {
        return false;
    }
    if (*runs) {
        htk_reg_judge(r, "TCI-TS-012", first == second,
                      "the counter does not move with trTsCount 0", second - first);
    }
    if (!control(r, mode_of(mode) | TR_TS_RESET_MASK, &got) || !htk_reg_pass(r, SETTLE) ||
        !htk_reg_counter(r, &cleared)) {
        return false;
    }
    htk_reg_judge(r, "TCI-REG-057", (got & TR_TS_RESET_MASK) == 0, "trTsReset reads 0", got);
    htk_reg_judge_all(r, "TCI-TS-013 TCI-GEN-003 TCI-REG-067 TCI-REG-068", cleared == 0,
                      "0 after trTsReset", cleared);
    return true;
}

/* What the counter counts in PACE waits. */
static bool measure(struct htk_reg *r, uint32_t mode, uint32_t prescale, uint64_t *n, bool *granted)
{
    const uint32_t bits = mode_of(mode) | prescale << TR_TS_PRESCALE_SHIFT;
    uint32_t got = 0;
    uint64_t first = 0;
    if (!control(r, bits | TR_TS_RESET_MASK, &got) || !control(r, bits | TR_TS_COUNT_MASK, &got) ||
        !htk_reg_counter(r, &first) || !htk_reg_pass(r, PACE) || !htk_reg_counter(r, n)) {
        return false;
    }
    *granted = (got & TR_TS_PRESCALE_MASK) >> TR_TS_PRESCALE_SHIFT == prescale;
    htk_reg_judge_all(r, "TCI-TS-019 TCI-TS-020 TCI-TS-021",
                      *n >> ((got & TR_TS_WIDTH_MASK) >> TR_TS_WIDTH_SHIFT) == 0,
                      "no bits above trTsWidth", *n);
    *n -= first;
    return control(r, bits, &got);
}

static bool look_at_prescale(struct htk_reg *r, uint32_t mode)
{
    uint64_t whole = 0, part = 0;
    bool granted = false, slower = false;
    htk_reg_begin(r, "trTsPrescale in mode %u", (unsigned)mode);
    for (unsigned i = 0; !slower && i < REPEATS; i++) {
        if (!measure(r, mode, TR_TS_PRESCALE_DIV64, &part, &granted)) {
            return false;
        }
        if (!granted) {
            htk_reg_skip(r, "TCI-TS-016 TCI-TS-009", "a prescaler of the timestamp unit");
            return true;
        }
        if (!measure(r, mode, TR_TS_PRESCALE_DIV1, &whole, &granted)) {
            return false;
        }
        slower = granted && part * LEAST < whole + LEAST;
    }
    htk_reg_judge_all(r, "TCI-TS-016 TCI-TS-009", slower, "64 times slower when divided by 64",
                      part);
    return true;
}

/* Bits above the width are 0. */
static bool look_at_width(struct htk_reg *r)
{
    uint32_t value = 0;
    uint64_t now = 0;
    htk_reg_begin(r, "trTsWidth");
    if (!htk_reg_read(r, TR_TS_CONTROL_OFFSET, &value) || !htk_reg_counter(r, &now)) {
        return false;
    }
    const unsigned width = (value & TR_TS_WIDTH_MASK) >> TR_TS_WIDTH_SHIFT;
    htk_reg_judge_all(r, "TCI-TS-019 TCI-TS-020 TCI-TS-021", now >> width == 0,
                      "no bits above trTsWidth", now);
    return true;
}

bool htk_reg_time(struct htk_reg *r)
{
    uint32_t start = 0, got = 0, modes = 0;
    const enum topology_kind kind = r->about->kind;
    bool runs = false;
    if (kind != TOPOLOGY_ENCODER && kind != TOPOLOGY_FUNNEL) {
        return true;
    }
    if (!htk_reg_reset(r, &start) ||
        !control(r, TR_TS_MODE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK, &got)) {
        return false;
    }
    if (got == 0) {
        htk_reg_skip(r, "TCI-TS-011 TCI-TS-012 TCI-TS-013 TCI-TS-016", "a timestamp unit");
        return true;
    }
    if (!look_at_active(r) || !look_at_modes(r, &modes) || !look_at_width(r)) {
        return false;
    }
    for (size_t i = 0; i < sizeof internal / sizeof internal[0]; i++) {
        if ((modes >> internal[i] & 1) != 0 && (!look_at_count(r, internal[i], &runs) ||
                                                (runs && !look_at_prescale(r, internal[i])))) {
            return false;
        }
    }
    return htk_reg_write(r, TR_TS_CONTROL_OFFSET, 0);
}
