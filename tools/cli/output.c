/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fopencookie */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt.h"
#include "output_place.h"
#include "tool.h"

enum {
    BUFFER = 1 << 16,
    NAME_SPARE = 64, /* for what is added to a name */
    TRIES = 10,
};

enum kind {
    KIND_FILE,    /* a temporary that takes the name of the target */
    KIND_DIRECT,  /* written as it is */
    KIND_SCRATCH, /* removed at the end */
    KIND_FOLDER,  /* removed when it is not to stay, and empty */
};

struct output {
    enum kind kind;
    const char *verb;
    char *path;      /* as it is called in messages */
    char *target;    /* KIND_FILE: links followed */
    char *temporary; /* KIND_FILE, KIND_SCRATCH, KIND_FOLDER: made here */
    FILE *stream;    /* NULL: not open */
    char *buffer;    /* of the stream */
    int fd;
    int error; /* errno of the first write that failed */
    struct output *next;
};

static struct {
    struct output *first, **last;
    bool standard; /* taken by an output */
    bool whole;
} all = {.last = &all.first};

static const char standard_name[] = "(standard output)";

/* ---- the system ---- */

static void nothing(int number)
{
    (void)number;
}

/* A write that fails is an error, not the end of the program. (Not SIG_IGN: children inherit it.)
 */
static void errors_for(int number)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = nothing;
    a.sa_flags = SA_RESTART;
    sigemptyset(&a.sa_mask);
    (void)sigaction(number, &a, NULL);
}

void output_begin(void)
{
    /* A closed stream stays closed: no file gets its number. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    errors_for(SIGXFSZ);
}

/* ---- streams ---- */

static ssize_t put(void *ctx, const char *bytes, size_t n)
{
    struct output *o = ctx;
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
    struct output *o = ctx;
    if (close(o->fd) != 0 && o->error == 0 && errno != EINTR) {
        o->error = errno;
    }
    o->fd = -1;
    return o->error == 0 ? 0 : EOF;
}

static FILE *stream_of(struct output *o)
{
    const cookie_io_functions_t functions = {.write = put, .close = shut};
    o->buffer = malloc(BUFFER);
    o->stream = o->buffer != NULL ? fopencookie(o, "w", functions) : NULL;
    if (o->stream == NULL) {
        tool_fail(o->verb, o->path, "not enough memory");
        (void)shut(o);
        return NULL;
    }
    (void)setvbuf(o->stream, o->buffer, isatty(o->fd) ? _IOLBF : _IOFBF, BUFFER);
    return o->stream;
}

static struct output *output_of(const FILE *f)
{
    struct output *o = all.first;
    while (o != NULL && o->stream != f) {
        o = o->next;
    }
    return o;
}

bool output_is_terminal(FILE *f)
{
    const struct output *o = output_of(f);
    return isatty(o != NULL ? o->fd : fileno(f));
}

/* ---- opening ---- */

static int failed(const char *verb, const char *path, int error)
{
    return tool_fail(verb, path, "cannot be written: %s", strerror(error));
}

static struct output *add(const char *verb, const char *path, enum kind kind)
{
    struct output *o = calloc(1, sizeof *o);
    char *name = strdup(path);
    if (o == NULL || name == NULL) {
        free(o);
        free(name);
        tool_fail(verb, path, "not enough memory");
        return NULL;
    }
    *o = (struct output){.kind = kind, .verb = verb, .path = name, .fd = -1};
    *all.last = o;
    all.last = &o->next;
    return o;
}

/* Is it free for an output? */
static bool available(const char *verb, const char *path, enum place_use use)
{
    if (use == PLACE_INPUT) {
        tool_fail(verb, path, "%s", OUTPUT_IS_INPUT);
    } else if (use == PLACE_OUTPUT) {
        tool_fail(verb, path, "two outputs of one command go here; name another file");
    }
    return use == PLACE_FREE;
}

/* Standard output for bytes alone: from now on what is printed goes to stderr. */
static struct output *open_standard(const char *verb)
{
    struct output *o = NULL;
    if (!available(verb, standard_name, all.standard ? PLACE_OUTPUT : PLACE_FREE)) {
        return NULL;
    }
    all.standard = true;
    fflush(stdout);
    int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        (o = add(verb, standard_name, KIND_DIRECT)) == NULL) {
        failed(verb, standard_name, errno);
        return NULL;
    }
    o->fd = fd;
    return o;
}

