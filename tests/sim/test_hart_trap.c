/* SPDX-License-Identifier: Apache-2.0 */
/* Traps: causes, trap values, delegation, vectors, returns, and what each mode must not do. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

enum {
    RETIRED = SIM_STEP_RETIRED | SIM_STEP_RECORD,
    TRAPPED = SIM_STEP_TRAPPED | SIM_STEP_RECORD,
};

static void in_mode(struct hart_fixture *f, enum sim_priv priv)
{
    hf_at(f, HF_RAM);
    sim_hart_set_priv(f->h, priv);
}

/* Holds NT-ING-002 */
static void ecall_and_ebreak_have_a_cause_by_mode(void **state)
{
    static const enum sim_priv modes[] = {SIM_PRIV_U, SIM_PRIV_S, SIM_PRIV_M};
    static const uint64_t causes[] = {8, 9, 11};
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    for (unsigned i = 0; i < 3; i++) {
        in_mode(&f, modes[i]);
        assert_int_equal(hf_do(&f, RV_ECALL), TRAPPED);
        assert_int_equal(f.r.in.block[0].itype, INGRESS_ITYPE_EXCEPTION);
        assert_int_equal(f.r.in.block[0].iretire, 0);
        assert_int_equal(hf_csr(&f, HF_MCAUSE), causes[i]);
        assert_int_equal(hf_csr(&f, HF_MTVAL), 0);
        assert_int_equal(hf_csr(&f, HF_MEPC), HF_RAM);
        assert_int_equal((hf_csr(&f, HF_MSTATUS) & HF_MSTATUS_MPP) >> 11, modes[i]);
        assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_M);
        in_mode(&f, modes[i]);
        hf_do(&f, RV_EBREAK);
        assert_int_equal(hf_csr(&f, HF_MCAUSE), 3);
        assert_int_equal(hf_csr(&f, HF_MTVAL), 0);
        in_mode(&f, modes[i]);
        hf_do(&f, 0x9002); /* c.ebreak */
        assert_int_equal(f.r.in.block[0].itype, INGRESS_ITYPE_EXCEPTION);
        assert_int_equal(hf_csr(&f, HF_MCAUSE), 3);
    }
    assert_int_equal(sim_hart_instret(f.h), 0);
    hf_free(&f);
}

static void illegal_instructions_report_the_opcode(void **state)
{
    static const uint32_t ops[] = {
        0x0000,               /* defined illegal */
        0xffffffff,           /* all ones */
        0x6000,               /* RV64 c.ld is 0x6000 | ..., so in RV32 c.flw: no F */
        0x8000,               /* quadrant 0, reserved */
        0x00000007,           /* flw-like: no F */
        0x0000006b,           /* reserved major opcode */
        0x02000063 | 2 << 12, /* branch with funct3 2 */
        0x00001067,           /* jalr with funct3 1 */
        0x40001033,           /* sll with funct7 0x20 */
        0x00004073,           /* SYSTEM with funct3 4 */
        0x00200073,           /* uret: no N */
        0x7b200073,           /* dret outside debug mode */
    };
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 32);
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        hf_at(&f, HF_RAM);
        assert_int_equal(hf_do(&f, ops[i]), TRAPPED);
        assert_int_equal(hf_csr(&f, HF_MCAUSE), 2);
        assert_int_equal(hf_csr(&f, HF_MTVAL), ops[i]);
        assert_int_equal(f.r.opcode, ops[i]);
    }
    hf_free(&f);
}

static void delegated_traps_go_to_s(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    hf_set_csr(&f, HF_MEDELEG, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_MEDELEG), 0xb3ff);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_SIE | HF_MSTATUS_MIE);
    in_mode(&f, SIM_PRIV_U);
    hf_do(&f, RV_ECALL);
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_S);
    assert_int_equal(sim_hart_pc(f.h), HF_HANDLER_S);
    assert_int_equal(hf_csr(&f, HF_SCAUSE), 8);
    assert_int_equal(hf_csr(&f, HF_SEPC), HF_RAM);
    assert_int_equal(hf_csr(&f, HF_MSTATUS) & (HF_MSTATUS_SPP | HF_MSTATUS_SIE | HF_MSTATUS_SPIE),
                     HF_MSTATUS_SPIE);
    assert_int_equal(hf_csr(&f, HF_MSTATUS) & HF_MSTATUS_MIE, HF_MSTATUS_MIE);
    /* From S itself: SPP is 1. */
    hf_do(&f, 0xffffffff);
    assert_int_equal(hf_csr(&f, HF_SCAUSE), 2);
    assert_int_equal(hf_csr(&f, HF_STVAL), 0xffffffff);
    assert_int_equal(hf_csr(&f, HF_MSTATUS) & (HF_MSTATUS_SPP | HF_MSTATUS_SPIE), HF_MSTATUS_SPP);
    /* Never from M. */
    in_mode(&f, SIM_PRIV_M);
    hf_do(&f, 0xffffffff);
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_M);
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 2);
    hf_free(&f);
}

