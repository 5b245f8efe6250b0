/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where registers are: rules "trTsControl is at 0x040; optional", "trTeFilteriControl is at 0x400 +
 * 0x20i", "0x044: reserved", as the conformance list words them; what N-Trace leaves out; what a
 * reset by trTeActive does; and rules that are one with another, or that only permit something.
 */
#include <inttypes.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htk_enc.h"
#include "htk_reg_rules.h"

enum {
    SETTLE = 64, /* clocks until a switch reads as written */
    VENDOR = 0xE00,
};

static void judge(struct htk_enc *e, const char *ids, bool good, const char *expected,
                  const char *what, uint32_t value)
{
    char got[100];
    snprintf(got, sizeof got, "0x%" PRIX32 " in %s", value, what);
    htk_enc_judge(e, ids, good, expected, got);
}

/* Write all ones, or what leaves the component awake; read it back. */
static bool ones(struct htk_enc *e, uint32_t offset, uint32_t *value)
{
    return htk_dut_write(&e->dut, offset, UINT32_MAX) && htk_dut_read(&e->dut, offset, value);
}

/* ---- registers ---- */

/* A register is there when a bit of it is 1 by itself or keeps a 1 that is written. */
static bool one_place(struct htk_enc *e, const char *id, const struct regmap_reg *r)
{
    uint32_t before = 0, after = 0;
    const bool counter = r->offset == TR_TS_COUNTER_LOW_OFFSET ||
                         r->offset == TR_TS_COUNTER_HIGH_OFFSET; /* looked at while it counts */
    const bool control = r->offset == TR_TE_CONTROL_OFFSET;
    htk_enc_begin(e, HTK_NO_SEED, "the place of %s", r->name);
    if (counter) {
        return true;
    }
    if (!htk_enc_wake(&e->dut) || !htk_dut_read(&e->dut, r->offset, &before) ||
        (!control && !ones(e, r->offset, &after))) {
        return false;
    }
    if ((before | after) != 0) {
        htk_verdict_hold(e->v, id, 1);
    } else if (r->required != 0) {
        judge(e, id, false, "a register that is required", r->name, 0);
    } else {
        htk_verdict_skip(e->v, id, r->name);
    }
    return true;
}

/* All offsets that the map does not have, up to the vendor's part. */
static bool look_at_holes(struct htk_enc *e)
{
    char name[40];
    uint32_t value = 0;
    bool good = htk_enc_wake(&e->dut);
    htk_enc_begin(e, HTK_NO_SEED, "offsets without a register");
    for (uint32_t at = 0x10; good && at < VENDOR; at += 4) {
        if (htk_reg_at(&regmap_encoder, at) != NULL) {
            continue;
        }
        good = ones(e, at, &value);
        snprintf(name, sizeof name, "offset 0x%03" PRIX32, at);
        if (good) {
            judge(e, htk_reg_rule_of_hole(TOPOLOGY_ENCODER, at), value == 0,
                  "0 after ones were written", name, value);
            judge(e, "TCI-MAP-004 TCI-MAP-007", value == 0, "0 after ones were written", name,
                  value);
        }
    }
    return good;
}

static bool look_at_places(struct htk_enc *e)
{
    bool good = true;
    for (unsigned r = 0; good && r < regmap_encoder.nregs; r++) {
        const char *id = htk_reg_rule_of_place(&regmap_encoder.regs[r]);
        good = id == NULL || one_place(e, id, &regmap_encoder.regs[r]);
    }
    return good;
}

/* ---- what N-Trace leaves out ---- */

