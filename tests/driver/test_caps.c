/* SPDX-License-Identifier: Apache-2.0 */
/* Timestamp unit, filters, comparators, triggers, and discovery of all of it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "block_io.h"
#include "encoder_script.h"
#include "fault_io.h"
#include "hartrace/rvt_caps.h"
#include "hartrace/rvt_funnel.h"
#include "regmap_all.h"

static void expect_ts_active(struct script_io *s)
{
    script_io_read(s, 0x040, 0x28000000); /* 40 bits, in reset */
    script_io_write(s, 0x040, 0x1);
    script_io_read(s, 0x040, 0x28000000); /* it takes its time */
    script_io_read(s, 0x040, 0x28000001);
}

static void test_timestamp_accesses(void **state)
{
    struct rvt_timestamp_cfg cfg = {.mode = RVT_TS_INTERNAL_CORE,
                                    .prescale = 2,
                                    .count = true,
                                    .run_in_debug = true,
                                    .enable = true,
                                    .exact = true};
    struct rvt_encoder e;
    struct script_io s;
    uint64_t value;

    (void)state;
    configured(&e, &s);
    expect_ts_active(&s);
    script_io_write(&s, 0x040, 0x823B);
    script_io_read(&s, 0x040, 0x2800823B);
    assert_int_equal(rvt_timestamp_configure(&e.c, &cfg, NULL), RVT_OK);
    expect_ts_active(&s);
    script_io_write(&s, 0x040, 0x823B);
    script_io_read(&s, 0x040, 0x28008233); /* trTsRunInDebug is not there */
    assert_int_equal(rvt_timestamp_configure(&e.c, &cfg, &cfg), RVT_ERR_UNSUPPORTED);
    assert_true(cfg.mode == RVT_TS_INTERNAL_CORE && cfg.prescale == 2 && !cfg.run_in_debug);
    cfg.mode = RVT_TS_SHARED;
    cfg.exact = false;
    expect_ts_active(&s);
    script_io_write(&s, 0x040, 0x8243);
    script_io_read(&s, 0x040, 0x28008233);
    assert_int_equal(rvt_timestamp_configure(&e.c, &cfg, NULL), RVT_ERR_UNSUPPORTED);
    script_io_read(&s, 0x040, 0); /* no unit: nothing is written */
    assert_int_equal(rvt_timestamp_configure(&e.c, &cfg, NULL), RVT_ERR_UNSUPPORTED);
    cfg.prescale = 4;
    assert_int_equal(rvt_timestamp_configure(&e.c, &cfg, NULL), RVT_ERR_ARG);
    script_io_read(&s, 0x040, 0x28008233);
    script_io_write(&s, 0x040, 0x8237);
    assert_int_equal(rvt_timestamp_reset_counter(&e.c), RVT_OK);
    /* The counter runs over between two reads. */
    script_io_read(&s, 0x04C, 1);
    script_io_read(&s, 0x048, 3);
    script_io_read(&s, 0x04C, 2);
    script_io_read(&s, 0x048, 7);
    script_io_read(&s, 0x04C, 2);
    assert_int_equal(rvt_timestamp_read(&e.c, &value), RVT_OK);
    assert_true(value == 0x200000007u);
    script_io_read(&s, 0x04C, 1);
    for (uint32_t i = 2; i < 5; i++) { /* poll_limit is 3 */
        script_io_read(&s, 0x048, 0);
        script_io_read(&s, 0x04C, i);
    }
    assert_int_equal(rvt_timestamp_read(&e.c, &value), RVT_ERR_TIMEOUT);
    assert_script(&s);
}

