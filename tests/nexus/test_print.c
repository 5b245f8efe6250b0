/* SPDX-License-Identifier: Apache-2.0 */
/* The two text formats of docs/reference/dump-format.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "msg_facts.h"
#include "nexus/nexus_print.h"
#include "ntt.h"

/* Decode one message from bytes. */
static struct nexus_msg decode(const struct nexus_stream_cfg *cfg, const uint8_t *b, size_t size,
                               int want)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    assert_int_equal(nexus_msg_decoder_init(&d, cfg, b, size), NEXUS_OK);
    assert_int_equal(nexus_msg_next(&d, &m), want);
    return m;
}

static void check_bytes(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                        const char *const *line)
{
    struct nexus_span span[NEXUS_SPANS_MAX];
    char text[NEXUS_PRINT_MAX];
    unsigned n = nexus_msg_spans(cfg, m, span);
    for (size_t i = 0; i < m->raw_length; i++) {
        int size = nexus_msg_print_byte(m, span, n, i, text, sizeof(text));
        assert_int_equal(size, strlen(line[i]));
        assert_string_equal(text, line[i]);
    }
    assert_int_equal(nexus_msg_print_byte(m, span, n, m->raw_length, text, sizeof(text)),
                     NEXUS_ERR_ARG);
}

/* N-Trace Message Example: the rows of the table, columns Byte, MDO, MSEO, Decoded. */
/* Holds NT-TX-044..049 */
static void the_table_of_the_specification_is_printed_byte_by_byte(void **state)
{
    (void)state;
    static const uint8_t b[] = {0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF};
    static const char *const line[] = {
        "0x70 011100 00 TCODE[6]=28 - IndirectBranchHist",
        "0xD0 110100 00 BTYPE[2]=0x0",
        "0x1D 000111 01 ICNT[10]=0x7D",
        "0x1D 000111 01 UADDR[6]=0x7",
        "0xF8 111110 00",
        "0xFF 111111 11 HIST[12]=0xFFE",
    };
    struct nexus_stream_cfg cfg;
    char text[NEXUS_PRINT_MAX];
    nexus_cfg_init(&cfg);
    struct nexus_msg m = decode(&cfg, b, sizeof(b), NEXUS_OK);
    check_bytes(&cfg, &m, line);
    assert_int_equal(nexus_print_idle(text, sizeof(text)), 19);
    assert_string_equal(text, "0xFF 111111 11 Idle");
}

/* Several fields may end in one byte, and SRC and TSTAMP are fields too. tests/vectors:
 * IndirectBranchHistSync. */
static void fields_that_end_in_the_same_byte_stand_in_one_line(void **state)
{
    (void)state;
    static const uint8_t b[] = {0x74, 0x84, 0x45, 0x05, 0x0D, 0x00, 0x07};
    static const char *const line[] = {
        "0x74 011101 00 TCODE[6]=29 - IndirectBranchHistSync",
        "0x84 100001 00 SRC[4]=0x1",
        "0x45 010001 01 SYNC[4]=0x6 BTYPE[2]=0x0 ICNT[2]=0x1",
        "0x05 000001 01 FADDR[6]=0x1",
        "0x0D 000011 01 HIST[6]=0x3",
        "0x00 000000 00",
        "0x07 000001 11 TSTAMP[12]=0x40",
    };
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    assert_true(ntt_set_cfg(&cfg, "src_bits=4 timestamps=1"));
    struct nexus_msg m = decode(&cfg, b, sizeof(b), NEXUS_OK);
    check_bytes(&cfg, &m, line);
}

/* TSTAMP after a fixed-length field starts on a byte, and the padding belongs to no field. */
static void tstamp_after_a_fixed_field_starts_on_a_byte(void **state)
{
    (void)state;
    static const uint8_t b[] = {0x00, 0x94, 0x08, 0x07};
    static const char *const line[] = {
        "0x00 000000 00 TCODE[6]=0 - DebugStatus",
        "0x94 100101 00",
        "0x08 000010 00 STATUS[8]=0xA5",
        "0x07 000001 11 TSTAMP[6]=0x1",
    };
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    cfg.timestamps = true;
    struct nexus_msg m = decode(&cfg, b, sizeof(b), NEXUS_OK);
    check_bytes(&cfg, &m, line);
}

/* A field of 72 bits: its length is shown, and its low 64 bits. */
static void a_wide_field_shows_its_length_and_low_64_bits(void **state)
{
    (void)state;
    uint8_t b[14] = {0x64}; /* AuxAccessWriteNext, 25 = 011001_00 */
    struct nexus_stream_cfg cfg;
    struct nexus_span span[NEXUS_SPANS_MAX];
    char text[NEXUS_PRINT_MAX];
    nexus_cfg_init(&cfg);
    b[1] = 0x04;
    b[11] = 0x20; /* bit 63 */
    b[12] = 0xFF; /* bits 66 to 71 */
    struct nexus_msg m = decode(&cfg, b, 13, NEXUS_OK);
    assert_int_equal(nexus_msg_spans(&cfg, &m, span), 2);
    assert_true(nexus_msg_print_byte(&m, span, 2, 12, text, sizeof(text)) > 0);
    assert_string_equal(text, "0xFF 111111 11 DATA[72]=0x8000000000000001");
    assert_true(nexus_msg_print(&cfg, &m, text, sizeof(text)) > 0);
    assert_string_equal(text, "AuxAccessWriteNext DATA=0x8000000000000001");
}

