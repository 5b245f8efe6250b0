/* SPDX-License-Identifier: Apache-2.0 */
/* What a stream holds. */
#include "htr/htr_info.h"

#include <string.h>

/* Messages one after the other, and the decoder that makes them: at the end it holds what is left.
 */
struct input {
    int (*next)(void *ctx, struct nexus_msg *m); /* as nexus_msg_next; also NEXUS_ERR_LONG */
    bool (*rest)(void *ctx, uint64_t *zeros);    /* then: does the message go on to the end? */
    void *ctx;
    const struct nexus_msg_decoder *decoder;
};

struct scan {
    struct htr_info_facts *f;
    uint64_t last_sync, last_sync_msg;      /* of the sync before */
    uint64_t end;                           /* of the message before */
    uint64_t time[1 << NEXUS_MAX_SRC_BITS]; /* of the last sync of each source */
    bool has_time[1 << NEXUS_MAX_SRC_BITS];
    bool off[1 << NEXUS_MAX_SRC_BITS]; /* a ProgTraceCorrelation came last */
    uint64_t damage_at;                /* of the last damaged message that is not the first */
    uint64_t damages;
    uint8_t head[NEXUS_MAX_MSG_BYTES]; /* of the file */
    size_t heads;
};

static void wrap_at(struct htr_info_facts *f, uint64_t offset, const char *why, bool sure)
{
    if (f->wrap == 0 && offset > 0) {
        f->wrap = offset;
        f->wrap_why = why;
        f->wrap_sure = sure;
    }
}

static void take_sync(struct scan *s, const struct nexus_msg *m)
{
    struct htr_info_facts *f = s->f;
    if (f->syncs++ == 0) {
        f->first_sync = m->offset;
    } else {
        uint64_t bytes = m->offset - s->last_sync;
        uint64_t messages = f->messages - s->last_sync_msg;
        f->gap_bytes = bytes > f->gap_bytes ? bytes : f->gap_bytes;
        f->gap_messages = messages > f->gap_messages ? messages : f->gap_messages;
    }
    s->last_sync = m->offset;
    s->last_sync_msg = f->messages;
    if (nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        uint64_t t = m->value[NEXUS_F_TSTAMP];
        if (s->has_time[m->src] && t < s->time[m->src]) {
            f->wrap_by_time = f->wrap_by_time || f->wrap == 0;
            wrap_at(f, s->damage_at != 0 ? s->damage_at : m->offset, "time goes back there", true);
        }
        s->time[m->src] = t;
        s->has_time[m->src] = true;
    }
}

static bool in(uint64_t v, uint64_t set)
{
    return v < 64 && (set >> v & 1) != 0;
}

static void take_codes(struct htr_info_facts *f, const struct nexus_msg *m)
{
    f->hist +=
        m->tcode == NEXUS_INDIRECT_BRANCH_HIST || m->tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC;
    f->direct += m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_DIRECT_BRANCH_SYNC;
    f->sifive += m->tcode == NEXUS_IN_CIRCUIT_TRACE || m->tcode == NEXUS_IN_CIRCUIT_TRACE_SYNC ||
                 m->tcode == NEXUS_DATA_ACQUISITION || m->tcode == NEXUS_AUX_ACCESS_WRITE;
    if (nexus_msg_has(m, NEXUS_F_RCODE)) {
        uint64_t r = m->value[NEXUS_F_RCODE];
        f->hist += r == NEXUS_RCODE_HIST || r == NEXUS_RCODE_HIST_REPEAT;
        f->sifive += r == 8 || r == 9;
        f->reserved += !in(r, 0x307);
    }
    if (nexus_msg_has(m, NEXUS_F_CDF)) {
        f->hist += m->value[NEXUS_F_CDF] == 1;
    }
    f->reserved += nexus_msg_has(m, NEXUS_F_SYNC) && !in(m->value[NEXUS_F_SYNC], 0xC2FF);
}

static void take(struct scan *s, const struct nexus_msg *m)
{
    struct htr_info_facts *f = s->f;
    bool sync = nexus_tcode_is_sync(m->tcode);
    f->count[m->tcode]++;
    f->bytes[m->tcode] += m->raw_length;
    f->stamped += nexus_msg_has(m, NEXUS_F_TSTAMP);
    f->sources += f->per_src[m->src]++ == 0;
    take_codes(f, m);
    if (sync) {
        take_sync(s, m);
    }
    if (m->tcode == NEXUS_IN_CIRCUIT_TRACE || m->tcode == NEXUS_IN_CIRCUIT_TRACE_SYNC ||
        m->tcode == NEXUS_DATA_ACQUISITION) {
        return; /* events come whether instructions are traced or not */
    }
    /* After trace has stopped, only a sync starts it again. */
    if (s->off[m->src] && !sync && m->tcode != NEXUS_PROG_TRACE_CORRELATION &&
        m->tcode != NEXUS_OWNERSHIP && m->tcode != NEXUS_ERROR) {
        wrap_at(f, s->end, "trace ends there, and continues without a synchronizing message",
                false);
    }
    if (m->tcode == NEXUS_PROG_TRACE_CORRELATION) {
        s->off[m->src] = true;
    } else if (m->tcode != NEXUS_OWNERSHIP) {
        s->off[m->src] = false;
    }
}

