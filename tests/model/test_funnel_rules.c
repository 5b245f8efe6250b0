/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel's registers and states (TCI 1.0, Trace Funnel; Reset and Discovery; Enabling and
 * Disabling), and the fan-out. */
#include "funnel_rig.h"

#include "ramsink_regs.h"
#include "trm/trm_fanout.h"
#include "trm/trm_ramsink.h"

/* Holds TCI-REG-150..152 */
static void identification(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    start(&cfg);
    assert_int_equal(wrd(TR_FUNNEL_IMPL_OFFSET, UINT32_MAX), 0x801); /* type 8, version 1.0 */
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x9);
    assert_int_equal(wrd(TR_FUNNEL_CONTROL_OFFSET, UINT32_MAX), 0xB);
}

/* Holds TCI-FUN-007 TCI-MAP-008 */
static void only_inputs_that_exist_can_be_disabled(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    for (uint8_t inputs = 2; inputs <= 16; inputs++) {
        cfg.inputs = inputs;
        cfg.dis_inputs = 0xFFFF;
        start(&cfg);
        assert_int_equal(wrd(TR_FUNNEL_DIS_INPUT_OFFSET, UINT32_MAX), (1u << inputs) - 1u);
        assert_int_equal(wrd(TR_FUNNEL_DIS_INPUT_OFFSET, 2), 2);
        cfg.dis_inputs = 0xFFFD;
        start(&cfg);
        assert_int_equal(wrd(TR_FUNNEL_DIS_INPUT_OFFSET, UINT32_MAX), ((1u << inputs) - 1u) & ~2u);
        cfg.dis_inputs = 0;
        start(&cfg);
        assert_int_equal(wrd(TR_FUNNEL_DIS_INPUT_OFFSET, UINT32_MAX), 0);
        assert_int_equal(trm_funnel_link(&f, inputs - 1u).ops != NULL, 1);
        assert_int_equal(trm_funnel_link(&f, inputs).ops != NULL, 0);
    }
}

/* Holds TCI-TS-002 */
static void bad_configurations_are_refused(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    assert_int_equal(trm_funnel_init(&f, NULL), TRM_ERR_ARG);
    cfg.inputs = 1;
    assert_int_equal(trm_funnel_init(&f, &cfg), TRM_ERR_ARG);
    cfg.inputs = 17;
    assert_int_equal(trm_funnel_init(&f, &cfg), TRM_ERR_ARG);
    cfg = defaults();
    cfg.fifo_bytes = TRM_FUNNEL_FIFO_MIN - 1; /* less than two maximum messages */
    assert_int_equal(trm_funnel_init(&f, &cfg), TRM_ERR_ARG);
    cfg.fifo_bytes = TRM_FUNNEL_FIFO_MAX + 1;
    assert_int_equal(trm_funnel_init(&f, &cfg), TRM_ERR_ARG);
    cfg = defaults();
    cfg.ts_modes = 1u << 3; /* Internal Core: encoders only */
    assert_int_equal(trm_funnel_init(&f, &cfg), TRM_ERR_ARG);
}

static void garbage_is_legal_and_zero_is_zero(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    bool seen = false;
    cfg.inputs = 3;
    cfg.undef = TRM_UNDEF_GARBAGE;
    for (cfg.seed = 1; cfg.seed <= 50; cfg.seed++) {
        assert_int_equal(trm_funnel_init(&f, &cfg), TRM_OK);
        wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
        uint32_t v = rd(TR_FUNNEL_DIS_INPUT_OFFSET);
        assert_int_equal(v & ~7u, 0);
        assert_int_equal(wrd(TR_FUNNEL_DIS_INPUT_OFFSET, v), v);
        seen = seen || v != 0;
    }
    assert_true(seen);
    cfg.undef = TRM_UNDEF_ZERO;
    assert_int_equal(trm_funnel_init(&f, &cfg), TRM_OK);
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    assert_int_equal(rd(TR_FUNNEL_DIS_INPUT_OFFSET), 0);
}

