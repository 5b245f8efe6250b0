/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The E-Trace flow decoder on code that goes round without a branch, where no packet can say how
 * often: an address that is never reached is an error at once. The code is written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)

static struct etrace_cfg cfg;
static struct flow_code code;
static struct etrace_flow flow;
static char said[1024];

static int setup(void **state)
{
    (void)state;
    etrace_cfg_init(&cfg);
    return 0;
}

static void push(const struct etrace_packet *p)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    assert_int_equal(etrace_packet_encode(&cfg, flow.options, p, f.payload, &f.size), ETRACE_OK);
    assert_int_equal(etrace_flow_push(&flow, &f), ETRACE_OK);
}

/* A line for each range since the last call. */
static void fetch(void)
{
    struct flow_elem e;
    said[0] = '\0';
    while (etrace_flow_next(&flow, &e) == ETRACE_OK) {
        size_t n = strlen(said);
        if (e.type == FLOW_ELEM_RANGE) {
            snprintf(said + n, sizeof said - n, "%x-%x %u\n", (unsigned)e.start, (unsigned)e.end,
                     e.count);
        }
    }
}

static void start(uint64_t addr)
{
    const struct etrace_packet p = {.format = ETRACE_FORMAT_SYNC,
                                    .branch = true,
                                    .privilege = 3,
                                    .has_address = true,
                                    .address = addr};
    push(&p);
    fetch();
}

/* Code that goes round without a branch, and some that comes by the same place again. */
static const uint8_t loop_bytes[] = {
    0xef, 0x00, 0x00, 0x01, /* 2000 jal ra, 2010 */
    0x01, 0x00,             /* 2004 nop */
    0xed, 0xbf,             /* 2006 j 2000 */
    0x09, 0xa0,             /* 2008 j 200a */
    0xfd, 0xbf,             /* 200a j 2008 */
    0x01, 0x00,             /* 200c nop */
    0x01, 0x00,             /* 200e nop */
    0x01, 0x00,             /* 2010 nop */
    0x82, 0x80,             /* 2012 ret */
    0xef, 0x00, 0x00, 0x00, /* 2014 jal ra, 2014 */
    0x01, 0x00,             /* 2018 nop */
    0x01, 0xa0,             /* 201a j 201a */
    0x01, 0x00,             /* 201c nop */
    0x01, 0x00,             /* 201e nop */
    0xef, 0xf0, 0x1f, 0xff, /* 2020 jal ra, 2010 */
    0xef, 0xf0, 0xdf, 0xfe, /* 2024 jal ra, 2010 */
    0xef, 0xf0, 0x9f, 0xfe, /* 2028 jal ra, 2010 */
    0xef, 0xf0, 0x5f, 0xfe, /* 202c jal ra, 2010 */
    0xef, 0xf0, 0x1f, 0xfe, /* 2030 jal ra, 2010 */
    0xef, 0xf0, 0xdf, 0xfd, /* 2034 jal ra, 2010 */
    0x01, 0x00,             /* 2038 nop */
};

static void begin_loops(bool blocks)
{
    static struct flow_region where = {0x2000, sizeof loop_bytes, loop_bytes};
    static struct flow_code_image loops = {&where, 1};
    static struct flow_block table[64];
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &loops);
    if (blocks) {
        assert_int_equal(flow_code_use_blocks(&code, table, 64), FLOW_OK);
    }
    assert_int_equal(etrace_flow_init(&flow, &cfg, &code), ETRACE_OK);
}

/* Start at addr, and report an address that a loop without a branch never comes to: the error is
 * there after a few times round. calls: as many may be on the stack before the loop is closed. */
static void expect_endless(uint64_t addr, unsigned calls)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_ADDR,
                              .has_address = true,
                              .address = 0x200e - addr,
                              .notify = true};
    struct flow_elem e;
    unsigned n = 0;
    start(addr);
    push(&p);
    while (etrace_flow_next(&flow, &e) == ETRACE_OK && e.type == FLOW_ELEM_RANGE) {
        n++;
    }
    assert_int_equal(e.type, FLOW_ELEM_ERROR);
    assert_int_equal(e.status, ETRACE_ERR_REACH);
    if (n > 24 + 3 * calls) {
        fail_msg("0x%x: %u ranges before the error", (unsigned)addr, n);
    }
}

static void loops_without_a_branch(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        cfg.return_stack_size = 0;
        cfg.options = 0;
        begin_loops(i != 0);
        expect_endless(0x201a, 0);
        expect_endless(0x2008, 0);
        expect_endless(0x2014, 0); /* calls for ever; there is no stack */
        cfg.return_stack_size = 3;
        cfg.options = OPT(IMPLICIT_RETURN);
        begin_loops(i != 0);
        expect_endless(0x2000, 0); /* with a call and its return */
        expect_endless(0x2014, 8); /* until the stack is full */
    }
}

