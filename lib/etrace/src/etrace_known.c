/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk by blocks with branch prediction, as long as more than one outcome is left. Until then
 * no instruction can be the one that the packet reports, and the predictor has to be asked and
 * trained, which no path of several blocks can do.
 *
 * Source: Efficient Trace 2.0, chapter "Decoder", follow_execution_path; "Branch prediction mode".
 */
#include "etrace_flow_int.h"

#include "etrace/etrace_tables.h"
#include "flow_block_int.h"

/* A target that only the packet has, or an address that may come again, is for the walk by pieces.
 */
static bool can_walk(const struct etrace_flow *f)
{
    bool asks = f->job.indexed || f->inferred || (f->job.fresh && f->via == ETRACE_VIA_TARGET);
    return !asks && f->code->block != NULL;
}

/* The next outcome, by the predictor where the packet counts only; the branch is at pc. */
static inline bool learn(struct etrace_flow *f, uint64_t pc)
{
    uint8_t *entry = &f->predictor[etrace_table_index(&f->cfg, pc, f->cfg.bpred_size)];
    unsigned old = *entry;
    bool taken = etrace_predictor_taken(old);
    if (f->branches != 0) {
        taken = (f->map & 1u) == 0;
        f->map >>= 1;
        f->branches--;
    } else {
        f->predicted--; /* more than one is left: the failed one comes last */
    }
    *entry = etrace_predictor_next(old, taken);
    return taken;
}

/* What the last instruction of a block that is no branch does. Returns false: it is for the walk by
 * pieces, and nothing was done. */
static bool leads(struct etrace_flow *f, const struct flow_block *b, uint64_t *next, uint8_t *via)
{
    struct etrace_piece piece = {.seq = b->next[0], .target = b->next[1], .cls = b->cls};
    const char *hint;
    bool implied = b->cls == FLOW_INSN_RETURN && f->stack.count != 0 &&
                   etrace_flow_has(f, ETRACE_OPT_IMPLICIT_RETURN) &&
                   (f->cfg.itype_width == 4 || !etrace_flow_has(f, ETRACE_OPT_SEQUENTIAL_JUMP));
    return (b->cls <= FLOW_INSN_DIRECT_OTHER || implied) &&
           etrace_step(f, &piece, 0, next, via, &hint) == ETRACE_OK;
}

/* The last instruction of b was executed, and leads to `next`. Returns whether the range is
 * complete. */
static inline bool pass_block(struct etrace_flow *f, const struct flow_block *b, uint64_t next,
                              uint8_t via)
{
    f->range_count += b->count;
    f->where.position += b->half;
    f->where.pc = next;
    f->via = via;
    f->job.fresh = true;
    return via != ETRACE_VIA_LINEAR || f->range_count >= ETRACE_RANGE_MAX - FLOW_BLOCK_MAX;
}

static inline void close_block(struct etrace_flow *f, const struct flow_block *b, bool jumped,
                               struct flow_range *range)
{
    range->start = f->range_start;
    range->end = b->next[0];
    range->count = f->range_count;
    __builtin_memcpy(&range->type, b->tail[jumped], sizeof b->tail[jumped]);
    f->insns += f->range_count;
    f->told += ((b->next[0] - f->range_start) & f->mask) / 2;
    f->range_count = 0;
    f->range_start = f->where.pc;
}

int etrace_walk_known(struct etrace_flow *f, struct flow_range *range, unsigned max, unsigned *n,
                      const char **hint)
{
    if (!can_walk(f)) {
        return ETRACE_OK;
    }
    while (*n < max && etrace_outstanding(f) > 1) {
        const struct flow_block *b = flow_block_at(f->code, &f->where);
        if (b == NULL || f->job.left < b->count) {
            break;
        }
        uint64_t last = (b->next[0] - b->size) & f->mask;
        uint64_t next = b->next[0];
        uint8_t via = ETRACE_VIA_LINEAR;
        bool branch = b->cls == FLOW_INSN_BRANCH;
        if (branch) {
            bool taken = learn(f, last);
            next = b->next[taken];
            via = taken ? ETRACE_VIA_TAKEN : ETRACE_VIA_LINEAR;
        } else if (!leads(f, b, &next, &via)) {
            break;
        }
        bool jumped = via != ETRACE_VIA_LINEAR;
        f->before = last;
        f->before_known = !jumped;
        bool closed = pass_block(f, b, next, via);
        int rc = etrace_check_reach(f, b->count, branch, jumped, hint);
        if (rc != ETRACE_OK) {
            return rc;
        }
        if (closed) {
            close_block(f, b, jumped, &range[(*n)++]);
        }
    }
    return ETRACE_OK;
}
