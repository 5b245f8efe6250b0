/* SPDX-License-Identifier: Apache-2.0 */
/* Waves as FST, by vcd2fst. */
#include "htr/htr_fst.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool htr_fst_is(const char *path)
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

int htr_fst_check(struct htr_host *host, const char *path)
{
    static const char *const help[] = {"vcd2fst", "--help", NULL};
    int status = htr_fst_is(path) ? run(help) : 0;
    return status == 0 || status == 1
               ? HTR_OK
               : htr_fail(host, HTR_ERR_MISSING, path,
                          "FST needs GTKWave's vcd2fst, which was not found; install gtkwave, or "
                          "name the file .vcd");
}

FILE *htr_fst_open(struct htr_fst *fst, struct htr_outputs *o, const char *path)
{
    *fst = (struct htr_fst){.host = o->host, .path = path};
    if (!htr_fst_is(path)) {
        return htr_outputs_open(o, path);
    }
    fst->to = htr_outputs_place(o, path, ".fst");
    return fst->to != NULL ? htr_outputs_scratch(o, path, ".vcd", &fst->vcd) : NULL;
}

const char *htr_fst_vcd_name(struct htr_fst *fst, struct htr_outputs *o, const char *path)
{
    *fst = (struct htr_fst){.host = o->host, .path = path};
    if (!htr_fst_is(path)) {
        return htr_outputs_place(o, path, ".vcd");
    }
    FILE *f = htr_fst_open(fst, o, path);
    return f != NULL && htr_outputs_close(o, f) == HTR_OK ? fst->vcd : NULL;
}

int htr_fst_convert(const struct htr_fst *fst)
{
    if (fst->to == NULL) {
        return HTR_OK;
    }
    const char *const argv[] = {"vcd2fst", fst->vcd, fst->to, NULL};
    struct stat st;
    if (stat(fst->vcd, &st) == 0 && st.st_size == 0) {
        return HTR_OK;
    }
    return run(argv) == 0 && stat(fst->to, &st) == 0 && st.st_size > 0
               ? HTR_OK
               : htr_fail(fst->host, HTR_ERR_WRITE, fst->path, "vcd2fst cannot write it");
}
