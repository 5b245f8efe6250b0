/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared between the files of the flow layer. Private.
 *
 * Each file calls only those below it:
 *
 *   nexus_decoder.c      bytes to elements
 *   nexus_flow.c         start, walk and end of the job in turn, elements out
 *   nexus_flow_msg.c     a message of program trace becomes a job
 *   nexus_flow_other.c   the other messages become elements
 *   nexus_flow_end.c     the job's end becomes events
 *   nexus_flow_walk.c    the job's instructions become ranges, one by one
 *   nexus_flow_blocks.c  the same, block by block
 *   nexus_flow_paths.c   the same, along paths of several blocks
 *   nexus_flow_plain.c   plain messages become jobs of that walk by a short way
 *   nexus_flow_state.c   elements queued, context, restart, failure, begin of a job, return stack
 */
#ifndef NEXUS_FLOW_INT_H
#define NEXUS_FLOW_INT_H

#include "nexus/nexus_flow.h"

/* Start an element of the message at hand at the present position. */
void nexus_elem_start(const struct nexus_flow *flow, struct flow_elem *elem,
                      enum flow_elem_type type);

/* Append an element; the caller may set its fields. Never NULL. */
struct flow_elem *nexus_flow_queue(struct nexus_flow *flow, enum flow_elem_type type);

/* Append an ERROR (or ADDR_NACC) element, drop the job and wait for a sync. */
void nexus_flow_fail(struct nexus_flow *flow, int status, const char *hint);

/* The same for the job at hand; when its message is a synchronizing one, decoding goes on there. */
void nexus_flow_fail_msg(struct nexus_flow *flow, int status, const char *hint);

/* Forget where execution is; everything but the clock. */
void nexus_flow_lose(struct nexus_flow *flow);

/* An Error message, to the end: a LOST element, and a wait for a sync. */
void nexus_flow_lost(struct nexus_flow *flow, unsigned etype, uint64_t ecode);

/* Trace starts or restarts at addr: the elements for it, and a clean state.
 * N-Trace, Synchronizing Messages: such a message resets the encoder. */
void nexus_flow_restart(struct nexus_flow *flow, uint64_t addr, unsigned sync, unsigned btype);

/* A sync without a gap: go on at addr with a clean state. */
void nexus_flow_sync_state(struct nexus_flow *flow, uint64_t addr);

/* Copy of a field; false when the message lacks it. */
static inline bool nexus_take(const struct nexus_msg *m, enum nexus_field f, uint64_t *value)
{
    *value = m->value[f];
    return nexus_msg_has(m, f);
}

/* Follow the clock. Returns whether the message has a time, and it is known. */
bool nexus_take_time(struct nexus_flow *flow, const struct nexus_msg *m);

/* Append a TIMESTAMP element when stamp is true. */
void nexus_queue_time(struct nexus_flow *flow, bool stamp);

/* Messages that are no program trace. */
void nexus_push_error(struct nexus_flow *flow, const struct nexus_msg *m);
void nexus_push_ownership(struct nexus_flow *flow, const struct nexus_msg *m);
void nexus_push_other(struct nexus_flow *flow, const struct nexus_msg *m);

/* What PROCESS of an Ownership message states. Returns false when FORMAT is reserved. */
bool nexus_context_update(struct flow_context *c, uint64_t process);

/* The context changes; so may the code at an address. */
void nexus_flow_set_context(struct nexus_flow *flow, const struct flow_context *to);

/* Is SYNC one of the reasons that begin a new stretch of trace: 1, 3, 5, 7, 9? */
static inline bool nexus_sync_starts(unsigned sync)
{
    return sync == NEXUS_SYNC_EXIT_RESET || sync == NEXUS_SYNC_EXIT_DEBUG ||
           sync == NEXUS_SYNC_TRACE_ENABLE || sync == NEXUS_SYNC_FIFO_OVERRUN ||
           sync == NEXUS_SYNC_EXIT_POWER_DOWN;
}

/* HIST bits of the job that have not been used. */
static inline bool nexus_job_has_bits(const struct nexus_flow_job *job)
{
    return job->hist_pos != 0;
}

/* Does the message give the target of an indirect jump at its end? */
static inline bool nexus_job_tells_target(const struct nexus_flow_job *job)
{
    if (!job->has_addr || job->btype != NEXUS_BTYPE_INDIRECT) {
        return false;
    }
    return !nexus_tcode_is_sync(job->tcode) || !nexus_sync_starts(job->code);
}

enum {
    FLOW_RANGE_MAX = 1 << 16, /* instructions in a range */
    NEXUS_HIST_FULL = 31,     /* outcomes in the HIST register of profile SIFIVE_0X */
};

/* The bytes that follow the message at hand, of a stream without SRC. The walk may take plain
 * messages (nexus_flow_plain.h) from them by itself. */
struct nexus_run {
    const uint8_t *p;
    const uint8_t *end;
    uint64_t offset; /* of p in the stream */
};

/* Go on until there are ranges or elements. run: see above, or NULL. Returns how many ranges; 0:
 * the queue is not empty; or NEXUS_ERR_END: push the next message. */
int nexus_flow_advance(struct nexus_flow *flow, struct flow_range *range, unsigned max,
                       struct nexus_run *run);

/* Take the first element of the queue, which is not empty. */
void nexus_flow_dequeue(struct nexus_flow *flow, struct flow_elem *elem);

/* Walk at most max (1 or more) ranges. run: as above, or NULL. Returns how many; 0: the walk is
 * complete; else a status, with *hint set. */
int nexus_flow_walk(struct nexus_flow *flow, struct flow_range *range, unsigned max,
                    struct nexus_run *run, const char **hint);

/* Walk on in whole blocks, while nothing but that is needed. Returns how many ranges, 0..max, are
 * complete. When that is less than max, range[n] is the one that was begun: start and count (0 when
 * nothing was walked since the last), the rest counts when count is not 0. */
unsigned nexus_flow_walk_blocks(struct nexus_flow *flow, struct flow_range *range, unsigned max,
                                struct nexus_run *run);

/* Jump or call of class cls, `behind` is the address after it: table "Handling of 4-bit itype
 * values", column Stack Action. */
void nexus_flow_stack_action(struct nexus_flow *flow, unsigned cls, uint64_t behind);

/* Begin the walk of the job as it stands (HIST rewound, I-CNT credited). Returns a status. */
int nexus_flow_begin(struct nexus_flow *flow, const char **hint);

/* The walk is complete: events, next pc, end of the job. Returns a status. */
int nexus_flow_end(struct nexus_flow *flow, const char **hint);

#endif
