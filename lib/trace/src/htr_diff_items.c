/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items of a trace.
 *
 * From messages alone: I-CNT and HIST are summed up from branch to branch, so it does not matter
 * where ResourceFull or a ProgTraceSync cuts them, whether repeats are spelled out, whether a
 * branch message is a synchronizing one, or whether an empty HIST is sent. From the decoder:
 * executed addresses and events.
 */
#include "htr_diff_priv.h"

#include <inttypes.h>
#include <stdio.h>

#include "htr/htr_text.h"

#define HASH_STEP UINT64_C(0x100000001B3)

/* ---- messages alone ---- */

/* Append `repeat` times the outcomes of a HIST value: the bits below its stop bit. */
static void add_hist(struct htr_diff_side *s, uint64_t hist, uint64_t repeat)
{
    unsigned n = 0;
    uint64_t factor = 1, sum = 0;
    while (hist >> 1 >> n != 0) {
        n++;
    }
    for (unsigned i = n; i > 0; i--) {
        sum = sum * HASH_STEP + 1 + (hist >> (i - 1) & 1);
        factor *= HASH_STEP;
    }
    s->bits += n * repeat;
    for (; repeat > 0 && n > 0; repeat >>= 1) { /* factor and sum: of 1, 2, 4, ... repetitions */
        if ((repeat & 1) != 0) {
            s->hash = s->hash * factor + sum;
        }
        sum += sum * factor;
        factor *= factor;
    }
}

static struct htr_diff_item make(struct htr_diff_side *s, enum htr_diff_kind kind,
                                 const struct nexus_msg *m)
{
    struct htr_diff_item i = {.kind = kind, .msg = s->messages - 1, .offset = m->offset};
    i.timed = s->timed && nexus_msg_has(m, NEXUS_F_TSTAMP);
    i.time = s->time;
    return i;
}

static struct htr_diff_item branch(struct htr_diff_side *s, enum htr_diff_kind kind,
                                   const struct nexus_msg *m)
{
    struct htr_diff_item i = make(s, kind, m);
    i.a = s->icnt;
    i.b = s->bits;
    i.c = s->hash;
    s->icnt = s->bits = s->hash = 0;
    return i;
}

/* SYNC that says that trace begins here, and not that it goes on. */
static bool is_start(const struct htr_diff_side *s, const struct nexus_msg *m)
{
    switch (m->value[NEXUS_F_SYNC]) {
    case NEXUS_SYNC_EXTERNAL_TRIGGER:
    case NEXUS_SYNC_PERIODIC:
    case NEXUS_SYNC_ICNT:
    case NEXUS_SYNC_TRACE_EVENT:
        return !s->started;
    default:
        return true;
    }
}

static void take_time(struct htr_diff_side *s, const struct nexus_msg *m)
{
    uint64_t t = m->value[NEXUS_F_TSTAMP];
    if (nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        bool sync = nexus_tcode_is_sync(m->tcode);
        bool sifive = s->trace.cfg.profile == NEXUS_PROFILE_SIFIVE_0X;
        s->time = sync ? t : sifive ? s->time ^ t : s->time + t;
        s->timed = s->timed || sync;
    }
}

/* Messages of program flow. Returns false when the message only adds to the next item. */
static bool flow_item(struct htr_diff_side *s, const struct nexus_msg *m, struct htr_diff_item *i)
{
    bool sync = nexus_tcode_is_sync(m->tcode);
    bool start = sync && is_start(s, m);
    if (start && (m->tcode == NEXUS_PROG_TRACE_SYNC || !s->started)) {
        s->icnt = s->bits = s->hash = 0;
        s->started = true;
        s->addr = m->value[NEXUS_F_ADDR];
        *i = make(s, HTR_DIFF_ON, m);
        i->code = (uint8_t)m->value[NEXUS_F_SYNC];
        i->a = s->addr << 1;
        return true;
    }
    s->icnt += nexus_msg_has(m, NEXUS_F_ICNT) ? m->value[NEXUS_F_ICNT] : 0;
    if (nexus_msg_has(m, NEXUS_F_HIST)) {
        add_hist(s, m->value[NEXUS_F_HIST], 1);
    }
    if (nexus_msg_has(m, NEXUS_F_ADDR)) {
        s->addr = sync ? m->value[NEXUS_F_ADDR] : s->addr ^ m->value[NEXUS_F_ADDR];
    }
    if (m->tcode == NEXUS_PROG_TRACE_SYNC) {
        return false;
    }
    *i = branch(s, HTR_DIFF_BRANCH, m);
    i->known = m->tcode != NEXUS_DIRECT_BRANCH && m->tcode != NEXUS_DIRECT_BRANCH_SYNC;
    i->code = i->known ? (uint8_t)m->value[NEXUS_F_BTYPE] : 0;
    i->d = i->known ? s->addr << 1 : 0;
    s->last = *i;
    return true;
}

