/* SPDX-License-Identifier: Apache-2.0 */
/* CSR instructions, WARL fields, counters. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

enum {
    RETIRED = SIM_STEP_RETIRED | SIM_STEP_RECORD,
    TRAPPED = SIM_STEP_TRAPPED | SIM_STEP_RECORD,
};

static void the_six_instructions(void **state)
{
    struct hart_fixture f;

    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        const uint64_t ones = xlen == 64 ? UINT64_MAX : UINT32_MAX;

        hf_init_xlen(&f, xlen);
        sim_hart_set_reg(f.h, 1, ones);
        sim_hart_set_reg(f.h, 2, 0x0ff0);
        hf_do(&f, rv_csr(1, 3, HF_MSCRATCH, 1)); /* csrrw */
        assert_int_equal(sim_hart_reg(f.h, 3), 0);
        hf_do(&f, rv_csr(3, 3, HF_MSCRATCH, 2)); /* csrrc */
        assert_int_equal(sim_hart_reg(f.h, 3), ones);
        assert_int_equal(hf_csr(&f, HF_MSCRATCH), ones & ~UINT64_C(0x0ff0));
        hf_do(&f, rv_csr(7, 3, HF_MSCRATCH, 31)); /* csrrci */
        assert_int_equal(sim_hart_reg(f.h, 3), ones & ~UINT64_C(0x0ff0));
        assert_int_equal(hf_csr(&f, HF_MSCRATCH), ones & ~UINT64_C(0x0fff));
        hf_do(&f, rv_csr(2, 3, HF_MSCRATCH, 2)); /* csrrs */
        assert_int_equal(hf_csr(&f, HF_MSCRATCH), ones & ~UINT64_C(0xf));
        hf_do(&f, rv_csr(6, 3, HF_MSCRATCH, 5)); /* csrrsi */
        assert_int_equal(hf_csr(&f, HF_MSCRATCH), ones & ~UINT64_C(0xa));
        hf_do(&f, rv_csr(5, 3, HF_MSCRATCH, 17)); /* csrrwi */
        assert_int_equal(sim_hart_reg(f.h, 3), ones & ~UINT64_C(0xa));
        assert_int_equal(hf_csr(&f, HF_MSCRATCH), 17);
        hf_do(&f, rv_csr(1, 1, HF_MSCRATCH, 1)); /* rd == rs1: a swap */
        assert_int_equal(sim_hart_reg(f.h, 1), 17);
        assert_int_equal(hf_csr(&f, HF_MSCRATCH), ones);
        hf_free(&f);
    }
}

static void a_read_of_a_read_only_register_is_legal_a_write_is_not(void **state)
{
    struct sim_hart_cfg cfg;
    struct hart_fixture f;

    (void)state;
    sim_hart_cfg_init(&cfg);
    cfg.hartid = 5;
    hf_init(&f, &cfg);
    assert_int_equal(hf_do(&f, rv_csr(2, 3, HF_MHARTID, 0)), RETIRED);
    assert_int_equal(sim_hart_reg(f.h, 3), 5);
    assert_int_equal(hf_do(&f, rv_csr(7, 3, HF_MHARTID, 0)), RETIRED);
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, rv_csr(2, 3, HF_MHARTID, 1)),
                     TRAPPED); /* x1 is 0, but it is a write */
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, rv_csr(1, 0, HF_MHARTID, 0)), TRAPPED);
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, rv_csr(1, 3, 0x7c0, 0)), TRAPPED); /* no such CSR */
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, rv_csr(2, 3, HF_DCSR, 0)), TRAPPED); /* debug mode only */
    hf_free(&f);
}

static void misa_tells_the_extensions(void **state)
{
    struct sim_hart_cfg cfg;
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    /* A C I M S U */
    assert_int_equal(hf_csr(&f, HF_MISA), UINT64_C(2) << 62 | 0x141105);
    hf_set_csr(&f, HF_MISA, 0);
    assert_int_equal(hf_csr(&f, HF_MISA), UINT64_C(2) << 62 | 0x141105);
    hf_free(&f);
    sim_hart_cfg_init(&cfg);
    cfg.xlen = 32;
    cfg.compressed = false;
    hf_init(&f, &cfg);
    assert_int_equal(hf_csr(&f, HF_MISA), 0x40141101);
    hf_free(&f);
}

static void warl_fields(void **state)
{
    struct hart_fixture f;
    uint64_t v;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_set_csr(&f, HF_MSTATUS, UINT64_MAX);
    /* SIE MIE SPIE MPIE SPP MPP MPRV SUM MXR TVM TW TSR; UXL = SXL = 2; no FS, VS, XS, SD. */
    assert_int_equal(hf_csr(&f, HF_MSTATUS), UINT64_C(0xa007e19aa));
    assert_int_equal(hf_csr(&f, HF_SSTATUS), UINT64_C(0x2000c0122));
    hf_set_csr(&f, HF_MSTATUS, UINT64_C(2) << 11); /* MPP = 2 is reserved: keeps 3 */
    assert_int_equal(hf_csr(&f, HF_MSTATUS) & HF_MSTATUS_MPP, HF_MSTATUS_MPP);
    hf_set_csr(&f, HF_SSTATUS, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_MSTATUS), UINT64_C(0xa000c1922));
    hf_set_csr(&f, HF_SATP, UINT64_C(8) << 60); /* Sv39: not there */
    assert_int_equal(hf_csr(&f, HF_SATP), 0);
    hf_set_csr(&f, HF_MEPC, 0x123);
    assert_int_equal(hf_csr(&f, HF_MEPC), 0x122);
    hf_set_csr(&f, HF_SCONTEXT, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_SCONTEXT), UINT32_MAX);
    hf_set_csr(&f, HF_MCONTEXT, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_HCONTEXT), 0x3fff);
    assert_int_equal(sim_hart_csr_read(f.h, 0x310, &v), SIM_HART_ERR_CSR); /* mstatush: RV32 only */
    hf_free(&f);
    hf_init_xlen(&f, 32);
    hf_set_csr(&f, HF_MSTATUS, UINT32_MAX);
    assert_int_equal(hf_csr(&f, HF_MSTATUS), 0x7e19aa);
    assert_int_equal(hf_csr(&f, 0x310), 0);
    hf_set_csr(&f, HF_SCONTEXT, UINT32_MAX);
    assert_int_equal(hf_csr(&f, HF_SCONTEXT), UINT16_MAX);
    hf_free(&f);
}

