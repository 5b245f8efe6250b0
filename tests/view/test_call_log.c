/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The log of calls that reconstructions are compared with: programs whose calls their own comments
 * count, and steps made by hand for what the simulated hart does not execute.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "call_log.h"
#include "platform_rig.h"

/* ---- programs ---- */

static struct platform_rig rig;
static struct call_log calls;

static void on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)ctx;
    call_log_observe(&calls, in, opcode, sim_platform_hart_n(rig.platform, hart));
}

/* Depths fit, each frame is left as the function it was entered as, and numbers ascend. */
static void assert_well_formed(const struct call_log *log)
{
    static uint64_t open[CALL_CONTEXTS][4096];
    size_t n[CALL_CONTEXTS] = {0};
    uint64_t number = 0;

    for (size_t i = 0; i < log->count; i++) {
        const struct call_entry *e = &log->entry[i];
        unsigned c = 0;

        while (log->stack[c].context != e->context) {
            assert_true(++c < log->stacks);
        }
        assert_true(e->number >= number);
        number = e->number;
        assert_true(e->depth < 4096);
        switch (e->kind) {
        case CALL_START:
        case CALL_ENTER:
        case CALL_TRAP:
            assert_int_equal(e->depth, n[c]);
            open[c][n[c]++] = e->function;
            break;
        case CALL_TAIL:
        case CALL_SWAP:
            assert_int_equal(e->depth + 1, n[c]);
            assert_true(open[c][e->depth] == e->left);
            open[c][e->depth] = e->function;
            break;
        default:
            assert_int_equal(e->depth + 1, n[c]);
            assert_true(open[c][--n[c]] == e->function);
            break;
        }
    }
}

static void run(const char *program, unsigned xlen)
{
    struct sim_platform_cfg cfg;
    struct sim_run_limits limits = {.max_instructions = 1000000};
    struct sim_run_result r;

    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = (uint8_t)xlen;
    cfg.retire = (struct sim_retire_hook){on_retire, NULL};
    rig_ready(&rig, 1, xlen, 1 << 16);
    rig_create(&rig, &cfg, program);
    call_log_init_elf(&calls, &rig.elf);
    sim_platform_run(rig.platform, &limits, &r);
    assert_int_equal(r.reason, SIM_STOP_FINISHER);
    assert_int_equal(r.exit_code, 0);
    assert_int_equal(calls.number, r.instructions);
    sim_platform_destroy(rig.platform);
    assert_well_formed(&calls);
}

static uint64_t symbol(const char *name)
{
    struct htr_elf_symbol sym;

    if (!htr_elf_find_symbol(&rig.elf, name, &sym)) {
        fail_msg("no symbol %s", name);
    }
    return sym.value;
}

/* How many entries of this kind are about this function; NULL: any. */
static size_t count(enum call_kind kind, const char *function)
{
    const uint64_t at = function != NULL ? symbol(function) : 0;
    size_t n = 0;

    for (size_t i = 0; i < calls.count; i++) {
        n += calls.entry[i].kind == kind && (function == NULL || calls.entry[i].function == at);
    }
    return n;
}

/* Traps that were open at a time in one context, at most. */
static size_t traps_deep(void)
{
    size_t n = 0, most = 0;

    assert_int_equal(calls.stacks, 1);
    for (size_t i = 0; i < calls.count; i++) {
        n += calls.entry[i].kind == CALL_TRAP;
        n -= calls.entry[i].kind == CALL_TRAP_RETURN;
        most = n > most ? n : most;
    }
    return most;
}

struct expected {
    enum call_kind kind;
    const char *function; /* NULL: all */
    size_t n;
};

static void assert_counts(const struct expected *e, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t got = count(e[i].kind, e[i].function);

        if (got != e[i].n) {
            fail_msg("%s %s: %zu, expected %zu", call_kind_name(e[i].kind),
                     e[i].function != NULL ? e[i].function : "anything", got, e[i].n);
        }
    }
}

/* Run it with both XLENs: the same counts, and nothing but the base frames stays open. */
static void check(const char *program, const struct expected *e, size_t n, size_t deepest,
                  size_t traps)
{
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        run(program, xlen);
        assert_counts(e, n);
        if (deepest != 0) {
            assert_int_equal(calls.deepest, deepest);
        }
        if (traps != 0) {
            assert_int_equal(traps_deep(), traps);
        }
        assert_int_equal(calls.stack[0].n, 1);
        call_log_free(&calls);
    }
}

#define CHECK(program, table, deepest, traps)                                                      \
    check(program, table, sizeof(table) / sizeof(table)[0], deepest, traps)

