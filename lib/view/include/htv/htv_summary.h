/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a part of a trace does to the stack of its hart, whatever was on it: a summary. It is what
 * crosses a cut, and summaries of neighbors make the summary of both.
 *
 * Data type. A summary is a sequence of three kinds of items, in a log of elements
 * (htr_elem_log.h):
 *
 *   range  instructions of the frame that is open, as one range; how its last instruction
 *          transfers control is what pops (a return, below the part's base) or pushes (a call).
 *   calls  calls from that frame which begin and end in the part: a tree of them with the times
 *          entered and the instructions of each (struct htv_summary_call).
 *   event  an element that stacks depend on and that only the whole trace explains: a trap, an
 *          Ownership message (the open context), a gap, lost trace (the overflow epoch), trace on
 *          and off. Offsets and contexts in them are absolute.
 *
 * Timestamps and synchronizing messages without a gap are in no item: they change no stack.
 *
 * Composition. The summary of a part and the part after it is what the summarizer makes of the one
 * log and then the other: a return in the second meets its call in the first, and both become part
 * of a tree. Identity: the empty sequence. Composition is associative, because the summarizer goes
 * by the frame on top alone: summary(summary(a) summary(b)) = summary(a b), byte for byte.
 *
 *   htv_summary_open(&s, &host, locate, ctx, file);
 *   htv_summary_range(s, &range) ... htv_summary_elem(s, &e) ...   elements of a decoder, or of a
 * log htv_summary_flush(s); htv_summary_close(s);
 *
 * What is inside a call may be left out when its return goes to the instruction after it: the
 * frames of call reconstruction (htv_calls.h) above it are then those before it, whatever is
 * below. All else (longjmp, setjmp, traps, co-routines, code that runs from function to function
 * without a call) is kept as ranges, one by one.
 */
#ifndef HTV_SUMMARY_H
#define HTV_SUMMARY_H

#include <stdio.h>

#include "flow/flow_elem.h"
#include "htr/htr_elem_log.h"
#include "htv/htv_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTV_SUMMARY_ELEM = 31,     /* flow_elem.type of a call of a tree, in a log */
    HTV_SUMMARY_MAX = 1 << 20, /* calls of a tree; what comes then is kept as ranges */
};

/* A chain of calls below the open frame: all calls from one instruction to one function. */
struct htv_summary_call {
    uint64_t from, to;       /* the instruction that calls; the first one of the callee */
    uint64_t entered, insns; /* times; instructions of the callee itself */
    uint32_t parent;         /* 1 + index of the caller in the tree; 0: the open frame */
    uint32_t function;       /* in a pass: of the callee, id of htv_names.h */
    bool tail;               /* a tail call: the callee took the place of the frame of `parent` */
};

/* A tree in a log: one element per call, a caller before what it calls. Returns true when it is the
 * last one. */
bool htv_summary_call_of(const struct flow_elem *e, struct htv_summary_call *call);

struct htv_summary; /* private */

/* Begin an empty summary that is written to `to`; locate and ctx as in htv_calls.h, for code that
 * depends on no context. Returns HTR_OK, or HTR_ERR_MEMORY after a message. */
int htv_summary_open(struct htv_summary **out, struct htr_host *host, htv_locate *locate, void *ctx,
                     FILE *to) HTR_MUST_CHECK;

/* Add a range, or another element, or a call of a tree. Each returns HTR_OK, or HTR_ERR_MEMORY
 * without a message; errors of `to` are the caller's to look for. */
int htv_summary_range(struct htv_summary *s, const struct flow_range *r) HTR_MUST_CHECK;
int htv_summary_elem(struct htv_summary *s, const struct flow_elem *e) HTR_MUST_CHECK;

/* Compose: add all of a log. Returns HTR_OK, HTR_ERR_MEMORY, or HTR_ERR_FORMAT, without a message.
 */
int htv_summary_log(struct htv_summary *s, FILE *from) HTR_MUST_CHECK;

/* Write what is open. */
void htv_summary_flush(struct htv_summary *s);

/* s may be NULL. */
void htv_summary_close(struct htv_summary *s);

#ifdef __cplusplus
}
#endif

#endif
