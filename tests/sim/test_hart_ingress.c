/* SPDX-License-Identifier: Apache-2.0 */
/* The ingress port: itype by the table of N-Trace, sijump, traps, context, and the sidebands. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

enum {
    RETIRED = SIM_STEP_RETIRED | SIM_STEP_RECORD,
    TRAPPED = SIM_STEP_TRAPPED | SIM_STEP_RECORD,
};

/* N-Trace, Generating itype for different instructions: opcode, 3-bit code, 4-bit code, length in
 * half-words. */
static const struct {
    uint32_t op;
    uint8_t code3, code4;
} table[] = {
    {0x00000013, 0, 0},               /* nop */
    {0x0001, 0, 0},                   /* c.nop */
    {0x0080006f | 1 << 7, 0, 9},      /* jal x1 */
    {0x0080006f | 5 << 7, 0, 9},      /* jal x5 */
    {0x0080006f, 0, 11},              /* jal x0 */
    {0x0080006f | 6 << 7, 0, 15},     /* jal x6 */
    {0xa011, 0, 11},                  /* c.j .+4 */
    {0x67 | 1 << 7 | 6 << 15, 6, 8},  /* jalr x1, x6 */
    {0x67 | 5 << 7 | 6 << 15, 6, 8},  /* jalr x5, x6 */
    {0x67 | 1 << 7 | 1 << 15, 6, 8},  /* jalr x1, x1 */
    {0x67 | 5 << 7 | 5 << 15, 6, 8},  /* jalr x5, x5 */
    {0x67 | 1 << 7 | 5 << 15, 6, 12}, /* jalr x1, x5 */
    {0x67 | 5 << 7 | 1 << 15, 6, 12}, /* jalr x5, x1 */
    {0x67 | 0 << 7 | 1 << 15, 6, 13}, /* jalr x0, x1: ret */
    {0x67 | 0 << 7 | 5 << 15, 6, 13}, /* jalr x0, x5 */
    {0x67 | 6 << 7 | 1 << 15, 6, 13}, /* jalr x6, x1 */
    {0x67 | 0 << 7 | 6 << 15, 6, 10}, /* jalr x0, x6 */
    {0x67 | 7 << 7 | 6 << 15, 6, 14}, /* jalr x7, x6 */
    {0x9002 | 5 << 7, 6, 12},         /* c.jalr x5 */
    {0x9002 | 6 << 7, 6, 8},          /* c.jalr x6 */
    {0x9002 | 1 << 7, 6, 8},          /* c.jalr x1 */
    {0x8002 | 1 << 7, 6, 13},         /* c.jr x1 */
    {0x8002 | 5 << 7, 6, 13},         /* c.jr x5 */
    {0x8002 | 6 << 7, 6, 10},         /* c.jr x6 */
    {0x30200073, 3, 3},               /* mret */
    {0x10200073, 3, 3},               /* sret */
    {0x00000463, 5, 5},               /* beq x0, x0, .+8 */
    {0x00001463, 4, 4},               /* bne x0, x0, .+8 */
    {0xc011, 4, 4},                   /* c.beqz x8, .+4, x8 = 1 */
    {0xe011, 5, 5},                   /* c.bnez x8, .+4 */
};

/* Holds NT-ING-004..010 NT-ING-014..022 NT-ING-024..028 NT-ING-032 NT-ING-042 */
static void itype_of_every_kind(void **state)
{
    (void)state;
    for (unsigned width = 3; width <= 4; width++) {
        struct sim_hart_cfg cfg;
        struct hart_fixture f;

        sim_hart_cfg_init(&cfg);
        cfg.itype4 = width == 4;
        hf_init(&f, &cfg);
        for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
            const struct ingress_block *b = &f.r.in.block[0];

            for (unsigned r = 1; r < 8; r++) {
                sim_hart_set_reg(f.h, r, HF_RAM + 0x100);
            }
            sim_hart_set_reg(f.h, 8, 1);
            sim_hart_set_priv(f.h, SIM_PRIV_M);
            hf_set_csr(&f, HF_MSTATUS, HF_MSTATUS_MPP);
            hf_at(&f, HF_RAM);
            assert_int_equal(hf_do(&f, table[i].op), RETIRED);
            assert_int_equal(f.r.in.nblocks, 1);
            assert_int_equal(b->itype, width == 4 ? table[i].code4 : table[i].code3);
            assert_int_equal(b->iaddr, HF_RAM);
            assert_int_equal(b->iretire, (table[i].op & 3) == 3 ? 2 : 1);
            assert_int_equal(b->ilastsize, (table[i].op & 3) == 3 ? 1 : 0);
            assert_false(b->sijump);
            assert_int_equal(f.r.opcode, table[i].op);
        }
        hf_free(&f);
    }
}

