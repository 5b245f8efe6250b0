/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs through the encoder model and back: what the decoder says was executed is what
 * the random hart executed. The hart (lib/kit/src/random_hart.c) knows nothing of encoder or
 * decoder.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_flow.h"
#include "random_setup.h"
#include "trm/trm_encoder.h"

enum {
    MAX_PCS = 1 << 16,
    MAX_BYTES = 1 << 18,
    BLOCKS = 64, /* few: some share a line */
};

struct pcs {
    uint64_t pc[MAX_PCS];
    size_t n;
};

/* A destination that takes a message when `open`, and keeps the bytes. */
struct sink {
    uint8_t bytes[MAX_BYTES];
    size_t n;
    bool open;
};

static bool sink_can_accept(void *ctx, size_t n)
{
    const struct sink *s = ctx;
    return s->open && n <= MAX_BYTES - s->n;
}

static void sink_put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct sink *s = ctx;
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
}

static struct trm_encoder enc;
static struct sink sink;
static struct rh_hart hart;
static struct pcs executed, decoded;
static size_t segment[MAX_PCS]; /* decoded.pc index where a new run begins */
static size_t segments;
static size_t lost;
static size_t total; /* instructions executed while traced, over all seeds of a test */

static void write_reg(uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(&enc, offset, 4, value), TRM_OK);
}

static void assert_granted(uint32_t offset, uint32_t want)
{
    uint32_t got;
    assert_int_equal(trm_encoder_reg_read(&enc, offset, 4, &got), TRM_OK);
    assert_int_equal(got & want, want);
}

static void start(const struct random_setup *s)
{
    static const struct trm_link_ops ops = {.can_accept = sink_can_accept, .put = sink_put};

    assert_int_equal(trm_encoder_init(&enc, &s->enc), TRM_OK);
    memset(&sink, 0, sizeof sink);
    sink.open = true;
    trm_encoder_connect(&enc, (struct trm_link){&ops, &sink});
    executed.n = decoded.n = segments = lost = 0;
    rh_init(&hart, &s->hart, s->seed);
    write_reg(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&enc);
    write_reg(TR_TE_INST_FEATURES_OFFSET, s->features);
    write_reg(TR_TS_CONTROL_OFFSET, s->timestamps & TR_TS_ACTIVE_MASK);
    write_reg(TR_TS_CONTROL_OFFSET, s->timestamps);
    assert_granted(TR_TE_INST_FEATURES_OFFSET, s->features);
    assert_granted(TR_TS_CONTROL_OFFSET, s->timestamps);
    write_reg(TR_TE_CONTROL_OFFSET, s->control & ~(uint32_t)TR_TE_INST_TRACING_MASK);
    trm_encoder_tick(&enc);
    write_reg(TR_TE_CONTROL_OFFSET, s->control);
}

/* Encode a run of the hart; remember what was executed while it was traced. */
static void encode(const struct random_setup *s)
{
    struct rh_rng rng;
    bool tracing = true;

    rh_seed(&rng, s->seed ^ UINT64_C(0xBAD));
    start(s);
    for (unsigned i = 0; i < s->steps; i++) {
        struct rh_step step;

        if (rh_chance(&rng, s->off_one_in)) {
            tracing = !tracing;
            write_reg(TR_TE_CONTROL_OFFSET,
                      tracing ? s->control : s->control & ~(uint32_t)TR_TE_INST_TRACING_MASK);
        }
        if (rh_chance(&rng, s->halt_one_in)) {
            struct ingress_cycle pause = {
                .cycle = hart.cycle, .halted = true, .priv = INGRESS_PRIV_D};
            trm_encoder_tick(&enc);
            while (trm_encoder_ingress(&enc, &pause)) {
                sink.open = true;
                trm_encoder_tick(&enc);
            }
        }
        rh_step(&hart, &step);
        do {
            sink.open = !rh_chance(&rng, s->busy_one_in);
            trm_encoder_tick(&enc);
        } while (trm_encoder_ingress(&enc, &step.in));
        for (unsigned k = 0; tracing && k < step.count; k++) {
            assert_true(executed.n < MAX_PCS);
            executed.pc[executed.n++] = step.pc[k];
        }
    }
    write_reg(TR_TE_CONTROL_OFFSET,
              s->control & ~(uint32_t)(TR_TE_INST_TRACING_MASK | TR_TE_ENABLE_MASK));
    sink.open = true;
    for (unsigned i = 0; i < 100000 && (i < 4 || !trm_encoder_empty(&enc)); i++) {
        trm_encoder_tick(&enc);
    }
    assert_true(trm_encoder_empty(&enc));
    total += executed.n;
}

