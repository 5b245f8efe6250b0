/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk from block to block: the fast half of nexus_flow_walk.c. It takes a block only when all
 * of its instructions were executed and it is clear what the last one did. Everything else, errors
 * above all, is left to the walk by instructions: this one stops before the block.
 *
 * Source: N-Trace 1.0, Decoding Algorithm Principles.
 */
#include <stddef.h>

#include "flow_block_int.h"
#include "nexus_flow_int.h"
#include "nexus_flow_plain.h"
#include "nexus_flow_walker.h"
#include "nexus_frame.h"

/* Take the job as it is. */
static void load(struct nexus_walker *w, const struct nexus_flow *flow)
{
    const struct nexus_flow_job *job = &flow->job;
    w->credit = flow->credit;
    w->hist = job->hist;
    w->pos = job->hist_pos;
    w->final = job->final;
    w->floor = job->final ? 0 : flow->credit - (int64_t)(job->limit - job->stray);
}

/* Write back what the walk over blocks up to `last` has changed. (The block before which it stopped
 * may have changed taken; the walk by instructions sets it again.) */
static void store(struct nexus_flow *flow, const struct nexus_walker *w)
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
    job->last_cls = w->cls;
    job->jumped = w->jumped;
    job->taken = w->taken;
    job->custom = false;
}

static inline void use_bit(struct nexus_walker *w, struct nexus_flow_job *job)
{
    w->pos--;
    if (w->pos == 0 && job->hist_repeat != 0) {
        job->hist_repeat--;
        w->pos = job->hist_len;
    }
}

static inline bool next_bit(const struct nexus_walker *w)
{
    return ((w->hist >> (w->pos - 1)) & 1u) != 0;
}

/* A branch: HTM has a bit for it; in BTM it was not taken, unless it ends a DirectBranch. Each of
 * the three returns false when the walk by instructions must decide. */
static inline bool end_branch(struct nexus_flow *flow, struct nexus_walker *w,
                              const struct flow_block *b)
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
static inline bool end_direct(struct nexus_flow *flow, struct nexus_walker *w,
                              const struct flow_block *b)
{
    if (flow->cfg.all_jumps) {
        if (w->pos == 0 || !next_bit(w)) {
            return false;
        }
        use_bit(w, &flow->job);
        w->taken = true;
    }
    w->next = b->next[1];
    if (flow->use_stack && !flow->cfg.all_jumps && b->cls == FLOW_INSN_DIRECT_CALL) {
        flow_retstack_push(&flow->stack, b->next[0]);
    }
    return true;
}

/* An indirect jump: its target comes from the message, a constant, or the return stack. */
static inline bool end_indirect(struct nexus_flow *flow, struct nexus_walker *w,
                                const struct flow_block *b)
{
    uint64_t top;
    bool implicit = flow->use_stack && (b->cls == FLOW_INSN_RETURN || b->cls == FLOW_INSN_SWAP);
    if (w->final && w->credit == b->half && nexus_job_tells_target(&flow->job)) {
        if (b->constant && b->next[1] != flow->job.addr) {
            return false;
        }
        w->jumped = true;
        w->next = b->next[0];
    } else if (b->constant && flow->cfg.sequential_jump &&
               !(implicit && b->cls == FLOW_INSN_RETURN)) {
        w->next = b->next[1];
    } else if (implicit && flow_retstack_top(&flow->stack, &top)) {
        w->next = top;
    } else {
        return false;
    }
    nexus_flow_stack_action(flow, b->cls, b->next[0]);
    return true;
}

/* Find out what the last instruction of the block did. */
static inline bool end_block(struct nexus_flow *flow, struct nexus_walker *w,
                             const struct flow_block *b)
{
    w->taken = false;
    w->next = b->next[0];
    if (b->cls == FLOW_INSN_BRANCH) {
        return end_branch(flow, w, b);
    }
    if (b->cls >= FLOW_INSN_DIRECT_CALL && b->cls <= FLOW_INSN_DIRECT_OTHER) {
        return end_direct(flow, w, b);
    }
    return b->cls == FLOW_INSN_LINEAR || end_indirect(flow, w, b);
}

/* The block at the present pc; NULL when there is none. */
static inline const struct flow_block *block_at(const struct nexus_flow *flow,
                                                const struct nexus_walker *w)
{
    const struct flow_block *b = flow_block_line(flow->code, w->pc);
    if (flow_block_hit(flow->code, b, w->pc)) {
        return b;
    }
    struct flow_where where = nexus_walker_where(flow, w->pc, w->credit);
    return flow_block_load(flow->code, &where);
}

/* The block is part of the range that was begun, and ends it when changes is true (or something
 * else does). Writes the record, which counts when it ends. */
static inline void put(struct nexus_walker *w, const struct flow_block *b, bool changes)
{
    uint8_t *record = (uint8_t *)w->out;
    w->insns += b->count;
    w->out->start = w->start;
    w->out->end = b->next[0];
    w->out->count = (uint32_t)(w->insns - w->before);
    __builtin_memcpy(record + offsetof(struct flow_range, type), b->tail[changes],
                     sizeof b->tail[0]);
    w->cls = b->cls;
    w->walked = true;
}

