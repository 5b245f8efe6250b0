/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Port for software that runs on a hart of the traced system: loads and stores, with fences.
 * Freestanding.
 */
#ifndef HARTRACE_RVT_IO_MMIO_H
#define HARTRACE_RVT_IO_MMIO_H

#include "hartrace/rvt_io.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fill in *io. Physical addresses are used as pointers: for M-mode, or where memory is mapped one
 * to one. An access returns RVT_ERR_RANGE for an address that does not fit a pointer; a fault of
 * the bus arrives as a trap, not as a status. poll_limit: reads before a poll gives up, 1 or more.
 */
void rvt_io_mmio_init(struct rvt_io *io, uint32_t poll_limit);

#ifdef __cplusplus
}
#endif

#endif
