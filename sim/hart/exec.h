/* SPDX-License-Identifier: Apache-2.0 */
/* One function per instruction; see sim_exec_fn in sim_insn.h. Names are the mnemonics of the ISA
 * manual, volume I. RV32 keeps registers sign-extended to 64 bits, so its add is RV64's addw, and
 * so on. */
#ifndef SIM_EXEC_H
#define SIM_EXEC_H

#include "hart/sim_insn.h"

typedef int sim_exec_body(struct sim_hart *h, const struct sim_insn *in);

sim_exec_body sim_exec_lui, sim_exec_auipc, sim_exec_jal, sim_exec_jalr, sim_exec_beq, sim_exec_bne,
    sim_exec_blt, sim_exec_bge, sim_exec_bltu, sim_exec_bgeu, sim_exec_lb, sim_exec_lh, sim_exec_lw,
    sim_exec_ld, sim_exec_lbu, sim_exec_lhu, sim_exec_lwu, sim_exec_sb, sim_exec_sh, sim_exec_sw,
    sim_exec_sd, sim_exec_addi, sim_exec_slti, sim_exec_sltiu, sim_exec_xori, sim_exec_ori,
    sim_exec_andi, sim_exec_slli, sim_exec_srli, sim_exec_srai, sim_exec_addiw, sim_exec_slliw,
    sim_exec_srliw, sim_exec_sraiw, sim_exec_add, sim_exec_sub, sim_exec_sll, sim_exec_slt,
    sim_exec_sltu, sim_exec_xor, sim_exec_srl, sim_exec_sra, sim_exec_or, sim_exec_and,
    sim_exec_addw, sim_exec_subw, sim_exec_sllw, sim_exec_srlw, sim_exec_sraw, sim_exec_mul,
    sim_exec_mulh, sim_exec_mulhsu, sim_exec_mulhu, sim_exec_div, sim_exec_divu, sim_exec_rem,
    sim_exec_remu, sim_exec_mulw, sim_exec_mulhw, sim_exec_mulhsuw, sim_exec_mulhuw, sim_exec_divw,
    sim_exec_divuw, sim_exec_remw, sim_exec_remuw, sim_exec_lr_w, sim_exec_sc_w, sim_exec_lr_d,
    sim_exec_sc_d, sim_exec_amo_w, sim_exec_amo_d, sim_exec_fence, sim_exec_fence_i, sim_exec_ecall,
    sim_exec_ebreak, sim_exec_mret, sim_exec_sret, sim_exec_wfi, sim_exec_sfence_vma,
    sim_exec_csrrw, sim_exec_csrrs, sim_exec_csrrc, sim_exec_csrrwi, sim_exec_csrrsi,
    sim_exec_csrrci, sim_exec_illegal;

/* Expand a compressed instruction (ISA manual, "C" Standard Extension) into the 32-bit instruction
 * it stands for. Returns 0 (which is illegal) when it is reserved, or belongs to F or D. */
uint32_t sim_expand(uint16_t c, unsigned xlen);

/* Decode one instruction: opcode has 16 bits when its low two bits are not 3. Never fails: what is
 * not an instruction of this hart decodes to sim_exec_illegal. */
void sim_decode(struct sim_insn *in, uint32_t opcode, unsigned xlen, bool compressed);

#endif