static void mret_and_sret_restore(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    hf_set_csr(&f, HF_MEPC, HF_RAM + 0x100);
    hf_set_csr(&f, HF_MSTATUS, UINT64_C(1) << 11 | HF_MSTATUS_MPIE | HF_MSTATUS_MPRV); /* MPP = S */
    assert_int_equal(hf_do(&f, RV_MRET), RETIRED);
    assert_int_equal(f.r.in.block[0].itype, 3);
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_S);
    assert_int_equal(sim_hart_pc(f.h), HF_RAM + 0x100);
    /* MIE from MPIE, MPIE 1, MPP U, MPRV 0. */
    assert_int_equal(hf_csr(&f, HF_MSTATUS) & 0x3ffff, HF_MSTATUS_MIE | HF_MSTATUS_MPIE);
    hf_set_csr(&f, HF_SEPC, HF_RAM + 0x200);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_SPIE | HF_MSTATUS_MPRV);
    assert_int_equal(hf_do(&f, RV_SRET), RETIRED);
    assert_int_equal(f.r.in.block[0].itype, 3);
    assert_int_equal(f.r.in.priv, INGRESS_PRIV_S); /* of the instruction, not of its target */
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_U);
    assert_int_equal(sim_hart_pc(f.h), HF_RAM + 0x200);
    assert_int_equal(hf_csr(&f, HF_MSTATUS) & 0x3ffff, HF_MSTATUS_SIE | HF_MSTATUS_SPIE);
    /* mret to M keeps MPRV. */
    in_mode(&f, SIM_PRIV_M);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MPP | HF_MSTATUS_MPRV);
    hf_do(&f, RV_MRET);
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_M);
    assert_int_equal(hf_csr(&f, HF_MSTATUS) & HF_MSTATUS_MPRV, HF_MSTATUS_MPRV);
    hf_free(&f);
}

/* op is illegal in mode priv with mstatus = status. */
static void refused(struct hart_fixture *f, enum sim_priv priv, uint64_t status, uint32_t op)
{
    hf_set_csr(f, HF_MSTATUS, status);
    in_mode(f, priv);
    assert_int_equal(hf_do(f, op), TRAPPED);
    assert_int_equal(hf_csr(f, HF_MCAUSE), 2);
    assert_int_equal(hf_csr(f, HF_MTVAL), op);
}

static void allowed(struct hart_fixture *f, enum sim_priv priv, uint64_t status, uint32_t op)
{
    hf_set_csr(f, HF_MSTATUS, status);
    in_mode(f, priv);
    assert_int_equal(hf_do(f, op), RETIRED);
}

static void modes_may_do_what_mstatus_says(void **state)
{
    const uint32_t read_satp = rv_csr(2, 3, HF_SATP, 0), read_mepc = rv_csr(2, 3, HF_MEPC, 0);
    const uint32_t read_sepc = rv_csr(2, 3, HF_SEPC, 0);
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    hf_set_csr(&f, HF_SEPC, HF_RAM);
    refused(&f, SIM_PRIV_U, 0, RV_MRET);
    refused(&f, SIM_PRIV_S, 0, RV_MRET);
    refused(&f, SIM_PRIV_U, 0, RV_SRET);
    refused(&f, SIM_PRIV_S, HF_MSTATUS_TSR, RV_SRET);
    refused(&f, SIM_PRIV_U, 0, RV_SFENCE_VMA);
    refused(&f, SIM_PRIV_S, HF_MSTATUS_TVM, RV_SFENCE_VMA);
    refused(&f, SIM_PRIV_S, HF_MSTATUS_TVM, read_satp);
    refused(&f, SIM_PRIV_U, 0, read_satp);
    refused(&f, SIM_PRIV_S, 0, read_mepc);
    refused(&f, SIM_PRIV_U, 0, read_sepc);
    refused(&f, SIM_PRIV_U, 0, RV_WFI);
    refused(&f, SIM_PRIV_S, HF_MSTATUS_TW, RV_WFI);
    allowed(&f, SIM_PRIV_S, 0, RV_SRET);
    allowed(&f, SIM_PRIV_M, HF_MSTATUS_TSR, RV_SRET);
    allowed(&f, SIM_PRIV_S, 0, RV_SFENCE_VMA);
    allowed(&f, SIM_PRIV_M, HF_MSTATUS_TVM, RV_SFENCE_VMA);
    allowed(&f, SIM_PRIV_M, HF_MSTATUS_TVM, read_satp);
    allowed(&f, SIM_PRIV_S, 0, read_satp);
    allowed(&f, SIM_PRIV_S, 0, read_sepc);
    hf_free(&f);
}

