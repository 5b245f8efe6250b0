/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fopencookie */
#include "htr/htr_outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "htr_places.h"

enum {
    BUFFER = 1 << 16,
    NAME_SPARE = 64, /* for the suffix of a name */
    TRIES = 1000,
};

enum kind {
    KIND_FILE,    /* a temporary that takes the name of the target */
    KIND_DIRECT,  /* written as it is */
    KIND_SCRATCH, /* removed at the end */
    KIND_FOLDER,  /* removed when empty and not to be kept */
};

struct htr_output {
    enum kind kind;
    char *path;      /* its name in messages */
    char *target;    /* KIND_FILE: links followed */
    char *temporary; /* KIND_FILE, KIND_SCRATCH, KIND_FOLDER: made here */
    FILE *stream;    /* NULL: not open */
    char *buffer;    /* of the stream */
    int fd;
    int error; /* errno of the first write that failed */
    struct htr_output *next;
};

static const char standard_name[] = "(standard output)";

void htr_outputs_init(struct htr_outputs *all, struct htr_host *host)
{
    memset(all, 0, sizeof *all);
    all->host = host;
}

/* ---- streams ---- */

static ssize_t put(void *ctx, const char *bytes, size_t n)
{
    struct htr_output *o = ctx;
    size_t done = 0;
    while (o->error == 0 && done < n) {
        ssize_t k = write(o->fd, bytes + done, n - done);
        if (k > 0) {
            done += (size_t)k;
        } else if (k == 0 || errno != EINTR) {
            o->error = k == 0 ? EIO : errno;
        }
    }
    return (ssize_t)done; /* less than n is an error of the stream */
}

static int shut(void *ctx)
{
    struct htr_output *o = ctx;
    if (close(o->fd) != 0 && o->error == 0 && errno != EINTR) {
        o->error = errno;
    }
    o->fd = -1;
    return o->error == 0 ? 0 : EOF;
}

static FILE *stream_of(struct htr_outputs *all, struct htr_output *o)
{
    const cookie_io_functions_t functions = {.write = put, .close = shut};
    o->buffer = malloc(BUFFER);
    o->stream = o->buffer != NULL ? fopencookie(o, "w", functions) : NULL;
    if (o->stream == NULL) {
        (void)htr_fail(all->host, HTR_ERR_MEMORY, o->path, "not enough memory");
        (void)shut(o);
        return NULL;
    }
    (void)setvbuf(o->stream, o->buffer, isatty(o->fd) ? _IOLBF : _IOFBF, BUFFER);
    return o->stream;
}

static struct htr_output *output_of(const struct htr_outputs *all, const FILE *f)
{
    struct htr_output *o = all->first;
    while (o != NULL && o->stream != f) {
        o = o->next;
    }
    return o;
}

bool htr_outputs_is_terminal(const struct htr_outputs *all, FILE *f)
{
    const struct htr_output *o = output_of(all, f);
    return isatty(o != NULL ? o->fd : fileno(f));
}

/* ---- opening ---- */

static int failed(const struct htr_outputs *all, const char *path, int error)
{
    return htr_fail(all->host, HTR_ERR_WRITE, path, "cannot be written: %s", strerror(error));
}

static struct htr_output *add(struct htr_outputs *all, const char *path, enum kind kind)
{
    struct htr_output *o = calloc(1, sizeof *o);
    char *name = strdup(path);
    if (o == NULL || name == NULL) {
        free(o);
        free(name);
        (void)htr_fail(all->host, HTR_ERR_MEMORY, path, "not enough memory");
        return NULL;
    }
    *o = (struct htr_output){.kind = kind, .path = name, .fd = -1};
    if (all->last == NULL) {
        all->first = o;
    } else {
        all->last->next = o;
    }
    all->last = o;
    return o;
}

