/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Resynchronization where jumps come back to the same few places without a branch in between:
 * E-Trace reports addresses, not how often they were passed, so the encoder has to choose where it
 * synchronizes (Efficient Trace 2.0, chapter on that: a decoder that is synchronized follows
 * "up to and through the format 3 packet seamlessly").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "etrace/etrace_frame.h"
#include "random_hart.h"
#include "trm/trm_etrace.h"

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)
#define BASE      0x4000u
#define STEPS     300

/* Jumps through registers among nops, two of them in a row, and a branch at the end. */
static const uint8_t bytes[] = {
    0x01, 0x00, /* 4000 nop */
    0x01, 0x00, /* 4002 nop */
    0x02, 0x85, /* 4004 jr a0 */
    0x01, 0x00, /* 4006 nop */
    0x02, 0x85, /* 4008 jr a0 */
    0x02, 0x85, /* 400a jr a0 */
    0x01, 0xc0, /* 400c beqz s0, 400c */
    0x02, 0x85, /* 400e jr a0 */
};

static struct etrace_cfg cfg;
static struct trm_etrace enc;
static struct etrace_packet sent[4 * STEPS];
static unsigned nsent, syncs;
static uint64_t truth[STEPS], got[4 * STEPS];
static unsigned ntruth, ngot;

static bool put(void *ctx, const struct etrace_packet *p)
{
    (void)ctx;
    assert_true(nsent < 4 * STEPS);
    sent[nsent++] = *p;
    syncs += p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_START;
    return true;
}

static bool is_jump(uint64_t pc)
{
    return pc == 0x4004 || pc == 0x4008 || pc == 0x400a || pc == 0x400e;
}

/* Jumps go to one of `places` places from `first` on. */
static void execute(uint64_t seed, unsigned first, unsigned places, unsigned resync_one_in)
{
    struct rh_rng dice;
    uint64_t pc = BASE + 2u * first;
    rh_seed(&dice, seed);
    nsent = ntruth = syncs = 0;
    assert_true(trm_etrace_init(&enc, &cfg, put, NULL));
    trm_etrace_support(&enc, true);
    for (unsigned i = 0; i < STEPS; i++) {
        struct trm_etrace_item item = {.addr = pc, .size = 2, .priv = 3};
        bool taken = pc == 0x400c && !rh_chance(&dice, 3);
        item.itype = is_jump(pc)    ? INGRESS_ITYPE_UNINFERABLE_TAIL
                     : pc != 0x400c ? INGRESS_ITYPE_NONE
                     : taken        ? INGRESS_ITYPE_TAKEN
                                    : INGRESS_ITYPE_NOT_TAKEN;
        if (rh_chance(&dice, resync_one_in)) {
            trm_etrace_resync(&enc);
        }
        trm_etrace_take(&enc, &item);
        truth[ntruth++] = pc;
        pc = is_jump(pc) ? BASE + 2u * (first + rh_below(&dice, places)) : taken ? pc : pc + 2;
    }
    trm_etrace_end(&enc);
}

static void note_pc(void *ctx, uint64_t pc)
{
    (void)ctx;
    assert_true(ngot < 4 * STEPS);
    got[ngot++] = pc;
}

static void decode(void)
{
    static struct flow_region where = {BASE, sizeof bytes, bytes};
    static struct flow_code_image image = {&where, 1};
    static struct etrace_flow flow;
    static struct flow_code code;
    struct flow_elem e;
    ngot = 0;
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    assert_int_equal(etrace_flow_init(&flow, &cfg, &code), ETRACE_OK);
    for (unsigned i = 0; i < nsent; i++) {
        struct etrace_frame f = {.kind = ETRACE_KIND_INST};
        assert_int_equal(etrace_packet_encode(&cfg, flow.options, &sent[i], f.payload, &f.size),
                         ETRACE_OK);
        assert_int_equal(etrace_flow_push(&flow, &f), ETRACE_OK);
        while (etrace_flow_next(&flow, &e) == ETRACE_OK) {
            assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
            if (e.type == FLOW_ELEM_RANGE) {
                struct flow_range r = {.start = e.start, .end = e.end, .count = e.count};
                struct flow_where at = flow.where;
                assert_int_equal(flow_range_pcs(&code, &r, &at, note_pc, NULL), FLOW_OK);
            }
        }
    }
}

static void expect_equal(uint64_t seed, unsigned first, unsigned places)
{
    decode();
    for (unsigned i = 0; i < ntruth; i++) {
        if (i >= ngot || got[i] != truth[i]) {
            fail_msg("seed %lu, %u places from 0x%x: instruction %u is 0x%x, executed was 0x%x",
                     (unsigned long)seed, places, BASE + 2 * first, i,
                     i < ngot ? (unsigned)got[i] : 0, (unsigned)truth[i]);
        }
    }
    assert_int_equal(ngot, ntruth);
}

static void jumps_back_to_a_few_places(void **state)
{
    (void)state;
    unsigned all = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        unsigned first = (unsigned)(seed % 7), places = 1 + (unsigned)(seed / 7) % (8 - first);
        etrace_cfg_init(&cfg);
        cfg.xlen = 32;
        cfg.iaddress_width = 32;
        cfg.options = seed % 2 != 0 ? OPT(FULL_ADDRESS) : 0;
        execute(seed, first, places, 1 + (unsigned)(seed % 5));
        expect_equal(seed, first, places);
        all += syncs;
    }
    assert_true(all > 400 * 10); /* not because there are none */
}

/* It waits for the instruction after the target, and no longer: from 4000 to the jump at 4004 and
 * back, with a request all the time, each round has a packet of format 3 at 4002. */
static void the_instruction_after_the_target(void **state)
{
    (void)state;
    etrace_cfg_init(&cfg);
    cfg.xlen = 32;
    cfg.iaddress_width = 32;
    cfg.options = OPT(FULL_ADDRESS);
    execute(1, 0, 1, 1);
    expect_equal(1, 0, 1);
    unsigned at[3] = {0};
    for (unsigned i = 0; i < nsent; i++) {
        bool start = sent[i].format == ETRACE_FORMAT_SYNC && sent[i].subformat == ETRACE_SYNC_START;
        at[start ? (sent[i].address - BASE) / 2 % 3 : 0] += start ? 1u : 0u;
    }
    assert_int_equal(at[0], 1); /* the first one */
    assert_in_range(at[1], STEPS / 3 - 1, STEPS / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_back_to_a_few_places),
        cmocka_unit_test(the_instruction_after_the_target),
    };
    return cmocka_run_group_tests_name("etrace-resync", tests, NULL, NULL);
}
