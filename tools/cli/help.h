/* SPDX-License-Identifier: Apache-2.0 */
/* The help of a verb, made from its table of options. */
#ifndef TOOLS_HELP_H
#define TOOLS_HELP_H

#include "tool.h"

enum {
    HELP_COMMON = 2
};

/* What every verb takes besides its own options. */
extern const struct tool_option help_common[HELP_COMMON];

/* VERB --help: usage, text, options, example. */
void help_text(const struct tool_usage *usage, FILE *f);

/* The options for scripts, one row per option, columns separated by tabs: name, letter, ARG, kind
 * of value (flag, choice, number, file, text), "once" or "many", values of a choice separated by
 * blanks, help. A column that is empty is "-". */
void help_options(const struct tool_usage *usage, FILE *f);

/* Sections SYNOPSIS, DESCRIPTION, OPTIONS, PARAMETERS (if any) and EXAMPLES of the verb's man page,
 * in the man macros of roff. docs/man.sh puts them into docs/man/hartrace-VERB.1.in. */
void help_man(const struct tool_usage *usage, FILE *f);

/* Text in roff: no character of it is a request or an escape. */
void help_roff(const char *text, FILE *f);

#endif
