/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of an encoder with E-Trace. Expected values are those of Efficient Trace 2.0, chapter
 * "Encoder Control" (tables "Basic Control", "Optional and run-time configurable modes", "Trace
 * filtering selection"), and TCI 1.0.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_frame.h"
#include "filter_regs.h"

static struct bench b;

#define FORMAT(n) ((uint32_t)(n) << TR_TE_FORMAT_SHIFT)

static struct trm_encoder_cfg both(void)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.etrace = true;
    cfg.f0s_width = 1;
    cfg.bpred_size = 6;
    cfg.cache_size = 5;
    cfg.return_stack_size = 3;
    cfg.data_trace = true;
    cfg.dbg_control = true;
    cfg.ext_triggers = 2;
    cfg.ext_outputs = 2;
    cfg.stimulus = true;
    return cfg;
}

static uint32_t format(void)
{
    return (bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_FORMAT_MASK) >> TR_TE_FORMAT_SHIFT;
}

/* Holds ET-CTL-018 */
static void formats_that_exist(void **state)
{
    static const struct {
        bool ntrace, etrace;
        uint32_t got[8];
    } row[] = {
        {true, false, {1, 1, 1, 1, 1, 1, 1, 1}},
        {false, true, {0, 0, 0, 0, 0, 0, 0, 0}},
        {true, true, {0, 1, 1, 1, 1, 1, 1, 1}},
    };
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct trm_encoder_cfg cfg = both();
        cfg.ntrace = row[i].ntrace;
        cfg.etrace = row[i].etrace;
        bench_init(&b, &cfg);
        for (uint32_t n = 0; n < 8; n++) {
            bench_control(&b, FORMAT(n));
            assert_int_equal(format(), row[i].got[n]);
        }
    }
    struct trm_encoder_cfg none = both();
    none.ntrace = none.etrace = false;
    assert_int_equal(trm_encoder_init(&b.enc, &none), TRM_ERR_ARG);
    struct trm_encoder_cfg untold = both(); /* two formats 0 without a subformat */
    untold.f0s_width = 0;
    assert_int_equal(trm_encoder_init(&b.enc, &untold), TRM_ERR_ARG);
    struct trm_encoder_cfg wide = both(); /* 5 + 2 + 64 + 64 + 64 + 2 + 63 + 64 bits of a trap */
    wide.nocontext = wide.notime = false;
    wide.context_width = wide.time_width = wide.ecause_width = 64;
    assert_int_equal(trm_encoder_init(&b.enc, &wide), TRM_ERR_ARG);
}

/* trTeInstMode is 7, trTeContext 0, trTeInstTrigEnable, trTeInstStallEna, trTeInhibitSrc and the
 * synchronization exist.
 * Holds ET-CTL-001 ET-CTL-006 ET-CTL-016..017 ET-CTL-035..036 */
static void control(void **state)
{
    struct trm_encoder_cfg cfg = both();
    (void)state;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_CONTROL_OFFSET, 0x00F3AA01); /* all but trTeInstMode, format 0 */
    assert_int_equal(bench_read(&b, TR_TE_CONTROL_OFFSET), 0x00F3A879);
    for (uint32_t mode = 0; mode < 8; mode++) {
        bench_control(&b, mode << 4);
        assert_int_equal(bench_read(&b, TR_TE_CONTROL_OFFSET), 0x00000079);
    }
    bench_control(&b, FORMAT(1) | 7u << 4); /* N-Trace has no mode 7 */
    assert_int_equal(bench_read(&b, TR_TE_CONTROL_OFFSET), 0x01000069);
}

/* trTeProtocolMajor and trTeProtocolMinor: 0.0 for E-Trace, 1.0 for N-Trace.
 * Holds ET-CTL-019..023 */
static void protocol_version(void **state)
{
    struct trm_encoder_cfg cfg = both();
    (void)state;
    bench_init(&b, &cfg);
    bench_control(&b, FORMAT(0));
    assert_int_equal(bench_read(&b, TR_TE_IMPL_OFFSET), 0x00000101);
    bench_control(&b, FORMAT(1));
    assert_int_equal(bench_read(&b, TR_TE_IMPL_OFFSET), 0x00010101);
}

/* Bits 5:0 as parameters have them, trTeSrcID and trTeSrcBits; the rest is 0.
 * Holds ET-CTL-026..031 ET-CTL-037..040 ET-DIS-003..005 ET-DIS-026..027 */
