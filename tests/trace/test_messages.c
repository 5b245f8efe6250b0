/* SPDX-License-Identifier: Apache-2.0 */
/* What is made of messages without code: dumps, the index, files of each source, one stream of
 * several. The messages are written by hand; each thing that can be wrong has its status. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "htr/htr_dump.h"
#include "htr/htr_funnel.h"
#include "htr/htr_index.h"
#include "htr/htr_split.h"

/* SRC of 2 bits is below the other fields. Source 1: ProgTraceSync, SYNC 5, I-CNT 0, F-ADDR 1,
 * TSTAMP 16; DirectBranch, I-CNT 5, TSTAMP 9 (time 25). Source 2: ProgTraceSync at time 20;
 * DirectBranch, I-CNT 4, TSTAMP 1 (time 21), then 8 (29). */
static const uint8_t s1[] = {0x24, 0x54, 0x01, 0x05, 0x43}, d1[] = {0x0C, 0x55, 0x27};
static const uint8_t s2[] = {0x24, 0x58, 0x01, 0x05, 0x53}, d2[] = {0x0C, 0x49, 0x07},
                     e2[] = {0x0C, 0x49, 0x23};
/* ProgTraceSync that ends after SYNC. */
static const uint8_t bad[] = {0x24, 0x57};

#define BYTES(a) (a), sizeof(a)

static char dir[200], in[2][256], out[256];
static struct htr_host host;
static struct nexus_stream_cfg cfg_2; /* SRC of 2 bits, timestamps */

/* The bytes of a file, and a zero. */
static size_t content(const char *path, char text[1000])
{
    FILE *f = files_open(path, "rb");
    size_t n = fread(text, 1, 999, f);
    assert_int_equal(fclose(f), 0);
    text[n] = '\0';
    return n;
}

static void expect(const char *path, const void *bytes, size_t n)
{
    char text[1000];
    assert_int_equal(content(path, text), n);
    assert_memory_equal(text, bytes, n);
}

static int set_up(void **state)
{
    (void)state;
    const char *tmp = getenv("TMPDIR");
    snprintf(dir, sizeof dir, "%s/hartrace-messages-XXXXXX", tmp != NULL ? tmp : "/tmp");
    assert_non_null(mkdtemp(dir));
    snprintf(in[0], sizeof in[0], "%s/a.nex", dir);
    snprintf(in[1], sizeof in[1], "%s/b.nex", dir);
    snprintf(out, sizeof out, "%s/out", dir);
    memset(&host, 0, sizeof host);
    nexus_cfg_init(&cfg_2);
    cfg_2.src_bits = 2;
    cfg_2.timestamps = true;
    return 0;
}

static int tear_down(void **state)
{
    static const char *const made[] = {".src1.nex", ".src2.nex", ".0000.nex", ".0001.nex", ""};
    (void)state;
    for (unsigned i = 0; i < sizeof made / sizeof made[0]; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s%s", out, made[i]);
        (void)remove(path);
    }
    (void)remove(in[0]);
    (void)remove(in[1]);
    return rmdir(dir);
}

/* Source 1 and source 2 in the order of time. */
static void save_both(void)
{
    files_put(in[0], "ab", BYTES(s1));
    files_put(in[0], "ab", BYTES(s2));
    files_put(in[0], "ab", BYTES(d2));
    files_put(in[0], "ab", BYTES(d1));
    files_put(in[0], "ab", BYTES(e2));
}

static void open_trace(struct htr_trace *t, bool in_pieces, const char *src)
{
    struct htr_trace_options o = {.path = in[0], .in_pieces = in_pieces, .src = src};
    o.te = (struct htr_list){{"trTeSrcBits=2", "trTsEnable=1"}, 2};
    assert_int_equal(htr_trace_open(t, &host, &o), HTR_OK);
}

/* ---- dumps ---- */

static int dump(enum htr_dump_format format, const char *to, const char *src,
                struct htr_dump_sum *sum)
{
    static struct htr_trace t;
    static struct htr_dump w;
    FILE *f = files_open(to, "wb");
    open_trace(&t, true, src);
    htr_dump_init(&w, format, &t.cfg, f);
    int status = htr_dump_trace(&w, &t, false, sum);
    htr_trace_close(&t);
    (void)fclose(f);
    return status;
}

