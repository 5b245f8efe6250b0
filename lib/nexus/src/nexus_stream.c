/* SPDX-License-Identifier: Apache-2.0 */
/* Push decoder, outer half: the operations and their answers. */
#include "nexus_stream_int.h"

enum nexus_status nexus_stream_init(struct nexus_stream *s, const struct nexus_stream_cfg *cfg,
                                    struct nexus_source *source, size_t count, uint8_t *buffer,
                                    size_t capacity, nexus_stream_sink *sink, void *ctx)
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
        .sink = sink,
        .ctx = ctx,
    };
    (void)nexus_pieces_init(&s->in, buffer, capacity);
    return nexus_msg_decoder_init(&s->msgs, cfg, NULL, 0);
}

void nexus_stream_seek(struct nexus_stream *s, uint64_t offset, uint64_t message, bool align)
{
    s->in.offset = offset;
    s->in.align = align;
    s->messages = message;
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
        size_t taken;
        struct nexus_piece piece;
        enum nexus_piece_kind kind =
            nexus_pieces_next(&s->in, data + *consumed, size - *consumed, &taken, &piece);
        *consumed += taken;
        if (kind == NEXUS_PIECE_NONE) {
            break;
        }
        if (kind == NEXUS_PIECE_MESSAGE) {
            nexus_stream_message(s, &piece);
        } else {
            nexus_stream_long(s, &piece);
        }
        enum nexus_answer answer = nexus_stream_deliver(s);
        if (answer != NEXUS_CONT) {
            return answer;
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
    if (nexus_stream_init(s, &cfg, s->source, s->count, s->in.buffer, s->in.capacity, s->sink,
                          s->ctx) != NEXUS_OK) {
        return NEXUS_FATAL;
    }
    s->allow_oversize = allow_oversize;
    return NEXUS_CONT;
}
