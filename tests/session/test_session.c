/* SPDX-License-Identifier: Apache-2.0 */
/* A simulation with its trace, from a C program that links no tools (hts_session.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hts/hts_session.h"
#include "hts_session_priv.h"

enum {
    PATH_BYTES = 256,
};

static char built[8][PATH_BYTES];
static unsigned nbuilt;

/* A file of the build, for cfg; the first eight of a test stay valid. */
static const char *build(const char *name)
{
    const char *folder = getenv("BUILD");
    char *path = built[nbuilt++ % 8];
    snprintf(path, PATH_BYTES, "%s/%s", folder != NULL ? folder : "build", name);
    return path;
}

static struct hts_session_cfg cfg_of(const char *program)
{
    struct hts_session_cfg cfg;
    hts_session_cfg_init(&cfg);
    cfg.elf[0] = build(program);
    cfg.nelf = 1;
    return cfg;
}

static void add(struct htr_list *list, const char *item)
{
    list->item[list->n++] = item;
}

/* All steps up to hts_stop. */
static struct hts_session *run(struct htr_host *host, const struct hts_session_cfg *cfg,
                               struct sim_run_result *result)
{
    struct hts_session *s;
    assert_int_equal(hts_open(&s, host, cfg), HTR_OK);
    assert_int_equal(hts_program(s), HTR_OK);
    assert_int_equal(hts_start(s), HTR_OK);
    assert_int_equal(hts_run(s, NULL, result), HTR_OK);
    assert_int_equal(hts_outcome(s), HTR_OK);
    assert_int_equal(hts_stop(s), HTR_OK);
    return s;
}

static uint64_t count_lines(const char *path)
{
    FILE *f = fopen(path, "r");
    uint64_t n = 0;
    int c;
    assert_non_null(f);
    while ((c = fgetc(f)) != EOF) {
        n += c == '\n';
    }
    fclose(f);
    return n;
}

static void a_program_is_equal(void **state)
{
    struct hts_session_cfg cfg = cfg_of("programs/rv64/crc.elf");
    struct htr_host host = {0};
    struct sim_run_result result;
    struct hts_check c;
    const char *folder = getenv("TMPDIR");
    char list[PATH_BYTES];
    (void)state;
    snprintf(list, sizeof list, "%s/test_session.XXXXXX", folder != NULL ? folder : "/tmp");
    int fd = mkstemp(list);
    assert_true(fd >= 0);
    close(fd);
    cfg.save_pcs = list;
    struct hts_session *s = run(&host, &cfg, &result);
    assert_int_equal(result.reason, SIM_STOP_FINISHER);
    assert_int_equal(result.exit_code, 0);
    assert_int_equal(hts_hart_count(s), 1);
    assert_int_equal(hts_xlen(s), 64);
    const struct hts_hart *h = hts_hart(s, 0);
    const struct hts_sink *sink = hts_sink(s, h->sink);
    assert_int_equal(h->retired, result.instructions);
    assert_non_null(sink);
    assert_int_equal(sink->size, h->trace_size);
    assert_memory_equal(sink->bytes, h->trace, h->trace_size);
    assert_false(sink->wrapped || sink->lost || h->overflow);
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(c.verdict, HTS_EQUAL);
    assert_false(c.other_code || c.wrapped || c.selective);
    assert_int_equal(c.result.instructions, h->retired);
    const uint64_t retired = h->retired;
    assert_int_equal(hts_close(s), HTR_OK);
    assert_int_equal(count_lines(list), retired);
    assert_int_equal(host.last.status, HTR_OK);
    remove(list);
}

static void a_damaged_trace_is_different(void **state)
{
    const struct hts_session_cfg cfg = cfg_of("programs/rv32/crc.elf");
    struct htr_host host = {0};
    struct sim_run_result result;
    struct hts_check c;
    (void)state;
    struct hts_session *s = run(&host, &cfg, &result);
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(c.verdict, HTS_EQUAL);
    const uint64_t messages = c.result.messages;
    s->hart[0].is.trace_size /= 2; /* the second half is gone */
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(c.verdict, HTS_DIFFERENT);
    assert_in_range(c.result.difference.instruction, 1, result.instructions);
    assert_in_range(c.result.difference.msg, 1, messages - 1);
    assert_int_equal(hts_close(s), HTR_OK);
}

static void a_program_that_changes_itself(void **state)
{
    const struct hts_session_cfg cfg = cfg_of("programs/rv64/selfmod.elf");
    struct htr_host host = {0};
    struct sim_run_result result;
    struct hts_check c;
    (void)state;
    struct hts_session *s = run(&host, &cfg, &result);
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(c.verdict, HTS_EQUAL);
    assert_true(c.other_code);
    assert_in_range(c.where, 0x80000000, 0x80000000 + (64 << 20));
    assert_int_equal(hts_close(s), HTR_OK);
}

