/* SPDX-License-Identifier: Apache-2.0 */
/* A hart of a pass: its elements become events. */
#include "htv_lane.h"

enum {
    GAPS_NAMED = 3, /* remarks about single gaps */
};

static void from_calls(void *ctx, const struct htv_event *e)
{
    htv_lane_put(ctx, e);
}

static struct htv_place locate(void *ctx, const struct flow_context *c, uint64_t pc, bool entry)
{
    const struct htv_lane *l = ctx;
    return htv_names_locate(l->pass->names, c, pc, entry);
}

/* ---- ranges ---- */

static void show_range(struct htv_lane *l, const struct flow_range *r, uint64_t insns)
{
    struct htv_event e = htv_lane_event(l, HTV_RANGE, r->last_cls);
    e.insns = insns;
    e.pc = r->start;
    e.from = r->end;
    e.value = r->count;
    e.flags = r->last_taken ? HTV_TAKEN : 0;
    htv_lane_put(l, &e);
}

/* The first instructions of a range; it is the rest then. */
static void part(struct htv_lane *l, struct flow_range *r, uint64_t end, uint64_t count)
{
    const struct flow_range first = {
        .start = r->start, .end = end, .count = (uint32_t)count, .type = FLOW_RANGE_TYPE};
    htv_calls_range(&l->calls, &first);
    r->start = end;
    r->count -= first.count;
}

static void show_message(struct htv_lane *l, size_t i)
{
    const struct htv_message *m = &l->pass->firmware.message[i];
    struct htv_event e = htv_lane_event(l, HTV_MESSAGE, m->about);
    e.pc = m->pc;
    e.from = m->store;
    e.value = i;
    htv_lane_put(l, &e);
}

/* Is the next message before `end` instructions? */
static bool has_message(const struct htv_lane *l, uint64_t end)
{
    const struct htv_firmware *f = &l->pass->firmware;
    return l->message < f->placed && f->message[l->message].at < end &&
           (l->src[0] == '\0' || f->message[l->message].src == l->pass->hart[l->index].src);
}

/* A range in which messages were sent. */
static void split_range(struct htv_lane *l, const struct flow_range *r, bool wanted)
{
    const uint64_t begin = l->calls.insns, half = l->half;
    struct flow_range rest = *r;
    part(l, &rest, r->start, 0); /* it arrives in its function */
    if (wanted) {
        show_range(l, r, begin);
    }
    for (; has_message(l, begin + r->count); l->message++) {
        const struct htv_message *m = &l->pass->firmware.message[l->message];
        if (m->at >= l->calls.insns && m->store - rest.start < rest.end - rest.start) {
            part(l, &rest, m->store, m->at - l->calls.insns);
            l->half = half + (m->store - r->start) / 2;
        }
        show_message(l, l->message);
    }
    l->half = half;
    htv_calls_range(&l->calls, &rest);
}

static void take_ranges(struct htv_lane *l, const struct flow_range *range, unsigned n, bool wanted)
{
    struct htv_run *p = l->pass;
    for (unsigned i = 0; i < n; i++) {
        const struct flow_range *r = &range[i];
        if (has_message(l, l->calls.insns + r->count)) {
            split_range(l, r, wanted);
        } else {
            htv_calls_range(&l->calls, r);
            if (wanted) {
                show_range(l, r, l->calls.insns - r->count);
            }
        }
        l->half += (r->end - r->start) / 2;
        if (p->o->replay != NULL && p->o->replay->profile != NULL) {
            continue; /* counted before */
        }
        if (htv_profile_add(&p->profile, r, l->space, &l->trace.code.code, &l->where) != HTR_OK) {
            htv_fail(p, htr_fail(p->host, HTR_ERR_MEMORY, l->trace.path,
                                 "not enough memory to count %zu ranges", p->profile.used));
        }
    }
    l->gaps.open = false;
}

/* ---- elements ---- */

static void name_gap(struct htv_lane *l, const struct flow_elem *e, const char *what)
{
    if (l->pass->gaps_named++ < GAPS_NAMED) {
        const struct htr_where where = {.file = l->trace.path,
                                        .offset = e->offset,
                                        .source = l->trace.one_source ? l->trace.src : -1};
        htr_report(l->pass->host, HTR_NOTE, HTR_OK, &where, "%s%s; %s", what, htr_trace_reason(e),
                   htr_trace_remedy_in(&l->trace, e));
    }
}

static void gap(struct htv_lane *l, const struct flow_elem *e)
{
    const bool before = l->gaps.open;
    htr_gap_meter_add(&l->gaps, e);
    if (e->type == FLOW_ELEM_ERROR && e->status == NEXUS_ERR_EMPTY) {
        name_gap(l, e, "");
        return;
    }
    htv_calls_gap(&l->calls);
    htv_axis_gap(&l->axis);
    if (before) {
        return;
    }
    struct htv_event g = htv_lane_event(l, HTV_GAP, 0);
    htv_lane_put(l, &g);
    name_gap(l, e, "gap: ");
}

static void simple(struct htv_lane *l, enum htv_kind kind, const struct flow_elem *e,
                   uint64_t value)
{
    struct htv_event out = htv_lane_event(l, kind, e->code);
    out.pc = e->start;
    out.value = value;
    htv_lane_put(l, &out);
}

