/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Trace PIB Sink: trace to pins. Order of calls: init, reset, configure, (start the probe,)
 * enable ... disable.
 *
 * TCI 1.0, chapters "Trace PIB Sink", "Reset and Discovery", "Enabling and Disabling".
 */
#ifndef HARTRACE_RVT_PIBSINK_H
#define HARTRACE_RVT_PIBSINK_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_component.h"

#ifdef __cplusplus
extern "C" {
#endif

/* trPibMode. */
enum rvt_pib_mode {
    RVT_PIB_OFF = 0,
    RVT_PIB_MANCHESTER = 4,
    RVT_PIB_UART = 5,
    RVT_PIB_PARALLEL1 = 8,
    RVT_PIB_PARALLEL2 = 9,
    RVT_PIB_PARALLEL4 = 10,
    RVT_PIB_PARALLEL8 = 11,
    RVT_PIB_PARALLEL16 = 12,
};

/* What a sink can do. Bit n of a mask of modes is trPibMode n. */
struct rvt_pibsink_caps {
    uint16_t modes;        /* can be set */
    uint16_t center_modes; /* parallel modes that take trPibClkCenter = 1 */
    uint16_t edge_modes;   /* parallel modes that take trPibClkCenter = 0 */
    uint16_t calib_modes;  /* modes that take trPibCalibrate = 1 */
    uint16_t divider_min;  /* what trPibDivider reads after 0 and all ones were written */
    uint16_t divider_max;
    uint8_t async_freqs; /* bit n: trPibAsyncFreq n can be set */
};

struct rvt_pibsink_cfg {
    enum rvt_pib_mode mode;
    uint16_t divider;   /* trPibDivider: the input clock is divided by this + 1 */
    bool clk_center;    /* trPibClkCenter; parallel modes only */
    bool calibrate;     /* trPibCalibrate: a pattern instead of trace */
    uint8_t async_freq; /* trPibAsyncFreq, 0..7; 0 = off */
    bool exact; /* refuse (RVT_ERR_UNSUPPORTED) when anything but the mode is granted differently;
                   another mode is always refused */
};

struct rvt_pibsink_status {
    bool enabled; /* trPibEnable */
    bool empty;   /* trPibEmpty */
};

/* One sink; private after rvt_pibsink_init. */
struct rvt_pibsink {
    struct rvt_component c; /* first: a pointer to it is a pointer to the sink */
    uint16_t reset_divider; /* trPibDivider after the last reset: the safe value of a system that
                               has one */
};

/* Fill in *s; no hardware access. RVT_ERR_ARG: as rvt_component_init. */
RVT_MUST_CHECK enum rvt_status rvt_pibsink_init(struct rvt_pibsink *s, const struct rvt_io *io,
                                                uint64_t base);

/*
 * rvt_component_reset, then 0 to every field of trPibControl but trPibActive and trPibDivider,
 * which keeps the value that it has after the reset (s->reset_divider). The mode is Off. Returns as
 * rvt_component_reset.
 */
RVT_MUST_CHECK enum rvt_status rvt_pibsink_reset(struct rvt_pibsink *s);

/*
 * Find what can be set, by writing each mode and each value, with the slowest clock and the sink
 * disabled; then put trPibControl back. The pins may take the idle levels of the modes meanwhile.
 *
 * RVT_ERR_STATE: not reset, or enabled.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_pibsink_discover(const struct rvt_pibsink *s,
                                                    struct rvt_pibsink_caps *caps);

/*
 * Set mode, divider, clock and calibration in one write, and read them back into *granted (may be
 * NULL). The pins are idle now and TRC_CLK runs: start the probe, then enable.
 *
 * RVT_ERR_ARG: a value does not fit its field, or clk_center in a mode that is not parallel.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_UNSUPPORTED: another mode, or cfg->exact and anything else differs; *granted is set, and
 *   the sink cannot be enabled until configured again.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_pibsink_configure(struct rvt_pibsink *s,
                                                     const struct rvt_pibsink_cfg *cfg,
                                                     struct rvt_pibsink_cfg *granted);

/*
 * trPibEnable = 1, and wait until it reads 1. Enabled already: RVT_OK, nothing is written.
 *
 * RVT_ERR_STATE: not configured; or somebody else has disabled or reset it.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_pibsink_enable(struct rvt_pibsink *s);

/*
 * trPibEnable = 0, wait until it reads 0, then wait for trPibEmpty = 1. May be called again.
 *
 * RVT_ERR_STATE: not reset.
 * RVT_ERR_TIMEOUT: a bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_pibsink_disable(struct rvt_pibsink *s);

/* Read the status bits. RVT_ERR_STATE: not reset. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_pibsink_get_status(const struct rvt_pibsink *s,
                                                      struct rvt_pibsink_status *status);

#ifdef __cplusplus
}
#endif

#endif
