/* SPDX-License-Identifier: Apache-2.0 */
/* Two traces by meaning, or byte by byte. */
#include "htr/htr_diff.h"

#include <stdlib.h>

#include "htr/htr_etrace.h"
#include "htr_diff_priv.h"

struct htr_diff {
    struct htr_host *host;
    struct htr_diff_side side[2];
    struct htr_diff_options o;
    bool code;
    struct htr_diff_report report;
};

enum {
    SRC_BITS = 16, /* of srcID (Packet Encapsulation); SRC of N-Trace has fewer */
};

/* The sources of a trace, as a set of bits. */
struct sources {
    uint64_t set[1 << (SRC_BITS - 6)];
};

static void note_item(struct htr_diff_place *p, const struct htr_diff_item *i)
{
    p->msg = i->msg;
    p->offset = i->offset;
    p->timed = i->timed;
    p->time = i->time;
    htr_diff_text(i, p->text, sizeof p->text);
}

static void differ(struct htr_diff *d, const struct htr_diff_item *a, const struct htr_diff_item *b,
                   bool in_time)
{
    d->report.differs = true;
    d->report.in_time = in_time;
    note_item(&d->report.place[0], a);
    note_item(&d->report.place[1], b);
}

/* B-TYPE 1 leaves open what 2 and 3 distinguish. */
static bool same_btype(uint8_t a, uint8_t b)
{
    return a == b || (a == NEXUS_BTYPE_TRAP && b != NEXUS_BTYPE_INDIRECT) ||
           (b == NEXUS_BTYPE_TRAP && a != NEXUS_BTYPE_INDIRECT);
}

static bool same(const struct htr_diff_item *a, const struct htr_diff_item *b)
{
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case HTR_DIFF_END:
        return true;
    case HTR_DIFF_BRANCH:
        return a->a == b->a && a->b == b->b && a->c == b->c && a->known == b->known &&
               a->d == b->d && same_btype(a->code, b->code);
    case HTR_DIFF_TRAP:
        return a->a == b->a && (!a->known || !b->known || a->d == b->d) &&
               same_btype(a->code, b->code);
    default:
        return a->code == b->code && a->a == b->a && a->b == b->b && a->c == b->c;
    }
}

/* Items up to the first difference, or the end of both. */
static void compare(struct htr_diff *d)
{
    struct htr_diff_item a, b;
    htr_diff_next(&d->side[0], &a);
    htr_diff_next(&d->side[1], &b);
    while (true) {
        htr_progress(d->host, a.offset);
        if (a.kind == HTR_DIFF_RANGE && b.kind == HTR_DIFF_RANGE && a.a == b.a) {
            /* The cuts between ranges do not matter. */
            uint64_t left = a.b - a.a, right = b.b - b.a;
            uint64_t step = left < right ? left : right;
            a.a += step;
            b.a += step;
            if (left == step) {
                htr_diff_next(&d->side[0], &a);
            }
            if (right == step) {
                htr_diff_next(&d->side[1], &b);
            }
            d->report.items++;
            continue;
        }
        if (a.kind == HTR_DIFF_RANGE || !same(&a, &b)) {
            differ(d, &a, &b, false);
            return;
        }
        if (d->o.times && (a.timed != b.timed || (a.timed && a.time != b.time))) {
            differ(d, &a, &b, true);
            return;
        }
        if (a.kind == HTR_DIFF_END) {
            return;
        }
        d->report.items++;
        htr_diff_next(&d->side[0], &a);
        htr_diff_next(&d->side[1], &b);
    }
}

/* A trace that broke off was reported: the result is incomplete. */
static int check_read(const struct htr_diff *d)
{
    return d->side[0].trace.unread || d->side[1].trace.unread ? HTR_ERR_READ : HTR_OK;
}

static void begin_pass(const struct htr_diff *d)
{
    if (d->o.pass != NULL) {
        d->o.pass(d->o.ctx, &d->side[0].trace);
    }
}

/* ---- bytes ---- */

