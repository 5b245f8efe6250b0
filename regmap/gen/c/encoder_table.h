/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/encoder.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ENCODER_TABLE_H
#define REGMAP_GEN_ENCODER_TABLE_H

#include "regmap/regmap.h"
#include "timestamp_table.h"

REGMAP_DATA struct regmap_value regmap_tr_te_inst_mode_values[] = {
    {0u, "off"},
    {1u, "protocol1"},
    {2u, "protocol2"},
    {3u, "btm"},
    {4u, "protocol4"},
    {5u, "protocol5"},
    {6u, "htm"},
    {7u, "vendor"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_inst_sync_mode_values[] = {
    {0u, "off"},
    {1u, "messages"},
    {2u, "cycles"},
    {3u, "halfwords"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_format_values[] = {
    {0u, "etrace"},
    {1u, "ntrace"},
    {7u, "vendor"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_control_fields[] = {
    {"trTeActive", 0, 0, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "0 holds the encoder in reset; poll until the written value reads back"},
    {"trTeEnable", 1, 1, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 allows tracing, written after all settings; 1 to 0 flushes what is queued"},
    {"trTeInstTracing", 2, 2, REGMAP_RW, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 while instructions are traced; set by the tool or by triggers"},
    {"trTeEmpty", 3, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "1 when all generated trace has left the encoder"},
    {"trTeInstMode", 4, 6, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_inst_mode_values, 8,
     "Kind of instruction trace; an unsupported value becomes a supported one other than 0"},
    {"trTeContext", 9, 9, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 sends context values and privilege levels"},
    {"trTeInstTrigEnable", 11, 11, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 lets trace-on and trace-off triggers change trTeInstTracing"},
    {"trTeInstStallOrOverflow", 12, 12, REGMAP_RW1C, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 after trace was lost or the hart was stalled; enabling clears it too"},
    {"trTeInstStallEna", 13, 13, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "No room for a message: 0 drops it, 1 stalls the hart"},
    {"trTeInhibitSrc", 15, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 leaves the source field out of messages"},
    {"trTeInstSyncMode", 16, 17, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_inst_sync_mode_values, 4,
     "What is counted between periodic synchronization messages"},
    {"trTeInstSyncMax", 20, 23, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Periodic synchronization each 2^(value + 4) counts"},
    {"trTeFormat", 24, 26, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_format_values, 3,
     "Trace protocol"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_impl_fields[] = {
    {"trTeVerMajor", 0, 3, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "Major version of this component's interface; 0 is older than the standard"},
    {"trTeVerMinor", 4, 7, REGMAP_RO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Minor version of this component's interface"},
    {"trTeCompType", 8, 11, REGMAP_RO, REGMAP_RESET_VALUE,
     0x1u, 0, 0,
     "Component type: encoder"},
    {"trTeProtocolMajor", 16, 19, REGMAP_RO, REGMAP_RESET_SD,
     0x1u, 0, 0,
     "Major version of the protocol that trTeFormat names"},
    {"trTeProtocolMinor", 20, 23, REGMAP_RO, REGMAP_RESET_SD,
     0x0u, 0, 0,
     "Minor version of the protocol that trTeFormat names"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_inst_implicit_return_mode_values[] = {
    {0u, "none"},
    {1u, "level"},
    {2u, "partial"},
    {3u, "full"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_inst_features_fields[] = {
    {"trTeInstNoAddrDiff", 0, 0, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 always sends full addresses"},
    {"trTeInstNoTrapAddr", 1, 1, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 leaves the handler's address out of trap messages"},
    {"trTeInstEnSequentialJump", 2, 2, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 treats sequentially inferable jumps as inferable"},
    {"trTeInstEnImplicitReturn", 3, 3, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 treats a return that matches a recent call as inferable"},
    {"trTeInstEnBranchPrediction", 4, 4, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 compresses with a branch predictor"},
    {"trTeInstEnJumpTargetCache", 5, 5, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 compresses with a jump target cache"},
    {"trTeInstImplicitReturnMode", 6, 7, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_inst_implicit_return_mode_values, 4,
     "How a return is matched: not reported, by depth, by low address bits, by the full address"},
    {"trTeInstEnRepeatedHistory", 8, 8, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 counts repeated branch histories instead of sending them"},
    {"trTeInstEnAllJumps", 9, 9, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 reports direct jumps too: more trace, better timestamps"},
    {"trTeInstExtendAddrMSB", 10, 10, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 uses the extended coding of high address bits"},
    {"trTeSrcID", 16, 27, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Source identifier put into every message"},
    {"trTeSrcBits", 28, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Width of the source field in bits, 0..12"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_inst_filters_fields[] = {
    {"trTeInstFilters", 0, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: trace when filter n matches; all 0 traces everything"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_data_addr_compress_values[] = {
    {0u, "full"},
    {1u, "xor"},
    {2u, "differential"},
    {3u, "protocol"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_data_control_fields[] = {
    {"trTeDataImplemented", 0, 0, REGMAP_RO, REGMAP_RESET_SD,
     0x0u, 0, 0,
     "1: data trace exists"},
    {"trTeDataTracing", 1, 1, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 while data accesses are traced; set by the tool or by triggers"},
    {"trTeDataTrigEnable", 2, 2, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 lets triggers change trTeDataTracing"},
    {"trTeDataStallOrOverflow", 3, 3, REGMAP_RW1C, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 after data trace caused loss or a stall; enabling clears it too"},
    {"trTeDataStallEna", 4, 4, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "No room for a data message: 0 drops it, 1 stalls the hart"},
    {"trTeDataDrop", 5, 5, REGMAP_RW1C, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 after data messages were suppressed; enabling clears it too"},
    {"trTeDataDropEna", 6, 6, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 lets data messages be suppressed in favor of instruction trace"},
    {"trTeDataNoValue", 16, 16, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 leaves data values out"},
    {"trTeDataNoAddr", 17, 17, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 leaves data addresses out"},
    {"trTeDataAddrCompress", 18, 19, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_data_addr_compress_values, 4,
     "Compression of data addresses"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_data_filters_fields[] = {
    {"trTeDataFilters", 0, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: trace data when filter n matches; all 0 traces every access"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_trig_dbg_control_fields[] = {
    {"trTeTrigDbgControl", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Vendor's settings of the debug triggers"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action0_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action1_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action2_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action3_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action4_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action5_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action6_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_in_action7_values[] = {
    {0u, "none"},
    {2u, "trace_on"},
    {3u, "trace_off"},
    {4u, "trace_notify"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_trig_ext_in_control_fields[] = {
    {"trTeTrigExtInAction0", 0, 3, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action0_values, 4,
     "What external trigger input 0 does; 0 when there is no such input"},
    {"trTeTrigExtInAction1", 4, 7, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action1_values, 4,
     "What external trigger input 1 does; 0 when there is no such input"},
    {"trTeTrigExtInAction2", 8, 11, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action2_values, 4,
     "What external trigger input 2 does; 0 when there is no such input"},
    {"trTeTrigExtInAction3", 12, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action3_values, 4,
     "What external trigger input 3 does; 0 when there is no such input"},
    {"trTeTrigExtInAction4", 16, 19, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action4_values, 4,
     "What external trigger input 4 does; 0 when there is no such input"},
    {"trTeTrigExtInAction5", 20, 23, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action5_values, 4,
     "What external trigger input 5 does; 0 when there is no such input"},
    {"trTeTrigExtInAction6", 24, 27, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action6_values, 4,
     "What external trigger input 6 does; 0 when there is no such input"},
    {"trTeTrigExtInAction7", 28, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_in_action7_values, 4,
     "What external trigger input 7 does; 0 when there is no such input"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event0_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event1_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event2_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event3_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event4_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event5_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event6_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_trig_ext_out_event7_values[] = {
    {0u, "none"},
    {1u, "start"},
    {2u, "stop"},
    {4u, "vendor2"},
    {8u, "vendor3"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_trig_ext_out_control_fields[] = {
    {"trTeTrigExtOutEvent0", 0, 3, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event0_values, 5,
     "Which events, one bit each, fire external trigger output 0; 0 when there is no such output"},
    {"trTeTrigExtOutEvent1", 4, 7, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event1_values, 5,
     "Which events, one bit each, fire external trigger output 1; 0 when there is no such output"},
    {"trTeTrigExtOutEvent2", 8, 11, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event2_values, 5,
     "Which events, one bit each, fire external trigger output 2; 0 when there is no such output"},
    {"trTeTrigExtOutEvent3", 12, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event3_values, 5,
     "Which events, one bit each, fire external trigger output 3; 0 when there is no such output"},
    {"trTeTrigExtOutEvent4", 16, 19, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event4_values, 5,
     "Which events, one bit each, fire external trigger output 4; 0 when there is no such output"},
    {"trTeTrigExtOutEvent5", 20, 23, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event5_values, 5,
     "Which events, one bit each, fire external trigger output 5; 0 when there is no such output"},
    {"trTeTrigExtOutEvent6", 24, 27, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event6_values, 5,
     "Which events, one bit each, fire external trigger output 6; 0 when there is no such output"},
    {"trTeTrigExtOutEvent7", 28, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_trig_ext_out_event7_values, 5,
     "Which events, one bit each, fire external trigger output 7; 0 when there is no such output"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_filter_control_fields[] = {
    {"trTeFilterEnable", 0, 0, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 switches the filter on"},
    {"trTeFilterMatchPrivilege", 1, 1, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 compares the privilege level"},
    {"trTeFilterMatchEcause", 2, 2, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 matches from a chosen exception cause until the return from it"},
    {"trTeFilterMatchInterrupt", 3, 3, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 matches from an interrupt, or an exception, until the return from it"},
    {"trTeFilterMatchComp1", 4, 4, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 needs the first comparator to match"},
    {"trTeFilterComp1", 5, 7, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Number of the first comparator"},
    {"trTeFilterMatchComp2", 8, 8, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 needs the second comparator to match"},
    {"trTeFilterComp2", 9, 11, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Number of the second comparator"},
    {"trTeFilterMatchComp3", 12, 12, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 needs the third comparator to match"},
    {"trTeFilterComp3", 13, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Number of the third comparator"},
    {"trTeFilterMatchImpdef", 16, 16, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 compares the impdef signals"},
    {"trTeFilterMatchDtype", 24, 24, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 compares the type of a data access"},
    {"trTeFilterMatchDsize", 25, 25, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 compares the size of a data access"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_filter_match_inst_fields[] = {
    {"trTeFilterMatchChoicePrivilege", 0, 7, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: privilege level n matches"},
    {"trTeFilterMatchValueInterrupt", 8, 8, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 matches interrupts (itype 2), 0 exceptions (itype 1)"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_filter_match_ecause_low_fields[] = {
    {"trTeFilterMatchChoiceEcauseLow", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: cause n matches"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_filter_match_ecause_high_fields[] = {
    {"trTeFilterMatchChoiceEcauseHigh", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: cause n + 32 matches"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_filter_match_value_impdef_fields[] = {
    {"trTeFilterMatchValueImpdef", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Value to be equal in the bits that the mask selects"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_filter_match_mask_impdef_fields[] = {
    {"trTeFilterMatchMaskImpdef", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bits of impdef that are compared"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_filter_match_data_fields[] = {
    {"trTeFilterMatchChoiceDtype", 0, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: dtype n matches"},
    {"trTeFilterMatchChoiceDsize", 16, 23, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bit n = 1: dsize n matches"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_comp_p_input_values[] = {
    {0u, "iaddr"},
    {1u, "context"},
    {2u, "tval"},
    {3u, "daddr"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_comp_s_input_values[] = {
    {0u, "iaddr"},
    {1u, "context"},
    {2u, "tval"},
    {3u, "daddr"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_comp_p_function_values[] = {
    {0u, "eq"},
    {1u, "ne"},
    {2u, "lt"},
    {3u, "le"},
    {4u, "gt"},
    {5u, "ge"},
    {6u, "false"},
    {7u, "true"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_comp_s_function_values[] = {
    {0u, "eq"},
    {1u, "ne"},
    {2u, "lt"},
    {3u, "le"},
    {4u, "gt"},
    {5u, "ge"},
    {6u, "p_mask"},
    {7u, "true"},
};

REGMAP_DATA struct regmap_value regmap_tr_te_comp_match_mode_values[] = {
    {0u, "primary"},
    {1u, "both"},
    {2u, "not_both"},
    {3u, "latch"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_comp_control_fields[] = {
    {"trTeCompPInput", 0, 1, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_comp_p_input_values, 4,
     "Input of the primary comparator"},
    {"trTeCompSInput", 2, 3, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_comp_s_input_values, 4,
     "Input of the secondary comparator"},
    {"trTeCompPFunction", 4, 6, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_comp_p_function_values, 8,
     "Test of the primary input; 6 primes the latch of mode 3"},
    {"trTeCompSFunction", 8, 10, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_comp_s_function_values, 8,
     "Test of the secondary input; 6 makes its value the mask of the primary"},
    {"trTeCompMatchMode", 12, 13, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, regmap_tr_te_comp_match_mode_values, 4,
     "P, P and S, not (P and S), or from P until after S"},
    {"trTeCompPNotify", 14, 14, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 reports the address of a primary match (needs input 0)"},
    {"trTeCompSNotify", 15, 15, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "1 reports the address of a secondary match (needs input 0)"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_comp_p_match_low_fields[] = {
    {"trTeCompPMatchLow", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bits 31:0 of the primary value"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_comp_p_match_high_fields[] = {
    {"trTeCompPMatchHigh", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bits 63:32 of the primary value"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_comp_s_match_low_fields[] = {
    {"trTeCompSMatchLow", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bits 31:0 of the secondary value"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_comp_s_match_high_fields[] = {
    {"trTeCompSMatchHigh", 0, 31, REGMAP_WARL, REGMAP_RESET_UNDEF,
     0x0u, 0, 0,
     "Bits 63:32 of the secondary value"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_stim_id_fields[] = {
    {"trTeStimId", 0, 31, REGMAP_RO, REGMAP_RESET_SD,
     0x4d495453u, 0, 0,
     "The letters STIM, the first in the low byte; 0: no stimulus ports, as in registers that do not exist"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_stim_impl_fields[] = {
    {"trTeStimVersion", 0, 3, REGMAP_RO, REGMAP_RESET_SD,
     0x1u, 0, 0,
     "Version of this register block"},
    {"trTeStimPorts", 8, 13, REGMAP_RO, REGMAP_RESET_SD,
     0x20u, 0, 0,
     "Number of ports"},
    {"trTeStimTagBits", 16, 20, REGMAP_RO, REGMAP_RESET_SD,
     0x8u, 0, 0,
     "Width of IDTAG in messages; 0: a field of variable length"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_stim_control_fields[] = {
    {"trTeStimEnable", 0, 0, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1: stores to enabled ports become messages, while trTeEnable is 1"},
    {"trTeStimTimestamp", 1, 1, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1: these messages carry TSTAMP, when trTsEnable does"},
    {"trTeStimStallEna", 2, 2, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "No room for a message: 0 drops it, 1 lets the store wait"},
    {"trTeStimDropped", 8, 8, REGMAP_RW1C, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "1 after a message of a port was dropped"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_stim_mask_fields[] = {
    {"trTeStimMask", 0, 31, REGMAP_RW, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "Bit n = 1: stores to port n become messages"},
};

REGMAP_DATA struct regmap_field regmap_tr_te_stim_port_fields[] = {
    {"trTeStimData", 0, 31, REGMAP_WO, REGMAP_RESET_VALUE,
     0x0u, 0, 0,
     "A store of 1, 2 or 4 bytes becomes a DataAcquisition message; reads 0"},
};

REGMAP_DATA struct regmap_reg regmap_encoder_regs[] = {
    {"trTeControl", 0x000, 1, 0x0, 1, regmap_tr_te_control_fields, 13,
     "Encoder control"},
    {"trTeImpl", 0x004, 1, 0x0, 1, regmap_tr_te_impl_fields, 5,
     "Encoder version, type and protocol version"},
    {"trTeInstFeatures", 0x008, 1, 0x0, 0, regmap_tr_te_inst_features_fields, 12,
     "Optional parts of instruction trace, and the source identifier"},
    {"trTeInstFilters", 0x00c, 1, 0x0, 0, regmap_tr_te_inst_filters_fields, 1,
     "Filters of instruction trace"},
    {"trTeDataControl", 0x010, 1, 0x0, 0, regmap_tr_te_data_control_fields, 10,
     "Data trace control"},
    {"trTeDataFilters", 0x01c, 1, 0x0, 0, regmap_tr_te_data_filters_fields, 1,
     "Filters of data trace"},
    {"trTsControl", 0x040, 1, 0x0, 0, regmap_tr_ts_control_fields, 9,
     "Timestamp control"},
    {"trTsCounterLow", 0x048, 1, 0x0, 0, regmap_tr_ts_counter_low_fields, 1,
     "Timestamp counter, lower half"},
    {"trTsCounterHigh", 0x04c, 1, 0x0, 0, regmap_tr_ts_counter_high_fields, 1,
     "Timestamp counter, upper half"},
    {"trTeTrigDbgControl", 0x050, 1, 0x0, 0, regmap_tr_te_trig_dbg_control_fields, 1,
     "Debug trigger control"},
    {"trTeTrigExtInControl", 0x054, 1, 0x0, 0, regmap_tr_te_trig_ext_in_control_fields, 8,
     "Actions of the external trigger inputs"},
    {"trTeTrigExtOutControl", 0x058, 1, 0x0, 0, regmap_tr_te_trig_ext_out_control_fields, 8,
     "Events of the external trigger outputs"},
    {"trTeFilterControl", 0x400, 16, 0x20, 0, regmap_tr_te_filter_control_fields, 13,
     "Filter: what it compares"},
    {"trTeFilterMatchInst", 0x404, 16, 0x20, 0, regmap_tr_te_filter_match_inst_fields, 2,
     "Filter: privilege levels and kind of trap"},
    {"trTeFilterMatchEcauseLow", 0x408, 16, 0x20, 0, regmap_tr_te_filter_match_ecause_low_fields, 1,
     "Filter: exception causes 0..31"},
    {"trTeFilterMatchEcauseHigh", 0x40c, 16, 0x20, 0, regmap_tr_te_filter_match_ecause_high_fields, 1,
     "Filter: exception causes 32..63"},
    {"trTeFilterMatchValueImpdef", 0x410, 16, 0x20, 0, regmap_tr_te_filter_match_value_impdef_fields, 1,
     "Filter: value of the impdef signals"},
    {"trTeFilterMatchMaskImpdef", 0x414, 16, 0x20, 0, regmap_tr_te_filter_match_mask_impdef_fields, 1,
     "Filter: mask of the impdef signals"},
    {"trTeFilterMatchData", 0x418, 16, 0x20, 0, regmap_tr_te_filter_match_data_fields, 2,
     "Filter: types and sizes of data accesses"},
    {"trTeCompControl", 0x600, 8, 0x20, 0, regmap_tr_te_comp_control_fields, 7,
     "Comparator: inputs, functions and how the two results combine"},
    {"trTeCompPMatchLow", 0x610, 8, 0x20, 0, regmap_tr_te_comp_p_match_low_fields, 1,
     "Comparator: primary value, lower half"},
    {"trTeCompPMatchHigh", 0x614, 8, 0x20, 0, regmap_tr_te_comp_p_match_high_fields, 1,
     "Comparator: primary value, upper half"},
    {"trTeCompSMatchLow", 0x618, 8, 0x20, 0, regmap_tr_te_comp_s_match_low_fields, 1,
     "Comparator: secondary value, lower half"},
    {"trTeCompSMatchHigh", 0x61c, 8, 0x20, 0, regmap_tr_te_comp_s_match_high_fields, 1,
     "Comparator: secondary value, upper half"},
    {"trTeStimId", 0xe00, 1, 0x0, 0, regmap_tr_te_stim_id_fields, 1,
     "hartrace: stimulus ports are there"},
    {"trTeStimImpl", 0xe04, 1, 0x0, 0, regmap_tr_te_stim_impl_fields, 3,
     "hartrace: version and shape of the stimulus ports"},
    {"trTeStimControl", 0xe08, 1, 0x0, 0, regmap_tr_te_stim_control_fields, 4,
     "hartrace: control of the stimulus ports"},
    {"trTeStimMask", 0xe0c, 1, 0x0, 0, regmap_tr_te_stim_mask_fields, 1,
     "hartrace: enabled stimulus ports"},
    {"trTeStimPort", 0xe80, 32, 0x4, 0, regmap_tr_te_stim_port_fields, 1,
     "hartrace: stimulus port"},
};

REGMAP_DATA struct regmap_component regmap_encoder = {
    "encoder", "Trace Encoder", "trTe", 0x1, regmap_encoder_regs, 29,
};

#endif
