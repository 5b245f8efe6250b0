/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address spaces: a map of code images. Some may be valid in some contexts only (processes, guests,
 * privilege modes), and they may come and go while the trace is decoded. The map and the bytes are
 * the caller's memory.
 *
 *   flow_code_space_init, flow_code_space_add for each image, flow_code_init_space.
 *
 * Sources: N-Trace 1.0, "Ownership Message", for what carries the context.
 */
#ifndef FLOW_CODE_SPACE_H
#define FLOW_CODE_SPACE_H

#include "flow/flow_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An image, and the contexts in which it is valid: those that agree in every field of `match`. */
struct flow_code_mapping {
    struct flow_region region;
    uint32_t match; /* FLOW_DEPENDS_SCONTEXT, _HCONTEXT, _V, _PRV; 0 = every context */
    uint64_t scontext;
    uint64_t hcontext;
    bool v;
    uint8_t prv;
};

/* Read: count. */
struct flow_code_space {
    struct flow_code_mapping *mapping; /* the one that was added last comes first */
    size_t count;
    size_t capacity;
    flow_code_read *fallback; /* asked for code that no mapping holds; NULL: nothing is asked */
    void *fallback_ctx;
    struct flow_code *code; /* private: flushed when the map changes */
};

/* An empty map over mapping[0..capacity). Returns FLOW_OK or FLOW_ERR_ARG: NULL. */
int flow_code_space_init(struct flow_code_space *space, struct flow_code_mapping *mapping,
                         size_t capacity);

/* Code from the map: space must stay valid, and serves one code. No status: cannot fail. */
void flow_code_init_space(struct flow_code *code, struct flow_isa isa,
                          struct flow_code_space *space);

/* Add an image: where it overlaps with others in a context, it hides them. The bytes must stay
 * valid; after changing them call flow_code_flush_range. May be called while decoding, between two
 * elements. Returns FLOW_OK; FLOW_ERR_ARG: no bytes, or addr + size wraps, or prv above 3, or an
 * unknown bit in match; FLOW_ERR_NOSPACE: the map is full. */
int flow_code_space_add(struct flow_code_space *space, const struct flow_code_mapping *mapping);

/* Remove the image that was added with the same region (address, size, bytes) and contexts. Returns
 * FLOW_OK, or FLOW_ERR_ARG: there was none. */
int flow_code_space_remove(struct flow_code_space *space, const struct flow_code_mapping *mapping);

/* Ask `read` for addresses that no mapping holds: late loading. It gets pc, position and
 * context, and gives bytes (flow_code.h), or loads a whole image with flow_code_space_add and
 * returns what that holds there. Its answers are cached like all others. No status: cannot fail. */
void flow_code_space_set_fallback(struct flow_code_space *space, flow_code_read *read, void *ctx);

/* Is the mapping valid in this context? While no context is known (at the start, after a gap), the
 * last known values are used, zeros if there were none; and addresses that are mapped nowhere else
 * are taken from mappings of other contexts, the one added last first. */
bool flow_code_mapping_counts(const struct flow_code_mapping *mapping,
                              const struct flow_context *context);

#ifdef __cplusplus
}
#endif

#endif
