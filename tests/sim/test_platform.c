/* SPDX-License-Identifier: Apache-2.0 */
/* The platform without trace: memory map, devices, reasons to stop, loading, hooks; fast and slow
 * runs agree. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "rv_asm.h"
#include "sim/sim_platform.h"

struct fixture {
    struct sim_platform *p;
    struct sim_hart *h;
    uint64_t cursor;
    char text[64];
    unsigned length;
    uint64_t retired, traps, stop_after;
};

static void uart_hook(void *ctx, uint8_t byte)
{
    struct fixture *f = ctx;

    if (f->length < sizeof f->text - 1) {
        f->text[f->length++] = (char)byte;
    }
}

static void retire_hook(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)hart;
    struct fixture *f = ctx;

    (void)opcode;
    if (in->nblocks == 0) {
        return;
    }
    if (in->block[0].iretire != 0) {
        f->retired++;
    } else {
        f->traps++;
    }
    if (f->stop_after != 0 && f->retired == f->stop_after) {
        sim_platform_stop(f->p);
    }
}

static void init(struct fixture *f, unsigned xlen)
{
    struct sim_platform_cfg cfg;

    memset(f, 0, sizeof *f);
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = (uint8_t)xlen;
    cfg.ram_size = 1 << 20;
    cfg.trace = false;
    cfg.uart = (struct sim_uart_hook){uart_hook, f};
    assert_int_equal(sim_platform_create(&cfg, &f->p, NULL), SIM_PLATFORM_OK);
    f->h = sim_platform_hart(f->p);
    f->cursor = SIM_RAM_BASE;
}

static void emit(struct fixture *f, uint32_t op)
{
    assert_int_equal(sim_platform_write32(f->p, f->cursor, op), SIM_BUS_OK);
    f->cursor += 4;
}

/* rd = a 32-bit constant, sign-extended. */
static void emit_li(struct fixture *f, uint32_t rd, uint32_t v)
{
    emit(f, rv_lui(rd, (v + 0x800) >> 12));
    emit(f, rv_i(sim_hart_config(f->h)->xlen == 64 ? 0x1b : 0x13, 0, rd, rd,
                 (int32_t)(v << 20) >> 20));
}

/* Write v to the finisher. */
static void emit_finish(struct fixture *f, uint32_t v)
{
    emit_li(f, 30, SIM_FINISHER_BASE);
    emit_li(f, 31, v);
    emit(f, rv_store(2, 31, 30, 0));
    emit(f, rv_jal(0, 0));
}

static struct sim_run_result run(struct fixture *f, const struct sim_run_limits *limits)
{
    struct sim_run_result r;

    sim_platform_run(f->p, limits, &r);
    return r;
}

static uint32_t read32(struct fixture *f, uint64_t addr)
{
    uint32_t v = 0;

    assert_int_equal(sim_platform_read32(f->p, addr, &v), SIM_BUS_OK);
    return v;
}

static void the_finisher_ends_the_run(void **state)
{
    static const struct {
        uint32_t value, code;
    } cases[] = {{0x5555, 0}, {0x00073333, 7}, {0x3333, 1}};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct fixture f;

        init(&f, 64);
        emit_finish(&f, cases[i].value);
        struct sim_run_result r = run(&f, NULL);
        assert_int_equal(r.reason, SIM_STOP_FINISHER);
        assert_int_equal(r.exit_code, cases[i].code);
        assert_int_equal(r.instructions, 5);
        assert_int_equal(r.cycles, 5);
        sim_platform_destroy(f.p);
    }
}

