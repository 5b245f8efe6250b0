/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Trace ATB Bridge: trace to an Arm ATB bus. Order of calls: init, reset, configure, enable ...
 * disable.
 *
 * TCI 1.0, chapters "Trace ATB Bridge", "Reset and Discovery", "Enabling and Disabling".
 */
#ifndef HARTRACE_RVT_ATBBRIDGE_H
#define HARTRACE_RVT_ATBBRIDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_component.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Trace source IDs that ATB allows. */
#define RVT_ATB_ID_MIN 0x01
#define RVT_ATB_ID_MAX 0x6F

struct rvt_atbbridge_cfg {
    uint8_t id;         /* trAtbBridgeID, RVT_ATB_ID_MIN..RVT_ATB_ID_MAX */
    uint8_t async_freq; /* trAtbBridgeAsyncFreq, 0..7; 0 = off */
    bool exact; /* refuse (RVT_ERR_UNSUPPORTED) when async_freq is granted differently; another ID
                   is always refused */
};

struct rvt_atbbridge_status {
    bool enabled; /* trAtbBridgeEnable */
    bool empty;   /* trAtbBridgeEmpty */
};

/* One bridge; private after rvt_atbbridge_init. */
struct rvt_atbbridge {
    struct rvt_component c; /* first: a pointer to it is a pointer to the bridge */
};

/* Fill in *b; no hardware access. RVT_ERR_ARG: as rvt_component_init. */
RVT_MUST_CHECK enum rvt_status rvt_atbbridge_init(struct rvt_atbbridge *b, const struct rvt_io *io,
                                                  uint64_t base);

/* rvt_component_reset, then trAtbBridgeID = 0 and trAtbBridgeAsyncFreq = 0. Returns as
 * rvt_component_reset. */
RVT_MUST_CHECK enum rvt_status rvt_atbbridge_reset(struct rvt_atbbridge *b);

/*
 * Find the values that trAtbBridgeAsyncFreq takes: bit n of *async_freqs. It is put back.
 *
 * RVT_ERR_STATE: not reset, or enabled.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_atbbridge_discover(const struct rvt_atbbridge *b,
                                                      uint8_t *async_freqs);

/*
 * Set ID and alignment, and read them back into *granted (may be NULL). The bridge stays disabled.
 *
 * RVT_ERR_ARG: an ID that ATB reserves (0x00, 0x70 and up), or async_freq above 7; no hardware was
 *   touched.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_DATA: trAtbBridgeID, which takes every value, reads back as another one.
 * RVT_ERR_UNSUPPORTED: cfg->exact and another async_freq; *granted is set, and the bridge cannot be
 *   enabled until configured again.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_atbbridge_configure(struct rvt_atbbridge *b,
                                                       const struct rvt_atbbridge_cfg *cfg,
                                                       struct rvt_atbbridge_cfg *granted);

/*
 * trAtbBridgeEnable = 1, and wait until it reads 1. Enabled already: RVT_OK, nothing is written.
 *
 * RVT_ERR_STATE: not configured; or somebody else has disabled or reset it.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_atbbridge_enable(struct rvt_atbbridge *b);

/*
 * trAtbBridgeEnable = 0, wait until it reads 0, then wait for trAtbBridgeEmpty = 1: all trace is on
 * ATB. May be called again.
 *
 * RVT_ERR_STATE: not reset.
 * RVT_ERR_TIMEOUT: a bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_atbbridge_disable(struct rvt_atbbridge *b);

/* Read the status bits. RVT_ERR_STATE: not reset. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_atbbridge_get_status(const struct rvt_atbbridge *b,
                                                        struct rvt_atbbridge_status *status);

#ifdef __cplusplus
}
#endif

#endif