static bool resource_full(struct htr_diff_side *s, const struct nexus_msg *m,
                          struct htr_diff_item *i)
{
    uint64_t data = m->value[NEXUS_F_RDATA];
    switch (m->value[NEXUS_F_RCODE]) {
    case NEXUS_RCODE_ICNT:
        s->icnt += data;
        return false;
    case NEXUS_RCODE_HIST:
        add_hist(s, data, 1);
        return false;
    case NEXUS_RCODE_HIST_REPEAT:
        add_hist(s, data, m->value[NEXUS_F_HREPEAT]);
        return false;
    default:
        *i = make(s, HTR_DIFF_OTHER, m);
        i->code = m->tcode;
        i->c = data;
        return true;
    }
}

static bool other(struct htr_diff_side *s, const struct nexus_msg *m, struct htr_diff_item *i)
{
    *i = make(s, HTR_DIFF_OTHER, m);
    i->code = m->tcode;
    for (size_t k = 0; k < m->raw_length; k++) {
        i->c = i->c * HASH_STEP + m->raw[k] + 1;
    }
    return true;
}

static bool message_item(struct htr_diff_side *s, const struct nexus_msg *m,
                         struct htr_diff_item *i)
{
    take_time(s, m);
    switch (m->tcode) {
    case NEXUS_DIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH_HIST:
    case NEXUS_PROG_TRACE_SYNC:
    case NEXUS_DIRECT_BRANCH_SYNC:
    case NEXUS_INDIRECT_BRANCH_SYNC:
    case NEXUS_INDIRECT_BRANCH_HIST_SYNC:
        return flow_item(s, m, i);
    case NEXUS_RESOURCE_FULL:
        return resource_full(s, m, i);
    case NEXUS_REPEAT_BRANCH:
        /* Nothing to repeat, or an impossible count (--param oversize). */
        if (s->last.kind != HTR_DIFF_BRANCH || m->value[NEXUS_F_BCNT] > UINT32_MAX) {
            s->damaged++;
            *i = make(s, HTR_DIFF_TROUBLE, m);
            i->code = (uint8_t)-NEXUS_ERR_UNSUPPORTED;
            return true;
        }
        s->repeat = m->value[NEXUS_F_BCNT];
        s->last.msg = s->messages - 1;
        s->last.offset = m->offset;
        s->last.timed = false;
        return false;
    case NEXUS_PROG_TRACE_CORRELATION:
        s->icnt += m->value[NEXUS_F_ICNT];
        if (nexus_msg_has(m, NEXUS_F_HIST)) {
            add_hist(s, m->value[NEXUS_F_HIST], 1);
        }
        *i = branch(s, HTR_DIFF_OFF, m);
        i->code = (uint8_t)m->value[NEXUS_F_EVCODE];
        return true;
    case NEXUS_OWNERSHIP:
        /* It may be sent again at each sync. */
        if (s->has_process && s->process == m->value[NEXUS_F_PROCESS]) {
            return false;
        }
        s->has_process = true;
        s->process = m->value[NEXUS_F_PROCESS];
        *i = make(s, HTR_DIFF_CONTEXT, m);
        i->a = s->process;
        return true;
    case NEXUS_ERROR:
        *i = make(s, HTR_DIFF_LOST, m);
        i->code = (uint8_t)m->value[NEXUS_F_ETYPE];
        i->a = m->value[NEXUS_F_ECODE];
        s->started = false;
        return true;
    default:
        return other(s, m, i);
    }
}

static void next_from_messages(struct htr_diff_side *s, struct htr_diff_item *i)
{
    struct htr_trace *t = &s->trace;
    struct nexus_msg m;
    int status;
    if (s->repeat > 0) {
        s->repeat--;
        *i = s->last;
        return;
    }
    while ((status = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        s->messages++;
        if (status != NEXUS_OK && !(status == NEXUS_ERR_OVERSIZE && t->te.extra.oversize)) {
            s->damaged++;
            *i = make(s, HTR_DIFF_TROUBLE, &m);
            i->code = (uint8_t)-status;
            return;
        }
        if ((!t->one_source || m.src == t->src) && message_item(s, &m, i)) {
            return;
        }
        if (s->repeat > 0) {
            s->repeat--;
            *i = s->last;
            return;
        }
    }
    *i = (struct htr_diff_item){
        .kind = HTR_DIFF_END, .msg = s->messages, .offset = htr_trace_size(t)};
}

/* ---- from the decoder ---- */

/* Returns false when the element does not count. */
static bool element_item(struct htr_diff_side *s, const struct flow_elem *e,
                         struct htr_diff_item *i)
{
    *i = (struct htr_diff_item){.msg = e->msg, .offset = e->offset, .code = e->code};
    i->timed = s->timed;
    i->time = s->time;
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        i->kind = HTR_DIFF_RANGE;
        i->a = e->start;
        i->b = e->end;
        return true;
    case FLOW_ELEM_TRACE_ON:
        i->kind = HTR_DIFF_ON;
        i->a = e->start;
        return true;
    case FLOW_ELEM_TRACE_OFF:
        i->kind = HTR_DIFF_OFF;
        return true;
    case FLOW_ELEM_EXCEPTION:
        i->kind = HTR_DIFF_TRAP;
        i->a = e->end;
        i->known = e->known;
        i->d = e->known ? e->start : 0;
        return true;
    case FLOW_ELEM_CONTEXT:
        i->kind = HTR_DIFF_CONTEXT;
        i->code = (uint8_t)(e->context.prv | (e->context.v ? 4 : 0));
        i->a = e->context.scontext;
        i->b = e->context.hcontext;
        return true;
    case FLOW_ELEM_LOST:
        i->kind = HTR_DIFF_LOST;
        i->a = e->value;
        return true;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        i->kind = HTR_DIFF_TROUBLE;
        i->code = (uint8_t)-e->status;
        s->damaged++;
        return true;
    case FLOW_ELEM_TIMESTAMP:
        s->timed = true;
        s->time = e->value;
        return false;
    case FLOW_ELEM_EVENT:         /* the place of syncs does not matter */
    case FLOW_ELEM_EXCEPTION_RET: /* follows from the code */
    case FLOW_ELEM_END:
    case FLOW_ELEM_NONE:
        return false;
    default:
        i->kind = HTR_DIFF_OTHER;
        for (uint32_t k = 0; k < e->raw_length; k++) {
            i->c = i->c * HASH_STEP + e->raw[k] + 1;
        }
        return true;
    }
}

