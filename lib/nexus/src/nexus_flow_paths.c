/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk along paths: the fast half of nexus_flow_blocks.c. It goes on while HIST bits or
 * messages of the simplest kind last, and stops before anything else.
 *
 * Source: N-Trace 1.0, Decoding Algorithm Principles; HIST Field Generation.
 */
#include "flow_bits.h"
#include "flow_block_int.h"
#include "nexus_flow_walker.h"
#include "nexus_frame.h"
#include "flow_path_int.h"

static inline struct flow_follower follow(const struct nexus_flow *flow,
                                          const struct nexus_walker *w)
{
    return (struct flow_follower){.pc = w->pc,
                                  .link = flow_path_hash(flow->code, w->pc),
                                  .out = w->out,
                                  .start = w->start,
                                  .begun = w->insns - w->before,
                                  .insns = w->insns};
}

/* The path for this key, from the table or found now; false when there is none. */
static inline bool find_path(struct nexus_flow *flow, struct flow_follower *f, unsigned key,
                             int64_t credit)
{
    if (!flow_follower_hits(f, flow->code, key)) {
        struct flow_where where = nexus_walker_where(flow, f->pc, credit);
        f->path = flow_path_load(flow->code, &where, key);
    }
    return f->path != NULL;
}

/* Back from the registers. Returns whether anything was walked. */
static inline bool followed(struct nexus_walker *w, const struct flow_follower *f)
{
    bool walked = f->insns != w->insns;
    w->pc = f->pc;
    w->out = f->out;
    w->start = f->start;
    w->insns = f->insns;
    w->before = f->insns - f->begun;
    w->walked = w->walked || walked;
    return walked;
}

/* HIST of a plain ResourceFull, and what became of those that were taken. */
struct full {
    const uint8_t *p; /* the next message; NULL: none may be taken */
    uint64_t hist;    /* of the one at hand */
    int64_t credit;   /* when it began */
};

/* May the ResourceFull messages that follow the job, itself one, be taken from the run? */
static inline struct full begin_full(const struct nexus_flow *flow, const struct nexus_walker *w,
                                     const struct nexus_run *run)
{
    const struct nexus_flow_job *job = &flow->job;
    bool may = run != NULL && !w->final && !job->stamp && job->hist_repeat == 0 &&
               w->floor == -flow->reach && w->credit < flow->reach;
    return (struct full){may ? run->p : NULL, w->hist, flow->credit};
}

/* Is the next one a ResourceFull with 32 bits of HIST, in seven bytes, without SRC and TSTAMP? */
static inline bool next_full(struct full *full, const struct nexus_run *run, int64_t credit)
{
    const uint64_t form =
        NEXUS_RESOURCE_FULL << 2 | NEXUS_RCODE_HIST << 10 | (uint64_t)NEXUS_MSEO_END << 48;
    if (full->p == NULL || run->end - full->p < 8) {
        return false;
    }
    uint64_t x = nexus_load8(full->p);
    uint64_t hist = nexus_mdo8(x >> 8 & UINT64_C(0xFFFFFFFFFFFF)) >> 4;
    if ((x & UINT64_C(0x0003030303033FFF)) != form || hist >> 31 == 0) {
        return false;
    }
    full->p += 7;
    full->hist = hist;
    full->credit = credit;
    return true;
}

/* The flow after the ResourceFull messages that were taken: the last is the job. */
static void end_full(struct nexus_flow *flow, struct nexus_walker *w, struct nexus_run *run,
                     const struct full *full)
{
    if (full->p == NULL || full->p == run->p) {
        return;
    }
    size_t size = (size_t)(full->p - run->p);
    flow->returned = false;
    flow->where.position += (uint64_t)(flow->credit - full->credit);
    flow->credit = full->credit;
    flow->msgs += size / 7;
    flow->msg_offset = run->offset + size - 7;
    flow->job.hist = full->hist;
    flow->job.hist_len = 31;
    flow->job.limit = (uint64_t)(flow->reach + full->credit);
    run->offset += size;
    run->p = full->p;
    w->hist = full->hist;
}

/* Along paths, as long as there are HIST bits, of this message and of plain ones after it, the
 * message does not end, and there is room for the ranges of a path. Returns false when nothing was
 * walked. */
static bool follow_bits(struct nexus_flow *flow, struct nexus_walker *w, unsigned kinds,
                        struct nexus_run *run)
{
    const uint64_t stop = UINT64_C(1) << 63;
    uint64_t bits = (w->hist << 1 | 1) << (63 - w->pos);
    int64_t room = w->credit - w->floor;
    struct flow_follower f = follow(flow, w);
    struct full full = begin_full(flow, w, run);
    while (w->end - f.out > FLOW_PATH_RANGES) {
        if (bits == stop) {
            if (!next_full(&full, run, room + w->floor)) {
                break;
            }
            bits = (full.hist << 1 | 1) << (63 - 31);
            f.out += f.begun != 0; /* a range ends with its message */
            f.start = f.pc;
            f.begun = 0;
            continue;
        }
        unsigned key = flow_path_kinds(kinds) | flow_path_bits_key(bits);
        if (!find_path(flow, &f, key, room + w->floor) || room <= f.path->half) {
            break;
        }
        room -= f.path->half;
        bits <<= f.path->bits;
        flow_follower_take(&f);
    }
    w->credit = room + w->floor;
    w->pos = 63 - flow_bits_low(bits);
    end_full(flow, w, run, &full);
    return followed(w, &f);
}

