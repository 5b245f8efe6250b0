/* SPDX-License-Identifier: Apache-2.0 */
/* Names of C++ functions with their namespaces and classes, as addr2line -fC (binutils) demangles
 * them, without parameters and return types. names.cc has one function of each kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "view_rig.h"

enum {
    NAME = 512,
    FUNCTIONS = 11, /* of names.cc: those with code of their own, made and ~made once each */
};

/* "int trace::f<int>(int, int) const" becomes "trace::f<int>": what is after the last parenthesis
 * that is not inside of another goes, and what is before the last space outside of brackets. */
static void without_types(char *name)
{
    char *end = name + strlen(name), *close = strrchr(name, ')');
    int depth = 0;
    if (close != NULL && (close[1] == '\0' || strcmp(close + 1, " const") == 0)) {
        for (end = close; end > name; end--) {
            depth += *end == ')' ? 1 : *end == '(' ? -1 : 0;
            if (depth == 0) {
                break;
            }
        }
        *end = '\0';
    }
    char *begin = name;
    for (char *p = name; *p != '\0'; p++) {
        depth += *p == '(' || *p == '<' ? 1 : *p == ')' || *p == '>' ? -1 : 0;
        begin = *p == ' ' && depth == 0 ? p + 1 : begin;
    }
    memmove(name, begin, strlen(begin) + 1);
}

struct seen {
    struct htv_symbols *s;
    const char *elf;
    unsigned functions, qualified;
};

static bool compare(void *ctx, uint32_t id)
{
    struct seen *seen = ctx;
    const struct htv_function *f = htv_function(seen->s, id);
    char theirs[NAME];
    FILE *out = run("riscv64-unknown-elf-addr2line -fC -e %s 0x%llx", seen->elf,
                    (unsigned long long)f->low);
    assert_true(read_line(out, theirs, sizeof theirs));
    (void)pclose(out);
    without_types(theirs);
    assert_string_equal(f->name, theirs);
    seen->functions++;
    seen->qualified += strstr(f->name, "::") != NULL;
    return true;
}

static void check(const char *flags)
{
    struct rig r = begin();
    must("riscv64-unknown-elf-g++ -std=c++17 -march=rv64imac -mabi=lp64 -ffreestanding -nostdlib "
         "-nostartfiles -fno-exceptions -fno-rtti %s -o %s/names.elf tests/view/names.cc 2>&1",
         flags, r.folder);
    (void)snprintf(r.elf, sizeof r.elf, "%s/names.elf", r.folder);
    const char *file = r.elf;
    const struct htv_symbols_options o = {.file = &file, .nfiles = 1};
    assert_int_equal(htv_symbols_open(&r.s, &r.host, &o), HTR_OK);
    struct seen seen = {.s = r.s, .elf = r.elf};
    assert_int_equal(htv_each_function(r.s, 0, compare, &seen), HTR_OK);
    print_message("# %s: %u functions, %u in something\n", flags, seen.functions, seen.qualified);
    assert_in_range(seen.functions, FUNCTIONS, FUNCTIONS + 2); /* and plain::tiny, at -O0 */
    assert_true(seen.qualified >= FUNCTIONS - 2);              /* not _start, c_function */
    bool inlined = false;
    for (uint32_t id = 1; id <= htv_functions(r.s); id++) {
        const struct htv_function *f = htv_function(r.s, id);
        inlined = inlined || (f->inlined && strcmp(f->name, "plain::tiny") == 0);
    }
    assert_true(inlined);
    end(&r);
}

static void dwarf_5(void **unused)
{
    (void)unused;
    if (system("command -v riscv64-unknown-elf-g++ >/dev/null 2>&1") != 0) {
        skip();
    }
    check("-O1 -gdwarf-5");
}

static void dwarf_4(void **unused)
{
    (void)unused;
    if (system("command -v riscv64-unknown-elf-g++ >/dev/null 2>&1") != 0) {
        skip();
    }
    check("-O1 -gdwarf-4");
    check("-O2 -gdwarf-4 -fdebug-types-section");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dwarf_5),
        cmocka_unit_test(dwarf_4),
    };
    return cmocka_run_group_tests_name("symbols of C++", tests, NULL, NULL);
}
