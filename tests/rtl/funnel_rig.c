/* SPDX-License-Identifier: Apache-2.0 */
#include "funnel_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common_regs.h"
#include "funnel_regs.h"
#include "part_rig.h"
#include "timestamp_regs.h"

void funnel_rig_complain(const struct funnel_run *run, const char *what)
{
    fail_msg("%s: %s, seed %llu, cycle %llu", run->kind->name, what, (unsigned long long)run->seed,
             (unsigned long long)run->cycle);
}

/* --- messages --- */

/* Byte 0 says where it comes from; the rest is noise. */
static void new_message(struct funnel_run *run, unsigned input)
{
    struct funnel_source *s = &run->source[input];
    s->now.n =
        1 + rh_below(&run->rng, run->longest > 8 && rh_chance(&run->rng, 4) ? run->longest : 8);
    part_rig_message(&run->rng, s->now.bytes, s->now.n, run->kind->etrace);
    s->now.bytes[0] = (uint8_t)(input << 2 | (run->kind->etrace || s->now.n > 1 ? 0 : 3));
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
    struct funnel_run *run = ctx;
    struct funnel_source *s = &run->source[bytes[0] >> 2];
    assert_true(s->count < EXPECTED);
    struct funnel_message *m = &s->expected[(s->head + s->count++) % EXPECTED];
    memcpy(m->bytes, bytes, n);
    m->n = (unsigned)n;
}

static bool stopped(void *ctx)
{
    return ((const struct funnel_run *)ctx)->io.out.stopped;
}

static const struct trm_link_ops ops = {can_accept, put, stopped};

static void decide(struct funnel_run *run, unsigned input)
{
    struct funnel_source *s = &run->source[input];
    struct trm_link link = trm_funnel_link(&run->model, input);
    s->decided = true;
    if (!link.ops->can_accept(link.ctx, s->now.n)) {
        funnel_rig_complain(run, "the model refuses");
    }
    link.ops->put(link.ctx, s->now.bytes, s->now.n);
}

static void offer(struct funnel_run *run, unsigned input)
{
    struct funnel_source *s = &run->source[input];
    struct rtl_link *link = &run->io.in[input];
    if (!s->offering) {
        s->offering = rh_below(&run->rng, 100) < run->busy;
        if (s->at == 0 && s->offering) {
            new_message(run, input);
        }
    }
    link->valid = s->offering;
    part_rig_beat(link, run->kind->lanes, s->now.bytes, s->now.n, s->at);
}

