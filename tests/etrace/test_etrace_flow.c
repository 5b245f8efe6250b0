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

/* clang-format off */
static const uint8_t code_bytes[] = {
    0x01, 0x00,             /* 1000 nop */
    0x01, 0x00,             /* 1002 nop */
    0x01, 0xC5,             /* 1004 beqz a0, 100c */
    0x01, 0x00,             /* 1006 nop */
    0x01, 0x00,             /* 1008 nop */
    0x01, 0x00,             /* 100a nop */
    0x02, 0x85,             /* 100c jr a0 */
    0x01, 0x00,             /* 100e nop */
    0x73, 0x00, 0x00, 0x00, /* 1010 ecall */
    0x01, 0x00,             /* 1014 nop */
    0x01, 0xA0,             /* 1016 j 1016 */
    0x01, 0x00,             /* 1018 nop */
    0x01, 0x00,             /* 101a nop: handler */
    0x73, 0x00, 0x20, 0x30, /* 101c mret */
};
/* clang-format on */

static struct etrace_cfg cfg;
static struct flow_region region = {0x1000, sizeof code_bytes, code_bytes};
static struct flow_code_image image = {&region, 1};
static struct flow_code code;
static struct etrace_flow flow;
static char said[4096];
static uint64_t at;

static int setup(void **state)
{
    (void)state;
    etrace_cfg_init(&cfg);
    return 0;
}

static void begin(void)
{
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    assert_int_equal(etrace_flow_init(&flow, &cfg, &code), ETRACE_OK);
    said[0] = '\0';
    at = 0;
}

/* One line for each element that is there; of a long walk only the last ones stay. */
static void fetch(void)
{
    struct flow_elem e;
    while (etrace_flow_next(&flow, &e) == ETRACE_OK) {
        size_t n = strlen(said);
        if (n > sizeof said / 2) {
            n = 0;
        }
        char *to = said + n;
        size_t room = sizeof said - n;
        switch (e.type) {
        case FLOW_ELEM_RANGE:
            snprintf(to, room, "%x-%x %u\n", (unsigned)e.start, (unsigned)e.end, e.count);
            break;
        case FLOW_ELEM_ERROR:
        case FLOW_ELEM_ADDR_NACC:
            snprintf(to, room, "error %d msg %u at %u\n", e.status, (unsigned)e.msg,
                     (unsigned)e.offset);
            assert_non_null(e.hint);
            break;
        case FLOW_ELEM_EXCEPTION:
            snprintf(to, room, "trap %u from %s%x to %x cause %u\n", e.code, e.known ? "" : "?",
                     (unsigned)e.start, (unsigned)e.end, (unsigned)e.value);
            break;
        case FLOW_ELEM_CONTEXT:
            snprintf(to, room, "context %u%s %u\n", e.context.prv, e.context.v ? "v" : "",
                     (unsigned)e.context.scontext);
            break;
        case FLOW_ELEM_TIMESTAMP:
            snprintf(to, room, "time %u\n", (unsigned)e.value);
            break;
        case FLOW_ELEM_OTHER:
            snprintf(to, room, "other %u bytes msg %u\n", e.raw_length, (unsigned)e.msg);
            break;
        default:
            snprintf(to, room, "%s code %u at %s%x\n", flow_elem_name(e.type), e.code,
                     e.type == FLOW_ELEM_TRACE_OFF && !e.known ? "?" : "", (unsigned)e.start);
            break;
        }
    }
}

static void push_frame(struct etrace_frame *f)
{
    f->offset = at;
    at += 10;
    assert_int_equal(etrace_flow_push(&flow, f), ETRACE_OK);
    fetch();
}

static void push(const struct etrace_packet *p)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    assert_int_equal(etrace_packet_encode(&cfg, flow.options, p, f.payload, &f.size), ETRACE_OK);
    push_frame(&f);
}

static void start(uint64_t addr, unsigned privilege)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_SYNC,
                              .branch = true,
                              .privilege = (uint8_t)privilege,
                              .has_address = true,
                              .address = addr};
    push(&p);
}

/* A difference, behind n branches whose outcomes are in map. */
static void report(int64_t difference, unsigned n, uint32_t map)
{
    struct etrace_packet p = {.format = n != 0 ? ETRACE_FORMAT_BRANCH : ETRACE_FORMAT_ADDR,
                              .branches = (uint8_t)n,
                              .branch_map = map,
                              .has_address = true,
                              .address = (uint64_t)difference};
    push(&p);
}

static void support(unsigned qual_status, uint32_t options)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_SYNC,
                              .subformat = ETRACE_SYNC_SUPPORT,
                              .ienable = true,
                              .qual_status = (uint8_t)qual_status,
                              .ioptions = etrace_cfg_ioptions(&cfg, options)};
    push(&p);
}

static struct etrace_packet trap_packet(bool interrupt, unsigned cause, bool thaddr, uint64_t addr)
{
    return (struct etrace_packet){.format = ETRACE_FORMAT_SYNC,
                                  .subformat = ETRACE_SYNC_TRAP,
                                  .branch = true,
                                  .privilege = 3,
                                  .interrupt = interrupt,
                                  .ecause = cause,
                                  .thaddr = thaddr,
                                  .has_address = true,
                                  .address = addr};
}

#define EXPECT(text)                                                                               \
    do {                                                                                           \
        assert_string_equal(said, text);                                                           \
        said[0] = '\0';                                                                            \
    } while (0)

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)

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
        cmocka_unit_test_setup(options_without_parameters, setup),
        cmocka_unit_test_setup(predictor, setup),
    };
    return cmocka_run_group_tests_name("etrace-flow", tests, NULL, NULL);
}
