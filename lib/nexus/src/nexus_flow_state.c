/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow's state, and how it changes: elements queued, context, restart, failure, a job's begin.
 * All other files of the flow use it.
 *
 * Source: N-Trace 1.0, Synchronizing Messages; Error Message.
 */
#include "nexus_flow_int.h"

/* More half-words than any trace holds: keeps sums of hostile I-CNT from overflowing. */
#define CREDIT_MAX (INT64_C(1) << 60)

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

/* No message makes more elements than the queue holds: time, error, lost, trace on, event and
 * exception are six. Ranges do not go through the queue. */
struct flow_elem *nexus_flow_queue(struct nexus_flow *flow, enum flow_elem_type type)
{
    unsigned slot = (flow->qhead + flow->qcount) % NEXUS_FLOW_QUEUE;
    if (flow->qcount < NEXUS_FLOW_QUEUE) {
        flow->qcount++;
    }
    nexus_elem_start(flow, &flow->queue[slot], type);
    return &flow->queue[slot];
}

void nexus_queue_time(struct nexus_flow *flow, bool stamp)
{
    if (stamp) {
        nexus_flow_queue(flow, FLOW_ELEM_TIMESTAMP)->value = flow->time;
    }
}

/* The context changes; so may the code at an address. */
void nexus_flow_set_context(struct nexus_flow *flow, const struct flow_context *to)
{
    struct flow_context *c = &flow->where.context;
    uint32_t changed = (c->scontext != to->scontext ? FLOW_DEPENDS_SCONTEXT : 0u) |
                       (c->hcontext != to->hcontext ? FLOW_DEPENDS_HCONTEXT : 0u) |
                       (c->v != to->v ? FLOW_DEPENDS_V : 0u) |
                       (c->prv != to->prv ? FLOW_DEPENDS_PRV : 0u) |
                       (c->known != to->known ? FLOW_DEPENDS_KNOWN : 0u);
    *c = *to;
    if ((changed & flow->code->depends) != 0) {
        flow_code_flush(flow->code);
    }
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

void nexus_flow_lost(struct nexus_flow *flow, unsigned etype, uint64_t ecode)
{
    nexus_flow_lose(flow);
    flow->data_known = false;
    struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_LOST);
    e->code = (uint8_t)(etype & 0xfu);
    e->value = ecode;
    flow->lost = true;
    flow->gaps++;
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
    if (sync == NEXUS_SYNC_FIFO_OVERRUN && !flow->lost) {
        (void)nexus_flow_queue(flow, FLOW_ELEM_LOST);
        flow->gaps++;
    }
    nexus_flow_lose(flow);
    nexus_flow_sync_state(flow, addr);
    flow->state = NEXUS_FLOW_ON;
    flow->lost = false;
    flow->htm = false;
    struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_TRACE_ON);
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

/* I-CNT of a restart counts what was executed before it, if that is known. After an overrun it is
 * not. */
static void begin_restart(struct nexus_flow *flow)
{
    if (flow->job.code == NEXUS_SYNC_FIFO_OVERRUN) {
        flow->credit = 0;
        flow->job.hist_pos = 0;
    }
    if (flow->credit < 0) {
        flow->credit = 0;
    }
}

int nexus_flow_begin(struct nexus_flow *flow, const char **hint)
{
    struct nexus_flow_job *job = &flow->job;

    job->hist_pos = job->hist_len;
    job->stray = 0;
    job->last_cls = FLOW_INSN_CLASSES;
    job->jumped = false;
    job->taken = false;
    job->custom = false;
    if (job->icnt > (uint64_t)CREDIT_MAX || flow->credit > CREDIT_MAX) {
        *hint = "I-CNT out of any range";
        return NEXUS_ERR_ICNT;
    }
    job->limit = flow->credit > -flow->reach ? (uint64_t)(flow->reach + flow->credit) : 0;
    flow->credit += (int64_t)job->icnt;
    if (nexus_tcode_is_sync(job->tcode) && nexus_sync_starts(job->code)) {
        begin_restart(flow);
    }
    if (job->final && flow->credit < 0) {
        *hint = "I-CNT is less than the code that the earlier HIST bits cover";
        return NEXUS_ERR_ICNT;
    }
    return NEXUS_OK;
}

void nexus_flow_stack_action(struct nexus_flow *flow, unsigned cls, uint64_t behind)
{
    if (!flow->use_stack) {
        return;
    }
    if (cls == FLOW_INSN_RETURN || cls == FLOW_INSN_SWAP) {
        flow_retstack_pop(&flow->stack);
    }
    if (cls == FLOW_INSN_CALL || cls == FLOW_INSN_SWAP ||
        (cls == FLOW_INSN_DIRECT_CALL && !flow->cfg.all_jumps)) {
        flow_retstack_push(&flow->stack, behind);
    }
}
