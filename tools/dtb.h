/* SPDX-License-Identifier: Apache-2.0 */
/* A device tree of trace components from a file, with its memory. */
#ifndef TOOLS_DTB_H
#define TOOLS_DTB_H

#include <stddef.h>

#include "topology/topology.h"

/* It points into itself: do not copy it. */
struct tool_dtb {
    void *blob;
    size_t size;
    struct topology tree;
    struct topology_component component[TOPOLOGY_MAX_COMPONENTS];
    struct topology_link link[TOPOLOGY_MAX_LINKS];
};

/* Read and check. Returns 0, or TOOL_CANNOT after a message; dtb_close is always allowed on what
 * was zero before. */
int dtb_open(struct tool_dtb *d, const char *verb, const char *file);
/* The same of a file's bytes, which are copied; file is its name in messages. */
int dtb_parse(struct tool_dtb *d, const char *verb, const char *file, const void *bytes,
              size_t size);
void dtb_close(struct tool_dtb *d);

#endif
