/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Profile sifive-0.x, hardware before N-Trace 1.0: ResourceFull RCODE 8 and 9 count branches that
 * were not taken, or taken; TSTAMP of a message without SYNC is the XOR with the time before; calls
 * nest 1023 deep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "flow_fixture.h"

static struct flow_fixture fx;

/* 0x400: c.add; bne 0x400.  0x406: three bne to 0x500, c.jr a0. */
static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    nexus_cfg_set_profile(&fx.cfg, NEXUS_PROFILE_SIFIVE_0X);
    fx_restart(&fx);
    uint64_t at = fx_branch(&fx, fx_op(&fx, 0x400, OP_C_ADD), 0x400);
    for (unsigned i = 0; i < 3; i++) {
        at = fx_branch(&fx, at, 0x500);
    }
    fx_op(&fx, at, OP_C_JR_A0);
    fx_push(&fx, fx_sync(5, 0, 0x400));
    return 0;
}

#define ROUND "R 400-406 2 T"

/* Twice around, then on, and past three branches; the I-CNT covers all: 3 rounds of 3 half-words, 3
 * times 2, and 1. */
static void counts_of_branches_lead_through_the_code(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(9, 2)), ROUND ", " ROUND);
    assert_string_equal(fx_push(&fx, fx_full(8, 4)), "R 400-412 5");
    assert_string_equal(fx_push(&fx, fx_indirect_hist(0, 3 * 3 + 3 * 2 + 1, 0, 1)),
                        "R 412-414 1 T");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 0)), "OFF 4 400");
}

/* HIST bits go on after them: once around by RCODE 9, once by HIST 0b11, then four times on. */
static void counts_and_history_follow_each_other(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(9, 1)), ROUND);
    assert_string_equal(fx_push(&fx, fx_full(NEXUS_RCODE_HIST, 3)), ROUND);
    assert_string_equal(fx_push(&fx, fx_indirect_hist(0, 3 * 3 + 3 * 2 + 1, 0, 0x10)),
                        "R 400-414 6 T");
}

static void a_count_of_zero_is_nothing(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(8, 0)), "");
    assert_string_equal(fx_push(&fx, fx_full(9, 0)), "");
    assert_string_equal(fx_push(&fx, fx_full(9, 1)), ROUND);
}

/* More than any counter holds. */
static void an_absurd_count_is_an_error(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(9, UINT64_C(1) << 32)), "ERR -23 400");
}

/* RCODE 10 is undefined; in 1.0, 8 and 9 are the vendor's. */
static void other_codes_are_errors(void **state)
{
    (void)state;
    assert_string_equal(fx_push(&fx, fx_full(10, 1)), "ERR -27 400");
    fx.cfg.profile = NEXUS_PROFILE_1_0;
    for (unsigned rcode = 8; rcode <= 9; rcode++) {
        fx_restart(&fx);
        fx_push(&fx, fx_sync(5, 0, 0x400));
        assert_string_equal(fx_push(&fx, fx_full(rcode, 1)), "ERR -27 400");
    }
}

/* 0x1000 ^ 0x1 = 0x1001, ^ 0x3 = 0x1002 (4098), ^ 0x1002 = 0: also backwards. A sync is absolute.
 */
static void times_are_differences_by_xor(void **state)
{
    (void)state;
    fx_restart(&fx);
    assert_string_equal(fx_push(&fx, fx_stamped(fx_ownership(0), 5)), "CX 0 P0 V0 S0 H0");
    fx_push(&fx, fx_stamped(fx_sync(5, 0, 0x400), 0x1000));
    assert_string_equal(fx_push(&fx, fx_stamped(fx_ownership(0), 1)), "TS 4097, CX 0 P0 V0 S0 H0");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_ownership(0), 3)), "TS 4098, CX 0 P0 V0 S0 H0");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_ownership(0), 0x1002)),
                        "TS 0, CX 0 P0 V0 S0 H0");
    assert_string_equal(fx_push(&fx, fx_stamped(fx_sync(2, 0, 0x400), 7)), "TS 7, EV 2 400");
}

/* 31 times around at 0x500, and a branch that HIST has no room for: the sync has it in I-CNT (31 *
 * 2 + 2) and F-ADDR, the next message has it again, with its bit: 2 half-words, and the c.nop at
 * 0x504. As in a capture of an E31: I-CNT 2 and 3 in messages whose F-ADDR are 2 bytes apart, with
 * a branch of 4 bytes before the first. */
