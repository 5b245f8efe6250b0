/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree out of plain structures: the captured bytes (buffers), and their senders (sources).
 * Readers of snapshots and of device trees fill these in.
 */
#ifndef HTR_TREE_BUILD_H
#define HTR_TREE_BUILD_H

#include "htr/htr_tree.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htr_tree_buffer_spec {
    const char *name;
    enum htr_bytes_format format;
    bool wrapped;         /* it begins inside a message */
    const uint8_t *bytes; /* all of them; NULL: they are pushed */
    size_t size;
};

struct htr_tree_source_spec {
    const char *name;
    size_t buffer;    /* index of its buffer */
    uint8_t trace_id; /* in a buffer of frames, else 0 */
    uint16_t src;     /* or HTR_SRC_ANY */
    struct nexus_stream_cfg cfg;
    const struct etrace_cfg *etrace; /* it sends E-Trace, so configured; NULL: N-Trace, cfg */
    bool allow_oversize;
    struct flow_code *code;           /* of this source alone; NULL: use region */
    const struct flow_region *region; /* images */
    size_t regions;
};

/* Build the components, and set up the tree (htr_tree_begin). The sources of a buffer that have the
 * same trace ID share one packets component, with the first one's options. decoder[i] becomes the
 * index of source[i]'s decoder. More may be attached afterwards; then htr_tree_begin again.
 *
 * Returns HTR_OK, or after a message HTR_ERR_*: as htr_tree_attach and htr_tree_begin. */
int htr_tree_build(struct htr_tree *t, const struct htr_tree_buffer_spec *buffer, size_t buffers,
                   const struct htr_tree_source_spec *source, size_t sources,
                   int32_t *decoder) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
