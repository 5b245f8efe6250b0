/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Synchronizing messages, traps, addresses, timestamps and ownership: N-Trace 1.0, chapters
 * "Synchronizing Messages", "Corner Cases and Sequences", "Address Compression", "Timestamp
 * Reporting", "Ownership Message".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;

/* 0x100: add; bne 0x200; c.add; c.jr a0.    0x200: c.add; mret.    0x300: c.ret.    0x400: add;
 * mret. Half-words: 0x100 2, 0x104 2, 0x108 1, 0x10a 1; 0x200 1, 0x202 2; 0x300 1; 0x400 2,
 * 0x404 2. */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    uint64_t pc = fx_branch(&fx, fx_op(&fx, 0x100, OP_ADD), 0x200);
    fx_op(&fx, fx_op(&fx, pc, OP_C_ADD), OP_C_JR_A0);
    fx_op(&fx, fx_op(&fx, 0x200, OP_C_ADD), OP_MRET);
    fx_op(&fx, 0x300, OP_C_RET);
    fx_op(&fx, fx_op(&fx, 0x400, OP_ADD), OP_MRET);
    return 0;
}

/* The six pictures of "Examples of Synchronizing Messages", in words in the test names. EN = 5,
 * leaving debug mode = 3; entering debug mode is EVCODE 0, disabling is EVCODE 4. */
static void case_1_debug_while_tracing(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, 0x100)), "ON 5 100");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 2)), "R 100-104 1, OFF 0 104");
    assert_string_equal(fx_push(&fx, fx_sync(3, 0, 0x104)), "ON 3 104");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "R 104-10a 2, OFF 4 10a");
}

static void case_2_enabled_in_debug(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation(0, 0)), "OFF 0 ?");
    assert_string_equal(fx_push(&fx, fx_sync(3, 0, 0x100)), "ON 3 100");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "R 100-104 1, OFF 4 104");
}

static void case_3_disabled_in_debug(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, 0x100)), "ON 5 100");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 2)), "R 100-104 1, OFF 0 104");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 0)), "OFF 4 ?");
}

/* T after 0x100..0x107, not at a jump: F-ADDR is where execution is. In HTM with HIST, in BTM with
 * either message without. */
/* Holds NT-IBS-009 NT-SYN-021 */
static void case_4_trigger_event(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_hist_sync(6, 0, 4, 0x108, 2)),
                        "R 100-108 2, EV 6 108");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(4, 1, 1)), "R 108-10a 1, OFF 4 10a");

    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_sync(6, 4, 0x108)), "R 100-108 2, EV 6 108");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 1)), "R 108-10a 1, OFF 4 10a");

    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_sync(6, 0, 2, 0x104)), "R 100-104 1, EV 6 104");
}

static void case_5_enabled_and_disabled_in_debug(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation(0, 0)), "OFF 0 ?");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 0)), "OFF 4 ?");
}

/* P at once on linear code, then delayed: the next branch message is upgraded. */
/* Holds NT-IBS-009 NT-SYN-021 NT-SYN-028 */
static void case_6_periodic(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 0, 2, 0x104)), "R 100-104 1, EV 2 104");
    assert_string_equal(fx_push(&fx, fx_direct_sync(2, 2, 0x200)), "R 104-108 1 T, EV 2 200");
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 0, 3, 0x300)),
                        "R 200-206 2 T, XR 300, EV 2 300");
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 0, 1, 0x100)), "R 300-302 1 T, EV 2 100");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "R 100-104 1, OFF 4 104");
}

/* DirectBranchSync may also report linear code: after a branch that was not taken. */
/* Holds NT-DBS-008 */
static void direct_branch_sync_on_linear_code(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_direct_sync(2, 4, 0x108)), "R 100-108 2, EV 2 108");
}

/* HTM: the HIST bit says which way the branch went, F-ADDR must agree. */
static void sync_on_linear_code_must_agree_with_the_walk(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_hist_sync(2, 0, 4, 0x200, 3)),
                        "R 100-108 2 T, EV 2 200");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_hist_sync(2, 0, 4, 0x300, 3)),
                        "R 100-108 2 T, ERR -30 200, ON 2 300");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 1)), "R 300-302 1 T, OFF 4 ?");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_sync(2, 2, 0x106)), "R 100-104 1, ERR -30 104, ON 2 106");
}

