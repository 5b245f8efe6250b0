/* SPDX-License-Identifier: Apache-2.0 */
/* A byte-code machine twice: as a switch (jump table) and as a table of function pointers. Both
 * compute 12! modulo 2^32 (479001600), the sum 1..100 (5050) and gcd(1071, 462) = 21. */
#include "bsp.h"

enum op {
    PUSH, /* operand: one byte */
    ADD,
    SUB,
    MUL,
    MOD,
    DUP,
    LOAD,  /* operand: variable */
    STORE, /* operand: variable */
    JUMP,  /* operand: target */
    JZERO, /* operand: target */
    HALT,
    OPS,
};

struct vm {
    uint32_t stack[16];
    uint32_t var[4];
    unsigned sp;
    unsigned pc;
    const uint8_t *code;
    bool halted;
};

/* r = 1, n = 12; while n: r = r * n, n = n - 1. The other two have the same form. */
static const uint8_t factorial[] = {
    PUSH, 1,   STORE, 0, PUSH, 12, STORE, 1, LOAD, 1,     JZERO, 28,   LOAD, 0,    LOAD,
    1,    MUL, STORE, 0, LOAD, 1,  PUSH,  1, SUB,  STORE, 1,     JUMP, 8,    HALT,
};
static const uint8_t sum[] = {
    PUSH, 0,   STORE, 0, PUSH, 100, STORE, 1, LOAD, 1,     JZERO, 28,   LOAD, 0,    LOAD,
    1,    ADD, STORE, 0, LOAD, 1,   PUSH,  1, SUB,  STORE, 1,     JUMP, 8,    HALT,
};
static const uint8_t gcd[] = {
    LOAD, 1, JZERO, 17, LOAD, 0, LOAD, 1, MOD, LOAD, 1, STORE, 0, STORE, 1, JUMP, 0, HALT,
};

static uint32_t pop(struct vm *m)
{
    return m->stack[--m->sp];
}

static void push(struct vm *m, uint32_t v)
{
    m->stack[m->sp++] = v;
}

static uint32_t run_switch(struct vm *m)
{
    for (;;) {
        uint32_t r;
        uint8_t op = m->code[m->pc++];
        switch (op) {
        case PUSH:
            push(m, m->code[m->pc++]);
            break;
        case ADD:
            r = pop(m);
            push(m, pop(m) + r);
            break;
        case SUB:
            r = pop(m);
            push(m, pop(m) - r);
            break;
        case MUL:
            r = pop(m);
            push(m, pop(m) * r);
            break;
        case MOD:
            r = pop(m);
            push(m, pop(m) % r);
            break;
        case DUP:
            r = pop(m);
            push(m, r);
            push(m, r);
            break;
        case LOAD:
            push(m, m->var[m->code[m->pc++]]);
            break;
        case STORE:
            m->var[m->code[m->pc++]] = pop(m);
            break;
        case JUMP:
            m->pc = m->code[m->pc];
            break;
        case JZERO:
            m->pc = pop(m) == 0 ? m->code[m->pc] : m->pc + 1;
            break;
        case HALT:
            return m->var[0];
        default:
            bsp_check("opcode", op, OPS);
            break;
        }
    }
}

typedef void (*op_fn)(struct vm *m);

static uint8_t operand(struct vm *m)
{
    return m->code[m->pc++];
}

static void op_push(struct vm *m)
{
    push(m, operand(m));
}

static void op_add(struct vm *m)
{
    uint32_t r = pop(m);
    push(m, pop(m) + r);
}

static void op_sub(struct vm *m)
{
    uint32_t r = pop(m);
    push(m, pop(m) - r);
}

static void op_mul(struct vm *m)
{
    uint32_t r = pop(m);
    push(m, pop(m) * r);
}

static void op_mod(struct vm *m)
{
    uint32_t r = pop(m);
    push(m, pop(m) % r);
}

static void op_dup(struct vm *m)
{
    uint32_t r = pop(m);
    push(m, r);
    push(m, r);
}

static void op_load(struct vm *m)
{
    push(m, m->var[operand(m)]);
}

static void op_store(struct vm *m)
{
    m->var[operand(m)] = pop(m);
}

static void op_jump(struct vm *m)
{
    m->pc = m->code[m->pc];
}

static void op_jzero(struct vm *m)
{
    uint8_t target = operand(m);
    if (pop(m) == 0) {
        m->pc = target;
    }
}

static void op_halt(struct vm *m)
{
    m->halted = true;
}

static const op_fn ops[OPS] = {
    [PUSH] = op_push, [ADD] = op_add,     [SUB] = op_sub,   [MUL] = op_mul,
    [MOD] = op_mod,   [DUP] = op_dup,     [LOAD] = op_load, [STORE] = op_store,
    [JUMP] = op_jump, [JZERO] = op_jzero, [HALT] = op_halt,
};

static uint32_t run_table(struct vm *m)
{
    while (!m->halted) {
        ops[operand(m)](m);
    }
    return m->var[0];
}

static void both(const char *what, const uint8_t *code, uint32_t a, uint32_t b, uint32_t want)
{
    struct vm m = {.code = code, .var = {a, b}};
    struct vm n = m;
    bsp_check(what, run_switch(&m), want);
    bsp_check(what, run_table(&n), want);
}

int main(void)
{
    both("12!", factorial, 0, 0, 479001600);
    both("1 + ... + 100", sum, 0, 0, 5050);
    both("gcd", gcd, 1071, 462, 21);
    both("gcd of neighbors in Fibonacci's sequence", gcd, 1836311903u, 1134903170u, 1);
    bsp_puts("vm ok\n");
    return 0;
}
