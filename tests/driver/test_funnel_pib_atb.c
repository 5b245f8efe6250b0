/* SPDX-License-Identifier: Apache-2.0 */
/* Trace Funnel, PIB Sink and ATB Bridge: the accesses in their order, discovery, and errors. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "block_io.h"
#include "fault_io.h"
#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_pibsink.h"
#include "regmap_all.h"
#include "script_io.h"

#define BASE 0x3040000u

static void expect_release(struct script_io *s, uint32_t impl)
{
    script_io_write(s, 0x000, 0);
    script_io_read(s, 0x000, 0x8);
    script_io_write(s, 0x000, 1);
    script_io_read(s, 0x000, 0xFFFFFFF9); /* all that may be undefined is 1 */
    script_io_read(s, 0x004, impl);
}

/* Enable = 1, then again, then disable: with the settings that Control must keep. */
static void expect_enable_and_disable(struct script_io *s, uint32_t settings)
{
    script_io_read(s, 0x000, settings | 0x9);
    script_io_write(s, 0x000, settings | 0x3);
    script_io_read(s, 0x000, settings | 0x9);
    script_io_read(s, 0x000, settings | 0xB);
    script_io_read(s, 0x000, settings | 0x3); /* enabled already */
    script_io_read(s, 0x000, settings | 0x3);
    script_io_write(s, 0x000, settings | 0x1);
    script_io_read(s, 0x000, settings | 0xB); /* Empty counts after Enable = 0 only */
    script_io_read(s, 0x000, settings | 0x1);
    script_io_read(s, 0x000, settings | 0x1);
    script_io_read(s, 0x000, settings | 0x9);
}

/* Holds TCI-RST-037..039 TCI-FUN-008 TCI-ENA-007 */
static void test_funnel_accesses(void **state)
{
    const struct rvt_funnel_cfg cfg = {.dis_inputs = 0x0006, .exact = true};
    struct rvt_funnel_status status;
    struct rvt_funnel f;
    struct script_io s;
    uint16_t bits;

    (void)state;
    script_io_init(&s, BASE);
    assert_int_equal(rvt_funnel_init(NULL, &s.io, BASE), RVT_ERR_ARG);
    assert_int_equal(rvt_funnel_init(&f, &s.io, BASE), RVT_OK);
    assert_int_equal(rvt_funnel_discover(&f, &bits), RVT_ERR_STATE);
    assert_int_equal(rvt_funnel_configure(&f, &cfg, &bits), RVT_ERR_STATE);
    assert_int_equal(rvt_funnel_enable(&f), RVT_ERR_STATE);
    assert_int_equal(rvt_funnel_disable(&f), RVT_ERR_STATE);
    assert_int_equal(rvt_funnel_get_status(&f, &status), RVT_ERR_STATE);
    expect_release(&s, 0x801);
    script_io_write(&s, 0x008, 0);
    script_io_write(&s, 0x040, 0);
    assert_int_equal(rvt_funnel_reset(&f), RVT_OK);
    script_io_read(&s, 0x008, 0x0001);
    script_io_write(&s, 0x008, 0xFFFF);
    script_io_read(&s, 0x008, 0x000F);
    script_io_write(&s, 0x008, 0x0001);
    assert_int_equal(rvt_funnel_discover(&f, &bits), RVT_OK);
    assert_int_equal(bits, 0x000F);
    script_io_write(&s, 0x008, 0x0006);
    script_io_read(&s, 0x008, 0x0002);
    assert_int_equal(rvt_funnel_configure(&f, &cfg, &bits), RVT_ERR_UNSUPPORTED);
    assert_int_equal(bits, 0x0002);
    assert_int_equal(rvt_funnel_enable(&f), RVT_ERR_STATE);
    script_io_write(&s, 0x008, 0x0006);
    script_io_read(&s, 0x008, 0x0006);
    assert_int_equal(rvt_funnel_configure(&f, &cfg, NULL), RVT_OK);
    expect_enable_and_disable(&s, 0);
    assert_int_equal(rvt_funnel_enable(&f), RVT_OK);
    assert_int_equal(rvt_funnel_enable(&f), RVT_OK);
    assert_int_equal(rvt_funnel_discover(&f, &bits), RVT_ERR_STATE);
    assert_int_equal(rvt_funnel_configure(&f, &cfg, &bits), RVT_ERR_STATE);
    assert_int_equal(rvt_funnel_disable(&f), RVT_OK);
    script_io_read(&s, 0x000, 0x3);
    assert_int_equal(rvt_funnel_get_status(&f, &status), RVT_OK);
    assert_true(status.enabled);
    assert_false(status.empty);
    assert_script(&s);
}