/* RAM sink, pins, ATB: each gives every hart its own messages. */
static void all_kinds_of_sinks(void **state)
{
    const char *const sinks[] = {"ramsink-0", "pib", "atb"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct hts_session_cfg cfg = cfg_of("programs/rv64/smpipi.elf");
        struct htr_host host = {0};
        struct sim_run_result result;
        struct hts_sink_settings settings;
        struct hts_check c;
        uint64_t bytes = 0, retired = 0;
        cfg.dtb = build("dts/three-sinks.dtb");
        cfg.pib = "4:1";
        add(&cfg.sinks, sinks[i]);
        struct hts_session *s = run(&host, &cfg, &result);
        assert_int_equal(hts_hart_count(s), 2);
        for (unsigned h = 0; h < 2; h++) {
            assert_int_equal(hts_check(s, h, &c), HTR_OK);
            assert_int_equal(c.verdict, HTS_EQUAL);
            assert_int_equal(c.result.instructions, hts_hart(s, h)->retired);
            bytes += hts_hart(s, h)->trace_size;
            retired += hts_hart(s, h)->retired;
        }
        const unsigned at = hts_hart(s, 0)->sink;
        const struct hts_sink *sink = hts_sink(s, at);
        assert_int_equal(retired, result.instructions);
        assert_int_not_equal(hts_hart(s, 0)->src, hts_hart(s, 1)->src);
        assert_int_equal(hts_hart(s, 1)->sink, at);
        assert_in_range(sink->size, bytes, bytes + 64); /* and idle bytes */
        assert_true((sink->bytes == NULL) == (i == 1));
        assert_true((sink->frames != NULL) == (i == 2));
        assert_int_equal(sink->nframes % 16, 0);
        hts_sink_settings(s, at, &settings);
        assert_int_equal(settings.harts, 2);
        assert_true(settings.same && settings.same_program);
        assert_int_equal(hts_close(s), HTR_OK);
    }
}

static void a_sink_that_is_too_small(void **state)
{
    struct hts_session_cfg cfg = cfg_of("programs/rv64/sort.elf");
    struct htr_host host = {0};
    struct sim_run_result result;
    struct hts_check c;
    (void)state;
    cfg.sink_size = 4096;
    struct hts_session *s = run(&host, &cfg, &result);
    assert_true(hts_sink(s, hts_hart(s, 0)->sink)->wrapped);
    assert_int_equal(hts_sink(s, hts_hart(s, 0)->sink)->size, 4096);
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_true(c.wrapped);
    assert_int_equal(c.verdict, HTS_NOTHING); /* it has no periodic synchronization */
    assert_int_equal(hts_close(s), HTR_OK);

    add(&cfg.te, "trTeInstSyncMode=messages");
    add(&cfg.te, "trTeInstSyncMax=2"); /* each 2^6 messages */
    s = run(&host, &cfg, &result);
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(c.verdict, HTS_EQUAL_IN_PART);
    assert_in_range(c.result.instructions, 1, result.instructions - 1);
    assert_int_equal(hts_close(s), HTR_OK);

    cfg.stop_on_wrap = true;
    s = run(&host, &cfg, &result);
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(c.verdict, HTS_EQUAL_IN_PART);
    assert_int_equal(hts_close(s), HTR_OK);
}

static void a_wave_of_the_pins(void **state)
{
    struct hts_session_cfg cfg = cfg_of("programs/rv64/linear.elf");
    struct htr_host host = {0};
    struct sim_run_result result;
    struct hts_session *s;
    char first[8] = "";
    FILE *f = tmpfile();
    (void)state;
    assert_non_null(f);
    cfg.dtb = build("dts/single-pib.dtb");
    cfg.wave = true;
    assert_int_equal(hts_open(&s, &host, &cfg), HTR_OK);
    assert_int_equal(hts_wave(s, f), HTR_ERR_CONFLICT);
    assert_int_equal(hts_program(s), HTR_OK);
    assert_int_equal(hts_wave(s, f), HTR_OK);
    assert_int_equal(hts_start(s), HTR_OK);
    assert_int_equal(hts_run(s, NULL, &result), HTR_OK);
    assert_int_equal(hts_stop(s), HTR_OK);
    assert_int_equal(hts_close(s), HTR_OK);
    assert_true(ftell(f) > 1000);
    rewind(f);
    assert_int_equal(fread(first, 1, 1, f), 1);
    assert_string_equal(first, "$"); /* a declaration */
    fclose(f);

    cfg.dtb = build("dts/three-sinks.dtb");
    add(&cfg.sinks, "atb");
    assert_int_equal(hts_open(&s, &host, &cfg), HTR_OK);
    assert_int_equal(hts_program(s), HTR_OK);
    assert_int_equal(hts_wave(s, stderr), HTR_ERR_MISSING);
    assert_int_equal(hts_close(s), HTR_OK);
}

