/* SPDX-License-Identifier: Apache-2.0 */
#include "rtl_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "trm/trm_encoder_upstream.h"

void rig_script_clear(struct rig_script *s)
{
    s->n = 0;
}

void rig_script_free(struct rig_script *s)
{
    free(s->step);
    *s = (struct rig_script){.n = 0};
}

struct rig_step *rig_add(struct rig_script *s)
{
    if (s->n == s->room) {
        s->room = s->room == 0 ? 1024 : 2 * s->room;
        s->step = realloc(s->step, s->room * sizeof *s->step);
        assert_non_null(s->step);
    }
    s->step[s->n] = (struct rig_step){.has_record = false};
    return &s->step[s->n++];
}

void rig_idle(struct rig_script *s, unsigned cycles)
{
    for (unsigned i = 0; i < cycles; i++) {
        (void)rig_add(s);
    }
}

void rig_write(struct rig_script *s, uint32_t offset, uint32_t value)
{
    struct rig_step *step = rig_add(s);
    step->has_write = true;
    step->offset = offset;
    step->value = value;
}

void rig_record(struct rig_script *s, const struct ingress_cycle *record)
{
    struct rig_step *step = rig_add(s);
    step->has_record = true;
    step->record = *record;
}

/* --- one run --- */

struct bus {
    enum {
        BUS_IDLE,
        BUS_SETUP,
        BUS_ACCESS
    } state;
    uint32_t offset, value;
    unsigned waited, size; /* size in bytes */
};

struct run {
    bool blocked; /* the link, in accesses */
    bool stopped; /* the link, at all times */
    const struct rtl_encoder_kind *kind;
    struct rtl_encoder *rtl;
    struct trm_encoder model;
    struct rig_result *r;
    uint64_t cycle;
    bool own_time; /* rig_time was called */
    bool lossy;    /* rig_lossy was */
    uint64_t time;
    struct bus bus;
    bool differ; /* in what was compared and left out */
    bool in_message;
    bool packet; /* of E-Trace, of which this many bytes are left */
    unsigned left;
    bool held; /* a beat waits */
    struct rtl_encoder_out beat;
    bool sync, flush;           /* requests for the next clock, or under way */
    uint64_t flush_mark;        /* bytes of the model when the flush began */
    unsigned flush_ready;       /* clocks since then in which the link took what came */
    uint64_t at[RIG_BYTES / 2]; /* cycle of each message of the RTL */
    size_t messages;
};

static uint8_t model_bytes[RIG_BYTES], rtl_bytes[RIG_BYTES];

static bool can_accept(void *ctx, size_t n)
{
    const struct rig_result *r = ctx;
    return r->model_n + n <= RIG_BYTES;
}

/* First byte and length of the model's messages: registers may change before the RTL's come. */
static uint8_t made[RIG_BYTES / 2][2];
static size_t made_n;

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct rig_result *r = ctx;
    uint8_t *m = made[made_n++ % (RIG_BYTES / 2)];
    m[0] = bytes[0];
    m[1] = (uint8_t)n;
    memcpy(r->model + r->model_n, bytes, n);
    r->model_n += n;
}

static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};

static void complain(struct run *run, const char *what)
{
    if (run->r->why[0] == 0) {
        (void)snprintf(run->r->why, sizeof run->r->why, "cycle %llu: %s",
                       (unsigned long long)run->cycle, what);
    }
}

