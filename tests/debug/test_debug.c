/* SPDX-License-Identifier: Apache-2.0 */
/* The parts joined to a platform: harts that run, halt, step and are reset, and the bus beside
 * them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "encoder_regs.h"
#include "ramsink_regs.h"
#include "rv_asm.h"
#include "sim/sim_debug.h"

enum {
    HALTREQ_BIT = 31,
    RESUMEREQ = 1 << 30,
    NDMRESET = 1 << 1,
    DMACTIVE = 1,
    ALLHALTED = 1 << 9,
    TRANSFER32 = 2 << 20 | 1 << 17,
    WRITE = 1 << 16,
    DPC = 0x7b1,
    DCSR = 0x7b0,
    MTIMECMP = 0x4000,
    EBREAK = 0x00100073,
    DATA = 0x1000, /* offset in RAM */
};

#define BASE ((uint32_t)SIM_RAM_BASE)

struct rig {
    struct sim_platform *p;
    struct sim_debug d;
};

/* x5 counts; each hart stores its count at DATA + 4 * hartid (x2). */
static void start(struct rig *r, unsigned harts, uint8_t xlen)
{
    struct sim_platform_cfg cfg;
    struct sim_debug_cfg d;

    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = xlen;
    cfg.harts = harts;
    cfg.ram_size = 1 << 16;
    assert_int_equal(sim_platform_create(&cfg, &r->p, NULL), SIM_PLATFORM_OK);
    assert_int_equal(sim_platform_write32(r->p, SIM_RAM_BASE, rv_addi(5, 5, 1)), SIM_BUS_OK);
    assert_int_equal(sim_platform_write32(r->p, SIM_RAM_BASE + 4, rv_store(2, 5, 2, 0)),
                     SIM_BUS_OK);
    assert_int_equal(sim_platform_write32(r->p, SIM_RAM_BASE + 8, rv_branch(0, 0, 0, -8)),
                     SIM_BUS_OK); /* taken */
    for (unsigned i = 0; i < harts; i++) {
        sim_hart_set_reg(sim_platform_hart_n(r->p, i), 2, SIM_RAM_BASE + DATA + 4 * i);
    }
    sim_debug_cfg_init(&d);
    assert_int_equal(sim_debug_open(&r->d, &d, r->p, NULL), SIM_BITBANG_OK);
    sim_dm_write(&r->d.dm, SIM_DM_DMCONTROL, DMACTIVE);
}

static void finish(struct rig *r)
{
    sim_debug_close(&r->d);
    sim_platform_destroy(r->p);
}

static void run(struct rig *r, uint64_t cycles)
{
    const struct sim_run_limits limits = {.max_cycles = cycles};
    struct sim_run_result result;

    sim_platform_run(r->p, &limits, &result);
    (void)sim_debug_poll(&r->d, 0);
}

static void control(struct rig *r, unsigned hart, uint32_t bits)
{
    sim_dm_write(&r->d.dm, SIM_DM_DMCONTROL, bits | hart << 16 | DMACTIVE);
}

static void halt(struct rig *r, unsigned hart)
{
    control(r, hart, UINT32_C(1) << HALTREQ_BIT);
    run(r, 4);
    control(r, hart, 0);
    assert_true((sim_dm_read(&r->d.dm, SIM_DM_DMSTATUS) & ALLHALTED) != 0);
}

static uint32_t reg(struct rig *r, unsigned regno)
{
    sim_dm_write(&r->d.dm, SIM_DM_COMMAND, TRANSFER32 | regno);
    assert_int_equal(sim_dm_read(&r->d.dm, SIM_DM_ABSTRACTCS) >> 8 & 7, 0);
    return sim_dm_read(&r->d.dm, SIM_DM_DATA0);
}

static void set_reg(struct rig *r, unsigned regno, uint32_t value)
{
    sim_dm_write(&r->d.dm, SIM_DM_DATA0, value);
    sim_dm_write(&r->d.dm, SIM_DM_COMMAND, TRANSFER32 | WRITE | regno);
    assert_int_equal(sim_dm_read(&r->d.dm, SIM_DM_ABSTRACTCS) >> 8 & 7, 0);
}

static uint32_t sba_read(struct rig *r, uint32_t addr)
{
    sim_dm_write(&r->d.dm, SIM_DM_SBCS, 1 << 20 | 2 << 17);
    sim_dm_write(&r->d.dm, SIM_DM_SBADDRESS0, addr);
    assert_int_equal(sim_dm_read(&r->d.dm, SIM_DM_SBCS) >> 12 & 7, 0);
    return sim_dm_read(&r->d.dm, SIM_DM_SBDATA0);
}

static void memory_moves_while_the_hart_runs(void **state)
{
    struct rig r;

    (void)state;
    start(&r, 2, 32);
    run(&r, 300);
    uint32_t first = sba_read(&r, BASE + DATA + 4);
    assert_true(first >= 90 && first <= 110); /* three instructions a round */
    run(&r, 300);
    assert_true(sba_read(&r, BASE + DATA + 4) >= first + 90);
    assert_false(sim_debug_quiet(&r.d));
    finish(&r);
}

