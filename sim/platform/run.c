/* SPDX-License-Identifier: Apache-2.0 */
/* Running: cycle by cycle while records are wanted, in batches otherwise. */
#include "platform/platform_priv.h"

enum {
    STALL_LIMIT = 1 << 20, /* cycles without progress that count as a deadlock */
};

struct run {
    const struct sim_run_limits *limits;
    uint64_t first_cycle, first_instret, first_stalled;
};

const char *sim_stop_name(enum sim_stop reason)
{
    switch (reason) {
    case SIM_STOP_FINISHER:
        return "the program ended";
    case SIM_STOP_INSTRUCTIONS:
        return "instruction limit";
    case SIM_STOP_CYCLES:
        return "cycle limit";
    case SIM_STOP_PC:
        return "stop address";
    case SIM_STOP_DEADLOCK:
        return "deadlock";
    case SIM_STOP_HALTED:
        return "debug mode";
    case SIM_STOP_REQUEST:
        return "stopped on request";
    default:
        return "unknown";
    }
}

void sim_platform_stop(struct sim_platform *p)
{
    p->stop = true;
    sim_hart_yield(p->hart);
}

static uint64_t retired(const struct sim_platform *p, const struct run *run)
{
    return sim_hart_instret(p->hart) - run->first_instret;
}

static uint64_t elapsed(const struct sim_platform *p, const struct run *run)
{
    return sim_hart_cycles(p->hart) - run->first_cycle;
}

/* Give the record to the encoder; it stays pending, and the hart stalled, while the encoder
 * refuses. */
static void deliver(struct sim_platform *p)
{
    p->pending = trm_encoder_ingress(&p->trace.encoder, &p->record.in);
    if (p->pending) {
        p->stalled++;
        p->stall_row++;
    } else {
        p->stall_row = 0;
    }
}

/* The same record, one cycle later. */
static void deliver_again(struct sim_platform *p)
{
    p->record.in.cycle = sim_hart_cycles(p->hart);
    p->record.in.time = sim_hart_time(p->hart);
    deliver(p);
    sim_hart_idle(p->hart, 1);
}

/* One cycle in the order of the architecture: sinks, encoder, hart (which a full encoder holds
 * back). */
static unsigned slow_cycle(struct sim_platform *p, bool trace)
{
    unsigned state;

    if (trace)
        sim_trace_tick(&p->trace);
    if (p->pending) {
        deliver_again(p);
        return 0;
    }
    state = sim_hart_step(p->hart, &p->record);
    if ((state & SIM_STEP_RECORD) == 0)
        return state;
    if (p->retire.fn)
        p->retire.fn(p->retire.ctx, 0, &p->record.in, p->record.opcode);
    if (trace)
        deliver(p);
    return state;
}

/* Asleep, and no timer interrupt will come that could wake it. */
static bool sleeps_for_ever(const struct sim_platform *p)
{
    return sim_hart_sleeping(p->hart) &&
           !(sim_hart_wakes_on(p->hart, SIM_IRQ_MTI) && p->clint.next != UINT64_MAX);
}

/* A limit of the run that is reached now. */
static bool limit_reached(const struct sim_platform *p, const struct run *run, enum sim_stop *why)
{
    const struct sim_run_limits *l = run->limits;

    if (l && l->max_instructions != 0 && retired(p, run) >= l->max_instructions) {
        *why = SIM_STOP_INSTRUCTIONS;
        return true;
    }
    if (l && l->max_cycles != 0 && elapsed(p, run) >= l->max_cycles) {
        *why = SIM_STOP_CYCLES;
        return true;
    }
    if (l && l->has_stop_pc && sim_hart_pc(p->hart) == l->stop_pc) {
        *why = SIM_STOP_PC;
        return true;
    }
    return false;
}

static bool must_stop(struct sim_platform *p, const struct run *run, enum sim_stop *why)
{
    if (p->stall_row > STALL_LIMIT) {
        *why = SIM_STOP_DEADLOCK;
        return true;
    }
    if (p->pending) /* what retired is delivered first */
        return false;
    if (p->finisher.done) {
        *why = SIM_STOP_FINISHER;
        return true;
    }
    if (p->stop) {
        *why = SIM_STOP_REQUEST;
        return true;
    }
    if (sim_hart_halted(p->hart)) {
        *why = SIM_STOP_HALTED;
        return true;
    }
    return limit_reached(p, run, why);
}

/* Cycles until something that a batch must not run over. */
static uint64_t batch(const struct sim_platform *p, const struct run *run)
{
    const struct sim_run_limits *l = run->limits;
    uint64_t n = p->clint.next - sim_hart_cycles(p->hart);

    if (l && l->has_stop_pc)
        return 1;
    if (l && l->max_instructions != 0 && l->max_instructions - retired(p, run) < n)
        n = l->max_instructions - retired(p, run);
    if (l && l->max_cycles != 0 && l->max_cycles - elapsed(p, run) < n)
        n = l->max_cycles - elapsed(p, run);
    return n < UINT64_C(1) << 32 ? n : UINT64_C(1) << 32;
}

/* Many cycles without records. Time asleep is skipped. Returns the state when it got nowhere. */
static unsigned fast_cycles(struct sim_platform *p, struct run *run)
{
    uint64_t n = batch(p, run);

    if (sim_hart_sleeping(p->hart) && !sleeps_for_ever(p) &&
        sim_hart_cycles(p->hart) < p->clint.next) {
        sim_hart_idle(p->hart, n);
        return 0;
    }
    if (sim_hart_run(p->hart, n) == 0)
        return slow_cycle(p, false);
    return 0;
}

static enum sim_stop run_until(struct sim_platform *p, struct run *run)
{
    enum sim_stop why = SIM_STOP_REQUEST;

    while (!must_stop(p, run, &why)) {
        const bool trace = sim_trace_busy(&p->trace) || p->pending;
        unsigned state;

        if (sim_hart_cycles(p->hart) >= p->clint.next)
            sim_clint_update(&p->clint);
        state = trace || p->retire.fn ? slow_cycle(p, trace) : fast_cycles(p, run);
        if ((state & SIM_STEP_RECORD) == 0 &&
            (((state & SIM_STEP_SLEEPING) != 0 && sleeps_for_ever(p)) ||
             (state & SIM_STEP_RESET) != 0))
            return SIM_STOP_DEADLOCK;
    }
    return why;
}

void sim_platform_run(struct sim_platform *p, const struct sim_run_limits *limits,
                      struct sim_run_result *result)
{
    struct run run = {
        .limits = limits,
        .first_cycle = sim_hart_cycles(p->hart),
        .first_instret = sim_hart_instret(p->hart),
        .first_stalled = p->stalled,
    };

    p->stop = false;
    p->stall_row = 0;
    sim_clint_update(&p->clint);
    result->reason = run_until(p, &run);
    result->exit_code = p->finisher.code;
    result->instructions = retired(p, &run);
    result->cycles = elapsed(p, &run);
    result->stalled = p->stalled - run.first_stalled;
}

void sim_platform_idle(struct sim_platform *p, uint64_t n)
{
    while (n-- > 0) {
        if (p->trace.present)
            sim_trace_tick(&p->trace);
        if (p->pending)
            deliver_again(p);
        else
            sim_hart_idle(p->hart, 1);
    }
}
