/* SPDX-License-Identifier: Apache-2.0 */
/* Damaged messages: each status, and that nothing stops the decoder: cuts, corruption, noise. */
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

/* One damaged message, then DirectBranch I-CNT=7, which must be found. */
static void check_damage(const char *cfg_text, const char *hex, int want, uint64_t present)
{
    struct nexus_stream_cfg cfg = config(cfg_text);
    uint8_t b[128];
    size_t n = 0;
    for (const char *p = hex; *p != '\0'; p += p[2] == ' ' ? 3 : 2) {
        b[n++] = (uint8_t)strtoul((char[]){p[0], p[1], '\0'}, NULL, 16);
    }
    b[n] = 0x0C;
    b[n + 1] = 0x1F;
    memset(b + n + 2, 0xFF, 16);
    for (size_t room = 0; room <= 16; room += 16) {
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        assert_int_equal(nexus_msg_decoder_init(&d, &cfg, b, n + 2 + room), NEXUS_OK);
        assert_int_equal(nexus_msg_next(&d, &m), want);
        assert_int_equal(m.offset, 0);
        assert_int_equal(m.length, n);
        assert_true(m.present == present);
        d.cfg.src_bits = 0;
        assert_int_equal(nexus_msg_next(&d, &m), NEXUS_OK);
        assert_true(m.value[NEXUS_F_ICNT] == 7);
        assert_int_equal(m.offset, n);
    }
}

#define HAS(f) (UINT64_C(1) << NEXUS_F_##f)

/* Transitions of MSEO Bits: after 11, only 00 begins a message. */
static void an_end_without_a_beginning(void **state)
{
    (void)state;
    check_damage("", "03", NEXUS_ERR_EMPTY, 0);
    for (unsigned mdo = 1; mdo < 63; mdo++) {
        char hex[3];
        snprintf(hex, sizeof hex, "%02X", mdo << 2 | 3);
        check_damage("", hex, NEXUS_ERR_MSEO, 0);
    }
}

static void a_message_that_ends_too_early_is_truncated(void **state)
{
    (void)state;
    /* IndirectBranch 4 = 000100_00 = 0x10; B-TYPE in the low bits of the next byte. */
    check_damage("", "10 1F", NEXUS_ERR_TRUNCATED, HAS(BTYPE) | HAS(ICNT)); /* no U-ADDR */
    check_damage("", "10 1D 1C 07", NEXUS_OK, HAS(BTYPE) | HAS(ICNT) | HAS(ADDR));
    /* IndirectBranchSync 12 = 0x30: SYNC and B-TYPE fill the second byte, which then ends the
     * message or a field. */
    check_damage("", "30 17", NEXUS_ERR_TRUNCATED, HAS(SYNC) | HAS(BTYPE));
    check_damage("", "30 15 1F", NEXUS_ERR_TRUNCATED, HAS(SYNC) | HAS(BTYPE));
    /* DeviceID 1 = 0x04 with 32 bits: ends after 12 of them; a field ends after 12 of them. */
    check_damage("", "04 00 03", NEXUS_ERR_TRUNCATED, 0);
    check_damage("", "04 00 01 00 00 00 03", NEXUS_ERR_TRUNCATED, 0);
    /* SRC of 12 bits, of which six come. Vendor 56 = 0xE0, DirectBranch 3 = 0x0C. */
    check_damage("src_bits=12", "0C 17", NEXUS_ERR_TRUNCATED, 0);
    check_damage("src_bits=12", "E0 17", NEXUS_ERR_TRUNCATED, 0);
    /* ProgTraceCorrelation 33 = 0x84, EVCODE=0 CDF=1 (010000_00 = 0x40), I-CNT, no HIST. */
    check_damage("", "84 40 17", NEXUS_ERR_TRUNCATED, HAS(EVCODE) | HAS(CDF) | HAS(ICNT));
}

