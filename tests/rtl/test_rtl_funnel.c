/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The funnel in SystemVerilog against its model: random messages on all inputs, an output that
 * refuses at random, registers read and written at any cycle, clock by clock.
 *
 * A message is taken or swallowed as the model does at its first beat. From then on the RTL holds
 * it longer than the model, which sends at once; so what the model has sent is what the RTL shall
 * send, for each input in the same order. A reset takes back what is not on its way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common_regs.h"
#include "funnel_regs.h"
#include "random_hart.h"
#include "rtl_funnel.h"
#include "timestamp_regs.h"

extern const struct rtl_funnel_kind rtl_funnel_min, rtl_funnel_typ, rtl_funnel_full;

static const struct rtl_funnel_kind *const kinds[] = {&rtl_funnel_min, &rtl_funnel_typ,
                                                      &rtl_funnel_full};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    EXPECTED = 256, /* messages of one input on their way */
    MESSAGE = 48,   /* longest */
    PATIENCE = 15,  /* cycles that the output refuses, at most: less than any FlushCycles */
};

static uint64_t seeds(uint64_t n)
{
    const char *times = getenv("HARTRACE_SOAK");
    return times != NULL ? n * strtoull(times, NULL, 10) : n;
}

struct message {
    uint8_t bytes[MESSAGE];
    unsigned n;
};

struct source {
    struct message now;
    unsigned at;   /* bytes of it that were taken */
    bool decided;  /* the model has seen it */
    bool offering; /* a beat is on the link */
    struct message expected[EXPECTED];
    unsigned head, count;
};

struct run {
    const struct rtl_funnel_kind *kind;
    struct rtl_funnel *rtl;
    struct trm_funnel model;
    struct trm_funnel_cfg cfg;
    struct rh_rng rng;
    uint64_t seed, cycle;
    struct rtl_funnel_io io;
    struct source source[RTL_LINKS_MAX];
    struct message out;     /* as far as it has come */
    bool shown;             /* a beat waits at the output ... */
    struct rtl_link before; /* ... this one */
    unsigned refused, patience;
    unsigned longest;      /* message */
    uint8_t order[64];     /* where the last messages came from */
    unsigned busy, refuse; /* percent */
    bool resets;
    uint64_t sent;
};

static void complain(const struct run *run, const char *what)
{
    fail_msg("%s: %s, seed %llu, cycle %llu", run->kind->name, what, (unsigned long long)run->seed,
             (unsigned long long)run->cycle);
}

/* --- messages --- */

/* Byte 0 says where it comes from; the rest is noise. */
static void new_message(struct run *run, unsigned input)
{
    struct source *s = &run->source[input];
    s->now.n =
        1 + rh_below(&run->rng, run->longest > 8 && rh_chance(&run->rng, 4) ? run->longest : 8);
    for (unsigned i = 0; i < s->now.n; i++) {
        s->now.bytes[i] = (uint8_t)(rh_next(&run->rng) << 2 | rh_below(&run->rng, 2));
    }
    s->now.bytes[0] = (uint8_t)(input << 2);
    s->now.bytes[s->now.n - 1] |= 3;
    s->at = 0;
    s->decided = false;
}

/* What the model sends is what the RTL shall send. */
static bool can_accept(void *ctx, size_t n)
{
    (void)ctx;
    return n <= MESSAGE;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct run *run = ctx;
    struct source *s = &run->source[bytes[0] >> 2];
    assert_true(s->count < EXPECTED);
    struct message *m = &s->expected[(s->head + s->count++) % EXPECTED];
    memcpy(m->bytes, bytes, n);
    m->n = (unsigned)n;
}

static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};

static void decide(struct run *run, unsigned input)
{
    struct source *s = &run->source[input];
    struct trm_link link = trm_funnel_link(&run->model, input);
    s->decided = true;
    if (!link.ops->can_accept(link.ctx, s->now.n)) {
        complain(run, "the model refuses");
    }
    link.ops->put(link.ctx, s->now.bytes, s->now.n);
}