static void only_a_simulation(void **state)
{
    struct hts_session_cfg cfg = cfg_of("programs/rv64/linear.elf");
    const struct hts_run_cfg limit = {.max_instructions = 100};
    struct htr_host host = {0};
    struct sim_run_result result;
    struct hts_session *s;
    struct hts_check c;
    (void)state;
    cfg.no_trace = true;
    assert_int_equal(hts_open(&s, &host, &cfg), HTR_OK);
    assert_int_equal(hts_program(s), HTR_OK);
    assert_int_equal(hts_start(s), HTR_OK);
    assert_int_equal(hts_run(s, &limit, &result), HTR_OK);
    assert_int_equal(result.reason, SIM_STOP_INSTRUCTIONS);
    assert_int_equal(result.instructions, 100);
    assert_int_equal(hts_stop(s), HTR_OK);
    assert_null(hts_sink(s, 0));
    assert_int_equal(hts_snapshot(s), HTR_OK);
    assert_int_equal(hts_check(s, 0, &c), HTR_ERR_CONFLICT);
    assert_int_equal(hts_close(s), HTR_OK);
}

static void steps_in_another_order(void **state)
{
    const struct hts_session_cfg cfg = cfg_of("programs/rv64/linear.elf");
    struct htr_host host = {0};
    struct sim_run_result result;
    struct hts_session *s;
    struct hts_check c;
    (void)state;
    assert_int_equal(hts_open(&s, &host, &cfg), HTR_OK);
    assert_int_equal(hts_start(s), HTR_ERR_CONFLICT);
    assert_int_equal(hts_run(s, NULL, &result), HTR_ERR_CONFLICT);
    assert_int_equal(hts_stop(s), HTR_ERR_CONFLICT);
    assert_int_equal(hts_snapshot(s), HTR_ERR_CONFLICT);
    assert_int_equal(hts_check(s, 0, &c), HTR_ERR_CONFLICT);
    assert_int_equal(hts_program(s), HTR_OK);
    assert_int_equal(hts_program(s), HTR_ERR_CONFLICT);
    assert_int_equal(hts_start(s), HTR_OK);
    assert_int_equal(hts_run(s, NULL, &result), HTR_OK);
    assert_int_equal(hts_run(s, NULL, &result), HTR_ERR_CONFLICT);
    assert_int_equal(hts_check(s, 0, &c), HTR_ERR_CONFLICT);
    assert_int_equal(hts_stop(s), HTR_OK);
    assert_int_equal(hts_check(s, 1, &c), HTR_ERR_RANGE);
    assert_null(hts_hart(s, 1));
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(hts_close(s), HTR_OK);
    assert_int_equal(hts_close(NULL), HTR_OK);
}

static bool stop_now(void *ctx)
{
    (void)ctx;
    return true;
}

static void the_host_stops_a_run(void **state)
{
    const struct hts_session_cfg cfg = cfg_of("programs/rv64/sort.elf");
    struct htr_host host = {.stopped = stop_now};
    struct sim_run_result result;
    struct hts_check c;
    (void)state;
    struct hts_session *s = run(&host, &cfg, &result);
    assert_int_equal(result.reason, SIM_STOP_REQUEST);
    assert_int_equal(hts_check(s, 0, &c), HTR_OK);
    assert_int_equal(c.verdict, HTS_EQUAL);
    assert_int_equal(c.result.instructions, result.instructions);
    assert_int_equal(hts_close(s), HTR_OK);
}

/* hts_open, or a later step up to hts_start, returns this and nothing else. */
static void fails(const struct hts_session_cfg *cfg, int status, bool at_open)
{
    struct htr_host host = {0};
    struct hts_session *s;
    int got = hts_open(&s, &host, cfg);
    assert_true(at_open == (got != HTR_OK));
    got = got == HTR_OK ? hts_program(s) : got;
    got = got == HTR_OK ? hts_start(s) : got;
    assert_int_equal(got, status);
    if (host.last.status != HTR_OK) {
        assert_int_equal(host.last.status, status);
        assert_true(host.last.text[0] != '\0');
    }
    assert_int_equal(hts_start(s), HTR_ERR_CONFLICT); /* nothing more can be done */
    assert_int_equal(hts_close(s), HTR_OK);
}

