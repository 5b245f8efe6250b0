/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace Encoder: reset table, enable, start, stop, disable. */
#include "encoder_script.h"
#include "block_io.h"
#include "fault_io.h"
#include "encoder_regs.h"
#include "regmap_all.h"

/* Holds TCI-RST-011 TCI-RST-028..036 */
static void test_reset_writes_the_table_of_the_chapter(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    init(&e, &s.io);
    expect_reset(&s);
    assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
    assert_int_equal(e.c.state, RVT_STATE_RESET);
    assert_script(&s);
}

static void test_init_refuses_null(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    assert_int_equal(rvt_encoder_init(NULL, &s.io, BASE), RVT_ERR_ARG);
    assert_int_equal(rvt_encoder_init(&e, NULL, BASE), RVT_ERR_ARG);
    assert_int_equal(rvt_encoder_init(&e, &s.io, BASE + 4), RVT_ERR_ARG);
}

/* Every register of the encoder but filters and values of comparators, whatever was in it. */
/* Holds TCI-GEN-005 TCI-RST-027 */
static void test_reset_leaves_nothing_undefined(void **state)
{
    static struct block_io b;
    struct rvt_encoder e;

    (void)state;
    for (uint32_t seed = 0; seed < 200; seed++) {
        block_io_init(&b);
        struct block_comp *c = block_io_add(&b, &regmap_encoder, BASE, seed * 2654435761u);
        c->active_delay = seed % 5;
        init(&e, &b.io);
        assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
        assert_null(block_io_forgotten(c));
        assert_int_equal(block_io_peek(c, 0x000), 0x9); /* Active, Empty */
        assert_int_equal(block_io_peek(c, 0x008), 0);
        assert_int_equal(block_io_peek(c, 0x00C), 0);
        assert_int_equal(block_io_peek(c, 0x010) & ~1u, 0); /* trTeDataImplemented is RO */
        assert_int_equal(block_io_peek(c, 0x01C), 0);
        assert_int_equal(block_io_peek(c, 0x040) & ~0x3F000000u, 0); /* trTsWidth is RO */
        assert_int_equal(block_io_peek(c, 0x050), 0);
        assert_int_equal(block_io_peek(c, 0x054), 0);
        assert_int_equal(block_io_peek(c, 0x058), 0);
        for (uint32_t j = 0; j < 8; j++) {
            assert_int_equal(block_io_peek(c, 0x600 + 0x20 * j), 0); /* no watchpoints */
        }
        assert_int_equal(b.violations, 0);
    }
}

/* The fake must catch a driver that leaves out any one row of the reset table. */
/* Holds TCI-RST-029..036 */
static void test_a_forgotten_row_of_the_table_is_caught(void **state)
{
    static const struct {
        uint32_t offset, value;
    } rows[] = {{0x000, 0x1001}, {0x008, 0}, {0x00C, 0}, {0x010, 0x28}, {0x01C, 0},
                {0x050, 0},      {0x054, 0}, {0x058, 0}, {0x040, 0}};
    const size_t n = sizeof(rows) / sizeof(rows[0]);
    static struct block_io b;

    (void)state;
    for (size_t forget = 0; forget <= n; forget++) {
        bool stale = false;

        for (uint32_t seed = 0; seed < 50; seed++) {
            struct rvt_component c;

            block_io_init(&b);
            struct block_comp *comp = block_io_add(&b, &regmap_encoder, BASE, seed * 2654435761u);
            assert_int_equal(rvt_component_init(&c, &b.io, BASE, RVT_COMP_ENCODER), RVT_OK);
            assert_int_equal(rvt_component_reset(&c), RVT_OK);
            for (size_t i = 0; i < n; i++) {
                if (i != forget) {
                    assert_int_equal(rvt_reg_write(&c, rows[i].offset, rows[i].value), RVT_OK);
                }
            }
            if (forget == n) {
                assert_null(block_io_forgotten(comp));
                assert_int_equal(rvt_reg_write(&c, 0x000, 3), RVT_OK);
                assert_int_equal(b.violations, 0);
                continue;
            }
            assert_non_null(block_io_forgotten(comp));
            /* trTeDataImplemented and trTsWidth are RO, Active and Empty set in trTeControl */
            stale |= (block_io_peek(comp, rows[forget].offset) &
                      ~(rows[forget].offset == 0x000   ? 0x9u
                        : rows[forget].offset == 0x010 ? 0x1u
                        : rows[forget].offset == 0x040 ? 0x3F000000u
                                                       : 0u)) != 0;
            if (forget == 0) { /* then this is the first write of trTeControl with Active = 1 */
                continue;
            }
            assert_int_equal(rvt_reg_write(&c, 0x000, 3), RVT_OK);
            assert_int_equal(b.violations, 1);
        }
        assert_true(forget == n || stale);
    }
}

