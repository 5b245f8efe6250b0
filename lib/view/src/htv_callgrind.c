/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer callgrind: costs by instruction and line, calls with their inclusive costs, branches; for
 * callgrind_annotate and KCachegrind.
 *
 * Source: Valgrind 3.19, "Callgrind Format Specification".
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flow/flow_insn.h"
#include "htv/htv_names.h"
#include "htv/htv_pass.h"
#include "htv/htv_places.h"
#include "htv/htv_profile.h"
#include "htv/htv_summary.h"
#include "htv/htv_symbols.h"
#include "htv_table.h"
#include "htv_text.h"
#include "htv_writers.h"

/* A call from one place: to one function. */
struct edge {
    uint64_t from, to; /* key: the instruction, the callee's first one */
    uint32_t caller, callee;
    uint16_t space;
    uint64_t count, insns; /* inclusive */
};

/* A frame that is open. */
struct open {
    uint32_t depth; /* as in events; a tail call leaves the frame of its caller open */
    size_t edge;    /* index, or NO_EDGE */
    uint64_t since; /* instructions of the stack */
};

struct stack {
    struct open *open;
    uint32_t count, room;
    uint64_t insns; /* executed while it was current */
};

#define NO_EDGE SIZE_MAX

struct callgrind {
    const struct htv_about *about;
    struct stack *stack;
    uint32_t stacks;
    uint32_t current[HTV_HARTS_MAX]; /* stack of each hart */
    uint64_t insns[HTV_HARTS_MAX];
    struct edge *edge;
    struct htv_table edges; /* by from, to, caller */
    size_t count, room;
    int status;
};

static int begin(void *state, const struct htv_about *about)
{
    struct callgrind *c = state;
    c->about = about;
    return HTR_OK;
}

/* ---- events ---- */

static size_t edge_of(struct callgrind *c, const struct edge *new)
{
    const uint64_t key = htv_table_mix(new->from, new->to ^ ((uint64_t) new->caller << 32));
    size_t at = htv_table_first(&c->edges, key);
    for (; htv_table_has(&c->edges, at); at = htv_table_next(&c->edges, at)) {
        const struct edge *o = &c->edge[c->edges.index[at]];
        if (o->from == new->from && o->to == new->to && o->caller == new->caller) {
            return c->edges.index[at];
        }
    }
    if (!htv_grow((void **)&c->edge, &c->room, c->count + 1, sizeof *c->edge) ||
        !htv_table_add(&c->edges, key, (uint32_t)c->count)) {
        c->status = HTR_ERR_MEMORY;
        return NO_EDGE;
    }
    c->edge[c->count] = *new;
    return c->count++;
}

/* The function that calls from the frame on top; 0: it was found running. */
static uint32_t caller_in(const struct callgrind *c, const struct stack *s)
{
    const struct open *o = &s->open[s->count - 1];
    return o->edge == NO_EDGE ? 0 : c->edge[o->edge].callee;
}

static void enter(struct callgrind *c, struct stack *s, const struct htv_event *e)
{
    size_t room = s->room;
    if (!htv_grow((void **)&s->open, &room, s->count + 1U, sizeof *s->open)) {
        c->status = HTR_ERR_MEMORY;
        return;
    }
    s->room = (uint32_t)room;
    size_t edge = NO_EDGE;
    if (e->how != HTV_SYNTHETIC && s->count > 0) {
        edge = edge_of(c, &(struct edge){.from = e->from,
                                         .to = e->pc,
                                         .caller = caller_in(c, s),
                                         .callee = e->function,
                                         .space = e->space});
        if (edge != NO_EDGE) {
            c->edge[edge].count++;
        }
    }
    s->open[s->count++] = (struct open){.depth = e->depth, .edge = edge, .since = s->insns};
}

static void leave(struct callgrind *c, struct stack *s, const struct htv_event *e)
{
    if (e->how == HTV_TAIL) { /* its caller waits for what comes */
        return;
    }
    while (s->count > 0 && s->open[s->count - 1].depth >= e->depth) {
        const struct open *o = &s->open[--s->count];
        if (o->edge != NO_EDGE) {
            c->edge[o->edge].insns += s->insns - o->since;
        }
    }
}

static int spend(struct callgrind *c, const struct htv_event *e)
{
    size_t room = c->stacks;
    if (!htv_grow((void **)&c->stack, &room, e->stack + 1U, sizeof *c->stack)) {
        return htv_text_fail(c->about, HTR_ERR_MEMORY);
    }
    c->stacks = (uint32_t)room;
    c->stack[c->current[e->hart]].insns += e->insns - c->insns[e->hart];
    c->insns[e->hart] = e->insns;
    return HTR_OK;
}

