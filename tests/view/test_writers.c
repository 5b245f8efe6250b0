/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writers perfetto, chrome, perfscript, vcd and ctf: what they write of programs is read back by
 * tests/view/exports.py, and compared with the events that a writer of this test collects. Then
 * names of any bytes, outputs that cannot be written, and events in an order that no pass makes.
 *
 * HARTRACE_LONG=1: all programs.
 */
#include <errno.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "htv/htv_names.h"
#include "htv/htv_pass.h"
#include "view_rig.h"

static const char *const writers[] = {"perfetto", "chrome", "perfscript", "vcd", "ctf"};

enum {
    WRITERS = sizeof writers / sizeof writers[0],
    PATH = 512,
};

static const char *build(void)
{
    const char *folder = getenv("BUILD");
    return folder != NULL ? folder : "build";
}

/* ---- a writer that collects ---- */

struct collect {
    const struct htv_about *about;
};

static int collect_begin(void *state, const struct htv_about *about)
{
    struct collect *c = state;
    c->about = about;
    fprintf(about->out, "set\taxis\t%s\nset\thz\t%llu\n", htv_axis_unit(about->axis),
            (unsigned long long)about->ticks_per_second);
    return HTR_OK;
}

static int collect_take(void *state, const struct htv_event *e)
{
    const struct collect *c = state;
    const bool frame = e->kind == HTV_ENTER || e->kind == HTV_LEAVE;
    const uint64_t number[] = {c->about->hart[e->hart].src,
                               e->time,
                               e->insns,
                               e->offset,
                               e->stack,
                               e->depth,
                               e->code,
                               e->pc,
                               e->from,
                               e->value,
                               (e->flags & HTV_GUESSED) != 0};
    FILE *f = c->about->out;
    fprintf(f, "%s\t%s\t", htv_kind_name(e->kind), frame ? htv_how_name(e->how) : "");
    for (const char *s = htv_names_get(c->about->names, e->function)->name; *s != '\0'; s++) {
        fprintf(f, "%02x", (unsigned char)*s);
    }
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
        fprintf(f, "\t%llu", (unsigned long long)number[i]);
    }
    fprintf(f, "\n");
    return HTR_OK;
}

static int collect_end(void *state, const struct htv_totals *t)
{
    const struct collect *c = state;
    const struct {
        const char *name;
        uint64_t value;
    } all[] = {
        {"instructions", t->instructions},
        {"calls", t->calls},
        {"tail_calls", t->tail_calls},
        {"swaps", t->swaps},
        {"returns", t->returns},
        {"traps", t->traps},
        {"branches", t->branches},
        {"taken", t->taken},
        {"losses", t->losses},
        {"gaps", t->gaps},
        {"switches", t->switches},
        {"swtrace", t->swtrace},
        {"bytes", t->bytes},
        {"first", t->first},
        {"last", t->last},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        fprintf(c->about->out, "total\t%s\t%llu\n", all[i].name, (unsigned long long)all[i].value);
    }
    return HTR_OK;
}

static const struct htv_writer collector = {.name = "collect",
                                            .state_size = sizeof(struct collect),
                                            .begin = collect_begin,
                                            .take = collect_take,
                                            .end = collect_end};
static const struct htv_writer range_collector = {.name = "collect",
                                                  .wants = HTV_WANTS_RANGES | HTV_WANTS_ORDER,
                                                  .state_size = sizeof(struct collect),
                                                  .begin = collect_begin,
                                                  .take = collect_take,
                                                  .end = collect_end};

/* ---- programs ---- */

struct program {
    const char *name;
    const char *run; /* options of the run */
    const char *src; /* of the pass */
    enum htv_axis_kind axis;
    uint64_t hz;
};

