/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/funnel.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_FUNNEL_TABLE_H
#define REGMAP_GEN_FUNNEL_TABLE_H

#include "regmap/regmap.h"
#include "timestamp_table.h"

REGMAP_DATA struct regmap_field regmap_tr_funnel_control_fields[] = {
    {"trFunnelActive", 0, 0, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "0 holds the funnel in reset; poll until the written value reads back"},
    {"trFunnelEnable", 1, 1, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 lets messages through; 1 to 0 flushes to the output"},
    {"trFunnelEmpty", 3, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "1 when the funnel's buffers are empty"},
};

REGMAP_DATA struct regmap_field regmap_tr_funnel_impl_fields[] = {
    {"trFunnelVerMajor", 0, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "Major version of this component's interface"},
    {"trFunnelVerMinor", 4, 7, REGMAP_RO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Minor version of this component's interface"},
    {"trFunnelCompType", 8, 11, REGMAP_RO, REGMAP_RESET_VALUE,
     0x8u, 0, 0,
     "Component type: funnel"},
};

REGMAP_DATA struct regmap_field regmap_tr_funnel_dis_input_fields[] = {
    {"trFunnelDisInput", 0, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: messages of input n are taken and thrown away"},
};

REGMAP_DATA struct regmap_field regmap_tr_funnel_vendor_status_fields[] = {
    {"trFunnelLoss", 0, 0, REGMAP_RW1C, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 after queued messages were lost: trFunnelEnable was 0, and what the output leads to stopped, disabled or in reset"},
};

REGMAP_DATA struct regmap_reg regmap_funnel_regs[] = {
    {"trFunnelControl", 0x000, 1, 0x0, 1, regmap_tr_funnel_control_fields, 3,
     "Funnel control"},
    {"trFunnelImpl", 0x004, 1, 0x0, 1, regmap_tr_funnel_impl_fields, 3,
     "Funnel version and type"},
    {"trFunnelDisInput", 0x008, 1, 0x0, 0, regmap_tr_funnel_dis_input_fields, 1,
     "Inputs to switch off"},
    {"trTsControl", 0x040, 1, 0x0, 0, regmap_tr_ts_control_fields, 9,
     "Timestamp control"},
    {"trTsCounterLow", 0x048, 1, 0x0, 0, regmap_tr_ts_counter_low_fields, 1,
     "Timestamp counter, lower half"},
    {"trTsCounterHigh", 0x04c, 1, 0x0, 0, regmap_tr_ts_counter_high_fields, 1,
     "Timestamp counter, upper half"},
    {"trFunnelVendorStatus", 0xe00, 1, 0x0, 0, regmap_tr_funnel_vendor_status_fields, 1,
     "hartrace: what the funnel has lost"},
};

REGMAP_DATA struct regmap_component regmap_funnel = {
    "funnel", "Trace Funnel", "trFunnel", 0x8, regmap_funnel_regs, 7,
};

#endif
