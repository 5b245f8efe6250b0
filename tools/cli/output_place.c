/* SPDX-License-Identifier: Apache-2.0 */
#include "output_place.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUCKETS = 1 << 12,
    LINKS_MAX = 40,
};

/* A file by its inode (name NULL), or an entry of the folder with this inode. */
struct mark {
    dev_t dev;
    ino_t ino;
    char *name;
    enum place_use use;
    struct mark *next;
};

static struct mark *bucket[BUCKETS];
static bool standard_known;

/* ---- names ---- */

int place_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
        return STDOUT_FILENO;
    }
    if (strcmp(path, "/dev/stderr") == 0) {
        return STDERR_FILENO;
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t n = strlen(folders[i]);
        if (strncmp(path, folders[i], n) == 0 && path[n] != '\0' && strlen(path + n) < 6 &&
            strspn(path + n, "0123456789") == strlen(path + n)) {
            return atoi(path + n);
        }
    }
    return -1;
}

/* Length of the folder part, with its slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

char *place_follow(const char *path)
{
    char *name = strdup(path);
    struct stat st;
    for (unsigned i = 0; name != NULL; i++) {
        if (lstat(name, &st) != 0 || !S_ISLNK(st.st_mode)) {
            return name;
        }
        char link[PATH_MAX];
        ssize_t n = readlink(name, link, sizeof link - 1);
        size_t folder = n > 0 && link[0] == '/' ? 0 : folder_length(name);
        char *next = n > 0 && i < LINKS_MAX ? malloc(folder + (size_t)n + 1) : NULL;
        if (next != NULL) {
            memcpy(next, name, folder);
            memcpy(next + folder, link, (size_t)n);
            next[folder + (size_t)n] = '\0';
        }
        errno = i < LINKS_MAX ? errno : ELOOP;
        free(name);
        name = next;
    }
    return NULL;
}

/* ---- marks ---- */

static struct mark **bucket_of(const struct stat *st, const char *name)
{
    uint64_t h = (uint64_t)st->st_ino ^ (uint64_t)st->st_dev << 32;
    for (; name != NULL && *name != '\0'; name++) {
        h = h * 31 + (unsigned char)*name;
    }
    return &bucket[(h * UINT64_C(0x9E3779B97F4A7C15)) >> 52];
}

static enum place_use find(const struct stat *st, const char *name)
{
    for (const struct mark *m = *bucket_of(st, name); m != NULL; m = m->next) {
        if (m->dev == st->st_dev && m->ino == st->st_ino && (m->name == NULL) == (name == NULL) &&
            (name == NULL || strcmp(m->name, name) == 0)) {
            return m->use;
        }
    }
    return PLACE_FREE;
}

static void set(const struct stat *st, const char *name, enum place_use use)
{
    struct mark **at = bucket_of(st, name);
    struct mark *m = malloc(sizeof *m);
    char *copy = name != NULL ? strdup(name) : NULL;
    if (m == NULL || (name != NULL && copy == NULL)) { /* one mistake is not noticed */
        free(m);
        free(copy);
        return;
    }
    *m = (struct mark){st->st_dev, st->st_ino, copy, use, *at};
    *at = m;
}

static bool can_clash(const struct stat *st)
{
    return S_ISREG(st->st_mode) || S_ISFIFO(st->st_mode);
}

/* ---- uses ---- */

enum place_use place_file(const char *target)
{
    struct stat file, folder;
    size_t n = folder_length(target);
    char *parent = n == 0 ? strdup(".") : strndup(target, n);
    bool known = parent != NULL && stat(parent, &folder) == 0;
    bool old = stat(target, &file) == 0;
    enum place_use use = old ? find(&file, NULL) : PLACE_FREE;
    free(parent);
    if (use == PLACE_FREE && known) {
        use = find(&folder, target + n);
    }
    if (use == PLACE_FREE && old) {
        set(&file, NULL, PLACE_OUTPUT);
    }
    if (use == PLACE_FREE && known) {
        set(&folder, target + n, PLACE_OUTPUT);
    }
    return use;
}

enum place_use place_open(int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !can_clash(&st)) {
        return PLACE_FREE;
    }
    enum place_use use = find(&st, NULL);
    if (use == PLACE_FREE) {
        set(&st, NULL, PLACE_OUTPUT);
    }
    return use;
}

enum place_use place_input(int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !can_clash(&st)) {
        return PLACE_FREE;
    }
    enum place_use use = find(&st, NULL);
    if (use == PLACE_FREE) {
        set(&st, NULL, PLACE_INPUT);
    }
    return use;
}

void place_know_standard(void)
{
    struct stat standard;
    if (standard_known) {
        return;
    }
    standard_known = true;
    if (fstat(STDOUT_FILENO, &standard) == 0 && S_ISREG(standard.st_mode)) {
        set(&standard, NULL, PLACE_OUTPUT);
    }
}

void place_forget(void)
{
    for (unsigned i = 0; i < BUCKETS; i++) {
        while (bucket[i] != NULL) {
            struct mark *m = bucket[i];
            bucket[i] = m->next;
            free(m->name);
            free(m);
        }
    }
    standard_known = false;
}