/* Is it free for an output? */
static bool available(struct htr_outputs *all, const char *path, enum htr_place_use use)
{
    if (use == HTR_PLACE_INPUT) {
        (void)htr_fail(all->host, HTR_ERR_CONFLICT, path, "%s", HTR_OUTPUT_IS_INPUT);
    } else if (use == HTR_PLACE_OUTPUT) {
        (void)htr_fail(all->host, HTR_ERR_CONFLICT, path,
                       "two outputs of one command go here; name another file");
    }
    return use == HTR_PLACE_FREE;
}

/* Standard output for bytes alone: from now on what is printed goes to stderr. */
static struct htr_output *open_standard(struct htr_outputs *all)
{
    struct htr_output *o = NULL;
    if (!available(all, standard_name, all->standard ? HTR_PLACE_OUTPUT : HTR_PLACE_FREE)) {
        return NULL;
    }
    all->standard = true;
    fflush(stdout);
    int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        (o = add(all, standard_name, KIND_DIRECT)) == NULL) {
        (void)failed(all, standard_name, errno);
        return NULL;
    }
    o->fd = fd;
    return o;
}

/* An existing target that is not a regular file. */
static struct htr_output *open_direct(struct htr_outputs *all, const char *path, int fd)
{
    int opened = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                         : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (opened < 0) {
        (void)failed(all, path, errno);
        return NULL;
    }
    struct htr_output *o = NULL;
    enum htr_place_use use =
        fd == STDERR_FILENO ? HTR_PLACE_FREE : htr_place_open(&all->places, opened);
    if (!available(all, path, use) || (o = add(all, path, KIND_DIRECT)) == NULL) {
        (void)close(opened);
        return NULL;
    }
    o->fd = opened;
    return o;
}

/* Make BASE.tmp.PID with the suffix: a new file, in o->temporary and o->fd. */
static int make_temporary(struct htr_outputs *all, struct htr_output *o, const char *base,
                          const char *suffix)
{
    size_t size = strlen(base) + strlen(suffix) + NAME_SPARE;
    char *name = malloc(size);
    int fd = -1;
    if (all->temporary != NULL) {
        all->temporary(all);
    }
    errno = ENOMEM;
    for (unsigned i = 0; i < TRIES && name != NULL && fd < 0; i++) {
        char again[16] = ""; /* a file left by a killed process with this number is in the way */
        if (i > 0) {
            snprintf(again, sizeof again, ".%u", i);
        }
        snprintf(name, size, "%s%s.tmp.%ld%s%s", base[0] == '-' ? "./" : "", base, (long)getpid(),
                 again, suffix);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) {
            break;
        }
    }
    if (fd < 0) {
        int error = errno;
        free(name);
        return failed(all, o->path, error);
    }
    o->temporary = name;
    o->fd = fd;
    return 0;
}

/* Owner and mode of the old file, as far as that is allowed. */
static void own_as(int fd, const struct stat *old)
{
    int kept = fchown(fd, old->st_uid, old->st_gid);
    kept = fchmod(fd, old->st_mode & 0777);
    (void)kept;
}

/* A file, old or new. */
static struct htr_output *open_file(struct htr_outputs *all, const char *path, const char *suffix)
{
    struct htr_output *o = NULL;
    struct stat st;
    bool old = stat(path, &st) == 0;
    char *target = htr_place_follow(path);
    if (target == NULL || (old && access(path, W_OK) != 0)) {
        (void)failed(all, path, errno);
    } else if (available(all, path, htr_place_file(&all->places, target)) &&
               (o = add(all, path, KIND_FILE)) != NULL &&
               make_temporary(all, o, target, suffix) == 0) {
        o->target = target;
        if (old) {
            own_as(o->fd, &st);
        }
        return o;
    }
    free(target);
    return NULL;
}

static struct htr_output *open_any(struct htr_outputs *all, const char *path, const char *suffix)
{
    struct stat st;
    int fd = htr_place_descriptor(path);
    htr_place_know_standard(&all->places);
    if (fd == STDOUT_FILENO) {
        return open_standard(all);
    }
    if (fd >= 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode))) {
        return open_direct(all, path, fd);
    }
    return open_file(all, path, suffix);
}

