/* SPDX-License-Identifier: Apache-2.0 */
#include "random_events.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum {
    RUNS,
    HALTED,
    IN_RESET,
    ASLEEP,
};

/* Elements of a stream as marks, and its instructions. */
struct decoded {
    uint64_t pc[RE_MAX_PCS];
    size_t n;
    struct re_mark mark[RE_MAX_MARKS];
    size_t marks;
};

static struct re_mark *add(struct random_events *e, enum re_kind kind, uint32_t codes)
{
    assert_true(e->marks < RE_MAX_MARKS);
    e->mark[e->marks] = (struct re_mark){.kind = kind, .codes = codes, .at = e->n};
    return &e->mark[e->marks++];
}

void random_events_init(struct random_events *e, struct rh_hart *hart, const struct re_odds *odds,
                        uint64_t seed)
{
    memset(e, 0, sizeof *e);
    e->odds = *odds;
    e->hart = hart;
    e->tracing = true;
    e->reasons = 1u << NEXUS_SYNC_TRACE_ENABLE;
    rh_seed(&e->rng, seed ^ UINT64_C(0xE7E27));
}

/* The trace ends. A trigger that has not been reported yet has no instruction until trace begins
 * again. */
static void close(struct random_events *e, uint32_t evcodes)
{
    if (e->open) {
        add(e, RE_OFF, evcodes);
    }
    e->open = false;
    e->maybe = e->maybe || e->external;
    e->external = false;
    e->in_reset = false;
    e->off_pending = false;
}

/* --- what is put on the port --- */

static void begin_pause(struct random_events *e)
{
    static const uint32_t evcode[] = {
        [HALTED] = 1u << NEXUS_EVCODE_DEBUG, [ASLEEP] = 1u << NEXUS_EVCODE_LOW_POWER};
    bool switched_off = e->off_pending;
    if (rh_chance(&e->rng, e->odds.halt)) {
        e->pause = HALTED;
    } else if (rh_chance(&e->rng, e->odds.reset)) {
        e->pause = IN_RESET;
    } else if (rh_chance(&e->rng, e->odds.sleep)) {
        e->pause = ASLEEP;
    } else {
        return;
    }
    e->left = 1 + rh_below(&e->rng, 3);
    if (e->pause == IN_RESET) {
        e->in_reset = e->open;
        rh_reset(e->hart);
    } else {
        close(e, evcode[e->pause] | (switched_off ? 1u << NEXUS_EVCODE_TRACE_DISABLED : 0u));
    }
}

/* A cycle of a pause; in reset and debug mode sometimes with a block, which must not be traced. */
static void pause_record(struct random_events *e, struct rh_step *step)
{
    struct ingress_cycle *in = &step->in;
    memset(step, 0, sizeof *step);
    e->hart->cycle += 1 + (rh_chance(&e->rng, 4) ? rh_below(&e->rng, 5) : 0);
    in->cycle = in->time = e->hart->cycle;
    in->priv = e->pause == HALTED && rh_chance(&e->rng, 2) ? INGRESS_PRIV_D : e->hart->priv;
    in->context = e->hart->context;
    in->halted = e->pause == HALTED && (in->priv != INGRESS_PRIV_D || rh_chance(&e->rng, 2));
    in->reset = e->pause == IN_RESET;
    in->lowpower = e->pause == ASLEEP;
    if (e->pause != ASLEEP && rh_chance(&e->rng, 3)) {
        in->nblocks = 1;
        in->block[0] = (struct ingress_block){
            .iaddr = 0x100, .iretire = 2, .ilastsize = 1, .itype = INGRESS_ITYPE_TAKEN};
    }
}

static void end_pause(struct random_events *e)
{
    static const uint32_t sync[] = {[HALTED] = NEXUS_SYNC_EXIT_DEBUG,
                                    [IN_RESET] = NEXUS_SYNC_EXIT_RESET,
                                    [ASLEEP] = NEXUS_SYNC_EXIT_POWER_DOWN};
    e->reasons |= 1u << sync[e->pause];
    if (e->pause == HALTED && rh_chance(&e->rng, 3)) {
        rh_move(e->hart);
    }
    e->pause = RUNS;
}

