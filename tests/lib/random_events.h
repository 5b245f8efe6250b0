/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens to a random hart (random_hart.h) in addition to its program: external triggers,
 * watchpoints, triggers that switch trace on and off, debug mode, reset, low power. And an account
 * of what a trace of it must report, made from the specification's sentences and from what the hart
 * did; it shares nothing with the encoder. Decoded elements are held against it.
 *
 * Sources: N-Trace 1.0, Synchronizing Messages, ProgTraceCorrelation Message; TCI 1.0, Trace
 * Encoder Triggers; E-Trace 2.0, triggers (trace-on and trace-off together).
 */
#ifndef TESTS_RANDOM_EVENTS_H
#define TESTS_RANDOM_EVENTS_H

#include "nexus/nexus_flow.h"
#include "random_hart.h"

enum {
    RE_MAX_PCS = 1 << 15,
    RE_MAX_MARKS = 1 << 13,
    /* trTeTrigExtInControl: inputs 0 and 3 notify, 1 traces on, 2 traces off. */
    RE_EXT_ACTIONS = 0x4324,
};

/* How often: once in this number of records; 0 = never. */
struct re_odds {
    unsigned external; /* trace-notify by an external input */
    unsigned watch;    /* trace-notify of a block by a debug trigger */
    unsigned on_off;   /* trace-on or trace-off by an external input or a debug trigger */
    unsigned halt, reset, sleep;
};

enum re_kind {
    RE_ON,    /* trace begins: `codes` are the SYNC values that are right */
    RE_OFF,   /* trace ends: EVCODE values */
    RE_EVENT, /* between two instructions: SYNC */
};

/* One thing to report, before the instruction pc[at]. Optional: an external trigger at an
 * instruction whose address the beginning of trace reports anyway. */
struct re_mark {
    enum re_kind kind;
    uint32_t codes; /* bit n: n is right */
    size_t at;
    bool has_pc;
    bool optional;
    uint64_t pc;
};

struct random_events {
    struct re_odds odds;
    struct rh_hart *hart;
    struct rh_rng rng;
    uint64_t pc[RE_MAX_PCS]; /* executed while traced */
    size_t n;
    struct re_mark mark[RE_MAX_MARKS];
    size_t marks;
    bool tracing;     /* trTeInstTracing */
    bool open;        /* the trace is on */
    bool off_pending; /* switched off by the record before */
    uint64_t off_cycle;
    unsigned pause;   /* 0, or a kind of pause, */
    unsigned left;    /* its records to go */
    bool in_reset;    /* a reset came while the trace was on */
    bool external;    /* to be reported with the next instruction */
    bool maybe;       /* may be reported with the next instruction */
    uint32_t reasons; /* SYNC values that the next beginning may have */
};

/* The hart is at its first instruction, and traced from the next record on. */
void random_events_init(struct random_events *e, struct rh_hart *hart, const struct re_odds *odds,
                        uint64_t seed);

/* The next record; accounted for. */
void random_events_next(struct random_events *e, struct rh_step *step);

/* No more records, and trace is disabled. */
void random_events_end(struct random_events *e);

/* Decode the bytes; fail the test, naming the seed, when they differ from the account.
 */
void random_events_check(const struct random_events *e, const struct nexus_stream_cfg *cfg,
                         const uint8_t *bytes, size_t size, uint64_t seed);

#endif
