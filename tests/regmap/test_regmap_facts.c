/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Facts of the Trace Control Interface 1.0, read from the standard by eye and written down here a
 * second time, held against the generated constants and against the generated tables: a slip in a
 * TOML file fails here.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "regmap_all.h"
#include "stimulus_facts.h"

/* One field: what the standard says, and what the constants say. */
struct fact {
    const char *component, *reg;
    uint32_t offset, offset_const;
    const char *field;
    unsigned msb, lsb, access, kind;
    uint32_t reset;
    uint32_t mask_const, shift_const;
};

#define FACT(comp, r, off, off_const, f, f_const, m, l, acc, k, rst)                               \
    {                                                                                              \
        comp, r, off, off_const, f, m, l, REGMAP_##acc, REGMAP_RESET_##k, rst, f_const##_MASK,     \
            f_const##_SHIFT                                                                        \
    }

#define TE(r, off, f, c, m, l, acc, k, rst)                                                        \
    FACT("encoder", #r, off, r##_CONST, #f, c, m, l, acc, k, rst)

/* Short names for the offset constants, so that a row fits a line. */
#define trTeControl_CONST                TR_TE_CONTROL_OFFSET
#define trTeImpl_CONST                   TR_TE_IMPL_OFFSET
#define trTeInstFeatures_CONST           TR_TE_INST_FEATURES_OFFSET
#define trTeInstFilters_CONST            TR_TE_INST_FILTERS_OFFSET
#define trTeDataControl_CONST            TR_TE_DATA_CONTROL_OFFSET
#define trTeDataFilters_CONST            TR_TE_DATA_FILTERS_OFFSET
#define trTsControl_CONST                TR_TS_CONTROL_OFFSET
#define trTsCounterLow_CONST             TR_TS_COUNTER_LOW_OFFSET
#define trTsCounterHigh_CONST            TR_TS_COUNTER_HIGH_OFFSET
#define trTeTrigDbgControl_CONST         TR_TE_TRIG_DBG_CONTROL_OFFSET
#define trTeTrigExtInControl_CONST       TR_TE_TRIG_EXT_IN_CONTROL_OFFSET
#define trTeTrigExtOutControl_CONST      TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET
#define trTeFilterControl_CONST          TR_TE_FILTER_CONTROL_OFFSET(0u)
#define trTeFilterMatchInst_CONST        TR_TE_FILTER_MATCH_INST_OFFSET(0u)
#define trTeFilterMatchData_CONST        TR_TE_FILTER_MATCH_DATA_OFFSET(0u)
#define trTeCompControl_CONST            TR_TE_COMP_CONTROL_OFFSET(0u)
#define trTeCompSMatchHigh_CONST         TR_TE_COMP_S_MATCH_HIGH_OFFSET(0u)
#define trTeFilterMatchEcauseLow_CONST   TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(0u)
#define trTeFilterMatchEcauseHigh_CONST  TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(0u)
#define trTeFilterMatchValueImpdef_CONST TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(0u)
#define trTeFilterMatchMaskImpdef_CONST  TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(0u)
#define trTeCompPMatchLow_CONST          TR_TE_COMP_P_MATCH_LOW_OFFSET(0u)
#define trTeCompPMatchHigh_CONST         TR_TE_COMP_P_MATCH_HIGH_OFFSET(0u)
#define trTeCompSMatchLow_CONST          TR_TE_COMP_S_MATCH_LOW_OFFSET(0u)
#define trRamControl_CONST               TR_RAM_CONTROL_OFFSET
#define trRamImpl_CONST                  TR_RAM_IMPL_OFFSET
#define trRamStartLow_CONST              TR_RAM_START_LOW_OFFSET
#define trRamStartHigh_CONST             TR_RAM_START_HIGH_OFFSET
#define trRamLimitLow_CONST              TR_RAM_LIMIT_LOW_OFFSET
#define trRamLimitHigh_CONST             TR_RAM_LIMIT_HIGH_OFFSET
#define trRamWPLow_CONST                 TR_RAM_WP_LOW_OFFSET
#define trRamWPHigh_CONST                TR_RAM_WP_HIGH_OFFSET
#define trRamRPLow_CONST                 TR_RAM_RP_LOW_OFFSET
#define trRamRPHigh_CONST                TR_RAM_RP_HIGH_OFFSET
#define trRamData_CONST                  TR_RAM_DATA_OFFSET
#define trRamVendorStatus_CONST          TR_RAM_VENDOR_STATUS_OFFSET
#define trFunnelControl_CONST            TR_FUNNEL_CONTROL_OFFSET
#define trFunnelImpl_CONST               TR_FUNNEL_IMPL_OFFSET
#define trFunnelDisInput_CONST           TR_FUNNEL_DIS_INPUT_OFFSET
#define trFunnelVendorStatus_CONST       TR_FUNNEL_VENDOR_STATUS_OFFSET
#define trPibControl_CONST               TR_PIB_CONTROL_OFFSET
#define trPibImpl_CONST                  TR_PIB_IMPL_OFFSET
#define trAtbBridgeControl_CONST         TR_ATB_BRIDGE_CONTROL_OFFSET
#define trAtbBridgeImpl_CONST            TR_ATB_BRIDGE_IMPL_OFFSET

#define RAM(r, off, f, c, m, l, acc, k, rst)                                                       \
    FACT("ramsink", #r, off, r##_CONST, #f, c, m, l, acc, k, rst)
#define FUN(r, off, f, c, m, l, acc, k, rst)                                                       \
    FACT("funnel", #r, off, r##_CONST, #f, c, m, l, acc, k, rst)
#define PIB(r, off, f, c, m, l, acc, k, rst)                                                       \
    FACT("pibsink", #r, off, r##_CONST, #f, c, m, l, acc, k, rst)
#define ATB(r, off, f, c, m, l, acc, k, rst)                                                       \
    FACT("atbbridge", #r, off, r##_CONST, #f, c, m, l, acc, k, rst)

/* clang-format off */
static const struct fact facts[] = {
    /* Chapter "Trace Encoder Control Interface", register trTeControl. */
    TE(trTeControl, 0x000, trTeActive, TR_TE_ACTIVE, 0, 0, RW, VALUE, 0),
    TE(trTeControl, 0x000, trTeEnable, TR_TE_ENABLE, 1, 1, RW, VALUE, 0),
    TE(trTeControl, 0x000, trTeInstTracing, TR_TE_INST_TRACING, 2, 2, RW, UNDEF, 0),
    TE(trTeControl, 0x000, trTeEmpty, TR_TE_EMPTY, 3, 3, RO, VALUE, 1),
    TE(trTeControl, 0x000, trTeInstMode, TR_TE_INST_MODE, 6, 4, WARL, UNDEF, 0),
    TE(trTeControl, 0x000, trTeContext, TR_TE_CONTEXT, 9, 9, WARL, UNDEF, 0),
    TE(trTeControl, 0x000, trTeInstTrigEnable, TR_TE_INST_TRIG_ENABLE, 11, 11, WARL, UNDEF, 0),
    /* The text clears it at reset, although the column says Undef: our ruling follows the text. */
    TE(trTeControl, 0x000, trTeInstStallOrOverflow, TR_TE_INST_STALL_OR_OVERFLOW, 12, 12, RW1C, VALUE, 0),
    TE(trTeControl, 0x000, trTeInstStallEna, TR_TE_INST_STALL_ENA, 13, 13, WARL, UNDEF, 0),
    TE(trTeControl, 0x000, trTeInhibitSrc, TR_TE_INHIBIT_SRC, 15, 15, WARL, UNDEF, 0),
    TE(trTeControl, 0x000, trTeInstSyncMode, TR_TE_INST_SYNC_MODE, 17, 16, WARL, UNDEF, 0),
    TE(trTeControl, 0x000, trTeInstSyncMax, TR_TE_INST_SYNC_MAX, 23, 20, WARL, UNDEF, 0),
    TE(trTeControl, 0x000, trTeFormat, TR_TE_FORMAT, 26, 24, WARL, UNDEF, 0),
    /* trTeImpl; the protocol version is ours: N-Trace 1.0. */
    TE(trTeImpl, 0x004, trTeVerMajor, TR_TE_VER_MAJOR, 3, 0, RO, VALUE, 1),
    TE(trTeImpl, 0x004, trTeVerMinor, TR_TE_VER_MINOR, 7, 4, RO, VALUE, 0),
    TE(trTeImpl, 0x004, trTeCompType, TR_TE_COMP_TYPE, 11, 8, RO, VALUE, 1),
    TE(trTeImpl, 0x004, trTeProtocolMajor, TR_TE_PROTOCOL_MAJOR, 19, 16, RO, SD, 1),
    TE(trTeImpl, 0x004, trTeProtocolMinor, TR_TE_PROTOCOL_MINOR, 23, 20, RO, SD, 0),
    /* trTeInstFeatures. */
    TE(trTeInstFeatures, 0x008, trTeInstNoAddrDiff, TR_TE_INST_NO_ADDR_DIFF, 0, 0, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstNoTrapAddr, TR_TE_INST_NO_TRAP_ADDR, 1, 1, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstEnSequentialJump, TR_TE_INST_EN_SEQUENTIAL_JUMP, 2, 2, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstEnImplicitReturn, TR_TE_INST_EN_IMPLICIT_RETURN, 3, 3, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstEnBranchPrediction, TR_TE_INST_EN_BRANCH_PREDICTION, 4, 4, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstEnJumpTargetCache, TR_TE_INST_EN_JUMP_TARGET_CACHE, 5, 5, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstImplicitReturnMode, TR_TE_INST_IMPLICIT_RETURN_MODE, 7, 6, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstEnRepeatedHistory, TR_TE_INST_EN_REPEATED_HISTORY, 8, 8, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstEnAllJumps, TR_TE_INST_EN_ALL_JUMPS, 9, 9, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeInstExtendAddrMSB, TR_TE_INST_EXTEND_ADDR_MSB, 10, 10, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeSrcID, TR_TE_SRC_ID, 27, 16, WARL, UNDEF, 0),
    TE(trTeInstFeatures, 0x008, trTeSrcBits, TR_TE_SRC_BITS, 31, 28, WARL, UNDEF, 0),
    TE(trTeInstFilters, 0x00C, trTeInstFilters, TR_TE_INST_FILTERS, 15, 0, WARL, UNDEF, 0),
    /* trTeDataControl; StallOrOverflow and Drop are cleared at reset by their text. */
    TE(trTeDataControl, 0x010, trTeDataImplemented, TR_TE_DATA_IMPLEMENTED, 0, 0, RO, SD, 0),
    TE(trTeDataControl, 0x010, trTeDataTracing, TR_TE_DATA_TRACING, 1, 1, WARL, UNDEF, 0),
    TE(trTeDataControl, 0x010, trTeDataTrigEnable, TR_TE_DATA_TRIG_ENABLE, 2, 2, WARL, UNDEF, 0),
    TE(trTeDataControl, 0x010, trTeDataStallEna, TR_TE_DATA_STALL_ENA, 4, 4, WARL, UNDEF, 0),
    TE(trTeDataControl, 0x010, trTeDataNoAddr, TR_TE_DATA_NO_ADDR, 17, 17, WARL, UNDEF, 0),
    TE(trTeDataControl, 0x010, trTeDataStallOrOverflow, TR_TE_DATA_STALL_OR_OVERFLOW, 3, 3, RW1C, VALUE, 0),
    TE(trTeDataControl, 0x010, trTeDataDrop, TR_TE_DATA_DROP, 5, 5, RW1C, VALUE, 0),
    TE(trTeDataControl, 0x010, trTeDataDropEna, TR_TE_DATA_DROP_ENA, 6, 6, WARL, UNDEF, 0),
    TE(trTeDataControl, 0x010, trTeDataNoValue, TR_TE_DATA_NO_VALUE, 16, 16, WARL, UNDEF, 0),
    TE(trTeDataControl, 0x010, trTeDataAddrCompress, TR_TE_DATA_ADDR_COMPRESS, 19, 18, WARL, UNDEF, 0),
    TE(trTeDataFilters, 0x01C, trTeDataFilters, TR_TE_DATA_FILTERS, 15, 0, WARL, UNDEF, 0),
    /* Chapter "Timestamp Unit", the same in encoder and funnel. */
    TE(trTsControl, 0x040, trTsActive, TR_TS_ACTIVE, 0, 0, WARL, SD, 0),
    FUN(trTsControl, 0x040, trTsActive, TR_TS_ACTIVE, 0, 0, WARL, SD, 0),
    TE(trTsControl, 0x040, trTsCount, TR_TS_COUNT, 1, 1, WARL, UNDEF, 0),
    FUN(trTsControl, 0x040, trTsReset, TR_TS_RESET, 2, 2, W1, VALUE, 0),
    TE(trTsControl, 0x040, trTsRunInDebug, TR_TS_RUN_IN_DEBUG, 3, 3, WARL, UNDEF, 0),
    FUN(trTsControl, 0x040, trTsMode, TR_TS_MODE, 6, 4, WARL, UNDEF, 0),
    TE(trTsControl, 0x040, trTsPrescale, TR_TS_PRESCALE, 9, 8, WARL, UNDEF, 0),
    TE(trTsControl, 0x040, trTsEnable, TR_TS_ENABLE, 15, 15, WARL, UNDEF, 0),
    TE(trTsControl, 0x040, trTsVendor, TR_TS_VENDOR, 23, 16, WARL, UNDEF, 0),
    FUN(trTsControl, 0x040, trTsWidth, TR_TS_WIDTH, 29, 24, RO, SD, 40),
    TE(trTsCounterLow, 0x048, trTsCounterLow, TR_TS_COUNTER_LOW, 31, 0, RO, VALUE, 0),
    FUN(trTsCounterHigh, 0x04C, trTsCounterHigh, TR_TS_COUNTER_HIGH, 31, 0, RO, VALUE, 0),
    /* Chapter "Trace Encoder Triggers". */
    TE(trTeTrigDbgControl, 0x050, trTeTrigDbgControl, TR_TE_TRIG_DBG_CONTROL, 31, 0, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction0, TR_TE_TRIG_EXT_IN_ACTION0, 3, 0, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction7, TR_TE_TRIG_EXT_IN_ACTION7, 31, 28, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction1, TR_TE_TRIG_EXT_IN_ACTION1, 7, 4, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction2, TR_TE_TRIG_EXT_IN_ACTION2, 11, 8, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction3, TR_TE_TRIG_EXT_IN_ACTION3, 15, 12, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction4, TR_TE_TRIG_EXT_IN_ACTION4, 19, 16, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction5, TR_TE_TRIG_EXT_IN_ACTION5, 23, 20, WARL, UNDEF, 0),
    TE(trTeTrigExtInControl, 0x054, trTeTrigExtInAction6, TR_TE_TRIG_EXT_IN_ACTION6, 27, 24, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent0, TR_TE_TRIG_EXT_OUT_EVENT0, 3, 0, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent5, TR_TE_TRIG_EXT_OUT_EVENT5, 23, 20, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent1, TR_TE_TRIG_EXT_OUT_EVENT1, 7, 4, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent2, TR_TE_TRIG_EXT_OUT_EVENT2, 11, 8, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent3, TR_TE_TRIG_EXT_OUT_EVENT3, 15, 12, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent4, TR_TE_TRIG_EXT_OUT_EVENT4, 19, 16, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent6, TR_TE_TRIG_EXT_OUT_EVENT6, 27, 24, WARL, UNDEF, 0),
    TE(trTeTrigExtOutControl, 0x058, trTeTrigExtOutEvent7, TR_TE_TRIG_EXT_OUT_EVENT7, 31, 28, WARL, UNDEF, 0),
    /* Chapter "Trace Encoder Filter Registers". */
    TE(trTeFilterControl, 0x400, trTeFilterEnable, TR_TE_FILTER_ENABLE, 0, 0, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchInterrupt, TR_TE_FILTER_MATCH_INTERRUPT, 3, 3, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterComp1, TR_TE_FILTER_COMP1, 7, 5, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterComp2, TR_TE_FILTER_COMP2, 11, 9, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterComp3, TR_TE_FILTER_COMP3, 15, 13, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchImpdef, TR_TE_FILTER_MATCH_IMPDEF, 16, 16, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchDsize, TR_TE_FILTER_MATCH_DSIZE, 25, 25, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchPrivilege, TR_TE_FILTER_MATCH_PRIVILEGE, 1, 1, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchEcause, TR_TE_FILTER_MATCH_ECAUSE, 2, 2, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchComp1, TR_TE_FILTER_MATCH_COMP1, 4, 4, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchComp2, TR_TE_FILTER_MATCH_COMP2, 8, 8, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchComp3, TR_TE_FILTER_MATCH_COMP3, 12, 12, WARL, UNDEF, 0),
    TE(trTeFilterControl, 0x400, trTeFilterMatchDtype, TR_TE_FILTER_MATCH_DTYPE, 24, 24, WARL, UNDEF, 0),
    TE(trTeFilterMatchInst, 0x404, trTeFilterMatchChoicePrivilege, TR_TE_FILTER_MATCH_CHOICE_PRIVILEGE, 7, 0, WARL, UNDEF, 0),
    TE(trTeFilterMatchInst, 0x404, trTeFilterMatchValueInterrupt, TR_TE_FILTER_MATCH_VALUE_INTERRUPT, 8, 8, WARL, UNDEF, 0),
    TE(trTeFilterMatchData, 0x418, trTeFilterMatchChoiceDsize, TR_TE_FILTER_MATCH_CHOICE_DSIZE, 23, 16, WARL, UNDEF, 0),
    TE(trTeFilterMatchEcauseLow, 0x408, trTeFilterMatchChoiceEcauseLow, TR_TE_FILTER_MATCH_CHOICE_ECAUSE_LOW, 31, 0, WARL, UNDEF, 0),
    TE(trTeFilterMatchEcauseHigh, 0x40C, trTeFilterMatchChoiceEcauseHigh, TR_TE_FILTER_MATCH_CHOICE_ECAUSE_HIGH, 31, 0, WARL, UNDEF, 0),
    TE(trTeFilterMatchValueImpdef, 0x410, trTeFilterMatchValueImpdef, TR_TE_FILTER_MATCH_VALUE_IMPDEF, 31, 0, WARL, UNDEF, 0),
    TE(trTeFilterMatchMaskImpdef, 0x414, trTeFilterMatchMaskImpdef, TR_TE_FILTER_MATCH_MASK_IMPDEF, 31, 0, WARL, UNDEF, 0),
    TE(trTeFilterMatchData, 0x418, trTeFilterMatchChoiceDtype, TR_TE_FILTER_MATCH_CHOICE_DTYPE, 15, 0, WARL, UNDEF, 0),
    TE(trTeCompControl, 0x600, trTeCompPInput, TR_TE_COMP_P_INPUT, 1, 0, WARL, UNDEF, 0),
    TE(trTeCompControl, 0x600, trTeCompSInput, TR_TE_COMP_S_INPUT, 3, 2, WARL, UNDEF, 0),
    TE(trTeCompControl, 0x600, trTeCompPFunction, TR_TE_COMP_P_FUNCTION, 6, 4, WARL, UNDEF, 0),
    TE(trTeCompControl, 0x600, trTeCompSFunction, TR_TE_COMP_S_FUNCTION, 10, 8, WARL, UNDEF, 0),
    TE(trTeCompControl, 0x600, trTeCompMatchMode, TR_TE_COMP_MATCH_MODE, 13, 12, WARL, UNDEF, 0),
    TE(trTeCompControl, 0x600, trTeCompSNotify, TR_TE_COMP_S_NOTIFY, 15, 15, WARL, UNDEF, 0),
    TE(trTeCompControl, 0x600, trTeCompPNotify, TR_TE_COMP_P_NOTIFY, 14, 14, WARL, UNDEF, 0),
    TE(trTeCompPMatchLow, 0x610, trTeCompPMatchLow, TR_TE_COMP_P_MATCH_LOW, 31, 0, WARL, UNDEF, 0),
    TE(trTeCompPMatchHigh, 0x614, trTeCompPMatchHigh, TR_TE_COMP_P_MATCH_HIGH, 31, 0, WARL, UNDEF, 0),
    TE(trTeCompSMatchLow, 0x618, trTeCompSMatchLow, TR_TE_COMP_S_MATCH_LOW, 31, 0, WARL, UNDEF, 0),
    TE(trTeCompSMatchHigh, 0x61C, trTeCompSMatchHigh, TR_TE_COMP_S_MATCH_HIGH, 31, 0, WARL, UNDEF, 0),
    STIMULUS_FACTS /* ours */
    /* Chapter "Trace RAM Sink". */
    RAM(trRamControl, 0x000, trRamActive, TR_RAM_ACTIVE, 0, 0, RW, VALUE, 0),
    RAM(trRamControl, 0x000, trRamEnable, TR_RAM_ENABLE, 1, 1, RW, VALUE, 0),
    RAM(trRamControl, 0x000, trRamEmpty, TR_RAM_EMPTY, 3, 3, RO, VALUE, 1),
    RAM(trRamControl, 0x000, trRamMode, TR_RAM_MODE, 4, 4, WARL, UNDEF, 0),
    RAM(trRamControl, 0x000, trRamStopOnWrap, TR_RAM_STOP_ON_WRAP, 8, 8, WARL, UNDEF, 0),
    RAM(trRamControl, 0x000, trRamMemFormat, TR_RAM_MEM_FORMAT, 10, 9, WARL, UNDEF, 0),
    RAM(trRamControl, 0x000, trRamAsyncFreq, TR_RAM_ASYNC_FREQ, 14, 12, WARL, UNDEF, 0),
    RAM(trRamImpl, 0x004, trRamVerMajor, TR_RAM_VER_MAJOR, 3, 0, RO, VALUE, 1),
    RAM(trRamImpl, 0x004, trRamVerMinor, TR_RAM_VER_MINOR, 7, 4, RO, VALUE, 0),
    RAM(trRamImpl, 0x004, trRamCompType, TR_RAM_COMP_TYPE, 11, 8, RO, VALUE, 9),
    RAM(trRamImpl, 0x004, trRamHasSRAM, TR_RAM_HAS_SRAM, 12, 12, RO, SD, 1),
    RAM(trRamImpl, 0x004, trRamHasSMEM, TR_RAM_HAS_SMEM, 13, 13, RO, SD, 1),
    RAM(trRamStartLow, 0x010, trRamStartLow, TR_RAM_START_LOW, 31, 2, WARL, UNDEF, 0),
    RAM(trRamStartHigh, 0x014, trRamStartHigh, TR_RAM_START_HIGH, 31, 0, WARL, UNDEF, 0),
    RAM(trRamLimitLow, 0x018, trRamLimitLow, TR_RAM_LIMIT_LOW, 31, 2, WARL, UNDEF, 0),
    RAM(trRamLimitHigh, 0x01C, trRamLimitHigh, TR_RAM_LIMIT_HIGH, 31, 0, WARL, UNDEF, 0),
    RAM(trRamWPLow, 0x020, trRamWrap, TR_RAM_WRAP, 0, 0, WARL, UNDEF, 0),
    RAM(trRamWPLow, 0x020, trRamWPLow, TR_RAM_WP_LOW, 31, 2, WARL, UNDEF, 0),
    RAM(trRamWPHigh, 0x024, trRamWPHigh, TR_RAM_WP_HIGH, 31, 0, WARL, UNDEF, 0),
    RAM(trRamRPLow, 0x028, trRamRPLow, TR_RAM_RP_LOW, 31, 2, WARL, UNDEF, 0),
    RAM(trRamRPHigh, 0x02C, trRamRPHigh, TR_RAM_RP_HIGH, 31, 0, WARL, UNDEF, 0),
    RAM(trRamData, 0x040, trRamData, TR_RAM_DATA, 31, 0, RW, UNDEF, 0),
    RAM(trRamVendorStatus, 0xE00, trRamBusError, TR_RAM_BUS_ERROR, 0, 0, RW1C, VALUE, 0), /* ours */
    /* Chapter "Trace Funnel". */
    FUN(trFunnelControl, 0x000, trFunnelEnable, TR_FUNNEL_ENABLE, 1, 1, RW, VALUE, 0),
    FUN(trFunnelControl, 0x000, trFunnelActive, TR_FUNNEL_ACTIVE, 0, 0, RW, VALUE, 0),
    FUN(trFunnelControl, 0x000, trFunnelEmpty, TR_FUNNEL_EMPTY, 3, 3, RO, VALUE, 1),
    FUN(trFunnelImpl, 0x004, trFunnelVerMajor, TR_FUNNEL_VER_MAJOR, 3, 0, RO, VALUE, 1),
    FUN(trFunnelImpl, 0x004, trFunnelVerMinor, TR_FUNNEL_VER_MINOR, 7, 4, RO, VALUE, 0),
    FUN(trFunnelImpl, 0x004, trFunnelCompType, TR_FUNNEL_COMP_TYPE, 11, 8, RO, VALUE, 8),
    FUN(trFunnelDisInput, 0x008, trFunnelDisInput, TR_FUNNEL_DIS_INPUT, 15, 0, WARL, UNDEF, 0),
    FUN(trFunnelVendorStatus, 0xE00, trFunnelLoss, TR_FUNNEL_LOSS, 0, 0, RW1C, VALUE, 0), /* ours */
    /* Chapter "Trace PIB Sink". */
    PIB(trPibControl, 0x000, trPibActive, TR_PIB_ACTIVE, 0, 0, RW, VALUE, 0),
    PIB(trPibControl, 0x000, trPibEnable, TR_PIB_ENABLE, 1, 1, RW, VALUE, 0),
    PIB(trPibControl, 0x000, trPibEmpty, TR_PIB_EMPTY, 3, 3, RO, VALUE, 1),
    PIB(trPibControl, 0x000, trPibMode, TR_PIB_MODE, 7, 4, WARL, UNDEF, 0),
    PIB(trPibControl, 0x000, trPibClkCenter, TR_PIB_CLK_CENTER, 8, 8, WARL, UNDEF, 0),
    PIB(trPibControl, 0x000, trPibCalibrate, TR_PIB_CALIBRATE, 9, 9, WARL, UNDEF, 0),
    PIB(trPibControl, 0x000, trPibAsyncFreq, TR_PIB_ASYNC_FREQ, 14, 12, WARL, UNDEF, 0),
    PIB(trPibControl, 0x000, trPibDivider, TR_PIB_DIVIDER, 31, 16, WARL, UNDEF, 0),
    PIB(trPibImpl, 0x004, trPibVerMajor, TR_PIB_VER_MAJOR, 3, 0, RO, VALUE, 1),
    PIB(trPibImpl, 0x004, trPibVerMinor, TR_PIB_VER_MINOR, 7, 4, RO, VALUE, 0),
    PIB(trPibImpl, 0x004, trPibCompType, TR_PIB_COMP_TYPE, 11, 8, RO, VALUE, 10),
    /* Chapter "Trace ATB Bridge"; AsyncFreq is in the Impl register. */
    ATB(trAtbBridgeControl, 0x000, trAtbBridgeActive, TR_ATB_BRIDGE_ACTIVE, 0, 0, RW, VALUE, 0),
    ATB(trAtbBridgeControl, 0x000, trAtbBridgeEnable, TR_ATB_BRIDGE_ENABLE, 1, 1, RW, VALUE, 0),
    ATB(trAtbBridgeControl, 0x000, trAtbBridgeEmpty, TR_ATB_BRIDGE_EMPTY, 3, 3, RO, VALUE, 1),
    ATB(trAtbBridgeControl, 0x000, trAtbBridgeID, TR_ATB_BRIDGE_ID, 14, 8, RW, UNDEF, 0),
    ATB(trAtbBridgeImpl, 0x004, trAtbBridgeVerMajor, TR_ATB_BRIDGE_VER_MAJOR, 3, 0, RO, VALUE, 1),
    ATB(trAtbBridgeImpl, 0x004, trAtbBridgeVerMinor, TR_ATB_BRIDGE_VER_MINOR, 7, 4, RO, VALUE, 0),
    ATB(trAtbBridgeImpl, 0x004, trAtbBridgeCompType, TR_ATB_BRIDGE_COMP_TYPE, 11, 8, RO, VALUE, 14),
    ATB(trAtbBridgeImpl, 0x004, trAtbBridgeAsyncFreq, TR_ATB_BRIDGE_ASYNC_FREQ, 14, 12, WARL, UNDEF, 0),
};
/* clang-format on */

/* One named value: the number in the standard, and the constant. */
struct value_fact {
    const char *field, *name;
    uint32_t value, value_const;
};

static const struct value_fact value_facts[] = {
    {"trTeInstMode", "off", 0, TR_TE_INST_MODE_OFF},
    {"trTeInstMode", "btm", 3, TR_TE_INST_MODE_BTM},
    {"trTeInstMode", "htm", 6, TR_TE_INST_MODE_HTM},
    {"trTeInstMode", "vendor", 7, TR_TE_INST_MODE_VENDOR},
    {"trTeInstSyncMode", "messages", 1, TR_TE_INST_SYNC_MODE_MESSAGES},
    {"trTeInstSyncMode", "cycles", 2, TR_TE_INST_SYNC_MODE_CYCLES},
    {"trTeInstSyncMode", "halfwords", 3, TR_TE_INST_SYNC_MODE_HALFWORDS},
    {"trTeFormat", "etrace", 0, TR_TE_FORMAT_ETRACE},
    {"trTeFormat", "ntrace", 1, TR_TE_FORMAT_NTRACE},
    {"trTeInstImplicitReturnMode", "level", 1, TR_TE_INST_IMPLICIT_RETURN_MODE_LEVEL},
    {"trTeInstImplicitReturnMode", "partial", 2, TR_TE_INST_IMPLICIT_RETURN_MODE_PARTIAL},
    {"trTeInstImplicitReturnMode", "full", 3, TR_TE_INST_IMPLICIT_RETURN_MODE_FULL},
    {"trTeDataAddrCompress", "xor", 1, TR_TE_DATA_ADDR_COMPRESS_XOR},
    {"trTsMode", "none", 0, TR_TS_MODE_NONE},
    {"trTsMode", "external", 1, TR_TS_MODE_EXTERNAL},
    {"trTsMode", "internal_system", 2, TR_TS_MODE_INTERNAL_SYSTEM},
    {"trTsMode", "internal_core", 3, TR_TS_MODE_INTERNAL_CORE},
    {"trTsMode", "shared", 4, TR_TS_MODE_SHARED},
    {"trTsPrescale", "div64", 3, TR_TS_PRESCALE_DIV64},
    {"trTeTrigExtInAction0", "none", 0, TR_TE_TRIG_EXT_IN_ACTION0_NONE},
    {"trTeTrigExtInAction3", "trace_on", 2, TR_TE_TRIG_EXT_IN_ACTION3_TRACE_ON},
    {"trTeTrigExtInAction7", "trace_off", 3, TR_TE_TRIG_EXT_IN_ACTION7_TRACE_OFF},
    {"trTeTrigExtInAction7", "trace_notify", 4, TR_TE_TRIG_EXT_IN_ACTION7_TRACE_NOTIFY},
    {"trTeTrigExtOutEvent0", "start", 1, TR_TE_TRIG_EXT_OUT_EVENT0_START}, /* bit 0 */
    {"trTeTrigExtOutEvent7", "stop", 2, TR_TE_TRIG_EXT_OUT_EVENT7_STOP},   /* bit 1 */
    {"trTeCompPInput", "tval", 2, TR_TE_COMP_P_INPUT_TVAL},
    {"trTeCompSInput", "daddr", 3, TR_TE_COMP_S_INPUT_DADDR},
    {"trTeCompPFunction", "ge", 5, TR_TE_COMP_P_FUNCTION_GE},
    {"trTeCompPFunction", "false", 6, TR_TE_COMP_P_FUNCTION_FALSE},
    {"trTeCompSFunction", "p_mask", 6, TR_TE_COMP_S_FUNCTION_P_MASK},
    {"trTeCompMatchMode", "not_both", 2, TR_TE_COMP_MATCH_MODE_NOT_BOTH},
    {"trTeCompMatchMode", "latch", 3, TR_TE_COMP_MATCH_MODE_LATCH},
    {"trRamMode", "sram", 0, TR_RAM_MODE_SRAM},
    {"trRamMode", "smem", 1, TR_RAM_MODE_SMEM},
    {"trRamMemFormat", "custom", 3, TR_RAM_MEM_FORMAT_CUSTOM},
    {"trPibMode", "swt_manchester", 4, TR_PIB_MODE_SWT_MANCHESTER},
    {"trPibMode", "swt_uart", 5, TR_PIB_MODE_SWT_UART},
    {"trPibMode", "parallel1", 8, TR_PIB_MODE_PARALLEL1},
    {"trPibMode", "parallel4", 10, TR_PIB_MODE_PARALLEL4},
    {"trPibMode", "parallel16", 12, TR_PIB_MODE_PARALLEL16},
};

static const struct regmap_reg *find_reg(const char *component, const char *name)
{
    for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
        const struct regmap_component *comp = regmap_components[c];
        if (strcmp(comp->name, component) != 0) {
            continue;
        }
        for (size_t r = 0; r < comp->nregs; r++) {
            if (strcmp(comp->regs[r].name, name) == 0) {
                return &comp->regs[r];
            }
        }
    }
    fail_msg("no register %s in %s", name, component);
    return NULL;
}

static const struct regmap_field *find_field(const struct regmap_reg *reg, const char *name)
{
    for (size_t f = 0; f < reg->nfields; f++) {
        if (strcmp(reg->fields[f].name, name) == 0) {
            return &reg->fields[f];
        }
    }
    return NULL;
}

/* Holds TCI-REG-001..005 TCI-REG-007 TCI-REG-009..011 TCI-REG-013 TCI-REG-014 TCI-REG-016
 * TCI-REG-017 TCI-REG-019..021 TCI-REG-023 TCI-REG-024 TCI-REG-026..035 TCI-REG-037..039
 * TCI-REG-041..047 TCI-REG-049..051 TCI-REG-053 TCI-REG-055..059 TCI-REG-061 TCI-REG-063..065
 * TCI-REG-067..084 TCI-REG-086 TCI-REG-087 TCI-REG-089 TCI-REG-090 TCI-REG-092..097
 * TCI-REG-099..101 TCI-REG-103 TCI-REG-105..107 TCI-REG-109..114 TCI-REG-116 TCI-REG-117
 * TCI-REG-119 TCI-REG-120 TCI-REG-122 TCI-REG-124..128 TCI-REG-132 TCI-REG-133
 * TCI-REG-135..137 TCI-REG-139 TCI-REG-140 TCI-REG-142..146 TCI-REG-148 TCI-REG-150..152
 * TCI-REG-155 TCI-REG-157 TCI-REG-158 TCI-REG-160..163 TCI-REG-165 TCI-REG-167..170
 * TCI-REG-173 TCI-REG-174 TCI-REG-176 TCI-REG-178 TCI-REG-180..183 */
static void tables_say_what_the_standard_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        const struct fact *want = &facts[i];
        const struct regmap_reg *reg = find_reg(want->component, want->reg);
        const struct regmap_field *got = find_field(reg, want->field);
        if (got == NULL) {
            fail_msg("no field %s in %s", want->field, want->reg);
        }
        if (reg->offset != want->offset || got->msb != want->msb || got->lsb != want->lsb ||
            got->access != want->access || got->reset_kind != want->kind ||
            got->reset != want->reset) {
            fail_msg("%s.%s: offset, bits, access or reset differ", want->reg, want->field);
        }
    }
}

/* Neither table has a row that the other lacks. */
static void every_field_is_a_fact(void **state)
{
    (void)state;
    for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
        for (size_t r = 0; r < regmap_components[c]->nregs; r++) {
            const struct regmap_reg *reg = &regmap_components[c]->regs[r];
            for (size_t f = 0; f < reg->nfields; f++) {
                size_t i = 0;
                while (i < sizeof facts / sizeof facts[0] &&
                       (strcmp(facts[i].reg, reg->name) != 0 ||
                        strcmp(facts[i].field, reg->fields[f].name) != 0)) {
                    i++;
                }
                if (i == sizeof facts / sizeof facts[0]) {
                    fail_msg("no fact about %s.%s", reg->name, reg->fields[f].name);
                }
            }
        }
    }
}

static void constants_say_what_the_standard_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        const struct fact *want = &facts[i];
        uint32_t mask = 0;
        for (unsigned b = want->lsb; b <= want->msb; b++) {
            mask |= UINT32_C(1) << b;
        }
        if (want->offset_const != want->offset || want->mask_const != mask ||
            want->shift_const != want->lsb) {
            fail_msg("%s.%s: constants differ", want->reg, want->field);
        }
    }
}

