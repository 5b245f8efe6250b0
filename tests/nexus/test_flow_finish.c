/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace that ends in ResourceFull messages with I-CNT: the instructions that they count were
 * executed, and are decoded up to the first branch whose direction no message gives (N-Trace,
 * ResourceFull Message; I-CNT Details).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "flow_fixture.h"
#include "nexus/nexus_stream.h"

static struct flow_fixture fx;
static char text[FX_TEXT];

/* The code of "Examples of I-CNT Field Full Generation". */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    fx.cfg.timestamps = false;
    fx_restart(&fx);
    uint64_t pc = fx_branch(&fx, fx_op(&fx, 0x100, OP_C_ADD), 0x200);
    for (unsigned i = 0; i < 5; i++) {
        pc = fx_op(&fx, pc, OP_ADD);
    }
    fx_op(&fx, fx_op(&fx, pc, OP_C_ADD), OP_C_EBREAK);
    fx_push(&fx, fx_sync(3, 0, 0x100));
    return 0;
}

static const char *finish(void)
{
    struct flow_elem e;
    text[0] = '\0';
    if (nexus_flow_finish(&fx.flow) != NEXUS_OK) {
        return "nothing";
    }
    while (nexus_flow_next(&fx.flow, &e) == NEXUS_OK) {
        fx_describe(text, &e);
    }
    return text;
}

/* RDATA 9 "describes <0x100..0x112> range": all of it, when the branch at 0x102 is known. */
static void a_counter_is_walked_to_its_end(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 2)), "R 100-106 2");
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9)), "");
    assert_string_equal(finish(), "R 106-112 3");
    assert_string_equal(finish(), "nothing");
    assert_int_equal(fx.flow.errors, 0);
}

/* The example, cut off after its ResourceFull: whether the branch was taken is in the message that
 * is missing. */
static void a_branch_that_no_bit_decides_ends_it(void **state)
{
    (void)state;
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9));
    assert_string_equal(finish(), "R 100-102 1");
    setup(NULL);
    fx_branch(&fx, 0x100, 0x200);
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9));
    assert_string_equal(finish(), "");
    assert_string_equal(finish(), "nothing");
    assert_int_equal(fx.flow.errors, 0);
}

/* Counters add up; 10 ends in the middle of the instruction at 0x112, which did not retire. */
static void whole_instructions_only(void **state)
{
    (void)state;
    fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 2));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 1));
    assert_string_equal(finish(), "R 106-112 3");
    setup(NULL);
    fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 2));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 2));
    assert_string_equal(finish(), "R 106-116 4");
}

/* Direct jumps are followed, indirect ones are not: their target would be in a message. The last
 * instruction may be one. */
static void jumps(void **state)
{
    (void)state;
    fx_jal(&fx, 0x100, 0, 0x300);
    fx_op(&fx, fx_op(&fx, 0x300, OP_C_ADD), OP_C_JR_A0);
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 5));
    assert_string_equal(finish(), "R 100-104 1 T, R 300-302 1");
    setup(NULL);
    fx_jal(&fx, 0x100, 0, 0x300);
    fx_op(&fx, fx_op(&fx, 0x300, OP_C_ADD), OP_C_JR_A0);
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 4));
    assert_string_equal(finish(), "R 100-104 1 T, R 300-304 2 T");
    assert_int_equal(fx.flow.errors, 0);
}

/* A bit for a direct jump could only be 1 (trTeInstEnAllJumps). */
static void all_jumps_have_one_direction(void **state)
{
    (void)state;
    fx.cfg.all_jumps = true;
    fx_restart(&fx);
    fx_jal(&fx, 0x100, 0, 0x300);
    fx_push(&fx, fx_sync(5, 0, 0x100));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 3));
    assert_string_equal(finish(), "R 100-104 1 T, R 300-302 1");
}

/* No code, or an instruction that never retires: that is where it ends. */
static void trouble_is_the_end(void **state)
{
    (void)state;
    fx_push(&fx, fx_sync(5, 0, FX_MEMORY - 2));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 3));
    assert_string_equal(finish(), "R 1ffe-2000 1");
    setup(NULL);
    fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 2));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 20)); /* c.ebreak at 0x11c */
    assert_string_equal(finish(), "R 106-11c 6");
    assert_int_equal(fx.flow.errors, 0);
}

/* Nothing was counted; elements are waiting; trace is off. And afterwards a sync is needed. */
static void when_there_is_nothing(void **state)
{
    struct nexus_msg m = fx_full(NEXUS_RCODE_HIST, 2);
    struct flow_elem e;
    (void)state;
    assert_int_equal(nexus_flow_finish(&fx.flow), NEXUS_ERR_END);
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    assert_int_equal(nexus_flow_finish(&fx.flow), NEXUS_ERR_ARG);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_OK);
    assert_int_equal(nexus_flow_next(&fx.flow, &e), NEXUS_ERR_END);
    assert_int_equal(nexus_flow_finish(&fx.flow), NEXUS_ERR_END); /* HIST is ahead of I-CNT */
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9));
    assert_string_equal(finish(), "R 106-112 3");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "OFF 4 ?");
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 9));
    assert_int_equal(nexus_flow_finish(&fx.flow), NEXUS_ERR_END);
    assert_string_equal(fx_push(&fx, fx_sync(5, 0, 0x106)), "ON 5 106");
}

