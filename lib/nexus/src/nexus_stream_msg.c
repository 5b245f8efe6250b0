/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Push decoder, inner half: each message goes to the flow of its source, and the elements of the
 * flows go to the callback.
 *
 * Source: N-Trace 1.0, "Fields in Messages" (SRC).
 */
#include "nexus_stream_int.h"
#include "nexus_table.h"

enum nexus_status nexus_source_init(struct nexus_source *source, uint16_t src,
                                    const struct nexus_stream_cfg *cfg, struct flow_code *code)
{
    if (source == NULL || cfg == NULL || code == NULL || nexus_cfg_check(cfg) != NULL) {
        return NEXUS_ERR_ARG;
    }
    if (src != NEXUS_SRC_ANY && cfg->src_bits != 0 && src >> cfg->src_bits != 0) {
        return NEXUS_ERR_ARG;
    }
    source->src = src;
    source->messages = 0;
    int rc = nexus_msg_decoder_init(&source->msgs, cfg, NULL, 0);
    return rc != NEXUS_OK ? rc : nexus_flow_init(&source->flow, cfg, code);
}

struct nexus_peek nexus_peek_message(const uint8_t *p, size_t size, unsigned src_bits)
{
    struct nexus_peek head = {.tcode = (uint8_t)(p[0] >> 2)};
    uint32_t bits = 0;
    for (unsigned i = 1; i < 3 && i < size; i++) {
        bits |= (uint32_t)(p[i] >> 2) << (NEXUS_MDO_BITS * (i - 1));
    }
    head.src = (uint16_t)(bits & ((UINT32_C(1) << src_bits) - 1));
    head.bare = nexus_layouts[head.tcode].head == NEXUS_BARE_HEAD;
    return head;
}

bool nexus_tcode_is_flow(unsigned t)
{
    return (t >= NEXUS_OWNERSHIP && t <= NEXUS_INDIRECT_BRANCH) ||
           (t >= NEXUS_ERROR && t <= NEXUS_INDIRECT_BRANCH_SYNC) ||
           (t >= NEXUS_RESOURCE_FULL && t <= NEXUS_PROG_TRACE_CORRELATION);
}

/* The place of src in the table: the source before, or by halving; count when there is none. */
static size_t find_source(struct nexus_stream *s, uint16_t src)
{
    size_t low = 0, high = s->count;
    if (s->source[s->last].src == src) {
        return s->last;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->source[middle].src < src) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < s->count && s->source[low].src == src) {
        s->last = low;
        return low;
    }
    return s->source[s->count - 1].src == NEXUS_SRC_ANY ? s->count - 1 : s->count;
}

static size_t choose_source(struct nexus_stream *s, const struct nexus_peek *head)
{
    if (s->msgs.cfg.src_bits == 0) {
        return 0;
    }
    return find_source(s, head->bare ? NEXUS_SRC_ANY : head->src);
}

/* A message of source[first..behind) was pushed. */
static void expect(struct nexus_stream *s, size_t first, size_t behind)
{
    s->pending = first;
    s->behind = behind;
    for (size_t i = first; i < behind; i++) {
        s->source[i].messages++;
    }
    s->messages++;
}

static void push_damaged(struct nexus_stream *s, int status, const struct nexus_msg *m)
{
    for (size_t i = 0; i < s->count; i++) {
        s->source[i].flow.msgs = s->messages;
        s->source[i].flow.reach = s->allow_oversize ? NEXUS_REACH_OVERSIZE : NEXUS_REACH;
        (void)nexus_flow_push_damaged(&s->source[i].flow, status, m);
    }
    expect(s, 0, s->count);
}

/* An element that no flow makes. */
static struct flow_elem *add_extra(struct nexus_stream *s, enum flow_elem_type type,
                                   const struct nexus_msg *m, struct nexus_source *source)
{
    s->has_extra = true;
    s->extra_source = source;
    s->extra = (struct flow_elem){.type = (uint8_t)type,
                                  .code = m->tcode,
                                  .msg = s->messages,
                                  .offset = m->offset,
                                  .src = m->src,
                                  .raw = m->raw,
                                  .raw_length = (uint32_t)m->raw_length};
    if (source != NULL) {
        s->extra.position = source->flow.where.position;
        s->extra.context = source->flow.where.context;
    }
    return &s->extra;
}

/* No source in the table takes this message. */
static void push_strange(struct nexus_stream *s, const struct nexus_msg *m, bool bare)
{
    uint64_t bit = UINT64_C(1) << (m->src & 63);
    if (bare) {
        (void)add_extra(s, FLOW_ELEM_OTHER, m, NULL);
    } else {
        s->unknown++;
        if ((s->seen[m->src >> 6] & bit) == 0) {
            s->seen[m->src >> 6] |= bit;
            struct flow_elem *e = add_extra(s, FLOW_ELEM_UNKNOWN, m, NULL);
            e->status = NEXUS_ERR_SOURCE;
            e->value = m->src;
            e->hint = "messages of a source that is not in the table";
        }
    }
    expect(s, 0, 0);
}

