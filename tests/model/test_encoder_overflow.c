/* SPDX-License-Identifier: Apache-2.0 */
/* Too much trace: overflow, Error, restart, stall, bandwidth (N-Trace 1.0, Error Message; TCI 1.0,
 * Connections Between Components, trTeInstStallEna). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    N = INGRESS_ITYPE_NONE,
    TK = INGRESS_ITYPE_TAKEN,
};

static struct bench b;
static struct bench other;

static uint32_t rng_state = 1;

static uint32_t rnd(uint32_t n)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state % n;
}

static struct trm_encoder_cfg small_fifo(void)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    return cfg;
}

static bool status_bit(void)
{
    return (bench_read(&b, 0) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
}

/* The link refuses; ProgTraceSync (4 bytes) and 36 DirectBranch (2 bytes) fill 76 bytes exactly. */
static void fill_76_bytes(uint32_t control)
{
    struct trm_encoder_cfg cfg = small_fifo();
    bench_init(&b, &cfg);
    bench_control(&b, control);
    b.refuse = true;
    for (unsigned i = 0; i < 36; i++) {
        bench_run(&b, 0x1000, 2, TK);
    }
    assert_false(status_bit());
    assert_int_equal(b.n, 0);
}

/* Holds TCI-COMP-014 TCI-COMP-017 TCI-COMP-018 TCI-TE-013 TCI-TE-016 TCI-TE-017 NT-ERR-001
 * NT-ERR-004 NT-ERR-006 NT-ERR-011 NT-SYN-010 */
static void overflow_then_error_then_sync_7(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK); /* lost */
    assert_true(status_bit());
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x1000, 2, TK);
    bench_ticks(&b, 10);
    assert_int_equal(b.n, 0);
    b.refuse = false;
    bench_run(&b, 0x2000, 2, TK);
    b.read = 76;
    bench_expect(&b, "Error ETYPE=0 ECODE=4\n"
                     "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x1000\n"
                     "DirectBranch ICNT=2\n");
    assert_int_equal(b.enc.stats.dropped, 1);
    assert_int_equal(b.enc.stats.overflows, 1);
    assert_true(status_bit()); /* sticky */
    bench_control(&b, BENCH_BTM | TR_TE_INST_STALL_OR_OVERFLOW_MASK);
    assert_false(status_bit());
}

/* The restart never comes: the Error message is the last of the stream, and Empty waits for it. */
/* Holds NT-ERR-013..015 */
static void error_is_last_when_trace_never_restarts(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    bench_control(&b, 0);
    bench_ticks(&b, 5);
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    b.refuse = false;
    bench_ticks(&b, 1);
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    b.read = 76;
    bench_expect(&b, "Error ETYPE=0 ECODE=4\n");
}

/* What is lost is only the end of the region: still announced. */
/* Holds NT-ERR-001 NT-ERR-013 */
static void lost_correlation_is_announced(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_run(&b, 0x1000, 2, N); /* nothing to send */
    assert_false(status_bit());
    bench_control(&b, 0);
    assert_true(status_bit());
    b.refuse = false;
    bench_ticks(&b, 1);
    b.read = 76;
    bench_expect(&b, "Error ETYPE=0 ECODE=4\n");
}

/* What was counted before the loss is gone with it. Holds NT-ERR-007 NT-CNT-001 */
static void lost_ownership_has_its_own_code(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_control(&b, BENCH_BTM | TR_TE_CONTEXT_MASK);
    bench_run(&b, 0x1000, 2, N);
    struct ingress_cycle in = bench_record(&b, 0x1004, 2, N);
    in.ctype = INGRESS_CTYPE_IMPRECISE;
    bench_give(&b, &in);
    assert_true(status_bit());
    b.refuse = false;
    bench_ticks(&b, 1);
    b.read = 76;
    bench_expect(&b, "Error ETYPE=0 ECODE=8\n");
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x2000, 2, TK);
    bench_expect(&b, "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x1000\n"
                     "DirectBranch ICNT=2\n");
}