static void taken(struct funnel_run *run, unsigned input)
{
    struct funnel_source *s = &run->source[input];
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

static void whole(struct funnel_run *run)
{
    struct funnel_source *s = &run->source[run->out.bytes[0] >> 2];
    const struct funnel_message *m = &s->expected[s->head % EXPECTED];
    if (s->count == 0 || m->n != run->out.n || memcmp(m->bytes, run->out.bytes, m->n) != 0) {
        funnel_rig_complain(run, "a message that the model does not send, or not now");
    }
    s->head++;
    s->count--;
    run->order[run->sent++ % sizeof run->order] = run->out.bytes[0] >> 2;
    run->out.n = 0;
}

/* The rules of the link (docs/reference/rtl.md, Links). */
static void output(struct funnel_run *run)
{
    const struct rtl_link *out = &run->io.out;
    if (run->shown &&
        (!out->valid || out->last != run->before.last || out->bytes != run->before.bytes ||
         memcmp(out->data, run->before.data, run->kind->lanes) != 0)) {
        funnel_rig_complain(run, "a beat changed while it waited");
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
    for (unsigned k = 0; k < out->bytes; k++) {
        assert_true(run->out.n < MESSAGE);
        run->out.bytes[run->out.n++] = out->data[k];
    }
    if (out->last) {
        whole(run);
    }
}

/* trFunnelActive = 0 takes back all but the message that is on its way. */
void funnel_rig_take_back(struct funnel_run *run)
{
    bool going = run->io.out.valid ? !(run->io.out.ready && run->io.out.last) : run->out.n != 0;
    unsigned of = (run->out.n != 0 ? run->out.bytes[0] : run->io.out.data[0]) >> 2;
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        struct funnel_source *s = &run->source[i];
        unsigned keep = going && of == i ? 1 : 0;
        s->count = s->count < keep ? s->count : keep;
        s->flush_mark = s->flush_mark < s->head + s->count ? s->flush_mark : s->head + s->count;
    }
}

/* --- registers --- */

static uint32_t some_offset(struct rh_rng *rng)
{
    static const uint32_t there[] = {TR_FUNNEL_CONTROL_OFFSET,      TR_FUNNEL_DIS_INPUT_OFFSET,
                                     TR_FUNNEL_IMPL_OFFSET,         TR_TS_CONTROL_OFFSET,
                                     TR_TS_COUNTER_LOW_OFFSET,      TR_TS_COUNTER_HIGH_OFFSET,
                                     TR_FUNNEL_VENDOR_STATUS_OFFSET};
    return rh_chance(rng, 8) ? rh_below(rng, 1024) * 4 : there[rh_below(rng, 7)];
}

static uint32_t some_value(struct funnel_run *run, uint32_t offset)
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

void funnel_rig_next_access(struct funnel_run *run)
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

static void check_read(struct funnel_run *run, uint32_t offset, uint32_t got, bool quiet)
{
    uint32_t want;
    assert_int_equal(trm_funnel_reg_read(&run->model, offset, 4, &want), TRM_OK);
    uint32_t mask = offset == 0 && !quiet ? ~TR_FUNNEL_EMPTY_MASK : UINT32_MAX;
    if (run->stop && offset == TR_FUNNEL_VENDOR_STATUS_OFFSET) {
        mask = ~TR_FUNNEL_LOSS_MASK; /* the model has nothing queued */
    }
    if (((got ^ want) & mask) != 0) {
        char what[80];
        (void)snprintf(what, sizeof what, "register 0x%03x reads 0x%08x, in the model 0x%08x",
                       offset, got, want);
        funnel_rig_complain(run, what);
    }
}

/* What the timestamp unit does from here on. */
static void note_time(struct funnel_run *run, uint32_t written)
{
    uint32_t ts;
    assert_int_equal(trm_funnel_reg_read(&run->model, TR_TS_CONTROL_OFFSET, 4, &ts), TRM_OK);
    if ((ts & TR_TS_ACTIVE_MASK) == 0) {
        return;
    }
    unsigned mode = (ts & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT;
    run->ts_modes |= 1u << mode;
    run->ts_resets += (written & TR_TS_RESET_MASK) != 0;
    if (mode == TR_TS_MODE_INTERNAL_SYSTEM) {
        bool counts = (ts & TR_TS_COUNT_MASK) != 0;
        run->ts_prescales |=
            counts ? 1u << ((ts & TR_TS_PRESCALE_MASK) >> TR_TS_PRESCALE_SHIFT) : 0;
        run->ts_stops += !counts;
    }
}

static void access_done(struct funnel_run *run)
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
        funnel_rig_take_back(run);
    }
    if (apb->paddr == TR_TS_CONTROL_OFFSET) {
        note_time(run, apb->pwdata);
    }
}

/* --- requests --- */

static void model_sync(void *ctx)
{
    ((struct funnel_source *)ctx)->syncs++;
}

static void model_flush(void *ctx)
{
    (void)ctx;
}

static bool model_flushed(void *ctx)
{
    (void)ctx;
    return true;
}

static const struct trm_upstream_ops upstream_ops = {model_sync, model_flush, model_flushed};

/* Before the clock: what is asked for, and which senders answer. A sender answers between two
 * messages, in a cycle of its own. */
static void ask(struct funnel_run *run)
{
    struct rtl_funnel_io *io = &run->io;
    io->sync = run->asks && rh_chance(&run->rng, 10);
    if (run->asks && io->flush && rh_chance(&run->rng, 100)) {
        io->flush = false; /* taken back */
    } else if (run->asks && !io->flush && rh_chance(&run->rng, 40)) {
        io->flush = true;
        run->flush_ready = 0;
        for (unsigned i = 0; i < run->cfg.inputs; i++) {
            run->source[i].answered = false;
        }
    }
    io->flushed_in = 0;
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        const struct funnel_source *s = &run->source[i];
        bool between = s->at == 0 && !(io->in[i].valid && !io->in[i].ready);
        if (io->flush && between && rh_chance(&run->rng, 4)) {
            io->flushed_in = (uint16_t)(io->flushed_in | 1u << i);
        }
    }
}

static void senders_answer(struct funnel_run *run)
{
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        struct funnel_source *s = &run->source[i];
        bool asked = (run->io.flush_out >> i & 1) != 0;
        if (asked != (run->io.flush && !s->answered)) {
            funnel_rig_complain(run, "a sender is asked to flush twice, or not at all");
        }
        if (asked && (run->io.flushed_in >> i & 1) != 0) {
            s->answered = true;
            s->flush_mark = s->head + s->count;
        }
    }
}

