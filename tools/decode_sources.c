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
#include "flow/flow_clock.h"
#include "nexus/nexus_stream.h"
#include "snapshot.h"
#include "host.h"

static const char verb[] = "decode";

enum {
    LANES_MAX = 64,
    NUMBER = 8, /* bytes of a SRC as text */
};

/* A source and its decoder. */
struct lane {
    struct trace trace;
    struct decode_run run;
    char src[NUMBER];
    struct flow_elem next;
    bool more;               /* next is there */
    struct flow_clock clock; /* time before next; of a TIMESTAMP, its own */
};

struct lanes {
    struct lane *lane[LANES_MAX];
    unsigned n;
    struct flow_clock first; /* where the clocks of all begin: on the same turn of the counter */
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
    static struct htr_snapshot s;
    int status = htr_snapshot_list(&s, tool_host(verb), path);
    for (unsigned i = 0; status == 0 && i < s.nencoders; i++) {
        status = add_source(src, n, path, (uint16_t)htr_snapshot_src(&s.encoder[i]));
    }
    return status;
}

/* A damaged message may name any source: those without a synchronizing message, which could not be
 * decoded anyway, are left out. Returns whether there are any. */
static bool tell_left_out(const struct trace *t, const uint64_t messages[], const uint16_t *src,
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
static int scan(struct trace *t, bool wrapped, uint16_t src[LANES_MAX], unsigned *n)
{
    static uint64_t messages[1 << NEXUS_MAX_SRC_BITS];
    struct nexus_msg m;
    int decoded, status = 0;
    if (t->cfg.src_bits == 0) {
        return tool_fail(verb, t->path,
                         "--src all: the width of SRC is 0; add --te trTeSrcBits=N (hartrace info "
                         "guesses it)");
    }
    if (trace_begin(t, wrapped) != 0) {
        return TOOL_CANNOT;
    }
    while (status == 0 && (decoded = trace_next(t, &m)) != NEXUS_ERR_END) {
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

static int sources_of_file(const struct trace_options *o, uint16_t src[LANES_MAX], unsigned *n)
{
    static struct trace t;
    struct trace_options whole = *o;
    whole.src = NULL;
    whole.in_pieces = true;
    if (strcmp(o->path, "-") == 0) {
        return tool_fail(verb, NULL,
                         "--src all reads the trace once for each source, which standard input "
                         "cannot be; save it in a file");
    }
    int status = trace_open(&t, verb, &whole);
    if (status == 0) {
        status = scan(&t, o->wrapped, src, n);
        trace_close(&t);
    }
    return status;
}

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* ---- lanes ---- */

/* Fetch the next element of a lane, and know when it was. */
static void advance(struct lanes *l, struct lane *a)
{
    struct flow_elem *e = &a->next;
    a->more = decode_fetch(&a->run, e) == 0;
    if (!a->more || e->type != FLOW_ELEM_TIMESTAMP) {
        return;
    }
    if (!a->clock.known) {
        a->clock = l->first;
    }
    (void)flow_clock_update(&a->clock, e->value, a->trace.cfg.timestamp_bits);
    if (!l->first.known) {
        l->first = a->clock;
    }
}

static int open_lane(struct lanes *l, const struct trace_options *o, uint16_t src)
{
    struct lane *a = calloc(1, sizeof *a);
    struct trace_options one = *o;
    if (a == NULL) {
        return tool_fail(verb, o->path, "not enough memory");
    }
    snprintf(a->src, sizeof a->src, "%u", (unsigned)src);
    one.src = a->src;    /* of the command line: "all" */
    one.code.hart = src; /* as everybody numbers them; matters for --ingress only */
    if (trace_open_decoder(&a->trace, verb, &one) != 0) {
        free(a);
        return TOOL_CANNOT;
    }
    a->run = (struct decode_run){.t = &a->trace, .w = l->w};
    a->run.gaps.skipped = a->trace.decoder.msgs.base + a->trace.decoder.msgs.pos;
    l->lane[l->n++] = a;
    return 0;
}

/* A range stands at the time before it: it began then at the earliest. */
static bool before(const struct lanes *l, const struct lane *a, const struct lane *b)
{
    if (l->by_time && a->clock.time != b->clock.time) {
        return a->clock.time < b->clock.time;
    }
    return a->next.msg < b->next.msg;
}

static struct lane *earliest(const struct lanes *l)
{
    struct lane *best = NULL;
    for (unsigned i = 0; i < l->n; i++) {
        if (l->lane[i]->more && (best == NULL || before(l, l->lane[i], best))) {
            best = l->lane[i];
        }
    }
    return best;
}

static int decode_lanes(struct lanes *l)
{
    struct lane *a;
    int status = TOOL_OK;
    for (unsigned i = 0; i < l->n; i++) {
        advance(l, l->lane[i]);
    }
    while (!l->w->failed && (a = earliest(l)) != NULL) {
        l->w->code = &a->trace.code;
        l->w->src = a->trace.src;
        decode_take(&a->run, &a->next);
        advance(l, a);
    }
    decode_flush(l->w);
    for (unsigned i = 0; i < l->n; i++) {
        int one = decode_sum_up(&l->lane[i]->run);
        one = l->lane[i]->trace.unread ? TOOL_CANNOT : one;
        status = tool_worse(one, status);
    }
    return status;
}

int decode_sources(const struct trace_options *o, const char *order, struct decode_writer *w)
{
    static struct lanes l;
    uint16_t src[LANES_MAX];
    unsigned n = 0;
    memset(&l, 0, sizeof l);
    l.w = w;
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
    for (unsigned i = 0; i < l.n; i++) {
        trace_close(&l.lane[i]->trace);
        free(l.lane[i]);
    }
    return status;
}
