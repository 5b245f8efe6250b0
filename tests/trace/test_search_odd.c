/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search (htr_search.h) and settings that the encoder of this project cannot have, or that
 * decide more than the path: a return stack deeper than a decoder's usual one, the width of
 * timestamps, bytes in frames. The traces are made message by message.
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

#include "htr/htr_info.h"
#include "htr/htr_search.h"
#include "htr_search_int.h"

enum {
    CALLS = 40, /* nested: more than the 32 entries of the usual stack */
    CHAIN = 0x1000,
    TURNS = 40,
    ATB_ID = 0x15,
};

static char trace[256], list[300];
static uint8_t bytes[8192];
static size_t size;
static struct nexus_stream_cfg made; /* with what the bytes are made */
static char said[512];

static void hear(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    (void)snprintf(said, sizeof said, "%s", m->text);
}

static const struct htr_host host = {.message = hear};

static void write_file(const char *path, const void *data, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void add(const struct nexus_msg *m)
{
    const int n = nexus_msg_encode(&made, m, bytes + size, sizeof bytes - size);
    assert_true(n > 0);
    size += (size_t)n;
}

static void add_sync(unsigned sync, uint64_t icnt, uint64_t addr, uint64_t time)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH_SYNC, 0);
    if (sync == NEXUS_SYNC_TRACE_ENABLE) {
        nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, 0);
    } else {
        nexus_msg_set(&m, NEXUS_F_BTYPE, NEXUS_BTYPE_INDIRECT);
    }
    nexus_msg_set(&m, NEXUS_F_SYNC, sync);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    nexus_msg_set(&m, NEXUS_F_ADDR, addr >> 1);
    if (made.timestamps) {
        nexus_msg_set(&m, NEXUS_F_TSTAMP, time);
    }
    add(&m);
}

static void add_indirect(uint64_t icnt, uint64_t uaddr, uint64_t passed)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH, 0);
    nexus_msg_set(&m, NEXUS_F_BTYPE, NEXUS_BTYPE_INDIRECT);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    nexus_msg_set(&m, NEXUS_F_ADDR, uaddr);
    if (made.timestamps) {
        nexus_msg_set(&m, NEXUS_F_TSTAMP, passed);
    }
    add(&m);
}

/* 0x100 calls the first of a chain of functions, each calls the next and returns; 0x104 jumps back
 * to 0x100. */
static int set_up(void **state)
{
    const char *dir = getenv("TMPDIR");
    static char text[CALLS * 48 + 64];
    size_t n = 0;
    (void)state;
    dir = dir != NULL ? dir : "/tmp";
    (void)snprintf(trace, sizeof trace, "%.200s/search-odd-%ld.nex", dir, (long)getpid());
    (void)snprintf(list, sizeof list, "%s.pcinfo", trace);
    n += (size_t)snprintf(text, sizeof text, "0x100,CD4,0x%X\n0x104,JI2\n", CHAIN);
    for (unsigned i = 0; i < CALLS; i++) {
        const unsigned at = CHAIN + 8 * i;
        n +=
            (size_t)snprintf(text + n, sizeof text - n, "0x%X,%s4", at, i + 1 < CALLS ? "CD" : "L");
        n += i + 1 < CALLS ? (size_t)snprintf(text + n, sizeof text - n, ",0x%X", at + 8) : 0;
        n += (size_t)snprintf(text + n, sizeof text - n, "\n0x%X,R4\n", at + 4);
    }
    write_file(list, text, n);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(trace);
    (void)remove(list);
    return 0;
}

static int begin(void **state)
{
    (void)state;
    nexus_cfg_init(&made);
    size = 0;
    said[0] = '\0';
    return 0;
}

/* A turn: the calls, the returns, which send nothing, and the jump. In half-words. */
#define TURN (2 + 2 * 2 * CALLS + 1)