static uint64_t packet_at(struct htr_diff_side *s, uint64_t offset)
{
    struct etrace_frame f;
    uint64_t n = 0;
    if (htr_etrace_begin(&s->trace, false) != HTR_OK) {
        return 0;
    }
    while (htr_etrace_next(&s->trace, &f) != ETRACE_ERR_END && f.offset + f.length <= offset) {
        n++;
    }
    return n;
}

/* Message that holds an offset; 0 when the trace cannot be read again. */
static uint64_t message_at(struct htr_diff_side *s, uint64_t offset)
{
    struct nexus_msg m;
    uint64_t n = 0;
    if (htr_trace_protocol(&s->trace) == HTR_ETRACE) {
        return packet_at(s, offset);
    }
    if (htr_trace_begin(&s->trace, false) != HTR_OK) {
        return 0;
    }
    while (htr_trace_next(&s->trace, &m) != NEXUS_ERR_END && m.offset + m.length <= offset) {
        n++;
    }
    return n;
}

/* The bytes of a side, one after the other. */
struct cursor {
    struct htr_trace *trace;
    size_t at;
};

/* The number of bytes at the cursor; 0: the end. */
static size_t at_hand(struct cursor *c)
{
    if (c->at == c->trace->bytes.size && htr_trace_next_bytes(c->trace)) {
        c->at = 0;
    }
    return c->trace->bytes.size - c->at;
}

static void note_byte(struct htr_diff_place *p, struct htr_diff_side *s, size_t left, uint8_t byte,
                      uint64_t at)
{
    p->byte = left > 0 ? byte : -1;
    p->offset = at;
    p->msg = message_at(s, at);
}

static int compare_bytes(struct htr_diff *d)
{
    struct htr_diff_report *r = &d->report;
    struct cursor a = {&d->side[0].trace, 0}, b = {&d->side[1].trace, 0};
    uint64_t at = 0;
    size_t in_a, in_b, n;
    do {
        in_a = at_hand(&a);
        in_b = at_hand(&b);
        size_t most = in_a < in_b ? in_a : in_b;
        const uint8_t *p = a.trace->bytes.bytes + a.at, *q = b.trace->bytes.bytes + b.at;
        for (n = 0; n < most && p[n] == q[n]; n++) {
        }
        at += n;
        a.at += n;
        b.at += n;
        in_a -= n;
        in_b -= n;
    } while (n > 0 && (in_a == 0 || in_b == 0));
    if (check_read(d) != HTR_OK) {
        return HTR_ERR_READ;
    }
    r->items = at;
    if (in_a == 0 && in_b == 0) {
        r->size[0] = r->size[1] = at;
        return HTR_OK;
    }
    uint8_t byte_a = a.trace->bytes.bytes[a.at], byte_b = b.trace->bytes.bytes[b.at];
    r->differs = true;
    note_byte(&r->place[0], &d->side[0], in_a, byte_a, at);
    note_byte(&r->place[1], &d->side[1], in_b, byte_b, at);
    return HTR_OK;
}

/* ---- sources ---- */

static int add_packet_sources(struct htr_diff_side *s, struct sources *found)
{
    struct etrace_frame f;
    enum etrace_status rc;
    int status = htr_etrace_begin(&s->trace, s->trace.wrapped);
    while (status == HTR_OK && (rc = htr_etrace_next(&s->trace, &f)) != ETRACE_ERR_END) {
        if (rc == ETRACE_OK) {
            found->set[f.src / 64] |= UINT64_C(1) << (f.src % 64);
        }
    }
    return status != HTR_OK ? status : s->trace.unread ? HTR_ERR_READ : HTR_OK;
}

static int add_sources(struct htr_diff_side *s, struct sources *found)
{
    if (htr_trace_protocol(&s->trace) == HTR_ETRACE) {
        return add_packet_sources(s, found);
    }
    struct nexus_msg m;
    int status = htr_trace_begin(&s->trace, s->trace.wrapped), decoded;
    if (status != HTR_OK) {
        return status;
    }
    while ((decoded = htr_trace_next(&s->trace, &m)) != NEXUS_ERR_END) {
        if (decoded == NEXUS_OK) {
            found->set[m.src / 64] |= UINT64_C(1) << (m.src % 64);
        }
    }
    return s->trace.unread ? HTR_ERR_READ : HTR_OK;
}

