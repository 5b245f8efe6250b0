/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters: --param NAME=VALUE. */
#ifndef TOOLS_PARAM_H
#define TOOLS_PARAM_H

#include "te.h"

/* Set the defaults. */
void param_defaults(struct te_options *te);

/* Take one NAME=VALUE. Returns 0, or TOOL_CANNOT after a message. */
int param_set(struct te_options *te, const char *verb, const char *assignment);

/* Is the parameter of this NAME=VALUE read by any of these verbs (TE_READS_..., or-ed)? True for a
 * name that is unknown: param_set refuses it. */
bool param_read_by(const char *assignment, unsigned readers);

#endif
