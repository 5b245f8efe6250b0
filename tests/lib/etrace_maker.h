/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams of E-Trace of several random harts, with the list of what each of them executed, from the
 * hart itself.
 */
#ifndef ETRACE_MAKER_H
#define ETRACE_MAKER_H

#include "etrace/etrace_flow.h"
#include "random_hart.h"
#include "trm/trm_etrace.h"

enum {
    EM_SOURCES = 3, /* srcID 1, 2, 3 */
    EM_PCS = 1 << 14,
    EM_BYTES = 1 << 18,
    EM_SYNCS = 256,
};

struct em_hart {
    struct rh_hart hart;
    struct trm_etrace enc;
    struct etrace_maker *maker;
    uint16_t src;
    uint64_t pc[EM_PCS];
    unsigned n;
    bool stopped; /* it ran in circles, which E-Trace cannot count: before that */
    struct flow_region region;
};

struct etrace_maker {
    struct etrace_cfg cfg;
    struct em_hart source[EM_SOURCES];
    unsigned sources;
    uint8_t byte[EM_BYTES];
    size_t n;
    uint64_t ticks;
    uint64_t sync[EM_SYNCS]; /* offsets after synchronization sequences */
    unsigned syncs;
};

/* `steps` records of each hart in turn; a synchronization sequence and a resynchronization every
 * `interval` of them. With sources 1 there is no srcID. */
void em_make(struct etrace_maker *m, uint64_t seed, unsigned sources, unsigned steps,
             unsigned interval);

#endif
