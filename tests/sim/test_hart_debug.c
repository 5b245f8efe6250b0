/* SPDX-License-Identifier: Apache-2.0 */
/* Debug mode: halt, resume, single step, ebreak. */
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
    HALTED = SIM_STEP_HALTED,
    HALTED_RECORD = SIM_STEP_HALTED | SIM_STEP_RECORD,
    EBREAKM = 1 << 15,
    STEP = 1 << 2,
};

static unsigned debug_cause(struct hart_fixture *f)
{
    return hf_csr(f, HF_DCSR) >> 6 & 7;
}

static void halt_and_resume(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_do(&f, RV_NOP);
    sim_hart_halt(f.h);
    assert_int_equal(hf_step(&f), HALTED_RECORD);
    assert_true(f.r.in.halted);
    assert_int_equal(f.r.in.priv, INGRESS_PRIV_D);
    assert_int_equal(f.r.in.nblocks, 0);
    assert_int_equal(hf_step(&f), HALTED); /* reported once */
    assert_true(sim_hart_halted(f.h));
    assert_int_equal(debug_cause(&f), SIM_DEBUG_HALTREQ);
    assert_int_equal(hf_csr(&f, HF_DPC), HF_RAM + 4);
    sim_hart_resume(f.h);
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED);
    assert_false(f.r.in.halted);
    assert_int_equal(f.r.in.block[0].iaddr, HF_RAM + 4);
    hf_free(&f);
}

static void resume_goes_where_dpc_and_dcsr_say(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    sim_hart_halt(f.h);
    hf_step(&f);
    hf_poke(&f, HF_RAM + 0x100, 4, RV_NOP);
    hf_set_csr(&f, HF_DPC, HF_RAM + 0x100);
    hf_set_csr(&f, HF_DCSR, 0); /* prv = U */
    sim_hart_resume(f.h);
    assert_int_equal(hf_step(&f), RETIRED);
    assert_int_equal(f.r.in.block[0].iaddr, HF_RAM + 0x100);
    assert_int_equal(f.r.in.priv, INGRESS_PRIV_U);
    hf_free(&f);
}

static void single_step_retires_one_instruction(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    for (unsigned i = 0; i < 4; i++) {
        hf_emit(&f, rv_addi(1, 1, 1));
    }
    sim_hart_halt(f.h);
    hf_step(&f);
    sim_hart_single_step(f.h);
    assert_int_equal(hf_step(&f), RETIRED);
    assert_int_equal(hf_step(&f), HALTED_RECORD);
    assert_int_equal(debug_cause(&f), SIM_DEBUG_STEP);
    assert_int_equal(sim_hart_reg(f.h, 1), 1);
    /* The same through dcsr.step. A pending interrupt waits: stepie is 0. */
    hf_set_csr(&f, HF_MIE, 0x80);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MIE);
    sim_hart_set_irq(f.h, SIM_IRQ_MTI, true);
    hf_set_csr(&f, HF_DCSR, STEP | 3);
    sim_hart_resume(f.h);
    assert_int_equal(hf_step(&f), RETIRED);
    assert_int_equal(hf_step(&f), HALTED_RECORD);
    assert_int_equal(sim_hart_reg(f.h, 1), 2);
    /* A step into an exception stops at its handler. */
    hf_poke(&f, HF_RAM + 8, 4, RV_ECALL);
    sim_hart_resume(f.h);
    assert_int_equal(hf_step(&f), TRAPPED);
    assert_int_equal(hf_step(&f), HALTED_RECORD);
    assert_int_equal(hf_csr(&f, HF_DPC), HF_HANDLER_M);
    hf_free(&f);
}

static void ebreak_halts_when_dcsr_says_so(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_set_csr(&f, HF_DCSR, EBREAKM | 3);
    assert_int_equal(hf_do(&f, RV_EBREAK), HALTED_RECORD);
    assert_true(f.r.in.halted);
    assert_int_equal(f.r.in.nblocks, 0);
    assert_int_equal(debug_cause(&f), SIM_DEBUG_EBREAK);
    assert_int_equal(hf_csr(&f, HF_DPC), HF_RAM);
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 0);
    hf_free(&f);
}

static void halt_wakes_a_sleeping_hart(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_do(&f, RV_WFI);
    hf_step(&f);
    assert_true(sim_hart_sleeping(f.h));
    sim_hart_halt(f.h);
    assert_int_equal(hf_step(&f), HALTED_RECORD);
    assert_true(f.r.in.halted);
    assert_false(f.r.in.lowpower);
    assert_int_equal(hf_csr(&f, HF_DPC), HF_RAM + 4);
    hf_free(&f);
}

static void running_fast_stops_at_the_same_places(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_set_csr(&f, HF_DCSR, EBREAKM | 3);
    for (unsigned i = 0; i < 10; i++) {
        hf_emit(&f, rv_addi(1, 1, 1));
    }
    hf_emit(&f, RV_EBREAK);
    assert_int_equal(sim_hart_run(f.h, 4), 4);
    assert_int_equal(sim_hart_reg(f.h, 1), 4);
    assert_int_equal(sim_hart_run(f.h, 1000), 6);
    assert_true(sim_hart_halted(f.h));
    assert_int_equal(hf_csr(&f, HF_DPC), HF_RAM + 40);
    assert_int_equal(sim_hart_instret(f.h), 10);
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halt_and_resume),
        cmocka_unit_test(resume_goes_where_dpc_and_dcsr_say),
        cmocka_unit_test(single_step_retires_one_instruction),
        cmocka_unit_test(ebreak_halts_when_dcsr_says_so),
        cmocka_unit_test(halt_wakes_a_sleeping_hart),
        cmocka_unit_test(running_fast_stops_at_the_same_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