#define STAMPS "--te trTsEnable=1 "
#define SYNCS  "--te trTeInstSyncMode=3 --te trTeInstSyncMax=2 "
static const struct program programs[] = {
    {.name = "timer", .run = STAMPS, .hz = 10000000},
    {.name = "ecalls", .run = ""},
    {.name = "user", .run = STAMPS "--te trTeContext=1 "},
    {.name = "context", .run = STAMPS "--te trTeContext=1 "},
    {.name = "coroutine", .run = STAMPS},
    {.name = "irqnest", .run = STAMPS, .hz = UINT64_C(3000000000)},
    {.name = "nested", .run = STAMPS "--mode btm "},
    {.name = "recursion", .run = STAMPS SYNCS},
    {.name = "smpipi", .run = STAMPS "--harts 2 ", .src = "all"},
    {.name = "state", .run = STAMPS SYNCS "--sink-size 4096 "},
    {.name = "coroutine", .run = STAMPS SYNCS "--param fifo_bytes=76 --param link_bytes=1 "},
};

static void no_message(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    (void)m;
}

static void add(struct htv_totals *all, const struct htv_totals *one)
{
    all->tail_calls += one->tail_calls;
    all->swaps += one->swaps;
    all->traps += one->traps;
    all->losses += one->losses;
    all->gaps += one->gaps;
    all->switches += one->switches;
}

static struct htv_totals pass(const struct program *p, const char *trace, const char *elf,
                              const struct htv_writer *w, const char *to)
{
    struct htr_host host = {.message = no_message};
    struct htv_totals totals;
    struct htv_pass_options o = {.trace.path = trace,
                                 .trace.code.elf = elf,
                                 .trace.src = p->src,
                                 .writer = w,
                                 .path = to,
                                 .axis = p->axis,
                                 .ticks_per_second = p->hz};
    assert_non_null(w);
    o.out = (w->wants & HTV_WANTS_PATH) == 0 ? fopen(to, "wb") : NULL;
    if (htv_pass(&host, &o, &totals) != HTR_OK) {
        fail_msg("%s of %s: %s", w->name, p->name, host.last.text);
    }
    if (o.out != NULL) {
        assert_int_equal(fclose(o.out), 0);
    }
    return totals;
}

/* Run it, export it into every format, and compare. */
static struct htv_totals export_elf(struct rig *r, const struct program *p, const char *elf)
{
    char trace[PATH], log[PATH], ranges[PATH], folded[PATH], to[PATH], files[4096] = "";
    (void)snprintf(trace, sizeof trace, "%s/t.nex", r->folder);
    (void)snprintf(log, sizeof log, "%s/log", r->folder);
    (void)snprintf(ranges, sizeof ranges, "%s/ranges", r->folder);
    (void)snprintf(folded, sizeof folded, "%s/folded", r->folder);
    must("rm -rf %s/*.out %s %s.toml", r->folder, trace, trace);
    must("%s/hartrace run %s --mode htm %s --save-trace %s --sidecar -q --any-exit "
         "--max-instructions 300000 >%s/run.log 2>&1 || true",
         build(), elf, p->run, trace, r->folder);
    struct stat st;
    if (stat(trace, &st) != 0 || st.st_size == 0) { /* the program stops before the trace starts */
        return (struct htv_totals){0};
    }
    const struct htv_totals totals = pass(p, trace, elf, &collector, log);
    (void)pass(p, trace, elf, &range_collector, ranges);
    (void)pass(p, trace, elf, htv_writer_find("folded"), folded);
    for (unsigned i = 0; i < WRITERS; i++) {
        (void)snprintf(to, sizeof to, "%s/%s.out", r->folder, writers[i]);
        (void)pass(p, trace, elf, htv_writer_find(writers[i]), to);
        const size_t n = strlen(files);
        (void)snprintf(files + n, sizeof files - n, " %s=%s", writers[i], to);
    }
    print_message("# %s\n", p->name);
    must("python3 tests/view/exports.py %s %s %s%s 2>&1", log, ranges, folded, files);
    return totals;
}

static void test_programs(void **unused)
{
    (void)unused;
    struct rig r = begin();
    struct htv_totals all = {0};
    char elf[PATH];
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        (void)snprintf(elf, sizeof elf, "%s/programs/rv64/%s.elf", build(), programs[i].name);
        const struct htv_totals one = export_elf(&r, &programs[i], elf);
        add(&all, &one);
    }
    /* Nothing of this is missing in what was compared. */
    assert_true(all.tail_calls > 0 && all.swaps > 0 && all.traps > 0);
    assert_true(all.losses > 0 && all.gaps > 0 && all.switches > 0);
    end(&r);
}

