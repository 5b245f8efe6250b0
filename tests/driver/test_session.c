/* SPDX-License-Identifier: Apache-2.0 */
/* A capture of two encoders into one RAM sink: order, idempotence, and what is left after errors.
 */
#include "ramsink_rig.h"
#include "hartrace/rvt_session.h"
#include "fault_io.h"
#include "script_io.h"
#include "encoder_regs.h"

#define ENC0      0x3020000u
#define ENC1      0x3021000u
#define CONTROL   0x01000060u /* HTM, N-Trace */
#define NENCODERS 2

struct session_rig {
    struct ramsink_rig sink;
    struct fault_io fault;
    struct block_comp *comps[NENCODERS];
    struct rvt_encoder encoders[NENCODERS];
    struct rvt_encoder *list[NENCODERS];
    struct rvt_session session;
};

/* Everything on one bus, reached through the fault decorator, configured and ready to start. */
static void setup(struct session_rig *r)
{
    const struct rvt_ramsink_cfg sink_cfg = {.mode = RVT_RAMSINK_SRAM};
    struct rvt_encoder_cfg cfg;

    rig_sram(&r->sink, true);
    fault_io_init(&r->fault, &r->sink.b.io, RVT_ERR_BUS);
    assert_int_equal(rvt_ramsink_init(&r->sink.sink, &r->fault.io, SINK_BASE), RVT_OK);
    assert_int_equal(rvt_ramsink_reset(&r->sink.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r->sink.sink, &sink_cfg, NULL), RVT_OK);
    rvt_encoder_cfg_init(&cfg);
    for (uint32_t i = 0; i < NENCODERS; i++) {
        r->comps[i] = block_io_add(&r->sink.b, &regmap_encoder, ENC0 + 0x1000 * i, 7 + i);
        r->list[i] = &r->encoders[i];
        assert_int_equal(rvt_encoder_init(r->list[i], &r->fault.io, r->comps[i]->base), RVT_OK);
        assert_int_equal(rvt_encoder_reset(r->list[i]), RVT_OK);
        assert_int_equal(rvt_encoder_configure(r->list[i], &cfg, NULL), RVT_OK);
    }
    assert_int_equal(rvt_session_init(&r->session, r->list, NENCODERS, &r->sink.sink), RVT_OK);
    r->fault.count = 0;
}

static uint32_t control_bits(const struct session_rig *r, uint32_t mask)
{
    uint32_t bits = block_io_peek(r->sink.comp, TR_RAM_CONTROL_OFFSET) & TR_RAM_ENABLE_MASK & mask;

    for (int i = 0; i < NENCODERS; i++) {
        bits |= block_io_peek(r->comps[i], TR_TE_CONTROL_OFFSET) & mask;
    }
    return bits;
}

static bool all_disabled(const struct session_rig *r)
{
    return control_bits(r, TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK) == 0;
}

static bool all_tracing(const struct session_rig *r)
{
    for (int i = 0; i < NENCODERS; i++) {
        if ((block_io_peek(r->comps[i], TR_TE_CONTROL_OFFSET) & 6) != 6) {
            return false;
        }
    }
    return (block_io_peek(r->sink.comp, TR_RAM_CONTROL_OFFSET) & 2) != 0;
}

static void expect_encoder_enable(struct script_io *s, uint32_t base)
{
    script_io_read(s, base, CONTROL | 0x9);
    script_io_write(s, base, CONTROL | 0x3);
    script_io_read(s, base, CONTROL | 0xB);
}

static void expect_encoder_start(struct script_io *s, uint32_t base)
{
    script_io_read(s, base, CONTROL | 0xB);
    script_io_write(s, base, CONTROL | 0x7);
    script_io_read(s, base, CONTROL | 0x7);
}

static void expect_encoder_stop(struct script_io *s, uint32_t base)
{
    script_io_read(s, base, CONTROL | 0x7);
    script_io_write(s, base, CONTROL | 0x3);
    script_io_read(s, base, CONTROL | 0x3);
    script_io_read(s, base, CONTROL | 0x3);
    script_io_write(s, base, CONTROL | 0x1);
    script_io_read(s, base, CONTROL | 0x1);
    script_io_read(s, base, CONTROL | 0x9);
}

/* Holds TCI-ENA-005 TCI-ENA-006 TCI-ENA-008 TCI-ENA-017 TCI-ENA-018 TCI-RST-044 TCI-RST-045
 * TCI-RAM-055 TCI-ENA-016 */