static const char *after_full(struct nexus_msg m, unsigned bits)
{
    const uint64_t rounds = 62 - bits; /* before those of HIST */
    fx_restart(&fx);
    fx_branch(&fx, 0x500, 0x500);
    fx_push(&fx, fx_sync(5, 0, 0x500));
    fx_push(&fx, fx_full(NEXUS_RCODE_HIST, (UINT64_C(2) << rounds) - 1));
    fx_push(&fx, fx_full(NEXUS_RCODE_ICNT, 2 * rounds));
    m.value[NEXUS_F_HIST] = (UINT64_C(2) << bits) - 1;
    const char *last = strrchr(fx_push(&fx, m), 'T'); /* after all rounds */
    return last != NULL ? last : "no round";
}

static void a_branch_after_a_full_history_comes_again(void **state)
{
    const struct nexus_msg past = fx_indirect_hist_sync(2, 0, 31 * 2 + 2, 0x504, 0);
    const struct nexus_msg back = fx_indirect_hist_sync(2, 0, 31 * 2 + 2, 0x500, 0);
    (void)state;
    assert_string_equal(after_full(past, 31), "T, EV 2 500");
    assert_int_equal(fx.flow.where.position, 2 * (31 + 31 + 1));
    assert_string_equal(fx_push(&fx, fx_indirect_hist_sync(2, 0, 3, 0x506, 2)),
                        "R 500-506 2, EV 2 506");
    assert_string_equal(after_full(back, 31), "T, EV 2 500");
    assert_string_equal(fx_push(&fx, fx_indirect_hist_sync(2, 0, 5, 0x506, 6)),
                        "R 500-504 1 T, R 500-506 2, EV 2 506");
    assert_int_equal(fx.flow.errors, 0);
    assert_string_equal(after_full(back, 31), "T, EV 2 500");
    assert_string_equal(fx_push(&fx, fx_correlation(4, 2)), "ERR -33 500"); /* no bit again */
}

/* Room for the bit, an address that the branch does not lead to, an I-CNT that goes on, a trap, or
 * another profile. */
static void other_branches_without_a_bit_are_errors(void **state)
{
    const struct nexus_msg roomy = fx_indirect_hist_sync(2, 0, 30 * 2 + 2, 0x504, 0);
    const struct nexus_msg astray = fx_indirect_hist_sync(2, 0, 31 * 2 + 2, 0x506, 0);
    const struct nexus_msg longer = fx_indirect_hist_sync(2, 0, 31 * 2 + 3, 0x504, 0);
    const struct nexus_msg trap = fx_indirect_hist_sync(2, 1, 31 * 2 + 2, 0x504, 0);
    const struct nexus_msg good = fx_indirect_hist_sync(2, 0, 31 * 2 + 2, 0x504, 0);
    (void)state;
    assert_string_equal(after_full(roomy, 30), "T, ERR -33 500, ON 2 504");
    assert_string_equal(after_full(astray, 31), "T, ERR -33 500, ON 2 506");
    assert_string_equal(after_full(longer, 31), "T, ERR -33 500, ON 2 504");
    assert_string_equal(after_full(trap, 31), "T, ERR -33 500, ON 2 504, EX 1 ?>504");
    fx.cfg.profile = NEXUS_PROFILE_1_0;
    assert_string_equal(after_full(good, 31), "T, ERR -33 500, ON 2 504");
}

/* As bytes: TCODE 27; RCODE 9 and the low 2 bits of RDATA=0x45 in one MDO, 0x11 in the next. Around
 * 69 times. */
static void counts_come_as_bytes(void **state)
{
    static const uint8_t bytes[] = {
        9 << 2, 5 << 2 | 1, 0, 8 << 2 | 3, 27 << 2, (9 | 1 << 4) << 2, 0x11 << 2 | 3};
    static struct nexus_decoder d;
    struct flow_elem e;
    unsigned rounds = 0;
    (void)state;
    assert_int_equal(nexus_decoder_init(&d, &fx.cfg, &fx.code, bytes, sizeof bytes), NEXUS_OK);
    while (nexus_decoder_next(&d, &e) == NEXUS_OK) {
        assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
        rounds += e.type == FLOW_ELEM_RANGE;
    }
    assert_int_equal(rounds, 69);
}

