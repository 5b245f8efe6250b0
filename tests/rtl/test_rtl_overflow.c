/* SPDX-License-Identifier: Apache-2.0 */
/* Overflow of the encoder in SystemVerilog: its messages differ from the model's, since its queue
 * is another, but what they say is true, every gap is announced, and it begins and ends as the hart
 * did. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_flow.h"
#include "random_hart.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_typ, rtl_encoder_full, rtl_encoder_dual;

enum {
    MAX_PCS = 1 << 17,
    MAX_GAPS = 1 << 12,
};

static struct rh_hart hart;
static uint64_t truth[MAX_PCS], got[MAX_PCS];
static unsigned ntruth, ngot, gaps, cut[MAX_GAPS]; /* cut: indices of got[] where a gap begins */

static void steps(struct rig_script *s, const struct rtl_encoder_kind *kind, unsigned n,
                  unsigned refuse)
{
    for (unsigned i = 0; i < n; i++) {
        struct rh_step step;
        rh_step(&hart, &step);
        struct ingress_cycle second = step.in;
        bool two = step.in.nblocks > kind->blocks;
        step.in.nblocks = two ? (uint8_t)kind->blocks : step.in.nblocks;
        rig_record(s, &step.in);
        s->step[s->n - 1].refuse = rh_below(&hart.rng, 100) < refuse;
        if (two) {
            second.nblocks = (uint8_t)(second.nblocks - kind->blocks);
            memmove(second.block, second.block + kind->blocks,
                    second.nblocks * sizeof second.block[0]);
            second.ctype = 0;
            rig_record(s, &second);
        }
        for (unsigned k = 0; k < step.count; k++) {
            assert_true(ntruth < MAX_PCS);
            truth[ntruth++] = step.pc[k];
        }
    }
}

/* A burst that the link is too slow for, then time to recover, some times; the end is quiet. */
static void make_script(struct rig_script *s, const struct rtl_encoder_kind *kind,
                        const struct trm_encoder_cfg *cfg, uint64_t seed)
{
    struct rh_cfg rc = {
        .base = 0x80000000u,
        .xlen = cfg->xlen,
        .itype_width = cfg->itype_width,
        .max_block = 1 + (unsigned)seed % 5,
        .trap_one_in = 30,
        .branch_bias = 4,
        .context_one_in = seed % 3 == 0 ? 40 : 0,
        .max_blocks = kind->blocks,
    };
    uint32_t mode = seed % 2 == 0 ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    uint32_t features =
        seed % 3 == 0
            ? 0
            : TR_TE_INST_EN_REPEATED_HISTORY_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                  TR_TE_INST_IMPLICIT_RETURN_MODE_FULL << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT;
    rh_init(&hart, &rc, seed);
    ntruth = 0;
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_idle(s, 3);
    rig_write(s, TR_TE_INST_FEATURES_OFFSET, features);
    rig_idle(s, 3);
    rig_write(s, TR_TE_CONTROL_OFFSET,
              TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                  (seed % 3 == 0 ? TR_TE_CONTEXT_MASK : 0) | mode << TR_TE_INST_MODE_SHIFT);
    rig_idle(s, 6);
    for (unsigned burst = 0; burst < 6; burst++) {
        steps(s, kind, 400, 40 + rh_below(&hart.rng, 61));
        rig_idle(s, 10 + rh_below(&hart.rng, 300));
    }
    rig_idle(s, 500);
    steps(s, kind, 20, 0);
    rig_idle(s, 200);
}

static void decode(const struct rig_result *r)
{
    struct flow_region region = {hart.cfg.base, sizeof hart.code, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    static struct nexus_decoder d;
    struct flow_elem e;
    int status;
    flow_code_init_image(&code, nexus_cfg_isa(&r->stream), &image);
    assert_int_equal(nexus_decoder_init(&d, &r->stream, &code, r->rtl, r->rtl_n), NEXUS_OK);
    ngot = 0;
    gaps = 0;
    while ((status = nexus_decoder_next(&d, &e)) == NEXUS_OK) {
        struct flow_range_iter it;
        const struct flow_insn *insn;
        assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
        assert_int_not_equal(e.type, FLOW_ELEM_ADDR_NACC);
        if (e.type == FLOW_ELEM_LOST) {
            assert_true(gaps < MAX_GAPS);
            cut[gaps++] = ngot;
        }
        if (e.type == FLOW_ELEM_RANGE) {
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
                assert_true(ngot < MAX_PCS);
                got[ngot++] = it.where.pc;
            }
        }
    }
    assert_int_equal(status, NEXUS_ERR_END);
}

