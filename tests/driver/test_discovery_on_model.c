/* SPDX-License-Identifier: Apache-2.0 */
/* Discovery by the driver on the models: what it finds is the configuration. Garbage in all that a
 * reset leaves undefined, and a power-up delay. */
#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_caps.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_pibsink.h"
#include "hartrace/rvt_ramsink.h"
#include "model_port.h"

/* ---- encoders ---- */

static struct rvt_encoder encoder;
static struct trm_encoder_cfg cfg;

/* Chosen at random within its ranges. */
static void random_encoder(uint64_t seed)
{
    rh_seed(&rng, seed + 1);
    any_init(&m, TOPOLOGY_ENCODER, ANY_DEFAULT, TRM_UNDEF_ZERO, 0, 0);
    trm_encoder_cfg_init(&cfg);
    cfg.btm = flip();
    cfg.htm = !cfg.btm || flip();
    cfg.xlen = flip() ? 32 : 64;
    cfg.itype_width = (uint8_t)(3 + pick(2));
    cfg.src_bits = (uint8_t)pick(13);
    cfg.sync_modes = (uint8_t)(2 * (1 + pick(7)));
    cfg.context = flip();
    cfg.triggers = flip();
    cfg.stall = flip();
    cfg.all_jumps = flip();
    cfg.extend_addr_msb = flip();
    cfg.sequential_jump = flip();
    cfg.implicit_return = flip();
    cfg.repeated_history = flip();
    cfg.ext_triggers = (uint8_t)pick(9);
    cfg.ext_outputs = (uint8_t)pick(9);
    cfg.ext_events = (uint8_t)pick(16);
    cfg.dbg_control = flip();
    cfg.filters = (uint8_t)pick(17);
    cfg.comparators = (uint8_t)pick(9);
    cfg.filter_matches = (uint8_t)pick(16);
    cfg.comp_inputs = (uint8_t)(1 + 2 * pick(4));
    cfg.comp_modes = (uint8_t)(1 + 2 * pick(8));
    cfg.comp_notify = flip();
    cfg.comp_secondary = flip();
    cfg.ts_modes = (uint8_t)(2 * pick(16));
    cfg.ts_width = (uint8_t)(1 + pick(63));
    cfg.ts_select = flip();
    cfg.ts_copy_active = flip();
    cfg.undef = TRM_UNDEF_GARBAGE;
    cfg.seed = seed;
    cfg.power_ticks = pick(8);
}

static void open_encoder(void)
{
    assert_int_equal(trm_encoder_init(&m.encoder, &cfg), TRM_OK);
    OK(rvt_encoder_init(&encoder, &io, 0));
    OK(rvt_encoder_reset(&encoder));
}

static void check_control_and_features(const struct rvt_caps *c)
{
    uint32_t features = (cfg.sequential_jump ? 1u << 2 : 0) | (cfg.repeated_history ? 1u << 8 : 0) |
                        (cfg.all_jumps ? 1u << 9 : 0) | (cfg.extend_addr_msb ? 1u << 10 : 0);
    bool returns = cfg.implicit_return && cfg.itype_width == 4;
    features |= returns ? 1u << 3 : 0;
    assert_int_equal(c->protocol_major, 1);
    assert_int_equal(c->protocol_minor, 0);
    assert_int_equal(c->inst_modes, 1u | (cfg.btm ? 1u << 3 : 0) | (cfg.htm ? 1u << 6 : 0));
    assert_int_equal(c->formats, 1u << 1);
    assert_int_equal(c->sync_modes, 1u | cfg.sync_modes);
    assert_int_equal(c->sync_maxes, 0xFFFF);
    assert_int_equal(c->context, cfg.context);
    assert_int_equal(c->trig_enable, cfg.triggers);
    assert_int_equal(c->stall, cfg.stall);
    assert_int_equal(c->inhibit_src, cfg.src_bits != 0);
    assert_int_equal(c->features, features);
    assert_int_equal(c->implicit_return_modes, returns ? 0xF : 1);
    assert_int_equal(c->src_id_bits, (1u << cfg.src_bits) - 1u);
    assert_int_equal(c->src_bits, (2u << cfg.src_bits) - 1u);
    assert_false(c->data_implemented);
    assert_int_equal(c->data_bits, 0);
    assert_int_equal(c->data_addr_compress, 1);
}