static bool look_at_features(struct htk_enc *e)
{
    static const struct {
        uint32_t mask;
        const char *is_zero, *about;
    } fields[] = {
        {TR_TE_INST_NO_ADDR_DIFF_MASK, "NT-CTL-022", "TCI-TE-033"},
        {TR_TE_INST_NO_TRAP_ADDR_MASK, "NT-CTL-023", "TCI-TE-034"},
        {TR_TE_INST_EN_BRANCH_PREDICTION_MASK, "NT-CTL-026", "TCI-TE-037"},
        {TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK, "NT-CTL-027", "TCI-TE-038"},
    };
    uint32_t value = 0, zero = 0;
    htk_enc_begin(e, HTK_NO_SEED, "trTeInstFeatures");
    if (!htk_enc_wake(&e->dut) || !ones(e, TR_TE_INST_FEATURES_OFFSET, &value) ||
        !htk_dut_write(&e->dut, TR_TE_INST_FEATURES_OFFSET, 0) ||
        !htk_dut_read(&e->dut, TR_TE_INST_FEATURES_OFFSET, &zero)) {
        return false;
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        judge(e, fields[i].is_zero, (value & fields[i].mask) == 0, "0 after 1 was written",
              "trTeInstFeatures", value);
        htk_verdict_skip(e->v, fields[i].about, "another protocol than N-Trace");
    }
    const uint32_t switches =
        TR_TE_INST_FEATURES_FIELDS & ~(uint32_t)(TR_TE_SRC_BITS_MASK | TR_TE_SRC_ID_MASK);
    if ((value & switches) != 0) {
        judge(e, "TCI-GEN-007", (zero & switches) == 0, "0 after 0 was written", "trTeInstFeatures",
              zero);
    }
    return true;
}

static bool look_at_data_trace(struct htk_enc *e)
{
    static const char needs[] =
        "TCI-TE-051 TCI-TE-052 TCI-TE-053 TCI-TE-054 TCI-TE-055 TCI-TE-056 TCI-TE-057 TCI-TE-058 "
        "TCI-TE-059 TCI-TE-060 TCI-FLT-002 TCI-FLT-034 TCI-FLT-035 TCI-FLT-044 TCI-FLT-045 "
        "TCI-FLT-049";
    uint32_t control = 0, filters = 0;
    htk_enc_begin(e, HTK_NO_SEED, "data trace");
    if (!htk_enc_wake(&e->dut) || !ones(e, TR_TE_DATA_CONTROL_OFFSET, &control) ||
        !ones(e, TR_TE_DATA_FILTERS_OFFSET, &filters)) {
        return false;
    }
    const bool none = (control & TR_TE_DATA_IMPLEMENTED_MASK) == 0;
    if (e->dut.takes_accesses && !none) {
        htk_enc_skip(e, "NT-CTL-035 NT-CTL-036 TCI-TE-050",
                     "no data trace: the device states data_trace=1");
        return true;
    }
    judge(e, "NT-CTL-035", none, "trTeDataImplemented 0: N-Trace 1.0 has no data trace",
          "trTeDataControl", control);
    judge(e, "NT-CTL-036", control == 0 && filters == 0, "0 after ones were written",
          "trTeDataControl or trTeDataFilters", control | filters);
    if (none) {
        htk_verdict_hold(e->v, "TCI-TE-050", 1);
        htk_enc_skip(e, needs, "data trace");
    }
    return true;
}

/* ---- a reset by trTeActive ---- */

/* Fill every register that can be written. */
static bool fill(struct htk_enc *e)
{
    bool good = htk_enc_wake(&e->dut);
    for (unsigned r = 0; good && r < regmap_encoder.nregs; r++) {
        const struct regmap_reg *reg = &regmap_encoder.regs[r];
        if (reg->offset != TR_TE_CONTROL_OFFSET) {
            good = htk_dut_write(&e->dut, reg->offset, UINT32_MAX);
        }
    }
    return good && htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, 0) &&
           htk_dut_tick(&e->dut, SETTLE) &&
           htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK) &&
           htk_dut_tick(&e->dut, SETTLE);
}

/* Fields with a value after reset have it again; those that are system dependent are the same after
 * each. */
