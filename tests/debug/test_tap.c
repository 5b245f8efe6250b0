/* SPDX-License-Identifier: Apache-2.0 */
/* TAP: all 32 arcs of the state diagram, IDCODE, BYPASS, foreign registers, edges. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "sim/sim_tap.h"

enum {
    IR_OURS = 0x11, /* 41 bits, as dmi */
    IR_WIDE = 0x12, /* 64 bits */
    IR_HUGE = 0x13, /* says 65: not possible */
    IDCODE = 0x14854001,
};

struct fake {
    uint64_t captured, updated;
    unsigned updates, captures, clocks, resets;
};

static unsigned width(void *ctx, unsigned ir)
{
    (void)ctx;
    return ir == IR_OURS ? 41 : ir == IR_WIDE ? 64 : ir == IR_HUGE ? 65 : 0;
}

static uint64_t capture(void *ctx, unsigned ir)
{
    struct fake *f = ctx;

    (void)ir;
    f->captures++;
    return f->captured;
}

static void update(void *ctx, unsigned ir, uint64_t value)
{
    struct fake *f = ctx;

    (void)ir;
    f->updates++;
    f->updated = value;
}

static void clock(void *ctx)
{
    ((struct fake *)ctx)->clocks++;
}

static void reset(void *ctx)
{
    ((struct fake *)ctx)->resets++;
}

static const struct sim_tap_ops ops = {width, capture, update, clock, reset};

/* A cycle: TDO is sampled while TCK is low, as OpenOCD does. */
static bool cycle(struct sim_tap *t, bool tms, bool tdi)
{
    sim_tap_pins(t, false, tms, tdi);
    bool tdo = sim_tap_tdo(t);
    sim_tap_pins(t, true, tms, tdi);
    return tdo;
}

static void walk(struct sim_tap *t, const char *tms)
{
    for (; *tms; tms++) {
        cycle(t, *tms == '1', false);
    }
}

/* From Run-Test/Idle and back. */
static uint64_t scan(struct sim_tap *t, bool ir, uint64_t value, unsigned bits)
{
    uint64_t out = 0;

    walk(t, ir ? "1100" : "100");
    for (unsigned i = 0; i < bits; i++) {
        out |= (uint64_t)cycle(t, i + 1 == bits, value >> i & 1) << i;
    }
    walk(t, "10");
    return out;
}

static void start(struct sim_tap *t, struct fake *f)
{
    const struct fake none = {0};

    *f = none;
    sim_tap_init(t, IDCODE, &ops, f);
    walk(t, "0");
    sim_tap_pins(t, false, false, false);
}

/* The diagram of IEEE 1149.1, as a list of arcs by name. */
static void every_arc_of_the_diagram(void **state)
{
    static const enum sim_tap_state arc[16][3] = {
        {SIM_TAP_TEST_LOGIC_RESET, SIM_TAP_RUN_TEST_IDLE, SIM_TAP_TEST_LOGIC_RESET},
        {SIM_TAP_RUN_TEST_IDLE, SIM_TAP_RUN_TEST_IDLE, SIM_TAP_SELECT_DR},
        {SIM_TAP_SELECT_DR, SIM_TAP_CAPTURE_DR, SIM_TAP_SELECT_IR},
        {SIM_TAP_SELECT_IR, SIM_TAP_CAPTURE_IR, SIM_TAP_TEST_LOGIC_RESET},
        {SIM_TAP_CAPTURE_DR, SIM_TAP_SHIFT_DR, SIM_TAP_EXIT1_DR},
        {SIM_TAP_SHIFT_DR, SIM_TAP_SHIFT_DR, SIM_TAP_EXIT1_DR},
        {SIM_TAP_EXIT1_DR, SIM_TAP_PAUSE_DR, SIM_TAP_UPDATE_DR},
        {SIM_TAP_PAUSE_DR, SIM_TAP_PAUSE_DR, SIM_TAP_EXIT2_DR},
        {SIM_TAP_EXIT2_DR, SIM_TAP_SHIFT_DR, SIM_TAP_UPDATE_DR},
        {SIM_TAP_UPDATE_DR, SIM_TAP_RUN_TEST_IDLE, SIM_TAP_SELECT_DR},
        {SIM_TAP_CAPTURE_IR, SIM_TAP_SHIFT_IR, SIM_TAP_EXIT1_IR},
        {SIM_TAP_SHIFT_IR, SIM_TAP_SHIFT_IR, SIM_TAP_EXIT1_IR},
        {SIM_TAP_EXIT1_IR, SIM_TAP_PAUSE_IR, SIM_TAP_UPDATE_IR},
        {SIM_TAP_PAUSE_IR, SIM_TAP_PAUSE_IR, SIM_TAP_EXIT2_IR},
        {SIM_TAP_EXIT2_IR, SIM_TAP_SHIFT_IR, SIM_TAP_UPDATE_IR},
        {SIM_TAP_UPDATE_IR, SIM_TAP_RUN_TEST_IDLE, SIM_TAP_SELECT_DR},
    };
    struct sim_tap t;
    struct fake f;

    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned tms = 0; tms < 2; tms++) {
            start(&t, &f);
            t.state = arc[i][0];
            cycle(&t, tms != 0, false);
            assert_int_equal(t.state, arc[i][1 + tms]);
        }
    }
}

