/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of random_calls.h. */
#include "random_calls.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "rv_asm.h"

/* Registers: those of RC_, and a value to decide by. */
enum {
    X0 = 0,
    RA = 1,
    SP = RC_SP,
    T0 = 5,
    T1 = 6,
    T2 = 7,
    S0 = 8,
    A0 = 10,
    PLACE = RC_PLACE,
    DEPTH = RC_DEPTH,
    FUEL = RC_FUEL,
    MSTATUS = 0x300,
    MEPC = 0x341,
    MCAUSE = 0x342,
};

struct maker {
    const struct rc_cfg *cfg;
    struct rh_rng rng;
    uint8_t *code;
    unsigned at;    /* offset */
    unsigned frame; /* bytes of the function's frame */
    bool places;    /* the function sets a place, in this frame */
};

static void emit(struct maker *m, uint32_t op)
{
    const unsigned size = (op & 3) == 3 ? 4 : 2;

    for (unsigned i = 0; i < size; i++) {
        m->code[m->at++] = (uint8_t)(op >> (8 * i));
    }
}

static void load(struct maker *m, unsigned rd, unsigned base, unsigned word)
{
    emit(m, rv_load(m->cfg->xlen == 64 ? 3 : 2, rd, base, (int32_t)(8 * word)));
}

static void store(struct maker *m, unsigned rs, unsigned base, unsigned word)
{
    emit(m, rv_store(m->cfg->xlen == 64 ? 3 : 2, rs, base, (int32_t)(8 * word)));
}

static int32_t to_slot(const struct maker *m, unsigned slot)
{
    return (int32_t)(slot * RC_SLOT) - (int32_t)m->at;
}

/* rd = address of a function: two instructions. */
static void address(struct maker *m, unsigned rd, unsigned slot)
{
    const int32_t d = to_slot(m, slot);

    emit(m, rv_auipc(rd, (uint32_t)(d + 0x800) >> 12));
    emit(m, rv_addi(rd, rd, (int32_t)((uint32_t)d << 20) >> 20));
}

static unsigned any_function(struct maker *m)
{
    return RC_FIRST + rh_below(&m->rng, RC_FUNCTIONS);
}

/* A forward branch to what comes next, to be completed by land(). */
static unsigned take_off(struct maker *m)
{
    const unsigned at = m->at;

    emit(m, RV_NOP);
    return at;
}

static void land(struct maker *m, unsigned at, uint32_t f3, unsigned rs1, unsigned rs2)
{
    const unsigned end = m->at;

    m->at = at;
    emit(m, rv_branch(f3, rs1, rs2, (int32_t)(end - at)));
    m->at = end;
}

static void call(struct maker *m)
{
    const unsigned f = any_function(m);

    switch (rh_below(&m->rng, 4)) {
    case 0:
        address(m, T1, f);
        emit(m, rh_chance(&m->rng, 2) ? 0x9302u : rv_jalr(RA, T1, 0)); /* c.jalr t1 */
        break;
    case 1: /* from one link register into the other, and no swap */
        address(m, T0, f);
        emit(m, rv_jalr(RA, T0, 0));
        break;
    default:
        emit(m, rv_jal(RA, to_slot(m, f)));
        break;
    }
}

/* Two entries of two 32-bit instructions. */
static void jump_table(struct maker *m)
{
    emit(m, rv_i(0x13, 7, T1, A0, 1)); /* andi */
    emit(m, rv_i(0x13, 1, T1, T1, 3)); /* slli */
    emit(m, rv_auipc(T2, 0));
    emit(m, rv_r(0x33, 0, 0, T2, T2, T1));
    emit(m, rv_jalr(X0, T2, 12));
    emit(m, rv_addi(A0, A0, 3));
    emit(m, rv_jal(X0, 8));
    emit(m, rv_addi(A0, A0, 5));
    emit(m, RV_NOP);
}

