/* SPDX-License-Identifier: Apache-2.0 */
/* A platform that a debugger can connect to (hts_serve.h), the choice of its fabric (hts_fabric.h),
 * and the probe at pins (hts_pins.h). */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "hts/hts_fabric.h"
#include "hts/hts_pins.h"
#include "hts/hts_serve.h"

static char program[256];

static struct hts_serve_cfg serve_cfg(void)
{
    const char *folder = getenv("BUILD");
    struct hts_serve_cfg cfg;
    snprintf(program, sizeof program, "%s/programs/rv64/crc.elf",
             folder != NULL ? folder : "build");
    hts_serve_cfg_init(&cfg);
    cfg.elf[0] = program;
    cfg.nelf = 1;
    return cfg;
}

static void refused(const struct hts_serve_cfg *cfg, int status)
{
    struct htr_host host = {0};
    struct hts_serve *s;
    assert_int_equal(hts_serve_open(&s, &host, cfg), status);
    assert_int_equal(host.last.status, status);
    assert_int_equal(hts_serve_close(s), HTR_OK);
}

static void refused_list(size_t list, const char *item, int status)
{
    struct hts_serve_cfg cfg = serve_cfg();
    struct htr_list *l = (struct htr_list *)((char *)&cfg + list);
    l->item[l->n++] = item;
    refused(&cfg, status);
}

static void configurations_that_cannot_be(void **state)
{
    const struct hts_serve_cfg good = serve_cfg();
    struct hts_serve_cfg cfg = good;
    (void)state;
    cfg.nelf = 0;
    refused(&cfg, HTR_ERR_ARG);
    cfg = good;
    cfg.elf[0] = "/nonexistent";
    refused(&cfg, HTR_ERR_OPEN);
    cfg = good;
    cfg.dm_version = "2";
    refused(&cfg, HTR_ERR_ARG);
    cfg = good;
    cfg.progbuf = 1;
    refused(&cfg, HTR_ERR_ARG);
    cfg.progbuf = 17;
    refused(&cfg, HTR_ERR_RANGE);
    cfg = good;
    cfg.power_ticks = (1u << 30) + 1;
    refused(&cfg, HTR_ERR_RANGE);
    cfg = good;
    cfg.idle_limit = 1000001;
    refused(&cfg, HTR_ERR_RANGE);
    cfg = good;
    cfg.pib = "4"; /* no such sink in the tree */
    refused(&cfg, HTR_ERR_MISSING);
    cfg.pib = "5";
    refused(&cfg, HTR_ERR_ARG);
    cfg = good;
    cfg.save_sinks = "/tmp"; /* the same */
    refused(&cfg, HTR_ERR_MISSING);
    cfg = good;
    cfg.rbb = "99999";
    refused(&cfg, HTR_ERR_OPEN);
    cfg = good;
    cfg.save_pcs = "/nonexistent/x";
    struct htr_host host = {0};
    struct hts_serve *s;
    assert_int_equal(hts_serve_open(&s, &host, &cfg), HTR_ERR_OPEN);
    assert_int_equal(hts_serve_close(s), HTR_OK);
    assert_int_equal(hts_serve_close(NULL), HTR_OK);
}

static void latencies_and_faults(void **state)
{
    const size_t latency = offsetof(struct hts_serve_cfg, latency);
    const size_t inject = offsetof(struct hts_serve_cfg, inject);
    (void)state;
    refused_list(latency, "sba", HTR_ERR_ARG);
    refused_list(latency, "nothing=1", HTR_ERR_ARG);
    refused_list(latency, "sba=2147483648", HTR_ERR_ARG);
    refused_list(inject, "sberror=3", HTR_ERR_ARG);
    refused_list(inject, "sberror=8@1", HTR_ERR_ARG);
    refused_list(inject, "sberror=3@0", HTR_ERR_ARG);
    refused_list(inject, "sberror=3@1+0", HTR_ERR_ARG);
    refused_list(inject, "sbbusy=0@1", HTR_ERR_ARG);
}

/* Without a debugger it ends with the program. */
static void it_runs_and_listens(void **state)
{
    struct hts_serve_cfg cfg = serve_cfg();
    const struct hts_serve_run_cfg run = {.console = NULL};
    struct htr_host host = {0};
    struct hts_serve *s;
    char place[HTS_SERVE_PLACE];
    unsigned port = 0;
    (void)state;
    cfg.latency.item[cfg.latency.n++] = "sba=3";
    cfg.inject.item[cfg.inject.n++] = "sberror=3@5+7";
    cfg.power_ticks = 10;
    assert_int_equal(hts_serve_open(&s, &host, &cfg), HTR_OK);
    assert_int_equal(sscanf(hts_serve_place(s, place), "127.0.0.1:%u", &port), 1);
    int debugger = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(debugger, (const struct sockaddr *)&at, sizeof at), 0);
    close(debugger);
    assert_int_equal(hts_serve_run(s, &run), HTR_OK);
    assert_int_equal(hts_serve_close(s), HTR_OK);
    assert_int_equal(host.last.status, HTR_OK);
}

static bool stop_now(void *ctx)
{
    (void)ctx;
    return true;
}

static void the_host_stops_it(void **state)
{
    struct hts_serve_cfg cfg = serve_cfg();
    const struct hts_serve_run_cfg run = {.linger = true};
    struct htr_host host = {.stopped = stop_now};
    struct hts_serve *s;
    (void)state;
    cfg.halted = true; /* it would wait for a debugger */
    assert_int_equal(hts_serve_open(&s, &host, &cfg), HTR_OK);
    assert_int_equal(hts_serve_run(s, &run), HTR_OK);
    assert_int_equal(hts_serve_close(s), HTR_OK);
}

