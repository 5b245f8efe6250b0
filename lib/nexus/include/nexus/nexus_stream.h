/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stream: bytes that come in pieces, of one or several sources, become elements that go to a
 * callback.
 *
 *   nexus_source_init for each source (a flow, with its own configuration and code);
 *   nexus_stream_init over their table and a message buffer;
 *   nexus_stream_data for each piece, nexus_stream_eot at the end.
 *
 * Every operation answers CONT: go on; WAIT: the callback wants a pause, call nexus_stream_flush
 * until it answers CONT, then go on after what was consumed; FATAL: only a reset helps. It does not
 * matter where the bytes are cut: the elements are those of the pull decoder (nexus_flow.h), as
 * long as no message is longer than the buffer. All memory is the caller's.
 *
 * Sources: N-Trace 1.0, chapters "N-Trace Transmission Protocol" and "Fields in Messages" (SRC).
 * Operations and answers after the data path of Arm's reference trace decoder.
 */
#ifndef NEXUS_STREAM_H
#define NEXUS_STREAM_H

#include "nexus/nexus_flow.h"
#include "nexus/nexus_pieces.h"

#ifdef __cplusplus
extern "C" {
#endif

enum nexus_answer {
    NEXUS_CONT = 0,
    NEXUS_WAIT = 1,
    NEXUS_FATAL = 2,
};

enum {
    NEXUS_SRC_ANY = 0xffff, /* a source that takes every SRC that no other one has */
    NEXUS_STREAM_BUFFER = NEXUS_PIECES_BUFFER,
    NEXUS_STREAM_BUFFER_MIN = NEXUS_PIECES_BUFFER_MIN,
};

/* A source. Read: src, messages, flow.insns, flow.errors, flow.gaps. It may be moved or copied
 * while no operation runs. */
struct nexus_source {
    uint16_t src;                  /* SRC, or NEXUS_SRC_ANY */
    uint64_t messages;             /* of this source */
    struct nexus_msg_decoder msgs; /* its configuration */
    struct nexus_flow flow;
};

/* Set up a source. code must stay valid, and belongs to this source alone when it has a cache. With
 * cfg->src_bits = 0 the stream's only source takes everything, with any src.
 *
 * Returns NEXUS_OK, or NEXUS_ERR_ARG: NULL, a configuration that nexus_cfg_check refuses, or src
 * does not fit cfg->src_bits. */
NEXUS_MUST_CHECK enum nexus_status nexus_source_init(struct nexus_source *source, uint16_t src,
                                                     const struct nexus_stream_cfg *cfg,
                                                     struct flow_code *code);

/* Take an element. source is NULL for UNKNOWN with status SOURCE, and for messages that have no SRC
 * (DeviceID, port replacement, auxiliary access) when several sources share the stream. The
 * element, and what its raw points to, are valid during the call. The callback may flush code, but
 * not call the stream.
 *
 * Returns CONT; WAIT: this element was taken, deliver no more until a flush; FATAL: stop. */
typedef enum nexus_answer nexus_stream_sink(void *ctx, struct nexus_source *source,
                                            const struct flow_elem *elem);

/* Read: in.offset (bytes taken), messages, unknown, too_long. */
struct nexus_stream {
    struct nexus_pieces in;
    uint64_t messages;   /* of all sources, damaged ones too */
    uint64_t unknown;    /* messages of sources that are not in the table */
    uint64_t too_long;   /* messages longer than the buffer */
    bool allow_oversize; /* as in struct nexus_decoder; may be set after init. Default false */

    struct nexus_msg_decoder msgs; /* for messages of unknown sources */
    struct nexus_source *source;
    size_t count;
    size_t last; /* source of the message before */
    nexus_stream_sink *sink;
    void *ctx;
    uint8_t state; /* private, as the rest */
    bool waiting;
    const uint8_t *raw; /* the message whose elements are being delivered */
    size_t raw_length;
    size_t pending; /* source[pending..behind) may have elements to deliver */
    size_t behind;
    bool has_extra; /* `extra`, of extra_source, comes before */
    struct nexus_source *extra_source;
    struct flow_elem extra;
    uint64_t seen[64]; /* bit SRC: UNKNOWN was reported */
};

/* Set up a stream over source[0..count), in ascending order of src (NEXUS_SRC_ANY is last). cfg is
 * what all sources share: src_bits; the rest of it serves for messages of unknown sources. Every
 * source has the same src_bits, and with src_bits = 0 there is one source. A message longer than
 * buffer[0..capacity) is skipped and becomes an ERROR element (NEXUS_ERR_LONG): of its source when
 * it says nothing about flow, of every source when it is damaged or does.
 *
 * Returns NEXUS_OK or NEXUS_ERR_ARG: NULL, count = 0, capacity below NEXUS_STREAM_BUFFER_MIN, wrong
 * order, or configurations that contradict each other. */
NEXUS_MUST_CHECK enum nexus_status nexus_stream_init(struct nexus_stream *s,
                                                     const struct nexus_stream_cfg *cfg,
                                                     struct nexus_source *source, size_t count,
                                                     uint8_t *buffer, size_t capacity,
                                                     nexus_stream_sink *sink, void *ctx);

/* Operation DATA: take bytes. *consumed is the number of bytes taken: all of them with CONT; with
 * WAIT the caller offers the rest again after the flush. While a flush is due it takes nothing and
 * answers WAIT. After EOT, or after FATAL, it takes nothing and answers FATAL.
 *
 * A damaged message may have been one of any source, or have swallowed one: it becomes an ERROR
 * element of every source, and each waits for its next sync. */
NEXUS_MUST_CHECK enum nexus_answer nexus_stream_data(struct nexus_stream *s, const uint8_t *data,
                                                     size_t size, size_t *consumed);

/* Operation EOT: no more bytes come. Every source, one after the other, gets what it held back, of
 * whichever message, and its END element (`value`: bytes of a message that was cut off). Answers as
 * nexus_stream_data. */
NEXUS_MUST_CHECK enum nexus_answer nexus_stream_eot(struct nexus_stream *s);

/* Operation FLUSH: deliver what waits. Without a WAIT before it does nothing and answers CONT. */
NEXUS_MUST_CHECK enum nexus_answer nexus_stream_flush(struct nexus_stream *s);

/* Operation RESET: back to the state after init, for the stream and its sources; nothing that
 * waits is delivered. Answers CONT; FATAL when nexus_stream_init would refuse what the stream or a
 * source has now: nothing was initialized. */
enum nexus_answer nexus_stream_reset(struct nexus_stream *s);

/* The bytes that come next are at `offset`, and the next message has the number `message`: call it
 * after init or reset, before the first byte. With align = true they may begin in the middle of a
 * message, which is skipped up to its end (N-Trace, MSEO 11) without an element. */
void nexus_stream_seek(struct nexus_stream *s, uint64_t offset, uint64_t message, bool align);

#ifdef __cplusplus
}
#endif

#endif
