/* SPDX-License-Identifier: Apache-2.0 */
/* The trigger module: match types, modes, actions, access rules. */
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
    MATCH_EQUAL = 0,
    MATCH_NAPOT = 1,
    MATCH_GE = 2,
    MATCH_LT = 3,
    M = 1 << 6,
    S = 1 << 4,
    U = 1 << 3,
    EXECUTE = 1 << 2,
};

/* tdata1 of either type (2 mcontrol, 6 mcontrol6). */
static uint64_t control(unsigned xlen, unsigned type, unsigned action, unsigned match,
                        unsigned bits)
{
    return (uint64_t)type << (xlen - 4) | (uint64_t)action << 12 | (uint64_t)match << 7 | bits;
}

static void set_trigger(struct hart_fixture *f, unsigned n, uint64_t tdata1, uint64_t tdata2)
{
    hf_set_csr(f, HF_TSELECT, n);
    hf_set_csr(f, HF_TDATA2, tdata2);
    hf_set_csr(f, HF_TDATA1, tdata1);
}

static void trace_actions_pulse_with_their_instruction(void **state)
{
    static const unsigned types[] = {2, 6};
    static const uint16_t pulse[5] = {0, 0, INGRESS_TRIGGER_ON, INGRESS_TRIGGER_OFF,
                                      INGRESS_TRIGGER_NOTIFY};

    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        const unsigned xlen = k & 1 ? 64 : 32, type = types[k / 2];
        struct hart_fixture f;

        hf_init_xlen(&f, xlen);
        for (unsigned action = 2; action <= 4; action++) {
            hf_at(&f, HF_RAM);
            set_trigger(&f, action - 1, control(xlen, type, action, MATCH_EQUAL, M | EXECUTE),
                        HF_RAM + 4);
            assert_int_equal(hf_do(&f, RV_NOP), RETIRED);
            assert_int_equal(f.r.in.trigger, 0);
            assert_int_equal(hf_do(&f, RV_NOP), RETIRED);
            assert_int_equal(f.r.in.block[0].iaddr, HF_RAM + 4);
            assert_int_equal(f.r.in.trigger, pulse[action]);
            assert_int_equal(hf_do(&f, RV_NOP), RETIRED);
            assert_int_equal(f.r.in.trigger, 0);
            set_trigger(&f, action - 1, 0, 0);
        }
        hf_free(&f);
    }
}

static void several_triggers_add_up(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    set_trigger(&f, 0, control(64, 2, 2, MATCH_EQUAL, M | EXECUTE), HF_RAM);
    set_trigger(&f, 3, control(64, 6, 3, MATCH_EQUAL, M | EXECUTE), HF_RAM);
    hf_do(&f, RV_NOP);
    assert_int_equal(f.r.in.trigger, INGRESS_TRIGGER_ON | INGRESS_TRIGGER_OFF);
    /* An instruction that traps does not retire, so nothing pulses. */
    hf_at(&f, HF_RAM);
    assert_int_equal(hf_do(&f, RV_ECALL), TRAPPED);
    assert_int_equal(f.r.in.trigger, 0);
    hf_free(&f);
}

static void matches(struct hart_fixture *f, unsigned match, uint64_t tdata2, uint64_t pc, bool want)
{
    set_trigger(f, 1, control(64, 2, 4, match, M | EXECUTE), tdata2);
    hf_at(f, pc);
    hf_do(f, RV_C_NOP);
    assert_int_equal(f->r.in.trigger, want ? INGRESS_TRIGGER_NOTIFY : 0);
    hf_set_csr(f, HF_TDATA1, 0);
}

