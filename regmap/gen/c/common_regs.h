/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/common.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_COMMON_REGS_H
#define REGMAP_GEN_COMMON_REGS_H

/* Bytes of address space of a component, and its first vendor register. */
#define TR_BLOCK_SIZE                                     0x1000u
#define TR_VENDOR_OFFSET                                  0xE00u

/* trControl: Main control register of a component. */
#define TR_CONTROL_OFFSET                                 0x000u
#define TR_CONTROL_FIELDS                                 0x0000000bu
#define TR_ACTIVE_MASK                                    0x00000001u
#define TR_ACTIVE_SHIFT                                   0
#define TR_ENABLE_MASK                                    0x00000002u
#define TR_ENABLE_SHIFT                                   1
#define TR_EMPTY_MASK                                     0x00000008u
#define TR_EMPTY_SHIFT                                    3

/* trImpl: Version and type of a component. */
#define TR_IMPL_OFFSET                                    0x004u
#define TR_IMPL_FIELDS                                    0x00000fffu
#define TR_VER_MAJOR_MASK                                 0x0000000fu
#define TR_VER_MAJOR_SHIFT                                0
#define TR_VER_MINOR_MASK                                 0x000000f0u
#define TR_VER_MINOR_SHIFT                                4
#define TR_COMP_TYPE_MASK                                 0x00000f00u
#define TR_COMP_TYPE_SHIFT                                8
#define TR_COMP_TYPE_ENCODER                              1u
#define TR_COMP_TYPE_FUNNEL                               8u
#define TR_COMP_TYPE_RAMSINK                              9u
#define TR_COMP_TYPE_PIBSINK                              10u
#define TR_COMP_TYPE_ATBBRIDGE                            14u

#endif
