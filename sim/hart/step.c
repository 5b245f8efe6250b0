/* SPDX-License-Identifier: Apache-2.0 */
/* One cycle, and many. */
#include "hart/hart_priv.h"

/* The decoded instruction at pc when it can be had without any check, else NULL. */
static inline const struct sim_insn *fetch_fast(const struct sim_hart *h)
{
    const uint64_t rel = h->pc - h->fetch.base;

    if (rel >= h->fetch.len) {
        return NULL;
    }
    uint64_t off = h->fetch.off + rel;
    const struct sim_insn *page = h->fetch.ram->page[off >> SIM_RAM_PAGE_SHIFT];
    if (page == NULL) {
        return NULL;
    }
    page += (off >> 1) & (SIM_INSNS_PER_PAGE - 1);
    return page->fn ? page : NULL;
}

static void trap(struct sim_hart *h, bool interrupt, uint64_t cause, uint64_t tval)
{
    h->ev.trapped = true;
    h->ev.interrupt = interrupt;
    h->ev.cause = cause;
    h->ev.tval = tval;
    sim_take_trap(h, interrupt, cause, h->ev.pc, tval);
}

/* Execute *in, which is at pc, and note the event. */
static void execute(struct sim_hart *h, const struct sim_insn *in)
{
    const uint8_t prev = h->prev_loads;

    h->ev.in = in;
    h->npc = (h->pc + in->len) & h->mask;
    if (h->data) {
        h->ev.accessed = sim_access_begin(h, in, &h->ev.access);
    }
    if (in->fn(h, in) != 0) {
        if (h->trap.cause == SIM_CAUSE_BREAKPOINT && sim_ebreak_halts(h)) {
            sim_enter_debug(h, SIM_DEBUG_EBREAK, h->pc);
        } else {
            trap(h, false, h->trap.cause, h->trap.tval);
        }
        return;
    }
    h->ev.retired = true;
    if (h->ev.accessed) {
        sim_access_end(h, in, &h->ev.access);
    }
    h->ev.sijump = in->jump_rs != 0 && in->jump_rs == prev;
    h->prev_loads = in->loads;
    h->pc = h->npc;
    h->instret++;
}

/* Triggers at pc. True when the instruction shall not execute. */
static bool trigger_fires(struct sim_hart *h)
{
    const unsigned actions = sim_trigger_match(h, h->pc);

    if ((actions & 1u << 1) != 0) {
        sim_enter_debug(h, SIM_DEBUG_TRIGGER, h->pc);
        return true;
    }
    if ((actions & 1u << 0) != 0) {
        trap(h, false, SIM_CAUSE_BREAKPOINT, h->pc);
        return true;
    }
    h->ev.trigger = (uint16_t)(((actions >> 2 & 1) != 0 ? INGRESS_TRIGGER_ON : 0) |
                               ((actions >> 3 & 1) != 0 ? INGRESS_TRIGGER_OFF : 0) |
                               ((actions >> 4 & 1) != 0 ? INGRESS_TRIGGER_NOTIFY : 0));
    return false;
}

static void run_instruction(struct sim_hart *h)
{
    const struct sim_insn *in;
    const bool single = h->stepping;
    unsigned irq = h->forced ? h->forced : single ? 0 : sim_pending_interrupt(h);

    if (irq) {
        h->forced = 0;
        trap(h, true, irq, 0);
    } else if (!h->triggers_armed || !trigger_fires(h)) {
        in = fetch_fast(h);
        if (in == NULL) {
            in = sim_fetch_slow(h);
        }
        if (in != NULL) {
            execute(h, in);
        } else {
            trap(h, false, h->trap.cause, h->trap.tval);
        }
    }
    if (single && !h->halted) {
        sim_enter_debug(h, SIM_DEBUG_STEP, h->pc);
    }
    sim_update_attention(h);
}

