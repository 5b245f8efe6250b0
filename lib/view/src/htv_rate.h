/* SPDX-License-Identifier: Apache-2.0 */
/* Private: rates of a hart over time, for counters of timelines: one value for each window of
 * instructions. */
#ifndef HTV_RATE_H
#define HTV_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "htv/htv_event.h"

enum {
    HTV_RATE_WINDOW = 8192, /* instructions at least */
};

/* All zero: ready. */
struct htv_rate {
    uint64_t time, insns, offset; /* where the window begins */
    bool begun;
};

struct htv_rates {
    uint64_t since;        /* time: the values hold from here to the event */
    double insns_per_tick; /* instructions of the hart */
    double bytes_per_tick; /* of the trace, all sources */
};

/* An event of the hart. Returns true when a window is complete: *out is set. */
static inline bool htv_rate_take(struct htv_rate *r, const struct htv_event *e,
                                 struct htv_rates *out)
{
    const bool full = r->begun && e->insns - r->insns >= HTV_RATE_WINDOW && e->time > r->time;
    if (full) {
        const double ticks = (double)(e->time - r->time);
        out->since = r->time;
        out->insns_per_tick = (double)(e->insns - r->insns) / ticks;
        out->bytes_per_tick = e->offset > r->offset ? (double)(e->offset - r->offset) / ticks : 0;
    }
    if (full || !r->begun) {
        r->time = e->time;
        r->insns = e->insns;
        r->offset = e->offset;
        r->begun = true;
    }
    return full;
}

#endif