static void all_match_types(void **state)
{
    const uint64_t a = HF_RAM + 0x100;
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    matches(&f, MATCH_EQUAL, a, a, true);
    matches(&f, MATCH_EQUAL, a, a + 2, false);
    matches(&f, MATCH_NAPOT, a | 0x7, a, true); /* three ones: 16 bytes */
    matches(&f, MATCH_NAPOT, a | 0x7, a + 14, true);
    matches(&f, MATCH_NAPOT, a | 0x7, a + 16, false);
    matches(&f, MATCH_NAPOT, a | 0x7, a - 2, false);
    matches(&f, MATCH_GE, a, a, true);
    matches(&f, MATCH_GE, a, a + 0x1000, true);
    matches(&f, MATCH_GE, a, a - 2, false);
    matches(&f, MATCH_LT, a, a - 2, true);
    matches(&f, MATCH_LT, a, a, false);
    hf_free(&f);
}

static void mode_bits_select(void **state)
{
    static const struct {
        enum sim_priv priv;
        unsigned bit;
    } modes[] = {{SIM_PRIV_M, M}, {SIM_PRIV_S, S}, {SIM_PRIV_U, U}};
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < 3; k++) {
            set_trigger(&f, 0, control(64, 2, 2, MATCH_EQUAL, modes[k].bit | EXECUTE), HF_RAM);
            hf_at(&f, HF_RAM);
            sim_hart_set_priv(f.h, modes[i].priv);
            hf_do(&f, RV_NOP);
            assert_int_equal(f.r.in.trigger, i == k ? INGRESS_TRIGGER_ON : 0);
        }
    }
    hf_free(&f);
}

/* Holds TCI-TRIG-002 */
static void action_0_raises_a_breakpoint(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    hf_open_pmp(&f);
    set_trigger(&f, 0, control(64, 2, 0, MATCH_EQUAL, M | U | EXECUTE), HF_RAM + 4);
    hf_do(&f, RV_NOP);
    assert_int_equal(hf_do(&f, RV_NOP), RETIRED); /* M-mode needs tcontrol.mte */
    hf_set_csr(&f, HF_TCONTROL, 1 << 3);
    hf_at(&f, HF_RAM + 4);
    sim_hart_set_reg(f.h, 1, 1);
    assert_int_equal(hf_do(&f, rv_addi(1, 0, 9)), TRAPPED);
    assert_int_equal(sim_hart_reg(f.h, 1), 1); /* before the instruction */
    assert_int_equal(hf_csr(&f, HF_MCAUSE), 3);
    assert_int_equal(hf_csr(&f, HF_MEPC), HF_RAM + 4);
    assert_int_equal(hf_csr(&f, HF_TCONTROL), 1 << 7); /* mte moved to mpte */
    hf_set_csr(&f, HF_TSELECT, 0);
    assert_int_equal(hf_csr(&f, HF_TDATA1) >> 20 & 1, 1); /* hit */
    hf_do(&f, RV_MRET);
    assert_int_equal(hf_csr(&f, HF_TCONTROL), 1 << 7 | 1 << 3);
    hf_at(&f, HF_RAM + 4);
    sim_hart_set_priv(f.h, SIM_PRIV_U);
    hf_set_csr(&f, HF_TCONTROL, 0);
    assert_int_equal(hf_step(&f), TRAPPED); /* U-mode needs nothing */
    hf_free(&f);
}

/* Holds TCI-TRIG-003 */
static void action_1_enters_debug_mode(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    /* With the rights of debug mode (set_trigger), and dmode set. */
    set_trigger(&f, 0, control(64, 2, 1, MATCH_EQUAL, M | EXECUTE) | UINT64_C(1) << 59, HF_RAM + 4);
    hf_do(&f, RV_NOP);
    assert_int_equal(hf_step(&f), SIM_STEP_HALTED | SIM_STEP_RECORD);
    assert_true(f.r.in.halted);
    assert_int_equal(f.r.in.nblocks, 0);
    assert_true(sim_hart_halted(f.h));
    assert_int_equal(hf_csr(&f, HF_DPC), HF_RAM + 4);
    assert_int_equal(hf_csr(&f, HF_DCSR) >> 6 & 7, SIM_DEBUG_TRIGGER);
    /* Without dmode, action 1 is not allowed: WARL 0. */
    set_trigger(&f, 0, control(64, 2, 1, MATCH_EQUAL, M | EXECUTE), HF_RAM + 4);
    assert_int_equal(hf_csr(&f, HF_TDATA1) >> 12 & 15, 0);
    hf_free(&f);
}

