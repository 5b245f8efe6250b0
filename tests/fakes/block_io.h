/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Behavioral fake: trace components made from the generated register tables, and a piece of system
 * memory.
 *
 * Stricter than the specification where it can be: releasing a component from reset leaves garbage
 * in every Undef field, in Control too (what was written together with Active = 1 is lost). Things
 * that a driver must not do are counted in `violations`, and the first is explained.
 */
#ifndef BLOCK_IO_H
#define BLOCK_IO_H

#include <stdbool.h>

#include "hartrace/rvt_io.h"
#include "regmap/regmap.h"

#define BLOCK_WORDS 1024u
#define BLOCK_COMPS 8u

/* Number of reads of Control after which a change is seen; BLOCK_NEVER: it hangs. */
#define BLOCK_NEVER UINT32_MAX

struct block_comp {
    const struct regmap_component *map;
    uint64_t base;
    uint32_t regs[BLOCK_WORDS];
    uint32_t implemented[BLOCK_WORDS]; /* bits of WARL fields that can be written */
    uint32_t fixed[BLOCK_WORDS];       /* value of WARL bits that cannot */
    uint32_t written[BLOCK_WORDS];     /* bits written since the release from reset */
    uint32_t seed;                     /* of the garbage; changes with every reset */

    uint32_t active_delay;                         /* reads until Active follows */
    uint32_t enable_delay;                         /* reads until Enable follows */
    uint32_t empty_delay;                          /* reads until Empty follows Enable = 0 */
    uint32_t active_wait, enable_wait, empty_wait; /* private countdowns */
    bool active_want, enable_want;                 /* private */
    bool busy;                                     /* private: has been enabled, not yet empty */

    uint8_t *sram; /* SRAM mode: memory at trRamStart = 0; the caller's */
    uint64_t sram_size;
    uint32_t access; /* "A": bytes that the RAM sink stores at a time; 4 unless set */
};

struct block_io {
    struct rvt_io io;
    struct rvt_io_ops ops;
    struct block_comp comps[BLOCK_COMPS];
    size_t ncomps;
    uint8_t *mem; /* system memory; the caller's */
    uint64_t mem_base;
    uint64_t mem_size;
    unsigned reads, writes, relaxes;
    unsigned violations;
    char why[160]; /* the first violation */
};

/* No component; poll_limit 16. */
void block_io_init(struct block_io *b);

/* Add a component at base in the state after power-up: Active = 0, everything else garbage. */
struct block_comp *block_io_add(struct block_io *b, const struct regmap_component *map,
                                uint64_t base, uint32_t seed);

/* Give the component system memory for SMEM mode. */
void block_io_memory(struct block_io *b, uint8_t *mem, uint64_t base, uint64_t size);

/* Of the register at offset, only the bits of mask can be written, the others always read as in
 * fixed. */
void block_io_restrict(struct block_comp *c, uint32_t offset, uint32_t mask, uint32_t fixed);

/*
 * The name of a writable Undef field that was not written since the component was released from
 * reset, or NULL. Not asked of filters and comparators, which trTeInstFilters = 0 and
 * trTeDataFilters = 0 leave unused, and of trRamData.
 */
const char *block_io_forgotten(const struct block_comp *c);

/* The RAM sink stores n bytes (a multiple of `access`) as its hardware does; the number that was
 * stored before a stop on wrap. */
size_t block_io_trace(struct block_io *b, struct block_comp *sink, const uint8_t *bytes, size_t n);

/* Register value, as a debugger that changes nothing would see it. */
uint32_t block_io_peek(const struct block_comp *c, uint32_t offset);

#endif
