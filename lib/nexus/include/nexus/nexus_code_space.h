/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address spaces: a map of code images, some of which count in some contexts only (processes,
 * guests, privilege modes), and which may come and go while the trace is decoded. The map and the
 * bytes are the caller's memory.
 *
 *   nexus_code_space_init, nexus_code_space_add for each image, nexus_code_init_space.
 *
 * Sources: N-Trace 1.0, "Ownership Message", for what tells the context.
 */
#ifndef NEXUS_CODE_SPACE_H
#define NEXUS_CODE_SPACE_H

#include "nexus/nexus_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An image, and the contexts in which it counts: those that agree in every field of `match`. */
struct nexus_code_mapping {
    struct nexus_region region;
    uint32_t match; /* NEXUS_DEPENDS_SCONTEXT, _HCONTEXT, _V, _PRV; 0 = every context */
    uint64_t scontext;
    uint64_t hcontext;
    bool v;
    uint8_t prv;
};

/* Read: count. */
struct nexus_code_space {
    struct nexus_code_mapping *mapping; /* the one that was added last counts first */
    size_t count;
    size_t capacity;
    nexus_code_read *fallback; /* asked for what no mapping holds; NULL = nobody */
    void *fallback_ctx;
    struct nexus_code *code; /* private: is told of changes */
};

/* An empty map over mapping[0..capacity). Returns NEXUS_OK or NEXUS_ERR_ARG: NULL. */
int nexus_code_space_init(struct nexus_code_space *space, struct nexus_code_mapping *mapping,
                          size_t capacity);

/* Code behind the map: space must stay valid, and serves one code. No status: cannot fail. */
void nexus_code_init_space(struct nexus_code *code, const struct nexus_stream_cfg *cfg,
                           struct nexus_code_space *space);

/* Add an image: where it overlaps with others in a context, it hides them. The bytes must stay
 * valid; after changing them call nexus_code_flush_range. May be called while decoding, between two
 * elements. Returns NEXUS_OK; NEXUS_ERR_ARG: no bytes, or addr + size wraps, or prv above 3, or an
 * unknown bit in match; NEXUS_ERR_NOSPACE: the map is full. */
int nexus_code_space_add(struct nexus_code_space *space, const struct nexus_code_mapping *mapping);

/* Remove what was added with the same region (address, size, bytes) and contexts. Returns NEXUS_OK,
 * or NEXUS_ERR_ARG: there was none. */
int nexus_code_space_remove(struct nexus_code_space *space,
                            const struct nexus_code_mapping *mapping);

/* Ask `read` for addresses that no mapping holds: late loading. It is told pc, position and
 * context, and gives bytes (nexus_code.h), or loads a whole image with nexus_code_space_add and
 * returns what that holds there. Its answers are cached like all others. No status: cannot fail. */
void nexus_code_space_set_fallback(struct nexus_code_space *space, nexus_code_read *read,
                                   void *ctx);

/* Does the mapping count in this context? While no context is known (at the start, after a gap),
 * the values told before count, zeros if there were none; and what is mapped nowhere else is taken
 * from mappings of other contexts, the one that was added last first. */
bool nexus_code_mapping_counts(const struct nexus_code_mapping *mapping,
                               const struct nexus_context *context);

#ifdef __cplusplus
}
#endif

#endif
