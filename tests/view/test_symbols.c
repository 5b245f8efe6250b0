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

/* Only the line and the function that was called: all that split DWARF has. */
static void check_outermost(const char *elf, uint64_t pc, const struct place *ours, unsigned n,
                            const struct place *theirs, unsigned m)
{
    struct place a = ours[0], b = theirs[0];
    copy(a.function, sizeof a.function, ours[n - 1].function);
    copy(b.function, sizeof b.function, theirs[m - 1].function);
    check_place(elf, pc, 0, &a, &b);
}

static void check_chain(const char *elf, uint64_t pc, const struct place *ours, unsigned n,
                        const struct place *theirs, unsigned m)
{
    for (unsigned i = 0; i < n && i < m; i++) {
        check_place(elf, pc, i, &ours[i], &theirs[i]);
    }
    if (n != m) {
        fail_msg("%s 0x%llx: %u frames, addr2line has %u", elf, (unsigned long long)pc, n, m);
    }
}

static bool is_address(const char *line)
{
    return strncmp(line, "0x", 2) == 0 && strspn(line + 2, "0123456789abcdef") == strlen(line + 2);
}

/* All instructions of elf, which the symbols have `offset` higher. */
static struct counts compare_with(struct htv_symbols *s, const char *elf, uint64_t offset,
                                  bool outermost)
{
    enum {
        MOST = HTV_FRAMES
    };
    static struct place ours[MOST], theirs[MOST];
    char line[PATH_MAX + 64];
    struct counts c = {.addresses = 0};
    FILE *f = run("riscv64-unknown-elf-objdump -d %s | sed -n 's/^ *\\([0-9a-f]*\\):\\t.*/\\1/p' | "
                  "riscv64-unknown-elf-addr2line -a -f -i -e %s",
                  elf, elf);
    bool more = read_line(f, line, sizeof line);
    while (more) {
        unsigned m = 0;
        assert_true(is_address(line));
        uint64_t pc = strtoull(line, NULL, 16) + offset;
        while ((more = read_line(f, line, sizeof line)) && !is_address(line)) {
            assert_true(m < MOST);
            copy(theirs[m].function, sizeof theirs[m].function, line);
            assert_true(read_line(f, line, sizeof line));
            read_place(line, &theirs[m++]);
        }
        unsigned n = chain_of(s, pc, ours, MOST);
        c.addresses++;
        c.inlined += m > 1;
        /* Where addr2line knows no line, it names the symbol before: also for the bytes between two
         * functions, and after assembly code that the linker has relaxed, as .debug_aranges are too
         * long then. */
        if (theirs[0].line == 0) {
            c.skipped++;
            continue;
        }
        c.lined += m;
        (outermost ? check_outermost : check_chain)(elf, pc, ours, n, theirs, m);
    }
    assert_int_equal(pclose(f), 0);
    return c;
}

static struct counts compare(struct htv_symbols *s, const char *elf, uint64_t offset)
{
    return compare_with(s, elf, offset, false);
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
            struct counts c = compare(r.s, elf, 0);
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

/* The same from .dwo files beside the program; addr2line does not read them, so it gets a program
 * with the same code and whole DWARF. No compiler for RISC-V writes the sizes of functions into
 * .dwo files: gcc leaves 0, as only the linker knows them, and clang refuses. */
static void split_dwarf(void **state)
{
    static const char *const flags[] = {"-O2 -gdwarf-4", "-O2 -gdwarf-5", "-O0 -gdwarf-5"};
    (void)state;
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        struct rig r = begin();
        char whole[128], split[100];
        copy(whole, sizeof whole, compile_as(&r, "whole", "vm", 64, flags[i]));
        (void)snprintf(split, sizeof split, "%s -gsplit-dwarf", flags[i]);
        open_symbols(&r, compile_as(&r, "split", "vm", 64, split), NULL);
        struct counts c = compare_with(r.s, whole, 0, true);
        assert_true(c.addresses > 400 && c.lined > 400);
        assert_int_equal(r.messages, 1);
        assert_non_null(strstr(r.text, "no sizes of code"));

        /* Without them: a remark, functions by symbol, lines as before. */
        must("rm %s/*.dwo", r.folder);
        open_symbols(&r, r.elf, NULL);
        struct htv_line line;
        const struct htv_function *f =
            htv_function(r.s, htv_function_at(r.s, NULL, symbol(&r, "main")));
        assert_non_null(f);
        assert_true(f->from_symtab);
        assert_true(htv_line_at(r.s, NULL, f->low, &line));
        assert_true(line.line > 0);
        assert_int_equal(r.messages, 1);
        assert_non_null(strstr(r.text, ".dwo"));
        end(&r);
    }
}