static void features(void **state)
{
    static const struct {
        bool diff, trap, jump, calls;
        uint8_t stack, counter, predictor, cache, itype;
        uint32_t got;
    } row[] = {
        {true, true, true, true, 3, 0, 6, 5, 4, 0x3F},
        {false, true, true, true, 3, 0, 6, 5, 4, 0x3E},
        {true, false, true, true, 3, 0, 6, 5, 4, 0x3D},
        {true, true, false, true, 3, 0, 6, 5, 4, 0x3B},
        {true, true, true, false, 3, 0, 6, 5, 4, 0x37},
        {true, true, true, true, 0, 0, 6, 5, 4, 0x37},
        {true, true, true, true, 0, 4, 6, 5, 4, 0x3F},
        {true, true, true, true, 3, 0, 0, 5, 4, 0x2F},
        {true, true, true, true, 3, 0, 6, 0, 4, 0x1F},
        {true, true, true, true, 3, 0, 6, 5, 3, 0x37},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct trm_encoder_cfg cfg = both();
        cfg.no_addr_diff = row[i].diff;
        cfg.no_trap_addr = row[i].trap;
        cfg.sequential_jump = row[i].jump;
        cfg.implicit_return = row[i].calls;
        cfg.return_stack_size = row[i].stack;
        cfg.call_counter_size = row[i].counter;
        cfg.bpred_size = row[i].predictor;
        cfg.cache_size = row[i].cache;
        cfg.itype_width = row[i].itype;
        bench_init(&b, &cfg);
        bench_control(&b, FORMAT(0));
        bench_write(&b, TR_TE_INST_FEATURES_OFFSET, UINT32_MAX);
        assert_int_equal(bench_read(&b, TR_TE_INST_FEATURES_OFFSET), 0xCFFF0000u | row[i].got);
    }
}

/* What only N-Trace has reads 0 while trTeFormat is 0, also what was written before.
 * Holds ET-CTL-037..040 ET-CTL-045 */
static void only_of_ntrace(void **state)
{
    static const uint32_t offset[] = {
        TR_TE_TRIG_DBG_CONTROL_OFFSET,
        TR_TE_TRIG_EXT_IN_CONTROL_OFFSET,
        TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET,
        TR_TE_STIM_CONTROL_OFFSET,
    };
    static const uint32_t value[] = {0x1C, 0x33, 0x11, TR_TE_STIM_ENABLE_MASK};
    struct trm_encoder_cfg cfg = both();
    (void)state;
    bench_init(&b, &cfg);
    bench_control(&b, FORMAT(1));
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, 0x7FF);
    assert_int_equal(bench_read(&b, TR_TE_INST_FEATURES_OFFSET), 0x7CC);
    for (unsigned i = 0; i < 4; i++) {
        bench_write(&b, offset[i], value[i]);
        assert_int_equal(bench_read(&b, offset[i]) & value[i], value[i]);
    }
    bench_control(&b, FORMAT(0));
    for (unsigned written = 0; written < 2; written++) {
        assert_int_equal(bench_read(&b, TR_TE_INST_FEATURES_OFFSET), written ? 0xCFFF003Fu : 0xCu);
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(bench_read(&b, offset[i]) & value[i], 0);
            bench_write(&b, offset[i], value[i]);
        }
        bench_write(&b, TR_TE_INST_FEATURES_OFFSET, UINT32_MAX);
    }
}

/* The protocol cannot change while trTeEnable is 1, but with the write that clears it after that
 * was seen, or the one that sets it. */
static void a_running_encoder_keeps_its_format(void **state)
{
    struct trm_encoder_cfg cfg = both();
    (void)state;
    bench_init(&b, &cfg);
    bench_control(&b, FORMAT(0) | TR_TE_ENABLE_MASK);
    bench_control(&b, FORMAT(1) | TR_TE_ENABLE_MASK);
    assert_int_equal(format(), 0);
    bench_control(&b, FORMAT(1));
    assert_int_equal(format(), 0);
    bench_control(&b, FORMAT(1) | TR_TE_ENABLE_MASK);
    assert_int_equal(format(), 1);
}

/* Both protocols, one after the other: each byte stream is what an encoder with that one alone
 * sends. */
static void session(uint32_t bits)
{
    bench_control(&b, bits | BENCH_HTM);
    for (unsigned i = 0; i < 40; i++) {
        bench_run(&b, 0x80000000u + 0x40u * (i % 7), 4, i % 3 == 0 ? 5 : 14);
    }
    bench_control(&b, bits);
    bench_ticks(&b, 4);
}

static void formats_take_turns(void **state)
{
    static uint8_t alone[2][BENCH_BYTES];
    size_t n[2];
    struct trm_encoder_cfg cfg = both();
    (void)state;
    for (uint32_t f = 0; f < 2; f++) {
        cfg.ntrace = f == 1;
        cfg.etrace = f == 0;
        bench_init(&b, &cfg);
        session(FORMAT(f));
        n[f] = b.n;
        memcpy(alone[f], b.bytes, b.n);
    }
    assert_true(n[0] > 20 && n[1] > 20);
    cfg = both();
    bench_init(&b, &cfg);
    for (uint32_t turn = 0; turn < 6; turn++) {
        uint32_t f = turn == 0 || turn == 4 ? 1 : turn % 2; /* also one after itself */
        size_t at = b.n;
        session(FORMAT(f));
        assert_int_equal(b.n - at, n[f]);
        assert_memory_equal(b.bytes + at, alone[f], n[f]);
    }
}

