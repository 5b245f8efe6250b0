/* SPDX-License-Identifier: Apache-2.0 */
/* Reset, discovery, version policy, WARL: TCI 1.0, "Reset and Discovery" and "Versioning of
 * Components". */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hartrace/rvt_component.h"
#include "block_io.h"
#include "fault_io.h"
#include "script_io.h"
#include "regmap_all.h"

#define BASE 0x3020000u

/* tr??Impl: major in 3:0, minor in 7:4, type in 11:8. */
#define IMPL(type, major, minor)                                                                   \
    ((uint32_t)(type) << 8 | (uint32_t)(minor) << 4 | (uint32_t)(major))

/* Holds TCI-COMP-003 TCI-COMP-011 */
static void test_init_refuses_what_cannot_be_right(void **state)
{
    struct rvt_component c;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    c.impl = 0xFFFFFFFF;
    assert_int_equal(rvt_component_init(&c, &s.io, BASE, RVT_COMP_ENCODER), RVT_OK);
    assert_int_equal(c.impl, 0);
    assert_int_equal(rvt_component_init(NULL, &s.io, BASE, RVT_COMP_ENCODER), RVT_ERR_ARG);
    assert_int_equal(rvt_component_init(&c, NULL, BASE, RVT_COMP_ENCODER), RVT_ERR_ARG);
    assert_int_equal(rvt_component_init(&c, &s.io, BASE + 0x800, RVT_COMP_ENCODER), RVT_ERR_ARG);
    assert_int_equal(rvt_component_init(&c, &s.io, BASE, (enum rvt_comp_type)2), RVT_ERR_ARG);
    struct rvt_io io = s.io;
    io.poll_limit = 0;
    assert_int_equal(rvt_component_init(&c, &io, BASE, RVT_COMP_ENCODER), RVT_ERR_ARG);
    io = s.io;
    io.ops = NULL;
    assert_int_equal(rvt_component_init(&c, &io, BASE, RVT_COMP_ENCODER), RVT_ERR_ARG);
    s.ops.write32 = NULL;
    assert_int_equal(rvt_component_init(&c, &s.io, BASE, RVT_COMP_ENCODER), RVT_ERR_ARG);
    assert_script(&s);
}

static void init(struct rvt_component *c, const struct rvt_io *io, enum rvt_comp_type type)
{
    assert_int_equal(rvt_component_init(c, io, BASE, type), RVT_OK);
}

/* The chapter's order: Control = 0, Active reads 0, Control = 1, Active reads 1, Impl. */
static void expect_reset(struct script_io *s, uint32_t impl)
{
    script_io_write(s, 0x000, 0);
    script_io_read(s, 0x000, 0x9); /* still Active */
    script_io_read(s, 0x000, 0x8);
    script_io_write(s, 0x000, 1);
    script_io_read(s, 0x000, 0x8); /* not yet Active */
    script_io_read(s, 0x000, 0x9);
    if ((impl >> 8 & 0xF) == 0x9) {
        script_io_read(s, 0x000, 0x9); /* RAM sink: Empty = 1 is verified */
    }
    script_io_read(s, 0x004, impl);
}

/* Holds TCI-RST-010 TCI-RST-014..018 TCI-RST-020 TCI-RST-025 TCI-ENA-001 */
static void test_reset_follows_the_order_of_the_chapter(void **state)
{
    static const enum rvt_comp_type types[] = {RVT_COMP_ENCODER, RVT_COMP_FUNNEL, RVT_COMP_RAMSINK,
                                               RVT_COMP_PIBSINK, RVT_COMP_ATBBRIDGE};
    struct rvt_component c;
    struct script_io s;

    (void)state;
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        script_io_init(&s, BASE);
        init(&c, &s.io, types[i]);
        expect_reset(&s, IMPL(types[i], 1, 0));
        assert_int_equal(rvt_component_reset(&c), RVT_OK);
        assert_int_equal(c.state, RVT_STATE_RESET);
        assert_script(&s);
    }
}

