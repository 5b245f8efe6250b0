/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each element carries (docs/reference/elements.md): data, software trace, vendor and reserved
 * messages, exceptions; message number, offset, SRC and raw bytes of each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;

static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    fx.cfg.timestamps = false;
    fx_restart(&fx);
    return 0;
}

static struct flow_elem elem[16];
static unsigned elems;

static void decode(const uint8_t *bytes, size_t n)
{
    static struct nexus_decoder d;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, n), NEXUS_OK);
    elems = 0;
    while (elems < 16 && nexus_decoder_next(&d, &elem[elems]) == NEXUS_OK) {
        elems++;
    }
}

static void expect_raw(const struct flow_elem *e, const uint8_t *bytes, size_t at, size_t n)
{
    assert_int_equal(e->offset, at);
    assert_int_equal(e->raw_length, n);
    assert_ptr_equal(e->raw, bytes + at);
}

/* TCODE 7; IDTAG of 8 bits and DQDATA from there: 0x2a, 0x1234. IDTAG 0x2a: 6 low bits 0x2a, then 2
 * bits 0; DQDATA 0x1234: 4 low bits 0x4 above these, then 0x23, 0x1 (0x123 = 4 * 64 + 35). */
static void data_acquisition_is_software_trace(void **state)
{
    static const uint8_t bytes[] = {0xff,      7 << 2,       0x2a << 2, (0x4 << 2) << 2,
                                    0x23 << 2, 0x04 << 2 | 3};
    (void)state;
    decode(bytes, sizeof bytes);
    assert_int_equal(elems, 2);
    assert_int_equal(elem[0].type, FLOW_ELEM_SWTRACE);
    assert_int_equal(elem[0].code, 7);
    assert_int_equal(elem[0].start, 0x2a);
    assert_int_equal(elem[0].value, 0x1234);
    expect_raw(&elem[0], bytes, 1, 5);
}

/* TCODE 60, anything after it, SRC 5 of 6 bits. TCODE 40 is reserved. */
/* Holds NT-MSG-020 NT-MSG-021 */
static void vendor_and_reserved_messages_carry_their_bytes(void **state)
{
    static const uint8_t bytes[] = {60 << 2, 5 << 2, 0x15 << 2 | 1, 0x3f << 2 | 3,
                                    40 << 2, 6 << 2, 0x2a << 2 | 3};
    (void)state;
    fx.cfg.src_bits = 6;
    fx_restart(&fx);
    decode(bytes, sizeof bytes);
    assert_int_equal(elems, 3);
    assert_int_equal(elem[0].type, FLOW_ELEM_CUSTOM);
    assert_int_equal(elem[0].code, 60);
    assert_int_equal(elem[0].src, 5);
    assert_int_equal(elem[0].msg, 0);
    expect_raw(&elem[0], bytes, 0, 4);
    assert_int_equal(elem[1].type, FLOW_ELEM_UNKNOWN);
    assert_int_equal(elem[1].code, 40);
    assert_int_equal(elem[1].status, NEXUS_ERR_RESERVED);
    assert_int_equal(elem[1].src, 6);
    assert_int_equal(elem[1].msg, 1);
    expect_raw(&elem[1], bytes, 4, 3);
}

/* All TCODEs that are not program trace have the type in docs/reference/elements.md, and flow goes
 * on over them. */
static void every_other_message_has_its_type(void **state)
{
    (void)state;
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        static const uint8_t flow[] = {2, 3, 4, 8, 9, 10, 11, 12, 27, 28, 29, 30, 31, 32, 33};
        const char *want = "OTHER";
        if (memchr(flow, (int)t, sizeof flow) != NULL) {
            continue;
        }
        if (t == 7) {
            want = "SW";
        } else if (t == 5 || t == 6 || t == 13 || t == 14) {
            want = "DATA";
        } else if (t >= 56) {
            want = "CUSTOM";
        } else if ((t >= 16 && t < 20) || (t >= 36 && t < 56)) {
            want = "UNKNOWN";
        }
        fx_restart(&fx);
        fx_push(&fx, fx_sync(5, 0, 0x100));
        const char *text = fx_push(&fx, fx_other(t));
        assert_int_equal(strncmp(text, want, strlen(want)), 0);
        assert_null(strchr(text, ','));
        assert_string_equal(fx_push(&fx, fx_correlation(4, 1)), "R 100-102 1, OFF 4 102");
    }
}

