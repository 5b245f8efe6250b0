/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/(all TOML files) by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ALL_H
#define REGMAP_GEN_ALL_H

#include "encoder_table.h"
#include "funnel_table.h"
#include "ramsink_table.h"
#include "pibsink_table.h"
#include "atbbridge_table.h"

#define REGMAP_NCOMPONENTS 5u

REGMAP_DATA struct regmap_component *const regmap_components[REGMAP_NCOMPONENTS] = {
    &regmap_encoder,
    &regmap_funnel,
    &regmap_ramsink,
    &regmap_pibsink,
    &regmap_atbbridge,
};

#endif
