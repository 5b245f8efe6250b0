/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Trace Encoder. Order of calls: init, reset, configure, enable, start ... stop, disable.
 *
 * TCI 1.0, chapters "Trace Encoder Control Interface", "Reset and Discovery", "Enabling and
 * Disabling".
 */
#ifndef HARTRACE_RVT_ENCODER_H
#define HARTRACE_RVT_ENCODER_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_component.h"
#include "regmap/encoder_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One encoder; private after rvt_encoder_init. */
struct rvt_encoder {
    struct rvt_component c;
    bool triggers;    /* trTeInstTrigEnable was granted: triggers may change trTeInstTracing at any
                         time */
    uint16_t src_id;  /* SRC of this encoder's messages, as granted */
    uint8_t src_bits; /* its width in bits; 0: messages have no SRC */
};

/* Settings, named after the fields of the specification. Also used to report what was granted. The
 * members come from the register map: uint8_t inst_mode, bool context ... uint8_t src_bits, each
 * with its field and meaning in regmap/encoder_settings.h. */
struct rvt_encoder_cfg {
    REGMAP_ENCODER_SETTINGS
    bool exact; /* refuse (RVT_ERR_UNSUPPORTED) when any field is granted differently */
};

struct rvt_encoder_status {
    bool enabled;           /* trTeEnable */
    bool tracing;           /* trTeInstTracing */
    bool empty;             /* trTeEmpty */
    bool stall_or_overflow; /* trTeInstStallOrOverflow; cleared by the hardware when the encoder is
                               enabled */
};

/* HTM, N-Trace format (of E-Trace set format and inst_mode, 7), no source field, no periodic synchronization, no option, not exact. */
void rvt_encoder_cfg_init(struct rvt_encoder_cfg *cfg);

/* The settings that these values of trTeControl and trTeInstFeatures mean; not exact. No hardware
 * access; bits that are no setting do not count. */
void rvt_encoder_cfg_from(struct rvt_encoder_cfg *cfg, uint32_t control, uint32_t features);

/* Fill in *e; no hardware access. RVT_ERR_ARG: as rvt_component_init. */
RVT_MUST_CHECK enum rvt_status rvt_encoder_init(struct rvt_encoder *e, const struct rvt_io *io,
                                                uint64_t base);

/*
 * rvt_component_reset, then the encoder's rows of the reset table: 0 to trTeInstFeatures,
 * trTeInstFilters, trTeDataFilters, the three trigger controls and trTsControl (the timestamp unit
 * stays in reset), and Control and trTeDataControl to 0 but for Active and the RW1C bits, which are
 * cleared. Filters and comparators are not touched: none is selected. Returns as
 * rvt_component_reset.
 */
RVT_MUST_CHECK enum rvt_status rvt_encoder_reset(struct rvt_encoder *e);

/*
 * rvt_component_attach, and what else the driver keeps: triggers and SRC, as the registers have
 * them. No write. Returns as rvt_component_attach.
 */
RVT_MUST_CHECK enum rvt_status rvt_encoder_attach(struct rvt_encoder *e);

/*
 * Write all settings, read them back into *granted (may be NULL). The encoder stays disabled.
 *
 * RVT_ERR_ARG: a value does not fit its field, src_bits > 12, or src_id does not fit src_bits
 *   (when that is not 0).
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_VERSION: cfg->format is N-Trace, and trTeProtocolMajor is not 1 (N-Trace 1.0, "N-Trace
 *   Specific Trace Controls": not compatible; any trTeProtocolMinor will do), or it is E-Trace, and
 *   trTeProtocolMajor is not 0 (Efficient Trace 2.0, Encoder Control). At most trTeFormat was
 *   written.
 * RVT_ERR_UNSUPPORTED: trTeFormat does not take cfg->format (exact or not); or cfg->exact and something was granted differently; *granted is set, and the
 *   encoder cannot be enabled until configured again.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_encoder_configure(struct rvt_encoder *e,
                                                     const struct rvt_encoder_cfg *cfg,
                                                     struct rvt_encoder_cfg *granted);

/*
 * trTeEnable = 1, and wait until it reads 1; trTeInstTracing = 0. Enabled already: RVT_OK,
 * trTeInstTracing as it was.
 *
 * RVT_ERR_STATE: not configured; or somebody else has disabled or reset it.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_encoder_enable(struct rvt_encoder *e);

/*
 * trTeInstTracing = 1 or 0, and wait until it reads so (no wait when triggers may change it). When
 * trTeEnable reads 0, because somebody else has cleared it, nothing is written: a stop is RVT_OK
 * then, a start RVT_ERR_STATE.
 *
 * RVT_ERR_STATE: not enabled.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_encoder_start(struct rvt_encoder *e);
RVT_MUST_CHECK enum rvt_status rvt_encoder_stop(struct rvt_encoder *e);

/*
 * trTeEnable = 0 (and trTeInstTracing = 0), wait until it reads 0, then wait for trTeEmpty = 1: all
 * trace has left the encoder. May be called again.
 *
 * RVT_ERR_STATE: not reset.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_encoder_disable(struct rvt_encoder *e);

/* Read the status bits of trTeControl. RVT_ERR_STATE: not reset. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_encoder_get_status(const struct rvt_encoder *e,
                                                      struct rvt_encoder_status *status);

#ifdef __cplusplus
}
#endif

#endif
