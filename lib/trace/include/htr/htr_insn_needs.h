/* SPDX-License-Identifier: Apache-2.0 */
/* The ISA extension of an instruction that a hart refused. */
#ifndef HTR_INSN_NEEDS_H
#define HTR_INSN_NEEDS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The extension outside of IMAC, Zicsr and Zifencei that has this opcode (16 bits in the low half
 * when it is a compressed one), as it is written in -march; NULL when none is known. By the opcode
 * maps of the ISA manual, volume I, "RV32/64G Instruction Set Listings". */
const char *htr_insn_needs(unsigned xlen, uint32_t opcode);

#ifdef __cplusplus
}
#endif

#endif
