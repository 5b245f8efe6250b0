/* SPDX-License-Identifier: Apache-2.0 */
/* Text of source files: some are kept, the one not used for longest goes first. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "htv_symbols_int.h"

enum {
    TEXTS = 16, /* files that are kept */
    LARGEST = 64 << 20,
};

struct htv_text {
    uint32_t file;   /* 0: free */
    uint64_t used;   /* when, by text_clock */
    char *bytes;     /* NULL: cannot be read */
    uint32_t *start; /* of line i + 1; start[nlines] is the end */
    size_t nlines;
};

static void forget(struct htv_text *t)
{
    free(t->bytes);
    free(t->start);
    *t = (struct htv_text){.file = 0};
}

void htv_texts_free(struct htv_symbols *s)
{
    for (size_t i = 0; i < s->ntexts; i++) {
        forget(&s->text[i]);
    }
    free(s->text);
}

static bool read_all(int fd, char *to, size_t n)
{
    while (n > 0) {
        ssize_t got = read(fd, to, n);
        if (got <= 0) {
            return false;
        }
        to += got;
        n -= (size_t)got;
    }
    return true;
}

/* A regular file: a name in hostile DWARF may be that of a device. */
static char *load(const char *path, size_t *size)
{
    struct stat st;
    char *bytes = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return NULL;
    }
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size >= 0 && st.st_size <= LARGEST) {
        *size = (size_t)st.st_size;
        bytes = malloc(*size + 1);
        if (bytes != NULL && !read_all(fd, bytes, *size)) {
            free(bytes);
            bytes = NULL;
        }
    }
    (void)close(fd);
    return bytes;
}

static bool find_lines(struct htv_text *t, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < size; i++) {
        n += t->bytes[i] == '\n';
    }
    n += size > 0 && t->bytes[size - 1] != '\n';
    t->start = malloc((n + 1) * sizeof *t->start);
    if (t->start == NULL) {
        return false;
    }
    t->start[0] = 0;
    for (size_t i = 0; i < size; i++) {
        if (t->bytes[i] == '\n') {
            t->start[++t->nlines] = (uint32_t)(i + 1);
        }
    }
    t->nlines = n;
    t->start[n] = (uint32_t)size;
    return true;
}

/* The file in memory, or in the place of another. */
static struct htv_text *text_of(struct htv_symbols *s, uint32_t file)
{
    struct htv_text *oldest = &s->text[0];
    for (size_t i = 0; i < s->ntexts; i++) {
        struct htv_text *t = &s->text[i];
        if (t->file == file) {
            return t;
        }
        oldest = t->used < oldest->used ? t : oldest;
    }
    size_t size = 0;
    forget(oldest);
    oldest->file = file;
    oldest->bytes = load(s->file[file - 1], &size);
    if (oldest->bytes != NULL && !find_lines(oldest, size)) {
        free(oldest->bytes);
        oldest->bytes = NULL;
    }
    if (oldest->bytes == NULL && !s->text_complained) {
        s->text_complained = true;
        htr_note(s->host, s->file[file - 1],
                 "the source cannot be read, and perhaps others; say where they are with "
                 "--source-path FROM=TO");
    }
    return oldest;
}

const char *htv_source_line(struct htv_symbols *s, uint32_t file, uint32_t line, size_t *length)
{
    *length = 0;
    if (file == 0 || file > s->nfiles || line == 0) {
        return NULL;
    }
    if (s->text == NULL) {
        s->text = calloc(TEXTS, sizeof *s->text);
        if (s->text == NULL) {
            (void)htv_no_memory(s);
            return NULL;
        }
        s->ntexts = TEXTS;
    }
    struct htv_text *t = text_of(s, file);
    t->used = ++s->text_clock;
    if (t->bytes == NULL || line > t->nlines) {
        return NULL;
    }
    size_t from = t->start[line - 1], to = t->start[line];
    while (to > from && (t->bytes[to - 1] == '\n' || t->bytes[to - 1] == '\r')) {
        to--;
    }
    *length = to - from;
    return t->bytes + from;
}
