/* SPDX-License-Identifier: Apache-2.0 */
/* Save, lose power, restore. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "block_io.h"
#include "fault_io.h"
#include "hartrace/rvt_save.h"
#include "regmap_all.h"

#define BASE 0x5000u

static const struct {
    const struct regmap_component *map;
    enum rvt_comp_type type;
} kinds[] = {{&regmap_encoder, RVT_COMP_ENCODER},
             {&regmap_funnel, RVT_COMP_FUNNEL},
             {&regmap_ramsink, RVT_COMP_RAMSINK},
             {&regmap_pibsink, RVT_COMP_PIBSINK},
             {&regmap_atbbridge, RVT_COMP_ATBBRIDGE}};
#define NKINDS (sizeof(kinds) / sizeof(kinds[0]))

/* The bits of a register that are settings: all that can be written, but for what starts trace,
 * and what a written 1 acts on. */
static uint32_t settings(const struct regmap_reg *r)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];

        if ((f->access != REGMAP_RW && f->access != REGMAP_WARL) ||
            strcmp(f->name, "trTeInstTracing") == 0 || strcmp(f->name, "trTeDataTracing") == 0) {
            continue;
        }
        for (unsigned bit = f->lsb; bit <= f->msb; bit++) {
            mask |= 1u << bit;
        }
    }
    return mask;
}

/* A component with garbage in all registers, as if they had been set to it. */
static void garbage(struct block_io *b, size_t kind, struct rvt_component *c,
                    const struct rvt_io *io, uint32_t seed)
{
    block_io_init(b);
    block_io_add(b, kinds[kind].map, BASE, seed);
    assert_int_equal(rvt_component_init(c, io, BASE, kinds[kind].type), RVT_OK);
    assert_int_equal(rvt_component_reset(c), RVT_OK);
    if (kinds[kind].type == RVT_COMP_ENCODER || kinds[kind].type == RVT_COMP_FUNNEL) {
        assert_int_equal(rvt_reg_write(c, 0x040, 0x00558369), RVT_OK);
    }
    c->state = RVT_STATE_CONFIGURED;
}

static void test_every_setting_comes_back(void **state)
{
    static struct block_io b;
    unsigned compared = 0;

    (void)state;
    for (size_t kind = 0; kind < NKINDS; kind++) {
        const struct regmap_component *map = kinds[kind].map;
        uint32_t before[BLOCK_WORDS], words[RVT_SAVE_WORDS];
        struct rvt_component c;
        size_t used;

        garbage(&b, kind, &c, &b.io, 99);
        memcpy(before, b.comps[0].regs, sizeof(before));
        assert_int_equal(rvt_save(&c, words, RVT_SAVE_WORDS, &used), RVT_OK);
        assert_int_equal(rvt_save(&c, words, used - 1, &used), RVT_ERR_RANGE);
        assert_int_equal(rvt_component_reset(&c), RVT_OK); /* other garbage now */
        assert_memory_not_equal(before, b.comps[0].regs, sizeof(before));
        assert_int_equal(rvt_restore(&c, words, used), RVT_OK);
        assert_int_equal(c.state, RVT_STATE_CONFIGURED);
        for (unsigned i = 0; i < map->nregs; i++) {
            const struct regmap_reg *r = &map->regs[i];

            if (strcmp(r->name, "trRamData") == 0) {
                continue;
            }
            for (unsigned k = 0; k < r->count; k++) {
                uint32_t at = r->offset + k * (uint32_t)r->stride;

                assert_int_equal(block_io_peek(&b.comps[0], at) & settings(r),
                                 before[at / 4] & settings(r));
                compared++;
            }
        }
        assert_int_equal(b.violations, 0);
    }
    assert_true(compared > 160);
}

static void test_wrong_words_and_states_are_refused(void **state)
{
    uint32_t words[RVT_SAVE_WORDS];
    static struct block_io b;
    struct rvt_component c, other;
    size_t used;

    (void)state;
    garbage(&b, 1, &c, &b.io, 5);
    assert_int_equal(rvt_save(&c, words, RVT_SAVE_WORDS, &used), RVT_OK);
    unsigned before = b.reads + b.writes;
    assert_int_equal(rvt_component_init(&other, &b.io, BASE, RVT_COMP_ENCODER), RVT_OK);
    assert_int_equal(rvt_restore(&other, words, RVT_SAVE_WORDS), RVT_ERR_ARG);
    assert_int_equal(rvt_restore(&c, words, used - 1), RVT_ERR_ARG);
    c.state = RVT_STATE_ENABLED;
    assert_int_equal(rvt_save(&c, words, RVT_SAVE_WORDS, &used), RVT_ERR_STATE);
    c.state = RVT_STATE_UNKNOWN;
    assert_int_equal(rvt_save(&c, words, RVT_SAVE_WORDS, &used), RVT_ERR_STATE);
    assert_int_equal(b.reads + b.writes, before);
    words[1] ^= 1u << 24; /* another chip */
    assert_int_equal(rvt_restore(&c, words, used), RVT_ERR_DATA);
    assert_int_equal(c.state, RVT_STATE_UNKNOWN);
    words[1] ^= 1u << 24;
    block_io_restrict(&b.comps[0], 0x008, 0, 0); /* the register is gone */
    words[2] = 0x0010;
    assert_int_equal(rvt_restore(&c, words, used), RVT_ERR_DATA);
    assert_int_equal(c.state, RVT_STATE_UNKNOWN);
}

static void test_every_bus_error_is_returned_at_once(void **state)
{
    static struct block_io b;

    (void)state;
    for (size_t kind = 0; kind < NKINDS; kind++) {
        uint32_t words[RVT_SAVE_WORDS];
        struct rvt_component c;
        struct fault_io f;
        size_t used;

        block_io_init(&b);
        fault_io_init(&f, &b.io, RVT_ERR_IO);
        garbage(&b, kind, &c, &f.io, 5);
        f.count = 0;
        assert_int_equal(rvt_save(&c, words, RVT_SAVE_WORDS, &used), RVT_OK);
        assert_int_equal(f.count, used - 2);
        f.count = 0;
        assert_int_equal(rvt_restore(&c, words, used), RVT_OK);
        uint64_t total = f.count;
        for (uint64_t k = 0; k < total; k++) {
            f.count = 0;
            f.fail_at = k;
            assert_int_equal(rvt_restore(&c, words, used), RVT_ERR_IO);
            assert_int_equal(f.count, k + 1);
            assert_int_equal(c.state, RVT_STATE_UNKNOWN);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_setting_comes_back),
        cmocka_unit_test(test_wrong_words_and_states_are_refused),
        cmocka_unit_test(test_every_bus_error_is_returned_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
