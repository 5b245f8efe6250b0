/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers of tr_encoder with E-Trace, and what they do to the packets. What is expected is
 * what Efficient Trace 2.0, chapter "Encoder Control", and TCI 1.0 say; the model runs beside it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "etrace/etrace_flow.h"
#include "etrace/etrace_frame.h"
#include "random_hart.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_etone, rtl_encoder_etsml;

enum {
    MAX_PCS = 1 << 14,
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK,
};

static struct rig_result r;

static void begin(const struct rtl_encoder_kind *kind)
{
    struct trm_encoder_cfg cfg;
    kind->cfg(&cfg);
    rig_begin(kind, &cfg, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
}

static void ticks(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        rig_clock(NULL, true);
    }
}

static void end(void)
{
    rig_end(true);
    if (!r.equal) {
        rig_print(&r);
    }
    assert_true(r.equal);
}

/* --- registers --- */

/* Fields that the chapter names are there, those of N-Trace alone read 0, trTeInstMode 7.
 * Holds ET-CTL-001 ET-CTL-006 ET-CTL-016..018 ET-CTL-035..036 */
static void control(void **state)
{
    (void)state;
    begin(&rtl_encoder_etone);
    /* all but trTeEnable, trTeInstTracing and trTeInstStallOrOverflow */
    rig_set(TR_TE_CONTROL_OFFSET, 0x07F3AA01u | TR_TE_INST_TRIG_ENABLE_MASK |
                                      TR_TE_INST_STALL_ENA_MASK | TR_TE_CONTEXT_MASK);
    uint32_t control = rig_get_rtl(TR_TE_CONTROL_OFFSET);
    assert_int_equal(control & TR_TE_CONTEXT_MASK, 0);
    assert_int_equal((control & TR_TE_INST_MODE_MASK) >> TR_TE_INST_MODE_SHIFT, 7);
    assert_int_equal((control & TR_TE_FORMAT_MASK) >> TR_TE_FORMAT_SHIFT, 0);
    assert_int_equal((control & TR_TE_INST_SYNC_MODE_MASK) >> TR_TE_INST_SYNC_MODE_SHIFT, 3);
    assert_int_equal((control & TR_TE_INST_SYNC_MAX_MASK) >> TR_TE_INST_SYNC_MAX_SHIFT, 15);
    const uint32_t there =
        TR_TE_INST_TRIG_ENABLE_MASK | TR_TE_INST_STALL_ENA_MASK | TR_TE_INHIBIT_SRC_MASK;
    assert_int_equal(control & there, there);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    control = rig_get_rtl(TR_TE_CONTROL_OFFSET);
    assert_int_equal(control & (there | TR_TE_INST_SYNC_MODE_MASK | TR_TE_INST_SYNC_MAX_MASK), 0);
    end();
}

/* Version 1.x of the interface, component 1, protocol 0.0.
 * Holds ET-CTL-019..023 */
static void versions(void **state)
{
    (void)state;
    begin(&rtl_encoder_etone);
    assert_int_equal(rig_get_rtl(TR_TE_IMPL_OFFSET), 0x00000101);
    end();
}

/* Bits of trTeInstFeatures are the parameters of the set; what N-Trace alone has reads 0.
 * Holds ET-CTL-024..031 ET-CTL-037..040 */
static void features(void **state)
{
    (void)state;
    begin(&rtl_encoder_etone); /* all options, SRC of 12 bits */
    rig_set(TR_TE_INST_FEATURES_OFFSET, UINT32_MAX);
    assert_int_equal(rig_get_rtl(TR_TE_INST_FEATURES_OFFSET), 0xCFFF003F);
    rig_set(TR_TE_INST_FEATURES_OFFSET, 0);
    assert_int_equal(rig_get_rtl(TR_TE_INST_FEATURES_OFFSET), 0);
    end();
    begin(&rtl_encoder_etsml); /* none, no SRC */
    rig_set(TR_TE_INST_FEATURES_OFFSET, UINT32_MAX);
    assert_int_equal(rig_get_rtl(TR_TE_INST_FEATURES_OFFSET), 0);
    end();
}

/* Holds ET-CTL-045 */
static void triggers_read_0(void **state)
{
    static const uint32_t offset[] = {TR_TE_TRIG_DBG_CONTROL_OFFSET,
                                      TR_TE_TRIG_EXT_IN_CONTROL_OFFSET,
                                      TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET};
    (void)state;
    begin(&rtl_encoder_etone);
    for (unsigned i = 0; i < 3; i++) {
        rig_set(offset[i], UINT32_MAX);
        assert_int_equal(rig_get_rtl(offset[i]), 0);
    }
    end();
}

