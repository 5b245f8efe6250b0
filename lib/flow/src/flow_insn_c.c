/* SPDX-License-Identifier: Apache-2.0 */
/*
 * 16-bit instructions: C, Zcmp and Zcmt. (Zcb holds nothing that changes the flow.)
 *
 * Sources: RISC-V ISA Volume I, "C" extension, tables of quadrants 0..2; Code Size Reduction 1.0.
 */
#include "flow_insn_int.h"

/* Quadrant (bits 1:0) and funct3 (bits 15:13) as one number. */
#define C_CODE(quadrant, funct3) ((unsigned)(quadrant) << 3 | (unsigned)(funct3))

enum {
    C_JAL = C_CODE(1, 1), /* RV32; c.addiw on RV64 */
    C_LUI = C_CODE(1, 3), /* and c.addi16sp */
    C_J = C_CODE(1, 5),
    C_BEQZ = C_CODE(1, 6),
    C_BNEZ = C_CODE(1, 7),
    C_JR = C_CODE(2, 4),    /* and c.mv, c.ebreak, c.jalr, c.add */
    C_FSDSP = C_CODE(2, 5), /* Zcmp and Zcmt take its place */
};

static uint32_t bits(uint32_t op, unsigned low, unsigned width)
{
    return (op >> low) & ((1u << width) - 1u);
}

/* Offset of c.j and c.jal: imm[11|4|9:8|10|6|7|3:1|5] in bits 12..2. */
static uint64_t cj_offset(uint32_t op)
{
    uint32_t imm = bits(op, 12, 1) << 11 | bits(op, 11, 1) << 4 | bits(op, 9, 2) << 8 |
                   bits(op, 8, 1) << 10 | bits(op, 7, 1) << 6 | bits(op, 6, 1) << 7 |
                   bits(op, 3, 3) << 1 | bits(op, 2, 1) << 5;
    return flow_insn_sext(imm, 12);
}

/* Offset of c.beqz and c.bnez: imm[8|4:3] in bits 12..10, imm[7:6|2:1|5] in bits 6..2. */
static uint64_t cb_offset(uint32_t op)
{
    uint32_t imm = bits(op, 12, 1) << 8 | bits(op, 10, 2) << 3 | bits(op, 5, 2) << 6 |
                   bits(op, 3, 2) << 1 | bits(op, 2, 1) << 5;
    return flow_insn_sext(imm, 9);
}

/* c.lui: rd other than x0 (a hint) and x2 (c.addi16sp), and an immediate other than 0. */
static void decode_c_lui(unsigned xlen, uint32_t op, struct flow_insn *insn)
{
    unsigned rd = bits(op, 7, 5);
    uint32_t imm = bits(op, 12, 1) << 17 | bits(op, 2, 5) << 12;
    if (rd != 2 && imm != 0) {
        flow_insn_set_const(insn, rd, flow_insn_wrap(xlen, flow_insn_sext(imm, 18)));
    }
}

/* c.jr, c.jalr and c.ebreak among c.mv and c.add. */
static void decode_c_jr(uint32_t op, struct flow_insn *insn)
{
    unsigned rs1 = bits(op, 7, 5);
    unsigned rs2 = bits(op, 2, 5);
    bool link = bits(op, 12, 1) != 0;

    if (rs2 != 0) {
        return;
    }
    if (rs1 != 0) {
        flow_insn_set_indirect(insn, link ? 1 : 0, rs1, 0);
    } else if (link) {
        insn->cls = FLOW_INSN_TRAP;
    }
}

/* Zcmp: cm.popretz is 0xbc.2, cm.popret 0xbe.2 with rlist 4..15 in bits 7:4.
 * Zcmt: bits 12:10 are 0, the table index is in bits 9:2; 0..31 is cm.jt, 32..255 cm.jalt. */
static void decode_zcmp_zcmt(uint32_t isa, uint32_t op, struct flow_insn *insn)
{
    uint32_t top = bits(op, 8, 8);
    if ((isa & FLOW_ISA_ZCMP) != 0 && (top == 0xbc || top == 0xbe) && bits(op, 4, 4) >= 4) {
        insn->cls = FLOW_INSN_RETURN; /* the target comes from the stack, not from x1 */
    } else if ((isa & FLOW_ISA_ZCMT) != 0 && bits(op, 10, 3) == 0) {
        uint32_t index = bits(op, 2, 8);
        flow_insn_set_direct(insn, index < 32 ? 0 : 1, index);
        insn->flags |= FLOW_INSN_TABLE;
    }
}

void flow_insn_decode_c(unsigned xlen, uint32_t isa, uint64_t pc, uint32_t op,
                        struct flow_insn *insn)
{
    if ((isa & FLOW_ISA_C) == 0) {
        return;
    }
    switch (C_CODE(op & 3u, op >> 13)) {
    case C_JAL:
        if (xlen == 32) {
            flow_insn_set_direct(insn, 1, flow_insn_wrap(xlen, pc + cj_offset(op)));
        }
        break;
    case C_J:
        flow_insn_set_direct(insn, 0, flow_insn_wrap(xlen, pc + cj_offset(op)));
        break;
    case C_LUI:
        decode_c_lui(xlen, op, insn);
        break;
    case C_BEQZ:
    case C_BNEZ:
        insn->cls = FLOW_INSN_BRANCH;
        insn->target = flow_insn_wrap(xlen, pc + cb_offset(op));
        break;
    case C_JR:
        decode_c_jr(op, insn);
        break;
    case C_FSDSP:
        decode_zcmp_zcmt(isa, op, insn);
        break;
    default:
        break;
    }
}
