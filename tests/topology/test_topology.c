/* SPDX-License-Identifier: Apache-2.0 */
/* The graph alone, built by hand: rules of TCI, ways, order, plans. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "topology/topology.h"

struct graph {
    struct topology t;
    struct topology_component component[TOPOLOGY_MAX_COMPONENTS];
    struct topology_link link[TOPOLOGY_MAX_LINKS];
    struct topology_problem problem;
};

static void begin(struct graph *g)
{
    memset(g, 0, sizeof *g);
    topology_init(&g->t, g->component, TOPOLOGY_MAX_COMPONENTS, g->link, TOPOLOGY_MAX_LINKS);
}

/* A component at its own address, its path "/a", "/b", ... */
static uint8_t add(struct graph *g, enum topology_kind kind)
{
    uint8_t n = g->t.ncomponents++;
    struct topology_component *c = &g->component[n];
    c->kind = kind;
    c->kind_told = kind != TOPOLOGY_UNKNOWN;
    c->block = (struct topology_range){0x1000u * (n + 1u), 0x1000};
    c->hart.present = kind == TOPOLOGY_ENCODER;
    c->node = -1;
    c->path[0] = '/';
    c->path[1] = (char)('a' + n);
    return n;
}

static void join(struct graph *g, uint8_t src, uint8_t src_port, uint8_t dst, uint8_t dst_port)
{
    g->link[g->t.nlinks++] = (struct topology_link){src, src_port, dst, dst_port, -1, -1};
    g->component[src].outputs |= (uint8_t)(1u << src_port);
    g->component[dst].inputs |= (uint16_t)(1u << dst_port);
}

static void assert_refused(struct graph *g, int status, const char *path, const char *text)
{
    assert_int_equal(topology_check(&g->t, &g->problem), status);
    assert_string_equal(g->problem.path, path);
    assert_string_equal(g->problem.text, text);
    assert_int_equal(topology_check(&g->t, NULL), status);
}

/* TCI, "Allowed Connections Between Components": the rows with a component on both sides. */
/* Holds TCI-COMP-022..031 */
static void only_the_rows_of_the_table_are_allowed(void **state)
{
    static const enum topology_kind all[] = {TOPOLOGY_UNKNOWN, TOPOLOGY_ENCODER,
                                             TOPOLOGY_FUNNEL,  TOPOLOGY_RAMSINK,
                                             TOPOLOGY_PIBSINK, TOPOLOGY_ATBBRIDGE};
    static const char *const row[] = {
        "000000", /* from unknown */
        "001111", /* encoder: funnel, RAM sink, PIB sink, ATB bridge */
        "001111", /* funnel: the same */
        "000000", "000000", "000000",
    };
    (void)state;
    for (unsigned from = 0; from < 6; from++) {
        for (unsigned to = 0; to < 6; to++) {
            assert_int_equal(topology_allowed(all[from], all[to]), row[from][to] == '1');
        }
    }
}

static void forbidden_links_are_refused_by_name(void **state)
{
    struct graph g;
    (void)state;
    begin(&g);
    uint8_t e0 = add(&g, TOPOLOGY_ENCODER), e1 = add(&g, TOPOLOGY_ENCODER);
    uint8_t s = add(&g, TOPOLOGY_RAMSINK);
    join(&g, e1, 0, s, 0);
    join(&g, e0, 0, e1, 0);
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "/a",
                   "encoder-0 may not send to encoder-1: it sends to funnels, sinks and ATB "
                   "bridges only");
}

