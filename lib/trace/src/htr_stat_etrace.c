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

static void add_packet(struct htr_stat *s, const char *name, unsigned bytes)
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
    s->packet[i].count++;
    s->packet[i].bytes += bytes;
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

static void add(struct htr_stat *s, const struct etrace_cfg *cfg, struct htr_etrace_options *o,
                const struct etrace_frame *f)
{
    struct etrace_packet p;
    const int status = htr_etrace_decode(cfg, o, f, &p);
    if (status != ETRACE_OK && status != ETRACE_ERR_END) {
        s->damaged++;
        return;
    }
    add_packet(s, htr_etrace_name(f, &p, status), f->length);
    add_groups(s, cfg, f);
    if (status == ETRACE_OK && etrace_packet_is_sync(&p)) {
        s->sync_bytes += f->length;
    }
}

int htr_stat_packets(struct htr_stat *s, struct htr_trace *t)
{
    struct htr_etrace_options o = {t->etrace->cfg.options};
    struct etrace_frame f;
    enum etrace_status rc;
    s->etrace = true;
    for (unsigned i = 0; i < GROUPS; i++) {
        s->field[s->fields++].name = group_name[i];
    }
    int status = htr_etrace_begin(t, t->wrapped);
    while (status == HTR_OK && (rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        htr_progress(t->host, f.offset);
        if (t->one_source && rc == ETRACE_OK && f.src != t->src) {
            continue;
        }
        s->messages++;
        s->bytes += f.length;
        if (rc == ETRACE_OK) {
            add(s, &t->etrace->cfg, &o, &f);
        } else {
            s->damaged++;
        }
    }
    s->nulls = t->etrace->decoder.reader.nulls;
    return status != HTR_OK ? status : t->unread ? HTR_ERR_READ : HTR_OK;
}
