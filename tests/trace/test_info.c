/* SPDX-License-Identifier: Apache-2.0 */
/* What a file is (htr_info.h), and the guess of settings (htr_guess.h): evidence, what code shows
 * apart, the settings that follow, and the status of each thing that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_guess.h"
#include "htr/htr_info.h"

enum {
    WIDTH = 4,
    SOURCE = 3,
    TURNS = 60,
};

/* Two instructions: linear, and the indirect jump at 0x104 that goes to itself. */
static const char code_list[] = "0x100,L4\n0x104,JI2\n";

static char trace[256], list[300];

/* A trace of that code with SRC of WIDTH bits. */
static uint8_t bytes[2048];
static size_t size;

static void add(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m)
{
    int n = nexus_msg_encode(cfg, m, bytes + size, sizeof bytes - size);
    assert_true(n > 0);
    size += (size_t)n;
}

static void make_trace(void)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg m;
    nexus_cfg_init(&cfg);
    cfg.src_bits = WIDTH;
    size = 0;
    nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, SOURCE);
    nexus_msg_set(&m, NEXUS_F_SYNC, NEXUS_SYNC_TRACE_ENABLE);
    nexus_msg_set(&m, NEXUS_F_ICNT, 0);
    nexus_msg_set(&m, NEXUS_F_ADDR, 0x100 >> 1);
    add(&cfg, &m);
    for (unsigned i = 0; i < TURNS; i++) {
        nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH, SOURCE);
        nexus_msg_set(&m, NEXUS_F_BTYPE, NEXUS_BTYPE_INDIRECT);
        nexus_msg_set(&m, NEXUS_F_ICNT, i == 0 ? 3 : 1);
        nexus_msg_set(&m, NEXUS_F_ADDR, i == 0 ? (0x100 ^ 0x104) >> 1 : 0);
        add(&cfg, &m);
    }
}

static void write_file(const char *path, const void *data, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
    const char *dir = getenv("TMPDIR");
    (void)state;
    snprintf(trace, sizeof trace, "%s/hartrace-info-%ld.nex", dir != NULL ? dir : "/tmp",
             (long)getpid());
    snprintf(list, sizeof list, "%s.pcinfo", trace);
    make_trace();
    write_file(list, code_list, sizeof code_list - 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(trace);
    (void)remove(list);
    return 0;
}

/* ---- the guess ---- */

static void nothing_tells_nothing(void **state)
{
    struct htr_guess g;
    (void)state;
    htr_guess_messages(&g, &(struct htr_guess_input){.bytes = bytes, .size = 0});
    assert_false(g.confident);
    assert_false(g.decoded);
    assert_int_equal(g.n, NEXUS_MAX_SRC_BITS + 1);
    for (unsigned i = 0; i < g.n; i++) {
        assert_true(g.candidate[i].possible);
    }
}

/* A message cut in its middle is damaged at any width. */
static void damage_is_evidence(void **state)
{
    static const uint8_t cut[] = {NEXUS_INDIRECT_BRANCH << 2, 3, 3};
    struct htr_guess g;
    (void)state;
    htr_guess_messages(&g, &(struct htr_guess_input){.bytes = cut, .size = sizeof cut});
    for (unsigned i = 0; i < g.n; i++) {
        const struct htr_guess_candidate *c = &g.candidate[i];
        assert_int_equal(c->evidence[HTR_EVIDENCE_DAMAGE],
                         20 * c->damaged); /* docs/reference/formats.md */
        assert_true(c->damaged > 0);
    }
}

static void jump_of(const struct nexus_stream_cfg *cfg, unsigned source, unsigned n)
{
    struct nexus_msg m;
    for (unsigned i = 0; i < n; i++) {
        nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH, (uint16_t)source);
        nexus_msg_set(&m, NEXUS_F_BTYPE, NEXUS_BTYPE_INDIRECT);
        nexus_msg_set(&m, NEXUS_F_ICNT, 1 + i % 5);
        nexus_msg_set(&m, NEXUS_F_ADDR, 4);
        add(cfg, &m);
    }
}

/* Of the points of the right width, those that are doubtful when source 2 never synchronizes in 100
 * messages, and source 3 does so once in its 5, for this reason; `lost`: a message of source 2 is
 * first. */
