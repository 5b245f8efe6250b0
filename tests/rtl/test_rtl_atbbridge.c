/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ATB bridge in SystemVerilog against its model, clock by clock: random messages, a target that
 * waits, flushes and asks for synchronization, register accesses at any cycle.
 *
 * The RTL sends bytes as they come, the model has messages when they are whole. So there are two
 * models. One gets beat by beat what the RTL takes: all of ATB must be equal in every cycle. The
 * other gets messages, and a target that is always ready: it says which bytes must come. The first
 * one knows nothing of the rest of a message when the bridge is disabled, and cannot tell where
 * idle bytes of trAtbBridgeAsyncFreq belong: then, up to the next rest, only bytes are compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "atbbridge_regs.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rtl_atbbridge.h"

extern const struct rtl_atbbridge_kind rtl_atbbridge_min, rtl_atbbridge_typ, rtl_atbbridge_wide,
    rtl_atbbridge_async, rtl_atbbridge_rnd, rtl_atbbridge_et, rtl_atbbridge_etwid;

static const struct rtl_atbbridge_kind *const kinds[] = {
    &rtl_atbbridge_min, &rtl_atbbridge_typ, &rtl_atbbridge_wide, &rtl_atbbridge_async,
    &rtl_atbbridge_rnd, &rtl_atbbridge_et,  &rtl_atbbridge_etwid};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    MESSAGE = 48,
    BYTES = 1 << 17,
    CONTROL = TR_ATB_BRIDGE_CONTROL_OFFSET,
    IMPL = TR_ATB_BRIDGE_IMPL_OFFSET,
    ACTIVE = TR_ATB_BRIDGE_ACTIVE_MASK,
    ENABLE = TR_ATB_BRIDGE_ENABLE_MASK,
};

/* Bytes that left on ATB. */
struct bytes {
    uint8_t byte[BYTES];
    size_t n;
};

struct run {
    struct part_rig rig;
    const struct rtl_atbbridge_kind *kind;
    struct rtl_atbbridge *rtl;
    struct trm_atbbridge beats, whole; /* models */
    struct trm_atbbridge_cfg cfg;
    struct rh_rng rng;
    uint64_t seed, cycle;
    struct rtl_atbbridge_io io;
    uint8_t message[MESSAGE];
    unsigned n, at, longest;
    bool offering, taking;
    bool exact;          /* the first model is comparable */
    unsigned busy, wait; /* percent: messages; the target */
    unsigned flush_left; /* cycles until what is before the bridge is flushed */
    unsigned flush_next; /* the same of the next flush */
    bool flushing, flush_called, synced;
    /* The word on ATB is of before a reset; that of the second model, which is taken at once. */
    bool reset_word, whole_reset_word;
    struct bytes want, got;
};

/* What the runs have seen. */
static uint64_t exact_cycles, bytes_sent, flushes, syncs, withdrawn, resets;
static uint64_t swallowed, padding, disabled; /* disabled: with something queued */
static uint64_t reset_words;

static void complain(const void *ctx, const char *what)
{
    const struct run *run = ctx;
    fail_msg("%s: %s, seed %llu, cycle %llu", run->kind->name, what, (unsigned long long)run->seed,
             (unsigned long long)run->cycle);
}

static uint32_t model_read(struct run *run, uint32_t offset)
{
    uint32_t value;
    assert_int_equal(trm_atbbridge_reg_read(&run->beats, offset, 4, &value), TRM_OK);
    return value;
}

/* --- what is before the bridge, for the model --- */

static void up_sync(void *ctx)
{
    struct run *run = ctx;
    run->synced = true;
}

static void up_flush(void *ctx)
{
    struct run *run = ctx;
    run->flush_called = run->flushing = true;
    run->flush_left = run->flush_next;
}

static bool up_flushed(void *ctx)
{
    const struct run *run = ctx;
    return run->flush_left == 0;
}

static const struct trm_upstream_ops up_ops = {up_sync, up_flush, up_flushed};

