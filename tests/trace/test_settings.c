/* SPDX-License-Identifier: Apache-2.0 */
/* Encoder options: from names to the decoder's configuration, and to the encoder model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_io.h"
#include "te.h"
#include "host.h"

static int parse(struct htr_settings *te, const char *mode, const char *const *fields,
                 unsigned nfields, const char *const *params, unsigned nparams)
{
    struct htr_list f = {.n = nfields}, p = {.n = nparams};
    for (unsigned i = 0; i < nfields; i++) {
        f.item[i] = fields[i];
    }
    for (unsigned i = 0; i < nparams; i++) {
        p.item[i] = params[i];
    }
    return htr_settings_parse(te, tool_host("test"), mode, &f, &p);
}

static void nothing_asked_gives_the_defaults_of_the_decoder(void **state)
{
    (void)state;
    struct htr_settings te;
    struct nexus_stream_cfg got, want;
    assert_int_equal(parse(&te, NULL, NULL, 0, NULL, 0), 0);
    htr_settings_stream(&te, &got);
    nexus_cfg_init(&want);
    assert_int_equal(got.src_bits, 0);
    assert_int_equal(got.xlen, want.xlen);
    assert_int_equal(got.timestamps, false);
    assert_int_equal(got.isa, want.isa);
    assert_int_equal(got.return_depth, want.return_depth);
    assert_null(nexus_cfg_check(&got));
}

static void each_field_reaches_the_decoder(void **state)
{
    (void)state;
    static const char *const fields[] = {"trTeSrcBits=5",
                                         "trTeInstEnSequentialJump=1",
                                         "trTeInstEnImplicitReturn=1",
                                         "trTeInstEnAllJumps=1",
                                         "trTeInstImplicitReturnMode=3",
                                         "trTeInstEnRepeatedHistory=1",
                                         "trTeInstExtendAddrMSB=1",
                                         "trTsEnable=1"};
    static const char *const params[] = {"xlen=32",    "return_depth=7", "zcmp=1", "zcmt=1",
                                         "jvt=0x1000", "ts_width=33",    "c=0"};
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    assert_int_equal(parse(&te, "btm", fields, 8, params, 7), 0);
    htr_settings_stream(&te, &cfg);
    assert_int_equal(cfg.src_bits, 5);
    assert_true(cfg.sequential_jump);
    assert_true(cfg.implicit_return);
    assert_int_equal(cfg.return_mode, NEXUS_RETURN_FULL);
    assert_true(cfg.all_jumps);
    assert_true(cfg.repeated_history);
    assert_true(cfg.extend_addr_msb);
    assert_true(cfg.timestamps);
    assert_int_equal(cfg.timestamp_bits, 33);
    assert_int_equal(cfg.xlen, 32);
    assert_int_equal(cfg.return_depth, 7);
    assert_int_equal(cfg.isa, FLOW_ISA_ZCMP | FLOW_ISA_ZCMT);
    assert_int_equal(cfg.jvt, 0x1000);
}

static void inhibit_src_means_no_src_bits(void **state)
{
    (void)state;
    static const char *const fields[] = {"trTeSrcBits=5", "trTeInhibitSrc=1"};
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    assert_int_equal(parse(&te, NULL, fields, 2, NULL, 0), 0);
    htr_settings_stream(&te, &cfg);
    assert_int_equal(cfg.src_bits, 0);
}

static void the_last_value_of_a_field_counts(void **state)
{
    (void)state;
    static const char *const fields[] = {"trTeInstSyncMax=3", "trTeInstSyncMax=9"};
    struct htr_settings te;
    uint32_t value = 0;
    assert_int_equal(parse(&te, "htm", fields, 2, NULL, 0), 0);
    assert_true(htr_settings_asked(&te, "trTeInstSyncMax", &value));
    assert_int_equal(value, 9);
    assert_true(htr_settings_asked(&te, "trTeInstMode", &value));
    assert_int_equal(value, 6);
    assert_false(htr_settings_asked(&te, "trTeContext", &value));
}

/* trTeControl: Active, Enable, Tracing bits 0..2, mode 6:4, SyncMode 17:16, SyncMax 23:20, format
 * 26:24. */
