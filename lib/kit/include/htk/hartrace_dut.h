/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device's end of the pipe protocol of `hartrace kit encoder`, version 1
 * (docs/reference/kit-protocol.md). This file is all that a device needs: C99 or C++11, read and
 * write of POSIX, no other library.
 *
 *   struct hartrace_dut d = {.name = "mine", .xlen = 64, .itype_width = 4, .blocks = 1,
 *       .iretire_bits = 32, .ctx = &me, .reset = ..., .read = ..., .write = ..., .cycle = ...};
 *   return hartrace_dut_serve(&d, 0, 1);
 *
 * Your functions are called in the order of the clock. Trace bytes go to hartrace_dut_bytes
 * whenever they leave the encoder.
 */
#ifndef HARTRACE_DUT_H
#define HARTRACE_DUT_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum {
    HARTRACE_DUT_VERSION = 1,
    HARTRACE_DUT_BLOCKS = 4,     /* of a cycle, at most */
    HARTRACE_DUT_PAYLOAD = 1024, /* bytes of a frame after its header, at most */
};

/* Types of frames: a byte, then the length of the payload in two bytes, low byte first. */
enum hartrace_dut_frame {
    HARTRACE_DUT_HELLO = 0x01, /* "HTDUT", version: 2 bytes */
    HARTRACE_DUT_RESET = 0x02,
    HARTRACE_DUT_READ = 0x03,  /* offset: 2 */
    HARTRACE_DUT_WRITE = 0x04, /* offset: 2, value: 4 */
    HARTRACE_DUT_CYCLE = 0x05, /* struct hartrace_dut_cycle */
    HARTRACE_DUT_TICK = 0x06,  /* cycles without a record: 4 */
    HARTRACE_DUT_LINK = 0x07,  /* 1: the output takes bytes, 0: it does not */
    HARTRACE_DUT_FLUSH = 0x08,
    HARTRACE_DUT_END = 0x09,
    HARTRACE_DUT_ANSWER = 0x80, /* added in answers to HELLO, READ, FLUSH and END */
    HARTRACE_DUT_BYTES = 0x90,  /* trace */
    HARTRACE_DUT_FAIL = 0x91,   /* text: why the device cannot go on */
};

struct hartrace_dut_block {
    uint64_t iaddr;
    uint32_t iretire; /* half-words */
    uint8_t itype, ilastsize, sijump;
};

/* One clock of the trace ingress port. Names and values are those of E-Trace 2.0. */
struct hartrace_dut_cycle {
    uint64_t time, context, hcontext, cause, tval;
    uint32_t impdef;
    uint16_t trigger;
    uint8_t priv, ctype, ext_trig, halted, reset, lowpower, nblocks;
    struct hartrace_dut_block block[HARTRACE_DUT_BLOCKS];
};

struct hartrace_dut {
    const char *name;
    const char *params; /* "icnt_bits=22 hist_bits=32", names of docs/reference/kit-protocol.md;
                           or NULL */
    uint8_t xlen, itype_width, blocks, iretire_bits; /* of the port */
    void *ctx;
    void (*reset)(void *ctx); /* as at power-up: registers have their reset values */
    uint32_t (*read)(void *ctx, uint32_t offset);
    void (*write)(void *ctx, uint32_t offset, uint32_t value);
    /* One clock. in NULL: the hart has no record. A record that the encoder stalls is given again,
     * by this function, until it is taken. */
    void (*cycle)(void *ctx, const struct hartrace_dut_cycle *in);
    void (*set_link)(void *ctx, int ready); /* NULL: the output always takes bytes */
    void (*flush)(void *ctx);               /* let all bytes leave; NULL: nothing is held back */

    int in, out; /* private, as the rest */
    size_t have, fill;
    uint8_t input[4096], output[3 + HARTRACE_DUT_PAYLOAD];
};