static void counters_can_be_closed(void **state)
{
    const uint32_t read_cycle = rv_csr(2, 3, HF_CYCLE, 0), read_time = rv_csr(2, 3, HF_TIME, 0);
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    refused(&f, SIM_PRIV_S, 0, read_cycle);
    refused(&f, SIM_PRIV_U, 0, read_cycle);
    hf_set_csr(&f, HF_MCOUNTEREN, 1);
    allowed(&f, SIM_PRIV_S, 0, read_cycle);
    refused(&f, SIM_PRIV_S, 0, read_time);
    refused(&f, SIM_PRIV_U, 0, read_cycle);
    hf_set_csr(&f, HF_SCOUNTEREN, 1);
    allowed(&f, SIM_PRIV_U, 0, read_cycle);
    allowed(&f, SIM_PRIV_M, 0, read_time);
    refused(&f, SIM_PRIV_M, 0, rv_csr(1, 0, HF_CYCLE, 1)); /* read-only */
    hf_free(&f);
}

static void interrupts_come_in_order_of_priority(void **state)
{
    static const enum sim_irq order[] = {SIM_IRQ_MEI, SIM_IRQ_MSI, SIM_IRQ_MTI,
                                         SIM_IRQ_SEI, SIM_IRQ_SSI, SIM_IRQ_STI};
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_set_csr(&f, HF_MIE, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_MIE), 0xaaa);
    for (unsigned i = 0; i < 6; i++) {
        sim_hart_set_irq(f.h, order[i], true);
    }
    for (unsigned i = 0; i < 6; i++) {
        hf_at(&f, HF_RAM + 0x10);
        hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MIE);
        assert_int_equal(hf_step(&f), TRAPPED);
        assert_int_equal(hf_csr(&f, HF_MCAUSE), UINT64_C(1) << 63 | order[i]);
        assert_int_equal(hf_csr(&f, HF_MEPC), HF_RAM + 0x10);
        assert_int_equal(hf_csr(&f, HF_MTVAL), 0);
        assert_int_equal(hf_csr(&f, HF_MSTATUS) & (HF_MSTATUS_MIE | HF_MSTATUS_MPIE),
                         HF_MSTATUS_MPIE);
        sim_hart_set_irq(f.h, order[i], false);
    }
    hf_free(&f);
}

static void delegated_interrupts_wait_in_m_mode(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 32);
    hf_open_pmp(&f);
    hf_set_csr(&f, HF_MIDELEG, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_MIDELEG), 0x222); /* S-level ones only */
    hf_set_csr(&f, HF_MIE, 0xaaa);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MIE | HF_MSTATUS_SIE);
    hf_set_csr(&f, HF_MIP, UINT64_MAX);
    assert_int_equal(hf_csr(&f, HF_MIP), 0x222);  /* M-level bits belong to the CLINT */
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED); /* M-mode does not see them */
    in_mode(&f, SIM_PRIV_S);
    hf_set_csr(&f, HF_MSTATUS, 0);
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED); /* SIE = 0 */
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_SIE);
    assert_int_equal(hf_step(&f), TRAPPED);
    assert_int_equal(hf_csr(&f, HF_SCAUSE), 0x80000009);
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_S);
    /* U-mode takes them whatever SIE says; an undelegated one goes first, and to M. */
    in_mode(&f, SIM_PRIV_U);
    hf_set_csr(&f, HF_MSTATUS, 0);
    sim_hart_set_irq(f.h, SIM_IRQ_MTI, true);
    assert_int_equal(hf_step(&f), TRAPPED);
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 0x80000007);
    sim_hart_set_irq(f.h, SIM_IRQ_MTI, false);
    in_mode(&f, SIM_PRIV_U);
    assert_int_equal(hf_step(&f), TRAPPED);
    assert_int_equal(sim_hart_priv(f.h), SIM_PRIV_S);
    /* sip and sie show and change only what is delegated. */
    in_mode(&f, SIM_PRIV_M);
    hf_set_csr(&f, HF_MIDELEG, 0x002);
    assert_int_equal(hf_csr(&f, HF_SIE), 0x002);
    hf_set_csr(&f, HF_SIE, 0);
    assert_int_equal(hf_csr(&f, HF_MIE), 0xaa8);
    assert_int_equal(hf_csr(&f, HF_SIP), 0x002);
    hf_set_csr(&f, HF_SIP, 0);
    assert_int_equal(hf_csr(&f, HF_MIP), 0x220);
    hf_free(&f);
}