/* The rules of the link (docs/reference/rtl.md, Links), and its bytes. */
static void take_beat(struct run *run, const struct rtl_encoder_out *out, bool ready)
{
    unsigned lanes = run->kind->lanes, end = lanes;
    if (run->held && (!out->link_valid || out->link_last != run->beat.link_last ||
                      out->link_bytes != run->beat.link_bytes ||
                      memcmp(out->link_data, run->beat.link_data, lanes) != 0)) {
        complain(run, "a beat changed while it waited");
    }
    run->held = out->link_valid && !ready;
    run->beat = *out;
    if (!out->link_valid || !ready) {
        return;
    }
    if (!run->in_message) {
        const uint8_t *m = made[run->messages % (RIG_BYTES / 2)];
        bool same = run->messages < made_n && m[0] == out->link_data[0];
        run->left = rig_packet_bytes(&run->model, out->link_data[0]);
        run->packet = run->left != 0;
        run->left = run->packet && same ? m[1] : run->left;
    }
    for (unsigned i = lanes; i-- > 0;) {
        end = (out->link_data[i] & 3u) == 3u ? i : end;
    }
    if (run->packet) {
        end = run->left <= lanes ? run->left - 1 : lanes;
        run->left -= end < lanes ? run->left : lanes;
    }
    if (out->link_last != (end < lanes) || out->link_bytes != (end < lanes ? end + 1 : lanes)) {
        complain(run, "last or bytes do not agree with the message's end");
    }
    for (unsigned i = end + 1; i < lanes; i++) {
        if (out->link_data[i] != (run->packet ? 0x00 : 0xFF)) {
            complain(run, "a lane after the end is not idle");
        }
    }
    if (!run->in_message) {
        run->at[run->messages++ % (RIG_BYTES / 2)] = run->cycle;
    }
    run->in_message = !out->link_last;
    for (unsigned i = 0; i < lanes && i <= end && run->r->rtl_n < RIG_BYTES; i++) {
        run->r->rtl[run->r->rtl_n++] = out->link_data[i];
    }
}

/* The timestamps from outside. */
static void next_cycle(struct run *run, struct rtl_encoder_in *in)
{
    run->cycle++;
    run->r->cycles = run->cycle;
    in->time = run->own_time ? run->time : run->cycle * 3;
    in->shared = run->cycle * 7;
}

static void tick_model(struct run *run, const struct rtl_encoder_in *in)
{
    trm_encoder_external_in(&run->model, in->time);
    trm_encoder_timestamp_in(&run->model, in->shared);
    trm_encoder_tick(&run->model);
}

/* A flush: what the model had sent when it began has come out before it ends, in bounded time. */
static void watch_flush(struct run *run, const struct rtl_encoder_out *out, bool ready)
{
    unsigned most = 100 + 32 * run->kind->blocks * TRM_ENCODER_MESSAGE_MAX / run->kind->lanes;
    if (!run->flush) {
        return;
    }
    if (!run->lossy && out->flushed && run->r->left_out + run->r->rtl_n < run->flush_mark) {
        complain(run, "flushed too early");
    }
    if ((run->flush_ready += ready ? 1u : 0u) > most) {
        complain(run, "a flush takes too long");
    }
    run->r->flushes += out->flushed ? 1u : 0u;
    run->flush = !out->flushed;
}

/* Requests of this clock, as the model sees them: before its record. */
static void request_model(struct run *run)
{
    struct trm_encoder_upstream up;
    if (run->sync) {
        struct trm_upstream to = trm_encoder_upstream(&up, &run->model);
        to.ops->sync(to.ctx);
    }
    run->sync = false;
}

/* One clock of both. Returns true when the RTL refused the record. */
static bool clock_both(struct run *run, const struct ingress_cycle *record, bool ready)
{
    struct rtl_encoder_in in = {.link_ready = ready, .link_stopped = run->stopped};
    struct rtl_encoder_out out;
    struct ingress_cycle now;
    next_cycle(run, &in);
    if (record != NULL) {
        now = *record;
        now.cycle = run->cycle;
        now.time = in.time;
        in.record = &now;
    }
    in.psel = run->bus.state != BUS_IDLE;
    in.penable = run->bus.state == BUS_ACCESS;
    in.pwrite = true;
    in.paddr = run->bus.offset;
    in.pwdata = run->bus.value;
    in.left_out = run->bus.size == 4 ? 0 : (uint8_t)(15u & ~((1u << run->bus.size) - 1u));
    in.flush = run->flush;
    in.sync = run->sync;
    run->kind->cycle(run->rtl, &in, &out);
    watch_flush(run, &out, ready);
    take_beat(run, &out, ready);
    tick_model(run, &in);
    request_model(run);
    if (record != NULL && !out.stall && trm_encoder_ingress(&run->model, &now)) {
        complain(run, "the model stalls");
    }
    run->r->records += record != NULL && !out.stall ? 1u : 0u;
    run->r->stalls += out.stall ? 1u : 0u;
    if (run->bus.state == BUS_ACCESS && out.pready) {
        (void)trm_encoder_reg_write(&run->model, run->bus.offset, run->bus.size, run->bus.value);
        run->bus.state = BUS_IDLE;
    } else if (run->bus.state == BUS_ACCESS && ++run->bus.waited > 1000) {
        complain(run, "a write never ends");
        run->bus.state = BUS_IDLE;
    } else if (run->bus.state == BUS_SETUP) {
        run->bus.state = BUS_ACCESS;
    }
    return record != NULL && out.stall;
}

