/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the task group's reference tools (htr_convert.h): what is written, and the status of
 * each thing that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "htr/htr_convert.h"
#include "htr/htr_trace.h"

/* A branch at 0x104 to 0x100, a call, a return. */
static const char code_list[] = "0x100,L4\n0x104,BD4,0x100\n0x108,CI2\n0x10A,R2\n";

static char input[256], list[300], text[1024];

static int set_up(void **state)
{
    const char *dir = getenv("TMPDIR");
    (void)state;
    snprintf(input, sizeof input, "%s/hartrace-convert-%ld", dir != NULL ? dir : "/tmp",
             (long)getpid());
    snprintf(list, sizeof list, "%s.pcinfo", input);
    files_text(list, code_list);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(input);
    (void)remove(list);
    return 0;
}

static FILE *open_text(void)
{
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    assert_non_null(out);
    return out;
}

/* One of the two conversions of a PC list. */
static int convert(struct htr_host *host, const char *pcs, bool sequence)
{
    static struct htr_code code;
    static struct htr_settings te;
    struct htr_pcs p = {0};
    struct nexus_stream_cfg cfg;
    FILE *out = open_text();
    files_text(input, pcs);
    htr_settings_init(&te);
    assert_int_equal(htr_code_choose(&code, host, &(struct htr_code_choice){.pcinfo = list}, &te),
                     HTR_OK);
    htr_settings_stream(&te, &cfg);
    htr_code_start(&code, nexus_cfg_isa(&cfg));
    assert_int_equal(htr_pcs_open_text(&p, host, input), HTR_OK);
    int status = sequence ? htr_convert_pcseq(&p, &code, out) : htr_convert_pcs(&p, out);
    htr_pcs_close(&p);
    htr_code_close(&code);
    assert_int_equal(fclose(out), 0);
    return status;
}

/* docs/reference/formats.md: the types, BN for a branch that was not taken. */
static void a_list_gets_types_and_loses_them(void **state)
{
    struct htr_host host = {0};
    (void)state;
    assert_int_equal(convert(&host, "100\n104\n100\n104\n108\n10a\n", true), HTR_OK);
    assert_string_equal(text, "0x100,L4\n0x104,B4\n0x100,L4\n0x104,BN4\n0x108,CI2\n0x10A,R2\n");
    assert_int_equal(convert(&host, "0x100,L4\n0x104,B4\n", false), HTR_OK);
    assert_string_equal(text, "0x100\n0x104\n");
    assert_int_equal(convert(&host, "100\n104\n", true), HTR_OK);
    assert_string_equal(text, "0x100,L4\n0x104,B"); /* nothing shows how it ended */
    assert_int_equal(host.last.status, HTR_OK);
}

static void a_list_that_is_wrong_is_a_status(void **state)
{
    struct htr_host host = {0};
    (void)state;
    assert_int_equal(convert(&host, "# nothing\n", false), HTR_ERR_FORMAT);
    assert_string_equal(host.last.file, input);
    assert_int_equal(convert(&host, "100\nbanana\n", false), HTR_ERR_FORMAT);
    assert_non_null(strstr(host.last.text, "line 2"));
    assert_int_equal(convert(&host, "100\n200\n", true), HTR_ERR_MISSING);
    assert_non_null(strstr(host.last.text, "line 2: no code at 0x200"));
}

static void a_dump_becomes_bytes(void **state)
{
    struct htr_host host = {0};
    (void)state;
    FILE *out = open_text();
    files_text(input, "0x41 001001_00: TCODE\n  words\n0x7a 000000_11: x\n0x4Z no\n0x5A 1\n");
    assert_int_equal(htr_convert_dump(&host, input, out), HTR_OK);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "AZ"); /* the reference tool writes digits in upper case */
}

static void what_is_no_dump_is_a_status(void **state)
{
    struct htr_host host = {0};
    (void)state;
    FILE *out = open_text();
    files_text(input, "words\n");
    assert_int_equal(htr_convert_dump(&host, input, out), HTR_ERR_FORMAT);
    assert_int_equal(htr_convert_dump(&host, "/nonexistent/dump", out), HTR_ERR_OPEN);
    assert_string_equal(host.last.file, "/nonexistent/dump");
    char *line = malloc(5001);
    assert_non_null(line);
    memset(line, 'x', 5000);
    line[5000] = '\0';
    files_text(input, line);
    free(line);
    assert_int_equal(htr_convert_dump(&host, input, out), HTR_ERR_READ);
    assert_int_equal(fclose(out), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_gets_types_and_loses_them),
        cmocka_unit_test(a_list_that_is_wrong_is_a_status),
        cmocka_unit_test(a_dump_becomes_bytes),
        cmocka_unit_test(what_is_no_dump_is_a_status),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
