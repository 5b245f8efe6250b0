/* SPDX-License-Identifier: Apache-2.0 */
/* The emulator as a child process: its console, its raw stream, and its end. docs/howto/record.md.
 */
#ifndef TOOLS_RECORD_QEMU_H
#define TOOLS_RECORD_QEMU_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct record_qemu_cfg {
    const char *program;     /* qemu-system-riscv64, or a path */
    const char *machine;     /* -M */
    const char *bios;        /* -bios */
    const char *kernel;      /* -kernel, or NULL */
    const char *plugin;      /* the .so */
    unsigned shift;          /* -icount: 2^shift ns an instruction */
    unsigned harts;          /* -smp */
    unsigned memory;         /* -m, MiB */
    const char *const *more; /* further arguments, ended by NULL, or NULL */
};

struct record_qemu {
    pid_t pid;
    int raw;     /* reading end of the raw stream */
    int console; /* reading end of the console */
    int status;  /* after stop: exit code, or -1 when a signal ended it */
};

/* Start the emulator; it runs as soon as the raw stream is read. Returns 0, or -1 with errno. A
 * program that cannot be executed ends with exit code 127. */
int record_qemu_start(struct record_qemu *q, const struct record_qemu_cfg *cfg);

/* Ask it to end in an orderly way: the raw stream then ends. */
void record_qemu_ask(const struct record_qemu *q);

/* End it (at once, if it still runs), close the pipes and set q->status. */
void record_qemu_stop(struct record_qemu *q);

#endif
