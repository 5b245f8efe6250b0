/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/timestamp.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_TIMESTAMP_TABLE_H
#define REGMAP_GEN_TIMESTAMP_TABLE_H

#include "regmap/regmap.h"

REGMAP_DATA struct regmap_value regmap_tr_ts_mode_values[] = {
    {0u, "none"},
    {1u, "external"},
    {2u, "internal_system"},
    {3u, "internal_core"},
    {4u, "shared"},
    {5u, "vendor5"},
    {6u, "vendor6"},
    {7u, "vendor7"},
};

REGMAP_DATA struct regmap_value regmap_tr_ts_prescale_values[] = {
    {0u, "div1"},
    {1u, "div4"},
    {2u, "div16"},
    {3u, "div64"},
};

REGMAP_DATA struct regmap_field regmap_tr_ts_control_fields[] = {
    {"trTsActive", 0, 0, REGMAP_WARL, REGMAP_RESET_SD,
     0x0u, 0, 0,
     "Reset of the unit, or a read-only copy of the component's Active bit"},
    {"trTsCount", 1, 1, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Internal modes: 1 lets the counter run"},
    {"trTsReset", 2, 2, REGMAP_W1, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Internal modes: writing 1 sets the counter to 0"},
    {"trTsRunInDebug", 3, 3, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Internal core mode: 1 keeps counting while the hart is halted"},
    {"trTsMode", 4, 6, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_ts_mode_values, 8,
     "Where the timestamp comes from"},
    {"trTsPrescale", 8, 9, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_ts_prescale_values, 4,
     "Internal modes: the counter's clock is divided by 4 to this power"},
    {"trTsEnable", 15, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Encoder: messages carry a timestamp"},
    {"trTsVendor", 16, 23, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Vendor's choice of messages that carry a timestamp (the standard leaves these bits unnamed)"},
    {"trTsWidth", 24, 29, REGMAP_RO, REGMAP_RESET_SD,
     0x28u, 0, 0,
     "Width of the timestamp in bits, 0..63"},
};

REGMAP_DATA struct regmap_field regmap_tr_ts_counter_low_fields[] = {
    {"trTsCounterLow", 0, 31, REGMAP_RO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Bits 31:0 of the counter"},
};

REGMAP_DATA struct regmap_field regmap_tr_ts_counter_high_fields[] = {
    {"trTsCounterHigh", 0, 31, REGMAP_RO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Bits 63:32 of the counter; bits above its width read 0"},
};

#endif
