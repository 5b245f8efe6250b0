/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of HARTRACE_WORKLOADS as ingress records, a block each. */
#ifndef RTL_WORKLOAD_H
#define RTL_WORKLOAD_H

#include "rtl_encoder.h"

/* Hand the blocks of `base`.pcs.gz, with the code of `base`.pcinfo.gz, to `block` one after the
 * other, for the XLEN and itype of `kind`, until all are done or `block` returns false. Returns the
 * number of instructions, 0 after a message. */
uint64_t workload_feed(const char *base, const struct rtl_encoder_kind *kind,
                       bool (*block)(void *ctx, const struct ingress_cycle *in), void *ctx);

#endif
