/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs through the E-Trace algorithm of the model and back through the flow decoder:
 * every instruction that was retired while tracing comes out, in order, and nothing else. The truth
 * is the random hart's own list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "random_hart.h"
#include "trm/trm_etrace.h"

enum {
    MAX_PCS = 1 << 16,
    MAX_BYTES = 1 << 20,
    MAX_TRAPS = 1 << 12,
};

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)

struct trap {
    uint64_t epc, cause;
    bool interrupt;
    bool last; /* nothing was traced after it: it need not be reported */
};

static struct rh_hart hart;
static struct trm_etrace enc;
static struct etrace_cfg cfg;
static uint8_t bytes[MAX_BYTES];
static size_t nbytes;
static uint64_t truth[MAX_PCS], got[MAX_PCS];
static unsigned ntruth, ngot;
static uint64_t halves; /* half-words of the ranges that came */
static struct trap traps[MAX_TRAPS];
static unsigned ntraps;
static bool circles;
static uint64_t executed;
static bool trapped;     /* the last record ended in a trap */
static unsigned unknown; /* traps without their place */
static unsigned formats[4][4];
static unsigned refuse_one_in;
static struct rh_rng dice;

static bool put(void *ctx, const struct etrace_packet *p)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    unsigned n = 0;
    (void)ctx;
    if (rh_chance(&dice, refuse_one_in)) {
        return false;
    }
    assert_int_equal(etrace_packet_encode(&cfg, enc.options, p, f.payload, &f.size), ETRACE_OK);
    assert_true(nbytes + ETRACE_FRAME_MAX < MAX_BYTES);
    assert_int_equal(etrace_frame_write(&cfg, &f, bytes + nbytes, &n), ETRACE_OK);
    nbytes += n;
    formats[p->format][p->subformat & 3u]++;
    return true;
}

struct scenario {
    uint32_t options;
    unsigned xlen, itype_width, max_block, trap_one_in, context_one_in;
    unsigned resync_one_in, notify_one_in, end_one_in;
    bool well_behaved;
    bool all_bits;      /* branches that go one way for long */
    bool only_branches; /* jumps through registers are rare */
};

/* A jump through a register becomes a nop. */
static void make_linear(unsigned i)
{
    unsigned kind = hart.kind[i];
    if (hart.size[i] == 0 || kind < RH_INDIRECT || kind > RH_MRET) {
        return;
    }
    bool wide = hart.size[i] == 4;
    const uint8_t nop[] = {wide ? 0x13 : 0x01, 0, 0, 0};
    hart.kind[i] = RH_LINEAR;
    memcpy(hart.code + 2 * (size_t)i, nop, wide ? 4 : 2);
}

static void setup(const struct scenario *s, uint64_t seed)
{
    struct rh_cfg rc = {
        .base = UINT64_C(0x80000000),
        .xlen = s->xlen,
        .itype_width = s->itype_width,
        .max_block = s->max_block,
        .trap_one_in = s->trap_one_in,
        .branch_bias = s->only_branches ? 400
                       : s->all_bits    ? 64
                                        : 8,
        .indirect_bias = 4,
        .context_one_in = s->context_one_in,
        .well_behaved = s->well_behaved,
    };
    rh_init(&hart, &rc, seed);
    for (unsigned i = 0; s->only_branches && i < RH_CODE_BYTES / 2 - 8; i++) {
        make_linear(i);
    }
    rh_seed(&dice, seed + 1);
    cfg.options = s->options;
    cfg.xlen = (uint8_t)s->xlen;
    cfg.iaddress_width = (uint8_t)s->xlen;
    cfg.itype_width = (uint8_t)s->itype_width;
    cfg.ecause_width = seed % 4 == 0 ? 64 : 5;
    nbytes = 0;
    ntruth = 0;
    ntraps = 0;
    assert_null(etrace_cfg_check(&cfg));
    assert_true(trm_etrace_init(&enc, &cfg, put, NULL));
    trm_etrace_support(&enc, true);
}

/* Is the instruction one that goes where the code alone says? A swap may go where the return stack
 * says, and leaves it as deep as it was. */
