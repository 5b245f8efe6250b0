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

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "part_rig.h"
#include "htr/htr_pib.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "random_hart.h"
#include "rtl_system.h"
#include "trm/trm_encoder_upstream.h"

extern const struct rtl_system_kind rtl_system_one, rtl_system_three, rtl_system_pins,
    rtl_system_all;

static const struct rtl_system_kind *const kinds[] = {&rtl_system_one, &rtl_system_three,
                                                      &rtl_system_pins, &rtl_system_all};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    RAM = 0, /* sinks */
    PIB,
    ATB,
    SINKS,
    WAVE = 200000, /* cycles */
    ATB_ID = 0x25,
    HARTS_MAX = 3,
    BYTES = 32768,
    BLOCK = 0x1000, /* registers of a component */
    SRC_BITS = 2,
};

/* A source: its hart, its model, and what the model sent. */
struct source {
    struct rh_hart hart;
    struct trm_encoder model;
    struct ingress_cycle record;
    bool offering;
    uint8_t bytes[BYTES];
    size_t n;
    size_t seen[SINKS]; /* of them, found downstream of a sink */
    size_t mark;        /* of them, when the flush began */
};

struct run {
    const struct rtl_system_kind *kind;
    struct rtl_system *rtl;
    struct rtl_system_io io;
    struct rh_rng rng;
    uint64_t cycle;
    unsigned busy; /* percent */
    struct source source[HARTS_MAX];
    struct htr_pib_setting probe;
    struct htr_pib_sample wave[WAVE];
    uint8_t atb[BYTES];
    size_t atb_n, atb_at; /* of atb[]: bytes that came, and whose messages were found */
    unsigned flushes, syncs;
};

static bool can_accept(void *ctx, size_t n)
{
    const struct source *s = ctx;
    return s->n + n <= BYTES;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct source *s = ctx;
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
}

static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};

static void requests(struct run *run)
{
    struct trm_atb_in *target = &run->io.target;
    bool ended = run->io.atb.afready;
    target->atready = !rh_chance(&run->rng, 4);
    target->syncreq = run->kind->atb && run->busy != 0 && rh_chance(&run->rng, 100);
    run->syncs += target->syncreq;
    if (target->afvalid) {
        target->afvalid = !ended;
    } else if (run->kind->atb && run->busy != 0 && rh_chance(&run->rng, 30)) {
        target->afvalid = true;
        for (unsigned k = 0; k < run->kind->harts; k++) {
            run->source[k].mark = run->source[k].n;
        }
    }
}

/* A message belongs to the source that its SRC says, and is its next one. */
static void found(struct run *run, unsigned sink, const uint8_t *bytes, size_t n)
{
    assert_true(n >= 2);
    unsigned src = (unsigned)(bytes[1] >> 2) & ((1u << SRC_BITS) - 1u);
    assert_in_range(src, 1, run->kind->harts);
    struct source *s = &run->source[src - 1];
    assert_true(s->seen[sink] + n <= s->n);
    assert_memory_equal(bytes, s->bytes + s->seen[sink], n);
    s->seen[sink] += n;
}

/* Whole messages and idle bytes. Returns how many of n bytes these are. */
static size_t split(struct run *run, unsigned sink, const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    for (size_t end = 0; end < n; end++) {
        if ((bytes[end] & 3) == 3) {
            if (bytes[at] != 0xFF) {
                found(run, sink, bytes + at, end + 1 - at);
            }
            at = end + 1;
        }
    }
    return at;
}

/* What the target sees. When the flush ends, all that the models had sent at its beginning is
 * there. */
static void target_takes(struct run *run)
{
    const struct trm_atb_out *out = &run->io.atb;
    if (out->atvalid && run->io.target.atready) {
        assert_int_equal(out->atid, ATB_ID);
        assert_true(run->atb_n + out->atbytes + 1u <= BYTES);
        memcpy(run->atb + run->atb_n, out->atdata, out->atbytes + 1u);
        run->atb_n += out->atbytes + 1u;
    }
    if (out->afready && run->io.target.afvalid) {
        run->atb_at += split(run, ATB, run->atb + run->atb_at, run->atb_n - run->atb_at);
        for (unsigned k = 0; k < run->kind->harts; k++) {
            assert_true(run->source[k].seen[ATB] >= run->source[k].mark);
        }
        run->flushes++;
    }
}

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
    requests(run);
    run->kind->cycle(run->rtl, &run->io);
    assert_true(run->cycle < WAVE);
    run->wave[run->cycle] = (struct htr_pib_sample){run->io.pins.clk, run->io.pins.data};
    target_takes(run);
    for (unsigned k = 0; k < run->kind->harts; k++) {
        struct source *s = &run->source[k];
        trm_encoder_tick(&s->model);
        if (run->io.target.syncreq) {
            struct trm_encoder_upstream up;
            struct trm_upstream to = trm_encoder_upstream(&up, &s->model);
            to.ops->sync(to.ctx);
        }
        if (s->offering && !run->io.stall[k]) {
            assert_false(trm_encoder_ingress(&s->model, &s->record));
            s->offering = false;
        }
    }
}

