/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the raw stream of the QEMU plugin (qemu/raw.h) to an ingress stream: which of the
 * instructions retired, how each one ended, and the traps in between. docs/record.md.
 *
 * Source: Efficient Trace for RISC-V 2.0, chapter "Hart to encoder interface".
 */
#ifndef TOOLS_RECORD_STREAM_H
#define TOOLS_RECORD_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_insn.h"
#include "ingress/ingress.h"

enum record_status {
    RECORD_OK = 0,
    RECORD_DONE = 1,        /* the limit of instructions is reached, or RAW_END has come */
    RECORD_ERR_FORMAT = -1, /* not a raw stream, or of another version */
    RECORD_ERR_FLOW = -2,   /* the flow breaks without a trap: see from, to */
    RECORD_ERR_LOG = -3,    /* QEMU logged something that is not a trap */
    RECORD_ERR_MEMORY = -4,
    RECORD_ERR_TRAPS = -6,   /* a hart only traps: see first_trap */
    RECORD_ERR_INGRESS = -5, /* writing failed: see the writer's status */
};

/* One line in English for a status, never NULL. */
const char *record_strerror(int status);

enum {
    RECORD_MAX_HARTS = 64,
    RECORD_WORDS_MAX = 8,    /* of one raw record */
    RECORD_TRAP_ROW = 10000, /* so many traps of a hart without a retirement are an endless loop */
};

/* An instruction that the plugin has named. */
struct record_insn {
    uint64_t pc;
    uint32_t opcode;
    uint32_t next; /* number + 1 of another one at the same hash, 0 = none */
    bool shared;   /* another opcode was seen at this pc: code that changes */
    bool told;     /* its opcode is in the ingress stream */
    struct flow_insn insn;
};

/* The first of a row of traps, and the cause of the latest. */
struct record_trap {
    unsigned hart;
    bool interrupt;
    uint32_t cause, last_cause;
    uint64_t epc, tval;
};

struct record_hart {
    uint32_t trap_row; /* traps since the last retirement */
    struct record_trap trap;
    bool pending;    /* last[] is about to execute */
    uint32_t last;   /* number of the instruction that was started last */
    bool has_before; /* `before` retired right before it */
    uint32_t before;
    struct ingress_block block; /* being collected */
    uint64_t cycle;             /* instructions retired: one a cycle */
};

struct record_stream {
    struct ingress_writer *out; /* opened at RAW_HELLO by the caller's `start` */
    int (*start)(void *ctx, unsigned xlen, unsigned harts); /* INGRESS_OK or an ingress_status */
    void *ctx;
    uint64_t max_instructions; /* 0: no limit */

    bool started;
    unsigned xlen, harts, hart;
    uint32_t word[RECORD_WORDS_MAX]; /* of an incomplete raw record */
    unsigned nwords;
    struct record_insn *insn;
    uint32_t ninsns, cap;
    uint32_t *hash; /* by pc: number + 1 */
    struct record_hart state[RECORD_MAX_HARTS];

    uint64_t instructions, exceptions, interrupts, trap_returns;
    uint64_t from, to;             /* RECORD_ERR_FLOW: the two addresses */
    struct record_trap first_trap; /* RECORD_ERR_TRAPS */
};

/* Start. out and start as above. Returns RECORD_OK or RECORD_ERR_MEMORY. */
int record_stream_init(struct record_stream *s, struct ingress_writer *out,
                       int (*start)(void *ctx, unsigned xlen, unsigned harts), void *ctx);

/* Take n words. Returns RECORD_OK, RECORD_DONE, or an error; both are final. */
int record_stream_feed(struct record_stream *s, const uint32_t *words, size_t n);

/* Write what is still collected. An instruction that had only been started is left out. Returns
 * RECORD_OK or RECORD_ERR_INGRESS. */
int record_stream_finish(struct record_stream *s);

void record_stream_free(struct record_stream *s);

#endif
