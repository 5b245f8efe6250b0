/* SPDX-License-Identifier: Apache-2.0 */
/* What random runs of the RAM sink have had in them, in each kind of memory: a comparison says
 * something about a rule only when the situation of the rule has come. */
#ifndef RAMSINK_TALLY_H
#define RAMSINK_TALLY_H

#include "ramsink_bus.h"
#include "rtl_ramsink.h"

enum ramsink_memory {
    IN_SRAM,
    BY_AXI,
    BY_AHB,
    RAMSINK_MEMORIES
};

enum {
    RAMSINK_KINDS = 16
};

struct ramsink_tally {
    struct {
        uint64_t words, wraps, errors;
        uint64_t after_error; /* words of captures with an error */
        uint64_t stops;
        uint64_t pointers; /* values of trRamWP in the middle of a capture */
        uint64_t flushes;  /* sinks disabled while words were on their way */
        uint64_t filled;   /* bytes that filled up the last word */
        uint64_t padding;  /* other idle bytes */
    } in[RAMSINK_MEMORIES];
    uint64_t aligned, swallowed, discarded;
    unsigned longest;                 /* AXI: beats of a burst */
    unsigned together[RAMSINK_KINDS]; /* AXI: writes without a response, by set of parameters */
};

/* A capture in this memory ends: from `before` to what the model counts now. */
void ramsink_tally_capture(struct ramsink_tally *t, enum ramsink_memory memory,
                           const struct trm_ramsink_stats *before, const struct trm_ramsink *model,
                           bool aligned, bool on_their_way);

/* A run of the set of parameters number k ends. */
void ramsink_tally_run(struct ramsink_tally *t, unsigned k, const struct ramsink_bus *bus);

/* Fails the test unless everything has come often enough. */
void ramsink_tally_check(const struct ramsink_tally *t, const struct rtl_ramsink_kind *const *kinds,
                         unsigned n);

#endif