static void the_profile_has_a_name_and_a_deep_stack(void **state)
{
    struct nexus_stream_cfg cfg;
    (void)state;
    nexus_cfg_init(&cfg);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_1_0);
    assert_int_equal(cfg.return_depth, 32);
    nexus_cfg_set_profile(&cfg, NEXUS_PROFILE_SIFIVE_0X);
    assert_int_equal(cfg.profile, NEXUS_PROFILE_SIFIVE_0X);
    assert_int_equal(cfg.return_depth, 1023);
    assert_null(nexus_cfg_check(&cfg));
    cfg.profile = NEXUS_PROFILES;
    assert_string_equal(nexus_cfg_check(&cfg), "profile");
    assert_string_equal(nexus_profile_name(NEXUS_PROFILE_1_0), "1.0");
    assert_string_equal(nexus_profile_name(NEXUS_PROFILE_SIFIVE_0X), "sifive-0.x");
    assert_string_equal(nexus_profile_name(NEXUS_PROFILE_SPACEMIT_K3), "spacemit-k3");
    assert_null(nexus_profile_name(NEXUS_PROFILES));
}

/* ---- SpacemiT K3 ---- */

/* The first messages of the sample in SpacemiT's trace guide, "perf report --dump", built by hand
 * from the fields and widths it lists: SRC[12]=0x5 in all. Offsets 0, 21, 26, 33 (idle), 34, 43,
 * 51, 59. */
static const uint8_t k3_sample[] = {
    0x24, 0x14, 0x00, 0x15, /* ProgTraceSync SYNC[4]=5 ICNT[2]=0 */
    0x68, 0xF0, 0xC4, 0x58, 0x00, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0x3D, /* FADDR[66] */
    0xC0, 0x84, 0x7C, 0xB0, 0xBC, 0x33,                               /* TSTAMP[36]=0x32fb1f870 */
    0x08, 0x14, 0x00, 0x1D, 0x03, /* Ownership FORMAT[2]=3 PRV[2]=1 V[1]=0 CONTEXT[1]=0 TSTAMP=0 */
    0x08, 0x14, 0x00, 0x98, 0x68, 0x35, 0x03, /* FORMAT=2 PRV=1 V=0 CONTEXT[13]=0x6b5 TSTAMP=0 */
    0xFF,                                     /* idle */
    0x10, 0x14, 0x00, 0x60, 0x05, 0x14, 0x5C, 0x0D, 0x0F, /* IndirectBranch 0x16 0x35c5 TSTAMP=3 */
    0x10, 0x14, 0x00, 0x70, 0x05, 0x1C, 0x4D, 0x03,       /* IndirectBranch 0x17 0x4c7 */
    0x10, 0x14, 0x00, 0xE1, 0x3C, 0x78, 0x79, 0x03,       /* IndirectBranch 0xe 0x1e78f */
    0x0C, 0x14, 0x00, 0x41, 0x07,                         /* DirectBranch 0x10 TSTAMP=1 */
};

/* Fields as the guide lists them. F-ADDR 0xffffffffc05b1f1a is 0xffffffff80b63e34 in the listing of
 * perf script: rvtrace_poll_bit+0x38. */
static void the_sample_of_the_k3_decodes(void **state)
{
    static const struct {
        uint64_t offset;
        unsigned tcode, field;
        uint64_t value, stamp;
    } expected[] = {
        {0, 9, NEXUS_F_ADDR, 0xffffffff80b63e34 >> 1, 0x32fb1f870},
        {21, 2, NEXUS_F_PROCESS, 3 | 1 << 2 | 0 << 4 | 0 << 5, 0},
        {26, 2, NEXUS_F_PROCESS, 2 | 1 << 2 | 0 << 4 | 0x6b5 << 5, 0},
        {34, 4, NEXUS_F_ADDR, 0x35c5, 3},
        {43, 4, NEXUS_F_ADDR, 0x4c7, 0},
        {51, 4, NEXUS_F_ADDR, 0x1e78f, 0},
        {59, 3, NEXUS_F_ICNT, 0x10, 1},
    };
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    (void)state;
    nexus_cfg_init(&cfg);
    nexus_cfg_set_profile(&cfg, NEXUS_PROFILE_SPACEMIT_K3);
    assert_int_equal(cfg.src_bits, 12);
    assert_true(cfg.timestamps);
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, k3_sample, sizeof k3_sample), NEXUS_OK);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(nexus_msg_next(&d, &m), NEXUS_OK);
        assert_int_equal(m.offset, expected[i].offset);
        assert_int_equal(m.tcode, expected[i].tcode);
        assert_int_equal(m.src, 5);
        assert_true(m.value[expected[i].field] == expected[i].value);
        assert_true(m.value[NEXUS_F_TSTAMP] == expected[i].stamp);
    }
    assert_int_equal(nexus_msg_next(&d, &m), NEXUS_ERR_END);
}

