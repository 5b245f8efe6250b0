/* SPDX-License-Identifier: Apache-2.0 */
/* Private: functions, and the tree of calls, of a report. */
#ifndef HTV_REPORT_TREE_H
#define HTV_REPORT_TREE_H

#include "htv/htv_calltree.h"
#include "htv/htv_writer.h"
#include "htv_report_file.h"

/* Where a function was entered for the first time. */
struct htv_first {
    uint64_t time;
    uint16_t hart;
    bool known;
};

struct htv_firsts {
    struct htv_first *of; /* by function */
    size_t room;
};

/* ENTER events; others do nothing. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_firsts_take(struct htv_firsts *f, const struct htv_event *e) HTR_MUST_CHECK;
void htv_firsts_free(struct htv_firsts *f);

/* data/functions.js: hartrace.functions, rows in the order of ids, and hartrace.tree, of which
 * small nodes are left out. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_report_tree(struct htv_report_file *file, const struct htv_about *about,
                    const struct htv_calltree *tree,
                    const struct htv_firsts *firsts) HTR_MUST_CHECK;

#endif
