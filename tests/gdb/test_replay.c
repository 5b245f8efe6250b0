/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded runs: at random points registers and memory are those of a second simulation that was
 * stopped after the same number of instructions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hts/hts_replay.h"
#include "hts/hts_session.h"
#include "hts_record_format.h"
#include "hts_session_priv.h"

enum {
    POINTS = 1000,
    LOW = 1 << 17, /* bytes of RAM that are compared at every point: program, data, stack */
    PATH_BYTES = 256,
};

struct folder {
    char path[PATH_BYTES];
};

static struct folder make_folder(void)
{
    const char *tmp = getenv("TMPDIR");
    struct folder f;
    snprintf(f.path, sizeof f.path, "%s/test_replay.XXXXXX", tmp != NULL ? tmp : "/tmp");
    assert_non_null(mkdtemp(f.path));
    return f;
}

static void file_in(const struct folder *f, const char *name, char path[2 * PATH_BYTES])
{
    snprintf(path, 2 * PATH_BYTES, "%s/%s", f->path, name);
}

static void remove_folder(const struct folder *f)
{
    char path[2 * PATH_BYTES];
    file_in(f, HTS_RECORD_STATE, path);
    (void)remove(path);
    file_in(f, HTS_RECORD_LOG, path);
    (void)remove(path);
    assert_int_equal(rmdir(f->path), 0);
}

/* A session that has started, of a program of the build. */
static struct hts_session *start(struct htr_host *host, const char *program, unsigned harts,
                                 struct hts_session_cfg *cfg, char path[PATH_BYTES])
{
    const char *build = getenv("BUILD");
    struct hts_session *s;
    snprintf(path, PATH_BYTES, "%s/programs/%s", build != NULL ? build : "build", program);
    cfg->elf[0] = path;
    cfg->nelf = 1;
    cfg->harts = harts;
    assert_int_equal(hts_open(&s, host, cfg), HTR_OK);
    assert_int_equal(hts_program(s), HTR_OK);
    assert_int_equal(hts_start(s), HTR_OK);
    return s;
}

/* Record a run without trace. Returns the instructions that retired. */
static uint64_t record(const struct folder *f, const char *program, unsigned harts, uint64_t size)
{
    struct htr_host host = {0};
    struct hts_session_cfg cfg;
    struct sim_run_result result;
    char path[PATH_BYTES];
    hts_session_cfg_init(&cfg);
    cfg.no_trace = true;
    cfg.record = f->path;
    cfg.record_size = size;
    struct hts_session *s = start(&host, program, harts, &cfg, path);
    assert_int_equal(hts_run(s, NULL, &result), HTR_OK);
    assert_int_equal(result.reason, SIM_STOP_FINISHER);
    assert_int_equal(hts_close(s), HTR_OK);
    return result.instructions;
}

static struct hts_replay *open_replay(const struct folder *f)
{
    struct htr_host host = {0};
    struct hts_replay *r;
    assert_true(hts_replay_is(f->path));
    assert_int_equal(hts_replay_open(&r, &host, f->path), HTR_OK);
    return r;
}

/* ---- comparing ---- */

static void compare_registers(const struct hts_replay *r, struct sim_platform *p)
{
    static const struct {
        const char *name;
        unsigned number;
    } csrs[] = {{"mstatus", 0x300}, {"mie", 0x304},    {"mtvec", 0x305}, {"mscratch", 0x340},
                {"mepc", 0x341},    {"mcause", 0x342}, {"mtval", 0x343}, {"sepc", 0x141}};
    for (unsigned h = 0; h < hts_replay_harts(r); h++) {
        struct sim_hart *hart = sim_platform_hart_n(p, h);
        unsigned found = 0;
        const char *name;
        for (unsigned i = 0; i < 32; i++) {
            assert_int_equal(hts_replay_register(r, h, i), sim_hart_reg(hart, i));
        }
        assert_int_equal(hts_replay_register(r, h, HTS_REPLAY_PC), sim_hart_pc(hart));
        for (unsigned i = 0; (name = hts_replay_csr(r, i)) != NULL; i++) {
            uint64_t value = sim_hart_priv(hart);
            for (unsigned k = 0; k < sizeof csrs / sizeof csrs[0]; k++) {
                if (strcmp(name, csrs[k].name) == 0) {
                    assert_int_equal(sim_hart_csr_read(hart, csrs[k].number, &value), 0);
                    found++;
                    assert_int_equal(hts_replay_register(r, h, HTS_REPLAY_CSRS + i), value);
                }
            }
            if (strcmp(name, "priv") == 0) {
                assert_int_equal(hts_replay_register(r, h, HTS_REPLAY_CSRS + i), value);
                found++;
            }
        }
        assert_int_equal(found, sizeof csrs / sizeof csrs[0] + 1);
    }
}

