/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Call reconstruction: the stacks of one hart, from its ranges and events.
 *
 * Fed by instruction classes (flow_insn.h; E-Trace 2.0, "Jump classification"):
 *
 * - a call pushes a frame that returns to the instruction after it;
 * - a return pops the frame that it returns to, and those above it (HTV_UNWOUND). A return to
 *   somewhere else is longjmp: to where setjmp returned, if a frame called that, else to the
 *   innermost frame whose function holds the place; else all frames up to the last trap were
 *   entered before the trace, and the caller is found running (HTV_SYNTHETIC);
 * - a jump or branch to the first instruction of another function is a tail call, and so is a
 * return or trap return to there that fits no frame. One to the middle of a function (parts that a
 *   compiler split off) is nothing, unless it is an indirect jump into a function on the stack,
 *   which unwinds;
 * - a co-routine swap to where the top frame returns leaves this frame and enters that of its
 *   target; to anywhere else it is a call through a link register;
 * - a trap pushes a frame, in whatever state the stack is; a trap return pops the innermost of
 *   these. When it goes elsewhere than it came from, an operating system without Ownership
 *   messages has switched: the stack is parked under the interrupted address;
 * - an Ownership message with another scontext or hcontext switches stacks;
 * - a gap leaves all frames of all stacks. Where trace was off and goes on at the next
 *   instruction, nothing was missed.
 *
 * What cannot be known from trace: which of several activations of one function longjmp goes to,
 * and a switch of stacks between two functions that were called from the same place, when no
 * Ownership message says which.
 */
#ifndef HTV_CALLS_H
#define HTV_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_code.h"
#include "flow/flow_path.h"
#include "htr/htr_host.h"
#include "flow/flow_insn.h"
#include "htv/htv_event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which function holds a pc. */
struct htv_place {
    uint32_t function; /* the id that events carry */
    bool setjmp;       /* setjmp by another name: what it returns to may be returned to again */
    uint64_t low;      /* first instruction; of an unknown function: of the area without names */
    uint64_t length;   /* bytes from low on; to the end of memory: UINT64_MAX */
    bool named;        /* low is where calls go to */
};

/* entry: a frame begins at the pc, so that a function without name begins there; otherwise a place
 * without name is in function 0. Never fails. */
typedef struct htv_place htv_locate(void *ctx, const struct flow_context *context, uint64_t pc,
                                    bool entry);
typedef void htv_emit(void *ctx, const struct htv_event *e);

enum {
    HTV_DEPTH_MAX = 1 << 16, /* frames of a stack that are kept; deeper ones are counted */
    HTV_STACKS_MAX = 1024,   /* stacks of a hart: the one not used for longest goes */
};

struct htv_stack; /* private */

/* Read: insns, overdeep, status. The rest is private. */
struct htv_calls {
    uint64_t insns;    /* instructions so far */
    uint64_t overdeep; /* calls beyond HTV_DEPTH_MAX: no event says so */
    int status;        /* HTR_OK, or HTR_ERR_MEMORY: nothing more is done */

    htv_locate *locate;
    htv_emit *emit;
    void *ctx;
    struct flow_context context;
    struct htv_stack *stack; /* of `room`, the first `count` are in use */
    uint32_t current, count, room, first_id, step;
    uint64_t ticks;
    uint64_t low, length; /* where the top frame's function lies */
    uint64_t after, last; /* the end of the last range, its last instruction */
    uint8_t pending;      /* enum flow_insn_class of a transfer whose target comes next */
    bool fell;            /* the last instruction went on to the next one */
    bool running;         /* the stack is that of the program: nothing was lost since */
    bool context_sure;    /* an Ownership message has come since the last gap */
    uint16_t hart;
};

/* Begin. Stacks get the ids first_id, first_id + step, ..., at most HTV_STACKS_MAX of them; that of
 * a stack that is no more goes to another one. Harts that share `step` and differ in first_id have
 * different ones. Ends with htv_calls_free. No status: cannot fail. */
void htv_calls_init(struct htv_calls *c, uint16_t hart, uint32_t first_id, uint32_t step,
                    htv_locate *locate, htv_emit *emit, void *ctx);
void htv_calls_free(struct htv_calls *c);

/* The program has arrived somewhere else than the next instruction of the top frame's function.
 * Private to htv_calls_range. */
void htv_calls_arrive(struct htv_calls *c, uint64_t pc);

/* A range was executed. */
static inline void htv_calls_range(struct htv_calls *c, const struct flow_range *r)
{
    if (c->pending != FLOW_INSN_LINEAR || r->start - c->low >= c->length) {
        htv_calls_arrive(c, r->start);
    }
    c->insns += r->count;
    c->after = r->end;
    c->last = r->end - r->last_size;
    c->fell = !r->last_taken;
    c->pending = r->last_taken ? r->last_cls : (uint8_t)FLOW_INSN_LINEAR;
    if (c->pending == FLOW_INSN_BRANCH || c->pending == FLOW_INSN_DIRECT_JUMP) {
        c->pending = FLOW_INSN_LINEAR; /* inside the function: nothing */
    }
}

/* A trap: B-TYPE, the interrupted instruction when it is known, the handler's first one. */
void htv_calls_trap(struct htv_calls *c, unsigned btype, bool known, uint64_t interrupted,
                    uint64_t handler);

/* An Ownership message. */
void htv_calls_context(struct htv_calls *c, const struct flow_context *context);

/* Trace stops by a filter or by request, and goes on at pc. Returns whether it goes on where it
 * stopped: nothing is missing. */
void htv_calls_off(struct htv_calls *c);
bool htv_calls_on(struct htv_calls *c, uint64_t pc);

/* Trace was lost, or cannot be decoded: leave all frames. What comes next is found running. */
void htv_calls_gap(struct htv_calls *c);

/* The end: leave all frames. */
void htv_calls_end(struct htv_calls *c);

/* The current stack: its id; how many frames it has, the function of the top one. */
uint32_t htv_calls_top(const struct htv_calls *c, uint32_t *depth, uint32_t *function);

#ifdef __cplusplus
}
#endif

#endif
