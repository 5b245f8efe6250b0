/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of instructions recognized in the text of a PC list: the lines of a range that was found
 * there before are compared with those of that time, all at once. */
#ifndef TOOLS_PCS_RANGES_H
#define TOOLS_PCS_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "pcs.h"

struct pcs_ranges; /* pcs_ranges.c */

/* From start up to end, count instructions. */
struct pcs_range {
    uint64_t start, end;
    uint32_t count;
};

/* Returns NULL when there is no memory. */
struct pcs_ranges *pcs_ranges_new(void);
void pcs_ranges_free(struct pcs_ranges *t);

/* Are the next lines of p, a text, those of a range that was learned? Then p is moved behind them.
 * When not, remember where p stands, for pcs_ranges_learn. */
bool pcs_ranges_skip(struct pcs_ranges *t, struct pcs *p, const struct pcs_range *range);

/* All that was read of p since the last call of pcs_ranges_skip was the range. */
void pcs_ranges_learn(struct pcs_ranges *t, const struct pcs *p, const struct pcs_range *range);

#endif
