/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The E-Trace flow decoder, packet by packet: what each one becomes, in the words of Efficient
 * Trace 2.0, and what is reported of packets that do not fit. The code, the packets and what they
 * mean are written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "etrace/etrace_tables.h"
#include "etrace_said.h"

/* The last reported instruction comes with the packet after it. Not taken is 1. */
static void branches_and_jumps(void **state)
{
    (void)state;
    begin();
    start(0x1000, 3);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n");
    report(0, 1, 1); /* beqz not taken, jr to 1000 */
    EXPECT("1000-100e 7\n");
    report(0, 1, 0); /* taken */
    EXPECT("1000-1006 3\n100c-100e 1\n");
    support(ETRACE_QUAL_ENDED_REP, 0);
    EXPECT("1000-1002 1\ntrace off code 4 at 1002\n");
}

/* A synchronization packet whose address is not on the path says all the same where execution is.
 */
static void sync_off_the_path(void **state)
{
    (void)state;
    begin();
    start(0x1000, 3);
    said[0] = '\0';
    start(0x100c, 3); /* a branch is in between, and no packet has its outcome */
    EXPECT("error -34 msg 1 at 10\ntrace on code 5 at 100c\n");
    support(ETRACE_QUAL_ENDED_REP, 0);
    EXPECT("100c-100e 1\ntrace off code 4 at ?0\n");
}

/* The last instruction before the end, a branch whose outcome the map has. */
static void end_at_a_branch(void **state)
{
    (void)state;
    begin();
    start(0x1000, 3);
    report(4, 1, 0);
    said[0] = '\0';
    support(ETRACE_QUAL_ENDED_REP, 0);
    EXPECT("1000-1006 3\ntrace off code 4 at 100c\n");
}

/* updiscon: a loop whose first instruction is the last one of the first or of the second round. The
 * four cases of "Format 2 notify and updiscon fields". */
static void first_or_second_round(void **state)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_BRANCH,
                              .branches = 1,
                              .branch_map = 0,
                              .has_address = true,
                              .address = 2};
    struct etrace_packet t = trap_packet(true, 7, true, 0x101a);
    (void)state;
    begin(); /* case 2: up to the jump, and to 1002 again */
    start(0x1000, 3);
    p.updiscon = true;
    push(&p);
    push(&t);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n1000-1006 3\n100c-100e 1\n1002-1004 1\n"
           "trap 3 from 1004 to 101a cause 7\n");
    begin(); /* case 3: without the flag, and the branch after it: in the first round */
    start(0x1000, 3);
    report(2, 0, 0);
    push(&t);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n1000-1004 2\n"
           "trap 3 from 1004 to 101a cause 7\n");
    begin(); /* case 4: notify; the next packet goes on from there */
    start(0x1000, 3);
    p = (struct etrace_packet){
        .format = ETRACE_FORMAT_ADDR, .has_address = true, .address = 2, .notify = true};
    push(&p);
    report(-2, 1, 0);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n1000-1006 3\n100c-100e 1\n");
}

/* ended_ntr: the address came up on the way, and was the target of the jump as well. */
static void ended_after_a_discontinuity(void **state)
{
    (void)state;
    cfg.options = 0;
    begin();
    start(0x1006, 3);
    report(2, 0, 0); /* 1008: passed, and where the jump at 100c went */
    said[0] = '\0';
    support(ETRACE_QUAL_ENDED_NTR, 0);
    EXPECT("1006-100e 4\n1008-100a 1\ntrace off code 4 at 100a\n");
    begin();
    start(0x1006, 3);
    report(2, 0, 0);
    said[0] = '\0';
    support(ETRACE_QUAL_ENDED_REP, 0);
    EXPECT("1006-100a 2\ntrace off code 4 at 100a\n");
}

/* Format 3 thaddr, address and privilege fields: at the target of a discontinuity, twice in a row,
 * and as the first packet. */
