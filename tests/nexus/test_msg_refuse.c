/* SPDX-License-Identifier: Apache-2.0 */
/* What the encoder refuses, with nothing written; the configuration check; the texts of statuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "msg_facts.h"
#include "nexus/nexus_print.h"
#include "ntt.h"

static struct nexus_stream_cfg config(const char *text)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    assert_true(ntt_set_cfg(&cfg, text));
    return cfg;
}

static void a_missing_field_is_refused(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct nexus_stream_cfg cfg = config(msg_facts[i].cfg);
        struct fact_field field[FACT_FIELDS_MAX];
        unsigned n = fact_parse(&msg_facts[i], field);
        struct nexus_msg m;
        uint8_t buf[NEXUS_MAX_MSG_BYTES];
        fact_example(&cfg, &msg_facts[i], &seed, &m);
        for (unsigned k = 0; k < n; k++) {
            if (msg_facts[i].tcode == NEXUS_AUX_ACCESS_RESPONSE && field[k].field == NEXUS_F_DATA) {
                continue; /* optional: absent after a write */
            }
            uint64_t all = m.present;
            m.present &= ~(UINT64_C(1) << field[k].field);
            memset(buf, 0x5A, sizeof(buf));
            assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
            assert_int_equal(buf[0], 0x5A);
            m.present = all;
        }
        assert_true(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)) >= 2);
    }
}

static void a_field_that_does_not_belong_is_refused(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct nexus_stream_cfg cfg = config(msg_facts[i].cfg);
        struct nexus_msg m;
        uint8_t buf[NEXUS_MAX_MSG_BYTES];
        fact_example(&cfg, &msg_facts[i], &seed, &m);
        for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
            uint64_t all = m.present;
            if (nexus_msg_has(&m, (enum nexus_field)f) ||
                (m.tcode == NEXUS_AUX_ACCESS_RESPONSE && f == NEXUS_F_DATA)) {
                continue;
            }
            nexus_msg_set(&m, (enum nexus_field)f, 1);
            assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
            m.present = all;
        }
    }
}

/* Holds NT-TX-005 NT-MSG-036 */
static void a_value_one_bit_too_wide_is_refused(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct nexus_stream_cfg cfg = config(msg_facts[i].cfg);
        struct fact_field field[FACT_FIELDS_MAX];
        unsigned n = fact_parse(&msg_facts[i], field);
        for (unsigned k = 0; k < n; k++) {
            struct nexus_msg m;
            uint8_t buf[NEXUS_MAX_MSG_BYTES];
            fact_example(&cfg, &msg_facts[i], &seed, &m);
            if (field[k].bits < 64 && !field[k].pinned) {
                nexus_msg_set(&m, field[k].field, UINT64_C(1) << field[k].bits);
                assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
            }
        }
    }
}

static void an_address_of_rv32_has_31_bits(void **state)
{
    (void)state;
    for (unsigned extend = 0; extend < 2; extend++) {
        struct nexus_stream_cfg cfg = config("xlen=32");
        struct nexus_msg m;
        uint8_t buf[NEXUS_MAX_MSG_BYTES];
        cfg.extend_addr_msb = extend != 0;
        nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH, 0);
        nexus_msg_set(&m, NEXUS_F_BTYPE, 0);
        nexus_msg_set(&m, NEXUS_F_ICNT, 1);
        nexus_msg_set(&m, NEXUS_F_ADDR, 0x7FFFFFFF);
        assert_true(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)) > 0);
        nexus_msg_set(&m, NEXUS_F_ADDR, 0x80000000);
        assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
    }
}

static void src_and_tcode_and_configuration_are_checked(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg = config("src_bits=4");
    struct nexus_msg m;
    uint8_t buf[NEXUS_MAX_MSG_BYTES];
    nexus_msg_start(&m, NEXUS_DIRECT_BRANCH, 16);
    nexus_msg_set(&m, NEXUS_F_ICNT, 1);
    assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
    m.src = 15;
    assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), 2);
    m.tcode = 64;
    assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
    m.tcode = NEXUS_DIRECT_BRANCH;
    cfg.src_bits = 13;
    m.src = 0;
    assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
    struct nexus_msg_decoder d;
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, buf, 2), NEXUS_ERR_ARG);
    cfg.src_bits = 0;
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, NULL, 2), NEXUS_ERR_ARG);
}

static void a_small_buffer_is_refused_at_each_size_and_not_touched(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct nexus_stream_cfg cfg = config(msg_facts[i].cfg);
        struct nexus_msg m;
        cfg.src_bits = 5;
        cfg.timestamps = true;
        fact_example(&cfg, &msg_facts[i], &seed, &m);
        uint8_t buf[NEXUS_MAX_MSG_BYTES];
        int n = nexus_msg_encode(&cfg, &m, buf, sizeof(buf));
        assert_true(n >= 2);
        for (size_t cap = 0; cap < (size_t)n; cap++) {
            uint8_t *small = malloc(cap + 1);
            memset(small, 0x5A, cap + 1);
            assert_int_equal(nexus_msg_encode(&cfg, &m, small, cap), NEXUS_ERR_NOSPACE);
            for (size_t k = 0; k <= cap; k++) {
                assert_int_equal(small[k], 0x5A);
            }
            free(small);
        }
        assert_int_equal(nexus_msg_encode(&cfg, &m, buf, (size_t)n), n);
    }
}

