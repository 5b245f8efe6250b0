/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PIB sink: whole messages in, waveforms on trace pins out.
 *
 * Source: TCI 1.0, chapter "Trace PIB Sink"; N-Trace 1.0, chapters "Order of bits and bytes" and
 * "PIB Idle Cycles Explained". Choices where these are open: docs/reference/model.md. Each tick is
 * one period of the input clock that trPibDivider divides; the pins hold their levels from one tick
 * to the next.
 */
#ifndef TRM_PIBSINK_H
#define TRM_PIBSINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/pibsink_params.h"
#include "trm/trm_link.h"
#include "trm/trm_queue.h"
#include "trm/trm_regfile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_PIBSINK_MODES_ALL = 0x1F30, /* trPibMode 4, 5, 8..12 */
};

/* Parameters: those of regmap/params/pibsink.toml, which regmap/gen/md/params.md explains. */
struct trm_pibsink_cfg {
    TRM_PIBSINK_CFG_MEMBERS
    enum trm_undef undef; /* default TRM_UNDEF_ZERO */
    uint64_t seed;        /* of TRM_UNDEF_GARBAGE */
};

void trm_pibsink_cfg_init(struct trm_pibsink_cfg *cfg);

/* Levels of the pins. TRC_DATA[n] is bit n; pins that the mode does not use are 0. In SWT modes
 * TRC_DATA[0] is the wire and TRC_CLK is 0. */
struct trm_pib_pins {
    bool clk;      /* TRC_CLK */
    uint16_t data; /* TRC_DATA[15:0] */
};

struct trm_pibsink_stats {
    uint64_t messages;  /* accepted while enabled */
    uint64_t bytes;     /* of those messages */
    uint64_t swallowed; /* messages that came while disabled, in reset, or in mode Off */
    uint64_t dropped;   /* messages lost to a reset */
    uint64_t idle;      /* times that idle_length bytes were put in (idle_bytes, idle_sync,
                           trPibAsyncFreq) */
};

/* Private, but visible: the caller owns the memory. It points into itself: do not copy it. */
struct trm_pibsink {
    struct trm_pibsink_cfg cfg;
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    struct trm_pibsink_stats stats;
    struct trm_queue queue;
    struct trm_pib_pins pins;
    bool enabled;
    uint32_t divide;               /* ticks to the next divided clock */
    uint8_t phase;                 /* divided clocks into this beat */
    uint16_t beat;                 /* what the pins carry; Manchester: both halves of the bit */
    uint32_t since_idle;           /* bytes since the pins were idle for idle_length bytes */
    uint32_t async_left;           /* bytes to the next idle byte of trPibAsyncFreq */
    uint32_t idle_beats;           /* idle beats just seen, up to idle_length bytes */
    bool idle_waits;               /* the next message waits for them */
    uint8_t unit[TRM_MESSAGE_MAX]; /* on the wire: a message, a calibration pattern, nulls */
    uint32_t unit_bytes;           /* 0 = idle */
    uint32_t unit_beats;           /* beats that it takes */
    uint32_t unit_at;              /* beats of it that were started */
    bool unit_calibrates;
    bool unit_nulls; /* E-Trace: null packets alone */
    bool nulls;      /* E-Trace: what the pins carried last is a null.idle */
    uint8_t store[2 * TRM_PIBSINK_BUFFER_MAX];
};

/* Start a sink in the state after power-on (trPibActive = 0).
 * Returns TRM_OK, or TRM_ERR_ARG when the configuration is out of range. */
TRM_MUST_CHECK enum trm_status trm_pibsink_init(struct trm_pibsink *sink,
                                                const struct trm_pibsink_cfg *cfg);

/* The input. Disabled or in mode Off: messages are swallowed. While it calibrates: refused. */
struct trm_link trm_pibsink_link(struct trm_pibsink *sink);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. */
TRM_MUST_CHECK enum trm_status trm_pibsink_reg_read(struct trm_pibsink *sink, uint32_t offset,
                                                    unsigned size, uint32_t *value);
enum trm_status trm_pibsink_reg_write(struct trm_pibsink *sink, uint32_t offset, unsigned size,
                                      uint32_t value);

/* One period of the input clock. */
void trm_pibsink_tick(struct trm_pibsink *sink);

/* The pins, from the last tick on. */
struct trm_pib_pins trm_pibsink_pins(const struct trm_pibsink *sink);

/* Ticks that n bytes of messages take at most, with trPibControl as it is read: those of the
 * slowest mode, idle bytes and start and stop bits included. 0 while the sink is disabled or in
 * mode Off. */
uint64_t trm_pibsink_ticks(uint32_t control, uint32_t n);

/* trPibEmpty: nothing is buffered and the last bit has left the pins. */
bool trm_pibsink_empty(const struct trm_pibsink *sink);

#ifdef __cplusplus
}
#endif

#endif