static void five_ones_reset_from_every_state(void **state)
{
    struct sim_tap t;
    struct fake f;

    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        start(&t, &f);
        t.ir = IR_OURS;
        t.state = (enum sim_tap_state)i;
        walk(&t, "11111");
        assert_int_equal(t.state, SIM_TAP_TEST_LOGIC_RESET);
        assert_int_equal(t.ir, SIM_TAP_IR_IDCODE);
        assert_true(f.resets > 1);
    }
}

static void idcode_is_selected_by_reset(void **state)
{
    struct sim_tap t;
    struct fake f;

    (void)state;
    start(&t, &f);
    assert_int_equal(scan(&t, false, 0, 32), IDCODE);
    sim_tap_pins(&t, false, false, false);
    scan(&t, true, IR_OURS, 5);
    sim_tap_trst(&t);
    walk(&t, "0");
    assert_int_equal(scan(&t, false, 0, 32), IDCODE);
}

/* Debug 1.0: unimplemented instructions select BYPASS: one bit that captures 0. */
static void bypass_is_one_bit_of_delay(void **state)
{
    static const unsigned ir[] = {0x1f, 0x00, 0x02, 0x17, IR_HUGE};
    struct sim_tap t;
    struct fake f;

    (void)state;
    for (unsigned i = 0; i < sizeof ir / sizeof ir[0]; i++) {
        start(&t, &f);
        scan(&t, true, ir[i], 5);
        assert_int_equal(scan(&t, false, 0xa5, 9), 0xa5 << 1);
        assert_int_equal(f.captures + f.updates, 0);
    }
}

/* IEEE 1149.1: the two low bits captured into the instruction register are 01. */
static void ir_scan_shows_01(void **state)
{
    struct sim_tap t;
    struct fake f;

    (void)state;
    start(&t, &f);
    assert_int_equal(scan(&t, true, 0x1f, 5) & 3, 1);
}

static void foreign_register_goes_out_and_in(void **state)
{
    struct sim_tap t;
    struct fake f;

    (void)state;
    start(&t, &f);
    scan(&t, true, IR_OURS, 5);
    f.captured = UINT64_C(0x1fedcba9876);
    assert_true(scan(&t, false, UINT64_C(0x123456789ab), 41) == UINT64_C(0x1fedcba9876));
    sim_tap_pins(&t, false, false, false);
    assert_int_equal(f.captures, 1);
    assert_int_equal(f.updates, 1);
    assert_true(f.updated == UINT64_C(0x123456789ab));
    scan(&t, true, IR_WIDE, 5);
    f.captured = UINT64_C(0x8000000000000001);
    assert_true(scan(&t, false, UINT64_MAX, 64) == UINT64_C(0x8000000000000001));
    sim_tap_pins(&t, false, false, false);
    assert_true(f.updated == UINT64_MAX);
}

/* Capture, pause and exit without shifting: what was captured is updated. */
static void pause_keeps_the_bits(void **state)
{
    struct sim_tap t;
    struct fake f;
    uint64_t out = 0;

    (void)state;
    start(&t, &f);
    scan(&t, true, IR_OURS, 5);
    f.captured = 0x15a;
    walk(&t, "100");
    for (unsigned i = 0; i < 4; i++) {
        out |= (uint64_t)cycle(&t, i == 3, false) << i;
    }
    walk(&t, "00010"); /* Pause, Pause, Pause, Exit2, Shift */
    for (unsigned i = 4; i < 41; i++) {
        out |= (uint64_t)cycle(&t, i == 40, false) << i;
    }
    walk(&t, "10");
    assert_true(out == 0x15a);
}

/* The update happens on the falling edge in Update-DR, not before. */
static void update_waits_for_the_falling_edge(void **state)
{
    struct sim_tap t;
    struct fake f;

    (void)state;
    start(&t, &f);
    scan(&t, true, IR_OURS, 5);
    walk(&t, "1011"); /* Select, Capture, Exit1, Update */
    assert_int_equal(t.state, SIM_TAP_UPDATE_DR);
    assert_int_equal(f.updates, 0);
    sim_tap_pins(&t, false, false, false);
    assert_int_equal(f.updates, 1);
}

static void levels_without_edges_do_nothing(void **state)
{
    struct sim_tap t;
    struct fake f;

    (void)state;
    start(&t, &f);
    unsigned clocks = f.clocks;
    for (unsigned i = 0; i < 8; i++) {
        sim_tap_pins(&t, false, (i & 1) != 0, (i & 2) != 0);
    }
    assert_int_equal(f.clocks, clocks);
    assert_int_equal(t.state, SIM_TAP_RUN_TEST_IDLE);
    sim_tap_pins(&t, true, true, false);
    sim_tap_pins(&t, true, true, false);
    assert_int_equal(f.clocks, clocks + 1);
    assert_int_equal(t.state, SIM_TAP_SELECT_DR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_arc_of_the_diagram),
        cmocka_unit_test(five_ones_reset_from_every_state),
        cmocka_unit_test(idcode_is_selected_by_reset),
        cmocka_unit_test(bypass_is_one_bit_of_delay),
        cmocka_unit_test(ir_scan_shows_01),
        cmocka_unit_test(foreign_register_goes_out_and_in),
        cmocka_unit_test(pause_keeps_the_bits),
        cmocka_unit_test(update_waits_for_the_falling_edge),
        cmocka_unit_test(levels_without_edges_do_nothing),
    };

    return cmocka_run_group_tests_name("tap", tests, NULL, NULL);
}
