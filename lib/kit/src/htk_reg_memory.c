/* SPDX-License-Identifier: Apache-2.0 */
/* What has arrived in a RAM sink: bytes by trRamData or from system memory (TCI 1.0, "Trace RAM
 * Sink"), and the messages of N-Trace in them. */
#include "htk_reg_arrive.h"

#include "nexus/nexus_msg.h"
#include "ramsink_regs.h"

enum {
    WORDS = 64, /* read at a time */
};

/* ---- bytes ---- */

static bool read_words(struct htk_reg *r, const struct htk_way *w, uint64_t from, uint32_t *word,
                       size_t n)
{
    if (w->buffer.smem) {
        return htk_reg_read_memory(r, from, word, n);
    }
    return htk_reg_write(r, TR_RAM_RP_HIGH_OFFSET, (uint32_t)(from >> 32)) &&
           htk_reg_write(r, TR_RAM_RP_LOW_OFFSET, (uint32_t)from) &&
           htk_reg_read_port(r, TR_RAM_DATA_OFFSET, word, n);
}

bool htk_arrive_bytes(struct htk_reg *r, const struct htk_way *w, uint64_t from, uint8_t *byte,
                      size_t n)
{
    uint32_t word[WORDS];
    for (size_t at = 0; at < n;) {
        const size_t some = n - at < sizeof word ? (n - at) / 4 : WORDS;
        if (!read_words(r, w, from + at, word, some)) {
            return false;
        }
        for (size_t i = 0; i < 4 * some; i++) {
            byte[at + i] = (uint8_t)(word[i / 4] >> (8 * (i % 4)));
        }
        at += 4 * some;
    }
    return true;
}

bool htk_arrive_read(struct htk_reg *r, const struct htk_way *w, struct htk_arrived *a)
{
    const struct htk_buffer *b = &w->buffer;
    const uint64_t size = ((b->limit - b->start) / b->width + 1) * b->width;
    struct htk_pointer p;
    htk_way_choose_sink(r, w);
    if (!htk_way_read_wp(r, w, &p)) {
        return false;
    }
    a->wrapped = p.wrap;
    a->n = 0;
    if (p.wp < b->start || p.wp - b->start >= size) {
        return true; /* it is outside: htk_way_judge_wp has said so, and nothing is read there */
    }
    const uint64_t used = p.wp - b->start, old = p.wrap ? size - used : 0;
    if (size > sizeof a->byte) {
        a->wrapped = true; /* the end of a buffer that cannot be made small */
        const size_t n = used < sizeof a->byte ? (size_t)used : sizeof a->byte;
        a->n = n & ~(size_t)3;
        return htk_arrive_bytes(r, w, p.wp - a->n, a->byte, a->n);
    }
    a->n = (size_t)(old + used);
    return htk_arrive_bytes(r, w, p.wp, a->byte, (size_t)old) &&
           htk_arrive_bytes(r, w, b->start, a->byte + old, (size_t)used);
}

/* ---- messages ---- */

static void count(const struct htk_way *w, const struct nexus_msg *m, struct htk_messages *sum)
{
    const unsigned k = w->encoders == 1 ? 0 : (unsigned)m->src - 1u;
    const size_t end = (size_t)m->offset + m->length;
    const bool sync = nexus_tcode_is_sync(m->tcode);
    sum->idle += sum->n++ > 0 ? (size_t)m->offset - sum->end : 0;
    sum->end = end;
    if (k >= w->encoders) {
        sum->strange++;
        return;
    }
    struct htk_source *s = &sum->source[k];
    const size_t gap = (size_t)m->offset - s->last;
    if (s->n++ == 0) {
        s->first_is_sync = sync;
        s->first = end;
    }
    s->gap = gap > s->gap ? gap : s->gap;
    s->syncs += sync;
    s->stamped += sync && nexus_msg_has(m, NEXUS_F_TSTAMP);
    s->ends = m->tcode == NEXUS_PROG_TRACE_CORRELATION;
    s->last = end;
}

void htk_arrive_messages(const struct htk_arrived *a, const struct htk_way *w, bool timestamps,
                         struct htk_messages *m)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg msg;
    enum nexus_status s = NEXUS_OK;
    *m = (struct htk_messages){.n = 0};
    nexus_cfg_init(&cfg);
    cfg.src_bits = w->src_bits;
    cfg.timestamps = timestamps;
    if (nexus_msg_decoder_init(&d, &cfg, a->byte, a->n) != NEXUS_OK ||
        (a->wrapped && nexus_msg_decoder_resync(&d) != NEXUS_OK)) {
        return;
    }
    while ((s = nexus_msg_next(&d, &msg)) != NEXUS_ERR_END) {
        if (s == NEXUS_OK) {
            count(w, &msg, m);
        } else if (m->bad++ == 0) {
            m->bad_at = (size_t)msg.offset;
        }
    }
    for (size_t i = d.pos; i < a->n; i++) {
        m->left += a->byte[i] != 0xFF;
    }
}
