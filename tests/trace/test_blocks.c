/* SPDX-License-Identifier: Apache-2.0 */
/* PCs to ingress blocks: itype of every class, taken and not taken, what cannot follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_blocks.h"
#include "nexus/nexus_cfg.h"

/* One instruction of each class at 0x100, then linear code everywhere else. */
static struct flow_pcinfo code[] = {
    {.addr = 0x100, .size = 4, .cls = FLOW_INSN_LINEAR}, /* overwritten by each case */
    {.addr = 0x104, .size = 2, .cls = FLOW_INSN_LINEAR},
    {.addr = 0x200, .size = 4, .cls = FLOW_INSN_LINEAR},
    {.addr = 0x300, .size = 4, .cls = FLOW_INSN_LINEAR},
};

struct rig {
    struct nexus_stream_cfg cfg;
    struct flow_code source;
    struct flow_code_pcinfo list;
    struct htr_blocks blocks;
    struct ingress_cycle in;
};

static void start(struct rig *r, unsigned cls, uint64_t dest, unsigned width, bool all_jumps)
{
    memset(r, 0, sizeof *r);
    code[0].cls = (uint8_t)cls;
    code[0].dest = dest;
    nexus_cfg_init(&r->cfg);
    r->list.entry = code;
    r->list.count = sizeof code / sizeof code[0];
    flow_code_init_pcinfo(&r->source, nexus_cfg_isa(&r->cfg), &r->list);
    htr_blocks_init(&r->blocks, &r->source, 64, width, all_jumps);
}

/* itype of the block that ends with the instruction at 0x100 when `next` follows; 99 when it
 * cannot. */
static unsigned itype(unsigned cls, uint64_t dest, uint64_t next, unsigned width, bool all_jumps)
{
    struct rig r;
    start(&r, cls, dest, width, all_jumps);
    assert_int_equal(htr_blocks_add(&r.blocks, 0x100, &r.in), HTR_BLOCKS_MORE);
    enum htr_blocks_result result = htr_blocks_add(&r.blocks, next, &r.in);
    if (result == HTR_BLOCKS_BAD) {
        assert_true(strlen(r.blocks.message) > 0);
        return 99;
    }
    if (result == HTR_BLOCKS_MORE) {
        return 0;
    }
    assert_int_equal(r.in.nblocks, 1);
    assert_int_equal(r.in.block[0].iaddr, 0x100);
    assert_int_equal(r.in.block[0].iretire, 2);
    assert_int_equal(r.in.block[0].ilastsize, 1);
    return r.in.block[0].itype;
}

/* N-Trace, table "Generating itype for different instructions". */
static void itype_follows_from_class_and_next_pc(void **state)
{
    (void)state;
    assert_int_equal(itype(FLOW_INSN_BRANCH, 0x200, 0x200, 4, false), 5);
    assert_int_equal(itype(FLOW_INSN_BRANCH, 0x200, 0x104, 4, false), 4);
    assert_int_equal(itype(FLOW_INSN_DIRECT_CALL, 0x200, 0x200, 4, false), 9);
    assert_int_equal(itype(FLOW_INSN_DIRECT_JUMP, 0x200, 0x200, 4, false), 11);
    assert_int_equal(itype(FLOW_INSN_DIRECT_OTHER, 0x200, 0x200, 4, false), 15);
    assert_int_equal(itype(FLOW_INSN_CALL, 0, 0x300, 4, false), 8);
    assert_int_equal(itype(FLOW_INSN_JUMP, 0, 0x300, 4, false), 10);
    assert_int_equal(itype(FLOW_INSN_SWAP, 0, 0x300, 4, false), 12);
    assert_int_equal(itype(FLOW_INSN_RETURN, 0, 0x300, 4, false), 13);
    assert_int_equal(itype(FLOW_INSN_OTHER, 0, 0x300, 4, false), 14);
    assert_int_equal(itype(FLOW_INSN_TRAP_RETURN, 0, 0x300, 4, false), 3);
    assert_int_equal(itype(FLOW_INSN_LINEAR, 0, 0x104, 4, false), 0);
}

/* Holds NT-ING-009 NT-ING-042 */
static void three_bit_itype_has_one_code_for_indirect_jumps(void **state)
{
    (void)state;
    assert_int_equal(itype(FLOW_INSN_BRANCH, 0x200, 0x200, 3, false), 5);
    assert_int_equal(itype(FLOW_INSN_DIRECT_CALL, 0x200, 0x200, 3, false), 0);
    assert_int_equal(itype(FLOW_INSN_RETURN, 0, 0x300, 3, false), 6);
    assert_int_equal(itype(FLOW_INSN_CALL, 0, 0x300, 3, false), 6);
    assert_int_equal(itype(FLOW_INSN_TRAP_RETURN, 0, 0x300, 3, false), 3);
}

/* Holds NT-ING-052 */
static void with_all_jumps_direct_jumps_are_taken_branches(void **state)
{
    (void)state;
    assert_int_equal(itype(FLOW_INSN_DIRECT_JUMP, 0x200, 0x200, 4, true), 5);
    assert_int_equal(itype(FLOW_INSN_DIRECT_CALL, 0x200, 0x200, 3, true), 5);
}

static void what_cannot_follow_is_refused(void **state)
{
    (void)state;
    assert_int_equal(itype(FLOW_INSN_LINEAR, 0, 0x200, 4, false), 99);
    assert_int_equal(itype(FLOW_INSN_BRANCH, 0x200, 0x300, 4, false), 99);
    assert_int_equal(itype(FLOW_INSN_DIRECT_JUMP, 0x200, 0x300, 4, false), 99);
    assert_int_equal(itype(FLOW_INSN_RETURN, 0, 0x400, 4, false), 99); /* no code there */
}

