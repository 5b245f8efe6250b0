/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions over graphs: which components take part, in which order they start and stop, and graphs
 * that are refused. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "block_io.h"
#include "fault_io.h"
#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_pibsink.h"
#include "hartrace/rvt_session.h"
#include "regmap_all.h"

/* Encoders E0..E2, funnels F0 (E0, E1) and F1 (F0, E2), sinks P (of F1) and A (also of E2). */
enum {
    E0,
    E1,
    E2,
    F0,
    F1,
    P,
    A,
    NODES
};
#define BASE(i) (0x1000u * (uint32_t)(i))

static const struct rvt_link tree[] = {{E0, F0, 0},  {E1, F0, 3}, {F0, F1, 1},
                                       {E2, F1, 15}, {F1, P, 0},  {E2, A, 0}};
#define LINKS (sizeof(tree) / sizeof(tree[0]))

struct rig {
    struct block_io b;
    struct fault_io fault;
    struct rvt_io watch;
    struct rvt_io_ops ops;
    char log[200]; /* writes that change Enable: "+5" and "-5" for node 5 */
    uint32_t enabled;
    struct rvt_encoder e[3];
    struct rvt_funnel f[2];
    struct rvt_pibsink p;
    struct rvt_atbbridge a;
    struct rvt_node nodes[NODES];
    struct rvt_session session;
};

static enum rvt_status watch_read(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    const struct rig *r = io->ctx;

    return rvt_io_read32(&r->fault.io, addr, val);
}

static enum rvt_status watch_write(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct rig *r = io->ctx;
    enum rvt_status st = rvt_io_write32(&r->fault.io, addr, val);
    uint32_t bit = 1u << (addr >> 12);
    size_t n = strlen(r->log);

    if (st != RVT_OK || (addr & 0xFFF) != 0 || ((r->enabled & bit) != 0) == ((val & 2) != 0)) {
        return st;
    }
    r->enabled ^= bit;
    assert_true(n + 3 < sizeof(r->log));
    r->log[n] = (val & 2) != 0 ? '+' : '-';
    r->log[n + 1] = (char)('0' + (addr >> 12));
    return st;
}

static void configure_encoder(struct rig *r, int i, uint16_t id, uint8_t bits)
{
    struct rvt_encoder_cfg cfg;

    rvt_encoder_cfg_init(&cfg);
    cfg.src_id = id;
    cfg.src_bits = bits;
    assert_int_equal(rvt_encoder_configure(&r->e[i], &cfg, NULL), RVT_OK);
}

/* All components configured; nothing is in use yet. */
static void setup(struct rig *r)
{
    static const struct regmap_component *const maps[] = {
        &regmap_encoder, &regmap_encoder, &regmap_encoder,  &regmap_funnel,
        &regmap_funnel,  &regmap_pibsink, &regmap_atbbridge};
    const struct rvt_pibsink_cfg pib = {.mode = RVT_PIB_PARALLEL8};
    const struct rvt_atbbridge_cfg atb = {.id = 1};
    const struct rvt_funnel_cfg all = {0};

    memset(r, 0, sizeof(*r));
    block_io_init(&r->b);
    for (uint32_t i = 0; i < NODES; i++) {
        block_io_add(&r->b, maps[i], BASE(i), 31 + i);
    }
    fault_io_init(&r->fault, &r->b.io, RVT_ERR_BUS);
    r->ops = (struct rvt_io_ops){.read32 = watch_read, .write32 = watch_write};
    r->watch = (struct rvt_io){.ops = &r->ops, .ctx = r, .poll_limit = 8};
    for (uint16_t i = 0; i < 3; i++) {
        assert_int_equal(rvt_encoder_init(&r->e[i], &r->watch, BASE(E0 + i)), RVT_OK);
        assert_int_equal(rvt_encoder_reset(&r->e[i]), RVT_OK);
        configure_encoder(r, i, i, 2);
        r->nodes[E0 + i].c = &r->e[i].c;
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rvt_funnel_init(&r->f[i], &r->watch, BASE(F0 + i)), RVT_OK);
        assert_int_equal(rvt_funnel_reset(&r->f[i]), RVT_OK);
        assert_int_equal(rvt_funnel_configure(&r->f[i], &all, NULL), RVT_OK);
        r->nodes[F0 + i].c = &r->f[i].c;
    }
    assert_int_equal(rvt_pibsink_init(&r->p, &r->watch, BASE(P)), RVT_OK);
    assert_int_equal(rvt_pibsink_reset(&r->p), RVT_OK);
    assert_int_equal(rvt_pibsink_configure(&r->p, &pib, NULL), RVT_OK);
    r->nodes[P].c = &r->p.c;
    assert_int_equal(rvt_atbbridge_init(&r->a, &r->watch, BASE(A)), RVT_OK);
    assert_int_equal(rvt_atbbridge_reset(&r->a), RVT_OK);
    assert_int_equal(rvt_atbbridge_configure(&r->a, &atb, NULL), RVT_OK);
    r->nodes[A].c = &r->a.c;
    r->fault.count = 0;
}

