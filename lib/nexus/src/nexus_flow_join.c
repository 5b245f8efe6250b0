/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Joining flows that decoded neighboring stretches of one stream.
 *
 * Source: N-Trace 1.0, Synchronizing Messages: after one, only its own contents, the clock and the
 * context are known.
 */
#include "nexus_flow_int.h"

static bool same_context(const struct flow_context *a, const struct flow_context *b)
{
    return a->known == b->known && a->v == b->v && a->prv == b->prv && a->scontext == b->scontext &&
           a->hcontext == b->hcontext;
}

static bool idle(const struct nexus_flow *f)
{
    return f->state == NEXUS_FLOW_ON && !f->job.active && f->qcount == 0 && f->credit == 0 &&
           f->stack.count == 0 && !f->memo.valid && f->const_reg == 0 && f->told == f->walked;
}

bool nexus_flow_agrees(const struct nexus_flow *a, const struct nexus_flow *b)
{
    return idle(a) && idle(b) && a->where.pc == b->where.pc && a->last_addr == b->last_addr &&
           a->htm == b->htm && a->lost == b->lost && a->nosync == b->nosync &&
           a->returned == b->returned && a->time_known == b->time_known &&
           (!a->time_known || a->time == b->time) && a->data_known == b->data_known &&
           (!a->data_known || a->data_addr == b->data_addr) &&
           same_context(&a->where.context, &b->where.context);
}

void nexus_flow_join(struct nexus_flow *flow, const struct nexus_flow *part)
{
    struct flow_code *code = flow->code;
    uint64_t position = flow->where.position, msgs = flow->msgs, insns = flow->insns;
    uint64_t errors = flow->errors, gaps = flow->gaps;
    *flow = *part;
    flow->code = code;
    flow->where.position += position;
    flow->msgs += msgs;
    flow->insns += insns;
    flow->errors += errors;
    flow->gaps += gaps;
}