static uint64_t doubtful_points(bool lost, uint64_t reason)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg m;
    struct htr_guess g;
    nexus_cfg_init(&cfg);
    cfg.src_bits = WIDTH;
    size = 0;
    jump_of(&cfg, 2, lost ? 1 : 0);
    nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, SOURCE);
    nexus_msg_set(&m, NEXUS_F_SYNC, reason);
    nexus_msg_set(&m, NEXUS_F_ICNT, 0);
    nexus_msg_set(&m, NEXUS_F_ADDR, 0x100 >> 1);
    add(&cfg, &m);
    jump_of(&cfg, SOURCE, 4);
    jump_of(&cfg, 2, lost ? 99 : 100);
    htr_guess_messages(&g, &(struct htr_guess_input){.bytes = bytes, .size = size});
    const unsigned points = reason == NEXUS_SYNC_TRACE_ENABLE ? 8 + 1 : 8; /* 8: of source 2 */
    assert_int_equal(g.candidate[WIDTH].evidence[HTR_EVIDENCE_SYNC], points + 4 * 60);
    return g.candidate[WIDTH].doubtful;
}

/* docs/reference/formats.md, "How info guesses the width of SRC": 4 for each message of source 2,
 * 60 at most; 4 of them are certain, and 4 for each of the 20 messages that source 3 would have
 * repeated. */
static void a_start_that_may_be_lost_is_in_doubt(void **state)
{
    (void)state;
    assert_int_equal(doubtful_points(false, NEXUS_SYNC_TRACE_ENABLE), 0);
    assert_int_equal(doubtful_points(true, NEXUS_SYNC_TRACE_ENABLE), 4 * (60 - 4));
    assert_int_equal(doubtful_points(true, NEXUS_SYNC_PERIODIC), 0);
    make_trace(); /* for the others */
}

static void code_tells_the_width(void **state)
{
    static struct htr_trace t;
    struct htr_host host = {0};
    struct htr_guess g;
    (void)state;
    write_file(trace, bytes, size);
    assert_int_equal(htr_trace_open(&t, &host, &(struct htr_trace_options){.path = trace}), HTR_OK);
    assert_int_equal(htr_guess_trace(&g, &t, &(struct htr_code_choice){.pcinfo = list}), HTR_OK);
    assert_true(g.confident);
    assert_true(g.decoded);
    assert_int_equal(htr_guess_best(&g)->cfg.src_bits, WIDTH);
    assert_int_equal(t.cfg.src_bits, WIDTH);
    for (unsigned i = 0; i < g.n; i++) {
        assert_int_equal(g.candidate[i].possible, i == g.best);
        assert_int_equal(g.candidate[i].cfg.src_bits, i);
    }
    /* Each turn is followed; the sync alone makes no path. */
    const struct htr_guess_input in = {t.bytes.bytes, t.bytes.size, NULL, &t.code.code};
    struct htr_guess_path path = htr_guess_follow(&in, &t.cfg);
    assert_int_equal(path.score, TURNS);
    assert_int_equal(path.errors, 0);
    struct nexus_stream_cfg wrong = t.cfg;
    wrong.src_bits = 0;
    assert_true(htr_guess_follow(&in, &wrong).score < TURNS / 2);
    wrong.src_bits = NEXUS_MAX_SRC_BITS + 1;
    assert_int_equal(htr_guess_follow(&in, &wrong).score, 0);
    const struct htr_guess_input no_code = {t.bytes.bytes, t.bytes.size, NULL, NULL};
    assert_int_equal(htr_guess_follow(&no_code, &t.cfg).score, 0);
    htr_trace_close(&t);
}

static void code_that_is_not_there_is_a_status(void **state)
{
    static struct htr_trace t;
    struct htr_host host = {0};
    struct htr_guess g;
    (void)state;
    write_file(trace, bytes, size);
    assert_int_equal(htr_trace_open(&t, &host, &(struct htr_trace_options){.path = trace}), HTR_OK);
    assert_int_equal(htr_guess_trace(&g, &t, &(struct htr_code_choice){.elf = "/nonexistent.elf"}),
                     HTR_ERR_OPEN);
    assert_int_equal(
        htr_guess_trace(&g, &t, &(struct htr_code_choice){.elf = list, .pcinfo = list}),
        HTR_ERR_CONFLICT);
    htr_trace_close(&t);
}

static void every_kind_of_evidence_has_a_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HTR_EVIDENCE_KINDS; i++) {
        for (unsigned k = 0; k < i; k++) {
            assert_string_not_equal(htr_evidence_name((enum htr_evidence)i),
                                    htr_evidence_name((enum htr_evidence)k));
        }
    }
}

/* ---- settings ---- */

