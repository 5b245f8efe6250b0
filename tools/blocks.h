/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executed PCs become ingress blocks: what a hart without traps would have told its encoder.
 *
 * Source: N-Trace 1.0, table "Generating itype for different instructions".
 */
#ifndef TOOLS_BLOCKS_H
#define TOOLS_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "nexus/nexus_code.h"
#include "trm/trm_ingress.h"

enum {
    BLOCKS_MAX_HALFWORDS = 32, /* a longer run is cut into several blocks */
    BLOCKS_MESSAGE = 256,
};

enum blocks_result {
    BLOCKS_MORE,  /* the PC was taken, no block is complete */
    BLOCKS_READY, /* the PC was taken, and *in holds a block to send first */
    BLOCKS_BAD,   /* this PC cannot follow: see message */
};

struct blocks {
    struct nexus_code *code;
    uint8_t itype_width;
    bool all_jumps; /* direct jumps are itype 5 */
    uint64_t address_mask;
    bool started;
    uint64_t pc;            /* of the instruction whose end is not known yet */
    struct nexus_insn insn; /* it */
    uint64_t start;         /* of the block being built */
    uint32_t halfwords;     /* in it, `insn` not counted */
    uint64_t instructions;  /* taken so far */
    uint64_t position;      /* half-words before `insn` */
    char message[BLOCKS_MESSAGE];
};

/* xlen and code of the stream; code must be started (nexus_code_init_...). */
void blocks_init(struct blocks *b, struct nexus_code *code, unsigned xlen, unsigned itype_width,
                 bool all_jumps);

/* Take the next executed PC. */
enum blocks_result blocks_add(struct blocks *b, uint64_t pc, struct trm_ingress *in);

/* End of the list: the last block. Returns BLOCKS_READY, or BLOCKS_MORE when there was no PC at
 * all. */
enum blocks_result blocks_end(struct blocks *b, struct trm_ingress *in);

#endif
