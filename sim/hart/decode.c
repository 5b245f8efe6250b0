/* SPDX-License-Identifier: Apache-2.0 */
/* From opcodes to decoded instructions (ISA manual, volume I, "RV32/64G Instruction Set Listings").
 */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "hart/exec.h"
#include "ingress/ingress_port.h"

/* Columns: RV32, RV64. NULL: no such instruction. */
struct row {
    sim_exec_fn fn[2];
};

#define BOTH(f)                                                                                    \
    {                                                                                              \
        {                                                                                          \
            sim_exec_##f, sim_exec_##f                                                             \
        }                                                                                          \
    }
#define SPLIT(f32, f64)                                                                            \
    {                                                                                              \
        {                                                                                          \
            sim_exec_##f32, sim_exec_##f64                                                         \
        }                                                                                          \
    }
#define ONLY64(f)                                                                                  \
    {                                                                                              \
        {                                                                                          \
            NULL, sim_exec_##f                                                                     \
        }                                                                                          \
    }
#define NONE                                                                                       \
    {                                                                                              \
        {                                                                                          \
            NULL, NULL                                                                             \
        }                                                                                          \
    }

static const struct row load_rows[8] = {BOTH(lb),  BOTH(lh),  BOTH(lw),    ONLY64(ld),
                                        BOTH(lbu), BOTH(lhu), ONLY64(lwu), NONE};
static const struct row store_rows[8] = {BOTH(sb), BOTH(sh), BOTH(sw), ONLY64(sd),
                                         NONE,     NONE,     NONE,     NONE};
static const struct row branch_rows[8] = {BOTH(beq), BOTH(bne), NONE,       NONE,
                                          BOTH(blt), BOTH(bge), BOTH(bltu), BOTH(bgeu)};
static const struct row imm_rows[8] = {SPLIT(addiw, addi), SPLIT(slliw, slli), BOTH(slti),
                                       BOTH(sltiu),        BOTH(xori),         SPLIT(srliw, srli),
                                       BOTH(ori),          BOTH(andi)};
static const struct row reg_rows[8] = {SPLIT(addw, add), SPLIT(sllw, sll), BOTH(slt), BOTH(sltu),
                                       BOTH(xor),        SPLIT(srlw, srl), BOTH(or),  BOTH(and)};
static const struct row mul_rows[8] = {
    SPLIT(mulw, mul), SPLIT(mulhw, mulh), SPLIT(mulhsuw, mulhsu), SPLIT(mulhuw, mulhu),
    SPLIT(divw, div), SPLIT(divuw, divu), SPLIT(remw, rem),       SPLIT(remuw, remu)};
static const struct row reg32_rows[8] = {ONLY64(addw), ONLY64(sllw), NONE, NONE,
                                         NONE,         ONLY64(srlw), NONE, NONE};
static const struct row mul32_rows[8] = {ONLY64(mulw), NONE,          NONE,         NONE,
                                         ONLY64(divw), ONLY64(divuw), ONLY64(remw), ONLY64(remuw)};
static const struct row csr_rows[8] = {NONE, BOTH(csrrw),  BOTH(csrrs),  BOTH(csrrc),
                                       NONE, BOTH(csrrwi), BOTH(csrrsi), BOTH(csrrci)};

static unsigned funct3(uint32_t op)
{
    return (op >> 12) & 7;
}

static unsigned funct7(uint32_t op)
{
    return op >> 25;
}

static int32_t imm_i(uint32_t op)
{
    return (int32_t)op >> 20;
}

static int32_t imm_s(uint32_t op)
{
    return ((int32_t)op >> 25) * 32 + (int32_t)((op >> 7) & 31);
}

static int32_t imm_b(uint32_t op)
{
    uint32_t v = ((op >> 8) & 15) << 1 | ((op >> 25) & 63) << 5 | ((op >> 7) & 1) << 11;

    return (int32_t)v - (int32_t)((op >> 31) << 12);
}

static int32_t imm_j(uint32_t op)
{
    uint32_t v = ((op >> 21) & 1023) << 1 | ((op >> 20) & 1) << 11 | ((op >> 12) & 255) << 12;

    return (int32_t)v - (int32_t)((op >> 31) << 20);
}

/* OP and OP-32: which function for funct7, or NULL. */
static sim_exec_fn decode_reg(uint32_t op, unsigned w, bool half)
{
    unsigned f3 = funct3(op);

    switch (funct7(op)) {
    case 0x00:
        return (half ? reg32_rows : reg_rows)[f3].fn[w];
    case 0x01:
        return (half ? mul32_rows : mul_rows)[f3].fn[w];
    case 0x20:
        if (half && w == 0) {
            return NULL;
        }
        if (f3 == 0) {
            return half || w == 0 ? sim_exec_subw : sim_exec_sub;
        }
        if (f3 == 5) {
            return half || w == 0 ? sim_exec_sraw : sim_exec_sra;
        }
        return NULL;
    default:
        return NULL;
    }
}

/* OP-IMM and OP-IMM-32; shifts have their amount in imm. */
static sim_exec_fn decode_imm(struct sim_insn *in, uint32_t op, unsigned w, bool half)
{
    unsigned f3 = funct3(op), high, bits = half || w == 0 ? 5 : 6;
    bool word = bits == 5;

    in->imm = imm_i(op);
    if (half && w == 0) {
        return NULL;
    }
    if (f3 != 1 && f3 != 5) {
        return !half ? imm_rows[f3].fn[w] : f3 == 0 ? sim_exec_addiw : NULL;
    }
    high = (op >> 20) >> bits;
    in->imm = (int32_t)((op >> 20) & ((1u << bits) - 1));
    if (high == 0) {
        return imm_rows[f3].fn[word ? 0 : 1];
    }
    if (f3 == 5 && high == 0x400u >> bits) {
        return word ? sim_exec_sraiw : sim_exec_srai;
    }
    return NULL;
}

