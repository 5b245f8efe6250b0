/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the driver share and no user needs. */
#ifndef RVT_INTERNAL_H
#define RVT_INTERNAL_H

#include "hartrace/rvt_component.h"

/* Go on with the next step, or return the error. */
#define RVT_TRY(call)                                                                              \
    do {                                                                                           \
        enum rvt_status rvt_try_status = (call);                                                   \
        if (rvt_try_status != RVT_OK) {                                                            \
            return rvt_try_status;                                                                 \
        }                                                                                          \
    } while (0)

/*
 * Read Control for an enable. RVT_ERR_STATE, nothing written: Active = 0 (somebody else reset the
 * component), or the component was enabled and has disabled itself (it must be disabled properly
 * first).
 */
RVT_MUST_CHECK enum rvt_status rvt_control_for_enable(struct rvt_component *c, uint32_t *control);

/*
 * Write Active, Enable and the bits `settings` to Control, wait for Enable = 1. RVT_ERR_TIMEOUT.
 * The state is RVT_STATE_ENABLED also after an error, for the write may have arrived.
 */
RVT_MUST_CHECK enum rvt_status rvt_control_enable(struct rvt_component *c, uint32_t settings);

/*
 * Enable a component, whose settings in Control are the bits of mask `settings`, unless it is
 * enabled already. Returns as rvt_control_for_enable and rvt_control_enable.
 */
RVT_MUST_CHECK enum rvt_status rvt_control_enable_once(struct rvt_component *c, uint32_t settings);

/* RVT_ERR_STATE unless the component is reset or configured, and not enabled. No hardware access.
 */
RVT_MUST_CHECK enum rvt_status rvt_check_disabled(const struct rvt_component *c);

/*
 * Find the values 0..15 that a WARL field takes: bit n of *values is set if n was read back. The
 * other bits of the register are written as `base`; the last value tried is left in the field.
 */
RVT_MUST_CHECK enum rvt_status rvt_try_values(const struct rvt_component *c, uint32_t offset,
                                              uint32_t mask, unsigned shift, uint32_t base,
                                              uint32_t *values);

/*
 * Read Control, write it with nothing but Active and the bits of mask `keep`, wait for Enable = 0,
 * then for Empty = 1 ("Enabling and Disabling"). With Active = 0 there is nothing to do.
 * RVT_ERR_STATE: not reset. RVT_ERR_TIMEOUT.
 */
RVT_MUST_CHECK enum rvt_status rvt_control_disable(struct rvt_component *c, uint32_t keep);

#endif
