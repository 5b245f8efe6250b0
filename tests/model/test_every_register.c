/* SPDX-License-Identifier: Apache-2.0 */
/* What holds for every register of every component, all five with every option: reserved bits,
 * reset values, read-only fields, Active and Enable, power, WARL (TCI 1.0, Glossary; Trace
 * Component Register Map; Reset and Discovery). The tables that are looked at here are held against
 * the standard by tests/regmap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "regmap_all.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

enum {
    NTARGETS = 6,
    CONTROL = 0x000,
    IMPL = 0x004,
    ACTIVE = 1u << 0,
    ENABLE = 1u << 1,
    EMPTY = 1u << 3,
};

/* A component behind its registers; the RAM sink is here twice, for both modes. */
static struct {
    struct trm_encoder encoder;
    struct trm_funnel funnel;
    struct trm_ramsink sram, smem;
    struct trm_pibsink pib;
    struct trm_atbbridge bridge;
    uint8_t memory[64];
} m;

struct target {
    const struct regmap_component *map;
    int (*read)(void *ctx, uint32_t offset, unsigned size, uint32_t *value);
    int (*write)(void *ctx, uint32_t offset, unsigned size, uint32_t value);
    void (*tick)(void *ctx);
    void *ctx;
};

#define PORT(name)                                                                                 \
    static int name##_read(void *ctx, uint32_t offset, unsigned size, uint32_t *value)             \
    {                                                                                              \
        return trm_##name##_reg_read(ctx, offset, size, value);                                    \
    }                                                                                              \
    static int name##_write(void *ctx, uint32_t offset, unsigned size, uint32_t value)             \
    {                                                                                              \
        return trm_##name##_reg_write(ctx, offset, size, value);                                   \
    }

PORT(encoder)
PORT(funnel)
PORT(ramsink)
PORT(pibsink)
PORT(atbbridge)

static void encoder_tick(void *ctx)
{
    trm_encoder_tick(ctx);
}

static void funnel_tick(void *ctx)
{
    trm_funnel_tick(ctx);
}

static void ramsink_tick(void *ctx)
{
    trm_ramsink_tick(ctx);
}

static void pibsink_tick(void *ctx)
{
    trm_pibsink_tick(ctx);
}

static void atbbridge_tick(void *ctx)
{
    struct trm_atb_in in = {.atready = true};
    trm_atbbridge_tick(ctx, &in);
}

static const struct target targets[NTARGETS] = {
    {&regmap_encoder, encoder_read, encoder_write, encoder_tick, &m.encoder},
    {&regmap_funnel, funnel_read, funnel_write, funnel_tick, &m.funnel},
    {&regmap_ramsink, ramsink_read, ramsink_write, ramsink_tick, &m.sram},
    {&regmap_ramsink, ramsink_read, ramsink_write, ramsink_tick, &m.smem},
    {&regmap_pibsink, pibsink_read, pibsink_write, pibsink_tick, &m.pib},
    {&regmap_atbbridge, atbbridge_read, atbbridge_write, atbbridge_tick, &m.bridge},
};

static int bus_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    (void)address;
    (void)bytes;
    (void)n;
    return 0;
}

static void init_encoder(enum trm_undef undef, uint64_t seed, uint32_t power)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = 8;
    cfg.ext_outputs = 8;
    cfg.dbg_control = true;
    cfg.filters = TRM_FILTERS_MAX;
    cfg.comparators = TRM_COMPARATORS_MAX;
    cfg.ts_modes = 0x1E;
    cfg.ts_select = true;
    cfg.undef = undef;
    cfg.seed = seed;
    cfg.power_ticks = power;
    assert_int_equal(trm_encoder_init(&m.encoder, &cfg), TRM_OK);
}

