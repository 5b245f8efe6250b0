/* SPDX-License-Identifier: Apache-2.0 */
/* The capture scenario on the block fake, on the models, and on the platform's bus. On the hart
 * itself: tests/sim/test_selftrace.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "block_io.h"
#include "fault_io.h"
#include "hts/hts_io.h"
#include "model_tree.h"
#include "pc_check.h"
#include "random_hart.h"
#include "regmap_all.h"
#include "rv_asm.h"
#include "scenario.h"

enum {
    ENCODER = 0x3020000,
    RAMSINK = 0x6000000,
    BUFFER_SIZE = 0x8000,
    ROOM = BUFFER_SIZE,
};
#define BUFFER UINT64_C(0x80100000)

static struct scenario s;
static uint8_t trace[SCENARIO_ROUNDS][ROOM];

static struct scenario_cfg settings(bool smem, uint8_t mode)
{
    return (struct scenario_cfg){
        .encoder = ENCODER,
        .ramsink = RAMSINK,
        .smem = smem,
        .start = smem ? BUFFER : 0,
        .size = BUFFER_SIZE,
        .inst_mode = mode,
        .trace = {trace[0], trace[1]},
        .room = ROOM,
    };
}

static void expect_done(enum rvt_status status)
{
    if (status != RVT_OK || s.step != SCENARIO_DONE) {
        fail_msg("step %d: %s", (int)s.step, rvt_strerror(status));
    }
}

/* ---- the fake ---- */

static uint8_t memory[BUFFER_SIZE];
static struct block_io fake;
static struct block_comp *fake_encoder, *fake_sink;

/* The fake's trace is what we say it is. */
static uint8_t fake_byte(unsigned round, size_t i)
{
    return (uint8_t)(17 * round + i + (i >> 8));
}

static void fake_work(void *ctx, unsigned round)
{
    static uint8_t bytes[1000];
    (void)ctx;
    assert_int_equal(block_io_peek(fake_encoder, 0) & 6, 6); /* Enable and InstTracing */
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = fake_byte(round, i);
    }
    assert_int_equal(block_io_trace(&fake, fake_sink, bytes, sizeof bytes), sizeof bytes);
}

static void make_fake(bool smem)
{
    block_io_init(&fake);
    fake_sink = block_io_add(&fake, &regmap_ramsink, RAMSINK, 5);
    fake_encoder = block_io_add(&fake, &regmap_encoder, ENCODER, 6);
    if (smem) {
        block_io_memory(&fake, memory, BUFFER, BUFFER_SIZE);
        block_io_restrict(fake_sink, 0x028, 0, 0); /* no read pointer */
        block_io_restrict(fake_sink, 0x02C, 0, 0);
    } else {
        fake_sink->sram = memory;
        fake_sink->sram_size = BUFFER_SIZE;
        block_io_restrict(fake_sink, 0x010, 0, 0);
        block_io_restrict(fake_sink, 0x014, 0, 0);
        block_io_restrict(fake_sink, 0x018, BUFFER_SIZE - 4, 0);
        block_io_restrict(fake_sink, 0x01C, 0, 0);
    }
    block_io_restrict(fake_encoder, 0x010, 0, 0); /* no data trace */
    block_io_restrict(fake_encoder, 0x01C, 0, 0);
}

static void on_the_fake(void **state)
{
    (void)state;
    for (unsigned smem = 0; smem < 2; smem++) {
        struct scenario_cfg cfg = settings(smem != 0, 6);
        cfg.work = fake_work;
        make_fake(smem != 0);
        expect_done(scenario_run(&s, &fake.io, &cfg));
        assert_string_equal(fake.why, "");
        for (unsigned r = 0; r < SCENARIO_ROUNDS; r++) {
            assert_int_equal(s.size[r], 1000);
            for (size_t i = 0; i < 1000; i++) {
                assert_int_equal(trace[r][i], fake_byte(r, i));
            }
        }
    }
}

/* Whatever access fails: the scenario ends with that error, in an earlier or the same step as any
 * later failure would. */
