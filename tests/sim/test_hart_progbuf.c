/* SPDX-License-Identifier: Apache-2.0 */
/* What a hart in debug mode does for a debug module: loads, stores, programs. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

enum {
    EBREAK = 0x00100073,
    C_EBREAK = 0x9002,
    C_NOP = 0x0001,
    ECALL = 0x00000073,
    MRET = 0x30200073,
    WFI = 0x10500073,
    MPRV = 1 << 17,
    STEP = 1 << 2,
};

static uint32_t csrrw(uint32_t rd, uint32_t csr, uint32_t rs1)
{
    return rv_i(0x73, 1, rd, rs1, (int32_t)csr);
}

static void start(struct hart_fixture *f, unsigned xlen)
{
    hf_init_xlen(f, xlen);
    hf_open_pmp(f);
    sim_hart_halt(f->h);
    hf_step(f);
    assert_true(sim_hart_halted(f->h));
}

static int run(struct hart_fixture *f, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t program[3] = {a, b, c};

    return sim_hart_debug_exec(f->h, program, 3);
}

static void programs_run_to_an_ebreak_or_the_end(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    uint64_t instret = sim_hart_instret(f.h);
    uint64_t cycles = sim_hart_cycles(f.h);
    uint64_t pc = sim_hart_pc(f.h);
    assert_int_equal(run(&f, rv_addi(5, 0, 7), EBREAK, rv_addi(5, 0, 9)), SIM_HART_OK);
    assert_int_equal(sim_hart_reg(f.h, 5), 7);
    assert_int_equal(run(&f, rv_addi(5, 5, 1), rv_addi(5, 5, 1), rv_addi(5, 5, 1)), SIM_HART_OK);
    assert_int_equal(sim_hart_reg(f.h, 5), 10);
    /* Half-words: c.nop, a 32-bit instruction across words, c.ebreak. */
    assert_int_equal(run(&f, (rv_addi(5, 0, 3) & 0xffff) << 16 | C_NOP,
                         (uint32_t)C_EBREAK << 16 | rv_addi(5, 0, 3) >> 16, 0),
                     SIM_HART_OK);
    assert_int_equal(sim_hart_reg(f.h, 5), 3);
    assert_int_equal(sim_hart_debug_exec(f.h, NULL, 0), SIM_HART_OK);
    assert_int_equal(sim_hart_instret(f.h), instret);
    assert_int_equal(sim_hart_cycles(f.h), cycles);
    assert_int_equal(sim_hart_pc(f.h), pc);
    assert_true(sim_hart_halted(f.h));
    hf_free(&f);
}

static void exceptions_end_the_program_without_a_trap(void **state)
{
    const uint32_t bad[] = {0,
                            ECALL,
                            MRET,
                            rv_jal(0, 4),
                            rv_jalr(0, 1, 0),
                            rv_branch(0, 0, 0, 4),
                            rv_auipc(1, 0),
                            rv_i(3, 3, 6, 0, 1), /* ld x6, 1(x0): misaligned */
                            rv_i(3, 2, 6, 0, 0), /* lw x6, 0(x0): nothing there */
                            csrrw(6, 0x123, 0)}; /* no such CSR */
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        sim_hart_set_reg(f.h, 5, 0);
        assert_int_equal(run(&f, rv_addi(5, 5, 1), bad[i], rv_addi(5, 5, 1)), SIM_HART_ERR_TRAP);
        assert_int_equal(sim_hart_reg(f.h, 5), 1);
        assert_true(sim_hart_halted(f.h));
        assert_int_equal(hf_csr(&f, HF_MCAUSE), 0);
        assert_int_equal(hf_csr(&f, HF_MEPC), 0);
        assert_int_equal(sim_hart_pc(f.h), HF_RAM);
    }
    /* An instruction cut off by the end. */
    assert_int_equal(
        run(&f, C_NOP | (uint32_t)C_NOP << 16, C_NOP | (uint32_t)C_NOP << 16, C_NOP | 0x00130000u),
        SIM_HART_ERR_TRAP);
    hf_free(&f);
}

