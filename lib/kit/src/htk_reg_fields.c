/* SPDX-License-Identifier: Apache-2.0 */
/* Every field of the register map, bits without field, and offsets without register. */
#include <inttypes.h>
#include <string.h>

#include "encoder_regs.h"
#include "htk_reg.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"

enum {
    TABLE = 4, /* bits of a field that is tried with every value */
};

/* The register that is looked at. */
struct place {
    const struct regmap_reg *reg;
    uint32_t offset;
    bool there; /* something was read that is not 0 */
};

/* ---- what a field may and must hold ---- */

#define ANY 0xFFFFu

/* Values that are legal, of which one of `some` can be set. */
static const struct fact {
    const char *field;
    uint16_t legal, some;
    const char *ids;
} facts[] = {
    {"trTeInstMode", 1u << 0 | 1u << 3 | 1u << 6 | 1u << 7, 1u << 3 | 1u << 6,
     "NT-CTL-005 NT-CTL-006 TCI-MIN-009"},
    {"trTeInstSyncMode", ANY, 0xE, "TCI-MIN-010 TCI-TE-021"},
    {"trTeFormat", 1u << 0 | 1u << 1 | 1u << 7, 1u << 1, "NT-CTL-014 TCI-MIN-011 TCI-TE-029"},
    {"trTeInstNoAddrDiff", 1, 1, "NT-CTL-022"},
    {"trTeInstNoTrapAddr", 1, 1, "NT-CTL-023"},
    {"trTeInstEnBranchPrediction", 1, 1, "NT-CTL-026"},
    {"trTeInstEnJumpTargetCache", 1, 1, "NT-CTL-027"},
    {"trRamMemFormat", 1u << 0 | 1u << 3, 1, "TCI-RAM-012"},
    {"trRamAsyncFreq", ANY, 1, "TCI-RAM-013"},
    {"trRamStopOnWrap", ANY, 1, "TCI-RAM-010"},
    {"trPibMode", 1u << 0 | 1u << 4 | 1u << 5 | 0x1F00, 0x1F30, "TCI-PIB-005"},
    {"trPibCalibrate", ANY, 1, "TCI-PIB-008"},
};

/* Features of an encoder can be switched off. */
static bool is_option(const char *name)
{
    return strncmp(name, "trTeInstEn", 10) == 0 || strcmp(name, "trTeContext") == 0 ||
           strcmp(name, "trTeInstStallEna") == 0 || strcmp(name, "trTeInstTrigEnable") == 0;
}

static void judge_values(struct htk_reg *r, const struct regmap_field *f, uint32_t seen)
{
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (strcmp(facts[i].field, f->name) == 0) {
            char expected[80];
            snprintf(expected, sizeof expected,
                     "of the values 0x%X (one bit each), and one of 0x%X", facts[i].legal,
                     facts[i].some);
            htk_reg_judge_all(r, facts[i].ids,
                              (seen & ~(uint32_t)facts[i].legal) == 0 &&
                                  (seen & facts[i].some) != 0,
                              expected, seen);
        }
    }
    if (strncmp(f->name, "trTeTrigExtInAction", 19) == 0) {
        htk_reg_judge(r, "TCI-TRIG-016", (seen & ~0x1Du) == 0, "actions 0, 2, 3 and 4 only (0x1D)",
                      seen);
    }
    if (strcmp(f->name, "trTsMode") == 0 && r->about->kind == TOPOLOGY_FUNNEL) {
        htk_reg_judge(r, "TCI-TS-002", (seen & 1u << 3) == 0, "no mode 3 in a funnel", seen);
    }
    if (is_option(f->name)) {
        htk_reg_judge(r, "TCI-GEN-007", (seen & 1) != 0, "0 can be set", seen);
    }
}

/* ---- one field ---- */

/* What is written beside the field. */
static uint32_t beside(const struct htk_reg *r, const struct place *p, const struct regmap_field *f)
{
    const bool time = p->offset == TR_TS_CONTROL_OFFSET &&
                      (r->about->kind == TOPOLOGY_ENCODER || r->about->kind == TOPOLOGY_FUNNEL);
    const uint32_t keep = p->offset == HTK_REG_CONTROL ? HTK_REG_ACTIVE | r->beside
                          : time                       ? TR_TS_ACTIVE_MASK
                                                       : 0;
    return keep & ~regmap_field_mask(f);
}

