/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: a random stream. A seed chooses a program, a walk over it, settings and events. Each
 * record is made from a number of its own, so that a stream that fails is still a walk over the
 * program when records are left out.
 */
#ifndef HTK_STREAM_H
#define HTK_STREAM_H

#include "htk_enc.h"
#include "htr/htr_compare.h"
#include "random_hart.h"

enum {
    HTK_RECORDS = 300,
    HTK_PCS = HTK_RECORDS * INGRESS_MAX_BLOCKS * 16,
    HTK_PROGRAM = 128, /* register writes */
    HTK_STRETCHES = 8, /* that differ and are named */
};

/* What happens besides the program, as bits. */
enum {
    HTK_FILTERS = 1u << 0,  /* filters and comparators */
    HTK_NOTIFY = 1u << 1,   /* comparators that notify */
    HTK_TRIGGERS = 1u << 2, /* of the debug module */
    HTK_EXT_TRIGGERS = 1u << 3,
    HTK_DEBUG = 1u << 4, /* debug mode, low power, reset */
    HTK_EVENTS = 5,
};

/* What a stream had in it, as bits: a rule is held only where something could have broken it. How a
 * block ends counts when another follows. */
enum {
    HTK_SAW_TRAP = 1u << 0,
    HTK_SAW_INDIRECT = 1u << 1, /* an uninferable jump, or a trap return */
    HTK_SAW_TAKEN = 1u << 2,    /* a branch */
    HTK_SAW_NOT_TAKEN = 1u << 3,
    HTK_SAW_TRIGGER_ON = 1u << 4, /* of the debug module */
    HTK_SAW_TRIGGER_OFF = 1u << 5,
    HTK_SAW_EXT_NONE = 1u << 6, /* an external trigger with action 0 */
    HTK_SAW_EXT_ON = 1u << 7,
    HTK_SAW_EXT_OFF = 1u << 8,
    HTK_SAW_EXT_OTHERS = 1u << 9, /* inputs 1 to 7, with an action */
};

struct htk_stream {
    struct htk_enc *e;
    struct rh_cfg hart;
    uint32_t control, features, ts;
    bool htm;
    unsigned gap;                      /* clocks after each record */
    unsigned events;                   /* HTK_FILTERS ... */
    unsigned blocked_from, blocked_to; /* records at which the output takes nothing */
    uint64_t seed;
    uint64_t choice[HTK_RECORDS]; /* the random numbers of each record begin here */
    unsigned records;
    struct {
        uint32_t offset, value;
        unsigned event; /* with which it is written */
    } program[HTK_PROGRAM];
    unsigned programs;
    struct nexus_stream_cfg cfg; /* of its messages */

    /* Of the last run. */
    struct rh_hart walk;
    struct rh_step step;
    uint64_t pc[HTK_PCS]; /* executed */
    size_t pcs;
    unsigned saw;   /* HTK_SAW_TRAP ... */
    unsigned pause; /* records to go in debug mode, low power or reset */
    uint8_t pause_kind;
};

/* Choose everything but events: what the device can do. */
void htk_stream_choose(struct htk_stream *s, uint64_t seed);

/* Set cfg again, after a change of features, ts or hart. */
void htk_stream_configure(struct htk_stream *s);

/* Let the output take nothing for a part of it, and the hart go on: messages get lost. */
void htk_stream_choose_losses(struct htk_stream *s);

/* Add events that the device has. */
void htk_stream_choose_events(struct htk_stream *s);

/* Let a device trace it, from its reset to its end. Returns false when the device failed. */
bool htk_stream_feed(struct htk_stream *s, struct htk_dut *d);

/* Walk over its records again, without a device: take is called after each, with the record in
 * s->step and the hart after it in s->walk. */
void htk_stream_walk(struct htk_stream *s, void (*take)(void *ctx, const struct htk_stream *s),
                     void *ctx);

/* ---- htk_enc_stretches.c: all of a stream, to its end ---- */

/* What it led to. A stretch is what was decoded without a gap or a difference. */
struct htk_stretches {
    uint64_t equal;                  /* instructions as executed, and in their order */
    uint64_t gaps;                   /* that the encoder reported by an Error message */
    unsigned differences;            /* 0: none; HTK_STRETCHES at most */
    uint64_t message[HTK_STRETCHES]; /* the one from which each differs */
    struct htr_difference first;
    size_t listed; /* s->pc[] where the first differs; SIZE_MAX: unknown */
};

/* Compare the trace of d with what the stream executed, as `hartrace verify --resync`; partial: as
 * with --partial, too. dec is memory for it. Returns false when nothing was compared: there is
 * nothing to compare, or memory is short. */
bool htk_stream_stretches(const struct htk_stream *s, const struct htk_dut *d, bool partial,
                          struct nexus_decoder *dec, struct htk_stretches *out);

/* In words, to follow what is wrong. */
void htk_stretches_text(const struct htk_stretches *x, char *out, size_t size);

/* The last records as text, for a report. */
void htk_stream_list(struct htk_stream *s, char *out, size_t size);

/* As few records as still fail: fails returns whether they do, and sets *good to false when a
 * device failed. Returns false then. */
bool htk_stream_shrink(struct htk_stream *s, bool (*fails)(void *ctx, bool *good), void *ctx);

#endif
