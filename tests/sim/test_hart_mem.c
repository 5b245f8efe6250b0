/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and atomics: extension, alignment, faults, reservations, and code that changes. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

enum {
    RETIRED = SIM_STEP_RETIRED | SIM_STEP_RECORD,
    TRAPPED = SIM_STEP_TRAPPED | SIM_STEP_RECORD,
};

/* funct3 of the loads and how many bytes they take. */
static const struct {
    unsigned f3, size;
    bool is_signed, rv64;
} loads[] = {
    {0, 1, true, false},  {1, 2, true, false},  {2, 4, true, false}, {3, 8, false, true},
    {4, 1, false, false}, {5, 2, false, false}, {6, 4, false, true},
};
static const uint8_t pattern[16] = {0x81, 0x92, 0x23, 0xf4, 0x05, 0x66, 0x77, 0x88,
                                    0x99, 0x2a, 0xbb, 0x3c, 0xdd, 0x4e, 0xef, 0x70};

static void expect_trap(struct hart_fixture *f, uint64_t cause, uint64_t tval, uint64_t epc)
{
    assert_int_equal(hf_csr(f, HF_MCAUSE), cause);
    assert_int_equal(hf_csr(f, HF_MTVAL), tval);
    assert_int_equal(hf_csr(f, HF_MEPC), epc);
    assert_int_equal(sim_hart_pc(f->h), HF_HANDLER_M);
}

/* The bytes of pattern at off, as a register of xlen bits holds them. */
static uint64_t loaded(unsigned off, unsigned size, bool is_signed, unsigned xlen)
{
    uint64_t v = 0;

    for (unsigned i = 0; i < size; i++) {
        v |= (uint64_t)pattern[off + i] << (8 * i);
    }
    if (is_signed && (pattern[off + size - 1] & 0x80) != 0 && size < 8) {
        v |= UINT64_MAX << (8 * size);
    }
    return xlen == 32 ? (uint32_t)v : v;
}

static void every_load_at_every_offset(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        struct hart_fixture f;

        hf_init_xlen(&f, xlen);
        for (unsigned i = 0; i < 16; i++) {
            hf_poke(&f, HF_DATA + i, 1, pattern[i]);
        }
        sim_hart_set_reg(f.h, 1, HF_DATA);
        for (unsigned k = 0; k < 7; k++) {
            for (unsigned off = 0; off < 8; off++) {
                const uint32_t op = rv_load(loads[k].f3, 3, 1, (int32_t)off);

                hf_at(&f, HF_RAM);
                sim_hart_set_reg(f.h, 3, 0x55);
                if (loads[k].rv64 && xlen == 32) {
                    assert_int_equal(hf_do(&f, op), TRAPPED);
                    expect_trap(&f, 2, op, HF_RAM);
                } else if (off % loads[k].size != 0) {
                    assert_int_equal(hf_do(&f, op), TRAPPED);
                    expect_trap(&f, 4, HF_DATA + off, HF_RAM);
                    assert_int_equal(sim_hart_reg(f.h, 3), 0x55);
                } else {
                    assert_int_equal(hf_do(&f, op), RETIRED);
                    assert_int_equal(sim_hart_reg(f.h, 3),
                                     loaded(off, loads[k].size, loads[k].is_signed, xlen));
                }
            }
        }
        hf_free(&f);
    }
}