/* Hardware that has BTM only, no context, sync mode 2 only, 3 source bits. */
/* Features of a newer minor version in reserved bits are none of our business. */
/* Holds TCI-ENA-008 */
static void test_enable_sets_enable_last_and_polls(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    enabled(&e, &s);
    /* Again: one read, no write, whatever trTeInstTracing is. */
    script_io_read(&s, 0x000, HTM_CONTROL | 0x7);
    assert_int_equal(rvt_encoder_enable(&e), RVT_OK);
    assert_script(&s);
}

static void test_enable_of_a_component_in_reset_writes_nothing(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    configured(&e, &s);
    script_io_read(&s, 0x000, 0x8); /* another program has reset it */
    assert_int_equal(rvt_encoder_enable(&e), RVT_ERR_STATE);
    assert_int_equal(rvt_encoder_enable(&e), RVT_ERR_STATE);
    assert_script(&s);
}

static void test_enable_that_never_follows_is_a_timeout(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    configured(&e, &s);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x9);
    script_io_write(&s, 0x000, HTM_CONTROL | 0x3);
    for (int i = 0; i < 3; i++) {
        script_io_read(&s, 0x000, HTM_CONTROL | 0x9);
    }
    assert_int_equal(rvt_encoder_enable(&e), RVT_ERR_TIMEOUT);
    assert_int_equal(e.c.state, RVT_STATE_ENABLED); /* it may be: it must be disabled */
    assert_script(&s);
}

static void test_start_and_stop_change_inst_tracing_only(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    enabled(&e, &s);
    script_io_read(&s, 0x000, HTM_CONTROL | 0xB);
    script_io_write(&s, 0x000, HTM_CONTROL | 0x7);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x3);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x7);
    assert_int_equal(rvt_encoder_start(&e), RVT_OK);
    /* trTeInstStallOrOverflow (bit 12) reads 1: it is not written as 1, which would clear it. */
    script_io_read(&s, 0x000, HTM_CONTROL | 0x1007);
    script_io_write(&s, 0x000, HTM_CONTROL | 0x3);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x1003);
    assert_int_equal(rvt_encoder_stop(&e), RVT_OK);
    assert_script(&s);
}

static void test_start_is_not_waited_for_when_triggers_may_stop_it(void **state)
{
    struct rvt_encoder_cfg cfg;
    struct rvt_encoder e;
    struct script_io s;
    const uint32_t control = HTM_CONTROL | 0x800;

    (void)state;
    configured(&e, &s);
    rvt_encoder_cfg_init(&cfg);
    cfg.trig_enable = true;
    script_io_write(&s, 0x000, control | 1);
    script_io_read(&s, 0x000, control | 9);
    script_io_write(&s, 0x008, 0);
    script_io_read(&s, 0x008, 0);
    assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_OK);
    script_io_read(&s, 0x000, control | 0x9);
    script_io_write(&s, 0x000, control | 0x3);
    script_io_read(&s, 0x000, control | 0xB);
    assert_int_equal(rvt_encoder_enable(&e), RVT_OK);
    script_io_read(&s, 0x000, control | 0xB);
    script_io_write(&s, 0x000, control | 0x7);
    assert_int_equal(rvt_encoder_start(&e), RVT_OK);
    script_io_read(&s, 0x000, control | 0x3);
    script_io_write(&s, 0x000, control | 0x3);
    assert_int_equal(rvt_encoder_stop(&e), RVT_OK);
    assert_script(&s);
}