static bool inferable(uint64_t pc)
{
    unsigned kind = hart.kind[(pc - hart.cfg.base) / 2];
    return kind == RH_LINEAR || kind == RH_JUMP || kind == RH_CALL || kind == RH_CONST ||
           kind == RH_CONST_JUMP || kind == RH_SWAP;
}

/* A loop in which nothing but the code says where it goes: E-Trace cannot tell how often it ran
 * when a trap ends it. */
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

/* What a record retired, and its trap. */
static void note(const struct rh_step *step)
{
    trapped = false;
    const struct ingress_cycle *in = &step->in;
    for (unsigned k = 0; k < step->count; k++) {
        truth[ntruth++] = step->pc[k];
        circles = circles || runs_in_circles();
    }
    for (unsigned i = 0; i < in->nblocks; i++) {
        const struct ingress_block *b = &in->block[i];
        if (b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT) {
            traps[ntraps++] = (struct trap){b->iaddr + 2u * (uint64_t)b->iretire,
                                            in->cause & etrace_mask(cfg.ecause_width),
                                            b->itype == INGRESS_ITYPE_INTERRUPT, false};
            trapped = true;
        }
    }
}

static void end(void)
{
    trm_etrace_end(&enc);
    if (trapped) {
        traps[ntraps - 1].last = true;
    }
    trapped = false;
}

static void run(const struct scenario *s, unsigned steps)
{
    struct rh_step step;
    circles = false;
    for (unsigned i = 0; i < steps && ntruth + 64 < MAX_PCS; i++) {
        if (rh_chance(&dice, s->end_one_in)) {
            end();
        }
        rh_step(&hart, &step);
        /* told apart by their lowest bits; the highest one is there or is not */
        step.in.cause = ntraps | UINT64_C(1) << 63;
        unsigned n = ntruth, traps_now = ntraps;
        bool was = trapped;
        note(&step);
        if (circles) {
            ntruth = n;
            ntraps = traps_now;
            trapped = was;
            break;
        }
        if (rh_chance(&dice, s->resync_one_in)) {
            trm_etrace_resync(&enc);
        }
        unsigned watched = rh_chance(&dice, s->notify_one_in) ? 1 : 0;
        trm_etrace_blocks(&enc, &step.in, 15, watched);
        executed += step.count;
    }
    end();
    trm_etrace_support(&enc, false);
}

static unsigned lost, traps_out;
static unsigned long seed_now;

static bool is_trap(const struct flow_elem *e)
{
    const struct trap *t = &traps[traps_out];
    return e->value == t->cause && e->code == (t->interrupt ? 3 : 2) &&
           (!e->known || e->start == t->epc);
}

static void note_pc(void *ctx, uint64_t pc)
{
    (void)ctx;
    assert_true(ngot < MAX_PCS);
    got[ngot++] = pc;
}

/* How the walk goes. */
enum walk {
    BY_INSTRUCTIONS,
    BY_BLOCKS,
    BY_PATHS,
    WALKS,
};

/* The next element; of ranges as many as fit a small batch, which are noted at once. */
static enum etrace_status next_elem(struct etrace_decoder *d, enum walk walk, struct flow_elem *e)
{
    struct flow_range range[9];
    int n = 1;
    if (walk != BY_PATHS) {
        return etrace_decoder_next(d, e);
    }
    while (n > 0) {
        struct flow_where where = d->flow.where;
        n = etrace_decoder_next_ranges(d, range, 4 + (unsigned)(d->flow.packets % 6), e);
        for (int i = 0; i < n; i++) {
            halves += (range[i].end - range[i].start) / 2;
            assert_int_equal(flow_range_pcs(d->flow.code, &range[i], &where, note_pc, NULL),
                             FLOW_OK);
        }
    }
    return n == 0 ? ETRACE_OK : ETRACE_ERR_END;
}

