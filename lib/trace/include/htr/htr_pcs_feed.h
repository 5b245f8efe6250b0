/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Feeds a list of executed PCs and its code to an encoder, block after block, as a hart without
 * traps would have reported them (htr_blocks.h). Blocks that repeat are recognized by the text of
 * their lines.
 */
#ifndef HTR_PCS_FEED_H
#define HTR_PCS_FEED_H

#include "htr/htr_blocks.h"
#include "htr/htr_host.h"
#include "htr/htr_pcs.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the blocks: an encoder. A cycle is valid during the call, and has one block. */
struct htr_ingress_sink {
    void (*take)(void *ctx, const struct ingress_cycle *in);
    void *ctx;
};

/* Feed all of a list that was opened with htr_pcs_open_text and not read yet. blocks is fresh from
 * htr_blocks_init; it counts the instructions. All of it is in machine mode; time is the number of
 * instructions before. Progress (htr_host.h) counts bytes of the file as it is. Returns HTR_OK; or
 * after a message HTR_ERR_FORMAT (the list is empty), HTR_ERR_CONFLICT (a PC cannot follow in this
 * code), HTR_ERR_ARG (it is no text), HTR_ERR_MEMORY, or why the list cannot be read to its end. */
int htr_pcs_feed(struct htr_pcs *from, struct htr_blocks *blocks,
                 const struct htr_ingress_sink *to) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
