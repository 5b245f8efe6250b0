/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/atbbridge.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ATBBRIDGE_REGS_H
#define REGMAP_GEN_ATBBRIDGE_REGS_H

#include "common_regs.h"

/* trAtbBridgeControl: ATB bridge control. */
#define TR_ATB_BRIDGE_CONTROL_OFFSET                      0x000u
#define TR_ATB_BRIDGE_CONTROL_FIELDS                      0x00007f0bu
#define TR_ATB_BRIDGE_ACTIVE_MASK                         0x00000001u
#define TR_ATB_BRIDGE_ACTIVE_SHIFT                        0
#define TR_ATB_BRIDGE_ENABLE_MASK                         0x00000002u
#define TR_ATB_BRIDGE_ENABLE_SHIFT                        1
#define TR_ATB_BRIDGE_EMPTY_MASK                          0x00000008u
#define TR_ATB_BRIDGE_EMPTY_SHIFT                         3
#define TR_ATB_BRIDGE_ID_MASK                             0x00007f00u
#define TR_ATB_BRIDGE_ID_SHIFT                            8

/* trAtbBridgeImpl: ATB bridge version and type, and its alignment setting. */
#define TR_ATB_BRIDGE_IMPL_OFFSET                         0x004u
#define TR_ATB_BRIDGE_IMPL_FIELDS                         0x00007fffu
#define TR_ATB_BRIDGE_VER_MAJOR_MASK                      0x0000000fu
#define TR_ATB_BRIDGE_VER_MAJOR_SHIFT                     0
#define TR_ATB_BRIDGE_VER_MINOR_MASK                      0x000000f0u
#define TR_ATB_BRIDGE_VER_MINOR_SHIFT                     4
#define TR_ATB_BRIDGE_COMP_TYPE_MASK                      0x00000f00u
#define TR_ATB_BRIDGE_COMP_TYPE_SHIFT                     8
#define TR_ATB_BRIDGE_ASYNC_FREQ_MASK                     0x00007000u
#define TR_ATB_BRIDGE_ASYNC_FREQ_SHIFT                    12
#define TR_ATB_BRIDGE_ASYNC_FREQ_OFF                      0u

#endif
