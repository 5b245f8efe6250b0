/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and their source, where the source is known: one that is written here. What is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "view_rig.h"

/* A source that is written here, compiled in the folder "old", which is "new" when it is looked at.
 */
struct written {
    struct rig r;
    char elf[128], replace[200], path[128];
    const char *files[1], *paths[3];
    struct htv_symbols_options options;
};

static void write_source(struct written *w)
{
    w->r = begin();
    const char *folder = w->r.folder;
    must("mkdir %s/old && cd %s/old && printf '%%s\\n' '' 'volatile int v;' "
         "'static inline __attribute__((always_inline)) int twice(int a) {' '  v = a;' '  return 2 "
         "* a; }' "
         "'int outer(int a)' '{ return' '   twice(a); }' 'void _start(void) { v = outer(v); }' "
         ">a.c && "
         "riscv64-unknown-elf-gcc -O2 -fno-ipa-cp -gdwarf-5 -nostdlib -Wl,-Ttext=0x10000 a.c -o "
         "../a.elf && "
         "cd .. && mv old new",
         folder, folder);
    (void)snprintf(w->elf, sizeof w->elf, "%s/a.elf", folder);
    (void)snprintf(w->replace, sizeof w->replace, "%s/old/=%s/new/", folder, folder);
    (void)snprintf(w->path, sizeof w->path, "%s/new/a.c", folder);
    copy(w->r.elf, sizeof w->r.elf, w->elf);
    w->files[0] = w->elf;
    w->paths[0] = "/nowhere=/";
    w->paths[1] = w->replace;
    w->paths[2] = "/=/";
    w->options = (struct htv_symbols_options){
        .file = w->files, .nfiles = 1, .source_path = w->paths, .nsource_paths = 3};
    assert_int_equal(try_symbols(&w->r, &w->options), HTR_OK);
}

static void what_a_function_is(void **state)
{
    (void)state;
    struct written w;
    struct htv_line line;
    struct htv_frame frame[HTV_FRAMES];
    write_source(&w);
    struct htv_symbols *s = w.r.s;
    uint32_t id = htv_function_at(s, NULL, symbol(&w.r, "outer"));
    assert_non_null(htv_function(s, id));
    const struct htv_function outer = *htv_function(s, id);
    assert_string_equal(outer.name, "outer");
    assert_int_equal(outer.line, 6);
    assert_int_equal(outer.low, symbol(&w.r, "outer"));
    assert_false(outer.inlined || outer.from_symtab);
    assert_string_equal(htv_file(s, outer.file), w.path);

    /* The inlined function: the store to v, in line 4. */
    unsigned found = 0;
    for (uint64_t pc = outer.low; pc < outer.low + outer.size; pc += 2) {
        assert_true(htv_line_at(s, NULL, pc, &line));
        assert_int_equal(line.function, id);
        if (line.line != 4 || line.inner == id) {
            continue;
        }
        found++;
        assert_int_equal(htv_frames(s, line.scope, frame, HTV_FRAMES), 2);
        assert_int_equal(frame[0].function, id);
        assert_int_equal(frame[0].call_line, 0);
        assert_int_equal(frame[1].function, line.inner);
        assert_int_equal(frame[1].call_line, 8);
        assert_int_equal(frame[1].call_column, 4);
        assert_int_equal(frame[1].call_file, line.file);
        const struct htv_function *f = htv_function(s, line.inner);
        assert_string_equal(f->name, "twice");
        assert_int_equal(f->line, 3);
        assert_true(f->inlined);
        assert_int_equal(f->low + f->size, 0);
    }
    assert_true(found > 0);
    assert_int_equal(htv_function_at(s, NULL, 0x20000), 0);
    assert_false(htv_line_at(s, NULL, 0x20000, &line));
    assert_null(htv_function(s, 0));
    assert_null(htv_function(s, htv_functions(s) + 1));
    assert_null(htv_file(s, 0));
    assert_int_equal(htv_frames(s, 0, frame, HTV_FRAMES), 0);
    end(&w.r);
}

