/* SPDX-License-Identifier: Apache-2.0 */
/* The call tree: nodes found by parent and function. */
#include "htv/htv_calltree.h"

#include "htv/htv_summary.h"

#include <stdlib.h>
#include <string.h>

struct htv_calltree_stack {
    uint32_t *node; /* of each frame */
    uint32_t count, room;
};

/* More room in an array, from `room` to at least `want` elements. */
static bool widen(void **array, uint32_t *room, uint32_t want, size_t size)
{
    if (want <= *room) {
        return true;
    }
    uint32_t n = *room == 0 ? 16 : 2 * *room;
    n = n < want ? want : n;
    void *more = realloc(*array, n * size);
    if (more == NULL) {
        return false;
    }
    memset((char *)more + *room * size, 0, (n - *room) * size);
    *array = more;
    *room = n;
    return true;
}

int htv_calltree_init(struct htv_calltree *t, unsigned harts)
{
    *t = (struct htv_calltree){.harts = harts, .count = 1, .buckets = 1024};
    t->node = calloc(t->room = 256, sizeof *t->node);
    t->bucket = calloc(t->buckets, sizeof *t->bucket);
    t->current = calloc(harts, sizeof *t->current);
    t->insns = calloc(harts, sizeof *t->insns);
    t->time = calloc(harts, sizeof *t->time);
    return t->node != NULL && t->bucket != NULL && t->current != NULL && t->insns != NULL &&
                   t->time != NULL
               ? HTR_OK
               : HTR_ERR_MEMORY;
}

void htv_calltree_free(struct htv_calltree *t)
{
    for (uint32_t i = 0; i < t->stacks; i++) {
        free(t->stack[i].node);
    }
    free(t->stack);
    free(t->node);
    free(t->bucket);
    free(t->current);
    free(t->insns);
    free(t->time);
    *t = (struct htv_calltree){0};
}

/* ---- nodes ---- */

static uint32_t slot(const struct htv_calltree *t, uint32_t parent, uint32_t function)
{
    const uint64_t h = (((uint64_t)parent << 32) | function) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (uint32_t)(h >> 32) & (t->buckets - 1);
    while (t->bucket[at] != 0 && (t->node[t->bucket[at]].parent != parent ||
                                  t->node[t->bucket[at]].function != function)) {
        at = (at + 1) & (t->buckets - 1);
    }
    return at;
}

static bool rehash(struct htv_calltree *t)
{
    uint32_t *more = calloc(2 * (size_t)t->buckets, sizeof *more);
    if (more == NULL) {
        return false;
    }
    free(t->bucket);
    t->bucket = more;
    t->buckets *= 2;
    for (uint32_t i = 1; i < t->count; i++) {
        t->bucket[slot(t, t->node[i].parent, t->node[i].function)] = i;
    }
    return true;
}

/* The node of a function called from another; the caller's own when there are too many. Returns 0
 * without memory. */
static uint32_t child_of(struct htv_calltree *t, uint32_t parent, uint32_t function)
{
    uint32_t at = slot(t, parent, function);
    if (t->bucket[at] != 0) {
        return t->bucket[at];
    }
    if (t->count == HTV_CALLTREE_MAX) {
        return parent;
    }
    if (!widen((void **)&t->node, &t->room, t->count + 1, sizeof *t->node)) {
        return 0;
    }
    if (2 * t->count >= t->buckets) {
        if (!rehash(t)) {
            return 0;
        }
        at = slot(t, parent, function);
    }
    const uint32_t id = t->count++;
    t->node[id] =
        (struct htv_node){.function = function, .parent = parent, .next = t->node[parent].child};
    t->node[parent].child = id;
    return t->bucket[at] = id;
}

/* ---- events ---- */

uint32_t htv_calltree_top(const struct htv_calltree *t, uint32_t stack)
{
    if (stack >= t->stacks || t->stack[stack].count == 0) {
        return 0;
    }
    return t->stack[stack].node[t->stack[stack].count - 1];
}

static int entered(struct htv_calltree *t, const struct htv_event *e)
{
    struct htv_calltree_stack *s = &t->stack[e->stack];
    if (!widen((void **)&s->node, &s->room, s->count + 1, sizeof *s->node)) {
        return HTR_ERR_MEMORY;
    }
    const uint32_t id = child_of(t, htv_calltree_top(t, e->stack), e->function);
    if (id == 0) {
        return HTR_ERR_MEMORY;
    }
    t->node[id].entered++;
    t->node[id].trapped += e->how == HTV_TRAP;
    s->node[s->count++] = id;
    return HTR_OK;
}

/* What was spent since the event before belongs to the frame on top. */
static int spend(struct htv_calltree *t, const struct htv_event *e)
{
    if (e->hart >= t->harts ||
        !widen((void **)&t->stack, &t->stacks, e->stack + 1, sizeof *t->stack)) {
        return HTR_ERR_MEMORY;
    }
    struct htv_node *spent = &t->node[htv_calltree_top(t, t->current[e->hart])];
    spent->insns += e->insns - t->insns[e->hart];
    spent->time += e->time - t->time[e->hart];
    t->insns[e->hart] = e->insns;
    t->time[e->hart] = e->time;
    return HTR_OK;
}

int htv_calltree_calls(struct htv_calltree *t, const struct htv_event *e,
                       const struct htv_summary_call *call, size_t n)
{
    int status = spend(t, e);
    uint32_t(*at)[2] = calloc(n + 1, sizeof *at); /* of each call: its parent's node, its own */
    status = status == HTR_OK && at == NULL ? HTR_ERR_MEMORY : status;
    for (size_t i = 0; status == HTR_OK && i < n; i++) {
        const struct htv_summary_call *c = &call[i];
        const uint32_t *by = c->parent == 0 ? NULL : at[c->parent - 1];
        at[i][0] = by == NULL ? htv_calltree_top(t, e->stack) : by[c->tail ? 0 : 1];
        at[i][1] = child_of(t, at[i][0], c->function);
        if (at[i][1] == 0) {
            status = HTR_ERR_MEMORY;
            break;
        }
        t->node[at[i][1]].entered += c->entered;
        t->node[at[i][1]].insns += c->insns;
        t->insns[e->hart] += c->insns;
    }
    free(at);
    return status;
}

int htv_calltree_take(struct htv_calltree *t, const struct htv_event *e)
{
    if (spend(t, e) != HTR_OK) {
        return HTR_ERR_MEMORY;
    }
    switch (e->kind) {
    case HTV_ENTER:
        t->current[e->hart] = e->stack;
        return entered(t, e);
    case HTV_LEAVE:
        t->stack[e->stack].count -= t->stack[e->stack].count > 0;
        return HTR_OK;
    case HTV_SWITCH:
        t->current[e->hart] = e->stack;
        return HTR_OK;
    default:
        return HTR_OK;
    }
}
