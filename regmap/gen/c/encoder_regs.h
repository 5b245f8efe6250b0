/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/encoder.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ENCODER_REGS_H
#define REGMAP_GEN_ENCODER_REGS_H

#include "common_regs.h"
#include "timestamp_regs.h"

/* trTeControl: Encoder control. */
#define TR_TE_CONTROL_OFFSET                              0x000u
#define TR_TE_CONTROL_FIELDS                              0x07f3ba7fu
#define TR_TE_ACTIVE_MASK                                 0x00000001u
#define TR_TE_ACTIVE_SHIFT                                0
#define TR_TE_ENABLE_MASK                                 0x00000002u
#define TR_TE_ENABLE_SHIFT                                1
#define TR_TE_INST_TRACING_MASK                           0x00000004u
#define TR_TE_INST_TRACING_SHIFT                          2
#define TR_TE_EMPTY_MASK                                  0x00000008u
#define TR_TE_EMPTY_SHIFT                                 3
#define TR_TE_INST_MODE_MASK                              0x00000070u
#define TR_TE_INST_MODE_SHIFT                             4
#define TR_TE_INST_MODE_OFF                               0u
#define TR_TE_INST_MODE_PROTOCOL1                         1u
#define TR_TE_INST_MODE_PROTOCOL2                         2u
#define TR_TE_INST_MODE_BTM                               3u
#define TR_TE_INST_MODE_PROTOCOL4                         4u
#define TR_TE_INST_MODE_PROTOCOL5                         5u
#define TR_TE_INST_MODE_HTM                               6u
#define TR_TE_INST_MODE_VENDOR                            7u
#define TR_TE_CONTEXT_MASK                                0x00000200u
#define TR_TE_CONTEXT_SHIFT                               9
#define TR_TE_INST_TRIG_ENABLE_MASK                       0x00000800u
#define TR_TE_INST_TRIG_ENABLE_SHIFT                      11
#define TR_TE_INST_STALL_OR_OVERFLOW_MASK                 0x00001000u
#define TR_TE_INST_STALL_OR_OVERFLOW_SHIFT                12
#define TR_TE_INST_STALL_ENA_MASK                         0x00002000u
#define TR_TE_INST_STALL_ENA_SHIFT                        13
#define TR_TE_INHIBIT_SRC_MASK                            0x00008000u
#define TR_TE_INHIBIT_SRC_SHIFT                           15
#define TR_TE_INST_SYNC_MODE_MASK                         0x00030000u
#define TR_TE_INST_SYNC_MODE_SHIFT                        16
#define TR_TE_INST_SYNC_MODE_OFF                          0u
#define TR_TE_INST_SYNC_MODE_MESSAGES                     1u
#define TR_TE_INST_SYNC_MODE_CYCLES                       2u
#define TR_TE_INST_SYNC_MODE_HALFWORDS                    3u
#define TR_TE_INST_SYNC_MAX_MASK                          0x00f00000u
#define TR_TE_INST_SYNC_MAX_SHIFT                         20
#define TR_TE_FORMAT_MASK                                 0x07000000u
#define TR_TE_FORMAT_SHIFT                                24
#define TR_TE_FORMAT_ETRACE                               0u
#define TR_TE_FORMAT_NTRACE                               1u
#define TR_TE_FORMAT_VENDOR                               7u

/* trTeImpl: Encoder version, type and protocol version. */
#define TR_TE_IMPL_OFFSET                                 0x004u
#define TR_TE_IMPL_FIELDS                                 0x00ff0fffu
#define TR_TE_VER_MAJOR_MASK                              0x0000000fu
#define TR_TE_VER_MAJOR_SHIFT                             0
#define TR_TE_VER_MINOR_MASK                              0x000000f0u
#define TR_TE_VER_MINOR_SHIFT                             4
#define TR_TE_COMP_TYPE_MASK                              0x00000f00u
#define TR_TE_COMP_TYPE_SHIFT                             8
#define TR_TE_PROTOCOL_MAJOR_MASK                         0x000f0000u
#define TR_TE_PROTOCOL_MAJOR_SHIFT                        16
#define TR_TE_PROTOCOL_MINOR_MASK                         0x00f00000u
#define TR_TE_PROTOCOL_MINOR_SHIFT                        20