static void source_text(void **state)
{
    (void)state;
    struct written w;
    struct htv_line line;
    size_t n = 0;
    write_source(&w);
    struct htv_symbols *s = w.r.s;
    assert_true(htv_line_at(s, NULL, symbol(&w.r, "outer"), &line));
    const char *text = htv_source_line(s, line.file, 8, &n);
    assert_non_null(text);
    assert_int_equal(n, strlen("   twice(a); }"));
    assert_memory_equal(text, "   twice(a); }", n);
    assert_non_null(htv_source_line(s, line.file, 1, &n));
    assert_int_equal(n, 0);
    assert_non_null(htv_source_line(s, line.file, 9, &n));
    assert_null(htv_source_line(s, line.file, 10, &n));
    assert_null(htv_source_line(s, line.file, 0, &n));
    assert_null(htv_source_line(s, 0, 1, &n));
    assert_null(htv_source_line(s, htv_files(s) + 1, 1, &n));
    assert_int_equal(w.r.messages, 0);

    /* A device is not read. */
    must("rm %s && ln -s /dev/zero %s", w.path, w.path);
    assert_int_equal(try_symbols(&w.r, &w.options), HTR_OK);
    s = w.r.s;
    assert_true(htv_line_at(s, NULL, symbol(&w.r, "outer"), &line));
    assert_null(htv_source_line(s, line.file, 1, &n));
    assert_null(htv_source_line(s, line.file, 2, &n));
    assert_int_equal(w.r.messages, 1);
    assert_non_null(strstr(w.r.text, "--source-path"));
    end(&w.r);
}

/* Files that are no symbols, and options that cannot be. */
static void refused(void **state)
{
    (void)state;
    struct rig r = begin();
    char object[128], pipe[128];
    compile(&r, "sort", 64, "-g");
    (void)snprintf(object, sizeof object, "%s/a.o", r.folder);
    (void)snprintf(pipe, sizeof pipe, "%s/pipe", r.folder);
    must("cd %s && echo 'int a;' >a.c && riscv64-unknown-elf-gcc -c a.c && mkfifo pipe", r.folder);
    const struct {
        const char *file;
        int status;
    } cases[] = {
        {"/nonexistent.elf", HTR_ERR_OPEN}, {"/", HTR_ERR_OPEN},
        {"/dev/zero", HTR_ERR_OPEN},        {pipe, HTR_ERR_OPEN},
        {"README.md", HTR_ERR_FORMAT},      {"/bin/true", HTR_ERR_FORMAT},
        {object, HTR_ERR_FORMAT},           {"", HTR_ERR_ARG},
        {"@0x1000", HTR_ERR_ARG},           {"scontext:1=", HTR_ERR_ARG},
        {"scontxt:1=a", HTR_ERR_ARG},       {"prv:x=a", HTR_ERR_ARG},
        {"prv:u,prv:u=a", HTR_ERR_ARG},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(
            try_symbols(&r, &(struct htv_symbols_options){.file = &cases[i].file, .nfiles = 1}),
            cases[i].status);
        assert_null(r.s);
        assert_int_equal(r.messages, 1);
    }
    static const char *const paths[] = {"a", "=b", ""};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(try_symbols(&r, &(struct htv_symbols_options){.source_path = &paths[i],
                                                                       .nsource_paths = 1}),
                         HTR_ERR_ARG);
    }
    assert_int_equal(try_symbols(&r, &(struct htv_symbols_options){.nfiles = HTV_IMAGES + 1}),
                     HTR_ERR_RANGE);

    /* None at all. */
    assert_int_equal(try_symbols(&r, &(struct htv_symbols_options){.nfiles = 0}), HTR_OK);
    assert_int_equal(htv_function_at(r.s, NULL, 0x80000000), 0);
    assert_null(htv_image(r.s, 0));
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_function_is),
        cmocka_unit_test(source_text),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
