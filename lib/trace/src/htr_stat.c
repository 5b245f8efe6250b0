/* SPDX-License-Identifier: Apache-2.0 */
/* Where the bytes of a trace go: counting. */
#include "htr/htr_stat.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_etrace.h"
#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"
#include "htr_stat_priv.h"

#include "nexus/nexus_print.h"

static const char no_field[] = "(no field)";

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

/* U-ADDR after an address that is known. */
static void follow(struct htr_stat_part *p, struct htr_stat_source *src, uint64_t field)
{
    src->addr ^= field;
    const unsigned full = field_bits(src->addr), sent = field_bits(field);
    p->address_bits += full > sent ? full - sent : 0;
}

/* U-ADDR before any address of the part: kept. */
static void keep(struct htr_stat_part *p, struct htr_stat_source *src, uint64_t field)
{
    if (src->n == src->room) {
        const size_t room = src->room == 0 ? 64 : 2 * src->room;
        uint64_t *more = realloc(src->pending, room * sizeof *more);
        if (more == NULL) {
            p->no_memory = true;
            return;
        }
        src->pending = more;
        src->room = room;
    }
    src->pending[src->n++] = field;
}

static void add_address(struct htr_stat_part *p, const struct nexus_msg *m)
{
    uint64_t field = m->value[NEXUS_F_ADDR];
    struct htr_stat_source *src = &p->source[m->src];
    if (nexus_tcode_is_sync(m->tcode)) {
        src->addr = field;
        src->known = true;
    } else if (m->tcode == NEXUS_INDIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        p->s.address.messages++;
        if (src->known) {
            follow(p, src, field);
        } else {
            keep(p, src, field);
        }
    }
}

static void add_savings(struct htr_stat_part *p, const struct nexus_msg *m)
{
    bool branch = m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH ||
                  m->tcode == NEXUS_INDIRECT_BRANCH_HIST;
    uint64_t bcnt = m->value[NEXUS_F_BCNT], hrepeat = m->value[NEXUS_F_HREPEAT];
    struct htr_stat_source *src = &p->source[m->src];
    if (m->tcode == NEXUS_REPEAT_BRANCH) {
        p->s.branch.messages++;
        p->s.branch.bytes += bcnt * src->last_length;
        src->repeats += src->branched ? 0 : bcnt;
    } else if (m->tcode == NEXUS_RESOURCE_FULL && nexus_msg_has(m, NEXUS_F_HREPEAT)) {
        p->s.history.messages++;
        p->s.history.bytes += hrepeat > 0 ? (hrepeat - 1) * m->raw_length : 0;
    }
    if (branch) {
        src->last_length = m->raw_length;
        src->branched = true;
    }
    if (nexus_msg_has(m, NEXUS_F_ADDR)) {
        add_address(p, m);
    }
}

static void add(struct htr_stat_part *p, const struct nexus_stream_cfg *cfg,
                const struct nexus_msg *m)
{
    struct htr_stat *s = &p->s;
    struct nexus_span span[NEXUS_SPANS_MAX];
    unsigned n = nexus_msg_spans(cfg, m, span);
    s->count[m->tcode]++;
    s->type_bytes[m->tcode] += m->raw_length;
    uint64_t named = 0;
    for (unsigned i = 0; i < n; i++) {
        add_field(s, span[i].name, span[i].bits);
        named += span[i].bits;
    }
    if (6 * m->raw_length > named) {
        add_field(s, no_field, 6 * m->raw_length - named);
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        s->sync_bytes += m->raw_length;
        s->periodic += m->value[NEXUS_F_SYNC] == NEXUS_SYNC_PERIODIC;
    }
    add_savings(p, m);
}

int htr_stat_part_open(struct htr_stat_part **out, struct htr_host *host, bool starts)
{
    struct htr_stat_part *p = calloc(1, sizeof *p);
    *out = p;
    if (p != NULL) {
        p->starts = starts;
    }
    for (unsigned i = 0; p != NULL && i < HTR_STAT_SOURCES; i++) {
        p->source[i].known = p->source[i].branched = starts; /* both are 0 then */
    }
    return p != NULL ? HTR_OK : htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
}

void htr_stat_part_close(struct htr_stat_part *p)
{
    for (unsigned i = 0; p != NULL && i < HTR_STAT_SOURCES; i++) {
        free(p->source[i].pending);
    }
    free(p);
}

int htr_stat_part_add(struct htr_stat_part *p, struct htr_trace *t)
{
    struct htr_stat *s = &p->s;
    struct nexus_msg m;
    int decoded;
    s->path = t->path;
    s->one_source = t->one_source;
    s->src = t->src;
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        return htr_stat_part_packets(p, t);
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
            add(p, &t->cfg, &m);
        }
    }
    return p->no_memory ? htr_fail(t->host, HTR_ERR_MEMORY, t->path, "not enough memory")
           : t->unread  ? HTR_ERR_READ
                        : HTR_OK;
}

