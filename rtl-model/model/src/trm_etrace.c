/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The algorithm of E-Trace, item by item: which packet, and when.
 *
 * Source: Efficient Trace 2.0, "Reference Compressed Branch Trace Algorithm", figure "Instruction
 * delta trace algorithm".
 */
#include "trm_etrace_int.h"

#include <stddef.h>

bool trm_etrace_init(struct trm_etrace *e, const struct etrace_cfg *cfg, trm_etrace_put *put,
                     void *ctx)
{
    if (etrace_cfg_check(cfg) != NULL) {
        return false;
    }
    *e = (struct trm_etrace){.cfg = *cfg, .options = cfg->options, .put = put, .ctx = ctx};
    trm_etrace_clear_tables(e);
    return true;
}

static bool is_branch(const struct trm_etrace_item *item)
{
    return item->itype == INGRESS_ITYPE_TAKEN || item->itype == INGRESS_ITYPE_NOT_TAKEN;
}

/* Does the item change privilege or context in a way that asks for a synchronization (ppccd)?
 * jumped: a discontinuity that no code tells leads to it. */
static bool changes(const struct trm_etrace_item *before, const struct trm_etrace_item *item,
                    bool jumped)
{
    return item->priv != before->priv || item->precise || (item->imprecise && jumped);
}

static bool changes_next(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    return changes(&e->current, next, trm_etrace_departs(e, next));
}

/* Can a resynchronization be at the item? Not at a jump whose target the instruction before it
 * made, for a decoder that begins there. */
static bool can_resync(const struct trm_etrace *e, const struct trm_etrace_item *item)
{
    return !item->sijump || !trm_etrace_has(e, ETRACE_OPT_SEQUENTIAL_JUMP);
}

/* Will the next item be the address of a resynchronization? Not where a jump that no code tells
 * leads to: when the address was passed on the way to the jump, a decoder would stop there. The
 * item after it is reached from an address that was reported. */
static bool resyncs_next(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    return e->due && can_resync(e, next) && !trm_etrace_departs(e, next);
}

/* The item before was a trap, and this is the first one after it. */
static bool after_trap(struct trm_etrace *e)
{
    const struct trm_etrace_item *now = &e->current;
    bool reported = e->trap_reported;
    e->trap_reported = false;
    if (trm_etrace_is_trap(now)) {
        return reported || trm_etrace_send_trap(e, &e->before, now, false);
    }
    return reported ? trm_etrace_send_start(e, now)
                    : trm_etrace_send_trap(e, &e->before, now, true);
}

/* Will a packet of format 3 follow the one that reports the current item? next: NULL at the end. */
static bool sync_follows(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    return next == NULL || trm_etrace_is_trap(next) || changes_next(e, next) ||
           resyncs_next(e, next);
}

/* A trap where a discontinuity went, or as the first item: with its own address. */
static bool trap_at_target(struct trm_etrace *e)
{
    e->trap_reported = true;
    return trm_etrace_send_trap(e, &e->current, &e->current, false);
}

/* Must the address of the current item be reported, although nothing jumped there? In front of a
 * synchronization, when there are branches to report; and when a decoder could not tell how often
 * the instruction was passed: with implicit returns, also one that leads to a synchronization, or
 * when the packet before would be taken for one that reports the last instruction. */
static bool must_report(const struct trm_etrace *e, const struct trm_etrace_item *next)
{
    if (e->current.notify || next == NULL || trm_etrace_is_trap(next)) {
        return true;
    }
    bool something = trm_etrace_branches(e) != 0 || e->popped_free.high != 0 || e->plain_target ||
                     e->arrived == TRM_ETRACE_RETURNED || trm_etrace_returns_next(e, next);
    if (trm_etrace_calls_again(e) || trm_etrace_doubtful(e, next) ||
        (changes_next(e, next) && trm_etrace_fails(e, next))) {
        return true;
    }
    return something && (changes_next(e, next) || resyncs_next(e, next));
}

/* A synchronization at the target of a return that failed: no packet would tell a decoder that it
 * did. Tracing ends and begins again. Returns false when a packet was lost. */
static bool end_in_between(struct trm_etrace *e)
{
    return e->failed == 0 || trm_etrace_send_support(e, e->ienable, ETRACE_QUAL_ENDED_REP);
}