static void look(struct htr_info *i, const struct htr_trace_options *o)
{
    struct htr_host h = host;
    write_file(trace, bytes, size);
    assert_int_equal(htr_info_of(i, &h, o, NULL, NULL), HTR_OK);
    assert_int_equal(i->what, HTR_INFO_TRACE);
}

static bool has_option(const struct htr_info *i, const char *option, const char *value)
{
    for (unsigned k = 0; k < i->verdict.options; k++) {
        if (strcmp(i->verdict.option[k], option) == 0 && strcmp(i->verdict.value[k], value) == 0) {
            return true;
        }
    }
    return false;
}

/* Decode with the settings that info gives: no errors, and all instructions. */
static void expect_decoded(const struct htr_info *i, uint64_t instructions)
{
    static struct htr_trace t;
    struct htr_settings s;
    struct htr_host h = host;
    struct nexus_stream_cfg cfg;
    const struct htr_trace_options o = {.path = trace, .code.pcinfo = list};
    assert_int_equal(htr_trace_open(&t, &h, &o), HTR_OK);
    assert_int_equal(htr_code_choose(&t.code, &h, &o.code, &t.te), HTR_OK);
    htr_settings_init(&s);
    assert_int_equal(htr_info_settings(i, &h, &s), HTR_OK);
    htr_settings_stream(&s, &cfg);
    htr_code_start(&t.code, nexus_cfg_isa(&cfg));
    const struct htr_guess_input in = {t.bytes.bytes, t.bytes.size, &cfg, &t.code.code};
    const struct htr_search_trial trial = htr_search_try(&in, &cfg);
    assert_int_equal(trial.errors, 0);
    assert_int_equal(trial.instructions, instructions);
    htr_trace_close(&t);
}

/* Returns of 40 nested calls that no message reports need 40 entries. */
static void a_deep_return_stack_is_found(void **state)
{
    static struct htr_info i;
    const struct htr_trace_options o = {.path = trace, .code.pcinfo = list};
    struct htr_trace_options given = o;
    (void)state;
    add_sync(NEXUS_SYNC_TRACE_ENABLE, 0, 0x100, 0);
    for (unsigned k = 0; k < TURNS; k++) {
        add_indirect(TURN, 0, 0);
    }
    look(&i, &o);
    assert_true(i.search.clear);
    assert_int_equal(i.search.open & HTR_SEARCH_DEPTH, 0);
    assert_true(has_option(&i, "--te", "trTeInstEnImplicitReturn=1"));
    assert_true(has_option(&i, "--param", "return_depth=1023"));
    expect_decoded(&i, TURNS * (2 + 2 * CALLS));
    given.params.item[given.params.n++] = "return_depth=32"; /* what the user gives is kept */
    look(&i, &given);
    assert_false(i.search.clear && i.search.found[0].errors == 0);
}

/* A chain that the usual stack holds: its depth is not told apart, and not named. */
static void the_usual_depth_is_left(void **state)
{
    static struct htr_info i;
    const struct htr_trace_options o = {.path = trace, .code.pcinfo = list};
    (void)state;
    /* Entered by the jump, from which 10 calls are left. */
    const uint64_t entry = CHAIN + 8 * (CALLS - 10);
    add_sync(NEXUS_SYNC_TRACE_ENABLE, 0, entry, 0);
    for (unsigned k = 0; k < TURNS;
         k++) { /* the last return is reported: its call was not traced */
        add_indirect(2 * 2 * 10, 0, 0);
    }
    look(&i, &o);
    assert_true(i.search.clear);
    assert_true(has_option(&i, "--te", "trTeInstEnImplicitReturn=1"));
    assert_int_not_equal(i.search.open & HTR_SEARCH_DEPTH, 0);
    assert_int_equal(i.search.found[0].cfg.return_depth, 32);
    expect_decoded(&i, TURNS * 2 * 10);
}

/* ---- timestamps ---- */

