/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Verb shard: results. A file begins with 8 bytes of magic; then come the payloads of its pieces,
 * the table of the pieces, and a tail of five words: checksum of the plan, number of the shard,
 * number of pieces, CRC-32 of all before it, magic. Words are 64 bits, little endian.
 */
#define _GNU_SOURCE /* fopencookie */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "host.h"
#include "htr/htr_file.h"
#include "output.h"
#include "shard.h"

enum {
    BUFFER = 1 << 16,
    TAIL = 5,
    WORDS = sizeof(struct shard_piece) / sizeof(uint64_t),
};

_Static_assert(sizeof(struct shard_piece) == 7 * sizeof(uint64_t) + sizeof(struct htr_piece),
               "words only");

static const uint64_t magic = UINT64_C(0x3164726168537248); /* "HrShard1" */

/* ---- writing ---- */

struct shard_out {
    FILE *to, *stream;
    uint64_t n, pieces;
    uLong crc;
    struct shard_piece *piece;
    uint64_t plan, shard;
};

static ssize_t put(void *ctx, const char *bytes, size_t n)
{
    struct shard_out *o = ctx;
    const size_t done = fwrite(bytes, 1, n, o->to);
    o->crc = crc32_z(o->crc, (const uint8_t *)bytes, done);
    o->n += done;
    return (ssize_t)done; /* 0 is an error of a cookie */
}

static void put_words(struct shard_out *o, const uint64_t *word, size_t n)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < 8; k++) {
            bytes[k] = (uint8_t)(word[i] >> 8 * k);
        }
        (void)put(o, (const char *)bytes, sizeof bytes);
    }
}

int shard_out_open(struct shard_out **out, const struct shard_plan *p, const char *path,
                   unsigned shard)
{
    struct shard_out *o = calloc(1, sizeof *o);
    const cookie_io_functions_t io = {.write = put};
    *out = NULL;
    if (o == NULL) {
        return tool_fail(shard_verb, NULL, "not enough memory");
    }
    o->to = output_open(shard_verb, path);
    o->stream = o->to != NULL ? fopencookie(o, "w", io) : NULL;
    if (o->stream == NULL || setvbuf(o->stream, NULL, _IOFBF, BUFFER) != 0) {
        const bool refused = o->to == NULL;
        output_drop(o->to);
        free(o);
        return refused ? TOOL_CANNOT : tool_fail(shard_verb, NULL, "not enough memory");
    }
    o->crc = crc32_z(0, NULL, 0);
    o->plan = p->crc;
    o->shard = shard;
    put_words(o, &magic, 1);
    *out = o;
    return TOOL_OK;
}

FILE *shard_out_stream(struct shard_out *o)
{
    return o->stream;
}

int shard_out_piece(struct shard_out *o, struct shard_piece *piece)
{
    const uint64_t before =
        o->pieces == 0 ? 8 : o->piece[o->pieces - 1].at + o->piece[o->pieces - 1].bytes;
    struct shard_piece *more = realloc(o->piece, (o->pieces + 1) * sizeof *more);
    if (more == NULL) {
        return tool_fail(shard_verb, NULL, "not enough memory");
    }
    (void)fflush(o->stream);
    o->piece = more;
    piece->at = before;
    piece->bytes = o->n - before;
    o->piece[o->pieces++] = *piece;
    return TOOL_OK;
}

int shard_out_close(struct shard_out *o, bool keep)
{
    int status = TOOL_OK;
    if (fflush(o->stream) != 0) {
        clearerr(o->stream);
    }
    for (size_t i = 0; i < o->pieces; i++) {
        put_words(o, (const uint64_t *)(const void *)&o->piece[i], WORDS);
    }
    put_words(o, (const uint64_t[]){o->plan, o->shard, o->pieces}, 3);
    put_words(o, (const uint64_t[]){o->crc, magic}, 2);
    (void)fclose(o->stream);
    if (keep) {
        output_all(shard_verb)->durable = true;
        status = output_keep(o->to);
        output_all(shard_verb)->durable = false;
    } else {
        output_drop(o->to);
    }
    free(o->piece);
    free(o);
    return status;
}

/* ---- reading ---- */

void shard_result_path(const struct shard_plan *p, unsigned shard, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.4000s.d/%05u.result", p->path, shard);
}

