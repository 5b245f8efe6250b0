/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk of a packet is complete: what it says besides instructions.
 *
 * Source: Efficient Trace 2.0, "Format 3 packets"; chapter "Decoder", exception_address.
 */
#include "etrace_flow_int.h"

/* What is known of the address behind the pending instruction. */
struct behind {
    bool known;
    uint64_t address;
};

/* The pending instruction was the last one. given: where a discontinuity would go, or NULL. Closes
 * its range. Returns the number of ranges, or a status, with *hint set. */
static int finish_pending(struct etrace_flow *f, const uint64_t *given, struct behind *behind,
                          struct flow_range *range, const char **hint)
{
    struct etrace_piece piece;
    uint8_t via = ETRACE_VIA_LINEAR;
    int rc = etrace_one_at(f, &piece);
    if (rc != ETRACE_OK) {
        *hint = "the last reported instruction";
        return rc;
    }
    if (piece.cls == FLOW_INSN_TRAP) { /* it trapped itself */
        *behind = (struct behind){true, piece.last};
    } else if (given != NULL && piece.cls >= FLOW_INSN_CALL) { /* whatever could be inferred */
        *behind = (struct behind){true, *given};
        via = ETRACE_VIA_TARGET;
    } else if (piece.cls == FLOW_INSN_BRANCH && etrace_outstanding(f) == 0) {
        *behind = (struct behind){false, 0};
    } else {
        rc = etrace_step(f, &piece, given != NULL ? *given : 0, &behind->address, &via, hint);
        behind->known = via != ETRACE_VIA_TARGET || given != NULL;
    }
    if (rc == ETRACE_OK && etrace_outstanding(f) != 0) {
        *hint = "branches are left over where execution was interrupted";
        rc = ETRACE_ERR_BRANCHES;
    }
    if (rc != ETRACE_OK) {
        return rc;
    }
    f->range_count++;
    f->where.position += piece.half;
    etrace_close_range(f, &piece, via != ETRACE_VIA_LINEAR, range);
    f->pending = false;
    f->inferred = false;
    return 1;
}

/* The handler that tvec gives. RISC-V Privileged, mtvec: MODE 1 adds 4 times the cause of an
 * interrupt. */
static bool implied_handler(const struct etrace_flow *f, const struct etrace_packet *p,
                            uint64_t *handler)
{
    unsigned level = p->privilege & (ETRACE_PRIVILEGES - 1u);
    if (!f->cfg.trap_known[level]) {
        return false;
    }
    uint64_t tvec = f->cfg.trap_base[level];
    bool vectored = (tvec & 3u) == 1 && p->interrupt;
    *handler = ((tvec & ~UINT64_C(3)) + (vectored ? 4 * p->ecause : 0)) & f->mask;
    return true;
}

/* The EXCEPTION element of a trap, without its handler. */
static void describe(struct etrace_flow *f, const struct etrace_packet *p, const struct behind *epc,
                     struct flow_elem *e)
{
    *e = (struct flow_elem){
        .type = FLOW_ELEM_EXCEPTION,
        .code = p->interrupt ? 3 : 2, /* B-TYPE of N-Trace */
        .known = epc->known,
        .start = epc->known ? epc->address : 0,
        .value = p->ecause,
        .position = f->told,
        .msg = f->number,
        .offset = f->offset,
        .context = f->where.context,
        .src = f->src,
    };
}

/* A trap whose handler was not reported is out. */
static void release_trap(struct etrace_flow *f)
{
    if (f->trapped) {
        *etrace_flow_queue(f, FLOW_ELEM_EXCEPTION) = f->trap;
        f->trapped = false;
    }
}

/* A trap, its handler included, as the first packet after a gap. */
static void restart_in_handler(struct etrace_flow *f)
{
    struct flow_elem *e = etrace_flow_queue(f, FLOW_ELEM_TRACE_ON);
    e->code = f->lost ? 7 : 5;
    f->lost = false;
    f->nosync = false;
    f->state = ETRACE_FLOW_ON;
}

static void end_trap(struct etrace_flow *f, const struct etrace_packet *p, const struct behind *epc)
{
    uint64_t handler = p->address & f->mask;
    release_trap(f);
    describe(f, p, epc, &f->trap);
    if (!p->thaddr) {
        f->trapped = true;
        f->pending = false;
        if (f->state != ETRACE_FLOW_ON) {
            etrace_flow_set_context(f, p); /* that of the instruction that trapped */
            restart_in_handler(f);
            f->queue[(f->qhead + f->qcount - 1u) % ETRACE_FLOW_QUEUE].start = epc->address;
        }
        return;
    }
    if (!p->has_address && !implied_handler(f, p, &handler)) {
        etrace_flow_fail(f, ETRACE_ERR_HANDLER, "implicit exceptions: give the handler's base");
        return;
    }
    if (f->state != ETRACE_FLOW_ON) {
        restart_in_handler(f);
        f->queue[(f->qhead + f->qcount - 1u) % ETRACE_FLOW_QUEUE].start = handler;
    }
    f->trap.end = handler;
    *etrace_flow_queue(f, FLOW_ELEM_EXCEPTION) = f->trap;
    etrace_flow_clear_tables(f);
    etrace_flow_set_context(f, p);
    (void)etrace_flow_start_at(f, handler, p->branch);
}

