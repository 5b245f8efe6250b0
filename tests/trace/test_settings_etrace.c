/* SPDX-License-Identifier: Apache-2.0 */
/*
 * E-Trace settings: from names to the decoder's configuration and back. Expected values are the
 * discovery chapter's and the encapsulation's; what is refused is named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "etrace/etrace_cfg.h"
#include "htr/htr_settings.h"
#include "htr/htr_sidecar.h"

static char said[HTR_TEXT];

static void keep(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    snprintf(said, sizeof said, "%s", m->text);
}

static struct htr_host host = {.message = keep};

static int parse(struct htr_settings *s, const char *mode, const char *te, const char *param)
{
    struct htr_list f = {.n = 0}, p = {.n = 0};
    static char text[2][1024];
    const char *from[2] = {te, param};
    struct htr_list *to[2] = {&f, &p};
    for (int i = 0; i < 2; i++) {
        snprintf(text[i], sizeof text[i], "%s", from[i]);
        for (char *w = strtok(text[i], " "); w != NULL; w = strtok(NULL, " ")) {
            to[i]->item[to[i]->n++] = w;
        }
    }
    said[0] = '\0';
    return htr_settings_parse(s, &host, mode, &f, &p);
}

static void without_format_it_is_ntrace(void **state)
{
    (void)state;
    struct htr_settings s;
    assert_int_equal(parse(&s, NULL, "trTeSrcBits=3", ""), HTR_OK);
    assert_false(htr_settings_is_etrace(&s));
    assert_int_equal(parse(&s, NULL, "trTeFormat=1", ""), HTR_OK);
    assert_false(htr_settings_is_etrace(&s));
    assert_int_equal(parse(&s, NULL, "trTeFormat=etrace", ""), HTR_OK);
    assert_true(htr_settings_is_etrace(&s));
}

/* Nothing but the format: the defaults of etrace_cfg.h, addresses as wide as XLEN. */
static void defaults(void **state)
{
    (void)state;
    struct htr_settings s;
    struct etrace_cfg got, want;
    assert_int_equal(parse(&s, NULL, "trTeFormat=0", ""), HTR_OK);
    htr_settings_etrace(&s, &got);
    etrace_cfg_init(&want);
    assert_memory_equal(&got, &want, sizeof got);
    assert_int_equal(parse(&s, NULL, "trTeFormat=0", "xlen=32"), HTR_OK);
    htr_settings_etrace(&s, &got);
    assert_int_equal(got.xlen, 32);
    assert_int_equal(got.iaddress_width, 32);
}

static void each_name_reaches_its_field(void **state)
{
    (void)state;
    struct htr_settings s;
    struct etrace_cfg c;
    assert_int_equal(parse(&s, NULL,
                           "trTeFormat=0 trTeSrcBits=7 trTsEnable=1 trTeInstNoAddrDiff=1 "
                           "trTeInstEnJumpTargetCache=1",
                           "iaddress_width=40 iaddress_lsb=2 privilege_width=3 ecause_width=6 "
                           "context_width=9 time_width=11 nocontext=0 notime=0 itype_width=3 "
                           "f0s_width=1 bpred_size=4 cache_size=5 call_counter_size=3 "
                           "return_stack_size=2 encoder_mode_width=0 ioptions_width=12 "
                           "doptions_width=1 mtvec=0x101 type_bits=2 type_inst=3 type_data=2 "
                           "ts_width=33 c=0 zcmp=1 jvt=0x40"),
                     HTR_OK);
    htr_settings_etrace(&s, &c);
    assert_int_equal(c.iaddress_width, 40);
    assert_int_equal(c.iaddress_lsb, 2);
    assert_int_equal(c.privilege_width, 3);
    assert_int_equal(c.ecause_width, 6);
    assert_int_equal(c.context_width, 9);
    assert_int_equal(c.time_width, 11);
    assert_false(c.nocontext);
    assert_false(c.notime);
    assert_int_equal(c.itype_width, 3);
    assert_int_equal(c.f0s_width, 1);
    assert_int_equal(c.bpred_size, 4);
    assert_int_equal(c.cache_size, 5);
    assert_int_equal(c.call_counter_size, 3);
    assert_int_equal(c.return_stack_size, 2);
    assert_int_equal(c.encoder_mode_width, 0);
    assert_int_equal(c.ioptions_width, 12);
    assert_int_equal(c.doptions_width, 1);
    assert_true(c.trap_known[3]);
    assert_int_equal(c.trap_base[3], 0x101);
    assert_false(c.trap_known[1]);
    assert_int_equal(c.src_bits, 7);
    assert_int_equal(c.ts_bytes, 5); /* 33 bits: whole bytes (Encapsulation, Timestamp) */
    assert_int_equal(c.type_bits, 2);
    assert_int_equal(c.type_inst, 3);
    assert_int_equal(c.type_data, 2);
    assert_int_equal(c.isa, FLOW_ISA_ZCMP);
    assert_int_equal(c.jvt, 0x40);
    assert_int_equal(c.options, 1u << ETRACE_OPT_FULL_ADDRESS | 1u << ETRACE_OPT_JUMP_TARGET_CACHE);
    assert_null(etrace_cfg_check(&c));
}

