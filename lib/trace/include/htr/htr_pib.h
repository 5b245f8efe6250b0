/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace probe in software: levels of the trace pins in, bytes of messages out. Written from the
 * chapters on the protocols (TCI 1.0, PIB Parallel Protocol, PIB Clock Center, SWT Manchester
 * Protocol, SWT UART Protocol; N-Trace 1.0, PIB Idle Cycles Explained), independently of the model
 * of the sink.
 */
#ifndef HTR_PIB_H
#define HTR_PIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct htr_pib_sample {
    bool clk;
    uint16_t data;
};

enum htr_pib_protocol {
    HTR_PIB_PARALLEL,
    HTR_PIB_UART,
    HTR_PIB_MANCHESTER,
};

/* The settings of a probe. */
struct htr_pib_setting {
    enum htr_pib_protocol protocol;
    unsigned width; /* parallel: 1, 2, 4, 8, 16 */
    bool center;    /* parallel: edges of the clock in the middle of a bit */
    unsigned ticks; /* samples in a period of the divided clock */
    bool messages;  /* parallel: frame N-Trace messages; false: every beat, as bytes */
    bool nulls;     /* parallel: encapsulated packets of E-Trace with their null packets, whatever
                       messages says. With less than 8 pins, from a synchronization sequence on. Of
                       null.idle packets in a row some may be left out */
};

struct htr_pib_result {
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
struct htr_pib_assembler {
    struct htr_pib_result *r;
    bool synced; /* knows where a message may begin */
    bool in_message;
    unsigned run; /* ones in a row; E-Trace: zero bits, then zero bytes in a row */
    unsigned bits;
    unsigned byte;
};

/* A probe that gets the wave in pieces; private after pib_begin. */
struct htr_pib_decoder {
    struct htr_pib_setting set;
    struct htr_pib_assembler a;
    size_t base; /* number of the first sample of the next piece */
    size_t last_edge;
    bool in_frame; /* Manchester */
};

/* Begin: *r, which must not move, is set to 0 but for bytes and cap; these may be changed between
 * two pieces, and n set to 0 when its bytes were taken. A sample gives 2 bytes at most. */
void htr_pib_begin(struct htr_pib_decoder *d, const struct htr_pib_setting *set,
                   struct htr_pib_result *r);

/* Decode the next n samples as far as possible without later ones. Returns the number used up: the
 * next piece begins after those. */
size_t htr_pib_feed(struct htr_pib_decoder *d, const struct htr_pib_sample *s, size_t n);

/* The wave has ended. */
void htr_pib_end(struct htr_pib_decoder *d);

/* A wave in one piece. */
void htr_pib_decode(const struct htr_pib_setting *set, const struct htr_pib_sample *s, size_t n,
                    struct htr_pib_result *r);

#ifdef __cplusplus
}
#endif

#endif