/* trTeInstFeatures: Optional parts of instruction trace, and the source identifier. */
#define TR_TE_INST_FEATURES_OFFSET                        0x008u
#define TR_TE_INST_FEATURES_FIELDS                        0xffff07ffu
#define TR_TE_INST_NO_ADDR_DIFF_MASK                      0x00000001u
#define TR_TE_INST_NO_ADDR_DIFF_SHIFT                     0
#define TR_TE_INST_NO_TRAP_ADDR_MASK                      0x00000002u
#define TR_TE_INST_NO_TRAP_ADDR_SHIFT                     1
#define TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK                0x00000004u
#define TR_TE_INST_EN_SEQUENTIAL_JUMP_SHIFT               2
#define TR_TE_INST_EN_IMPLICIT_RETURN_MASK                0x00000008u
#define TR_TE_INST_EN_IMPLICIT_RETURN_SHIFT               3
#define TR_TE_INST_EN_BRANCH_PREDICTION_MASK              0x00000010u
#define TR_TE_INST_EN_BRANCH_PREDICTION_SHIFT             4
#define TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK              0x00000020u
#define TR_TE_INST_EN_JUMP_TARGET_CACHE_SHIFT             5
#define TR_TE_INST_IMPLICIT_RETURN_MODE_MASK              0x000000c0u
#define TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT             6
#define TR_TE_INST_IMPLICIT_RETURN_MODE_NONE              0u
#define TR_TE_INST_IMPLICIT_RETURN_MODE_LEVEL             1u
#define TR_TE_INST_IMPLICIT_RETURN_MODE_PARTIAL           2u
#define TR_TE_INST_IMPLICIT_RETURN_MODE_FULL              3u
#define TR_TE_INST_EN_REPEATED_HISTORY_MASK               0x00000100u
#define TR_TE_INST_EN_REPEATED_HISTORY_SHIFT              8
#define TR_TE_INST_EN_ALL_JUMPS_MASK                      0x00000200u
#define TR_TE_INST_EN_ALL_JUMPS_SHIFT                     9
#define TR_TE_INST_EXTEND_ADDR_MSB_MASK                   0x00000400u
#define TR_TE_INST_EXTEND_ADDR_MSB_SHIFT                  10
#define TR_TE_SRC_ID_MASK                                 0x0fff0000u
#define TR_TE_SRC_ID_SHIFT                                16
#define TR_TE_SRC_BITS_MASK                               0xf0000000u
#define TR_TE_SRC_BITS_SHIFT                              28

/* trTeInstFilters: Filters of instruction trace. */
#define TR_TE_INST_FILTERS_OFFSET                         0x00cu
#define TR_TE_INST_FILTERS_FIELDS                         0x0000ffffu
#define TR_TE_INST_FILTERS_MASK                           0x0000ffffu
#define TR_TE_INST_FILTERS_SHIFT                          0