static void never_enabled_it_swallows(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    start(&cfg);
    for (uint16_t k = 0; k < 100; k++) {
        assert_true(offer(0, k, 64));
    }
    tick();
    assert_true(trm_funnel_empty(&f));
    assert_int_equal(out.count, 0);
    assert_int_equal(f.stats.swallowed, 100);
}

/* Holds TCI-FUN-006 */
static void a_disabled_input_is_read_and_discarded(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    for (unsigned buffered = 0; buffered < 2; buffered++) {
        cfg.fifo_bytes = buffered ? 128 : 0;
        start_on(&cfg);
        tick();
        assert_true(offer(1, 0, 64));
        wr(TR_FUNNEL_DIS_INPUT_OFFSET, 1u << 1);
        for (uint16_t k = 1; k < 100; k++) {
            assert_true(offer(1, k, 64));
        }
        assert_true(offer(0, 0, 8));
        tick();
        assert_int_equal(out.count, 2); /* what came before it was disabled still goes out */
        assert_int_equal(f.stats.discarded[1], 99);
        wr(TR_FUNNEL_DIS_INPUT_OFFSET, 0);
        out.next[1] = 100;
        assert_true(offer(1, 100, 8));
        tick();
        assert_int_equal(out.count, 3);
    }
}

/* Holds TCI-FUN-004 TCI-FUN-005 TCI-MIN-005 TCI-MIN-006 */
static void disabling_flushes_then_swallows(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.link_bytes = 8;
    start_on(&cfg);
    for (unsigned i = 0; i < 8; i++) {
        assert_true(offer(i, 0, 32));
    }
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x3); /* not empty */
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x1);
    assert_true(offer(0, 1, 32)); /* too late: swallowed */
    for (unsigned t = 0; t < 31; t++) {
        tick();
    }
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x1);
    tick(); /* 8 * 32 bytes in 32 ticks of 8 */
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x9);
    assert_int_equal(out.count, 8);
    assert_int_equal(f.stats.swallowed, 1);
}

/* A refusal may last any time; only a stopped output ends the wait, and the status reports it. It
 * is cleared by writing 1, and by a reset. */
static void a_flush_that_cannot_end_is_given_up(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    start_on(&cfg);
    out.stopped = true;
    out.open = false;
    assert_true(offer(0, 0, 8));
    for (unsigned t = 0; t < 50; t++) {
        tick();
    }
    assert_false(trm_funnel_empty(&f)); /* enabled: waits for ever */
    out.stopped = false;
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    for (unsigned t = 0; t < 100000; t++) {
        tick();
    }
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x1); /* not empty */
    assert_int_equal(rd(TR_FUNNEL_VENDOR_STATUS_OFFSET), 0);
    out.stopped = true;
    tick();
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x9);
    assert_int_equal(f.stats.dropped, 1);
    assert_int_equal(wrd(TR_FUNNEL_VENDOR_STATUS_OFFSET, 0), TR_FUNNEL_LOSS_MASK);
    assert_int_equal(wrd(TR_FUNNEL_VENDOR_STATUS_OFFSET, UINT32_MAX), 0);
    out.open = true; /* taken, but thrown away */
    wr(TR_FUNNEL_CONTROL_OFFSET, ON);
    assert_true(offer(0, 0, 8));
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    tick();
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x9);
    assert_int_equal(rd(TR_FUNNEL_VENDOR_STATUS_OFFSET), TR_FUNNEL_LOSS_MASK);
    wr(TR_FUNNEL_CONTROL_OFFSET, 0);
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    assert_int_equal(rd(TR_FUNNEL_VENDOR_STATUS_OFFSET), 0);
}

