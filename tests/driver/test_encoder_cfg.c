/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace Encoder's settings: fields, what is granted, what is refused. */
#include "encoder_script.h"
#include "block_io.h"
#include "encoder_regs.h"
#include "regmap_all.h"

/* Holds TCI-VER-004 */
static void test_settings_land_in_the_fields_of_the_specification(void **state)
{
    static const struct {
        struct rvt_encoder_cfg cfg;
        uint32_t control, features;
    } rows[] = {
        {{.inst_mode = 7}, 0x00000070, 0},
        {{.context = true}, 0x00000200, 0},
        {{.trig_enable = true}, 0x00000800, 0},
        {{.stall = true}, 0x00002000, 0},
        {{.inhibit_src = true}, 0x00008000, 0},
        {{.sync_mode = 3}, 0x00030000, 0},
        {{.sync_max = 15}, 0x00F00000, 0},
        {{.format = 7}, 0x07000000, 0},
        {{.no_addr_diff = true}, 0, 0x00000001},
        {{.no_trap_addr = true}, 0, 0x00000002},
        {{.sequential_jump = true}, 0, 0x00000004},
        {{.implicit_return = true}, 0, 0x00000008},
        {{.branch_prediction = true}, 0, 0x00000010},
        {{.jump_target_cache = true}, 0, 0x00000020},
        {{.implicit_return_mode = 3}, 0, 0x000000C0},
        {{.repeated_history = true}, 0, 0x00000100},
        {{.all_jumps = true}, 0, 0x00000200},
        {{.extend_addr_msb = true}, 0, 0x00000400},
        {{.src_id = 0xFFF}, 0, 0x0FFF0000},
        {{.src_bits = 12}, 0, 0xC0000000},
        {{.inst_mode = 3, .format = 1, .sync_mode = 2, .sync_max = 9, .src_id = 5, .src_bits = 3},
         0x01920030,
         0x30050000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct rvt_encoder_cfg granted;
        struct rvt_encoder e;
        struct script_io s;

        script_io_init(&s, BASE);
        init(&e, &s.io);
        expect_reset(&s);
        assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
        if (rows[i].cfg.format == 0) { /* the version of E-Trace, when that is set */
            script_io_write(&s, 0x000, 1);
            script_io_read(&s, 0x000, 9);
            script_io_read(&s, 0x004, IMPL & 0xFFFFu);
        }
        script_io_write(&s, 0x000, rows[i].control | 1);
        script_io_read(&s, 0x000, rows[i].control | 9);
        script_io_write(&s, 0x008, rows[i].features);
        script_io_read(&s, 0x008, rows[i].features);
        assert_int_equal(rvt_encoder_configure(&e, &rows[i].cfg, &granted), RVT_OK);
        assert_script(&s);
        assert_int_equal(granted.inst_mode, rows[i].cfg.inst_mode);
        assert_int_equal(granted.format, rows[i].cfg.format);
        assert_int_equal(granted.context, rows[i].cfg.context);
        assert_int_equal(granted.trig_enable, rows[i].cfg.trig_enable);
        assert_int_equal(granted.stall, rows[i].cfg.stall);
        assert_int_equal(granted.inhibit_src, rows[i].cfg.inhibit_src);
        assert_int_equal(granted.sync_mode, rows[i].cfg.sync_mode);
        assert_int_equal(granted.sync_max, rows[i].cfg.sync_max);
        assert_int_equal(granted.src_id, rows[i].cfg.src_id);
        assert_int_equal(granted.src_bits, rows[i].cfg.src_bits);
        assert_int_equal(granted.no_addr_diff, rows[i].cfg.no_addr_diff);
        assert_int_equal(granted.no_trap_addr, rows[i].cfg.no_trap_addr);
        assert_int_equal(granted.sequential_jump, rows[i].cfg.sequential_jump);
        assert_int_equal(granted.implicit_return, rows[i].cfg.implicit_return);
        assert_int_equal(granted.branch_prediction, rows[i].cfg.branch_prediction);
        assert_int_equal(granted.jump_target_cache, rows[i].cfg.jump_target_cache);
        assert_int_equal(granted.implicit_return_mode, rows[i].cfg.implicit_return_mode);
        assert_int_equal(granted.repeated_history, rows[i].cfg.repeated_history);
        assert_int_equal(granted.all_jumps, rows[i].cfg.all_jumps);
        assert_int_equal(granted.extend_addr_msb, rows[i].cfg.extend_addr_msb);
    }
}

static void test_settings_that_cannot_be_right_touch_nothing(void **state)
{
    static const struct rvt_encoder_cfg bad[] = {
        {.inst_mode = 8},   {.format = 8},
        {.sync_mode = 4},   {.sync_max = 16},
        {.src_bits = 13},   {.implicit_return_mode = 4},
        {.src_id = 0x1000}, {.src_bits = 3, .src_id = 8},
    };
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    configured(&e, &s);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(rvt_encoder_configure(&e, &bad[i], NULL), RVT_ERR_ARG);
    }
    assert_int_equal(rvt_encoder_configure(&e, NULL, NULL), RVT_ERR_ARG);
    assert_int_equal(e.c.state, RVT_STATE_CONFIGURED); /* the good configuration still holds */
    assert_script(&s);
}