/* Before a cycle: flushed_i answers in the cycle in which it is asked, or later. */
static void upstream(struct run *run)
{
    run->synced = run->flush_called = false;
    run->io.flushed = (run->flushing ? run->flush_left : run->flush_next) == 0;
}

static void upstream_end(struct run *run)
{
    if (run->flush_left > 0) {
        run->flush_left--;
    }
    if (!run->io.flush || run->io.flushed) {
        run->flushing = false;
        run->flush_left = 0;
        run->flush_next = rh_chance(&run->rng, 3) ? 0 : rh_below(&run->rng, 40);
    }
}

/* --- the target --- */

static void target(struct run *run)
{
    struct trm_atb_in *in = &run->io.target;
    in->atready = rh_below(&run->rng, 100) >= run->wait;
    in->syncreq = rh_chance(&run->rng, 50);
    if (!in->afvalid) {
        in->afvalid = rh_chance(&run->rng, 60);
    } else if (run->io.out.afready) {
        in->afvalid = rh_chance(&run->rng, 20); /* another one at once */
    } else if (rh_chance(&run->rng, 150)) {
        in->afvalid = false; /* not allowed by ATB, and survived */
        withdrawn++;
    }
}

static void log_word(struct bytes *log, const struct trm_atb_out *out, bool ready)
{
    if (out->atvalid && ready) {
        assert_true(log->n + out->atbytes + 1u <= BYTES);
        memcpy(log->byte + log->n, out->atdata, out->atbytes + 1u);
        log->n += out->atbytes + 1u;
    }
}

/* --- messages --- */

static void offer(struct run *run)
{
    struct rtl_link *link = &run->io.in;
    if (!run->offering) {
        run->offering = rh_below(&run->rng, 100) < run->busy || (run->at != 0 && run->busy == 0);
        if (run->offering && run->at == 0) {
            bool is_long = run->longest < 8 || rh_chance(&run->rng, 4);
            run->n = 1 + rh_below(&run->rng, is_long ? run->longest : 8);
            part_rig_message(&run->rng, run->message, run->n, run->cfg.etrace);
        }
    }
    link->valid = run->offering;
    part_rig_beat(link, run->kind->lanes, run->message, run->n, run->at);
}

static void taken(struct run *run, bool enabled)
{
    const struct rtl_link *in = &run->io.in;
    if (!in->valid || !in->ready) {
        return;
    }
    struct trm_link beats = trm_atbbridge_link(&run->beats);
    struct trm_link whole = trm_atbbridge_link(&run->whole);
    unsigned left = run->n - run->at;
    unsigned bytes = left < run->kind->lanes ? left : run->kind->lanes;
    if (run->at == 0) {
        run->taking = enabled;
        assert_true(whole.ops->can_accept(whole.ctx, run->n));
        whole.ops->put(whole.ctx, run->message, run->n);
    }
    if (run->taking) {
        assert_true(beats.ops->can_accept(beats.ctx, bytes));
        beats.ops->put(beats.ctx, run->message + run->at, bytes);
    }
    run->at = in->last ? 0 : run->at + bytes;
    run->offering = false;
}

static void compare_atb(struct run *run, const struct trm_atb_out *want)
{
    const struct trm_atb_out *got = &run->io.out;
    if (got->atvalid != want->atvalid || got->afready != want->afready) {
        complain(run, "ATVALID or AFREADY differ");
    }
    if (got->atvalid && (got->atbytes != want->atbytes || got->atid != want->atid ||
                         memcmp(got->atdata, want->atdata, TRM_ATB_BYTES_MAX) != 0)) {
        complain(run, "the words on ATB differ");
    }
    exact_cycles++;
    flushes += got->afready;
}

