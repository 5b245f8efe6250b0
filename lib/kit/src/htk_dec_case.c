/* SPDX-License-Identifier: Apache-2.0 */
/* One case: the folder with its files, the process, and what it wrote. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "htk_dec_files.h"
#include "htk/htk_dut.h"
#include "htr/htr_text.h"

enum {
    OUT_MOST = 64 << 20, /* bytes that a decoder may write to a file */
    LINE = 400,
    PATH = HTK_FOLDER + 20,
    NOT_FOUND = 127, /* exit statuses of the shell */
    NOT_A_PROGRAM = 126,
};

/* ---- the folder ---- */

static const char *const places[] = {"trace", "elf", "pcinfo", "settings", "out"};
static const char *const files[] = {"trace.nex", "code.elf", "code.pcinfo", "settings", "out"};

enum {
    PLACES = 5
};

/* The shell must not see anything but letters in it. */
static bool is_plain(const char *path)
{
    return path[0] == '/' && path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                                               "WXYZ0123456789/._-")] == '\0';
}

static int make_folder(struct htk_dec *d)
{
    const char *base = getenv("TMPDIR");
    if (base == NULL || !is_plain(base) || strlen(base) > HTK_FOLDER / 2) {
        base = "/tmp";
    }
    snprintf(d->folder, sizeof d->folder, "%s/hartrace-kit-XXXXXX", base);
    if (mkdtemp(d->folder) == NULL) {
        d->folder[0] = '\0';
        return htr_fail(d->host, HTR_ERR_OPEN, base, "no folder can be made in it: %s",
                        strerror(errno));
    }
    return HTR_OK;
}

static const char *path_of(const struct htk_dec *d, const char *file, char path[PATH])
{
    snprintf(path, PATH, "%s/%s", d->folder, file);
    return path;
}

/* The place that a text begins with, as "{elf}"; -1: none. */
static int place_at(const char *text)
{
    for (int i = 0; i < PLACES; i++) {
        const size_t n = strlen(places[i]);
        if (text[0] == '{' && strncmp(text + 1, places[i], n) == 0 && text[1 + n] == '}') {
            return i;
        }
    }
    return -1;
}

static int take_command(struct htk_dec *d)
{
    bool wanted[PLACES] = {false};
    size_t n = 0;
    for (const char *at = d->o->command; *at != '\0';) {
        const int place = place_at(at);
        char path[PATH] = {*at, '\0'};
        if (place >= 0) {
            wanted[place] = true;
            (void)path_of(d, files[place], path);
        }
        at += place >= 0 ? strlen(places[place]) + 2 : 1;
        n += (size_t)snprintf(d->command + n, sizeof d->command - n, "%s", path);
        if (n >= sizeof d->command) {
            return htr_fail(d->host, HTR_ERR_ARG, NULL, "the command is too long; use a script");
        }
    }
    if (!wanted[0]) {
        return htr_fail(d->host, HTR_ERR_ARG, NULL,
                        "the command has no {trace}; it needs {trace}, and {elf} or {pcinfo}");
    }
    d->wants_elf = wanted[1];
    d->wants_pcinfo = wanted[2];
    d->wants_out = wanted[4];
    return HTR_OK;
}

int htk_case_begin(struct htk_dec *d)
{
    const int status = make_folder(d);
    if (d->o->command == NULL) {
        d->wants_elf = d->wants_pcinfo = d->wants_out = true;
        return status;
    }
    return status != HTR_OK ? status : take_command(d);
}

static void remove_files(const struct htk_dec *d)
{
    char path[PATH];
    for (int i = 0; i < PLACES; i++) {
        (void)unlink(path_of(d, files[i], path));
    }
    (void)unlink(path_of(d, "stdout", path));
    (void)unlink(path_of(d, "stderr", path));
}

void htk_case_end(struct htk_dec *d)
{
    if (d->folder[0] != '\0') {
        remove_files(d);
        (void)rmdir(d->folder);
    }
    htk_account_free(&d->got);
}

const char *htk_case_refused(const struct htk_dec *d, const struct htk_case *c)
{
    if (c->code.pcinfo != NULL && !d->wants_pcinfo) {
        return "{pcinfo} in the command";
    }
    return c->cfg.profile != NEXUS_PROFILE_1_0 ? "another profile" : NULL;
}

/* ---- the process ---- */

static void child(const struct htk_dec *d, const struct htk_case_files *to, FILE *out, FILE *err)
{
    const struct rlimit bytes = {OUT_MOST, OUT_MOST}, core = {0, 0};
    const int none = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (none < 0 || dup2(none, 0) < 0 || dup2(fileno(out), 1) < 0 || dup2(fileno(err), 2) < 0) {
        _exit(NOT_FOUND);
    }
    (void)setrlimit(RLIMIT_FSIZE, &bytes);
    (void)setrlimit(RLIMIT_CORE, &core);
    if (d->o->command == NULL) {
        _exit(htk_decoder_serve(to));
    }
    (void)fcntl(fileno(out), F_SETFD, FD_CLOEXEC);
    (void)fcntl(fileno(err), F_SETFD, FD_CLOEXEC);
    execl("/bin/sh", "sh", "-c", d->command, (char *)NULL);
    _exit(NOT_FOUND);
}