static void registers_as_software_sees_them(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    /* tselect takes what exists; tinfo says version 1 and types 2, 6, 15. */
    hf_set_csr(&f, HF_TSELECT, 3);
    hf_set_csr(&f, HF_TSELECT, 4);
    assert_int_equal(hf_csr(&f, HF_TSELECT), 3);
    assert_int_equal(hf_csr(&f, HF_TINFO), 1 << 24 | 1 << 15 | 1 << 6 | 1 << 2);
    /* mcontrol: maskmax 63; load, store, chain, select and timing are 0. */
    hf_set_csr(&f, HF_TDATA1, UINT64_C(2) << 60 | 0xfffff);
    assert_int_equal(hf_csr(&f, HF_TDATA1),
                     UINT64_C(2) << 60 | UINT64_C(63) << 53 | M | S | U | EXECUTE);
    /* Another type disables. */
    hf_set_csr(&f, HF_TDATA1, UINT64_C(5) << 60 | M | EXECUTE);
    assert_int_equal(hf_csr(&f, HF_TDATA1), UINT64_C(15) << 60);
    /* M-mode cannot write a trigger of the debugger. */
    set_trigger(&f, 2, UINT64_C(2) << 60 | UINT64_C(1) << 59 | 3 << 12, 0x40);
    sim_hart_set_reg(f.h, 1, 0x80);
    assert_int_equal(hf_do(&f, rv_csr(1, 0, HF_TDATA2, 1)), RETIRED);
    assert_int_equal(hf_do(&f, rv_csr(1, 0, HF_TDATA1, 1)), RETIRED);
    assert_int_equal(hf_csr(&f, HF_TDATA2), 0x40);
    assert_int_equal(hf_csr(&f, HF_TDATA1) >> 59, 2 << 1 | 1);
    hf_free(&f);
}

/* Debug 1.0, tdata1: writing 0 must result in a trigger that is disabled. It keeps a type that can
 * be used again: OpenOCD 0.12 takes a trigger of type 15 for one that it does not know. */
static void tdata1_0_disables_and_stays_usable(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_halt(f.h);
    hf_step(&f);
    hf_set_csr(&f, HF_TDATA2, HF_RAM);
    hf_set_csr(&f, HF_TDATA1, UINT64_C(6) << 60 | UINT64_C(1) << 59 | 1 << 12 | 1 << 6 | 1 << 2);
    hf_set_csr(&f, HF_TDATA1, 0);
    assert_int_equal(hf_csr(&f, HF_TDATA1) >> 59, 2 << 1); /* mcontrol, dmode 0 */
    assert_int_equal(hf_csr(&f, HF_TDATA1) & 0x1fffff, 0);
    sim_hart_resume(f.h);
    assert_true((hf_do(&f, RV_NOP) & SIM_STEP_RETIRED) != 0);
    hf_set_csr(&f, HF_TDATA1, 1); /* not 0: type 0 is no type */
    assert_int_equal(hf_csr(&f, HF_TDATA1), UINT64_C(15) << 60);
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trace_actions_pulse_with_their_instruction),
        cmocka_unit_test(several_triggers_add_up),
        cmocka_unit_test(all_match_types),
        cmocka_unit_test(mode_bits_select),
        cmocka_unit_test(action_0_raises_a_breakpoint),
        cmocka_unit_test(action_1_enters_debug_mode),
        cmocka_unit_test(registers_as_software_sees_them),
        cmocka_unit_test(tdata1_0_disables_and_stays_usable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
