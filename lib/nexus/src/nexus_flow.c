/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow's life: start, elements out, failure and restart.
 */
#include "flow_block_int.h"
#include "nexus_flow_int.h"

int nexus_flow_init(struct nexus_flow *flow, const struct nexus_stream_cfg *cfg,
                    struct flow_code *code)
{
    if (flow == NULL || cfg == NULL || code == NULL || nexus_cfg_check(cfg) != NULL) {
        return NEXUS_ERR_ARG;
    }
    *flow = (struct nexus_flow){.cfg = *cfg, .code = code};
    flow->mask = cfg->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    flow->reach = NEXUS_REACH;
    flow->time_mask =
        cfg->timestamp_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << cfg->timestamp_bits) - 1;
    flow->use_stack = cfg->implicit_return && cfg->return_mode != NEXUS_RETURN_NONE;
    flow_retstack_init(&flow->stack, cfg->return_depth);
    return NEXUS_OK;
}

void nexus_elem_start(const struct nexus_flow *flow, struct flow_elem *elem,
                      enum flow_elem_type type)
{
    *elem = (struct flow_elem){
        .type = (uint8_t)type,
        .position = flow->where.position,
        .msg = flow->msgs - 1,
        .offset = flow->msg_offset,
        .context = flow->where.context,
        .src = flow->src,
    };
}

/* No message makes more elements than the queue holds, but for ranges, which do not go through it:
 * time, error, lost, trace on, event, exception are six. */
struct flow_elem *nexus_flow_queue(struct nexus_flow *flow, enum flow_elem_type type)
{
    unsigned slot = (flow->qhead + flow->qcount) % NEXUS_FLOW_QUEUE;
    if (flow->qcount < NEXUS_FLOW_QUEUE) {
        flow->qcount++;
    }
    nexus_elem_start(flow, &flow->queue[slot], type);
    return &flow->queue[slot];
}

/* What a sync clears in the encoder, and so here. */
static void clear_state(struct nexus_flow *flow)
{
    flow->credit = 0;
    flow->const_reg = 0;
    flow->memo.valid = false;
    flow_retstack_clear(&flow->stack);
}

void nexus_flow_lose(struct nexus_flow *flow)
{
    clear_state(flow);
    flow->job.active = false;
    flow->state = NEXUS_FLOW_WAIT;
    flow->nosync = false;
    flow->returned = false;
    struct flow_context context = flow->where.context;
    context.known = false;
    nexus_flow_set_context(flow, &context);
}

void nexus_flow_sync_state(struct nexus_flow *flow, uint64_t addr)
{
    clear_state(flow);
    flow->where.pc = addr;
    flow->last_addr = addr;
    flow->htm = false; /* a damaged stretch may have pretended to have HIST */
}

void nexus_flow_restart(struct nexus_flow *flow, uint64_t addr, unsigned sync, unsigned btype)
{
    struct flow_elem *e;
    if (sync == NEXUS_SYNC_FIFO_OVERRUN && !flow->lost) {
        (void)nexus_flow_queue(flow, FLOW_ELEM_LOST);
        flow->gaps++;
    }
    nexus_flow_lose(flow);
    nexus_flow_sync_state(flow, addr);
    flow->state = NEXUS_FLOW_ON;
    flow->lost = false;
    flow->htm = false;
    e = nexus_flow_queue(flow, FLOW_ELEM_TRACE_ON);
    e->code = (uint8_t)sync;
    e->start = addr;
    if (btype != NEXUS_BTYPE_INDIRECT) {
        e = nexus_flow_queue(flow, FLOW_ELEM_EXCEPTION);
        e->code = (uint8_t)btype;
        e->end = addr;
    }
}

void nexus_flow_fail(struct nexus_flow *flow, int status, const char *hint)
{
    struct flow_elem *e =
        nexus_flow_queue(flow, status == NEXUS_ERR_NOCODE ? FLOW_ELEM_ADDR_NACC : FLOW_ELEM_ERROR);
    e->status = (int16_t)status;
    e->start = flow->where.pc;
    e->known = flow->state == NEXUS_FLOW_ON;
    e->hint = hint;
    flow->errors++;
    nexus_flow_lose(flow);
}

void nexus_flow_fail_msg(struct nexus_flow *flow, int status, const char *hint)
{
    struct nexus_flow_job job = flow->job;
    nexus_flow_fail(flow, status, hint);
    if (job.active && job.has_addr && nexus_tcode_is_sync(job.tcode)) {
        nexus_flow_restart(flow, job.addr, job.code, job.btype);
    }
}

void nexus_flow_dequeue(struct nexus_flow *flow, struct flow_elem *elem)
{
    *elem = flow->queue[flow->qhead];
    flow->qhead = (flow->qhead + 1) % NEXUS_FLOW_QUEUE;
    flow->qcount--;
}

int nexus_flow_advance(struct nexus_flow *flow, struct flow_range *range, unsigned max,
                       struct nexus_run *run)
{
    while (flow->qcount == 0) {
        const char *hint = NULL;
        if (!flow->job.active) {
            return NEXUS_ERR_END;
        }
        int rc = nexus_flow_walk(flow, range, max, run, &hint);
        if (rc > 0) {
            return rc;
        }
        if (rc == 0 || flow->job.tcode == NEXUS_ERROR) { /* there, trouble is where it ends */
            rc = nexus_flow_end(flow, &hint);
        }
        if (rc != NEXUS_OK) {
            nexus_flow_fail_msg(flow, rc, hint);
        }
    }
    return 0;
}

int nexus_flow_next_ranges(struct nexus_flow *flow, struct flow_range *range, unsigned max,
                           struct flow_elem *elem)
{
    int rc = nexus_flow_advance(flow, range, max, NULL);
    if (rc == 0) {
        nexus_flow_dequeue(flow, elem);
    }
    return rc;
}

/* Tell the next range of those that were walked. */
static void tell_range(struct nexus_flow *flow, struct flow_elem *elem)
{
    const struct flow_range *r = &flow->range[flow->told++];
    nexus_elem_start(flow, elem, FLOW_ELEM_RANGE);
    elem->position = flow->position;
    elem->start = r->start;
    elem->end = r->end;
    elem->count = r->count;
    elem->last_cls = r->last_cls;
    elem->last_size = r->last_size;
    elem->last_taken = r->last_taken != 0;
    flow->position += ((r->end - r->start) & flow->mask) / 2;
}

int nexus_flow_next(struct nexus_flow *flow, struct flow_elem *elem)
{
    if (flow->told == flow->walked) {
        flow->position = flow->where.position;
        int rc = nexus_flow_advance(flow, flow->range, flow->ahead ? NEXUS_FLOW_AHEAD : 1, NULL);
        if (rc == 0) {
            nexus_flow_dequeue(flow, elem);
        }
        if (rc <= 0) {
            return rc;
        }
        flow->told = 0;
        flow->walked = (uint8_t)rc;
    }
    tell_range(flow, elem);
    return NEXUS_OK;
}