/* trTeDataControl: Data trace control. */
#define TR_TE_DATA_CONTROL_OFFSET                         0x010u
#define TR_TE_DATA_CONTROL_FIELDS                         0x000f007fu
#define TR_TE_DATA_IMPLEMENTED_MASK                       0x00000001u
#define TR_TE_DATA_IMPLEMENTED_SHIFT                      0
#define TR_TE_DATA_TRACING_MASK                           0x00000002u
#define TR_TE_DATA_TRACING_SHIFT                          1
#define TR_TE_DATA_TRIG_ENABLE_MASK                       0x00000004u
#define TR_TE_DATA_TRIG_ENABLE_SHIFT                      2
#define TR_TE_DATA_STALL_OR_OVERFLOW_MASK                 0x00000008u
#define TR_TE_DATA_STALL_OR_OVERFLOW_SHIFT                3
#define TR_TE_DATA_STALL_ENA_MASK                         0x00000010u
#define TR_TE_DATA_STALL_ENA_SHIFT                        4
#define TR_TE_DATA_DROP_MASK                              0x00000020u
#define TR_TE_DATA_DROP_SHIFT                             5
#define TR_TE_DATA_DROP_ENA_MASK                          0x00000040u
#define TR_TE_DATA_DROP_ENA_SHIFT                         6
#define TR_TE_DATA_NO_VALUE_MASK                          0x00010000u
#define TR_TE_DATA_NO_VALUE_SHIFT                         16
#define TR_TE_DATA_NO_ADDR_MASK                           0x00020000u
#define TR_TE_DATA_NO_ADDR_SHIFT                          17
#define TR_TE_DATA_ADDR_COMPRESS_MASK                     0x000c0000u
#define TR_TE_DATA_ADDR_COMPRESS_SHIFT                    18
#define TR_TE_DATA_ADDR_COMPRESS_FULL                     0u
#define TR_TE_DATA_ADDR_COMPRESS_XOR                      1u
#define TR_TE_DATA_ADDR_COMPRESS_DIFFERENTIAL             2u
#define TR_TE_DATA_ADDR_COMPRESS_PROTOCOL                 3u

/* trTeDataFilters: Filters of data trace. */
#define TR_TE_DATA_FILTERS_OFFSET                         0x01cu
#define TR_TE_DATA_FILTERS_FIELDS                         0x0000ffffu
#define TR_TE_DATA_FILTERS_MASK                           0x0000ffffu
#define TR_TE_DATA_FILTERS_SHIFT                          0

/* trTeTrigDbgControl: Debug trigger control. */
#define TR_TE_TRIG_DBG_CONTROL_OFFSET                     0x050u
#define TR_TE_TRIG_DBG_CONTROL_FIELDS                     0xffffffffu
#define TR_TE_TRIG_DBG_CONTROL_MASK                       0xffffffffu
#define TR_TE_TRIG_DBG_CONTROL_SHIFT                      0

/* trTeTrigExtInControl: Actions of the external trigger inputs. */
#define TR_TE_TRIG_EXT_IN_CONTROL_OFFSET                  0x054u
#define TR_TE_TRIG_EXT_IN_CONTROL_FIELDS                  0xffffffffu
#define TR_TE_TRIG_EXT_IN_ACTION0_MASK                    0x0000000fu
#define TR_TE_TRIG_EXT_IN_ACTION0_SHIFT                   0
#define TR_TE_TRIG_EXT_IN_ACTION0_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION0_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION0_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY            4u
#define TR_TE_TRIG_EXT_IN_ACTION1_MASK                    0x000000f0u
#define TR_TE_TRIG_EXT_IN_ACTION1_SHIFT                   4
#define TR_TE_TRIG_EXT_IN_ACTION1_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION1_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION1_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION1_TRACE_NOTIFY            4u
#define TR_TE_TRIG_EXT_IN_ACTION2_MASK                    0x00000f00u
#define TR_TE_TRIG_EXT_IN_ACTION2_SHIFT                   8
#define TR_TE_TRIG_EXT_IN_ACTION2_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION2_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION2_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION2_TRACE_NOTIFY            4u
#define TR_TE_TRIG_EXT_IN_ACTION3_MASK                    0x0000f000u
#define TR_TE_TRIG_EXT_IN_ACTION3_SHIFT                   12
#define TR_TE_TRIG_EXT_IN_ACTION3_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION3_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION3_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION3_TRACE_NOTIFY            4u
#define TR_TE_TRIG_EXT_IN_ACTION4_MASK                    0x000f0000u
#define TR_TE_TRIG_EXT_IN_ACTION4_SHIFT                   16
#define TR_TE_TRIG_EXT_IN_ACTION4_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION4_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION4_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION4_TRACE_NOTIFY            4u
#define TR_TE_TRIG_EXT_IN_ACTION5_MASK                    0x00f00000u
#define TR_TE_TRIG_EXT_IN_ACTION5_SHIFT                   20
#define TR_TE_TRIG_EXT_IN_ACTION5_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION5_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION5_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION5_TRACE_NOTIFY            4u
#define TR_TE_TRIG_EXT_IN_ACTION6_MASK                    0x0f000000u
#define TR_TE_TRIG_EXT_IN_ACTION6_SHIFT                   24
#define TR_TE_TRIG_EXT_IN_ACTION6_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION6_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION6_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION6_TRACE_NOTIFY            4u
#define TR_TE_TRIG_EXT_IN_ACTION7_MASK                    0xf0000000u
#define TR_TE_TRIG_EXT_IN_ACTION7_SHIFT                   28
#define TR_TE_TRIG_EXT_IN_ACTION7_NONE                    0u
#define TR_TE_TRIG_EXT_IN_ACTION7_TRACE_ON                2u
#define TR_TE_TRIG_EXT_IN_ACTION7_TRACE_OFF               3u
#define TR_TE_TRIG_EXT_IN_ACTION7_TRACE_NOTIFY            4u

