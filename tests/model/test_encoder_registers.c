/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of the encoder: WARL, reset, RW1C, what is not there (TCI 1.0, Trace Encoder Control
 * Interface; N-Trace 1.0, N-Trace Specific Trace Controls). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

static struct bench b;

#define MODE(n) ((uint32_t)(n) << TR_TE_INST_MODE_SHIFT)

static uint32_t write_and_read(uint32_t offset, uint32_t value)
{
    bench_write(&b, offset, value);
    return bench_read(&b, offset);
}

/* Holds TCI-REG-019..024 TCI-TE-031 TCI-TE-032 TCI-MIN-012 NT-CTL-015..018 NT-CTL-020 */
static void implementation_register(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    /* Component 1.0 of type 1, protocol 1.0. */
    assert_int_equal(bench_read(&b, TR_TE_IMPL_OFFSET), 0x00010101);
    assert_int_equal(write_and_read(TR_TE_IMPL_OFFSET, 0xFFFFFFFF), 0x00010101);
}

/* Holds TCI-REG-001 TCI-REG-002 TCI-REG-004 */
static void control_after_reset(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    /* Active, Empty, format 1; everything else 0 under the zero policy. */
    assert_int_equal(bench_read(&b, TR_TE_CONTROL_OFFSET), 0x01000009);
}

/* Holds TCI-GEN-006 TCI-TE-021 TCI-TE-029 TCI-MIN-008 TCI-MIN-010 TCI-MIN-011 TCI-MAP-008
 * NT-CTL-001..005 NT-CTL-008..011 NT-CTL-014 */
static void control_takes_every_field_that_is_there(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    /* All ones: mode 7 -> 6, sync mode 3, sync max 15, format 1, reserved bits and status 0. */
    assert_int_equal(write_and_read(0, 0xFFFFFFFF), 0x01F3AA6F);
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.context = false;
    cfg.triggers = false;
    cfg.stall = false;
    cfg.src_bits = 0;
    cfg.sync_modes = 1u << 2;
    cfg.btm = false;
    bench_init(&b, &cfg);
    assert_int_equal(write_and_read(0, 0xFFFFFFFF), 0x01F0006F);
    assert_int_equal(write_and_read(0, 0x00020001), 0x01020009);
}

/* Holds TCI-TE-010 TCI-MIN-009 NT-CTL-005 NT-CTL-006 NT-MODE-004 */
static void mode_never_reverts_to_zero(void **state)
{
    (void)state;
    static const struct {
        bool btm, htm;
        uint8_t expected[8];
    } row[] = {
        {true, true, {0, 6, 6, 3, 6, 6, 6, 6}},
        {true, false, {0, 3, 3, 3, 3, 3, 3, 3}},
        {false, true, {0, 6, 6, 6, 6, 6, 6, 6}},
    };
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct trm_encoder_cfg cfg;
        trm_encoder_cfg_init(&cfg);
        cfg.btm = row[i].btm;
        cfg.htm = row[i].htm;
        bench_init(&b, &cfg);
        for (uint32_t mode = 0; mode < 8; mode++) {
            uint32_t got = write_and_read(0, TR_TE_ACTIVE_MASK | MODE(mode));
            assert_int_equal((got & TR_TE_INST_MODE_MASK) >> TR_TE_INST_MODE_SHIFT,
                             row[i].expected[mode]);
        }
    }
}

/* Holds TCI-GEN-007 NT-CTL-022..033 */
static void features_that_are_not_there_read_zero(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    /* Everything but no address difference, no trap address, branch prediction and jump target
     * cache; SrcID 12 bits; SrcBits 15 becomes 12. */
    assert_int_equal(write_and_read(TR_TE_INST_FEATURES_OFFSET, 0xFFFFFFFF), 0xCFFF07CC);
    assert_int_equal(write_and_read(TR_TE_INST_FEATURES_OFFSET, 0x50AA0000), 0x50AA0000);
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.src_bits = 4;
    cfg.all_jumps = false;
    cfg.sequential_jump = false;
    cfg.repeated_history = false;
    cfg.itype_width = 3; /* calls and returns are not reported: no implicit return */
    cfg.extend_addr_msb = false;
    bench_init(&b, &cfg);
    assert_int_equal(write_and_read(TR_TE_INST_FEATURES_OFFSET, 0xFFFFFFFF), 0x400F0000);
    cfg.src_bits = 0;
    bench_init(&b, &cfg);
    assert_int_equal(write_and_read(TR_TE_INST_FEATURES_OFFSET, 0xFFFFFFFF), 0);
}

