/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder with E-Trace, alone and beside N-Trace, sends what the model sends, byte for byte:
 * random programs and meaningless ingress, every option, sidebands, triggers, synchronization,
 * changes of registers and of the protocol. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_etone, rtl_encoder_etsml, rtl_encoder_ntet;

static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_etone, &rtl_encoder_etsml,
                                                       &rtl_encoder_ntet};

enum {
    KINDS = sizeof kinds / sizeof kinds[0]
};

static uint32_t random_features(struct rh_rng *rng)
{
    uint32_t f = rh_next(rng) & 0x0FFF0FFFu;
    return f | rh_below(rng, 13) << TR_TE_SRC_BITS_SHIFT;
}

static uint32_t random_control(struct rh_rng *rng)
{
    uint32_t c = rh_next(rng) & (TR_TE_CONTEXT_MASK | TR_TE_INST_TRIG_ENABLE_MASK |
                                 TR_TE_INHIBIT_SRC_MASK | TR_TE_INST_SYNC_MODE_MASK);
    return c | TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
           TR_TE_INST_STALL_ENA_MASK | rh_below(rng, 4) << TR_TE_INST_SYNC_MAX_SHIFT;
}

static uint32_t random_ts(struct rh_rng *rng)
{
    return rh_chance(rng, 2) ? 0
                             : TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                                   rh_below(rng, 5) << TR_TS_MODE_SHIFT;
}

struct noise {
    unsigned special, write, sync, idle, refuse; /* one in that many, 0: never; refuse: percent */
    uint32_t control;
    unsigned side;
    bool features; /* change too */
};

/* Sidebands and triggers on top of a record. */
static void disturb(struct noise *n, struct rh_rng *rng, struct ingress_cycle *in, bool triggers)
{
    if (n->special != 0 && rh_chance(rng, n->special)) {
        n->side = rh_chance(rng, 2) ? 0 : 1u << rh_below(rng, 3);
    } else if (n->side != 0 && rh_chance(rng, 3)) {
        n->side = 0;
    }
    if (n->special != 0 && triggers && rh_chance(rng, n->special)) {
        in->trigger = (uint16_t)rh_below(rng, 8);
        in->ext_trig = (uint8_t)rh_below(rng, 4);
    }
    in->halted = (n->side & 1u) != 0;
    in->reset = (n->side & 2u) != 0;
    in->lowpower = (n->side & 4u) != 0;
}

static void write_some(struct noise *n, struct rh_rng *rng, struct rig_step *step)
{
    step->has_write = true;
    if (n->features && rh_chance(rng, 3)) {
        step->offset = TR_TE_INST_FEATURES_OFFSET;
        step->value = random_features(rng);
        return;
    }
    static const uint32_t flips[] = {TR_TE_ENABLE_MASK, TR_TE_INST_TRACING_MASK,
                                     TR_TE_INST_TRACING_MASK, TR_TE_INHIBIT_SRC_MASK};
    n->control ^= flips[rh_below(rng, 4)];
    step->offset = TR_TE_CONTROL_OFFSET;
    step->value = n->control;
}

static void setup(struct rig_script *s, struct rh_rng *rng, uint32_t control, uint32_t features)
{
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TE_INST_FEATURES_OFFSET, features);
    rig_write(s, TR_TS_CONTROL_OFFSET, random_ts(rng));
    rig_write(s, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_TRIG_DBG_CONTROL_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(s, 6);
}