/* What is no copy of bit 62, or longer than the K3 sends, is too wide there too; and everywhere
 * else. F-ADDR is bytes 4 to 14: bits 60 to 65 are in byte 14. */
static void only_copies_of_the_top_bit_may_be_above_it(void **state)
{
    static const struct {
        enum nexus_profile profile;
        uint8_t top; /* bits 60 to 65 */
        int status;
    } c[] = {
        {NEXUS_PROFILE_SPACEMIT_K3, 0x0F, NEXUS_OK},           /* 64 bits */
        {NEXUS_PROFILE_SPACEMIT_K3, 0x3F, NEXUS_OK},           /* 66 */
        {NEXUS_PROFILE_SPACEMIT_K3, 0x07, NEXUS_OK},           /* 63, as the specification has it */
        {NEXUS_PROFILE_SPACEMIT_K3, 0x0B, NEXUS_ERR_OVERSIZE}, /* bit 62 is 0 */
        {NEXUS_PROFILE_SPACEMIT_K3, 0x17, NEXUS_ERR_OVERSIZE}, /* bit 63 is 0 */
        {NEXUS_PROFILE_1_0, 0x0F, NEXUS_ERR_OVERSIZE},
        {NEXUS_PROFILE_SIFIVE_0X, 0x3F, NEXUS_ERR_OVERSIZE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof c / sizeof c[0]; i++) {
        uint8_t bytes[21];
        struct nexus_stream_cfg cfg;
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        memcpy(bytes, k3_sample, sizeof bytes);
        bytes[14] = (uint8_t)(c[i].top << 2 | 1);
        nexus_cfg_init(&cfg);
        nexus_cfg_set_profile(&cfg, c[i].profile);
        cfg.src_bits = 12;
        cfg.timestamps = true;
        assert_int_equal(nexus_msg_decoder_init(&d, &cfg, bytes, sizeof bytes), NEXUS_OK);
        assert_int_equal(nexus_msg_next(&d, &m), c[i].status);
        if (c[i].status == NEXUS_OK) {
            assert_true(m.value[NEXUS_F_ADDR] == 0xffffffff80b63e34 >> 1);
        }
    }
}

/* 1023 calls deep, and back; one more call than that, and the last return has nowhere to go.
 * Half-words: 4 for each call and its branch; then a return for each call, and one more, which is
 * reported. */
static void returns_are_known_1023_deep(void **state)
{
    (void)state;
    for (unsigned calls = 1023; calls <= 1024; calls++) {
        fx.cfg.implicit_return = true;
        fx.cfg.return_mode = NEXUS_RETURN_FULL;
        fx_restart(&fx);
        /* 0x600: jal ra, 0x608; 0x604: c.jr ra.  0x608: bne 0x600; c.jr ra. */
        fx_op(&fx, fx_jal(&fx, 0x600, 1, 0x608), OP_C_RET);
        fx_op(&fx, fx_branch(&fx, 0x608, 0x600), OP_C_RET);
        fx_push(&fx, fx_sync(5, 0, 0x600));
        /* each call: jal, then the branch back, taken, but for the last one */
        fx_push(&fx, fx_full(9, calls - 1));
        /* the last call goes on to its c.jr ra; every return leads to the c.jr ra at 0x604 */
        fx_push(&fx, fx_full(8, 1));
        fx_push(&fx, fx_indirect_hist(0, 4 * calls + calls + 1, 0, 1));
        assert_int_equal(fx.flow.errors, calls == 1023 ? 0 : 1);
        assert_int_equal(fx.flow.insns, 2 * calls + 1023 + (calls == 1023));
    }
}

/* Decode one message, encode it again to the same bytes, and return it. */
static struct nexus_msg there_and_back(const uint8_t *bytes, size_t size)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    uint8_t again[32];
    nexus_cfg_init(&cfg);
    nexus_cfg_set_profile(&cfg, NEXUS_PROFILE_SIFIVE_0X);
    cfg.timestamps = true;
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, bytes, size), NEXUS_OK);
    assert_int_equal(nexus_msg_next(&d, &m), NEXUS_OK);
    assert_int_equal(m.length, size);
    assert_int_equal(nexus_msg_encode(&cfg, &m, again, sizeof again), (int)size);
    assert_memory_equal(again, bytes, size);
    return m;
}

