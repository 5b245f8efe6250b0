/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a trace went where it did. It is decoded once more up to each difference, now keeping the
 * instruction before and the HIST bits that were used. Then the messages around it are looked up.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_elf.h"
#include "htr_inside_priv.h"
#include "htr_verify_priv.h"

struct replay {
    struct htr_inside in;
    const struct nexus_flow *flow; /* of N-Trace, else NULL */
    struct htr_trace *trace;
    struct htr_verify_cause cause;
    uint64_t instructions; /* walked */
    struct flow_where where;
};

/* ---- words for a place ---- */

static int put_symbol(const struct htr_trace *t, uint64_t pc, char *text, size_t size)
{
    struct htr_elf_symbol symbol;
    if (!htr_elf_symbol_at(&t->code.elf, pc, &symbol)) {
        return 0;
    }
    return snprintf(text, size, " <%.60s+0x%" PRIx64 ">", symbol.name, pc - symbol.value);
}

/* "0x80000008 <main+0x8> 00058463 branch 0x80000010" */
static void put_place(struct htr_trace *t, const struct flow_where *where,
                      char text[HTR_VERIFY_PLACE])
{
    const struct flow_insn *insn;
    uint32_t opcode;
    int n = snprintf(text, HTR_VERIFY_PLACE, "0x%" PRIx64, where->pc);
    n += put_symbol(t, where->pc, text + n, HTR_VERIFY_PLACE - (size_t)n);
    if (flow_code_insn(&t->code.code, where, &insn) != FLOW_OK) {
        snprintf(text + n, HTR_VERIFY_PLACE - (size_t)n, ", where there is no code");
        return;
    }
    if (htr_code_opcode(&t->code, where, &opcode)) {
        n += snprintf(text + n, HTR_VERIFY_PLACE - (size_t)n, " %0*x", insn->size == 2 ? 4 : 8,
                      (unsigned)opcode);
    }
    n += snprintf(text + n, HTR_VERIFY_PLACE - (size_t)n, " %s", flow_insn_class_name(insn->cls));
    if (insn->cls == FLOW_INSN_BRANCH || flow_insn_is_direct(insn)) {
        snprintf(text + n, HTR_VERIFY_PLACE - (size_t)n, " 0x%" PRIx64, insn->target);
    }
}

/* ---- replay ---- */

static bool uses_bit(const struct nexus_flow *flow, const struct flow_insn *insn)
{
    return flow->htm &&
           (insn->cls == FLOW_INSN_BRANCH || (flow->cfg.all_jumps && flow_insn_is_direct(insn)));
}

static void step(struct replay *r, const struct flow_elem *e, const struct flow_range_iter *it,
                 const struct flow_insn *insn)
{
    struct htr_verify_cause *c = &r->cause;
    unsigned bits = c->known && c->msg == e->msg ? c->bits : 0;
    bool bit = r->flow != NULL && uses_bit(r->flow, insn);
    *c = (struct htr_verify_cause){.known = true,
                                   .pc = it->where.pc,
                                   .msg = e->msg,
                                   .cls = insn->cls,
                                   .size = insn->size,
                                   .target = insn->target,
                                   .bits = bits + bit,
                                   .used_bit = bit};
    r->where = it->where;
    r->instructions++;
}

/* Walk a range up to the instruction before number `to`. Returns whether that one is in it. */
static bool walk(struct replay *r, const struct flow_elem *e, uint64_t to,
                 struct flow_range_iter *it)
{
    const struct flow_insn *insn;
    while (r->instructions + 1 < to &&
           flow_range_next(it, &r->trace->code.code, &insn) == FLOW_OK) {
        step(r, e, it, insn);
    }
    return it->left != 0;
}

static void finish(struct replay *r, struct htr_verify_difference *d, const struct flow_where *now)
{
    struct flow_where where = *now;
    d->cause = r->cause;
    if (r->cause.known) {
        put_place(r->trace, &r->where, d->from);
    }
    if (d->at.has_expected) {
        where.pc = d->at.expected;
        put_place(r->trace, &where, d->expected);
    }
    if (d->at.has_got) {
        where.pc = d->at.got;
        put_place(r->trace, &where, d->got);
    }
}

static void see(struct replay *r, const struct flow_elem *e)
{
    if (e->type == FLOW_ELEM_EXCEPTION || e->type == FLOW_ELEM_TRACE_ON ||
        (e->type == FLOW_ELEM_EVENT && r->cause.event != FLOW_ELEM_EXCEPTION)) {
        r->cause.event = e->type;
        r->cause.event_msg = e->msg;
        r->cause.event_code = e->code;
    }
}

/* Does the element come after the place of a difference that has no instruction? */
static bool is_after(const struct flow_elem *e, const struct htr_verify_difference *d)
{
    return e->msg > d->at.msg ||
           (e->msg == d->at.msg && (e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_ADDR_NACC ||
                                    e->type == FLOW_ELEM_LOST));
}

