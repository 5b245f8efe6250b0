/* SPDX-License-Identifier: Apache-2.0 */
/* Private: a pass and its harts. */
#ifndef HTV_LANE_H
#define HTV_LANE_H

#include "htr/htr_batch.h"
#include "htr/htr_trace_plant.h"
#include "htv/htv_calls.h"
#include "htv/htv_names.h"
#include "htv/htv_pass.h"
#include "htv/htv_profile.h"
#include "htv/htv_summary.h"
#include "htv_axis.h"
#include "htv_spaces.h"
#include "htv/htv_firmware.h"

enum {
    HTV_SRC_TEXT = 8,
};

/* Calls of a summary, until their event is given. */
struct htv_lane_calls {
    struct htv_lane_calls *next;
    struct htv_summary_call *call;
    size_t n, room;
};

/* A hart on its way. */
struct htv_lane {
    struct htv_run *pass;
    struct htr_trace trace;
    struct htr_tree tree;
    int32_t decoder;
    struct htr_batch batch;
    struct htv_calls calls;
    struct htv_axis axis;
    struct htr_gap_meter gaps;
    struct htv_lane_calls *first_calls, *last_calls, *new_calls;
    struct flow_where where;
    uint64_t half;   /* half-words executed */
    uint64_t offset; /* of the message */
    uint16_t space, index;
    size_t message, loose; /* the next ones of the pass' firmware: with a place, and without */
    bool opened, planted, ended;
    char src[HTV_SRC_TEXT];
};

struct htv_run {
    struct htr_host *host;
    const struct htv_pass_options *o;
    struct htv_about about;
    struct htv_hart hart[HTV_HARTS_MAX];
    struct htv_lane *lane[HTV_HARTS_MAX];
    unsigned lanes;
    struct htv_symbols *symbols;
    struct htv_names *names;
    struct htv_profile profile;
    struct htv_spaces spaces;
    struct htv_totals totals;
    const struct htv_remarks *remarks; /* or NULL */
    struct htv_firmware firmware;
    void *state;
    unsigned gaps_named;
    int status;
};

/* The first failure counts. */
static inline void htv_fail(struct htv_run *p, int status)
{
    p->status = p->status == HTR_OK ? status : p->status;
}

/* Prepare a lane whose trace is open. Returns HTR_OK, or HTR_ERR_* after a message. */
int htv_lane_begin(struct htv_run *p, struct htv_lane *l) HTR_MUST_CHECK;

/* The calls of the oldest event CALLS, and that it was given. */
const struct htv_lane_calls *htv_lane_calls(const struct htv_lane *l);
void htv_lane_drop_calls(struct htv_lane *l);

/* An element of a summary: a call of a tree. */
void htv_lane_add_call(struct htv_lane *l, const struct flow_elem *e);

/* An event as a writer gets it, but for hart, space and offset. */
struct htv_event htv_lane_event(const struct htv_lane *l, enum htv_kind kind, uint8_t code);
void htv_lane_put(struct htv_lane *l, const struct htv_event *e);

/* Decode one batch of ranges, or one element. */
void htv_lane_step(struct htv_lane *l);

#endif
