/* SPDX-License-Identifier: Apache-2.0 */
/* Control and status registers: access rights, and each register (ISA manual, volume II, "Control
 * and Status Registers"). docs/reference/sim.md has the list. */
#include "hart/csr_priv.h"

/* Bits 9:8 of the number are the lowest privilege. Level 2 is hypervisor: HS is our S. */
static bool may_access(const struct sim_hart *h, unsigned csr)
{
    const unsigned level = (csr >> 8) & 3;

    if ((csr & 0xff0) == 0x7b0) { /* debug mode only */
        return false;
    }
    if (csr == CSR_SATP && h->priv == SIM_PRIV_S && (h->csr.mstatus & SIM_MSTATUS_TVM) != 0) {
        return false;
    }
    return (unsigned)h->priv >= (level == 2 ? 1 : level);
}

static uint64_t sstatus_mask(const struct sim_hart *h)
{
    return SIM_MSTATUS_SIE | SIM_MSTATUS_SPIE | SIM_MSTATUS_SPP | SIM_MSTATUS_SUM |
           SIM_MSTATUS_MXR | (h->cfg.xlen == 64 ? SIM_MSTATUS_UXL : 0);
}

static uint64_t misa(const struct sim_hart *h)
{
    const uint64_t letters = 1u << ('I' - 'A') | 1u << ('M' - 'A') | 1u << 0 | 1u << ('S' - 'A') |
                             1u << ('U' - 'A') | (h->cfg.compressed ? 1u << ('C' - 'A') : 0);

    return letters | (h->cfg.xlen == 64 ? UINT64_C(2) << 62 : UINT64_C(1) << 30);
}

/* Registers that only store: their place, and the bits that can be written. NULL: none of them. */
static uint64_t *plain(struct sim_hart *h, unsigned csr, uint64_t *writable)
{
    struct sim_csrs *c = &h->csr;

    *writable = UINT64_MAX;
    switch (csr) {
    case CSR_MSCRATCH:
        return &c->mscratch;
    case CSR_MCAUSE:
        return &c->mcause;
    case CSR_MTVAL:
        return &c->mtval;
    case CSR_SSCRATCH:
        return &c->sscratch;
    case CSR_SCAUSE:
        return &c->scause;
    case CSR_STVAL:
        return &c->stval;
    case CSR_MEPC:
    case CSR_SEPC:
        *writable = h->cfg.compressed ? ~UINT64_C(1) : ~UINT64_C(3);
        return csr == CSR_MEPC ? &c->mepc : &c->sepc;
    case CSR_MEDELEG:
        *writable = SIM_MEDELEG_MASK;
        return &c->medeleg;
    case CSR_MIDELEG:
        *writable = SIM_SIP_MASK;
        return &c->mideleg;
    case CSR_MIE:
        *writable = SIM_MIP_MASK;
        return &c->mie;
    case CSR_MIP:
        *writable = SIM_SIP_MASK;
        return &c->mip;
    case CSR_SCONTEXT:
        *writable = h->cfg.xlen == 64 ? UINT32_MAX : UINT16_MAX;
        return &c->scontext;
    case CSR_HCONTEXT:
    case CSR_MCONTEXT:
        *writable = h->cfg.xlen == 64 ? 0x3fff : 0x7f;
        return &c->hcontext;
    default:
        return NULL;
    }
}

static int read_status(struct sim_hart *h, unsigned csr, uint64_t *v)
{
    const struct sim_csrs *c = &h->csr;

    switch (csr) {
    case CSR_SSTATUS:
        *v = c->mstatus & sstatus_mask(h);
        return 0;
    case CSR_SIE:
        *v = c->mie & c->mideleg;
        return 0;
    case CSR_SIP:
        *v = c->mip & c->mideleg;
        return 0;
    case CSR_STVEC:
        *v = c->stvec;
        return 0;
    case CSR_SATP:
        *v = 0;
        return 0;
    case CSR_MSTATUS:
        *v = h->cfg.xlen == 64 ? c->mstatus : (uint32_t)c->mstatus;
        return 0;
    case CSR_MISA:
        *v = misa(h);
        return 0;
    case CSR_MTVEC:
        *v = c->mtvec;
        return 0;
    case CSR_MSTATUSH:
    case CSR_MENVCFGH:
        *v = 0;
        return h->cfg.xlen == 32 ? 0 : SIM_HART_ERR_CSR;
    case CSR_MENVCFG:
        *v = c->menvcfg;
        return 0;
    case CSR_SENVCFG:
        *v = c->senvcfg;
        return 0;
    case CSR_MVENDORID:
    case CSR_MARCHID:
    case CSR_MIMPID:
    case CSR_MCONFIGPTR:
        *v = 0;
        return 0;
    case CSR_MHARTID:
        *v = h->cfg.hartid;
        return 0;
    default:
        return SIM_HART_ERR_CSR;
    }
}