/* --- packets by hand --- */

/* A block of one instruction of 4 bytes that falls through, until the RTL takes it. */
static void one(uint64_t addr, uint8_t itype, bool ready)
{
    struct ingress_cycle in = {.nblocks = 1, .priv = INGRESS_PRIV_M};
    in.block[0] =
        (struct ingress_block){.iaddr = addr, .iretire = 2, .itype = itype, .ilastsize = 1};
    rig_clock(&in, ready);
}

static void expect_bytes(size_t at, const uint8_t *bytes, size_t n)
{
    assert_int_equal(r.rtl_n, at + n);
    assert_memory_equal(r.rtl + at, bytes, n);
}

/* Header, then format 3 (2 bits), subformat 3 (2), ienable, encoder_mode 0, qual_status (2),
 * ioptions (6), denable, dloss, doptions (4), of which the zeros at the top are left out; a start
 * has subformat 0 (2), branch 1, privilege (3), context (16), address / 2 (31).
 * Holds ET-CTL-003..004 ET-CTL-012 */
static void enable_and_trace(void **state)
{
    static const uint8_t enabled[] = {0x01, 0x1F};  /* 1111 1 0 00 */
    static const uint8_t disabled[] = {0x01, 0x0F}; /* 1111 0 0 00 */
    (void)state;
    begin(&rtl_encoder_etone);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK);
    ticks(20);
    expect_bytes(0, enabled, 2);
    one(0x80000000, INGRESS_ITYPE_NONE, true); /* trTeInstTracing is 0 */
    ticks(20);
    assert_int_equal(r.rtl_n, 2);
    rig_set(TR_TE_CONTROL_OFFSET, ON);
    one(0x80000010, INGRESS_ITYPE_NONE, true);
    one(0x80000014, INGRESS_ITYPE_NONE, true);
    ticks(20);
    /* 11 00 1 110 (M is 3), context 0, 0x40000008 from bit 24 on; above bit 54 copies of it */
    static const uint8_t start[] = {0x07, 0x73, 0x00, 0x00, 0x08, 0x00, 0x00, 0xC0};
    assert_int_equal(r.rtl_n, 2 + sizeof start);
    assert_memory_equal(r.rtl + 2, start, sizeof start);
    size_t at = r.rtl_n;
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK);
    ticks(20);
    /* the last instruction, 4 on: format 2 (2), 4 / 2 (31), notify, updiscon, irreport and irdepth,
     * all 0; then that it ended */
    static const uint8_t ended[] = {0x01, 0x0A, 0x01, 0x5F}; /* 01 01000...; 1111 1 0 10 */
    expect_bytes(at, ended, sizeof ended);
    at = r.rtl_n;
    one(0x80000020, INGRESS_ITYPE_NONE, true);
    ticks(20);
    assert_int_equal(r.rtl_n, at);
    rig_block(true); /* a packet waits: not empty */
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    for (unsigned i = 0; i < 20; i++) {
        rig_clock(NULL, false);
    }
    assert_int_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK, 0);
    rig_block(false);
    ticks(20);
    assert_int_not_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK, 0);
    expect_bytes(at, disabled, 2);
    end();
}

/* A reset of the component forgets what waits, and registers.
 * Holds ET-CTL-002 */
static void reset_forgets(void **state)
{
    (void)state;
    begin(&rtl_encoder_etone);
    rig_set(TR_TE_INST_FEATURES_OFFSET, UINT32_MAX);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_INST_TRIG_ENABLE_MASK);
    rig_set(TR_TE_CONTROL_OFFSET, 0);
    assert_int_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET) & (ON | TR_TE_INST_TRIG_ENABLE_MASK), 0);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    assert_int_equal(rig_get_rtl(TR_TE_INST_FEATURES_OFFSET), 0);
    assert_int_not_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK, 0);
    ticks(30);
    assert_int_equal(r.rtl_n, 0);
    end();
}

/* --- programs: what the packets say is what was executed --- */

static struct rh_hart hart;
static uint64_t truth[MAX_PCS], got[MAX_PCS];
static unsigned ntruth, ngot, syncs, gaps, most_between;
static unsigned src_seen, src_other;

/* Without branch and trap nobody can tell how often a loop ran: programs with both may have one
 * (docs/reference/etrace.md); these seeds do not. */
