/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of an instruction set that decide the length, class and target of an instruction. */
#ifndef FLOW_ISA_H
#define FLOW_ISA_H

#include <stdint.h>

/* Extensions that change the meaning of an encoding (flow_insn.h). M, A, F, D, Zicsr never change
 * the flow. */
enum flow_isa_bits {
    FLOW_ISA_C = 1u << 0,
    FLOW_ISA_ZCB = 1u << 1,
    FLOW_ISA_ZCMP =
        1u << 2, /* takes the encodings of c.fsdsp: never together with D's compressed forms */
    FLOW_ISA_ZCMT = 1u << 3,
};

struct flow_isa {
    uint8_t xlen;        /* 32 or 64 */
    uint32_t extensions; /* FLOW_ISA_* */
    uint64_t jvt;        /* Zcmt: base address of the jump table (CSR jvt), 64-byte aligned */
};

#endif
