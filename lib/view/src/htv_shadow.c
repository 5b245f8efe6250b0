/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of all stacks, seen as the one stack of a hart. */
#include "htv_shadow.h"

#include <stdlib.h>

#include "htr/htr_host.h"
#include "htv_table.h"

static void switch_to(struct htv_shadow *s, const struct htv_event *e, htv_shadow_emit *emit,
                      void *ctx)
{
    const struct htv_shadow_stack *from = &s->stack[s->current], *to = &s->stack[e->stack];
    if (s->current == e->stack) {
        return;
    }
    for (size_t i = from->count; i-- > 0;) {
        emit(ctx, e, false, from->function[i]);
    }
    for (size_t i = 0; i < to->count; i++) {
        emit(ctx, e, true, to->function[i]);
    }
    s->current = e->stack;
}

int htv_shadow_take(struct htv_shadow *s, const struct htv_event *e, htv_shadow_emit *emit,
                    void *ctx)
{
    if (e->kind != HTV_ENTER && e->kind != HTV_LEAVE && e->kind != HTV_SWITCH) {
        return HTR_OK;
    }
    const size_t want = (e->stack > s->current ? e->stack : s->current) + (size_t)1;
    if (!htv_grow((void **)&s->stack, &s->stacks, want, sizeof *s->stack)) {
        return HTR_ERR_MEMORY;
    }
    struct htv_shadow_stack *k = &s->stack[e->stack];
    switch ((enum htv_kind)e->kind) {
    case HTV_ENTER:
        if (!htv_grow((void **)&k->function, &k->room, k->count + 1, sizeof *k->function)) {
            return HTR_ERR_MEMORY;
        }
        switch_to(s, e, emit, ctx);
        k->function[k->count++] = e->function;
        emit(ctx, e, true, e->function);
        break;
    case HTV_LEAVE: /* of another stack: nothing that the hart sees */
        if (k->count > 0) {
            k->count--;
            if (e->stack == s->current) {
                emit(ctx, e, false, e->function);
            }
        }
        break;
    default:
        switch_to(s, e, emit, ctx);
        break;
    }
    return HTR_OK;
}

void htv_shadow_free(struct htv_shadow *s)
{
    for (size_t i = 0; i < s->stacks; i++) {
        free(s->stack[i].function);
    }
    free(s->stack);
    *s = (struct htv_shadow){0};
}
