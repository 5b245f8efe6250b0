/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace probe in software: levels of the trace pins in, bytes of messages out. Written from the
 * chapters on the protocols (TCI 1.0, PIB Parallel Protocol, PIB Clock Center, SWT Manchester
 * Protocol, SWT UART Protocol; N-Trace 1.0, PIB Idle Cycles Explained), not from the model of the
 * sink: it knows nothing of it.
 */
#ifndef TOOLS_PIB_DECODE_H
#define TOOLS_PIB_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pib_sample {
    bool clk;
    uint16_t data;
};

enum pib_protocol {
    PIB_PARALLEL,
    PIB_UART,
    PIB_MANCHESTER,
};

/* What the user of a probe sets. */
struct pib_setting {
    enum pib_protocol protocol;
    unsigned width; /* parallel: 1, 2, 4, 8, 16 */
    bool center;    /* parallel: edges of the clock in the middle of a bit */
    unsigned ticks; /* samples in a period of the divided clock */
    bool messages;  /* parallel: frame N-Trace messages; false: every beat, as bytes */
};

struct pib_result {
    uint8_t *bytes; /* of the caller */
    size_t cap;
    size_t n;
    unsigned messages; /* parallel and Manchester: complete ones */
    unsigned errors;   /* violations of the protocol */
    size_t first_edge; /* parallel: sample of the first edge of the clock */
    unsigned edges;    /* parallel: edges of the clock */
    size_t idle_bits;  /* parallel: bits that were idle, between messages */
};

/* Assembles bytes of bits that come first bit first. */
struct pib_assembler {
    struct pib_result *r;
    bool synced; /* knows where a message may begin */
    bool in_message;
    unsigned run; /* ones in a row */
    unsigned bits;
    unsigned byte;
};

/* A probe that is given the wave in pieces; private after pib_begin. */
struct pib_decoder {
    struct pib_setting set;
    struct pib_assembler a;
    size_t base; /* number of the first sample of the next piece */
    size_t last_edge;
    bool in_frame; /* Manchester */
};

/* Begin: *r, which must not move, is set to 0 but for bytes and cap; these may be changed between
 * two pieces. A sample gives 2 bytes at most. */
void pib_begin(struct pib_decoder *d, const struct pib_setting *set, struct pib_result *r);

/* Decode the next n samples as far as those behind them are not needed. Returns how many were used
 * up: the next piece begins behind those. */
size_t pib_feed(struct pib_decoder *d, const struct pib_sample *s, size_t n);

/* The wave has ended. */
void pib_end(struct pib_decoder *d);

/* A wave in one piece. */
void pib_decode(const struct pib_setting *set, const struct pib_sample *s, size_t n,
                struct pib_result *r);

#endif
