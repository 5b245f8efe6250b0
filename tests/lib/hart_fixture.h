/* SPDX-License-Identifier: Apache-2.0 */
/* A hart with 1 MiB of RAM at 0x80000000, a device that counts accesses, and a cursor to write
 * instructions at. */
#ifndef HART_FIXTURE_H
#define HART_FIXTURE_H

#include "rv_asm.h"
#include "sim/sim_hart.h"

#define HF_RAM       UINT64_C(0x80000000)
#define HF_RAM_SIZE  UINT64_C(0x100000)
#define HF_DEVICE    UINT64_C(0x40000000) /* 4 KiB: takes 32-bit accesses, reads as offset */
#define HF_HANDLER_M (HF_RAM + 0x8000)
#define HF_HANDLER_S (HF_RAM + 0x9000)
#define HF_DATA      (HF_RAM + 0x40000)

/* CSR numbers that tests use. */
enum {
    HF_SSTATUS = 0x100,
    HF_SIE = 0x104,
    HF_STVEC = 0x105,
    HF_SCOUNTEREN = 0x106,
    HF_SEPC = 0x141,
    HF_SCAUSE = 0x142,
    HF_STVAL = 0x143,
    HF_SIP = 0x144,
    HF_SATP = 0x180,
    HF_MSTATUS = 0x300,
    HF_MISA = 0x301,
    HF_MEDELEG = 0x302,
    HF_MIDELEG = 0x303,
    HF_MIE = 0x304,
    HF_MTVEC = 0x305,
    HF_MCOUNTEREN = 0x306,
    HF_MCOUNTINHIBIT = 0x320,
    HF_MSCRATCH = 0x340,
    HF_MEPC = 0x341,
    HF_MCAUSE = 0x342,
    HF_MTVAL = 0x343,
    HF_MIP = 0x344,
    HF_PMPCFG0 = 0x3a0,
    HF_PMPADDR0 = 0x3b0,
    HF_SCONTEXT = 0x5a8,
    HF_HCONTEXT = 0x6a8,
    HF_TSELECT = 0x7a0,
    HF_TDATA1 = 0x7a1,
    HF_TDATA2 = 0x7a2,
    HF_TINFO = 0x7a4,
    HF_TCONTROL = 0x7a5,
    HF_MCONTEXT = 0x7a8,
    HF_DCSR = 0x7b0,
    HF_DPC = 0x7b1,
    HF_MCYCLE = 0xb00,
    HF_MINSTRET = 0xb02,
    HF_CYCLE = 0xc00,
    HF_TIME = 0xc01,
    HF_INSTRET = 0xc02,
    HF_MHARTID = 0xf14,
};

#define HF_MSTATUS_SIE  (UINT64_C(1) << 1)
#define HF_MSTATUS_MIE  (UINT64_C(1) << 3)
#define HF_MSTATUS_SPIE (UINT64_C(1) << 5)
#define HF_MSTATUS_MPIE (UINT64_C(1) << 7)
#define HF_MSTATUS_SPP  (UINT64_C(1) << 8)
#define HF_MSTATUS_MPP  (UINT64_C(3) << 11)
#define HF_MSTATUS_MPRV (UINT64_C(1) << 17)
#define HF_MSTATUS_TVM  (UINT64_C(1) << 20)
#define HF_MSTATUS_TW   (UINT64_C(1) << 21)
#define HF_MSTATUS_TSR  (UINT64_C(1) << 22)

struct hart_fixture {
    struct sim_bus bus;
    struct sim_ram ram;
    struct sim_hart *h;
    struct sim_retire r; /* of the last step */
    uint64_t cursor;
    unsigned reads, writes; /* of the device */
};

/* Create; mtvec and stvec are set to the handlers, which hold nops. The program starts at HF_RAM.
 */
void hf_init(struct hart_fixture *f, const struct sim_hart_cfg *cfg);
void hf_init_xlen(struct hart_fixture *f, unsigned xlen);
void hf_free(struct hart_fixture *f);

/* Write an instruction (2 or 4 bytes by its low bits) at the cursor and move on. */
void hf_emit(struct hart_fixture *f, uint32_t op);

/* Set cursor and pc. */
void hf_at(struct hart_fixture *f, uint64_t pc);

/* Put one instruction at the pc, execute it, return what sim_hart_step says. The cursor follows the
 * pc. */
unsigned hf_do(struct hart_fixture *f, uint32_t op);

/* One step. */
unsigned hf_step(struct hart_fixture *f);

uint64_t hf_csr(struct hart_fixture *f, unsigned csr);
void hf_set_csr(struct hart_fixture *f, unsigned csr, uint64_t v);

/* Make U and S mode able to use all memory: PMP entry 15 covers everything. */
void hf_open_pmp(struct hart_fixture *f);

/* Memory, little-endian. */
uint64_t hf_peek(struct hart_fixture *f, uint64_t addr, unsigned size);
void hf_poke(struct hart_fixture *f, uint64_t addr, unsigned size, uint64_t v);

#endif
