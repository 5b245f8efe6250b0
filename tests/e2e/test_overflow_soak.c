/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Overflow: random programs on up to three harts, sinks slower than their encoders, a funnel in
 * between, random stalls, random register writes in the middle. Every decoded instruction was
 * executed, in its place; every gap is announced; what was decoded and what was dropped is what
 * retired while traced and qualified. tests/lib/trace_account.c says what is dropped, from the
 * messages that the sink accepted and from when they were made.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account_flow.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "ramsink_regs.h"
#include "random_setup.h"
#include "trace_account.h"
#include "trm/trm_funnel.h"
#include "trm/trm_ramsink.h"

enum {
    SOURCES = 3,
    EPOCHS = 3,
    INSNS = 1 << 17,
    MESSAGES = 1 << 16,
    SINK_BYTES = 1 << 20,
    REGIONS = 1 << 14,
    DRAIN_TICKS = 1 << 20,
};

typedef unsigned long long ull;

/* A hart, its encoder, and what the test knows of them. */
struct source {
    struct trm_encoder enc;
    struct rh_hart hart;
    struct rh_step step;
    bool refused;     /* step has not been taken yet */
    uint8_t quiet;    /* records without instructions to come: debug mode, reset, low power */
    uint32_t control; /* trTeControl as written */
    uint16_t src;
    uint32_t record, sessions;
    struct account_insn insn[INSNS];
    size_t insns;
    struct account_made made[MESSAGES];
    size_t messages;
    uint64_t messages_before, overflows_before; /* of earlier epochs */
};

/* Takes whole messages, a number of bytes per tick, and now and then nothing. */
struct slow_sink {
    uint8_t bytes[SINK_BYTES];
    size_t n;
    uint32_t rate, credit;
    bool closed;
};

/* One seed. */
struct soak {
    struct random_setup setup;
    struct rh_rng rng;
    unsigned sources, epochs;
    bool funnelled, ram; /* through a funnel; into a RAM sink */
    unsigned busy_one_in, write_one_in, quiet_one_in;
    uint8_t qualified; /* a filter takes only these privileges, bits of trTeFilterMatchPrivilege; 0
                          = no filter */
};

static struct source source[SOURCES];
static struct trm_funnel funnel;
static struct trm_ramsink ramsink;
static uint8_t sram[SINK_BYTES];
static struct slow_sink slow;
static struct account_region region[REGIONS];
static struct {
    uint64_t messages, decoded, dropped, traced, errors, stalls, starts;
} sum;

static bool slow_can_accept(void *ctx, size_t n)
{
    const struct slow_sink *s = ctx;
    return !s->closed && n <= s->credit && n <= SINK_BYTES - s->n;
}

static void slow_put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct slow_sink *s = ctx;
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
    s->credit -= (uint32_t)n;
}

static struct trm_link slow_link(void)
{
    static const struct trm_link_ops ops = {.can_accept = slow_can_accept, .put = slow_put};
    return (struct trm_link){&ops, &slow};
}

static void slow_tick(const struct soak *k, struct rh_rng *rng)
{
    slow.credit = slow.credit + slow.rate > 64 ? 64 : slow.credit + slow.rate;
    slow.closed = rh_chance(rng, k->busy_one_in);
}

/* ---- what a seed chooses ---- */