/* trTeTrigExtOutControl: Events of the external trigger outputs. */
#define TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET                 0x058u
#define TR_TE_TRIG_EXT_OUT_CONTROL_FIELDS                 0xffffffffu
#define TR_TE_TRIG_EXT_OUT_EVENT0_MASK                    0x0000000fu
#define TR_TE_TRIG_EXT_OUT_EVENT0_SHIFT                   0
#define TR_TE_TRIG_EXT_OUT_EVENT0_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT0_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT0_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT0_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT0_VENDOR3                 8u
#define TR_TE_TRIG_EXT_OUT_EVENT1_MASK                    0x000000f0u
#define TR_TE_TRIG_EXT_OUT_EVENT1_SHIFT                   4
#define TR_TE_TRIG_EXT_OUT_EVENT1_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT1_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT1_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT1_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT1_VENDOR3                 8u
#define TR_TE_TRIG_EXT_OUT_EVENT2_MASK                    0x00000f00u
#define TR_TE_TRIG_EXT_OUT_EVENT2_SHIFT                   8
#define TR_TE_TRIG_EXT_OUT_EVENT2_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT2_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT2_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT2_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT2_VENDOR3                 8u
#define TR_TE_TRIG_EXT_OUT_EVENT3_MASK                    0x0000f000u
#define TR_TE_TRIG_EXT_OUT_EVENT3_SHIFT                   12
#define TR_TE_TRIG_EXT_OUT_EVENT3_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT3_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT3_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT3_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT3_VENDOR3                 8u
#define TR_TE_TRIG_EXT_OUT_EVENT4_MASK                    0x000f0000u
#define TR_TE_TRIG_EXT_OUT_EVENT4_SHIFT                   16
#define TR_TE_TRIG_EXT_OUT_EVENT4_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT4_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT4_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT4_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT4_VENDOR3                 8u
#define TR_TE_TRIG_EXT_OUT_EVENT5_MASK                    0x00f00000u
#define TR_TE_TRIG_EXT_OUT_EVENT5_SHIFT                   20
#define TR_TE_TRIG_EXT_OUT_EVENT5_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT5_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT5_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT5_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT5_VENDOR3                 8u
#define TR_TE_TRIG_EXT_OUT_EVENT6_MASK                    0x0f000000u
#define TR_TE_TRIG_EXT_OUT_EVENT6_SHIFT                   24
#define TR_TE_TRIG_EXT_OUT_EVENT6_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT6_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT6_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT6_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT6_VENDOR3                 8u
#define TR_TE_TRIG_EXT_OUT_EVENT7_MASK                    0xf0000000u
#define TR_TE_TRIG_EXT_OUT_EVENT7_SHIFT                   28
#define TR_TE_TRIG_EXT_OUT_EVENT7_NONE                    0u
#define TR_TE_TRIG_EXT_OUT_EVENT7_START                   1u
#define TR_TE_TRIG_EXT_OUT_EVENT7_STOP                    2u
#define TR_TE_TRIG_EXT_OUT_EVENT7_VENDOR2                 4u
#define TR_TE_TRIG_EXT_OUT_EVENT7_VENDOR3                 8u