/* Holds TCI-MAP-007 NT-CTL-034..039 TCI-TE-050 */
static void registers_that_are_not_there_read_zero(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.undef = TRM_UNDEF_GARBAGE;
    cfg.seed = 7;
    bench_init(&b, &cfg);
    for (uint32_t o = 0xC; o < 0x1000; o += 4) {
        assert_int_equal(bench_read(&b, o), 0);
        assert_int_equal(write_and_read(o, 0xFFFFFFFF), 0);
    }
}

/* Holds TCI-RST-013 */
static void garbage_is_legal(void **state)
{
    (void)state;
    uint32_t seen = 0;
    for (uint64_t seed = 1; seed < 200; seed++) {
        struct trm_encoder_cfg cfg;
        trm_encoder_cfg_init(&cfg);
        cfg.undef = TRM_UNDEF_GARBAGE;
        cfg.seed = seed;
        bench_init(&b, &cfg);
        uint32_t control = bench_read(&b, TR_TE_CONTROL_OFFSET);
        uint32_t mode = (control & TR_TE_INST_MODE_MASK) >> TR_TE_INST_MODE_SHIFT;
        assert_true(mode == 0 || mode == 3 || mode == 6);
        assert_int_equal(control & TR_TE_ENABLE_MASK, 0);
        assert_int_equal(control & TR_TE_INST_STALL_OR_OVERFLOW_MASK, 0);
        assert_int_equal(control & TR_TE_FORMAT_MASK, 0x01000000);
        assert_int_equal(control & 0xF80C4580u, 0);
        uint32_t features = bench_read(&b, TR_TE_INST_FEATURES_OFFSET);
        assert_int_equal(features & 0xF833u, 0);
        assert_true(features >> TR_TE_SRC_BITS_SHIFT <= 12);
        seen |= control;
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN); /* not enabled: nothing comes out */
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_RETURN);
        assert_int_equal(b.n, 0);
    }
    assert_int_equal(seen & 0x00F3AA74, 0x00F3AA74); /* every undefined bit was seen set */
}

/* Holds TCI-RST-003 TCI-RST-043 */
static void reset_while_tracing_drops_everything(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.link_bytes = 1;
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_write(&b, 0, 0);
    assert_int_equal(bench_read(&b, 0), 0);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_RETURN);
    bench_ticks(&b, 100);
    assert_int_equal(b.n, 0);
    bench_control(&b, 0);
    assert_int_equal(bench_read(&b, 0), 0x01000009);
}

/* Other bits in the write that releases from reset are ignored; the next write is complete. */
static void active_and_enable_in_one_write(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_write(&b, 0, 0);
    bench_control(&b, BENCH_HTM);
    assert_int_equal(bench_read(&b, 0), 0x01000009);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
    bench_expect(&b, "");
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
}

/* TRM_ENCODER_K = 1: the write of cycle c acts on the ingress of cycle c + 1. */
/* Holds TCI-TE-005 TCI-ENA-011 */
static void a_write_acts_one_cycle_later(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    trm_encoder_tick(&b.enc); /* cycle c */
    bench_write(&b, 0, TR_TE_ACTIVE_MASK | BENCH_BTM);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    assert_false(trm_encoder_ingress(&b.enc, &in));
    bench_expect(&b, "");
    bench_run(&b, 0x1004, 2, INGRESS_ITYPE_TAKEN); /* cycle c + 1 */
    trm_encoder_tick(&b.enc);
    bench_write(&b, 0, TR_TE_ACTIVE_MASK);
    in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    assert_false(trm_encoder_ingress(&b.enc, &in));
    bench_run(&b, 0x1004, 2, INGRESS_ITYPE_TAKEN);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                     "DirectBranch ICNT=2\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* Two writes of trTeControl between two ticks: both are seen. */
static void disable_and_enable_without_a_tick_is_a_new_region(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    bench_write(&b, 0, TR_TE_ACTIVE_MASK);
    bench_write(&b, 0, TR_TE_ACTIVE_MASK | BENCH_BTM);
    bench_run(&b, 0x1004, 2, INGRESS_ITYPE_NONE);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n"
                     "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n");
}