static void choose(struct soak *k, uint64_t seed)
{
    struct rh_rng *rng = &k->rng;
    struct random_setup *s = &k->setup;
    memset(k, 0, sizeof *k);
    random_setup_choose(s, seed);
    rh_seed(rng, seed ^ UINT64_C(0x50AC));
    k->sources = rh_chance(rng, 2) ? 1 : 2 + rh_below(rng, SOURCES - 1);
    k->epochs = 1 + rh_below(rng, EPOCHS);
    k->funnelled = k->sources > 1 || rh_chance(rng, 2);
    k->ram = rh_chance(rng, 3);
    k->busy_one_in = rh_chance(rng, 3) ? 0 : 2 + rh_below(rng, 6);
    k->write_one_in = rh_chance(rng, 4) ? 0 : 5 + rh_below(rng, 100);
    k->quiet_one_in = rh_chance(rng, 2) ? 0 : 10 + rh_below(rng, 100);
    k->qualified = rh_chance(rng, 3) ? (uint8_t)(1 + rh_below(rng, 8)) : 0;
    s->steps = 4 * s->steps / k->epochs;
    s->enc.icnt_bits = s->enc.icnt_bits < 6 ? 6 : s->enc.icnt_bits; /* above any block */
    s->enc.filters = k->qualified != 0;
    s->enc.fifo_bytes = TRM_ENCODER_FIFO_MIN + (rh_chance(rng, 2) ? 0 : rh_below(rng, 300));
    s->enc.link_bytes = rh_below(rng, 6);
    s->enc.restart_bytes = rh_below(rng, 100);
    if (k->sources > 1) { /* told apart by SRC */
        s->features &= ~(uint32_t)(TR_TE_SRC_BITS_MASK | TR_TE_SRC_ID_MASK);
        s->features |= 2u << TR_TE_SRC_BITS_SHIFT;
    }
    slow.rate = 1 + rh_below(rng, 3);
}

/* ---- registers ---- */

static void write_reg(struct source *s, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(&s->enc, offset, 4, value), TRM_OK);
}

static void write_control(struct source *s, uint32_t value)
{
    s->sessions += (value & ~s->control & TR_TE_ENABLE_MASK) != 0;
    write_reg(s, TR_TE_CONTROL_OFFSET, value);
    s->control = value & ~(uint32_t)TR_TE_INST_STALL_OR_OVERFLOW_MASK; /* written 1: cleared */
}

static uint32_t mode(uint32_t control)
{
    return (control & TR_TE_INST_MODE_MASK) >> TR_TE_INST_MODE_SHIFT;
}

static uint32_t with_mode(uint32_t control, uint32_t m)
{
    return (control & ~(uint32_t)TR_TE_INST_MODE_MASK) | m << TR_TE_INST_MODE_SHIFT;
}

static bool traces(const struct source *s)
{
    const uint32_t both = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    return (s->control & both) == both && mode(s->control) != TR_TE_INST_MODE_OFF;
}

/* Something that software may do at any time. */
static void random_write(struct source *s, struct rh_rng *rng)
{
    static const uint32_t modes[] = {TR_TE_INST_MODE_OFF, TR_TE_INST_MODE_BTM, TR_TE_INST_MODE_HTM};
    static const uint32_t toggles[] = {TR_TE_INST_TRACING_MASK, TR_TE_INST_TRACING_MASK,
                                       TR_TE_ENABLE_MASK,       TR_TE_INST_STALL_ENA_MASK,
                                       TR_TE_CONTEXT_MASK,      TR_TE_INST_STALL_OR_OVERFLOW_MASK};
    uint32_t v, n = rh_below(rng, 10);
    if (n < sizeof toggles / sizeof toggles[0]) {
        write_control(s, s->control ^ toggles[n]);
    } else if (n == 6 || n == 7) {
        write_control(s, with_mode(s->control, modes[rh_below(rng, 3)]));
    } else if (n == 8) {
        uint32_t sync = TR_TE_INST_SYNC_MODE_MASK | TR_TE_INST_SYNC_MAX_MASK;
        write_control(s, (s->control & ~sync) | (rh_next(rng) & sync & ~(UINT32_C(1) << 23)));
    } else {
        assert_int_equal(trm_encoder_reg_read(&s->enc, TR_TE_CONTROL_OFFSET, 4, &v), TRM_OK);
    }
}

/* ---- a run ---- */