/* AMO: imm holds funct5 for the read-modify-write ones. */
static sim_exec_fn decode_amo(struct sim_insn *in, uint32_t op, unsigned w)
{
    unsigned f3 = funct3(op), f5 = op >> 27;
    bool d = f3 == 3;

    in->imm = (int32_t)f5;
    if (f3 != 2 && !(d && w == 1)) {
        return NULL;
    }
    if (f5 == 0x02) {
        return ((op >> 20) & 31) != 0 ? NULL : d ? sim_exec_lr_d : sim_exec_lr_w;
    }
    if (f5 == 0x03) {
        return d ? sim_exec_sc_d : sim_exec_sc_w;
    }
    if (f5 == 0x01 || (f5 & 3) == 0) {
        return d ? sim_exec_amo_d : sim_exec_amo_w;
    }
    return NULL;
}

static sim_exec_fn decode_system(struct sim_insn *in, uint32_t op, unsigned w)
{
    in->imm = (int32_t)(op >> 20);
    if (funct3(op) != 0) {
        return csr_rows[funct3(op)].fn[w];
    }
    if (funct7(op) == 0x09 && ((op >> 7) & 31) == 0) {
        return sim_exec_sfence_vma;
    }
    switch (op) {
    case 0x00000073:
        return sim_exec_ecall;
    case 0x00100073:
        return sim_exec_ebreak;
    case 0x10200073:
        in->itype = INGRESS_ITYPE_TRAP_RETURN;
        return sim_exec_sret;
    case 0x30200073:
        in->itype = INGRESS_ITYPE_TRAP_RETURN;
        return sim_exec_mret;
    case 0x10500073:
        return sim_exec_wfi;
    default:
        return NULL;
    }
}

static bool is_link(unsigned r)
{
    return r == 1 || r == 5;
}

/* N-Trace, Generating itype for different instructions (the 4-bit half of the table). */
static uint8_t jal_itype(unsigned rd)
{
    return is_link(rd) ? INGRESS_ITYPE_INFERABLE_CALL
           : rd == 0   ? INGRESS_ITYPE_INFERABLE_TAIL
                       : INGRESS_ITYPE_OTHER_INFERABLE;
}

static uint8_t jalr_itype(unsigned rd, unsigned rs)
{
    if (is_link(rd)) {
        return is_link(rs) && rs != rd ? INGRESS_ITYPE_CO_ROUTINE_SWAP
                                       : INGRESS_ITYPE_UNINFERABLE_CALL;
    }
    if (is_link(rs)) {
        return INGRESS_ITYPE_RETURN;
    }
    return rd == 0 ? INGRESS_ITYPE_UNINFERABLE_TAIL : INGRESS_ITYPE_OTHER_UNINFERABLE;
}

static sim_exec_fn decode_jump(struct sim_insn *in, uint32_t op, unsigned rd)
{
    if ((op & 8) != 0) {
        in->imm = imm_j(op);
        in->itype = jal_itype(rd);
        return sim_exec_jal;
    }
    if (funct3(op) != 0) {
        return NULL;
    }
    in->imm = imm_i(op);
    in->itype = jalr_itype(rd, in->rs1);
    in->jump_rs = in->rs1;
    return sim_exec_jalr;
}

static sim_exec_fn decode_major(struct sim_insn *in, uint32_t op, unsigned w, unsigned rd)
{
    switch (op & 0x7f) {
    case 0x03:
        in->imm = imm_i(op);
        return load_rows[funct3(op)].fn[w];
    case 0x0f:
        return funct3(op) == 0 ? sim_exec_fence : funct3(op) == 1 ? sim_exec_fence_i : NULL;
    case 0x13:
    case 0x1b:
        return decode_imm(in, op, w, (op & 8) != 0);
    case 0x17:
    case 0x37:
        in->imm = (int32_t)(op & 0xfffff000);
        in->loads = (uint8_t)rd;
        return (op & 0x20) != 0 ? sim_exec_lui : sim_exec_auipc;
    case 0x23:
        in->imm = imm_s(op);
        return store_rows[funct3(op)].fn[w];
    case 0x2f:
        return decode_amo(in, op, w);
    case 0x33:
    case 0x3b:
        return decode_reg(op, w, (op & 8) != 0);
    case 0x63:
        in->imm = imm_b(op);
        in->itype = INGRESS_ITYPE_NOT_TAKEN;
        return branch_rows[funct3(op)].fn[w];
    case 0x67:
    case 0x6f:
        return decode_jump(in, op, rd);
    case 0x73:
        return decode_system(in, op, w);
    default:
        return NULL;
    }
}

void sim_decode(struct sim_insn *in, uint32_t opcode, unsigned xlen, bool compressed)
{
    bool shorter = (opcode & 3) != 3;
    uint32_t op = !shorter ? opcode : compressed ? sim_expand((uint16_t)opcode, xlen) : 0;
    unsigned rd = (op >> 7) & 31;

    memset(in, 0, sizeof *in);
    in->opcode = shorter ? opcode & 0xffff : opcode;
    in->len = shorter ? 2 : 4;
    in->rd = (uint8_t)(rd ? rd : SIM_REG_SINK);
    in->rs1 = (op >> 15) & 31;
    in->rs2 = (op >> 20) & 31;
    sim_exec_fn fn = decode_major(in, op, xlen == 64 ? 1 : 0, rd);
    if (!fn) {
        in->itype = INGRESS_ITYPE_NONE;
        in->loads = 0;
        in->jump_rs = 0;
        fn = sim_exec_illegal;
    }
    in->fn = fn;
}