static void settings_are_those_of_the_verdict(void **state)
{
    static struct htr_info i;
    static struct htr_settings s;
    struct htr_host host = {0};
    struct nexus_stream_cfg cfg;
    (void)state;
    i = (struct htr_info){.guess = {.n = 1}};
    i.guess.candidate[0].cfg.src_bits = 5;
    htr_settings_init(&s);
    assert_int_equal(htr_info_settings(&i, &host, &s), HTR_OK);
    htr_settings_stream(&s, &cfg);
    assert_int_equal(cfg.src_bits, 5);
    assert_false(cfg.timestamps);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_1_0);

    i.facts.stamped = 1;
    i.verdict.sifive = true;
    htr_settings_init(&s);
    assert_int_equal(htr_settings_field(&s, &host, "trTeSrcBits=2"), HTR_OK); /* the user knows */
    assert_int_equal(htr_info_settings(&i, &host, &s), HTR_OK);
    htr_settings_stream(&s, &cfg);
    assert_int_equal(cfg.src_bits, 2);
    assert_true(cfg.timestamps);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_SIFIVE_0X);
}

/* ---- files ---- */

static int look(struct htr_info *i, const struct htr_trace_options *o)
{
    struct htr_host host = {0};
    int status = htr_info_of(i, &host, o, NULL, NULL);
    assert_int_equal(host.last.status, status);
    return status;
}

static void a_trace_has_facts_and_a_verdict(void **state)
{
    static struct htr_info i;
    static char json[1 << 14];
    (void)state;
    write_file(trace, bytes, size);
    assert_int_equal(look(&i, &(struct htr_trace_options){.path = trace, .code = {.pcinfo = list}}),
                     HTR_OK);
    assert_int_equal(i.what, HTR_INFO_TRACE);
    assert_int_equal(i.facts.messages, TURNS + 1);
    assert_int_equal(i.facts.damaged, 0);
    assert_int_equal(i.facts.size, size);
    assert_int_equal(i.facts.sources, 1);
    assert_int_equal(i.facts.per_src[SOURCE], TURNS + 1);
    assert_int_equal(i.facts.syncs, 1);
    assert_true(i.verdict.confident);
    assert_int_equal(i.verdict.options, 1);
    assert_string_equal(i.verdict.value[0], "trTeSrcBits=4");
    FILE *out = fmemopen(json, sizeof json - 1, "w");
    assert_non_null(out);
    assert_int_equal(htr_info_json(&i, out), HTR_OK);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(json, "\"kind\": \"trace\""));
    FILE *full = fopen("/dev/full", "w");
    if (full != NULL) {
        assert_int_equal(htr_info_json(&i, full), HTR_ERR_WRITE);
        (void)fclose(full);
    }
}

static void other_files_are_known(void **state)
{
    static struct htr_info i;
    uint8_t noise[4096];
    uint32_t x = 1;
    (void)state;
    assert_int_equal(look(&i, &(struct htr_trace_options){.path = list}), HTR_OK);
    assert_int_equal(i.what, HTR_INFO_FILE);
    assert_int_equal(i.file.kind, HTR_KIND_LIST); /* it could be executed PCs as well */
    assert_int_equal(look(&i, &(struct htr_trace_options){.path = "/"}), HTR_OK);
    assert_int_equal(i.what, HTR_INFO_FOLDER);
    for (size_t k = 0; k < sizeof noise; k++) { /* a linear congruential generator */
        x = x * 1664525 + 1013904223;
        noise[k] = (uint8_t)(x >> 24);
    }
    write_file(trace, noise, sizeof noise);
    assert_int_equal(look(&i, &(struct htr_trace_options){.path = trace}), HTR_OK);
    assert_int_equal(i.what, HTR_INFO_UNKNOWN);
    assert_string_equal(i.like, "");
}

static void what_cannot_be_looked_at_is_a_status(void **state)
{
    static struct htr_info i;
    (void)state;
    assert_int_equal(look(&i, &(struct htr_trace_options){.path = "/nonexistent"}), HTR_ERR_OPEN);
    write_file(trace, "", 0);
    assert_int_equal(look(&i, &(struct htr_trace_options){.path = trace}), HTR_ERR_FORMAT);
    write_file(trace, bytes, size);
    assert_int_equal(
        look(&i, &(struct htr_trace_options){.path = trace, .te = {{"trTeSrcBits=13"}, 1}}),
        HTR_ERR_ARG);
    assert_int_equal(
        look(&i, &(struct htr_trace_options){.path = trace, .code = {.elf = "/nonexistent"}}),
        HTR_ERR_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_tells_nothing),
        cmocka_unit_test(damage_is_evidence),
        cmocka_unit_test(a_start_that_may_be_lost_is_in_doubt),
        cmocka_unit_test(code_tells_the_width),
        cmocka_unit_test(code_that_is_not_there_is_a_status),
        cmocka_unit_test(every_kind_of_evidence_has_a_name),
        cmocka_unit_test(settings_are_those_of_the_verdict),
        cmocka_unit_test(a_trace_has_facts_and_a_verdict),
        cmocka_unit_test(other_files_are_known),
        cmocka_unit_test(what_cannot_be_looked_at_is_a_status),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
