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
#include "htv_calls_stack.h"

/* ---- parked stacks ---- */

/* Is a stack waiting for a transfer to pc? An exception may go on after its instruction. */
static bool resume_parked(struct htv_calls *c, uint64_t pc)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const struct htv_stack *s = &c->stack[i];
        if (i != c->current && s->parked && pc - s->resume <= 4) {
            htv_stack_make_current(c, i);
            htv_stack_go_on(c, pc);
            return true;
        }
    }
    return false;
}

static void park(struct htv_calls *c, uint64_t resume)
{
    htv_stack_now(c)->parked = htv_stack_now(c)->count > 0;
    htv_stack_now(c)->resume = resume;
}

/* ---- transfers ---- */

/* To the first instruction of another function: it takes the place of the top frame. */
static bool started(struct htv_calls *c, uint64_t pc)
{
    struct htv_stack *s = htv_stack_now(c);
    const struct htv_call_frame *top = &s->frame[s->count - 1];
    const struct htv_place p = htv_stack_locate(c, pc, false);
    if (!p.named || p.low != pc || p.function == top->function) {
        return false;
    }
    htv_stack_replace(c, HTV_TAIL, pc, top->back);
    return true;
}

/* A return that fits no frame. */
static void returned_elsewhere(struct htv_calls *c, uint64_t pc)
{
    struct htv_stack *s = htv_stack_now(c);
    const uint32_t bottom = htv_stack_since_trap(s);
    for (uint32_t i = s->marks; i-- > 0;) {
        if (s->mark[i].pc == pc && s->mark[i].depth > bottom) {
            htv_stack_leave_to(c, s->mark[i].depth, HTV_UNWOUND, pc);
            htv_stack_go_on(c, pc);
            return;
        }
    }
    for (uint32_t i = s->count - 1; i-- > bottom;) {
        if (htv_stack_holds(&s->frame[i], pc)) {
            htv_stack_leave_to(c, i + 1, HTV_UNWOUND, pc);
            htv_stack_go_on(c, pc);
            return;
        }
    }
    if (resume_parked(c, pc)) {
        return;
    }
    if (started(c, pc)) {
        return;
    }
    htv_stack_leave_to(c, bottom, s->count == bottom + 1 ? HTV_RETURN : HTV_UNWOUND, pc);
    htv_stack_found(c, pc);
}

static void returned(struct htv_calls *c, uint64_t pc)
{
    struct htv_stack *s = htv_stack_now(c);
    if (s->over > 0) {
        s->over--;
        (void)htv_stack_locate(c, pc, false);
        return;
    }
    for (uint32_t i = s->count; i-- > 0 && s->frame[i].how != HTV_TRAP;) {
        if (s->frame[i].back == pc) {
            const bool setjmp = s->frame[i].setjmp;
            htv_stack_leave_to(c, i + 1, HTV_UNWOUND, pc);
            htv_stack_leave(c, s, HTV_RETURN, pc);
            if (s->count == 0) {
                htv_stack_found(c, pc);
                return;
            }
            if (setjmp) {
                if (s->marks == HTV_MARKS) {
                    memmove(s->mark, s->mark + 1, (HTV_MARKS - 1) * sizeof *s->mark);
                    s->marks--;
                }
                s->mark[s->marks++] = (struct htv_mark){.pc = pc, .depth = s->count};
            }
            htv_stack_go_on(c, pc);
            return;
        }
    }
    returned_elsewhere(c, pc);
}

static void trap_returned(struct htv_calls *c, uint64_t pc)
{
    struct htv_stack *s = htv_stack_now(c);
    if (s->over > 0) {
        s->over--;
        (void)htv_stack_locate(c, pc, false);
        return;
    }
    const uint32_t trap = htv_stack_since_trap(s);
    if (trap == 0 && started(c, pc)) {
        return; /* the way down into a lower mode */
    }
    if (trap == 0) { /* a handler that was found running */
        htv_stack_leave_to(c, 0, HTV_RETURN, pc);
        if (!resume_parked(c, pc)) {
            htv_stack_found(c, pc);
        }
        return;
    }
    const struct htv_call_frame handler = s->frame[trap - 1];
    const uint64_t back = handler.back;
    htv_stack_leave_to(c, trap, HTV_UNWOUND, pc);
    htv_stack_leave(c, s, HTV_RETURN, pc);
    if (s->count == 0) {
        htv_stack_found(c, pc);
    } else if (pc - back <= 4 || htv_stack_holds(&s->frame[s->count - 1], pc) ||
               htv_stack_holds(&handler, pc)) {
        htv_stack_go_on(c, pc);
    } else if (!(park(c, back), resume_parked(c, pc))) {
        htv_stack_now(c)->used = ++c->ticks;
        htv_stack_new(c);
        if (c->status == HTR_OK) {
            htv_stack_tell_switch(c);
            htv_stack_found(c, pc);
        }
    }
}

