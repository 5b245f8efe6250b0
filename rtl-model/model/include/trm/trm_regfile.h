/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register file of one trace component: a generated table, caller-owned words, and hooks.
 *
 * The table says what bits exist and how they are accessed; the file does the rest: reserved bits
 * read 0 and ignore writes, RO fields never change by writes, W1 fields read 0, RW1C fields are
 * cleared by ones, tr??Active resets. WARL rules and everything that a component does are hooks.
 *
 * Sources: TCI 1.0, chapters "Glossary", "Trace Component Register Map", "Reset and Discovery".
 *
 * Where the spec is open, this file does:
 * - In reset every register reads 0 (tr??Active too, once the power delay is over), and only
 *   tr??Active can be written.
 * - A write of tr??Active = 1 to a component in reset releases it; the other bits of that write are
 * ignored.
 * - A write of tr??Active = 0 resets at once (tr??Enable becomes 0, buffered data is dropped); the
 * other bits of that write are ignored. With a power delay tr??Active keeps its old read value for
 * that many ticks; until then the component behaves as in reset and ignores all writes.
 * - With an enable delay tr??Enable keeps its old value, in reads and in effect, for that many
 * ticks after a write that changes it; the other bits of that write take effect at once. A later
 * write says anew what it shall become; a reset forgets it.
 * - Every reset gives SD fields their default, other fields their reset value, and Undef fields
 * what the policy says.
 */
#ifndef TRM_REGFILE_H
#define TRM_REGFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "regmap/param.h" /* what parameters can be */
#include "regmap/regmap.h"
#include "trm/trm_status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_REGFILE_BYTES = 4096, /* a component's block */
    TRM_REGFILE_WORDS = TRM_REGFILE_BYTES / 4,
};

/* What fields without a reset value ("Undef") hold after a reset. */
enum trm_undef {
    TRM_UNDEF_ZERO = 0,    /* 0, made legal by the WARL hook */
    TRM_UNDEF_GARBAGE = 1, /* seeded noise, made legal by the WARL hook; RW1C fields hold 0 */
};

struct trm_regfile_hooks {
    /* WARL: return the legal value for a register that held old and would become now. Only writable
     * bits of the result are used. NULL: everything is legal. Also called for reset values of Undef
     * fields. */
    uint32_t (*pre_write)(void *ctx, uint32_t offset, uint32_t old, uint32_t now);
    /* After a write: the register went from old to now; written is the bus value (W1 fields are
     * seen there). Not called by resets. NULL: nothing. */
    void (*post_write)(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written);
    /* Before a read returns: value is what the register holds; return what the reader shall see.
     * NULL: value. */
    uint32_t (*post_read)(void *ctx, uint32_t offset, uint32_t value);
    /* After a reset of the component: active is false when tr??Active was written 0, and true when
     * it has become 1; then all registers hold their reset values. NULL: nothing. */
    void (*reset)(void *ctx, bool active);
    void *ctx;
};

struct trm_regfile_cfg {
    const struct regmap_component *map; /* the generated table */
    struct trm_regfile_hooks hooks;
    enum trm_undef undef;
    uint64_t seed;         /* of garbage */
    uint32_t power_ticks;  /* ticks until tr??Active reads as written; 0 = at once */
    uint32_t enable_ticks; /* ticks until tr??Enable does, and takes effect; 0 = at once */
    uint8_t version;       /* tr??VerMajor, and tr??VerMinor << 4; 0 = what the table says */
};

/* Private, but visible: the caller owns the memory. */
struct trm_regfile {
    struct trm_regfile_cfg cfg;
    uint32_t *word;                          /* TRM_REGFILE_WORDS words, caller-owned */
    uint32_t absent[TRM_REGFILE_WORDS / 32]; /* bit n: register at offset 4n is not implemented */
    uint64_t noise;
    uint32_t power_left;
    bool active;      /* tr??Active as it reads */
    bool active_next; /* tr??Active as last written */
    uint32_t enable_left;
    bool enable_pending; /* tr??Enable is about to change to enable_next */
    bool enable_next;    /* its next value */
};

/* Start a register file in the state after power-on: in reset. words[] has TRM_REGFILE_WORDS words
 * and must live as long as the file. Returns TRM_OK or TRM_ERR_ARG (no table, no words). */
TRM_MUST_CHECK enum trm_status trm_regfile_init(struct trm_regfile *rf,
                                                const struct trm_regfile_cfg *cfg, uint32_t *words);

/* Say that the register at offset (and all its repetitions) is not implemented: it reads 0 and
 * ignores writes. */
void trm_regfile_remove(struct trm_regfile *rf, uint32_t offset);

/* Say that only the first n repetitions of the register at offset (of its first one) are
 * implemented. */
void trm_regfile_keep(struct trm_regfile *rf, uint32_t offset, unsigned n);

/* Read `size` bytes at `offset` of the block.
 * Returns TRM_OK, TRM_ERR_MISALIGNED, TRM_ERR_SIZE or TRM_ERR_RANGE; *value is 0 on error. */
TRM_MUST_CHECK enum trm_status trm_regfile_read(struct trm_regfile *rf, uint32_t offset,
                                                unsigned size, uint32_t *value);

/* Write. Returns TRM_OK, TRM_ERR_MISALIGNED, TRM_ERR_SIZE or TRM_ERR_RANGE. */
TRM_MUST_CHECK enum trm_status trm_regfile_write(struct trm_regfile *rf, uint32_t offset,
                                                 unsigned size, uint32_t value);

/* One clock: only the power delay needs it. */
void trm_regfile_tick(struct trm_regfile *rf);

/* The hardware side: read and change words without rules or hooks. Offsets are multiples of 4 below
 * 4096. */
static inline uint32_t trm_regfile_get(const struct trm_regfile *rf, uint32_t offset)
{
    return rf->word[offset / 4];
}

static inline void trm_regfile_set(struct trm_regfile *rf, uint32_t offset, uint32_t mask,
                                   uint32_t value)
{
    rf->word[offset / 4] = (rf->word[offset / 4] & ~mask) | (value & mask);
}

/* Is the component out of reset? */
static inline bool trm_regfile_active(const struct trm_regfile *rf)
{
    return rf->active && rf->active_next;
}

/* Is tr??Active or tr??Enable about to change (power_ticks, enable_ticks)? */
static inline bool trm_regfile_settling(const struct trm_regfile *rf)
{
    return rf->active != rf->active_next || rf->enable_pending;
}

/* The register of the table at offset, or NULL; repetitions count. */
const struct regmap_reg *trm_regfile_find(const struct regmap_component *map, uint32_t offset);

#ifdef __cplusplus
}
#endif

#endif