static inline int hartrace_dut_put(int fd, const uint8_t *p, size_t n)
{
    while (n > 0) {
        ssize_t k = write(fd, p, n);
        if (k < 0 && errno == EINTR) {
            continue;
        }
        if (k <= 0) {
            return 0;
        }
        p += k;
        n -= (size_t)k;
    }
    return 1;
}

/* Send what is buffered, then a frame when type is not 0. Returns 0 when nobody listens. */
static inline int hartrace_dut_send(struct hartrace_dut *d, unsigned type, const void *p, size_t n)
{
    uint8_t h[3 + 64];
    d->output[0] = HARTRACE_DUT_BYTES;
    d->output[1] = (uint8_t)d->fill;
    d->output[2] = (uint8_t)(d->fill >> 8);
    if (d->fill > 0 && !hartrace_dut_put(d->out, d->output, 3 + d->fill)) {
        return 0;
    }
    d->fill = 0;
    h[0] = (uint8_t)type;
    h[1] = (uint8_t)n;
    h[2] = (uint8_t)(n >> 8);
    return type == 0 ||
           (hartrace_dut_put(d->out, h, 3) && hartrace_dut_put(d->out, (const uint8_t *)p, n));
}

/* Trace bytes, as they leave the encoder. Idle bytes may be among them. */
static inline void hartrace_dut_bytes(struct hartrace_dut *d, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        d->output[3 + d->fill++] = bytes[i];
        if (d->fill == HARTRACE_DUT_PAYLOAD) {
            (void)hartrace_dut_send(d, 0, NULL, 0);
        }
    }
}

static inline uint64_t hartrace_dut_number(const uint8_t *p, unsigned n)
{
    uint64_t v = 0;
    while (n-- > 0) {
        v = v << 8 | p[n];
    }
    return v;
}

/* A record from its frame: 51 bytes, then 14 for each block. Returns 0 when it is not one. */
static inline int hartrace_dut_record(struct hartrace_dut_cycle *c, const uint8_t *p, size_t n)
{
    memset(c, 0, sizeof *c);
    if (n < 51 || p[50] > HARTRACE_DUT_BLOCKS || n != 51 + 14u * p[50]) {
        return 0;
    }
    c->time = hartrace_dut_number(p, 8);
    c->context = hartrace_dut_number(p + 8, 8);
    c->hcontext = hartrace_dut_number(p + 16, 8);
    c->cause = hartrace_dut_number(p + 24, 8);
    c->tval = hartrace_dut_number(p + 32, 8);
    c->impdef = (uint32_t)hartrace_dut_number(p + 40, 4);
    c->trigger = (uint16_t)hartrace_dut_number(p + 44, 2);
    c->priv = p[46];
    c->ctype = p[47];
    c->ext_trig = p[48];
    c->halted = p[49] & 1;
    c->reset = p[49] >> 1 & 1;
    c->lowpower = p[49] >> 2 & 1;
    c->nblocks = p[50];
    for (unsigned i = 0; i < c->nblocks; i++, p += 14) {
        c->block[i].iaddr = hartrace_dut_number(p + 51, 8);
        c->block[i].iretire = (uint32_t)hartrace_dut_number(p + 59, 4);
        c->block[i].itype = p[63];
        c->block[i].ilastsize = p[64] & 1;
        c->block[i].sijump = p[64] >> 1 & 1;
    }
    return 1;
}

/* "HTDUT" version: the answer has the version, the port, the name, a NUL, and the parameters. */
static inline int hartrace_dut_hello(struct hartrace_dut *d, const uint8_t *p, size_t n)
{
    uint8_t a[HARTRACE_DUT_PAYLOAD];
    const char *params = d->params != NULL ? d->params : "";
    size_t name = strlen(d->name), extra = strlen(params);
    if (n < 7 || memcmp(p, "HTDUT", 5) != 0 || 7 + name + extra > sizeof a) {
        return 0;
    }
    a[0] = HARTRACE_DUT_VERSION;
    a[1] = 0;
    a[2] = d->xlen;
    a[3] = d->itype_width;
    a[4] = d->blocks;
    a[5] = d->iretire_bits;
    memcpy(a + 6, d->name, name + 1);
    memcpy(a + 7 + name, params, extra);
    return hartrace_dut_send(d, HARTRACE_DUT_HELLO | HARTRACE_DUT_ANSWER, a, 7 + name + extra);
}