static void one_step_is_one_instruction(void **state)
{
    struct rig r;

    (void)state;
    start(&r, 1, 64);
    run(&r, 100);
    halt(&r, 0);
    assert_true(sim_debug_quiet(&r.d));
    set_reg(&r, DPC, BASE);
    uint32_t count = reg(&r, 0x1005);
    set_reg(&r, DCSR, 1 << 2 | 3); /* step, M-mode */
    control(&r, 0, RESUMEREQ);
    run(&r, 50);
    assert_true((sim_dm_read(&r.d.dm, SIM_DM_DMSTATUS) & ALLHALTED) != 0);
    assert_true(reg(&r, DPC) == BASE + 4);
    assert_int_equal(reg(&r, 0x1005), count + 1);
    assert_int_equal(reg(&r, DCSR) >> 6 & 7, SIM_DEBUG_STEP);
    finish(&r);
}

/* An ebreak written over an instruction by System Bus Access is executed at once. */
static void a_breakpoint_by_system_bus_access(void **state)
{
    struct rig r;

    (void)state;
    start(&r, 1, 64);
    run(&r, 100); /* the loop is decoded */
    halt(&r, 0);
    set_reg(&r, DCSR, 1 << 15 | 3); /* ebreakm */
    set_reg(&r, DPC, BASE);
    sim_dm_write(&r.d.dm, SIM_DM_SBCS, 2 << 17);
    sim_dm_write(&r.d.dm, SIM_DM_SBADDRESS0, BASE + 8);
    sim_dm_write(&r.d.dm, SIM_DM_SBDATA0, EBREAK);
    control(&r, 0, RESUMEREQ);
    run(&r, 50);
    assert_true(reg(&r, DPC) == BASE + 8);
    assert_int_equal(reg(&r, DCSR) >> 6 & 7, SIM_DEBUG_EBREAK);
    finish(&r);
}

/* One hart of a group comes to a breakpoint; the other has stopped within the slice. */
static void a_halt_group_of_running_harts(void **state)
{
    struct rig r;

    (void)state;
    start(&r, 3, 64);
    for (unsigned i = 0; i < 2; i++) {
        control(&r, i, 0);
        sim_dm_write(&r.d.dm, SIM_DM_DMCS2, 1 << 2 | 2);
    }
    run(&r, 50);
    sim_hart_halt(sim_platform_hart_n(r.p, 1)); /* for a reason of its own */
    run(&r, 4);
    run(&r, 4);
    assert_int_equal(sim_dm_read(&r.d.dm, SIM_DM_HALTSUM0), 3);
    control(&r, 0, 0);
    assert_int_equal(reg(&r, DCSR) >> 6 & 7, 6); /* its group halted */
    control(&r, 1, 0);
    assert_int_equal(reg(&r, DCSR) >> 6 & 7, SIM_DEBUG_HALTREQ);
    finish(&r);
}

static void reset_begins_at_the_entry_and_takes_interrupts_away(void **state)
{
    struct rig r;
    uint64_t mtimecmp = 0;

    (void)state;
    start(&r, 2, 64);
    assert_int_equal(sim_bus_write(sim_platform_bus(r.p), SIM_CLINT_BASE + MTIMECMP + 8, 8, 1),
                     SIM_BUS_OK);
    run(&r, 100);
    control(&r, 1, UINT32_C(1) << HALTREQ_BIT | NDMRESET);
    run(&r, 100);
    control(&r, 1, UINT32_C(1) << HALTREQ_BIT);
    control(&r, 1, 0);
    assert_int_equal(sim_dm_read(&r.d.dm, SIM_DM_HALTSUM0), 2);
    assert_true(reg(&r, DPC) == BASE);
    assert_int_equal(reg(&r, 0x1005), 0);
    assert_int_equal(
        sim_bus_read(sim_platform_bus(r.p), SIM_CLINT_BASE + MTIMECMP + 8, 8, &mtimecmp),
        SIM_BUS_OK);
    assert_true(mtimecmp == UINT64_MAX);
    assert_int_equal(reg(&r, 0x344) >> SIM_IRQ_MTI & 1, 0); /* mip */
    run(&r, 30);                                            /* the other hart runs from its entry */
    assert_int_not_equal(sim_hart_reg(sim_platform_hart_n(r.p, 0), 5), 0);
    finish(&r);
}

/* dcsr.cause 5: out of reset because of resethaltreq, which another hart does not have. */
static void resethaltreq_is_the_cause(void **state)
{
    struct rig r;

    (void)state;
    start(&r, 2, 32);
    control(&r, 1, 1 << 3); /* setresethaltreq */
    control(&r, 0, NDMRESET);
    control(&r, 0, 0);
    control(&r, 1, 0);
    assert_int_equal(sim_dm_read(&r.d.dm, SIM_DM_HALTSUM0), 2);
    assert_int_equal(reg(&r, DCSR) >> 6 & 7, 5);
    assert_true(reg(&r, DPC) == BASE);
    finish(&r);
}