static void the_uart_gives_bytes_to_the_hook(void **state)
{
    struct fixture f;

    (void)state;
    init(&f, 32);
    emit_li(&f, 1, SIM_UART_BASE);
    for (const char *s = "ok\n"; *s; s++) {
        emit(&f, rv_load(4, 2, 1, 5)); /* LSR */
        emit(&f, rv_addi(3, 0, *s));
        emit(&f, rv_store(0, 3, 1, 0));
    }
    emit(&f, rv_addi(4, 0, 0x80)); /* DLAB: the divisor is no output */
    emit(&f, rv_store(0, 4, 1, 3));
    emit(&f, rv_store(0, 3, 1, 0));
    emit_finish(&f, 0x5555);
    assert_int_equal(run(&f, NULL).reason, SIM_STOP_FINISHER);
    assert_string_equal(f.text, "ok\n");
    assert_int_equal(sim_hart_reg(f.h, 2) & 0x60, 0x60); /* transmitter ready */
    sim_platform_destroy(f.p);
}

static void limits_and_stops(void **state)
{
    struct sim_run_limits limits = {.max_instructions = 10};
    struct sim_run_result r;
    struct fixture f;

    (void)state;
    for (unsigned hook = 0; hook < 2; hook++) {
        init(&f, 64);
        emit(&f, rv_addi(1, 1, 1));
        emit(&f, rv_jal(0, -4));
        if (hook) {
            sim_platform_set_retire_hook(f.p, (struct sim_retire_hook){retire_hook, &f});
        }
        limits = (struct sim_run_limits){.max_instructions = 10};
        r = run(&f, &limits);
        assert_int_equal(r.reason, SIM_STOP_INSTRUCTIONS);
        assert_int_equal(r.instructions, 10);
        assert_int_equal(sim_hart_reg(f.h, 1), 5);
        limits = (struct sim_run_limits){.max_cycles = 7};
        r = run(&f, &limits);
        assert_int_equal(r.reason, SIM_STOP_CYCLES);
        assert_int_equal(r.cycles, 7);
        limits = (struct sim_run_limits){.has_stop_pc = true, .stop_pc = SIM_RAM_BASE};
        r = run(&f, &limits);
        assert_int_equal(r.reason, SIM_STOP_PC);
        assert_int_equal(sim_hart_pc(f.h), SIM_RAM_BASE);
        sim_hart_halt(f.h);
        assert_int_equal(run(&f, NULL).reason, SIM_STOP_HALTED);
        sim_hart_resume(f.h);
        if (hook) {
            f.stop_after = f.retired + 3;
            r = run(&f, NULL);
            assert_int_equal(r.reason, SIM_STOP_REQUEST);
            assert_int_equal(r.instructions, 3);
            assert_int_equal(f.retired, sim_hart_instret(f.h));
        }
        sim_platform_destroy(f.p);
    }
}

/* Set mtimecmp to `at`, enable MTI, and sleep. The handler at +0x100 finishes. */
static void emit_sleeper(struct fixture *f, int32_t at)
{
    emit_li(f, 1, (uint32_t)SIM_CLINT_BASE + 0x4000);
    emit(f, rv_store(2, 0, 1, 4)); /* high word */
    emit(f, rv_addi(2, 0, at));
    emit(f, rv_store(2, 2, 1, 0));
    emit_li(f, 3, (uint32_t)SIM_RAM_BASE + 0x100);
    emit(f, rv_csr(1, 0, 0x305, 3)); /* mtvec */
    emit(f, rv_addi(4, 0, 0x80));
    emit(f, rv_csr(1, 0, 0x304, 4)); /* mie.MTIE */
    emit(f, rv_csr(6, 0, 0x300, 8)); /* mstatus.MIE */
    emit(f, RV_WFI);
    emit(f, RV_NOP);
    f->cursor = SIM_RAM_BASE + 0x100;
    emit(f, rv_csr(2, 5, 0xc01, 0)); /* time */
    emit(f, rv_csr(2, 6, 0x341, 0)); /* mepc */
    emit_finish(f, 0x5555);
}

