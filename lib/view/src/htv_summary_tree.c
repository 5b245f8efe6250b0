/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of calls that begin and end in a part, in the order of their first calls. */
#include "htv_summary_tree.h"

#include <stdlib.h>
#include <string.h>

#include "htv_table.h"

enum {
    SMALLEST = 64, /* places of the table */
    TAIL = 1,      /* flow_elem.code of a call */
    LAST = 2,
};

void htv_summary_tree_free(struct htv_summary_tree *t)
{
    free(t->node);
    free(t->table);
    *t = (struct htv_summary_tree){0};
}

static size_t place(const struct htv_summary_tree *t, const struct htv_summary_call *c)
{
    uint64_t h = htv_table_mix(c->from, c->to);
    h = htv_table_mix(h, (uint64_t)c->parent << 1 | c->tail);
    size_t at = (size_t)h & (t->size - 1);
    while (t->table[at] != 0) {
        const struct htv_summary_call *o = &t->node[t->table[at] - 1].call;
        if (o->from == c->from && o->to == c->to && o->parent == c->parent && o->tail == c->tail) {
            break;
        }
        at = (at + 1) & (t->size - 1);
    }
    return at;
}

static bool widen(struct htv_summary_tree *t)
{
    const size_t size = t->size == 0 ? (size_t)SMALLEST : 2 * t->size;
    uint32_t *more = calloc(size, sizeof *more);
    if (more == NULL) {
        return false;
    }
    free(t->table);
    t->table = more;
    t->size = size;
    for (size_t i = 0; i < t->n; i++) {
        t->node[i].slot = (uint32_t)place(t, &t->node[i].call);
        more[t->node[i].slot] = (uint32_t)(i + 1);
    }
    return true;
}

uint32_t htv_summary_tree_call(struct htv_summary_tree *t, uint32_t parent, uint64_t from,
                               uint64_t to, bool tail)
{
    const struct htv_summary_call call = {.from = from, .to = to, .parent = parent, .tail = tail};
    if ((2 * t->n >= t->size && !widen(t)) ||
        !htv_grow((void **)&t->node, &t->room, t->n + 1, sizeof *t->node)) {
        return 0;
    }
    const size_t at = place(t, &call);
    if (t->table[at] == 0) {
        t->node[t->n] = (struct htv_summary_node){.call = call, .slot = (uint32_t)at};
        t->table[at] = (uint32_t)++t->n;
    }
    return t->table[at];
}

/* Number what ended here, and what leads to it. Returns how many. */
static uint32_t number(struct htv_summary_tree *t)
{
    uint32_t n = 0;
    for (size_t i = t->n; i-- > 0;) {
        struct htv_summary_node *o = &t->node[i];
        o->kept |= o->call.entered > 0;
        if (o->kept != 0 && o->call.parent != 0) {
            t->node[o->call.parent - 1].kept = 1;
        }
    }
    for (size_t i = 0; i < t->n; i++) {
        t->node[i].kept = t->node[i].kept != 0 ? ++n : 0;
    }
    return n;
}

void htv_summary_tree_write(struct htv_summary_tree *t, struct htr_elem_writer *w)
{
    const uint32_t last = number(t);
    for (size_t i = 0; i < t->n; i++) {
        const struct htv_summary_node *o = &t->node[i];
        const struct htv_summary_call *c = &o->call;
        t->table[o->slot] = 0;
        if (o->kept == 0) {
            continue;
        }
        const struct flow_elem e = {
            .type = HTV_SUMMARY_ELEM,
            .code = (uint8_t)((c->tail ? TAIL : 0) | (o->kept == last ? LAST : 0)),
            .count = c->parent == 0 ? 0 : t->node[c->parent - 1].kept,
            .start = c->to,
            .end = c->from,
            .value = c->insns,
            .msg = c->entered,
            .offset = w->last.offset,
            .src = w->last.src,
            .context = w->last.context};
        htr_elem_write(w, &e);
    }
    t->n = 0;
}

bool htv_summary_call_of(const struct flow_elem *e, struct htv_summary_call *call)
{
    *call = (struct htv_summary_call){.from = e->end,
                                      .to = e->start,
                                      .entered = e->msg,
                                      .insns = e->value,
                                      .parent = e->count,
                                      .tail = (e->code & TAIL) != 0};
    return (e->code & LAST) != 0;
}
