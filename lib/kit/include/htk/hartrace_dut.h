/* SPDX-License-Identifier: Apache-2.0 */
/* The device's end of `hartrace kit encoder --dut`, for C99 and C++11: fill in struct hartrace_dut
 * and call hartrace_dut_serve(&d, stdin, stdout). Protocol: docs/reference/kit-protocol.md. */
#ifndef HARTRACE_DUT_H
#define HARTRACE_DUT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
enum { HARTRACE_DUT_VERSION = 1, HARTRACE_DUT_BLOCKS = 4, HARTRACE_DUT_ACCESSES = 4,
       HARTRACE_DUT_PAYLOAD = 4096 };

enum { /* types of frames */
    HARTRACE_DUT_HELLO = 1, HARTRACE_DUT_RESET, HARTRACE_DUT_READ, HARTRACE_DUT_WRITE,
    HARTRACE_DUT_CYCLE, HARTRACE_DUT_TICK, HARTRACE_DUT_LINK, HARTRACE_DUT_FLUSH, HARTRACE_DUT_END,
    HARTRACE_DUT_ANSWER = 0x80, HARTRACE_DUT_BYTES = 0x90, HARTRACE_DUT_FAIL = 0x91
};
/* clang-format on */

struct hartrace_dut_block {
    uint64_t iaddr;
    uint32_t iretire; /* half-words */
    uint8_t itype, ilastsize, sijump;
};

/* A data access: the unified form of the ingress port's data signals. */
struct hartrace_dut_access {
    uint64_t daddr, load, store; /* load: value read; store: value written */
    uint8_t dtype, dsize;        /* 2^dsize bytes */
    uint8_t block, insn;         /* its instruction: half-words from the start of the block */
};

struct hartrace_dut_cycle {
    uint64_t time, context, hcontext, cause, tval;
    uint32_t impdef;
    uint16_t trigger;
    uint8_t priv, ctype, ext_trig, halted, reset, lowpower, nblocks;
    struct hartrace_dut_block block[HARTRACE_DUT_BLOCKS];
    uint8_t naccess; /* 0 unless params has data_trace=1 */
    struct hartrace_dut_access access[HARTRACE_DUT_ACCESSES];
};

struct hartrace_dut {
    const char *name, *params; /* params: "icnt_bits=22 hist_bits=32", or NULL */
    uint8_t xlen, itype_width, blocks, iretire_bits;
    void *ctx;
    void (*reset)(void *ctx);
    uint32_t (*read)(void *ctx, uint32_t offset);
    void (*write)(void *ctx, uint32_t offset, uint32_t value);
    void (*cycle)(void *ctx, const struct hartrace_dut_cycle *in); /* in NULL: no record */
    void (*set_link)(void *ctx, int ready);                        /* or NULL: always ready */
    void (*flush)(void *ctx);                                      /* or NULL: holds nothing back */
    FILE *out;                                                     /* private */
};

/* Returns 0 when nobody listens. Trace may wait for the next answer. */
static inline int hartrace_dut_send(struct hartrace_dut *d, int type, const void *p, size_t n)
{
    const uint8_t head[3] = {(uint8_t)type, (uint8_t)n, (uint8_t)(n >> 8)};
    fwrite(head, 1, sizeof head, d->out);
    fwrite(p, 1, n, d->out);
    return type == HARTRACE_DUT_BYTES || fflush(d->out) == 0;
}

/* Trace bytes, as they leave the encoder. Idle bytes may be among them. */
static inline void hartrace_dut_bytes(struct hartrace_dut *d, const uint8_t *bytes, size_t n)
{
    const size_t most = HARTRACE_DUT_PAYLOAD;
    for (size_t k; n > 0; bytes += k, n -= k) {
        k = n < most ? n : most;
        (void)hartrace_dut_send(d, HARTRACE_DUT_BYTES, bytes, k);
    }
}

/* Say why the device cannot go on, instead of an answer. */
static inline void hartrace_dut_fail(struct hartrace_dut *d, const char *why)
{
    (void)hartrace_dut_send(d, HARTRACE_DUT_FAIL, why, strlen(why));
}

static inline uint64_t hartrace_dut_number(const uint8_t *p, unsigned n)
{
    return n == 0 ? 0 : p[0] | hartrace_dut_number(p + 1, n - 1) << 8;
}

/* The accesses after the blocks: n bytes. Returns 0 when they are none of the protocol. */
static inline int hartrace_dut_accesses(struct hartrace_dut_cycle *c, const uint8_t *p, size_t n)
{
    if (n == 0) {
        return 1;
    }
    c->naccess = p[0];
    if (p[0] > HARTRACE_DUT_ACCESSES || n != 1 + 28u * p[0]) {
        return 0;
    }
    p++;
    for (unsigned i = 0; i < c->naccess; i++, p += 28) {
        c->access[i].daddr = hartrace_dut_number(p, 8);
        c->access[i].load = hartrace_dut_number(p + 8, 8);
        c->access[i].store = hartrace_dut_number(p + 16, 8);
        c->access[i].dtype = p[24];
        c->access[i].dsize = p[25];
        c->access[i].block = p[26];
        c->access[i].insn = p[27];
    }
    return 1;
}