static void connect(struct soak *k)
{
    struct trm_funnel_cfg f;
    struct trm_ramsink_cfg r;
    struct trm_link out = slow_link();
    if (k->ram) {
        trm_ramsink_cfg_init(&r);
        r.sram = sram;
        r.sram_bytes = SINK_BYTES;
        r.words_per_tick = 1;
        r.buffer_bytes = TRM_MESSAGE_MAX + 16 + rh_below(&k->rng, 64);
        assert_int_equal(trm_ramsink_init(&ramsink, &r), TRM_OK);
        out = trm_ramsink_link(&ramsink);
    }
    trm_funnel_cfg_init(&f);
    f.fifo_bytes = rh_chance(&k->rng, 2) ? 0 : TRM_FUNNEL_FIFO_MIN;
    f.link_bytes = 1 + rh_below(&k->rng, 6);
    assert_int_equal(trm_funnel_init(&funnel, &f), TRM_OK);
    trm_funnel_connect(&funnel, out);
    (void)trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4, TR_FUNNEL_ACTIVE_MASK);
    (void)trm_funnel_reg_write(&funnel, TR_FUNNEL_DIS_INPUT_OFFSET, 4, 0);
    (void)trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4,
                               TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
    for (unsigned i = 0; i < k->sources; i++) {
        trm_encoder_connect(&source[i].enc, k->funnelled ? trm_funnel_link(&funnel, i) : out);
    }
}

static void start_source(const struct soak *k, unsigned i, uint64_t seed)
{
    struct source *s = &source[i];
    struct trm_encoder_cfg cfg = k->setup.enc;
    assert_int_equal(trm_encoder_init(&s->enc, &cfg), TRM_OK);
    rh_init(&s->hart, &k->setup.hart, seed + i * UINT64_C(0x10001));
    s->src = (uint16_t)i;
    s->refused = false;
    s->quiet = 0;
    s->messages_before = s->overflows_before = 0;
    write_reg(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&s->enc);
    write_reg(s, TR_TE_INST_FEATURES_OFFSET,
              k->setup.features | (k->sources > 1 ? i << TR_TE_SRC_ID_SHIFT : 0));
    write_reg(s, TR_TS_CONTROL_OFFSET, k->setup.timestamps & TR_TS_ACTIVE_MASK);
    write_reg(s, TR_TS_CONTROL_OFFSET, k->setup.timestamps);
    if (k->qualified != 0) { /* filter 0: enabled, privileges */
        write_reg(s, 0x400, 3);
        write_reg(s, 0x404, k->qualified);
        write_reg(s, TR_TE_INST_FILTERS_OFFSET, 1);
    }
}

/* A new epoch: what may change only while nothing is in flight. */
static void start_epoch(struct soak *k)
{
    struct rh_rng *rng = &k->rng;
    bool inhibit = k->sources == 1 && rh_chance(rng, 3);
    uint32_t m = rh_chance(rng, 2) ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    uint32_t control = with_mode(k->setup.control, m) |
                       (inhibit ? (uint32_t)TR_TE_INHIBIT_SRC_MASK : 0) |
                       (rh_chance(rng, 8) ? (uint32_t)TR_TE_INST_STALL_ENA_MASK : 0);
    slow.n = 0;
    if (k->ram) {
        (void)trm_ramsink_reg_write(&ramsink, TR_RAM_CONTROL_OFFSET, 4, TR_RAM_ACTIVE_MASK);
        (void)trm_ramsink_reg_write(&ramsink, TR_RAM_WP_LOW_OFFSET, 4, 0);
        (void)trm_ramsink_reg_write(&ramsink, TR_RAM_CONTROL_OFFSET, 4,
                                    TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK);
    }
    for (unsigned i = 0; i < k->sources; i++) {
        struct source *s = &source[i];
        s->insns = s->messages = 0;
        s->record = 0;
        s->messages_before = s->enc.stats.messages;
        s->overflows_before = s->enc.stats.overflows;
        write_control(s, control & ~(uint32_t)TR_TE_INST_TRACING_MASK);
        trm_encoder_tick(&s->enc);
        write_control(s, control);
    }
}

/* Messages that were made since the last call. */
static void note_messages(struct source *s)
{
    uint64_t made = s->enc.stats.messages - s->messages_before + s->enc.fifo_count;
    assert_true(made >= s->messages && made < MESSAGES);
    while (s->messages < made) {
        s->made[s->messages++] =
            (struct account_made){s->record, s->sessions, mode(s->control) == TR_TE_INST_MODE_HTM};
    }
}

