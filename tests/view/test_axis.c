/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time axes (htv/htv_writer.h): timestamps by hand, with times that are calculated here; cycles of
 * real ingress streams, looked up here in the stream itself; traces that have no cycles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_ingress.h"
#include "htv/htv_pass.h"
#include "htv_axis.h"
#include "view_rig.h"

/* ---- timestamps ---- */

static struct htv_axis stamps(unsigned bits)
{
    static struct htr_host host;
    struct htv_axis a;
    assert_int_equal(htv_axis_open(&a, &host, HTV_AXIS_TIMESTAMPS, bits, NULL, 0), HTR_OK);
    return a;
}

static void put(struct htv_axis *a, uint64_t insns)
{
    htv_axis_put(a, &(struct htv_event){.kind = HTV_SYNC, .insns = insns}, 2 * insns);
}

static void next_is(struct htv_axis *a, uint64_t insns, uint64_t time, bool guessed)
{
    const struct htv_event *e = htv_axis_first(a);
    assert_non_null(e);
    assert_int_equal(e->insns, insns);
    assert_int_equal(e->time, time);
    assert_int_equal((e->flags & HTV_GUESSED) != 0, guessed);
    htv_axis_drop(a);
}

/* Exact at each timestamp, in between by instructions: 100 ticks for 20 instructions. */
static void between_timestamps(void **state)
{
    struct htv_axis a = stamps(64);
    (void)state;
    htv_axis_stamp(&a, 1000, 0);
    put(&a, 0);
    next_is(&a, 0, 1000, false);
    put(&a, 5);
    put(&a, 10);
    put(&a, 20);
    assert_null(htv_axis_first(&a)); /* the next timestamp decides */
    htv_axis_stamp(&a, 1100, 20);
    next_is(&a, 5, 1025, false);
    next_is(&a, 10, 1050, false);
    next_is(&a, 20, 1100, false);
    put(&a, 30); /* after the last timestamp, as fast as before it */
    htv_axis_end(&a);
    next_is(&a, 30, 1150, true);
    htv_axis_close(&a);
}

/* What comes before the first timestamp has its time. */
static void before_the_first(void **state)
{
    struct htv_axis a = stamps(64);
    (void)state;
    put(&a, 0);
    put(&a, 3);
    htv_axis_stamp(&a, 70, 9);
    next_is(&a, 0, 70, false);
    next_is(&a, 3, 70, false);
    htv_axis_close(&a);
}

/* A counter of 8 bits: 250, then 4, which is 260. */
static void a_counter_wraps(void **state)
{
    struct htv_axis a = stamps(8);
    (void)state;
    htv_axis_stamp(&a, 250, 0);
    put(&a, 5);
    htv_axis_stamp(&a, 4, 10);
    put(&a, 10);
    next_is(&a, 5, 255, false);
    next_is(&a, 10, 260, false);
    htv_axis_close(&a);
}

/* Without a timestamp for long, times are extrapolated, memory does not grow, and a timestamp that
 * is earlier than what was extrapolated does not turn time back. */
static void no_timestamp_for_long(void **state)
{
    struct htv_axis a = stamps(64);
    uint64_t last = 0, guessed = 0;
    (void)state;
    htv_axis_stamp(&a, 0, 0);
    htv_axis_stamp(&a, 10, 10); /* one tick for each instruction */
    for (uint64_t i = 11; i < 300000; i++) {
        put(&a, i);
        for (const struct htv_event *e; (e = htv_axis_first(&a)) != NULL; htv_axis_drop(&a)) {
            assert_int_equal(e->time, e->insns);
            last = e->time;
            guessed++;
        }
    }
    assert_true(guessed > 300000 - HTV_AXIS_WAITING && a.room <= 2 * HTV_AXIS_WAITING);
    htv_axis_stamp(&a, 1000, 300000);
    for (const struct htv_event *e; (e = htv_axis_first(&a)) != NULL; htv_axis_drop(&a)) {
        assert_true(e->time >= last);
        last = e->time;
    }
    htv_axis_close(&a);
}

/* ---- cycles ---- */

static const char *build(void)
{
    const char *folder = getenv("BUILD");
    return folder != NULL ? folder : "build";
}

static void record(struct rig *r, const char *program, const char *options)
{
    must("%s/hartrace run -q %s/programs/rv64/%s.elf --mode htm --save-trace %s/t.nex "
         "--save-ingress "
         "%s/%s.ing --sidecar %s >%s/log 2>&1",
         build(), build(), program, r->folder, r->folder, program, options, r->folder);
}

static int pass(struct rig *r, struct htr_host *host, const char *ing, const struct htv_writer *w,
                void *state, struct htv_totals *totals)
{
    char trace[PATH_MAX], stream[PATH_MAX];
    (void)snprintf(trace, sizeof trace, "%s/t.nex", r->folder);
    (void)snprintf(stream, sizeof stream, "%s/%s.ing", r->folder, ing);
    const struct htv_pass_options o = {.trace.path = trace,
                                       .trace.code.ingress = stream,
                                       .writer = w,
                                       .state = state,
                                       .axis = HTV_AXIS_CYCLES};
    return htv_pass(host, &o, totals);
}

