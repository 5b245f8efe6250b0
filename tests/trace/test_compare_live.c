/* SPDX-License-Identifier: Apache-2.0 */
/* A trace that is compared while it comes: the same verdicts as with all of it at once, on random
 * programs, cut anywhere, with and without lost messages; and what was compared leaves the log. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_compare_live.h"
#include "trace_maker.h"

enum {
    CHUNK = 64, /* PCs of a chunk of the log */
    SEEDS = 60,
};

static struct htr_host host;
static struct trace_maker maker;
static struct tm_bytes bytes;

/* What is compared. */
static struct {
    struct htr_pc_log log;
    struct nexus_decoder decoder;
    struct htr_compare_live live;
    size_t used;    /* bytes */
    unsigned added; /* PCs of the maker in the log */
} now;

static void begin(uint64_t seed, bool lossy, size_t piece)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    bytes.n = 0;
    tm_init(&maker, &cfg, 0, seed, &bytes);
    maker.htm = seed % 2 != 0;
    maker.quiet = true;
    memset(&now, 0, sizeof now);
    now.log.chunk_pcs = CHUNK;
    assert_int_equal(nexus_decoder_init(&now.decoder, &cfg, &maker.code, NULL, 0), NEXUS_OK);
    const struct htr_compare_live_cfg live = {
        .host = &host, .decoder = &now.decoder, .log = &now.log, .lossy = lossy, .piece = piece};
    assert_int_equal(htr_compare_live_begin(&now.live, &live), HTR_OK);
}

static void finish(void)
{
    htr_compare_live_free(&now.live);
    htr_pc_log_free(&now.log);
}

static void add(uint64_t pc)
{
    assert_true(htr_pc_log_add(&now.log, pc));
}

static void add_all(void)
{
    while (now.added < maker.npcs) {
        add(maker.pc[now.added++]);
    }
}

/* The bytes before `end` are there. */
static void feed(size_t end, bool more)
{
    nexus_decoder_refill(&now.decoder, bytes.byte + now.used, end - now.used, more);
    if (more) {
        htr_compare_live_go(&now.live);
        now.used += now.decoder.msgs.pos;
    }
}

/* The messages of some steps are lost: instead of them there is an Error message, as N-Trace has it
 * (ECODE 4 stands for program trace). What comes then waits for a synchronizing message. */
static void lose(uint64_t *random)
{
    const size_t n = bytes.n;
    struct nexus_msg m;
    for (uint64_t i = 1 + tm_random(random, 20); i > 0; i--) {
        tm_step(&maker);
    }
    nexus_msg_start(&m, NEXUS_ERROR, 0);
    nexus_msg_set(&m, NEXUS_F_ETYPE, 0);
    nexus_msg_set(&m, NEXUS_F_ECODE, 4);
    const int length = nexus_msg_encode(&maker.cfg, &m, bytes.byte + n, TM_BYTES - n);
    assert_true(length > 0);
    bytes.n = n + (size_t)length;
}

static void step(bool lossy, uint64_t *random)
{
    if (lossy && tm_random(random, 60) == 0) {
        lose(random);
    } else {
        tm_step(&maker);
    }
}

/* Execute, and compare what has come so far, to any byte. */
static void run(unsigned steps, bool lossy, uint64_t *random)
{
    for (unsigned i = 0; i < steps; i++) {
        step(lossy, random);
        add_all();
        if (tm_random(random, 4) == 0) {
            feed(now.used + tm_random(random, bytes.n - now.used + 1), true);
        }
    }
    tm_finish(&maker);
    feed(bytes.n, true);
    feed(bytes.n, false);
}

/* The same with all bytes at once, against `log`. */
static int at_once(struct htr_pc_log *log, bool lossy, struct htr_compare_result *result)
{
    struct nexus_decoder d;
    struct htr_tree tree;
    struct nexus_stream_cfg cfg = now.decoder.flow.cfg;
    struct htr_gap_meter gaps;
    struct htr_pcs list;
    htr_pcs_open_log(&list, &host, log);
    assert_int_equal(nexus_decoder_init(&d, &cfg, &maker.code, bytes.byte, bytes.n), NEXUS_OK);
    int32_t decoder = htr_tree_single(&tree, &host, &d, NULL, NULL);
    int v = lossy ? htr_compare_pieces(&tree, decoder, &list, HTR_COMPARE_FROM_START, result, &gaps)
                  : htr_compare_whole(&tree, decoder, &list, result);
    htr_tree_close(&tree);
    htr_pcs_close(&list);
    return v;
}

static void all_of_a_whole_trace_is_equal(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t random = seed;
        begin(seed, false, 0);
        run(600, false, &random);
        assert_true(maker.npcs > 1000);
        assert_int_equal(htr_compare_live_end(&now.live, false), HTR_COMPARE_EQUAL);
        assert_int_equal(now.live.result.instructions, maker.npcs);
        assert_int_equal(now.live.result.messages, maker.messages);
        /* What is left of the log: nothing but the chunk that it ends in. */
        assert_in_range(now.log.count - now.log.first, 0, CHUNK);
        finish();
    }
}

