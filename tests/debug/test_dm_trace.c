/* SPDX-License-Identifier: Apache-2.0 */
/* Trace registers by System Bus Access, as TCI 1.0, "Accessing Trace Control Registers", wants it
 * for a debugger from outside: whether the hart runs or is halted. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "encoder_regs.h"
#include "ramsink_regs.h"
#include "rv_asm.h"
#include "sim/sim_debug.h"

/* Debug 1.0: dmcontrol with hart 0 and dmactive; dmstatus. */
enum {
    HALTREQ = 31,
    RESUMEREQ = 30,
    DMACTIVE = 1,
    ALLHALTED = 1 << 9,
    ALLRUNNING = 1 << 11,
    READONADDR_32 = 1 << 20 | 2 << 17,
};

static struct sim_debug d;
static struct sim_platform *p;

static uint32_t sba_read(uint64_t addr)
{
    sim_dm_write(&d.dm, SIM_DM_SBCS, READONADDR_32);
    sim_dm_write(&d.dm, SIM_DM_SBADDRESS1, (uint32_t)(addr >> 32));
    sim_dm_write(&d.dm, SIM_DM_SBADDRESS0, (uint32_t)addr);
    assert_int_equal(sim_dm_read(&d.dm, SIM_DM_SBCS) >> 12 & 7, 0); /* sberror */
    return sim_dm_read(&d.dm, SIM_DM_SBDATA0);
}

static void sba_write(uint64_t addr, uint32_t value)
{
    sim_dm_write(&d.dm, SIM_DM_SBCS, 2 << 17);
    sim_dm_write(&d.dm, SIM_DM_SBADDRESS1, (uint32_t)(addr >> 32));
    sim_dm_write(&d.dm, SIM_DM_SBADDRESS0, (uint32_t)addr);
    sim_dm_write(&d.dm, SIM_DM_SBDATA0, value);
    assert_int_equal(sim_dm_read(&d.dm, SIM_DM_SBCS) >> 12 & 7, 0);
}

/* A cycle of the endless loop, or none when the hart is halted. */
static void run(void)
{
    struct sim_run_limits limits;
    struct sim_run_result result;
    memset(&limits, 0, sizeof limits);
    limits.max_cycles = 20;
    sim_platform_run(p, &limits, &result);
}

static uint32_t status(void)
{
    return sim_dm_read(&d.dm, SIM_DM_DMSTATUS);
}

/* From reset to enabled and back, each step by System Bus Access; running, then halted. */
/* Holds TCI-COMP-033 */
static void registers_by_system_bus_access(void **state)
{
    const uint64_t control = SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET;
    struct sim_platform_cfg cfg;
    struct sim_debug_cfg debug;
    (void)state;
    sim_platform_cfg_init(&cfg);
    cfg.ram_size = 1 << 20;
    assert_int_equal(sim_platform_create(&cfg, &p, NULL), SIM_PLATFORM_OK);
    assert_int_equal(sim_platform_write32(p, SIM_RAM_BASE, rv_jal(0, 0)), SIM_BUS_OK);
    sim_debug_cfg_init(&debug);
    assert_int_equal(sim_debug_open(&d, &debug, p, NULL), SIM_BITBANG_OK);
    sim_dm_write(&d.dm, SIM_DM_DMCONTROL, DMACTIVE);
    for (unsigned halted = 0; halted < 2; halted++) {
        if (halted != 0) {
            sim_dm_write(&d.dm, SIM_DM_DMCONTROL, UINT32_C(1) << HALTREQ | DMACTIVE);
            run();
            sim_dm_write(&d.dm, SIM_DM_DMCONTROL, DMACTIVE);
        }
        assert_true((status() & (halted != 0 ? ALLHALTED : ALLRUNNING)) != 0);
        sba_write(control, 0);
        assert_int_equal(sba_read(control), 0);
        sba_write(control, TR_TE_ACTIVE_MASK);
        assert_int_equal(sba_read(control), 0x01000009);
        assert_int_equal(sba_read(SIM_ENCODER_BASE + TR_TE_IMPL_OFFSET), 0x00010101);
        sba_write(SIM_ENCODER_BASE + TR_TE_INST_FEATURES_OFFSET, 0x30050000);
        assert_int_equal(sba_read(SIM_ENCODER_BASE + TR_TE_INST_FEATURES_OFFSET), 0x30050000);
        sba_write(control, 0x63);
        assert_int_equal(sba_read(control) & 0x73, 0x63);
        sba_write(SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        assert_int_equal(sba_read(SIM_RAMSINK_BASE + TR_RAM_IMPL_OFFSET) & 0xFFF, 0x901);
        run();
        assert_true((status() & (halted != 0 ? ALLHALTED : ALLRUNNING)) != 0);
    }
    sim_debug_close(&d);
    sim_platform_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_by_system_bus_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
