/* SPDX-License-Identifier: Apache-2.0 */
/* A destination that keeps what it takes, fails call k, and calls back in the middle of a put, as
 * an interrupt would. */
#ifndef FWT_FAKE_H
#define FWT_FAKE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "fwtrace/fwtrace.h"

enum {
    FAKE_MAX = 400,
};

struct fake {
    unsigned calls, n;
    unsigned fail_from, fail_to; /* calls from..to - 1 fail */
    struct {
        unsigned channel;
        uint32_t value;
    } got[FAKE_MAX];
    void (*interrupt)(struct fake *f); /* before call interrupt_at takes its word */
    unsigned interrupt_at;
    struct fwt *t;
    unsigned depth; /* of interrupts to come */
};

static inline void fake_keep(struct fake *f, unsigned channel, uint32_t value)
{
    assert_true(f->n < FAKE_MAX);
    f->got[f->n].channel = channel;
    f->got[f->n++].value = value;
}

static inline int fake_put(void *ctx, unsigned channel, uint32_t value)
{
    struct fake *f = ctx;
    const unsigned call = f->calls++;
    if (f->interrupt != NULL && call == f->interrupt_at) {
        f->interrupt(f);
    }
    if (call >= f->fail_from && call < f->fail_to) {
        return FWT_ERR_IO;
    }
    fake_keep(f, channel, value);
    return FWT_OK;
}

static inline int fake_put_block(void *ctx, unsigned channel, const uint32_t *words, unsigned n)
{
    struct fake *f = ctx;
    const unsigned call = f->calls++;
    if (call >= f->fail_from && call < f->fail_to) {
        return FWT_ERR_IO;
    }
    for (unsigned i = 0; i < n; i++) {
        fake_keep(f, i == 0 ? channel : FWT_ARGS_OF(channel), words[i]);
    }
    return FWT_OK;
}

/* Words but announcements; *lost is the last announcement. */
static inline unsigned fake_words(const struct fake *f, uint32_t *lost)
{
    unsigned words = 0;
    *lost = 0;
    for (unsigned i = 0; i < f->n; i++) {
        if (f->got[i].channel == FWT_CH_LOST) {
            *lost = f->got[i].value;
        } else {
            words++;
        }
    }
    return words;
}

static inline void fake_attach(struct fwt *t, struct fake *f, bool block)
{
    memset(f, 0, sizeof *f);
    f->t = t;
    assert_int_equal(fwt_attach(t,
                                &(struct fwt_port){.put = fake_put,
                                                   .put_block = block ? fake_put_block : NULL,
                                                   .ctx = f},
                                NULL),
                     FWT_OK);
}

#endif
