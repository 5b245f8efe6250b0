/* SPDX-License-Identifier: Apache-2.0 */
/* Verb record: run a program or firmware under QEMU, and write what its harts execute as an ingress
 * stream. */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ingress/ingress.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "record_check.h"
#include "record_qemu.h"
#include "htr/htr_qemu.h"
#include "htr/htr_trap.h"

enum {
    PATH_BYTES = 1024,
    UNTIL_MAX = 128,
    READ_WORDS = 1 << 14,
    END_MS = 2000, /* how long the emulator may take to end when it was asked to */
};

struct record_options {
    const char *bios, *kernel, *machine, *output, *until, *console, *plugin, *qemu;
    uint64_t xlen, max_instructions, shift, harts, memory;
    bool must_be_elf; /* the kernel is the operand */
    struct htr_list qemu_args;
};

static const char verb[] = "record";

struct job {
    struct record_options o;
    struct record_qemu qemu;
    struct htr_qemu stream;
    struct ingress_writer writer;
    bool open; /* the writer is */
    FILE *out, *console;
    char tail[UNTIL_MAX]; /* the end of the console output */
    size_t ntail;
    uint32_t words[READ_WORDS];
    size_t partial; /* bytes of the last, incomplete word in words[] */
};

static int start(void *ctx, unsigned xlen, unsigned harts)
{
    struct job *job = ctx;
    struct ingress_header h = {0};
    h.xlen = (uint8_t)xlen;
    h.itype_width = 4;
    h.isa = (uint32_t)FLOW_ISA_C;
    h.harts = (uint16_t)harts;
    snprintf(h.note, sizeof h.note, "recorded under %s -M %s -bios %s -kernel %s -icount shift=%u",
             job->o.qemu, job->o.machine, job->o.bios,
             job->o.kernel != NULL ? job->o.kernel : "(none)", (unsigned)job->o.shift);
    int status =
        ingress_writer_open(&job->writer, job->out, ingress_name_compresses(job->o.output), &h);
    job->open = status == INGRESS_OK;
    return status;
}

/* Console bytes: copy them, and look for the text that ends the run. */
static bool console_bytes(struct job *job, const char *bytes, size_t n)
{
    bool found = false;
    size_t want = job->o.until == NULL ? 0 : strlen(job->o.until);
    if (job->console != NULL) {
        fwrite(bytes, 1, n, job->console);
        fflush(job->console);
    }
    for (size_t i = 0; i < n && want > 0; i++) {
        if (job->ntail == want) {
            memmove(job->tail, job->tail + 1, --job->ntail);
        }
        job->tail[job->ntail++] = bytes[i];
        found = found || (job->ntail == want && memcmp(job->tail, job->o.until, want) == 0);
    }
    return found;
}

/* Read what there is of the raw stream. Returns a htr_qemu_status; HTR_QEMU_DONE at the end of
 * file. */
static int raw_bytes(struct job *job)
{
    char *bytes = (char *)job->words;
    ssize_t n = read(job->qemu.raw, bytes + job->partial, sizeof job->words - job->partial);
    if (n < 0) {
        return errno == EINTR ? HTR_QEMU_OK : HTR_QEMU_DONE;
    }
    if (n == 0) {
        return HTR_QEMU_DONE;
    }
    size_t all = job->partial + (size_t)n;
    int status = htr_qemu_feed(&job->stream, job->words, all / sizeof job->words[0]);
    job->partial = all % sizeof job->words[0];
    memmove(bytes, bytes + all - job->partial, job->partial);
    return status;
}

