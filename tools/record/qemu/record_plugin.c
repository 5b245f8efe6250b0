/* SPDX-License-Identifier: Apache-2.0 */
/*
 * QEMU TCG plugin: writes what the harts execute to a pipe, and the traps in between
 * (htr_qemu_raw.h, docs/howto/record.md).
 *
 * The plugin interface has no callback for traps. QEMU logs them (-d int), so the recorder points
 * the log to a pipe and gives us its reading end: before each translation block we take what has
 * come. Traps happen between blocks only, or end one, so the order is exact. All harts must run in
 * one thread (-accel tcg,thread=single, or -icount).
 *
 * A hart that traps without ever reaching a block would fill the pipe and stop QEMU while it writes
 * its log. So a thread of our own takes the log when there are many lines in it: then no block has
 * been entered since the first of them, and the order is still exact. It and the callbacks that
 * write to the stream take turns by a lock; those inside of a block need none.
 *
 * Arguments: out=FD (raw stream), log=FD (reading end of the log, non-blocking).
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "qemu_plugin.h"
#include "htr/htr_qemu_raw.h"

__attribute__((visibility("default"))) int qemu_plugin_version = QEMU_PLUGIN_API;

/* An instruction at an address; its number is the index. */
struct insn {
    uint64_t pc;
    uint32_t opcode;
    uint32_t next; /* number + 1 of the next one in its hash chain, 0 = none */
};

enum {
    HASH_BITS = 16,
    CHUNK_BITS = 12, /* instructions are kept in chunks that never move */
    MAX_CHUNKS = 1 << 14,
    LINE_MAX_BYTES = 512,
    LOG_MANY = 1 << 14, /* bytes in the pipe of the log, which holds 64 KiB: dozens of lines */
    LOOK_NS = 20000000, /* between two looks at it */
};

/* QEMU calls plain functions, so the state is global to this file. */
static struct {
    int out, log;
    uint32_t buffer[RAW_BUFFER_WORDS];
    size_t fill;
    uint32_t hash[1 << HASH_BITS]; /* number + 1 */
    struct insn *chunk[MAX_CHUNKS];
    uint32_t ninsns;
    unsigned hart;
    char line[LINE_MAX_BYTES];
    size_t line_fill;
    pthread_mutex_t lock;
} rec = {.out = -1, .log = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

static void flush(void)
{
    const char *p = (const char *)rec.buffer;
    size_t left = rec.fill * sizeof rec.buffer[0];
    rec.fill = 0;
    while (left > 0) {
        ssize_t n = write(rec.out, p, left);
        if (n > 0) {
            p += n;
            left -= (size_t)n;
        } else if (n < 0 && errno != EINTR) {
            _exit(1); /* the reader is gone: do not run on for ever */
        }
    }
}

static inline void put(uint32_t word)
{
    rec.buffer[rec.fill++] = word;
    if (rec.fill == RAW_BUFFER_WORDS) {
        flush();
    }
}

static void put64(uint64_t v)
{
    put((uint32_t)v);
    put((uint32_t)(v >> 32));
}

/* One line of the log. Format of QEMU's riscv_cpu_do_interrupt. */
static void log_line(const char *line)
{
    uint64_t hart, cause, epc, tval;
    int async;
    const char *p = strstr(line, "riscv_cpu_do_interrupt:");
    if (p == NULL || sscanf(p,
                            "riscv_cpu_do_interrupt: hart:%" SCNu64 ", async:%d, cause:%" SCNx64
                            ", epc:0x%" SCNx64 ", tval:0x%" SCNx64,
                            &hart, &async, &cause, &epc, &tval) != 5) {
        put(RAW_BADLOG);
        return;
    }
    put(RAW_TRAP);
    put((uint32_t)hart);
    put((uint32_t)async);
    put((uint32_t)cause);
    put64(epc);
    put64(tval);
}

/* Take what the log pipe holds. */
static void read_log(void)
{
    for (;;) {
        ssize_t n = read(rec.log, rec.line + rec.line_fill, LINE_MAX_BYTES - 1 - rec.line_fill);
        if (n <= 0) {
            return;
        }
        rec.line_fill += (size_t)n;
        char *start = rec.line;
        char *end;
        while ((end = memchr(start, '\n', rec.line_fill - (size_t)(start - rec.line))) != NULL) {
            *end = '\0';
            log_line(start);
            start = end + 1;
        }
        rec.line_fill -= (size_t)(start - rec.line);
        memmove(rec.line, start, rec.line_fill);
        if (rec.line_fill == LINE_MAX_BYTES - 1) { /* a line longer than any we know */
            put(RAW_BADLOG);
            rec.line_fill = 0;
        }
    }
}

/* The thread that takes what a hart logs which only traps. */
static void *drain(void *ctx)
{
    const struct timespec pause = {0, LOOK_NS};
    for (;;) {
        int n = 0;
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&rec.lock);
        if (ioctl(rec.log, FIONREAD, &n) == 0 && n >= LOG_MANY) {
            read_log();
            flush();
        }
        pthread_mutex_unlock(&rec.lock);
    }
    return ctx;
}

