/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A test bench for the encoder model: an encoder with its output captured, and messages as text.
 *
 * A message is one line: its name, then each field as NAME=value, decimal below 10, hexadecimal
 * from 10 on.
 */
#ifndef ENC_BENCH_H
#define ENC_BENCH_H

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "trm/trm_encoder.h"

enum {
    BENCH_BYTES = 1 << 16,
    BENCH_TEXT = 1 << 14,
};

struct bench {
    struct trm_encoder enc;
    uint8_t bytes[BENCH_BYTES]; /* what left the encoder */
    size_t n;
    size_t read;  /* bytes already looked at by bench_expect */
    bool refuse;  /* the link takes nothing */
    bool stopped; /* and will not, however long */
    uint64_t cycle;
    uint64_t context;
    uint64_t hcontext;
    uint8_t priv;
    bool stalled; /* the last record was refused */
    char text[BENCH_TEXT];
};

/* An encoder with cfg (NULL: defaults), out of reset, registers as after reset. Fails the test on
 * error. */
void bench_init(struct bench *b, const struct trm_encoder_cfg *cfg);

/* Write trTeControl: trTeActive and these bits; then one tick. */
void bench_control(struct bench *b, uint32_t bits);

/* Usual controls: enabled and tracing in one mode. */
#define BENCH_HTM                                                                                  \
    (TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK | (TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT))
#define BENCH_BTM                                                                                  \
    (TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK | (TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT))

uint32_t bench_read(struct bench *b, uint32_t offset);
void bench_write(struct bench *b, uint32_t offset, uint32_t value);

/* A record of one block in the next cycle; not given yet. */
struct ingress_cycle bench_record(struct bench *b, uint64_t iaddr, uint32_t halfwords,
                                  uint8_t itype);

/* A tick, then this record. */
void bench_give(struct bench *b, const struct ingress_cycle *in);

/* bench_record and bench_give. The last instruction has 4 bytes when halfwords is even, else 2. */
void bench_run(struct bench *b, uint64_t iaddr, uint32_t halfwords, uint8_t itype);

/* A cycle in which the hart is in debug mode. */
void bench_halted(struct bench *b);

/* Ticks without ingress. */
void bench_ticks(struct bench *b, unsigned n);

/* Check that the messages since the last call are exactly these lines ("" = none). */
void bench_expect(struct bench *b, const char *lines);

/* One message as a line, with its end of line. Returns its length. */
size_t bench_line(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, char *text,
                  size_t size);

/* Messages of a byte stream as lines. Fails the test on damaged input. */
void bench_lines(const struct nexus_stream_cfg *cfg, const uint8_t *bytes, size_t n, char *text,
                 size_t size);

#endif
