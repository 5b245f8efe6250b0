/* SPDX-License-Identifier: Apache-2.0 */
/* Opening a trace (htr_trace.h): each thing that can be wrong has its status and its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_trace.h"

static char trace[256], sidecar[300];

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* ProgTraceSync (N-Trace 1.0, "ProgTraceSync Message"): TCODE 9, SYNC 5, I-CNT 0, F-ADDR
 * 0x40000000. Six bits a byte, lowest first, above the two MSEO bits: 01 ends a field, 11 the
 * message. */
static const uint8_t sync_message[] = {9 << 2, 5 << 2 | 1, 0, 0, 0, 0, 0, 1 << 2 | 3};

static int set_up(void **state)
{
    (void)state;
    const char *dir = getenv("TMPDIR");
    snprintf(trace, sizeof trace, "%s/hartrace-trace-%ld.nex", dir != NULL ? dir : "/tmp",
             (long)getpid());
    snprintf(sidecar, sizeof sidecar, "%s.toml", trace);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    remove(trace);
    remove(sidecar);
    return 0;
}

static int open_as(struct htr_host *host, const struct htr_trace_options *o)
{
    static struct htr_trace t;
    int status = htr_trace_open(&t, host, o);
    if (status == HTR_OK) {
        htr_trace_close(&t);
    }
    return status;
}

static void a_trace_opens(void **state)
{
    (void)state;
    static struct htr_trace t;
    struct htr_host host = {0};
    struct nexus_msg m;
    write_file(trace, sync_message, sizeof sync_message);
    assert_int_equal(htr_trace_open(&t, &host, &(struct htr_trace_options){.path = trace}), HTR_OK);
    assert_int_equal(htr_trace_begin(&t, false), HTR_OK);
    assert_int_equal(htr_trace_next(&t, &m), NEXUS_OK);
    assert_int_equal(m.tcode, 9);
    assert_int_equal(m.value[NEXUS_F_ADDR], 0x40000000);
    assert_int_equal(htr_trace_next(&t, &m), NEXUS_ERR_END);
    htr_trace_close(&t);
    assert_int_equal(host.last.status, HTR_OK);
}

static void a_missing_file_is_named(void **state)
{
    (void)state;
    struct htr_host host = {0};
    const struct htr_trace_options o = {.path = "/nonexistent/t.nex"};
    assert_int_equal(open_as(&host, &o), HTR_ERR_OPEN);
    assert_string_equal(host.last.file, o.path);
}

static void another_kind_of_file_is_named(void **state)
{
    (void)state;
    struct htr_host host = {0};
    write_file(trace,
               "\x7F"
               "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
               16);
    assert_int_equal(open_as(&host, &(struct htr_trace_options){.path = trace}), HTR_ERR_FORMAT);
    assert_non_null(strstr(host.last.text, "ELF"));
}

static void settings_that_cannot_be_are_arguments(void **state)
{
    (void)state;
    struct htr_host host = {0};
    struct htr_trace_options o = {.path = trace};
    write_file(trace, sync_message, sizeof sync_message);
    o.te = (struct htr_list){{"trTeSrcBits=banana"}, 1};
    assert_int_equal(open_as(&host, &o), HTR_ERR_ARG);
    assert_non_null(strstr(host.last.text, "trTeSrcBits"));
    o.te.n = 0;
    o.src = "4096"; /* SRC has at most 12 bits */
    assert_int_equal(open_as(&host, &o), HTR_ERR_ARG);
}

static void a_damaged_sidecar_is_not_passed_over(void **state)
{
    (void)state;
    struct htr_host host = {0};
    struct htr_trace_options o = {.path = trace};
    write_file(trace, sync_message, sizeof sync_message);
    write_file(sidecar, "sidecar = 1\n[te]\ntrTeSrcBits 4\n", 32);
    assert_int_equal(open_as(&host, &o), HTR_ERR_FORMAT);
    assert_string_equal(host.last.file, sidecar);
    assert_non_null(strstr(host.last.text, "line 3"));
    o.no_sidecar = true;
    assert_int_equal(open_as(&host, &o), HTR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_trace_opens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_missing_file_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_kind_of_file_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(settings_that_cannot_be_are_arguments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_sidecar_is_not_passed_over, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
