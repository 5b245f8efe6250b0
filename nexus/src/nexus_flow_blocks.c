/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk from block to block: the fast half of nexus_flow_walk.c. It takes a block only when all
 * of its instructions were executed and it is plain what the last one did. Everything else, errors
 * above all, is left to the walk by instructions: this one stops in front of the block.
 *
 * Source: N-Trace 1.0, Decoding Algorithm Principles.
 */
#include "nexus_block_int.h"
#include "nexus_flow_int.h"
#include "nexus_frame.h"

/* The part of the flow that changes with every block, and what it is compared with. */
struct walker {
    uint64_t pc;
    int64_t credit;
    int64_t floor; /* credit may not fall below */
    uint64_t hist;
    unsigned pos; /* HIST bits left in this repetition */
    bool final;
    bool jumped;
    bool taken;
    uint64_t next; /* pc behind the block */
};

static void load(struct walker *w, const struct nexus_flow *flow)
{
    const struct nexus_flow_job *job = &flow->job;
    *w = (struct walker){.pc = flow->where.pc,
                         .credit = flow->credit,
                         .hist = job->hist,
                         .pos = job->hist_pos,
                         .final = job->final};
    if (!job->final) {
        w->floor = flow->credit - (int64_t)(job->limit - job->stray);
    }
}

/* Write back what the walk over blocks up to `last` has changed. (A block in front of which it
 * stopped may have left something in taken: the walk by instructions then says it anew.) */
static void store(struct nexus_flow *flow, const struct walker *w, const struct nexus_block *last)
{
    struct nexus_flow_job *job = &flow->job;
    flow->where.pc = w->pc;
    flow->where.position += (uint64_t)(flow->credit - w->credit);
    flow->credit = w->credit;
    flow->const_reg = 0;
    job->hist_pos = (uint8_t)w->pos;
    if (!job->final) {
        job->stray = job->limit - (uint64_t)(w->credit - w->floor);
    }
    job->last_cls = last->cls;
    job->jumped = w->jumped;
    job->taken = w->taken;
    job->custom = false;
}

static inline void use_bit(struct walker *w, struct nexus_flow_job *job)
{
    w->pos--;
    if (w->pos == 0 && job->hist_repeat != 0) {
        job->hist_repeat--;
        w->pos = job->hist_len;
    }
}

static inline bool next_bit(const struct walker *w)
{
    return ((w->hist >> (w->pos - 1)) & 1u) != 0;
}

/* A branch: HTM has a bit for it; in BTM it was not taken, unless it ends a DirectBranch. Each of
 * the three returns false when the walk by instructions must decide. */
static inline bool end_branch(struct nexus_flow *flow, struct walker *w,
                              const struct nexus_block *b)
{
    if (w->pos != 0) {
        w->taken = next_bit(w);
        w->next = b->next[w->taken];
        use_bit(w, &flow->job);
        return true;
    }
    if (flow->htm) {
        return false;
    }
    if (w->final && w->credit == b->half) {
        w->taken = true;
        if (flow->job.tcode != NEXUS_DIRECT_BRANCH) {
            return false;
        }
    }
    w->next = b->next[w->taken];
    return true;
}

/* A direct jump or call; with trTeInstEnAllJumps it has a bit, or a message, as a branch. */
static inline bool end_direct(struct nexus_flow *flow, struct walker *w,
                              const struct nexus_block *b)
{
    if (flow->cfg.all_jumps) {
        if (w->pos == 0 || !next_bit(w)) {
            return false;
        }
        use_bit(w, &flow->job);
        w->taken = true;
    }
    w->next = b->next[1];
    if (flow->use_stack && !flow->cfg.all_jumps && b->cls == NEXUS_INSN_DIRECT_CALL) {
        nexus_retstack_push(&flow->stack, b->next[0]);
    }
    return true;
}

/* An indirect jump: the message tells its target, or a constant, or the return stack. */
static inline bool end_indirect(struct nexus_flow *flow, struct walker *w,
                                const struct nexus_block *b)
{
    uint64_t top;
    bool implicit = flow->use_stack && (b->cls == NEXUS_INSN_RETURN || b->cls == NEXUS_INSN_SWAP);
    if (w->final && w->credit == b->half && nexus_job_tells_target(&flow->job)) {
        w->jumped = true;
        w->next = b->next[0];
    } else if (b->constant && flow->cfg.sequential_jump &&
               !(implicit && b->cls == NEXUS_INSN_RETURN)) {
        w->next = b->next[1];
    } else if (implicit && nexus_retstack_top(&flow->stack, &top)) {
        w->next = top;
    } else {
        return false;
    }
    nexus_flow_stack_action(flow, b->cls, b->next[0]);
    return true;
}

