/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace of the encoder with trTeFormat 0 (Efficient Trace 2.0, "Data Trace Encoder Output
 * Packets"; TCI 1.0, trTeDataControl; docs/reference/etrace.md): registers, bytes by hand, when
 * packets come, what is lost and how that is said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_frame.h"
#include "filter_regs.h"
#include "timestamp_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TRACING = TR_TE_DATA_TRACING_MASK,
    BENCH_ETRACE = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK, /* trTeFormat 0 */
};
#define DIFFERENTIAL (UINT32_C(2) << TR_TE_DATA_ADDR_COMPRESS_SHIFT)
#define COMPRESS(n)  ((uint32_t)(n) << TR_TE_DATA_ADDR_COMPRESS_SHIFT)

/* Packets: a header with the number of bytes; type, 0 for instructions; LSB first. A payload is
 * compressed to whole bytes before its type comes in front of it: the last byte is padding. */
#define SUPPORT 0x3E, 0x80 /* 0, 11, 11, ienable, encoder_mode 0, qual_status 00; denable */
#define ENDED   0xBE, 0x80 /* the same, qual_status 01 */
#define START_AT(low)                                                                              \
    0x04, 0xE6, (low), 0x08, 0x00 /* 0, 11, 00, branch 1, privilege 3; 0x1000 >> 1 */

static struct bench b;

static void begin_with(struct trm_encoder_cfg *cfg, uint32_t data)
{
    cfg->etrace = true;
    cfg->data_trace = true;
    bench_init(&b, cfg);
    bench_control(&b, 0);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, data);
    bench_control(&b, BENCH_ETRACE);
}

static void begin(uint32_t data, uint32_t level)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.data_level = level;
    begin_with(&cfg, data);
}

/* An instruction of 4 bytes that accesses memory. */
static void give(uint64_t pc, uint8_t dtype, uint8_t dsize, uint64_t addr, uint64_t load,
                 uint64_t store, uint8_t trigger)
{
    struct ingress_cycle in = bench_record(&b, pc, 2, N);
    in.priv = INGRESS_PRIV_M;
    in.trigger = trigger;
    in.naccess = 1;
    in.access[0] = (struct ingress_access){
        .daddr = addr, .load = load, .store = store, .dtype = dtype, .dsize = dsize};
    bench_give(&b, &in);
}

static void byte(uint64_t pc, uint64_t addr, uint64_t value)
{
    give(pc, INGRESS_DTYPE_LOAD, 0, addr, value, 0, 0);
}

/* One that does not. */
static void plain(uint64_t pc)
{
    struct ingress_cycle in = bench_record(&b, pc, 2, N);
    in.priv = INGRESS_PRIV_M;
    bench_give(&b, &in);
}

static void expect(const uint8_t *bytes, unsigned n)
{
    for (unsigned i = 0; i < n && i < b.n; i++) {
        if (b.bytes[i] != bytes[i]) {
            fail_msg("byte %u is 0x%02x, not 0x%02x", i, b.bytes[i], bytes[i]);
        }
    }
    assert_int_equal(b.n, n);
}

static uint32_t data_control(void)
{
    return bench_read(&b, TR_TE_DATA_CONTROL_OFFSET);
}

/* Addresses are full or differential; a packet without address and value does not exist.
 * Holds ET-CTL-005 ET-CTL-007 ET-CTL-011 ET-CTL-014 ET-CTL-032..034 */
static void registers(void **state)
{
    static const struct {
        uint32_t asked, granted;
    } row[] = {
        {0, 0},
        {COMPRESS(1), COMPRESS(2)},
        {COMPRESS(2), COMPRESS(2)},
        {COMPRESS(3), COMPRESS(2)},
        {TR_TE_DATA_NO_ADDR_MASK, TR_TE_DATA_NO_ADDR_MASK},
        {TR_TE_DATA_NO_ADDR_MASK | TR_TE_DATA_NO_VALUE_MASK, TR_TE_DATA_NO_VALUE_MASK},
        {TRACING | TR_TE_DATA_TRIG_ENABLE_MASK | TR_TE_DATA_STALL_ENA_MASK |
             TR_TE_DATA_DROP_ENA_MASK,
         TRACING | TR_TE_DATA_TRIG_ENABLE_MASK | TR_TE_DATA_STALL_ENA_MASK |
             TR_TE_DATA_DROP_ENA_MASK},
    };
    (void)state;
    begin(0, 128);
    bench_control(&b, 0);
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, row[i].asked);
        assert_int_equal(data_control(), row[i].granted | TR_TE_DATA_IMPLEMENTED_MASK);
    }
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, COMPRESS(2));
    bench_control(&b, UINT32_C(1) << TR_TE_FORMAT_SHIFT);
    assert_int_equal(data_control(), COMPRESS(1) | TR_TE_DATA_IMPLEMENTED_MASK);
    bench_control(&b, 0);
    assert_int_equal(data_control(), COMPRESS(2) | TR_TE_DATA_IMPLEMENTED_MASK);
}