static void a_damaged_message_shows_what_came_before_the_damage(void **state)
{
    (void)state;
    static const uint8_t b[] = {0x70, 0xD0, 0x1D, 0x1E, 0x03};
    static const char *const line[] = {
        "0x70 011100 00 TCODE[6]=28 - IndirectBranchHist",
        "0xD0 110100 00 BTYPE[2]=0x0",
        "0x1D 000111 01 ICNT[10]=0x7D",
        "0x1E 000111 10",
        "0x03 000000 11",
    };
    struct nexus_stream_cfg cfg;
    char text[NEXUS_PRINT_MAX];
    nexus_cfg_init(&cfg);
    struct nexus_msg m = decode(&cfg, b, sizeof(b), NEXUS_ERR_MSEO);
    check_bytes(&cfg, &m, line);
    assert_true(nexus_msg_print(&cfg, &m, text, sizeof(text)) > 0);
    assert_string_equal(text, "IndirectBranchHist BTYPE=0 ICNT=0x7D");
    static const uint8_t one[] = {0x07};
    static const char *const first[] = {"0x07 000001 11 TCODE[6]=1 - DeviceID"};
    m = decode(&cfg, one, sizeof(one), NEXUS_ERR_MSEO);
    check_bytes(&cfg, &m, first);
}

static void codes_are_decimal_and_quantities_hexadecimal(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg;
    struct nexus_msg m;
    char text[NEXUS_PRINT_MAX];
    nexus_cfg_init(&cfg);
    cfg.src_bits = 12;
    cfg.timestamps = true;
    nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH_HIST_SYNC, 4095);
    nexus_msg_set(&m, NEXUS_F_SYNC, 15);
    nexus_msg_set(&m, NEXUS_F_BTYPE, 2);
    nexus_msg_set(&m, NEXUS_F_ICNT, 10);
    nexus_msg_set(&m, NEXUS_F_ADDR, UINT64_C(0x7FFFFFFFC00018FA));
    nexus_msg_set(&m, NEXUS_F_HIST, 0);
    nexus_msg_set(&m, NEXUS_F_TSTAMP, ~UINT64_C(0));
    assert_true(nexus_msg_print(&cfg, &m, text, sizeof(text)) > 0);
    assert_string_equal(text, "IndirectBranchHistSync SRC=4095 SYNC=15 BTYPE=2 ICNT=0xA "
                              "FADDR=0x7FFFFFFFC00018FA HIST=0x0 TSTAMP=0xFFFFFFFFFFFFFFFF");
}

/* 65 bytes of a vendor message: 64 are shown. The line is "Vendor TCODE=62 RAW=" and 64 times "XX,"
 * but the last. */
static void raw_bytes_are_shown_up_to_a_limit(void **state)
{
    (void)state;
    uint8_t b[65] = {62 << 2};
    struct nexus_stream_cfg cfg;
    char text[NEXUS_PRINT_MAX];
    nexus_cfg_init(&cfg);
    b[63] = 0xAC;
    b[64] = 0x03;
    struct nexus_msg m = decode(&cfg, b, sizeof(b), NEXUS_OK);
    assert_int_equal(nexus_msg_print(&cfg, &m, text, sizeof(text)), 20 + 64 * 3 - 1 + 3);
    assert_memory_equal(text, "Vendor TCODE=62 RAW=F8,00,", 26);
    assert_string_equal(text + 20 + 63 * 3, "AC...");
}

/* Every message of msg_facts can be read back from its line; every size of buffer that is too small
 * is refused. */
static void a_line_can_be_read_back_and_a_small_buffer_is_refused(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct nexus_stream_cfg cfg;
        struct nexus_msg m;
        struct nexus_msg back;
        char text[NEXUS_PRINT_MAX];
        uint8_t raw[NTT_BYTES_MAX];
        nexus_cfg_init(&cfg);
        assert_true(ntt_set_cfg(&cfg, msg_facts[i].cfg));
        cfg.src_bits = 7;
        cfg.timestamps = true;
        fact_example(&cfg, &msg_facts[i], &seed, &m);
        int n = nexus_msg_print(&cfg, &m, text, sizeof(text));
        assert_int_equal(n, strlen(text));
        assert_true(ntt_parse_msg(text, &back, raw));
        assert_int_equal(back.tcode, m.tcode);
        assert_int_equal(back.src, msg_facts[i].head ? m.src : 0);
        assert_true(back.present == m.present);
        for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
            assert_true(!nexus_msg_has(&m, (enum nexus_field)f) || back.value[f] == m.value[f]);
        }
        for (size_t cap = 0; cap <= (size_t)n; cap++) {
            char *small = malloc(cap + 1);
            small[cap] = 'x';
            assert_int_equal(nexus_msg_print(&cfg, &m, small, cap), NEXUS_ERR_NOSPACE);
            assert_true(cap == 0 || small[0] == '\0');
            assert_int_equal(small[cap], 'x');
            free(small);
        }
        assert_int_equal(nexus_msg_print(&cfg, &m, text, (size_t)n + 1), n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_of_the_specification_is_printed_byte_by_byte),
        cmocka_unit_test(fields_that_end_in_the_same_byte_stand_in_one_line),
        cmocka_unit_test(tstamp_after_a_fixed_field_starts_on_a_byte),
        cmocka_unit_test(a_wide_field_shows_its_length_and_low_64_bits),
        cmocka_unit_test(a_damaged_message_shows_what_came_before_the_damage),
        cmocka_unit_test(codes_are_decimal_and_quantities_hexadecimal),
        cmocka_unit_test(raw_bytes_are_shown_up_to_a_limit),
        cmocka_unit_test(a_line_can_be_read_back_and_a_small_buffer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
