/* SPDX-License-Identifier: Apache-2.0 */
/* Private: stacks and frames of the call reconstruction. */
#ifndef HTV_CALLS_STACK_H
#define HTV_CALLS_STACK_H

#include "htv/htv_calls.h"

enum {
    HTV_MARKS = 64, /* places that setjmp returned to, of a stack: the oldest goes */
    HTV_NEVER = 1,  /* an odd address: no instruction is there */
};

struct htv_call_frame {
    uint64_t low, length; /* of its function */
    uint64_t back; /* where it returns to; of a trap, the interrupted instruction; or HTV_NEVER */
    uint32_t function;
    uint8_t how; /* enum htv_how that entered it; of a tail call, that of the frame replaced */
    bool setjmp;
};

struct htv_mark {
    uint64_t pc;
    uint32_t depth; /* the number of frames when that frame is on top */
};

struct htv_stack {
    struct htv_call_frame *frame;
    uint32_t count, room;
    uint32_t over; /* frames above these that are only counted */
    uint32_t id;
    uint32_t marks;
    struct htv_mark mark[HTV_MARKS];
    uint64_t used; /* when it was left, for which one goes */
    uint64_t scontext, hcontext;
    bool known;  /* these two count */
    bool parked; /* by a trap return to somewhere else: waits for a transfer to `resume` */
    uint64_t resume;
};

struct htv_entry {
    enum htv_how how;
    uint64_t pc, back, from;
    uint8_t code;
};

/* The current stack. */
struct htv_stack *htv_stack_now(struct htv_calls *c);

/* Give an event, with hart and instructions. */
void htv_stack_tell(struct htv_calls *c, const struct htv_event *e);

/* The current stack has become another one. */
void htv_stack_tell_switch(struct htv_calls *c);

/* Leave the top frame of a stack. */
void htv_stack_leave(struct htv_calls *c, struct htv_stack *s, enum htv_how how, uint64_t pc);

/* Leave frames of the current stack until `count` remain. */
void htv_stack_leave_to(struct htv_calls *c, uint32_t count, enum htv_how how, uint64_t pc);

/* Leave all frames of a stack (HTV_CLOSED). */
void htv_stack_clear(struct htv_calls *c, struct htv_stack *s, uint64_t pc);

/* A new current stack; of the oldest one, when there are too many. status says when memory is
 * short. */
void htv_stack_new(struct htv_calls *c);

/* Go on with another stack. */
void htv_stack_make_current(struct htv_calls *c, uint32_t at);

/* The function of a pc; it becomes the area in which nothing happens. */
struct htv_place htv_stack_locate(struct htv_calls *c, uint64_t pc, bool entry);

/* Push a frame. */
void htv_stack_enter(struct htv_calls *c, const struct htv_entry *e);

/* The function was found running. */
void htv_stack_found(struct htv_calls *c, uint64_t pc);

/* The top frame is the one to go on with, at pc: which may be outside of its first range. */
void htv_stack_go_on(struct htv_calls *c, uint64_t pc);

/* Another function takes the place of the top frame. */
void htv_stack_replace(struct htv_calls *c, enum htv_how how, uint64_t pc, uint64_t back);

/* Frames from here on were entered after the last trap. */
uint32_t htv_stack_since_trap(const struct htv_stack *s);

/* Is pc in the function of the frame? */
bool htv_stack_holds(const struct htv_call_frame *f, uint64_t pc);

#endif
