/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes ingress blocks of executed PCs, as a hart without traps would have reported them.
 *
 * Source: N-Trace 1.0, table "Generating itype for different instructions".
 */
#ifndef HTR_BLOCKS_H
#define HTR_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "flow/flow_code.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_BLOCKS_MAX_HALFWORDS = 32, /* a longer run is cut into several blocks */
    HTR_BLOCKS_MESSAGE = 256,
};

enum htr_blocks_result {
    HTR_BLOCKS_MORE,  /* the PC was taken, no block is complete */
    HTR_BLOCKS_READY, /* the PC was taken, and *in holds a block to send first */
    HTR_BLOCKS_BAD,   /* this PC cannot follow: see message */
};

struct htr_blocks {
    struct flow_code *code;
    uint8_t itype_width;
    bool all_jumps; /* direct jumps are itype 5 */
    uint64_t address_mask;
    bool started;
    uint64_t pc;           /* of the last instruction, whose successor is not known yet */
    struct flow_insn insn; /* that instruction */
    uint64_t start;        /* of the block being built */
    uint32_t halfwords;    /* in the block, `insn` not counted */
    uint64_t instructions; /* taken so far */
    uint64_t position;     /* half-words before `insn` */
    char message[HTR_BLOCKS_MESSAGE];
};

/* Where execution can go after the last instruction of a block. */
enum htr_blocks_way {
    HTR_BLOCKS_BEHIND, /* the address after it */
    HTR_BLOCKS_TARGET, /* the target of a branch or direct jump; HTR_BLOCKS_BEHIND when they are
                          equal */
    HTR_BLOCKS_ELSEWHERE,
    HTR_BLOCKS_WAYS
};

enum {
    HTR_BLOCKS_REFUSED = 0xFF, /* execution cannot go there, or the block would not be complete */
};

/* How a block ends, for each way on. */
struct htr_blocks_forecast {
    uint64_t behind, target;
    uint8_t itype[HTR_BLOCKS_WAYS]; /* or HTR_BLOCKS_REFUSED */
    uint8_t ilastsize;
};

/* xlen and code of the stream; code must be started (flow_code_init_...). */
void htr_blocks_init(struct htr_blocks *b, struct flow_code *code, unsigned xlen,
                     unsigned itype_width, bool all_jumps);

/* Take the next executed PC. */
enum htr_blocks_result htr_blocks_add(struct htr_blocks *b, uint64_t pc, struct ingress_cycle *in);

/* End of the list: the last block. Returns HTR_BLOCKS_READY, or HTR_BLOCKS_MORE when no PC was
 * added. */
enum htr_blocks_result htr_blocks_end(struct htr_blocks *b, struct ingress_cycle *in);

/* What htr_blocks_add would do for a block of that many half-words that ends with the instruction
 * at `end`, for any PC that follows. Returns false when that cannot be predicted. */
bool htr_blocks_forecast(const struct htr_blocks *b, uint64_t end, uint32_t halfwords,
                         struct htr_blocks_forecast *forecast);

/* Call it when b has just closed a block: blocks with that number of instructions and half-words
 * were made elsewhere; go on with a block that starts at pc. Returns false when there is no code:
 * see message. */
bool htr_blocks_skip(struct htr_blocks *b, uint64_t pc, uint64_t instructions, uint64_t halfwords);

#ifdef __cplusplus
}
#endif

#endif
