/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers of a device: fields as the register map has them, each under the rule of the
 * conformance list that names it ("trTeContext: bit 9 of trTeControl, WARL, ...", "Bits 8:7 of
 * trTeControl: reserved, 0").
 */
#include <inttypes.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htk_enc.h"
#include "htk_reg_rules.h"

enum {
    SETTLE = 64, /* clocks until a switch reads as written */
};

static const uint32_t format = TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;

/* Held or broken by two values of a register. */
static void judge(struct htk_enc *e, const char *id, bool good, const char *expected,
                  uint32_t value)
{
    char got[40];
    snprintf(got, sizeof got, "0x%" PRIX32, value);
    htk_enc_judge(e, id, good, expected, got);
}

/* ---- one field ---- */

/* Awake after a reset, and nothing written. */
static bool reset(struct htk_enc *e)
{
    return htk_dut_reset(&e->dut) &&
           htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK) &&
           htk_dut_tick(&e->dut, SETTLE);
}

/* A value that was read can be written, and is read again; and any value leads to the same twice.
 */
static bool look_at_warl(struct htk_enc *e, const char *id, uint32_t offset, uint32_t mask)
{
    const uint32_t values[] = {0, mask, mask & 0x55555555, mask & 0xAAAAAAAA};
    const uint32_t keep = offset == TR_TE_CONTROL_OFFSET ? TR_TE_ACTIVE_MASK | format : 0;
    bool good = true;
    for (unsigned i = 0; good && i < sizeof values / sizeof values[0]; i++) {
        uint32_t first = 0, second = 0, third = 0;
        char expected[80];
        good = htk_dut_write(&e->dut, offset, keep | values[i]) &&
               htk_dut_read(&e->dut, offset, &first) &&
               htk_dut_write(&e->dut, offset, keep | (first & mask)) &&
               htk_dut_read(&e->dut, offset, &second) &&
               htk_dut_write(&e->dut, offset, keep | values[i]) &&
               htk_dut_read(&e->dut, offset, &third);
        snprintf(expected, sizeof expected, "0x%" PRIX32 " again: it was read after 0x%" PRIX32,
                 first & mask, values[i]);
        if (good) {
            judge(e, id, ((first ^ second) & mask) == 0, expected, second & mask);
            judge(e, "TCI-GEN-002", ((first ^ third) & mask) == 0, expected, third & mask);
        }
    }
    return good && htk_dut_write(&e->dut, offset, keep);
}

static bool look_at_fixed(struct htk_enc *e, const char *id, uint32_t offset, uint32_t mask)
{
    uint32_t first = 0, second = 0;
    const uint32_t keep = offset == TR_TE_CONTROL_OFFSET ? TR_TE_ACTIVE_MASK | format : 0;
    const bool good = htk_dut_read(&e->dut, offset, &first) &&
                      htk_dut_write(&e->dut, offset, keep | (~first & mask)) &&
                      htk_dut_tick(&e->dut, SETTLE) && /* it may be a status */
                      htk_dut_read(&e->dut, offset, &second) &&
                      htk_dut_write(&e->dut, offset, keep);
    if (good) {
        judge(e, id, ((first ^ second) & mask) == 0, "as before a write", second & mask);
    }
    return good;
}

/* The switches and W1 fields are looked at elsewhere. */
static bool one_field(struct htk_enc *e, const char *id, const struct regmap_reg *r,
                      const struct regmap_field *f)
{
    const uint32_t mask = regmap_field_mask(f);
    uint32_t value;
    htk_enc_begin(e, HTK_NO_SEED, "%s of %s", f->name, r->name);
    if (!reset(e) || !htk_dut_read(&e->dut, r->offset, &value)) {
        return false;
    }
    const bool is_active = r->offset == TR_TE_CONTROL_OFFSET && mask == TR_TE_ACTIVE_MASK;
    if (f->reset_kind == REGMAP_RESET_VALUE && !is_active) {
        char expected[60];
        snprintf(expected, sizeof expected, "0x%" PRIX32 " after reset", f->reset << f->lsb);
        judge(e, id, (value & mask) == f->reset << f->lsb, expected, value & mask);
    }
    if (f->access == REGMAP_WARL) {
        return look_at_warl(e, id, r->offset, mask);
    }
    return f->access != REGMAP_RO || look_at_fixed(e, id, r->offset, mask);
}

/* ---- the whole map ---- */

static bool look_at_reserved(struct htk_enc *e, const char *id, const struct regmap_reg *r,
                             uint32_t mask)
{
    const uint32_t keep = r->offset == TR_TE_CONTROL_OFFSET ? TR_TE_ACTIVE_MASK : 0;
    uint32_t value;
    htk_enc_begin(e, HTK_NO_SEED, "reserved bits of %s", r->name);
    if (!reset(e) || !htk_dut_write(&e->dut, r->offset, keep | mask) ||
        !htk_dut_read(&e->dut, r->offset, &value)) {
        return false;
    }
    judge(e, id, (value & mask) == 0, "0 in the reserved bits after 1 was written", value & mask);
    return true;
}

