/* SPDX-License-Identifier: Apache-2.0 */
/* Fences, environment calls, trap returns, wfi and CSR instructions (ISA manual, volumes I and II).
 */
#include "hart/exec.h"
#include "hart/hart_priv.h"

int sim_exec_illegal(struct sim_hart *h, const struct sim_insn *in)
{
    return sim_raise_illegal(h, in);
}

int sim_exec_fence(struct sim_hart *h, const struct sim_insn *in)
{
    (void)h, (void)in;
    return 0;
}

/* Decoded instructions always agree with memory (sim_bus.h), so there is nothing to throw away. */
int sim_exec_fence_i(struct sim_hart *h, const struct sim_insn *in)
{
    (void)h, (void)in;
    return 0;
}

int sim_exec_sfence_vma(struct sim_hart *h, const struct sim_insn *in)
{
    if (h->priv == SIM_PRIV_U ||
        (h->priv == SIM_PRIV_S && (h->csr.mstatus & SIM_MSTATUS_TVM) != 0)) {
        return sim_raise_illegal(h, in);
    }
    return 0;
}

int sim_exec_ecall(struct sim_hart *h, const struct sim_insn *in)
{
    (void)in;
    return sim_raise(h, SIM_CAUSE_ECALL_U + (uint64_t)h->priv, 0);
}

int sim_exec_ebreak(struct sim_hart *h, const struct sim_insn *in)
{
    (void)in;
    return sim_raise(h, SIM_CAUSE_BREAKPOINT, 0); /* 0 as in QEMU; pc would be as legal */
}

int sim_exec_mret(struct sim_hart *h, const struct sim_insn *in)
{
    uint64_t s = h->csr.mstatus;
    enum sim_priv to = (enum sim_priv)((s & SIM_MSTATUS_MPP) >> SIM_MPP_SHIFT);

    if (h->priv != SIM_PRIV_M) {
        return sim_raise_illegal(h, in);
    }
    s &= ~(SIM_MSTATUS_MIE | SIM_MSTATUS_MPP);
    if ((s & SIM_MSTATUS_MPIE) != 0) {
        s |= SIM_MSTATUS_MIE;
    }
    s |= SIM_MSTATUS_MPIE;
    if (to != SIM_PRIV_M) {
        s &= ~SIM_MSTATUS_MPRV;
    }
    h->csr.mstatus = s;
    h->csr.mte = h->csr.mpte;
    h->npc = h->csr.mepc;
    sim_set_priv(h, to);
    return 0;
}

int sim_exec_sret(struct sim_hart *h, const struct sim_insn *in)
{
    uint64_t s = h->csr.mstatus;
    enum sim_priv to = (s & SIM_MSTATUS_SPP) != 0 ? SIM_PRIV_S : SIM_PRIV_U;

    if (h->priv == SIM_PRIV_U || (h->priv == SIM_PRIV_S && (s & SIM_MSTATUS_TSR) != 0)) {
        return sim_raise_illegal(h, in);
    }
    s &= ~(SIM_MSTATUS_SIE | SIM_MSTATUS_SPP | SIM_MSTATUS_MPRV);
    if ((s & SIM_MSTATUS_SPIE) != 0) {
        s |= SIM_MSTATUS_SIE;
    }
    s |= SIM_MSTATUS_SPIE;
    h->csr.mstatus = s;
    h->npc = h->csr.sepc;
    sim_set_priv(h, to);
    return 0;
}

/* Retires, then sleeps until an interrupt is pending and enabled in mie, whatever mstatus says. */
int sim_exec_wfi(struct sim_hart *h, const struct sim_insn *in)
{
    if (h->priv == SIM_PRIV_U ||
        (h->priv == SIM_PRIV_S && (h->csr.mstatus & SIM_MSTATUS_TW) != 0)) {
        return sim_raise_illegal(h, in);
    }
    if (!h->cfg.replay && !h->stepping && (h->csr.mip & h->csr.mie) == 0) {
        h->sleeping = true;
        sim_update_attention(h);
    }
    return 0;
}

enum csr_op {
    CSR_WRITE,
    CSR_SET,
    CSR_CLEAR,
};

/* The common part: read unless rd is x0 in a plain write, write unless a set or clear has no bits
 * to name. */
static int csr_access(struct sim_hart *h, const struct sim_insn *in, enum csr_op op,
                      uint64_t operand)
{
    const unsigned csr = (unsigned)in->imm;
    const bool read = op != CSR_WRITE || in->rd != SIM_REG_SINK;
    const bool write = op == CSR_WRITE || in->rs1 != 0;
    uint64_t old = 0, v;

    if (write && csr >> 10 == 3) {
        return sim_raise_illegal(h, in);
    }
    if (read && sim_csr_read(h, csr, h->debug_exec, &old) != 0) {
        return sim_raise_illegal(h, in);
    }
    v = op == CSR_WRITE ? operand : op == CSR_SET ? old | operand : old & ~operand;
    if (write && sim_csr_write(h, csr, h->debug_exec, v & h->mask) != 0) {
        return sim_raise_illegal(h, in);
    }
    h->x[in->rd] = sim_sext(h, old);
    return 0;
}

int sim_exec_csrrw(struct sim_hart *h, const struct sim_insn *in)
{
    return csr_access(h, in, CSR_WRITE, h->x[in->rs1]);
}

int sim_exec_csrrs(struct sim_hart *h, const struct sim_insn *in)
{
    return csr_access(h, in, CSR_SET, h->x[in->rs1]);
}

int sim_exec_csrrc(struct sim_hart *h, const struct sim_insn *in)
{
    return csr_access(h, in, CSR_CLEAR, h->x[in->rs1]);
}

int sim_exec_csrrwi(struct sim_hart *h, const struct sim_insn *in)
{
    return csr_access(h, in, CSR_WRITE, in->rs1);
}

int sim_exec_csrrsi(struct sim_hart *h, const struct sim_insn *in)
{
    return csr_access(h, in, CSR_SET, in->rs1);
}

int sim_exec_csrrci(struct sim_hart *h, const struct sim_insn *in)
{
    return csr_access(h, in, CSR_CLEAR, in->rs1);
}