/* A load of 0x7F from 0x2003, a store of 0xDEADBEEF to 0x2004, the end. Data comes in the region
 * that its instructions are in. */
static void bytes_by_hand(void **state)
{
    static const uint8_t bytes[] = {
        0x03, SUPPORT, 0x00, START_AT(0x00),
        /* type 1, format 000, size 00, diff 00; data; address */
        0x05, 0x01, 0x7F, 0x03, 0x20, 0x00,
        /* 0, 01 format 2, address 2 half-words on */
        0x02, 0x14, 0x00,
        /* type 1, format 010, size 2, diff 00; data_len 3, data << 2, address 0x801 << 2 */
        0x08, 0x25, 0xBF, 0xFB, 0xB6, 0x7A, 0x07, 0x20, 0x00, 0x03, ENDED, 0x00};
    (void)state;
    begin(TRACING | DIFFERENTIAL, 128);
    byte(0x1000, 0x2003, 0x7F);
    give(0x1004, INGRESS_DTYPE_STORE, 2, 0x2004, 0, 0xDEADBEEF, 0);
    bench_halted(&b);
    expect(bytes, sizeof bytes);
    assert_int_equal(b.enc.stats.data_messages, 2);
}

/* The second address of a size is differential, or full with trTeDataAddrCompress 0.
 * Holds ET-CTL-034 */
static void addresses(void **state)
{
    static const uint8_t first[] = {0x05, 0x01, 0x7F, 0x03, 0x20, 0x00};
    /* type 1, format 000, size 00, diff 10: value in full (compressed it is as long); address + 1
     */
    static const uint8_t differential[] = {0x04, 0x81, 0x7F, 0x01, 0x00};
    static const uint8_t full[] = {0x05, 0x01, 0x7F, 0x04, 0x20, 0x00};
    (void)state;
    for (unsigned way = 0; way < 2; way++) {
        begin(TRACING | (way != 0 ? DIFFERENTIAL : 0), 128);
        byte(0x1000, 0x2003, 0x7F);
        byte(0x1004, 0x2004, 0x7F);
        plain(0x1008);
        size_t n = b.n;
        if (way == 0) {
            assert_memory_equal(b.bytes + n - 6, full, 6);
            assert_memory_equal(b.bytes + n - 12, first, 6);
        } else {
            assert_memory_equal(b.bytes + n - 5, differential, 5);
            assert_memory_equal(b.bytes + n - 11, first, 6);
        }
        /* doptions: full address is the third of four bits, bit 19 of the packet */
        assert_int_equal(b.bytes[3], way == 0 ? 0x08 : 0x00);
    }
}

/* What is dropped is said between two regions; instruction trace loses nothing.
 * Holds ET-CTL-013 ET-CTL-014 */
static void data_is_dropped_before_instructions(void **state)
{
    static const uint8_t bytes[] = {0x03,           SUPPORT, 0x00,  START_AT(0x00),
                                    0x02,           0x14,    0x00,  0x04,
                                    ENDED,          0x01,    0x00, /* dloss */
                                    START_AT(0x04), 0x03,    ENDED, 0x00};
    (void)state;
    begin(TRACING | DIFFERENTIAL | TR_TE_DATA_DROP_ENA_MASK, 0);
    byte(0x1000, 0x2003, 0x7F);
    plain(0x1004);
    plain(0x1008);
    bench_halted(&b);
    expect(bytes, sizeof bytes);
    assert_int_equal(b.enc.stats.data_dropped, 1);
    assert_int_equal(b.enc.stats.dropped, 0);
    assert_int_equal(data_control() & (TR_TE_DATA_DROP_MASK | TR_TE_DATA_STALL_OR_OVERFLOW_MASK),
                     TR_TE_DATA_DROP_MASK);
}

