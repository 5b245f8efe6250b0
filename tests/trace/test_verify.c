/* SPDX-License-Identifier: Apache-2.0 */
/* Verifying a trace (htr_verify.h): verdicts, what a report holds and how it reads, and the status
 * of each input that cannot be used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_verify.h"

enum {
    TEXT = 8192,
    SOURCE = 5,
};

static char trace[256], list[256], code[256], image[300];
static char notes[TEXT]; /* the remarks, one a line */
static struct htr_verify v;

/* Eight times c.nop at 0x80000000. */
static const uint8_t program[] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};

/* N-Trace 1.0, "N-Trace Messages (Details)", with SRC of 4 bits: ProgTraceSync (TCODE 9, SYNC 5,
 * I-CNT 0, F-ADDR 0x40000000) and ProgTraceCorrelation (TCODE 33, EVCODE 4, CDF 0, I-CNT 4: four
 * instructions of a half-word). Six bits a byte, lowest first, above the two MSEO bits: 01 ends a
 * field of variable size, 11 the message. */
/* clang-format off */
static const uint8_t messages[] = {
    9 << 2, (1 << 4 | SOURCE) << 2, 1 << 2 | 1, 0, 0, 0, 0, 0, 1 << 2 | 3,
    (33 << 2) & 0xFF, SOURCE << 2, 1 << 2, 1 << 2 | 3,
};
/* clang-format on */

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void write_list(const char *text)
{
    write_file(list, text, strlen(text));
}

static const char executed[] = "0x80000000\n0x80000002\n0x80000004\n0x80000006\n";

static int set_up(void **state)
{
    (void)state;
    const char *dir = getenv("TMPDIR");
    char *const name[] = {trace, list, code};
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name[i], 256, "%.200s/hartrace-verify-%ld-%u", dir != NULL ? dir : "/tmp",
                 (long)getpid(), i);
    }
    snprintf(image, sizeof image, "%s@0x80000000", code);
    write_file(trace, messages, sizeof messages);
    write_file(code, program, sizeof program);
    write_list(executed);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(trace);
    (void)remove(list);
    (void)remove(code);
    return 0;
}

static void keep_note(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    if (m->severity == HTR_NOTE) {
        const size_t n = strlen(notes);
        snprintf(notes + n, sizeof notes - n, "%s\n", m->text);
    }
}

/* All that is needed. */
static struct htr_verify_options all(void)
{
    return (struct htr_verify_options){
        .trace.path = trace,
        .trace.te = {{"trTeSrcBits=4"}, 1},
        .trace.code.images = {{image}, 1},
        .pcs = list,
        .limit = 20,
    };
}

/* Returns the verdict or status; the report is in v until htr_verify_close. */
static int verify(struct htr_host *host, const struct htr_verify_options *o)
{
    *host = (struct htr_host){.message = keep_note};
    notes[0] = '\0';
    int status = htr_verify_open(&v, host, o);
    return status == HTR_OK ? htr_verify_run(&v) : status;
}

enum writer {
    AS_TEXT,
    AS_SHORT_TEXT,
    AS_JSON,
    AS_JUNIT
};

/* The report as it is written. */
static const char *written(enum writer w)
{
    static char text[TEXT];
    FILE *f = tmpfile();
    assert_non_null(f);
    int status = w == AS_JSON    ? htr_verify_json(&v.report, f)
                 : w == AS_JUNIT ? htr_verify_junit(&v.report, f)
                                 : htr_verify_text(&v.report, w == AS_TEXT, f);
    assert_int_equal(status, HTR_OK);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    assert_int_equal(fclose(f), 0);
    return text;
}

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("no '%s' in: %s", part, text);
    }
}

/* ---- verdicts ---- */

static void what_was_executed_is_equal(void **state)
{
    (void)state;
    struct htr_host host;
    const struct htr_verify_options o = all();
    assert_int_equal(verify(&host, &o), HTR_COMPARE_EQUAL);
    assert_int_equal(v.report.verdict, HTR_COMPARE_EQUAL);
    assert_int_equal(v.report.result.sum.instructions, 4);
    assert_int_equal(v.report.result.sum.messages, 2);
    assert_int_equal(v.report.bytes, sizeof messages);
    assert_int_equal(v.report.source, -1);
    assert_int_equal(v.report.differences, 0);
    assert_int_equal(host.last.status, HTR_OK);
    /* 13 bytes for 4 instructions: 26 bits each. */
    assert_string_equal(written(AS_TEXT),
                        "equal: 4 instructions, 2 messages, 13 bytes, 26.000 bits/instruction\n");
    assert_has(written(AS_JSON), "\"verdict\": \"equal\"");
    assert_has(written(AS_JSON), "\"source\": null");
    assert_has(written(AS_JUNIT), "tests=\"1\" failures=\"0\"");
    htr_verify_note(&v.report, true, &host);
    assert_string_equal(notes, "");
    htr_verify_close(&v);
}

