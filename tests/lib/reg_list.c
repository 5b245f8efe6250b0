/* SPDX-License-Identifier: Apache-2.0 */
#include "reg_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "reg_facts.h"
#include "regmap_all.h"

enum {
    CONTROL = 0x000,
    IMPL = 0x004,
    ACTIVE = 1u << 0,
    ENABLE = 1u << 1,
    EMPTY = 1u << 3,
    BLOCK = 0x1000, /* bytes of a component */
};

const struct regmap_component *reg_map(enum topology_kind kind)
{
    static const struct regmap_component *const map[] = {
        [TOPOLOGY_ENCODER] = &regmap_encoder,     [TOPOLOGY_FUNNEL] = &regmap_funnel,
        [TOPOLOGY_RAMSINK] = &regmap_ramsink,     [TOPOLOGY_PIBSINK] = &regmap_pibsink,
        [TOPOLOGY_ATBBRIDGE] = &regmap_atbbridge,
    };
    return map[kind];
}

static uint32_t rd(const struct reg_device *d, uint32_t offset)
{
    uint32_t value;
    if (d->read(d, offset, 4, &value) != 0) {
        fail_msg("%s: 0x%03x cannot be read", d->name, (unsigned)offset);
    }
    return value;
}

static void wr(const struct reg_device *d, uint32_t offset, uint32_t value)
{
    if (d->write(d, offset, 4, value) != 0) {
        fail_msg("%s: 0x%03x cannot be written", d->name, (unsigned)offset);
    }
}

/* The bits of mask read as in want. */
static void expect(const struct reg_device *d, uint32_t offset, uint32_t mask, uint32_t want)
{
    uint32_t got = rd(d, offset) & mask;
    if (got != want) {
        fail_msg("%s: 0x%03x reads %#x, not %#x, mask %#x", d->name, (unsigned)offset,
                 (unsigned)got, (unsigned)want, (unsigned)mask);
    }
}

static void settle(const struct reg_device *d)
{
    for (unsigned i = 0; i < d->settle; i++) {
        d->tick(d);
    }
}

/* The register at an offset, or NULL. */
static const struct regmap_reg *reg_at(const struct reg_device *d, uint32_t offset)
{
    const struct regmap_component *map = reg_map(d->kind);
    for (unsigned r = 0; r < map->nregs; r++) {
        const struct regmap_reg *reg = &map->regs[r];
        for (unsigned k = 0; k < reg->count; k++) {
            if (reg->offset + k * reg->stride == offset) {
                return reg;
            }
        }
    }
    return NULL;
}

void reg_reserved_bits_read_zero(const struct reg_device *d)
{
    d->reset(d, 5);
    wr(d, CONTROL, ACTIVE);
    for (uint32_t offset = 0; offset < BLOCK; offset += 4) {
        const struct regmap_reg *reg = reg_at(d, offset);
        uint32_t reserved = UINT32_MAX;
        for (unsigned i = 0; reg != NULL && i < reg->nfields; i++) {
            reserved &= ~regmap_field_mask(&reg->fields[i]);
        }
        expect(d, offset, reserved, 0);
        wr(d, offset, offset == CONTROL ? ~(uint32_t)ENABLE : UINT32_MAX);
        expect(d, offset, reserved, 0);
    }
}

/* A digest of the system-dependent fields, after the others were compared. */
static uint32_t system_dependent(const struct reg_device *d)
{
    const struct regmap_component *map = reg_map(d->kind);
    uint32_t digest = 0;
    for (unsigned r = 0; r < map->nregs; r++) {
        const struct regmap_reg *reg = &map->regs[r];
        for (unsigned f = 0; f < reg->nfields; f++) {
            const struct regmap_field *field = &reg->fields[f];
            if (field->reset_kind == REGMAP_RESET_SD) {
                digest =
                    digest * 31u + ((rd(d, reg->offset) & regmap_field_mask(field)) >> field->lsb);
            } else if (field->reset_kind == REGMAP_RESET_VALUE &&
                       !(reg->offset == CONTROL && field->lsb == 0)) {
                expect(d, reg->offset, regmap_field_mask(field), field->reset << field->lsb);
            }
        }
    }
    return digest;
}

void reg_reset_values(const struct reg_device *d)
{
    for (uint64_t seed = 1; seed <= d->seeds; seed++) {
        uint32_t digest[2];
        d->reset(d, seed);
        expect(d, CONTROL, UINT32_MAX, 0); /* Active and Enable are 0 after power-up */
        for (unsigned again = 0; again < 2; again++) {
            wr(d, CONTROL, ACTIVE);
            digest[again] = system_dependent(d);
            wr(d, CONTROL, ACTIVE | ENABLE);
            wr(d, CONTROL, 0);
        }
        assert_int_equal(digest[0], digest[1]);
    }
}

