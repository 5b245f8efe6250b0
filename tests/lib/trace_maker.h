/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces for tests of streams: a random program of blocks, a random walk over it, and its messages,
 * by the rules of N-Trace 1.0, "Rules of Generating Messages", with all that may come between
 * them: syncs, loss, contexts, times, data, software trace, vendor messages. It shares nothing with
 * the decoder but the codec of messages.
 */
#ifndef TRACE_MAKER_H
#define TRACE_MAKER_H

#include "nexus/nexus_flow.h"

enum {
    TM_MEMORY = 0x1000,
    TM_BLOCKS = 48,
    TM_PCS = 1 << 16,
    TM_BYTES = 1 << 17,
};

struct tm_bytes {
    size_t n;
    uint8_t byte[TM_BYTES];
};

struct tm_block {
    uint64_t start;
    uint64_t last; /* its last instruction */
    uint64_t end;
    unsigned kind; /* 0 falls through, 1 branch, 2 indirect jump */
    unsigned to;   /* branch: block that it goes to */
};

struct trace_maker {
    struct nexus_stream_cfg cfg;
    struct tm_bytes *out;
    uint16_t src;
    bool htm;
    bool quiet; /* only program trace without loss or unexpected messages */
    uint64_t random;

    uint8_t memory[TM_MEMORY];
    struct flow_region region;
    struct flow_code_image image;
    struct flow_code code;
    struct tm_block block[TM_BLOCKS];
    unsigned now; /* block to be executed next */

    uint64_t icnt;
    uint64_t hist;
    unsigned hist_bits;
    uint64_t last_addr;
    uint64_t time;
    uint64_t last_time;
    struct nexus_msg before; /* the last branch message, for RepeatBranch; tcode 0 = none */
    uint64_t data_addr;

    unsigned messages;
    unsigned npcs;
    uint64_t pc[TM_PCS]; /* executed, in order */
};

/* A program from the seed; cfg is copied. The trace is off: the first step starts it. */
void tm_init(struct trace_maker *m, const struct nexus_stream_cfg *cfg, uint16_t src, uint64_t seed,
             struct tm_bytes *out);

/* Execute a block, and write what that makes. */
void tm_step(struct trace_maker *m);

/* Trace off. */
void tm_finish(struct trace_maker *m);

/* Random numbers below n. */
uint64_t tm_random(uint64_t *state, uint64_t n);

/* Change `count` random bytes of it. */
void tm_damage(struct tm_bytes *b, uint64_t *random, unsigned count);

#endif
