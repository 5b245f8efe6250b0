/* SPDX-License-Identifier: Apache-2.0 */
/* A trace read in pieces, so that memory does not grow with it. */
#include <stdlib.h>
#include <string.h>

#include "htr_etrace_force.h"
#include "htr/htr_trace.h"
#include "nexus/nexus_index.h"

enum {
    PIECE = HTR_TRACE_MESSAGE_MAX, /* bytes at hand */
};

void htr_trace_report_broken(struct htr_trace *t)
{
    if (t->stream.error != NULL) {
        t->unread = true;
        (void)htr_fail(t->host, HTR_ERR_READ, t->path, "cannot be read: %s; copy it again",
                       t->stream.error);
    }
}

/* Fill the piece from the stream. Returns whether more may come. */
static bool fill_piece(struct htr_trace *t)
{
    size_t want = t->room - t->bytes.size;
    if (t->limited && want > t->left) {
        want = (size_t)t->left;
    }
    size_t got = htr_file_read(&t->stream, t->bytes.bytes + t->bytes.size, want);
    t->bytes.size += got;
    t->left -= t->limited ? got : 0;
    memset(t->bytes.bytes + t->bytes.size, 0, HTR_TRACE_SPARE);
    if (got < want) {
        htr_trace_report_broken(t);
    }
    return got == want && !(t->limited && t->left == 0);
}

int htr_trace_load_piece(struct htr_trace *t)
{
    int status = htr_file_open(&t->stream, t->host, t->path);
    if (status != 0) {
        return status;
    }
    t->room = PIECE;
    t->bytes.bytes = malloc(PIECE + HTR_TRACE_SPARE);
    if (t->bytes.bytes == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "does not fit in memory");
    }
    t->more = fill_piece(t);
    return t->unread ? HTR_ERR_READ : HTR_OK;
}

/* ---- messages that do not end ---- */

static uint64_t zeros_at_end(const uint8_t *bytes, size_t size)
{
    size_t n = 0;
    while (n < size && bytes[size - 1 - n] == 0) {
        n++;
    }
    return n;
}

/* The piece is full, and the message in it has not ended: skip it. */
static void skip_message(struct htr_trace *t)
{
    struct nexus_msg_decoder *m = &t->decoder.msgs;
    struct nexus_msg *l = &t->long_message;
    uint64_t length = 0;
    bool more = t->more, found = false;
    *l = (struct nexus_msg){.tcode = (uint8_t)(t->bytes.bytes[0] >> 2), .offset = m->base};
    memcpy(t->long_bytes, t->bytes.bytes, sizeof t->long_bytes);
    l->raw = t->long_bytes;
    l->raw_length = sizeof t->long_bytes;
    t->long_zeros = 0;
    size_t taken = 0;
    while (true) {
        struct nexus_msg_decoder d = *m;
        d.data = t->bytes.bytes;
        d.size = t->bytes.size;
        d.pos = 0;
        found = nexus_msg_decoder_resync(&d) == NEXUS_OK;
        taken = d.pos;
        length += taken;
        uint64_t zeros = zeros_at_end(t->bytes.bytes, taken);
        t->long_zeros = zeros == taken ? t->long_zeros + zeros : zeros;
        if (found || !more) {
            break;
        }
        t->bytes.size = 0;
        more = fill_piece(t);
    }
    memmove(t->bytes.bytes, t->bytes.bytes + taken, t->bytes.size - taken);
    t->bytes.size -= taken;
    l->length = (size_t)length;
    t->long_cut = !found;
    t->too_long = true;
    m->base += length;
    m->pos = 0;
    t->more = more;
}

/* No packet of E-Trace is longer than a piece. */
static bool refill_etrace(struct htr_trace *t)
{
    const struct htr_inside in = htr_trace_inside(t);
    const struct htr_inside_now now = htr_inside_look(&in);
    size_t left = now.size - now.pos;
    memmove(t->bytes.bytes, t->bytes.bytes + now.pos, left);
    t->bytes.size = left;
    t->more = (t->more && fill_piece(t)) || (t->limited && t->left == 0 && !t->unread);
    in.ops->refill(in.it, t->bytes.bytes, t->bytes.size, t->more);
    return true;
}

