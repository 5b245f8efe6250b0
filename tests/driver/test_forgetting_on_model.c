/* SPDX-License-Identifier: Apache-2.0 */
/* On the models, whose undefined fields really hold noise: the driver leaves nothing to chance, and
 * one that forgets any single field is found out. Fields are enumerated from the register map (TCI
 * 1.0, Reset and Discovery). */
#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_pibsink.h"
#include "hartrace/rvt_ramsink.h"
#include "model_port.h"

enum {
    SEEDS = 24,
};

/* RAM sinks: with both modes, where the way through SRAM mode clears pointers, and with system
 * memory alone; the others have one variant. */
static enum variant {
    USE_SMEM,
    SMEM_ONLY,
    USE_SRAM,
    VARIANTS,
} variant;

/* A field of a register whose bits the driver never writes: they keep what they hold. */
static struct {
    bool on;
    uint32_t offset, mask;
    unsigned controls; /* writes of Control so far: 0 and 1 are the reset itself */
} forget;

static enum rvt_status forgetful_write(const struct rvt_io *port, uint64_t addr, uint32_t val)
{
    uint32_t held = 0;
    if (addr == 0 && forget.controls < 2) {
        forget.controls++;
    } else if (forget.on && addr == forget.offset) {
        assert_int_equal(any_read(&m, forget.offset, 4, &held), TRM_OK);
        val = (val & ~forget.mask) | (held & forget.mask);
    }
    return write32(port, addr, val);
}

static const struct rvt_io_ops forgetful_ops = {
    .read32 = read32, .write32 = forgetful_write, .relax = relax};
static const struct rvt_io forgetful = {.ops = &forgetful_ops, .poll_limit = 50};

/* Reset; the settings of a RAM sink that the reset table does not have are configured. */
static enum rvt_status prepare(void)
{
    static struct rvt_encoder e;
    static struct rvt_funnel f;
    static struct rvt_ramsink r;
    static struct rvt_pibsink p;
    static struct rvt_atbbridge a;
    const struct rvt_ramsink_cfg smem = {
        .mode = RVT_RAMSINK_SMEM, .start = 0x80000000u, .size = 4096};
    const struct rvt_ramsink_cfg sram = {.mode = RVT_RAMSINK_SRAM};
    forget.controls = 0;
    switch (m.kind) {
    case TOPOLOGY_ENCODER:
        OK(rvt_encoder_init(&e, &forgetful, 0));
        return rvt_encoder_reset(&e);
    case TOPOLOGY_FUNNEL:
        OK(rvt_funnel_init(&f, &forgetful, 0));
        return rvt_funnel_reset(&f);
    case TOPOLOGY_PIBSINK:
        OK(rvt_pibsink_init(&p, &forgetful, 0));
        return rvt_pibsink_reset(&p);
    case TOPOLOGY_ATBBRIDGE:
        OK(rvt_atbbridge_init(&a, &forgetful, 0));
        return rvt_atbbridge_reset(&a);
    default: {
        OK(rvt_ramsink_init(&r, &forgetful, 0));
        enum rvt_status s = rvt_ramsink_reset(&r);
        return s == RVT_OK ? rvt_ramsink_configure(&r, variant == USE_SRAM ? &sram : &smem, NULL)
                           : s;
    }
    }
}

static void power_on(enum topology_kind kind, uint64_t seed)
{
    any_init(&m, kind, ANY_ALL, TRM_UNDEF_GARBAGE, 1000 * seed + 7, (uint32_t)seed % 4);
    if (kind == TOPOLOGY_RAMSINK && variant == SMEM_ONLY) {
        struct trm_ramsink_cfg cfg = m.ramsink.cfg;
        cfg.has_sram = false;
        assert_int_equal(trm_ramsink_init(&m.ramsink, &cfg), TRM_OK);
    }
}

enum what {
    AFTER_RESET, /* only Active was written */
    PREPARED,    /* by the whole driver */
    FORGOTTEN,   /* by a driver that forgets the field */
};

/* Does the field hold different values for different noise, or does the driver fail for some? */
static bool varies_in(enum topology_kind kind, uint32_t offset, uint32_t mask, enum what what)
{
    uint32_t first = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        uint32_t value = 0;
        enum rvt_status status = RVT_OK;
        power_on(kind, seed);
        forget.on = what == FORGOTTEN;
        forget.offset = offset;
        forget.mask = mask;
        if (what == AFTER_RESET) {
            assert_int_equal(any_write(&m, 0, 4, 1), TRM_OK);
            for (unsigned t = 0; t < 4; t++) {
                tick_quietly();
            }
        } else {
            status = prepare();
            assert_true(what == FORGOTTEN || status == RVT_OK);
        }
        assert_int_equal(any_read(&m, offset, 4, &value), TRM_OK);
        value &= mask;
        first = seed == 0 ? value : first;
        if (value != first || status != RVT_OK) {
            return true;
        }
    }
    return false;
}

static bool varies(enum topology_kind kind, uint32_t offset, uint32_t mask, enum what what)
{
    unsigned variants = kind == TOPOLOGY_RAMSINK ? VARIANTS : 1;
    bool any = false;
    for (unsigned v = 0; v < variants; v++) {
        variant = (enum variant)v;
        any = any || varies_in(kind, offset, mask, what);
    }
    return any;
}

/* Not storage, or out of play while trTeInstFilters is 0. */
static bool out_of_play(const struct regmap_reg *reg)
{
    return reg->count > 1 || strcmp(reg->name, "trRamData") == 0;
}

static void every_undefined_field_is_written(void **state)
{
    unsigned noisy = 0;
    (void)state;
    for (int kind = TOPOLOGY_ENCODER; kind <= TOPOLOGY_ATBBRIDGE; kind++) {
        enum topology_kind k = (enum topology_kind)kind;
        any_init(&m, k, ANY_ALL, TRM_UNDEF_GARBAGE, 1, 0);
        const struct regmap_component *map = m.map;
        for (unsigned r = 0; r < map->nregs; r++) {
            const struct regmap_reg *reg = &map->regs[r];
            for (unsigned i = 0; i < reg->nfields && !out_of_play(reg); i++) {
                const struct regmap_field *f = &reg->fields[i];
                if (f->reset_kind != REGMAP_RESET_UNDEF ||
                    !varies(k, reg->offset, regmap_field_mask(f), AFTER_RESET)) {
                    continue;
                }
                noisy++;
                if (varies(k, reg->offset, regmap_field_mask(f), PREPARED)) {
                    fail_msg("%s is left to chance", f->name);
                }
                if (strcmp(f->name, "trPibClkCenter") == 0) {
                    continue; /* mode Off, which is written, makes it 0: it needs a parallel mode */
                }
                if (!varies(k, reg->offset, regmap_field_mask(f), FORGOTTEN)) {
                    fail_msg("a driver that forgets %s is not found out", f->name);
                }
            }
        }
    }
    /* trTeControl 8, trTeInstFeatures 8, filters and triggers 18, funnel 1, ATB 2, PIB 4, RAM sink
     * 11 or so: the noise was there. */
    assert_in_range(noisy, 40, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_undefined_field_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
