/* SPDX-License-Identifier: Apache-2.0 */
/* The platform with several harts: one bus and one clock, CLINT of each, stops, debug mode of one
 * while others go on, the poll hook. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "rv_asm.h"
#include "sim/sim_platform.h"

enum {
    HARTS = 4,
    CSR_MHARTID = 0xF14,
    CSR_MIE = 0x304,
    CSR_MIP = 0x344,
    WFI = 0x10500073,
};

#define PROGRAM SIM_RAM_BASE
#define DATA    (SIM_RAM_BASE + 0x8000)

struct fixture {
    struct sim_platform *p;
    struct sim_hart *h[HARTS];
    uint64_t cursor;
    uint64_t cycle[HARTS]; /* of the last record */
    unsigned records[HARTS];
    unsigned order; /* records of a hart before one with a lower number in the same cycle */
    unsigned polls, stop_after;
    uint64_t last_poll, longest;
};

static void on_record(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    struct fixture *f = ctx;

    (void)opcode;
    for (unsigned i = hart + 1; i < HARTS; i++) {
        f->order += f->records[i] != 0 && f->cycle[i] == in->cycle;
    }
    f->cycle[hart] = in->cycle;
    f->records[hart]++;
}

static void init(struct fixture *f, unsigned xlen, bool hook)
{
    struct sim_platform_cfg cfg;

    memset(f, 0, sizeof *f);
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = (uint8_t)xlen;
    cfg.harts = HARTS;
    cfg.ram_size = 1 << 20;
    if (hook) {
        cfg.retire = (struct sim_retire_hook){on_record, f};
    }
    assert_int_equal(sim_platform_create(&cfg, &f->p, NULL), SIM_PLATFORM_OK);
    assert_int_equal(sim_platform_hart_count(f->p), HARTS);
    for (unsigned i = 0; i < HARTS; i++) {
        f->h[i] = sim_platform_hart_n(f->p, i);
    }
    assert_ptr_equal(f->h[0], sim_platform_hart(f->p));
    assert_null(sim_platform_hart_n(f->p, HARTS));
    f->cursor = PROGRAM;
}

static void emit(struct fixture *f, uint32_t op)
{
    assert_int_equal(sim_platform_write32(f->p, f->cursor, op), SIM_BUS_OK);
    f->cursor += 4;
}

static uint32_t rd(struct fixture *f, uint64_t addr)
{
    uint32_t v = 0;

    assert_int_equal(sim_platform_read32(f->p, addr, &v), SIM_BUS_OK);
    return v;
}

static struct sim_run_result run(struct fixture *f, const struct sim_run_limits *limits)
{
    struct sim_run_result r;

    sim_platform_run(f->p, limits, &r);
    return r;
}

static void set_pc(struct fixture *f, uint64_t pc)
{
    for (unsigned i = 0; i < HARTS; i++) {
        sim_hart_set_pc(f->h[i], pc);
    }
}

/* x5 = mhartid, x6 = DATA + 4 * mhartid */
static void emit_own_word(struct fixture *f)
{
    emit(f, rv_csr(2, 5, CSR_MHARTID, 0));
    emit(f, rv_lui(6, DATA >> 12));
    emit(f, rv_i(0x13, 1, 7, 5, 2));
    emit(f, rv_r(0x33, 0, 0, 6, 6, 7));
}

static void every_hart_counts_in_its_own_word(void **state)
{
    (void)state;
    for (unsigned hook = 0; hook < 2; hook++) {
        const struct sim_run_limits limits = {.max_cycles = 4 + 3 * 10};
        struct fixture f;

        init(&f, 64, hook != 0);
        emit_own_word(&f);
        emit(&f, rv_addi(8, 8, 1));
        emit(&f, rv_store(2, 8, 6, 0));
        emit(&f, rv_jal(0, -8));
        struct sim_run_result r = run(&f, &limits);
        assert_int_equal(r.reason, SIM_STOP_CYCLES);
        assert_int_equal(r.cycles, 34);
        assert_int_equal(r.instructions, HARTS * 34);
        for (unsigned i = 0; i < HARTS; i++) {
            assert_int_equal(sim_hart_reg(f.h[i], 5), i);
            assert_int_equal(rd(&f, DATA + 4 * i), 10);
            assert_int_equal(sim_hart_cycles(f.h[i]), 34);
            assert_int_equal(f.records[i], hook ? 34 : 0);
        }
        assert_int_equal(f.order, 0); /* hart 0 first, in every cycle */
        sim_platform_destroy(f.p);
    }
}

