/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the pins share: a sink, its pins recorded tick by tick, N-Trace shaped
 * messages. */
#ifndef WAVE_H
#define WAVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_pib.h"
#include "pibsink_regs.h"
#include "random_hart.h"
#include "trm/trm_pibsink.h"

enum {
    WAVE_MAX = 400000,
    SENT_MAX = 65536,
};

static struct trm_pibsink sink;
static struct trm_link port;
static struct htr_pib_sample wave[WAVE_MAX];
static size_t ticks;
static uint8_t sent[SENT_MAX];
static size_t nsent;
static unsigned messages;
static uint8_t got[SENT_MAX];

static inline uint32_t rd(void)
{
    uint32_t v;
    assert_int_equal(trm_pibsink_reg_read(&sink, TR_PIB_CONTROL_OFFSET, 4, &v), TRM_OK);
    return v;
}

static inline void wr(uint32_t value)
{
    assert_int_equal(trm_pibsink_reg_write(&sink, TR_PIB_CONTROL_OFFSET, 4, value), TRM_OK);
}

static inline void start(const struct trm_pibsink_cfg *cfg)
{
    memset(&wave[0], 0, sizeof wave[0]); /* before the first tick: all pins low */
    ticks = 1;
    nsent = 0;
    messages = 0;
    assert_int_equal(trm_pibsink_init(&sink, cfg), TRM_OK);
    port = trm_pibsink_link(&sink);
    wr(TR_PIB_ACTIVE_MASK);
}

static inline void tick(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        assert_true(ticks < WAVE_MAX);
        trm_pibsink_tick(&sink);
        struct trm_pib_pins p = trm_pibsink_pins(&sink);
        wave[ticks++] = (struct htr_pib_sample){p.clk, p.data};
    }
}

static inline uint32_t control(uint32_t mode, unsigned center, uint32_t divider)
{
    return TR_PIB_ACTIVE_MASK | mode << TR_PIB_MODE_SHIFT | center << TR_PIB_CLK_CENTER_SHIFT |
           divider << TR_PIB_DIVIDER_SHIFT;
}

/* An N-Trace shaped message of n >= 2 bytes: MSEO 00, then 00 or 01, then 11. Ones are frequent in
 * the last byte, so that ends look like idle. */
static inline void make(uint8_t *m, size_t n, struct rh_rng *rng)
{
    for (size_t i = 0; i < n; i++) {
        unsigned mdo = rh_chance(rng, 3) ? 0x3F : rh_below(rng, 64);
        unsigned mseo = i == 0 ? 0 : rh_below(rng, 2);
        m[i] = (uint8_t)(mdo << 2 | (i + 1 == n ? 3 : mseo));
    }
}

/* Give a message if it is taken; remember its bytes. */
static inline bool send(const uint8_t *m, size_t n)
{
    if (!port.ops->can_accept(port.ctx, n)) {
        return false;
    }
    port.ops->put(port.ctx, m, n);
    assert_true(nsent + n <= SENT_MAX);
    memcpy(sent + nsent, m, n);
    nsent += n;
    messages++;
    return true;
}

static inline struct htr_pib_setting setting(uint32_t mode, unsigned center, uint32_t divider)
{
    struct htr_pib_setting set = {.ticks = divider + 1, .center = center != 0, .messages = true};
    set.protocol = mode == TR_PIB_MODE_SWT_MANCHESTER ? HTR_PIB_MANCHESTER
                   : mode == TR_PIB_MODE_SWT_UART     ? HTR_PIB_UART
                                                      : HTR_PIB_PARALLEL;
    set.width = set.protocol == HTR_PIB_PARALLEL ? 1u << (mode - TR_PIB_MODE_PARALLEL1) : 1;
    return set;
}

/* Send messages in bursts and with gaps, as many as fit into about n ticks; then disable and wait
 * until the sink is empty. */
static inline void run(uint32_t ctrl, unsigned n, uint64_t seed)
{
    struct rh_rng rng;
    uint8_t m[TRM_MESSAGE_MAX];
    rh_seed(&rng, seed);
    wr(ctrl);
    tick(rh_below(&rng, 50));
    wr(ctrl | TR_PIB_ENABLE_MASK);
    while (ticks < n) {
        size_t length = 2 + rh_below(&rng, 37);
        make(m, length, &rng);
        while (!send(m, length)) {
            tick(1);
        }
        if (rh_chance(&rng, 4)) {
            tick(rh_below(&rng, 400));
        }
    }
    wr(ctrl);
    while ((rd() & TR_PIB_EMPTY_MASK) == 0) {
        tick(1);
    }
    tick(200 * ((ctrl >> TR_PIB_DIVIDER_SHIFT) + 1));
}

/* Decoded in pieces, of `step` samples and more as they are needed, the wave says the same. */
static inline void check_pieces(const struct htr_pib_setting *set,
                                const struct htr_pib_result *whole, size_t step)
{
    static uint8_t bytes[sizeof got];
    struct htr_pib_result r = {.bytes = bytes, .cap = sizeof bytes};
    struct htr_pib_decoder d;
    size_t from = 0;
    htr_pib_begin(&d, set, &r);
    for (size_t end = 0; end < ticks;) {
        end = end + step < ticks ? end + step : ticks;
        from += htr_pib_feed(&d, wave + from, end - from);
        assert_true(from <= end && end - from <= 10 * (size_t)set->ticks + step);
    }
    htr_pib_end(&d);
    assert_int_equal(r.n, whole->n);
    assert_memory_equal(bytes, whole->bytes, r.n);
    assert_int_equal(r.messages, whole->messages);
    assert_int_equal(r.errors, whole->errors);
    assert_int_equal(r.first_edge, whole->first_edge);
    assert_int_equal(r.edges, whole->edges);
    assert_int_equal(r.idle_bits, whole->idle_bits);
}

/* The wave decodes to what was sent. */
static inline struct htr_pib_result check_wave(const struct htr_pib_setting *set)
{
    struct htr_pib_result r = {.bytes = got, .cap = sizeof got};
    htr_pib_decode(set, wave, ticks, &r);
    assert_int_equal(r.errors, 0);
    assert_int_equal(r.n, nsent);
    assert_memory_equal(got, sent, nsent);
    if (set->protocol != HTR_PIB_UART) {
        assert_int_equal(r.messages, messages);
    }
    check_pieces(set, &r, 1);
    check_pieces(set, &r, 997);
    return r;
}

#endif
