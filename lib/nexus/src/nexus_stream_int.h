/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared between the two halves of the push decoder. Private.
 *
 *   nexus_stream.c      the operations
 *   nexus_stream_msg.c  messages to sources; elements to the callback
 */
#ifndef NEXUS_STREAM_INT_H
#define NEXUS_STREAM_INT_H

#include "nexus/nexus_stream.h"
#include "nexus_frame.h"

enum {
    NEXUS_STREAM_RUNS = 0,
    NEXUS_STREAM_ENDS, /* EOT came */
    NEXUS_STREAM_DEAD,
};

/* TCODE and SRC of the message that begins at p, as far as it goes. */
struct nexus_peek {
    uint8_t tcode;
    bool bare; /* messages of this kind have no SRC */
    uint16_t src;
};

struct nexus_peek nexus_peek_message(const uint8_t *p, size_t size, unsigned src_bits);

/* Does a message with this TCODE say where execution goes, or that something was lost? */
bool nexus_tcode_is_flow(unsigned tcode);

/* Take a whole message: its elements are then to be delivered. */
void nexus_stream_message(struct nexus_stream *s, const struct nexus_piece *piece);

/* Take a message that is longer than the buffer. */
void nexus_stream_long(struct nexus_stream *s, const struct nexus_piece *piece);

/* Deliver until nothing is left. */
enum nexus_answer nexus_stream_deliver(struct nexus_stream *s);

#endif
