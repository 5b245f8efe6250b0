/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer sqlite: every call, the counts of ranges, instructions and branches, what the trace
 * reports, and the totals, in one database.
 */
#include <stdlib.h>

#include "flow/flow_insn.h"
#include "htv/htv_names.h"
#include "htv/htv_pass.h"
#include "htv/htv_places.h"
#include "htv/htv_profile.h"
#include "htv_database.h"
#include "htv_table.h"
#include "htv_text.h"
#include "htv_writers.h"

/* A frame that is open. What is inclusive is counted by its stack. */
struct open {
    uint64_t id, pc, from, begin, begin_insns;
    uint64_t stack_insns, stack_time; /* when it was entered */
    uint64_t insns, time;             /* its own */
    uint32_t function, depth;
    uint8_t how, btype;
};

struct stack {
    struct open *open;
    size_t count, room;
    uint64_t insns, time; /* while it was current */
};

struct hart {
    uint32_t stack; /* current */
    uint64_t insns, time;
    int begun;
};

struct sqlite {
    const struct htv_about *about;
    struct htv_database d;
    struct stack *stack;
    size_t stacks;
    struct hart hart[HTV_HARTS_MAX];
    uint64_t calls, events, messages; /* ids given */
    uint64_t outside;                 /* instructions in no call */
};

#define N(value)                                                                                   \
    {                                                                                              \
        .number = (value)                                                                          \
    }
#define T(value)                                                                                   \
    {                                                                                              \
        .text = (value)                                                                            \
    }

static int add_about(struct sqlite *q, const char *name, const char *text, uint64_t number)
{
    const struct htv_cell cell[] = {T(name), {.text = text, .number = number}};
    return htv_database_add(&q->d, HTV_INSERT_ABOUT, cell);
}

static int begin(void *state, const struct htv_about *about)
{
    struct sqlite *q = state;
    q->about = about;
    int status = htv_database_open(&q->d, about->host, about->path, about->name);
    status = status == HTR_OK ? add_about(q, "schema", NULL, 1) : status;
    status = status == HTR_OK ? add_about(q, "trace", about->trace, 0) : status;
    status = status == HTR_OK ? add_about(q, "axis", htv_axis_unit(about->axis), 0) : status;
    status = status == HTR_OK ? add_about(q, "xlen", NULL, about->xlen) : status;
    if (status == HTR_OK && about->ticks_per_second != 0) {
        status = add_about(q, "ticks_per_second", NULL, about->ticks_per_second);
    }
    for (unsigned i = 0; status == HTR_OK && i < about->harts; i++) {
        const struct htv_cell cell[] = {N(i), N(about->hart[i].src), T(about->hart[i].name)};
        status = htv_database_add(&q->d, HTV_INSERT_HART, cell);
    }
    return status;
}

/* ---- calls ---- */

/* What was executed since the event before belongs to the top frame of the hart's stack. */
static void spend(struct sqlite *q, const struct htv_event *e)
{
    struct hart *h = &q->hart[e->hart];
    struct stack *s = &q->stack[h->stack];
    const uint64_t insns = e->insns - h->insns, time = h->begun ? e->time - h->time : 0;
    s->insns += insns;
    s->time += time;
    if (s->count > 0) {
        s->open[s->count - 1].insns += insns;
        s->open[s->count - 1].time += time;
    } else {
        q->outside += insns;
    }
    h->insns = e->insns;
    h->time = e->time;
    h->begun = 1;
}

static int enter(struct sqlite *q, const struct htv_event *e)
{
    struct stack *s = &q->stack[e->stack];
    if (!htv_grow((void **)&s->open, &s->room, s->count + 1, sizeof *s->open)) {
        return htr_fail(q->about->host, HTR_ERR_MEMORY, q->about->name, "not enough memory");
    }
    s->open[s->count++] = (struct open){.id = ++q->calls,
                                        .pc = e->pc,
                                        .from = e->from,
                                        .begin = e->time,
                                        .begin_insns = e->insns,
                                        .stack_insns = s->insns,
                                        .stack_time = s->time,
                                        .function = e->function,
                                        .depth = e->depth,
                                        .how = e->how,
                                        .btype = e->code};
    return HTR_OK;
}