static void hart_script(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                        struct rig_script *s, uint64_t seed, unsigned steps)
{
    static struct rh_hart hart;
    struct rh_rng rng;
    rh_seed(&rng, seed);
    struct rh_cfg rc = {
        .base = 0x80000000u,
        .xlen = cfg->xlen,
        .itype_width = cfg->itype_width,
        .max_block = 1 + rh_below(&rng, 12),
        .trap_one_in = 10 + rh_below(&rng, 40),
        .branch_bias = 2 + rh_below(&rng, 30),
        .indirect_bias = 1 + rh_below(&rng, 10),
        .context_one_in = rh_chance(&rng, 2) ? 0 : 30,
        .max_blocks = kind->blocks,
        .well_behaved = rh_chance(&rng, 2),
    };
    struct noise n = {.control = random_control(&rng), .features = rh_chance(&rng, 2)};
    rh_init(&hart, &rc, seed);
    n.special = rh_chance(&rng, 2) ? 0 : 5 + rh_below(&rng, 40);
    n.write = rh_chance(&rng, 2) ? 0 : 5 + rh_below(&rng, 60);
    n.sync = rh_chance(&rng, 2) ? 0 : 5 + rh_below(&rng, 100);
    n.idle = rh_below(&rng, 4);
    n.refuse = rh_chance(&rng, 2) ? 0 : rh_below(&rng, 95);
    uint32_t features = random_features(&rng);
    setup(s, &rng, n.control, features);
    for (unsigned i = 0; i < steps; i++) {
        struct rh_step step;
        rh_step(&hart, &step);
        for (unsigned k = 0; k < step.in.nblocks; k += kind->blocks) {
            struct ingress_cycle in = step.in;
            in.nblocks =
                (uint8_t)(step.in.nblocks - k < kind->blocks ? step.in.nblocks - k : kind->blocks);
            memmove(in.block, step.in.block + k, in.nblocks * sizeof in.block[0]);
            in.ctype = k == 0 ? in.ctype : 0;
            disturb(&n, &rng, &in, cfg->triggers);
            rig_record(s, &in);
        }
        struct rig_step *last = &s->step[s->n - 1];
        last->sync = n.sync != 0 && rh_chance(&rng, n.sync);
        last->flush = n.sync != 0 && rh_chance(&rng, n.sync);
        bool was_on = (n.control & TR_TE_ENABLE_MASK) != 0;
        if (n.write != 0 && rh_chance(&rng, n.write)) {
            write_some(&n, &rng, last);
        }
        /* No record is refused while trTeEnable is 0, so a full queue would lose one, and with it
         * the time that the next support packet states. */
        if ((n.control & TR_TE_ENABLE_MASK) == 0) {
            rig_idle(s, was_on ? 100 : 3);
        }
        rig_idle(s, n.idle != 0 && rh_chance(&rng, 3) ? rh_below(&rng, 3 * n.idle) : 0);
        s->step[s->n - 1].refuse = rh_below(&rng, 100) < n.refuse;
    }
}

static void random_programs(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    uint64_t bytes = 0;
    for (uint64_t seed = 0; seed < rig_seeds(300); seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed % KINDS];
        kind->cfg(&cfg);
        hart_script(kind, &cfg, &s, seed, 800);
        (void)rig_check(kind, &cfg, &s, seed);
        bytes += rig_last()->rtl_n;
    }
    assert_true(bytes > 100000);
    rig_script_free(&s);
}

