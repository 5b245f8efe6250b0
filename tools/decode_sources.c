/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding all sources of a trace, each by a decoder of its own, into one output: in the order of
 * time, or of the messages. Each decoder reads the trace for itself and holds one element, so that
 * memory does not grow with the trace.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "host.h"
#include "nexus/nexus_stream.h"
#include "snapshot.h"
#include "host.h"

static const char verb[] = "decode";

enum {
    LANES_MAX = 64,
    NUMBER = 8, /* bytes of a SRC as text */
};

/* A source and its branch of the tree. */
struct lane {
    struct htr_trace trace;
    struct decode_run run;
    char src[NUMBER];
};

struct lanes {
    struct lane *lane[LANES_MAX];
    unsigned n;
    struct htr_tree tree;
    bool by_time;
    struct decode_writer *w;
};

/* ---- which sources ---- */

static int add_source(uint16_t src[LANES_MAX], unsigned *n, const char *path, uint16_t one)
{
    for (unsigned i = 0; i < *n; i++) {
        if (src[i] == one) {
            return 0;
        }
    }
    if (*n == LANES_MAX) {
        return tool_fail(verb, path,
                         "more than %d sources; is --te trTeSrcBits right (hartrace info)? Then "
                         "choose with --src N",
                         LANES_MAX);
    }
    src[(*n)++] = one;
    return 0;
}

static int sources_of_folder(const char *path, uint16_t src[LANES_MAX], unsigned *n)
{
    struct htr_snapshot s = {0};
    int status = htr_snapshot_list(&s, tool_host(verb), path);
    for (unsigned i = 0; status == 0 && i < s.nencoders; i++) {
        status = add_source(src, n, path, (uint16_t)htr_snapshot_src(&s.encoder[i]));
    }
    return status;
}

/* A damaged message may name any source: those without a synchronizing message, which could not be
 * decoded anyway, are left out. Returns whether there are any. */
static bool tell_left_out(const struct htr_trace *t, const uint64_t messages[], const uint16_t *src,
                          unsigned n)
{
    bool any = false;
    for (unsigned s = 0; s < 1u << NEXUS_MAX_SRC_BITS; s++) {
        bool taken = false;
        for (unsigned i = 0; i < n; i++) {
            taken = taken || src[i] == s;
        }
        if (messages[s] > 0 && !taken) {
            any = true;
            tool_note(verb, t->path,
                      "source %u is left out: %" PRIu64
                      " message%s, none of them synchronizing; damaged ones name any source",
                      s, messages[s], htr_s(messages[s]));
        }
    }
    return any;
}