/* In all builds of calls.c. */
#define CALLS_C                                                                                    \
    {CALL_ENTER, "main", 1}, {CALL_ENTER, "descend", 13}, {CALL_ENTER, "even", 5},                 \
        {CALL_ENTER, "odd", 5}, {CALL_ENTER, "apply", 3}, {CALL_ENTER, "add", 1},                  \
        {CALL_ENTER, "twice", 1}, {CALL_ENTER, "negate", 2}, {CALL_ENTER, "choose", 8},            \
        {CALL_ENTER, "guarded", 1}, {CALL_ENTER, "save_place", 1}, {CALL_RETURN, "save_place", 1}, \
        {CALL_ENTER, "dig", 7}, {CALL_UNWIND, "dig", 7}, {CALL_ENTER, "go_back", 1},               \
        {CALL_UNWIND, "go_back", 1}, {CALL_ENTER, "guarded_inline", 1},                            \
        {CALL_ENTER, "dig_inline", 5}, {CALL_UNWIND, "dig_inline", 5}, {CALL_UNWIND, NULL, 13},    \
        {CALL_SWAP, NULL, 0}, {CALL_TRAP, NULL, 0}, {CALL_ENTER, "bsp_check", 16},                 \
    {                                                                                              \
        CALL_START, NULL, 1                                                                        \
    }

/* _start jumps to start_linked, and that to bsp_exit: two tail calls in each program. */
static void a_compilers_calls_tails_and_longjmps(void **state)
{
    static const struct expected e[] = {CALLS_C,
                                        {CALL_ENTER, "countdown", 1},
                                        {CALL_ENTER, "countup", 0},
                                        {CALL_TAIL, "countdown", 3},
                                        {CALL_TAIL, "countup", 4},
                                        {CALL_RETURN, "descend", 13},
                                        {CALL_RETURN, "even", 5},
                                        {CALL_RETURN, "countup", 1},
                                        {CALL_TAIL, NULL, 7 + 2},
                                        {CALL_ENTER, NULL, 72},
                                        {CALL_RETURN, NULL, 72 - 13}};

    (void)state;
    CHECK("calls", e, 2 + 13, 0);
}

static void without_optimization_tails_are_calls(void **state)
{
    static const struct expected e[] = {CALLS_C,
                                        {CALL_ENTER, "countdown", 4},
                                        {CALL_ENTER, "countup", 4},
                                        {CALL_TAIL, NULL, 2},
                                        {CALL_ENTER, NULL, 72 + 7},
                                        {CALL_RETURN, NULL, 72 + 7 - 13}};

    (void)state;
    CHECK("calls-O0", e, 2 + 13, 0);
}

/* Entries of this kind about __riscv_PREFIX_0 to _12, some of which are at one address. */
static size_t millicode(enum call_kind kind, const char *prefix)
{
    uint64_t seen = 0;
    size_t n = 0;

    for (unsigned i = 0; i <= 12; i++) {
        struct htr_elf_symbol sym;
        char name[32];

        snprintf(name, sizeof name, "__riscv_%s_%u", prefix, i);
        if (!htr_elf_find_symbol(&rig.elf, name, &sym) || sym.value == seen) {
            continue;
        }
        seen = sym.value;
        n += count(kind, name);
    }
    return n;
}

/* Each function that saves registers calls a save with link in x5, and ends as a restore. Whether
 * GCC makes sibling calls then depends on what has to be saved. */
static void millicode_is_called_through_x5(void **state)
{
    static const struct expected e[] = {CALLS_C};

    (void)state;
    CHECK("calls-save", e, 0, 0);
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {

        run("calls-save", xlen);
        size_t saves = millicode(CALL_ENTER, "save");
        assert_true(saves > 30);
        assert_int_equal(millicode(CALL_RETURN, "save"), saves);
        /* dig is unwound 7 times, and has no restore then; dig_inline saves by itself. */
        assert_int_equal(millicode(CALL_TAIL, "restore"), saves - 7);
        assert_int_equal(millicode(CALL_RETURN, "restore"), saves - 7);
        call_log_free(&calls);
    }
}

static void tails_and_swaps_by_hand(void **state)
{
    static const struct expected e[] = {
        {CALL_ENTER, "first", 5},    {CALL_TAIL, "second", 5},  {CALL_TAIL, "third", 5},
        {CALL_TAIL, "fourth", 5},    {CALL_TAIL, "fifth", 5},   {CALL_RETURN, "fifth", 5},
        {CALL_RETURN, "first", 0},   {CALL_ENTER, "loop", 5},   {CALL_TAIL, "loop", 0},
        {CALL_RETURN, "loop", 5},    {CALL_ENTER, "outer", 5},  {CALL_RETURN, "outer", 5},
        {CALL_ENTER, "leaf", 10},    {CALL_RETURN, "leaf", 10}, {CALL_ENTER, "through", 5},
        {CALL_RETURN, "through", 5}, {CALL_SWAP, "main", 6},    {CALL_SWAP, "producer", 5},
        {CALL_ENTER, "producer", 1}, {CALL_SWAP, NULL, 11},     {CALL_UNWIND, "main", 1},
        {CALL_UNWIND, NULL, 1},      {CALL_RETURN, "main", 1}};

    (void)state;
    CHECK("tails", e, 4, 0);
}

