/* SPDX-License-Identifier: Apache-2.0 */
/* The debug module: configuration, dmactive, and which part a register belongs to. */
#include "debug/dm_priv.h"

#include <string.h>

enum {
    DMACTIVE = 1,
};

void sim_dm_cfg_init(struct sim_dm_cfg *cfg)
{
    const struct sim_dm_cfg defaults = {
        .v1 = true,
        .progbuf = 8,
        .sba_bits = 64,
        .sba_sizes = 0xf,
        .abstract_memory = true,
        .abstract_csr = true,
        .hart_array = true,
        .hartreset = true,
        .halt_groups = SIM_DM_MAX_GROUPS - 1,
    };

    *cfg = defaults;
}

static bool cfg_good(const struct sim_dm_cfg *cfg)
{
    return cfg->progbuf <= SIM_DM_MAX_PROGBUF && cfg->progbuf != 1 && cfg->sba_bits <= 64 &&
           (cfg->sba_bits == 0 || cfg->sba_bits >= 12) && cfg->sba_sizes <= 0xf &&
           cfg->halt_groups < SIM_DM_MAX_GROUPS && cfg->ninject <= SIM_DM_MAX_INJECT;
}

/* All but the copy of the harts and what dmactive itself does. */
static void reset(struct sim_dm *dm)
{
    sim_dm_control_reset(dm);
    sim_dm_command_reset(dm);
    sim_dm_sba_reset(dm);
}

bool sim_dm_init(struct sim_dm *dm, const struct sim_dm_cfg *cfg, const struct sim_dm_hart *harts,
                 unsigned nharts, const struct sim_dm_bus_ops *bus, void *bus_ctx)
{
    if (!cfg_good(cfg) || nharts < 1 || nharts > SIM_DM_MAX_HARTS) {
        return false;
    }
    memset(dm, 0, sizeof *dm);
    dm->cfg = *cfg;
    for (unsigned i = 0; i < nharts; i++) {
        if (harts[i].xlen != 32 && harts[i].xlen != 64) {
            return false;
        }
        dm->hart[i] = harts[i];
    }
    dm->nharts = nharts;
    dm->bus = bus;
    dm->bus_ctx = bus_ctx;
    reset(dm);
    return true;
}

/* dmactive (Debug 1.0, dmcontrol): while it is 0 only this bit can be written, and everything has
 * its reset value. */
static void set_active(struct sim_dm *dm, bool active)
{
    if (!active) {
        reset(dm);
    }
    dm->activating = active;
    dm->active_wait = dm->cfg.active_latency;
    if (dm->active_wait == 0) {
        dm->active = active;
    }
}

static bool in_command_part(uint32_t addr)
{
    return (addr >= SIM_DM_DATA0 && addr < SIM_DM_DATA0 + 12) ||
           (addr >= SIM_DM_ABSTRACTCS && addr <= SIM_DM_ABSTRACTAUTO) ||
           (addr >= SIM_DM_PROGBUF0 && addr < SIM_DM_PROGBUF0 + SIM_DM_MAX_PROGBUF);
}

static bool in_sba_part(uint32_t addr)
{
    return addr >= SIM_DM_SBCS && addr <= SIM_DM_SBDATA1;
}

uint32_t sim_dm_read(struct sim_dm *dm, uint32_t addr)
{
    if (!dm->active) { /* reset values; "any accesses may fail": ours read 0 */
        return 0;
    }
    if (in_command_part(addr)) {
        return sim_dm_command_read(dm, addr);
    }
    if (in_sba_part(addr)) {
        return sim_dm_sba_read(dm, addr);
    }
    return sim_dm_control_read(dm, addr);
}

void sim_dm_write(struct sim_dm *dm, uint32_t addr, uint32_t value)
{
    const bool activate = (value & DMACTIVE) != 0;

    if (addr == SIM_DM_DMCONTROL && activate != dm->activating) {
        set_active(dm, activate);
        return;
    }
    if (!dm->active || !dm->activating) {
        return;
    }
    if (in_command_part(addr)) {
        sim_dm_command_write(dm, addr, value);
    } else if (in_sba_part(addr)) {
        sim_dm_sba_write(dm, addr, value);
    } else {
        sim_dm_control_write(dm, addr, value);
    }
}

void sim_dm_clock(struct sim_dm *dm)
{
    if (dm->active_wait != 0 && --dm->active_wait == 0) {
        dm->active = dm->activating;
    }
    if (dm->busy) {
        sim_dm_command_clock(dm);
    }
    if (dm->sbbusy) {
        sim_dm_sba_clock(dm);
    }
}
