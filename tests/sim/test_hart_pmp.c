/* SPDX-License-Identifier: Apache-2.0 */
/* Physical memory protection: matching, permissions, locks, MPRV; and that fast paths notice every
 * change. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

enum {
    RETIRED = SIM_STEP_RETIRED | SIM_STEP_RECORD,
    TRAPPED = SIM_STEP_TRAPPED | SIM_STEP_RECORD,
};

enum {
    R = 1,
    W = 2,
    X = 4,
    TOR = 8,
    NA4 = 16,
    NAPOT = 24,
    L = 0x80,
};

/* Set entry n, whatever XLEN is. */
static void entry(struct hart_fixture *f, unsigned n, uint64_t pmpaddr, unsigned cfg)
{
    const unsigned per = sim_hart_config(f->h)->xlen / 8u;
    const unsigned csr = HF_PMPCFG0 + n / per * (per / 4), shift = 8 * (n % per);
    const uint64_t old = hf_csr(f, csr);

    hf_set_csr(f, HF_PMPADDR0 + n, pmpaddr);
    hf_set_csr(f, csr, (old & ~(UINT64_C(0xff) << shift)) | (uint64_t)cfg << shift);
}

/* Can S-mode load, or store, size bytes at addr? The code page is open. */
static bool can(struct hart_fixture *f, uint64_t addr, unsigned f3, bool store)
{
    hf_at(f, HF_RAM);
    sim_hart_set_priv(f->h, SIM_PRIV_S);
    sim_hart_set_reg(f->h, 1, addr);
    return hf_do(f, store ? rv_store(f3, 2, 1, 0) : rv_load(f3, 3, 1, 0)) == RETIRED;
}

static bool can_run(struct hart_fixture *f, uint64_t addr, enum sim_priv priv)
{
    hf_at(f, addr);
    sim_hart_set_priv(f->h, priv);
    return hf_do(f, RV_NOP) == RETIRED;
}

static void start(struct hart_fixture *f, unsigned xlen)
{
    hf_init_xlen(f, xlen);
    entry(f, 15, (HF_RAM >> 2) | 0x1ff, NAPOT | R | X); /* 4 KiB of code */
}

static void without_a_match_only_m_mode_may(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    assert_true(can_run(&f, HF_RAM, SIM_PRIV_M));
    assert_false(can_run(&f, HF_RAM, SIM_PRIV_S));
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 1);
    assert_int_equal(hf_csr(&f, HF_MTVAL), HF_RAM);
    assert_false(can_run(&f, HF_RAM, SIM_PRIV_U));
    hf_open_pmp(&f);
    assert_true(can_run(&f, HF_RAM, SIM_PRIV_U));
    hf_free(&f);
}

static void permissions_are_checked_one_by_one(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        struct hart_fixture f;

        start(&f, xlen);
        for (unsigned rwx = 0; rwx < 8; rwx++) {
            if ((rwx & 3) == 2) {
                continue; /* W without R is reserved */
            }
            entry(&f, 3, (HF_DATA >> 2) | 0x1ff, NAPOT | rwx);
            assert_int_equal(can(&f, HF_DATA, 2, false), (rwx & R) != 0);
            assert_int_equal(can(&f, HF_DATA + 0xffc, 2, true), (rwx & W) != 0);
            assert_int_equal(can_run(&f, HF_DATA + 8, SIM_PRIV_U), (rwx & X) != 0);
            assert_true(can_run(&f, HF_DATA + 8, SIM_PRIV_M));
        }
        hf_free(&f);
    }
}

/* Holds TCI-COMP-035 */
static void ranges_are_exact(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    entry(&f, 0, (HF_DATA + 8) >> 2, NA4 | R); /* 4 bytes */
    assert_true(can(&f, HF_DATA + 8, 2, false));
    assert_false(can(&f, HF_DATA + 4, 2, false));
    assert_false(can(&f, HF_DATA + 12, 2, false));
    assert_false(can(&f, HF_DATA + 8, 3, false)); /* 8 bytes: only half of it matches */
    assert_true(can(&f, HF_DATA + 10, 1, false));
    entry(&f, 0, (HF_DATA + 0x20) >> 2, NAPOT | R); /* low bit 0: 8 bytes */
    assert_true(can(&f, HF_DATA + 0x20, 3, false));
    assert_false(can(&f, HF_DATA + 0x28, 0, false));
    assert_false(can(&f, HF_DATA + 0x1f, 0, false));
    entry(&f, 0, (HF_DATA + 0x100) >> 2, 0);
    entry(&f, 1, (HF_DATA + 0x10c) >> 2, TOR | R); /* from entry 0 to below 0x10c */
    assert_false(can(&f, HF_DATA + 0xff, 0, false));
    assert_true(can(&f, HF_DATA + 0x100, 0, false));
    assert_true(can(&f, HF_DATA + 0x10b, 0, false));
    assert_false(can(&f, HF_DATA + 0x10c, 0, false));
    assert_false(can(&f, HF_DATA + 0x108, 3, false)); /* half in */
    entry(&f, 1, (HF_DATA + 0x80) >> 2, TOR | R);     /* empty range matches nothing */
    assert_false(can(&f, HF_DATA + 0x80, 0, false));
    hf_free(&f);
}

