/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing a trace with a list (htr_compare.h): what the results hold, on random programs whose
 * executed PCs are known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_compare.h"
#include "trace_maker.h"

enum {
    SEEDS = 20,
    STEPS = 400,
    WRONG = 0x10000, /* added to a PC: outside of the program */
};

static struct trace_maker maker;
static struct tm_bytes bytes;
static struct htr_host host;
static struct nexus_decoder decoder;
static struct htr_tree tree;
static int32_t branch;
static struct htr_pc_log executed;
static struct htr_pcs list;

static void make(uint64_t seed)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    bytes.n = 0;
    tm_init(&maker, &cfg, 0, seed, &bytes);
    maker.htm = seed % 2 != 0;
    maker.quiet = true;
    for (unsigned i = 0; i < STEPS; i++) {
        tm_step(&maker);
    }
    tm_finish(&maker);
    host = (struct htr_host){0};
    executed = (struct htr_pc_log){0};
}

static void add(uint64_t pc)
{
    assert_true(htr_pc_log_add(&executed, pc));
}

/* PCs number from to `to` (not with it) were executed, and the bytes are to be decoded. */
static void add_from(unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        add(maker.pc[i]);
    }
}

static void ready(void)
{
    assert_int_equal(nexus_decoder_init(&decoder, &maker.cfg, &maker.code, bytes.byte, bytes.n),
                     NEXUS_OK);
    htr_tree_close(&tree); /* of a comparison before */
    branch = htr_tree_single(&tree, &host, &decoder, NULL, NULL);
    assert_true(branch >= 0);
    htr_pcs_open_log(&list, &host, &executed);
}

static void done(void)
{
    htr_tree_close(&tree);
    htr_pcs_close(&list);
    htr_pc_log_free(&executed);
    assert_int_equal(host.last.status, HTR_OK);
}

/* ---- whole ---- */

static void all_of_it_is_equal(void **state)
{
    struct htr_compare_result r;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        make(seed);
        add_from(0, maker.npcs);
        ready();
        assert_int_equal(htr_compare_whole(&tree, branch, &list, &r), HTR_COMPARE_EQUAL);
        assert_int_equal(r.instructions, maker.npcs);
        assert_int_equal(r.messages, maker.messages);
        done();
    }
}

/* Elements pass the tree while they are compared: who looks on sees them all. */
static void count(void *ctx, const struct htr_seen *seen)
{
    uint64_t *instructions = ctx;
    *instructions += seen->elem->type == FLOW_ELEM_RANGE ? seen->elem->count : 0;
}

static void a_monitor_sees_what_is_compared(void **state)
{
    struct htr_compare_result r;
    uint64_t seen = 0;
    (void)state;
    make(1);
    add_from(0, maker.npcs);
    ready();
    const int32_t monitor = htr_tree_monitor(&tree, "count", count, &seen);
    assert_int_equal(htr_tree_attach(&tree, branch, monitor, 0), HTR_OK);
    assert_int_equal(htr_tree_begin(&tree), HTR_OK);
    assert_int_equal(htr_compare_whole(&tree, branch, &list, &r), HTR_COMPARE_EQUAL);
    assert_int_equal(seen, maker.npcs);
    done();
}

static void what_cannot_be_pulled_is_refused(void **state)
{
    struct htr_compare_result r;
    struct htr_compare_parts_result parts;
    const struct htr_compare_parts_cfg cfg = {.limit = 1};
    struct htr_gap_meter gaps;
    uint64_t n;
    (void)state;
    make(1);
    ready();
    for (int32_t wrong = branch - 1; wrong <= branch + 1; wrong += 2) { /* the packets, nothing */
        assert_int_equal(htr_compare_whole(&tree, wrong, &list, &r), HTR_ERR_ARG);
        assert_int_equal(htr_compare_section(&tree, wrong, &list, 1, &r), HTR_ERR_ARG);
        assert_int_equal(htr_compare_pieces(&tree, wrong, &list, HTR_COMPARE_ANYWHERE, &r, &gaps),
                         HTR_ERR_ARG);
        assert_int_equal(htr_compare_parts(&tree, wrong, &list, &cfg, &parts), HTR_ERR_ARG);
        htr_compare_parts_free(&parts);
        assert_false(htr_compare_measure(&tree, wrong, &n));
        assert_int_equal(host.last.status, HTR_ERR_ARG);
    }
    host.last.status = HTR_OK;
    done();
}