static void take(const struct random_setup *s, struct flow_code *code, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;

    switch (e->type) {
    case FLOW_ELEM_TRACE_ON:
        segment[segments++] = decoded.n;
        break;
    case FLOW_ELEM_RANGE:
        flow_range_begin(&it, e);
        while (flow_range_next(&it, code, &insn) == FLOW_OK) {
            assert_true(decoded.n < MAX_PCS);
            decoded.pc[decoded.n++] = it.where.pc;
        }
        break;
    case FLOW_ELEM_LOST:
        lost++;
        break;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        fail_msg("seed %llu: message %llu at byte %llu: status %d: %s, pc 0x%llx",
                 (unsigned long long)s->seed, (unsigned long long)e->msg,
                 (unsigned long long)e->offset, e->status, e->hint != NULL ? e->hint : "",
                 (unsigned long long)e->start);
        break;
    case FLOW_ELEM_END:
        assert_int_equal(e->value, 0);
        break;
    default:
        break;
    }
}

/* As decode does, but ranges by the batch. */
static void decode_batches(const struct random_setup *s, struct nexus_decoder *dec,
                           struct flow_code *code)
{
    struct flow_range range[100];
    static struct flow_path path[BLOCKS];
    struct flow_elem e;
    int n = 0;

    assert_int_equal(flow_code_use_paths(code, path, BLOCKS), FLOW_OK);
    while (n >= 0) {
        struct flow_elem r = {.type = FLOW_ELEM_RANGE,
                              .position = dec->flow.where.position,
                              .context = dec->flow.where.context};
        n = nexus_decoder_next_ranges(dec, range, sizeof range / sizeof range[0], &e);
        for (int i = 0; i < n; i++) {
            r.start = range[i].start;
            r.end = range[i].end;
            r.count = range[i].count;
            take(s, code, &r);
            r.position += (r.end - r.start) / 2;
        }
        if (n == 0) {
            take(s, code, &e);
        }
    }
}

