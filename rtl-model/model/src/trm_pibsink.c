/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PIB sink's data path: messages in, pins out (TCI 1.0, Trace PIB Sink; N-Trace 1.0, PIB Idle
 * Cycles Explained). Start and registers are in trm_pibsink_regs.c.
 *
 * A beat is what the pins carry at once: a bit of the serial modes, a sample of the parallel ones.
 * A beat takes one divided clock, or two in Manchester mode and with trPibClkCenter = 1. A unit is
 * what may not be interrupted: a message, or one calibration pattern.
 */
#include "trm/trm_pibsink.h"

#include "nexus/nexus_msg.h"
#include "trm_pibsink_int.h"

enum {
    UART_BITS = 10, /* start, 8 data, stop */
    PHASE_1 = 1,    /* Manchester: levels of the two halves of a bit */
    PHASE_2 = 2,
};

uint64_t trm_pibsink_ticks(uint32_t control, uint32_t n)
{
    uint64_t divider = (control & TR_PIB_DIVIDER_MASK) >> TR_PIB_DIVIDER_SHIFT;
    if ((control & TR_PIB_ENABLE_MASK) == 0 || (control & TR_PIB_MODE_MASK) == 0) {
        return 0;
    }
    /* Manchester: ten bits of a byte that is a message of its own, two divided clocks each; as many
     * idle bytes, up to 4, may go before it. */
    return UINT64_C(5) * n * 2u * UART_BITS * (divider + 1u);
}

struct trm_pib_pins trm_pibsink_pins(const struct trm_pibsink *sink)
{
    return sink->pins;
}

bool trm_pibsink_empty(const struct trm_pibsink *sink)
{
    return sink->queue.count == 0 && (sink->unit_bytes == 0 || sink->unit_nulls);
}

void trm_pibsink_restart(struct trm_pibsink *sink)
{
    sink->divide = 0;
    sink->phase = 0;
    sink->idle_beats = 0;
    sink->idle_waits = false;
    sink->since_idle = sink->cfg.idle_bytes;
    sink->nulls = true;
    if (sink->unit_nulls) {
        sink->unit_bytes = 0; /* they are of the mode before */
        sink->unit_nulls = false;
    }
}

static bool calibrating(const struct trm_pibsink *sink)
{
    return sink->enabled && trm_pibsink_bit(sink, TR_PIB_CALIBRATE_MASK) &&
           trm_pibsink_mode(sink) != TR_PIB_MODE_OFF;
}

static bool accepts(const struct trm_pibsink *sink)
{
    return sink->enabled && trm_pibsink_mode(sink) != TR_PIB_MODE_OFF;
}

/* Beats that the pins are idle for to make up idle_length idle bytes. */
static uint32_t idle_beats_due(const struct trm_pibsink *sink, uint32_t mode)
{
    uint32_t bytes = sink->cfg.idle_length;
    uint32_t width = trm_pibsink_width(mode);
    if (width == 0) {
        return bytes * (mode == TR_PIB_MODE_SWT_UART ? UART_BITS : 8);
    }
    return (8 * bytes + width - 1) / width;
}

static uint32_t beats_of(uint32_t mode, uint32_t n)
{
    uint32_t width = trm_pibsink_width(mode);
    if (width == 0) {
        return mode == TR_PIB_MODE_SWT_UART ? UART_BITS * n : 8 * n + 2;
    }
    return (8 * n + width - 1) / width;
}

static uint32_t unit_bit(const struct trm_pibsink *sink, uint32_t at)
{
    return ((uint32_t)sink->unit[at / 8] >> (at % 8)) & 1u;
}

static uint32_t all_pins(uint32_t mode)
{
    return (UINT32_C(1) << trm_pibsink_width(mode)) - 1u;
}

/* What the pins carry when there is nothing to send: all ones, but a low wire in Manchester mode
 * and low pins in mode Off. Parallel pins of E-Trace are low, too: null.idle. */
static uint32_t idle_beat(const struct trm_pibsink *sink, uint32_t mode)
{
    uint32_t width = trm_pibsink_width(mode);
    if (width == 0) {
        return mode == TR_PIB_MODE_SWT_UART ? 1 : 0;
    }
    return sink->cfg.etrace ? 0 : all_pins(mode);
}

