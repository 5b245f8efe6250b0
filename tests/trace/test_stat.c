/* SPDX-License-Identifier: Apache-2.0 */
/* Where the bytes of a trace go (htr_stat.h), of traces by hand: six bits a byte, lowest first,
 * above the two MSEO bits; 01 ends a field, 11 the message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_stat.h"

/* ProgTraceSync SYNC=5 F-ADDR 0x80 (address 0x100); IndirectBranch B-TYPE 0, I-CNT 3, U-ADDR 2
 * (address 0x104); RepeatBranch B-CNT 2; ProgTraceCorrelation EVCODE=4, CDF=0, I-CNT 1. */
#define SYNC        0x24, 0x15, 0x00, 0x0B
#define BRANCH      0x10, 0x31, 0x0B
#define REPEAT      0x78, 0x0B
#define CORRELATION 0x84, 0x10, 0x07

static const uint8_t whole[] = {SYNC, BRANCH, REPEAT, CORRELATION};
static const uint8_t executed[] = {SYNC, BRANCH, CORRELATION};
static const uint8_t wrapped[] = {0x31, 0x0B, SYNC, BRANCH, CORRELATION};

/* Two instructions: linear, and the indirect jump at 0x104 that goes to itself. */
static const char code[] = "0x100,L4\n0x104,JI2\n";

static char trace[256], list[300];

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
    const char *dir = getenv("TMPDIR");
    (void)state;
    snprintf(trace, sizeof trace, "%s/hartrace-stat-%ld.nex", dir != NULL ? dir : "/tmp",
             (long)getpid());
    snprintf(list, sizeof list, "%s.pcinfo", trace);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(trace);
    (void)remove(list);
    return 0;
}

/* Open and count; the trace stays open. */
static void count(struct htr_stat *s, struct htr_trace *t, struct htr_host *host,
                  const uint8_t *bytes, size_t n, bool with_code)
{
    struct htr_trace_options o = {.path = trace, .wrapped = bytes == wrapped};
    write_file(trace, bytes, n);
    if (with_code) {
        write_file(list, code, sizeof code - 1);
        o.code.pcinfo = list;
        assert_int_equal(htr_trace_open_decoder(t, host, &o), HTR_OK);
    } else {
        assert_int_equal(htr_trace_open(t, host, &o), HTR_OK);
    }
    assert_int_equal(htr_stat_messages(s, t), HTR_OK);
}

static void every_bit_is_counted_once(void **state)
{
    static struct htr_trace t;
    static struct htr_stat s;
    struct htr_host host = {0};
    uint64_t bits = 0;
    (void)state;
    count(&s, &t, &host, whole, sizeof whole, false);
    for (unsigned i = 0; i < s.fields; i++) {
        bits += s.field[i].bits;
    }
    assert_int_equal(bits, 6 * sizeof whole);
    assert_int_equal(s.bytes, sizeof whole);
    assert_int_equal(s.messages, 4);
    assert_int_equal(s.damaged, 0);
    assert_int_equal(s.count[4], 1);
    assert_int_equal(s.type_bytes[4], 3);
    assert_int_equal(s.sync_bytes, 4);
    assert_int_equal(s.periodic, 0);
    assert_int_equal(s.timestamp_bits, 0);
    assert_false(s.executed);
    htr_trace_close(&t);
}

static void savings_are_those_of_messages_of_the_same_size(void **state)
{
    static struct htr_trace t;
    static struct htr_stat s;
    struct htr_host host = {0};
    (void)state;
    count(&s, &t, &host, whole, sizeof whole, false);
    assert_int_equal(s.branch.messages, 1);
    assert_int_equal(s.branch.bytes, 2 * 3); /* two more messages of three bytes */
    assert_int_equal(s.address.messages, 1);
    assert_int_equal(s.address.bytes, 1); /* 0x82: two slices of 6 bits; 2 has one */
    assert_int_equal(s.history.messages, 0);
    htr_trace_close(&t);
}

static void a_wrapped_trace_begins_with_its_first_whole_message(void **state)
{
    static struct htr_trace t;
    static struct htr_stat s;
    struct htr_host host = {0};
    (void)state;
    count(&s, &t, &host, wrapped, sizeof wrapped, false);
    assert_int_equal(s.messages, 3);
    assert_int_equal(s.damaged, 0);
    htr_trace_close(&t);
}

static void damage_is_counted_not_refused(void **state)
{
    static const uint8_t cut[] = {SYNC, 0x10, 0x0B, CORRELATION}; /* no U-ADDR */
    static struct htr_trace t;
    static struct htr_stat s;
    struct htr_host host = {0};
    (void)state;
    count(&s, &t, &host, cut, sizeof cut, false);
    assert_int_equal(s.messages, 3);
    assert_int_equal(s.damaged, 1);
    assert_int_equal(s.bytes, sizeof cut);
    htr_trace_close(&t);
}

/* 0x100, 0x104 up to the indirect branch (3 half-words), then 0x104 again (1 half-word). */
static void with_code_instructions_are_counted(void **state)
{
    static struct htr_trace t;
    static struct htr_stat s;
    struct htr_host host = {0};
    static char json[8192];
    (void)state;
    count(&s, &t, &host, executed, sizeof executed, true);
    assert_int_equal(htr_stat_execution(&s, &t), HTR_OK);
    assert_true(s.executed);
    assert_int_equal(s.instructions, 3);
    assert_int_equal(s.gaps, 0);
    assert_int_equal(s.returns, 0);
    assert_true(htr_stat_bits_per_instruction(&s) == 8.0 * sizeof executed / 3);
    FILE *out = fmemopen(json, sizeof json - 1, "w");
    assert_non_null(out);
    assert_int_equal(htr_stat_json(&s, out), HTR_OK);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(json, "\"instructions\": 3,"));
    assert_non_null(strstr(json, "\"source\": null,"));
    htr_trace_close(&t);
}

static void an_output_that_is_full_is_a_status(void **state)
{
    static const struct htr_stat s;
    FILE *full = fopen("/dev/full", "w");
    (void)state;
    if (full == NULL) {
        skip();
    }
    assert_int_equal(htr_stat_json(&s, full), HTR_ERR_WRITE);
    (void)fclose(full);
}

static void a_trace_that_went_away_is_a_status(void **state)
{
    static struct htr_trace t;
    static struct htr_stat s;
    struct htr_host host = {0};
    (void)state;
    write_file(trace, executed, sizeof executed);
    assert_int_equal(
        htr_trace_open(&t, &host, &(struct htr_trace_options){.path = trace, .in_pieces = true}),
        HTR_OK);
    assert_int_equal(htr_stat_messages(&s, &t), HTR_OK);
    (void)remove(trace);
    assert_int_equal(htr_stat_messages(&s, &t), HTR_ERR_OPEN);
    assert_string_equal(host.last.file, trace);
    htr_trace_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_is_counted_once),
        cmocka_unit_test(savings_are_those_of_messages_of_the_same_size),
        cmocka_unit_test(a_wrapped_trace_begins_with_its_first_whole_message),
        cmocka_unit_test(damage_is_counted_not_refused),
        cmocka_unit_test(with_code_instructions_are_counted),
        cmocka_unit_test(an_output_that_is_full_is_a_status),
        cmocka_unit_test(a_trace_that_went_away_is_a_status),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
