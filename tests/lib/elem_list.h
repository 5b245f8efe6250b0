/* SPDX-License-Identifier: Apache-2.0 */
/* Elements kept for comparison, with the bytes of their messages. */
#ifndef ELEM_LIST_H
#define ELEM_LIST_H

#include "nexus/nexus_stream.h"

enum {
    EL_MAX = 1 << 15,
    EL_RAW = 160,
};

struct kept_elem {
    struct flow_elem e;
    struct nexus_source *source;
    uint8_t raw[EL_RAW];
};

struct elem_list {
    size_t n;
    struct kept_elem item[EL_MAX];
};

/* Append a copy. Fails the test when the list is full. */
void el_add(struct elem_list *l, struct nexus_source *source, const struct flow_elem *e);

/* Every field of the element, and the bytes of its message; SRC is left out (a damaged message may
 * name any), and position when it is not asked for. */
bool el_equal(const struct flow_elem *a, const uint8_t *a_raw, const struct flow_elem *b,
              const uint8_t *b_raw, bool position);

/* The lists agree. Prints the first difference. */
bool el_lists_equal(const struct elem_list *a, const struct elem_list *b);

/* All elements of a pull decoder. */
void el_pull(struct elem_list *l, struct nexus_decoder *d);

#endif