static unsigned trap(struct etrace_flow *f, struct flow_range *range)
{
    const struct etrace_packet *p = &f->job.packet;
    uint64_t address = p->address & f->mask;
    const uint64_t *given = p->thaddr ? NULL : &address;
    struct behind epc = {!p->thaddr && f->state != ETRACE_FLOW_ON, address};
    const char *hint = NULL;
    int rc = f->pending ? finish_pending(f, given, &epc, range, &hint) : 0;
    if (rc < 0) {
        etrace_flow_fail(f, rc, hint);
        return 0;
    }
    end_trap(f, p, &epc);
    return (unsigned)rc;
}

/* Tracing ended, or packets were lost. */
static unsigned stop(struct etrace_flow *f, struct flow_range *range)
{
    struct behind next = {false, 0};
    const char *hint = NULL;
    bool lost = f->job.kind == ETRACE_JOB_LOST;
    int rc = f->pending ? finish_pending(f, NULL, &next, range, &hint) : 0;
    release_trap(f);
    if (rc < 0) {
        etrace_flow_fail(f, rc, hint);
        rc = 0;
    }
    struct flow_elem *e = etrace_flow_queue(f, lost ? FLOW_ELEM_LOST : FLOW_ELEM_TRACE_OFF);
    if (lost) {
        f->gaps++;
        f->lost = true;
    } else {
        e->code = 4; /* EVCODE of N-Trace: program trace was disabled */
        e->known = next.known;
        e->start = next.known ? next.address : 0;
    }
    etrace_flow_lose(f);
    f->state = lost ? ETRACE_FLOW_WAIT : ETRACE_FLOW_OFF;
    f->nosync = lost;
    return (unsigned)rc;
}

/* The instructions before the pending one are a range of their own: what comes now is between
 * them. Returns the number of ranges. */
static unsigned close_open(struct etrace_flow *f, struct flow_range *range)
{
    struct etrace_piece piece;
    const uint64_t pc = f->where.pc, position = f->where.position;
    bool good = f->range_count != 0;
    f->where.pc = f->range_start;
    f->where.position -= ((pc - f->range_start) & f->mask) / 2;
    for (uint32_t i = 0; good && i < f->range_count; i++) { /* to the last one: its class */
        good = etrace_one_at(f, &piece) == ETRACE_OK;
        f->where.pc = good ? piece.seq : pc;
        f->where.position += good ? piece.half : 0u;
    }
    good = good && f->where.pc == pc;
    f->where.pc = pc;
    f->where.position = position;
    if (!good) {
        return 0;
    }
    etrace_close_range(f, &piece, false, range);
    f->range_start = pc;
    return 1;
}

/* START was reached by the walk, with all outcomes used. */
static unsigned end_sync(struct etrace_flow *f, const struct etrace_packet *p,
                         struct flow_range *range)
{
    struct etrace_piece piece;
    unsigned n = close_open(f, range);
    if (etrace_one_at(f, &piece) == ETRACE_OK && piece.cls == FLOW_INSN_BRANCH) {
        f->map = p->branch ? 1 : 0;
        f->branches = 1;
    }
    etrace_flow_stamp(f);
    uint32_t told = f->qcount;
    etrace_flow_clear_tables(f);
    etrace_flow_set_context(f, p);
    if (f->qcount == told) { /* the same context: the counter asked for it */
        struct flow_elem *e = etrace_flow_queue(f, FLOW_ELEM_EVENT);
        e->code = 2;
        e->start = f->where.pc;
    }
    return n;
}

static unsigned finish(struct etrace_flow *f, struct flow_range *range)
{
    struct behind next;
    const char *hint;
    int rc = f->pending ? finish_pending(f, NULL, &next, range, &hint) : 0;
    release_trap(f);
    etrace_flow_lose(f);
    return rc > 0 ? 1 : 0;
}

unsigned etrace_flow_end(struct etrace_flow *f, struct flow_range *range)
{
    unsigned n = 0;
    struct etrace_job *job = &f->job;
    etrace_settle_branch(f);
    switch (job->kind) {
    case ETRACE_JOB_SYNC:
        n = end_sync(f, &job->packet, range);
        break;
    case ETRACE_JOB_TRAP:
        n = trap(f, range);
        break;
    case ETRACE_JOB_OFF:
    case ETRACE_JOB_AGAIN:
    case ETRACE_JOB_LOST:
        n = stop(f, range);
        break;
    case ETRACE_JOB_FINISH:
        n = finish(f, range);
        break;
    default:
        break;
    }
    etrace_flow_stamp(f);
    job->kind = ETRACE_JOB_NONE;
    return n;
}
