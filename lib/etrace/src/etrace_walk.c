/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk: from the instruction that was reported last to the one that the packet reports.
 *
 * Source: Efficient Trace 2.0, chapter "Decoder", follow_execution_path; "Format 2 notify and
 * updiscon fields"; "Format 2 irreport and irdepth".
 */
#include "etrace_flow_int.h"

/* Put the first k instructions of the piece, not all of them, into the range: the next one is
 * pending. */
static void pass(struct etrace_flow *f, const struct etrace_piece *piece, unsigned k)
{
    uint64_t wide = piece->wide;
    uint64_t pc = f->where.pc;
    for (unsigned i = 0; i < k; i++) {
        f->before = pc;
        pc += (wide & 1u) != 0 ? 4u : 2u;
        wide >>= 1;
    }
    f->before_known = true;
    f->where.position += (pc - f->where.pc) / 2;
    f->where.pc = pc & f->mask;
    f->range_count += k;
    f->job.left -= k;
    f->via = ETRACE_VIA_LINEAR;
}

void etrace_close_range(struct etrace_flow *f, const struct etrace_piece *piece, bool taken,
                        struct flow_range *range)
{
    *range = (struct flow_range){
        .start = f->range_start,
        .end = piece->seq,
        .count = f->range_count,
        .type = FLOW_RANGE_TYPE,
        .last_cls = piece->cls,
        .last_size = piece->size,
        .last_taken = taken,
    };
    f->insns += range->count;
    f->told += ((range->end - range->start) & f->mask) / 2;
    f->range_count = 0;
}

/* The address that the packet reports; in a first round the one before it. */
static bool goal(struct etrace_flow *f, uint64_t *address, const char **hint)
{
    struct etrace_job *job = &f->job;
    if (f->inferred) {
        *address = f->inferred_at;
        return true;
    }
    if (job->kind == ETRACE_JOB_ADDRESS && job->indexed) {
        uint64_t entry = f->cache[job->packet.index];
        if ((entry & 1u) != 0) {
            *hint = "the index of an entry that holds no address";
            return false;
        }
        f->address = entry;
        job->indexed = false;
    }
    *address = f->address;
    return true;
}

/* The instruction is where the packet says, by a way on which nothing needed the address. Is it
 * the one? */
static bool is_meant(const struct etrace_flow *f)
{
    const struct etrace_job *job = &f->job;
    if (job->kind == ETRACE_JOB_SYNC) {
        return job->packet.privilege == f->privilege;
    }
    if (job->target || job->failed) {
        return false;
    }
    if (job->depth) {
        return f->stack.count == job->packet.irdepth;
    }
    return job->packet.notify || f->via != ETRACE_VIA_STACK || f->stack.count == 0;
}

/* Does the walk end at the pending instruction, which was just reached? branch: it is one. Returns
 * 1 or 0, or a status. */
static int ends_here(struct etrace_flow *f, bool branch, const char **hint)
{
    struct etrace_job *job = &f->job;
    bool target = f->via == ETRACE_VIA_TARGET;
    /* A synchronization packet has the outcome of a branch where it is: the map does not. */
    bool own = branch && job->kind != ETRACE_JOB_SYNC;
    bool all = etrace_outstanding(f) == (own ? 1u : 0u);
    if (f->inferred) {
        f->inferred = !target;
        return target && job->kind == ETRACE_JOB_AGAIN;
    }
    if (target && !all) {
        *hint = "branches are left over at the target of a discontinuity";
        return ETRACE_ERR_BRANCHES;
    }
    if (target) {
        return 1;
    }
    if (job->kind == ETRACE_JOB_BRANCHES) {
        return branch && all;
    }
    if (!all || f->where.pc != f->address || !is_meant(f)) {
        return 0;
    }
    if (job->kind == ETRACE_JOB_ADDRESS && !job->packet.notify) {
        f->inferred = true;
        f->inferred_at = f->where.pc;
    }
    return 1;
}

/* How many instructions of the piece come before `address`, when it is one of the others; else 0.
 */
static unsigned find(const struct etrace_flow *f, const struct etrace_piece *piece,
                     uint64_t address)
{
    uint64_t pc = f->where.pc;
    if (address - pc - 1 >= piece->last - pc) {
        return 0;
    }
    uint64_t wide = piece->wide;
    unsigned k = 0;
    while (pc != address && k < piece->count - 1) {
        pc += (wide & 1u) != 0 ? 4u : 2u;
        wide >>= 1;
        k++;
    }
    return pc == address ? k : 0;
}

