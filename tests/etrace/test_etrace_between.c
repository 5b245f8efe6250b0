/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a packet of E-Trace means follows from the packet after it, from the options between them,
 * and from the code at the time when it was executed. Written by hand from Efficient Trace 2.0.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "etrace_said.h"

/* The instruction at a synchronization packet is the one that is there when execution comes to it,
 * not the one that was there when the packet before ended: a nop that became a branch, and a branch
 * that became a nop. Each round has 3 half-words, and the second one begins at position 3. */
static void code_changes_before_a_sync(void **state)
{
    enum {
        NOP = 0x0001,
        BEQZ = 0xc501 /* a0, 8 on */,
        JR = 0x8502
    };
    /* 1000 becomes an instruction of 4 bytes when it was executed for the last time. */
    static struct flow_opcode seen[] = {{0x1000, 0, NOP},  {0x1000, 4, 0x13}, {0x1002, 0, NOP},
                                        {0x1002, 4, BEQZ}, {0x1004, 0, JR},   {0x1006, 0, NOP},
                                        {0x100a, 0, NOP},  {0x100c, 0, NOP}};
    struct flow_code_recorded list = {
        .entry = seen, .count = sizeof seen / sizeof seen[0], .xlen = 64, .isa = FLOW_ISA_C};
    struct etrace_packet back = {.format = ETRACE_FORMAT_ADDR, .has_address = true};
    struct etrace_packet sync = {.format = ETRACE_FORMAT_SYNC, .privilege = 3, .address = 0x1002};
    (void)state;
    begin();
    flow_code_init_recorded(&code, etrace_cfg_isa(&cfg), &list);
    start(0x1000, 3);
    back.updiscon = true; /* 1004 to 1000, and a packet of format 3 follows */
    push(&back);
    said[0] = '\0';
    push(&sync); /* branch 0: taken */
    EXPECT("1000-1002 1\nevent code 2 at 1002\n");
    report(0xa, 0, 0); /* 1002, 100a, 100c */
    support(ETRACE_QUAL_ENDED_REP, 0);
    EXPECT("1002-1004 1\n100a-100e 2\ntrace off code 4 at 100e\n");

    begin();
    flow_code_init_recorded(&code, etrace_cfg_isa(&cfg), &list);
    start(0x1000, 3);
    push(&back);
    sync.branch = true; /* not taken */
    push(&sync);
    said[0] = '\0';
    report(4, 0, 0); /* 1002, 1004, 1006: where jr goes */
    support(ETRACE_QUAL_ENDED_REP, 0);
    EXPECT("1002-1006 2\n1006-1008 1\ntrace off code 4 at 1008\n");

    seen[2].opcode = BEQZ; /* not taken in the first round */
    seen[3].opcode = NOP;
    begin();
    flow_code_init_recorded(&code, etrace_cfg_isa(&cfg), &list);
    start(0x1000, 3);
    back.format = ETRACE_FORMAT_BRANCH;
    back.branches = 1;
    back.branch_map = 1;
    push(&back);
    said[0] = '\0';
    sync.branch = true; /* no branch */
    push(&sync);
    EXPECT("1000-1002 1\nevent code 2 at 1002\n");
    report(2, 0, 0); /* 1002 and 1004 */
    support(ETRACE_QUAL_ENDED_REP, 0);
    EXPECT("1002-1006 2\ntrace off code 4 at ?0\n");
}

/* A call, and a return that comes back: 2000, 2008, 200a, 2004, 2006. */
static const uint8_t call_bytes[] = {
    0xef, 0x00, 0x80, 0x00, /* 2000 jal 2008 */
    0x01, 0x00,             /* 2004 nop */
    0x01, 0x00,             /* 2006 nop */
    0x01, 0x00,             /* 2008 nop */
    0x82, 0x80,             /* 200a ret */
};

/* Begin at the call, and report an address with irreport. */
static void begin_call(uint64_t address, unsigned depth)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_ADDR,
                              .has_address = true,
                              .address = address - 0x2000,
                              .irreport = true,
                              .irdepth = depth};
    region = (struct flow_region){0x2000, sizeof call_bytes, call_bytes};
    cfg.return_stack_size = 2;
    cfg.options = OPT(IMPLICIT_RETURN);
    begin();
    start(0x2000, 3);
    said[0] = '\0';
    push(&p);
    EXPECT("");
}

/* irreport before a synchronization packet is the depth where the instruction is ("Format 2
 * irreport and irdepth"): not less so when support packets without a change of qualification come
 * between, whose options count from there on. */
static void support_before_a_sync(void **state)
{
    (void)state;
    begin_call(0x2004, 0);
    support(ETRACE_QUAL_NO_CHANGE, OPT(IMPLICIT_RETURN));
    EXPECT("");
    start(0x2006, 3);
    EXPECT("2000-2004 1\n2008-200c 2\n2004-2006 1\nevent code 2 at 2006\n");
    begin_call(0x2004, 0);
    support(ETRACE_QUAL_NO_CHANGE, OPT(IMPLICIT_RETURN) | OPT(FULL_ADDRESS));
    support(ETRACE_QUAL_NO_CHANGE, OPT(FULL_ADDRESS)); /* the return before it was implicit */
    start(0x2006, 3);
    EXPECT("2000-2004 1\n2008-200c 2\n2004-2006 1\nevent code 2 at 2006\n");
    report(0x2008, 0, 0);
    support(ETRACE_QUAL_ENDED_REP, OPT(FULL_ADDRESS));
    EXPECT("2006-200a 2\ntrace off code 4 at 200a\n");
}

