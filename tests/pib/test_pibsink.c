/* SPDX-License-Identifier: Apache-2.0 */
/* The PIB sink: registers, levels, calibration, states (TCI 1.0, Trace PIB Sink). */
#include "wave.h"

#define ENABLE TR_PIB_ENABLE_MASK
#define EMPTY  TR_PIB_EMPTY_MASK

static struct trm_pibsink_cfg defaults(void)
{
    struct trm_pibsink_cfg cfg;
    trm_pibsink_cfg_init(&cfg);
    return cfg;
}

static uint32_t granted(uint32_t value)
{
    wr(value);
    return rd() & ~EMPTY;
}

/* Holds TCI-PIB-011 TCI-REG-168..170 */
static void identification(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    uint32_t v;
    start(&cfg);
    assert_int_equal(trm_pibsink_reg_read(&sink, TR_PIB_IMPL_OFFSET, 4, &v), TRM_OK);
    assert_int_equal(v, 0xA01);
    assert_int_equal(rd(), 1 | EMPTY | 7u << 16); /* a slow divider, everything else 0 */
}

/* Holds TCI-PIB-005 TCI-PIB-007 TCI-PIB-012 TCI-ENA-014 */
static void mode_and_clock_are_warl(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    start(&cfg);
    for (uint32_t mode = 0; mode < 16; mode++) {
        bool legal = mode == 0 || mode == 4 || mode == 5 || (mode >= 8 && mode <= 12);
        uint32_t want = legal ? mode : 0;
        assert_int_equal(granted(control(mode, 0, 3)), control(want, 0, 3));
        /* trPibClkCenter can be set only in parallel modes. */
        assert_int_equal(granted(control(mode, 1, 3)), control(want, want >= 8, 3));
    }
    cfg.modes = 1u << 5 | 1u << 10;
    cfg.clk_centers = 2;
    start(&cfg);
    assert_int_equal(granted(control(4, 0, 0)), control(0, 0, 0));
    assert_int_equal(granted(control(5, 1, 0)), control(5, 0, 0));
    assert_int_equal(granted(control(10, 0, 0)), control(10, 1, 0));
    cfg.clk_centers = 1;
    start(&cfg);
    assert_int_equal(granted(control(10, 1, 0)), control(10, 0, 0));
}

/* Holds TCI-MAP-008 TCI-ENA-014 */
static void divider_calibrate_and_async_are_warl(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    start(&cfg);
    assert_int_equal(granted(UINT32_MAX & ~(ENABLE | 0xF0u)), 0xFFFF0201);
    cfg.divider_bits = 4;
    cfg.divider_min = 2;
    cfg.calibrate = false;
    cfg.async = true;
    start(&cfg);
    assert_int_equal(granted(UINT32_MAX & ~(ENABLE | 0xF0u)), 0x000F7001);
    assert_int_equal(granted(1), 0x00020001);
    cfg.divider_bits = 0; /* not settable */
    cfg.divider_min = 0;
    cfg.divider_reset = 0;
    start(&cfg);
    assert_int_equal(granted(0xFFFF0001), 1);
}

static void bad_configurations_are_refused(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    cfg.modes = 1u << 9 | 1u << 13;
    assert_int_equal(trm_pibsink_init(&sink, &cfg), TRM_ERR_ARG);
    cfg = defaults();
    cfg.clk_centers = 0;
    assert_int_equal(trm_pibsink_init(&sink, &cfg), TRM_ERR_ARG);
    cfg = defaults();
    cfg.divider_bits = 2; /* the reset value does not fit */
    assert_int_equal(trm_pibsink_init(&sink, &cfg), TRM_ERR_ARG);
    cfg = defaults();
    cfg.buffer_bytes = TRM_PIBSINK_BUFFER_MIN - 1;
    assert_int_equal(trm_pibsink_init(&sink, &cfg), TRM_ERR_ARG);
    cfg = defaults();
    cfg.idle_length = 0;
    assert_int_equal(trm_pibsink_init(&sink, &cfg), TRM_ERR_ARG);
    assert_int_equal(trm_pibsink_init(NULL, &cfg), TRM_ERR_ARG);
}

