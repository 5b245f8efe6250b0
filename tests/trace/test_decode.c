/* SPDX-License-Identifier: Apache-2.0 */
/* Traces written by hand, decoded into each format, by one thread and two, all sources at a time,
 * and as bytes come; each thing that can be wrong has its status. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "flow/flow_le.h"
#include "htr/htr_follow.h"
#include "htr/htr_sources.h"

/* N-Trace 1.0: six bits a byte above the two MSEO bits, lowest first; 01 ends a field, 11 the
 * message. ProgTraceSync (TCODE 9): SYNC 5 (4 bits), I-CNT 0, F-ADDR 0x40000000, which is
 * half-words; ProgTraceCorrelation (33): EVCODE 4 (4 bits), CDF 0 (2), I-CNT 4. DirectBranch (3):
 * I-CNT 1. */
static const uint8_t on[] = {9 << 2, 5 << 2 | 1, 0, 0, 0, 0, 0, 1 << 2 | 3};
static const uint8_t off[] = {33 << 2, 4 << 2, 4 << 2 | 3};
static const uint8_t branch[] = {3 << 2, 1 << 2 | 3};

/* The same with an SRC of two bits: it lies between TCODE and the next field. */
enum {
    ON_BYTES = 9,
    OFF_BYTES = 3
};
static const uint8_t on_of[2][ON_BYTES] = {
    {9 << 2, (1 | 5 << 2) << 2, 1, 0, 0, 0, 0, 0, 1 << 2 | 3},
    {9 << 2, (2 | 5 << 2) << 2, 1, 0, 0, 0, 0, 0, 1 << 2 | 3}};
static const uint8_t off_of[2][OFF_BYTES] = {{33 << 2, (1 | 4 << 2) << 2, (4 << 2) << 2 | 3},
                                             {33 << 2, (2 | 4 << 2) << 2, (4 << 2) << 2 | 3}};
static const uint8_t branch_of_3[] = {3 << 2, (3 | 1 << 2) << 2 | 3};

/* Four c.nop are executed. */
static const uint8_t code[] = {1, 0, 1, 0, 1, 0, 1, 0};
static const char pcs[] = "0x80000000\n0x80000002\n0x80000004\n0x80000006\n";

static char dir[200], trace[256], image[256], image_option[300], output[256];
static struct htr_host host;
static uint64_t buffer[HTR_WRITE_BUFFER / sizeof(uint64_t)];
static struct htr_decoded sum;
static bool wrapped;

static int set_up(void **state)
{
    (void)state;
    const char *tmp = getenv("TMPDIR");
    snprintf(dir, sizeof dir, "%s/hartrace-decode-XXXXXX", tmp != NULL ? tmp : "/tmp");
    assert_non_null(mkdtemp(dir));
    snprintf(trace, sizeof trace, "%s/t.nex", dir);
    snprintf(output, sizeof output, "%s/out", dir);
    snprintf(image, sizeof image, "%s/code", dir);
    snprintf(image_option, sizeof image_option, "%s@0x80000000", image);
    files_put(image, "ab", code, sizeof code);
    memset(&host, 0, sizeof host);
    wrapped = false;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(trace);
    (void)remove(output);
    (void)remove(image);
    return rmdir(dir);
}

static struct htr_trace_options options(bool sources)
{
    struct htr_trace_options o = {
        .path = trace, .wrapped = wrapped, .in_pieces = true, .keep_frames = true};
    o.code.images = (struct htr_list){{image_option}, 1};
    if (sources) {
        o.te = (struct htr_list){{"trTeSrcBits=2"}, 1};
    }
    return o;
}

/* Decode `trace` to `output`, or into the buffer alone. */
static int decode(enum htr_write_format format, unsigned threads, const char *path,
                  struct htr_writer *w)
{
    static struct htr_trace t;
    const struct htr_trace_options o = options(false);
    struct htr_decode *d;
    FILE *out = path == NULL ? NULL : files_open(path, "wb");
    assert_int_equal(htr_trace_open_decoder(&t, &host, &o), HTR_OK);
    if (out != NULL) {
        htr_write_buffers(out, format);
    }
    htr_writer_init(w, format, out, &t.code, buffer, sizeof buffer);
    assert_int_equal(htr_decode_open(&d, &t, w, false), HTR_OK);
    int status = htr_decode_run(d, threads, &sum);
    htr_decode_close(d);
    htr_trace_close(&t);
    if (out != NULL) {
        (void)fclose(out);
    }
    return status;
}

