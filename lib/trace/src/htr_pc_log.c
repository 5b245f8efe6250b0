/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A log of executed PCs. A chunk is a sequence of wrong guesses: a number in groups of 7 bits, low
 * group first, bit 7 set in all but the last: 2 * (right guesses before) + what it is. 0: the other
 * guess of that place is right. 1: a byte follows, (pc - last) / 2 + 64 when that is below 255,
 * or 255 and the PC. After the last one there are right guesses up to the count of the chunk.
 */
#include "htr/htr_pc_log.h"

#include <stdlib.h>
#include <string.h>

#include "htr_pc_log_chunks.h"

enum {
    BIAS = 64,
    FAR = 255,
    ENTRY_MAX = 10 + 1 + 8, /* bytes */
    GUESS_SHIFT = 64 - 14,
};

_Static_assert(HTR_PC_LOG_GUESSES == 1 << (64 - GUESS_SHIFT), "the hash has as many bits");

/* ---- the predictor ---- */

static void forget(struct htr_pc_log_predictor *p)
{
    memset(p, 0, sizeof *p);
}

static inline struct htr_pc_log_guess *guess_of(struct htr_pc_log_predictor *p)
{
    return &p->guess[((p->last ^ p->jumps) * UINT64_C(0x9E3779B97F4A7C15)) >> GUESS_SHIFT];
}

static inline void follow(struct htr_pc_log_predictor *p, uint64_t pc)
{
    uint64_t step = pc - p->last;
    if (step != 2 && step != 4) {
        p->jumps = p->jumps << 24 ^ pc << 3;
    }
    p->last = pc;
}

static inline void learn(struct htr_pc_log_guess *g, uint64_t pc)
{
    g->pc[1] = g->pc[0];
    g->pc[0] = pc;
}

/* ---- writing ---- */

static bool begin_chunk(struct htr_pc_log *log)
{
    if (log->predictor == NULL) {
        log->predictor = malloc(sizeof *log->predictor);
    }
    log->bytes = malloc(HTR_PC_LOG_CHUNK);
    if (log->predictor == NULL || log->bytes == NULL) {
        return false;
    }
    forget(log->predictor);
    log->size = 0;
    log->hits = 0;
    log->chunk_first = log->count;
    return true;
}

/* The chunk being written is complete. */
static bool end_chunk(struct htr_pc_log *log)
{
    uint8_t *smaller = realloc(log->bytes, log->size + 1u);
    struct htr_pc_log_chunk c = {.first = log->chunk_first,
                                 .count = log->count - log->chunk_first,
                                 .bytes = smaller != NULL ? smaller : log->bytes,
                                 .size = log->size};
    log->bytes = NULL;
    return htr_pc_log_chunk_push(log, &c);
}

static void write_miss(struct htr_pc_log *log, uint64_t pc, bool literal)
{
    uint64_t v = log->hits << 1 | literal;
    uint8_t *b = log->bytes + log->size;
    for (; v >= 128; v >>= 7) {
        *b++ = (uint8_t)(v | 128);
    }
    *b++ = (uint8_t)v;
    if (literal) {
        uint64_t code = (pc - log->predictor->last + 2 * BIAS) >> 1;
        *b++ = code < FAR ? (uint8_t)code : FAR;
        if (code >= FAR) {
            memcpy(b, &pc, sizeof pc);
            b += sizeof pc;
        }
    }
    log->size = (uint32_t)(b - log->bytes);
    log->hits = 0;
}

static bool fail(struct htr_pc_log *log)
{
    log->failed = true;
    return false;
}

/* Must the next PC begin a chunk of its own? */
static inline bool is_full(const struct htr_pc_log *log)
{
    const uint64_t most = log->chunk_pcs == 0 ? HTR_PC_LOG_CHUNK_PCS : log->chunk_pcs;
    return log->size + ENTRY_MAX > HTR_PC_LOG_CHUNK || log->count - log->chunk_first >= most;
}

