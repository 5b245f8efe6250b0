/* SPDX-License-Identifier: Apache-2.0 */
/* The register file on a table of its own (TCI 1.0, Glossary; Trace Component Register Map; Reset
 * and Discovery). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "trm/trm_regfile.h"

#define FIELD(name, lsb, msb, access, kind, reset)                                                 \
    {                                                                                              \
        name, lsb, msb, access, kind, reset, 0, 0, ""                                              \
    }

/* Control: Active, Enable, Empty (RO, 1), mode (WARL, undef), status (RW1C, undef), kick (W1). */
static const struct regmap_field control_fields[] = {
    FIELD("active", 0, 0, REGMAP_RW, REGMAP_RESET_VALUE, 0),
    FIELD("enable", 1, 1, REGMAP_RW, REGMAP_RESET_VALUE, 0),
    FIELD("empty", 3, 3, REGMAP_RO, REGMAP_RESET_VALUE, 1),
    FIELD("mode", 4, 6, REGMAP_WARL, REGMAP_RESET_UNDEF, 0),
    FIELD("status", 12, 12, REGMAP_RW1C, REGMAP_RESET_UNDEF, 0),
    FIELD("kick", 13, 13, REGMAP_W1, REGMAP_RESET_UNDEF, 0),
};
static const struct regmap_field impl_fields[] = {
    FIELD("major", 0, 3, REGMAP_RO, REGMAP_RESET_VALUE, 1),
    FIELD("size", 8, 11, REGMAP_RO, REGMAP_RESET_SD, 9),
};
static const struct regmap_field wide_fields[] = {
    FIELD("wide", 0, 31, REGMAP_RW, REGMAP_RESET_UNDEF, 0),
};
static const struct regmap_field rep_fields[] = {
    FIELD("rep", 0, 7, REGMAP_RW, REGMAP_RESET_VALUE, 0x5A),
};
static const struct regmap_reg regs[] = {
    {"control", 0x000, 1, 0, 1, control_fields, 6, ""},
    {"impl", 0x004, 1, 0, 1, impl_fields, 2, ""},
    {"wide", 0x010, 1, 0, 0, wide_fields, 1, ""},
    {"optional", 0x014, 1, 0, 0, wide_fields, 1, ""},
    {"rep", 0x400, 3, 0x20, 0, rep_fields, 1, ""},
};
static const struct regmap_component map = {"test", "Test", "tr", 7, regs, 5};

struct rig {
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    uint32_t old, now, written, offset; /* of the last post_write */
    unsigned writes, resets_off, resets_on;
};

/* Modes 2 and 5 are legal; everything else becomes 5. */
static uint32_t pre_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now)
{
    (void)ctx;
    (void)old;
    if (offset != 0) {
        return now;
    }
    uint32_t mode = (now >> 4) & 7u;
    /* Also tries to change the read-only bit 3 and a reserved bit: must have no effect. */
    return (now & ~0x78u) | ((mode == 2 ? 2u : 5u) << 4) | 0x80000000u;
}

static void post_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written)
{
    struct rig *r = ctx;
    r->offset = offset;
    r->old = old;
    r->now = now;
    r->written = written;
    r->writes++;
}

static uint32_t post_read(void *ctx, uint32_t offset, uint32_t value)
{
    (void)ctx;
    return offset == 0x10 ? value + 1 : value;
}

static void reset(void *ctx, bool active)
{
    struct rig *r = ctx;
    r->resets_on += active ? 1 : 0;
    r->resets_off += active ? 0 : 1;
}

static void start(struct rig *r, enum trm_undef undef, uint64_t seed, uint32_t power)
{
    memset(r, 0, sizeof *r);
    struct trm_regfile_cfg cfg = {
        .map = &map,
        .hooks = {pre_write, post_write, post_read, reset, r},
        .undef = undef,
        .seed = seed,
        .power_ticks = power,
    };
    assert_int_equal(trm_regfile_init(&r->rf, &cfg, r->words), TRM_OK);
}

static uint32_t rd(struct rig *r, uint32_t offset)
{
    uint32_t v;
    assert_int_equal(trm_regfile_read(&r->rf, offset, 4, &v), TRM_OK);
    return v;
}

static void wr(struct rig *r, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_regfile_write(&r->rf, offset, 4, value), TRM_OK);
}

static void init_needs_a_table_and_words(void **state)
{
    (void)state;
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    struct trm_regfile_cfg cfg = {0};
    assert_int_equal(trm_regfile_init(&rf, &cfg, words), TRM_ERR_ARG);
    cfg.map = &map;
    assert_int_equal(trm_regfile_init(&rf, &cfg, NULL), TRM_ERR_ARG);
    assert_int_equal(trm_regfile_init(&rf, NULL, words), TRM_ERR_ARG);
}

