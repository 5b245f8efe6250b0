/* SPDX-License-Identifier: Apache-2.0 */
/* For test_summary.c: random programs as elements. */
#ifndef SUMMARY_PROGRAMS_H
#define SUMMARY_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "flow/flow_elem.h"
#include "flow/flow_insn.h"

enum {
    BASE = 0x1000,
    SIZE = 0x100,
    NAMED = 21, /* functions with a name */
    FUNCTIONS = 24,
    SETJMP = 20,
    ITEMS = 400,
    PARTS = 30,
    ROUNDS = 400,
    DEEP = 60, /* calls in a row */
};

static uint64_t seed;

static uint64_t draw(uint64_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % n;
}

/* ---- random programs ---- */

struct program {
    struct flow_elem item[ITEMS]; /* a range has type FLOW_ELEM_RANGE */
    uint64_t stack[ITEMS];
    unsigned n, depth;
    uint64_t pc;
    uint64_t mark; /* where setjmp returned to; 0: none */
    unsigned mark_depth;
};

static uint64_t somewhere(void)
{
    return BASE + draw(FUNCTIONS) * SIZE + 4 * draw(SIZE / 4 - 8);
}

static uint64_t entry_of_one(void)
{
    return BASE + draw(FUNCTIONS) * SIZE;
}

/* A range that ends with one of class cls; where it goes. */
static void step(struct program *p, unsigned cls, bool taken, uint64_t to)
{
    const uint32_t count = 1 + (uint32_t)draw(6);
    p->item[p->n++] = (struct flow_elem){.type = FLOW_ELEM_RANGE,
                                         .start = p->pc,
                                         .end = p->pc + 4 * count,
                                         .count = count,
                                         .last_cls = (uint8_t)cls,
                                         .last_size = 4,
                                         .last_taken = taken};
    p->pc = taken ? to : p->pc + 4 * count;
}

static void call(struct program *p, unsigned cls)
{
    step(p, cls, true, entry_of_one());
    p->stack[p->depth++] = p->item[p->n - 1].end;
}

/* setjmp returns; later it returns again, from wherever. */
static void set_mark(struct program *p)
{
    step(p, FLOW_INSN_CALL, true, BASE + SETJMP * SIZE);
    p->mark = p->item[p->n - 1].end;
    p->mark_depth = p->depth;
    step(p, FLOW_INSN_RETURN, true, p->mark);
}

static void go_to_mark(struct program *p)
{
    p->depth = p->mark_depth < p->depth ? p->mark_depth : p->depth;
    step(p, FLOW_INSN_RETURN, true, p->mark);
}

static void event(struct program *p)
{
    static const uint8_t type[] = {
        FLOW_ELEM_TIMESTAMP, FLOW_ELEM_EVENT,     FLOW_ELEM_EVENT,
        FLOW_ELEM_CONTEXT,   FLOW_ELEM_LOST,      FLOW_ELEM_TRACE_ON,
        FLOW_ELEM_EXCEPTION, FLOW_ELEM_TRACE_OFF, FLOW_ELEM_EXCEPTION_RET};
    struct flow_elem e = {.type = type[draw(sizeof type)],
                          .msg = p->n,
                          .offset = 7u * p->n,
                          .value = draw(1000),
                          .context = {.known = true, .prv = 1, .scontext = draw(3)}};
    if (e.type == FLOW_ELEM_EXCEPTION) {
        e.known = true;
        e.start = p->pc;
        p->stack[p->depth++] = p->pc;
        e.end = p->pc = entry_of_one();
    } else if (e.type == FLOW_ELEM_TRACE_ON) {
        e.start = p->pc = draw(2) == 0 ? p->pc : somewhere();
    }
    p->item[p->n++] = e;
}

static void make(struct program *p)
{
    *p = (struct program){.pc = somewhere()};
    while (p->n < ITEMS - DEEP) {
        const uint64_t kind = draw(100);
        const uint64_t inside = p->pc - (p->pc - BASE) % SIZE + 4 * draw(40);
        if (kind < 30) {
            call(p, draw(2) == 0 ? FLOW_INSN_DIRECT_CALL : FLOW_INSN_CALL);
        } else if (kind < 62 && p->depth > 0) {
            const unsigned skip =
                draw(25) == 0 && p->depth > 3 ? (unsigned)draw(3) : 0; /* longjmp */
            p->depth -= skip + 1;
            step(p, draw(30) == 0 ? FLOW_INSN_JUMP : FLOW_INSN_RETURN, true, p->stack[p->depth]);
        } else if (kind < 64) {
            set_mark(p);
        } else if (kind < 66 && p->mark != 0) {
            go_to_mark(p);
        } else if (kind < 68) { /* to the first instruction of where it is */
            step(p, FLOW_INSN_BRANCH, true, p->pc - (p->pc - BASE) % SIZE);
        } else if (kind < 70) { /* into the middle of another function */
            step(p, FLOW_INSN_DIRECT_JUMP, true, somewhere());
        } else if (kind < 80) {
            step(p, FLOW_INSN_BRANCH, draw(2) == 0, inside);
        } else if (kind < 86) {
            step(p, FLOW_INSN_DIRECT_JUMP, true, draw(3) == 0 ? entry_of_one() : inside);
        } else if (kind < 90) {
            step(p, FLOW_INSN_JUMP, true, draw(3) == 0 ? somewhere() : inside);
        } else if (kind < 91) {
            step(p, FLOW_INSN_SWAP, true,
                 draw(2) == 0 || p->depth == 0 ? somewhere() : p->stack[p->depth - 1]);
        } else if (kind < 92) {
            step(p, FLOW_INSN_TRAP_RETURN, true, p->depth > 0 ? p->stack[--p->depth] : somewhere());
        } else if (kind < 93) {
            step(p, FLOW_INSN_RETURN, true, somewhere()); /* to nobody */
        } else if (kind < 94) {
            for (uint64_t i = draw(DEEP); i-- > 0 && p->n < ITEMS;) {
                call(p, FLOW_INSN_DIRECT_CALL);
            }
        } else {
            event(p);
        }
    }
}

#endif
