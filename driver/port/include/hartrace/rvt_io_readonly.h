/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decorator port that never writes: reads go through, writes are refused. For tools that look at
 * hardware which somebody else uses.
 */
#ifndef HARTRACE_RVT_IO_READONLY_H
#define HARTRACE_RVT_IO_READONLY_H

#include "hartrace/rvt_io.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One decorator; private but for refused. Must live as long as its io is used, and must not move.
 */
struct rvt_io_readonly {
    struct rvt_io_ops ops;
    const struct rvt_io *inner;
    uint32_t refused; /* writes */
};

/*
 * Fill in *io: a port over inner, which must live as long, with the same optional operations and
 * the same poll_limit. A write returns RVT_ERR_RANGE, as the mapped port does for a read-only
 * window, is counted, and never reaches inner. Everything else returns what inner returns.
 */
void rvt_io_readonly_init(struct rvt_io *io, struct rvt_io_readonly *r, const struct rvt_io *inner);

#ifdef __cplusplus
}
#endif

#endif
