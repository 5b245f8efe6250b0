/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A payload that is read or written field by field, with the same code. Private.
 *
 * Source: Efficient Trace 2.0, "Instruction Trace Encoder Output Packets" (sign compression).
 */
#ifndef ETRACE_CODEC_H
#define ETRACE_CODEC_H

#include "etrace/etrace_packet.h"
#include "etrace_bits.h"

enum {
    BYTES_MAX = 64, /* of a payload before it is compressed */
};

/* A payload at work. Reading goes beyond the end: the last bit is repeated there. */
struct codec {
    const struct etrace_cfg *cfg;
    uint32_t options;
    bool writing;
    bool bad; /* writing: a value does not fit its field */
    uint8_t bytes[BYTES_MAX];
    unsigned pos; /* bits */
};

static inline unsigned last_bit(const struct codec *c)
{
    return etrace_bit(c->bytes, c->pos - 1u);
}

static inline uint64_t field64(struct codec *c, uint64_t value, unsigned width)
{
    if (c->writing) {
        c->bad = c->bad || (value & ~etrace_mask(width)) != 0;
        etrace_bits_put(c->bytes, c->pos, width, value);
    } else {
        value = etrace_bits_get(c->bytes, c->pos, width);
    }
    c->pos += width;
    return value;
}

static inline void field32(struct codec *c, uint32_t *value, unsigned width)
{
    *value = (uint32_t)field64(c, *value, width);
}

static inline void field8(struct codec *c, uint8_t *value, unsigned width)
{
    *value = (uint8_t)field64(c, *value, width);
}

static inline void flag(struct codec *c, bool *value)
{
    *value = field64(c, *value, 1) != 0;
}

/* Begin to read payload[0..size), size 1..ETRACE_PAYLOAD_MAX. */
static inline void codec_read(struct codec *c, const struct etrace_cfg *cfg, uint32_t options,
                              const uint8_t *payload, unsigned size)
{
    uint8_t sign = (uint8_t)((payload[size - 1] & 0x80u) != 0 ? 0xff : 0);
    *c = (struct codec){.cfg = cfg, .options = options};
    for (unsigned i = 0; i < BYTES_MAX; i++) {
        c->bytes[i] = i < size ? payload[i] : sign;
    }
}

/* Is what the payload has beyond its last field its sign, and less than a byte? */
static inline bool ends(const struct codec *c, unsigned bits)
{
    if (c->pos >= bits) {
        return true;
    }
    if (bits - c->pos >= 8) {
        return false;
    }
    for (unsigned i = c->pos; i < bits; i++) {
        if (etrace_bit(c->bytes, i) != etrace_bit(c->bytes, c->pos - 1u)) {
            return false;
        }
    }
    return true;
}

/* Bytes that are left when equal bits at the top go, but one. */
static inline unsigned compressed(const struct codec *c)
{
    unsigned n = c->pos;
    while (n > 1 && etrace_bit(c->bytes, n - 1) == etrace_bit(c->bytes, n - 2)) {
        n--;
    }
    return (n + 7) / 8;
}

/* The payload of what was written. Returns a status. */
static inline enum etrace_status codec_written(struct codec *c, uint8_t *payload, unsigned *size)
{
    unsigned n = compressed(c);
    if (n > ETRACE_PAYLOAD_MAX) {
        return ETRACE_ERR_NOSPACE;
    }
    unsigned sign = last_bit(c);
    for (unsigned i = c->pos; sign != 0 && i < 8 * BYTES_MAX; i++) {
        c->bytes[i / 8] |= (uint8_t)(1u << (i % 8));
    }
    for (unsigned i = 0; i < n; i++) {
        payload[i] = c->bytes[i];
    }
    *size = n;
    return ETRACE_OK;
}

#endif
