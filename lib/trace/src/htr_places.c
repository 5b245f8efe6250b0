/* SPDX-License-Identifier: Apache-2.0 */
#include "htr_places.h"

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
    LINKS_MAX = 40,
};

/* A file by its inode (name NULL), or an entry of the folder with this inode. */
struct htr_mark {
    dev_t dev;
    ino_t ino;
    char *name;
    enum htr_place_use use;
    struct htr_mark *next;
};

/* ---- names ---- */

int htr_place_descriptor(const char *path)
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

char *htr_place_follow(const char *path)
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

static struct htr_mark **bucket_of(struct htr_places *p, const struct stat *st, const char *name)
{
    uint64_t h = (uint64_t)st->st_ino ^ (uint64_t)st->st_dev << 32;
    for (; name != NULL && *name != '\0'; name++) {
        h = h * 31 + (unsigned char)*name;
    }
    return &p->bucket[(h * UINT64_C(0x9E3779B97F4A7C15)) >> 52];
}

static enum htr_place_use find(struct htr_places *p, const struct stat *st, const char *name)
{
    for (const struct htr_mark *m = *bucket_of(p, st, name); m != NULL; m = m->next) {
        if (m->dev == st->st_dev && m->ino == st->st_ino && (m->name == NULL) == (name == NULL) &&
            (name == NULL || strcmp(m->name, name) == 0)) {
            return m->use;
        }
    }
    return HTR_PLACE_FREE;
}

static void set(struct htr_places *p, const struct stat *st, const char *name,
                enum htr_place_use use)
{
    struct htr_mark **at = bucket_of(p, st, name);
    struct htr_mark *m = malloc(sizeof *m);
    char *copy = name != NULL ? strdup(name) : NULL;
    if (m == NULL || (name != NULL && copy == NULL)) { /* one mistake is not noticed */
        free(m);
        free(copy);
        return;
    }
    *m = (struct htr_mark){st->st_dev, st->st_ino, copy, use, *at};
    *at = m;
}

static bool can_clash(const struct stat *st)
{
    return S_ISREG(st->st_mode) || S_ISFIFO(st->st_mode);
}

/* ---- uses ---- */

enum htr_place_use htr_place_file(struct htr_places *p, const char *target)
{
    struct stat file, folder;
    size_t n = folder_length(target);
    char *parent = n == 0 ? strdup(".") : strndup(target, n);
    bool known = parent != NULL && stat(parent, &folder) == 0;
    bool old = stat(target, &file) == 0;
    enum htr_place_use use = old ? find(p, &file, NULL) : HTR_PLACE_FREE;
    free(parent);
    if (use == HTR_PLACE_FREE && known) {
        use = find(p, &folder, target + n);
    }
    if (use == HTR_PLACE_FREE && old) {
        set(p, &file, NULL, HTR_PLACE_OUTPUT);
    }
    if (use == HTR_PLACE_FREE && known) {
        set(p, &folder, target + n, HTR_PLACE_OUTPUT);
    }
    return use;
}

enum htr_place_use htr_place_open(struct htr_places *p, int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !can_clash(&st)) {
        return HTR_PLACE_FREE;
    }
    enum htr_place_use use = find(p, &st, NULL);
    if (use == HTR_PLACE_FREE) {
        set(p, &st, NULL, HTR_PLACE_OUTPUT);
    }
    return use;
}

enum htr_place_use htr_place_input(struct htr_places *p, int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !can_clash(&st)) {
        return HTR_PLACE_FREE;
    }
    enum htr_place_use use = find(p, &st, NULL);
    if (use == HTR_PLACE_FREE) {
        set(p, &st, NULL, HTR_PLACE_INPUT);
    }
    return use;
}

void htr_place_know_standard(struct htr_places *p)
{
    struct stat standard;
    if (p->standard_known) {
        return;
    }
    p->standard_known = true;
    if (fstat(STDOUT_FILENO, &standard) == 0 && S_ISREG(standard.st_mode)) {
        set(p, &standard, NULL, HTR_PLACE_OUTPUT);
    }
}

void htr_place_forget(struct htr_places *p)
{
    for (unsigned i = 0; i < HTR_PLACES; i++) {
        while (p->bucket[i] != NULL) {
            struct htr_mark *m = p->bucket[i];
            p->bucket[i] = m->next;
            free(m->name);
            free(m);
        }
    }
    p->standard_known = false;
}