bool htr_trace_refill(struct htr_trace *t)
{
    struct nexus_msg_decoder *m = &t->decoder.msgs;
    if (t->room == 0 || !t->more || (t->limited && t->left == 0)) {
        return false;
    }
    if (t->etrace != NULL) {
        return refill_etrace(t);
    }
    size_t left = m->size - m->pos;
    memmove(t->bytes.bytes, t->bytes.bytes + m->pos, left);
    t->bytes.size = left;
    m->base += m->pos;
    m->pos = 0;
    if (left == t->room) {
        skip_message(t);
        if (!t->messages) {
            htr_note(t->host, t->path,
                     "the message at offset %llu is %llu bytes long, longer than the limit; it is "
                     "skipped",
                     (unsigned long long)t->long_message.offset,
                     (unsigned long long)t->long_message.length);
            (void)nexus_flow_push_damaged(&t->decoder.flow, NEXUS_ERR_LONG, &t->long_message);
            t->too_long = false;
        }
    }
    t->more = (t->more && fill_piece(t)) || (t->limited && t->left == 0 && !t->unread);
    nexus_decoder_refill(&t->decoder, t->bytes.bytes, t->bytes.size, t->more);
    return true;
}

/* ---- a span ---- */

/* These bytes come next. */
static void give(struct htr_trace *t, const uint8_t *bytes, size_t size, bool more)
{
    const struct htr_inside in = htr_trace_inside(t);
    t->more = more;
    in.ops->refill(in.it, bytes, size, more);
}

/* Their first one is at `base`. */
static void set_base(struct htr_trace *t, uint64_t base)
{
    if (t->etrace != NULL) {
        t->etrace->decoder.reader.base = base;
    } else {
        t->decoder.msgs.base = base;
    }
}

/* Begin at byte `at` of the trace. */
static int go_to(struct htr_trace *t, uint64_t at)
{
    if (t->room == 0) {
        const uint64_t size = t->bytes.size;
        const size_t pos = (size_t)(at < size ? at : size);
        give(t, t->bytes.bytes + pos, t->bytes.size - pos, false);
        set_base(t, pos);
        return at <= size ? HTR_OK : HTR_ERR_TRUNCATED;
    }
    htr_file_close(&t->stream);
    int status = htr_file_open(&t->stream, t->host, t->path);
    if (status != HTR_OK) {
        return status;
    }
    t->bytes.size = 0;
    const bool there = htr_file_skip(&t->stream, at);
    give(t, t->bytes.bytes, 0, true);
    set_base(t, at);
    return there ? HTR_OK : HTR_ERR_TRUNCATED;
}

/* The end is at `end`; a piece that goes on beyond it is cut there. */
static void end_at(struct htr_trace *t, uint64_t end)
{
    const struct htr_inside_now now = htr_trace_now(t);
    const uint64_t at = now.base + now.pos;
    const size_t have = t->room == 0
                            ? (size_t)(t->bytes.bytes + t->bytes.size - (now.data + now.pos))
                            : now.size - now.pos;
    const uint64_t span = end - at;
    t->limited = end != UINT64_MAX;
    if (t->limited || t->room == 0) {
        const size_t size = span < have ? (size_t)span : have;
        t->left = span - size;
        give(t, now.data + now.pos, size, t->limited);
    }
}

/* A flow into the state after the synchronization packet of an entry, by that packet. What it says
 * of it was said in the span before. A packet that is not there any more leaves it waiting. */
static void resume_etrace(struct htr_trace *t, const struct nexus_index_entry *from)
{
    struct etrace_flow *flow = &t->etrace->decoder.flow;
    struct etrace_frame f;
    struct flow_elem e;
    flow->packets = from->msg;
    htr_etrace_force_set(flow, from->data_addr);
    enum etrace_status rc = etrace_reader_next(&t->etrace->decoder.reader, &f);
    while (rc == ETRACE_ERR_END && htr_trace_refill(t)) {
        rc = etrace_reader_next(&t->etrace->decoder.reader, &f);
    }
    if (rc == ETRACE_OK && etrace_flow_push(flow, &f) == ETRACE_OK) {
        while (etrace_flow_next(flow, &e) == ETRACE_OK) {
        }
    }
}

