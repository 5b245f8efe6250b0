/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a decoder does when something is missing or wrong: it says so once, with the place, and goes
 * on at the next synchronizing message (N-Trace, Error Message; I-CNT Details; Fields in Messages).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;

/* 0x100: add; bne 0x200; c.add; c.jr a0.   0x200: c.add; c.nop ... */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    uint64_t pc = fx_branch(&fx, fx_op(&fx, 0x100, OP_ADD), 0x200);
    fx_op(&fx, fx_op(&fx, pc, OP_C_ADD), OP_C_JR_A0);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    return 0;
}

/* Error, then the sync with SYNC=7 that must follow it: the gap is shown once. */
static void fifo_overrun_is_a_gap(void **state)
{
    (void)state;
    fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 3)); /* HIST pending: must not leak into the restart */
    assert_string_equal(fx_push(&fx, fx_error(0, 4)), "LOST 0 4");
    assert_string_equal(fx_push(&fx, fx_direct(1)), "NOSYNC");
    assert_string_equal(fx_push(&fx, fx_sync(7, 0, 0x200)), "ON 7 200");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(4, 1, 1)), "R 200-202 1, OFF 4 202");
    assert_int_equal(fx.flow.gaps, 1);
    assert_int_equal(fx.flow.errors, 0);
}

/* I-CNT from a ResourceFull, and then an Error: it leads to the first branch, of which nobody says
 * which way it went; or to its end, when that comes before. Not through an indirect jump, but to
 * one that it ends with. */
static void an_error_ends_what_a_full_counter_began(void **state)
{
    (void)state;
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 6));
    assert_string_equal(fx_push(&fx, fx_error(0, 4)), "R 100-108 2, LOST 0 4");
    setup(NULL);
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1));
    assert_string_equal(fx_push(&fx, fx_error(0, 8)), "R 100-104 1, LOST 0 8");
    setup(NULL);
    fx_push(&fx, fx_indirect_hist(0, 6, fx_uaddr(0x100, 0x108), 2));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 5));
    assert_string_equal(fx_push(&fx, fx_error(0, 4)), "R 108-10a 1, LOST 0 4");
    setup(NULL);
    fx_push(&fx, fx_indirect_hist(0, 6, fx_uaddr(0x100, 0x108), 2));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 2));
    assert_string_equal(fx_push(&fx, fx_error(0, 4)), "R 108-10c 2 T, LOST 0 4");
    assert_int_equal(fx.flow.errors, 0);
    assert_string_equal(fx_push(&fx, fx_sync(7, 0, 0x200)), "ON 7 200");
}

/* A restart after overrun whose Error message was not sent is a gap all the same. */
static void overrun_without_error_message_is_a_gap(void **state)
{
    (void)state;
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 100));
    assert_string_equal(fx_push(&fx, fx_sync(7, 3, 0x200)), "LOST 0 0, ON 7 200");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 1)), "R 200-202 1, OFF 4 202");
    assert_int_equal(fx.flow.gaps, 1);
}

/* Trace enabled again, the message about its end lost: nothing of the HIST before is left over, not
 * even that it was HTM (a sync resets everything; BTM may follow). */
static void restart_without_correlation(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 3)), "R 100-108 2 T");
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, 0x100)), "ON 5 100");
    assert_string_equal(fx_push(&fx, fx_direct(4)), "R 100-108 2 T");
}

/* After ProgTraceCorrelation nothing is known until a sync. */
static void messages_after_trace_off_are_skipped(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "R 100-104 1, OFF 4 104");
    assert_string_equal(fx_push(&fx, fx_direct(2)), "NOSYNC");
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, 0x200)), "ON 5 200");
}

/* No code at the target: the address is reported. */
static void missing_code_is_told_with_its_address(void **state)
{
    struct flow_elem e;
    struct nexus_msg m = fx_correlation(4, 2);
    (void)state;
    fx_push(&fx, fx_indirect_hist(0, 6, fx_uaddr(0x100, 0x9000), 2));
    m.offset = 1234;
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(e.type, FLOW_ELEM_ADDR_NACC);
    assert_int_equal(e.status, NEXUS_ERR_NOCODE);
    assert_int_equal(e.start, 0x9000);
    assert_int_equal(e.msg, 2);
    assert_int_equal(e.offset, 1234);
    assert_non_null(e.hint);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_ERR_END);
    assert_string_equal(fx_push(&fx, fx_direct(1)), "NOSYNC");
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 0, 3, 0x200)), "ON 2 200");
}

/* The code ends inside a block: what was there is shown first. */
static void code_that_ends_in_a_block(void **state)
{
    (void)state;
    fx_push(&fx, fx_indirect_hist(0, 6, fx_uaddr(0x100, FX_MEMORY - 2), 2));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "R 1ffe-2000 1, NACC 2000");
}