/* A value leads to a legal one, which can be written again, and always to the same. */
static bool closes(struct htk_reg *r, const struct place *p, const struct regmap_field *f,
                   const char *id, uint32_t value, uint32_t *got)
{
    const uint32_t mask = regmap_field_mask(f), keep = beside(r, p, f);
    uint32_t first = 0, second = 0, third = 0;
    char expected[80];
    if (!htk_reg_try(r, p->offset, keep | value, &first) ||
        !htk_reg_try(r, p->offset, keep | (first & mask), &second) ||
        !htk_reg_try(r, p->offset, keep | value, &third)) {
        return false;
    }
    *got = first & mask;
    snprintf(expected, sizeof expected, "0x%" PRIX32 " again: it was read after 0x%" PRIX32,
             first & mask, value);
    htk_reg_judge(r, id, ((first ^ second) & mask) == 0, expected, second & mask);
    htk_reg_judge(r, "TCI-GEN-002", ((first ^ third) & mask) == 0, expected, third & mask);
    return true;
}

static bool look_at_warl(struct htk_reg *r, struct place *p, const struct regmap_field *f,
                         const char *id)
{
    const uint32_t mask = regmap_field_mask(f);
    const unsigned bits = f->msb - f->lsb + 1u;
    const uint32_t wide[] = {0, mask, mask & 0x55555555, mask & 0xAAAAAAAA};
    const unsigned n = bits <= TABLE ? 1u << bits : sizeof wide / sizeof wide[0];
    uint32_t seen = 0, got = 0;
    for (unsigned i = 0; i < n; i++) {
        if (!closes(r, p, f, id, bits <= TABLE ? i << f->lsb : wide[i], &got)) {
            return false;
        }
        p->there = p->there || got != 0;
        seen |= bits <= TABLE ? 1u << (got >> f->lsb) : 0;
    }
    if (bits <= TABLE) {
        judge_values(r, f, seen);
    }
    return htk_reg_write(r, p->offset, beside(r, p, f));
}

static bool look_at_fixed(struct htk_reg *r, struct place *p, const struct regmap_field *f,
                          const char *id)
{
    const uint32_t mask = regmap_field_mask(f), keep = beside(r, p, f);
    uint32_t first = 0, second = 0;
    if (!htk_reg_try(r, p->offset, keep, &first) || !htk_reg_pass(r, 2) ||
        !htk_reg_read(r, p->offset, &first) ||
        !htk_reg_write(r, p->offset, keep | (~first & mask)) || !htk_reg_pass(r, 2) ||
        !htk_reg_read(r, p->offset, &second)) {
        return false;
    }
    p->there = p->there || (first & mask) != 0;
    htk_reg_judge(r, id, ((first ^ second) & mask) == 0, "as before a write", second & mask);
    return htk_reg_write(r, p->offset, keep);
}

/* Status bits that nothing has set: both values are written, and 0 is read. */
static bool look_at_status(struct htk_reg *r, const struct place *p, const struct regmap_field *f,
                           const char *id)
{
    const uint32_t mask = regmap_field_mask(f), keep = beside(r, p, f);
    uint32_t cleared = 0, left = 0;
    if (!htk_reg_try(r, p->offset, keep | mask, &cleared) ||
        !htk_reg_try(r, p->offset, keep, &left)) {
        return false;
    }
    htk_reg_judge(r, id, (cleared & mask) == 0, "0 after 1 was written", cleared & mask);
    if (f->access == REGMAP_RW1C) {
        htk_reg_judge(r, "TCI-GEN-001", ((cleared | left) & mask) == 0, "0: nothing has happened",
                      (cleared | left) & mask);
    }
    return true;
}

/* After a reset, and after another one. */
static bool look_at_reset(struct htk_reg *r, struct place *p, const struct regmap_field *f,
                          const char *id)
{
    const uint32_t mask = regmap_field_mask(f);
    uint32_t control, value = 0, again = 0;
    char expected[60];
    if ((!r->o->read_only && p->offset == HTK_REG_CONTROL && !htk_reg_reset(r, &control)) ||
        !htk_reg_read(r, p->offset, &value)) {
        return false;
    }
    p->there = p->there || (value & mask) != 0;
    if (f->reset_kind == REGMAP_RESET_VALUE) {
        snprintf(expected, sizeof expected, "0x%" PRIX32 " after reset", f->reset << f->lsb);
        htk_reg_judge(r, id, (value & mask) == f->reset << f->lsb, expected, value & mask);
        return true;
    }
    if (!htk_reg_reset(r, &control) || !htk_reg_read(r, p->offset, &again)) {
        return false;
    }
    snprintf(expected, sizeof expected, "0x%" PRIX32 " after every reset", value & mask);
    htk_reg_judge_all(r, "TCI-GEN-004 TCI-RST-012", ((value ^ again) & mask) == 0, expected,
                      again & mask);
    htk_reg_judge(r, id, ((value ^ again) & mask) == 0, expected, again & mask);
    return true;
}

