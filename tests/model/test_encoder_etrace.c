/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs through the encoder with trTeFormat 0, under random settings of its registers and
 * parameters, and back through the decoder of E-Trace: every instruction that was retired while
 * tracing comes out, in order, and nothing else. The truth is the random hart's own list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "etrace/etrace_flow.h"
#include "random_hart.h"
#include "timestamp_regs.h"

enum {
    MAX_PCS = 1 << 16,
};

#define BENCH_ETRACE (TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK)
#define OPTIONS                                                                                    \
    (TR_TE_INST_NO_ADDR_DIFF_MASK | TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK |                           \
     TR_TE_INST_EN_IMPLICIT_RETURN_MASK | TR_TE_INST_EN_BRANCH_PREDICTION_MASK |                   \
     TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK)
#define SYNC(mode, max)                                                                            \
    ((uint32_t)(mode) << TR_TE_INST_SYNC_MODE_SHIFT | (uint32_t)(max) << TR_TE_INST_SYNC_MAX_SHIFT)

static struct bench b;
static struct rh_hart hart;
static uint64_t truth[MAX_PCS], got[MAX_PCS];
static unsigned ntruth, ngot;
static unsigned cut[MAX_PCS]; /* got[] indices where a gap begins */
static unsigned gaps, begins, ends, contexts, stamps, packets, supports;
static bool stamps_go_back;
static uint16_t src_seen;
static unsigned most_between; /* half-words between two synchronization packets */

struct scenario {
    struct trm_encoder_cfg cfg;
    struct rh_cfg hart;
    uint32_t control, features, ts;
    unsigned event_one_in;   /* debug mode, reset, low power; 0 = never */
    unsigned notify_one_in;  /* watchpoints */
    unsigned toggle_one_in;  /* trTeInstTracing off and on between records */
    unsigned change_one_in;  /* other options while it traces */
    unsigned refuse_percent; /* of ticks the link takes nothing */
};

static void plain(struct scenario *s, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    trm_encoder_cfg_init(&s->cfg);
    s->cfg.etrace = true;
    s->cfg.f0s_width = 1;
    s->cfg.bpred_size = 6;
    s->cfg.cache_size = 5;
    s->cfg.return_stack_size = 3;
    s->cfg.context_width = 32;
    s->cfg.time_width = 40;
    s->cfg.xlen = seed % 3 == 0 ? 32 : 64;
    s->control = BENCH_ETRACE;
    s->hart = (struct rh_cfg){
        .base = UINT64_C(0x80000000),
        .xlen = s->cfg.xlen,
        .itype_width = 4,
        .max_block = seed % 4 < 2 ? 1 : 12,
        .trap_one_in = 20,
        .branch_bias = seed % 2 == 0 ? 64 : 8,
        .indirect_bias = 4,
    };
}

static void setup(const struct scenario *s, uint64_t seed)
{
    bench_init(&b, &s->cfg);
    bench_control(&b, 0); /* trTeFormat 0 */
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, s->features);
    if (s->ts != 0) {
        bench_write(&b, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
        bench_write(&b, TR_TS_CONTROL_OFFSET, s->ts);
    }
    bench_control(&b, s->control);
    rh_init(&hart, &s->hart, seed);
    ntruth = 0;
}

static void event(void)
{
    struct ingress_cycle in = {.cycle = ++hart.cycle, .time = hart.cycle, .priv = hart.priv};
    unsigned kind = rh_below(&hart.rng, 4);
    in.halted = kind == 0 || kind == 3;
    in.reset = kind == 1;
    in.lowpower = kind == 2;
    bench_give(&b, &in);
}

static bool inferable(uint64_t pc)
{
    unsigned kind = hart.kind[(pc - hart.cfg.base) / 2];
    return kind == RH_LINEAR || kind == RH_JUMP || kind == RH_CALL || kind == RH_CONST ||
           kind == RH_CONST_JUMP || kind == RH_SWAP;
}

/* A loop in which nothing but the code says where it goes: E-Trace cannot tell how often it ran
 * when something else ends it (docs/reference/etrace.md). */
static bool runs_in_circles(void)
{
    uint64_t pc = truth[ntruth - 1];
    for (unsigned i = ntruth - 1; i-- > 0 && inferable(truth[i]);) {
        if (truth[i] == pc) {
            return true;
        }
    }
    return false;
}

