/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink's data path: messages in, trace words out (TCI 1.0, Trace RAM Sink). Registers
 * and start are in trm_ramsink_regs.c. */
#include "trm/trm_ramsink.h"

#include "ramsink_regs.h"
#include "trm_ramsink_int.h"

bool trm_ramsink_empty(const struct trm_ramsink *sink)
{
    return sink->fill == 0;
}

bool trm_ramsink_busy(const struct trm_ramsink *sink)
{
    return sink->fill != 0 || trm_regfile_settling(&sink->rf);
}

uint64_t trm_ramsink_pointer(const struct trm_ramsink *sink, uint32_t low)
{
    return ((uint64_t)trm_regfile_get(&sink->rf, low + 4) << 32) |
           (trm_regfile_get(&sink->rf, low) & ~UINT32_C(3));
}

static void set_wp(struct trm_ramsink *sink, uint64_t wp)
{
    trm_regfile_set(&sink->rf, TR_RAM_WP_LOW_OFFSET, TR_RAM_WP_LOW_MASK, (uint32_t)wp);
    trm_regfile_set(&sink->rf, TR_RAM_WP_HIGH_OFFSET, UINT32_MAX, (uint32_t)(wp >> 32));
}

void trm_ramsink_bus_error(struct trm_ramsink *sink)
{
    sink->stats.bus_errors++;
    trm_regfile_set(&sink->rf, TR_RAM_VENDOR_STATUS_OFFSET, TR_RAM_BUS_ERROR_MASK,
                    TR_RAM_BUS_ERROR_MASK);
}

/* Write one trace word at address wp, in the mode that is set. */
static void write_memory(struct trm_ramsink *sink, uint64_t wp, const uint8_t *bytes)
{
    uint32_t width = sink->cfg.width;
    if (!trm_ramsink_smem(sink)) {
        for (uint32_t i = 0; i < width; i++) {
            sink->cfg.sram[wp + i] = bytes[i];
        }
        return;
    }
    if (sink->cfg.bus.write(sink->cfg.bus.ctx, wp, bytes, width) < 0) {
        trm_ramsink_bus_error(sink);
    }
}

/* The word at trRamLimit was written: wrap, and stop when so configured. */
static void wrapped(struct trm_ramsink *sink)
{
    sink->stats.wraps++;
    trm_regfile_set(&sink->rf, TR_RAM_WP_LOW_OFFSET, TR_RAM_WRAP_MASK, TR_RAM_WRAP_MASK);
    uint32_t control = trm_regfile_get(&sink->rf, TR_RAM_CONTROL_OFFSET);
    if ((control & TR_RAM_STOP_ON_WRAP_MASK) == 0) {
        return;
    }
    sink->stopped = sink->enabled;
    sink->enabled = false;
    sink->flushing = false;
    sink->stats.discarded += sink->fill;
    sink->fill = 0;
    trm_regfile_set(&sink->rf, TR_RAM_CONTROL_OFFSET, TR_RAM_ENABLE_MASK, 0);
}

/* Move one trace word from the buffer to memory. A write pointer outside the buffer starts at its
 * beginning. */
static void store_word(struct trm_ramsink *sink)
{
    uint32_t width = sink->cfg.width;
    uint8_t word[TRM_RAMSINK_WIDTH_MAX];
    for (uint32_t i = 0; i < width; i++) {
        word[i] = sink->buffer[(sink->head + i) % TRM_RAMSINK_BUFFER_MAX];
    }
    sink->head = (sink->head + width) % TRM_RAMSINK_BUFFER_MAX;
    sink->fill -= width;
    sink->stats.words++;

    uint64_t wp = trm_ramsink_pointer(sink, TR_RAM_WP_LOW_OFFSET);
    uint64_t start = trm_ramsink_pointer(sink, TR_RAM_START_LOW_OFFSET);
    uint64_t limit = trm_ramsink_pointer(sink, TR_RAM_LIMIT_LOW_OFFSET);
    if (wp < start || wp > limit) {
        wp = start;
    }
    write_memory(sink, wp, word);
    if (wp >= limit || limit - wp < width) {
        set_wp(sink, start);
        wrapped(sink);
    } else {
        set_wp(sink, wp + width);
    }
}

