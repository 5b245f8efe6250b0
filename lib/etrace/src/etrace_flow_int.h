/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared between the files of the flow layer. Private. Each file calls only those below it:
 *
 *   etrace_decoder.c     bytes to elements
 *   etrace_flow.c        packets in, elements out
 *   etrace_flow_begin.c  a packet becomes a job
 *   etrace_flow_end.c    the job is done: events
 *   etrace_walk.c        the job's instructions become ranges
 *   etrace_paths.c       the same, along paths of several blocks
 *   etrace_known.c       the same by blocks, with branch prediction, where no packet can end
 *   etrace_step.c        what one instruction does: branches, stack, constants
 *   etrace_flow_data.c   packets of data trace
 *   etrace_flow_state.c  elements queued, context, failure, tables
 */
#ifndef ETRACE_FLOW_INT_H
#define ETRACE_FLOW_INT_H

#include "etrace/etrace_flow.h"

/* How an instruction was reached from the one before it. */
enum etrace_via {
    ETRACE_VIA_START = 0,
    ETRACE_VIA_LINEAR,
    ETRACE_VIA_TAKEN,  /* the code or the map tells */
    ETRACE_VIA_STACK,  /* an implicit return */
    ETRACE_VIA_TARGET, /* an uninferable discontinuity: the packet tells */
};

/* Instructions that are always executed to their end, the first of them pending: a block of the
 * code, or one instruction. */
struct etrace_piece {
    uint64_t last;   /* address of the last one */
    uint64_t seq;    /* address after it */
    uint64_t target; /* its target, when the code gives it */
    uint64_t wide;   /* bit i: instruction i has 4 bytes, else 2; pieces of one: unused */
    unsigned count;  /* instructions */
    unsigned half;   /* half-words of all of them */
    uint8_t cls;     /* of the last one: enum flow_insn_class */
    uint8_t size;    /* of the last one, bytes */
    bool constant;   /* indirect jump: `target` is what the instruction before loads */
};

enum {
    ETRACE_RANGE_MAX = 1 << 16, /* instructions in a range */
    ETRACE_WALK_MAX = 1 << 20,  /* instructions without a branch */
};

static inline bool etrace_flow_has(const struct etrace_flow *f, enum etrace_option option)
{
    return (f->options >> option & 1u) != 0;
}

/* Does the predictor learn from the outcomes? */
static inline bool etrace_learns(const struct etrace_flow *f)
{
    return f->cfg.bpred_size != 0 && etrace_flow_has(f, ETRACE_OPT_BRANCH_PREDICTION);
}

/* Outcomes that are known and not walked. */
static inline uint64_t etrace_outstanding(const struct etrace_flow *f)
{
    return f->branches + f->predicted + (f->missed ? 1u : 0u);
}

/* ---- etrace_flow.c ---- */

/* Go on until there are ranges or elements. Returns how many ranges, and leaves elements in the
 * queue; 0: the queue is not empty; or ETRACE_ERR_END. */
int etrace_flow_advance(struct etrace_flow *f, struct flow_range *range, unsigned max);

/* Take the first element of the queue, which is not empty. */
void etrace_flow_dequeue(struct etrace_flow *f, struct flow_elem *elem);

/* ---- etrace_flow_state.c ---- */

/* Append an element; the caller may set its fields. Never NULL. */
struct flow_elem *etrace_flow_queue(struct etrace_flow *f, enum flow_elem_type type);

/* Append a TIMESTAMP element, when the packet has a time. */
void etrace_flow_stamp(struct etrace_flow *f);

/* Append an ERROR (or ADDR_NACC) element, drop the job and wait for a sync. */
void etrace_flow_fail(struct etrace_flow *f, int status, const char *hint);

/* Forget where execution is. */
void etrace_flow_lose(struct etrace_flow *f);

/* What a synchronization packet clears: predictor, cache, stack. */
void etrace_flow_clear_tables(struct etrace_flow *f);

/* The context as a packet states it; a CONTEXT element when it has changed. */
void etrace_flow_set_context(struct etrace_flow *f, const struct etrace_packet *p);

