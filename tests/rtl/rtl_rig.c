/* SPDX-License-Identifier: Apache-2.0 */
#include "rtl_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"

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

void rig_record(struct rig_script *s, const struct trm_ingress *record)
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
    unsigned waited;
};

struct run {
    const struct rtl_encoder_kind *kind;
    struct rtl_encoder *rtl;
    struct trm_encoder model;
    struct rig_result *r;
    uint64_t cycle;
    bool own_time; /* rig_time was called */
    uint64_t time;
    struct bus bus;
    bool in_message;
    bool held; /* a beat waits */
    struct rtl_encoder_out beat;
    uint64_t at[RIG_BYTES / 2]; /* cycle of each message of the RTL */
    size_t messages;
};

static uint8_t model_bytes[RIG_BYTES], rtl_bytes[RIG_BYTES];

static bool can_accept(void *ctx, size_t n)
{
    const struct rig_result *r = ctx;
    return r->model_n + n <= RIG_BYTES;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct rig_result *r = ctx;
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

/* The rules of the link (docs/rtl.md, Links), and its bytes. */
static void take_beat(struct run *run, const struct rtl_encoder_out *out, bool ready)
{
    unsigned lanes = run->kind->lanes, end = lanes;
    if (run->held && (!out->link_valid || out->link_last != run->beat.link_last ||
                      memcmp(out->link_data, run->beat.link_data, lanes) != 0)) {
        complain(run, "a beat changed while it waited");
    }
    run->held = out->link_valid && !ready;
    run->beat = *out;
    if (!out->link_valid || !ready) {
        return;
    }
    for (unsigned i = lanes; i-- > 0;) {
        end = (out->link_data[i] & 3u) == 3u ? i : end;
    }
    if (out->link_last != (end < lanes)) {
        complain(run, "last does not agree with MSEO");
    }
    for (unsigned i = end + 1; i < lanes; i++) {
        if (out->link_data[i] != 0xFF) {
            complain(run, "a lane behind the end is not idle");
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

/* One clock of both. Returns true when the RTL refused the record. */
static bool clock_both(struct run *run, const struct trm_ingress *record, bool ready)
{
    struct rtl_encoder_in in = {.link_ready = ready};
    struct rtl_encoder_out out;
    struct trm_ingress now;
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
    run->kind->cycle(run->rtl, &in, &out);
    take_beat(run, &out, ready);
    tick_model(run, &in);
    if (record != NULL && !out.stall && trm_encoder_ingress(&run->model, &now)) {
        complain(run, "the model stalls");
    }
    run->r->records += record != NULL && !out.stall ? 1u : 0u;
    run->r->stalls += out.stall ? 1u : 0u;
    if (run->bus.state == BUS_ACCESS && out.pready) {
        (void)trm_encoder_reg_write(&run->model, run->bus.offset, 4, run->bus.value);
        run->bus.state = BUS_IDLE;
    } else if (run->bus.state == BUS_ACCESS && ++run->bus.waited > 1000) {
        complain(run, "a write never ends");
        run->bus.state = BUS_IDLE;
    } else if (run->bus.state == BUS_SETUP) {
        run->bus.state = BUS_ACCESS;
    }
    return record != NULL && out.stall;
}

static void start_write(struct run *run, uint32_t offset, uint32_t value)
{
    while (run->bus.state != BUS_IDLE) {
        (void)clock_both(run, NULL, true);
    }
    run->bus = (struct bus){BUS_SETUP, offset, value, 0};
}

static void write_now(struct run *run, uint32_t offset, uint32_t value)
{
    start_write(run, offset, value);
    while (run->bus.state != BUS_IDLE) {
        (void)clock_both(run, NULL, true);
    }
}

static uint32_t read_rtl(struct run *run, uint32_t offset)
{
    struct rtl_encoder_in in = {.link_ready = true, .psel = true, .paddr = offset};
    struct rtl_encoder_out out;
    next_cycle(run, &in);
    run->kind->cycle(run->rtl, &in, &out);
    take_beat(run, &out, true);
    tick_model(run, &in);
    next_cycle(run, &in);
    in.penable = true;
    run->kind->cycle(run->rtl, &in, &out);
    take_beat(run, &out, true);
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
        (void)trm_encoder_reg_read(&run->model, offset, 4, &want);
        if (offset == TR_TE_CONTROL_OFFSET) {
            run->r->loss = (got & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
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
    (void)trm_encoder_reg_read(&run->model, TR_TE_CONTROL_OFFSET, 4, &control);
    trm_encoder_stream_cfg(&run->model, &run->r->stream);
    write_now(run, TR_TE_CONTROL_OFFSET,
              control & ~(TR_TE_ENABLE_MASK | TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    unsigned polls = 0;
    if ((control & TR_TE_ACTIVE_MASK) != 0) {
        for (; polls < 2000 && (read_rtl(run, 0) & TR_TE_EMPTY_MASK) == 0; polls++) {
        }
    }
    if (polls == 2000) {
        complain(run, "trTeEmpty stays 0");
    }
    if (run->in_message) {
        complain(run, "a message has no end");
    }
    compare_registers(run, exact);
}

static size_t message_end(const uint8_t *bytes, size_t n, size_t at)
{
    while (at < n && (bytes[at] & 3u) != 3u) {
        at++;
    }
    return at < n ? at + 1 : n;
}

static void compare(struct run *run)
{
    struct rig_result *r = run->r;
    size_t at = 0, message = 0;
    while (at < r->model_n && at < r->rtl_n) {
        size_t end = message_end(r->model, r->model_n, at);
        if (end > r->rtl_n || memcmp(r->model + at, r->rtl + at, end - at) != 0) {
            break;
        }
        at = end;
        message++;
    }
    r->equal = at == r->model_n && at == r->rtl_n && r->why[0] == 0;
    r->message = message;
    r->offset = at;
    r->rtl_cycle = message < run->messages ? run->at[message] : 0;
}

static struct run the_run;

void rig_begin(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
               struct rig_result *r)
{
    struct run *run = &the_run;
    memset(run, 0, sizeof *run);
    *r = (struct rig_result){.model = model_bytes, .rtl = rtl_bytes};
    run->kind = kind;
    run->r = r;
    run->rtl = kind->create();
    assert_int_equal(trm_encoder_init(&run->model, cfg), TRM_OK);
    trm_encoder_connect(&run->model, (struct trm_link){&ops, r});
}

void rig_set(uint32_t offset, uint32_t value)
{
    write_now(&the_run, offset, value);
}

uint32_t rig_get(uint32_t offset)
{
    uint32_t value = 0;
    assert_int_equal(trm_encoder_reg_read(&the_run.model, offset, 4, &value), TRM_OK);
    return value;
}

void rig_time(uint64_t time)
{
    the_run.own_time = true;
    the_run.time = time;
}

void rig_clock(const struct trm_ingress *record, bool ready)
{
    unsigned tries = 0;
    while (clock_both(&the_run, record, ready || tries > 0)) {
        if (++tries > 10000) {
            complain(&the_run, "stalled for ever");
            break;
        }
    }
}

void rig_end(bool exact)
{
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
        rig_clock(step->has_record ? &step->record : NULL, !step->refuse);
        if (step->has_write) {
            start_write(&the_run, step->offset, step->value);
        }
    }
    rig_end(exact);
}

/* --- a difference --- */

void rig_shrink(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                struct rig_script *s)
{
    struct rig_result r;
    for (size_t chunk = s->n / 2; chunk != 0; chunk /= 2) {
        for (size_t at = 0; at + chunk <= s->n;) {
            struct rig_script without = {.n = 0};
            for (size_t i = 0; i < s->n; i++) {
                if (i < at || i >= at + chunk) {
                    *rig_add(&without) = s->step[i];
                }
            }
            rig_run(kind, cfg, &without, true, &r);
            if (r.equal) {
                at += chunk;
                rig_script_free(&without);
            } else {
                rig_script_free(s);
                *s = without;
            }
        }
    }
}

static void print_messages(const char *who, const struct nexus_stream_cfg *stream,
                           const uint8_t *bytes, size_t n, size_t at)
{
    size_t from = at, end = at;
    for (size_t back = 0; back < 3 && from > 0; back++) {
        from--;
        while (from > 0 && (bytes[from - 1] & 3u) != 3u) {
            from--;
        }
    }
    print_message("%s, from byte %zu of %zu:\n", who, from, n);
    while (from < n && end < at + 30) {
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        char text[512] = "?\n";
        end = message_end(bytes, n, from);
        print_message("  %s", from == at ? ">" : " ");
        for (size_t i = from; i < end; i++) {
            print_message("%02x ", bytes[i]);
        }
        if (nexus_msg_decoder_init(&d, stream, bytes + from, end - from) == NEXUS_OK &&
            nexus_decode_next(&d, &m) == NEXUS_OK) {
            (void)bench_line(stream, &m, text, sizeof text);
        }
        print_message(" %s", text);
        from = end;
    }
}

void rig_print(const struct rig_result *r)
{
    print_message("message %zu, cycle %llu %s\n", r->message, (unsigned long long)r->rtl_cycle,
                  r->why);
    print_messages("model", &r->stream, r->model, r->model_n, r->offset);
    print_messages("RTL", &r->stream, r->rtl, r->rtl_n, r->offset);
}

static void print_step(size_t i, const struct rig_step *step)
{
    const struct trm_ingress *in = &step->record;
    if (step->has_write) {
        print_message("  %zu: write 0x%03x = 0x%08x\n", i, step->offset, step->value);
    }
    if (!step->has_record) {
        return;
    }
    print_message("  %zu: priv %u ctype %u ctx %llx trig %x ext %x%s%s%s", i, in->priv, in->ctype,
                  (unsigned long long)in->context, in->trigger, in->ext_trig,
                  in->halted ? " halted" : "", in->reset ? " reset" : "",
                  in->lowpower ? " lowpower" : "");
    for (unsigned k = 0; k < in->nblocks; k++) {
        const struct trm_block *b = &in->block[k];
        print_message(" [%llx +%u itype %u last %u%s]", (unsigned long long)b->iaddr, b->iretire,
                      b->itype, b->ilastsize, b->sijump ? " si" : "");
    }
    print_message("\n");
}

void rig_check(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
               struct rig_script *s, uint64_t seed)
{
    struct rig_result r;
    rig_run(kind, cfg, s, true, &r);
    if (r.equal) {
        return;
    }
    print_message("%s: RTL and model differ, seed %llu, %zu steps, message %zu, cycle %llu%s%s\n",
                  kind->name, (unsigned long long)seed, s->n, r.message,
                  (unsigned long long)r.rtl_cycle, r.why[0] != 0 ? "; " : "", r.why);
    rig_shrink(kind, cfg, s);
    rig_run(kind, cfg, s, true, &r);
    print_message("the shortest run found:\n");
    for (size_t i = 0; i < s->n && i < 60; i++) {
        print_step(i, &s->step[i]);
    }
    rig_print(&r);
    fail();
}