static void a_message_that_goes_on_has_extra_fields(void **state)
{
    (void)state;
    check_damage("", "0C 1D 07", NEXUS_ERR_EXTRA, HAS(ICNT));
    check_damage("timestamps=1", "0C 1D 05 07", NEXUS_ERR_EXTRA, HAS(ICNT) | HAS(TSTAMP));
    /* CDF=0 and a second variable-length field. */
    check_damage("", "84 00 15 07", NEXUS_ERR_EXTRA, HAS(EVCODE) | HAS(CDF) | HAS(ICNT));
    /* DeviceID: 38 bits in seven bytes; the four bits on top must be 0. 0x43 is bit 4 of the last
     * one. */
    check_damage("", "04 00 00 00 00 00 07", NEXUS_OK, HAS(ID));
    check_damage("", "04 00 00 00 00 00 13", NEXUS_ERR_EXTRA, HAS(ID));
    check_damage("timestamps=1", "04 00 00 00 00 00 04 07", NEXUS_ERR_EXTRA, HAS(ID));
    /* AuxAccessReadNext 24 = 0x60: zeros only. */
    check_damage("", "60 03", NEXUS_OK, 0);
    check_damage("", "60 00 00 03", NEXUS_OK, 0);
    check_damage("", "60 07", NEXUS_ERR_EXTRA, 0);
    check_damage("", "60 01 03", NEXUS_ERR_EXTRA, 0);
    check_damage("", "60 00 00 00 00 00 00 00 00 00 00 00 07", NEXUS_ERR_EXTRA, 0);
}

/* 23 bits of I-CNT: 22 is the limit. 22 bits are four bytes whose last has four bits. */
static void a_field_above_its_limit_is_oversize_and_all_fields_are_there(void **state)
{
    (void)state;
    check_damage("", "0C FC FC FC 3F", NEXUS_OK, HAS(ICNT));
    check_damage("", "0C 00 00 00 43", NEXUS_ERR_OVERSIZE, HAS(ICNT));
    check_damage("timestamps=1", "0C 00 00 00 41 07", NEXUS_ERR_OVERSIZE, HAS(ICNT) | HAS(TSTAMP));
    check_damage("", "0C 00 00 00 01 07", NEXUS_ERR_EXTRA, HAS(ICNT));
    /* U-ADDR of 64 bits: 63 is the limit; bit 63 is bit 3 of the eleventh byte. */
    check_damage("", "10 05 00 00 00 00 00 00 00 00 00 00 13", NEXUS_OK,
                 HAS(BTYPE) | HAS(ICNT) | HAS(ADDR));
    check_damage("", "10 05 00 00 00 00 00 00 00 00 00 00 23", NEXUS_ERR_OVERSIZE,
                 HAS(BTYPE) | HAS(ICNT) | HAS(ADDR));
    check_damage("", "10 05 00 00 00 00 00 00 00 00 00 00 43", NEXUS_ERR_OVERSIZE,
                 HAS(BTYPE) | HAS(ICNT) | HAS(ADDR));
    /* TSTAMP of 65 bits. */
    check_damage("timestamps=1", "0C 05 00 00 00 00 00 00 00 00 00 00 23", NEXUS_OK,
                 HAS(ICNT) | HAS(TSTAMP));
    check_damage("timestamps=1", "0C 05 00 00 00 00 00 00 00 00 00 00 43", NEXUS_ERR_OVERSIZE,
                 HAS(ICNT) | HAS(TSTAMP));
    /* RDATA is an I-CNT or a HIST. ResourceFull 27 = 0x6C; RCODE 0, 1 in the low bits; 23 bits of
     * RDATA. */
    check_damage("", "6C 00 00 00 00 07", NEXUS_OK, HAS(RCODE) | HAS(RDATA));
    check_damage("", "6C 00 00 00 10 03", NEXUS_OK, HAS(RCODE) | HAS(RDATA));
    check_damage("", "6C 00 00 00 00 13", NEXUS_ERR_OVERSIZE, HAS(RCODE) | HAS(RDATA));
    check_damage("", "6C 04 00 00 00 13", NEXUS_OK, HAS(RCODE) | HAS(RDATA));
    check_damage("", "6C 04 00 00 00 00 FC 03", NEXUS_OK, HAS(RCODE) | HAS(RDATA));
    check_damage("", "6C 04 00 00 00 00 00 07", NEXUS_ERR_OVERSIZE, HAS(RCODE) | HAS(RDATA));
}

