/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What people read on a terminal: in color, unless NO_COLOR is set, TERM is "dumb" or --no-color is
 * given, and through a pager (PAGER, else "less" with the options FRX unless LESS has others; none
 * when PAGER is empty or "cat"). Anywhere else it is plain text.
 */
#ifndef TOOLS_TERMINAL_H
#define TOOLS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Standard output while a verb writes to it. Read: out, color. */
struct terminal {
    FILE *out;
    bool color;
    bool kept; /* the text is kept, to be paged when it is whole */
    char *text;
    size_t size;
};

/* Begin, before the work; no_color: the option. Returns false after a message. */
bool terminal_open(struct terminal *t, const char *verb, bool no_color);

/* Is text for `out` in color? For output that is too long to be kept. */
bool terminal_color(FILE *out, bool no_color);

/* Show what is kept. Returns status, or TOOL_CANNOT after a message when not everything could be
 * written. A reader who ends the pager early is no error. */
int terminal_close(struct terminal *t, const char *verb, int status);

#define NO_COLOR_OPTION(target)                                                                    \
    {                                                                                              \
        .name = "no-color", .help = "no colors on a terminal (NO_COLOR does the same)",            \
        .flag = (target)                                                                           \
    }

#endif
