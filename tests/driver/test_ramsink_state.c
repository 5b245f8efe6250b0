/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace RAM Sink: the state that a failed verb, or unusual hardware, leaves behind. */
#include "ramsink_rig.h"
#include "fault_io.h"
#include "script_io.h"

static const struct rvt_ramsink_cfg sram_cfg = {.mode = RVT_RAMSINK_SRAM};

static void test_a_sink_just_reset_can_be_asked_and_disabled(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_status status;

    (void)state;
    rig_sram(&r, true);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_get_status(&r.sink, &status), RVT_OK);
    assert_int_equal(rvt_ramsink_disable(&r.sink), RVT_OK);
    assert_int_equal(r.sink.c.state, RVT_STATE_RESET);
}

/* Holds TCI-ENA-013 */
static void test_status_reports_each_bit(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_status st = {0};

    (void)state;
    rig_smem(&r, 4);
    rig_configure(
        &r, &(struct rvt_ramsink_cfg){.mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = 1024});
    assert_int_equal(rvt_ramsink_get_status(&r.sink, &st), RVT_OK);
    assert_false(st.enabled);
    assert_true(st.empty);
    assert_false(st.wrapped);
    assert_true(st.wp == MEM_BASE);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK);
    rig_trace(&r, 1024 + 12);
    assert_int_equal(rvt_ramsink_get_status(&r.sink, &st), RVT_OK);
    assert_true(st.enabled);
    assert_false(st.empty);
    assert_true(st.wrapped);
    assert_true(st.wp == MEM_BASE + 12);
}

static void test_enable_takes_over_an_enabled_sink(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &sram_cfg);
    assert_int_equal(rvt_reg_write(&r.sink.c, TR_RAM_CONTROL_OFFSET, 3), RVT_OK);
    r.comp->regs[0] |= TR_RAM_ENABLE_MASK;
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK);
    assert_int_equal(r.sink.c.state, RVT_STATE_ENABLED);
    assert_string_equal(r.b.why, ""); /* the write pointer was not written */
}

static void test_capabilities_of_impl_are_told_apart(void **state)
{
    static const struct {
        uint32_t impl;
        bool sram, smem;
    } rows[] = {{0x0901 | 0x1000, true, false},
                {0x0901 | 0x2000, false, true},
                {0x0901 | 0x3000, true, true},
                {0x0901, false, false}}; /* the readback of the mode is what counts */
    static struct ramsink_rig r;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct rvt_ramsink_caps caps;

        rig_sram(&r, true);
        block_io_restrict(r.comp, TR_RAM_IMPL_OFFSET, 0, rows[i].impl);
        assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
        assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SRAM, &caps), RVT_OK);
        assert_int_equal(caps.has_sram, rows[i].sram);
        assert_int_equal(caps.has_smem, rows[i].smem);
    }
}

/* Start is "usually" 0 in SRAM mode; where it is not, the buffer starts there. */
static void test_sram_with_another_start(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_cfg cfg = {.mode = RVT_RAMSINK_SRAM, .size = 64, .exact = true};
    struct rvt_ramsink_granted g;
    uint8_t buf[64];

    (void)state;
    rig_sram(&r, true);
    block_io_restrict(r.comp, TR_RAM_START_LOW_OFFSET, 0, 0x40);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
    assert_int_equal(g.start, 0x40);
    assert_int_equal(g.limit, 0x7C);
    assert_int_equal(g.size, 64);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK);
    rig_trace(&r, 100);
    assert_int_equal(rvt_ramsink_disable(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_read(&r.sink, 0, buf, 64), RVT_OK);
    for (size_t i = 0; i < 64; i++) {
        assert_int_equal(buf[i], trace_byte(36 + i));
    }
    assert_string_equal(r.b.why, "");
}

/* More than there is means all of it, whatever the limit's bits would make of the number. */
static void test_sram_grants_all_when_more_is_asked_for(void **state)
{
    static const uint64_t sizes[] = {SRAM_SIZE,   SRAM_SIZE + 4, SRAM_SIZE + 64,
                                     0x100000000, 0x100000040,   UINT64_MAX - 3};
    static struct ramsink_rig r;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct rvt_ramsink_cfg cfg = {.mode = RVT_RAMSINK_SRAM, .size = sizes[i]};
        struct rvt_ramsink_granted g;

        rig_sram(&r, true);
        if (i % 2 != 0) {
            block_io_restrict(r.comp, TR_RAM_START_LOW_OFFSET, 0, 0x40);
            cfg.size = sizes[i] - 0x40;
        }
        assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
        assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
        assert_int_equal(g.limit, SRAM_SIZE - 4);
        assert_int_equal(g.size, i % 2 != 0 ? SRAM_SIZE - 0x40 : SRAM_SIZE);
    }
}

