/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options of the encoder, seen by the decoder: implicit returns, sequential jumps, RepeatBranch,
 * all jumps, table jumps (N-Trace 1.0, "Optimization Extensions", "RepeatBranch Message").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;

/* 0x100: jal ra, 0x200; c.add; jal ra, 0x300; c.jr a0.   0x200: c.add; c.ret.   0x300: jal ra,
 * 0x200; ret. Half-words: 0x100 2, 0x104 1, 0x106 2, 0x10a 1; 0x200 1, 0x202 1; 0x300 2, 0x304 2.
 */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    uint64_t pc = fx_op(&fx, fx_jal(&fx, 0x100, 1, 0x200), OP_C_ADD);
    fx_op(&fx, fx_jal(&fx, pc, 1, 0x300), OP_C_JR_A0);
    fx_op(&fx, fx_op(&fx, 0x200, OP_C_ADD), OP_C_RET);
    fx_op(&fx, fx_jal(&fx, 0x300, 1, 0x200), OP_RET);
    return 0;
}

static void returns(enum nexus_return_mode mode, uint16_t depth)
{
    fx.cfg.implicit_return = true;
    fx.cfg.return_mode = mode;
    fx.cfg.return_depth = depth;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x100));
}

/* Call, return, call, nested call, two returns, jump: 2+1+1 +1+2 +2+1+1 +2 +1 = 14 half-words in
 * one message; the three ways of the encoder look the same to the decoder. */
/* Holds NT-RET-002 NT-DEC-016 */
static void implicit_returns_need_no_message(void **state)
{
    (void)state;
    for (unsigned mode = NEXUS_RETURN_COUNT; mode <= NEXUS_RETURN_FULL; mode++) {
        returns((enum nexus_return_mode)mode, 32);
        assert_string_equal(fx_push(&fx, fx_indirect(0, 14, fx_uaddr(0x100, 0x300))),
                            "R 100-104 1 T, R 200-204 2 T, R 104-10a 2 T, R 300-304 1 T, "
                            "R 200-204 2 T, R 304-308 1 T, R 10a-10c 1 T");
    }
}

/* A return at the end of the block of IndirectBranch was reported: the address counts, not the
 * stack. The entry is gone all the same. */
/* Holds NT-RET-007 */
static void reported_return_wins_over_the_stack(void **state)
{
    (void)state;
    returns(NEXUS_RETURN_FULL, 32);
    assert_string_equal(fx_push(&fx, fx_indirect(0, 4, fx_uaddr(0x100, 0x200))),
                        "R 100-104 1 T, R 200-204 2 T");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "R 200-202 1, ERR -26 202");
    returns(NEXUS_RETURN_FULL, 32);
    fx_push(&fx, fx_indirect(0, 4, fx_uaddr(0x100, 0x200)));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "R 200-204 2 T, OFF 4 ?");
}

/* A trap right after an implicit return: I-CNT ends with the return, the trap hits its target. */
static void trap_behind_an_implicit_return(void **state)
{
    (void)state;
    returns(NEXUS_RETURN_FULL, 32);
    assert_string_equal(fx_push(&fx, fx_indirect(2, 4, fx_uaddr(0x100, 0x300))),
                        "R 100-104 1 T, R 200-204 2 T, EX 2 104>300");
}

/* A stack of one entry keeps the newest: the outer return is not in it. A sync empties it. */
static void stack_keeps_the_newest_entries(void **state)
{
    (void)state;
    returns(NEXUS_RETURN_FULL, 1);
    assert_string_equal(fx_push(&fx, fx_indirect(0, 13, fx_uaddr(0x100, 0x10a))),
                        "R 100-104 1 T, R 200-204 2 T, R 104-10a 2 T, R 300-304 1 T, "
                        "R 200-204 2 T, R 304-308 1 T");
    returns(NEXUS_RETURN_FULL, 1);
    assert_string_equal(fx_push(&fx, fx_correlation(4, 14)),
                        "R 100-104 1 T, R 200-204 2 T, R 104-10a 2 T, R 300-304 1 T, "
                        "R 200-204 2 T, ERR -26 304");
    returns(NEXUS_RETURN_FULL, 32);
    assert_string_equal(fx_push(&fx, fx_indirect_sync(2, 0, 2, 0x200)), "R 100-104 1 T, EV 2 200");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "R 200-202 1, ERR -26 202");
}