/* Holds TCI-ENA-018 */
static void test_disable_polls_enable_then_empty(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    enabled(&e, &s);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x1007);
    script_io_write(&s, 0x000, HTM_CONTROL | 0x1);
    script_io_read(&s, 0x000, HTM_CONTROL | 0xB); /* Empty counts only after Enable = 0 */
    script_io_read(&s, 0x000, HTM_CONTROL | 0x1);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x1);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x9);
    assert_int_equal(rvt_encoder_disable(&e), RVT_OK);
    assert_int_equal(e.c.state, RVT_STATE_CONFIGURED);
    /* Again: the same, and the state stays. */
    script_io_read(&s, 0x000, HTM_CONTROL | 0x9);
    script_io_write(&s, 0x000, HTM_CONTROL | 0x1);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x9);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x9);
    assert_int_equal(rvt_encoder_disable(&e), RVT_OK);
    assert_int_equal(e.c.state, RVT_STATE_CONFIGURED);
    /* In reset there is nothing to disable. */
    script_io_read(&s, 0x000, 0x8);
    assert_int_equal(rvt_encoder_disable(&e), RVT_OK);
    assert_int_equal(rvt_encoder_disable(&e), RVT_ERR_STATE);
    assert_script(&s);
}

static void test_disable_that_hangs_is_a_timeout(void **state)
{
    static struct block_io b;
    struct rvt_encoder_cfg cfg;
    struct rvt_encoder e;

    (void)state;
    for (int what = 0; what < 2; what++) {
        block_io_init(&b);
        struct block_comp *c = block_io_add(&b, &regmap_encoder, BASE, 5);
        init(&e, &b.io);
        rvt_encoder_cfg_init(&cfg);
        assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
        assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_OK);
        assert_int_equal(rvt_encoder_enable(&e), RVT_OK);
        if (what == 0) {
            c->enable_delay = BLOCK_NEVER;
        } else {
            c->empty_delay = BLOCK_NEVER;
        }
        unsigned reads = b.reads;
        assert_int_equal(rvt_encoder_disable(&e), RVT_ERR_TIMEOUT);
        /* One read to start with, poll_limit for each poll. */
        assert_true(b.reads - reads <= 1 + 2 * b.io.poll_limit);
        assert_int_equal(e.c.state, RVT_STATE_ENABLED);
    }
}

static void test_verbs_in_the_wrong_state_touch_nothing(void **state)
{
    struct rvt_encoder_status status;
    struct rvt_encoder_cfg cfg;
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    rvt_encoder_cfg_init(&cfg);
    script_io_init(&s, BASE);
    init(&e, &s.io);
    assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_ERR_STATE);
    assert_int_equal(rvt_encoder_enable(&e), RVT_ERR_STATE);
    assert_int_equal(rvt_encoder_start(&e), RVT_ERR_STATE);
    assert_int_equal(rvt_encoder_stop(&e), RVT_ERR_STATE);
    assert_int_equal(rvt_encoder_disable(&e), RVT_ERR_STATE);
    assert_int_equal(rvt_encoder_get_status(&e, &status), RVT_ERR_STATE);
    assert_script(&s);
    configured(&e, &s);
    assert_int_equal(rvt_encoder_start(&e), RVT_ERR_STATE);
    assert_int_equal(rvt_encoder_stop(&e), RVT_ERR_STATE);
    enabled(&e, &s);
    assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_ERR_STATE);
    assert_int_equal(e.c.state, RVT_STATE_ENABLED);
    assert_script(&s);
}

