/* SPDX-License-Identifier: Apache-2.0 */
/* For compare_parts.c: arrays that grow. */
#ifndef TOOLS_COMPARE_LISTS_H
#define TOOLS_COMPARE_LISTS_H

#include "compare_parts.h"

struct pc_list {
    uint64_t *pc;
    size_t n, room;
};

/* Make room for more entries of `size` bytes. Returns false when memory is short; nothing has
 * changed then. */
bool compare_grow(void **memory, size_t *room, size_t size);
bool compare_add_pc(struct pc_list *l, uint64_t pc);

/* Add a span to the result, or, unless it begins a segment, to its last span when it continues that
 * in the trace and in the list. Returns false when memory is short. */
bool compare_add_span(struct compare_parts_result *r, size_t *room, const struct compare_span *span,
                      bool begins);

#endif
