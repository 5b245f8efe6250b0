/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk along paths of several blocks (flow_path.h): as far as the branch map goes, but for its
 * last branch. Until then no instruction can be the one that the packet reports, and nothing but
 * outcomes is needed.
 *
 * Source: Efficient Trace 2.0, chapter "Decoder", follow_execution_path.
 */
#include "etrace_flow_int.h"

#include "flow_bits.h"
#include "flow_block_int.h"
#include "flow_path_int.h"

static uint64_t swap(uint64_t v, unsigned by, uint64_t low)
{
    return (v >> by & low) | (v & low) << by;
}

/* The lowest bit becomes the highest. */
static uint64_t reverse(uint64_t v)
{
    v = swap(v, 1, UINT64_C(0x5555555555555555));
    v = swap(v, 2, UINT64_C(0x3333333333333333));
    v = swap(v, 4, UINT64_C(0x0F0F0F0F0F0F0F0F));
    v = swap(v, 8, UINT64_C(0x00FF00FF00FF00FF));
    v = swap(v, 16, UINT64_C(0x0000FFFF0000FFFF));
    return v << 32 | v >> 32;
}

/* The first n outcomes as a walk along paths takes them: 1 for taken, the next one on top, a stop
 * bit below the last. n is 1..62. */
static uint64_t outcomes(uint64_t map, unsigned n)
{
    uint64_t stop = UINT64_C(1) << (63 - n);
    return (reverse(~map) & ~(2 * stop - 1)) | stop;
}

/* Outcomes from the branch map alone. The target of a
 * discontinuity is where the packet ends: with branches left over that is an error of the walk.
 * So is the index of an entry without an address, which is looked up at the first instruction. */
static bool can_follow(const struct etrace_flow *f)
{
    if (f->job.indexed || (f->job.fresh && f->via == ETRACE_VIA_TARGET)) {
        return false;
    }
    return f->branches > 1 && f->predicted == 0 && !f->missed && !f->inferred &&
           f->code->path != NULL && f->code->block != NULL && f->code->xlen == f->cfg.xlen &&
           f->range_count < ETRACE_RANGE_MAX - FLOW_BLOCK_MAX * FLOW_BLOCK_MAX;
}

/* Kinds of blocks that need no more than an outcome. */
static unsigned kinds_of(const struct etrace_flow *f)
{
    bool calls = !etrace_flow_has(f, ETRACE_OPT_IMPLICIT_RETURN) || etrace_cfg_depth(&f->cfg) == 0;
    return FLOW_BLOCK_BRANCH | FLOW_BLOCK_JUMP | (calls ? FLOW_BLOCK_CALL : 0u);
}

/* The path for this key, with a branch at least; position: where execution is. */
static bool find_path(struct etrace_flow *f, struct flow_follower *w, unsigned key,
                      uint64_t position)
{
    if (!flow_follower_hits(w, f->code, key)) {
        struct flow_where where = f->where;
        where.pc = w->pc;
        where.position = position;
        w->path = flow_path_load(f->code, &where, key);
    }
    return w->path != NULL && w->path->bits != 0;
}

/* Back from the registers: `used` outcomes, and complete ranges in range[0..n). */
static void leave(struct etrace_flow *f, const struct flow_follower *w, unsigned used,
                  uint64_t position)
{
    uint64_t begun = f->range_count;
    f->map >>= used;
    f->branches -= used;
    f->told += position - f->where.position - ((w->pc - w->start) & f->mask) / 2 +
               ((f->where.pc - f->range_start) & f->mask) / 2;
    f->insns += w->insns + begun - w->begun;
    f->where.position = position;
    f->where.pc = w->pc;
    f->range_start = w->start;
    f->range_count = (uint32_t)w->begun;
    f->before_known = false; /* a branch or a jump is no load */
    f->via = ETRACE_VIA_TAKEN;
    f->job.fresh = true;
    f->job.left = ETRACE_WALK_MAX;
    f->mark.limit = 0;
}

unsigned etrace_follow(struct etrace_flow *f, struct flow_range *range, unsigned max)
{
    if (max <= FLOW_PATH_RANGES || !can_follow(f)) {
        return 0;
    }
    const uint64_t stop = UINT64_C(1) << 63;
    unsigned kinds = flow_path_kinds(kinds_of(f));
    uint64_t bits = outcomes(f->map, f->branches - 1);
    uint64_t position = f->where.position;
    unsigned used = 0;
    struct flow_follower w = {.pc = f->where.pc,
                              .link = flow_path_hash(f->code, f->where.pc),
                              .out = range,
                              .start = f->range_start,
                              .begun = f->range_count};
    while (bits != stop && (unsigned)(range + max - w.out) > FLOW_PATH_RANGES &&
           find_path(f, &w, kinds | flow_path_bits_key(bits), position)) {
        position += w.path->half;
        bits <<= w.path->bits;
        used += w.path->bits;
        flow_follower_take(&w);
    }
    if (used != 0) {
        leave(f, &w, used, position);
    }
    return (unsigned)(w.out - range);
}
