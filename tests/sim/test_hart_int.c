/* SPDX-License-Identifier: Apache-2.0 */
/* Integer instructions of RV32I and RV64I: results from C arithmetic on fixed-width types, or by
 * hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

static const uint64_t operands[] = {
    0,
    1,
    2,
    31,
    32,
    63,
    64,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    0x100000000,
    0x123456789abcdef0,
    0x7fffffffffffffff,
    0x8000000000000000,
    0xffffffff80000000,
    0xfffffffffffffffe,
    0xffffffffffffffff,
};
enum {
    NOPERANDS = sizeof operands / sizeof operands[0],
};

/* Execute x3 = op(x1, x2) and return x3. */
static uint64_t binary(struct hart_fixture *f, uint32_t op, uint64_t a, uint64_t b)
{
    sim_hart_set_reg(f->h, 1, a);
    sim_hart_set_reg(f->h, 2, b);
    hf_at(f, HF_RAM);
    assert_int_equal(hf_do(f, op), SIM_STEP_RETIRED | SIM_STEP_RECORD);
    return sim_hart_reg(f->h, 3);
}

static uint64_t oracle64(unsigned f3, bool alt, uint64_t a, uint64_t b)
{
    switch (f3) {
    case 0:
        return alt ? a - b : a + b;
    case 1:
        return a << (b % 64);
    case 2:
        return (int64_t)a < (int64_t)b;
    case 3:
        return a < b;
    case 4:
        return a ^ b;
    case 5:
        return alt ? (uint64_t)((int64_t)a >> (b % 64)) : a >> (b % 64);
    case 6:
        return a | b;
    default:
        return a & b;
    }
}

static uint32_t oracle32(unsigned f3, bool alt, uint32_t a, uint32_t b)
{
    switch (f3) {
    case 0:
        return alt ? a - b : a + b;
    case 1:
        return a << (b % 32);
    case 2:
        return (int32_t)a < (int32_t)b;
    case 3:
        return a < b;
    case 4:
        return a ^ b;
    case 5:
        return alt ? (uint32_t)((int32_t)a >> (b % 32)) : a >> (b % 32);
    case 6:
        return a | b;
    default:
        return a & b;
    }
}

static void register_operations(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        struct hart_fixture f;

        hf_init_xlen(&f, xlen);
        for (unsigned f3 = 0; f3 < 8; f3++) {
            for (unsigned alt = 0; alt < (f3 == 0 || f3 == 5 ? 2u : 1u); alt++) {
                const uint32_t op = rv_r(0x33, f3, alt ? 0x20 : 0, 3, 1, 2);

                for (unsigned i = 0; i < NOPERANDS * NOPERANDS; i++) {
                    const uint64_t a = operands[i / NOPERANDS], b = operands[i % NOPERANDS];
                    const uint64_t want = xlen == 64 ? oracle64(f3, alt, a, b)
                                                     : oracle32(f3, alt, (uint32_t)a, (uint32_t)b);

                    assert_int_equal(binary(&f, op, a, b), want);
                }
            }
        }
        hf_free(&f);
    }
}

static void word_operations_of_rv64_sign_extend(void **state)
{
    static const struct {
        unsigned f3, alt;
    } ops[] = {{0, 0}, {0, 1}, {1, 0}, {5, 0}, {5, 1}};
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    for (unsigned k = 0; k < sizeof ops / sizeof ops[0]; k++) {
        for (unsigned i = 0; i < NOPERANDS * NOPERANDS; i++) {
            const uint64_t a = operands[i / NOPERANDS], b = operands[i % NOPERANDS];
            const uint32_t w = oracle32(ops[k].f3, ops[k].alt, (uint32_t)a, (uint32_t)b);

            assert_int_equal(
                binary(&f, rv_r(0x3b, ops[k].f3, ops[k].alt ? 0x20 : 0, 3, 1, 2), a, b),
                (uint64_t)(int64_t)(int32_t)w);
        }
    }
    hf_free(&f);
}