/* Component n's registers; encoders' models take writes at the same cycle. */
static uint32_t access(struct run *run, bool write, unsigned n, uint32_t offset, uint32_t value)
{
    run->io.apb = (struct rtl_apb){
        .psel = true, .pwrite = write, .paddr = n * BLOCK + offset, .pwdata = value};
    clock_all(run);
    run->io.apb.penable = true;
    unsigned cycles = 0;
    do {
        clock_all(run);
        assert_true(++cycles < 1000);
    } while (!run->io.apb.pready);
    assert_false(run->io.apb.pslverr);
    uint32_t got = run->io.apb.prdata;
    run->io.apb = (struct rtl_apb){.psel = false};
    if (write && n < run->kind->harts) {
        (void)trm_encoder_reg_write(&run->source[n].model, offset, 4, value);
    }
    return got;
}

/* The component that is a sink. */
static unsigned sink_of(const struct run *run, unsigned sink)
{
    unsigned n = run->kind->harts + (run->kind->harts > 1 ? 1 : 0);
    n += sink > RAM && run->kind->ram ? 1 : 0;
    return n + (sink > PIB && run->kind->pib ? 1 : 0);
}

/* trXxEnable = 0, and wait for trXxEmpty: the same bits in every component. */
static void stop(struct run *run, unsigned n, uint32_t control)
{
    (void)access(run, true, n, 0, control);
    /* The queues of two harts, 37 messages of 9 bytes each, through a pin: 24 clocks per byte. */
    for (unsigned i = 0; (access(run, false, n, 0, 0) & TR_TE_EMPTY_MASK) == 0; i++) {
        assert_true(i < 2u * 37 * 9 * 24 / 2);
    }
}

/* One of the modes of the pins, and a probe for it. */
static uint32_t random_pins(struct run *run)
{
    static const uint32_t modes[] = {4, 5, 8, 9, 10, 11, 12};
    uint32_t mode = modes[rh_below(&run->rng, 7)];
    bool parallel = mode >= TR_PIB_MODE_PARALLEL1;
    unsigned divider = rh_below(&run->rng, 2), center = parallel ? rh_below(&run->rng, 2) : 0;
    run->probe =
        (struct htr_pib_setting){.protocol = parallel                       ? HTR_PIB_PARALLEL
                                             : mode == TR_PIB_MODE_SWT_UART ? HTR_PIB_UART
                                                                            : HTR_PIB_MANCHESTER,
                                 .width = parallel ? 1u << (mode - TR_PIB_MODE_PARALLEL1) : 1,
                                 .center = center != 0,
                                 .ticks = divider + 1,
                                 .messages = true};
    return TR_PIB_ACTIVE_MASK | mode << TR_PIB_MODE_SHIFT | center << TR_PIB_CLK_CENTER_SHIFT |
           divider << TR_PIB_DIVIDER_SHIFT;
}