static void test_start_goes_from_sink_to_encoders_and_stop_back(void **state)
{
    struct rvt_encoder e[2];
    struct rvt_encoder *list[2] = {&e[0], &e[1]};
    struct rvt_session session;
    struct rvt_ramsink sink;
    struct script_io s;

    (void)state;
    script_io_init(&s, 0);
    assert_int_equal(rvt_ramsink_init(&sink, &s.io, SINK_BASE), RVT_OK);
    assert_int_equal(rvt_encoder_init(&e[0], &s.io, ENC0), RVT_OK);
    assert_int_equal(rvt_encoder_init(&e[1], &s.io, ENC1), RVT_OK);
    sink.c.state = e[0].c.state = e[1].c.state = RVT_STATE_CONFIGURED;
    assert_int_equal(rvt_session_init(&session, list, 2, &sink), RVT_OK);

    script_io_read(&s, SINK_BASE, 0x9);
    script_io_write(&s, SINK_BASE + 0x24, 0);
    script_io_write(&s, SINK_BASE + 0x20, 0);
    script_io_write(&s, SINK_BASE, 0x3);
    script_io_read(&s, SINK_BASE, 0xB);
    expect_encoder_enable(&s, ENC0);
    expect_encoder_enable(&s, ENC1);
    expect_encoder_start(&s, ENC0);
    expect_encoder_start(&s, ENC1);
    assert_int_equal(rvt_session_start(&session), RVT_OK);
    assert_script(&s);

    expect_encoder_stop(&s, ENC0);
    expect_encoder_stop(&s, ENC1);
    script_io_read(&s, SINK_BASE, 0x3);
    script_io_write(&s, SINK_BASE, 0x1);
    script_io_read(&s, SINK_BASE, 0x1);
    script_io_read(&s, SINK_BASE, 0x9);
    assert_int_equal(rvt_session_stop(&session), RVT_OK);
    assert_script(&s);
}

static void test_start_and_stop_twice_do_nothing_the_second_time(void **state)
{
    static struct session_rig r;

    (void)state;
    setup(&r);
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    assert_int_equal(r.fault.count, 0);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_true(all_tracing(&r));
    r.fault.count = 0;
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_int_equal(r.fault.count, 0);
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    assert_true(all_disabled(&r));
    r.fault.count = 0;
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    assert_int_equal(r.fault.count, 0);
    assert_string_equal(r.sink.b.why, "");
}

static void test_captures_can_follow_each_other(void **state)
{
    static struct session_rig r;

    (void)state;
    setup(&r);
    for (size_t n = SRAM_SIZE + 64; n <= SRAM_SIZE + 64; n -= 20) {
        size_t first = n > SRAM_SIZE ? n - SRAM_SIZE : 0;
        uint8_t buf[SRAM_SIZE];
        uint64_t size;

        assert_int_equal(rvt_session_start(&r.session), RVT_OK);
        assert_int_equal(rvt_session_size(&r.session, &size), RVT_ERR_STATE);
        assert_int_equal(rvt_session_read(&r.session, 0, buf, 1), RVT_ERR_STATE);
        rig_trace(&r.sink, n);
        assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
        assert_int_equal(rvt_session_size(&r.session, &size), RVT_OK);
        assert_int_equal(size, n - first);
        assert_int_equal(rvt_session_read(&r.session, 0, buf, (size_t)size), RVT_OK);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(buf[i], trace_byte(first + i));
        }
    }
    assert_string_equal(r.sink.b.why, "");
}

static void test_init_refuses_null(void **state)
{
    static struct session_rig r;
    struct rvt_encoder *list[2] = {NULL, NULL};
    struct rvt_session s;

    (void)state;
    setup(&r);
    assert_int_equal(rvt_session_init(NULL, r.list, 1, &r.sink.sink), RVT_ERR_ARG);
    assert_int_equal(rvt_session_init(&s, NULL, 1, &r.sink.sink), RVT_ERR_ARG);
    assert_int_equal(rvt_session_init(&s, r.list, 0, &r.sink.sink), RVT_ERR_ARG);
    assert_int_equal(rvt_session_init(&s, r.list, 1, NULL), RVT_ERR_ARG);
    assert_int_equal(rvt_session_init(&s, list, 2, &r.sink.sink), RVT_ERR_ARG);
}

static void test_start_of_what_is_not_configured_touches_nothing(void **state)
{
    static struct session_rig r;

    (void)state;
    setup(&r);
    assert_int_equal(rvt_encoder_reset(&r.encoders[1]), RVT_OK);
    r.fault.count = 0;
    assert_int_equal(rvt_session_start(&r.session), RVT_ERR_STATE);
    assert_int_equal(r.fault.count, 0);
    setup(&r);
    assert_int_equal(rvt_ramsink_reset(&r.sink.sink), RVT_OK);
    r.fault.count = 0;
    assert_int_equal(rvt_session_start(&r.session), RVT_ERR_STATE);
    assert_int_equal(r.fault.count, 0);
}

/* Encoders with triggers are enabled; trTeInstTracing is left to the triggers. */
/* Holds TCI-ENA-010 */
static void test_triggered_encoders_are_not_set_tracing(void **state)
{
    static struct session_rig r;
    struct rvt_encoder_cfg cfg;

    (void)state;
    setup(&r);
    rvt_encoder_cfg_init(&cfg);
    cfg.trig_enable = true;
    assert_int_equal(rvt_encoder_configure(&r.encoders[1], &cfg, NULL), RVT_OK);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_int_equal(block_io_peek(r.comps[0], 0) & 6, 6);
    assert_int_equal(block_io_peek(r.comps[1], 0) & 6, 2);
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    assert_true(all_disabled(&r));
}

