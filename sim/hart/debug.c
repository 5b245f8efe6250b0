/* SPDX-License-Identifier: Apache-2.0 */
/* Debug mode (RISC-V Debug 1.0, "Core Debug"): entry, resume, single step, and its CSRs. The
 * accesses of a debug module to a halted hart are in progbuf.c. */
#include "hart/hart_priv.h"

enum {
    CSR_DCSR = 0x7b0,
    CSR_DPC = 0x7b1,
    CSR_DSCRATCH0 = 0x7b2,
    CSR_DSCRATCH1 = 0x7b3,
    DCSR_PRV = 3,
    DCSR_STEP = 1 << 2,
    DCSR_CAUSE_SHIFT = 6,
    DCSR_CAUSE = 7 << DCSR_CAUSE_SHIFT,
    DCSR_EBREAKU = 1 << 12,
    DCSR_EBREAKS = 1 << 13,
    DCSR_EBREAKM = 1 << 15,
    DCSR_WRITABLE = DCSR_STEP | DCSR_EBREAKU | DCSR_EBREAKS | DCSR_EBREAKM,
    DCSR_VERSION = 4 << 28,
};

void sim_enter_debug(struct sim_hart *h, enum sim_debug_cause cause, uint64_t pc)
{
    h->csr.dpc = pc;
    h->csr.dcsr =
        (h->csr.dcsr & DCSR_WRITABLE) | (uint32_t)cause << DCSR_CAUSE_SHIFT | (uint32_t)h->priv;
    h->halted = true;
    h->halt_request = false;
    h->stepping = false;
    h->sleeping = false;
    h->prev_loads = 0;
    h->quiet_reported = false;
    sim_update_attention(h);
}

int sim_debug_csr_read(const struct sim_hart *h, unsigned csr, uint64_t *v)
{
    switch (csr) {
    case CSR_DCSR:
        *v = (uint32_t)DCSR_VERSION | h->csr.dcsr;
        return 0;
    case CSR_DPC:
        *v = h->csr.dpc;
        return 0;
    case CSR_DSCRATCH0:
    case CSR_DSCRATCH1:
        *v = h->csr.dscratch[csr - CSR_DSCRATCH0];
        return 0;
    default:
        return SIM_HART_ERR_CSR;
    }
}

int sim_debug_csr_write(struct sim_hart *h, unsigned csr, uint64_t v)
{
    uint32_t prv = v & DCSR_PRV;

    switch (csr) {
    case CSR_DCSR:
        if (prv == 2) {
            prv = h->csr.dcsr & DCSR_PRV;
        }
        h->csr.dcsr = ((uint32_t)v & DCSR_WRITABLE) | (h->csr.dcsr & DCSR_CAUSE) | prv;
        return 0;
    case CSR_DPC:
        h->csr.dpc = v & h->mask & ~UINT64_C(1);
        return 0;
    case CSR_DSCRATCH0:
    case CSR_DSCRATCH1:
        h->csr.dscratch[csr - CSR_DSCRATCH0] = v;
        return 0;
    default:
        return SIM_HART_ERR_CSR;
    }
}

void sim_hart_halt(struct sim_hart *h)
{
    if (!h->halted) {
        h->halt_request = true;
    }
    sim_update_attention(h);
}

void sim_hart_resume(struct sim_hart *h)
{
    enum sim_priv to = (enum sim_priv)(h->csr.dcsr & DCSR_PRV);

    if (!h->halted) {
        return;
    }
    h->halted = false;
    h->pc = h->csr.dpc;
    h->stepping = (h->csr.dcsr & DCSR_STEP) != 0;
    if (to != SIM_PRIV_M) {
        h->csr.mstatus &= ~SIM_MSTATUS_MPRV;
    }
    sim_set_priv(h, to);
}

void sim_hart_single_step(struct sim_hart *h)
{
    if (!h->halted) {
        return;
    }
    sim_hart_resume(h);
    h->stepping = true;
    sim_update_attention(h);
}

void sim_hart_halt_now(struct sim_hart *h, enum sim_debug_cause cause)
{
    if (!h->halted && !h->in_reset) {
        sim_enter_debug(h, cause, h->pc);
    }
}

void sim_hart_cancel_halt(struct sim_hart *h)
{
    h->halt_request = false;
    sim_update_attention(h);
}

bool sim_hart_halted(const struct sim_hart *h)
{
    return h->halted;
}

bool sim_ebreak_halts(const struct sim_hart *h)
{
    const uint32_t bit = h->priv == SIM_PRIV_M   ? DCSR_EBREAKM
                         : h->priv == SIM_PRIV_S ? DCSR_EBREAKS
                                                 : DCSR_EBREAKU;

    return (h->csr.dcsr & bit) != 0;
}
