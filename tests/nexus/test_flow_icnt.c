/* SPDX-License-Identifier: Apache-2.0 */
/*
 * I-CNT and HIST: the examples of N-Trace 1.0, chapters "I-CNT Details", "HIST Field Generation"
 * and "Repeated History Optimization", on the code of the specification.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;

/* "Example of I-CNT Handling": 16- and 32-bit instructions with two branches, tracing from 0x100.
 * F-ADDR = 0x80. */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    uint64_t pc = fx_op(&fx, 0x100, OP_C_ADD);
    pc = fx_branch(&fx, pc, 0x200);
    pc = fx_op(&fx, pc, OP_ADD);
    pc = fx_branch(&fx, pc, 0x300);
    pc = fx_op(&fx, pc, OP_C_ADD);
    pc = fx_op(&fx, pc, OP_ADD);
    assert_int_equal(pc, 0x114);
    fx_op(&fx, pc, OP_C_EBREAK);
    fx_op(&fx, fx_op(&fx, 0x200, OP_C_ADD), OP_C_EBREAK);
    fx_op(&fx, fx_op(&fx, 0x300, OP_ADD), OP_C_EBREAK);
    struct nexus_msg m = fx_sync(NEXUS_SYNC_EXIT_DEBUG, 0, 0x100);
    assert_int_equal(m.value[NEXUS_F_ADDR], 0x80);
    assert_string_equal(fx_push(&fx, m), "ON 3 100");
    return 0;
}

/* Run 1: I-CNT=3 is <0x100..0x105>, then I-CNT=1 is <0x200..0x201>. */
/* Holds NT-DBR-007 NT-DBR-008 NT-DEC-003 NT-DEC-011 NT-DEC-012 NT-CNT-018 */
static void btm_first_branch_taken(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_direct(3)), "R 100-106 2 T");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 1)), "R 200-202 1, OFF 0 202");
}

/* Run 2: I-CNT=7 is <0x100..0x10D>, then I-CNT=2 is <0x300..0x303>. */
/* Holds NT-DBR-007 NT-DBR-008 NT-CNT-018 NT-CNT-019 NT-DEC-008 NT-RUL-011 */
static void btm_second_branch_taken(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_direct(7)), "R 100-10e 4 T");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 2)), "R 300-304 1, OFF 0 304");
}

/* Run 3: one message with I-CNT=10 is <0x100..0x113>. */
/* Holds NT-PTC-013 NT-RUL-009 NT-RUL-011 NT-RUL-019 NT-DEC-006 NT-DEC-009 NT-DEC-010 */
static void btm_no_branch_taken(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation(0, 10)), "R 100-114 6, OFF 0 114");
}

/* The same three runs in HTM: I-CNT=4 HIST=0b11; I-CNT=9 HIST=0b101; I-CNT=10 HIST=0b100. */
/* Holds NT-CNT-028 NT-HST-006 NT-DEC-005 NT-DEC-007 NT-PTC-013 */
static void htm_first_branch_taken(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 4, 3)),
                        "R 100-106 2 T, R 200-202 1, OFF 0 202");
}

/* Holds NT-CNT-030 NT-HST-006 NT-DEC-005..009 */
static void htm_second_branch_taken(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 9, 5)),
                        "R 100-10e 4 T, R 300-304 1, OFF 0 304");
}

/* Holds NT-CNT-032 NT-HST-006 NT-DEC-005 */
static void htm_no_branch_taken(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 10, 4)), "R 100-114 6, OFF 0 114");
}

/* "I-CNT=1, 5 and 0 are correct": a trap at 0x102, at 0x10A, at 0x100. U-ADDR is XORed with 0x100.
 */
