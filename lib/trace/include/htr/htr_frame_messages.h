/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages out of the frames of a CoreSight formatter: those of all trace IDs in one stream, each
 * whole, in the order in which they end. SRC says who sent them. It is for systems that give every
 * encoder an ATB bridge, and so a trace ID, of its own.
 *
 *   struct htr_frame_messages *m;
 *   htr_frame_messages_open(&m, &cfg);
 *   htr_frame_messages_add(m, bytes, size);
 *   htr_frame_messages_end(m, &messages, &sum);
 *
 * Sources: CoreSight Architecture Specification, chapter "Trace Formatter"; N-Trace 1.0, "MSEO
 * Sequences". A barrier, four full synchronization packets in the place of a frame, is what Linux
 * writes over the start of a buffer that has overflown (drivers/hwtracing/coresight).
 */
#ifndef HTR_FRAME_MESSAGES_H
#define HTR_FRAME_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_input.h"
#include "nexus/nexus_cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htr_frame_messages; /* private */

struct htr_frame_sum {
    uint64_t frames;
    uint64_t breaks;  /* barriers, and calls of htr_frame_messages_break */
    uint64_t dropped; /* bytes of messages whose start or end is missing */
    unsigned ids;     /* trace IDs that sent anything */
};

/* Begin. cfg: the width of SRC, and timestamps. Returns HTR_OK, or HTR_ERR_MEMORY without a
 * message; then *made is NULL. */
int htr_frame_messages_open(struct htr_frame_messages **made,
                            const struct nexus_stream_cfg *cfg) HTR_MUST_CHECK;

/* The bytes begin inside of messages: drop what comes before the first end of one, for each ID. */
void htr_frame_messages_wrapped(struct htr_frame_messages *m);

/* Frames from memory, after those before; a frame may be cut in two. Returns HTR_OK, or
 * HTR_ERR_MEMORY without a message. */
int htr_frame_messages_add(struct htr_frame_messages *m, const uint8_t *bytes,
                           size_t size) HTR_MUST_CHECK;

/* Bytes of messages that are in no frames. The same. */
int htr_frame_messages_add_plain(struct htr_frame_messages *m, const uint8_t *bytes,
                                 size_t size) HTR_MUST_CHECK;

/* Bytes are missing here: messages that have begun are dropped, and every source that was seen gets
 * an Error message, so that no decoder goes on as if nothing had happened. A barrier does the same.
 * Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htr_frame_messages_break(struct htr_frame_messages *m) HTR_MUST_CHECK;

/* Another buffer begins, with sources of its own: forget what has begun, and who was seen. */
void htr_frame_messages_next(struct htr_frame_messages *m);

/* The messages, to be freed with htr_bytes_free; m is closed. sum may be NULL. */
void htr_frame_messages_end(struct htr_frame_messages *m, struct htr_bytes *messages,
                            struct htr_frame_sum *sum);

/* NULL is fine. */
void htr_frame_messages_close(struct htr_frame_messages *m);

/* Are these frames with messages, rather than messages? Both are tried on the start of the bytes;
 * what damages fewer messages is taken. */
bool htr_frame_messages_are(const struct nexus_stream_cfg *cfg, const uint8_t *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
