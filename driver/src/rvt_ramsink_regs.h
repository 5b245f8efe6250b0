/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink's pairs of Low and High registers, for the files of the RAM sink. */
#ifndef RVT_RAMSINK_REGS_H
#define RVT_RAMSINK_REGS_H

#include "hartrace/rvt_ramsink.h"

/* Settings in trRamControl: all of it but Active, Enable, Empty and reserved bits. */
#define RVT_RAMSINK_SETTINGS                                                                       \
    (TR_RAM_MODE_MASK | TR_RAM_STOP_ON_WRAP_MASK | TR_RAM_MEM_FORMAT_MASK | TR_RAM_ASYNC_FREQ_MASK)

/* Read or write a pair: the Low register is at `low`, the High register 4 bytes on. High is written
 * first. */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_read64(const struct rvt_ramsink *s, uint32_t low,
                                                  uint64_t *val);
RVT_MUST_CHECK enum rvt_status rvt_ramsink_write64(const struct rvt_ramsink *s, uint32_t low,
                                                   uint64_t val);

/* Write a pair, and read what was granted. */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_warl64(const struct rvt_ramsink *s, uint32_t low,
                                                  uint64_t want, uint64_t *got);

#endif