static void coroutines(void **state)
{
    static const struct expected e[] = {
        {CALL_ENTER, "producer", 1}, {CALL_SWAP, "producer", 99},   {CALL_ENTER, "producer_b", 1},
        {CALL_SWAP, "main", 160},    {CALL_SWAP, "producer_b", 59}, {CALL_ENTER, "leaf5", 40},
        {CALL_RETURN, "leaf5", 40},  {CALL_UNWIND, NULL, 2},        {CALL_RETURN, "main", 1}};

    (void)state;
    CHECK("coroutine", e, 0, 0);
}

/* sum_to(n) for n = 1, 14, ..., 196, and 200; dive(n) for n = 0, 9, ..., 54. */
static void deep_recursion(void **state)
{
    static const struct expected e[] = {{CALL_ENTER, "sum_to", 16 + 1576 + 201},
                                        {CALL_RETURN, "sum_to", 16 + 1576 + 201},
                                        {CALL_ENTER, "dive", 7 + 189},
                                        {CALL_UNWIND, "dive", 7 + 189},
                                        {CALL_UNWIND, NULL, 7 + 189}};

    (void)state;
    CHECK("deep", e, 2 + 201, 0);
}

/* nested: 10 times 1 to 6 levels. irqnest: 25 rounds, each a software interrupt, a timer interrupt
 * and an environment call, one in the other. */
static void traps_in_traps(void **state)
{
    static const struct expected nested[] = {{CALL_TRAP, NULL, 210},
                                             {CALL_TRAP, "bsp_entry_m", 210},
                                             {CALL_TRAP_RETURN, NULL, 210},
                                             {CALL_ENTER, "bsp_trap_m", 210},
                                             {CALL_UNWIND, NULL, 0}};
    static const struct expected irqnest[] = {{CALL_TRAP, NULL, 75},
                                              {CALL_TRAP_RETURN, NULL, 75},
                                              {CALL_ENTER, "bsp_trap_m", 75},
                                              {CALL_UNWIND, NULL, 0}};

    (void)state;
    CHECK("nested", nested, 0, 6);
    CHECK("irqnest", irqnest, 0, 3);
}

/* 8 rounds, 2 of them in U mode, which ends with an environment call that does not come back: the
 * trap return goes on in leave_mode, and that returns for bsp_call_in_mode. */
static void timers_in_timers_and_user_mode(void **state)
{
    static const struct expected e[] = {{CALL_ENTER, "round_of", 8},
                                        {CALL_RETURN, "round_of", 8},
                                        {CALL_TRAP, NULL, 8 * 5 + 2},
                                        {CALL_TRAP_RETURN, NULL, 8 * 5 + 2},
                                        {CALL_ENTER, "bsp_trap_m", 8 * 5},
                                        {CALL_ENTER, "tick", 8 * 4},
                                        {CALL_RETURN, "tick", 8 * 4},
                                        {CALL_ENTER, "serve", 8},
                                        {CALL_ENTER, "in_user_mode", 2},
                                        {CALL_ENTER, "bsp_call_in_mode", 2},
                                        {CALL_TAIL, "run_in_mode", 2},
                                        {CALL_TAIL, "leave_mode", 2},
                                        {CALL_TRAP_RETURN, "leave_mode", 2},
                                        {CALL_RETURN, "run_in_mode", 2},
                                        {CALL_UNWIND, NULL, 0}};

    (void)state;
    CHECK("ticks", e, 0, 5);
}

/* Tasks 1, 2 and 3: 4 yields in work, and one more each. */
static void tasks_have_stacks_of_their_own(void **state)
{
    static const struct expected e[] = {
        {CALL_START, NULL, 4},         {CALL_START, "resume", 3},
        {CALL_TAIL, "task", 3},        {CALL_ENTER, "work", 12},
        {CALL_RETURN, "work", 12},     {CALL_ENTER, "yield", 12},
        {CALL_RETURN, "yield", 12},    {CALL_TRAP, "handler", 15},
        {CALL_TRAP_RETURN, NULL, 12},  {CALL_TAIL, "resume", 1 + 14},
        {CALL_ENTER, "next_task", 15}, {CALL_RETURN, "next_task", 15},
        {CALL_RETURN, "resume", 1},    {CALL_UNWIND, NULL, 0}};

    (void)state;
    CHECK("tasks", e, 5, 0); /* task, work, yield, handler, next_task */
}

