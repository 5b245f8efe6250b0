/* SPDX-License-Identifier: Apache-2.0 */
/* Input files through zlib, which reads plain files as they are. */
#include "input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "tool.h"

enum {
    CHUNK = 1 << 20,
    LINE_BUFFER = 1 << 18,
    LONGEST_LINE = 4095,
    SPARE = 8
};

static gzFile open_gz(const char *verb, const char *path)
{
    struct stat st;
    gzFile f = NULL;
    errno = 0;
    if (strcmp(path, "-") == 0) {
        int fd = dup(STDIN_FILENO);
        f = fd < 0 ? NULL : gzdopen(fd, "rb");
    } else if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
    } else {
        f = gzopen(path, "rb");
    }
    if (f == NULL) {
        tool_fail(verb, path, "cannot be opened: %s; check the name and its permissions",
                  errno != 0 ? strerror(errno) : "no memory");
        return NULL;
    }
    (void)gzbuffer(f, 1 << 17);
    return f;
}

/* Why a read ended: NULL at a proper end of file. */
static const char *gz_error(gzFile f)
{
    int code = Z_OK;
    const char *text = gzerror(f, &code);
    if (code == Z_OK || code == Z_STREAM_END) {
        return NULL;
    }
    if (code == Z_ERRNO) {
        return strerror(errno);
    }
    return code == Z_BUF_ERROR ? "the gzip file is cut off" : text;
}

int input_load(struct input *in, const char *verb, const char *path)
{
    size_t room = CHUNK;
    in->size = 0;
    gzFile f = open_gz(verb, path);
    if (f == NULL) {
        in->bytes = NULL;
        return TOOL_CANNOT;
    }
    in->bytes = malloc(room + SPARE);
    while (in->bytes != NULL) {
        int n = gzread(f, in->bytes + in->size,
                       (unsigned)(room - in->size < CHUNK ? room - in->size : CHUNK));
        if (n <= 0) {
            break;
        }
        in->size += (size_t)n;
        if (in->size == room) {
            uint8_t *bigger = room > SIZE_MAX / 4 ? NULL : realloc(in->bytes, room * 2 + SPARE);
            if (bigger == NULL) {
                free(in->bytes);
            }
            in->bytes = bigger;
            room *= 2;
        }
    }
    const char *error = gz_error(f);
    int status = 0;
    if (in->bytes == NULL) {
        status = tool_fail(verb, path, "does not fit in memory");
    } else if (error != NULL) {
        status = tool_fail(verb, path, "cannot be read: %s; copy it again", error);
        input_free(in);
    } else {
        memset(in->bytes + in->size, 0, SPARE);
    }
    (void)gzclose_r(f);
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
    gzFile f = open_gz(verb, path);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    l->buffer = malloc(LINE_BUFFER);
    if (l->buffer == NULL) {
        (void)gzclose_r(f);
        return tool_fail(verb, path, "not enough memory");
    }
    l->file = f;
    return 0;
}

/* Move what is left to the front and read more. */
static void refill(struct lines *l)
{
    memmove(l->buffer, l->buffer + l->pos, l->fill - l->pos);
    l->fill -= l->pos;
    l->pos = 0;
    while (!l->eof && l->fill < LINE_BUFFER) {
        int n = gzread((gzFile)l->file, l->buffer + l->fill, (unsigned)(LINE_BUFFER - l->fill));
        if (n <= 0) {
            l->eof = true;
            l->error = gz_error((gzFile)l->file);
        } else {
            l->fill += (size_t)n;
        }
    }
}

bool lines_next(struct lines *l, const char **text, size_t *length)
{
    char *start = l->buffer + l->pos;
    char *end = l->fill > l->pos ? memchr(start, '\n', l->fill - l->pos) : NULL;
    if (end == NULL && !l->eof) {
        refill(l);
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
    if (l->file != NULL) {
        (void)gzclose_r((gzFile)l->file);
    }
    free(l->buffer);
    l->file = NULL;
    l->buffer = NULL;
}

int output_save(const char *verb, const char *path, const uint8_t *bytes, size_t size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdout : fopen(path, "wb");
    if (f == NULL) {
        return tool_fail(verb, path, "cannot be written: %s", strerror(errno));
    }
    bool good = fwrite(bytes, 1, size, f) == size;
    good = (standard ? fflush(f) : fclose(f)) == 0 && good;
    return good
               ? 0
               : tool_fail(verb, path, "cannot be written: %s; is the disk full?", strerror(errno));
}
