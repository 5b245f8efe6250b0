/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every field of every register of every component: the values that it can take when all options
 * are there, and when all are taken away. From TCI 1.0 and N-Trace 1.0 (N-Trace Specific Trace
 * Controls), and from the options of the models.
 */
#include <string.h>

#include "reg_facts.h"

/* Fields of at most 4 bits: bit n = value n can be read after something was written. Wider ones:
 * bits that can be 1. */
struct fact {
    const char *name;
    uint32_t least, all;
};

static const struct fact facts[] = {
    {"trTeEnable", 3, 3},
    {"trTeInstTracing", 3, 3},
    {"trTeEmpty", 2, 2},
    {"trTeInstMode", 0x41, 0x49},
    {"trTeContext", 1, 3},
    {"trTeInstTrigEnable", 1, 3},
    {"trTeInstStallOrOverflow", 1, 1},
    {"trTeInstStallEna", 1, 3},
    {"trTeInhibitSrc", 1, 3},
    {"trTeInstSyncMode", 3, 0xF},
    {"trTeInstSyncMax", 0xFFFF, 0xFFFF},
    {"trTeFormat", 2, 2},
    {"trTeVerMajor", 2, 2},
    {"trTeVerMinor", 1, 1},
    {"trTeCompType", 2, 2},
    {"trTeProtocolMajor", 2, 2},
    {"trTeProtocolMinor", 1, 1},
    {"trTeInstNoAddrDiff", 1, 1},
    {"trTeInstNoTrapAddr", 1, 1},
    {"trTeInstEnSequentialJump", 1, 3},
    {"trTeInstEnImplicitReturn", 1, 3},
    {"trTeInstEnBranchPrediction", 1, 1},
    {"trTeInstEnJumpTargetCache", 1, 1},
    {"trTeInstImplicitReturnMode", 1, 0xF},
    {"trTeInstEnRepeatedHistory", 1, 3},
    {"trTeInstEnAllJumps", 1, 3},
    {"trTeInstExtendAddrMSB", 1, 3},
    {"trTeSrcID", 0, 0xFFF},
    {"trTeSrcBits", 1, 0x1FFF},
    {"trTeInstFilters", 0, 0xFFFF},
    {"trTeDataImplemented", 1, 1},
    {"trTeDataTracing", 1, 1},
    {"trTeDataTrigEnable", 1, 1},
    {"trTeDataStallOrOverflow", 1, 1},
    {"trTeDataStallEna", 1, 1},
    {"trTeDataDrop", 1, 1},
    {"trTeDataDropEna", 1, 1},
    {"trTeDataNoValue", 1, 1},
    {"trTeDataNoAddr", 1, 1},
    {"trTeDataAddrCompress", 1, 1},
    {"trTeDataFilters", 0, 0},
    {"trTeTrigDbgControl", 0, 0x1C},
    {"trTeTrigExtInAction0", 1, 0x1D},
    {"trTeTrigExtInAction1", 1, 0x1D},
    {"trTeTrigExtInAction2", 1, 0x1D},
    {"trTeTrigExtInAction3", 1, 0x1D},
    {"trTeTrigExtInAction4", 1, 0x1D},
    {"trTeTrigExtInAction5", 1, 0x1D},
    {"trTeTrigExtInAction6", 1, 0x1D},
    {"trTeTrigExtInAction7", 1, 0x1D},
    {"trTeTrigExtOutEvent0", 1, 0xFFFF},
    {"trTeTrigExtOutEvent1", 1, 0xFFFF},
    {"trTeTrigExtOutEvent2", 1, 0xFFFF},
    {"trTeTrigExtOutEvent3", 1, 0xFFFF},
    {"trTeTrigExtOutEvent4", 1, 0xFFFF},
    {"trTeTrigExtOutEvent5", 1, 0xFFFF},
    {"trTeTrigExtOutEvent6", 1, 0xFFFF},
    {"trTeTrigExtOutEvent7", 1, 0xFFFF},
    {"trTeFilterEnable", 1, 3},
    {"trTeFilterMatchPrivilege", 1, 3},
    {"trTeFilterMatchEcause", 1, 3},
    {"trTeFilterMatchInterrupt", 1, 3},
    {"trTeFilterMatchComp1", 1, 3},
    {"trTeFilterComp1", 1, 0xFF},
    {"trTeFilterMatchComp2", 1, 3},
    {"trTeFilterComp2", 1, 0xFF},
    {"trTeFilterMatchComp3", 1, 3},
    {"trTeFilterComp3", 1, 0xFF},
    {"trTeFilterMatchImpdef", 1, 3},
    {"trTeFilterMatchDtype", 1, 1},
    {"trTeFilterMatchDsize", 1, 1},
    {"trTeFilterMatchChoicePrivilege", 0, 0xFF},
    {"trTeFilterMatchValueInterrupt", 1, 3},
    {"trTeFilterMatchChoiceEcauseLow", 0, 0xFFFFFFFF},
    {"trTeFilterMatchChoiceEcauseHigh", 0, 0xFFFFFFFF},
    {"trTeFilterMatchValueImpdef", 0, 0xFFFFFFFF},
    {"trTeFilterMatchMaskImpdef", 0, 0xFFFFFFFF},
    {"trTeFilterMatchChoiceDtype", 0, 0},
    {"trTeFilterMatchChoiceDsize", 0, 0},
    {"trTeCompPInput", 1, 7},
    {"trTeCompSInput", 1, 7},
    {"trTeCompPFunction", 1, 0xFF},
    {"trTeCompSFunction", 1, 0xFF},
    {"trTeCompMatchMode", 1, 0xF},
    {"trTeCompPNotify", 1, 3},
    {"trTeCompSNotify", 1, 3},
    {"trTeCompPMatchLow", 0, 0xFFFFFFFF},
    {"trTeCompPMatchHigh", 0, 0xFFFFFFFF},
    {"trTeCompSMatchLow", 0, 0xFFFFFFFF},
    {"trTeCompSMatchHigh", 0, 0xFFFFFFFF},
    {"trTeStimId", 0, 0x4D495453},
    {"trTeStimVersion", 1, 2},
    {"trTeStimPorts", 0, 32},
    {"trTeStimTagBits", 0, 8},
    {"trTeStimEnable", 1, 3},
    {"trTeStimTimestamp", 1, 3},
    {"trTeStimStallEna", 1, 3},
    {"trTeStimDropped", 1, 1},
    {"trTeStimMask", 0, 0xFFFFFFFF},
    {"trTeStimData", 0, 0},
    {"trFunnelEnable", 3, 3},
    {"trFunnelEmpty", 2, 2},
    {"trFunnelVerMajor", 2, 2},
    {"trFunnelVerMinor", 1, 1},
    {"trFunnelCompType", 0x100, 0x100},
    {"trFunnelDisInput", 0, 0xFFFF},
    {"trFunnelLoss", 1, 1},
    {"trRamEnable", 3, 3},
    {"trRamEmpty", 2, 2},
    {"trRamMode", 1, 3},
    {"trRamStopOnWrap", 3, 3},
    {"trRamMemFormat", 1, 1},
    {"trRamAsyncFreq", 1, 0xFF},
    {"trRamVerMajor", 2, 2},
    {"trRamVerMinor", 1, 1},
    {"trRamCompType", 0x200, 0x200},
    {"trRamHasSRAM", 2, 2},
    {"trRamHasSMEM", 1, 2},
    {"trRamStartLow", 0, 0x3FFFFFFF},
    {"trRamStartHigh", 0, 0xFFFFFFFF},
    {"trRamLimitLow", 0x3F, 0x3FFFFFFF},
    {"trRamLimitHigh", 0, 0xFFFFFFFF},
    {"trRamWrap", 1, 1},
    {"trRamWPLow", 0x3F, 0x3FFFFFFF},
    {"trRamWPHigh", 0, 0xFFFFFFFF},
    {"trRamRPLow", 0x3F, 0x3F},
    {"trRamRPHigh", 0, 0},
    {"trRamBusError", 1, 1},
    {"trPibEnable", 3, 3},
    {"trPibEmpty", 2, 2},
    {"trPibMode", 0x401, 0x1F31},
    {"trPibClkCenter", 1, 3},
    {"trPibCalibrate", 1, 3},
    {"trPibAsyncFreq", 1, 0xFF},
    {"trPibDivider", 0, 0xFFFF},
    {"trPibVerMajor", 2, 2},
    {"trPibVerMinor", 1, 1},
    {"trPibCompType", 0x400, 0x400},
    {"trAtbBridgeEnable", 3, 3},
    {"trAtbBridgeEmpty", 2, 2},
    {"trAtbBridgeID", 0x7F, 0x7F},
    {"trAtbBridgeVerMajor", 2, 2},
    {"trAtbBridgeVerMinor", 1, 1},
    {"trAtbBridgeCompType", 0x4000, 0x4000},
    {"trAtbBridgeAsyncFreq", 1, 0xFF},
};