/* Holds TCI-PIB-011 */
static void garbage_is_legal_and_the_divider_stays_safe(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    uint32_t seen = 0;
    cfg.undef = TRM_UNDEF_GARBAGE;
    for (cfg.seed = 1; cfg.seed <= 100; cfg.seed++) {
        start(&cfg);
        uint32_t v = rd();
        assert_int_equal(v >> 16, 7);
        assert_int_equal(granted(v), v & ~EMPTY); /* what it holds can be written */
        assert_int_equal(v & (ENABLE | EMPTY), EMPTY);
        seen |= v;
    }
    assert_int_equal(seen & 0x3F0, 0x3F0);
}

/* TRC_DATA of n beats of mode, trPibDivider 0 and trPibClkCenter 0: one per tick. */
static void check_beats(const uint16_t *want, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tick(1);
        assert_int_equal(wave[ticks - 1].data, want[i]);
    }
}

/* Holds TCI-PIB-002 TCI-PIB-013 TCI-PIB-028 TCI-PIB-032 TCI-PIB-034 TCI-PIB-035 TCI-PIB-044
 * TCI-PIB-051 NT-TX-032 NT-TX-036 */
static void idle_levels_by_mode_while_disabled_and_enabled(void **state)
{
    (void)state;
    static const struct {
        uint32_t mode;
        uint16_t idle;
        bool clock;
    } facts[] = {{0, 0, false}, {4, 0, false},   {5, 1, false},    {8, 1, true},
                 {9, 3, true},  {10, 0xF, true}, {11, 0xFF, true}, {12, 0xFFFF, true}};
    struct trm_pibsink_cfg cfg = defaults();
    for (unsigned k = 0; k < sizeof facts / sizeof facts[0]; k++) {
        start(&cfg);
        wr(control(facts[k].mode, 0, 0));
        for (unsigned t = 0; t < 20; t++) {
            if (t == 10) {
                wr(control(facts[k].mode, 0, 0) | ENABLE);
            }
            tick(1);
            assert_int_equal(wave[ticks - 1].data, facts[k].idle);
            bool toggled = wave[ticks - 1].clk != wave[ticks - 2].clk;
            assert_int_equal(toggled, facts[k].clock); /* runs without data too */
        }
    }
}

/* Holds TCI-PIB-003 TCI-PIB-018 TCI-PIB-030 TCI-PIB-036 NT-TX-030 NT-TX-031 */
static void four_bit_example(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    /* Least significant bits first, after two idle bytes; then idle again. */
    static const uint16_t want[] = {0xF, 0xF, 0xF, 0xF, 0x0, 0x7, 0xD, 0x1, 0xF, 0xF, 0xF};
    static const uint8_t m[] = {0x70, 0x1D, 0xFF};
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL4, 0, 0) | ENABLE);
    assert_true(send(m, 3));
    check_beats(want, 11);
}

static void pins_that_were_idle_long_enough_need_no_more(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    static const uint8_t m[] = {0x70, 0x1D, 0xFF};
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL4, 0, 0) | ENABLE);
    tick(3);
    assert_true(send(m, 3));
    tick(1); /* the fourth idle beat */
    assert_int_equal(wave[ticks - 1].data, 0xF);
    tick(1);
    assert_int_equal(wave[ticks - 1].data, 0x0);
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL4, 0, 0) | ENABLE);
    tick(4);
    assert_true(send(m, 3));
    tick(1);
    assert_int_equal(wave[ticks - 1].data, 0x0);
    assert_int_equal(sink.stats.idle, 0);
}

/* Holds TCI-PIB-020 TCI-PIB-031 TCI-PIB-037 NT-TX-033 NT-TX-037 NT-TX-040 */
static void sixteen_bits_begin_in_the_low_byte(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    static const uint8_t odd[] = {0x04, 0x08, 0x0F};
    static const uint8_t even[] = {0x10, 0x23};
    static const uint16_t want[] = {0x0804, 0xFF0F, 0x2310, 0xFFFF};
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL16, 0, 0) | ENABLE);
    assert_true(send(odd, 3));
    assert_true(send(even, 2));
    check_beats(want, 4);
}

