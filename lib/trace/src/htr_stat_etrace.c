/* SPDX-License-Identifier: Apache-2.0 */
/* Where the bytes of an E-Trace stream go: packets by name, and the encapsulation's fields. */
#include <string.h>

#include "htr/htr_etrace.h"
#include "htr_stat_priv.h"

/* Field groups of an encapsulated packet (Packet Encapsulation, Normal Encapsulation Structure). */
enum group {
    HEADER,
    SRCID,
    TIMESTAMP,
    TYPE,
    PAYLOAD,
    PADDING,
    GROUPS
};

static const char *const group_name[GROUPS] = {"header", "srcID",   "timestamp",
                                               "type",   "payload", "padding"};

void htr_stat_add_packets(struct htr_stat *s, const char *name, uint64_t count, uint64_t bytes)
{
    unsigned i = 0;
    while (i < s->packets && strcmp(s->packet[i].name, name) != 0) {
        i++;
    }
    if (i == HTR_STAT_PACKETS) {
        return;
    }
    if (i == s->packets) {
        s->packet[s->packets++].name = name;
    }
    s->packet[i].count += count;
    s->packet[i].bytes += bytes;
}

const char *htr_stat_etrace_name(const char *name)
{
    static const char *const packet_name[] = {
        "sync-start", "sync-trap",   "context", "support", "branch-count", "target-index",
        "branches",   "branch-addr", "addr",    "data",    "other",        "instruction"};
    for (unsigned i = 0; i < sizeof packet_name / sizeof packet_name[0]; i++) {
        if (strcmp(packet_name[i], name) == 0) {
            return packet_name[i];
        }
    }
    for (unsigned i = 0; i < GROUPS; i++) {
        if (strcmp(group_name[i], name) == 0) {
            return group_name[i];
        }
    }
    return NULL;
}

static void add_groups(struct htr_stat *s, const struct etrace_cfg *cfg,
                       const struct etrace_frame *f)
{
    const uint64_t bits[GROUPS] = {[HEADER] = 8,
                                   [SRCID] = cfg->src_bits,
                                   [TIMESTAMP] = f->stamped ? 8u * cfg->ts_bytes : 0u,
                                   [TYPE] = cfg->type_bits,
                                   [PAYLOAD] = 8u * f->size};
    uint64_t all = 8u * f->length;
    for (unsigned i = 0; i < GROUPS; i++) {
        const uint64_t n = i == PADDING ? all : bits[i];
        all -= n;
        s->field[i].count += n != 0;
        s->field[i].bits += n;
    }
    s->timestamp_bits += bits[TIMESTAMP];
}

/* The packets of a source each have the options of its last support packet (E-Trace 2.0, "Format 3
 * subformat 3 - Support"). */
static void add(struct htr_stat *s, struct htr_stat_source *src, const struct etrace_cfg *cfg,
                const struct etrace_frame *f)
{
    struct etrace_packet p;
    struct htr_etrace_options o = {src->stated ? src->options : src->assumed};
    const int status = htr_etrace_decode(cfg, &o, f, &p);
    const bool support =
        status == ETRACE_OK && p.format == ETRACE_FORMAT_SYNC && p.subformat == ETRACE_SYNC_SUPPORT;
    src->used |= !src->stated && !support && status != ETRACE_ERR_END;
    if (support) {
        src->options = o.options;
        src->stated = true;
    }
    if (status != ETRACE_OK && status != ETRACE_ERR_END) {
        s->damaged++;
        return;
    }
    htr_stat_add_packets(s, htr_etrace_name(f, &p, status), 1, f->length);
    add_groups(s, cfg, f);
    if (status == ETRACE_OK && etrace_packet_is_sync(&p)) {
        s->sync_bytes += f->length;
    }
}

void htr_stat_part_assume(struct htr_stat_part *p, uint16_t src, uint32_t options)
{
    p->source[src % HTR_STAT_SOURCES].assumed = options;
    p->assumes = true;
    p->assumes_of = src % HTR_STAT_SOURCES;
}

bool htr_stat_join_options(struct htr_stat_source *x, const struct htr_stat_source *y)
{
    const uint32_t before = x->stated ? x->options : x->assumed;
    const bool fits = !y->used || (!x->stated && !x->used) || y->assumed == before;
    if (!x->stated && !x->used) {
        x->assumed = y->assumed;
        x->used = y->used;
    }
    if (y->stated) {
        x->options = y->options;
        x->stated = true;
    }
    return fits;
}

int htr_stat_part_packets(struct htr_stat_part *p, struct htr_trace *t)
{
    struct htr_stat *s = &p->s;
    const struct etrace_cfg *cfg = &t->etrace->cfg;
    const uint64_t nulls = p->starts ? 0 : t->etrace->decoder.reader.nulls;
    struct etrace_frame f;
    enum etrace_status rc;
    s->etrace = true;
    for (unsigned i = 0; i < GROUPS; i++) {
        s->field[s->fields++].name = group_name[i];
    }
    for (unsigned i = 0; i < HTR_STAT_SOURCES; i++) {
        if (!p->assumes || i != p->assumes_of) {
            p->source[i].assumed = cfg->options;
        }
    }
    while ((rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        htr_progress(t->host, f.offset);
        if (t->one_source && rc == ETRACE_OK && f.src != t->src) {
            continue;
        }
        s->messages++;
        s->bytes += f.length;
        if (rc == ETRACE_OK) {
            add(s, &p->source[f.src % HTR_STAT_SOURCES], cfg, &f);
        } else {
            s->damaged++;
        }
    }
    s->nulls = t->etrace->decoder.reader.nulls - nulls;
    return t->unread ? HTR_ERR_READ : HTR_OK;
}
