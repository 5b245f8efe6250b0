/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions: length, class and target of one RISC-V instruction, as far as program flow needs
 * them. Knows RV32 and RV64 with I, M, A, F, D, C, Zicsr, Zcb, Zcmp and Zcmt.
 *
 * Sources: The RISC-V Instruction Set Manual, Volume I; Code Size Reduction (Zc*) 1.0; N-Trace 1.0,
 * chapter "Trace Ingress Port"; Efficient Trace 2.0, "Jump classification and target inference".
 */
#ifndef FLOW_INSN_H
#define FLOW_INSN_H

#include <stdbool.h>
#include <stdint.h>

#include "flow/flow_isa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an instruction does to the program flow. "Link" is x1 or x5. */
enum flow_insn_class {
    FLOW_INSN_LINEAR = 0,   /* continues at the next address (wfi and fences too) */
    FLOW_INSN_BRANCH,       /* direct, conditional */
    FLOW_INSN_DIRECT_CALL,  /* rd is a link register; cm.jalt */
    FLOW_INSN_DIRECT_JUMP,  /* rd is x0; cm.jt */
    FLOW_INSN_DIRECT_OTHER, /* rd is another register */
    FLOW_INSN_CALL,         /* indirect: rd link, and rs no link or the same register */
    FLOW_INSN_JUMP,         /* indirect: rd is x0, rs no link */
    FLOW_INSN_SWAP,         /* co-routine swap: rd and rs are different link registers */
    FLOW_INSN_RETURN,       /* rs link, rd no link; cm.popret, cm.popretz */
    FLOW_INSN_OTHER,        /* indirect with linkage to another register */
    FLOW_INSN_TRAP_RETURN,  /* mret, sret, mnret, dret */
    FLOW_INSN_TRAP,         /* ecall, ebreak, c.ebreak: never retire */
    FLOW_INSN_CLASSES,
};

enum flow_insn_flags {
    FLOW_INSN_CONST = 1u << 0,    /* lui, c.lui, auipc with rd != x0: target is the value of rd */
    FLOW_INSN_TABLE = 1u << 1,    /* cm.jt, cm.jalt: target is the index of the table entry until
                                      the code layer has read the table */
    FLOW_INSN_CUSTOM = 1u << 2,   /* custom or reserved opcode, or longer than 32 bits: may change
                                      the   flow, then traced as an indirect jump (N-Trace, Custom
                                      Instructions) */
    FLOW_INSN_VOLATILE = 1u << 3, /* the instruction at this address changes in time: not cached */
};

struct flow_insn {
    uint64_t target; /* branch, direct jump and call: destination; FLOW_INSN_CONST: value; else 0 */
    int32_t offset;  /* indirect jump and call: the offset added to rs */
    uint8_t size;    /* bytes: 2, 4, 6, ... 22; 0 = the length is not known */
    uint8_t cls;     /* enum flow_insn_class */
    uint8_t rd;      /* register written by a jump, call or FLOW_INSN_CONST; 0 = none */
    uint8_t rs;      /* register that an indirect jump takes its target from; 0 = none */
    uint8_t flags;   /* enum flow_insn_flags */
    uint8_t loads;   /* data accesses, in this order: reads, then writes. An atomic has both, a
                        conditional store one write, Zcmp one for each register; vectors count as
                        none */
    uint8_t stores;
    uint8_t width; /* bytes of each of them */
};

/* Length in bytes of the instruction whose lowest half-word is given: 2, 4, 6, 8, 10..22, or 0 when
 * the encoding is reserved. RISC-V ISA, "Base Instruction-Length Encoding". */
static inline unsigned flow_insn_size(uint32_t low)
{
    if ((low & 0x3u) != 0x3u) {
        return 2;
    }
    if ((low & 0x1cu) != 0x1cu) {
        return 4;
    }
    if ((low & 0x3fu) == 0x1fu) {
        return 6;
    }
    if ((low & 0x7fu) == 0x3fu) {
        return 8;
    }
    return (low & 0x7000u) == 0x7000u ? 0u : 10u + 2u * ((low >> 12) & 0x7u);
}

/* Classify one instruction.
 *
 * opcode: its low 32 bits (bits above a shorter instruction are ignored). xlen: 32 or 64; targets
 * wrap at XLEN. isa: FLOW_ISA_* bits; without FLOW_ISA_ZCMP (_ZCMT) those encodings are c.fsdsp.
 * Reserved and unknown encodings are FLOW_INSN_LINEAR. Never fails. */
void flow_insn_decode(unsigned xlen, uint32_t isa, uint64_t pc, uint32_t opcode,
                      struct flow_insn *insn);

/* itype, 4 or 3 bits wide, that a hart reports for a block that ends with this instruction: 1 for
 * FLOW_INSN_TRAP (which does not retire), 3, 4, 5, 8..15 (or 6), and 0 for the rest. `taken`
 * counts for branches only. The caller reports traps that hit other instructions (1, 2).
 * N-Trace 1.0, table "Generating itype for different instructions". */
unsigned flow_insn_itype4(const struct flow_insn *insn, bool taken);
unsigned flow_insn_itype3(const struct flow_insn *insn, bool taken);

/* Name of a class in lower case, for listings; "?" out of range. */
const char *flow_insn_class_name(unsigned cls);

static inline bool flow_insn_is_direct(const struct flow_insn *insn)
{
    return insn->cls >= FLOW_INSN_DIRECT_CALL && insn->cls <= FLOW_INSN_DIRECT_OTHER;
}

/* Jumps through a register: call, jump, swap, return, other. Trap returns are not included.
 */
static inline bool flow_insn_is_indirect(const struct flow_insn *insn)
{
    return insn->cls >= FLOW_INSN_CALL && insn->cls <= FLOW_INSN_OTHER;
}

#ifdef __cplusplus
}
#endif

#endif