/* Holds NT-ING-023 */
static void c_jal_of_rv32_is_a_call(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 32);
    hf_do(&f, 0x2011); /* c.jal .+4 */
    assert_int_equal(f.r.in.block[0].itype, 9);
    assert_int_equal(sim_hart_reg(f.h, 1), HF_RAM + 2);
    assert_int_equal(sim_hart_pc(f.h), HF_RAM + 4);
    hf_free(&f);
}

/* Holds NT-ING-052 */
static void all_jumps_makes_direct_jumps_taken_branches(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_all_jumps(f.h, true);
    hf_do(&f, rv_jal(0, 8));
    assert_int_equal(f.r.in.block[0].itype, 5);
    hf_do(&f, rv_jal(6, 8));
    assert_int_equal(f.r.in.block[0].itype, 5);
    hf_do(&f, RV_NOP);
    assert_int_equal(f.r.in.block[0].itype, 0);
    hf_free(&f);
}

/* Execute `load`, then `jump`, and tell sijump of the jump. */
static bool sequential(struct hart_fixture *f, uint32_t load, uint32_t jump)
{
    hf_at(f, HF_RAM);
    assert_int_equal(hf_do(f, load), RETIRED);
    assert_false(f->r.in.block[0].sijump);
    assert_int_equal(hf_do(f, jump), RETIRED);
    return f->r.in.block[0].sijump;
}

/* Holds NT-SEQ-003 NT-SEQ-006 NT-SEQ-007 */
static void sijump_needs_the_load_just_before(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_reg(f.h, 6, HF_RAM);
    assert_true(sequential(&f, rv_auipc(7, 0), rv_jalr(0, 7, 0x40)));
    assert_true(sequential(&f, rv_auipc(1, 0), rv_jalr(1, 1, 0x40)));
    assert_true(sequential(&f, rv_lui(7, 0x40000), rv_jalr(0, 7, 0)));
    assert_true(sequential(&f, 0x6385, 0x8382));                    /* c.lui x7, 1; c.jr x7 */
    assert_false(sequential(&f, rv_auipc(7, 0), rv_jalr(0, 6, 0))); /* another register */
    assert_false(sequential(&f, rv_addi(7, 6, 0), rv_jalr(0, 7, 0)));
    assert_false(sequential(&f, rv_auipc(0, 0), rv_jalr(0, 6, 0)));
    /* Not when something retired, or a trap came, between them. */
    sequential(&f, rv_auipc(7, 0), RV_NOP);
    hf_do(&f, rv_jalr(0, 7, 0x40));
    assert_false(f.r.in.block[0].sijump);
    hf_at(&f, HF_RAM);
    hf_do(&f, rv_auipc(7, 0));
    assert_int_equal(sim_hart_force_interrupt(f.h, SIM_IRQ_MTI), SIM_HART_OK);
    assert_int_equal(hf_step(&f), TRAPPED);
    assert_int_equal(hf_do(&f, rv_jalr(0, 7, 0x40)), RETIRED);
    assert_false(f.r.in.block[0].sijump);
    hf_free(&f);
}

/* Holds NT-ING-001 NT-ING-003 */
static void a_trap_is_a_record_without_retirement(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    sim_hart_set_priv(f.h, SIM_PRIV_U);
    sim_hart_set_reg(f.h, 1, 0x123);
    hf_do(&f, RV_NOP);
    assert_int_equal(hf_do(&f, rv_load(2, 3, 1, 0)), TRAPPED);
    assert_int_equal(f.r.in.nblocks, 1);
    assert_int_equal(f.r.in.block[0].itype, INGRESS_ITYPE_EXCEPTION);
    assert_int_equal(f.r.in.block[0].iretire, 0);
    assert_int_equal(f.r.in.block[0].iaddr, HF_RAM + 4);
    assert_int_equal(f.r.in.cause, 4);
    assert_int_equal(f.r.in.tval, 0x123);
    assert_int_equal(f.r.in.priv, INGRESS_PRIV_U); /* where it happened */
    assert_int_equal(f.r.in.cycle, 1);
    hf_do(&f, RV_NOP);
    assert_int_equal(f.r.in.block[0].iaddr, HF_HANDLER_M);
    assert_int_equal(f.r.in.priv, INGRESS_PRIV_M);
    assert_int_equal(f.r.in.cycle, 2);
    assert_int_equal(sim_hart_force_interrupt(f.h, SIM_IRQ_SSI), SIM_HART_OK);
    assert_int_equal(hf_step(&f), TRAPPED);
    assert_int_equal(f.r.in.block[0].itype, INGRESS_ITYPE_INTERRUPT);
    assert_int_equal(f.r.in.block[0].iretire, 0);
    assert_int_equal(f.r.in.cause, 1);
    hf_free(&f);
}