/* An address range 0x1_0000_1000 .. 0x1_0000_2000 in M-mode, for interrupts with cause 7 and 40. */
/* Holds TCI-FLT-003 */
static void test_filter_values_are_written_before_the_match_bits(void **state)
{
    const struct rvt_comparator_cfg range = {.p = {RVT_COMP_IADDR, RVT_COMP_GE, true, 0x100001000},
                                             .s = {RVT_COMP_IADDR, RVT_COMP_LT, false, 0x100002000},
                                             .match = RVT_COMP_BOTH};
    struct rvt_filter_cfg cfg = {.match_privilege = true,
                                 .privileges = 0x08,
                                 .match_ecause = true,
                                 .ecauses = 1ull << 40 | 1u << 7,
                                 .match_interrupt = true,
                                 .interrupt = true,
                                 .ncomps = 2,
                                 .comps = {5, 7}};
    static const uint32_t filter[][2] = {{0x460, 0}, {0x464, 0x108}, {0x468, 0x80}, {0x46C, 0x100},
                                         {0x470, 0}, {0x474, 0},     {0x478, 0},    {0x460, 0xFBF}};
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    configured(&e, &s);
    script_io_write(&s, 0x6B4, 1);
    script_io_read(&s, 0x6B4, 1);
    script_io_write(&s, 0x6B0, 0x1000);
    script_io_read(&s, 0x6B0, 0x1000);
    script_io_write(&s, 0x6BC, 1);
    script_io_read(&s, 0x6BC, 1);
    script_io_write(&s, 0x6B8, 0x2000);
    script_io_read(&s, 0x6B8, 0x2000);
    script_io_write(&s, 0x6A0, 0x5250);
    script_io_read(&s, 0x6A0, 0x5250);
    assert_int_equal(rvt_comparator_set(&e, 5, &range), RVT_OK);
    script_io_write(&s, 0x460, 0);
    for (size_t i = 1; i < 8; i++) {
        script_io_write(&s, filter[i][0], filter[i][1]);
        script_io_read(&s, filter[i][0], filter[i][1]);
    }
    assert_int_equal(rvt_filter_set(&e, 3, &cfg), RVT_OK);
    script_io_write(&s, 0x00C, 0x8);
    script_io_read(&s, 0x00C, 0x8);
    script_io_write(&s, 0x01C, 0);
    script_io_read(&s, 0x01C, 0);
    assert_int_equal(rvt_filter_select(&e, 0x8, 0), RVT_OK);
    script_io_write(&s, 0x460, 0); /* no cause above 31: the filter stays off */
    script_io_write(&s, 0x464, 0x108);
    script_io_read(&s, 0x464, 0x108);
    script_io_write(&s, 0x468, 0x80);
    script_io_read(&s, 0x468, 0x80);
    script_io_write(&s, 0x46C, 0x100);
    script_io_read(&s, 0x46C, 0);
    assert_int_equal(rvt_filter_set(&e, 3, &cfg), RVT_ERR_UNSUPPORTED);
    for (uint32_t at = 0x5E0; at < 0x5FC; at += 4) {
        script_io_write(&s, at, 0);
    }
    assert_int_equal(rvt_filter_clear(&e, 15), RVT_OK);
    assert_int_equal(rvt_filter_clear(&e, 16), RVT_ERR_ARG);
    assert_int_equal(rvt_filter_set(&e, 16, &cfg), RVT_ERR_ARG);
    assert_int_equal(rvt_comparator_set(&e, 8, &range), RVT_ERR_ARG);
    cfg.comps[1] = 8;
    assert_int_equal(rvt_filter_set(&e, 3, &cfg), RVT_ERR_ARG);
    assert_script(&s);
}

static void test_trigger_accesses(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    configured(&e, &s);
    script_io_read(&s, 0x054, 0x00000002);
    script_io_write(&s, 0x054, 0x00300002);
    script_io_read(&s, 0x054, 0x00300002);
    assert_int_equal(rvt_trigger_set_input(&e, 5, RVT_TRIGGER_TRACE_OFF), RVT_OK);
    script_io_read(&s, 0x058, 0);
    script_io_write(&s, 0x058, 0x30000000);
    script_io_read(&s, 0x058, 0x10000000); /* no stop event: none rather than half of it */
    script_io_read(&s, 0x058, 0x10000000);
    script_io_write(&s, 0x058, 0);
    script_io_read(&s, 0x058, 0);
    assert_int_equal(rvt_trigger_set_output(&e, 7, RVT_TRIGGER_START | RVT_TRIGGER_STOP),
                     RVT_ERR_UNSUPPORTED);
    assert_int_equal(rvt_trigger_set_input(&e, 8, RVT_TRIGGER_NONE), RVT_ERR_ARG);
    assert_int_equal(rvt_trigger_set_input(&e, 0, (enum rvt_trigger_action)1), RVT_ERR_ARG);
    assert_int_equal(rvt_trigger_set_output(&e, 0, 16), RVT_ERR_ARG);
    assert_int_equal(rvt_trigger_set_output(&e, 8, 0), RVT_ERR_ARG);
    assert_script(&s);
}

