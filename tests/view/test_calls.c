/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Call reconstruction (htv/htv_calls.h) of ranges by hand. Functions are 0x100 bytes each: A at
 * 0x1000, B at 0x1100, ... What must come is written as "+B" enter, "-B" leave, with c call,
 * t tail call, s swap, x trap, f found; r return, u unwound, g closed by a gap; @N another stack.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "htv/htv_calls.h"

enum {
    BASE = 0x1000,
    SIZE = 0x100,
    SETJMP = 'S' - 'A',
};

struct log {
    struct htv_calls calls;
    char text[4096];
    size_t n;
};

static struct htv_place locate(void *ctx, const struct flow_context *context, uint64_t pc,
                               bool entry)
{
    (void)ctx;
    (void)context;
    (void)entry;
    const uint32_t function = (uint32_t)((pc - BASE) / SIZE);
    return (struct htv_place){.function = function,
                              .setjmp = function == SETJMP,
                              .low = BASE + (uint64_t)function * SIZE,
                              .length = SIZE,
                              .named = true};
}

static void take(void *ctx, const struct htv_event *e)
{
    static const char how[HTV_HOWS] = {'c', 't', 's', 'x', 'f', 'r', 'u', 'g'};
    struct log *l = ctx;
    char *to = l->text + l->n;
    const size_t room = sizeof l->text - l->n;
    int n = 0;
    if (e->kind == HTV_ENTER || e->kind == HTV_LEAVE) {
        n = snprintf(to, room, "%c%c%c ", e->kind == HTV_ENTER ? '+' : '-',
                     (int)('A' + e->function), how[e->how]);
    } else if (e->kind == HTV_SWITCH && e->insns > 0) {
        n = snprintf(to, room, "@%u ", (unsigned)e->stack);
    }
    l->n += (size_t)n;
    assert_true(l->n < sizeof l->text);
}

static void begin(struct log *l)
{
    memset(l, 0, sizeof *l);
    htv_calls_init(&l->calls, 0, 0, 1, locate, take, l);
}

/* Four-byte instructions from `start` (function and offset) that end with one of class cls. */
static void run(struct log *l, char function, unsigned offset, unsigned count, unsigned cls,
                bool taken)
{
    const uint64_t start = BASE + (uint64_t)(function - 'A') * SIZE + offset;
    const struct flow_range r = {.start = start,
                                 .end = start + 4 * count,
                                 .count = count,
                                 .type = FLOW_RANGE_TYPE,
                                 .last_cls = (uint8_t)cls,
                                 .last_size = 4,
                                 .last_taken = taken};
    htv_calls_range(&l->calls, &r);
}

static void expect(struct log *l, const char *text)
{
    htv_calls_end(&l->calls);
    assert_int_equal(l->calls.status, HTR_OK);
    assert_string_equal(l->text, text);
    htv_calls_free(&l->calls);
}

#define LINEAR FLOW_INSN_LINEAR, false
#define CALL   FLOW_INSN_DIRECT_CALL, true
#define RETURN FLOW_INSN_RETURN, true
#define JUMP   FLOW_INSN_DIRECT_JUMP, true
#define GOTO   FLOW_INSN_JUMP, true
#define BRANCH FLOW_INSN_BRANCH, true
#define SWAP   FLOW_INSN_SWAP, true
#define MRET   FLOW_INSN_TRAP_RETURN, true

static uint64_t at(char function, unsigned offset)
{
    return BASE + (uint64_t)(function - 'A') * SIZE + offset;
}

static void calls_and_returns(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 2, CALL); /* returns to A+8 */
    run(&l, 'B', 0, 1, CALL); /* returns to B+4 */
    run(&l, 'C', 0, 3, RETURN);
    run(&l, 'B', 4, 3, RETURN);
    run(&l, 'A', 8, 1, CALL); /* itself */
    run(&l, 'A', 0, 1, RETURN);
    run(&l, 'A', 12, 1, LINEAR);
    expect(&l, "+Af +Bc +Cc -Cr -Br +Ac -Ar -Ag ");
}

static void return_skips_frames(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 1, CALL);
    run(&l, 'C', 0, 1, RETURN); /* to A, where B was called */
    run(&l, 'A', 4, 1, LINEAR);
    expect(&l, "+Af +Bc +Cc -Cu -Br -Ag ");
}