static void context_is_reported_with_the_next_instruction(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_reg(f.h, 1, 0xabcd);
    sim_hart_set_reg(f.h, 2, 0x12);
    hf_do(&f, rv_csr(1, 0, HF_SCONTEXT, 1));
    assert_int_equal(f.r.in.context, 0);
    assert_int_equal(f.r.in.ctype, INGRESS_CTYPE_NONE);
    hf_do(&f, RV_NOP);
    assert_int_equal(f.r.in.context, 0xabcd);
    assert_int_equal(f.r.in.ctype, INGRESS_CTYPE_IMPRECISE);
    hf_do(&f, rv_csr(1, 0, HF_HCONTEXT, 2));
    assert_int_equal(f.r.in.ctype, INGRESS_CTYPE_NONE);
    hf_do(&f, rv_csr(2, 3, HF_MCONTEXT, 0)); /* mcontext is the same register */
    assert_int_equal(sim_hart_reg(f.h, 3), 0x12);
    assert_int_equal(f.r.in.hcontext, 0x12);
    assert_int_equal(f.r.in.context, 0xabcd);
    assert_int_equal(f.r.in.ctype, INGRESS_CTYPE_IMPRECISE);
    hf_do(&f, RV_NOP);
    assert_int_equal(f.r.in.ctype, INGRESS_CTYPE_NONE);
    hf_free(&f);
}

static void reset_of_the_hart_alone(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_do(&f, rv_addi(1, 0, 7));
    hf_poke(&f, HF_DATA, 4, 99);
    sim_hart_reset(f.h);
    assert_int_equal(hf_step(&f), SIM_STEP_RESET | SIM_STEP_RECORD);
    assert_true(f.r.in.reset);
    assert_int_equal(f.r.in.nblocks, 0);
    assert_int_equal(hf_step(&f), RETIRED);
    assert_false(f.r.in.reset);
    assert_int_equal(f.r.in.block[0].iaddr, HF_RAM);
    assert_int_equal(f.r.in.cycle, 2); /* the clock went on */
    assert_int_equal(hf_peek(&f, HF_DATA, 4), 99);
    /* Held. */
    sim_hart_hold_reset(f.h, true);
    assert_int_equal(hf_step(&f), SIM_STEP_RESET | SIM_STEP_RECORD);
    assert_true(f.r.in.reset);
    assert_int_equal(hf_step(&f), SIM_STEP_RESET);
    sim_hart_hold_reset(f.h, false);
    assert_int_equal(hf_step(&f), RETIRED);
    assert_false(f.r.in.reset);
    assert_int_equal(f.r.in.block[0].iaddr, HF_RAM);
    hf_free(&f);
}

static void time_is_cycles_divided(void **state)
{
    struct sim_hart_cfg cfg;
    struct hart_fixture f;

    (void)state;
    sim_hart_cfg_init(&cfg);
    cfg.cycles_per_tick = 3;
    hf_init(&f, &cfg);
    sim_hart_set_time(f.h, 100);
    for (unsigned i = 0; i < 20; i++) {
        hf_do(&f, RV_C_NOP);
        assert_int_equal(f.r.in.cycle, i);
        assert_int_equal(f.r.in.time, 100 + i / 3);
    }
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(itype_of_every_kind),
        cmocka_unit_test(c_jal_of_rv32_is_a_call),
        cmocka_unit_test(all_jumps_makes_direct_jumps_taken_branches),
        cmocka_unit_test(sijump_needs_the_load_just_before),
        cmocka_unit_test(a_trap_is_a_record_without_retirement),
        cmocka_unit_test(context_is_reported_with_the_next_instruction),
        cmocka_unit_test(reset_of_the_hart_alone),
        cmocka_unit_test(time_is_cycles_divided),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
