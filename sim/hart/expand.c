/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed instructions (ISA manual, volume I, "C" Standard Extension for Compressed
 * Instructions). */
#include "hart/exec.h"

enum {
    OP_LOAD = 0x03,
    OP_IMM = 0x13,
    OP_IMM32 = 0x1b,
    OP_STORE = 0x23,
    OP_REG = 0x33,
    OP_LUI = 0x37,
    OP_REG32 = 0x3b,
    OP_BRANCH = 0x63,
    OP_JALR = 0x67,
    OP_JAL = 0x6f,
    EBREAK = 0x00100073,
};

/* Bits hi..lo of c, moved to position `to`. */
static uint32_t bits(uint32_t c, unsigned hi, unsigned lo, unsigned to)
{
    return ((c >> lo) & ((1u << (hi - lo + 1)) - 1)) << to;
}

static uint32_t sext(uint32_t v, unsigned width)
{
    uint32_t sign = 1u << (width - 1);

    return (v ^ sign) - sign;
}

static uint32_t enc_r(uint32_t op, uint32_t f3, uint32_t f7, uint32_t rd, uint32_t rs1,
                      uint32_t rs2)
{
    return op | rd << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | f7 << 25;
}

static uint32_t enc_i(uint32_t op, uint32_t f3, uint32_t rd, uint32_t rs1, uint32_t imm)
{
    return op | rd << 7 | f3 << 12 | rs1 << 15 | imm << 20;
}

static uint32_t enc_s(uint32_t f3, uint32_t rs1, uint32_t rs2, uint32_t imm)
{
    return OP_STORE | bits(imm, 4, 0, 7) | f3 << 12 | rs1 << 15 | rs2 << 20 | bits(imm, 11, 5, 25);
}

static uint32_t enc_b(uint32_t f3, uint32_t rs1, uint32_t imm)
{
    return OP_BRANCH | bits(imm, 11, 11, 7) | bits(imm, 4, 1, 8) | f3 << 12 | rs1 << 15 |
           bits(imm, 10, 5, 25) | bits(imm, 12, 12, 31);
}

static uint32_t enc_j(uint32_t rd, uint32_t imm)
{
    return OP_JAL | rd << 7 | bits(imm, 19, 12, 12) | bits(imm, 11, 11, 20) | bits(imm, 10, 1, 21) |
           bits(imm, 20, 20, 31);
}

/* The registers x8..x15 of the three-bit fields. */
static uint32_t reg_hi(uint32_t c)
{
    return 8 + bits(c, 9, 7, 0);
}

static uint32_t reg_lo(uint32_t c)
{
    return 8 + bits(c, 4, 2, 0);
}

static uint32_t imm6(uint32_t c)
{
    return sext(bits(c, 12, 12, 5) | bits(c, 6, 2, 0), 6);
}

static uint32_t imm_j(uint32_t c)
{
    return sext(bits(c, 12, 12, 11) | bits(c, 11, 11, 4) | bits(c, 10, 9, 8) | bits(c, 8, 8, 10) |
                    bits(c, 7, 7, 6) | bits(c, 6, 6, 7) | bits(c, 5, 3, 1) | bits(c, 2, 2, 5),
                12);
}

static uint32_t imm_b(uint32_t c)
{
    return sext(bits(c, 12, 12, 8) | bits(c, 11, 10, 3) | bits(c, 6, 5, 6) | bits(c, 4, 3, 1) |
                    bits(c, 2, 2, 5),
                9);
}

/* Quadrant 0: loads and stores through x8..x15, and c.addi4spn. */
static uint32_t quadrant0(uint32_t c, unsigned xlen)
{
    uint32_t off4 = bits(c, 12, 10, 3) | bits(c, 6, 6, 2) | bits(c, 5, 5, 6);
    uint32_t off8 = bits(c, 12, 10, 3) | bits(c, 6, 5, 6);
    uint32_t nz = bits(c, 12, 11, 4) | bits(c, 10, 7, 6) | bits(c, 6, 6, 2) | bits(c, 5, 5, 3);

    switch (c >> 13) {
    case 0: /* c.addi4spn */
        return nz ? enc_i(OP_IMM, 0, reg_lo(c), 2, nz) : 0;
    case 2: /* c.lw */
        return enc_i(OP_LOAD, 2, reg_lo(c), reg_hi(c), off4);
    case 3: /* c.ld */
        return xlen == 64 ? enc_i(OP_LOAD, 3, reg_lo(c), reg_hi(c), off8) : 0;
    case 6: /* c.sw */
        return enc_s(2, reg_hi(c), reg_lo(c), off4);
    case 7: /* c.sd */
        return xlen == 64 ? enc_s(3, reg_hi(c), reg_lo(c), off8) : 0;
    default:
        return 0;
    }
}

