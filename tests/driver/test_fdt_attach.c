/* SPDX-License-Identifier: Apache-2.0 */
/* Taking over a trace that another program has started: looking writes nothing, and it is stopped
 * and read as by its owner. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fdt_rig.h"
#include "hartrace/rvt_io_readonly.h"
#include "ramsink_regs.h"

/* The owner starts the trace, the harts run, and the owner is gone. */
static void owner_leaves_it_running(const char *tree, uint64_t seed)
{
    start_from(tree, seed);
    expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
    expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_OK);
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        r.board.part[i].caught = 0;
    }
    expect(rvt_session_start(&r.fdt.session), RVT_OK);
    run_harts();
    memset(r.parts, 0, sizeof r.parts);
    memset(&r.fdt, 0, sizeof r.fdt);
}

/* Everything that a tool asks which only looks, through a port that cannot write. */
static void look(bool running)
{
    struct rvt_io_readonly readonly;
    struct rvt_io io;
    rvt_io_readonly_init(&io, &readonly, &r.board.io);
    expect(open_on(&io), RVT_OK);
    expect(rvt_fdt_attach(&r.fdt, &r.problem), RVT_OK);
    assert_int_equal(r.fdt.session.running, running);
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        struct rvt_ramsink_status sink;
        struct rvt_encoder_status encoder;
        if (r.parts[i].c->state == RVT_STATE_UNKNOWN) {
            continue;
        }
        if (rvt_fdt_ramsink(&r.fdt, i) != NULL) {
            expect(rvt_ramsink_get_status(rvt_fdt_ramsink(&r.fdt, i), &sink), RVT_OK);
        }
        if (rvt_fdt_encoder(&r.fdt, i) != NULL) {
            expect(rvt_encoder_get_status(rvt_fdt_encoder(&r.fdt, i), &encoder), RVT_OK);
        }
    }
    assert_int_equal(readonly.refused, 0);
}

/* The buffer of a RAM sink cannot be read before it was adopted, and can afterwards. */
static void adopt_sinks(void)
{
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        struct rvt_ramsink *sink = rvt_fdt_ramsink(&r.fdt, i);
        uint64_t size = 0;
        if (sink == NULL || sink->c.state == RVT_STATE_UNKNOWN) {
            continue;
        }
        expect(rvt_ramsink_size(sink, &size), RVT_ERR_STATE);
        expect(rvt_ramsink_adopt(sink), RVT_OK);
        expect(rvt_ramsink_adopt(sink), RVT_OK); /* again: nothing happens */
        expect(rvt_ramsink_size(sink, &size), RVT_OK);
    }
}

static void a_running_trace_is_stopped_and_read(void **state)
{
    (void)state;
    for (unsigned k = 0; k < NTREES; k++) {
        for (uint64_t seed = 0; seed < 2; seed++) {
            owner_leaves_it_running(trees[k], 13 * seed);
            look(true);
            expect(open_on(&r.board.io), RVT_OK);
            expect(rvt_fdt_attach(&r.fdt, &r.problem), RVT_OK);
            expect(rvt_session_stop(&r.fdt.session), RVT_OK);
            look(false);
            expect(open_on(&r.board.io), RVT_OK);
            expect(rvt_fdt_attach(&r.fdt, &r.problem), RVT_OK);
            assert_false(r.fdt.session.running);
            adopt_sinks();
            unsigned sinks = 0;
            for (unsigned i = 0; i < r.told.ncomponents; i++) {
                if (r.fdt.plan.use[i].sink == i) {
                    check_sink(i);
                    sinks++;
                }
            }
            assert_true(sinks > 0);
        }
    }
}

/* For each RAM sink the registers hold what the owner was granted. */
static void the_buffer_is_that_of_the_owner(void **state)
{
    (void)state;
    for (unsigned k = 0; k < NTREES; k++) {
        start_from(trees[k], 3);
        expect(rvt_fdt_identify(&r.fdt, &r.problem), RVT_OK);
        expect(rvt_fdt_use_all(&r.fdt, &r.problem), RVT_OK);
        expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_OK);
        for (unsigned i = 0; i < r.told.ncomponents; i++) {
            struct rvt_ramsink *owner = rvt_fdt_ramsink(&r.fdt, i);
            if (owner == NULL || owner->c.state != RVT_STATE_CONFIGURED) {
                continue;
            }
            struct rvt_ramsink other;
            expect(rvt_ramsink_init(&other, &r.board.io, owner->c.base), RVT_OK);
            expect(rvt_ramsink_attach(&other), RVT_OK);
            expect(rvt_ramsink_adopt(&other), RVT_OK);
            assert_int_equal(other.granted.start, owner->granted.start);
            assert_int_equal(other.granted.limit, owner->granted.limit);
            assert_int_equal(other.granted.size, owner->granted.size);
            assert_int_equal(other.granted.align, owner->granted.align);
            assert_int_equal(other.granted.data_port, owner->granted.data_port);
            uint32_t limit = 0;
            expect(rvt_reg_read(&owner->c, TR_RAM_LIMIT_LOW_OFFSET, &limit), RVT_OK);
            assert_int_equal(limit, (uint32_t)owner->granted.limit);
        }
    }
}

static void in_reset_there_is_nothing_to_take_over(void **state)
{
    (void)state;
    start_from("clusters", 0);
    expect(rvt_fdt_attach(&r.fdt, &r.problem), RVT_ERR_STATE);
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        assert_int_equal(r.parts[i].c->state, RVT_STATE_UNKNOWN);
    }
    expect(rvt_session_stop(&r.fdt.session), RVT_OK); /* nothing runs */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_running_trace_is_stopped_and_read),
        cmocka_unit_test(the_buffer_is_that_of_the_owner),
        cmocka_unit_test(in_reset_there_is_nothing_to_take_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
