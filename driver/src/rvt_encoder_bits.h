/* SPDX-License-Identifier: Apache-2.0 */
/* The settings in the encoder's registers, in groups. */
#ifndef RVT_ENCODER_BITS_H
#define RVT_ENCODER_BITS_H

#include "encoder_regs.h"

/* Settings in trTeControl: all of it but Active, Enable, InstTracing, Empty, the RW1C bit and
 * reserved bits. */
#define RVT_ENCODER_SETTINGS                                                                       \
    (TR_TE_INST_MODE_MASK | TR_TE_CONTEXT_MASK | TR_TE_INST_TRIG_ENABLE_MASK |                     \
     TR_TE_INST_STALL_ENA_MASK | TR_TE_INHIBIT_SRC_MASK | TR_TE_INST_SYNC_MODE_MASK |              \
     TR_TE_INST_SYNC_MAX_MASK | TR_TE_FORMAT_MASK)

/* The fields of trTeInstFeatures. */
#define RVT_ENCODER_FEATURES                                                                       \
    (TR_TE_INST_NO_ADDR_DIFF_MASK | TR_TE_INST_NO_TRAP_ADDR_MASK |                                 \
     TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |                     \
     TR_TE_INST_EN_BRANCH_PREDICTION_MASK | TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK |                 \
     TR_TE_INST_IMPLICIT_RETURN_MODE_MASK | TR_TE_INST_EN_REPEATED_HISTORY_MASK |                  \
     TR_TE_INST_EN_ALL_JUMPS_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK | TR_TE_SRC_ID_MASK |          \
     TR_TE_SRC_BITS_MASK)

#endif
