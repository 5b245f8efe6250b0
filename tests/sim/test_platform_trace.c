/* SPDX-License-Identifier: Apache-2.0 */
/* The platform with trace: components on the bus, trace of a running hart in SRAM and in system
 * memory, stall. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "encoder_regs.h"
#include "ramsink_regs.h"
#include "rv_asm.h"
#include "sim/sim_platform.h"
#include "trm/trm_encoder.h"
#include "trm/trm_ramsink.h"

#define BUFFER (SIM_RAM_BASE + 0x80000)

struct fixture {
    struct sim_platform *p;
    struct sim_hart *h;
    uint64_t retired;
    uint64_t hash; /* of all PCs */
};

static void retire_hook(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)hart;
    struct fixture *f = ctx;

    (void)opcode;
    if (in->nblocks == 1 && in->block[0].iretire != 0) {
        f->retired++;
        f->hash = f->hash * 31 + in->block[0].iaddr;
    }
}

static void init(struct fixture *f, const struct trm_encoder_cfg *enc,
                 const struct trm_ramsink_cfg *sink)
{
    struct sim_platform_cfg cfg;

    memset(f, 0, sizeof *f);
    sim_platform_cfg_init(&cfg);
    cfg.ram_size = 1 << 20;
    cfg.encoder = enc;
    cfg.ramsink = sink;
    cfg.retire = (struct sim_retire_hook){retire_hook, f};
    assert_int_equal(sim_platform_create(&cfg, &f->p, NULL), SIM_PLATFORM_OK);
    f->h = sim_platform_hart(f->p);
}

static uint32_t rd(struct fixture *f, uint64_t addr)
{
    uint32_t v = 0;

    assert_int_equal(sim_platform_read32(f->p, addr, &v), SIM_BUS_OK);
    return v;
}

static void wr(struct fixture *f, uint64_t addr, uint32_t v)
{
    assert_int_equal(sim_platform_write32(f->p, addr, v), SIM_BUS_OK);
    sim_platform_idle(f->p, 2);
}

/* A loop of n rounds with a taken branch each; then the finisher. */
static void put_program(struct fixture *f, unsigned n)
{
    const uint32_t program[] = {
        rv_addi(1, 0, (int32_t)n), rv_addi(1, 1, -1), rv_branch(1, 1, 0, -4),
        rv_lui(2, 0x100),          rv_lui(3, 0x5),    rv_addi(3, 3, 0x555),
        rv_store(2, 3, 2, 0),      rv_jal(0, 0),
    };

    for (unsigned i = 0; i < sizeof program / sizeof program[0]; i++) {
        assert_int_equal(sim_platform_write32(f->p, SIM_RAM_BASE + 4 * i, program[i]), SIM_BUS_OK);
    }
}

static void start_sink(struct fixture *f, bool smem, uint32_t start, uint32_t limit)
{
    const uint32_t mode = smem ? TR_RAM_MODE_MASK : 0;

    wr(f, SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | mode);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_START_LOW_OFFSET, start);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_START_HIGH_OFFSET, 0);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_LIMIT_LOW_OFFSET, limit);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_LIMIT_HIGH_OFFSET, 0);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_WP_LOW_OFFSET, start);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_WP_HIGH_OFFSET, 0);
    wr(f, SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | mode | TR_RAM_ENABLE_MASK);
}