static void programs_that_cannot_be(void **state)
{
    struct hts_session_cfg cfg = cfg_of("programs/rv64/crc.elf");
    (void)state;
    cfg.nelf = 0;
    fails(&cfg, HTR_ERR_ARG, true);
    cfg.nelf = 1;
    cfg.elf[0] = "/nonexistent";
    fails(&cfg, HTR_ERR_OPEN, true);
    cfg.elf[0] = "Makefile";
    fails(&cfg, HTR_ERR_FORMAT, true);
    cfg = cfg_of("programs/rv64/crc.elf");
    cfg.nelf = 2;
    cfg.harts = 2;
    cfg.elf[1] = cfg.elf[0]; /* overlap */
    fails(&cfg, HTR_ERR_CONFLICT, true);
    cfg.elf[1] = build("programs/rv32/crc-second.elf");
    fails(&cfg, HTR_ERR_CONFLICT, true);
    cfg.harts = 1;
    cfg.elf[1] = build("programs/rv64/crc-second.elf"); /* two programs for one hart */
    fails(&cfg, HTR_ERR_CONFLICT, true);
}

static void trees_that_cannot_be(void **state)
{
    struct hts_session_cfg cfg = cfg_of("programs/rv64/crc.elf");
    const struct hts_session_cfg good = cfg;
    (void)state;
    cfg.harts = SIM_MAX_HARTS + 1;
    fails(&cfg, HTR_ERR_RANGE, true);
    cfg = good;
    cfg.sink_size = 65;
    fails(&cfg, HTR_ERR_RANGE, true);
    cfg = good;
    add(&cfg.sinks, "nothing");
    fails(&cfg, HTR_ERR_ARG, true);
    cfg = good;
    cfg.dtb = build("dts/three-sinks.dtb");
    cfg.harts = 2;
    fails(&cfg, HTR_ERR_CONFLICT, true);
    cfg.harts = 0;
    add(&cfg.sinks, "nothing");
    fails(&cfg, HTR_ERR_MISSING, false);
    cfg.dtb = "/nonexistent";
    fails(&cfg, HTR_ERR_OPEN, true);
    cfg.dtb = "Makefile";
    fails(&cfg, HTR_ERR_FORMAT, true);
}

static void settings_that_cannot_be(void **state)
{
    struct hts_session_cfg cfg = cfg_of("programs/rv64/crc.elf");
    const struct hts_session_cfg good = cfg;
    (void)state;
    add(&cfg.te, "trTeNothing=1");
    fails(&cfg, HTR_ERR_ARG, true);
    cfg = good;
    add(&cfg.params, "nothing=1");
    fails(&cfg, HTR_ERR_ARG, true);
    cfg = good;
    add(&cfg.params, "xlen=32");
    fails(&cfg, HTR_ERR_CONFLICT, true);
    cfg = good;
    add(&cfg.params, "funnel.fifo_bytes=64"); /* one hart has no funnel */
    fails(&cfg, HTR_ERR_MISSING, true);
    cfg = good;
    cfg.pib = "3";
    fails(&cfg, HTR_ERR_ARG, true);
    cfg.pib = "4";
    fails(&cfg, HTR_ERR_MISSING, true);
    cfg = good;
    cfg.wave = true;
    fails(&cfg, HTR_ERR_MISSING, true);
    cfg = good;
    cfg.stop_on_wrap = true;
    cfg.dtb = build("dts/single-pib.dtb");
    fails(&cfg, HTR_ERR_MISSING, true);
    cfg = good;
    cfg.no_trace = true;
    cfg.save_trace = "/nonexistent/trace";
    fails(&cfg, HTR_ERR_CONFLICT, true);
}

static void outputs_that_cannot_be(void **state)
{
    const struct hts_session_cfg good = cfg_of("programs/rv64/crc.elf");
    struct hts_session_cfg cfg = good;
    (void)state;
    cfg.save_ingress = "/nonexistent/x";
    fails(&cfg, HTR_ERR_OPEN, true);
    cfg = good;
    cfg.save_trace = "/nonexistent/x";
    fails(&cfg, HTR_ERR_OPEN, false);
    cfg = good;
    cfg.save_pcs = "/nonexistent/x";
    fails(&cfg, HTR_ERR_OPEN, false);
    cfg = good;
    cfg.save_snapshot = "/nonexistent/x/y";
    fails(&cfg, HTR_ERR_OPEN, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_is_equal),
        cmocka_unit_test(a_damaged_trace_is_different),
        cmocka_unit_test(a_program_that_changes_itself),
        cmocka_unit_test(all_kinds_of_sinks),
        cmocka_unit_test(a_sink_that_is_too_small),
        cmocka_unit_test(a_wave_of_the_pins),
        cmocka_unit_test(only_a_simulation),
        cmocka_unit_test(steps_in_another_order),
        cmocka_unit_test(the_host_stops_a_run),
        cmocka_unit_test(programs_that_cannot_be),
        cmocka_unit_test(trees_that_cannot_be),
        cmocka_unit_test(settings_that_cannot_be),
        cmocka_unit_test(outputs_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
