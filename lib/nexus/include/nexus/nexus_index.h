/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Index: where the synchronizing messages are, so that decoding can begin after each of them.
 * Bytes come in pieces; only messages are looked at, no code. What a decoder knows there from the
 * bytes before (time, context, position) is kept in the entry: resumed there, it gives the same
 * elements as one that came from the start. Left out: in profile SIFIVE_0X, messages after which
 * nothing can begin, because HIST is full and the next message may count the last branch again.
 *
 * Sources: N-Trace 1.0, chapter "Synchronizing Messages".
 */
#ifndef NEXUS_INDEX_H
#define NEXUS_INDEX_H

#include "nexus/nexus_flow.h"
#include "nexus/nexus_pieces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A synchronizing message, and what is known after it. */
struct nexus_index_entry {
    uint64_t offset;   /* of its first byte */
    uint64_t msg;      /* its number, over all sources */
    uint64_t addr;     /* F-ADDR as a byte address: execution goes on here */
    uint64_t time;     /* absolute, in the width of the counter; when time_known */
    uint64_t position; /* half-words executed up to here */
    uint64_t data_addr;
    struct flow_context context;
    uint32_t length; /* bytes of the message */
    uint16_t src;
    uint8_t tcode;
    uint8_t sync; /* SYNC */
    bool time_known;
    bool data_known; /* data_addr: of the data message before */
    bool data_seen;  /* there was a data message of this source before */
    bool starts;     /* trace starts here: by SYNC, or after a gap */
    bool htm;        /* HIST was seen since trace started */
    bool exact;      /* position is that of a decoder that meets no error. False after a loss:
                             instructions that were executed and not reported are not in I-CNT */
};

/* What is known of one source while scanning. Read: src, first, messages, syncs, longest. */
struct nexus_index_source {
    uint16_t src;
    uint64_t first;    /* offset of its first message */
    uint64_t messages; /* without damaged ones */
    uint64_t syncs;
    uint64_t longest; /* bytes from one sync to the next, or to the end so far: the largest
                         distance. Before the first sync: from the first message of the source */
    uint64_t last;    /* the rest is private */
    bool on;
    bool repeatable;
    uint64_t repeat;
    struct nexus_index_entry now;
};

/* Read: in.offset (bytes taken), count, sources, dropped, messages, damaged. */
struct nexus_index {
    struct nexus_pieces in;
    struct nexus_index_entry *entry; /* in ascending order of offset */
    size_t count;
    size_t capacity;
    struct nexus_index_source *source; /* in the order of their first message */
    size_t sources;
    size_t source_capacity;
    uint64_t messages; /* damaged ones too */
    uint64_t damaged;
    uint64_t dropped;    /* messages of sources for which there was no room */
    bool allow_oversize; /* as in struct nexus_decoder; may be set after init. Default false */

    struct nexus_msg_decoder msgs; /* private, as the rest */
    size_t last_source;
    bool holds; /* `held` waits for room */
    struct nexus_index_entry held;
};

/* Start. cfg holds for all sources; entry[0..capacity), source[0..source_capacity) and the buffer
 * for messages (nexus_pieces.h) are the caller's. Returns NEXUS_OK or NEXUS_ERR_ARG: NULL, a size
 * of 0, a buffer that is too small, or a configuration that nexus_cfg_check refuses. */
enum nexus_status nexus_index_init(struct nexus_index *ix, const struct nexus_stream_cfg *cfg,
                                   struct nexus_index_entry *entry, size_t capacity,
                                   struct nexus_index_source *source, size_t source_capacity,
                                   uint8_t *buffer, size_t buffer_capacity);

/* The first byte is at `offset`, its message has the number `message`; with align = true it may be
 * within a message. Call it after init, before the first byte. */
void nexus_index_seek(struct nexus_index *ix, uint64_t offset, uint64_t message, bool align);

/* Scan bytes. *consumed is the number of bytes taken. Returns NEXUS_OK: all of them; or
 * NEXUS_ERR_NOSPACE: there is no room for an entry. It is kept: give a larger array (set entry and
 * capacity), or take the entries out and set count to 0; then offer the rest, which may be 0 bytes.
 */
NEXUS_MUST_CHECK enum nexus_status nexus_index_data(struct nexus_index *ix, const uint8_t *data,
                                                    size_t size, size_t *consumed);

/* The last of entry[0..count) that is at or before `offset` and is of source src
 * (NEXUS_SRC_ANY: of any); NULL when there is none. */
const struct nexus_index_entry *nexus_index_find(const struct nexus_index_entry *entry,
                                                 size_t count, uint16_t src, uint64_t offset);

/* Put a flow that was just initialized into the state that its source has after the entry's
 * message. Push the message after it next; nexus_flow.msgs counts on from the entry. The elements
 * are those of a decoder that started at the beginning and was in step here; position is the same
 * when `exact`. A decoding error, which only one with code can meet, would have made the context
 * unknown until the next Ownership; and a sync right after the entry's, without an instruction
 * between, passes for a trap even if its address is wrong. No status: cannot fail. */
void nexus_flow_resume(struct nexus_flow *flow, const struct nexus_index_entry *entry);

/* Let a pull decoder that was just initialized begin after an entry. data[0] of the decoder stands
 * at offset `base` of the stream. Returns NEXUS_OK or NEXUS_ERR_ARG: the end of the entry's message
 * is not within the data. With several sources, set d->src and d->all_sources = false. */
NEXUS_MUST_CHECK enum nexus_status nexus_decoder_resume(struct nexus_decoder *d, uint64_t base,
                                                        const struct nexus_index_entry *entry);

#ifdef __cplusplus
}
#endif

#endif