static void the_timer_wakes_at_its_time(void **state)
{
    (void)state;
    for (unsigned hook = 0; hook < 2; hook++) {
        struct fixture f;

        init(&f, 64);
        emit_sleeper(&f, 100);
        if (hook) {
            sim_platform_set_retire_hook(f.p, (struct sim_retire_hook){retire_hook, &f});
        }
        struct sim_run_result r = run(&f, NULL);
        assert_int_equal(r.reason, SIM_STOP_FINISHER);
        assert_int_equal(sim_hart_reg(f.h, 5), 100);                   /* ticks of 10 cycles */
        assert_int_equal(sim_hart_reg(f.h, 6), SIM_RAM_BASE + 12 * 4); /* after wfi */
        assert_int_equal(r.instructions, 12 + 2 + 5);
        assert_in_range(r.cycles, 1000, 1010);
        if (hook) {
            assert_int_equal(f.traps, 1);
        }
        sim_platform_destroy(f.p);
    }
}

static void sleep_without_an_end_is_a_deadlock(void **state)
{
    struct fixture f;

    (void)state;
    for (unsigned hook = 0; hook < 2; hook++) {
        init(&f, 64);
        emit(&f, RV_WFI);
        if (hook) {
            sim_platform_set_retire_hook(f.p, (struct sim_retire_hook){retire_hook, &f});
        }
        assert_int_equal(run(&f, NULL).reason, SIM_STOP_DEADLOCK);
        sim_platform_destroy(f.p);
    }
}

static void clint_registers(void **state)
{
    struct fixture f;
    uint64_t v;

    (void)state;
    init(&f, 64);
    struct sim_bus *bus = sim_platform_bus(f.p);
    assert_int_equal(read32(&f, SIM_CLINT_BASE + 0x4000), UINT32_MAX);
    assert_int_equal(sim_platform_write32(f.p, SIM_CLINT_BASE, 3), SIM_BUS_OK);
    assert_int_equal(read32(&f, SIM_CLINT_BASE), 1);
    assert_int_equal(sim_hart_csr_read(f.h, 0x344, &v), SIM_HART_OK);
    assert_int_equal(v, 1 << 3);
    assert_int_equal(sim_bus_write(bus, SIM_CLINT_BASE + 0xbff8, 8, 0x123456789a), SIM_BUS_OK);
    assert_int_equal(read32(&f, SIM_CLINT_BASE + 0xbffc), 0x12);
    assert_int_equal(sim_hart_time(f.h), 0x123456789a);
    sim_hart_idle(f.h, 25);
    assert_int_equal(read32(&f, SIM_CLINT_BASE + 0xbff8), 0x3456789c);
    assert_int_equal(sim_bus_write(bus, SIM_CLINT_BASE + 0x4000, 8, 0), SIM_BUS_OK);
    assert_int_equal(sim_hart_csr_read(f.h, 0x344, &v), SIM_HART_OK);
    assert_int_equal(v, 1 << 7 | 1 << 3);
    assert_int_equal(sim_bus_read(bus, SIM_CLINT_BASE, 2, &v), SIM_BUS_ERR_FAULT);
    sim_platform_destroy(f.p);
}

static void the_alias_is_the_same_ram(void **state)
{
    struct fixture f;
    uint32_t v;

    (void)state;
    init(&f, 64);
    assert_int_equal(sim_platform_write32(f.p, SIM_RAM_ALIAS + 0x80, 0x1234), SIM_BUS_OK);
    assert_int_equal(read32(&f, SIM_RAM_BASE + 0x80), 0x1234);
    /* Code runs there, with addresses of its own. */
    emit(&f, rv_auipc(1, 0));
    emit_finish(&f, 0x5555);
    sim_hart_set_pc(f.h, SIM_RAM_ALIAS);
    assert_int_equal(run(&f, NULL).reason, SIM_STOP_FINISHER);
    assert_int_equal(sim_hart_reg(f.h, 1), SIM_RAM_ALIAS);
    sim_platform_destroy(f.p);
    init(&f, 32);
    assert_int_equal(sim_platform_read32(f.p, SIM_RAM_ALIAS, &v), SIM_BUS_ERR_FAULT);
    sim_platform_destroy(f.p);
}