static void start_store(struct run *run, uint32_t offset, unsigned size, uint32_t value)
{
    while (run->bus.state != BUS_IDLE) {
        (void)clock_both(run, NULL, !run->blocked);
    }
    run->bus = (struct bus){BUS_SETUP, offset, value, 0, size};
}

static void store_now(struct run *run, uint32_t offset, unsigned size, uint32_t value)
{
    start_store(run, offset, size, value);
    while (run->bus.state != BUS_IDLE) {
        (void)clock_both(run, NULL, !run->blocked);
    }
}

static uint32_t read_rtl(struct run *run, uint32_t offset)
{
    struct rtl_encoder_in in = {
        .link_ready = !run->blocked, .link_stopped = run->stopped, .psel = true, .paddr = offset};
    struct rtl_encoder_out out;
    next_cycle(run, &in);
    run->kind->cycle(run->rtl, &in, &out);
    take_beat(run, &out, !run->blocked);
    tick_model(run, &in);
    next_cycle(run, &in);
    in.penable = true;
    run->kind->cycle(run->rtl, &in, &out);
    take_beat(run, &out, !run->blocked);
    tick_model(run, &in);
    if (!out.pready || out.pslverr) {
        complain(run, "a read is not answered");
    }
    return out.prdata;
}

static void compare_registers(struct run *run, bool exact)
{
    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        uint32_t got = read_rtl(run, offset), want = 0;
        assert_int_equal(trm_encoder_reg_read(&run->model, offset, 4, &want), TRM_OK);
        if (offset == TR_TE_DATA_CONTROL_OFFSET) {
            want |= rig_data_status(run->r, got, exact);
        }
        if (offset == TR_TE_CONTROL_OFFSET) {
            run->r->loss |= (got & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
            if (run->r->stalls != 0 || !exact) { /* the model's queue never fills */
                want |= got & TR_TE_INST_STALL_OR_OVERFLOW_MASK;
            }
        }
        if (got != want && run->r->why[0] == 0) {
            (void)snprintf(run->r->why, sizeof run->r->why,
                           "register 0x%03x reads 0x%08x, in the model 0x%08x", offset, got, want);
        }
    }
}