/* Carry out one frame. Returns 0 when the protocol is not kept, or nobody listens. */
static inline int hartrace_dut_do(struct hartrace_dut *d, unsigned type, const uint8_t *p, size_t n)
{
    struct hartrace_dut_cycle c;
    uint8_t a[4];
    uint32_t v;
    switch (type) {
    case HARTRACE_DUT_HELLO:
        return hartrace_dut_hello(d, p, n);
    case HARTRACE_DUT_RESET:
        d->reset(d->ctx);
        return 1;
    case HARTRACE_DUT_READ:
        v = n == 2 ? d->read(d->ctx, (uint32_t)hartrace_dut_number(p, 2)) : 0;
        for (unsigned i = 0; i < 4; i++) {
            a[i] = (uint8_t)(v >> 8 * i);
        }
        return n == 2 && hartrace_dut_send(d, type | HARTRACE_DUT_ANSWER, a, 4);
    case HARTRACE_DUT_WRITE:
        if (n == 6) {
            d->write(d->ctx, (uint32_t)hartrace_dut_number(p, 2),
                     (uint32_t)hartrace_dut_number(p + 2, 4));
        }
        return n == 6;
    case HARTRACE_DUT_CYCLE:
        if (!hartrace_dut_record(&c, p, n)) {
            return 0;
        }
        d->cycle(d->ctx, &c);
        return 1;
    case HARTRACE_DUT_TICK:
        for (v = n == 4 ? (uint32_t)hartrace_dut_number(p, 4) : 0; v > 0; v--) {
            d->cycle(d->ctx, NULL);
        }
        return n == 4;
    case HARTRACE_DUT_LINK:
        if (n == 1 && d->set_link != NULL) {
            d->set_link(d->ctx, p[0]);
        }
        return n == 1;
    case HARTRACE_DUT_FLUSH:
        if (d->flush != NULL) {
            d->flush(d->ctx);
        }
        return hartrace_dut_send(d, type | HARTRACE_DUT_ANSWER, NULL, 0);
    default:
        return 0;
    }
}

/* Say why the device cannot go on, instead of an answer. */
static inline void hartrace_dut_fail(struct hartrace_dut *d, const char *why)
{
    (void)hartrace_dut_send(d, HARTRACE_DUT_FAIL, why, strlen(why));
}

/* Serve until END. Returns the exit status of the process: 0, or 1 when the protocol was not kept.
 */
static inline int hartrace_dut_serve(struct hartrace_dut *d, int in, int out)
{
    size_t at = 0;
    d->in = in;
    d->out = out;
    d->have = d->fill = 0;
    for (;;) {
        size_t n = d->have - at >= 3 ? (size_t)hartrace_dut_number(d->input + at + 1, 2) : 0;
        if (n > HARTRACE_DUT_PAYLOAD) {
            return 1;
        }
        if (d->have - at < 3 + n) {
            memmove(d->input, d->input + at, d->have - at);
            d->have -= at;
            at = 0;
            ssize_t k = read(in, d->input + d->have, sizeof d->input - d->have);
            if (k < 0 && errno == EINTR) {
                continue;
            }
            if (k <= 0) {
                return 1;
            }
            d->have += (size_t)k;
        } else if (d->input[at] == HARTRACE_DUT_END) {
            return hartrace_dut_send(d, HARTRACE_DUT_END | HARTRACE_DUT_ANSWER, NULL, 0) ? 0 : 1;
        } else if (!hartrace_dut_do(d, d->input[at], d->input + at + 3, n)) {
            return 1;
        } else {
            at += 3 + n;
        }
    }
}

#endif
