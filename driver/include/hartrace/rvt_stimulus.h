/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus ports of a hartrace encoder: stores that become DataAcquisition messages of the trace.
 *
 * The standard has no such registers; these are in its range for implementations, from 0xE00 on
 * (TCI 1.0, chapter "Trace Component Register Map"). docs/reference/stimulus.md has the rules.
 * All functions may be called while the encoder is enabled.
 */
#ifndef HARTRACE_RVT_STIMULUS_H
#define HARTRACE_RVT_STIMULUS_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Set by rvt_stimulus_discover, then private but for ports and tag_bits. */
struct rvt_stimulus {
    const struct rvt_component *c;
    uint8_t ports;    /* 0 .. ports - 1; 32 in version 1 */
    uint8_t tag_bits; /* width of IDTAG in messages; 0: variable length. A decoder needs it */
};

struct rvt_stimulus_cfg {
    uint32_t mask;   /* bit n: port n is enabled */
    bool timestamps; /* messages carry TSTAMP, when the encoder's timestamps are enabled */
    bool wait;       /* no room for a message: the store waits; else it is dropped */
};

/*
 * Find the ports of an encoder that was reset or attached; *s refers to e from then on. Reads the
 * registers at 0xE00 and 0xE04, where encoders of other makers may have something else: call it
 * only where a read of these offsets is known to have no effect.
 *
 * RVT_ERR_STATE: neither reset nor attached.
 * RVT_ERR_UNSUPPORTED: no ports.
 * RVT_ERR_VERSION: a version other than 1.
 * RVT_ERR_DATA: no port, more than 32, or a width of IDTAG that cannot be.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_stimulus_discover(struct rvt_stimulus *s,
                                                     const struct rvt_encoder *e);

/*
 * Set mask and options, and enable; or disable. A store becomes a message only while the encoder is
 * enabled, too. A reset of the encoder disables.
 *
 * RVT_ERR_ARG: mask names a port that is not there.
 * RVT_ERR_UNSUPPORTED: not granted; the ports are disabled then.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_stimulus_enable(const struct rvt_stimulus *s,
                                                   const struct rvt_stimulus_cfg *cfg);
RVT_MUST_CHECK enum rvt_status rvt_stimulus_disable(const struct rvt_stimulus *s);

/* Store `bytes` = 1, 2 or 4 low bytes of value to a port.
 * RVT_ERR_ARG: no such port or size. RVT_ERR_UNSUPPORTED: 1 or 2 bytes, and the access port writes
 * words only. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_stimulus_put(const struct rvt_stimulus *s, unsigned port,
                                                unsigned bytes, uint32_t value);

/* The physical address of a port, below s->ports: for software that stores by itself. That of port
 * n is 4 * n beyond that of port 0. No hardware access. */
uint64_t rvt_stimulus_address(const struct rvt_stimulus *s, unsigned port);

/* Was a message dropped since the last call, or the reset? Clears the bit. The port's error. */
RVT_MUST_CHECK enum rvt_status rvt_stimulus_take_dropped(const struct rvt_stimulus *s,
                                                         bool *dropped);

#ifdef __cplusplus
}
#endif

#endif
