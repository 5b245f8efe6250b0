/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: what was executed of the source.
 *
 * A line counts as often as its most executed instruction; inlined copies of it are counted apart
 * and added. A declaration without code counts as its function.
 */
#ifndef HTV_COVERAGE_H
#define HTV_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htv/htv_writer.h"
#include "htv_table.h"

struct htv_covered_line {
    uint32_t file, line, scope; /* scope: tells copies from each other; 0: in the code */
    uint64_t count;
};

struct htv_covered_branch {
    uint32_t file, line;
    uint64_t pc, count, taken;
};

struct htv_covered_function {
    uint32_t file, line;
    const char *name;
    uint64_t count;
};

/* Read: line, branch, function and their numbers, ascending by file, then line or name. */
struct htv_coverage {
    const struct htv_about *about;
    struct htv_symbols *symbols;
    struct htv_covered_line *line;
    struct htv_table lines; /* by all of the key */
    struct htv_covered_branch *branch;
    struct htv_covered_function *function;
    uint64_t *entered; /* by id of the function */
    size_t line_n, line_room, branch_n, branch_room, function_n, function_room, entered_room;
    bool all_contexts; /* the image that is read counts in every context */
    bool full;         /* no memory */
};

/* Count all images of about->symbols, which are there. Ends with htv_coverage_free, also after an
 * error. Returns HTR_OK, or HTR_ERR_* after a message. */
int htv_coverage_collect(struct htv_coverage *c, const struct htv_about *about) HTR_MUST_CHECK;
void htv_coverage_free(struct htv_coverage *c);

#endif
