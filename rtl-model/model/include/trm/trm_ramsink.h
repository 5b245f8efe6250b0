/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The RAM sink: whole messages in, bytes in a circular buffer out, in dedicated SRAM or in system
 * memory (SMEM).
 *
 * Source: TCI 1.0, chapter "Trace RAM Sink". Choices where it is open: docs/model.md. The vendor
 * register trRamVendorStatus (0xE00) has trRamBusError: a write to system memory failed; its word
 * is lost, the write pointer went on.
 */
#ifndef TRM_RAMSINK_H
#define TRM_RAMSINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trm/trm_link.h"
#include "trm/trm_regfile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_RAMSINK_WIDTH_MAX = 16,
    TRM_RAMSINK_BUFFER_MAX = 512, /* bytes waiting for the memory */
};

/* The sink's port to system memory: write n bytes (the width), or read n bytes (4), at a byte
 * address that is a multiple of n. Returns 0, or a negative number for a bus error. */
struct trm_ramsink_bus {
    int (*write)(void *ctx, uint64_t address, const uint8_t *bytes, size_t n);
    void *ctx;
    int (*read)(void *ctx, uint64_t address, uint8_t *bytes, size_t n); /* with smem_data */
};

struct trm_ramsink_cfg {
    bool has_sram;              /* trRamHasSRAM; default true */
    bool has_smem;              /* trRamHasSMEM; default false. At least one of the two */
    uint8_t *sram;              /* backing store of the caller, sram_bytes long */
    uint32_t sram_bytes;        /* a multiple of width, at least width; default 0 */
    bool limit_fixed;           /* SRAM: trRamLimitLow cannot be trimmed; default false */
    struct trm_ramsink_bus bus; /* SMEM */
    uint8_t address_bits; /* of system memory, 32..64; default 64. 32: the High registers read 0 */
    uint32_t start_align; /* SMEM: trRamStart is a multiple of this power of two; default: width */
    uint64_t smem_start;  /* SMEM, with smem_bytes: trRamStart is fixed here, a multiple of width */
    uint32_t smem_bytes;  /* SMEM: size of a fixed region that does not cross 4 GiB, a multiple of
                             width: trRamLimit is its last word after a reset, and can only be
                             trimmed. Default 0: any range */
    uint8_t width;        /* bytes of a trace word: 4, 8 or 16; default 4 */
    uint32_t words_per_tick; /* trace words written a tick; 0 = no limit: at once. Default 0 */
    uint32_t buffer_bytes;   /* words_per_tick > 0: room for messages, TRM_MESSAGE_MAX
                                + 16..TRM_RAMSINK_BUFFER_MAX;   default 256 */
    bool read_active;   /* trRamRP and trRamData work while the sink is active; default false */
    bool smem_data;     /* SMEM: trRamRP and trRamData are there too and read system memory through
                           the bus; default false */
    bool data_writable; /* SRAM: trRamData can be written (for tests of memories); default false */
    bool async; /* trRamAsyncFreq can be set: n inserts an idle byte before the first message after
                   every 2^(n + 5) bytes; default false: reads 0 */
    enum trm_undef undef; /* default TRM_UNDEF_ZERO */
    uint64_t seed;
    uint32_t power_ticks;  /* as in struct trm_regfile_cfg; default 0 */
    uint32_t enable_ticks; /* the same */
    uint8_t version;       /* as in struct trm_regfile_cfg; default 0: 1.0 */
};

void trm_ramsink_cfg_init(struct trm_ramsink_cfg *cfg);

struct trm_ramsink_stats {
    uint64_t messages;  /* accepted while enabled */
    uint64_t bytes;     /* of those messages */
    uint64_t swallowed; /* messages that came while disabled */
    uint64_t padding;   /* idle bytes added */
    uint64_t words;     /* trace words written */
    uint64_t wraps;
    uint64_t bus_errors;
    uint64_t discarded; /* bytes accepted before trRamStopOnWrap stopped the sink, not stored */
};

/* Private, but visible: the caller owns the memory. */
struct trm_ramsink {
    struct trm_ramsink_cfg cfg;
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    struct trm_ramsink_stats stats;
    bool enabled;        /* trRamEnable */
    bool flushing;       /* trRamEnable went to 0, the rest is being written */
    bool stopped;        /* trRamStopOnWrap did it: refuse until enabled again */
    uint32_t async_left; /* bytes until the next idle byte */
    uint32_t head, fill; /* of buffer[], a ring */
    uint8_t buffer[TRM_RAMSINK_BUFFER_MAX];
};

/* Start a sink in the state after power-on (trRamActive = 0).
 * Returns TRM_OK, or TRM_ERR_ARG when the configuration is out of range. */
int trm_ramsink_init(struct trm_ramsink *sink, const struct trm_ramsink_cfg *cfg);

/* The input. Never enabled or disabled by software: messages are swallowed. Stopped by
 * trRamStopOnWrap: refused. */
struct trm_link trm_ramsink_link(struct trm_ramsink *sink);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. */
int trm_ramsink_reg_read(struct trm_ramsink *sink, uint32_t offset, unsigned size, uint32_t *value);
int trm_ramsink_reg_write(struct trm_ramsink *sink, uint32_t offset, unsigned size, uint32_t value);

/* One clock: words_per_tick words move to memory. */
void trm_ramsink_tick(struct trm_ramsink *sink);

/* trRamEmpty: nothing is buffered. */
bool trm_ramsink_empty(const struct trm_ramsink *sink);

/* Does a tick change anything: data buffered, power changing? While false, and nothing comes in,
 * ticks may be skipped. */
bool trm_ramsink_busy(const struct trm_ramsink *sink);

#ifdef __cplusplus
}
#endif

#endif
