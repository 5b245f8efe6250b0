/* SPDX-License-Identifier: Apache-2.0 */
/* A span of a trace being decoded. */
#include <stdlib.h>

#include "htr/htr_batch.h"
#include "htr/htr_etrace.h"
#include "htr/htr_shard.h"
#include "htr/htr_trace_plant.h"
#include "htr_decode_priv.h"
#include "htr_etrace_force.h"

struct htr_span {
    struct htr_trace trace;
    struct htr_tree tree;
    struct htr_branch branch;
    struct htr_seam begin;
    uint64_t instructions; /* htr_span_elements */
    bool opened, ended;
};

/* ---- seams ---- */

static uint64_t flags_of(const struct nexus_flow *f, bool data_seen)
{
    const bool flag[] = {f->htm,        f->lost,       f->nosync, f->returned,
                         f->time_known, f->data_known, data_seen};
    uint64_t bits = 0;
    for (unsigned i = 0; i < sizeof flag / sizeof flag[0]; i++) {
        bits |= (uint64_t)flag[i] << i;
    }
    return bits;
}

/* After a synchronization packet the tables are empty. What the instruction before the pending one
 * loads matters where that is a jump through it (sequential jumps). */
static uint64_t loaded_before(const struct etrace_flow *f)
{
    const struct flow_insn *insn;
    const bool matters =
        f->pending && f->before_known && (f->options >> ETRACE_OPT_SEQUENTIAL_JUMP & 1u) != 0 &&
        flow_code_insn(f->code, &f->where, &insn) == FLOW_OK && flow_insn_is_indirect(insn);
    return matters ? f->before + 1 : 0;
}

/* After a synchronization packet no access is known that another one could be relative to. A split
 * one may still wait for its response. */
static bool data_is_ready(const struct etrace_flow *f)
{
    bool waits = f->data.csr_known;
    for (unsigned i = 0; i < ETRACE_DATA_SIZES; i++) {
        waits = waits || f->data.address_known[i] || f->data.data_known[i];
    }
    for (unsigned i = 0; i < sizeof f->requests / sizeof f->requests[0]; i++) {
        waits = waits || f->requests[i].request;
    }
    return !f->cfg.data_decoded || !waits;
}

static bool is_ready(const struct etrace_flow *f)
{
    return f->state == ETRACE_FLOW_ON && f->pending && !f->held && !f->waiting && !f->trapped &&
           f->job.kind == ETRACE_JOB_NONE && f->qcount == 0 && f->range_count == 0 &&
           f->predicted == 0 && !f->missed && f->stack.count == 0 && data_is_ready(f);
}

static void seam_of_etrace(const struct htr_span *s, struct htr_seam *seam)
{
    const struct etrace_decoder *d = &s->trace.etrace->decoder;
    const struct etrace_flow *f = &d->flow;
    const struct flow_context *c = &f->where.context;
    const uint64_t flags = (uint64_t)f->state | (uint64_t)f->pending << 2 |
                           (uint64_t)f->inferred << 3 | (uint64_t)f->unreadable << 4 |
                           (uint64_t)f->nosync << 5 | (uint64_t)f->lost << 6 |
                           (uint64_t)s->branch.data_seen << 7 | (uint64_t)f->privilege << 8 |
                           (uint64_t)f->branches << 16;
    *seam = (struct htr_seam){{
        [HTR_SEAM_READY] =
            d->reader.pos == d->reader.size && htr_write_data_idle(s->branch.data) && is_ready(f),
        [HTR_SEAM_AT] = d->reader.base + d->reader.pos,
        [HTR_SEAM_MESSAGES] = f->packets,
        [HTR_SEAM_PC] = f->where.pc,
        [HTR_SEAM_ADDRESS] = f->address,
        [HTR_SEAM_FLAGS] = flags,
        [HTR_SEAM_TIME] = f->branches != 0 ? f->map : 0,
        [HTR_SEAM_DATA] = htr_etrace_force_of(f),
        [HTR_SEAM_CONTEXT] = c->known | (uint64_t)c->v << 1 | (uint64_t)c->prv << 2,
        [HTR_SEAM_SCONTEXT] = c->scontext,
        [HTR_SEAM_HCONTEXT] = loaded_before(f),
        [HTR_SEAM_GAP] = s->branch.gaps.open ? s->branch.gaps.start + 1 : 0,
    }};
}

static void seam_of(const struct htr_span *s, struct htr_seam *seam)
{
    if (s->trace.etrace != NULL) {
        seam_of_etrace(s, seam);
        return;
    }
    const struct nexus_decoder *d = &s->trace.decoder;
    const struct nexus_flow *f = &d->flow;
    const struct flow_context *c = &f->where.context;
    const struct htr_branch *b = &s->branch;
    const uint64_t context = c->known | (uint64_t)c->v << 1 | (uint64_t)c->prv << 2;
    const uint64_t word[HTR_SEAM_WORDS] = {
        [HTR_SEAM_READY] =
            d->msgs.pos == d->msgs.size && htr_write_data_idle(b->data) && nexus_flow_agrees(f, f),
        [HTR_SEAM_AT] = d->msgs.base + d->msgs.pos,
        [HTR_SEAM_MESSAGES] = f->msgs,
        [HTR_SEAM_PC] = f->where.pc,
        [HTR_SEAM_ADDRESS] = f->last_addr,
        [HTR_SEAM_FLAGS] = flags_of(f, b->data_seen),
        [HTR_SEAM_TIME] = f->time_known ? f->time : 0,
        [HTR_SEAM_DATA] = f->data_known ? f->data_addr : 0,
        [HTR_SEAM_CONTEXT] = context,
        [HTR_SEAM_SCONTEXT] = c->scontext,
        [HTR_SEAM_HCONTEXT] = c->hcontext,
        [HTR_SEAM_GAP] = b->gaps.open ? b->gaps.start + 1 : 0,
    };
    for (unsigned i = 0; i < HTR_SEAM_WORDS; i++) {
        seam->word[i] = word[i];
    }
}

