/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel's timestamp unit and the shared timestamp down the tree (TCI 1.0, Timestamp Unit). */
#include "funnel_rig.h"

static uint64_t counter(void)
{
    return rd(TR_TS_COUNTER_LOW_OFFSET) | (uint64_t)rd(TR_TS_COUNTER_HIGH_OFFSET) << 32;
}

#define TS(mode, more) (TR_TS_ACTIVE_MASK | (mode) << TR_TS_MODE_SHIFT | (more))

/* Holds TCI-TS-005 */
static void fields_by_configuration(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    start(&cfg);
    assert_int_equal(wrd(TR_TS_CONTROL_OFFSET, UINT32_MAX), 0); /* no unit */
    assert_int_equal(rd(TR_TS_COUNTER_LOW_OFFSET), 0);
    cfg.ts_modes = 1u << 1 | 1u << 2 | 1u << 4;
    cfg.ts_width = 48;
    start(&cfg);
    assert_int_equal(rd(TR_TS_CONTROL_OFFSET), 48u << 24);
    for (uint32_t mode = 0; mode < 8; mode++) {
        uint32_t want = mode == 1 || mode == 2 || mode == 4 ? mode : 0;
        assert_int_equal(wrd(TR_TS_CONTROL_OFFSET, TS(mode, 0)), TS(want, 48u << 24));
    }
    /* Not RunInDebug, Enable, Vendor: these are for encoders. Mode 7 is not there. */
    assert_int_equal(wrd(TR_TS_CONTROL_OFFSET, UINT32_MAX), 0x30000303);
    assert_int_equal(wrd(TR_TS_CONTROL_OFFSET, 0xFFFFFFFE), 48u << 24); /* the unit in reset */
    cfg.ts_modes = 1u << 4;
    start(&cfg);
    assert_int_equal(wrd(TR_TS_CONTROL_OFFSET, TS(4u, 0x302)), TS(4u, 48u << 24));
}

/* Holds TCI-TS-001 TCI-TS-009 TCI-TS-016 */
static void internal_system_counts_with_a_prescaler(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.ts_modes = 1u << 2;
    for (uint32_t prescale = 0; prescale < 4; prescale++) {
        start(&cfg);
        wr(TR_TS_CONTROL_OFFSET, TS(2u, prescale << TR_TS_PRESCALE_SHIFT));
        for (unsigned t = 0; t < 10; t++) {
            tick();
        }
        assert_int_equal(counter(), 0); /* stopped */
        wr(TR_TS_CONTROL_OFFSET, TS(2u, prescale << TR_TS_PRESCALE_SHIFT | TR_TS_COUNT_MASK));
        for (unsigned t = 0; t < 1000; t++) {
            tick();
        }
        assert_int_equal(counter(), 1000 / (1u << (2 * prescale)));
        assert_int_equal(trm_funnel_timestamp(&f), counter());
        wr(TR_TS_CONTROL_OFFSET, TS(2u, TR_TS_RESET_MASK | TR_TS_COUNT_MASK));
        assert_int_equal(counter(), 0);
        assert_int_equal(rd(TR_TS_CONTROL_OFFSET) & TR_TS_RESET_MASK, 0);
    }
    cfg.ts_width = 4;
    start(&cfg);
    wr(TR_TS_CONTROL_OFFSET, TS(2u, TR_TS_COUNT_MASK));
    for (unsigned t = 0; t < 21; t++) {
        tick();
    }
    assert_int_equal(counter(), 21 - 16);
}

/* Holds TCI-TS-003 TCI-TS-007 TCI-TS-008 NT-TIM-009 */
static void shared_goes_down_two_levels(void **state)
{
    (void)state;
    static struct trm_funnel leaf;
    struct trm_funnel_cfg cfg = defaults();
    cfg.ts_modes = 1u << 2 | 1u << 4;
    start(&cfg);
    assert_int_equal(trm_funnel_init(&leaf, &cfg), TRM_OK);
    wr(TR_TS_CONTROL_OFFSET, TS(2u, TR_TS_COUNT_MASK));
    for (unsigned t = 1; t <= 30; t++) {
        tick();
        trm_funnel_timestamp_in(&leaf, trm_funnel_timestamp(&f));
        trm_funnel_tick(&leaf);
        if (t == 10) {
            trm_funnel_reg_write(&leaf, TR_FUNNEL_CONTROL_OFFSET, 4, 1);
        }
        if (t == 20) {
            trm_funnel_reg_write(&leaf, TR_TS_CONTROL_OFFSET, 4, TS(4u, 0));
        }
        /* Forwarding needs trFunnelActive = 1 and no more. */
        assert_int_equal(trm_funnel_timestamp(&leaf), t < 10 ? 0 : t);
    }
    uint32_t low;
    assert_int_equal(trm_funnel_reg_read(&leaf, TR_TS_COUNTER_LOW_OFFSET, 4, &low), TRM_OK);
    assert_int_equal(low, 30);
}

/* Holds TCI-TS-004 TCI-TS-006 TCI-TS-019 */
static void external_in_the_width_of_the_unit(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.ts_modes = 1u << 1;
    cfg.ts_width = 40;
    start(&cfg);
    wr(TR_TS_CONTROL_OFFSET, TS(1u, 0));
    trm_funnel_timestamp_in(&f, UINT64_C(0x123456789ABCDEF0));
    assert_true(trm_funnel_timestamp(&f) == UINT64_C(0x789ABCDEF0));
    assert_true(counter() == UINT64_C(0x789ABCDEF0));
    wr(TR_FUNNEL_CONTROL_OFFSET, 0);
    assert_int_equal(trm_funnel_timestamp(&f), 0);
}

/* The same rules of trTsActive as in the encoder. */
static void active_is_a_copy(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.ts_modes = TRM_TS_MODES_FUNNEL;
    cfg.ts_copy_active = true;
    start(&cfg);
    assert_int_equal(rd(TR_TS_CONTROL_OFFSET), TS(0u, 40u << 24));
    assert_int_equal(wrd(TR_TS_CONTROL_OFFSET, TR_TS_COUNT_MASK | 2u << TR_TS_MODE_SHIFT),
                     TS(2u, TR_TS_COUNT_MASK | 40u << 24));
    tick();
    tick();
    assert_int_equal(counter(), 2);
    wr(TR_FUNNEL_CONTROL_OFFSET, 0);
    assert_int_equal(rd(TR_TS_CONTROL_OFFSET), 0);
}

/* Any mode and value: what goes down the tree is what the counter registers show, but for mode
 * None, which forwards and shows 0. */
static void counter_shows_what_goes_down(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.ts_modes = TRM_TS_MODES_FUNNEL;
    start(&cfg);
    for (uint32_t mode = 0; mode < 8; mode++) {
        wr(TR_TS_CONTROL_OFFSET, TS(mode, TR_TS_COUNT_MASK));
        tick();
        trm_funnel_timestamp_in(&f, 0x12345);
        bool none = mode == 0 || mode == 3 || mode > 4;
        uint64_t want = mode == TR_TS_MODE_INTERNAL_SYSTEM ? counter() : 0x12345;
        assert_true(trm_funnel_timestamp(&f) == want);
        assert_true(counter() == (none ? 0 : want));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_by_configuration),
        cmocka_unit_test(internal_system_counts_with_a_prescaler),
        cmocka_unit_test(shared_goes_down_two_levels),
        cmocka_unit_test(active_is_a_copy),
        cmocka_unit_test(counter_shows_what_goes_down),
        cmocka_unit_test(external_in_the_width_of_the_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