static void component(struct rig *r, uint64_t addr, uint32_t value)
{
    assert_int_equal(sim_platform_write32(r->p, addr, value), SIM_BUS_OK);
    sim_platform_idle(r->p, 2);
}

/* The sink is full and stops; the encoder stalls the hart for ever. A debugger halts it all the
 * same, and may look round. */
static void a_hart_that_its_trace_holds_back_halts(void **state)
{
    const uint64_t sink = SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET;
    const uint64_t encoder = SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET;
    const uint32_t on = TR_TE_ACTIVE_MASK | TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT |
                        TR_TE_INST_STALL_ENA_MASK;
    struct rig r;

    (void)state;
    start(&r, 1, 64);
    component(&r, sink, TR_RAM_ACTIVE_MASK);
    component(&r, SIM_RAMSINK_BASE + TR_RAM_LIMIT_LOW_OFFSET, 0x3c);
    component(&r, SIM_RAMSINK_BASE + TR_RAM_WP_LOW_OFFSET, 0);
    component(&r, sink, TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK | TR_RAM_STOP_ON_WRAP_MASK);
    component(&r, encoder, TR_TE_ACTIVE_MASK);
    component(&r, encoder, on | TR_TE_ENABLE_MASK);
    component(&r, encoder, on | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK);
    run(&r, 5000);
    assert_true(sim_hart_instret(sim_platform_hart(r.p)) < 4000); /* it was held back */
    control(&r, 0, UINT32_C(1) << HALTREQ_BIT);
    run(&r, 4);
    assert_true((sim_dm_read(&r.d.dm, SIM_DM_DMSTATUS) & ALLHALTED) != 0);
    assert_true(reg(&r, DPC) >= BASE && reg(&r, DPC) <= BASE + 8);
    finish(&r);
}

static void errors_of_the_bus_become_sberror(void **state)
{
    static const struct {
        uint32_t addr, sbcs, error;
    } cases[] = {
        {BASE, 2 << 17, SIM_DM_SB_OK},
        {BASE + 2, 2 << 17, SIM_DM_SB_ALIGNMENT},
        {0x70000000, 2 << 17, SIM_DM_SB_ADDRESS},
        {(uint32_t)SIM_ENCODER_BASE, 2 << 17, SIM_DM_SB_OK},
        {(uint32_t)SIM_ENCODER_BASE, 1 << 17,
         SIM_DM_SB_ADDRESS}, /* 16 bits: the component refuses */
        {BASE, 4 << 17, SIM_DM_SB_SIZE},
    };
    struct rig r;

    (void)state;
    start(&r, 1, 64);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sim_dm_write(&r.d.dm, SIM_DM_SBCS, 7 << 12 | 1 << 20 | cases[i].sbcs);
        sim_dm_write(&r.d.dm, SIM_DM_SBADDRESS0, cases[i].addr);
        assert_int_equal(sim_dm_read(&r.d.dm, SIM_DM_SBCS) >> 12 & 7, cases[i].error);
    }
    finish(&r);
}

/* PMP with the lock bit holds for M-mode, hence for abstract memory access; the bus does not know
 * it. */
static void abstract_memory_sees_what_the_hart_sees(void **state)
{
    struct rig r;

    (void)state;
    start(&r, 1, 32);
    halt(&r, 0);
    set_reg(&r, 0x3b0, (BASE + DATA) >> 2); /* pmpaddr0, NA4 */
    set_reg(&r, 0x3a0, 0x90);               /* locked, no rights */
    sim_dm_write(&r.d.dm, SIM_DM_DATA0 + 1, BASE + DATA);
    sim_dm_write(&r.d.dm, SIM_DM_COMMAND, 2 << 24 | 2 << 20);
    assert_int_equal(sim_dm_read(&r.d.dm, SIM_DM_ABSTRACTCS) >> 8 & 7, SIM_DM_CMD_BUS);
    sim_dm_write(&r.d.dm, SIM_DM_ABSTRACTCS, 7 << 8);
    (void)sba_read(&r, BASE + DATA);
    sim_dm_write(&r.d.dm, SIM_DM_DATA0 + 1, BASE + DATA + 4);
    sim_dm_write(&r.d.dm, SIM_DM_COMMAND, 2 << 24 | 2 << 20);
    assert_int_equal(sim_dm_read(&r.d.dm, SIM_DM_ABSTRACTCS) >> 8 & 7, SIM_DM_CMD_OK);
    finish(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_moves_while_the_hart_runs),
        cmocka_unit_test(one_step_is_one_instruction),
        cmocka_unit_test(a_breakpoint_by_system_bus_access),
        cmocka_unit_test(a_halt_group_of_running_harts),
        cmocka_unit_test(reset_begins_at_the_entry_and_takes_interrupts_away),
        cmocka_unit_test(resethaltreq_is_the_cause),
        cmocka_unit_test(a_hart_that_its_trace_holds_back_halts),
        cmocka_unit_test(errors_of_the_bus_become_sberror),
        cmocka_unit_test(abstract_memory_sees_what_the_hart_sees),
    };

    return cmocka_run_group_tests_name("debug", tests, NULL, NULL);
}