/* Holds NT-CNT-020..022 NT-DEC-010 NT-DEC-013 */
static void traps_may_come_after_1_5_or_0(void **state)
{
    (void)state;
    uint64_t uaddr = fx_uaddr(0x100, 0x400);
    assert_string_equal(fx_push(&fx, fx_indirect(1, 1, uaddr)), "R 100-102 1, EX 1 102>400");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_indirect(1, 5, uaddr)), "R 100-10a 3, EX 1 10a>400");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_indirect(1, 0, uaddr)), "EX 1 100>400");
}

/* "Values of I-CNT=4 or 6 or 9 are INCORRECT": half an instruction. Decoders must report it and
 * stop; it goes on at the next synchronizing message. What was whole is still shown. */
/* Holds NT-CNT-023..025 */
static void half_an_instruction_is_an_error(void **state)
{
    static const struct {
        uint64_t icnt;
        const char *text;
    } row[] = {
        {4, "R 100-106 2, ERR -22 106"},
        {6, "R 100-10a 3, ERR -22 10a"},
        {9, "R 100-110 5, ERR -22 110"},
    };
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        setup(NULL);
        assert_string_equal(fx_push(&fx, fx_indirect(1, row[i].icnt, 0)), row[i].text);
        assert_string_equal(fx_push(&fx, fx_direct(1)), "NOSYNC");
        assert_string_equal(fx_push(&fx, fx_direct(1)), "");
        assert_string_equal(fx_push(&fx, fx_sync(NEXUS_SYNC_PERIODIC, 0, 0x200)), "ON 2 200");
        assert_string_equal(fx_push(&fx, fx_correlation(0, 1)), "R 200-202 1, OFF 0 202");
        assert_int_equal(fx.flow.errors, 1);
    }
}

/* DirectBranch must end at a branch: I-CNT=5 ends after the add at 0x106. */
/* Holds NT-DBR-007 */
static void direct_branch_must_end_at_a_branch(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_direct(5)), "R 100-10a 3, ERR -25 10a");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_direct(0)), "ERR -25 100");
}

/* IndirectBranch with B-TYPE=0 must end at an indirect jump; 0x100 is c.add, 0x102 a branch. */
/* Holds NT-IBH-008 NT-SEQ-002 */
static void indirect_branch_must_end_at_a_jump(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_indirect(0, 1, 0)), "R 100-102 1, ERR -22 102");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_indirect(0, 3, 0)), "R 100-106 2, ERR -22 106");
}

/* c.ebreak never retires: I-CNT=11 cannot be. */
static void icnt_past_an_ebreak_is_an_error(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation(0, 11)), "R 100-114 6, ERR -22 114");
}

/* More HIST bits than branches, and fewer. Run 1 is I-CNT=4 HIST=0b11. */
static void hist_must_fit_the_branches(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 4, 7)),
                        "R 100-106 2 T, R 200-202 1, ERR -23 202");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 4, 1)), "R 100-102 1, ERR -33 102");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 4, 0)), "ERR -23 100");
}

/* "Examples of I-CNT Field Full Generation": not-taken branch at 0x102, seven more instructions. */
static void setup_full(void)
{
    setup(NULL);
    uint64_t pc = 0x106;
    for (unsigned i = 0; i < 5; i++) {
        pc = fx_op(&fx, pc, OP_ADD);
    }
    pc = fx_op(&fx, pc, OP_C_ADD);
    assert_int_equal(pc, 0x11c);
    fx_op(&fx, pc, OP_C_EBREAK);
}

/* ResourceFull RCODE=0 RDATA=9, then I-CNT=5 HIST=0x2: together <0x100..0x11C>. */
/* Holds NT-CNT-041 NT-RFL-001 */
static void icnt_full_in_htm_adds_up(void **state)
{
    (void)state;
    setup_full();
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9));
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 5, 2)), "R 100-11c 8, OFF 0 11c");
}