/* Something that is there and is no file. */
static struct output *open_direct(const char *verb, const char *path, int fd)
{
    int opened = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                         : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (opened < 0) {
        failed(verb, path, errno);
        return NULL;
    }
    struct output *o = NULL;
    enum place_use use = fd == STDERR_FILENO ? PLACE_FREE : place_open(opened);
    if (!available(verb, path, use) || (o = add(verb, path, KIND_DIRECT)) == NULL) {
        (void)close(opened);
        return NULL;
    }
    o->fd = opened;
    return o;
}

/* Make BASE.tmp.PID with the suffix: a new file, in o->temporary and o->fd. */
static int make_temporary(struct output *o, const char *base, const char *suffix)
{
    size_t size = strlen(base) + strlen(suffix) + NAME_SPARE;
    char *name = malloc(size);
    int fd = -1;
    interrupt_install();
    errors_for(SIGPIPE);
    errno = ENOMEM;
    for (unsigned i = 0; i < TRIES && name != NULL && fd < 0; i++) {
        char again[16] = ""; /* what a killed process of this number has left is in the way */
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
        return failed(o->verb, o->path, error);
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
static struct output *open_file(const char *verb, const char *path, const char *suffix)
{
    struct output *o = NULL;
    struct stat st;
    bool old = stat(path, &st) == 0;
    char *target = place_follow(path);
    if (target == NULL || (old && access(path, W_OK) != 0)) {
        failed(verb, path, errno);
    } else if (available(verb, path, place_file(target)) &&
               (o = add(verb, path, KIND_FILE)) != NULL && make_temporary(o, target, suffix) == 0) {
        o->target = target;
        if (old) {
            own_as(o->fd, &st);
        }
        return o;
    }
    free(target);
    return NULL;
}

static struct output *open_any(const char *verb, const char *path, const char *suffix)
{
    struct stat st;
    int fd = place_descriptor(path);
    place_know_standard();
    if (fd == STDOUT_FILENO) {
        return open_standard(verb);
    }
    if (fd >= 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode))) {
        return open_direct(verb, path, fd);
    }
    return open_file(verb, path, suffix);
}

FILE *output_open(const char *verb, const char *path)
{
    struct output *o = open_any(verb, path, "");
    return o != NULL ? stream_of(o) : NULL;
}

FILE *output_open_text(const char *verb, const char *path)
{
    if (place_descriptor(path) != STDOUT_FILENO) {
        return output_open(verb, path);
    }
    if (!available(verb, standard_name, all.standard ? PLACE_OUTPUT : PLACE_FREE)) {
        return NULL;
    }
    all.standard = true;
    return stdout;
}

/* Returns 0, or TOOL_CANNOT after a message. */
static int put_in_place(const struct output *o)
{
    if (rename(o->temporary, o->target) != 0) {
        int status = failed(o->verb, o->path, errno);
        (void)unlink(o->temporary);
        return status;
    }
    if (interrupted() && !all.whole) {
        tool_note(o->verb, o->path, "partial: interrupted; it holds what was written until then");
    }
    return 0;
}

int output_close(FILE *f)
{
    struct output *o = f != NULL ? output_of(f) : NULL;
    if (f == stdout) { /* checked at the end */
        return fflush(f) == 0 ? 0 : TOOL_CANNOT;
    }
    if (o == NULL) {
        return 0;
    }
    o->stream = NULL;
    if (fclose(f) != 0 && o->error == 0) {
        o->error = errno;
    }
    return o->error == 0 ? 0 : failed(o->verb, o->path, o->error);
}

int output_keep(FILE *f)
{
    struct output *o = f != NULL ? output_of(f) : NULL;
    int status = output_close(f);
    if (status == 0 && o != NULL && o->kind == KIND_FILE) {
        status = put_in_place(o);
        o->kind = KIND_DIRECT;
        free(o->temporary);
        o->temporary = NULL;
    }
    return status;
}