/* Holds TCI-ENA-012 */
static void test_status_reports_each_bit(void **state)
{
    struct rvt_encoder_status st;
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    enabled(&e, &s);
    for (unsigned bits = 0; bits < 16; bits++) {
        uint32_t control = 1;

        control |= (bits & 1) != 0 ? 0x2 : 0;
        control |= (bits & 2) != 0 ? 0x4 : 0;
        control |= (bits & 4) != 0 ? 0x8 : 0;
        control |= (bits & 8) != 0 ? 0x1000 : 0;
        script_io_read(&s, 0x000, control);
        assert_int_equal(rvt_encoder_get_status(&e, &st), RVT_OK);
        assert_int_equal(st.enabled, (bits & 1) != 0);
        assert_int_equal(st.tracing, (bits & 2) != 0);
        assert_int_equal(st.empty, (bits & 4) != 0);
        assert_int_equal(st.stall_or_overflow, (bits & 8) != 0);
    }
    assert_script(&s);
}

/* The whole life of an encoder; the status of the verb that fails. */
static enum rvt_status life(struct rvt_encoder *e)
{
    struct rvt_encoder_status status;
    struct rvt_encoder_cfg cfg;
    enum rvt_status st;

    rvt_encoder_cfg_init(&cfg);
    if ((st = rvt_encoder_reset(e)) != RVT_OK || //
        (st = rvt_encoder_configure(e, &cfg, NULL)) != RVT_OK ||
        (st = rvt_encoder_enable(e)) != RVT_OK || (st = rvt_encoder_start(e)) != RVT_OK ||
        (st = rvt_encoder_get_status(e, &status)) != RVT_OK ||
        (st = rvt_encoder_stop(e)) != RVT_OK) {
        return st;
    }
    return rvt_encoder_disable(e);
}

static void test_every_bus_error_is_returned_at_once(void **state)
{
    static struct block_io b;
    struct rvt_encoder e;
    struct fault_io f;

    (void)state;
    block_io_init(&b);
    block_io_add(&b, &regmap_encoder, BASE, 3);
    fault_io_init(&f, &b.io, RVT_ERR_IO);
    init(&e, &f.io);
    assert_int_equal(life(&e), RVT_OK);
    uint64_t total = f.count;
    assert_true(total > 30);
    for (uint64_t k = 0; k < total; k++) {
        f.count = 0;
        f.fail_at = k;
        assert_int_equal(life(&e), RVT_ERR_IO);
        assert_int_equal(f.count, k + 1);
    }
    f.fail_at = FAULT_IO_NEVER;
    assert_int_equal(life(&e), RVT_OK);
}

/* The hardware is enabled already, by another program: from now on it can be started and
 * stopped. */
static void test_enable_takes_over_an_enabled_encoder(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    configured(&e, &s);
    script_io_read(&s, 0x000, HTM_CONTROL | 0xB);
    assert_int_equal(rvt_encoder_enable(&e), RVT_OK);
    script_io_read(&s, 0x000, HTM_CONTROL | 0xB);
    script_io_write(&s, 0x000, HTM_CONTROL | 0x7);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x7);
    assert_int_equal(rvt_encoder_start(&e), RVT_OK);
    assert_script(&s);
}

/* Another program has cleared Enable: InstTracing = 1 would be accepted and mean nothing. */
static void test_start_of_an_encoder_that_lost_enable_writes_nothing(void **state)
{
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    enabled(&e, &s);
    script_io_read(&s, 0x000, HTM_CONTROL | 0x9);
    assert_int_equal(rvt_encoder_start(&e), RVT_ERR_STATE);
    script_io_read(&s, 0x000, 0x8);
    assert_int_equal(rvt_encoder_stop(&e), RVT_OK);
    assert_script(&s);
}

