/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The funnel in SystemVerilog against its model: random messages on all inputs, an output that
 * refuses at random, registers read and written at any cycle, clock by clock.
 *
 * A message is taken or swallowed as the model does at its first beat. From then on the RTL holds
 * it longer than the model, which sends at once; so what the model has sent is what the RTL shall
 * send, for each input in the same order. A reset takes back what is not on its way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "funnel_regs.h"
#include "funnel_rig.h"
#include "part_rig.h"
#include "timestamp_regs.h"

extern const struct rtl_funnel_kind rtl_funnel_min, rtl_funnel_typ, rtl_funnel_full, rtl_funnel_rnd;

static const struct rtl_funnel_kind *const kinds[] = {&rtl_funnel_min, &rtl_funnel_typ,
                                                      &rtl_funnel_full, &rtl_funnel_rnd};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
};

/* Of many runs: one alone may have been disabled nearly all the time. */
struct total {
    uint64_t sent, flushes, asked; /* runs with requests for flushes */
    uint64_t discarded, swallowed; /* at an input that was off; all inputs */
    unsigned ts_modes, ts_prescales, ts_resets, ts_stops;
};

static void random_run(uint64_t seed, bool resets, struct total *t)
{
    static struct funnel_run run;
    funnel_rig_start(&run, kinds[seed % KINDS], seed);
    run.resets = resets;
    run.asks = seed / KINDS % 2 != 0;
    funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    for (unsigned i = 0; i < 3000 || (run.io.apb.psel && !run.io.apb.penable); i++) {
        funnel_rig_next_access(&run);
        funnel_rig_clock(&run);
    }
    run.io.apb = (struct rtl_apb){.psel = false};
    run.asks = false;
    funnel_rig_finish(&run);
    t->sent += run.sent;
    t->flushes += run.flushes;
    t->asked += seed / KINDS % 2;
    for (unsigned i = 0; i < run.cfg.inputs; i++) {
        t->discarded += run.model.stats.discarded[i];
    }
    t->swallowed += run.model.stats.swallowed;
    t->ts_modes |= run.ts_modes;
    t->ts_prescales |= run.ts_prescales;
    t->ts_resets += run.ts_resets;
    t->ts_stops += run.ts_stops;
}

/* Every register that is read and the timestamp of every cycle are the model's too.
 * Holds TCI-FUN-001 TCI-FUN-004..007 TCI-TS-001 TCI-TS-003 TCI-TS-007..009 TCI-TS-012 TCI-TS-013
 * TCI-TS-016 TCI-GEN-003 TCI-RST-008 TCI-COMP-014..016 TCI-COMP-021 ET-ENC-001 */
static void messages_come_out_whole_and_in_order(void **state)
{
    (void)state;
    struct total t = {.sent = 0};
    for (uint64_t seed = 0; seed < rig_seeds(60); seed++) {
        random_run(seed, false, &t);
    }
    assert_true(t.sent > 20 * rig_seeds(60));
    assert_true(t.flushes > 2 * t.asked);
    assert_true(t.discarded > 1000 && t.swallowed > 1000);
    assert_int_equal(t.ts_modes & (1u << TR_TS_MODE_EXTERNAL | 1u << TR_TS_MODE_INTERNAL_SYSTEM |
                                   1u << TR_TS_MODE_SHARED),
                     1u << TR_TS_MODE_EXTERNAL | 1u << TR_TS_MODE_INTERNAL_SYSTEM |
                         1u << TR_TS_MODE_SHARED);
    assert_int_equal(t.ts_prescales, 15);
    assert_true(t.ts_resets > 50 && t.ts_stops > 10);
}

static void a_reset_drops_whole_messages(void **state)
{
    (void)state;
    struct total t = {.sent = 0};
    for (uint64_t seed = 1000; seed < 1000 + rig_seeds(60); seed++) {
        random_run(seed, true, &t);
    }
    assert_true(t.sent > 1000);
}

