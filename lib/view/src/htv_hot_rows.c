/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of htv_hot.h: costs summed by function, line, branch, instruction. */
#include "htv_hot_rows.h"

#include <stdlib.h>

#include "flow/flow_insn.h"
#include "htv/htv_names.h"
#include "htv/htv_places.h"
#include "htv/htv_profile.h"
#include "htv_table.h"

static int no_memory(const struct htv_about *about)
{
    return htr_fail(about->host, HTR_ERR_MEMORY, about->trace, "not enough memory for the rows");
}

static struct htv_hot_row *add_row(struct htv_hot_collected *c)
{
    return htv_grow((void **)&c->row, &c->room, c->rows + 1, sizeof *c->row) ? &c->row[c->rows++]
                                                                             : NULL;
}

static int by_cost(const void *a, const void *b)
{
    const struct htv_hot_row *x = a, *y = b;
    if (x->cost != y->cost) {
        return x->cost > y->cost ? -1 : 1;
    }
    if (x->count != y->count) {
        return x->count > y->count ? -1 : 1;
    }
    if (x->space != y->space) {
        return x->space < y->space ? -1 : 1;
    }
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

/* ---- functions ---- */

/* For a walk over the tree, which may be deep: recursion is counted once. */
struct sums {
    uint64_t *insns, *time; /* of each node, with what is below it */
    uint32_t *open;         /* of each function: frames of it above the node */
};

static void visit(struct htv_hot_collected *c, struct sums *s, uint32_t id)
{
    const struct htv_node *n = &c->tree.node[id];
    struct htv_hot_row *r = &c->row[n->function];
    if (s->open[n->function]++ == 0) {
        r->inclusive += s->insns[id];
        r->inclusive_time += s->time[id];
    }
    r->count += n->insns;
    r->time += n->time;
    r->entered += n->entered;
}

/* From the outside in, without recursion. */
static void walk(struct htv_hot_collected *c, struct sums *s)
{
    const struct htv_node *node = c->tree.node;
    uint32_t at = node[0].child;
    while (at != 0) {
        visit(c, s, at);
        uint32_t next = node[at].child;
        while (next == 0 && at != 0) {
            s->open[node[at].function]--;
            next = node[at].next;
            at = node[at].parent;
        }
        at = next;
    }
}

static int sum_functions(struct htv_hot_collected *c, struct sums *s)
{
    const struct htv_calltree *t = &c->tree;
    s->insns = calloc(t->count, sizeof *s->insns);
    s->time = calloc(t->count, sizeof *s->time);
    s->open = calloc(c->rows, sizeof *s->open);
    if (s->insns == NULL || s->time == NULL || s->open == NULL) {
        return no_memory(c->about);
    }
    for (uint32_t i = t->count; i-- > 0;) {
        s->insns[i] += t->node[i].insns;
        s->time[i] += t->node[i].time;
        if (i > 0) {
            s->insns[t->node[i].parent] += s->insns[i];
            s->time[t->node[i].parent] += s->time[i];
        }
    }
    walk(c, s);
    return HTR_OK;
}

static int functions(const struct htv_hot *h)
{
    struct htv_hot_collected *c = h->collected;
    const struct htv_names *names = c->about->names;
    struct sums s = {0};
    for (uint32_t i = 0; i < htv_names_count(names); i++) {
        const struct htv_name *n = htv_names_get(names, i);
        struct htv_hot_row *r = add_row(c);
        if (r == NULL) {
            return no_memory(c->about);
        }
        *r = (struct htv_hot_row){.function = n->name,
                                  .file = n->file,
                                  .line = n->line,
                                  .pc = n->pc,
                                  .function_pc = n->pc,
                                  .space = n->space};
    }
    int status = sum_functions(c, &s);
    free(s.insns);
    free(s.time);
    free(s.open);
    size_t kept = 0;
    for (size_t i = 0; i < c->rows; i++) {
        struct htv_hot_row *r = &c->row[i];
        r->cost = c->about->weight_time ? r->time : r->count;
        if (r->entered > 0 || r->count > 0) {
            c->row[kept++] = *r;
        }
    }
    c->rows = kept;
    return status;
}

/* ---- what single instructions say ---- */

static struct htv_hot_row row_of(const struct htv_insn_count *i, const struct htv_spot *s)
{
    return (struct htv_hot_row){.function = s->function,
                                .file = s->line != 0 ? s->line_file : "",
                                .line = s->line,
                                .file_id = s->line_file_id,
                                .pc = i->pc,
                                .function_pc = s->function_pc,
                                .count = i->count,
                                .cost = i->count,
                                .space = i->space};
}

static struct htv_hot_row *line_row(struct htv_hot_collected *c, struct htv_table *t,
                                    const struct htv_hot_row *r)
{
    const uint64_t key = r->line != 0 ? htv_table_mix(r->file_id, r->line)
                                      : htv_table_mix(r->function_pc, UINT64_C(1) << 63 | r->space);
    for (size_t at = htv_table_first(t, key); htv_table_has(t, at); at = htv_table_next(t, at)) {
        struct htv_hot_row *o = &c->row[t->index[at]];
        if (o->line == r->line && o->file_id == r->file_id &&
            (r->line != 0 || (o->function_pc == r->function_pc && o->space == r->space))) {
            return o;
        }
    }
    struct htv_hot_row *made = htv_table_add(t, key, (uint32_t)c->rows) ? add_row(c) : NULL;
    if (made != NULL) {
        *made = *r;
        made->count = made->cost = 0;
    }
    return made;
}

static bool take_insn(const struct htv_hot *h, struct htv_table *lines,
                      const struct htv_insn_count *i, const struct htv_spot *s)
{
    struct htv_hot_collected *c = h->collected;
    struct htv_hot_row row = row_of(i, s);
    if (h->by == HTV_HOT_BRANCH) {
        if (i->cls != FLOW_INSN_BRANCH) {
            return true;
        }
        row.taken = i->taken;
        row.target = i->target;
        if (h->predictor != HTV_PREDICT_NONE) {
            row.wrong = htv_predictions_wrong(&c->predictions, c->about->harts, i->space, i->pc);
            row.cost = row.wrong;
        }
    }
    struct htv_hot_row *r = h->by == HTV_HOT_LINE ? line_row(c, lines, &row) : add_row(c);
    if (r == NULL) {
        return false;
    }
    if (h->by == HTV_HOT_LINE) {
        r->count += i->count;
        r->cost += i->count;
    } else {
        *r = row;
    }
    return true;
}

static int instructions(const struct htv_hot *h)
{
    const struct htv_about *about = h->collected->about;
    struct htv_insn_counts insns;
    struct htv_table lines = {0};
    int status =
        htv_profile_insns(about->profile, about->host, about->code_of, about->code_ctx, &insns);
    if (status != HTR_OK) {
        return status;
    }
    struct htv_places *places = htv_places_new(about);
    bool good = places != NULL;
    for (size_t i = 0; i < insns.n && good; i++) {
        struct htv_spot spot;
        htv_places_at(places, insns.insn[i].space, insns.insn[i].pc, &spot);
        good = take_insn(h, &lines, &insns.insn[i], &spot);
    }
    htv_places_free(places);
    htv_table_free(&lines);
    htv_insn_counts_free(&insns);
    return good ? HTR_OK : no_memory(about);
}

int htv_hot_rows(const struct htv_hot *h)
{
    struct htv_hot_collected *c = h->collected;
    int status = h->by == HTV_HOT_FUNCTION ? functions(h) : instructions(h);
    if (status == HTR_OK && c->rows > 0) {
        qsort(c->row, c->rows, sizeof *c->row, by_cost);
    }
    return status;
}