/* Holds TCI-RST-041 TCI-PIB-026 TCI-PIB-027 TCI-PIB-029 TCI-ENA-004..006 */
static void test_pibsink_accesses(void **state)
{
    struct rvt_pibsink_cfg cfg = {
        .mode = RVT_PIB_PARALLEL4, .divider = 3, .clk_center = true, .exact = true};
    const uint32_t want = 0x000301A0;
    struct rvt_pibsink s;
    struct script_io io;

    (void)state;
    script_io_init(&io, BASE);
    assert_int_equal(rvt_pibsink_init(NULL, &io.io, BASE), RVT_ERR_ARG);
    assert_int_equal(rvt_pibsink_init(&s, &io.io, BASE), RVT_OK);
    assert_int_equal(rvt_pibsink_configure(&s, &cfg, NULL), RVT_ERR_STATE);
    expect_release(&io, 0xA01);
    script_io_read(&io, 0x000, 0x001273F9);
    script_io_write(&io, 0x000, 0x00120001); /* the divider stays, all else is off */
    assert_int_equal(rvt_pibsink_reset(&s), RVT_OK);
    assert_int_equal(s.reset_divider, 0x12);
    script_io_write(&io, 0x000, want | 1);
    script_io_read(&io, 0x000, want | 9);
    assert_int_equal(rvt_pibsink_configure(&s, &cfg, &cfg), RVT_OK);
    assert_int_equal(cfg.mode, RVT_PIB_PARALLEL4);
    assert_int_equal(cfg.divider, 3);
    assert_true(cfg.clk_center && cfg.exact && !cfg.calibrate);
    expect_enable_and_disable(&io, want);
    assert_int_equal(rvt_pibsink_enable(&s), RVT_OK);
    assert_int_equal(rvt_pibsink_enable(&s), RVT_OK);
    assert_int_equal(rvt_pibsink_disable(&s), RVT_OK);
    script_io_write(&io, 0x000, want | 1);
    script_io_read(&io, 0x000, (want & ~0x100u) | 9);
    assert_int_equal(rvt_pibsink_configure(&s, &cfg, NULL), RVT_ERR_UNSUPPORTED);
    cfg.exact = false; /* another clock is fine then, another mode is not */
    script_io_write(&io, 0x000, want | 1);
    script_io_read(&io, 0x000, (want & ~0x100u) | 9);
    assert_int_equal(rvt_pibsink_configure(&s, &cfg, NULL), RVT_OK);
    script_io_write(&io, 0x000, want | 1);
    script_io_read(&io, 0x000, 0x00030099);
    assert_int_equal(rvt_pibsink_configure(&s, &cfg, NULL), RVT_ERR_UNSUPPORTED);
    cfg.mode = RVT_PIB_UART; /* no clock to center */
    assert_int_equal(rvt_pibsink_configure(&s, &cfg, NULL), RVT_ERR_ARG);
    cfg.clk_center = false;
    cfg.async_freq = 8;
    assert_int_equal(rvt_pibsink_configure(&s, &cfg, NULL), RVT_ERR_ARG);
    assert_script(&io);
}

