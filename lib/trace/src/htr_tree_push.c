/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree, pushed: the operations, from the buffers to the streams of messages. */
#include "htr_tree_int.h"

/* Bytes of one trace ID to their packets. */
static enum nexus_answer to_packets(struct htr_tree *t, int32_t i, const uint8_t *bytes,
                                    size_t size, size_t *consumed)
{
    struct tree_packets *p = htr_tree_state(t, i);
    return p->protocol->data(t, i, p, bytes, size, consumed);
}

static enum nexus_answer end_packets(struct tree_packets *p)
{
    return p->protocol->eot(p);
}

static enum nexus_answer flush_packets(struct tree_packets *p)
{
    return p->protocol->flush(p);
}

/* ---- frames ---- */

/* Deliver what is left of the frame: neighbors with the same trace ID together. */
static enum nexus_answer deliver_frame(struct htr_tree *t, int32_t i, struct tree_deformatter *f)
{
    enum nexus_answer answer = NEXUS_CONT;
    while (answer == NEXUS_CONT && f->at < f->frame.count) {
        unsigned id = f->frame.id[f->at], n = 1;
        const uint8_t *bytes = f->frame.byte + f->at;
        while (f->at + n < f->frame.count && f->frame.id[f->at + n] == id) {
            n++;
        }
        size_t taken = n;
        if (f->packets[id] != HTR_NONE) {
            answer = to_packets(t, f->packets[id], bytes, n, &taken);
        }
        if (f->watched) {
            htr_tree_see_bytes(t, i, (uint8_t)id, f->offset[id], bytes, taken);
        }
        f->offset[id] += taken;
        f->at += (unsigned)taken;
    }
    return answer;
}

static void tell_loss(struct htr_tree *t, int32_t i, uint64_t offset, const char *what)
{
    struct tree_log *log = htr_tree_log_of(t, i);
    struct htr_where where = {.component = t->component[i].name, .offset = offset, .source = -1};
    if (log != NULL) {
        htr_tree_tell(log, HTR_ERROR, &where, "%s; check the capture", what);
    }
}

static enum nexus_answer to_frames(struct htr_tree *t, int32_t i, uint64_t offset,
                                   const uint8_t *bytes, size_t size, size_t *consumed)
{
    struct tree_deformatter *f = htr_tree_state(t, i);
    enum nexus_answer answer = NEXUS_CONT;
    *consumed = 0;
    while (answer == NEXUS_CONT && *consumed < size) {
        uint64_t losses = f->c.losses;
        f->at = 0;
        *consumed += htr_coresight_take(&f->c, bytes + *consumed, size - *consumed, &f->frame);
        if (f->c.losses != losses) {
            tell_loss(t, i, offset + *consumed, "frames were not aligned: bytes are missing");
        }
        htr_tree_see_frame(t, i, &f->frame, f->c.frames - 1);
        answer = deliver_frame(t, i, f);
    }
    return answer;
}

static enum nexus_answer end_frames(struct htr_tree *t, struct tree_deformatter *f)
{
    enum nexus_answer answer = NEXUS_CONT;
    while (answer == NEXUS_CONT && f->ending < HTR_IDS) {
        int32_t to = f->packets[f->ending++];
        if (to != HTR_NONE) {
            answer = end_packets(htr_tree_state(t, to));
        }
    }
    return answer;
}

/* Deliver what waits in every stream, then the rest of the frame. */
static enum nexus_answer flush_frames(struct htr_tree *t, int32_t i, struct tree_deformatter *f)
{
    enum nexus_answer answer = NEXUS_CONT;
    for (unsigned id = 0; answer == NEXUS_CONT && id < HTR_IDS; id++) {
        if (f->packets[id] != HTR_NONE) {
            answer = flush_packets(htr_tree_state(t, f->packets[id]));
        }
    }
    return answer == NEXUS_CONT ? deliver_frame(t, i, f) : answer;
}

/* ---- buffers ---- */

/* The buffer, or NULL after a message. */
static struct tree_buffer *pushed(struct htr_tree *t, int32_t buffer)
{
    struct htr_component *c = htr_tree_get(t, buffer, HTR_BUFFER);
    struct tree_buffer *b = c != NULL ? c->state : NULL;
    if (t->ready && b != NULL && !b->whole) {
        return b;
    }
    (void)htr_tree_refuse(t, HTR_ERR_ARG, buffer,
                          !t->ready   ? "has not begun; call htr_tree_begin"
                          : b == NULL ? "is no buffer; bytes are for buffers"
                                      : "has its bytes already; pull its decoders");
    return NULL;
}

