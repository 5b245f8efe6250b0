/* SPDX-License-Identifier: Apache-2.0 */
/* Value change dumps: declarations and changes, token by token. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "htr_waves_priv.h"

extern char **environ;

enum {
    TOKEN = 4096
};

int waves_want(struct waves *w, const char *name, size_t length)
{
    if (length == 0 || length >= WAVES_NAME || w->n == WAVES_SIGNALS) {
        return -1;
    }
    for (unsigned i = 0; i < w->n; i++) {
        if (strlen(w->wave[i].name) == length && memcmp(w->wave[i].name, name, length) == 0) {
            return (int)i;
        }
    }
    struct wave *x = &w->wave[w->n];
    *x = (struct wave){.width = 0};
    memcpy(x->name, name, length);
    return (int)w->n++;
}

static int wrong(struct waves *w, const char *what)
{
    const struct htr_where where = {
        .file = w->path, .line = w->line, .offset = HTR_NO_OFFSET, .source = -1};
    return htr_fail_at(w->host, HTR_ERR_FORMAT, &where, "line %llu: %s",
                       (unsigned long long)w->line, what);
}

/* ---- tokens ---- */

/* The next byte of the text, or -1. */
static int next_byte(struct waves *w)
{
    if (w->pos == w->fill) {
        w->fill = htr_file_read(&w->file, w->buffer, sizeof w->buffer);
        w->pos = 0;
    }
    return w->pos < w->fill ? w->buffer[w->pos++] : -1;
}

