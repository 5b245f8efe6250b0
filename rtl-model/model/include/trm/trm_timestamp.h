/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timestamp unit, one for encoders and funnels: trTsControl, the counter, and the timestamp
 * that goes into messages and down the tree.
 *
 * Source: TCI 1.0, chapter "Timestamp Unit". Choices where it is open: docs/reference/model.md. A
 * clock of Internal System is a tick, one of Internal Core a cycle of the hart (encoders only). The
 * unit is a part of its component: the component calls it from its hooks and its tick.
 */
#ifndef TRM_TIMESTAMP_H
#define TRM_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "trm/trm_regfile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_TS_MODES_ENCODER = 0x1E, /* External, Internal System, Internal Core, Shared */
    TRM_TS_MODES_FUNNEL = 0x16,  /* the same without Internal Core */
    TRM_TS_WIDTH_MAX = 63,
};

struct trm_timestamp_cfg {
    uint8_t modes;    /* bit n: trTsMode n can be set, set of TRM_TS_MODES_*; 0: there is no unit,
                         all of its registers read 0 */
    uint8_t width;    /* trTsWidth, 1..TRM_TS_WIDTH_MAX */
    uint8_t vendor;   /* bits of trTsVendor that can be set */
    bool enable;      /* trTsEnable can be set (encoders) */
    bool copy_active; /* there is no reset of its own: trTsActive is a read-only copy of the
                         component's Active */
};

/* Private, but visible: a part of the component. It points at the register file: do not copy it. */
struct trm_timestamp {
    struct trm_timestamp_cfg cfg;
    struct trm_regfile *rf;
    uint64_t ticks;    /* Internal: clocks counted */
    uint64_t until;    /* Internal Core: clocks are counted up to this cycle */
    uint64_t cycle;    /* the current cycle */
    uint64_t external; /* timestamp that comes in, for mode External */
    uint64_t shared;   /* timestamp that comes in, for mode Shared */
    bool system;       /* Internal System, and counting */
    bool halted;       /* the hart is in debug mode */
};

/* Start a unit: remember the register file, and take its registers away if there is no unit.
 * Call it after trm_regfile_init. Returns TRM_OK, or TRM_ERR_ARG: modes beyond
 * TRM_TS_MODES_ENCODER, width out of range. */
TRM_MUST_CHECK enum trm_status trm_timestamp_init(struct trm_timestamp *ts,
                                                  const struct trm_timestamp_cfg *cfg,
                                                  struct trm_regfile *rf);

/* For the component's hooks: WARL of trTsControl; trTsControl went from old to now, with `written`
 * on the bus; the component was reset (`active` as in trm_regfile_hooks); what the register at
 * `offset`, one of trTsCounterLow and trTsCounterHigh, shows: the timestamp as of now, in mode None
 * 0. */
uint32_t trm_timestamp_legal(const struct trm_timestamp *ts, uint32_t now);
void trm_timestamp_written(struct trm_timestamp *ts, uint32_t old, uint32_t now, uint32_t written);
void trm_timestamp_reset(struct trm_timestamp *ts, bool active);
uint32_t trm_timestamp_read(const struct trm_timestamp *ts, uint32_t offset);

/* One clock. */
static inline void trm_timestamp_tick(struct trm_timestamp *ts)
{
    ts->cycle++;
    ts->ticks += ts->system ? 1u : 0u;
}

/* Values from outside, each tick; they hold until the next call. */
void trm_timestamp_set_external(struct trm_timestamp *ts, uint64_t value);
void trm_timestamp_set_shared(struct trm_timestamp *ts, uint64_t value);

/* Encoders: a record of this cycle of the hart, with this time from outside; call it before the
 * record is looked at. Returns its timestamp. Then, if it says so, the hart enters or leaves debug
 * mode. */
uint64_t trm_timestamp_record(struct trm_timestamp *ts, uint64_t cycle, uint64_t time);
void trm_timestamp_set_halted(struct trm_timestamp *ts, bool halted);

/* The timestamp as of now, in `width` bits; 0 in mode None and in reset. */
uint64_t trm_timestamp_value(const struct trm_timestamp *ts);

/* trTsMode; 0 (None) in reset and without a unit. */
uint32_t trm_timestamp_mode(const struct trm_timestamp *ts);

/* trTsEnable, and a mode other than None: messages carry TSTAMP. */
bool trm_timestamp_enabled(const struct trm_timestamp *ts);

/* Internal System, and counting: no tick may be left out. */
static inline bool trm_timestamp_counts_ticks(const struct trm_timestamp *ts)
{
    return ts->system;
}

#ifdef __cplusplus
}
#endif

#endif
