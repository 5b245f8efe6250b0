/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the tree of one hart in the order in which it is written. */
#ifndef HTV_CALLVIEW_ROWS_H
#define HTV_CALLVIEW_ROWS_H

#include "htv/htv_calltree.h"
#include "htv/htv_callview.h"

struct htv_callview_row {
    uint32_t node;
    uint32_t parent;      /* row, or its own when it has none */
    uint32_t depth;       /* from 0 */
    uint64_t insns, time; /* inclusive */
    uint32_t folded;      /* callees that are not shown */
};

struct htv_callview_rows {
    struct htv_callview_row *row;
    uint32_t n;
    uint32_t folded;      /* outermost functions that are not shown */
    uint64_t insns, time; /* of all */
};

/* Returns HTR_OK, or HTR_ERR_MEMORY without a message. Ends with free(out->row). */
int htv_callview_rows(const struct htv_callview *v, const struct htv_calltree *t, bool by_time,
                      struct htv_callview_rows *out) HTR_MUST_CHECK;

#endif