/* Corner Cases, row by row. */

/* "Back to back return": the second has I-CNT=1 or 2. */
static void back_to_back_return(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(3, 0, 0x200));
    assert_string_equal(fx_push(&fx, fx_indirect(0, 3, fx_uaddr(0x200, 0x300))),
                        "R 200-206 2 T, XR 300");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 1, fx_uaddr(0x300, 0x404))), "R 300-302 1 T");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, fx_uaddr(0x404, 0x100))),
                        "R 404-408 1 T, XR 100");
}

/* "Other back to back jumps or branches", BTM: branch at 0x104 to 0x500 where another branch
 * stands. */
static void back_to_back_branches(void **state)
{
    (void)state;
    fx_branch(&fx, 0x200, 0x300);
    fx_push(&fx, fx_sync(3, 0, 0x104));
    assert_string_equal(fx_push(&fx, fx_direct(2)), "R 104-108 1 T");
    assert_string_equal(fx_push(&fx, fx_direct(2)), "R 200-204 1 T");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 1, fx_uaddr(0x104, 0x100))), "R 300-302 1 T");
}

/* "Back to back exceptions" and "Exception at interrupt destination": I-CNT=0. */
static void back_to_back_exceptions(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(3, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect(3, 2, fx_uaddr(0x100, 0x400))),
                        "R 100-104 1, EX 3 104>400");
    assert_string_equal(fx_push(&fx, fx_indirect(2, 0, fx_uaddr(0x400, 0x200))), "EX 2 400>200");
    assert_string_equal(fx_push(&fx, fx_indirect(2, 0, fx_uaddr(0x200, 0x300))), "EX 2 200>300");
}

/* "Pending interrupt at debug mode exit", "Exception at first instruction traced". */
static void trap_at_first_instruction(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(3, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_hist(3, 0, fx_uaddr(0x100, 0x400), 1)),
                        "EX 3 100>400");
    fx_push(&fx, fx_sync(3, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect(1, 0, fx_uaddr(0x100, 0x400))), "EX 1 100>400");
}

/* "Trace starts disabled", "Hart halted with trace disabled". */
static void trace_starts_disabled(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation(4, 0)), "OFF 4 ?");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 0)), "OFF 0 ?");
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, 0x100)), "ON 5 100");
}

/* "Exception/Interrupt immediately following trap return": as the table has it, two synchronizing
 * messages with Ownership between, with B-TYPE or without; and as two plain messages. */
/* Holds NT-COR-009 */
static void trap_behind_trap_return(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(3, 0, 0x200));
    fx_push(&fx, fx_indirect(0, 3, fx_uaddr(0x200, 0x300)));
    assert_string_equal(fx_push(&fx, fx_sync(2, 0, 0x300)), "EV 2 300");
    assert_string_equal(fx_push(&fx, fx_ownership(0)), "CX 0 P0 V0 S0 H0");
    assert_string_equal(fx_push(&fx, fx_sync(2, 0, 0x400)), "EX 1 300>400, EV 2 400");
    assert_string_equal(fx_push(&fx, fx_ownership(0xc)), "CX 0 P3 V0 S0 H0");

    fx_push(&fx, fx_sync(3, 0, 0x200));
    fx_push(&fx, fx_indirect_sync(2, 0, 3, 0x300));
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 3, 0, 0x400)), "EX 3 300>400, EV 2 400");

    fx_push(&fx, fx_sync(3, 0, 0x200));
    fx_push(&fx, fx_indirect(0, 3, fx_uaddr(0x200, 0x300)));
    assert_string_equal(fx_push(&fx, fx_indirect(3, 0, fx_uaddr(0x300, 0x400))), "EX 3 300>400");
    /* elsewhere such a sync is an error */
    assert_string_equal(fx_push(&fx, fx_sync(2, 0, 0x300)), "ERR -30 400, ON 2 300");
}

