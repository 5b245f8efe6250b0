/* SPDX-License-Identifier: Apache-2.0 */
/* Input files, plain, gzip or zstd, "-" for standard input: whole, or line by line. */
#ifndef HTR_INPUT_H
#define HTR_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file in memory, with 8 zero bytes after it. */
struct htr_bytes {
    uint8_t *bytes;
    size_t size;
};

/* Load a file. Returns HTR_OK, or after a message HTR_ERR_OPEN, HTR_ERR_READ (also when a
 * compressed file is damaged or cut off), HTR_ERR_MEMORY; then nothing is held. An empty file is an
 * empty input. */
int htr_bytes_load(struct htr_bytes *in, struct htr_host *host, const char *path) HTR_MUST_CHECK;
void htr_bytes_free(struct htr_bytes *in);

/* Text line by line. */
enum {
    HTR_LINES_SPARE = 32,
};

struct htr_lines {
    struct htr_file stream;
    char *buffer; /* NULL: not open. HTR_LINES_SPARE bytes after fill can be read: they are zero */
    size_t pos, fill;
    uint64_t offset; /* of buffer[0] in the text */
    uint64_t number; /* of the line just delivered, from 1 */
    bool eof;
    const char *error; /* why reading ended early, or NULL */
};

/* Returns HTR_OK, or after a message HTR_ERR_OPEN, HTR_ERR_MEMORY. */
int htr_lines_open(struct htr_lines *l, struct htr_host *host, const char *path) HTR_MUST_CHECK;

/* Next line without its end of line (LF or CR LF), valid until the next call. Returns false at the
 * end, or when l->error says so: unreadable, damaged, or a line longer than 4095 bytes. */
bool htr_lines_next(struct htr_lines *l, const char **text, size_t *length);

/* Move what is left to the front and read more. For readers that take lines out of the buffer
 * themselves: text from pos up to fill; they move pos and count number. */
void htr_lines_refill(struct htr_lines *l);
void htr_lines_close(struct htr_lines *l);

#ifdef __cplusplus
}
#endif

#endif