int htr_trace_span(struct htr_trace *t, const struct nexus_index_entry *from, uint64_t end)
{
    const struct htr_inside_now now = htr_trace_now(t);
    const bool resumes = from != NULL && t->etrace != NULL && !t->messages;
    int status = HTR_OK;
    if (from != NULL) {
        status = go_to(t, from->offset + (resumes ? 0 : from->length));
    } else if (end != UINT64_MAX) {
        status = go_to(t, now.base + now.pos);
    }
    if (status == HTR_ERR_TRUNCATED) {
        return htr_fail(t->host, status, t->path,
                        "ends before offset %llu, where it is to be decoded; has it changed?",
                        (unsigned long long)(from != NULL ? from->offset + from->length : 0));
    }
    if (status != HTR_OK) {
        return status;
    }
    if (resumes) { /* nothing beyond the packet is read: it may be beyond `end` */
        end_at(t, from->offset + from->length);
        resume_etrace(t, from);
        htr_trace_extend(t, end);
        return HTR_OK;
    }
    if (from != NULL && t->etrace == NULL && now.code != NULL) {
        nexus_flow_resume(&t->decoder.flow, from);
    }
    end_at(t, end);
    return HTR_OK;
}

void htr_trace_extend(struct htr_trace *t, uint64_t end)
{
    const struct htr_inside_now now = htr_trace_now(t);
    if (t->room == 0) {
        end_at(t, end);
        return;
    }
    t->limited = end != UINT64_MAX;
    t->left = t->limited ? end - (now.base + now.size) : 0;
    t->more = true;
    t->decoder.more = true;
    if (t->etrace != NULL) {
        t->etrace->decoder.more = true;
    }
}

uint64_t htr_trace_size(const struct htr_trace *t)
{
    const struct htr_inside_now now = htr_trace_now(t);
    return now.base + now.size;
}

/* ---- messages ---- */

int htr_trace_rewind(struct htr_trace *t)
{
    if (t->room == 0 || t->decoder.msgs.data == NULL) {
        t->decoder.msgs.data = t->bytes.bytes;
        return 0;
    }
    htr_file_close(&t->stream);
    int status = htr_file_open(&t->stream, t->host, t->path);
    t->bytes.size = 0;
    t->more = status == 0 && fill_piece(t);
    return status != HTR_OK ? status : t->unread ? HTR_ERR_READ : HTR_OK;
}

int htr_trace_begin(struct htr_trace *t, bool wrapped)
{
    struct nexus_msg_decoder *d = &t->decoder.msgs;
    int status = htr_trace_need_ntrace(t, "this");
    status = status == HTR_OK ? htr_trace_rewind(t) : status;
    if (status != HTR_OK) {
        return status;
    }
    t->messages = true;
    if (nexus_msg_decoder_init(d, &t->cfg, t->bytes.bytes, t->bytes.size) != NEXUS_OK) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "no decoder can have these options; see --help");
    }
    while (wrapped && nexus_msg_decoder_resync(d) != NEXUS_OK && htr_trace_refill(t)) {
    }
    return 0;
}

bool htr_trace_next_bytes(struct htr_trace *t)
{
    if (t->room == 0 || !t->more) {
        return false;
    }
    t->decoder.msgs.data = t->bytes.bytes;
    t->bytes.size = 0;
    t->more = fill_piece(t);
    return t->bytes.size > 0;
}

int htr_trace_next(struct htr_trace *t, struct nexus_msg *m)
{
    int status;
    while ((status = nexus_msg_next(&t->decoder.msgs, m)) == NEXUS_ERR_END && htr_trace_refill(t)) {
        if (t->too_long) {
            t->too_long = false;
            *m = t->long_message;
            return NEXUS_ERR_LONG;
        }
    }
    return status;
}
