/* SPDX-License-Identifier: Apache-2.0 */
/* Multiplication and division: every pair of corner operands against 128-bit arithmetic and the
 * table of the ISA manual ("Semantics for division by zero and division overflow"). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

static const uint64_t operands[] = {
    0,
    1,
    2,
    3,
    7,
    10,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0xffffffff,
    0x100000000,
    0x123456789abcdef1,
    INT64_MAX,
    1ull << 63,
    UINT64_MAX,
    UINT64_MAX - 6,
    0xffffffff80000000,
};
enum {
    N = sizeof operands / sizeof operands[0],
};

/* funct3 of MUL MULH MULHSU MULHU DIV DIVU REM REMU, on operands of `bits` bits given as 128-bit
 * numbers: s* signed, u* unsigned. */
static uint64_t oracle(unsigned f3, unsigned bits, i128 sa, i128 sb, u128 ua, u128 ub)
{
    const i128 min = -((i128)1 << (bits - 1));

    switch (f3) {
    case 0:
        return (uint64_t)(ua * ub);
    case 1:
        return (uint64_t)((sa * sb) >> bits);
    case 2:
        return (uint64_t)((sa * (i128)ub) >> bits);
    case 3:
        return (uint64_t)((ua * ub) >> bits);
    case 4:
        return sb == 0 ? UINT64_MAX : sa == min && sb == -1 ? (uint64_t)min : (uint64_t)(sa / sb);
    case 5:
        return ub == 0 ? UINT64_MAX : (uint64_t)(ua / ub);
    case 6:
        return sb == 0 ? (uint64_t)sa : sa == min && sb == -1 ? 0 : (uint64_t)(sa % sb);
    default:
        return ub == 0 ? (uint64_t)ua : (uint64_t)(ua % ub);
    }
}

static uint64_t run(struct hart_fixture *f, uint32_t op, uint64_t a, uint64_t b)
{
    sim_hart_set_reg(f->h, 1, a);
    sim_hart_set_reg(f->h, 2, b);
    hf_at(f, HF_RAM);
    assert_int_equal(hf_do(f, op), SIM_STEP_RETIRED | SIM_STEP_RECORD);
    return sim_hart_reg(f->h, 3);
}

static void rv64(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    for (unsigned f3 = 0; f3 < 8; f3++) {
        for (unsigned i = 0; i < N * N; i++) {
            const uint64_t a = operands[i / N], b = operands[i % N];

            assert_int_equal(run(&f, rv_r(0x33, f3, 1, 3, 1, 2), a, b),
                             oracle(f3, 64, (int64_t)a, (int64_t)b, a, b));
        }
    }
    hf_free(&f);
}

static void rv32(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 32);
    for (unsigned f3 = 0; f3 < 8; f3++) {
        for (unsigned i = 0; i < N * N; i++) {
            const uint32_t a = (uint32_t)operands[i / N], b = (uint32_t)operands[i % N];

            assert_int_equal(run(&f, rv_r(0x33, f3, 1, 3, 1, 2), a, b),
                             (uint32_t)oracle(f3, 32, (int32_t)a, (int32_t)b, a, b));
        }
    }
    hf_free(&f);
}

static void words_of_rv64(void **state)
{
    static const unsigned f3s[] = {0, 4, 5, 6, 7};
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    for (unsigned k = 0; k < 5; k++) {
        for (unsigned i = 0; i < N * N; i++) {
            const uint64_t a = operands[i / N], b = operands[i % N];
            const uint64_t w = oracle(f3s[k], 32, (int32_t)a, (int32_t)b, (uint32_t)a, (uint32_t)b);

            assert_int_equal(run(&f, rv_r(0x3b, f3s[k], 1, 3, 1, 2), a, b),
                             (uint64_t)(int64_t)(int32_t)w);
        }
    }
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rv64),
        cmocka_unit_test(rv32),
        cmocka_unit_test(words_of_rv64),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
