/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writing a snapshot: one folder with all that a bug report about trace needs, in the form of the
 * Arm snapshot format 1.0 (docs/reference/snapshot.md): snapshot.ini, trace.ini, an INI file with
 * the registers of each component, the trace, the device tree, the images. htr_snapshot.h reads it.
 */
#ifndef HTR_SNAPSHOT_WRITE_H
#define HTR_SNAPSHOT_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"
#include "htr/htr_registers.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The trace of one sink, in the order of time. */
struct htr_snapshot_buffer {
    unsigned component; /* of the topology */
    const uint8_t *bytes;
    size_t size;
    bool coresight; /* 16-byte frames, otherwise messages */
    bool written;   /* its file, COMPONENT.bin in the folder, is written by the caller */
};

struct htr_snapshot_source {
    const char *folder;
    const char *description; /* one line, without line break */
    const struct topology *tree;
    const struct topology_use *use; /* one for each component: the sinks of encoders */
    htr_read_register *read;        /* reads the registers of the components */
    void *ctx;                      /* the first argument of read */
    const void *dtb;                /* the device tree, or NULL */
    size_t dtb_size;
    const char *const *images; /* executables: copied */
    size_t nimages;
    const struct htr_snapshot_buffer *buffers;
    size_t nbuffers;
};

/*
 * Write it; the folder is made, files in it are replaced. Of each component trActive and trCompType
 * are read first: one in reset is left out, of the others all registers are read but trRamData. The
 * trace must have stopped.
 *
 * Returns HTR_OK; after a message HTR_ERR_OPEN or HTR_ERR_WRITE (an output), HTR_ERR_TARGET (a
 * register cannot be read, or a component is of a type that the Trace Control Interface does not
 * have), HTR_ERR_RANGE (a name is too long), or what htr_bytes_load returns for an image.
 */
int htr_snapshot_write(const struct htr_snapshot_source *s, struct htr_host *host) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
