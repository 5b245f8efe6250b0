/* SPDX-License-Identifier: Apache-2.0 */
/* Life and visible state of a hart. */
#include <stdlib.h>
#include <string.h>

#include "hart/csr_priv.h"

void sim_hart_cfg_init(struct sim_hart_cfg *cfg)
{
    memset(cfg, 0, sizeof *cfg);
    cfg->xlen = 64;
    cfg->compressed = true;
    cfg->itype4 = true;
    cfg->triggers = SIM_MAX_TRIGGERS;
    cfg->pmp_entries = SIM_PMP_ENTRIES;
    cfg->reset_pc = UINT64_C(0x80000000);
    cfg->cycles_per_tick = 10;
}

/* ISA manual, volume II, "Reset": M-mode, MIE and MPRV clear; the rest is ours to choose: zero. */
void sim_hart_init_state(struct sim_hart *h)
{
    const struct sim_csrs zero = {0};

    memset(h->x, 0, sizeof h->x);
    h->csr = zero;
    if (h->cfg.xlen == 64) {
        h->csr.mstatus = SIM_MSTATUS_UXL | SIM_MSTATUS_SXL;
    }
    h->resets++;
    h->row.count = 0;
    h->pc = h->cfg.reset_pc;
    h->priv = SIM_PRIV_M;
    h->reserved = false;
    h->forced = 0;
    h->sleeping = false;
    h->halted = false;
    h->stepping = false;
    h->context_changed = false;
    h->prev_loads = 0;
    sim_trigger_reset(h);
    sim_flush_windows(h);
    sim_update_attention(h);
}

struct sim_hart *sim_hart_create(const struct sim_hart_cfg *cfg, struct sim_bus *bus)
{
    const uint64_t mask = cfg->xlen == 64 ? UINT64_MAX : UINT32_MAX;
    struct sim_hart *h;

    if ((cfg->xlen != 32 && cfg->xlen != 64) || cfg->triggers > SIM_MAX_TRIGGERS ||
        (cfg->pmp_entries != 0 && cfg->pmp_entries != SIM_PMP_ENTRIES) ||
        cfg->cycles_per_tick == 0 || (cfg->reset_pc & ~mask) != 0 ||
        (cfg->reset_pc & (cfg->compressed ? 1 : 3)) != 0) {
        return NULL;
    }
    h = calloc(1, sizeof *h);
    if (h == NULL) {
        return NULL;
    }
    h->cfg = *cfg;
    h->bus = bus;
    h->mask = mask;
    sim_hart_init_state(h);
    return h;
}

void sim_hart_destroy(struct sim_hart *h)
{
    free(h);
}

void sim_hart_set_all_jumps(struct sim_hart *h, bool on)
{
    h->cfg.all_jumps = on;
}

void sim_hart_set_data(struct sim_hart *h, bool on)
{
    h->data = on;
    h->ev.accessed = false;
}

uint64_t sim_hart_cycles(const struct sim_hart *h)
{
    return h->cycle;
}

uint64_t sim_hart_instret(const struct sim_hart *h)
{
    return h->instret;
}

uint64_t sim_hart_pc(const struct sim_hart *h)
{
    return h->halted ? h->csr.dpc : h->pc;
}

void sim_hart_set_pc(struct sim_hart *h, uint64_t pc)
{
    pc &= h->mask & (h->cfg.compressed ? ~UINT64_C(1) : ~UINT64_C(3));
    h->pc = pc;
    if (h->halted) {
        h->csr.dpc = pc;
    }
    h->prev_loads = 0;
}

uint64_t sim_hart_reg(const struct sim_hart *h, unsigned n)
{
    return n < 32 ? h->x[n] & h->mask : 0;
}

void sim_hart_set_reg(struct sim_hart *h, unsigned n, uint64_t value)
{
    if (n != 0 && n < 32) {
        h->x[n] = sim_sext(h, value);
    }
}

enum sim_priv sim_hart_priv(const struct sim_hart *h)
{
    return h->priv;
}

void sim_hart_set_priv(struct sim_hart *h, enum sim_priv priv)
{
    sim_set_priv(h, priv);
}

const struct sim_hart_cfg *sim_hart_config(const struct sim_hart *h)
{
    return &h->cfg;
}

enum sim_hart_status sim_hart_csr_read(struct sim_hart *h, unsigned csr, uint64_t *value)
{
    return sim_csr_read(h, csr, true, value);
}

enum sim_hart_status sim_hart_csr_write(struct sim_hart *h, unsigned csr, uint64_t value)
{
    return sim_csr_write(h, csr, true, value & h->mask);
}

void sim_hart_set_irq(struct sim_hart *h, enum sim_irq irq, bool level)
{
    const uint64_t bit = UINT64_C(1) << irq;

    if (((h->csr.mip & bit) != 0) == level) {
        return;
    }
    h->csr.mip ^= bit;
    sim_update_attention(h);
}

enum sim_hart_status sim_hart_force_interrupt(struct sim_hart *h, enum sim_irq irq)
{
    if (((SIM_MIP_MASK >> irq) & 1) == 0) {
        return SIM_HART_ERR_ARG;
    }
    h->forced = irq;
    sim_update_attention(h);
    return SIM_HART_OK;
}

uint64_t sim_hart_time(const struct sim_hart *h)
{
    return h->time_offset + h->cycle / h->cfg.cycles_per_tick;
}

void sim_hart_set_time(struct sim_hart *h, uint64_t ticks)
{
    h->time_offset = ticks - h->cycle / h->cfg.cycles_per_tick;
}

bool sim_hart_sleeping(const struct sim_hart *h)
{
    return h->sleeping;
}

bool sim_hart_wakes_on(const struct sim_hart *h, enum sim_irq irq)
{
    return h->sleeping && ((h->csr.mie >> irq) & 1) != 0;
}

bool sim_hart_quiet(const struct sim_hart *h)
{
    if (h->reset_pulse) {
        return false;
    }
    if (h->in_reset || h->halted) {
        return true;
    }
    return !h->halt_request && h->sleeping && h->forced == 0 && (h->csr.mip & h->csr.mie) == 0;
}

void sim_hart_hold_reset(struct sim_hart *h, bool hold)
{
    if (hold) {
        sim_hart_init_state(h);
        h->halt_request = false;
    }
    if (h->in_reset != hold) {
        h->quiet_reported = false;
    }
    h->in_reset = hold;
    sim_update_attention(h);
}

void sim_hart_reset(struct sim_hart *h)
{
    sim_hart_init_state(h);
    h->reset_pulse = true;
    h->quiet_reported = false;
    sim_update_attention(h);
}

uint32_t sim_hart_resets(const struct sim_hart *h)
{
    return h->resets;
}