/* One failing access anywhere in the start: its status comes back, and everything is disabled
 * again. */
static void test_a_failing_start_leaves_everything_disabled(void **state)
{
    static struct session_rig r;

    (void)state;
    setup(&r);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    uint64_t total = r.fault.count;
    for (uint64_t k = 0; k < total; k++) {
        setup(&r);
        r.fault.fail_at = k;
        assert_int_equal(rvt_session_start(&r.session), RVT_ERR_BUS);
        assert_true(all_disabled(&r));
        assert_false(r.session.running);
        assert_string_equal(r.sink.b.why, "");
        /* The fault is gone: the same session works. */
        assert_int_equal(rvt_session_start(&r.session), RVT_OK);
        assert_true(all_tracing(&r));
        assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
        assert_true(all_disabled(&r));
    }
}

/* One failing access in the stop: the others are stopped, and a second stop finishes the work. */
static void test_a_failing_stop_can_be_repeated(void **state)
{
    static struct session_rig r;

    (void)state;
    setup(&r);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    r.fault.count = 0;
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    uint64_t total = r.fault.count;
    for (uint64_t k = 0; k < total; k++) {
        unsigned enabled = 0;

        setup(&r);
        assert_int_equal(rvt_session_start(&r.session), RVT_OK);
        r.fault.count = 0;
        r.fault.fail_at = k;
        assert_int_equal(rvt_session_stop(&r.session), RVT_ERR_BUS);
        for (int i = 0; i < NENCODERS; i++) {
            enabled += block_io_peek(r.comps[i], 0) >> TR_TE_ENABLE_SHIFT & 1;
        }
        enabled += block_io_peek(r.sink.comp, 0) >> TR_RAM_ENABLE_SHIFT & 1;
        assert_true(enabled <= 1); /* at most the one whose access failed */
        assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
        assert_true(all_disabled(&r));
        assert_false(r.session.running);
        assert_string_equal(r.sink.b.why, "");
    }
}

/* The bus dies at access k and comes back later. */
static void test_a_dead_bus_ends_every_verb(void **state)
{
    static struct session_rig r;

    (void)state;
    setup(&r);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    uint64_t total = r.fault.count;
    for (uint64_t k = 0; k < total; k++) {
        setup(&r);
        r.fault.fail_at = k;
        r.fault.sticky = true;
        enum rvt_status started = rvt_session_start(&r.session);
        enum rvt_status stopped = rvt_session_stop(&r.session);
        /* The start fails, or the stop does; nothing to stop is a success. */
        assert_true(started == RVT_ERR_BUS || stopped == RVT_ERR_BUS);
        assert_true(r.fault.count < 2 * total);
        r.fault.fail_at = FAULT_IO_NEVER;
        assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
        assert_true(all_disabled(&r));
    }
}

static void test_a_component_that_hangs_is_a_timeout_and_the_rest_is_stopped(void **state)
{
    static struct session_rig r;

    (void)state;
    for (int what = 0; what < 3; what++) {
        setup(&r);
        if (what == 0) {
            r.comps[1]->enable_delay = BLOCK_NEVER;
        }
        assert_int_equal(rvt_session_start(&r.session), what == 0 ? RVT_ERR_TIMEOUT : RVT_OK);
        if (what == 1) {
            r.comps[0]->empty_delay = BLOCK_NEVER;
        }
        if (what == 2) {
            r.sink.comp->empty_delay = BLOCK_NEVER;
        }
        r.fault.count = 0;
        assert_int_equal(rvt_session_stop(&r.session), what == 0 ? RVT_OK : RVT_ERR_TIMEOUT);
        /* 3 components, 4 polls at most each, with a relax between reads, and 2 accesses before. */
        assert_true(r.fault.count <= 3 * (4 * 2 * r.fault.io.poll_limit + 4));
        assert_true(all_disabled(&r));
        assert_int_equal(r.session.running, what != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_goes_from_sink_to_encoders_and_stop_back),
        cmocka_unit_test(test_start_and_stop_twice_do_nothing_the_second_time),
        cmocka_unit_test(test_captures_can_follow_each_other),
        cmocka_unit_test(test_init_refuses_null),
        cmocka_unit_test(test_start_of_what_is_not_configured_touches_nothing),
        cmocka_unit_test(test_triggered_encoders_are_not_set_tracing),
        cmocka_unit_test(test_a_failing_start_leaves_everything_disabled),
        cmocka_unit_test(test_a_failing_stop_can_be_repeated),
        cmocka_unit_test(test_a_dead_bus_ends_every_verb),
        cmocka_unit_test(test_a_component_that_hangs_is_a_timeout_and_the_rest_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