static int compare_source(struct htr_diff *d, bool any, uint16_t src)
{
    int status = htr_diff_begin(&d->side[0], any, src);
    if (status == HTR_OK) {
        status = htr_diff_begin(&d->side[1], any, src);
    }
    if (status != HTR_OK) {
        return status;
    }
    begin_pass(d);
    compare(d);
    d->report.one_source = !any;
    d->report.src = src;
    return check_read(d);
}

static int compare_items(struct htr_diff *d)
{
    struct htr_trace *a = &d->side[0].trace, *b = &d->side[1].trace;
    struct sources found = {{0}};
    if (a->one_source || a->cfg.src_bits == 0 || b->cfg.src_bits == 0) {
        return compare_source(d, !a->one_source, a->src);
    }
    int status = add_sources(&d->side[0], &found);
    if (status == HTR_OK) {
        status = add_sources(&d->side[1], &found);
    }
    for (unsigned s = 0; s < 1u << SRC_BITS && status == HTR_OK && !d->report.differs; s++) {
        if ((found.set[s / 64] >> (s % 64) & 1) != 0) {
            status = compare_source(d, false, (uint16_t)s);
        }
    }
    return status;
}

/* ---- */

int htr_diff_run(struct htr_diff *d, struct htr_diff_report *r)
{
    d->report = (struct htr_diff_report){
        .by = d->o.bytes ? HTR_DIFF_BY_BYTES
              : d->code  ? HTR_DIFF_BY_EXECUTION
                         : HTR_DIFF_BY_MESSAGES,
        .path = {d->side[0].trace.path, d->side[1].trace.path},
    };
    int status = d->o.bytes ? compare_bytes(d) : compare_items(d);
    if (!d->o.bytes && !d->report.differs) {
        d->report.size[0] = htr_trace_size(&d->side[0].trace);
        d->report.size[1] = htr_trace_size(&d->side[1].trace);
    }
    *r = d->report;
    return status;
}

static int open_side(struct htr_diff *d, unsigned i, const struct htr_trace_options *o)
{
    struct htr_trace_options pieces = *o;
    pieces.in_pieces = htr_trace_pieces_twice(o->path);
    d->side[i].code = d->code && !d->o.bytes;
    return d->side[i].code ? htr_trace_open_decoder(&d->side[i].trace, d->host, &pieces)
                           : htr_trace_open(&d->side[i].trace, d->host, &pieces);
}

/* Packets of E-Trace mean something with their code alone. */
static int check_protocol(const struct htr_diff *d, unsigned i)
{
    return d->side[i].code || d->o.bytes || htr_trace_protocol(&d->side[i].trace) == HTR_NTRACE
               ? HTR_OK
               : htr_fail(d->host, HTR_ERR_MISSING, d->side[i].trace.path,
                          "is E-Trace (trTeFormat=0), which is compared with its code, or byte by "
                          "byte; add --elf FILE, or --bytes");
}

int htr_diff_open(struct htr_diff **to, struct htr_host *host, const struct htr_trace_options *a,
                  const struct htr_trace_options *b, const struct htr_diff_options *o)
{
    struct htr_diff *d = calloc(1, sizeof *d);
    *to = NULL;
    if (d == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    d->host = host;
    d->o = *o;
    d->code = htr_code_is_chosen(&a->code);
    int status = open_side(d, 0, a);
    if (status == HTR_OK) {
        status = open_side(d, 1, b);
    }
    for (unsigned i = 0; i < 2 && status == HTR_OK; i++) {
        status = check_protocol(d, i);
    }
    if (status != HTR_OK) {
        htr_diff_close(d);
        return status;
    }
    *to = d;
    return HTR_OK;
}

void htr_diff_close(struct htr_diff *d)
{
    if (d != NULL) {
        for (unsigned i = 0; i < 2; i++) {
            htr_tree_close(&d->side[i].tree);
            htr_trace_close(&d->side[i].trace);
        }
        free(d);
    }
}
