/* SPDX-License-Identifier: Apache-2.0 */
/* The test finisher. */
#include "platform/devices.h"

enum {
    FINISHER_SIZE = 0x1000,
    FINISHER_PASS = 0x5555,
    FINISHER_FAIL = 0x3333,
};

static int finisher_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    (void)ctx, (void)offset, (void)size;
    *value = 0;
    return SIM_BUS_OK;
}

static int finisher_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct sim_finisher *f = ctx;
    const uint32_t verdict = value & 0xffff, code = (uint32_t)value >> 16;

    if (size < 2) {
        return SIM_BUS_ERR_FAULT;
    }
    if (offset != 0 || (verdict != FINISHER_PASS && verdict != FINISHER_FAIL)) {
        return SIM_BUS_OK;
    }
    f->done = true;
    f->code = verdict == FINISHER_PASS ? 0 : code != 0 ? code : 1;
    for (unsigned i = 0; i < sim_platform_hart_count(f->platform); i++) {
        sim_hart_yield(sim_platform_hart_n(f->platform, i));
    }
    return SIM_BUS_OK;
}

int sim_finisher_map(struct sim_finisher *f, struct sim_bus *bus, struct sim_platform *platform)
{
    static const struct sim_device_ops ops = {finisher_read, finisher_write};

    f->platform = platform;
    f->done = false;
    f->code = 0;
    return sim_bus_map_device(bus, SIM_FINISHER_BASE, FINISHER_SIZE, &ops, f);
}