static void init_sinks(enum trm_undef undef, uint64_t seed, uint32_t power)
{
    struct trm_ramsink_cfg ram;
    trm_ramsink_cfg_init(&ram);
    ram.sram = m.memory;
    ram.sram_bytes = sizeof m.memory;
    ram.async = true;
    ram.undef = undef;
    ram.seed = seed;
    ram.power_ticks = power;
    assert_int_equal(trm_ramsink_init(&m.sram, &ram), TRM_OK);
    ram.has_sram = false;
    ram.has_smem = true;
    ram.bus = (struct trm_ramsink_bus){.write = bus_write};
    assert_int_equal(trm_ramsink_init(&m.smem, &ram), TRM_OK);
    struct trm_pibsink_cfg pib;
    trm_pibsink_cfg_init(&pib);
    pib.async = true;
    pib.undef = undef;
    pib.seed = seed;
    pib.power_ticks = power;
    assert_int_equal(trm_pibsink_init(&m.pib, &pib), TRM_OK);
}

/* All components after power-on, in reset. */
static void init(enum trm_undef undef, uint64_t seed, uint32_t power)
{
    struct trm_funnel_cfg funnel;
    struct trm_atbbridge_cfg bridge;
    memset(&m, 0, sizeof m);
    init_encoder(undef, seed, power);
    init_sinks(undef, seed, power);
    trm_funnel_cfg_init(&funnel);
    funnel.inputs = TRM_FUNNEL_INPUTS_MAX;
    funnel.ts_modes = 1u << 1 | 1u << 2 | 1u << 4;
    funnel.undef = undef;
    funnel.seed = seed;
    funnel.power_ticks = power;
    assert_int_equal(trm_funnel_init(&m.funnel, &funnel), TRM_OK);
    trm_atbbridge_cfg_init(&bridge);
    bridge.async = true;
    bridge.undef = undef;
    bridge.seed = seed;
    bridge.power_ticks = power;
    assert_int_equal(trm_atbbridge_init(&m.bridge, &bridge), TRM_OK);
}

static uint32_t rd(const struct target *t, uint32_t offset)
{
    uint32_t value;
    assert_int_equal(t->read(t->ctx, offset, 4, &value), TRM_OK);
    return value;
}

static void wr(const struct target *t, uint32_t offset, uint32_t value)
{
    assert_int_equal(t->write(t->ctx, offset, 4, value), TRM_OK);
}

static uint32_t mask_of(const struct regmap_field *f)
{
    return (UINT32_MAX >> (31 - f->msb)) & (UINT32_MAX << f->lsb);
}

/* The bits of a register that are in a field. */
static uint32_t fields_at(const struct target *t, uint32_t offset)
{
    const struct regmap_reg *reg = trm_regfile_find(t->map, offset);
    uint32_t mask = 0;
    for (unsigned i = 0; reg != NULL && i < reg->nfields; i++)
        mask |= mask_of(&reg->fields[i]);
    return mask;
}

/* Holds TCI-MAP-003 TCI-MAP-004 TCI-MAP-007 TCI-MAP-014 TCI-MAP-016 TCI-MAP-018 TCI-MAP-024
 * TCI-MAP-029 TCI-MAP-038 TCI-MAP-045 TCI-MAP-047 TCI-FLT-014 TCI-FLT-016..018 TCI-REG-006
 * TCI-REG-008 TCI-REG-012 TCI-REG-015 TCI-REG-018 TCI-REG-022 TCI-REG-025 TCI-REG-036
 * TCI-REG-040 TCI-REG-048 TCI-REG-052 TCI-REG-054 TCI-REG-060 TCI-REG-062 TCI-REG-066
 * TCI-REG-085 TCI-REG-088 TCI-REG-091 TCI-REG-098 TCI-REG-102 TCI-REG-104 TCI-REG-108
 * TCI-REG-115 TCI-REG-118 TCI-REG-121 TCI-REG-123 TCI-REG-129..131 TCI-REG-134 TCI-REG-138
 * TCI-REG-141 TCI-REG-147 TCI-REG-149 TCI-REG-153 TCI-REG-154 TCI-REG-156 TCI-REG-159
 * TCI-REG-164 TCI-REG-166 TCI-REG-171 TCI-REG-172 TCI-REG-175 TCI-REG-177 TCI-REG-179
 * TCI-REG-184 TCI-REG-185 */
