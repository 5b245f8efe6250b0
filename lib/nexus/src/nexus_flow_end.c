/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What comes after the last instruction of a message: events, and the address where execution goes
 * on.
 *
 * Source: N-Trace 1.0, chapter "N-Trace Messages (Details)"; Corner Cases and Sequences.
 */
#include "nexus_flow_int.h"

static void event(struct nexus_flow *flow, unsigned sync)
{
    struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_EVENT);
    e->code = (uint8_t)sync;
    e->start = flow->where.pc;
}

static void exception(struct nexus_flow *flow, unsigned btype, uint64_t handler)
{
    struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_EXCEPTION);
    e->code = (uint8_t)btype;
    e->known = true;
    e->start = flow->where.pc;
    e->end = handler;
}

static void exception_return(struct nexus_flow *flow)
{
    struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_EXCEPTION_RET);
    e->end = flow->job.addr;
}

static int end_indirect(struct nexus_flow *flow, const char **hint)
{
    const struct nexus_flow_job *job = &flow->job;

    if (job->btype != NEXUS_BTYPE_INDIRECT) {
        exception(flow, job->btype, job->addr);
    } else if (job->jumped && job->last_cls == FLOW_INSN_TRAP_RETURN) {
        exception_return(flow);
        flow->returned = true;
    } else if (!job->jumped && !job->custom) {
        *hint = "the block does not end at an indirect jump";
        return NEXUS_ERR_ICNT;
    }
    flow->where.pc = job->addr;
    return NEXUS_OK;
}

/* The branch that the message ends at is not walked yet: position counts it as often as I-CNT. */
static void end_before_branch(struct nexus_flow *flow)
{
    uint64_t pc = flow->where.pc;
    flow->where.position += (uint64_t)flow->credit;
    nexus_flow_sync_state(flow, flow->job.addr);
    flow->where.pc = pc;
    flow->htm = true;
    event(flow, flow->job.code);
}

/* A sync on running trace. With B-TYPE 0 (or none) it may come between any two instructions: then
 * its address is the pc. After a trap return a handler's address may come in a sync without B-TYPE
 * (Corner Cases: exception or interrupt immediately following trap return). */
static int end_sync(struct nexus_flow *flow, bool returned, const char **hint)
{
    const struct nexus_flow_job *job = &flow->job;
    bool still = job->last_cls == FLOW_INSN_CLASSES;

    if (nexus_sync_starts(job->code)) {
        nexus_flow_restart(flow, job->addr, job->code, job->btype);
        return NEXUS_OK;
    }
    if (job->again) {
        end_before_branch(flow);
        return NEXUS_OK;
    }
    if (job->btype != NEXUS_BTYPE_INDIRECT) {
        exception(flow, job->btype, job->addr);
    } else if (job->jumped && job->last_cls == FLOW_INSN_TRAP_RETURN) {
        exception_return(flow);
        flow->returned = true;
    } else if (!job->jumped && !job->custom && flow->where.pc != job->addr) {
        if (!still || !returned) {
            *hint = "F-ADDR is not the address that the instructions lead to";
            return NEXUS_ERR_SYNC;
        }
        exception(flow, NEXUS_BTYPE_TRAP, job->addr);
    } else {
        flow->returned = still && returned;
    }
    nexus_flow_sync_state(flow, job->addr);
    flow->htm = job->has_hist;
    event(flow, job->code);
    return NEXUS_OK;
}

static void end_correlation(struct nexus_flow *flow)
{
    struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_TRACE_OFF);
    e->code = flow->job.code;
    e->start = flow->where.pc;
    e->known = !flow->job.jumped;
    nexus_flow_lose(flow);
    flow->state = NEXUS_FLOW_OFF;
}

static int end_message(struct nexus_flow *flow, const char **hint)
{
    bool returned = flow->returned;
    flow->returned = false;
    switch (flow->job.tcode) {
    case NEXUS_RESOURCE_FULL:
        return NEXUS_OK;
    case NEXUS_DIRECT_BRANCH:
        if (!flow->job.taken) {
            *hint = "the block does not end at a branch";
            return NEXUS_ERR_BRANCH;
        }
        return NEXUS_OK;
    case NEXUS_INDIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH_HIST:
        return end_indirect(flow, hint);
    case NEXUS_PROG_TRACE_CORRELATION:
        end_correlation(flow);
        return NEXUS_OK;
    case NEXUS_ERROR:
        if (flow->job.at_end) {
            flow->state = NEXUS_FLOW_WAIT;
            return NEXUS_OK;
        }
        nexus_flow_lost(flow, flow->job.code, flow->job.addr);
        return NEXUS_OK;
    default:
        return end_sync(flow, returned, hint);
    }
}

int nexus_flow_end(struct nexus_flow *flow, const char **hint)
{
    struct nexus_flow_job *job = &flow->job;
    uint32_t again = job->repeat;

    if (nexus_job_has_bits(job)) {
        *hint = "HIST bits are left over";
        return NEXUS_ERR_HIST;
    }
    if (job->final) {
        flow->const_reg = 0;
    }
    if (job->stamp && again == 0) {
        nexus_flow_queue(flow, FLOW_ELEM_TIMESTAMP)->value = flow->time;
    }
    int rc = end_message(flow, hint);
    if (rc != NEXUS_OK) {
        return rc;
    }
    job->active = false;
    if (again == 0) {
        return NEXUS_OK;
    }
    job->active = true;
    job->repeat = again - 1;
    return nexus_flow_begin(flow, hint);
}
