/* SPDX-License-Identifier: Apache-2.0 */
/* Running: cycle by cycle while records are wanted, in batches otherwise. */
#include "platform/platform_priv.h"

enum {
    STALL_LIMIT = 1 << 20,             /* cycles without progress that count as a deadlock */
    STALL_BYTES = 3 * TRM_MESSAGE_MAX, /* bytes: time to leave through a PIB sink is added */
    LOOK_CYCLES = 1 << 12,             /* cycles between two checks for harts that only trap */
};

struct run {
    const struct sim_run_limits *limits; /* never NULL */
    uint64_t first_cycle, first_instret, first_stalled;
    uint64_t next_poll, next_look;
    unsigned trapping; /* the hart that only traps, or the number of harts */
    bool silent;       /* the last cycle had no record */
    bool wakes;        /* there is a poll hook that may wake a hart */
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
    case SIM_STOP_TRAPS:
        return "a hart traps endlessly";
    default:
        return "unknown";
    }
}

void sim_platform_stop(struct sim_platform *p)
{
    p->stop = true;
    for (unsigned i = 0; i < p->harts; i++) {
        sim_hart_yield(p->core[i].hart);
    }
}

static uint64_t sum_instret(const struct sim_platform *p)
{
    uint64_t n = 0;

    for (unsigned i = 0; i < p->harts; i++) {
        n += sim_hart_instret(p->core[i].hart);
    }
    return n;
}

static uint64_t sum_stalled(const struct sim_platform *p)
{
    uint64_t n = 0;

    for (unsigned i = 0; i < p->harts; i++) {
        n += p->core[i].stalled;
    }
    return n;
}

static uint64_t retired(const struct sim_platform *p, const struct run *run)
{
    return sum_instret(p) - run->first_instret;
}

static uint64_t elapsed(const struct sim_platform *p, const struct run *run)
{
    return sim_now(p) - run->first_cycle;
}

/* ---- a cycle ---- */

/* Give the record to the encoder. Returns whether it refuses: then the record is pending, and the
 * hart stalled. */
static inline bool refused(const struct sim_platform *p, const struct sim_core *core)
{
    const struct sim_fabric *f = &p->network.fabric;

    return f->ops->ingress(f->ctx, core->encoder, &core->record.in);
}

static void stall(struct sim_platform *p, struct sim_core *core)
{
    core->pending = true;
    core->stalled++;
    core->stall_row = 1;
    p->pending++;
}

/* The encoder has the record, or there is none. */
static inline void tell(const struct sim_platform *p, unsigned i)
{
    const struct sim_retire *r = &p->core[i].record;

    if (p->retire.fn != NULL) {
        p->retire.fn(p->retire.ctx, i, &r->in, r->opcode);
    }
}

/* The same record, one cycle later. */
static void deliver_again(struct sim_platform *p, unsigned i)
{
    struct sim_core *core = &p->core[i];

    core->record.in.cycle = sim_hart_cycles(core->hart);
    core->record.in.time = sim_hart_time(core->hart);
    if (refused(p, core)) {
        core->stalled++;
        core->stall_row++;
    } else {
        core->pending = false;
        p->pending--;
        tell(p, i);
    }
    sim_hart_idle(core->hart, 1);
}

/* One cycle of one hart, which a full encoder holds back. Returns whether there was a record. */
static inline bool step(struct sim_platform *p, unsigned i, bool trace)
{
    struct sim_core *core = &p->core[i];

    if (core->pending) {
        deliver_again(p, i);
        return true;
    }
    if (core->silent && sim_hart_quiet(core->hart)) {
        sim_hart_idle(core->hart, 1);
        return false;
    }
    core->silent = (sim_hart_step(core->hart, &core->record) & SIM_STEP_RECORD) == 0;
    if (core->silent) {
        return false;
    }
    if (trace && core->encoder != TOPOLOGY_NONE && refused(p, core)) {
        stall(p, core);
    } else {
        tell(p, i);
    }
    return true;
}

/* One cycle in the order of the architecture: sinks, funnels, encoders, harts. hold: of the harts
 * only those that are pending. Returns whether there was a record. */
static bool slow_cycle(struct sim_platform *p, bool trace, bool hold)
{
    bool recorded = false;

    if (trace) {
        sim_network_tick(&p->network, sim_now(p) + 1);
    }
    if (p->harts == 1) {
        return step(p, 0, trace); /* with hold it is pending */
    }
    for (unsigned i = 0; i < p->harts; i++) {
        p->current = i;
        if (hold && !p->core[i].pending) {
            sim_hart_idle(p->core[i].hart, 1);
        } else {
            recorded = step(p, i, trace) || recorded;
        }
    }
    p->current = 0;
    return recorded;
}