static void traps(void **state)
{
    (void)state;
    begin();
    start(0x100c, 3);
    struct etrace_packet t = trap_packet(false, 2, false, 0x1014); /* 1014, which traps */
    push(&t);
    EXPECT("context 3 0\ntrace on code 5 at 100c\n100c-100e 1\n");
    start(0x101a, 3);
    EXPECT("trap 2 from 1014 to 101a cause 2\n");
    t = trap_packet(true, 3, false, 0); /* an interrupt after 101a, and another one at once */
    push(&t);
    t = trap_packet(true, 5, true, 0x1014);
    push(&t);
    EXPECT("101a-101c 1\ntrap 3 from 101c to 0 cause 3\ntrap 3 from ?0 to 1014 cause 5\n");
    begin();
    t = trap_packet(false, 1, true, 0x101a);
    push(&t);
    EXPECT("trace on code 5 at 101a\ntrap 2 from ?0 to 101a cause 1\ncontext 3 0\n");
    begin(); /* an ecall that was reported is where it trapped */
    start(0x1010, 0);
    t = trap_packet(false, 8, true, 0x101a);
    push(&t);
    EXPECT("context 0 0\ntrace on code 5 at 1010\n1010-1014 1\ntrap 2 from 1010 to 101a cause 8\n"
           "context 3 0\n");
}

/* Implicit exception mode: the handler follows from tvec of the handler's privilege. */
static void implicit_exceptions(void **state)
{
    struct etrace_packet t = trap_packet(true, 5, true, 0);
    (void)state;
    cfg.options = OPT(IMPLICIT_EXCEPTION);
    cfg.trap_known[3] = true;
    cfg.trap_base[3] = 0x1007; /* MODE 3 is reserved: no vectors; BASE 1004 */
    begin();
    start(0x1000, 3);
    push(&t);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n1000-1002 1\n"
           "trap 3 from 1002 to 1004 cause 5\n");
    cfg.trap_base[3] = 0x1001; /* MODE 1: interrupts go to BASE + 4 * cause, exceptions to BASE */
    begin();
    start(0x1000, 3);
    push(&t);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n1000-1002 1\n"
           "trap 3 from 1002 to 1014 cause 5\n");
    t = trap_packet(false, 5, true, 0);
    push(&t);
    EXPECT("1014-1016 1\ntrap 2 from 1016 to 1000 cause 5\n");
    cfg.trap_known[3] = false;
    begin();
    start(0x1000, 3);
    said[0] = '\0';
    push(&t);
    EXPECT("1000-1002 1\nerror -39 msg 1 at 10\n");
}

/* Resynchronization, contexts, times. */
static void synchronization(void **state)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST, .stamped = true, .stamp = 77};
    struct etrace_packet p = {.format = ETRACE_FORMAT_SYNC,
                              .subformat = ETRACE_SYNC_CONTEXT,
                              .privilege = 6,
                              .context = 9,
                              .time = 50};
    (void)state;
    cfg.nocontext = false;
    cfg.context_width = 8;
    cfg.notime = false;
    cfg.time_width = 16;
    cfg.ts_bytes = 2;
    cfg.privilege_width = 3;
    begin();
    start(0x1000, 3);
    EXPECT("time 0\ncontext 3 0\ntrace on code 5 at 1000\n");
    start(0x1002, 3);
    EXPECT("1000-1002 1\ntime 0\nevent code 2 at 1002\n");
    push(&p); /* VS */
    EXPECT("time 50\ncontext 1v 9\n");
    p = (struct etrace_packet){.format = ETRACE_FORMAT_SYNC, .subformat = 3, .ienable = true};
    assert_int_equal(etrace_packet_encode(&cfg, 0, &p, f.payload, &f.size), ETRACE_OK);
    push_frame(&f); /* the time of the encapsulation */
    EXPECT("time 77\n");
}