/* Every turn takes 100 ticks of a counter of that many bits; every 8th message is a sync. The jump
 * at 0x104 goes to itself. */
static void stamp_turns(unsigned bits, uint64_t time, unsigned turns)
{
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    made.timestamps = true;
    made.timestamp_bits = 64;
    add_sync(NEXUS_SYNC_TRACE_ENABLE, 0, 0x104, time & mask);
    for (unsigned k = 1; k <= turns; k++) {
        time += 100;
        if (k % 8 == 0) {
            add_sync(NEXUS_SYNC_PERIODIC, 1, 0x104, time & mask);
        } else {
            add_indirect(1, 0, 100);
        }
    }
}

static void a_width_is_seen_where_times_wrap(void **state)
{
    static struct htr_info i;
    const struct htr_trace_options o = {.path = trace, .code.pcinfo = list};
    static const unsigned width[] = {14, 20, 24, 32, 48, 63};
    char text[32];
    (void)state;
    for (unsigned k = 0; k < sizeof width / sizeof width[0]; k++) {
        begin(NULL);
        stamp_turns(width[k], (UINT64_C(1) << width[k]) - 2000, TURNS);
        look(&i, &o);
        assert_true(i.search.clear);
        assert_int_equal(i.search.open & HTR_SEARCH_TS_WIDTH, 0);
        assert_int_equal(i.search.found[0].cfg.timestamp_bits, width[k]);
        (void)snprintf(text, sizeof text, "ts_width=%u", width[k]);
        assert_true(has_option(&i, "--param", text));
        assert_int_equal(i.facts.wrap, 0); /* and no ring buffer */
        assert_int_equal(i.verdict.advices, 0);
        expect_decoded(&i, TURNS);
    }
}

/* No code is needed for it. */
static void a_width_is_seen_in_messages_alone(void **state)
{
    static struct htr_search_options found;
    struct htr_host h = host;
    struct htr_trace_options o = {.path = trace};
    bool seen = false;
    (void)state;
    stamp_turns(20, (1 << 20) - 2000, TURNS);
    write_file(trace, bytes, size);
    assert_int_equal(htr_search_trace(&found, &h, &o, false), HTR_OK);
    for (unsigned k = 0; k < o.params.n; k++) {
        seen = seen || strcmp(o.params.item[k], "ts_width=20") == 0;
    }
    assert_true(seen);
    o = (struct htr_trace_options){.path = trace, .params = {.item = {"ts_width=40"}, .n = 1}};
    assert_int_equal(htr_search_trace(&found, &h, &o, false), HTR_OK);
    assert_int_equal(o.params.n, 1); /* what the user gives is kept */
}

static void without_a_wrap_the_width_is_open(void **state)
{
    static struct htr_info i;
    const struct htr_trace_options o = {.path = trace, .code.pcinfo = list};
    (void)state;
    stamp_turns(40, 5000, TURNS);
    look(&i, &o);
    assert_true(i.search.clear);
    assert_int_not_equal(i.search.open & HTR_SEARCH_TS_WIDTH, 0);
    assert_int_equal(i.search.found[0].cfg.timestamp_bits, 40);
    begin(NULL);
    stamp_turns(64, UINT64_C(1) << 50, TURNS); /* more than the usual 40 bits */
    look(&i, &o);
    assert_int_equal(i.search.found[0].cfg.timestamp_bits, 64);
    assert_true(has_option(&i, "--param", "ts_width=64"));
}

/* A counter that was reset, and a real ring buffer: times go back by what no width explains. */
static void a_time_that_goes_back_is_no_wrap(void **state)
{
    static struct htr_info i;
    const struct htr_trace_options o = {.path = trace, .code.pcinfo = list};
    (void)state;
    stamp_turns(40, 700000, TURNS);
    stamp_turns(40, 300000, TURNS);
    look(&i, &o);
    assert_int_not_equal(i.search.open & HTR_SEARCH_TS_WIDTH, 0);
    assert_int_equal(i.search.found[0].cfg.timestamp_bits, 40);
    assert_int_not_equal(i.facts.wrap, 0);
}

