/* SPDX-License-Identifier: Apache-2.0 */
/* Functions, and the tree of calls, of a report. */
#include "htv_report_tree.h"

#include <stdlib.h>

#include "htv/htv_names.h"
#include "htv_table.h"

enum {
    NODES = 20000 /* of the tree that is shown */
};

int htv_firsts_take(struct htv_firsts *f, const struct htv_event *e)
{
    if (e->kind != HTV_ENTER) {
        return HTR_OK;
    }
    if (!htv_grow((void **)&f->of, &f->room, (size_t)e->function + 1, sizeof *f->of)) {
        return HTR_ERR_MEMORY;
    }
    struct htv_first *first = &f->of[e->function];
    if (!first->known) {
        *first = (struct htv_first){e->time, e->hart, true};
    }
    return HTR_OK;
}

void htv_firsts_free(struct htv_firsts *f)
{
    free(f->of);
}

/* ---- sums ---- */

struct sum {
    uint64_t insns, time;
};

struct function {
    struct sum self, total;
    uint64_t entered, trapped;
    uint32_t open; /* times on the way from the root */
};

struct sums {
    struct sum *node; /* with what is below */
    struct function *function;
    uint32_t functions;
};

static bool add_up(struct sums *s, const struct htv_calltree *t)
{
    s->node = calloc(t->count, sizeof *s->node);
    s->function = calloc(s->functions, sizeof *s->function);
    if (s->node == NULL || s->function == NULL) {
        return false;
    }
    for (uint32_t i = t->count; i-- > 0;) { /* parents have smaller indexes */
        const struct htv_node *n = &t->node[i];
        s->node[i].insns += n->insns;
        s->node[i].time += n->time;
        if (i > 0) {
            s->node[n->parent].insns += s->node[i].insns;
            s->node[n->parent].time += s->node[i].time;
        }
    }
    return true;
}

/* Totals of functions: what is below a function that calls itself counts once. */
static void walk(struct sums *s, const struct htv_calltree *t)
{
    uint32_t at = 0;
    bool down = true;
    for (;;) {
        const struct htv_node *n = &t->node[at];
        struct function *f = &s->function[at == 0 ? 0 : n->function];
        if (down) {
            f->self.insns += n->insns;
            f->self.time += n->time;
            f->entered += n->entered;
            f->trapped += n->trapped;
            if (at != 0 && f->open++ == 0) {
                f->total.insns += s->node[at].insns;
                f->total.time += s->node[at].time;
            }
            if (n->child != 0) {
                at = n->child;
                continue;
            }
        }
        if (at == 0) {
            return;
        }
        f->open--;
        down = n->next != 0;
        at = down ? n->next : n->parent;
    }
}

/* ---- the file ---- */

static void put_functions(struct htv_report_file *f, const struct htv_about *about,
                          const struct sums *s, const struct htv_firsts *firsts)
{
    htv_report_put(f, "hartrace.functions=[");
    for (uint32_t i = 0; i < s->functions; i++) {
        const struct htv_name *n = htv_names_get(about->names, i);
        const struct function *c = &s->function[i];
        const bool known = i < firsts->room && firsts->of[i].known;
        const uint64_t number[] = {n->line,
                                   c->entered,
                                   c->trapped,
                                   c->self.insns,
                                   c->total.insns,
                                   c->self.time,
                                   c->total.time,
                                   known ? 1 : 0,
                                   known ? firsts->of[i].hart : 0,
                                   known ? firsts->of[i].time : 0};
        htv_report_put(f, i == 0 ? "\n[" : ",\n[");
        htv_report_json(f, n->name);
        htv_report_put(f, ",");
        htv_report_json(f, n->file);
        htv_report_put(f, ",");
        htv_report_address(f, n->pc);
        for (unsigned j = 0; j < sizeof number / sizeof number[0]; j++) {
            htv_report_put(f, ",");
            htv_report_number(f, number[j]);
        }
        htv_report_put(f, "]");
    }
    htv_report_put(f, "];\n");
}

static int descending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x > y ? -1 : x < y;
}

/* The larger of the two weights that a page offers. */
static uint64_t weight(const struct sum *s)
{
    return s->insns > s->time ? s->insns : s->time;
}

/* Nodes below this weight are left out. */
static bool find_limit(const struct sums *s, uint32_t count, uint64_t *limit)
{
    *limit = 0;
    if (count <= NODES) {
        return true;
    }
    uint64_t *all = malloc(count * sizeof *all);
    if (all == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        all[i] = weight(&s->node[i]);
    }
    qsort(all, count, sizeof *all, descending);
    *limit = all[NODES - 1] + 1;
    free(all);
    return true;
}

static bool put_tree(struct htv_report_file *f, const struct sums *s, const struct htv_calltree *t)
{
    uint64_t limit;
    uint32_t *place = calloc(t->count, sizeof *place); /* in the file */
    uint32_t n = 0;
    if (place == NULL || !find_limit(s, t->count, &limit)) {
        free(place);
        return false;
    }
    htv_report_put(f, "hartrace.tree=[");
    for (uint32_t i = 0; i < t->count; i++) {
        const struct htv_node *node = &t->node[i];
        if (i > 0 && weight(&s->node[i]) < limit) {
            continue;
        }
        place[i] = n++;
        const uint64_t row[] = {place[node->parent], i == 0 ? 0 : node->function,
                                node->entered,       node->trapped,
                                node->insns,         s->node[i].insns,
                                node->time,          s->node[i].time};
        htv_report_put(f, i == 0 ? "\n" : ",\n");
        htv_report_numbers(f, row, sizeof row / sizeof row[0]);
    }
    htv_report_put(f, "];\nhartrace.tree_left_out=");
    htv_report_number(f, t->count - n);
    htv_report_put(f, ";\n");
    free(place);
    return true;
}

int htv_report_tree(struct htv_report_file *file, const struct htv_about *about,
                    const struct htv_calltree *tree, const struct htv_firsts *firsts)
{
    struct sums s = {.functions = htv_names_count(about->names)};
    bool good = add_up(&s, tree);
    if (good && htv_report_open(file, "data/functions.js")) {
        walk(&s, tree);
        put_functions(file, about, &s, firsts);
        good = put_tree(file, &s, tree);
        htv_report_done(file);
    }
    free(s.node);
    free(s.function);
    return good ? file->status : HTR_ERR_MEMORY;
}
