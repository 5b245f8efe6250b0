/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses to names and lines, compared with addr2line (binutils) at every instruction of programs
 * that gcc has compiled in many ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "view_rig.h"

/* A place as addr2line and as the library give it. */
struct place {
    char function[256];
    char file[PATH_MAX];
    unsigned line;
    unsigned discriminator;
};

static void copy(char *to, size_t size, const char *from)
{
    assert_true(strlen(from) < size);
    memcpy(to, from, strlen(from) + 1);
}

/* An absolute path without "." and "..". */
static void without_dots(char *path, char *to, size_t size)
{
    char *part[256], *save = NULL;
    size_t n = 0, at = 0;
    assert_int_equal(path[0], '/');
    for (char *p = strtok_r(path, "/", &save); p != NULL; p = strtok_r(NULL, "/", &save)) {
        if (strcmp(p, "..") == 0) {
            assert_true(n-- > 0);
        } else if (strcmp(p, ".") != 0) {
            assert_true(n < sizeof part / sizeof part[0]);
            part[n++] = p;
        }
    }
    for (size_t i = 0; i < n; i++) {
        assert_true(at + strlen(part[i]) + 2 <= size);
        at += (size_t)snprintf(to + at, size - at, "/%s", part[i]);
    }
}

/* "FILE:LINE[ (discriminator N)]"; ?? and 0 for what is not known. */
static void read_place(char *text, struct place *p)
{
    char *extra = strstr(text, " (discriminator ");
    p->discriminator = extra != NULL ? (unsigned)strtoul(extra + 16, NULL, 10) : 0;
    if (extra != NULL) {
        *extra = '\0';
    }
    char *colon = strrchr(text, ':');
    assert_non_null(colon);
    p->line = (unsigned)strtoul(colon + 1, NULL, 10);
    *colon = '\0';
    p->file[0] = '\0';
    if (strcmp(text, "??") != 0) {
        without_dots(text, p->file, sizeof p->file);
    }
}

/* The chain for an address, innermost first, as addr2line orders it. */
static unsigned chain_of(struct htv_symbols *s, uint64_t pc, struct place *p, unsigned most)
{
    struct htv_line line;
    struct htv_frame frame[HTV_FRAMES];
    (void)htv_line_at(s, NULL, pc, &line);
    assert_true(line.from <= pc && pc < line.to);
    assert_int_equal(line.function, htv_function_at(s, NULL, pc));
    unsigned n = htv_frames(s, line.scope, frame, HTV_FRAMES), out = 0;
    uint32_t file = line.file, at = line.line, discriminator = line.discriminator;
    assert_true(n <= most);
    do {
        const struct htv_function *f = n > 0 ? htv_function(s, frame[n - 1].function) : NULL;
        const char *path = htv_file(s, file);
        copy(p[out].function, sizeof p->function, f != NULL ? f->name : "??");
        copy(p[out].file, sizeof p->file, path != NULL ? path : "");
        p[out].line = at;
        p[out++].discriminator = discriminator;
        if (n > 0) {
            n--;
            file = frame[n].call_file;
            at = frame[n].call_line;
            discriminator = 0;
        }
    } while (n > 0);
    return out;
}

/* What addr2line says for all addresses of its input, "0x..." before each. */
struct counts {
    unsigned addresses, inlined, lined, skipped;
};

static void check_place(const char *elf, uint64_t pc, unsigned depth, const struct place *ours,
                        const struct place *theirs)
{
    bool same = strcmp(ours->function, theirs->function) == 0 &&
                strcmp(ours->file, theirs->file) == 0 && ours->line == theirs->line &&
                (depth > 0 || ours->discriminator == theirs->discriminator);
    if (!same) {
        fail_msg("%s 0x%llx depth %u: %s %s:%u (%u), addr2line: %s %s:%u (%u)", elf,
                 (unsigned long long)pc, depth, ours->function, ours->file, ours->line,
                 ours->discriminator, theirs->function, theirs->file, theirs->line,
                 theirs->discriminator);
    }
}

static struct counts compare(struct htv_symbols *s, const char *elf, uint64_t offset,
                             const char *options)
{
    enum {
        MOST = HTV_FRAMES
    };
    static struct place ours[MOST];
    struct place theirs;
    char line[PATH_MAX + 64];
    uint64_t pc = 0;
    unsigned n = 0, depth = 0;
    struct counts c = {.addresses = 0};
    FILE *f = run("riscv64-unknown-elf-objdump -d %s | sed -n 's/^ *\\([0-9a-f]*\\):\\t.*/\\1/p' | "
                  "riscv64-unknown-elf-addr2line -a -f -i %s -e %s",
                  elf, options, elf);
    while (read_line(f, line, sizeof line)) {
        if (strncmp(line, "0x", 2) == 0 &&
            strspn(line + 2, "0123456789abcdef") == strlen(line + 2)) {
            assert_int_equal(depth, n);
            pc = strtoull(line, NULL, 16) + offset;
            n = chain_of(s, pc, ours, MOST);
            depth = 0;
            c.addresses++;
            c.inlined += n > 1;
            continue;
        }
        copy(theirs.function, sizeof theirs.function, line);
        assert_true(read_line(f, line, sizeof line));
        read_place(line, &theirs);
        if (depth >= n) {
            fail_msg("%s 0x%llx: only %u frames, addr2line has %s", elf, (unsigned long long)pc, n,
                     theirs.function);
        }
        /* Where addr2line knows no line, it names the symbol before: also for the bytes between two
         * functions, and after assembly code that the linker has relaxed, as .debug_aranges are too
         * long then. */
        if (theirs.line == 0 && depth == 0) {
            c.skipped++;
            depth = n;
            continue;
        }
        c.lined++;
        check_place(elf, pc, depth, &ours[depth], &theirs);
        depth++;
    }
    assert_int_equal(pclose(f), 0);
    return c;
}

/* Every program with every kind of DWARF, at -O0 and -O2. */
static void like_addr2line(void **state)
{
    static const char *const program[] = {"sort", "matrix", "vm", "sha256", "recursion"};
    static const char *const flags[] = {
        "-O0 -gdwarf-4",     "-O2 -gdwarf-4", "-O0 -gdwarf-5",
        "-O2 -gdwarf-5",     "-Os -gdwarf-5", "-O2 -gdwarf-4 -gno-inline-points",
        "-O3 -g3 -gdwarf-5",
    };
    struct counts sum = {.addresses = 0};
    (void)state;
    for (unsigned i = 0; i < sizeof program / sizeof program[0]; i++) {
        for (unsigned k = 0; k < sizeof flags / sizeof flags[0]; k++) {
            struct rig r = begin();
            const char *elf = compile(&r, program[i], k % 2 == 0 ? 64 : 32, flags[k]);
            open_symbols(&r, elf, NULL);
            struct counts c = compare(r.s, elf, 0, "");
            sum.addresses += c.addresses;
            sum.inlined += c.inlined;
            sum.skipped += c.skipped;
            sum.lined += c.lined;
            assert_int_equal(r.messages, 0);
            end(&r);
        }
    }
    print_message("%u addresses, %u in inlined functions, %u frames compared, %u skipped\n",
                  sum.addresses, sum.inlined, sum.lined, sum.skipped);
    assert_true(sum.skipped < sum.addresses / 50);
    assert_true(sum.addresses > 10000 && sum.inlined > 500 && sum.lined > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(like_addr2line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