/* Could the walk end before the last instruction of the piece, or there? Goes to that place, and
 * answers as ends_here does. */
static int ends_inside(struct etrace_flow *f, const struct etrace_piece *piece, const char **hint)
{
    bool branch = piece->cls == FLOW_INSN_BRANCH;
    if (piece->count == 1 || f->inferred || etrace_outstanding(f) > (branch ? 1u : 0u)) {
        return 0;
    }
    unsigned k = f->job.kind != ETRACE_JOB_BRANCHES ? find(f, piece, f->address)
                 : branch                           ? piece->count - 1u
                                                    : 0;
    if (k == 0) {
        return 0;
    }
    struct etrace_flow_place {
        struct flow_where where;
        uint64_t before, left;
        uint32_t count;
        uint8_t via;
        bool known;
    } old = {f->where, f->before, f->job.left, f->range_count, f->via, f->before_known};
    pass(f, piece, k);
    int rc = ends_here(f, branch && k == piece->count - 1u, hint);
    if (rc == 0) { /* go on from the piece's first instruction */
        f->where = old.where;
        f->before = old.before;
        f->job.left = old.left;
        f->range_count = old.count;
        f->via = old.via;
        f->before_known = old.known;
    }
    return rc;
}

/* The whole piece was executed: the next pending instruction. Returns 1 when a range is complete,
 * 0, or a status. */
static int execute(struct etrace_flow *f, const struct etrace_piece *piece, uint64_t address,
                   struct flow_range *range, const char **hint)
{
    uint64_t next;
    uint8_t via;
    int rc = etrace_step(f, piece, address, &next, &via, hint);
    if (rc != ETRACE_OK) {
        return rc;
    }
    bool jumped = via != ETRACE_VIA_LINEAR;
    f->range_count += piece->count;
    f->where.position += piece->half;
    f->before = piece->last;
    f->before_known = !jumped;
    f->where.pc = next;
    f->via = via;
    rc = etrace_check_reach(f, piece->count, piece->cls == FLOW_INSN_BRANCH, jumped, hint);
    if (rc != ETRACE_OK) {
        return rc;
    }
    if (!jumped && f->range_count < ETRACE_RANGE_MAX - FLOW_BLOCK_MAX) {
        return 0;
    }
    etrace_close_range(f, piece, jumped, range);
    f->range_start = next;
    return 1;
}

/* The piece at the pending instruction. fresh: it was just reached; then it may be the last one.
 * Returns 2: it is; 1: a range is complete; 0; or a status. */
static int walk_piece(struct etrace_flow *f, bool fresh, struct flow_range *range,
                      const char **hint)
{
    struct etrace_piece piece;
    uint64_t address;
    int rc = etrace_piece_at(f, &piece);
    if (rc != ETRACE_OK) {
        *hint = "on the way to the reported address";
        return rc;
    }
    if (fresh) {
        rc = ends_here(f, piece.count == 1 && piece.cls == FLOW_INSN_BRANCH, hint);
        if (rc != 0) {
            return rc < 0 ? rc : 2;
        }
    }
    if (!goal(f, &address, hint)) {
        return ETRACE_ERR_CACHE;
    }
    rc = ends_inside(f, &piece, hint);
    if (rc != 0) {
        return rc < 0 ? rc : 2;
    }
    if (f->job.left < piece.count) {
        *hint = "the reported address is not on the path";
        return ETRACE_ERR_REACH;
    }
    return execute(f, &piece, address, range, hint);
}

int etrace_walk(struct etrace_flow *f, struct flow_range *range, unsigned max, unsigned *n,
                const char **hint)
{
    const bool learns = etrace_learns(f);
    *n = 0;
    for (;;) {
        int rc = ETRACE_OK;
        if (learns) {
            rc = etrace_walk_known(f, range, max, n, hint);
        } else {
            *n += etrace_follow(f, range + *n, max - *n);
        }
        if (rc < 0 || *n == max) {
            return rc;
        }
        rc = walk_piece(f, f->job.fresh, &range[*n], hint);
        if (rc < 0 || rc == 2) {
            return rc < 0 ? rc : 1;
        }
        f->job.fresh = true;
        *n += (unsigned)rc;
        if (*n == max) {
            return 0;
        }
    }
}