static void next_from_decoder(struct htr_diff_side *s, struct htr_diff_item *i)
{
    struct flow_elem e;
    while (htr_pull_next(&s->pull, &e)) {
        s->messages = e.msg + 1;
        if (element_item(s, &e, i)) {
            if (i->kind == HTR_DIFF_CONTEXT) {
                if (s->has_process && s->held.a == i->a && s->held.b == i->b &&
                    s->held.code == i->code) {
                    continue;
                }
                s->has_process = true;
                s->held = *i;
            }
            return;
        }
    }
    *i = (struct htr_diff_item){
        .kind = HTR_DIFF_END, .msg = s->messages, .offset = htr_trace_size(&s->trace)};
}

/* ---- */

int htr_diff_begin(struct htr_diff_side *s, bool any, uint16_t src)
{
    struct htr_trace *t = &s->trace;
    s->messages = s->damaged = s->repeat = 0;
    s->icnt = s->bits = s->hash = s->addr = s->time = 0;
    s->started = s->timed = s->has_process = false;
    s->last = (struct htr_diff_item){.kind = HTR_DIFF_END};
    t->one_source = !any;
    t->src = src;
    if (!s->code) {
        return htr_trace_begin(t, t->wrapped);
    }
    int status = htr_trace_decode_again(t);
    if (status != HTR_OK) {
        return status;
    }
    htr_tree_close(&s->tree);
    int32_t decoder = htr_trace_tree(t, &s->tree);
    return decoder < 0 ? decoder : htr_pull_begin(&s->pull, &s->tree, decoder);
}

void htr_diff_next(struct htr_diff_side *s, struct htr_diff_item *item)
{
    if (s->code) {
        next_from_decoder(s, item);
    } else {
        next_from_messages(s, item);
    }
}

void htr_diff_text(const struct htr_diff_item *i, char *text, size_t size)
{
    char to[64] = "";
    if (i->known) {
        snprintf(to, sizeof to, "%s 0x%" PRIx64, i->kind == HTR_DIFF_TRAP ? " at" : ", then to",
                 i->d);
    }
    switch (i->kind) {
    case HTR_DIFF_END:
        snprintf(text, size, "the end");
        break;
    case HTR_DIFF_RANGE:
        snprintf(text, size, "execution of 0x%" PRIx64, i->a);
        break;
    case HTR_DIFF_BRANCH:
        snprintf(text, size,
                 "%" PRIu64 " half-word%s and %" PRIu64 " branch outcome%s (0x%" PRIx64 ")%s (%s)",
                 i->a, htr_s(i->a), i->b, htr_s(i->b), i->c, to,
                 i->known ? htr_trace_btype_name(i->code) : "direct");
        break;
    case HTR_DIFF_ON:
        snprintf(text, size, "trace on at 0x%" PRIx64 ", %s", i->a, htr_trace_sync_name(i->code));
        break;
    case HTR_DIFF_OFF:
        snprintf(text, size,
                 "trace off, %s, after %" PRIu64 " half-word%s and %" PRIu64 " branch outcome%s",
                 htr_trace_evcode_name(i->code), i->a, htr_s(i->a), i->b, htr_s(i->b));
        break;
    case HTR_DIFF_TRAP:
        snprintf(text, size, "%s%s, handler 0x%" PRIx64, htr_trace_btype_name(i->code), to, i->a);
        break;
    case HTR_DIFF_CONTEXT:
        snprintf(text, size, "context 0x%" PRIx64, i->a);
        break;
    case HTR_DIFF_LOST:
        snprintf(text, size, "lost trace, ETYPE=%u ECODE=0x%" PRIx64, i->code, i->a);
        break;
    case HTR_DIFF_OTHER:
        snprintf(text, size, "%s", nexus_tcode_name(i->code));
        break;
    case HTR_DIFF_TROUBLE:
        snprintf(text, size, "trouble: %s", htr_trace_strerror(-(int)i->code));
        break;
    }
}