/* Append what a record retires. False: it would go in circles; nothing was appended. */
static bool note(const struct rh_step *step)
{
    unsigned before = ntruth;
    for (unsigned k = 0; k < step->count; k++) {
        truth[ntruth++] = step->pc[k];
        if (runs_in_circles()) {
            ntruth = before;
            return false;
        }
    }
    return true;
}

static void run(const struct scenario *s, unsigned steps)
{
    for (unsigned i = 0; i < steps && ntruth + 64 < MAX_PCS; i++) {
        struct rh_step step;
        if (rh_chance(&hart.rng, s->event_one_in)) {
            event();
        }
        if (rh_chance(&hart.rng, s->toggle_one_in)) {
            bench_control(&b, s->control & ~TR_TE_INST_TRACING_MASK);
            bench_control(&b, s->control);
        }
        if (rh_chance(&hart.rng, s->change_one_in)) {
            bench_write(&b, TR_TE_INST_FEATURES_OFFSET, rh_below(&hart.rng, 64) & OPTIONS);
        }
        rh_step(&hart, &step);
        step.in.time = hart.cycle;
        if (rh_chance(&hart.rng, s->notify_one_in)) {
            step.in.trigger = INGRESS_TRIGGER_NOTIFY;
        }
        if (!note(&step)) {
            break;
        }
        do {
            b.refuse = rh_below(&hart.rng, 100) < s->refuse_percent;
            bench_give(&b, &step.in);
        } while (b.stalled);
    }
    b.refuse = false;
    bench_control(&b, s->control & ~TR_TE_ENABLE_MASK);
    bench_ticks(&b, 2000);
    assert_true(trm_encoder_empty(&b.enc));
}

/* The packets as such. */
static void look_at_frames(const struct etrace_cfg *cfg)
{
    struct etrace_reader r;
    struct etrace_frame f;
    struct etrace_packet p;
    uint32_t options = 0;
    uint64_t last = 0;
    stamps = packets = supports = 0;
    stamps_go_back = false;
    assert_int_equal(etrace_reader_init(&r, cfg, b.bytes, b.n), ETRACE_OK);
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        packets++;
        stamps += f.stamped ? 1 : 0;
        stamps_go_back = stamps_go_back || (f.stamped && f.stamp < last);
        last = f.stamp;
        src_seen = f.src;
        assert_int_equal(etrace_packet_decode(cfg, options, f.payload, f.size, &p), ETRACE_OK);
        if (p.format == ETRACE_FORMAT_SYNC && p.subformat == ETRACE_SYNC_SUPPORT) {
            supports++;
            options = etrace_cfg_options(cfg, p.ioptions);
        }
        if (packets == 1 && supports != 1) {
            fail_msg("the first packet is %s", etrace_packet_name(&p));
        }
    }
    assert_int_equal(r.pos, b.n);
}

/* Returns half-words. */
static unsigned take_range(struct flow_code *code, const struct flow_elem *e)
{
    unsigned halfwords = 0;
    struct flow_range_iter it;
    const struct flow_insn *insn;
    flow_range_begin(&it, e);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        assert_true(ngot < MAX_PCS);
        halfwords += hart.size[(it.where.pc - hart.cfg.base) / 2] / 2u;
        got[ngot++] = it.where.pc;
    }
    return halfwords;
}