static void begin_program(uint64_t seed, uint32_t control, uint32_t features)
{
    struct rh_cfg rc = {
        .base = 0x80000000u,
        .xlen = 32,
        .itype_width = 4,
        .max_block = 1,
        .branch_bias = 8,
        .indirect_bias = 4,
        .trap_one_in = seed < 100 ? 40 : 0,
        .well_behaved = true,
        .max_blocks = 1,
    };
    rh_init(&hart, &rc, seed);
    ntruth = 0;
    begin(&rtl_encoder_etone);
    rig_set(TR_TE_INST_FEATURES_OFFSET, features);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | control);
    rig_set(TR_TE_CONTROL_OFFSET, ON | control);
    ticks(6);
}

/* ready_one_in: the link takes a beat in one of that many cycles. only: what the filter lets pass,
 * or ~0u. */
static void run_program(unsigned steps, unsigned ready_one_in, unsigned only)
{
    struct rh_rng dice;
    rh_seed(&dice, steps);
    for (unsigned i = 0; i < steps; i++) {
        struct rh_step step;
        rh_step(&hart, &step);
        for (unsigned k = 0; k < step.count && (only == ~0u || step.in.priv == only); k++) {
            assert_true(ntruth < MAX_PCS);
            truth[ntruth++] = step.pc[k];
        }
        rig_clock(&step.in, ready_one_in == 1 || rh_chance(&dice, ready_one_in));
    }
}

static void note_range(struct etrace_flow *flow, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    flow_range_begin(&it, e);
    while (flow_range_next(&it, flow->code, &insn) == FLOW_OK) {
        assert_true(ngot < MAX_PCS);
        got[ngot++] = it.where.pc;
    }
}

static void decode(unsigned src_bits, unsigned src)
{
    struct flow_region region = {hart.cfg.base, sizeof hart.code, hart.code};
    struct flow_code_image image = {&region, 1};
    static struct etrace_flow flow;
    struct etrace_reader reader;
    struct flow_code code;
    struct etrace_frame f;
    struct etrace_cfg cfg;
    struct flow_elem e;
    unsigned since = 0;
    etrace_cfg_init(&cfg);
    cfg.xlen = cfg.iaddress_width = 32;
    cfg.nocontext = false;
    cfg.context_width = 16;
    cfg.privilege_width = 3;
    cfg.return_stack_size = 3;
    cfg.ts_bytes = 3;
    cfg.src_bits = (uint8_t)src_bits;
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    assert_int_equal(etrace_flow_init(&flow, &cfg, &code), ETRACE_OK);
    assert_int_equal(etrace_reader_init(&reader, &cfg, r.rtl, r.rtl_n), ETRACE_OK);
    ngot = syncs = gaps = most_between = src_seen = src_other = 0;
    while (etrace_reader_next(&reader, &f) == ETRACE_OK) {
        *(f.src == src ? &src_seen : &src_other) += 1;
        assert_int_equal(etrace_flow_push(&flow, &f), ETRACE_OK);
        while (etrace_flow_next(&flow, &e) == ETRACE_OK) {
            assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
            gaps += e.type == FLOW_ELEM_LOST;
            if (e.type == FLOW_ELEM_RANGE) {
                unsigned before = ngot;
                note_range(&flow, &e);
                since += ngot - before;
            } else if (e.type == FLOW_ELEM_EVENT && e.code == 2) {
                most_between = since > most_between ? since : most_between;
                since = 0;
                syncs++;
            } else if (e.type == FLOW_ELEM_EXCEPTION ||
                       e.type == FLOW_ELEM_CONTEXT) { /* so do these */
                since = 0;
            }
        }
    }
    assert_int_equal(reader.pos, r.rtl_n);
}

static void expect_truth(uint64_t seed)
{
    for (unsigned i = 0; i < ntruth; i++) {
        if (i >= ngot || got[i] != truth[i]) {
            fail_msg("seed %lu: instruction %u of %u is 0x%x, not 0x%x", (unsigned long)seed, i,
                     ntruth, i < ngot ? (unsigned)got[i] : 0, (unsigned)truth[i]);
        }
    }
    assert_int_equal(ngot, ntruth);
}

/* All but that traps have no address: nobody says where handlers are. */
#define OPTIONS 0xDu

