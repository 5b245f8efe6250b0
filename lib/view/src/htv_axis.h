/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the time axis of a hart. Events wait in a queue until their time is known. */
#ifndef HTV_AXIS_H
#define HTV_AXIS_H

#include "flow/flow_clock.h"
#include "htr/htr_ingress.h"
#include "htv/htv_writer.h"

enum {
    HTV_AXIS_WAITING = 1 << 16, /* events without a time at most: beyond that it is extrapolated */
};

struct htv_axis {
    struct htr_host *host;
    enum htv_axis_kind kind;
    unsigned bits; /* of the timestamp counter */
    int status;    /* HTR_ERR_MEMORY, without a message; or HTR_ERR_* after one */
    uint64_t last; /* time of the newest event that has one */

    /* Timestamps: the one before, and ticks in instructions between the two before. */
    struct flow_clock clock;
    bool known;
    uint64_t time, insns;
    uint64_t ticks, per;

    /* Cycles. */
    struct htr_ingress ingress;
    struct ingress_record record;
    bool open;
    bool placed;     /* the ingress stream is where the trace begins */
    uint64_t passed; /* half-words of the records before this one */
    uint64_t cycle;
    uint64_t begins, pc; /* half-words before the record's first block, and where that begins */

    /* The queue: `waiting` of the `count` events from `head` on, the last ones, have no time. */
    struct htv_event *event;
    size_t head, count, room, waiting;
};

/* path: of the ingress stream, for cycles. Returns HTR_OK, or HTR_ERR_* after a message. */
int htv_axis_open(struct htv_axis *a, struct htr_host *host, enum htv_axis_kind kind, unsigned bits,
                  const char *path, unsigned hart) HTR_MUST_CHECK;
void htv_axis_close(struct htv_axis *a);

/* An event; half: half-words executed before it. */
void htv_axis_put(struct htv_axis *a, const struct htv_event *e, uint64_t half);

/* The trace begins at pc: where the ingress stream must be. */
void htv_axis_begin(struct htv_axis *a, uint64_t pc);

/* Execution is missing in the trace here: cycles have no place any more, which is an error. */
void htv_axis_gap(struct htv_axis *a);

/* A timestamp after `insns` instructions. */
void htv_axis_stamp(struct htv_axis *a, uint64_t time, uint64_t insns);

/* No timestamp will come. */
void htv_axis_end(struct htv_axis *a);

/* The oldest event, or NULL: none whose time is known. Valid until the next call. */
const struct htv_event *htv_axis_first(const struct htv_axis *a);
void htv_axis_drop(struct htv_axis *a);

#endif
