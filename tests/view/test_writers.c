/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writers perfetto, chrome, perfscript, vcd and ctf: what they write of programs is read back by
 * tests/view/exports.py, and compared with the events that a writer of this test collects. Then
 * names of any bytes, and outputs that cannot be written.
 *
 * HARTRACE_SOAK=1: all programs.
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

#include "collect.h"
#include "htv/htv_pass.h"
#include "view_rig.h"

static const char *build(void)
{
    const char *folder = getenv("BUILD");
    return folder != NULL ? folder : "build";
}

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
    if (getenv("HARTRACE_SOAK") == NULL) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_all_programs),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_disk_full),
    };
    return cmocka_run_group_tests_name("writers", tests, NULL, NULL);
}
