/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one instruction does: outcomes of branches, the return stack, constants, targets.
 *
 * Source: Efficient Trace 2.0, "Optional and run-time configurable modes"; chapter "Decoder",
 * next_pc.
 */
#include "etrace_flow_int.h"

#include "etrace/etrace_tables.h"
#include "flow_block_int.h"

/* The instruction before the pending one loads the register that this one jumps through. */
static bool loaded_constant(struct etrace_flow *f, const struct flow_insn *jump, uint64_t *target)
{
    const struct flow_insn *load;
    struct flow_where w = f->where;
    uint8_t rs = jump->rs;
    uint64_t offset = (uint64_t)(int64_t)jump->offset;
    if (!f->before_known || rs == 0 || !flow_insn_is_indirect(jump)) {
        return false;
    }
    w.pc = f->before;
    if (flow_code_insn(f->code, &w, &load) != FLOW_OK || (load->flags & FLOW_INSN_CONST) == 0 ||
        load->rd != rs) {
        return false;
    }
    *target = (load->target + offset) & f->mask & ~UINT64_C(1);
    return true;
}

int etrace_one_at(struct etrace_flow *f, struct etrace_piece *piece)
{
    const struct flow_insn *insn;
    int rc = flow_code_insn(f->code, &f->where, &insn);
    if (rc != FLOW_OK) {
        return ETRACE_ERR_NOCODE;
    }
    struct flow_insn copy = *insn;
    *piece = (struct etrace_piece){
        .last = f->where.pc,
        .seq = (f->where.pc + copy.size) & f->mask,
        .target = copy.target & f->mask,
        .count = 1,
        .half = copy.size / 2u,
        .cls = copy.cls,
        .size = copy.size,
    };
    piece->constant = loaded_constant(f, &copy, &piece->target);
    return ETRACE_OK;
}

int etrace_piece_at(struct etrace_flow *f, struct etrace_piece *piece)
{
    const struct flow_block *b = f->code->block != NULL ? flow_block_at(f->code, &f->where) : NULL;
    if (b == NULL || (b->count == 1 && b->cls >= FLOW_INSN_CALL)) {
        return etrace_one_at(f, piece);
    }
    *piece = (struct etrace_piece){
        .last = (b->next[0] - b->size) & f->mask,
        .seq = b->next[0],
        .target = b->next[1],
        .wide = b->wide,
        .count = b->count,
        .half = b->half,
        .cls = b->cls,
        .size = b->size,
        .constant = b->constant,
    };
    return ETRACE_OK;
}

/* The predictor's entry for a branch. */
static uint8_t *entry_of(struct etrace_flow *f, uint64_t pc)
{
    return &f->predictor[etrace_table_index(&f->cfg, pc, f->cfg.bpred_size)];
}

static bool predicts_taken(struct etrace_flow *f, uint64_t pc)
{
    return f->cfg.bpred_size != 0 && etrace_predictor_taken(*entry_of(f, pc));
}

bool etrace_take_branch(struct etrace_flow *f, uint64_t pc, bool *taken)
{
    if (f->branches != 0) {
        *taken = (f->map & 1u) == 0;
        f->map >>= 1;
        f->branches--;
    } else if (f->predicted != 0) {
        *taken = predicts_taken(f, pc);
        f->predicted--;
    } else if (f->missed) {
        *taken = !predicts_taken(f, pc);
        f->missed = false;
    } else {
        return false;
    }
    if (etrace_learns(f)) {
        uint8_t *entry = entry_of(f, pc);
        *entry = etrace_predictor_next(*entry, *taken);
    }
    return true;
}

void etrace_settle_branch(struct etrace_flow *f)
{
    if (f->branches == 0 && (f->predicted != 0 || f->missed)) {
        bool taken = predicts_taken(f, f->where.pc) == !f->missed;
        f->map = taken ? 0 : 1;
        f->branches = 1;
        f->predicted = 0;
        f->missed = false;
    }
}

static void push(struct etrace_flow *f, uint64_t addr)
{
    if (etrace_flow_has(f, ETRACE_OPT_IMPLICIT_RETURN) && etrace_cfg_depth(&f->cfg) != 0) {
        flow_retstack_push(&f->stack, addr);
        f->mark.level++;
    }
}

/* Does the packet say that the return at hand failed? At its depth, and with no branch left but one
 * at the target. */
static bool failed(struct etrace_flow *f, uint64_t address)
{
    const struct etrace_job *job = &f->job;
    const struct flow_insn *insn;
    struct flow_where w = f->where;
    if (job->kind != ETRACE_JOB_ADDRESS || !job->failed || f->inferred ||
        f->stack.count != job->packet.irdepth || etrace_outstanding(f) > 1) {
        return false;
    }
    w.pc = address;
    bool branch = flow_code_insn(f->code, &w, &insn) == FLOW_OK && insn->cls == FLOW_INSN_BRANCH;
    return etrace_outstanding(f) == (branch ? 1u : 0u);
}