/* The same with ProgTraceSync SYNC=4, I-CNT=9, F-ADDR=0x89 (0x112), then I-CNT=5 (BTM only). */
/* Holds NT-CNT-041 */
static void icnt_full_by_sync_in_btm(void **state)
{
    (void)state;
    setup_full();
    struct nexus_msg m = fx_sync(NEXUS_SYNC_ICNT, 9, 0x112);
    assert_int_equal(m.value[NEXUS_F_ADDR], 0x89);
    assert_string_equal(fx_push(&fx, m), "R 100-112 5, EV 4 112");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 5)), "R 112-11c 3, OFF 0 11c");
}

/* Two ResourceFull in a row (both resources full at once), in either order. Run 2 of the example: 9
 * half-words, HIST bits 0 and 1. */
/* Holds NT-RFL-001 */
static void icnt_and_hist_full_together(void **state)
{
    (void)state;
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 7));
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 5)), "R 100-10e 4 T");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 2, 1)), "R 300-304 1, OFF 0 304");
    setup(NULL);
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 5)), "R 100-10e 4 T");
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 7));
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 2, 1)), "R 300-304 1, OFF 0 304");
}

/* HIST full: the bits are walked at once; the I-CNT that follows counts from the start of the
 * block. */
static void hist_full_runs_ahead_of_icnt(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 2)), "R 100-106 2");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 9, 3)),
                        "R 106-10e 2 T, R 300-304 1, OFF 0 304");
}

/* ... and must cover what was walked: HIST led 7 half-words far, I-CNT says 6. */
static void icnt_must_cover_what_hist_led_through(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 5)), "R 100-10e 4 T");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 6, 1)), "ERR -22 300");
}

/* Bits concatenate across messages, whatever their sizes: 3 branches of a loop as 1 + 2 bits.
 * 0x400: c.add; bne 0x400: 3 half-words an iteration. */
/* Holds NT-RFL-001 NT-RFL-011 NT-REP-003 */
static void hist_bits_concatenate(void **state)
{
    (void)state;
    fx_branch(&fx, fx_op(&fx, 0x400, OP_C_ADD), 0x400);
    fx_push(&fx, fx_sync(NEXUS_SYNC_PERIODIC, 0, 0x400));
    fx_push(&fx, fx_sync(NEXUS_SYNC_EXIT_DEBUG, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 3)), "R 400-406 2 T");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(0, 9, 6)),
                        "R 400-406 2 T, R 400-406 2, OFF 0 406");
}

/* "Repeated History": RCODE=2 with HREPEAT=10 is ten messages. Pattern 01 here: a not-taken and a
 * taken branch, three times. 0x400: bne 0x500; bne 0x400. 4 half-words a round. */
/* Holds NT-REP-003 NT-REP-005 NT-DEC-015 */
static void repeated_history_is_walked_as_often(void **state)
{
    (void)state;
    fx_branch(&fx, fx_branch(&fx, 0x400, 0x500), 0x400);
    fx_push(&fx, fx_sync(NEXUS_SYNC_EXIT_DEBUG, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_full_repeat(5, 3)),
                        "R 400-408 2 T, R 400-408 2 T, R 400-408 2 T");
    assert_string_equal(fx_push(&fx, fx_full_repeat(5, 0)), "");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(4, 12, 1)), "OFF 4 400");
}

/* Code without a branch ends in a loop onto itself: a HIST bit must not spin for ever. */
static void hist_bit_in_an_endless_loop_ends_with_an_error(void **state)
{
    struct flow_elem e = {.type = FLOW_ELEM_NONE};
    uint64_t ranges = 0;
    struct nexus_msg m = fx_full(NEXUS_RCODE_HIST, 2);
    (void)state;
    fx_jal(&fx, 0x400, 0, 0x400);
    fx_push(&fx, fx_sync(NEXUS_SYNC_EXIT_DEBUG, 0, 0x400));
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    while (nexus_flow_next(&fx.flow, &e) == NEXUS_OK) {
        ranges += e.type == FLOW_ELEM_RANGE;
    }
    assert_int_equal(e.type, FLOW_ELEM_ERROR);
    assert_int_equal(e.status, NEXUS_ERR_HIST);
    assert_int_equal(ranges, 1 << 21); /* 2^22 half-words, two a round */
}