static void a_wrong_pc_has_its_place(void **state)
{
    struct htr_compare_result r;
    char text[HTR_DIFFERENCE_TEXT], want[HTR_DIFFERENCE_TEXT];
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t random = seed;
        make(seed);
        const unsigned wrong = (unsigned)tm_random(&random, maker.npcs);
        add_from(0, wrong);
        add(maker.pc[wrong] + WRONG);
        add_from(wrong + 1, maker.npcs);
        ready();
        assert_int_equal(htr_compare_whole(&tree, branch, &list, &r), HTR_COMPARE_DIFFERENT);
        const struct htr_difference *d = &r.difference;
        assert_int_equal(r.instructions, wrong);
        assert_int_equal(d->kind, HTR_DIFFERS_AT);
        assert_int_equal(d->instruction, wrong + 1);
        assert_true(d->has_expected && d->has_got);
        assert_int_equal(d->expected, maker.pc[wrong] + WRONG);
        assert_int_equal(d->got, maker.pc[wrong]);
        snprintf(want, sizeof want,
                 "differs at instruction %u: message %llu at offset %llu: expected 0x%llx, got "
                 "0x%llx",
                 wrong + 1, (unsigned long long)d->msg, (unsigned long long)d->offset,
                 (unsigned long long)maker.pc[wrong] + WRONG, (unsigned long long)maker.pc[wrong]);
        assert_string_equal(htr_difference_text(d, text), want);
        done();
    }
}

static void an_end_too_early(void **state)
{
    struct htr_compare_result r;
    (void)state;
    for (int more = -1; more <= 1; more += 2) {
        make(3);
        add_from(0, maker.npcs - (more < 0));
        if (more > 0) {
            add(0x4242);
        }
        ready();
        assert_int_equal(htr_compare_whole(&tree, branch, &list, &r), HTR_COMPARE_DIFFERENT);
        assert_int_equal(r.difference.instruction, maker.npcs + (more > 0));
        assert_int_equal(r.difference.has_expected, more > 0);
        assert_int_equal(r.difference.has_got, more < 0);
        assert_int_equal(more > 0 ? r.difference.expected : r.difference.got,
                         more > 0 ? 0x4242 : maker.pc[maker.npcs - 1]);
        done();
    }
}

/* ---- a section ---- */

static void a_section_is_counted_and_compared(void **state)
{
    struct htr_compare_result r;
    uint64_t n = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t random = seed;
        make(seed);
        const unsigned wrong = (unsigned)tm_random(&random, maker.npcs);
        for (int change = 0; change < 2; change++) {
            add_from(0, maker.npcs);
            ready();
            assert_true(htr_compare_measure(&tree, branch, &n));
            assert_int_equal(n, maker.npcs);
            htr_pcs_close(&list);
            htr_pc_log_free(&executed);
            executed = (struct htr_pc_log){0};
            add_from(0, wrong);
            add(maker.pc[wrong] + (change ? WRONG : 0));
            add_from(wrong + 1, maker.npcs);
            add(0x4242); /* the execution goes on */
            ready();
            assert_int_equal(htr_compare_section(&tree, branch, &list, 1000, &r),
                             change ? HTR_COMPARE_DIFFERENT : HTR_COMPARE_EQUAL);
            assert_int_equal(r.instructions, change ? wrong : maker.npcs);
            if (change) {
                assert_int_equal(r.difference.instruction, 1000 + wrong);
                assert_int_equal(r.difference.expected, maker.pc[wrong] + WRONG);
            }
            done();
            executed = (struct htr_pc_log){0};
        }
    }
}

/* ---- pieces ---- */

static void a_piece_that_is_nowhere(void **state)
{
    struct htr_compare_result r;
    struct htr_gap_meter gaps;
    char text[HTR_DIFFERENCE_TEXT];
    (void)state;
    make(4);
    add(0x4242);
    add_from(0, maker.npcs);
    add(0x4242);
    ready();
    assert_int_equal(htr_compare_pieces(&tree, branch, &list, HTR_COMPARE_ANYWHERE, &r, &gaps),
                     HTR_COMPARE_EQUAL);
    assert_int_equal(r.instructions, maker.npcs);
    htr_pcs_close(&list);
    ready();
    assert_int_equal(htr_compare_pieces(&tree, branch, &list, HTR_COMPARE_FROM_START, &r, &gaps),
                     HTR_COMPARE_DIFFERENT);
    assert_int_equal(r.difference.kind, HTR_DIFFERS_PIECE);
    assert_int_equal(r.difference.instruction, 0);
    assert_int_equal(r.difference.got, maker.pc[0]);
    assert_int_equal(strncmp(htr_difference_text(&r.difference, text), "differs: the ", 13), 0);
    done();
}

static void bytes_that_are_no_message(void **state)
{
    static const uint8_t broken[] = {0x02, 0x02, 0x02}; /* MSEO 10 is reserved */
    struct htr_compare_result r;
    struct htr_gap_meter gaps;
    char text[HTR_DIFFERENCE_TEXT];
    (void)state;
    make(4);
    add_from(0, maker.npcs);
    memcpy(bytes.byte, broken, sizeof broken);
    ready();
    assert_int_equal(htr_compare_pieces(&tree, branch, &list, HTR_COMPARE_ANYWHERE, &r, &gaps),
                     HTR_COMPARE_DIFFERENT);
    assert_int_equal(r.difference.kind, HTR_DIFFERS_BROKEN);
    assert_int_equal(r.difference.msg, 0);
    assert_int_equal(
        strncmp(htr_difference_text(&r.difference, text), "message 0 at offset 0: ", 23), 0);
    done();
}