static void the_fields_reach_the_registers_of_the_model(void **state)
{
    (void)state;
    static const char *const fields[] = {"trTeInstSyncMode=cycles", "trTeInstSyncMax=9",
                                         "trTeSrcBits=4", "trTeSrcID=5"};
    struct htr_settings te;
    struct encoder_bench b;
    uint32_t control = 0, features = 0;
    assert_int_equal(parse(&te, "btm", fields, 4, NULL, 0), 0);
    assert_int_equal(encoder_bench_open(&b, "test", &te), 0);
    assert_int_equal(trm_encoder_reg_read(b.model, 0x000, 4, &control), TRM_OK);
    assert_int_equal(trm_encoder_reg_read(b.model, 0x008, 4, &features), TRM_OK);
    assert_int_equal(control & 0x7, 0x7);
    assert_int_equal((control >> 4) & 0x7, 3);
    assert_int_equal((control >> 16) & 0x3, 2);
    assert_int_equal((control >> 20) & 0xF, 9);
    assert_int_equal((control >> 24) & 0x7, 1);
    assert_int_equal((features >> 16) & 0xFFF, 5);
    assert_int_equal((features >> 28) & 0xF, 4);
    assert_int_equal(encoder_bench_finish(&b, "test"), 0);
    encoder_bench_close(&b);
}

static void a_source_that_does_not_fit_its_bits_is_refused(void **state)
{
    (void)state;
    static const char *const fields[] = {"trTeSrcBits=2", "trTeSrcID=5"};
    struct htr_settings te;
    struct encoder_bench b;
    assert_int_equal(parse(&te, "btm", fields, 2, NULL, 0), 0);
    assert_int_equal(encoder_bench_open(&b, "test", &te), HTR_ERR_ARG);
}

/* The profile brings its return depth, unless that was given. */
static void profile_by_name(void **state)
{
    static const char *const old[] = {"profile=sifive-0.x"};
    static const char *const depth[] = {"return_depth=7", "profile=sifive-0.x"};
    static const char *const back[] = {"profile=sifive-0.x", "profile=1.0"};
    static const char *const wrong[] = {"profile=2.0"};
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    (void)state;
    assert_int_equal(parse(&te, "htm", NULL, 0, old, 1), 0);
    htr_settings_stream(&te, &cfg);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_SIFIVE_0X);
    assert_int_equal(cfg.return_depth, 1023);
    assert_int_equal(parse(&te, "htm", NULL, 0, depth, 2), 0);
    htr_settings_stream(&te, &cfg);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_SIFIVE_0X);
    assert_int_equal(cfg.return_depth, 7);
    assert_int_equal(parse(&te, "htm", NULL, 0, back, 2), 0);
    htr_settings_stream(&te, &cfg);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_1_0);
    assert_int_equal(cfg.return_depth, 32);
    assert_int_not_equal(parse(&te, "htm", NULL, 0, wrong, 1), 0);
}

/* The K3's width of SRC and its timestamps, unless they were given. */
static void the_k3_by_name(void **state)
{
    static const char *const k3[] = {"profile=spacemit-k3"};
    static const char *const fields[] = {"trTeSrcBits=4", "trTsEnable=0"};
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    (void)state;
    assert_int_equal(parse(&te, "btm", NULL, 0, k3, 1), 0);
    htr_settings_stream(&te, &cfg);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_SPACEMIT_K3);
    assert_int_equal(cfg.src_bits, 12);
    assert_true(cfg.timestamps);
    assert_int_equal(parse(&te, "btm", fields, 2, k3, 1), 0);
    htr_settings_stream(&te, &cfg);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_SPACEMIT_K3);
    assert_int_equal(cfg.src_bits, 4);
    assert_false(cfg.timestamps);
}

/* Registers of filters and comparators (offsets of TCI 1.0), by number; what they match is written
 * before they are switched on. */
