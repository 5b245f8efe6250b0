/* SPDX-License-Identifier: Apache-2.0 */
/* Exceptions and interrupts of a report. */
#include "htv_report_traps.h"

#include <stdlib.h>

#include "htr/htr_trace.h"
#include "htv_table.h"

enum {
    OPEN = 1024,   /* traps that have not returned; older ones are forgotten */
    LISTED = 2000, /* first ones */
    LONGEST = 200,
    GROUPS = 1000,
};

#define NOT_KNOWN UINT64_MAX

void htv_traps_free(struct htv_traps *t)
{
    free(t->open);
    free(t->list);
    free(t->longest);
    free(t->group);
}

static unsigned bin_of(uint64_t time)
{
    unsigned b = 0;
    for (; time != 0; time >>= 1) {
        b++;
    }
    return b;
}

static struct htv_trap_group *group_of(struct htv_traps *t, const struct htv_trap *trap)
{
    for (size_t i = 0; i < t->groups; i++) {
        if (t->group[i].handler == trap->handler && t->group[i].btype == trap->btype) {
            return &t->group[i];
        }
    }
    if (t->groups >= GROUPS ||
        !htv_grow((void **)&t->group, &t->groups_room, t->groups + 1, sizeof *t->group)) {
        return NULL;
    }
    struct htv_trap_group *g = &t->group[t->groups++];
    *g = (struct htv_trap_group){.handler = trap->handler, .btype = trap->btype, .min = UINT64_MAX};
    return g;
}

static void sink(struct htv_trap *heap, size_t n, size_t at)
{
    for (;;) {
        size_t least = at;
        for (size_t c = 2 * at + 1; c <= 2 * at + 2 && c < n; c++) {
            least = heap[c].latency < heap[least].latency ? c : least;
        }
        if (least == at) {
            return;
        }
        const struct htv_trap moved = heap[at];
        heap[at] = heap[least];
        heap[least] = moved;
        at = least;
    }
}

static int keep_longest(struct htv_traps *t, const struct htv_trap *trap)
{
    if (t->longest == NULL && (t->longest = calloc(LONGEST, sizeof *t->longest)) == NULL) {
        return HTR_ERR_MEMORY;
    }
    if (t->nlongest < LONGEST) {
        t->longest[t->nlongest++] = *trap;
        for (size_t i = t->nlongest / 2; t->nlongest == LONGEST && i-- > 0;) {
            sink(t->longest, LONGEST, i);
        }
    } else if (trap->latency > t->longest[0].latency) {
        t->longest[0] = *trap;
        sink(t->longest, LONGEST, 0);
    }
    return HTR_OK;
}

/* A trap has ended: it returned, or that is not known. */
static int count(struct htv_traps *t, const struct htv_trap *trap)
{
    struct htv_trap_group *g = group_of(t, trap);
    if (g == NULL) {
        t->ungrouped++;
    } else {
        g->count++;
    }
    if (t->n < LISTED) {
        if (!htv_grow((void **)&t->list, &t->room, t->n + 1, sizeof *t->list)) {
            return HTR_ERR_MEMORY;
        }
        t->list[t->n++] = *trap;
    }
    if (trap->latency == NOT_KNOWN) {
        return HTR_OK;
    }
    if (g != NULL) {
        g->returned++;
        g->sum += trap->latency;
        g->insns += trap->insns;
        g->min = trap->latency < g->min ? trap->latency : g->min;
        g->max = trap->latency > g->max ? trap->latency : g->max;
        g->bin[bin_of(trap->latency)]++;
    }
    return keep_longest(t, trap);
}

static int drop_open(struct htv_traps *t, size_t i)
{
    const struct htv_trap trap = t->open[i];
    memmove(&t->open[i], &t->open[i + 1], (--t->opened - i) * sizeof *t->open);
    return count(t, &trap);
}

static int enter(struct htv_traps *t, const struct htv_event *e, uint32_t interrupted)
{
    int status = t->opened == OPEN ? drop_open(t, 0) : HTR_OK;
    if (status != HTR_OK ||
        !htv_grow((void **)&t->open, &t->open_room, t->opened + 1, sizeof *t->open)) {
        return HTR_ERR_MEMORY;
    }
    t->count++;
    t->open[t->opened++] = (struct htv_trap){.time = e->time,
                                             .latency = NOT_KNOWN,
                                             .insns = e->insns,
                                             .interrupted = e->from,
                                             .handler_pc = e->pc,
                                             .function = interrupted,
                                             .handler = e->function,
                                             .stack = e->stack,
                                             .depth = e->depth,
                                             .hart = e->hart,
                                             .btype = e->code};
    return HTR_OK;
}

