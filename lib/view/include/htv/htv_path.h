/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a program came to a place: the last instructions, calls, returns and traps before it, and the
 * stack there. A writer (htv_writer.h); its memory grows with the lines that are asked for and the
 * depth of the stacks, not with the trace:
 *
 *   struct htv_path path = {.to = "panic", .lines = 50};
 *   struct htv_pass_options o = {.trace = ..., .writer = &htv_path_writer, .state = &path,
 *                                .out = stdout};
 *   if (htv_pass(&host, &o, &totals) != HTR_OK) ...
 */
#ifndef HTV_PATH_H
#define HTV_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "htv/htv_writer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTV_PATH_LINES_MAX = 1000000,
};

struct htv_path_seen;
struct htv_symbols;

/* The state of the writer. All zero, but what is set here. */
struct htv_path {
    /* "0x..." or a decimal number: the instruction at this address; "FILE:LINE": the first
     * instruction of a line, FILE with as many folders as needed; "end": the end of the trace, of
     * several harts the one that ends last; else the first instruction of a function. */
    const char *to;
    uint64_t lines;      /* at most, 1..HTV_PATH_LINES_MAX */
    uint64_t nth;        /* the time that it is reached, from 1; 0: the last. Not for "end" */
    bool json;           /* schema hartrace-path-1, else text */
    bool color;          /* text with colors, for a terminal */
    const char *objdump; /* htv_disasm_options.objdump */

    struct htv_path_seen *seen; /* private */
};

/* Its state is not made by the pass: set htv_pass_options.state. begin returns after a message
 * HTR_ERR_MISSING (no such function or line; the message suggests a near name), HTR_ERR_RANGE
 * (lines), HTR_ERR_ARG (nth and "end"), HTR_ERR_MEMORY. end returns HTR_ERR_MISSING after a message
 * when the place was not reached (nth times); HTR_ERR_WRITE without one. */
extern const struct htv_writer htv_path_writer;

/* Is there such a place? symbols may be NULL. Returns HTR_OK, or as begin after a message; a place
 * that is known need not be reached. */
int htv_path_known(const struct htv_path *p, struct htr_host *host,
                   struct htv_symbols *symbols) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
