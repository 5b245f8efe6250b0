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

void pib_decode(const struct pib_setting *set, const struct pib_sample *s, size_t n,
                struct pib_result *r);

#endif