void nexus_stream_long(struct nexus_stream *s, const struct nexus_piece *piece)
{
    struct nexus_peek head = nexus_peek_message(piece->bytes, s->in.capacity, s->msgs.cfg.src_bits);
    struct nexus_msg m = {.tcode = head.tcode,
                          .src = head.bare ? 0 : head.src,
                          .offset = piece->offset,
                          .raw = piece->bytes,
                          .raw_length = s->in.capacity};
    size_t i = choose_source(s, &head);

    s->too_long++;
    s->raw = NULL;
    if (nexus_tcode_is_flow(m.tcode)) {
        push_damaged(s, NEXUS_ERR_LONG, &m);
        return;
    }
    if (i == s->count && !head.bare) {
        push_strange(s, &m, false);
    } else {
        struct nexus_source *source = i < s->count ? &s->source[i] : NULL;
        struct flow_elem *e = add_extra(s, FLOW_ELEM_ERROR, &m, source);
        e->status = NEXUS_ERR_LONG;
        e->hint = "the message does not fit into the message buffer";
        expect(s, i, i < s->count ? i + 1 : i);
        if (source != NULL) {
            source->flow.data_known = false;
        }
    }
    s->extra.raw = NULL;
    s->extra.raw_length = 0;
}

void nexus_stream_message(struct nexus_stream *s, const struct nexus_piece *piece)
{
    size_t size = (size_t)piece->length;
    struct nexus_peek head = nexus_peek_message(piece->bytes, size, s->msgs.cfg.src_bits);
    size_t i = choose_source(s, &head);
    struct nexus_msg_decoder *d = i < s->count ? &s->source[i].msgs : &s->msgs;
    struct nexus_msg m;

    d->data = piece->bytes;
    d->size = size;
    d->pos = 0;
    d->base = piece->offset;
    int rc = nexus_msg_next(d, &m);
    s->raw = m.raw;
    s->raw_length = m.raw_length;
    if (rc == NEXUS_ERR_OVERSIZE && s->allow_oversize) {
        rc = NEXUS_OK;
    }
    if (rc != NEXUS_OK) {
        push_damaged(s, rc, &m);
    } else if (i == s->count) {
        push_strange(s, &m, head.bare);
    } else {
        s->source[i].flow.msgs = s->messages;
        (void)nexus_flow_push(&s->source[i].flow, &m);
        expect(s, i, i + 1);
    }
}

/* While the callback pauses, the message must not depend on the bytes that it came in. */
static void keep_message(struct nexus_stream *s)
{
    if (s->raw == NULL || s->raw == s->in.buffer) {
        return;
    }
    for (size_t i = 0; i < s->raw_length; i++) {
        s->in.buffer[i] = s->raw[i];
    }
    s->raw = s->in.buffer;
}

static enum nexus_answer give(struct nexus_stream *s, struct nexus_source *source,
                              struct flow_elem *e)
{
    if (e->raw != NULL) {
        e->raw = s->raw;
    }
    if (source != NULL && source->src != NEXUS_SRC_ANY && s->msgs.cfg.src_bits != 0) {
        e->src = source->src;
    }
    enum nexus_answer answer = s->sink(s->ctx, source, e);
    if (answer == NEXUS_WAIT) {
        s->waiting = true;
        if (s->state == NEXUS_STREAM_RUNS) {
            keep_message(s);
        }
    } else if (answer != NEXUS_CONT) {
        s->state = NEXUS_STREAM_DEAD;
        answer = NEXUS_FATAL;
    }
    return answer;
}

/* The buffer holds bytes of a message that was cut off, or they were skipped. */
static enum nexus_answer give_end(struct nexus_stream *s, struct nexus_source *source)
{
    uint64_t rest = nexus_pieces_rest(&s->in);
    struct flow_elem e = {.type = FLOW_ELEM_END,
                          .value = rest,
                          .position = source->flow.where.position,
                          .msg = s->messages,
                          .offset = s->in.offset - rest,
                          .context = source->flow.where.context};
    s->pending++;
    return give(s, source, &e);
}

enum nexus_answer nexus_stream_deliver(struct nexus_stream *s)
{
    enum nexus_answer answer = NEXUS_CONT;
    struct flow_elem e;
    if (s->has_extra) {
        s->has_extra = false;
        answer = give(s, s->extra_source, &s->extra);
    }
    while (answer == NEXUS_CONT && s->pending < s->behind) {
        struct nexus_source *source = &s->source[s->pending];
        if (nexus_flow_next(&source->flow, &e) == NEXUS_OK) {
            answer = give(s, source, &e);
        } else if (s->state == NEXUS_STREAM_ENDS) {
            if (nexus_flow_finish(&source->flow) == NEXUS_OK) {
                continue;
            }
            answer = give_end(s, source);
        } else {
            s->pending++;
        }
    }
    return answer;
}