static struct nexus_msg data(unsigned tcode, uint64_t dsz, uint64_t addr, uint64_t value)
{
    struct nexus_msg m = fx_other(tcode);
    nexus_msg_set(&m, NEXUS_F_DSZ, dsz);
    nexus_msg_set(&m, NEXUS_F_ADDR, addr);
    nexus_msg_set(&m, NEXUS_F_DATA, value);
    return m;
}

/* U-ADDR is an XOR with the data address before; unknown until a message with F-ADDR, and again
 * after a loss. DSZ: 1 to 8 bytes, then 9, 10, 11 for 16, 32, 64. */
static void data_addresses_follow_each_other(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, data(NEXUS_DATA_WRITE, 4, 0x10, 0x77)), "DATA 5 ? 77 4");
    assert_string_equal(fx_push(&fx, data(NEXUS_DATA_READ_SYNC, 8, 0x20001, 5)),
                        "DATA 14 20001 5 8");
    assert_string_equal(fx_push(&fx, data(NEXUS_DATA_WRITE, 1, 0x3, 6)), "DATA 5 20002 6 1");
    assert_string_equal(fx_push(&fx, data(NEXUS_DATA_READ, 9, 0, 6)), "DATA 6 20002 6 16");
    assert_string_equal(fx_push(&fx, data(NEXUS_DATA_READ, 11, 2, 6)), "DATA 6 20000 6 64");
    assert_string_equal(fx_push(&fx, data(NEXUS_DATA_READ, 12, 0, 6)), "DATA 6 20000 6 0");
    fx_push(&fx, fx_error(0, 2));
    assert_string_equal(fx_push(&fx, data(NEXUS_DATA_READ, 2, 2, 6)), "DATA 6 ? 6 2");
}

static void other_messages_tell_their_value(void **state)
{
    struct nexus_msg m = fx_other(NEXUS_WATCHPOINT);
    struct flow_elem e;
    (void)state;
    nexus_msg_set(&m, NEXUS_F_WPHIT, 0x81);
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(e.type, FLOW_ELEM_OTHER);
    assert_int_equal(e.code, NEXUS_WATCHPOINT);
    assert_int_equal(e.value, 0x81);
}

/* The return address of a trap: the instruction that was interrupted, or the ecall itself, or the
 * target of the jump before. */
static void exceptions_tell_the_return_address(void **state)
{
    (void)state;
    fx_op(&fx, 0x104, OP_ECALL);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect(1, 2, fx_uaddr(0x100, 0x200))),
                        "R 100-104 2, EX 1 104>200");
    fx_op(&fx, 0x200, OP_C_JR_A0);
    fx_push(&fx, fx_indirect(0, 1, fx_uaddr(0x200, 0x300)));
    assert_string_equal(fx_push(&fx, fx_indirect(3, 0, fx_uaddr(0x300, 0x200))), "EX 3 300>200");
}

/* Correction and RepeatInstruction change what I-CNT means: flow cannot go on, and says why. */
static void foreign_flow_messages_are_told(void **state)
{
    static const unsigned tcode[] = {NEXUS_CORRECTION, NEXUS_REPEAT_INSTRUCTION,
                                     NEXUS_REPEAT_INSTRUCTION_SYNC};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct nexus_msg m = fx_other(tcode[i]);
        struct flow_elem e;
        fx_push(&fx, fx_sync(5, 0, 0x100));
        assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
        assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
        assert_int_equal(e.type, FLOW_ELEM_ERROR);
        assert_int_equal(e.status, NEXUS_ERR_UNSUPPORTED);
        assert_int_equal(e.start, 0x100);
        assert_true(e.known);
        assert_non_null(strstr(e.hint, i == 0 ? "Correction" : "RepeatInstruction"));
        assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_ERR_END);
    }
}

/* Every type has a name of its own. */
static void names_are_distinct(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FLOW_ELEMS; i++) {
        for (unsigned k = 0; k < i; k++) {
            assert_string_not_equal(flow_elem_name(i), flow_elem_name(k));
        }
    }
    assert_string_equal(flow_elem_name(FLOW_ELEMS), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(data_acquisition_is_software_trace, setup),
        cmocka_unit_test_setup(vendor_and_reserved_messages_carry_their_bytes, setup),
        cmocka_unit_test_setup(every_other_message_has_its_type, setup),
        cmocka_unit_test_setup(data_addresses_follow_each_other, setup),
        cmocka_unit_test_setup(other_messages_tell_their_value, setup),
        cmocka_unit_test_setup(exceptions_tell_the_return_address, setup),
        cmocka_unit_test_setup(foreign_flow_messages_are_told, setup),
        cmocka_unit_test_setup(names_are_distinct, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