/* Holds ET-CTL-015 ET-CTL-024..025 */
static void sources(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits <= 12; bits += 3) {
        unsigned id = 0xA5Au & ((1u << bits) - 1u);
        uint32_t features = bits << TR_TE_SRC_BITS_SHIFT | id << TR_TE_SRC_ID_SHIFT;
        begin_program(bits, TR_TE_INST_STALL_ENA_MASK, features | OPTIONS);
        run_program(300, 1, ~0u);
        end();
        decode(bits, id);
        expect_truth(bits);
        assert_true(src_seen > 20 && src_other == 0);
        begin_program(bits, TR_TE_INST_STALL_ENA_MASK | TR_TE_INHIBIT_SRC_MASK, features);
        run_program(300, 1, ~0u);
        end();
        decode(0, 0); /* no srcID in front of any payload */
        expect_truth(bits);
    }
}

/* trTeInstSyncMode 3, half-words: 2^(max + 4) of them, and the next places where it can be.
 * Holds ET-CTL-016..017 */
static void resynchronization_has_a_maximum(void **state)
{
    (void)state;
    for (unsigned max = 0; max < 4; max++) {
        begin_program(100 + max,
                      TR_TE_INST_STALL_ENA_MASK | 3u << TR_TE_INST_SYNC_MODE_SHIFT |
                          max << TR_TE_INST_SYNC_MAX_SHIFT,
                      OPTIONS);
        run_program(1500, 1, ~0u);
        end();
        decode(0, 0);
        expect_truth(max);
        assert_true(syncs > 5);
        /* instructions have one half-word or two */
        assert_in_range(most_between, 1u << (max + 3u), (1u << (max + 4u)) + 16u);
    }
}

/* Holds ET-CTL-010 */
static void stalls_keep_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        begin_program(seed, TR_TE_INST_STALL_ENA_MASK, seed % 2 != 0 ? OPTIONS : 0);
        run_program(600, 20, ~0u);
        assert_true(r.stalls > 10);
        end();
        decode(0, 0);
        expect_truth(seed);
        assert_int_equal(gaps, 0);
    }
}

/* A loss is in trTeInstStallOrOverflow and in the trace; before it and after it all is as executed.
 * Holds ET-CTL-008 ET-ALG-028 ET-PKT-031 */
static void losses_are_told(void **state)
{
    unsigned all = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        begin_program(seed, 0, seed % 2 != 0 ? OPTIONS : 0);
        rig_lossy();
        run_program(800, 200, ~0u);
        run_program(400, 1, ~0u); /* there is room again */
        uint32_t told = rig_get_rtl(TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK;
        rig_end(false);
        decode(0, 0);
        assert_true(gaps > 0 && told != 0);
        assert_true(ngot < ntruth);
        unsigned at = 0; /* what came out is in the truth, in its order */
        for (unsigned i = 0; i < ngot; i++) {
            while (at < ntruth && truth[at] != got[i]) {
                at++;
            }
            assert_true(at++ < ntruth);
        }
        all += gaps;
    }
    assert_true(all >= 4);
}

/* A filter on one privilege: its instructions, all of them, and nothing else.
 * Holds ET-CTL-041 ET-CTL-043 ET-FLT-001 */
static void filters(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        begin_program(seed, TR_TE_INST_STALL_ENA_MASK, OPTIONS);
        rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_INST_STALL_ENA_MASK);
        rig_set(TR_TE_FILTER_CONTROL_OFFSET(0),
                TR_TE_FILTER_ENABLE_MASK | TR_TE_FILTER_MATCH_PRIVILEGE_MASK);
        rig_set(TR_TE_FILTER_MATCH_INST_OFFSET(0), 1u << INGRESS_PRIV_M);
        rig_set(TR_TE_INST_FILTERS_OFFSET, 1);
        rig_set(TR_TE_CONTROL_OFFSET, ON | TR_TE_INST_STALL_ENA_MASK);
        run_program(800, 1, INGRESS_PRIV_M);
        end();
        decode(0, 0);
        assert_in_range(ntruth, 50, 1500);
        expect_truth(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control),
        cmocka_unit_test(versions),
        cmocka_unit_test(features),
        cmocka_unit_test(triggers_read_0),
        cmocka_unit_test(enable_and_trace),
        cmocka_unit_test(reset_forgets),
        cmocka_unit_test(sources),
        cmocka_unit_test(resynchronization_has_a_maximum),
        cmocka_unit_test(stalls_keep_everything),
        cmocka_unit_test(losses_are_told),
        cmocka_unit_test(filters),
    };
    return cmocka_run_group_tests_name("rtl-etrace-control", tests, NULL, NULL);
}
