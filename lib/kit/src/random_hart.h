/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hart that executes nonsense, correctly: a random program of real encodings, and a random walk
 * over it that obeys the control flow. It produces ingress records, and knows what each of them
 * retired. Independent of flow_insn: it builds the encodings itself and remembers what they are.
 */
#ifndef TESTS_RANDOM_HART_H
#define TESTS_RANDOM_HART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingress/ingress_port.h"

enum {
    RH_CODE_BYTES = 4096,
    RH_MAX_STACK = 64,
};

/* xorshift64*: small, and the same everywhere. */
struct rh_rng {
    uint64_t state;
};

void rh_seed(struct rh_rng *rng, uint64_t seed);
uint32_t rh_next(struct rh_rng *rng);
/* A number in 0..n-1; n >= 1. */
uint32_t rh_below(struct rh_rng *rng, uint32_t n);
/* True once in n times. */
bool rh_chance(struct rh_rng *rng, uint32_t n);

enum rh_kind {
    RH_LINEAR,
    RH_BRANCH,
    RH_JUMP,     /* jal x0, c.j */
    RH_CALL,     /* jal x1 */
    RH_INDIRECT, /* jalr x0, x10 */
    RH_ICALL,    /* jalr x1, x10 */
    RH_RETURN,   /* ret, c.jr x1 */
    RH_SWAP,     /* jalr x5, x1 */
    RH_OTHER,    /* jalr x6, x10 */
    RH_MRET,
    RH_CONST,      /* auipc or lui x11, x1 or x5, always before the next */
    RH_CONST_JUMP, /* jalr x0, x1 or x6, offset(that): always goes where that says when RH_CONST has
                      just retired */
};

struct rh_cfg {
    uint64_t base; /* of the code; even */
    unsigned xlen;
    unsigned itype_width;    /* 3 or 4 */
    unsigned max_block;      /* instructions in one block, at most; 1 = single retirement */
    unsigned trap_one_in;    /* one block in this many ends in a trap; 0 = never */
    unsigned branch_bias;    /* one branch in this many changes direction; 0 = random */
    unsigned context_one_in; /* one block in this many begins in a new context; 0 = never */
    unsigned indirect_bias;  /* one indirect jump in this many changes its target; 0 = random */
    unsigned max_blocks;     /* blocks in one record, at most; 0 and 1 = one */
    unsigned port_blocks;    /* of these and a trap after them; 0 = as a record has room for */
    bool zcmp;               /* Zcmp in place of c.fsdsp: 16-bit returns are cm.popret */
    bool all_jumps;          /* direct jumps and calls are itype 5 (trTeInstEnAllJumps) */
    /* A return goes to the instruction after the newest open call, if there is one. */
    bool well_behaved;
};

struct rh_hart {
    struct rh_cfg cfg;
    struct rh_rng rng;
    uint8_t code[RH_CODE_BYTES];
    uint8_t kind[RH_CODE_BYTES / 2]; /* enum rh_kind, at the first half-word of an instruction */
    uint8_t size[RH_CODE_BYTES / 2]; /* bytes; 0 = not the start of an instruction */
    bool last_taken[RH_CODE_BYTES / 2];
    uint16_t dest[RH_CODE_BYTES / 2];      /* offset of the target of direct ones, bytes */
    uint16_t last_dest[RH_CODE_BYTES / 2]; /* of indirect ones */
    uint8_t link[RH_CODE_BYTES / 2];       /* register that RH_CONST_JUMP writes */
    uint64_t pc;
    uint64_t cycle;
    uint8_t priv;
    uint64_t context;
    uint64_t stack[RH_MAX_STACK];
    unsigned depth;
    bool trap_next;   /* back-to-back traps: the next record is a trap again */
    bool const_ready; /* RH_CONST was the instruction before */
};

/* What one record retired. */
struct rh_step {
    struct ingress_cycle in;
    unsigned count; /* instructions */
    uint64_t pc[INGRESS_MAX_BLOCKS * 16];
};

/* Make a program and start at its beginning. */
void rh_init(struct rh_hart *h, const struct rh_cfg *cfg, uint64_t seed);

/* The hart is reset: it continues at the first instruction, in M-mode.
 */
void rh_reset(struct rh_hart *h);

/* A debugger moves the hart to another instruction while it is halted. */
void rh_move(struct rh_hart *h);

/* Execute one cycle: up to max_blocks blocks, or a trap with nothing retired, or both. */
void rh_step(struct rh_hart *h, struct rh_step *step);

#endif
