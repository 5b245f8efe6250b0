/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file read from front to back: plain, gzip or zstd, told by its first bytes; "-" is standard
 * input. Several gzip members or zstd frames behind each other are one file; what follows the last
 * gzip member and is none is ignored, as gzip does.
 */
#ifndef TOOLS_INPUT_STREAM_H
#define TOOLS_INPUT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum input_format {
    INPUT_PLAIN,
    INPUT_GZIP, /* 1F 8B */
    INPUT_ZSTD, /* 28 B5 2F FD */
};

struct input_stream {
    int fd;
    enum input_format format;
    uint8_t *raw; /* bytes of the file that were not decompressed yet; NULL: not open */
    size_t pos, fill;
    uint64_t got; /* bytes of the file that were read */
    bool eof;     /* the file has no more bytes */
    bool inside;  /* in the middle of a gzip member or zstd frame */
    bool ended;   /* nothing comes any more */
    bool cut;     /* ended inside a member or frame */
    bool late;    /* opened after the interruption: read to its end */
    void *codec;
    const char *error; /* why it ended early (also when cut), or NULL */
};

/* Returns 0, or the errno of the failure, or INPUT_IS_OUTPUT when the command writes that file too;
 * then nothing is held. A directory is EISDIR. */
int input_stream_open(struct input_stream *s, const char *path);
enum {
    INPUT_IS_OUTPUT = -1
};

/* What is wrong, for a message. */
const char *input_stream_strerror(int code);

/* Read n bytes. Returns fewer only at the end, after an interruption (interrupt.h), which is an end
 * too, or at an error (s->error); those before an error are good. */
size_t input_stream_read(struct input_stream *s, void *to, size_t n);

/* Bytes of the file, as it is stored, that were used up. */
static inline uint64_t input_stream_at(const struct input_stream *s)
{
    return s->got - (s->fill - s->pos);
}

/* Does nothing for a stream that is closed, or all zero. */
void input_stream_close(struct input_stream *s);

#endif