static void clock_both(void *ctx)
{
    struct run *run = ctx;
    bool enabled = (model_read(run, CONTROL) & ENABLE) != 0;
    struct trm_atb_out want = *trm_atbbridge_out(&run->beats);
    struct trm_atb_out whole = *trm_atbbridge_out(&run->whole);
    const struct trm_atb_in ready = {.atready = true};
    run->cycle++;
    offer(run);
    target(run);
    upstream(run);
    run->kind->cycle(run->rtl, &run->io);
    if (run->exact) {
        compare_atb(run, &want);
    }
    run->reset_word = run->reset_word && run->io.out.atvalid;
    if (run->reset_word) {
        run->reset_word = !run->io.target.atready;
        reset_words++;
    } else {
        log_word(&run->got, &run->io.out, run->io.target.atready);
    }
    if (!run->whole_reset_word) {
        log_word(&run->want, &whole, true);
    }
    run->whole_reset_word = false;
    trm_atbbridge_tick(&run->beats, &run->io.target);
    const struct trm_link in = trm_atbbridge_link(&run->beats);
    if (run->io.in.stopped != trm_link_stopped(&in)) {
        complain(run, "the level `stopped` differs");
    }
    trm_atbbridge_tick(&run->whole, &ready);
    if (run->synced != run->io.sync || (run->flush_called && !run->io.flush && run->exact)) {
        complain(run, "a request to the sender differs");
    }
    syncs += run->synced;
    upstream_end(run);
    taken(run, enabled);
    if (run->got.n > run->want.n || memcmp(run->got.byte, run->want.byte, run->got.n) != 0) {
        complain(run, "other bytes than those of the messages");
    }
}

/* --- registers --- */

/* The first model's buffer does not show the rest of a message. */
static uint32_t read_model(void *ctx, uint32_t offset, uint32_t *unknown)
{
    struct run *run = ctx;
    bool known = offset != CONTROL || (run->exact && !(run->at != 0 && run->taking));
    *unknown = known ? 0 : TR_ATB_BRIDGE_EMPTY_MASK;
    return model_read(run, offset);
}

static void write_model(void *ctx, uint32_t offset, uint32_t value)
{
    struct run *run = ctx;
    assert_int_equal(trm_atbbridge_reg_write(&run->beats, offset, 4, value), TRM_OK);
    assert_int_equal(trm_atbbridge_reg_write(&run->whole, offset, 4, value), TRM_OK);
}

static void access(struct run *run, bool write, uint32_t offset, uint32_t value)
{
    (void)part_rig_access(&run->rig, write, offset, value);
}

static void control(struct run *run, uint32_t value)
{
    if (!rh_chance(&run->rng, 3)) { /* between messages */
        unsigned busy = run->busy;
        run->busy = 0;
        for (unsigned i = 0; run->at != 0 || run->offering; i++) {
            clock_both(run);
            assert_true(i < 10000);
        }
        access(run, true, CONTROL, value);
        run->busy = busy;
        return;
    }
    access(run, true, CONTROL, value);
    if (run->at != 0 && run->taking) {
        run->exact = false;
    }
}

/* Are the words the model's, too? Where a message has several beats, it looks at each of them for
 * trAtbBridgeAsyncFreq; and it sends the null packets of E-Trace at once. */
static bool comparable(const struct run *run)
{
    return !run->cfg.async || (!run->cfg.etrace && run->longest <= run->kind->lanes);
}

/* All is sent and no flush goes on: both have the same bytes, and are equal from here on. */
static void rest(struct run *run)
{
    unsigned busy = run->busy, wait = run->wait;
    run->busy = run->wait = 0;
    for (unsigned i = 0; i < 300 || run->io.target.afvalid || run->io.out.afready; i++) {
        clock_both(run);
        assert_true(i < 10000);
    }
    if (run->got.n != run->want.n) {
        complain(run, "bytes are missing");
    }
    run->busy = busy;
    run->wait = wait;
    run->exact = comparable(run);
}

static void reset(struct run *run)
{
    access(run, true, CONTROL, 0);
    resets++;
    run->reset_word = run->whole_reset_word = true; /* if there is one */
    run->taking = false;
    bytes_sent += run->got.n;
    run->got.n = run->want.n = 0;
    part_rig_clocks(&run->rig, rh_below(&run->rng, 40));
    access(run, false, CONTROL, 0);
    access(run, true, CONTROL, rh_next(&run->rng) | ACTIVE);
    access(run, false, CONTROL, 0);
}