/* Holds TCI-RST-025 TCI-VER-015 */
static void test_wrong_type_is_reported_with_its_data(void **state)
{
    struct rvt_component_info info;
    struct rvt_component c;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    init(&c, &s.io, RVT_COMP_ENCODER);
    expect_reset(&s, 0xAB000000u | IMPL(0x8, 1, 0));
    assert_int_equal(rvt_component_reset(&c), RVT_ERR_TYPE);
    assert_int_equal(c.state, RVT_STATE_UNKNOWN);
    rvt_component_info(&c, &info);
    assert_string_equal(info.name, "Trace Encoder");
    assert_int_equal(info.base, BASE);
    assert_int_equal(info.impl, 0xAB000801u);
    assert_int_equal(info.comp_type, 8);
    assert_script(&s);
}

/* The chapter's example, with 2.3 as the supported version, row by row; and the limits between the
 * rows. */
/* Holds TCI-VER-005 TCI-VER-006 TCI-VER-008..014 TCI-RST-023 */
static void test_version_policy_of_the_chapter(void **state)
{
    static const struct {
        unsigned major, minor;
        enum rvt_version_verdict verdict;
    } rows[] = {
        {0, 0, RVT_VERSION_PRERATIFIED},   {0, 9, RVT_VERSION_PRERATIFIED},
        {0, 15, RVT_VERSION_PRERATIFIED},  {2, 3, RVT_VERSION_ACCEPT},
        {2, 2, RVT_VERSION_ACCEPT},        {2, 0, RVT_VERSION_ACCEPT},
        {2, 4, RVT_VERSION_NEWER_MINOR},   {2, 14, RVT_VERSION_NEWER_MINOR},
        {2, 15, RVT_VERSION_EXPERIMENTAL}, {1, 0, RVT_VERSION_OBSOLETE},
        {1, 15, RVT_VERSION_OBSOLETE},     {3, 0, RVT_VERSION_FUTURE},
        {3, 15, RVT_VERSION_FUTURE},       {15, 0, RVT_VERSION_FUTURE},
        {15, 15, RVT_VERSION_FUTURE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(rvt_version_judge(rows[i].major, rows[i].minor, 2, 3), rows[i].verdict);
    }
}

/* Holds TCI-VER-012 TCI-PRE-001 */
static void test_each_verdict_has_its_own_text(void **state)
{
    (void)state;
    for (int a = 0; a <= RVT_VERSION_FUTURE; a++) {
        const char *text = rvt_version_text((enum rvt_version_verdict)a);

        assert_string_not_equal(text, "unknown verdict");
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(text, rvt_version_text((enum rvt_version_verdict)b));
        }
    }
}

/* The driver supports 1.0. Every version that the register can hold. */
/* Holds TCI-VER-003 TCI-VER-005 TCI-VER-006 TCI-VER-015 TCI-RST-023 TCI-RST-024 */
static void test_reset_goes_on_or_refuses_by_version(void **state)
{
    (void)state;
    for (unsigned major = 0; major < 16; major++) {
        for (unsigned minor = 0; minor < 16; minor++) {
            struct rvt_component_info info;
            struct rvt_component c;
            struct script_io s;

            script_io_init(&s, BASE);
            init(&c, &s.io, RVT_COMP_FUNNEL);
            expect_reset(&s, IMPL(0x8, major, minor));
            assert_int_equal(rvt_component_reset(&c), major == 1 ? RVT_OK : RVT_ERR_VERSION);
            assert_int_equal(c.state, major == 1 ? RVT_STATE_RESET : RVT_STATE_UNKNOWN);
            assert_script(&s);
            rvt_component_info(&c, &info);
            assert_int_equal(info.major, major);
            assert_int_equal(info.minor, minor);
            assert_int_equal(info.supported_major, 1);
            assert_int_equal(info.supported_minor, 0);
            if (major == 1) {
                assert_int_equal(info.verdict, minor == 0    ? RVT_VERSION_ACCEPT
                                               : minor == 15 ? RVT_VERSION_EXPERIMENTAL
                                                             : RVT_VERSION_NEWER_MINOR);
            }
        }
    }
}

