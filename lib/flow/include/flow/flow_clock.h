/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times of counters that wrap.
 *
 * Source: N-Trace 1.0, "Timestamp Reporting"; Trace Control Interface 1.0, trTsWidth.
 */
#ifndef FLOW_CLOCK_H
#define FLOW_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Compare two times of counters that are `bits` wide and wrap (trTsWidth), and that are less than
 * half of their range apart. Returns -1: a is earlier, 0, or 1. bits is 1..64. */
int flow_time_compare(uint64_t a, uint64_t b, unsigned bits);

/* A clock that does not wrap, from the times of TIMESTAMP elements: each wrap of the
 * counter adds 2^bits. Start with zeros. A time that is earlier by less than a quarter of the range
 * is no wrap (an event may be reported late, another source may be ahead). */
struct flow_clock {
    bool known;
    uint64_t time; /* time of the last update */
};

/* Returns the time without wraps. bits is 1..64 and always the same for a clock. */
uint64_t flow_clock_update(struct flow_clock *clock, uint64_t time, unsigned bits);

#ifdef __cplusplus
}
#endif

#endif