/* Write complete trace words, at most n of them (0 = all). */
static void drain(struct trm_ramsink *sink, uint32_t n)
{
    uint32_t done = 0;
    while (sink->fill >= sink->cfg.width && (n == 0 || done < n)) {
        store_word(sink);
        done++;
    }
    if (sink->fill == 0) {
        sink->flushing = false;
    }
}

static void push_byte(struct trm_ramsink *sink, uint8_t byte)
{
    sink->buffer[(sink->head + sink->fill) % TRM_RAMSINK_BUFFER_MAX] = byte;
    sink->fill++;
}

void trm_ramsink_flush(struct trm_ramsink *sink)
{
    while (sink->fill % sink->cfg.width != 0) {
        push_byte(sink, sink->cfg.etrace ? TRM_NULL_IDLE : 0xFF);
        sink->stats.padding++;
    }
    sink->flushing = true;
    if (sink->cfg.words_per_tick == 0) {
        drain(sink, 0);
    }
}

void trm_ramsink_tick(struct trm_ramsink *sink)
{
    trm_regfile_tick(&sink->rf);
    if (sink->cfg.words_per_tick != 0) {
        drain(sink, sink->cfg.words_per_tick);
    }
}

static uint32_t async_freq(const struct trm_ramsink *sink)
{
    uint32_t control = trm_regfile_get(&sink->rf, TR_RAM_CONTROL_OFFSET);
    return (control & TR_RAM_ASYNC_FREQ_MASK) >> TR_RAM_ASYNC_FREQ_SHIFT;
}

/* Bytes that go in front of the next message: one of N-Trace, a synchronization sequence of E-Trace
 * (Packet Encapsulation, Synchronization). */
static uint32_t async_bytes(const struct trm_ramsink *sink)
{
    return sink->cfg.etrace ? sink->cfg.sync_nulls + 1u : 1u;
}

/* Before the first message after every 2^(trRamAsyncFreq + 5) bytes; off when 0. */
static void push_async(struct trm_ramsink *sink, size_t n)
{
    uint32_t freq = async_freq(sink);
    if (freq == 0) {
        return;
    }
    if (sink->async_left == 0) {
        for (uint32_t i = async_bytes(sink); i-- > 1;) {
            push_byte(sink, TRM_NULL_IDLE);
        }
        push_byte(sink, sink->cfg.etrace ? TRM_NULL_ALIGNMENT : 0xFF);
        sink->stats.padding += async_bytes(sink);
        sink->async_left = UINT32_C(1) << (freq + 5u);
    }
    sink->async_left = sink->async_left > n ? sink->async_left - (uint32_t)n : 0;
}

static bool link_can_accept(void *ctx, size_t n)
{
    const struct trm_ramsink *sink = ctx;
    if (sink->stopped) {
        return false;
    }
    if (!sink->enabled || sink->cfg.words_per_tick == 0) {
        return true;
    }
    uint32_t more = async_freq(sink) != 0 ? async_bytes(sink) : 1u;
    return sink->fill + n + more <= sink->cfg.buffer_bytes;
}

static void link_put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct trm_ramsink *sink = ctx;
    if (!sink->enabled) {
        sink->stats.swallowed++;
        return;
    }
    sink->stats.messages++;
    sink->stats.bytes += n;
    push_async(sink, n);
    for (size_t i = 0; i < n; i++) {
        push_byte(sink, bytes[i]);
    }
    if (sink->cfg.words_per_tick == 0) {
        drain(sink, 0);
    }
}

static bool link_stopped(void *ctx)
{
    const struct trm_ramsink *sink = ctx;
    return !sink->enabled;
}

struct trm_link trm_ramsink_link(struct trm_ramsink *sink)
{
    static const struct trm_link_ops ops = {link_can_accept, link_put, link_stopped};
    return (struct trm_link){.ops = &ops, .ctx = sink};
}
