/* SPDX-License-Identifier: Apache-2.0 */
/* A device tree of trace components from a file, with its memory. */
#ifndef HTR_DTB_H
#define HTR_DTB_H

#include <stddef.h>

#include "htr/htr_host.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/* It points into itself: do not copy it. */
struct htr_dtb {
    void *blob;
    size_t size;
    struct topology tree;
    struct topology_component component[TOPOLOGY_MAX_COMPONENTS];
    struct topology_link link[TOPOLOGY_MAX_LINKS];
};

/* Read and check. Returns HTR_OK, or HTR_ERR_* after a message; dtb_close is always allowed on what
 * was zero before. */
int htr_dtb_open(struct htr_dtb *d, struct htr_host *host, const char *file) HTR_MUST_CHECK;
/* The same from a file's bytes, which are copied; file is its name in messages. */
int htr_dtb_parse(struct htr_dtb *d, struct htr_host *host, const char *file, const void *bytes,
                  size_t size) HTR_MUST_CHECK;
void htr_dtb_close(struct htr_dtb *d);

#ifdef __cplusplus
}
#endif

#endif