static enum htr_answer answered(struct tree_buffer *b, enum nexus_answer answer)
{
    b->waiting = answer == NEXUS_WAIT;
    b->dead = b->dead || answer == NEXUS_FATAL;
    if (b->ending && answer == NEXUS_CONT) {
        b->ended = true;
    }
    return (enum htr_answer)answer;
}

enum htr_answer htr_tree_data(struct htr_tree *t, int32_t buffer, const uint8_t *bytes, size_t size,
                              size_t *consumed)
{
    struct tree_buffer *b = pushed(t, buffer);
    *consumed = 0;
    if (b == NULL || b->dead) {
        return HTR_FATAL;
    }
    if (b->waiting) {
        return HTR_WAIT;
    }
    if (b->ended) {
        return HTR_FATAL;
    }
    enum nexus_answer answer = t->component[b->path].kind == HTR_DEFORMATTER
                                   ? to_frames(t, b->path, b->offset, bytes, size, consumed)
                                   : to_packets(t, b->path, bytes, size, consumed);
    htr_tree_see_bytes(t, buffer, 0, b->offset, bytes, *consumed);
    b->offset += *consumed;
    return answered(b, answer);
}

static enum htr_answer end_one(struct htr_tree *t, struct tree_buffer *b)
{
    if (b->dead) {
        return HTR_FATAL;
    }
    if (b->waiting) {
        return HTR_WAIT;
    }
    if (b->ended) {
        return HTR_FATAL;
    }
    void *path = htr_tree_state(t, b->path);
    b->ending = true;
    if (t->component[b->path].kind != HTR_DEFORMATTER) {
        return answered(b, end_packets(path));
    }
    struct tree_deformatter *f = path;
    if (htr_coresight_rest(&f->c) > 0) {
        tell_loss(t, b->path, b->offset, "the last frame is cut off");
    }
    return answered(b, end_frames(t, f));
}

static enum htr_answer flush_one(struct htr_tree *t, struct tree_buffer *b)
{
    if (b->dead) {
        return HTR_FATAL;
    }
    if (!b->waiting) {
        return HTR_CONT;
    }
    if (t->component[b->path].kind != HTR_DEFORMATTER) {
        return answered(b, flush_packets(htr_tree_state(t, b->path)));
    }
    struct tree_deformatter *f = htr_tree_state(t, b->path);
    enum nexus_answer answer = flush_frames(t, b->path, f);
    return answered(b, answer == NEXUS_CONT && b->ending ? end_frames(t, f) : answer);
}

/* The next buffer that bytes are pushed into, from i on; HTR_NONE. */
static int32_t next_pushed(const struct htr_tree *t, int32_t i)
{
    for (; i < t->count; i++) {
        if (t->component[i].kind == HTR_BUFFER &&
            !((struct tree_buffer *)htr_tree_state(t, i))->whole) {
            return i;
        }
    }
    return HTR_NONE;
}

static enum htr_answer end_all(struct htr_tree *t)
{
    enum htr_answer answer = HTR_CONT;
    t->ending = true;
    for (int32_t i = next_pushed(t, 0); i != HTR_NONE && answer == HTR_CONT;
         i = next_pushed(t, i + 1)) {
        struct tree_buffer *b = htr_tree_state(t, i);
        if (!b->ended) {
            answer = end_one(t, b);
        }
    }
    return answer;
}

enum htr_answer htr_tree_eot(struct htr_tree *t, int32_t buffer)
{
    if (buffer == HTR_ALL && t->ready) {
        return end_all(t);
    }
    struct tree_buffer *b = pushed(t, buffer);
    return b != NULL ? end_one(t, b) : HTR_FATAL;
}

enum htr_answer htr_tree_flush(struct htr_tree *t, int32_t buffer)
{
    enum htr_answer answer = HTR_CONT;
    if (buffer != HTR_ALL || !t->ready) {
        struct tree_buffer *b = pushed(t, buffer);
        return b != NULL ? flush_one(t, b) : HTR_FATAL;
    }
    for (int32_t i = next_pushed(t, 0); i != HTR_NONE && answer == HTR_CONT;
         i = next_pushed(t, i + 1)) {
        answer = flush_one(t, htr_tree_state(t, i));
    }
    return answer == HTR_CONT && t->ending ? end_all(t) : answer;
}

enum htr_answer htr_tree_reset(struct htr_tree *t)
{
    if (!t->ready) {
        (void)htr_tree_refuse(t, HTR_ERR_ARG, HTR_NONE, "has not begun; call htr_tree_begin");
        return HTR_FATAL;
    }
    return htr_tree_begin(t) == HTR_OK ? HTR_CONT : HTR_FATAL;
}