/* ---- when to stop ---- */

static bool all_quiet(const struct sim_platform *p)
{
    for (unsigned i = 0; i < p->harts; i++) {
        if (!sim_hart_quiet(p->core[i].hart)) {
            return false;
        }
    }
    return true;
}

static bool all_halted(const struct sim_platform *p)
{
    for (unsigned i = 0; i < p->harts; i++) {
        if (!sim_hart_halted(p->core[i].hart)) {
            return false;
        }
    }
    return true;
}

/* Quiet, and no timer interrupt will come that could wake a hart. */
static bool quiet_for_ever(const struct sim_platform *p)
{
    if (!all_quiet(p)) {
        return false;
    }
    for (unsigned i = 0; i < p->harts; i++) {
        if (sim_hart_wakes_on(p->core[i].hart, SIM_IRQ_MTI) && p->clint.next != UINT64_MAX) {
            return false;
        }
    }
    return true;
}

/* A hart goes on when there is room for another message: with slow pins that takes long. */
static uint64_t stall_limit(const struct sim_platform *p)
{
    const struct topology *tree = p->network.tree;
    const struct sim_fabric *f = &p->network.fabric;
    uint64_t most = 0;

    for (unsigned i = 0; i < tree->ncomponents; i++) {
        uint32_t control;

        if (tree->component[i].kind == TOPOLOGY_PIBSINK &&
            f->ops->reg_read(f->ctx, i, 0, 4, &control) == SIM_BUS_OK) {
            const uint64_t ticks = trm_pibsink_ticks(control, STALL_BYTES);

            most = ticks > most ? ticks : most;
        }
    }
    return STALL_LIMIT + most;
}

static bool stalled_for_ever(const struct sim_platform *p)
{
    for (unsigned i = 0; i < p->harts; i++) {
        if (p->core[i].pending && p->core[i].stall_row > STALL_LIMIT &&
            p->core[i].stall_row > stall_limit(p)) {
            return true;
        }
    }
    return false;
}

/* A limit of the run that is reached now. */
static bool limit_reached(const struct sim_platform *p, const struct run *run, enum sim_stop *why)
{
    const struct sim_run_limits *l = run->limits;

    if (l->max_instructions != 0 && retired(p, run) >= l->max_instructions) {
        *why = SIM_STOP_INSTRUCTIONS;
        return true;
    }
    if (l->max_cycles != 0 && elapsed(p, run) >= l->max_cycles) {
        *why = SIM_STOP_CYCLES;
        return true;
    }
    if (l->has_stop_pc && sim_hart_pc(p->core[0].hart) == l->stop_pc) {
        *why = SIM_STOP_PC;
        return true;
    }
    return false;
}

/* The first hart that takes one trap after the other, or the number of harts. */
static unsigned trapping(const struct sim_platform *p)
{
    unsigned i = 0;

    while (i < p->harts && sim_hart_trap_row(p->core[i].hart)->count < SIM_TRAP_ROW_END) {
        i++;
    }
    return i;
}

/* Shall the run end, when what retired has been delivered? */
static bool ends(const struct sim_platform *p, const struct run *run, enum sim_stop *why)
{
    if (p->finisher.done) {
        *why = SIM_STOP_FINISHER;
        return true;
    }
    if (p->stop) {
        *why = SIM_STOP_REQUEST;
        return true;
    }
    if (run->trapping < p->harts) {
        *why = SIM_STOP_TRAPS;
        return true;
    }
    if (!run->wakes && sim_hart_halted(p->core[0].hart) && all_halted(p)) {
        *why = SIM_STOP_HALTED;
        return true;
    }
    return limit_reached(p, run, why);
}

/* ---- many cycles ---- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Cycles until an event that a batch must not skip. */
static uint64_t batch(const struct sim_platform *p, const struct run *run)
{
    const struct sim_run_limits *l = run->limits;
    const uint64_t now = sim_now(p);
    uint64_t n = least(p->clint.next - now, UINT64_C(1) << 32);

    if (l->has_stop_pc) {
        return 1;
    }
    if (l->max_instructions != 0) {
        n = least(n, l->max_instructions - retired(p, run));
    }
    if (l->max_cycles != 0) {
        n = least(n, l->max_cycles - elapsed(p, run));
    }
    return l->poll.fn != NULL ? least(n, run->next_poll - now) : n;
}

