/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The input of htr_tree_build, from a snapshot, or from a device tree and the registers of its
 * components: the buffers, their senders, and the settings to decode them. The caller adds the code
 * and, for a device tree, the bytes.
 *
 *   static struct htr_tree_parts parts;
 *   htr_tree_parts_of_snapshot(&parts, &host, "report", &settings);
 *   for (size_t i = 0; i < parts.sources; i++) {
 *       parts.source[i].region = region;
 *       parts.source[i].regions = regions;
 *   }
 *   htr_tree_build(&tree, parts.buffer, parts.buffers, parts.source, parts.sources, decoder);
 */
#ifndef HTR_TREE_PARTS_H
#define HTR_TREE_PARTS_H

#include "etrace/etrace_cfg.h"
#include "htr/htr_input.h"
#include "htr/htr_registers.h"
#include "htr/htr_snapshot.h"
#include "htr/htr_tree_build.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_PARTS_MAX = HTR_SNAPSHOT_SOURCES, /* sources, and buffers */
    HTR_PARTS_NAME = 64,
};

/* About 100 KiB. It points into itself: do not copy it. Change what you like of buffer and source.
 */
struct htr_tree_parts {
    struct htr_tree_buffer_spec buffer[HTR_PARTS_MAX];
    struct htr_tree_source_spec source[HTR_PARTS_MAX];
    size_t buffers, sources;
    /* Of a device tree: the components that buffers and sources are. */
    unsigned buffer_component[HTR_PARTS_MAX], source_component[HTR_PARTS_MAX];
    /* Data that the other members point to. The bytes of a buffer may be put here, to be freed with
     * the rest.
     */
    struct htr_bytes bytes[HTR_PARTS_MAX];
    struct etrace_cfg etrace[HTR_PARTS_MAX];
    char buffer_name[HTR_PARTS_MAX][HTR_PARTS_NAME], source_name[HTR_PARTS_MAX][HTR_PARTS_NAME];
};

/*
 * All encoders of a snapshot, and the trace of their sinks. Settings that registers do not report
 * (XLEN, ISA, the depth of the return stack) come from the parameters of `settings`; its fields are
 * not used.
 *
 * Returns HTR_OK, or after a message what htr_snapshot_list and htr_snapshot_one return, and what
 * htr_bytes_load returns for a buffer. htr_tree_parts_free is always allowed on what was zero
 * before.
 */
int htr_tree_parts_of_snapshot(struct htr_tree_parts *p, struct htr_host *host, const char *folder,
                               const struct htr_settings *settings) HTR_MUST_CHECK;

/*
 * All encoders of a device tree (htr/htr_dtb.h) that are active, and the sinks that they send to,
 * by the registers of the components: an encoder sends to the sink that it can reach and that is
 * enabled, if there is none, to the first that is active; or as use says (NULL: not known).
 * The bytes are the caller's: set buffer[].bytes and size, or push them. Parameters as above, but
 * XLEN is the tree's when it states one and the settings do not.
 *
 * Returns HTR_OK, or after a message HTR_ERR_TARGET (a register cannot be read), HTR_ERR_MISSING
 * (no encoder with a way to a sink is active).
 */
int htr_tree_parts_of_dtb(struct htr_tree_parts *p, struct htr_host *host,
                          const struct topology *tree, const struct topology_use *use,
                          htr_read_register *read, void *ctx,
                          const struct htr_settings *settings) HTR_MUST_CHECK;

/*
 * One buffer with frames of a CoreSight formatter, and a source for each trace ID in it: an encoder
 * behind an ATB bridge of its own, as in a SpacemiT K3 (profile spacemit-k3 of the settings). All
 * of them are decoded as the settings say. The bytes stay the caller's.
 *
 * Returns HTR_OK, or after a message HTR_ERR_MISSING (no frame has a trace ID of a source),
 * HTR_ERR_RANGE (more than HTR_PARTS_MAX trace IDs).
 */
int htr_tree_parts_of_frames(struct htr_tree_parts *p, struct htr_host *host, const uint8_t *bytes,
                             size_t size, bool wrapped,
                             const struct htr_settings *settings) HTR_MUST_CHECK;

void htr_tree_parts_free(struct htr_tree_parts *p);

#ifdef __cplusplus
}
#endif

#endif