/* The calls one by one, then their costs with those of what they call. */
static int calls(void *state, const struct htv_event *e, const struct htv_summary_call *call,
                 size_t n)
{
    struct callgrind *c = state;
    int status = spend(c, e);
    const struct stack *s = status == HTR_OK ? &c->stack[e->stack] : NULL;
    uint64_t *all = calloc(n + 1, sizeof *all);
    size_t *edge = calloc(n + 1, sizeof *edge);
    if (status != HTR_OK || all == NULL || edge == NULL) {
        free(all);
        free(edge);
        return status != HTR_OK ? status : htv_text_fail(c->about, HTR_ERR_MEMORY);
    }
    for (size_t i = 0; i < n && s->count > 0; i++) {
        const struct htv_summary_call *o = &call[i];
        edge[i] = edge_of(c, &(struct edge){.from = o->from,
                                            .to = o->to,
                                            .caller = o->parent == 0 ? caller_in(c, s)
                                                                     : call[o->parent - 1].function,
                                            .callee = o->function,
                                            .space = e->space});
    }
    for (size_t i = n; i-- > 0 && c->status == HTR_OK;) {
        all[i] += call[i].insns;
        if (call[i].parent != 0) {
            all[call[i].parent - 1] += all[i];
        }
        if (s->count > 0) {
            c->edge[edge[i]].count += call[i].entered;
            c->edge[edge[i]].insns += all[i];
        }
        c->stack[e->stack].insns += call[i].insns;
        c->insns[e->hart] += call[i].insns;
    }
    free(all);
    free(edge);
    return htv_text_fail(c->about, c->status);
}

static int take(void *state, const struct htv_event *e)
{
    struct callgrind *c = state;
    const int status = spend(c, e);
    if (status != HTR_OK) {
        return status;
    }
    if (e->kind == HTV_ENTER) {
        c->current[e->hart] = e->stack;
        enter(c, &c->stack[e->stack], e);
    } else if (e->kind == HTV_LEAVE) {
        leave(c, &c->stack[e->stack], e);
    } else if (e->kind == HTV_SWITCH) {
        c->current[e->hart] = e->stack;
    }
    return htv_text_fail(c->about, c->status);
}

/* ---- the file ---- */

struct text {
    const struct htv_about *about;
    struct htv_places *places;
    const struct htv_insn_counts *insns;
    FILE *out;
    struct htv_spot before; /* of the last line */
};

/* Names may not hold an end of line. */
static void write_name(FILE *out, const char *key, const char *name)
{
    fprintf(out, "%s=", key);
    for (const char *p = name; *p != '\0'; p++) {
        putc((unsigned char)*p < ' ' ? '?' : *p, out);
    }
    putc('\n', out);
}

static void write_function(const struct text *t, const struct htv_spot *s)
{
    putc('\n', t->out);
    write_name(t->out, "ob", s->image[0] != '\0' ? s->image : "???");
    write_name(t->out, "fl", s->file[0] != '\0' ? s->file : "???");
    write_name(t->out, "fn", s->function);
}

static void write_call(const struct text *t, const struct edge *e, const struct htv_spot *from)
{
    const struct htv_name *to = htv_names_get(t->about->names, e->callee);
    write_name(t->out, "cob", to->image[0] != '\0' ? to->image : "???");
    write_name(t->out, "cfi", to->file[0] != '\0' ? to->file : "???");
    write_name(t->out, "cfn", to->name);
    fprintf(t->out, "calls=%" PRIu64 " 0x%" PRIx64 " %" PRIu32 "\n", e->count, e->to, to->line);
    fprintf(t->out, "0x%" PRIx64 " %" PRIu32 " %" PRIu64 "\n", e->from, from->line, e->insns);
}

static void write_branch(const struct text *t, const struct htv_insn_count *i, uint32_t line)
{
    struct htv_spot to;
    htv_places_at(t->places, i->space, i->target, &to);
    fprintf(t->out, "jcnd=%" PRIu64 "/%" PRIu64 " 0x%" PRIx64 " %" PRIu32 "\n", i->taken, i->count,
            i->target, to.line);
    fprintf(t->out, "0x%" PRIx64 " %" PRIu32 "\n", i->pc, line);
}

static int by_from(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->space != y->space) {
        return x->space < y->space ? -1 : 1;
    }
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    return x->to < y->to ? -1 : x->to > y->to;
}

