/* SPDX-License-Identifier: Apache-2.0 */
/* RAM sinks of several kinds, made with the block fake, for the tests of the RAM sink and of the
 * session. */
#ifndef RAMSINK_RIG_H
#define RAMSINK_RIG_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "hartrace/rvt_ramsink.h"
#include "block_io.h"
#include "regmap_all.h"
#include "ramsink_regs.h"

#define SINK_BASE 0x6000000u
#define SRAM_SIZE 256u
#define MEM_BASE  0x1080000000u /* above 4 GiB */
#define MEM_SIZE  4096u

struct ramsink_rig {
    struct block_io b;
    struct block_comp *comp;
    struct rvt_ramsink sink;
    uint8_t sram[SRAM_SIZE];
    uint8_t mem[MEM_SIZE];
};

/* Table "Typical Trace RAM Sink Configurations", row SRAM; the limit can be trimmed if asked for.
 */
static inline void rig_sram(struct ramsink_rig *r, bool trimmable)
{
    block_io_init(&r->b);
    r->comp = block_io_add(&r->b, &regmap_ramsink, SINK_BASE, 12345);
    r->comp->sram = r->sram;
    r->comp->sram_size = SRAM_SIZE;
    memset(r->sram, 0xEE, sizeof(r->sram));
    block_io_restrict(r->comp, TR_RAM_CONTROL_OFFSET, TR_RAM_STOP_ON_WRAP_MASK, 0);
    block_io_restrict(r->comp, TR_RAM_START_LOW_OFFSET, 0, 0);
    block_io_restrict(r->comp, TR_RAM_START_HIGH_OFFSET, 0, 0);
    block_io_restrict(r->comp, TR_RAM_LIMIT_LOW_OFFSET, trimmable ? SRAM_SIZE - 4 : 0,
                      SRAM_SIZE - 4);
    block_io_restrict(r->comp, TR_RAM_LIMIT_HIGH_OFFSET, 0, 0);
    block_io_restrict(r->comp, TR_RAM_WP_LOW_OFFSET, SRAM_SIZE - 4 + TR_RAM_WRAP_MASK, 0);
    block_io_restrict(r->comp, TR_RAM_WP_HIGH_OFFSET, 0, 0);
    block_io_restrict(r->comp, TR_RAM_RP_LOW_OFFSET, SRAM_SIZE - 4, 0);
    block_io_restrict(r->comp, TR_RAM_RP_HIGH_OFFSET, 0, 0);
    assert_int_equal(rvt_ramsink_init(&r->sink, &r->b.io, SINK_BASE), RVT_OK);
}

/* Row "SMEM Generic", 64-bit addresses, memory accesses of `align` bytes. */
static inline void rig_smem(struct ramsink_rig *r, uint32_t align)
{
    const uint32_t low = ~(align - 1);

    block_io_init(&r->b);
    r->comp = block_io_add(&r->b, &regmap_ramsink, SINK_BASE, 54321);
    r->comp->access = align;
    block_io_memory(&r->b, r->mem, MEM_BASE, MEM_SIZE);
    memset(r->mem, 0xEE, sizeof(r->mem));
    block_io_restrict(r->comp, TR_RAM_CONTROL_OFFSET, TR_RAM_STOP_ON_WRAP_MASK, TR_RAM_MODE_MASK);
    block_io_restrict(r->comp, TR_RAM_START_LOW_OFFSET, low, 0);
    block_io_restrict(r->comp, TR_RAM_LIMIT_LOW_OFFSET, low, 0);
    block_io_restrict(r->comp, TR_RAM_WP_LOW_OFFSET, low | TR_RAM_WRAP_MASK, 0);
    block_io_restrict(r->comp, TR_RAM_RP_LOW_OFFSET, 0, 0);
    block_io_restrict(r->comp, TR_RAM_RP_HIGH_OFFSET, 0, 0);
    assert_int_equal(rvt_ramsink_init(&r->sink, &r->b.io, SINK_BASE), RVT_OK);
}

/* Reset, configure, and all that without a violation. */
static inline void rig_configure(struct ramsink_rig *r, const struct rvt_ramsink_cfg *cfg)
{
    assert_int_equal(rvt_ramsink_reset(&r->sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r->sink, cfg, NULL), RVT_OK);
    assert_string_equal(r->b.why, "");
}

/* Byte i of a trace: no two neighbors of a word are equal, and no period that fits a buffer. */
static inline uint8_t trace_byte(size_t i)
{
    return (uint8_t)(i * 7 + i / 251);
}

/* The hardware stores n bytes of trace. */
static inline size_t rig_trace(struct ramsink_rig *r, size_t n)
{
    static uint8_t bytes[8192];

    for (size_t i = 0; i < n; i++) {
        bytes[i] = trace_byte(i);
    }
    return block_io_trace(&r->b, r->comp, bytes, n);
}

#endif