static void decode(enum walk walk)
{
    static struct flow_block table[512];
    static struct flow_path path[256];
    static struct etrace_decoder d;
    struct flow_region region = {hart.cfg.base, sizeof hart.code, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e;
    enum etrace_status status;
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    if (walk != BY_INSTRUCTIONS) {
        assert_int_equal(flow_code_use_blocks(&code, table, 512), FLOW_OK);
    }
    if (walk == BY_PATHS) {
        assert_int_equal(flow_code_use_paths(&code, path, 256), FLOW_OK);
    }
    cfg.options = 0; /* support packets tell */
    assert_int_equal(etrace_decoder_init(&d, &cfg, &code, bytes, nbytes), ETRACE_OK);
    ngot = 0;
    halves = 0;
    lost = 0;
    traps_out = 0;
    while ((status = next_elem(&d, walk, &e)) == ETRACE_OK) {
        if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC) {
            fail_msg("seed %lu: %s at 0x%llx, packet %llu: %s", seed_now, etrace_strerror(e.status),
                     (unsigned long long)e.start, (unsigned long long)e.msg, e.hint);
        }
        lost += e.type == FLOW_ELEM_LOST ? 1 : 0;
        if (e.type == FLOW_ELEM_EXCEPTION && lost == 0) {
            while (traps_out < ntraps && traps[traps_out].last && !is_trap(&e)) {
                traps_out++;
            }
            if (traps_out >= ntraps || !is_trap(&e)) {
                fail_msg("seed %lu: no trap %u at 0x%llx, packet %llu", seed_now, traps_out,
                         (unsigned long long)e.start, (unsigned long long)e.msg);
            }
            traps_out++;
            unknown += e.known ? 0 : 1;
        }
        if (e.type == FLOW_ELEM_RANGE) {
            struct flow_range_iter it;
            const struct flow_insn *insn;
            halves += (e.end - e.start) / 2;
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
                note_pc(NULL, it.where.pc);
            }
        }
    }
    assert_int_equal(status, ETRACE_ERR_END);
    assert_int_equal(d.flow.insns, ngot);
    assert_int_equal(d.flow.told, halves);
}

static void expect_all(const char *what, unsigned long seed)
{
    seed_now = seed;
    for (unsigned walk = 0; walk < WALKS; walk++) {
        decode((enum walk)walk);
        for (unsigned i = 0; i < ntruth || i < ngot; i++) {
            if (i >= ngot || i >= ntruth || got[i] != truth[i]) {
                fail_msg("%s, seed %lu, walk %u: instruction %u is 0x%llx, not 0x%llx (%u of %u)",
                         what, seed, walk, i, (unsigned long long)(i < ngot ? got[i] : 0),
                         (unsigned long long)(i < ntruth ? truth[i] : 0), ngot, ntruth);
            }
        }
    }
}

static const struct scenario plain = {
    .xlen = 64,
    .itype_width = 4,
    .max_block = 8,
    .trap_one_in = 20,
};

static void vary(struct scenario *s, uint64_t seed)
{
    s->max_block = seed % 4 < 2 ? 1 : 12;
    s->xlen = seed % 3 == 0 ? 32 : 64;
    s->all_bits = seed % 2 == 0;
    s->resync_one_in = seed % 5 == 0 ? 30 : 0;
    s->notify_one_in = seed % 7 == 0 ? 20 : 0;
    s->end_one_in = seed % 6 == 0 ? 60 : 0;
}

/* The decoder's cache has what the encoder's has, also between inferred returns.
 * Holds ET-ALG-020 */
static void each_option(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 64 * 6; seed++) {
        struct scenario s = plain;
        s.options = (uint32_t)(seed % 64) & ~OPT(IMPLICIT_EXCEPTION);
        etrace_cfg_init(&cfg);
        cfg.bpred_size = (uint8_t)(1 + seed % 6);
        cfg.cache_size = (uint8_t)(1 + seed % 5);
        cfg.return_stack_size = (uint8_t)(1 + seed % 4);
        cfg.f0s_width = 1;
        vary(&s, seed / 64 * 7 + seed);
        setup(&s, seed);
        run(&s, 1500);
        expect_all("options", (unsigned long)seed);
    }
}

/* A counter in place of a stack: programs that return where they were called from. */
static void counted_calls(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct scenario s = plain;
        s.options = OPT(IMPLICIT_RETURN) | (seed % 2 != 0 ? OPT(BRANCH_PREDICTION) : 0);
        s.well_behaved = true;
        etrace_cfg_init(&cfg);
        cfg.bpred_size = 4;
        cfg.call_counter_size = (uint8_t)(2 + seed % 4);
        cfg.f0s_width = (uint8_t)(seed % 2);
        vary(&s, seed);
        setup(&s, seed);
        run(&s, 1500);
        expect_all("counter", (unsigned long)seed);
    }
}

