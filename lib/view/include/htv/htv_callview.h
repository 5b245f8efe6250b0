/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The call tree of each hart, to read: every chain of calls once, below its caller, the most
 * expensive first, with what was spent in the function itself and inclusive. A writer
 * (htv_writer.h) that collects during the pass and writes at its end:
 *
 *   struct htv_callview view = {.depth = 5, .min_percent = 1};
 *   struct htv_pass_options o = {.trace = ..., .writer = &htv_callview_writer, .state = &view,
 *                                .out = stdout};
 *   if (htv_pass(&host, &o, &totals) != HTR_OK) ...
 */
#ifndef HTV_CALLVIEW_H
#define HTV_CALLVIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "htv/htv_writer.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_callview_trees;

/* The state of the writer. All zero, but what is set here. */
struct htv_callview {
    uint64_t depth;       /* levels that are shown; 0: all. What is below counts in its caller */
    uint64_t min_percent; /* 0..100: chains with less of the hart's cost are folded */
    bool json;            /* schema hartrace-calls-1, else text */
    bool color;           /* text with colors, for a terminal */

    struct htv_callview_trees *trees; /* private */
};

/* Costs are instructions, or with htv_about.weight_time time. Its state is not made by the pass:
 * set htv_pass_options.state. end returns HTR_ERR_MEMORY after a message; HTR_ERR_WRITE without
 * one. */
extern const struct htv_writer htv_callview_writer;

#ifdef __cplusplus
}
#endif

#endif
