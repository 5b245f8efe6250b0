/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow's state, and how it changes: elements queued, context, failure, tables.
 *
 * Sources: Efficient Trace 2.0, "Branch prediction mode", "Jump target cache mode", "Implicit
 * return mode"; ingress port, table "Privilege level encoding".
 */
#include "etrace_flow_int.h"

#include "etrace/etrace_tables.h"

enum {
    PRIVILEGE_DEBUG = 4,
    PRIVILEGE_VU = 5,
    PRIVILEGE_VS = 6,
};

/* No packet makes more elements than the queue holds: exception, trace on, context, time and an
 * error or event are five. */
struct flow_elem *etrace_flow_queue(struct etrace_flow *f, enum flow_elem_type type)
{
    etrace_flow_stamp(f); /* the time of a packet comes before its other elements */
    unsigned slot = (f->qhead + f->qcount) % ETRACE_FLOW_QUEUE;
    if (f->qcount < ETRACE_FLOW_QUEUE) {
        f->qcount++;
    }
    f->queue[slot] = (struct flow_elem){
        .type = (uint8_t)type,
        .position = f->told,
        .msg = f->number,
        .offset = f->offset,
        .context = f->where.context,
        .src = f->src,
    };
    return &f->queue[slot];
}

void etrace_flow_stamp(struct etrace_flow *f)
{
    if (f->stamped) {
        f->stamped = false;
        etrace_flow_queue(f, FLOW_ELEM_TIMESTAMP)->value = f->stamp;
    }
}

void etrace_flow_clear_tables(struct etrace_flow *f)
{
    for (unsigned i = 0; f->cfg.bpred_size != 0 && i < 1u << f->cfg.bpred_size; i++) {
        f->predictor[i] = ETRACE_PREDICTOR_START;
    }
    for (unsigned i = 0; f->cfg.cache_size != 0 && i < 1u << f->cfg.cache_size; i++) {
        f->cache[i] = 1;
    }
    flow_retstack_clear(&f->stack);
}

void etrace_flow_lose(struct etrace_flow *f)
{
    f->job.kind = ETRACE_JOB_NONE;
    f->state = ETRACE_FLOW_WAIT;
    f->pending = false;
    f->inferred = false;
    f->trapped = false;
    f->held = false;
    f->branches = 0;
    f->map = 0;
    f->predicted = 0;
    f->missed = false;
    f->range_count = 0;
}

void etrace_flow_fail(struct etrace_flow *f, int status, const char *hint)
{
    bool code = status == ETRACE_ERR_NOCODE;
    struct flow_elem *e = etrace_flow_queue(f, code ? FLOW_ELEM_ADDR_NACC : FLOW_ELEM_ERROR);
    e->status = (int16_t)status;
    e->start = f->where.pc;
    e->known = f->pending;
    e->hint = hint;
    f->errors++;
    etrace_flow_lose(f);
    f->nosync = true; /* the error says it */
}

static struct flow_context context_of(const struct etrace_flow *f, const struct etrace_packet *p)
{
    struct flow_context c = f->where.context;
    c.known = true;
    if (p->privilege != PRIVILEGE_DEBUG) {
        c.v = p->privilege == PRIVILEGE_VU || p->privilege == PRIVILEGE_VS;
        c.prv = c.v ? (uint8_t)(p->privilege - PRIVILEGE_VU) : p->privilege & 3u;
    }
    if (!f->cfg.nocontext) {
        c.scontext = p->context;
    }
    return c;
}

void etrace_flow_set_context(struct etrace_flow *f, const struct etrace_packet *p)
{
    const struct flow_context *old = &f->where.context;
    struct flow_context c = context_of(f, p);
    uint32_t changed = (old->scontext != c.scontext ? FLOW_DEPENDS_SCONTEXT : 0u) |
                       (old->v != c.v ? FLOW_DEPENDS_V : 0u) |
                       (old->prv != c.prv ? FLOW_DEPENDS_PRV : 0u) |
                       (!old->known ? FLOW_DEPENDS_KNOWN : 0u);
    f->where.context = c;
    f->privilege = p->privilege;
    if ((changed & f->code->depends) != 0) {
        flow_code_flush(f->code);
    }
    if (changed != 0) {
        (void)etrace_flow_queue(f, FLOW_ELEM_CONTEXT);
    }
}

bool etrace_flow_start_at(struct etrace_flow *f, uint64_t addr, bool branch)
{
    struct etrace_piece piece;
    f->where.pc = addr;
    f->address = addr;
    f->pending = true;
    f->inferred = false;
    f->before_known = false;
    f->via = ETRACE_VIA_START;
    f->range_start = addr;
    f->range_count = 0;
    f->map = 0;
    f->branches = 0;
    f->predicted = 0;
    f->missed = false;
    int rc = etrace_one_at(f, &piece);
    if (rc != ETRACE_OK) {
        etrace_flow_fail(f, rc, "the address of a synchronization packet");
        return false;
    }
    if (piece.cls == FLOW_INSN_BRANCH) {
        f->map = branch ? 1 : 0;
        f->branches = 1;
    }
    return true;
}