/* A conditional store that failed has a packet without value only: else it is lost. */
static void a_failed_store(void **state)
{
    static const uint8_t lost[] = {0x03,  SUPPORT, 0x00, START_AT(0x00), 0x02, 0x14,  0x00, 0x04,
                                   ENDED, 0x01,    0x00, START_AT(0x04), 0x03, ENDED, 0x00};
    static const uint8_t sent[] = {
        0x04, SUPPORT, 0x04, 0x00, /* doptions: no data is the second bit */
        START_AT(0x00),
        /* type 1, format 110, subtype 111, size 10; diff 0, address */
        0x04, 0x7D, 0x05, 0x20, 0x00, 0x02, 0x14, 0x00, 0x04, ENDED, 0x04, 0x00};
    (void)state;
    begin(TRACING | DIFFERENTIAL, 128);
    give(0x1000, INGRESS_DTYPE_SC_FAILED, 2, 0x2004, 0, 0, 0);
    plain(0x1004);
    plain(0x1008);
    bench_halted(&b);
    expect(lost, sizeof lost);
    assert_int_equal(data_control() & (TR_TE_DATA_DROP_MASK | TR_TE_DATA_STALL_OR_OVERFLOW_MASK),
                     0);
    begin(TRACING | DIFFERENTIAL | TR_TE_DATA_NO_VALUE_MASK, 128);
    give(0x1000, INGRESS_DTYPE_SC_FAILED, 2, 0x2004, 0, 0, 0);
    plain(0x1004);
    bench_halted(&b);
    expect(sent, sizeof sent);
}

/* Turned on and off by a register or by a trigger: a support packet between two regions.
 * Holds ET-CTL-005 ET-CTL-007 */
static void turned_on_and_off(void **state)
{
    static const uint8_t bytes[] = {0x02,           0x3E,    0x00, START_AT(0x00), /* denable 0 */
                                    0x02,           0xBE,    0x00,                 /* ended */
                                    0x03,           SUPPORT, 0x00, START_AT(0x02),
                                    0x05,           0x01,    0x7F, 0x03,
                                    0x20,           0x00,    0x03, ENDED,
                                    0x00,           0x02,    0x3E, 0x00, /* off again */
                                    START_AT(0x04), 0x02,    0xBE, 0x00};
    (void)state;
    for (unsigned by = 0; by < 2; by++) {
        begin(DIFFERENTIAL | (by != 0 ? TR_TE_DATA_TRIG_ENABLE_MASK : 0), 128);
        byte(0x1000, 0x2002, 0x11);
        if (by == 0) {
            bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, TRACING | DIFFERENTIAL);
            byte(0x1004, 0x2003, 0x7F);
            bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, DIFFERENTIAL);
        } else {
            give(0x1004, INGRESS_DTYPE_LOAD, 0, 0x2003, 0x7F, 0, INGRESS_TRIGGER_ON);
            assert_int_equal(data_control() & TRACING, TRACING);
            bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, DIFFERENTIAL | TR_TE_DATA_TRIG_ENABLE_MASK);
        }
        byte(0x1008, 0x2003, 0x7F);
        bench_halted(&b);
        expect(bytes, sizeof bytes);
    }
}

/* What is dropped takes all accesses until the next region with it, also those that would find
 * room; in that region data goes on. */
static void a_loss_lasts_to_the_next_region(void **state)
{
    static const uint8_t bytes[] = {0x03,  SUPPORT, 0x00, START_AT(0x00), 0x02, 0x14, 0x00, 0x04,
                                    ENDED, 0x01,    0x00, START_AT(0x04), 0x05, 0x01, 0x7F, 0x03,
                                    0x20,  0x00,    0x03, ENDED,          0x00};
    (void)state;
    begin(TRACING | DIFFERENTIAL | TR_TE_DATA_DROP_ENA_MASK, 8);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, N);
    in.priv = INGRESS_PRIV_M;
    in.naccess = 2;
    in.access[0] = (struct ingress_access){.daddr = 0x2008,
                                           .store = UINT64_C(0x123456789ABCDEF0),
                                           .dtype = INGRESS_DTYPE_STORE,
                                           .dsize = 3};
    in.access[1] = (struct ingress_access){.daddr = 0x2003, .load = 0x7F};
    bench_give(&b, &in);
    plain(0x1004);
    byte(0x1008, 0x2003, 0x7F);
    bench_halted(&b);
    expect(bytes, sizeof bytes);
    assert_int_equal(b.enc.stats.data_dropped, 2);
}