/* An indirect jump inside a block cannot be followed: c.jr a0 at 0x10a, I-CNT goes on. */
static void indirect_jump_inside_a_block(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation(4, 7)), "R 100-10a 3, ERR -24 10a");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 4)), "R 100-10a 3, ERR -24 10a");
}

/* A trap cannot tell where the jump before it went. */
static void trap_right_behind_an_indirect_jump_without_its_message(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_indirect(2, 6, fx_uaddr(0x100, 0x200))),
                        "R 100-10a 3, ERR -24 10a");
}

/* In HTM a message without HIST has no branch in its block. */
static void branch_without_hist_in_htm(void **state)
{
    (void)state;
    fx_push(&fx, fx_indirect_hist(3, 0, fx_uaddr(0x100, 0x100), 1));
    assert_string_equal(fx_push(&fx, fx_indirect(0, 6, fx_uaddr(0x100, 0x200))),
                        "R 100-104 1, ERR -33 104");
}

/* An error inside a sync message: reported, and decoding goes on with the same message. */
static void error_in_a_sync_restarts_right_there(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 3, 3, 0x200)),
                        "R 100-104 1, ERR -22 104, ON 2 200, EX 3 ?>200");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 1)), "R 200-202 1, OFF 4 202");
}

/* Messages that N-Trace reserves or leaves to vendors are for the caller; flow goes on over them.
 * Those of Nexus 5001 that would change the count are errors: guessing would decode wrongly. */
static void foreign_messages(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_other(56)), "CUSTOM 56");
    assert_string_equal(fx_push(&fx, fx_other(40)), "UNKNOWN 40");
    assert_string_equal(fx_push(&fx, fx_other(NEXUS_DATA_WRITE)), "DATA 5 ? 0 0");
    assert_string_equal(fx_push(&fx, fx_direct(4)), "R 100-108 2 T");
    assert_string_equal(fx_push(&fx, fx_other(NEXUS_CORRECTION)), "ERR -27 200");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_other(NEXUS_REPEAT_INSTRUCTION)), "ERR -27 100");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_full(3, 1)), "ERR -8 100");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_full(8, 1)), "ERR -27 100");
}

/* A message that lost a field. */
static void missing_fields_are_errors(void **state)
{
    static const enum nexus_field field[] = {NEXUS_F_BTYPE, NEXUS_F_ICNT, NEXUS_F_ADDR,
                                             NEXUS_F_HIST};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        setup(NULL);
        struct nexus_msg m = fx_indirect_hist(0, 6, 0, 2);
        m.present &= ~(UINT64_C(1) << field[i]);
        assert_string_equal(fx_push(&fx, m), "ERR -5 100");
    }
}

/* Bytes that are no message. */
static void damaged_messages_are_errors(void **state)
{
    struct flow_elem e;
    struct nexus_msg m = fx_direct(4);
    (void)state;
    m.offset = 77;
    assert_int_equal(nexus_flow_push_damaged(&fx.flow, NEXUS_ERR_MSEO, &m), NEXUS_OK);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(e.type, FLOW_ELEM_ERROR);
    assert_int_equal(e.status, NEXUS_ERR_MSEO);
    assert_int_equal(e.offset, 77);
    assert_string_equal(fx_push(&fx, fx_direct(4)), "NOSYNC");
    assert_string_equal(fx_push(&fx, fx_sync(2, 0, 0x100)), "ON 2 100");
}

/* The elements of a message must be fetched before the next one. */
static void pushing_too_early_changes_nothing(void **state)
{
    struct flow_elem e;
    struct nexus_msg m = fx_direct(4);
    (void)state;
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_ERR_ARG);
    assert_int_equal(nexus_flow_push_damaged(&fx.flow, NEXUS_ERR_MSEO, &m), NEXUS_ERR_ARG);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(e.count, 2);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_ERR_END);
}

/* A copy of the flow looks ahead; the original goes its own way. */
static void a_copy_looks_ahead(void **state)
{
    static struct flow_fixture copy;
    (void)state;
    memcpy(&copy, &fx, sizeof fx);
    assert_string_equal(fx_push(&copy, fx_direct(4)), "R 100-108 2 T");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 6, fx_uaddr(0x100, 0x200))), "R 100-10c 4 T");
}