/* Holds ET-DIS-021 */
static void narrow_itype(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct scenario s = plain;
        s.options = seed % 2 != 0 ? OPT(SEQUENTIAL_JUMP) : 0;
        etrace_cfg_init(&cfg);
        vary(&s, seed);
        s.itype_width = 3;
        setup(&s, seed);
        run(&s, 1500);
        expect_all("itype", (unsigned long)seed);
    }
}

/* Long rows of branches that the predictor knows. */
static void predicted_branches(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct scenario s = plain;
        s.options = OPT(BRANCH_PREDICTION) | OPT(IMPLICIT_RETURN) | OPT(SEQUENTIAL_JUMP);
        s.trap_one_in = seed % 2 != 0 ? 300 : 0;
        s.only_branches = true;
        etrace_cfg_init(&cfg);
        cfg.bpred_size = (uint8_t)(4 + seed % 7);
        cfg.return_stack_size = 4;
        cfg.cache_size = 3;
        vary(&s, seed);
        s.all_bits = true;
        s.resync_one_in = 0;
        setup(&s, seed);
        run(&s, 3000);
        expect_all("predicted", (unsigned long)seed);
    }
}

/* Contexts, and times in packets. */
static void contexts(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct scenario s = plain;
        s.options = seed % 2 != 0 ? OPT(IMPLICIT_RETURN) : 0;
        s.context_one_in = 12;
        etrace_cfg_init(&cfg);
        cfg.nocontext = false;
        cfg.context_width = 32;
        cfg.notime = seed % 3 != 0;
        cfg.time_width = 32;
        cfg.return_stack_size = 3;
        vary(&s, seed);
        setup(&s, seed);
        run(&s, 1500);
        expect_all("context", (unsigned long)seed);
        assert_true(formats[ETRACE_FORMAT_SYNC][ETRACE_SYNC_CONTEXT] != 0);
    }
}

/* Packets are lost: what comes out is a part of what was executed, in order, and each gap is said.
 */
static void losses(void **state)
{
    unsigned all = 0, said = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 120; seed++) {
        struct scenario s = plain;
        s.options = (uint32_t)(seed % 64) & ~OPT(IMPLICIT_EXCEPTION);
        etrace_cfg_init(&cfg);
        cfg.bpred_size = 5;
        cfg.cache_size = 4;
        cfg.return_stack_size = 3;
        cfg.f0s_width = 1;
        vary(&s, seed);
        setup(&s, seed);
        seed_now = (unsigned long)seed;
        refuse_one_in = 25;
        run(&s, 1500);
        refuse_one_in = 0;
        decode((enum walk)(seed % WALKS));
        unsigned t = 0;
        for (unsigned i = 0; i < ngot; i++, t++) {
            while (t < ntruth && truth[t] != got[i]) {
                t++;
            }
            assert_true(t < ntruth);
        }
        assert_true(ngot <= ntruth);
        all += ngot < ntruth ? 1 : 0;
        said += ngot < ntruth && lost != 0 ? 1 : 0;
    }
    assert_true(all > 60);
    assert_int_equal(said, all);
}

/* The formats that these programs are for were sent. */
static void every_format_came(void **state)
{
    (void)state;
    assert_true(formats[ETRACE_FORMAT_EXT][ETRACE_EXT_COUNT] > 20);
    assert_true(formats[ETRACE_FORMAT_EXT][ETRACE_EXT_INDEX] > 100);
    assert_true(formats[ETRACE_FORMAT_BRANCH][0] > 100);
    assert_true(formats[ETRACE_FORMAT_ADDR][0] > 100);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(formats[ETRACE_FORMAT_SYNC][i] > 100);
    }
    assert_true(executed > 200000);
    assert_true(unknown != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_option),       cmocka_unit_test(counted_calls),
        cmocka_unit_test(narrow_itype),      cmocka_unit_test(predicted_branches),
        cmocka_unit_test(contexts),          cmocka_unit_test(losses),
        cmocka_unit_test(every_format_came),
    };
    return cmocka_run_group_tests_name("etrace-roundtrip", tests, NULL, NULL);
}
