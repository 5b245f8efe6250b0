/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree, pulled: buffers are there as a whole (htr_tree_bytes), and each decoder reads for
 * itself, as far as it is asked. With one source and no deformatter this is the pull decoder of
 * nexus_flow.h and nothing else. Frames are deformatted once, by htr_tree_begin.
 *
 * A decoder with HTR_SRC_ANY beside others cannot be pulled, because it would have to know what
 * those take. Elements of messages of unknown sources are not given.
 */
#ifndef HTR_TREE_PULL_H
#define HTR_TREE_PULL_H

#include "flow/flow_clock.h"
#include "htr/htr_tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The next element of a decoder. Returns false after the END element; or after a message when this
 * decoder cannot be pulled. */
bool htr_tree_next(struct htr_tree *t, int32_t decoder, struct flow_elem *e);

/* What comes next, ranges by the batch: as nexus_decoder_next_ranges. Returns how many are in
 * range[0..max), 0: *e is an element of another type, or NEXUS_ERR_END. Do not mix with
 * htr_tree_next. With a monitor of elements on the decoder a batch is one range. */
int htr_tree_next_ranges(struct htr_tree *t, int32_t decoder, struct flow_range *range,
                         unsigned max, struct flow_elem *e);

/* The pull decoder inside, or NULL: it has none. Valid until the next htr_tree_begin. */
struct nexus_decoder *htr_tree_inside(const struct htr_tree *t, int32_t decoder);

/* Bytes of the buffer that a decoder reads: those of its trace ID. Returns NULL when there are
 * none. */
const uint8_t *htr_tree_trace(const struct htr_tree *t, int32_t decoder, size_t *size);

/* ---- several decoders as one sequence ---- */

/* A decoder of a merge. Private. */
struct htr_lane {
    int32_t decoder;
    bool more;
    struct flow_elem next;
    struct flow_clock clock; /* time before `next`; of a TIMESTAMP, its own */
    unsigned bits;
};

/* Private. */
struct htr_merge {
    struct htr_tree *t;
    struct htr_lane *lane;
    size_t n, last;
    struct flow_clock first; /* where all clocks begin: on the same turn of the counter */
    bool by_time, begun;
};

/* Merge decoder[0..n): by time (TIMESTAMP elements; a range counts from the time before it), or
 * else by number of the message. lane[0..n) is memory of the caller. Memory does not grow with the
 * trace: one element of each decoder is held. */
void htr_merge_init(struct htr_merge *m, struct htr_tree *t, struct htr_lane *lane,
                    const int32_t *decoder, size_t n, bool by_time);

/* The next element. Returns its decoder, or HTR_NONE at the end of all. */
int32_t htr_merge_next(struct htr_merge *m, struct flow_elem *e);

#ifdef __cplusplus
}
#endif

#endif
