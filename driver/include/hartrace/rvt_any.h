/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The verbs that every trace component has, for code that has to do with any of them: init, reset,
 * enable, disable (TCI 1.0, chapter "Enabling and Disabling"). The component is the member `c` of
 * its whole structure, &encoder.c for example; what each verb does, and every status, is where the
 * verb of that type is: rvt_encoder.h, rvt_funnel.h, rvt_ramsink.h, rvt_pibsink.h, rvt_atbbridge.h.
 */
#ifndef HARTRACE_RVT_ANY_H
#define HARTRACE_RVT_ANY_H

#include "hartrace/rvt_component.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Initialize a component of that type. RVT_ERR_ARG also when there is no such type. */
RVT_MUST_CHECK enum rvt_status rvt_any_init(struct rvt_component *c, enum rvt_comp_type type,
                                            const struct rvt_io *io, uint64_t base);

/* Reset, enable and disable it. RVT_ERR_ARG also when it was not initialized. */
RVT_MUST_CHECK enum rvt_status rvt_any_reset(struct rvt_component *c);
RVT_MUST_CHECK enum rvt_status rvt_any_enable(struct rvt_component *c);
RVT_MUST_CHECK enum rvt_status rvt_any_disable(struct rvt_component *c);

#ifdef __cplusplus
}
#endif

#endif