static void compare_memory(const struct hts_replay *r, struct sim_platform *p, uint64_t size)
{
    static uint8_t bytes[LOW];
    uint64_t length;
    const uint8_t *ram = sim_bus_ram_bytes(sim_platform_bus(p), SIM_RAM_BASE, &length);
    size = size < length ? size : length;
    for (uint64_t at = 0; at < size; at += LOW) {
        assert_int_equal(hts_replay_memory(r, SIM_RAM_BASE + at, bytes, LOW), LOW);
        assert_memory_equal(bytes, ram + at, LOW);
    }
}

/* All that is known at a position, as one number. */
static uint64_t digest(const struct hts_replay *r)
{
    static uint64_t words[LOW / 8];
    uint64_t sum = hts_replay_retired(r);
    for (unsigned h = 0; h < hts_replay_harts(r); h++) {
        for (unsigned i = 0; i < HTS_REPLAY_CSRS || hts_replay_csr(r, i - HTS_REPLAY_CSRS) != NULL;
             i++) {
            sum = (sum ^ hts_replay_register(r, h, i)) * UINT64_C(0x100000001b3);
        }
    }
    assert_int_equal(hts_replay_memory(r, SIM_RAM_BASE, (uint8_t *)words, LOW), LOW);
    for (unsigned i = 0; i < LOW / 8; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

struct point {
    uint64_t position, digest;
};

/* Forward beside the second simulation. Returns how many points there were. */
static unsigned forward(struct hts_replay *r, struct sim_platform *p, const uint64_t *target,
                        struct point *point)
{
    uint64_t retired = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < POINTS; i++) {
        if (target[i] > retired) {
            const struct sim_run_limits limits = {.max_instructions = target[i] - retired};
            struct sim_run_result result;
            sim_platform_run(p, &limits, &result);
            retired += result.instructions;
        }
        if (retired < hts_replay_retired(r) || (retired == hts_replay_retired(r) && n > 0)) {
            continue; /* before what was kept, or the same point again */
        }
        while (hts_replay_retired(r) < retired) {
            assert_int_not_equal(hts_replay_step(r, HTS_REPLAY_ANY, false), HTS_REPLAY_END);
        }
        compare_registers(r, p);
        compare_memory(r, p, LOW);
        if (n % 300 == 0) {
            compare_memory(r, p, UINT64_MAX);
        }
        point[n++] = (struct point){hts_replay_position(r), digest(r)};
    }
    return n;
}

static void compare_run(const char *program, unsigned harts, uint64_t size)
{
    static uint64_t target[POINTS];
    static struct point point[POINTS];
    const struct folder f = make_folder();
    struct htr_host host = {0};
    struct hts_session_cfg cfg;
    char path[PATH_BYTES];
    uint32_t seed = 2463534242;
    const uint64_t retired = record(&f, program, harts, size);
    struct hts_replay *r = open_replay(&f);
    hts_session_cfg_init(&cfg);
    cfg.no_trace = true;
    struct hts_session *s = start(&host, program, harts, &cfg, path);
    assert_int_equal(hts_replay_harts(r), harts);
    assert_int_equal(hts_replay_retired(r), retired);
    assert_true(hts_replay_go(r, hts_replay_first(r)));
    const uint64_t kept = retired - hts_replay_retired(r);
    assert_true(size != 0 ? kept < retired && kept > 50000 : kept == retired);
    for (unsigned i = 0; i < POINTS; i++) {
        target[i] = retired - next_random(&seed) % kept;
    }
    target[0] = retired;
    qsort(target, POINTS, sizeof target[0], ascending);
    const unsigned n = forward(r, s->platform, target, point);
    assert_true(n > (retired < 4 * POINTS ? 100 : POINTS / 2));
    for (unsigned i = 0; i < 100; i++) { /* here and there */
        const struct point *at = &point[next_random(&seed) % n];
        assert_true(hts_replay_go(r, at->position));
        assert_int_equal(digest(r), at->digest);
    }
    for (unsigned i = n; i-- > 0;) { /* and back, step by step */
        while (hts_replay_position(r) < point[i].position) {
            assert_true(hts_replay_go(r, point[n - 1].position));
        }
        while (hts_replay_position(r) > point[i].position) {
            assert_int_not_equal(hts_replay_step(r, HTS_REPLAY_ANY, true), HTS_REPLAY_END);
        }
        assert_int_equal(digest(r), point[i].digest);
    }
    hts_replay_close(r);
    assert_int_equal(hts_close(s), HTR_OK);
    remove_folder(&f);
}

static void a_program_is_replayed(void **state)
{
    (void)state;
    compare_run("rv64/sort.elf", 1, 0);
    compare_run("rv32/sort.elf", 1, 0);
}

static void interrupts_and_modes_are_replayed(void **state)
{
    (void)state;
    compare_run("rv64/irqnest.elf", 1, 0);
    compare_run("rv32/user.elf", 1, 0);
    compare_run("rv64/stimer.elf", 1, 0);
}

static void atomics_and_code_that_changes_are_replayed(void **state)
{
    (void)state;
    compare_run("rv64/atomic.elf", 1, 0);
    compare_run("rv32/selfmod.elf", 1, 0);
}

static void several_harts_are_replayed(void **state)
{
    (void)state;
    compare_run("rv64/smplock.elf", 2, 0);
    compare_run("rv32/smpwork.elf", 4, 0);
}

static void of_a_long_run_the_end_is_kept(void **state)
{
    (void)state;
    compare_run("rv64/sort.elf", 1, HTS_RECORD_SIZE_MIN);
}

/* ---- what is traced is recorded too: a sink in the RAM writes there ---- */

static void trace_in_memory_is_part_of_it(void **state)
{
    const struct folder f = make_folder();
    struct htr_host host = {0};
    struct hts_session_cfg cfg;
    struct sim_run_result result;
    char path[PATH_BYTES];
    uint8_t word[8], zero[8] = {0};
    (void)state;
    hts_session_cfg_init(&cfg);
    cfg.sinks.item[cfg.sinks.n++] = "smem";
    cfg.record = f.path;
    struct hts_session *s = start(&host, "rv64/crc.elf", 1, &cfg, path);
    assert_int_equal(hts_run(s, NULL, &result), HTR_OK);
    struct hts_replay *r = open_replay(&f);
    compare_registers(r, s->platform);
    compare_memory(r, s->platform, UINT64_MAX);
    const unsigned sink = hts_hart(s, 0)->sink;
    const uint64_t at = rvt_fdt_ramsink(&s->fdt, sink)->granted.start;
    assert_int_equal(hts_replay_memory(r, at, word, 8), 8);
    assert_memory_not_equal(word, zero, 8);
    assert_true(hts_replay_go(r, 0));
    assert_int_equal(hts_replay_memory(r, at, word, 8), 8);
    assert_memory_equal(word, zero, 8);
    hts_replay_close(r);
    assert_int_equal(hts_close(s), HTR_OK);
    remove_folder(&f);
}

/* ---- steps of one hart, and what they change ---- */

static void a_hart_can_be_stepped_alone(void **state)
{
    const struct folder f = make_folder();
    uint64_t steps[2] = {0, 0}, ends, addr;
    unsigned size, hart, writes = 0;
    (void)state;
    (void)record(&f, "rv64/smplock.elf", 2, 0);
    struct hts_replay *r = open_replay(&f);
    ends = hts_replay_position(r);
    assert_int_equal(hts_replay_step(r, 1, false), HTS_REPLAY_END);
    while ((hart = hts_replay_step(r, HTS_REPLAY_ANY, true)) != HTS_REPLAY_END) {
        steps[hart]++;
        for (unsigned i = 0; hts_replay_changed(r, i, &addr, &size); i++) {
            assert_true(addr >= SIM_RAM_BASE && (size == 1 || size == 2 || size == 4 || size == 8));
            writes++;
        }
    }
    assert_int_equal(steps[0] + steps[1], ends);
    assert_true(writes > 100);
    while (hts_replay_step(r, 1, false) == 1) {
        steps[1]--;
    }
    assert_int_equal(steps[1], 0);
    assert_int_equal(hts_replay_position(r), ends);
    assert_false(hts_replay_go(r, ends + 1));
    hts_replay_close(r);
    remove_folder(&f);
}

/* ---- folders that are not what they should be ---- */

static uint8_t *load(const struct folder *f, const char *name, size_t *size)
{
    char path[2 * PATH_BYTES];
    file_in(f, name, path);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    uint8_t *bytes = malloc(1 << 24);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 24, in);
    fclose(in);
    return bytes;
}

