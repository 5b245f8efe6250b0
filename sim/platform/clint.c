/* SPDX-License-Identifier: Apache-2.0 */
/* Timer and software interrupt of the hart. */
#include "platform/devices.h"

enum {
    MSIP = 0x0000,
    MTIMECMP = 0x4000,
    MTIME = 0xbff8,
    CLINT_SIZE = 0x10000,
};

void sim_clint_update(struct sim_clint *clint)
{
    const uint64_t now = sim_hart_time(clint->hart), cycle = sim_hart_cycles(clint->hart);
    const uint64_t per = sim_hart_config(clint->hart)->cycles_per_tick;
    const uint64_t ticks = clint->mtimecmp - now;

    sim_hart_set_irq(clint->hart, SIM_IRQ_MTI, now >= clint->mtimecmp);
    clint->next = UINT64_MAX;
    if (now < clint->mtimecmp && ticks <= (UINT64_MAX - cycle) / per)
        clint->next = cycle - cycle % per + ticks * per;
}

/* The 64-bit register that holds offset, or NULL; *reg gets its offset. */
static bool find(uint64_t offset, uint64_t *reg)
{
    *reg = offset & ~UINT64_C(7);
    return *reg == MTIMECMP || *reg == MTIME;
}

static int clint_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    const struct sim_clint *c = ctx;
    uint64_t reg, mip = 0, v = 0;

    if (size < 4)
        return SIM_BUS_ERR_FAULT;
    if (offset == MSIP) {
        sim_hart_csr_read(c->hart, 0x344, &mip);
        v = (mip >> SIM_IRQ_MSI) & 1;
    } else if (find(offset, &reg)) {
        v = reg == MTIME ? sim_hart_time(c->hart) : c->mtimecmp;
        v >>= 8 * (offset - reg);
    }
    *value = size == 4 ? (uint32_t)v : v;
    return SIM_BUS_OK;
}

static int clint_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct sim_clint *c = ctx;
    uint64_t reg, v;

    if (size < 4)
        return SIM_BUS_ERR_FAULT;
    if (offset == MSIP)
        sim_hart_set_irq(c->hart, SIM_IRQ_MSI, (value & 1) != 0);
    if (find(offset, &reg)) {
        v = reg == MTIME ? sim_hart_time(c->hart) : c->mtimecmp;
        if (size == 8)
            v = value;
        else if (offset == reg)
            v = (v & ~(uint64_t)UINT32_MAX) | (uint32_t)value;
        else
            v = (uint32_t)v | value << 32;
        if (reg == MTIME)
            sim_hart_set_time(c->hart, v);
        else
            c->mtimecmp = v;
        sim_clint_update(c);
    }
    sim_hart_yield(c->hart);
    return SIM_BUS_OK;
}

int sim_clint_map(struct sim_clint *clint, struct sim_bus *bus, struct sim_hart *hart)
{
    static const struct sim_device_ops ops = {clint_read, clint_write};

    clint->hart = hart;
    clint->mtimecmp = UINT64_MAX;
    clint->next = UINT64_MAX;
    return sim_bus_map_device(bus, SIM_CLINT_BASE, CLINT_SIZE, &ops, clint);
}