/* "Validation Considerations": an endless loop, I-CNT full again and again, then an interrupt. */
static void icnt_of_an_endless_loop_accumulates(void **state)
{
    struct flow_elem e = {.type = FLOW_ELEM_NONE};
    uint64_t insns = 0;
    (void)state;
    fx_op(&fx, 0x400, 0xa001); /* c.j 0x400 */
    fx_push(&fx, fx_sync(NEXUS_SYNC_EXIT_DEBUG, 0, 0x400));
    for (unsigned i = 0; i < 10; i++) {
        assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1000)), "");
    }
    struct nexus_msg m = fx_indirect(3, 7, fx_uaddr(0x400, 0x600));
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    while (nexus_flow_next(&fx.flow, &e) == NEXUS_OK) {
        insns += e.type == FLOW_ELEM_RANGE ? e.count : 0;
    }
    assert_int_equal(insns, 10007);
    assert_int_equal(e.type, FLOW_ELEM_EXCEPTION);
    assert_int_equal(e.start, 0x400);
    assert_int_equal(e.end, 0x600);
}

/* Custom instruction at 0x404 that jumps to 0x200 (N-Trace, Custom Instructions): not taken
 * I-CNT=5; taken I-CNT=4 with the address 0x200 and then I-CNT=1. */
/* Holds NT-CUS-005 */
static void custom_instruction_may_jump(void **state)
{
    (void)state;
    fx_op(&fx, fx_op(&fx, fx_op(&fx, 0x400, OP_ADD), OP_CUSTOM_0), OP_C_ADD);
    fx_push(&fx, fx_sync(NEXUS_SYNC_EXIT_DEBUG, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_indirect(0, 4, fx_uaddr(0x400, 0x200))), "R 400-408 2");
    assert_string_equal(fx_push(&fx, fx_correlation(0, 1)), "R 200-202 1, OFF 0 202");
    fx_push(&fx, fx_sync(NEXUS_SYNC_EXIT_DEBUG, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_correlation(0, 5)), "R 400-40a 3, OFF 0 40a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(btm_first_branch_taken, setup),
        cmocka_unit_test_setup(btm_second_branch_taken, setup),
        cmocka_unit_test_setup(btm_no_branch_taken, setup),
        cmocka_unit_test_setup(htm_first_branch_taken, setup),
        cmocka_unit_test_setup(htm_second_branch_taken, setup),
        cmocka_unit_test_setup(htm_no_branch_taken, setup),
        cmocka_unit_test_setup(traps_may_come_after_1_5_or_0, setup),
        cmocka_unit_test_setup(half_an_instruction_is_an_error, setup),
        cmocka_unit_test_setup(direct_branch_must_end_at_a_branch, setup),
        cmocka_unit_test_setup(indirect_branch_must_end_at_a_jump, setup),
        cmocka_unit_test_setup(icnt_past_an_ebreak_is_an_error, setup),
        cmocka_unit_test_setup(hist_must_fit_the_branches, setup),
        cmocka_unit_test_setup(icnt_full_in_htm_adds_up, setup),
        cmocka_unit_test_setup(icnt_full_by_sync_in_btm, setup),
        cmocka_unit_test_setup(icnt_and_hist_full_together, setup),
        cmocka_unit_test_setup(hist_full_runs_ahead_of_icnt, setup),
        cmocka_unit_test_setup(icnt_must_cover_what_hist_led_through, setup),
        cmocka_unit_test_setup(hist_bits_concatenate, setup),
        cmocka_unit_test_setup(repeated_history_is_walked_as_often, setup),
        cmocka_unit_test_setup(hist_bit_in_an_endless_loop_ends_with_an_error, setup),
        cmocka_unit_test_setup(icnt_of_an_endless_loop_accumulates, setup),
        cmocka_unit_test_setup(custom_instruction_may_jump, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
