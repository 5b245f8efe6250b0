/* SPDX-License-Identifier: Apache-2.0 */
/* A trace read in pieces, so that memory does not grow with it. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_trace.h"

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
    size_t got = htr_file_read(&t->stream, t->bytes.bytes + t->bytes.size, want);
    t->bytes.size += got;
    memset(t->bytes.bytes + t->bytes.size, 0, HTR_TRACE_SPARE);
    if (got < want) {
        htr_trace_report_broken(t);
    }
    return got == want;
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
    t->more = fill_piece(t);
    in.ops->refill(in.it, t->bytes.bytes, t->bytes.size, t->more);
    return true;
}

bool htr_trace_refill(struct htr_trace *t)
{
    struct nexus_msg_decoder *m = &t->decoder.msgs;
    if (t->room == 0 || !t->more) {
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
    t->more = t->more && fill_piece(t);
    nexus_decoder_refill(&t->decoder, t->bytes.bytes, t->bytes.size, t->more);
    return true;
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