/* An encoder with some of everything. */
static struct block_comp *some_encoder(struct block_io *b, uint32_t seed)
{
    block_io_init(b);
    struct block_comp *c = block_io_add(b, &regmap_encoder, BASE, seed);
    block_io_restrict(c, 0x000, 0x01F12260, 0); /* modes 0, 2, 4, 6: no 3; no triggers */
    block_io_restrict(c, 0x008, 0x300F0289, 0); /* 4-bit SRC IDs, widths 0..3 */
    block_io_restrict(c, 0x00C, 0x0007, 0);     /* three filters */
    block_io_restrict(c, 0x010, 0, 0);          /* no data trace */
    block_io_restrict(c, 0x01C, 0, 0);
    block_io_restrict(c, 0x050, 0, 0);
    block_io_restrict(c, 0x054, 0x000000F4, 0); /* input 0: notify only; input 1: all */
    block_io_restrict(c, 0x058, 0x00000301, 0);
    block_io_restrict(c, 0x040, 0x20 | 0x100 | 1, 40u << 24); /* Internal System, clock / 4 */
    for (uint32_t i = 3; i < 16; i++) {
        block_io_restrict(c, 0x400 + 0x20 * i, 0, 0);
    }
    for (uint32_t i = 0; i < 3; i++) {
        block_io_restrict(c, 0x400 + 0x20 * i, 0x33, 0);
    }
    for (uint32_t j = 0; j < 8; j++) {
        block_io_restrict(c, 0x600 + 0x20 * j, j == 0 ? 0x4070 : 0, 0);
        for (uint32_t k = 0x10; k < 0x20; k += 4) {
            block_io_restrict(c, 0x600 + 0x20 * j + k, j > 0 || k > 0x14 ? 0 : 0xFFFFFFFE, 0);
        }
    }
    return c;
}

static void check_caps(const struct rvt_caps *caps)
{
    assert_int_equal(caps->inst_modes, 0x55);
    assert_int_equal(caps->formats, 0x03);
    assert_int_equal(caps->sync_modes, 0x03);
    assert_int_equal(caps->sync_maxes, 0xFFFF);
    assert_true(caps->context && caps->stall && !caps->trig_enable && !caps->inhibit_src);
    assert_int_equal(caps->features, 0x209);
    assert_int_equal(caps->implicit_return_modes, 0x05);
    assert_int_equal(caps->src_id_bits, 0xF);
    assert_int_equal(caps->src_bits, 0xF);
    assert_true(caps->data_bits == 0 && caps->data_addr_compress == 1);
    assert_true(caps->ts.present && caps->ts.own_reset && !caps->ts.count && !caps->ts.enable);
    assert_int_equal(caps->ts.width, 40);
    assert_int_equal(caps->ts.modes, 0x05);
    assert_int_equal(caps->ts.prescales, 0x03);
    assert_int_equal(caps->filters.filters, 0x7);
    assert_int_equal(caps->filters.inst_filters, 0x7);
    assert_int_equal(caps->filters.data_filters, 0);
    assert_int_equal(caps->filters.match_bits[2], 0x12);
    assert_int_equal(caps->filters.match_bits[3], 0);
    assert_int_equal(caps->filters.comparators, 0x01);
    assert_true(caps->filters.comp[0].p.value_bits == 0xFFFFFFFEFFFFFFFE);
    assert_true(caps->filters.comp[0].s.value_bits == 0);
    assert_int_equal(caps->filters.comp[0].p.functions, 0xFF);
    assert_int_equal(caps->filters.comp[0].p.inputs, 0x01);
    assert_int_equal(caps->filters.comp[0].s.functions, 0x01);
    assert_true(caps->filters.comp[0].p.notify && !caps->filters.comp[0].s.notify);
    assert_int_equal(caps->triggers.inputs, 0x03);
    assert_int_equal(caps->triggers.actions[0], 0x11);
    assert_int_equal(caps->triggers.actions[1], 0x1D);
    assert_int_equal(caps->triggers.outputs, 0x05);
    assert_int_equal(caps->triggers.events[2], 0x3);
    assert_int_equal(caps->triggers.debug_bits, 0);
}

