/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/ramsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_RAMSINK_REGS_H
#define REGMAP_GEN_RAMSINK_REGS_H

#include "common_regs.h"

/* trRamControl: RAM sink control. */
#define TR_RAM_CONTROL_OFFSET                             0x000u
#define TR_RAM_CONTROL_FIELDS                             0x0000771bu
#define TR_RAM_ACTIVE_MASK                                0x00000001u
#define TR_RAM_ACTIVE_SHIFT                               0
#define TR_RAM_ENABLE_MASK                                0x00000002u
#define TR_RAM_ENABLE_SHIFT                               1
#define TR_RAM_EMPTY_MASK                                 0x00000008u
#define TR_RAM_EMPTY_SHIFT                                3
#define TR_RAM_MODE_MASK                                  0x00000010u
#define TR_RAM_MODE_SHIFT                                 4
#define TR_RAM_MODE_SRAM                                  0u
#define TR_RAM_MODE_SMEM                                  1u
#define TR_RAM_STOP_ON_WRAP_MASK                          0x00000100u
#define TR_RAM_STOP_ON_WRAP_SHIFT                         8
#define TR_RAM_MEM_FORMAT_MASK                            0x00000600u
#define TR_RAM_MEM_FORMAT_SHIFT                           9
#define TR_RAM_MEM_FORMAT_BYTES                           0u
#define TR_RAM_MEM_FORMAT_CUSTOM                          3u
#define TR_RAM_ASYNC_FREQ_MASK                            0x00007000u
#define TR_RAM_ASYNC_FREQ_SHIFT                           12
#define TR_RAM_ASYNC_FREQ_OFF                             0u

/* trRamImpl: RAM sink version, type and modes. */
#define TR_RAM_IMPL_OFFSET                                0x004u
#define TR_RAM_IMPL_FIELDS                                0x00003fffu
#define TR_RAM_VER_MAJOR_MASK                             0x0000000fu
#define TR_RAM_VER_MAJOR_SHIFT                            0
#define TR_RAM_VER_MINOR_MASK                             0x000000f0u
#define TR_RAM_VER_MINOR_SHIFT                            4
#define TR_RAM_COMP_TYPE_MASK                             0x00000f00u
#define TR_RAM_COMP_TYPE_SHIFT                            8
#define TR_RAM_HAS_SRAM_MASK                              0x00001000u
#define TR_RAM_HAS_SRAM_SHIFT                             12
#define TR_RAM_HAS_SMEM_MASK                              0x00002000u
#define TR_RAM_HAS_SMEM_SHIFT                             13

/* trRamStartLow: Start of the buffer, lower half. */
#define TR_RAM_START_LOW_OFFSET                           0x010u
#define TR_RAM_START_LOW_FIELDS                           0xfffffffcu
#define TR_RAM_START_LOW_MASK                             0xfffffffcu
#define TR_RAM_START_LOW_SHIFT                            2

/* trRamStartHigh: Start of the buffer, upper half. */
#define TR_RAM_START_HIGH_OFFSET                          0x014u
#define TR_RAM_START_HIGH_FIELDS                          0xffffffffu
#define TR_RAM_START_HIGH_MASK                            0xffffffffu
#define TR_RAM_START_HIGH_SHIFT                           0

/* trRamLimitLow: Last word of the buffer, lower half. */
#define TR_RAM_LIMIT_LOW_OFFSET                           0x018u
#define TR_RAM_LIMIT_LOW_FIELDS                           0xfffffffcu
#define TR_RAM_LIMIT_LOW_MASK                             0xfffffffcu
#define TR_RAM_LIMIT_LOW_SHIFT                            2

/* trRamLimitHigh: Last word of the buffer, upper half. */
#define TR_RAM_LIMIT_HIGH_OFFSET                          0x01cu
#define TR_RAM_LIMIT_HIGH_FIELDS                          0xffffffffu
#define TR_RAM_LIMIT_HIGH_MASK                            0xffffffffu
#define TR_RAM_LIMIT_HIGH_SHIFT                           0

/* trRamWPLow: Write pointer, lower half, and the wrap flag. */
#define TR_RAM_WP_LOW_OFFSET                              0x020u
#define TR_RAM_WP_LOW_FIELDS                              0xfffffffdu
#define TR_RAM_WRAP_MASK                                  0x00000001u
#define TR_RAM_WRAP_SHIFT                                 0
#define TR_RAM_WP_LOW_MASK                                0xfffffffcu
#define TR_RAM_WP_LOW_SHIFT                               2

/* trRamWPHigh: Write pointer, upper half. */
#define TR_RAM_WP_HIGH_OFFSET                             0x024u
#define TR_RAM_WP_HIGH_FIELDS                             0xffffffffu
#define TR_RAM_WP_HIGH_MASK                               0xffffffffu
#define TR_RAM_WP_HIGH_SHIFT                              0

/* trRamRPLow: Read pointer, lower half. */
#define TR_RAM_RP_LOW_OFFSET                              0x028u
#define TR_RAM_RP_LOW_FIELDS                              0xfffffffcu
#define TR_RAM_RP_LOW_MASK                                0xfffffffcu
#define TR_RAM_RP_LOW_SHIFT                               2

/* trRamRPHigh: Read pointer, upper half. */
#define TR_RAM_RP_HIGH_OFFSET                             0x02cu
#define TR_RAM_RP_HIGH_FIELDS                             0xffffffffu
#define TR_RAM_RP_HIGH_MASK                               0xffffffffu
#define TR_RAM_RP_HIGH_SHIFT                              0

/* trRamData: Window on the trace memory. */
#define TR_RAM_DATA_OFFSET                                0x040u
#define TR_RAM_DATA_FIELDS                                0xffffffffu
#define TR_RAM_DATA_MASK                                  0xffffffffu
#define TR_RAM_DATA_SHIFT                                 0

/* trRamVendorStatus: hartrace: errors of the sink's bus port. */
#define TR_RAM_VENDOR_STATUS_OFFSET                       0xe00u
#define TR_RAM_VENDOR_STATUS_FIELDS                       0x00000001u
#define TR_RAM_BUS_ERROR_MASK                             0x00000001u
#define TR_RAM_BUS_ERROR_SHIFT                            0

#endif
