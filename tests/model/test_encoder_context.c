/* SPDX-License-Identifier: Apache-2.0 */
/* Ownership messages, SRC, stream configuration (N-Trace 1.0, Ownership Message; Common Fields). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
    EX = INGRESS_ITYPE_EXCEPTION,
    XRET = INGRESS_ITYPE_TRAP_RETURN,
};

static struct bench b;

static void start(const struct trm_encoder_cfg *cfg, uint32_t control)
{
    bench_init(&b, cfg);
    bench_control(&b, control);
}

/* PROCESS = {CONTEXT, V, PRV, FORMAT}; the first example of the spec: scontext 0x1D, VU-mode. */
/* Holds NT-OWN-003 NT-OWN-004 NT-OWN-010 NT-OWN-011 NT-OWN-013 */
static void process_examples_of_the_spec(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_control(&b, BENCH_HTM | TR_TE_CONTEXT_MASK);
    b.context = 0x1D;
    b.priv = INGRESS_PRIV_VU;
    bench_run(&b, 0x1000, 2, EX);
    b.priv = INGRESS_PRIV_M;
    bench_run(&b, 0x8000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "Ownership PROCESS=0x3B2\n"
                     "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x4800\n"
                     "Ownership PROCESS=0xC\n");
}

/* Holds NT-OWN-003 NT-OWN-011 NT-OWN-015 */
static void every_privilege_level(void **state)
{
    (void)state;
    /* V and PRV above FORMAT 00: U 0, S 1, M 3, VU 4, VS 5. */
    static const struct {
        uint8_t priv;
        const char *line;
    } row[] = {
        {INGRESS_PRIV_U, "Ownership PROCESS=0\n"},
        {INGRESS_PRIV_S, "Ownership PROCESS=4\n"},
        {INGRESS_PRIV_M, "Ownership PROCESS=0xC\n"},
        {INGRESS_PRIV_VU, "Ownership PROCESS=0x10\n"},
        {INGRESS_PRIV_VS, "Ownership PROCESS=0x14\n"},
    };
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        bench_init(&b, NULL);
        bench_control(&b, BENCH_HTM | TR_TE_CONTEXT_MASK);
        b.priv = row[i].priv == INGRESS_PRIV_M ? INGRESS_PRIV_U : INGRESS_PRIV_M;
        bench_run(&b, 0x1000, 2, XRET);
        bench_run(&b, 0x1000, 2, XRET);
        b.read = b.n;
        b.priv = row[i].priv;
        bench_run(&b, 0x1000, 2, N);
        bench_run(&b, 0x1004, 2, N);
        b.read += 3; /* the trap return: TCODE; B-TYPE with I-CNT; U-ADDR */
        bench_expect(&b, row[i].line);
    }
}

/* Holds TCI-TE-011 NT-CTL-007 NT-OWN-001 */
static void nothing_without_tr_te_context(void **state)
{
    (void)state;
    start(NULL, BENCH_HTM);
    bench_run(&b, 0x1000, 2, EX);
    b.priv = INGRESS_PRIV_U;
    struct ingress_cycle in = bench_record(&b, 0x8000, 2, N);
    in.ctype = INGRESS_CTYPE_PRECISE;
    bench_give(&b, &in);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch BTYPE=2 ICNT=2 UADDR=0x4800\n");
}

/* A write of scontext is reported once, at the instruction that the port marks with ctype. */
/* Holds NT-OWN-002 NT-OWN-013 */
static void context_change(void **state)
{
    (void)state;
    start(NULL, BENCH_HTM | TR_TE_CONTEXT_MASK);
    b.priv = INGRESS_PRIV_S;
    bench_run(&b, 0x1000, 2, TK);
    b.context = 5;
    bench_run(&b, 0x1004, 2, N); /* ctype 0: do not report */
    struct ingress_cycle in = bench_record(&b, 0x1008, 2, N);
    in.ctype = INGRESS_CTYPE_IMPRECISE;
    bench_give(&b, &in);
    bench_run(&b, 0x100C, 2, N);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "Ownership PROCESS=6\n"
                     "Ownership PROCESS=0xA6\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=8 HIST=3\n");
}

/* hcontext first, then scontext, after every sync and every change. */
/* Holds NT-OWN-005 NT-OWN-014 */
static void hcontext_comes_in_pairs(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.hcontext = true;
    start(&cfg, BENCH_HTM | TR_TE_CONTEXT_MASK);
    b.priv = INGRESS_PRIV_VS;
    b.context = 1;
    b.hcontext = 2;
    bench_run(&b, 0x1000, 2, N);
    b.hcontext = 3;
    struct ingress_cycle in = bench_record(&b, 0x1004, 2, N);
    in.ctype = INGRESS_CTYPE_IMPRECISE;
    bench_give(&b, &in);
    /* VS is 101: 2 << 5 | 101 << 2 | 3 = 0x57; 1 << 5 | 0x14 | 2 = 0x36; 3 << 5 | 0x17 = 0x77 */
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "Ownership PROCESS=0x57\n"
                     "Ownership PROCESS=0x36\n"
                     "Ownership PROCESS=0x77\n"
                     "Ownership PROCESS=0x36\n");
}