static bool look_at_map(struct htk_enc *e)
{
    bool good = true;
    const struct regmap_reg *reg;
    const char *id;
    uint32_t mask;
    for (unsigned r = 0; r < regmap_encoder.nregs; r++) {
        reg = &regmap_encoder.regs[r];
        for (unsigned f = 0; good && f < reg->nfields; f++) {
            id = htk_reg_rule_of_field(&reg->fields[f]);
            good = id == NULL || one_field(e, id, reg, &reg->fields[f]);
        }
    }
    for (unsigned n = 0; good && htk_reg_reserved(&regmap_encoder, n, &id, &reg, &mask); n++) {
        good = reg == NULL || look_at_reserved(e, id, reg, mask);
    }
    return good;
}

/* ---- switches, modes and what must be there ---- */

static bool control(struct htk_enc *e, uint32_t write, uint32_t *read)
{
    return htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, write) && htk_dut_tick(&e->dut, SETTLE) &&
           htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, read);
}

static bool look_at_switches(struct htk_enc *e)
{
    const uint32_t active = TR_TE_ACTIVE_MASK, enable = TR_TE_ENABLE_MASK;
    const uint32_t both = active | enable;
    uint32_t value, second;
    htk_enc_begin(e, HTK_NO_SEED, "trTeActive and trTeEnable");
    if (!htk_dut_reset(&e->dut) || !htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, &value)) {
        return false;
    }
    judge(e, "TCI-RST-002", (value & both) == 0, "trTeActive 0 and trTeEnable 0 after power-up",
          value & both);
    if (!control(e, active | format, &value)) {
        return false;
    }
    judge(e, "TCI-MIN-004", (value & active) != 0, "trTeActive reads 1 after it was written",
          value);
    judge(e, "TCI-RST-021", (value & enable) == 0, "trTeEnable 0 after trTeActive became 1", value);
    judge(e, "TCI-MIN-011", (value & TR_TE_FORMAT_MASK) == format,
          "trTeFormat 1 after it was written", value);
    if (!control(e, both | format, &value) || !control(e, active | format, &second)) {
        return false;
    }
    judge(e, "TCI-MIN-005", (value & enable) != 0, "trTeEnable reads 1 after it was written",
          value);
    judge(e, "TCI-MIN-005", (second & enable) == 0, "trTeEnable reads 0 after it was written",
          second);
    judge(e, "TCI-TE-006", (second & TR_TE_EMPTY_MASK) != 0, "trTeEmpty 1: nothing was traced",
          second);
    if (!control(e, active | TR_TE_INST_TRACING_MASK | format, &value) ||
        !control(e, active | format, &second)) {
        return false;
    }
    judge(e, "TCI-MIN-008", (value & ~second & TR_TE_INST_TRACING_MASK) != 0,
          "trTeInstTracing reads as it was written", value);
    if (!control(e, both | format, &value) || !control(e, 0, &value)) {
        return false;
    }
    judge(e, "TCI-MIN-004", (value & active) == 0, "trTeActive reads 0 after it was written",
          value);
    judge(e, "TCI-RST-009", (value & enable) == 0, "trTeEnable 0 after trTeActive became 0", value);
    if (!control(e, both | format, &value) || !control(e, enable, &value)) {
        return false;
    }
    judge(e, "TCI-RST-009", (value & enable) == 0, "trTeEnable 0 while trTeActive is 0", value);
    return true;
}

/* A trigger starts trace, and leaves trTeEnable alone. */
static bool look_at_enable(struct htk_enc *e)
{
    const uint32_t control = TR_TE_ACTIVE_MASK | TR_TE_INST_TRIG_ENABLE_MASK | format;
    const struct ingress_cycle in = {.priv = INGRESS_PRIV_M,
                                     .trigger = INGRESS_TRIGGER_ON,
                                     .nblocks = 1,
                                     .block = {{.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}}};
    uint32_t value = 0;
    htk_enc_begin(e, HTK_NO_SEED, "trTeEnable and a trigger");
    if (!htk_enc_wake(&e->dut) || !htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, control) ||
        !htk_dut_cycle(&e->dut, &in) || !htk_dut_tick(&e->dut, SETTLE) ||
        !htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, &value)) {
        return false;
    }
    judge(e, "TCI-TE-004", (value & TR_TE_ENABLE_MASK) == 0, "trTeEnable 0: it was not written",
          value);
    return true;
}