static unsigned lines_of(const char *text)
{
    unsigned n = 0;
    for (; *text != '\0'; text++) {
        n += *text == '\n';
    }
    return n;
}

static void a_message_per_line(void **state)
{
    struct htr_dump_sum sum;
    char text[1000];
    (void)state;
    save_both();
    assert_int_equal(dump(HTR_DUMP_TEXT, out, NULL, &sum), HTR_OK);
    (void)content(out, text);
    assert_int_equal(lines_of(text), 5);
    assert_non_null(strstr(text, "#3 @13 len=3 DirectBranch SRC=1 ICNT=0x5 TSTAMP=0x9\n"));
    assert_int_equal(sum.messages, 5);
    assert_int_equal(sum.damaged, 0);
    assert_false(sum.stopped);
    assert_int_equal(dump(HTR_DUMP_CSV, out, "2", &sum), HTR_OK);
    (void)content(out, text);
    assert_int_equal(lines_of(text), 1 + 3); /* heading; source 2 */
    assert_int_equal(sum.messages, 5);
    assert_int_equal(dump(HTR_DUMP_JSONL, out, "1", &sum), HTR_OK);
    (void)content(out, text);
    assert_int_equal(lines_of(text), 2);
    assert_non_null(strstr(text, "\"raw\":\"2454010543\"}"));
    assert_int_equal(dump(HTR_DUMP_NEXRV, out, NULL, &sum), HTR_OK);
    (void)content(out, text);
    assert_non_null(strstr(text, "Stat: 19 bytes, 0 idles, 5 messages"));
}

static void damaged_messages_are_counted(void **state)
{
    struct htr_dump_sum sum;
    (void)state;
    files_put(in[0], "ab", BYTES(s1));
    files_put(in[0], "ab", BYTES(bad));
    files_put(in[0], "ab", d1, 1);
    assert_int_equal(dump(HTR_DUMP_TEXT, out, NULL, &sum), HTR_OK);
    assert_int_equal(sum.messages, 2);
    assert_int_equal(sum.damaged, 2); /* the last one is cut off */
}

static unsigned asked;

static bool stop_at_third(void *ctx)
{
    (void)ctx;
    return ++asked > 2;
}

/* What was written before the host wanted to stop is not lost in a buffer. */
static void a_dump_that_is_stopped_keeps_what_it_has(void **state)
{
    static struct htr_trace t;
    static struct htr_dump w;
    struct htr_dump_sum sum;
    char text[1000];
    (void)state;
    save_both();
    open_trace(&t, true, NULL);
    FILE *f = files_open(out, "wb");
    htr_dump_init(&w, HTR_DUMP_TEXT, &t.cfg, f);
    asked = 0;
    host.stopped = stop_at_third;
    assert_int_equal(htr_dump_trace(&w, &t, false, &sum), HTR_OK);
    htr_trace_close(&t);
    assert_int_equal(fclose(f), 0);
    assert_true(sum.stopped);
    (void)content(out, text);
    assert_int_equal(lines_of(text), 2);
}

static void a_full_device_is_an_error_without_a_message(void **state)
{
    static struct htr_trace t;
    static struct htr_dump w;
    struct htr_dump_sum sum;
    (void)state;
    FILE *f = fopen("/dev/full", "wb");
    if (f == NULL) {
        skip();
    }
    (void)setvbuf(f, NULL, _IONBF, 0);
    for (unsigned i = 0; i < 2000; i++) { /* more than the writer's buffer */
        files_put(in[0], "ab", BYTES(s1));
    }
    open_trace(&t, true, NULL);
    htr_dump_init(&w, HTR_DUMP_TEXT, &t.cfg, f);
    assert_int_equal(htr_dump_trace(&w, &t, false, &sum), HTR_ERR_WRITE);
    assert_true(w.text.failed);
    htr_trace_close(&t);
    (void)fclose(f);
    assert_int_equal(host.last.status, HTR_OK);
}

/* ---- the index ---- */

