/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PIB sink in SystemVerilog against its model, clock by clock: random settings, messages,
 * back-pressure and register accesses at any cycle. The pins must be the model's in every cycle,
 * and so must be every register that is read.
 *
 * A message goes to the model with its last beat. The RTL takes it if it was open (enabled, in a
 * mode that is not Off) in every cycle from the first beat to the last: so does the model.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "part_rig.h"
#include "pibsink_regs.h"
#include "random_hart.h"
#include "rtl_pibsink.h"

extern const struct rtl_pibsink_kind rtl_pibsink_min, rtl_pibsink_typ, rtl_pibsink_full,
    rtl_pibsink_swt, rtl_pibsink_rnd, rtl_pibsink_et, rtl_pibsink_etone;

static const struct rtl_pibsink_kind *const kinds[] = {
    &rtl_pibsink_min, &rtl_pibsink_typ, &rtl_pibsink_full, &rtl_pibsink_swt,
    &rtl_pibsink_rnd, &rtl_pibsink_et,  &rtl_pibsink_etone};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    MESSAGE = 60,
    MODES = 16,
    CONTROL = TR_PIB_CONTROL_OFFSET,
};

/* What the runs have seen. */
static uint64_t sent[MODES], centered[MODES], calibrated[MODES]; /* centered: of those sent */
static uint64_t idles, refused, swallowed, divided, aligned;

struct run {
    struct part_rig rig;
    const struct rtl_pibsink_kind *kind;
    struct rtl_pibsink *rtl;
    struct trm_pibsink model;
    struct trm_pibsink_cfg cfg;
    struct rh_rng rng;
    uint64_t seed, cycle;
    struct rtl_pibsink_io io;
    uint8_t message[MESSAGE];
    unsigned n, at;
    bool offering, open;
    unsigned busy; /* percent */
};

static void complain(const void *ctx, const char *what)
{
    const struct run *run = ctx;
    fail_msg("%s: %s, seed %llu, cycle %llu", run->kind->name, what, (unsigned long long)run->seed,
             (unsigned long long)run->cycle);
}

static uint32_t model_read(struct run *run, uint32_t offset)
{
    uint32_t value;
    assert_int_equal(trm_pibsink_reg_read(&run->model, offset, 4, &value), TRM_OK);
    return value;
}

static uint32_t mode_of(uint32_t control)
{
    return (control & TR_PIB_MODE_MASK) >> TR_PIB_MODE_SHIFT;
}

/* --- messages --- */

static void new_message(struct run *run)
{
    static const uint8_t sync[] = {9, 11, 12, 29};
    run->n = 1 + rh_below(&run->rng, rh_chance(&run->rng, 4) ? MESSAGE : 8);
    part_rig_message(&run->rng, run->message, run->n, run->cfg.etrace);
    if (!run->cfg.etrace && run->n > 1 && rh_chance(&run->rng, 4)) {
        run->message[0] = (uint8_t)(sync[rh_below(&run->rng, 4)] << 2);
    }
}

static void offer(struct run *run)
{
    struct rtl_link *link = &run->io.in;
    if (!run->offering) {
        run->offering = rh_below(&run->rng, 100) < run->busy;
        if (run->offering && run->at == 0) {
            new_message(run);
        }
    }
    link->valid = run->offering;
    part_rig_beat(link, run->kind->lanes, run->message, run->n, run->at);
}

static void taken(struct run *run, bool open)
{
    const struct rtl_link *in = &run->io.in;
    run->open = open && (run->at == 0 || run->open);
    if (!in->valid || !in->ready) {
        refused += in->valid;
        return;
    }
    if (in->last && run->open) {
        struct trm_link link = trm_pibsink_link(&run->model);
        assert_true(link.ops->can_accept(link.ctx, run->n));
        link.ops->put(link.ctx, run->message, run->n);
        uint32_t control = model_read(run, CONTROL);
        sent[mode_of(control)]++;
        centered[mode_of(control)] += (control & TR_PIB_CLK_CENTER_MASK) != 0;
        divided += (control & TR_PIB_DIVIDER_MASK) != 0;
        aligned += (control & TR_PIB_ASYNC_FREQ_MASK) != 0;
    }
    swallowed += in->last && !run->open;
    run->at = in->last ? 0 : run->at + run->kind->lanes;
    run->offering = false;
}