/* Return addresses of traps: after a taken branch, after linear code, after a handler's mret. */
static void exceptions_tell_where_they_hit(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(3, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_hist(2, 4, fx_uaddr(0x100, 0x400), 3)),
                        "R 100-108 2 T, EX 2 200>400");
    assert_string_equal(fx_push(&fx, fx_indirect_hist(0, 4, fx_uaddr(0x400, 0x200), 1)),
                        "R 400-408 2 T, XR 200");
    assert_string_equal(fx_push(&fx, fx_indirect_hist(3, 1, fx_uaddr(0x200, 0x400), 1)),
                        "R 200-202 1, EX 3 202>400");
}

/* Exit from reset (SYNC=1): I-CNT gives the last instruction before, F-ADDR is the reset vector. */
static void reset_shows_what_ran_before_it(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_sync(1, 2, 0x400)), "R 100-104 1, ON 1 400");
    assert_string_equal(fx_push(&fx, fx_indirect_hist_sync(9, 0, 2, 0x100, 1)),
                        "R 400-404 1, ON 9 100");
}

/* A trace that starts in the middle: everything before the first sync is skipped, its I-CNT and
 * HIST too. Any of the four messages will do. */
/* Holds NT-SYN-016 NT-SYN-030 NT-DEC-004 */
static void decoding_starts_at_any_sync(void **state)
{
    (void)state;
    const struct nexus_msg sync[] = {fx_sync(2, 77, 0x100), fx_direct_sync(2, 77, 0x100),
                                     fx_indirect_sync(2, 0, 77, 0x100),
                                     fx_indirect_hist_sync(2, 0, 77, 0x100, 0x1f)};
    for (unsigned i = 0; i < 4; i++) {
        setup(NULL);
        fx_restart(&fx);
        assert_string_equal(fx_push(&fx, fx_direct(9)), "NOSYNC");
        assert_string_equal(fx_push(&fx, fx_full(0, 9)), "");
        assert_string_equal(fx_push(&fx, fx_indirect(0, 9, 0x55)), "");
        assert_string_equal(fx_push(&fx, fx_repeat(3)), "");
        assert_string_equal(fx_push(&fx, sync[i]), "ON 2 100");
        assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "R 100-104 1, OFF 4 104");
    }
    fx_restart(&fx);
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 3, 9, 0x400)), "ON 2 400, EX 3 ?>400");
    fx_restart(&fx);
    assert_string_equal(fx_push(&fx, fx_sync(0, 0, 0x400)), "ON 0 400, EV 0 400");
}

/* "Address XOR Calculation Examples": 0x3FC04, 0x3F368, 0x3E100 as F-ADDR 0x1FE02, U-ADDR 0x7B6 and
 * 0x934. The code there: c.jr a0. */
/* Holds NT-ADR-006 NT-ADR-008 NT-IBR-010 NT-IBH-009 NT-DEC-013 NT-DEC-014 NT-MSG-031 */
static void addresses_are_xored_with_the_last_one(void **state)
{
    static const uint8_t c_jr_a0[] = {0x02, 0x85};
    const struct flow_region region[] = {{0x3fc04, 2, c_jr_a0}, {0x3f368, 2, c_jr_a0}};
    (void)state;
    fx.image = (struct flow_code_image){.region = region, .count = 2};
    struct nexus_msg m = fx_sync(5, 0, 0);
    nexus_msg_set(&m, NEXUS_F_ADDR, 0x1fe02);
    assert_string_equal(fx_push(&fx, m), "ON 5 3fc04");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 1, 0x7b6)), "R 3fc04-3fc06 1 T");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 1, 0x934)), "R 3f368-3f36a 1 T");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 0)), "OFF 0 3e100");
    fx.image = (struct flow_code_image){.region = &fx.region, .count = 1};
}

/* Addresses of RV32 have 32 bits. */
static void addresses_must_fit_xlen(void **state)
{
    (void)state;
    fx.cfg.xlen = 32;
    fx_restart(&fx);
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, UINT64_C(0x100000000))), "ERR -28 0");
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, 0xfffffffe)), "ON 5 fffffffe");
    assert_string_equal(fx_push(&fx, fx_indirect(1, 0, UINT64_C(0x80000000))), "ERR -28 fffffffe");
}

