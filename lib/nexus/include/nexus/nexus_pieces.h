/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces: bytes that come in pieces of any size, cut into whole messages. A message that lies
 * within a piece stays where it is; one that straddles pieces is gathered in a buffer of the
 * caller.
 *
 * Source: N-Trace 1.0, "N-Trace Transmission Protocol".
 */
#ifndef NEXUS_PIECES_H
#define NEXUS_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nexus/nexus_msg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NEXUS_PIECES_BUFFER = 128,   /* holds every message of N-Trace (38 bytes) and of most vendors */
    NEXUS_PIECES_BUFFER_MIN = 4, /* fewer cannot hold TCODE and SRC */
};

/* Read: offset. */
struct nexus_pieces {
    uint64_t offset; /* in the stream, of the next byte to be taken */
    bool align;      /* the next byte may be within a message: skip to the end of that. May be set
                        by the caller before the first byte */
    uint8_t *buffer; /* the rest is private */
    size_t capacity;
    size_t fill;
    bool skipping;  /* the message in the buffer is too long */
    uint64_t start; /* offset of the message in the buffer */
};

enum nexus_piece_kind {
    NEXUS_PIECE_NONE = 0, /* no message ends in these bytes */
    NEXUS_PIECE_MESSAGE,  /* bytes[0..length) is a message, from its first byte to that with MSEO 11
                           */
    NEXUS_PIECE_LONG, /* a message of `length` bytes, more than the buffer holds; bytes[0..capacity)
                         are its first ones */
};

struct nexus_piece {
    const uint8_t *bytes; /* in the data or in the buffer: valid until the next call */
    uint64_t length;
    uint64_t offset; /* of its first byte in the stream */
};

/* Start at offset 0. Returns NEXUS_OK or NEXUS_ERR_ARG: no buffer, or one below
 * NEXUS_PIECES_BUFFER_MIN. */
enum nexus_status nexus_pieces_init(struct nexus_pieces *p, uint8_t *buffer, size_t capacity);

/* Take bytes up to the end of the next message. *taken is the number of bytes taken: all of them
 * with NONE. */
enum nexus_piece_kind nexus_pieces_next(struct nexus_pieces *p, const uint8_t *data, size_t size,
                                        size_t *taken, struct nexus_piece *piece);

/* Bytes of an incomplete message. */
uint64_t nexus_pieces_rest(const struct nexus_pieces *p);

#ifdef __cplusplus
}
#endif

#endif
