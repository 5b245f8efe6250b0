/* SPDX-License-Identifier: Apache-2.0 */
/* The ISA extension that a refused instruction belongs to. */
#include "htr/htr_insn_needs.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    OP_LOAD_FP = 0x07,
    OP_MISC_MEM = 0x0F,
    OP_IMM = 0x13,
    OP_IMM_32 = 0x1B,
    OP_STORE_FP = 0x27,
    OP_AMO = 0x2F,
    OP = 0x33,
    OP_32 = 0x3B,
    OP_MADD = 0x43,
    OP_MSUB = 0x47,
    OP_NMSUB = 0x4B,
    OP_NMADD = 0x4F,
    OP_FP = 0x53,
    OP_V = 0x57,
    OP_SYSTEM = 0x73,
};

/* Loads and stores of floating point, by their width; the others are vectors. */
static const char *fp_memory(unsigned width)
{
    static const char *const names[8] = {"V", "Zfh", "F", "D", "Q", "V", "V", "V"};
    return names[width];
}

/* Arithmetic, by fmt. */
static const char *fp_format(unsigned fmt)
{
    static const char *const names[4] = {"F", "D", "Zfh", "Q"};
    return names[fmt];
}

/* Quadrants 0 and 2 hold the loads and stores of floating point; in RV64 half of these places are
 * ld and sd. */
static const char *compressed(unsigned xlen, uint32_t opcode)
{
    const unsigned quadrant = opcode & 3, funct3 = opcode >> 13 & 7;
    if (opcode == 0 || quadrant == 1) {
        return NULL;
    }
    if (quadrant == 0 && funct3 == 4) {
        return "Zcb";
    }
    if (funct3 == 1 || funct3 == 5) {
        return "D";
    }
    return xlen == 32 && (funct3 == 3 || funct3 == 7) ? "F" : NULL;
}

/* Arithmetic on integers that is not in I and M. */
static const char *integer(uint32_t opcode)
{
    const unsigned funct7 = opcode >> 25, funct3 = opcode >> 12 & 7;
    const bool shift = funct3 == 1 || funct3 == 5, imm = (opcode & 0x20) == 0;
    if (imm) {
        return shift ? "B (Zba, Zbb, Zbs)" : NULL;
    }
    switch (funct7) {
    case 0x07:
        return "Zicond";
    case 0x04:
    case 0x05:
    case 0x10:
    case 0x14:
    case 0x20:
    case 0x24:
    case 0x30:
    case 0x34:
        return "B (Zba, Zbb, Zbs)";
    default:
        return NULL;
    }
}

static const char *system_insn(uint32_t opcode)
{
    const unsigned csr = opcode >> 20, funct3 = opcode >> 12 & 7;
    if ((funct3 & 3) == 0) {
        return funct3 == 4 || csr >> 5 == 0x11 || csr >> 5 == 0x31 ? "H" : NULL;
    }
    if (csr >= 1 && csr <= 3) {
        return "F";
    }
    if ((csr >= 8 && csr <= 0xF) || (csr >= 0xC20 && csr <= 0xC22)) {
        return "V";
    }
    return NULL;
}

const char *htr_insn_needs(unsigned xlen, uint32_t opcode)
{
    const unsigned funct3 = opcode >> 12 & 7;
    if ((opcode & 3) != 3) {
        return compressed(xlen, opcode);
    }
    switch (opcode & 0x7F) {
    case OP_LOAD_FP:
    case OP_STORE_FP:
        return fp_memory(funct3);
    case OP_MADD:
    case OP_MSUB:
    case OP_NMSUB:
    case OP_NMADD:
    case OP_FP:
        return fp_format(opcode >> 25 & 3);
    case OP_V:
        return "V";
    case OP_AMO:
        return opcode >> 27 == 5 ? "Zacas" : funct3 < 2 ? "Zabha" : NULL;
    case OP_MISC_MEM:
        return funct3 == 2 ? "Zicbom, Zicboz" : NULL;
    case OP_IMM:
    case OP_IMM_32:
    case OP:
    case OP_32:
        return integer(opcode);
    case OP_SYSTEM:
        return system_insn(opcode);
    default:
        return NULL;
    }
}