/* Every piece between two gaps was executed, in this order; the first piece begins with the first
 * instruction, the last one ends with the last. */
static void expect_truth(void)
{
    unsigned at = 0, from = 0;
    for (unsigned g = 0; g <= gaps; g++) {
        unsigned to = g < gaps ? cut[g] : ngot;
        if (g == gaps && g != 0) {
            assert_true(ntruth - at >= to - from);
            at = ntruth - (to - from);
        }
        while (at + (to - from) > ntruth ||
               memcmp(got + from, truth + at, (to - from) * sizeof *got)) {
            assert_true(g != 0 && g != gaps);
            at++;
            assert_true(at < ntruth);
        }
        at += to - from;
        from = to;
    }
    assert_int_equal(at, ntruth);
}

/* Holds TCI-COMP-017 TCI-COMP-018 TCI-TE-017 NT-ERR-001 NT-ERR-002 NT-ERR-004 NT-ERR-009 NT-ERR-011
 * NT-SYN-010 NT-MSG-007 NT-NEX-001 */
static void lost_and_told(void **state)
{
    (void)state;
    static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_typ, &rtl_encoder_full,
                                                           &rtl_encoder_dual};
    struct rig_script s = {.n = 0};
    unsigned with_gaps = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed % 3];
        struct trm_encoder_cfg cfg;
        struct rig_result r;
        kind->cfg(&cfg);
        make_script(&s, kind, &cfg, seed);
        rig_run(kind, &cfg, &s, false, &r);
        assert_string_equal(r.why, "");
        decode(&r);
        assert_int_equal(r.loss, gaps != 0);
        expect_truth();
        with_gaps += gaps > 1 ? 1 : 0;
    }
    assert_true(with_gaps > 15);
    rig_script_free(&s);
}

/* --- trTeInstStallOrOverflow --- */

static uint32_t status_bit(void)
{
    return rig_get_rtl(TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK;
}

/* Indirect jumps to ever new addresses, the link refusing, until the bit is there. */
static void until_trouble(struct rig_result *r)
{
    struct ingress_cycle in = {.nblocks = 1, .priv = INGRESS_PRIV_M};
    in.block[0] = (struct ingress_block){.iretire = 2, .ilastsize = 1, .itype = 14};
    uint64_t before = r->stalls;
    for (unsigned i = 0; i < 400 && r->stalls == before; i++) {
        in.block[0].iaddr = UINT64_C(0x9E3779B97F4A7C15) * i & ~UINT64_C(1);
        rig_clock(&in, false);
    }
}

static void clear_status(const struct rtl_encoder_kind *kind, uint32_t more)
{
    const uint32_t on = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                        TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT | more;
    static struct rig_result r;
    struct trm_encoder_cfg cfg;
    kind->cfg(&cfg);
    rig_begin(kind, &cfg, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_CONTROL_OFFSET, on);
    rig_clock(NULL, true);
    assert_int_equal(status_bit(), 0);
    until_trouble(&r);
    assert_int_equal(r.stalls != 0, more != 0);
    assert_int_not_equal(status_bit(), 0);
    for (unsigned i = 0; i < 300; i++) {
        rig_clock(NULL, true);
    }
    rig_set(TR_TE_CONTROL_OFFSET, on);
    assert_int_not_equal(status_bit(), 0); /* writing 0 changes nothing */
    rig_set(TR_TE_CONTROL_OFFSET, on | TR_TE_INST_STALL_OR_OVERFLOW_MASK);
    assert_int_equal(status_bit(), 0);
    until_trouble(&r);
    assert_int_not_equal(status_bit(), 0);
    rig_set(TR_TE_CONTROL_OFFSET, on & ~(uint32_t)TR_TE_ENABLE_MASK);
    assert_int_not_equal(status_bit(), 0);
    rig_set(TR_TE_CONTROL_OFFSET, on); /* trTeEnable becomes 1 */
    assert_int_equal(status_bit(), 0);
    until_trouble(&r);
    rig_set(TR_TE_CONTROL_OFFSET, 0);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    assert_int_equal(status_bit(), 0);
    rig_end(false);
}

/* Holds TCI-GEN-001 TCI-TE-013..016 NT-CTL-009 */
static void what_sets_and_clears_the_status(void **state)
{
    (void)state;
    clear_status(&rtl_encoder_full, 0);
    clear_status(&rtl_encoder_full, TR_TE_INST_STALL_ENA_MASK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_and_told),
        cmocka_unit_test(what_sets_and_clears_the_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
