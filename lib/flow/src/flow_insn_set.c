/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What 32-bit and 16-bit instructions have in common: jumps and constant loads from their
 * registers.
 */
#include "flow_insn_int.h"

static bool is_link(unsigned reg)
{
    return reg == 1 || reg == 5;
}

uint64_t flow_insn_wrap(unsigned xlen, uint64_t addr)
{
    return xlen == 32 ? addr & UINT32_MAX : addr;
}

uint64_t flow_insn_sext(uint64_t value, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);
    value &= (sign << 1) - 1;
    return (value ^ sign) - sign;
}

/* N-Trace, "Generating itype for different instructions": rows JAL. */
static uint8_t direct_class(unsigned rd)
{
    if (is_link(rd)) {
        return FLOW_INSN_DIRECT_CALL;
    }
    return rd == 0 ? FLOW_INSN_DIRECT_JUMP : FLOW_INSN_DIRECT_OTHER;
}

/* The same table, rows JALR. */
static uint8_t indirect_class(unsigned rd, unsigned rs)
{
    if (is_link(rd)) {
        return is_link(rs) && rd != rs ? FLOW_INSN_SWAP : FLOW_INSN_CALL;
    }
    if (is_link(rs)) {
        return FLOW_INSN_RETURN;
    }
    return rd == 0 ? FLOW_INSN_JUMP : FLOW_INSN_OTHER;
}

void flow_insn_set_direct(struct flow_insn *insn, unsigned rd, uint64_t target)
{
    insn->cls = direct_class(rd);
    insn->rd = (uint8_t)rd;
    insn->target = target;
}

void flow_insn_set_indirect(struct flow_insn *insn, unsigned rd, unsigned rs, int32_t offset)
{
    insn->cls = indirect_class(rd, rs);
    insn->rd = (uint8_t)rd;
    insn->rs = (uint8_t)rs;
    insn->offset = offset;
}

void flow_insn_set_const(struct flow_insn *insn, unsigned rd, uint64_t value)
{
    if (rd != 0) {
        insn->flags |= FLOW_INSN_CONST;
        insn->rd = (uint8_t)rd;
        insn->target = value;
    }
}