/* Sleep, debug mode and reset: nothing retires. Returns the state, or 0 when the hart runs. */
static unsigned quiet(struct sim_hart *h)
{
    if (h->reset_pulse || h->in_reset) {
        return SIM_STEP_RESET;
    }
    if (h->halted) {
        return SIM_STEP_HALTED;
    }
    if (h->halt_request) {
        sim_enter_debug(h, SIM_DEBUG_HALTREQ, h->pc);
        return SIM_STEP_HALTED;
    }
    if (h->sleeping) {
        if (!h->forced && (h->csr.mip & h->csr.mie) == 0) {
            return SIM_STEP_SLEEPING;
        }
        h->sleeping = false;
    }
    return 0;
}

/* One cycle. h->ev has what happened; returns a set of enum sim_step without SIM_STEP_RECORD. */
static unsigned cycle(struct sim_hart *h)
{
    h->ev.in = NULL;
    h->ev.pc = h->pc;
    h->ev.priv = h->priv;
    h->ev.context = h->csr.scontext;
    h->ev.hcontext = h->csr.hcontext;
    h->ev.retired = false;
    h->ev.trapped = false;
    h->ev.interrupt = false;
    h->ev.trigger = 0;
    h->ev.accessed = false;
    unsigned state = h->attention ? quiet(h) : 0;
    if (state == 0) {
        const struct sim_insn *in = h->attention ? NULL : fetch_fast(h);

        if (in != NULL) {
            execute(h, in);
        } else {
            run_instruction(h);
        }
        state = (h->ev.retired ? SIM_STEP_RETIRED : 0u) | (h->ev.trapped ? SIM_STEP_TRAPPED : 0u);
        if (state == 0) { /* a trigger or an ebreak entered debug mode */
            state = SIM_STEP_HALTED;
        }
    }
    return state;
}

unsigned sim_hart_step(struct sim_hart *h, struct sim_retire *r)
{
    const unsigned quiet_states = SIM_STEP_HALTED | SIM_STEP_SLEEPING | SIM_STEP_RESET;
    const bool report = h->context_changed;
    unsigned state = cycle(h);

    if ((state & quiet_states) == 0) {
        h->quiet_reported = false;
    }
    if ((state & quiet_states) == 0 || !h->quiet_reported) {
        sim_make_record(h, r);
        state |= SIM_STEP_RECORD;
        h->quiet_reported = (state & quiet_states) != 0;
        if (report && h->ev.retired) {
            r->in.ctype = INGRESS_CTYPE_IMPRECISE;
            h->context_changed = false;
        }
    }
    h->cycle++;
    if (h->reset_pulse) {
        h->reset_pulse = false;
        h->quiet_reported = false;
        sim_update_attention(h);
    }
    return state;
}

uint64_t sim_hart_run(struct sim_hart *h, uint64_t n)
{
    const uint64_t start = h->cycle;

    h->run_end = start + n;
    while (h->cycle < h->run_end) {
        const struct sim_insn *in = h->attention ? NULL : fetch_fast(h);

        if (in == NULL) {
            const unsigned state = cycle(h);

            if ((state & (SIM_STEP_SLEEPING | SIM_STEP_HALTED | SIM_STEP_RESET)) != 0) {
                break;
            }
            h->cycle++;
            continue;
        }
        h->npc = (h->pc + in->len) & h->mask;
        if (in->fn(h, in) == 0) {
            h->pc = h->npc;
            h->instret++;
            h->prev_loads = in->loads;
            h->cycle++;
        } else if (h->trap.cause == SIM_CAUSE_BREAKPOINT && sim_ebreak_halts(h)) {
            sim_enter_debug(h, SIM_DEBUG_EBREAK, h->pc);
        } else {
            sim_take_trap(h, false, h->trap.cause, h->pc, h->trap.tval);
            h->cycle++;
        }
    }
    return h->cycle - start;
}

void sim_hart_yield(struct sim_hart *h)
{
    h->run_end = h->cycle;
}

void sim_hart_idle(struct sim_hart *h, uint64_t n)
{
    h->cycle += n;
}