/* Does the complete walk also complete its message? Then nexus_flow_end only has to go on at the
 * address in the message. */
static bool ends_plainly(const struct nexus_flow *flow, const struct nexus_walker *w)
{
    const struct nexus_flow_job *job = &flow->job;
    if (job->stamp || job->repeat != 0 || w->pos != 0) {
        return false;
    }
    switch (job->tcode) {
    case NEXUS_DIRECT_BRANCH:
        return w->taken;
    case NEXUS_RESOURCE_FULL:
        return true;
    case NEXUS_INDIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH_HIST:
        return job->btype == NEXUS_BTYPE_INDIRECT && w->jumped && w->cls != FLOW_INSN_TRAP_RETURN;
    default:
        return false;
    }
}

/* I-CNT of a plain DirectBranch in two or three bytes: TCODE 3, no SRC, no TSTAMP. Returns the
 * number of bytes; 0 when it is something else. */
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

/* A DirectBranch after a DirectBranch: most messages of BTM. */
static inline bool next_direct_branch(struct nexus_flow *flow, struct nexus_walker *w,
                                      struct nexus_run *run)
{
    uint64_t icnt;
    unsigned size = direct_branch(run, &icnt);
    if (size == 0 || icnt == 0) {
        return false;
    }
    flow->msgs++;
    flow->msg_offset = run->offset;
    flow->credit += (int64_t)icnt;
    flow->memo.job.icnt = icnt;
    flow->job.icnt = icnt;
    w->credit = (int64_t)icnt;
    run->p += size;
    run->offset += size;
    return true;
}

/* Most messages are plain. When the walk of one is complete and the next is plain too, go on with
 * it at once. Does what the end of the first and the beginning of the second would do. */
static bool next_message(struct nexus_flow *flow, struct nexus_walker *w, struct nexus_run *run)
{
    const struct nexus_flow_job *job = &flow->job;
    bool direct = job->tcode == NEXUS_DIRECT_BRANCH;
    bool addressed = job->has_addr;
    uint64_t addr = job->addr;
    if (run == NULL || !ends_plainly(flow, w)) {
        return false;
    }
    if (!direct || !next_direct_branch(flow, w, run)) {
        flow->where.position += (uint64_t)(flow->credit - w->credit);
        flow->credit = w->credit;
        if (!nexus_flow_begin_plain(flow, run)) {
            return false;
        }
        load(w, flow);
    }
    flow->returned = false;
    w->pc = addressed ? addr : w->pc;
    w->jumped = false;
    w->start = w->before == w->insns ? w->pc : w->start;
    return true;
}

/* Walk one block. Returns false when the walk by instructions must decide. */
static inline bool walk_block(struct nexus_flow *flow, struct nexus_walker *w,
                              const struct flow_block *b)
{
    uint64_t begun = w->insns - w->before;
    if (w->credit - b->half < w->floor || begun + b->count >= FLOW_RANGE_MAX ||
        !end_block(flow, w, b)) {
        return false;
    }
    bool changes = w->taken || (b->cls != FLOW_INSN_BRANCH && b->cls != FLOW_INSN_LINEAR);
    w->credit -= b->half;
    w->pc = w->next;
    put(w, b, changes);
    nexus_walker_end_range(w, changes || nexus_walker_is_done(w));
    return true;
}

unsigned nexus_flow_walk_blocks(struct nexus_flow *flow, struct flow_range *out, unsigned max,
                                struct nexus_run *run)
{
    const struct flow_code *code = flow->code;
    unsigned kinds = FLOW_BLOCK_BRANCH;
    struct nexus_walker w = {
        .pc = flow->where.pc, .start = flow->where.pc, .out = out, .end = out + max};

    kinds |= flow->cfg.all_jumps ? 0 : FLOW_BLOCK_JUMP;
    kinds |= flow->cfg.all_jumps || flow->use_stack ? 0 : FLOW_BLOCK_CALL;
    out->start = w.start;
    out->count = 0;
    if (code->block == NULL || code->xlen != flow->cfg.xlen || flow->const_reg != 0) {
        return 0;
    }
    load(&w, flow);
    bool paths = code->path != NULL && max > FLOW_PATH_RANGES;
    while (w.out != w.end) {
        if (!paths || !nexus_flow_walk_paths(flow, &w, kinds, run)) {
            const struct flow_block *b = block_at(flow, &w);
            if (b == NULL || !walk_block(flow, &w, b)) {
                break;
            }
        }
        if (nexus_walker_is_done(&w) && (w.out == w.end || !next_message(flow, &w, run))) {
            break;
        }
    }
    if (w.walked) {
        store(flow, &w);
    }
    flow->insns += w.before; /* those of an open range are counted later */
    if (w.out != w.end) {
        w.out->start = w.start;
        w.out->count = (uint32_t)(w.insns - w.before);
    }
    return (unsigned)(w.out - out);
}