static void filters_and_comparators_by_number(void **state)
{
    (void)state;
    static const char *const fields[] = {
        "trTeInstFilters=2",       "trTeFilterEnable[1]=1",  "trTeFilterMatchComp1[1]=1",
        "trTeFilterComp1[1]=3",    "trTeCompPFunction[3]=5", "trTeCompPMatchLow[3]=0x80000000",
        "trTeCompPMatchHigh[3]=1", "trTeTrigExtInAction2=4", "trTeTrigExtOutEvent0=8",
        "trTeTrigDbgControl=0x1C",
    };
    static const char *const params[] = {"filters=2", "comparators=4", "ext_triggers=3",
                                         "ext_outputs=1", "dbg_control=1"};
    static const struct {
        uint32_t offset, value;
    } want[] = {
        {0x00C, 2},          {0x050, 0x1C}, {0x054, 0x400},
        {0x058, 8},          {0x420, 0x71}, {0x600 + 3 * 32, 0x50},
        {0x670, 0x80000000}, {0x674, 1},    {0x400, 0},
        {0x600, 0},
    };
    struct htr_settings te;
    struct encoder_bench b;
    assert_int_equal(parse(&te, "btm", fields, 10, params, 5), 0);
    assert_int_equal(encoder_bench_open(&b, "test", &te), 0);
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        uint32_t value = 0;
        assert_int_equal(trm_encoder_reg_read(b.model, want[i].offset, 4, &value), TRM_OK);
        assert_int_equal(value, want[i].value);
    }
    encoder_bench_close(&b);
}

static void a_wrong_number_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"trTeFilterEnable[16]=1", "trTeCompPInput[8]=0",
                                        "trTeFilterEnable[x]=1",  "trTeFilterEnable[1=1",
                                        "trTeFilterEnable[]=1",   "trTeInstFilters[0]=1"};
    struct htr_settings te;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(parse(&te, "btm", &wrong[i], 1, NULL, 0), HTR_ERR_ARG);
    }
}

/* Every parameter that says what exists can be taken away, and the register then reads 0. */
static void parameters_take_fields_away(void **state)
{
    (void)state;
    static const struct {
        const char *param;
        const char *field;
        uint32_t offset;
    } t[] = {
        {"context=0", "trTeContext=1", 0x000},
        {"triggers=0", "trTeInstTrigEnable=1", 0x000},
        {"stall=0", "trTeInstStallEna=1", 0x000},
        {"all_jumps=0", "trTeInstEnAllJumps=1", 0x008},
        {"extend_addr_msb=0", "trTeInstExtendAddrMSB=1", 0x008},
        {"sequential_jump=0", "trTeInstEnSequentialJump=1", 0x008},
        {"implicit_return=0", "trTeInstEnImplicitReturn=1", 0x008},
        {"repeated_history=0", "trTeInstEnRepeatedHistory=1", 0x008},
        {"filters=0", "trTeInstFilters=1", 0x00C},
        {"comparators=0", "trTeCompPFunction[0]=1", 0x600},
        {"ext_triggers=0", "trTeTrigExtInAction0=2", 0x054},
        {"ext_outputs=0", "trTeTrigExtOutEvent0=1", 0x058},
        {"dbg_control=0", "trTeTrigDbgControl=4", 0x050},
        {"ts_modes=0", "trTsPrescale=1", 0x040},
    };
    static const char *const all[] = {"filters=16", "comparators=8", "ext_triggers=8",
                                      "ext_outputs=8", "dbg_control=1"};
    for (unsigned i = 0; i < sizeof t / sizeof t[0]; i++) {
        for (unsigned without = 0; without < 2; without++) {
            const char *params[6];
            struct htr_settings te;
            struct encoder_bench b;
            uint32_t value = 0;
            memcpy(params, all, sizeof all);
            params[5] = t[i].param;
            assert_int_equal(parse(&te, "btm", &t[i].field, 1, params, 5 + without), 0);
            const struct regmap_field *f = te.set[1].field; /* after the mode */
            assert_int_equal(encoder_bench_open(&b, "test", &te), 0);
            assert_int_equal(trm_encoder_reg_read(b.model, t[i].offset, 4, &value), TRM_OK);
            assert_int_equal((value >> f->lsb) & te.set[1].value, without ? 0 : te.set[1].value);
            encoder_bench_close(&b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_asked_gives_the_defaults_of_the_decoder),
        cmocka_unit_test(each_field_reaches_the_decoder),
        cmocka_unit_test(inhibit_src_means_no_src_bits),
        cmocka_unit_test(the_last_value_of_a_field_counts),
        cmocka_unit_test(the_fields_reach_the_registers_of_the_model),
        cmocka_unit_test(a_source_that_does_not_fit_its_bits_is_refused),
        cmocka_unit_test(profile_by_name),
        cmocka_unit_test(the_k3_by_name),
        cmocka_unit_test(filters_and_comparators_by_number),
        cmocka_unit_test(a_wrong_number_is_refused),
        cmocka_unit_test(parameters_take_fields_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