static void offer(struct run *run, unsigned input)
{
    struct source *s = &run->source[input];
    struct rtl_link *link = &run->io.in[input];
    if (!s->offering) {
        s->offering = rh_below(&run->rng, 100) < run->busy;
        if (s->at == 0 && s->offering) {
            new_message(run, input);
        }
    }
    link->valid = s->offering;
    unsigned left = s->now.n - s->at;
    link->last = left <= run->kind->lanes;
    for (unsigned k = 0; k < run->kind->lanes; k++) {
        link->data[k] = k < left ? s->now.bytes[s->at + k] : 0xFF;
    }
}

static void taken(struct run *run, unsigned input)
{
    struct source *s = &run->source[input];
    const struct rtl_link *link = &run->io.in[input];
    if (!link->valid || !link->ready) {
        return;
    }
    if (!s->decided) {
        decide(run, input);
    }
    s->at = link->last ? 0 : s->at + run->kind->lanes;
    s->offering = false;
}

/* --- the output --- */

static void whole(struct run *run)
{
    struct source *s = &run->source[run->out.bytes[0] >> 2];
    const struct message *m = &s->expected[s->head % EXPECTED];
    if (s->count == 0 || m->n != run->out.n || memcmp(m->bytes, run->out.bytes, m->n) != 0) {
        complain(run, "a message that the model does not send, or not now");
    }
    s->head++;
    s->count--;
    run->order[run->sent++ % sizeof run->order] = run->out.bytes[0] >> 2;
    run->out.n = 0;
}

/* The rules of the link (docs/rtl.md, Links). */
static void output(struct run *run)
{
    const struct rtl_link *out = &run->io.out;
    if (run->shown && (!out->valid || out->last != run->before.last ||
                       memcmp(out->data, run->before.data, run->kind->lanes) != 0)) {
        complain(run, "a beat changed while it waited");
    }
    run->shown = out->valid && !out->ready;
    run->before = *out;
    if (!out->valid) {
        return;
    }
    if (run->kind->depth == 0 && run->out.n == 0 && !run->source[out->data[0] >> 2].decided) {
        decide(run, out->data[0] >> 2); /* without buffers: when it is shown */
    }
    if (!out->ready) {
        return;
    }
    for (unsigned k = 0; k < run->kind->lanes; k++) {
        assert_true(run->out.n < MESSAGE);
        run->out.bytes[run->out.n++] = out->data[k];
        if ((out->data[k] & 3) == 3) {
            break;
        }
    }
    if (out->last) {
        whole(run);
    }
}

/* trFunnelActive = 0 takes back all but the message that is on its way. */
static void take_back(struct run *run)
{
    bool going = run->io.out.valid ? !(run->io.out.ready && run->io.out.last) : run->out.n != 0;
    unsigned of = (run->out.n != 0 ? run->out.bytes[0] : run->io.out.data[0]) >> 2;
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        unsigned keep = going && of == i ? 1 : 0;
        run->source[i].count = run->source[i].count < keep ? run->source[i].count : keep;
    }
}

/* --- registers --- */

static uint32_t some_offset(struct rh_rng *rng)
{
    static const uint32_t there[] = {TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_DIS_INPUT_OFFSET,
                                     TR_FUNNEL_IMPL_OFFSET,    TR_TS_CONTROL_OFFSET,
                                     TR_TS_COUNTER_LOW_OFFSET, TR_TS_COUNTER_HIGH_OFFSET};
    return rh_chance(rng, 8) ? rh_below(rng, 1024) * 4 : there[rh_below(rng, 6)];
}

static uint32_t some_value(struct run *run, uint32_t offset)
{
    uint32_t value = rh_next(&run->rng);
    if (offset == TR_FUNNEL_CONTROL_OFFSET) {
        value |= TR_FUNNEL_ACTIVE_MASK;
        value |= rh_chance(&run->rng, 4) ? 0 : TR_FUNNEL_ENABLE_MASK;
        if (run->resets && rh_chance(&run->rng, 3)) {
            value &= ~TR_FUNNEL_ACTIVE_MASK;
        }
    } else if (offset == TR_FUNNEL_DIS_INPUT_OFFSET) {
        value &= rh_next(&run->rng) & rh_next(&run->rng);
    } else if (offset == TR_TS_CONTROL_OFFSET && !rh_chance(&run->rng, 4)) {
        value |= TR_TS_ACTIVE_MASK;
    }
    return value;
}

