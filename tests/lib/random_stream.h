/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A long trace of a random hart (random_hart.h) through the encoder model, with what was executed
 * between its synchronizing messages. Which instruction belongs where follows from the I-CNT fields
 * alone: every retired half-word is counted in exactly one of them, so the sum up to a message is
 * the number of half-words retired when it was sent (N-Trace, I-CNT Details). The flow decoder has
 * no part in it.
 */
#ifndef TESTS_RANDOM_STREAM_H
#define TESTS_RANDOM_STREAM_H

#include "nexus/nexus_cfg.h"
#include "random_hart.h"

enum {
    RS_MAX_BYTES = 1 << 18,
    RS_MAX_PCS = 1 << 17,
    RS_MAX_MARKS = 1 << 14,
};

/* One message of the stream. */
struct rs_mark {
    size_t offset, end; /* bytes */
    uint8_t tcode;
    size_t done; /* index in pc[] of the first instruction that it does not count */
};

struct random_stream {
    struct nexus_stream_cfg cfg;
    uint64_t base; /* of the code */
    uint8_t code[RH_CODE_BYTES];
    uint8_t byte[RS_MAX_BYTES];
    size_t size;
    uint64_t pc[RS_MAX_PCS];
    size_t npcs;
    struct rs_mark msg[RS_MAX_MARKS];
    size_t nmsgs;
    size_t sync[RS_MAX_MARKS]; /* index in msg[] of each synchronizing message */
    size_t nsyncs;
};

/* Make one. The seed chooses the program, the mode (even: BTM, odd: HTM), XLEN, SRC, timestamps,
 * optimizations, and how often a synchronizing message is sent; steps is the number of records. */
void random_stream_make(struct random_stream *s, uint64_t seed, unsigned steps);

#endif
