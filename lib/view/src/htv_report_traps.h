/* SPDX-License-Identifier: Apache-2.0 */
/* Private: exceptions and interrupts of a report: a list, and latencies from the trap to its
 * return, by B-TYPE and handler. Messages carry no cause; a vectored handler is one of its own. */
#ifndef HTV_REPORT_TRAPS_H
#define HTV_REPORT_TRAPS_H

#include "htv/htv_event.h"
#include "htv_report_file.h"

enum {
    HTV_LATENCIES = 65 /* bin 0: no time; bin b: 2^(b-1) <= time < 2^b */
};

struct htv_trap {
    uint64_t time, latency; /* latency UINT64_MAX: its return is not known */
    uint64_t insns, interrupted, handler_pc;
    uint32_t function, handler; /* interrupted; of the handler */
    uint32_t stack, depth;
    uint16_t hart;
    uint8_t btype;
};

struct htv_trap_group {
    uint32_t handler;
    uint8_t btype;
    uint64_t count, returned, sum, min, max, insns;
    uint64_t bin[HTV_LATENCIES];
};

struct htv_traps {
    struct htv_trap *open;
    size_t opened, open_room;
    struct htv_trap *list; /* the first ones */
    size_t n, room;
    struct htv_trap *longest; /* a heap: the shortest of them first */
    size_t nlongest;
    struct htv_trap_group *group;
    size_t groups, groups_room;
    uint64_t count, ungrouped;
};

/* ENTER by a trap, LEAVE, GAP, END; others do nothing. interrupted: the function that ran before.
 * Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_traps_take(struct htv_traps *t, const struct htv_event *e,
                   uint32_t interrupted) HTR_MUST_CHECK;
void htv_traps_free(struct htv_traps *t);

/* data/traps.js: hartrace.traps. */
int htv_report_traps(struct htv_report_file *file, struct htv_traps *t) HTR_MUST_CHECK;

#endif
