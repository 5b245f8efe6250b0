/* SPDX-License-Identifier: Apache-2.0 */
#include "record_qemu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ARGS_MAX = 64,
    TEXT_MAX = 512,
};

/* The three pipes: raw stream, log, console. [0] is the reading end. */
struct pipes {
    int raw[2], log[2], console[2];
};

static void close_all(struct pipes *p)
{
    int all[] = {p->raw[0], p->raw[1], p->log[0], p->log[1], p->console[0], p->console[1]};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i] >= 0) {
            close(all[i]);
        }
    }
}

/* The child: never returns. parent: our process; when it ends, whatever the reason, so does the
 * emulator. */
static void run_child(const struct record_qemu_cfg *cfg, const struct pipes *p, pid_t parent)
{
    char icount[64], smp[32], memory[32], log[64], plugin[TEXT_MAX];
    char *args[ARGS_MAX];
    size_t n = 0;
    snprintf(icount, sizeof icount, "shift=%u,sleep=off", cfg->shift);
    snprintf(smp, sizeof smp, "%u", cfg->harts);
    snprintf(memory, sizeof memory, "%u", cfg->memory);
    snprintf(log, sizeof log, "/dev/fd/%d", p->log[1]);
    snprintf(plugin, sizeof plugin, "%s,out=%d,log=%d", cfg->plugin, p->raw[1], p->log[0]);
    const char *fixed[] = {
        cfg->program,
        "-M",
        cfg->machine,
        "-bios",
        cfg->bios,
        "-smp",
        smp,
        "-m",
        memory,
        "-accel",
        "tcg,thread=single",
        "-icount",
        icount,
        "-d",
        "int",
        "-D",
        log,
        "-plugin",
        plugin,
        "-display",
        "none",
        "-monitor",
        "none",
        "-serial",
        "stdio",
    };
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        args[n++] = (char *)(uintptr_t)fixed[i];
    }
    if (cfg->kernel != NULL) {
        args[n++] = (char *)(uintptr_t) "-kernel";
        args[n++] = (char *)(uintptr_t)cfg->kernel;
    }
    for (size_t i = 0; cfg->more != NULL && cfg->more[i] != NULL && n < ARGS_MAX - 1; i++) {
        args[n++] = (char *)(uintptr_t)cfg->more[i];
    }
    args[n] = NULL;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
        _exit(127);
    }
    int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    dup2(p->console[1], STDOUT_FILENO);
    close(p->raw[0]);
    close(p->console[0]);
    close(p->console[1]);
    execvp(cfg->program, args);
    fprintf(stderr, "hartrace record: %s: %s\n", cfg->program, strerror(errno));
    _exit(127);
}

int record_qemu_start(struct record_qemu *q, const struct record_qemu_cfg *cfg)
{
    struct pipes p = {{-1, -1}, {-1, -1}, {-1, -1}};
    if (pipe(p.raw) != 0 || pipe(p.log) != 0 || pipe(p.console) != 0 ||
        fcntl(p.log[0], F_SETFL, O_NONBLOCK) != 0) {
        int error = errno;
        close_all(&p);
        errno = error;
        return -1;
    }
    fflush(NULL);
    const pid_t parent = getpid();
    q->pid = fork();
    if (q->pid == 0) {
        run_child(cfg, &p, parent);
    }
    if (q->pid < 0) {
        close_all(&p);
        return -1;
    }
    q->raw = p.raw[0];
    q->console = p.console[0];
    q->status = -1;
    close(p.raw[1]);
    close(p.log[0]);
    close(p.log[1]);
    close(p.console[1]);
    return 0;
}

void record_qemu_ask(const struct record_qemu *q)
{
    kill(q->pid, SIGTERM);
}

void record_qemu_stop(struct record_qemu *q)
{
    int status = 0;
    /* Its reader is gone: it would wait for ever. When it has ended already, this does nothing.
     */
    kill(q->pid, SIGKILL);
    while (waitpid(q->pid, &status, 0) < 0 && errno == EINTR) {
    }
    q->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    close(q->raw);
    close(q->console);
}