/* "Reset and Discovery" judges the version before it compares the type. */
static void test_version_is_judged_before_the_type(void **state)
{
    struct rvt_component c;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    init(&c, &s.io, RVT_COMP_ENCODER);
    expect_reset(&s, IMPL(0, 0, 1)); /* a pre-ratified encoder has no type field */
    assert_int_equal(rvt_component_reset(&c), RVT_ERR_VERSION);
    assert_script(&s);
}

/* Holds TCI-RST-010 TCI-RST-016 TCI-RST-020 */
static void test_active_that_never_follows_is_a_timeout(void **state)
{
    struct rvt_component c;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE); /* limit 3 */
    init(&c, &s.io, RVT_COMP_FUNNEL);
    script_io_write(&s, 0, 0);
    for (int i = 0; i < 3; i++) {
        script_io_read(&s, 0, 1);
    }
    assert_int_equal(rvt_component_reset(&c), RVT_ERR_TIMEOUT);
    assert_script(&s);

    script_io_init(&s, BASE);
    init(&c, &s.io, RVT_COMP_FUNNEL);
    script_io_write(&s, 0, 0);
    script_io_read(&s, 0, 0);
    script_io_write(&s, 0, 1);
    for (int i = 0; i < 3; i++) {
        script_io_read(&s, 0, 0);
    }
    assert_int_equal(rvt_component_reset(&c), RVT_ERR_TIMEOUT);
    assert_int_equal(c.state, RVT_STATE_UNKNOWN);
    assert_script(&s);
}

static void test_sink_that_is_not_empty_after_reset_is_a_timeout(void **state)
{
    struct rvt_component c;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    init(&c, &s.io, RVT_COMP_RAMSINK);
    script_io_write(&s, 0, 0);
    script_io_read(&s, 0, 0);
    script_io_write(&s, 0, 1);
    for (int i = 0; i < 4; i++) {
        script_io_read(&s, 0, 1);
    }
    assert_int_equal(rvt_component_reset(&c), RVT_ERR_TIMEOUT);
    assert_script(&s);
}

/* Holds TCI-RST-010 */
static void test_slow_power_up_is_waited_for(void **state)
{
    static struct block_io b;
    struct rvt_component c;
    struct block_comp *comp;

    (void)state;
    for (uint32_t delay = 0; delay < 20; delay++) {
        block_io_init(&b); /* limit 16 */
        comp = block_io_add(&b, &regmap_funnel, BASE, delay);
        comp->active_delay = delay;
        init(&c, &b.io, RVT_COMP_FUNNEL);
        assert_int_equal(rvt_component_reset(&c), delay < 16 ? RVT_OK : RVT_ERR_TIMEOUT);
        assert_int_equal(b.violations, 0);
    }
}

static void test_every_bus_error_of_a_reset_is_returned(void **state)
{
    static struct block_io b;
    struct rvt_component c;
    struct fault_io f;
    uint64_t k;

    (void)state;
    block_io_init(&b);
    block_io_add(&b, &regmap_ramsink, BASE, 1);
    fault_io_init(&f, &b.io, RVT_ERR_BUS);
    init(&c, &f.io, RVT_COMP_RAMSINK);
    assert_int_equal(rvt_component_reset(&c), RVT_OK);
    uint64_t total = f.count;
    for (k = 0; k < total; k++) {
        f.count = 0;
        f.fail_at = k;
        assert_int_equal(rvt_component_reset(&c), RVT_ERR_BUS);
        assert_int_equal(f.count, k + 1);
        assert_int_equal(c.state, RVT_STATE_UNKNOWN);
    }
    assert_true(total >= 6);
    f.count = 0;
    f.fail_at = 0;
    c.impl = 0xFFFFFFFF; /* nothing of an earlier reset is left */
    assert_int_equal(rvt_component_reset(&c), RVT_ERR_BUS);
    assert_int_equal(c.impl, 0);
}

