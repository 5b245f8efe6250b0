/* SPDX-License-Identifier: Apache-2.0 */
/* The settings in the encoder's registers, in groups. */
#ifndef RVT_ENCODER_BITS_H
#define RVT_ENCODER_BITS_H

#include "encoder_regs.h"
#include "regmap/encoder_settings.h"

/* Settings in trTeControl: all of it but Active, Enable, InstTracing, Empty, the RW1C bit and
 * reserved bits. */
#define RVT_ENCODER_SETTING(field, member, type) field##_MASK |
#define RVT_ENCODER_SETTINGS                     (REGMAP_TR_TE_CONTROL_SETTINGS(RVT_ENCODER_SETTING) 0u)

/* Settings in trTeInstFeatures: all of it. */
#define RVT_ENCODER_FEATURES TR_TE_INST_FEATURES_FIELDS

#endif
