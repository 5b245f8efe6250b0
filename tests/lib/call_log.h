/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The truth for call reconstruction: which functions a hart entered and left, from what it retired
 * and from its stack pointer. A trace has no stack pointer, so a reconstruction from a trace is
 * compared with this log. Independent of every decoder: the encodings are taken apart here.
 *
 * Rules. A frame has the start of its function, the address it returns to, and sp at its entry.
 * Link registers are x1 and x5 (RISC-V ISA, volume I, "Unconditional Jumps").
 *
 *  1. Stacks. Each value of scontext has a stack of frames of its own. The instruction after the
 *     write belongs to the new context. The first instruction of a context opens a base frame
 *     (START), which nothing leaves and whose sp counts as the highest address.
 *  2. Functions. Starts of functions are given (symbols of type STT_FUNC). An address belongs to
 *     the nearest start at or below it. Going on into the next function without a jump is nothing.
 *  3. Call. jal, jalr, c.jal, c.jalr and cm.jalt that write x1 or x5 open a frame (ENTER). It
 *     returns to the address after the instruction.
 *  4. Swap. A jalr that writes one link register and reads the other, to the address that the top
 *     frame returns to, ends this frame and opens one at the same depth (SWAP), whatever sp is. To
 *     any other address it is a call.
 *  5. Return. An indirect jump without link (jalr, c.jr, cm.popret, cm.popretz) to the address that
 *     an open frame returns to, with sp at or above sp at its entry, leaves this frame (RETURN) and
 *     first, from the top, all above it (UNWIND). Of several the lowest counts. sp is not asked
 *     when the top frame was entered with link in x5: millicode allocates for its caller. Frames
 *     below the innermost trap are looked at only when none above it fits; then the trap is
 *     abandoned (UNWIND).
 *  6. Unwind. Any other indirect jump without link leaves the frames above the innermost trap that
 *     cannot be open any more, from the top: sp is above sp at their entry; or equal, and another
 *     frame above was left; or equal, it is the top frame, and the jump is from another function
 *     into the function of the frame below, not to its start.
 *  7. Tail call. A jump or taken branch without link, and not as in 5 or 6, from one function to
 *     the start of another ends the top frame and opens one at the same depth with the same return
 *     address and sp (TAIL). The base frame and the frame of a trap do so, too.
 *  8. Trap. An exception or interrupt opens a frame for the function of its handler (TRAP). mret
 *     and sret leave all frames above the innermost trap (UNWIND) and this one (TRAP_RETURN),
 *     wherever they go. Without an open trap in the context they are jumps as in 5, 6 and 7.
 *
 * Outside the rules: a function that longjmps without a call into the activation of itself that
 * called it; software that changes stacks without writing scontext, but by swaps; frames
 * with equal sp that return to the same address; Debug Mode; reset.
 */
#ifndef TESTS_CALL_LOG_H
#define TESTS_CALL_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_elf.h"
#include "sim/sim_hart.h"

enum call_kind {
    CALL_START,       /* the base frame of a context */
    CALL_ENTER,       /* a call */
    CALL_TAIL,        /* a tail call: the function left, and the one entered at the same depth */
    CALL_SWAP,        /* a co-routine swap: the same two */
    CALL_RETURN,      /* left by a return */
    CALL_UNWIND,      /* left because an outer frame goes on */
    CALL_TRAP,        /* a trap was taken */
    CALL_TRAP_RETURN, /* left by mret or sret */
    CALL_KINDS,
};

enum {
    CALL_CONTEXTS = 16, /* at most, of one log */
};

/* One entry of the log. */
struct call_entry {
    enum call_kind kind;
    bool interrupt;    /* CALL_TRAP: an interrupt, not an exception */
    unsigned depth;    /* frames of the context below this one */
    uint64_t number;   /* instructions that retired before the first one after this entry */
    uint64_t from;     /* pc of the jump; CALL_TRAP: the interrupted pc; CALL_START: 0 */
    uint64_t to;       /* where it goes; CALL_START: the first pc */
    uint64_t function; /* start of the function of this frame; TAIL and SWAP: of the new one */
    uint64_t left;     /* TAIL and SWAP: start of the function that ended; otherwise 0 */
    uint64_t cause;    /* CALL_TRAP: mcause or scause without the interrupt bit */
    uint64_t context;  /* scontext */
};

struct call_frame {
    uint64_t function, back, sp;
    uint8_t link; /* register, 0 for traps and base frames */
    bool trap;
};

struct call_stack {
    uint64_t context;
    struct call_frame *frame;
    size_t n, room;
};

struct call_log {
    unsigned xlen;
    struct call_entry *entry;
    size_t count, room;
    uint64_t number;    /* instructions retired */
    uint64_t *function; /* starts, ascending, each once */
    size_t functions;
    struct call_stack stack[CALL_CONTEXTS];
    unsigned stacks;
    size_t deepest; /* most frames open in one context, the base frame included */
};

/* What a hart did in one step, and its state after it. */
struct call_step {
    bool trap;       /* a trap was taken, and nothing retired */
    bool interrupt;  /* of a trap */
    uint32_t opcode; /* 16 or 32 bits */
    uint64_t pc;     /* of the instruction, or the interrupted one */
    uint64_t next;   /* pc of the next instruction */
    uint64_t sp;     /* x2, after it */
    uint64_t cause;
    uint64_t context; /* scontext, before it */
};

/* An empty log. start[0..n) are the starts of functions, in any order. The calls of this header
 * fail the test when memory or contexts run out. */
void call_log_init(struct call_log *log, unsigned xlen, const uint64_t *start, size_t n);

/* The same with the functions of a program. */
void call_log_init_elf(struct call_log *log, const struct htr_elf *elf);

void call_log_free(struct call_log *log);

/* One step. */
void call_log_step(struct call_log *log, const struct call_step *step);

/* One step of a simulated hart: what sim_hart_step, or a platform's retirement hook, reports. h is
 * as it left it: the hart's state right after the step. */
void call_log_observe(struct call_log *log, const struct ingress_cycle *in, uint32_t opcode,
                      const struct sim_hart *h);

/* The start of the function that an address belongs to; 0: none. */
uint64_t call_log_function(const struct call_log *log, uint64_t pc);

/* Name of a kind, never NULL. */
const char *call_kind_name(enum call_kind kind);

/* The first entry in which two logs differ, or the length of both when they are equal. Base
 * frames are equal whatever their function and pc of the jump. */
size_t call_log_compare(const struct call_entry *a, size_t na, const struct call_entry *b,
                        size_t nb);

#endif