static bool read_words(struct htr_file *f, uLong *crc, uint64_t *word, size_t n)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < n; i++) {
        if (htr_file_read(f, bytes, sizeof bytes) != sizeof bytes) {
            return false;
        }
        *crc = crc32_z(*crc, bytes, sizeof bytes);
        word[i] = 0;
        for (unsigned k = 0; k < 8; k++) {
            word[i] |= (uint64_t)bytes[k] << 8 * k;
        }
    }
    return true;
}

/* Bytes up to the table. */
static bool pass(struct htr_file *f, uLong *crc, uint64_t n)
{
    uint8_t bytes[BUFFER];
    while (n > 0) {
        const size_t want = n < BUFFER ? (size_t)n : (size_t)BUFFER;
        if (htr_file_read(f, bytes, want) != want) {
            return false;
        }
        *crc = crc32_z(*crc, bytes, want);
        n -= want;
    }
    return true;
}

/* The whole file, whose tail was read. Returns what is wrong, or NULL. */
static const char *read_all(struct htr_file *f, struct shard_in *in, uint64_t size,
                            const uint64_t tail[TAIL])
{
    uint64_t end[TAIL];
    uLong crc = crc32_z(0, NULL, 0), before;
    const uint64_t rest = tail[2] * sizeof(struct shard_piece) + TAIL * 8;
    if (tail[2] > 1u << 24 || rest > size) {
        return "is damaged";
    }
    in->piece = calloc(tail[2] + 1, sizeof *in->piece);
    if (in->piece == NULL) {
        return "does not fit in memory";
    }
    in->pieces = (unsigned)tail[2];
    if (!pass(f, &crc, size - rest) ||
        !read_words(f, &crc, (uint64_t *)(void *)in->piece, tail[2] * WORDS) ||
        !read_words(f, &crc, end, 3)) {
        return "is damaged";
    }
    before = crc;
    if (!read_words(f, &crc, end + 3, 2) || end[3] != before) {
        return "is damaged: its checksum differs";
    }
    return NULL;
}

/* The tail. Returns what is wrong, or NULL. */
static const char *read_tail(const char *path, uint64_t *size, uint64_t tail[TAIL])
{
    uLong crc = 0;
    struct htr_file f;
    if (htr_file_open(&f, tool_host(shard_verb), path) != HTR_OK) {
        return "cannot be opened";
    }
    const off_t end = lseek(f.fd, 0, SEEK_END);
    htr_file_close(&f);
    *size = end < 0 ? 0 : (uint64_t)end;
    if (*size < 8 * (TAIL + 1) || htr_file_open(&f, tool_host(shard_verb), path) != HTR_OK) {
        return "is cut off";
    }
    const bool there = htr_file_skip(&f, *size - 8 * TAIL) && read_words(&f, &crc, tail, TAIL);
    htr_file_close(&f);
    return !there                    ? "cannot be read"
           : tail[TAIL - 1] != magic ? "is cut off, or is no result of hartrace shard run"
                                     : NULL;
}

int shard_in_open(struct shard_in *in, const struct shard_plan *p, unsigned shard, bool quiet)
{
    char path[PATH_MAX];
    shard_result_path(p, shard, path);
    return shard_in_open_path(in, p, shard, path, quiet);
}

int shard_in_open_path(struct shard_in *in, const struct shard_plan *p, unsigned shard,
                       const char *path, bool quiet)
{
    struct htr_file f;
    uint64_t size, tail[TAIL];
    memset(in, 0, sizeof *in);
    in->shard = shard;
    snprintf(in->path, sizeof in->path, "%s", path);
    in->there = access(in->path, F_OK) == 0;
    if (!in->there) {
        return quiet ? TOOL_CANNOT
                     : tool_fail(shard_verb, in->path,
                                 "shard %u has no result: hartrace shard run PLAN --id %u", shard,
                                 shard);
    }
    const char *wrong = read_tail(in->path, &size, tail);
    if (wrong == NULL && (tail[0] != p->crc || tail[1] != shard)) {
        wrong =
            tail[0] != p->crc ? "is the result of another plan" : "is the result of another shard";
    }
    if (wrong == NULL && htr_file_open(&f, tool_host(shard_verb), in->path) == HTR_OK) {
        wrong = read_all(&f, in, size, tail);
        htr_file_close(&f);
    }
    if (wrong == NULL) {
        return TOOL_OK;
    }
    shard_in_close(in);
    return tool_fail(shard_verb, in->path, "%s; remove it, and run shard %u again", wrong, shard);
}

void shard_in_close(struct shard_in *in)
{
    free(in->piece);
    in->piece = NULL;
    in->pieces = 0;
}
