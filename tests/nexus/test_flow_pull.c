/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pull decoder: bytes to elements. The bytes are worked out by hand from N-Trace 1.0, "N-Trace
 * Transmission Protocol": MDO in bits 7:2, MSEO in bits 1:0, fields from the least significant bit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;
static char text[FX_TEXT];

/* 0x100: c.add; bne 0x200.   0x200: c.add; c.ebreak. */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    fx.cfg.timestamps = false;
    fx_restart(&fx);
    fx_branch(&fx, fx_op(&fx, 0x100, OP_C_ADD), 0x200);
    fx_op(&fx, fx_op(&fx, 0x200, OP_C_ADD), OP_C_EBREAK);
    return 0;
}

static void decode_all(struct nexus_decoder *d)
{
    struct flow_elem e;
    text[0] = '\0';
    while (nexus_decoder_next(d, &e) == NEXUS_OK) {
        fx_describe(text, &e);
    }
}

static const char *decode(const uint8_t *bytes, size_t n)
{
    static struct nexus_decoder d;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, n), NEXUS_OK);
    decode_all(&d);
    return text;
}

/* ProgTraceSync TCODE=9, SYNC=3 and the low 2 bits of I-CNT=0 in one MDO, the I-CNT ends there;
 * F-ADDR=0x80: low 6 bits 0, then 2. DirectBranch TCODE=3, I-CNT=3. ProgTraceCorrelation TCODE=33,
 * EVCODE=0 and CDF=0 fill an MDO, I-CNT=1. Idle bytes between. */
#define SYNC_0X100 9 << 2, 3 << 2 | 1, 0 << 2, 2 << 2 | 3
#define DIRECT_3   3 << 2, 3 << 2 | 3
#define OFF_1      33 << 2, 0, 1 << 2 | 3

static void bytes_become_elements(void **state)
{
    static const uint8_t bytes[] = {0xff, SYNC_0X100, DIRECT_3, 0xff, 0xff, OFF_1, 0xff};
    (void)state;
    assert_string_equal(decode(bytes, sizeof bytes),
                        "ON 3 100, R 100-106 2 T, R 200-202 1, OFF 0 202, end");
}

/* Message number and byte offset of each element. */
static void elements_tell_message_and_offset(void **state)
{
    static const uint8_t bytes[] = {0xff, SYNC_0X100, DIRECT_3, 0xff, 0xff, OFF_1, 9 << 2};
    static const struct {
        unsigned type, msg, offset;
    } want[] = {{FLOW_ELEM_TRACE_ON, 0, 1},
                {FLOW_ELEM_RANGE, 1, 5},
                {FLOW_ELEM_RANGE, 2, 9},
                {FLOW_ELEM_TRACE_OFF, 2, 9},
                {FLOW_ELEM_END, 3, 12}};
    static struct nexus_decoder d;
    struct flow_elem e;
    (void)state;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, sizeof bytes), NEXUS_OK);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(nexus_decoder_next(&d, &e), NEXUS_OK);
        assert_int_equal(e.type, want[i].type);
        assert_int_equal(e.msg, want[i].msg);
        assert_int_equal(e.offset, want[i].offset);
    }
    assert_int_equal(e.value, 1); /* a byte of a message that was cut off */
    assert_int_equal(nexus_decoder_next(&d, &e), NEXUS_ERR_END);
    assert_int_equal(nexus_decoder_next(&d, &e), NEXUS_ERR_END);
}

static void no_bytes_is_the_end(void **state)
{
    (void)state;
    assert_string_equal(decode((const uint8_t *)"", 0), "end");
}

/* 0x02: MSEO 10 is reserved. The message is reported as damaged, then decoding waits for the next
 * sync.
 */
static void damaged_bytes_are_a_gap(void **state)
{
    static const uint8_t bytes[] = {SYNC_0X100, 3 << 2,     3 << 2 | 2, 3 << 2 | 3,
                                    DIRECT_3,   SYNC_0X100, DIRECT_3,   OFF_1};
    (void)state;
    assert_string_equal(decode(bytes, sizeof bytes),
                        "ON 3 100, ERR -4 100, NOSYNC, ON 3 100, R 100-106 2 T, R 200-202 1, "
                        "OFF 0 202, end");
}

/* A field of 24 bits of ones is no I-CNT: an error, unless the caller allows it (then too much for
 * this code). */
static void oversize_is_an_error_unless_allowed(void **state)
{
    static const uint8_t bytes[] = {SYNC_0X100, 3 << 2, 0xfc, 0xfc, 0xfc, 0xff};
    static struct nexus_decoder d;
    (void)state;
    assert_string_equal(decode(bytes, sizeof bytes), "ON 3 100, ERR -6 100, end");
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, sizeof bytes), NEXUS_OK);
    d.allow_oversize = true;
    decode_all(&d);
    /* the branch at 0x102 is not the last: not taken. c.add, bne, 125 c.nop from 0x106 to 0x1fe,
     * c.add at 0x200; then c.ebreak, which never retires */
    assert_string_equal(text, "ON 3 100, R 100-202 128, ERR -22 202, end");
}

