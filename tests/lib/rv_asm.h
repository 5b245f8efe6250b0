/* SPDX-License-Identifier: Apache-2.0 */
/* Encoders of RISC-V instructions for tests (ISA manual, volume I, "Base Instruction Formats"). */
#ifndef RV_ASM_H
#define RV_ASM_H

#include <stdint.h>

static inline uint32_t rv_r(uint32_t op, uint32_t f3, uint32_t f7, uint32_t rd, uint32_t rs1,
                            uint32_t rs2)
{
    return op | rd << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | f7 << 25;
}

static inline uint32_t rv_i(uint32_t op, uint32_t f3, uint32_t rd, uint32_t rs1, int32_t imm)
{
    return op | rd << 7 | f3 << 12 | rs1 << 15 | (uint32_t)imm << 20;
}

static inline uint32_t rv_store(uint32_t f3, uint32_t rs2, uint32_t rs1, int32_t imm)
{
    const uint32_t i = (uint32_t)imm;

    return 0x23 | (i & 31) << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | ((i >> 5) & 127) << 25;
}

static inline uint32_t rv_branch(uint32_t f3, uint32_t rs1, uint32_t rs2, int32_t offset)
{
    const uint32_t i = (uint32_t)offset;

    return 0x63 | ((i >> 11) & 1) << 7 | ((i >> 1) & 15) << 8 | f3 << 12 | rs1 << 15 | rs2 << 20 |
           ((i >> 5) & 63) << 25 | ((i >> 12) & 1) << 31;
}

static inline uint32_t rv_jal(uint32_t rd, int32_t offset)
{
    const uint32_t i = (uint32_t)offset;

    return 0x6f | rd << 7 | ((i >> 12) & 255) << 12 | ((i >> 11) & 1) << 20 |
           ((i >> 1) & 1023) << 21 | ((i >> 20) & 1) << 31;
}

static inline uint32_t rv_addi(uint32_t rd, uint32_t rs1, int32_t imm)
{
    return rv_i(0x13, 0, rd, rs1, imm);
}

static inline uint32_t rv_jalr(uint32_t rd, uint32_t rs1, int32_t imm)
{
    return rv_i(0x67, 0, rd, rs1, imm);
}

static inline uint32_t rv_lui(uint32_t rd, uint32_t imm20)
{
    return 0x37 | rd << 7 | imm20 << 12;
}

static inline uint32_t rv_auipc(uint32_t rd, uint32_t imm20)
{
    return 0x17 | rd << 7 | imm20 << 12;
}

/* f3: 0..7 as in LB LH LW LD LBU LHU LWU. */
static inline uint32_t rv_load(uint32_t f3, uint32_t rd, uint32_t rs1, int32_t imm)
{
    return rv_i(0x03, f3, rd, rs1, imm);
}

static inline uint32_t rv_amo(uint32_t f5, uint32_t f3, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return rv_r(0x2f, f3, f5 << 2, rd, rs1, rs2);
}

/* f3: 1 csrrw, 2 csrrs, 3 csrrc, and 5, 6, 7 with an immediate in rs1. */
static inline uint32_t rv_csr(uint32_t f3, uint32_t rd, uint32_t csr, uint32_t rs1)
{
    return 0x73 | rd << 7 | f3 << 12 | rs1 << 15 | csr << 20;
}

enum {
    RV_NOP = 0x00000013,
    RV_ECALL = 0x00000073,
    RV_EBREAK = 0x00100073,
    RV_SRET = 0x10200073,
    RV_WFI = 0x10500073,
    RV_MRET = 0x30200073,
    RV_FENCE_I = 0x0000100f,
    RV_SFENCE_VMA = 0x12000073,
    RV_C_NOP = 0x0001,
};

#endif