static void check_timestamp(const struct rvt_timestamp_caps *c, bool enable)
{
    bool there = cfg.ts_modes != 0;
    bool internal = (cfg.ts_modes & 0xC) != 0;
    assert_int_equal(c->present, there);
    assert_int_equal(c->own_reset, there && !cfg.ts_copy_active);
    assert_int_equal(c->width, there ? cfg.ts_width : 0);
    assert_int_equal(c->modes, there ? 1u | cfg.ts_modes : 0);
    assert_int_equal(c->prescales, internal ? 0xF : 0);
    assert_int_equal(c->count, internal);
    assert_int_equal(c->run_in_debug, (cfg.ts_modes & 8) != 0);
    assert_int_equal(c->enable, there && enable);
    assert_int_equal(c->vendor_bits, there && enable && cfg.ts_select ? TRM_TS_ALL : 0);
}

static void check_filters(const struct rvt_filter_caps *c)
{
    uint32_t some = (1u << cfg.filters) - 1u;
    uint32_t comps = (1u << cfg.comparators) - 1u;
    uint32_t match = 0;
    match |= (cfg.filter_matches & TRM_FILTER_PRIVILEGE) != 0 ? 1u << 1 : 0;
    match |= (cfg.filter_matches & TRM_FILTER_ECAUSE) != 0 ? 1u << 2 : 0;
    match |= (cfg.filter_matches & TRM_FILTER_INTERRUPT) != 0 ? 1u << 3 : 0;
    match |= (cfg.filter_matches & TRM_FILTER_IMPDEF) != 0 ? 1u << 16 : 0;
    match |= comps != 0 ? 1u << 4 | 1u << 8 | 1u << 12 : 0;
    assert_int_equal(c->filters, some);
    assert_int_equal(c->inst_filters, some);
    assert_int_equal(c->data_filters, 0);
    assert_int_equal(c->comparators, comps);
    for (unsigned i = 0; i < RVT_FILTERS; i++) {
        assert_int_equal(c->match_bits[i], i < cfg.filters ? match : 0);
    }
    for (unsigned j = 0; j < cfg.comparators; j++) {
        assert_int_equal(c->comp[j].p.inputs, cfg.comp_inputs);
        assert_int_equal(c->comp[j].s.inputs, cfg.comp_secondary ? cfg.comp_inputs : 1);
        assert_int_equal(c->comp[j].p.functions, 0xFF);
        assert_int_equal(c->comp[j].s.functions, cfg.comp_secondary ? 0xFF : 1);
        assert_int_equal(c->comp[j].p.notify, cfg.comp_notify);
        assert_int_equal(c->comp[j].s.notify, cfg.comp_secondary && cfg.comp_notify);
        assert_int_equal(c->comp[j].matches, cfg.comp_secondary ? cfg.comp_modes : 1);
        assert_true(c->comp[j].p.value_bits == UINT64_MAX);
        assert_true(c->comp[j].s.value_bits == (cfg.comp_secondary ? UINT64_MAX : 0));
    }
}

static void check_triggers(const struct rvt_trigger_caps *c)
{
    assert_int_equal(c->inputs, (1u << cfg.ext_triggers) - 1u);
    assert_int_equal(c->outputs, cfg.ext_events != 0 ? (1u << cfg.ext_outputs) - 1u : 0);
    for (unsigned n = 0; n < RVT_TRIGGERS; n++) {
        assert_int_equal(c->actions[n], n < cfg.ext_triggers ? 0x1D : 1);
        assert_int_equal(c->events[n], n < cfg.ext_outputs ? cfg.ext_events : 0);
    }
    assert_int_equal(c->debug_bits, cfg.dbg_control ? 0x1C : 0);
}