static bool look_at_reset(struct htk_enc *e)
{
    bool good = true;
    htk_enc_begin(e, HTK_NO_SEED, "a reset by trTeActive");
    if (!fill(e)) {
        return false;
    }
    for (unsigned r = 0; good && r < regmap_encoder.nregs; r++) {
        const struct regmap_reg *reg = &regmap_encoder.regs[r];
        uint32_t value = 0, again = 0, fixed = 0, want = 0, same = 0;
        for (unsigned f = 0; f < reg->nfields; f++) {
            const struct regmap_field *x = &reg->fields[f];
            const uint32_t mask = regmap_field_mask(x);
            const bool is_active = reg->offset == TR_TE_CONTROL_OFFSET && x->lsb == 0;
            if (x->reset_kind == REGMAP_RESET_VALUE && !is_active) {
                fixed |= mask;
                want |= x->reset << x->lsb;
            } else if (x->reset_kind == REGMAP_RESET_SD) {
                same |= mask;
            }
        }
        if ((fixed | same) == 0) {
            continue;
        }
        char expected[60];
        snprintf(expected, sizeof expected, "0x%" PRIX32 " in the bits 0x%" PRIX32, want, fixed);
        good = htk_dut_read(&e->dut, reg->offset, &value);
        if (good && fixed != 0) {
            const char *id = reg->offset == TR_TE_CONTROL_OFFSET ? "TCI-RST-019" : "TCI-RST-003";
            judge(e, id, (value & fixed) == want, expected, reg->name, value);
        }
        if (good && same != 0) {
            good = fill(e) && htk_dut_read(&e->dut, reg->offset, &again);
            judge(e, "TCI-RST-012", !good || ((value ^ again) & same) == 0,
                  "the same after each reset", reg->name, again);
        }
    }
    return good;
}

/* ---- all of them ---- */

/* What no scenario can look at, and why. */
static void skip_the_rest(struct htk_enc *e)
{
    static const char *const permits[] = {
        "NT-CTL-008",   "NT-CTL-010",   "NT-CTL-024",   "NT-CTL-025",   "NT-CTL-028",
        "NT-CTL-029",   "NT-CTL-030",   "NT-CTL-031",   "NT-CTL-034",   "NT-CTL-037",
        "NT-CTL-038",   "NT-CTL-039",   "TCI-GEN-006",  "TCI-MAP-003",  "TCI-MAP-005",
        "TCI-MAP-006",  "TCI-MAP-008",  "TCI-RST-013",  "TCI-REG-025",  "TCI-REG-064",
        "TCI-TRIG-008", "TCI-TRIG-009", "TCI-TRIG-010", "TCI-TRIG-020", "TCI-TS-006",
        "TCI-TS-018",   "TCI-FLT-037",  "NT-TIM-005",   "NT-MSG-016",   "NT-MSG-033",
        "NT-CNT-011",   "NT-EXT-003",   "NT-EXT-009",   "NT-IHS-010",   "NT-SYN-020",
        "NT-SYN-022",   "NT-RUL-014",   "NT-ING-053",   "NT-HST-009",   "NT-SEQ-004",
        "NT-IBR-001",   "NT-ERR-012",   "TCI-COMP-019"};
    for (size_t i = 0; i < sizeof permits / sizeof permits[0]; i++) {
        htk_verdict_permit(e->v, permits[i]);
    }
    htk_enc_skip(e, "TCI-COMP-007 TCI-COMP-008 TCI-COMP-009 TCI-COMP-010", "another component");
    htk_enc_skip(e,
                 "NT-TX-044 NT-TX-045 NT-TX-046 NT-TX-047 NT-TX-048 NT-TX-049 NT-TX-050 "
                 "NT-ADR-008",
                 "a decoder: it is an example of bytes");
    htk_enc_skip(e, "TCI-TRIG-018 TCI-TRIG-019 TCI-TRIG-021 TCI-TRIG-022 TCI-RST-043",
                 "outputs that the protocol of the kit does not carry");
    htk_enc_skip(e, "TCI-COMP-005 NT-DEC-019", "two encoders");
    htk_enc_skip(e, "NT-CNT-006 NT-RUL-001", "instructions of more than 32 bits");
}

/* ---- external triggers ---- */