/* SRC of 6 bits after the TCODE: messages of source 5 among those of source 6. */
static void only_messages_of_the_chosen_source(void **state)
{
    static const uint8_t bytes[] = {
        9 << 2,  5 << 2, 3 << 2 | 1, 0,         2 << 2 | 3, /* sync of 5 */
        9 << 2,  6 << 2, 3 << 2 | 1, 0,         4 << 2 | 3, /* sync of 6 */
        3 << 2,  5 << 2, 3 << 2 | 3,                        /* branch of 5 */
        33 << 2, 5 << 2, 0,          1 << 2 | 3};
    static struct nexus_decoder d;
    (void)state;
    fx.cfg.src_bits = 6;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, sizeof bytes), NEXUS_OK);
    d.all_sources = false;
    d.src = 5;
    decode_all(&d);
    assert_string_equal(text, "ON 3 100, R 100-106 2 T, R 200-202 1, OFF 0 202, end");
}

/* "Example Encodings", extended address, at a sync: 0x7FFF_FFFF_C000_18FA is the field of
 * 0xFFFF_FFFF_8000_31F4. Six MDO suffice: 31 low bits are 0x400018FA, ones above. */
static void extended_addresses_are_complete(void **state)
{
    /* 0x400018fa in 6-bit pieces from the least: 0x3a 0x23 0x01 0x00 0x00, then bit 30 set: 0x01
     * and ones above it up to bit 35: 0x3f. */
    static const uint8_t bytes[] = {9 << 2,    3 << 2 | 1, 0x3a << 2, 0x23 << 2,
                                    0x01 << 2, 0x00 << 2,  0x00 << 2, 0x3f << 2 | 3};
    static struct nexus_decoder d;
    struct flow_elem e;
    (void)state;
    fx.cfg.extend_addr_msb = true;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, sizeof bytes), NEXUS_OK);
    assert_int_equal(nexus_decoder_next(&d, &e), NEXUS_OK);
    assert_int_equal(e.type, FLOW_ELEM_TRACE_ON);
    assert_true(e.start == UINT64_C(0xffffffff800031f4));
}

/* Every cut of a good stream ends well: no error, only less. */
static void cut_streams_end_without_error(void **state)
{
    static const uint8_t bytes[] = {SYNC_0X100, DIRECT_3, OFF_1};
    static struct nexus_decoder d;
    (void)state;
    for (size_t n = 0; n <= sizeof bytes; n++) {
        assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, n), NEXUS_OK);
        decode_all(&d);
        assert_int_equal(d.flow.errors, 0);
    }
    assert_int_equal(d.flow.insns, 3);
}

static void init_checks_its_arguments(void **state)
{
    static struct nexus_decoder d;
    (void)state;
    assert_int_equal(nexus_decoder_init(NULL, &fx.cfg, &fx.code, NULL, 0), NEXUS_ERR_ARG);
    fx.cfg.src_bits = 13;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, NULL, 0), NEXUS_ERR_ARG);
}

/* Three taken branches to themselves: all are walked before the first is reported, and a push is
 * refused until the last is. */
static void ranges_walked_ahead_are_told_before_the_next_message(void **state)
{
    struct flow_elem e;
    (void)state;
    (void)fx_branch(&fx, 0x300, 0x300);
    struct nexus_msg sync = fx_sync(NEXUS_SYNC_TRACE_ENABLE, 0, 0x300);
    struct nexus_msg full = fx_full(NEXUS_RCODE_HIST, 0xf);
    fx.flow.ahead = true;
    assert_int_equal(nexus_flow_push(&fx.flow, &sync), NEXUS_OK);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(e.type, FLOW_ELEM_TRACE_ON);
    assert_int_equal(nexus_flow_push(&fx.flow, &full), NEXUS_OK);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(nexus_flow_push(&fx.flow, &full), NEXUS_ERR_ARG);
        assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
        assert_int_equal(e.type, FLOW_ELEM_RANGE);
        assert_int_equal(e.position, 2 * i);
        assert_int_equal(e.msg, 1);
        assert_int_equal(fx.flow.insns, 3);
    }
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_ERR_END);
    assert_int_equal(nexus_flow_push(&fx.flow, &full), NEXUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(bytes_become_elements, setup),
        cmocka_unit_test_setup(elements_tell_message_and_offset, setup),
        cmocka_unit_test_setup(no_bytes_is_the_end, setup),
        cmocka_unit_test_setup(damaged_bytes_are_a_gap, setup),
        cmocka_unit_test_setup(oversize_is_an_error_unless_allowed, setup),
        cmocka_unit_test_setup(only_messages_of_the_chosen_source, setup),
        cmocka_unit_test_setup(extended_addresses_are_complete, setup),
        cmocka_unit_test_setup(cut_streams_end_without_error, setup),
        cmocka_unit_test_setup(init_checks_its_arguments, setup),
        cmocka_unit_test_setup(ranges_walked_ahead_are_told_before_the_next_message, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