/* trTeFilterControl: Filter: what it compares. */
#define TR_TE_FILTER_CONTROL_OFFSET(i)                    (0x400u + 0x20u * (i))
#define TR_TE_FILTER_CONTROL_COUNT                        16u
#define TR_TE_FILTER_CONTROL_STRIDE                       0x20u
#define TR_TE_FILTER_CONTROL_FIELDS                       0x0301ffffu
#define TR_TE_FILTER_ENABLE_MASK                          0x00000001u
#define TR_TE_FILTER_ENABLE_SHIFT                         0
#define TR_TE_FILTER_MATCH_PRIVILEGE_MASK                 0x00000002u
#define TR_TE_FILTER_MATCH_PRIVILEGE_SHIFT                1
#define TR_TE_FILTER_MATCH_ECAUSE_MASK                    0x00000004u
#define TR_TE_FILTER_MATCH_ECAUSE_SHIFT                   2
#define TR_TE_FILTER_MATCH_INTERRUPT_MASK                 0x00000008u
#define TR_TE_FILTER_MATCH_INTERRUPT_SHIFT                3
#define TR_TE_FILTER_MATCH_COMP1_MASK                     0x00000010u
#define TR_TE_FILTER_MATCH_COMP1_SHIFT                    4
#define TR_TE_FILTER_COMP1_MASK                           0x000000e0u
#define TR_TE_FILTER_COMP1_SHIFT                          5
#define TR_TE_FILTER_MATCH_COMP2_MASK                     0x00000100u
#define TR_TE_FILTER_MATCH_COMP2_SHIFT                    8
#define TR_TE_FILTER_COMP2_MASK                           0x00000e00u
#define TR_TE_FILTER_COMP2_SHIFT                          9
#define TR_TE_FILTER_MATCH_COMP3_MASK                     0x00001000u
#define TR_TE_FILTER_MATCH_COMP3_SHIFT                    12
#define TR_TE_FILTER_COMP3_MASK                           0x0000e000u
#define TR_TE_FILTER_COMP3_SHIFT                          13
#define TR_TE_FILTER_MATCH_IMPDEF_MASK                    0x00010000u
#define TR_TE_FILTER_MATCH_IMPDEF_SHIFT                   16
#define TR_TE_FILTER_MATCH_DTYPE_MASK                     0x01000000u
#define TR_TE_FILTER_MATCH_DTYPE_SHIFT                    24
#define TR_TE_FILTER_MATCH_DSIZE_MASK                     0x02000000u
#define TR_TE_FILTER_MATCH_DSIZE_SHIFT                    25

/* trTeFilterMatchInst: Filter: privilege levels and kind of trap. */
#define TR_TE_FILTER_MATCH_INST_OFFSET(i)                 (0x404u + 0x20u * (i))
#define TR_TE_FILTER_MATCH_INST_COUNT                     16u
#define TR_TE_FILTER_MATCH_INST_STRIDE                    0x20u
#define TR_TE_FILTER_MATCH_INST_FIELDS                    0x000001ffu
#define TR_TE_FILTER_MATCH_CHOICE_PRIVILEGE_MASK          0x000000ffu
#define TR_TE_FILTER_MATCH_CHOICE_PRIVILEGE_SHIFT         0
#define TR_TE_FILTER_MATCH_VALUE_INTERRUPT_MASK           0x00000100u
#define TR_TE_FILTER_MATCH_VALUE_INTERRUPT_SHIFT          8

/* trTeFilterMatchEcauseLow: Filter: exception causes 0..31. */
#define TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(i)           (0x408u + 0x20u * (i))
#define TR_TE_FILTER_MATCH_ECAUSE_LOW_COUNT               16u
#define TR_TE_FILTER_MATCH_ECAUSE_LOW_STRIDE              0x20u
#define TR_TE_FILTER_MATCH_ECAUSE_LOW_FIELDS              0xffffffffu
#define TR_TE_FILTER_MATCH_CHOICE_ECAUSE_LOW_MASK         0xffffffffu
#define TR_TE_FILTER_MATCH_CHOICE_ECAUSE_LOW_SHIFT        0