/* Right after every synchronizing message, also periodic ones. */
/* Holds TCI-TE-011 NT-OWN-004 NT-SYN-019 */
static void ownership_follows_every_sync(void **state)
{
    (void)state;
    start(NULL, BENCH_HTM | TR_TE_CONTEXT_MASK |
                    TR_TE_INST_SYNC_MODE_HALFWORDS << TR_TE_INST_SYNC_MODE_SHIFT);
    b.context = 1;
    bench_run(&b, 0x1000, 16, INGRESS_ITYPE_RETURN);
    bench_run(&b, 0x2000, 2, TK);
    struct ingress_cycle in = bench_record(&b, 0x3000, 4, N);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    bench_halted(&b);
    bench_run(&b, 0x4000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "Ownership PROCESS=0x2E\n"
                     "IndirectBranchSync SYNC=2 BTYPE=0 ICNT=0x10 FADDR=0x1000\n"
                     "Ownership PROCESS=0x2E\n"
                     "IndirectBranchHistSync SYNC=6 BTYPE=0 ICNT=4 FADDR=0x1802 HIST=3\n"
                     "Ownership PROCESS=0x2E\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=1 ICNT=2 HIST=1\n"
                     "ProgTraceSync SYNC=3 ICNT=0 FADDR=0x2000\n"
                     "Ownership PROCESS=0x2E\n");
}

static void context_has_its_width(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.context_bits = 8;
    start(&cfg, BENCH_HTM | TR_TE_CONTEXT_MASK);
    b.context = 0x1234;
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "Ownership PROCESS=0x68E\n"); /* 0x34 << 5 | 11 << 2 | 10 */
}

/* Holds TCI-COMP-005 TCI-TE-019 TCI-TE-020 TCI-TE-046 TCI-TE-047 NT-CTL-011 NT-CTL-032
 * NT-CTL-033 NT-MSG-023 NT-MSG-024 */
static void source_field(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET,
                4u << TR_TE_SRC_BITS_SHIFT | 0x7u << TR_TE_SRC_ID_SHIFT);
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_RETURN);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SRC=7 SYNC=5 ICNT=0 FADDR=0x800\n"
                     "IndirectBranch SRC=7 BTYPE=0 ICNT=2 UADDR=0\n");
    bench_control(&b, BENCH_HTM & ~TR_TE_ENABLE_MASK);
    bench_expect(&b, "ProgTraceCorrelation SRC=7 EVCODE=4 CDF=1 ICNT=2 HIST=1\n");
    bench_control(&b, BENCH_HTM | TR_TE_INHIBIT_SRC_MASK);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
}

/* SrcID wider than SrcBits: the low bits are sent. Holds TCI-TE-047 */
static void source_id_is_cut_to_its_bits(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET,
                2u << TR_TE_SRC_BITS_SHIFT | 0xFFEu << TR_TE_SRC_ID_SHIFT);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, N);
    bench_expect(&b, "ProgTraceSync SRC=2 SYNC=5 ICNT=0 FADDR=0x800\n");
}

static void stream_configuration_follows_the_registers(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    struct nexus_stream_cfg s;
    trm_encoder_cfg_init(&cfg);
    cfg.xlen = 32;
    bench_init(&b, &cfg);
    trm_encoder_stream_cfg(&b.enc, &s);
    assert_int_equal(s.xlen, 32);
    assert_int_equal(s.src_bits, 0);
    assert_false(s.extend_addr_msb || s.all_jumps || s.timestamps || s.implicit_return);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, 0xFFFFFFFF);
    trm_encoder_stream_cfg(&b.enc, &s);
    assert_int_equal(s.src_bits, 12);
    assert_true(s.extend_addr_msb && s.all_jumps);
    bench_control(&b, TR_TE_INHIBIT_SRC_MASK);
    trm_encoder_stream_cfg(&b.enc, &s);
    assert_int_equal(s.src_bits, 0);
    assert_null(nexus_cfg_check(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_examples_of_the_spec),
        cmocka_unit_test(every_privilege_level),
        cmocka_unit_test(nothing_without_tr_te_context),
        cmocka_unit_test(context_change),
        cmocka_unit_test(hcontext_comes_in_pairs),
        cmocka_unit_test(ownership_follows_every_sync),
        cmocka_unit_test(context_has_its_width),
        cmocka_unit_test(source_field),
        cmocka_unit_test(source_id_is_cut_to_its_bits),
        cmocka_unit_test(stream_configuration_follows_the_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
