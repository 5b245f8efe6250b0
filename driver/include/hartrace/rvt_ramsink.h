/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Trace RAM Sink, in SRAM or SMEM mode. Order of calls: init, reset, configure, enable ...
 * disable, read.
 *
 * TCI 1.0, chapters "Trace RAM Sink", "Accessing and Detecting RAM Sink Registers", "Enabling and
 * Disabling".
 */
#ifndef HARTRACE_RVT_RAMSINK_H
#define HARTRACE_RVT_RAMSINK_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_component.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rvt_ramsink_mode {
    RVT_RAMSINK_SRAM = 0, /* memory inside of the sink, read through trRamRP and trRamData */
    RVT_RAMSINK_SMEM = 1, /* system memory, read like other memory */
};

/* What a sink can do in one mode. */
struct rvt_ramsink_caps {
    enum rvt_ramsink_mode mode;
    bool has_sram;      /* trRamHasSRAM */
    bool has_smem;      /* trRamHasSMEM */
    uint64_t start_min; /* values that trRamStart takes when 0 and all ones are written */
    uint64_t start_max;
    uint64_t limit_min; /* the same of trRamLimit, with trRamStart at start_min */
    uint64_t limit_max;
    bool start_high; /* trRamStartHigh is implemented */
    bool limit_high; /* trRamLimitHigh is implemented */
    uint32_t align; /* "A" of the specification, bytes: width of a memory access, power of two, 4 or
                       more */
};

struct rvt_ramsink_cfg {
    enum rvt_ramsink_mode mode;
    uint64_t start; /* SMEM: first byte of the memory that trace may use, multiple of 4. SRAM: 0 */
    uint64_t size;  /* bytes, multiple of 4. SRAM: 0, or more than there is, = all of it */
    bool stop_on_wrap;  /* trRamStopOnWrap */
    uint8_t mem_format; /* trRamMemFormat, 0..3; 0 = plain bytes */
    uint8_t async_freq; /* trRamAsyncFreq, 0..7; 0 = off */
    bool exact;         /* refuse (RVT_ERR_UNSUPPORTED) when anything is granted differently */
};

/* What was granted: buffer bytes start .. start + size - 1, size = limit + align - start. */
struct rvt_ramsink_granted {
    uint64_t start;
    uint64_t limit; /* trRamLimit: address of the last memory access */
    uint64_t size;
    uint32_t align; /* 0: attached, not adopted; size and data_port are not known either */
    bool stop_on_wrap;
    uint8_t mem_format;
    uint8_t async_freq;
    bool data_port; /* trRamRP could be set: the trace is read through trRamData */
};

/* One sink; private after rvt_ramsink_init. */
struct rvt_ramsink {
    struct rvt_component c;
    bool caps_valid;
    struct rvt_ramsink_caps caps;
    struct rvt_ramsink_granted granted;
};

/* A piece of the trace buffer. */
struct rvt_span {
    uint64_t addr;
    uint64_t size; /* bytes; 0 = no such piece */
};

struct rvt_ramsink_status {
    bool enabled; /* trRamEnable; 0 by itself after a stop on wrap */
    bool empty;   /* trRamEmpty */
    bool wrapped; /* trRamWrap */
    uint64_t wp;  /* trRamWP; while trace is written the two halves may not belong together */
};

/* Fill in *s; no hardware access. RVT_ERR_ARG: as rvt_component_init. */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_init(struct rvt_ramsink *s, const struct rvt_io *io,
                                                uint64_t base);

