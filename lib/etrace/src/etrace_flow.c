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
    *f = (struct etrace_flow){.cfg = *cfg,
                              .code = code,
                              .options = cfg->options,
                              .data_options = cfg->data_options,
                              .mask = etrace_mask(cfg->xlen)};
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

/* What a packet means for the one before it. A support packet in a region says nothing of it. */
static enum etrace_next says(const struct etrace_packet *p)
{
    if (p->format != ETRACE_FORMAT_SYNC) {
        return ETRACE_NEXT_OTHER;
    }
    if (p->subformat == ETRACE_SYNC_SUPPORT) {
        static const uint8_t by_status[] = {ETRACE_NEXT_UNKNOWN, ETRACE_NEXT_SYNC, ETRACE_NEXT_LOST,
                                            ETRACE_NEXT_OTHER};
        return (enum etrace_next)by_status[p->qual_status & 3u];
    }
    return etrace_packet_is_sync(p) ? ETRACE_NEXT_SYNC : ETRACE_NEXT_OTHER;
}

/* Take a frame: begin its job, or hold it. */
static void take(struct etrace_flow *f, const struct etrace_frame *frame, uint64_t number)
{
    struct etrace_packet p;
    turn_to(f, frame, number);
    f->stamped = frame->kind != ETRACE_KIND_INST && frame->stamped;
    f->stamp = frame->stamp;
    if (frame->kind == ETRACE_KIND_DATA && f->cfg.data_decoded) {
        etrace_flow_data(f, frame);
    } else if (frame->kind != ETRACE_KIND_INST) {
        etrace_flow_other(f, frame);
    } else if (!decode(f, frame, &p)) {
        return;
    } else if (must_hold(f, &p)) {
        const struct etrace_frame copy = *frame; /* of the box, maybe */
        f->in_box[0] = copy;
        f->in_number[0] = number;
        f->in_count = 1;
        f->held = true;
    } else {
        begin(f, frame, &p, ETRACE_NEXT_UNKNOWN);
    }
}

/* What the last packet of the box means for the first one: with the options of the support packets
 * between them. */
static enum etrace_next last_says(const struct etrace_flow *f)
{
    uint32_t options = f->options;
    enum etrace_next next_is = ETRACE_NEXT_UNKNOWN;
    for (unsigned i = 1; i < f->in_count; i++) {
        const struct etrace_frame *frame = &f->in_box[i];
        struct etrace_packet p;
        if (frame->kind != ETRACE_KIND_INST) {
            continue;
        }
        int rc = etrace_packet_decode(&f->cfg, options, frame->payload, frame->size, &p);
        next_is = rc == ETRACE_OK ? says(&p) : ETRACE_NEXT_OTHER;
        options = etrace_cfg_options(&f->cfg, rc == ETRACE_OK ? p.ioptions : 0);
    }
    return next_is;
}

/* A frame after the held one goes into the box. Once it is known what the held one means, that
 * begins, and then all others have their turn. */
static void put_in(struct etrace_flow *f, const struct etrace_frame *frame, uint64_t number)
{
    struct etrace_packet p;
    f->in_box[f->in_count] = *frame;
    f->in_number[f->in_count++] = number;
    enum etrace_next next_is = last_says(f);
    if (next_is == ETRACE_NEXT_UNKNOWN && f->in_count < ETRACE_FLOW_BOX) {
        return;
    }
    f->held = false;
    f->in_next = 1;
    f->waiting = true;
    turn_to(f, &f->in_box[0], f->in_number[0]);
    if (next_is == ETRACE_NEXT_UNKNOWN) {
        etrace_flow_fail(f, ETRACE_ERR_REACH,
                         "irreport, and only support packets after it: it could be either of two "
                         "places");
    } else if (next_is != ETRACE_NEXT_LOST && decode(f, &f->in_box[0], &p)) {
        /* Before a loss it could report either of two places: it is left out. */
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
    if (f->held && (frame->kind == ETRACE_KIND_INST || f->in_count > 1)) {
        put_in(f, frame, number);
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
    f->in_next = 1;
    f->waiting = f->held && f->in_count > 1; /* support packets count all the same */
    turn_to(f, frame, f->packets++);
    etrace_flow_forget_data(f);
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

/* The job cannot be walked. When it was to end at a synchronization packet, that is where decoding
 * goes on. */
static void fail(struct etrace_flow *f, int rc, const char *hint)
{
    const struct etrace_packet p = f->job.packet;
    const bool sync = f->job.kind == ETRACE_JOB_SYNC;
    etrace_flow_fail(f, rc, hint);
    if (sync) {
        etrace_flow_restart(f, &p, p.address & f->mask);
        etrace_flow_stamp(f);
    }
}

/* Go on with the job. Returns how many ranges are complete. */
static unsigned advance_job(struct etrace_flow *f, struct flow_range *range, unsigned max)
{
    unsigned n = 0;
    const char *hint = NULL;
    int rc = walks(f) ? etrace_walk(f, range, max, &n, &hint) : 1;
    if (rc < 0) {
        fail(f, rc, hint);
    } else if (rc == 1 && n < max) {
        n += etrace_flow_end(f, range + n);
    }
    return n;
}

int etrace_flow_advance(struct etrace_flow *f, struct flow_range *range, unsigned max)
{
    unsigned n = 0;
    for (;;) {
        if (n == max || f->qcount != 0) {
            return (int)n;
        }
        if (f->job.kind != ETRACE_JOB_NONE) {
            n += advance_job(f, range + n, max - n);
        } else if (f->waiting) {
            unsigned i = f->in_next++;
            f->waiting = f->in_next < f->in_count;
            take(f, &f->in_box[i], f->in_number[i]);
        } else {
            return n != 0 ? (int)n : ETRACE_ERR_END;
        }
    }
}

void etrace_flow_dequeue(struct etrace_flow *f, struct flow_elem *elem)
{
    *elem = f->queue[f->qhead];
    f->qhead = (f->qhead + 1) % ETRACE_FLOW_QUEUE;
    f->qcount--;
}

int etrace_flow_next_ranges(struct etrace_flow *f, struct flow_range *range, unsigned max,
                            struct flow_elem *elem)
{
    int n = etrace_flow_advance(f, range, max);
    if (n == 0) {
        etrace_flow_dequeue(f, elem);
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