/* The two drawings of the spec: 8 pins, 5 and 2 bytes with two idle beats between; 4 bytes. */
/* Holds TCI-PIB-006 TCI-PIB-010 TCI-PIB-019 TCI-PIB-024 TCI-PIB-038..040 */
static void clock_edges_as_drawn(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    static const uint8_t five[] = {0x00, 0x04, 0x08, 0x0C, 0x13};
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL8, 0, 2) | ENABLE);
    tick(3);
    assert_true(send(five, 5));
    for (unsigned beat = 0; beat < 5; beat++) {
        bool before = wave[ticks - 1].clk;
        tick(3); /* divided by 3: the levels hold for three ticks */
        for (unsigned t = 1; t <= 3; t++) {
            assert_int_equal(wave[ticks - t].data, five[beat]);
            assert_int_not_equal(wave[ticks - t].clk, before); /* edge where the data changes */
        }
    }
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL8, 1, 2) | ENABLE);
    tick(6);
    assert_true(send(five, 5));
    for (unsigned beat = 0; beat < 5; beat++) {
        bool before = wave[ticks - 1].clk;
        tick(6); /* half the rate */
        for (unsigned t = 0; t < 6; t++) {
            assert_int_equal(wave[ticks - 6 + t].data, five[beat]);
            assert_int_equal(wave[ticks - 6 + t].clk, t < 3 ? before : !before);
        }
    }
}

/* Holds TCI-PIB-014 TCI-PIB-015 TCI-PIB-041..050 */
static void serial_examples(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    static const uint8_t m[] = {0x10, 0x63}; /* bits 00001000 11000110 */
    static const uint16_t uart[] = {0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1};
    start(&cfg);
    wr(control(TR_PIB_MODE_SWT_UART, 0, 0) | ENABLE);
    tick(2);
    assert_true(send(m, 2));
    check_beats(uart, 21);
    static const uint16_t manchester[] = {
        1, 0, /* start */
        0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0,
        1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0}; /* stop, idle */
    start(&cfg);
    wr(control(TR_PIB_MODE_SWT_MANCHESTER, 0, 0) | ENABLE);
    tick(2);
    assert_true(send(m, 2));
    check_beats(manchester, 38);
}