/* An AMO by every hart in every third cycle: all of them count. */
static void atomics_are_seen_in_the_order_of_harts(void **state)
{
    const struct sim_run_limits limits = {.max_cycles = 2 + 3 * 5};
    struct fixture f;

    (void)state;
    init(&f, 64, false);
    emit(&f, rv_lui(6, DATA >> 12));
    emit(&f, rv_addi(7, 0, 1));
    emit(&f, rv_amo(0x00, 2, 8, 6, 7)); /* amoadd.w x8, x7, (x6) */
    emit(&f, rv_addi(9, 8, 0));
    emit(&f, rv_jal(0, -8));
    run(&f, &limits);
    assert_int_equal(rd(&f, DATA), HARTS * 5);
    for (unsigned i = 0; i < HARTS; i++) { /* what each one found at its last time */
        assert_int_equal(sim_hart_reg(f.h[i], 8), HARTS * 4 + i);
    }
    sim_platform_destroy(f.p);
}

static void the_clint_has_registers_for_each_hart(void **state)
{
    struct fixture f;
    uint64_t v;

    (void)state;
    init(&f, 64, false);
    for (unsigned i = 0; i < HARTS; i++) {
        const uint64_t msip = SIM_CLINT_BASE + 4 * i, cmp = SIM_CLINT_BASE + 0x4000 + 8 * i;

        assert_int_equal(rd(&f, msip), 0);
        assert_int_equal(rd(&f, cmp), UINT32_MAX);
        assert_int_equal(sim_platform_write32(f.p, msip, 0xFFFFFFFF), SIM_BUS_OK);
        assert_int_equal(rd(&f, msip), 1);
        assert_int_equal(sim_platform_write32(f.p, cmp, 0x100 + i), SIM_BUS_OK);
        assert_int_equal(rd(&f, cmp), 0x100 + i);
        assert_int_equal(rd(&f, cmp + 4), UINT32_MAX);
        assert_int_equal(sim_hart_csr_read(f.h[i], CSR_MIP, &v), SIM_HART_OK);
        assert_int_equal(v, 1 << SIM_IRQ_MSI);
        if (i + 1 < HARTS) { /* and nobody else's */
            assert_int_equal(sim_hart_csr_read(f.h[i + 1], CSR_MIP, &v), SIM_HART_OK);
            assert_int_equal(v, 0);
        }
    }
    assert_int_equal(rd(&f, SIM_CLINT_BASE + 4 * HARTS), 0);
    assert_int_equal(sim_platform_write32(f.p, SIM_CLINT_BASE + 4 * HARTS, 1), SIM_BUS_OK);
    assert_int_equal(rd(&f, SIM_CLINT_BASE + 4 * HARTS), 0);
    assert_int_equal(sim_platform_write32(f.p, SIM_CLINT_BASE + 0x4000 + 8 * HARTS, 5), SIM_BUS_OK);
    assert_int_equal(rd(&f, SIM_CLINT_BASE + 0x4000 + 8 * HARTS), 0);
    sim_platform_destroy(f.p);
}

