/* SPDX-License-Identifier: Apache-2.0 */
/* Traces that are decoded and compared while the harts run. */
#include "hts_live.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_trace.h"

enum {
    MESSAGE_MAX = HTR_TRACE_MESSAGE_MAX
};

static int begin(const struct hts_session *session, struct hts_hart_work *h)
{
    uint32_t stall = 0;
    struct hts_live *l = calloc(1, sizeof *l);
    h->live = l;
    if (l == NULL) {
        return htr_fail(session->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    const struct htr_compare_live_cfg cfg = {
        .host = session->host,

        .decoder = &l->decoder,
        .log = &h->pcs,
        .anywhere = hts_is_selective(h),
        .lossy =
            !(htr_settings_asked(&session->settings, "trTeInstStallEna", &stall) && stall != 0),
    };
    hts_code_begin(&l->code, h->program, &h->is.stream);
    if (nexus_decoder_init(&l->decoder, &h->is.stream, &l->code.code, NULL, 0) != NEXUS_OK ||
        nexus_msg_decoder_init(&l->split, &h->is.stream, NULL, 0) != NEXUS_OK) {
        return htr_fail(session->host, HTR_ERR_ARG, NULL, "no decoder can have these options");
    }
    l->decoder.more = true;
    return htr_compare_live_begin(&l->compare, &cfg);
}

int hts_live_begin(struct hts_session *session)
{
    int status = HTR_OK;
    for (unsigned h = 0; h < session->harts && status == HTR_OK; h++) {
        const unsigned sink = session->hart[h].is.sink;
        if (session->hart[h].is.is_etrace) {
            continue; /* E-Trace is kept, and compared at the end */
        }
        if (sink != TOPOLOGY_NONE && session->tree->component[sink].kind == TOPOLOGY_PIBSINK) {
            status = begin(session, &session->hart[h]);
        }
    }
    return status;
}

/* ---- bytes ---- */

static bool append(struct hts_live *l, const uint8_t *bytes, size_t n)
{
    if (l->room - l->n < n) {
        size_t room = l->n + n > 2 * l->room ? l->n + n : 2 * l->room;
        uint8_t *bigger = realloc(l->bytes, room);
        if (bigger == NULL) {
            return false;
        }
        l->bytes = bigger;
        l->room = room;
    }
    memcpy(l->bytes + l->n, bytes, n);
    l->n += n;
    return true;
}

/* Its messages, out of those of all harts of the sink. */
static bool append_own(struct htr_host *host, struct hts_hart_work *h,
                       const struct hts_sink_work *sink)
{
    struct nexus_msg_decoder *d = &h->live->split;
    struct nexus_msg m;
    int status;
    h->is.whole_messages = true;
    d->data = sink->bytes;
    d->size = sink->pending;
    d->pos = 0;
    d->base = sink->is.size - sink->pending;
    while ((status = nexus_msg_next(d, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK && m.src == h->is.src) {
            if (!append(h->live, m.raw, m.raw_length)) {
                return false;
            }
            h->is.trace_size += m.raw_length;
        } else if (status != NEXUS_OK) {
            htr_note(host, NULL, "a damaged message at offset %llu of the sink is skipped: %s",
                     (unsigned long long)m.offset, nexus_strerror(status));
        }
    }
    return true;
}

/* A message that does not end is damaged: its bytes are dropped. */
static void skip_endless(struct hts_live *l)
{
    const struct nexus_msg m = {.tcode = (uint8_t)(l->bytes[0] >> 2),
                                .offset = l->decoder.msgs.base + l->decoder.msgs.pos,
                                .raw = l->bytes,
                                .raw_length = 1,
                                .length = l->n};
    nexus_decoder_refill(&l->decoder, l->bytes, 0, true);
    l->decoder.msgs.base += l->n;
    l->n = 0;
    (void)nexus_flow_push_damaged(&l->decoder.flow, NEXUS_ERR_LONG, &m);
    htr_compare_live_go(&l->compare);
}

/* Decode and compare the bytes at hand. */
static bool decode(struct hts_hart_work *h)
{
    struct hts_live *l = h->live;
    if (l->compare.verdict != HTR_COMPARE_EQUAL) { /* the rest is only counted */
        h->logging = false;
        htr_pc_log_drop(&h->pcs, h->pcs.count);
        l->n = 0;
    }
    if (l->n == 0) {
        return true;
    }
    if (!hts_code_follow(&l->code, &h->opcodes)) {
        return false;
    }
    nexus_decoder_refill(&l->decoder, l->bytes, l->n, true);
    htr_compare_live_go(&l->compare);
    const size_t used = l->decoder.msgs.pos;
    l->n -= used;
    memmove(l->bytes, l->bytes + used, l->n);
    if (l->n > MESSAGE_MAX && used == 0) {
        skip_endless(l);
    }
    return true;
}

/* ---- sinks ---- */

/* Bytes of a sink of several harts, which wait for the rest of their message. */
static bool wait_for_message(struct hts_sink_work *sink, const uint8_t *bytes, size_t n)
{
    uint8_t *bigger = realloc(sink->bytes, sink->pending + n);
    if (bigger == NULL) {
        return false;
    }
    memcpy(bigger + sink->pending, bytes, n);
    sink->bytes = bigger;
    sink->pending += n;
    return true;
}

static bool take_shared(struct hts_session *session, unsigned i)
{
    struct hts_sink_work *sink = &session->sink[i];
    size_t used = sink->pending;
    for (unsigned h = 0; h < session->harts; h++) {
        if (session->hart[h].is.sink == i) {
            if (!append_own(session->host, &session->hart[h], sink) || !decode(&session->hart[h])) {
                return false;
            }
            used = session->hart[h].live->split.pos;
        }
    }
    if (used == 0 && sink->pending > MESSAGE_MAX) {
        used = sink->pending; /* a message that does not end */
    }
    sink->pending -= used;
    memmove(sink->bytes, sink->bytes + used, sink->pending);
    return true;
}

bool hts_live_take(void *ctx, unsigned i, const uint8_t *bytes, size_t n)
{
    struct hts_session *session = ctx;
    struct hts_sink_work *sink = &session->sink[i];
    unsigned alone = 0, harts = 0;
    sink->is.size += n;
    for (unsigned k = 0; k < 2; k++) { /* an error stays in the output */
        FILE *f = k == 0 ? sink->file : sink->copy;
        if (f != NULL) {
            (void)fwrite(bytes, 1, n, f);
        }
    }
    for (unsigned h = 0; h < session->harts; h++) {
        alone = session->hart[h].is.sink == i ? h : alone;
        harts += session->hart[h].is.sink == i;
    }
    if (harts > 0 && session->hart[alone].live == NULL) {
        sink->is.bytes = NULL;
        const bool kept = wait_for_message(sink, bytes, n);
        sink->is.bytes = sink->bytes;
        return kept;
    }
    if (harts > 1) {
        return wait_for_message(sink, bytes, n) && take_shared(session, i);
    }
    if (harts == 1) {
        session->hart[alone].is.trace_size += n;
        return append(session->hart[alone].live, bytes, n) && decode(&session->hart[alone]);
    }
    return true;
}

/* ---- the end ---- */

void hts_live_end(struct hts_hart_work *h, bool partial)
{
    struct hts_live *l = h->live;
    if (l->compare.verdict == HTR_COMPARE_EQUAL) {
        (void)hts_code_follow(&l->code, &h->opcodes);
        nexus_decoder_refill(&l->decoder, l->bytes, l->n, false);
    }
    (void)htr_compare_live_end(&l->compare, partial);
}

void hts_live_free(struct hts_hart_work *h)
{
    if (h->live != NULL) {
        hts_code_free(&h->live->code);
        htr_compare_live_free(&h->live->compare);
        free(h->live->bytes);
        free(h->live);
        h->live = NULL;
    }
}