FILE *htr_outputs_open(struct htr_outputs *all, const char *path)
{
    struct htr_output *o = open_any(all, path, "");
    return o != NULL ? stream_of(all, o) : NULL;
}

FILE *htr_outputs_open_text(struct htr_outputs *all, const char *path)
{
    if (htr_place_descriptor(path) != STDOUT_FILENO) {
        return htr_outputs_open(all, path);
    }
    if (!available(all, standard_name, all->standard ? HTR_PLACE_OUTPUT : HTR_PLACE_FREE)) {
        return NULL;
    }
    all->standard = true;
    return stdout;
}

/* What was written to a file, or a folder's names, to the disk. */
static bool sync_path(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const bool good = fd >= 0 && fsync(fd) == 0;
    const int why = errno;
    if (fd >= 0) {
        (void)close(fd);
    }
    errno = why;
    return good;
}

static bool sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const int n = slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path);
    snprintf(folder, sizeof folder, "%.*s", n, slash == NULL ? "." : path);
    return sync_path(folder);
}

static int put_in_place(const struct htr_outputs *all, const struct htr_output *o)
{
    if ((all->durable && !sync_path(o->temporary)) || rename(o->temporary, o->target) != 0 ||
        (all->durable && !sync_folder_of(o->target))) {
        int status = failed(all, o->path, errno);
        (void)unlink(o->temporary);
        return status;
    }
    if (htr_stopped(all->host) && !all->whole) {
        htr_note(all->host, o->path, "partial: interrupted; it holds what was written until then");
    }
    return 0;
}

int htr_outputs_close(struct htr_outputs *all, FILE *f)
{
    struct htr_output *o = f != NULL ? output_of(all, f) : NULL;
    if (f == stdout) { /* checked at the end */
        return fflush(f) == 0 ? HTR_OK : HTR_ERR_WRITE;
    }
    if (o == NULL) {
        return 0;
    }
    o->stream = NULL;
    if (fclose(f) != 0 && o->error == 0) {
        o->error = errno;
    }
    free(o->buffer); /* a report has thousands of outputs */
    o->buffer = NULL;
    return o->error == 0 ? 0 : failed(all, o->path, o->error);
}

int htr_outputs_keep(struct htr_outputs *all, FILE *f)
{
    struct htr_output *o = f != NULL ? output_of(all, f) : NULL;
    int status = htr_outputs_close(all, f);
    if (status == 0 && o != NULL && o->kind == KIND_FILE) {
        status = put_in_place(all, o);
        o->kind = KIND_DIRECT;
        free(o->temporary);
        o->temporary = NULL;
    }
    return status;
}

void htr_outputs_drop(struct htr_outputs *all, FILE *f)
{
    struct htr_output *o = f != NULL ? output_of(all, f) : NULL;
    if (o != NULL) {
        o->stream = NULL;
        (void)fclose(f);
        o->error = 0;
        o->kind = o->kind == KIND_FILE ? KIND_SCRATCH : o->kind;
    }
}

const char *htr_outputs_place(struct htr_outputs *all, const char *path, const char *suffix)
{
    struct htr_output *o = open_any(all, path, suffix);
    if (o == NULL) {
        return NULL;
    }
    (void)shut(o);
    return o->temporary != NULL ? o->temporary : o->path;
}

int htr_outputs_folder(struct htr_outputs *all, const char *path)
{
    struct htr_output *o = NULL;
    bool made = mkdir(path, 0777) == 0;
    if (!made && errno != EEXIST) {
        return htr_fail(all->host, HTR_ERR_OPEN, path, "cannot be made: %s", strerror(errno));
    }
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode)) {
        return htr_fail(all->host, HTR_ERR_OPEN, path, "cannot be written: %s", strerror(ENOTDIR));
    }
    if (access(path, W_OK | X_OK) != 0) {
        return htr_fail(all->host, HTR_ERR_OPEN, path, "cannot be written: %s", strerror(errno));
    }
    if (made &&
        ((o = add(all, path, KIND_FOLDER)) == NULL || (o->temporary = strdup(path)) == NULL)) {
        return HTR_ERR_MEMORY;
    }
    return 0;
}