/* From the sinks on: activate, settings, enable. */
static void start_sinks(struct run *run)
{
    uint32_t settings[SINKS] = {TR_RAM_ACTIVE_MASK, random_pins(run),
                                TR_ATB_BRIDGE_ACTIVE_MASK | ATB_ID << TR_ATB_BRIDGE_ID_SHIFT};
    bool there[SINKS] = {run->kind->ram, run->kind->pib, run->kind->atb};
    for (unsigned sink = 0; sink < SINKS; sink++) {
        if (there[sink]) {
            unsigned n = sink_of(run, sink);
            (void)access(run, true, n, 0, TR_RAM_ACTIVE_MASK);
            (void)access(run, true, n, 0, settings[sink]);
            (void)access(run, true, n, 0, settings[sink] | TR_RAM_ENABLE_MASK);
        }
    }
    if (run->kind->harts > 1) {
        (void)access(run, true, run->kind->harts, 0, TR_FUNNEL_ACTIVE_MASK);
        (void)access(run, true, run->kind->harts, 0, TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
    }
}

static void start_encoders(struct run *run)
{
    for (unsigned n = 0; n < run->kind->harts; n++) {
        (void)access(run, true, n, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        (void)access(run, true, n, TR_TE_INST_FEATURES_OFFSET,
                     SRC_BITS << TR_TE_SRC_BITS_SHIFT | (n + 1) << TR_TE_SRC_ID_SHIFT |
                         TR_TE_INST_EN_REPEATED_HISTORY_MASK);
        (void)access(run, true, n, TR_TE_CONTROL_OFFSET,
                     TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                         TR_TE_INST_STALL_ENA_MASK | TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT);
    }
}

static void start(struct run *run, uint64_t seed)
{
    memset(run, 0, sizeof *run);
    run->kind = kinds[seed % KINDS];
    rh_seed(&run->rng, seed);
    run->rtl = run->kind->create();
    for (unsigned k = 0; k < run->kind->harts; k++) {
        struct source *s = &run->source[k];
        struct trm_encoder_cfg cfg;
        run->kind->cfg(&cfg);
        assert_int_equal(trm_encoder_init(&s->model, &cfg), TRM_OK);
        trm_encoder_connect(&s->model, (struct trm_link){&ops, s});
        struct rh_cfg rc = {.base = 0x80000000u,
                            .xlen = cfg.xlen,
                            .itype_width = cfg.itype_width,
                            .max_block = 8,
                            .trap_one_in = 30,
                            .branch_bias = 8,
                            .indirect_bias = 4,
                            .max_blocks = 1};
        rh_init(&s->hart, &rc, seed * HARTS_MAX + k);
    }
    start_sinks(run);
    start_encoders(run);
}

static void read_out(struct run *run)
{
    static uint8_t memory[BYTES];
    unsigned sink = sink_of(run, RAM);
    uint32_t wp = access(run, false, sink, TR_RAM_WP_LOW_OFFSET, 0);
    assert_int_equal(wp & TR_RAM_WRAP_MASK, 0);
    assert_true(wp > 100 && wp < run->kind->sram_bytes && wp <= BYTES);
    (void)access(run, true, sink, TR_RAM_RP_LOW_OFFSET, 0);
    for (uint32_t at = 0; at < wp; at += 4) {
        uint32_t word = access(run, false, sink, TR_RAM_DATA_OFFSET, 0);
        for (unsigned i = 0; i < 4; i++) {
            memory[at + i] = (uint8_t)(word >> (8 * i));
        }
    }
    assert_int_equal(split(run, RAM, memory, wp), wp);
}

static void read_pins(struct run *run)
{
    static uint8_t bytes[BYTES];
    struct htr_pib_result r = {.bytes = bytes, .cap = sizeof bytes};
    htr_pib_decode(&run->probe, run->wave, run->cycle + 1, &r);
    assert_int_equal(r.errors, 0);
    assert_int_equal(split(run, PIB, bytes, r.n), r.n);
}

/* Funnel and sinks. */
static void stop_others(struct run *run)
{
    unsigned end = sink_of(run, ATB) + (run->kind->atb ? 1 : 0);
    for (unsigned n = run->kind->harts; n < end; n++) {
        uint32_t control = access(run, false, n, 0, 0);
        stop(run, n, control & ~TR_RAM_ENABLE_MASK);
    }
}

static void read_all(struct run *run)
{
    if (run->kind->ram) {
        read_out(run);
    }
    if (run->kind->pib) {
        read_pins(run);
    }
    if (run->kind->atb) {
        run->atb_at += split(run, ATB, run->atb + run->atb_at, run->atb_n - run->atb_at);
        assert_int_equal(run->atb_at, run->atb_n);
    }
    for (unsigned k = 0; k < run->kind->harts; k++) {
        const struct source *s = &run->source[k];
        assert_true(s->n > 50);
        assert_true(s->seen[RAM] == (run->kind->ram ? s->n : 0));
        assert_true(s->seen[PIB] == (run->kind->pib ? s->n : 0));
        assert_true(s->seen[ATB] == (run->kind->atb ? s->n : 0));
    }
}

static unsigned flushes, syncs;

static void capture(uint64_t seed)
{
    static struct run run;
    start(&run, seed);
    run.busy = 10 + rh_below(&run.rng, 90);
    for (unsigned i = 0; i < 3000; i++) {
        clock_all(&run);
    }
    for (unsigned n = 0; n < run.kind->harts; n++) {
        stop(&run, n, TR_TE_ACTIVE_MASK | TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT);
    }
    run.busy = 0;
    stop_others(&run);
    for (unsigned i = 0; i < 200; i++) {
        clock_all(&run); /* a probe must see the end of the last bit */
    }
    read_all(&run);
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