static void the_syncs_of_each_source(void **state)
{
    static struct htr_trace t;
    static const char want[] = "offset,msg,src,tcode,sync,address,time\n"
                               "0,0,1,9,5,0x2,16\n"
                               "5,1,2,9,5,0x2,20\n";
    struct htr_index *x;
    uint64_t entries;
    (void)state;
    save_both();
    open_trace(&t, true, NULL);
    FILE *f = files_open(out, "wb");
    assert_int_equal(htr_index_open(&x, &t, false), HTR_OK);
    assert_int_equal(htr_index_write(x, HTR_INDEX_CSV, f, &entries), HTR_OK);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(entries, 2);
    assert_int_equal(htr_index_sums(x)->sources, 2);
    assert_int_equal(htr_index_sums(x)->source[1].src, 2);
    assert_int_equal(htr_index_sums(x)->source[1].messages, 3);
    assert_int_equal(htr_index_sums(x)->damaged, 0);
    htr_index_close(x);
    htr_trace_close(&t);
    expect(out, want, sizeof want - 1);
}

static void take(void *ctx, const struct nexus_index_entry *entry)
{
    *(uint64_t *)ctx = entry->offset;
}

static void the_syncs_of_one_source(void **state)
{
    static struct htr_trace t;
    struct htr_index *x;
    uint64_t entries, offset = 0;
    (void)state;
    files_put(in[0], "ab", BYTES(d1));
    save_both();
    open_trace(&t, true, "2");
    assert_int_equal(htr_index_open(&x, &t, true), HTR_OK); /* d1 is skipped */
    assert_int_equal(htr_index_scan(x, take, &offset, &entries), HTR_OK);
    assert_int_equal(entries, 1);
    assert_int_equal(offset, sizeof d1 + sizeof s1);
    assert_int_equal(htr_index_sums(x)->messages, 5);
    htr_index_close(x);
    t.cfg.src_bits = 13; /* at most 12 */
    assert_int_equal(htr_index_open(&x, &t, false), HTR_ERR_ARG);
    assert_null(x);
    htr_trace_close(&t);
}

/* ---- files ---- */

static void each_source_has_its_file(void **state)
{
    static struct htr_trace t;
    struct htr_split_options o = {.by = HTR_SPLIT_SOURCES, .prefix = out};
    struct htr_split_sum sum;
    char path[300];
    (void)state;
    files_put(in[0], "ab", BYTES(s1));
    files_put(in[0], "ab", BYTES(s2));
    files_put(in[0], "ab", BYTES(bad));
    files_put(in[0], "ab", BYTES(d1));
    open_trace(&t, false, NULL);
    assert_int_equal(htr_split(&t, &o, &sum), HTR_OK);
    assert_int_equal(sum.files, 2);
    assert_int_equal(sum.damaged, 1);
    snprintf(path, sizeof path, "%s.src1.nex", out);
    expect(path, "\x24\x54\x01\x05\x43\x0C\x55\x27", 8);
    snprintf(path, sizeof path, "%s.src2.nex", out);
    expect(path, BYTES(s2));
    o.prefix = "/nonexistent/p";
    assert_int_equal(htr_split(&t, &o, &sum), HTR_ERR_OPEN);
    char *longest = malloc(5000);
    assert_non_null(longest);
    memset(longest, 'p', 4999);
    longest[4999] = '\0';
    o.prefix = longest;
    assert_int_equal(htr_split(&t, &o, &sum), HTR_ERR_ARG);
    free(longest);
    t.cfg.src_bits = 0;
    assert_int_equal(htr_split(&t, &o, &sum), HTR_ERR_MISSING);
    htr_trace_close(&t);
}

static void pieces_begin_with_a_sync(void **state)
{
    static struct htr_trace t;
    const struct htr_split_options o = {.by = HTR_SPLIT_SYNCS, .prefix = out, .least = 4};
    struct htr_split_sum sum;
    char path[300];
    (void)state;
    files_put(in[0], "ab", BYTES(d1)); /* a piece of 3 bytes would be too small */
    files_put(in[0], "ab", BYTES(s1));
    files_put(in[0], "ab", BYTES(s2));
    open_trace(&t, false, NULL);
    assert_int_equal(htr_split(&t, &o, &sum), HTR_OK);
    htr_trace_close(&t);
    assert_int_equal(sum.files, 2);
    assert_int_equal(sum.damaged, 0);
    snprintf(path, sizeof path, "%s.0000.nex", out);
    expect(path, "\x0C\x55\x27\x24\x54\x01\x05\x43", 8);
    snprintf(path, sizeof path, "%s.0001.nex", out);
    expect(path, BYTES(s2));
}

