/* SPDX-License-Identifier: Apache-2.0 */
#include "fst.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool.h"

extern char **environ;

enum {
    PATH_BYTES = 4096,
};

bool fst_is(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".fst") == 0;
}

const char *fst_vcd_name(const char *path, char *text, size_t size)
{
    if (!fst_is(path)) {
        return path;
    }
    snprintf(text, size, "%s.vcd", path);
    return text;
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
    return status == 0 || status == 1
               ? 0
               : tool_fail(verb, path,
                           "FST needs vcd2fst of GTKWave, which is not there; install "
                           "gtkwave, or name the file .vcd");
}

int fst_convert(const char *verb, const char *path)
{
    char vcd[PATH_BYTES];
    if (!fst_is(path) || access(fst_vcd_name(path, vcd, sizeof vcd), F_OK) != 0) {
        return 0;
    }
    const char *const argv[] = {"vcd2fst", vcd, path, NULL};
    int status = run(argv);
    if (status != 0 || access(path, F_OK) != 0) {
        return tool_fail(verb, path, "vcd2fst cannot write it; the wave is in %s", vcd);
    }
    return remove(vcd) == 0 ? 0 : tool_fail(verb, vcd, "cannot be removed: %s", strerror(errno));
}