/* Returns 0; TOOL_DIFFERS when a source is left out; TOOL_CANNOT after a message. */
static int scan(struct htr_trace *t, bool wrapped, uint16_t src[LANES_MAX], unsigned *n)
{
    uint64_t messages[1 << NEXUS_MAX_SRC_BITS] = {0};
    struct nexus_msg m;
    int decoded, status = 0;
    if (t->cfg.src_bits == 0) {
        return tool_fail(verb, t->path,
                         "--src all: the width of SRC is 0; add --te trTeSrcBits=N (hartrace info "
                         "guesses it)");
    }
    if (htr_trace_begin(t, wrapped) != 0) {
        return TOOL_CANNOT;
    }
    while (status == 0 && (decoded = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        if (decoded != NEXUS_OK && decoded != NEXUS_ERR_OVERSIZE) {
            continue;
        }
        messages[m.src]++;
        if (nexus_tcode_is_sync(m.tcode)) {
            status = add_source(src, n, t->path, m.src);
        }
    }
    if (status == 0 && *n == 0) {
        return tool_fail(verb, t->path, "no synchronizing message; hartrace info suggests why");
    }
    return status == 0 && tell_left_out(t, messages, src, *n) ? TOOL_DIFFERS : status;
}

static int sources_of_file(const struct htr_trace_options *o, uint16_t src[LANES_MAX], unsigned *n)
{
    struct htr_trace t = {0};
    struct htr_trace_options whole = *o;
    whole.src = NULL;
    whole.in_pieces = true;
    if (strcmp(o->path, "-") == 0) {
        return tool_fail(verb, NULL,
                         "--src all reads the trace once for each source, which standard input "
                         "cannot be; save it in a file");
    }
    int status = htr_trace_open(&t, tool_host(verb), &whole);
    if (status == 0) {
        status = scan(&t, o->wrapped, src, n);
        htr_trace_close(&t);
    }
    return status;
}

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* ---- lanes ---- */

static int open_lane(struct lanes *l, const struct htr_trace_options *o, uint16_t src)
{
    struct lane *a = calloc(1, sizeof *a);
    struct htr_trace_options one = *o;
    if (a == NULL) {
        return tool_fail(verb, o->path, "not enough memory");
    }
    snprintf(a->src, sizeof a->src, "%u", (unsigned)src);
    one.src = a->src;    /* of the command line: "all" */
    one.code.hart = src; /* as everybody numbers them; matters for --ingress only */
    if (htr_trace_open_decoder(&a->trace, tool_host(verb), &one) != 0) {
        free(a);
        return TOOL_CANNOT;
    }
    a->run = (struct decode_run){.t = &a->trace, .tree = &l->tree, .w = l->w};
    l->lane[l->n++] = a;
    return decode_plant(&a->run);
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
    int status = htr_tree_begin(&l->tree) == HTR_OK ? 0 : TOOL_CANNOT;
    for (unsigned i = 0; status == 0 && i < l->n; i++) {
        status = decode_begin(&l->lane[i]->run);
    }
    return status;
}

static int decode_lanes(struct lanes *l)
{
    struct htr_merge merge;
    struct htr_lane lane[LANES_MAX];
    struct flow_elem e;
    int32_t decoder[LANES_MAX], one;
    int status = begin_lanes(l);
    if (status != 0) {
        return status;
    }
    for (unsigned i = 0; i < l->n; i++) {
        decoder[i] = l->lane[i]->run.decoder;
    }
    htr_merge_init(&merge, &l->tree, lane, decoder, l->n, l->by_time);
    while (!l->w->failed && (one = htr_merge_next(&merge, &e)) != HTR_NONE) {
        struct lane *a = lane_of(l, one);
        l->w->code = &a->trace.code;
        l->w->src = a->trace.src;
        decode_take(&a->run, &e);
    }
    decode_flush(l->w);
    for (unsigned i = 0; i < l->n; i++) {
        int sum = decode_sum_up(&l->lane[i]->run);
        sum = l->lane[i]->trace.unread ? TOOL_CANNOT : sum;
        status = tool_worse(sum, status);
    }
    return status;
}

int decode_sources(const struct htr_trace_options *o, const char *order, struct decode_writer *w)
{
    struct lanes l = {0};
    uint16_t src[LANES_MAX];
    unsigned n = 0;
    memset(&l, 0, sizeof l);
    l.w = w;
    htr_tree_init(&l.tree, tool_host(verb), NULL, 0);
    w->sources = true;
    bool folder = htr_snapshot_is(o->path);
    int status = folder ? sources_of_folder(o->path, src, &n) : sources_of_file(o, src, &n);
    bool left_out = status == TOOL_DIFFERS;
    status = left_out ? 0 : status;
    qsort(src, n, sizeof *src, ascending);
    for (unsigned i = 0; status == 0 && i < n; i++) {
        status = open_lane(&l, o, src[i]);
    }
    bool timed = status == 0 && l.lane[0]->trace.cfg.timestamps;
    l.by_time = order == NULL ? timed : strcmp(order, "time") == 0;
    if (status == 0 && l.by_time && !timed) {
        status =
            tool_fail(verb, NULL,
                      "--order time: messages without timestamps (--te trTsEnable=1 when there "
                      "are some)");
    }
    if (status == 0) {
        status = decode_lanes(&l);
        status = status == 0 && left_out ? TOOL_DIFFERS : status;
    }
    htr_tree_close(&l.tree);
    for (unsigned i = 0; i < l.n; i++) {
        htr_trace_close(&l.lane[i]->trace);
        free(l.lane[i]);
    }
    return status;
}
