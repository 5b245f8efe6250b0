/* SPDX-License-Identifier: Apache-2.0 */
/* Trace registers by System Bus Access, as TCI 1.0, "Accessing Trace Control Registers", wants it
 * for a debugger from outside: whether the hart runs or is halted. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "encoder_table.h"
#include "encoder_regs.h"
#include "funnel_table.h"
#include "ramsink_regs.h"
#include "ramsink_table.h"
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

/* Out of reset; then every register but the first takes every value by System Bus Access of p as it
 * does in `twin`, which is accessed directly. Returns how many registers could be changed. */
static unsigned same_registers(struct sim_platform *twin, uint64_t base,
                               const struct regmap_component *map)
{
    static const uint32_t values[] = {0, UINT32_MAX, 0x55555555, 0xAAAAAAAA, 0x00010001};
    unsigned changed = 0;
    sba_write(base, 0);
    sba_write(base, 1);
    assert_int_equal(sim_platform_write32(twin, base, 0), SIM_BUS_OK);
    assert_int_equal(sim_platform_write32(twin, base, 1), SIM_BUS_OK);
    for (unsigned i = 0; i < map->nregs; i++) {
        for (unsigned k = 0; k < map->regs[i].count; k++) {
            uint64_t addr = base + map->regs[i].offset + (uint64_t)k * map->regs[i].stride;
            uint32_t ones = 0;
            for (unsigned v = 0; v < sizeof values / sizeof values[0]; v++) {
                uint32_t want;
                if (addr != base) {
                    sba_write(addr, values[v]);
                    assert_int_equal(sim_platform_write32(twin, addr, values[v]), SIM_BUS_OK);
                }
                assert_int_equal(sim_platform_read32(twin, addr, &want), SIM_BUS_OK);
                assert_int_equal(sba_read(addr), want);
                ones |= v == 0 ? 0 : want;
            }
            changed += ones != 0;
        }
    }
    return changed;
}

/* All registers of two encoders with filters, comparators, triggers and timestamps, of the funnel
 * and the RAM sink; while the harts run, and while they are halted. Holds TCI-COMP-033 */
static void every_register_by_system_bus_access(void **state)
{
    struct sim_platform *twin;
    struct sim_platform_cfg cfg;
    struct sim_debug_cfg debug;
    struct trm_encoder_cfg enc;
    (void)state;
    trm_encoder_cfg_init(&enc);
    enc.filters = 16;
    enc.comparators = 8;
    enc.ext_triggers = 8;
    enc.ext_outputs = 8;
    enc.dbg_control = true;
    enc.ts_modes = 0x1E;
    sim_platform_cfg_init(&cfg);
    cfg.ram_size = 1 << 20;
    cfg.harts = 2;
    cfg.encoder = &enc;
    assert_int_equal(sim_platform_create(&cfg, &twin, NULL), SIM_PLATFORM_OK);
    assert_int_equal(sim_platform_create(&cfg, &p, NULL), SIM_PLATFORM_OK);
    assert_int_equal(sim_platform_write32(p, SIM_RAM_BASE, rv_jal(0, 0)), SIM_BUS_OK);
    sim_debug_cfg_init(&debug);
    assert_int_equal(sim_debug_open(&d, &debug, p, NULL), SIM_BITBANG_OK);
    for (unsigned halted = 0; halted < 2; halted++) {
        for (uint32_t hart = 0; hart < 2; hart++) {
            uint32_t select = hart << 16 | DMACTIVE;
            sim_dm_write(&d.dm, SIM_DM_DMCONTROL, select | (uint32_t)halted << HALTREQ);
            run();
            assert_true((status() & (halted != 0 ? ALLHALTED : ALLRUNNING)) != 0);
        }
        /* trTeFilterControl 0..15 and trTeCompControl 0..7 alone are 24. */
        assert_true(same_registers(twin, SIM_ENCODER_BASE, &regmap_encoder) > 24);
        assert_true(same_registers(twin, SIM_ENCODER_BASE + 0x1000, &regmap_encoder) > 24);
        assert_true(same_registers(twin, SIM_FUNNEL_BASE, &regmap_funnel) > 2);
        assert_true(same_registers(twin, SIM_RAMSINK_BASE, &regmap_ramsink) > 4);
        assert_true((status() & (halted != 0 ? ALLHALTED : ALLRUNNING)) != 0);
    }
    sim_debug_close(&d);
    sim_platform_destroy(p);
    sim_platform_destroy(twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_by_system_bus_access),
        cmocka_unit_test(every_register_by_system_bus_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
