/* SPDX-License-Identifier: Apache-2.0 */
/* Private: random programs of E-Trace, traced by the encoder model. What is right comes from the
 * hart that executed them. */
#ifndef HTK_DEC_ETRACE_H
#define HTK_DEC_ETRACE_H

#include "etrace/etrace_data.h"
#include "etrace/etrace_frame.h"
#include "htk_dec.h"
#include "random_hart.h"

enum {
    HTK_ETRACE_BYTES = 1 << 17,
    HTK_ETRACE_PACKETS = 1 << 13,
    HTK_ETRACE_STEPS = 400, /* records, four times as many in rows of branches */
};

/* A packet of the stream. */
struct htk_etrace_place {
    size_t offset; /* of its header */
    size_t least;  /* instructions executed two records before it was sent: when it
                      synchronizes, it is about none before them */
    size_t most;   /* executed when it was sent: it is about none after them */
    bool sync;     /* decoding can begin with it, at ... */
    size_t first;  /* ... this instruction */
};

struct htk_etrace_golden {
    struct trm_encoder enc;
    struct trm_encoder_cfg param;
    struct etrace_cfg cfg; /* how its packets are read; options: those in force */
    struct rh_hart hart;
    struct rh_rng dice;
    uint32_t control, features, data; /* registers */
    bool timed;
    unsigned steps;                       /* records */
    unsigned pause_one_in, notify_one_in; /* records; 0: never */
    bool tracing;
    uint64_t clock;
    uint8_t bytes[HTK_ETRACE_BYTES];
    size_t n;
    bool full; /* the stream found no room */

    /* What the hart did. */
    struct htk_account want;
    size_t began[3]; /* instructions before this record, the one before, and the one before that */
    bool trapped;    /* the last record ended in a trap, whose handler is not known yet */
    char trap[NTT_ELEM_MAX];
    bool starts; /* the next instruction begins a region */
    bool good;   /* memory sufficed */

    struct htk_etrace_place place[HTK_ETRACE_PACKETS];
    size_t places;
    struct htk_case given;
    char features_text[120]; /* the options that it uses, in words */
    char holds[1400];        /* rules that it takes to decode it */
};

/* Make the stream of a seed. periodic: with synchronization packets in it, and without pauses.
 * Returns HTR_OK, or HTR_ERR_TARGET or HTR_ERR_MEMORY after a message. */
int htk_etrace_golden_make(struct htk_etrace_golden *g, struct htk_dec *d, uint64_t seed,
                           bool periodic);
void htk_etrace_golden_free(struct htk_etrace_golden *g);

/* Damaged streams (htk_dec_etrace_hostile.c). Returns as htk_dec_hostile. */
int htk_dec_etrace_hostile(struct htk_dec *d, struct htk_etrace_golden *g);

/* What the packets of a stream are (htk_dec_etrace_look.c): sets place[].sync and .first, and adds
 * the rules to g->holds. Returns false when they cannot be read. */
bool htk_etrace_golden_look(struct htk_etrace_golden *g);

#endif
