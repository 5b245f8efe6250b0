/* SPDX-License-Identifier: Apache-2.0 */
/* The help of a verb, made from its table of options. */
#ifndef TOOLS_HELP_H
#define TOOLS_HELP_H

#include "tool.h"

/* VERB --help: usage, text, options, example. */
void help_text(const struct tool_usage *usage, FILE *f);

/* The same as a section of the man page, in the man macros of roff: docs/man.sh puts all verbs into
 * one page. */
void help_man(const struct tool_usage *usage, FILE *f);

#endif