/* Bits of the record: triggers and external inputs. Returns trace-on (1), trace-off (2). */
static unsigned choose_triggers(struct random_events *e, struct ingress_cycle *in)
{
    unsigned act = 0;
    if (rh_chance(&e->rng, e->odds.external)) {
        in->ext_trig |= rh_chance(&e->rng, 2) ? 1u : 8u;
    }
    if (rh_chance(&e->rng, e->odds.on_off)) {
        act = 1 + rh_below(&e->rng, 3);
        if (rh_chance(&e->rng, 2)) {
            in->ext_trig |= (uint8_t)(act << 1);
        } else {
            in->trigger |= (uint16_t)act;
        }
    }
    for (unsigned i = 0; i < in->nblocks; i++) {
        if (in->block[i].iretire != 0 && rh_chance(&e->rng, e->odds.watch)) {
            in->trigger |= (uint16_t)(INGRESS_TRIGGER_NOTIFY << i);
        }
    }
    return act;
}

/* --- the account --- */

/* Trace-on: from this record on; one cycle after trace-off, tracing continues without a gap. */
static void switch_on(struct random_events *e, unsigned act, uint64_t cycle)
{
    bool on = (act & 1u) != 0;
    if (e->off_pending && !(on && cycle - e->off_cycle <= 1)) {
        close(e, 1u << NEXUS_EVCODE_TRACE_DISABLED);
        e->reasons |= 1u << NEXUS_SYNC_TRACE_ENABLE;
    }
    e->off_pending = false;
    e->tracing = e->tracing || on;
    if (!e->tracing) {
        e->reasons |= 1u << NEXUS_SYNC_TRACE_ENABLE;
    }
}

/* The first instruction, or trap, of a traced record, at `pc`. */
static void open_or_resume(struct random_events *e, uint64_t pc)
{
    struct re_mark *m;
    if (!e->open || e->in_reset) {
        m = add(e, RE_ON, e->in_reset ? 1u << NEXUS_SYNC_EXIT_RESET : e->reasons);
        m->has_pc = true;
        m->pc = pc;
        e->maybe = e->maybe || e->external;
        e->external = false;
    }
    if (e->external || e->maybe) {
        m = add(e, RE_EVENT, 1u << NEXUS_SYNC_EXTERNAL_TRIGGER);
        m->has_pc = true;
        m->optional = !e->external;
        m->pc = pc;
    }
    e->open = true;
    e->in_reset = false;
    e->external = false;
    e->maybe = false;
    e->reasons = 0;
}

static void account_blocks(struct random_events *e, const struct rh_step *step)
{
    unsigned at = 0;
    for (unsigned i = 0; i < step->in.nblocks; i++) {
        const struct ingress_block *b = &step->in.block[i];
        uint64_t end = b->iaddr + 2u * (uint64_t)b->iretire;
        uint64_t last = end - (b->ilastsize != 0 ? 4u : 2u);
        open_or_resume(e, b->iaddr);
        for (bool more = b->iretire != 0; more; at++) {
            assert_true(at < step->count && e->n < RE_MAX_PCS);
            if (step->pc[at] == last && (step->in.trigger & (INGRESS_TRIGGER_NOTIFY << i)) != 0) {
                struct re_mark *m = add(e, RE_EVENT, 1u << NEXUS_SYNC_TRACE_EVENT);
                m->has_pc = true;
                m->pc = last;
            }
            more = step->pc[at] != last;
            e->pc[e->n++] = step->pc[at];
        }
    }
    assert_int_equal(at, step->count);
}

void random_events_next(struct random_events *e, struct rh_step *step)
{
    if (e->pause == RUNS) {
        begin_pause(e);
    } else if (e->left == 0) {
        end_pause(e);
    }
    if (e->pause != RUNS) {
        e->left--;
        pause_record(e, step);
    } else {
        rh_step(e->hart, step);
    }
    unsigned act = choose_triggers(e, &step->in);
    switch_on(e, act, step->in.cycle);
    if ((step->in.ext_trig & 9u) != 0 && e->tracing) {
        e->external = e->external || e->open;
        e->maybe = true;
    }
    if (e->tracing && e->pause == RUNS) {
        account_blocks(e, step);
    }
    if (e->tracing && (act & 2u) != 0) {
        e->tracing = false;
        e->off_pending = e->open;
        e->off_cycle = step->in.cycle;
    }
}

