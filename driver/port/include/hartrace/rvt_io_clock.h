/* SPDX-License-Identifier: Apache-2.0 */
/* The time that a poll may take, in a port on a host. */
#ifndef HARTRACE_RVT_IO_CLOCK_H
#define HARTRACE_RVT_IO_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RVT_IO_POLL_MS = 3000, /* what the ports begin with */
};

/* Part of a port's context. limit_ms may be changed between two polls; the rest is private. */
struct rvt_io_clock {
    uint32_t limit_ms; /* a poll that takes as long ends with RVT_ERR_TIMEOUT */
    bool relaxed;      /* the last operation was a relax */
    uint64_t start_ms; /* of this poll */
};

#ifdef __cplusplus
}
#endif

#endif
