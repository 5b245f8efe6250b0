/* SPDX-License-Identifier: Apache-2.0 */
/* A predictor beside the trace: two-bit saturating counters. */
#include "htv_predictor.h"

#include <stdlib.h>

#include "flow/flow_code.h"
#include "flow/flow_elem.h"

enum {
    WEAKLY_NOT_TAKEN = 1,
    WEAKLY_TAKEN = 2,
    STRONGLY_TAKEN = 3,
    NONE = -1,
};

static uint64_t where(uint16_t space, unsigned hart)
{
    return (uint64_t)space << 16 | hart;
}

static int64_t find_branch(const struct htv_predictions *p, uint64_t key, uint64_t pc,
                           uint16_t space, unsigned hart)
{
    if (p->branches == 0) {
        return NONE;
    }
    for (size_t at = htv_table_first(&p->by_pc, key); htv_table_has(&p->by_pc, at);
         at = htv_table_next(&p->by_pc, at)) {
        const struct htv_prediction *b = &p->branch[p->by_pc.index[at]];
        if (b->pc == pc && b->space == space && b->hart == hart) {
            return (int64_t)p->by_pc.index[at];
        }
    }
    return NONE;
}

/* The branch at pc, made when it is new; false without memory. */
static bool add_member(struct htv_predictions *p, const struct htv_event *e, uint64_t pc)
{
    const uint64_t key = htv_table_mix(pc, where(e->space, e->hart));
    int64_t i = find_branch(p, key, pc, e->space, e->hart);
    if (i == NONE) {
        if (!htv_grow((void **)&p->branch, &p->branch_room, p->branches + 1, sizeof *p->branch) ||
            !htv_table_add(&p->by_pc, key, (uint32_t)p->branches)) {
            return false;
        }
        i = (int64_t)p->branches++;
        p->branch[i] = (struct htv_prediction){
            .pc = pc, .space = e->space, .hart = e->hart, .counter = WEAKLY_NOT_TAKEN};
    }
    if (!htv_grow((void **)&p->member, &p->member_room, p->members + 1, sizeof *p->member)) {
        return false;
    }
    p->member[p->members++] = (uint32_t)i;
    return true;
}

static bool add_range(struct htv_predictions *p, const struct htv_about *about,
                      const struct htv_event *e, uint64_t key)
{
    struct flow_elem elem = {.type = FLOW_ELEM_RANGE, .start = e->pc, .end = e->from};
    struct flow_code *code = about->code_of(about->code_ctx, e->space, &elem.context);
    struct flow_range_iter it;
    const struct flow_insn *insn;
    elem.count = (uint32_t)e->value;
    struct htv_predicted_range r = {
        .start = e->pc, .end = e->from, .at = p->members, .space = e->space, .hart = e->hart};
    flow_range_begin(&it, &elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        r.last = insn->cls == FLOW_INSN_BRANCH;
        if (r.last && !add_member(p, e, it.where.pc)) {
            return false;
        }
    }
    r.count = (uint32_t)(p->members - r.at);
    if (!htv_grow((void **)&p->range, &p->range_room, p->ranges + 1, sizeof *p->range) ||
        !htv_table_add(&p->by_range, key, (uint32_t)p->ranges)) {
        return false;
    }
    p->range[p->ranges++] = r;
    return true;
}

static const struct htv_predicted_range *
range_of(struct htv_predictions *p, const struct htv_about *about, const struct htv_event *e)
{
    const uint64_t key = htv_table_mix(e->pc, htv_table_mix(e->from, where(e->space, e->hart)));
    for (size_t at = htv_table_first(&p->by_range, key);
         p->ranges > 0 && htv_table_has(&p->by_range, at); at = htv_table_next(&p->by_range, at)) {
        const struct htv_predicted_range *r = &p->range[p->by_range.index[at]];
        if (r->start == e->pc && r->end == e->from && r->space == e->space && r->hart == e->hart) {
            return r;
        }
    }
    return add_range(p, about, e, key) ? &p->range[p->ranges - 1] : NULL;
}

static void outcome(struct htv_prediction *b, bool taken)
{
    b->wrong += (b->counter >= WEAKLY_TAKEN) != taken;
    if (taken && b->counter < STRONGLY_TAKEN) {
        b->counter++;
    } else if (!taken && b->counter > 0) {
        b->counter--;
    }
}

int htv_predictions_take(struct htv_predictions *p, const struct htv_about *about,
                         const struct htv_event *e)
{
    const struct htv_predicted_range *r = range_of(p, about, e);
    if (r == NULL) {
        return HTR_ERR_MEMORY;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        const bool last = r->last && i + 1 == r->count;
        outcome(&p->branch[p->member[r->at + i]], last && (e->flags & HTV_TAKEN) != 0);
    }
    return HTR_OK;
}

uint64_t htv_predictions_wrong(const struct htv_predictions *p, unsigned harts, uint16_t space,
                               uint64_t pc)
{
    uint64_t sum = 0;
    for (unsigned h = 0; h < harts; h++) {
        const int64_t i = find_branch(p, htv_table_mix(pc, where(space, h)), pc, space, h);
        sum += i != NONE ? p->branch[i].wrong : 0;
    }
    return sum;
}

void htv_predictions_free(struct htv_predictions *p)
{
    free(p->branch);
    free(p->range);
    free(p->member);
    htv_table_free(&p->by_pc);
    htv_table_free(&p->by_range);
    *p = (struct htv_predictions){0};
}
