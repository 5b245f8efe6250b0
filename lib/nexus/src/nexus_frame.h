/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frame layer: bytes to fields and back. A byte is MSEO in bits 1:0 and MDO in bits 7:2.
 * Fixed-length fields follow each other bit by bit; a variable-length field starts where the one
 * before ended and goes on to the end of the first byte with MSEO 01 (more fields come) or 11 (end
 * of the message).
 *
 * N-Trace 1.0, MSEO Sequences; Order of bits and bytes.
 */
#ifndef NEXUS_FRAME_H
#define NEXUS_FRAME_H

#include "nexus/nexus_msg.h"

enum {
    NEXUS_MDO_BITS = 6,
    NEXUS_MSEO_MORE = 0,  /* a field goes on, or the next one begins in this byte */
    NEXUS_MSEO_FIELD = 1, /* end of a variable-length field */
    NEXUS_MSEO_RESERVED = 2,
    NEXUS_MSEO_END = 3, /* end of the message */
    NEXUS_MSEO_MASK = 3,
    NEXUS_IDLE = 0xFF,
};

/* Reads the fields of one message. */
struct nexus_reader {
    const uint8_t *p;   /* the next byte */
    const uint8_t *end; /* of the input */
    uint64_t bits;      /* MDO bits that were fetched and not yet taken; zeros above */
    unsigned count;     /* how many */
    unsigned
        mseo; /* of the byte fetched last; MORE after the end of a field that is not the last */
};

/* A variable-length field as it came. */
struct nexus_var {
    uint64_t value; /* low 64 bits */
    size_t count;   /* bits transmitted, zeros on top included */
    bool lost;      /* bits above 63 were not all 0 */
};

#define NEXUS_EACH_BYTE(x) (UINT64_C(0x0101010101010101) * (x))

/* Eight bytes, the first in the low bits. */
static inline uint64_t nexus_load8(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

/* The MDO bits of eight bytes, 48 of them, side by side. */
static inline uint64_t nexus_mdo8(uint64_t x)
{
    x = (x >> 2 & UINT64_C(0x003F003F003F003F)) | (x >> 4 & UINT64_C(0x0FC00FC00FC00FC0));
    x = (x & UINT64_C(0x00000FFF00000FFF)) | (x >> 4 & UINT64_C(0x00FFF00000FFF000));
    return (x & UINT64_C(0x0000000000FFFFFF)) | (x >> 8 & UINT64_C(0x0000FFFFFF000000));
}

/* Fetch one byte. Returns NEXUS_OK, NEXUS_ERR_END, or NEXUS_ERR_MSEO: the byte has MSEO 10. */
static inline int nexus_fetch(struct nexus_reader *r)
{
    if (r->p == r->end) {
        return NEXUS_ERR_END;
    }
    unsigned b = *r->p++;
    r->mseo = b & NEXUS_MSEO_MASK;
    if (r->mseo == NEXUS_MSEO_RESERVED) {
        return NEXUS_ERR_MSEO;
    }
    r->bits |= (uint64_t)(b >> 2) << r->count;
    r->count += NEXUS_MDO_BITS;
    return NEXUS_OK;
}

/* Take a fixed-length field of width 0..32 bits.
 * Returns NEXUS_OK, NEXUS_ERR_END, NEXUS_ERR_MSEO, or NEXUS_ERR_TRUNCATED: a field or the message
 * ends before. */
static inline int nexus_take_fixed(struct nexus_reader *r, unsigned width, uint64_t *value)
{
    while (r->count < width) {
        if (r->mseo != NEXUS_MSEO_MORE) {
            return NEXUS_ERR_TRUNCATED;
        }
        int status = nexus_fetch(r);
        if (status != NEXUS_OK) {
            return status;
        }
    }
    *value = r->bits & ((UINT64_C(1) << width) - 1);
    r->bits >>= width;
    r->count -= width;
    return NEXUS_OK;
}

/* Take a variable-length field byte by byte: the general case. v holds what came so far. Statuses
 * as below. */
int nexus_take_var_long(struct nexus_reader *r, struct nexus_var *v);

/* Take a variable-length field, of any length. Afterwards r->mseo is END when the message ends with
 * it. Returns as nexus_take_fixed. */
static inline int nexus_take_var(struct nexus_reader *r, struct nexus_var *v)
{
    v->value = r->bits;
    v->count = r->count;
    v->lost = false;
    r->bits = 0;
    r->count = 0;
    if (r->mseo != NEXUS_MSEO_MORE) {
        if (v->count == 0) {
            return NEXUS_ERR_TRUNCATED;
        }
    } else if (r->end - r->p < 8) {
        return nexus_take_var_long(r, v);
    } else {
        uint64_t x = nexus_load8(r->p);
        uint64_t stops = x & NEXUS_EACH_BYTE(1);
        uint64_t first = stops & (~stops + 1); /* bit 0 of the byte that ends the field */
        uint64_t used = (first << 8) - 1;      /* the bytes up to it */
        if (stops == 0 || ((x >> 1) & ~x & NEXUS_EACH_BYTE(1) & used) != 0) {
            return nexus_take_var_long(r, v);
        }
        unsigned bytes = (unsigned)(((used & NEXUS_EACH_BYTE(1)) * NEXUS_EACH_BYTE(1)) >> 56);
        v->value |= nexus_mdo8(x & used) << v->count;
        v->count += (size_t)NEXUS_MDO_BITS * bytes;
        r->p += bytes;
        r->mseo = (x & (first << 1)) != 0 ? NEXUS_MSEO_END : NEXUS_MSEO_FIELD;
    }
    if (r->mseo == NEXUS_MSEO_FIELD) {
        r->mseo = NEXUS_MSEO_MORE;
    }
    return NEXUS_OK;
}

/* The first byte at or after p that is not idle, or end. */
const uint8_t *nexus_skip_idle(const uint8_t *p, const uint8_t *end);

/* The byte after the first one at or after p with MSEO 11, or NULL when there is none. */
const uint8_t *nexus_find_end(const uint8_t *p, const uint8_t *end);

/* Builds one message. */
struct nexus_writer {
    uint8_t byte[NEXUS_MAX_MSG_BYTES];
    size_t size;
    uint64_t bits; /* not yet in byte[]; fewer than 6 between calls */
    unsigned count;
};

/* Add a fixed-length field of width 0..32 bits; value fits. */
void nexus_put_fixed(struct nexus_writer *w, uint64_t value, unsigned width);

/* Add a variable-length field of at least min_bits bits (0: as few as the value needs). */
void nexus_put_var(struct nexus_writer *w, uint64_t value, unsigned min_bits);

/* Fill up the byte that a fixed-length field has begun: the next field starts on a byte. */
void nexus_put_align(struct nexus_writer *w);

/* End the message: at least two bytes, the last with MSEO 11. */
void nexus_put_end(struct nexus_writer *w);

#endif
