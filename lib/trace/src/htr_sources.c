/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding all sources of a trace, each by a decoder of its own, into one output: in the order of
 * time, or of the messages. Each decoder reads the trace for itself and holds one element, so that
 * memory does not grow with the trace.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_etrace.h"
#include "htr/htr_shard.h"
#include "htr/htr_sources.h"
#include "htr/htr_text.h"
#include "htr/htr_trace_plant.h"
#include "htr_decode_priv.h"

enum {
    LANES_MAX = HTR_SOURCES_MAX,
    NUMBER = 8, /* bytes of a SRC as text */
};

/* A source and its branch of the tree. */
struct lane {
    struct htr_trace trace;
    struct htr_branch run;
    char src[NUMBER];
};

struct lanes {
    struct htr_host *host;
    struct lane *lane[LANES_MAX];
    unsigned n;
    struct htr_tree tree;
    bool by_time;
    struct htr_writer *w;
    const struct htr_sources_log *log; /* or NULL */
};

/* ---- which sources ---- */

/* The sources of a trace, each once. */
struct sources {
    struct htr_host *host;
    const char *path;
    uint16_t src[LANES_MAX];
    unsigned n;
    uint64_t left_out; /* without a synchronizing message */
};

static int add_source(struct sources *s, uint16_t one)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (s->src[i] == one) {
            return HTR_OK;
        }
    }
    if (s->n == LANES_MAX) {
        return htr_fail(s->host, HTR_ERR_RANGE, s->path,
                        "more than %d sources; is --te trTeSrcBits right (hartrace info)? Then "
                        "choose with --src N",
                        LANES_MAX);
    }
    s->src[s->n++] = one;
    return HTR_OK;
}

static int sources_of_folder(struct sources *s)
{
    struct htr_snapshot folder = {0};
    int status = htr_snapshot_list(&folder, s->host, s->path);
    for (unsigned i = 0; status == HTR_OK && i < folder.nencoders; i++) {
        status = add_source(s, (uint16_t)htr_snapshot_src(&folder.encoder[i]));
    }
    return status;
}

/* A damaged message may name any source: those without a synchronizing message, which could not be
 * decoded anyway, are left out. Returns how many there are. */
static unsigned tell_left_out(const struct sources *l, const struct htr_trace *t,
                              const uint64_t messages[])
{
    const char *word = htr_trace_protocol(t) == HTR_ETRACE ? "packet" : "message";
    unsigned left_out = 0;
    for (unsigned s = 0; s < 1u << t->cfg.src_bits; s++) {
        bool taken = false;
        for (unsigned i = 0; i < l->n; i++) {
            taken = taken || l->src[i] == s;
        }
        if (messages[s] > 0 && !taken) {
            left_out++;
            htr_note(l->host, l->path,
                     "source %u is left out: %" PRIu64
                     " %s%s, none of them synchronizing; damaged ones name any source",
                     s, messages[s], word, htr_s(messages[s]));
        }
    }
    return left_out;
}