/* Holds NT-ERR-001 NT-ERR-011 */
static void every_gap_is_announced(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    b.refuse = false;
    bench_ticks(&b, 1); /* queue drains, Error leaves */
    b.refuse = true;
    bench_run(&b, 0x2000, 2, TK); /* sync 7 and 36 branches fit */
    for (unsigned i = 0; i < 40; i++) {
        bench_run(&b, 0x2000, 2, TK);
    }
    b.refuse = false;
    bench_run(&b, 0x3000, 2, N);
    struct nexus_stream_cfg cfg;
    trm_encoder_stream_cfg(&b.enc, &cfg);
    bench_lines(&cfg, b.bytes, b.n, b.text, sizeof b.text);
    const char *first =
        strstr(b.text, "Error ETYPE=0 ECODE=4\nProgTraceSync SYNC=7 ICNT=0 FADDR=0x1000\n");
    assert_non_null(first);
    const char *second =
        strstr(first + 1, "Error ETYPE=0 ECODE=4\nProgTraceSync SYNC=7 ICNT=0 FADDR=0x1800\n");
    assert_non_null(second);
    assert_null(strstr(second + 1, "Error"));
    assert_int_equal(b.enc.stats.overflows, 2);
}

/* After an overflow in debug mode the reason is still the overflow: messages before it were lost.
 */
static void overflow_outranks_exit_from_debug(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    bench_halted(&b);
    b.refuse = false;
    bench_run(&b, 0x2000, 2, N);
    b.read = 76;
    bench_expect(&b, "Error ETYPE=0 ECODE=4\n"
                     "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x1000\n");
}

/* Restart only when the queue has drained to the hysteresis level: here 20 of 256 bytes. */
/* Holds TCI-COMP-019 */
static void restart_waits_for_the_hysteresis_level(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.link_bytes = 2;
    cfg.restart_bytes = 20;
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    b.refuse = true;
    while (!status_bit()) {
        bench_run(&b, 0x1000, 2, TK);
    }
    b.refuse = false;
    assert_int_equal(b.enc.fifo_fill, 256);
    const size_t all = b.n + b.enc.fifo_fill;
    while (b.enc.fifo_fill > 22) {
        const size_t sent = b.n;
        bench_run(&b, 0x1000, 2, TK);
        assert_true(b.n - sent <=
                    4); /* bandwidth: 2 bytes per tick, a 4-byte message every second tick */
        assert_true(b.enc.lost);
        assert_int_equal(b.n + b.enc.fifo_fill, all); /* nothing is queued, no Error either */
    }
    bench_run(&b, 0x2000, 2, N);
    assert_false(b.enc.lost);
    bench_ticks(&b, 100);
    b.read = 256;
    bench_expect(&b, "Error ETYPE=0 ECODE=4\n"
                     "ProgTraceSync SYNC=7 ICNT=0 FADDR=0x1000\n");
}

/* 3 bytes per tick: messages of 2 bytes leave one per tick; a message of 4 bytes needs two ticks.
 */
/* Holds TCI-COMP-014 TCI-COMP-016 */
static void bandwidth_counts_whole_messages(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.link_bytes = 3;
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    assert_int_equal(b.n, 0);
    bench_ticks(&b, 1);
    assert_int_equal(b.n, 0);
    bench_ticks(&b, 1);
    assert_int_equal(b.n, 6); /* credit 6: 4 and 2 */
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_ticks(&b, 10); /* credit is not saved up by an idle link */
    bench_run(&b, 0x1000, 2, TK);
    bench_run(&b, 0x1000, 2, TK);
    bench_ticks(&b, 1);
    assert_int_equal(b.n, 10); /* 1 byte of bandwidth was left, and is gone with the queue empty */
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, TK);
    in.nblocks = 2;
    in.block[1] = in.block[0];
    bench_give(&b, &in);
    bench_ticks(&b, 1);
    assert_int_equal(b.n, 12); /* 3 bytes: one of the two messages */
}

/* Holds TCI-TE-014 TCI-TE-016 TCI-TE-018 */
static void stall_refuses_the_record_and_sets_the_status(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = small_fifo();
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM | TR_TE_INST_STALL_ENA_MASK);
    b.refuse = true;
    bench_run(&b, 0x1000, 2, TK);
    assert_false(status_bit());
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, TK);
    for (unsigned i = 0; i < 5; i++) {
        bench_give(&b, &in);
        assert_true(b.stalled);
    }
    assert_true(status_bit());
    b.refuse = false;
    bench_give(&b, &in);
    assert_false(b.stalled);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DirectBranch ICNT=2\n"
                     "DirectBranch ICNT=2\n");
    bench_control(&b, TR_TE_INST_STALL_OR_OVERFLOW_MASK);
    assert_false(status_bit());
}