static void next_step(const struct soak *k, struct source *s, struct rh_rng *rng)
{
    static const uint8_t kinds[] = {1, 2, 3};
    if (s->quiet == 0 && rh_chance(rng, k->quiet_one_in)) {
        s->quiet = kinds[rh_below(rng, 3)];
        struct ingress_cycle *in = &s->step.in;
        s->step.count = 0;
        *in = (struct ingress_cycle){.cycle = s->hart.cycle, .time = s->hart.cycle};
        in->priv = s->quiet == 1 ? (uint8_t)INGRESS_PRIV_D : s->hart.priv;
        in->halted = s->quiet == 1;
        in->reset = s->quiet == 2;
        in->lowpower = s->quiet == 3;
    } else {
        s->quiet = 0;
        rh_step(&s->hart, &s->step);
    }
}

/* The record was taken: what it retired is traced, if it is. */
static void retire(const struct soak *k, struct source *s)
{
    const struct rh_step *step = &s->step;
    bool qualifies = k->qualified == 0 || (k->qualified >> step->in.priv & 1u) != 0;
    for (unsigned i = 0; i < step->count && traces(s) && qualifies; i++) {
        size_t slot = (size_t)(step->pc[i] - s->hart.cfg.base) / 2;
        uint8_t kind = s->hart.kind[slot];
        bool direct = kind == RH_JUMP || kind == RH_CALL;
        assert_true(s->insns < INSNS);
        s->insn[s->insns++] = (struct account_insn){
            .pc = step->pc[i],
            .record = s->record,
            .halfwords = (uint8_t)(s->hart.size[slot] / 2),
            .branch = kind == RH_BRANCH || (direct && s->hart.cfg.all_jumps),
        };
    }
}

static void cycle(const struct soak *k, struct source *s, struct rh_rng *rng)
{
    if (rh_chance(rng, k->write_one_in)) {
        random_write(s, rng);
    }
    trm_encoder_tick(&s->enc);
    note_messages(s);
    if (!s->refused) {
        next_step(k, s, rng);
        s->record++;
    }
    s->refused = trm_encoder_ingress(&s->enc, &s->step.in);
    note_messages(s);
    if (!s->refused) {
        retire(k, s);
    }
}

static void tick_sinks(const struct soak *k, struct rh_rng *rng)
{
    slow_tick(k, rng);
    if (k->ram) {
        trm_ramsink_tick(&ramsink);
    }
    trm_funnel_tick(&funnel);
}

static bool all_empty(const struct soak *k)
{
    bool empty = trm_funnel_empty(&funnel);
    for (unsigned i = 0; i < k->sources; i++) {
        empty = empty && trm_encoder_empty(&source[i].enc) && !source[i].enc.latch;
    }
    return empty;
}

/* Stop, and let everything come out. */
static void finish_epoch(struct soak *k)
{
    const uint32_t on = TR_TE_INST_TRACING_MASK | TR_TE_ENABLE_MASK;
    unsigned ticks = 0;
    for (unsigned i = 0; i < k->sources; i++) {
        write_control(&source[i], source[i].control & ~on);
        source[i].refused = false; /* a hart that is held up goes on elsewhere */
    }
    do {
        assert_true(ticks++ < DRAIN_TICKS);
        tick_sinks(k, &k->rng);
        for (unsigned i = 0; i < k->sources; i++) {
            trm_encoder_tick(&source[i].enc);
            note_messages(&source[i]);
        }
    } while (!all_empty(k));
    if (k->ram) {
        uint32_t wp = 0;
        (void)trm_ramsink_reg_write(&ramsink, TR_RAM_CONTROL_OFFSET, 4, TR_RAM_ACTIVE_MASK);
        for (ticks = 0; !trm_ramsink_empty(&ramsink); ticks++) {
            assert_true(ticks < DRAIN_TICKS);
            trm_ramsink_tick(&ramsink);
        }
        assert_int_equal(trm_ramsink_reg_read(&ramsink, TR_RAM_WP_LOW_OFFSET, 4, &wp), TRM_OK);
        slow.n = wp & ~UINT32_C(3);
        memcpy(slow.bytes, sram, slow.n);
    }
}

