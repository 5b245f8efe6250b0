/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: what it prints of a session. */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include "hts/hts_session.h"

/* Say how each trace that was saved is decoded; with sidecar write that beside it. Returns 0, or
 * TOOL_CANNOT or HTR_ERR_* after a message. */
int run_tell_decoders(const struct hts_session *session, bool sidecar);

/* Compare the trace of each hart, and print what that found. Returns enum tool_exit. */
int run_check(struct hts_session *session, bool stop_on_wrap);

#endif