/* The same function again and again, from several places: no loop. */
static void calls_in_a_row(void **state)
{
    struct etrace_packet p = {
        .format = ETRACE_FORMAT_ADDR, .has_address = true, .address = 0x18, .notify = true};
    (void)state;
    cfg.return_stack_size = 3;
    cfg.options = OPT(IMPLICIT_RETURN);
    for (unsigned i = 0; i < 2; i++) {
        begin_loops(i != 0);
        start(0x2020);
        push(&p);
        fetch();
        assert_string_equal(
            said, "2020-2024 1\n2010-2014 2\n2024-2028 1\n2010-2014 2\n2028-202c 1\n2010-2014 2\n"
                  "202c-2030 1\n2010-2014 2\n2030-2034 1\n2010-2014 2\n2034-2038 1\n2010-2014 2\n");
    }
}

/* A call of itself: the same place, and one call deeper each time. */
static void calls_of_itself(void **state)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_ADDR,
                              .has_address = true,
                              .notify = true,
                              .irreport = true,
                              .irdepth = 3};
    (void)state;
    cfg.return_stack_size = 3;
    cfg.options = OPT(IMPLICIT_RETURN);
    begin_loops(true);
    start(0x2014);
    push(&p);
    fetch();
    assert_string_equal(said, "2014-2018 1\n2014-2018 1\n2014-2018 1\n");
    start(0x2014); /* once more */
    assert_string_equal(said, "2014-2018 1\n");
}

/* A jump through a register, then a loop of one branch. */
static const uint8_t target_bytes[] = {
    0x02, 0x85, /* 3000 jr a0 */
    0x01, 0x00, /* 3002 nop */
    0x01, 0xc0, /* 3004 beqz s0, 3004 */
    0x01, 0x00, /* 3006 nop */
};

static struct flow_range range[64];

/* Start at addr, with single instructions, blocks or paths. */
static void begin_target(unsigned walk, uint64_t addr)
{
    static struct flow_region where = {0x3000, sizeof target_bytes, target_bytes};
    static struct flow_code_image image = {&where, 1};
    static struct flow_code_line line[16];
    static struct flow_block block[16];
    static struct flow_path path[16];
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    assert_int_equal(flow_code_use_cache(&code, line, 16), FLOW_OK);
    if (walk != 0) {
        assert_int_equal(flow_code_use_blocks(&code, block, 16), FLOW_OK);
    }
    if (walk == 2) {
        assert_int_equal(flow_code_use_paths(&code, path, 16), FLOW_OK);
    }
    assert_int_equal(etrace_flow_init(&flow, &cfg, &code), ETRACE_OK);
    start(addr);
}

static void expect_error(enum etrace_status status, uint64_t addr)
{
    struct flow_elem e;
    assert_int_equal(etrace_flow_next_ranges(&flow, range, 64, &e), 0);
    assert_int_equal(e.type, FLOW_ELEM_ERROR);
    assert_int_equal(e.status, status);
    assert_int_equal(e.start, addr);
}

/* A packet ends at the target of a discontinuity: branches left over there are an error before
 * any of them is executed, also where whole paths could follow. */
static void branches_left_at_a_target(void **state)
{
    const struct etrace_packet p = {
        .format = ETRACE_FORMAT_BRANCH, .branches = 7, .has_address = true, .address = 4};
    struct flow_elem e;
    (void)state;
    for (unsigned walk = 0; walk < 3; walk++) {
        begin_target(walk, 0x3000);
        push(&p);
        assert_int_equal(etrace_flow_next_ranges(&flow, range, 64, &e), 1);
        assert_int_equal(range[0].start, 0x3000);
        assert_int_equal(range[0].end, 0x3002);
        expect_error(ETRACE_ERR_BRANCHES, 0x3004);
    }
}

/* The index of an entry that holds no address: no branch of the packet is executed. */
static void index_of_an_empty_entry(void **state)
{
    const struct etrace_packet p = {
        .format = ETRACE_FORMAT_EXT, .subformat = ETRACE_EXT_INDEX, .branches = 7, .index = 1};
    (void)state;
    cfg.cache_size = 2;
    cfg.options = OPT(JUMP_TARGET_CACHE);
    for (unsigned walk = 0; walk < 3; walk++) {
        begin_target(walk, 0x3004);
        push(&p);
        expect_error(ETRACE_ERR_CACHE, 0x3004);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(loops_without_a_branch, setup),
        cmocka_unit_test_setup(calls_in_a_row, setup),
        cmocka_unit_test_setup(calls_of_itself, setup),
        cmocka_unit_test_setup(branches_left_at_a_target, setup),
        cmocka_unit_test_setup(index_of_an_empty_entry, setup),
    };
    return cmocka_run_group_tests_name("etrace-loops", tests, NULL, NULL);
}
