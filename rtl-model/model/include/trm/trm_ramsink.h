/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The RAM sink: whole messages in, bytes in a circular buffer out, in dedicated SRAM or in system
 * memory (SMEM).
 *
 * Source: TCI 1.0, chapter "Trace RAM Sink". Choices where it is open: docs/reference/model.md. The
 * vendor register trRamVendorStatus (0xE00) has trRamBusError: a write to system memory failed; its
 * word is lost, the write pointer went on.
 */
#ifndef TRM_RAMSINK_H
#define TRM_RAMSINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/ramsink_params.h"
#include "trm/trm_link.h"
#include "trm/trm_regfile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sink's port to system memory: write n bytes (the width), or read n bytes (4), at a byte
 * address that is a multiple of n. Returns 0, or a negative number for a bus error. */
struct trm_ramsink_bus {
    int (*write)(void *ctx, uint64_t address, const uint8_t *bytes, size_t n);
    void *ctx;
    int (*read)(void *ctx, uint64_t address, uint8_t *bytes, size_t n); /* with smem_data */
};

/* Parameters: those of regmap/params/ramsink.toml, which regmap/gen/md/params.md explains. */
struct trm_ramsink_cfg {
    TRM_RAMSINK_CFG_MEMBERS
    uint8_t *sram;              /* backing store of the caller, sram_bytes long */
    struct trm_ramsink_bus bus; /* SMEM */
    enum trm_undef undef;       /* default TRM_UNDEF_ZERO */
    uint64_t seed;              /* of TRM_UNDEF_GARBAGE */
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
TRM_MUST_CHECK enum trm_status trm_ramsink_init(struct trm_ramsink *sink,
                                                const struct trm_ramsink_cfg *cfg);

/* The input. Never enabled or disabled by software: messages are swallowed. Stopped by
 * trRamStopOnWrap: refused. */
struct trm_link trm_ramsink_link(struct trm_ramsink *sink);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. */
TRM_MUST_CHECK enum trm_status trm_ramsink_reg_read(struct trm_ramsink *sink, uint32_t offset,
                                                    unsigned size, uint32_t *value);
enum trm_status trm_ramsink_reg_write(struct trm_ramsink *sink, uint32_t offset, unsigned size,
                                      uint32_t value);

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
