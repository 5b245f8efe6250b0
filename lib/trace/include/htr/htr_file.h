/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file read from front to back: plain, gzip or zstd, recognized by its first bytes; "-" is
 * standard input. Several gzip members or zstd frames in a row are one file; other bytes after the
 * last gzip member are ignored, as gzip does.
 */
#ifndef HTR_FILE_H
#define HTR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_file_format {
    HTR_FILE_PLAIN,
    HTR_FILE_GZIP, /* 1F 8B */
    HTR_FILE_ZSTD, /* 28 B5 2F FD */
};

struct htr_file {
    int fd;
    enum htr_file_format format;
    uint8_t *raw; /* bytes of the file that were not decompressed yet; NULL: not open */
    size_t pos, fill;
    uint64_t got; /* bytes of the file that were read */
    bool eof;     /* the file has no more bytes */
    bool inside;  /* in the middle of a gzip member or zstd frame */
    bool ended;   /* the end was reached */
    bool cut;     /* ended inside a member or frame */
    bool late;    /* opened after the host wanted to stop: read to its end */
    const struct htr_host *host;
    void *codec;
    const char *error; /* why it ended early (also when cut), or NULL */
};

/* Open a file. Returns HTR_OK, or after a message HTR_ERR_OPEN (no such file, a folder, or the host
 * refuses it), HTR_ERR_MEMORY; then nothing is held. */
int htr_file_open(struct htr_file *s, struct htr_host *host, const char *path) HTR_MUST_CHECK;

/* Read n bytes. Returns fewer only at the end, when the host wants to stop, which is an end too, or
 * at an error (s->error); bytes before an error are good. */
size_t htr_file_read(struct htr_file *s, void *to, size_t n);

/* Pass over n bytes: by a seek in a plain file that can, otherwise by reading. Returns false when
 * the end comes first, as htr_file_read would. */
bool htr_file_skip(struct htr_file *s, uint64_t n);

/* Bytes of the file, as it is stored, that were used up. */
static inline uint64_t htr_file_at(const struct htr_file *s)
{
    return s->got - (s->fill - s->pos);
}

/* Close it. Does nothing for a stream that is closed, or all zero. */
void htr_file_close(struct htr_file *s);

#ifdef __cplusplus
}
#endif

#endif