/* The timestamp unit is in two components; with the least there is none. */
static const struct {
    const char *name;
    uint32_t encoder, funnel;
} timestamp[] = {
    {"trTsActive", 3, 3},     {"trTsCount", 3, 3},       {"trTsReset", 1, 1},
    {"trTsRunInDebug", 3, 1}, {"trTsMode", 0x1F, 0x17},  {"trTsPrescale", 0xF, 0xF},
    {"trTsEnable", 3, 1},     {"trTsVendor", 0x3F, 0},   {"trTsWidth", 40, 40},
    {"trTsCounterLow", 0, 0}, {"trTsCounterHigh", 0, 0},
};

bool reg_fact(const char *name, enum topology_kind kind, bool all, uint32_t *want)
{
    for (size_t i = 0; i < sizeof timestamp / sizeof timestamp[0]; i++) {
        if (strcmp(timestamp[i].name, name) == 0) {
            uint32_t none = i < 7 ? 1 : 0; /* narrow ones read the value 0 */
            *want = !all                       ? none
                    : kind == TOPOLOGY_ENCODER ? timestamp[i].encoder
                                               : timestamp[i].funnel;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (strcmp(facts[i].name, name) == 0) {
            *want = all ? facts[i].all : facts[i].least;
            return true;
        }
    }
    return false;
}

unsigned reg_facts(void)
{
    return sizeof facts / sizeof facts[0] + 2 * (sizeof timestamp / sizeof timestamp[0]);
}