static void kinds_follow_from_ports_when_not_told(void **state)
{
    struct graph g;
    char name[TOPOLOGY_NAME_MAX];
    (void)state;
    begin(&g);
    uint8_t a = add(&g, TOPOLOGY_UNKNOWN), b = add(&g, TOPOLOGY_UNKNOWN);
    uint8_t c = add(&g, TOPOLOGY_UNKNOWN), d = add(&g, TOPOLOGY_UNKNOWN);
    g.component[a].hart.present = g.component[b].hart.present = true;
    join(&g, a, 0, c, 0);
    join(&g, b, 0, c, 1);
    join(&g, c, 0, d, 0);
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_OK);
    assert_string_equal(topology_name(&g.t, a, name), "encoder-0");
    assert_string_equal(topology_name(&g.t, b, name), "encoder-1");
    assert_string_equal(topology_name(&g.t, c, name), "funnel-0");
    assert_string_equal(topology_name(&g.t, d, name), "sink-0");
    assert_string_equal(topology_name(&g.t, 4, name), "?");

    g.component[d].kind = TOPOLOGY_PIBSINK; /* what Impl said */
    g.component[d].kind_told = true;
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_OK);
    assert_string_equal(topology_name(&g.t, d, name), "pibsink-0");

    g.component[d].kind = TOPOLOGY_ENCODER; /* Impl contradicts the tree */
    g.component[d].hart.present = true;
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "/c",
                   "funnel-0 may not send to encoder-2: it sends to funnels, sinks and ATB "
                   "bridges only");
}

/* Holds TCI-COMP-001 TCI-COMP-003 TCI-COMP-004 TCI-MIN-001 TCI-MIN-002 */
static void each_broken_rule_has_its_reason(void **state)
{
    struct graph g;
    (void)state;
    begin(&g);
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "",
                   "no trace component: no node is compatible with riscv,trace-component");

    begin(&g);
    uint8_t e = add(&g, TOPOLOGY_ENCODER), f = add(&g, TOPOLOGY_FUNNEL);
    uint8_t s = add(&g, TOPOLOGY_RAMSINK);
    join(&g, e, 0, s, 0);
    assert_refused(&g, TOPOLOGY_ERR_NODE, "/b", "has neither in-ports nor out-ports");

    g.component[f].outputs = 1;
    join(&g, f, 0, s, 1);
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "/b", "nothing sends to funnel-0");

    g.component[f].block.base = 0x1800;
    assert_refused(&g, TOPOLOGY_ERR_NODE, "/b", "base address 0x1800 is not a multiple of 0x1000");
    g.component[f].block.base = 0x1000;
    assert_refused(&g, TOPOLOGY_ERR_NODE, "/b", "registers at 0x1000 overlap those of /a");
    g.component[f].block = (struct topology_range){0x8000, 0x2000};
    assert_refused(&g, TOPOLOGY_ERR_NODE, "/b", "reg has a size of 0x2000, not 0x1000");
    g.component[f].block.size = 0x1000;

    join(&g, e, 1, s, 1);
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "/c", "two links into in-port 1, from /b and /a");
    g.link[2].dst = f;
    g.component[e].hart.present = false;
    assert_refused(&g, TOPOLOGY_ERR_NODE, "/a", "encoder-0 has no hart: add the property cpus");
    g.component[e].hart.present = true;
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_OK);
    g.component[f].outside = 1;
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "/b",
                   "funnel-0 sends to something that is not a trace component; only an ATB bridge "
                   "does");
}

static void links_out_of_range_are_refused(void **state)
{
    struct graph g;
    (void)state;
    begin(&g);
    uint8_t e = add(&g, TOPOLOGY_ENCODER), s = add(&g, TOPOLOGY_RAMSINK);
    join(&g, e, 0, s, 0);
    g.link[0].dst = 2;
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_ERR_ARG);
    g.link[0] = (struct topology_link){e, 8, s, 0, -1, -1};
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_ERR_ARG);
    g.link[0] = (struct topology_link){e, 7, s, 16, -1, -1};
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_ERR_ARG);
    g.link[0] = (struct topology_link){e, 7, s, 15, -1, -1};
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_OK);
    assert_int_equal(topology_check(NULL, NULL), TOPOLOGY_ERR_ARG);
}