static int leave(struct sqlite *q, const struct htv_event *e)
{
    struct stack *s = &q->stack[e->stack];
    if (s->count == 0) {
        return HTR_OK;
    }
    const struct open *o = &s->open[--s->count];
    const struct htv_cell cell[] = {
        N(o->id),
        {.number = s->count > 0 ? o[-1].id : 0, .empty = s->count == 0},
        N(e->hart),
        N(e->stack),
        N(o->depth),
        N(o->function),
        T(htv_how_name(o->how)),
        {.number = o->btype, .empty = o->how != HTV_TRAP},
        T(htv_how_name(e->how)),
        N(o->pc),
        {.number = o->from, .empty = o->how == HTV_SYNTHETIC},
        N(o->begin),
        N(e->time),
        N(o->begin_insns),
        N(e->insns),
        N(s->insns - o->stack_insns),
        N(o->insns),
        N(s->time - o->stack_time),
        N(o->time),
    };
    return htv_database_add(&q->d, HTV_INSERT_CALL, cell);
}

/* In the innermost call. */
static int message(struct sqlite *q, const struct htv_event *e)
{
    const struct htv_message *m = htv_text_message(q->about, e->value);
    const struct stack *s = &q->stack[e->stack];
    const struct htv_cell cell[] = {
        N(++q->messages),
        N(e->hart),
        N(e->time),
        N(e->insns),
        {.number = s->count > 0 ? s->open[s->count - 1].id : 0, .empty = s->count == 0},
        {.number = e->pc, .empty = e->pc == 0},
        {.number = e->from, .empty = e->from == 0},
        T(htr_fw_kind_name(m->kind)),
        T(m->name),
        T(m->text),
        {.number = m->word, .empty = m->kind != HTR_FW_DEBUG},
        N(m->log),
        N(m->offset),
        N(e->code),
    };
    return htv_database_add(&q->d, HTV_INSERT_MESSAGE, cell);
}

static int other(struct sqlite *q, const struct htv_event *e)
{
    const struct htv_cell cell[] = {
        N(++q->events), N(e->hart), N(e->time), N(e->insns), T(htv_kind_name(e->kind)),
        N(e->stack),    N(e->pc),   N(e->code), N(e->value), N(e->offset),
    };
    if (e->kind == HTV_SWITCH) {
        q->hart[e->hart].stack = e->stack;
    }
    return htv_database_add(&q->d, HTV_INSERT_EVENT, cell);
}

static int take(void *state, const struct htv_event *e)
{
    struct sqlite *q = state;
    if (!htv_grow((void **)&q->stack, &q->stacks, e->stack + (size_t)1, sizeof *q->stack)) {
        return htr_fail(q->about->host, HTR_ERR_MEMORY, q->about->name, "not enough memory");
    }
    spend(q, e);
    switch ((enum htv_kind)e->kind) {
    case HTV_ENTER:
        q->hart[e->hart].stack = e->stack;
        return enter(q, e);
    case HTV_LEAVE:
        return leave(q, e);
    case HTV_RANGE:
        return HTR_OK;
    case HTV_MESSAGE:
        return message(q, e);
    default:
        return other(q, e);
    }
}

/* ---- counts ---- */

static int add_functions(struct sqlite *q)
{
    int status = HTR_OK;
    for (uint32_t i = 0; status == HTR_OK && i < htv_names_count(q->about->names); i++) {
        const struct htv_name *n = htv_names_get(q->about->names, i);
        const struct htv_cell cell[] = {N(i),        T(n->name), T(n->file),  N(n->line),
                                        T(n->image), N(n->pc),   N(n->length)};
        status = htv_database_add(&q->d, HTV_INSERT_FUNCTION, cell);
    }
    return status;
}

static int by_range(const void *a, const void *b)
{
    const struct htv_profile_entry *x = *(const struct htv_profile_entry *const *)a,
                                   *y = *(const struct htv_profile_entry *const *)b;
    const uint64_t one[] = {x->space, x->start, x->end, x->insns, x->last_cls, x->last_taken};
    const uint64_t two[] = {y->space, y->start, y->end, y->insns, y->last_cls, y->last_taken};
    for (unsigned i = 0; i < sizeof one / sizeof one[0]; i++) {
        if (one[i] != two[i]) {
            return one[i] < two[i] ? -1 : 1;
        }
    }
    return 0;
}