static void direct_jumps_end_a_block_with_three_bit_itype_too(void **state)
{
    (void)state;
    struct rig r;
    start(&r, FLOW_INSN_DIRECT_JUMP, 0x200, 3, false);
    assert_int_equal(htr_blocks_add(&r.blocks, 0x100, &r.in), HTR_BLOCKS_MORE);
    assert_int_equal(htr_blocks_add(&r.blocks, 0x200, &r.in), HTR_BLOCKS_READY);
    assert_int_equal(r.in.block[0].itype, 0);
    assert_int_equal(r.in.block[0].iretire, 2);
    assert_int_equal(htr_blocks_end(&r.blocks, &r.in), HTR_BLOCKS_READY);
    assert_int_equal(r.in.block[0].iaddr, 0x200);
    assert_int_equal(r.in.block[0].iretire, 2);
}

static void the_last_branch_counts_as_not_taken(void **state)
{
    (void)state;
    struct rig r;
    start(&r, FLOW_INSN_BRANCH, 0x200, 4, false);
    assert_int_equal(htr_blocks_add(&r.blocks, 0x100, &r.in), HTR_BLOCKS_MORE);
    assert_int_equal(htr_blocks_end(&r.blocks, &r.in), HTR_BLOCKS_READY);
    assert_int_equal(r.in.block[0].itype, INGRESS_ITYPE_NOT_TAKEN);
    start(&r, FLOW_INSN_BRANCH, 0x200, 4, false);
    assert_int_equal(htr_blocks_end(&r.blocks, &r.in), HTR_BLOCKS_MORE); /* no PC at all */
}

/* 100 linear instructions of 32 bits: blocks of at most 32 half-words that cover all of them. */
static void long_runs_are_cut(void **state)
{
    (void)state;
    enum {
        N = 100
    };
    static struct flow_pcinfo linear[N];
    struct rig r;
    uint64_t covered = 0;
    start(&r, FLOW_INSN_LINEAR, 0, 4, false);
    for (unsigned i = 0; i < N; i++) {
        linear[i] = (struct flow_pcinfo){.addr = 0x1000 + 4 * i, .size = 4};
    }
    r.list.entry = linear;
    r.list.count = N;
    flow_code_init_pcinfo(&r.source, nexus_cfg_isa(&r.cfg), &r.list);
    for (unsigned i = 0; i <= N; i++) {
        enum htr_blocks_result result = i < N ? htr_blocks_add(&r.blocks, 0x1000 + 4 * i, &r.in)
                                              : htr_blocks_end(&r.blocks, &r.in);
        assert_int_not_equal(result, HTR_BLOCKS_BAD);
        if (result == HTR_BLOCKS_READY) {
            assert_true(r.in.block[0].iretire <= HTR_BLOCKS_MAX_HALFWORDS);
            assert_int_equal(r.in.block[0].iaddr, 0x1000 + 2 * covered);
            covered += r.in.block[0].iretire;
        }
    }
    assert_int_equal(covered, 2 * N);
}

/* For every class and every next PC, the forecast says what htr_blocks_add does then. */
static void the_forecast_is_what_happens(void **state)
{
    (void)state;
    static const uint64_t next[] = {0x104, 0x200, 0x300};
    for (unsigned cls = 0; cls < FLOW_INSN_CLASSES; cls++) {
        for (unsigned i = 0; i < 3 * 2 * 2; i++) {
            unsigned width = i % 2 == 0 ? 3 : 4;
            bool all_jumps = (i / 2) % 2 != 0;
            uint64_t pc = next[i / 4];
            struct rig r;
            struct htr_blocks_forecast f;
            start(&r, cls, 0x200, width, all_jumps);
            assert_int_equal(htr_blocks_add(&r.blocks, 0x100, &r.in), HTR_BLOCKS_MORE);
            assert_true(htr_blocks_forecast(&r.blocks, 0x100, 2, &f));
            enum htr_blocks_way way = pc == f.behind   ? HTR_BLOCKS_BEHIND
                                      : pc == f.target ? HTR_BLOCKS_TARGET
                                                       : HTR_BLOCKS_ELSEWHERE;
            uint8_t want = HTR_BLOCKS_REFUSED;
            if (htr_blocks_add(&r.blocks, pc, &r.in) == HTR_BLOCKS_READY) {
                want = r.in.block[0].itype;
                assert_int_equal(f.ilastsize, r.in.block[0].ilastsize);
            }
            assert_int_equal(f.itype[way], want);
        }
    }
    struct rig r;
    struct htr_blocks_forecast f;
    start(&r, FLOW_INSN_LINEAR, 0, 4, false);
    assert_false(htr_blocks_forecast(&r.blocks, 0x500, 2, &f)); /* no code */
    assert_true(htr_blocks_forecast(&r.blocks, 0x100, HTR_BLOCKS_MAX_HALFWORDS, &f));
    assert_int_equal(f.itype[HTR_BLOCKS_BEHIND], INGRESS_ITYPE_NONE); /* a long run is cut */
    assert_int_equal(f.itype[HTR_BLOCKS_ELSEWHERE], HTR_BLOCKS_REFUSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(itype_follows_from_class_and_next_pc),
        cmocka_unit_test(three_bit_itype_has_one_code_for_indirect_jumps),
        cmocka_unit_test(with_all_jumps_direct_jumps_are_taken_branches),
        cmocka_unit_test(what_cannot_follow_is_refused),
        cmocka_unit_test(direct_jumps_end_a_block_with_three_bit_itype_too),
        cmocka_unit_test(the_last_branch_counts_as_not_taken),
        cmocka_unit_test(long_runs_are_cut),
        cmocka_unit_test(the_forecast_is_what_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
