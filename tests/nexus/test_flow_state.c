/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the flow remembers from message to message, and what it must forget.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;

/* 0x100: c.add; bne 0x100 (3 half-words). */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    fx_branch(&fx, fx_op(&fx, 0x100, OP_C_ADD), 0x100);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    return 0;
}

/* itype 13 has no sijump: with implicit returns lui ra, 0; jalr x0, 0x200(ra) is a return to the
 * top of the stack. 0x400: jal ra, 0x500; c.add. 0x500: the pair. Without them it is a sequential
 * jump. */
static void a_return_is_left_to_the_return_stack(void **state)
{
    (void)state;
    fx_op(&fx, fx_jal(&fx, 0x400, 1, 0x500), OP_C_ADD);
    fx_op(&fx, fx_op(&fx, 0x500, 0x000000b7), 0x20008067);
    fx.cfg.sequential_jump = true;
    fx.cfg.implicit_return = true;
    fx.cfg.return_mode = NEXUS_RETURN_FULL;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 7)),
                        "R 400-404 1 T, R 500-508 2 T, R 404-406 1, OFF 4 406");
    fx.cfg.implicit_return = false;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 7)),
                        "R 400-404 1 T, R 500-508 2 T, R 200-202 1, OFF 4 202");
}

/* lui t1, 0; jalr x0, 0x200(t2): not the register that was loaded. */
static void a_constant_in_another_register_infers_nothing(void **state)
{
    (void)state;
    fx_op(&fx, fx_op(&fx, 0x400, 0x00000337), 0x20038067);
    fx.cfg.sequential_jump = true;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 5)), "R 400-404 1, ERR -24 404");
}

/* A trap between lui and jalr, the handler being the jalr itself: not the same message. */
static void a_constant_does_not_outlive_its_message(void **state)
{
    (void)state;
    fx_op(&fx, fx_op(&fx, 0x400, 0x00000337), 0x20030067);
    fx.cfg.sequential_jump = true;
    fx_restart(&fx);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    fx_push(&fx, fx_indirect(2, 2, fx_uaddr(0x400, 0x404)));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "ERR -24 404");
}

/* Reset to the very target of a branch that was the last instruction: had it been taken, BTM would
 * have sent a message. */
static void a_reset_does_not_take_a_branch(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_sync(1, 3, 0x100)), "R 100-106 2, ON 1 100");
}

static void repeated_messages_have_one_time(void **state)
{
    (void)state;
    fx_push(&fx, fx_stamped(fx_sync(5, 0, 0x100), 50));
    fx_push(&fx, fx_direct(3));
    assert_string_equal(fx_push(&fx, fx_stamped(fx_repeat(2), 9)),
                        "R 100-106 2 T, R 100-106 2 T, TS 59");
}

/* Neither a gap nor a ResourceFull leaves a message that can be repeated. */
static void nothing_is_repeated_across_a_gap(void **state)
{
    (void)state;
    fx_push(&fx, fx_direct(3));
    fx_push(&fx, fx_error(0, 4));
    fx_push(&fx, fx_sync(7, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_repeat(1)), "ERR -27 100");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    fx_push(&fx, fx_direct(3));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 3));
    assert_string_equal(fx_push(&fx, fx_repeat(1)), "ERR -27 100");
}

static void the_context_is_unknown_after_a_gap(void **state)
{
    (void)state;
    fx_push(&fx, fx_ownership(0x3b2));
    assert_true(fx.flow.where.context.known);
    fx_push(&fx, fx_sync(2, 0, 0x100));
    assert_true(fx.flow.where.context.known);
    fx_push(&fx, fx_error(0, 4));
    fx_push(&fx, fx_sync(7, 0, 0x100));
    assert_false(fx.flow.where.context.known);
}

/* Each overrun counts, with its Error message or without. */
static void every_overrun_is_a_gap_of_its_own(void **state)
{
    (void)state;
    fx_push(&fx, fx_error(0, 4));
    assert_string_equal(fx_push(&fx, fx_sync(7, 0, 0x100)), "ON 7 100");
    assert_string_equal(fx_push(&fx, fx_sync(7, 0, 0x100)), "LOST 0 0, ON 7 100");
    assert_int_equal(fx.flow.gaps, 2);
}

/* A first sync with HIST says that this is HTM. */
static void a_first_sync_with_hist_is_htm(void **state)
{
    (void)state;
    fx_restart(&fx);
    fx_push(&fx, fx_indirect_hist_sync(2, 0, 9, 0x100, 1));
    assert_string_equal(fx_push(&fx, fx_correlation(4, 3)), "R 100-102 1, ERR -33 102");
}

static void an_icnt_beyond_all_bounds_is_refused(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_direct(UINT64_C(1) << 61)), "ERR -22 100");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, UINT64_MAX)), "ERR -22 100");
    fx_push(&fx, fx_sync(5, 0, 0x100));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, UINT64_C(1) << 60));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, UINT64_C(1) << 60));
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1)), "ERR -22 100");
}

