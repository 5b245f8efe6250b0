/* SPDX-License-Identifier: Apache-2.0 */
#include "fst.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output.h"
#include "tool.h"

extern char **environ;

bool fst_is(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".fst") == 0;
}

/* Run vcd2fst, without what it says on stdout. Returns its status, or -1: it cannot be run. */
static int run(const char *const argv[])
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = -1;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return -1;
    }
    (void)posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    while (failed == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return failed == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int fst_check(const char *verb, const char *path)
{
    static const char *const help[] = {"vcd2fst", "--help", NULL};
    int status = fst_is(path) ? run(help) : 0;
    return status == 0 || status == 1 ? 0
                                      : tool_fail(verb, path,
                                                  "FST needs GTKWave's vcd2fst, which was not "
                                                  "found; install gtkwave, or name the file .vcd");
}

FILE *fst_open(struct fst *fst, const char *verb, const char *path)
{
    *fst = (struct fst){.verb = verb, .path = path};
    if (!fst_is(path)) {
        return output_open(verb, path);
    }
    fst->to = output_place(verb, path, ".fst");
    return fst->to != NULL ? output_scratch(verb, path, ".vcd", &fst->vcd) : NULL;
}

const char *fst_vcd_name(struct fst *fst, const char *verb, const char *path)
{
    *fst = (struct fst){.verb = verb, .path = path};
    if (!fst_is(path)) {
        return output_place(verb, path, ".vcd");
    }
    FILE *f = fst_open(fst, verb, path);
    return f != NULL && output_close(f) == 0 ? fst->vcd : NULL;
}

int fst_convert(const struct fst *fst)
{
    if (fst->to == NULL) {
        return 0;
    }
    const char *const argv[] = {"vcd2fst", fst->vcd, fst->to, NULL};
    struct stat st;
    if (stat(fst->vcd, &st) == 0 && st.st_size == 0) {
        return 0;
    }
    return run(argv) == 0 && stat(fst->to, &st) == 0 && st.st_size > 0
               ? 0
               : tool_fail(fst->verb, fst->path, "vcd2fst cannot write it");
}