/* Somewhere else, without a call or return. */
static void jumped(struct htv_calls *c, uint64_t pc, bool indirect)
{
    struct htv_stack *s = htv_stack_now(c);
    struct htv_call_frame *top = &s->frame[s->count - 1];
    if (indirect && (pc == top->back || !htv_stack_holds(top, pc))) {
        for (uint32_t i = s->count, bottom = htv_stack_since_trap(s); i-- > bottom;) {
            if (s->frame[i].back == pc) {
                returned(c, pc);
                return;
            }
        }
    }
    const struct htv_place p = htv_stack_locate(c, pc, false);
    if (p.function == top->function || (pc == c->after && c->fell) || s->over > 0) {
        return;
    }
    if (p.named && p.low == pc) {
        htv_stack_replace(c, HTV_TAIL, pc, top->back);
        return;
    }
    if (!indirect || !p.named) {
        return;
    }
    for (uint32_t i = s->count - 1, bottom = htv_stack_since_trap(s); i-- > bottom;) {
        if (s->frame[i].function == p.function) {
            htv_stack_leave_to(c, i + 1, HTV_UNWOUND, pc);
            htv_stack_go_on(c, pc);
            return;
        }
    }
}

/* From one link register into the other. When it goes to where the frame does not return to, the
 * register held the address of a function: a call. */
static void swapped(struct htv_calls *c, uint64_t pc)
{
    const struct htv_stack *s = htv_stack_now(c);
    if (s->frame[s->count - 1].back == pc && s->frame[s->count - 1].how != HTV_TRAP) {
        htv_stack_replace(c, HTV_SWAP, pc, c->after);
    } else {
        htv_stack_enter(
            c, &(struct htv_entry){.how = HTV_CALL, .pc = pc, .back = c->after, .from = c->last});
    }
}

void htv_calls_arrive(struct htv_calls *c, uint64_t pc)
{
    const uint8_t how = c->pending;
    c->pending = FLOW_INSN_LINEAR;
    if (c->status != HTR_OK) {
        return;
    }
    if (htv_stack_now(c)->count == 0) {
        htv_stack_found(c, pc);
        c->running = true;
        return;
    }
    switch ((enum flow_insn_class)how) {
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_CALL:
        htv_stack_enter(
            c, &(struct htv_entry){.how = HTV_CALL, .pc = pc, .back = c->after, .from = c->last});
        break;
    case FLOW_INSN_RETURN:
        returned(c, pc);
        break;
    case FLOW_INSN_SWAP:
        swapped(c, pc);
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
    if (known && (c->pending != FLOW_INSN_LINEAR || htv_stack_now(c)->count == 0 ||
                  interrupted - c->low >= c->length)) {
        htv_calls_arrive(c, interrupted);
    }
    if (c->status != HTR_OK) {
        return;
    }
    c->pending = FLOW_INSN_LINEAR;
    htv_stack_enter(c, &(struct htv_entry){.how = HTV_TRAP,
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
    struct htv_stack *s = htv_stack_now(c);
    const bool same =
        s->known && s->scontext == context->scontext && s->hcontext == context->hcontext;
    if (same || !s->known) { /* the first message says what the program runs in */
        const bool first = !s->known;
        s->known = true;
        s->scontext = context->scontext;
        s->hcontext = context->hcontext;
        c->context_sure = true;
        if (first) {
            htv_stack_tell_switch(c);
        }
        return;
    }
    if (!c->context_sure) { /* since the gap these were frames of the other one */
        htv_stack_clear(c, s, c->after);
        s = htv_stack_now(c);
    }
    c->context_sure = true;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct htv_stack *o = &c->stack[i];
        if (o->known && !o->parked && o->scontext == context->scontext &&
            o->hcontext == context->hcontext) {
            htv_stack_make_current(c, i);
            return;
        }
    }
    s->used = ++c->ticks;
    htv_stack_new(c);
    if (c->status == HTR_OK) {
        htv_stack_now(c)->known = true;
        htv_stack_now(c)->scontext = context->scontext;
        htv_stack_now(c)->hcontext = context->hcontext;
        c->low = c->length = 0;
        htv_stack_tell_switch(c);
    }
}

void htv_calls_off(struct htv_calls *c)
{
    c->running = c->running && c->pending == FLOW_INSN_LINEAR;
}

bool htv_calls_on(struct htv_calls *c, uint64_t pc)
{
    const bool same = c->running && pc == c->after;
    if (!same) {
        htv_calls_gap(c);
    }
    return same;
}

void htv_calls_gap(struct htv_calls *c)
{
    for (uint32_t i = 0; i < c->count && c->status == HTR_OK; i++) {
        if (i != c->current) {
            htv_stack_clear(c, &c->stack[i], c->after);
        }
    }
    if (c->status == HTR_OK) {
        htv_stack_clear(c, htv_stack_now(c), c->after);
    }
    c->pending = FLOW_INSN_LINEAR;
    c->low = c->length = 0;
    c->running = c->context_sure = false;
}

void htv_calls_end(struct htv_calls *c)
{
    htv_calls_gap(c);
    if (c->status == HTR_OK) {
        htv_stack_tell(
            c, &(struct htv_event){.kind = HTV_END, .stack = htv_stack_now(c)->id, .pc = c->after});
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
                            .first_id = first_id,
                            .step = step,
                            .locate = locate_,
                            .emit = emit,
                            .ctx = ctx};
    htv_stack_new(c);
    if (c->status == HTR_OK) {
        htv_stack_tell_switch(c);
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