void reg_read_only_ignores_writes(const struct reg_device *d)
{
    const struct regmap_component *map = reg_map(d->kind);
    d->reset(d, 9);
    wr(d, CONTROL, ACTIVE);
    for (unsigned r = 0; r < map->nregs; r++) {
        const struct regmap_reg *reg = &map->regs[r];
        uint32_t ro = 0;
        for (unsigned f = 0; f < reg->nfields; f++) {
            ro |= reg->fields[f].access == REGMAP_RO ? regmap_field_mask(&reg->fields[f]) : 0;
        }
        uint32_t before = rd(d, reg->offset) & ro;
        wr(d, reg->offset, UINT32_MAX & ~(reg->offset == CONTROL ? ENABLE : 0u));
        settle(d); /* of Empty */
        expect(d, reg->offset, ro, before);
        wr(d, reg->offset, reg->offset == CONTROL ? ACTIVE : 0);
        settle(d);
        expect(d, reg->offset, ro, before);
    }
}

void reg_active_resets(const struct reg_device *d)
{
    d->reset(d, 0);
    expect(d, CONTROL, ACTIVE, 0);
    wr(d, CONTROL, ACTIVE);
    uint32_t released = rd(d, CONTROL);
    expect(d, CONTROL, ACTIVE | ENABLE | EMPTY, ACTIVE | EMPTY);
    wr(d, CONTROL, released | ENABLE);
    expect(d, CONTROL, ENABLE, ENABLE);
    wr(d, CONTROL, released & ~(uint32_t)ENABLE);
    settle(d);
    expect(d, CONTROL, ENABLE | EMPTY, EMPTY);
    wr(d, CONTROL, released | ENABLE);
    wr(d, CONTROL, 0); /* reset while enabled */
    expect(d, CONTROL, ACTIVE | ENABLE, 0);
    wr(d, CONTROL, ACTIVE);
    expect(d, CONTROL, UINT32_MAX, released);
}

/* All registers written 0, then each with noise. Returns how many values it has put into got[]. */
static unsigned write_noise(const struct reg_device *d, uint32_t *got, unsigned room)
{
    uint32_t noise = 12345;
    unsigned n = 0;
    wr(d, CONTROL, ACTIVE);
    for (uint32_t offset = 0; offset < BLOCK; offset += 4) {
        if (reg_at(d, offset) != NULL) {
            wr(d, offset, offset == CONTROL ? ACTIVE : 0);
        }
    }
    for (uint32_t offset = 0; offset < BLOCK && n < room; offset += 4) {
        if (reg_at(d, offset) != NULL) {
            noise = noise * 1664525u + 1013904223u;
            wr(d, offset, offset == CONTROL ? (noise | ACTIVE) & ~(uint32_t)ENABLE : noise);
            got[n++] = rd(d, offset);
        }
    }
    return n;
}

void reg_nothing_hidden(const struct reg_device *d)
{
    static uint32_t first[BLOCK / 4], got[BLOCK / 4];
    d->reset(d, 0);
    unsigned n = write_noise(d, first, BLOCK / 4);
    assert_true(n > 1);
    for (uint64_t seed = 1; seed < 4; seed++) {
        d->reset(d, seed);
        assert_int_equal(write_noise(d, got, BLOCK / 4), n);
        for (unsigned i = 0; i < n; i++) {
            if (got[i] != first[i]) {
                fail_msg("%s: register %u becomes %#x or %#x", d->name, i, (unsigned)first[i],
                         (unsigned)got[i]);
            }
        }
    }
}

void reg_not_there_reads_zero(const struct reg_device *d)
{
    d->reset(d, 1);
    wr(d, CONTROL, ACTIVE);
    for (uint32_t offset = 4; offset < BLOCK; offset += 4) {
        if (reg_at(d, offset) == NULL) {
            wr(d, offset, UINT32_MAX);
            expect(d, offset, UINT32_MAX, 0);
        }
    }
}

void reg_get_busy(const struct reg_device *d)
{
    static const uint32_t control[] = {
        [TOPOLOGY_ENCODER] = 0x67, /* tracing, HTM */
        [TOPOLOGY_FUNNEL] = 3,        [TOPOLOGY_RAMSINK] = 3,
        [TOPOLOGY_PIBSINK] = 0xA3, /* 4 data pins */
        [TOPOLOGY_ATBBRIDGE] = 0x103,
    };
    wr(d, CONTROL, ACTIVE); /* no noise in the settings of the RAM sink's control */
    for (uint32_t o = 8; o < 0x60 && d->kind <= TOPOLOGY_FUNNEL; o += 4) {
        wr(d, o, 0); /* the reset table: filters, inputs, timestamps, triggers */
    }
    if (d->kind == TOPOLOGY_PIBSINK) {
        wr(d, CONTROL, 0xA1); /* the mode first, then the enable */
    }
    wr(d, CONTROL, control[d->kind]);
    expect(d, CONTROL, ACTIVE | ENABLE, ACTIVE | ENABLE);
}

void reg_in_reset(const struct reg_device *d)
{
    d->reset(d, 3);
    for (unsigned round = 0; round < 2; round++) { /* after power-on, and in a later reset */
        for (uint32_t o = 4; o < BLOCK; o += 4) {
            wr(d, o, UINT32_MAX);
            expect(d, o, UINT32_MAX, 0);
        }
        wr(d, CONTROL, UINT32_MAX & ~(uint32_t)ACTIVE);
        expect(d, CONTROL, UINT32_MAX, 0);
        wr(d, CONTROL, ACTIVE);
        expect(d, CONTROL, ACTIVE | ENABLE | EMPTY, ACTIVE | EMPTY);
        reg_get_busy(d);
        wr(d, CONTROL, 0);
        expect(d, CONTROL, UINT32_MAX, 0);
    }
}

