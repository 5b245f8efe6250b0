/* SPDX-License-Identifier: Apache-2.0 */
/* One pass over a trace: decode, reconstruct calls, give events a time, hand them to a writer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_sources.h"
#include "htr/htr_text.h"
#include "htv_lane.h"
#include "htv_listener.h"

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
    case HTV_MESSAGE:
        t->messages++;
        break;
    default:
        break;
    }
}

static int give_calls(struct htv_run *p, struct htv_lane *l, const struct htv_event *e)
{
    const struct htv_lane_calls *c = htv_lane_calls(l);
    struct htv_totals *t = &p->totals;
    for (size_t i = 0; i < c->n; i++) {
        t->calls += c->call[i].tail ? 0 : c->call[i].entered;
        t->returns += c->call[i].tail ? 0 : c->call[i].entered;
        t->tail_calls += c->call[i].tail ? c->call[i].entered : 0;
    }
    const int status = p->o->writer->calls(p->state, e, c->call, c->n);
    htv_lane_drop_calls(l);
    return status;
}

/* The oldest event of a lane goes to the writer. */
static void give(struct htv_run *p, struct htv_lane *l, const struct htv_event *e)
{
    count(&p->totals, e);
    p->totals.first = e->time < p->totals.first ? e->time : p->totals.first;
    p->totals.last = e->time > p->totals.last ? e->time : p->totals.last;
    htv_fail(p, e->kind == HTV_CALLS ? give_calls(p, l, e) : p->o->writer->take(p->state, e));
    htv_axis_drop(&l->axis);
}

static void deliver(struct htv_lane *l)
{
    struct htv_run *p = l->pass;
    const struct htv_event *e;
    while (p->status == HTR_OK && (e = htv_axis_first(&l->axis)) != NULL) {
        give(p, l, e);
    }
}

/* ---- harts ---- */

static void run_by_hart(struct htv_run *p)
{
    for (unsigned i = 0; i < p->lanes; i++) {
        while (p->status == HTR_OK && !p->lane[i]->ended) {
            htv_lane_step(p->lane[i]);
            deliver(p->lane[i]);
        }
    }
}

