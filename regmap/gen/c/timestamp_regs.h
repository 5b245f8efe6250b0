/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/timestamp.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_TIMESTAMP_REGS_H
#define REGMAP_GEN_TIMESTAMP_REGS_H

/* trTsControl: Timestamp control. */
#define TR_TS_CONTROL_OFFSET                              0x040u
#define TR_TS_CONTROL_FIELDS                              0x3fff837fu
#define TR_TS_ACTIVE_MASK                                 0x00000001u
#define TR_TS_ACTIVE_SHIFT                                0
#define TR_TS_COUNT_MASK                                  0x00000002u
#define TR_TS_COUNT_SHIFT                                 1
#define TR_TS_RESET_MASK                                  0x00000004u
#define TR_TS_RESET_SHIFT                                 2
#define TR_TS_RUN_IN_DEBUG_MASK                           0x00000008u
#define TR_TS_RUN_IN_DEBUG_SHIFT                          3
#define TR_TS_MODE_MASK                                   0x00000070u
#define TR_TS_MODE_SHIFT                                  4
#define TR_TS_MODE_NONE                                   0u
#define TR_TS_MODE_EXTERNAL                               1u
#define TR_TS_MODE_INTERNAL_SYSTEM                        2u
#define TR_TS_MODE_INTERNAL_CORE                          3u
#define TR_TS_MODE_SHARED                                 4u
#define TR_TS_MODE_VENDOR5                                5u
#define TR_TS_MODE_VENDOR6                                6u
#define TR_TS_MODE_VENDOR7                                7u
#define TR_TS_PRESCALE_MASK                               0x00000300u
#define TR_TS_PRESCALE_SHIFT                              8
#define TR_TS_PRESCALE_DIV1                               0u
#define TR_TS_PRESCALE_DIV4                               1u
#define TR_TS_PRESCALE_DIV16                              2u
#define TR_TS_PRESCALE_DIV64                              3u
#define TR_TS_ENABLE_MASK                                 0x00008000u
#define TR_TS_ENABLE_SHIFT                                15
#define TR_TS_VENDOR_MASK                                 0x00ff0000u
#define TR_TS_VENDOR_SHIFT                                16
#define TR_TS_WIDTH_MASK                                  0x3f000000u
#define TR_TS_WIDTH_SHIFT                                 24

/* trTsCounterLow: Timestamp counter, lower half. */
#define TR_TS_COUNTER_LOW_OFFSET                          0x048u
#define TR_TS_COUNTER_LOW_FIELDS                          0xffffffffu
#define TR_TS_COUNTER_LOW_MASK                            0xffffffffu
#define TR_TS_COUNTER_LOW_SHIFT                           0

/* trTsCounterHigh: Timestamp counter, upper half. */
#define TR_TS_COUNTER_HIGH_OFFSET                         0x04cu
#define TR_TS_COUNTER_HIGH_FIELDS                         0xffffffffu
#define TR_TS_COUNTER_HIGH_MASK                           0xffffffffu
#define TR_TS_COUNTER_HIGH_SHIFT                          0

#endif