static uint32_t random_id(struct run *run)
{
    return rh_next(&run->rng) & ~(uint32_t)(ENABLE | ACTIVE);
}

static void one_session(struct run *run)
{
    run->busy = 5 + rh_below(&run->rng, 95);
    run->wait = rh_below(&run->rng, 95);
    access(run, true, IMPL, rh_next(&run->rng));
    access(run, false, IMPL, 0);
    control(run, random_id(run) | ACTIVE | ENABLE);
    for (unsigned i = rh_below(&run->rng, 10); i > 0; i--) {
        part_rig_clocks(&run->rig, rh_below(&run->rng, 300));
        access(run, false, CONTROL, 0);
        if (rh_chance(&run->rng, 3)) {
            access(run, true, CONTROL, random_id(run) | ACTIVE | ENABLE);
        }
        if (rh_chance(&run->rng, 4)) {
            access(run, true, IMPL, rh_next(&run->rng)); /* bytes are counted on */
        }
        run->busy = rh_chance(&run->rng, 4) ? rh_below(&run->rng, 100) : run->busy;
    }
    if (rh_chance(&run->rng, 6)) {
        reset(run);
        return;
    }
    control(run, random_id(run) | ACTIVE);
    disabled += (model_read(run, CONTROL) & TR_ATB_BRIDGE_EMPTY_MASK) == 0;
    part_rig_clocks(&run->rig, rh_below(&run->rng, 100));
    access(run, false, CONTROL, 0);
    if (!run->exact || rh_chance(&run->rng, 2)) {
        rest(run);
    }
}

static void random_run(uint64_t seed)
{
    static struct run run;
    memset(&run, 0, sizeof run);
    run.rig = (struct part_rig){.apb = &run.io.apb,
                                .run = &run,
                                .clock = clock_both,
                                .read = read_model,
                                .write = write_model,
                                .complain = complain};
    run.kind = kinds[seed % KINDS];
    run.seed = seed;
    rh_seed(&run.rng, seed);
    run.kind->cfg(&run.cfg);
    run.longest = run.cfg.async && seed / KINDS % 2 == 0 ? run.kind->lanes : MESSAGE;
    assert_int_equal(trm_atbbridge_init(&run.beats, &run.cfg), TRM_OK);
    run.cfg.wait_ticks = 0;
    assert_int_equal(trm_atbbridge_init(&run.whole, &run.cfg), TRM_OK);
    trm_atbbridge_set_upstream(&run.beats, (struct trm_upstream){&up_ops, &run});
    run.rtl = run.kind->create();
    run.exact = comparable(&run);
    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        access(&run, false, offset, 0);
    }
    access(&run, true, CONTROL, rh_next(&run.rng) | ACTIVE);
    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        access(&run, false, offset, 0);
    }
    for (unsigned i = 0; i < 20; i++) {
        one_session(&run);
    }
    bytes_sent += run.got.n;
    swallowed += run.whole.stats.swallowed;
    padding += run.cfg.async ? run.whole.stats.padding : 0;
    run.kind->destroy(run.rtl);
}

/* Holds TCI-ATB-001..007 TCI-REG-173..185 TCI-RST-007 TCI-RST-043 TCI-COMP-010 TCI-MAP-050
 * TCI-MAP-051 TCI-MIN-023 TCI-COMP-031 */
static void atb_and_registers_as_in_the_model(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < rig_seeds(16 * KINDS); seed++) {
        random_run(seed);
    }
    assert_true(exact_cycles > 100000 && bytes_sent > 100000 && resets > 50);
    assert_true(reset_words > 100);
    assert_true(flushes > 1000 && syncs > 1000 && withdrawn > 100);
    assert_true(swallowed > 100 && padding > 100 && disabled > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atb_and_registers_as_in_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