/* Execution is at addr, which is reported: it becomes the pending instruction of a new range.
 * branch: the packet's bit. Returns false after a failure. */
bool etrace_flow_start_at(struct etrace_flow *f, uint64_t addr, bool branch);

/* ---- etrace_flow_data.c ---- */

/* A packet that is passed on as it is. */
void etrace_flow_other(struct etrace_flow *f, const struct etrace_frame *frame);

/* A packet of data trace: DATA elements, or one that is passed on with its status. */
void etrace_flow_data(struct etrace_flow *f, const struct etrace_frame *frame);

/* Packets of data trace may be missing: those after them have to be complete. */
void etrace_flow_forget_data(struct etrace_flow *f);

/* What a support packet says of data trace. */
void etrace_flow_support_data(struct etrace_flow *f, const struct etrace_packet *p);

/* ---- etrace_step.c ---- */

/* The pending instruction alone. Returns a status. */
int etrace_one_at(struct etrace_flow *f, struct etrace_piece *piece);

/* The piece that begins with the pending instruction. Returns a status. */
int etrace_piece_at(struct etrace_flow *f, struct etrace_piece *piece);

/* The outcome of the branch at pc. Returns false when none is outstanding. */
bool etrace_take_branch(struct etrace_flow *f, uint64_t pc, bool *taken);

/* An outcome that is left for the pending branch becomes a bit of the map. */
void etrace_settle_branch(struct etrace_flow *f);

/* What the last instruction of a piece does. address: of the packet, taken by an uninferable
 * discontinuity. Sets *next and *via. Returns a status, with *hint set. */
int etrace_step(struct etrace_flow *f, const struct etrace_piece *piece, uint64_t address,
                uint64_t *next, uint8_t *via, const char **hint);

/* count instructions were executed, the last one a branch or not, and it jumped or not: how far may
 * the walk go on without a branch? Returns a status, with *hint set. */
int etrace_check_reach(struct etrace_flow *f, unsigned count, bool branch, bool jumped,
                       const char **hint);

/* ---- etrace_known.c ---- */

/* Walk on by blocks while more than one outcome is left, with branch prediction. Adds what is
 * complete to range[*n..max). etrace_learns(f). Returns ETRACE_OK, or a status, with *hint set. */
int etrace_walk_known(struct etrace_flow *f, struct flow_range *range, unsigned max, unsigned *n,
                      const char **hint);

/* ---- etrace_paths.c ---- */

/* Walk on along paths of several blocks, if that can be done here. No predictor learns. Returns how
 * many ranges are complete, less than max. */
unsigned etrace_follow(struct etrace_flow *f, struct flow_range *range, unsigned max);

/* ---- etrace_walk.c ---- */

/* Walk at most max (1 or more) ranges of the job. Sets *n. Returns 1: the walk is complete; 0: max
 * is reached; or a status, with *hint set. */
int etrace_walk(struct etrace_flow *f, struct flow_range *range, unsigned max, unsigned *n,
                const char **hint);

/* Put the piece up to its last instruction into the range, and close it there. */
void etrace_close_range(struct etrace_flow *f, const struct etrace_piece *piece, bool taken,
                        struct flow_range *range);

/* ---- etrace_flow_begin.c, etrace_flow_end.c ---- */

/* A decoded packet becomes a job, or elements. next_is: what is known of the packet after it. */
enum etrace_next {
    ETRACE_NEXT_UNKNOWN = 0,
    ETRACE_NEXT_SYNC, /* one that ends execution where this packet reports it */
    ETRACE_NEXT_OTHER,
    ETRACE_NEXT_LOST, /* packets between them are lost: it could have been either */
};
/* Tracing begins, or begins again, at addr. p: START or TRAP. */
void etrace_flow_restart(struct etrace_flow *f, const struct etrace_packet *p, uint64_t addr);

void etrace_flow_begin(struct etrace_flow *f, const struct etrace_packet *p,
                       enum etrace_next next_is);

/* The walk of the job is complete: its last range, when it has one, and its elements. Returns the
 * number of ranges, 0 or 1. */
unsigned etrace_flow_end(struct etrace_flow *f, struct flow_range *range);

#endif