static enum rvt_status use(struct rig *r, uint32_t nodes)
{
    for (uint32_t i = 0; i < NODES; i++) {
        r->nodes[i].use = (nodes >> i & 1) != 0;
    }
    return rvt_session_init_graph(&r->session, r->nodes, NODES, tree, LINKS);
}

#define BIT(i) (1u << (i))

/* Holds TCI-RST-044 TCI-RST-045 TCI-ENA-007 TCI-ENA-017 */
static void test_order_of_start_and_stop(void **state)
{
    static struct rig r;
    uint64_t size;

    (void)state;
    setup(&r);
    assert_int_equal(use(&r, BIT(E0) | BIT(E1) | BIT(E2) | BIT(P)), RVT_OK);
    assert_int_equal(r.fault.count, 0);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_string_equal(r.log, "+5+4+3+0+1+2"); /* P, F1, F0, encoders; not A */
    for (int i = E0; i <= E2; i++) {
        assert_int_equal(block_io_peek(&r.b.comps[i], 0) & 6, 6);
    }
    memset(r.log, 0, sizeof(r.log));
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    assert_string_equal(r.log, "-0-1-2-3-4-5");
    assert_int_equal(rvt_session_size(&r.session, &size), RVT_ERR_UNSUPPORTED); /* no RAM sink */
    assert_string_equal(r.b.why, "");
}

/* Holds TCI-COMP-032 TCI-FUN-009 */
static void test_only_what_is_on_a_path_takes_part(void **state)
{
    static struct rig r;

    (void)state;
    setup(&r);
    assert_int_equal(use(&r, BIT(E2) | BIT(A)), RVT_OK);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_string_equal(r.log, "+6+2");
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    setup(&r);
    assert_int_equal(use(&r, BIT(E1) | BIT(P)), RVT_OK);
    assert_int_equal(r.nodes[F0].dis_inputs, 1u << 0);  /* E0 */
    assert_int_equal(r.nodes[F1].dis_inputs, 1u << 15); /* E2 */
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_string_equal(r.log, "+5+4+3+1");
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    assert_string_equal(r.b.why, "");
}

/* Holds TCI-MIN-002 */
static void test_conflicts_and_missing_paths_are_refused(void **state)
{
    static struct rig r;

    (void)state;
    setup(&r);
    assert_int_equal(use(&r, BIT(E2) | BIT(A) | BIT(P)), RVT_ERR_PATH); /* two sinks for E2 */
    assert_int_equal(use(&r, BIT(E0) | BIT(A)), RVT_ERR_PATH);          /* A is not E0's */
    assert_int_equal(use(&r, BIT(E0)), RVT_ERR_PATH);
    assert_int_equal(use(&r, BIT(E0) | BIT(P) | BIT(A)), RVT_ERR_PATH); /* nothing comes to A */
    assert_int_equal(use(&r, BIT(P)), RVT_ERR_ARG);
    assert_int_equal(use(&r, 0), RVT_ERR_ARG);
    assert_int_equal(r.fault.count, 0);
}