/* A component may claim another version: both numbers, and nothing else of tr??Impl.
 * Holds TCI-VER-001 */
static void the_version_can_be_another(void **state)
{
    (void)state;
    struct rig r;
    start(&r, TRM_UNDEF_ZERO, 1, 0);
    r.rf.cfg.version = 0xA3;
    wr(&r, 0x0, 1);
    assert_int_equal(rd(&r, 0x4), 0x9A3);
}

/* Holds TCI-MAP-006 */
static void in_reset_registers_read_zero_and_ignore_writes(void **state)
{
    (void)state;
    struct rig r;
    start(&r, TRM_UNDEF_GARBAGE, 1, 0);
    assert_int_equal(rd(&r, 0x0), 0);
    assert_int_equal(rd(&r, 0x4), 0);
    wr(&r, 0x10, 0x12345678);
    wr(&r, 0x0, 0x12); /* without Active */
    assert_int_equal(r.writes, 0);
    assert_int_equal(rd(&r, 0x10), 0);
    assert_int_equal(rd(&r, 0x0), 0);
}

/* Holds TCI-RST-019 */
static void release_gives_reset_values_and_ignores_other_bits(void **state)
{
    (void)state;
    struct rig r;
    start(&r, TRM_UNDEF_ZERO, 0, 0);
    wr(&r, 0x0, 0xFFFFFFFF);
    assert_int_equal(rd(&r, 0x0), 0x59); /* Active, Empty, mode 0 made legal = 5 */
    assert_int_equal(rd(&r, 0x4), 0x901);
    assert_int_equal(rd(&r, 0x10), 1); /* 0, and the read hook adds 1 */
    assert_int_equal(rd(&r, 0x400), 0x5A);
    assert_int_equal(rd(&r, 0x420), 0x5A);
    assert_int_equal(rd(&r, 0x440), 0x5A);
    assert_int_equal(rd(&r, 0x460), 0);
    assert_int_equal(rd(&r, 0x410), 0);
    assert_int_equal(r.resets_on, 1);
    assert_int_equal(r.writes, 0);
}

/* Holds TCI-RST-009 */
static void active_0_resets_enable_and_everything_else(void **state)
{
    (void)state;
    struct rig r;
    start(&r, TRM_UNDEF_ZERO, 0, 0);
    wr(&r, 0x0, 1);
    wr(&r, 0x0, 0x23);
    wr(&r, 0x400, 7);
    assert_int_equal(rd(&r, 0x0), 0x2B);
    wr(&r, 0x0, 0xFFFFFFFE);
    assert_int_equal(r.resets_off, 1);
    assert_int_equal(rd(&r, 0x0), 0);
    assert_int_equal(trm_regfile_get(&r.rf, 0) & 3u, 0);
    assert_false(trm_regfile_active(&r.rf));
    wr(&r, 0x0, 1);
    assert_int_equal(rd(&r, 0x0), 0x59);
    assert_int_equal(rd(&r, 0x400), 0x5A);
}

/* Holds TCI-GEN-001 TCI-GEN-003 */
static void warl_ro_reserved_rw1c_and_w1(void **state)
{
    (void)state;
    struct rig r;
    start(&r, TRM_UNDEF_ZERO, 0, 0);
    wr(&r, 0x0, 1);
    wr(&r, 0x0, 0xFFFFFFFF); /* mode 7 -> 5; RO, reserved, RW1C and W1 stay */
    assert_int_equal(rd(&r, 0x0), 0x5B);
    assert_int_equal(r.written, 0xFFFFFFFF);
    assert_int_equal(r.now, 0x5B);
    wr(&r, 0x0, 0x21);
    assert_int_equal(r.old, 0x5B);
    assert_int_equal(rd(&r, 0x0), 0x29);
    trm_regfile_set(&r.rf, 0, 0x1008, 0x1000); /* hardware: status up, empty down */
    assert_int_equal(rd(&r, 0x0), 0x1021);
    wr(&r, 0x0, 0x29); /* 0 to RW1C, 1 to RO */
    assert_int_equal(rd(&r, 0x0), 0x1021);
    wr(&r, 0x0, 0x1021);
    assert_int_equal(rd(&r, 0x0), 0x21);
    wr(&r, 0x4, 0xFFFFFFFF);
    assert_int_equal(rd(&r, 0x4), 0x901);
}

