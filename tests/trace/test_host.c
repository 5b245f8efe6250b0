/* SPDX-License-Identifier: Apache-2.0 */
/* The host: messages with and without a callback, refusals, stops, outputs (htr_host.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_input.h"

struct seen {
    unsigned errors, notes;
    char text[100], remedy[100], file[100];
    uint64_t line, offset;
    bool stop;
};

static void take(void *ctx, const struct htr_message *m)
{
    struct seen *s = ctx;
    s->errors += m->severity == HTR_ERROR;
    s->notes += m->severity == HTR_NOTE;
    s->line = m->where.line;
    s->offset = m->where.offset;
    snprintf(s->text, sizeof s->text, "%s", m->text);
    snprintf(s->remedy, sizeof s->remedy, "%s", m->remedy);
    snprintf(s->file, sizeof s->file, "%s", m->where.file == NULL ? "(none)" : m->where.file);
}

static bool stop(void *ctx)
{
    return ((struct seen *)ctx)->stop;
}

static const char *refuse(void *ctx, int fd)
{
    (void)ctx;
    return fd >= 0 ? "is not for you" : NULL;
}

static void temp_name(char name[256], const char *suffix)
{
    const char *dir = getenv("TMPDIR");
    snprintf(name, 256, "%s/hartrace-host-%ld%s", dir != NULL ? dir : "/tmp", (long)getpid(),
             suffix);
}

static void a_message_has_place_text_and_remedy(void **state)
{
    (void)state;
    struct seen s = {0};
    struct htr_host host = {.ctx = &s, .message = take};
    const struct htr_where where = {.file = "a.csv", .line = 7, .offset = 99, .source = 2};
    assert_int_equal(
        htr_fail_at(&host, HTR_ERR_FORMAT, &where, "field %d is bad; write %s", 3, "a number"),
        HTR_ERR_FORMAT);
    assert_int_equal(s.errors, 1);
    assert_string_equal(s.text, "field 3 is bad; write a number");
    assert_string_equal(s.remedy, "write a number");
    assert_string_equal(s.file, "a.csv");
    assert_int_equal(s.line, 7);
    assert_int_equal(s.offset, 99);
    assert_int_equal(host.last.status, HTR_ERR_FORMAT);
    assert_int_equal(host.last.source, 2);
}

static void a_remark_is_no_error(void **state)
{
    (void)state;
    struct seen s = {0};
    struct htr_host host = {.ctx = &s, .message = take};
    htr_note(&host, NULL, "only a remark");
    assert_int_equal(s.notes, 1);
    assert_int_equal(s.errors, 0);
    assert_string_equal(s.remedy, "");
    assert_string_equal(s.file, "(none)");
    assert_int_equal(s.offset == HTR_NO_OFFSET, 1);
    assert_int_equal(host.last.status, HTR_OK);
}

static void an_empty_host_keeps_the_last_error(void **state)
{
    (void)state;
    struct htr_host host = {0};
    struct htr_bytes in;
    assert_int_equal(htr_bytes_load(&in, &host, "/nonexistent/x"), HTR_ERR_OPEN);
    assert_string_equal(host.last.file, "/nonexistent/x");
    assert_null(in.bytes);
}

static void a_long_message_is_cut_not_overrun(void **state)
{
    (void)state;
    struct htr_host host = {0};
    char *huge = malloc(3 * HTR_TEXT);
    memset(huge, 'x', 3 * HTR_TEXT);
    huge[3 * HTR_TEXT - 1] = '\0';
    assert_int_equal(htr_fail(&host, HTR_ERR_ARG, huge, "%s", huge), HTR_ERR_ARG);
    assert_int_equal(strlen(host.last.text), HTR_TEXT - 1);
    assert_int_equal(strlen(host.last.file), HTR_NAME - 1);
    free(huge);
}

static void a_refused_input_is_not_read(void **state)
{
    (void)state;
    char name[256];
    struct htr_host host = {.refuses = refuse};
    struct htr_bytes in;
    temp_name(name, ".in");
    struct htr_host writer = {0};
    assert_int_equal(htr_save(&writer, name, (const uint8_t *)"abc", 3), HTR_OK);
    assert_int_equal(htr_bytes_load(&in, &host, name), HTR_ERR_OPEN);
    assert_string_equal(host.last.text, "is not for you");
    remove(name);
}

static void a_stop_is_an_early_end(void **state)
{
    (void)state;
    char name[256], back[8];
    struct seen s = {0};
    struct htr_host host = {.ctx = &s, .stopped = stop};
    struct htr_file f;
    temp_name(name, ".stop");
    assert_int_equal(htr_save(&host, name, (const uint8_t *)"abcdefgh", 8), HTR_OK);
    assert_int_equal(htr_file_open(&f, &host, name), HTR_OK);
    assert_int_equal(htr_file_read(&f, back, 4), 4);
    s.stop = true;
    assert_int_equal(htr_file_read(&f, back, 4), 0);
    assert_null(f.error);
    htr_file_close(&f);
    /* Opened after the stop (to finish what was begun), it is read to its end. */
    assert_int_equal(htr_file_open(&f, &host, name), HTR_OK);
    assert_int_equal(htr_file_read(&f, back, 8), 8);
    htr_file_close(&f);
    remove(name);
}

static void outputs_without_callbacks_are_checked(void **state)
{
    (void)state;
    struct htr_host host = {0};
    uint8_t byte = 1;
    assert_int_equal(htr_save(&host, "/nonexistent/dir/x", &byte, 1), HTR_ERR_OPEN);
    assert_int_equal(htr_save(&host, "/dev/full", &byte, 1), HTR_ERR_WRITE);
    assert_int_equal(htr_folder(&host, "/nonexistent/dir/x"), HTR_ERR_OPEN);
    assert_int_equal(htr_folder(&host, "/"), HTR_OK);
    assert_int_equal(htr_close(&host, NULL), HTR_OK);
}

static void every_status_has_a_text(void **state)
{
    (void)state;
    for (int status = HTR_ERR_TARGET; status <= HTR_OK; status++) {
        assert_string_not_equal(htr_strerror(status), "unknown status");
    }
    assert_string_equal(htr_strerror(HTR_ERR_TARGET - 1), "unknown status");
    assert_string_equal(htr_strerror(1), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_has_place_text_and_remedy),
        cmocka_unit_test(a_remark_is_no_error),
        cmocka_unit_test(an_empty_host_keeps_the_last_error),
        cmocka_unit_test(a_long_message_is_cut_not_overrun),
        cmocka_unit_test(a_refused_input_is_not_read),
        cmocka_unit_test(a_stop_is_an_early_end),
        cmocka_unit_test(outputs_without_callbacks_are_checked),
        cmocka_unit_test(every_status_has_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
