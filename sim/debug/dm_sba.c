/* SPDX-License-Identifier: Apache-2.0 */
/* System Bus Access (Debug 1.0, "System Bus Access", sbcs, sbaddress0..1, sbdata0..1). */
#include "debug/dm_priv.h"

#include <stddef.h>

enum {
    SBVERSION = 1,
    CS_VERSION = 29,
    CS_BUSYERROR = 22,
    CS_BUSY = 21,
    CS_READONADDR = 20,
    CS_ACCESS = 17,
    CS_AUTOINCREMENT = 16,
    CS_READONDATA = 15,
    CS_ERROR = 12,
    CS_ASIZE = 5,
    ACCESS_32 = 2,
};

void sim_dm_sba_reset(struct sim_dm *dm)
{
    dm->sbbusyerror = false;
    dm->sbreadonaddr = false;
    dm->sbaccess = ACCESS_32;
    dm->sbautoincrement = false;
    dm->sbreadondata = false;
    dm->sberror = SIM_DM_SB_OK;
    dm->sbaddress = 0;
    dm->sbdata = 0;
    dm->sbbusy = false;
    dm->sb_wait = 0;
}

static uint32_t sbcs(const struct sim_dm *dm)
{
    return (uint32_t)SBVERSION << CS_VERSION | sim_bit(dm->sbbusyerror, CS_BUSYERROR) |
           sim_bit(dm->sbbusy, CS_BUSY) | sim_bit(dm->sbreadonaddr, CS_READONADDR) |
           dm->sbaccess << CS_ACCESS | sim_bit(dm->sbautoincrement, CS_AUTOINCREMENT) |
           sim_bit(dm->sbreadondata, CS_READONDATA) | dm->sberror << CS_ERROR |
           (uint32_t)dm->cfg.sba_bits << CS_ASIZE | dm->cfg.sba_sizes;
}

static uint64_t address_mask(const struct sim_dm *dm)
{
    return dm->cfg.sba_bits == 64 ? UINT64_MAX : (UINT64_C(1) << dm->cfg.sba_bits) - 1;
}

/* The fault to play in this access, or NULL. */
static const struct sim_dm_inject *injected(const struct sim_dm *dm)
{
    const uint64_t n = dm->sb_count;

    for (unsigned i = 0; i < dm->cfg.ninject; i++) {
        const struct sim_dm_inject *j = &dm->cfg.inject[i];

        if (n == j->at || (j->every != 0 && n > j->at && (n - j->at) % j->every == 0)) {
            return j;
        }
    }
    return NULL;
}

static enum sim_dm_sberror on_bus(struct sim_dm *dm)
{
    const unsigned size = 1u << dm->sbaccess;
    const uint64_t ones = size == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * size)) - 1;
    uint64_t value = 0;

    if (dm->sb_injected != SIM_DM_SB_OK) {
        return dm->sb_injected;
    }
    if ((dm->sbaddress & (size - 1)) != 0) {
        return SIM_DM_SB_ALIGNMENT;
    }
    if (dm->sbwrite) {
        return dm->bus->write(dm->bus_ctx, dm->sbaddress, size, dm->sbdata & ones);
    }
    enum sim_dm_sberror err = dm->bus->read(dm->bus_ctx, dm->sbaddress, size, &value);
    if (err == SIM_DM_SB_OK) {
        dm->sbdata = value;
    }
    return err;
}

static void finish(struct sim_dm *dm)
{
    const enum sim_dm_sberror err = on_bus(dm);

    dm->sbbusy = false;
    if (err != SIM_DM_SB_OK) {
        dm->sberror = err;
    } else if (dm->sbautoincrement) {
        dm->sbaddress = (dm->sbaddress + (UINT64_C(1) << dm->sbaccess)) & address_mask(dm);
    }
}

static void start(struct sim_dm *dm, bool write)
{
    if (dm->sbaccess > 3 || (dm->cfg.sba_sizes >> dm->sbaccess & 1) == 0) {
        dm->sberror = SIM_DM_SB_SIZE;
        return;
    }
    dm->sb_count++;
    const struct sim_dm_inject *j = injected(dm);
    dm->sb_injected = j != NULL ? j->error : SIM_DM_SB_OK;
    dm->sbwrite = write;
    dm->sbbusy = true;
    dm->sb_wait = dm->cfg.sba_latency + (j != NULL ? j->busy : 0);
    if (dm->sb_wait == 0) {
        finish(dm);
    }
}