/* -1: the call is from an instruction before i, 0: from i, 1: from one after it. */
static int order_of(const struct edge *e, const struct htv_insn_count *i)
{
    const struct edge at = {.space = i->space, .from = i->pc, .to = e->to};
    return by_from(e, &at);
}

/* Where the next instruction or call is: its function, and another file that it was inlined from.
 * Returns true for that; end_place ends it. */
static bool write_place(struct text *t, uint16_t space, uint64_t pc, struct htv_spot *s)
{
    htv_places_at(t->places, space, pc, s);
    if (t->before.function == NULL || s->function_pc != t->before.function_pc ||
        strcmp(s->function, t->before.function) != 0) {
        write_function(t, s);
    }
    t->before = *s;
    const bool other = s->line != 0 && strcmp(s->line_file, s->file) != 0;
    if (other) {
        write_name(t->out, "fi", s->line_file);
    }
    return other;
}

static void end_place(const struct text *t, const struct htv_spot *s, bool other)
{
    if (other) {
        write_name(t->out, "fe", s->file[0] != '\0' ? s->file : "???");
    }
}

/* A call from an instruction that was never executed: a trap came before it, or it caused one. */
static void write_stray(struct text *t, const struct edge *e)
{
    struct htv_spot s;
    const bool other = write_place(t, e->space, e->from, &s);
    write_call(t, e, &s);
    end_place(t, &s, other);
}

/* One instruction: its cost, its branch, the calls from it, which are next in edge[*at]. */
static void write_insn(struct text *t, const struct htv_insn_count *i, const struct callgrind *c,
                       size_t *at)
{
    struct htv_spot s;
    const bool other = write_place(t, i->space, i->pc, &s);
    fprintf(t->out, "0x%" PRIx64 " %" PRIu32 " %" PRIu64 "\n", i->pc, s.line, i->count);
    if (i->cls == FLOW_INSN_BRANCH) {
        write_branch(t, i, s.line);
    }
    while (*at < c->count && order_of(&c->edge[*at], i) == 0) {
        write_call(t, &c->edge[(*at)++], &s);
    }
    end_place(t, &s, other);
}

static void write_all(struct text *t, const struct callgrind *c, uint64_t sum)
{
    size_t at = 0;
    fprintf(t->out, "# callgrind format\nversion: 1\ncreator: hartrace\n");
    write_name(t->out, "cmd", t->about->trace);
    fprintf(t->out, "positions: instr line\nevents: Ir\nsummary: %" PRIu64 "\n", sum);
    for (size_t i = 0; i < t->insns->n; i++) {
        while (at < c->count && order_of(&c->edge[at], &t->insns->insn[i]) < 0) {
            write_stray(t, &c->edge[at++]);
        }
        write_insn(t, &t->insns->insn[i], c, &at);
    }
    while (at < c->count) {
        write_stray(t, &c->edge[at++]);
    }
    fprintf(t->out, "\ntotals: %" PRIu64 "\n", sum);
}

static int end(void *state, const struct htv_totals *totals)
{
    struct callgrind *c = state;
    const struct htv_about *about = c->about;
    struct htv_insn_counts insns;
    uint64_t sum = 0;
    (void)totals;
    int status =
        htv_profile_insns(about->profile, about->host, about->code_of, about->code_ctx, &insns);
    struct text t = {.about = about, .insns = &insns, .out = about->out};
    t.places = status == HTR_OK ? htv_places_new(about) : NULL;
    if (t.places != NULL) {
        for (size_t i = 0; i < insns.n; i++) {
            sum += insns.insn[i].count;
        }
        if (c->count > 0) {
            qsort(c->edge, c->count, sizeof *c->edge, by_from);
        }
        write_all(&t, c, sum);
        status = ferror(about->out) != 0 ? HTR_ERR_WRITE : HTR_OK;
    } else if (status == HTR_OK) {
        status = htr_fail(about->host, HTR_ERR_MEMORY, about->trace, "not enough memory");
    }
    htv_places_free(t.places);
    htv_insn_counts_free(&insns);
    return status;
}

static void close(void *state)
{
    struct callgrind *c = state;
    for (uint32_t i = 0; i < c->stacks; i++) {
        free(c->stack[i].open);
    }
    free(c->stack);
    free(c->edge);
    htv_table_free(&c->edges);
}

const struct htv_writer htv_callgrind = {
    .name = "callgrind",
    .help = "costs by instruction, line and call, for callgrind_annotate and KCachegrind",
    .state_size = sizeof(struct callgrind),
    .begin = begin,
    .take = take,
    .calls = calls,
    .end = end,
    .close = close,
};