/* Holds TCI-PIB-008 TCI-PIB-052 TCI-PIB-054..058 */
static void calibration_patterns(void **state)
{
    (void)state;
    static const uint16_t one[] = {0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0,
                                   0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    static const uint16_t two[] = {2, 1, 2, 1, 2, 1, 2, 1, 0, 3, 0, 3, 3, 0, 3, 0};
    static const uint16_t four[] = {0xA, 5, 0xA, 5, 0, 0xF, 0xF, 0};
    static const uint16_t eight[] = {0xAA, 0x55, 0x00, 0xFF};
    static const uint16_t sixteen[] = {0xAAAA, 0x5555, 0x0000, 0xFFFF};
    static const struct {
        const uint16_t *beats;
        size_t n;
    } facts[] = {{one, 32}, {two, 16}, {four, 8}, {eight, 4}, {sixteen, 4}};
    struct trm_pibsink_cfg cfg = defaults();
    for (uint32_t w = 0; w < 5; w++) {
        uint32_t ctrl = control(TR_PIB_MODE_PARALLEL1 + w, 0, 0) | TR_PIB_CALIBRATE_MASK;
        start(&cfg);
        wr(ctrl);
        tick(3);
        assert_int_equal(wave[ticks - 1].data, (1u << (1u << w)) - 1u); /* idle until enabled */
        wr(ctrl | ENABLE);
        for (unsigned again = 0; again < 3; again++) {
            check_beats(facts[w].beats, facts[w].n);
        }
        /* Input is not consumed; the pattern ends whole. */
        assert_false(port.ops->can_accept(port.ctx, 8));
        tick(1);
        wr(ctrl & ~TR_PIB_CALIBRATE_MASK);
        check_beats(facts[w].beats + 1, facts[w].n - 1);
        tick(1);
        assert_int_equal(wave[ticks - 1].data, (1u << (1u << w)) - 1u);
        assert_true(rd() & EMPTY);
    }
}

/* Holds TCI-PIB-053 */
static void calibration_of_the_serial_modes(void **state)
{
    (void)state;
    static const uint8_t pattern[] = {0xAA, 0x55, 0x00, 0xFF};
    struct trm_pibsink_cfg cfg = defaults();
    for (uint32_t mode = 4; mode <= 5; mode++) {
        struct htr_pib_setting set = setting(mode, 0, 3);
        struct htr_pib_result r = {.bytes = got, .cap = sizeof got};
        start(&cfg);
        wr(control(mode, 0, 3) | TR_PIB_CALIBRATE_MASK);
        tick(10);
        wr(control(mode, 0, 3) | TR_PIB_CALIBRATE_MASK | ENABLE);
        tick(5000);
        wr(control(mode, 0, 3));
        tick(1000);
        htr_pib_decode(&set, wave, ticks, &r);
        assert_int_equal(r.errors, 0);
        assert_true(r.n > 60 && r.n % 4 == 0);
        for (size_t i = 0; i < r.n; i++) {
            assert_int_equal(got[i], pattern[i % 4]);
        }
    }
}

/* Holds TCI-PIB-004 TCI-MIN-005 TCI-MIN-006 */
static void mode_and_clock_stay_while_enabled_or_busy(void **state)
{
    (void)state;
    static const uint8_t m[] = {0x10, 0x63};
    struct trm_pibsink_cfg cfg = defaults();
    uint32_t ctrl = control(TR_PIB_MODE_SWT_UART, 0, 1);
    start(&cfg);
    wr(ctrl | ENABLE);
    assert_int_equal(granted(control(TR_PIB_MODE_PARALLEL8, 1, 9) | ENABLE), ctrl | ENABLE);
    assert_true(send(m, 2));
    tick(5);
    assert_int_equal(granted(control(TR_PIB_MODE_PARALLEL8, 1, 9)), ctrl);
    assert_int_equal(granted(control(TR_PIB_MODE_PARALLEL8, 1, 9)), ctrl); /* disabled, but busy */
    assert_false(rd() & EMPTY);
    tick(36);
    assert_true(rd() & EMPTY); /* 20 bits of 2 ticks, begun at the third tick at the latest */
    assert_int_equal(granted(control(TR_PIB_MODE_PARALLEL8, 1, 9)), control(11, 1, 9));
}

/* Holds TCI-PIB-002 TCI-PIB-013 */
static void disabled_or_off_it_swallows(void **state)
{
    (void)state;
    static const uint8_t m[] = {0x10, 0x63};
    struct trm_pibsink_cfg cfg = defaults();
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL8, 0, 0));
    assert_true(send(m, 2));
    wr(control(TR_PIB_MODE_PARALLEL8, 0, 0) | ENABLE);
    tick(5);
    assert_int_equal(wave[ticks - 1].data, 0xFF);
    wr(control(0, 0, 0));
    wr(control(0, 0, 0) | ENABLE);
    for (unsigned k = 0; k < 1000; k++) {
        assert_true(send(m, 2));
    }
    assert_true(rd() & EMPTY);
    assert_int_equal(sink.stats.swallowed, 1001);
}

/* Holds TCI-COMP-014 TCI-COMP-016 TCI-COMP-021 */
static void back_pressure_is_whole_messages(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    struct rh_rng rng;
    uint8_t m[TRM_MESSAGE_MAX];
    cfg.buffer_bytes = TRM_PIBSINK_BUFFER_MIN;
    rh_seed(&rng, 1);
    start(&cfg);
    wr(control(TR_PIB_MODE_PARALLEL1, 0, 0) | ENABLE);
    make(m, 64, &rng);
    assert_true(send(m, 64));
    make(m, 64, &rng);
    assert_true(send(m, 64)); /* two maximum messages */
    make(m, 2, &rng);
    assert_false(send(m, 2));
    tick(17); /* idle for two bytes, then the first message is on the wire */
    assert_true(send(m, 2));
    tick(200 * 8);
    struct htr_pib_setting set = setting(TR_PIB_MODE_PARALLEL1, 0, 0);
    (void)check_wave(&set);
}