static void tail_calls(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 4, JUMP);   /* to the first instruction of C */
    run(&l, 'C', 0, 1, BRANCH); /* of D */
    run(&l, 'D', 0, 2, GOTO);   /* of D itself: a loop */
    run(&l, 'D', 0, 2, RETURN); /* to where B was called */
    run(&l, 'A', 4, 1, LINEAR);
    expect(&l, "+Af +Bc -Bt +Ct -Ct +Dt -Dr -Ag ");
}

/* Parts that a compiler split off belong to their function. */
static void jumps_into_the_middle(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 1, BRANCH);
    run(&l, 'C', 16, 1, JUMP); /* the cold part of B */
    run(&l, 'B', 8, 1, JUMP);
    run(&l, 'C', 20, 1, CALL);
    run(&l, 'D', 0, 1, RETURN);
    run(&l, 'C', 24, 1, RETURN);
    run(&l, 'A', 4, 1, LINEAR);
    expect(&l, "+Af +Bc +Dc -Dr -Br -Ag ");
}

static void falling_through_is_no_call(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', SIZE - 8, 2, FLOW_INSN_BRANCH, false);
    run(&l, 'B', 0, 1, LINEAR);
    expect(&l, "+Af -Ag ");
}

/* A calls setjmp, then B, which calls C, which calls longjmp (L): it returns to where setjmp did.
 */
static void long_jump(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'S', 0, 2, RETURN);
    run(&l, 'A', 4, 1, CALL);
    run(&l, 'B', 0, 1, CALL);
    run(&l, 'A', 32, 1, CALL); /* A again, deeper */
    run(&l, 'L', 0, 2, RETURN);
    run(&l, 'A', 4, 1, LINEAR); /* the outer A, which alone called setjmp */
    run(&l, 'A', 8, 1, RETURN);
    run(&l, 'Z', 8, 1, LINEAR);
    expect(&l, "+Af +Sc -Sr +Bc +Ac +Lc -Lu -Au -Bu -Ar +Zf -Zg ");
}

static void traps(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 1, LINEAR);
    htv_calls_trap(&l.calls, 2, true, at('B', 4), at('H', 0));
    run(&l, 'H', 0, 2, LINEAR);
    htv_calls_trap(&l.calls, 3, true, at('H', 8), at('H', 0)); /* a trap in the handler */
    run(&l, 'H', 0, 1, CALL);
    run(&l, 'I', 0, 1, MRET); /* the handler's callee returns for it */
    run(&l, 'H', 8, 1, MRET);
    run(&l, 'B', 4, 1, RETURN);
    run(&l, 'A', 4, 1, CALL);
    htv_calls_trap(&l.calls, 1, true, at('B', 0), at('H', 0)); /* at the call's target */
    run(&l, 'H', 0, 2, MRET);
    run(&l, 'B', 4, 1, RETURN); /* after the instruction that trapped */
    run(&l, 'A', 8, 1, LINEAR);
    expect(&l, "+Af +Bc +Hx +Hx +Ic -Iu -Hr -Hr -Br +Bc +Hx -Hr -Br -Ag ");
}

/* A return in a handler does not see the frames below the trap. */
static void trap_is_a_border(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 1, LINEAR);
    htv_calls_trap(&l.calls, 2, true, at('B', 4), at('H', 0));
    run(&l, 'H', 0, 1, CALL);
    run(&l, 'I', 0, 1, RETURN);
    run(&l, 'H', 4, 1, MRET);
    run(&l, 'B', 4, 1, RETURN);
    run(&l, 'A', 4, 1, LINEAR);
    expect(&l, "+Af +Bc +Hx +Ic -Ir -Hr -Br -Ag ");
}

static void coroutines(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 1, SWAP);
    run(&l, 'A', 4, 1, SWAP);
    run(&l, 'B', 4, 1, SWAP); /* to where nothing returns: a call through x5 or x1 */
    run(&l, 'C', 0, 1, RETURN);
    run(&l, 'B', 8, 1, LINEAR);
    expect(&l, "+Af +Bc -Bs +As -As +Bs +Cc -Cr -Bg -Ag ");
}