/* Holds TCI-RST-004 TCI-RST-043 */
static void reset_drops_and_keeps_quiet(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    start_on(&cfg);
    assert_true(offer(3, 0, 8));
    tick();
    assert_int_equal(out.count, 1);
    assert_true(offer(0, 0, 8));
    assert_true(offer(1, 0, 8));
    wr(TR_FUNNEL_CONTROL_OFFSET, 0);
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0);
    assert_int_equal(rd(TR_FUNNEL_IMPL_OFFSET), 0);
    assert_int_equal(wrd(TR_FUNNEL_DIS_INPUT_OFFSET, 1), 0);
    assert_true(offer(0, 1, 8));
    tick();
    assert_int_equal(out.count, 1);
    assert_int_equal(f.stats.dropped, 2);
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x9); /* released, disabled, empty */
    tick();
    assert_int_equal(out.count, 1);
    wr(TR_FUNNEL_DIS_INPUT_OFFSET, 0);
    wr(TR_FUNNEL_CONTROL_OFFSET, ON);
    assert_true(offer(4, 0, 8));
    assert_true(offer(0, 0, 8));
    tick();
    assert_int_equal(out.count, 3);
    assert_int_equal(out.from[1], 0); /* turns begin with input 0 again */
}

/* Holds TCI-TE-001 */
static void power_takes_its_time(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.power_ticks = 3;
    memset(&out, 0, sizeof out);
    assert_int_equal(trm_funnel_init(&f, &cfg), TRM_OK);
    trm_funnel_connect(&f, out_link());
    wr(TR_FUNNEL_CONTROL_OFFSET, ON);
    for (unsigned t = 0; t < 3; t++) {
        assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0);
        assert_int_equal(wrd(TR_FUNNEL_DIS_INPUT_OFFSET, 1), 0);
        assert_true(offer(0, 0, 8)); /* swallowed */
        tick();
    }
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0x9);
    assert_int_equal(f.stats.swallowed, 3);
    wr(TR_FUNNEL_CONTROL_OFFSET, 0);
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), TR_FUNNEL_ACTIVE_MASK);
    tick();
    tick();
    tick();
    assert_int_equal(rd(TR_FUNNEL_CONTROL_OFFSET), 0);
}

/* A source that takes three questions to be flushed. */
static struct {
    unsigned syncs, flushes, asked;
} source;

static void source_sync(void *ctx)
{
    (void)ctx;
    source.syncs++;
}

static void source_flush(void *ctx)
{
    (void)ctx;
    source.flushes++;
    source.asked = 0;
}

static bool source_flushed(void *ctx)
{
    (void)ctx;
    if (++source.asked == 3) {
        (void)offer(2, 0, 8); /* its last message comes in */
    }
    return source.asked >= 3;
}

static void requests_go_up_and_a_flush_waits_for_what_was_there(void **state)
{
    (void)state;
    static const struct trm_upstream_ops ops = {source_sync, source_flush, source_flushed};
    struct trm_funnel_cfg cfg = defaults();
    memset(&source, 0, sizeof source);
    start_on(&cfg);
    struct trm_upstream up = trm_funnel_upstream(&f);
    assert_true(up.ops->flushed(up.ctx)); /* nothing was asked for */
    assert_int_equal(trm_funnel_set_upstream(&f, 2, (struct trm_upstream){&ops, NULL}), TRM_OK);
    assert_int_equal(trm_funnel_set_upstream(&f, 8, (struct trm_upstream){&ops, NULL}),
                     TRM_ERR_ARG);
    up.ops->sync(up.ctx);
    assert_int_equal(source.syncs, 1);
    wr(TR_FUNNEL_DIS_INPUT_OFFSET, 1u << 2);
    up.ops->sync(up.ctx);
    assert_int_equal(source.syncs, 1); /* what is discarded need not synchronize */
    wr(TR_FUNNEL_DIS_INPUT_OFFSET, 0);

    up.ops->flush(up.ctx);
    assert_int_equal(source.flushes, 1);
    assert_false(up.ops->flushed(up.ctx));
    assert_false(up.ops->flushed(up.ctx));
    assert_false(up.ops->flushed(up.ctx)); /* the source is done, its message is queued here */
    out.per_tick = 1;
    tick();
    assert_true(offer(2, 1, 8)); /* later messages do not matter */
    assert_true(up.ops->flushed(up.ctx));
    assert_int_equal(out.count, 1);
}

