/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Call reconstruction: see htv_calls.h for the rules.
 *
 * Source: E-Trace 2.0, "Jump classification and target inference"; RISC-V ISA, Volume I, "Return
 * address stack prediction hints".
 */
#include "htv/htv_calls.h"

#include <stdlib.h>
#include <string.h>

#include "flow/flow_insn.h"

enum {
    MARKS = 64, /* places that setjmp returned to, of a stack: the oldest goes */
    NEVER = 1,  /* an odd address: no instruction is there */
};

struct frame {
    uint64_t low, length; /* of its function */
    uint64_t back; /* where it returns to; of a trap, the interrupted instruction; or NEVER */
    uint32_t function;
    uint8_t how; /* enum htv_how that entered it; of a tail call, that of the frame replaced */
    bool setjmp;
};

struct mark {
    uint64_t pc;
    uint32_t depth; /* the frame is the top one when there are so many */
};

struct htv_stack {
    struct frame *frame;
    uint32_t count, room;
    uint32_t over; /* frames above these that are only counted */
    uint32_t id;
    uint32_t marks;
    struct mark mark[MARKS];
    uint64_t used; /* when it was left, for which one goes */
    uint64_t scontext, hcontext;
    bool known;  /* these two count */
    bool parked; /* by a trap return to somewhere else: waits for a transfer to `resume` */
    uint64_t resume;
};

/* ---- stacks ---- */

static struct htv_stack *now(struct htv_calls *c)
{
    return &c->stack[c->current];
}

static void tell(struct htv_calls *c, const struct htv_event *e)
{
    struct htv_event out = *e;
    out.hart = c->hart;
    out.insns = c->insns;
    c->emit(c->ctx, &out);
}

static void tell_switch(struct htv_calls *c)
{
    const struct htv_stack *s = now(c);
    tell(c, &(struct htv_event){.kind = HTV_SWITCH,
                                .code = s->known,
                                .stack = s->id,
                                .depth = s->count,
                                .value = s->scontext,
                                .from = s->hcontext});
}

static void out_of_memory(struct htv_calls *c)
{
    c->status = HTR_ERR_MEMORY;
}

static void leave(struct htv_calls *c, struct htv_stack *s, enum htv_how how, uint64_t pc)
{
    const struct frame *f = &s->frame[--s->count];
    while (s->marks > 0 && s->mark[s->marks - 1].depth > s->count) {
        s->marks--;
    }
    tell(c, &(struct htv_event){.kind = HTV_LEAVE,
                                .how = (uint8_t)how,
                                .stack = s->id,
                                .function = f->function,
                                .depth = s->count,
                                .pc = pc,
                                .from = c->last});
}

/* Leave frames until `count` are left. */
static void leave_to(struct htv_calls *c, uint32_t count, enum htv_how how, uint64_t pc)
{
    struct htv_stack *s = now(c);
    s->over = 0;
    while (s->count > count) {
        leave(c, s, how, pc);
    }
}

static void clear(struct htv_calls *c, struct htv_stack *s, uint64_t pc)
{
    s->over = 0;
    s->parked = false;
    while (s->count > 0) {
        leave(c, s, HTV_CLOSED, pc);
    }
}

/* A new stack; of the oldest one, when there are too many. It is current then. */
static void new_stack(struct htv_calls *c)
{
    uint32_t at = c->count;
    if (at == HTV_STACKS_MAX) {
        at = c->current == 0 ? 1 : 0;
        for (uint32_t i = 0; i < c->count; i++) {
            at = i != c->current && c->stack[i].used < c->stack[at].used ? i : at;
        }
        clear(c, &c->stack[at], c->after);
    } else if (at == c->room) {
        uint32_t room = at == 0 ? 4 : 2 * at;
        struct htv_stack *more = realloc(c->stack, room * sizeof *more);
        if (more == NULL) {
            out_of_memory(c);
            return;
        }
        c->stack = more;
        c->room = room;
        memset(&more[at], 0, (room - at) * sizeof *more);
    }
    c->count += at == c->count;
    struct htv_stack *s = &c->stack[at];
    s->id = c->next_id;
    s->known = s->parked = false;
    s->marks = 0;
    c->next_id += c->step;
    c->current = at;
}

