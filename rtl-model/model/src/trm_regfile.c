/* SPDX-License-Identifier: Apache-2.0 */
/* The register file: rules of access and reset, driven by the generated table (TCI 1.0, Glossary;
 * Reset and Discovery). */
#include "trm/trm_regfile.h"

#include <stddef.h>

#include "common_regs.h"

/* What a write may do to the bits of one register. */
struct masks {
    uint32_t store; /* RW and WARL */
    uint32_t rw1c;
    uint32_t keep; /* RO */
};

static uint32_t field_mask(const struct regmap_field *f)
{
    uint32_t width = (uint32_t)f->msb - f->lsb + 1u;
    uint32_t ones = width >= 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1u;
    return ones << f->lsb;
}

static struct masks masks_of(const struct regmap_reg *reg)
{
    struct masks m = {0, 0, 0};
    for (unsigned i = 0; i < reg->nfields; i++) {
        const struct regmap_field *f = &reg->fields[i];
        switch (f->access) {
        case REGMAP_RW:
        case REGMAP_WARL:
            m.store |= field_mask(f);
            break;
        case REGMAP_RW1C:
            m.rw1c |= field_mask(f);
            break;
        case REGMAP_RO:
            m.keep |= field_mask(f);
            break;
        default: /* W1 and WO store nothing */
            break;
        }
    }
    return m;
}

const struct regmap_reg *trm_regfile_find(const struct regmap_component *map, uint32_t offset)
{
    for (unsigned i = 0; i < map->nregs; i++) {
        const struct regmap_reg *reg = &map->regs[i];
        if (offset < reg->offset) {
            continue;
        }
        uint32_t distance = offset - reg->offset;
        if (distance == 0) {
            return reg;
        }
        if (reg->count > 1 && distance % reg->stride == 0 && distance / reg->stride < reg->count) {
            return reg;
        }
    }
    return NULL;
}

static bool is_absent(const struct trm_regfile *rf, uint32_t offset)
{
    uint32_t n = offset / 4;
    return ((rf->absent[n / 32] >> (n % 32)) & 1u) != 0;
}

void trm_regfile_keep(struct trm_regfile *rf, uint32_t offset, unsigned keep)
{
    const struct regmap_reg *reg = trm_regfile_find(rf->cfg.map, offset);
    if (reg == NULL) {
        return;
    }
    for (unsigned i = keep; i < reg->count; i++) {
        uint32_t n = ((uint32_t)reg->offset + i * (uint32_t)reg->stride) / 4;
        rf->absent[n / 32] |= UINT32_C(1) << (n % 32);
        rf->word[n] = 0;
    }
}

void trm_regfile_remove(struct trm_regfile *rf, uint32_t offset)
{
    trm_regfile_keep(rf, offset, 0);
}

/* SplitMix64: the noise in Undef fields. */
static uint32_t next_noise(struct trm_regfile *rf)
{
    uint64_t z = (rf->noise += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(z >> 32);
}

static uint32_t reset_value(struct trm_regfile *rf, const struct regmap_reg *reg)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < reg->nfields; i++) {
        const struct regmap_field *f = &reg->fields[i];
        uint32_t mask = field_mask(f);
        if (f->reset_kind != REGMAP_RESET_UNDEF) {
            value |= (f->reset << f->lsb) & mask;
        } else if (rf->cfg.undef == TRM_UNDEF_GARBAGE && f->access != REGMAP_RW1C &&
                   f->access != REGMAP_W1) {
            value |= next_noise(rf) & mask;
        }
    }
    return value;
}

static uint32_t legal(const struct trm_regfile *rf, uint32_t offset, uint32_t old, uint32_t now,
                      uint32_t writable)
{
    if (rf->cfg.hooks.pre_write == NULL) {
        return now;
    }
    uint32_t value = rf->cfg.hooks.pre_write(rf->cfg.hooks.ctx, offset, old, now);
    return (now & ~writable) | (value & writable);
}

/* Give all registers their reset values (TCI, Reset and Discovery). */
static void reset_all(struct trm_regfile *rf)
{
    for (unsigned i = 0; i < rf->cfg.map->nregs; i++) {
        const struct regmap_reg *reg = &rf->cfg.map->regs[i];
        struct masks m = masks_of(reg);
        for (unsigned k = 0; k < reg->count; k++) {
            uint32_t offset = (uint32_t)reg->offset + k * (uint32_t)reg->stride;
            uint32_t value = reset_value(rf, reg);
            if (is_absent(rf, offset)) {
                value = 0;
            } else {
                value = legal(rf, offset, 0, value, m.store);
            }
            rf->word[offset / 4] = value;
        }
    }
    if (rf->cfg.version != 0) {
        trm_regfile_set(rf, TR_IMPL_OFFSET, TR_VER_MAJOR_MASK | TR_VER_MINOR_MASK, rf->cfg.version);
    }
}

static void enter_reset(struct trm_regfile *rf)
{
    rf->enable_pending = false;
    rf->word[TR_CONTROL_OFFSET / 4] &= ~(TR_ACTIVE_MASK | TR_ENABLE_MASK);
    if (rf->cfg.hooks.reset != NULL) {
        rf->cfg.hooks.reset(rf->cfg.hooks.ctx, false);
    }
}

static void leave_reset(struct trm_regfile *rf)
{
    reset_all(rf);
    rf->word[TR_CONTROL_OFFSET / 4] |= TR_ACTIVE_MASK;
    if (rf->cfg.hooks.reset != NULL) {
        rf->cfg.hooks.reset(rf->cfg.hooks.ctx, true);
    }
}

