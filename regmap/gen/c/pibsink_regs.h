/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/pibsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_PIBSINK_REGS_H
#define REGMAP_GEN_PIBSINK_REGS_H

#include "common_regs.h"

/* trPibControl: PIB sink control. */
#define TR_PIB_CONTROL_OFFSET                             0x000u
#define TR_PIB_CONTROL_FIELDS                             0xffff73fbu
#define TR_PIB_ACTIVE_MASK                                0x00000001u
#define TR_PIB_ACTIVE_SHIFT                               0
#define TR_PIB_ENABLE_MASK                                0x00000002u
#define TR_PIB_ENABLE_SHIFT                               1
#define TR_PIB_EMPTY_MASK                                 0x00000008u
#define TR_PIB_EMPTY_SHIFT                                3
#define TR_PIB_MODE_MASK                                  0x000000f0u
#define TR_PIB_MODE_SHIFT                                 4
#define TR_PIB_MODE_OFF                                   0u
#define TR_PIB_MODE_SWT_MANCHESTER                        4u
#define TR_PIB_MODE_SWT_UART                              5u
#define TR_PIB_MODE_PARALLEL1                             8u
#define TR_PIB_MODE_PARALLEL2                             9u
#define TR_PIB_MODE_PARALLEL4                             10u
#define TR_PIB_MODE_PARALLEL8                             11u
#define TR_PIB_MODE_PARALLEL16                            12u
#define TR_PIB_CLK_CENTER_MASK                            0x00000100u
#define TR_PIB_CLK_CENTER_SHIFT                           8
#define TR_PIB_CALIBRATE_MASK                             0x00000200u
#define TR_PIB_CALIBRATE_SHIFT                            9
#define TR_PIB_ASYNC_FREQ_MASK                            0x00007000u
#define TR_PIB_ASYNC_FREQ_SHIFT                           12
#define TR_PIB_ASYNC_FREQ_OFF                             0u
#define TR_PIB_DIVIDER_MASK                               0xffff0000u
#define TR_PIB_DIVIDER_SHIFT                              16

/* trPibImpl: PIB sink version and type. */
#define TR_PIB_IMPL_OFFSET                                0x004u
#define TR_PIB_IMPL_FIELDS                                0x00000fffu
#define TR_PIB_VER_MAJOR_MASK                             0x0000000fu
#define TR_PIB_VER_MAJOR_SHIFT                            0
#define TR_PIB_VER_MINOR_MASK                             0x000000f0u
#define TR_PIB_VER_MINOR_SHIFT                            4
#define TR_PIB_COMP_TYPE_MASK                             0x00000f00u
#define TR_PIB_COMP_TYPE_SHIFT                            8

#endif
