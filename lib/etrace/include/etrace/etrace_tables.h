/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables that an encoder and its decoder keep alike: how they are indexed, and how an entry of
 * the branch predictor changes.
 *
 * Source: Efficient Trace 2.0, "Branch prediction mode", "Jump target cache mode".
 */
#ifndef ETRACE_TABLES_H
#define ETRACE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "etrace/etrace_cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ETRACE_PREDICTOR_START = 1, /* every entry, when a synchronization packet is sent */
};

/* The entry of an address in a table of 2^size entries, size 0..10: bits size:1 of the address, or
 * size+1:2 without compressed instructions. */
static inline uint32_t etrace_table_index(const struct etrace_cfg *cfg, uint64_t addr,
                                          unsigned size)
{
    unsigned low = (cfg->isa & FLOW_ISA_C) != 0 ? 1 : 2;
    return (uint32_t)(addr >> low) & ((UINT32_C(1) << size) - 1u);
}

/* What an entry, 0..3, predicts. */
static inline bool etrace_predictor_taken(unsigned entry)
{
    return (entry & 2u) != 0;
}

/* The entry after an outcome: the high bit is the prediction, which changes when it has failed
 * twice; the low bit is the outcome. */
static inline uint8_t etrace_predictor_next(unsigned entry, bool taken)
{
    bool again = taken == ((entry & 1u) != 0); /* as the time before */
    bool predict = again ? taken : etrace_predictor_taken(entry);
    return (uint8_t)(((predict ? 2u : 0u) | (taken ? 1u : 0u)));
}

#ifdef __cplusplus
}
#endif

#endif
