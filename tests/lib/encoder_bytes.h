/* SPDX-License-Identifier: Apache-2.0 */
/* An encoder whose link takes every message at once: its bytes, one message after the other. */
#ifndef TESTS_ENCODER_BYTES_H
#define TESTS_ENCODER_BYTES_H

#include <string.h>

#include "encoder_regs.h"
#include "trm/trm_encoder.h"

enum {
    EB_BYTES = 1 << 18,
};

struct encoder_bytes {
    struct trm_encoder enc;
    uint8_t byte[EB_BYTES];
    size_t n;
};

static inline bool eb_can_accept(void *ctx, size_t n)
{
    const struct encoder_bytes *e = ctx;
    return n <= EB_BYTES - e->n;
}

static inline void eb_put(void *ctx, const uint8_t *message, size_t n)
{
    struct encoder_bytes *e = ctx;
    memcpy(e->byte + e->n, message, n);
    e->n += n;
}

static inline void eb_write(struct encoder_bytes *e, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(&e->enc, offset, 4, value), TRM_OK);
}

/* Begin with no bytes, and with trTeActive set. */
static inline void eb_init(struct encoder_bytes *e, const struct trm_encoder_cfg *cfg)
{
    static const struct trm_link_ops ops = {.can_accept = eb_can_accept, .put = eb_put};
    assert_int_equal(trm_encoder_init(&e->enc, cfg), TRM_OK);
    e->n = 0;
    trm_encoder_connect(&e->enc, (struct trm_link){&ops, e});
    eb_write(e, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&e->enc);
}

/* Disable it: all that it had to send is in `byte`, and nothing was lost. */
static inline void eb_end(struct encoder_bytes *e)
{
    eb_write(e, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&e->enc);
    assert_true(trm_encoder_empty(&e->enc));
    assert_int_equal(e->enc.stats.dropped, 0);
}

#endif