static int scan_messages(struct sources *s, struct htr_trace *t, bool wrapped, uint64_t messages[])
{
    struct nexus_msg m;
    int decoded;
    int status = htr_trace_begin(t, wrapped);
    while (status == HTR_OK && (decoded = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        if (decoded != NEXUS_OK && decoded != NEXUS_ERR_OVERSIZE) {
            continue;
        }
        messages[m.src]++;
        if (nexus_tcode_is_sync(m.tcode)) {
            status = add_source(s, m.src);
        }
    }
    return status;
}

/* The same of E-Trace. Which options are in force does not change what synchronizes. */
static int scan_packets(struct sources *s, struct htr_trace *t, bool wrapped, uint64_t messages[])
{
    struct htr_etrace_options o = {t->etrace->cfg.options};
    struct etrace_frame f;
    struct etrace_packet p;
    enum etrace_status rc;
    int status = htr_etrace_begin(t, wrapped);
    while (status == HTR_OK && (rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        if (rc != ETRACE_OK) {
            continue;
        }
        messages[f.src]++;
        if (htr_etrace_decode(&t->etrace->cfg, &o, &f, &p) == ETRACE_OK &&
            etrace_packet_is_sync(&p)) {
            status = add_source(s, f.src);
        }
    }
    return status;
}

static int scan(struct sources *s, struct htr_trace *t, bool wrapped)
{
    if (t->cfg.src_bits == 0) {
        return htr_fail(s->host, HTR_ERR_MISSING, t->path,
                        "--src all: the width of SRC is 0; add --te trTeSrcBits=N (hartrace info "
                        "guesses it)");
    }
    uint64_t *messages = calloc((size_t)1 << t->cfg.src_bits, sizeof *messages);
    if (messages == NULL) {
        return htr_fail(s->host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    int status = htr_trace_protocol(t) == HTR_ETRACE ? scan_packets(s, t, wrapped, messages)
                                                     : scan_messages(s, t, wrapped, messages);
    if (status == HTR_OK && s->n == 0) {
        status = htr_fail(s->host, HTR_ERR_MISSING, t->path,
                          "no synchronizing %s; hartrace info suggests why",
                          htr_trace_protocol(t) == HTR_ETRACE ? "packet" : "message");
    } else if (status == HTR_OK) {
        s->left_out = tell_left_out(s, t, messages);
    }
    free(messages);
    return status;
}

static int sources_of_file(struct sources *s, const struct htr_trace_options *o)
{
    struct htr_trace t = {0};
    struct htr_trace_options whole = *o;
    whole.src = NULL;
    whole.in_pieces = true;
    if (strcmp(o->path, "-") == 0) {
        return htr_fail(s->host, HTR_ERR_ARG, NULL,
                        "--src all reads the trace once for each source, which standard input "
                        "cannot be; save it in a file");
    }
    int status = htr_trace_open(&t, s->host, &whole);
    if (status == HTR_OK) {
        status = scan(s, &t, o->wrapped);
        htr_trace_close(&t);
    }
    return status;
}

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

int htr_sources_list(struct htr_host *host, const struct htr_trace_options *o, uint16_t src[],
                     unsigned *n, uint64_t *left_out)
{
    struct sources s = {.host = host, .path = o->path};
    int status = htr_snapshot_is(o->path) ? sources_of_folder(&s) : sources_of_file(&s, o);
    qsort(s.src, s.n, sizeof *s.src, ascending);
    memcpy(src, s.src, s.n * sizeof *src);
    *n = s.n;
    *left_out = s.left_out;
    return status;
}

/* ---- lanes ---- */

static int open_lane(struct lanes *l, const struct htr_trace_options *o, uint16_t src)
{
    struct lane *a = calloc(1, sizeof *a);
    struct htr_trace_options one = *o;
    if (a == NULL) {
        return htr_fail(l->host, HTR_ERR_MEMORY, o->path, "not enough memory");
    }
    snprintf(a->src, sizeof a->src, "%u", (unsigned)src);
    one.src = a->src;    /* instead of "all" */
    one.code.hart = src; /* the usual numbering; matters for --ingress only */
    int status = htr_trace_open_decoder(&a->trace, l->host, &one);
    if (status != HTR_OK) {
        free(a);
        return status;
    }
    l->lane[l->n++] = a;
    a->run = (struct htr_branch){.t = &a->trace, .tree = &l->tree, .w = l->w};
    a->run.decoder = htr_trace_plant(&a->trace, &l->tree);
    return a->run.decoder < 0 ? a->run.decoder : HTR_OK;
}

static struct lane *lane_of(const struct lanes *l, int32_t decoder)
{
    unsigned i = 0;
    while (l->lane[i]->run.decoder != decoder) {
        i++;
    }
    return l->lane[i];
}

static int begin_lanes(struct lanes *l)
{
    int status = htr_tree_begin(&l->tree);
    for (unsigned i = 0; status == HTR_OK && i < l->n; i++) {
        status = htr_branch_begin(&l->lane[i]->run);
    }
    return status;
}

/* Its decoder has decoded nothing: what it would have counted. */
static void take_account(struct htr_trace *t, const struct htr_shard_sum *s, uint64_t bytes)
{
    struct nexus_decoder *d = &t->decoder;
    if (t->etrace != NULL) {
        struct etrace_decoder *const it = &t->etrace->decoder;
        etrace_decoder_refill(it, it->reader.data, 0, false);
        it->reader.base = bytes;
        it->flow.insns = s->instructions;
        it->flow.packets = s->messages;
        return;
    }
    nexus_decoder_refill(d, d->msgs.data, 0, false);
    d->msgs.base = bytes;
    d->flow.insns = s->instructions;
    d->flow.msgs = s->messages;
}

static int decode_lanes(struct lanes *l, struct htr_decoded *sum)
{
    struct htr_merge merge;
    struct htr_lane lane[LANES_MAX];
    struct flow_elem e;
    int32_t decoder[LANES_MAX], one;
    int status = begin_lanes(l);
    if (status != HTR_OK) {
        return status;
    }
    for (unsigned i = 0; i < l->n; i++) {
        decoder[i] = l->lane[i]->run.decoder;
    }
    htr_merge_init(&merge, &l->tree, lane, decoder, l->n, l->by_time);
    if (l->log != NULL) {
        htr_merge_from(&merge, l->log->next, l->log->ctx);
    }
    while (!l->w->failed && (one = htr_merge_next(&merge, &e)) != HTR_NONE) {
        struct lane *a = lane_of(l, one);
        l->w->code = &a->trace.code;
        l->w->src = a->trace.src;
        htr_branch_take(&a->run, &e);
    }
    htr_write_flush(l->w);
    for (unsigned i = 0; i < l->n; i++) {
        if (l->log != NULL) {
            take_account(&l->lane[i]->trace, &l->log->whole[i].sum, l->log->bytes);
        }
        int ended = htr_branch_end(&l->lane[i]->run, sum);
        status = status == HTR_OK ? ended : status;
    }
    return status;
}

/* By time? Returns HTR_OK, or HTR_ERR_MISSING after a message. */
static int choose_order(struct lanes *l, enum htr_order order)
{
    bool timed = l->lane[0]->trace.cfg.timestamps;
    l->by_time = order == HTR_ORDER_AUTO ? timed : order == HTR_ORDER_TIME;
    return timed || !l->by_time
               ? HTR_OK
               : htr_fail(l->host, HTR_ERR_MISSING, NULL,
                          "--order time: messages without timestamps (--te trTsEnable=1 when there "
                          "are some)");
}

int htr_decode_sources(struct htr_host *host, const struct htr_trace_options *o,
                       enum htr_order order, struct htr_writer *w, struct htr_decoded *sum)
{
    return htr_decode_sources_log(host, o, order, NULL, w, sum);
}

int htr_decode_sources_log(struct htr_host *host, const struct htr_trace_options *o,
                           enum htr_order order, const struct htr_sources_log *log,
                           struct htr_writer *w, struct htr_decoded *sum)
{
    struct lanes l = {.host = host, .w = w, .log = log};
    uint16_t src[LANES_MAX];
    unsigned n = 0;
    htr_decoded_begin(sum);
    if (!htr_write_about(w->format)->source) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "format %s has no place for the source",
                        htr_write_about(w->format)->name);
    }
    htr_tree_init(&l.tree, host, NULL, 0);
    w->sources = true;
    int status = HTR_OK;
    if (log == NULL) {
        status = htr_sources_list(host, o, src, &n, &sum->left_out);
    } else {
        n = log->lanes < LANES_MAX ? log->lanes : LANES_MAX;
        memcpy(src, log->src, n * sizeof *src);
    }
    sum->whole = sum->whole && sum->left_out == 0;
    for (unsigned i = 0; status == HTR_OK && i < n; i++) {
        status = open_lane(&l, o, src[i]);
    }
    status = status == HTR_OK ? choose_order(&l, order) : status;
    status = status == HTR_OK ? decode_lanes(&l, sum) : status;
    htr_tree_close(&l.tree);
    for (unsigned i = 0; i < l.n; i++) {
        htr_trace_close(&l.lane[i]->trace);
        free(l.lane[i]);
    }
    return status;
}
