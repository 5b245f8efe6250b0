/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the encoder remembers between packets.
 *
 * Source: Efficient Trace 2.0, "Implicit return mode", "Branch prediction mode", "Jump target cache
 * mode", "Format 0 packets".
 */
#include "trm_etrace_int.h"

#include "etrace/etrace_tables.h"

enum {
    JUMP_3BIT = INGRESS_ITYPE_UNINFERABLE_JUMP,
};

#define COUNT_MAX UINT64_C(0xffffffff) /* of branch_count */

void trm_etrace_clear_tables(struct trm_etrace *e)
{
    for (unsigned i = 0; e->cfg.bpred_size != 0 && i < 1u << e->cfg.bpred_size; i++) {
        e->predictor[i] = ETRACE_PREDICTOR_START;
    }
    for (unsigned i = 0; e->cfg.cache_size != 0 && i < 1u << e->cfg.cache_size; i++) {
        e->cache[i] = 1;
    }
    e->depth = 0;
}

static bool predicts(const struct trm_etrace *e)
{
    return trm_etrace_has(e, ETRACE_OPT_BRANCH_PREDICTION) && e->cfg.bpred_size != 0;
}

static uint8_t *entry_of(struct trm_etrace *e, const struct trm_etrace_item *branch)
{
    return &e->predictor[etrace_table_index(&e->cfg, branch->addr, e->cfg.bpred_size)];
}

void trm_etrace_train(struct trm_etrace *e, const struct trm_etrace_item *item)
{
    if (predicts(e)) {
        uint8_t *entry = entry_of(e, item);
        *entry = etrace_predictor_next(*entry, item->itype == INGRESS_ITYPE_TAKEN);
    }
}

void trm_etrace_count_branch(struct trm_etrace *e, const struct trm_etrace_item *item)
{
    bool taken = item->itype == INGRESS_ITYPE_TAKEN;
    bool correct = false;
    if (predicts(e)) {
        correct = etrace_predictor_taken(*entry_of(e, item)) == taken;
        trm_etrace_train(e, item);
    }
    e->plain_target = false;
    e->popped_free.high = 0;
    if (e->predicted != 0) {
        e->predicted += correct ? 1u : 0u;
        e->missed = !correct;
        return;
    }
    e->all_predicted = correct && (e->all_predicted || e->branches == 0);
    e->map |= taken ? 0 : UINT32_C(1) << e->branches;
    e->branches++;
    if (e->branches == ETRACE_MAX_BRANCHES && e->all_predicted) {
        e->predicted = e->branches;
        e->branches = 0;
        e->map = 0;
    }
}

void trm_etrace_drop_branches(struct trm_etrace *e)
{
    e->branches = 0;
    e->map = 0;
    e->predicted = 0;
    e->missed = false;
}

bool trm_etrace_map_ends(const struct trm_etrace *e)
{
    return e->branches == ETRACE_MAX_BRANCHES || e->missed ||
           e->predicted == COUNT_MAX + ETRACE_MAX_BRANCHES;
}

static bool keeps_calls(const struct trm_etrace *e)
{
    return trm_etrace_has(e, ETRACE_OPT_IMPLICIT_RETURN) && etrace_cfg_depth(&e->cfg) != 0;
}

static void push(struct trm_etrace *e, uint64_t addr)
{
    unsigned most = etrace_cfg_depth(&e->cfg);
    if (!keeps_calls(e)) {
        return;
    }
    e->stack[e->top] = addr;
    e->top = (e->top + 1u) % (1u << ETRACE_MAX_DEPTH_SIZE);
    e->depth += e->depth < most ? 1u : 0u;
}

static uint64_t top_of(const struct trm_etrace *e)
{
    return e->stack[(e->top - 1u) % (1u << ETRACE_MAX_DEPTH_SIZE)];
}

static void widen(struct trm_etrace_depths *d, unsigned depth)
{
    d->low = d->high == 0 || depth < d->low ? depth : d->low;
    d->high = depth > d->high ? depth : d->high;
}

static bool holds(const struct trm_etrace_depths *d, unsigned depth)
{
    return d->high != 0 && d->low <= depth && depth <= d->high;
}