static void make_current(struct htv_calls *c, uint32_t at)
{
    now(c)->used = ++c->ticks;
    c->current = at;
    now(c)->parked = false;
    const struct htv_stack *s = now(c);
    c->low = s->count > 0 ? s->frame[s->count - 1].low : 0;
    c->length = s->count > 0 ? s->frame[s->count - 1].length : 0;
    tell_switch(c);
}

/* ---- frames ---- */

struct entry {
    enum htv_how how;
    uint64_t pc, back, from;
    uint8_t code;
};

static struct htv_place locate(struct htv_calls *c, uint64_t pc, bool entry)
{
    struct htv_place p = c->locate(c->ctx, &c->context, pc, entry);
    c->low = p.low;
    c->length = p.length;
    return p;
}

static void enter(struct htv_calls *c, const struct entry *e)
{
    struct htv_stack *s = now(c);
    const struct htv_place p = locate(c, e->pc, e->how != HTV_SYNTHETIC);
    if (s->count == HTV_DEPTH_MAX) {
        s->over++;
        c->overdeep++;
        return;
    }
    if (s->count == s->room) {
        uint32_t room = s->room == 0 ? 32 : 2 * s->room;
        struct frame *more = realloc(s->frame, room * sizeof *more);
        if (more == NULL) {
            out_of_memory(c);
            return;
        }
        s->frame = more;
        s->room = room;
    }
    s->frame[s->count] = (struct frame){.low = p.low,
                                        .length = p.length,
                                        .back = e->back,
                                        .function = p.function,
                                        .how = (uint8_t)e->how,
                                        .setjmp = p.setjmp};
    tell(c, &(struct htv_event){.kind = HTV_ENTER,
                                .how = (uint8_t)e->how,
                                .code = e->code,
                                .stack = s->id,
                                .function = p.function,
                                .depth = s->count++,
                                .pc = e->pc,
                                .from = e->from});
}

/* The function was found running. */
static void found(struct htv_calls *c, uint64_t pc)
{
    enter(c, &(struct entry){.how = HTV_SYNTHETIC, .pc = pc, .back = NEVER, .from = pc});
}

/* The top frame is the one to go on with, at pc: which may be outside of its first range. */
static void go_on(struct htv_calls *c, uint64_t pc)
{
    const struct htv_stack *s = now(c);
    const struct frame *f = &s->frame[s->count - 1];
    c->low = f->low;
    c->length = f->length;
    if (pc - c->low >= c->length) {
        (void)locate(c, pc, false);
    }
}

/* Another function takes the place of the top frame. */
static void replace(struct htv_calls *c, enum htv_how how, uint64_t pc, uint64_t back)
{
    struct htv_stack *s = now(c);
    const uint8_t before = s->frame[s->count - 1].how;
    leave(c, s, how, pc);
    enter(c, &(struct entry){.how = how, .pc = pc, .back = back, .from = c->last});
    if (c->status == HTR_OK && before == HTV_TRAP) {
        s->frame[s->count - 1].how = before; /* a trap return ends it */
    }
}

/* Frames from here on were entered after the last trap. */
static uint32_t since_trap(const struct htv_stack *s)
{
    uint32_t i = s->count;
    while (i > 0 && s->frame[i - 1].how != HTV_TRAP) {
        i--;
    }
    return i;
}

static bool holds(const struct frame *f, uint64_t pc)
{
    return pc - f->low < f->length && f->length != UINT64_MAX;
}

/* ---- parked stacks ---- */

/* Is a stack waiting for a transfer to pc? An exception may go on after its instruction. */
static bool resume_parked(struct htv_calls *c, uint64_t pc)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const struct htv_stack *s = &c->stack[i];
        if (i != c->current && s->parked && pc - s->resume <= 4) {
            make_current(c, i);
            go_on(c, pc);
            return true;
        }
    }
    return false;
}

static void park(struct htv_calls *c, uint64_t resume)
{
    now(c)->parked = now(c)->count > 0;
    now(c)->resume = resume;
}

/* ---- transfers ---- */