/* Over frames, once in four times, when there is a place. Functions that set one call longjmp. */
static void jump_over(struct maker *m)
{

    emit(m, rv_i(0x13, 7, T2, A0, 3));
    unsigned other = take_off(m);
    load(m, T1, PLACE, 0);
    unsigned none = take_off(m);
    if (m->places || rh_chance(&m->rng, 2)) {
        emit(m, rv_jal(RA, to_slot(m, RC_LONGJMP)));
    } else {
        load(m, SP, PLACE, 1);
        load(m, DEPTH, PLACE, 2);
        load(m, S0, PLACE, 3);
        emit(m, rv_jalr(X0, T1, 0));
    }
    land(m, none, 0, T1, X0);
    land(m, other, 1, T2, X0);
}

static void operation(struct maker *m, bool loops)
{
    const unsigned kind = rh_below(&m->rng, loops ? 12 : 10);
    unsigned at;

    emit(m, rv_addi(A0, A0, (int32_t)rh_below(&m->rng, 7)));
    switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3:
        call(m);
        break;
    case 4:
        emit(m, rv_jal(T0, to_slot(m, RC_LEAF + rh_below(&m->rng, RC_LEAVES))));
        break;
    case 5:
        jump_table(m);
        break;
    case 6:
        emit(m, RV_ECALL);
        break;
    case 7:
        if (m->cfg->longjmps) {
            jump_over(m);
        }
        break;
    case 8:
        emit(m, rv_i(0x13, 7, T1, A0, 1));
        at = take_off(m);
        call(m);
        land(m, at, rh_below(&m->rng, 2), T1, X0);
        break;
    case 9:
        emit(m, 0x0505); /* c.addi a0, 1 */
        break;
    default:
        emit(m, rv_addi(S0, X0, 1 + (int32_t)rh_below(&m->rng, 3)));
        at = m->at;
        operation(m, false);
        emit(m, rv_addi(S0, S0, -1));
        emit(m, rv_branch(1, S0, X0, (int32_t)at - (int32_t)m->at));
        break;
    }
}

static void epilogue(struct maker *m)
{
    load(m, RA, SP, 0);
    load(m, S0, SP, 1);
    emit(m, rv_addi(SP, SP, (int32_t)m->frame));
    emit(m, rv_addi(DEPTH, DEPTH, -1));
}

/* Save the place in the frame and set another: where *label will be. Returns where to write it. */
static unsigned set_place(struct maker *m)
{

    for (unsigned i = 0; i < 4; i++) {
        load(m, T1, PLACE, i);
        store(m, T1, SP, 2 + i);
    }
    unsigned at = m->at;
    emit(m, rv_auipc(T1, 0));
    emit(m, RV_NOP); /* addi t1, t1, label - at */
    store(m, T1, PLACE, 0);
    store(m, SP, PLACE, 1);
    store(m, DEPTH, PLACE, 2);
    store(m, S0, PLACE, 3);
    return at;
}

static void drop_place(struct maker *m, unsigned set)
{

    emit(m, RV_NOP); /* so that no call returns to the label */
    unsigned label = m->at;
    m->at = set + 4;
    emit(m, rv_addi(T1, T1, (int32_t)(label - set)));
    m->at = label;
    for (unsigned i = 0; i < 4; i++) {
        load(m, T1, SP, 2 + i);
        store(m, T1, PLACE, i);
    }
}

static void make_function(struct maker *m, unsigned slot)
{
    const unsigned operations = 1 + rh_below(&m->rng, 4);
    unsigned empty, set = 0;

    m->at = slot * RC_SLOT;
    m->places = m->cfg->longjmps && rh_chance(&m->rng, 3);
    m->frame = 64 + 16 * rh_below(&m->rng, 3);
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    emit(m, rv_addi(SP, SP, -(int32_t)m->frame));
    store(m, RA, SP, 0);
    store(m, S0, SP, 1);
    emit(m, rv_addi(FUEL, FUEL, -1));
    empty = take_off(m);
    if (m->places) {
        set = set_place(m);
    }
    for (unsigned i = 0; i < operations; i++) {
        operation(m, true);
    }
    if (m->places) {
        drop_place(m, set);
    }
    if (rh_chance(&m->rng, 3)) { /* a tail call */
        const bool direct = rh_chance(&m->rng, 2);

        epilogue(m);
        if (direct) {
            emit(m, rv_jal(X0, to_slot(m, any_function(m))));
        } else {
            address(m, T1, any_function(m));
            emit(m, rv_jalr(X0, T1, 0));
        }
    }
    land(m, empty, 5, X0, FUEL); /* bge */
    epilogue(m);
    emit(m, rh_chance(&m->rng, 2) ? 0x8082u : rv_jalr(X0, RA, 0));
    assert_true(m->at <= (slot + 1) * RC_SLOT);
}

