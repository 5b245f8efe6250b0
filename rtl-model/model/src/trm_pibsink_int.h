/* SPDX-License-Identifier: Apache-2.0 */
/* Between the files of the PIB sink. */
#ifndef TRM_PIBSINK_INT_H
#define TRM_PIBSINK_INT_H

#include "pibsink_regs.h"
#include "trm/trm_pibsink.h"

/* The mode is new: the pins go to its idle level at the next tick. */
void trm_pibsink_restart(struct trm_pibsink *sink);

/* A field of trPibControl. */
static inline uint32_t trm_pibsink_mode(const struct trm_pibsink *sink)
{
    uint32_t control = trm_regfile_get(&sink->rf, TR_PIB_CONTROL_OFFSET);
    return (control & TR_PIB_MODE_MASK) >> TR_PIB_MODE_SHIFT;
}

static inline bool trm_pibsink_bit(const struct trm_pibsink *sink, uint32_t mask)
{
    return (trm_regfile_get(&sink->rf, TR_PIB_CONTROL_OFFSET) & mask) != 0;
}

/* Width of a beat in the parallel modes (8..12), 0 in the others. */
static inline uint32_t trm_pibsink_width(uint32_t mode)
{
    return mode >= TR_PIB_MODE_PARALLEL1 && mode <= TR_PIB_MODE_PARALLEL16
               ? UINT32_C(1) << (mode - TR_PIB_MODE_PARALLEL1)
               : 0;
}

#endif