static bool is_blank(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* The next word, up to a blank; of one that is longer the beginning (a value of a signal that no
 * map can name). Returns 1, 0 at the end, or HTR_ERR_* after a message. */
static int token(struct waves *w, char out[TOKEN])
{
    int byte = next_byte(w);
    while (is_blank(byte)) {
        w->line += byte == '\n';
        byte = next_byte(w);
    }
    if (byte < 0) {
        return w->file.error != NULL
                   ? htr_fail(w->host, HTR_ERR_READ, w->path, "after line %llu: %s",
                              (unsigned long long)w->line, w->file.error)
                   : 0;
    }
    size_t n = 0;
    while (byte >= 0 && !is_blank(byte)) {
        if (byte == 0) {
            return wrong(w, "a zero byte: this is no value change dump");
        }
        if (n < TOKEN - 1) {
            out[n++] = (char)byte;
        }
        byte = next_byte(w);
    }
    out[n] = '\0';
    if (byte >= 0) {
        w->pos--; /* the end of the line is counted with the next word */
    }
    return 1;
}

/* Up to $end. */
static int skip(struct waves *w)
{
    char word[TOKEN];
    int status = token(w, word);
    while (status == 1 && strcmp(word, "$end") != 0) {
        status = token(w, word);
    }
    return status == 0 ? wrong(w, "the file ends in a declaration") : status;
}

/* ---- declarations ---- */

/* Does a path end with the name, at a dot? */
static bool fits(const char *path, const char *name)
{
    const size_t p = strlen(path), n = strlen(name);
    return n <= p && strcmp(path + p - n, name) == 0 && (n == p || path[p - n - 1] == '.');
}

static void declare(struct waves *w, const char *path, const char *id, unsigned width)
{
    if (w->example[0] == '\0') {
        snprintf(w->example, sizeof w->example, "%.500s", path);
    }
    for (unsigned i = 0; i < w->n; i++) {
        struct wave *x = &w->wave[i];
        if (!fits(path, x->name)) {
            continue;
        }
        const bool whole = strcmp(path, x->name) == 0;
        if (x->found[0] != '\0' && !whole) {
            x->twice = x->twice || (strcmp(x->found, x->name) != 0 && strcmp(x->id, id) != 0);
            continue;
        }
        snprintf(x->found, sizeof x->found, "%.250s", path);
        snprintf(x->id, sizeof x->id, "%s", id);
        x->twice = x->twice && !whole;
        x->width = width;
        x->words = (width + 63) / 64;
    }
}

static int take_var(struct waves *w)
{
    char type[TOKEN], size[TOKEN], id[TOKEN], name[TOKEN], path[8 * WAVES_NAME];
    int status = token(w, type);
    status = status == 1 ? token(w, size) : status;
    status = status == 1 ? token(w, id) : status;
    status = status == 1 ? token(w, name) : status;
    if (status != 1) {
        return status == 0 ? wrong(w, "the file ends in a declaration") : status;
    }
    char *end;
    const unsigned long width = strtoul(size, &end, 10);
    if (*end != '\0' || width == 0 || width > 1000000 || strcmp(name, "$end") == 0) {
        return wrong(w, "a $var that is not '$var TYPE SIZE ID NAME $end'");
    }
    name[strcspn(name, "[")] = '\0';
    const int n =
        snprintf(path, sizeof path, "%s%s%s", w->scope, w->scope[0] != '\0' ? "." : "", name);
    if (n > 0 && n < (int)sizeof path && strlen(id) < WAVES_ID) {
        declare(w, path, id, (unsigned)width);
    }
    return skip(w);
}

static int take_scope(struct waves *w, bool up)
{
    char type[TOKEN], name[TOKEN];
    const size_t n = strlen(w->scope);
    if (up) {
        char *dot = strrchr(w->scope, '.');
        *(dot != NULL ? dot : w->scope) = '\0';
        return skip(w);
    }
    int status = token(w, type);
    status = status == 1 ? token(w, name) : status;
    if (status != 1) {
        return status == 0 ? wrong(w, "the file ends in a declaration") : status;
    }
    if (n + strlen(name) + 2 > sizeof w->scope) {
        return wrong(w, "scopes are nested too deep");
    }
    snprintf(w->scope + n, sizeof w->scope - n, "%s%s", n > 0 ? "." : "", name);
    return skip(w);
}

static int check_found(struct waves *w)
{
    for (unsigned i = 0; i < w->n; i++) {
        const struct wave *x = &w->wave[i];
        if (x->found[0] == '\0') {
            return htr_fail(w->host, HTR_ERR_MISSING, w->path,
                            "no signal %s, which the map names; a name that is there: %s", x->name,
                            w->example[0] != '\0' ? w->example : "none");
        }
        if (x->twice) {
            return htr_fail(w->host, HTR_ERR_CONFLICT, w->path,
                            "several signals have the name %s, %s is one; give the map the whole "
                            "path",
                            x->name, x->found);
        }
        if (x->words > WAVES_WORDS) {
            return htr_fail(w->host, HTR_ERR_RANGE, w->path, "%s has %u bits; 1024 is the most",
                            x->found, x->width);
        }
    }
    return HTR_OK;
}

static int declarations(struct waves *w)
{
    char word[TOKEN];
    for (;;) {
        int status = token(w, word);
        if (status != 1) {
            return status == 0 ? wrong(w, "no $enddefinitions: this is no value change dump")
                               : status;
        }
        if (strcmp(word, "$enddefinitions") == 0) {
            status = skip(w);
            return status == 1 ? check_found(w) : status;
        }
        status = strcmp(word, "$var") == 0       ? take_var(w)
                 : strcmp(word, "$scope") == 0   ? take_scope(w, false)
                 : strcmp(word, "$upscope") == 0 ? take_scope(w, true)
                 : word[0] == '$'                ? skip(w)
                                                 : wrong(w, "a declaration begins with $");
        if (status != 1) {
            return status;
        }
    }
}

/* ---- values ---- */

/* digits: of a vector, most significant first; fewer than its width begin with 0. */
static void set(struct wave *x, const char *digits)
{
    const size_t n = strlen(digits);
    memset(x->now, 0, x->words * sizeof x->now[0]);
    for (size_t i = 0; i < n && i < x->width; i++) {
        if (digits[n - 1 - i] == '1') {
            x->now[i / 64] |= UINT64_C(1) << i % 64;
        }
    }
}

static void change(struct waves *w, const char *id, const char *digits)
{
    for (unsigned i = 0; i < w->n; i++) {
        if (strcmp(w->wave[i].id, id) == 0) {
            set(&w->wave[i], digits);
        }
    }
}

/* A word of the changes. Returns 1, or HTR_ERR_* after a message. */
static int take_change(struct waves *w, const char *word)
{
    char id[TOKEN], digit[2] = {word[0], '\0'};
    switch (word[0]) {
    case 'b':
    case 'B': {
        const int status = token(w, id);
        if (status != 1) {
            return status == 0 ? wrong(w, "the file ends in a value") : status;
        }
        change(w, id, word + 1);
        return 1;
    }
    case 'r':
    case 'R':
    case 's':
    case 'S': { /* a real, a string: no trace */
        const int status = token(w, id);
        return status == 0 ? wrong(w, "the file ends in a value") : status;
    }
    case '0':
    case '1':
    case 'x':
    case 'X':
    case 'z':
    case 'Z':
        if (word[1] == '\0') {
            return wrong(w, "a value without a signal");
        }
        change(w, word + 1, digit);
        return 1;
    case '$':
        return strcmp(word, "$comment") == 0 ? skip(w) : 1; /* $dumpvars ... $end */
    default:
        return wrong(w, "neither a time nor a value");
    }
}

int waves_next(struct waves *w)
{
    char word[TOKEN];
    if (w->ended) {
        return 0;
    }
    for (unsigned i = 0; i < w->n; i++) {
        memcpy(w->wave[i].before, w->wave[i].now, w->wave[i].words * sizeof w->wave[i].now[0]);
    }
    w->time = w->next;
    for (;;) {
        int status = token(w, word);
        if (status == 0) {
            w->ended = true;
            return 1;
        }
        if (status == 1 && word[0] == '#') {
            char *end;
            const uint64_t at = strtoull(word + 1, &end, 10);
            if (word[1] == '\0' || *end != '\0' || (w->started && at < w->next)) {
                return wrong(w, "a time that is no number, or goes back");
            }
            w->next = at;
            w->started = true;
            return 1;
        }
        status = status == 1 ? take_change(w, word) : status;
        if (status != 1) {
            return status;
        }
    }
}

/* ---- files ---- */

static bool ends(const char *path, const char *end)
{
    const size_t p = strlen(path), n = strlen(end);
    return p > n && strcmp(path + p - n, end) == 0;
}

bool htr_waves_is(const char *path)
{
    return ends(path, ".vcd") || ends(path, ".fst") || ends(path, ".vcd.gz") ||
           ends(path, ".vcd.zst");
}

/* fst2vcd with its output in a pipe. Returns the end to read, or -1. */
static int convert(struct waves *w)
{
    const union {
        const char *text;
        char *arg;
    } path = {.text = w->path};
    char name[] = "fst2vcd";
    char *argv[] = {name, path.arg, NULL};
    posix_spawn_file_actions_t actions;
    int p[2];
    if (pipe(p) != 0) {
        return -1;
    }
    (void)fcntl(p[0], F_SETFD, FD_CLOEXEC);
    if (posix_spawn_file_actions_init(&actions) != 0) {
        close(p[0]);
        close(p[1]);
        return -1;
    }
    (void)posix_spawn_file_actions_adddup2(&actions, p[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_addclose(&actions, p[1]);
    (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int failed = posix_spawnp(&w->pid, name, &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    close(p[1]);
    if (failed != 0) {
        w->pid = 0;
        close(p[0]);
        return -1;
    }
    return p[0];
}

int waves_open(struct waves *w)
{
    char pipe_name[40];
    const char *from = w->path;
    int fd = -1;
    if (ends(w->path, ".fst")) {
        if (access(w->path, R_OK) != 0) {
            return htr_fail(w->host, HTR_ERR_OPEN, w->path, "%s", strerror(errno));
        }
        fd = convert(w);
        if (fd < 0) {
            return htr_fail(w->host, HTR_ERR_MISSING, w->path,
                            "FST needs GTKWave's fst2vcd, which was not found; install gtkwave, or "
                            "dump the waves as VCD");
        }
        snprintf(pipe_name, sizeof pipe_name, "/dev/fd/%d", fd);
        from = pipe_name;
    }
    int status = htr_file_open(&w->file, w->host, from);
    w->line = 1;
    if (fd >= 0) {
        close(fd);
    }
    return status == HTR_OK ? declarations(w) : status;
}

int waves_close(struct waves *w, int status)
{
    int ended = 0;
    htr_file_close(&w->file);
    if (w->pid > 0) {
        while (waitpid(w->pid, &ended, 0) < 0 && errno == EINTR) {
        }
    }
    if (status == HTR_OK && w->pid > 0 && ended != 0) {
        return htr_fail(w->host, HTR_ERR_READ, w->path, "fst2vcd cannot read it");
    }
    return status;
}