/* Is the return at hand one that need not be reported? With a counter the encoder does not look
 * where it goes. */
static bool returns(struct trm_etrace *e)
{
    bool known = keeps_calls(e) && e->depth != 0;
    bool counter = e->cfg.return_stack_size == 0;
    if (!known) {
        return false;
    }
    if (!counter && top_of(e) != e->current.addr) {
        e->failed = e->depth;
        return false;
    }
    widen(&e->popped, e->depth);
    widen(&e->popped_free, e->depth);
    e->top = (e->top - 1u) % (1u << ETRACE_MAX_DEPTH_SIZE);
    e->depth--;
    return true;
}

/* May the target follow from the instruction before? Ingress port, sijump. */
static bool sequential(const struct trm_etrace *e, const struct trm_etrace_item *item)
{
    return item->sijump && item->itype != INGRESS_ITYPE_RETURN &&
           item->itype != INGRESS_ITYPE_TRAP_RETURN &&
           trm_etrace_has(e, ETRACE_OPT_SEQUENTIAL_JUMP);
}

static bool jumps(const struct trm_etrace *e, const struct trm_etrace_item *item)
{
    switch (item->itype) {
    case INGRESS_ITYPE_TRAP_RETURN:
    case JUMP_3BIT:
    case INGRESS_ITYPE_UNINFERABLE_CALL:
    case INGRESS_ITYPE_UNINFERABLE_TAIL:
    case INGRESS_ITYPE_CO_ROUTINE_SWAP:
    case INGRESS_ITYPE_RETURN:
    case INGRESS_ITYPE_OTHER_UNINFERABLE:
        return !sequential(e, item);
    default:
        return false;
    }
}

/* Is the current item a return for which there is a call? */
static bool pops(const struct trm_etrace *e)
{
    const struct trm_etrace_item *now = &e->current;
    bool returns =
        now->itype == INGRESS_ITYPE_RETURN || now->itype == INGRESS_ITYPE_CO_ROUTINE_SWAP;
    return returns && jumps(e, now) && keeps_calls(e) && e->depth != 0;
}

bool trm_etrace_fails(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    return pops(e) && e->cfg.return_stack_size != 0 && top_of(e) != next->addr;
}

bool trm_etrace_departs(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    return jumps(e, &e->current) && (!pops(e) || trm_etrace_fails(e, next));
}

bool trm_etrace_returns_next(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    return pops(e) && !trm_etrace_fails(e, next);
}

bool trm_etrace_doubtful(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    return holds(&e->popped, e->depth) && trm_etrace_fails(e, next);
}

bool trm_etrace_calls_again(const struct trm_etrace *e)
{
    const struct trm_etrace_item *now = &e->current;
    bool calls =
        now->itype == INGRESS_ITYPE_UNINFERABLE_CALL || now->itype == INGRESS_ITYPE_INFERABLE_CALL;
    return calls && keeps_calls(e) && holds(&e->popped_free, e->depth + 1u);
}

void trm_etrace_arrive(struct trm_etrace *e)
{
    const struct trm_etrace_item *b = &e->before;
    bool swap = b->itype == INGRESS_ITYPE_CO_ROUTINE_SWAP;
    e->arrived = TRM_ETRACE_INFERRED;
    e->failed = 0;
    if (!e->on || trm_etrace_is_trap(b)) {
        return;
    }
    if (jumps(e, b)) {
        bool pops = b->itype == INGRESS_ITYPE_RETURN || swap;
        e->arrived = pops && returns(e) ? TRM_ETRACE_RETURNED : TRM_ETRACE_DISCONTINUITY;
    }
    if (swap || b->itype == INGRESS_ITYPE_UNINFERABLE_CALL ||
        b->itype == INGRESS_ITYPE_INFERABLE_CALL) {
        push(e, b->addr + b->size);
    }
}

uint64_t *trm_etrace_cache_entry(struct trm_etrace *e, uint64_t addr, uint32_t *index)
{
    *index = etrace_table_index(&e->cfg, addr, e->cfg.cache_size);
    return &e->cache[*index];
}