/* I-CNT full 2^22, then HIST full: the branch may be that far away. 16-bit instructions from 0, a
 * branch to 0 after 2^22 + 10 half-words. */
static int far_branch(void *ctx, const struct flow_where *where, struct flow_insn *insn)
{
    (void)ctx;
    *insn = (struct flow_insn){.size = 2, .cls = FLOW_INSN_LINEAR};
    if (where->pc == ((1u << 22) + 10) * 2) {
        *insn = (struct flow_insn){.size = 4, .cls = FLOW_INSN_BRANCH};
    }
    return NEXUS_OK;
}

static void icnt_full_before_hist_full_widens_its_reach(void **state)
{
    (void)state;
    flow_code_init_lookup(&fx.code, nexus_cfg_isa(&fx.cfg), far_branch, NULL);
    fx_push(&fx, fx_sync(5, 0, 0));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1u << 22));
    fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 3));
    assert_string_equal(fx_push(&fx, fx_correlation_hist(4, 12, 1)), "OFF 4 0");
    assert_int_equal(fx.flow.insns, (1u << 22) + 11);
}

/* Two processes with other code at the same address: c.nop in process 1, add (32 bits) in
 * process 2. The cache must not mix them up. PROCESS is scontext << 5 | 2. */
static int by_process(void *ctx, const struct flow_where *where, struct flow_insn *insn)
{
    (void)ctx;
    *insn = (struct flow_insn){.size = where->context.scontext == 2 ? 4 : 2};
    return NEXUS_OK;
}

static void a_new_context_empties_the_cache(void **state)
{
    (void)state;
    flow_code_init_lookup(&fx.code, nexus_cfg_isa(&fx.cfg), by_process, NULL);
    assert_int_equal(flow_code_use_cache(&fx.code, fx.line, FX_LINES), FLOW_OK);
    assert_int_equal(flow_code_use_blocks(&fx.code, fx.block, FX_LINES), FLOW_OK);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    fx_push(&fx, fx_ownership(1 << 5 | 2));
    assert_string_equal(fx_push(&fx, fx_indirect(3, 2, 0)), "R 100-104 2, EX 3 104>100");
    fx_push(&fx, fx_ownership(2 << 5 | 2));
    assert_string_equal(fx_push(&fx, fx_indirect(3, 2, 0)), "R 100-104 1, EX 3 104>100");
}

/* Recorded code that changes inside a range: at 0x102 c.nop, but add from the second half-word on.
 * Walk and iteration see the same. */
static void a_range_over_changing_code_is_iterated_as_it_was_walked(void **state)
{
    static const struct flow_opcode entry[] = {
        {0x100, 0, 0x0001}, {0x102, 0, 0x0001}, {0x102, 1, OP_ADD}, {0x106, 0, 0x0001}};
    static const uint64_t want[] = {0x100, 0x102, 0x106};
    struct flow_code_recorded recorded = {.entry = entry, .count = 4};
    struct nexus_msg m = fx_correlation(4, 4);
    struct flow_range_iter it;
    const struct flow_insn *insn;
    struct flow_elem e;
    unsigned n = 0;
    (void)state;
    flow_code_init_recorded(&fx.code, nexus_cfg_isa(&fx.cfg), &recorded);
    assert_int_equal(flow_code_use_cache(&fx.code, fx.line, FX_LINES), FLOW_OK);
    assert_int_equal(flow_code_use_blocks(&fx.code, fx.block, FX_LINES), FLOW_OK);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(e.end, 0x108);
    flow_range_begin(&it, &e);
    while (flow_range_next(&it, &fx.code, &insn) == FLOW_OK) {
        assert_true(n < 3);
        assert_int_equal(it.where.pc, want[n]);
        n++;
    }
    assert_int_equal(n, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_return_is_left_to_the_return_stack, setup),
        cmocka_unit_test_setup(a_constant_in_another_register_infers_nothing, setup),
        cmocka_unit_test_setup(a_constant_does_not_outlive_its_message, setup),
        cmocka_unit_test_setup(a_reset_does_not_take_a_branch, setup),
        cmocka_unit_test_setup(repeated_messages_have_one_time, setup),
        cmocka_unit_test_setup(nothing_is_repeated_across_a_gap, setup),
        cmocka_unit_test_setup(the_context_is_unknown_after_a_gap, setup),
        cmocka_unit_test_setup(every_overrun_is_a_gap_of_its_own, setup),
        cmocka_unit_test_setup(a_first_sync_with_hist_is_htm, setup),
        cmocka_unit_test_setup(an_icnt_beyond_all_bounds_is_refused, setup),
        cmocka_unit_test_setup(icnt_full_before_hist_full_widens_its_reach, setup),
        cmocka_unit_test_setup(a_new_context_empties_the_cache, setup),
        cmocka_unit_test_setup(a_range_over_changing_code_is_iterated_as_it_was_walked, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
