/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the files of the E-Trace algorithm. Private. Each calls only those below it:
 *
 *   trm_etrace_blocks.c records become items
 *   trm_etrace.c        which packet, and when
 *   trm_etrace_send.c   packets: their fields
 *   trm_etrace_state.c  branches, predictor, return stack, jump target cache
 */
#ifndef TRM_ETRACE_INT_H
#define TRM_ETRACE_INT_H

#include "trm/trm_etrace.h"

/* Is the current item a return that does not go where the stack says? */
bool trm_etrace_fails(const struct trm_etrace *e, const struct trm_etrace_item *next);

/* Is it one, and did another one return from the same depth since
 * the last reported address? Then the depth alone does not say which of the two failed. */
bool trm_etrace_doubtful(const struct trm_etrace *e, const struct trm_etrace_item *next);

/* Is the current item a call, and did another call of the same level return, since the last branch
 * or reported address? What they call may be the same: the same addresses at the same depth. */
bool trm_etrace_calls_again(const struct trm_etrace *e);

/* How the current item was reached. */
enum {
    TRM_ETRACE_INFERRED = 0, /* from the code, or the branch map */
    TRM_ETRACE_RETURNED,     /* by an implicit return */
    TRM_ETRACE_DISCONTINUITY,
};

static inline bool trm_etrace_has(const struct trm_etrace *e, enum etrace_option option)
{
    return (e->options >> option & 1u) != 0;
}

static inline bool trm_etrace_is_trap(const struct trm_etrace_item *item)
{
    return item->itype == INGRESS_ITYPE_EXCEPTION || item->itype == INGRESS_ITYPE_INTERRUPT;
}

/* Branches that no packet has reported. */
static inline uint64_t trm_etrace_branches(const struct trm_etrace *e)
{
    return e->branches + e->predicted + (e->missed ? 1u : 0u);
}

/* --- state --- */

/* What a synchronization packet clears. */
void trm_etrace_clear_tables(struct trm_etrace *e);

/* The item is a branch that retired. */
void trm_etrace_count_branch(struct trm_etrace *e, const struct trm_etrace_item *item);

/* The predictor learns what the branch did. */
void trm_etrace_train(struct trm_etrace *e, const struct trm_etrace_item *item);

/* Branches were reported, or are lost. */
void trm_etrace_drop_branches(struct trm_etrace *e);

/* Is there no room for another branch? */
bool trm_etrace_map_ends(const struct trm_etrace *e);

/* Does the current item return to `next` where a call says, without a packet? */
bool trm_etrace_returns_next(const struct trm_etrace *e, const struct trm_etrace_item *next);

/* Does the current item jump where only a packet can tell? */
bool trm_etrace_departs(const struct trm_etrace *e, const struct trm_etrace_item *next);

/* How the current item was reached from the one before: arrived, failed, the return stack. */
void trm_etrace_arrive(struct trm_etrace *e);

/* The entry of the jump target cache for an address. */
uint64_t *trm_etrace_cache_entry(struct trm_etrace *e, uint64_t addr, uint32_t *index);

/* --- send: each returns false when there was no room --- */

bool trm_etrace_send_start(struct trm_etrace *e, const struct trm_etrace_item *item);

/* A trap, reported at `at`: the first instruction of its handler (thaddr), or the next trap, or
 * itself. */
bool trm_etrace_send_trap(struct trm_etrace *e, const struct trm_etrace_item *trap,
                          const struct trm_etrace_item *at, bool thaddr);
bool trm_etrace_send_context(struct trm_etrace *e, const struct trm_etrace_item *item);
bool trm_etrace_send_support(struct trm_etrace *e, bool ienable, unsigned qual_status);

/* The address of an item with all branches. target: a discontinuity leads there; sync: a packet of
 * format 3 comes next; notify: none of both is the reason. */
bool trm_etrace_send_address(struct trm_etrace *e, const struct trm_etrace_item *item, bool target,
                             bool sync, bool notify);

/* The branches without an address. */
bool trm_etrace_send_branches(struct trm_etrace *e);

#endif
