/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tr_system with the crossings that its parameters put in: bus, components, time and each hart have
 * a clock of their own, with periods at odd ratios and edges that come early and late, ATB has
 * ATCLKEN, sidebands and external triggers change at any time, and synchronizers are now and then a
 * cycle late. Each source's messages are those of its model after each sink, byte for byte; TSTAMP
 * is a time that there was, not long before the model's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "part_rig.h"
#include "system_rig.h"
#include "timestamp_regs.h"

extern const struct rtl_system_kind rtl_system_far, rtl_system_own;

enum {
    CLOCKS = 3 + HARTS_MAX, /* in the order of RTL_CLOCK... */
    NOMINAL = 1000,         /* the period of clk_i */
    ACTIONS = 0x234,        /* triggers from outside: 0 a notification, 1 off, 2 on */
};

static struct run run;
static struct {
    uint64_t next, period;
} clocks[CLOCKS];
static uint64_t jumps; /* edges of two clocks at the same time */

/* A period is up to a third longer or shorter. */
static uint64_t jittered(uint64_t period)
{
    return period + period * rh_below(&run.rng, 667) / 1000 - period / 3;
}

/* Clocks with an edge now: that of the earliest, and now and then another one at the same time. */
static unsigned edges(void)
{
    unsigned first = 0, mask = 0, n = 3 + run.kind->harts;
    for (unsigned c = 1; c < n; c++) {
        first = clocks[c].next < clocks[first].next ? c : first;
    }
    for (unsigned c = 0; c < n; c++) {
        bool near = clocks[c].next < clocks[first].next + clocks[c].period / 8;
        if (c == first || (near && rh_chance(&run.rng, 2))) {
            jumps += c != first;
            clocks[c].next += jittered(clocks[c].period);
            mask |= 1u << c;
        }
    }
    return mask;
}

/* A cycle of clk_i: what the pins and the target on ATB see before its edge. */
static void see(void)
{
    run.cycle++;
    assert_true(run.cycle < WAVE);
    run.wave[run.cycle] = (struct htr_pib_sample){run.io.pins.clk, run.io.pins.data};
    if (run.io.atclken) {
        system_rig_target_takes(&run);
    }
}

/* After an edge of clk_i: the target's flip-flops change with ATCLKEN only. */
static void target(bool enabled)
{
    if (enabled) {
        system_rig_target(&run);
    }
    run.io.atclken = run.kind == &rtl_system_own || rh_chance(&run.rng, 3);
}

/* A cycle of hart k: its record goes into the model when the encoder has taken it. */
static void hart_takes(unsigned k)
{
    struct source *s = &run.source[k];
    trm_encoder_timestamp_in(&s->model, run.io.time);
    trm_encoder_tick(&s->model);
    if (s->offering && !run.io.stall[k]) {
        assert_false(trm_encoder_ingress(&s->model, &s->record));
        s->offering = false;
    }
}

static void hart_offers(unsigned k)
{
    struct source *s = &run.source[k];
    if (!s->offering && rh_below(&run.rng, 100) < run.busy) {
        struct rh_step step;
        rh_step(&s->hart, &step);
        assert_true(step.in.nblocks <= 1 && !step.in.halted && !step.in.reset);
        s->record = step.in;
        s->offering = true;
    }
    s->record.cycle++;
    run.io.record[k] = s->offering ? &s->record : NULL;
}

/* All clocks, up to the next edge of the bus. */
static void clock_bus(struct run *r)
{
    unsigned mask;
    assert_ptr_equal(r, &run);
    do {
        for (unsigned k = 0; k < run.kind->harts; k++) {
            run.source[k].record.time = run.io.time;
        }
        mask = edges();
        run.kind->settle(run.rtl, &run.io);
        bool enabled = run.io.atclken;
        if ((mask & RTL_CLOCK) != 0) {
            see();
        }
        for (unsigned k = 0; k < run.kind->harts; k++) {
            if ((mask & RTL_CLOCK_HART << k) != 0) {
                hart_takes(k);
            }
        }
        run.kind->clock_edges(run.rtl, mask);
        if ((mask & RTL_CLOCK) != 0) {
            target(enabled);
        }
        for (unsigned k = 0; k < run.kind->harts; k++) {
            if ((mask & RTL_CLOCK_HART << k) != 0) {
                hart_offers(k);
            }
        }
        run.io.time += (mask & RTL_CLOCK_TIME) != 0;
        /* Without ApbClock the bus has the clock of the components; without TimeClock the time. */
    } while ((mask & (run.kind == &rtl_system_own ? RTL_CLOCK : RTL_CLOCK_APB)) == 0);
}

/* Until everything that crosses is there: no record waits, and the slowest clock has had n edges.
 */
static void quiet(unsigned n)
{
    uint64_t until = 0;
    run.busy = 0;
    for (unsigned k = 0; k < run.kind->harts; k++) {
        for (unsigned i = 0; run.source[k].offering; i++) {
            assert_true(i < 400000); /* serial pins are slow */
            clock_bus(&run);
        }
    }
    for (unsigned c = 0; c < 3 + run.kind->harts; c++) {
        uint64_t to = clocks[c].next + 2 * n * clocks[c].period;
        until = to > until ? to : until;
    }
    /* A sideband that has changed waits while the encoder stalls. */
    unsigned stalled = 0;
    for (unsigned i = 0; clocks[0].next < until || stalled != 0; i++) {
        assert_true(i < 400000);
        clock_bus(&run);
        stalled = 0;
        for (unsigned k = 0; k < run.kind->harts; k++) {
            stalled += run.io.stall[k];
        }
    }
}

