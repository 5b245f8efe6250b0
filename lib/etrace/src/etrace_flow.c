/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets in, elements out: jobs are begun, walked and ended in turn.
 *
 * Source: Efficient Trace 2.0, chapter "Decoder".
 */
#include "etrace_flow_int.h"

#include "etrace_bits.h"

enum etrace_status etrace_flow_init(struct etrace_flow *f, const struct etrace_cfg *cfg,
                                    struct flow_code *code)
{
    if (f == NULL || cfg == NULL || code == NULL || etrace_cfg_check(cfg) != NULL) {
        return ETRACE_ERR_ARG;
    }
    *f = (struct etrace_flow){
        .cfg = *cfg, .code = code, .options = cfg->options, .mask = etrace_mask(cfg->xlen)};
    unsigned depth = etrace_cfg_depth(cfg);
    flow_retstack_init(&f->stack, depth != 0 ? depth : 1);
    etrace_flow_clear_tables(f);
    return ETRACE_OK;
}

/* The time that a frame or its packet carries; the packet's counts. */
static void take_time(struct etrace_flow *f, const struct etrace_frame *frame,
                      const struct etrace_packet *p)
{
    bool timed =
        p->format == ETRACE_FORMAT_SYNC && p->subformat != ETRACE_SYNC_SUPPORT && !f->cfg.notime;
    f->stamped = timed || frame->stamped;
    f->stamp = timed ? p->time : frame->stamp;
}

/* Packets of data trace, and of unknown types, are passed on. */
static void other(struct etrace_flow *f, const struct etrace_frame *frame)
{
    for (unsigned i = 0; i < frame->size; i++) {
        f->raw[i] = frame->payload[i];
    }
    struct flow_elem *e = etrace_flow_queue(f, FLOW_ELEM_OTHER);
    e->raw = f->raw;
    e->raw_length = frame->size;
    e->code = frame->kind == ETRACE_KIND_DATA ? ETRACE_ELEM_DATA : ETRACE_ELEM_OTHER;
    e->value = frame->type;
}

static bool decode(struct etrace_flow *f, const struct etrace_frame *frame, struct etrace_packet *p)
{
    int rc = etrace_packet_decode(&f->cfg, f->options, frame->payload, frame->size, p);
    if (rc != ETRACE_OK) {
        etrace_flow_fail(f, rc, "the payload of a packet");
    }
    return rc == ETRACE_OK;
}

/* What is reported from now on is of this frame. */
static void turn_to(struct etrace_flow *f, const struct etrace_frame *frame, uint64_t number)
{
    f->number = number;
    f->offset = frame->offset;
    f->src = frame->src;
}

static void begin(struct etrace_flow *f, const struct etrace_frame *frame,
                  const struct etrace_packet *p, enum etrace_next next_is)
{
    take_time(f, frame, p);
    etrace_flow_begin(f, p, next_is);
    if (f->job.kind == ETRACE_JOB_NONE) {
        etrace_flow_stamp(f);
    }
}

/* Must the packet wait for the next one? It reports a depth, and only that one decides whether it
 * is where a return failed, or where execution was interrupted. */
static bool must_hold(const struct etrace_flow *f, const struct etrace_packet *p)
{
    return p->format != ETRACE_FORMAT_SYNC && p->has_address && p->irreport && !p->updiscon &&
           !p->notify && f->state == ETRACE_FLOW_ON;
}

/* What a packet means for the one before it. */
static enum etrace_next says(const struct etrace_packet *p)
{
    if (p->format != ETRACE_FORMAT_SYNC) {
        return ETRACE_NEXT_OTHER;
    }
    if (p->subformat == ETRACE_SYNC_SUPPORT) {
        return p->qual_status == ETRACE_QUAL_ENDED_REP    ? ETRACE_NEXT_SYNC
               : p->qual_status == ETRACE_QUAL_TRACE_LOST ? ETRACE_NEXT_LOST
                                                          : ETRACE_NEXT_OTHER;
    }
    return etrace_packet_is_sync(p) ? ETRACE_NEXT_SYNC : ETRACE_NEXT_OTHER;
}

/* Take a frame: begin its job, or hold it. */
static void take(struct etrace_flow *f, const struct etrace_frame *frame, uint64_t number)
{
    struct etrace_packet p;
    turn_to(f, frame, number);
    if (frame->kind != ETRACE_KIND_INST) {
        other(f, frame);
    } else if (!decode(f, frame, &p)) {
        return;
    } else if (must_hold(f, &p)) {
        f->in_box[0] = *frame;
        f->in_number[0] = number;
        f->held = true;
    } else {
        begin(f, frame, &p, ETRACE_NEXT_UNKNOWN);
    }
}

