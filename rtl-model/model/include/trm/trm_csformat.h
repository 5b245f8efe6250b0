/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A CoreSight trace formatter: bytes of several ATB IDs in, frames of 16 bytes out.
 *
 * Source: Arm CoreSight Architecture Specification, chapter "Trace Formatter". Not a component of
 * TCI: it comes after the ATB bridge, so that Arm's tools can read the trace. ID 0 fills
 * incomplete frames; half-word synchronization is never sent.
 */
#ifndef TRM_CSFORMAT_H
#define TRM_CSFORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trm/trm_status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_CSFORMAT_FRAME = 16,
    TRM_CSFORMAT_FSYNC = 4, /* bytes of a frame synchronization: FF FF FF 7F */
};

struct trm_csformat_cfg {
    uint32_t fsync_frames;  /* frames from one frame synchronization to the next, the first before
                               the first frame; 0 = never. Default 0 */
    uint32_t repeat_frames; /* frames without a change after which the ID is repeated, for a reader
                               that starts in the middle; 0 = never. Default 10 */
    /* Takes n bytes: a frame (16), or a frame synchronization (4). */
    void (*write)(void *ctx, const uint8_t *bytes, size_t n);
    void *ctx;
};

void trm_csformat_cfg_init(struct trm_csformat_cfg *cfg);

/* Private, but visible: the caller owns the memory. */
struct trm_csformat {
    struct trm_csformat_cfg cfg;
    uint8_t frame[TRM_CSFORMAT_FRAME];
    uint8_t at;      /* next byte of frame[] to fill: even */
    uint8_t id;      /* of the last byte; 0 = none yet */
    uint8_t held;    /* a byte that waits for its neighbor, if holds */
    bool holds;      /* held has a byte */
    uint32_t frames; /* since the last frame synchronization */
    uint32_t same;   /* frames since the last ID */
};

/* Returns TRM_OK, or TRM_ERR_ARG without cfg->write. */
TRM_MUST_CHECK enum trm_status trm_csformat_init(struct trm_csformat *f,
                                                 const struct trm_csformat_cfg *cfg);

/* Put n bytes of one ID (1..0x6F, or a reserved one: it is passed on as it is). */
void trm_csformat_put(struct trm_csformat *f, uint8_t id, const uint8_t *bytes, size_t n);

/* Complete the frame with ID 0, when one has been begun. */
void trm_csformat_flush(struct trm_csformat *f);

/* Nothing waits for a frame to be completed. */
bool trm_csformat_empty(const struct trm_csformat *f);

#ifdef __cplusplus
}
#endif

#endif