static void on_block(unsigned vcpu, void *userdata)
{
    (void)userdata;
    pthread_mutex_lock(&rec.lock);
    read_log();
    pthread_mutex_unlock(&rec.lock);
    if (vcpu != rec.hart) {
        rec.hart = vcpu;
        put(RAW_HART);
        put(vcpu);
    }
}

static void on_insn(unsigned vcpu, void *userdata)
{
    (void)vcpu;
    put((uint32_t)(uintptr_t)userdata);
}

static struct insn *insn_at(uint32_t number)
{
    return &rec.chunk[number >> CHUNK_BITS][number & ((1u << CHUNK_BITS) - 1)];
}

/* Number of this instruction; a new one is reported to the reader. UINT32_MAX when there is no
 * memory.
 */
static uint32_t insn_number(uint64_t pc, uint32_t opcode)
{
    uint64_t mixed = ((pc >> 1) ^ ((uint64_t)opcode << 20)) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t *head = &rec.hash[mixed >> (64 - HASH_BITS)];
    for (uint32_t i = *head; i != 0; i = insn_at(i - 1)->next) {
        if (insn_at(i - 1)->pc == pc && insn_at(i - 1)->opcode == opcode) {
            return i - 1;
        }
    }
    uint32_t number = rec.ninsns;
    if ((number & ((1u << CHUNK_BITS) - 1)) == 0) {
        if (number >> CHUNK_BITS == MAX_CHUNKS ||
            (rec.chunk[number >> CHUNK_BITS] = calloc(1u << CHUNK_BITS, sizeof(struct insn))) ==
                NULL) {
            return UINT32_MAX;
        }
    }
    *insn_at(number) = (struct insn){pc, opcode, *head};
    *head = ++rec.ninsns;
    put(RAW_INSN);
    put(number);
    put64(pc);
    put(opcode);
    return number;
}

static void on_translate(uint64_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    size_t n = qemu_plugin_tb_n_insns(tb);
    pthread_mutex_lock(&rec.lock);
    qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, NULL);
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t opcode = 0;
        size_t size = qemu_plugin_insn_size(insn);
        memcpy(&opcode, qemu_plugin_insn_data(insn), size < sizeof opcode ? size : sizeof opcode);
        uint32_t number = insn_number(qemu_plugin_insn_vaddr(insn), opcode);
        if (number == UINT32_MAX) {
            fprintf(stderr, "hartrace-record: too many instructions\n");
            _exit(1);
        }
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_insn, QEMU_PLUGIN_CB_NO_REGS,
                                               (void *)(uintptr_t)number);
    }
    pthread_mutex_unlock(&rec.lock);
}

static void on_exit_(uint64_t id, void *userdata)
{
    (void)id;
    (void)userdata;
    pthread_mutex_lock(&rec.lock); /* for ever: this is the end of the stream */
    read_log();
    put(RAW_END);
    flush();
}

__attribute__((visibility("default"))) int
qemu_plugin_install(uint64_t id, const struct qemu_plugin_info *info, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "out=", 4) == 0) {
            rec.out = atoi(argv[i] + 4);
        } else if (strncmp(argv[i], "log=", 4) == 0) {
            rec.log = atoi(argv[i] + 4);
        }
    }
    if (rec.out < 0 || rec.log < 0 || !info->system_emulation ||
        strncmp(info->target_name, "riscv", 5) != 0) {
        fprintf(stderr, "hartrace-record: needs out=FD, log=FD and a RISC-V machine\n");
        return -1;
    }
    put(RAW_HELLO);
    put(RAW_VERSION);
    put(strcmp(info->target_name, "riscv32") == 0 ? 32 : 64);
    put((uint32_t)info->system.smp_vcpus);
    pthread_t thread;
    if (pthread_create(&thread, NULL, drain, NULL) != 0) {
        fprintf(stderr, "hartrace-record: no thread\n");
        return -1;
    }
    pthread_detach(thread);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
    qemu_plugin_register_atexit_cb(id, on_exit_, NULL);
    return 0;
}
