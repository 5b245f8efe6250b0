/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk from block to block: the fast half of nexus_flow_walk.c. It takes a block only when all
 * of its instructions were executed and it is plain what the last one did. Everything else, errors
 * above all, is left to the walk by instructions: this one stops in front of the block.
 *
 * Source: N-Trace 1.0, Decoding Algorithm Principles.
 */
#include <stddef.h>

#include "nexus_bits.h"
#include "nexus_block_int.h"
#include "nexus_flow_follow.h"
#include "nexus_flow_int.h"
#include "nexus_flow_plain.h"
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

    struct nexus_range *out; /* the range that was begun */
    struct nexus_range *end; /* behind the last that may be written */
    uint64_t start;          /* of the range that was begun */
    uint64_t insns;          /* walked in all */
    uint64_t before;         /* of these, in complete ranges */
    const struct nexus_block *last;
};

/* Take the job as it stands. */
static void load(struct walker *w, const struct nexus_flow *flow)
{
    const struct nexus_flow_job *job = &flow->job;
    w->credit = flow->credit;
    w->hist = job->hist;
    w->pos = job->hist_pos;
    w->final = job->final;
    w->floor = job->final ? 0 : flow->credit - (int64_t)(job->limit - job->stray);
}

/* Write back what the walk over blocks up to `last` has changed. (A block in front of which it
 * stopped may have left something in taken: the walk by instructions then says it anew.) */
static void store(struct nexus_flow *flow, const struct walker *w)
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
    job->last_cls = w->last->cls;
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

/* Nothing is left to walk of the message. */
static inline bool is_done(const struct walker *w)
{
    return w->final ? w->credit == 0 : w->pos == 0;
}

/* The block is part of the range that was begun, and ends it when changes is true (or something
 * else does). Writes the record, which counts when it ends. */
static inline void put(struct walker *w, const struct nexus_block *b, bool changes)
{
    uint8_t *record = (uint8_t *)w->out;
    w->insns += b->count;
    w->out->start = w->start;
    w->out->end = b->next[0];
    w->out->count = (uint32_t)(w->insns - w->before);
    __builtin_memcpy(record + offsetof(struct nexus_range, type), b->tail[changes],
                     sizeof b->tail[0]);
    w->last = b;
}

/* Without a branch: whether a range ends is as hard to foresee as the HIST bit. */
static inline void end_range(struct walker *w, bool ends)
{
    uint64_t all = 0 - (uint64_t)ends;
    w->start ^= (w->start ^ w->pc) & all;
    w->before ^= (w->before ^ w->insns) & all;
    w->out += ends;
}

/* From block to block along the links, as long as there are HIST bits, the message does not end,
 * and the blocks are of the kinds that need no more than that. b is the block at the pc. Whether
 * the next block has a branch is easy to foresee, but not its bit. */
static void follow_bits(struct walker *w, const struct nexus_code *code, unsigned kinds,
                        const struct nexus_block *b)
{
    const uint64_t stop = UINT64_C(1) << 63;
    const uint32_t generation = code->generation;
    const struct nexus_block *const table = code->block;
    struct nexus_range *const end = w->end;
    struct follower f = {b,
                         w->pc,
                         (w->hist << 1 | 1) << (63 - w->pos),
                         w->credit - w->floor,
                         w->out,
                         w->start,
                         w->insns,
                         w->before};
    const struct nexus_block *last = b;
    while (f.b->pc == f.pc && f.b->generation == generation && f.room > f.b->half && f.out != end &&
           f.bits != stop) {
        const struct nexus_block *now = f.b;
        if (now->kind == NEXUS_BLOCK_BRANCH) {
            unsigned taken = (unsigned)(f.bits >> 63);
            f.bits <<= 1;
            follow(&f, table, taken);
        } else if ((now->kind & kinds) != 0) {
            follow(&f, table, 1);
        } else {
            break;
        }
        last = now;
    }
    *w = (struct walker){.pc = f.pc,
                         .credit = f.room + w->floor,
                         .floor = w->floor,
                         .hist = w->hist,
                         .pos = 63 - nexus_bits_low(f.bits),
                         .final = w->final,
                         .out = f.out,
                         .end = end,
                         .start = f.start,
                         .insns = f.insns,
                         .before = f.before,
                         .last = last};
}
/* Does the walk that is complete end its message without more ado? Then nexus_flow_end has nothing
 * to do but to go on at the address that the message tells. */
static bool ends_plainly(const struct nexus_flow *flow, const struct walker *w)
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
        return job->btype == NEXUS_BTYPE_INDIRECT && w->jumped &&
               w->last->cls != NEXUS_INSN_TRAP_RETURN;
    default:
        return false;
    }
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

