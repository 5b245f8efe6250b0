/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols must be those of the code that is decoded: by build id, or by bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "view_rig.h"

/* Symbols and the code that is decoded. */
static unsigned dropped(struct rig *r, const char *symbols, const struct htr_code_options *o)
{
    struct htr_code code;
    struct htr_code_facts facts;
    open_symbols(r, symbols, NULL);
    assert_int_equal(htr_code_open(&code, &r->host, o, &facts), HTR_OK);
    htr_code_start(&code, (struct flow_isa){.xlen = 64});
    unsigned n = htv_symbols_check(r->s, &code);
    assert_int_equal(n, r->messages);
    assert_int_equal(htv_image(r->s, 0)->dropped, n == 1);
    assert_int_equal(htv_function_at(r->s, NULL, 0x80000100) == 0, n == 1);
    htr_code_close(&code);
    return n;
}

static void only_of_the_code(void **state)
{
    (void)state;
    struct rig r = begin();
    char one[128], two[128], other[128], stripped[128], raw[140], in[160], debug[140];
    copy(one, sizeof one, compile_as(&r, "one", "sort", 64, "-O2 -g -Wl,--build-id=sha1"));
    copy(two, sizeof two, compile_as(&r, "two", "sort", 64, "-O1 -g -Wl,--build-id=sha1"));
    copy(other, sizeof other, compile_as(&r, "other", "sort", 64, "-O2 -g"));
    must("cd %s && riscv64-unknown-elf-strip -o stripped one && "
         "riscv64-unknown-elf-objcopy -O binary -j .text one one.bin && "
         "riscv64-unknown-elf-objcopy --only-keep-debug one one.debug && "
         "riscv64-unknown-elf-objcopy --only-keep-debug two two.debug",
         r.folder);
    (void)snprintf(stripped, sizeof stripped, "%s/stripped", r.folder);

    assert_int_equal(dropped(&r, one, &(struct htr_code_options){.elf = one}), 0);
    assert_int_equal(dropped(&r, one, &(struct htr_code_options){.elf = stripped}), 0);
    assert_int_equal(dropped(&r, other, &(struct htr_code_options){.elf = one}), 0);
    assert_int_equal(dropped(&r, two, &(struct htr_code_options){.elf = one}), 1);
    assert_non_null(strstr(r.text, "build ids"));

    /* A debug file has no bytes to compare, but a build id. */
    (void)snprintf(debug, sizeof debug, "%s/one.debug", r.folder);
    assert_int_equal(dropped(&r, debug, &(struct htr_code_options){.elf = one}), 0);
    (void)snprintf(debug, sizeof debug, "%s/two.debug", r.folder);
    assert_int_equal(dropped(&r, debug, &(struct htr_code_options){.elf = one}), 1);

    /* Bytes of memory; one that differs. */
    (void)snprintf(raw, sizeof raw, "%s/one.bin@0x80000000", r.folder);
    const char *const image[] = {raw};
    const struct htr_code_options memory = {.image = image, .nimages = 1};
    assert_int_equal(dropped(&r, one, &memory), 0);
    assert_int_equal(dropped(&r, two, &memory), 1);
    must("printf '\\001' | dd of=%s/one.bin bs=1 seek=400 conv=notrunc status=none", r.folder);
    assert_int_equal(dropped(&r, one, &memory), 1);
    assert_non_null(strstr(r.text, "0x80000190"));
    assert_non_null(strstr(r.text, "gives no names"));

    /* Elsewhere. */
    (void)snprintf(raw, sizeof raw, "%s/one.bin@0x90000000", r.folder);
    assert_int_equal(dropped(&r, one, &memory), 1);
    assert_non_null(strstr(r.text, "@OFFSET"));

    /* Other code in a context, for which there are no symbols. */
    (void)snprintf(in, sizeof in, "scontext:1=%s", two);
    const char *const context[] = {in};
    assert_int_equal(
        dropped(&r, one, &(struct htr_code_options){.elf = one, .in = context, .nin = 1}), 1);
    end(&r);
}

/* Names for the code of a context come from its own image only. */
static void contexts_of_the_code(void **state)
{
    (void)state;
    struct rig r = begin();
    struct htr_code code;
    struct htr_code_facts facts;
    char one[128], two[128], in[160];
    copy(one, sizeof one, compile_as(&r, "one", "sort", 64, "-O2 -g"));
    copy(two, sizeof two, compile_as(&r, "two", "vm", 64, "-O2 -g"));
    (void)snprintf(in, sizeof in, "scontext:1=%s", two);
    const char *const context[] = {in}, *const files[] = {one, in}, *const swapped[] = {two, in};
    const struct htr_code_options o = {.elf = one, .in = context, .nin = 1};
    assert_int_equal(htr_code_open(&code, &r.host, &o, &facts), HTR_OK);
    htr_code_start(&code, (struct flow_isa){.xlen = 64});
    assert_int_equal(try_symbols(&r, &(struct htv_symbols_options){.file = files, .nfiles = 2}),
                     HTR_OK);
    assert_int_equal(htv_symbols_check(r.s, &code), 0);
    assert_int_equal(try_symbols(&r, &(struct htv_symbols_options){.file = swapped, .nfiles = 2}),
                     HTR_OK);
    assert_int_equal(htv_symbols_check(r.s, &code), 1);
    assert_true(htv_image(r.s, 0)->dropped);
    assert_false(htv_image(r.s, 1)->dropped);
    htr_code_close(&code);
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_of_the_code),
        cmocka_unit_test(contexts_of_the_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
