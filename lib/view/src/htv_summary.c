/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Summaries of parts: see htv_summary.h. A call reconstruction of its own runs from the first range
 * of a part, which is its base frame. What that says of frames above the base is what it would say
 * with any frames below; what depends on the base or on those is kept as it is: all that is open is
 * written, and the range is the base of what follows.
 */
#include "htv/htv_summary.h"

#include <stdlib.h>

#include "htv_calls_stack.h"
#include "htv_summary_tree.h"
#include "htv_table.h"

enum {
    MOST = 1 << 30, /* instructions of a range */
    PLACES = 1 << 12,
    EVENTS = 3, /* of a range, that are looked at */
};

/* A frame, from the base up. */
struct frame {
    struct flow_range range; /* its own instructions so far, as one range */
    struct htv_place place;  /* where they began */
    uint32_t node;           /* in the tree; 0: the base */
    bool tail;               /* the frame below it made a tail call */
};

struct kept {
    uint64_t pc;
    bool known, entry;
    struct htv_place place;
};

struct htv_summary {
    htv_locate *locate;
    void *ctx;
    struct htr_elem_writer w;
    struct htv_calls calls;
    struct htv_event event[EVENTS];
    unsigned events;
    struct frame *frame;
    size_t n, room; /* frames; 0: nothing is open */
    struct htv_summary_tree tree;
    uint32_t *map; /* a tree that is read: its calls in this tree */
    size_t mapped, map_room;
    struct kept kept[PLACES];
};

static struct htv_place place_at(void *ctx, const struct flow_context *context, uint64_t pc,
                                 bool entry)
{
    struct htv_summary *s = ctx;
    struct kept *k = &s->kept[((pc >> 1) ^ entry) % PLACES];
    if (!k->known || k->pc != pc || k->entry != entry) {
        *k = (struct kept){pc, true, entry, s->locate(s->ctx, context, pc, entry)};
    }
    return k->place;
}

static void emitted(void *ctx, const struct htv_event *e)
{
    struct htv_summary *s = ctx;
    if (s->events < EVENTS) {
        s->event[s->events] = *e;
    }
    s->events++;
}

int htv_summary_open(struct htv_summary **out, struct htr_host *host, htv_locate *locate, void *ctx,
                     FILE *to)
{
    struct htv_summary *s = calloc(1, sizeof *s);
    *out = s;
    if (s == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory for a summary");
    }
    s->locate = locate;
    s->ctx = ctx;
    htr_elem_writer_init(&s->w, to);
    htv_calls_init(&s->calls, 0, 0, 1, place_at, emitted, s);
    return HTR_OK;
}

void htv_summary_close(struct htv_summary *s)
{
    if (s != NULL) {
        htv_calls_free(&s->calls);
        htv_summary_tree_free(&s->tree);
        free(s->frame);
        free(s->map);
        free(s);
    }
}

void htv_summary_flush(struct htv_summary *s)
{
    for (size_t i = 0; i < s->n; i++) {
        htr_elem_write_range(&s->w, &s->frame[i].range);
        if (i == 0) {
            htv_summary_tree_write(&s->tree, &s->w);
        }
    }
    s->n = 0;
    htv_calls_gap(&s->calls);
}

/* ---- ranges ---- */

/* A frame on top. node: 0 for the base. */
static int push(struct htv_summary *s, const struct flow_range *r, uint32_t node, bool tail)
{
    if (!htv_grow((void **)&s->frame, &s->room, s->n + 1, sizeof *s->frame)) {
        return HTR_ERR_MEMORY;
    }
    s->frame[s->n++] = (struct frame){.range = *r,
                                      .place = place_at(s, &s->calls.context, r->start, false),
                                      .node = node,
                                      .tail = tail};
    return HTR_OK;
}

/* Nothing is known below: the range is the base. */
static int begin_anew(struct htv_summary *s, const struct flow_range *r)
{
    htv_summary_flush(s);
    htv_calls_range(&s->calls, r);
    return s->calls.status != HTR_OK ? s->calls.status : push(s, r, 0, false);
}

/* May a range be part of that of a frame? Then call reconstruction passes over it there: both begin
 * in one named function, or there are no names. */
static bool fits(const struct frame *f, const struct htv_place *p, const struct flow_range *r)
{
    const bool same = p->named ? f->place.named && p->low == f->place.low
                               : !f->place.named && p->length == UINT64_MAX;
    return same && p->length == f->place.length && f->range.count + r->count < MOST;
}

static int extend(struct frame *f, const struct flow_range *r)
{
    f->range.end = r->end;
    f->range.count += r->count;
    f->range.last_cls = r->last_cls;
    f->range.last_size = r->last_size;
    f->range.last_taken = r->last_taken;
    return HTR_OK;
}

/* Does the transfer before the range depend on frames that are not known? */
static bool depends(const struct htv_summary *s, const struct flow_range *r)
{
    const uint8_t how = s->calls.pending;
    const struct htv_stack *stack = &s->calls.stack[s->calls.current];
    const struct htv_call_frame *top = &stack->frame[stack->count - 1];
    switch ((enum flow_insn_class)how) {
    case FLOW_INSN_LINEAR:
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_CALL:
        return false;
    case FLOW_INSN_RETURN:
        return s->n == 1;
    case FLOW_INSN_JUMP:
    case FLOW_INSN_OTHER: /* one that goes to where a frame below returns to is a return */
        return s->n == 1 || (r->start != top->back && !htv_stack_holds(top, r->start));
    default:
        return true;
    }
}