/* Mode bits 3:2 fixed at 2 (Parallel 1, 2, 4, 8), a divider of 4 bits, no calibration. */
static void test_pibsink_discovery_reports_and_restores(void **state)
{
    struct rvt_pibsink_caps caps;
    static struct block_io b;

    (void)state;
    for (uint32_t seed = 1; seed < 50; seed++) {
        struct rvt_pibsink s;

        block_io_init(&b);
        struct block_comp *c = block_io_add(&b, &regmap_pibsink, BASE, seed);
        block_io_restrict(c, 0x000, 0x000F1130, 0x00000080);
        assert_int_equal(rvt_pibsink_init(&s, &b.io, BASE), RVT_OK);
        assert_int_equal(rvt_pibsink_reset(&s), RVT_OK);
        uint32_t before = block_io_peek(c, 0);
        assert_int_equal(rvt_pibsink_discover(&s, &caps), RVT_OK);
        assert_int_equal(block_io_peek(c, 0), before);
        assert_int_equal(caps.modes, 0x0F00);
        assert_int_equal(caps.center_modes, 0x0F00);
        assert_int_equal(caps.edge_modes, 0x0F00);
        assert_int_equal(caps.calib_modes, 0);
        assert_int_equal(caps.divider_min, 0);
        assert_int_equal(caps.divider_max, 15);
        assert_int_equal(caps.async_freqs, 0x03);
        assert_int_equal(b.violations, 0);
    }
}

/* Holds TCI-RST-042 TCI-ENA-004..006 */
static void test_atbbridge_accesses(void **state)
{
    struct rvt_atbbridge_cfg cfg = {.id = 0x6F, .async_freq = 5, .exact = true};
    struct rvt_atbbridge_cfg granted;
    struct rvt_atbbridge b;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    assert_int_equal(rvt_atbbridge_init(NULL, &s.io, BASE), RVT_ERR_ARG);
    assert_int_equal(rvt_atbbridge_init(&b, &s.io, BASE), RVT_OK);
    expect_release(&s, 0x7E01);
    script_io_write(&s, 0x000, 1);
    script_io_write(&s, 0x004, 0);
    assert_int_equal(rvt_atbbridge_reset(&b), RVT_OK);
    script_io_write(&s, 0x000, 0x6F01);
    script_io_read(&s, 0x000, 0x6F09);
    script_io_write(&s, 0x004, 0x5000);
    script_io_read(&s, 0x004, 0x0E01);
    assert_int_equal(rvt_atbbridge_configure(&b, &cfg, &granted), RVT_ERR_UNSUPPORTED);
    assert_int_equal(granted.id, 0x6F);
    assert_int_equal(granted.async_freq, 0);
    assert_int_equal(rvt_atbbridge_enable(&b), RVT_ERR_STATE);
    script_io_write(&s, 0x000, 0x6F01);
    script_io_read(&s, 0x000, 0x6E09); /* RW, but it does not take the ID */
    script_io_write(&s, 0x004, 0x5000);
    script_io_read(&s, 0x004, 0x5E01);
    assert_int_equal(rvt_atbbridge_configure(&b, &cfg, NULL), RVT_ERR_DATA);
    script_io_write(&s, 0x000, 0x6F01);
    script_io_read(&s, 0x000, 0x6F09);
    script_io_write(&s, 0x004, 0x5000);
    script_io_read(&s, 0x004, 0x5E01);
    assert_int_equal(rvt_atbbridge_configure(&b, &cfg, NULL), RVT_OK);
    expect_enable_and_disable(&s, 0x6F00);
    assert_int_equal(rvt_atbbridge_enable(&b), RVT_OK);
    assert_int_equal(rvt_atbbridge_enable(&b), RVT_OK);
    assert_int_equal(rvt_atbbridge_disable(&b), RVT_OK);
    assert_script(&s);
}

/* Holds TCI-ATB-005 */
static void test_reserved_atb_ids_are_refused_without_an_access(void **state)
{
    struct rvt_atbbridge_cfg cfg = {0};
    static struct block_io b;
    struct rvt_atbbridge a;

    (void)state;
    block_io_init(&b);
    block_io_add(&b, &regmap_atbbridge, BASE, 9);
    assert_int_equal(rvt_atbbridge_init(&a, &b.io, BASE), RVT_OK);
    assert_int_equal(rvt_atbbridge_reset(&a), RVT_OK);
    for (unsigned id = 0; id < 256; id++) {
        unsigned before = b.reads + b.writes;
        bool reserved = id == 0 || id >= 0x70;

        cfg.id = (uint8_t)id;
        assert_int_equal(rvt_atbbridge_configure(&a, &cfg, NULL), reserved ? RVT_ERR_ARG : RVT_OK);
        assert_int_equal(b.reads + b.writes == before, reserved);
    }
    cfg = (struct rvt_atbbridge_cfg){.id = 1, .async_freq = 8};
    assert_int_equal(rvt_atbbridge_configure(&a, &cfg, NULL), RVT_ERR_ARG);
}

