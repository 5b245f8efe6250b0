/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bus: 64-bit physical addresses, regions with callbacks, and RAM that harts may reach by
 * pointer.
 *
 * Every write to RAM goes through this header, because RAM remembers which of its half-words were
 * decoded (struct sim_insn, private to the hart) and must forget them when they change.
 */
#ifndef SIM_BUS_H
#define SIM_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim_must_check.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIM_BUS_MAX_REGIONS = 160,
    SIM_RAM_PAGE_SHIFT = 12,
};

/* Zero is success; values are already negative. */
enum sim_bus_status {
    SIM_BUS_OK = 0,
    SIM_BUS_ERR_FAULT = -1,      /* nothing there, or the device refuses this size or this access */
    SIM_BUS_ERR_MISALIGNED = -2, /* address is not a multiple of the size */
    SIM_BUS_ERR_ARG =
        -3, /* size is not 1, 2, 4 or 8; region overlaps, is empty or there is no room */
    SIM_BUS_ERR_NOMEM = -4, /* no memory for RAM */
};

/* A device. offset is relative to the region, naturally aligned; size is 1, 2, 4 or 8 bytes.
 * Each returns SIM_BUS_OK or SIM_BUS_ERR_FAULT, and has no side effect when it fails. */
struct sim_device_ops {
    int (*read)(void *ctx, uint64_t offset, unsigned size, uint64_t *value);
    int (*write)(void *ctx, uint64_t offset, unsigned size, uint64_t value);
};

struct sim_insn; /* a decoded instruction: sim/hart/sim_insn.h */

/* Called before each write to RAM, of harts and of other masters, by sim_bus_write or
 * sim_ram_write. fn NULL: never; then harts may write by pointer. */
struct sim_ram_hook {
    void (*fn)(void *ctx, uint64_t offset, size_t n);
    void *ctx;
};

/* RAM: the only memory this library allocates. */
struct sim_ram {
    uint8_t *mem;
    uint64_t size;              /* bytes, a multiple of 4096 */
    struct sim_insn **page;     /* per 4 KiB page: decoded instructions, or NULL */
    struct sim_ram_hook before; /* set while no hart has executed anything */
};

struct sim_region {
    uint64_t base, size;
    struct sim_ram *ram; /* RAM, or NULL: a device */
    const struct sim_device_ops *ops;
    void *ctx;
};

struct sim_bus {
    struct sim_region region[SIM_BUS_MAX_REGIONS];
    unsigned nregions;
};

/* Allocate `size` bytes of zeroed RAM (rounded up to 4 KiB). Returns SIM_BUS_OK, _ERR_ARG (size 0)
 * or _ERR_NOMEM. */
SIM_MUST_CHECK enum sim_bus_status sim_ram_init(struct sim_ram *ram, uint64_t size);

/* Give the memory back. */
void sim_ram_free(struct sim_ram *ram);

/* Write n bytes at offset. Returns SIM_BUS_OK, or SIM_BUS_ERR_FAULT when they do not fit: nothing
 * was written. */
SIM_MUST_CHECK enum sim_bus_status sim_ram_write(struct sim_ram *ram, uint64_t offset,
                                                 const void *bytes, size_t n);

/* Forget the decoded instructions that touch [offset, offset + n); all of them for n = 0. */
void sim_ram_changed(struct sim_ram *ram, uint64_t offset, size_t n);

/* An empty bus. */
void sim_bus_init(struct sim_bus *bus);

/* Map a device, or RAM (several times for aliases). Returns SIM_BUS_OK or SIM_BUS_ERR_ARG. */
SIM_MUST_CHECK enum sim_bus_status sim_bus_map_device(struct sim_bus *bus, uint64_t base,
                                                      uint64_t size,
                                                      const struct sim_device_ops *ops, void *ctx);
SIM_MUST_CHECK enum sim_bus_status sim_bus_map_ram(struct sim_bus *bus, uint64_t base,
                                                   struct sim_ram *ram);

/* The region that holds addr, or NULL. */
const struct sim_region *sim_bus_find(const struct sim_bus *bus, uint64_t addr);

/* One access of 1, 2, 4 or 8 bytes, little-endian, zero-extended.
 * Returns SIM_BUS_OK, _ERR_FAULT, _ERR_MISALIGNED or _ERR_ARG. */
SIM_MUST_CHECK enum sim_bus_status sim_bus_read(struct sim_bus *bus, uint64_t addr, unsigned size,
                                                uint64_t *value);
SIM_MUST_CHECK enum sim_bus_status sim_bus_write(struct sim_bus *bus, uint64_t addr, unsigned size,
                                                 uint64_t value);

/* 32-bit accesses of a bus master (SBA, SMEM sink). Status as above. */
SIM_MUST_CHECK enum sim_bus_status sim_bus_read32(struct sim_bus *bus, uint64_t addr,
                                                  uint32_t *value);
SIM_MUST_CHECK enum sim_bus_status sim_bus_write32(struct sim_bus *bus, uint64_t addr,
                                                   uint32_t value);

/* Read-only view of RAM: the bytes at addr up to the end of that RAM. Returns NULL when addr is not
 * RAM. */
const uint8_t *sim_bus_ram_bytes(const struct sim_bus *bus, uint64_t addr, uint64_t *length);

#ifdef __cplusplus
}
#endif

#endif