/* The lane with the earliest event, when all that go on have one. */
static void run_by_time(struct htv_run *p)
{
    while (p->status == HTR_OK) {
        struct htv_lane *first = NULL;
        const struct htv_event *best = NULL;
        for (unsigned i = 0; i < p->lanes; i++) {
            struct htv_lane *l = p->lane[i];
            while (p->status == HTR_OK && !l->ended && htv_axis_first(&l->axis) == NULL) {
                htv_lane_step(l);
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
        give(p, first, best);
    }
}

/* ---- begin ---- */

static int choose_axis(struct htv_run *p)
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

static int open_lane(struct htv_run *p, const uint16_t *src)
{
    struct htv_lane *l = calloc(1, sizeof *l);
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

static int open_lanes(struct htv_run *p)
{
    uint16_t src[HTR_SOURCES_MAX];
    unsigned n = 0;
    uint64_t left_out;
    if (p->o->trace.src == NULL || strcmp(p->o->trace.src, "all") != 0) {
        return open_lane(p, NULL);
    }
    const struct htv_replay *replay = p->o->replay;
    int status = HTR_OK;
    if (replay == NULL) {
        status = htr_sources_list(p->host, &p->o->trace, src, &n, &left_out);
    } else {
        n = replay->lanes < HTR_SOURCES_MAX ? replay->lanes : HTR_SOURCES_MAX;
        memcpy(src, replay->src, n * sizeof *src);
    }
    for (unsigned i = 0; status == HTR_OK && i < n; i++) {
        status = open_lane(p, &src[i]);
    }
    return status;
}

static struct flow_code *code_of(void *ctx, uint16_t space, struct flow_context *c)
{
    struct htv_run *p = ctx;
    struct flow_code *code = &p->lane[0]->trace.code.code;
    htv_spaces_context(&p->spaces, space, c);
    if (code->depends != 0) {
        flow_code_flush(code);
    }
    return code;
}

/* An ELF file that gave code gives symbols too, after those that the user names. */
static int open_symbols(struct htv_run *p)
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

static int begin(struct htv_run *p)
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
    if (o->firmware != NULL) {
        status = htv_firmware_read(&p->firmware, p->host, o->firmware, &o->trace);
    }
    for (unsigned i = 0; status == HTR_OK && i < p->lanes; i++) {
        status = htv_lane_begin(p, p->lane[i]);
    }
    if (o->replay != NULL && o->replay->profile != NULL) {
        p->profile = *o->replay->profile;
        *o->replay->profile = (struct htv_profile){0};
    }
    p->totals.first = UINT64_MAX;
    p->about = (struct htv_about){.host = p->host,
                                  .path = o->path,
                                  .name = o->name != NULL ? o->name : o->path,
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
                                  .code = &p->lane[0]->trace.code,
                                  .code_of = code_of,
                                  .code_ctx = p,
                                  .weight_time = o->weight_time,
                                  .messages = o->messages,
                                  .firmware = o->firmware != NULL ? &p->firmware : NULL,
                                  .options = &o->trace,
                                  .remarks = p->remarks};
    return status == HTR_OK ? o->writer->begin(p->state, &p->about) : status;
}

/* ---- end ---- */

static void sum_up(struct htv_run *p)
{
    struct htv_totals *t = &p->totals;
    for (size_t i = 0; i < p->profile.size; i++) {
        const struct htv_profile_entry *e = &p->profile.entry[i];
        t->branches += e->count * e->branches;
        t->taken += e->last_cls == FLOW_INSN_BRANCH && e->last_taken ? e->count : 0;
    }
    for (unsigned i = 0; i < p->lanes; i++) {
        const struct htv_lane *l = p->lane[i];
        t->instructions += l->calls.insns;
        t->overdeep += l->calls.overdeep;
        t->losses += l->gaps.lost;
        t->gaps += l->gaps.gaps;
    }
    t->switches -= t->switches < p->lanes ? t->switches : p->lanes;
    t->bytes = p->o->replay != NULL ? p->o->replay->bytes
               : p->lanes > 0       ? htr_trace_size(&p->lane[0]->trace)
                                    : 0;
    t->first = t->first > t->last ? t->last : t->first;
}

static void remarks(const struct htv_run *p)
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

static void close_all(struct htv_run *p)
{
    if (p->state != NULL && p->o->writer->close != NULL) {
        p->o->writer->close(p->state);
    }
    if (p->state != p->o->state) {
        free(p->state);
    }
    for (unsigned i = 0; i < p->lanes; i++) {
        struct htv_lane *l = p->lane[i];
        htv_calls_free(&l->calls);
        htv_axis_close(&l->axis);
        while (l->first_calls != NULL || l->new_calls != NULL) {
            htv_lane_drop_calls(l);
        }
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
    htv_firmware_free(&p->firmware);
}

static int pass(struct htr_host *host, const struct htv_pass_options *o, struct htv_totals *totals,
                const struct htv_remarks *heard)
{
    struct htv_run p = {.host = host, .o = o, .remarks = heard};
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
        htv_fail(&p, htr_fail(host, HTR_ERR_MISSING, o->trace.path,
                              "no instruction could be decoded; hartrace info suggests why"));
    }
    if (p.status == HTR_OK) {
        remarks(&p);
        htv_fail(&p, o->writer->end(p.state, &p.totals));
    }
    for (unsigned i = 0; i < p.lanes; i++) {
        htv_fail(&p, p.lane[i]->trace.unread ? HTR_ERR_READ : HTR_OK);
    }
    *totals = p.totals;
    close_all(&p);
    return p.status;
}

int htv_pass(struct htr_host *host, const struct htv_pass_options *o, struct htv_totals *totals)
{
    if (o->firmware != NULL && (o->writer->wants & HTV_WANTS_MESSAGES) == 0) {
        *totals = (struct htv_totals){0};
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "%s has no place for messages of firmware; leave out --fwtrace, or choose "
                        "perfetto, chrome, speedscope, perfscript, vcd, ctf, sqlite or report",
                        o->writer->name);
    }
    if ((o->writer->wants & HTV_WANTS_REMARKS) == 0) {
        return pass(host, o, totals, NULL);
    }
    struct htv_listener *l = calloc(1, sizeof *l);
    if (l == NULL) {
        *totals = (struct htv_totals){0};
        return htr_fail(host, HTR_ERR_MEMORY, o->trace.path, "not enough memory");
    }
    htv_listen(l, host);
    int status = pass(&l->host, o, totals, &l->heard);
    htv_listen_end(l);
    free(l);
    return status;
}