/* Tracing wants trTeEnable, trTeInstTracing and a mode other than 0; Tracing may be set later. */
/* Holds TCI-TE-002 TCI-TE-005 TCI-TE-007 */
static void what_tracing_needs(void **state)
{
    (void)state;
    static const uint32_t not_enough[] = {
        TR_TE_ENABLE_MASK | MODE(6),
        TR_TE_INST_TRACING_MASK | MODE(6),
        TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK,
    };
    bench_init(&b, NULL);
    for (unsigned i = 0; i < sizeof not_enough / sizeof not_enough[0]; i++) {
        bench_control(&b, not_enough[i]);
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_RETURN);
        bench_expect(&b, "");
    }
    bench_control(&b, BENCH_HTM);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n");
}

static void odd_accesses_are_errors(void **state)
{
    (void)state;
    uint32_t v;
    bench_init(&b, NULL);
    assert_int_equal(trm_encoder_reg_read(&b.enc, 2, 4, &v), TRM_ERR_MISALIGNED);
    assert_int_equal(trm_encoder_reg_read(&b.enc, 0, 1, &v), TRM_ERR_SIZE);
    assert_int_equal(trm_encoder_reg_read(&b.enc, 0, 8, &v), TRM_ERR_SIZE);
    assert_int_equal(trm_encoder_reg_write(&b.enc, 0x1000, 4, 0), TRM_ERR_RANGE);
    assert_int_equal(trm_encoder_reg_write(&b.enc, 1, 4, 0), TRM_ERR_MISALIGNED);
    assert_int_equal(trm_encoder_reg_write(&b.enc, 0, 2, 0), TRM_ERR_SIZE);
    assert_int_equal(bench_read(&b, 0), 0x01000009);
}

/* Holds NT-TX-007 NT-MSG-035 NT-MSG-037 NT-RET-010 NT-MSG-039 NT-MSG-040 NT-REP-008 */
static void bad_configurations_are_refused(void **state)
{
    (void)state;
    struct trm_encoder_cfg good;
    trm_encoder_cfg_init(&good);
    assert_int_equal(trm_encoder_init(&b.enc, &good), TRM_OK);
    assert_int_equal(trm_encoder_init(NULL, &good), TRM_ERR_ARG);
    assert_int_equal(trm_encoder_init(&b.enc, NULL), TRM_ERR_ARG);
#define BAD(field, value)                                                                          \
    do {                                                                                           \
        struct trm_encoder_cfg c = good;                                                           \
        c.field = value;                                                                           \
        assert_int_equal(trm_encoder_init(&b.enc, &c), TRM_ERR_ARG);                               \
    } while (0)
    BAD(xlen, 33);
    BAD(itype_width, 5);
    BAD(hist_bits, 1);
    BAD(hist_bits, 33);
    BAD(icnt_bits, 3);
    BAD(icnt_bits, 23);
    BAD(src_bits, 13);
    BAD(sync_modes, 0);
    BAD(sync_modes, 1);
    BAD(context_bits, 60);
    BAD(ext_triggers, 9);
    BAD(return_stack, 33);
    BAD(hrepeat_bits, 19);
    BAD(bcnt_bits, 19);
    BAD(ts_modes, 1);
    BAD(ts_width, 64);
    BAD(fifo_bytes, 75);
    BAD(fifo_bytes, 4097);
#undef BAD
    good.btm = false;
    good.htm = false;
    assert_int_equal(trm_encoder_init(&b.enc, &good), TRM_ERR_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(implementation_register),
        cmocka_unit_test(control_after_reset),
        cmocka_unit_test(control_takes_every_field_that_is_there),
        cmocka_unit_test(mode_never_reverts_to_zero),
        cmocka_unit_test(features_that_are_not_there_read_zero),
        cmocka_unit_test(registers_that_are_not_there_read_zero),
        cmocka_unit_test(garbage_is_legal),
        cmocka_unit_test(reset_while_tracing_drops_everything),
        cmocka_unit_test(active_and_enable_in_one_write),
        cmocka_unit_test(a_write_acts_one_cycle_later),
        cmocka_unit_test(disable_and_enable_without_a_tick_is_a_new_region),
        cmocka_unit_test(what_tracing_needs),
        cmocka_unit_test(odd_accesses_are_errors),
        cmocka_unit_test(bad_configurations_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