static void lost_messages_are_holes(void **state)
{
    static const size_t pieces[] = {1, 2, 5, 20, 0};
    unsigned holes = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t random = seed;
        struct htr_compare_result want;
        struct htr_pc_log log = {0};
        begin(seed, true, pieces[seed % 5]);
        run(1200, true, &random);
        for (unsigned i = 0; i < maker.npcs; i++) {
            assert_true(htr_pc_log_add(&log, maker.pc[i]));
        }
        assert_int_equal(at_once(&log, true, &want), HTR_COMPARE_EQUAL);
        assert_int_equal(htr_compare_live_end(&now.live, true), HTR_COMPARE_EQUAL);
        assert_int_equal(now.live.result.instructions, want.instructions);
        assert_true(want.instructions <= maker.npcs);
        holes += (unsigned)now.live.gaps.lost;
        htr_pc_log_free(&log);
        finish();
    }
    assert_true(holes > 100);
}

/* Does a message in the bytes from `from` on synchronize? */
static bool synchronizes(size_t from)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    assert_int_equal(nexus_msg_decoder_init(&d, &maker.cfg, bytes.byte + from, bytes.n - from),
                     NEXUS_OK);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        if (nexus_tcode_is_sync(m.tcode)) {
            return true;
        }
    }
    return false;
}

/* The messages of the beginning are lost, up to a synchronizing one that is not the first: returns
 * the number of PCs before it. Three times as many PCs or more come after it. */
static unsigned lose_beginning(uint64_t *random)
{
    size_t n;
    lose(random);
    do {
        n = bytes.n;
        tm_step(&maker);
    } while (!synchronizes(n));
    const unsigned lost = maker.npcs;
    while (maker.npcs <= 4 * lost) {
        tm_step(&maker);
    }
    tm_finish(&maker);
    return lost;
}

/* The verdict of both, the PCs executed in `log`, number `wrong` changed. */
static int both(struct htr_pc_log *log, unsigned wrong, struct htr_compare_result *result)
{
    for (unsigned i = 0; i < maker.npcs; i++) {
        const uint64_t pc = maker.pc[i] ^ (i == wrong ? 0x10000 : 0);
        add(pc);
        assert_true(htr_pc_log_add(log, pc));
    }
    feed(bytes.n, true);
    feed(bytes.n, false);
    const int v = at_once(log, true, result);
    assert_int_equal(htr_compare_live_end(&now.live, true), v);
    if (v == HTR_COMPARE_EQUAL) {
        assert_int_equal(now.live.result.instructions, result->instructions);
    }
    htr_pc_log_free(log);
    finish();
    return v;
}

/* Nothing was decoded when trace is lost: what was lost is not judged, all the rest is. */
static void a_lost_beginning_is_not_judged(void **state)
{
    static const size_t pieces[] = {1, 2, 5, 20, 0};
    (void)state;
    for (uint64_t seed = 1; seed <= 3 * SEEDS; seed++) {
        uint64_t random = seed;
        struct htr_compare_result result;
        struct htr_pc_log log = {0};
        begin(seed, true, pieces[seed % 5]);
        const unsigned lost = lose_beginning(&random), left = maker.npcs - lost;
        switch (seed % 3) {
        case 0: /* all as executed */
            assert_int_equal(both(&log, UINT_MAX, &result), HTR_COMPARE_EQUAL);
            assert_int_equal(result.instructions, left);
            break;
        case 1: /* a wrong PC among the lost ones */
            assert_int_equal(both(&log, (unsigned)tm_random(&random, lost), &result),
                             HTR_COMPARE_EQUAL);
            assert_int_equal(result.instructions, left);
            break;
        default: /* wherever what is left could lie, there is this wrong PC */
            assert_int_equal(both(&log, lost + (unsigned)tm_random(&random, left - lost), &result),
                             HTR_COMPARE_DIFFERENT);
            break;
        }
    }
}

/* Nothing was lost before the first piece: it is the beginning, and nowhere else. */
static void a_beginning_that_is_there_must_be_first(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t random = seed;
        struct htr_compare_result result;
        struct htr_pc_log log = {0};
        begin(seed, true, 0);
        add(0x4242);
        assert_true(htr_pc_log_add(&log, 0x4242));
        while (maker.npcs < 200) {
            tm_step(&maker);
        }
        lose(&random);
        while (maker.npcs < 1000) {
            tm_step(&maker);
        }
        tm_finish(&maker);
        assert_int_equal(both(&log, UINT_MAX, &result), HTR_COMPARE_DIFFERENT);
    }
}