/* Beat number `at` of the unit. */
static uint32_t unit_beat(const struct trm_pibsink *sink, uint32_t mode, uint32_t at)
{
    uint32_t width = trm_pibsink_width(mode);
    if (width == 16) {
        /* A message begins in the low byte; after an odd one the high byte is idle. */
        uint32_t fill = sink->cfg.etrace ? (uint32_t)TRM_NULL_ALIGNMENT : 0xFFu;
        uint32_t high = 2 * at + 1 < sink->unit_bytes ? sink->unit[2 * at + 1] : fill;
        return sink->unit[2 * at] | high << 8;
    }
    if (width != 0) {
        uint32_t bit = at * width;
        return ((uint32_t)sink->unit[bit / 8] >> (bit % 8)) & all_pins(mode);
    }
    if (mode == TR_PIB_MODE_SWT_UART) {
        uint32_t bit = at % UART_BITS;
        if (bit == 0 || bit == UART_BITS - 1) {
            return bit == 0 ? 0 : 1;
        }
        return unit_bit(sink, 8 * (at / UART_BITS) + bit - 1);
    }
    if (at == 0) {
        return PHASE_1;
    }
    if (at == sink->unit_beats - 1) {
        return 0;
    }
    return unit_bit(sink, at - 1) != 0 ? PHASE_1 : PHASE_2;
}

static void start_unit(struct trm_pibsink *sink, uint32_t mode, uint32_t n, bool calibrates)
{
    sink->unit_bytes = n;
    sink->unit_beats = beats_of(mode, n);
    sink->unit_at = 0;
    sink->unit_calibrates = calibrates;
    sink->idle_beats = 0;
}

/* The calibration patterns (TCI 1.0, PIB Calibration Patterns). */
static void start_calibration(struct trm_pibsink *sink, uint32_t mode)
{
    static const uint8_t plain[] = {0xAA, 0x55, 0x00, 0xFF};
    static const uint8_t two[] = {0x66, 0x66, 0xCC, 0x33};
    static const uint8_t four[] = {0x5A, 0x5A, 0xF0, 0x0F};
    const uint8_t *pattern = plain;
    if (mode == TR_PIB_MODE_PARALLEL2) {
        pattern = two;
    } else if (mode == TR_PIB_MODE_PARALLEL4) {
        pattern = four;
    }
    uint32_t twice = mode == TR_PIB_MODE_PARALLEL16 ? 2 : 1; /* each byte on both halves */
    for (uint32_t i = 0; i < 4 * twice; i++) {
        sink->unit[i] = pattern[i / twice];
    }
    start_unit(sink, mode, 4 * twice, true);
}

/* Must the pins be idle before the next message? */
static bool idle_due(struct trm_pibsink *sink, uint32_t mode)
{
    uint32_t width = trm_pibsink_width(mode);
    bool narrow = width >= 1 && width <= 4;
    bool due = narrow && sink->cfg.idle_bytes != 0 && sink->since_idle >= sink->cfg.idle_bytes;
    if (narrow && sink->cfg.idle_sync && !sink->cfg.etrace &&
        nexus_tcode_is_sync(trm_queue_peek(&sink->queue) >> 2)) {
        due = true;
    }
    uint32_t control = trm_regfile_get(&sink->rf, TR_PIB_CONTROL_OFFSET);
    uint32_t freq = (control & TR_PIB_ASYNC_FREQ_MASK) >> TR_PIB_ASYNC_FREQ_SHIFT;
    if (freq != 0 && sink->async_left == 0) {
        due = true;
        sink->async_left = UINT32_C(1) << (freq + 5u);
    }
    return due;
}

/* Must the next message wait for another idle beat? Only idle beats in a row count. */
static bool waits(struct trm_pibsink *sink, uint32_t mode)
{
    bool enough = sink->idle_beats >= idle_beats_due(sink, mode);
    if (!sink->idle_waits) {
        sink->idle_waits = idle_due(sink, mode) && !enough;
        sink->stats.idle += sink->idle_waits;
    }
    sink->idle_waits = sink->idle_waits && !enough;
    return sink->idle_waits;
}

static void start_message(struct trm_pibsink *sink, uint32_t mode)
{
    uint32_t n = trm_queue_pop(&sink->queue, sink->unit);
    start_unit(sink, mode, n, false);
    sink->since_idle = sink->since_idle < UINT32_MAX - n ? sink->since_idle + n : UINT32_MAX;
    sink->async_left = sink->async_left > n ? sink->async_left - n : 0;
}

/* E-Trace (Packet Encapsulation, Synchronization): on parallel pins, null packets when there is
 * nothing to send, and a null.alignment as the last one before a message; a synchronization
 * sequence where pins of N-Trace would be idle. Returns false when the message at hand is to be
 * sent. */