/* After the clock, before its beats: the flush is over when all have answered and what had come in
 * by then is out; SYNCREQ goes where the model's goes. */
static void answers(struct funnel_run *run)
{
    struct rtl_funnel_io *io = &run->io;
    unsigned most = 2000 + 10 * run->cfg.inputs * (run->kind->depth + 2) * MESSAGE;
    bool all = true;
    struct trm_upstream up = trm_funnel_upstream(&run->model);
    if (io->sync) {
        up.ops->sync(up.ctx);
    }
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        struct funnel_source *s = &run->source[i];
        if (s->syncs != (io->sync_out >> i & 1u)) {
            funnel_rig_complain(run, "SYNCREQ goes to other inputs than the model's");
        }
        s->syncs = 0;
        all = all && s->answered && s->head >= s->flush_mark;
    }
    if (io->flushed && (!io->flush || !all)) {
        funnel_rig_complain(run, "flushed too early");
    }
    if (io->flush && (run->flush_ready += io->out.ready ? 1u : 0u) > most) {
        funnel_rig_complain(run, "a flush takes too long");
    }
    senders_answer(run);
    run->flushes += io->flushed ? 1u : 0u;
    io->flush = io->flush && !io->flushed;
}

/* The level that goes up, at each input. */
static void compare_stopped(struct funnel_run *run)
{
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        const struct trm_link in = trm_funnel_link(&run->model, i);
        if (run->io.in[i].stopped != trm_link_stopped(&in)) {
            funnel_rig_complain(run, "the level `stopped` differs");
        }
    }
}

/* --- runs --- */

void funnel_rig_clock(struct funnel_run *run)
{
    run->cycle++;
    run->io.ts_in = run->cycle * 5;
    run->io.out.ready = run->refused >= run->patience || rh_below(&run->rng, 100) >= run->refuse;
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        offer(run, i);
    }
    ask(run);
    /* Enabled, it is passed on and no more. */
    run->io.out.stopped =
        run->stop || (run->asks && run->model.enabled && !run->io.apb.psel && run->cycle % 8 < 3);
    run->kind->cycle(run->rtl, &run->io);
    compare_stopped(run);
    answers(run);
    run->refused = run->io.out.valid && !run->io.out.ready ? run->refused + 1 : 0;
    trm_funnel_timestamp_in(&run->model, run->io.ts_in);
    trm_funnel_tick(&run->model);
    if (run->io.ts_out !=
        (trm_funnel_timestamp(&run->model) & ((UINT64_C(1) << run->cfg.ts_width) - 1))) {
        funnel_rig_complain(run, "the timestamp differs");
    }
    output(run);
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        taken(run, i);
    }
    access_done(run);
}

void funnel_rig_start(struct funnel_run *run, const struct rtl_funnel_kind *kind, uint64_t seed)
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
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        (void)trm_funnel_set_upstream(&run->model, i,
                                      (struct trm_upstream){&upstream_ops, &run->source[i]});
    }
    run->rtl = kind->create();
    run->busy = 20 + rh_below(&run->rng, 80);
    run->refuse = rh_below(&run->rng, 80);
}

void funnel_rig_access(struct funnel_run *run, bool write, uint32_t offset, uint32_t value)
{
    run->io.apb = (struct rtl_apb){.psel = true, .pwrite = write, .paddr = offset, .pwdata = value};
    funnel_rig_clock(run);
    run->io.apb.penable = true;
    funnel_rig_clock(run);
    run->io.apb.psel = run->io.apb.penable = false;
}

void funnel_rig_finish(struct funnel_run *run)
{
    run->busy = 0;
    run->refuse = 0;
    for (unsigned i = 0; i < 3000; i++) {
        run->busy = 0;
        for (unsigned k = 0; k < run->cfg.inputs; k++) {
            run->source[k].offering |= run->source[k].at != 0;
        }
        funnel_rig_clock(run);
    }
    for (unsigned i = 0; i < run->cfg.inputs; i++) {
        if (run->source[i].count != 0 || run->source[i].at != 0) {
            funnel_rig_complain(run, "a message has not come out");
        }
    }
    if (run->out.n != 0) {
        funnel_rig_complain(run, "a message has no end");
    }
    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        funnel_rig_access(run, false, offset, 0);
        check_read(run, offset, run->io.apb.prdata,
                   offset != TR_TS_COUNTER_LOW_OFFSET && offset != TR_TS_COUNTER_HIGH_OFFSET);
    }
    run->kind->destroy(run->rtl);
}