/* An encoder that says it lost nothing has no holes. */
static void a_hole_that_must_not_be_is_a_difference(void **state)
{
    (void)state;
    uint64_t random = 1;
    begin(3, true, 0);
    run(1200, true, &random);
    assert_true(now.live.gaps.lost > 0);
    assert_int_equal(htr_compare_live_end(&now.live, false), HTR_COMPARE_DIFFERENT);
    assert_non_null(strstr(now.live.result.difference.what, "got: trace was lost"));
    finish();
}

static void a_wrong_pc_is_found_where_it_is(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t random = seed;
        struct htr_compare_result want;
        struct htr_pc_log log = {0};
        begin(seed, false, 0);
        for (unsigned i = 0; i < 600; i++) {
            tm_step(&maker);
        }
        tm_finish(&maker);
        const unsigned wrong = (unsigned)tm_random(&random, maker.npcs);
        for (unsigned i = 0; i < maker.npcs; i++) {
            const uint64_t pc = maker.pc[i] ^ (i == wrong ? 0x10000 : 0);
            add(pc);
            assert_true(htr_pc_log_add(&log, pc));
        }
        while (now.used + 40 < bytes.n && now.live.verdict == HTR_COMPARE_EQUAL) {
            feed(now.used + 40, true);
        }
        feed(bytes.n, false);
        assert_int_equal(htr_compare_live_end(&now.live, false), HTR_COMPARE_DIFFERENT);
        const struct htr_difference *d = &now.live.result.difference;
        assert_int_equal(d->instruction, wrong + 1);
        assert_int_equal(d->expected, maker.pc[wrong] ^ 0x10000);
        assert_int_equal(d->got, maker.pc[wrong]);
        assert_int_equal(at_once(&log, false, &want), HTR_COMPARE_DIFFERENT);
        assert_string_equal(d->what, want.difference.what);
        assert_int_equal(d->msg, want.difference.msg);
        assert_int_equal(d->offset, want.difference.offset);
        htr_pc_log_free(&log);
        finish();
    }
}

/* The execution goes on without trace, or the trace without execution. */
static void an_end_that_comes_too_early_is_found(void **state)
{
    (void)state;
    for (int more = -1; more <= 1; more += 2) {
        begin(5, false, 0);
        for (unsigned i = 0; i < 300; i++) {
            tm_step(&maker);
        }
        tm_finish(&maker);
        for (unsigned i = 0; i < maker.npcs - (more < 0); i++) {
            add(maker.pc[i]);
        }
        if (more > 0) {
            add(0x4242);
        }
        feed(bytes.n, true);
        feed(bytes.n, false);
        assert_int_equal(htr_compare_live_end(&now.live, false), HTR_COMPARE_DIFFERENT);
        assert_non_null(
            strstr(now.live.result.difference.what,
                   more > 0 ? "; the PC list continues with 0x4242" : "; the PC list ends after "));
        assert_int_equal(now.live.result.difference.instruction, maker.npcs + (more > 0));
        finish();
    }
}

/* A PC that is missing or wrong somewhere in the execution of a trace with holes: found, unless it
 * lies in a hole. With the whole list there, the verdict is that of compare_pieces. */
static void a_wrong_execution_of_pieces_is_found(void **state)
{
    static const size_t pieces[] = {1, 2, 5, 20, 0};
    unsigned found = 0, missed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 4 * SEEDS; seed++) {
        uint64_t random = seed;
        struct htr_compare_result want;
        struct htr_pc_log log = {0};
        begin(seed, true, pieces[seed % 5]);
        for (unsigned i = 0; i < 400; i++) {
            step(true, &random);
        }
        tm_finish(&maker);
        const unsigned wrong = (unsigned)tm_random(&random, maker.npcs);
        for (unsigned i = 0; i < maker.npcs; i++) {
            if (i != wrong || seed % 3 != 0) {
                const uint64_t pc = maker.pc[i] ^ (i == wrong ? 0x10000 : 0);
                add(pc);
                assert_true(htr_pc_log_add(&log, pc));
            }
        }
        feed(bytes.n, true);
        feed(bytes.n, false);
        const int v = at_once(&log, true, &want);
        assert_int_equal(htr_compare_live_end(&now.live, true), v);
        found += v == HTR_COMPARE_DIFFERENT;
        missed += v == HTR_COMPARE_EQUAL;
        htr_pc_log_free(&log);
        finish();
    }
    assert_true(found > 50);
    assert_true(missed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_a_whole_trace_is_equal),
        cmocka_unit_test(lost_messages_are_holes),
        cmocka_unit_test(a_lost_beginning_is_not_judged),
        cmocka_unit_test(a_beginning_that_is_there_must_be_first),
        cmocka_unit_test(a_hole_that_must_not_be_is_a_difference),
        cmocka_unit_test(a_wrong_pc_is_found_where_it_is),
        cmocka_unit_test(an_end_that_comes_too_early_is_found),
        cmocka_unit_test(a_wrong_execution_of_pieces_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
