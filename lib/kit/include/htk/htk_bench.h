/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kit beside a test bench: an encoder is watched while it is simulated. The bench reports what
 * the hart does and which bytes leave the encoder; the golden model is given the same records and
 * register writes. The first message that is wrong is named in the clock in which it left.
 *
 *   struct htk_bench_cfg cfg = {.mode = HTK_BENCH_MEANING, .elf = "p.elf", .params = "xlen=64"};
 *   struct htk_bench *b;
 *   if (htk_bench_open(&b, &cfg, &host) == HTR_OK) {
 *       for each clock: htk_bench_cycle, then htk_bench_write, then htk_bench_bytes,
 *                       each only when there is something;
 *       htk_bench_end(b, clock, true);
 *       puts(htk_bench_poll(b)->text);
 *   }
 *   htk_bench_close(b);
 *
 * Two modes. HTK_BENCH_EXACT: the bytes are those of the golden model with the parameters of the
 * encoder. It needs no program, and an encoder that does not lose messages. HTK_BENCH_MEANING: any
 * legal encoder. What its messages decode to is what the model's do: the instructions, where trace
 * begins and ends, and why; each message is held against the rules of lint, too. What is between an
 * overflow (Error, then SYNC 7) and the next instruction that is reported may be missing.
 *
 * Clocks are numbers that never go down, from 0; the first call says where they begin. Idle bytes
 * (0xFF between messages) may be among the bytes.
 */
#ifndef HTK_BENCH_H
#define HTK_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htk_bench_mode {
    HTK_BENCH_EXACT,
    HTK_BENCH_MEANING,
};

struct htk_bench_cfg {
    enum htk_bench_mode mode;
    const char *elf;     /* the program; needed by HTK_BENCH_MEANING, else may be NULL */
    const char *params;  /* of the encoder: "NAME=VALUE ..." of regmap/gen/md/params.md, or NULL */
    const char *profile; /* of its messages, "sifive-0.x"; NULL or "": N-Trace 1.0 */
};

enum htk_bench_state {
    HTK_BENCH_GOOD,    /* nothing is wrong so far */
    HTK_BENCH_BROKEN,  /* a rule is broken; nothing is compared after it */
    HTK_BENCH_STOPPED, /* it cannot be compared any more, and why: no verdict about the rest */
};

enum {
    HTK_BENCH_TEXT = 2048,
};

struct htk_bench_verdict {
    enum htk_bench_state state;
    const char *rule;  /* BROKEN: its id, "NT-CNT-003"; else "" */
    uint64_t cycle;    /* BROKEN: when the first wrong message left, or was missed */
    uint64_t message;  /* BROKEN: its number, from 0 */
    uint64_t messages; /* of the encoder, so far */
    uint64_t equal;    /* of them: byte by byte those of the model */
    uint64_t insns;    /* MEANING: half-words of code that were compared */
    uint64_t losses;   /* MEANING: overflows */
    const char *text;  /* in words: rule, message, what the hart had done; "" while GOOD */
};

struct htk_bench;

/* Begin. Returns HTR_OK; or after a message HTR_ERR_ARG (a parameter or profile that is not known
 * or out of range), HTR_ERR_MISSING (no program for HTK_BENCH_MEANING), HTR_ERR_MEMORY, or what
 * htr_code_open returns: then *b is NULL. Texts of cfg are not kept. */
int htk_bench_open(struct htk_bench **b, const struct htk_bench_cfg *cfg,
                   struct htr_host *host) HTR_MUST_CHECK;

/* The record that the encoder took in clock in->cycle: not one that it stalled. At most one for
 * each clock; a clock without a record needs no call. */
void htk_bench_cycle(struct htk_bench *b, const struct ingress_cycle *in);

/* A write to a register of the encoder (TCI 1.0, Trace Encoder Control Interface), 32 bits at a
 * multiple of 4, that was done in this clock. It acts on records of later clocks. */
void htk_bench_write(struct htk_bench *b, uint64_t cycle, uint32_t offset, uint32_t value);

/* n bytes that left the encoder in this clock. */
void htk_bench_bytes(struct htk_bench *b, uint64_t cycle, const uint8_t *bytes, size_t n);

/* What is known so far. Valid until the next call. */
const struct htk_bench_verdict *htk_bench_poll(struct htk_bench *b);

/* No more records come. drained: all that the encoder had has left, so that a message that is
 * missing is wrong. */
void htk_bench_end(struct htk_bench *b, uint64_t cycle, bool drained);

/* One line about the run, in words. Valid until the next call. */
const char *htk_bench_summary(struct htk_bench *b);

/* NULL is fine. */
void htk_bench_close(struct htk_bench *b);

#ifdef __cplusplus
}
#endif

#endif