static void every_failure_is_seen(void **state)
{
    (void)state;
    struct fault_io fault;
    int last = SCENARIO_BEGIN;
    uint64_t k = 0;
    for (;; k += 13) {
        struct scenario_cfg cfg = settings(true, 6);
        cfg.work = fake_work;
        make_fake(true);
        fault_io_init(&fault, &fake.io, RVT_ERR_IO);
        fault.fail_at = k;
        enum rvt_status status = scenario_run(&s, &fault.io, &cfg);
        if (fault.count <= k) {
            expect_done(status);
            break;
        }
        assert_int_equal(status, RVT_ERR_IO);
        assert_true((int)s.step >= last || s.step >= SCENARIO_START); /* two captures */
        last = (int)s.step;
    }
    assert_true(k > 1000);
}

/* ---- the models ---- */

static struct topology graph;
static struct topology_component component[2];
static struct topology_link link_of[1];
static struct model_tree board;
static struct rh_hart hart;
static struct htr_pc_log log_of[SCENARIO_ROUNDS];
static struct nexus_stream_cfg stream[SCENARIO_ROUNDS];

static void make_graph(bool smem)
{
    topology_init(&graph, component, 2, link_of, 1);
    memset(component, 0, sizeof component);
    component[0] = (struct topology_component){.kind = TOPOLOGY_ENCODER, .kind_told = true};
    component[0].block = (struct topology_range){ENCODER, TOPOLOGY_BLOCK_SIZE};
    component[0].hart.present = true;
    component[0].outputs = 1;
    component[1] = (struct topology_component){.kind = TOPOLOGY_RAMSINK, .kind_told = true};
    component[1].block = (struct topology_range){RAMSINK, TOPOLOGY_BLOCK_SIZE};
    component[1].inputs = 1;
    if (smem) {
        component[1].extra.smem = (struct topology_range){BUFFER, BUFFER_SIZE};
    }
    link_of[0] = (struct topology_link){.src = 0, .dst = 1, .src_node = -1, .dst_node = -1};
    graph.ncomponents = 2;
    graph.nlinks = 1;
    assert_int_equal(topology_check(&graph, NULL), TOPOLOGY_OK);
}

static void model_work(void *ctx, unsigned round)
{
    struct trm_encoder *enc = &board.part[0].encoder;
    struct rh_step step;
    (void)ctx;
    for (unsigned i = 0; i < 2000; i++) {
        rh_step(&hart, &step);
        model_tree_tick(&board);
        for (unsigned stalled = 0; trm_encoder_ingress(enc, &step.in); stalled++) {
            assert_true(stalled < 1000);
            step.in.cycle = ++hart.cycle;
            model_tree_tick(&board);
        }
        for (unsigned k = 0; k < step.count; k++) {
            assert_true(htr_pc_log_add(&log_of[round], step.pc[k]));
        }
    }
    trm_encoder_stream_cfg(enc, &stream[round]);
}

static void run_on_models(const struct model_tree_cfg *models, bool smem, uint8_t mode,
                          uint64_t seed)
{
    struct scenario_cfg cfg = settings(smem, mode);
    struct rh_cfg rc = {.base = 0x80000000,
                        .xlen = 64,
                        .itype_width = 4,
                        .max_block = 4,
                        .trap_one_in = 50,
                        .max_blocks = 2};
    cfg.work = model_work;
    make_graph(smem);
    model_tree_init(&board, &graph, models, NULL, 5000);
    rh_init(&hart, &rc, seed);
    expect_done(scenario_run(&s, &board.io, &cfg));
    const struct flow_region code = {rc.base, RH_CODE_BYTES, hart.code};
    for (unsigned r = 0; r < SCENARIO_ROUNDS; r++) {
        pc_check(&stream[r], &code, 1, trace[r], s.size[r], &log_of[r]);
        htr_pc_log_free(&log_of[r]);
        log_of[r] = (struct htr_pc_log){.bytes = NULL};
    }
}