int htv_traps_take(struct htv_traps *t, const struct htv_event *e, uint32_t interrupted)
{
    if (e->kind == HTV_ENTER && e->how == HTV_TRAP) {
        return enter(t, e, interrupted);
    }
    /* A tail call in the handler takes its frame's place: its return is the trap's. */
    if (e->kind == HTV_LEAVE && e->how != HTV_TAIL) {
        for (size_t i = t->opened; i-- > 0;) {
            struct htv_trap *o = &t->open[i];
            if (o->hart == e->hart && o->stack == e->stack && o->depth == e->depth) {
                if (e->how == HTV_RETURN) {
                    o->latency = e->time - o->time;
                    o->insns = e->insns - o->insns;
                }
                return drop_open(t, i);
            }
        }
    }
    while (e->kind == HTV_END && t->opened > 0) {
        if (drop_open(t, 0) != HTR_OK) {
            return HTR_ERR_MEMORY;
        }
    }
    return HTR_OK;
}

/* ---- the file ---- */

static int by_time(const void *a, const void *b)
{
    const struct htv_trap *x = a, *y = b;
    return x->hart != y->hart   ? (x->hart < y->hart ? -1 : 1)
           : x->time != y->time ? (x->time < y->time ? -1 : 1)
                                : 0;
}

static int by_latency(const void *a, const void *b)
{
    const struct htv_trap *x = a, *y = b;
    return x->latency > y->latency ? -1 : x->latency < y->latency;
}

static void put_list(struct htv_report_file *f, const char *name, const struct htv_trap *trap,
                     size_t n)
{
    htv_report_put(f, name);
    for (size_t i = 0; i < n; i++) {
        const struct htv_trap *t = &trap[i];
        const bool back = t->latency != NOT_KNOWN;
        htv_report_put(f, i == 0 ? "\n[" : ",\n[");
        const uint64_t number[] = {t->hart, t->time, t->btype, t->function, t->handler};
        for (unsigned j = 0; j < sizeof number / sizeof number[0]; j++) {
            htv_report_number(f, number[j]);
            htv_report_put(f, ",");
        }
        htv_report_address(f, t->interrupted);
        htv_report_put(f, ",");
        htv_report_address(f, t->handler_pc);
        htv_report_put(f, back ? "," : ",null,null");
        if (back) {
            htv_report_number(f, t->latency);
            htv_report_put(f, ",");
            htv_report_number(f, t->insns);
        }
        htv_report_put(f, "]");
    }
}

static void put_groups(struct htv_report_file *f, const struct htv_traps *t)
{
    for (size_t i = 0; i < t->groups; i++) {
        const struct htv_trap_group *g = &t->group[i];
        const uint64_t number[] = {
            g->handler, g->count, g->returned, g->sum, g->returned != 0 ? g->min : 0,
            g->max,     g->insns};
        htv_report_put(f, i == 0 ? "\n[" : ",\n[");
        htv_report_json(f, htr_trace_btype_name(g->btype));
        htv_report_put(f, ",");
        htv_report_numbers(f, number, sizeof number / sizeof number[0]);
        htv_report_put(f, ",");
        htv_report_numbers(f, g->bin, HTV_LATENCIES);
        htv_report_put(f, "]");
    }
}

int htv_report_traps(struct htv_report_file *file, struct htv_traps *t)
{
    if (t->n > 0) {
        qsort(t->list, t->n, sizeof *t->list, by_time);
    }
    if (t->nlongest > 0) {
        qsort(t->longest, t->nlongest, sizeof *t->longest, by_latency);
    }
    if (!htv_report_open(file, "data/traps.js")) {
        return file->status;
    }
    htv_report_put(file, "hartrace.traps={\"count\":");
    htv_report_number(file, t->count);
    htv_report_put(file, ",\"ungrouped\":");
    htv_report_number(file, t->ungrouped);
    htv_report_put(file, ",\"btypes\":[");
    for (unsigned b = 0; b < 4; b++) {
        htv_report_comma(file, b == 0);
        htv_report_json(file, htr_trace_btype_name(b));
    }
    put_list(file, "],\"first\":[", t->list, t->n);
    put_list(file, "],\"longest\":[", t->longest, t->nlongest);
    htv_report_put(file, "],\"groups\":[");
    put_groups(file, t);
    htv_report_put(file, "]};\n");
    htv_report_done(file);
    return file->status;
}