/* e -> f0 -> f1 -> f2 -> f1: only f1 and f2 are on the cycle. */
static void a_cycle_is_named_by_a_component_on_it(void **state)
{
    struct graph g;
    (void)state;
    begin(&g);
    uint8_t e = add(&g, TOPOLOGY_ENCODER), f0 = add(&g, TOPOLOGY_FUNNEL);
    uint8_t f1 = add(&g, TOPOLOGY_FUNNEL), f2 = add(&g, TOPOLOGY_FUNNEL);
    join(&g, e, 0, f0, 0);
    join(&g, f0, 0, f1, 0);
    join(&g, f1, 0, f2, 0);
    join(&g, f2, 0, f1, 1);
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "/c",
                   "cycle: what funnel-1 sends to funnel-2 comes back to it");

    begin(&g);
    e = add(&g, TOPOLOGY_ENCODER), f0 = add(&g, TOPOLOGY_FUNNEL);
    join(&g, e, 0, f0, 0);
    join(&g, f0, 0, f0, 1);
    assert_refused(&g, TOPOLOGY_ERR_GRAPH, "/b",
                   "cycle: what funnel-0 sends to funnel-0 comes back to it");
}

/* The figure of a cluster and a fourth hart with a RAM sink of its own. */
struct mixed {
    struct graph g;
    uint8_t e[4], cluster, top, shared, local;
};

static void mixed(struct mixed *m)
{
    begin(&m->g);
    for (uint8_t i = 0; i < 4; i++) {
        m->e[i] = add(&m->g, TOPOLOGY_ENCODER);
    }
    m->cluster = add(&m->g, TOPOLOGY_FUNNEL);
    m->top = add(&m->g, TOPOLOGY_FUNNEL);
    m->shared = add(&m->g, TOPOLOGY_PIBSINK);
    m->local = add(&m->g, TOPOLOGY_RAMSINK);
    for (uint8_t i = 0; i < 3; i++) {
        join(&m->g, m->e[i], 0, m->cluster, i);
    }
    join(&m->g, m->cluster, 0, m->top, 0);
    join(&m->g, m->e[3], 0, m->top, 1);
    join(&m->g, m->e[3], 1, m->local, 0);
    join(&m->g, m->top, 0, m->shared, 0);
    assert_int_equal(topology_check(&m->g.t, &m->g.problem), TOPOLOGY_OK);
}

static void ways_lead_from_encoder_to_sink(void **state)
{
    struct mixed m;
    uint8_t link[4];
    (void)state;
    mixed(&m);
    assert_int_equal(topology_path(&m.g.t, m.e[1], m.shared, link, 4), 3);
    assert_int_equal(link[0], 1);
    assert_int_equal(link[1], 3);
    assert_int_equal(link[2], 6);
    assert_int_equal(topology_path(&m.g.t, m.e[3], m.local, link, 4), 1);
    assert_int_equal(link[0], 5);
    assert_int_equal(topology_path(&m.g.t, m.e[1], m.local, link, 4), 0);
    assert_int_equal(topology_path(&m.g.t, m.e[1], m.shared, link, 2), TOPOLOGY_ERR_CAPACITY);
    assert_int_equal(topology_path(&m.g.t, m.e[1], 8, link, 4), TOPOLOGY_ERR_ARG);
    assert_int_equal(topology_path(&m.g.t, 8, m.shared, link, 4), TOPOLOGY_ERR_ARG);
}

/* Holds TCI-RST-044 */
static void start_goes_from_the_sinks_up_encoders_last(void **state)
{
    struct mixed m;
    uint8_t order[8];
    (void)state;
    mixed(&m);
    const uint8_t want[8] = {m.shared, m.local, m.top, m.cluster, m.e[0], m.e[1], m.e[2], m.e[3]};
    assert_int_equal(topology_order(&m.g.t, order), 8);
    assert_memory_equal(order, want, 8);
}

