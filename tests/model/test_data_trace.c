/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace of the encoder: messages, addresses, what is left out, what is dropped
 * (docs/reference/data-trace.md; IEEE-ISTO 5001-2012; TCI 1.0, trTeDataControl).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TAKEN = INGRESS_ITYPE_TAKEN,
    TRACING = TR_TE_DATA_TRACING_MASK,
    XORED = TR_TE_DATA_ADDR_COMPRESS_XOR << TR_TE_DATA_ADDR_COMPRESS_SHIFT,
};

static struct bench b;

static void start_with(struct trm_encoder_cfg *cfg, uint32_t data, uint32_t control)
{
    cfg->data_trace = true;
    bench_init(&b, cfg);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, data);
    bench_control(&b, control);
}

static void start(uint32_t data, uint32_t control)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    start_with(&cfg, data, control);
}

/* One instruction of 4 bytes at pc with one access. */
static void run(uint64_t pc, uint8_t itype, uint8_t dtype, uint8_t dsize, uint64_t addr,
                uint64_t load, uint64_t store)
{
    struct ingress_cycle in = bench_record(&b, pc, 2, itype);
    in.naccess = 1;
    in.access[0] = (struct ingress_access){
        .daddr = addr, .load = load, .store = store, .dtype = dtype, .dsize = dsize};
    bench_give(&b, &in);
}

static void load(uint64_t pc, uint64_t addr, uint64_t value)
{
    run(pc, N, INGRESS_DTYPE_LOAD, 2, addr, value, 0);
}

static void store(uint64_t pc, uint64_t addr, uint64_t value)
{
    run(pc, N, INGRESS_DTYPE_STORE, 2, addr, 0, value);
}

/* A stream by hand: trace on at 0x1000, a load of one byte 0x7F from 0x2003, a store of
 * 0xDEADBEEF to 0x2001, a halt. Holds HT-DATA-003..006 HT-DATA-008 HT-DATA-011 */
static void bytes_of_a_stream_by_hand(void **state)
{
    static const uint8_t bytes[] = {
        /* 001001_00 TCODE 9; 00'0101_01 I-CNT 0, SYNC 5; 000000_00 100000_11 F-ADDR 0x800 */
        0x24, 0x15, 0x00, 0x83,
        /* 001110_00 TCODE 14; 01'0101_00 DSZ 1, SYNC 5; 0011'00_00 F-ADDR, DSZ;
         * 000000_00 001000_01 F-ADDR 0x2003; 111111_00 000001_11 DATA 0x7F */
        0x38, 0x54, 0x30, 0x00, 0x21, 0xFC, 0x07,
        /* 000101_00 TCODE 5; 10'0100_01 U-ADDR 0x2001 ^ 0x2003 = 2, DSZ 4;
         * 101111_00 111011_00 011011_00 101011_00 011110_00 000011_11 DATA */
        0x14, 0x91, 0xBC, 0xEC, 0x6C, 0xAC, 0x78, 0x0F,
        /* 100001_00 TCODE 33; 00'0000_00 CDF 0, EVCODE 0; 000100_11 I-CNT 4 */
        0x84, 0x00, 0x13};
    (void)state;
    start(TRACING | XORED, BENCH_BTM);
    run(0x1000, N, INGRESS_DTYPE_LOAD, 0, 0x2003, 0x7F, 0);
    store(0x1004, 0x2001, 0xDEADBEEF);
    bench_halted(&b);
    assert_int_equal(b.n, sizeof bytes);
    assert_memory_equal(b.bytes, bytes, sizeof bytes);
}

/* Holds TCI-TE-059 HT-DATA-007 */
static void compression_off_sends_every_address_in_full(void **state)
{
    (void)state;
    start(TRACING, BENCH_BTM);
    load(0x1000, 0x2000, 5);
    load(0x1004, 0x2004, 6);
    store(0x1008, 0x2004, 7);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2000 DATA=5\n"
                     "DataReadSync SYNC=2 DSZ=4 FADDR=0x2004 DATA=6\n"
                     "DataWriteSync SYNC=2 DSZ=4 FADDR=0x2004 DATA=7\n");
}

/* U-ADDR is relative to the access before, whatever it was; a synchronizing message of program
 * trace makes the next address full.
 * Holds TCI-TE-059 HT-DATA-005 HT-DATA-006 HT-DATA-008 HT-WATCH-001 */
