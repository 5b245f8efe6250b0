/* SPDX-License-Identifier: Apache-2.0 */
/* When the hart is stalled (TCI 1.0, trTeInstStallEna, trTeDataStallEna). */
#include "trm_encoder_int.h"

void trm_encoder_stall(struct trm_encoder *enc)
{
    enc->stats.stalls++;
    if (enc->tracing && enc->data.on && enc->data.stall_ena) {
        trm_encoder_data_stalls(enc);
    }
    if (enc->tracing && enc->stall_ena) {
        trm_encoder_set_stall_or_overflow(enc);
    }
}

/* A stalling encoder takes a record only when the queue has its reserve left. */
bool trm_encoder_stalls(struct trm_encoder *enc)
{
    if (enc->cfg.link_bytes == 0) {
        trm_encoder_fifo_drain(enc, UINT32_MAX);
    }
    if (!trm_encoder_stalling(enc) || !enc->tracing || !trm_encoder_fifo_tight(enc)) {
        return false;
    }
    trm_encoder_stall(enc);
    return true;
}