/* A DirectBranch behind a DirectBranch: most messages of BTM. */
static inline bool next_direct_branch(struct nexus_flow *flow, struct walker *w,
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

/* Most messages are plain. When the walk of one is complete and the next is another, go on with it
 * at once. Does what the ends of the one, and the beginning of the other, would do. */
static bool next_message(struct nexus_flow *flow, struct walker *w, struct nexus_run *run)
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

/* A run of DirectBranch: the blocks of this one and of those behind it, along the links. Whether a
 * branch ends its message is as hard to foresee as a HIST bit: the next one is read anyway. */
static void follow_messages(struct nexus_flow *flow, struct walker *w, unsigned kinds,
                            const struct nexus_block *b, struct nexus_run *run)
{
    const struct nexus_block *const table = flow->code->block;
    const uint32_t generation = flow->code->generation;
    const uint8_t *p = run->p;
    const uint8_t *offered = p;
    uint64_t given = 0, icnt = 0;
    struct follower f = {b, w->pc, 0, w->credit, w->out, w->start, w->insns, w->before};
    while (f.b->pc == f.pc && f.b->generation == generation && f.out != w->end &&
           run->end - p >= 8) {
        const struct nexus_block *now = f.b;
        int64_t rest = f.room - now->half;
        if (now->kind == NEXUS_BLOCK_BRANCH && rest >= 0) {
            uint64_t x = nexus_load8(p);
            uint64_t next = x >> 10 & 0x3f;
            unsigned taken = rest == 0;
            bool plain = (x & 0x3ff) == (NEXUS_DIRECT_BRANCH << 2 | NEXUS_MSEO_END << 8);
            if (taken && (!plain || next == 0)) {
                break;
            }
            uint64_t all = 0 - (uint64_t)taken;
            follow(&f, table, taken);
            f.room |= (int64_t)(next & all);
            given += next & all;
            offered = taken != 0 ? p : offered;
            icnt = taken != 0 ? next : icnt;
            p += 2 * taken;
        } else if (rest > 0 && (now->kind & kinds) != 0) {
            follow(&f, table, 1);
        } else {
            break;
        }
        w->last = now;
    }
    w->pc = f.pc;
    w->credit = f.room;
    w->out = f.out;
    w->start = f.start;
    w->insns = f.insns;
    w->before = f.before;
    if (p != run->p) {
        flow->returned = false;
        flow->msgs += (uint64_t)(p - run->p) / 2;
        flow->msg_offset = run->offset + (uint64_t)(offered - run->p);
        flow->credit += (int64_t)given;
        flow->memo.job.icnt = icnt;
        flow->job.icnt = icnt;
        run->offset += (uint64_t)(p - run->p);
        run->p = p;
    }
}

/* The pattern of a repeated history begins anew. */
static inline void repeat_bits(struct walker *w, struct nexus_flow_job *job)
{
    if (w->pos == 0 && job->hist_repeat != 0) {
        job->hist_repeat--;
        w->pos = job->hist_len;
    }
}

/* A DirectBranch of BTM about which nothing is special. */
static inline bool is_run(const struct nexus_flow *flow)
{
    const struct nexus_flow_job *job = &flow->job;
    return job->tcode == NEXUS_DIRECT_BRANCH && !flow->htm && !job->stamp && job->repeat == 0 &&
           !flow->cfg.all_jumps;
}

/* Walk one block, or many. Returns false when the walk by instructions must decide. */
static inline bool walk_on(struct nexus_flow *flow, struct walker *w, const struct nexus_block *b,
                           unsigned kinds, struct nexus_run *run)
{
    uint64_t begun = w->insns - w->before;
    if (w->pos != 0 && (b->kind & kinds) != 0 && w->credit - b->half > w->floor &&
        begun < NEXUS_RANGE_MAX - 64 * NEXUS_BLOCK_MAX) {
        follow_bits(w, flow->code, kinds, b);
        repeat_bits(w, &flow->job);
        end_range(w, is_done(w) && w->insns != w->before);
        return true;
    }
    if (run != NULL && w->pos == 0 && is_run(flow) && begun == 0 && (b->kind & kinds) != 0) {
        const uint64_t walked = w->insns;
        w->jumped = false;
        follow_messages(flow, w, kinds, b, run);
        if (w->insns != walked) {
            return true;
        }
    }
    if (w->credit - b->half < w->floor || begun + b->count >= NEXUS_RANGE_MAX ||
        !end_block(flow, w, b)) {
        return false;
    }
    bool changes = w->taken || (b->cls != NEXUS_INSN_BRANCH && b->cls != NEXUS_INSN_LINEAR);
    w->credit -= b->half;
    w->pc = w->next;
    put(w, b, changes);
    end_range(w, changes || is_done(w));
    return true;
}

unsigned nexus_flow_walk_blocks(struct nexus_flow *flow, struct nexus_range *out, unsigned max,
                                struct nexus_run *run)
{
    const struct nexus_code *code = flow->code;
    unsigned kinds = NEXUS_BLOCK_BRANCH;
    struct walker w = {.pc = flow->where.pc, .start = flow->where.pc, .out = out, .end = out + max};

    kinds |= flow->cfg.all_jumps ? 0 : NEXUS_BLOCK_JUMP;
    kinds |= flow->cfg.all_jumps || flow->use_stack ? 0 : NEXUS_BLOCK_CALL;
    out->start = w.start;
    out->count = 0;
    if (code->block == NULL || code->xlen != flow->cfg.xlen || flow->const_reg != 0) {
        return 0;
    }
    load(&w, flow);
    while (w.out != w.end) {
        const struct nexus_block *b = block_at(flow, &w);
        if (b == NULL || !walk_on(flow, &w, b, kinds, run)) {
            break;
        }
        if (is_done(&w) && (w.out == w.end || !next_message(flow, &w, run))) {
            break;
        }
    }
    if (w.last != NULL) {
        store(flow, &w);
    }
    flow->insns += w.before; /* those of a range that was only begun are counted later */
    if (w.out != w.end) {
        w.out->start = w.start;
        w.out->count = (uint32_t)(w.insns - w.before);
    }
    return (unsigned)(w.out - out);
}