static void raw_of_an_opaque_message_must_be_one_message_of_it(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg = config("src_bits=4");
    static const struct {
        uint8_t byte[6];
        size_t size;
        int want;
    } row[] = {
        /* TCODE 56 = 111000_00 = 0xE0; SRC 5 = 0101 in the next byte. */
        {{0xE0, 0x17}, 2, 2},
        {{0xE0, 0x14, 0x00, 0x03}, 4, 4},
        {{0xE0, 0x14}, 2, NEXUS_ERR_ARG},             /* no end */
        {{0xE0, 0x17, 0xE0, 0x17}, 4, NEXUS_ERR_ARG}, /* two messages */
        {{0xFF, 0xE0, 0x17}, 3, NEXUS_ERR_ARG},       /* an idle byte before it */
        {{0xE4, 0x17}, 2, NEXUS_ERR_ARG},             /* TCODE 57 */
        {{0xE0, 0x1B}, 2, NEXUS_ERR_ARG},             /* SRC 6 */
        {{0xE0, 0x16, 0x03}, 3, NEXUS_ERR_ARG},       /* MSEO 10 */
        {{0xE3}, 1, NEXUS_ERR_ARG},                   /* too short for SRC */
        {{0}, 0, NEXUS_ERR_ARG},
    };
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        struct nexus_msg m;
        uint8_t buf[8];
        nexus_msg_start(&m, NEXUS_VENDOR_FIRST, 5);
        m.raw = row[i].byte;
        m.raw_length = row[i].size;
        assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), row[i].want);
        m.raw = NULL;
        assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), NEXUS_ERR_ARG);
    }
}

static void every_status_has_a_text_of_its_own(void **state)
{
    (void)state;
    for (int a = NEXUS_ERR_INTERNAL; a <= 0; a++) {
        const char *text = nexus_strerror(a);
        assert_non_null(text);
        bool known = a >= NEXUS_ERR_EMPTY || a <= NEXUS_ERR_NOSYNC;
        assert_int_equal(strcmp(text, "unknown status") != 0, known);
        for (int b = a + 1; known && b <= 0; b++) {
            assert_string_not_equal(text, nexus_strerror(b));
        }
    }
    assert_string_equal(nexus_strerror(-1000), "unknown status");
    assert_string_equal(nexus_strerror(7), nexus_strerror(NEXUS_OK));
}

static void the_configuration_check_names_the_wrong_field(void **state)
{
    (void)state;
    struct nexus_stream_cfg good;
    nexus_cfg_init(&good);
    assert_null(nexus_cfg_check(&good));
#define WRONG(member, bad, name)                                                                   \
    do {                                                                                           \
        struct nexus_stream_cfg c = good;                                                          \
        c.member = (bad);                                                                          \
        assert_non_null(nexus_cfg_check(&c));                                                      \
        assert_string_equal(nexus_cfg_check(&c), name);                                            \
    } while (0)
    WRONG(profile, (enum nexus_profile)9, "profile");
    WRONG(src_bits, 13, "src_bits");
    WRONG(xlen, 16, "xlen");
    WRONG(timestamp_bits, 0, "timestamp_bits");
    WRONG(timestamp_bits, 65, "timestamp_bits");
    WRONG(return_mode, (enum nexus_return_mode)4, "return_mode");
    WRONG(return_depth, 0, "return_depth");
    WRONG(return_depth, 1024, "return_depth");
    WRONG(isa, 1u << 31, "isa");
    WRONG(jvt, 32, "jvt");
    WRONG(width.status, 0, "width.status");
    WRONG(width.map, 33, "width.map");
    WRONG(width.dsz, 33, "width.dsz");
    WRONG(width.elsz, 33, "width.elsz");
    WRONG(width.dcorr, 33, "width.dcorr");
    WRONG(width.dsync, 33, "width.dsync");
    WRONG(width.idtag, 33, "width.idtag");
    WRONG(width.ndq, 0, "width.ndq");
    WRONG(width.ndq, 5, "width.ndq");
    WRONG(width.xmap, 33, "width.xmap");
    WRONG(width.cksrc, 33, "width.cksrc");
    WRONG(width.cksync, 33, "width.cksync");
    WRONG(width.ckdf, 3, "width.ckdf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_field_is_refused),
        cmocka_unit_test(a_field_that_does_not_belong_is_refused),
        cmocka_unit_test(a_value_one_bit_too_wide_is_refused),
        cmocka_unit_test(an_address_of_rv32_has_31_bits),
        cmocka_unit_test(src_and_tcode_and_configuration_are_checked),
        cmocka_unit_test(a_small_buffer_is_refused_at_each_size_and_not_touched),
        cmocka_unit_test(raw_of_an_opaque_message_must_be_one_message_of_it),
        cmocka_unit_test(every_status_has_a_text_of_its_own),
        cmocka_unit_test(the_configuration_check_names_the_wrong_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