/* "Timestamp Reporting": absolute in sync messages, else added; not every message has one; those
 * before the first absolute one say nothing. */
/* Holds NT-TIM-003 NT-MSG-033 */
static void timestamps_become_absolute(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_stamped(fx_ownership(0), 5)), "CX 0 P0 V0 S0 H0");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_sync(5, 0, 0x100), 1000)), "TS 1000, ON 5 100");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_ownership(0), 5)), "TS 1005, CX 0 P0 V0 S0 H0");
    assert_string_equal(fx_push(&fx, fx_direct(4)), "R 100-108 2 T");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_indirect(0, 3, fx_uaddr(0x100, 0x300)), 20)),
                        "R 200-206 2 T, TS 1025, XR 300");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_full(0, 1), 1)), "TS 1026");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_error(0, 4), 1)),
                        "R 300-302 1 T, TS 1027, LOST 0 4");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_sync(7, 0, 0x100), 900)), "TS 900, ON 7 100");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_correlation(4, 0), 0)), "TS 900, OFF 4 100");
}

/* A counter of 16 bits wraps. */
/* Holds NT-TIM-008 */
static void timestamps_wrap_at_their_width(void **state)
{
    (void)state;
    fx.cfg.timestamp_bits = 16;
    fx_restart(&fx);
    fx_push(&fx, fx_stamped(fx_sync(5, 0, 0x100), 0xfff0));
    assert_string_equal(fx_push(&fx, fx_stamped(fx_ownership(0), 0x20)), "TS 16, CX 0 P0 V0 S0 H0");
}

/* "Ownership Message": PROCESS=0x3B2 is scontext=0x1D, V=1, PRV=0 (VU); 0xC is M-mode. hcontext 7
 * in HS: 0b111_0_01_11. FORMAT 1 is reserved. */
/* Holds NT-OWN-008 NT-OWN-010 NT-OWN-012 NT-DEC-021 */
static void ownership_tells_the_context(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_ownership(0x3b2)), "CX 2 P0 V1 S1d H0");
    assert_string_equal(fx_push(&fx, fx_ownership(0xe7)), "CX 3 P1 V0 S1d H7");
    assert_string_equal(fx_push(&fx, fx_ownership(0xc)), "CX 0 P3 V0 S1d H7");
    assert_string_equal(fx_push(&fx, fx_ownership(0x1)), "OTHER 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(case_1_debug_while_tracing, setup),
        cmocka_unit_test_setup(case_2_enabled_in_debug, setup),
        cmocka_unit_test_setup(case_3_disabled_in_debug, setup),
        cmocka_unit_test_setup(case_4_trigger_event, setup),
        cmocka_unit_test_setup(case_5_enabled_and_disabled_in_debug, setup),
        cmocka_unit_test_setup(case_6_periodic, setup),
        cmocka_unit_test_setup(direct_branch_sync_on_linear_code, setup),
        cmocka_unit_test_setup(sync_on_linear_code_must_agree_with_the_walk, setup),
        cmocka_unit_test_setup(back_to_back_return, setup),
        cmocka_unit_test_setup(back_to_back_branches, setup),
        cmocka_unit_test_setup(back_to_back_exceptions, setup),
        cmocka_unit_test_setup(trap_at_first_instruction, setup),
        cmocka_unit_test_setup(trace_starts_disabled, setup),
        cmocka_unit_test_setup(trap_behind_trap_return, setup),
        cmocka_unit_test_setup(exceptions_tell_where_they_hit, setup),
        cmocka_unit_test_setup(reset_shows_what_ran_before_it, setup),
        cmocka_unit_test_setup(decoding_starts_at_any_sync, setup),
        cmocka_unit_test_setup(addresses_are_xored_with_the_last_one, setup),
        cmocka_unit_test_setup(addresses_must_fit_xlen, setup),
        cmocka_unit_test_setup(timestamps_become_absolute, setup),
        cmocka_unit_test_setup(timestamps_wrap_at_their_width, setup),
        cmocka_unit_test_setup(ownership_tells_the_context, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