static void finish(struct run *run, bool exact)
{
    uint32_t control;
    assert_int_equal(trm_encoder_reg_read(&run->model, TR_TE_CONTROL_OFFSET, 4, &control), TRM_OK);
    trm_encoder_stream_cfg(&run->model, &run->r->stream);
    store_now(run, TR_TE_CONTROL_OFFSET, 4,
              control & ~(TR_TE_ENABLE_MASK | TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    unsigned polls = 0;
    for (unsigned i = 0; run->flush && i < 5000; i++) {
        (void)clock_both(run, NULL, true);
    }
    if ((control & TR_TE_ACTIVE_MASK) != 0) {
        for (; polls < 2000 && (read_rtl(run, 0) & TR_TE_EMPTY_MASK) == 0; polls++) {
        }
    }
    if (polls == 2000) {
        complain(run, "trTeEmpty stays 0");
    }
    for (unsigned i = 0; run->in_message && i < 200; i++) { /* not waited for when inactive */
        (void)clock_both(run, NULL, true);
    }
    if (run->in_message) {
        complain(run, "a message has no end");
    }
    compare_registers(run, exact);
}

/* The buffers fill: leave out what is equal. */
static void leave_out(struct run *run)
{
    struct rig_result *r = run->r;
    if (run->differ || r->model_n < RIG_BYTES / 2 || r->rtl_n < RIG_BYTES / 2) {
        return;
    }
    size_t n = rig_equal_bytes(r, &r->message);
    run->differ = n < RIG_BYTES / 4;
    r->left_out += n;
    r->model_n -= n;
    r->rtl_n -= n;
    memmove(r->model, r->model + n, r->model_n);
    memmove(r->rtl, r->rtl + n, r->rtl_n);
}

static void compare(struct run *run)
{
    struct rig_result *r = run->r;
    r->offset = rig_equal_bytes(r, &r->message);
    r->equal = r->offset == r->model_n && r->offset == r->rtl_n && r->why[0] == 0;
    for (size_t at = 0;
         at < r->offset && !run->model.cfg.etrace && r->stream.src_bits > 0 && r->stream.timestamps;
         at = rig_message_end(r->model, r->model_n, at)) {
        r->sent |= UINT64_C(1) << (r->model[at] >> 2);
    }
    r->rtl_cycle = r->message < run->messages ? run->at[r->message % (RIG_BYTES / 2)] : 0;
}

static struct run the_run;

void rig_begin(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
               struct rig_result *r)
{
    struct run *run = &the_run;
    memset(run, 0, sizeof *run);
    made_n = 0;
    *r = (struct rig_result){.model = model_bytes, .rtl = rtl_bytes};
    run->kind = kind;
    run->r = r;
    r->etrace = cfg->etrace;
    run->rtl = kind->create();
    assert_int_equal(trm_encoder_init(&run->model, cfg), TRM_OK);
    trm_encoder_connect(&run->model, (struct trm_link){&ops, r});
}

void rig_trace(const struct rtl_encoder_kind *kind, uint32_t control, uint32_t features,
               struct rig_result *r)
{
    struct trm_encoder_cfg cfg;
    kind->cfg(&cfg);
    rig_begin(kind, &cfg, r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_INST_FEATURES_OFFSET, features);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                                      TR_TE_INST_STALL_ENA_MASK | control);
    for (unsigned i = 0; i < 4; i++) {
        rig_clock(NULL, true);
    }
}

void rig_set(uint32_t offset, uint32_t value)
{
    store_now(&the_run, offset, 4, value);
}

void rig_store(uint32_t offset, unsigned size, uint32_t value)
{
    store_now(&the_run, offset, size, value);
}

void rig_begin_write(uint32_t offset, uint32_t value)
{
    start_store(&the_run, offset, 4, value);
}

void rig_lossy(void)
{
    the_run.lossy = true;
}

uint32_t rig_get(uint32_t offset)
{
    uint32_t value = 0;
    assert_int_equal(trm_encoder_reg_read(&the_run.model, offset, 4, &value), TRM_OK);
    return value;
}

uint32_t rig_get_rtl(uint32_t offset)
{
    return read_rtl(&the_run, offset);
}

void rig_block(bool blocked)
{
    the_run.blocked = blocked;
}

void rig_link_stops(bool stopped)
{
    the_run.stopped = stopped;
}

void rig_time(uint64_t time)
{
    the_run.own_time = true;
    the_run.time = time;
}

void rig_request(bool sync, bool flush)
{
    the_run.sync |= sync;
    if (flush && !the_run.flush) {
        the_run.flush = true;
        the_run.flush_mark = the_run.r->left_out + the_run.r->model_n;
        the_run.flush_ready = 0;
    }
}

void rig_clock(const struct ingress_cycle *record, bool ready)
{
    unsigned tries = 0;
    while (clock_both(&the_run, record, ready || tries > 0)) {
        if (++tries > 10000) {
            complain(&the_run, "stalled for ever");
            break;
        }
    }
    leave_out(&the_run);
}

void rig_end(bool exact)
{
    the_run.blocked = false;
    the_run.stopped = false;
    while (the_run.bus.state != BUS_IDLE) {
        (void)clock_both(&the_run, NULL, true);
    }
    finish(&the_run, exact);
    compare(&the_run);
    the_run.kind->destroy(the_run.rtl);
}

void rig_run(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
             const struct rig_script *s, bool exact, struct rig_result *r)
{
    rig_begin(kind, cfg, r);
    for (size_t i = 0; i < s->n; i++) {
        const struct rig_step *step = &s->step[i];
        rig_request(step->sync, step->flush);
        rig_clock(step->has_record ? &step->record : NULL, !step->refuse);
        if (step->has_write) {
            start_store(&the_run, step->offset, step->size != 0 ? step->size : 4, step->value);
        }
    }
    rig_end(exact);
}
