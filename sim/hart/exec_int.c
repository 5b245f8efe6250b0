/* SPDX-License-Identifier: Apache-2.0 */
/* Integer computation and control transfer (ISA manual, volume I, RV32I and RV64I). */
#include "hart/exec.h"
#include "hart/hart_priv.h"

/* A computation of rd from a = rs1, b = rs2 and i = the sign-extended immediate. */
#define COMPUTE(name, expression)                                                                  \
    int sim_exec_##name(struct sim_hart *h, const struct sim_insn *in)                             \
    {                                                                                              \
        const uint64_t a = h->x[in->rs1], b = h->x[in->rs2], i = (uint64_t)(int64_t)in->imm;       \
        (void)a, (void)b, (void)i;                                                                 \
        h->x[in->rd] = (expression);                                                               \
        return 0;                                                                                  \
    }

static uint64_t sra64(uint64_t a, unsigned n)
{
    return (uint64_t)((int64_t)a >> n);
}

static uint64_t sra32(uint64_t a, unsigned n)
{
    return (uint64_t)(int64_t)((int32_t)(uint32_t)a >> n);
}

COMPUTE(lui, i)
COMPUTE(auipc, sim_sext(h, h->pc + i))
COMPUTE(addi, a + i)
COMPUTE(slti, (int64_t)a < (int64_t)i)
COMPUTE(sltiu, a < i)
COMPUTE(xori, a ^ i)
COMPUTE(ori, a | i)
COMPUTE(andi, (a & i))
COMPUTE(slli, a << (i & 63))
COMPUTE(srli, a >> (i & 63))
COMPUTE(srai, sra64(a, i & 63))
COMPUTE(addiw, sim_sext32(a + i))
COMPUTE(slliw, sim_sext32(a << (i & 31)))
COMPUTE(srliw, sim_sext32((uint32_t)a >> (i & 31)))
COMPUTE(sraiw, sra32(a, i & 31))
COMPUTE(add, a + b)
COMPUTE(sub, a - b)
COMPUTE(sll, a << (b & 63))
COMPUTE(slt, (int64_t)a < (int64_t)b)
COMPUTE(sltu, a < b)
COMPUTE(xor, a ^ b)
COMPUTE(srl, a >> (b & 63))
COMPUTE(sra, sra64(a, b & 63))
COMPUTE(or, a | b)
COMPUTE(and, (a & b))
COMPUTE(addw, sim_sext32(a + b))
COMPUTE(subw, sim_sext32(a - b))
COMPUTE(sllw, sim_sext32(a << (b & 31)))
COMPUTE(srlw, sim_sext32((uint32_t)a >> (b & 31)))
COMPUTE(sraw, sra32(a, b & 31))

/* Go to target; without C it must be a multiple of 4 (then the instruction has no other effect). */
static int jump(struct sim_hart *h, uint64_t target)
{
    target &= h->mask;
    if ((target & 2) != 0 && !h->cfg.compressed) {
        return sim_raise(h, SIM_CAUSE_FETCH_MISALIGNED, target);
    }
    h->npc = target;
    return 0;
}

#define BRANCH(name, condition)                                                                    \
    int sim_exec_##name(struct sim_hart *h, const struct sim_insn *in)                             \
    {                                                                                              \
        const uint64_t a = h->x[in->rs1], b = h->x[in->rs2];                                       \
        h->taken = (condition);                                                                    \
        return h->taken ? jump(h, h->pc + (uint64_t)(int64_t)in->imm) : 0;                         \
    }

BRANCH(beq, a == b)
BRANCH(bne, a != b)
BRANCH(blt, (int64_t)a < (int64_t)b)
BRANCH(bge, (int64_t)a >= (int64_t)b)
BRANCH(bltu, a < b)
BRANCH(bgeu, a >= b)

int sim_exec_jal(struct sim_hart *h, const struct sim_insn *in)
{
    const uint64_t link = sim_sext(h, h->npc);

    if (jump(h, h->pc + (uint64_t)(int64_t)in->imm) != 0) {
        return SIM_TRAP;
    }
    h->x[in->rd] = link;
    return 0;
}

int sim_exec_jalr(struct sim_hart *h, const struct sim_insn *in)
{
    const uint64_t link = sim_sext(h, h->npc);

    if (jump(h, (h->x[in->rs1] + (uint64_t)(int64_t)in->imm) & ~UINT64_C(1)) != 0) {
        return SIM_TRAP;
    }
    h->x[in->rd] = link;
    return 0;
}
