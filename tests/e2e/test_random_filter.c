/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs through the encoder with filters: what decodes is exactly the blocks that one of
 * them matches, by an account of its own: address ranges, privileges, traps that each filter
 * follows by itself, and all of these together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_bytes.h"
#include "nexus/nexus_flow.h"
#include "random_hart.h"
#include "trm/trm_encoder.h"

enum {
    MAX_PCS = 1 << 16,
    SEEDS = 200,
    FILTERS = 6, /* numbers FIRST to FIRST + 5; the first two have an address range each */
    FIRST = 4,
};

struct range {
    uint64_t low, high; /* both included */
    bool outside;       /* trTeCompMatchMode 2 */
};

/* Conditions of a filter, and how many traps deep it is. */
struct filter {
    const struct range *range; /* or NULL */
    uint8_t privileges;        /* 0: not looked at */
    uint8_t causes;            /* of traps, 0 to 7; 0: not looked at */
    bool by_kind, interrupt;   /* trTeFilterMatchInterrupt */
    unsigned depth;
};

static struct encoder_bytes encoder;
static struct rh_hart hart;
static struct range range[2];
static struct filter filter[FILTERS];
static unsigned filters;
static size_t by_trap; /* blocks that only a filter with traps wanted */
static uint64_t expected[MAX_PCS], decoded[MAX_PCS];
static size_t n_expected, n_decoded, regions;

static bool in_range(const struct range *r, uint64_t pc)
{
    return (pc >= r->low && pc <= r->high) != r->outside;
}

/* From the trap that is looked for until the return from it, both included; traps in it count. */
static bool follow(struct filter *f, const struct ingress_cycle *in, uint8_t itype)
{
    bool trap = itype == INGRESS_ITYPE_EXCEPTION || itype == INGRESS_ITYPE_INTERRUPT;
    if (f->depth == 0 && trap) {
        bool kind = (itype == INGRESS_ITYPE_INTERRUPT) == (f->by_kind && f->interrupt);
        bool cause = f->causes == 0 || ((f->causes >> in->cause) & 1u) != 0;
        f->depth = kind && cause ? 1 : 0;
        return f->depth != 0;
    }
    bool inside = f->depth != 0;
    if (inside && trap) {
        f->depth++;
    } else if (inside && itype == INGRESS_ITYPE_TRAP_RETURN) {
        f->depth--;
    }
    return inside;
}

/* Is the block one that filter f wants? Its instructions are pc[0..n-1]. */
static bool wanted(struct filter *f, const struct ingress_cycle *in, const struct ingress_block *b,
                   const uint64_t *pc, unsigned n)
{
    bool match = true;
    if (f->range != NULL) {
        match = n == 0 && in_range(f->range, b->iaddr);
        for (unsigned i = 0; i < n; i++) {
            match = match || in_range(f->range, pc[i]);
        }
    }
    if (f->privileges != 0 && ((f->privileges >> in->priv) & 1u) == 0) {
        match = false;
    }
    if (f->causes != 0 || f->by_kind) {
        bool inside = follow(f, in, b->itype);
        match = match && inside;
    }
    return match;
}

/* PCs of the blocks that a filter wants. */
static void expect(const struct rh_step *step)
{
    unsigned at = 0;
    for (unsigned i = 0; i < step->in.nblocks; i++) {
        const struct ingress_block *b = &step->in.block[i];
        uint64_t end = b->iaddr + 2u * (uint64_t)b->iretire;
        uint64_t pc = b->iaddr;
        unsigned first = at;
        bool any = false, plain = false;
        while (pc != end) {
            assert_true(at < step->count && step->pc[at] == pc);
            pc += hart.size[(pc - hart.cfg.base) / 2];
            at++;
        }
        for (unsigned k = 0; k < filters; k++) {
            bool match = wanted(&filter[k], &step->in, b, &step->pc[first], at - first);
            any = any || match;
            plain = plain || (match && filter[k].causes == 0 && !filter[k].by_kind);
        }
        by_trap += any && !plain;
        for (unsigned k = first; any && k < at; k++) {
            expected[n_expected++] = step->pc[k];
        }
    }
    assert_int_equal(at, step->count);
}

/* What filter number k looks at, besides the range that the first two always have. */
static void choose_filter(struct rh_rng *rng, unsigned k)
{
    struct filter *f = &filter[k];
    unsigned n = FIRST + k;
    *f = (struct filter){.range = k < 2 ? &range[k] : NULL};
    if (k >= 2 || rh_chance(rng, 4)) {
        f->privileges = rh_chance(rng, 3) ? (uint8_t)(1u << (rh_chance(rng, 2) ? 0 : 3)) : 0;
        f->causes = rh_chance(rng, 2) ? (uint8_t)(1 + rh_below(rng, 15)) : 0;
        f->by_kind = rh_chance(rng, 2) || (f->causes == 0 && f->privileges == 0);
        f->interrupt = rh_chance(rng, 2);
        if (k >= 2 && rh_chance(rng, 3)) {
            f->range = &range[k % 2];
        }
    }
    unsigned comp = f->range == &range[0] ? 1 : 6;
    eb_write(&encoder, 0x400 + 0x20 * n,
             1u | (f->range != NULL ? 0x10u | comp << 5 : 0u) | (f->privileges != 0 ? 2u : 0u) |
                 (f->causes != 0 ? 4u : 0u) | (f->by_kind ? 8u : 0u));
    eb_write(&encoder, 0x404 + 0x20 * n, f->privileges | (f->interrupt ? 0x100u : 0u));
    eb_write(&encoder, 0x408 + 0x20 * n, f->causes);
    eb_write(&encoder, 0x40C + 0x20 * n, 0);
}

