/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus ports of the encoder (docs/reference/stimulus.md). Bytes of messages: the vectors
 * stimulus-*.ntt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
    PORTS = 32,
};

static struct bench b;

static struct trm_encoder_cfg with_ports(void)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.stimulus = true;
    return cfg;
}

static void start(const struct trm_encoder_cfg *cfg, uint32_t control, uint32_t stim, uint32_t mask)
{
    bench_init(&b, cfg);
    bench_write(&b, TR_TE_STIM_CONTROL_OFFSET, stim);
    bench_write(&b, TR_TE_STIM_MASK_OFFSET, mask);
    bench_control(&b, control);
}

static enum trm_status store(unsigned port, unsigned size, uint32_t value)
{
    return trm_encoder_reg_write(&b.enc, TR_TE_STIM_PORT_OFFSET(port), size, value);
}

static void put(unsigned port, unsigned size, uint32_t value)
{
    assert_int_equal(store(port, size, value), TRM_OK);
    trm_encoder_tick(&b.enc);
}

static bool dropped_bit(void)
{
    return (bench_read(&b, TR_TE_STIM_CONTROL_OFFSET) & TR_TE_STIM_DROPPED_MASK) != 0;
}

/* Holds HT-STIM-001 */
static void without_the_parameter_nothing_is_there(void **state)
{
    (void)state;
    bench_init(&b, NULL);
    bench_control(&b, TR_TE_ENABLE_MASK);
    for (uint32_t offset = 0xE00; offset < 0x1000; offset += 4) {
        bench_write(&b, offset, UINT32_MAX);
        trm_encoder_tick(&b.enc);
        assert_int_equal(bench_read(&b, offset), 0);
    }
    assert_int_equal(store(0, 1, 1), TRM_ERR_SIZE);
    assert_int_equal(store(0, 2, 1), TRM_ERR_SIZE);
    bench_expect(&b, "");
}

/* STIM in ASCII; version 1, 32 ports, the width of IDTAG. Holds HT-STIM-002 HT-STIM-003 */
static void discovery(void **state)
{
    (void)state;
    static const uint8_t tags[] = {0, 7, 8, 16};
    for (unsigned i = 0; i < sizeof tags; i++) {
        struct trm_encoder_cfg cfg = with_ports();
        cfg.stimulus_tag = tags[i];
        bench_init(&b, &cfg);
        assert_int_equal(bench_read(&b, 0xE00), 'S' | 'T' << 8 | 'I' << 16 | 'M' << 24);
        assert_int_equal(bench_read(&b, 0xE04), 1 | 32 << 8 | tags[i] << 16);
        bench_write(&b, 0xE00, 0);
        bench_write(&b, 0xE04, 0);
        assert_int_equal(bench_read(&b, 0xE00), 0x4D495453);
        assert_int_equal(bench_read(&b, 0xE04), 1 | 32 << 8 | tags[i] << 16);
    }
    struct trm_encoder_cfg cfg = with_ports();
    for (unsigned bits = 0; bits < 32; bits++) {
        cfg.stimulus_tag = (uint8_t)bits;
        bool fits = bits == 0 || (bits >= 7 && bits <= 16);
        assert_int_equal(trm_encoder_init(&b.enc, &cfg), fits ? TRM_OK : TRM_ERR_ARG);
    }
}

/* Off after a reset; ports read 0. Holds HT-STIM-004 HT-STIM-006 */
static void registers(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = with_ports();
    cfg.undef = TRM_UNDEF_GARBAGE;
    cfg.seed = 5;
    bench_init(&b, &cfg);
    assert_int_equal(bench_read(&b, 0xE08), 0);
    assert_int_equal(bench_read(&b, 0xE0C), 0);
    bench_write(&b, 0xE08, UINT32_MAX);
    assert_int_equal(bench_read(&b, 0xE08), 7);
    bench_write(&b, 0xE0C, 0xA5A5F00F);
    assert_int_equal(bench_read(&b, 0xE0C), 0xA5A5F00F);
    for (unsigned i = 0; i < PORTS; i++) {
        put(i, 4, UINT32_MAX);
        assert_int_equal(bench_read(&b, 0xE80 + 4 * i), 0);
    }
    bench_write(&b, TR_TE_CONTROL_OFFSET, 0);
    trm_encoder_tick(&b.enc);
    bench_control(&b, 0);
    assert_int_equal(bench_read(&b, 0xE08), 0);
    assert_int_equal(bench_read(&b, 0xE0C), 0);
}