static void start_encoder(struct fixture *f, uint32_t mode, uint32_t more)
{
    const uint32_t base = TR_TE_ACTIVE_MASK | mode << TR_TE_INST_MODE_SHIFT | more;

    wr(f, SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    wr(f, SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET, base);
    wr(f, SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET, base | TR_TE_ENABLE_MASK);
    wr(f, SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET,
       base | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK);
}

static void stop_all(struct fixture *f)
{
    const uint64_t enc = SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET;
    const uint64_t sink = SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET;

    wr(f, enc, rd(f, enc) & ~(TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK));
    sim_platform_idle(f->p, 100);
    assert_int_not_equal(rd(f, enc) & TR_TE_EMPTY_MASK, 0);
    wr(f, sink, rd(f, sink) & ~TR_RAM_ENABLE_MASK);
    sim_platform_idle(f->p, 100);
    assert_int_not_equal(rd(f, sink) & TR_RAM_EMPTY_MASK, 0);
}

static void registers_take_aligned_words_only(void **state)
{
    static const uint64_t bases[] = {SIM_ENCODER_BASE, SIM_RAMSINK_BASE};
    struct fixture f;
    uint64_t v;

    (void)state;
    init(&f, NULL, NULL);
    struct sim_bus *bus = sim_platform_bus(f.p);
    for (unsigned i = 0; i < 2; i++) {
        wr(&f, bases[i], 1); /* Active, in both */
        assert_int_equal(sim_bus_read(bus, bases[i] + 4, 4, &v), SIM_BUS_OK);
        assert_int_equal(v & TR_TE_COMP_TYPE_MASK, (i == 0 ? 0x1 : 0x9) << TR_TE_COMP_TYPE_SHIFT);
        assert_int_equal(sim_bus_read(bus, bases[i] + 4, 1, &v), SIM_BUS_ERR_FAULT);
        assert_int_equal(sim_bus_read(bus, bases[i] + 4, 2, &v), SIM_BUS_ERR_FAULT);
        assert_int_equal(sim_bus_read(bus, bases[i], 8, &v), SIM_BUS_ERR_FAULT);
        assert_int_equal(sim_bus_write(bus, bases[i], 8, 0), SIM_BUS_ERR_FAULT);
        assert_int_equal(sim_bus_write(bus, bases[i], 1, 0), SIM_BUS_ERR_FAULT);
        assert_int_equal(sim_bus_read(bus, bases[i] + 2, 4, &v), SIM_BUS_ERR_MISALIGNED);
        assert_int_equal(rd(&f, bases[i]) & 1, 1); /* nothing was written */
    }
    /* The hart gets an access fault. */
    assert_int_equal(sim_platform_write32(f.p, SIM_RAM_BASE, rv_load(3, 3, 1, 0)), SIM_BUS_OK);
    sim_hart_set_reg(f.h, 1, SIM_ENCODER_BASE);
    struct sim_run_result r;
    sim_platform_run(f.p, &(struct sim_run_limits){.max_cycles = 1}, &r);
    assert_int_equal(sim_hart_csr_read(f.h, 0x342, &v), SIM_HART_OK);
    assert_int_equal(v, 5);
    sim_platform_destroy(f.p);
}

/* Run the program; the hash of its PCs must not depend on the trace. */
static struct sim_run_result run(struct fixture *f, unsigned rounds)
{
    struct sim_run_result r;

    put_program(f, rounds);
    sim_platform_run(f->p, NULL, &r);
    assert_int_equal(r.reason, SIM_STOP_FINISHER);
    assert_int_equal(r.instructions, 1 + 2 * rounds + 4);
    assert_int_equal(f->retired, r.instructions);
    return r;
}

static void trace_goes_to_sram_and_changes_nothing(void **state)
{
    struct fixture plain, f;

    (void)state;
    init(&plain, NULL, NULL);
    run(&plain, 500);
    for (uint32_t mode = TR_TE_INST_MODE_BTM; mode <= TR_TE_INST_MODE_HTM;
         mode += TR_TE_INST_MODE_HTM - TR_TE_INST_MODE_BTM) {
        init(&f, NULL, NULL);
        start_sink(&f, false, 0, 0xfffc);
        start_encoder(&f, mode, 0);
        run(&f, 500);
        stop_all(&f);
        assert_int_equal(f.hash, plain.hash);
        /* A start, an end, and in BTM one DirectBranch of 2 bytes (I-CNT 4) for each of 499 taken
         * branches. */
        const uint32_t wp = rd(&f, SIM_RAMSINK_BASE + TR_RAM_WP_LOW_OFFSET);
        if (mode == TR_TE_INST_MODE_BTM) {
            assert_in_range(wp, 2 * 499 + 10, 2 * 499 + 40);
        } else {
            /* 499 bits of HIST, 6 in a byte; 31 in a message, which adds TCODE and RCODE: 8 bytes.
             */
            assert_in_range(wp, 499 / 6, 499 / 31 * 8 + 40);
        }
        sim_platform_destroy(f.p);
    }
    sim_platform_destroy(plain.p);
}

static void trace_goes_to_system_memory(void **state)
{
    struct fixture a, b;

    (void)state;
    init(&a, NULL, NULL);
    start_sink(&a, false, 0, 0xfffc);
    start_encoder(&a, TR_TE_INST_MODE_BTM, 0);
    run(&a, 100);
    stop_all(&a);
    init(&b, NULL, NULL);
    start_sink(&b, true, (uint32_t)BUFFER, (uint32_t)BUFFER + 0xffc);
    start_encoder(&b, TR_TE_INST_MODE_BTM, 0);
    run(&b, 100);
    stop_all(&b);
    uint32_t wp = rd(&a, SIM_RAMSINK_BASE + TR_RAM_WP_LOW_OFFSET);
    assert_true(wp > 200);
    assert_int_equal(rd(&b, SIM_RAMSINK_BASE + TR_RAM_WP_LOW_OFFSET), BUFFER + wp);
    wr(&a, SIM_RAMSINK_BASE + TR_RAM_RP_LOW_OFFSET, 0);
    for (uint32_t i = 0; i < wp; i += 4) {
        assert_int_equal(rd(&a, SIM_RAMSINK_BASE + TR_RAM_DATA_OFFSET), rd(&b, BUFFER + i));
    }
    sim_platform_destroy(a.p);
    sim_platform_destroy(b.p);
}

static void a_full_encoder_stalls_the_hart(void **state)
{
    struct trm_encoder_cfg enc;
    struct trm_ramsink_cfg sink;
    struct fixture f;

    (void)state;
    trm_encoder_cfg_init(&enc);
    enc.link_bytes =
        1; /* one byte per cycle; BTM makes 2 in 2 cycles and sometimes longer messages */
    enc.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    trm_ramsink_cfg_init(&sink);
    sink.sram_bytes = 4096;
    sink.words_per_tick = 1;
    init(&f, &enc, &sink);
    start_sink(&f, false, 0, 0xffc);
    /* A synchronizing message every 16 messages (mode 1, the least SyncMax) adds more than the link
     * carries. */
    start_encoder(&f, TR_TE_INST_MODE_BTM,
                  TR_TE_INST_STALL_ENA_MASK | 1u << TR_TE_INST_SYNC_MODE_SHIFT);
    struct sim_run_result r = run(&f, 1000);
    assert_true(r.stalled > 0);
    assert_int_equal(r.cycles, r.instructions + r.stalled);
    assert_int_equal(rd(&f, SIM_ENCODER_BASE) & TR_TE_INST_STALL_OR_OVERFLOW_MASK,
                     TR_TE_INST_STALL_OR_OVERFLOW_MASK);
    assert_int_equal(sim_platform_encoder(f.p)->stats.overflows, 0);
    stop_all(&f);
    sim_platform_destroy(f.p);
}

static void a_trace_that_cannot_move_is_a_deadlock(void **state)
{
    struct sim_run_result r;
    struct fixture f;

    (void)state;
    init(&f, NULL, NULL);
    start_sink(&f, false, 0, 0x3c);
    wr(&f, SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET,
       TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK | TR_RAM_STOP_ON_WRAP_MASK);
    start_encoder(&f, TR_TE_INST_MODE_BTM, TR_TE_INST_STALL_ENA_MASK);
    put_program(&f, 2000);
    sim_platform_run(f.p, NULL, &r);
    assert_int_equal(r.reason, SIM_STOP_DEADLOCK);
    assert_true(r.instructions < 2000);
    sim_platform_destroy(f.p);
}

static void all_jumps_follows_its_register(void **state)
{
    struct fixture f;

    (void)state;
    init(&f, NULL, NULL);
    wr(&f, SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    wr(&f, SIM_ENCODER_BASE + TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_ALL_JUMPS_MASK);
    assert_true(sim_hart_config(f.h)->all_jumps);
    wr(&f, SIM_ENCODER_BASE + TR_TE_INST_FEATURES_OFFSET, 0);
    assert_false(sim_hart_config(f.h)->all_jumps);
    sim_platform_destroy(f.p);
}

/* Mode External: the counter is the time of now, though no record has come for long. */
static void the_external_timestamp_can_be_read(void **state)
{
    struct trm_encoder_cfg enc;
    struct fixture f;

    (void)state;
    trm_encoder_cfg_init(&enc);
    enc.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    init(&f, &enc, NULL);
    wr(&f, SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    wr(&f, SIM_ENCODER_BASE + TR_TS_CONTROL_OFFSET,
       TR_TS_ACTIVE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
    for (unsigned i = 0; i < 5; i++) {
        sim_platform_idle(f.p, 1000);
        assert_int_equal(rd(&f, SIM_ENCODER_BASE + TR_TS_COUNTER_LOW_OFFSET),
                         (uint32_t)sim_hart_time(f.h));
    }
    assert_true(sim_hart_time(f.h) > 0);
    sim_platform_destroy(f.p);
}

static void bad_component_configurations_are_refused(void **state)
{
    struct sim_platform_cfg cfg;
    struct trm_encoder_cfg enc;
    struct sim_message msg;
    struct sim_platform *p;

    (void)state;
    trm_encoder_cfg_init(&enc);
    enc.hist_bits = 200;
    sim_platform_cfg_init(&cfg);
    cfg.ram_size = 4096;
    cfg.encoder = &enc;
    assert_int_equal(sim_platform_create(&cfg, &p, &msg), SIM_PLATFORM_ERR_ARG);
    assert_non_null(strstr(msg.text, "encoder"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_take_aligned_words_only),
        cmocka_unit_test(trace_goes_to_sram_and_changes_nothing),
        cmocka_unit_test(trace_goes_to_system_memory),
        cmocka_unit_test(a_full_encoder_stalls_the_hart),
        cmocka_unit_test(a_trace_that_cannot_move_is_a_deadlock),
        cmocka_unit_test(all_jumps_follows_its_register),
        cmocka_unit_test(the_external_timestamp_can_be_read),
        cmocka_unit_test(bad_component_configurations_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
