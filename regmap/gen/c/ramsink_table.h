/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/ramsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_RAMSINK_TABLE_H
#define REGMAP_GEN_RAMSINK_TABLE_H

#include "regmap/regmap.h"

REGMAP_DATA struct regmap_value regmap_tr_ram_mode_values[] = {
    {0u, "sram"},
    {1u, "smem"},
};

REGMAP_DATA struct regmap_value regmap_tr_ram_mem_format_values[] = {
    {0u, "bytes"},
    {3u, "custom"},
};

REGMAP_DATA struct regmap_value regmap_tr_ram_async_freq_values[] = {
    {0u, "off"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_control_fields[] = {
    {"trRamActive", 0, 0, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "0 holds the sink in reset; poll until the written value reads back"},
    {"trRamEnable", 1, 1, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 stores trace; 1 to 0 flushes to memory, with idle bytes up to its word"},
    {"trRamEmpty", 3, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "1 when all trace has reached the memory"},
    {"trRamMode", 4, 4, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_ram_mode_values, 2,
     "Dedicated SRAM or system memory"},
    {"trRamStopOnWrap", 8, 8, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1: a full buffer clears trRamEnable instead of being overwritten"},
    {"trRamMemFormat", 9, 10, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_ram_mem_format_values, 2,
     "Layout of the memory; 0 is plain bytes"},
    {"trRamAsyncFreq", 12, 14, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_ram_async_freq_values, 1,
     "Distance between alignment synchronization packets; 0 sends none"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_impl_fields[] = {
    {"trRamVerMajor", 0, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "Major version of this component's interface"},
    {"trRamVerMinor", 4, 7, REGMAP_RO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Minor version of this component's interface"},
    {"trRamCompType", 8, 11, REGMAP_RO, REGMAP_RESET_VALUE,
     0x9u, 0, 0,
     "Component type: RAM sink"},
    {"trRamHasSRAM", 12, 12, REGMAP_RO, REGMAP_RESET_SD,
     0x1u, 0, 0,
     "1: SRAM mode exists"},
    {"trRamHasSMEM", 13, 13, REGMAP_RO, REGMAP_RESET_SD,
     0x1u, 0, 0,
     "1: system memory mode exists"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_start_low_fields[] = {
    {"trRamStartLow", 2, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 31:2 of the first word; usually fixed at 0 in SRAM mode"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_start_high_fields[] = {
    {"trRamStartHigh", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 63:32 of the first word"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_limit_low_fields[] = {
    {"trRamLimitLow", 2, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 31:2 of the last word; the write pointer goes back to the start after it"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_limit_high_fields[] = {
    {"trRamLimitHigh", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 63:32 of the last word"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_wp_low_fields[] = {
    {"trRamWrap", 0, 0, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 after the write pointer went back to the start; only a write of this register clears it"},
    {"trRamWPLow", 2, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 31:2 of the word written next"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_wp_high_fields[] = {
    {"trRamWPHigh", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 63:32 of the word written next"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_rp_low_fields[] = {
    {"trRamRPLow", 2, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 31:2 of the word that trRamData shows; advances at each access to it"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_rp_high_fields[] = {
    {"trRamRPHigh", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Address bits 63:32 of the word that trRamData shows"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_data_fields[] = {
    {"trRamData", 0, 31, REGMAP_RW, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Word at the read pointer; writing is optional and for tests only"},
};

REGMAP_DATA struct regmap_field regmap_tr_ram_vendor_status_fields[] = {
    {"trRamBusError", 0, 0, REGMAP_RW1C, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 after a write of trace to system memory was answered with an error"},
};

REGMAP_DATA struct regmap_reg regmap_ramsink_regs[] = {
    {"trRamControl", 0x000, 1, 0x0, 1, regmap_tr_ram_control_fields, 7,
     "RAM sink control"},
    {"trRamImpl", 0x004, 1, 0x0, 1, regmap_tr_ram_impl_fields, 5,
     "RAM sink version, type and modes"},
    {"trRamStartLow", 0x010, 1, 0x0, 1, regmap_tr_ram_start_low_fields, 1,
     "Start of the buffer, lower half"},
    {"trRamStartHigh", 0x014, 1, 0x0, 0, regmap_tr_ram_start_high_fields, 1,
     "Start of the buffer, upper half"},
    {"trRamLimitLow", 0x018, 1, 0x0, 1, regmap_tr_ram_limit_low_fields, 1,
     "Last word of the buffer, lower half"},
    {"trRamLimitHigh", 0x01c, 1, 0x0, 0, regmap_tr_ram_limit_high_fields, 1,
     "Last word of the buffer, upper half"},
    {"trRamWPLow", 0x020, 1, 0x0, 1, regmap_tr_ram_wp_low_fields, 2,
     "Write pointer, lower half, and the wrap flag"},
    {"trRamWPHigh", 0x024, 1, 0x0, 0, regmap_tr_ram_wp_high_fields, 1,
     "Write pointer, upper half"},
    {"trRamRPLow", 0x028, 1, 0x0, 0, regmap_tr_ram_rp_low_fields, 1,
     "Read pointer, lower half"},
    {"trRamRPHigh", 0x02c, 1, 0x0, 0, regmap_tr_ram_rp_high_fields, 1,
     "Read pointer, upper half"},
    {"trRamData", 0x040, 1, 0x0, 0, regmap_tr_ram_data_fields, 1,
     "Window on the trace memory"},
    {"trRamVendorStatus", 0xe00, 1, 0x0, 0, regmap_tr_ram_vendor_status_fields, 1,
     "hartrace: errors of the sink's bus port"},
};

REGMAP_DATA struct regmap_component regmap_ramsink = {
    "ramsink", "Trace RAM Sink", "trRam", 0x9, regmap_ramsink_regs, 12,
};

#endif
