/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of ranges, and what follows from them for instructions and branches. */
#include "htv/htv_profile.h"

#include <stdlib.h>
#include <string.h>

#include "flow/flow_elem.h"

enum {
    FIRST_SIZE = 1 << 10,
};

void htv_profile_free(struct htv_profile *p)
{
    free(p->entry);
    *p = (struct htv_profile){0};
}

static struct flow_range range_of(const struct htv_profile_entry *e)
{
    return (struct flow_range){.start = e->start,
                               .end = e->end,
                               .count = e->insns,
                               .type = FLOW_RANGE_TYPE,
                               .last_cls = e->last_cls,
                               .last_size = e->last_size,
                               .last_taken = e->last_taken};
}

static bool grow(struct htv_profile *p)
{
    const size_t size = p->size == 0 ? FIRST_SIZE : 2 * p->size;
    struct htv_profile_entry *more = calloc(size, sizeof *more);
    if (more == NULL) {
        return false;
    }
    for (size_t i = 0; i < p->size; i++) {
        if (p->entry[i].count != 0) {
            const struct flow_range r = range_of(&p->entry[i]);
            size_t at = htv_profile_hash(&r, p->entry[i].space) & (size - 1);
            while (more[at].count != 0) {
                at = (at + 1) & (size - 1);
            }
            more[at] = p->entry[i];
        }
    }
    free(p->entry);
    p->entry = more;
    p->size = size;
    return true;
}

static void begin(struct flow_range_iter *it, const struct flow_range *r, struct flow_where *where)
{
    struct flow_elem e = {.type = FLOW_ELEM_RANGE, .start = r->start, .end = r->end};
    e.count = r->count;
    e.context = where->context;
    e.position = where->position;
    flow_range_begin(it, &e);
}

static uint32_t branches(const struct flow_range *r, struct flow_code *code,
                         struct flow_where *where)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    uint32_t n = 0;
    begin(&it, r, where);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        n += insn->cls == FLOW_INSN_BRANCH;
    }
    return n;
}

int htv_profile_new(struct htv_profile *p, const struct flow_range *r, uint16_t space,
                    struct flow_code *code, struct flow_where *where, size_t at)
{
    if (2 * (p->used + 1) > p->size) {
        if (!grow(p)) {
            return HTR_ERR_MEMORY;
        }
        at = htv_profile_hash(r, space);
        while (p->entry[at & (p->size - 1)].count != 0) {
            at++;
        }
    }
    p->used++;
    p->entry[at & (p->size - 1)] = (struct htv_profile_entry){
        .start = r->start,
        .end = r->end,
        .count = 1,
        .insns = r->count,
        .branches = branches(r, code, where),
        .space = space,
        .last_cls = r->last_cls,
        .last_taken = r->last_taken,
        .last_size = r->last_size,
    };
    return HTR_OK;
}

int htv_profile_merge(struct htv_profile *p, const struct htv_profile_entry *e)
{
    const struct flow_range r = range_of(e);
    if (2 * (p->used + 1) > p->size && !grow(p)) {
        return HTR_ERR_MEMORY;
    }
    size_t at = htv_profile_hash(&r, e->space);
    for (;; at++) {
        struct htv_profile_entry *x = &p->entry[at & (p->size - 1)];
        if (x->count == 0) {
            *x = *e;
            p->used++;
            return HTR_OK;
        }
        if (x->start == e->start && x->end == e->end && x->last_taken == e->last_taken &&
            x->insns == e->insns && x->space == e->space) {
            x->count += e->count;
            return HTR_OK;
        }
    }
}

/* ---- by instruction ---- */

struct counts {
    struct htv_insn_count *insn; /* a table, as htv_profile; size 0: a free place */
    size_t size, used;
};

static size_t hash(uint64_t pc, uint16_t space)
{
    const uint64_t h = (pc >> 1 ^ (uint64_t)space << 44) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h >> 24);
}

static struct htv_insn_count *place(const struct counts *c, uint64_t pc, uint16_t space)
{
    size_t at = hash(pc, space) & (c->size - 1);
    while (c->insn[at].size != 0 && (c->insn[at].pc != pc || c->insn[at].space != space)) {
        at = (at + 1) & (c->size - 1);
    }
    return &c->insn[at];
}

static bool grow_counts(struct counts *c)
{
    struct counts more = {.size = c->size == 0 ? FIRST_SIZE : 2 * c->size, .used = c->used};
    more.insn = calloc(more.size, sizeof *more.insn);
    if (more.insn == NULL) {
        return false;
    }
    for (size_t i = 0; i < c->size; i++) {
        if (c->insn[i].size != 0) {
            *place(&more, c->insn[i].pc, c->insn[i].space) = c->insn[i];
        }
    }
    free(c->insn);
    *c = more;
    return true;
}

static bool count_insn(struct counts *c, uint64_t pc, const struct flow_insn *insn,
                       const struct htv_profile_entry *e, bool last)
{
    if (2 * (c->used + 1) > c->size && !grow_counts(c)) {
        return false;
    }
    struct htv_insn_count *i = place(c, pc, e->space);
    if (i->size == 0) {
        *i = (struct htv_insn_count){.pc = pc,
                                     .target =
                                         (insn->flags & FLOW_INSN_CONST) == 0 ? insn->target : 0,
                                     .space = e->space,
                                     .size = insn->size,
                                     .cls = insn->cls};
        c->used++;
    }
    i->count += e->count;
    i->taken += last && e->last_taken && insn->cls == FLOW_INSN_BRANCH ? e->count : 0;
    return true;
}

static int by_address(const void *a, const void *b)
{
    const struct htv_insn_count *x = a, *y = b;
    if (x->space != y->space) {
        return x->space < y->space ? -1 : 1;
    }
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

int htv_profile_insns(const struct htv_profile *p, struct htr_host *host,
                      struct flow_code *(*code_of)(void *ctx, uint16_t space,
                                                   struct flow_context *context),
                      void *ctx, struct htv_insn_counts *out)
{
    struct counts c = {0};
    *out = (struct htv_insn_counts){0};
    bool good = true;
    for (size_t i = 0; i < p->size && good; i++) {
        const struct htv_profile_entry *e = &p->entry[i];
        const struct flow_range r = range_of(e);
        struct flow_range_iter it;
        const struct flow_insn *insn;
        struct flow_where where = {0};
        if (e->count == 0) {
            continue;
        }
        struct flow_code *code = code_of(ctx, e->space, &where.context);
        begin(&it, &r, &where);
        while (good && flow_range_next(&it, code, &insn) == FLOW_OK) {
            good = count_insn(&c, it.where.pc, insn, e, it.left == 0);
        }
    }
    if (!good) {
        free(c.insn);
        return htr_fail(host, HTR_ERR_MEMORY, NULL,
                        "not enough memory for the counts of %zu ranges", p->used);
    }
    for (size_t i = 0; i < c.size; i++) {
        if (c.insn[i].size != 0) {
            c.insn[out->n++] = c.insn[i];
        }
    }
    out->insn = c.insn;
    if (out->n > 0) {
        qsort(out->insn, out->n, sizeof *out->insn, by_address);
    }
    return HTR_OK;
}

void htv_insn_counts_free(struct htv_insn_counts *c)
{
    free(c->insn);
    *c = (struct htv_insn_counts){0};
}
