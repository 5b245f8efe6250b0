/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Call tree: every chain of calls once, with what was spent in it. Fed with events, it is what
 * folded stacks, flame graphs, call trees and inclusive costs are made of. Memory grows with the
 * different chains.
 */
#ifndef HTV_CALLTREE_H
#define HTV_CALLTREE_H

#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"
#include "htv/htv_event.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTV_CALLTREE_MAX = 1 << 20, /* nodes; beyond that costs stay with the caller */
};

struct htv_node {
    uint32_t function;
    uint32_t parent;      /* index; of the root: itself */
    uint32_t child, next; /* first child; next one of the same parent; 0: none */
    uint64_t entered;     /* times; by a trap: */
    uint64_t trapped;
    uint64_t insns, time; /* in the function itself, below this chain */
};

/* Read: node[0..count); node[0] is the root, with what belongs to no function. A parent has a
 * smaller index than its children. */
struct htv_calltree {
    struct htv_node *node;
    uint32_t count, room;
    uint32_t *bucket; /* private, as the rest */
    uint32_t buckets;
    struct htv_calltree_stack *stack;
    uint32_t stacks;
    uint32_t *current; /* stack of each hart */
    uint64_t *insns, *time;
    uint32_t harts;
};

/* A tree for a number of harts, whose chains are counted together. Ends with
 * htv_calltree_free. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_calltree_init(struct htv_calltree *t, unsigned harts) HTR_MUST_CHECK;
void htv_calltree_free(struct htv_calltree *t);

/* Every event but RANGE. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_calltree_take(struct htv_calltree *t, const struct htv_event *e) HTR_MUST_CHECK;

/* The calls of an event CALLS (htv_summary.h), in place of their events. Returns the same. */
struct htv_summary_call;
int htv_calltree_calls(struct htv_calltree *t, const struct htv_event *e,
                       const struct htv_summary_call *call, size_t n) HTR_MUST_CHECK;

/* The node of the frame on top of a stack that the event is of; 0: none. */
uint32_t htv_calltree_top(const struct htv_calltree *t, uint32_t stack);

#ifdef __cplusplus
}
#endif

#endif