static void xor_is_relative_to_the_access_before(void **state)
{
    (void)state;
    start(TRACING | XORED, BENCH_BTM | TR_TE_INST_TRIG_ENABLE_MASK);
    load(0x1000, 0x2000, 5);
    store(0x1004, 0x2FF0, 6);
    load(0x1008, 0x2FF0, 6);
    struct ingress_cycle in = bench_record(&b, 0x100C, 2, N);
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    bench_give(&b, &in);
    store(0x1010, 0x3000, 9);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2000 DATA=5\n"
                     "DataWrite DSZ=4 UADDR=0xFF0 DATA=6\n"
                     "DataRead DSZ=4 UADDR=0 DATA=6\n"
                     "ProgTraceSync SYNC=6 ICNT=6 FADDR=0x806\n"
                     "DataWriteSync SYNC=2 DSZ=4 FADDR=0x3000 DATA=9\n");
}

/* Holds TCI-TE-057 TCI-TE-058 HT-DATA-013 HT-DATA-014 */
static void values_and_addresses_can_be_left_out(void **state)
{
    (void)state;
    start(TRACING | XORED | TR_TE_DATA_NO_VALUE_MASK, BENCH_BTM);
    load(0x1000, 0x2000, 5);
    store(0x1004, 0x2001, 6);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=0 FADDR=0x2000 DATA=0\n"
                     "DataWrite DSZ=0 UADDR=1 DATA=0\n");
    start(TRACING | XORED | TR_TE_DATA_NO_ADDR_MASK, BENCH_BTM);
    load(0x1000, 0x2000, 5);
    store(0x1004, 0x2001, 6);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0 DATA=5\n"
                     "DataWrite DSZ=4 UADDR=0 DATA=6\n");
}

/* An atomic reads and writes; a conditional store that failed writes no bytes; CSRs are not
 * traced; a misaligned address keeps its low bits. Holds HT-DATA-009..011 */
static void atomics_and_misaligned_accesses(void **state)
{
    (void)state;
    start(TRACING | XORED, BENCH_BTM);
    run(0x1000, N, INGRESS_DTYPE_ADD, 3, 0x2000, 0x10, 0x30);
    run(0x1004, N, INGRESS_DTYPE_SC_FAILED, 2, 0x2000, 0, 0);
    run(0x1008, N, INGRESS_DTYPE_CSR_RW, 3, 0x300, 1, 2);
    run(0x100C, N, INGRESS_DTYPE_LOAD, 3, 0x2FFD, 0x1122334455667788, 0);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=8 FADDR=0x2000 DATA=0x10\n"
                     "DataWrite DSZ=8 UADDR=0 DATA=0x30\n"
                     "DataWrite DSZ=0 UADDR=0 DATA=0\n"
                     "DataRead DSZ=8 UADDR=0xFFD DATA=0x1122334455667788\n");
}

/* The messages of an instruction come before the message of program trace that counts it, and
 * after those that do not: of a taken branch's record before DirectBranch, of a jump's target
 * after its IndirectBranch, and in a block of two instructions on both sides of a watchpoint.
 * Holds HT-DATA-015 HT-DATA-016 */
static void data_comes_before_the_message_that_counts_it(void **state)
{
    (void)state;
    start(TRACING, BENCH_BTM | TR_TE_INST_TRIG_ENABLE_MASK);
    struct ingress_cycle in = bench_record(&b, 0x1000, 4, TAKEN); /* a load, a branch */
    in.naccess = 1;
    in.access[0] = (struct ingress_access){.daddr = 0x2000, .dsize = 2, .load = 1};
    bench_give(&b, &in);
    in = bench_record(&b, 0x1010, 4, INGRESS_ITYPE_UNINFERABLE_TAIL); /* a store, a jump */
    in.naccess = 1;
    in.access[0] = (struct ingress_access){
        .daddr = 0x2004, .dsize = 2, .dtype = INGRESS_DTYPE_STORE, .store = 2};
    bench_give(&b, &in);
    in = bench_record(&b, 0x1020, 4, N); /* two loads, the second with a watchpoint */
    in.trigger = INGRESS_TRIGGER_NOTIFY;
    in.naccess = 2;
    in.access[0] = (struct ingress_access){.daddr = 0x2008, .dsize = 2, .load = 3};
    in.access[1] = (struct ingress_access){.daddr = 0x200C, .dsize = 2, .load = 4, .insn = 2};
    bench_give(&b, &in);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2000 DATA=1\n"
                     "DirectBranch ICNT=4\n"
                     "DataWriteSync SYNC=2 DSZ=4 FADDR=0x2004 DATA=2\n"
                     "IndirectBranch BTYPE=0 ICNT=4 UADDR=0x10\n"
                     "DataReadSync SYNC=2 DSZ=4 FADDR=0x2008 DATA=3\n"
                     "ProgTraceSync SYNC=6 ICNT=2 FADDR=0x812\n"
                     "DataReadSync SYNC=2 DSZ=4 FADDR=0x200C DATA=4\n");
}