/* Called with link in x5. */
static void make_leaf(struct maker *m, unsigned slot)
{
    m->at = slot * RC_SLOT;
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    emit(m, rv_addi(A0, A0, (int32_t)slot));
    emit(m, rv_addi(DEPTH, DEPTH, -1));
    emit(m, rh_chance(&m->rng, 2) ? 0x8282u : rv_jalr(X0, T0, 0)); /* c.jr t0 */
}

static void make_longjmp(struct maker *m)
{
    m->at = RC_LONGJMP * RC_SLOT;
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    load(m, SP, PLACE, 1);
    load(m, DEPTH, PLACE, 2);
    load(m, S0, PLACE, 3);
    emit(m, rv_jalr(X0, T1, 0));
}

/* The interrupted registers and place are kept; a function is called; there is no place in it that
 * is outside of the handler. */
static void make_handler(struct maker *m)
{
    static const uint8_t reg[] = {RA, T0, T1, T2, S0};

    m->at = RC_HANDLER * RC_SLOT;
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    emit(m, rv_addi(SP, SP, -64));
    for (unsigned i = 0; i < sizeof reg; i++) {
        store(m, reg[i], SP, i);
    }
    emit(m, rv_csr(2, T1, MSTATUS, X0));
    store(m, T1, SP, 5);
    emit(m, rv_csr(2, T1, MEPC, X0));
    emit(m, rv_csr(2, T2, MCAUSE, X0));
    unsigned at = take_off(m);
    emit(m, rv_addi(T1, T1, 4));
    land(m, at, 4, T2, X0); /* blt: an interrupt */
    store(m, T1, SP, 6);
    load(m, T1, PLACE, 0);
    store(m, T1, SP, 7);
    store(m, X0, PLACE, 0);
    if (rh_chance(&m->rng, 2)) {
        emit(m, rv_jal(RA, to_slot(m, any_function(m))));
    }
    if (rh_chance(&m->rng, 2)) {
        emit(m, rv_jal(T0, to_slot(m, RC_LEAF)));
    }
    load(m, T1, SP, 7);
    store(m, T1, PLACE, 0);
    load(m, T1, SP, 5);
    emit(m, rv_csr(1, X0, MSTATUS, T1));
    load(m, T1, SP, 6);
    emit(m, rv_csr(1, X0, MEPC, T1));
    for (unsigned i = 0; i < sizeof reg; i++) {
        load(m, reg[i], SP, i);
    }
    emit(m, rv_addi(SP, SP, 64));
    emit(m, rv_addi(DEPTH, DEPTH, -1));
    emit(m, RV_MRET);
}

void rc_make(struct rc_run *run, const struct rc_cfg *cfg, uint64_t seed)
{
    struct maker m = {.cfg = cfg, .code = run->code};

    rh_seed(&m.rng, seed ^ UINT64_C(0xCA11));
    for (unsigned i = 0; i < RC_STARTS; i++) {
        run->start[i] = RC_BASE + i * RC_SLOT;
    }
    for (unsigned i = 0; i < RC_CODE_BYTES; i += 2) {
        run->code[i] = RV_C_NOP;
    }
    emit(&m, rv_jal(RA, to_slot(&m, RC_FIRST)));
    emit(&m, rv_jal(RA, to_slot(&m, any_function(&m))));
    emit(&m, RV_NOP); /* the last one: the trace shows where the return before it went */
    for (unsigned i = 0; i < RC_FUNCTIONS; i++) {
        make_function(&m, RC_FIRST + i);
    }
    for (unsigned i = 0; i < RC_LEAVES; i++) {
        make_leaf(&m, RC_LEAF + i);
    }
    make_longjmp(&m);
    make_handler(&m);
}