static void every_store_at_every_offset(void **state)
{
    const uint64_t value = UINT64_C(0x1122334455667788);
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_reg(f.h, 1, HF_DATA + 8);
    sim_hart_set_reg(f.h, 2, value);
    for (unsigned f3 = 0; f3 < 4; f3++) {
        const unsigned size = 1u << f3;

        for (int off = -8; off < 8; off++) {
            const uint64_t addr = HF_DATA + 8 + (uint64_t)(int64_t)off;

            for (unsigned i = 0; i < 24; i++) {
                hf_poke(&f, HF_DATA + i, 1, 0xee);
            }
            hf_at(&f, HF_RAM);
            if (addr % size != 0) {
                assert_int_equal(hf_do(&f, rv_store(f3, 2, 1, off)), TRAPPED);
                expect_trap(&f, 6, addr, HF_RAM);
            } else {
                assert_int_equal(hf_do(&f, rv_store(f3, 2, 1, off)), RETIRED);
            }
            for (unsigned i = 0; i < 24; i++) {
                const uint64_t at = HF_DATA + i;
                const bool hit = addr % size == 0 && at >= addr && at < addr + size;
                const uint64_t want = hit ? (value >> (8 * (at - addr))) & 0xff : 0xee;

                assert_int_equal(hf_peek(&f, at, 1), want);
            }
        }
    }
    hf_free(&f);
}

static void faults_tell_the_address(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_reg(f.h, 1, 0x1000);
    hf_do(&f, rv_load(2, 3, 1, 4));
    expect_trap(&f, 5, 0x1004, HF_RAM);
    hf_at(&f, HF_RAM);
    hf_do(&f, rv_store(3, 2, 1, 8));
    expect_trap(&f, 7, 0x1008, HF_RAM);
    /* The last bytes of RAM are there, the next are not. */
    sim_hart_set_reg(f.h, 1, HF_RAM + HF_RAM_SIZE);
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, rv_load(3, 3, 1, -8)), RETIRED);
    hf_do(&f, rv_load(0, 3, 1, 0));
    expect_trap(&f, 5, HF_RAM + HF_RAM_SIZE, HF_RAM + 4);
    /* Fetch: nothing there, a device, and the second half of an instruction after the end. */
    hf_at(&f, 0x2000);
    assert_int_equal(hf_step(&f), TRAPPED);
    expect_trap(&f, 1, 0x2000, 0x2000);
    assert_int_equal(f.r.opcode, 0);
    hf_at(&f, HF_DEVICE);
    hf_step(&f);
    expect_trap(&f, 1, HF_DEVICE, HF_DEVICE);
    assert_int_equal(f.reads, 0);
    hf_poke(&f, HF_RAM + HF_RAM_SIZE - 2, 2, 0x0013);
    hf_at(&f, HF_RAM + HF_RAM_SIZE - 2);
    hf_step(&f);
    expect_trap(&f, 1, HF_RAM + HF_RAM_SIZE, HF_RAM + HF_RAM_SIZE - 2);
    hf_free(&f);
}

static void a_refused_device_access_is_a_fault(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_reg(f.h, 1, HF_DEVICE);
    assert_int_equal(hf_do(&f, rv_load(2, 3, 1, 0x24)), RETIRED);
    assert_int_equal(sim_hart_reg(f.h, 3), 0x24);
    assert_int_equal(hf_do(&f, rv_store(2, 3, 1, 0)), RETIRED);
    assert_int_equal(f.reads, 1);
    assert_int_equal(f.writes, 1);
    hf_at(&f, HF_RAM);
    hf_do(&f, rv_load(3, 3, 1, 8));
    expect_trap(&f, 5, HF_DEVICE + 8, HF_RAM);
    hf_at(&f, HF_RAM);
    hf_do(&f, rv_store(0, 3, 1, 9));
    expect_trap(&f, 7, HF_DEVICE + 9, HF_RAM);
    hf_at(&f, HF_RAM);
    hf_do(&f, rv_amo(0, 2, 3, 1, 2));
    expect_trap(&f, 7, HF_DEVICE, HF_RAM);
    assert_int_equal(f.reads, 1);
    assert_int_equal(f.writes, 1);
    hf_free(&f);
}

/* funct5 and what it computes from 32-bit operands. */
static uint32_t amo_oracle(unsigned f5, uint32_t m, uint32_t r)
{
    switch (f5) {
    case 0x00:
        return m + r;
    case 0x01:
        return r;
    case 0x04:
        return m ^ r;
    case 0x08:
        return m | r;
    case 0x0c:
        return m & r;
    case 0x10:
        return (int32_t)m < (int32_t)r ? m : r;
    case 0x14:
        return (int32_t)m > (int32_t)r ? m : r;
    case 0x18:
        return m < r ? m : r;
    default:
        return m > r ? m : r;
    }
}

