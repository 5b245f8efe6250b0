/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kit in a simulation, for everything that can call C with integers, strings and pointers:
 * DPI-C (htk_dpi_pkg.sv), VPI (kit/vpi), Python's ctypes (kit/cocotb). It is htk_bench.h in these
 * types.
 *
 * Bit vectors are arrays of 32-bit words, low word first, as svBitVecVal of svdpi.h is.
 *
 * Every function takes the handle of htk_dpi_open, and does nothing with NULL. Handles are
 * independent of each other; one thread at a time uses one.
 */
#ifndef HTK_DPI_H
#define HTK_DPI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTK_DPI_BLOCKS = 4, /* of a clock, at most */
    HTK_DPI_BYTES = 64, /* of a call of htk_dpi_bytes, at most */
};

/* Bits of `levels` in htk_dpi_cycle. */
enum {
    HTK_DPI_PRIV = 0,   /* 3 bits */
    HTK_DPI_CTYPE = 3,  /* 2 bits */
    HTK_DPI_HALTED = 5, /* 1 bit each */
    HTK_DPI_RESET = 6,
    HTK_DPI_LOWPOWER = 7,
    HTK_DPI_TRIGGER = 8,  /* 6 bits: trace-on, trace-off, trace-notify of each block */
    HTK_DPI_EXT_TRIG = 16 /* 8 bits: external trigger inputs */
};

/* Open a kit. elf: the program; "" with exact. params: of the encoder, "NAME=VALUE ..." of
 * regmap/gen/md/params.md, divided by blanks or commas, "" for the defaults of the model. profile:
 * of its messages, "" is N-Trace 1.0. exact: not 0 compares bytes (HTK_BENCH_EXACT), 0 what they
 * mean (HTK_BENCH_MEANING).
 *
 * Returns a handle, to be given to htk_dpi_close; NULL without memory. What is wrong with the
 * arguments htk_dpi_poll says: 2, with htk_dpi_text. */
void *htk_dpi_open(const char *elf, const char *params, const char *profile, int exact);

/* A record that the encoder took in this clock: E-Trace 2.0, chapter "Hart to encoder interface".
 * blocks: 0 to 4, block n has bits [64n+63:64n] of iaddr, [32n+31:32n] of iretire (half-words),
 * [4n+3:4n] of itype, bit n of ilastsize and sijump. side: context, hcontext, cause, tval, then
 * impdef (32 bits) in words of 64 bits. stamp: for trTsMode External. Clocks never go down. */
void htk_dpi_cycle(void *kit, uint64_t clock, uint64_t stamp, uint32_t blocks,
                   const uint32_t *iaddr, const uint32_t *iretire, const uint32_t *itype,
                   const uint32_t *ilastsize, const uint32_t *sijump, const uint32_t *levels,
                   const uint32_t *side);

/* A write of 32 bits to a register of the encoder that was done in this clock. */
void htk_dpi_write(void *kit, uint64_t clock, uint32_t offset, uint32_t value);

/* Bytes that left the encoder in this clock: of bytes[0..n), n at most 64, those with their bit in
 * keep, byte 0 first. */
void htk_dpi_bytes(void *kit, uint64_t clock, uint32_t n, const uint32_t *bytes,
                   const uint32_t *keep);

/* The verdict so far: 0 nothing is wrong, 1 a rule is broken, 2 it cannot be compared. */
int htk_dpi_poll(void *kit);

/* Of the verdict 1 the id of the rule; else "". Texts are valid until the next call with the same
 * handle. */
const char *htk_dpi_rule(void *kit);

/* The verdict in words: rule, message, what the hart had done; "" for 0. */
const char *htk_dpi_text(void *kit);

/* The simulation ends. drained not 0: all that the encoder had has left, so that a message that is
 * missing is wrong. */
void htk_dpi_end(void *kit, uint64_t clock, int drained);

/* One line about the run. */
const char *htk_dpi_summary(void *kit);

void htk_dpi_close(void *kit);

#ifdef __cplusplus
}
#endif

#endif
