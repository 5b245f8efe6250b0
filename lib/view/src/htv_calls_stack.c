/* SPDX-License-Identifier: Apache-2.0 */
/* Stacks and frames: pushed, popped, and said. */
#include "htv_calls_stack.h"

#include <stdlib.h>
#include <string.h>

/* ---- stacks ---- */

struct htv_stack *htv_stack_now(struct htv_calls *c)
{
    return &c->stack[c->current];
}

void htv_stack_tell(struct htv_calls *c, const struct htv_event *e)
{
    struct htv_event out = *e;
    out.hart = c->hart;
    out.insns = c->insns;
    c->emit(c->ctx, &out);
}

void htv_stack_tell_switch(struct htv_calls *c)
{
    const struct htv_stack *s = htv_stack_now(c);
    htv_stack_tell(c, &(struct htv_event){.kind = HTV_SWITCH,
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

void htv_stack_leave(struct htv_calls *c, struct htv_stack *s, enum htv_how how, uint64_t pc)
{
    const struct htv_call_frame *f = &s->frame[--s->count];
    while (s->marks > 0 && s->mark[s->marks - 1].depth > s->count) {
        s->marks--;
    }
    htv_stack_tell(c, &(struct htv_event){.kind = HTV_LEAVE,
                                          .how = (uint8_t)how,
                                          .stack = s->id,
                                          .function = f->function,
                                          .depth = s->count,
                                          .pc = pc,
                                          .from = c->last});
}

void htv_stack_leave_to(struct htv_calls *c, uint32_t count, enum htv_how how, uint64_t pc)
{
    struct htv_stack *s = htv_stack_now(c);
    s->over = 0;
    while (s->count > count) {
        htv_stack_leave(c, s, how, pc);
    }
}

void htv_stack_clear(struct htv_calls *c, struct htv_stack *s, uint64_t pc)
{
    s->over = 0;
    s->parked = false;
    while (s->count > 0) {
        htv_stack_leave(c, s, HTV_CLOSED, pc);
    }
}

/* A place for another stack: one that holds nothing, or else a new one, or else that of the stack
 * not used for longest. */
static uint32_t place_for_stack(const struct htv_calls *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const struct htv_stack *s = &c->stack[i];
        if (i != c->current && s->count == 0 && s->over == 0 && !s->known && !s->parked) {
            return i;
        }
    }
    if (c->count < HTV_STACKS_MAX) {
        return c->count;
    }
    uint32_t at = c->current == 0 ? 1 : 0;
    for (uint32_t i = 0; i < c->count; i++) {
        at = i != c->current && c->stack[i].used < c->stack[at].used ? i : at;
    }
    return at;
}

void htv_stack_new(struct htv_calls *c)
{
    const uint32_t at = place_for_stack(c);
    if (at < c->count) {
        htv_stack_clear(c, &c->stack[at], c->after);
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
    s->id = c->first_id + c->step * at;
    s->known = s->parked = false;
    s->marks = 0;
    c->current = at;
}

void htv_stack_make_current(struct htv_calls *c, uint32_t at)
{
    htv_stack_now(c)->used = ++c->ticks;
    c->current = at;
    htv_stack_now(c)->parked = false;
    const struct htv_stack *s = htv_stack_now(c);
    c->low = s->count > 0 ? s->frame[s->count - 1].low : 0;
    c->length = s->count > 0 ? s->frame[s->count - 1].length : 0;
    htv_stack_tell_switch(c);
}

/* ---- frames ---- */

struct htv_place htv_stack_locate(struct htv_calls *c, uint64_t pc, bool entry)
{
    struct htv_place p = c->locate(c->ctx, &c->context, pc, entry);
    c->low = p.low;
    c->length = p.length;
    return p;
}

void htv_stack_enter(struct htv_calls *c, const struct htv_entry *e)
{
    struct htv_stack *s = htv_stack_now(c);
    const struct htv_place p = htv_stack_locate(c, e->pc, true);
    if (s->count == HTV_DEPTH_MAX) {
        s->over++;
        c->overdeep++;
        return;
    }
    if (s->count == s->room) {
        uint32_t room = s->room == 0 ? 32 : 2 * s->room;
        struct htv_call_frame *more = realloc(s->frame, room * sizeof *more);
        if (more == NULL) {
            out_of_memory(c);
            return;
        }
        s->frame = more;
        s->room = room;
    }
    s->frame[s->count] = (struct htv_call_frame){.low = p.low,
                                                 .length = p.length,
                                                 .back = e->back,
                                                 .function = p.function,
                                                 .how = (uint8_t)e->how,
                                                 .setjmp = p.setjmp};
    htv_stack_tell(c, &(struct htv_event){.kind = HTV_ENTER,
                                          .how = (uint8_t)e->how,
                                          .code = e->code,
                                          .stack = s->id,
                                          .function = p.function,
                                          .depth = s->count++,
                                          .pc = e->pc,
                                          .from = e->from});
}

void htv_stack_found(struct htv_calls *c, uint64_t pc)
{
    htv_stack_enter(
        c, &(struct htv_entry){.how = HTV_SYNTHETIC, .pc = pc, .back = HTV_NEVER, .from = pc});
}

void htv_stack_go_on(struct htv_calls *c, uint64_t pc)
{
    const struct htv_stack *s = htv_stack_now(c);
    const struct htv_call_frame *f = &s->frame[s->count - 1];
    c->low = f->low;
    c->length = f->length;
    if (pc - c->low >= c->length) {
        (void)htv_stack_locate(c, pc, false);
    }
}

void htv_stack_replace(struct htv_calls *c, enum htv_how how, uint64_t pc, uint64_t back)
{
    struct htv_stack *s = htv_stack_now(c);
    const uint8_t before = s->frame[s->count - 1].how;
    htv_stack_leave(c, s, how, pc);
    htv_stack_enter(c, &(struct htv_entry){.how = how, .pc = pc, .back = back, .from = c->last});
    if (c->status == HTR_OK && before == HTV_TRAP) {
        s->frame[s->count - 1].how = before; /* a trap return ends it */
    }
}

uint32_t htv_stack_since_trap(const struct htv_stack *s)
{
    uint32_t i = s->count;
    while (i > 0 && s->frame[i - 1].how != HTV_TRAP) {
        i--;
    }
    return i;
}

bool htv_stack_holds(const struct htv_call_frame *f, uint64_t pc)
{
    return pc - f->low < f->length && f->length != UINT64_MAX;
}