static void test_graphs_that_cannot_be_are_refused(void **state)
{
    static const struct {
        struct rvt_link link; /* added to the tree */
        enum rvt_status status;
    } bad[] = {
        {{F1, F0, 9}, RVT_ERR_PATH},                                /* a loop */
        {{F0, F0, 9}, RVT_ERR_PATH},                                /* the shortest one */
        {{E0, F1, 9}, RVT_ERR_PATH},                                /* two ways from E0 to P */
        {{E0, F0, 3}, RVT_ERR_ARG},                                 /* the input of E1 */
        {{E0, P, 0}, RVT_ERR_ARG},                                  /* P has one input */
        {{E0, P, 1}, RVT_ERR_ARG},     {{E0, F0, 16}, RVT_ERR_ARG}, /* inputs 0..15 */
        {{E0, NODES, 0}, RVT_ERR_ARG}, {{NODES, F0, 9}, RVT_ERR_ARG},
        {{E0, E1, 0}, RVT_ERR_ARG}, /* not allowed by the specification */
        {{P, F0, 9}, RVT_ERR_ARG},
    };
    struct rvt_link links[LINKS + 1];
    static struct rig r;

    (void)state;
    setup(&r);
    assert_int_equal(use(&r, BIT(E0) | BIT(P)), RVT_OK);
    memcpy(links, tree, sizeof(tree));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        links[LINKS] = bad[i].link;
        assert_int_equal(rvt_session_init_graph(&r.session, r.nodes, NODES, links, LINKS + 1),
                         bad[i].status);
    }
    assert_int_equal(rvt_session_init_graph(NULL, r.nodes, NODES, tree, LINKS), RVT_ERR_ARG);
    assert_int_equal(rvt_session_init_graph(&r.session, NULL, NODES, tree, LINKS), RVT_ERR_ARG);
    assert_int_equal(rvt_session_init_graph(&r.session, r.nodes, NODES, NULL, LINKS), RVT_ERR_ARG);
    r.nodes[F1].c = NULL;
    assert_int_equal(use(&r, BIT(E0) | BIT(P)), RVT_ERR_ARG);
}

/* N-Trace: equal trTeSrcBits, unique trTeSrcID in a trace stream. */
/* Holds NT-DEC-019 */
static void test_encoders_of_one_trace_must_be_told_apart(void **state)
{
    static struct rig r;

    (void)state;
    setup(&r);
    assert_int_equal(use(&r, BIT(E0) | BIT(E2) | BIT(P)), RVT_OK);
    configure_encoder(&r, 2, 0, 2); /* the ID of E0 */
    r.fault.count = 0;
    assert_int_equal(rvt_session_start(&r.session), RVT_ERR_SOURCE);
    assert_int_equal(r.fault.count, 0);
    configure_encoder(&r, 2, 2, 3); /* another width */
    assert_int_equal(rvt_session_start(&r.session), RVT_ERR_SOURCE);
    configure_encoder(&r, 2, 2, 0); /* no SRC field */
    assert_int_equal(rvt_session_start(&r.session), RVT_ERR_SOURCE);
    configure_encoder(&r, 2, 2, 2);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    /* In traces of their own they may be alike. */
    configure_encoder(&r, 2, 0, 2);
    assert_int_equal(use(&r, BIT(E0) | BIT(P)), RVT_OK);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
}

static void test_one_fault_anywhere_leaves_nothing_enabled(void **state)
{
    const uint32_t all = BIT(E0) | BIT(E1) | BIT(E2) | BIT(P);
    static struct rig r;

    (void)state;
    setup(&r);
    assert_int_equal(use(&r, all), RVT_OK);
    assert_int_equal(rvt_session_start(&r.session), RVT_OK);
    uint64_t start = r.fault.count;
    assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
    uint64_t total = r.fault.count;
    for (uint64_t k = 0; k < total; k++) {
        setup(&r);
        assert_int_equal(use(&r, all), RVT_OK);
        r.fault.fail_at = k;
        assert_int_equal(rvt_session_start(&r.session), k < start ? RVT_ERR_BUS : RVT_OK);
        if (k >= start) {
            assert_int_equal(rvt_session_stop(&r.session), RVT_ERR_BUS);
            assert_int_equal(rvt_session_stop(&r.session), RVT_OK);
        }
        for (int i = 0; i < NODES; i++) {
            assert_int_equal(block_io_peek(&r.b.comps[i], 0) & 2, 0);
        }
        assert_false(r.session.running);
        assert_string_equal(r.b.why, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_start_and_stop),
        cmocka_unit_test(test_only_what_is_on_a_path_takes_part),
        cmocka_unit_test(test_conflicts_and_missing_paths_are_refused),
        cmocka_unit_test(test_graphs_that_cannot_be_are_refused),
        cmocka_unit_test(test_encoders_of_one_trace_must_be_told_apart),
        cmocka_unit_test(test_one_fault_anywhere_leaves_nothing_enabled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