/* The calls that the range returns from end: the frame on top, and those whose tail call it is. */
static void end_calls(struct htv_summary *s, size_t first)
{
    while (s->n > first) {
        const struct frame *f = &s->frame[--s->n];
        struct htv_summary_call *c = &s->tree.node[f->node - 1].call;
        c->entered++;
        c->insns += f->range.count;
    }
}

/* A call, or a tail call. */
static int called(struct htv_summary *s, const struct flow_range *r, bool tail)
{
    const struct htv_stack *stack = &s->calls.stack[s->calls.current];
    if (stack->frame[stack->count - 1].setjmp || s->tree.n == HTV_SUMMARY_MAX) {
        return begin_anew(s, r); /* a later longjmp goes by it */
    }
    const uint32_t node = htv_summary_tree_call(&s->tree, s->frame[s->n - 1].node,
                                                s->event[s->events - 1].from, r->start, tail);
    return node == 0 ? HTR_ERR_MEMORY : push(s, r, node, tail);
}

int htv_summary_range(struct htv_summary *s, const struct flow_range *r)
{
    if (s->n == 0 || depends(s, r)) {
        return begin_anew(s, r);
    }
    struct frame *top = &s->frame[s->n - 1];
    const struct htv_place p = place_at(s, &s->calls.context, r->start, false);
    const struct htv_event *e = s->event;
    s->events = 0;
    htv_calls_range(&s->calls, r);
    if (s->calls.status != HTR_OK) {
        return s->calls.status;
    }
    const bool deep = s->calls.stack[s->calls.current].over > 0;
    if (s->events == 0 && !deep && fits(top, &p, r)) {
        return extend(top, r);
    }
    if (s->events == 1 && e[0].kind == HTV_ENTER && e[0].how == HTV_CALL) {
        return called(s, r, false);
    }
    if (s->n > 1 && s->events == 2 && e[0].kind == HTV_LEAVE && e[0].how == HTV_TAIL &&
        e[1].kind == HTV_ENTER && e[1].how == HTV_TAIL) {
        return called(s, r, true);
    }
    if (s->n > 1 && s->events == 1 && e[0].kind == HTV_LEAVE && e[0].how == HTV_RETURN) {
        size_t first = s->n - 1;
        while (s->frame[first].tail) {
            first--;
        }
        if (fits(&s->frame[first - 1], &p, r)) {
            end_calls(s, first);
            return extend(&s->frame[first - 1], r);
        }
    }
    return begin_anew(s, r);
}

/* ---- other items ---- */

/* A call of a tree, from the frame that is open. */
static int add_call(struct htv_summary *s, const struct flow_elem *e)
{
    struct htv_summary_call call;
    const bool last = htv_summary_call_of(e, &call);
    if (s->n == 0 || call.parent > s->mapped) {
        return HTR_ERR_FORMAT;
    }
    const uint32_t parent = call.parent == 0 ? s->frame[s->n - 1].node : s->map[call.parent - 1];
    if (!htv_grow((void **)&s->map, &s->map_room, s->mapped + 1, sizeof *s->map)) {
        return HTR_ERR_MEMORY;
    }
    const uint32_t at = htv_summary_tree_call(&s->tree, parent, call.from, call.to, call.tail);
    if (at == 0) {
        return HTR_ERR_MEMORY;
    }
    s->map[s->mapped++] = at;
    s->tree.node[at - 1].call.entered += call.entered;
    s->tree.node[at - 1].call.insns += call.insns;
    s->mapped = last ? 0 : s->mapped;
    return HTR_OK;
}

int htv_summary_elem(struct htv_summary *s, const struct flow_elem *e)
{
    switch (e->type) {
    case HTV_SUMMARY_ELEM:
        return add_call(s, e);
    case FLOW_ELEM_TIMESTAMP:
    case FLOW_ELEM_EVENT:
    case FLOW_ELEM_EXCEPTION_RET:
    case FLOW_ELEM_DATA:
        return HTR_OK;
    default:
        htv_summary_flush(s);
        htr_elem_write(&s->w, e);
        return s->calls.status;
    }
}

int htv_summary_log(struct htv_summary *s, FILE *from)
{
    struct htr_elem_reader r;
    struct flow_elem e;
    int status = HTR_OK;
    htr_elem_reader_init(&r, from);
    while (status == HTR_OK && htr_elem_read(&r, &e)) {
        const struct flow_range range = {.start = e.start,
                                         .end = e.end,
                                         .count = e.count,
                                         .type = FLOW_RANGE_TYPE,
                                         .last_cls = e.last_cls,
                                         .last_size = e.last_size,
                                         .last_taken = e.last_taken};
        status = e.type == FLOW_ELEM_RANGE ? htv_summary_range(s, &range) : htv_summary_elem(s, &e);
    }
    status = status == HTR_OK && r.damaged ? HTR_ERR_FORMAT : status;
    htr_elem_reader_close(&r);
    return status;
}
