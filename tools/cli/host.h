/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the program: the one variable of tools/ besides what a signal handler writes.
 *
 * The host library's host (htr_host.h) for the command that runs: messages go to stderr in the
 * verb's name, outputs through output.h, an interruption stops long work. */
#ifndef TOOLS_HOST_H
#define TOOLS_HOST_H

#include "htr/htr_host.h"
#include "htr/htr_outputs.h"

/* The line of progress.h. */
struct tool_progress {
    const char *verb;
    bool bytes; /* otherwise instructions */
    bool shown;
    uint64_t total;
    uint64_t step; /* from one look at the clock to the next */
    double start, next;
};

struct tool_state {
    struct htr_host host;
    struct htr_outputs outputs;
    struct tool_progress progress;
    bool quiet;
};

extern struct tool_state tool_the;

/* The host; from now on messages begin with this verb. */
struct htr_host *tool_host(const char *verb);

#endif