/* Find out what the last instruction of the block did. */
static inline bool end_block(struct nexus_flow *flow, struct walker *w, const struct nexus_block *b)
{
    w->taken = false;
    w->next = b->next[0];
    if (b->cls == NEXUS_INSN_BRANCH) {
        return end_branch(flow, w, b);
    }
    if (b->cls >= NEXUS_INSN_DIRECT_CALL && b->cls <= NEXUS_INSN_DIRECT_OTHER) {
        return end_direct(flow, w, b);
    }
    return b->cls == NEXUS_INSN_LINEAR || end_indirect(flow, w, b);
}

/* The block at the present pc; NULL when there is none. */
static inline const struct nexus_block *block_at(const struct nexus_flow *flow,
                                                 const struct walker *w)
{
    const struct nexus_block *b = nexus_block_line(flow->code, w->pc);
    if (nexus_block_hit(flow->code, b, w->pc)) {
        return b;
    }
    struct nexus_where where = flow->where;
    where.pc = w->pc;
    where.position += (uint64_t)(flow->credit - w->credit);
    return nexus_block_load(flow->code, &where);
}

/* I-CNT of a plain DirectBranch in two or three bytes: TCODE 3, no SRC, no TSTAMP. Returns the
 * number of bytes; 0 when something else stands there. */
static inline unsigned direct_branch(const struct nexus_run *run, uint64_t *icnt)
{
    if (run->end - run->p < 8) {
        return 0;
    }
    uint64_t x = nexus_load8(run->p);
    if ((x & 0x3ff) == (NEXUS_DIRECT_BRANCH << 2 | NEXUS_MSEO_END << 8)) {
        *icnt = x >> 10 & 0x3f;
        return 2;
    }
    if ((x & 0x303ff) == (NEXUS_DIRECT_BRANCH << 2 | NEXUS_MSEO_END << 16)) {
        *icnt = (x >> 10 & 0x3f) | (x >> 12 & 0xfc0);
        return 3;
    }
    return 0;
}

/* In BTM most messages are DirectBranch. When the walk of one is complete and the next is another,
 * go on with it at once. Does what the ends of the one, and the beginning of the other, would do.
 */
static inline bool next_message(struct nexus_flow *flow, struct walker *w, struct nexus_run *run)
{
    struct nexus_flow_job *job = &flow->job;
    uint64_t icnt;
    if (run == NULL || job->tcode != NEXUS_DIRECT_BRANCH || !w->taken || job->stamp ||
        job->repeat != 0) {
        return false;
    }
    unsigned size = direct_branch(run, &icnt);
    if (size == 0 || icnt == 0) {
        return false;
    }
    flow->returned = false;
    flow->msgs++;
    flow->msg_offset = run->offset;
    flow->credit += (int64_t)icnt;
    flow->memo.job.icnt = icnt;
    job->icnt = icnt;
    w->credit = (int64_t)icnt;
    run->p += size;
    run->offset += size;
    return true;
}

unsigned nexus_flow_walk_blocks(struct nexus_flow *flow, struct nexus_range *out, unsigned max,
                                struct nexus_run *run)
{
    struct nexus_code *code = flow->code;
    const struct nexus_block *b, *last = NULL;
    struct walker w;
    uint64_t start = flow->where.pc;
    uint64_t insns = 0;
    uint32_t count = 0;
    unsigned n = 0;

    out->start = start;
    out->count = 0;
    if (code->block == NULL || code->xlen != flow->cfg.xlen || flow->const_reg != 0) {
        return 0;
    }
    load(&w, flow);
    while (n < max && (b = block_at(flow, &w)) != NULL) {
        if (w.credit - b->half < w.floor || count + b->count >= NEXUS_RANGE_MAX ||
            !end_block(flow, &w, b)) {
            break;
        }
        bool changes = w.taken || (b->cls != NEXUS_INSN_BRANCH && b->cls != NEXUS_INSN_LINEAR);
        w.credit -= b->half;
        count += b->count;
        insns += b->count;
        bool done = w.final ? w.credit == 0 : w.pos == 0;
        out[n] = (struct nexus_range){.start = start,
                                      .end = b->next[0],
                                      .count = count,
                                      .type = NEXUS_RANGE_TYPE,
                                      .last_cls = b->cls,
                                      .last_size = b->size,
                                      .last_taken = changes};
        last = b;
        w.pc = w.next;
        /* Without a branch: whether a range ends here is as hard to foresee as the HIST bit. */
        uint64_t ends = changes | done;
        start ^= (start ^ w.next) & (0 - ends);
        count &= (uint32_t)ends - 1;
        n += (unsigned)ends;
        if (done && (n == max || !next_message(flow, &w, run))) {
            break;
        }
    }
    if (last != NULL) {
        store(flow, &w, last);
    }
    flow->insns += insns - count; /* those of a range that was only begun are counted later */
    if (n < max) {
        out[n].start = start;
        out[n].count = count;
    }
    return n;
}
