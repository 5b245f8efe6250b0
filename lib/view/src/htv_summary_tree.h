/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the tree of calls that begin and end in a part. */
#ifndef HTV_SUMMARY_TREE_H
#define HTV_SUMMARY_TREE_H

#include "htv/htv_summary.h"

struct htv_summary_node {
    struct htv_summary_call call;
    uint32_t slot; /* in the table */
    uint32_t kept; /* its number in the log; 0: nothing of it ended here */
};

/* All zero: empty. */
struct htv_summary_tree {
    struct htv_summary_node *node;
    size_t n, room;
    uint32_t *table; /* 1 + index */
    size_t size;
};

/* The call of a tree, 1 + its index, made when it is new; 0: no memory. parent: as in call. */
uint32_t htv_summary_tree_call(struct htv_summary_tree *t, uint32_t parent, uint64_t from,
                               uint64_t to, bool tail);

/* Write what ended here, and become empty. */
void htv_summary_tree_write(struct htv_summary_tree *t, struct htr_elem_writer *w);
void htv_summary_tree_free(struct htv_summary_tree *t);

#endif
