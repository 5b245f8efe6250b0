/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs that call: functions with stack frames, which call each other directly, through
 * registers, through x5, in tail position and in loops, jump by tables, set a place to return to
 * and jump there over any number of frames, make environment calls, and are interrupted. They
 * execute on the simulated hart, through the encoder model; the log of calls is kept meanwhile.
 *
 * Every function counts its depth in x26: one more at its entry, one less before it is left, and
 * what it was at the place that a jump over frames goes to. So the program has an account of its
 * own of how many frames are open, and each run compares it with the log at every entry.
 */
#ifndef TESTS_RANDOM_CALLS_H
#define TESTS_RANDOM_CALLS_H

#include "call_log.h"
#include "flow/flow_code.h"
#include "htr/htr_pcs.h"
#include "nexus/nexus_cfg.h"
#include "random_hart.h"

enum {
    RC_FUNCTIONS = 8, /* of the general kind */
    RC_SLOT = 1024,   /* bytes from the start of one function to that of the next */
    /* The first instructions, then the functions, three leaves, longjmp, and the trap handler. */
    RC_START = 0,
    RC_FIRST = 1,
    RC_LEAF = RC_FIRST + RC_FUNCTIONS,
    RC_LEAVES = 3,
    RC_LONGJMP = RC_LEAF + RC_LEAVES,
    RC_HANDLER = RC_LONGJMP + 1,
    RC_STARTS = RC_HANDLER + 1,
    RC_CODE_BYTES = RC_STARTS * RC_SLOT,
    RC_TRACE_BYTES = 1 << 17,
};

/* Registers that a run sets. */
enum {
    RC_SP = 2,
    RC_PLACE = 25, /* address of where to jump over frames to: pc (0: none), sp, RC_DEPTH, s0 */
    RC_DEPTH = 26, /* the account */
    RC_FUEL = 27,
};

#define RC_BASE UINT64_C(0x80000000)

struct rc_cfg {
    unsigned xlen;
    bool htm;            /* otherwise BTM */
    bool implicit;       /* return stack of the encoder: mode 2 */
    bool longjmps;       /* jumps over frames are among the operations */
    unsigned irq_one_in; /* an interrupt before one in this many instructions; 0: never */
    unsigned fuel;       /* functions entered, about */
};

struct rc_run {
    uint8_t code[RC_CODE_BYTES];
    uint64_t start[RC_STARTS]; /* of the functions */
    struct call_log calls;
    struct htr_pc_log pcs; /* executed */
    struct nexus_stream_cfg stream;
    uint8_t trace[RC_TRACE_BYTES];
    size_t size; /* of the trace */
};

/* What a seed chooses. */
void rc_choose(struct rc_cfg *cfg, uint64_t seed);

/* Only make the program: code and start. */
void rc_make(struct rc_run *run, const struct rc_cfg *cfg, uint64_t seed);

/* Make a program, run it to its end, and fill *run; ends with rc_free. Fails the test when the log
 * disagrees with the program's own account. */
void rc_execute(struct rc_run *run, const struct rc_cfg *cfg, uint64_t seed);
void rc_free(struct rc_run *run);

#endif
