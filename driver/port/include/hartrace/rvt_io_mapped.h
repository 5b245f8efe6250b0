/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Port for a program under an operating system: physical memory through a file that can be mapped,
 * /dev/mem on Linux. Only the windows that the caller names are mapped, and nothing outside of them
 * is ever touched. Hosted: POSIX mmap.
 */
#ifndef HARTRACE_RVT_IO_MAPPED_H
#define HARTRACE_RVT_IO_MAPPED_H

#include <stdbool.h>

#include "hartrace/rvt_io.h"
#include "hartrace/rvt_io_clock.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A piece of physical memory. The caller sets the first three; base and size need not be multiples
 * of a page, base is a multiple of 4. */
struct rvt_io_mapped_window {
    uint64_t base;
    uint64_t size;   /* bytes, 4 or more */
    bool read_only;  /* a trace buffer: writes are refused */
    void *map;       /* private */
    uint64_t length; /* private: bytes that are mapped */
    uint64_t lead;   /* private: bytes of the page before base */
};

/* One mapping; private but for clock.limit_ms. The windows belong to the caller and must live as
 * long. */
struct rvt_io_mapped {
    struct rvt_io_mapped_window *windows;
    size_t nwindows;
    struct rvt_io hart; /* loads and stores */
    struct rvt_io_clock clock;
    char message[200];
};

/*
 * Map the windows of a file and fill in *io. The offset in the file is the physical address. relax
 * sleeps for 10 microseconds; a poll ends after clock.limit_ms (RVT_IO_POLL_MS) or poll_limit
 * reads, whatever comes first.
 *
 * RVT_ERR_ARG: poll_limit or nwindows is 0, a window is misaligned or too small or passes 2^64.
 * RVT_ERR_IO: the file cannot be opened or mapped, or is a plain file that ends before a window
 *   does; rvt_io_mapped_message says why.
 *
 * Accesses through *io then return RVT_ERR_RANGE for an address outside of the windows, and for a
 * write to one that is read-only. A fault of the bus is a signal of the operating system, not a
 * status; so is a plain file that somebody makes shorter while it is mapped.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_mapped_open(struct rvt_io *io, struct rvt_io_mapped *m,
                                                  const char *path,
                                                  struct rvt_io_mapped_window *windows,
                                                  size_t nwindows, uint32_t poll_limit);

/* Unmap. Allowed more than once, and after a failed open. */
void rvt_io_mapped_close(struct rvt_io_mapped *m);

/* Why the open failed; "" when it did not. */
const char *rvt_io_mapped_message(const struct rvt_io_mapped *m);

#ifdef __cplusplus
}
#endif

#endif