static void init_checks_its_arguments(void **state)
{
    static struct nexus_flow flow;
    struct nexus_stream_cfg cfg;
    (void)state;
    nexus_cfg_init(&cfg);
    assert_int_equal(nexus_flow_init(NULL, &cfg, &fx.code), NEXUS_ERR_ARG);
    assert_int_equal(nexus_flow_init(&flow, NULL, &fx.code), NEXUS_ERR_ARG);
    assert_int_equal(nexus_flow_init(&flow, &cfg, NULL), NEXUS_ERR_ARG);
    cfg.xlen = 33;
    assert_int_equal(nexus_flow_init(&flow, &cfg, &fx.code), NEXUS_ERR_ARG);
}

/* Noise: any sequence of messages with any field values, over code that is noise as well, ends, and
 * every range lies in the code. Sanitizers watch. */
static uint64_t random_state = 88172645463325252;

static uint64_t noise(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static struct nexus_msg noise_msg(void)
{
    struct nexus_msg m = {.offset = 0};
    static const uint8_t tcode[] = {2, 3, 4, 8, 9, 11, 12, 27, 28, 29, 30, 33, 10, 56};
    nexus_msg_start(&m, tcode[noise() % sizeof tcode], 0);
    m.present = noise() % 16 == 0 ? noise() : UINT64_MAX;
    for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
        m.value[f] = noise() >> (noise() % 64);
    }
    m.value[NEXUS_F_ADDR] &= noise() % 8 == 0 ? UINT64_MAX : FX_MEMORY / 2 - 1;
    m.value[NEXUS_F_ICNT] &= noise() % 16 == 0 ? 0xffff : 0x1f;
    m.value[NEXUS_F_RDATA] &= 0xff;
    m.value[NEXUS_F_HREPEAT] &= 0x1f;
    m.value[NEXUS_F_BCNT] &= 0x1f;
    m.value[NEXUS_F_RCODE] &= 3;
    return m;
}

static void noise_neither_hangs_nor_crashes(void **state)
{
    uint64_t count[FLOW_ELEMS] = {0};
    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        fx_init(&fx);
        fx.cfg.implicit_return = noise() % 2 != 0;
        fx.cfg.return_mode = NEXUS_RETURN_FULL;
        fx.cfg.return_depth = (uint16_t)(1 + noise() % 40);
        fx.cfg.sequential_jump = noise() % 2 != 0;
        fx.cfg.all_jumps = noise() % 4 == 0;
        fx.cfg.xlen = noise() % 2 != 0 ? 32 : 64;
        fx.cfg.isa = (uint32_t)noise() & 0xf;
        for (unsigned i = 0; i < FX_MEMORY; i++) {
            fx.memory[i] = noise() % 4 != 0 ? (uint8_t)noise() : (uint8_t)(i % 2 == 0);
        }
        fx_restart(&fx);
        for (unsigned i = 0; i < 300; i++) {
            struct flow_elem e;
            struct nexus_msg m = noise_msg();
            assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
            while (nexus_flow_next(&fx.flow, &e) == NEXUS_OK) {
                assert_true(e.type > FLOW_ELEM_NONE && e.type < FLOW_ELEMS);
                count[e.type]++;
                if (e.type == FLOW_ELEM_RANGE) {
                    assert_true(e.count > 0 && e.start < FX_MEMORY && e.end <= FX_MEMORY);
                }
            }
        }
    }
    assert_true(count[FLOW_ELEM_RANGE] > 1000);
    assert_true(count[FLOW_ELEM_ERROR] > 1000);
    assert_true(count[FLOW_ELEM_EXCEPTION] > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(fifo_overrun_is_a_gap, setup),
        cmocka_unit_test_setup(an_error_ends_what_a_full_counter_began, setup),
        cmocka_unit_test_setup(overrun_without_error_message_is_a_gap, setup),
        cmocka_unit_test_setup(restart_without_correlation, setup),
        cmocka_unit_test_setup(messages_after_trace_off_are_skipped, setup),
        cmocka_unit_test_setup(missing_code_is_told_with_its_address, setup),
        cmocka_unit_test_setup(code_that_ends_in_a_block, setup),
        cmocka_unit_test_setup(indirect_jump_inside_a_block, setup),
        cmocka_unit_test_setup(trap_right_behind_an_indirect_jump_without_its_message, setup),
        cmocka_unit_test_setup(branch_without_hist_in_htm, setup),
        cmocka_unit_test_setup(error_in_a_sync_restarts_right_there, setup),
        cmocka_unit_test_setup(foreign_messages, setup),
        cmocka_unit_test_setup(missing_fields_are_errors, setup),
        cmocka_unit_test_setup(damaged_messages_are_errors, setup),
        cmocka_unit_test_setup(pushing_too_early_changes_nothing, setup),
        cmocka_unit_test_setup(a_copy_looks_ahead, setup),
        cmocka_unit_test_setup(init_checks_its_arguments, setup),
        cmocka_unit_test(noise_neither_hangs_nor_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
