/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk: from the present pc through the code, as far as I-CNT and HIST of the job say.
 *
 * A message with I-CNT ends the walk where the I-CNT is used up. HIST without I-CNT (ResourceFull)
 * lets the walk run ahead to the branch of its last bit: flow.credit goes below zero, and the I-CNT
 * that follows must cover it. I-CNT without HIST (ResourceFull) is only credited: which way a
 * branch went may not be known yet. When an Error message comes instead of the message that would
 * have said so, the walk still goes to the first such branch: so far the I-CNT determines it. At
 * the end of the trace it stops in front of that branch.
 *
 * Source: N-Trace 1.0, Decoding Algorithm Principles; I-CNT Details; HIST Field Generation.
 */
#include "nexus_flow_int.h"

/* What one instruction does, before it is done. */
struct step {
    uint64_t next;
    bool changes; /* the flow does not go on after the instruction */
    bool use_bit; /* a HIST bit is used */
    bool taken;   /* taken branch, in the sense of DirectBranch */
    bool jumped;  /* the target is in the message */
    bool stop;    /* executed; its outcome is not reported */
    bool again;   /* left to the next message, which counts it again */
    const char *hint;
};

static bool next_bit(const struct nexus_flow_job *job)
{
    return ((job->hist >> (job->hist_pos - 1)) & 1u) != 0;
}

static void use_bit(struct nexus_flow_job *job)
{
    job->hist_pos--;
    if (job->hist_pos == 0 && job->hist_repeat != 0) {
        job->hist_repeat--;
        job->hist_pos = job->hist_len;
    }
}

/* This instruction uses up the I-CNT. */
static bool is_last(const struct nexus_flow *flow, const struct flow_insn *insn)
{
    return flow->job.final && flow->credit == insn->size / 2;
}

/* May the block end at an indirect jump without a reported target? Then trace stops or restarts
 * after it. */
static bool target_is_moot(const struct nexus_flow_job *job)
{
    return job->tcode == NEXUS_PROG_TRACE_CORRELATION || job->tcode == NEXUS_ERROR ||
           (nexus_tcode_is_sync(job->tcode) && nexus_sync_starts(job->code));
}

/* A branch that ends a block without HIST: taken with DirectBranch; by the address with a sync;
 * before any other message not taken. */
static bool taken_at_end(const struct nexus_flow_job *job, uint64_t target)
{
    if (job->tcode == NEXUS_DIRECT_BRANCH) {
        return true;
    }
    return nexus_tcode_is_sync(job->tcode) && nexus_job_tells_target(job) && job->addr == target;
}

/* Hardware before 1.0: a synchronizing message that finds HIST full has no room for the branch that
 * it comes after. Its I-CNT and F-ADDR have the branch, and the next message counts it again, with
 * its bit. */
static bool is_counted_again(const struct nexus_flow *flow, const struct flow_insn *insn)
{
    const struct nexus_flow_job *job = &flow->job;
    return flow->cfg.profile == NEXUS_PROFILE_SIFIVE_0X && job->hist_len == NEXUS_HIST_FULL &&
           job->tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC && nexus_job_tells_target(job) &&
           is_last(flow, insn) &&
           (job->addr == insn->target || job->addr == flow->where.pc + insn->size);
}

/* Main N-Trace Trace Modes: HTM has a bit for every branch, BTM a message for every taken one. */
static int step_branch(const struct nexus_flow *flow, const struct flow_insn *insn, struct step *s)
{
    const struct nexus_flow_job *job = &flow->job;
    bool taken = false;

    if (nexus_job_has_bits(job)) {
        taken = next_bit(job);
        s->use_bit = true;
    } else if (job->at_end) {
        return NEXUS_ERR_NOHIST;
    } else if (job->tcode == NEXUS_ERROR) {
        s->stop = true;
    } else if (is_counted_again(flow, insn)) {
        s->again = true;
    } else if (flow->htm) {
        s->hint = "a branch without a HIST bit";
        return NEXUS_ERR_NOHIST;
    } else if (is_last(flow, insn)) {
        taken = taken_at_end(job, insn->target);
    }
    if (taken) {
        s->next = insn->target;
        s->changes = true;
        s->taken = true;
    }
    return NEXUS_OK;
}