static void decode(const struct random_setup *s)
{
    static struct nexus_decoder dec;
    struct nexus_stream_cfg cfg;
    static struct flow_block block[BLOCKS];
    struct flow_code code;
    struct flow_region region = {s->hart.base, RH_CODE_BYTES, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_elem e;

    trm_encoder_stream_cfg(&enc, &cfg);
    flow_code_init_image(&code, nexus_cfg_isa(&cfg), &image);
    assert_int_equal(flow_code_use_blocks(&code, block, BLOCKS), FLOW_OK);
    assert_int_equal(nexus_decoder_init(&dec, &cfg, &code, sink.bytes, sink.n), NEXUS_OK);
    if (s->seed % 2 != 0) {
        decode_batches(s, &dec, &code);
        return;
    }
    while (nexus_decoder_next(&dec, &e) == NEXUS_OK) {
        take(s, &code, &e);
    }
}

static void assert_equal_sequence(const struct random_setup *s)
{
    size_t n = executed.n < decoded.n ? executed.n : decoded.n;

    for (size_t i = 0; i < n; i++) {
        if (executed.pc[i] != decoded.pc[i]) {
            fail_msg("seed %llu: instruction %zu: executed 0x%llx, decoded 0x%llx",
                     (unsigned long long)s->seed, i, (unsigned long long)executed.pc[i],
                     (unsigned long long)decoded.pc[i]);
        }
    }
    if (executed.n != decoded.n) {
        fail_msg("seed %llu: executed %zu instructions, decoded %zu", (unsigned long long)s->seed,
                 executed.n, decoded.n);
    }
}

/* Every run between two gaps is a run of what was executed, and they come in order. */
static void assert_runs_were_executed(const struct random_setup *s)
{
    size_t at = 0;

    for (size_t k = 0; k < segments; k++) {
        size_t end = k + 1 < segments ? segment[k + 1] : decoded.n;
        size_t n = end - segment[k];
        while (at + n <= executed.n &&
               memcmp(&executed.pc[at], &decoded.pc[segment[k]], n * sizeof executed.pc[0]) != 0) {
            at++;
        }
        if (at + n > executed.n) {
            fail_msg("seed %llu: run %zu of %zu instructions from 0x%llx was not executed",
                     (unsigned long long)s->seed, k, n, (unsigned long long)decoded.pc[segment[k]]);
        }
        at += n;
    }
}

/* Holds NT-RUL-002..004 NT-RUL-009..011 NT-DEC-005..010 */
static void test_lossless_stream_decodes_to_what_was_executed(void **state)
{
    (void)state;
    total = 0;
    for (uint64_t seed = 1; seed < 1 + random_seeds(600); seed++) {
        struct random_setup s;
        random_setup_choose(&s, seed);
        encode(&s);
        decode(&s);
        assert_equal_sequence(&s);
        assert_int_equal(lost, 0);
    }
    assert_true(total > 500000);
}

static void test_switching_trace_off_and_on_loses_only_what_was_off(void **state)
{
    (void)state;
    total = 0;
    for (uint64_t seed = 1000000001; seed < 1000000001 + random_seeds(300); seed++) {
        struct random_setup s;
        random_setup_choose(&s, seed);
        s.off_one_in = 2 + (unsigned)(seed % 30);
        encode(&s);
        decode(&s);
        assert_equal_sequence(&s);
    }
    assert_true(total > 100000);
}

static void test_debug_mode_interrupts_and_continues(void **state)
{
    (void)state;
    total = 0;
    for (uint64_t seed = 2000000001; seed < 2000000001 + random_seeds(300); seed++) {
        struct random_setup s;
        random_setup_choose(&s, seed);
        s.halt_one_in = 2 + (unsigned)(seed % 40);
        encode(&s);
        decode(&s);
        assert_equal_sequence(&s);
    }
    assert_true(total > 100000);
}

/* Holds TCI-COMP-020 */
static void test_stall_loses_nothing(void **state)
{
    (void)state;
    total = 0;
    for (uint64_t seed = 3000000001; seed < 3000000001 + random_seeds(200); seed++) {
        struct random_setup s;
        random_setup_choose(&s, seed);
        s.control |= TR_TE_INST_STALL_ENA_MASK;
        s.busy_one_in = 2;
        s.enc.fifo_bytes = TRM_ENCODER_FIFO_MIN;
        s.enc.link_bytes = 1 + (uint32_t)(seed % 4);
        encode(&s);
        decode(&s);
        assert_equal_sequence(&s);
        assert_int_equal(enc.stats.dropped, 0);
    }
}

/* Holds TCI-COMP-018 NT-ERR-001 NT-SYN-010 */
static void test_overflow_decodes_to_truth_and_is_announced(void **state)
{
    size_t overflowed = 0;

    (void)state;
    total = 0;
    for (uint64_t seed = 4000000001; seed < 4000000001 + random_seeds(300); seed++) {
        struct random_setup s;
        random_setup_choose(&s, seed);
        s.busy_one_in = 1 + (unsigned)(seed % 3);
        if (s.busy_one_in == 1) {
            s.busy_one_in = 2;
            s.enc.link_bytes = 1;
        }
        s.off_one_in = seed % 5 == 0 ? 20 : 0;
        s.enc.fifo_bytes = TRM_ENCODER_FIFO_MIN;
        encode(&s);
        decode(&s);
        assert_runs_were_executed(&s);
        overflowed += enc.stats.overflows != 0;
        assert_int_equal(lost, enc.stats.overflows);
        assert_true(enc.stats.overflows != 0 || decoded.n == executed.n);
    }
    assert_true(overflowed > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lossless_stream_decodes_to_what_was_executed),
        cmocka_unit_test(test_switching_trace_off_and_on_loses_only_what_was_off),
        cmocka_unit_test(test_debug_mode_interrupts_and_continues),
        cmocka_unit_test(test_stall_loses_nothing),
        cmocka_unit_test(test_overflow_decodes_to_truth_and_is_announced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