static void the_lowest_match_decides(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    entry(&f, 4, (HF_DATA >> 2) | 0x1ff, NAPOT | R | W);
    entry(&f, 2, (HF_DATA >> 2) | 1, NAPOT); /* 16 bytes without any right */
    assert_false(can(&f, HF_DATA + 15, 0, false));
    assert_true(can(&f, HF_DATA + 16, 0, false));
    assert_false(can(&f, HF_DATA + 8, 3, false)); /* after the wide window was filled */
    entry(&f, 2, 0, 0);
    assert_true(can(&f, HF_DATA + 15, 0, false));
    hf_free(&f);
}

static void locked_entries_bind_m_mode_and_stay(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    hf_at(&f, HF_RAM);
    sim_hart_set_reg(f.h, 1, HF_DATA);
    assert_int_equal(hf_do(&f, rv_store(2, 2, 1, 0)), RETIRED);
    entry(&f, 1, (HF_DATA >> 2) | 0x1ff, NAPOT | R | L);
    assert_int_equal(hf_do(&f, rv_load(2, 3, 1, 0)), RETIRED);
    assert_int_equal(hf_do(&f, rv_store(2, 2, 1, 0)), TRAPPED);
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 7);
    assert_int_equal(hf_csr(&f, HF_MTVAL), HF_DATA);
    assert_false(can_run(&f, HF_DATA, SIM_PRIV_M));
    entry(&f, 1, 0, 0);
    assert_int_equal(hf_csr(&f, HF_PMPADDR0 + 1), (HF_DATA >> 2) | 0x1ff);
    assert_int_equal(hf_csr(&f, HF_PMPCFG0) >> 8 & 0xff, NAPOT | R | L);
    /* A locked TOR entry locks the address below it too. */
    entry(&f, 5, 0x1234, 0);
    entry(&f, 6, 0x2345, TOR | L);
    hf_set_csr(&f, HF_PMPADDR0 + 5, 0);
    assert_int_equal(hf_csr(&f, HF_PMPADDR0 + 5), 0x1234);
    hf_free(&f);
}

static void mprv_uses_the_rights_of_mpp(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    entry(&f, 0, (HF_DATA >> 2) | 0x1ff, NAPOT | R);
    sim_hart_set_reg(f.h, 1, HF_DATA);
    hf_at(&f, HF_RAM + 0x800);
    assert_int_equal(hf_do(&f, rv_store(2, 2, 1, 0)), RETIRED);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MPRV); /* MPP = U */
    assert_int_equal(hf_do(&f, rv_load(2, 3, 1, 0)), RETIRED);
    assert_int_equal(hf_do(&f, rv_store(2, 2, 1, 0)), TRAPPED);
    hf_at(&f, HF_RAM + 0x2000); /* fetch is not affected: no entry covers this */
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MPRV | HF_MSTATUS_MPP);
    assert_int_equal(hf_do(&f, rv_store(2, 2, 1, 0)), RETIRED);
    hf_free(&f);
}

static void registers_are_warl(void **state)
{
    struct hart_fixture f;
    uint64_t v;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_set_csr(&f, HF_PMPADDR0, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_PMPADDR0), (UINT64_C(1) << 54) - 1);
    assert_int_equal(sim_hart_csr_read(f.h, HF_PMPCFG0 + 1, &v), SIM_HART_ERR_CSR);
    entry(&f, 0, 0, 0x60 | R);
    assert_int_equal(hf_csr(&f, HF_PMPCFG0), R);
    entry(&f, 0, 0, W); /* reserved: keeps the old value */
    assert_int_equal(hf_csr(&f, HF_PMPCFG0), R);
    hf_free(&f);
    hf_init_xlen(&f, 32);
    hf_set_csr(&f, HF_PMPADDR0 + 15, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_PMPADDR0 + 15), UINT32_MAX);
    entry(&f, 7, 0, R | X);
    assert_int_equal(hf_csr(&f, HF_PMPCFG0 + 1), (uint64_t)(R | X) << 24);
    assert_int_equal(sim_hart_csr_read(f.h, HF_PMPCFG0 + 4, &v), SIM_HART_ERR_CSR);
    hf_free(&f);
}

static void an_instruction_may_not_reach_out(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    /* Code ends at HF_RAM + 0x1000 for S. A 32-bit instruction 2 bytes before the end needs both
     * halves. */
    assert_false(can_run(&f, HF_RAM + 0xffe, SIM_PRIV_S));
    assert_int_equal(hf_csr(&f, HF_MTVAL), HF_RAM + 0x1000);
    assert_int_equal(hf_csr(&f, HF_MEPC), HF_RAM + 0xffe);
    assert_true(can_run(&f, HF_RAM + 0xffc, SIM_PRIV_S));
    assert_true(can_run(&f, HF_RAM + 0xffe, SIM_PRIV_M)); /* decodes it */
    assert_false(can_run(&f, HF_RAM + 0xffe, SIM_PRIV_S));
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_match_only_m_mode_may),
        cmocka_unit_test(permissions_are_checked_one_by_one),
        cmocka_unit_test(ranges_are_exact),
        cmocka_unit_test(the_lowest_match_decides),
        cmocka_unit_test(locked_entries_bind_m_mode_and_stay),
        cmocka_unit_test(mprv_uses_the_rights_of_mpp),
        cmocka_unit_test(registers_are_warl),
        cmocka_unit_test(an_instruction_may_not_reach_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
