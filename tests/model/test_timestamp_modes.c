/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's timestamp unit: Internal System, Shared, and counters between records (TCI 1.0,
 * Timestamp Unit). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

#define TS(mode)                                                                                   \
    (TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |                                    \
     (uint32_t)(mode) << TR_TS_MODE_SHIFT)

static struct bench b;

static void start(uint8_t width, uint32_t control)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ts_modes = 0x1E;
    cfg.ts_width = width;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TS_CONTROL_OFFSET, control);
}

static uint64_t counter(void)
{
    uint64_t low = bench_read(&b, TR_TS_COUNTER_LOW_OFFSET);
    return low | (uint64_t)bench_read(&b, TR_TS_COUNTER_HIGH_OFFSET) << 32;
}

/* Internal System and Core count clocks, divided by 1, 4, 16, 64; also between records. */
/* Holds TCI-TS-001 TCI-TS-002 TCI-TS-009 TCI-TS-016 TCI-TS-020 */
static void prescaler(void **state)
{
    (void)state;
    for (unsigned mode = TR_TS_MODE_INTERNAL_SYSTEM; mode <= TR_TS_MODE_INTERNAL_CORE; mode++) {
        for (unsigned p = 0; p < 4; p++) {
            start(40, TS(mode) | p << TR_TS_PRESCALE_SHIFT);
            for (unsigned i = 0; i < 300; i++) {
                assert_int_equal(counter(), i >> (2 * p));
                bench_ticks(&b, 1);
            }
        }
    }
}

/* Holds TCI-TS-012 TCI-TS-013 TCI-RST-008 */
static void count_and_reset(void **state)
{
    (void)state;
    for (unsigned mode = TR_TS_MODE_INTERNAL_SYSTEM; mode <= TR_TS_MODE_INTERNAL_CORE; mode++) {
        start(40, TS(mode));
        bench_ticks(&b, 10);
        bench_write(&b, TR_TS_CONTROL_OFFSET, TS(mode) & ~TR_TS_COUNT_MASK);
        bench_ticks(&b, 10);
        assert_int_equal(counter(), 10);
        bench_write(&b, TR_TS_CONTROL_OFFSET, TS(mode));
        bench_ticks(&b, 5);
        assert_int_equal(counter(), 15);
        bench_write(&b, TR_TS_CONTROL_OFFSET, TS(mode) | TR_TS_RESET_MASK);
        assert_int_equal(counter(), 0);
        bench_ticks(&b, 3);
        assert_int_equal(counter(), 3);
        bench_write(&b, TR_TS_CONTROL_OFFSET, 0);
        bench_ticks(&b, 3);
        bench_write(&b, TR_TS_CONTROL_OFFSET, TS(mode));
        assert_int_equal(counter(), 0);
    }
}

/* trTsRunInDebug is for Internal Core; the system's clock goes on in debug mode. */
/* Holds TCI-TS-010 TCI-TS-014 */
static void debug_mode(void **state)
{
    static const struct {
        uint32_t control;
        unsigned counts;
    } t[] = {
        {TS(TR_TS_MODE_INTERNAL_CORE), 0},
        {TS(TR_TS_MODE_INTERNAL_CORE) | TR_TS_RUN_IN_DEBUG_MASK, 20},
        {TS(TR_TS_MODE_INTERNAL_SYSTEM), 20},
    };
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        start(40, t[i].control);
        bench_halted(&b);
        uint64_t before = counter();
        bench_ticks(&b, 20);
        assert_int_equal(counter() - before, t[i].counts);
    }
}

/* Eight bits wide: 256 clocks bring it back. */
/* Holds TCI-TS-006 TCI-TS-019 */
static void width(void **state)
{
    (void)state;
    start(8, TS(TR_TS_MODE_INTERNAL_SYSTEM));
    bench_ticks(&b, 255);
    assert_int_equal(counter(), 255);
    bench_ticks(&b, 1);
    assert_int_equal(counter(), 0);
}

/* TSTAMP is the counter in the tick of the record. */
/* Holds TCI-TS-001 */
static void internal_system_in_messages(void **state)
{
    (void)state;
    start(40, TS(TR_TS_MODE_INTERNAL_SYSTEM));
    bench_control(&b, BENCH_BTM);                  /* tick 1 */
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);  /* 2 */
    bench_ticks(&b, 7);                            /* 9 */
    b.cycle += 1000;                               /* the hart's clock is another one */
    bench_run(&b, 0x1004, 2, INGRESS_ITYPE_TAKEN); /* 10 */
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=2\n"
                     "DirectBranch ICNT=4 TSTAMP=8\n");
}

/* Shared: what comes in at the port, also in the counter registers. */
/* Holds TCI-TS-003 TCI-TS-004 TCI-TS-020 TCI-TS-021 */
static void shared(void **state)
{
    (void)state;
    start(40, TS(TR_TS_MODE_SHARED));
    trm_encoder_timestamp_in(&b.enc, UINT64_C(0x123456789A));
    assert_true(counter() == UINT64_C(0x123456789A));
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    trm_encoder_timestamp_in(&b.enc, UINT64_C(0x123456789C));
    bench_run(&b, 0x1004, 2, INGRESS_ITYPE_TAKEN);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0x123456789A\n"
                     "DirectBranch ICNT=4 TSTAMP=2\n");
    /* External takes the time of the record instead. */
    bench_write(&b, TR_TS_CONTROL_OFFSET, TS(TR_TS_MODE_EXTERNAL));
    struct ingress_cycle in = bench_record(&b, 0x1008, 2, INGRESS_ITYPE_NONE);
    in.time = 77;
    bench_give(&b, &in);
    trm_encoder_timestamp_in(&b.enc, 5);
    assert_int_equal(counter(), 77);
    bench_write(&b, TR_TS_CONTROL_OFFSET, TS(TR_TS_MODE_NONE));
    assert_int_equal(counter(), 0);
}