/* The model of hart k has this record of sidebands and triggers, in no instruction. When the
 * encoder had it is not known: it waits while the encoder stalls. */
static void model_sees(unsigned k, const struct rtl_sidebands *b, uint8_t ext_trig)
{
    struct source *s = &run.source[k];
    size_t from = s->n;
    struct ingress_cycle in = {.priv = s->record.priv,
                               .cycle = s->record.cycle,
                               .time = run.io.time,
                               .ext_trig = ext_trig,
                               .halted = b->halted,
                               .reset = b->reset,
                               .lowpower = b->lowpower};
    trm_encoder_timestamp_in(&s->model, in.time);
    assert_false(trm_encoder_ingress(&s->model, &in));
    memset(s->any_time + from, 1, s->n - from + 1); /* and of the message that says so later */
}

static unsigned changes;

/* The encoder may be ahead of its model, which is asked at the end of a flush. */
static void end_flushes(void)
{
    run.flushing = false;
    for (unsigned i = 0; run.io.target.afvalid; i++) {
        assert_true(i < 400000); /* serial pins are slow */
        clock_bus(&run);
    }
}

static void runs(unsigned cycles)
{
    run.busy = 5 + rh_below(&run.rng, 95);
    for (unsigned i = 0; i < cycles; i++) {
        clock_bus(&run);
    }
    quiet(0);
}

/* Between records: a sideband of a hart goes up and down, or a trigger comes from outside. */
static void change_sidebands(void)
{
    unsigned k = rh_below(&run.rng, run.kind->harts), what = rh_below(&run.rng, 4);
    struct rtl_sidebands *b = &run.io.sidebands[k];
    uint8_t trigger = (uint8_t)(1u << rh_below(&run.rng, 3));
    for (int i = 0; i < 2; i++) {
        const bool up = i == 0;
        b->halted = what == 0 && up;
        b->lowpower = what == 1 && up;
        b->ext_trig = what >= 2 && up ? trigger : 0;
        quiet(12);
        model_sees(k, b, b->ext_trig);
        if (b->ext_trig != 0) {
            runs(100); /* a rise is one trigger, however long it lasts */
            quiet(12);
        }
    }
    changes++;
}

static void ask_for_sync(void)
{
    run.io.target.syncreq = true;
    for (bool seen = false; !seen;) {
        seen = run.io.atclken; /* at the next edge of clk_i, or a later one */
        uint64_t cycle = run.cycle;
        while (run.cycle == cycle) {
            clock_bus(&run);
        }
    }
    run.io.target.syncreq = false;
    quiet(12);
    system_rig_models_sync(&run);
}

/* Ratios of periods that are no simple fractions, from about 1:3 to 3:1. */
static void set_clocks(void)
{
    uint64_t longest = 0, time = 0;
    for (unsigned c = 0; c < CLOCKS; c++) {
        clocks[c].period = c == 0 ? NOMINAL : 337 + rh_below(&run.rng, 2700);
        clocks[c].next = 1 + rh_below(&run.rng, 3000);
        longest = clocks[c].period > longest ? clocks[c].period : longest;
        time = c == 2 ? clocks[c].period : time;
    }
    /* Two crossings, of a register, four flip-flops, one that is late, and a register; each cycle a
     * third longer than its period. */
    run.late = 2 * 7 * longest * 4 / 3 / time + 2;
}

static unsigned flushes, syncs, messages, stamped;

static void capture(uint64_t seed)
{
    const bool far = seed % 2 == 0;
    const bool stamps = seed / 2 % 2 == 1;
    system_rig_create(&run, far ? &rtl_system_far : &rtl_system_own, seed, clock_bus);
    set_clocks();
    run.flushing = true;
    system_rig_start_sinks(&run);
    uint32_t mode = far && seed / 4 % 2 == 1 ? TR_TS_MODE_SHARED : TR_TS_MODE_EXTERNAL;
    system_rig_start_encoders(&run, 0, stamps ? TR_TS_ENABLE_MASK | mode << TR_TS_MODE_SHIFT : 0);
    for (unsigned n = 0; n < run.kind->harts; n++) {
        (void)system_rig_access(&run, true, n, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, ACTIONS);
    }
    for (unsigned i = 0; i < 6; i++) {
        const bool change = far && i % 2 == 0;
        if (change) {
            end_flushes();
        }
        runs(300);
        if (change) {
            change_sidebands(); /* also while the encoders stall */
        } else if (!far || i == 3) {
            quiet(12);
            ask_for_sync();
        }
        run.flushing = true;
    }
    quiet(12);
    system_rig_stop_encoders(&run);
    system_rig_stop_others(&run);
    run.flushing = false;
    quiet(400); /* a probe must see the end of the last bit */
    system_rig_read_all(&run);
    flushes += run.flushes;
    syncs += run.syncs;
    messages += run.messages;
    stamped += run.stamps ? run.messages : 0;
    run.kind->destroy(run.rtl);
}

static void each_source_as_its_model_sent_it_through_all_clocks(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < rig_seeds(24); seed++) {
        print_message("seed %llu\n", (unsigned long long)seed);
        capture(seed);
    }
    print_message(
        "%u messages, %u with TSTAMP, %u flushes, %u synchronization requests, %u changes "
        "of sidebands, %llu edges together\n",
        messages, stamped, flushes, syncs, changes, (unsigned long long)jumps);
    assert_true(messages > 1000 && stamped > 300 && flushes > 40 && syncs > 20 && changes > 20);
    assert_true(jumps > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_source_as_its_model_sent_it_through_all_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