/* rvt_component_reset, then 0 to every field of Control but Active. Returns as rvt_component_reset.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_reset(struct rvt_ramsink *s);

/*
 * rvt_component_attach, and of a disabled sink start, limit and settings as the registers have
 * them. Nothing is written, whatever the state. Then rvt_ramsink_get_status works, and enable and
 * disable do; rvt_ramsink_span, _size and _read need rvt_ramsink_adopt first, with the sink
 * disabled: attach again after rvt_ramsink_disable.
 *
 * RVT_ERR_DATA: a limit below the start.
 * Else as rvt_component_attach.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_attach(struct rvt_ramsink *s);

/*
 * Take over the buffer of a sink that was attached and is disabled, in order to read it. What no
 * register states is found out by writing: in SMEM mode the width of an access (trRamLimit, which
 * gets its value back), in both modes whether trRamRP can be set (it is left at the limit).
 * Configured or adopted already: RVT_OK, nothing is written.
 *
 * RVT_ERR_STATE: not attached, or enabled.
 * RVT_ERR_DATA: trRamLimit does not take its own value back, or SRAM without a trRamRP that can be
 *   set.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_adopt(struct rvt_ramsink *s);

/*
 * Set the mode, then find the ranges of trRamStart and trRamLimit by writing 0 and all ones (the
 * sink is disabled, so nothing is stored there). A configured sink has to be configured again
 * afterwards. caps may be NULL.
 *
 * RVT_ERR_ARG: unknown mode.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_UNSUPPORTED: trRamMode does not take the mode.
 * RVT_ERR_DATA: a lowest value above the highest, or no limit at all.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_discover(struct rvt_ramsink *s,
                                                    enum rvt_ramsink_mode mode,
                                                    struct rvt_ramsink_caps *caps);

/*
 * Discover (unless done since the reset in this mode), then mode and options, trRamStart,
 * trRamLimit (start + size - A), trRamRP (can it be set?), trRamWP = trRamStart. granted may be
 * NULL; otherwise what was found out is stored there also when a step fails. The sink stays
 * disabled. The buffer that results is never outside of the one given: else it cannot be enabled.
 *
 * RVT_ERR_ARG: start or size is no multiple of 4, start + size exceeds 2^64, SMEM with size 0,
 *   SRAM with a start, a value that does not fit its field.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_RANGE: the sink takes no buffer inside of the one given; *granted says what it took.
 * RVT_ERR_UNSUPPORTED: the mode is not there; or cfg->exact and *granted differs from what was
 *   asked.
 * RVT_ERR_DATA: as rvt_ramsink_discover, or trRamWP does not take the start, or SRAM without a
 *   trRamRP that can be set.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_configure(struct rvt_ramsink *s,
                                                     const struct rvt_ramsink_cfg *cfg,
                                                     struct rvt_ramsink_granted *granted);

/*
 * trRamWP = trRamStart (which clears trRamWrap: the buffer is empty again), trRamEnable = 1, wait
 * until it reads 1. Enabled already (by trRamEnable): RVT_OK, nothing is written.
 *
 * RVT_ERR_STATE: not configured; or it has stopped by itself (stop on wrap) and was not disabled
 *   since; or somebody else has reset it.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_enable(struct rvt_ramsink *s);

/*
 * trRamEnable = 0, wait until it reads 0, then wait for trRamEmpty = 1: all trace is in memory. May
 * be called again.
 *
 * RVT_ERR_STATE: not reset.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_disable(struct rvt_ramsink *s);

/* Read the status bits and trRamWP. RVT_ERR_STATE: not reset. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_get_status(const struct rvt_ramsink *s,
                                                      struct rvt_ramsink_status *status);

/*
 * Where the trace is, oldest byte first: span[0], then span[1]. Without a wrap: start up to
 * trRamWP. With: trRamWP up to the end, start up to trRamWP.
 *
 * RVT_ERR_STATE: not configured, enabled, or attached without rvt_ramsink_adopt.
 * RVT_ERR_DATA: trRamWP is outside of the buffer or not aligned.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_span(const struct rvt_ramsink *s,
                                                struct rvt_span span[2]);

/* Bytes of trace in the buffer, the sum of the spans. Returns as rvt_ramsink_span. */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_size(const struct rvt_ramsink *s, uint64_t *size);

/*
 * Read n bytes of trace into buf; offset 0 is the oldest byte. Through trRamRP and trRamData where
 * the sink has them, else from memory. After a wrap the first message is most likely cut.
 *
 * RVT_ERR_RANGE: offset + n exceeds rvt_ramsink_size; nothing was read.
 * Else as rvt_ramsink_span; buf may be filled in part.
 */
RVT_MUST_CHECK enum rvt_status rvt_ramsink_read(const struct rvt_ramsink *s, uint64_t offset,
                                                uint8_t *buf, size_t n);

#ifdef __cplusplus
}
#endif

#endif