/* Until the limit, the text, the end of the program, or an error. */
static int pump(struct job *job)
{
    struct pollfd fds[2] = {{job->qemu.raw, POLLIN, 0}, {job->qemu.console, POLLIN, 0}};
    int status = HTR_QEMU_OK;
    bool found = false;
    bool asked = false;
    while (status == HTR_QEMU_OK && !found) {
        if (interrupted() && !asked) {
            asked = true;
            record_qemu_ask(&job->qemu);
        }
        int ready = poll(fds, 2, asked ? END_MS : -1);
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0) {
            break;
        }
        if (fds[1].revents != 0) {
            char bytes[4096];
            ssize_t n = read(job->qemu.console, bytes, sizeof bytes);
            if (n <= 0) {
                fds[1].fd = -1;
            } else {
                found = console_bytes(job, bytes, (size_t)n);
            }
        }
        if (!found && fds[0].revents != 0) {
            status = raw_bytes(job);
            progress_at(job->stream.instructions);
        }
    }
    if (asked) {
        tool_note(verb, NULL, "interrupted; what was executed up to here is recorded");
    } else if (job->o.until != NULL && !found && status >= HTR_QEMU_OK && job->open &&
               job->stream.instructions != job->o.max_instructions) {
        tool_note(verb, NULL, "the console never printed \"%s\"", job->o.until);
    }
    return status;
}

/* The program may still have console output that was not read. */
static void drain_console(struct job *job)
{
    struct pollfd fd = {job->qemu.console, POLLIN, 0};
    char bytes[4096];
    ssize_t n;
    while (poll(&fd, 1, 0) > 0 && (n = read(fd.fd, bytes, sizeof bytes)) > 0) {
        console_bytes(job, bytes, (size_t)n);
    }
}

/* The plugin is beside the program: in qemu/ of the build, or in ../lib/hartrace/. */
static const char *find_plugin(const char *given, char *path, size_t size)
{
    static const char *const places[] = {"qemu", "../lib/hartrace"};
    char self[PATH_BYTES / 2];
    if (given != NULL) {
        return access(given, R_OK) == 0 ? given : NULL;
    }
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) {
        return NULL;
    }
    self[n] = '\0';
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, size, "%s/%s/hartrace-record.so", self, places[i]);
        if (access(path, R_OK) == 0) {
            return path;
        }
    }
    return NULL;
}

static int check_options(struct record_options *o)
{
    if (o->output == NULL) {
        return tool_fail(verb, NULL, "no output; give -o FILE");
    }
    if (o->xlen != 32 && o->xlen != 64) {
        return tool_fail(verb, NULL, "--xlen must be 32 or 64");
    }
    if (o->until != NULL && (o->until[0] == '\0' || strlen(o->until) >= UNTIL_MAX)) {
        return tool_fail(verb, NULL, "--until needs 1 to %d bytes", UNTIL_MAX - 1);
    }
    if (o->shift > 10 || o->harts < 1 || o->harts > 8 || o->memory < 1 || o->memory > 65536) {
        return tool_fail(verb, NULL, "--shift must be 0..10, --harts 1..8, --memory 1..65536");
    }
    if (o->kernel == NULL && strcmp(o->bios, "none") == 0) {
        return tool_fail(verb, NULL, "nothing to run; give an ELF, --kernel or --bios");
    }
    if ((o->kernel != NULL &&
         record_check_file(verb, o->kernel, (unsigned)o->xlen, o->must_be_elf) != 0) ||
        (strcmp(o->bios, "none") != 0 &&
         record_check_file(verb, o->bios, (unsigned)o->xlen, false) != 0)) {
        return TOOL_CANNOT;
    }
    if (o->qemu == NULL) {
        o->qemu = o->xlen == 32 ? "qemu-system-riscv32" : "qemu-system-riscv64";
    }
    return 0;
}

static void report(const struct job *job, double seconds)
{
    const struct htr_qemu *s = &job->stream;
    fprintf(stderr,
            "%llu instruction%s, %llu exception%s, %llu interrupt%s, %llu trap return%s, %.1f s, "
            "%.1f M instructions/s\n",
            (unsigned long long)s->instructions, htr_s(s->instructions),
            (unsigned long long)s->exceptions, htr_s(s->exceptions),
            (unsigned long long)s->interrupts, htr_s(s->interrupts),
            (unsigned long long)s->trap_returns, htr_s(s->trap_returns), seconds,
            seconds > 0 ? (double)s->instructions / seconds / 1e6 : 0.0);
}