static void test_an_encoder_just_reset_can_be_asked_and_disabled(void **state)
{
    struct rvt_encoder_status status;
    struct rvt_encoder e;
    struct script_io s;

    (void)state;
    script_io_init(&s, BASE);
    init(&e, &s.io);
    e.triggers = true; /* of an earlier life */
    expect_reset(&s);
    assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
    assert_false(e.triggers);
    script_io_read(&s, 0x000, 0x9);
    assert_int_equal(rvt_encoder_get_status(&e, &status), RVT_OK);
    script_io_read(&s, 0x000, 0x9);
    script_io_write(&s, 0x000, 0x1);
    script_io_read(&s, 0x000, 0x9);
    script_io_read(&s, 0x000, 0x9);
    assert_int_equal(rvt_encoder_disable(&e), RVT_OK);
    assert_int_equal(e.c.state, RVT_STATE_RESET);
    assert_script(&s);
}

/* A verb that did not succeed leaves no state that a later verb could build on. */
static void test_failed_reset_and_configure_prevent_enable(void **state)
{
    static struct block_io b;
    struct rvt_encoder_cfg cfg;
    unsigned resets = 0, configures = 0;

    (void)state;
    rvt_encoder_cfg_init(&cfg);
    for (uint64_t k = 0; k < 40; k++) {
        struct rvt_encoder e;
        struct fault_io f;

        block_io_init(&b);
        block_io_add(&b, &regmap_encoder, BASE, 3);
        fault_io_init(&f, &b.io, RVT_ERR_IO);
        init(&e, &f.io);
        assert_int_equal(rvt_encoder_reset(&e), RVT_OK);
        assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_OK);
        f.count = 0;
        f.fail_at = k;
        if (rvt_encoder_configure(&e, &cfg, NULL) != RVT_OK) {
            configures++;
            assert_int_equal(e.c.state, RVT_STATE_RESET);
            assert_int_equal(rvt_encoder_enable(&e), RVT_ERR_STATE);
        } else if (rvt_encoder_reset(&e) != RVT_OK) {
            resets++;
            assert_int_equal(e.c.state, RVT_STATE_UNKNOWN);
            assert_int_equal(rvt_encoder_configure(&e, &cfg, NULL), RVT_ERR_STATE);
        }
    }
    assert_int_equal(configures, 4); /* two registers, written and read */
    assert_true(resets >= 14);       /* 11 writes, 2 polls, Impl */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_writes_the_table_of_the_chapter),
        cmocka_unit_test(test_init_refuses_null),
        cmocka_unit_test(test_reset_leaves_nothing_undefined),
        cmocka_unit_test(test_a_forgotten_row_of_the_table_is_caught),
        cmocka_unit_test(test_enable_sets_enable_last_and_polls),
        cmocka_unit_test(test_enable_of_a_component_in_reset_writes_nothing),
        cmocka_unit_test(test_enable_that_never_follows_is_a_timeout),
        cmocka_unit_test(test_start_and_stop_change_inst_tracing_only),
        cmocka_unit_test(test_start_is_not_waited_for_when_triggers_may_stop_it),
        cmocka_unit_test(test_disable_polls_enable_then_empty),
        cmocka_unit_test(test_disable_that_hangs_is_a_timeout),
        cmocka_unit_test(test_verbs_in_the_wrong_state_touch_nothing),
        cmocka_unit_test(test_status_reports_each_bit),
        cmocka_unit_test(test_every_bus_error_is_returned_at_once),
        cmocka_unit_test(test_enable_takes_over_an_enabled_encoder),
        cmocka_unit_test(test_start_of_an_encoder_that_lost_enable_writes_nothing),
        cmocka_unit_test(test_an_encoder_just_reset_can_be_asked_and_disabled),
        cmocka_unit_test(test_failed_reset_and_configure_prevent_enable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