/* Holds TCI-TS-015 */
static void named_values_are_those_of_the_standard(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof value_facts / sizeof value_facts[0]; i++) {
        const struct value_fact *want = &value_facts[i];
        unsigned found = 0;
        assert_int_equal(want->value_const, want->value);
        for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
            for (size_t r = 0; r < regmap_components[c]->nregs; r++) {
                const struct regmap_field *f =
                    find_field(&regmap_components[c]->regs[r], want->field);
                for (size_t v = 0; f != NULL && v < f->nvalues; v++) {
                    found += strcmp(f->values[v].name, want->name) == 0 &&
                             f->values[v].value == want->value;
                }
            }
        }
        if (found == 0) {
            fail_msg("%s has no value %s = %u", want->field, want->name, want->value);
        }
    }
}

/* Holds TCI-FLT-007 TCI-FLT-010 TCI-FLT-012 TCI-FLT-015 TCI-FLT-020 TCI-FLT-021 */
static void repeated_blocks_have_the_stride_of_the_standard(void **state)
{
    (void)state;
    /* Filter i at 0x400 + 0x20 * i up to 0x5FF: 16. trTeFilterComp1 has 3 bits: 8 comparators. */
    assert_int_equal(find_reg("encoder", "trTeFilterControl")->count, 16);
    assert_int_equal(find_reg("encoder", "trTeFilterMatchData")->stride, 0x20);
    assert_int_equal(find_reg("encoder", "trTeCompPMatchLow")->count, 8);
    assert_int_equal(find_reg("encoder", "trTeCompPMatchLow")->stride, 0x20);
    assert_int_equal(TR_TE_FILTER_CONTROL_COUNT, 16);
    assert_int_equal(TR_TE_COMP_CONTROL_STRIDE, 0x20);
    assert_int_equal(TR_TE_FILTER_CONTROL_OFFSET(15u), 0x5E0);
    assert_int_equal(TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(1u + 1u), 0x44C);
    assert_int_equal(TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(3u), 0x474);
    assert_int_equal(TR_TE_COMP_CONTROL_OFFSET(7u), 0x6E0);
    assert_int_equal(TR_TE_COMP_P_MATCH_HIGH_OFFSET(7u), 0x6F4);
    assert_int_equal(TR_TE_COMP_S_MATCH_LOW_OFFSET(1u), 0x638);
}