/* Holds TCI-MAP-004 TCI-MAP-007 */
static void unknown_and_removed_registers_read_zero(void **state)
{
    (void)state;
    struct rig r;
    start(&r, TRM_UNDEF_GARBAGE, 3, 0);
    trm_regfile_remove(&r.rf, 0x14);
    trm_regfile_remove(&r.rf, 0x420); /* a repetition takes all of them away */
    wr(&r, 0x0, 1);
    static const uint32_t offsets[] = {0x8, 0x14, 0x18, 0x400, 0x420, 0x440, 0xE00, 0xFFC};
    for (unsigned i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        assert_int_equal(rd(&r, offsets[i]), 0);
        wr(&r, offsets[i], 0xFFFFFFFF);
        assert_int_equal(rd(&r, offsets[i]), 0);
    }
    assert_int_equal(r.writes, 0);
}

static void garbage_is_legal_seeded_and_not_in_status(void **state)
{
    (void)state;
    unsigned different = 0;
    uint32_t first = 0;
    for (uint64_t seed = 0; seed < 64; seed++) {
        struct rig r;
        start(&r, TRM_UNDEF_GARBAGE, seed, 0);
        wr(&r, 0x0, 1);
        uint32_t control = rd(&r, 0x0);
        uint32_t mode = (control >> 4) & 7u;
        assert_true(mode == 2 || mode == 5);
        assert_int_equal(control & ~0x70u, 0x9); /* the rest has a reset value, or is status */
        uint32_t wide = rd(&r, 0x10);
        struct rig again;
        start(&again, TRM_UNDEF_GARBAGE, seed, 0);
        wr(&again, 0x0, 1);
        assert_int_equal(rd(&again, 0x10), wide);
        first = seed == 0 ? wide : first;
        different += wide != first ? 1 : 0;
        wr(&r, 0x0, 0);
        wr(&r, 0x0, 1);
        assert_int_not_equal(rd(&r, 0x10), wide); /* new noise at each reset */
    }
    assert_true(different > 60);
}

static void bad_accesses_are_reported_and_do_nothing(void **state)
{
    (void)state;
    struct rig r;
    uint32_t v = 99;
    start(&r, TRM_UNDEF_ZERO, 0, 0);
    wr(&r, 0x0, 1);
    static const unsigned sizes[] = {0, 1, 2, 3, 8, 16};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_int_equal(trm_regfile_read(&r.rf, 0x400, sizes[i], &v), TRM_ERR_SIZE);
        assert_int_equal(v, 0);
        assert_int_equal(trm_regfile_write(&r.rf, 0x400, sizes[i], 1), TRM_ERR_SIZE);
    }
    for (uint32_t o = 1; o < 4; o++) {
        assert_int_equal(trm_regfile_read(&r.rf, 0x400 + o, 4, &v), TRM_ERR_MISALIGNED);
        assert_int_equal(trm_regfile_write(&r.rf, 0x400 + o, 4, 1), TRM_ERR_MISALIGNED);
    }
    assert_int_equal(trm_regfile_read(&r.rf, 0x1000, 4, &v), TRM_ERR_RANGE);
    assert_int_equal(trm_regfile_write(&r.rf, 0xFFFFFFFC, 4, 1), TRM_ERR_RANGE);
    assert_int_equal(rd(&r, 0xFFC), 0);
    assert_int_equal(rd(&r, 0x400), 0x5A);
    assert_int_equal(r.writes, 0);
}

/* Holds TCI-TE-001 */
static void power_takes_as_long_as_configured(void **state)
{
    (void)state;
    struct rig r;
    start(&r, TRM_UNDEF_ZERO, 0, 3);
    wr(&r, 0x0, 1);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(rd(&r, 0x0), 0);
        assert_int_equal(rd(&r, 0x4), 0);
        trm_regfile_tick(&r.rf);
    }
    assert_int_equal(rd(&r, 0x0), 0x59);
    assert_int_equal(rd(&r, 0x4), 0x901);
    wr(&r, 0x0, 3 | 0x20);
    wr(&r, 0x0, 0);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(rd(&r, 0x0), 1); /* Active still reads as before, Enable is 0 at once */
        wr(&r, 0x0, 3);
        trm_regfile_tick(&r.rf);
    }
    assert_int_equal(rd(&r, 0x0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(init_needs_a_table_and_words),
        cmocka_unit_test(the_version_can_be_another),
        cmocka_unit_test(in_reset_registers_read_zero_and_ignore_writes),
        cmocka_unit_test(release_gives_reset_values_and_ignores_other_bits),
        cmocka_unit_test(active_0_resets_enable_and_everything_else),
        cmocka_unit_test(warl_ro_reserved_rw1c_and_w1),
        cmocka_unit_test(unknown_and_removed_registers_read_zero),
        cmocka_unit_test(garbage_is_legal_seeded_and_not_in_status),
        cmocka_unit_test(bad_accesses_are_reported_and_do_nothing),
        cmocka_unit_test(power_takes_as_long_as_configured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