static void a_wrong_pc_is_a_difference(void **state)
{
    (void)state;
    struct htr_host host;
    const struct htr_verify_options o = all();
    char line[512];
    write_list("0x80000000\n0x80000002\n0x80000008\n0x80000006\n");
    assert_int_equal(verify(&host, &o), HTR_COMPARE_DIFFERENT);
    assert_int_equal(v.report.differences, 1);
    const struct htr_verify_difference *d = &v.report.difference[0];
    assert_int_equal(d->at.kind, HTR_DIFFERS_AT);
    assert_int_equal(d->at.instruction, 3);
    assert_int_equal(d->at.msg, 1);
    assert_int_equal(d->at.offset, 9);
    assert_true(d->at.has_expected && d->at.has_got);
    assert_int_equal(d->at.expected, 0x80000008);
    assert_int_equal(d->at.got, 0x80000004);
    assert_true(d->cause.known);
    assert_int_equal(d->cause.pc, 0x80000002);
    assert_has(d->because, "I-CNT of message 1");
    assert_int_equal(d->messages, 2);
    snprintf(line, sizeof line,
             "%s: differs at instruction 3: message 1 at offset 9: expected 0x80000008, got "
             "0x80000004\n",
             trace);
    assert_string_equal(written(AS_SHORT_TEXT), line);
    assert_has(written(AS_TEXT), "\n  from      0x80000002 0001 ");
    assert_has(written(AS_JSON), "\"verdict\": \"different\"");
    assert_has(written(AS_JSON), "\"expected\": \"0x80000008\"");
    assert_has(written(AS_JUNIT), "failures=\"1\"");
    assert_int_equal(host.last.status, HTR_OK);
    htr_verify_close(&v);
}

static void the_remark_says_how_much_is_equal(void **state)
{
    (void)state;
    struct htr_host host;
    struct htr_verify_options o = all();
    write_list("0x80000000\n0x80000002\n0x80000004\n0x80000006\n0x80000008\n0x8000000a\n");
    o.keep_going = true;
    assert_int_equal(verify(&host, &o), HTR_COMPARE_DIFFERENT);
    assert_true(v.report.parts);
    assert_int_equal(v.report.limit, 20);
    assert_int_equal(v.report.differences, 1);
    assert_int_equal(v.report.result.listed, 6);
    htr_verify_note(&v.report, true, &host);
    assert_string_equal(notes, "1 difference; 4 of 6 instructions are equal\n");
    htr_verify_close(&v);
}

static void a_part_is_equal_when_it_may_be_one(void **state)
{
    (void)state;
    struct htr_host host;
    struct htr_verify_options o = all();
    write_list("0x8000000e\n0x80000000\n0x80000002\n0x80000004\n0x80000006\n0x80000008\n");
    assert_int_equal(verify(&host, &o), HTR_COMPARE_DIFFERENT);
    htr_verify_close(&v);
    o.partial = true;
    assert_int_equal(verify(&host, &o), HTR_COMPARE_EQUAL);
    assert_int_equal(v.report.result.first, 1);
    assert_has(written(AS_TEXT), "equal in part: 4 of 6 instructions, from number 2 on, ");
    assert_has(written(AS_JSON), "\"verdict\": \"equal in part\"");
    htr_verify_close(&v);
}

/* Idle bytes (0xFF) are of the trace, but of no source. */
static void idle_bytes_are_of_no_source(void **state)
{
    (void)state;
    struct htr_host host;
    struct htr_verify_options o = all();
    uint8_t more[sizeof messages + 1] = {[sizeof messages] = 0xFF};
    memcpy(more, messages, sizeof messages);
    write_file(trace, more, sizeof more);
    assert_int_equal(verify(&host, &o), HTR_COMPARE_EQUAL);
    assert_int_equal(v.report.bytes, sizeof more);
    htr_verify_close(&v);
    o.trace.src = "5";
    assert_int_equal(verify(&host, &o), HTR_COMPARE_EQUAL);
    assert_int_equal(v.report.bytes, sizeof messages);
    htr_verify_close(&v);
}

/* TCODE 56 is a vendor's. */
static void a_broken_rule_is_a_remark(void **state)
{
    (void)state;
    struct htr_host host;
    const struct htr_verify_options o = all();
    uint8_t more[sizeof messages + 2] = {[sizeof messages] = 56 << 2, SOURCE << 2 | 3};
    memcpy(more, messages, sizeof messages);
    write_file(trace, more, sizeof more);
    assert_int_equal(verify(&host, &o), HTR_COMPARE_EQUAL);
    const struct htr_verify_remark *m = &v.report.scan.remark[HTR_VERIFY_NOT_NTRACE];
    assert_int_equal(m->count, 1);
    assert_int_equal(m->msg, 2);
    assert_int_equal(m->offset, sizeof messages);
    assert_int_equal(m->tcode, 56);
    htr_verify_note(&v.report, true, &host);
    assert_has(notes, htr_verify_rule_text(HTR_VERIFY_NOT_NTRACE));
    assert_has(written(AS_JSON), "\"what\": \"the TCODE is reserved");
    htr_verify_close(&v);
}

