/* SPDX-License-Identifier: Apache-2.0 */
/* One function an instruction; see sim_exec_fn in sim_insn.h. Names are the mnemonics of the ISA
 * manual, volume I. RV32 keeps registers sign-extended to 64 bits, so its add is RV64's addw, and
 * so on. */
#ifndef SIM_EXEC_H
#define SIM_EXEC_H

#include "hart/sim_insn.h"

#define SIM_EXEC_LIST(X)                                                                           \
    X(lui)                                                                                         \
    X(auipc)                                                                                       \
    X(jal)                                                                                         \
    X(jalr)                                                                                        \
    X(beq)                                                                                         \
    X(bne)                                                                                         \
    X(blt)                                                                                         \
    X(bge)                                                                                         \
    X(bltu) X(bgeu) X(lb) X(lh) X(lw) X(ld) X(lbu) X(lhu) X(lwu) X(sb) X(sh) X(sw) X(sd) X(addi)   \
        X(slti) X(sltiu) X(xori) X(ori) X(andi) X(slli) X(srli) X(srai) X(addiw) X(slliw) X(srliw) \
            X(sraiw) X(add) X(sub) X(sll) X(slt) X(sltu) X(xor) X(srl) X(sra) X(or) X(and) X(addw) \
                X(subw) X(sllw) X(srlw) X(sraw) X(mul) X(mulh) X(mulhsu) X(mulhu) X(div) X(divu)   \
                    X(rem) X(remu) X(mulw) X(mulhw) X(mulhsuw) X(mulhuw) X(divw) X(divuw) X(remw)  \
                        X(remuw) X(lr_w) X(sc_w) X(lr_d) X(sc_d) X(amo_w) X(amo_d) X(fence)        \
                            X(fence_i) X(ecall) X(ebreak) X(mret) X(sret) X(wfi) X(sfence_vma)     \
                                X(csrrw) X(csrrs) X(csrrc) X(csrrwi) X(csrrsi) X(csrrci)           \
                                    X(illegal)

#define X(name) int sim_exec_##name(struct sim_hart *h, const struct sim_insn *in);
SIM_EXEC_LIST(X)
#undef X

/* Expand a compressed instruction (ISA manual, "C" Standard Extension) into the 32-bit instruction
 * it stands for. Returns 0 (which is illegal) when it is reserved, or belongs to F or D. */
uint32_t sim_expand(uint16_t c, unsigned xlen);

/* Decode one instruction: opcode has 16 bits when its low two bits are not 3. Never fails: what is
 * not an instruction of this hart decodes to sim_exec_illegal. */
void sim_decode(struct sim_insn *in, uint32_t opcode, unsigned xlen, bool compressed);

#endif
