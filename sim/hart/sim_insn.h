/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decoded instruction. RAM keeps an array of them for each 4 KiB page that was ever executed, one
 * for each half-word, so that fetching is an index and not a search. fn == NULL means: not decoded,
 * or changed since.
 */
#ifndef SIM_INSN_H
#define SIM_INSN_H

#include <stdint.h>

#include "sim/sim_bus.h"

struct sim_hart;
struct sim_insn;

/* Execute. Returns 0, or SIM_TRAP when hart->trap says which exception it raised (nothing was
 * changed then). */
typedef int (*sim_exec_fn)(struct sim_hart *h, const struct sim_insn *in);

enum {
    SIM_INSNS_PER_PAGE = (1 << SIM_RAM_PAGE_SHIFT) / 2,
    SIM_REG_SINK = 32, /* rd of an instruction that writes x0 */
};

struct sim_insn {
    sim_exec_fn fn;
    int32_t imm;     /* immediate, shift amount, or CSR number */
    uint32_t opcode; /* as fetched: 16 or 32 bits */
    uint8_t rd;      /* 1..31 or SIM_REG_SINK */
    uint8_t rs1, rs2;
    uint8_t len;     /* 2 or 4 bytes */
    uint8_t itype;   /* enum ingress_itype, 4 bits wide; a branch has INGRESS_ITYPE_NOT_TAKEN */
    uint8_t loads;   /* register that lui, c.lui or auipc loads, or 0 */
    uint8_t jump_rs; /* register an indirect jump goes through, or 0 */
};

#endif
