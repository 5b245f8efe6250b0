/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole trace subsystem in SystemVerilog: random programs on all harts, started and stopped and
 * read out over its one APB port. In the sink's memory, on the pins as a probe reads them, and on
 * ATB, the messages of each source must be those of its model, byte for byte, and whole. A target
 * on ATB flushes and asks for synchronization.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "part_rig.h"
#include "system_rig.h"

extern const struct rtl_system_kind rtl_system_one, rtl_system_three, rtl_system_pins,
    rtl_system_all;

static const struct rtl_system_kind *const kinds[] = {&rtl_system_one, &rtl_system_three,
                                                      &rtl_system_pins, &rtl_system_all};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
};

static void clock_all(struct run *run)
{
    run->cycle++;
    for (unsigned k = 0; k < run->kind->harts; k++) {
        struct source *s = &run->source[k];
        if (!s->offering && rh_below(&run->rng, 100) < run->busy) {
            struct rh_step step;
            rh_step(&s->hart, &step);
            assert_true(step.in.nblocks <= 1);
            s->record = step.in;
            s->offering = true;
        }
        s->record.cycle = run->cycle;
        run->io.record[k] = s->offering ? &s->record : NULL;
    }
    run->flushing = run->kind->atb && run->busy != 0;
    system_rig_target(run);
    run->io.target.syncreq = run->flushing && rh_chance(&run->rng, 100);
    run->kind->cycle(run->rtl, &run->io);
    assert_true(run->cycle < WAVE);
    run->wave[run->cycle] = (struct htr_pib_sample){run->io.pins.clk, run->io.pins.data};
    system_rig_target_takes(run);
    for (unsigned k = 0; k < run->kind->harts; k++) {
        trm_encoder_tick(&run->source[k].model);
    }
    if (run->io.target.syncreq) {
        system_rig_models_sync(run);
    }
    for (unsigned k = 0; k < run->kind->harts; k++) {
        struct source *s = &run->source[k];
        if (s->offering && !run->io.stall[k]) {
            assert_false(trm_encoder_ingress(&s->model, &s->record));
            s->offering = false;
        }
    }
}

static unsigned flushes, syncs;

static void capture(uint64_t seed)
{
    static struct run run;
    system_rig_create(&run, kinds[seed % KINDS], seed, clock_all);
    system_rig_start_sinks(&run);
    system_rig_start_encoders(&run, 0, 0);
    run.busy = 10 + rh_below(&run.rng, 90);
    for (unsigned i = 0; i < 3000; i++) {
        clock_all(&run);
    }
    system_rig_stop_encoders(&run);
    run.busy = 0;
    system_rig_stop_others(&run);
    for (unsigned i = 0; i < 200; i++) {
        clock_all(&run); /* a probe must see the end of the last bit */
    }
    system_rig_read_all(&run);
    flushes += run.flushes;
    syncs += run.syncs;
    run.kind->destroy(run.rtl);
}

/* Holds TCI-COMP-001 TCI-COMP-003 TCI-COMP-004 TCI-COMP-013..015 TCI-COMP-022..024 TCI-COMP-026
 * TCI-COMP-028..031 TCI-MIN-001 TCI-MIN-002 NT-DEF-001 NT-TIM-009 */
static void each_source_behind_each_sink_as_its_model_sent_it(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < rig_seeds(40); seed++) {
        print_message("seed %llu\n", (unsigned long long)seed);
        capture(seed);
    }
    assert_true(flushes > 40 && syncs > 100);
}

/* An address where there is no component is answered with an error, at once. */
static void no_component_no_answer(void **state)
{
    (void)state;
    for (unsigned i = 0; i < KINDS; i++) {
        struct rtl_system *rtl = kinds[i]->create();
        struct rtl_system_io io = {.apb = {.psel = true, .paddr = 0x10000}};
        kinds[i]->cycle(rtl, &io);
        io.apb.penable = true;
        kinds[i]->cycle(rtl, &io);
        assert_true(io.apb.pready && io.apb.pslverr);
        kinds[i]->destroy(rtl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_source_behind_each_sink_as_its_model_sent_it),
        cmocka_unit_test(no_component_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
