/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the RAM sink share: a sink, its memories, short accessors. */
#ifndef SINK_RIG_H
#define SINK_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ramsink_regs.h"
#include "trm/trm_ramsink.h"

enum {
    RAM = 64,
};

#define BASE UINT32_C(0x80001000)

static struct trm_ramsink s;
static struct trm_link port;
static uint8_t sram[RAM];

/* System memory: 256 bytes at BASE; everything else is a bus error. */
static struct {
    uint8_t mem[256];
    unsigned writes, reads;
    size_t last_size;
    bool broken;
} bus;

static inline int bus_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    bus.writes++;
    bus.last_size = n;
    if (bus.broken || address < BASE || address + n > BASE + sizeof bus.mem) {
        return -1;
    }
    assert_int_equal(address % n, 0);
    memcpy(bus.mem + (address - BASE), bytes, n);
    return 0;
}

static inline int bus_read(void *ctx, uint64_t address, uint8_t *bytes, size_t n)
{
    (void)ctx;
    assert_int_equal(n, 4);
    assert_int_equal(address % n, 0);
    bus.reads++;
    if (bus.broken || address < BASE || address + n > BASE + sizeof bus.mem) {
        return -1;
    }
    memcpy(bytes, bus.mem + (address - BASE), n);
    return 0;
}

static inline struct trm_ramsink_cfg sram_cfg(void)
{
    struct trm_ramsink_cfg cfg;
    trm_ramsink_cfg_init(&cfg);
    cfg.sram = sram;
    cfg.sram_bytes = RAM;
    return cfg;
}

static inline struct trm_ramsink_cfg smem_cfg(void)
{
    struct trm_ramsink_cfg cfg;
    trm_ramsink_cfg_init(&cfg);
    cfg.has_sram = false;
    cfg.has_smem = true;
    cfg.bus.write = bus_write;
    cfg.bus.read = bus_read;
    return cfg;
}

static inline uint32_t rd(uint32_t offset)
{
    uint32_t v;
    assert_int_equal(trm_ramsink_reg_read(&s, offset, 4, &v), TRM_OK);
    return v;
}

static inline void wr(uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_ramsink_reg_write(&s, offset, 4, value), TRM_OK);
}

static inline uint32_t wrd(uint32_t offset, uint32_t value)
{
    wr(offset, value);
    return rd(offset);
}

static inline void start(const struct trm_ramsink_cfg *cfg)
{
    memset(sram, 0xAA, sizeof sram);
    memset(&bus, 0, sizeof bus);
    assert_int_equal(trm_ramsink_init(&s, cfg), TRM_OK);
    port = trm_ramsink_link(&s);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(rd(TR_RAM_CONTROL_OFFSET) & 3u, 1);
}

#define ON (TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK)

/* A message of n bytes: first, first + 1, ... */
static inline void send(uint8_t first, size_t n)
{
    uint8_t bytes[TRM_MESSAGE_MAX];
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (uint8_t)(first + i);
    }
    assert_true(port.ops->can_accept(port.ctx, n));
    port.ops->put(port.ctx, bytes, n);
}

static inline void enable_sram(uint32_t limit, uint32_t wp, uint32_t control)
{
    wr(TR_RAM_LIMIT_LOW_OFFSET, limit);
    wr(TR_RAM_WP_LOW_OFFSET, wp);
    wr(TR_RAM_CONTROL_OFFSET, ON | control);
}

#endif