static void context(struct htv_lane *l, const struct flow_elem *e)
{
    l->where.context = e->context;
    htv_calls_context(&l->calls, &e->context);
    htv_fail(l->pass,
             htv_spaces_find(&l->pass->spaces, &l->trace.code.code, &e->context, &l->space));
    struct htv_event out = htv_lane_event(l, HTV_PRIVILEGE, e->context.prv);
    out.value = e->context.scontext;
    htv_lane_put(l, &out);
}

/* Messages of the trace whose instruction is not known, up to an offset. */
static void show_loose(struct htv_lane *l, uint64_t offset)
{
    const struct htv_firmware *f = &l->pass->firmware;
    for (; l->loose < f->n && f->message[l->loose].offset <= offset; l->loose++) {
        const struct htv_message *m = &f->message[l->loose];
        if (m->log == 0 && (l->src[0] == '\0' || m->src == l->pass->hart[l->index].src)) {
            show_message(l, l->loose);
        }
    }
}

static void take_element(struct htv_lane *l, const struct flow_elem *e)
{
    l->offset = e->offset;
    show_loose(l, e->offset);
    switch ((enum flow_elem_type)e->type) {
    case FLOW_ELEM_TIMESTAMP:
        htv_axis_stamp(&l->axis, e->value, l->calls.insns);
        break;
    case FLOW_ELEM_TRACE_ON:
        if (!htv_calls_on(&l->calls, e->start)) {
            htv_axis_gap(&l->axis);
        }
        htv_axis_begin(&l->axis, e->start);
        simple(l, HTV_ON, e, 0);
        l->gaps.open = false;
        break;
    case FLOW_ELEM_TRACE_OFF:
        htv_calls_off(&l->calls);
        simple(l, HTV_OFF, e, 0);
        break;
    case FLOW_ELEM_EXCEPTION:
        htv_calls_trap(&l->calls, e->code, e->known, e->start, e->end);
        break;
    case FLOW_ELEM_CONTEXT:
        context(l, e);
        break;
    case FLOW_ELEM_EVENT:
        simple(l, HTV_SYNC, e, 0);
        break;
    case FLOW_ELEM_SWTRACE:
        simple(l, HTV_SOFTWARE, e, e->value);
        break;
    case FLOW_ELEM_LOST:
        htr_gap_meter_add(&l->gaps, e);
        htv_calls_gap(&l->calls);
        htv_axis_gap(&l->axis);
        simple(l, HTV_LOST, e, e->value);
        break;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_NO_SYNC:
        gap(l, e);
        break;
    default:
        break;
    }
}

/* ---- a hart ---- */

static void finish(struct htv_lane *l)
{
    show_loose(l, UINT64_MAX);
    for (; has_message(l, UINT64_MAX); l->message++) {
        show_message(l, l->message);
    }
    htv_calls_end(&l->calls);
    htv_axis_end(&l->axis);
    l->ended = true;
}

void htv_lane_step(struct htv_lane *l)
{
    struct htv_run *p = l->pass;
    struct flow_range range[HTR_BATCH];
    struct flow_elem e;
    l->where.position = l->half;
    const struct htv_replay *replay = p->o->replay;
    int n = replay != NULL ? replay->next(replay->ctx, l->index, range, HTR_BATCH, &e)
                           : htr_batch_next(&l->batch, range, &e);
    if (n > 0) {
        l->offset = e.offset > l->offset ? e.offset : l->offset;
        htr_progress(p->host, l->offset);
        take_ranges(l, range, (unsigned)n, (p->o->writer->wants & HTV_WANTS_RANGES) != 0);
    } else if (n == 0 && e.type == HTV_SUMMARY_ELEM) {
        htv_lane_add_call(l, &e);
    } else if (n == 0 && e.type != FLOW_ELEM_END) {
        take_element(l, &e);
        htr_progress(p->host, e.offset);
    } else {
        finish(l);
    }
    if (l->calls.status != HTR_OK || l->axis.status == HTR_ERR_MEMORY) {
        htv_fail(p, htr_fail(p->host, HTR_ERR_MEMORY, l->trace.path,
                             "not enough memory for the stacks"));
    }
    htv_fail(p, l->axis.status);
    if (!l->ended && htr_stopped(p->host)) {
        finish(l);
    }
}

int htv_lane_begin(struct htv_run *p, struct htv_lane *l)
{
    int status = htv_axis_open(&l->axis, p->host, p->about.axis, l->trace.cfg.timestamp_bits,
                               p->o->trace.code.ingress, (unsigned)p->o->trace.code.hart);
    if (status != HTR_OK) {
        return status;
    }
    const struct htv_firmware *f = &p->firmware;
    for (l->loose = f->placed; l->message < f->placed && l->src[0] != '\0' &&
                               f->message[l->message].src < p->hart[l->index].src;
         l->message++) {
    }
    l->decoder = htr_trace_tree(&l->trace, &l->tree);
    l->planted = true;
    l->batch = (struct htr_batch){.t = &l->trace, .tree = &l->tree, .decoder = l->decoder};
    htv_calls_init(&l->calls, l->index, l->index, p->lanes, locate, from_calls, l);
    return l->decoder < 0 ? l->decoder : l->calls.status;
}
