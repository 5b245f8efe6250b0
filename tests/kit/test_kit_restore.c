/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kit for live components leaves them as they were: with read_only nothing is written;
 * otherwise registers are restored, whatever fails in the middle, and nothing counts as held then.
 */
#include "hartrace/rvt_io_readonly.h"
#include "live_rig.h"

/* ---- nothing is written ---- */

static void count_and_hold(const char *name)
{
    struct rvt_io_readonly shield;
    struct rvt_io io;
    rvt_io_readonly_init(&io, &shield, &r.board.io);
    o.io = &io;
    o.read_only = true;
    nothing_is_broken(name, 0);
    assert_int_equal(shield.refused, 0);
    assert_int_equal(sum.writes, 0);
    assert_int_equal(sum.restored, 0);
}

static void read_only_writes_nothing(void **state)
{
    (void)state;
    full_board("three-sinks", 3);
    count_and_hold("in reset");
    assert_int_equal(of_kind(TOPOLOGY_FUNNEL)->state, HTK_COMPONENT_ASLEEP);
    full_board("three-sinks", 3);
    wake_all();
    count_and_hold("active");
    assert_int_equal(of_kind(TOPOLOGY_FUNNEL)->state, HTK_COMPONENT_LOOKED_AT);
    assert_true(of_kind(TOPOLOGY_FUNNEL)->held > 100);
}

static void reading_finds_a_wrong_type(void **state)
{
    static struct bad_component bad;
    (void)state;
    for (unsigned i = 0; i < bad_defect_count; i++) {
        const struct bad_defect *d = &bad_defects[i];
        if (strcmp(d->rule, "TCI-COMP-009") != 0 && strcmp(d->rule, "TCI-MAP-014") != 0) {
            continue;
        }
        full_board("three-sinks", 3);
        wake_all();
        bad_component_init(&bad, &r.board.io, d, base_of(d->kind));
        o.io = &bad.io;
        o.read_only = true;
        struct htk_verdicts *v = hold(HTR_OK);
        assert_int_equal(htk_verdicts_by_id(v, d->rule), HTK_BROKEN);
        assert_int_equal(bad.writes, 0);
        htk_verdicts_free(v);
    }
}

/* ---- registers are restored ---- */

enum {
    WORDS = 0x800 / 4
};

/* All registers, but counters and what reading changes. */
static void snapshot(uint32_t *word)
{
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        const enum topology_kind kind = r.told.component[i].kind;
        for (uint32_t off = 0; off < 0x800; off += 4) {
            const bool time = off >= 0x048 && off <= 0x04C;
            const bool data = kind == TOPOLOGY_RAMSINK && off == 0x040;
            uint32_t value = 0;
            if (!time && !data) {
                expect(rvt_io_read32(&r.board.io, r.told.component[i].block.base + off, &value),
                       RVT_OK);
            }
            word[i * WORDS + off / 4] = value;
        }
    }
}

/* Every register gets a value of its own, disabled. */
static void scatter(void)
{
    uint32_t noise = 99;
    wake_all();
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        for (uint32_t off = 0; off < 0x800; off += 4) {
            noise = noise * 1664525u + 1013904223u;
            const uint32_t value = off == 0 ? (noise | 1) & ~0x1002u : noise & ~4u;
            expect(rvt_io_write32(&r.board.io, r.told.component[i].block.base + off, value),
                   RVT_OK);
        }
    }
    for (unsigned k = 0; k < 100; k++) {
        model_tree_tick(&r.board);
    }
}

static void compare(const uint32_t *before, const char *when)
{
    static uint32_t now[MODEL_TREE_MAX * WORDS];
    for (unsigned k = 0; k < 100; k++) {
        model_tree_tick(&r.board);
    }
    snapshot(now);
    for (unsigned k = 0; k < r.told.ncomponents * WORDS; k++) {
        if (now[k] != before[k]) {
            fail_msg("%s: component %u, offset 0x%03x: 0x%x, was 0x%x", when, k / WORDS,
                     4 * (k % WORDS), (unsigned)now[k], (unsigned)before[k]);
        }
    }
}

static void registers_are_as_they_were(void **state)
{
    static uint32_t before[MODEL_TREE_MAX * WORDS];
    static const char *const boards[] = {"three-sinks", "single-sram-rv64", "mixed"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        full_board(boards[i], 4);
        scatter();
        snapshot(before);
        nothing_is_broken(boards[i], 150);
        assert_true(sum.restored > 50);
        compare(before, boards[i]);
        full_board(boards[i], 4); /* and in reset, what was in reset */
        snapshot(before);
        nothing_is_broken(boards[i], 150);
        compare(before, boards[i]);
    }
}