/* Decode everything; each call must move on. Returns how many messages came whole. */
static unsigned walk(const struct nexus_stream_cfg *cfg, const uint8_t *b, size_t size)
{
    struct nexus_msg_decoder d;
    unsigned good = 0;
    assert_int_equal(nexus_msg_decoder_init(&d, cfg, b, size), NEXUS_OK);
    for (;;) {
        struct nexus_msg m;
        char text[NEXUS_PRINT_MAX];
        size_t pos = d.pos;
        int status = nexus_msg_next(&d, &m);
        if (status == NEXUS_ERR_END) {
            assert_true(d.pos >= pos && d.pos <= size);
            return good;
        }
        assert_true(status == NEXUS_OK || status == NEXUS_ERR_MSEO || status == NEXUS_ERR_EMPTY ||
                    status == NEXUS_ERR_TRUNCATED || status == NEXUS_ERR_OVERSIZE ||
                    status == NEXUS_ERR_EXTRA);
        assert_true(m.length > 0 && m.offset >= pos && m.offset + m.length == d.pos);
        assert_true(d.pos <= size && m.raw == b + m.offset && m.raw_length == m.length);
        assert_int_equal(b[d.pos - 1] & 3, 3);
        assert_true(nexus_msg_print(cfg, &m, text, sizeof(text)) > 0);
        struct nexus_span span[NEXUS_SPANS_MAX];
        unsigned spans = nexus_msg_spans(cfg, &m, span);
        for (size_t i = 0; i < m.raw_length && i < 100; i++) {
            assert_true(nexus_msg_print_byte(&m, span, spans, i, text, sizeof(text)) > 0);
        }
        good += status == NEXUS_OK;
    }
}

static size_t example_stream(const struct nexus_stream_cfg *cfg, uint8_t *b, size_t cap,
                             unsigned *count)
{
    uint64_t seed = 8;
    size_t size = 0;
    *count = 0;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct nexus_msg m;
        if (msg_facts[i].cfg[0] == '\0') {
            fact_example(cfg, &msg_facts[i], &seed, &m);
            int n = nexus_msg_encode(cfg, &m, b + size, cap - size);
            assert_true(n > 0);
            size += (size_t)n;
            ++*count;
        }
    }
    return size;
}

static void input_cut_at_every_byte_gives_the_whole_messages(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg = config("src_bits=3 timestamps=1");
    uint8_t b[4096];
    unsigned all;
    size_t size = example_stream(&cfg, b, sizeof(b), &all);
    unsigned ends = 0;
    for (size_t cut = 0; cut <= size; cut++) {
        ends += cut > 0 && (b[cut - 1] & 3) == 3;
        uint8_t *exact = malloc(cut + 1); /* a read after the end is seen by the sanitizer */
        memcpy(exact, b, cut);
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        assert_int_equal(walk(&cfg, exact, cut), ends);
        /* The rest stays: pos is the first byte of the message that was cut. */
        assert_int_equal(nexus_msg_decoder_init(&d, &cfg, exact, cut), NEXUS_OK);
        while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        }
        assert_true(d.pos == 0 || (exact[d.pos - 1] & 3) == 3);
        assert_true(d.pos == cut || (b[d.pos] & 3) == 0);
        free(exact);
    }
    assert_int_equal(ends, all);
}

/* The other values of a byte: all 256 in the long run (HARTRACE_SOAK), otherwise those that differ
 * in one bit of MDO, with every MSEO, and all zeros and ones. */
