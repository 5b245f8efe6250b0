/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Index: where the synchronizing messages stand, so that decoding can begin at each of them. Bytes
 * come in pieces; only messages are looked at, no code. What a decoder would know at that point
 * from the bytes before (time, context, position) is kept in the entry: resumed there, it gives the
 * same elements as one that came from the start.
 *
 * Sources: N-Trace 1.0, chapter "Synchronizing Messages".
 */
#ifndef NEXUS_INDEX_H
#define NEXUS_INDEX_H

#include "nexus/nexus_flow.h"
#include "nexus/nexus_stream.h"

/* A synchronizing message. */
struct nexus_index_entry {
    uint64_t offset;   /* of its first byte */
    uint64_t msg;      /* its number, over all sources */
    uint64_t addr;     /* F-ADDR as a byte address */
    uint64_t time;     /* absolute, in the width of the counter; when time_known */
    uint64_t position; /* half-words executed before it, as far as I-CNT tells: those of a decoder
                          that met no error. Private to nexus_source_resume otherwise */
    struct nexus_context context; /* as Ownership messages before it tell */
    uint16_t src;
    uint8_t tcode;
    uint8_t sync; /* SYNC */
    bool time_known;
    bool starts; /* SYNC says that trace starts anew: nothing before belongs to it */
    bool htm;    /* HIST was seen since trace started, in this message at the latest */
};

/* What is known of one source while scanning. Read: src, messages, syncs, longest. */
struct nexus_index_source {
    uint16_t src;
    uint64_t messages;
    uint64_t syncs;
    uint64_t longest;             /* bytes between two syncs, at most */
    struct nexus_index_entry now; /* the state that the next entry begins with */
    uint64_t last;                /* offset of the sync before */
    uint64_t repeat;              /* half-words that RepeatBranch repeats */
    bool on;
};

/* Read: count, sources, dropped, offset, messages, damaged. */
struct nexus_index {
    struct nexus_index_entry *entry;
    size_t count;
    size_t capacity;
    struct nexus_index_source *source; /* in the order of their first message */
    size_t sources;
    size_t source_capacity;
    uint64_t dropped;  /* syncs for which there was no room */
    uint64_t offset;   /* bytes taken */
    uint64_t messages; /* damaged ones too */
    uint64_t damaged;
    struct nexus_msg_decoder msgs; /* the rest is private */
    uint8_t *buffer;
    size_t buffer_capacity;
    size_t fill;
    size_t last_source;
    uint64_t start;
    bool skipping;
    bool align;
};

/* Start. cfg holds for all sources; entry[0..capacity), source[0..sources) and the message buffer
 * (as in nexus_stream.h) are the caller's. Returns NEXUS_OK or NEXUS_ERR_ARG: NULL, a size of 0, a
 * buffer below NEXUS_STREAM_BUFFER_MIN, or a configuration that nexus_cfg_check refuses. */
int nexus_index_init(struct nexus_index *ix, const struct nexus_stream_cfg *cfg,
                     struct nexus_index_entry *entry, size_t capacity,
                     struct nexus_index_source *source, size_t sources, uint8_t *buffer,
                     size_t buffer_capacity);

/* The first byte may stand in the middle of a message (offset as in nexus_stream_seek). */
void nexus_index_seek(struct nexus_index *ix, uint64_t offset, uint64_t message, bool align);

/* Scan bytes. *consumed says how many were taken. Returns NEXUS_OK: all of them; or
 * NEXUS_ERR_NOSPACE: the entries are full and another sync came. It was not taken: move the entries
 * elsewhere and set count to 0, or give a larger array (entry, capacity), then offer the rest.
 * Messages of sources beyond source[0..sources) count as dropped. */
int nexus_index_data(struct nexus_index *ix, const uint8_t *data, size_t size, size_t *consumed);

/* The last entry of a source with offset <= offset; NULL when there is none. Entries are in
 * ascending order of offset. src may be NEXUS_SRC_ANY. */
const struct nexus_index_entry *nexus_index_find(const struct nexus_index_entry *entry,
                                                 size_t count, uint16_t src, uint64_t offset);

/* Put a flow that was just initialised into the state in which its source was before the entry's
 * message. Push that message next. Elements behind those of that message are then the same as when
 * decoding came from the start without an error; its own are TRACE_ON instead of the range and the
 * event. */
void nexus_flow_resume(struct nexus_flow *flow, const struct nexus_index_entry *entry);

/* Let a pull decoder that was just initialised begin at an entry. Its input begins at offset `base`
 * of the stream, not behind the entry. Returns NEXUS_OK or NEXUS_ERR_ARG: the entry is outside. */
int nexus_decoder_resume(struct nexus_decoder *d, uint64_t base,
                         const struct nexus_index_entry *entry);

#endif
