/* SPDX-License-Identifier: Apache-2.0 */
/* What the flow layer decodes, held against what the messages determine (trace_account.h). */
#ifndef ACCOUNT_FLOW_H
#define ACCOUNT_FLOW_H

#include "nexus/nexus_flow.h"
#include "trace_account.h"

/* Decode the stream. In each region of r exactly its instructions must come out, in order; else the
 * test fails with `where`. Returns how many instructions. */
uint64_t account_flow(const struct account *a, const struct nexus_stream_cfg *cfg,
                      struct flow_code *code, const struct account_bytes *stream,
                      const struct account_result *r, const char *where);

#endif
