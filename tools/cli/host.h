/* SPDX-License-Identifier: Apache-2.0 */
/* The host library's host (htr_host.h) for the command that runs: messages go to stderr in the
 * verb's name, outputs through output.h, an interruption stops long work. */
#ifndef TOOLS_HOST_H
#define TOOLS_HOST_H

#include "htr/htr_host.h"

/* The host; from now on messages begin with this verb. */
struct htr_host *tool_host(const char *verb);

/* The same, as it is. */
extern struct htr_host tool_the_host;

#endif