/* The messages of the example in bytes, SRC of 6 bits: sync and I-CNT 9 of source 5, between two
 * syncs of source 6, and a byte of a message that is cut off. In HTM by a bit for the branch:
 * RCODE 1. */
#define SYNC(src)      9 << 2, (src) << 2, 3 << 2 | 1, 0, 2 << 2 | 3
#define FULL(rcode, n) 27 << 2, 5 << 2, ((n) << 4 | (rcode)) << 2 & 0xff, (n) >> 2 << 2 | 3
static const uint8_t bytes[] = {SYNC(6), SYNC(5), FULL(1, 2), FULL(0, 9), SYNC(6), 27 << 2};

struct seen {
    unsigned n, src;
    struct flow_elem e[8];
};

static enum nexus_answer take(void *ctx, struct nexus_source *source, const struct flow_elem *e)
{
    struct seen *s = ctx;
    if (source->src == s->src) {
        assert_true(s->n < 8);
        s->e[s->n++] = *e;
    }
    return NEXUS_CONT;
}

/* Ranges of message 3, the last of source 5; then the end, after all five messages. */
static void expect_end(const struct seen *s)
{
    assert_int_equal(s->n, 4);
    assert_int_equal(s->e[0].type, FLOW_ELEM_TRACE_ON);
    assert_int_equal(s->e[1].type, FLOW_ELEM_RANGE);
    assert_int_equal(s->e[2].type, FLOW_ELEM_RANGE);
    assert_int_equal(s->e[2].start, 0x106);
    assert_int_equal(s->e[2].end, 0x112);
    assert_int_equal(s->e[2].msg, 3);
    assert_int_equal(s->e[2].offset, 14);
    assert_int_equal(s->e[2].position, 3);
    assert_int_equal(s->e[3].type, FLOW_ELEM_END);
    assert_int_equal(s->e[3].msg, 5);
    assert_int_equal(s->e[3].offset, 23);
    assert_int_equal(s->e[3].value, 1);
    assert_int_equal(s->e[3].position, 9);
}

static void pulled(void **state)
{
    static struct nexus_decoder d;
    struct seen s = {.n = 0};
    (void)state;
    fx.cfg.src_bits = 6;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, sizeof bytes), NEXUS_OK);
    d.all_sources = false;
    d.src = 5;
    while (s.n < 8 && nexus_decoder_next(&d, &s.e[s.n]) == NEXUS_OK) {
        s.n++;
    }
    expect_end(&s);
    assert_int_equal(d.flow.msgs, 5);
    assert_int_equal(d.flow.insns, 5);
}

/* By the batch, and while more may come: then nothing is finished. */
static void pulled_by_the_batch(void **state)
{
    static struct nexus_decoder d;
    struct flow_range r[4];
    struct flow_elem e;
    (void)state;
    fx.cfg.src_bits = 6;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, NULL, 0), NEXUS_OK);
    d.all_sources = false;
    d.src = 5;
    nexus_decoder_refill(&d, bytes, 18, true);
    assert_int_equal(nexus_decoder_next_ranges(&d, r, 4, &e), 0);
    assert_int_equal(e.type, FLOW_ELEM_TRACE_ON);
    assert_int_equal(nexus_decoder_next_ranges(&d, r, 4, &e), 1);
    assert_int_equal(nexus_decoder_next_ranges(&d, r, 4, &e), NEXUS_ERR_END);
    nexus_decoder_refill(&d, bytes + 18, sizeof bytes - 18, false);
    assert_int_equal(nexus_decoder_next_ranges(&d, r, 4, &e), 1);
    assert_int_equal(r[0].start, 0x106);
    assert_int_equal(r[0].count, 3);
    assert_int_equal(nexus_decoder_next_ranges(&d, r, 4, &e), 0);
    assert_int_equal(e.type, FLOW_ELEM_END);
    assert_int_equal(nexus_decoder_next_ranges(&d, r, 4, &e), NEXUS_ERR_END);
}

static void pushed(void **state)
{
    static struct nexus_source source[2];
    static struct nexus_stream stream;
    static uint8_t buffer[NEXUS_STREAM_BUFFER];
    struct seen s = {.src = 5};
    size_t used;
    (void)state;
    fx.cfg.src_bits = 6;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(nexus_source_init(&source[i], (uint16_t)(5 + i), &fx.cfg, &fx.code),
                         NEXUS_OK);
    }
    assert_int_equal(
        nexus_stream_init(&stream, &fx.cfg, source, 2, buffer, sizeof buffer, take, &s), NEXUS_OK);
    assert_int_equal(nexus_stream_data(&stream, bytes, sizeof bytes, &used), NEXUS_CONT);
    assert_int_equal(s.n, 2);
    assert_int_equal(nexus_stream_eot(&stream), NEXUS_CONT);
    expect_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_counter_is_walked_to_its_end, setup),
        cmocka_unit_test_setup(a_branch_that_no_bit_decides_ends_it, setup),
        cmocka_unit_test_setup(whole_instructions_only, setup),
        cmocka_unit_test_setup(jumps, setup),
        cmocka_unit_test_setup(all_jumps_have_one_direction, setup),
        cmocka_unit_test_setup(trouble_is_the_end, setup),
        cmocka_unit_test_setup(when_there_is_nothing, setup),
        cmocka_unit_test_setup(pulled, setup),
        cmocka_unit_test_setup(pulled_by_the_batch, setup),
        cmocka_unit_test_setup(pushed, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