/* The one damaged place of the file: where the newest bytes overwrote the oldest? Then the end of
 * the file and its beginning make one message. */
static void try_ring(struct scan *s, const struct input *in)
{
    uint8_t joined[2 * NEXUS_MAX_MSG_BYTES];
    const struct nexus_msg_decoder *last = in->decoder;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    size_t tail = last->size - last->pos, head = 0;
    if (s->damages != 1 || tail == 0 || tail > NEXUS_MAX_MSG_BYTES || s->f->wrap != 0) {
        return;
    }
    while (head < sizeof s->head && head < s->heads && (s->head[head] & 3) != 3) {
        head++;
    }
    size_t taken = head + 1 < s->heads ? head + 1 : s->heads;
    memcpy(joined, last->data + last->pos, tail);
    memcpy(joined + tail, s->head, taken);
    (void)nexus_msg_decoder_init(&d, &last->cfg, joined, tail + taken);
    if (nexus_msg_next(&d, &m) == NEXUS_OK && m.raw_length == tail + head + 1) {
        wrap_at(s->f, s->damage_at,
                "one message is damaged there, and the file's end and beginning make a whole one",
                true);
    }
}

/* What is left after the last whole message. */
static void take_rest(struct scan *s, const struct nexus_msg_decoder *d)
{
    struct htr_info_facts *f = s->f;
    size_t left = d->size - d->pos, zeros = 0;
    while (zeros < left && d->data[d->size - 1 - zeros] == 0) {
        zeros++;
    }
    f->size = d->base + d->size;
    f->zeros += zeros;
    f->idle += d->base + d->pos - s->end;
    f->cut = f->cut || zeros < left;
    for (size_t i = 0; f->cut && i < left && d->data[d->pos + i] == 0xFF; i++) {
        f->idle++;
    }
}

static void take_damaged(struct scan *s, const struct nexus_msg *m)
{
    s->f->damaged++;
    s->f->inside = s->f->inside || m->offset == 0;
    if (m->offset > 0) {
        s->damage_at = m->offset;
        s->damages++;
    }
}

/* Everything, message after message. host: for progress, or NULL. */
static void scan_input(const struct input *in, struct htr_host *host, struct htr_info_facts *f)
{
    struct scan s = {.f = f};
    struct nexus_msg m = {0};
    bool good_seen = false;
    int status;
    memset(f, 0, sizeof *f);
    s.heads = in->decoder->size < sizeof s.head ? in->decoder->size : sizeof s.head;
    memcpy(s.head, in->decoder->data, s.heads);
    while ((status = in->next(in->ctx, &m)) != NEXUS_ERR_END) {
        f->idle += m.offset - s.end;
        s.end = m.offset + m.length;
        if (host != NULL) {
            htr_progress(host, s.end);
        }
        if (status == NEXUS_ERR_LONG && in->rest(in->ctx, &f->zeros)) {
            f->cut = f->zeros < m.length; /* no message: the rest of the file */
            break;
        }
        if (status == NEXUS_OK || status == NEXUS_ERR_OVERSIZE) {
            f->first_good = good_seen ? f->first_good : m.offset;
            good_seen = true;
            take(&s, &m);
        } else {
            take_damaged(&s, &m);
        }
        f->messages++;
    }
    take_rest(&s, in->decoder);
    try_ring(&s, in);
}

static int next_in_memory(void *decoder, struct nexus_msg *m)
{
    return nexus_msg_next(decoder, m);
}

void htr_info_scan(struct htr_info_facts *f, const uint8_t *bytes, size_t size, unsigned src_bits)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct input in = {.next = next_in_memory, .ctx = &d, .decoder = &d};
    nexus_cfg_init(&cfg);
    cfg.src_bits = (uint8_t)src_bits;
    cfg.timestamps = true;
    (void)nexus_msg_decoder_init(&d, &cfg, bytes, size);
    scan_input(&in, NULL, f);
}

static int next_in_trace(void *trace, struct nexus_msg *m)
{
    return htr_trace_next(trace, m);
}

static bool rest_of_trace(void *trace, uint64_t *zeros)
{
    const struct htr_trace *t = trace;
    *zeros = t->long_zeros;
    return t->long_cut;
}

int htr_info_scan_trace(struct htr_info_facts *f, struct htr_trace *t)
{
    struct input in = {next_in_trace, rest_of_trace, t, &t->decoder.msgs};
    int status = htr_trace_begin(t, false);
    if (status != HTR_OK) {
        return status;
    }
    scan_input(&in, t->host, f);
    return t->unread ? HTR_ERR_READ : HTR_OK;
}