/* Debug files: by build id below --debug-dir, and by the name in .gnu_debuglink. */
static void debug_files(void **state)
{
    (void)state;
    struct rig r = begin();
    char whole[128];
    copy(whole, sizeof whole,
         compile_as(&r, "whole", "sort", 64, "-O2 -gdwarf-5 -Wl,--build-id=sha1"));
    must("cd %s && mkdir debug && riscv64-unknown-elf-objcopy --only-keep-debug whole linked.debug "
         "&& "
         "riscv64-unknown-elf-strip -o bare whole && "
         "riscv64-unknown-elf-strip -R .note.gnu.build-id -o noid whole && "
         "riscv64-unknown-elf-objcopy --add-gnu-debuglink=linked.debug noid && mv linked.debug "
         "debug "
         "&& id=$(riscv64-unknown-elf-readelf -n whole | sed -n 's/.*Build ID: //p') && "
         "mkdir -p ids/.build-id/${id%%${id#??}} && "
         "cp debug/linked.debug ids/.build-id/${id%%${id#??}}/${id#??}.debug",
         r.folder);
    char elf[128], folder[200];
    (void)snprintf(elf, sizeof elf, "%s/bare", r.folder);
    open_symbols(&r, elf, NULL);
    assert_int_equal(htv_function_at(r.s, NULL, 0x80000100), 0);
    assert_int_equal(r.messages, 1);
    assert_non_null(strstr(r.text, "has no names"));

    (void)snprintf(folder, sizeof folder, "%s/ids", r.folder);
    open_symbols(&r, elf, folder);
    assert_int_equal(r.messages, 0);
    assert_true(compare(r.s, whole, 0).lined > 400);
    assert_non_null(strstr(htv_image(r.s, 0)->debug_path, "/.build-id/"));
    assert_int_equal(htv_image(r.s, 0)->build_id_size, 20);

    (void)snprintf(elf, sizeof elf, "%s/noid", r.folder);
    (void)snprintf(folder, sizeof folder, "%s/nothing:%s/debug", r.folder, r.folder);
    open_symbols(&r, elf, folder);
    assert_int_equal(r.messages, 1); /* nothing is no folder */
    assert_true(compare(r.s, whole, 0).lined > 400);
    assert_non_null(strstr(htv_image(r.s, 0)->debug_path, "linked.debug"));

    /* The debug file itself. */
    (void)snprintf(elf, sizeof elf, "%s/debug/linked.debug", r.folder);
    open_symbols(&r, elf, NULL);
    assert_true(compare(r.s, whole, 0).lined > 400);

    /* A debug file of another program is not taken. */
    must("cd %s && cp debug/linked.debug debug/old && printf x >>debug/linked.debug", r.folder);
    (void)snprintf(elf, sizeof elf, "%s/noid", r.folder);
    open_symbols(&r, elf, folder);
    assert_null(htv_image(r.s, 0)->debug_path);
    end(&r);
}