/* c.srli, c.srai, c.andi and the register operations of quadrant 1. */
static uint32_t alu(uint32_t c, unsigned xlen)
{
    static const uint8_t f3[4] = {0, 4, 6, 7}; /* sub, xor, or, and */
    uint32_t rd = reg_hi(c), shamt = imm6(c) & 63, which = bits(c, 6, 5, 0);

    switch (bits(c, 11, 10, 0)) {
    case 0: /* c.srli */
    case 1: /* c.srai */
        if (xlen == 32 && shamt >= 32) {
            return 0;
        }
        return enc_i(OP_IMM, 5, rd, rd, shamt | bits(c, 10, 10, 10));
    case 2: /* c.andi */
        return enc_i(OP_IMM, 7, rd, rd, imm6(c));
    default:
        break;
    }
    if (!bits(c, 12, 12, 0)) {
        return enc_r(OP_REG, f3[which], which == 0 ? 0x20 : 0, rd, rd, reg_lo(c));
    }
    if (xlen == 32 || which > 1) {
        return 0;
    }
    return enc_r(OP_REG32, 0, which == 0 ? 0x20 : 0, rd, rd, reg_lo(c)); /* c.subw, c.addw */
}

/* c.addi16sp and c.lui share an encoding. */
static uint32_t lui_or_sp(uint32_t c, uint32_t rd)
{
    uint32_t sp = sext(bits(c, 12, 12, 9) | bits(c, 6, 6, 4) | bits(c, 5, 5, 6) | bits(c, 4, 3, 7) |
                           bits(c, 2, 2, 5),
                       10);

    if (imm6(c) == 0) {
        return 0;
    }
    if (rd == 2) {
        return enc_i(OP_IMM, 0, 2, 2, sp);
    }
    return OP_LUI | rd << 7 | imm6(c) << 12;
}

static uint32_t quadrant1(uint32_t c, unsigned xlen)
{
    uint32_t rd = bits(c, 11, 7, 0);

    switch (c >> 13) {
    case 0: /* c.nop, c.addi */
        return enc_i(OP_IMM, 0, rd, rd, imm6(c));
    case 1: /* c.jal in RV32, c.addiw in RV64 */
        if (xlen == 32) {
            return enc_j(1, imm_j(c));
        }
        return rd ? enc_i(OP_IMM32, 0, rd, rd, imm6(c)) : 0;
    case 2: /* c.li */
        return enc_i(OP_IMM, 0, rd, 0, imm6(c));
    case 3:
        return lui_or_sp(c, rd);
    case 4:
        return alu(c, xlen);
    case 5: /* c.j */
        return enc_j(0, imm_j(c));
    case 6: /* c.beqz */
        return enc_b(0, reg_hi(c), imm_b(c));
    default: /* c.bnez */
        return enc_b(1, reg_hi(c), imm_b(c));
    }
}

/* c.jr, c.mv, c.ebreak, c.jalr, c.add. */
static uint32_t jump_or_move(uint32_t c, uint32_t rd)
{
    uint32_t rs2 = bits(c, 6, 2, 0);

    if (!bits(c, 12, 12, 0)) {
        if (rs2) {
            return enc_r(OP_REG, 0, 0, rd, 0, rs2);
        }
        return rd ? enc_i(OP_JALR, 0, 0, rd, 0) : 0;
    }
    if (rs2) {
        return enc_r(OP_REG, 0, 0, rd, rd, rs2);
    }
    return rd ? enc_i(OP_JALR, 0, 1, rd, 0) : EBREAK;
}

static uint32_t quadrant2(uint32_t c, unsigned xlen)
{
    uint32_t rd = bits(c, 11, 7, 0), rs2 = bits(c, 6, 2, 0);
    uint32_t shamt = imm6(c) & 63;

    switch (c >> 13) {
    case 0: /* c.slli */
        return xlen == 32 && shamt >= 32 ? 0 : enc_i(OP_IMM, 1, rd, rd, shamt);
    case 2: /* c.lwsp */
        return rd ? enc_i(OP_LOAD, 2, rd, 2,
                          bits(c, 12, 12, 5) | bits(c, 6, 4, 2) | bits(c, 3, 2, 6))
                  : 0;
    case 3: /* c.ldsp */
        return rd && xlen == 64 ? enc_i(OP_LOAD, 3, rd, 2,
                                        bits(c, 12, 12, 5) | bits(c, 6, 5, 3) | bits(c, 4, 2, 6))
                                : 0;
    case 4:
        return jump_or_move(c, rd);
    case 6: /* c.swsp */
        return enc_s(2, 2, rs2, bits(c, 12, 9, 2) | bits(c, 8, 7, 6));
    case 7: /* c.sdsp */
        return xlen == 64 ? enc_s(3, 2, rs2, bits(c, 12, 10, 3) | bits(c, 9, 7, 6)) : 0;
    default:
        return 0;
    }
}

uint32_t sim_expand(uint16_t c, unsigned xlen)
{
    switch (c & 3) {
    case 0:
        return quadrant0(c, xlen);
    case 1:
        return quadrant1(c, xlen);
    case 2:
        return quadrant2(c, xlen);
    default:
        return 0;
    }
}