/* Chapter "Trace Components": the types; chapter "Trace Component Register Map": the layout. */
/* Holds TCI-COMP-002 TCI-COMP-006..010 TCI-MAP-001 TCI-MAP-002 TCI-MAP-005 TCI-VER-001 */
static void every_component_has_its_type_and_common_part(void **state)
{
    static const struct {
        const char *name, *prefix;
        unsigned type, type_const;
    } want[] = {
        {"encoder", "trTe", 0x1, TR_COMP_TYPE_ENCODER},
        {"funnel", "trFunnel", 0x8, TR_COMP_TYPE_FUNNEL},
        {"ramsink", "trRam", 0x9, TR_COMP_TYPE_RAMSINK},
        {"pibsink", "trPib", 0xA, TR_COMP_TYPE_PIBSINK},
        {"atbbridge", "trAtbBridge", 0xE, TR_COMP_TYPE_ATBBRIDGE},
    };
    (void)state;
    assert_int_equal(REGMAP_NCOMPONENTS, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(regmap_components[i]->name, want[i].name);
        assert_string_equal(regmap_components[i]->prefix, want[i].prefix);
        assert_int_equal(regmap_components[i]->comp_type, want[i].type);
        assert_int_equal(want[i].type_const, want[i].type);
    }
    assert_int_equal(TR_CONTROL_OFFSET, 0);
    assert_int_equal(TR_IMPL_OFFSET, 4);
    assert_int_equal(TR_ACTIVE_MASK, 0x1);
    assert_int_equal(TR_ENABLE_MASK, 0x2);
    assert_int_equal(TR_EMPTY_MASK, 0x8);
    assert_int_equal(TR_VER_MAJOR_MASK, 0xF);
    assert_int_equal(TR_VER_MINOR_MASK, 0xF0);
    assert_int_equal(TR_COMP_TYPE_MASK, 0xF00);
    assert_int_equal(TR_BLOCK_SIZE, 0x1000);
    assert_int_equal(TR_VENDOR_OFFSET, 0xE00);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_say_what_the_standard_says),
        cmocka_unit_test(every_field_is_a_fact),
        cmocka_unit_test(constants_say_what_the_standard_says),
        cmocka_unit_test(named_values_are_those_of_the_standard),
        cmocka_unit_test(repeated_blocks_have_the_stride_of_the_standard),
        cmocka_unit_test(every_component_has_its_type_and_common_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
