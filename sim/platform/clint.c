/* SPDX-License-Identifier: Apache-2.0 */
/* Timer and software interrupts of the harts. */
#include "platform/devices.h"

enum {
    MSIP = 0x0000,
    MTIMECMP = 0x4000,
    MTIME = 0xbff8,
    CLINT_SIZE = 0x10000,
    CSR_MIP = 0x344,
};

/* Set MTIP of a hart. Returns the cycle at which it may change. */
static uint64_t update(struct sim_hart *hart, uint64_t mtimecmp)
{
    const uint64_t now = sim_hart_time(hart), cycle = sim_hart_cycles(hart);
    const uint64_t per = sim_hart_config(hart)->cycles_per_tick;
    const uint64_t ticks = mtimecmp - now;

    sim_hart_set_irq(hart, SIM_IRQ_MTI, now >= mtimecmp);
    if (now < mtimecmp && ticks <= (UINT64_MAX - cycle) / per) {
        return cycle - cycle % per + ticks * per;
    }
    return UINT64_MAX;
}

void sim_clint_update(struct sim_clint *clint)
{
    clint->next = UINT64_MAX;
    for (unsigned i = 0; i < clint->harts; i++) {
        const uint64_t next = update(clint->hart[i], clint->mtimecmp[i]);

        clint->next = next < clint->next ? next : clint->next;
    }
}

/* The hart with this id, or clint->harts. */
static unsigned find_hart(const struct sim_clint *c, uint64_t id)
{
    unsigned i = 0;

    while (i < c->harts && sim_hart_config(c->hart[i])->hartid != id) {
        i++;
    }
    return i;
}

/* A 32- or 64-bit access of a 64-bit register, at (offset & 4) in it. */
static uint64_t part(uint64_t reg, uint64_t offset, unsigned size)
{
    reg >>= 8 * (offset & 4);
    return size == 4 ? (uint32_t)reg : reg;
}

static uint64_t merge(uint64_t reg, uint64_t offset, unsigned size, uint64_t value)
{
    if (size == 8) {
        return value;
    }
    if ((offset & 4) == 0) {
        return (reg & ~(uint64_t)UINT32_MAX) | (uint32_t)value;
    }
    return (uint32_t)reg | value << 32;
}

static uint64_t msip(const struct sim_clint *c, uint64_t offset)
{
    const unsigned i = find_hart(c, offset / 4);
    uint64_t mip = 0;

    if (i == c->harts) {
        return 0;
    }
    if (sim_hart_csr_read(c->hart[i], CSR_MIP, &mip) != SIM_HART_OK) {
        return 0;
    }
    return (mip >> SIM_IRQ_MSI) & 1;
}

static int clint_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    const struct sim_clint *c = ctx;
    const uint64_t reg = offset & ~UINT64_C(7);
    unsigned i;

    if (size < 4) {
        return SIM_BUS_ERR_FAULT;
    }
    *value = 0;
    if (reg == MTIME) {
        *value = part(sim_hart_time(c->hart[0]), offset, size);
    } else if (offset < MTIMECMP) {
        *value = msip(c, offset);
        if (size == 8) {
            *value |= msip(c, offset + 4) << 32;
        }
    } else if (reg < MTIME) {
        i = find_hart(c, (reg - MTIMECMP) / 8);
        *value = i < c->harts ? part(c->mtimecmp[i], offset, size) : 0;
    }
    return SIM_BUS_OK;
}

static void set_msip(const struct sim_clint *c, uint64_t offset, bool level)
{
    const unsigned i = find_hart(c, offset / 4);

    if (i < c->harts) {
        sim_hart_set_irq(c->hart[i], SIM_IRQ_MSI, level);
    }
}

/* Move all harts by the same step: some may be a cycle ahead of others. */
static void set_time(const struct sim_clint *c, uint64_t time)
{
    const uint64_t step = time - sim_hart_time(c->hart[0]);

    for (unsigned i = 0; i < c->harts; i++) {
        sim_hart_set_time(c->hart[i], sim_hart_time(c->hart[i]) + step);
    }
}

static int clint_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct sim_clint *c = ctx;
    const uint64_t reg = offset & ~UINT64_C(7);
    unsigned i;

    if (size < 4) {
        return SIM_BUS_ERR_FAULT;
    }
    if (reg == MTIME) {
        set_time(c, merge(sim_hart_time(c->hart[0]), offset, size, value));
    } else if (offset < MTIMECMP) {
        set_msip(c, offset, (value & 1) != 0);
        if (size == 8) {
            set_msip(c, offset + 4, (value >> 32 & 1) != 0);
        }
    } else if (reg < MTIME) {
        i = find_hart(c, (reg - MTIMECMP) / 8);
        if (i < c->harts) {
            c->mtimecmp[i] = merge(c->mtimecmp[i], offset, size, value);
        }
    }
    sim_clint_update(c);
    for (i = 0; i < c->harts; i++) {
        sim_hart_yield(c->hart[i]);
    }
    return SIM_BUS_OK;
}

void sim_clint_init(struct sim_clint *clint)
{
    clint->harts = 0;
    clint->next = UINT64_MAX;
}

void sim_clint_add(struct sim_clint *clint, struct sim_hart *hart)
{
    clint->hart[clint->harts] = hart;
    clint->mtimecmp[clint->harts++] = UINT64_MAX;
}

int sim_clint_map(struct sim_clint *clint, struct sim_bus *bus)
{
    static const struct sim_device_ops ops = {clint_read, clint_write};

    return sim_bus_map_device(bus, SIM_CLINT_BASE, CLINT_SIZE, &ops, clint);
}
