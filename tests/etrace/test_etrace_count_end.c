/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The end of the count of predicted branches, 2^32 - 1: no test runs that many branches, so the
 * encoder's counter is set to a few before it. What it sends then is what the specification says
 * (Efficient Trace 2.0, Format 0 packets; Format 0 branch_fmt field).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "trm/trm_etrace.h"

enum {
    MOST = 16,
    LOOP = 0x1002, /* a branch; the encoder does not look where it goes */
};

#define COUNT_MAX UINT64_C(0xFFFFFFFF) /* branch_count; the branches are 31 more */

static struct etrace_cfg cfg;
static struct trm_etrace enc;
static struct etrace_packet sent[MOST];
static unsigned n;

static bool put(void *ctx, const struct etrace_packet *p)
{
    (void)ctx;
    assert_true(n < MOST);
    sent[n++] = *p;
    return true;
}

static void retire(uint64_t addr, unsigned itype)
{
    const struct trm_etrace_item item = {
        .addr = addr, .size = 2, .itype = (uint8_t)itype, .priv = 3};
    trm_etrace_take(&enc, &item);
}

static void loop(unsigned times)
{
    while (times-- > 0) {
        retire(LOOP, INGRESS_ITYPE_TAKEN);
    }
}

/* The counter at `count`, with the last branch of the loop waiting for the instruction after it:
 * that one makes it count + 1. */
static void count_up_to(uint64_t count)
{
    etrace_cfg_init(&cfg);
    cfg.bpred_size = 2;
    cfg.options = UINT32_C(1) << ETRACE_OPT_BRANCH_PREDICTION;
    n = 0;
    assert_true(trm_etrace_init(&enc, &cfg, put, NULL));
    trm_etrace_support(&enc, true);
    retire(0x1000, INGRESS_ITYPE_NONE);
    loop(64); /* the first one fails: 31 in a map, then 31 as predicted, and counting begins */
    assert_int_equal(enc.predicted, 32);
    enc.predicted = count + 31;
    n = 0;
}

static void expect_count(unsigned i, uint64_t count, unsigned fmt)
{
    assert_true(i < n);
    assert_int_equal(sent[i].format, ETRACE_FORMAT_EXT);
    assert_int_equal(sent[i].subformat, ETRACE_EXT_COUNT);
    assert_int_equal(sent[i].branch_count, count);
    assert_int_equal(sent[i].branch_fmt, fmt);
    assert_int_equal(sent[i].has_address, fmt != ETRACE_BRANCH_NO_ADDR);
}

/* Holds ET-PKT-072 */
static void the_count_ends_with_the_address_of_the_branch(void **state)
{
    (void)state;
    count_up_to(COUNT_MAX - 2);
    loop(1);
    assert_int_equal(n, 0); /* COUNT_MAX - 1 */
    loop(1);
    assert_int_equal(n, 1);
    expect_count(0, COUNT_MAX, ETRACE_BRANCH_ADDR);
    assert_int_equal(sent[0].address, LOOP - 0x1000); /* the start packet reported 0x1000 */
    assert_false(sent[0].updiscon || sent[0].notify || sent[0].irreport);
    /* It begins anew: 31 in a row, then it counts. */
    loop(30);
    assert_int_equal(enc.predicted, 0);
    loop(1);
    assert_int_equal(n, 1);
    assert_int_equal(enc.predicted, 31);
}

static void a_branch_that_fails_just_before_the_end(void **state)
{
    (void)state;
    count_up_to(COUNT_MAX - 2);
    retire(LOOP, INGRESS_ITYPE_NOT_TAKEN);
    retire(LOOP + 2, INGRESS_ITYPE_NONE);
    assert_int_equal(n, 1);
    expect_count(0, COUNT_MAX - 1, ETRACE_BRANCH_NO_ADDR);
}

/* One packet, and it says all: that of the end, before the trap. */
static void a_trap_after_the_last_branch(void **state)
{
    (void)state;
    count_up_to(COUNT_MAX - 1);
    const struct trm_etrace_item trap = {
        .addr = LOOP, .itype = INGRESS_ITYPE_INTERRUPT, .priv = 3, .cause = 7};
    trm_etrace_take(&enc, &trap);
    assert_int_equal(n, 1);
    expect_count(0, COUNT_MAX, ETRACE_BRANCH_ADDR);
    retire(0x2000, INGRESS_ITYPE_NONE);
    retire(0x2002, INGRESS_ITYPE_NONE);
    assert_int_equal(n, 2);
    assert_int_equal(sent[1].format, ETRACE_FORMAT_SYNC);
    assert_int_equal(sent[1].subformat, ETRACE_SYNC_TRAP);
}

/* A resynchronization at the end of the count: its address is that of the instruction before, so
 * nothing else is reported. */
static void a_resynchronization_after_the_last_branch(void **state)
{
    (void)state;
    count_up_to(COUNT_MAX - 1);
    trm_etrace_resync(&enc);
    loop(1);
    assert_int_equal(n, 1);
    expect_count(0, COUNT_MAX, ETRACE_BRANCH_ADDR);
    loop(1);
    assert_int_equal(n, 2);
    assert_int_equal(sent[1].format, ETRACE_FORMAT_SYNC);
    assert_int_equal(sent[1].subformat, ETRACE_SYNC_START);
    assert_int_equal(sent[1].address, LOOP);
    assert_false(sent[1].branch); /* a branch that was taken */
}

/* The target of a jump with the count one before its end: one packet. At its end: that has been
 * said when the target is reported. */
static void a_jump_at_the_end(void **state)
{
    (void)state;
    for (unsigned before = 0; before < 2; before++) {
        count_up_to(COUNT_MAX - 2 - before);
        loop(1);
        retire(LOOP + 2, INGRESS_ITYPE_OTHER_UNINFERABLE);
        assert_int_equal(n, 1 - before);
        retire(0x3000, INGRESS_ITYPE_NONE);
        retire(0x3002, INGRESS_ITYPE_NONE);
        assert_int_equal(n, 2 - before);
        expect_count(0, COUNT_MAX - before, ETRACE_BRANCH_ADDR);
        const struct etrace_packet *last = &sent[1 - before];
        assert_int_equal(last->format, before != 0 ? ETRACE_FORMAT_EXT : ETRACE_FORMAT_ADDR);
        assert_int_equal(last->address, before != 0 ? 0x3000 - 0x1000 : 0x3000 - LOOP);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_count_ends_with_the_address_of_the_branch),
        cmocka_unit_test(a_branch_that_fails_just_before_the_end),
        cmocka_unit_test(a_trap_after_the_last_branch),
        cmocka_unit_test(a_resynchronization_after_the_last_branch),
        cmocka_unit_test(a_jump_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
