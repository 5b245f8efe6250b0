/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Trace Funnel. Order of calls: init, reset, configure, enable ... disable.
 *
 * TCI 1.0, chapters "Trace Funnel", "Reset and Discovery", "Enabling and Disabling".
 */
#ifndef HARTRACE_RVT_FUNNEL_H
#define HARTRACE_RVT_FUNNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_component.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs that trFunnelDisInput has bits for. */
#define RVT_FUNNEL_INPUTS 16

/* One funnel; private after rvt_funnel_init. */
struct rvt_funnel {
    struct rvt_component c; /* first: a pointer to it is a pointer to the funnel */
};

struct rvt_funnel_cfg {
    uint16_t dis_inputs; /* trFunnelDisInput: bit n = 1 switches input n off */
    bool exact;          /* refuse (RVT_ERR_UNSUPPORTED) when granted differently */
};

struct rvt_funnel_status {
    bool enabled; /* trFunnelEnable */
    bool empty;   /* trFunnelEmpty */
};

/* Fill in *f; no hardware access. RVT_ERR_ARG: as rvt_component_init. */
RVT_MUST_CHECK enum rvt_status rvt_funnel_init(struct rvt_funnel *f, const struct rvt_io *io,
                                               uint64_t base);

/* rvt_component_reset, then the funnel's rows of the reset table: trFunnelDisInput = 0 (all inputs
 * on) and trTsControl = 0. Returns as rvt_component_reset. */
RVT_MUST_CHECK enum rvt_status rvt_funnel_reset(struct rvt_funnel *f);

/*
 * Find the inputs that can be switched off, by writing 0xFFFF to trFunnelDisInput, which is then
 * put back. 0: the register is not there, all inputs are on always.
 *
 * RVT_ERR_STATE: not reset, or enabled.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_funnel_discover(const struct rvt_funnel *f,
                                                   uint16_t *switchable);

/*
 * Switch inputs off and all others on; *granted (may be NULL) is what is off now. The funnel stays
 * disabled.
 *
 * RVT_ERR_ARG: cfg is NULL.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_UNSUPPORTED: cfg->exact and another set of inputs is off; *granted is set, and the funnel
 *   cannot be enabled until configured again.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status
rvt_funnel_configure(struct rvt_funnel *f, const struct rvt_funnel_cfg *cfg, uint16_t *granted);

/*
 * trFunnelEnable = 1, and wait until it reads 1. Enabled already: RVT_OK, nothing is written.
 *
 * RVT_ERR_STATE: not configured; or somebody else has disabled or reset it.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_funnel_enable(struct rvt_funnel *f);

/*
 * trFunnelEnable = 0, wait until it reads 0, then wait for trFunnelEmpty = 1. May be called again.
 *
 * RVT_ERR_STATE: not reset.
 * RVT_ERR_TIMEOUT: a bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_funnel_disable(struct rvt_funnel *f);

/* Read the status bits. RVT_ERR_STATE: not reset. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_funnel_get_status(const struct rvt_funnel *f,
                                                     struct rvt_funnel_status *status);

#ifdef __cplusplus
}
#endif

#endif
