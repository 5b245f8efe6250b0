/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Timestamp Unit, a part of a Trace Encoder or a Trace Funnel. All verbs take the component
 * that it is in (&encoder.c, &funnel.c), after that component's reset, which leaves the unit in
 * reset too.
 *
 * TCI 1.0, chapter "Timestamp Unit".
 */
#ifndef HARTRACE_RVT_TIMESTAMP_H
#define HARTRACE_RVT_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_component.h"

#ifdef __cplusplus
extern "C" {
#endif

/* trTsMode. 5..7 are the vendor's. */
enum rvt_ts_mode {
    RVT_TS_NONE = 0,
    RVT_TS_EXTERNAL = 1,
    RVT_TS_INTERNAL_SYSTEM = 2,
    RVT_TS_INTERNAL_CORE = 3,
    RVT_TS_SHARED = 4,
};

struct rvt_timestamp_caps {
    bool present;        /* trTsWidth is not 0; else all below is 0 */
    bool own_reset;      /* trTsActive can be 0; else it is a copy of the component's Active */
    uint8_t width;       /* trTsWidth: bits of a timestamp */
    uint8_t modes;       /* bit n: trTsMode n can be set */
    uint8_t prescales;   /* bit n: trTsPrescale n can be set (clock / 4^n); 0 unless one of the
                            internal modes can be */
    bool count;          /* trTsCount can be 1 and 0 */
    bool run_in_debug;   /* trTsRunInDebug can be 1 */
    bool enable;         /* trTsEnable can be 1 */
    uint8_t vendor_bits; /* those of bits 23:16 that can be 1 */
};

struct rvt_timestamp_cfg {
    uint8_t mode;      /* enum rvt_ts_mode, or 5..7 */
    uint8_t prescale;  /* trTsPrescale, 0..3: the clock is divided by 4^n */
    bool count;        /* trTsCount: the counter of an internal mode runs */
    bool run_in_debug; /* trTsRunInDebug */
    bool enable;       /* trTsEnable: timestamps in messages; encoders only */
    uint8_t vendor;    /* bits 23:16 */
    bool exact; /* refuse (RVT_ERR_UNSUPPORTED) when anything but the mode is granted differently;
                   another mode is always refused */
};

/*
 * Find what the unit can do, by writing each value with trTsCount and trTsEnable 0 where possible;
 * then put trTsControl back. The counter may be reset. Whether trTsActive is a copy takes up to
 * poll_limit reads.
 *
 * RVT_ERR_ARG: neither an encoder nor a funnel.
 * RVT_ERR_STATE: the component is not reset, or enabled.
 * RVT_ERR_TIMEOUT: trTsActive does not become 1.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_timestamp_discover(const struct rvt_component *c,
                                                      struct rvt_timestamp_caps *caps);

/*
 * Release the unit from reset (trTsActive = 1, which may be a copy that is 1 anyway), wait for it,
 * then set everything and read it back into *granted (may be NULL).
 *
 * RVT_ERR_ARG: neither an encoder nor a funnel, or a value does not fit its field.
 * RVT_ERR_STATE: the component is not reset, or enabled.
 * RVT_ERR_TIMEOUT: trTsActive does not become 1.
 * RVT_ERR_UNSUPPORTED: no unit (trTsWidth = 0), another mode, or cfg->exact and anything else
 *   differs.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_timestamp_configure(const struct rvt_component *c,
                                                       const struct rvt_timestamp_cfg *cfg,
                                                       struct rvt_timestamp_cfg *granted);

/* Put the counter of an internal mode to 0 (trTsReset); settings stay. RVT_ERR_ARG and
 * RVT_ERR_STATE (not reset; it may be enabled) as above. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_timestamp_reset_counter(const struct rvt_component *c);

/*
 * Read the counter: high, low, and high again until both reads of high agree.
 *
 * RVT_ERR_ARG: neither an encoder nor a funnel.
 * RVT_ERR_STATE: the component is not reset (it may be enabled).
 * RVT_ERR_TIMEOUT: they did not agree within poll_limit tries.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_timestamp_read(const struct rvt_component *c, uint64_t *value);

#ifdef __cplusplus
}
#endif

#endif