static void program(struct rh_rng *rng, bool htm)
{
    eb_write(&encoder, TR_TE_INST_FEATURES_OFFSET,
             rh_chance(rng, 2) ? TR_TE_INST_EN_REPEATED_HISTORY_MASK : 0);
    for (unsigned i = 0; i < 2; i++) {
        /* At least two half-words: the middle of an instruction alone is not in a range. */
        range[i].low = hart.cfg.base + 2 * rh_below(rng, RH_CODE_BYTES / 2);
        range[i].high = range[i].low + 4 + 2 * rh_below(rng, RH_CODE_BYTES / 4);
        range[i].outside = rh_chance(rng, 8);
        unsigned comp = i == 0 ? 1 : 6;
        /* >= and <=, mode 1 or 2 */
        eb_write(&encoder, 0x600 + 0x20 * comp,
                 5u << 4 | 3u << 8 | (range[i].outside ? 2u : 1u) << 12);
        eb_write(&encoder, 0x610 + 0x20 * comp, (uint32_t)range[i].low);
        eb_write(&encoder, 0x614 + 0x20 * comp, (uint32_t)(range[i].low >> 32));
        eb_write(&encoder, 0x618 + 0x20 * comp, (uint32_t)range[i].high);
        eb_write(&encoder, 0x61C + 0x20 * comp, (uint32_t)(range[i].high >> 32));
    }
    filters = rh_chance(rng, 2) ? 2 : 3 + rh_below(rng, FILTERS - 2);
    for (unsigned k = 0; k < filters; k++) {
        choose_filter(rng, k);
    }
    eb_write(&encoder, TR_TE_INST_FILTERS_OFFSET, ((1u << filters) - 1u) << FIRST);
    uint32_t mode = htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    eb_write(&encoder, TR_TE_CONTROL_OFFSET,
             TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                 mode << TR_TE_INST_MODE_SHIFT | rh_below(rng, 4) << TR_TE_INST_SYNC_MODE_SHIFT |
                 TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT);
}

static void encode(uint64_t seed)
{
    struct rh_rng rng;
    struct trm_encoder_cfg cfg;
    rh_seed(&rng, seed);
    trm_encoder_cfg_init(&cfg);
    cfg.filters = 16;
    cfg.comparators = 8;
    cfg.undef = TRM_UNDEF_GARBAGE;
    cfg.seed = seed;
    cfg.itype_width = rh_chance(&rng, 2) ? 3 : 4;
    cfg.xlen = rh_chance(&rng, 2) ? 32 : 64;
    struct rh_cfg hc = {
        .base = cfg.xlen == 32 ? UINT64_C(0x80000000) : UINT64_C(0xFFFFFFFF80000000),
        .xlen = cfg.xlen,
        .itype_width = cfg.itype_width,
        .max_block = 1 + rh_below(&rng, 8),
        .max_blocks = 1 + rh_below(&rng, 4),
        .trap_one_in = rh_chance(&rng, 2) ? 0 : 5 + rh_below(&rng, 60),
    };
    eb_init(&encoder, &cfg);
    n_expected = n_decoded = 0;
    rh_init(&hart, &hc, seed);
    program(&rng, rh_chance(&rng, 2));
    for (unsigned i = 0; i < 600; i++) {
        struct rh_step step;
        rh_step(&hart, &step);
        step.in.cause = rh_below(&rng, 4);
        trm_encoder_tick(&encoder.enc);
        assert_false(trm_encoder_ingress(&encoder.enc, &step.in));
        expect(&step);
    }
    eb_end(&encoder);
}

static void decode(uint64_t seed)
{
    static struct nexus_decoder dec;
    struct nexus_stream_cfg cfg;
    struct flow_code code;
    struct flow_region region = {hart.cfg.base, RH_CODE_BYTES, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_elem e;
    struct flow_range_iter it;
    const struct flow_insn *insn;
    trm_encoder_stream_cfg(&encoder.enc, &cfg);
    flow_code_init_image(&code, nexus_cfg_isa(&cfg), &image);
    assert_int_equal(nexus_decoder_init(&dec, &cfg, &code, encoder.byte, encoder.n), NEXUS_OK);
    while (nexus_decoder_next(&dec, &e) == NEXUS_OK) {
        regions += e.type == FLOW_ELEM_TRACE_ON;
        if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC) {
            fail_msg("seed %llu: message %llu: %s", (unsigned long long)seed,
                     (unsigned long long)e.msg, e.hint != NULL ? e.hint : "");
        }
        if (e.type == FLOW_ELEM_RANGE) {
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
                assert_true(n_decoded < MAX_PCS);
                decoded[n_decoded++] = it.where.pc;
            }
        }
    }
}

/* Holds TCI-TE-048 TCI-FLT-005 TCI-FLT-006 TCI-FLT-025 TCI-FLT-026 TCI-FLT-036 */
static void what_decodes_is_what_the_filters_match(void **state)
{
    size_t total = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        encode(seed);
        decode(seed);
        assert_int_equal(n_decoded, n_expected);
        assert_memory_equal(decoded, expected, n_expected * sizeof expected[0]);
        total += n_expected;
    }
    assert_true(total > 10000);
    assert_true(regions > 10 * SEEDS);
    assert_true(by_trap > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_decodes_is_what_the_filters_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