/* trTeActive = 0 and back, without enabling. Holds TCI-TE-015 */
static void reset_clears_the_status(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    assert_true(status_bit());
    bench_write(&b, 0, 0);
    bench_ticks(&b, 1);
    bench_control(&b, 0);
    assert_false(status_bit());
}

/* Holds TCI-TE-015 NT-CTL-009 */
static void enabling_clears_the_status(void **state)
{
    (void)state;
    fill_76_bytes(BENCH_BTM);
    bench_run(&b, 0x1000, 2, TK);
    bench_control(&b, BENCH_BTM); /* enabled already: stays */
    assert_true(status_bit());
    bench_control(&b, 0);
    assert_true(status_bit());
    bench_control(&b, BENCH_BTM);
    assert_false(status_bit());
}

/* A random record: every itype, up to four blocks, traps at the end, sidebands. Not a program: the
 * encoder does not look. */
static struct ingress_cycle random_record(uint64_t cycle)
{
    static const uint8_t itypes[] = {0, 3, 4, 5, 4, 5, 4, 5, 8, 9, 10, 13};
    struct ingress_cycle in = {
        .cycle = cycle,
        .nblocks = (uint8_t)(1 + rnd(4)),
        .priv = rnd(20) == 0 ? INGRESS_PRIV_U : INGRESS_PRIV_M,
        .ctype = rnd(50) == 0 ? INGRESS_CTYPE_IMPRECISE : INGRESS_CTYPE_NONE,
        .context = rnd(4),
        .trigger = (uint16_t)(rnd(60) == 0 ? INGRESS_TRIGGER_NOTIFY << rnd(4) : 0),
        .halted = rnd(200) == 0,
    };
    for (unsigned i = 0; i < in.nblocks; i++) {
        bool last = i + 1 == in.nblocks;
        in.block[i].iaddr = ((uint64_t)rnd(4) << 40 | rnd(UINT32_MAX)) & ~UINT64_C(1);
        in.block[i].iretire = 2 + rnd(30);
        in.block[i].ilastsize = (uint8_t)rnd(2);
        in.block[i].itype = itypes[rnd(sizeof itypes)];
        if (last && rnd(15) == 0) {
            in.block[i].itype = (uint8_t)(1 + rnd(2));
            in.block[i].iretire = rnd(2) * 4;
        }
    }
    return in;
}

static void stalling_run(uint32_t control, uint32_t seed, uint32_t fifo, uint32_t link)
{
    struct trm_encoder_cfg cfg = small_fifo();
    bench_init(&other, &cfg); /* an unlimited link */
    cfg.fifo_bytes = fifo;
    cfg.link_bytes = link;
    bench_init(&b, &cfg);
    control |= TR_TE_CONTEXT_MASK | TR_TE_INST_STALL_ENA_MASK |
               TR_TE_INST_SYNC_MODE_MESSAGES << TR_TE_INST_SYNC_MODE_SHIFT;
    bench_control(&other, control);
    bench_control(&b, control);
    rng_state = seed;
    for (unsigned i = 0; i < 1500; i++) {
        struct ingress_cycle in = random_record(b.cycle++);
        bench_give(&other, &in);
        assert_false(other.stalled);
        do {
            b.refuse = rnd(3) != 0;
            bench_give(&b, &in);
            in.cycle = b.cycle++;
        } while (b.stalled);
    }
    bench_control(&other, 0);
    bench_control(&b, 0);
    b.refuse = false;
    bench_ticks(&b, 1000);
    assert_true(b.enc.stats.stalls > 0);
    assert_int_equal(b.enc.stats.dropped, 0);
    assert_int_equal(b.enc.stats.messages, other.enc.stats.messages);
    assert_int_equal(b.n, other.n);
    assert_memory_equal(b.bytes, other.bytes, b.n);
}

/* Holds TCI-COMP-020 TCI-TE-018 */
static void stall_loses_nothing(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 8; seed++) {
        stalling_run(BENCH_HTM, seed, TRM_ENCODER_FIFO_MIN, 0);
        stalling_run(BENCH_BTM, seed, TRM_ENCODER_FIFO_MIN, 5);
        stalling_run(BENCH_HTM, seed, 300, 20);
    }
}