/* Ruling: the mode alone, or the enable alone, is not enough. */
static void implicit_return_needs_mode_and_enable(void **state)
{
    (void)state;
    returns(NEXUS_RETURN_NONE, 32);
    assert_string_equal(fx_push(&fx, fx_correlation(4, 5)),
                        "R 100-104 1 T, R 200-202 1, ERR -24 202");
    returns(NEXUS_RETURN_FULL, 32);
    fx.cfg.implicit_return = false;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 5)),
                        "R 100-104 1 T, R 200-202 1, ERR -24 202");
}

/* Co-routine swap, jalr x5, 0(x1): pops its target, pushes its return. 0x400: jal ra, 0x500; c.add.
 * 0x500: jalr x5, 0(ra): to 0x404, pushing 0x504. 0x404: jalr x0, 0(x5) returns to 0x504. */
static void swap_pops_and_pushes(void **state)
{
    (void)state;
    fx_op(&fx, fx_jal(&fx, 0x400, 1, 0x500), 0x00028067); /* jalr x0, 0(x5) */
    fx_op(&fx, fx_op(&fx, 0x500, 0x000082e7), OP_C_ADD);  /* jalr x5, 0(x1) */
    returns(NEXUS_RETURN_FULL, 32);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 7)),
                        "R 400-404 1 T, R 500-504 1 T, R 404-408 1 T, R 504-506 1, OFF 4 506");
}

/* Sequentially inferable: lui t1, 0; jalr x0, 0x200(t1). And auipc t1, 0; jalr ra, 8(t1) at 0x500.
 */
static void sequential(bool on)
{
    fx_op(&fx, fx_op(&fx, 0x400, 0x00000337), 0x20030067); /* lui; jalr x0, 512(t1) */
    fx_op(&fx, fx_op(&fx, 0x500, 0x00000317), 0x008300e7); /* auipc; jalr ra, 8(t1) */
    fx.cfg.sequential_jump = on;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x400));
}

/* Holds NT-SEQ-008 NT-DEC-016 */
static void sequential_jumps_need_no_message(void **state)
{
    (void)state;
    sequential(true);
    assert_string_equal(fx_push(&fx, fx_correlation(4, 5)),
                        "R 400-408 2 T, R 200-202 1, OFF 4 202");
    fx_push(&fx, fx_sync(5, 0, 0x500));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 5)),
                        "R 500-508 2 T, R 508-50a 1, OFF 4 50a");
    sequential(false);
    assert_string_equal(fx_push(&fx, fx_correlation(4, 5)), "R 400-404 1, ERR -24 404");
}

/* "Both must be traced in the same message": entered at the jr, or with a message between, the jump
 * is reported. */
/* Holds NT-SEQ-005 NT-SEQ-008 */
static void sequential_jumps_need_both_instructions(void **state)
{
    (void)state;
    sequential(true);
    fx_push(&fx, fx_sync(5, 0, 0x404));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "ERR -24 404");
    sequential(true);
    fx_push(&fx, fx_sync(2, 2, 0x404));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "ERR -24 404");
    sequential(true);
    fx_push(&fx, fx_sync(2, 2, 0x404));
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, fx_uaddr(0x404, 0x100))), "R 404-408 1 T");
}

/* RepeatBranch: the previous branch message B-CNT times more. Loop of c.add; bne: 3 half-words. */
/* Holds NT-RBR-006 NT-DEC-015 */
static void repeat_branch_repeats_a_direct_branch(void **state)
{
    (void)state;
    fx_branch(&fx, fx_op(&fx, 0x400, OP_C_ADD), 0x400);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_direct(3)), "R 400-406 2 T");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_repeat(2), 9)), "R 400-406 2 T, R 400-406 2 T");
    assert_string_equal(fx_push(&fx, fx_repeat(0)), "");
    assert_string_equal(fx_push(&fx, fx_repeat(1)), "R 400-406 2 T");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "R 400-406 2, OFF 4 406");
}