/* Holds TCI-PIB-009 */
static void async_frequency_puts_idle_between_messages(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg = defaults();
    struct rh_rng rng;
    uint8_t m[TRM_MESSAGE_MAX];
    cfg.async = true;
    cfg.idle_length = 1;
    for (uint32_t mode = 4; mode <= 12; mode += mode == 5 ? 3 : 1) {
        uint32_t ctrl = control(mode, 0, 0) | 1u << TR_PIB_ASYNC_FREQ_SHIFT;
        rh_seed(&rng, mode);
        cfg.idle_bytes = 0;
        start(&cfg);
        wr(ctrl | ENABLE);
        for (unsigned k = 0; k < 160; k++) {
            make(m, 16, &rng);
            while (!send(m, 16)) {
                tick(1);
            }
        }
        wr(ctrl);
        while (!trm_pibsink_empty(&sink)) {
            tick(1);
        }
        assert_int_equal(sink.stats.idle, 160 / 4); /* every 64 bytes */
    }
}

/* Holds TCI-RST-005 TCI-RST-043 */
static void reset_makes_the_pins_safe(void **state)
{
    (void)state;
    static const uint8_t m[] = {0x10, 0x63};
    struct trm_pibsink_cfg cfg = defaults();
    cfg.power_ticks = 2;
    assert_int_equal(trm_pibsink_init(&sink, &cfg), TRM_OK);
    port = trm_pibsink_link(&sink);
    ticks = 0;
    wr(TR_PIB_ACTIVE_MASK | ENABLE);
    assert_int_equal(rd(), 0);
    tick(2);
    assert_int_equal(rd(), 1 | EMPTY | 7u << 16);
    wr(control(TR_PIB_MODE_PARALLEL8, 0, 0) | ENABLE);
    assert_true(send(m, 2));
    tick(1);
    assert_true(send(m, 2));
    wr(0);
    for (unsigned k = 0; k < 4; k++) {
        struct trm_pib_pins p = trm_pibsink_pins(&sink);
        assert_int_equal(p.data, 0);
        assert_int_equal(p.clk, 0);
        assert_true(send(m, 2)); /* swallowed */
        tick(1);
    }
    assert_int_equal(rd(), 0);
    assert_int_equal(sink.stats.dropped, 2);
    wr(TR_PIB_ACTIVE_MASK);
    tick(2);
    assert_true(rd() & EMPTY);
    wr(control(TR_PIB_MODE_PARALLEL8, 0, 0) | ENABLE);
    for (unsigned k = 0; k < 5; k++) {
        tick(1);
        assert_int_equal(wave[ticks - 1].data, 0xFF); /* no old data comes out */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identification),
        cmocka_unit_test(mode_and_clock_are_warl),
        cmocka_unit_test(divider_calibrate_and_async_are_warl),
        cmocka_unit_test(bad_configurations_are_refused),
        cmocka_unit_test(garbage_is_legal_and_the_divider_stays_safe),
        cmocka_unit_test(idle_levels_by_mode_while_disabled_and_enabled),
        cmocka_unit_test(four_bit_example),
        cmocka_unit_test(pins_that_were_idle_long_enough_need_no_more),
        cmocka_unit_test(sixteen_bits_begin_in_the_low_byte),
        cmocka_unit_test(clock_edges_as_drawn),
        cmocka_unit_test(serial_examples),
        cmocka_unit_test(calibration_patterns),
        cmocka_unit_test(calibration_of_the_serial_modes),
        cmocka_unit_test(mode_and_clock_stay_while_enabled_or_busy),
        cmocka_unit_test(disabled_or_off_it_swallows),
        cmocka_unit_test(back_pressure_is_whole_messages),
        cmocka_unit_test(async_frequency_puts_idle_between_messages),
        cmocka_unit_test(reset_makes_the_pins_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