static void clock_both(void *ctx)
{
    struct run *run = ctx;
    uint32_t control = model_read(run, CONTROL);
    struct trm_pib_pins want = trm_pibsink_pins(&run->model);
    run->cycle++;
    offer(run);
    run->kind->cycle(run->rtl, &run->io);
    if (run->io.pins.clk != want.clk || run->io.pins.data != want.data) {
        char what[80];
        (void)snprintf(what, sizeof what, "the pins are %d %04x, in the model %d %04x",
                       run->io.pins.clk, run->io.pins.data, want.clk, want.data);
        complain(run, what);
    }
    const struct trm_link in = trm_pibsink_link(&run->model);
    if (run->io.in.stopped != trm_link_stopped(&in)) {
        complain(run, "the level `stopped` differs");
    }
    trm_pibsink_tick(&run->model);
    calibrated[mode_of(control)] += run->model.unit_bytes != 0 && run->model.unit_calibrates;
    taken(run, (control & TR_PIB_ENABLE_MASK) != 0 && mode_of(control) != TR_PIB_MODE_OFF);
}

/* --- registers --- */

static uint32_t read_model(void *ctx, uint32_t offset, uint32_t *unknown)
{
    *unknown = 0;
    return model_read(ctx, offset);
}

static void write_model(void *ctx, uint32_t offset, uint32_t value)
{
    struct run *run = ctx;
    assert_int_equal(trm_pibsink_reg_write(&run->model, offset, 4, value), TRM_OK);
}

static void access(struct run *run, bool write, uint32_t offset, uint32_t value)
{
    (void)part_rig_access(&run->rig, write, offset, value);
}

static void read_all(struct run *run)
{
    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        access(run, false, offset, 0);
    }
}

static uint32_t random_control(struct run *run)
{
    uint32_t value = rh_next(&run->rng) & TR_PIB_CLK_CENTER_MASK;
    value |= rh_chance(&run->rng, 3) ? rh_next(&run->rng) & TR_PIB_ASYNC_FREQ_MASK : 0;
    value |= rh_chance(&run->rng, 8) ? rh_next(&run->rng) & 0xFFFF : 0; /* anything */
    value |= rh_chance(&run->rng, 6) ? TR_PIB_CALIBRATE_MASK : 0;
    unsigned mode;
    do {
        mode = rh_below(&run->rng, MODES);
    } while (((run->cfg.modes >> mode) & 1) == 0 && !rh_chance(&run->rng, 10));
    value = (value & ~TR_PIB_MODE_MASK) | mode << TR_PIB_MODE_SHIFT;
    unsigned divider = rh_chance(&run->rng, 3) ? rh_below(&run->rng, 20) : rh_below(&run->rng, 3);
    return (value & ~TR_PIB_ENABLE_MASK) | divider << TR_PIB_DIVIDER_SHIFT | TR_PIB_ACTIVE_MASK;
}

/* What may be written while it runs: some fields keep their value then. */
static uint32_t while_enabled(struct run *run, uint32_t control)
{
    uint32_t value = rh_chance(&run->rng, 2) ? random_control(run) : control;
    value &= ~TR_PIB_CALIBRATE_MASK;
    value |= rh_chance(&run->rng, 4) ? TR_PIB_CALIBRATE_MASK : 0;
    return value | TR_PIB_ENABLE_MASK;
}

