/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An encoder as seen from downstream: what a flush or a request for synchronization does to it
 * (AMBA ATB: AFVALID, SYNCREQ, by way of the ATB bridge and the funnels).
 *
 * A request for synchronization makes the next branch message a synchronizing one with SYNC 2, as
 * the periodic counter does; ignored while nothing is traced. A flush is over when the messages
 * that were queued have left; events that wait for their target are not queued yet.
 */
#ifndef TRM_ENCODER_UPSTREAM_H
#define TRM_ENCODER_UPSTREAM_H

#include <stdint.h>

#include "trm/trm_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Private, but visible: the caller owns the memory. */
struct trm_encoder_upstream {
    struct trm_encoder *enc;
    uint64_t mark; /* messages sent when the flush is over */
};

/* Bind to an encoder. The result points to `up`, which must live as long. */
struct trm_upstream trm_encoder_upstream(struct trm_encoder_upstream *up, struct trm_encoder *enc);

#ifdef __cplusplus
}
#endif

#endif
