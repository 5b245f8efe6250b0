/* SPDX-License-Identifier: Apache-2.0 */
/* Plain messages: the short way from bytes to job. Private. */
#ifndef NEXUS_FLOW_PLAIN_H
#define NEXUS_FLOW_PLAIN_H

#include "nexus_flow_int.h"

/* If the next message of the run is a plain branch message or ResourceFull with HIST, which
 * certainly has something to walk, take it: the flow's job is the one that nexus_flow_push would
 * begin. The job before is complete. Returns false, and does nothing, when it is not. */
bool nexus_flow_begin_plain(struct nexus_flow *flow, struct nexus_run *run);

#endif