/* The absolute target is repeated, U-ADDR is not XORed again, and the next U-ADDR is relative to
 * that target. */
/* Holds NT-RBR-006 */
static void repeat_branch_repeats_the_absolute_target(void **state)
{
    (void)state;
    fx_op(&fx, fx_op(&fx, 0x400, OP_C_ADD), OP_C_JR_A0);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    /* from 0x400 back to 0x400: U-ADDR = 0x400 ^ 0x400 = 0 */
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, 0)), "R 400-404 2 T");
    assert_string_equal(fx_push(&fx, fx_repeat(3)), "R 400-404 2 T, R 400-404 2 T, R 400-404 2 T");
    /* a target other than the last address: 0x500, and 0x500 again */
    fx_op(&fx, fx_op(&fx, 0x500, OP_C_ADD), OP_C_JR_A0);
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, fx_uaddr(0x400, 0x500))), "R 400-404 2 T");
    assert_string_equal(fx_push(&fx, fx_repeat(1)), "R 500-504 2 T");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, fx_uaddr(0x500, 0x400))), "R 500-504 2 T");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 0)), "OFF 4 400");
}

/* With HIST (an option of HTM): the bits are repeated too. */
static void repeat_branch_repeats_hist(void **state)
{
    (void)state;
    fx_op(&fx, fx_branch(&fx, 0x400, 0x500), OP_C_JR_A0);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_indirect_hist(0, 3, 0, 2)), "R 400-406 2 T");
    assert_string_equal(fx_push(&fx, fx_repeat(2)), "R 400-406 2 T, R 400-406 2 T");
}

/* Nothing to repeat: after a sync, or when a ResourceFull belongs to the next block. */
static void repeat_branch_without_a_message_to_repeat(void **state)
{
    (void)state;
    fx_branch(&fx, fx_op(&fx, 0x400, OP_C_ADD), 0x400);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_repeat(1)), "ERR -27 400");
    fx_push(&fx, fx_sync(5, 0, 0x400));
    fx_push(&fx, fx_direct(3));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1));
    assert_string_equal(fx_push(&fx, fx_repeat(1)), "ERR -27 400");
}

/* "RepeatBranch Message": the message before is handled again, so without the ResourceFull before
 * it. Into the loop at 0x402 with one c.add more than around it. */
static void repeat_branch_behind_a_block_with_resource_full(void **state)
{
    (void)state;
    fx_branch(&fx, fx_op(&fx, fx_op(&fx, 0x400, OP_C_ADD), OP_C_ADD), 0x402);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1)), "");
    assert_string_equal(fx_push(&fx, fx_direct(3)), "R 400-408 3 T");
    assert_string_equal(fx_push(&fx, fx_repeat(2)), "R 402-408 2 T, R 402-408 2 T");
}

/* trTeInstEnAllJumps: a direct jump is a taken branch: DirectBranch in BTM, a bit of 1 in HTM. */
static void all_jumps_are_reported_as_branches(void **state)
{
    (void)state;
    fx.cfg.all_jumps = true;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_direct(2)), "R 100-104 1 T");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, fx_uaddr(0x100, 0x104))), "R 200-204 2 T");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 4)), "R 104-106 1, ERR -25 106");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_indirect_hist(0, 4, fx_uaddr(0x100, 0x104), 3)),
                        "R 100-104 1 T, R 200-204 2 T");
    assert_string_equal(fx_push(&fx, fx_correlation_hist(4, 3, 2)), "R 104-106 1, ERR -23 106");
}

/* Then a direct call has no stack action (itype 5): the return at 0x202 must be reported. */
static void all_jumps_leave_direct_calls_out_of_the_stack(void **state)
{
    (void)state;
    fx.cfg.all_jumps = true;
    returns(NEXUS_RETURN_FULL, 32);
    fx_push(&fx, fx_direct(2));
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, fx_uaddr(0x100, 0x104))), "R 200-204 2 T");
    returns(NEXUS_RETURN_FULL, 32);
    fx_push(&fx, fx_direct(2));
    assert_string_equal(fx_push(&fx, fx_indirect(0, 3, fx_uaddr(0x100, 0x300))),
                        "R 200-202 1, ERR -26 202");
}