/* ---- open, extend, close ---- */

static int begin(struct htr_span *s, const struct nexus_index_entry *from, uint64_t end)
{
    struct htr_branch *b = &s->branch;
    b->decoder = htr_trace_tree(&s->trace, &s->tree);
    if (b->decoder < 0) {
        return b->decoder;
    }
    struct nexus_index_entry likely;
    if (from != NULL) { /* of E-Trace the packet itself says all */
        likely = *from;
        likely.starts = true; /* hardly any trap return ends with a synchronizing message */
        likely.htm = from->htm && from->tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC;
    }
    int status = htr_trace_span(&s->trace, from != NULL ? &likely : NULL, end);
    if (status == HTR_OK && from == NULL) {
        status = htr_branch_begin(b);
    }
    b->data_seen = from != NULL && from->data_seen;
    seam_of(s, &s->begin);
    s->begin.word[HTR_SEAM_READY] = from != NULL;
    return status;
}

int htr_span_open(struct htr_span **out, struct htr_host *host, const struct htr_trace_options *o,
                  const struct nexus_index_entry *from, uint64_t end)
{
    struct htr_span *s = calloc(1, sizeof *s);
    *out = NULL;
    if (s == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, o->path, "not enough memory");
    }
    int status = htr_trace_open_decoder(&s->trace, host, o);
    s->opened = status == HTR_OK;
    s->branch = (struct htr_branch){.t = &s->trace, .tree = &s->tree};
    status = s->opened ? begin(s, from, end) : status;
    if (status != HTR_OK) {
        htr_span_close(s);
        return status;
    }
    *out = s;
    return HTR_OK;
}

void htr_span_extend(struct htr_span *s, uint64_t end)
{
    htr_trace_extend(&s->trace, end);
}

struct htr_trace *htr_span_trace(struct htr_span *s)
{
    return &s->trace;
}

void htr_span_close(struct htr_span *s)
{
    if (s == NULL) {
        return;
    }
    if (s->opened) {
        htr_write_data_free(&s->branch.data);
        htr_tree_close(&s->tree);
        htr_trace_close(&s->trace);
    }
    free(s);
}

/* ---- decoding ---- */

int htr_span_write(struct htr_span *s, struct htr_writer *w, bool allow_other)
{
    struct htr_branch *b = &s->branch;
    b->w = w;
    b->allow_other = allow_other;
    w->code = &s->trace.code;
    if (b->data_seen && b->data == NULL && w->format == HTR_WRITE_TEXT &&
        !htr_write_data_begin(&b->data, &s->trace.cfg, &s->trace.code.code)) {
        return HTR_ERR_MEMORY;
    }
    while (htr_branch_step(b) == 0) {
    }
    htr_write_flush(w);
    s->instructions = w->instructions;
    s->ended = !s->trace.limited;
    return s->trace.unread ? HTR_ERR_READ : w->failed ? HTR_ERR_WRITE : HTR_OK;
}

/* Ranges one by one are elements. */
static int next(struct htr_batch *b, bool batches, struct flow_range *range, struct flow_elem *e)
{
    if (batches) {
        return htr_batch_next(b, range, e);
    }
    return htr_tree_next(b->tree, b->decoder, e) ? 0 : -1;
}

int htr_span_elements(struct htr_span *s, bool batches, htr_span_take *take, void *ctx)
{
    struct flow_range range[HTR_BATCH];
    struct flow_elem e;
    struct htr_branch *b = &s->branch;
    struct htr_batch batch = {.t = &s->trace, .tree = b->tree, .decoder = b->decoder};
    int n, status = HTR_OK;
    while (status == HTR_OK && (n = next(&batch, batches, range, &e)) >= 0) {
        if (n > 0) {
            b->gaps.open = false;
        } else {
            htr_gap_meter_add(&b->gaps, &e);
            b->left = e.type == FLOW_ELEM_END ? e.value : b->left;
            b->data_seen = b->data_seen || e.type == FLOW_ELEM_DATA;
        }
        const struct htr_inside_now now = htr_trace_now(&s->trace);
        htr_progress(s->trace.host, now.base + now.pos);
        status = take(ctx, range, (unsigned)n, &e);
    }
    s->instructions = htr_trace_now(&s->trace).instructions;
    s->ended = !s->trace.limited;
    return status != HTR_OK ? status : s->trace.unread ? HTR_ERR_READ : HTR_OK;
}

/* ---- the piece ---- */

void htr_span_piece(const struct htr_span *s, struct htr_piece *p)
{
    const struct htr_branch *b = &s->branch;
    struct htr_gap_meter gaps = b->gaps;
    *p = (struct htr_piece){.begin = s->begin};
    seam_of(s, &p->end);
    if (s->ended) {
        htr_gap_meter_end(&gaps, htr_trace_size(&s->trace) - b->left);
    }
    p->sum = (struct htr_shard_sum){.instructions = s->instructions,
                                    .skipped = gaps.skipped,
                                    .gaps = gaps.gaps,
                                    .lost = gaps.lost,
                                    .others = b->others,
                                    .reported = b->reported,
                                    .messages = htr_trace_now(&s->trace).messages,
                                    .left = b->left,
                                    .begun = b->begun,
                                    .src = b->src,
                                    .mixed = b->mixed,
                                    .ended = s->ended};
}
