/* SPDX-License-Identifier: Apache-2.0 */
/* Input files, plain or gzip, "-" for standard input: whole, or line by line. */
#ifndef TOOLS_INPUT_H
#define TOOLS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file in memory, with 8 zero bytes behind it. */
struct input {
    uint8_t *bytes;
    size_t size;
};

/* Load a file. Returns 0, or TOOL_CANNOT after a message; then nothing is held. A gzip file that is
 * damaged or cut off is refused. An empty file is an empty input. */
int input_load(struct input *in, const char *verb, const char *path);
void input_free(struct input *in);

/* Text line by line. */
struct lines {
    void *file; /* gzFile */
    char *buffer;
    size_t pos, fill;
    uint64_t number; /* of the line just delivered, from 1 */
    bool eof;
    const char *error; /* why reading ended early, or NULL */
};

/* Returns 0, or TOOL_CANNOT after a message. */
int lines_open(struct lines *l, const char *verb, const char *path);

/* Next line without its end of line (LF or CR LF), valid until the next call. Returns false at the
 * end, or when l->error says so: unreadable, damaged gzip, or a line longer than 4095 bytes. */
bool lines_next(struct lines *l, const char **text, size_t *length);
void lines_close(struct lines *l);

/* Write a buffer to a file ("-" is stdout). Returns 0, or TOOL_CANNOT after a message. */
int output_save(const char *verb, const char *path, const uint8_t *bytes, size_t size);

#endif
