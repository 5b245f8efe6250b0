/* SPDX-License-Identifier: Apache-2.0 */
/* A trace decoded into the last blocks of each hart. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"
#include "htv_branches_int.h"

enum {
    BATCH = 2048 /* ranges */
};

/* ---- contexts ---- */

static bool is_same(const struct flow_context *a, const struct flow_context *b)
{
    return a->known == b->known && a->v == b->v && a->prv == b->prv && a->scontext == b->scontext &&
           a->hcontext == b->hcontext;
}

/* The number of a context, found from the last one on. */
static uint16_t number_of(struct htv_branch_hart *h, const struct flow_context *c)
{
    if (!htr_code_has_contexts(&h->trace.code)) {
        return 0;
    }
    for (unsigned i = h->ncontexts; i-- > 0;) {
        if (is_same(&h->context[i], c)) {
            return (uint16_t)i;
        }
    }
    h->ncontexts += h->ncontexts < HTV_CONTEXTS;
    h->context[h->ncontexts - 1] = *c;
    return (uint16_t)(h->ncontexts - 1);
}

/* ---- one hart ---- */

/* What the elements between ranges say. */
static void take(struct htv_branch_hart *h, const struct flow_elem *e, struct htr_gap_meter *gaps)
{
    htr_gap_meter_add(gaps, e);
    switch (e->type) {
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_TRACE_ON:
    case FLOW_ELEM_TRACE_OFF:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_LOST:
    case FLOW_ELEM_ERROR:
        htv_ring_gap(&h->ring);
        break;
    default:
        break;
    }
}

static int decode(struct htv_branches *b, struct htv_branch_hart *h, struct htr_decoded *sum)
{
    struct flow_range range[BATCH];
    struct htr_gap_meter gaps = {0};
    struct htr_tree tree;
    struct flow_elem e;
    uint64_t left = 0;
    int n, status = HTR_OK;
    const int32_t d = htr_trace_tree(&h->trace, &tree);
    if (d < 0) {
        htr_tree_close(&tree);
        return d;
    }
    for (;;) {
        const uint16_t context = number_of(h, &htr_trace_now(&h->trace).where->context);
        n = htr_tree_next_ranges(&tree, d, range, BATCH, &e);
        if (n < 0 || status != HTR_OK) {
            break;
        }
        for (int i = 0; i < n && status == HTR_OK; i++) {
            status = htv_ring_add(&h->ring, &range[i], context) ? HTR_OK : HTR_ERR_MEMORY;
        }
        if (n == 0) {
            left = e.type == FLOW_ELEM_END ? e.value : left;
            take(h, &e, &gaps);
        }
        const struct htr_inside_now now = htr_trace_now(&h->trace);
        htr_progress(b->host, now.base + now.pos);
    }
    htr_tree_close(&tree);
    htr_gap_meter_end(&gaps, htr_trace_size(&h->trace) - left);
    sum->instructions += h->ring.instructions;
    sum->skipped += gaps.skipped + left;
    sum->gaps += gaps.gaps;
    sum->lost += gaps.lost;
    sum->whole = sum->whole && gaps.skipped + left == 0 && gaps.gaps == 0;
    return status == HTR_OK ? HTR_OK
                            : htr_fail(b->host, HTR_ERR_MEMORY, b->options.path,
                                       "no memory for the last instructions; keep fewer of them");
}

/* src: its source; NULL: the trace has one. */
static int add_hart(struct htv_branches *b, const uint16_t *src, struct htr_decoded *sum)
{
    struct htv_branch_hart *h = calloc(1, sizeof *h);
    struct htr_trace_options one = b->options;
    if (h == NULL || (h->context = calloc(HTV_CONTEXTS, sizeof *h->context)) == NULL) {
        free(h);
        return htr_fail(b->host, HTR_ERR_MEMORY, b->options.path, "not enough memory");
    }
    htv_ring_init(&h->ring, b->keep);
    snprintf(h->name, sizeof h->name, "hart");
    if (src != NULL) {
        snprintf(h->src, sizeof h->src, "%u", (unsigned)*src);
        snprintf(h->name, sizeof h->name, "source %u", (unsigned)*src);
        one.src = h->src;
        one.code.hart = *src; /* as everybody numbers them; matters for --ingress only */
    }
    int status = htr_trace_open_decoder(&h->trace, b->host, &one);
    if (status != HTR_OK) {
        free(h->context);
        free(h);
        return status;
    }
    b->hart[b->harts++] = h;
    return decode(b, h, sum);
}