/* By address: where they are in the table depends on the order in which they came. */
static int add_ranges(struct sqlite *q)
{
    const struct htv_profile *p = q->about->profile;
    const struct htv_profile_entry **sorted = malloc((p->size + 1) * sizeof *sorted);
    int status = sorted != NULL
                     ? HTR_OK
                     : htr_fail(q->about->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    size_t n = 0;
    uint64_t id = 0;
    for (size_t i = 0; sorted != NULL && i < p->size; i++) {
        if (p->entry[i].count > 0) {
            sorted[n++] = &p->entry[i];
        }
    }
    if (sorted != NULL) {
        qsort(sorted, n, sizeof(const struct htv_profile_entry *), by_range);
    }
    for (size_t i = 0; status == HTR_OK && i < n; i++) {
        const struct htv_profile_entry *e = sorted[i];
        const bool taken = e->last_cls == FLOW_INSN_BRANCH && e->last_taken;
        const struct htv_cell cell[] = {N(id + 1),   N(e->space),    N(e->start), N(e->end),
                                        N(e->insns), N(e->branches), N(taken),    N(e->count)};
        id++;
        status = htv_database_add(&q->d, HTV_INSERT_RANGE, cell);
    }
    free(sorted);
    return status;
}

static int add_insn(struct sqlite *q, struct htv_places *places, const struct htv_insn_count *i,
                    uint64_t id)
{
    struct htv_spot s;
    htv_places_at(places, i->space, i->pc, &s);
    const struct htv_cell insn[] = {N(id),       N(i->space),   N(i->pc),         N(i->size),
                                    N(i->count), T(s.function), N(s.function_pc), T(s.line_file),
                                    N(s.line)};
    int status = htv_database_add(&q->d, HTV_INSERT_INSTRUCTION, insn);
    if (status == HTR_OK && i->cls == FLOW_INSN_BRANCH) {
        const struct htv_cell branch[] = {N(id),         N(i->space),    N(i->pc),
                                          N(i->target),  N(i->count),    N(i->taken),
                                          T(s.function), T(s.line_file), N(s.line)};
        status = htv_database_add(&q->d, HTV_INSERT_BRANCH, branch);
    }
    return status;
}

static int add_insns(struct sqlite *q)
{
    const struct htv_about *about = q->about;
    struct htv_insn_counts insns;
    int status =
        htv_profile_insns(about->profile, about->host, about->code_of, about->code_ctx, &insns);
    struct htv_places *places = status == HTR_OK ? htv_places_new(about) : NULL;
    if (status == HTR_OK && places == NULL) {
        status = htr_fail(about->host, HTR_ERR_MEMORY, about->name, "not enough memory");
    }
    for (size_t i = 0; status == HTR_OK && i < insns.n; i++) {
        status = add_insn(q, places, &insns.insn[i], i + 1);
    }
    htv_places_free(places);
    htv_insn_counts_free(&insns);
    return status;
}

static int end(void *state, const struct htv_totals *totals)
{
    struct sqlite *q = state;
    int status = add_about(q, "outside", NULL, q->outside);
    for (unsigned i = 0; status == HTR_OK && i < HTV_TOTALS; i++) {
        const struct htv_total t = htv_total(totals, i);
        const struct htv_cell cell[] = {T(t.name), N(t.value)};
        status = htv_database_add(&q->d, HTV_INSERT_TOTAL, cell);
    }
    status = status == HTR_OK ? add_functions(q) : status;
    status = status == HTR_OK ? add_ranges(q) : status;
    status = status == HTR_OK ? add_insns(q) : status;
    return status == HTR_OK ? htv_database_finish(&q->d) : status;
}

static void close(void *state)
{
    struct sqlite *q = state;
    for (size_t i = 0; i < q->stacks; i++) {
        free(q->stack[i].open);
    }
    free(q->stack);
    htv_database_close(&q->d);
}

const struct htv_writer htv_sqlite = {
    .name = "sqlite",
    .help = "a database: calls, events, counts of ranges, instructions and branches",
    .wants = HTV_WANTS_PATH | HTV_WANTS_FILE | HTV_WANTS_MESSAGES,
    .state_size = sizeof(struct sqlite),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