/* Two images, one of them moved. */
static void two_images(void **state)
{
    (void)state;
    struct rig r = begin();
    char one[128], two[128], moved[160], app[128];
    copy(one, sizeof one, compile_as(&r, "one", "sort", 64, "-O2 -g"));
    copy(two, sizeof two, compile_as(&r, "two", "vm", 64, "-O2 -g"));
    (void)snprintf(moved, sizeof moved, "%s@0x7f00000000", two);
    const char *files[] = {one, moved};
    assert_int_equal(try_symbols(&r, &(struct htv_symbols_options){.file = files, .nfiles = 2}),
                     HTR_OK);
    assert_int_equal(r.messages, 0);
    assert_true(compare(r.s, one, 0).lined > 400);
    assert_true(compare(r.s, two, 0x7f00000000).lined > 400);
    assert_int_equal(htv_image(r.s, 1)->offset, 0x7f00000000);
    assert_int_equal(htv_image(r.s, 1)->low, 0x7f80000000);

    /* The same addresses, by context. */
    (void)snprintf(app, sizeof app, "scontext:7=%s", two);
    files[1] = app;
    assert_int_equal(try_symbols(&r, &(struct htv_symbols_options){.file = files, .nfiles = 2}),
                     HTR_OK);
    const struct flow_context in = {.known = true, .scontext = 7}, out = {.known = true};
    unsigned named = 0;
    for (unsigned again = 0; again < 2; again++) {
        for (uint64_t pc = 0x80000000; pc < 0x80000400; pc += 2) {
            struct htv_line a, b;
            named += htv_line_at(r.s, &in, pc, &a) && htv_line_at(r.s, &out, pc, &b);
            assert_true(a.image == 1 || a.function == 0);
            assert_int_equal(b.image, 0);
        }
    }
    assert_true(named > 1000);
    assert_true(compare(r.s, one, 0).lined > 400); /* NULL: no context */
    end(&r);
}

/* Every function and every row: the same as looking up each address of them. */
struct seen {
    struct htv_symbols *s;
    unsigned functions, rows;
    uint64_t bytes;
};

static bool take_function(void *ctx, uint32_t id)
{
    struct seen *seen = ctx;
    const struct htv_function *f = htv_function(seen->s, id);
    assert_non_null(f);
    assert_false(f->inlined);
    assert_int_equal(htv_function_at(seen->s, NULL, f->low), id);
    assert_int_equal(htv_function_at(seen->s, NULL, f->low + f->size - 1), id);
    assert_true(htv_function_starts(seen->s, NULL, f->low));
    assert_false(htv_function_starts(seen->s, NULL, f->low + 1));
    seen->functions++;
    return true;
}

static bool take_row(void *ctx, const struct htv_row *row)
{
    struct seen *seen = ctx;
    struct htv_line line;
    assert_true(htv_line_at(seen->s, NULL, row->from, &line));
    assert_int_equal(line.line, row->line);
    assert_int_equal(line.file, row->file);
    assert_int_equal(line.column, row->column);
    assert_int_equal(line.is_stmt, row->is_stmt);
    assert_true(row->from <= line.from && line.to <= row->to);
    seen->rows++;
    seen->bytes += row->to - row->from;
    return true;
}

static bool take_none(void *ctx, uint32_t id)
{
    (void)id;
    return ++*(unsigned *)ctx < 3;
}

static void all_of_an_image(void **state)
{
    (void)state;
    struct rig r = begin();
    open_symbols(&r, compile(&r, "vm", 64, "-O1 -gdwarf-5"), NULL);
    struct seen seen = {.s = r.s};
    unsigned taken = 0;
    char line[64];
    assert_int_equal(htv_each_function(r.s, 0, take_function, &seen), HTR_OK);
    assert_int_equal(htv_each_row(r.s, 0, take_row, &seen), HTR_OK);
    assert_int_equal(htv_each_function(r.s, 0, take_none, &taken), HTR_OK);
    assert_int_equal(taken, 3);
    assert_int_equal(htv_each_function(r.s, 1, take_none, &taken), HTR_ERR_ARG);
    assert_int_equal(htv_each_row(r.s, 1, take_row, &seen), HTR_ERR_ARG);

    /* As many as nm knows, less two labels in start_linked. */
    FILE *f = run("riscv64-unknown-elf-nm %s | grep -c ' [tTW] '", r.elf);
    assert_true(read_line(f, line, sizeof line));
    assert_int_equal(pclose(f), 0);
    assert_int_equal(seen.functions, strtoul(line, NULL, 10) - 2);

    /* Lines for all code but what comes from libgcc and the bytes between functions. */
    f = run("riscv64-unknown-elf-size -A %s | sed -n 's/^[.]text *\\([0-9]*\\).*/\\1/p'", r.elf);
    assert_true(read_line(f, line, sizeof line));
    assert_int_equal(pclose(f), 0);
    assert_in_range(seen.bytes, strtoul(line, NULL, 10) * 9 / 10, strtoul(line, NULL, 10));
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(like_addr2line),  cmocka_unit_test(split_dwarf),
        cmocka_unit_test(debug_files),     cmocka_unit_test(two_images),
        cmocka_unit_test(all_of_an_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