/* Holds TCI-FUN-002 TCI-FUN-003 */
static void one_message_of_each_input_in_turn(void **state)
{
    (void)state;
    static struct funnel_run run;
    for (unsigned k = 0; k < KINDS; k++) {
        funnel_rig_start(&run, kinds[k], 7);
        run.longest = 8;
        run.busy = 100;
        run.refuse = 30;
        funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
        funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET,
                          TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
        while (run.sent < 300) {
            funnel_rig_clock(&run);
            if (run.cycle > 20000) {
                funnel_rig_complain(&run, "too slow");
            }
        }
        for (unsigned i = 1; i < sizeof run.order; i++) {
            unsigned at = (unsigned)(run.sent + i) % sizeof run.order;
            unsigned before = (unsigned)(run.sent + i - 1) % sizeof run.order;
            assert_int_equal(run.order[at], (run.order[before] + 1u) % run.cfg.inputs);
        }
        funnel_rig_finish(&run);
    }
}

static void expect_status(struct funnel_run *run, uint32_t empty, uint32_t loss)
{
    funnel_rig_access(run, false, TR_FUNNEL_CONTROL_OFFSET, 0);
    assert_int_equal(run->io.apb.prdata, TR_FUNNEL_ACTIVE_MASK | empty);
    funnel_rig_access(run, false, TR_FUNNEL_VENDOR_STATUS_OFFSET, 0);
    assert_int_equal(run->io.apb.prdata, loss);
}

/* However long the output refuses, what is queued stays. When it is stopped, what is queued is
 * given up, trFunnelEmpty becomes 1, and trFunnelLoss reports it. The beat that was shown stays. */
static void a_disabled_funnel_gives_up_a_stopped_link(void **state)
{
    (void)state;
    static struct funnel_run run;
    funnel_rig_start(&run, &rtl_funnel_typ, 1);
    run.busy = 100;
    run.refuse = 0;
    funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET,
                      TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
    run.refuse = 100;
    run.patience = UINT32_MAX;
    for (unsigned i = 0; i < 30; i++) {
        funnel_rig_clock(&run);
    }
    funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    for (unsigned i = 0; i < 20000; i++) {
        funnel_rig_clock(&run);
    }
    expect_status(&run, 0, 0);
    run.stop = true;
    funnel_rig_clock(&run);
    funnel_rig_clock(&run);
    expect_status(&run, TR_FUNNEL_EMPTY_MASK, TR_FUNNEL_LOSS_MASK);
    funnel_rig_access(&run, true, TR_FUNNEL_VENDOR_STATUS_OFFSET, 0);
    expect_status(&run, TR_FUNNEL_EMPTY_MASK, TR_FUNNEL_LOSS_MASK);
    funnel_rig_access(&run, true, TR_FUNNEL_VENDOR_STATUS_OFFSET, UINT32_MAX);
    expect_status(&run, TR_FUNNEL_EMPTY_MASK, 0);
    assert_true(run.io.out.valid);
    funnel_rig_take_back(&run);
    run.patience = PATIENCE;
    run.stop = false;
    funnel_rig_finish(&run);
    assert_int_equal(run.source[0].at, 0);
}

/* One beat in 200 cycles: everything that was taken comes out. */
/* Holds TCI-FUN-004 TCI-FUN-005 */
static void a_disabled_funnel_waits_for_a_slow_link(void **state)
{
    (void)state;
    static struct funnel_run run;
    funnel_rig_start(&run, &rtl_funnel_typ, 1);
    run.busy = 100;
    run.refuse = 100;
    run.patience = 200;
    funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET,
                      TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
    for (unsigned i = 0; i < 60; i++) {
        funnel_rig_clock(&run);
    }
    funnel_rig_access(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    expect_status(&run, 0, 0);
    unsigned cycles = 0;
    for (; (run.io.apb.prdata & TR_FUNNEL_EMPTY_MASK) == 0 && cycles < 1000000; cycles += 2) {
        funnel_rig_access(&run, false, TR_FUNNEL_CONTROL_OFFSET, 0);
    }
    assert_true(cycles > 2 * 4096 && cycles < 1000000);
    expect_status(&run, TR_FUNNEL_EMPTY_MASK, 0);
    run.patience = PATIENCE;
    funnel_rig_finish(&run); /* complains when a message has not come out */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_out_whole_and_in_order),
        cmocka_unit_test(a_reset_drops_whole_messages),
        cmocka_unit_test(one_message_of_each_input_in_turn),
        cmocka_unit_test(a_disabled_funnel_gives_up_a_stopped_link),
        cmocka_unit_test(a_disabled_funnel_waits_for_a_slow_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