/* May the stack tell where the return goes? */
static bool implied(struct etrace_flow *f, uint64_t address)
{
    return etrace_flow_has(f, ETRACE_OPT_IMPLICIT_RETURN) && f->stack.count != 0 &&
           !failed(f, address);
}

/* Remember the target of an uninferable jump, as the encoder's cache does. */
static void remember(struct etrace_flow *f, uint64_t target)
{
    if (f->cfg.cache_size != 0 && etrace_flow_has(f, ETRACE_OPT_JUMP_TARGET_CACHE)) {
        f->cache[etrace_table_index(&f->cfg, target, f->cfg.cache_size)] = target;
    }
}

static int discontinuity(struct etrace_flow *f, const struct etrace_piece *piece, uint64_t address,
                         uint64_t *next, uint8_t *via, const char **hint)
{
    if (f->job.kind == ETRACE_JOB_BRANCHES && !f->inferred) {
        *hint = "before the last branch of a branch map";
        return ETRACE_ERR_DISCON;
    }
    *next = address;
    *via = ETRACE_VIA_TARGET;
    if (flow_insn_is_indirect(&(struct flow_insn){.cls = piece->cls})) {
        remember(f, address);
    }
    return ETRACE_OK;
}

/* A jump through a register. */
static int indirect(struct etrace_flow *f, const struct etrace_piece *piece, uint64_t address,
                    uint64_t *next, uint8_t *via, const char **hint)
{
    bool pops = piece->cls == FLOW_INSN_RETURN || piece->cls == FLOW_INSN_SWAP;
    int rc = ETRACE_OK;
    bool ignored = piece->cls == FLOW_INSN_RETURN && f->cfg.itype_width == 4;
    if (piece->constant && !ignored && etrace_flow_has(f, ETRACE_OPT_SEQUENTIAL_JUMP)) {
        *next = piece->target;
        *via = ETRACE_VIA_TAKEN;
    } else if (pops && implied(f, address)) {
        (void)flow_retstack_top(&f->stack, next);
        flow_retstack_pop(&f->stack);
        f->mark.level--;
        f->mark.above = f->mark.above || f->mark.level < 0;
        *via = ETRACE_VIA_STACK;
    } else {
        rc = discontinuity(f, piece, address, next, via, hint);
    }
    if (piece->cls == FLOW_INSN_CALL || piece->cls == FLOW_INSN_SWAP) {
        push(f, piece->seq);
    }
    return rc;
}

int etrace_step(struct etrace_flow *f, const struct etrace_piece *piece, uint64_t address,
                uint64_t *next, uint8_t *via, const char **hint)
{
    bool taken;
    *next = piece->seq;
    *via = ETRACE_VIA_LINEAR;
    switch (piece->cls) {
    case FLOW_INSN_LINEAR:
        return ETRACE_OK;
    case FLOW_INSN_BRANCH:
        if (!etrace_take_branch(f, piece->last, &taken)) {
            *hint = "a branch without an outcome on the way to the reported address";
            return ETRACE_ERR_BRANCHES;
        }
        if (taken) {
            *next = piece->target;
            *via = ETRACE_VIA_TAKEN;
        }
        return ETRACE_OK;
    case FLOW_INSN_DIRECT_CALL:
        push(f, piece->seq);
        /* fall through */
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        *next = piece->target;
        *via = ETRACE_VIA_TAKEN;
        return ETRACE_OK;
    case FLOW_INSN_TRAP_RETURN:
    case FLOW_INSN_TRAP:
        return discontinuity(f, piece, address, next, via, hint);
    default:
        return indirect(f, piece, address, next, via, hint);
    }
}

/* The walk jumped, not by a branch. Was it here before, with the same calls to return from? Then it
 * goes round for ever. After Brent: the place to come back to is a later one each time, and never
 * one that a return left. */
static bool goes_round(struct etrace_flow *f)
{
    struct etrace_mark *m = &f->mark;
    if (m->limit != 0 && !m->above && m->pc == f->where.pc && m->count == f->stack.count) {
        return true;
    }
    m->jumps++;
    if (m->above || m->jumps >= m->limit) {
        uint32_t limit = m->jumps >= m->limit ? 2 * m->limit + 1 : m->limit;
        *m = (struct etrace_mark){.pc = f->where.pc, .count = f->stack.count, .limit = limit};
    }
    return false;
}

int etrace_check_reach(struct etrace_flow *f, unsigned count, bool branch, bool jumped,
                       const char **hint)
{
    f->job.left = branch ? ETRACE_WALK_MAX : f->job.left - count;
    if (branch || f->via == ETRACE_VIA_TARGET) {
        f->mark.limit = 0;
        return ETRACE_OK;
    }
    if (jumped && goes_round(f)) {
        *hint = "a loop without a branch never comes to the reported address";
        return ETRACE_ERR_REACH;
    }
    return ETRACE_OK;
}