FILE *htr_outputs_scratch(struct htr_outputs *all, const char *path, const char *suffix,
                          const char **name)
{
    const char *folder = getenv("TMPDIR");
    char base[1024];
    if (path == NULL) {
        folder = folder == NULL || folder[0] == '\0' ? "/tmp" : folder;
        snprintf(base, sizeof base, "%s/hartrace", folder);
        path = base;
    }
    struct htr_output *o = add(all, path, KIND_SCRATCH);
    if (o == NULL || make_temporary(all, o, path, suffix) != 0) {
        return NULL;
    }
    *name = o->temporary;
    return stream_of(all, o);
}

bool htr_outputs_allow_input(struct htr_outputs *all, int fd)
{
    htr_place_know_standard(&all->places);
    return htr_place_input(&all->places, fd) != HTR_PLACE_OUTPUT;
}

/* ---- the end ---- */

static int check_standard(const struct htr_outputs *all)
{
    bool good = fflush(stdout) == 0;
    int error = good ? 0 : errno;
    if (good && ferror(stdout) == 0) {
        return HTR_OK;
    }
    if (good && write(STDOUT_FILENO, "\n", 1) < 0) { /* it failed before: find out why */
        error = errno;
    }
    return htr_fail(all->host, HTR_ERR_WRITE, standard_name, "cannot be written: %s",
                    error != 0 ? strerror(error) : "a write failed");
}

static int settle(const struct htr_outputs *all, const struct htr_output *o, bool keep)
{
    if (o->temporary == NULL) {
        return HTR_OK;
    }
    if (o->kind == KIND_FILE && keep) {
        return put_in_place(all, o);
    }
    if (o->kind == KIND_FOLDER && !keep) {
        (void)rmdir(o->temporary);
    } else if (o->kind != KIND_FOLDER) {
        (void)unlink(o->temporary);
    }
    return HTR_OK;
}

static int close_all(struct htr_outputs *all)
{
    int status = HTR_OK;
    for (struct htr_output *o = all->first; o != NULL; o = o->next) {
        if ((o->stream != NULL && htr_outputs_close(all, o->stream) != HTR_OK) || o->error != 0) {
            status = HTR_ERR_WRITE;
        }
    }
    return status;
}

static void release(struct htr_output *o)
{
    free(o->path);
    free(o->target);
    free(o->temporary);
    free(o->buffer);
    free(o);
}

int htr_outputs_finish(struct htr_outputs *all, bool keep, bool *partial)
{
    bool any = false;
    int status = close_all(all), printed = check_standard(all);
    status = status != HTR_OK ? status : printed;
    struct htr_output *last = NULL;
    for (struct htr_output *o = all->first; o != NULL; o = o->next) {
        any = any || o->kind != KIND_SCRATCH;
        int settled = o->kind != KIND_FOLDER ? settle(all, o, keep && status == HTR_OK) : HTR_OK;
        status = status != HTR_OK ? status : settled;
    }
    while (all->first != NULL) {
        struct htr_output *o = all->first;
        all->first = o->next;
        o->next = last;
        last = o;
    }
    while (last != NULL) { /* folders after their files, and after the folders in them */
        struct htr_output *o = last;
        last = o->next;
        if (o->kind == KIND_FOLDER) {
            (void)settle(all, o, keep && status == HTR_OK);
        }
        release(o);
    }
    if (partial != NULL) {
        *partial = any && htr_stopped(all->host) && !all->whole;
    }
    htr_place_forget(&all->places);
    all->last = NULL;
    all->standard = all->whole = false;
    return status;
}
