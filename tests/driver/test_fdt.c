/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions from device trees, on the models of every component in them, with garbage in all that a
 * reset leaves undefined. What each encoder sends is known from an encoder that stands alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fault_io.h"
#include "fdt_rig.h"
#include "funnel_regs.h"

static void every_tree_captures(void **state)
{
    (void)state;
    for (unsigned k = 0; k < NTREES; k++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            start_from(trees[k], 100 * seed + seed);
            expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
            expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
            capture();
        }
    }
}

/* Of a tree for Linux nothing of ours is known: the kind of a sink comes from Impl. */
static void kinds_come_from_the_hardware(void **state)
{
    (void)state;
    for (unsigned k = 0; k < NTREES; k++) {
        start_from(trees[k], 7);
        for (unsigned i = 0; i < r.told.ncomponents; i++) {
            bool sink = topology_is_sink(r.component[i].kind);
            r.component[i].kind_told = !sink;
            r.component[i].kind = sink ? TOPOLOGY_SINK : r.component[i].kind;
        }
        expect(open_on(&r.board.io), RVT_OK);
        expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
        for (unsigned i = 0; i < r.told.ncomponents; i++) {
            assert_int_equal(r.component[i].kind, r.real_component[i].kind);
            assert_int_equal(r.component[i].number, r.real_component[i].number);
        }
        expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
        capture();
    }
}

static unsigned find(enum topology_kind kind, unsigned number)
{
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        if (r.component[i].kind == kind && r.component[i].number == number) {
            return i;
        }
    }
    fail_msg("no such component");
    return 0;
}

/* The fourth encoder fans out: its own RAM sink, or the funnel. One at a time. */
static void a_plan_chooses_the_way(void **state)
{
    (void)state;
    start_from("mixed", 5);
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
    unsigned own = TOPOLOGY_NONE, other = TOPOLOGY_NONE;
    unsigned fourth = find(TOPOLOGY_ENCODER, 3);
    for (unsigned k = 0; k < r.told.nlinks; k++) {
        if (r.link[k].src == fourth && topology_is_sink(r.component[r.link[k].dst].kind)) {
            own = r.link[k].dst;
        }
    }
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        if (topology_is_sink(r.component[i].kind) && i != own) {
            other = i;
        }
    }
    assert_int_not_equal(own, TOPOLOGY_NONE);
    expect(rvt_fdt_use(&r.fdt, fourth, own, &r.problem), RVT_OK);
    for (unsigned n = 0; n < 3; n++) {
        expect(rvt_fdt_use(&r.fdt, find(TOPOLOGY_ENCODER, n), other, &r.problem), RVT_OK);
    }
    expect(rvt_fdt_use(&r.fdt, fourth, other, &r.problem), RVT_ERR_PATH);
    assert_string_equal(r.problem.path, r.component[fourth].path);
    capture();
    /* The funnel at the other sink has the input of the fourth encoder switched off. */
    unsigned switched = 0;
    for (unsigned k = 0; k < r.told.nlinks; k++) {
        const struct topology_link *l = &r.link[k];
        if (r.component[l->dst].kind == TOPOLOGY_FUNNEL) {
            uint32_t off = 0;
            expect(rvt_reg_read(r.parts[l->dst].c, TR_FUNNEL_DIS_INPUT_OFFSET, &off), RVT_OK);
            assert_int_equal((off >> l->dst_port) & 1u, l->src == fourth);
            switched += l->src == fourth;
        }
    }
    assert_int_equal(switched, 1);
}

/* Only some encoders: the rest is left alone, and its inputs are off. */
static void one_encoder_of_many(void **state)
{
    (void)state;
    start_from("clusters", 9);
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
    unsigned sink = r.board.order[0];
    unsigned used = find(TOPOLOGY_ENCODER, 2), idle = find(TOPOLOGY_ENCODER, 0);
    expect(rvt_fdt_use(&r.fdt, used, sink, &r.problem), RVT_OK);
    capture();
    assert_int_equal(rvt_fdt_encoder(&r.fdt, idle)->c.state, RVT_STATE_RESET);
    assert_int_equal(r.board.part[idle].encoder.stats.messages, 0);
}

