/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/pibsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_PIBSINK_TABLE_H
#define REGMAP_GEN_PIBSINK_TABLE_H

#include "regmap/regmap.h"

REGMAP_DATA struct regmap_value regmap_tr_pib_mode_values[] = {
    {0u, "off"},
    {4u, "swt_manchester"},
    {5u, "swt_uart"},
    {8u, "parallel1"},
    {9u, "parallel2"},
    {10u, "parallel4"},
    {11u, "parallel8"},
    {12u, "parallel16"},
};

REGMAP_DATA struct regmap_value regmap_tr_pib_async_freq_values[] = {
    {0u, "off"},
};

REGMAP_DATA struct regmap_field regmap_tr_pib_control_fields[] = {
    {"trPibActive", 0, 0, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "0 holds the sink in reset; poll until the written value reads back"},
    {"trPibEnable", 1, 1, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 drives the pins; 0 holds them at the idle level of the mode"},
    {"trPibEmpty", 3, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "1 when the sink's buffers are empty"},
    {"trPibMode", 4, 7, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_pib_mode_values, 8,
     "Pin protocol and number of data pins"},
    {"trPibClkCenter", 8, 8, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Parallel modes: clock edge in the middle of a bit, at half the rate"},
    {"trPibCalibrate", 9, 9, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 repeats the calibration pattern and takes no input"},
    {"trPibAsyncFreq", 12, 14, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_pib_async_freq_values, 1,
     "Distance between alignment synchronization packets; 0 sends none"},
    {"trPibDivider", 16, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "The input clock is divided by this plus 1; must come out of reset slow enough for the pins"},
};

REGMAP_DATA struct regmap_field regmap_tr_pib_impl_fields[] = {
    {"trPibVerMajor", 0, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "Major version of this component's interface"},
    {"trPibVerMinor", 4, 7, REGMAP_RO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Minor version of this component's interface"},
    {"trPibCompType", 8, 11, REGMAP_RO, REGMAP_RESET_VALUE,
     0xau, 0, 0,
     "Component type: PIB sink"},
};

REGMAP_DATA struct regmap_reg regmap_pibsink_regs[] = {
    {"trPibControl", 0x000, 1, 0x0, 1, regmap_tr_pib_control_fields, 8,
     "PIB sink control"},
    {"trPibImpl", 0x004, 1, 0x0, 1, regmap_tr_pib_impl_fields, 3,
     "PIB sink version and type"},
};

REGMAP_DATA struct regmap_component regmap_pibsink = {
    "pibsink", "Trace PIB Sink", "trPib", 0xa, regmap_pibsink_regs, 2,
};

#endif