/* Holds TCI-ENA-010 TCI-ENA-019..021 */
static void on_the_models(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct model_tree_cfg models;
        bool smem = seed % 2 != 0;
        model_tree_cfg_init(&models, seed == 0 ? TRM_UNDEF_ZERO : TRM_UNDEF_GARBAGE, seed,
                            (uint32_t)seed % 9);
        models.encoder.enable_ticks = (uint32_t)seed % 5;
        models.ramsink.enable_ticks = (uint32_t)seed % 7;
        models.ramsink.width = (uint8_t)(4u << seed % 3);
        models.ramsink.words_per_tick = (uint32_t)seed % 4;
        models.ramsink.sram_bytes = BUFFER_SIZE;
        models.encoder.link_bytes = (uint32_t)seed % 5;
        models.encoder.filters = (uint8_t)(seed % 17);
        models.encoder.comparators = (uint8_t)(seed % 9);
        models.encoder.ext_triggers = (uint8_t)(seed % 9);
        models.encoder.ext_outputs = (uint8_t)(seed % 8);
        run_on_models(&models, smem, seed % 4 < 2 ? 3 : 6, seed);
    }
}

/* ---- the platform's bus ---- */

static struct {
    struct sim_platform *platform;
    struct htr_pc_log *log; /* of the round that runs */
} sim;

static void on_retire(void *ctx, unsigned number, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)ctx;
    (void)number;
    (void)opcode;
    if (in->nblocks == 1 && in->block[0].iretire != 0) {
        assert_true(htr_pc_log_add(sim.log, in->block[0].iaddr));
    }
}

static void platform_work(void *ctx, unsigned round)
{
    const struct sim_run_limits limits = {.max_instructions = 3000};
    struct sim_run_result result;
    (void)ctx;
    sim.log = &log_of[round];
    sim_platform_run(sim.platform, &limits, &result);
    assert_int_equal(result.reason, SIM_STOP_INSTRUCTIONS);
    trm_encoder_stream_cfg(sim_platform_encoder(sim.platform), &stream[round]);
}

static void on_the_bus(void **state)
{
    /* x1 counts rounds; each calls a function by register, and branches. */
    const uint32_t program[] = {
        rv_addi(1, 1, 1), rv_auipc(5, 0),        rv_jalr(6, 5, 16), rv_branch(1, 1, 0, -12),
        rv_jal(0, -16),   rv_branch(0, 1, 0, 8), rv_addi(2, 2, 1),  rv_jalr(0, 6, 0),
    };
    uint8_t code[sizeof program];
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        struct scenario_cfg cfg = settings(n % 2 != 0, n < 2 ? 3 : 6);
        struct sim_platform_cfg pc;
        struct hts_io port;
        sim_platform_cfg_init(&pc);
        pc.retire = (struct sim_retire_hook){on_retire, NULL};
        assert_int_equal(sim_platform_create(&pc, &sim.platform, NULL), SIM_PLATFORM_OK);
        for (unsigned i = 0; i < sizeof program / 4; i++) {
            assert_int_equal(sim_platform_write32(sim.platform, SIM_RAM_BASE + 4 * i, program[i]),
                             SIM_BUS_OK);
            for (unsigned k = 0; k < 4; k++) {
                code[4 * i + k] = (uint8_t)(program[i] >> (8 * k));
            }
        }
        cfg.work = platform_work;
        hts_io_init(&port, sim.platform, NULL);
        expect_done(scenario_run(&s, &port.io, &cfg));
        const struct flow_region region = {SIM_RAM_BASE, sizeof code, code};
        for (unsigned r = 0; r < SCENARIO_ROUNDS; r++) {
            assert_int_equal(log_of[r].count, 3000);
            pc_check(&stream[r], &region, 1, trace[r], s.size[r], &log_of[r]);
            htr_pc_log_free(&log_of[r]);
            log_of[r] = (struct htr_pc_log){.bytes = NULL};
        }
        sim_platform_destroy(sim.platform);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_fake),
        cmocka_unit_test(every_failure_is_seen),
        cmocka_unit_test(on_the_models),
        cmocka_unit_test(on_the_bus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