/* Actions that are reserved are not granted. */
static bool look_at_actions(struct htk_enc *e)
{
    uint32_t all = 0;
    bool good = htk_enc_wake(&e->dut);
    htk_enc_begin(e, HTK_NO_SEED, "external triggers");
    for (uint32_t action = 0; good && action < 16; action++) {
        uint32_t value = 0;
        good = htk_dut_write(&e->dut, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0x11111111u * action) &&
               htk_dut_read(&e->dut, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, &value);
        all |= value;
        for (unsigned k = 0; good && k < 8; k++) {
            const uint32_t got = value >> 4 * k & 15;
            judge(e, "TCI-TRIG-016", got != 1 && got < 5, "an action that is not reserved",
                  "trTeTrigExtInControl", value);
        }
    }
    for (unsigned k = 0; good && k < 8; k++) {
        if ((all >> 4 * k & 15) == 0) {
            htk_verdict_hold(e->v, "TCI-TRIG-011", 1);
        }
    }
    return good;
}

bool htk_enc_places(struct htk_enc *e)
{
    if (!htk_enc_wants(e, "registers")) {
        return true;
    }
    skip_the_rest(e);
    return look_at_places(e) && look_at_holes(e) && look_at_actions(e) && look_at_features(e) &&
           look_at_data_trace(e) && look_at_reset(e);
}

void htk_enc_twins(struct htk_enc *e)
{
    static const char *const same[][2] = {
        {"TCI-MIN-004", "NT-CTL-001"},    {"TCI-MIN-004", "TCI-REG-001"},
        {"TCI-MIN-005", "NT-CTL-002"},    {"TCI-MIN-008", "NT-CTL-003"},
        {"TCI-MIN-008", "TCI-REG-003"},   {"TCI-MIN-008", "TCI-RST-022"},
        {"TCI-TE-006", "NT-CTL-004"},     {"TCI-MIN-009", "NT-CTL-005"},
        {"TCI-MIN-009", "NT-MODE-004"},   {"TCI-TE-010", "NT-CTL-006"},
        {"TCI-TE-011", "NT-CTL-007"},     {"TCI-TE-013", "NT-CTL-009"},
        {"TCI-TE-020", "NT-CTL-011"},     {"TCI-TE-026", "NT-CTL-012"},
        {"TCI-TE-027", "NT-CTL-013"},     {"TCI-MIN-011", "NT-CTL-014"},
        {"TCI-MIN-011", "TCI-TE-029"},    {"TCI-MIN-007", "NT-CTL-015"},
        {"TCI-MIN-007", "NT-CTL-017"},    {"TCI-MIN-007", "TCI-COMP-006"},
        {"TCI-MIN-007", "TCI-VER-001"},   {"TCI-MIN-007", "TCI-VER-002"},
        {"TCI-MIN-007", "TCI-ENA-014"},   {"TCI-TE-031", "NT-CTL-018"},
        {"TCI-TE-031", "TCI-MIN-012"},    {"TCI-TE-032", "NT-CTL-020"},
        {"TCI-TE-046", "NT-CTL-032"},     {"TCI-TE-047", "NT-CTL-033"},
        {"TCI-TE-047", "NT-MSG-024"},     {"TCI-TS-017", "NT-CTL-040"},
        {"TCI-FLT-007", "TCI-MAP-025"},   {"TCI-FLT-015", "TCI-MAP-026"},
        {"TCI-MAP-009", "TCI-MAP-001"},   {"TCI-MAP-010", "TCI-MAP-002"},
        {"TCI-MAP-010", "TCI-MIN-003"},   {"TCI-RST-012", "TCI-GEN-004"},
        {"TCI-MIN-004", "TCI-TE-001"},    {"NT-TX-018", "NT-TX-025"},
        {"NT-CNT-014", "NT-CNT-042"},     {"TCI-REG-020", "NT-CTL-016"},
        {"NT-DBR-002", "NT-DBR-007"},     {"NT-ERR-010", "NT-NEX-001"},
        {"TCI-COMP-015", "TCI-COMP-014"}, {"NT-CNT-008", "NT-RUL-021"},
        {"NT-CNT-008", "NT-RUL-022"},     {"NT-HST-008", "NT-RUL-023"},
        {"NT-HST-008", "NT-RUL-024"},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        htk_verdict_copy(e->v, same[i][0], same[i][1]);
    }
}