/* ---- parts ---- */

/* PCs that are wrong, far from each other: each is a difference, and what is between them is equal.
 */
static void every_wrong_pc_is_reported_up_to_the_limit(void **state)
{
    struct htr_compare_parts_result r;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (unsigned limit = 1; limit <= 4; limit++) {
            const struct htr_compare_parts_cfg cfg = {.limit = limit, .spans = true};
            uint64_t in_spans = 0;
            make(seed);
            const unsigned apart = maker.npcs / 4;
            assert_true(apart > 100);
            for (unsigned i = 0; i < maker.npcs; i++) {
                const bool wrong = i % apart == apart / 2 && i / apart < 3;
                add(maker.pc[i] + (wrong ? WRONG : 0));
            }
            ready();
            assert_int_equal(htr_compare_parts(&tree, branch, &list, &cfg, &r),
                             HTR_COMPARE_DIFFERENT);
            assert_int_equal(r.differences, limit < 3 ? limit : 3);
            for (unsigned i = 0; i < r.differences; i++) {
                const unsigned at = i * apart + apart / 2;
                assert_int_equal(r.difference[i].instruction, at + 1);
                assert_int_equal(r.difference[i].got, maker.pc[at]);
            }
            for (size_t i = 0; i < r.spans; i++) {
                const struct htr_compare_span *s = &r.span[i];
                assert_int_equal(s->decoded, s->listed);
                assert_int_equal(s->decoded, in_spans + i);
                in_spans += s->n;
            }
            assert_int_equal(in_spans, r.sum.instructions);
            assert_int_equal(r.listed, maker.npcs);
            if (limit > 3) {
                assert_int_equal(r.sum.instructions, maker.npcs - 3);
                assert_int_equal(r.spans, 4);
            }
            htr_compare_parts_free(&r);
            assert_null(r.difference);
            done();
        }
    }
}

static void a_limit_that_cannot_be(void **state)
{
    static const unsigned limits[] = {0, HTR_COMPARE_LIMIT + 1};
    struct htr_compare_parts_result r;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const struct htr_compare_parts_cfg cfg = {.limit = limits[i]};
        make(1);
        add_from(0, maker.npcs);
        ready();
        assert_int_equal(htr_compare_parts(&tree, branch, &list, &cfg, &r), HTR_ERR_ARG);
        assert_int_equal(host.last.status, HTR_ERR_ARG);
        host.last.status = HTR_OK;
        htr_compare_parts_free(&r);
        done();
    }
}

/* ---- settings ---- */

/* TCI 1.0, trTsMode: 1 External, 2 Internal System, 3 Internal Core, 4 Shared, 5 to 7 the
 * vendor's; trTsPrescale divides by 4 to its power. */
static void times_count_what_the_mode_says(void **state)
{
    static const struct {
        const char *mode;
        enum htr_compare_clock clock;
    } modes[] = {
        {"trTsMode=0", HTR_COMPARE_CLOCK_UNKNOWN}, {"trTsMode=1", HTR_COMPARE_CLOCK_TIME},
        {"trTsMode=2", HTR_COMPARE_CLOCK_SYSTEM},  {"trTsMode=3", HTR_COMPARE_CLOCK_CYCLES},
        {"trTsMode=4", HTR_COMPARE_CLOCK_SYSTEM},  {"trTsMode=5", HTR_COMPARE_CLOCK_UNKNOWN},
    };
    static struct htr_settings te;
    struct htr_compare_strict_cfg cfg;
    struct nexus_stream_cfg stream;
    (void)state;
    nexus_cfg_init(&stream);
    stream.timestamp_bits = 40;
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        htr_settings_init(&te);
        assert_int_equal(htr_settings_field(&te, &host, modes[i].mode), HTR_OK);
        assert_int_equal(htr_settings_field(&te, &host, "trTsPrescale=2"), HTR_OK);
        htr_compare_strict_take(&cfg, &te, &stream);
        assert_int_equal(cfg.clock, modes[i].clock);
        assert_int_equal(cfg.shift, 4);
        assert_int_equal(cfg.timestamp_bits, 40);
        assert_false(cfg.contexts || cfg.held_back || cfg.parts || cfg.early);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it_is_equal),
        cmocka_unit_test(a_monitor_sees_what_is_compared),
        cmocka_unit_test(what_cannot_be_pulled_is_refused),
        cmocka_unit_test(a_wrong_pc_has_its_place),
        cmocka_unit_test(an_end_too_early),
        cmocka_unit_test(a_section_is_counted_and_compared),
        cmocka_unit_test(a_piece_that_is_nowhere),
        cmocka_unit_test(bytes_that_are_no_message),
        cmocka_unit_test(every_wrong_pc_is_reported_up_to_the_limit),
        cmocka_unit_test(a_limit_that_cannot_be),
        cmocka_unit_test(times_count_what_the_mode_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
