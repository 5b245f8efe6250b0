/* SPDX-License-Identifier: Apache-2.0 */
/* Filling the parts of a decode tree: what snapshots and device trees share. */
#ifndef HTR_TREE_PARTS_PRIV_H
#define HTR_TREE_PARTS_PRIV_H

#include "htr/htr_tree_parts.h"

/* One more; there is room. Of a source the buffer and the trace ID, of a buffer all but the name
 * are the caller's to set. */
struct htr_tree_source_spec *htr_parts_add_source(struct htr_tree_parts *p, const char *name,
                                                  const struct htr_settings *settings,
                                                  const struct htr_registers *r);
struct htr_tree_buffer_spec *htr_parts_add_buffer(struct htr_tree_parts *p, const char *name);

#endif