/* trTeFilterMatchEcauseHigh: Filter: exception causes 32..63. */
#define TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(i)          (0x40cu + 0x20u * (i))
#define TR_TE_FILTER_MATCH_ECAUSE_HIGH_COUNT              16u
#define TR_TE_FILTER_MATCH_ECAUSE_HIGH_STRIDE             0x20u
#define TR_TE_FILTER_MATCH_ECAUSE_HIGH_FIELDS             0xffffffffu
#define TR_TE_FILTER_MATCH_CHOICE_ECAUSE_HIGH_MASK        0xffffffffu
#define TR_TE_FILTER_MATCH_CHOICE_ECAUSE_HIGH_SHIFT       0

/* trTeFilterMatchValueImpdef: Filter: value of the impdef signals. */
#define TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(i)         (0x410u + 0x20u * (i))
#define TR_TE_FILTER_MATCH_VALUE_IMPDEF_COUNT             16u
#define TR_TE_FILTER_MATCH_VALUE_IMPDEF_STRIDE            0x20u
#define TR_TE_FILTER_MATCH_VALUE_IMPDEF_FIELDS            0xffffffffu
#define TR_TE_FILTER_MATCH_VALUE_IMPDEF_MASK              0xffffffffu
#define TR_TE_FILTER_MATCH_VALUE_IMPDEF_SHIFT             0

/* trTeFilterMatchMaskImpdef: Filter: mask of the impdef signals. */
#define TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(i)          (0x414u + 0x20u * (i))
#define TR_TE_FILTER_MATCH_MASK_IMPDEF_COUNT              16u
#define TR_TE_FILTER_MATCH_MASK_IMPDEF_STRIDE             0x20u
#define TR_TE_FILTER_MATCH_MASK_IMPDEF_FIELDS             0xffffffffu
#define TR_TE_FILTER_MATCH_MASK_IMPDEF_MASK               0xffffffffu
#define TR_TE_FILTER_MATCH_MASK_IMPDEF_SHIFT              0

/* trTeFilterMatchData: Filter: types and sizes of data accesses. */
#define TR_TE_FILTER_MATCH_DATA_OFFSET(i)                 (0x418u + 0x20u * (i))
#define TR_TE_FILTER_MATCH_DATA_COUNT                     16u
#define TR_TE_FILTER_MATCH_DATA_STRIDE                    0x20u
#define TR_TE_FILTER_MATCH_DATA_FIELDS                    0x00ffffffu
#define TR_TE_FILTER_MATCH_CHOICE_DTYPE_MASK              0x0000ffffu
#define TR_TE_FILTER_MATCH_CHOICE_DTYPE_SHIFT             0
#define TR_TE_FILTER_MATCH_CHOICE_DSIZE_MASK              0x00ff0000u
#define TR_TE_FILTER_MATCH_CHOICE_DSIZE_SHIFT             16

