/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of a trace into a writer. */
#include <string.h>

#include "htr/htr_dump.h"
#include "htr/htr_text.h"
#include "htr_dump_priv.h"

typedef unsigned long long ull;

/* The bytes that the decoder skipped between two messages: idle bytes. */
static void show_between(struct htr_dump *w, uint64_t from, uint64_t to)
{
    uint8_t idle[256];
    memset(idle, 0xFF, sizeof idle);
    while (to > from) {
        size_t n = to - from < sizeof idle ? (size_t)(to - from) : sizeof idle;
        htr_dump_between(w, idle, n);
        from += n;
    }
}

/* extra: damaged messages with data after the last field. */
static void tell_damage(const struct htr_trace *t, const struct htr_dump_sum *sum, uint64_t extra)
{
    const char *try = "check --te trTeSrcBits and --te trTsEnable; hartrace info guesses them";
    if (!t->cfg.timestamps && extra * 2 > sum->damaged) {
        try = "most of them have extra data after the last field, as timestamps are: add --te "
              "trTsEnable=1";
    }
    htr_note(t->host, t->path, "%llu damaged messages of %llu; %s", (ull)sum->damaged,
             (ull)sum->messages, try);
}

/* The bytes after the last message, which ends at offset `end`: idle, or one that is cut off. */
static void end_dump(struct htr_dump *w, const struct htr_trace *t, uint64_t end,
                     struct htr_dump_sum *sum)
{
    const struct nexus_msg_decoder *d = &t->decoder.msgs;
    uint64_t left = d->size - d->pos;
    bool idle = true;
    for (size_t i = d->pos; i < d->size; i++) {
        idle = idle && (d->data[i] & 3) == 3;
    }
    show_between(w, end, d->base + d->pos);
    if (idle) {
        htr_dump_between(w, d->data + d->pos, (size_t)left);
    }
    htr_dump_end(w);
    if (left > 0 && !idle) {
        htr_note(t->host, t->path, "the last message is cut off: %llu byte%s left at offset %llu",
                 (ull)left, htr_s(left), (ull)(d->base + d->pos));
        sum->damaged++;
    }
}

/* Returns the number of damaged messages with data after the last field. */
static uint64_t dump_messages(struct htr_dump *w, struct htr_trace *t, struct htr_dump_sum *sum)
{
    const struct nexus_msg_decoder *d = &t->decoder.msgs;
    struct nexus_msg m;
    int status;
    uint64_t end = d->base + d->pos, extra = 0;
    if (d->base == 0) { /* what --wrapped left out */
        htr_dump_between(w, d->data, d->pos);
    }
    while ((status = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        if (htr_stopped(t->host) || w->text.failed) {
            sum->stopped = !w->text.failed;
            return extra;
        }
        bool wide = status == NEXUS_ERR_OVERSIZE && t->te.extra.oversize;
        sum->damaged += status != NEXUS_OK && !wide;
        extra += status == NEXUS_ERR_EXTRA;
        show_between(w, end, m.offset);
        if (!t->one_source || m.src == t->src) {
            htr_dump_message(w, sum->messages, &m, wide ? NEXUS_OK : status);
        }
        end = m.offset + m.length;
        htr_progress(t->host, end);
        sum->messages++;
    }
    end_dump(w, t, end, sum);
    return extra;
}

int htr_dump_trace(struct htr_dump *w, struct htr_trace *t, bool wrapped, struct htr_dump_sum *sum)
{
    memset(sum, 0, sizeof *sum);
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        return htr_dump_etrace(w, t, wrapped, sum);
    }
    /* The reference tool takes a timestamp wherever there is one. */
    t->cfg.timestamps = t->cfg.timestamps || w->format == HTR_DUMP_NEXRV;
    int status = htr_trace_begin(t, wrapped);
    if (status != HTR_OK) {
        return status;
    }
    uint64_t extra = dump_messages(w, t, sum);
    if (w->text.failed || sum->stopped) {
        htr_out_flush(&w->text);
        return w->text.failed ? HTR_ERR_WRITE : HTR_OK;
    }
    if (sum->damaged > 0) {
        tell_damage(t, sum, extra);
    }
    return t->unread ? HTR_ERR_READ : HTR_OK;
}
