/* SPDX-License-Identifier: Apache-2.0 */
/* CSR numbers (ISA manual, volume II, "CSR Listing"; Debug 1.0), and the counters, which are in a
 * file of their own. */
#ifndef SIM_CSR_PRIV_H
#define SIM_CSR_PRIV_H

#include "hart/hart_priv.h"

enum {
    CSR_SSTATUS = 0x100,
    CSR_SIE = 0x104,
    CSR_STVEC = 0x105,
    CSR_SCOUNTEREN = 0x106,
    CSR_SENVCFG = 0x10a,
    CSR_SSCRATCH = 0x140,
    CSR_SEPC = 0x141,
    CSR_SCAUSE = 0x142,
    CSR_STVAL = 0x143,
    CSR_SIP = 0x144,
    CSR_SATP = 0x180,
    CSR_MSTATUS = 0x300,
    CSR_MISA = 0x301,
    CSR_MEDELEG = 0x302,
    CSR_MIDELEG = 0x303,
    CSR_MIE = 0x304,
    CSR_MTVEC = 0x305,
    CSR_MCOUNTEREN = 0x306,
    CSR_MENVCFG = 0x30a,
    CSR_MSTATUSH = 0x310,
    CSR_MENVCFGH = 0x31a,
    CSR_MCOUNTINHIBIT = 0x320,
    CSR_MHPMEVENT3 = 0x323,
    CSR_MSCRATCH = 0x340,
    CSR_MEPC = 0x341,
    CSR_MCAUSE = 0x342,
    CSR_MTVAL = 0x343,
    CSR_MIP = 0x344,
    CSR_SCONTEXT = 0x5a8,
    CSR_HCONTEXT = 0x6a8,
    CSR_MCONTEXT = 0x7a8,
    CSR_MCYCLE = 0xb00,
    CSR_MCYCLEH = 0xb80,
    CSR_CYCLE = 0xc00,
    CSR_CYCLEH = 0xc80,
    CSR_MVENDORID = 0xf11,
    CSR_MARCHID = 0xf12,
    CSR_MIMPID = 0xf13,
    CSR_MHARTID = 0xf14,
    CSR_MCONFIGPTR = 0xf15,
};

#define SIM_SSIP     (UINT64_C(1) << SIM_IRQ_SSI)
#define SIM_SIP_MASK (SIM_SSIP | UINT64_C(1) << SIM_IRQ_STI | UINT64_C(1) << SIM_IRQ_SEI)
#define SIM_MIP_MASK                                                                               \
    (SIM_SIP_MASK | UINT64_C(1) << SIM_IRQ_MSI | UINT64_C(1) << SIM_IRQ_MTI |                      \
     UINT64_C(1) << SIM_IRQ_MEI)
#define SIM_MEDELEG_MASK UINT64_C(0xb3ff) /* all exceptions but ecall from M-mode */
#define SIM_MSTATUS_MASK                                                                           \
    (SIM_MSTATUS_SIE | SIM_MSTATUS_MIE | SIM_MSTATUS_SPIE | SIM_MSTATUS_MPIE | SIM_MSTATUS_SPP |   \
     SIM_MSTATUS_MPP | SIM_MSTATUS_MPRV | SIM_MSTATUS_SUM | SIM_MSTATUS_MXR | SIM_MSTATUS_TVM |    \
     SIM_MSTATUS_TW | SIM_MSTATUS_TSR)

/* counters.c: mcycle, minstret, mhpmcounter3..31 (always 0), their user views, enables and the
 * inhibit register. */
bool sim_is_counter(unsigned csr);
int sim_counter_read(struct sim_hart *h, unsigned csr, bool debug, uint64_t *v);
int sim_counter_write(struct sim_hart *h, unsigned csr, uint64_t v);

#endif