/* The delay is over: tr??Active reads as written. */
static void power_done(struct trm_regfile *rf)
{
    if (rf->active == rf->active_next) {
        return;
    }
    rf->active = rf->active_next;
    if (rf->active) {
        leave_reset(rf);
    }
}

enum trm_status trm_regfile_init(struct trm_regfile *rf, const struct trm_regfile_cfg *cfg,
                                 uint32_t *words)
{
    if (rf == NULL || cfg == NULL || cfg->map == NULL || words == NULL) {
        return TRM_ERR_ARG;
    }
    *rf = (struct trm_regfile){.cfg = *cfg, .word = words, .noise = cfg->seed};
    for (unsigned i = 0; i < TRM_REGFILE_WORDS; i++) {
        words[i] = 0;
    }
    return TRM_OK;
}

static int check_access(uint32_t offset, unsigned size)
{
    if (offset >= TRM_REGFILE_BYTES) {
        return TRM_ERR_RANGE;
    }
    if (size != 4) {
        return TRM_ERR_SIZE;
    }
    if (offset % 4 != 0) {
        return TRM_ERR_MISALIGNED;
    }
    return TRM_OK;
}

enum trm_status trm_regfile_read(struct trm_regfile *rf, uint32_t offset, unsigned size,
                                 uint32_t *value)
{
    *value = 0;
    int status = check_access(offset, size);
    if (status != TRM_OK) {
        return status;
    }
    if (!trm_regfile_active(rf)) {
        *value = offset == TR_CONTROL_OFFSET && rf->active ? TR_ACTIVE_MASK : 0;
        return TRM_OK;
    }
    const struct regmap_reg *reg = trm_regfile_find(rf->cfg.map, offset);
    if (reg == NULL || is_absent(rf, offset)) {
        return TRM_OK;
    }
    *value = rf->word[offset / 4];
    if (rf->cfg.hooks.post_read != NULL) {
        *value = rf->cfg.hooks.post_read(rf->cfg.hooks.ctx, offset, *value);
    }
    return TRM_OK;
}

/* A write of tr??Control that changes tr??Active, or comes while the component is in reset. */
static void write_active(struct trm_regfile *rf, bool active)
{
    if (rf->active != rf->active_next) {
        return; /* power is still changing */
    }
    if (active == rf->active) {
        return;
    }
    rf->active_next = active;
    rf->power_left = rf->cfg.power_ticks;
    if (!active) {
        enter_reset(rf);
    }
    if (rf->power_left == 0) {
        power_done(rf);
    }
}

/* Write a register that is implemented, by all rules. */
static void write_word(struct trm_regfile *rf, uint32_t offset, const struct regmap_reg *reg,
                       uint32_t value)
{
    struct masks m = masks_of(reg);
    uint32_t old = rf->word[offset / 4];
    uint32_t now = (old & m.keep) | (value & m.store) | (old & m.rw1c & ~value);
    now = legal(rf, offset, old, now, m.store);
    rf->word[offset / 4] = now;
    if (rf->cfg.hooks.post_write != NULL) {
        rf->cfg.hooks.post_write(rf->cfg.hooks.ctx, offset, old, now, value);
    }
}

/* With an enable delay: what is written to tr??Control now; tr??Enable follows later. */
static uint32_t delay_enable(struct trm_regfile *rf, uint32_t value)
{
    uint32_t held = rf->word[TR_CONTROL_OFFSET / 4] & TR_ENABLE_MASK;
    bool next = (value & TR_ENABLE_MASK) != 0;
    if (next != (held != 0) && !(rf->enable_pending && rf->enable_next == next)) {
        rf->enable_left = rf->cfg.enable_ticks;
    }
    rf->enable_pending = next != (held != 0);
    rf->enable_next = next;
    return (value & ~TR_ENABLE_MASK) | held;
}

/* The delay is over. RW1C bits are not written. */
static void enable_done(struct trm_regfile *rf)
{
    const struct regmap_reg *reg = trm_regfile_find(rf->cfg.map, TR_CONTROL_OFFSET);
    uint32_t value = rf->word[TR_CONTROL_OFFSET / 4] & masks_of(reg).store;
    rf->enable_pending = false;
    write_word(rf, TR_CONTROL_OFFSET, reg,
               (value & ~TR_ENABLE_MASK) | (rf->enable_next ? TR_ENABLE_MASK : 0));
}

enum trm_status trm_regfile_write(struct trm_regfile *rf, uint32_t offset, unsigned size,
                                  uint32_t value)
{
    int status = check_access(offset, size);
    if (status != TRM_OK) {
        return status;
    }
    bool control = offset == TR_CONTROL_OFFSET;
    if (!trm_regfile_active(rf) || (control && (value & TR_ACTIVE_MASK) == 0)) {
        if (control) {
            write_active(rf, (value & TR_ACTIVE_MASK) != 0);
        }
        return TRM_OK;
    }
    const struct regmap_reg *reg = trm_regfile_find(rf->cfg.map, offset);
    if (reg == NULL || is_absent(rf, offset)) {
        return TRM_OK;
    }
    write_word(rf, offset, reg,
               control && rf->cfg.enable_ticks != 0 ? delay_enable(rf, value) : value);
    return TRM_OK;
}

void trm_regfile_tick(struct trm_regfile *rf)
{
    if (rf->active != rf->active_next) {
        if (rf->power_left > 0) {
            rf->power_left--;
        }
        if (rf->power_left == 0) {
            power_done(rf);
        }
    } else if (rf->enable_pending) {
        rf->enable_left--;
        if (rf->enable_left == 0) {
            enable_done(rf);
        }
    }
}
