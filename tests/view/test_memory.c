/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of a pass does not grow with the length of the trace: peak resident size of every writer,
 * of calls, hot, path and gdbserver, for a trace and for one eight times as long. What memory.py
 * makes needs the same state in both.
 *
 * HARTRACE_SOAK=1: and chains of calls that are nearly all different, more of them than are kept:
 * less than 200 MB.
 */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect.h"
#include "htv/htv_branches.h"
#include "htv/htv_calltree.h"
#include "htv/htv_callview.h"
#include "htv/htv_hot.h"
#include "htv/htv_pass.h"
#include "htv/htv_path.h"
#include "view_rig.h"

enum {
    SHORT = 4, /* memory.py: scale */
    TIMES = 8, /* the long one */
    SLACK =
        1280, /* KiB: less than 5 bytes for each of the additional calls, or a piece of the file */
    CACHE = 4096, /* KiB: of SQLite's pages and its sorter; lists with a limit in reports. These are
                     not full in the short trace */
    SOAK = 300,
    MOST = 200 * 1024, /* KiB */
};

struct job {
    const char *trace, *code, *folder;
};

static int run_pass(const struct job *job, const struct htv_writer *w, void *state)
{
    struct htr_host host = {.message = no_message};
    struct htv_totals totals;
    char to[PATH];
    (void)snprintf(to, sizeof to, "%s/out-%s", job->folder, w->name);
    struct htv_pass_options o = {.trace.path = job->trace,
                                 .trace.code.pcinfo = job->code,
                                 .writer = w,
                                 .state = state,
                                 .path = to};
    o.out = (w->wants & HTV_WANTS_PATH) == 0 ? fopen("/dev/null", "wb") : NULL;
    return htv_pass(&host, &o, &totals);
}

static int run_branches(const struct job *job)
{
    struct htr_host host = {.message = no_message};
    const struct htr_trace_options o = {.path = job->trace, .code.pcinfo = job->code};
    struct htr_decoded sum = {.whole = true};
    struct htv_branches *b;
    const int status = htv_branches_open(&b, &host, &o, 1000, &sum);
    htv_branches_close(b);
    return status;
}

/* Job `which`: all writers, then the four below. Returns false when there are no more. */
static bool run_job(unsigned which, const struct job *job, const char **name, int *status)
{
    unsigned n = 0;
    while (htv_writers[n] != NULL && n < which) {
        n++;
    }
    if (htv_writers[n] != NULL) {
        *name = htv_writers[n]->name;
        *status = job != NULL ? run_pass(job, htv_writers[n], NULL) : HTR_OK;
        return true;
    }
    static const char *const more[] = {"calls", "hot", "path", "gdbserver"};
    if (which - n >= sizeof more / sizeof more[0]) {
        return false;
    }
    struct htv_callview calls = {.depth = 10};
    struct htv_hot hot = {.by = HTV_HOT_FUNCTION};
    struct htv_path path = {.to = "end", .lines = 50};
    *name = more[which - n];
    if (job != NULL) {
        *status = which - n == 0   ? run_pass(job, &htv_callview_writer, &calls)
                  : which - n == 1 ? run_pass(job, htv_hot_writer(&hot), &hot)
                  : which - n == 2 ? run_pass(job, &htv_path_writer, &path)
                                   : run_branches(job);
    }
    return true;
}

/* KiB, in a process of its own. */
static long peak(unsigned which, const struct job *job)
{
    struct rusage usage;
    int status = -1;
    const char *name;
    (void)fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)run_job(which, job, &name, &status);
        _exit(status == HTR_OK ? 0 : 1);
    }
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_int_equal(status, 0);
    return usage.ru_maxrss;
}

/* The traces of a program in the folder: FOLDER/NAME-SCALE.nex, and NAME.pcinfo. */
static void make(const struct rig *r, unsigned scale)
{
    const char *build = getenv("BUILD");
    must("PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1 python3 tests/view/memory.py %s %u",
         r->folder, scale);
    must("mv %s/contexts.nex %s/contexts-%u.nex", r->folder, r->folder, scale);
    must("for p in steady chains; do %s/hartrace encode --pcs %s/$p.pcs --pcinfo %s/$p.pcinfo "
         "--mode htm -q -o %s/$p-%u.nex && rm %s/$p.pcs; done",
         build != NULL ? build : "build", r->folder, r->folder, r->folder, scale, r->folder);
}

static bool sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer);
#else
    return false;
#endif
}

static void test_growth(void **unused)
{
    (void)unused;
    if (sanitized()) {
        skip(); /* it keeps what was freed */
    }
    static const char *const program[] = {"steady", "contexts"};
    struct rig r = begin();
    char trace[2][PATH], code[PATH];
    const char *name;
    int status;
    unsigned bad = 0;
    make(&r, SHORT);
    make(&r, SHORT * TIMES);
    for (unsigned p = 0; p < sizeof program / sizeof program[0]; p++) {
        (void)snprintf(code, sizeof code, "%s/%s.pcinfo", r.folder, program[p]);
        for (unsigned i = 0; i < 2; i++) {
            (void)snprintf(trace[i], sizeof trace[i], "%s/%s-%d.nex", r.folder, program[p],
                           i == 0 ? SHORT : SHORT * TIMES);
        }
        for (unsigned which = 0; run_job(which, NULL, &name, &status); which++) {
            const long one = peak(which, &(struct job){trace[0], code, r.folder});
            const long all = peak(which, &(struct job){trace[1], code, r.folder});
            assert_true(one > 0);
            const bool cache = strcmp(name, "sqlite") == 0 || strcmp(name, "report") == 0;
            const bool more = all > one + (cache ? CACHE : SLACK);
            print_message("# %s %s: %ld KiB, %d times as long: %ld KiB%s\n", program[p], name, one,
                          TIMES, all, more ? ": too much" : "");
            bad += more;
        }
    }
    end(&r);
    assert_int_equal(bad, 0);
}

static void test_chains(void **unused)
{
    (void)unused;
    if (sanitized() || getenv("HARTRACE_SOAK") == NULL) {
        skip();
    }
    struct rig r = begin();
    char trace[PATH], code[PATH];
    const char *name;
    int status;
    make(&r, SOAK);
    (void)snprintf(trace, sizeof trace, "%s/chains-%d.nex", r.folder, SOAK);
    (void)snprintf(code, sizeof code, "%s/chains.pcinfo", r.folder);
    assert_true(SOAK * 10000 > HTV_CALLTREE_MAX);
    for (unsigned which = 0; run_job(which, NULL, &name, &status); which++) {
        const long kib = peak(which, &(struct job){trace, code, r.folder});
        print_message("# chains %s: %ld KiB\n", name, kib);
        assert_true(kib < MOST);
    }
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_chains),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
