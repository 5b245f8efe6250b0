/* SPDX-License-Identifier: Apache-2.0 */
/* What the comparisons share: reporting a difference, and reading the list. */
#ifndef HTR_COMPARE_PRIV_H
#define HTR_COMPARE_PRIV_H

#include "htr/htr_compare.h"

/* Where the decoded trace is, and where a difference goes. */
struct htr_compare_place {
    enum htr_difference_about about;
    const struct flow_elem *elem;
    uint64_t instruction;              /* number of the PC, from 1 */
    struct htr_difference *difference; /* to fill */
    const uint64_t *expected, *got;    /* PCs for it, or NULL */
};

/* Fill the difference. Returns HTR_COMPARE_DIFFERENT. */
int htr_compare_differs(const struct htr_compare_place *p, const char *what);

/* The same for an element that could not be followed (ERROR, ADDR_NACC, NO_SYNC, LOST). */
int htr_compare_trouble(const struct htr_compare_place *p);

/* The same where the last message is cut off: the END element has bytes left. */
int htr_compare_cut_off(const struct htr_compare_place *p);

/* The same where the trace ends and the list goes on with *p->expected. */
int htr_compare_early_end(const struct htr_compare_place *p);

/* The same for a PC: expected is NULL where the list ends. */
int htr_compare_differs_pc(const struct htr_compare_place *p);

/* The same for a piece of n instructions from pc on, which begins with the element `first` and is
 * not in the list. */
int htr_compare_not_executed(struct htr_difference *d, const struct flow_elem *first, uint64_t n,
                             uint64_t pc);

/* The same for an element that cannot be decoded after a hole, where no PC is expected. */
int htr_compare_broken(struct htr_difference *d, const struct flow_elem *elem);

/* Why the list has failed, which it has reported. */
int htr_compare_list_status(const struct htr_pcs *list);

#endif
