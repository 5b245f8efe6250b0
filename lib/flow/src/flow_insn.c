/* SPDX-License-Identifier: Apache-2.0 */
/*
 * 32-bit instructions and the itype of a class. The compressed ones are in flow_insn_c.c.
 */
#include "flow/flow_insn.h"

#include "flow_insn_int.h"

/* Major opcodes: bits 6:0 of a 32-bit instruction. */
enum {
    OP_AUIPC = 0x17,
    OP_LUI = 0x37,
    OP_BRANCH = 0x63,
    OP_JALR = 0x67,
    OP_RESERVED = 0x6b,
    OP_JAL = 0x6f,
    OP_SYSTEM = 0x73,
    OP_CUSTOM_0 = 0x0b,
    OP_CUSTOM_1 = 0x2b,
    OP_CUSTOM_2 = 0x5b,
    OP_CUSTOM_3 = 0x7b,
};

/* SYSTEM instructions that change the flow: all 32 bits count. */
enum {
    INSN_ECALL = 0x00000073,
    INSN_EBREAK = 0x00100073,
    INSN_SRET = 0x10200073,
    INSN_MRET = 0x30200073,
    INSN_MNRET = 0x70200073,
    INSN_DRET = 0x7b200073,
};

/* Offset of a B-type instruction. */
static uint64_t branch_offset(uint32_t op)
{
    uint32_t imm = ((op >> 31) & 1u) << 12 | ((op >> 7) & 1u) << 11 | ((op >> 25) & 0x3fu) << 5 |
                   ((op >> 8) & 0xfu) << 1;
    return flow_insn_sext(imm, 13);
}

/* Offset of a J-type instruction. */
static uint64_t jal_offset(uint32_t op)
{
    uint32_t imm = ((op >> 31) & 1u) << 20 | ((op >> 12) & 0xffu) << 12 | ((op >> 20) & 1u) << 11 |
                   ((op >> 21) & 0x3ffu) << 1;
    return flow_insn_sext(imm, 21);
}

/* Instructions of major opcode SYSTEM. Encodings with bits 31, 27 and 26 set are free for custom
 * use (RISC-V ISA Volume II, "SYSTEM major opcode"). */
static void decode_system(uint32_t op, struct flow_insn *insn)
{
    switch (op) {
    case INSN_ECALL:
    case INSN_EBREAK:
        insn->cls = FLOW_INSN_TRAP;
        break;
    case INSN_SRET:
    case INSN_MRET:
    case INSN_MNRET:
    case INSN_DRET:
        insn->cls = FLOW_INSN_TRAP_RETURN;
        break;
    default:
        if ((op & 0x8c007000u) == 0x8c000000u) {
            insn->flags |= FLOW_INSN_CUSTOM;
        }
        break;
    }
}

static void decode_32(unsigned xlen, uint64_t pc, uint32_t op, struct flow_insn *insn)
{
    unsigned rd = (op >> 7) & 0x1fu;
    unsigned rs1 = (op >> 15) & 0x1fu;
    unsigned funct3 = (op >> 12) & 0x7u;
    uint64_t upper = flow_insn_sext(op & 0xfffff000u, 32);

    switch (op & 0x7fu) {
    case OP_BRANCH:
        if (funct3 == 2 || funct3 == 3) {
            insn->flags |= FLOW_INSN_CUSTOM;
        } else {
            insn->cls = FLOW_INSN_BRANCH;
            insn->target = flow_insn_wrap(xlen, pc + branch_offset(op));
        }
        break;
    case OP_JAL:
        flow_insn_set_direct(insn, rd, flow_insn_wrap(xlen, pc + jal_offset(op)));
        break;
    case OP_JALR:
        if (funct3 != 0) {
            insn->flags |= FLOW_INSN_CUSTOM;
        } else {
            flow_insn_set_indirect(insn, rd, rs1, (int32_t)flow_insn_sext(op >> 20, 12));
        }
        break;
    case OP_LUI:
        flow_insn_set_const(insn, rd, flow_insn_wrap(xlen, upper));
        break;
    case OP_AUIPC:
        flow_insn_set_const(insn, rd, flow_insn_wrap(xlen, pc + upper));
        break;
    case OP_SYSTEM:
        decode_system(op, insn);
        break;
    case OP_RESERVED:
    case OP_CUSTOM_0:
    case OP_CUSTOM_1:
    case OP_CUSTOM_2:
    case OP_CUSTOM_3:
        insn->flags |= FLOW_INSN_CUSTOM;
        break;
    default:
        break;
    }
}

void flow_insn_decode(unsigned xlen, uint32_t isa, uint64_t pc, uint32_t opcode,
                      struct flow_insn *insn)
{
    *insn = (struct flow_insn){.size = (uint8_t)flow_insn_size(opcode)};
    switch (insn->size) {
    case 2:
        flow_insn_decode_c(xlen, isa, pc, opcode & 0xffffu, insn);
        break;
    case 4:
        decode_32(xlen, pc, opcode, insn);
        break;
    default:
        insn->flags = FLOW_INSN_CUSTOM;
        break;
    }
    flow_insn_set_access(xlen, isa, opcode, insn);
}

unsigned flow_insn_itype4(const struct flow_insn *insn, bool taken)
{
    switch ((enum flow_insn_class)insn->cls) {
    case FLOW_INSN_TRAP:
        return 1;
    case FLOW_INSN_TRAP_RETURN:
        return 3;
    case FLOW_INSN_BRANCH:
        return taken ? 5 : 4;
    case FLOW_INSN_CALL:
        return 8;
    case FLOW_INSN_DIRECT_CALL:
        return 9;
    case FLOW_INSN_JUMP:
        return 10;
    case FLOW_INSN_DIRECT_JUMP:
        return 11;
    case FLOW_INSN_SWAP:
        return 12;
    case FLOW_INSN_RETURN:
        return 13;
    case FLOW_INSN_OTHER:
        return 14;
    case FLOW_INSN_DIRECT_OTHER:
        return 15;
    case FLOW_INSN_LINEAR:
    case FLOW_INSN_CLASSES:
        break;
    }
    return 0;
}

unsigned flow_insn_itype3(const struct flow_insn *insn, bool taken)
{
    if (flow_insn_is_indirect(insn)) {
        return 6;
    }
    if (flow_insn_is_direct(insn)) {
        return 0;
    }
    return flow_insn_itype4(insn, taken);
}

const char *flow_insn_class_name(unsigned cls)
{
    static const char *const name[FLOW_INSN_CLASSES] = {
        [FLOW_INSN_LINEAR] = "linear",
        [FLOW_INSN_BRANCH] = "branch",
        [FLOW_INSN_DIRECT_CALL] = "direct call",
        [FLOW_INSN_DIRECT_JUMP] = "direct jump",
        [FLOW_INSN_DIRECT_OTHER] = "other direct jump",
        [FLOW_INSN_CALL] = "call",
        [FLOW_INSN_JUMP] = "jump",
        [FLOW_INSN_SWAP] = "co-routine swap",
        [FLOW_INSN_RETURN] = "return",
        [FLOW_INSN_OTHER] = "other jump",
        [FLOW_INSN_TRAP_RETURN] = "trap return",
        [FLOW_INSN_TRAP] = "trap",
    };
    return cls < FLOW_INSN_CLASSES ? name[cls] : "?";
}