/* A return that fits no frame. */
static void returned_elsewhere(struct htv_calls *c, uint64_t pc)
{
    struct htv_stack *s = now(c);
    const uint32_t bottom = since_trap(s);
    for (uint32_t i = s->marks; i-- > 0;) {
        if (s->mark[i].pc == pc && s->mark[i].depth > bottom) {
            leave_to(c, s->mark[i].depth, HTV_UNWOUND, pc);
            go_on(c, pc);
            return;
        }
    }
    for (uint32_t i = s->count - 1; i-- > bottom;) {
        if (holds(&s->frame[i], pc)) {
            leave_to(c, i + 1, HTV_UNWOUND, pc);
            go_on(c, pc);
            return;
        }
    }
    if (resume_parked(c, pc)) {
        return;
    }
    leave_to(c, bottom, s->count == bottom + 1 ? HTV_RETURN : HTV_UNWOUND, pc);
    found(c, pc);
}

static void returned(struct htv_calls *c, uint64_t pc)
{
    struct htv_stack *s = now(c);
    if (s->over > 0) {
        s->over--;
        (void)locate(c, pc, false);
        return;
    }
    const uint32_t bottom = since_trap(s);
    for (uint32_t i = s->count; i-- > bottom;) {
        if (s->frame[i].back == pc) {
            const bool setjmp = s->frame[i].setjmp;
            leave_to(c, i + 1, HTV_UNWOUND, pc);
            leave(c, s, HTV_RETURN, pc);
            if (s->count == 0) {
                found(c, pc);
                return;
            }
            if (setjmp) {
                if (s->marks == MARKS) {
                    memmove(s->mark, s->mark + 1, (MARKS - 1) * sizeof *s->mark);
                    s->marks--;
                }
                s->mark[s->marks++] = (struct mark){.pc = pc, .depth = s->count};
            }
            go_on(c, pc);
            return;
        }
    }
    returned_elsewhere(c, pc);
}

static void trap_returned(struct htv_calls *c, uint64_t pc)
{
    struct htv_stack *s = now(c);
    if (s->over > 0) {
        s->over--;
        (void)locate(c, pc, false);
        return;
    }
    const uint32_t trap = since_trap(s);
    if (trap == 0) { /* the way down from firmware, or a handler that was found running */
        leave_to(c, 0, HTV_RETURN, pc);
        if (!resume_parked(c, pc)) {
            found(c, pc);
        }
        return;
    }
    const uint64_t back = s->frame[trap - 1].back;
    leave_to(c, trap, HTV_UNWOUND, pc);
    leave(c, s, HTV_RETURN, pc);
    if (s->count == 0) {
        found(c, pc);
    } else if (pc - back <= 4 || holds(&s->frame[s->count - 1], pc)) {
        go_on(c, pc);
    } else if (!(park(c, back), resume_parked(c, pc))) {
        now(c)->used = ++c->ticks;
        new_stack(c);
        if (c->status == HTR_OK) {
            tell_switch(c);
            found(c, pc);
        }
    }
}

/* Somewhere else, without a call or return. */
static void jumped(struct htv_calls *c, uint64_t pc, bool indirect)
{
    struct htv_stack *s = now(c);
    struct frame *top = &s->frame[s->count - 1];
    if (indirect && top->back == pc && top->how != HTV_TRAP) {
        returned(c, pc);
        return;
    }
    const struct htv_place p = locate(c, pc, false);
    if (p.function == top->function || pc == c->after || s->over > 0) {
        return;
    }
    if (p.named && p.low == pc) {
        replace(c, HTV_TAIL, pc, top->back);
        return;
    }
    if (!indirect || !p.named) {
        return;
    }
    for (uint32_t i = s->count - 1, bottom = since_trap(s); i-- > bottom;) {
        if (s->frame[i].function == p.function) {
            leave_to(c, i + 1, HTV_UNWOUND, pc);
            go_on(c, pc);
            return;
        }
    }
}

void htv_calls_arrive(struct htv_calls *c, uint64_t pc)
{
    const uint8_t how = c->pending;
    c->pending = FLOW_INSN_LINEAR;
    if (c->status != HTR_OK) {
        return;
    }
    if (now(c)->count == 0) {
        found(c, pc);
        c->running = true;
        return;
    }
    switch ((enum flow_insn_class)how) {
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_CALL:
        enter(c, &(struct entry){.how = HTV_CALL, .pc = pc, .back = c->after, .from = c->last});
        break;
    case FLOW_INSN_RETURN:
        returned(c, pc);
        break;
    case FLOW_INSN_SWAP:
        replace(c, HTV_SWAP, pc, c->after);
        break;
    case FLOW_INSN_TRAP_RETURN:
        trap_returned(c, pc);
        break;
    case FLOW_INSN_JUMP:
    case FLOW_INSN_OTHER:
        jumped(c, pc, true);
        break;
    default:
        jumped(c, pc, false);
        break;
    }
}