static void reserved_bits_read_zero_and_ignore_writes(void **state)
{
    (void)state;
    init(TRM_UNDEF_GARBAGE, 5, 0);
    for (const struct target *t = targets; t < targets + NTARGETS; t++) {
        wr(t, CONTROL, ACTIVE);
        for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
            uint32_t reserved = ~fields_at(t, offset);
            assert_int_equal(rd(t, offset) & reserved, 0);
            wr(t, offset, offset == CONTROL ? ~(uint32_t)ENABLE : UINT32_MAX);
            assert_int_equal(rd(t, offset) & reserved, 0);
        }
    }
}

/* Fields with a reset value have it after every release, system-dependent ones have one value; no
 * field comes up with a value that it could not be given. */
/* Holds TCI-GEN-004 TCI-RST-002 TCI-RST-012 TCI-RST-013 TCI-RST-019 TCI-REG-001 TCI-REG-002
 * TCI-REG-004 TCI-REG-113 TCI-REG-114 TCI-REG-116 TCI-REG-145 TCI-REG-146 TCI-REG-148
 * TCI-REG-157 TCI-REG-158 TCI-REG-160 TCI-REG-173 TCI-REG-174 TCI-REG-176 */
static void reset_values_are_those_of_the_standard(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        init(TRM_UNDEF_GARBAGE, seed, 0);
        for (const struct target *t = targets; t < targets + NTARGETS; t++) {
            uint32_t system_dependent[2] = {0, 0};
            assert_int_equal(rd(t, CONTROL), 0); /* Active and Enable are 0 after power-up */
            for (unsigned again = 0; again < 2; again++) {
                wr(t, CONTROL, ACTIVE);
                for (unsigned r = 0; r < t->map->nregs; r++) {
                    const struct regmap_reg *reg = &t->map->regs[r];
                    uint32_t value = rd(t, reg->offset);
                    for (unsigned f = 0; f < reg->nfields; f++) {
                        const struct regmap_field *field = &reg->fields[f];
                        uint32_t got = (value & mask_of(field)) >> field->lsb;
                        if (field->reset_kind == REGMAP_RESET_SD)
                            system_dependent[again] = system_dependent[again] * 31u + got;
                        else if (field->reset_kind == REGMAP_RESET_VALUE &&
                                 !(reg->offset == CONTROL && field->lsb == 0))
                            assert_int_equal(got, field->reset);
                    }
                }
                wr(t, CONTROL, ACTIVE | ENABLE);
                wr(t, CONTROL, 0);
            }
            assert_int_equal(system_dependent[0], system_dependent[1]);
        }
    }
}

/* Holds TCI-REG-004 TCI-REG-019..021 TCI-REG-023 TCI-REG-024 TCI-REG-041 TCI-REG-065
 * TCI-REG-067 TCI-REG-068 TCI-REG-116 TCI-REG-124..128 TCI-REG-148 TCI-REG-150..152
 * TCI-REG-160 TCI-REG-168..170 TCI-REG-176 TCI-REG-180..182 */
static void read_only_fields_ignore_writes(void **state)
{
    (void)state;
    init(TRM_UNDEF_GARBAGE, 9, 0);
    for (const struct target *t = targets; t < targets + NTARGETS; t++) {
        wr(t, CONTROL, ACTIVE);
        for (unsigned r = 0; r < t->map->nregs; r++) {
            const struct regmap_reg *reg = &t->map->regs[r];
            uint32_t ro = 0;
            for (unsigned f = 0; f < reg->nfields; f++)
                ro |= reg->fields[f].access == REGMAP_RO ? mask_of(&reg->fields[f]) : 0;
            uint32_t before = rd(t, reg->offset) & ro;
            uint32_t keep = reg->offset == CONTROL ? ACTIVE : 0;
            wr(t, reg->offset, UINT32_MAX & ~(reg->offset == CONTROL ? ENABLE : 0u));
            assert_int_equal(rd(t, reg->offset) & ro, before);
            wr(t, reg->offset, keep);
            assert_int_equal(rd(t, reg->offset) & ro, before);
        }
    }
}

