/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the funnel share: a funnel, numbered messages, and an output that checks them.
 */
#ifndef FUNNEL_RIG_H
#define FUNNEL_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "funnel_regs.h"
#include "random_hart.h"
#include "trm/trm_funnel.h"

enum {
    LOG_MAX = 8192,
};

static struct trm_funnel f;

/* The output: takes messages of numbered senders and checks that they are whole and in order. */
static struct {
    bool open;
    bool stopped;
    unsigned per_tick; /* messages a tick; 0 = any number */
    unsigned taken;    /* in this tick */
    unsigned count;
    size_t bytes;
    uint8_t from[LOG_MAX];
    uint16_t next[32]; /* number expected of each sender */
} out;

/* Message `number` of a sender: its length, the sender, the number, and bytes that follow from
 * these. n >= 4. */
static inline void make(uint8_t *m, uint8_t sender, uint16_t number, size_t n)
{
    m[0] = (uint8_t)n;
    m[1] = sender;
    m[2] = (uint8_t)number;
    m[3] = (uint8_t)(number >> 8);
    for (size_t i = 4; i < n; i++) {
        m[i] = (uint8_t)(sender * 31u + number * 7u + i);
    }
}

static inline bool out_can_accept(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return out.open && (out.per_tick == 0 || out.taken < out.per_tick);
}

static inline void out_put(void *ctx, const uint8_t *bytes, size_t n)
{
    uint8_t want[TRM_MESSAGE_MAX];
    assert_true(out_can_accept(ctx, n));
    assert_int_equal(bytes[0], n);
    assert_true(bytes[1] < 32);
    make(want, bytes[1], out.next[bytes[1]]++, n);
    assert_memory_equal(bytes, want, n);
    assert_true(out.count < LOG_MAX);
    out.from[out.count++] = bytes[1];
    out.bytes += n;
    out.taken++;
}

static inline bool out_stopped(void *ctx)
{
    (void)ctx;
    return out.stopped;
}

static inline struct trm_link out_link(void)
{
    static const struct trm_link_ops ops = {out_can_accept, out_put, out_stopped};
    return (struct trm_link){.ops = &ops};
}

static inline void tick(void)
{
    out.taken = 0;
    trm_funnel_tick(&f);
}

static inline uint32_t rd(uint32_t offset)
{
    uint32_t v;
    assert_int_equal(trm_funnel_reg_read(&f, offset, 4, &v), TRM_OK);
    return v;
}

static inline void wr(uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_funnel_reg_write(&f, offset, 4, value), TRM_OK);
}

static inline uint32_t wrd(uint32_t offset, uint32_t value)
{
    wr(offset, value);
    return rd(offset);
}

/* Released, every input on, connected, not enabled. */
static inline void start(const struct trm_funnel_cfg *cfg)
{
    memset(&out, 0, sizeof out);
    out.open = true;
    assert_int_equal(trm_funnel_init(&f, cfg), TRM_OK);
    trm_funnel_connect(&f, out_link());
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    wr(TR_FUNNEL_DIS_INPUT_OFFSET, 0);
}

#define ON (TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK)

static inline void start_on(const struct trm_funnel_cfg *cfg)
{
    start(cfg);
    wr(TR_FUNNEL_CONTROL_OFFSET, ON);
}

/* Offer message `number` of n bytes to an input. Returns whether it was taken. */
static inline bool offer(unsigned input, uint16_t number, size_t n)
{
    uint8_t m[TRM_MESSAGE_MAX];
    struct trm_link l = trm_funnel_link(&f, input);
    if (!l.ops->can_accept(l.ctx, n)) {
        return false;
    }
    make(m, (uint8_t)input, number, n);
    l.ops->put(l.ctx, m, n);
    return true;
}

static inline struct trm_funnel_cfg defaults(void)
{
    struct trm_funnel_cfg cfg;
    trm_funnel_cfg_init(&cfg);
    return cfg;
}

#endif
