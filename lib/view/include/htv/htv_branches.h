/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The last instructions of each hart, out of a trace, kept as blocks of consecutive addresses: what
 * GDB's branch trace is made of. Memory is bounded by the number of instructions that are kept, not
 * by the length of the trace.
 *
 *   struct htv_branches *b;
 *   struct htv_gdb_target target;
 *   if (htv_branches_open(&b, &host, &options, 100000) == HTR_OK) {
 *       htv_branches_target(b, &target);
 *       ... htv_gdb_open(&g, &host, &target, &link)
 *   }
 *   htv_branches_close(b);
 */
#ifndef HTV_BRANCHES_H
#define HTV_BRANCHES_H

#include "htr/htr_decode.h"
#include "htv/htv_gdb.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_branches;

enum {
    HTV_BRANCHES_KEEP = 1 << 24, /* instructions of a hart, at most: 80 bytes each in the worst
                                    case, about 10 in usual code */
};

/* Decode a trace to its end, and keep the last `keep` instructions (1 to HTV_BRANCHES_KEEP) of each
 * hart. options->src: a number; NULL or "all": every source is a hart, when there is SRC. The trace
 * is read once for each of them. What could not be decoded is a gap between two blocks, and counts
 * in *sum. What options point to must outlive *b.
 *
 * Returns HTR_OK, also for a damaged trace; or after a message HTR_ERR_ARG (keep),
 * HTR_ERR_MISSING (no instruction was decoded), HTR_ERR_MEMORY, or what htr_sources_list and
 * htr_trace_open_decoder return; then *b is NULL. */
int htv_branches_open(struct htv_branches **b, struct htr_host *host,
                      const struct htr_trace_options *options, uint64_t keep,
                      struct htr_decoded *sum) HTR_MUST_CHECK;

/* As a target for GDB, each hart at its last instruction: position 0 is the first one that was
 * decoded. Registers but x0 and the pc are not known, nor memory that is not code. A move over a
 * gap is one step. *target is valid as long as b. */
void htv_branches_target(struct htv_branches *b, struct htv_gdb_target *target);

/* Instructions of a hart that are kept, and that were decoded. */
uint64_t htv_branches_kept(const struct htv_branches *b, unsigned hart, uint64_t *decoded);

/* NULL is fine. */
void htv_branches_close(struct htv_branches *b);

#ifdef __cplusplus
}
#endif

#endif