static inline struct hartrace_dut_cycle hartrace_dut_record(const uint8_t *p)
{
    struct hartrace_dut_cycle c;
    memset(&c, 0, sizeof c);
    c.time = hartrace_dut_number(p, 8);
    c.context = hartrace_dut_number(p + 8, 8);
    c.hcontext = hartrace_dut_number(p + 16, 8);
    c.cause = hartrace_dut_number(p + 24, 8);
    c.tval = hartrace_dut_number(p + 32, 8);
    c.impdef = (uint32_t)hartrace_dut_number(p + 40, 4);
    c.trigger = (uint16_t)hartrace_dut_number(p + 44, 2);
    c.priv = p[46];
    c.ctype = p[47];
    c.ext_trig = p[48];
    c.halted = p[49] & 1;
    c.reset = p[49] >> 1 & 1;
    c.lowpower = p[49] >> 2 & 1;
    c.nblocks = p[50];
    p += 51;
    for (unsigned i = 0; i < c.nblocks; i++, p += 14) {
        c.block[i].iaddr = hartrace_dut_number(p, 8);
        c.block[i].iretire = (uint32_t)hartrace_dut_number(p + 8, 4);
        c.block[i].itype = p[12];
        c.block[i].ilastsize = p[13] & 1;
        c.block[i].sijump = p[13] >> 1 & 1;
    }
    return c;
}

/* Carry out one frame. Returns 0 when it is none of the protocol, or nobody listens. */
static inline int hartrace_dut_do(struct hartrace_dut *d, int type, uint8_t *p, size_t n)
{
    static const uint8_t sizes[] = {0, 7, 0, 2, 6, 51, 4, 1, 0, 0};
    const size_t blocks = type == HARTRACE_DUT_CYCLE && n > 50 ? p[50] : 0;
    const size_t size = type <= HARTRACE_DUT_END ? sizes[type] + 14 * blocks : 0;
    if (type > HARTRACE_DUT_END || blocks > HARTRACE_DUT_BLOCKS || n < size ||
        (n > size && type != HARTRACE_DUT_CYCLE)) {
        return 0;
    }
    struct hartrace_dut_cycle c;
    uint32_t v;
    switch (type) {
    case HARTRACE_DUT_HELLO:
        n = (size_t)snprintf((char *)p, HARTRACE_DUT_PAYLOAD, "%c%c%c%c%c%c%s%c%s",
                             HARTRACE_DUT_VERSION, 0, d->xlen, d->itype_width, d->blocks,
                             d->iretire_bits, d->name, 0, d->params != NULL ? d->params : "");
        return n < HARTRACE_DUT_PAYLOAD && hartrace_dut_send(d, type | HARTRACE_DUT_ANSWER, p, n);
    case HARTRACE_DUT_RESET:
        d->reset(d->ctx);
        return 1;
    case HARTRACE_DUT_READ:
        v = d->read(d->ctx, p[0] | (uint32_t)p[1] << 8);
        for (int i = 0; i < 4; i++, v >>= 8) {
            p[i] = (uint8_t)v;
        }
        return hartrace_dut_send(d, type | HARTRACE_DUT_ANSWER, p, 4);
    case HARTRACE_DUT_WRITE:
        d->write(d->ctx, p[0] | (uint32_t)p[1] << 8, (uint32_t)hartrace_dut_number(p + 2, 4));
        return 1;
    case HARTRACE_DUT_CYCLE:
        c = hartrace_dut_record(p);
        if (!hartrace_dut_accesses(&c, p + size, n - size)) {
            return 0;
        }
        d->cycle(d->ctx, &c);
        return 1;
    case HARTRACE_DUT_TICK:
        for (v = (uint32_t)hartrace_dut_number(p, 4); v > 0; v--) {
            d->cycle(d->ctx, NULL);
        }
        return 1;
    case HARTRACE_DUT_LINK:
        if (d->set_link != NULL) {
            d->set_link(d->ctx, p[0]);
        }
        return 1;
    default: /* FLUSH, END */
        if (type == HARTRACE_DUT_FLUSH && d->flush != NULL) {
            d->flush(d->ctx);
        }
        return type != 0 && hartrace_dut_send(d, type | HARTRACE_DUT_ANSWER, p, 0);
    }
}

/* Serve until END. Returns the exit status of the process: 1 when the protocol was not kept. */
static inline int hartrace_dut_serve(struct hartrace_dut *d, FILE *in, FILE *out)
{
    uint8_t head[3], p[HARTRACE_DUT_PAYLOAD];
    d->out = out;
    do {
        if (fread(head, 1, 3, in) != 3) {
            return 1;
        }
        const size_t n = head[1] | (size_t)head[2] << 8;
        if (n > sizeof p || fread(p, 1, n, in) != n || !hartrace_dut_do(d, head[0], p, n)) {
            return 1;
        }
    } while (head[0] != HARTRACE_DUT_END);
    return 0;
}

#endif
