/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Push decoder, outer half: bytes in any pieces become whole messages. A message that lies within a
 * piece is decoded where it stands; one that straddles pieces is gathered in the caller's buffer.
 *
 * Source: N-Trace 1.0, "N-Trace Transmission Protocol".
 */
#include "nexus_stream_int.h"

int nexus_stream_init(struct nexus_stream *s, const struct nexus_stream_cfg *cfg,
                      struct nexus_source *source, size_t count, uint8_t *buffer, size_t capacity,
                      nexus_stream_sink *sink, void *ctx)
{
    if (s == NULL || cfg == NULL || source == NULL || count == 0 || buffer == NULL ||
        capacity < NEXUS_STREAM_BUFFER_MIN || sink == NULL || (cfg->src_bits == 0 && count != 1)) {
        return NEXUS_ERR_ARG;
    }
    for (size_t i = 0; i < count; i++) {
        if (source[i].msgs.cfg.src_bits != cfg->src_bits ||
            (i != 0 && source[i].src <= source[i - 1].src)) {
            return NEXUS_ERR_ARG;
        }
    }
    *s = (struct nexus_stream){
        .source = source,
        .count = count,
        .buffer = buffer,
        .capacity = capacity,
        .sink = sink,
        .ctx = ctx,
    };
    return nexus_msg_decoder_init(&s->msgs, cfg, NULL, 0);
}

void nexus_stream_seek(struct nexus_stream *s, uint64_t offset, uint64_t message, bool align)
{
    s->offset = offset;
    s->messages = message;
    s->align = align;
}

/* Gather bytes of the message in the buffer; what does not fit is skipped. */
static void gather(struct nexus_stream *s, const uint8_t *data, size_t n)
{
    size_t room = s->capacity - s->fill;
    size_t take = n < room ? n : room;
    for (size_t i = 0; i < take; i++) {
        s->buffer[s->fill + i] = data[i];
    }
    s->fill += take;
    s->skipping = s->skipping || take < n;
    s->offset += n;
}

/* Up to the end of the message in the buffer, or of the data. Returns how many bytes were taken. */
static size_t fill_up(struct nexus_stream *s, const uint8_t *data, size_t size)
{
    const uint8_t *end = nexus_find_end(data, data + size);
    size_t n = end != NULL ? (size_t)(end - data) : size;
    gather(s, data, n);
    if (end != NULL) {
        size_t length = s->fill;
        bool whole = !s->skipping;
        s->fill = 0;
        s->skipping = false;
        if (whole) {
            (void)nexus_stream_message(s, s->buffer, length, s->start);
        } else {
            nexus_stream_long(s, s->buffer, s->start);
        }
    }
    return n;
}

/* The message that begins in the data. Returns how many bytes were taken. */
static size_t direct(struct nexus_stream *s, const uint8_t *data, size_t size)
{
    const uint8_t *from = nexus_skip_idle(data, data + size);
    size_t idle = (size_t)(from - data);
    s->offset += idle;
    if (idle == size) {
        return size;
    }
    size_t n = nexus_stream_message(s, from, size - idle, s->offset);
    if (n != 0) {
        s->offset += n;
        return idle + n;
    }
    s->start = s->offset;
    gather(s, from, size - idle);
    return size;
}

/* Input that begins in the middle of a message. */
static size_t skip(struct nexus_stream *s, const uint8_t *data, size_t size)
{
    const uint8_t *end = nexus_find_end(data, data + size);
    size_t n = end != NULL ? (size_t)(end - data) : size;
    s->align = end == NULL;
    s->offset += n;
    return n;
}

enum nexus_answer nexus_stream_data(struct nexus_stream *s, const uint8_t *data, size_t size,
                                    size_t *consumed)
{
    *consumed = 0;
    if (s->state == NEXUS_STREAM_DEAD) {
        return NEXUS_FATAL;
    }
    if (s->waiting) {
        return NEXUS_WAIT;
    }
    if (s->state != NEXUS_STREAM_RUNS) {
        return NEXUS_FATAL;
    }
    while (*consumed < size) {
        const uint8_t *p = data + *consumed;
        size_t left = size - *consumed;
        if (s->align) {
            *consumed += skip(s, p, left);
        } else {
            *consumed += s->fill != 0 ? fill_up(s, p, left) : direct(s, p, left);
            enum nexus_answer answer = nexus_stream_deliver(s);
            if (answer != NEXUS_CONT) {
                return answer;
            }
        }
    }
    return NEXUS_CONT;
}

enum nexus_answer nexus_stream_eot(struct nexus_stream *s)
{
    if (s->state == NEXUS_STREAM_DEAD) {
        return NEXUS_FATAL;
    }
    if (s->waiting) {
        return NEXUS_WAIT;
    }
    if (s->state != NEXUS_STREAM_RUNS) {
        return NEXUS_FATAL;
    }
    s->state = NEXUS_STREAM_ENDS;
    s->pending = 0;
    s->behind = s->count;
    return nexus_stream_deliver(s);
}

enum nexus_answer nexus_stream_flush(struct nexus_stream *s)
{
    if (s->state == NEXUS_STREAM_DEAD) {
        return NEXUS_FATAL;
    }
    s->waiting = false;
    return nexus_stream_deliver(s);
}

enum nexus_answer nexus_stream_reset(struct nexus_stream *s)
{
    bool allow_oversize = s->allow_oversize;
    for (size_t i = 0; i < s->count; i++) {
        struct nexus_source *source = &s->source[i];
        source->messages = 0;
        (void)nexus_flow_init(&source->flow, &source->msgs.cfg, source->flow.code);
    }
    struct nexus_stream_cfg cfg = s->msgs.cfg;
    (void)nexus_stream_init(s, &cfg, s->source, s->count, s->buffer, s->capacity, s->sink, s->ctx);
    s->allow_oversize = allow_oversize;
    return NEXUS_CONT;
}