static void test_all_programs(void **unused)
{
    (void)unused;
    char pattern[PATH];
    glob_t found;
    if (getenv("HARTRACE_LONG") == NULL) {
        skip();
    }
    struct rig r = begin();
    (void)snprintf(pattern, sizeof pattern, "%s/programs/rv*/*.elf", build());
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const struct program p = {.name = found.gl_pathv[i], .run = STAMPS "--te trTeContext=1"};
        (void)export_elf(&r, &p, p.name);
    }
    globfree(&found);
    end(&r);
}

/* ---- names of any bytes ---- */

/* Every place of a name in the file becomes another one of the same length. */
static void rename_in(const char *path, const char *from, const char *to)
{
    static char bytes[1 << 20];
    const size_t n = strlen(from);
    assert_int_equal(n, strlen(to));
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    const size_t size = fread(bytes, 1, sizeof bytes, f);
    unsigned times = 0;
    for (size_t i = 0; i + n < size; i++) {
        if (memcmp(bytes + i, from, n + 1) == 0) {
            memcpy(bytes + i, to, n);
            times++;
        }
    }
    assert_true(times > 0);
    assert_int_equal(fseek(f, 0, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static void test_names(void **unused)
{
    (void)unused;
    struct rig r = begin();
    const struct program p = {.name = "timer with odd names", .run = STAMPS};
    char elf[PATH];
    (void)snprintf(elf, sizeof elf, "%s/odd.elf", r.folder);
    must("cp %s/programs/rv64/timer.elf %s", build(), elf);
    rename_in(elf, "bsp_set_timecmp", "a\xFF\"b\\c\x01\xC3\xA4<\n\t$d\x80");
    rename_in(elf, "bsp_entry_m", "\xE2\x82\xAC,{}\\\\ab\x7F");
    (void)export_elf(&r, &p, elf);
    end(&r);
}

/* ---- outputs that cannot be written ---- */

static FILE *create_full(struct htr_host *host, const char *path)
{
    (void)host;
    (void)path;
    return fopen("/dev/full", "wb");
}

static int close_checked(struct htr_host *host, FILE *f)
{
    (void)host;
    return f == NULL || fclose(f) == 0 ? HTR_OK : HTR_ERR_WRITE;
}

static int any_folder(struct htr_host *host, const char *path)
{
    (void)host;
    (void)path;
    return HTR_OK;
}

static void test_disk_full(void **unused)
{
    (void)unused;
    struct rig r = begin();
    char elf[PATH], trace[PATH];
    (void)snprintf(elf, sizeof elf, "%s/programs/rv64/timer.elf", build());
    (void)snprintf(trace, sizeof trace, "%s/t.nex", r.folder);
    must("%s/hartrace run %s --save-trace %s --sidecar -q >%s/run.log 2>&1", build(), elf, trace,
         r.folder);
    for (unsigned i = 0; i < WRITERS; i++) {
        struct htr_host host = {.message = no_message,
                                .create = create_full,
                                .close = close_checked,
                                .folder = any_folder};
        struct htv_totals totals;
        struct htv_pass_options o = {.trace.path = trace,
                                     .trace.code.elf = elf,
                                     .writer = htv_writer_find(writers[i]),
                                     .path = r.folder};
        o.out = fopen("/dev/full", "wb");
        assert_int_equal(htv_pass(&host, &o, &totals), HTR_ERR_WRITE);
        (void)fclose(o.out);
    }
    end(&r);
}

/* ---- events by hand: kinds that no program of tests/programs makes ---- */

static void write_events(const struct htv_writer *w, struct htv_about about, const char *to,
                         const struct htv_event *e, size_t n, const struct htv_totals *totals)
{
    void *state = calloc(1, w->state_size);
    about.path = to;
    about.out = (w->wants & HTV_WANTS_PATH) == 0 ? fopen(to, "wb") : NULL;
    assert_int_equal(w->begin(state, &about), HTR_OK);
    for (size_t i = 0; i < n; i++) {
        if (e[i].kind != HTV_RANGE || (w->wants & HTV_WANTS_RANGES) != 0) {
            assert_int_equal(w->take(state, &e[i]), HTR_OK);
        }
    }
    assert_int_equal(w->end(state, totals), HTR_OK);
    if (w->close != NULL) {
        w->close(state);
    }
    free(state);
    if (about.out != NULL) {
        assert_int_equal(fclose(about.out), 0);
    }
}

static void test_by_hand(void **unused)
{
    (void)unused;
    struct rig r = begin();
    struct htr_host host = {.message = no_message};
    struct htv_names *names = htv_names_new(NULL);
    const struct flow_context none = {0};
    const uint32_t f = htv_names_locate(names, &none, 0x1000, true).function;
    const uint32_t g = htv_names_locate(names, &none, 0x2000, true).function;
    const struct htv_hart hart = {.src = 0, .name = "hart 0"};
    const struct htv_about about = {.host = &host,
                                    .trace = "by hand \"\\",
                                    .axis = HTV_AXIS_CYCLES,
                                    .ticks_per_second = 7, /* times are no whole nanoseconds */
                                    .hart = &hart,
                                    .harts = 1,
                                    .xlen = 32,
                                    .names = names};
    const struct htv_event e[] = {
        {.kind = HTV_SWITCH, .time = 10},
        {.kind = HTV_ON, .code = 1, .time = 10, .pc = 0x1000},
        {.kind = HTV_ENTER, .how = HTV_SYNTHETIC, .function = f, .time = 10, .pc = 0x1000},
        /* The context becomes known while a function runs: the thread stays where it is. */
        {.kind = HTV_SWITCH, .code = 1, .value = UINT64_MAX, .from = 1, .time = 10},
        {.kind = HTV_RANGE, .function = f, .depth = 1, .time = 10, .pc = 0x1000, .value = 9000},
        {.kind = HTV_SOFTWARE, .time = 20, .insns = 9000, .offset = 77, .pc = 3, .value = 1u << 31},
        {.kind = HTV_SOFTWARE, .time = 21, .insns = 9001, .pc = UINT32_MAX, .value = UINT64_MAX},
        {.kind = HTV_PRIVILEGE, .code = 1, .time = 22, .insns = 9002, .value = UINT64_MAX},
        {.kind = HTV_SYNC, .code = 0, .time = 23, .insns = 9003, .offset = UINT64_MAX},
        {.kind = HTV_ENTER,
         .how = HTV_TRAP,
         .code = 3,
         .function = g,
         .depth = 1,
         .time = 24,
         .insns = 9004,
         .pc = 0x2000,
         .from = 0x1004},
        {.kind = HTV_LEAVE,
         .how = HTV_RETURN,
         .function = g,
         .depth = 1,
         .time = 99,
         .insns = 20000,
         .offset = 5},
        {.kind = HTV_OFF, .code = 8, .time = 100, .insns = 20000, .flags = HTV_GUESSED},
        {.kind = HTV_LEAVE,
         .how = HTV_CLOSED,
         .function = f,
         .time = UINT32_MAX,
         .insns = 20000,
         .flags = HTV_GUESSED},
        {.kind = HTV_ENTER,
         .how = HTV_SYNTHETIC,
         .function = g,
         .time = UINT32_MAX,
         .insns = 20000,
         .pc = 0x2000},
        {.kind = HTV_LEAVE, .how = HTV_CLOSED, .function = g, .time = UINT32_MAX, .insns = 20000},
        {.kind = HTV_END, .time = UINT32_MAX, .insns = 20000},
    };
    const size_t n = sizeof e / sizeof e[0];
    const struct htv_totals totals = {
        .instructions = 20000, .traps = 1, .swtrace = 2, .first = 10, .last = UINT32_MAX};
    char to[4][PATH];
    const struct htv_writer *const more[] = {&collector, &range_collector,
                                             htv_writer_find("folded")};
    char files[4096] = "";
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(to[i], PATH, "%s/%zu", r.folder, i);
        write_events(more[i], about, to[i], e, n, &totals);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        const size_t at = strlen(files);
        (void)snprintf(to[3], PATH, "%s/%s.out", r.folder, writers[i]);
        write_events(htv_writer_find(writers[i]), about, to[3], e, n, &totals);
        (void)snprintf(files + at, sizeof files - at, " %s=%s", writers[i], to[3]);
    }
    must("python3 tests/view/exports.py %s %s %s%s 2>&1", to[0], to[1], to[2], files);
    htv_names_free(names);
    end(&r);
}

/* ---- events in no order ---- */

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Small numbers, large ones, and anything. */
static uint64_t any(uint64_t *seed)
{
    const uint64_t v = next(seed);
    return v % 4 == 0 ? v : v % 4 == 1 ? UINT64_MAX - (v >> 60) : v >> 58;
}

static struct htv_event any_event(uint64_t *s)
{
    return (struct htv_event){.kind = (uint8_t)(next(s) % (HTV_KINDS + 1)),
                              .how = (uint8_t)(next(s) % (HTV_HOWS + 2)),
                              .code = (uint8_t)any(s),
                              .flags = (uint8_t)any(s),
                              .hart = (uint16_t)(next(s) % 3),
                              .stack = (uint32_t)(next(s) % 64 == 0 ? any(s) : next(s) % 5),
                              .function = (uint32_t)(next(s) % 64 == 0 ? any(s) : next(s) % 9),
                              .depth = (uint32_t)any(s),
                              .time = any(s),
                              .insns = any(s),
                              .pc = any(s),
                              .from = any(s),
                              .value = any(s),
                              .offset = any(s)};
}

static void test_any_order(void **unused)
{
    (void)unused;
    struct rig r = begin();
    struct htv_names *names = htv_names_new(NULL);
    assert_non_null(names);
    for (uint64_t i = 0; i < 8; i++) {
        const struct flow_context none = {0};
        (void)htv_names_locate(names, &none, 0x1000 * i, true);
    }
    const struct htv_hart hart[2] = {{.src = 0, .name = "hart 0"}, {.src = 1, .name = "hart 1"}};
    for (uint64_t round = 0; round < 40 * WRITERS; round++) {
        const struct htv_writer *w = htv_writer_find(writers[round % WRITERS]);
        struct htr_host host = {.message = no_message};
        char path[PATH];
        (void)snprintf(path, sizeof path, "%s/%s", r.folder, w->name);
        const struct htv_about about = {.host = &host,
                                        .path = path,
                                        .out = fopen("/dev/null", "wb"),
                                        .trace = "any",
                                        .axis = HTV_AXIS_TIMESTAMPS,
                                        .ticks_per_second = round % 3 * 1000,
                                        .hart = hart,
                                        .harts = 2,
                                        .xlen = 64,
                                        .names = names};
        void *state = calloc(1, w->state_size);
        uint64_t seed = UINT64_C(0x9e3779b97f4a7c15) * (round + 1);
        int status = w->begin(state, &about);
        for (unsigned i = 0; i < 400 && status == HTR_OK; i++) {
            const struct htv_event e = any_event(&seed);
            status = w->take(state, &e);
            /* Refused, and nothing worse; what comes then is no part of it. */
            assert_true(status == HTR_OK || status == HTR_ERR_RANGE || status == HTR_ERR_MEMORY);
            status = HTR_OK;
        }
        assert_int_equal(w->end(state, &(struct htv_totals){.calls = round}), HTR_OK);
        w->close(state);
        free(state);
        assert_int_equal(fclose(about.out), 0);
    }
    htv_names_free(names);
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs), cmocka_unit_test(test_all_programs),
        cmocka_unit_test(test_names),    cmocka_unit_test(test_disk_full),
        cmocka_unit_test(test_by_hand),  cmocka_unit_test(test_any_order),
    };
    return cmocka_run_group_tests_name("writers", tests, NULL, NULL);
}
