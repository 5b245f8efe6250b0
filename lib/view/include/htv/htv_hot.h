/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a program spends its instructions: functions, source lines, conditional branches or single
 * instructions, the most expensive first. A writer (htv_writer.h) that collects during the pass and
 * writes a table at its end:
 *
 *   struct htv_hot hot = {.by = HTV_HOT_LINE, .limit = 20};
 *   struct htv_pass_options o = {.trace = ..., .writer = htv_hot_writer(&hot), .state = &hot,
 *                                .out = stdout};
 *   if (htv_pass(&host, &o, &totals) != HTR_OK) ...
 *
 * What rows count:
 *
 * - function: instructions (and time) in the function itself; inclusive, from its entry to its end,
 *   each instruction once when it calls itself; how often it was entered, also by tail calls,
 *   traps, or found running;
 * - line: instructions of the line, inlined copies included; code without a line by function;
 * - branch: executed, taken, not taken; with a predictor, how often it was wrong;
 * - instruction: how often it was executed.
 */
#ifndef HTV_HOT_H
#define HTV_HOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htv/htv_writer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htv_hot_by {
    HTV_HOT_FUNCTION,
    HTV_HOT_LINE,
    HTV_HOT_BRANCH,
    HTV_HOT_INSTRUCTION,
};

enum htv_predictor {
    HTV_PREDICT_NONE,
    /* A saturating counter 0..3 for each branch of each hart, from 1 ("weakly not taken"): 2 and 3
     * predict taken; taken counts up, not taken down. No two branches share a counter. */
    HTV_PREDICT_2BIT,
};

struct htv_hot_collected;

/* The state of the writer. All zero, but what is set here. */
struct htv_hot {
    enum htv_hot_by by;
    enum htv_predictor predictor; /* of HTV_HOT_BRANCH; rows are sorted by wrong predictions then */
    uint64_t limit;               /* rows at most; 0: all */
    bool json;                    /* schema hartrace-hot-1, else text */
    bool color;                   /* text with colors, for a terminal */

    struct htv_hot_collected *collected; /* private */
};

/* The writer for what `hot` asks for. With htv_about.weight_time functions are sorted by time. Its
 * state is not made by the pass: set htv_pass_options.state. end returns HTR_ERR_MEMORY after a
 * message; HTR_ERR_WRITE without one. */
const struct htv_writer *htv_hot_writer(const struct htv_hot *hot);

#ifdef __cplusplus
}
#endif

#endif