static uint64_t amo_oracle64(unsigned f5, uint64_t m, uint64_t r)
{
    switch (f5) {
    case 0x10:
        return (int64_t)m < (int64_t)r ? m : r;
    case 0x14:
        return (int64_t)m > (int64_t)r ? m : r;
    case 0x18:
        return m < r ? m : r;
    case 0x1c:
        return m > r ? m : r;
    case 0x00:
        return m + r;
    default: /* bitwise: halves are independent */
        return (uint64_t)amo_oracle(f5, (uint32_t)(m >> 32), (uint32_t)(r >> 32)) << 32 |
               amo_oracle(f5, (uint32_t)m, (uint32_t)r);
    }
}

static void atomics_return_the_old_value(void **state)
{
    static const unsigned f5s[] = {0, 1, 4, 8, 0xc, 0x10, 0x14, 0x18, 0x1c};
    static const uint64_t v[] = {0,          1,           0x7fffffff, 0x80000000,
                                 0xffffffff, 0x123456789, 1ull << 63, UINT64_MAX};
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        struct hart_fixture f;

        hf_init_xlen(&f, xlen);
        sim_hart_set_reg(f.h, 1, HF_DATA);
        for (unsigned i = 0; i < 9 * 64; i++) {
            const unsigned f5 = f5s[i % 9];
            const uint64_t m = v[i / 9 % 8], r = v[i / 72];
            uint64_t old = (uint64_t)(int64_t)(int32_t)m;

            hf_poke(&f, HF_DATA, 8, m);
            sim_hart_set_reg(f.h, 2, r);
            hf_at(&f, HF_RAM);
            assert_int_equal(hf_do(&f, rv_amo(f5, 2, 3, 1, 2)), RETIRED);
            assert_int_equal(sim_hart_reg(f.h, 3), xlen == 32 ? (uint32_t)old : old);
            assert_int_equal(hf_peek(&f, HF_DATA, 4), amo_oracle(f5, (uint32_t)m, (uint32_t)r));
            assert_int_equal(hf_peek(&f, HF_DATA + 4, 4), m >> 32);
            if (xlen == 32) {
                continue;
            }
            hf_poke(&f, HF_DATA, 8, m);
            assert_int_equal(hf_do(&f, rv_amo(f5, 3, 3, 1, 2)), RETIRED);
            assert_int_equal(sim_hart_reg(f.h, 3), m);
            assert_int_equal(hf_peek(&f, HF_DATA, 8), amo_oracle64(f5, m, r));
        }
        hf_free(&f);
    }
}

static void misaligned_atomics_trap(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    for (unsigned off = 1; off < 8; off++) {
        sim_hart_set_reg(f.h, 1, HF_DATA + off);
        for (unsigned f3 = 2; f3 <= 3; f3++) {
            const bool bad = off % (1u << f3) != 0;

            hf_at(&f, HF_RAM);
            assert_int_equal(hf_do(&f, rv_amo(0, f3, 3, 1, 2)), bad ? TRAPPED : RETIRED);
            if (bad) {
                expect_trap(&f, 6, HF_DATA + off, HF_RAM);
            }
            hf_at(&f, HF_RAM);
            assert_int_equal(hf_do(&f, rv_amo(3, f3, 3, 1, 2)), bad ? TRAPPED : RETIRED);
            if (bad) {
                expect_trap(&f, 6, HF_DATA + off, HF_RAM);
            }
            hf_at(&f, HF_RAM);
            assert_int_equal(hf_do(&f, rv_amo(2, f3, 3, 1, 0)), bad ? TRAPPED : RETIRED);
            if (bad) {
                expect_trap(&f, 4, HF_DATA + off, HF_RAM);
            }
        }
    }
    hf_free(&f);
}

