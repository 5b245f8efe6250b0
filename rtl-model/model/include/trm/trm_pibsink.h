/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PIB sink: whole messages in, waveforms on trace pins out.
 *
 * Source: TCI 1.0, chapter "Trace PIB Sink"; N-Trace 1.0, chapters "Order of bits and bytes" and
 * "PIB Idle Cycles Explained". Choices where these are open: docs/model.md. Each tick is one period
 * of the input clock that trPibDivider divides; the pins hold their levels from one tick to the
 * next.
 */
#ifndef TRM_PIBSINK_H
#define TRM_PIBSINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trm/trm_link.h"
#include "trm/trm_queue.h"
#include "trm/trm_regfile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_PIBSINK_BUFFER_MIN = 2 * TRM_MESSAGE_MAX,
    TRM_PIBSINK_BUFFER_MAX = 1024,
    TRM_PIBSINK_MODES_ALL = 0x1F30, /* trPibMode 4, 5, 8..12 */
};

struct trm_pibsink_cfg {
    uint16_t modes;      /* bit n: trPibMode n can be set (4, 5, 8..12); 0 = Off always can. Default
                            TRM_PIBSINK_MODES_ALL */
    uint8_t clk_centers; /* bit 0: trPibClkCenter 0 can be set in parallel modes, bit 1: 1 can.
                            Default 3 */
    bool calibrate;      /* trPibCalibrate; default true */
    bool async; /* trPibAsyncFreq can be set: n leaves the pins idle for idle_length bytes before
                   the first message after every 2^(n + 5) bytes; default false: reads 0 */
    uint8_t divider_bits;   /* width of trPibDivider, 0..16; default 16 */
    uint16_t divider_min;   /* smallest trPibDivider that can be set; default 0 */
    uint16_t divider_reset; /* trPibDivider after a reset: slow enough for the pins; default 7 */
    uint32_t idle_bytes;    /* 1-, 2- and 4-bit modes: after so many bytes without idle_length idle
                               bytes, put these before the next message; 0 = never. Default 256 */
    bool idle_sync;         /* 1-, 2- and 4-bit modes: put them before each synchronizing message,
                               too; default false */
    uint8_t idle_length;    /* idle bytes at a time, 1..4; default 2: only 14 ones or more cannot
                               be part of a message */
    uint32_t buffer_bytes;  /* TRM_PIBSINK_BUFFER_MIN..TRM_PIBSINK_BUFFER_MAX; default 256 */
    enum trm_undef undef;   /* default TRM_UNDEF_ZERO */
    uint64_t seed;
    uint32_t power_ticks;  /* as in struct trm_regfile_cfg; default 0 */
    uint32_t enable_ticks; /* the same */
    uint8_t version;       /* as in struct trm_regfile_cfg; default 0: 1.0 */
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
    uint8_t unit[TRM_MESSAGE_MAX]; /* on the wire: a message, or a calibration pattern */
    uint32_t unit_bytes;           /* 0 = idle */
    uint32_t unit_beats;           /* beats that it takes */
    uint32_t unit_at;              /* beats of it that were started */
    bool unit_calibrates;
    uint8_t store[2 * TRM_PIBSINK_BUFFER_MAX];
};

/* Start a sink in the state after power-on (trPibActive = 0).
 * Returns TRM_OK, or TRM_ERR_ARG when the configuration is out of range. */
int trm_pibsink_init(struct trm_pibsink *sink, const struct trm_pibsink_cfg *cfg);

/* The input. Disabled or in mode Off: messages are swallowed. While it calibrates: refused. */
struct trm_link trm_pibsink_link(struct trm_pibsink *sink);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. */
int trm_pibsink_reg_read(struct trm_pibsink *sink, uint32_t offset, unsigned size, uint32_t *value);
int trm_pibsink_reg_write(struct trm_pibsink *sink, uint32_t offset, unsigned size, uint32_t value);

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