/* A range of limits below the start cannot hold a buffer. */
static void test_limits_below_the_start_contradict_the_chapter(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_LIMIT_HIGH_OFFSET, 0, 0);
    block_io_restrict(r.comp, TR_RAM_START_HIGH_OFFSET, 0, 0x10);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SMEM, NULL), RVT_ERR_DATA);
}

static void test_a_start_that_is_not_a_multiple_of_the_access_is_refused(void **state)
{
    static struct ramsink_rig r;
    const struct rvt_ramsink_cfg cfg = {.mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = 1024};

    (void)state;
    rig_smem(&r, 64);
    block_io_restrict(r.comp, TR_RAM_START_LOW_OFFSET, 0, (uint32_t)(MEM_BASE + 4));
    block_io_restrict(r.comp, TR_RAM_START_HIGH_OFFSET, 0, (uint32_t)(MEM_BASE >> 32));
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, NULL), RVT_ERR_RANGE);
}

/* Discovery writes all ones to the limit: without a new configuration that buffer must never be
 * enabled. */
static void test_discovery_takes_the_configuration_away(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &sram_cfg);
    assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SRAM, NULL), RVT_OK);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &sram_cfg, NULL), RVT_OK);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK);
}

/* Whatever access fails, a verb that did not succeed leaves no state that a later verb could build
 * on. */
static void test_failed_verbs_prevent_enable(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    for (int verb = 0; verb < 3; verb++) {
        bool failed = true;

        for (uint64_t k = 0; failed; k++) {
            struct rvt_ramsink_granted g;
            enum rvt_status st;
            struct fault_io f;

            rig_sram(&r, true);
            fault_io_init(&f, &r.b.io, RVT_ERR_IO);
            assert_int_equal(rvt_ramsink_init(&r.sink, &f.io, SINK_BASE), RVT_OK);
            rig_configure(&r, &sram_cfg);
            f.count = 0;
            f.fail_at = k;
            if (verb == 0) {
                st = rvt_ramsink_reset(&r.sink);
            } else if (verb == 1) {
                st = rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SRAM, NULL);
            } else {
                st = rvt_ramsink_configure(&r.sink, &sram_cfg, &g);
            }
            failed = st != RVT_OK;
            if (!failed) {
                break;
            }
            assert_int_equal(st, RVT_ERR_IO);
            assert_int_equal(r.sink.c.state, verb == 0 ? RVT_STATE_UNKNOWN : RVT_STATE_RESET);
            assert_int_equal(r.sink.caps_valid, verb == 2);
            assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_ERR_STATE);
            if (verb == 2 && k == 0) {
                assert_int_equal(g.size, 0); /* nothing of the earlier configuration */
            }
        }
    }
}

/* A sink of another program, stopped with trace in it: attach and status leave every register as it
 * was, trRamRP and trRamLimit above all, whether it has wrapped or not; adopt restores the limit.
 */
