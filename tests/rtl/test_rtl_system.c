/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole trace subsystem in SystemVerilog: random programs on all harts, started and stopped and
 * read out over its one APB port. In the sink's memory the messages of each source must be those of
 * its model, byte for byte, and whole.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "funnel_regs.h"
#include "ramsink_regs.h"
#include "random_hart.h"
#include "rtl_system.h"

extern const struct rtl_system_kind rtl_system_one, rtl_system_three;

static const struct rtl_system_kind *const kinds[] = {&rtl_system_one, &rtl_system_three};

enum {
    HARTS_MAX = 3,
    BYTES = 32768,
    BLOCK = 0x1000, /* registers of a component */
    SRC_BITS = 2,
};

static uint64_t seeds(uint64_t n)
{
    const char *times = getenv("HARTRACE_SOAK");
    return times != NULL ? n * strtoull(times, NULL, 10) : n;
}

/* A source: its hart, its model, and what the model sent. */
struct source {
    struct rh_hart hart;
    struct trm_encoder model;
    struct trm_ingress record;
    bool offering;
    uint8_t bytes[BYTES];
    size_t n;
    size_t seen; /* found in memory */
};

struct run {
    const struct rtl_system_kind *kind;
    struct rtl_system *rtl;
    struct rtl_system_io io;
    struct rh_rng rng;
    uint64_t cycle;
    unsigned busy; /* percent */
    struct source source[HARTS_MAX];
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
    run->kind->cycle(run->rtl, &run->io);
    for (unsigned k = 0; k < run->kind->harts; k++) {
        struct source *s = &run->source[k];
        trm_encoder_tick(&s->model);
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

static unsigned sink_of(const struct run *run)
{
    return run->kind->harts + (run->kind->harts > 1 ? 1 : 0);
}

/* trXxEnable = 0, and wait for trXxEmpty: the same bits in every component. */
static void stop(struct run *run, unsigned n, uint32_t control)
{
    (void)access(run, true, n, 0, control);
    for (unsigned i = 0; (access(run, false, n, 0, 0) & TR_TE_EMPTY_MASK) == 0; i++) {
        assert_true(i < 5000);
    }
}

static void start(struct run *run, uint64_t seed)
{
    memset(run, 0, sizeof *run);
    run->kind = kinds[seed % 2];
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
    for (unsigned n = sink_of(run) + 1; n-- > run->kind->harts;) {
        (void)access(run, true, n, 0, TR_RAM_ACTIVE_MASK);
        (void)access(run, true, n, 0, TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK);
    }
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

/* A message of the memory belongs to the source that its SRC says, and is its next one. */
static void found(struct run *run, const uint8_t *bytes, size_t n)
{
    assert_true(n >= 2);
    unsigned src = (unsigned)(bytes[1] >> 2) & ((1u << SRC_BITS) - 1u);
    assert_in_range(src, 1, run->kind->harts);
    struct source *s = &run->source[src - 1];
    assert_true(s->seen + n <= s->n);
    assert_memory_equal(bytes, s->bytes + s->seen, n);
    s->seen += n;
}

static void read_out(struct run *run)
{
    static uint8_t memory[BYTES];
    unsigned sink = sink_of(run);
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
    for (uint32_t at = 0, end; at < wp; at = end + 1) {
        for (end = at; end < wp && (memory[end] & 3) != 3; end++) {
        }
        assert_true(end < wp);
        if (memory[at] != 0xFF) {
            found(run, memory + at, end + 1 - at);
        }
    }
}

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
    for (unsigned n = run.kind->harts; n <= sink_of(&run); n++) {
        stop(&run, n, TR_RAM_ACTIVE_MASK);
    }
    read_out(&run);
    for (unsigned k = 0; k < run.kind->harts; k++) {
        assert_true(run.source[k].n > 50);
        assert_int_equal(run.source[k].seen, run.source[k].n);
    }
    run.kind->destroy(run.rtl);
}

/* Holds TCI-COMP-001 TCI-COMP-003 TCI-COMP-004 TCI-COMP-013 TCI-COMP-022 TCI-COMP-023 TCI-COMP-026
 * TCI-COMP-028 TCI-MIN-001 TCI-MIN-002 NT-DEF-001 NT-TIM-009 */
static void each_source_in_memory_as_its_model_sent_it(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < seeds(20); seed++) {
        print_message("seed %llu\n", (unsigned long long)seed);
        capture(seed);
    }
}

/* An address where there is no component is answered with an error, at once. */
static void no_component_no_answer(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
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
        cmocka_unit_test(each_source_in_memory_as_its_model_sent_it),
        cmocka_unit_test(no_component_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