/* Turned on while the hart runs: data begins after the next message of program trace, with SYNC
 * 5. Off: it ends at once. Holds TCI-TE-051 HT-DATA-017 HT-DATA-018 */
static void turned_on_it_begins_at_a_known_place(void **state)
{
    (void)state;
    start(XORED, BENCH_BTM);
    load(0x1000, 0x2000, 1);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, TRACING | XORED);
    load(0x1004, 0x2004, 2);
    bench_run(&b, 0x1008, 2, TAKEN);
    load(0x1010, 0x2008, 3);
    load(0x1014, 0x200C, 4);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, XORED);
    load(0x1018, 0x2010, 5);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=6\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2008 DATA=3\n"
                     "DataRead DSZ=4 UADDR=4 DATA=4\n");
}

/* trTeDataTrigEnable: from the record with trace-on; up to the record with trace-off.
 * Holds TCI-TE-052 HT-DATA-019 */
static void triggers_turn_it_on_and_off(void **state)
{
    (void)state;
    start(XORED | TR_TE_DATA_TRIG_ENABLE_MASK, BENCH_BTM);
    bench_run(&b, 0x1000, 2, N);
    struct ingress_cycle in = bench_record(&b, 0x1004, 2, TAKEN);
    in.trigger = INGRESS_TRIGGER_ON;
    bench_give(&b, &in);
    assert_true((bench_read(&b, TR_TE_DATA_CONTROL_OFFSET) & TRACING) != 0);
    load(0x1010, 0x2008, 3);
    in = bench_record(&b, 0x1014, 2, N);
    in.trigger = INGRESS_TRIGGER_OFF;
    in.naccess = 1;
    in.access[0] = (struct ingress_access){.daddr = 0x2008, .dsize = 2, .load = 4};
    bench_give(&b, &in);
    assert_true((bench_read(&b, TR_TE_DATA_CONTROL_OFFSET) & TRACING) == 0);
    load(0x1018, 0x2010, 5);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=4\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2008 DATA=3\n"
                     "DataRead DSZ=4 UADDR=0 DATA=4\n");
}

/* trTeDataDropEna: above data_level (here 20 bytes) data is dropped and announced by an Error
 * message with ECODE 2; instruction trace loses nothing. Data goes on after the next message of
 * program trace, with SYNC 7. Holds TCI-TE-055 TCI-TE-056 HT-DATA-022 HT-DATA-024 HT-DATA-025 */
static void data_is_dropped_before_instruction_trace_suffers(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.data_level = 20;
    cfg.restart_bytes = 8;
    start_with(&cfg, TRACING | XORED | TR_TE_DATA_DROP_ENA_MASK, BENCH_BTM);
    b.refuse = true;
    load(0x1000, 0x2000, 1);          /* 4 bytes of ProgTraceSync, then 5 */
    load(0x1004, 0x2004, 2);          /* 3 */
    load(0x1008, 0x2008, 3);          /* 3: 15 in all */
    load(0x100C, 0x200C, 0xFFFFFFFF); /* 8: one too many */
    assert_true((bench_read(&b, TR_TE_DATA_CONTROL_OFFSET) & TR_TE_DATA_DROP_MASK) != 0);
    load(0x1010, 0x2010, 5);
    bench_run(&b, 0x1014, 2, TAKEN);
    load(0x1020, 0x2014, 6);
    assert_int_equal(b.n, 0);
    b.refuse = false;
    bench_ticks(&b, 2);
    load(0x1024, 0x2018, 7);
    bench_run(&b, 0x1028, 2, TAKEN);
    load(0x1030, 0x201C, 8);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2000 DATA=1\n"
                     "DataRead DSZ=4 UADDR=4 DATA=2\n"
                     "DataRead DSZ=4 UADDR=0xC DATA=3\n"
                     "DirectBranch ICNT=0xC\n"
                     "Error ETYPE=0 ECODE=2\n"
                     "DirectBranch ICNT=6\n"
                     "DataReadSync SYNC=7 DSZ=4 FADDR=0x201C DATA=8\n");
    assert_int_equal(b.enc.stats.dropped, 0);
    assert_int_equal(b.enc.stats.data_dropped, 4);
    assert_true((bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) == 0);
}

/* Without it data fills the queue; what does not fit is lost, alone.
 * Holds TCI-TE-053 TCI-TE-054 HT-DATA-023 HT-DATA-024 */
