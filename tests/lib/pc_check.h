/* SPDX-License-Identifier: Apache-2.0 */
/* Trace bytes against the PCs that were executed. */
#ifndef TESTS_PC_CHECK_H
#define TESTS_PC_CHECK_H

#include "flow/flow_code.h"
#include "nexus/nexus_cfg.h"
#include "htr/htr_pcs.h"

/* Decode bytes[0..n) with this code and fail the test unless they are exactly the PCs of the log.
 */
void pc_check(const struct nexus_stream_cfg *cfg, const struct flow_region *code, size_t regions,
              const uint8_t *bytes, size_t n, const struct htr_pc_log *log);

#endif