bool htr_pc_log_add(struct htr_pc_log *log, uint64_t pc)
{
    if (log->bytes != NULL && is_full(log) && !end_chunk(log)) {
        return fail(log);
    }
    if (log->bytes == NULL && (log->failed || !begin_chunk(log))) {
        return fail(log);
    }
    struct htr_pc_log_guess *g = guess_of(log->predictor);
    if (g->pc[0] == pc) {
        log->hits++;
    } else {
        write_miss(log, pc, g->pc[1] != pc);
        learn(g, pc);
    }
    follow(log->predictor, pc);
    log->count++;
    return true;
}

bool htr_pc_log_cut(struct htr_pc_log *log)
{
    if (log->bytes == NULL || log->failed) {
        return false;
    }
    return end_chunk(log) || fail(log);
}

/* ---- reading ---- */

/* Make chunk i the one to read; i == nchunks is the one being written. */
static bool open_chunk(struct htr_pc_log_reader *r, size_t i)
{
    const struct htr_pc_log *log = r->log;
    const struct htr_pc_log_chunk writing = {.first = log->chunk_first,
                                             .count = log->count - log->chunk_first,
                                             .bytes = log->bytes,
                                             .size = log->size};
    const struct htr_pc_log_chunk *c = i < log->nchunks ? &log->chunk[i] : &writing;
    if (!htr_pc_log_chunk_get(log, c, r->room)) {
        return false;
    }
    forget(&r->predictor);
    r->bytes = r->room;
    r->end = r->room + c->size;
    r->next = c->first;
    r->until = c->first + c->count;
    r->hits = 0;
    r->then = 2; /* look for a wrong guess */
    return true;
}

/* The chunk that holds PC number n, which is not dropped; nchunks is the one being written. */
static size_t chunk_of(const struct htr_pc_log *log, uint64_t n)
{
    size_t low = 0, high = log->nchunks;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (log->chunk[mid].first + log->chunk[mid].count <= n) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

/* The number of right guesses before the next wrong one. */
static void next_miss(struct htr_pc_log_reader *r)
{
    uint64_t v = 0;
    if (r->bytes == r->end) { /* right to the end */
        r->hits = UINT64_MAX;
        return;
    }
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = *r->bytes++;
        v |= (uint64_t)(b & 127) << shift;
        if (b < 128) {
            break;
        }
    }
    r->hits = v >> 1;
    r->then = v & 1;
}

static uint64_t literal(struct htr_pc_log_reader *r)
{
    uint64_t pc;
    uint8_t code = *r->bytes++;
    if (code != FAR) {
        return r->predictor.last + 2 * (uint64_t)code - 2 * BIAS;
    }
    memcpy(&pc, r->bytes, sizeof pc);
    r->bytes += sizeof pc;
    return pc;
}

static uint64_t read_one(struct htr_pc_log_reader *r)
{
    struct htr_pc_log_guess *g = guess_of(&r->predictor);
    uint64_t pc = g->pc[0];
    if (r->then == 2 && r->hits == 0) {
        next_miss(r);
    }
    if (r->hits > 0) {
        r->hits--;
    } else {
        pc = r->then == 1 ? literal(r) : g->pc[1];
        learn(g, pc);
        r->then = 2;
    }
    follow(&r->predictor, pc);
    r->next++;
    return pc;
}

/* Open the chunk that holds PC number n, and go there. */
static bool go_to(struct htr_pc_log_reader *r, uint64_t n)
{
    if (!open_chunk(r, chunk_of(r->log, n))) {
        return false;
    }
    while (r->next < n) {
        (void)read_one(r);
    }
    return true;
}

size_t htr_pc_log_read(struct htr_pc_log_reader *r, uint64_t *pc, size_t max, bool *failed)
{
    size_t n = 0;
    while (n < max) {
        if (r->next < r->until) {
            pc[n++] = read_one(r);
        } else if (r->next == r->log->count) {
            break;
        } else if (!go_to(r, r->next)) {
            *failed = true;
            return 0;
        }
    }
    return n;
}

bool htr_pc_log_begin(struct htr_pc_log_reader *r, const struct htr_pc_log *log, uint64_t from)
{
    r->log = log;
    r->next = r->until = from;
    if (from < log->first || from > log->count) {
        return false;
    }
    return from == log->count || go_to(r, from);
}