/* After a synchronization packet the first packet of a size is complete (diff 00). */
static void complete_after_a_synchronization(void **state)
{
    unsigned starts = 0, complete = 0, relative = 0;
    bool first = false;
    (void)state;
    begin(TRACING | DIFFERENTIAL, 128);
    bench_control(&b, BENCH_ETRACE | UINT32_C(3) << TR_TE_INST_SYNC_MODE_SHIFT); /* 16 half-words */
    for (unsigned i = 0; i < 40; i++) {
        byte(0x1000 + 4 * i, 0x2003 + i, 0x7F);
    }
    bench_halted(&b);
    for (size_t at = 0; at < b.n; at += 1u + b.bytes[at]) {
        uint8_t head = b.bytes[at + 1];
        if ((head & 1) == 0) {
            first = first || (head & 0x1F) == 0x06; /* format 11, subformat 00 */
            starts += (head & 0x1F) == 0x06;
            continue;
        }
        assert_true(!first || head >> 6 == 0);
        complete += head >> 6 == 0;
        relative += head >> 6 != 0;
        first = false;
    }
    assert_true(starts >= 4);
    assert_int_equal(complete, starts);
    assert_int_equal(complete + relative, 40);
}

/* A load of 0x7F from 0x2003, then an instruction without data.
 * Holds ET-CTL-032 ET-CTL-033 */
static void without_values_or_addresses(void **state)
{
    static const uint8_t no_value[] = {
        0x04, SUPPORT, 0x04, 0x00, /* doptions: no data is the second bit */
        START_AT(0x00),
        /* type 1, format 000, size 00, diff 0; address */
        0x04, 0x81, 0x01, 0x10, 0x00, 0x02, 0x14, 0x00, 0x04, ENDED, 0x04, 0x00};
    static const uint8_t no_address[] = {
        0x04, SUPPORT, 0x02, 0x00, /* no address is the first one */
        START_AT(0x00),
        /* type 1, format 000, size 00, diff 00; data */
        0x03, 0x01, 0x7F, 0x00, 0x02, 0x14, 0x00, 0x04, ENDED, 0x02, 0x00};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        begin(TRACING | DIFFERENTIAL |
                  (i == 0 ? TR_TE_DATA_NO_VALUE_MASK : TR_TE_DATA_NO_ADDR_MASK),
              128);
        byte(0x1000, 0x2003, 0x7F);
        plain(0x1004);
        bench_halted(&b);
        expect(i == 0 ? no_value : no_address, i == 0 ? sizeof no_value : sizeof no_address);
    }
}

static uint32_t told(void)
{
    return data_control() & (TR_TE_DATA_DROP_MASK | TR_TE_DATA_STALL_OR_OVERFLOW_MASK);
}

static bool instructions_told(void)
{
    return (bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
}

/* Loads while the link takes nothing, until `most` of them or the hart waits; then all of it goes.
 * Returns how many were taken. */
static unsigned load_against(unsigned most)
{
    unsigned taken = 0;
    b.refuse = true;
    while (taken < most && !b.stalled) {
        byte(0x1000 + 4 * taken, 0x2003 + UINT64_C(0x1111) * taken, 0x7F);
        taken += !b.stalled;
    }
    b.refuse = false;
    bench_ticks(&b, 100);
    bench_halted(&b);
    return taken;
}

/* trTeDataStallEna: the hart waits, nothing is lost, and the bit for data says so.
 * Holds ET-CTL-011 ET-CTL-009 */
static void a_stall_loses_nothing(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN + 16;
    begin_with(&cfg, TRACING | DIFFERENTIAL | TR_TE_DATA_STALL_ENA_MASK);
    unsigned taken = load_against(1000);
    assert_true(taken > 0 && taken < 1000);
    assert_int_equal(b.enc.stats.data_messages, taken);
    assert_int_equal(b.enc.stats.data_dropped + b.enc.stats.dropped, 0);
    assert_int_equal(told(), TR_TE_DATA_STALL_OR_OVERFLOW_MASK);
    assert_false(instructions_told());
}

/* Without it and without trTeDataDropEna data fills the queue. What does not fit is lost, alone,
 * and said: by the bit for data, and by dloss. Holds ET-CTL-009 ET-CTL-014 */
static void a_full_queue_loses_data(void **state)
{
    struct trm_encoder_cfg cfg;
    struct etrace_cfg e;
    struct etrace_reader r;
    struct etrace_frame f;
    unsigned dloss = 0;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN + 16;
    begin_with(&cfg, TRACING | DIFFERENTIAL);
    assert_int_equal(load_against(60), 60);
    assert_true(b.enc.stats.data_dropped > 0);
    assert_int_equal(b.enc.stats.data_dropped + b.enc.stats.data_messages, 60);
    assert_int_equal(told(), TR_TE_DATA_STALL_OR_OVERFLOW_MASK);
    trm_encoder_etrace_cfg(&b.enc, &e);
    assert_int_equal(etrace_reader_init(&r, &e, b.bytes, b.n), ETRACE_OK);
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        /* of a support packet (0, 11, 11): its 16th bit behind the type */
        bool support = f.kind == ETRACE_KIND_INST && (f.payload[0] & 0xF) == 0xF;
        dloss += support && f.size > 1 && (f.payload[1] & 0x80) != 0;
    }
    assert_int_equal(dloss, 1);
}