static bool start_null(struct trm_pibsink *sink, uint32_t mode)
{
    uint32_t bytes = trm_pibsink_width(mode) == 16 ? 2 : 1;
    uint32_t nulls = 0;
    if (sink->queue.count == 0 && trm_pibsink_width(mode) == 0) {
        return false; /* the wire is framed: it rests */
    }
    if (sink->queue.count != 0 && idle_due(sink, mode)) {
        nulls = sink->cfg.sync_nulls + 1u;
        nulls += nulls % bytes;
        sink->stats.idle++;
        sink->since_idle = 0;
    } else if (sink->queue.count == 0 || sink->nulls) {
        nulls = bytes;
    }
    if (nulls == 0) {
        return false;
    }
    for (uint32_t i = 0; i < nulls; i++) {
        sink->unit[i] = TRM_NULL_IDLE;
    }
    sink->unit[nulls - 1] = sink->queue.count != 0 ? TRM_NULL_ALIGNMENT : TRM_NULL_IDLE;
    sink->nulls = sink->queue.count == 0;
    start_unit(sink, mode, nulls, false);
    sink->unit_nulls = true;
    return true;
}

/* The pins are idle: start what there is to send. */
static void next_unit(struct trm_pibsink *sink, uint32_t mode)
{
    sink->unit_nulls = false;
    if (calibrating(sink)) {
        start_calibration(sink, mode);
        return;
    }
    if (sink->cfg.etrace && sink->enabled) {
        if (!start_null(sink, mode) && sink->queue.count != 0) {
            start_message(sink, mode);
        }
        return;
    }
    if (sink->queue.count != 0 && !waits(sink, mode)) {
        start_message(sink, mode);
    }
}

/* What the pins carry from now on. */
static uint32_t next_beat(struct trm_pibsink *sink, uint32_t mode)
{
    if (sink->unit_bytes != 0 && sink->unit_at == sink->unit_beats) {
        sink->unit_bytes = 0;
    }
    if (sink->unit_bytes == 0) {
        next_unit(sink, mode);
    }
    if (sink->unit_bytes != 0) {
        return unit_beat(sink, mode, sink->unit_at++);
    }
    if (sink->idle_beats < idle_beats_due(sink, mode)) {
        sink->idle_beats++;
    }
    if (sink->idle_beats == idle_beats_due(sink, mode) && !sink->cfg.etrace) {
        sink->since_idle = 0;
    }
    return idle_beat(sink, mode);
}

/* A divided clock. Parallel: TRC_DATA changes at the start of a beat, TRC_CLK then too, or in the
 * middle of it with trPibClkCenter. */
static void step(struct trm_pibsink *sink)
{
    uint32_t mode = trm_pibsink_mode(sink);
    if (mode == TR_PIB_MODE_OFF) {
        sink->pins = (struct trm_pib_pins){.clk = false, .data = 0};
        return;
    }
    bool manchester = mode == TR_PIB_MODE_SWT_MANCHESTER;
    bool center = trm_pibsink_bit(sink, TR_PIB_CLK_CENTER_MASK);
    bool last = sink->phase == (manchester || center ? 1 : 0);
    if (sink->phase == 0) {
        sink->beat = (uint16_t)next_beat(sink, mode);
    }
    if (manchester) {
        sink->pins.data = (uint16_t)((sink->beat >> sink->phase) & 1u);
    } else {
        sink->pins.data = sink->beat;
    }
    if (trm_pibsink_width(mode) == 0) {
        sink->pins.clk = false;
    } else if (last) {
        sink->pins.clk = !sink->pins.clk;
    }
    sink->phase = last ? 0 : 1;
}

void trm_pibsink_tick(struct trm_pibsink *sink)
{
    trm_regfile_tick(&sink->rf);
    if (!trm_regfile_active(&sink->rf)) {
        return;
    }
    if (sink->divide > 0) {
        sink->divide--;
        return;
    }
    uint32_t control = trm_regfile_get(&sink->rf, TR_PIB_CONTROL_OFFSET);
    sink->divide = (control & TR_PIB_DIVIDER_MASK) >> TR_PIB_DIVIDER_SHIFT;
    step(sink);
}

static bool link_can_accept(void *ctx, size_t n)
{
    const struct trm_pibsink *sink = ctx;
    if (!accepts(sink)) {
        return true;
    }
    return !calibrating(sink) && trm_queue_fits(&sink->queue, n);
}

static void link_put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct trm_pibsink *sink = ctx;
    if (!accepts(sink)) {
        sink->stats.swallowed++;
        return;
    }
    sink->stats.messages++;
    sink->stats.bytes += n;
    trm_queue_push(&sink->queue, bytes, n);
}

/* While it calibrates, nothing is taken until software ends that. */
static bool link_stopped(void *ctx)
{
    const struct trm_pibsink *sink = ctx;
    return !accepts(sink) || calibrating(sink);
}

struct trm_link trm_pibsink_link(struct trm_pibsink *sink)
{
    static const struct trm_link_ops ops = {link_can_accept, link_put, link_stopped};
    return (struct trm_link){.ops = &ops, .ctx = sink};
}
