/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kit for live components, on boards of models: nothing is broken without a defect; each
 * planted defect is named by its rule; and so is what is no component.
 */
#include "live_rig.h"

/* ---- without a defect ---- */

static void boards_of_models_break_nothing(void **state)
{
    static const struct {
        const char *name;
        unsigned least;
    } boards[] = {
        {"single-sram-rv64", 150}, {"single-smem-rv32", 150}, {"three-sinks", 220}, {"mixed", 220}};
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (uint64_t seed = 0; seed < 2; seed++) {
            board(boards[i].name, seed);
            nothing_is_broken(boards[i].name, boards[i].least);
            assert_true(sum.traces > 0);
            full_board(boards[i].name, seed);
            nothing_is_broken(boards[i].name, boards[i].least);
        }
    }
}

/* Both memories in one sink, the region of system memory fixed; no options at all. */
static void other_parameters_break_nothing(void **state)
{
    struct model_tree_cfg cfg;
    (void)state;
    board("single-sram-rv64", 1);
    model_tree_cfg_init(&cfg, TRM_UNDEF_GARBAGE, 5, 0);
    cfg.ramsink.has_smem = true;
    cfg.ramsink.smem_start = 0x84000000;
    cfg.ramsink.smem_bytes = 4096;
    model_tree_init(&r.board, &r.real, &cfg, NULL, 5000);
    nothing_is_broken("two memories", 170);

    board("single-sram-rv32", 1);
    model_tree_cfg_init(&cfg, TRM_UNDEF_GARBAGE, 5, 0);
    cfg.ramsink.limit_fixed = true;
    cfg.encoder.filters = cfg.encoder.comparators = 0;
    cfg.encoder.ts_modes = 0;
    cfg.encoder.context = cfg.encoder.triggers = cfg.encoder.stall = false;
    model_tree_init(&r.board, &r.real, &cfg, NULL, 5000);
    nothing_is_broken("few options", 100);
}

/* ---- each defect is named ---- */

static void is_named(const struct bad_defect *d)
{
    static struct bad_component bad;
    bad_component_init(&bad, &r.board.io, d, base_of(d->kind));
    o.io = &bad.io;
    struct htk_verdicts *v = hold(HTR_OK);
    if (htk_verdicts_by_id(v, d->rule) != HTK_BROKEN ||
        strstr(of_kind(d->kind)->rules, d->rule) == NULL) {
        say(v);
        fail_msg("%s: %s is not named", d->name, d->rule);
    }
    htk_verdicts_free(v);
}

static void each_defect_is_named_by_its_rule(void **state)
{
    (void)state;
    assert_true(bad_defect_count >= 20);
    for (unsigned i = 0; i < bad_defect_count; i++) {
        full_board(bad_defects[i].tree != NULL ? bad_defects[i].tree : "three-sinks", 1 + i);
        is_named(&bad_defects[i]);
    }
}

static void each_defect_of_a_trace_is_named_by_its_rule(void **state)
{
    (void)state;
    assert_true(bad_arrival_count >= 10);
    linked_board("three-sinks", 1, 1);
    nothing_is_broken("slow funnels", 220);
    for (unsigned i = 0; i < bad_arrival_count; i++) {
        linked_board("three-sinks", 1 + i, 1);
        is_named(&bad_arrivals[i]);
    }
}

/* ---- what is no component ---- */

static uint32_t stuck_at;
static void reads_stuck(struct bad_component *b, uint32_t offset, uint32_t *value)
{
    (void)b;
    (void)offset;
    *value = stuck_at;
}

static void reads_asleep(struct bad_component *b, uint32_t offset, uint32_t *value)
{
    (void)b;
    *value = offset == 0 ? 0 : 0x00010911;
}

static void lost(const struct bad_defect *d, const char *words)
{
    static struct bad_component bad;
    full_board("three-sinks", 4);
    bad_component_init(&bad, &r.board.io, d, base_of(d->kind));
    o.io = &bad.io;
    struct htk_verdicts *v = hold(HTR_ERR_TARGET);
    if (strstr(host.last.text, words) == NULL || strstr(host.last.text, "check") == NULL) {
        fail_msg("%s: %s", words, host.last.text);
    }
    assert_int_equal(htk_verdicts_sum(v, HTK_HELD), 0);
    assert_int_equal(of_kind(d->kind)->state, HTK_COMPONENT_LOST);
    htk_verdicts_free(v);
}

static void what_is_no_component_is_named(void **state)
{
    static const struct bad_defect stuck = {
        .kind = TOPOLOGY_FUNNEL, .rule = "", .read = reads_stuck};
    static const struct bad_defect asleep = {
        .kind = TOPOLOGY_RAMSINK, .rule = "", .read = reads_asleep};
    (void)state;
    stuck_at = UINT32_MAX;
    lost(&stuck, "funnel-0: every register at 0x3030000 reads 0xFFFFFFFF: nothing is there");
    stuck_at = 0;
    lost(&stuck, "funnel-0: every register at 0x3030000 reads 0x0: nothing is there");
    lost(&asleep, "ramsink-0: Active stays 0");
}

/* The tree has two components in each other's place. */
static void a_wrong_tree_is_named(void **state)
{
    (void)state;
    full_board("three-sinks", 4);
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        struct topology_component *c = &r.told.component[i];
        if (c->kind == TOPOLOGY_PIBSINK) {
            c->kind = TOPOLOGY_RAMSINK;
        }
    }
    struct htk_verdicts *v = hold(HTR_ERR_TARGET);
    assert_non_null(strstr(host.last.text, "there is a pibsink, and no ramsink; correct"));
    assert_int_equal(htk_verdicts_sum(v, HTK_HELD), 0);
    assert_int_equal(htk_verdicts_by_id(v, "KIT-TREE"), HTK_BROKEN);
    htk_verdicts_free(v);
}

/* One component alone: the others see no access. */
static void only_what_is_named(void **state)
{
    (void)state;
    full_board("three-sinks", 4);
    o.only = "funnel";
    nothing_is_broken("funnel", 50);
    assert_int_equal(of_kind(TOPOLOGY_FUNNEL)->state, HTK_COMPONENT_LOOKED_AT);
    assert_int_equal(of_kind(TOPOLOGY_ENCODER)->state, HTK_COMPONENT_LEFT_OUT);
    assert_int_equal(sum.traces, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_of_models_break_nothing),
        cmocka_unit_test(other_parameters_break_nothing),
        cmocka_unit_test(each_defect_is_named_by_its_rule),
        cmocka_unit_test(each_defect_of_a_trace_is_named_by_its_rule),
        cmocka_unit_test(what_is_no_component_is_named),
        cmocka_unit_test(a_wrong_tree_is_named),
        cmocka_unit_test(only_what_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
