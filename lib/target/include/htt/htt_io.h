/* SPDX-License-Identifier: Apache-2.0 */
/* A way to the registers and memory of a live target, by its name: OpenOCD, mapped memory. */
#ifndef HTT_IO_H
#define HTT_IO_H

#include <stdbool.h>

#include "hartrace/rvt_io_mapped.h"
#include "hartrace/rvt_io_openocd.h"
#include "htr/htr_host.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htt_io_kind {
    HTT_IO_NONE, /* not open */
    HTT_IO_OPENOCD,
    HTT_IO_MAPPED,
};

struct htt_io_options {
    /* "openocd:HOST:PORT" or "openocd:HOST:PORT:TARGET": the Tcl port of OpenOCD, and the name of
     * one of its targets. "mmio:FILE": mapped memory (/dev/mem). */
    const char *io;
    bool slow_bus;        /* OpenOCD: look at sbbusy before each access, one at a time */
    bool halt_for_access; /* OpenOCD: without System Bus Access, halt the hart to reach memory */
};

/* It points into itself: do not copy it. Read io; the rest is private. */
struct htt_io {
    struct rvt_io io;
    enum htt_io_kind kind;
    struct rvt_io_openocd openocd;
    struct rvt_io_mapped mapped;
    struct rvt_io_mapped_window windows[2 * TOPOLOGY_MAX_COMPONENTS];
    bool halted; /* by us: resumed by htt_io_close */
};

/* Does htt_io_open know this kind of name? */
bool htt_io_known(const char *io);

/*
 * Open the way to the components of this tree, and to their trace buffers in memory. Through
 * OpenOCD the first component is read, to see whether memory can be reached while the harts run.
 *
 * Returns HTR_OK; after a message HTR_ERR_ARG (an unknown or malformed name),
 * HTR_ERR_OPEN (no connection, the file cannot be mapped), HTR_ERR_CONFLICT (the host refuses the
 * file), HTR_ERR_TARGET (memory cannot be reached). htt_io_close is always allowed on what was zero
 * before.
 */
int htt_io_open(struct htt_io *way, struct htr_host *host, const struct topology *tree,
                const struct htt_io_options *o) HTR_MUST_CHECK;
void htt_io_close(struct htt_io *way);

/* What OpenOCD said of the last access that failed; "" when it said nothing, and for other ways. */
const char *htt_io_message(const struct htt_io *way);

#ifdef __cplusplus
}
#endif

#endif