static void restricted(struct block_io *b, struct rvt_encoder *e)
{
    block_io_init(b);
    struct block_comp *c = block_io_add(b, &regmap_encoder, BASE, 77);
    block_io_restrict(c, 0x000, 0x00F00000 | TR_TE_INST_TRACING_MASK, 0x01020030);
    block_io_restrict(c, 0x008, 0x00070000, 0x30000000);
    init(e, &b->io);
    assert_int_equal(rvt_encoder_reset(e), RVT_OK);
}

/* Holds TCI-ENA-002 TCI-ENA-009 */
static void test_what_is_granted_differently_is_reported(void **state)
{
    static struct block_io b;
    struct rvt_encoder_cfg cfg, granted;
    struct rvt_encoder e;

    (void)state;
    restricted(&b, &e);
    rvt_encoder_cfg_init(&cfg);
    cfg.context = true;
    cfg.sync_mode = 1;
    cfg.sync_max = 5;
    cfg.src_bits = 4;
    cfg.src_id = 0xB;
    cfg.repeated_history = true;
    cfg.trig_enable = true;
    assert_int_equal(rvt_encoder_configure(&e, &cfg, &granted), RVT_OK);
    assert_int_equal(granted.inst_mode, 3);
    assert_int_equal(granted.format, 1);
    assert_false(granted.context);
    assert_int_equal(granted.sync_mode, 2);
    assert_int_equal(granted.sync_max, 5);
    assert_int_equal(granted.src_bits, 3);
    assert_int_equal(granted.src_id, 3);
    assert_false(granted.repeated_history);
    assert_false(e.triggers);
    assert_int_equal(b.violations, 0);
}

static void test_exact_settings_are_refused_and_cannot_be_enabled(void **state)
{
    static struct block_io b;
    struct rvt_encoder_cfg cfg, granted;
    struct rvt_encoder e;

    (void)state;
    restricted(&b, &e);
    rvt_encoder_cfg_init(&cfg);
    cfg.exact = true;
    assert_int_equal(rvt_encoder_configure(&e, &cfg, &granted), RVT_ERR_UNSUPPORTED);
    assert_int_equal(granted.inst_mode, 3);
    unsigned accesses = b.reads + b.writes;
    assert_int_equal(rvt_encoder_enable(&e), RVT_ERR_STATE);
    assert_int_equal(b.reads + b.writes, accesses);
    /* What the hardware has is accepted, and the answer may go into the question. */
    cfg = granted;
    cfg.exact = true;
    assert_int_equal(rvt_encoder_configure(&e, &cfg, &cfg), RVT_OK);
    assert_true(cfg.exact);
    assert_int_equal(rvt_encoder_enable(&e), RVT_OK);
    assert_int_equal(b.violations, 0);
}