/* TCI: encoder 4 to its own sink means that its input of the upper funnel is disabled. */
/* Holds TCI-COMP-032 */
static void a_plan_tells_which_inputs_are_used(void **state)
{
    struct mixed m;
    struct topology_use use[8];
    struct topology_plan plan;
    uint8_t order[8];
    (void)state;
    mixed(&m);
    topology_plan_init(&plan, &m.g.t, use);
    assert_int_equal(topology_plan_order(&plan, order), 0);
    assert_int_equal(topology_plan_add(&plan, m.e[0], m.shared, &m.g.problem), TOPOLOGY_OK);
    assert_int_equal(topology_plan_add(&plan, m.e[3], m.local, &m.g.problem), TOPOLOGY_OK);
    assert_int_equal(use[m.cluster].inputs, 1);
    assert_int_equal(use[m.top].inputs, 1);
    assert_int_equal(use[m.local].inputs, 1);
    assert_int_equal(use[m.e[1]].sink, TOPOLOGY_NONE);
    assert_int_equal(use[m.e[3]].sink, m.local);
    const uint8_t want[6] = {m.shared, m.local, m.top, m.cluster, m.e[0], m.e[3]};
    assert_int_equal(topology_plan_order(&plan, order), 6);
    assert_memory_equal(order, want, 6);
}

static void conflicting_sinks_are_refused_and_leave_the_plan(void **state)
{
    struct mixed m;
    struct topology_use use[8], before[8];
    struct topology_plan plan;
    (void)state;
    mixed(&m);
    topology_plan_init(&plan, &m.g.t, use);
    assert_int_equal(topology_plan_add(&plan, m.e[3], m.local, &m.g.problem), TOPOLOGY_OK);
    memcpy(before, use, sizeof use);
    assert_int_equal(topology_plan_add(&plan, m.e[3], m.shared, &m.g.problem), TOPOLOGY_ERR_PATH);
    assert_string_equal(m.g.problem.path, "/d");
    assert_string_equal(m.g.problem.text,
                        "encoder-3 already sends to ramsink-0 and cannot send to pibsink-0 as "
                        "well");
    assert_int_equal(topology_plan_add(&plan, m.e[0], m.local, &m.g.problem), TOPOLOGY_ERR_PATH);
    assert_string_equal(m.g.problem.text, "encoder-0 cannot reach ramsink-0");
    assert_int_equal(topology_plan_add(&plan, m.top, m.shared, NULL), TOPOLOGY_ERR_ARG);
    assert_int_equal(topology_plan_add(&plan, m.e[0], m.top, NULL), TOPOLOGY_ERR_ARG);
    assert_int_equal(topology_plan_add(&plan, 8, m.shared, NULL), TOPOLOGY_ERR_ARG);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(use[i].sink, before[i].sink);
        assert_int_equal(use[i].inputs, before[i].inputs);
    }
}

/* 127 components in a row: the longest way there can be. */
static void a_long_chain_has_room(void **state)
{
    struct graph g;
    uint8_t link[TOPOLOGY_MAX_COMPONENTS], order[TOPOLOGY_MAX_COMPONENTS];
    (void)state;
    begin(&g);
    uint8_t last = add(&g, TOPOLOGY_ENCODER);
    while (g.t.ncomponents < TOPOLOGY_MAX_COMPONENTS) {
        uint8_t next = add(&g, g.t.ncomponents == TOPOLOGY_MAX_COMPONENTS - 1 ? TOPOLOGY_RAMSINK
                                                                              : TOPOLOGY_FUNNEL);
        join(&g, last, 0, next, 0);
        last = next;
    }
    assert_int_equal(topology_check(&g.t, &g.problem), TOPOLOGY_OK);
    assert_int_equal(topology_path(&g.t, 0, 127, link, sizeof link), 127);
    assert_int_equal(topology_order(&g.t, order), 128);
    for (unsigned i = 0; i < 128; i++) {
        assert_int_equal(order[i], 127 - i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_rows_of_the_table_are_allowed),
        cmocka_unit_test(forbidden_links_are_refused_by_name),
        cmocka_unit_test(kinds_follow_from_ports_when_not_told),
        cmocka_unit_test(each_broken_rule_has_its_reason),
        cmocka_unit_test(links_out_of_range_are_refused),
        cmocka_unit_test(a_cycle_is_named_by_a_component_on_it),
        cmocka_unit_test(ways_lead_from_encoder_to_sink),
        cmocka_unit_test(start_goes_from_the_sinks_up_encoders_last),
        cmocka_unit_test(a_plan_tells_which_inputs_are_used),
        cmocka_unit_test(conflicting_sinks_are_refused_and_leave_the_plan),
        cmocka_unit_test(a_long_chain_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
