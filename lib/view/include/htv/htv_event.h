/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program did, as a stream of events: functions entered and left, traps, gaps, times. One
 * pass over a trace makes them (htv_pass.h), a writer takes them (htv_writer.h).
 *
 * A hart has a stack of frames for each context (N-Trace 1.0, chapter "Ownership Message"); one of
 * them is current. Between two events all instructions belong to the frame on top of the current
 * stack, so that a writer gets costs by subtraction: `insns` and `time` of this event minus those
 * of the event before it of the same hart.
 */
#ifndef HTV_EVENT_H
#define HTV_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum htv_kind {
    HTV_ENTER,  /* a frame is pushed: enum htv_how */
    HTV_LEAVE,  /* the top frame is popped: enum htv_how */
    HTV_SWITCH, /* another stack of the hart is current: `stack`; `value` is its scontext, `from`
                   its hcontext, `code` 1 when a context is known. Also the first event of a hart */
    HTV_RANGE, /* instructions at pc .. from - 1 were executed, `value` of them; `code` is the class
                  of the last one (enum flow_insn_class), HTV_TAKEN says that it changed the flow.
                  Writers with HTV_WANTS_RANGES only */
    HTV_ON,    /* trace (re)starts at pc: SYNC in `code` */
    HTV_OFF,   /* trace stops: EVCODE in `code` */
    HTV_SYNC,  /* synchronizing message without a gap: SYNC in `code`, pc */
    HTV_LOST,  /* the encoder dropped trace: ETYPE in `code`. The gap follows */
    HTV_GAP,   /* trace that cannot be decoded: the message's offset; all frames are left before */
    HTV_SOFTWARE,  /* software trace: channel in `pc` (IDTAG), data in `value` */
    HTV_PRIVILEGE, /* an Ownership message: privilege in `code` (0 U, 1 S, 3 M), scontext in `value`
                    */
    HTV_MESSAGE,   /* a message of firmware: htv_about.firmware->message[value]; the call in `pc`,
                      what   sent it in `from`; 0: not known. `code` is 1 when it is about here */
    HTV_CALLS,     /* calls that begin and end here, summed up: for htv_writer.calls alone */
    HTV_END,       /* the trace ends: the last event of a hart, all frames are left before */
    HTV_KINDS,
};

/* Why a frame was entered or left. */
enum htv_how {
    HTV_CALL, /* enter: a call */
    HTV_TAIL, /* both: a jump to another function's first instruction took the frame's place */
    HTV_SWAP, /* both: co-routine swap */
    HTV_TRAP, /* enter: a trap's handler; B-TYPE in `code`, interrupted instruction in `from` */
    HTV_SYNTHETIC, /* enter: the function was found running: trace begins in it, or a frame below
                      what was traced is returned to */
    HTV_RETURN,    /* leave: a return, or the trap return of a HTV_TRAP frame */
    HTV_UNWOUND,   /* leave: the frame was skipped, as by longjmp */
    HTV_CLOSED,    /* leave: by a gap or the end of the trace: when it was left is not known */
    HTV_HOWS,
};

enum htv_flags {
    HTV_TAKEN = 1u << 0,   /* RANGE: the last instruction changed the flow */
    HTV_GUESSED = 1u << 1, /* `time` is extrapolated: no timestamp follows */
};

/* 80 bytes. */
struct htv_event {
    uint8_t kind; /* enum htv_kind */
    uint8_t how;  /* ENTER, LEAVE: enum htv_how */
    uint8_t code;
    uint8_t flags;     /* HTV_* */
    uint16_t hart;     /* index in htv_about.hart */
    uint16_t space;    /* address space (htv_names.h), 0 unless code depends on the context */
    uint32_t stack;    /* current after the event; from 0, unique among all harts; used again for
                          another stack when all frames of this one are left (HTV_SWITCH) */
    uint32_t function; /* ENTER, LEAVE: of the frame; others: of the top frame; id of htv_names.h */
    uint32_t depth;    /* frames below the one entered or left; others: on the stack */
    uint64_t time;     /* on the axis */
    uint64_t insns;    /* instructions of the hart before the event */
    uint64_t pc;       /* ENTER: first instruction. LEAVE: where the program goes on */
    uint64_t from;     /* ENTER, LEAVE: the instruction that did it; see above */
    uint64_t value;
    uint64_t offset; /* of the message, in the trace; ENTER, LEAVE, RANGE: at most some kilobytes
                        before it, because ranges come by the batch */
};

/* "enter", "call", ...: lower case, never NULL. */
const char *htv_kind_name(unsigned kind);
const char *htv_how_name(unsigned how);

#ifdef __cplusplus
}
#endif

#endif