/* A scheduler without Ownership messages: its trap return goes to another task, and back. */
static void scheduler_in_a_trap(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 1, LINEAR);
    htv_calls_trap(&l.calls, 2, true, at('B', 4), at('H', 0));
    run(&l, 'H', 0, 2, MRET);
    run(&l, 'T', 0, 1, LINEAR); /* another task */
    htv_calls_trap(&l.calls, 2, true, at('T', 4), at('H', 0));
    run(&l, 'H', 0, 2, MRET);
    run(&l, 'B', 4, 1, RETURN); /* the first one goes on where it was */
    run(&l, 'A', 4, 1, LINEAR);
    expect(&l, "+Af +Bc +Hx -Hr @1 +Tf +Hx -Hr @0 -Br -Tg -Ag ");
}

static void contexts(void **state)
{
    struct log l;
    struct flow_context one = {.known = true, .scontext = 1}, two = {.known = true, .scontext = 2};
    (void)state;
    begin(&l);
    htv_calls_context(&l.calls, &one);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'K', 0, 1, LINEAR); /* the scheduler, which writes scontext */
    htv_calls_context(&l.calls, &two);
    run(&l, 'K', 4, 1, RETURN); /* to where the other task had called it: not known */
    run(&l, 'B', 4, 1, CALL);
    run(&l, 'K', 0, 1, LINEAR);
    htv_calls_context(&l.calls, &one);
    run(&l, 'K', 4, 1, RETURN);
    run(&l, 'A', 4, 1, LINEAR);
    expect(&l, "+Af +Kc @1 +Kf -Kr +Bf +Kc @0 -Kr -Kg -Bg -Ag ");
}

static void gaps(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 1, CALL);
    htv_calls_gap(&l.calls);
    htv_calls_on(&l.calls, at('C', 8));
    run(&l, 'C', 8, 1, RETURN); /* found running, and so is its caller */
    run(&l, 'B', 4, 1, LINEAR);
    expect(&l, "+Af +Bc -Bg -Ag +Cf -Cr +Bf -Bg ");
}

/* Off and on again at the next instruction: nothing happened in between. */
static void off_and_on(void **state)
{
    struct log l;
    (void)state;
    begin(&l);
    run(&l, 'A', 0, 1, CALL);
    run(&l, 'B', 0, 2, LINEAR);
    htv_calls_off(&l.calls);
    htv_calls_on(&l.calls, at('B', 8));
    run(&l, 'B', 8, 1, RETURN);
    run(&l, 'A', 4, 1, LINEAR);
    htv_calls_off(&l.calls);
    htv_calls_on(&l.calls, at('A', 64));
    run(&l, 'A', 64, 1, LINEAR);
    expect(&l, "+Af +Bc -Br -Ag +Af -Ag ");
}

static void count_depth(void *ctx, const struct htv_event *e)
{
    int64_t *depth = ctx;
    *depth += e->kind == HTV_ENTER ? 1 : e->kind == HTV_LEAVE ? -1 : 0;
}

/* Deeper than any stack: calls are counted, and the way back is found. */
static void recursion_without_end(void **state)
{
    struct log l = {0};
    int64_t depth = 0;
    const unsigned many = HTV_DEPTH_MAX + 1000;
    (void)state;
    htv_calls_init(&l.calls, 0, 0, 1, locate, count_depth, &depth);
    for (unsigned i = 0; i < many; i++) {
        run(&l, 'A', 0, 1, CALL);
    }
    assert_int_equal(depth, HTV_DEPTH_MAX);
    assert_int_equal(l.calls.overdeep, 1000); /* the last call has not arrived, A was found */
    run(&l, 'A', 0, 1, RETURN);
    for (unsigned i = 0; i < many; i++) {
        run(&l, 'A', 4, 1, RETURN);
    }
    run(&l, 'A', 4, 1, LINEAR);
    assert_int_equal(depth, 1);
    htv_calls_end(&l.calls);
    assert_int_equal(depth, 0);
    htv_calls_free(&l.calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_and_returns),
        cmocka_unit_test(return_skips_frames),
        cmocka_unit_test(tail_calls),
        cmocka_unit_test(jumps_into_the_middle),
        cmocka_unit_test(falling_through_is_no_call),
        cmocka_unit_test(long_jump),
        cmocka_unit_test(traps),
        cmocka_unit_test(trap_is_a_border),
        cmocka_unit_test(coroutines),
        cmocka_unit_test(scheduler_in_a_trap),
        cmocka_unit_test(contexts),
        cmocka_unit_test(gaps),
        cmocka_unit_test(off_and_on),
        cmocka_unit_test(recursion_without_end),
    };
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
