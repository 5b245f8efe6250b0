/* SPDX-License-Identifier: Apache-2.0 */
/* One pass over a trace: decode, reconstruct calls, give events a time, hand them to a writer. */
#include "htv/htv_pass.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_sources.h"
#include "htr/htr_text.h"
#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"
#include "htv/htv_calls.h"
#include "htv/htv_names.h"
#include "htv/htv_profile.h"
#include "htv_axis.h"
#include "htv_spaces.h"

enum {
    BATCH = 1024,
    GAPS_NAMED = 3, /* remarks about single gaps */
    SRC_TEXT = 8,
};

/* A hart on its way. */
struct lane {
    struct pass *pass;
    struct htr_trace trace;
    struct htr_tree tree;
    int32_t decoder;
    struct htv_calls calls;
    struct htv_axis axis;
    struct htr_gap_meter gaps;
    struct flow_where where;
    uint64_t half;   /* half-words executed */
    uint64_t offset; /* of the message */
    uint16_t space, index;
    bool opened, planted, ended;
    char src[SRC_TEXT];
};

struct pass {
    struct htr_host *host;
    const struct htv_pass_options *o;
    struct htv_about about;
    struct htv_hart hart[HTV_HARTS_MAX];
    struct lane *lane[HTV_HARTS_MAX];
    unsigned lanes;
    struct htv_symbols *symbols;
    struct htv_names *names;
    struct htv_profile profile;
    struct htv_spaces spaces;
    struct htv_totals totals;
    void *state;
    unsigned gaps_named;
    int status;
};

static void fail(struct pass *p, int status)
{
    p->status = p->status == HTR_OK ? status : p->status;
}

/* ---- events to the writer ---- */

static void count(struct htv_totals *t, const struct htv_event *e)
{
    switch (e->kind) {
    case HTV_ENTER:
        t->calls += e->how == HTV_CALL;
        t->tail_calls += e->how == HTV_TAIL;
        t->swaps += e->how == HTV_SWAP;
        t->traps += e->how == HTV_TRAP;
        break;
    case HTV_LEAVE:
        t->returns += e->how == HTV_RETURN;
        break;
    case HTV_SWITCH:
        t->switches++;
        break;
    case HTV_SOFTWARE:
        t->swtrace++;
        break;
    default:
        break;
    }
}

static void deliver(struct lane *l)
{
    struct pass *p = l->pass;
    const struct htv_event *e;
    while (p->status == HTR_OK && (e = htv_axis_first(&l->axis)) != NULL) {
        count(&p->totals, e);
        p->totals.first = e->time < p->totals.first ? e->time : p->totals.first;
        p->totals.last = e->time > p->totals.last ? e->time : p->totals.last;
        fail(p, p->o->writer->take(p->state, e));
        htv_axis_drop(&l->axis);
    }
}

static void put(struct lane *l, const struct htv_event *e)
{
    struct htv_event out = *e;
    out.hart = l->index;
    out.space = l->space;
    out.offset = l->offset;
    htv_axis_put(&l->axis, &out, l->half);
}

static void from_calls(void *ctx, const struct htv_event *e)
{
    put(ctx, e);
}

static struct htv_place locate(void *ctx, const struct flow_context *c, uint64_t pc, bool entry)
{
    const struct lane *l = ctx;
    return htv_names_locate(l->pass->names, c, pc, entry);
}

static struct htv_event event_of(const struct lane *l, enum htv_kind kind, uint8_t code)
{
    uint32_t top = 0;
    struct htv_event e = {.kind = (uint8_t)kind, .code = code, .insns = l->calls.insns};
    e.stack = htv_calls_top(&l->calls, &e.depth, &top);
    e.function = top;
    return e;
}

/* ---- ranges ---- */

static void take_ranges(struct lane *l, const struct flow_range *range, unsigned n, bool wanted)
{
    struct pass *p = l->pass;
    for (unsigned i = 0; i < n; i++) {
        const struct flow_range *r = &range[i];
        htv_calls_range(&l->calls, r);
        if (wanted) {
            struct htv_event e = event_of(l, HTV_RANGE, r->last_cls);
            e.insns -= r->count;
            e.pc = r->start;
            e.from = r->end;
            e.value = r->count;
            e.flags = r->last_taken ? HTV_TAKEN : 0;
            put(l, &e);
        }
        l->half += (r->end - r->start) / 2;
        if (htv_profile_add(&p->profile, r, l->space, &l->trace.code.code, &l->where) != HTR_OK) {
            fail(p, htr_fail(p->host, HTR_ERR_MEMORY, l->trace.path,
                             "not enough memory to count %zu ranges", p->profile.used));
        }
    }
    l->gaps.open = false;
}

