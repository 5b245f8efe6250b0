/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions of the sizes, classes and targets of a PCINFO list, for decoders that need a
 * program.
 *
 * Source: RISC-V Unprivileged, "Immediate Encoding Variants", chapter "C".
 */
#ifndef ETRACE_OPCODES_H
#define ETRACE_OPCODES_H

#include "etrace/etrace_cfg.h"
#include "flow/flow_code.h"

static inline uint32_t field(uint64_t v, unsigned high, unsigned low, unsigned at)
{
    return (uint32_t)(v >> low & etrace_mask(high - low + 1u)) << at;
}

/* The immediates of B, J, CB and CJ (RISC-V Unprivileged, "Immediate Encoding Variants"; "C"). */
static inline uint32_t imm_b(uint64_t v)
{
    return field(v, 12, 12, 31) | field(v, 10, 5, 25) | field(v, 4, 1, 8) | field(v, 11, 11, 7);
}

static inline uint32_t imm_j(uint64_t v)
{
    return field(v, 20, 20, 31) | field(v, 10, 1, 21) | field(v, 11, 11, 20) | field(v, 19, 12, 12);
}

static inline uint32_t imm_cb(uint64_t v)
{
    return field(v, 8, 8, 12) | field(v, 4, 3, 10) | field(v, 7, 6, 5) | field(v, 2, 1, 3) |
           field(v, 5, 5, 2);
}

static inline uint32_t imm_cj(uint64_t v)
{
    return field(v, 11, 11, 12) | field(v, 4, 4, 11) | field(v, 9, 8, 9) | field(v, 10, 10, 8) |
           field(v, 6, 6, 7) | field(v, 7, 7, 6) | field(v, 3, 1, 3) | field(v, 5, 5, 2);
}

static inline uint32_t opcode_of(const struct flow_pcinfo *p)
{
    uint64_t d = p->dest - p->addr;
    bool wide = p->size == 4;
    switch (p->cls) {
    case FLOW_INSN_BRANCH: /* beq x0, x0; c.beqz s0 */
        return wide ? 0x63 | imm_b(d) : 0xc001 | imm_cb(d);
    case FLOW_INSN_DIRECT_CALL: /* jal ra; c.jal, of RV32 */
        return wide ? 0xef | imm_j(d) : 0x2001 | imm_cj(d);
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER: /* jal x0; c.j */
        return wide ? 0x6f | imm_j(d) : 0xa001 | imm_cj(d);
    case FLOW_INSN_RETURN: /* jalr x0, 0(ra); c.jr ra */
        return wide ? 0x8067 : 0x8082;
    case FLOW_INSN_CALL: /* jalr ra, 0(t3); c.jalr t3 */
        return wide ? 0xe00e7 : 0x9e02;
    case FLOW_INSN_LINEAR: /* nop; c.nop */
        return wide ? 0x13 : 0x01;
    default: /* jalr x0, 0(t3); c.jr t3 */
        return wide ? 0xe0067 : 0x8e02;
    }
}

static inline void put_le(uint8_t *p, unsigned n, uint64_t v)
{
    for (unsigned i = 0; i < n; i++) {
        p[i] = (uint8_t)(v >> (8 * i));
    }
}

#endif
