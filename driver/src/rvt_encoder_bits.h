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

/* Settings in trTeInstFeatures: all of it. */
#define RVT_ENCODER_FEATURES TR_TE_INST_FEATURES_FIELDS

#endif
