/* SPDX-License-Identifier: Apache-2.0 */
/* A device that is a shared object: it is loaded in a child process, which serves the protocol. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "htk/hartrace_dut_lib.h"
#include "htk/htk_dut.h"

enum {
    PATH_BYTES = 4096,
    WHY_BYTES = 900, /* of a FAIL frame */
    STATUS_EXIT = 1,
    OUT = 3, /* in the child: the pipe to the kit, where at_exit finds it */
    IN_LEAST = 10,
};

bool htk_dut_is_object(const char *command)
{
    const size_t n = strcspn(command, " \t");
    for (const char *at = strstr(command, ".so"); at != NULL && at < command + n;
         at = strstr(at + 1, ".so")) {
        const char *rest = at + 3;
        rest += strspn(rest, ".0123456789");
        if (rest == command + n && (rest == at + 3 || at[3] == '.')) {
            return true;
        }
    }
    return false;
}

static int give_up(int out, const char *why)
{
    struct hartrace_dut d = {.out = htk_dut_stream(out, true)};
    if (d.out != NULL) {
        hartrace_dut_fail(&d, why);
    }
    return STATUS_EXIT;
}

/* The object called exit(). Handlers of the parent must not run in the child. What waits in the
 * stream to the kit leaves first, so that frames stay whole. */
static void at_exit(void)
{
    fflush(NULL);
    _exit(give_up(OUT, "it called exit()"));
}

/* Returns NULL, or what is missing in the device. */
static const char *missing(const struct hartrace_dut *d)
{
    return d->name == NULL    ? "name"
           : d->reset == NULL ? "reset"
           : d->read == NULL  ? "read"
           : d->write == NULL ? "write"
           : d->cycle == NULL ? "cycle"
                              : NULL;
}

/* Standard input is empty, standard output is standard error, the pipes are out of the way. Returns
 * the pipe from the kit, or a negative number. */
static int move_files(int in, int out)
{
    const int null = open("/dev/null", O_RDONLY);
    const int moved = fcntl(in, F_DUPFD, IN_LEAST);
    const bool good =
        null >= 0 && moved >= 0 && dup2(null, 0) >= 0 && dup2(2, 1) >= 0 && dup2(out, OUT) >= 0;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    return good ? moved : -1;
}

int htk_dut_object_serve(const char *command, int in, int out)
{
    /* POSIX: the address of a function fits a pointer to an object. */
    union {
        void *object;
        struct hartrace_dut *(*function)(unsigned version, const char *args);
    } entry;
    char path[PATH_BYTES], why[WHY_BYTES];
    const size_t n = strcspn(command, " \t");
    const char *args = command + n + strspn(command + n, " \t");
    /* Without a slash dlopen would look in the folders of the system. */
    const char *here = memchr(command, '/', n) == NULL ? "./" : "";
    const int length = snprintf(path, sizeof path, "%s%.*s", here, (int)n, command);
    if (length < 0 || length >= PATH_BYTES) {
        return give_up(out, "its path is too long");
    }
    in = move_files(in, out);
    if (in < 0 || atexit(at_exit) != 0) {
        return give_up(out, "its process cannot be set up");
    }
    out = OUT;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        const char *what = dlerror();
        snprintf(why, sizeof why, "%.800s", what != NULL ? what : path);
        return give_up(out, why);
    }
    entry.object = dlsym(object, "hartrace_dut_lib");
    if (entry.object == NULL) {
        snprintf(why, sizeof why, "%.800s has no function hartrace_dut_lib", path);
        return give_up(out, why);
    }
    struct hartrace_dut *d = entry.function(HARTRACE_DUT_VERSION, args);
    if (d == NULL) {
        snprintf(why, sizeof why,
                 "%.400s refuses version %d of the interface, or its arguments '%.400s'", path,
                 HARTRACE_DUT_VERSION, args);
        return give_up(out, why);
    }
    if (missing(d) != NULL) {
        snprintf(why, sizeof why, "the device of %.800s has no %s", path, missing(d));
        return give_up(out, why);
    }
    FILE *from = htk_dut_stream(in, false), *to = htk_dut_stream(out, true);
    if (from == NULL || to == NULL) {
        return give_up(out, "its process cannot be set up");
    }
    const int status = hartrace_dut_serve(d, from, to);
    fflush(stdout);
    return status;
}