static void looking_moves_nothing(struct ramsink_rig *r, const struct rvt_ramsink_cfg *cfg,
                                  size_t bytes)
{
    struct rvt_ramsink_status st;
    struct rvt_ramsink other;
    uint32_t before[BLOCK_WORDS];
    uint64_t size = 0;

    rig_configure(r, cfg);
    assert_int_equal(rvt_ramsink_enable(&r->sink), RVT_OK);
    rig_trace(r, bytes);
    assert_int_equal(rvt_ramsink_disable(&r->sink), RVT_OK);
    assert_int_equal(rvt_reg_write(&r->sink.c, TR_RAM_RP_LOW_OFFSET, 0x14), RVT_OK);
    memcpy(before, r->comp->regs, sizeof before);
    unsigned writes = r->b.writes;
    assert_int_equal(rvt_ramsink_init(&other, &r->b.io, SINK_BASE), RVT_OK);
    assert_int_equal(rvt_ramsink_attach(&other), RVT_OK);
    assert_int_equal(rvt_ramsink_get_status(&other, &st), RVT_OK);
    assert_int_equal(st.wrapped, bytes >= r->sink.granted.size);
    assert_true(other.granted.start == r->sink.granted.start);
    assert_true(other.granted.limit == r->sink.granted.limit);
    assert_int_equal(rvt_ramsink_size(&other, &size), RVT_ERR_STATE);
    assert_memory_equal(before, r->comp->regs, sizeof before);
    assert_int_equal(r->b.writes, writes);
    assert_int_equal(rvt_ramsink_adopt(&other), RVT_OK);
    assert_int_equal(rvt_ramsink_size(&other, &size), RVT_OK);
    assert_int_equal(size, bytes < other.granted.size ? bytes : other.granted.size);
    assert_int_equal(block_io_peek(r->comp, TR_RAM_LIMIT_LOW_OFFSET),
                     before[TR_RAM_LIMIT_LOW_OFFSET / 4]);
}

static void test_looking_at_a_sink_moves_nothing(void **state)
{
    static const size_t bytes[] = {0, 64, 1024 + 64};
    static struct ramsink_rig r;

    (void)state;
    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        rig_sram(&r, true);
        looking_moves_nothing(&r, &sram_cfg, bytes[i]);
        rig_smem(&r, 16);
        looking_moves_nothing(
            &r,
            &(struct rvt_ramsink_cfg){.mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = 1024},
            bytes[i]);
    }
}

/* In SRAM mode the width of an access is known, so the limit is not written even by adopt. */
static void test_adopting_sram_leaves_the_limit_alone(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink other;

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &sram_cfg);
    memset(r.comp->written, 0, sizeof r.comp->written);
    assert_int_equal(rvt_ramsink_init(&other, &r.b.io, SINK_BASE), RVT_OK);
    assert_int_equal(rvt_ramsink_adopt(&other), RVT_ERR_STATE); /* not attached */
    assert_int_equal(rvt_ramsink_attach(&other), RVT_OK);
    assert_int_equal(rvt_ramsink_adopt(&other), RVT_OK);
    assert_int_equal(r.comp->written[TR_RAM_LIMIT_LOW_OFFSET / 4], 0);
    assert_int_equal(r.comp->written[TR_RAM_LIMIT_HIGH_OFFSET / 4], 0);
    assert_int_equal(other.granted.size, SRAM_SIZE);
}

/* Holds TCI-RAM-055 */
static void test_the_fake_catches_a_forgotten_write_pointer(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_sram(&r, true);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    for (uint32_t offset = TR_RAM_START_LOW_OFFSET; offset <= TR_RAM_RP_HIGH_OFFSET; offset += 4) {
        if (offset != TR_RAM_WP_LOW_OFFSET) {
            assert_int_equal(rvt_reg_write(&r.sink.c, offset, 0), RVT_OK);
        }
    }
    assert_string_equal(block_io_forgotten(r.comp), "trRamWrap");
    assert_int_equal(rvt_reg_write(&r.sink.c, TR_RAM_CONTROL_OFFSET, 3), RVT_OK);
    assert_string_equal(r.b.why, "ramsink: enabled with trRamWrap undefined");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sink_just_reset_can_be_asked_and_disabled),
        cmocka_unit_test(test_status_reports_each_bit),
        cmocka_unit_test(test_enable_takes_over_an_enabled_sink),
        cmocka_unit_test(test_capabilities_of_impl_are_told_apart),
        cmocka_unit_test(test_sram_with_another_start),
        cmocka_unit_test(test_sram_grants_all_when_more_is_asked_for),
        cmocka_unit_test(test_limits_below_the_start_contradict_the_chapter),
        cmocka_unit_test(test_a_start_that_is_not_a_multiple_of_the_access_is_refused),
        cmocka_unit_test(test_discovery_takes_the_configuration_away),
        cmocka_unit_test(test_failed_verbs_prevent_enable),
        cmocka_unit_test(test_looking_at_a_sink_moves_nothing),
        cmocka_unit_test(test_adopting_sram_leaves_the_limit_alone),
        cmocka_unit_test(test_the_fake_catches_a_forgotten_write_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
