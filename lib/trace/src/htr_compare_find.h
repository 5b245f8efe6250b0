/* SPDX-License-Identifier: Apache-2.0 */
/* Where a sequence of PCs is in a longer one. Loops repeat: no function here takes more time than
 * in proportion to the lengths. */
#ifndef HTR_COMPARE_FIND_H
#define HTR_COMPARE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct htr_pc_span {
    const uint64_t *pc;
    size_t n;
};

/* PCs with which both begin. */
size_t htr_compare_agreement(struct htr_pc_span a, struct htr_pc_span b);

/* piece and list begin differently; do they go on together where one of them lacks a few
 * instructions, or has another? Returns true and how many to skip in each: where they agree
 * longest, and the fewest. */
bool htr_compare_realign(struct htr_pc_span piece, struct htr_pc_span list, size_t *skip_piece,
                         size_t *skip_list);

/* The place of piece (n >= 1) in list. Returns piece.n when it is there as a whole: *place is the
 * earliest one. Otherwise the place where most of it agrees, before and after one difference, and
 * how much of its beginning does; 0: none does, and *place is not set. table has room for piece.n.
 */
size_t htr_compare_find(struct htr_pc_span list, struct htr_pc_span piece, size_t *table,
                        size_t *place);

#endif
