/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: what one hart sent to its destinations, out of its instruction trace: every word or
 * message that got a place, in the order of their places, with the call that it is of.
 *
 * A call belongs to what runs: a trap begins with none, and a trap return to the interrupted
 * instruction goes on with the one that was interrupted. Where that is not certain (a gap in the
 * trace, a task that was switched to), what is sent has no call until the next one.
 */
#ifndef HTR_FW_SENDS_H
#define HTR_FW_SENDS_H

#include "htr/htr_trace.h"
#include "htr_fw_marks.h"

enum fw_dest {
    FW_STIM,
    FW_RING,
    FW_UART,
    FW_DESTS,
};

enum fw_call_kind {
    FW_CALL_NONE, /* not known */
    FW_CALL_DEBUG,
    FW_CALL_PRINT,
    FW_CALL_TEXT,
    FW_CALL_HELLO,
    FW_CALL_FLUSH,
};

enum {
    FW_SITES = 3, /* that may be of a call: of fwt_debug in an argument of another, or of a domain
                     that is off */
};

struct fw_call {
    uint8_t kind; /* enum fw_call_kind */
    uint8_t sites;
    uint8_t puts[FW_DESTS];             /* calls of a put of that destination, also in vain */
    struct htr_fw_place site[FW_SITES]; /* the newest last */
};

enum fw_send_kind {
    FW_SENT_WORD,
    FW_SENT_BLOCK, /* by put_block */
    FW_SENT_GAP,   /* instructions are missing: any number may have been sent */
    FW_SENT_START, /* the destination was initialized: its first position follows */
};

struct fw_send {
    uint64_t at;    /* instructions of the hart before it */
    uint64_t store; /* the address of the instruction that gave it its place */
    uint32_t call;  /* index */
    uint8_t kind;   /* enum fw_send_kind */
    uint8_t dest;   /* enum fw_dest; of a gap: all */
    uint8_t nth;    /* of the puts of its call; of a gap 1: trace was switched off */
};

/* A DataAcquisition message. Its store is one of the instructions low .. high - 1. */
struct fw_seen {
    uint64_t offset;
    uint64_t low, high;
    uint64_t near; /* address of the last instruction before it */
    uint64_t messages;
    bool tail; /* instructions after it are missing */
};

/* The time of a message: of the instruction before `at`, or later than it. */
struct fw_stamp {
    uint64_t at, time;
};

struct fw_hart {
    uint16_t src;
    bool from_start;  /* the trace begins at the entry of the program */
    uint64_t insns;   /* in all */
    uint64_t skipped; /* gaps */
    struct fw_send *send;
    struct fw_call *call; /* 0: not known */
    struct fw_seen *seen;
    struct fw_stamp *stamp;
    size_t sends, calls, seens, stamps;
    size_t room[4];
};

/* Decode the trace of one source: o->src. overwrite: rings are of that mode. Returns HTR_OK, or
 * HTR_ERR_* after a message. The caller frees h in any case. */
int fw_hart_read(struct fw_hart *h, struct htr_host *host, const struct htr_trace_options *o,
                 const struct fw_marks *marks, bool overwrite) HTR_MUST_CHECK;
void fw_hart_free(struct fw_hart *h);

/* Its lists. Return false: no memory. */
bool fw_hart_add_send(struct fw_hart *h, const struct fw_send *s);
bool fw_hart_add_call(struct fw_hart *h, const struct fw_call *c);
bool fw_hart_add_seen(struct fw_hart *h, const struct fw_seen *s);
bool fw_hart_add_stamp(struct fw_hart *h, const struct fw_stamp *s);

/* The times between which the instruction after `at` others was. */
void fw_hart_times(const struct fw_hart *h, uint64_t at, uint64_t *early, uint64_t *late);

/* Sends by their place: a trap may come between a store-conditional and what shows that it
 * succeeded. */
void fw_hart_sort(struct fw_hart *h);

#endif