/* Zcmt: cm.jt 1 at 0x400; table at jvt, entry 1 is 8 bytes after its start. cm.jalt 32 pushes. */
static void table_jumps_read_their_table(void **state)
{
    (void)state;
    fx.cfg.isa |= FLOW_ISA_ZCMT;
    fx.cfg.jvt = 0x1000;
    fx_op(&fx, 0x1008, 0x0200);
    fx_op(&fx, 0x100a, 0);
    fx_op(&fx, 0x100c, 0);
    fx_op(&fx, 0x100e, 0);
    fx_op(&fx, 0x400, 0xa006); /* cm.jt 1 */
    returns(NEXUS_RETURN_NONE, 32);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)),
                        "R 400-402 1 T, R 200-202 1, OFF 4 202");
}

/* nexus_flow_next does a bounded amount of work: a range has at most 2^16 instructions. */
static int all_linear(void *ctx, const struct flow_where *where, struct flow_insn *insn)
{
    (void)ctx;
    (void)where;
    *insn = (struct flow_insn){.size = 2, .cls = FLOW_INSN_LINEAR};
    return NEXUS_OK;
}

static void long_ranges_are_cut(void **state)
{
    (void)state;
    flow_code_init_lookup(&fx.code, nexus_cfg_isa(&fx.cfg), all_linear, NULL);
    fx_push(&fx, fx_sync(5, 0, 0x0));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 0x11000)),
                        "R 0-20000 65536, R 20000-22000 4096, OFF 4 22000");
}

/* 0x104: c.add; jal ra, 0x300. */
/* Holds NT-CNT-018 */
static void pcs_of_a_range_come_one_by_one(void **state)
{
    struct flow_elem e;
    struct flow_range_iter it;
    const struct flow_insn *insn;
    static const uint64_t want[] = {0x104, 0x106};
    struct nexus_msg m = fx_correlation(4, 3);
    unsigned n = 0;
    (void)state;
    fx_push(&fx, fx_sync(5, 0, 0x104));
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(e.last_cls, FLOW_INSN_DIRECT_CALL);
    assert_int_equal(e.last_size, 4);
    assert_true(e.last_taken);
    flow_range_begin(&it, &e);
    while (flow_range_next(&it, &fx.code, &insn) == FLOW_OK) {
        assert_true(n < 2);
        assert_int_equal(it.where.pc, want[n]);
        n++;
    }
    assert_int_equal(n, 2);
    assert_int_equal(flow_range_next(&it, &fx.code, &insn), FLOW_ERR_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(implicit_returns_need_no_message, setup),
        cmocka_unit_test_setup(reported_return_wins_over_the_stack, setup),
        cmocka_unit_test_setup(trap_behind_an_implicit_return, setup),
        cmocka_unit_test_setup(stack_keeps_the_newest_entries, setup),
        cmocka_unit_test_setup(implicit_return_needs_mode_and_enable, setup),
        cmocka_unit_test_setup(swap_pops_and_pushes, setup),
        cmocka_unit_test_setup(sequential_jumps_need_no_message, setup),
        cmocka_unit_test_setup(sequential_jumps_need_both_instructions, setup),
        cmocka_unit_test_setup(repeat_branch_repeats_a_direct_branch, setup),
        cmocka_unit_test_setup(repeat_branch_repeats_the_absolute_target, setup),
        cmocka_unit_test_setup(repeat_branch_repeats_hist, setup),
        cmocka_unit_test_setup(repeat_branch_without_a_message_to_repeat, setup),
        cmocka_unit_test_setup(repeat_branch_behind_a_block_with_resource_full, setup),
        cmocka_unit_test_setup(all_jumps_are_reported_as_branches, setup),
        cmocka_unit_test_setup(all_jumps_leave_direct_calls_out_of_the_stack, setup),
        cmocka_unit_test_setup(table_jumps_read_their_table, setup),
        cmocka_unit_test_setup(long_ranges_are_cut, setup),
        cmocka_unit_test_setup(pcs_of_a_range_come_one_by_one, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