/* The counter registers show the time from outside as it is now, not only as the last record said
 * it was; TSTAMP is what the record says. */
static void external_between_records(void **state)
{
    (void)state;
    start(40, TS(TR_TS_MODE_EXTERNAL));
    trm_encoder_external_in(&b.enc, UINT64_C(0xFF123456789A));
    assert_true(counter() == UINT64_C(0x123456789A)); /* 40 bits */
    trm_encoder_timestamp_in(&b.enc, 5);              /* another port: mode Shared */
    assert_true(counter() == UINT64_C(0x123456789A));
    bench_control(&b, BENCH_BTM);
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    in.time = 1000;
    bench_give(&b, &in);
    assert_int_equal(counter(), 1000);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=0x3E8\n");
}

/* Without a reset of its own trTsActive is trTeActive and the rest of trTsControl is not cleared by
 * writing it 0. */
/* Holds TCI-TS-011 TCI-RST-008 */
static void active_is_a_copy(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ts_modes = TRM_TS_MODES_ENCODER;
    cfg.ts_copy_active = true;
    bench_init(&b, &cfg);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET) & TR_TS_ACTIVE_MASK, 1);
    uint32_t off = TS(TR_TS_MODE_INTERNAL_SYSTEM) & ~TR_TS_ACTIVE_MASK;
    bench_write(&b, TR_TS_CONTROL_OFFSET, off);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), off | 1u | 40u << TR_TS_WIDTH_SHIFT);
    bench_ticks(&b, 9);
    assert_int_equal(counter(), 9);
    bench_write(&b, TR_TE_CONTROL_OFFSET, 0);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), 0);
    assert_int_equal(counter(), 0);
    bench_write(&b, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), 1u | 40u << TR_TS_WIDTH_SHIFT);
}

/* trTsVendor, when it is there, chooses the messages with TSTAMP; those with SYNC always have it.
 */
/* Holds TCI-TS-018 */
static void vendor_bits_choose_messages(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.ts_modes = TRM_TS_MODES_ENCODER;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TS_CONTROL_OFFSET, TS(TR_TS_MODE_EXTERNAL) | TR_TS_VENDOR_MASK);
    assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET) & TR_TS_VENDOR_MASK, 0);
    cfg.ts_select = true;
    for (unsigned select = 0; select < 256; select++) {
        bench_init(&b, &cfg);
        bench_write(&b, TR_TS_CONTROL_OFFSET, TS(TR_TS_MODE_SHARED) | select << TR_TS_VENDOR_SHIFT);
        assert_int_equal((bench_read(&b, TR_TS_CONTROL_OFFSET) & TR_TS_VENDOR_MASK) >>
                             TR_TS_VENDOR_SHIFT,
                         select & TRM_TS_ALL);
        trm_encoder_timestamp_in(&b.enc, 7);
        bench_control(&b, BENCH_BTM);
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
        bench_run(&b, 0x1004, 2, INGRESS_ITYPE_TAKEN);
        bench_expect(&b, (select & TRM_TS_DIRECT) != 0
                             ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=7\n"
                               "DirectBranch ICNT=4 TSTAMP=0\n"
                             : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800 TSTAMP=7\n"
                               "DirectBranch ICNT=4\n");
    }
}

/* trTsMode and what belongs to a mode, by configuration. */
/* Holds TCI-TS-005 TCI-TS-011 TCI-TS-015 */
static void registers(void **state)
{
    (void)state;
    for (unsigned modes = 0; modes < 0x20; modes += 2) {
        struct trm_encoder_cfg cfg;
        trm_encoder_cfg_init(&cfg);
        cfg.ts_modes = (uint8_t)modes;
        bench_init(&b, &cfg);
        for (unsigned m = 0; m < 8; m++) {
            bench_write(&b, TR_TS_CONTROL_OFFSET, 0xFFFFFF8F | m << 4);
            uint32_t expected = modes == 0 ? 0 : 40u << 24 | 0x8001;
            expected |= ((modes >> m) & 1u) != 0 ? m << 4 : 0;
            expected |= (modes & 0xC) != 0 ? 0x302 : 0; /* Prescale, Count: internal ones */
            expected |= (modes & 0x8) != 0 ? 0x8 : 0;   /* RunInDebug: Internal Core */
            assert_int_equal(bench_read(&b, TR_TS_CONTROL_OFFSET), expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prescaler),
        cmocka_unit_test(count_and_reset),
        cmocka_unit_test(debug_mode),
        cmocka_unit_test(width),
        cmocka_unit_test(internal_system_in_messages),
        cmocka_unit_test(shared),
        cmocka_unit_test(external_between_records),
        cmocka_unit_test(active_is_a_copy),
        cmocka_unit_test(vendor_bits_choose_messages),
        cmocka_unit_test(registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
