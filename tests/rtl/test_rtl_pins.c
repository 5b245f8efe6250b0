/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of the PIB sink in SystemVerilog, without its model: the examples and drawings of the
 * specifications (TCI 1.0, PIB Parallel Protocol to Calibration Mode; N-Trace 1.0, PIB Idle Cycles
 * Explained) level by level, and every mode read back by a probe in software (htr_pib.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_pib.h"
#include "part_rig.h"
#include "pibsink_regs.h"
#include "random_hart.h"
#include "rtl_pibsink.h"

extern const struct rtl_pibsink_kind rtl_pibsink_typ, rtl_pibsink_full, rtl_pibsink_swt;

enum {
    WAVE = 400000,
    SENT = 40000,
    MESSAGE = 38,
    ENABLE = TR_PIB_ENABLE_MASK,
    EMPTY = TR_PIB_EMPTY_MASK,
};

static const struct rtl_pibsink_kind *kind;
static struct rtl_pibsink *rtl;
static struct rtl_pibsink_io io;
static struct part_rig rig;
static struct htr_pib_sample wave[WAVE];
static uint8_t sent[SENT], got[SENT];
static size_t ticks, nsent;

static void step(void *ctx)
{
    (void)ctx;
    assert_true(ticks < WAVE);
    kind->cycle(rtl, &io);
    wave[ticks++] = (struct htr_pib_sample){io.pins.clk, io.pins.data};
}

static void wrote(void *ctx, uint32_t offset, uint32_t value)
{
    (void)ctx, (void)offset, (void)value;
}

static void wr(uint32_t value)
{
    (void)part_rig_access(&rig, true, TR_PIB_CONTROL_OFFSET, value);
}

static uint32_t rd(void)
{
    return part_rig_access(&rig, false, TR_PIB_CONTROL_OFFSET, 0);
}

static void start(const struct rtl_pibsink_kind *k)
{
    if (rtl != NULL) {
        kind->destroy(rtl);
    }
    kind = k;
    rtl = kind->create();
    memset(&io, 0, sizeof io);
    rig = (struct part_rig){.apb = &io.apb, .clock = step, .write = wrote};
    ticks = nsent = 0;
    wr(TR_PIB_ACTIVE_MASK);
}

static int leave(void **state)
{
    (void)state;
    kind->destroy(rtl);
    return 0;
}

/* The whole message, as soon as it is taken. */
static void send(const uint8_t *m, unsigned n)
{
    for (unsigned at = 0; at < n; at += kind->lanes) {
        unsigned waited = 0;
        io.in.valid = true;
        part_rig_beat(&io.in, kind->lanes, m, n, at);
        do {
            part_rig_clocks(&rig, 1);
            assert_true(++waited < 100000);
        } while (!io.in.ready);
    }
    io.in.valid = false;
    assert_true(nsent + n <= SENT);
    memcpy(sent + nsent, m, n);
    nsent += n;
}

/* As N-Trace shapes them: MSEO 00, then 00 or 01, then 11. */
static void make(uint8_t *m, unsigned n, struct rh_rng *rng)
{
    for (unsigned i = 0; i < n; i++) {
        const unsigned mdo = rh_chance(rng, 3) ? 0x3F : rh_below(rng, 64);
        m[i] = (uint8_t)(mdo << 2 | (i + 1 == n ? 3 : i == 0 ? 0 : rh_below(rng, 2)));
    }
}

static uint32_t control(uint32_t mode, unsigned center, uint32_t divider)
{
    return TR_PIB_ACTIVE_MASK | mode << TR_PIB_MODE_SHIFT | center << TR_PIB_CLK_CENTER_SHIFT |
           divider << TR_PIB_DIVIDER_SHIFT;
}

static struct htr_pib_setting setting(uint32_t mode, unsigned center, uint32_t divider)
{
    struct htr_pib_setting set = {.ticks = divider + 1, .center = center != 0, .messages = true};
    set.protocol = mode == TR_PIB_MODE_SWT_MANCHESTER ? HTR_PIB_MANCHESTER
                   : mode == TR_PIB_MODE_SWT_UART     ? HTR_PIB_UART
                                                      : HTR_PIB_PARALLEL;
    set.width = set.protocol == HTR_PIB_PARALLEL ? 1u << (mode - TR_PIB_MODE_PARALLEL1) : 1;
    return set;
}

static void stop(uint32_t ctrl)
{
    wr(ctrl);
    while ((rd() & EMPTY) == 0) {
        part_rig_clocks(&rig, 1);
    }
    part_rig_clocks(&rig, 40 * ((ctrl >> TR_PIB_DIVIDER_SHIFT) + 1));
}

static struct htr_pib_result probe(const struct htr_pib_setting *set, size_t from)
{
    struct htr_pib_result r = {.bytes = got, .cap = sizeof got};
    htr_pib_decode(set, wave + from, ticks - from, &r);
    return r;
}

static struct htr_pib_result arrived(const struct htr_pib_setting *set)
{
    const struct htr_pib_result r = probe(set, 0);
    assert_int_equal(r.errors, 0);
    assert_int_equal(r.n, nsent);
    assert_memory_equal(got, sent, nsent);
    return r;
}

/* From sample `from` on the first that is not idle, and from there these beats of `each` clocks. */
static void expect_beats(size_t from, uint16_t idle, const uint16_t *want, size_t n, unsigned each)
{
    while (from < ticks && wave[from].data == idle) {
        from++;
    }
    assert_true(from + n * each <= ticks);
    for (size_t i = 0; i < n * each; i++) {
        assert_int_equal(wave[from + i].data, want[i / each]);
    }
}

/* Holds TCI-PIB-001 TCI-PIB-003 TCI-PIB-010 TCI-PIB-014..025 TCI-PIB-030 TCI-PIB-040 NT-TX-030
 * NT-TX-034 NT-TX-035 NT-TX-038 */
static void every_mode_and_clock_carries_the_messages(void **state)
{
    static const uint32_t modes[] = {4, 5, 8, 9, 10, 11, 12}, dividers[] = {0, 1, 3};
    (void)state;
    for (unsigned k = 0; k < 7 * 2 * 3; k++) {
        const uint32_t mode = modes[k % 7], divider = dividers[k / 14];
        const unsigned center = k / 7 % 2;
        const uint32_t ctrl = control(mode, center, divider);
        const struct htr_pib_setting set = setting(mode, center, divider);
        struct rh_rng rng;
        uint8_t m[MESSAGE];
        if (center != 0 && set.protocol != HTR_PIB_PARALLEL) {
            continue; /* there is no clock */
        }
        rh_seed(&rng, k);
        start(&rtl_pibsink_typ);
        wr(ctrl);
        part_rig_clocks(&rig, rh_below(&rng, 50));
        wr(ctrl | ENABLE);
        assert_int_equal(rd() & ~(uint32_t)EMPTY, ctrl | ENABLE);
        for (unsigned i = 0; i < 40; i++) {
            const unsigned n = 2 + rh_below(&rng, MESSAGE - 2);
            make(m, n, &rng);
            send(m, n);
            part_rig_clocks(&rig, rh_chance(&rng, 3) ? rh_below(&rng, 300) : 0);
        }
        stop(ctrl);
        (void)arrived(&set);
    }
}

/* Holds TCI-PIB-002 TCI-PIB-013 TCI-PIB-028 TCI-PIB-032 TCI-PIB-034 TCI-PIB-035 TCI-PIB-044
 * TCI-PIB-051 NT-TX-032 NT-TX-036 */
static void idle_levels(void **state)
{
    static const struct {
        uint32_t mode;
        uint16_t idle;
        bool clock;
    } facts[] = {{0, 0, false}, {4, 0, false},   {5, 1, false},    {8, 1, true},
                 {9, 3, true},  {10, 0xF, true}, {11, 0xFF, true}, {12, 0xFFFF, true}};
    static const uint8_t m[] = {0x10, 0x63};
    (void)state;
    for (unsigned k = 0; k < sizeof facts / sizeof facts[0]; k++) {
        start(&rtl_pibsink_typ);
        wr(control(facts[k].mode, 0, 0));
        part_rig_clocks(&rig, 4);
        const size_t from = ticks;
        send(m, 2); /* discarded: the sink is disabled */
        part_rig_clocks(&rig, 20);
        wr(control(facts[k].mode, 0, 0) | ENABLE);
        part_rig_clocks(&rig, 20);
        if (facts[k].mode == 0) {
            send(m, 2); /* enabled, but off */
            part_rig_clocks(&rig, 20);
        }
        for (size_t t = from; t < ticks; t++) {
            assert_int_equal(wave[t].data, facts[k].idle);
            assert_int_equal(wave[t].clk != wave[t - 1].clk, facts[k].clock);
        }
        assert_true((rd() & EMPTY) != 0);
    }
}

/* Four pins: least significant bits first. Sixteen: two messages, the second at the next edge of
 * the clock. Idle before and after. Holds TCI-PIB-003 TCI-PIB-018 TCI-PIB-020 TCI-PIB-030
 * TCI-PIB-031 TCI-PIB-036 TCI-PIB-037 NT-TX-030 NT-TX-031 NT-TX-033 NT-TX-037 NT-TX-040 */
static void four_and_sixteen_pins(void **state)
{
    static const uint8_t m[] = {0x70, 0x1D, 0xFF}, odd[] = {0x04, 0x08, 0x0F},
                         even[] = {0x10, 0x23};
    static const uint16_t four[] = {0x0, 0x7, 0xD, 0x1, 0xF, 0xF, 0xF, 0xF};
    static const uint16_t sixteen[] = {0x0804, 0xFF0F, 0x2310, 0xFFFF};
    (void)state;
    start(&rtl_pibsink_typ);
    wr(control(TR_PIB_MODE_PARALLEL4, 0, 0) | ENABLE);
    part_rig_clocks(&rig, 4);
    send(m, 3);
    part_rig_clocks(&rig, 40);
    expect_beats(8, 0xF, four, 8, 1);
    start(&rtl_pibsink_typ);
    wr(control(TR_PIB_MODE_PARALLEL16, 0, 3) | ENABLE);
    part_rig_clocks(&rig, 20);
    const size_t from = ticks;
    send(odd, 3);
    send(even, 2);
    part_rig_clocks(&rig, 60);
    expect_beats(from, 0xFFFF, sixteen, 4, 4);
}

/* The two drawings: an edge of the clock where the data changes, and one in the middle of a bit.
 * Holds TCI-PIB-006 TCI-PIB-010 TCI-PIB-019 TCI-PIB-024 TCI-PIB-038..040 */
static void clock_edges_as_drawn(void **state)
{
    static const uint8_t five[] = {0x00, 0x04, 0x08, 0x0C, 0x13};
    (void)state;
    for (unsigned center = 0; center < 2; center++) {
        const unsigned each = center != 0 ? 6 : 3; /* half the rate */
        start(&rtl_pibsink_typ);
        wr(control(TR_PIB_MODE_PARALLEL8, center, 2) | ENABLE);
        part_rig_clocks(&rig, 20);
        size_t at = ticks;
        send(five, 5);
        part_rig_clocks(&rig, 80);
        while (at < ticks && wave[at].data == 0xFF) {
            at++;
        }
        for (unsigned t = 0; t < 5 * each; t++) {
            const bool before = wave[at - 1 + t / each * each].clk;
            assert_int_equal(wave[at + t].data, five[t / each]);
            assert_int_equal(wave[at + t].clk, center != 0 && t % each < 3 ? before : !before);
        }
    }
}

/* Holds TCI-PIB-014 TCI-PIB-015 TCI-PIB-041..050 */
static void serial_examples(void **state)
{
    static const uint8_t m[] = {0x10, 0x63}; /* 00001000 11000110 */
    static const uint16_t uart[] = {0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1};
    static const uint16_t manchester[] = {
        1, 0, /* start */
        0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0,
        1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0}; /* stop, idle */
    (void)state;
    for (uint32_t mode = TR_PIB_MODE_SWT_MANCHESTER; mode <= TR_PIB_MODE_SWT_UART; mode++) {
        const bool is_uart = mode == TR_PIB_MODE_SWT_UART;
        start(&rtl_pibsink_typ);
        wr(control(mode, 0, 1) | ENABLE);
        part_rig_clocks(&rig, 20);
        const size_t from = ticks;
        send(m, 2);
        part_rig_clocks(&rig, 100);
        expect_beats(from, is_uart, is_uart ? uart : manchester, is_uart ? 21 : 38, 2);
    }
}

/* Holds TCI-PIB-008 TCI-PIB-052 TCI-PIB-054..058 */
static void calibration_patterns(void **state)
{
    static const uint16_t one[] = {0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0,
                                   0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    static const uint16_t two[] = {2, 1, 2, 1, 2, 1, 2, 1, 0, 3, 0, 3, 3, 0, 3, 0};
    static const uint16_t four[] = {0xA, 5, 0xA, 5, 0, 0xF, 0xF, 0};
    static const uint16_t eight[] = {0xAA, 0x55, 0x00, 0xFF};
    static const uint16_t sixteen[] = {0xAAAA, 0x5555, 0x0000, 0xFFFF};
    static const uint8_t m[] = {0x10, 0x63};
    static const struct {
        const uint16_t *beats;
        unsigned n;
    } facts[] = {{one, 32}, {two, 16}, {four, 8}, {eight, 4}, {sixteen, 4}};
    (void)state;
    for (uint32_t w = 0; w < 5; w++) {
        const uint32_t ctrl = control(TR_PIB_MODE_PARALLEL1 + w, 0, 0);
        const uint16_t idle = (uint16_t)((1u << (1u << w)) - 1u);
        start(&rtl_pibsink_typ);
        wr(ctrl | TR_PIB_CALIBRATE_MASK);
        part_rig_clocks(&rig, 4);
        const size_t from = ticks;
        assert_int_equal(wave[ticks - 1].data, idle); /* until it is enabled */
        wr(ctrl | TR_PIB_CALIBRATE_MASK | ENABLE);
        part_rig_clocks(&rig, 1);
        io.in.valid = true;
        part_rig_beat(&io.in, kind->lanes, m, 2, 0);
        for (unsigned t = 0; t < 200; t++) {
            part_rig_clocks(&rig, 1);
            assert_false(io.in.ready); /* it waits: the pattern goes on */
        }
        size_t at = from;
        for (; wave[at].data == idle; at++) {
        }
        at -= facts[w].beats[0] == idle;
        for (unsigned i = 0; i < 3 * facts[w].n; i++) {
            assert_int_equal(wave[at + i].data, facts[w].beats[i % facts[w].n]);
        }
        assert_true((rd() & EMPTY) == 0);
        const size_t end = ticks;
        wr(ctrl | ENABLE);
        send(m, 2);
        stop(ctrl);
        /* The pattern has ended, the message has followed, the pins are idle. */
        size_t last = ticks;
        while (wave[last - 1].data == idle) {
            last--;
        }
        const unsigned beats = 16u >> w;
        assert_true(last < ticks && last > end + beats);
        for (unsigned i = 0; i < beats; i++) {
            assert_int_equal(wave[last - beats + i].data, 0x6310u >> (i << w) & idle);
        }
    }
}

/* Holds TCI-PIB-053 */
static void calibration_of_the_serial_modes(void **state)
{
    static const uint8_t pattern[] = {0xAA, 0x55, 0x00, 0xFF};
    (void)state;
    for (uint32_t mode = 4; mode <= 5; mode++) {
        const struct htr_pib_setting set = setting(mode, 0, 3);
        start(&rtl_pibsink_typ);
        wr(control(mode, 0, 3) | TR_PIB_CALIBRATE_MASK);
        part_rig_clocks(&rig, 10);
        wr(control(mode, 0, 3) | TR_PIB_CALIBRATE_MASK | ENABLE);
        part_rig_clocks(&rig, 5000);
        wr(control(mode, 0, 3));
        part_rig_clocks(&rig, 1000);
        const struct htr_pib_result r = probe(&set, 0);
        assert_int_equal(r.errors, 0);
        assert_true(r.n > 60 && r.n % 4 == 0);
        for (size_t i = 0; i < r.n; i += 4) {
            assert_memory_equal(got + i, pattern, 4);
        }
    }
}

/* A link that never waits, and pins that do. Returns the number of the first sample after `warm`
 * messages. */
static size_t saturate(const struct rtl_pibsink_kind *k, uint32_t ctrl, unsigned messages,
                       unsigned n, unsigned warm)
{
    static const uint8_t tcode[] = {3, 4, 9, 28, 11, 27, 12, 29}; /* 9, 11, 12 and 29 synchronize */
    struct rh_rng rng;
    uint8_t m[MESSAGE];
    size_t from = 0;
    rh_seed(&rng, ctrl);
    start(k);
    wr(ctrl | ENABLE);
    part_rig_clocks(&rig, 40); /* idle: the probe gets in step */
    for (unsigned i = 0; i < messages; i++) {
        make(m, n, &rng);
        m[0] = (uint8_t)(tcode[i % 8] << 2);
        send(m, n);
        from = i + 1 == warm ? ticks : from;
    }
    stop(ctrl);
    return from;
}

/* A probe that joins anywhere finds the messages after the next idle byte.
 * Holds TCI-PIB-033 NT-TX-041 */
static void a_probe_that_joins_late_gets_in_step(void **state)
{
    (void)state;
    for (uint32_t mode = TR_PIB_MODE_PARALLEL1; mode <= TR_PIB_MODE_PARALLEL4; mode++) {
        const struct htr_pib_setting set = setting(mode, 0, 0);
        const size_t from = saturate(&rtl_pibsink_typ, control(mode, 0, 0), 300, 16, 100);
        (void)arrived(&set);
        for (size_t skip = from; skip < from + 40; skip++) {
            const struct htr_pib_result r = probe(&set, skip);
            assert_true(r.n > nsent / 3 && r.n < nsent);
            assert_memory_equal(got, sent + nsent - r.n, r.n);
        }
    }
}

/* Idle bytes before synchronizing messages: wherever a probe joins, it misses nothing from the
 * next of them on, though the queue never runs empty. Holds NT-TX-042 NT-TX-043 */
static void idle_before_each_synchronizing_message(void **state)
{
    enum {
        N = 12,
    };
    (void)state;
    for (uint32_t mode = TR_PIB_MODE_PARALLEL1; mode <= TR_PIB_MODE_PARALLEL4; mode++) {
        const struct htr_pib_setting set = setting(mode, 0, 1);
        const size_t from = saturate(&rtl_pibsink_full, control(mode, 0, 1), 200, N, 60);
        (void)arrived(&set);
        for (unsigned i = 0; i < 24; i++) {
            const size_t skip = from + 29 * i, all = ticks;
            ticks = skip; /* what had left when the probe joined, and the next after that message */
            const size_t left = probe(&set, 0).n / N;
            size_t next = left + 1;
            while (next % 8 != 2 && next % 8 != 4 && next % 8 < 6) {
                next++;
            }
            ticks = all;
            const struct htr_pib_result r = probe(&set, skip);
            const size_t missed = nsent - r.n;
            assert_int_equal(missed % N, 0);
            assert_in_range(missed / N, left, next);
            assert_memory_equal(got, sent + missed, r.n);
        }
    }
}

/* One idle byte in every 2^(trPibAsyncFreq + 5) bytes, and none with 0: the set has IdleLength 1,
 * no idle bytes of its own, and a queue that is never empty. Holds TCI-PIB-009 */
static void async_frequency_is_a_distance(void **state)
{
    enum {
        MESSAGES = 256,
        N = 16,
    };
    (void)state;
    size_t without = 0;
    for (uint32_t freq = 0; freq < 4; freq++) {
        const uint32_t ctrl = control(TR_PIB_MODE_PARALLEL1, 1, 0) | freq
                                                                         << TR_PIB_ASYNC_FREQ_SHIFT;
        const struct htr_pib_setting set = setting(TR_PIB_MODE_PARALLEL1, 1, 0);
        (void)saturate(&rtl_pibsink_swt, ctrl, MESSAGES, N, 1);
        const size_t idle = arrived(&set).idle_bits;
        without = freq == 0 ? idle : without;
        const size_t more = freq == 0 ? 0 : 8 * MESSAGES * N / (32u << freq);
        assert_in_range(idle, without + more - (more > 0 ? 16 : 0), without + more + 16);
    }
}

/* Holds TCI-PIB-011 */
static void the_divider_is_safe_after_a_reset(void **state)
{
    (void)state;
    start(&rtl_pibsink_typ);
    assert_int_equal(rd() >> TR_PIB_DIVIDER_SHIFT, 7); /* the default of DividerReset */
    start(&rtl_pibsink_full);
    wr(control(TR_PIB_MODE_PARALLEL1, 0, 2));
    wr(0);
    wr(TR_PIB_ACTIVE_MASK);
    assert_int_equal(rd() >> TR_PIB_DIVIDER_SHIFT, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_and_clock_carries_the_messages),
        cmocka_unit_test(idle_levels),
        cmocka_unit_test(four_and_sixteen_pins),
        cmocka_unit_test(clock_edges_as_drawn),
        cmocka_unit_test(serial_examples),
        cmocka_unit_test(calibration_patterns),
        cmocka_unit_test(calibration_of_the_serial_modes),
        cmocka_unit_test(a_probe_that_joins_late_gets_in_step),
        cmocka_unit_test(idle_before_each_synchronizing_message),
        cmocka_unit_test(async_frequency_is_a_distance),
        cmocka_unit_test(the_divider_is_safe_after_a_reset),
    };
    return cmocka_run_group_tests(tests, NULL, leave);
}