/* One access fails, each in turn: the run is void, and everything is as before. */
static void fail_once(const char *name, const char *only, uint64_t step)
{
    static uint32_t before[MODEL_TREE_MAX * WORDS];
    static struct fault_io fault;
    uint64_t total = UINT64_MAX;
    for (uint64_t at = 0; at < total; at += 1 + at / step) {
        full_board(name, 4);
        scatter();
        snapshot(before);
        fault_io_init(&fault, &r.board.io, RVT_ERR_BUS);
        o.io = &fault.io;
        o.only = only;
        if (total == UINT64_MAX) { /* how many accesses there are */
            htk_verdicts_free(hold(HTR_OK));
            total = fault.count;
            fault.count = 0;
        }
        fault.fail_at = at;
        struct htk_verdicts *v = htk_verdicts_new_for(HTK_REGISTERS);
        const int status = htk_registers_run(&o, v, &host, &sum);
        if (status != HTR_OK) { /* a failure during restoring is made good by trying again */
            assert_int_equal(status, HTR_ERR_TARGET);
            assert_int_equal(htk_verdicts_sum(v, HTK_HELD), 0);
            assert_non_null(htk_verdicts_why_void(v));
            assert_non_null(strstr(host.last.text, "bus"));
        }
        assert_int_equal(htk_verdicts_sum(v, HTK_BROKEN), 0);
        compare(before, name);
        htk_verdicts_free(v);
    }
}

static void a_failed_access_changes_nothing(void **state)
{
    (void)state;
    fail_once("single-pib", "pibsink", 200);
    fail_once("single-sram-rv64", "ramsink", 50);
    fail_once("three-sinks", NULL, 3);
}

/* The connection is lost: it ends at once, and says what could not be restored. */
static void a_dead_bus_ends_the_run(void **state)
{
    static struct fault_io fault;
    (void)state;
    for (uint64_t at = 0; at < 3000; at = 2 * at + 1) {
        full_board("three-sinks", 4);
        fault_io_init(&fault, &r.board.io, RVT_ERR_IO);
        fault.fail_at = at;
        fault.sticky = true;
        o.io = &fault.io;
        struct htk_verdicts *v = hold(HTR_ERR_TARGET);
        assert_int_equal(htk_verdicts_sum(v, HTK_HELD), 0);
        assert_int_equal(htk_verdicts_sum(v, HTK_BROKEN), 0);
        assert_true(fault.count < at + 100);
        htk_verdicts_free(v);
    }
}

static uint64_t looks;
static bool stopped(void *ctx)
{
    return ++looks > *(const uint64_t *)ctx;
}

static void an_interrupted_run_restores(void **state)
{
    static uint32_t before[MODEL_TREE_MAX * WORDS];
    uint64_t limit = 0;
    (void)state;
    for (limit = 1; limit < 60000; limit = limit * 3 + 1) {
        full_board("three-sinks", 4);
        scatter();
        snapshot(before);
        looks = 0;
        host.stopped = stopped;
        host.ctx = &limit;
        struct htk_verdicts *v = hold(HTR_ERR_TARGET);
        assert_non_null(strstr(host.last.text, "interrupted"));
        assert_int_equal(htk_verdicts_sum(v, HTK_HELD), 0);
        compare(before, "interrupted");
        htk_verdicts_free(v);
    }
}

/* ---- a trace that runs ---- */

static void a_running_trace_is_left_alone(void **state)
{
    static struct bad_component count;
    (void)state;
    full_board("single-sram-rv64", 4);
    wake_all();
    expect(rvt_io_write32(&r.board.io, base_of(TOPOLOGY_RAMSINK), 3), RVT_OK);
    bad_component_init(&count, &r.board.io, NULL, 0);
    o.io = &count.io;
    struct htk_verdicts *v = hold(HTR_ERR_CONFLICT);
    assert_non_null(strstr(host.last.text, "ramsink-0 is enabled"));
    assert_int_equal(count.writes, 0);
    assert_int_equal(htk_verdicts_sum(v, HTK_HELD), 0);
    htk_verdicts_free(v);
    o.only = "toaster";
    htk_verdicts_free(hold(HTR_ERR_MISSING));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_only_writes_nothing),
        cmocka_unit_test(reading_finds_a_wrong_type),
        cmocka_unit_test(registers_are_as_they_were),
        cmocka_unit_test(a_failed_access_changes_nothing),
        cmocka_unit_test(a_dead_bus_ends_the_run),
        cmocka_unit_test(an_interrupted_run_restores),
        cmocka_unit_test(a_running_trace_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