void reg_wrong_accesses(const struct reg_device *d)
{
    d->reset(d, 0);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned size = 0; size <= d->sizes; size++) {
            for (uint32_t o = 0; o < 12; o++) {
                uint32_t before = rd(d, o & ~3u), v = 7;
                if (size == 4 && o % 4 == 0) {
                    continue;
                }
                assert_true(d->write(d, o, size, UINT32_MAX) < 0);
                assert_true(d->read(d, o, size, &v) < 0);
                assert_int_equal(v, 0);
                expect(d, o & ~3u, UINT32_MAX, before);
            }
        }
        wr(d, CONTROL, ACTIVE);
    }
}

/* --- the values of each field --- */

static bool matches(const char *pattern, const char *name)
{
    size_t n = strcspn(pattern, "*");
    return pattern[n] == '*' ? strncmp(pattern, name, n) == 0 : strcmp(pattern, name) == 0;
}

/* What a field of copy k of a register can be. */
static bool wanted(const struct reg_device *d, const char *name, unsigned k, uint32_t *want)
{
    for (size_t i = 0; i < d->nown; i++) {
        const struct reg_own *own = &d->own[i];
        if (matches(own->name, name)) {
            const bool there = own->as == REG_ALL || (own->as == REG_FIRST && k < own->value);
            *want = own->value;
            return own->as == REG_VALUE || reg_fact(name, d->kind, there, want);
        }
    }
    return reg_fact(name, d->kind, d->all, want);
}

/* Active = 1 in a component that was just released; what the field needs beside it. */
static uint32_t beside(enum topology_kind kind, const struct regmap_field *f, uint32_t offset)
{
    if (kind == TOPOLOGY_PIBSINK && strcmp(f->name, "trPibClkCenter") == 0) {
        return 1 | 10u << 4; /* a parallel mode */
    }
    if (offset == 0x40 && f->lsb != 0 && kind <= TOPOLOGY_FUNNEL) {
        return 1; /* trTsActive */
    }
    return offset == CONTROL ? ACTIVE : 0;
}

static uint32_t try_value(const struct reg_device *d, bool smem, const struct regmap_field *f,
                          uint32_t offset, uint32_t value)
{
    uint32_t word = beside(d->kind, f, offset) | (smem && offset == CONTROL ? 0x10u : 0);
    d->reset(d, 0);
    wr(d, CONTROL, ACTIVE);
    if (smem) {
        wr(d, CONTROL, 0x11);
    }
    wr(d, offset, (word & ~regmap_field_mask(f)) | value << f->lsb);
    settle(d);
    return (rd(d, offset) & regmap_field_mask(f)) >> f->lsb;
}

/* What the field can be, as in struct reg_own. */
static uint32_t measure(const struct reg_device *d, const struct regmap_field *f, uint32_t offset)
{
    unsigned bits = f->msb - f->lsb + 1u;
    uint32_t seen = 0;
    for (unsigned smem = 0; smem < (d->memory ? 2u : 1u); smem++) {
        if (bits <= 4) {
            for (uint32_t v = 0; v < UINT32_C(1) << bits; v++) {
                seen |= UINT32_C(1) << try_value(d, smem != 0, f, offset, v);
            }
        } else {
            seen |= try_value(d, smem != 0, f, offset, 0);
            for (unsigned b = 0; b < bits; b++) {
                seen |= try_value(d, smem != 0, f, offset, UINT32_C(1) << b);
            }
            seen |= try_value(d, smem != 0, f, offset, UINT32_MAX >> (32 - bits));
        }
    }
    return seen;
}

static void check_field(const struct reg_device *d, const struct regmap_reg *reg,
                        const struct regmap_field *f)
{
    for (unsigned k = 0; k<reg->count; k += reg->count> 1 ? reg->count - 1u : 1) {
        uint32_t want = 0;
        uint32_t got = measure(d, f, (uint32_t)reg->offset + k * (uint32_t)reg->stride);
        if (!wanted(d, f->name, k, &want) || got != want) {
            fail_msg("%s, %s: %#x, not %#x", d->name, f->name, (unsigned)got, (unsigned)want);
        }
    }
}

unsigned reg_every_field(const struct reg_device *d)
{
    const struct regmap_component *map = reg_map(d->kind);
    unsigned fields = 0;
    for (unsigned r = 0; r < map->nregs; r++) {
        const struct regmap_reg *reg = &map->regs[r];
        for (unsigned i = 0; i < reg->nfields; i++) {
            const struct regmap_field *f = &reg->fields[i];
            /* tr??Active: reg_active_resets; trRamData is a window. */
            if ((reg->offset != CONTROL || f->lsb != 0) && strcmp(f->name, "trRamData") != 0) {
                check_field(d, reg, f);
                fields++;
            }
        }
    }
    return fields;
}