/* ---- elements ---- */

static void gap(struct lane *l, const struct flow_elem *e)
{
    struct pass *p = l->pass;
    const bool before = l->gaps.open;
    htr_gap_meter_add(&l->gaps, e);
    if (e->type == FLOW_ELEM_ERROR && e->status == NEXUS_ERR_EMPTY) {
        return;
    }
    htv_calls_gap(&l->calls);
    if (before) {
        return;
    }
    struct htv_event g = event_of(l, HTV_GAP, 0);
    put(l, &g);
    if (p->gaps_named++ < GAPS_NAMED) {
        const struct htr_where where = {.file = l->trace.path,
                                        .offset = e->offset,
                                        .source = l->trace.one_source ? l->trace.src : -1};
        htr_report(p->host, HTR_NOTE, HTR_OK, &where, "gap: %s; %s", htr_trace_reason(e),
                   htr_trace_remedy(e));
    }
}

static void simple(struct lane *l, enum htv_kind kind, const struct flow_elem *e, uint64_t value)
{
    struct htv_event out = event_of(l, kind, e->code);
    out.pc = e->start;
    out.value = value;
    put(l, &out);
}

static void context(struct lane *l, const struct flow_elem *e)
{
    l->where.context = e->context;
    htv_calls_context(&l->calls, &e->context);
    fail(l->pass, htv_spaces_find(&l->pass->spaces, &l->trace.code.code, &e->context, &l->space));
    struct htv_event out = event_of(l, HTV_PRIVILEGE, e->context.prv);
    out.value = e->context.scontext;
    put(l, &out);
}