/* What was written; *n bytes and a zero. */
static char *written(size_t *n)
{
    enum {
        ROOM = 1 << 20
    };
    char *text = malloc(ROOM);
    assert_non_null(text);
    FILE *f = files_open(output, "rb");
    *n = fread(text, 1, ROOM - 1, f);
    assert_int_equal(fclose(f), 0);
    text[*n] = '\0';
    return text;
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        n++;
    }
    return n;
}

static void assert_whole(uint64_t instructions)
{
    assert_true(sum.whole);
    assert_int_equal(sum.instructions, instructions);
    assert_int_equal(sum.skipped, 0);
    assert_int_equal(host.last.status, HTR_OK);
}

/* ---- formats ---- */

static void lists_of_addresses(void **state)
{
    struct htr_writer w;
    size_t n;
    (void)state;
    files_put(trace, "ab", on, sizeof on);
    files_put(trace, "ab", off, sizeof off);
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(decode(k == 0 ? HTR_WRITE_PCS : HTR_WRITE_NEXRV, 1, output, &w), HTR_OK);
        char *text = written(&n);
        assert_string_equal(text, pcs);
        free(text);
        assert_whole(4);
    }
}

/* docs/reference/formats.md, "Ranges". */
static void binary_ranges(void **state)
{
    struct htr_writer w;
    (void)state;
    files_put(trace, "ab", on, sizeof on);
    files_put(trace, "ab", off, sizeof off);
    assert_int_equal(decode(HTR_WRITE_RANGES, 1, NULL, &w), HTR_OK);
    assert_false(w.failed);
    assert_int_equal(w.fill, 3 * 24);
    const uint8_t *r = w.buffer;
    assert_int_equal(flow_le64(r), 0x80000000);
    assert_int_equal(r[20], 2); /* trace on, */
    assert_int_equal(r[21], 5); /* by SYNC 5 */
    r += 24;
    assert_int_equal(flow_le64(r), 0x80000000);
    assert_int_equal(flow_le64(r + 8), 0x80000008);
    assert_int_equal(flow_le32(r + 16), 4);
    assert_int_equal(r[20], 1);
    assert_int_equal(r[21], 0); /* a linear instruction */
    assert_int_equal(r[22], 2); /* bytes */
    assert_int_equal(r[23] & 1, 0);
    r += 24;
    assert_int_equal(r[20], 3); /* trace off, */
    assert_int_equal(r[21], 4); /* by EVCODE 4 */
}

static void lines(void **state)
{
    struct htr_writer w;
    size_t n;
    (void)state;
    files_put(trace, "ab", on, sizeof on);
    files_put(trace, "ab", off, sizeof off);
    assert_int_equal(decode(HTR_WRITE_TEXT, 1, output, &w), HTR_OK);
    char *text = written(&n);
    assert_non_null(strstr(text, "  0x80000006  0001\n"));
    assert_int_equal(count(text, "\n  0x"), 4);
    free(text);
    assert_int_equal(decode(HTR_WRITE_JSONL, 1, output, &w), HTR_OK);
    text = written(&n);
    assert_non_null(strstr(text, "\"start\":\"0x80000000\",\"end\":\"0x80000008\",\"count\":4,"));
    assert_int_equal(count(text, "}\n"), 4); /* on, range, off, end */
    free(text);
    assert_int_equal(decode(HTR_WRITE_CSV, 1, output, &w), HTR_OK);
    text = written(&n);
    assert_non_null(strstr(text, ",0x80000000,0x80000008,4,"));
    assert_int_equal(count(text, "\n"), 5); /* with a heading */
    free(text);
    assert_whole(4);
}

static void each_format_is_in_the_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HTR_WRITE_FORMATS; i++) {
        const struct htr_write_about *a = htr_write_about(i);
        assert_non_null(a->name);
        assert_true(a->ranges != a->source);
    }
}

/* ---- one trace ---- */

enum {
    TURNS = 8000
};

