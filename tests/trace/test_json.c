/* SPDX-License-Identifier: Apache-2.0 */
/* The writer of JSON: exact text, written here by hand from RFC 8259. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_json.h"

static char *text;
static size_t size;

static void start(struct htr_json *j)
{
    htr_json_begin(j, open_memstream(&text, &size));
    assert_non_null(j->out);
}

static void expect(struct htr_json *j, bool good, const char *want)
{
    assert_int_equal(htr_json_finish(j), good);
    fclose(j->out);
    assert_string_equal(text, want);
    free(text);
}

static void members_and_nesting(void **state)
{
    (void)state;
    struct htr_json j;
    start(&j);
    htr_json_object(&j, NULL);
    htr_json_number(&j, "most", UINT64_MAX);
    htr_json_array(&j, "list");
    htr_json_bool(&j, NULL, true);
    htr_json_bool(&j, NULL, false);
    htr_json_object(&j, NULL);
    htr_json_address(&j, "pc", 0x80000000u);
    htr_json_end(&j);
    htr_json_end(&j);
    htr_json_array(&j, "empty");
    htr_json_end(&j);
    htr_json_text(&j, "none", NULL);
    htr_json_real(&j, "ratio", 0.25);
    htr_json_end(&j);
    expect(&j, true,
           "{\n  \"most\": 18446744073709551615,\n  \"list\": [\n    true,\n    false,\n    {\n"
           "      \"pc\": \"0x80000000\"\n    }\n  ],\n  \"empty\": [],\n  \"none\": null,\n"
           "  \"ratio\": 0.250\n}\n");
}

static void text_is_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } table[] = {
        {"a\"b\\c", "\"a\\\"b\\\\c\"\n"},
        {"\x01\x1b\x7f\n\t", "\"\\u0001\\u001b\\u007f\\n\\t\"\n"},
        {"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "\"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80\"\n"},
        {"\xff|\xc3|\xc0\x80|\xed\xa0\x80|\xf5\x80\x80\x80|",
         "\"\\ufffd|\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|"
         "\\ufffd\\ufffd\\ufffd\\ufffd|\"\n"},
        {"cut \xe2\x82", "\"cut \\ufffd\\ufffd\"\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct htr_json j;
        start(&j);
        htr_json_text(&j, NULL, table[i].in);
        expect(&j, true, table[i].out);
    }
}

static void misuse_is_reported(void **state)
{
    (void)state;
    struct htr_json j;
    start(&j);
    htr_json_object(&j, NULL);
    expect(&j, false, "{\n");
    start(&j);
    htr_json_end(&j);
    expect(&j, false, "\n");
    start(&j);
    for (unsigned i = 0; i <= HTR_JSON_DEPTH; i++) {
        htr_json_array(&j, NULL);
    }
    assert_true(j.wrong);
    assert_false(htr_json_finish(&j));
    fclose(j.out);
    free(text);
    start(&j);
    htr_json_real(&j, NULL, 1.0 / 0.0);
    expect(&j, true, "null\n");
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    struct htr_json j;
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL) {
        skip();
    }
    htr_json_begin(&j, full);
    htr_json_text(&j, NULL, "x");
    assert_false(htr_json_finish(&j));
    fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_and_nesting),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(misuse_is_reported),
        cmocka_unit_test(a_full_disk_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
