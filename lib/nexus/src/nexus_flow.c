/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow from outside: start, and elements out.
 */
#include "nexus_flow_int.h"

enum nexus_status nexus_flow_init(struct nexus_flow *flow, const struct nexus_stream_cfg *cfg,
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
        if (rc == 0 || flow->job.tcode == NEXUS_ERROR) { /* an Error ends where the walk stops */
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

int nexus_flow_finish(struct nexus_flow *flow)
{
    const char *hint;
    if (flow->qcount != 0 || flow->job.active || flow->told != flow->walked) {
        return NEXUS_ERR_ARG;
    }
    if (flow->state != NEXUS_FLOW_ON || flow->credit <= 0) {
        return NEXUS_ERR_END;
    }
    flow->job = (struct nexus_flow_job){
        .active = true, .final = true, .at_end = true, .tcode = NEXUS_ERROR};
    if (nexus_flow_begin(flow, &hint) != NEXUS_OK) { /* more than can have been executed */
        flow->job.active = false;
        flow->state = NEXUS_FLOW_WAIT;
        return NEXUS_ERR_END;
    }
    return NEXUS_OK;
}

/* Report the next range of those that were walked. */
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

enum nexus_status nexus_flow_next(struct nexus_flow *flow, struct flow_elem *elem)
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