static void test_register_access_is_limited_to_the_block(void **state)
{
    struct rvt_component c;
    struct script_io s;
    uint32_t val;

    (void)state;
    script_io_init(&s, BASE);
    init(&c, &s.io, RVT_COMP_ENCODER);
    assert_int_equal(rvt_reg_read(&c, 0x1000, &val), RVT_ERR_ARG);
    assert_int_equal(rvt_reg_write(&c, 0x1000, 0), RVT_ERR_ARG);
    assert_int_equal(rvt_reg_read(&c, 0x6, &val), RVT_ERR_ARG);
    assert_int_equal(rvt_reg_write(&c, 0x6, 0), RVT_ERR_ARG);
    script_io_write(&s, 0xFFC, 7);
    script_io_read(&s, 0xFFC, 8);
    assert_int_equal(rvt_reg_write(&c, 0xFFC, 7), RVT_OK);
    assert_int_equal(rvt_reg_read(&c, 0xFFC, &val), RVT_OK);
    assert_int_equal(val, 8);
    assert_script(&s);
}

/* Holds TCI-RAM-049 */
static void test_warl_keeps_other_bits_and_reports_the_grant(void **state)
{
    struct rvt_component c;
    struct script_io s;
    uint32_t got = 0;

    (void)state;
    script_io_init(&s, BASE);
    init(&c, &s.io, RVT_COMP_ENCODER);
    script_io_read(&s, 0x008, 0xA5A5A5A5);
    script_io_write(&s, 0x008, 0xA5A5A53A); /* bits 7:0 replaced */
    script_io_read(&s, 0x008, 0xA5A5A512);
    assert_int_equal(rvt_write_warl(&c, 0x008, 0xFF, 0x3A, &got), RVT_OK);
    assert_int_equal(got, 0x12);
    script_io_write(&s, 0x008, 0x77); /* the whole register: nothing to keep, nothing to read */
    script_io_read(&s, 0x008, 0x70);
    assert_int_equal(rvt_write_warl(&c, 0x008, UINT32_MAX, 0x77, &got), RVT_OK);
    assert_int_equal(got, 0x70);
    assert_int_equal(rvt_write_warl(&c, 0x008, 0xFF, 0x100, &got), RVT_ERR_ARG);
    assert_int_equal(rvt_write_warl(&c, 0x1000, 0xFF, 0x1, &got), RVT_ERR_ARG);
    assert_int_equal(rvt_write_warl(&c, 0x1000, UINT32_MAX, 0x1, &got), RVT_ERR_ARG);
    assert_script(&s);
}

static void test_names_are_the_specifications(void **state)
{
    (void)state;
    for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
        assert_string_equal(rvt_component_name((enum rvt_comp_type)regmap_components[i]->comp_type),
                            regmap_components[i]->title);
    }
    assert_string_equal(rvt_component_name((enum rvt_comp_type)0), "unknown component");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init_refuses_what_cannot_be_right),
        cmocka_unit_test(test_reset_follows_the_order_of_the_chapter),
        cmocka_unit_test(test_wrong_type_is_reported_with_its_data),
        cmocka_unit_test(test_version_policy_of_the_chapter),
        cmocka_unit_test(test_each_verdict_has_its_own_text),
        cmocka_unit_test(test_reset_goes_on_or_refuses_by_version),
        cmocka_unit_test(test_version_is_judged_before_the_type),
        cmocka_unit_test(test_active_that_never_follows_is_a_timeout),
        cmocka_unit_test(test_sink_that_is_not_empty_after_reset_is_a_timeout),
        cmocka_unit_test(test_slow_power_up_is_waited_for),
        cmocka_unit_test(test_every_bus_error_of_a_reset_is_returned),
        cmocka_unit_test(test_register_access_is_limited_to_the_block),
        cmocka_unit_test(test_warl_keeps_other_bits_and_reports_the_grant),
        cmocka_unit_test(test_names_are_the_specifications),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
