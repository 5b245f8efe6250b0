/* SPDX-License-Identifier: Apache-2.0 */
/* Input files: whole, or line by line. */
#define _DEFAULT_SOURCE /* madvise */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "tool.h"

enum {
    CHUNK = 1 << 20,
    LINE_BUFFER = 1 << 18,
    LONGEST_LINE = 4095,
    SPARE = 8
};

int input_open(struct input_stream *s, const char *verb, const char *path)
{
    int code = input_stream_open(s, path);
    if (code == INPUT_IS_OUTPUT) {
        return tool_fail(verb, path, "%s", input_stream_strerror(code));
    }
    return code == 0
               ? 0
               : tool_fail(verb, path, "cannot be opened: %s; check the name and its permissions",
                           input_stream_strerror(code));
}

/* More than a plain file has, if that can be known, so that one allocation does. */
static size_t expected_size(const struct input_stream *s)
{
    struct stat st;
    bool known = fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > CHUNK &&
                 (uintmax_t)st.st_size < SIZE_MAX / 4;
    return known ? (size_t)st.st_size + 1 : CHUNK;
}

/* A file in memory costs a page fault a page: ask for larger ones. */
static void use_large_pages(uint8_t *bytes, size_t size)
{
#ifdef MADV_HUGEPAGE
    uintptr_t page = 4096, start = ((uintptr_t)bytes + page - 1) / page * page;
    if (bytes != NULL && size > 2 * CHUNK) {
        (void)madvise((void *)start, size - page, MADV_HUGEPAGE); /* a wish */
    }
#else
    (void)bytes;
    (void)size;
#endif
}

int input_load(struct input *in, const char *verb, const char *path)
{
    struct input_stream s;
    in->size = 0;
    in->bytes = NULL;
    if (input_open(&s, verb, path) != 0) {
        return TOOL_CANNOT;
    }
    size_t room = expected_size(&s);
    in->bytes = malloc(room + SPARE);
    use_large_pages(in->bytes, room);
    while (in->bytes != NULL) {
        in->size += input_stream_read(&s, in->bytes + in->size, room - in->size);
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
    int status = 0;
    if (in->bytes == NULL) {
        status = tool_fail(verb, path, "does not fit in memory");
    } else if (s.error != NULL) {
        status = tool_fail(verb, path, "cannot be read: %s; copy it again", s.error);
        input_free(in);
    } else {
        memset(in->bytes + in->size, 0, SPARE);
    }
    input_stream_close(&s);
    return status;
}

void input_free(struct input *in)
{
    free(in->bytes);
    in->bytes = NULL;
    in->size = 0;
}

int lines_open(struct lines *l, const char *verb, const char *path)
{
    memset(l, 0, sizeof *l);
    if (input_open(&l->stream, verb, path) != 0) {
        return TOOL_CANNOT;
    }
    l->buffer = calloc(1, LINE_BUFFER + LINES_SPARE);
    if (l->buffer == NULL) {
        input_stream_close(&l->stream);
        return tool_fail(verb, path, "not enough memory");
    }
    return 0;
}

void lines_refill(struct lines *l)
{
    memmove(l->buffer, l->buffer + l->pos, l->fill - l->pos);
    l->fill -= l->pos;
    l->offset += l->pos;
    l->pos = 0;
    size_t room = LINE_BUFFER - l->fill;
    size_t n = input_stream_read(&l->stream, l->buffer + l->fill, room);
    l->fill += n;
    memset(l->buffer + l->fill, 0, LINES_SPARE);
    if (n < room) {
        l->eof = true;
        l->error = l->stream.error;
    }
}

bool lines_next(struct lines *l, const char **text, size_t *length)
{
    char *start = l->buffer + l->pos;
    char *end = l->fill > l->pos ? memchr(start, '\n', l->fill - l->pos) : NULL;
    if (end == NULL && !l->eof) {
        lines_refill(l);
        start = l->buffer;
        end = memchr(start, '\n', l->fill);
    }
    if (end == NULL) {
        if (l->pos == l->fill || l->error != NULL) {
            return false;
        }
        end = l->buffer + l->fill; /* last line without LF */
    }
    l->number++;
    size_t n = (size_t)(end - start);
    if (n > LONGEST_LINE) {
        l->error = "the line is too long: not a text file?";
        return false;
    }
    size_t next = (size_t)(end - l->buffer) + 1;
    l->pos = next < l->fill ? next : l->fill;
    *text = start;
    *length = n > 0 && start[n - 1] == '\r' ? n - 1 : n;
    return true;
}

void lines_close(struct lines *l)
{
    input_stream_close(&l->stream);
    free(l->buffer);
    l->buffer = NULL;
}