static void test_exact_ignores_unknown_bits(void **state)
{
    struct rvt_encoder_cfg cfg;
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    configured(&e, &s);
    rvt_encoder_cfg_init(&cfg);
    cfg.exact = true;
    script_io_write(&s, 0x000, HTM_CONTROL | 1);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x80000009);
    script_io_write(&s, 0x008, 0);
    script_io_read(&s, 0x008, 0x00008000);
    assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_OK);
    assert_script(&s);
}

/* trTeProtocolMajor other than 1 is not compatible with N-Trace 1.0 and must be rejected; any minor
 * version is accepted (N-Trace 1.0, N-Trace Specific Trace Controls). Other formats have versions
 * of their own. */
/* Holds NT-CTL-019 NT-CTL-021 */
static void test_another_protocol_is_refused_without_an_access(void **state)
{
    (void)state;
    for (uint32_t version = 0; version < 0x100; version++) { /* minor in 7:4, major in 3:0 */
        struct rvt_encoder_cfg cfg;
        struct rvt_encoder e;
        struct script_io s;
        bool accepted = (version & 0xF) == 1;

        script_io_init(&s, BASE);
        init(&e, &s.io);
        expect_reset_of(&s, (IMPL & 0xFFFFu) | version << 16);
        assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
        rvt_encoder_cfg_init(&cfg);
        if (accepted) {
            expect_configure(&s);
        } else if ((version & 0xF) == 0) { /* maybe E-Trace was set: ask for N-Trace */
            script_io_write(&s, 0x000, 0x01000001);
            script_io_read(&s, 0x000, 0x01000069);
            script_io_read(&s, 0x004, (IMPL & 0xFFFFu) | version << 16);
        }
        assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL),
                         accepted ? RVT_OK : RVT_ERR_VERSION);
        assert_script(&s);
        assert_int_equal(e.c.state, accepted ? RVT_STATE_CONFIGURED : RVT_STATE_RESET);
        cfg.format = 7;
        script_io_write(&s, 0x000, 0x07000061);
        script_io_read(&s, 0x000, 0x07000069);
        script_io_write(&s, 0x008, 0);
        script_io_read(&s, 0x008, 0);
        assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_OK);
        assert_script(&s);
    }
}

/* TCI 1.0, trTeControl and trTeInstFeatures: bits 6:4 are the mode, 9 context, 11 triggers, 13
 * stall, 15 no source, 17:16 and 23:20 synchronization, 26:24 the format; 2 sequential jumps, 8
 * repeated history, 10 upper bits of addresses, 27:16 and 31:28 the source. */
static void settings_of_registers(void **state)
{
    struct rvt_encoder_cfg cfg;

    (void)state;
    rvt_encoder_cfg_from(&cfg, 0x01522A30u | 0x2u, 0xC0050504u);
    assert_int_equal(cfg.inst_mode, 3);
    assert_true(cfg.context && cfg.trig_enable && cfg.stall && !cfg.inhibit_src);
    assert_int_equal(cfg.sync_mode, 2);
    assert_int_equal(cfg.sync_max, 5);
    assert_int_equal(cfg.format, 1);
    assert_true(cfg.sequential_jump && cfg.repeated_history && cfg.extend_addr_msb);
    assert_false(cfg.implicit_return || cfg.all_jumps || cfg.branch_prediction);
    assert_false(cfg.no_addr_diff || cfg.no_trap_addr || cfg.jump_target_cache || cfg.exact);
    assert_int_equal(cfg.src_id, 5);
    assert_int_equal(cfg.src_bits, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_of_registers),
        cmocka_unit_test(test_settings_land_in_the_fields_of_the_specification),
        cmocka_unit_test(test_settings_that_cannot_be_right_touch_nothing),
        cmocka_unit_test(test_what_is_granted_differently_is_reported),
        cmocka_unit_test(test_exact_settings_are_refused_and_cannot_be_enabled),
        cmocka_unit_test(test_exact_ignores_unknown_bits),
        cmocka_unit_test(test_another_protocol_is_refused_without_an_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
