/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every way in which a stream can be wrong has its own status, and is reported with message number,
 * byte offset, PC and a hint. Decoding goes on at the next synchronizing message; what lies between
 * is a gap that the elements show.
 */
#include "diagnosis_rig.h"

/* After what is wrong: a message that cannot be followed, then a sync and a block. */
static void expect(struct wrong w, int status, uint64_t pc, const char *hint)
{
    unsigned type = status == NEXUS_ERR_NOCODE ? FLOW_ELEM_ADDR_NACC : FLOW_ELEM_ERROR;
    unsigned skipped = rig.msgs;
    size_t skipped_at = rig.size;
    direct(7);
    unsigned again = rig.msgs;
    size_t again_at = rig.size;
    sync_at(BASE, NEXUS_SYNC_PERIODIC, 99);
    direct(4);
    decode();

    const struct flow_elem *e = find(0, type);
    assert_int_equal(e->status, status);
    assert_int_equal(e->msg, w.msg);
    assert_int_equal(e->offset, w.offset);
    assert_true(e->known);
    assert_int_equal(e->start, pc);
    assert_non_null(e->hint);
    if (strstr(e->hint, hint) == NULL) {
        fail_msg("hint \"%s\" does not say \"%s\"", e->hint, hint);
    }
    assert_int_equal(rig.decoder.flow.errors, 1);

    unsigned at = (unsigned)(e - rig.elem);
    e = find(at, FLOW_ELEM_NO_SYNC);
    assert_int_equal(e->msg, skipped);
    assert_int_equal(e->offset, skipped_at);
    e = find(at, FLOW_ELEM_TRACE_ON);
    assert_int_equal(e->msg, again);
    assert_int_equal(e->offset, again_at);
    assert_int_equal(e->start, BASE);
    at = (unsigned)(e - rig.elem);
    e = find(at, FLOW_ELEM_RANGE); /* addi and the taken branch */
    assert_int_equal(e->start, BASE);
    assert_int_equal(e->end, BASE + 8);
    assert_int_equal(rig.elem[rig.elems - 1].type, FLOW_ELEM_END);
    assert_int_equal(rig.decoder.flow.where.pc, BASE + 0xc);
}

static void icnt_inside_an_instruction(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    direct(3);
    expect(w, NEXUS_ERR_ICNT, BASE + 4, "I-CNT ends inside an instruction");
}