/* A message needs trTeEnable, trTeStimEnable and the bit of the port; nothing else. */
/* Holds HT-STIM-005 HT-STIM-007 */
static void what_enables_a_port(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = with_ports();
    for (unsigned on = 0; on < 8; on++) {
        start(&cfg, (on & 1u) != 0 ? TR_TE_ENABLE_MASK : 0, (on & 2u) != 0 ? 1 : 0,
              (on & 4u) != 0 ? 1u << 9 : ~(1u << 9));
        put(9, 4, 3);
        bench_expect(&b, on == 7 ? "DataAcquisition IDTAG=0x24 DQDATA=3\n" : "");
        assert_false(dropped_bit());
        assert_int_equal(b.enc.stats.acquired, on == 7);
    }
}

/* Holds HT-STIM-008 HT-STIM-009 HT-STIM-010 */
static void every_port_in_every_size(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = with_ports();
    char want[80];
    start(&cfg, TR_TE_ENABLE_MASK, 1, UINT32_MAX);
    for (unsigned port = 0; port < PORTS; port++) {
        for (unsigned size = 1; size <= 4; size++) {
            const unsigned tag = 4 * port + (4 - size);
            const uint32_t data = 0x89ABCDEF;
            if (size == 3) {
                assert_int_equal(store(port, size, data), TRM_ERR_SIZE);
                continue;
            }
            put(port, size, data);
            snprintf(want, sizeof want, "DataAcquisition IDTAG=%s%X DQDATA=0x%s\n",
                     tag < 10 ? "" : "0x", tag,
                     size == 4   ? "89ABCDEF"
                     : size == 2 ? "CDEF"
                                 : "EF");
            bench_expect(&b, want);
        }
        assert_int_equal(store(port, 8, 0), TRM_ERR_SIZE);
        for (unsigned at = 1; at < 4; at++) {
            assert_int_equal(trm_encoder_reg_write(&b.enc, TR_TE_STIM_PORT_OFFSET(port) + at, 1, 7),
                             TRM_ERR_MISALIGNED);
        }
    }
    trm_encoder_tick(&b.enc);
    bench_expect(&b, "");
    assert_int_equal(trm_encoder_reg_write(&b.enc, TR_TE_STIM_MASK_OFFSET, 2, 7), TRM_ERR_SIZE);
    assert_int_equal(trm_encoder_reg_write(&b.enc, 0xF00, 2, 7), TRM_ERR_SIZE);
    assert_int_equal(trm_encoder_reg_write(&b.enc, 0xE7E, 2, 7), TRM_ERR_SIZE);
}

/* As every register write, a store acts on the next cycle: after the record of its own. Two in one
 * cycle come in their order, and disabling comes after them. Holds HT-STIM-011 HT-STIM-012 */
static void order(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = with_ports();
    start(&cfg, BENCH_BTM, 1, UINT32_MAX);
    bench_run(&b, 0x1000, 2, TK);
    trm_encoder_tick(&b.enc);
    assert_int_equal(store(1, 4, 1), TRM_OK);
    assert_int_equal(store(2, 4, 2), TRM_OK);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, TK);
    (void)trm_encoder_ingress(&b.enc, &in);
    assert_int_equal(store(3, 4, 3), TRM_OK);
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_write(&b, TR_TE_STIM_MASK_OFFSET, 0);
    bench_write(&b, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&b.enc);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n"
                     "DataAcquisition IDTAG=4 DQDATA=1\n"
                     "DirectBranch ICNT=2\n"
                     "DataAcquisition IDTAG=8 DQDATA=2\n"
                     "DataAcquisition IDTAG=0xC DQDATA=3\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0\n");
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
}

/* Branches held back go first: RepeatBranch belongs to the message before it. Holds HT-STIM-013 */
static void after_branches_held_back(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = with_ports();
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_STIM_CONTROL_OFFSET, 1);
    bench_write(&b, TR_TE_STIM_MASK_OFFSET, 1);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_control(&b, BENCH_BTM);
    for (unsigned i = 0; i < 4; i++) {
        bench_run(&b, 0x1000, 2, TK);
    }
    put(0, 1, 5);
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x1000, 2, TK);
    bench_control(&b, 0);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n"
                     "RepeatBranch BCNT=3\n"
                     "DataAcquisition IDTAG=3 DQDATA=5\n"
                     "DirectBranch ICNT=2\n"
                     "RepeatBranch BCNT=1\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0\n");
}

