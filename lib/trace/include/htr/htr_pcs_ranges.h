/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of instructions recognized in the text of a PC list: the lines are compared, all at once,
 * with those of a range that was found before. */
#ifndef HTR_PCS_RANGES_H
#define HTR_PCS_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_pcs.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htr_pcs_ranges; /* private */

/* From start up to end, count instructions. */
struct htr_pcs_range {
    uint64_t start, end;
    uint32_t count;
};

/* Returns NULL when there is no memory. */
struct htr_pcs_ranges *htr_pcs_ranges_new(void);
void htr_pcs_ranges_free(struct htr_pcs_ranges *t);

/* Are the next lines of p, a text, those of a range that was learned? Then p is moved past them.
 * Otherwise the place of p is kept for htr_pcs_ranges_learn. */
bool htr_pcs_ranges_skip(struct htr_pcs_ranges *t, struct htr_pcs *p,
                         const struct htr_pcs_range *range);

/* Learn the range that was read from p since the last call of htr_pcs_ranges_skip. */
void htr_pcs_ranges_learn(struct htr_pcs_ranges *t, const struct htr_pcs *p,
                          const struct htr_pcs_range *range);

#ifdef __cplusplus
}
#endif

#endif
