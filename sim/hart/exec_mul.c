/* SPDX-License-Identifier: Apache-2.0 */
/* Multiplication and division (ISA manual, volume I, "M" Standard Extension). */
#include "hart/exec.h"
#include "hart/hart_priv.h"

/* High half of the unsigned product, from four products of halves. */
static uint64_t mulhu64(uint64_t a, uint64_t b)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t mid = a1 * b0 + (a0 * b0 >> 32);
    const uint64_t low = a0 * b1 + (uint32_t)mid;

    return a1 * b1 + (mid >> 32) + (low >> 32);
}

/* Signed operands: subtract what their sign bits added. */
static uint64_t mulh64(uint64_t a, uint64_t b, bool a_signed, bool b_signed)
{
    uint64_t high = mulhu64(a, b);

    if (a_signed && (int64_t)a < 0) {
        high -= b;
    }
    if (b_signed && (int64_t)b < 0) {
        high -= a;
    }
    return high;
}

/* Division by zero gives all ones and the dividend; overflow gives the dividend and zero. */
static uint64_t div_signed(int64_t a, int64_t b, int64_t min, bool rem)
{
    if (b == 0) {
        return rem ? (uint64_t)a : UINT64_MAX;
    }
    if (a == min && b == -1) {
        return rem ? 0 : (uint64_t)a;
    }
    return (uint64_t)(rem ? a % b : a / b);
}

static uint64_t div_unsigned(uint64_t a, uint64_t b, bool rem)
{
    if (b == 0) {
        return rem ? a : UINT64_MAX;
    }
    return rem ? a % b : a / b;
}

static int64_t s32(uint64_t v)
{
    return (int32_t)(uint32_t)v;
}

#define COMPUTE(name, expression)                                                                  \
    int sim_exec_##name(struct sim_hart *h, const struct sim_insn *in)                             \
    {                                                                                              \
        const uint64_t a = h->x[in->rs1], b = h->x[in->rs2];                                       \
        h->x[in->rd] = (expression);                                                               \
        return 0;                                                                                  \
    }

COMPUTE(mul, (a * b))
COMPUTE(mulh, mulh64(a, b, true, true))
COMPUTE(mulhsu, mulh64(a, b, true, false))
COMPUTE(mulhu, mulhu64(a, b))
COMPUTE(div, div_signed((int64_t)a, (int64_t)b, INT64_MIN, false))
COMPUTE(divu, div_unsigned(a, b, false))
COMPUTE(rem, div_signed((int64_t)a, (int64_t)b, INT64_MIN, true))
COMPUTE(remu, div_unsigned(a, b, true))
COMPUTE(mulw, sim_sext32((a * b)))
COMPUTE(divw, sim_sext32(div_signed(s32(a), s32(b), INT32_MIN, false)))
COMPUTE(divuw, sim_sext32(div_unsigned((uint32_t)a, (uint32_t)b, false)))
COMPUTE(remw, sim_sext32(div_signed(s32(a), s32(b), INT32_MIN, true)))
COMPUTE(remuw, sim_sext32(div_unsigned((uint32_t)a, (uint32_t)b, true)))
/* RV32 only: the upper half of a product of 32-bit operands. */
COMPUTE(mulhw, sim_sext32((uint64_t)(s32(a) * s32(b)) >> 32))
COMPUTE(mulhsuw, sim_sext32((uint64_t)(s32(a) * (int64_t)(uint32_t)b) >> 32))
COMPUTE(mulhuw, sim_sext32((uint64_t)(uint32_t)a *(uint32_t)b >> 32))