/* Holds TCI-RST-026 TCI-ENA-014 */
static void encoder_caps_are_the_configuration(void **state)
{
    static uint32_t before[1024], after[1024];
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct rvt_caps caps;
        random_encoder(seed);
        open_encoder();
        snapshot(before);
        OK(rvt_caps_discover(&encoder, &caps));
        check_control_and_features(&caps);
        check_timestamp(&caps.ts, true);
        check_filters(&caps.filters);
        check_triggers(&caps.triggers);
        snapshot(after);
        assert_memory_equal(after, before, sizeof after); /* all put back */
    }
}

/* ---- the other components ---- */

/* Holds TCI-RST-026 TCI-ENA-014 */
static void funnel_caps_are_the_configuration(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct trm_funnel_cfg fc;
        struct rvt_funnel funnel;
        struct rvt_timestamp_caps ts;
        uint16_t switchable = 0;
        rh_seed(&rng, seed + 1);
        any_init(&m, TOPOLOGY_FUNNEL, ANY_DEFAULT, TRM_UNDEF_ZERO, 0, 0);
        trm_funnel_cfg_init(&fc);
        fc.inputs = (uint8_t)(2 + pick(15));
        fc.dis_inputs = flip() ? 0xFFFF : (uint16_t)rh_next(&rng);
        cfg.ts_modes = fc.ts_modes = (uint8_t)(2 * pick(16)) & TRM_TS_MODES_FUNNEL;
        cfg.ts_width = fc.ts_width = (uint8_t)(1 + pick(63));
        cfg.ts_copy_active = fc.ts_copy_active = flip();
        fc.undef = TRM_UNDEF_GARBAGE;
        fc.seed = seed;
        fc.power_ticks = pick(8);
        assert_int_equal(trm_funnel_init(&m.funnel, &fc), TRM_OK);
        OK(rvt_funnel_init(&funnel, &io, 0));
        OK(rvt_funnel_reset(&funnel));
        OK(rvt_funnel_discover(&funnel, &switchable));
        assert_int_equal(switchable, fc.dis_inputs & ((1u << fc.inputs) - 1u));
        OK(rvt_timestamp_discover(&funnel.c, &ts));
        check_timestamp(&ts, false);
    }
}

/* Holds TCI-RST-026 TCI-ENA-014 */
static void pib_caps_are_the_configuration(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct trm_pibsink_cfg pc;
        struct rvt_pibsink sink;
        struct rvt_pibsink_caps caps;
        rh_seed(&rng, seed + 1);
        any_init(&m, TOPOLOGY_PIBSINK, ANY_DEFAULT, TRM_UNDEF_ZERO, 0, 0);
        trm_pibsink_cfg_init(&pc);
        pc.modes = (uint16_t)(rh_next(&rng) & TRM_PIBSINK_MODES_ALL);
        pc.clk_centers = (uint8_t)(1 + pick(3));
        pc.calibrate = flip();
        pc.async = flip();
        pc.divider_bits = (uint8_t)pick(17);
        pc.divider_reset = (uint16_t)pick(1u << pc.divider_bits);
        pc.divider_min = (uint16_t)pick(pc.divider_reset + 1u);
        pc.undef = TRM_UNDEF_GARBAGE;
        pc.seed = seed;
        pc.power_ticks = pick(8);
        assert_int_equal(trm_pibsink_init(&m.pibsink, &pc), TRM_OK);
        OK(rvt_pibsink_init(&sink, &io, 0));
        OK(rvt_pibsink_reset(&sink));
        OK(rvt_pibsink_discover(&sink, &caps));
        uint16_t parallel = pc.modes & 0x1F00;
        assert_int_equal(caps.modes, pc.modes | 1u);
        assert_int_equal(caps.center_modes, (pc.clk_centers & 2) != 0 ? parallel : 0);
        assert_int_equal(caps.edge_modes, (pc.clk_centers & 1) != 0 ? parallel : 0);
        assert_int_equal(caps.calib_modes & pc.modes, pc.calibrate ? pc.modes : 0);
        assert_int_equal(caps.divider_min, pc.divider_min);
        assert_int_equal(caps.divider_max, (1u << pc.divider_bits) - 1u);
        assert_int_equal(caps.async_freqs, pc.async ? 0xFF : 1);
        assert_int_equal(sink.reset_divider, pc.divider_reset);
    }
}