/* Holds TCI-RAM-011 */
static void a_sink_that_stops_on_wrap_stops_the_tree(void **state)
{
    (void)state;
    static struct trm_ramsink sink;
    static uint8_t sram[64];
    struct trm_ramsink_cfg sc;
    struct trm_funnel_cfg cfg = defaults();
    trm_ramsink_cfg_init(&sc);
    sc.sram = sram;
    sc.sram_bytes = sizeof sram;
    assert_int_equal(trm_ramsink_init(&sink, &sc), TRM_OK);
    start_on(&cfg);
    trm_funnel_connect(&f, trm_ramsink_link(&sink));
    trm_ramsink_reg_write(&sink, TR_RAM_CONTROL_OFFSET, 4, 1);
    trm_ramsink_reg_write(&sink, TR_RAM_CONTROL_OFFSET, 4, 3 | TR_RAM_STOP_ON_WRAP_MASK);
    for (uint16_t k = 0; k < 4; k++) {
        assert_true(offer(0, k, 32));
        tick();
    }
    /* Two messages fill the memory; the others wait here, and then the sender has to. */
    assert_int_equal(f.stats.sent, 2);
    while (offer(0, 9, 32)) {
    }
    tick();
    assert_int_equal(f.queue[0].fill, 128);
    assert_int_equal(f.stats.sent, 2);
}

/* Holds TCI-COMP-014 */
static void fan_out_waits_for_all_and_swallows_for_disabled(void **state)
{
    (void)state;
    static struct trm_funnel second;
    struct trm_funnel_cfg cfg = defaults();
    struct trm_fanout fan;
    uint8_t m[TRM_MESSAGE_MAX];
    start_on(&cfg);
    assert_int_equal(trm_funnel_init(&second, &cfg), TRM_OK); /* never enabled */
    trm_fanout_init(&fan);
    struct trm_link in = trm_fanout_link(&fan);
    assert_true(in.ops->can_accept(in.ctx, 64)); /* goes nowhere */
    assert_int_equal(trm_fanout_add(&fan, trm_funnel_link(&f, 0)), TRM_OK);
    assert_int_equal(trm_fanout_add(&fan, trm_funnel_link(&second, 0)), TRM_OK);
    for (uint16_t k = 0; k < 2; k++) {
        make(m, 0, k, 64);
        assert_true(in.ops->can_accept(in.ctx, 64));
        in.ops->put(in.ctx, m, 64);
    }
    assert_false(in.ops->can_accept(in.ctx, 64)); /* the enabled one is full */
    assert_int_equal(second.stats.swallowed, 2);
    tick();
    assert_int_equal(out.count, 2);
    trm_funnel_reg_write(&second, TR_FUNNEL_CONTROL_OFFSET, 4, 1);
    trm_funnel_reg_write(&second, TR_FUNNEL_CONTROL_OFFSET, 4, ON);
    make(m, 0, 2, 64);
    for (unsigned k = 0; k < 2; k++) {
        assert_true(in.ops->can_accept(in.ctx, 64));
        in.ops->put(in.ctx, m, 64);
        make(m, 0, 3, 64);
    }
    tick(); /* the first has room again, the second has not */
    assert_int_equal(out.count, 4);
    assert_false(in.ops->can_accept(in.ctx, 64));
    for (unsigned k = 2; k < TRM_FANOUT_MAX; k++) {
        assert_int_equal(trm_fanout_add(&fan, out_link()), TRM_OK);
    }
    assert_int_equal(trm_fanout_add(&fan, out_link()), TRM_ERR_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identification),
        cmocka_unit_test(only_inputs_that_exist_can_be_disabled),
        cmocka_unit_test(bad_configurations_are_refused),
        cmocka_unit_test(garbage_is_legal_and_zero_is_zero),
        cmocka_unit_test(never_enabled_it_swallows),
        cmocka_unit_test(a_disabled_input_is_read_and_discarded),
        cmocka_unit_test(disabling_flushes_then_swallows),
        cmocka_unit_test(a_flush_that_cannot_end_is_given_up),
        cmocka_unit_test(reset_drops_and_keeps_quiet),
        cmocka_unit_test(power_takes_its_time),
        cmocka_unit_test(requests_go_up_and_a_flush_waits_for_what_was_there),
        cmocka_unit_test(a_sink_that_stops_on_wrap_stops_the_tree),
        cmocka_unit_test(fan_out_waits_for_all_and_swallows_for_disabled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
