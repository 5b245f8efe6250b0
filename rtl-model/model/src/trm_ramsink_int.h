/* SPDX-License-Identifier: Apache-2.0 */
/* Between the two files of the RAM sink. */
#ifndef TRM_RAMSINK_INT_H
#define TRM_RAMSINK_INT_H

#include "ramsink_regs.h"
#include "trm/trm_ramsink.h"

/* trRamEnable went from 1 to 0: pad to a whole trace word with idle bytes and write it all. */
void trm_ramsink_flush(struct trm_ramsink *sink);

/* A pair of registers: an address without its lowest two bits. */
uint64_t trm_ramsink_pointer(const struct trm_ramsink *sink, uint32_t low);

/* System memory answered with an error: trRamBusError. */
void trm_ramsink_bus_error(struct trm_ramsink *sink);

/* trRamMode is SMEM. */
static inline bool trm_ramsink_smem(const struct trm_ramsink *sink)
{
    return (trm_regfile_get(&sink->rf, TR_RAM_CONTROL_OFFSET) & TR_RAM_MODE_MASK) != 0;
}

#endif