/* Random refusals without stalling: each gap is an Error message directly before a sync, or at the
 * end; counters agree with the stream. */
/* Holds TCI-COMP-015 TCI-COMP-018 NT-ERR-011 */
static void accounting_closes_under_overflow(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        struct trm_encoder_cfg cfg = small_fifo();
        cfg.fifo_bytes = 76 + 50 * (seed % 3);
        cfg.link_bytes = seed % 2 == 0 ? 0 : 9;
        bench_init(&b, &cfg);
        bench_control(&b, (seed % 4 < 2 ? BENCH_HTM : BENCH_BTM) | TR_TE_CONTEXT_MASK);
        rng_state = seed;
        for (unsigned i = 0; i < 2000; i++) {
            struct ingress_cycle in = random_record(b.cycle++);
            b.refuse = rnd(100) < 70;
            bench_give(&b, &in);
            assert_false(b.stalled);
        }
        bench_control(&b, 0);
        b.refuse = false;
        bench_ticks(&b, 200);
        assert_true(trm_encoder_empty(&b.enc));
        struct nexus_stream_cfg s;
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        uint64_t messages = 0, errors = 0;
        bool after_error = false;
        trm_encoder_stream_cfg(&b.enc, &s);
        assert_int_equal(nexus_msg_decoder_init(&d, &s, b.bytes, b.n), NEXUS_OK);
        while (nexus_msg_next(&d, &m) == NEXUS_OK) {
            messages++;
            if (after_error) {
                assert_int_equal(m.tcode, NEXUS_PROG_TRACE_SYNC);
                assert_int_equal(m.value[NEXUS_F_SYNC], NEXUS_SYNC_FIFO_OVERRUN);
            } else if (m.tcode == NEXUS_PROG_TRACE_SYNC) {
                assert_int_not_equal(m.value[NEXUS_F_SYNC], NEXUS_SYNC_FIFO_OVERRUN);
            }
            after_error = m.tcode == NEXUS_ERROR;
            errors += after_error ? 1 : 0;
        }
        assert_int_equal(d.pos, b.n);
        assert_int_equal(messages, b.enc.stats.messages);
        assert_int_equal(errors, b.enc.stats.overflows);
        assert_true(errors > 0);
    }
}

/* However long the link refuses, a disabled encoder waits: until it is stopped. A link that is gone
 * for good must not keep Empty at 0 for ever; the loss shows in the status. */
static void flush_gives_up_on_a_stopped_link(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg = small_fifo();
    bench_init(&b, &cfg);
    bench_control(&b, BENCH_BTM);
    b.refuse = true;
    b.stopped = true;
    bench_run(&b, 0x1000, 2, TK);
    bench_ticks(&b, 200); /* enabled: waits */
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    bench_run(&b, 0x1000, 2, TK);
    b.refuse = false;
    b.stopped = false;
    bench_ticks(&b, 1);
    b.refuse = true;
    bench_run(&b, 0x1000, 2, TK);
    bench_control(&b, 0);
    bench_ticks(&b, 10000);
    assert_false(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    assert_false(status_bit());
    b.stopped = true;
    bench_ticks(&b, 1);
    assert_true(bench_read(&b, 0) & TR_TE_EMPTY_MASK);
    assert_true(status_bit());
    assert_int_equal(b.enc.stats.dropped, 2); /* DirectBranch and the correlation */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overflow_then_error_then_sync_7),
        cmocka_unit_test(error_is_last_when_trace_never_restarts),
        cmocka_unit_test(lost_correlation_is_announced),
        cmocka_unit_test(lost_ownership_has_its_own_code),
        cmocka_unit_test(every_gap_is_announced),
        cmocka_unit_test(overflow_outranks_exit_from_debug),
        cmocka_unit_test(restart_waits_for_the_hysteresis_level),
        cmocka_unit_test(bandwidth_counts_whole_messages),
        cmocka_unit_test(stall_refuses_the_record_and_sets_the_status),
        cmocka_unit_test(reset_clears_the_status),
        cmocka_unit_test(enabling_clears_the_status),
        cmocka_unit_test(stall_loses_nothing),
        cmocka_unit_test(accounting_closes_under_overflow),
        cmocka_unit_test(flush_gives_up_on_a_stopped_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