/* Fields that htk_reg_switch.c and others look at: what they do is more than to be written. */
static bool is_special(const struct htk_reg *r, const struct place *p, const struct regmap_field *f)
{
    return (p->offset == HTK_REG_CONTROL && f->access == REGMAP_RW && f->lsb < 2) ||
           (r->about->kind == TOPOLOGY_RAMSINK && p->offset == TR_RAM_DATA_OFFSET) ||
           strcmp(f->name, "trAtbBridgeID") == 0 || strcmp(f->name, "trTsActive") == 0;
}

static bool one_field(struct htk_reg *r, struct place *p, const struct regmap_field *f)
{
    const bool counter = strncmp(f->name, "trTsCounter", 11) == 0;
    const char *id = htk_reg_rule_of_field(f);
    if (id == NULL || is_special(r, p, f)) {
        return true;
    }
    htk_reg_begin(r, "%s of %s at 0x%03X", f->name, p->reg->name, (unsigned)p->offset);
    if (f->reset_kind != REGMAP_RESET_UNDEF && !counter && !look_at_reset(r, p, f, id)) {
        return false;
    }
    if (counter && !htk_reg_write(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK)) {
        return false; /* it does not advance */
    }
    switch (f->access) {
    case REGMAP_WARL:
        return look_at_warl(r, p, f, id);
    case REGMAP_RO:
        return look_at_fixed(r, p, f, id);
    case REGMAP_RW1C:
    case REGMAP_W1:
        return look_at_status(r, p, f, id);
    default: { /* RW: a bit */
        uint32_t set = 0, cleared = 0;
        const uint32_t keep = beside(r, p, f), mask = regmap_field_mask(f);
        if (!htk_reg_try(r, p->offset, keep | mask, &set) ||
            !htk_reg_try(r, p->offset, keep, &cleared)) {
            return false;
        }
        htk_reg_judge(r, id, (set & ~cleared & mask) == mask, "1 and 0 as they were written",
                      (set & mask) != 0 ? cleared : set);
        return true;
    }
    }
}

static bool one_register(struct htk_reg *r, struct place *p)
{
    uint32_t control;
    if (!htk_reg_reset(r, &control) ||
        !htk_reg_write(r, HTK_REG_CONTROL, HTK_REG_ACTIVE | r->beside)) {
        return false;
    }
    for (unsigned f = 0; f < p->reg->nfields; f++) {
        if (!one_field(r, p, &p->reg->fields[f])) {
            return false;
        }
    }
    return true;
}

/* ---- reserved bits ---- */

static bool look_at_reserved(struct htk_reg *r, const char *id, const struct regmap_reg *reg,
                             uint32_t mask)
{
    for (unsigned k = 0; k<reg->count; k += reg->count> 1 ? reg->count - 1u : 1u) {
        const uint32_t offset = (uint32_t)reg->offset + k * reg->stride;
        const uint32_t keep = offset == HTK_REG_CONTROL ? HTK_REG_ACTIVE : 0;
        uint32_t value = 0, before = 0;
        htk_reg_begin(r, "reserved bits of %s at 0x%03X", reg->name, (unsigned)offset);
        if (!htk_reg_read(r, offset, &before) || !htk_reg_try(r, offset, keep | mask, &value) ||
            !htk_reg_write(r, offset, keep)) {
            return false;
        }
        htk_reg_judge(r, id, ((before | value) & mask) == 0,
                      "0 in the reserved bits, also after 1 was written", (before | value) & mask);
    }
    return true;
}

static bool all_reserved(struct htk_reg *r)
{
    const struct regmap_reg *reg;
    const char *id;
    uint32_t mask = 0, control;
    bool good = htk_reg_reset(r, &control);
    for (unsigned n = 0; good && htk_reg_reserved(r->map, n, &id, &reg, &mask); n++) {
        good = reg == NULL || look_at_reserved(r, id, reg, mask);
    }
    return good;
}

