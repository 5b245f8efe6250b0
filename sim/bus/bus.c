/* SPDX-License-Identifier: Apache-2.0 */
/* Address decoding and single accesses. */
#include "sim/sim_bus.h"

#include <string.h>

#include "flow/flow_le.h"

void sim_bus_init(struct sim_bus *bus)
{
    memset(bus, 0, sizeof *bus);
}

static int map(struct sim_bus *bus, const struct sim_region *r)
{
    if (bus->nregions == SIM_BUS_MAX_REGIONS || r->size == 0 || r->base + (r->size - 1) < r->base) {
        return SIM_BUS_ERR_ARG;
    }
    for (unsigned i = 0; i < bus->nregions; i++) {
        const struct sim_region *o = &bus->region[i];

        if (r->base <= o->base + (o->size - 1) && o->base <= r->base + (r->size - 1)) {
            return SIM_BUS_ERR_ARG;
        }
    }
    bus->region[bus->nregions++] = *r;
    return SIM_BUS_OK;
}

enum sim_bus_status sim_bus_map_device(struct sim_bus *bus, uint64_t base, uint64_t size,
                                       const struct sim_device_ops *ops, void *ctx)
{
    struct sim_region r = {.base = base, .size = size, .ops = ops, .ctx = ctx};

    return ops != NULL ? map(bus, &r) : SIM_BUS_ERR_ARG;
}

enum sim_bus_status sim_bus_map_ram(struct sim_bus *bus, uint64_t base, struct sim_ram *ram)
{
    struct sim_region r = {.base = base, .size = ram->size, .ram = ram};

    return map(bus, &r);
}

const struct sim_region *sim_bus_find(const struct sim_bus *bus, uint64_t addr)
{
    for (unsigned i = 0; i < bus->nregions; i++) {
        if (addr - bus->region[i].base < bus->region[i].size) {
            return &bus->region[i];
        }
    }
    return NULL;
}

/* The region for a checked access, or NULL with *status set. */
static const struct sim_region *decode(const struct sim_bus *bus, uint64_t addr, unsigned size,
                                       int *status)
{
    *status = SIM_BUS_OK;
    if (size != 1 && size != 2 && size != 4 && size != 8) {
        *status = SIM_BUS_ERR_ARG;
        return NULL;
    }
    if ((addr & (size - 1)) != 0) {
        *status = SIM_BUS_ERR_MISALIGNED;
        return NULL;
    }
    const struct sim_region *r = sim_bus_find(bus, addr);
    if (r == NULL || r->size - (addr - r->base) < size) {
        *status = SIM_BUS_ERR_FAULT;
        return NULL;
    }
    return r;
}

enum sim_bus_status sim_bus_read(struct sim_bus *bus, uint64_t addr, unsigned size, uint64_t *value)
{
    int status;
    const struct sim_region *r = decode(bus, addr, size, &status);

    if (r == NULL) {
        return status;
    }
    if (r->ram == NULL) {
        return r->ops->read(r->ctx, addr - r->base, size, value);
    }
    *value = flow_le_get(r->ram->mem + (addr - r->base), size);
    return SIM_BUS_OK;
}

enum sim_bus_status sim_bus_write(struct sim_bus *bus, uint64_t addr, unsigned size, uint64_t value)
{
    int status;
    const struct sim_region *r = decode(bus, addr, size, &status);

    if (r == NULL) {
        return status;
    }
    if (r->ram == NULL) {
        return r->ops->write(r->ctx, addr - r->base, size, value);
    }
    if (r->ram->before.fn != NULL) {
        r->ram->before.fn(r->ram->before.ctx, addr - r->base, size);
    }
    flow_le_put(r->ram->mem + (addr - r->base), size, value);
    sim_ram_changed(r->ram, addr - r->base, size);
    return SIM_BUS_OK;
}

enum sim_bus_status sim_bus_read32(struct sim_bus *bus, uint64_t addr, uint32_t *value)
{
    uint64_t v = 0;
    int status = sim_bus_read(bus, addr, 4, &v);

    if (status == SIM_BUS_OK) {
        *value = (uint32_t)v;
    }
    return status;
}

enum sim_bus_status sim_bus_write32(struct sim_bus *bus, uint64_t addr, uint32_t value)
{
    return sim_bus_write(bus, addr, 4, value);
}

const uint8_t *sim_bus_ram_bytes(const struct sim_bus *bus, uint64_t addr, uint64_t *length)
{
    const struct sim_region *r = sim_bus_find(bus, addr);

    if (r == NULL || r->ram == NULL) {
        return NULL;
    }
    *length = r->size - (addr - r->base);
    return r->ram->mem + (addr - r->base);
}
