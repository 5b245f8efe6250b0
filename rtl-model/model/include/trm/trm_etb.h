/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An ETB-like buffer: an ATB target, a formatter, and a circular memory. It has what the end of an
 * ATB tree needs (ready, flush, stop, read back), not the registers of Arm's component.
 */
#ifndef TRM_ETB_H
#define TRM_ETB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trm/trm_atbbridge.h"
#include "trm/trm_csformat.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trm_etb_cfg {
    uint8_t *memory;        /* of the caller */
    uint32_t bytes;         /* of memory: a multiple of 16, at least 16 */
    uint32_t fsync_frames;  /* as in trm_csformat_cfg; with any, oldest data need not begin on a
                               frame boundary. Default 0 */
    uint32_t repeat_frames; /* as in trm_csformat_cfg; default 10 */
};

void trm_etb_cfg_init(struct trm_etb_cfg *cfg);

/* Private, but visible: the caller owns the memory. It points into itself: do not copy it. */
struct trm_etb {
    struct trm_etb_cfg cfg;
    struct trm_csformat format;
    struct trm_atb_in pins;
    uint32_t wp;
    bool wrapped;
    bool capturing;
    uint64_t words;  /* transfers taken */
    uint64_t stored; /* bytes written to the memory since the start */
};

/* Start: not capturing. Returns TRM_OK or TRM_ERR_ARG. */
TRM_MUST_CHECK enum trm_status trm_etb_init(struct trm_etb *etb, const struct trm_etb_cfg *cfg);

/* Begin with an empty memory; ATREADY is 1 from now on. */
void trm_etb_start(struct trm_etb *etb);

/* Ask the initiators for a flush: AFVALID until AFREADY; then the frame is completed. */
void trm_etb_flush(struct trm_etb *etb);

/* Ask for synchronization: SYNCREQ for one clock. */
void trm_etb_sync(struct trm_etb *etb);

/* The flush is complete. */
bool trm_etb_flushed(const struct trm_etb *etb);

/* Complete the frame and stop; ATREADY stays 1 (as in ETB), what comes is thrown away, and
 * the sideband `stopped` says so, as before the start. */
void trm_etb_stop(struct trm_etb *etb);

/* What the target drives, from the last tick on. */
const struct trm_atb_in *trm_etb_pins(const struct trm_etb *etb);

/* A rising edge of ATCLK: `out` is what the initiator drove up to it. */
void trm_etb_tick(struct trm_etb *etb, const struct trm_atb_out *out);

/* Bytes of frames that were written since the start, overwritten ones too. */
uint64_t trm_etb_stored(const struct trm_etb *etb);

/* Copy at most n bytes, oldest first, to dst. Returns how many there are in all. */
uint32_t trm_etb_read(const struct trm_etb *etb, uint8_t *dst, uint32_t n);

#ifdef __cplusplus
}
#endif

#endif