/* The figure, for the current item. Returns false when a packet was lost. */
static bool decide(struct trm_etrace *e, const struct trm_etrace_item *next)
{
    const struct trm_etrace_item *now = &e->current;
    bool trap = trm_etrace_is_trap(now);
    if (e->on && trm_etrace_is_trap(&e->before)) {
        return after_trap(e);
    }
    if (trap && (!e->on || e->arrived == TRM_ETRACE_DISCONTINUITY)) {
        return trap_at_target(e);
    }
    if (trap) {
        return true;
    }
    bool jumped = e->arrived == TRM_ETRACE_DISCONTINUITY;
    bool changed = e->on && changes(&e->before, now, jumped);
    bool resync = e->ready && can_resync(e, now) && !jumped;
    if (!e->on || changed || resync) {
        return (!changed || end_in_between(e)) && trm_etrace_send_start(e, now);
    }
    if (jumped) {
        return trm_etrace_send_address(e, now, true, sync_follows(e, next), false);
    }
    if (must_report(e, next)) {
        bool notify = now->notify || trm_etrace_calls_again(e) ||
                      (next != NULL && trm_etrace_doubtful(e, next));
        return trm_etrace_send_address(e, now, false, false, notify);
    }
    return !trm_etrace_map_ends(e) || trm_etrace_send_branches(e);
}

/* Nothing in front of the item asks for a packet of its own. */
static bool is_calm(const struct trm_etrace_item *before, const struct trm_etrace_item *item)
{
    return !trm_etrace_is_trap(item) && item->priv == before->priv && !item->precise &&
           !item->imprecise;
}

/* An item takes a tick, but the two of a block take one together when neither may need a packet of
 * its own (docs/reference/rtl.md, E-Trace). */
static void count_ticks(struct trm_etrace *e, const struct trm_etrace_item *next)
{
    if (e->current.goes_on) {
        e->waits = true;
        e->calm =
            e->on && !trm_etrace_is_trap(&e->before) && !e->due && is_calm(&e->before, &e->current);
        return;
    }
    bool calm = e->calm && next != NULL && is_calm(&e->current, next) && !e->due &&
                !e->current.notify && !trm_etrace_calls_again(e) && !trm_etrace_doubtful(e, next);
    e->ticks += e->waits && !calm ? 2 : 1;
    e->waits = false;
}

/* The current item, now that the next one is known (NULL: none qualifies). */
static void step(struct trm_etrace *e, const struct trm_etrace_item *next)
{
    trm_etrace_arrive(e);
    if (e->timed) {
        count_ticks(e, next);
    }
    if (is_branch(&e->current)) {
        trm_etrace_count_branch(e, &e->current);
    }
    e->synced = false;
    bool ok = decide(e, next);
    bool context = e->current.imprecise && !trm_etrace_is_trap(&e->current) && !e->synced;
    if (ok && context && !sync_follows(e, next)) {
        ok = trm_etrace_send_context(e, &e->current);
    }
    if (ok && e->due && trm_etrace_branches(e) == 0 && e->popped_free.high == 0 &&
        !e->plain_target) {
        e->ready = true; /* Resynchronization, state 3 */
    }
    e->before = e->current;
    e->on = ok;
    if (!ok) {
        trm_etrace_lose(e);
    }
    if (e->data != NULL) {
        e->data->pass(e->ctx);
    }
}

void trm_etrace_take(struct trm_etrace *e, const struct trm_etrace_item *item)
{
    if (e->lost || e->support_due) {
        trm_etrace_recover(e);
    }
    if (e->support_due) { /* it comes before all packets that need it */
        trm_etrace_lose(e);
    }
    if (e->lost) {
        return;
    }
    if (e->have) {
        step(e, item);
    }
    if (!e->lost) {
        e->current = *item;
        e->current.sijump = item->sijump && e->have; /* what loads the register was traced */
        e->have = true;
    }
}

void trm_etrace_end(struct trm_etrace *e)
{
    if (e->have) {
        step(e, NULL);
    }
    bool traced = e->on;
    e->have = false;
    e->on = false;
    e->trap_reported = false;
    e->due = false;
    e->ready = false;
    trm_etrace_drop_branches(e);
    if (traced && !trm_etrace_send_support(e, e->ienable, ETRACE_QUAL_ENDED_REP)) {
        trm_etrace_lose(e);
    }
}

void trm_etrace_support(struct trm_etrace *e, bool ienable)
{
    e->ienable = ienable;
    e->support_due = true;
    trm_etrace_recover(e);
}

void trm_etrace_resync(struct trm_etrace *e)
{
    e->due = e->on || e->have;
}

void trm_etrace_lose(struct trm_etrace *e)
{
    e->lost = true;
    e->have = false;
    e->on = false;
    e->due = false;
    e->ready = false;
    e->trap_reported = false;
    trm_etrace_drop_branches(e);
}

void trm_etrace_recover(struct trm_etrace *e)
{
    if (e->lost) {
        e->lost = !trm_etrace_send_support(e, e->ienable, ETRACE_QUAL_TRACE_LOST);
        e->support_due = e->support_due && e->lost;
    } else if (e->support_due) {
        e->support_due = !trm_etrace_send_support(e, e->ienable, ETRACE_QUAL_NO_CHANGE);
    }
}
