/* SPDX-License-Identifier: Apache-2.0 */
/* Input files, plain, gzip or zstd, "-" for standard input: whole, or line by line. */
#ifndef TOOLS_INPUT_H
#define TOOLS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input_stream.h"

/* A file in memory, with 8 zero bytes behind it. */
struct input {
    uint8_t *bytes;
    size_t size;
};

/* Open a file for reading in pieces. Returns 0, or TOOL_CANNOT after a message. */
int input_open(struct input_stream *s, const char *verb, const char *path);

/* Load a file. Returns 0, or TOOL_CANNOT after a message; then nothing is held. A compressed file
 * that is damaged or cut off is refused. An empty file is an empty input. */
int input_load(struct input *in, const char *verb, const char *path);
void input_free(struct input *in);

/* Text line by line. */
enum {
    LINES_SPARE = 32,
};

struct lines {
    struct input_stream stream;
    char *buffer; /* NULL: not open. LINES_SPARE bytes behind fill can be read: they are zero */
    size_t pos, fill;
    uint64_t offset; /* of buffer[0] in the text */
    uint64_t number; /* of the line just delivered, from 1 */
    bool eof;
    const char *error; /* why reading ended early, or NULL */
};

/* Returns 0, or TOOL_CANNOT after a message. */
int lines_open(struct lines *l, const char *verb, const char *path);

/* Next line without its end of line (LF or CR LF), valid until the next call. Returns false at the
 * end, or when l->error says so: unreadable, damaged, or a line longer than 4095 bytes. */
bool lines_next(struct lines *l, const char **text, size_t *length);

/* Move what is left to the front and read more. For readers that take lines out of the buffer
 * themselves: text from pos up to fill; they move pos and count number. */
void lines_refill(struct lines *l);
void lines_close(struct lines *l);

#endif