/* ---- events ---- */

void htv_calls_trap(struct htv_calls *c, unsigned btype, bool known, uint64_t interrupted,
                    uint64_t handler)
{
    if (c->status != HTR_OK) {
        return;
    }
    if (known && (c->pending != FLOW_INSN_LINEAR || now(c)->count == 0)) {
        htv_calls_arrive(c, interrupted);
    }
    if (c->status != HTR_OK) {
        return;
    }
    c->pending = FLOW_INSN_LINEAR;
    enter(c, &(struct entry){.how = HTV_TRAP,
                             .pc = handler,
                             .back = known ? interrupted : c->after,
                             .from = known ? interrupted : c->after,
                             .code = (uint8_t)btype});
    c->running = true;
}

void htv_calls_context(struct htv_calls *c, const struct flow_context *context)
{
    c->context = *context;
    if (c->status != HTR_OK || !context->known) {
        return;
    }
    struct htv_stack *s = now(c);
    const bool same =
        s->known && s->scontext == context->scontext && s->hcontext == context->hcontext;
    if (same || !s->known) { /* the first message says what the program runs in */
        const bool first = !s->known;
        s->known = true;
        s->scontext = context->scontext;
        s->hcontext = context->hcontext;
        c->context_sure = true;
        if (first) {
            tell_switch(c);
        }
        return;
    }
    if (!c->context_sure) { /* since the gap these were frames of the other one */
        clear(c, s, c->after);
        s = now(c);
    }
    c->context_sure = true;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct htv_stack *o = &c->stack[i];
        if (o->known && !o->parked && o->scontext == context->scontext &&
            o->hcontext == context->hcontext) {
            make_current(c, i);
            return;
        }
    }
    s->used = ++c->ticks;
    new_stack(c);
    if (c->status == HTR_OK) {
        now(c)->known = true;
        now(c)->scontext = context->scontext;
        now(c)->hcontext = context->hcontext;
        c->low = c->length = 0;
        tell_switch(c);
    }
}

void htv_calls_off(struct htv_calls *c)
{
    c->running = c->running && c->pending == FLOW_INSN_LINEAR;
}

void htv_calls_on(struct htv_calls *c, uint64_t pc)
{
    if (!c->running || pc != c->after) {
        htv_calls_gap(c);
    }
}

void htv_calls_gap(struct htv_calls *c)
{
    for (uint32_t i = 0; i < c->count && c->status == HTR_OK; i++) {
        if (i != c->current) {
            clear(c, &c->stack[i], c->after);
        }
    }
    if (c->status == HTR_OK) {
        clear(c, now(c), c->after);
    }
    c->pending = FLOW_INSN_LINEAR;
    c->low = c->length = 0;
    c->running = c->context_sure = false;
}

void htv_calls_end(struct htv_calls *c)
{
    htv_calls_gap(c);
    if (c->status == HTR_OK) {
        tell(c, &(struct htv_event){.kind = HTV_END, .stack = now(c)->id, .pc = c->after});
    }
}

uint32_t htv_calls_top(const struct htv_calls *c, uint32_t *depth, uint32_t *function)
{
    const struct htv_stack *s = &c->stack[c->current];
    *depth = s->count;
    *function = s->count > 0 ? s->frame[s->count - 1].function : 0;
    return s->id;
}

/* ---- begin and end ---- */

void htv_calls_init(struct htv_calls *c, uint16_t hart, uint32_t first_id, uint32_t step,
                    htv_locate *locate_, htv_emit *emit, void *ctx)
{
    *c = (struct htv_calls){.hart = hart,
                            .next_id = first_id,
                            .step = step,
                            .locate = locate_,
                            .emit = emit,
                            .ctx = ctx};
    new_stack(c);
    if (c->status == HTR_OK) {
        tell_switch(c);
    }
}

void htv_calls_free(struct htv_calls *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        free(c->stack[i].frame);
    }
    free(c->stack);
    c->stack = NULL;
    c->count = 0;
}