static void idle(struct sim_platform *p, uint64_t n)
{
    for (unsigned i = 0; i < p->harts; i++) {
        sim_hart_idle(p->core[i].hart, n);
    }
}

/* Cycles without records: for one hart many at once, for several harts one at a time. */
static void fast_cycles(struct sim_platform *p, const struct run *run)
{
    if (p->harts == 1) {
        if (sim_hart_run(p->core[0].hart, batch(p, run)) == 0) {
            (void)sim_hart_step(p->core[0].hart, &p->core[0].record);
        }
        return;
    }
    for (unsigned i = 0; i < p->harts; i++) {
        p->current = i;
        if (sim_hart_run(p->core[i].hart, 1) == 0) {
            (void)sim_hart_step(p->core[i].hart, &p->core[i].record);
        }
    }
    p->current = 0;
}

/* ---- a run ---- */

static void poll(struct sim_platform *p, struct run *run, uint64_t now)
{
    const struct sim_poll_hook *hook = &run->limits->poll;

    if (hook->fn == NULL || now < run->next_poll) {
        return;
    }
    run->next_poll = now + (hook->every != 0 ? hook->every : 1);
    if (!hook->fn(hook->ctx)) {
        p->stop = true;
    }
}

/* Go on by a cycle or more. run->silent: the last one had no record; then a quiet hart has reported
 * it at its ingress port, and its time can be skipped. Returns false for a deadlock. */
static bool advance(struct sim_platform *p, struct run *run, uint64_t now, bool hold)
{
    const bool trace = p->pending != 0 || sim_network_busy(&p->network, now);

    if (run->silent && p->pending == 0 && all_quiet(p)) {
        if (!run->wakes && !all_halted(p) && quiet_for_ever(p)) {
            return false;
        }
        if (!trace) {
            idle(p, batch(p, run));
            return true;
        }
    }
    if (trace || p->retire.fn != NULL) {
        run->silent = !slow_cycle(p, trace, hold);
        return p->pending == 0 || !stalled_for_ever(p);
    }
    run->silent = true;
    fast_cycles(p, run);
    return true;
}

static enum sim_stop run_until(struct sim_platform *p, struct run *run)
{
    enum sim_stop why = SIM_STOP_REQUEST;

    for (;;) {
        const uint64_t now = sim_now(p);

        poll(p, run, now);
        if (now >= run->next_look) {
            run->next_look = now + LOOK_CYCLES;
            run->trapping = trapping(p);
        }
        bool end = ends(p, run, &why);
        if (end && p->pending == 0) {
            return why;
        }
        if (now >= p->clint.next) {
            sim_clint_update(&p->clint);
        }
        if (!advance(p, run, now, end)) {
            return SIM_STOP_DEADLOCK;
        }
    }
}

void sim_platform_run(struct sim_platform *p, const struct sim_run_limits *limits,
                      struct sim_run_result *result)
{
    static const struct sim_run_limits none;
    struct run run = {
        .limits = limits != NULL ? limits : &none,
        .first_cycle = sim_now(p),
        .first_instret = sum_instret(p),
        .first_stalled = sum_stalled(p),
        .next_poll = sim_now(p),
        .next_look = sim_now(p),
        .trapping = p->harts,
        .wakes = limits != NULL && limits->poll.fn != NULL && !limits->poll.only_looks,
    };

    p->stop = false;
    for (unsigned i = 0; i < p->harts; i++) {
        p->core[i].stall_row = 0;
    }
    sim_clint_update(&p->clint);
    result->reason = run_until(p, &run);
    result->hart = result->reason == SIM_STOP_TRAPS ? run.trapping : 0;
    result->exit_code = p->finisher.code;
    result->instructions = retired(p, &run);
    result->cycles = elapsed(p, &run);
    result->stalled = sum_stalled(p) - run.first_stalled;
}

void sim_platform_idle(struct sim_platform *p, uint64_t n)
{
    while (n-- > 0) {
        if (p->network.present) {
            sim_network_tick(&p->network, sim_now(p) + 1);
        }
        for (unsigned i = 0; i < p->harts; i++) {
            if (p->core[i].pending) {
                deliver_again(p, i);
            } else {
                sim_hart_idle(p->core[i].hart, 1);
            }
        }
    }
}
