/* SPDX-License-Identifier: Apache-2.0 */
/* Strings, source files, functions, chains of inlined calls: what has an id. */
#include <stdlib.h>
#include <string.h>

#include "htv_symbols_int.h"

enum {
    CHUNK = 64 * 1024,
    PATH = 4096, /* bytes of a path at most, with its NUL */
};

int htv_no_memory(struct htv_symbols *s)
{
    if (!s->no_memory) {
        s->no_memory = true;
        (void)htr_fail(s->host, HTR_ERR_MEMORY, NULL, "not enough memory for names");
    }
    return HTR_ERR_MEMORY;
}

void htv_damaged(struct htv_symbols *s, struct htv_elf *e, const char *what)
{
    if (!e->complained) {
        e->complained = true;
        htr_note(s->host, e->info.path, "%s", what);
    }
}

void htv_crowded(struct htv_symbols *s, struct htv_elf *e, size_t most, const char *what)
{
    if (!e->crowded) {
        e->crowded = true;
        htr_note(s->host, e->info.path, "has more than %zu %s; the rest is not read", most, what);
    }
}

const char *htv_string(struct htv_symbols *s, const char *text)
{
    size_t n = strlen(text) + 1;
    if (n > s->chunk_left) {
        size_t size = n > CHUNK ? n : CHUNK;
        char *chunk = NULL;
        if (!htv_room((void **)&s->chunk, &s->chunks_capacity, s->nchunks + 1, sizeof *s->chunk) ||
            (chunk = malloc(size)) == NULL) {
            (void)htv_no_memory(s);
            return NULL;
        }
        s->chunk[s->nchunks++] = chunk;
        s->chunk_next = chunk;
        s->chunk_left = size;
    }
    char *copy = memcpy(s->chunk_next, text, n);
    s->chunk_next += n;
    s->chunk_left -= n;
    return copy;
}

/* Append the parts of path to out[0..n), without "", "." and "..". Returns the new length, or 0
 * when it is too long. A path is absolute if out is "/" before the first part. */
static size_t append_parts(char *out, size_t n, const char *path)
{
    while (*path != '\0') {
        size_t length = strcspn(path, "/");
        bool up = length == 2 && path[0] == '.' && path[1] == '.';
        if (up && n > 0 && !(n >= 2 && memcmp(out + n - 2, "..", 2) == 0)) {
            while (n > 1 && out[n - 1] != '/') {
                n--;
            }
            n -= n > 1 || out[0] != '/';
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            if (n + length + 2 > PATH) {
                return 0;
            }
            if (n > 0 && out[n - 1] != '/') {
                out[n++] = '/';
            }
            memcpy(out + n, path, length);
            n += length;
        }
        path += length + (path[length] == '/');
    }
    return n;
}

static bool plain_path(char out[PATH], const char *path, const char *folder)
{
    size_t n = 0;
    const char *first = path[0] != '/' && folder != NULL ? folder : path;
    if (first[0] == '/') {
        out[n++] = '/';
    }
    if (first == folder) {
        n = append_parts(out, n, folder);
    }
    n = append_parts(out, n, path);
    out[n] = '\0';
    return n > 0;
}

/* The first replacement that fits. Returns false when the result is too long. */
static bool replace(const struct htv_symbols *s, char path[PATH])
{
    for (unsigned i = 0; i < s->nreplace; i++) {
        const char *from = s->replace[i].from, *to = s->replace[i].to;
        size_t n = strlen(from), m = strlen(to), left = strlen(path);
        if (strncmp(path, from, n) == 0 && (path[n] == '/' || path[n] == '\0')) {
            if (left - n + m >= PATH) {
                return false;
            }
            memmove(path + m, path + n, left - n + 1);
            memcpy(path, to, m);
            return true;
        }
    }
    return true;
}

struct wanted_file {
    const struct htv_symbols *s;
    const char *path;
};

static bool same_file(const void *ctx, uint32_t id)
{
    const struct wanted_file *w = ctx;
    return strcmp(w->s->file[id - 1], w->path) == 0;
}

static uint64_t hash_of(const char *text)
{
    uint64_t h = 0xCBF29CE484222325u;
    for (; *text != '\0'; text++) {
        h = (h ^ (unsigned char)*text) * 0x100000001B3u;
    }
    return h;
}

uint32_t htv_file_id(struct htv_symbols *s, const char *path, const char *folder)
{
    char plain[PATH];
    if (path == NULL || path[0] == '\0' || !plain_path(plain, path, folder) || !replace(s, plain)) {
        return 0;
    }
    const struct wanted_file wanted = {s, plain};
    uint32_t *id = htv_ids_at(&s->file_ids, hash_of(plain), same_file, &wanted);
    if (id == NULL ||
        !htv_room((void **)&s->file, &s->files_capacity, s->nfiles + 1, sizeof *s->file)) {
        (void)htv_no_memory(s);
        return 0;
    }
    if (*id == 0) {
        const char *copy = s->nfiles < UINT32_MAX ? htv_string(s, plain) : NULL;
        if (copy == NULL) {
            return 0;
        }
        s->file[s->nfiles++] = copy;
        s->file_ids.n++;
        *id = (uint32_t)s->nfiles;
    }
    return *id;
}

uint32_t htv_add_function(struct htv_symbols *s, const struct htv_function *f)
{
    if (s->nfunctions == HTV_FUNCTIONS) {
        htv_crowded(s, &s->elf[f->image], HTV_FUNCTIONS, "functions (with the images before it)");
        return 0;
    }
    if (!htv_room((void **)&s->function, &s->functions_capacity, s->nfunctions + 1,
                  sizeof *s->function)) {
        (void)htv_no_memory(s);
        return 0;
    }
    s->function[s->nfunctions++] = *f;
    return (uint32_t)s->nfunctions;
}

uint32_t htv_add_scope(struct htv_symbols *s, const struct htv_scope *scope)
{
    if (s->nscopes == HTV_PIECES) {
        return 0; /* functions and pieces have their own remarks */
    }
    if (!htv_room((void **)&s->scope, &s->scopes_capacity, s->nscopes + 1, sizeof *s->scope)) {
        (void)htv_no_memory(s);
        return 0;
    }
    s->scope[s->nscopes++] = *scope;
    return (uint32_t)s->nscopes;
}

const struct htv_function *htv_function(const struct htv_symbols *s, uint32_t id)
{
    return id == 0 || id > s->nfunctions ? NULL : &s->function[id - 1];
}

uint32_t htv_functions(const struct htv_symbols *s)
{
    return (uint32_t)s->nfunctions;
}

uint32_t htv_files(const struct htv_symbols *s)
{
    return (uint32_t)s->nfiles;
}

const char *htv_file(const struct htv_symbols *s, uint32_t file)
{
    return file == 0 || file > s->nfiles ? NULL : s->file[file - 1];
}

unsigned htv_frames(const struct htv_symbols *s, uint32_t scope, struct htv_frame *frame,
                    unsigned max)
{
    if (scope == 0 || scope > s->nscopes) {
        return 0;
    }
    unsigned depth = s->scope[scope - 1].depth;
    while (scope != 0) {
        const struct htv_scope *at = &s->scope[scope - 1];
        if (at->depth <= max) {
            frame[at->depth - 1] =
                (struct htv_frame){at->function, at->call_file, at->call_line, at->call_column};
        }
        scope = at->parent;
    }
    return depth;
}