static void wait_empty(struct run *run)
{
    unsigned busy = run->busy;
    run->busy = 0;
    for (unsigned i = 0; (model_read(run, CONTROL) & TR_PIB_EMPTY_MASK) == 0; i++) {
        clock_both(run);
        assert_true(i < 100000);
    }
    run->busy = busy;
}

static void one_session(struct run *run)
{
    uint32_t control = random_control(run);
    run->busy = rh_chance(&run->rng, 3) ? rh_below(&run->rng, 5) : 5 + rh_below(&run->rng, 95);
    access(run, true, CONTROL, control);
    part_rig_clocks(&run->rig, rh_below(&run->rng, 60));
    access(run, true, CONTROL, control | TR_PIB_ENABLE_MASK);
    for (unsigned i = rh_below(&run->rng, 12); i > 0; i--) {
        part_rig_clocks(&run->rig, rh_below(&run->rng, 400));
        access(run, rh_chance(&run->rng, 2), CONTROL, while_enabled(run, control));
        access(run, false, CONTROL, 0);
        run->busy = rh_chance(&run->rng, 4) ? rh_below(&run->rng, 100) : run->busy;
    }
    if (rh_chance(&run->rng, 10)) {
        access(run, true, CONTROL, 0);
        part_rig_clocks(&run->rig, rh_below(&run->rng, 40));
        access(run, true, CONTROL, rh_next(&run->rng) | TR_PIB_ACTIVE_MASK);
        access(run, false, CONTROL, 0);
        return;
    }
    access(run, true, CONTROL, control & ~TR_PIB_CALIBRATE_MASK);
    for (unsigned i = rh_below(&run->rng, 20); i > 0; i--) {
        part_rig_clocks(&run->rig, rh_below(&run->rng, 30));
        access(run, rh_chance(&run->rng, 2), CONTROL, random_control(run));
        access(run, false, CONTROL, 0);
    }
    if (rh_chance(&run->rng, 2)) {
        wait_empty(run);
    }
}

static void random_run(uint64_t seed)
{
    static struct run run;
    memset(&run, 0, sizeof run);
    run.rig = (struct part_rig){.apb = &run.io.apb,
                                .run = &run,
                                .clock = clock_both,
                                .read = read_model,
                                .write = write_model,
                                .complain = complain};
    run.kind = kinds[seed % KINDS];
    run.seed = seed;
    rh_seed(&run.rng, seed);
    run.kind->cfg(&run.cfg);
    assert_int_equal(trm_pibsink_init(&run.model, &run.cfg), TRM_OK);
    run.rtl = run.kind->create();
    read_all(&run);
    access(&run, true, CONTROL, rh_next(&run.rng) | TR_PIB_ACTIVE_MASK);
    read_all(&run);
    for (unsigned i = 0; i < 20; i++) {
        one_session(&run);
    }
    idles += run.model.stats.idle;
    run.kind->destroy(run.rtl);
}

/* Holds TCI-PIB-001..025 TCI-PIB-028 TCI-PIB-030..058 TCI-REG-157..172 TCI-RST-005 TCI-RST-043
 * TCI-COMP-009 TCI-MAP-040 TCI-MAP-041 NT-TX-030..038 NT-TX-040..043 */
static void pins_and_registers_as_in_the_model(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < rig_seeds(16 * KINDS); seed++) {
        random_run(seed);
    }
    for (unsigned mode = 0; mode < MODES; mode++) {
        bool there = ((TRM_PIBSINK_MODES_ALL >> mode) & 1) != 0;
        assert_true(there == (sent[mode] > 100));
        assert_true(there == (calibrated[mode] > 100));
        bool parallel = mode >= TR_PIB_MODE_PARALLEL1;
        assert_true((there && parallel) == (centered[mode] > 20));
        assert_true(!there || sent[mode] - centered[mode] > 20);
    }
    assert_true(divided > 1000 && aligned > 100);
    assert_true(idles > 100 && refused > 1000 && swallowed > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pins_and_registers_as_in_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
