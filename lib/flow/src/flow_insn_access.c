/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an instruction loads and stores, as far as its opcode says so.
 *
 * Sources: RISC-V ISA Volume I (I, A, F, D, Zfh, C); Code Size Reduction 1.0 (Zcb, Zcmp).
 */
#include "flow_insn_int.h"

enum {
    OP_LOAD = 0x03,
    OP_LOAD_FP = 0x07,
    OP_STORE = 0x23,
    OP_STORE_FP = 0x27,
    OP_AMO = 0x2f,
    AMO_LR = 2,
    AMO_SC = 3,
};

static void set(struct flow_insn *insn, unsigned loads, unsigned stores, unsigned width)
{
    insn->loads = (uint8_t)loads;
    insn->stores = (uint8_t)stores;
    insn->width = (uint8_t)width;
}

static void access_32(uint32_t op, struct flow_insn *insn)
{
    unsigned funct3 = op >> 12 & 7u;
    unsigned width = 1u << (funct3 & 3u);
    unsigned funct5 = op >> 27;
    switch (op & 0x7fu) {
    case OP_LOAD:
        set(insn, funct3 != 7, 0, width);
        break;
    case OP_LOAD_FP: /* the other codes are vectors */
        set(insn, funct3 >= 1 && funct3 <= 3, 0, width);
        break;
    case OP_STORE:
        set(insn, 0, funct3 <= 3, width);
        break;
    case OP_STORE_FP:
        set(insn, 0, funct3 >= 1 && funct3 <= 3, width);
        break;
    case OP_AMO:
        set(insn, funct5 != AMO_SC, funct5 != AMO_LR, width);
        break;
    default:
        break;
    }
}

/* Zcmp: a load or store for each register of rlist, 4 = ra, 5 = ra and s0, ... 15 = ra, s0..s11. */
static void access_zcmp(unsigned xlen, uint32_t op, struct flow_insn *insn)
{
    unsigned rlist = op >> 4 & 15u;
    unsigned n = rlist < 4 ? 0 : rlist == 15 ? 13 : rlist - 3;
    switch (op >> 8 & 0xffu) {
    case 0xb8: /* cm.push */
        set(insn, 0, n, xlen / 8);
        break;
    case 0xba: /* cm.pop, cm.popretz, cm.popret */
    case 0xbc:
    case 0xbe:
        set(insn, n, 0, xlen / 8);
        break;
    default:
        break;
    }
}

/* Zcb: bits 12:10 select among the bytes and half-words. */
static void access_zcb(uint32_t op, struct flow_insn *insn)
{
    unsigned which = op >> 10 & 7u;
    if (which <= 1) {
        set(insn, 1, 0, which == 0 ? 1 : 2);
    } else if (which <= 3) {
        set(insn, 0, 1, which == 2 ? 1 : 2);
    }
}

/* Quadrants 0 and 2 have the same order of loads (1 to 3) and stores (5 to 7): double, word, and
 * the width of XLEN, which in RV32 is a float. */
static void access_16(unsigned xlen, uint32_t isa, uint32_t op, struct flow_insn *insn)
{
    unsigned quadrant = op & 3u;
    unsigned funct3 = op >> 13 & 7u;
    unsigned kind = funct3 & 3u;
    unsigned width = kind == 2 || (kind == 3 && xlen == 32) ? 4 : 8;
    if ((isa & FLOW_ISA_C) == 0 || quadrant == 1 || funct3 == 0) {
        return;
    }
    if (funct3 == 4) {
        if (quadrant == 0 && (isa & FLOW_ISA_ZCB) != 0) {
            access_zcb(op, insn);
        }
    } else if (quadrant == 2 && funct3 == 5 && (isa & (FLOW_ISA_ZCMP | FLOW_ISA_ZCMT)) != 0) {
        if ((isa & FLOW_ISA_ZCMP) != 0) {
            access_zcmp(xlen, op, insn);
        }
    } else {
        set(insn, funct3<4, funct3> 4, width);
    }
}

void flow_insn_set_access(unsigned xlen, uint32_t isa, uint32_t opcode, struct flow_insn *insn)
{
    if (insn->size == 2) {
        access_16(xlen, isa, opcode & 0xffffu, insn);
    } else if (insn->size == 4) {
        access_32(opcode, insn);
    }
}
