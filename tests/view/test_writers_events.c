/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writers perfetto, chrome, perfscript, vcd and ctf with events by hand: kinds that no program of
 * tests/programs makes, read back by tests/view/exports.py; and events in an order that no pass
 * makes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collect.h"
#include "view_rig.h"

/* ---- events by hand ---- */

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

/* Into every format, and compare. */
static void compare(struct rig *r, const struct htv_about *about, const struct htv_event *e,
                    size_t n, const struct htv_totals *totals)
{
    char to[4][PATH];
    const struct htv_writer *const more[] = {&collector, &range_collector,
                                             htv_writer_find("folded")};
    char files[4096] = "";
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(to[i], PATH, "%s/%zu", r->folder, i);
        write_events(more[i], *about, to[i], e, n, totals);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        const size_t at = strlen(files);
        (void)snprintf(to[3], PATH, "%s/%s.out", r->folder, writers[i]);
        write_events(htv_writer_find(writers[i]), *about, to[3], e, n, totals);
        (void)snprintf(files + at, sizeof files - at, " %s=%s", writers[i], to[3]);
    }
    must("python3 tests/view/exports.py %s %s %s%s 2>&1", to[0], to[1], to[2], files);
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
    compare(&r, &about, e, n, &totals);
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
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_any_order),
    };
    return cmocka_run_group_tests_name("writers with events by hand", tests, NULL, NULL);
}