static void replay(struct replay *r, struct htr_verify_difference *d, unsigned n)
{
    struct flow_elem e;
    struct flow_range_iter it;
    unsigned i = 0;
    while (i < n && r->in.ops->next(r->in.it, &e) == 0) {
        if (e.type == FLOW_ELEM_RANGE) {
            flow_range_begin(&it, &e);
            while (i < n && d[i].at.instruction <= r->instructions + it.left &&
                   walk(r, &e, d[i].at.instruction, &it)) {
                struct flow_where next = it.where;
                next.context = e.context;
                finish(r, &d[i++], &next);
            }
            (void)walk(r, &e, UINT64_MAX, &it);
            continue;
        }
        see(r, &e);
        while (i < n && !d[i].at.has_got && d[i].at.instruction <= r->instructions + 1 &&
               is_after(&e, &d[i])) {
            finish(r, &d[i++], &r->where);
        }
    }
    while (i < n) {
        finish(r, &d[i++], &r->where);
    }
}

/* ---- messages ---- */

/* The messages around a difference: the one before that of the instruction, the instruction's own,
 * the current one, and the next. */
bool htr_verify_is_near(const struct htr_verify_difference *d, uint64_t number)
{
    uint64_t to = d->at.msg, from = d->cause.known && d->cause.msg < to ? d->cause.msg : to;
    return number + 1 == from || number == from || number == to || number == to + 1;
}

static void keep_message(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, int status,
                         uint64_t number, struct htr_verify_difference *d)
{
    struct htr_verify_message *to = &d->message[d->messages];
    if (d->messages == HTR_VERIFY_NEIGHBORS) {
        return;
    }
    d->messages++;
    *to = (struct htr_verify_message){.number = number, .offset = m->offset, .tcode = m->tcode};
    (void)nexus_msg_print(cfg, m, to->text, sizeof to->text);
    if (status != NEXUS_OK) {
        size_t n = strlen(to->text);
        snprintf(to->text + n, sizeof to->text - n, " DAMAGED: %s", nexus_strerror(status));
    }
    if (m->tcode == NEXUS_RESOURCE_FULL && nexus_msg_has(m, NEXUS_F_RDATA)) {
        to->has_hist = m->value[NEXUS_F_RCODE] != NEXUS_RCODE_ICNT;
        to->hist = m->value[NEXUS_F_RDATA];
    } else if (nexus_msg_has(m, NEXUS_F_HIST)) {
        to->has_hist = true;
        to->hist = m->value[NEXUS_F_HIST];
    }
}

static void look_up_messages(const struct nexus_decoder *start, struct htr_verify_difference *d,
                             unsigned n)
{
    struct nexus_msg_decoder msgs = start->msgs;
    struct nexus_msg m;
    uint64_t number = 0, last = 0;
    for (unsigned i = 0; i < n; i++) {
        last = d[i].at.msg > last ? d[i].at.msg : last;
    }
    for (int rc; number <= last + 1 && (rc = nexus_msg_next(&msgs, &m)) != NEXUS_ERR_END;
         number++) {
        for (unsigned i = 0; i < n; i++) {
            if (htr_verify_is_near(&d[i], number)) {
                keep_message(&msgs.cfg, &m, rc, number, &d[i]);
            }
        }
    }
}

/* The trace's own decoder, once more from the start. */
static void explain_etrace(struct htr_trace *trace, struct htr_verify_difference *d, unsigned n)
{
    struct replay r = {.in = htr_trace_inside(trace), .trace = trace};
    if (htr_trace_decode_again(trace) != HTR_OK) {
        return;
    }
    flow_code_flush(&trace->code.code);
    replay(&r, d, n);
    if (htr_trace_decode_again(trace) == HTR_OK) {
        htr_verify_packets(trace, d, n);
    }
}

void htr_verify_explain(const struct nexus_decoder *start, struct htr_trace *trace,
                        struct htr_verify_difference *d, unsigned n)
{
    if (htr_trace_protocol(trace) == HTR_ETRACE) {
        explain_etrace(trace, d, n);
        return;
    }
    struct nexus_decoder *again = malloc(sizeof *again); /* large: not on the stack */
    if (again != NULL) {
        struct replay r = {.in = htr_inside_nexus(again), .flow = &again->flow, .trace = trace};
        *again = *start;
        again->flow.ahead =
            false; /* one range at a time, so that flow.htm belongs to its message */
        flow_code_flush(&trace->code.code);
        replay(&r, d, n);
        free(again);
    }
    look_up_messages(start, d, n);
    for (unsigned i = 0; i < n; i++) {
        htr_verify_because(trace, &d[i]);
    }
}