/* A source of b, after that of a. */
static void join_source(struct htr_stat_part *a, struct htr_stat_source *x,
                        const struct htr_stat_source *y)
{
    a->s.branch.bytes += y->repeats * x->last_length;
    x->repeats += x->branched ? 0 : y->repeats;
    for (size_t i = 0; i < y->n; i++) {
        if (x->known) {
            follow(a, x, y->pending[i]);
        } else {
            keep(a, x, y->pending[i]);
        }
    }
    if (y->known) {
        x->addr = y->addr;
        x->known = true;
    }
    if (y->branched) {
        x->last_length = y->last_length;
        x->branched = true;
    }
}

int htr_stat_part_join(struct htr_stat_part *a, const struct htr_stat_part *b)
{
    struct htr_stat *s = &a->s;
    const struct htr_stat *t = &b->s;
    s->messages += t->messages;
    s->bytes += t->bytes;
    s->damaged += t->damaged;
    for (unsigned i = 0; i < NEXUS_TCODES; i++) {
        s->count[i] += t->count[i];
        s->type_bytes[i] += t->type_bytes[i];
    }
    for (unsigned i = 0; i < t->fields; i++) {
        add_field(s, t->field[i].name, t->field[i].bits);
        s->field[find_field(s, t->field[i].name)].count += t->field[i].count - 1;
    }
    s->etrace = s->etrace || t->etrace;
    for (unsigned i = 0; i < t->packets; i++) {
        htr_stat_add_packets(s, t->packet[i].name, t->packet[i].count, t->packet[i].bytes);
    }
    s->nulls += t->nulls;
    a->differs = a->differs || b->differs;
    s->sync_bytes += t->sync_bytes;
    s->periodic += t->periodic;
    s->address.messages += t->address.messages;
    s->history.messages += t->history.messages;
    s->history.bytes += t->history.bytes;
    s->branch.messages += t->branch.messages;
    s->branch.bytes += t->branch.bytes;
    a->address_bits += b->address_bits;
    s->executed = s->executed || t->executed;
    s->instructions += t->instructions;
    s->returns += t->returns;
    s->gaps += t->gaps;
    s->losses += t->losses;
    for (unsigned i = 0; i < HTR_STAT_SOURCES; i++) {
        join_source(a, &a->source[i], &b->source[i]);
        a->differs |= !htr_stat_join_options(&a->source[i], &b->source[i]);
    }
    return a->no_memory ? HTR_ERR_MEMORY : HTR_OK;
}

void htr_stat_part_sum(const struct htr_stat_part *p, struct htr_stat *s)
{
    *s = p->s;
    const unsigned time = find_field(s, s->etrace ? "timestamp" : "TSTAMP");
    s->timestamp_bits = time < s->fields ? s->field[time].bits : 0;
    s->address.bytes = p->address_bits / 6;
}

int htr_stat_messages(struct htr_stat *s, struct htr_trace *t)
{
    struct htr_stat_part *p;
    *s = (struct htr_stat){.path = t->path, .one_source = t->one_source, .src = t->src};
    int status = htr_trace_protocol(t) == HTR_ETRACE ? htr_etrace_begin(t, t->wrapped)
                                                     : htr_trace_begin(t, t->wrapped);
    if (status != HTR_OK || (status = htr_stat_part_open(&p, t->host, true)) != HTR_OK) {
        return status;
    }
    status = htr_stat_part_add(p, t);
    htr_stat_part_sum(p, s);
    htr_stat_part_close(p);
    return status;
}

void htr_stat_returns_take(struct htr_stat_returns *r, const struct flow_elem *e)
{
    if (e->type == FLOW_ELEM_RANGE) {
        r->returns += r->open && e->msg == r->last_msg;
        r->instructions += e->count;
        r->open = e->last_cls == FLOW_INSN_RETURN && e->last_taken;
        r->last_msg = e->msg;
    } else {
        r->open = false;
    }
}

int htr_stat_execution(struct htr_stat *s, struct htr_trace *t)
{
    struct flow_elem e;
    struct htr_tree tree;
    struct htr_pull pull;
    struct htr_gap_meter gaps = {0};
    struct htr_stat_returns r = {0};
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
        htr_stat_returns_take(&r, &e);
    }
    s->instructions = r.instructions;
    s->returns = r.returns;
    s->gaps = gaps.gaps;
    s->losses = gaps.lost;
    htr_tree_close(&tree);
    if (status != HTR_OK) {
        return status;
    }
    return t->unread ? HTR_ERR_READ : HTR_OK;
}