/* A filter of data selects accesses by their address; the instructions are all there.
 * Holds ET-CTL-042 */
static void a_filter_of_data(void **state)
{
    static const uint8_t bytes[] = {
        0x03, SUPPORT, 0x00, START_AT(0x00), 0x05, 0x01, 0x7F, 0x03, 0x20, 0x00, 0x02, 0x34,
        0x00, /* format 2, 6 half-words on */
        /* type 1, format 010, size 00, diff 10: value in full; address + 1 */
        0x04, 0x85, 0x7F, 0x01, 0x00, 0x03, ENDED, 0x00};
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.filters = 2;
    cfg.comparators = 1;
    begin_with(&cfg, 0);
    bench_control(&b, 0);
    set_comp(&b, 0,
             COMP(TR_TE_COMP_P_INPUT_DADDR, GE, TR_TE_COMP_P_INPUT_DADDR, LT,
                  TR_TE_COMP_MATCH_MODE_BOTH),
             0x2003, 0x2005);
    set_filter(&b, 1, F_COMP1(0), 0, 0);
    bench_write(&b, TR_TE_DATA_FILTERS_OFFSET, 2);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, TRACING | DIFFERENTIAL);
    b.n = 0;
    bench_control(&b, BENCH_ETRACE);
    byte(0x1000, 0x2003, 0x7F);
    byte(0x1004, 0x2002, 0x01);
    byte(0x1008, 0x2005, 0x02);
    give(0x100C, INGRESS_DTYPE_STORE, 0, 0x2004, 0, 0x7F, 0);
    bench_halted(&b);
    expect(bytes, sizeof bytes);
}

/* Every packet has the time of its instruction, which is one record old when the packet comes; one
 * between two regions, that of the last record. */
static void times(void **state)
{
    /* enabled; start and data of the first; data of the second; report of the third; ended,
     * disabled */
    static const uint8_t want[] = {0, 10, 10, 20, 30, 40, 40};
    struct trm_encoder_cfg cfg;
    struct etrace_cfg e;
    struct etrace_reader r;
    struct etrace_frame f;
    unsigned n = 0;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.etrace = true;
    cfg.data_trace = true;
    cfg.ts_modes = 2;
    cfg.ts_width = 8;
    bench_init(&b, &cfg);
    bench_control(&b, 0);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, TRACING | DIFFERENTIAL);
    bench_write(&b, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
    bench_write(&b, TR_TS_CONTROL_OFFSET,
                TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
    bench_control(&b, BENCH_ETRACE);
    for (unsigned i = 1; i <= 4; i++) {
        struct ingress_cycle in = bench_record(&b, 0x1000 + 4 * (i - 1), 2, N);
        in.priv = INGRESS_PRIV_M;
        in.time = 10 * i;
        in.halted = i == 4;
        in.nblocks = i == 4 ? 0 : 1;
        in.naccess = i < 3;
        in.access[0] = (struct ingress_access){.daddr = 0x2000 + i, .load = 1};
        bench_give(&b, &in);
    }
    bench_control(&b, 0);
    trm_encoder_etrace_cfg(&b.enc, &e);
    assert_int_equal(etrace_reader_init(&r, &e, b.bytes, b.n), ETRACE_OK);
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        assert_true(f.stamped && n < sizeof want);
        assert_int_equal(f.stamp, want[n]);
        n++;
    }
    assert_int_equal(n, sizeof want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers),
        cmocka_unit_test(bytes_by_hand),
        cmocka_unit_test(addresses),
        cmocka_unit_test(data_is_dropped_before_instructions),
        cmocka_unit_test(a_failed_store),
        cmocka_unit_test(turned_on_and_off),
        cmocka_unit_test(a_loss_lasts_to_the_next_region),
        cmocka_unit_test(complete_after_a_synchronization),
        cmocka_unit_test(without_values_or_addresses),
        cmocka_unit_test(a_stall_loses_nothing),
        cmocka_unit_test(a_full_queue_loses_data),
        cmocka_unit_test(a_filter_of_data),
        cmocka_unit_test(times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