/* ---- what cannot be verified ---- */

static void refuses(const struct htr_verify_options *o, int status, const char *file)
{
    struct htr_host host;
    int got = verify(&host, o);
    htr_verify_close(&v);
    if (got != status || host.last.status != (enum htr_status)status) {
        fail_msg("status %d, expected %d: %s", got, status, host.last.text);
    }
    assert_string_equal(host.last.file, file != NULL ? file : "");
}

static void options_that_cannot_be(void **state)
{
    (void)state;
    struct htr_verify_options o = all();
    o.limit = 0;
    refuses(&o, HTR_ERR_ARG, NULL);
    o.limit = HTR_COMPARE_LIMIT + 1;
    refuses(&o, HTR_ERR_ARG, NULL);
    o = all();
    o.strict = true;
    refuses(&o, HTR_ERR_CONFLICT, NULL);
    o = all();
    o.pcs = NULL;
    refuses(&o, HTR_ERR_MISSING, NULL);
}

static void files_that_are_not_there(void **state)
{
    (void)state;
    struct htr_verify_options o = all();
    o.trace.path = "/nonexistent/t.nex";
    refuses(&o, HTR_ERR_OPEN, o.trace.path);
    o = all();
    o.pcs = "/nonexistent/t.pcs";
    refuses(&o, HTR_ERR_OPEN, o.pcs);
    o = all();
    o.trace.code.images.n = 0;
    o.trace.code.elf = "/nonexistent/t.elf";
    refuses(&o, HTR_ERR_OPEN, o.trace.code.elf);
}

static void a_list_that_cannot_be_read(void **state)
{
    (void)state;
    const struct htr_verify_options o = all();
    write_list("0x80000000\nhello\n");
    refuses(&o, HTR_ERR_FORMAT, list);
}

/* A difference from a list of nothing is none. */
static void a_list_without_a_pc(void **state)
{
    (void)state;
    struct htr_verify_options o = all();
    write_list("");
    refuses(&o, HTR_ERR_MISSING, list);
    write_list("# nothing\n");
    refuses(&o, HTR_ERR_MISSING, list);
    o.keep_going = true;
    refuses(&o, HTR_ERR_MISSING, list);
}

static void a_trace_without_a_message(void **state)
{
    (void)state;
    struct htr_verify_options o = all();
    o.trace.src = "3"; /* the messages are of source 5 */
    refuses(&o, HTR_ERR_MISSING, trace);
    o.trace.src = "5";
    struct htr_host host;
    assert_int_equal(verify(&host, &o), HTR_COMPARE_EQUAL);
    assert_int_equal(v.report.source, SOURCE);
    htr_verify_close(&v);
    static const uint8_t idle[] = {0xFF, 0xFF, 0xFF, 0xFF};
    write_file(trace, idle, sizeof idle);
    o = all();
    refuses(&o, HTR_ERR_FORMAT, trace); /* as htr_trace_open */
}

/* No synchronizing message, and nothing has to be there: nothing was compared. */
static void a_trace_that_proves_nothing(void **state)
{
    (void)state;
    struct htr_verify_options o = all();
    write_file(trace, messages + 9, sizeof messages - 9);
    o.partial = true;
    refuses(&o, HTR_ERR_MISSING, trace);
}

static void a_full_disk_is_noticed(void **state)
{
    (void)state;
    struct htr_host host;
    const struct htr_verify_options o = all();
    assert_int_equal(verify(&host, &o), HTR_COMPARE_EQUAL);
    for (unsigned i = 0; i < 3; i++) {
        FILE *f = fopen("/dev/full", "w");
        assert_non_null(f);
        setvbuf(f, NULL, _IONBF, 0);
        int status = i == 0   ? htr_verify_text(&v.report, true, f)
                     : i == 1 ? htr_verify_json(&v.report, f)
                              : htr_verify_junit(&v.report, f);
        assert_int_equal(status, HTR_ERR_WRITE);
        (void)fclose(f);
    }
    htr_verify_close(&v);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_was_executed_is_equal),
        TEST(a_wrong_pc_is_a_difference),
        TEST(the_remark_says_how_much_is_equal),
        TEST(a_part_is_equal_when_it_may_be_one),
        TEST(idle_bytes_are_of_no_source),
        TEST(a_broken_rule_is_a_remark),
        TEST(options_that_cannot_be),
        TEST(files_that_are_not_there),
        TEST(a_list_that_cannot_be_read),
        TEST(a_list_without_a_pc),
        TEST(a_trace_without_a_message),
        TEST(a_trace_that_proves_nothing),
        TEST(a_full_disk_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
