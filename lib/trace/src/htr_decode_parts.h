/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace read from front to back, in parts: each begins after a synchronizing message and goes to
 * the end of a later one, so that it can be decoded without the parts before it. Several threads
 * may take parts.
 */
#ifndef HTR_DECODE_PARTS_H
#define HTR_DECODE_PARTS_H

#include <pthread.h>

#include "htr/htr_trace.h"
#include "nexus/nexus_index.h"

/* Bytes of the trace that follow each other, in memory of their own. */
struct htr_part_bytes {
    uint8_t *bytes;
    size_t size, room;
};

/* Append n bytes. Returns false when there is no memory for them. */
bool htr_part_append(struct htr_part_bytes *b, const uint8_t *bytes, size_t n);

struct htr_part {
    uint64_t number;
    uint64_t offset; /* of the first byte in the trace */
    struct htr_part_bytes trace;
    bool synced; /* it begins after a synchronizing message: sync */
    struct nexus_index_entry sync;
};

struct htr_part_reader {
    struct htr_trace *t;
    struct nexus_msg_decoder msgs; /* options */
    pthread_mutex_t lock;
    uint64_t number, offset;     /* of the next part, and */
    struct htr_part_bytes ahead; /* the bytes of it that were read */
    const uint8_t *held; /* bytes that the trace had at hand when reading began, not taken */
    size_t nheld;
    bool synced;
    struct nexus_index_entry sync;
    bool ended; /* nothing is left */
};

/* Take over what t's decoder has not used up, and the rest of the stream. */
void htr_part_reader_open(struct htr_part_reader *r, struct htr_trace *t);
void htr_part_reader_close(struct htr_part_reader *r);

/* The next part, of at least `size` bytes when there are as many. It goes on to the end of a
 * synchronizing message; where none comes for long, it ends somewhere, and the next is not synced.
 * Returns 1; 0: none is left; -1: not enough memory. */
int htr_part_read(struct htr_part_reader *r, struct htr_part *p, size_t size);

#endif
