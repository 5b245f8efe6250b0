/* SPDX-License-Identifier: Apache-2.0 */
/* Input files: whole, or line by line. */
#define _DEFAULT_SOURCE /* madvise */
#include "htr/htr_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum {
    CHUNK = 1 << 20,
    LINE_BUFFER = 1 << 18,
    LONGEST_LINE = 4095,
    SPARE = 8
};

/* Larger than a plain file, if its size is known, so that one allocation suffices. */
static size_t expected_size(const struct htr_file *s)
{
    struct stat st;
    bool known = fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > CHUNK &&
                 (uintmax_t)st.st_size < SIZE_MAX / 4;
    return known ? (size_t)st.st_size + 1 : CHUNK;
}

/* A file in memory costs one page fault per page: ask for larger pages. */
static void use_large_pages(uint8_t *bytes, size_t size)
{
#ifdef MADV_HUGEPAGE
    uintptr_t page = 4096, start = ((uintptr_t)bytes + page - 1) / page * page;
    if (bytes != NULL && size > 2 * CHUNK) {
        (void)madvise((void *)start, size - page, MADV_HUGEPAGE); /* only a hint */
    }
#else
    (void)bytes;
    (void)size;
#endif
}

int htr_bytes_load(struct htr_bytes *in, struct htr_host *host, const char *path)
{
    struct htr_file s;
    in->size = 0;
    in->bytes = NULL;
    int status = htr_file_open(&s, host, path);
    if (status != HTR_OK) {
        return status;
    }
    size_t room = expected_size(&s);
    in->bytes = malloc(room + SPARE);
    use_large_pages(in->bytes, room);
    while (in->bytes != NULL) {
        in->size += htr_file_read(&s, in->bytes + in->size, room - in->size);
        if (in->size < room) {
            break;
        }
        uint8_t *bigger = room > SIZE_MAX / 4 ? NULL : realloc(in->bytes, room * 2 + SPARE);
        if (bigger == NULL) {
            free(in->bytes);
        }
        in->bytes = bigger;
        room *= 2;
    }
    if (in->bytes == NULL) {
        status = htr_fail(host, HTR_ERR_MEMORY, path, "does not fit in memory");
    } else if (s.error != NULL) {
        status = htr_fail(host, HTR_ERR_READ, path, "cannot be read: %s; copy it again", s.error);
        htr_bytes_free(in);
    } else {
        memset(in->bytes + in->size, 0, SPARE);
    }
    htr_file_close(&s);
    return status;
}

void htr_bytes_free(struct htr_bytes *in)
{
    free(in->bytes);
    in->bytes = NULL;
    in->size = 0;
}

int htr_lines_open(struct htr_lines *l, struct htr_host *host, const char *path)
{
    memset(l, 0, sizeof *l);
    int status = htr_file_open(&l->stream, host, path);
    if (status != HTR_OK) {
        return status;
    }
    l->buffer = calloc(1, LINE_BUFFER + HTR_LINES_SPARE);
    if (l->buffer == NULL) {
        htr_file_close(&l->stream);
        return htr_fail(host, HTR_ERR_MEMORY, path, "not enough memory");
    }
    return 0;
}

void htr_lines_refill(struct htr_lines *l)
{
    memmove(l->buffer, l->buffer + l->pos, l->fill - l->pos);
    l->fill -= l->pos;
    l->offset += l->pos;
    l->pos = 0;
    size_t room = LINE_BUFFER - l->fill;
    size_t n = htr_file_read(&l->stream, l->buffer + l->fill, room);
    l->fill += n;
    memset(l->buffer + l->fill, 0, HTR_LINES_SPARE);
    if (n < room) {
        l->eof = true;
        l->error = l->stream.error;
    }
}

bool htr_lines_next(struct htr_lines *l, const char **text, size_t *length)
{
    char *start = l->buffer + l->pos;
    char *end = l->fill > l->pos ? memchr(start, '\n', l->fill - l->pos) : NULL;
    if (end == NULL && !l->eof) {
        htr_lines_refill(l);
        start = l->buffer;
        end = memchr(start, '\n', l->fill);
    }
    if (end == NULL) {
        if (l->pos == l->fill || l->error != NULL) {
            return false;
        }
        end = l->buffer + l->fill; /* last line without LF */
    }
    size_t n = (size_t)(end - start);
    if (n > LONGEST_LINE) {
        l->error = "the line is too long: not a text file?";
        return false;
    }
    l->number++;
    size_t next = (size_t)(end - l->buffer) + 1;
    l->pos = next < l->fill ? next : l->fill;
    *text = start;
    *length = n > 0 && start[n - 1] == '\r' ? n - 1 : n;
    return true;
}

void htr_lines_close(struct htr_lines *l)
{
    htr_file_close(&l->stream);
    free(l->buffer);
    l->buffer = NULL;
}