/* ... and the return that failed before any other packet; the packet after the support packet is
 * read with its options. */
static void support_before_another_packet(void **state)
{
    struct etrace_packet next = {
        .format = ETRACE_FORMAT_ADDR, .has_address = true, .address = 0x2008};
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    (void)state;
    begin_call(0x2006, 1);
    support(ETRACE_QUAL_NO_CHANGE, OPT(FULL_ADDRESS));
    EXPECT("");
    assert_int_equal(etrace_packet_encode(&cfg, OPT(FULL_ADDRESS), &next, f.payload, &f.size),
                     ETRACE_OK);
    push_frame(&f);
    EXPECT("2000-2004 1\n2008-200c 2\n");
    support(ETRACE_QUAL_ENDED_REP, OPT(FULL_ADDRESS));
    EXPECT("2006-200a 2\ntrace off code 4 at 200a\n");
}

/* The packet that decides is read with the options of the support packet: a trap has the address of
 * its handler again. */
static void support_before_a_trap(void **state)
{
    struct etrace_packet t = trap_packet(true, 7, true, 0x2006);
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    (void)state;
    begin_call(0x2004, 0);
    flow.options |= OPT(IMPLICIT_EXCEPTION);
    support(ETRACE_QUAL_NO_CHANGE, OPT(IMPLICIT_RETURN));
    assert_int_equal(etrace_packet_encode(&cfg, OPT(IMPLICIT_RETURN), &t, f.payload, &f.size),
                     ETRACE_OK);
    push_frame(&f);
    EXPECT("2000-2004 1\n2008-200c 2\n2004-2006 1\ntrap 3 from 2006 to 2006 cause 7\n");
}

/* Before a loss it could be either: left out. */
static void support_before_a_loss(void **state)
{
    (void)state;
    begin_call(0x2004, 0);
    support(ETRACE_QUAL_NO_CHANGE, OPT(IMPLICIT_RETURN));
    support(ETRACE_QUAL_TRACE_LOST, OPT(IMPLICIT_RETURN));
    EXPECT("2000-2004 1\nlost code 0 at 0\n");
}

/* Packets of data trace after the support packet keep their place, which is after it. */
static void support_and_data(void **state)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_DATA, .size = 3};
    (void)state;
    begin_call(0x2004, 0);
    push_frame(&f);
    EXPECT("other 3 bytes msg 2\n");
    support(ETRACE_QUAL_NO_CHANGE, OPT(IMPLICIT_RETURN));
    push_frame(&f);
    EXPECT("");
    start(0x2006, 3);
    EXPECT("2000-2004 1\n2008-200c 2\nother 3 bytes msg 4\n2004-2006 1\nevent code 2 at 2006\n");
}

/* A damaged packet: the support packet before it counts. */
static void support_before_damage(void **state)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST, .offset = 30};
    (void)state;
    begin_call(0x2004, 0);
    support(ETRACE_QUAL_NO_CHANGE, OPT(FULL_ADDRESS));
    assert_int_equal(etrace_flow_push_damaged(&flow, ETRACE_ERR_TRUNCATED, &f), ETRACE_OK);
    fetch();
    EXPECT("error -5 msg 3 at 30\n");
    assert_int_equal(flow.options, OPT(FULL_ADDRESS));
}

/* Nothing but support packets: what it means does not come, and that is said. */
static void support_again_and_again(void **state)
{
    (void)state;
    begin_call(0x2004, 0);
    for (unsigned i = 1; i < ETRACE_FLOW_BOX - 1; i++) {
        support(ETRACE_QUAL_NO_CHANGE, OPT(IMPLICIT_RETURN));
        EXPECT("");
    }
    support(ETRACE_QUAL_NO_CHANGE, OPT(FULL_ADDRESS));
    EXPECT("error -36 msg 1 at 10\n");
    assert_int_equal(flow.options, OPT(FULL_ADDRESS));
    start(0x2006, 3);
    EXPECT("trace on code 5 at 2006\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(code_changes_before_a_sync, setup),
        cmocka_unit_test_setup(support_before_a_sync, setup),
        cmocka_unit_test_setup(support_before_another_packet, setup),
        cmocka_unit_test_setup(support_before_a_trap, setup),
        cmocka_unit_test_setup(support_before_a_loss, setup),
        cmocka_unit_test_setup(support_and_data, setup),
        cmocka_unit_test_setup(support_before_damage, setup),
        cmocka_unit_test_setup(support_again_and_again, setup),
    };
    return cmocka_run_group_tests_name("etrace-between", tests, NULL, NULL);
}
