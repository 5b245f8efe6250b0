/* SPDX-License-Identifier: Apache-2.0 */
/* The order of a call tree on paper: callees below their caller, the most expensive first. */
#include "htv_callview_rows.h"

#include <stdlib.h>

/* A node with what is below it; sorted, the callees of one function are next to each other. */
struct sum {
    uint64_t insns, time, cost;
    uint32_t node, parent;
};

struct order {
    struct sum *sum;   /* sorted */
    uint32_t *first;   /* of each node: its first callee in sum */
    uint32_t *waiting; /* callees of the chain that is being walked: next one of each level */
    uint32_t *row;     /* of each node */
};

static int by_parent(const void *a, const void *b)
{
    const struct sum *x = a, *y = b;
    if (x->parent != y->parent) {
        return x->parent < y->parent ? -1 : 1;
    }
    if (x->cost != y->cost) {
        return x->cost > y->cost ? -1 : 1;
    }
    return x->node < y->node ? -1 : x->node > y->node;
}

static void add_up(struct order *o, const struct htv_calltree *t, bool by_time)
{
    for (uint32_t i = t->count; i-- > 0;) {
        struct sum *s = &o->sum[i];
        s->insns += t->node[i].insns;
        s->time += t->node[i].time;
        s->cost = by_time ? s->time : s->insns;
        s->node = i;
        s->parent = t->node[i].parent;
        if (i > 0) {
            o->sum[s->parent].insns += s->insns;
            o->sum[s->parent].time += s->time;
        }
    }
}

static bool is_shown(const struct htv_callview *v, const struct sum *s, uint32_t depth,
                     uint64_t all)
{
    return (v->depth == 0 || depth < v->depth) &&
           100.0 * (double)s->cost >= (double)v->min_percent * (double)all;
}

/* One level after the other is open; a node's callees follow it at once. */
static void walk(const struct htv_callview *v, const struct order *o, uint32_t count, uint64_t all,
                 struct htv_callview_rows *out)
{
    uint32_t depth = 0;
    o->waiting[0] = count > 1 ? o->first[0] : count;
    for (uint32_t parent = 0;;) {
        const uint32_t at = o->waiting[depth];
        if (at >= count || o->sum[at].parent != parent || o->sum[at].node == 0) {
            if (depth == 0) {
                return;
            }
            depth--;
            parent = depth == 0 ? 0 : o->sum[o->waiting[depth - 1] - 1].node;
            continue;
        }
        const struct sum *s = &o->sum[at];
        o->waiting[depth]++;
        if (!is_shown(v, s, depth, all)) {
            uint32_t *folded = depth == 0 ? &out->folded : &out->row[o->row[parent]].folded;
            ++*folded;
            continue;
        }
        o->row[s->node] = out->n;
        out->row[out->n] = (struct htv_callview_row){.node = s->node,
                                                     .parent = depth == 0 ? out->n : o->row[parent],
                                                     .depth = depth,
                                                     .insns = s->insns,
                                                     .time = s->time};
        out->n++;
        parent = s->node;
        o->waiting[++depth] = o->first[parent];
    }
}

int htv_callview_rows(const struct htv_callview *v, const struct htv_calltree *t, bool by_time,
                      struct htv_callview_rows *out)
{
    struct order o = {
        .sum = calloc(t->count, sizeof *o.sum),
        .first = malloc(t->count * sizeof *o.first),
        .waiting = malloc((t->count + 1U) * sizeof *o.waiting),
        .row = calloc(t->count, sizeof *o.row),
    };
    *out = (struct htv_callview_rows){.row = malloc(t->count * sizeof *out->row)};
    const bool good =
        o.sum != NULL && o.first != NULL && o.waiting != NULL && o.row != NULL && out->row != NULL;
    if (good) {
        add_up(&o, t, by_time);
        out->insns = o.sum[0].insns;
        out->time = o.sum[0].time;
        qsort(o.sum + 1, t->count - 1, sizeof *o.sum, by_parent);
        for (uint32_t i = 0; i < t->count; i++) {
            o.first[i] = t->count;
        }
        for (uint32_t i = t->count; i-- > 1;) {
            o.first[o.sum[i].parent] = i;
        }
        walk(v, &o, t->count, by_time ? out->time : out->insns, out);
    }
    free(o.sum);
    free(o.first);
    free(o.waiting);
    free(o.row);
    return good ? HTR_OK : HTR_ERR_MEMORY;
}