/* MPP 2 is reserved: such a write keeps the old value. */
static void write_mstatus(struct sim_hart *h, uint64_t v, uint64_t mask)
{
    uint64_t old = h->csr.mstatus;

    if ((v & SIM_MSTATUS_MPP) >> SIM_MPP_SHIFT == 2) {
        mask &= ~SIM_MSTATUS_MPP;
    }
    h->csr.mstatus = (old & ~mask) | (v & mask);
    sim_flush_windows(h);
}

/* A reserved mode is not taken, and neither is the rest of the write. */
static void write_tvec(const struct sim_hart *h, uint64_t *tvec, uint64_t v)
{
    if ((v & 2) == 0) {
        *tvec = v & h->mask;
    }
}

static int write_status(struct sim_hart *h, unsigned csr, uint64_t v)
{
    struct sim_csrs *c = &h->csr;

    switch (csr) {
    case CSR_SSTATUS:
        write_mstatus(h, v, sstatus_mask(h) & ~SIM_MSTATUS_UXL);
        return 0;
    case CSR_SIE:
        c->mie = (c->mie & ~c->mideleg) | (v & c->mideleg);
        return 0;
    case CSR_SIP: /* only SSIP is writable from S-mode */
        c->mip = (c->mip & ~(c->mideleg & SIM_SSIP)) | (v & c->mideleg & SIM_SSIP);
        return 0;
    case CSR_STVEC:
        write_tvec(h, &c->stvec, v);
        return 0;
    case CSR_MSTATUS:
        write_mstatus(h, v, SIM_MSTATUS_MASK);
        return 0;
    case CSR_MTVEC:
        write_tvec(h, &c->mtvec, v);
        return 0;
    case CSR_MENVCFG:
        c->menvcfg = v & 1; /* FIOM */
        return 0;
    case CSR_SENVCFG:
        c->senvcfg = v & 1;
        return 0;
    case CSR_MSTATUSH:
    case CSR_MENVCFGH:
        return h->cfg.xlen == 32 ? 0 : SIM_HART_ERR_CSR;
    case CSR_SATP: /* WARL: Bare only */
    case CSR_MISA: /* WARL: fixed */
        return 0;
    default:
        return SIM_HART_ERR_CSR;
    }
}

static bool is_pmp(unsigned csr)
{
    return csr >= 0x3a0 && csr <= 0x3ef;
}

static bool is_trigger(unsigned csr)
{
    return csr >= 0x7a0 && csr <= 0x7a5;
}

static bool is_debug(unsigned csr)
{
    return csr >= 0x7b0 && csr <= 0x7b3;
}

int sim_csr_read(struct sim_hart *h, unsigned csr, bool debug, uint64_t *v)
{
    uint64_t writable;

    if (!debug && !may_access(h, csr)) {
        return SIM_HART_ERR_CSR;
    }
    uint64_t *p = plain(h, csr, &writable);
    if (p != NULL) {
        *v = *p;
        return 0;
    }
    if (sim_is_counter(csr)) {
        return sim_counter_read(h, csr, debug, v);
    }
    if (is_pmp(csr)) {
        return sim_pmp_csr_read(h, csr, v);
    }
    if (is_trigger(csr)) {
        return sim_trigger_csr_read(h, csr, v);
    }
    if (is_debug(csr)) {
        return sim_debug_csr_read(h, csr, v);
    }
    return read_status(h, csr, v);
}

static int write_any(struct sim_hart *h, unsigned csr, bool debug, uint64_t v)
{
    uint64_t writable, *p = plain(h, csr, &writable);

    if (p != NULL) {
        *p = (*p & ~writable) | (v & writable);
        if (csr == CSR_SCONTEXT || csr == CSR_HCONTEXT || csr == CSR_MCONTEXT) {
            h->context_changed = true;
        }
        return 0;
    }
    if (sim_is_counter(csr)) {
        return sim_counter_write(h, csr, v);
    }
    if (is_pmp(csr)) {
        return sim_pmp_csr_write(h, csr, v);
    }
    if (is_trigger(csr)) {
        return sim_trigger_csr_write(h, csr, debug, v);
    }
    if (is_debug(csr)) {
        return sim_debug_csr_write(h, csr, v);
    }
    return write_status(h, csr, v);
}

int sim_csr_write(struct sim_hart *h, unsigned csr, bool debug, uint64_t v)
{
    if (csr >> 10 == 3 || (!debug && !may_access(h, csr))) {
        return SIM_HART_ERR_CSR;
    }
    int status = write_any(h, csr, debug, v);
    sim_update_attention(h);
    return status;
}