static bool is_tried(uint8_t good, uint8_t v)
{
    const uint8_t mdo = (uint8_t)((good ^ v) >> 2);
    return getenv("HARTRACE_SOAK") != NULL || (mdo & (mdo - 1)) == 0 || v >> 2 == 0 ||
           v >> 2 == 0x3F;
}

/* One byte changed: all messages but the damaged one and its neighbor still come. */
static void every_single_byte_corruption_is_survived(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg = config("src_bits=3 timestamps=1");
    uint8_t b[4096];
    unsigned all;
    size_t size = example_stream(&cfg, b, sizeof(b), &all);
    assert_int_equal(walk(&cfg, b, size), all);
    for (size_t at = 0; at < size; at++) {
        uint8_t good = b[at];
        for (unsigned v = 0; v < 256; v++) {
            b[at] = (uint8_t)v;
            assert_true(!is_tried(good, b[at]) || walk(&cfg, b, size) >= all - 2);
        }
        b[at] = good;
    }
}

static void noise_is_walked_to_its_end(void **state)
{
    (void)state;
    static uint8_t b[20000];
    static const char *const cfg[] = {"", "src_bits=12 timestamps=1", "xlen=32 extend_addr_msb=1",
                                      "map=32 elsz=32 dcorr=32 dsz=32 cancel=1 ckdf=1 ndq=4"};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint64_t s = seed;
        for (size_t i = 0; i < sizeof(b); i++) {
            uint8_t x = (uint8_t)(test_random(&s) >> 32);
            /* Half of the streams have few ends, so that messages become long. */
            b[i] = seed % 2 == 0 || x % 16 == 0 ? x : (uint8_t)(x & 0xFD);
        }
        for (size_t k = 0; k < sizeof(cfg) / sizeof(cfg[0]); k++) {
            struct nexus_stream_cfg c = config(cfg[k]);
            walk(&c, b, sizeof(b));
        }
    }
}

/* What the encoder makes of a decoded noise message decodes to the same fields. */
static void what_decodes_from_noise_encodes_and_decodes_again(void **state)
{
    (void)state;
    static uint8_t b[20000];
    uint64_t s = 77;
    unsigned done = 0;
    for (size_t i = 0; i < sizeof(b); i++) {
        b[i] = (uint8_t)(test_random(&s) >> 32);
    }
    struct nexus_stream_cfg cfg = config("src_bits=2 timestamps=1");
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, b, sizeof(b)), NEXUS_OK);
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        uint8_t out[NEXUS_MAX_MSG_BYTES];
        struct nexus_msg_decoder e;
        struct nexus_msg back;
        if (status != NEXUS_OK || m.length > sizeof(out)) {
            continue;
        }
        int n = nexus_msg_encode(&cfg, &m, out, sizeof(out));
        assert_true(n > 0 && (size_t)n <= m.length);
        assert_int_equal(nexus_msg_decoder_init(&e, &cfg, out, (size_t)n), NEXUS_OK);
        assert_int_equal(nexus_msg_next(&e, &back), NEXUS_OK);
        assert_int_equal(back.tcode, m.tcode);
        assert_true(back.present == m.present);
        for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
            assert_true(!nexus_msg_has(&m, (enum nexus_field)f) || back.value[f] == m.value[f]);
        }
        done++;
    }
    assert_true(done > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_end_without_a_beginning),
        cmocka_unit_test(a_message_that_ends_too_early_is_truncated),
        cmocka_unit_test(a_message_that_goes_on_has_extra_fields),
        cmocka_unit_test(a_field_above_its_limit_is_oversize_and_all_fields_are_there),
        cmocka_unit_test(input_cut_at_every_byte_gives_the_whole_messages),
        cmocka_unit_test(every_single_byte_corruption_is_survived),
        cmocka_unit_test(noise_is_walked_to_its_end),
        cmocka_unit_test(what_decodes_from_noise_encodes_and_decodes_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
