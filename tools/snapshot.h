/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A snapshot: one folder with all that a bug report about trace needs, in the form of the Arm
 * snapshot format 1.0 (docs/snapshot.md): snapshot.ini, trace.ini, an INI file with the registers
 * of each component, the trace, the device tree, the images.
 */
#ifndef TOOLS_SNAPSHOT_H
#define TOOLS_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_fdt.h"
#include "htr/htr_snapshot.h"
#include "tool.h"

/* The trace of one sink, in the order of time. */
struct snapshot_buffer {
    unsigned component; /* of the topology */
    const uint8_t *bytes;
    size_t size;
    bool coresight; /* 16-byte frames, otherwise messages */
    bool written;   /* its file, COMPONENT.bin in the folder, is written by the caller */
};

struct snapshot_source {
    const char *verb, *folder, *description;
    struct rvt_fdt *fdt; /* stopped; components in reset are left out */
    const void *dtb;     /* or NULL */
    size_t dtb_size;
    const char *const *images; /* executables: copied */
    size_t nimages;
    const struct snapshot_buffer *buffers;
    size_t nbuffers;
};

/* Write it; the folder is made, files in it are replaced. Reads the registers of all components
 * that are active. Returns 0, or TOOL_CANNOT after a message. */
int snapshot_write(const struct snapshot_source *s);

#endif