/* All sleep with only the timer enabled; each one's mtimecmp is 10 * (4 - hart). */
static void each_timer_wakes_its_own_hart(void **state)
{
    (void)state;
    for (unsigned hook = 0; hook < 2; hook++) {
        struct fixture f;

        init(&f, 64, hook != 0);
        emit(&f, rv_addi(5, 0, 1 << SIM_IRQ_MTI));
        emit(&f, rv_csr(1, 0, CSR_MIE, 5));
        emit(&f, WFI);
        emit(&f, rv_csr(2, 8, 0xC01, 0)); /* time */
        emit(&f, rv_csr(1, 0, CSR_MIE, 0));
        emit(&f, WFI);
        for (unsigned i = 0; i < HARTS; i++) {
            assert_int_equal(
                sim_platform_write32(f.p, SIM_CLINT_BASE + 0x4000 + 8 * i, 10 * (HARTS - i)),
                SIM_BUS_OK);
            assert_int_equal(sim_platform_write32(f.p, SIM_CLINT_BASE + 0x4004 + 8 * i, 0),
                             SIM_BUS_OK);
        }
        struct sim_run_result r = run(&f, NULL);
        assert_int_equal(r.reason, SIM_STOP_DEADLOCK); /* in the end all sleep for ever */
        for (unsigned i = 0; i < HARTS; i++) {
            assert_int_equal(sim_hart_reg(f.h[i], 8), 10 * (HARTS - i));
        }
        sim_platform_destroy(f.p);
    }
}

static void one_hart_in_debug_mode_does_not_stop_the_others(void **state)
{
    const struct sim_run_limits limits = {.max_cycles = 100};
    struct fixture f;

    (void)state;
    init(&f, 64, false);
    emit(&f, rv_addi(8, 8, 1));
    emit(&f, rv_jal(0, -4));
    sim_hart_halt(f.h[1]);
    struct sim_run_result r = run(&f, &limits);
    assert_int_equal(r.reason, SIM_STOP_CYCLES);
    assert_true(sim_hart_halted(f.h[1]));
    assert_int_equal(sim_hart_reg(f.h[1], 8), 0);
    assert_int_equal(sim_hart_reg(f.h[0], 8), 50);
    assert_int_equal(sim_hart_reg(f.h[3], 8), 50);
    assert_int_equal(sim_hart_cycles(f.h[1]), 100); /* its time passes all the same */
    sim_hart_single_step(f.h[1]);
    r = run(&f, &limits);
    assert_int_equal(sim_hart_reg(f.h[1], 8), 1);
    assert_int_equal(sim_hart_reg(f.h[0], 8), 100);
    for (unsigned i = 0; i < HARTS; i++) {
        sim_hart_halt(f.h[i]);
    }
    r = run(&f, NULL);
    assert_int_equal(r.reason, SIM_STOP_HALTED);
    sim_platform_destroy(f.p);
}

/* Halts hart 0 at the second call, lets it go at the fifth; a bus master writes at the third. */
static bool poll(void *ctx)
{
    struct fixture *f = ctx;
    const uint64_t now = sim_hart_cycles(f->h[0]);

    for (unsigned i = 1; i < HARTS; i++) {
        assert_int_equal(sim_hart_cycles(f->h[i]), now); /* between two cycles */
    }
    if (f->polls != 0 && now - f->last_poll > f->longest) {
        f->longest = now - f->last_poll;
    }
    f->last_poll = now;
    f->polls++;
    if (f->polls == 2) {
        sim_hart_halt(f->h[0]);
    }
    if (f->polls == 3) {
        assert_int_equal(sim_bus_write32(sim_platform_bus(f->p), DATA, 0x1234), SIM_BUS_OK);
    }
    if (f->polls == 5) {
        sim_hart_resume(f->h[0]);
    }
    return f->polls != f->stop_after;
}

static void the_poll_hook_sees_all_harts_between_cycles(void **state)
{
    (void)state;
    for (unsigned hook = 0; hook < 2; hook++) {
        struct fixture f;
        const struct sim_run_limits limits = {.poll = {.fn = poll, .ctx = &f, .every = 20}};

        init(&f, 32, hook != 0);
        emit(&f, rv_lui(6, DATA >> 12));
        emit(&f, rv_addi(8, 8, 1));
        emit(&f, rv_load(2, 9, 6, 0));
        emit(&f, rv_jal(0, -8));
        f.stop_after = 10;
        struct sim_run_result r = run(&f, &limits);
        assert_int_equal(r.reason, SIM_STOP_REQUEST);
        assert_int_equal(f.polls, 10);
        assert_int_equal(f.longest, 20);
        assert_int_equal(r.cycles, 9 * 20);
        assert_int_equal(sim_hart_reg(f.h[1], 9), 0x1234);
        /* Hart 0 ran 20 cycles, stood for 60, and ran 100. Hart 1 ran all 180. */
        assert_int_equal(sim_hart_instret(f.h[1]), 180);
        assert_int_equal(sim_hart_instret(f.h[0]), 120);
        sim_platform_destroy(f.p);
    }
}