/* Begin the held packet; `frame` comes after it, and then has its turn. */
static void take_held(struct etrace_flow *f, const struct etrace_frame *frame, uint64_t number)
{
    struct etrace_packet p, next;
    int rc = etrace_packet_decode(&f->cfg, f->options, frame->payload, frame->size, &next);
    enum etrace_next next_is = rc == ETRACE_OK ? says(&next) : ETRACE_NEXT_OTHER;
    f->held = false;
    f->in_box[1] = *frame;
    f->in_number[1] = number;
    f->waiting = true;
    turn_to(f, &f->in_box[0], f->in_number[0]);
    /* Before a loss it could report either of two places: it is left out. */
    if (next_is != ETRACE_NEXT_LOST && decode(f, &f->in_box[0], &p)) {
        begin(f, &f->in_box[0], &p, next_is);
    }
}

static bool busy(const struct etrace_flow *f)
{
    return f->qcount != 0 || f->waiting || f->job.kind != ETRACE_JOB_NONE;
}

enum etrace_status etrace_flow_push(struct etrace_flow *f, const struct etrace_frame *frame)
{
    if (busy(f)) {
        return ETRACE_ERR_ARG;
    }
    uint64_t number = f->packets++;
    if (f->held && frame->kind == ETRACE_KIND_INST) {
        take_held(f, frame, number);
    } else {
        take(f, frame, number);
    }
    return ETRACE_OK;
}

enum etrace_status etrace_flow_push_damaged(struct etrace_flow *f, int status,
                                            const struct etrace_frame *frame)
{
    if (busy(f)) {
        return ETRACE_ERR_ARG;
    }
    turn_to(f, frame, f->packets++);
    etrace_flow_fail(f, status, "an encapsulated packet");
    return ETRACE_OK;
}

enum etrace_status etrace_flow_finish(struct etrace_flow *f)
{
    if (busy(f)) {
        return ETRACE_ERR_ARG;
    }
    if (!f->pending && !f->trapped) {
        etrace_flow_lose(f);
        return ETRACE_ERR_END;
    }
    f->job = (struct etrace_job){.kind = ETRACE_JOB_FINISH};
    return ETRACE_OK;
}

static bool walks(const struct etrace_flow *f)
{
    return f->job.kind == ETRACE_JOB_BRANCHES || f->job.kind == ETRACE_JOB_ADDRESS ||
           f->job.kind == ETRACE_JOB_SYNC || f->job.kind == ETRACE_JOB_AGAIN;
}

/* Go on with the job. Returns how many ranges are complete. */
static unsigned advance_job(struct etrace_flow *f, struct flow_range *range, unsigned max)
{
    unsigned n = 0;
    const char *hint = NULL;
    int rc = walks(f) ? etrace_walk(f, range, max, &n, &hint) : 1;
    if (rc < 0) {
        etrace_flow_fail(f, rc, hint);
    } else if (rc == 1 && n < max) {
        n += etrace_flow_end(f, range + n);
    }
    return n;
}

/* Go on until there are ranges or elements. Returns how many ranges; 0: the queue is not empty; or
 * ETRACE_ERR_END. */
static int advance(struct etrace_flow *f, struct flow_range *range, unsigned max)
{
    unsigned n = 0;
    for (;;) {
        if (n == max || f->qcount != 0) {
            return (int)n;
        }
        if (f->job.kind != ETRACE_JOB_NONE) {
            n += advance_job(f, range + n, max - n);
        } else if (f->waiting) {
            f->waiting = false;
            take(f, &f->in_box[1], f->in_number[1]);
        } else {
            return n != 0 ? (int)n : ETRACE_ERR_END;
        }
    }
}

static void dequeue(struct etrace_flow *f, struct flow_elem *elem)
{
    *elem = f->queue[f->qhead];
    f->qhead = (f->qhead + 1) % ETRACE_FLOW_QUEUE;
    f->qcount--;
}

int etrace_flow_next_ranges(struct etrace_flow *f, struct flow_range *range, unsigned max,
                            struct flow_elem *elem)
{
    int n = advance(f, range, max);
    if (n == 0) {
        dequeue(f, elem);
    }
    return n;
}

enum etrace_status etrace_flow_next(struct etrace_flow *f, struct flow_elem *elem)
{
    struct flow_range r;
    struct flow_context context = f->where.context;
    int n = etrace_flow_next_ranges(f, &r, 1, elem);
    if (n <= 0) {
        return n == 0 ? ETRACE_OK : ETRACE_ERR_END;
    }
    *elem = (struct flow_elem){
        .type = FLOW_ELEM_RANGE,
        .last_cls = r.last_cls,
        .last_size = r.last_size,
        .last_taken = r.last_taken != 0,
        .count = r.count,
        .start = r.start,
        .end = r.end,
        .position = f->told - ((r.end - r.start) & f->mask) / 2,
        .msg = f->number,
        .offset = f->offset,
        .context = context,
        .src = f->src,
    };
    return ETRACE_OK;
}