static void a_full_queue_loses_data_alone(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    start_with(&cfg, TRACING, BENCH_BTM);
    b.refuse = true;
    for (unsigned i = 0; i < 20; i++) {
        load(0x1000 + 4 * i, 0x2000, 1);
    }
    assert_true((bench_read(&b, TR_TE_DATA_CONTROL_OFFSET) & TR_TE_DATA_STALL_OR_OVERFLOW_MASK) !=
                0);
    assert_int_equal(b.enc.stats.dropped, 0);
    b.refuse = false;
    bench_ticks(&b, 2);
    bench_halted(&b);
    bench_lines(&b.enc.stream, b.bytes, b.n, b.text, sizeof b.text);
    assert_non_null(
        strstr(b.text, "Error ETYPE=0 ECODE=2\nProgTraceCorrelation EVCODE=0 CDF=0 ICNT=0x28\n"));
}

/* When program trace is lost, the Error message announces data too; data is there again from the
 * restart on. Holds HT-DATA-027 */
static void a_loss_of_program_trace_is_one_of_data(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    start_with(&cfg, TRACING | XORED | TR_TE_DATA_DROP_ENA_MASK, BENCH_BTM);
    b.refuse = true;
    for (unsigned i = 0; i < 60; i++) {
        bench_run(&b, 0x1000, 2, TAKEN);
    }
    assert_true(b.enc.stats.dropped > 0);
    b.refuse = false;
    bench_ticks(&b, 2);
    load(0x1000, 0x2000, 1);
    bench_lines(&b.enc.stream, b.bytes, b.n, b.text, sizeof b.text);
    assert_non_null(strstr(b.text, "DirectBranch ICNT=2\n"
                                   "Error ETYPE=0 ECODE=6\n"
                                   "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x800\n"
                                   "DataReadSync SYNC=7 DSZ=4 FADDR=0x2000 DATA=1\n"));
}

/* trTeDataStallEna: the hart waits, nothing is lost, and the data bit says so.
 * Holds TCI-TE-053 TCI-TE-054 HT-DATA-026 */
static void a_stall_loses_nothing(void **state)
{
    struct trm_encoder_cfg cfg;
    unsigned taken = 0;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN + 16;
    start_with(&cfg, TRACING | TR_TE_DATA_STALL_ENA_MASK, BENCH_BTM);
    b.refuse = true;
    for (unsigned i = 0; i < 20; i++) {
        load(0x1000 + 4 * i, 0x2000, 1);
        taken += !b.stalled;
    }
    assert_true(taken > 0 && taken < 20);
    assert_int_equal(b.enc.stats.data_messages, taken);
    assert_int_equal(b.enc.stats.data_dropped, 0);
    assert_true((bench_read(&b, TR_TE_DATA_CONTROL_OFFSET) & TR_TE_DATA_STALL_OR_OVERFLOW_MASK) !=
                0);
    assert_true((bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) == 0);
}

/* What is granted: 2 and 3 of trTeDataAddrCompress are not. Without data_trace the register
 * reads 0, and not one byte is different. Holds HT-DATA-001 HT-DATA-002 HT-DATA-029 */
static void registers_say_what_there_is(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    start(0, 0);
    assert_int_equal(bench_read(&b, TR_TE_DATA_CONTROL_OFFSET), TR_TE_DATA_IMPLEMENTED_MASK);
    for (uint32_t mode = 0; mode < 4; mode++) {
        bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, mode << TR_TE_DATA_ADDR_COMPRESS_SHIFT);
        assert_int_equal(bench_read(&b, TR_TE_DATA_CONTROL_OFFSET),
                         TR_TE_DATA_IMPLEMENTED_MASK | (mode != 0 ? XORED : 0));
    }
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, UINT32_MAX);
    assert_int_equal(bench_read(&b, TR_TE_DATA_CONTROL_OFFSET), 0x00070057);
    trm_encoder_cfg_init(&cfg);
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, UINT32_MAX);
    assert_int_equal(bench_read(&b, TR_TE_DATA_CONTROL_OFFSET), 0);
    bench_control(&b, BENCH_BTM);
    load(0x1000, 0x2000, 1);
    bench_run(&b, 0x1004, 2, TAKEN);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=4\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_a_stream_by_hand),
        cmocka_unit_test(compression_off_sends_every_address_in_full),
        cmocka_unit_test(xor_is_relative_to_the_access_before),
        cmocka_unit_test(values_and_addresses_can_be_left_out),
        cmocka_unit_test(atomics_and_misaligned_accesses),
        cmocka_unit_test(data_comes_before_the_message_that_counts_it),
        cmocka_unit_test(turned_on_it_begins_at_a_known_place),
        cmocka_unit_test(triggers_turn_it_on_and_off),
        cmocka_unit_test(data_is_dropped_before_instruction_trace_suffers),
        cmocka_unit_test(a_full_queue_loses_data_alone),
        cmocka_unit_test(a_loss_of_program_trace_is_one_of_data),
        cmocka_unit_test(a_stall_loses_nothing),
        cmocka_unit_test(registers_say_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