/* Looks up each range in the stream: the record in which its first half-word retires. */
struct lookup {
    struct htr_host host;
    struct htr_ingress stream;
    uint64_t half, passed, cycle, ranges,
        other; /* other: cycles that are no count of instructions */
};

static int no_begin(void *state, const struct htv_about *about)
{
    (void)state;
    (void)about;
    return HTR_OK;
}

static int look_up(void *state, const struct htv_event *e)
{
    struct lookup *l = state;
    struct ingress_record r;
    if (e->kind != HTV_RANGE) {
        return HTR_OK;
    }
    while (l->passed <= l->half) {
        assert_int_equal(ingress_read(&l->stream.reader, &r), 1);
        for (unsigned i = 0; r.kind == INGRESS_CYCLE && i < r.in.nblocks; i++) {
            l->passed += r.in.block[i].iretire;
            l->cycle = r.in.cycle;
        }
    }
    assert_int_equal(e->time, l->cycle);
    l->half += (e->from - e->pc) / 2;
    l->ranges++;
    l->other += e->time != e->insns;
    return HTR_OK;
}

static int no_end(void *state, const struct htv_totals *totals)
{
    (void)state;
    (void)totals;
    return HTR_OK;
}

static const struct htv_writer looker = {.name = "lookup",
                                         .wants = HTV_WANTS_RANGES,
                                         .state_size = sizeof(struct lookup),
                                         .begin = no_begin,
                                         .take = look_up,
                                         .end = no_end};

static void cycles_of_the_stream(void **state)
{
    struct rig r = begin();
    struct lookup l = {0};
    struct htr_host host = {0};
    struct htv_totals totals;
    char stream[PATH_MAX];
    (void)state;
    record(&r, "timer", "--te trTeInstStallEna=1 --param fifo_bytes=76 --param link_bytes=1");
    (void)snprintf(stream, sizeof stream, "%s/timer.ing", r.folder);
    assert_int_equal(htr_ingress_open(&l.stream, &l.host, stream), HTR_OK);
    assert_int_equal(pass(&r, &host, "timer", &looker, &l, &totals), HTR_OK);
    assert_true(l.ranges > 100 && l.other > 100);
    htr_ingress_close(&l.stream);
    end(&r);
}

/* Half-words that are missing in the trace have cycles: what comes after a gap has no place. */
static void a_gap_has_no_cycles(void **state)
{
    struct rig r = begin();
    struct htr_host host = {0};
    struct htv_totals totals;
    struct lookup l = {0};
    struct htv_writer w = looker;
    (void)state;
    record(&r, "timer", "--te trTeInstSyncMode=3 --te trTeInstSyncMax=1");
    must("python3 -c \"p='%s/t.nex'; d=bytearray(open(p,'rb').read()); n=len(d)//2; d[n:n+40]=b''; "
         "open(p,'wb').write(d)\"",
         r.folder);
    w.wants = 0; /* the events alone: nothing is looked up */
    assert_int_equal(pass(&r, &host, "timer", &w, &l, &totals), HTR_ERR_CONFLICT);
    assert_non_null(strstr(host.last.text, "gap"));
    end(&r);
}

/* The stream of another program, which begins at the same place. */
static void cycles_of_another_stream(void **state)
{
    struct rig r = begin();
    struct htr_host host = {0};
    struct htv_totals totals;
    struct htv_axis a;
    char stream[PATH_MAX];
    (void)state;
    (void)totals;
    record(&r, "timer", "");
    (void)snprintf(stream, sizeof stream, "%s/timer.ing", r.folder);
    assert_int_equal(htv_axis_open(&a, &host, HTV_AXIS_CYCLES, 64, stream, 0), HTR_OK);
    htv_axis_begin(&a, 0x80000000);
    assert_int_equal(a.status, HTR_OK);
    /* No function of the program is at 0x80abcdee. */
    for (uint64_t half = 0; half < 3000 && a.status == HTR_OK; half++) {
        htv_axis_put(&a, &(struct htv_event){.kind = HTV_ENTER, .how = HTV_CALL, .pc = 0x80abcdee},
                     half);
    }
    assert_int_equal(a.status, HTR_ERR_CONFLICT);
    htv_axis_close(&a);
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_timestamps),       cmocka_unit_test(before_the_first),
        cmocka_unit_test(a_counter_wraps),          cmocka_unit_test(no_timestamp_for_long),
        cmocka_unit_test(cycles_of_the_stream),     cmocka_unit_test(a_gap_has_no_cycles),
        cmocka_unit_test(cycles_of_another_stream),
    };
    return cmocka_run_group_tests_name("axis", tests, NULL, NULL);
}