/* All in debug mode, or asleep: with a poll hook the run goes on, and its time passes. */
static void with_a_poll_hook_rest_is_no_end(void **state)
{
    (void)state;
    for (unsigned asleep = 0; asleep < 2; asleep++) {
        struct fixture f;
        const struct sim_run_limits limits = {.poll = {.fn = poll, .ctx = &f, .every = 1000}};

        init(&f, 64, asleep != 0);
        emit(&f, WFI);
        emit(&f, rv_jal(0, 0));
        for (unsigned i = 0; i < HARTS && !asleep; i++) {
            sim_hart_halt(f.h[i]);
        }
        f.polls = 10; /* nothing is done to the harts */
        f.stop_after = 15;
        struct sim_run_result r = run(&f, &limits);
        assert_int_equal(r.reason, SIM_STOP_REQUEST);
        assert_int_equal(r.cycles, 4000);
        assert_int_equal(f.longest, 1000);
        sim_platform_destroy(f.p);
    }
}

static void limits_count_all_harts(void **state)
{
    const struct sim_run_limits limits = {.max_instructions = 100};
    const struct sim_run_limits at_pc = {.has_stop_pc = true, .stop_pc = PROGRAM + 4};
    struct fixture f;

    (void)state;
    init(&f, 64, false);
    emit(&f, rv_addi(8, 8, 1));
    emit(&f, rv_jal(0, -4));
    struct sim_run_result r = run(&f, &limits);
    assert_int_equal(r.reason, SIM_STOP_INSTRUCTIONS);
    assert_int_equal(r.instructions, 100);
    assert_int_equal(r.cycles, 100 / HARTS);
    set_pc(&f, PROGRAM);
    r = run(&f, &at_pc);
    assert_int_equal(r.reason, SIM_STOP_PC);
    assert_int_equal(r.cycles, 1);
    sim_platform_destroy(f.p);
}

static void harts_beyond_the_limits_are_refused(void **state)
{
    struct sim_platform_cfg cfg;
    struct sim_platform *p;
    struct sim_message msg;

    (void)state;
    sim_platform_cfg_init(&cfg);
    cfg.ram_size = 1 << 20;
    for (unsigned n = 0; n <= SIM_MAX_HARTS + 1; n++) {
        const bool good = n >= 1 && n <= SIM_MAX_HARTS;

        cfg.harts = n;
        assert_int_equal(sim_platform_create(&cfg, &p, &msg),
                         good ? SIM_PLATFORM_OK : SIM_PLATFORM_ERR_ARG);
        if (!good) {
            assert_non_null(strstr(msg.text, "1 to 16"));
            continue;
        }
        assert_int_equal(sim_platform_hart_count(p), n);
        for (unsigned i = 0; i < n; i++) {
            assert_true(sim_platform_encoder_of(p, i) < n);
        }
        assert_int_equal(sim_platform_encoder_of(p, n), TOPOLOGY_NONE);
        sim_platform_destroy(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hart_counts_in_its_own_word),
        cmocka_unit_test(atomics_are_seen_in_the_order_of_harts),
        cmocka_unit_test(the_clint_has_registers_for_each_hart),
        cmocka_unit_test(each_timer_wakes_its_own_hart),
        cmocka_unit_test(one_hart_in_debug_mode_does_not_stop_the_others),
        cmocka_unit_test(the_poll_hook_sees_all_harts_between_cycles),
        cmocka_unit_test(with_a_poll_hook_rest_is_no_end),
        cmocka_unit_test(limits_count_all_harts),
        cmocka_unit_test(harts_beyond_the_limits_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