static void icnt_that_does_not_end_at_the_jump(void **state)
{
    (void)state;
    start();
    sync_at(BASE + 0x1c, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    indirect(2, 0);
    expect(w, NEXUS_ERR_ICNT, BASE + 0x20, "does not end at an indirect jump");
}

static void icnt_that_counts_an_ecall(void **state)
{
    (void)state;
    start();
    sync_at(BASE + 0x28, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    direct(2);
    expect(w, NEXUS_ERR_ICNT, BASE + 0x28, "ecall or ebreak");
}

/* 00 04(not taken) 08 0c 18 1a: 2+2+2+2+1+1 = 10 half-words, one branch, but two HIST bits. */
static void hist_bits_left_over(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    indirect_hist(10, 0x10, 4);
    expect(w, NEXUS_ERR_HIST, BASE + 0x1c, "HIST bits are left over");
}

static void hist_without_a_stop_bit(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    indirect_hist(10, 0x10, 0);
    expect(w, NEXUS_ERR_HIST, BASE, "without a stop bit");
}

static void branch_without_a_hist_bit(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    indirect_hist(10, 0x10, 1);
    expect(w, NEXUS_ERR_NOHIST, BASE + 4, "without a HIST bit");
}

static void indirect_jump_inside_a_block(void **state)
{
    (void)state;
    start();
    sync_at(BASE + 0x1c, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    direct(8);
    expect(w, NEXUS_ERR_UNINFERABLE, BASE + 0x20, "an indirect jump without a reported address");
}

static void trap_return_inside_a_block(void **state)
{
    (void)state;
    start();
    sync_at(BASE + 0x24, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    direct(4);
    expect(w, NEXUS_ERR_UNINFERABLE, BASE + 0x24, "a trap return without a reported address");
}

static void return_stack_underflow(void **state)
{
    (void)state;
    start();
    rig.cfg.implicit_return = true;
    rig.cfg.return_mode = NEXUS_RETURN_FULL;
    sync_at(BASE + 0x18, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    direct(6);
    expect(w, NEXUS_ERR_STACK, BASE + 0x1a, "the return stack is empty");
}

static void direct_branch_without_a_branch(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    direct(2);
    expect(w, NEXUS_ERR_BRANCH, BASE + 4, "does not end at a branch");
}

static void address_that_is_not_in_the_image(void **state)
{
    (void)state;
    start();
    sync_at(UINT64_C(0x90001000), NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    direct(2);
    expect(w, NEXUS_ERR_NOCODE, UINT64_C(0x90001000), "no code at an executed address");
}

static void running_off_the_end_of_the_image(void **state)
{
    (void)state;
    start();
    rig.region.size = 0x0e; /* the jal at 0c is cut off */
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    indirect(10, 0);
    expect(w, NEXUS_ERR_NOCODE, BASE + 0xc, "no code at an executed address");
}

static void address_beyond_xlen(void **state)
{
    /* IndirectBranch: 000100_00, B-TYPE 0 and I-CNT 2, U-ADDR of 36 bits */
    static const uint8_t far[] = {0x10, 0x21, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF};
    (void)state;
    start();
    rig.cfg.xlen = 32;
    sync_at(BASE + 0x1c, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    send_bytes(far, sizeof far);
    expect(w, NEXUS_ERR_ADDR, BASE + 0x1c, "more bits than XLEN");
}

static void reserved_value(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    full(7, 1);
    expect(w, NEXUS_ERR_RESERVED, BASE, "reserved RCODE");
}

static void vendor_value(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    full(8, 1);
    expect(w, NEXUS_ERR_UNSUPPORTED, BASE, "vendor's RCODE");
}

/* The four kinds of damage that the bytes themselves show: see the tables of MSEO Sequences and
 * Maximum Field Sizes. 0C is TCODE 3, DirectBranch; 0C 1F its shortest form. */
static void damage_in_the_bytes(void **state)
{
    static const struct {
        uint8_t byte[8];
        size_t size;
        int status;
        const char *hint;
    } row[] = {
        {{0x0C, 0x1E, 0x1F}, 3, NEXUS_ERR_MSEO, "MSEO"},                 /* reserved MSEO 10 */
        {{0x0D, 0x1F}, 2, NEXUS_ERR_MSEO, "MSEO"},                       /* starts with 01 */
        {{0x24, 0x17}, 2, NEXUS_ERR_TRUNCATED, "before its last field"}, /* sync, no F-ADDR */
        {{0x0C, 0x01, 0x03}, 3, NEXUS_ERR_EXTRA, "after its last field"},
        {{0x10, 0x03},
         2,
         NEXUS_ERR_TRUNCATED,
         "before its last field"},           /* IndirectBranch, no U-ADDR */
        {{0x1F}, 1, NEXUS_ERR_MSEO, "MSEO"}, /* an end without a beginning, with bits */
        {{0x0C, 0, 0, 0, 0x43}, 5, NEXUS_ERR_OVERSIZE, "wider than"},     /* I-CNT of 23 bits */
        {{0x0C, 0x1D, 0x1F}, 3, NEXUS_ERR_EXTRA, "after its last field"}, /* no TSTAMP here */
    };
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        start();
        sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
        struct wrong w = next_is_wrong();
        send_bytes(row[i].byte, row[i].size);
        expect(w, row[i].status, BASE, row[i].hint);
    }
}

/* MSEO Sequences, Transitions of MSEO Bits: a message begins with 11-00; 11-11 is no message. A
 * byte that ends one, without a bit that could belong to any, is an error that loses nothing. */
static void an_empty_message_loses_nothing(void **state)
{
    static const uint8_t empty = 0x03;
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    direct(4); /* 00, and 04 taken */
    struct wrong w = next_is_wrong();
    send_bytes(&empty, 1);
    indirect(4, 0x10); /* 0c 18 1a */
    decode();
    const struct flow_elem *e = find(0, FLOW_ELEM_ERROR);
    assert_int_equal(e->status, NEXUS_ERR_EMPTY);
    assert_int_equal(e->msg, w.msg);
    assert_int_equal(e->offset, w.offset);
    assert_int_equal(e->start, BASE + 0xc);
    assert_true(e->known);
    assert_non_null(strstr(e->hint, "an empty message"));
    unsigned at = (unsigned)(e - rig.elem);
    e = find(at, FLOW_ELEM_RANGE);
    assert_int_equal(e->start, BASE + 0xc);
    assert_int_equal(e->msg, w.msg + 1);
    for (unsigned i = 0; i < rig.elems; i++) {
        assert_int_not_equal(rig.elem[i].type, FLOW_ELEM_NO_SYNC);
    }
    assert_int_equal(rig.decoder.flow.where.pc, BASE + 0x10);
    assert_int_equal(rig.decoder.flow.errors, 1);
}

/* With SRC of 6 bits the fixed fields of DirectBranch end with a byte; MSEO 01 there leaves I-CNT
 * without a bit. */
static void an_empty_icnt_is_named(void **state)
{
    static const uint8_t bytes[] = {0x0C, 0x05, 0x1F}, early[] = {0x0C, 0x07};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        start();
        rig.cfg.src_bits = 6;
        send_bytes(i == 0 ? bytes : early, i == 0 ? sizeof bytes : sizeof early);
        decode();
        const struct flow_elem *e = find(0, FLOW_ELEM_ERROR);
        assert_int_equal(e->status, NEXUS_ERR_TRUNCATED);
        assert_non_null(strstr(e->hint, i == 0 ? "an empty I-CNT" : "it ends before its I-CNT"));
    }
}

/* 1c lui, 20 jr: the target is 0x80000000 whatever a message says. Damage of I-CNT often shows only
 * there. */
static void a_target_that_the_code_contradicts(void **state)
{
    (void)state;
    for (unsigned way = 0; way < 4; way++) { /* with the option, or by blocks, or both */
        start();
        rig.cfg.xlen = 32;
        rig.cfg.sequential_jump = (way & 1) != 0;
        rig.use_blocks = (way & 2) != 0;
        sync_at(BASE + 0x1c, NEXUS_SYNC_TRACE_ENABLE, 0);
        struct wrong w = next_is_wrong();
        indirect(4, 0x1c ^ 0x18);
        expect(w, NEXUS_ERR_ICNT, BASE + 0x20, "the code jumps to a constant");
        start();
        rig.cfg.xlen = 32;
        rig.cfg.sequential_jump = (way & 1) != 0;
        rig.use_blocks = (way & 2) != 0;
        sync_at(BASE + 0x1c, NEXUS_SYNC_TRACE_ENABLE, 0);
        w = next_is_wrong();
        sync_at(BASE + 0x18, NEXUS_SYNC_PERIODIC, 4);
        decode();
        const struct flow_elem *e = find(0, FLOW_ELEM_ERROR);
        assert_int_equal(e->status, NEXUS_ERR_ICNT);
        assert_int_equal(e->msg, w.msg);
        start();
        rig.cfg.xlen = 32;
        rig.use_blocks = (way & 2) != 0;
        sync_at(BASE + 0x1c, NEXUS_SYNC_TRACE_ENABLE, 0);
        indirect(4, 0x1c);
        decode();
        assert_int_equal(rig.decoder.flow.errors, 0);
        assert_int_equal(rig.decoder.flow.where.pc, BASE);
    }
}

/* A sync at a place that the instructions do not lead to: an error, and decoding goes on there. */
static void sync_at_another_address_is_told_and_taken(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    struct wrong w = next_is_wrong();
    sync_at(BASE + 0xc, NEXUS_SYNC_PERIODIC, 2); /* two half-words lead to 04 */
    indirect(4, 0x1c);                           /* 0c 18 1a, back to 10 */
    decode();
    const struct flow_elem *e = find(0, FLOW_ELEM_ERROR);
    assert_int_equal(e->status, NEXUS_ERR_SYNC);
    assert_int_equal(e->msg, w.msg);
    assert_int_equal(e->offset, w.offset);
    assert_int_equal(e->start, BASE + 4);
    assert_non_null(strstr(e->hint, "F-ADDR is not the address"));
    unsigned at = (unsigned)(e - rig.elem);
    assert_int_equal(find(at, FLOW_ELEM_TRACE_ON)->start, BASE + 0xc);
    assert_int_equal(find(at, FLOW_ELEM_RANGE)->start, BASE + 0xc);
    assert_int_equal(rig.decoder.flow.where.pc, BASE + 0x10);
    assert_int_equal(rig.decoder.flow.errors, 1);
}

static void message_that_is_cut_off_at_the_end(void **state)
{
    static const uint8_t cut[] = {0x24, 0x14, 0x01};
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    direct(4);
    size_t offset = rig.size;
    send_bytes(cut, sizeof cut);
    decode();
    const struct flow_elem *e = &rig.elem[rig.elems - 1];
    assert_int_equal(e->type, FLOW_ELEM_END);
    assert_int_equal(e->value, sizeof cut);
    assert_int_equal(e->offset, offset);
    assert_int_equal(e->msg, 2);
}

/* After a sync nothing of what came before counts: a stray HIST (here ResourceFull with no bit in
 * it) may not make branches of the next interval need HIST bits. */
static void a_sync_forgets_a_stray_hist(void **state)
{
    (void)state;
    start();
    sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
    full(NEXUS_RCODE_HIST, 1);
    sync_at(BASE + 4, NEXUS_SYNC_PERIODIC, 2);
    direct(2);
    decode();
    assert_int_equal(rig.decoder.flow.errors, 0);
    assert_int_equal(rig.decoder.flow.where.pc, BASE + 0xc);
}

/* c.beqz a0 onto itself, always taken: 31 bits 2^18 - 1 times over would be 8 million of it. No
 * encoder counts further than 2^22 half-words without saying so; a damaged message may ask for it.
 */
static void hist_that_leads_beyond_any_icnt(void **state)
{
    static const uint8_t loop[] = {0x01, 0xC1};
    struct nexus_msg m;
    (void)state;
    for (unsigned blocks = 0; blocks < 2; blocks++) {
        struct flow_elem e;
        uint64_t insns = 0;
        int status = 0;
        start();
        rig.region = (struct flow_region){BASE, sizeof loop, loop};
        sync_at(BASE, NEXUS_SYNC_TRACE_ENABLE, 0);
        nexus_msg_start(&m, NEXUS_RESOURCE_FULL, 0);
        nexus_msg_set(&m, NEXUS_F_RCODE, NEXUS_RCODE_HIST_REPEAT);
        nexus_msg_set(&m, NEXUS_F_RDATA, UINT32_MAX);
        nexus_msg_set(&m, NEXUS_F_HREPEAT, (1u << NEXUS_MAX_HREPEAT_BITS) - 1);
        send(&m);
        flow_code_init_image(&rig.code, nexus_cfg_isa(&rig.cfg), &rig.image);
        if (blocks != 0) {
            assert_int_equal(flow_code_use_blocks(&rig.code, rig.block, 2), FLOW_OK);
        }
        assert_int_equal(nexus_decoder_init(&rig.decoder, &rig.cfg, &rig.code, rig.byte, rig.size),
                         NEXUS_OK);
        while (nexus_decoder_next(&rig.decoder, &e) == NEXUS_OK) {
            insns += e.type == FLOW_ELEM_RANGE ? e.count : 0;
            status = e.type == FLOW_ELEM_ERROR ? e.status : status;
        }
        assert_int_equal(insns, 1 << NEXUS_MAX_ICNT_BITS);
        assert_int_equal(status, NEXUS_ERR_HIST);
    }
}

/* Differences of time count from the last message that was understood: after a damaged one the time
 * is not known until the next sync. */
static void damage_makes_the_time_unknown_until_a_sync(void **state)
{
    static const uint8_t damaged[] = {0x0C, 0x1E, 0x1F};
    struct nexus_msg m;
    uint64_t time[3] = {0};
    unsigned n = 0;
    (void)state;
    start();
    rig.cfg.timestamps = true;
    for (unsigned i = 0; i < 2; i++) {
        nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, 0);
        nexus_msg_set(&m, NEXUS_F_SYNC, NEXUS_SYNC_TRACE_ENABLE);
        nexus_msg_set(&m, NEXUS_F_ICNT, 0);
        nexus_msg_set(&m, NEXUS_F_ADDR, BASE >> 1);
        nexus_msg_set(&m, NEXUS_F_TSTAMP, 100 + 1000 * i);
        send(&m);
        if (i == 0) {
            send_bytes(damaged, sizeof damaged);
        }
        nexus_msg_start(&m, NEXUS_DIRECT_BRANCH, 0);
        nexus_msg_set(&m, NEXUS_F_ICNT, 4);
        nexus_msg_set(&m, NEXUS_F_TSTAMP, 5);
        send(&m);
    }
    decode();
    for (unsigned i = 0; i < rig.elems; i++) {
        if (rig.elem[i].type == FLOW_ELEM_TIMESTAMP) {
            assert_true(n < 3);
            time[n++] = rig.elem[i].value;
        }
    }
    assert_int_equal(n, 3);
    assert_int_equal(time[0], 100);
    assert_int_equal(time[1], 1100);
    assert_int_equal(time[2], 1105);
}

static void every_status_has_a_text_of_its_own(void **state)
{
    const char *text[64];
    unsigned n = 0;
    (void)state;
    for (int status = 0; status > -64; status--) {
        const char *s = nexus_strerror(status);
        assert_non_null(s);
        for (unsigned i = 0; i < n; i++) {
            assert_true(strcmp(s, "unknown status") == 0 || strcmp(s, text[i]) != 0);
        }
        text[n++] = s;
    }
    assert_string_not_equal(nexus_strerror(NEXUS_ERR_NOHIST), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icnt_inside_an_instruction),
        cmocka_unit_test(icnt_that_does_not_end_at_the_jump),
        cmocka_unit_test(icnt_that_counts_an_ecall),
        cmocka_unit_test(hist_bits_left_over),
        cmocka_unit_test(hist_without_a_stop_bit),
        cmocka_unit_test(branch_without_a_hist_bit),
        cmocka_unit_test(indirect_jump_inside_a_block),
        cmocka_unit_test(trap_return_inside_a_block),
        cmocka_unit_test(return_stack_underflow),
        cmocka_unit_test(direct_branch_without_a_branch),
        cmocka_unit_test(address_that_is_not_in_the_image),
        cmocka_unit_test(running_off_the_end_of_the_image),
        cmocka_unit_test(address_beyond_xlen),
        cmocka_unit_test(reserved_value),
        cmocka_unit_test(vendor_value),
        cmocka_unit_test(damage_in_the_bytes),
        cmocka_unit_test(an_empty_message_loses_nothing),
        cmocka_unit_test(an_empty_icnt_is_named),
        cmocka_unit_test(a_target_that_the_code_contradicts),
        cmocka_unit_test(sync_at_another_address_is_told_and_taken),
        cmocka_unit_test(message_that_is_cut_off_at_the_end),
        cmocka_unit_test(a_sync_forgets_a_stray_hist),
        cmocka_unit_test(hist_that_leads_beyond_any_icnt),
        cmocka_unit_test(damage_makes_the_time_unknown_until_a_sync),
        cmocka_unit_test(every_status_has_a_text_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