/* M-mode whatever mode the hart was in, MPRV ignored, debug CSRs there; and the mode comes back. */
static void programs_have_the_rights_of_debug_mode(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    hf_poke(&f, HF_DATA, 8, 0x1234);
    hf_set_csr(&f, HF_MSTATUS, MPRV);  /* MPP = U */
    hf_set_csr(&f, HF_PMPCFG0 + 2, 0); /* U may nothing */
    sim_hart_set_priv(f.h, SIM_PRIV_U);
    sim_hart_halt(f.h);
    hf_step(&f);
    sim_hart_set_reg(f.h, 8, HF_DATA);
    assert_int_equal(run(&f, rv_i(3, 3, 9, 8, 0), csrrw(6, HF_DCSR, 0), csrrw(7, HF_MHARTID, 0)),
                     SIM_HART_ERR_TRAP); /* mhartid is read-only */
    assert_int_equal(sim_hart_reg(f.h, 9), 0x1234);
    assert_int_equal(sim_hart_reg(f.h, 6) >> 28, 4); /* dcsr.debugver */
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_U);
    assert_true((hf_csr(&f, HF_MSTATUS) & MPRV) != 0);
    /* Outside it is U again: CSR 0x7b0 is illegal, and so is the load. */
    hf_set_csr(&f, HF_DCSR, SIM_PRIV_U);
    sim_hart_resume(f.h);
    hf_poke(&f, HF_RAM, 4, csrrw(6, HF_DCSR, 0));
    assert_true((hf_step(&f) & SIM_STEP_TRAPPED) != 0);
    hf_free(&f);
}

static void wfi_does_nothing_and_fences_are_fine(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 32);
    assert_int_equal(run(&f, WFI, 0x0000100f, rv_addi(5, 0, 4)), SIM_HART_OK); /* fence.i */
    assert_int_equal(sim_hart_reg(f.h, 5), 4);
    assert_false(sim_hart_sleeping(f.h));
    hf_free(&f);
}

static void loads_and_stores(void **state)
{
    struct hart_fixture f;
    uint64_t v = 0;

    (void)state;
    start(&f, 64);
    assert_int_equal(sim_hart_store(f.h, HF_DATA, 8, UINT64_C(0x8877665544332211)), SIM_HART_OK);
    assert_int_equal(sim_hart_load(f.h, HF_DATA + 2, 2, &v), SIM_HART_OK);
    assert_int_equal(v, 0x4433);
    assert_int_equal(sim_hart_load(f.h, HF_DATA + 1, 2, &v), SIM_HART_ERR_TRAP);
    assert_int_equal(sim_hart_load(f.h, 0x10, 4, &v), SIM_HART_ERR_TRAP);
    assert_int_equal(sim_hart_store(f.h, 0x10, 4, 0), SIM_HART_ERR_TRAP);
    assert_int_equal(sim_hart_load(f.h, HF_DATA, 3, &v), SIM_HART_ERR_ARG);
    sim_hart_resume(f.h);
    assert_int_equal(sim_hart_load(f.h, HF_DATA, 4, &v), SIM_HART_ERR_ARG); /* it runs */
    assert_int_equal(sim_hart_debug_exec(f.h, NULL, 0), SIM_HART_ERR_ARG);
    hf_free(&f);
    start(&f, 32);
    assert_int_equal(sim_hart_load(f.h, HF_DATA, 8, &v), SIM_HART_ERR_ARG);
    hf_free(&f);
}

/* A breakpoint written through the hart is seen: decoded instructions are forgotten. */
static void a_store_changes_code(void **state)
{
    struct hart_fixture f;

    (void)state;
    start(&f, 64);
    hf_poke(&f, HF_RAM, 4, rv_addi(5, 0, 1));
    sim_hart_single_step(f.h);
    hf_step(&f);
    assert_int_equal(sim_hart_reg(f.h, 5), 1);
    assert_int_equal(sim_hart_store(f.h, HF_RAM, 4, rv_addi(5, 0, 2)), SIM_HART_OK);
    sim_hart_set_pc(f.h, HF_RAM);
    sim_hart_single_step(f.h);
    hf_step(&f);
    assert_int_equal(sim_hart_reg(f.h, 5), 2);
    hf_free(&f);
}

static void halt_requests_can_be_canceled_and_resets_are_counted(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    assert_int_equal(sim_hart_resets(f.h), 1);
    sim_hart_halt(f.h);
    sim_hart_cancel_halt(f.h);
    hf_do(&f, RV_NOP);
    assert_false(sim_hart_halted(f.h));
    sim_hart_hold_reset(f.h, true);
    sim_hart_hold_reset(f.h, false);
    sim_hart_reset(f.h);
    assert_int_equal(sim_hart_resets(f.h), 3);
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_run_to_an_ebreak_or_the_end),
        cmocka_unit_test(exceptions_end_the_program_without_a_trap),
        cmocka_unit_test(programs_have_the_rights_of_debug_mode),
        cmocka_unit_test(wfi_does_nothing_and_fences_are_fine),
        cmocka_unit_test(loads_and_stores),
        cmocka_unit_test(a_store_changes_code),
        cmocka_unit_test(halt_requests_can_be_canceled_and_resets_are_counted),
    };

    return cmocka_run_group_tests_name("hart_progbuf", tests, NULL, NULL);
}