/* trTeCompControl: Comparator: inputs, functions and how the two results combine. */
#define TR_TE_COMP_CONTROL_OFFSET(i)                      (0x600u + 0x20u * (i))
#define TR_TE_COMP_CONTROL_COUNT                          8u
#define TR_TE_COMP_CONTROL_STRIDE                         0x20u
#define TR_TE_COMP_CONTROL_FIELDS                         0x0000f77fu
#define TR_TE_COMP_P_INPUT_MASK                           0x00000003u
#define TR_TE_COMP_P_INPUT_SHIFT                          0
#define TR_TE_COMP_P_INPUT_IADDR                          0u
#define TR_TE_COMP_P_INPUT_CONTEXT                        1u
#define TR_TE_COMP_P_INPUT_TVAL                           2u
#define TR_TE_COMP_P_INPUT_DADDR                          3u
#define TR_TE_COMP_S_INPUT_MASK                           0x0000000cu
#define TR_TE_COMP_S_INPUT_SHIFT                          2
#define TR_TE_COMP_S_INPUT_IADDR                          0u
#define TR_TE_COMP_S_INPUT_CONTEXT                        1u
#define TR_TE_COMP_S_INPUT_TVAL                           2u
#define TR_TE_COMP_S_INPUT_DADDR                          3u
#define TR_TE_COMP_P_FUNCTION_MASK                        0x00000070u
#define TR_TE_COMP_P_FUNCTION_SHIFT                       4
#define TR_TE_COMP_P_FUNCTION_EQ                          0u
#define TR_TE_COMP_P_FUNCTION_NE                          1u
#define TR_TE_COMP_P_FUNCTION_LT                          2u
#define TR_TE_COMP_P_FUNCTION_LE                          3u
#define TR_TE_COMP_P_FUNCTION_GT                          4u
#define TR_TE_COMP_P_FUNCTION_GE                          5u
#define TR_TE_COMP_P_FUNCTION_FALSE                       6u
#define TR_TE_COMP_P_FUNCTION_TRUE                        7u
#define TR_TE_COMP_S_FUNCTION_MASK                        0x00000700u
#define TR_TE_COMP_S_FUNCTION_SHIFT                       8
#define TR_TE_COMP_S_FUNCTION_EQ                          0u
#define TR_TE_COMP_S_FUNCTION_NE                          1u
#define TR_TE_COMP_S_FUNCTION_LT                          2u
#define TR_TE_COMP_S_FUNCTION_LE                          3u
#define TR_TE_COMP_S_FUNCTION_GT                          4u
#define TR_TE_COMP_S_FUNCTION_GE                          5u
#define TR_TE_COMP_S_FUNCTION_P_MASK                      6u
#define TR_TE_COMP_S_FUNCTION_TRUE                        7u
#define TR_TE_COMP_MATCH_MODE_MASK                        0x00003000u
#define TR_TE_COMP_MATCH_MODE_SHIFT                       12
#define TR_TE_COMP_MATCH_MODE_PRIMARY                     0u
#define TR_TE_COMP_MATCH_MODE_BOTH                        1u
#define TR_TE_COMP_MATCH_MODE_NOT_BOTH                    2u
#define TR_TE_COMP_MATCH_MODE_LATCH                       3u
#define TR_TE_COMP_P_NOTIFY_MASK                          0x00004000u
#define TR_TE_COMP_P_NOTIFY_SHIFT                         14
#define TR_TE_COMP_S_NOTIFY_MASK                          0x00008000u
#define TR_TE_COMP_S_NOTIFY_SHIFT                         15

/* trTeCompPMatchLow: Comparator: primary value, lower half. */
#define TR_TE_COMP_P_MATCH_LOW_OFFSET(i)                  (0x610u + 0x20u * (i))
#define TR_TE_COMP_P_MATCH_LOW_COUNT                      8u
#define TR_TE_COMP_P_MATCH_LOW_STRIDE                     0x20u
#define TR_TE_COMP_P_MATCH_LOW_FIELDS                     0xffffffffu
#define TR_TE_COMP_P_MATCH_LOW_MASK                       0xffffffffu
#define TR_TE_COMP_P_MATCH_LOW_SHIFT                      0

/* trTeCompPMatchHigh: Comparator: primary value, upper half. */
#define TR_TE_COMP_P_MATCH_HIGH_OFFSET(i)                 (0x614u + 0x20u * (i))
#define TR_TE_COMP_P_MATCH_HIGH_COUNT                     8u
#define TR_TE_COMP_P_MATCH_HIGH_STRIDE                    0x20u
#define TR_TE_COMP_P_MATCH_HIGH_FIELDS                    0xffffffffu
#define TR_TE_COMP_P_MATCH_HIGH_MASK                      0xffffffffu
#define TR_TE_COMP_P_MATCH_HIGH_SHIFT                     0

