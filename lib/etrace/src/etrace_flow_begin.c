/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A packet becomes a job.
 *
 * Source: Efficient Trace 2.0, chapter "Decoder", process_te_inst and process_support.
 */
#include "etrace_flow_int.h"

/* Add the branch map behind what is left. At most one outcome is. */
static void add_map(struct etrace_flow *f, uint32_t map, unsigned n)
{
    f->map |= (uint64_t)map << f->branches;
    f->branches += n;
}

/* What formats 0 and 1 tell about branches. */
static void add_branches(struct etrace_flow *f, const struct etrace_packet *p)
{
    if (p->format == ETRACE_FORMAT_EXT && p->subformat == ETRACE_EXT_COUNT) {
        f->predicted = (uint64_t)p->branch_count + ETRACE_MAX_BRANCHES;
        f->missed = p->branch_fmt != ETRACE_BRANCH_ADDR;
    } else if (p->format == ETRACE_FORMAT_BRANCH && p->branches == 0) {
        add_map(f, p->branch_map, ETRACE_MAX_BRANCHES);
    } else {
        add_map(f, p->branch_map, p->branches);
    }
}

/* Formats 0, 1 and 2. */
static void begin_delta(struct etrace_flow *f, const struct etrace_packet *p,
                        enum etrace_next next_is)
{
    struct etrace_job *job = &f->job;
    bool index = p->format == ETRACE_FORMAT_EXT && p->subformat == ETRACE_EXT_INDEX;
    if (f->trapped) {
        etrace_flow_fail(f, ETRACE_ERR_NOSYNC, "a trap without handler, and no sync after it");
        return;
    }
    add_branches(f, p);
    job->kind = p->has_address || index ? ETRACE_JOB_ADDRESS : ETRACE_JOB_BRANCHES;
    job->indexed = index;
    job->target = p->updiscon || index;
    job->failed = p->irreport && !p->notify && (job->target || next_is != ETRACE_NEXT_SYNC);
    job->depth = p->irreport && !job->failed;
    if (p->has_address) {
        bool full = etrace_flow_has(f, ETRACE_OPT_FULL_ADDRESS);
        f->address = (full ? p->address : f->address + p->address) & f->mask;
    }
}

/* START while execution is followed: the walk goes on to it. Whether a branch is there is known
 * when it is reached: the code may change on the way. */
static void begin_resync(struct etrace_flow *f, const struct etrace_packet *p)
{
    f->inferred = false;
    f->job.kind = ETRACE_JOB_SYNC;
    f->address = p->address & f->mask;
}

void etrace_flow_restart(struct etrace_flow *f, const struct etrace_packet *p, uint64_t addr)
{
    bool lost = f->lost;
    f->state = ETRACE_FLOW_ON;
    f->lost = false;
    f->nosync = false;
    etrace_flow_clear_tables(f);
    etrace_flow_set_context(f, p);
    struct flow_elem *e = etrace_flow_queue(f, FLOW_ELEM_TRACE_ON);
    e->code = lost ? 7 : 5; /* SYNC of N-Trace: after an overrun, or tracing was enabled */
    e->start = addr;
    f->pending = false;
    (void)etrace_flow_start_at(f, addr, p->branch);
}

static void begin_start(struct etrace_flow *f, const struct etrace_packet *p)
{
    if (f->state != ETRACE_FLOW_ON) {
        etrace_flow_restart(f, p, p->address & f->mask);
    } else if (f->trapped) {
        f->trap.end = p->address & f->mask;
        *etrace_flow_queue(f, FLOW_ELEM_EXCEPTION) = f->trap;
        f->trapped = false;
        etrace_flow_clear_tables(f);
        etrace_flow_set_context(f, p);
        (void)etrace_flow_start_at(f, p->address & f->mask, p->branch);
    } else {
        begin_resync(f, p);
    }
}

/* TRAP: the pending instruction is the last one before it. */
static void begin_trap(struct etrace_flow *f)
{
    f->job.kind = ETRACE_JOB_TRAP;
}

static void begin_support(struct etrace_flow *f, const struct etrace_packet *p)
{
    static const uint8_t kind[] = {ETRACE_JOB_NONE, ETRACE_JOB_OFF, ETRACE_JOB_LOST,
                                   ETRACE_JOB_AGAIN};
    f->options = etrace_cfg_options(&f->cfg, p->ioptions);
    etrace_flow_support_data(f, p);
    f->job.kind = kind[p->qual_status & 3u];
    if (f->job.kind == ETRACE_JOB_AGAIN && !f->inferred) {
        f->job.kind = ETRACE_JOB_OFF;
    }
    if (f->state != ETRACE_FLOW_ON && f->job.kind != ETRACE_JOB_LOST) {
        f->job.kind = ETRACE_JOB_NONE;
    }
}

/* An option that the configuration has no parameter for makes packets unreadable: nothing is
 * decoded until a support packet turns it off. */
static void check_options(struct etrace_flow *f)
{
    f->unreadable = etrace_cfg_lacks(&f->cfg, f->options) != NULL;
    if (f->unreadable) {
        etrace_flow_fail(f, ETRACE_ERR_OPTION,
                         "a support packet turns on an option: give the configuration its size");
    }
}

/* Without a synchronization packet nothing else can be followed. */
static bool must_wait(struct etrace_flow *f, const struct etrace_packet *p)
{
    bool is_support = p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT;
    if (f->unreadable && !is_support) {
        return true; /* the error says it */
    }
    if (f->state == ETRACE_FLOW_ON || p->format == ETRACE_FORMAT_SYNC) {
        return false;
    }
    if (!f->nosync) {
        etrace_flow_queue(f, FLOW_ELEM_NO_SYNC)->status = ETRACE_ERR_NOSYNC;
        f->nosync = true;
    }
    return true;
}

void etrace_flow_begin(struct etrace_flow *f, const struct etrace_packet *p,
                       enum etrace_next next_is)
{
    f->job = (struct etrace_job){.left = ETRACE_WALK_MAX, .packet = *p};
    f->mark.limit = 0;
    if (must_wait(f, p)) {
        return;
    }
    if (p->format != ETRACE_FORMAT_SYNC) {
        begin_delta(f, p, next_is);
        return;
    }
    if (etrace_packet_is_sync(p)) {
        etrace_data_sync(&f->data);
    }
    switch (p->subformat) {
    case ETRACE_SYNC_START:
        begin_start(f, p);
        break;
    case ETRACE_SYNC_TRAP:
        begin_trap(f);
        break;
    case ETRACE_SYNC_CONTEXT:
        if (f->state == ETRACE_FLOW_ON) {
            etrace_flow_set_context(f, p);
        }
        break;
    default:
        begin_support(f, p);
        if (f->job.kind == ETRACE_JOB_NONE) {
            check_options(f);
        }
        break;
    }
}