/* Holds TCI-RST-026 TCI-ENA-014 */
static void ram_caps_are_the_configuration(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        static uint8_t memory[4096];
        struct rvt_ramsink sink;
        struct rvt_ramsink_caps caps;
        rh_seed(&rng, seed + 1);
        any_init(&m, TOPOLOGY_RAMSINK, ANY_ALL, TRM_UNDEF_ZERO, 0, 0);
        struct trm_ramsink_cfg rc = m.ramsink.cfg;
        rc.has_sram = flip();
        rc.has_smem = !rc.has_sram || flip();
        rc.width = (uint8_t)(4u << pick(3));
        rc.sram = memory;
        rc.sram_bytes = 256u << pick(5);
        rc.limit_fixed = flip();
        rc.address_bits = (uint8_t)(32 + pick(33));
        rc.start_align = (uint32_t)rc.width << pick(8);
        rc.undef = TRM_UNDEF_GARBAGE;
        rc.seed = seed;
        rc.power_ticks = pick(8);
        assert_int_equal(trm_ramsink_init(&m.ramsink, &rc), TRM_OK);
        OK(rvt_ramsink_init(&sink, &io, 0));
        OK(rvt_ramsink_reset(&sink));
        for (unsigned mode = 0; mode < 2; mode++) {
            bool smem = mode == 1;
            enum rvt_status status =
                rvt_ramsink_discover(&sink, (enum rvt_ramsink_mode)mode, &caps);
            if (!(smem ? rc.has_smem : rc.has_sram)) {
                assert_int_equal(status, RVT_ERR_UNSUPPORTED);
                continue;
            }
            OK(status);
            uint64_t top =
                rc.address_bits == 64 ? UINT64_MAX : (UINT64_C(1) << rc.address_bits) - 1u;
            assert_int_equal(caps.has_sram, rc.has_sram);
            assert_int_equal(caps.has_smem, rc.has_smem);
            assert_true(caps.start_min == 0);
            assert_true(caps.start_max == (smem ? top & ~(uint64_t)(rc.start_align - 1u) : 0));
            assert_true(caps.limit_max ==
                        (smem ? top & ~(uint64_t)(rc.width - 1u) : rc.sram_bytes - 4u));
            assert_int_equal(caps.limit_high, smem && rc.address_bits > 32);
            assert_int_equal(caps.align, smem ? rc.width : 4);
        }
    }
}

/* Holds TCI-RST-026 TCI-ENA-014 */
static void atb_caps_are_the_configuration(void **state)
{
    (void)state;
    for (unsigned async = 0; async < 2; async++) {
        struct rvt_atbbridge bridge;
        uint8_t freqs = 0;
        any_init(&m, TOPOLOGY_ATBBRIDGE, async ? ANY_ALL : ANY_DEFAULT, TRM_UNDEF_GARBAGE, 1, 3);
        OK(rvt_atbbridge_init(&bridge, &io, 0));
        OK(rvt_atbbridge_reset(&bridge));
        OK(rvt_atbbridge_discover(&bridge, &freqs));
        assert_int_equal(freqs, async ? 0xFF : 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoder_caps_are_the_configuration),
        cmocka_unit_test(funnel_caps_are_the_configuration),
        cmocka_unit_test(pib_caps_are_the_configuration),
        cmocka_unit_test(ram_caps_are_the_configuration),
        cmocka_unit_test(atb_caps_are_the_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
