/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Debug module: any sequence of register accesses, cycles, and harts that halt, resume and are
 * reset by themselves. It never asks a hart or the bus for what they do not allow, dmstatus is
 * never contradictory, and after a reset of the module everything works.
 */
#include "dm_fixture.h"
#include "fuzz.h"

enum {
    MAX_LATENCY = 15,
};

static void configure(struct dmf *f, struct fuzz_bytes *in)
{
    const uint8_t a = fuzz_byte(in), b = fuzz_byte(in);

    dmf_cfg(f);
    f->cfg.v1 = (a & 1) != 0;
    f->cfg.progbuf = (a & 2) != 0 ? 0 : (uint8_t)(2 + (a >> 4 & 7) * 2);
    f->cfg.abstract_memory = (a & 4) != 0;
    f->cfg.hart_array = (a & 8) != 0;
    f->cfg.sba_bits = (b & 1) != 0 ? 64 : 32;
    f->cfg.sba_sizes = b >> 1 & 15;
    f->cfg.sba_latency = b >> 5;
    f->cfg.command_latency = a >> 7 != 0 ? fuzz_byte(in) & MAX_LATENCY : 0;
    f->cfg.active_latency = b >> 7 != 0 ? fuzz_byte(in) & MAX_LATENCY : 0;
    f->cfg.ninject = 1;
    f->cfg.inject[0] = (struct sim_dm_inject){.at = 3, .every = 5, .busy = b >> 6};
    FUZZ_CHECK(dmf_init(f, 1 + b % DMF_HARTS, (a & 1) != 0 ? 64 : 32));
}

static void hart_by_itself(struct dmf *f, uint8_t what)
{
    struct dmf_hart *h = &f->hart[what & 3];

    switch (what >> 2 & 3) {
    case 0:
        dmf_run(f);
        break;
    case 1: /* a breakpoint */
        if (h->state == SIM_DM_RUNNING) {
            h->state = SIM_DM_HALTED;
        }
        break;
    case 2: /* a watchdog */
        h->resets++;
        break;
    default:
        sim_dm_system_reset(&f->dm, (what & 16) != 0);
        break;
    }
}

/* Addresses that are registers more often than others. */
static uint32_t address(uint8_t byte)
{
    static const uint8_t known[] = {
        SIM_DM_DATA0,    SIM_DM_DATA0 + 1,  SIM_DM_DATA0 + 2,  SIM_DM_DMCONTROL,
        SIM_DM_DMSTATUS, SIM_DM_ABSTRACTCS, SIM_DM_COMMAND,    SIM_DM_ABSTRACTAUTO,
        SIM_DM_PROGBUF0, SIM_DM_SBCS,       SIM_DM_SBADDRESS0, SIM_DM_SBADDRESS1,
        SIM_DM_SBDATA0,  SIM_DM_SBDATA1,    SIM_DM_HAWINDOW,   SIM_DM_DMCS2};

    return (byte & 0x80) != 0 ? byte & 0x7f : known[byte & 15];
}

static void check(struct dmf *f)
{
    const bool active = (sim_dm_read(&f->dm, SIM_DM_DMCONTROL) & 1) != 0;
    const uint32_t s = sim_dm_read(&f->dm, SIM_DM_DMSTATUS);
    const uint32_t any = s & 0x55500, all = s >> 1 & 0x55500;

    FUZZ_CHECK(f->misuse == 0);
    for (unsigned i = 0; i < DMF_HARTS; i++) {
        FUZZ_CHECK(f->hart[i].misuse == 0);
    }
    FUZZ_CHECK((all & ~any) == 0);
    FUZZ_CHECK(!active || (s & 0x5500) != 0); /* a hart is in some state */
    FUZZ_CHECK(!active || (all & 0x5500) == 0 || (any & 0x5500) == (all & 0x5500));
    FUZZ_CHECK(active || s == 0);
    FUZZ_CHECK((sim_dm_read(&f->dm, SIM_DM_ABSTRACTCS) & 1 << 12) == 0 ||
               f->cfg.command_latency != 0);
}

static void clocks(struct dmf *f, unsigned n)
{
    while (n-- > 0) {
        sim_dm_clock(&f->dm);
    }
}

/* From any state: reset the module, halt hart 0, a register and a word of memory come back. */
static void recover(struct dmf *f)
{
    sim_dm_system_reset(&f->dm, false);
    dmf_write(f, SIM_DM_DMCONTROL, 0);
    clocks(f, MAX_LATENCY + 1);
    dmf_write(f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    clocks(f, MAX_LATENCY + 1);
    FUZZ_CHECK(dmf_read(f, SIM_DM_DMCONTROL) == DMF_DMACTIVE);
    dmf_halt(f, 0);
    FUZZ_CHECK((dmf_read(f, SIM_DM_DMSTATUS) & 0x300) == 0x300);
    dmf_write(f, SIM_DM_DATA0, 0x600dd00d);
    dmf_write(f, SIM_DM_COMMAND, 0x00231005); /* x5 = data0 */
    clocks(f, MAX_LATENCY + 1);
    FUZZ_CHECK((dmf_read(f, SIM_DM_ABSTRACTCS) & 0x1700) == 0);
    FUZZ_CHECK((uint32_t)f->hart[0].gpr[5] == 0x600dd00d);
    f->dm.cfg.ninject = 0;
    if ((f->cfg.sba_sizes & 4) == 0) {
        return;
    }
    dmf_write(f, SIM_DM_SBADDRESS0, (uint32_t)DMF_MEMORY + 8);
    dmf_write(f, SIM_DM_SBDATA0, 0xcafe1234);
    clocks(f, MAX_LATENCY + 1);
    FUZZ_CHECK((dmf_read(f, SIM_DM_SBCS) & 0x607000) == 0);
    FUZZ_CHECK(f->memory[8] == 0x34 && f->memory[11] == 0xca);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    static struct dmf f;

    configure(&f, &in);
    while (in.left > 0) {
        const uint8_t op = fuzz_byte(&in);
        const uint32_t addr = address(fuzz_byte(&in));

        if ((op & 3) == 3) {
            hart_by_itself(&f, op >> 2);
        } else if ((op & 3) == 2) {
            clocks(&f, op >> 2);
        } else if ((op & 1) != 0) {
            sim_dm_write(&f.dm, addr,
                         (uint32_t)fuzz_byte(&in) << 24 | (uint32_t)fuzz_byte(&in) << 16 |
                             (uint32_t)fuzz_byte(&in) << 8 | fuzz_byte(&in) |
                             (addr == SIM_DM_DMCONTROL ? op >> 2 & 1u : 0));
        } else {
            (void)sim_dm_read(&f.dm, addr);
        }
        check(&f);
    }
    recover(&f);
    return 0;
}
