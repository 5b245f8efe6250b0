/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel in SystemVerilog and its model side by side, clock by clock: random messages, register
 * accesses and requests; a difference fails the test, with seed and cycle. */
#ifndef FUNNEL_RIG_H
#define FUNNEL_RIG_H

#include "random_hart.h"
#include "rtl_funnel.h"

enum {
    EXPECTED = 256, /* messages of one input on their way */
    MESSAGE = 48,   /* longest */
    PATIENCE = 15,  /* cycles that the output refuses, at most */
};

struct funnel_message {
    uint8_t bytes[MESSAGE];
    unsigned n;
};

struct funnel_source {
    struct funnel_message now;
    unsigned at;   /* bytes of it that were taken */
    bool decided;  /* the model has seen it */
    bool offering; /* a beat is on the link */
    struct funnel_message expected[EXPECTED];
    unsigned head, count;
    bool answered;       /* its part of the flush under way ... */
    unsigned flush_mark; /* messages that came in before the flush */
    unsigned syncs;      /* of the model in this cycle */
};

struct funnel_run {
    const struct rtl_funnel_kind *kind;
    struct rtl_funnel *rtl;
    struct trm_funnel model;
    struct trm_funnel_cfg cfg;
    struct rh_rng rng;
    uint64_t seed, cycle;
    bool stop; /* the output is stopped */
    struct rtl_funnel_io io;
    struct funnel_source source[RTL_LINKS_MAX];
    struct funnel_message out; /* as far as it has come */
    bool shown;                /* a beat waits at the output ... */
    struct rtl_link before;    /* ... this one */
    unsigned refused, patience;
    unsigned longest;      /* message */
    uint8_t order[64];     /* where the last messages came from */
    unsigned busy, refuse; /* percent */
    bool resets, asks;
    uint64_t sent;
    unsigned flush_ready; /* cycles of the flush in which the output took what came */
    uint64_t flushes;     /* that have ended */
    /* Bits of modes that the timestamp unit was set to, and of prescalers with which it counted;
     * writes of trTsReset, settings in which its counter stands still. */
    unsigned ts_modes, ts_prescales, ts_resets, ts_stops;
};

void funnel_rig_start(struct funnel_run *run, const struct rtl_funnel_kind *kind, uint64_t seed);
void funnel_rig_clock(struct funnel_run *run);

/* Begin an access to a register, now and then; the next clocks go on with it. */
void funnel_rig_next_access(struct funnel_run *run);

/* An access, two clocks. */
void funnel_rig_access(struct funnel_run *run, bool write, uint32_t offset, uint32_t value);

/* What was queued is taken back, but for the message that is on its way: a reset. */
void funnel_rig_take_back(struct funnel_run *run);

/* No more messages, all out, and every register equal. */
void funnel_rig_finish(struct funnel_run *run);

void funnel_rig_complain(const struct funnel_run *run, const char *what);

#endif