/* InCircuitTrace: CKSRC of 4 bits, CKDF of 2, then CKDF + 1 CKDATA; the Sync form has no SYNC.
 * Bytes: MDO in bits 7:2, MSEO in bits 1:0. */
static void events_have_a_source_and_one_ckdata_more_than_ckdf(void **state)
{
    const uint8_t one[] = {34 << 2, 9 << 2, 5 << 2 | 3};
    const uint8_t two[] = {34 << 2, (1 << 4 | 14) << 2, 3 << 2, 1 << 2 | 1, 2 << 2 | 3};
    const uint8_t sync[] = {35 << 2, (1 << 4 | 2) << 2, 7 << 2 | 1, 2 << 2 | 1, 6 << 2 | 3};
    (void)state;
    struct nexus_msg m = there_and_back(one, sizeof one);
    assert_int_equal(m.value[NEXUS_F_CKSRC], 9);
    assert_int_equal(m.value[NEXUS_F_DATA], 5);
    assert_false(nexus_msg_has(&m, NEXUS_F_DATA1));
    m = there_and_back(two, sizeof two);
    assert_int_equal(m.value[NEXUS_F_CKSRC], 14);
    assert_int_equal(m.value[NEXUS_F_DATA], 3 | 1 << 6);
    assert_int_equal(m.value[NEXUS_F_DATA1], 2);
    m = there_and_back(sync, sizeof sync);
    assert_false(nexus_msg_has(&m, NEXUS_F_SYNC));
    assert_int_equal(m.value[NEXUS_F_CKSRC], 2);
    assert_int_equal(m.value[NEXUS_F_DATA], 7);
    assert_int_equal(m.value[NEXUS_F_DATA1], 2);
    assert_int_equal(m.value[NEXUS_F_TSTAMP], 6);
}

/* DataAcquisition: IDTAG of variable length. */
static void idtag_ends_where_it_ends(void **state)
{
    const uint8_t small[] = {7 << 2, 0 << 2 | 1, 3 << 2, 1 << 2 | 3};
    const uint8_t large[] = {7 << 2, 1 << 2, 2 << 2, 3 << 2 | 1, 5 << 2 | 1, 4 << 2 | 3};
    (void)state;
    struct nexus_msg m = there_and_back(small, sizeof small);
    assert_int_equal(m.value[NEXUS_F_IDTAG], 0);
    assert_int_equal(m.value[NEXUS_F_DATA], 3 | 1 << 6);
    m = there_and_back(large, sizeof large);
    assert_int_equal(m.value[NEXUS_F_IDTAG], 1 | 2 << 6 | 3 << 12);
    assert_int_equal(m.value[NEXUS_F_DATA], 5);
    assert_int_equal(m.value[NEXUS_F_TSTAMP], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_have_a_source_and_one_ckdata_more_than_ckdf),
        cmocka_unit_test(idtag_ends_where_it_ends),
        cmocka_unit_test_setup(counts_of_branches_lead_through_the_code, setup),
        cmocka_unit_test_setup(counts_and_history_follow_each_other, setup),
        cmocka_unit_test_setup(a_count_of_zero_is_nothing, setup),
        cmocka_unit_test_setup(an_absurd_count_is_an_error, setup),
        cmocka_unit_test_setup(other_codes_are_errors, setup),
        cmocka_unit_test_setup(times_are_differences_by_xor, setup),
        cmocka_unit_test_setup(a_branch_after_a_full_history_comes_again, setup),
        cmocka_unit_test_setup(other_branches_without_a_bit_are_errors, setup),
        cmocka_unit_test_setup(counts_come_as_bytes, setup),
        cmocka_unit_test_setup(the_profile_has_a_name_and_a_deep_stack, setup),
        cmocka_unit_test(the_sample_of_the_k3_decodes),
        cmocka_unit_test(only_copies_of_the_top_bit_may_be_above_it),
        cmocka_unit_test_setup(returns_are_known_1023_deep, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
