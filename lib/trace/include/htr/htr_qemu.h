/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the raw stream of the QEMU plugin (htr_qemu_raw.h) to an ingress stream: which of the
 * instructions retired, how each one ended, and the traps in between. docs/howto/record.md.
 *
 * Source: Efficient Trace for RISC-V 2.0, chapter "Hart to encoder interface".
 */
#ifndef HTR_QEMU_H
#define HTR_QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_insn.h"
#include "htr/htr_host.h"
#include "ingress/ingress.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_qemu_status {
    HTR_QEMU_OK = 0,
    HTR_QEMU_DONE = 1,        /* the limit of instructions is reached, or RAW_END has come */
    HTR_QEMU_ERR_FORMAT = -1, /* not a raw stream, or of another version */
    HTR_QEMU_ERR_FLOW = -2,   /* the flow breaks without a trap: see from, to */
    HTR_QEMU_ERR_LOG = -3,    /* QEMU logged something that is not a trap */
    HTR_QEMU_ERR_MEMORY = -4,
    HTR_QEMU_ERR_TRAPS = -6,   /* a hart does nothing but trap: see first_trap */
    HTR_QEMU_ERR_INGRESS = -5, /* writing failed: see the writer's status */
};

/* One line in English for a status, never NULL. */
const char *htr_qemu_strerror(int status);

enum {
    HTR_QEMU_MAX_HARTS = 64,
    HTR_QEMU_WORDS_MAX = 8, /* of one raw record */
    HTR_QEMU_TRAP_ROW =
        10000, /* traps of a hart without a retirement that count as an endless loop */
};

/* An instruction that the plugin has named. */
struct htr_qemu_insn {
    uint64_t pc;
    uint32_t opcode;
    uint32_t next; /* number + 1 of another one at the same hash, 0 = none */
    bool shared;   /* another opcode was seen at this pc: code that changes */
    bool written;  /* its opcode is in the ingress stream */
    struct flow_insn insn;
};

/* The first of a row of traps, and the cause of the latest. */
struct htr_qemu_trap {
    unsigned hart;
    bool interrupt;
    uint32_t cause, last_cause;
    uint64_t epc, tval;
};

struct htr_qemu_hart {
    uint32_t trap_row; /* traps since the last retirement */
    struct htr_qemu_trap trap;
    bool pending;    /* last[] is about to execute */
    uint32_t last;   /* number of the instruction that was started last */
    bool has_before; /* `before` retired right before it */
    uint32_t before;
    struct ingress_block block; /* being collected */
    uint64_t cycle;             /* instructions retired: one per cycle */
};

struct htr_qemu {
    struct ingress_writer *out; /* opened at RAW_HELLO by the caller's `start` */
    int (*start)(void *ctx, unsigned xlen, unsigned harts); /* INGRESS_OK or an ingress_status */
    void *ctx;
    uint64_t max_instructions; /* 0: no limit */

    bool started;
    unsigned xlen, harts, hart;
    uint32_t word[HTR_QEMU_WORDS_MAX]; /* of an incomplete raw record */
    unsigned nwords;
    struct htr_qemu_insn *insn;
    uint32_t ninsns, cap;
    uint32_t *hash; /* by pc: number + 1 */
    struct htr_qemu_hart state[HTR_QEMU_MAX_HARTS];

    uint64_t instructions, exceptions, interrupts, trap_returns;
    uint64_t from, to;               /* HTR_QEMU_ERR_FLOW: the two addresses */
    struct htr_qemu_trap first_trap; /* HTR_QEMU_ERR_TRAPS */
};

/* Start. out: opened by `start`, which is called once, when the stream has said what the emulator
 * is: xlen 32 or 64, harts 1 to HTR_QEMU_MAX_HARTS. Returns HTR_QEMU_OK or HTR_QEMU_ERR_MEMORY. */
int htr_qemu_init(struct htr_qemu *s, struct ingress_writer *out,
                  int (*start)(void *ctx, unsigned xlen, unsigned harts), void *ctx) HTR_MUST_CHECK;

/* Take n words, cut anywhere. Returns HTR_QEMU_OK, HTR_QEMU_DONE, or any HTR_QEMU_ERR_*; all but
 * the first are final. */
int htr_qemu_feed(struct htr_qemu *s, const uint32_t *words, size_t n) HTR_MUST_CHECK;

/* Write the instructions that are still collected. An instruction that had only been started is
 * left out. Returns HTR_QEMU_OK or HTR_QEMU_ERR_INGRESS. */
int htr_qemu_finish(struct htr_qemu *s) HTR_MUST_CHECK;

void htr_qemu_free(struct htr_qemu *s);

#ifdef __cplusplus
}
#endif

#endif