static void loading(void **state)
{
    static const uint8_t code[16] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    const uint64_t end = SIM_RAM_BASE + (1 << 20);
    struct sim_message msg;
    struct fixture f;

    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        struct sim_segment s = {SIM_RAM_BASE + 0x1000, code, sizeof code, 32};
        init(&f, xlen);
        assert_int_equal(sim_platform_write32(f.p, SIM_RAM_BASE + 0x1010, 77), SIM_BUS_OK);
        assert_int_equal(sim_platform_load(f.p, &s, 1, s.addr, &msg), SIM_PLATFORM_OK);
        assert_int_equal(sim_hart_pc(f.h), SIM_RAM_BASE + 0x1000);
        assert_int_equal(read32(&f, SIM_RAM_BASE + 0x100c), 0xffffffff);
        assert_int_equal(read32(&f, SIM_RAM_BASE + 0x1010), 0);    /* after filesz */
        s = (struct sim_segment){end - 16, code, sizeof code, 16}; /* just fits */
        assert_int_equal(sim_platform_load(f.p, &s, 1, s.addr, &msg), SIM_PLATFORM_OK);
        s.memsz = 17;
        assert_int_equal(sim_platform_load(f.p, &s, 1, s.addr, &msg), SIM_PLATFORM_ERR_LOAD);
        assert_non_null(strstr(msg.text, "outside RAM"));
        s = (struct sim_segment){0x1000, code, sizeof code, 16};
        assert_int_equal(sim_platform_load(f.p, &s, 1, s.addr, NULL), SIM_PLATFORM_ERR_LOAD);
        s.addr = SIM_RAM_BASE; /* where the instruction at the entry is not in RAM */
        assert_int_equal(sim_platform_load(f.p, &s, 1, end - 1, &msg), SIM_PLATFORM_ERR_LOAD);
        assert_non_null(strstr(msg.text, "entry"));
        s.memsz = 15;
        assert_int_equal(sim_platform_load(f.p, &s, 1, s.addr, &msg), SIM_PLATFORM_ERR_ARG);
        /* What was refused has changed nothing. */
        assert_int_equal(sim_hart_pc(f.h), end - 16);
        assert_int_equal(read32(&f, SIM_RAM_BASE), 0);
        s = (struct sim_segment){SIM_RAM_ALIAS + 0x40, code, sizeof code, 16};
        assert_int_equal(sim_platform_load(f.p, &s, 1, s.addr, &msg),
                         xlen == 64 ? SIM_PLATFORM_OK : SIM_PLATFORM_ERR_LOAD);
        if (xlen == 64) {
            assert_int_equal(sim_hart_pc(f.h), SIM_RAM_ALIAS + 0x40);
            assert_int_equal(read32(&f, SIM_RAM_BASE + 0x40), 0xffffffff);
        }
        sim_platform_destroy(f.p);
    }
}

static void configurations_are_checked(void **state)
{
    struct sim_platform_cfg cfg;
    struct sim_message msg;
    struct sim_platform *p;

    (void)state;
    sim_platform_cfg_init(&cfg);
    cfg.ram_size = 0;
    assert_int_equal(sim_platform_create(&cfg, &p, &msg), SIM_PLATFORM_ERR_ARG);
    assert_true(msg.text[0] != '\0');
    sim_platform_cfg_init(&cfg);
    cfg.ram_size = UINT64_C(1) << 40;
    assert_int_equal(sim_platform_create(&cfg, &p, &msg), SIM_PLATFORM_ERR_ARG);
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = 16;
    assert_int_equal(sim_platform_create(&cfg, &p, &msg), SIM_PLATFORM_ERR_ARG);
    assert_non_null(strstr(msg.text, "hart"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_finisher_ends_the_run),
        cmocka_unit_test(the_uart_gives_bytes_to_the_hook),
        cmocka_unit_test(limits_and_stops),
        cmocka_unit_test(the_timer_wakes_at_its_time),
        cmocka_unit_test(sleep_without_an_end_is_a_deadlock),
        cmocka_unit_test(clint_registers),
        cmocka_unit_test(the_alias_is_the_same_ram),
        cmocka_unit_test(loading),
        cmocka_unit_test(configurations_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
