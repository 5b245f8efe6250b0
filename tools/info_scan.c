/* SPDX-License-Identifier: Apache-2.0 */
/* What a stream holds. */
#include <string.h>

#include "info.h"
#include "progress.h"

struct scan {
    struct info_facts *f;
    uint64_t last_sync, last_sync_msg;      /* of the sync before */
    uint64_t end;                           /* of the message before */
    uint64_t time[1 << NEXUS_MAX_SRC_BITS]; /* of the last sync of each source */
    bool has_time[1 << NEXUS_MAX_SRC_BITS];
    bool off[1 << NEXUS_MAX_SRC_BITS]; /* a ProgTraceCorrelation came last */
    uint64_t damage_at;                /* of the last damaged message that is not the first */
    uint64_t damages;
};

static void wrap_at(struct info_facts *f, uint64_t offset, const char *why, bool sure)
{
    if (f->wrap == 0 && offset > 0) {
        f->wrap = offset;
        f->wrap_why = why;
        f->wrap_sure = sure;
    }
}

static void take_sync(struct scan *s, const struct nexus_msg *m)
{
    struct info_facts *f = s->f;
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

static void take_codes(struct info_facts *f, const struct nexus_msg *m)
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
    struct info_facts *f = s->f;
    bool sync = nexus_tcode_is_sync(m->tcode);
    f->count[m->tcode]++;
    f->bytes[m->tcode] += m->raw_length;
    f->stamped += nexus_msg_has(m, NEXUS_F_TSTAMP);
    f->sources += f->per_src[m->src]++ == 0;
    take_codes(f, m);
    if (sync) {
        take_sync(s, m);
    }
    /* After trace has stopped, only a sync starts it again. */
    if (s->off[m->src] && !sync && m->tcode != NEXUS_PROG_TRACE_CORRELATION &&
        m->tcode != NEXUS_OWNERSHIP && m->tcode != NEXUS_ERROR) {
        wrap_at(f, s->end, "trace ends there, and goes on without a synchronizing message", false);
    }
    if (m->tcode == NEXUS_PROG_TRACE_CORRELATION) {
        s->off[m->src] = true;
    } else if (m->tcode != NEXUS_OWNERSHIP) {
        s->off[m->src] = false;
    }
}

/* The one damaged place of the file: where the newest bytes overwrote the oldest? Then the end of
 * the file and its beginning make one message. */
static void try_ring(struct scan *s, const uint8_t *bytes, size_t size,
                     const struct nexus_stream_cfg *cfg, uint64_t left_at)
{
    uint8_t joined[2 * NEXUS_MAX_MSG_BYTES];
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    size_t tail = size - left_at, head = 0;
    if (s->damages != 1 || tail == 0 || tail > NEXUS_MAX_MSG_BYTES || s->f->wrap != 0) {
        return;
    }
    while (head < NEXUS_MAX_MSG_BYTES && head < size && (bytes[head] & 3) != 3) {
        head++;
    }
    memcpy(joined, bytes + left_at, tail);
    memcpy(joined + tail, bytes, head + 1 < size ? head + 1 : size);
    (void)nexus_msg_decoder_init(&d, cfg, joined, tail + head + 1);
    if (nexus_decode_next(&d, &m) == NEXUS_OK && m.raw_length == tail + head + 1) {
        wrap_at(s->f, s->damage_at,
                "one message is damaged there, and the file's end and beginning make a whole one",
                true);
    }
}

void info_scan(const uint8_t *bytes, size_t size, unsigned src_bits, struct info_facts *f)
{
    static struct scan s; /* large */
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m = {0};
    int status;
    memset(&s, 0, sizeof s);
    memset(f, 0, sizeof *f);
    s.f = f;
    while (f->zeros < size && bytes[size - 1 - f->zeros] == 0) {
        f->zeros++;
    }
    nexus_cfg_init(&cfg);
    cfg.src_bits = (uint8_t)src_bits;
    cfg.timestamps = true;
    (void)nexus_msg_decoder_init(&d, &cfg, bytes, size);
    bool good_seen = false;
    progress_begin("info", PROGRESS_BYTES, size, NULL);
    while ((status = nexus_decode_next(&d, &m)) != NEXUS_ERR_END) {
        f->idle += m.offset - s.end;
        if (status == NEXUS_OK || status == NEXUS_ERR_OVERSIZE) {
            f->first_good = good_seen ? f->first_good : m.offset;
            good_seen = true;
            take(&s, &m);
        } else {
            f->damaged++;
            f->inside = f->inside || m.offset == 0;
            if (m.offset > 0) {
                s.damage_at = m.offset;
                s.damages++;
            }
        }
        s.end = m.offset + m.raw_length;
        f->messages++;
        progress_at(d.pos);
    }
    progress_end();
    f->idle += d.pos - s.end;
    f->cut = d.pos < size && f->zeros < size - d.pos;
    for (size_t i = d.pos; f->cut && i < size && bytes[i] == 0xFF; i++) {
        f->idle++;
    }
    try_ring(&s, bytes, size, &cfg, d.pos);
}