/* A reset of the component ends E-Trace, too, and what was lost.
 * Holds ET-CTL-002 ET-CTL-012 */
static void reset_forgets(void **state)
{
    struct trm_encoder_cfg cfg = both();
    (void)state;
    bench_init(&b, &cfg);
    b.refuse = true;
    bench_control(&b, FORMAT(0) | BENCH_HTM);
    for (unsigned i = 0; i < 400; i++) {
        bench_run(&b, 0x80000000u + 0x1000u * (i % 7), 4, 14);
    }
    assert_true(b.enc.stats.dropped > 0);
    assert_int_equal(bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK, 0);
    bench_write(&b, TR_TE_CONTROL_OFFSET, 0);
    bench_control(&b, FORMAT(0));
    assert_true(trm_encoder_empty(&b.enc));
    b.refuse = false;
    bench_ticks(&b, 10);
    assert_int_equal(b.n, 0);
}

/* The support packet of a new setting: ienable, then ioptions in the order of the tools. Header,
 * payload: format 3, subformat 3, ienable, encoder_mode 0, qual_status, ioptions (6), denable,
 * dloss, doptions (4).
 * Holds ET-CTL-003 */
static void support_packets(void **state)
{
    struct trm_encoder_cfg cfg = both();
    (void)state;
    cfg.data_trace = false; /* with it packets have a type */
    bench_init(&b, &cfg);
    bench_control(&b, FORMAT(0));
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_NO_ADDR_DIFF_MASK);
    bench_control(&b, FORMAT(0));
    assert_int_equal(b.n, 0); /* nothing is enabled */
    bench_control(&b, FORMAT(0) | TR_TE_ENABLE_MASK);
    static const uint8_t enabled[] = {0x02, 0x1F, 0x04}; /* 1111 1 0 00, full address is bit 2 */
    assert_int_equal(b.n, 3);
    assert_memory_equal(b.bytes, enabled, 3);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_IMPLICIT_RETURN_MASK);
    bench_ticks(&b, 2);
    static const uint8_t changed[] = {0x02, 0x1F, 0x01};
    assert_int_equal(b.n, 6);
    assert_memory_equal(b.bytes + 3, changed, 3);
    bench_ticks(&b, 2);
    bench_control(&b, FORMAT(0));
    static const uint8_t disabled[] = {0x02, 0x0F, 0x01};
    assert_int_equal(b.n, 9);
    assert_memory_equal(b.bytes + 6, disabled, 3);
}

/* What a comparator selects: the second of three instructions of 4 bytes.
 * Holds ET-CTL-043 ET-CTL-044 */
static void a_comparator_selects(void **state)
{
    static const uint8_t bytes[] = {
        0x01, 0x1F, /* a support packet: 1111 1 0 00; what follows repeats the last bit */
        /* 11, 00, branch 1, privilege 3, 0x1004 >> 1 from bit 7 on */
        0x03, 0x73, 0x01, 0x04, 0x01, 0x5F, /* ended: qual_status 1 */
    };
    struct trm_encoder_cfg cfg = both();
    (void)state;
    cfg.data_trace = false;
    cfg.filters = 1;
    cfg.comparators = 1;
    bench_init(&b, &cfg);
    bench_control(&b, FORMAT(0));
    set_comp(&b, 0, COMP(TR_TE_COMP_P_INPUT_IADDR, EQ, 0, 0, 0), 0x1004, 0);
    set_filter(&b, 0, F_COMP1(0), 0, 0);
    bench_write(&b, TR_TE_INST_FILTERS_OFFSET, 1);
    b.priv = INGRESS_PRIV_M;
    bench_control(&b, FORMAT(0) | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK);
    for (unsigned i = 0; i < 3; i++) {
        bench_run(&b, 0x1000 + 4 * i, 2, INGRESS_ITYPE_NONE);
    }
    bench_ticks(&b, 2);
    assert_int_equal(b.n, sizeof bytes);
    assert_memory_equal(b.bytes, bytes, sizeof bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_that_exist), cmocka_unit_test(control),
        cmocka_unit_test(protocol_version),   cmocka_unit_test(features),
        cmocka_unit_test(only_of_ntrace),     cmocka_unit_test(a_running_encoder_keeps_its_format),
        cmocka_unit_test(formats_take_turns), cmocka_unit_test(reset_forgets),
        cmocka_unit_test(support_packets),    cmocka_unit_test(a_comparator_selects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
