/* SPDX-License-Identifier: Apache-2.0 */
/* Verb stat, for others. */
#ifndef TOOLS_STAT_H
#define TOOLS_STAT_H

#include "htr/htr_stat.h"

/* The statistics of a trace, with instructions when o has code; messages name `verb`. *s keeps no
 * pointer into *o but the path. Returns HTR_OK, or HTR_ERR_* after a message. */
int stat_count(struct htr_stat *s, const char *verb,
               const struct htr_trace_options *o) HTR_MUST_CHECK;

#endif
