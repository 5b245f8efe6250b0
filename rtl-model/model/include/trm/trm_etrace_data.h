/* SPDX-License-Identifier: Apache-2.0 */
/*
 * E-Trace: from data accesses to packets of data trace. No registers, no queue, as trm_etrace.h.
 *
 * Accesses come in their unified form. With cfg.data_split each load and atomic becomes a request
 * and, right after it, the response with the same lrid.
 *
 * Source: Efficient Trace 2.0, chapter "Data Trace Encoder Output Packets". Choices where it is
 * open: docs/reference/etrace.md.
 */
#ifndef TRM_ETRACE_DATA_H
#define TRM_ETRACE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "etrace/etrace_data.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Take a payload of data trace. Returns false when there is no room: it is lost. */
typedef bool trm_etrace_data_put(void *ctx, const uint8_t *payload, unsigned size);

/* Private, but visible: the caller owns the memory. Set after init, at any time between two
 * accesses: options (then call trm_etrace_data_sync, and send a support packet). Read: lost,
 * packets. */
struct trm_etrace_data {
    struct etrace_cfg cfg;
    uint32_t options; /* bits (1 << enum etrace_data_option) */
    trm_etrace_data_put *put;
    void *ctx;
    bool lost;        /* a packet found no room: dloss of the next support packet; the caller clears
                         it */
    uint64_t packets; /* sent since init */
    uint16_t lrid;    /* of the next split access */
    struct etrace_data_state state;
};

/* Start, with options as in cfg. Returns false when etrace_cfg_check refuses cfg. */
bool trm_etrace_data_init(struct trm_etrace_data *d, const struct etrace_cfg *cfg,
                          trm_etrace_data_put *put, void *ctx);

/* A synchronization or support packet of instruction trace was sent: what comes next is complete.
 */
void trm_etrace_data_sync(struct trm_etrace_data *d);

/* The next access that qualifies. No packet for what the formats cannot report: atomics and CSRs
 * that cfg does not have, accesses wider than cfg.data_width, and a conditional store that failed
 * unless addresses alone are reported. */
void trm_etrace_data_take(struct trm_etrace_data *d, const struct ingress_access *access);

#ifdef __cplusplus
}
#endif

#endif