/* trTeInstEnAllJumps: direct jumps and calls are reported as taken branches. */
static int check_all_jumps(const struct nexus_flow *flow, const struct flow_insn *insn,
                           struct step *s)
{
    if (nexus_job_has_bits(&flow->job)) {
        s->use_bit = true;
        if (!next_bit(&flow->job)) {
            s->hint = "a HIST bit of 0 at an unconditional jump";
            return NEXUS_ERR_HIST;
        }
    } else if (flow->job.tcode == NEXUS_ERROR) {
        s->stop = !flow->job.at_end;
    } else if (flow->htm) {
        s->hint = "a jump without a HIST bit though all jumps are reported";
        return NEXUS_ERR_NOHIST;
    } else if (!is_last(flow, insn)) {
        s->hint = "a jump inside a block though all jumps are reported";
        return NEXUS_ERR_BRANCH;
    }
    s->taken = true;
    return NEXUS_OK;
}

static bool implicit_return(const struct nexus_flow *flow, const struct flow_insn *insn)
{
    return flow->use_stack && (insn->cls == FLOW_INSN_RETURN || insn->cls == FLOW_INSN_SWAP);
}

/* Sequential Jump Optimization: the instruction before loaded the register with a constant. Returns
 * classified for the return stack are left to it (itype 13 has no sijump). */
static bool infer_constant(const struct nexus_flow *flow, const struct flow_insn *insn,
                           uint64_t *target)
{
    if (!flow->cfg.sequential_jump || flow->const_reg == 0 || flow->const_reg != insn->rs) {
        return false;
    }
    if (insn->cls == FLOW_INSN_RETURN && implicit_return(flow, insn)) {
        return false;
    }
    uint64_t offset = (uint64_t)(int64_t)insn->offset;
    *target = (flow->const_value + offset) & flow->mask & ~UINT64_C(1);
    return true;
}

/* The instruction before loaded a constant that this one jumps to, and the message has another
 * address: its I-CNT is wrong. */
static bool contradicts_constant(const struct nexus_flow *flow, const struct flow_insn *insn)
{
    uint64_t offset = (uint64_t)(int64_t)insn->offset;
    uint64_t target = (flow->const_value + offset) & flow->mask & ~UINT64_C(1);
    return flow_insn_is_indirect(insn) && flow->const_reg != 0 && flow->const_reg == insn->rs &&
           target != flow->job.addr;
}

/* Implicit Return Optimization; Sequential Jump Optimization. A jump that ends the block of a
 * message with an address was reported, whatever could have been inferred. */
static int step_indirect(const struct nexus_flow *flow, const struct flow_insn *insn,
                         struct step *s)
{
    bool last = is_last(flow, insn);
    s->changes = true;
    if (last && nexus_job_tells_target(&flow->job)) {
        s->jumped = true;
        s->hint = "the code jumps to a constant address, and the message reports another one";
        return contradicts_constant(flow, insn) ? NEXUS_ERR_ICNT : NEXUS_OK;
    }
    if (infer_constant(flow, insn, &s->next)) {
        return NEXUS_OK;
    }
    if (implicit_return(flow, insn) && flow_retstack_top(&flow->stack, &s->next)) {
        return NEXUS_OK;
    }
    if (last && target_is_moot(&flow->job)) {
        s->jumped = true;
        return NEXUS_OK;
    }
    if (implicit_return(flow, insn)) {
        s->hint = "a return without a reported address, and the return stack is empty";
        return NEXUS_ERR_STACK;
    }
    s->hint = insn->cls == FLOW_INSN_TRAP_RETURN ? "a trap return without a reported address"
                                                 : "an indirect jump without a reported address";
    return NEXUS_ERR_UNINFERABLE;
}