static void next_access(struct run *run)
{
    struct rtl_apb *apb = &run->io.apb;
    if (apb->psel && !apb->penable) {
        apb->penable = true;
        return;
    }
    *apb = (struct rtl_apb){.psel = rh_chance(&run->rng, 12)};
    if (apb->psel) {
        apb->pwrite = rh_chance(&run->rng, 2);
        apb->paddr = some_offset(&run->rng);
        apb->pwdata = some_value(run, apb->paddr);
    }
}

static void check_read(struct run *run, uint32_t offset, uint32_t got, bool quiet)
{
    uint32_t want;
    assert_int_equal(trm_funnel_reg_read(&run->model, offset, 4, &want), TRM_OK);
    uint32_t mask = offset == 0 && !quiet ? ~TR_FUNNEL_EMPTY_MASK : UINT32_MAX;
    if (((got ^ want) & mask) != 0) {
        char what[80];
        (void)snprintf(what, sizeof what, "register 0x%03x reads 0x%08x, in the model 0x%08x",
                       offset, got, want);
        complain(run, what);
    }
}

static void access_done(struct run *run)
{
    struct rtl_apb *apb = &run->io.apb;
    if (!apb->psel || !apb->penable) {
        return;
    }
    assert_true(apb->pready && !apb->pslverr);
    if (!apb->pwrite) {
        check_read(run, apb->paddr, apb->prdata, false);
        return;
    }
    bool was = trm_regfile_active(&run->model.rf);
    assert_int_equal(trm_funnel_reg_write(&run->model, apb->paddr, 4, apb->pwdata), TRM_OK);
    if (was && !trm_regfile_active(&run->model.rf)) {
        take_back(run);
    }
}

/* --- runs --- */

static void clock_both(struct run *run)
{
    run->cycle++;
    run->io.ts_in = run->cycle * 5;
    run->io.out.ready = run->refused >= run->patience || rh_below(&run->rng, 100) >= run->refuse;
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        offer(run, i);
    }
    run->kind->cycle(run->rtl, &run->io);
    run->refused = run->io.out.valid && !run->io.out.ready ? run->refused + 1 : 0;
    trm_funnel_timestamp_in(&run->model, run->io.ts_in);
    trm_funnel_tick(&run->model);
    if (run->io.ts_out !=
        (trm_funnel_timestamp(&run->model) & ((UINT64_C(1) << run->cfg.ts_width) - 1))) {
        complain(run, "the timestamp differs");
    }
    output(run);
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        taken(run, i);
    }
    access_done(run);
}

static void start(struct run *run, const struct rtl_funnel_kind *kind, uint64_t seed)
{
    memset(run, 0, sizeof *run);
    run->kind = kind;
    run->seed = seed;
    run->patience = PATIENCE;
    run->longest = MESSAGE;
    rh_seed(&run->rng, seed);
    kind->cfg(&run->cfg);
    assert_int_equal(trm_funnel_init(&run->model, &run->cfg), TRM_OK);
    trm_funnel_connect(&run->model, (struct trm_link){&ops, run});
    run->rtl = kind->create();
    run->busy = 20 + rh_below(&run->rng, 80);
    run->refuse = rh_below(&run->rng, 80);
}

static void access_now(struct run *run, bool write, uint32_t offset, uint32_t value)
{
    run->io.apb = (struct rtl_apb){.psel = true, .pwrite = write, .paddr = offset, .pwdata = value};
    clock_both(run);
    run->io.apb.penable = true;
    clock_both(run);
    run->io.apb.psel = run->io.apb.penable = false;
}