/* ---- fabric ---- */

static int never(void *ctx, const struct sim_fabric_env *env, struct sim_fabric *out,
                 struct sim_message *why)
{
    (void)ctx;
    (void)env;
    (void)out;
    (void)why;
    return SIM_BUS_ERR_FAULT;
}

static int never_rtl(void *ctx, const struct sim_fabric_env *env, struct sim_fabric *out,
                     struct sim_message *why)
{
    return never(ctx, env, out, why);
}

static struct sim_fabric_maker fake_sc(const struct sim_fabric_sc_cfg *cfg)
{
    return (struct sim_fabric_maker){never, (void *)(uintptr_t)cfg};
}

static struct sim_fabric_maker fake_rtl(const struct sim_fabric_rtl_cfg *cfg)
{
    return (struct sim_fabric_maker){never_rtl, (void *)(uintptr_t)cfg};
}

static void which_fabric(void **state)
{
    const struct hts_makers none = {NULL, NULL}, both = {fake_sc, fake_rtl};
    struct htr_host host = {0};
    struct hts_fabric f;
    struct hts_fabric_cfg cfg = {.platform = "c"};
    (void)state;
    assert_int_equal(hts_fabric_open(&f, &host, &none, &cfg), HTR_OK);
    assert_true(f.maker.make == NULL);
    cfg.platform = "systemc";
    assert_int_equal(hts_fabric_open(&f, &host, &none, &cfg), HTR_ERR_MISSING);
    cfg.quantum = 7;
    assert_int_equal(hts_fabric_open(&f, &host, &both, &cfg), HTR_OK);
    assert_true(f.maker.make == never);
    assert_ptr_equal(f.maker.ctx, &f.cfg.sc);
    assert_int_equal(f.cfg.sc.quantum, 7);
    cfg.impl = "encoder=rtl";
    assert_int_equal(hts_fabric_open(&f, &host, &both, &cfg), HTR_OK);
    assert_true(f.maker.make == never_rtl);
    assert_ptr_equal(f.maker.ctx, &f.cfg);
    assert_string_equal(f.cfg.impl, "encoder=rtl");
    assert_int_equal(hts_fabric_close(&f, &host, &cfg), HTR_OK);
    f.waves_error = 28;
    assert_int_equal(hts_fabric_close(&f, &host, &cfg), HTR_ERR_WRITE);
}

static void fabrics_that_cannot_be(void **state)
{
    static const struct {
        struct hts_fabric_cfg cfg;
        int status;
    } bad[] = {
        {{.platform = "x"}, HTR_ERR_ARG},
        {{.cycle = true}, HTR_ERR_CONFLICT},
        {{.platform = "c", .quantum = 1}, HTR_ERR_CONFLICT},
        {{.waves = "x.vcd"}, HTR_ERR_CONFLICT},
        {{.impl = "rtl"}, HTR_ERR_CONFLICT},
        {{.platform = "systemc", .quantum = SIM_FABRIC_SC_QUANTUM_MAX + 1}, HTR_ERR_RANGE},
        {{.platform = "systemc", .quantum = 1, .cycle = true}, HTR_ERR_CONFLICT},
        {{.platform = "systemc", .quantum = 1, .waves = "x.vcd"}, HTR_ERR_CONFLICT},
        {{.platform = "systemc", .waves = "x.txt"}, HTR_ERR_ARG},
        {{.platform = "systemc", .waves = ".vcd"}, HTR_ERR_ARG},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct htr_host host = {0};
        assert_int_equal(hts_fabric_check(&bad[i].cfg, &host), bad[i].status);
        assert_int_equal(host.last.status, bad[i].status);
    }
}

/* ---- pins ---- */

static void modes_of_pins(void **state)
{
    static const struct {
        const char *text;
        struct hts_pib pib;
    } good[] = {
        {"manchester", {RVT_PIB_MANCHESTER, 0, false, false}},
        {"uart:3", {RVT_PIB_UART, 3, false, false}},
        {"1", {RVT_PIB_PARALLEL1, 0, false, false}},
        {"4:65535", {RVT_PIB_PARALLEL4, 65535, false, false}},
        {"8:0:center", {RVT_PIB_PARALLEL8, 0, true, false}},
        {"16", {RVT_PIB_PARALLEL16, 0, false, false}},
    };
    static const char *const bad[] = {
        "", "3", "4:65536", "4:x", "4:1:no", "uart:1:center", "manchester:0:center"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct htr_host host = {0};
        struct hts_pib pib;
        assert_int_equal(hts_pib_parse(&pib, &host, good[i].text), HTR_OK);
        assert_int_equal(pib.mode, good[i].pib.mode);
        assert_int_equal(pib.divider, good[i].pib.divider);
        assert_int_equal(pib.center, good[i].pib.center);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct htr_host host = {0};
        struct hts_pib pib;
        assert_int_equal(hts_pib_parse(&pib, &host, bad[i]), HTR_ERR_ARG);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configurations_that_cannot_be),
        cmocka_unit_test(latencies_and_faults),
        cmocka_unit_test(it_runs_and_listens),
        cmocka_unit_test(the_host_stops_it),
        cmocka_unit_test(which_fabric),
        cmocka_unit_test(fabrics_that_cannot_be),
        cmocka_unit_test(modes_of_pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