/* Wait for it at most until a time. Returns its status, or -1: it was killed then. */
static int collect(pid_t pid, uint64_t until)
{
    struct timespec pause = {.tv_nsec = 100000};
    int status;
    for (;;) {
        const pid_t got = waitpid(pid, &status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR)) {
            kill(-pid, SIGKILL); /* its children */
            return got == pid ? status : -1;
        }
        if (htk_dut_now() >= until) {
            kill(-pid, SIGKILL);
            (void)waitpid(pid, &status, 0);
            return -1;
        }
        nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < 4000000 ? 2 * pause.tv_nsec : pause.tv_nsec;
    }
}

static void set_end(struct htk_dec *d, int status)
{
    const bool killed = status != -1 && WIFSIGNALED(status);
    const int code = status == -1 ? 0 : killed ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    d->end = status == -1                                 ? HTK_HUNG
             : code == 128 + SIGXFSZ                      ? HTK_FLOODED
             : code > 128                                 ? HTK_KILLED
             : code == NOT_FOUND || code == NOT_A_PROGRAM ? HTK_NOT_RUN
                                                          : HTK_EXITED;
    d->status = d->end == HTK_KILLED ? code - 128 : code;
}

static int start(struct htk_dec *d, const struct htk_case_files *to, FILE *out, FILE *err)
{
    const uint64_t now = htk_dut_now();
    uint64_t until = now + d->o->timeout_ms;
    if (d->deadline_ms != 0 && d->deadline_ms < until) {
        until = d->deadline_ms;
    }
    fflush(NULL); /* the child must not write it again */
    const pid_t pid = fork();
    if (pid == 0) {
        child(d, to, out, err);
    }
    if (pid < 0) {
        return htr_fail(d->host, HTR_ERR_TARGET, NULL, "no process: %s", strerror(errno));
    }
    setpgid(pid, pid); /* in the child too: whichever comes first */
    set_end(d, collect(pid, until));
    return HTR_OK;
}

static int run(struct htk_dec *d, const struct htk_case_files *to)
{
    struct htr_host plain = {0}; /* files of the kit, not outputs of the program */
    char path[PATH];
    FILE *out = htr_create(&plain, path_of(d, "stdout", path));
    FILE *err = htr_create(&plain, path_of(d, "stderr", path));
    const int status = out != NULL && err != NULL
                           ? start(d, to, out, err)
                           : htr_fail(d->host, HTR_ERR_WRITE, d->folder,
                                      "no file can be made; make room in it, or set TMPDIR");
    if (out != NULL) {
        fclose(out);
    }
    if (err != NULL) {
        fclose(err);
    }
    return status;
}

/* ---- what it wrote ---- */

static void read_errors(struct htk_dec *d)
{
    char path[PATH], line[LINE];
    FILE *f = fopen(path_of(d, "stderr", path), "r");
    d->said[0] = '\0';
    d->sanitizer = false;
    for (unsigned n = 0; f != NULL && n < 1000 && fgets(line, sizeof line, f) != NULL; n++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (d->said[0] == '\0') {
            snprintf(d->said, sizeof d->said, "%.150s", htr_plain(line));
        }
        if (strstr(line, "AddressSanitizer") != NULL || strstr(line, "runtime error:") != NULL) {
            d->sanitizer = true;
            snprintf(d->said, sizeof d->said, "%.150s", htr_plain(line));
            break;
        }
    }
    if (f != NULL) {
        fclose(f);
    }
}

static void read_output(struct htk_dec *d, const struct htk_case *c)
{
    char path[PATH], line[LINE], shown[80];
    FILE *f = fopen(path_of(d, d->wants_out ? "out" : "stdout", path), "r");
    htk_account_clear(&d->got);
    d->nonsense[0] = '\0';
    for (uint64_t n = 1; f != NULL && d->nonsense[0] == '\0' && fgets(line, sizeof line, f) != NULL;
         n++) {
        const bool whole = strchr(line, '\n') != NULL || feof(f);
        line[strcspn(line, "\n")] = '\0';
        snprintf(shown, sizeof shown, "%.70s", htr_plain(line));
        const char *wrong =
            whole ? htk_account_line(&d->got, &c->code, line) : "a line of more than 398 bytes";
        if (wrong != NULL) {
            snprintf(d->nonsense, sizeof d->nonsense, "line %" PRIu64 ", \"%s\": %s", n, shown,
                     wrong);
        }
    }
    if (f != NULL) {
        fclose(f);
    }
}

int htk_case_run(struct htk_dec *d, const struct htk_case *c)
{
    char path[PLACES][PATH];
    for (int i = 0; i < PLACES; i++) {
        (void)path_of(d, files[i], path[i]);
    }
    const struct htk_case_files to = {
        .trace = path[0],
        .elf = d->wants_elf && c->code.pcinfo == NULL ? path[1] : NULL,
        .pcinfo = d->wants_pcinfo ? path[2] : NULL,
        .settings = path[3],
        .out = path[4],
    };
    remove_files(d);
    if (!htk_files_write(c, &to)) {
        return htr_fail(d->host, HTR_ERR_WRITE, d->folder,
                        "the files of a case cannot be written; make room in it, or set TMPDIR");
    }
    const int status = run(d, &to);
    if (status == HTR_OK) {
        read_errors(d);
        read_output(d, c);
    }
    return status;
}
