/* SPDX-License-Identifier: Apache-2.0 */
/* For tests of lib/view: a folder, programs compiled into it, and the symbols of one. Include
 * cmocka.h first. */
#ifndef VIEW_RIG_H
#define VIEW_RIG_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "htv/htv_symbols.h"

struct rig {
    char folder[64];
    char elf[128]; /* of the last that was compiled */
    struct htr_host host;
    unsigned messages;
    char text[HTR_TEXT]; /* of the last message */
    struct htv_symbols *s;
};

/* Start a command. */
__attribute__((format(printf, 1, 2))) static inline FILE *run(const char *format, ...)
{
    char command[4096];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(command, sizeof command, format, list);
    va_end(list);
    assert_true(n > 0 && (size_t)n < sizeof command);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    return f;
}

/* Next line without its end. */
static inline bool read_line(FILE *f, char *line, size_t size)
{
    if (fgets(line, (int)size, f) == NULL) {
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    return true;
}

/* Run a command to its end, which must be success. */
#define must(...)                                                                                  \
    do {                                                                                           \
        char line_[4096];                                                                          \
        FILE *f_ = run(__VA_ARGS__);                                                               \
        while (read_line(f_, line_, sizeof line_)) {                                               \
            print_message("%s\n", line_);                                                          \
        }                                                                                          \
        assert_int_equal(pclose(f_), 0);                                                           \
    } while (0)

static inline struct rig begin(void)
{
    struct rig r = {.messages = 0};
    const char *folder = getenv("TMPDIR");
    (void)snprintf(r.folder, sizeof r.folder, "%.40s/view-XXXXXX",
                   folder != NULL ? folder : "/tmp");
    assert_non_null(mkdtemp(r.folder));
    return r;
}

static inline void end(struct rig *r)
{
    htv_symbols_close(r->s);
    r->s = NULL;
    must("rm -r %s", r->folder);
}

/* A program of tests/programs, linked in one step into a file of the folder; `as` NULL: NAME.elf.
 */
static inline const char *compile_as(struct rig *r, const char *as, const char *name, unsigned xlen,
                                     const char *flags)
{
    (void)snprintf(r->elf, sizeof r->elf, "%s/%s%s", r->folder, as != NULL ? as : name,
                   as != NULL ? "" : ".elf");
    must("sed -e 's/[.]note [.]note[.][*] //' "
         "-e 's/^  [.] = ALIGN(0x1000);/  .note.gnu.build-id : { *(.note.gnu.build-id) } "
         ":text\\n&/' "
         "sim/bsp/bsp.ld >%s/bsp.ld",
         r->folder);
    must("riscv64-unknown-elf-gcc %s -std=gnu11 -ffreestanding -nostdlib -nostartfiles "
         "-mcmodel=medany -misa-spec=2.2 -fno-tree-loop-distribute-patterns -fno-common "
         "-ffunction-sections -Isim/bsp -static -Wl,-T,%s/bsp.ld -Wl,--gc-sections %s -o %s "
         "tests/programs/%s.c sim/bsp/crt0.S sim/bsp/trap.S sim/bsp/bsp.c sim/bsp/mem.c -lgcc 2>&1",
         xlen == 64 ? "-march=rv64imac -mabi=lp64" : "-march=rv32imac -mabi=ilp32", r->folder,
         flags, r->elf, name);
    return r->elf;
}

static inline const char *compile(struct rig *r, const char *name, unsigned xlen, const char *flags)
{
    return compile_as(r, NULL, name, xlen, flags);
}

static inline void copy(char *to, size_t size, const char *from)
{
    assert_true(strlen(from) < size);
    memcpy(to, from, strlen(from) + 1);
}

/* The address of a symbol of the last program, by nm. */
static inline uint64_t symbol(const struct rig *r, const char *name)
{
    char line[64];
    FILE *f = run("riscv64-unknown-elf-nm %s | sed -n 's/ [tT] %s$//p'", r->elf, name);
    assert_true(read_line(f, line, sizeof line));
    assert_int_equal(pclose(f), 0);
    return strtoull(line, NULL, 16);
}

static inline void take_message(void *ctx, const struct htr_message *m)
{
    struct rig *r = ctx;
    r->messages++;
    (void)snprintf(r->text, sizeof r->text, "%s", m->text);
}

/* Open symbols; returns the status. */
static inline int try_symbols(struct rig *r, const struct htv_symbols_options *options)
{
    r->host.ctx = r;
    r->host.message = take_message;
    r->messages = 0;
    htv_symbols_close(r->s);
    return htv_symbols_open(&r->s, &r->host, options);
}

/* Symbols of one file, without an error. */
static inline void open_symbols(struct rig *r, const char *elf, const char *debug_dir)
{
    const struct htv_symbols_options options = {.file = &elf, .nfiles = 1, .debug_dir = debug_dir};
    assert_int_equal(try_symbols(r, &options), HTR_OK);
}

#endif