static void decode(uint64_t seed)
{
    static struct etrace_decoder d;
    struct etrace_cfg cfg;
    struct flow_region region = {hart.cfg.base, sizeof hart.code, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e;
    unsigned since = 0, halfwords = 0;
    enum etrace_status status;
    trm_encoder_etrace_cfg(&b.enc, &cfg);
    cfg.options = 0; /* support packets tell */
    look_at_frames(&cfg);
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    assert_int_equal(etrace_decoder_init(&d, &cfg, &code, b.bytes, b.n), ETRACE_OK);
    ngot = gaps = begins = ends = contexts = most_between = 0;
    while ((status = etrace_decoder_next(&d, &e)) == ETRACE_OK) {
        if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC) {
            fail_msg("seed %llu: %s at 0x%llx, packet %llu: %s", (unsigned long long)seed,
                     etrace_strerror(e.status), (unsigned long long)e.start,
                     (unsigned long long)e.msg, e.hint);
        }
        if (e.type == FLOW_ELEM_LOST) {
            cut[gaps++] = ngot;
        }
        if (e.type == FLOW_ELEM_TRACE_ON || e.type == FLOW_ELEM_CONTEXT ||
            (e.type == FLOW_ELEM_EVENT && e.code == 2)) {
            since = halfwords;
        }
        begins += e.type == FLOW_ELEM_TRACE_ON ? 1 : 0;
        ends += e.type == FLOW_ELEM_TRACE_OFF ? 1 : 0;
        contexts += e.type == FLOW_ELEM_CONTEXT ? 1 : 0;
        if (e.type == FLOW_ELEM_RANGE) {
            halfwords += take_range(&code, &e);
            most_between = halfwords - since > most_between ? halfwords - since : most_between;
        }
    }
    assert_int_equal(status, ETRACE_ERR_END);
}

static void expect_all(uint64_t seed)
{
    decode(seed);
    assert_int_equal(gaps, 0);
    for (unsigned i = 0; i < ntruth || i < ngot; i++) {
        if (i >= ngot || i >= ntruth || got[i] != truth[i]) {
            fail_msg("seed %llu: instruction %u is 0x%llx, not 0x%llx (%u of %u)",
                     (unsigned long long)seed, i, (unsigned long long)(i < ngot ? got[i] : 0),
                     (unsigned long long)(i < ntruth ? truth[i] : 0), ngot, ntruth);
        }
    }
}

/* Holds ET-CTL-004 ET-CTL-026 ET-CTL-028..031 */
static void every_option(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 128; seed++) {
        struct scenario s;
        plain(&s, seed);
        s.features = ((uint32_t)seed & 3u) | ((uint32_t)(seed >> 2) & 7u) << 3;
        s.features = (s.features & 1u) | (s.features & 2u) << 1 | (s.features & 0x38u);
        s.cfg.bpred_size = (uint8_t)(1 + seed % 6);
        s.cfg.cache_size = (uint8_t)(1 + seed % 5);
        s.cfg.return_stack_size = (uint8_t)(1 + seed % 4);
        s.control |= SYNC(seed % 4, seed % 5);
        s.event_one_in = seed % 5 == 0 ? 50 : 0;
        s.notify_one_in = seed % 7 == 0 ? 20 : 0;
        s.toggle_one_in = seed % 6 == 0 ? 60 : 0;
        s.change_one_in = seed % 8 == 3 ? 40 : 0;
        setup(&s, seed);
        assert_int_equal(bench_read(&b, TR_TE_INST_FEATURES_OFFSET), s.features);
        run(&s, 1200);
        expect_all(seed);
        assert_int_equal(begins, ends);
        assert_true(supports >= 2 + ends); /* enabled, disabled, and each end */
    }
}

/* Holds ET-CTL-015 ET-CTL-024..025 */
static void contexts_times_and_sources(void **state)
{
    unsigned all = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 36; seed++) {
        struct scenario s;
        plain(&s, seed);
        s.hart.context_one_in = 12;
        s.cfg.nocontext = false;
        s.cfg.notime = seed % 3 != 0;
        s.cfg.ts_modes = 2;
        s.cfg.ts_width = (uint8_t)(20 + seed);
        s.ts = seed % 2 != 0
                   ? TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT
                   : 0;
        uint32_t bits = (uint32_t)seed % 13;
        uint32_t id = (UINT32_C(0xA5A) & ((1u << bits) - 1u));
        s.features =
            bits << TR_TE_SRC_BITS_SHIFT | id << TR_TE_SRC_ID_SHIFT | (seed % 4 == 0 ? OPTIONS : 0);
        s.control |= seed % 5 == 0 ? TR_TE_INHIBIT_SRC_MASK : 0;
        setup(&s, seed);
        run(&s, 1200);
        expect_all(seed);
        assert_int_equal(src_seen, seed % 5 == 0 ? 0 : id);
        assert_int_equal(stamps, s.ts != 0 ? packets : 0);
        assert_false(stamps_go_back);
        all += contexts;
    }
    assert_true(all > 100);
}

/* trTeInstSyncMax: a decoder need not wait much longer. The element that says so may come one range
 * early.
 * Holds ET-CTL-016..017 */
