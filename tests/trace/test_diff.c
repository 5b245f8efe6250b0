/* SPDX-License-Identifier: Apache-2.0 */
/* Two traces compared (htr_diff.h): what is found, and the status of each thing that is wrong.
 * Bytes by hand: six bits a byte, lowest first, above the two MSEO bits; 01 ends a field, 11 the
 * message.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_diff.h"

/* ProgTraceSync SYNC=5 F-ADDR 0x80 (address 0x100); IndirectBranch B-TYPE 0, I-CNT 3, U-ADDR 2
 * (address 0x104) or 3 (0x106); ProgTraceCorrelation EVCODE=4, CDF=0, I-CNT 1. */
#define SYNC        0x24, 0x15, 0x00, 0x0B
#define BRANCH      0x10, 0x31, 0x0B
#define ELSEWHERE   0x10, 0x31, 0x0F
#define CORRELATION 0x84, 0x10, 0x07

static const uint8_t branch[] = {SYNC, BRANCH, CORRELATION};
static const uint8_t elsewhere[] = {SYNC, ELSEWHERE, CORRELATION};
static const uint8_t shorter[] = {SYNC, BRANCH};

static char path[2][256];

static void write_file(unsigned i, const uint8_t *bytes, size_t n)
{
    const char *dir = getenv("TMPDIR");
    snprintf(path[i], sizeof path[i], "%s/hartrace-diff-%ld-%u.nex", dir != NULL ? dir : "/tmp",
             (long)getpid(), i);
    FILE *f = fopen(path[i], "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static int tear_down(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        (void)remove(path[i]);
    }
    return 0;
}

struct found {
    int open, run;
    struct htr_diff_report r;
    struct htr_host host;
    char json[2048];
};

static void run(struct found *f, const uint8_t *bytes, size_t n,
                const struct htr_diff_options *options)
{
    struct htr_diff *d;
    memset(f, 0, sizeof *f);
    write_file(0, branch, sizeof branch);
    write_file(1, bytes, n);
    f->open = htr_diff_open(&d, &f->host, &(struct htr_trace_options){.path = path[0]},
                            &(struct htr_trace_options){.path = path[1]}, options);
    assert_int_equal(f->open, HTR_OK);
    f->run = htr_diff_run(d, &f->r);
    FILE *out = fmemopen(f->json, sizeof f->json - 1, "w");
    assert_non_null(out);
    assert_int_equal(htr_diff_json(&f->r, out), HTR_OK);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(f->r.path[1], path[1]);
    htr_diff_close(d);
}

static void equal_traces_are_equal(void **state)
{
    static struct found f;
    (void)state;
    run(&f, branch, sizeof branch, &(struct htr_diff_options){.times = true});
    assert_int_equal(f.run, HTR_OK);
    assert_false(f.r.differs);
    assert_int_equal(f.r.by, HTR_DIFF_BY_MESSAGES);
    assert_int_equal(f.r.items, 3);
    assert_int_equal(f.r.size[0], sizeof branch);
    assert_int_equal(f.r.size[1], sizeof branch);
    assert_non_null(strstr(f.json, "\"verdict\": \"equal\""));
}

static void a_difference_has_its_places_and_words(void **state)
{
    static struct found f;
    (void)state;
    run(&f, elsewhere, sizeof elsewhere, &(struct htr_diff_options){.times = false});
    assert_int_equal(f.run, HTR_OK);
    assert_true(f.r.differs);
    assert_false(f.r.in_time);
    assert_int_equal(f.r.items, 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(f.r.place[i].msg, 1);
        assert_int_equal(f.r.place[i].offset, 4);
    }
    assert_non_null(strstr(f.r.place[0].text, "0x104"));
    assert_non_null(strstr(f.r.place[1].text, "0x106"));
    assert_non_null(strstr(f.json, "\"verdict\": \"different\""));
    assert_int_equal(f.host.last.status, HTR_OK);
}

static void bytes_differ_where_they_do(void **state)
{
    static struct found f;
    (void)state;
    run(&f, elsewhere, sizeof elsewhere, &(struct htr_diff_options){.bytes = true});
    assert_true(f.r.differs);
    assert_int_equal(f.r.by, HTR_DIFF_BY_BYTES);
    assert_int_equal(f.r.place[0].offset, 6);
    assert_int_equal(f.r.place[0].msg, 1);
    assert_int_equal(f.r.place[0].byte, 0x0B);
    assert_int_equal(f.r.place[1].byte, 0x0F);
    run(&f, shorter, sizeof shorter, &(struct htr_diff_options){.bytes = true});
    assert_true(f.r.differs);
    assert_int_equal(f.r.place[0].offset, sizeof shorter);
    assert_int_equal(f.r.place[0].byte, 0x84);
    assert_int_equal(f.r.place[1].byte, -1);
}

static void count(void *ctx, const struct htr_trace *first)
{
    assert_string_equal(first->path, path[0]);
    ++*(unsigned *)ctx;
}

static void each_pass_is_announced(void **state)
{
    static struct found f;
    unsigned passes = 0;
    (void)state;
    run(&f, branch, sizeof branch, &(struct htr_diff_options){.pass = count, .ctx = &passes});
    assert_int_equal(passes, 1);
}

static int open_pair(struct htr_host *host, const struct htr_trace_options *a,
                     const struct htr_trace_options *b)
{
    struct htr_diff *d;
    int status = htr_diff_open(&d, host, a, b, &(struct htr_diff_options){.times = false});
    if (status == HTR_OK) {
        htr_diff_close(d);
    } else {
        assert_null(d);
    }
    return status;
}

static void what_cannot_be_opened_is_named(void **state)
{
    const struct htr_trace_options none = {.path = "/nonexistent/t.nex"};
    struct htr_trace_options there = {.path = path[0]};
    struct htr_host host = {0};
    (void)state;
    write_file(0, branch, sizeof branch);
    assert_int_equal(open_pair(&host, &there, &there), HTR_OK);
    assert_int_equal(open_pair(&host, &none, &there), HTR_ERR_OPEN);
    assert_string_equal(host.last.file, none.path);
    assert_int_equal(open_pair(&host, &there, &none), HTR_ERR_OPEN);
    there.te = (struct htr_list){{"trTeSrcBits=13"}, 1};
    assert_int_equal(open_pair(&host, &there, &there), HTR_ERR_ARG);
    write_file(1,
               (const uint8_t *)"\x7F"
                                "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
               16);
    there.te.n = 0;
    assert_int_equal(open_pair(&host, &there, &(struct htr_trace_options){.path = path[1]}),
                     HTR_ERR_FORMAT);
}

static void an_output_that_is_full_is_a_status(void **state)
{
    const struct htr_diff_report r = {.path = {"a", "b"}};
    FILE *full = fopen("/dev/full", "w");
    (void)state;
    if (full == NULL) {
        skip();
    }
    assert_int_equal(htr_diff_json(&r, full), HTR_ERR_WRITE);
    (void)fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(equal_traces_are_equal, tear_down),
        cmocka_unit_test_teardown(a_difference_has_its_places_and_words, tear_down),
        cmocka_unit_test_teardown(bytes_differ_where_they_do, tear_down),
        cmocka_unit_test_teardown(each_pass_is_announced, tear_down),
        cmocka_unit_test_teardown(what_cannot_be_opened_is_named, tear_down),
        cmocka_unit_test(an_output_that_is_full_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