static enum rvt_status funnel_life(const struct rvt_io *io)
{
    const struct rvt_funnel_cfg cfg = {.dis_inputs = 1};
    struct rvt_funnel_status status;
    struct rvt_funnel f;
    enum rvt_status st;
    uint16_t bits;

    if ((st = rvt_funnel_init(&f, io, BASE)) != RVT_OK || (st = rvt_funnel_reset(&f)) != RVT_OK ||
        (st = rvt_funnel_discover(&f, &bits)) != RVT_OK ||
        (st = rvt_funnel_configure(&f, &cfg, NULL)) != RVT_OK ||
        (st = rvt_funnel_enable(&f)) != RVT_OK ||
        (st = rvt_funnel_get_status(&f, &status)) != RVT_OK) {
        return st;
    }
    return rvt_funnel_disable(&f);
}

static enum rvt_status pibsink_life(const struct rvt_io *io)
{
    const struct rvt_pibsink_cfg cfg = {.mode = RVT_PIB_UART, .divider = 9};
    struct rvt_pibsink_status status;
    struct rvt_pibsink_caps caps;
    struct rvt_pibsink s;
    enum rvt_status st;

    if ((st = rvt_pibsink_init(&s, io, BASE)) != RVT_OK || (st = rvt_pibsink_reset(&s)) != RVT_OK ||
        (st = rvt_pibsink_discover(&s, &caps)) != RVT_OK ||
        (st = rvt_pibsink_configure(&s, &cfg, NULL)) != RVT_OK ||
        (st = rvt_pibsink_enable(&s)) != RVT_OK ||
        (st = rvt_pibsink_get_status(&s, &status)) != RVT_OK) {
        return st;
    }
    return rvt_pibsink_disable(&s);
}

static enum rvt_status atbbridge_life(const struct rvt_io *io)
{
    const struct rvt_atbbridge_cfg cfg = {.id = 0x10};
    struct rvt_atbbridge_status status;
    struct rvt_atbbridge b;
    enum rvt_status st;
    uint8_t freqs;

    if ((st = rvt_atbbridge_init(&b, io, BASE)) != RVT_OK ||
        (st = rvt_atbbridge_reset(&b)) != RVT_OK ||
        (st = rvt_atbbridge_discover(&b, &freqs)) != RVT_OK ||
        (st = rvt_atbbridge_configure(&b, &cfg, NULL)) != RVT_OK ||
        (st = rvt_atbbridge_enable(&b)) != RVT_OK ||
        (st = rvt_atbbridge_get_status(&b, &status)) != RVT_OK) {
        return st;
    }
    return rvt_atbbridge_disable(&b);
}

static void test_every_bus_error_is_returned_at_once(void **state)
{
    static const struct {
        const struct regmap_component *map;
        enum rvt_status (*life)(const struct rvt_io *io);
    } kinds[] = {{&regmap_funnel, funnel_life},
                 {&regmap_pibsink, pibsink_life},
                 {&regmap_atbbridge, atbbridge_life}};
    static struct block_io b;

    (void)state;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct fault_io f;

        block_io_init(&b);
        block_io_add(&b, kinds[i].map, BASE, 3);
        fault_io_init(&f, &b.io, RVT_ERR_IO);
        assert_int_equal(kinds[i].life(&f.io), RVT_OK);
        assert_int_equal(b.violations, 0);
        uint64_t total = f.count;
        assert_true(total > 20);
        for (uint64_t k = 0; k < total; k++) {
            f.count = 0;
            f.fail_at = k;
            assert_int_equal(kinds[i].life(&f.io), RVT_ERR_IO);
            assert_int_equal(f.count, k + 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_funnel_accesses),
        cmocka_unit_test(test_pibsink_accesses),
        cmocka_unit_test(test_pibsink_discovery_reports_and_restores),
        cmocka_unit_test(test_atbbridge_accesses),
        cmocka_unit_test(test_reserved_atb_ids_are_refused_without_an_access),
        cmocka_unit_test(test_every_bus_error_is_returned_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