static void store_conditional_needs_a_reservation(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_reg(f.h, 1, HF_DATA);
    sim_hart_set_reg(f.h, 4, HF_DATA + 8);
    sim_hart_set_reg(f.h, 2, 42);
    hf_do(&f, rv_amo(3, 2, 3, 1, 2)); /* no LR before */
    assert_int_equal(sim_hart_reg(f.h, 3), 1);
    assert_int_equal(hf_peek(&f, HF_DATA, 4), 0);
    hf_do(&f, rv_amo(2, 2, 5, 1, 0));
    hf_do(&f, rv_amo(3, 2, 3, 1, 2));
    assert_int_equal(sim_hart_reg(f.h, 3), 0);
    assert_int_equal(hf_peek(&f, HF_DATA, 4), 42);
    hf_do(&f, rv_amo(3, 2, 3, 1, 2)); /* used up */
    assert_int_equal(sim_hart_reg(f.h, 3), 1);
    hf_do(&f, rv_amo(2, 2, 5, 1, 0));
    assert_int_equal(sim_hart_reg(f.h, 5), 42);
    hf_do(&f, rv_amo(3, 2, 3, 4, 2)); /* elsewhere */
    assert_int_equal(sim_hart_reg(f.h, 3), 1);
    hf_do(&f, rv_amo(3, 2, 3, 1, 2)); /* and any SC ends the reservation */
    assert_int_equal(sim_hart_reg(f.h, 3), 1);
    hf_do(&f, rv_amo(2, 2, 5, 1, 0));
    hf_do(&f, rv_amo(3, 3, 3, 1, 2)); /* another width */
    assert_int_equal(sim_hart_reg(f.h, 3), 1);
    hf_do(&f, rv_amo(2, 2, 5, 1, 0));
    hf_poke(&f, HF_DATA, 4, 43); /* another bus master */
    hf_do(&f, rv_amo(3, 2, 3, 1, 2));
    assert_int_equal(sim_hart_reg(f.h, 3), 1);
    assert_int_equal(hf_peek(&f, HF_DATA, 4), 43);
    hf_free(&f);
}

static void code_that_changes_is_decoded_again(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    for (unsigned way = 0; way < 3; way++) {
        /* An instruction that straddles two pages: change its second half only. */
        const uint64_t at = HF_RAM + 0x2ffe;

        hf_at(&f, at);
        hf_do(&f, rv_addi(3, 0, 0x111));
        assert_int_equal(sim_hart_reg(f.h, 3), 0x111);
        if (way == 0) {
            hf_poke(&f, at + 2, 2, rv_addi(3, 0, 0x222) >> 16);
        } else {
            sim_hart_set_reg(f.h, 1, at + 2);
            sim_hart_set_reg(f.h, 2, rv_addi(3, 0, 0x222) >> 16);
            hf_at(&f, HF_RAM + 0x8);
            hf_do(&f, way == 1 ? rv_store(1, 2, 1, 0) : rv_store(0, 2, 1, 0));
            if (way == 2) {
                sim_hart_set_reg(f.h, 2, rv_addi(3, 0, 0x222) >> 24);
                hf_do(&f, rv_store(0, 2, 1, 1));
            }
        }
        hf_at(&f, at);
        assert_int_equal(hf_step(&f), RETIRED);
        assert_int_equal(sim_hart_reg(f.h, 3), 0x222);
    }
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_load_at_every_offset),
        cmocka_unit_test(every_store_at_every_offset),
        cmocka_unit_test(faults_tell_the_address),
        cmocka_unit_test(a_refused_device_access_is_a_fault),
        cmocka_unit_test(atomics_return_the_old_value),
        cmocka_unit_test(misaligned_atomics_trap),
        cmocka_unit_test(store_conditional_needs_a_reservation),
        cmocka_unit_test(code_that_changes_is_decoded_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