static void take_element(struct lane *l, const struct flow_elem *e)
{
    l->offset = e->offset;
    switch ((enum flow_elem_type)e->type) {
    case FLOW_ELEM_TIMESTAMP:
        htv_axis_stamp(&l->axis, e->value, l->calls.insns);
        break;
    case FLOW_ELEM_TRACE_ON:
        htv_calls_on(&l->calls, e->start);
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

static void finish(struct lane *l)
{
    htv_calls_end(&l->calls);
    htv_axis_end(&l->axis);
    l->ended = true;
}

/* One batch of ranges, or one element. */
static void step(struct lane *l)
{
    struct pass *p = l->pass;
    struct flow_range range[BATCH];
    struct flow_elem e;
    l->where.position = l->half;
    int n = htr_tree_next_ranges(&l->tree, l->decoder, range, BATCH, &e);
    if (n > 0) {
        take_ranges(l, range, (unsigned)n, (p->o->writer->wants & HTV_WANTS_RANGES) != 0);
    } else if (n == 0 && e.type != FLOW_ELEM_END) {
        take_element(l, &e);
        htr_progress(p->host, e.offset);
    } else {
        finish(l);
    }
    if (l->calls.status != HTR_OK || l->axis.status == HTR_ERR_MEMORY) {
        fail(p,
             htr_fail(p->host, HTR_ERR_MEMORY, l->trace.path, "not enough memory for the stacks"));
    }
    fail(p, l->axis.status);
    if (!l->ended && htr_stopped(p->host)) {
        finish(l);
    }
}

static void run_by_hart(struct pass *p)
{
    for (unsigned i = 0; i < p->lanes; i++) {
        while (p->status == HTR_OK && !p->lane[i]->ended) {
            step(p->lane[i]);
            deliver(p->lane[i]);
        }
    }
}

/* The lane with the earliest event, when all that go on have one. */
static void run_by_time(struct pass *p)
{
    while (p->status == HTR_OK) {
        struct lane *first = NULL;
        const struct htv_event *best = NULL;
        for (unsigned i = 0; i < p->lanes; i++) {
            struct lane *l = p->lane[i];
            while (p->status == HTR_OK && !l->ended && htv_axis_first(&l->axis) == NULL) {
                step(l);
            }
            const struct htv_event *e = htv_axis_first(&l->axis);
            if (e != NULL && (best == NULL || e->time < best->time)) {
                best = e;
                first = l;
            }
        }
        if (best == NULL || p->status != HTR_OK) {
            return;
        }
        count(&p->totals, best);
        p->totals.first = best->time < p->totals.first ? best->time : p->totals.first;
        p->totals.last = best->time > p->totals.last ? best->time : p->totals.last;
        fail(p, p->o->writer->take(p->state, best));
        htv_axis_drop(&first->axis);
    }
}

/* ---- begin ---- */

static int choose_axis(struct pass *p)
{
    const struct htr_trace *t = &p->lane[0]->trace;
    enum htv_axis_kind kind = p->o->axis;
    if (kind == HTV_AXIS_AUTO) {
        kind = t->cfg.timestamps ? HTV_AXIS_TIMESTAMPS : HTV_AXIS_INSTRUCTIONS;
    }
    p->about.axis = kind;
    if (kind == HTV_AXIS_TIMESTAMPS && !t->cfg.timestamps) {
        return htr_fail(p->host, HTR_ERR_MISSING, t->path,
                        "time axis: messages without timestamps (--te trTsEnable=1 when there are "
                        "some); choose --axis instructions");
    }
    if (kind == HTV_AXIS_CYCLES && p->o->trace.code.ingress == NULL) {
        return htr_fail(p->host, HTR_ERR_MISSING, t->path,
                        "time axis: cycles are those of the ingress stream; add --ingress FILE");
    }
    return HTR_OK;
}

static int open_lane(struct pass *p, const uint16_t *src)
{
    struct lane *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return htr_fail(p->host, HTR_ERR_MEMORY, p->o->trace.path, "not enough memory");
    }
    const unsigned i = p->lanes++;
    struct htr_trace_options one = p->o->trace;
    p->lane[i] = l;
    l->pass = p;
    l->index = (uint16_t)i;
    if (src != NULL) {
        snprintf(l->src, sizeof l->src, "%u", (unsigned)*src);
        one.src = l->src;
        one.code.hart = *src; /* as everybody numbers them; matters for --ingress only */
        p->hart[i].src = *src;
    }
    one.in_pieces = true;
    snprintf(p->hart[i].name, sizeof p->hart[i].name, "hart %u", p->hart[i].src);
    int status = htr_trace_open_decoder(&l->trace, p->host, &one);
    l->opened = status == HTR_OK;
    return status;
}

static int begin_lane(struct pass *p, struct lane *l)
{
    int status = htv_axis_open(&l->axis, p->host, p->about.axis, l->trace.cfg.timestamp_bits,
                               p->o->trace.code.ingress, (unsigned)p->o->trace.code.hart);
    if (status != HTR_OK) {
        return status;
    }
    l->decoder = htr_trace_tree(&l->trace, &l->tree);
    l->planted = true;
    htv_calls_init(&l->calls, l->index, l->index, p->lanes, locate, from_calls, l);
    return l->decoder < 0 ? l->decoder : l->calls.status;
}

static int open_lanes(struct pass *p)
{
    uint16_t src[HTR_SOURCES_MAX];
    unsigned n = 0;
    uint64_t left_out;
    if (p->o->trace.src == NULL || strcmp(p->o->trace.src, "all") != 0) {
        return open_lane(p, NULL);
    }
    int status = htr_sources_list(p->host, &p->o->trace, src, &n, &left_out);
    for (unsigned i = 0; status == HTR_OK && i < n; i++) {
        status = open_lane(p, &src[i]);
    }
    return status;
}

static struct flow_code *code_of(void *ctx, uint16_t space, struct flow_context *c)
{
    struct pass *p = ctx;
    struct flow_code *code = &p->lane[0]->trace.code.code;
    htv_spaces_context(&p->spaces, space, c);
    if (code->depends != 0) {
        flow_code_flush(code);
    }
    return code;
}

/* An ELF file that gave code gives symbols too, after those that the user names. */
static int open_symbols(struct pass *p)
{
    const char *file[HTV_IMAGES + 1];
    struct htv_symbols_options o = p->o->symbols;
    const struct htr_code *code = &p->lane[0]->trace.code;
    if (p->o->no_symbols || o.nfiles > HTV_IMAGES - 1) {
        return p->o->no_symbols ? HTR_OK
                                : htr_fail(p->host, HTR_ERR_RANGE, NULL,
                                           "more than %d files with symbols", HTV_IMAGES - 1);
    }
    for (unsigned i = 0; i < o.nfiles; i++) {
        file[i] = o.file[i];
    }
    if (code->elf.nsegments > 0) {
        file[o.nfiles++] = code->path;
    }
    o.file = file;
    int status = o.nfiles == 0 ? HTR_OK : htv_symbols_open(&p->symbols, p->host, &o);
    if (status == HTR_OK && p->symbols != NULL) {
        (void)htv_symbols_check(p->symbols, code); /* remarks name those that are dropped */
    }
    return status;
}

static int begin(struct pass *p)
{
    const struct htv_pass_options *o = p->o;
    int status = open_lanes(p);
    status = status == HTR_OK ? choose_axis(p) : status;
    status = status == HTR_OK ? open_symbols(p) : status;
    if (status != HTR_OK) {
        return status;
    }
    p->names = htv_names_new(p->symbols);
    p->state = o->state != NULL ? o->state : calloc(1, o->writer->state_size + 1);
    if (p->names == NULL || p->state == NULL) {
        return htr_fail(p->host, HTR_ERR_MEMORY, o->trace.path, "not enough memory");
    }
    for (unsigned i = 0; status == HTR_OK && i < p->lanes; i++) {
        status = begin_lane(p, p->lane[i]);
    }
    p->totals.first = UINT64_MAX;
    p->about = (struct htv_about){.host = p->host,
                                  .path = o->path,
                                  .out = o->out,
                                  .trace = o->trace.path,
                                  .axis = p->about.axis,
                                  .ticks_per_second = o->ticks_per_second,
                                  .hart = p->hart,
                                  .harts = p->lanes,
                                  .xlen = p->lane[0]->trace.code.code.xlen,
                                  .names = p->names,
                                  .symbols = p->symbols,
                                  .profile = &p->profile,
                                  .code_of = code_of,
                                  .code_ctx = p,
                                  .weight_time = o->weight_time};
    return status == HTR_OK ? o->writer->begin(p->state, &p->about) : status;
}

/* ---- end ---- */

static void sum_up(struct pass *p)
{
    struct htv_totals *t = &p->totals;
    for (size_t i = 0; i < p->profile.size; i++) {
        const struct htv_profile_entry *e = &p->profile.entry[i];
        t->branches += e->count * e->branches;
        t->taken += e->last_cls == FLOW_INSN_BRANCH && e->last_taken ? e->count : 0;
    }
    for (unsigned i = 0; i < p->lanes; i++) {
        const struct lane *l = p->lane[i];
        t->instructions += l->calls.insns;
        t->overdeep += l->calls.overdeep;
        t->losses += l->gaps.lost;
        t->gaps += l->gaps.gaps;
    }
    t->switches -= t->switches < p->lanes ? t->switches : p->lanes;
    t->bytes = p->lanes > 0 ? htr_trace_size(&p->lane[0]->trace) : 0;
    t->first = t->first > t->last ? t->last : t->first;
}

static void remarks(const struct pass *p)
{
    const struct htv_totals *t = &p->totals;
    if (t->overdeep > 0) {
        htr_note(p->host, p->o->trace.path,
                 "%" PRIu64 " calls are deeper than %d frames: they count as part of their caller",
                 t->overdeep, HTV_DEPTH_MAX);
    }
    if (t->gaps > 0 || t->losses > 0) {
        htr_note(p->host, p->o->trace.path,
                 "%" PRIu64 " gap%s, trace lost %" PRIu64 " time%s: functions that ran there are "
                 "closed at the gap, and found again after it",
                 t->gaps, htr_s(t->gaps), t->losses, htr_s(t->losses));
    }
}

static void close_all(struct pass *p)
{
    if (p->state != NULL && p->o->writer->close != NULL) {
        p->o->writer->close(p->state);
    }
    if (p->state != p->o->state) {
        free(p->state);
    }
    for (unsigned i = 0; i < p->lanes; i++) {
        struct lane *l = p->lane[i];
        htv_calls_free(&l->calls);
        htv_axis_close(&l->axis);
        if (l->planted) {
            htr_tree_close(&l->tree);
        }
        if (l->opened) {
            htr_trace_close(&l->trace);
        }
        free(l);
    }
    htv_names_free(p->names);
    htv_symbols_close(p->symbols);
    htv_profile_free(&p->profile);
    htv_spaces_free(&p->spaces);
}

int htv_pass(struct htr_host *host, const struct htv_pass_options *o, struct htv_totals *totals)
{
    struct pass p = {.host = host, .o = o};
    p.status = begin(&p);
    if (p.status == HTR_OK) {
        if ((o->writer->wants & HTV_WANTS_ORDER) != 0) {
            run_by_time(&p);
        } else {
            run_by_hart(&p);
        }
        sum_up(&p);
    }
    if (p.status == HTR_OK && p.totals.instructions == 0) {
        fail(&p, htr_fail(host, HTR_ERR_MISSING, o->trace.path,
                          "no instruction could be decoded; hartrace info suggests why"));
    }
    if (p.status == HTR_OK) {
        fail(&p, o->writer->end(p.state, &p.totals));
        remarks(&p);
    }
    for (unsigned i = 0; i < p.lanes; i++) {
        fail(&p, p.lane[i]->trace.unread ? HTR_ERR_READ : HTR_OK);
    }
    *totals = p.totals;
    close_all(&p);
    return p.status;
}