/* Holds TCI-RST-026 */
static void test_discovery_reports_and_restores(void **state)
{
    static struct block_io b;
    struct rvt_encoder_cfg cfg;
    struct rvt_caps caps;

    (void)state;
    rvt_encoder_cfg_init(&cfg);
    for (uint32_t seed = 1; seed < 40; seed++) {
        struct block_comp *c = some_encoder(&b, seed * 2654435761u);
        uint32_t before[BLOCK_WORDS];
        struct rvt_encoder e;

        init(&e, &b.io);
        assert_int_equal(rvt_caps_discover(&e, &caps), RVT_ERR_STATE);
        assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
        assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_OK);
        memcpy(before, c->regs, sizeof(before));
        assert_int_equal(rvt_caps_discover(&e, &caps), RVT_OK);
        check_caps(&caps);
        assert_memory_equal(before, c->regs, sizeof(before));
        assert_int_equal(e.c.state, RVT_STATE_CONFIGURED);
        assert_int_equal(b.violations, 0);
    }
}

/* A port that sees writes on their way. */
struct watch {
    struct rvt_io io;
    struct rvt_io_ops ops;
    const struct rvt_io *inner;
    uint32_t control_ones; /* of all writes to trTeControl ... */
    uint32_t data_ones;    /* ... and to trTeDataControl */
};

static enum rvt_status watch_read(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    const struct watch *w = io->ctx;

    return rvt_io_read32(w->inner, addr, val);
}

static enum rvt_status watch_write(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct watch *w = io->ctx;

    w->control_ones |= addr == BASE ? val : 0;
    w->data_ones |= addr == BASE + 0x010 ? val : 0;
    return rvt_io_write32(w->inner, addr, val);
}

/* Neither enabled nor tracing, and no sticky bit cleared; each error ends it. */
/* Holds TCI-RST-026 */
static void test_discovery_never_enables(void **state)
{
    struct watch w = {.ops = {.read32 = watch_read, .write32 = watch_write}};
    static struct block_io b;
    struct rvt_caps caps;
    struct rvt_encoder e;
    struct fault_io f;

    (void)state;
    block_io_init(&b);
    block_io_add(&b, &regmap_encoder, BASE, 11);
    fault_io_init(&f, &b.io, RVT_ERR_BUS);
    w.inner = &f.io;
    w.io = (struct rvt_io){.ops = &w.ops, .ctx = &w, .poll_limit = 4};
    init(&e, &w.io);
    assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
    w.control_ones = w.data_ones = 0;
    f.count = 0;
    assert_int_equal(rvt_caps_discover(&e, &caps), RVT_OK);
    assert_int_equal(w.control_ones & 0x1006, 0);
    assert_true((w.control_ones & 1) != 0);
    assert_int_equal(w.data_ones & 0x2A, 0);
    uint64_t total = f.count;
    for (uint64_t k = 0; k < total; k++) {
        f.count = 0;
        f.fail_at = k;
        assert_int_equal(rvt_caps_discover(&e, &caps), RVT_ERR_BUS);
        assert_int_equal(f.count, k + 1);
    }
}

/* trTsActive may be a copy of the component's Active: then it never reads 0. */
/* Holds TCI-TS-011 */
static void test_timestamp_active_may_be_a_copy(void **state)
{
    struct rvt_timestamp_cfg cfg = {.mode = RVT_TS_INTERNAL_SYSTEM, .count = true, .exact = true};
    struct rvt_timestamp_caps caps;
    static struct block_io b;
    struct rvt_funnel f;

    (void)state;
    block_io_init(&b);
    struct block_comp *c = block_io_add(&b, &regmap_funnel, BASE, 5);
    block_io_restrict(c, 0x040, 0x22, 48u << 24 | 1);
    assert_int_equal(rvt_funnel_init(&f, &b.io, BASE), RVT_OK);
    assert_int_equal(rvt_timestamp_discover(&f.c, &caps), RVT_ERR_STATE);
    assert_int_equal(rvt_funnel_reset(&f), RVT_OK);
    assert_int_equal(rvt_timestamp_discover(&f.c, &caps), RVT_OK);
    assert_true(caps.present && !caps.own_reset && caps.count && !caps.enable);
    assert_int_equal(caps.width, 48);
    assert_int_equal(caps.modes, 0x05);
    assert_int_equal(rvt_timestamp_configure(&f.c, &cfg, NULL), RVT_OK);
    assert_int_equal(block_io_peek(c, 0x040), 48u << 24 | 0x23);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timestamp_accesses),
        cmocka_unit_test(test_filter_values_are_written_before_the_match_bits),
        cmocka_unit_test(test_trigger_accesses),
        cmocka_unit_test(test_discovery_reports_and_restores),
        cmocka_unit_test(test_discovery_never_enables),
        cmocka_unit_test(test_timestamp_active_may_be_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