/* ---- all harts ---- */

/* Has the trace sources? Returns 0 or 1; or HTR_ERR_* after a message. */
static int has_sources(const struct htv_branches *b)
{
    struct htr_trace t = {0};
    const struct htr_trace_options *o = &b->options;
    if (o->src != NULL) {
        return strcmp(o->src, "all") == 0;
    }
    if (htr_snapshot_is(o->path)) {
        return 1;
    }
    if (!htr_trace_pieces_twice(o->path)) {
        return 0;
    }
    int status = htr_trace_open(&t, b->host, o);
    if (status != HTR_OK) {
        return status;
    }
    const int has = t.cfg.src_bits != 0;
    htr_trace_close(&t);
    return has;
}

/* A hart of which nothing was decoded is none. */
static void drop_empty(struct htv_branches *b)
{
    unsigned n = 0;
    for (unsigned i = 0; i < b->harts; i++) {
        struct htv_branch_hart *h = b->hart[i];
        if (h->ring.instructions > 0) {
            htv_branches_to_end(h);
            b->hart[n++] = h;
        } else {
            htr_trace_close(&h->trace);
            free(h->context);
            htv_ring_free(&h->ring);
            free(h);
        }
    }
    b->harts = n;
}

static int load(struct htv_branches *b, struct htr_decoded *sum)
{
    uint16_t src[HTR_SOURCES_MAX];
    unsigned n = 0;
    int sources = has_sources(b);
    int status = sources < 0 ? sources : HTR_OK;
    if (sources == 1) {
        status = htr_sources_list(b->host, &b->options, src, &n, &sum->left_out);
        sum->whole = sum->left_out == 0;
    } else if (sources == 0) {
        status = add_hart(b, NULL, sum);
    }
    for (unsigned i = 0; status == HTR_OK && i < n; i++) {
        status = add_hart(b, &src[i], sum);
    }
    drop_empty(b);
    return status == HTR_OK && b->harts == 0
               ? htr_fail(b->host, HTR_ERR_MISSING, b->options.path,
                          "no instruction could be decoded; hartrace info suggests why")
               : status;
}

int htv_branches_open(struct htv_branches **out, struct htr_host *host,
                      const struct htr_trace_options *options, uint64_t keep,
                      struct htr_decoded *sum)
{
    *sum = (struct htr_decoded){.whole = true};
    *out = NULL;
    if (keep < 1 || keep > HTV_BRANCHES_KEEP) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "%llu instructions to keep; 1 to %d",
                        (unsigned long long)keep, HTV_BRANCHES_KEEP);
    }
    struct htv_branches *b = calloc(1, sizeof *b);
    if (b == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    b->host = host;
    b->options = *options;
    b->keep = keep;
    int status = load(b, sum);
    if (status != HTR_OK) {
        htv_branches_close(b);
        return status;
    }
    *out = b;
    return HTR_OK;
}

uint64_t htv_branches_kept(const struct htv_branches *b, unsigned hart, uint64_t *decoded)
{
    const struct htv_ring *r = &b->hart[hart]->ring;
    *decoded = r->instructions;
    return r->instructions - htv_ring_at(r, r->begun)->first;
}

void htv_branches_close(struct htv_branches *b)
{
    for (unsigned i = 0; b != NULL && i < b->harts; i++) {
        htr_trace_close(&b->hart[i]->trace);
        htv_ring_free(&b->hart[i]->ring);
        free(b->hart[i]->context);
        free(b->hart[i]);
    }
    free(b);
}