/* TSTAMP needs trTsEnable and trTeStimTimestamp; the time is that of the last record, ten times its
 * cycle. Holds HT-STIM-014 */
static void timestamps(void **state)
{
    (void)state;
    for (unsigned on = 0; on < 2; on++) {
        struct trm_encoder_cfg cfg = with_ports();
        cfg.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
        bench_init(&b, &cfg);
        bench_write(&b, TR_TE_STIM_CONTROL_OFFSET, on != 0 ? 3 : 1);
        bench_write(&b, TR_TE_STIM_MASK_OFFSET, 1);
        bench_write(&b, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
        bench_write(&b, TR_TS_CONTROL_OFFSET,
                    TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK |
                        TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
        bench_control(&b, BENCH_BTM);
        bench_run(&b, 0x1000, 2, N); /* cycle 1001 */
        bench_run(&b, 0x1004, 2, N);
        put(0, 4, 1);
        bench_run(&b, 0x1008, 2, TK);
        bench_expect(&b, on != 0 ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0x271A\n"
                                   "DataAcquisition IDTAG=0 DQDATA=1 TSTAMP=0xA\n"
                                   "DirectBranch ICNT=6 TSTAMP=0xA\n"
                                 : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0x271A\n"
                                   "DataAcquisition IDTAG=0 DQDATA=1\n"
                                   "DirectBranch ICNT=6 TSTAMP=0x14\n");
    }
}

/* --- no room --- */

/* The link refuses; nine messages of 8 bytes leave 4 of 76 bytes. */
static void fill(uint32_t control, uint32_t stim)
{
    struct trm_encoder_cfg cfg = with_ports();
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    start(&cfg, control, stim, UINT32_MAX);
    b.refuse = true;
    for (unsigned i = 0; i < 9; i++) {
        put(0, 4, 0x12345678);
    }
    assert_int_equal(b.enc.stats.acquired, 9);
}

/* Trace of instructions, too, begins again after the Error message. Holds HT-STIM-015..018 */
static void a_drop_is_announced(void **state)
{
    (void)state;
    fill(BENCH_BTM, 1);
    assert_false(dropped_bit());
    put(0, 4, 0x12345678);
    assert_true(dropped_bit());
    assert_true(bench_read(&b, 0) & TR_TE_INST_STALL_OR_OVERFLOW_MASK);
    put(0, 1, 1); /* would fit */
    assert_int_equal(b.enc.stats.unacquired, 2);
    assert_int_equal(b.enc.stats.dropped, 2);
    assert_int_equal(b.enc.stats.overflows, 1);
    assert_int_equal(b.n, 0);
    b.refuse = false;
    trm_encoder_tick(&b.enc);
    b.read = 72;
    bench_expect(&b, "Error ETYPE=0 ECODE=0x20\n");
    bench_run(&b, 0x1000, 2, N);
    put(0, 1, 2);
    bench_expect(&b, "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x800\n"
                     "DataAcquisition IDTAG=3 DQDATA=2\n");
    bench_write(&b, TR_TE_STIM_CONTROL_OFFSET, 1 | TR_TE_STIM_DROPPED_MASK);
    assert_false(dropped_bit());
}

/* Bits of ECODE add up. Holds HT-STIM-016 */
static void with_messages_of_the_flow(void **state)
{
    (void)state;
    fill(TR_TE_ENABLE_MASK | TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT, 1);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, N); /* 4 bytes: fits */
    bench_run(&b, 0x1004, 2, TK);
    put(0, 1, 1);
    b.refuse = false;
    trm_encoder_tick(&b.enc);
    b.read = 72;
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\nError ETYPE=0 ECODE=0x24\n");
    assert_int_equal(b.enc.stats.unacquired, 1);
    assert_int_equal(b.enc.stats.dropped, 2);
}

/* A branch held back that is lost takes the store with it. Holds HT-STIM-016 */
static void lost_with_a_branch_held_back(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = with_ports();
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_STIM_CONTROL_OFFSET, 1);
    bench_write(&b, TR_TE_STIM_MASK_OFFSET, 1);
    bench_write(&b, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
    bench_control(&b, BENCH_BTM);
    b.refuse = true;
    for (unsigned i = 0; i < 9; i++) {
        put(0, 4, 0x123456); /* 7 bytes: 4 + 4 + 2 bits, then 20 */
    }
    b.refuse = false;
    bench_ticks(&b, 1);
    assert_true(b.n > 0);
    b.n = 0;
    b.refuse = true;
    bench_run(&b, 0x1000, 2, TK); /* 4 + 2 bytes */
    for (unsigned i = 0; i < 8; i++) {
        bench_run(&b, 0x1000 + 2 * i, 2 + i, TK);
    }
    while (b.enc.fifo_fill + 2 <= TRM_ENCODER_FIFO_MIN) { /* DirectBranch of 2 bytes */
        bench_run(&b, 0x1000, 2 + b.enc.fifo_fill % 5, TK);
    }
    bench_run(&b, 0x1000, 2 + (b.enc.last.icnt - 2 + 5) % 5, TK); /* counted as a repetition */
    assert_int_equal(b.enc.branch_count, 1);
    put(0, 1, 1);
    b.refuse = false;
    bench_ticks(&b, 1);
    assert_int_equal(b.enc.stats.unacquired, 1);
    assert_int_equal(b.enc.stats.dropped, 2);
    assert_int_equal(b.bytes[b.n - 3], 8 << 2); /* Error, ECODE 0x24 */
    assert_int_equal(b.bytes[b.n - 2], 0);
    assert_int_equal(b.bytes[b.n - 1], 9 << 2 | 3);
}

/* --- back-pressure --- */

/* Holds HT-STIM-019..021 */
static void with_back_pressure_the_store_waits(void **state)
{
    (void)state;
    const uint32_t port = TR_TE_STIM_PORT_OFFSET(0);
    struct trm_encoder_cfg cfg = with_ports();
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    start(&cfg, TR_TE_ENABLE_MASK, 1 | TR_TE_STIM_STALL_ENA_MASK, 1);
    b.refuse = true;
    assert_false(trm_encoder_reg_waits(&b.enc, port));
    put(0, 4, 1);
    assert_true(trm_encoder_reg_waits(&b.enc, port)); /* two messages of any kind fit no more */
    assert_false(trm_encoder_reg_waits(&b.enc, port + 4));
    assert_false(trm_encoder_reg_waits(&b.enc, TR_TE_STIM_MASK_OFFSET));
    bench_ticks(&b, 1000);
    assert_true(trm_encoder_reg_waits(&b.enc, port));
    b.stopped = true; /* for ever: nobody waits */
    assert_false(trm_encoder_reg_waits(&b.enc, port));
    b.stopped = false;
    b.refuse = false;
    bench_ticks(&b, 1);
    assert_false(trm_encoder_reg_waits(&b.enc, port));
    put(0, 4, 2);
    bench_expect(&b, "DataAcquisition IDTAG=0 DQDATA=1\nDataAcquisition IDTAG=0 DQDATA=2\n");
    assert_false(dropped_bit());
}

/* The queue fills between the store and its message: the message waits, and Empty with it. */
/* Holds HT-STIM-020 */
static void a_store_that_was_taken_is_not_lost(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = with_ports();
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    start(&cfg, BENCH_BTM, 1 | TR_TE_STIM_STALL_ENA_MASK, 1);
    b.refuse = true;
    assert_int_equal(store(0, 4, 1), TRM_OK);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, TK);
    (void)trm_encoder_ingress(&b.enc, &in);
    bench_ticks(&b, 10);
    assert_true(trm_encoder_reg_waits(&b.enc, TR_TE_STIM_PORT_OFFSET(0)));
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    b.refuse = false;
    bench_ticks(&b, 2);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n"
                     "DataAcquisition IDTAG=0 DQDATA=1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_the_parameter_nothing_is_there),
        cmocka_unit_test(discovery),
        cmocka_unit_test(registers),
        cmocka_unit_test(what_enables_a_port),
        cmocka_unit_test(every_port_in_every_size),
        cmocka_unit_test(order),
        cmocka_unit_test(after_branches_held_back),
        cmocka_unit_test(timestamps),
        cmocka_unit_test(a_drop_is_announced),
        cmocka_unit_test(with_messages_of_the_flow),
        cmocka_unit_test(lost_with_a_branch_held_back),
        cmocka_unit_test(with_back_pressure_the_store_waits),
        cmocka_unit_test(a_store_that_was_taken_is_not_lost),
    };
    return cmocka_run_group_tests_name("encoder stimulus ports", tests, NULL, NULL);
}