/* trTeFormat changes between two runs of a program, and not while the encoder is enabled. */
static void protocols_in_turn(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    struct rig_script s = {.n = 0}, all = {.n = 0};
    const struct rtl_encoder_kind *kind = &rtl_encoder_ntet;
    kind->cfg(&cfg);
    for (unsigned turn = 0; turn < 6; turn++) {
        uint32_t control = TR_TE_ACTIVE_MASK | TR_TE_INST_STALL_ENA_MASK |
                           TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT |
                           (turn % 2) << TR_TE_FORMAT_SHIFT;
        uint32_t on = control | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
        rig_write(&all, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_write(&all, TR_TE_INST_FEATURES_OFFSET, 0x0FFF0FFFu);
        rig_write(&all, TR_TE_CONTROL_OFFSET, control);
        rig_write(&all, TR_TE_INST_FEATURES_OFFSET, 0x00100111u);
        rig_write(&all, TR_TE_CONTROL_OFFSET, on);
        hart_script(kind, &cfg, &s, 3 + turn, 100);
        for (size_t i = 0; i < s.n; i++) {
            if (s.step[i].has_record) {
                rig_record(&all, &s.step[i].record);
            }
        }
        rig_write(&all, TR_TE_CONTROL_OFFSET, on ^ (UINT32_C(1) << TR_TE_FORMAT_SHIFT));
        rig_idle(&all, 200);
        rig_write(&all, TR_TE_CONTROL_OFFSET, control);
        rig_idle(&all, 200);
    }
    (void)rig_check(kind, &cfg, &all, 0);
    assert_true(rig_last()->rtl_n > 1000);
    rig_script_free(&s);
    rig_script_free(&all);
}

static void write_with(struct rig_script *s, size_t step, uint32_t value)
{
    s->step[step].has_write = true;
    s->step[step].offset = TR_TE_CONTROL_OFFSET;
    s->step[step].value = value;
}

/* A hart that traces itself changes trTeFormat while it runs: records are in the queue that came
 * with the other protocol. */
static void switched_while_the_hart_runs(void **state)
{
    (void)state;
    struct trm_encoder_cfg cfg;
    struct rig_script s = {.n = 0};
    const struct rtl_encoder_kind *kind = &rtl_encoder_ntet;
    kind->cfg(&cfg);
    for (unsigned k = 0; k < 24; k++) {
        const uint32_t etrace = TR_TE_ACTIVE_MASK | TR_TE_INST_STALL_ENA_MASK;
        const uint32_t ntrace = etrace | 1u << TR_TE_FORMAT_SHIFT;
        struct ingress_cycle in = {.nblocks = 1, .priv = 3};
        rig_script_clear(&s);
        rig_write(&s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_write(&s, TR_TE_CONTROL_OFFSET, ntrace);
        const size_t begin = s.n;
        for (unsigned i = 0; i < 80; i++) {
            in.block[0] = (struct ingress_block){.iaddr = 0x80000000u + 4 * i,
                                                 .iretire = 2,
                                                 .ilastsize = 1,
                                                 .itype = i % 5 == 4 ? INGRESS_ITYPE_NOT_TAKEN : 0};
            rig_record(&s, &in);
        }
        write_with(&s, begin + 8 + k % 12, etrace);
        write_with(&s, begin + 30 + k % 7, etrace | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK);
        rig_idle(&s, 200);
        rig_write(&s, TR_TE_CONTROL_OFFSET, k < 12 ? etrace : ntrace);
        rig_idle(&s, 200);
        (void)rig_check(kind, &cfg, &s, k);
        assert_true(rig_last()->rtl_n > 10);
    }
    rig_script_free(&s);
}

/* Twelve instructions; the record after `idle` cycles stops tracing, while trTeControl,
 * written some cycles before, turns it on again. */
static void stop_and_write(struct rig_script *s, unsigned idle, unsigned written)
{
    uint32_t control = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                       TR_TE_INST_STALL_ENA_MASK | TR_TE_INST_TRIG_ENABLE_MASK;
    struct ingress_cycle in = {.nblocks = 1, .priv = 3};
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TS_CONTROL_OFFSET,
              TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK | 1u << TR_TS_MODE_SHIFT);
    rig_write(s, TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX);
    rig_write(s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(s, 6);
    for (unsigned i = 0; i < 12; i++) {
        in.block[0] =
            (struct ingress_block){.iaddr = 0x80000000u + 4 * i, .iretire = 2, .ilastsize = 1};
        in.trigger = i == 6 ? INGRESS_TRIGGER_OFF : 0;
        rig_idle(s, i == 6 ? idle : 0);
        rig_record(s, &in);
    }
    for (size_t i = 0; i < s->n; i++) {
        if (s->step[i].has_record && s->step[i].record.trigger != 0) {
            struct rig_step *step = &s->step[i - written];
            step->has_write = true;
            step->offset = TR_TE_CONTROL_OFFSET;
            step->value = control;
            break;
        }
    }
}

/* The region ends in front of the next record, with the time of that one. */
static void written_while_a_trigger_stops(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    for (unsigned k = 0; k < 16 * KINDS; k++) {
        const struct rtl_encoder_kind *kind = kinds[k % KINDS];
        struct trm_encoder_cfg cfg;
        kind->cfg(&cfg);
        stop_and_write(&s, k / KINDS % 4, k / KINDS / 4);
        (void)rig_check(kind, &cfg, &s, k);
        assert_true(rig_last()->rtl_n > (cfg.triggers && cfg.ts_modes != 0 ? 30u : 8u));
    }
    rig_script_free(&s);
}

/* Traps, each of which makes several packets; the last record but one stops tracing, and a flush
 * begins around it. Each record comes one cycle after the one before. */
static void stop_and_flush(struct rig_script *s, unsigned traps, unsigned at, bool refuse)
{
    struct ingress_cycle in = {.nblocks = 1, .priv = 3};
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TE_CONTROL_OFFSET,
              TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                  TR_TE_INST_STALL_ENA_MASK | TR_TE_INST_TRIG_ENABLE_MASK);
    rig_idle(s, 6);
    const size_t first = s->n;
    for (unsigned i = 0; i < traps + 2; i++) {
        in.block[0] = (struct ingress_block){.iaddr = 0x80000000u + 64 * i,
                                             .iretire = 2,
                                             .ilastsize = 1,
                                             .itype = i < traps ? INGRESS_ITYPE_EXCEPTION : 0};
        in.trigger = i == traps ? INGRESS_TRIGGER_OFF : 0;
        rig_record(s, &in);
    }
    for (size_t i = first; refuse && i < s->n; i++) {
        s->step[i].refuse = true;
    }
    s->step[first + at].flush = true;
}

/* A flush that begins while a trigger is about to stop tracing, with the next record waiting
 * already: the region ends, and the flush is answered. */
static void flushed_while_a_trigger_stops(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    for (unsigned k = 0; k < KINDS; k++) {
        struct trm_encoder_cfg cfg;
        kinds[k]->cfg(&cfg);
        for (unsigned traps = 1; traps < 8; traps++) {
            for (unsigned at = 0; at < 2 * (traps + 2); at++) {
                stop_and_flush(&s, traps, at / 2, at % 2 != 0);
                (void)rig_check(kinds[k], &cfg, &s, 100 * traps + at);
                assert_true(rig_last()->flushes == 1);
            }
        }
    }
    rig_script_free(&s);
}

/* E-Trace: trTeInstMode reads 7, trTeProtocolMajor 0, what only N-Trace has 0. */
static void registers_of_each_protocol(void **state)
{
    (void)state;
    for (unsigned k = 0; k < KINDS; k++) {
        struct trm_encoder_cfg cfg;
        struct rig_result r;
        kinds[k]->cfg(&cfg);
        rig_begin(kinds[k], &cfg, &r);
        rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_set(TR_TE_CONTROL_OFFSET,
                TR_TE_ACTIVE_MASK | TR_TE_CONTEXT_MASK | 3u << TR_TE_INST_MODE_SHIFT);
        rig_set(TR_TE_INST_FEATURES_OFFSET, UINT32_MAX);
        rig_set(TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0x22222222u);
        rig_set(TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX);
        uint32_t control = rig_get_rtl(TR_TE_CONTROL_OFFSET);
        uint32_t features = rig_get_rtl(TR_TE_INST_FEATURES_OFFSET);
        assert_int_equal(control & (TR_TE_FORMAT_MASK | TR_TE_CONTEXT_MASK), 0);
        assert_int_equal((control & TR_TE_INST_MODE_MASK) >> TR_TE_INST_MODE_SHIFT, 7);
        assert_int_equal(rig_get_rtl(TR_TE_IMPL_OFFSET) & TR_TE_PROTOCOL_MAJOR_MASK, 0);
        assert_int_equal(
            features & (TR_TE_INST_IMPLICIT_RETURN_MODE_MASK | TR_TE_INST_EN_REPEATED_HISTORY_MASK |
                        TR_TE_INST_EN_ALL_JUMPS_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK),
            0);
        assert_int_equal(rig_get_rtl(TR_TE_TRIG_EXT_IN_CONTROL_OFFSET), 0);
        assert_int_equal(rig_get_rtl(TR_TE_TRIG_DBG_CONTROL_OFFSET), 0);
        rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | 1u << TR_TE_FORMAT_SHIFT);
        control = rig_get_rtl(TR_TE_CONTROL_OFFSET);
        assert_int_equal((control & TR_TE_FORMAT_MASK) >> TR_TE_FORMAT_SHIFT, cfg.ntrace ? 1 : 0);
        rig_end(true);
        assert_true(r.equal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_of_each_protocol),
        cmocka_unit_test(protocols_in_turn),
        cmocka_unit_test(switched_while_the_hart_runs),
        cmocka_unit_test(written_while_a_trigger_stops),
        cmocka_unit_test(flushed_while_a_trigger_stops),
        cmocka_unit_test(random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