/* The rest of a message that needs only its I-CNT: up to the branch that ends it, or the jump that
 * its address belongs to. Returns false for any other message. */
static bool follow_rest(struct nexus_flow *flow, struct nexus_walker *w, unsigned kinds)
{
    const struct nexus_flow_job *job = &flow->job;
    bool direct = job->tcode == NEXUS_DIRECT_BRANCH;
    unsigned key = FLOW_PATH_ICNT | (direct ? 0 : FLOW_PATH_JUMP) | (unsigned)w->credit;
    struct flow_follower f = follow(flow, w);
    if (flow->htm) {
        kinds &= ~(unsigned)FLOW_BLOCK_BRANCH; /* each has a bit */
    }
    if (w->credit <= 0 || w->credit >= FLOW_PATH_HALF || w->end - w->out <= FLOW_PATH_RANGES ||
        (direct ? flow->htm : !nexus_job_tells_target(job)) ||
        !find_path(flow, &f, flow_path_kinds(kinds) | key, w->credit)) {
        return false;
    }
    flow_follower_take(&f);
    w->credit = 0;
    w->cls = f.path->range[f.path->ranges - 1].last_cls;
    w->taken = direct;
    w->jumped = !direct;
    return followed(w, &f);
}

/* A run of DirectBranch: the paths of this one and of those after it. */
static bool follow_messages(struct nexus_flow *flow, struct nexus_walker *w, unsigned kinds,
                            struct nexus_run *run)
{
    const uint8_t *p = run->p;
    int64_t credit = w->credit;
    uint64_t given = 0;
    struct flow_follower f = follow(flow, w);
    while (run->end - p >= 8 && w->end - f.out > FLOW_PATH_RANGES && credit < FLOW_PATH_HALF) {
        uint64_t x = nexus_load8(p);
        uint64_t next = x >> 10 & 0x3f;
        unsigned key = flow_path_kinds(kinds) | FLOW_PATH_ICNT | (unsigned)credit;
        if ((x & 0x3ff) != (NEXUS_DIRECT_BRANCH << 2 | NEXUS_MSEO_END << 8) || next == 0 ||
            !find_path(flow, &f, key, credit - (int64_t)given)) {
            break;
        }
        flow_follower_take(&f);
        credit = (int64_t)next;
        given += next;
        p += 2;
    }
    if (p == run->p) {
        return false;
    }
    flow->returned = false;
    flow->msgs += (uint64_t)(p - run->p) / 2;
    flow->msg_offset = run->offset + (uint64_t)(p - run->p) - 2;
    flow->credit += (int64_t)given;
    flow->memo.job.icnt = (uint64_t)credit;
    flow->job.icnt = (uint64_t)credit;
    run->offset += (uint64_t)(p - run->p);
    run->p = p;
    w->credit = credit;
    w->cls = FLOW_INSN_BRANCH;
    return followed(w, &f);
}

/* The pattern of a repeated history begins anew. */
static inline void repeat_bits(struct nexus_walker *w, struct nexus_flow_job *job)
{
    if (w->pos == 0 && job->hist_repeat != 0) {
        job->hist_repeat--;
        w->pos = job->hist_len;
    }
}

/* A plain DirectBranch of BTM. */
static inline bool is_run(const struct nexus_flow *flow)
{
    const struct nexus_flow_job *job = &flow->job;
    return job->tcode == NEXUS_DIRECT_BRANCH && !flow->htm && !job->stamp && job->repeat == 0 &&
           !flow->cfg.all_jumps;
}

bool nexus_flow_walk_paths(struct nexus_flow *flow, struct nexus_walker *w, unsigned kinds,
                           struct nexus_run *run)
{
    uint64_t begun = w->insns - w->before;
    if (flow->code->path == NULL || w->end - w->out <= FLOW_PATH_RANGES ||
        begun >= FLOW_RANGE_MAX - 64 * FLOW_BLOCK_MAX) {
        return false;
    }
    if (w->pos != 0) {
        if (!follow_bits(flow, w, kinds, run)) {
            return false;
        }
        w->cls = FLOW_INSN_BRANCH; /* or a jump: it makes no difference */
        repeat_bits(w, &flow->job);
        nexus_walker_end_range(w, nexus_walker_is_done(w) && w->insns != w->before);
        return true;
    }
    w->jumped = false;
    if (run != NULL && is_run(flow) && begun == 0 && follow_messages(flow, w, kinds, run)) {
        return true;
    }
    return w->final && !flow->use_stack && !flow->cfg.all_jumps && follow_rest(flow, w, kinds);
}