void output_drop(FILE *f)
{
    struct output *o = f != NULL ? output_of(f) : NULL;
    if (o != NULL) {
        o->stream = NULL;
        (void)fclose(f);
        o->error = 0;
        o->kind = o->kind == KIND_FILE ? KIND_SCRATCH : o->kind;
    }
}

int output_save(const char *verb, const char *path, const uint8_t *bytes, size_t size)
{
    FILE *f = output_open(verb, path);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    (void)fwrite(bytes, 1, size, f); /* an error stays in the output */
    return output_close(f);
}

const char *output_place(const char *verb, const char *path, const char *suffix)
{
    struct output *o = open_any(verb, path, suffix);
    if (o == NULL) {
        return NULL;
    }
    (void)shut(o);
    return o->temporary != NULL ? o->temporary : o->path;
}

int output_folder(const char *verb, const char *path)
{
    struct output *o = NULL;
    bool made = mkdir(path, 0777) == 0;
    if (!made && errno != EEXIST) {
        return tool_fail(verb, path, "cannot be made: %s", strerror(errno));
    }
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode)) {
        return failed(verb, path, ENOTDIR);
    }
    if (access(path, W_OK | X_OK) != 0) {
        return failed(verb, path, errno);
    }
    if (made &&
        ((o = add(verb, path, KIND_FOLDER)) == NULL || (o->temporary = strdup(path)) == NULL)) {
        return TOOL_CANNOT;
    }
    return 0;
}

FILE *output_scratch(const char *verb, const char *path, const char *suffix, const char **name)
{
    const char *folder = getenv("TMPDIR");
    char base[1024];
    if (path == NULL) {
        folder = folder == NULL || folder[0] == '\0' ? "/tmp" : folder;
        snprintf(base, sizeof base, "%s/hartrace", folder);
        path = base;
    }
    struct output *o = add(verb, path, KIND_SCRATCH);
    if (o == NULL || make_temporary(o, path, suffix) != 0) {
        return NULL;
    }
    *name = o->temporary;
    return stream_of(o);
}

bool output_allows_input(int fd)
{
    place_know_standard();
    return place_input(fd) != PLACE_OUTPUT;
}

/* ---- the end ---- */

void output_is_whole(void)
{
    all.whole = true;
}

static int check_standard(int status)
{
    bool good = fflush(stdout) == 0;
    int error = good ? 0 : errno;
    if (good && ferror(stdout) == 0) {
        return status;
    }
    if (good && write(STDOUT_FILENO, "\n", 1) < 0) { /* it failed before: try again why */
        error = errno;
    }
    return tool_fail(NULL, standard_name, "cannot be written: %s",
                     error != 0 ? strerror(error) : "a write failed");
}

static int settle(const struct output *o, int status)
{
    if (o->temporary == NULL) {
        return status;
    }
    if (o->kind == KIND_FILE && status != TOOL_CANNOT) {
        int placed = put_in_place(o);
        return placed == 0 ? status : placed;
    }
    if (o->kind == KIND_FOLDER && status == TOOL_CANNOT) {
        (void)rmdir(o->temporary);
    } else if (o->kind != KIND_FOLDER) {
        (void)unlink(o->temporary);
    }
    return status;
}

static int close_all(int status)
{
    for (struct output *o = all.first; o != NULL; o = o->next) {
        if (o->stream != NULL && output_close(o->stream) != 0) {
            status = TOOL_CANNOT;
        }
        status = o->error != 0 ? TOOL_CANNOT : status;
    }
    return status;
}

int output_finish(int status)
{
    bool partial = false;
    status = check_standard(close_all(status));
    struct output *o = all.first;
    for (; o != NULL; o = o->next) { /* folders after what is in them */
        partial = partial || o->kind != KIND_SCRATCH;
        status = o->kind != KIND_FOLDER ? settle(o, status) : status;
    }
    o = all.first;
    while (o != NULL) {
        struct output *next = o->next;
        status = o->kind == KIND_FOLDER ? settle(o, status) : status;
        free(o->path);
        free(o->target);
        free(o->temporary);
        free(o->buffer);
        free(o);
        o = next;
    }
    partial = partial && interrupted() && !all.whole;
    place_forget();
    all.first = NULL;
    all.standard = all.whole = false;
    all.last = &all.first;
    return partial && status == TOOL_OK ? TOOL_DIFFERS : status;
}
