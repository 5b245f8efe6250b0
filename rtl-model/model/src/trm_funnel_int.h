/* SPDX-License-Identifier: Apache-2.0 */
/* Between the files of the funnel. */
#ifndef TRM_FUNNEL_INT_H
#define TRM_FUNNEL_INT_H

#include "funnel_regs.h"
#include "trm/trm_funnel.h"

/* Throw away what is queued. */
void trm_funnel_drop(struct trm_funnel *funnel);

/* Is input n switched off by trFunnelDisInput? */
static inline bool trm_funnel_is_off(const struct trm_funnel *funnel, unsigned input)
{
    return ((trm_regfile_get(&funnel->rf, TR_FUNNEL_DIS_INPUT_OFFSET) >> input) & 1u) != 0;
}

#endif