static void vectored_mode_is_for_interrupts(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_set_csr(&f, HF_MTVEC, HF_HANDLER_M | 1);
    hf_set_csr(&f, HF_MIE, 0x80);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MIE);
    sim_hart_set_irq(f.h, SIM_IRQ_MTI, true);
    hf_step(&f);
    assert_int_equal(sim_hart_pc(f.h), HF_HANDLER_M + 4 * 7);
    hf_do(&f, RV_ECALL);
    assert_int_equal(sim_hart_pc(f.h), HF_HANDLER_M);
    hf_set_csr(&f, HF_MTVEC, HF_HANDLER_S | 2); /* reserved: not taken */
    assert_int_equal(hf_csr(&f, HF_MTVEC), HF_HANDLER_M | 1);
    hf_free(&f);
}

static void wfi_sleeps_until_something_is_pending(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_set_csr(&f, HF_MIE, 0x80); /* but mstatus.MIE is 0 */
    assert_int_equal(hf_do(&f, RV_WFI), RETIRED);
    assert_int_equal(hf_step(&f), SIM_STEP_SLEEPING | SIM_STEP_RECORD);
    assert_true(f.r.in.lowpower);
    assert_int_equal(f.r.in.nblocks, 0);
    assert_int_equal(hf_step(&f), SIM_STEP_SLEEPING);
    sim_hart_set_irq(f.h, SIM_IRQ_MSI, true); /* not enabled in mie */
    assert_int_equal(hf_step(&f), SIM_STEP_SLEEPING);
    assert_true(sim_hart_wakes_on(f.h, SIM_IRQ_MTI));
    assert_false(sim_hart_wakes_on(f.h, SIM_IRQ_MSI));
    sim_hart_set_irq(f.h, SIM_IRQ_MTI, true);
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED); /* goes on, no trap */
    assert_false(f.r.in.lowpower);
    assert_int_equal(f.r.in.block[0].iaddr, HF_RAM + 4);
    hf_do(&f, RV_WFI); /* pending: does not sleep */
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED);
    hf_free(&f);
}

static void a_forced_interrupt_comes_before_the_next_instruction(void **state)
{
    struct sim_hart_cfg cfg;
    struct hart_fixture f;

    (void)state;
    sim_hart_cfg_init(&cfg);
    cfg.replay = true;
    hf_init(&f, &cfg);
    hf_set_csr(&f, HF_MIE, 0x80);
    hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MIE);
    sim_hart_set_irq(f.h, SIM_IRQ_MTI, true);
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED); /* replay: not by itself */
    assert_int_equal(hf_do(&f, RV_WFI), RETIRED);
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED); /* and wfi does not sleep */
    assert_int_equal(sim_hart_force_interrupt(f.h, SIM_IRQ_MTI), SIM_HART_OK);
    assert_int_equal(hf_step(&f), TRAPPED);
    assert_int_equal(hf_csr(&f, HF_MCAUSE), UINT64_C(1) << 63 | 7);
    assert_int_equal(hf_csr(&f, HF_MEPC), HF_RAM + 12);
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED); /* once */
    assert_int_equal(sim_hart_force_interrupt(f.h, (enum sim_irq)4), SIM_HART_ERR_ARG);
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ecall_and_ebreak_have_a_cause_by_mode),
        cmocka_unit_test(illegal_instructions_report_the_opcode),
        cmocka_unit_test(delegated_traps_go_to_s),
        cmocka_unit_test(mret_and_sret_restore),
        cmocka_unit_test(modes_may_do_what_mstatus_says),
        cmocka_unit_test(counters_can_be_closed),
        cmocka_unit_test(interrupts_come_in_order_of_priority),
        cmocka_unit_test(delegated_interrupts_wait_in_m_mode),
        cmocka_unit_test(vectored_mode_is_for_interrupts),
        cmocka_unit_test(wfi_sleeps_until_something_is_pending),
        cmocka_unit_test(a_forced_interrupt_comes_before_the_next_instruction),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
