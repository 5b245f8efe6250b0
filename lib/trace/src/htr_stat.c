/* SPDX-License-Identifier: Apache-2.0 */
/* Where the bytes of a trace go: counting. */
#include "htr/htr_stat.h"

#include <string.h>

#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"
#include "htr_stat_priv.h"

#include "nexus/nexus_print.h"

/* One pass over the messages. */
struct pass {
    struct htr_stat *s;
    const struct nexus_stream_cfg *cfg;
    uint64_t address_bits;                         /* that U-ADDR left out */
    uint64_t last_length[1 << NEXUS_MAX_SRC_BITS]; /* of the last branch message of a source */
    uint64_t addr[1 << NEXUS_MAX_SRC_BITS];        /* last address >> 1 */
};

/* The field of this name, or s->fields. A name is nearly always the same string, so that is
 * compared first. */
static unsigned find_field(const struct htr_stat *s, const char *name)
{
    unsigned i = 0;
    while (i < s->fields && s->field[i].name != name) {
        i++;
    }
    if (i < s->fields) {
        return i;
    }
    i = 0;
    while (i < s->fields && strcmp(s->field[i].name, name) != 0) {
        i++;
    }
    return i;
}

static void add_field(struct htr_stat *s, const char *name, uint64_t bits)
{
    unsigned i = find_field(s, name);
    if (i == s->fields) {
        if (i == HTR_STAT_FIELDS) {
            return;
        }
        s->field[s->fields++].name = name;
    }
    s->field[i].count++;
    s->field[i].bits += bits;
}

/* Bits of a value in a variable-length field of its own: whole slices of 6. */
static unsigned field_bits(uint64_t v)
{
    unsigned slices = 1;
    while (slices < 11 && (v >> (6 * slices)) != 0) {
        slices++;
    }
    return 6 * slices;
}

static void add_address(struct pass *p, const struct nexus_msg *m)
{
    uint64_t field = m->value[NEXUS_F_ADDR];
    if (nexus_tcode_is_sync(m->tcode)) {
        p->addr[m->src] = field;
    } else if (m->tcode == NEXUS_INDIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        p->addr[m->src] ^= field;
        p->s->address.messages++;
        unsigned full = field_bits(p->addr[m->src]), sent = field_bits(field);
        p->address_bits += full > sent ? full - sent : 0;
    }
}

static void add_savings(struct pass *p, const struct nexus_msg *m)
{
    bool branch = m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH ||
                  m->tcode == NEXUS_INDIRECT_BRANCH_HIST;
    uint64_t bcnt = m->value[NEXUS_F_BCNT], hrepeat = m->value[NEXUS_F_HREPEAT];
    if (m->tcode == NEXUS_REPEAT_BRANCH) {
        p->s->branch.messages++;
        p->s->branch.bytes += bcnt * p->last_length[m->src];
    } else if (m->tcode == NEXUS_RESOURCE_FULL && nexus_msg_has(m, NEXUS_F_HREPEAT)) {
        p->s->history.messages++;
        p->s->history.bytes += hrepeat > 0 ? (hrepeat - 1) * m->raw_length : 0;
    }
    if (branch) {
        p->last_length[m->src] = m->raw_length;
    }
    if (nexus_msg_has(m, NEXUS_F_ADDR)) {
        add_address(p, m);
    }
}

static void add(struct pass *p, const struct nexus_msg *m)
{
    struct htr_stat *s = p->s;
    struct nexus_span span[NEXUS_SPANS_MAX];
    unsigned n = nexus_msg_spans(p->cfg, m, span);
    s->count[m->tcode]++;
    s->type_bytes[m->tcode] += m->raw_length;
    uint64_t named = 0;
    for (unsigned i = 0; i < n; i++) {
        add_field(s, span[i].name, span[i].bits);
        named += span[i].bits;
    }
    if (6 * m->raw_length > named) {
        add_field(s, "(no field)", 6 * m->raw_length - named);
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        s->sync_bytes += m->raw_length;
        s->periodic += m->value[NEXUS_F_SYNC] == NEXUS_SYNC_PERIODIC;
    }
    add_savings(p, m);
}

int htr_stat_messages(struct htr_stat *s, struct htr_trace *t)
{
    struct pass p = {.s = s, .cfg = &t->cfg};
    struct nexus_msg m;
    int decoded;
    *s = (struct htr_stat){.path = t->path, .one_source = t->one_source, .src = t->src};
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        return htr_stat_packets(s, t);
    }
    int status = htr_trace_begin(t, t->wrapped);
    if (status != HTR_OK) {
        return status;
    }
    while ((decoded = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        htr_progress(t->host, m.offset);
        bool good = decoded == NEXUS_OK || (decoded == NEXUS_ERR_OVERSIZE && t->te.extra.oversize);
        if (t->one_source && m.src != t->src) {
            continue;
        }
        s->messages++;
        s->bytes += m.length;
        s->damaged += !good;
        if (good) {
            add(&p, &m);
        }
    }
    const unsigned time = find_field(s, "TSTAMP");
    s->timestamp_bits = time < s->fields ? s->field[time].bits : 0;
    s->address.bytes = p.address_bits / 6;
    return t->unread ? HTR_ERR_READ : HTR_OK;
}

int htr_stat_execution(struct htr_stat *s, struct htr_trace *t)
{
    struct flow_elem e;
    struct htr_tree tree;
    struct htr_pull pull;
    uint64_t last_msg = 0;
    struct htr_gap_meter gaps = {0};
    bool open = false; /* the last range ended with a return */
    int status = htr_trace_decode_again(t);
    if (status != HTR_OK) {
        return status;
    }
    int32_t decoder = htr_trace_tree(t, &tree);
    status = decoder < 0 ? decoder : htr_pull_begin(&pull, &tree, decoder);
    s->executed = true;
    while (status == HTR_OK && htr_pull_next(&pull, &e)) {
        htr_progress(t->host, e.offset);
        htr_gap_meter_add(&gaps, &e);
        if (e.type == FLOW_ELEM_RANGE) {
            s->returns += open && e.msg == last_msg;
            s->instructions += e.count;
            open = e.last_cls == FLOW_INSN_RETURN && e.last_taken;
            last_msg = e.msg;
        } else {
            open = false;
        }
    }
    s->gaps = gaps.gaps;
    s->losses = gaps.lost;
    htr_tree_close(&tree);
    if (status != HTR_OK) {
        return status;
    }
    return t->unread ? HTR_ERR_READ : HTR_OK;
}
