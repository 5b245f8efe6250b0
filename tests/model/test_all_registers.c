/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every field of every register of every component: the values that it can take when all options
 * are there, and when all are taken away. The table is from TCI 1.0 and N-Trace 1.0 (N-Trace
 * Specific Trace Controls), and from the options of the models; no field of the register map may be
 * missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "any_model.h"

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
    {"trFunnelEnable", 3, 3},
    {"trFunnelEmpty", 2, 2},
    {"trFunnelVerMajor", 2, 2},
    {"trFunnelVerMinor", 1, 1},
    {"trFunnelCompType", 0x100, 0x100},
    {"trFunnelDisInput", 0, 0xFFFF},
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

static struct any_model m;

static bool find(const char *name, enum topology_kind kind, bool all, uint32_t *want)
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

/* Active = 1 in a component that was just released; what the field needs beside it. */
static uint32_t beside(enum topology_kind kind, const struct regmap_field *f, uint32_t offset)
{
    if (kind == TOPOLOGY_PIBSINK && strcmp(f->name, "trPibClkCenter") == 0) {
        return 1 | 10u << 4; /* a parallel mode */
    }
    if (offset == 0x40 && f->lsb != 0 && kind <= TOPOLOGY_FUNNEL) {
        return 1; /* trTsActive */
    }
    return offset == 0 ? 1 : 0;
}

static uint32_t try_value(enum topology_kind kind, enum any_features features, bool smem,
                          const struct regmap_field *f, uint32_t offset, uint32_t value)
{
    uint32_t got;
    any_init(&m, kind, features, TRM_UNDEF_ZERO, 0, 0);
    assert_int_equal(any_write(&m, 0, 4, 1), TRM_OK);
    if (smem) {
        assert_int_equal(any_write(&m, 0, 4, 0x11), TRM_OK);
    }
    uint32_t word = beside(kind, f, offset) | (smem && offset == 0 ? 0x10u : 0);
    uint32_t ones = UINT32_MAX >> (31 - (f->msb - f->lsb));
    word = (word & ~(ones << f->lsb)) | value << f->lsb;
    assert_int_equal(any_write(&m, offset, 4, word), TRM_OK);
    assert_int_equal(any_read(&m, offset, 4, &got), TRM_OK);
    return (got >> f->lsb) & ones;
}

/* What the field can be, as in struct fact. */
static uint32_t measure(enum topology_kind kind, enum any_features features,
                        const struct regmap_field *f, uint32_t offset)
{
    unsigned bits = f->msb - f->lsb + 1u;
    uint32_t seen = 0;
    unsigned modes = kind == TOPOLOGY_RAMSINK && features == ANY_ALL ? 2 : 1;
    for (unsigned smem = 0; smem < modes; smem++) {
        if (bits <= 4) {
            for (uint32_t v = 0; v < UINT32_C(1) << bits; v++) {
                seen |= UINT32_C(1) << try_value(kind, features, smem != 0, f, offset, v);
            }
        } else {
            seen |= try_value(kind, features, smem != 0, f, offset, 0);
            for (unsigned b = 0; b < bits; b++) {
                seen |= try_value(kind, features, smem != 0, f, offset, UINT32_C(1) << b);
            }
            seen |= try_value(kind, features, smem != 0, f, offset, UINT32_MAX >> (32 - bits));
        }
    }
    return seen;
}

static unsigned check_component(enum topology_kind kind)
{
    unsigned fields = 0;
    any_init(&m, kind, ANY_ALL, TRM_UNDEF_ZERO, 0, 0);
    const struct regmap_component *map = m.map;
    for (unsigned r = 0; r < map->nregs; r++) {
        const struct regmap_reg *reg = &map->regs[r];
        for (unsigned i = 0; i < reg->nfields; i++) {
            const struct regmap_field *f = &reg->fields[i];
            if (reg->offset == 0 && f->lsb == 0) {
                continue; /* tr??Active: test_reset_rules.c */
            }
            if (strcmp(f->name, "trRamData") == 0) {
                continue; /* a window, not storage: test_ramsink.c */
            }
            for (unsigned all = 0; all < 2; all++) {
                for (unsigned k = 0; k<reg->count; k += reg->count> 1 ? reg->count - 1u : 1) {
                    uint32_t offset = (uint32_t)reg->offset + k * (uint32_t)reg->stride;
                    uint32_t want = 0;
                    uint32_t got = measure(kind, all ? ANY_ALL : ANY_LEAST, f, offset);
                    if (!find(f->name, kind, all != 0, &want) || got != want) {
                        fail_msg("%s (%s): %#x, not %#x", f->name, all ? "all" : "least",
                                 (unsigned)got, (unsigned)want);
                    }
                }
            }
            fields++;
        }
    }
    return fields;
}

static void every_field_of_every_component(void **state)
{
    unsigned fields = 0;
    (void)state;
    for (int kind = TOPOLOGY_ENCODER; kind <= TOPOLOGY_ATBBRIDGE; kind++) {
        fields += check_component((enum topology_kind)kind);
    }
    /* Every fact was used: those of the timestamp unit in two components. */
    assert_int_equal(fields,
                     sizeof facts / sizeof facts[0] + 2 * (sizeof timestamp / sizeof timestamp[0]));
}

/* Offsets without a register, vendor ones included, read 0 and ignore writes. */
static void what_is_not_there_reads_0(void **state)
{
    (void)state;
    for (int kind = TOPOLOGY_ENCODER; kind <= TOPOLOGY_ATBBRIDGE; kind++) {
        any_init(&m, (enum topology_kind)kind, ANY_ALL, TRM_UNDEF_GARBAGE, 1, 0);
        assert_int_equal(any_write(&m, 0, 4, 1), TRM_OK);
        for (uint32_t offset = 4; offset < 4096; offset += 4) {
            uint32_t v = 0;
            if (trm_regfile_find(m.map, offset) == NULL) {
                assert_int_equal(any_write(&m, offset, 4, UINT32_MAX), TRM_OK);
                assert_int_equal(any_read(&m, offset, 4, &v), TRM_OK);
                assert_int_equal(v, 0);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_every_component),
        cmocka_unit_test(what_is_not_there_reads_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
