/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An ingress stream for another port: more blocks per clock or fewer, a narrower iretire, a 3-bit
 * itype, clocks without a record. The instructions, traps and register writes stay as they are, and
 * so does their order. (E-Trace 2.0, chapter "Hart to encoder interface".)
 */
#ifndef HTR_SHAPE_H
#define HTR_SHAPE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htr_shape {
    unsigned blocks;       /* of a clock, at most: 1 to 4; 0: 1 */
    unsigned iretire_bits; /* 2 to 32; 0: 32. A block has at most 2^iretire_bits - 1 half-words */
    unsigned itype_width;  /* 3 or 4; 0: as it is. From 3 to 4 there is no way */
    bool gaps;             /* add clocks without a record, at random: 0 to 7 after each */
    uint64_t seed;         /* of gaps: the same stream each time */
};

/* Read the ingress stream at path and write it in another shape to `to`, which the caller checks
 * and closes. Instructions at consecutive addresses become one block while nothing else happens;
 * blocks with the same levels and no trap in them share a clock. Returns HTR_OK, or after a message
 * HTR_ERR_ARG (shape out of range, or 3 to 4 bits), HTR_ERR_RANGE (a block of several instructions
 * that is longer than iretire holds: where it could be cut is not known), or what htr_ingress_open
 * returns; without a message HTR_ERR_WRITE. */
int htr_shape_write(struct htr_host *host, const char *path, const struct htr_shape *shape,
                    FILE *to, bool compress) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