static void two_threads_write_what_one_writes(void **state)
{
    struct htr_writer w;
    size_t n;
    (void)state;
    FILE *f = files_open(trace, "wb");
    for (unsigned i = 0; i < TURNS; i++) {
        assert_int_equal(fwrite(on, 1, sizeof on, f) + fwrite(off, 1, sizeof off, f), 11);
    }
    assert_int_equal(fclose(f), 0);
    assert_int_equal(decode(HTR_WRITE_PCS, 2, output, &w), HTR_OK);
    assert_whole(4 * TURNS);
    char *text = written(&n);
    assert_int_equal(n, (sizeof pcs - 1) * TURNS);
    for (size_t i = 0; i < n; i += sizeof pcs - 1) {
        assert_memory_equal(text + i, pcs, sizeof pcs - 1);
    }
    free(text);
    assert_int_equal(decode(HTR_WRITE_RANGES, 1, NULL, &w), HTR_ERR_WRITE); /* 3 * 24 * TURNS */
    assert_true(w.failed);
    assert_int_equal(decode(HTR_WRITE_PCS, 1, "/dev/full", &w), HTR_ERR_WRITE);
    assert_int_equal(host.last.status, HTR_OK); /* whoever closes the output reports it */
}

static void threads_are_bounded(void **state)
{
    struct htr_writer w;
    (void)state;
    files_put(trace, "ab", on, sizeof on);
    assert_int_equal(decode(HTR_WRITE_PCS, 0, output, &w), HTR_ERR_ARG);
    assert_int_equal(decode(HTR_WRITE_PCS, HTR_DECODE_THREADS + 1, output, &w), HTR_ERR_ARG);
}

static void what_is_not_decoded_is_counted(void **state)
{
    struct htr_writer w;
    (void)state;
    files_put(trace, "ab", branch, sizeof branch); /* before the first sync */
    files_put(trace, "ab", on, sizeof on);
    files_put(trace, "ab", off, sizeof off - 1);
    assert_int_equal(decode(HTR_WRITE_PCS, 1, output, &w), HTR_OK);
    assert_false(sum.whole);
    assert_int_equal(sum.skipped, sizeof branch + sizeof off - 1);
    assert_int_equal(sum.gaps, 1);
    assert_int_equal(sum.lost, 0);
}

/* The only message is the one that the file begins in. */
static void a_trace_without_a_message(void **state)
{
    struct htr_writer w;
    (void)state;
    files_put(trace, "ab", branch, sizeof branch);
    wrapped = true;
    assert_int_equal(decode(HTR_WRITE_PCS, 1, output, &w), HTR_ERR_MISSING);
    assert_string_equal(host.last.file, trace);
    assert_int_equal(sum.instructions, 0);
}

/* ---- all sources ---- */

static int decode_sources(const struct htr_trace_options *o, enum htr_order order,
                          enum htr_write_format format)
{
    struct htr_writer w;
    FILE *out = files_open(output, "wb");
    htr_writer_init(&w, format, out, NULL, buffer, sizeof buffer);
    int status = htr_decode_sources(&host, o, order, &w, &sum);
    assert_int_equal(fclose(out), 0);
    return status;
}

static void each_source_is_decoded_by_itself(void **state)
{
    struct htr_trace_options o = options(true);
    size_t n;
    (void)state;
    files_put(trace, "ab", on_of[0], ON_BYTES);
    files_put(trace, "ab", on_of[1], ON_BYTES);
    files_put(trace, "ab", off_of[1], OFF_BYTES);
    files_put(trace, "ab", off_of[0], OFF_BYTES);
    assert_int_equal(decode_sources(&o, HTR_ORDER_AUTO, HTR_WRITE_TEXT), HTR_OK);
    assert_whole(8);
    char *text = written(&n);
    const char *first = strstr(text, "[2] 4 instructions"), *then = strstr(text, "[1] 4 instr");
    assert_true(first != NULL && then != NULL && first < then); /* as the messages come */
    free(text);
    files_put(trace, "ab", branch_of_3, sizeof branch_of_3);
    assert_int_equal(decode_sources(&o, HTR_ORDER_STREAM, HTR_WRITE_JSONL), HTR_OK);
    assert_int_equal(sum.left_out, 1);
    assert_int_equal(sum.instructions, 8);
    assert_false(sum.whole);
}

static void sources_that_cannot_be(void **state)
{
    struct htr_trace_options o = options(true);
    (void)state;
    files_put(trace, "ab", on_of[0], ON_BYTES);
    assert_int_equal(decode_sources(&o, HTR_ORDER_TIME, HTR_WRITE_TEXT), HTR_ERR_MISSING);
    assert_non_null(strstr(host.last.text, "timestamps"));
    assert_int_equal(decode_sources(&o, HTR_ORDER_AUTO, HTR_WRITE_PCS), HTR_ERR_ARG);
    o.path = "-";
    assert_int_equal(decode_sources(&o, HTR_ORDER_AUTO, HTR_WRITE_TEXT), HTR_ERR_ARG);
    o.path = "/nonexistent/t.nex";
    assert_int_equal(decode_sources(&o, HTR_ORDER_AUTO, HTR_WRITE_TEXT), HTR_ERR_OPEN);
    o = options(false);
    assert_int_equal(decode_sources(&o, HTR_ORDER_AUTO, HTR_WRITE_TEXT), HTR_ERR_MISSING);
    assert_non_null(strstr(host.last.text, "SRC"));
}