bool htk_reg_fields(struct htk_reg *r)
{
    for (unsigned i = 0; i < r->map->nregs; i++) {
        const struct regmap_reg *reg = &r->map->regs[i];
        struct place p = {.reg = reg};
        for (unsigned k = 0; reg->offset < HTK_REG_VENDOR && k < reg->count; k++) {
            p.offset = (uint32_t)reg->offset + k * reg->stride;
            if (!one_register(r, &p)) {
                return false;
            }
        }
        const char *id = htk_reg_rule_of_place(reg);
        if (p.there && id != NULL) {
            htk_reg_judge(r, id, true, "", 0);
        } else if (id != NULL && !reg->required) {
            htk_reg_skip(r, id, "a register that is an option");
            htk_reg_judge(r, "TCI-MAP-007", true, "", 0);
        }
    }
    return all_reserved(r);
}

/* ---- offsets without register ---- */

static bool is_hole(const struct htk_reg *r, uint32_t offset)
{
    return offset < HTK_REG_VENDOR && htk_reg_at(r->map, offset) == NULL;
}

/* From `from` on: the end of this row of offsets without register. */
static uint32_t end_of(const struct htk_reg *r, uint32_t from)
{
    while (is_hole(r, from)) {
        from += 4;
    }
    return from;
}

static bool look_into(struct htk_reg *r, uint32_t from, uint32_t to, bool write)
{
    uint32_t value[HTK_REG_VENDOR / 4] = {0};
    for (uint32_t o = from; write && o < to; o += 4) {
        if (!htk_reg_write(r, o, UINT32_MAX)) {
            return false;
        }
    }
    if (!htk_reg_read_block(r, from, value, (to - from) / 4)) {
        return false;
    }
    for (uint32_t o = from; o < to; o += 4) {
        const uint32_t got = value[(o - from) / 4];
        htk_reg_begin(r, "offset 0x%03X, which has no register", (unsigned)o);
        htk_reg_judge(r, htk_reg_rule_of_hole(r->about->kind, o), got == 0,
                      write ? "0, also after a write" : "0", got);
    }
    return true;
}

static bool all_holes(struct htk_reg *r, bool write)
{
    for (uint32_t o = 8; o < HTK_REG_VENDOR;) {
        const uint32_t to = end_of(r, o);
        if (to > o && !look_into(r, o, to, write)) {
            return false;
        }
        o = to + 4;
    }
    return true;
}

/* A register that follows a write to another offset is there twice. */
bool htk_reg_holes(struct htk_reg *r)
{
    static const char id[] = "TCI-MAP-004";
    uint32_t control;
    struct htk_saved *const kept = &r->saved[r->i];
    struct htk_saved own = *kept;
    bool good = htk_reg_reset(r, &control) && htk_reg_save(r);
    const struct htk_saved before = *kept;
    good = good && all_holes(r, true) && htk_reg_save(r);
    for (unsigned k = 0; good && k < before.n; k++) {
        htk_reg_begin(r, "offset 0x%03X, after writes to offsets without register",
                      (unsigned)before.offset[k]);
        htk_reg_judge(r, id, kept->value[k] == before.value[k], "as before", kept->value[k]);
    }
    own.slow = kept->slow;
    *kept = own;
    return good;
}

/* ---- reading alone ---- */

bool htk_reg_read_only(struct htk_reg *r)
{
    const struct regmap_reg *reg;
    const char *id;
    uint32_t mask = 0, value = 0;
    bool good = all_holes(r, false);
    for (unsigned n = 0; good && htk_reg_reserved(r->map, n, &id, &reg, &mask); n++) {
        for (unsigned k = 0; good && reg != NULL && k < reg->count; k++) {
            const uint32_t offset = (uint32_t)reg->offset + k * reg->stride;
            htk_reg_begin(r, "reserved bits of %s at 0x%03X", reg->name, (unsigned)offset);
            good = htk_reg_read(r, offset, &value);
            if (good) {
                htk_reg_judge(r, id, (value & mask) == 0, "0 in the reserved bits", value & mask);
            }
        }
    }
    const struct regmap_reg *impl = htk_reg_at(r->map, HTK_REG_IMPL);
    for (unsigned f = 0; good && f < impl->nfields; f++) {
        const struct regmap_field *field = &impl->fields[f];
        struct place p = {.reg = impl, .offset = HTK_REG_IMPL};
        id = htk_reg_rule_of_field(field);
        htk_reg_begin(r, "%s of %s", field->name, impl->name);
        good = field->reset_kind != REGMAP_RESET_VALUE || look_at_reset(r, &p, field, id);
    }
    return good;
}
