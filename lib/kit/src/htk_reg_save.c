/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of a live component, as they were before. */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_reg.h"
#include "ramsink_regs.h"

/* Bits that hold what is written. The others are read only, or act when they are written. */
static uint32_t settings(const struct regmap_reg *reg)
{
    uint32_t mask = 0;
    for (unsigned f = 0; f < reg->nfields; f++) {
        const uint8_t access = reg->fields[f].access;
        mask |=
            access == REGMAP_RW || access == REGMAP_WARL ? regmap_field_mask(&reg->fields[f]) : 0;
    }
    return mask;
}

bool htk_reg_save(struct htk_reg *r)
{
    struct htk_saved *s = &r->saved[r->i];
    s->n = 0;
    for (unsigned i = 0; i < r->map->nregs; i++) {
        const struct regmap_reg *reg = &r->map->regs[i];
        const uint32_t mask = settings(reg);
        const bool data = r->about->kind == TOPOLOGY_RAMSINK && reg->offset == TR_RAM_DATA_OFFSET;
        for (unsigned k = 0; mask != 0 && !data && k < reg->count; k++) {
            const uint32_t offset = (uint32_t)reg->offset + k * reg->stride;
            if (reg->offset >= HTK_REG_VENDOR || s->n == HTK_REG_SAVED) {
                break;
            }
            s->offset[s->n] = (uint16_t)offset;
            s->mask[s->n] = mask;
            if (!htk_reg_read(r, offset, &s->value[s->n])) {
                return false;
            }
            s->value[s->n++] &= mask;
        }
    }
    s->valid = true;
    return true;
}

/* The order in which they are written: trXxControl first, since it chooses what the others are.
 * The pointers of a RAM sink: the write pointer last, high halves before low ones. In the others
 * what is matched comes before the bits that make it count, so from the highest offset down. */
static unsigned rank(enum topology_kind kind, uint32_t offset)
{
    if (offset == HTK_REG_CONTROL) {
        return 0;
    }
    if (kind != TOPOLOGY_RAMSINK) {
        return 0x1000 - offset;
    }
    const unsigned pair = (offset & ~7u) == TR_RAM_WP_LOW_OFFSET   ? 0x28
                          : (offset & ~7u) == TR_RAM_RP_LOW_OFFSET ? 0x20
                                                                   : offset & ~7u;
    return 1 + pair + ((offset & 4) == 0 ? 4 : 0);
}

/* The next one in this order: rank above `after`. */
static unsigned next(const struct htk_saved *s, enum topology_kind kind, unsigned *after)
{
    unsigned best = s->n, least = UINT32_MAX;
    for (unsigned k = 0; k < s->n; k++) {
        const unsigned at = rank(kind, s->offset[k]) + 1;
        if (at > *after && at < least) {
            least = at;
            best = k;
        }
    }
    *after = least;
    return best;
}

static bool write_one(struct htk_reg *r, const struct htk_saved *s, unsigned k)
{
    const bool time = s->offset[k] == TR_TS_CONTROL_OFFSET && r->about->kind != TOPOLOGY_RAMSINK;
    uint32_t value = 0;
    bool good = false;
    /* Its settings count only once trTsActive is 1. */
    if (time && (s->value[k] & TR_TS_ACTIVE_MASK) != 0 &&
        (!htk_reg_write(r, s->offset[k], TR_TS_ACTIVE_MASK) ||
         !htk_reg_poll(r, s->offset[k], TR_TS_ACTIVE_MASK, TR_TS_ACTIVE_MASK, &good))) {
        return false;
    }
    if (!htk_reg_try(r, s->offset[k], s->value[k], &value)) {
        return false;
    }
    value &= s->mask[k];
    good = value == s->value[k];
    if (good) {
        r->sum->restored++;
    } else {
        r->sum->not_restored++;
        htr_note(r->host, NULL,
                 "%s: the register at 0x%03X could not be restored: it is 0x%" PRIX32
                 ", and was 0x%" PRIX32,
                 r->c->name, (unsigned)s->offset[k], value, s->value[k]);
    }
    return true;
}

/* Off, whatever state it is in. */
static bool put_to_rest(struct htk_reg *r)
{
    uint32_t control = 0;
    bool good = false;
    if (!htk_reg_read(r, HTK_REG_CONTROL, &control)) {
        return false;
    }
    if ((control & HTK_REG_ACTIVE) != 0 && (control & HTK_REG_ENABLE) != 0 &&
        !htk_reg_write(r, HTK_REG_CONTROL, control & ~(uint32_t)HTK_REG_ENABLE)) {
        return false;
    }
    return htk_reg_write(r, HTK_REG_CONTROL, 0) &&
           htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, 0, &good);
}

bool htk_reg_restore(struct htk_reg *r)
{
    const struct htk_saved *s = &r->saved[r->i];
    const unsigned wrong = r->sum->not_restored;
    unsigned after = 0;
    bool good = false;
    if (!put_to_rest(r)) {
        return false;
    }
    if (!s->active) {
        return true;
    }
    if (!htk_reg_write(r, HTK_REG_CONTROL, HTK_REG_ACTIVE) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, HTK_REG_ACTIVE, &good)) {
        return false;
    }
    for (unsigned k = 0; k < s->n; k++) {
        const unsigned which = next(s, r->about->kind, &after);
        if (!write_one(r, s, which)) {
            return false;
        }
    }
    htk_reg_begin(r, "after the run");
    htk_reg_judge(r, "KIT-RESTORE", r->sum->not_restored == wrong,
                  "every register as it was before", r->sum->not_restored - wrong);
    return true;
}