static void immediates_are_sign_extended(void **state)
{
    static const unsigned f3s[] = {0, 2, 3, 4, 6, 7};
    static const int32_t imms[] = {0, 1, -1, 2047, -2048, 0x555};
    struct hart_fixture f;

    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        hf_init_xlen(&f, xlen);
        for (unsigned k = 0; k < 6; k++) {
            for (unsigned i = 0; i < NOPERANDS; i++) {
                for (unsigned m = 0; m < 6; m++) {
                    const uint64_t b = (uint64_t)(int64_t)imms[m];
                    const uint64_t want =
                        xlen == 64 ? oracle64(f3s[k], false, operands[i], b)
                                   : oracle32(f3s[k], false, (uint32_t)operands[i], (uint32_t)b);

                    assert_int_equal(binary(&f, rv_i(0x13, f3s[k], 3, 1, imms[m]), operands[i], 0),
                                     want);
                }
            }
        }
        hf_free(&f);
    }
}

static void shift_amounts_are_5_or_6_bits(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    assert_int_equal(binary(&f, rv_i(0x13, 1, 3, 1, 63), 3, 0), UINT64_C(1) << 63);
    assert_int_equal(binary(&f, rv_i(0x13, 5, 3, 1, 63), UINT64_MAX, 0), 1);
    assert_int_equal(binary(&f, rv_i(0x13, 5, 3, 1, 0x400 | 63), UINT64_C(1) << 63, 0), UINT64_MAX);
    assert_int_equal(binary(&f, rv_i(0x1b, 1, 3, 1, 31), 1, 0), 0xffffffff80000000);
    assert_int_equal(binary(&f, rv_i(0x1b, 5, 3, 1, 31), 0x1ffffffff, 0), 1);
    assert_int_equal(binary(&f, rv_i(0x1b, 5, 3, 1, 0x400 | 4), 0x80000000, 0), 0xfffffffff8000000);
    assert_int_equal(binary(&f, rv_i(0x1b, 0, 3, 1, -1), 0x80000000, 0), 0x7fffffff);
    assert_int_equal(hf_do(&f, rv_i(0x1b, 1, 3, 1, 32)), SIM_STEP_TRAPPED | SIM_STEP_RECORD);
    hf_free(&f);
    hf_init_xlen(&f, 32);
    assert_int_equal(binary(&f, rv_i(0x13, 1, 3, 1, 31), 3, 0), 0x80000000);
    assert_int_equal(binary(&f, rv_i(0x13, 5, 3, 1, 0x400 | 31), 0x80000000, 0), 0xffffffff);
    assert_int_equal(hf_do(&f, rv_i(0x13, 1, 3, 1, 32)), SIM_STEP_TRAPPED | SIM_STEP_RECORD);
    hf_free(&f);
}

static void lui_and_auipc(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    assert_int_equal(binary(&f, rv_lui(3, 0x80000), 0, 0), 0xffffffff80000000);
    assert_int_equal(binary(&f, rv_auipc(3, 0xfffff), 0, 0), HF_RAM - 0x1000);
    hf_free(&f);
    hf_init_xlen(&f, 32);
    assert_int_equal(binary(&f, rv_lui(3, 0x80000), 0, 0), 0x80000000);
    assert_int_equal(binary(&f, rv_auipc(3, 0x80001), 0, 0), 0x1000); /* wraps */
    hf_free(&f);
}

static void x0_stays_zero(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_do(&f, rv_addi(0, 0, 5));
    assert_int_equal(sim_hart_reg(f.h, 0), 0);
    hf_do(&f, rv_addi(3, 0, 0));
    assert_int_equal(sim_hart_reg(f.h, 3), 0);
    hf_do(&f, rv_jal(0, 8));
    assert_int_equal(sim_hart_reg(f.h, 0), 0);
    hf_free(&f);
}

static bool branch_oracle(unsigned f3, unsigned xlen, uint64_t a, uint64_t b)
{
    const bool lt = xlen == 64 ? (int64_t)a < (int64_t)b : (int32_t)a < (int32_t)b;
    const bool ltu = xlen == 64 ? a < b : (uint32_t)a < (uint32_t)b;
    const bool eq = xlen == 64 ? a == b : (uint32_t)a == (uint32_t)b;
    const bool by_f3[8] = {eq, !eq, false, false, lt, !lt, ltu, !ltu};

    return by_f3[f3];
}