/* Say what went wrong, if anything. exited: the emulator ended by itself. */
static int conclude(const struct job *job, int status)
{
    const struct record_options *o = &job->o;
    if (status == HTR_QEMU_ERR_FLOW) {
        return tool_fail(verb, NULL, "after %llu instruction%s: from 0x%llx to 0x%llx: %s",
                         (unsigned long long)job->stream.instructions,
                         htr_s(job->stream.instructions), (unsigned long long)job->stream.from,
                         (unsigned long long)job->stream.to, htr_qemu_strerror(status));
    }
    if (status == HTR_QEMU_ERR_INGRESS && job->open && job->writer.status == INGRESS_ERR_IO) {
        return TOOL_CANNOT; /* reported when the output is closed */
    }
    if (status == HTR_QEMU_ERR_TRAPS) {
        const struct htr_qemu_trap *t = &job->stream.first_trap;
        return htr_trap_report(tool_host(verb), &(struct htr_trap){.hart = t->hart,
                                                                   .xlen = job->stream.xlen,
                                                                   .interrupt = t->interrupt,
                                                                   .cause = t->cause,
                                                                   .epc = t->epc,
                                                                   .tval = t->tval,
                                                                   .emulated = true,
                                                                   .last_cause = t->last_cause});
    }
    if (status == HTR_QEMU_ERR_INGRESS) {
        return tool_fail(verb, o->output, "%s",
                         ingress_strerror(job->open ? job->writer.status : INGRESS_ERR_MEMORY));
    }
    if (status < 0) {
        return tool_fail(verb, NULL, "%s", htr_qemu_strerror(status));
    }
    if (!job->open || job->stream.instructions == 0) {
        return tool_fail(verb, o->qemu, "the emulator ended without running anything (status %d)",
                         job->qemu.status);
    }
    return TOOL_OK;
}

static int record(struct job *job, const char *plugin)
{
    const struct record_options *o = &job->o;
    const struct record_qemu_cfg cfg = {
        .program = o->qemu,
        .machine = o->machine,
        .bios = o->bios,
        .kernel = o->kernel,
        .plugin = plugin,
        .shift = (unsigned)o->shift,
        .harts = (unsigned)o->harts,
        .memory = (unsigned)o->memory,
        .more = o->qemu_args.n > 0 ? o->qemu_args.item : NULL,
    };
    if (htr_qemu_init(&job->stream, &job->writer, start, job) != HTR_QEMU_OK) {
        return tool_fail(verb, NULL, "no memory");
    }
    job->stream.max_instructions = o->max_instructions;
    if (record_qemu_start(&job->qemu, &cfg) != 0) {
        htr_qemu_free(&job->stream);
        return tool_fail(verb, o->qemu, "%s", strerror(errno));
    }
    interrupt_install();
    double begin = tool_seconds();
    progress_begin(verb, PROGRESS_INSTRUCTIONS, o->max_instructions, job->console);
    int status = pump(job);
    progress_end();
    double seconds = tool_seconds() - begin;
    drain_console(job);
    record_qemu_stop(&job->qemu);
    if (job->open) {
        int last = htr_qemu_finish(&job->stream);
        status = status < 0 ? status : last;
        int closed = ingress_writer_close(&job->writer);
        job->writer.status = closed;
        status = status >= 0 && closed != INGRESS_OK ? HTR_QEMU_ERR_INGRESS : status;
    }
    int result = conclude(job, status);
    if (result == TOOL_OK && !tool_is_quiet()) {
        report(job, seconds);
    }
    htr_qemu_free(&job->stream);
    return result;
}