void random_events_end(struct random_events *e)
{
    close(e, 1u << NEXUS_EVCODE_TRACE_DISABLED);
}

/* --- decoding --- */

static void take(struct decoded *d, struct flow_code *code, const struct flow_elem *el,
                 uint64_t seed)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    struct re_mark m = {
        .codes = 1u << (el->code & 15u), .at = d->n, .has_pc = true, .pc = el->start};
    switch (el->type) {
    case FLOW_ELEM_RANGE:
        flow_range_begin(&it, el);
        while (flow_range_next(&it, code, &insn) == FLOW_OK) {
            assert_true(d->n < RE_MAX_PCS);
            d->pc[d->n++] = it.where.pc;
        }
        return;
    case FLOW_ELEM_TRACE_ON:
        m.kind = RE_ON;
        break;
    case FLOW_ELEM_TRACE_OFF:
        m.kind = RE_OFF;
        break;
    case FLOW_ELEM_EVENT:
        if (el->code != NEXUS_SYNC_EXTERNAL_TRIGGER && el->code != NEXUS_SYNC_TRACE_EVENT) {
            return; /* periodic, or a full counter */
        }
        m.kind = RE_EVENT;
        break;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        fail_msg("seed %llu: message %llu: status %d: %s, pc 0x%llx", (unsigned long long)seed,
                 (unsigned long long)el->msg, el->status, el->hint != NULL ? el->hint : "",
                 (unsigned long long)el->start);
        return;
    default:
        return;
    }
    assert_true(d->marks < RE_MAX_MARKS);
    d->mark[d->marks++] = m;
}

static void compare_marks(const struct random_events *e, const struct decoded *d, uint64_t seed)
{
    static const char *const name[] = {"begin", "end", "event"};
    size_t k = 0;
    for (size_t i = 0; i < e->marks; i++) {
        static const struct re_mark nothing = {.at = SIZE_MAX};
        const struct re_mark *want = &e->mark[i];
        const struct re_mark *got = k < d->marks ? &d->mark[k] : &nothing;
        if (want->kind == got->kind && want->at == got->at && (want->codes & got->codes) != 0 &&
            (!want->has_pc || want->pc == got->pc)) {
            k++;
        } else if (!want->optional) {
            fail_msg("seed %llu: mark %zu: wanted %s, one of codes 0x%x, before instruction %zu at "
                     "0x%llx; got %s, code 0x%x, before %zu at 0x%llx",
                     (unsigned long long)seed, i, name[want->kind], (unsigned)want->codes, want->at,
                     (unsigned long long)want->pc, name[got->kind], (unsigned)got->codes, got->at,
                     (unsigned long long)got->pc);
        }
    }
    if (k != d->marks) {
        fail_msg("seed %llu: %zu marks, wanted %zu", (unsigned long long)seed, d->marks, k);
    }
}

void random_events_check(const struct random_events *e, const struct nexus_stream_cfg *cfg,
                         const uint8_t *bytes, size_t size, uint64_t seed)
{
    static struct nexus_decoder dec;
    static struct decoded d;
    struct flow_code code;
    struct flow_region region = {e->hart->cfg.base, RH_CODE_BYTES, e->hart->code};
    struct flow_code_image image = {&region, 1};
    struct flow_elem el;

    d.n = d.marks = 0;
    flow_code_init_image(&code, nexus_cfg_isa(cfg), &image);
    assert_int_equal(nexus_decoder_init(&dec, cfg, &code, bytes, size), NEXUS_OK);
    while (nexus_decoder_next(&dec, &el) == NEXUS_OK) {
        take(&d, &code, &el, seed);
    }
    compare_marks(e, &d, seed);
    for (size_t i = 0; i < e->n && i < d.n; i++) {
        if (e->pc[i] != d.pc[i]) {
            fail_msg("seed %llu: instruction %zu: executed 0x%llx, decoded 0x%llx",
                     (unsigned long long)seed, i, (unsigned long long)e->pc[i],
                     (unsigned long long)d.pc[i]);
        }
    }
    assert_int_equal(d.n, e->n);
}