static void resynchronization_has_a_maximum(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct scenario s;
        unsigned max = 3 + (unsigned)seed % 3;
        plain(&s, seed);
        s.hart.trap_one_in = 0;
        s.hart.max_block = 1;
        s.control |= SYNC(3, max);
        setup(&s, seed);
        run(&s, 1500);
        expect_all(seed);
        if (ntruth > 1000) {
            assert_in_range(most_between, 1u << (max + 3u), (1u << (max + 4u)) + 64u);
        }
    }
}

/* Holds ET-CTL-010 */
static void stalls_keep_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct scenario s;
        plain(&s, seed);
        s.features = seed % 2 != 0 ? OPTIONS : 0;
        s.cfg.fifo_bytes = seed % 3 == 0 ? TRM_ENCODER_FIFO_MIN : 128;
        s.cfg.link_bytes = seed % 2 == 0 ? 1 : 0;
        s.control |= TR_TE_INST_STALL_ENA_MASK | SYNC(1, 1);
        s.refuse_percent = 90;
        s.event_one_in = 100;
        setup(&s, seed);
        run(&s, 1500);
        assert_int_equal(b.enc.stats.dropped, 0);
        expect_all(seed);
    }
}

/* Is got[from..to) a run of the truth at `at`? */
static bool matches(unsigned from, unsigned to, unsigned at)
{
    return at + (to - from) <= ntruth &&
           memcmp(got + from, truth + at, (to - from) * sizeof got[0]) == 0;
}

/* Loss by overflow: it is said, and what comes out between two gaps was executed like that.
 * Holds ET-CTL-008 */
static void overflow_decodes_to_truth(void **state)
{
    unsigned all = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct scenario s;
        plain(&s, seed);
        s.features = seed % 2 != 0 ? OPTIONS : 0;
        s.control |= SYNC(3, 3);
        s.refuse_percent = 99;
        s.event_one_in = seed % 4 == 0 ? 100 : 0;
        setup(&s, seed);
        run(&s, 6000);
        decode(seed);
        assert_int_equal(gaps, b.enc.stats.overflows);
        bool told = (bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
        assert_true(told == (gaps > 0));
        all += gaps;
        unsigned at = 0, from = 0;
        for (unsigned g = 0; g <= gaps; g++) {
            unsigned to = g < gaps ? cut[g] : ngot;
            while (!matches(from, to, at)) {
                at++;
                assert_true(at < ntruth);
            }
            at += to - from;
            from = to;
        }
    }
    assert_true(all > 20);
}

/* A filter on one privilege level: its instructions, all of them, and nothing else.
 * Holds ET-CTL-041 ET-CTL-043 ET-FLT-001 */
static void filters(void **state)
{
    unsigned some = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct scenario s;
        plain(&s, seed);
        s.cfg.filters = 1;
        s.features = seed % 2 != 0 ? OPTIONS : 0;
        s.hart.max_block = 1;
        setup(&s, seed);
        bench_write(&b, TR_TE_FILTER_CONTROL_OFFSET(0),
                    TR_TE_FILTER_ENABLE_MASK | TR_TE_FILTER_MATCH_PRIVILEGE_MASK);
        bench_write(&b, TR_TE_FILTER_MATCH_INST_OFFSET(0), 1u << INGRESS_PRIV_M);
        bench_write(&b, TR_TE_INST_FILTERS_OFFSET, 1);
        for (unsigned i = 0; i < 1500; i++) {
            struct rh_step step;
            rh_step(&hart, &step);
            unsigned before = ntruth;
            if (!note(&step)) {
                break;
            }
            ntruth = step.in.priv == INGRESS_PRIV_M ? ntruth : before;
            bench_give(&b, &step.in);
        }
        bench_control(&b, s.control & ~TR_TE_ENABLE_MASK);
        bench_ticks(&b, 100);
        expect_all(seed);
        some += ends;
    }
    assert_true(some > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option),
        cmocka_unit_test(contexts_times_and_sources),
        cmocka_unit_test(resynchronization_has_a_maximum),
        cmocka_unit_test(stalls_keep_everything),
        cmocka_unit_test(overflow_decodes_to_truth),
        cmocka_unit_test(filters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