void sim_dm_sba_clock(struct sim_dm *dm)
{
    if (--dm->sb_wait == 0) {
        finish(dm);
    }
}

/* The register is touched during an access. */
static bool too_early(struct sim_dm *dm)
{
    if (dm->sbbusy) {
        dm->sbbusyerror = true;
    }
    return dm->sbbusy;
}

static bool stopped(const struct sim_dm *dm)
{
    return dm->sbbusyerror || dm->sberror != SIM_DM_SB_OK;
}

/* sbaddress0 (n = 0), sbaddress1; a register that the width does not reach is not there. */
static void write_address(struct sim_dm *dm, unsigned n, uint32_t value)
{
    const unsigned shift = 32 * n;

    if (dm->cfg.sba_bits <= shift || too_early(dm)) {
        return;
    }
    dm->sbaddress &= ~((uint64_t)UINT32_MAX << shift);
    dm->sbaddress |= (uint64_t)value << shift;
    dm->sbaddress &= address_mask(dm);
    if (n == 0 && dm->sbreadonaddr && !stopped(dm)) {
        start(dm, false);
    }
}

static uint32_t read_data0(struct sim_dm *dm)
{
    const uint32_t value = (uint32_t)dm->sbdata;

    if (!too_early(dm) && !stopped(dm) && dm->sbreadondata) {
        start(dm, false);
    }
    return value;
}

static void write_data(struct sim_dm *dm, unsigned n, uint32_t value)
{
    if (too_early(dm) || stopped(dm)) {
        return;
    }
    dm->sbdata &= ~((uint64_t)UINT32_MAX << (32 * n));
    dm->sbdata |= (uint64_t)value << (32 * n);
    if (n == 0) {
        start(dm, true);
    }
}

/* While an access is under way writes have no effect (the spec leaves it undefined). */
static void write_cs(struct sim_dm *dm, uint32_t value)
{
    if (dm->sbbusy) {
        return;
    }
    if ((value >> CS_BUSYERROR & 1) != 0) {
        dm->sbbusyerror = false;
    }
    dm->sberror &= ~(value >> CS_ERROR) & 7;
    dm->sbreadonaddr = (value >> CS_READONADDR & 1) != 0;
    dm->sbaccess = value >> CS_ACCESS & 7;
    dm->sbautoincrement = (value >> CS_AUTOINCREMENT & 1) != 0;
    dm->sbreadondata = (value >> CS_READONDATA & 1) != 0;
}

static bool has_data1(const struct sim_dm *dm)
{
    return (dm->cfg.sba_sizes & 8) != 0;
}

uint32_t sim_dm_sba_read(struct sim_dm *dm, uint32_t addr)
{
    if (dm->cfg.sba_bits == 0 || dm->cfg.sba_sizes == 0) {
        return 0;
    }
    switch (addr) {
    case SIM_DM_SBCS:
        return sbcs(dm);
    case SIM_DM_SBADDRESS0:
        return (uint32_t)dm->sbaddress;
    case SIM_DM_SBADDRESS1:
        return (uint32_t)(dm->sbaddress >> 32);
    case SIM_DM_SBDATA0:
        return read_data0(dm);
    case SIM_DM_SBDATA1:
        if (!has_data1(dm) || too_early(dm)) {
            return 0;
        }
        return (uint32_t)(dm->sbdata >> 32);
    default:
        return 0;
    }
}

void sim_dm_sba_write(struct sim_dm *dm, uint32_t addr, uint32_t value)
{
    if (dm->cfg.sba_bits == 0 || dm->cfg.sba_sizes == 0) {
        return;
    }
    if (addr == SIM_DM_SBCS) {
        write_cs(dm, value);
    } else if (addr == SIM_DM_SBADDRESS0 || addr == SIM_DM_SBADDRESS1) {
        write_address(dm, addr - SIM_DM_SBADDRESS0, value);
    } else if (addr == SIM_DM_SBDATA0 || (addr == SIM_DM_SBDATA1 && has_data1(dm))) {
        write_data(dm, addr - SIM_DM_SBDATA0, value);
    }
}
