/* SPDX-License-Identifier: Apache-2.0 */
/* Waves as FST (htr_fst.h), with a vcd2fst of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_fst.h"

static const char vcd[] = "$enddefinitions $end\n";

static char folder[128], program[160], fst_path[160];

/* A vcd2fst that does what `script` says; NULL: there is none. */
static void set_program(const char *script)
{
    (void)remove(program);
    if (script != NULL) {
        FILE *f = fopen(program, "w");
        assert_non_null(f);
        fprintf(f, "#!/bin/sh\n%s\n", script);
        assert_int_equal(fclose(f), 0);
        assert_int_equal(chmod(program, 0700), 0);
    }
}

static int set_up(void **state)
{
    static char path[4096];
    const char *dir = getenv("TMPDIR"), *before = getenv("PATH");
    (void)state;
    snprintf(folder, sizeof folder, "%.90s/hartrace-fst-%ld", dir != NULL ? dir : "/tmp",
             (long)getpid());
    snprintf(program, sizeof program, "%s/vcd2fst", folder);
    snprintf(fst_path, sizeof fst_path, "%s/w.fst", folder);
    snprintf(path, sizeof path, "%s:%.3900s", folder, before != NULL ? before : "");
    return mkdir(folder, 0700) != 0 || setenv("PATH", path, 1) != 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(program);
    (void)remove(fst_path);
    (void)rmdir(folder);
    return 0;
}

static void the_name_asks_for_it(void **state)
{
    (void)state;
    assert_true(htr_fst_is("a.fst"));
    assert_false(htr_fst_is(".fst"));
    assert_false(htr_fst_is("a.vcd"));
    assert_false(htr_fst_is("fst"));
}

static void a_missing_program_is_a_status(void **state)
{
    struct htr_host host = {0};
    (void)state;
    set_program("exit 7");
    assert_int_equal(htr_fst_check(&host, "w.fst"), HTR_ERR_MISSING);
    assert_string_equal(host.last.file, "w.fst");
    assert_int_equal(htr_fst_check(&host, "w.vcd"), HTR_OK);
    set_program("exit 1"); /* as the real one with --help */
    assert_int_equal(htr_fst_check(&host, "w.fst"), HTR_OK);
}

/* Write a VCD to fst_path. */
static int convert(struct htr_host *host)
{
    static struct htr_outputs outputs;
    struct htr_fst fst;
    htr_outputs_init(&outputs, host);
    FILE *f = htr_fst_open(&fst, &outputs, fst_path);
    assert_non_null(f);
    fputs(vcd, f);
    assert_int_equal(htr_outputs_close(&outputs, f), HTR_OK);
    int status = htr_fst_convert(&fst);
    assert_int_equal(htr_outputs_finish(&outputs, status == HTR_OK, NULL), HTR_OK);
    return status;
}

static void the_file_is_what_the_program_made(void **state)
{
    struct htr_host host = {0};
    char text[64] = "";
    (void)state;
    set_program("{ echo converted; cat \"$1\"; } >\"$2\"");
    assert_int_equal(convert(&host), HTR_OK);
    FILE *f = fopen(fst_path, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    (void)fclose(f);
    assert_int_equal(n, strlen("converted\n") + strlen(vcd));
    assert_memory_equal(text, "converted\n$enddef", 17);
    (void)remove(fst_path);
}

static void a_program_that_fails_leaves_nothing(void **state)
{
    struct htr_host host = {0};
    (void)state;
    set_program("echo half >\"$2\"; exit 3");
    assert_int_equal(convert(&host), HTR_ERR_WRITE);
    assert_string_equal(host.last.file, fst_path);
    assert_int_equal(access(fst_path, F_OK), -1);
    set_program(": >\"$2\""); /* success, and an empty file */
    assert_int_equal(convert(&host), HTR_ERR_WRITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_name_asks_for_it),
        cmocka_unit_test(a_missing_program_is_a_status),
        cmocka_unit_test(the_file_is_what_the_program_made),
        cmocka_unit_test(a_program_that_fails_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