/* Read the command line. Returns 0, or with *done set the status to exit with. */
static int parse(int argc, char **argv, struct record_options *o, bool *done)
{
    const char *operand[1] = {NULL};
    const struct tool_option options[] = {
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "the ingress stream; .gz compresses",
         .string = &o->output},
        {.name = "bios", .arg = "FILE", .help = "firmware (default none)", .string = &o->bios},
        {.name = "kernel",
         .arg = "FILE",
         .help = "program or payload; the same as the operand",
         .string = &o->kernel},
        {.name = "machine",
         .arg = "NAME",
         .help = "machine of QEMU (default virt)",
         .string = &o->machine},
        {.name = "xlen",
         .arg = "N",
         .choice = TOOL_CHOICE("32", "64"),
         .help = " (default)",
         .number = &o->xlen},
        {.name = "max-instructions",
         .arg = "N",
         .help = "stop after N retired instructions",
         .number = &o->max_instructions,
         .positive = true},
        {.name = "until",
         .arg = "TEXT",
         .help = "stop when the console printed TEXT",
         .string = &o->until},
        {.name = "console",
         .arg = "FILE",
         .help = "copy the console to FILE (- is stdout)",
         .string = &o->console},
        {.name = "shift",
         .arg = "N",
         .help = "2^N ns of virtual time per instruction (default 7)",
         .number = &o->shift},
        {.name = "harts", .arg = "N", .help = "number of harts (default 1)", .number = &o->harts},
        {.name = "memory", .arg = "MIB", .help = "RAM (default 128)", .number = &o->memory},
        {.name = "qemu", .arg = "FILE", .help = "the emulator", .string = &o->qemu},
        {.name = "qemu-arg",
         .arg = "ARG",
         .help = "another argument for QEMU (repeatable)",
         .list = &o->qemu_args},
        {.name = "plugin",
         .arg = "FILE",
         .help = "hartrace-record.so, if it is elsewhere",
         .string = &o->plugin},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "[OPTION]... [ELF] -o FILE.ing",
        .text = "Run a program or firmware under QEMU 7.2 and write every instruction its harts\n"
                "retire, and every trap, as an ingress stream, with the code that was executed.\n"
                "Runs are repeatable: time is counted in instructions.",
        .example =
            "  hartrace record --bios fw_jump.elf --kernel u-boot.bin --until '=>' -o boot.ing",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    *o = (struct record_options){
        .bios = "none", .machine = "virt", .xlen = 64, .shift = 7, .harts = 1, .memory = 128};
    int n = tool_parse(&usage, argc, argv, operand, 1);
    *done = n < 0;
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 1 && o->kernel != NULL) {
        return tool_fail(verb, operand[0], "--kernel is given too; leave one of them out");
    }
    o->must_be_elf = n == 1;
    o->kernel = n == 1 ? operand[0] : o->kernel;
    return check_options(o);
}

/* The emulator reads these: none may be an output. */
static bool inputs_differ(const struct record_options *o)
{
    const char *files[] = {o->kernel, strcmp(o->bios, "none") == 0 ? NULL : o->bios};
    bool good = true;
    for (size_t i = 0; i < 2 && good; i++) {
        int fd = files[i] != NULL ? open(files[i], O_RDONLY | O_CLOEXEC) : -1;
        good = fd < 0 || output_allows_input(fd);
        if (!good) {
            tool_fail(verb, files[i], "%s", OUTPUT_IS_INPUT);
        }
        if (fd >= 0) {
            (void)close(fd);
        }
    }
    return good;
}

int record_main(int argc, char **argv)
{
    struct job job = {0};
    char path[PATH_BYTES];
    struct record_options *o = &job.o;
    bool done;
    int status = parse(argc, argv, o, &done);
    if (done || status != 0) {
        return status;
    }
    const char *plugin = find_plugin(o->plugin, path, sizeof path);
    if (plugin == NULL) {
        return tool_fail(verb, o->plugin,
                         "hartrace-record.so was not found; build it, or add --plugin");
    }
    if ((job.out = output_open(verb, o->output)) == NULL ||
        (o->console != NULL && (job.console = output_open_text(verb, o->console)) == NULL) ||
        !inputs_differ(o)) {
        return TOOL_CANNOT;
    }
    output_is_whole();
    status = record(&job, plugin);
    int written = output_close(job.out);
    int printed = output_close(job.console);
    return written != 0 ? written : printed != 0 ? printed : status;
}