/* Timestamps down the tree: one source on top, everybody else shares it. */
static void timestamps_are_shared(void **state)
{
    (void)state;
    start_from("clusters", 11);
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        bool funnel = r.component[i].kind == TOPOLOGY_FUNNEL;
        if (funnel || r.component[i].kind == TOPOLOGY_ENCODER) {
            bool top = funnel && r.component[i].level == 1;
            r.component[i].extra.ts_type = top ? TOPOLOGY_TS_SYSTEM : TOPOLOGY_TS_SHARED;
        }
    }
    r.cfg.timestamps = true;
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_OK);
    expect(rvt_session_start(&r.fdt.session), RVT_OK);
    run_harts();
    uint64_t first = 0;
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        if (r.board.part[i].kind == TOPOLOGY_ENCODER) {
            uint64_t now = trm_timestamp_value(&r.board.part[i].encoder.ts);
            assert_true(now > 40 * RECORDS);
            assert_true(first == 0 || now == first);
            assert_true(trm_timestamp_enabled(&r.board.part[i].encoder.ts));
            first = now;
        }
    }
    expect(rvt_session_stop(&r.fdt.session), RVT_OK);
    /* A tree that does not say is refused, and the node named. */
    start_from("clusters", 12);
    r.cfg.timestamps = true;
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        r.component[i].extra.ts_type = TOPOLOGY_TS_UNTOLD;
    }
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_ERR_UNSUPPORTED);
    assert_string_equal(r.problem.path, r.component[find(TOPOLOGY_ENCODER, 0)].path);
}

static void hardware_that_is_another_component(void **state)
{
    (void)state;
    start_from("single-pib", 0);
    unsigned sink = r.board.order[0];
    r.component[sink].kind = TOPOLOGY_RAMSINK;
    expect(open_on(&r.board.io), RVT_OK);
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_ERR_TYPE);
    assert_string_equal(r.problem.path, r.component[sink].path);
    assert_non_null(strstr(r.problem.text, "Impl"));
    expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_ERR_STATE);
    expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_ERR_STATE);
}

static void system_memory_needs_a_window(void **state)
{
    (void)state;
    start_from("single-smem-rv64", 3);
    unsigned sink = r.board.order[0];
    struct topology_range window = r.component[sink].extra.smem;
    r.component[sink].extra.smem = (struct topology_range){0, 0};
    r.component[sink].extra.sram_bytes = 0;
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_ERR_UNSUPPORTED);
    assert_string_equal(r.problem.path, r.component[sink].path);
    r.cfg.buffer_start = window.base;
    r.cfg.buffer_size = 8192;
    capture();
    assert_true(rvt_fdt_ramsink(&r.fdt, sink)->granted.size == 8192);
}

static void not_enough_room(void **state)
{
    (void)state;
    start_from("clusters", 0);
    struct rvt_fdt_room room = r.fdt.room;
    room.max_components = r.told.ncomponents - 1u;
    assert_int_equal(rvt_fdt_open(&r.fdt, &r.told, &r.board.io, &room), RVT_ERR_ARG);
    room.max_components++;
    room.max_links = r.told.nlinks - 1u;
    assert_int_equal(rvt_fdt_open(&r.fdt, &r.told, &r.board.io, &room), RVT_ERR_ARG);
    room.max_links++;
    assert_int_equal(rvt_fdt_open(&r.fdt, &r.told, &r.board.io, &room), RVT_OK);
    expect(rvt_fdt_use(&r.fdt, 0, 1, &r.problem), RVT_ERR_STATE);
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_ERR_STATE); /* nothing in use */
}

/* Every access may fail: the error comes back as it is, with the node, and nothing stays enabled
 * that could be reached. */
static void a_bus_error_at_any_access(void **state)
{
    (void)state;
    struct fault_io fault;
    uint64_t k = 0;
    for (bool done = false; !done; k += k < 60 ? 1 : 17) {
        start_from("single-sram-rv64", 1);
        fault_io_init(&fault, &r.board.io, RVT_ERR_BUS);
        fault.fail_at = k;
        expect(open_on(&fault.io), RVT_OK);
        enum rvt_status status = rvt_fdt_identify(&r.fdt, &r.problem);
        if (status == RVT_OK) {
            expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
            status = rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem);
        }
        done = status == RVT_OK;
        assert_true(done ? fault.count <= k : status == RVT_ERR_BUS);
        assert_true(done || r.problem.path[0] == '/');
    }
    assert_true(k > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tree_captures),
        cmocka_unit_test(kinds_come_from_the_hardware),
        cmocka_unit_test(a_plan_chooses_the_way),
        cmocka_unit_test(one_encoder_of_many),
        cmocka_unit_test(timestamps_are_shared),
        cmocka_unit_test(hardware_that_is_another_component),
        cmocka_unit_test(system_memory_needs_a_window),
        cmocka_unit_test(not_enough_room),
        cmocka_unit_test(a_bus_error_at_any_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
