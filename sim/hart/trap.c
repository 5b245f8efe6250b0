/* SPDX-License-Identifier: Apache-2.0 */
/* Taking traps, and which interrupt comes next (ISA manual, volume II, "Machine Trap Delegation",
 * "mip and mie"). */
#include "hart/hart_priv.h"

void sim_set_priv(struct sim_hart *h, enum sim_priv priv)
{
    h->priv = priv;
    sim_flush_windows(h);
    sim_update_attention(h);
}

/* A vector: base, plus four times the cause for interrupts in vectored mode. */
static uint64_t vector(uint64_t tvec, bool interrupt, uint64_t cause)
{
    const uint64_t base = tvec & ~UINT64_C(3);

    return interrupt && (tvec & 1) != 0 ? base + 4 * cause : base;
}

static void trap_to_s(struct sim_hart *h, bool interrupt, uint64_t cause, uint64_t epc,
                      uint64_t tval)
{
    struct sim_csrs *c = &h->csr;
    uint64_t s = c->mstatus & ~(SIM_MSTATUS_SPIE | SIM_MSTATUS_SPP | SIM_MSTATUS_SIE);

    if ((c->mstatus & SIM_MSTATUS_SIE) != 0) {
        s |= SIM_MSTATUS_SPIE;
    }
    if (h->priv == SIM_PRIV_S) {
        s |= SIM_MSTATUS_SPP;
    }
    c->mstatus = s;
    c->scause = cause | (interrupt ? UINT64_C(1) << (h->cfg.xlen - 1) : 0);
    c->sepc = epc;
    c->stval = tval;
    h->pc = vector(c->stvec, interrupt, cause) & h->mask;
    sim_set_priv(h, SIM_PRIV_S);
}

static void trap_to_m(struct sim_hart *h, bool interrupt, uint64_t cause, uint64_t epc,
                      uint64_t tval)
{
    struct sim_csrs *c = &h->csr;
    uint64_t s = c->mstatus & ~(SIM_MSTATUS_MPIE | SIM_MSTATUS_MPP | SIM_MSTATUS_MIE);

    if ((c->mstatus & SIM_MSTATUS_MIE) != 0) {
        s |= SIM_MSTATUS_MPIE;
    }
    s |= (uint64_t)h->priv << SIM_MPP_SHIFT;
    c->mstatus = s;
    c->mcause = cause | (interrupt ? UINT64_C(1) << (h->cfg.xlen - 1) : 0);
    c->mepc = epc;
    c->mtval = tval;
    c->mpte = c->mte;
    c->mte = false;
    h->pc = vector(c->mtvec, interrupt, cause) & h->mask;
    sim_set_priv(h, SIM_PRIV_M);
}

/* Traps without a retirement between them. Retiring code pays nothing for the count. */
static void count_row(struct sim_hart *h, bool interrupt, uint64_t cause, uint64_t epc,
                      uint64_t tval)
{
    struct sim_trap_row *row = &h->row;

    if (row->count == 0 || h->instret != h->row_instret) {
        *row = (struct sim_trap_row){.interrupt = interrupt,
                                     .cause = cause,
                                     .epc = epc,
                                     .tval = tval,
                                     .to_s = h->priv == SIM_PRIV_S,
                                     .tvec = h->priv == SIM_PRIV_M ? h->csr.mtvec : h->csr.stvec};
        h->row_instret = h->instret;
    }
    row->count++;
    row->last_cause = cause;
    row->last_epc = epc;
    if (row->count >= SIM_TRAP_ROW_END) {
        sim_hart_yield(h);
    }
}

const struct sim_trap_row *sim_hart_trap_row(const struct sim_hart *h)
{
    static const struct sim_trap_row none;

    return h->instret == h->row_instret ? &h->row : &none;
}

void sim_hart_forget_traps(struct sim_hart *h)
{
    h->row.count = 0;
}

void sim_take_trap(struct sim_hart *h, bool interrupt, uint64_t cause, uint64_t epc, uint64_t tval)
{
    const uint64_t deleg = interrupt ? h->csr.mideleg : h->csr.medeleg;

    h->prev_loads = 0;
    h->sleeping = false;
    if (h->priv != SIM_PRIV_M && ((deleg >> cause) & 1) != 0) {
        trap_to_s(h, interrupt, cause, epc, tval);
    } else {
        trap_to_m(h, interrupt, cause, epc, tval);
    }
    count_row(h, interrupt, cause, epc, tval);
}

unsigned sim_pending_interrupt(const struct sim_hart *h)
{
    static const uint8_t order[] = {SIM_IRQ_MEI, SIM_IRQ_MSI, SIM_IRQ_MTI,
                                    SIM_IRQ_SEI, SIM_IRQ_SSI, SIM_IRQ_STI};
    const struct sim_csrs *c = &h->csr;
    const bool m_on = h->priv != SIM_PRIV_M || (c->mstatus & SIM_MSTATUS_MIE) != 0;
    const bool s_on =
        h->priv == SIM_PRIV_U || (h->priv == SIM_PRIV_S && (c->mstatus & SIM_MSTATUS_SIE) != 0);
    const uint64_t pending = c->mip & c->mie;
    /* Those that go to M come first, whatever their number. */
    uint64_t enabled = m_on ? pending & ~c->mideleg : 0;

    if (h->cfg.replay) {
        return 0;
    }
    if (enabled == 0 && s_on) {
        enabled = pending & c->mideleg;
    }
    for (unsigned i = 0; enabled != 0 && i < sizeof order; i++) {
        if (((enabled >> order[i]) & 1) != 0) {
            return order[i];
        }
    }
    return 0;
}

void sim_update_attention(struct sim_hart *h)
{
    h->attention = h->forced != 0 || h->sleeping || h->halted || h->halt_request || h->stepping ||
                   h->in_reset || h->reset_pulse || h->triggers_armed ||
                   sim_pending_interrupt(h) != 0;
}
