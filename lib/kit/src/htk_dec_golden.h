/* SPDX-License-Identifier: Apache-2.0 */
/* Private: random programs, traced by the encoder model with several sets of parameters. */
#ifndef HTK_DEC_GOLDEN_H
#define HTK_DEC_GOLDEN_H

#include "htk_dec.h"
#include "htk_stream.h"

/* A stream, and what the hart executed. */
struct htk_golden {
    struct htk_enc e; /* e.dut is the model */
    struct htk_encoder_options options;
    struct htk_stream s;
    unsigned set;            /* of parameters; a model with it is open when e.dut.bytes is there */
    struct htk_case given;   /* the stream, with its settings and code */
    struct htk_account want; /* PCs and events */
    char features[100];      /* the options that it uses, in words */
    char holds[400];         /* rules that it takes to decode it */
};

/* A message of the stream. */
struct htk_place {
    size_t offset; /* of its first byte */
    size_t pcs;    /* instructions that the messages before it report */
    size_t after;  /* the same with it */
    bool sync;     /* decoding can begin with it */
    bool resource; /* ResourceFull: a decoder may wait for the message after it */
};

/* Returns NULL without memory. */
struct htk_golden *htk_golden_new(struct htk_dec *d);
void htk_golden_free(struct htk_golden *g);

/* Make the stream of a seed. periodic: one with synchronizing messages in it, and
 * if the seed is even no other option. Returns HTR_OK, or
 * HTR_ERR_TARGET after a message: the model failed. */
int htk_golden_make(struct htk_golden *g, struct htk_dec *d, uint64_t seed, bool periodic);

/* The places of the messages of the stream, by their I-CNT: at most max. Returns their number, 0
 * when they do not add up to the instructions. */
size_t htk_golden_places(const struct htk_golden *g, struct htk_place *place, size_t max);

/* ---- htk_dec_golden_events.c ---- */

/* Add the events that the messages of the stream state to g->want. Returns false without memory. */
bool htk_golden_events(struct htk_golden *g);

#endif
