/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A log of executed PCs that stays small for runs of any length.
 *
 * A predictor guesses each PC from the one before and the last jumps; only wrong guesses are
 * written, so a loop costs almost nothing. The log is cut into chunks that can be read separately.
 * The beginning can be dropped; chunks that do not fit in memory go to a temporary file without a
 * name, in TMPDIR or /tmp.
 */
#ifndef HTR_PC_LOG_H
#define HTR_PC_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_PC_LOG_CHUNK = 1 << 18,     /* bytes of a chunk, at most */
    HTR_PC_LOG_CHUNK_PCS = 1 << 24, /* PCs of a chunk, at most */
    HTR_PC_LOG_KEEP = 64,           /* chunks in memory, at most, unless `keep` says otherwise */
    HTR_PC_LOG_GUESSES = 1 << 14,
};

/* The same in the writer and in every reader. */
struct htr_pc_log_guess {
    uint64_t pc[2]; /* the latest that followed, and another one before it */
};

struct htr_pc_log_predictor {
    uint64_t last, jumps;
    struct htr_pc_log_guess guess[HTR_PC_LOG_GUESSES];
};

struct htr_pc_log_chunk {
    uint64_t first, count; /* PCs */
    uint8_t *bytes;        /* NULL: in the file */
    uint32_t size, slot;   /* slot: place in the file, in HTR_PC_LOG_CHUNK bytes */
};

/* All zero is an empty log. Read: count, first, failed. */
struct htr_pc_log {
    uint64_t count;     /* PCs that were added */
    uint64_t first;     /* number of the first PC that was not dropped */
    bool failed;        /* no memory, or no room for the file: nothing is added any more */
    unsigned keep;      /* chunks in memory; 0: HTR_PC_LOG_KEEP */
    uint64_t chunk_pcs; /* PCs of a chunk, at most; 0: HTR_PC_LOG_CHUNK_PCS */

    struct htr_pc_log_predictor *predictor;
    uint8_t *bytes; /* of the chunk being written */
    uint32_t size;
    uint64_t chunk_first, hits;     /* its first PC; right guesses since the last byte */
    struct htr_pc_log_chunk *chunk; /* the complete ones, oldest first */
    size_t nchunks, room, memory;   /* memory: chunks that are in memory */
    int file;                       /* descriptor + 1, 0 = none yet */
    uint32_t slots;                 /* of the file */
    uint32_t *free_slot;
    size_t nfree, free_room;
};

/* Add a PC. Returns false when the log has failed. */
bool htr_pc_log_add(struct htr_pc_log *log, uint64_t pc);

/* PCs before number `before` are not needed any more: whole chunks of them are dropped. */
void htr_pc_log_drop(struct htr_pc_log *log, uint64_t before);

/* Complete the chunk being written, so that a reader at its end can go on quickly. Returns false
 * when there is nothing to complete, or the log has failed. */
bool htr_pc_log_cut(struct htr_pc_log *log);

/* Bytes in memory and in the file. */
uint64_t htr_pc_log_size(const struct htr_pc_log *log);
void htr_pc_log_free(struct htr_pc_log *log);

/* ---- reading; PCs may be added meanwhile, and those dropped that the reader has passed ---- */

struct htr_pc_log_reader {
    const struct htr_pc_log *log;
    struct htr_pc_log_predictor predictor;
    uint8_t room[HTR_PC_LOG_CHUNK]; /* a copy of the chunk that is read */
    const uint8_t *bytes, *end;
    uint64_t next;  /* number of the PC that comes next */
    uint64_t until; /* the chunk ends before this one */
    uint64_t hits;  /* right guesses that are left */
    unsigned then;  /* kind of the wrong guess after them, 0 or 1; 2: not yet read */
};

/* Begin at PC number `from`, which must not be dropped. Returns false when there is no such PC, or
 * the file cannot be read. */
bool htr_pc_log_begin(struct htr_pc_log_reader *r, const struct htr_pc_log *log, uint64_t from);

/* Read up to max PCs. Returns their number, 0 at the end; *failed is set when the file cannot be
 * read. */
size_t htr_pc_log_read(struct htr_pc_log_reader *r, uint64_t *pc, size_t max, bool *failed);

#ifdef __cplusplus
}
#endif

#endif