/* ---- by hand ---- */

#define A UINT64_C(0x1000) /* functions */
#define B UINT64_C(0x2000)
#define C UINT64_C(0x3000)

static void step(uint32_t opcode, uint64_t pc, uint64_t next, uint64_t sp)
{
    const struct call_step s = {.opcode = opcode, .pc = pc, .next = next, .sp = sp};

    call_log_step(&calls, &s);
}

static void assert_last(enum call_kind kind, unsigned depth, uint64_t function)
{

    assert_true(calls.count > 0);
    const struct call_entry *e = &calls.entry[calls.count - 1];
    assert_string_equal(call_kind_name(e->kind), call_kind_name(kind));
    assert_int_equal(e->depth, depth);
    assert_int_equal(e->function, function);
}

/* Zcmp and Zcmt (Code Size Reduction 1.0): cm.jalt 32 is a call, cm.jt 31 a jump, cm.push {ra},
 * -16 and cm.pop {ra}, 16 are neither, cm.popret and cm.popretz return. */
static void instructions_of_zcmp_and_zcmt(void **state)
{
    static const uint64_t start[] = {C, A, B, A};

    (void)state;
    call_log_init(&calls, 32, start, 4);
    assert_int_equal(calls.functions, 3);
    step(0xa082, A, B, 0x800); /* cm.jalt 32 */
    assert_last(CALL_ENTER, 1, B);
    step(0xb842, B, B + 2, 0x7f0); /* cm.push */
    step(0xba42, B + 2, B + 4, 0x800);
    assert_int_equal(calls.count, 2);
    step(0xa07e, B + 4, C, 0x800); /* cm.jt 31 */
    assert_last(CALL_TAIL, 1, C);
    step(0xbe42, C, A + 2, 0x800); /* cm.popret */
    assert_last(CALL_RETURN, 1, C);
    step(0xa3fe, A + 2, B, 0x800); /* cm.jalt 255 */
    step(0xbc42, B, A + 4, 0x800); /* cm.popretz */
    assert_last(CALL_RETURN, 1, B);
    assert_int_equal(calls.number, 7);
    assert_int_equal(calls.count, 6);
    call_log_free(&calls);
}

/* sp decides which of several activations of a function a return or longjmp leaves. */
static void the_stack_pointer_decides(void **state)
{
    static const uint64_t start[] = {A, B, C};

    (void)state;
    call_log_init(&calls, 64, start, 3);
    for (uint64_t i = 0; i < 4; i++) {
        step(0x000000ef, i == 0 ? A : B + 0x10, B, 0x800 - 16 * i); /* jal ra */
    }
    assert_last(CALL_ENTER, 4, B);
    /* an indirect jump inside B is nothing; a return with sp of the second activation leaves 3 */
    step(0x8782, B + 0x20, B + 0x30, 0x7d0);
    assert_int_equal(calls.count, 5);
    step(0x8082, B + 0x40, B + 0x14, 0x7f0);
    assert_int_equal(calls.count, 8);
    assert_int_equal(calls.entry[5].kind, CALL_UNWIND);
    assert_int_equal(calls.entry[6].kind, CALL_UNWIND);
    assert_last(CALL_RETURN, 2, B);
    /* the return address alone is not enough: sp is below that at the entry */
    step(0x8082, B + 0x40, A + 4, 0x7f0);
    assert_int_equal(calls.count, 8);
    /* longjmp to A, from C */
    step(0x000000ef, B + 0x50, C, 0x7f0);
    step(0x8782, C, A + 0x20, 0x800);
    assert_int_equal(calls.count, 11);
    assert_int_equal(calls.entry[9].kind, CALL_UNWIND);
    assert_last(CALL_UNWIND, 1, B);
    call_log_free(&calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compilers_calls_tails_and_longjmps),
        cmocka_unit_test(without_optimization_tails_are_calls),
        cmocka_unit_test(millicode_is_called_through_x5),
        cmocka_unit_test(tails_and_swaps_by_hand),
        cmocka_unit_test(coroutines),
        cmocka_unit_test(deep_recursion),
        cmocka_unit_test(traps_in_traps),
        cmocka_unit_test(timers_in_timers_and_user_mode),
        cmocka_unit_test(tasks_have_stacks_of_their_own),
        cmocka_unit_test(instructions_of_zcmp_and_zcmt),
        cmocka_unit_test(the_stack_pointer_decides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
