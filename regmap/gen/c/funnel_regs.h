/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/funnel.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_FUNNEL_REGS_H
#define REGMAP_GEN_FUNNEL_REGS_H

#include "common_regs.h"
#include "timestamp_regs.h"

/* trFunnelControl: Funnel control. */
#define TR_FUNNEL_CONTROL_OFFSET                          0x000u
#define TR_FUNNEL_CONTROL_FIELDS                          0x0000000bu
#define TR_FUNNEL_ACTIVE_MASK                             0x00000001u
#define TR_FUNNEL_ACTIVE_SHIFT                            0
#define TR_FUNNEL_ENABLE_MASK                             0x00000002u
#define TR_FUNNEL_ENABLE_SHIFT                            1
#define TR_FUNNEL_EMPTY_MASK                              0x00000008u
#define TR_FUNNEL_EMPTY_SHIFT                             3

/* trFunnelImpl: Funnel version and type. */
#define TR_FUNNEL_IMPL_OFFSET                             0x004u
#define TR_FUNNEL_IMPL_FIELDS                             0x00000fffu
#define TR_FUNNEL_VER_MAJOR_MASK                          0x0000000fu
#define TR_FUNNEL_VER_MAJOR_SHIFT                         0
#define TR_FUNNEL_VER_MINOR_MASK                          0x000000f0u
#define TR_FUNNEL_VER_MINOR_SHIFT                         4
#define TR_FUNNEL_COMP_TYPE_MASK                          0x00000f00u
#define TR_FUNNEL_COMP_TYPE_SHIFT                         8

/* trFunnelDisInput: Inputs to switch off. */
#define TR_FUNNEL_DIS_INPUT_OFFSET                        0x008u
#define TR_FUNNEL_DIS_INPUT_FIELDS                        0x0000ffffu
#define TR_FUNNEL_DIS_INPUT_MASK                          0x0000ffffu
#define TR_FUNNEL_DIS_INPUT_SHIFT                         0

/* trFunnelVendorStatus: hartrace: what the funnel has lost. */
#define TR_FUNNEL_VENDOR_STATUS_OFFSET                    0xe00u
#define TR_FUNNEL_VENDOR_STATUS_FIELDS                    0x00000001u
#define TR_FUNNEL_LOSS_MASK                               0x00000001u
#define TR_FUNNEL_LOSS_SHIFT                              0

#endif