/* An encoder whose ioptions are, from the lowest bit: jump target cache, branch prediction,
 * implicit return, sijump, implicit exception, full address, and one that is none of these. */
static void the_bits_of_ioptions_can_be_moved(void **state)
{
    (void)state;
    struct htr_settings s;
    struct etrace_cfg c;
    assert_int_equal(parse(&s, NULL, "trTeFormat=0",
                           "ioptions_width=7 ioption_jump_target_cache=0 "
                           "ioption_branch_prediction=1 ioption_implicit_return=2 "
                           "ioption_sequential_jump=3 ioption_implicit_exception=4 "
                           "ioption_full_address=5"),
                     HTR_OK);
    htr_settings_etrace(&s, &c);
    assert_int_equal(etrace_cfg_options(&c, 0x20), 1u << ETRACE_OPT_FULL_ADDRESS);
    assert_int_equal(etrace_cfg_options(&c, 0x40), 0);
    assert_int_equal(etrace_cfg_options(&c, 0x01), 1u << ETRACE_OPT_JUMP_TARGET_CACHE);
    assert_int_equal(parse(&s, NULL, "trTeFormat=0", "ioption_full_address=32"), HTR_OK);
    htr_settings_etrace(&s, &c);
    assert_int_equal(etrace_cfg_options(&c, 0x3f) & 1u << ETRACE_OPT_FULL_ADDRESS, 0);
}

static void registers_decide(void **state)
{
    (void)state;
    struct htr_registers r = {.control = 0x7 << 4 | 1u << 15, /* trTeInstMode 7, trTeInhibitSrc */
                              .features = 5u << 28 | 1u << 3, /* trTeSrcBits, implicit return */
                              .ts = 1u << 15 | 24u << 24};    /* trTsEnable, trTsWidth */
    struct htr_settings s;
    struct etrace_cfg c;
    htr_settings_init(&s);
    assert_true(htr_registers_are_etrace(&r));
    htr_settings_etrace_of(&s, &r, &c);
    assert_int_equal(c.src_bits, 0);
    assert_int_equal(c.ts_bytes, 3);
    assert_int_equal(c.options, 1u << ETRACE_OPT_IMPLICIT_RETURN);
    r.control = 0x7 << 4;
    htr_settings_etrace_of(&s, &r, &c);
    assert_int_equal(c.src_bits, 5);
    r.control = 0x6 << 4 | 1u << 24;
    assert_false(htr_registers_are_etrace(&r));
    r.control = 0;
    assert_false(htr_registers_are_etrace(&r));
}

/* What htr_etrace_options puts makes the same configuration. */
struct lists {
    char te[1024], param[1024];
};

static int collect(void *ctx, const char *option, const char *assignment)
{
    struct lists *l = ctx;
    char *to = strcmp(option, "te") == 0 ? l->te : l->param;
    size_t n = strlen(to);
    snprintf(to + n, sizeof l->te - n, "%s%s", n > 0 ? " " : "", assignment);
    return 0;
}