/* ---- one stream ---- */

static const char *const inputs[] = {in[0], in[1]};
static void inputs_are_in_the_order_of_time_or_turn(void **state)
{
    static const uint8_t by_time[] = "\x24\x54\x01\x05\x43" /* 16, 20, 21, 25, 29 */
                                     "\x24\x58\x01\x05\x53\x0C\x49\x07\x0C\x55\x27\x0C\x49\x23";
    static const uint8_t in_turn[] = "\x24\x54\x01\x05\x43\x24\x58\x01\x05\x53"
                                     "\x0C\x55\x27\x0C\x49\x07\x0C\x49\x23";
    (void)state;
    files_put(in[0], "ab", BYTES(s1));
    files_put(in[0], "ab", BYTES(bad));
    files_put(in[0], "ab", BYTES(d1));
    files_put(in[1], "ab", BYTES(s2));
    files_put(in[1], "ab", BYTES(d2));
    files_put(in[1], "ab", BYTES(e2));
    for (unsigned k = 0; k < 2; k++) {
        struct htr_funnel *g;
        struct htr_funnel_sum sum;
        FILE *f = files_open(out, "wb");
        assert_int_equal(htr_funnel_open(&g, &host, inputs, 2, &cfg_2), HTR_OK);
        assert_int_equal(htr_funnel_size(g), 21);
        assert_int_equal(htr_funnel_write(g, k == 0 ? HTR_FUNNEL_TIME : HTR_FUNNEL_TURN, f, &sum),
                         HTR_OK);
        assert_int_equal(fclose(f), 0);
        assert_int_equal(sum.messages, 5);
        assert_int_equal(sum.untimed, 0);
        assert_int_equal(htr_funnel_damaged(g, 0), 1);
        assert_int_equal(htr_funnel_damaged(g, 1), 0);
        htr_funnel_close(g);
        expect(out, k == 0 ? by_time : in_turn, 19);
    }
}

static void streams_that_cannot_be_joined(void **state)
{
    struct nexus_stream_cfg cfg = cfg_2;
    struct htr_funnel *g;
    struct htr_funnel_sum sum;
    (void)state;
    files_put(in[0], "ab", BYTES(s1));
    files_put(in[1], "ab", BYTES(s1));
    assert_int_equal(htr_funnel_open(&g, &host, inputs, 0, &cfg), HTR_ERR_ARG);
    assert_int_equal(htr_funnel_open(&g, &host, inputs, HTR_FUNNEL_INPUTS + 1, &cfg), HTR_ERR_ARG);
    cfg.src_bits = 0;
    assert_int_equal(htr_funnel_open(&g, &host, inputs, 2, &cfg), HTR_ERR_MISSING);
    assert_int_equal(htr_funnel_open(&g, &host, inputs, 2, &cfg_2), HTR_OK);
    FILE *f = files_open(out, "wb");
    assert_int_equal(htr_funnel_write(g, HTR_FUNNEL_TIME, f, &sum), HTR_ERR_CONFLICT);
    assert_string_equal(host.last.file, in[1]);
    assert_int_equal(sum.messages, 0);
    assert_int_equal(fclose(f), 0);
    htr_funnel_close(g);
    (void)remove(in[1]);
    assert_int_equal(htr_funnel_open(&g, &host, inputs, 2, &cfg_2), HTR_ERR_OPEN);
    assert_null(g);
    files_put(in[1], "ab",
              "\x7F"
              "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
              16);
    assert_int_equal(htr_funnel_open(&g, &host, inputs, 2, &cfg_2), HTR_ERR_FORMAT);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_message_per_line),
        TEST(damaged_messages_are_counted),
        TEST(a_dump_that_is_stopped_keeps_what_it_has),
        TEST(a_full_device_is_an_error_without_a_message),
        TEST(the_syncs_of_each_source),
        TEST(the_syncs_of_one_source),
        TEST(each_source_has_its_file),
        TEST(pieces_begin_with_a_sync),
        TEST(inputs_are_in_the_order_of_time_or_turn),
        TEST(streams_that_cannot_be_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