static void lost_packets(void **state)
{
    (void)state;
    begin();
    report(0, 0, 0);
    report(0, 0, 0);
    EXPECT("no sync code 0 at 0\n");
    start(0x1000, 3);
    support(ETRACE_QUAL_TRACE_LOST, 0);
    report(0, 0, 0);
    start(0x1014, 3);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n1000-1002 1\nlost code 0 at 0\n"
           "trace on code 7 at 1014\n");
    assert_int_equal(flow.gaps, 1);
}

/* Each packet that does not fit is named by its own number and offset, and decoding goes on at the
 * next synchronization. */
static void packets_that_do_not_fit(void **state)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST, .size = 12};
    const struct etrace_packet full = {.format = ETRACE_FORMAT_BRANCH, .branch_map = 0x7fffffff};
    (void)state;
    memset(f.payload, 0xaa, sizeof f.payload);
    f.payload[0] = 2; /* format 2, 12 bytes */
    begin();
    start(0x1000, 3);
    said[0] = '\0';
    push_frame(&f);
    EXPECT("error -7 msg 1 at 10\n");
    start(0x1000, 3);
    report(0x16, 0, 0); /* a branch on the way, and no outcome */
    EXPECT("trace on code 5 at 1000\nerror -34 msg 3 at 30\n");
    start(0x1000, 3);
    report(0, 2, 3); /* one outcome too many */
    EXPECT("trace on code 5 at 1000\n1000-100e 7\nerror -34 msg 5 at 50\n");
    start(0x1014, 3);
    report(-2, 0, 0); /* a loop without an end */
    assert_non_null(strstr(said, "error -36 msg 7 at 70\n"));
    start(0x101a, 3);
    said[0] = '\0';
    report(0x1000, 0, 0); /* mret to where there is no code */
    EXPECT("101a-1020 2\nerror -21 msg 9 at 90\n");
    report(2, 0, 0); /* nothing to follow: the error said so */
    EXPECT("");
    start(0x1000, 3);
    said[0] = '\0';
    push(&full); /* 31 branches, and a jump before the second one; an open range is dropped */
    EXPECT("error -35 msg 12 at 120\n");
    start(0x2000, 3);
    assert_non_null(strstr(said, "error -21 msg 13 at 130\n"));
    assert_int_equal(flow.errors, 7);
}

/* Packets of data trace are passed on, each with its own number, also while another one waits for
 * the packet after it.
 * Holds ET-DAT-001 */
static void data_packets(void **state)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_DATA, .size = 3};
    struct etrace_packet p = {.format = ETRACE_FORMAT_ADDR,
                              .has_address = true,
                              .address = 0x14,
                              .irreport = true,
                              .irdepth = 1};
    (void)state;
    cfg.return_stack_size = 2;
    cfg.options = OPT(IMPLICIT_RETURN);
    begin();
    start(0x100c, 3);
    said[0] = '\0';
    push(&p); /* 1: waits */
    push_frame(&f);
    EXPECT("other 3 bytes msg 2\n");
    start(0x1014, 3);
    /* 1: no return failed, and 1020 is not reached: it is named. */
    assert_non_null(strstr(said, " msg 1 at 10\n"));
}

/* A byte stored, addresses and values as transmitted. */
static void store(unsigned diff, uint64_t address, uint64_t value)
{
    static const struct etrace_data_state none;
    const struct etrace_data_packet p = {.format = ETRACE_DATA_STORE,
                                         .diff = (uint8_t)diff,
                                         .has_data = true,
                                         .data = value,
                                         .has_address = true,
                                         .address = address};
    struct etrace_frame f = {.kind = ETRACE_KIND_DATA};
    assert_int_equal(etrace_data_encode(&cfg, 0, &none, &p, f.payload, &f.size), ETRACE_OK);
    push_frame(&f);
}

/* "Following a synchronization instruction trace packet, the first data trace packet for a given
 * access size must include the full (unencoded) data access address": one that does not is no
 * difference to an access before the synchronization. Efficient Trace 2.0, "diff field".
 * Holds ET-DAT-010..011 */
