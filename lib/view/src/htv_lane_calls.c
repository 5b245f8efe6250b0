/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of a summary, that a pass replays: one event for a tree of them. */
#include <stdlib.h>

#include "htv_lane.h"
#include "htv_table.h"

const struct htv_lane_calls *htv_lane_calls(const struct htv_lane *l)
{
    return l->first_calls;
}

static void release(struct htv_lane_calls *c)
{
    if (c != NULL) {
        free(c->call);
        free(c);
    }
}

void htv_lane_drop_calls(struct htv_lane *l)
{
    struct htv_lane_calls *c = l->first_calls;
    if (c != NULL) {
        l->first_calls = c->next;
        l->last_calls = c->next == NULL ? NULL : l->last_calls;
    } else {
        c = l->new_calls; /* of a tree that did not end */
        l->new_calls = NULL;
    }
    release(c);
}

/* Frames above the open one; 0 when a caller comes after what it calls. */
static uint32_t deepest(const struct htv_lane_calls *c)
{
    uint32_t most = 0, *depth = calloc(c->n, sizeof *depth);
    for (size_t i = 0; depth != NULL && i < c->n; i++) {
        const struct htv_summary_call *o = &c->call[i];
        if (o->parent > i) {
            most = 0;
            break;
        }
        depth[i] = o->parent == 0 ? 1 : depth[o->parent - 1] + !o->tail;
        most = depth[i] > most ? depth[i] : most;
    }
    free(depth);
    return most;
}

/* The tree is complete. Calls too deep for a stack count as part of their callers, and only the
 * ranges say which. */
static void finish(struct htv_lane *l, struct htv_lane_calls *c)
{
    struct htv_event e = htv_lane_event(l, HTV_CALLS, 0);
    const uint32_t most = deepest(c);
    if (most == 0 || most > HTV_DEPTH_MAX - e.depth) {
        htv_fail(l->pass, HTR_ERR_RANGE);
    }
    for (size_t i = 0; i < c->n; i++) {
        l->calls.insns += c->call[i].insns;
    }
    if (l->last_calls == NULL) {
        l->first_calls = c;
    } else {
        l->last_calls->next = c;
    }
    l->last_calls = c;
    l->new_calls = NULL;
    htv_lane_put(l, &e);
}

void htv_lane_add_call(struct htv_lane *l, const struct flow_elem *e)
{
    struct htv_summary_call call;
    const bool last = htv_summary_call_of(e, &call);
    if (l->new_calls == NULL) {
        l->new_calls = calloc(1, sizeof *l->new_calls);
    }
    struct htv_lane_calls *c = l->new_calls;
    if (c == NULL || !htv_grow((void **)&c->call, &c->room, c->n + 1, sizeof *c->call)) {
        htv_fail(l->pass, htr_fail(l->pass->host, HTR_ERR_MEMORY, l->trace.path,
                                   "not enough memory for the calls"));
        return;
    }
    call.function = htv_names_locate(l->pass->names, &l->calls.context, call.to, true).function;
    c->call[c->n++] = call;
    if (last) {
        finish(l, c);
    }
}
