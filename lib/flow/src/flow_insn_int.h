/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared between the two halves of the instruction layer. Private.
 */
#ifndef FLOW_INSN_INT_H
#define FLOW_INSN_INT_H

#include "flow/flow_insn.h"

/* An address or register value of xlen bits. */
uint64_t flow_insn_wrap(unsigned xlen, uint64_t addr);

/* Sign-extend the low `bits` (1..63) bits of value. */
uint64_t flow_insn_sext(uint64_t value, unsigned bits);

/* Make insn a JAL, a JALR, or a constant load, with the class its registers ask for. */
void flow_insn_set_direct(struct flow_insn *insn, unsigned rd, uint64_t target);
void flow_insn_set_indirect(struct flow_insn *insn, unsigned rd, unsigned rs, int32_t offset);
void flow_insn_set_const(struct flow_insn *insn, unsigned rd, uint64_t value);

/* Set loads, stores and width by the opcode; the size is set. */
void flow_insn_set_access(unsigned xlen, uint32_t isa, uint32_t opcode, struct flow_insn *insn);

/* Classify a 16-bit instruction; insn is zero but for its size. */
void flow_insn_decode_c(unsigned xlen, uint32_t isa, uint64_t pc, uint32_t op,
                        struct flow_insn *insn);

#endif