/* ---- what came out ---- */

static void check_source(const struct soak *k, struct source *s, const char *where)
{
    struct nexus_stream_cfg cfg;
    struct account a = {s->insn, s->insns, s->made, s->messages};
    struct account_result r = {.region = region, .max = REGIONS};
    trm_encoder_stream_cfg(&s->enc, &cfg);
    struct account_bytes stream = {slow.bytes, slow.n, k->sources == 1, s->src};
    account_stream(&a, &cfg, &stream, &r);
    if (r.wrong != NULL) {
        fail_msg("%s: message %llu: %s", where, (ull)r.at, r.wrong);
    }
    struct flow_region memory = {s->hart.cfg.base, RH_CODE_BYTES, s->hart.code};
    struct flow_code_image image = {&memory, 1};
    struct flow_code code;
    flow_code_init_image(&code, nexus_cfg_isa(&cfg), &image);
    uint64_t decoded = account_flow(&a, &cfg, &code, &stream, &r, where);
    if (decoded + r.dropped != s->insns || decoded != r.determined) {
        fail_msg("%s: %llu decoded and %llu dropped of %zu", where, (ull)decoded, (ull)r.dropped,
                 s->insns);
    }
    assert_int_equal(r.errors, s->enc.stats.overflows - s->overflows_before);
    assert_int_equal(s->enc.stats.messages - s->messages_before, r.messages);
    sum.messages += r.messages;
    sum.decoded += decoded;
    sum.dropped += r.dropped;
    sum.traced += s->insns;
    sum.errors += r.errors;
    sum.starts += r.regions;
}

static void run(uint64_t seed)
{
    static struct soak k;
    char where[64];
    choose(&k, seed);
    for (unsigned i = 0; i < k.sources; i++) {
        start_source(&k, i, seed);
    }
    connect(&k);
    for (unsigned e = 0; e < k.epochs; e++) {
        start_epoch(&k);
        for (unsigned n = 0; n < k.setup.steps; n++) {
            tick_sinks(&k, &k.rng);
            for (unsigned i = 0; i < k.sources; i++) {
                cycle(&k, &source[i], &k.rng);
            }
        }
        finish_epoch(&k);
        for (unsigned i = 0; i < k.sources; i++) {
            snprintf(where, sizeof where, "seed %llu, epoch %u, source %u", (ull)seed, e, i);
            check_source(&k, &source[i], where);
            sum.stalls += source[i].enc.stats.stalls;
        }
    }
}

/* HARTRACE_SEED=n: that one alone. */
static void decoded_and_dropped_is_what_was_traced(void **state)
{
    const char *one = getenv("HARTRACE_SEED");
    uint64_t n = random_seeds(300), first = 1;
    (void)state;
    if (one != NULL) {
        first = strtoull(one, NULL, 10);
        n = 1;
    }
    memset(&sum, 0, sizeof sum);
    for (uint64_t seed = first; seed < first + n; seed++) {
        run(seed);
    }
    printf(
        "# %llu seeds: %llu messages, %llu starts, %llu overflows, %llu stalls; %llu instructions "
        "traced, %llu decoded, %llu dropped\n",
        (ull)n, (ull)sum.messages, (ull)sum.starts, (ull)sum.errors, (ull)sum.stalls,
        (ull)sum.traced, (ull)sum.decoded, (ull)sum.dropped);
    assert_true(sum.decoded + sum.dropped == sum.traced);
    if (one == NULL) {
        assert_true(sum.messages > 500 * n && sum.errors > n && sum.stalls > n);
        assert_true(sum.dropped > 0 && sum.decoded > sum.dropped / 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoded_and_dropped_is_what_was_traced),
    };
    return cmocka_run_group_tests_name("overflow soak", tests, NULL, NULL);
}