static void branches_compare_and_jump(void **state)
{
    static const unsigned f3s[] = {0, 1, 4, 5, 6, 7};
    static const int32_t offsets[] = {8, -8, 4094, -4096, 4};

    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        struct hart_fixture f;

        hf_init_xlen(&f, xlen);
        for (unsigned i = 0; i < 6u * NOPERANDS * NOPERANDS; i++) {
            const unsigned f3 = f3s[i % 6];
            const uint64_t a = operands[i / 6 % NOPERANDS], b = operands[i / 6 / NOPERANDS];
            const int32_t off = offsets[i % 5];
            const bool taken = branch_oracle(f3, xlen, a, b);
            const uint64_t pc = HF_RAM + 0x2000;

            sim_hart_set_reg(f.h, 1, a);
            sim_hart_set_reg(f.h, 2, b);
            hf_at(&f, pc);
            hf_do(&f, rv_branch(f3, 1, 2, off));
            assert_int_equal(sim_hart_pc(f.h), taken ? pc + (uint64_t)(int64_t)off : pc + 4);
            assert_int_equal(f.r.in.block[0].itype, taken ? 5 : 4);
        }
        hf_free(&f);
    }
}

static void jumps_link_and_clear_bit_0(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_do(&f, rv_jal(1, 0x1000));
    assert_int_equal(sim_hart_pc(f.h), HF_RAM + 0x1000);
    assert_int_equal(sim_hart_reg(f.h, 1), HF_RAM + 4);
    sim_hart_set_reg(f.h, 5, HF_RAM + 0x101);
    hf_do(&f, rv_jalr(5, 5, 4)); /* rd == rs1: the old value is the base */
    assert_int_equal(sim_hart_pc(f.h), HF_RAM + 0x104);
    assert_int_equal(sim_hart_reg(f.h, 5), HF_RAM + 0x1004);
    hf_do(&f, rv_jal(0, -0x104));
    assert_int_equal(sim_hart_pc(f.h), HF_RAM);
    hf_free(&f);
    /* RV32: link values are 32 bits, and addresses wrap at 4 GiB. */
    hf_init_xlen(&f, 32);
    hf_do(&f, rv_jal(1, 8));
    assert_int_equal(sim_hart_reg(f.h, 1), 0x80000004);
    sim_hart_set_reg(f.h, 5, 0xfffffffc);
    sim_hart_set_reg(f.h, 6, HF_RAM + 4);
    hf_do(&f, rv_jalr(0, 6, -4));
    assert_int_equal(sim_hart_pc(f.h), HF_RAM);
    hf_free(&f);
}

static void without_c_targets_must_be_multiples_of_4(void **state)
{
    struct sim_hart_cfg cfg;
    struct hart_fixture f;

    (void)state;
    sim_hart_cfg_init(&cfg);
    cfg.compressed = false;
    hf_init(&f, &cfg);
    sim_hart_set_reg(f.h, 1, 77);
    assert_int_equal(hf_do(&f, rv_jal(1, 6)), SIM_STEP_TRAPPED | SIM_STEP_RECORD);
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 0);
    assert_int_equal(hf_csr(&f, HF_MTVAL), HF_RAM + 6);
    assert_int_equal(hf_csr(&f, HF_MEPC), HF_RAM); /* the jump, not its target */
    assert_int_equal(sim_hart_reg(f.h, 1), 77);
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, rv_branch(1, 0, 0, 6)), SIM_STEP_RETIRED | SIM_STEP_RECORD);
    assert_int_equal(hf_do(&f, rv_branch(0, 0, 0, 6)), SIM_STEP_TRAPPED | SIM_STEP_RECORD);
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, RV_C_NOP), SIM_STEP_TRAPPED | SIM_STEP_RECORD);
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 2);
    hf_set_csr(&f, HF_MEPC, HF_RAM + 6);
    assert_int_equal(hf_csr(&f, HF_MEPC), HF_RAM + 4);
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(register_operations),
        cmocka_unit_test(word_operations_of_rv64_sign_extend),
        cmocka_unit_test(immediates_are_sign_extended),
        cmocka_unit_test(shift_amounts_are_5_or_6_bits),
        cmocka_unit_test(lui_and_auipc),
        cmocka_unit_test(x0_stays_zero),
        cmocka_unit_test(branches_compare_and_jump),
        cmocka_unit_test(jumps_link_and_clear_bit_0),
        cmocka_unit_test(without_c_targets_must_be_multiples_of_4),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
