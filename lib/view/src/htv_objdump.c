/* SPDX-License-Identifier: Apache-2.0 */
/* A program that is run for what it prints. */
#include "htv_objdump.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LINE = 4096,
};

extern char **environ;

/* Lines of a stream of bytes. */
struct lines {
    htv_take_text *take;
    void *ctx;
    size_t n;
    char line[LINE];
};

static bool take_bytes(struct lines *l, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] != '\n') {
            l->line[l->n] = bytes[i];
            l->n += l->n < LINE - 1;
            continue;
        }
        l->line[l->n] = '\0';
        l->n = 0;
        if (!l->take(l->ctx, l->line)) {
            return false;
        }
    }
    return true;
}

/* Until the end of what it prints. */
static enum htv_run_status read_lines(int fd, unsigned seconds, struct lines *l)
{
    char bytes[16384];
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        const int ready = poll(&p, 1, (int)seconds * 1000);
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0) {
            return HTV_RUN_HANGS;
        }
        const ssize_t n = read(fd, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return n == 0 ? HTV_RUN_OK : HTV_RUN_FAILED;
        }
        if (!take_bytes(l, bytes, (size_t)n)) {
            return HTV_RUN_ENDED;
        }
    }
}

static int spawn(pid_t *pid, const char *const argv[], int to)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed != 0) {
        return failed;
    }
    (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    (void)posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    failed = posix_spawnp(pid, argv[0], &actions, NULL, (char *const *)argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Its own pipe ends are closed in the program that is run: it has stdout only. */
static bool make_pipe(int end[2])
{
    if (pipe(end) != 0) {
        return false;
    }
    (void)fcntl(end[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(end[1], F_SETFD, FD_CLOEXEC);
    return true;
}

enum htv_run_status htv_run_lines(const char *const argv[], unsigned seconds, htv_take_text *take,
                                  void *ctx)
{
    struct lines l = {.take = take, .ctx = ctx};
    int end[2], status = -1;
    pid_t pid;
    if (!make_pipe(end)) {
        return HTV_RUN_FAILED;
    }
    const int failed = spawn(&pid, argv, end[1]);
    (void)close(end[1]);
    if (failed != 0) {
        (void)close(end[0]);
        return HTV_RUN_MISSING;
    }
    const enum htv_run_status result = read_lines(end[0], seconds, &l);
    (void)close(end[0]);
    if (result != HTV_RUN_OK) {
        (void)kill(pid, SIGKILL);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (result != HTV_RUN_OK) {
        return result;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        return HTV_RUN_MISSING; /* posix_spawnp may tell it so */
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? HTV_RUN_OK : HTV_RUN_FAILED;
}