static void options_come_back(void **state)
{
    (void)state;
    struct etrace_cfg c[3], got;
    for (int i = 0; i < 3; i++) {
        etrace_cfg_init(&c[i]);
    }
    c[1].xlen = 32;
    c[1].iaddress_width = 31;
    c[1].nocontext = false;
    c[1].context_width = 32;
    c[1].bpred_size = 3;
    c[1].options = 1u << ETRACE_OPT_BRANCH_PREDICTION;
    c[1].src_bits = 16;
    c[1].ts_bytes = 8;
    c[1].type_bits = 1;
    c[1].trap_known[1] = true;
    c[1].trap_base[1] = 0;
    c[2].iaddress_width = 40;
    c[2].type_in_flow = true;
    c[2].ioptions_width = 5;
    c[2].ioption[5] = ETRACE_NO_OPTION;
    c[2].isa = 0;
    c[2].src_bits = 12;
    for (int i = 0; i < 3; i++) {
        struct lists l = {"", ""};
        struct htr_settings s;
        assert_null(etrace_cfg_check(&c[i]));
        assert_int_equal(htr_etrace_options(&c[i], collect, &l), 0);
        assert_memory_equal(l.te, "trTeFormat=0", 12);
        assert_int_equal(parse(&s, NULL, l.te, l.param), HTR_OK);
        htr_settings_etrace(&s, &got);
        assert_memory_equal(&got, &c[i], sizeof got);
    }
}

static void sidecar_holds_them(void **state)
{
    (void)state;
    char path[256];
    static struct htr_sidecar out, in;
    struct etrace_cfg c;
    etrace_cfg_init(&c);
    c.return_stack_size = 4;
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/etrace-%ld.etr", folder != NULL ? folder : ".", (long)getpid());
    htr_sidecar_from_etrace(&out, &c);
    assert_int_equal(htr_sidecar_write(&out, &host, path), HTR_OK);
    assert_int_equal(htr_sidecar_read(&in, &host, path), HTR_OK);
    assert_int_equal(in.nte, 1);
    assert_string_equal(in.te[0], "trTeFormat=0");
    assert_int_equal(in.nparam, 1);
    assert_string_equal(in.param[0], "return_stack_size=4");
    char toml[300];
    snprintf(toml, sizeof toml, "%s.toml", path);
    (void)remove(toml);
}

static void what_cannot_be_is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *mode, *te, *param, *says;
    } row[] = {
        {NULL, "trTeFormat=7", "", "trTeFormat=7"},
        {NULL, "trTeFormat=2", "", "trTeFormat=2"},
        {"htm", "trTeFormat=0", "", "--mode htm"},
        {NULL, "trTeFormat=0 trTeInstMode=6", "", "trTeInstMode=6"},
        {NULL, "trTeFormat=0 trTeInstEnRepeatedHistory=1", "", "trTeInstEnRepeatedHistory"},
        {NULL, "trTeFormat=0 trTeInstEnAllJumps=1", "", "trTeInstEnAllJumps"},
        {NULL, "trTeFormat=0 trTeInstExtendAddrMSB=1", "", "trTeInstExtendAddrMSB"},
        {NULL, "trTeFormat=0 trTeInstImplicitReturnMode=3", "", "trTeInstImplicitReturnMode"},
        {NULL, "trTeFormat=0", "profile=sifive-0.x", "profile sifive-0.x"},
        {NULL, "trTeFormat=0", "iaddress_lsb=3", "iaddress_lsb=3"},
        {NULL, "trTeFormat=0", "iadress_lsb=1", "iaddress_lsb"},
        {NULL, "trTeFormat=0", "bpred_size=11", "0 to 10"},
        {NULL, "trTeFormat=0", "cache_size=two", "not a number"},
    };
    struct htr_settings s;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        assert_int_equal(parse(&s, row[i].mode, row[i].te, row[i].param), HTR_ERR_ARG);
        if (strstr(said, row[i].says) == NULL) {
            fail_msg("%zu: '%s' does not say '%s'", i, said, row[i].says);
        }
    }
    assert_int_equal(parse(&s, NULL, "trTeFormat=0 trTeInstMode=7", ""), HTR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_format_it_is_ntrace),
        cmocka_unit_test(defaults),
        cmocka_unit_test(each_name_reaches_its_field),
        cmocka_unit_test(the_bits_of_ioptions_can_be_moved),
        cmocka_unit_test(registers_decide),
        cmocka_unit_test(options_come_back),
        cmocka_unit_test(sidecar_holds_them),
        cmocka_unit_test(what_cannot_be_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
