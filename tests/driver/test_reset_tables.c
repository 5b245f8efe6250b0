/* SPDX-License-Identifier: Apache-2.0 */
/* Every field that a reset leaves undefined is written before a component is enabled: the fields
 * come from the register tables. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "block_io.h"
#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_pibsink.h"
#include "hartrace/rvt_ramsink.h"
#include "regmap_all.h"

#define BASE     0x3000000u
#define NOTHING  UINT32_MAX
#define MEM_BASE 0x80000000u

/* A port that loses writes to one register, once the component is out of reset. */
struct lossy {
    struct rvt_io io;
    struct rvt_io_ops ops;
    const struct rvt_io *inner;
    uint32_t lose;
    unsigned controls; /* writes of Control so far: 0 and 1 are the reset itself */
};

static enum rvt_status lossy_read(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    const struct lossy *l = io->ctx;

    return rvt_io_read32(l->inner, addr, val);
}

static enum rvt_status lossy_write(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct lossy *l = io->ctx;

    if (addr == BASE && l->controls < 2) {
        l->controls++;
    } else if (addr - BASE == l->lose) {
        return RVT_OK;
    }
    return rvt_io_write32(l->inner, addr, val);
}

static enum rvt_status prepare_encoder(const struct rvt_io *io)
{
    struct rvt_encoder e;

    assert_int_equal(rvt_encoder_init(&e, io, BASE), RVT_OK);
    return rvt_encoder_reset(&e);
}

static enum rvt_status prepare_funnel(const struct rvt_io *io)
{
    struct rvt_funnel f;

    assert_int_equal(rvt_funnel_init(&f, io, BASE), RVT_OK);
    return rvt_funnel_reset(&f);
}

static enum rvt_status prepare_pibsink(const struct rvt_io *io)
{
    struct rvt_pibsink s;

    assert_int_equal(rvt_pibsink_init(&s, io, BASE), RVT_OK);
    return rvt_pibsink_reset(&s);
}

static enum rvt_status prepare_atbbridge(const struct rvt_io *io)
{
    struct rvt_atbbridge b;

    assert_int_equal(rvt_atbbridge_init(&b, io, BASE), RVT_OK);
    return rvt_atbbridge_reset(&b);
}

/* The reset table has no rows for addresses: configuring sets them. */
static enum rvt_status prepare_ramsink(const struct rvt_io *io)
{
    const struct rvt_ramsink_cfg cfg = {.mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = 4096};
    struct rvt_ramsink s;

    assert_int_equal(rvt_ramsink_init(&s, io, BASE), RVT_OK);
    enum rvt_status st = rvt_ramsink_reset(&s);
    return st == RVT_OK ? rvt_ramsink_configure(&s, &cfg, NULL) : st;
}

static const struct {
    const struct regmap_component *map;
    enum rvt_status (*prepare)(const struct rvt_io *io);
} kinds[] = {
    {&regmap_encoder, prepare_encoder}, {&regmap_funnel, prepare_funnel},
    {&regmap_pibsink, prepare_pibsink}, {&regmap_atbbridge, prepare_atbbridge},
    {&regmap_ramsink, prepare_ramsink},
};
#define NKINDS (sizeof(kinds) / sizeof(kinds[0]))

/* A component with garbage, prepared through a port that loses writes to the register `lose`. */
static enum rvt_status run(struct block_io *b, size_t kind, uint32_t seed, uint32_t lose)
{
    struct lossy l = {.ops = {.read32 = lossy_read, .write32 = lossy_write}, .lose = lose};

    block_io_init(b);
    struct block_comp *c = block_io_add(b, kinds[kind].map, BASE, seed * 2654435761u);
    if (kinds[kind].prepare == prepare_ramsink) {
        block_io_restrict(c, 0x010, 0xFFFFFFFC, 0);
        block_io_restrict(c, 0x018, 0xFFFFFFFC, 0);
    }
    l.inner = &b->io;
    l.io = (struct rvt_io){.ops = &l.ops, .ctx = &l, .poll_limit = 16};
    return kinds[kind].prepare(&l.io);
}

static bool undefined(const struct regmap_field *f)
{
    return f->reset_kind == REGMAP_RESET_UNDEF && f->access != REGMAP_RO && f->access != REGMAP_W1;
}

/* Holds TCI-GEN-005 TCI-RST-011 TCI-RST-027 */
static void test_nothing_stays_undefined(void **state)
{
    static struct block_io b;

    (void)state;
    for (size_t kind = 0; kind < NKINDS; kind++) {
        for (uint32_t seed = 1; seed < 100; seed++) {
            assert_int_equal(run(&b, kind, seed, NOTHING), RVT_OK);
            assert_null(block_io_forgotten(&b.comps[0]));
            assert_int_equal(b.violations, 0);
        }
    }
}

/* For each register with such a field: without its write, the fake names a field of it. */
/* Holds TCI-RST-011 */
static void test_each_register_that_is_forgotten_is_caught(void **state)
{
    static struct block_io b;
    unsigned registers = 0;

    (void)state;
    for (size_t kind = 0; kind < NKINDS; kind++) {
        const struct regmap_component *map = kinds[kind].map;

        for (unsigned i = 0; i < map->nregs; i++) {
            const struct regmap_reg *r = &map->regs[i];
            const char *name = NULL, *found;

            for (unsigned k = 0; k < r->nfields; k++) {
                if (name == NULL && undefined(&r->fields[k])) {
                    name = r->fields[k].name;
                }
            }
            if (name == NULL || r->count > 1 || strcmp(r->name, "trRamData") == 0) {
                continue;
            }
            (void)run(&b, kind, 77, r->offset); /* may end with an error: the write is missed */
            found = block_io_forgotten(&b.comps[0]);
            assert_non_null(found);
            assert_string_equal(found, name);
            registers++;
        }
    }
    /* 9 encoder, 2 funnel, 1 PIB, 2 ATB, 9 RAM sink at most */
    assert_in_range(registers, 19, 23);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_stays_undefined),
        cmocka_unit_test(test_each_register_that_is_forgotten_is_caught),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