/* A difference in a damaged message is missing in the sum; without it no time goes back. */
static void damage_is_no_wrap(void **state)
{
    const uint8_t damaged[] = {NEXUS_INDIRECT_BRANCH << 2, 3, 3};
    (void)state;
    stamp_turns(40, 2040 - 400, 4);
    memcpy(bytes + size, damaged, sizeof damaged);
    size += sizeof damaged;
    stamp_turns(40, 2, 4); /* as a counter of 11 bits that wraps */
    const struct htr_guess_input in = {bytes, size, &made, NULL};
    bool wraps;
    made.timestamp_bits = 40;
    assert_int_equal(htr_search_ts_width(&in, &made, &wraps), 0);
    assert_false(wraps);
}

/* ---- frames ---- */

/* Frames of a formatter: an ID in byte 0, then 14 bytes of data; the least bit of an even one is in
 * byte 15. */
static void frame(void)
{
    static uint8_t out[2 * sizeof bytes];
    size_t n = 0;
    for (size_t at = 0; at < size; at += 14) {
        uint8_t *f = out + n;
        memset(f, 0, 16);
        f[0] = (uint8_t)(ATB_ID << 1 | 1);
        for (unsigned k = 1; k < 15; k++) {
            const uint8_t b = at + k - 1 < size ? bytes[at + k - 1] : 0xFF;
            f[k] = k % 2 == 0 ? (uint8_t)(b & 0xFE) : b;
            f[15] |= k % 2 == 0 ? (uint8_t)((b & 1) << k / 2) : 0;
        }
        n += 16;
    }
    memcpy(bytes, out, n);
    size = n;
}

static void frames_are_refused_by_name(void **state)
{
    static struct htr_search_options found;
    struct htr_host h = host;
    struct htr_trace_options o = {.path = trace, .code.pcinfo = list};
    (void)state;
    add_sync(NEXUS_SYNC_TRACE_ENABLE, 0, 0x100, 0);
    for (unsigned k = 0; k < TURNS; k++) {
        add_indirect(TURN, 0, 0);
    }
    frame();
    write_file(trace, bytes, size);
    assert_int_equal(htr_search_trace(&found, &h, &o, false), HTR_ERR_MISSING);
    assert_non_null(strstr(said, "CoreSight formatter with N-Trace for ATB ID 21"));
    begin(NULL);
    for (unsigned k = 0; k < 64; k++) {
        bytes[k] = (uint8_t)(k * 37 + 0x80);
    }
    write_file(trace, bytes, 64);
    assert_int_equal(htr_search_trace(&found, &h, &o, false), HTR_ERR_MISSING);
    assert_null(strstr(said, "CoreSight"));
}

static void every_setting_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(htr_search_setting_name(HTR_SEARCH_DEPTH), "return_depth");
    assert_string_equal(htr_search_setting_name(HTR_SEARCH_TS_WIDTH), "ts_width");
    for (unsigned bit = 1; bit <= HTR_SEARCH_ALL; bit <<= 1) {
        assert_string_not_equal(htr_search_setting_name(bit), "unknown setting");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_deep_return_stack_is_found, begin),
        cmocka_unit_test_setup(the_usual_depth_is_left, begin),
        cmocka_unit_test_setup(a_width_is_seen_where_times_wrap, begin),
        cmocka_unit_test_setup(a_width_is_seen_in_messages_alone, begin),
        cmocka_unit_test_setup(without_a_wrap_the_width_is_open, begin),
        cmocka_unit_test_setup(a_time_that_goes_back_is_no_wrap, begin),
        cmocka_unit_test_setup(damage_is_no_wrap, begin),
        cmocka_unit_test_setup(frames_are_refused_by_name, begin),
        cmocka_unit_test(every_setting_has_a_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
