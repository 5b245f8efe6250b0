/* SPDX-License-Identifier: Apache-2.0 */
/* What tests of the whole subsystem in SystemVerilog share: harts with their models, accesses over
 * its APB port, and its messages, found in memory, on pins and on ATB. The test has the clock. */
#ifndef SYSTEM_RIG_H
#define SYSTEM_RIG_H

#include "htr/htr_pib.h"
#include "random_hart.h"
#include "rtl_system.h"

enum {
    RAM = 0, /* sinks */
    PIB,
    ATB,
    SINKS,
    WAVE = 200000, /* cycles */
    ATB_ID = 0x25,
    HARTS_MAX = 3,
    BYTES = 32768,
    BLOCK = 0x1000, /* registers of a component */
    SRC_BITS = 2,
};

/* A source: its hart, its model, and what the model sent. */
struct source {
    struct rh_hart hart;
    struct trm_encoder model;
    struct ingress_cycle record;
    bool offering;
    uint8_t bytes[BYTES];
    bool any_time[BYTES]; /* bytes of messages whose TSTAMP is not compared */
    size_t n;
    size_t seen[SINKS];      /* of them, found downstream of a sink */
    size_t mark;             /* of them, when the flush began */
    uint64_t time[SINKS][2]; /* TSTAMP of what was found, and of the model's, without differences */
};

struct run {
    const struct rtl_system_kind *kind;
    struct rtl_system *rtl;
    struct rtl_system_io io;
    struct rh_rng rng;
    void (*clock)(struct run *run); /* a cycle of the bus; the last one that was is in io */
    uint64_t cycle;                 /* of the components */
    unsigned busy;                  /* percent */
    struct source source[HARTS_MAX];
    struct htr_pib_setting probe;
    struct htr_pib_sample wave[WAVE];
    uint8_t atb[BYTES];
    size_t atb_n, atb_at; /* of atb[]: bytes that came, and whose messages were found */
    unsigned flushes, syncs;
    bool flushing;     /* may the target ask for flushes? */
    bool stamps;       /* messages have TSTAMP */
    uint64_t late;     /* TSTAMP may be this much earlier than the model's */
    unsigned messages; /* that were found */
};

/* A system of this kind out of reset, and random harts that wait. */
void system_rig_create(struct run *run, const struct rtl_system_kind *kind, uint64_t seed,
                       void (*clock)(struct run *run));

/* From the sinks on: activate, settings, enable. */
void system_rig_start_sinks(struct run *run);

/* Encoders with stall, and with these bits of trTeInstFeatures and trTsControl. */
void system_rig_start_encoders(struct run *run, uint32_t features, uint32_t ts);

/* Component n's registers; encoders' models take writes at the same time. */
uint32_t system_rig_access(struct run *run, bool write, unsigned n, uint32_t offset,
                           uint32_t value);

/* trXxEnable = 0, and wait for trXxEmpty: the same bits in every component. */
void system_rig_stop(struct run *run, unsigned n, uint32_t control);
void system_rig_stop_encoders(struct run *run);
void system_rig_stop_others(struct run *run); /* funnel and sinks */

/* The component that is a sink. */
unsigned system_rig_sink(const struct run *run, unsigned sink);

/* What the target on ATB drives in its next cycle, and what it sees in this one. When a flush ends,
 * all that the models had sent at its beginning must be there. */
void system_rig_target(struct run *run);
void system_rig_target_takes(struct run *run);

/* The models do this too. */
void system_rig_models_sync(struct run *run);

/* All that the models sent is in memory, on the pins and on ATB, as far as there are sinks. */
void system_rig_read_all(struct run *run);

#endif