/* Holds TCI-MIN-003..005 TCI-RST-003..007 TCI-RST-009 TCI-RST-019 TCI-RST-021 */
static void active_resets_and_enable_can_be_set(void **state)
{
    (void)state;
    init(TRM_UNDEF_ZERO, 0, 0);
    for (const struct target *t = targets; t < targets + NTARGETS; t++) {
        assert_int_equal(rd(t, CONTROL) & ACTIVE, 0);
        wr(t, CONTROL, ACTIVE);
        uint32_t released = rd(t, CONTROL);
        assert_int_equal(released & (ACTIVE | ENABLE | EMPTY), ACTIVE | EMPTY);
        wr(t, CONTROL, released | ENABLE);
        assert_int_equal(rd(t, CONTROL) & ENABLE, ENABLE);
        wr(t, CONTROL, released & ~(uint32_t)ENABLE);
        t->tick(t->ctx);
        assert_int_equal(rd(t, CONTROL) & (ENABLE | EMPTY), EMPTY);
        wr(t, CONTROL, released | ENABLE);
        wr(t, CONTROL, 0); /* reset while enabled */
        assert_int_equal(rd(t, CONTROL) & (ACTIVE | ENABLE), 0);
        wr(t, CONTROL, ACTIVE);
        assert_int_equal(rd(t, CONTROL), released);
    }
}

/* Seven ticks of power-up and power-down: Active reads as written when they are over. */
/* Holds TCI-TE-001 TCI-RST-022 */
static void active_tells_when_power_is_there(void **state)
{
    (void)state;
    init(TRM_UNDEF_ZERO, 0, 7);
    for (const struct target *t = targets; t < targets + NTARGETS; t++) {
        wr(t, CONTROL, ACTIVE);
        for (unsigned i = 0; i < 7; i++) {
            assert_int_equal(rd(t, CONTROL) & ACTIVE, 0);
            t->tick(t->ctx);
        }
        assert_int_equal(rd(t, CONTROL) & (ACTIVE | ENABLE), ACTIVE);
        wr(t, CONTROL, ACTIVE | ENABLE); /* powered: registers can be programmed */
        assert_int_equal(rd(t, CONTROL) & ENABLE, ENABLE);
        wr(t, CONTROL, 0);
        for (unsigned i = 0; i < 7; i++) {
            assert_int_equal(rd(t, CONTROL) & (ACTIVE | ENABLE), ACTIVE);
            t->tick(t->ctx);
        }
        assert_int_equal(rd(t, CONTROL) & ACTIVE, 0);
    }
}

/* All registers written 0, then each with noise: what a reset left behind makes no difference. */
/* Holds TCI-GEN-002 */
static void what_an_illegal_value_becomes_depends_on_nothing_hidden(void **state)
{
    (void)state;
    for (unsigned i = 0; i < NTARGETS; i++) {
        const struct target *t = &targets[i];
        static uint32_t first[2000];
        for (uint64_t seed = 0; seed < 4; seed++) {
            uint32_t noise = 12345;
            unsigned n = 0;
            init(seed == 0 ? TRM_UNDEF_ZERO : TRM_UNDEF_GARBAGE, seed, 0);
            wr(t, CONTROL, ACTIVE);
            for (unsigned r = 0; r < t->map->nregs; r++)
                for (unsigned k = 0; k < t->map->regs[r].count; k++)
                    wr(t, t->map->regs[r].offset + k * t->map->regs[r].stride, r == 0 ? ACTIVE : 0);
            for (unsigned r = 0; r < t->map->nregs; r++) {
                for (unsigned k = 0; k < t->map->regs[r].count && n < 2000; k++) {
                    uint32_t offset = t->map->regs[r].offset + k * t->map->regs[r].stride;
                    noise = noise * 1664525u + 1013904223u;
                    wr(t, offset, r == 0 ? (noise | ACTIVE) & ~(uint32_t)ENABLE : noise);
                    uint32_t got = rd(t, offset);
                    if (seed == 0)
                        first[n] = got;
                    assert_int_equal(got, first[n]);
                    n++;
                }
            }
            assert_true(n > 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reserved_bits_read_zero_and_ignore_writes),
        cmocka_unit_test(reset_values_are_those_of_the_standard),
        cmocka_unit_test(read_only_fields_ignore_writes),
        cmocka_unit_test(active_resets_and_enable_can_be_set),
        cmocka_unit_test(active_tells_when_power_is_there),
        cmocka_unit_test(what_an_illegal_value_becomes_depends_on_nothing_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