static void save(const struct folder *f, const char *name, const uint8_t *bytes, size_t size)
{
    char path[2 * PATH_BYTES];
    file_in(f, name, path);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

/* Open it, walk back and forth. Returns the status of opening. */
static int try_folder(const struct folder *f)
{
    struct htr_host host = {0};
    struct hts_replay *r;
    uint8_t byte;
    int status = hts_replay_open(&r, &host, f->path);
    if (status == HTR_OK) {
        for (unsigned i = 0;
             i < 60000 && hts_replay_step(r, HTS_REPLAY_ANY, true) != HTS_REPLAY_END; i++) {
        }
        (void)hts_replay_go(r, hts_replay_last(r));
        (void)hts_replay_memory(r, SIM_RAM_BASE, &byte, 1);
    } else {
        assert_null(r);
        assert_string_not_equal(host.last.text, "");
    }
    hts_replay_close(r);
    return status;
}

static void damage_is_found_or_harmless(void **state)
{
    static const char *const name[2] = {HTS_RECORD_STATE, HTS_RECORD_LOG};
    const struct folder f = make_folder();
    uint32_t seed = 88172645;
    unsigned refused = 0;
    (void)state;
    (void)record(&f, "rv32/irqnest.elf", 1, 0);
    for (unsigned k = 0; k < 2; k++) {
        size_t size;
        uint8_t *bytes = load(&f, name[k], &size);
        for (unsigned i = 0; i < 200; i++) {
            /* the header, and then anywhere */
            const size_t at = next_random(&seed) % (i < 100 ? 200 : size);
            const uint8_t old = bytes[at];
            bytes[at] ^= (uint8_t)(1u << next_random(&seed) % 8);
            save(&f, name[k], bytes, size);
            refused += try_folder(&f) != HTR_OK;
            bytes[at] = old;
        }
        for (size_t cut = 0; cut < size; cut += 1 + size / 50) {
            save(&f, name[k], bytes, cut);
            refused += try_folder(&f) != HTR_OK;
        }
        save(&f, name[k], bytes, size);
        free(bytes);
    }
    assert_true(refused > 100);
    assert_int_equal(try_folder(&f), HTR_OK);
    remove_folder(&f);
}

static void folders_that_are_none(void **state)
{
    const struct folder f = make_folder();
    struct htr_host host = {0};
    struct hts_replay *r;
    (void)state;
    assert_false(hts_replay_is(f.path));
    assert_int_equal(hts_replay_open(&r, &host, f.path), HTR_ERR_OPEN);
    assert_null(r);
    save(&f, HTS_RECORD_STATE, (const uint8_t *)"something else", 14);
    save(&f, HTS_RECORD_LOG, (const uint8_t *)"", 0);
    assert_int_equal(hts_replay_open(&r, &host, f.path), HTR_ERR_FORMAT);
    uint8_t newer[12] = HTS_RECORD_MAGIC;
    newer[8] = HTS_RECORD_VERSION + 1;
    uint8_t padded[128] = {0};
    memcpy(padded, newer, 12);
    save(&f, HTS_RECORD_STATE, padded, sizeof padded);
    assert_int_equal(hts_replay_open(&r, &host, f.path), HTR_ERR_VERSION);
    save(&f, HTS_RECORD_STATE, newer, sizeof newer);
    assert_int_equal(hts_replay_open(&r, &host, f.path), HTR_ERR_TRUNCATED);
    hts_replay_close(NULL);
    remove_folder(&f);
}

static void sizes_that_cannot_be(void **state)
{
    const struct folder f = make_folder();
    struct htr_host host = {0};
    struct hts_session_cfg cfg;
    struct hts_session *s;
    char path[PATH_BYTES];
    const char *build = getenv("BUILD");
    (void)state;
    hts_session_cfg_init(&cfg);
    snprintf(path, sizeof path, "%s/programs/rv64/crc.elf", build != NULL ? build : "build");
    cfg.elf[0] = path;
    cfg.nelf = 1;
    cfg.no_trace = true;
    cfg.record = f.path;
    cfg.record_size = HTS_RECORD_SIZE_MIN - 1;
    assert_int_equal(hts_open(&s, &host, &cfg), HTR_OK);
    assert_int_equal(hts_program(s), HTR_OK);
    assert_int_equal(hts_start(s), HTR_ERR_RANGE);
    assert_int_equal(hts_close(s), HTR_OK);
    assert_int_equal(rmdir(f.path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_is_replayed),
        cmocka_unit_test(interrupts_and_modes_are_replayed),
        cmocka_unit_test(atomics_and_code_that_changes_are_replayed),
        cmocka_unit_test(several_harts_are_replayed),
        cmocka_unit_test(of_a_long_run_the_end_is_kept),
        cmocka_unit_test(trace_in_memory_is_part_of_it),
        cmocka_unit_test(a_hart_can_be_stepped_alone),
        cmocka_unit_test(damage_is_found_or_harmless),
        cmocka_unit_test(folders_that_are_none),
        cmocka_unit_test(sizes_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