static void data_after_a_synchronization(void **state)
{
    struct etrace_packet t = trap_packet(false, 2, true, 0x101a);
    (void)state;
    cfg.data_decoded = true;
    begin();
    start(0x1000, 3);
    store(ETRACE_DIFF_SYNC, 0x800, 7);
    said[0] = '\0';
    store(ETRACE_DIFF_FULL, 1, 8);
    EXPECT("data code 5 at 801\n");
    start(0x1002, 3);
    said[0] = '\0';
    store(ETRACE_DIFF_FULL, 1, 9);
    EXPECT("other 3 bytes msg 4\n");
    store(ETRACE_DIFF_SYNC, 0x900, 9);
    push(&t);
    said[0] = '\0';
    store(ETRACE_DIFF_FULL, 1, 9);
    EXPECT("other 3 bytes msg 7\n");
}

/* An option without its parameter is refused, by the configuration and by a support packet; nothing
 * is decoded with it. */
static void options_without_parameters(void **state)
{
    (void)state;
    cfg.options = OPT(JUMP_TARGET_CACHE);
    assert_string_equal(etrace_cfg_check(&cfg), "options");
    cfg.options = OPT(BRANCH_PREDICTION);
    assert_string_equal(etrace_cfg_check(&cfg), "options");
    cfg.options = OPT(IMPLICIT_RETURN);
    assert_string_equal(etrace_cfg_check(&cfg), "options");
    cfg.return_stack_size = 1;
    assert_null(etrace_cfg_check(&cfg));
    begin();
    support(ETRACE_QUAL_NO_CHANGE, OPT(BRANCH_PREDICTION));
    start(0x1000, 3);
    EXPECT("error -38 msg 0 at 0\n");
    support(ETRACE_QUAL_NO_CHANGE, 0);
    start(0x1000, 3);
    EXPECT("context 3 0\ntrace on code 5 at 1000\n");
}

/* The four states of "Branch prediction mode", line by line. */
static void predictor(void **state)
{
    static const struct {
        uint8_t now, taken, next;
    } row[] = {{0, 0, 0}, {0, 1, 1}, {1, 0, 0}, {1, 1, 3},
               {3, 1, 3}, {3, 0, 2}, {2, 1, 3}, {2, 0, 0}};
    (void)state;
    assert_int_equal(ETRACE_PREDICTOR_START, 1);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        assert_int_equal(etrace_predictor_next(row[i].now, row[i].taken != 0), row[i].next);
        assert_int_equal(etrace_predictor_taken(row[i].now), row[i].now >= 2);
    }
    /* bits size:1 of the address, or size + 1:2 without compressed instructions */
    assert_int_equal(etrace_table_index(&cfg, 0x1236, 4), 0xb);
    cfg.isa = 0;
    assert_int_equal(etrace_table_index(&cfg, 0x1234, 4), 0xd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(branches_and_jumps, setup),
        cmocka_unit_test_setup(end_at_a_branch, setup),
        cmocka_unit_test_setup(sync_off_the_path, setup),
        cmocka_unit_test_setup(first_or_second_round, setup),
        cmocka_unit_test_setup(ended_after_a_discontinuity, setup),
        cmocka_unit_test_setup(traps, setup),
        cmocka_unit_test_setup(implicit_exceptions, setup),
        cmocka_unit_test_setup(synchronization, setup),
        cmocka_unit_test_setup(lost_packets, setup),
        cmocka_unit_test_setup(packets_that_do_not_fit, setup),
        cmocka_unit_test_setup(data_packets, setup),
        cmocka_unit_test_setup(data_after_a_synchronization, setup),
        cmocka_unit_test_setup(options_without_parameters, setup),
        cmocka_unit_test_setup(predictor, setup),
    };
    return cmocka_run_group_tests_name("etrace-flow", tests, NULL, NULL);
}
