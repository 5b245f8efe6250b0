/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/atbbridge.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ATBBRIDGE_TABLE_H
#define REGMAP_GEN_ATBBRIDGE_TABLE_H

#include "regmap/regmap.h"

REGMAP_DATA struct regmap_field regmap_tr_atb_bridge_control_fields[] = {
    {"trAtbBridgeActive", 0, 0, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "0 holds the bridge in reset; poll until the written value reads back"},
    {"trAtbBridgeEnable", 1, 1, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 lets trace through; 1 to 0 flushes to ATB"},
    {"trAtbBridgeEmpty", 3, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "1 when the bridge's buffers are empty"},
    {"trAtbBridgeID", 8, 14, REGMAP_RW, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "ATB identifier of this source; ATB reserves 0x00 and 0x70..0x7F"},
};

REGMAP_DATA struct regmap_value regmap_tr_atb_bridge_async_freq_values[] = {
    {0u, "off"},
};

REGMAP_DATA struct regmap_field regmap_tr_atb_bridge_impl_fields[] = {
    {"trAtbBridgeVerMajor", 0, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "Major version of this component's interface"},
    {"trAtbBridgeVerMinor", 4, 7, REGMAP_RO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Minor version of this component's interface"},
    {"trAtbBridgeCompType", 8, 11, REGMAP_RO, REGMAP_RESET_VALUE,
     0xeu, 0, 0,
     "Component type: ATB bridge"},
    {"trAtbBridgeAsyncFreq", 12, 14, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_atb_bridge_async_freq_values, 1,
     "Distance between alignment synchronization packets; 0 sends none"},
};

REGMAP_DATA struct regmap_reg regmap_atbbridge_regs[] = {
    {"trAtbBridgeControl", 0x000, 1, 0x0, 1, regmap_tr_atb_bridge_control_fields, 4,
     "ATB bridge control"},
    {"trAtbBridgeImpl", 0x004, 1, 0x0, 1, regmap_tr_atb_bridge_impl_fields, 4,
     "ATB bridge version and type, and its alignment setting"},
};

REGMAP_DATA struct regmap_component regmap_atbbridge = {
    "atbbridge", "Trace ATB Bridge", "trAtbBridge", 0xe, regmap_atbbridge_regs, 2,
};

#endif