/* trTeCompSMatchLow: Comparator: secondary value, lower half. */
#define TR_TE_COMP_S_MATCH_LOW_OFFSET(i)                  (0x618u + 0x20u * (i))
#define TR_TE_COMP_S_MATCH_LOW_COUNT                      8u
#define TR_TE_COMP_S_MATCH_LOW_STRIDE                     0x20u
#define TR_TE_COMP_S_MATCH_LOW_FIELDS                     0xffffffffu
#define TR_TE_COMP_S_MATCH_LOW_MASK                       0xffffffffu
#define TR_TE_COMP_S_MATCH_LOW_SHIFT                      0

/* trTeCompSMatchHigh: Comparator: secondary value, upper half. */
#define TR_TE_COMP_S_MATCH_HIGH_OFFSET(i)                 (0x61cu + 0x20u * (i))
#define TR_TE_COMP_S_MATCH_HIGH_COUNT                     8u
#define TR_TE_COMP_S_MATCH_HIGH_STRIDE                    0x20u
#define TR_TE_COMP_S_MATCH_HIGH_FIELDS                    0xffffffffu
#define TR_TE_COMP_S_MATCH_HIGH_MASK                      0xffffffffu
#define TR_TE_COMP_S_MATCH_HIGH_SHIFT                     0

/* trTeStimId: hartrace: stimulus ports are there. */
#define TR_TE_STIM_ID_OFFSET                              0xe00u
#define TR_TE_STIM_ID_FIELDS                              0xffffffffu
#define TR_TE_STIM_ID_MASK                                0xffffffffu
#define TR_TE_STIM_ID_SHIFT                               0

/* trTeStimImpl: hartrace: version and shape of the stimulus ports. */
#define TR_TE_STIM_IMPL_OFFSET                            0xe04u
#define TR_TE_STIM_IMPL_FIELDS                            0x001f3f0fu
#define TR_TE_STIM_VERSION_MASK                           0x0000000fu
#define TR_TE_STIM_VERSION_SHIFT                          0
#define TR_TE_STIM_PORTS_MASK                             0x00003f00u
#define TR_TE_STIM_PORTS_SHIFT                            8
#define TR_TE_STIM_TAG_BITS_MASK                          0x001f0000u
#define TR_TE_STIM_TAG_BITS_SHIFT                         16

/* trTeStimControl: hartrace: control of the stimulus ports. */
#define TR_TE_STIM_CONTROL_OFFSET                         0xe08u
#define TR_TE_STIM_CONTROL_FIELDS                         0x00000107u
#define TR_TE_STIM_ENABLE_MASK                            0x00000001u
#define TR_TE_STIM_ENABLE_SHIFT                           0
#define TR_TE_STIM_TIMESTAMP_MASK                         0x00000002u
#define TR_TE_STIM_TIMESTAMP_SHIFT                        1
#define TR_TE_STIM_STALL_ENA_MASK                         0x00000004u
#define TR_TE_STIM_STALL_ENA_SHIFT                        2
#define TR_TE_STIM_DROPPED_MASK                           0x00000100u
#define TR_TE_STIM_DROPPED_SHIFT                          8

/* trTeStimMask: hartrace: enabled stimulus ports. */
#define TR_TE_STIM_MASK_OFFSET                            0xe0cu
#define TR_TE_STIM_MASK_FIELDS                            0xffffffffu
#define TR_TE_STIM_MASK_MASK                              0xffffffffu
#define TR_TE_STIM_MASK_SHIFT                             0

/* trTeStimPort: hartrace: stimulus port. */
#define TR_TE_STIM_PORT_OFFSET(i)                         (0xe80u + 0x4u * (i))
#define TR_TE_STIM_PORT_COUNT                             32u
#define TR_TE_STIM_PORT_STRIDE                            0x4u
#define TR_TE_STIM_PORT_FIELDS                            0xffffffffu
#define TR_TE_STIM_DATA_MASK                              0xffffffffu
#define TR_TE_STIM_DATA_SHIFT                             0

#endif