/* ---- bytes as they come ---- */

/* Follow a pipe that gets these bytes and is closed. */
static int follow_pipe(struct htr_trace_options o, const void *bytes, size_t n)
{
    const struct htr_follow_options how = {.all = o.te.n > 0};
    struct htr_writer w;
    int ends[2];
    char path[32];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, n), n);
    assert_int_equal(close(ends[1]), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    o.path = path;
    FILE *out = files_open(output, "wb");
    htr_writer_init(&w, o.te.n > 0 ? HTR_WRITE_TEXT : HTR_WRITE_PCS, out, NULL, buffer,
                    sizeof buffer);
    int status = htr_follow(&host, &o, &how, &w, &sum);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(close(ends[0]), 0);
    return status;
}

static void a_pipe_is_followed_to_its_end(void **state)
{
    uint8_t bytes[sizeof on + sizeof off];
    size_t n;
    (void)state;
    memcpy(bytes, on, sizeof on);
    memcpy(bytes + sizeof on, off, sizeof off);
    assert_int_equal(follow_pipe(options(false), bytes, sizeof bytes), HTR_OK);
    assert_whole(4);
    char *text = written(&n);
    assert_string_equal(text, pcs);
    free(text);
    assert_int_equal(follow_pipe(options(false), bytes, sizeof bytes - 1), HTR_OK);
    assert_false(sum.whole);
    assert_int_equal(sum.skipped, sizeof off - 1);
}

static void sources_of_a_pipe(void **state)
{
    uint8_t bytes[2 * (ON_BYTES + OFF_BYTES)];
    size_t n;
    (void)state;
    memcpy(bytes, on_of, sizeof on_of);
    memcpy(bytes + sizeof on_of, off_of, sizeof off_of);
    assert_int_equal(follow_pipe(options(true), bytes, sizeof bytes), HTR_OK);
    assert_whole(8);
    char *text = written(&n);
    assert_int_equal(count(text, "[1] 4 instructions"), 1);
    assert_int_equal(count(text, "[2] 4 instructions"), 1);
    free(text);
}

static void pipes_that_cannot_be_followed(void **state)
{
    static const uint8_t gzip[] = {0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct htr_trace_options o = options(false);
    struct htr_follow_options how = {0};
    struct htr_writer w;
    (void)state;
    assert_int_equal(follow_pipe(o, "", 0), HTR_ERR_MISSING);
    assert_int_equal(follow_pipe(o, gzip, sizeof gzip), HTR_ERR_FORMAT);
    assert_non_null(strstr(host.last.text, "compressed"));
    htr_writer_init(&w, HTR_WRITE_TEXT, stdout, NULL, buffer, sizeof buffer);
    o.path = "/nonexistent/t.nex";
    assert_int_equal(htr_follow(&host, &o, &how, &w, &sum), HTR_ERR_OPEN);
    how.all = true;
    assert_int_equal(htr_follow(&host, &o, &how, &w, &sum), HTR_ERR_MISSING);
    o.te = (struct htr_list){{"trTeSrcBits=7"}, 1};
    assert_int_equal(htr_follow(&host, &o, &how, &w, &sum), HTR_ERR_RANGE);
    o.code.ingress = "t.ing";
    assert_int_equal(htr_follow(&host, &o, &how, &w, &sum), HTR_ERR_CONFLICT);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lists_of_addresses),
        TEST(binary_ranges),
        TEST(lines),
        TEST(each_format_is_in_the_table),
        TEST(two_threads_write_what_one_writes),
        TEST(threads_are_bounded),
        TEST(what_is_not_decoded_is_counted),
        TEST(a_trace_without_a_message),
        TEST(each_source_is_decoded_by_itself),
        TEST(sources_that_cannot_be),
        TEST(a_pipe_is_followed_to_its_end),
        TEST(sources_of_a_pipe),
        TEST(pipes_that_cannot_be_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
