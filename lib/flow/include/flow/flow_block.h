/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks: runs of instructions that are always executed to their end, decoded once. A block ends at
 * the first instruction that may change the flow, or where the next one cannot be part of a block:
 * no code, a trap, a custom or long instruction, code that changes in time. The flow layer walks
 * from block to block and looks at single instructions only where a block does not help.
 *
 * A table of blocks is memory of the caller, given with flow_code_use_blocks (flow_code.h).
 *
 * Source: N-Trace 1.0, chapter "N-Trace Decoding Guidelines".
 */
#ifndef FLOW_BLOCK_H
#define FLOW_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FLOW_BLOCK_MAX = 64, /* instructions in a block: one bit of `wide` each */
};

/* Lines of the table belong to the code layer: do not write them. */
struct flow_block {
    uint64_t pc;         /* of the first instruction */
    uint64_t next[2];    /* [0]: after the last one; [1]: its target, if the code gives it */
    uint64_t wide;       /* bit i: instruction i has 4 bytes, else 2 */
    uint32_t generation; /* generation of the code when it was decoded */
    uint16_t half;       /* half-words */
    uint8_t count;       /* instructions, 1..FLOW_BLOCK_MAX */
    uint8_t cls;         /* of the last instruction: enum flow_insn_class */
    uint8_t size;        /* of the last instruction, bytes */
    bool constant; /* indirect jump: the instruction before loads its register, next[1] counts */
    uint8_t kind;  /* what the last instruction asks of the fast walk: private to the library */
    uint8_t tail[2][4]; /* last four bytes of a range's record that ends here: not taken, taken */
    uint64_t spare;     /* 64 bytes: an aligned table needs one cache line per block */
};

#ifdef __cplusplus
}
#endif

#endif