static void counters_count(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_do(&f, RV_NOP);
    hf_do(&f, RV_NOP);
    hf_do(&f, rv_csr(2, 3, HF_INSTRET, 0));
    assert_int_equal(sim_hart_reg(f.h, 3), 2);
    sim_hart_idle(f.h, 10);
    hf_do(&f, rv_csr(2, 3, HF_CYCLE, 0));
    assert_int_equal(sim_hart_reg(f.h, 3), 13);
    /* A write takes the place of the increment by the same instruction. */
    sim_hart_set_reg(f.h, 1, 1000);
    hf_do(&f, rv_csr(1, 0, HF_MINSTRET, 1));
    hf_do(&f, rv_csr(2, 3, HF_MINSTRET, 0));
    assert_int_equal(sim_hart_reg(f.h, 3), 1000);
    hf_do(&f, rv_csr(2, 3, HF_MINSTRET, 0));
    assert_int_equal(sim_hart_reg(f.h, 3), 1001);
    /* Stopped, and going on from where it stood. */
    hf_do(&f, rv_csr(5, 0, HF_MCOUNTINHIBIT, 4));
    const uint64_t at = hf_csr(&f, HF_MINSTRET);
    hf_do(&f, RV_NOP);
    hf_do(&f, RV_NOP);
    assert_int_equal(hf_csr(&f, HF_MINSTRET), at);
    hf_do(&f, rv_csr(5, 0, HF_MCOUNTINHIBIT, 0));
    hf_do(&f, rv_csr(2, 3, HF_MINSTRET, 0));
    assert_in_range(sim_hart_reg(f.h, 3), at, at + 1);
    assert_int_equal(sim_hart_instret(f.h), 12); /* software cannot change this one */
    hf_free(&f);
}

static void counters_of_rv32_have_two_halves(void **state)
{
    struct hart_fixture f;
    uint64_t v;

    (void)state;
    hf_init_xlen(&f, 32);
    hf_set_csr(&f, HF_MCYCLE, 0xffffffff);
    hf_set_csr(&f, HF_MCYCLE + 0x80, 7);
    sim_hart_idle(f.h, 16);
    assert_int_equal(hf_csr(&f, HF_MCYCLE + 0x80), 8);
    assert_in_range(hf_csr(&f, HF_MCYCLE), 13, 16);
    assert_int_equal(hf_csr(&f, HF_CYCLE + 0x80), 8);
    assert_int_equal(hf_csr(&f, HF_MCYCLE + 3), 0); /* mhpmcounter3 */
    hf_free(&f);
    hf_init_xlen(&f, 64);
    assert_int_equal(sim_hart_csr_read(f.h, HF_MCYCLE + 0x80, &v), SIM_HART_ERR_CSR);
    assert_int_equal(sim_hart_csr_read(f.h, HF_MCYCLE + 1, &v),
                     SIM_HART_ERR_CSR); /* no mtime CSR */
    hf_free(&f);
}

static void a_configuration_out_of_range_is_refused(void **state)
{
    struct sim_hart_cfg cfg;
    struct sim_bus bus;

    (void)state;
    sim_bus_init(&bus);
    sim_hart_cfg_init(&cfg);
    cfg.xlen = 128;
    assert_null(sim_hart_create(&cfg, &bus));
    sim_hart_cfg_init(&cfg);
    cfg.triggers = 5;
    assert_null(sim_hart_create(&cfg, &bus));
    sim_hart_cfg_init(&cfg);
    cfg.pmp_entries = 8;
    assert_null(sim_hart_create(&cfg, &bus));
    sim_hart_cfg_init(&cfg);
    cfg.cycles_per_tick = 0;
    assert_null(sim_hart_create(&cfg, &bus));
    sim_hart_cfg_init(&cfg);
    cfg.xlen = 32;
    cfg.reset_pc = UINT64_C(0x100000000);
    assert_null(sim_hart_create(&cfg, &bus));
    sim_hart_cfg_init(&cfg);
    cfg.reset_pc = 1;
    assert_null(sim_hart_create(&cfg, &bus));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_six_instructions),
        cmocka_unit_test(a_read_of_a_read_only_register_is_legal_a_write_is_not),
        cmocka_unit_test(misa_tells_the_extensions),
        cmocka_unit_test(warl_fields),
        cmocka_unit_test(counters_count),
        cmocka_unit_test(counters_of_rv32_have_two_halves),
        cmocka_unit_test(a_configuration_out_of_range_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