static bool look_at_modes(struct htk_enc *e)
{
    uint32_t modes = 0, sync = 0, value;
    htk_enc_begin(e, HTK_NO_SEED, "trTeInstMode and trTeInstSyncMode");
    if (!reset(e)) {
        return false;
    }
    for (uint32_t mode = 1; mode < 8; mode++) {
        if (!htk_enc_try(e, TR_TE_CONTROL_OFFSET, mode << TR_TE_INST_MODE_SHIFT, &value)) {
            return false;
        }
        const uint32_t got = (value & TR_TE_INST_MODE_MASK) >> TR_TE_INST_MODE_SHIFT;
        modes |= 1u << got;
        judge(e, "TCI-TE-010", got != 0, "a mode other than 0 after one was written", got);
    }
    judge(e, "TCI-MIN-009", (modes & (1u << TR_TE_INST_MODE_BTM | 1u << TR_TE_INST_MODE_HTM)) != 0,
          "trTeInstMode 3 or 6 can be set", modes);
    for (uint32_t mode = 1; mode < 4; mode++) {
        if (!htk_enc_try(e, TR_TE_CONTROL_OFFSET, mode << TR_TE_INST_SYNC_MODE_SHIFT, &value)) {
            return false;
        }
        sync |= value & TR_TE_INST_SYNC_MODE_MASK;
    }
    judge(e, "TCI-MIN-010", sync != 0, "a trTeInstSyncMode other than 0 can be set", sync);
    judge(e, "TCI-TE-021", sync != 0, "a trTeInstSyncMode other than 0 can be set", sync);
    return true;
}

static bool look_at_version(struct htk_enc *e)
{
    uint32_t value;
    htk_enc_begin(e, HTK_NO_SEED, "trTeImpl");
    if (!reset(e) || !htk_dut_read(&e->dut, TR_TE_IMPL_OFFSET, &value)) {
        return false;
    }
    judge(e, "TCI-MIN-007", (value & TR_TE_VER_MAJOR_MASK) == 1 && (value >> 8 & 15) == 1,
          "trTeVerMajor 1 and trTeCompType 1", value);
    judge(e, "TCI-TE-031", (value >> 16 & 15) == 1, "trTeProtocolMajor 1: N-Trace 1.0", value);
    judge(e, "TCI-TE-032", (value >> 20 & 15) == 0, "trTeProtocolMinor 0: N-Trace 1.0", value);
    return true;
}

/* ---- what a switch does to the trace ---- */

/* Some branches with these bits of trTeControl. *n: bytes that came. */
static bool trace(struct htk_enc *e, uint32_t bits, size_t *n)
{
    const struct ingress_cycle in = {
        .priv = INGRESS_PRIV_M,
        .nblocks = 1,
        .block = {{.iaddr = 0x1000, .iretire = 2, .itype = INGRESS_ITYPE_TAKEN, .ilastsize = 1}}};
    bool good = htk_enc_wake(&e->dut) &&
                htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | format | bits) &&
                htk_dut_tick(&e->dut, SETTLE);
    for (unsigned i = 0; good && i < 8; i++) {
        good = htk_dut_cycle(&e->dut, &in) && htk_dut_tick(&e->dut, SETTLE);
    }
    good = good && htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | format) &&
           htk_dut_tick(&e->dut, SETTLE) && htk_dut_flush(&e->dut);
    htk_enc_strip(e);
    *n = e->dut.n;
    return good;
}

static bool look_at_tracing(struct htk_enc *e)
{
    const uint32_t mode = (uint32_t)(e->cfg.btm ? TR_TE_INST_MODE_BTM : TR_TE_INST_MODE_HTM)
                          << TR_TE_INST_MODE_SHIFT;
    const uint32_t enable = TR_TE_ENABLE_MASK, tracing = TR_TE_INST_TRACING_MASK;
    const struct {
        uint32_t bits;
        bool some;
        const char *id, *expected;
    } cases[] = {
        {mode | enable | tracing, true, "TCI-TE-005", "trace of eight branches"},
        {mode | enable, false, "TCI-TE-005", "no trace: trTeInstTracing is 0"},
        {mode | tracing, false, "TCI-TE-002", "no trace: trTeEnable is 0"},
        {enable | tracing, false, "TCI-TE-007", "no trace: trTeInstMode is 0"},
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof cases / sizeof cases[0]; i++) {
        size_t n = 0;
        htk_enc_begin(e, HTK_NO_SEED, "trTeEnable, trTeInstTracing and trTeInstMode");
        good = trace(e, cases[i].bits, &n);
        /* What ends a trace that never was may be reported: two bytes and more, no address. */
        char got[60];
        snprintf(got, sizeof got, "%zu bytes", n);
        const bool right = cases[i].some ? n > 4 : n <= 4;
        if (good && right) {
            htk_verdict_hold(e->v, cases[i].id, 1);
        } else if (good) {
            htk_enc_break(e, cases[i].id, cases[i].expected, got);
        }
        if (i == 0 && !right) {
            return good; /* that no trace comes shows nothing */
        }
    }
    return good;
}

bool htk_enc_registers(struct htk_enc *e)
{
    return !htk_enc_wants(e, "registers") ||
           (look_at_map(e) && look_at_switches(e) && look_at_enable(e) && look_at_modes(e) &&
            look_at_version(e) && look_at_tracing(e));
}