/* Find out what the instruction does. Changes nothing, so it may be called again. */
static int plan(const struct nexus_flow *flow, const struct flow_insn *insn, struct step *s)
{
    const struct nexus_flow_job *job = &flow->job;
    unsigned half = insn->size / 2u;

    *s = (struct step){.next = (flow->where.pc + insn->size) & flow->mask};
    if (job->final && flow->credit < (int64_t)half) {
        s->hint = "I-CNT ends inside an instruction";
        return NEXUS_ERR_ICNT;
    }
    if (!job->final && job->stray + half > job->limit) {
        s->hint = "HIST leads further than the largest I-CNT";
        return NEXUS_ERR_HIST;
    }
    switch (insn->cls) {
    case FLOW_INSN_LINEAR:
        return NEXUS_OK;
    case FLOW_INSN_BRANCH:
        return step_branch(flow, insn, s);
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        s->next = insn->target & flow->mask;
        s->changes = true;
        return flow->cfg.all_jumps ? check_all_jumps(flow, insn, s) : NEXUS_OK;
    case FLOW_INSN_TRAP:
        s->hint = "I-CNT counts ecall or ebreak, which never retire";
        return NEXUS_ERR_ICNT;
    default:
        return step_indirect(flow, insn, s);
    }
}

/* Do it. */
static void carry_out(struct nexus_flow *flow, const struct flow_insn *insn, const struct step *s)
{
    struct nexus_flow_job *job = &flow->job;
    unsigned half = insn->size / 2u;

    job->stray += half;
    if (s->use_bit) {
        use_bit(job);
    }
    if (s->changes) {
        nexus_flow_stack_action(flow, insn->cls, (flow->where.pc + insn->size) & flow->mask);
    }
    flow->const_reg = (insn->flags & FLOW_INSN_CONST) != 0 ? insn->rd : 0;
    flow->const_value = insn->target;
    job->last_cls = insn->cls;
    job->jumped = s->jumped;
    job->taken = s->taken;
    job->custom = (insn->flags & FLOW_INSN_CUSTOM) != 0;
    flow->credit = s->stop ? 0 : flow->credit - (int64_t)half;
    flow->where.position += half;
    flow->where.pc = s->next;
}

static bool walk_done(const struct nexus_flow *flow)
{
    return flow->job.final ? flow->credit <= 0 || flow->job.again : !nexus_job_has_bits(&flow->job);
}

/* Walk instruction by instruction to the end of the range. Returns a status; what went well before
 * an error is in the range. */
static int walk_insns(struct nexus_flow *flow, struct flow_range *range, const char **hint)
{
    struct step s = {.changes = false};
    while (!s.changes && range->count < FLOW_RANGE_MAX && !walk_done(flow)) {
        const struct flow_insn *insn;
        s.hint = "no code at an executed address";
        int rc = flow_code_insn(flow->code, &flow->where, &insn);
        if (rc == NEXUS_OK) {
            rc = plan(flow, insn, &s);
        }
        if (rc != NEXUS_OK) {
            *hint = s.hint;
            return rc;
        }
        if (s.again) {
            flow->job.again = true;
            break;
        }
        range->count++;
        range->type = FLOW_RANGE_TYPE;
        range->last_cls = insn->cls;
        range->last_size = insn->size;
        range->end = (flow->where.pc + insn->size) & flow->mask;
        carry_out(flow, insn, &s);
        range->last_taken = s.changes;
    }
    return NEXUS_OK;
}

int nexus_flow_walk(struct nexus_flow *flow, struct flow_range *range, unsigned max,
                    struct nexus_run *run, const char **hint)
{
    unsigned n = 0;
    while (n < max && !walk_done(flow)) {
        if (flow->job.tcode == NEXUS_ERROR) {
            range[n] = (struct flow_range){.start = flow->where.pc};
        } else {
            n += nexus_flow_walk_blocks(flow, range + n, max - n, run);
        }
        if (n == max || (range[n].count == 0 && walk_done(flow))) {
            break;
        }
        int rc = walk_insns(flow, &range[n], hint);
        if (range[n].count != 0) {
            flow->insns += range[n].count;
            n++;
        }
        if (rc != NEXUS_OK) {
            return n != 0 ? (int)n : rc; /* first what went well; the same error comes again */
        }
    }
    return (int)n;
}
