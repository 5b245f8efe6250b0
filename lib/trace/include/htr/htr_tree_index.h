/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree: indexers, and decoding that resumes in the middle.
 *
 * An indexer on packets notes each source (SRC), its messages and its synchronizing messages; one
 * on a deformatter notes each trace ID. They see bytes as they are pushed; with whole buffers
 * htr_tree_begin shows them everything.
 */
#ifndef HTR_TREE_INDEX_H
#define HTR_TREE_INDEX_H

#include "htr/htr_tree.h"
#include "nexus/nexus_index.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An indexer for one packets or one deformatter. */
int32_t htr_tree_indexer(struct htr_tree *t, const char *name);

/* Of packets: sources, messages and syncs (nexus_index.h). NULL: not such an indexer, or not begun.
 * Read: source[0..sources), entry[0..count), messages, damaged. Valid until bytes are pushed. */
const struct nexus_index *htr_tree_index(const struct htr_tree *t, int32_t indexer);

/* Where a source first appears; false: it does not. */
bool htr_tree_first(const struct htr_tree *t, int32_t indexer, uint16_t src, uint64_t *offset);

/* Of a deformatter: its results for trace ID id, 0 to 127; bytes is 0 if the ID did not occur. */
struct htr_id_seen {
    uint64_t first; /* number of the frame in which it first has data, from 0 */
    uint64_t bytes;
    uint64_t frames; /* with data of it */
};
const struct htr_id_seen *htr_tree_id_seen(const struct htr_tree *t, int32_t indexer, unsigned id);

enum htr_seek {
    HTR_SEEK_OFFSET,       /* byte offset of the synchronizing message */
    HTR_SEEK_TIME,         /* its time, in the width of the counter, which must not have wrapped */
    HTR_SEEK_POSITION,     /* half-words executed before it */
    HTR_SEEK_INSTRUCTIONS, /* instructions executed before it: htr_tree_count first */
};

/* The last synchronizing message of a decoder's source at which the value is at most `value`, or
 * NULL. Entries whose value is not known (no time, position after a loss) are left out. */
const struct nexus_index_entry *htr_tree_find(const struct htr_tree *t, int32_t indexer,
                                              int32_t decoder, enum htr_seek by, uint64_t value);

/* Count the instructions before each entry of a decoder's source: decodes the whole buffer once.
 * For whole buffers. Returns HTR_OK, or HTR_ERR_* after a message. */
int htr_tree_count(struct htr_tree *t, int32_t indexer, int32_t decoder) HTR_MUST_CHECK;

/* Instructions before an entry, as far as they were decoded; 0 when they were not counted. */
uint64_t htr_tree_instructions(const struct htr_tree *t, int32_t indexer,
                               const struct nexus_index_entry *entry);

/* Let a decoder go on after an entry of its source, with the same elements as when decoding from
 * the start (nexus_flow_resume has the details). Pulled: at any time, forward and back. Pushed:
 * after htr_tree_begin, before any byte, without a deformatter; the bytes at entry offset + length
 * are to be pushed next, and other sources wait for their next sync.
 *
 * Returns HTR_OK; or after a message HTR_ERR_ARG: the entry is of another source or not within the
 * bytes, or it is too late. */
int htr_tree_seek(struct htr_tree *t, int32_t decoder,
                  const struct nexus_index_entry *entry) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