/* No more messages, all out, and every register equal. */
static void finish(struct run *run)
{
    run->busy = 0;
    run->refuse = 0;
    for (unsigned i = 0; i < 3000; i++) {
        run->busy = 0;
        for (unsigned k = 0; k < run->cfg.inputs; k++) {
            run->source[k].offering |= run->source[k].at != 0;
        }
        clock_both(run);
    }
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        if (run->source[i].count != 0 || run->source[i].at != 0) {
            complain(run, "a message has not come out");
        }
    }
    if (run->out.n != 0) {
        complain(run, "a message has no end");
    }
    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        access_now(run, false, offset, 0);
        check_read(run, offset, run->io.apb.prdata,
                   offset != TR_TS_COUNTER_LOW_OFFSET && offset != TR_TS_COUNTER_HIGH_OFFSET);
    }
    run->kind->destroy(run->rtl);
}

static uint64_t random_run(uint64_t seed, bool resets)
{
    static struct run run;
    start(&run, kinds[seed % KINDS], seed);
    run.resets = resets;
    access_now(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    for (unsigned i = 0; i < 3000 || (run.io.apb.psel && !run.io.apb.penable); i++) {
        next_access(&run);
        clock_both(&run);
    }
    run.io.apb = (struct rtl_apb){.psel = false};
    finish(&run);
    return run.sent;
}

/* Holds TCI-FUN-001 TCI-FUN-004..007 */
static void messages_come_out_whole_and_in_order(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < seeds(60); seed++) {
        assert_true(random_run(seed, false) > 20);
    }
}

static void a_reset_drops_whole_messages(void **state)
{
    (void)state;
    uint64_t sent = 0;
    for (uint64_t seed = 1000; seed < 1000 + seeds(60); seed++) {
        sent += random_run(seed, true);
    }
    assert_true(sent > 1000);
}

/* Holds TCI-FUN-002 TCI-FUN-003 */
static void one_message_of_each_input_in_turn(void **state)
{
    (void)state;
    static struct run run;
    for (unsigned k = 0; k < KINDS; k++) {
        start(&run, kinds[k], 7);
        run.longest = 8;
        run.busy = 100;
        run.refuse = 30;
        access_now(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
        access_now(&run, true, TR_FUNNEL_CONTROL_OFFSET,
                   TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
        while (run.sent < 300) {
            clock_both(&run);
            if (run.cycle > 20000) {
                complain(&run, "too slow");
            }
        }
        for (unsigned i = 1; i < sizeof run.order; i++) {
            unsigned at = (unsigned)(run.sent + i) % sizeof run.order;
            unsigned before = (unsigned)(run.sent + i - 1) % sizeof run.order;
            assert_int_equal(run.order[at], (run.order[before] + 1u) % run.cfg.inputs);
        }
        finish(&run);
    }
}

/* A link that refuses for ever: what is queued is given up, and trFunnelEmpty becomes 1. The beat
 * that was shown stays. */
static void a_disabled_funnel_gives_up_a_dead_link(void **state)
{
    (void)state;
    static struct run run;
    start(&run, &rtl_funnel_typ, 1);
    run.busy = 100;
    run.refuse = 0;
    access_now(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    access_now(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
    run.refuse = 100;
    run.patience = UINT32_MAX;
    for (unsigned i = 0; i < 30; i++) {
        clock_both(&run);
    }
    access_now(&run, true, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    access_now(&run, false, TR_FUNNEL_CONTROL_OFFSET, 0);
    assert_int_equal(run.io.apb.prdata & TR_FUNNEL_EMPTY_MASK, 0);
    for (unsigned i = 0; i < run.cfg.flush_ticks; i++) {
        clock_both(&run);
    }
    access_now(&run, false, TR_FUNNEL_CONTROL_OFFSET, 0);
    assert_int_equal(run.io.apb.prdata & TR_FUNNEL_EMPTY_MASK, TR_FUNNEL_EMPTY_MASK);
    assert_true(run.io.out.valid);
    take_back(&run);
    run.patience = PATIENCE;
    finish(&run);
    assert_int_equal(run.source[0].at, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_out_whole_and_in_order),
        cmocka_unit_test(a_reset_drops_whole_messages),
        cmocka_unit_test(one_message_of_each_input_in_turn),
        cmocka_unit_test(a_disabled_funnel_gives_up_a_dead_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
