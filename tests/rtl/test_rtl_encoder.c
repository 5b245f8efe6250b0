/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder in SystemVerilog sends what the model sends, byte for byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "msg_rules.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rig_tally.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_typ, rtl_encoder_full,
    rtl_encoder_dual, rtl_encoder_short, rtl_encoder_tiny, rtl_encoder_deep;

static const struct rtl_encoder_kind *const kinds[] = {
    &rtl_encoder_min,   &rtl_encoder_typ,  &rtl_encoder_full, &rtl_encoder_dual,
    &rtl_encoder_short, &rtl_encoder_tiny, &rtl_encoder_deep};

enum {
    ALL_KINDS = sizeof kinds / sizeof kinds[0],
    KINDS = ALL_KINDS - 2, /* with blocks as long as programs have them */
};

/* --- random settings --- */

static uint32_t random_features(struct rh_rng *rng)
{
    uint32_t f =
        rh_next(rng) &
        (TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
         TR_TE_INST_IMPLICIT_RETURN_MODE_MASK | TR_TE_INST_EN_REPEATED_HISTORY_MASK |
         TR_TE_INST_EN_ALL_JUMPS_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK | TR_TE_SRC_ID_MASK);
    return f | rh_below(rng, 13) << TR_TE_SRC_BITS_SHIFT;
}

static uint32_t random_control(struct rh_rng *rng)
{
    uint32_t mode = rh_chance(rng, 2) ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    uint32_t c = rh_next(rng) & (TR_TE_CONTEXT_MASK | TR_TE_INST_TRIG_ENABLE_MASK |
                                 TR_TE_INHIBIT_SRC_MASK | TR_TE_INST_SYNC_MODE_MASK);
    if (rh_chance(rng, 2)) {
        c &= ~(uint32_t)TR_TE_INST_SYNC_MODE_MASK;
    }
    return c | TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
           mode << TR_TE_INST_MODE_SHIFT | rh_below(rng, 5) << TR_TE_INST_SYNC_MAX_SHIFT |
           TR_TE_INST_STALL_ENA_MASK;
}

static uint32_t random_ts(struct rh_rng *rng)
{
    uint32_t mode = rh_below(rng, 5);
    return TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK | mode << TR_TS_MODE_SHIFT |
           rh_below(rng, 4) << TR_TS_PRESCALE_SHIFT |
           (rh_chance(rng, 2) ? TR_TS_RUN_IN_DEBUG_MASK : 0u);
}

static void setup(struct rig_script *s, struct rh_rng *rng, uint32_t control, bool features)
{
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TE_INST_FEATURES_OFFSET, features ? random_features(rng) : 0);
    rig_write(s, TR_TS_CONTROL_OFFSET, rh_chance(rng, 2) ? random_ts(rng) : 0);
    rig_write(s, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_TRIG_DBG_CONTROL_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(s, 6);
}

/* --- a hart that executes a random program --- */

/* A record with more blocks than the port has is two. */
static void split_record(struct rig_script *s, const struct ingress_cycle *in, unsigned blocks)
{
    struct ingress_cycle part = *in;
    for (unsigned at = 0; at == 0 || at < in->nblocks; at += blocks) {
        part.nblocks = (uint8_t)(in->nblocks - at < blocks ? in->nblocks - at : blocks);
        memmove(part.block, in->block + at, part.nblocks * sizeof in->block[0]);
        part.ctype = at == 0 ? in->ctype : 0;
        rig_record(s, &part);
    }
}

static void hart_script(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                        struct rig_script *s, uint64_t seed, bool plain, unsigned steps)
{
    static struct rh_hart hart;
    struct rh_rng rng;
    rh_seed(&rng, seed);
    struct rh_cfg rc = {
        .base = cfg->xlen == 64 && rh_chance(&rng, 2) ? UINT64_C(0xFFFFFFFF80000000) : 0x80000000u,
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
    rh_init(&hart, &rc, seed);
    uint32_t control = plain ? TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                                   TR_TE_INST_STALL_ENA_MASK |
                                   (seed % 2 == 0 ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM)
                                       << TR_TE_INST_MODE_SHIFT
                             : random_control(&rng);
    unsigned idle = rh_below(&rng, 4), refuse = rh_chance(&rng, 2) ? 0 : rh_below(&rng, 100);
    unsigned ask = plain || rh_chance(&rng, 2) ? 0 : 5 + rh_below(&rng, 200);
    setup(s, &rng, control, !plain);
    for (unsigned i = 0; i < steps; i++) {
        struct rh_step step;
        rh_step(&hart, &step);
        split_record(s, &step.in, kind->blocks);
        s->step[s->n - 1].sync = ask != 0 && rh_chance(&rng, ask);
        s->step[s->n - 1].flush = ask != 0 && rh_chance(&rng, ask);
        rig_idle(s, idle != 0 && rh_chance(&rng, 3) ? rh_below(&rng, 3 * idle) : 0);
        s->step[s->n - 1].refuse = rh_below(&rng, 100) < refuse;
    }
}

static void programs_plain(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (uint64_t seed = 0; seed < rig_seeds(40); seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed % KINDS];
        kind->cfg(&cfg);
        hart_script(kind, &cfg, &s, seed, true, 1500);
        (void)rig_check(kind, &cfg, &s, seed);
    }
    rig_script_free(&s);
}

/* Every message of N-Trace but Error, with SRC and TSTAMP: what the model sends by the same table
 * as the decoder, which tests/nexus states by hand. Holds NT-DEF-002..005 NT-TX-001..006
 * NT-TX-010..027 NT-TX-029 NT-TX-050 NT-MSG-001..006 NT-MSG-008..015 NT-MSG-018 NT-MSG-019
 * NT-MSG-022 NT-MSG-025 NT-MSG-029 NT-MSG-033 NT-MSG-036 NT-MSG-038 NT-MSG-039 NT-OWN-006..009
 * NT-DBR-003..006 NT-IBR-003..009 NT-PTS-001..008 NT-DBS-001..006 NT-IBS-001..007 NT-RFL-002..004
 * NT-RFL-006 NT-RFL-008..010 NT-IBH-001..007 NT-IHS-001..008 NT-RBR-001 NT-RBR-002 NT-RBR-005
 * NT-PTC-002 NT-PTC-003 NT-PTC-010..012 NT-TIM-005 NT-TIM-006 */
static void programs_with_everything(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    static const uint8_t all[] = {2, 3, 4, 9, 11, 12, 27, 28, 29, 30, 33}; /* TCODE */
    uint64_t sent = 0;
    for (uint64_t seed = 0; seed < rig_seeds(80); seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed % KINDS];
        kind->cfg(&cfg);
        hart_script(kind, &cfg, &s, seed, false, 1500);
        sent |= rig_check(kind, &cfg, &s, seed);
    }
    rig_script_free(&s);
    for (unsigned i = 0; i < sizeof all; i++) {
        assert_true((sent >> all[i] & 1u) != 0);
    }
}

/* --- meaningless ingress --- */

struct chaos {
    const struct rtl_encoder_kind *kind;
    struct rh_rng rng;
    unsigned busy;    /* percent of cycles with a record */
    unsigned branchy; /* percent of blocks that are branches, mostly after a pattern; 0: as usual */
    unsigned length;  /* of the pattern */
    uint32_t pattern, at;
    unsigned special; /* one record in this many has sidebands or triggers; 0: none */
    unsigned side;    /* sidebands now */
    uint64_t context;
    uint8_t priv;
};

/* Branches that fill HIST, and repeat: the next outcome of a pattern, now and then a wrong one. */
static uint8_t branch(struct chaos *c)
{
    c->at = (c->at + 1) % c->length;
    bool taken = ((c->pattern >> c->at) & 1u) != 0;
    if (rh_chance(&c->rng, 70)) {
        taken = !taken;
        c->length = 1 + rh_below(&c->rng, 8);
        c->pattern = rh_next(&c->rng);
        c->at = 0;
    }
    return taken ? INGRESS_ITYPE_TAKEN : INGRESS_ITYPE_NOT_TAKEN;
}

static struct ingress_block chaos_block(struct chaos *c)
{
    static const uint8_t usual[] = {0, 4, 4, 4, 5, 5, 5, 5, 3, 8, 9, 10, 12, 13, 13, 9};
    struct ingress_block b = {.iaddr = 0x80000000u + 2 * rh_below(&c->rng, 64)};
    if (rh_chance(&c->rng, 4)) {
        b.iaddr = (uint64_t)rh_next(&c->rng) << 32 | (rh_next(&c->rng) & ~1u);
    }
    b.ilastsize = (uint8_t)rh_below(&c->rng, 2);
    const uint32_t most = (1u << c->kind->retire_bits) - 1;
    b.iretire = 1 + rh_below(&c->rng, rh_chance(&c->rng, 20) || most < 6 ? most : 6);
    b.itype = rh_chance(&c->rng, 8) ? (uint8_t)rh_below(&c->rng, 16)
                                    : usual[rh_below(&c->rng, sizeof usual)];
    b.sijump = rh_chance(&c->rng, 4);
    if (rh_below(&c->rng, 100) < c->branchy) {
        b.itype = branch(c);
    } else if (rh_chance(&c->rng, 12)) {
        b.itype = (uint8_t)(1 + rh_below(&c->rng, 2));
        b.iretire = rh_chance(&c->rng, 2) ? 0 : b.iretire;
    }
    return b;
}

static struct ingress_cycle chaos_record(struct chaos *c, const struct trm_encoder_cfg *cfg)
{
    struct ingress_cycle in = {.nblocks = (uint8_t)(1 + rh_below(&c->rng, c->kind->blocks))};
    for (unsigned k = 0; k < in.nblocks; k++) {
        in.block[k] = chaos_block(c);
        in.block[k].itype &= cfg->itype_width == 3 ? 7u : 15u;
        in.block[k].iaddr &= cfg->xlen == 32 ? 0xFFFFFFFEu : ~UINT64_C(1);
    }
    if (rh_chance(&c->rng, 30)) {
        static const uint8_t privs[] = {0, 1, 3, 5, 6};
        c->priv = privs[rh_below(&c->rng, 5)];
    }
    if (rh_chance(&c->rng, 30)) {
        c->context = (uint64_t)rh_next(&c->rng) << 20;
        in.ctype = (uint8_t)rh_below(&c->rng, 4);
    }
    if (rh_chance(&c->rng, c->special)) {
        c->side = rh_chance(&c->rng, 2) ? 0 : 1u << rh_below(&c->rng, 3);
        c->side |= rh_chance(&c->rng, 5) ? 1u << rh_below(&c->rng, 3) : 0;
        in.nblocks = rh_chance(&c->rng, 2) ? 0 : in.nblocks;
    } else if (c->side != 0 && rh_chance(&c->rng, 3)) {
        c->side = 0;
    }
    if (rh_chance(&c->rng, c->special)) {
        in.trigger = cfg->triggers ? (uint16_t)rh_below(&c->rng, 4u << c->kind->blocks) : 0;
        in.ext_trig = (uint8_t)rh_below(&c->rng, 256);
    }
    in.halted = (c->side & 1u) != 0;
    in.reset = (c->side & 2u) != 0;
    in.lowpower = (c->side & 4u) != 0;
    in.priv = c->priv;
    in.context = c->context;
    in.hcontext = ~c->context;
    return in;
}

/* Returns trTeControl as it was at first; trTeContext never changes. */
static uint32_t chaos_script(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                             struct rig_script *s, uint64_t seed, unsigned steps)
{
    struct chaos c = {.kind = kind, .priv = 3};
    rh_seed(&c.rng, seed);
    c.busy = 20 + rh_below(&c.rng, 81);
    c.special = rh_chance(&c.rng, 2) ? 5 + rh_below(&c.rng, 40) : 0;
    unsigned write = rh_chance(&c.rng, 2) ? 5 + rh_below(&c.rng, 60) : 0;
    unsigned refuse = rh_chance(&c.rng, 2) ? 0 : rh_below(&c.rng, 100);
    unsigned ask = rh_chance(&c.rng, 2) ? 0 : 2 + rh_below(&c.rng, 100);
    c.branchy = rh_chance(&c.rng, 2) ? 0 : 80 + rh_below(&c.rng, 20);
    c.length = 1 + rh_below(&c.rng, 8);
    c.pattern = rh_next(&c.rng);
    uint32_t control = random_control(&c.rng);
    setup(s, &c.rng, control, true);
    for (unsigned i = 0; i < steps; i++) {
        struct rig_step *step = rig_add(s);
        if (rh_below(&c.rng, 100) < c.busy) {
            step->has_record = true;
            step->record = chaos_record(&c, cfg);
        }
        step->refuse = rh_below(&c.rng, 100) < refuse;
        step->sync = ask != 0 && rh_chance(&c.rng, ask);
        step->flush = ask != 0 && rh_chance(&c.rng, ask);
        if (rh_chance(&c.rng, write)) {
            /* Tracing, enable and the mode may change at any time. */
            static const uint32_t flips[] = {
                TR_TE_ENABLE_MASK, TR_TE_INST_TRACING_MASK, TR_TE_INST_TRACING_MASK,
                (TR_TE_INST_MODE_HTM ^ TR_TE_INST_MODE_BTM) << TR_TE_INST_MODE_SHIFT};
            control ^= flips[rh_below(&c.rng, 4)];
            step->has_write = true;
            step->offset = TR_TE_CONTROL_OFFSET;
            step->value = control;
        }
    }
    return control;
}

/* Holds NT-ADR-002 NT-HST-001 NT-HST-005 NT-HST-009 NT-CNT-001..003 NT-CNT-007 NT-CNT-008
 * NT-CNT-011 NT-CNT-026 NT-RUL-002 NT-RUL-004..007 NT-RUL-015..018 NT-RUL-020..022
 * NT-ING-037..040 NT-ING-053 NT-MODE-003 NT-REP-007 TCI-TE-003 TCI-TE-006 TCI-TE-008 TCI-TE-009
 * TCI-TE-043 TCI-TRIG-010 TCI-TRIG-012..015 TCI-TRIG-017 TCI-TRIG-023 TCI-TRIG-024 TCI-TS-002
 * TCI-TS-010 TCI-TS-014 */
static void ingress_without_sense(void **state)
{
    (void)state;
    static struct rig_tally t;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (uint64_t seed = 0; seed < rig_seeds(160); seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed % ALL_KINDS];
        kind->cfg(&cfg);
        uint32_t control = chaos_script(kind, &cfg, &s, seed, 1000);
        (void)rig_check(kind, &cfg, &s, seed);
        const struct rig_result *r = rig_last();
        msg_rules_check(&r->stream, r->rtl, r->rtl_n,
                        cfg.context && (control & TR_TE_CONTEXT_MASK) != 0, cfg.hcontext, seed);
        rig_tally_add(&t, &s, rig_last());
    }
    rig_script_free(&s);
    /* Every message but Error, every reason for one but loss. */
    rig_tally_least("TCODE", t.tcode, UINT64_C(0x278001A1C), 100);
    rig_tally_least("SYNC", t.sync, 0x26E, 100);
    rig_tally_least("EVCODE", t.evcode, 0x13, 100);
    rig_tally_least("RCODE", t.rcode, 7, 10);
    rig_tally_least("B-TYPE", t.btype, 15, 100);
    rig_tally_least("trTsMode", t.time, 0x1E, 300);
    assert_true(t.frozen > 100 && t.disabled_while_refused > 50);
}

/* Trap after trap, with triggers and contexts in the same records; a disable at every cycle of it,
 * and an enable some cycles later. */
static void traps_and_a_disable_at_every_cycle(void **state)
{
    (void)state;
    enum {
        LONG = 50
    };
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (unsigned run = 0; run < KINDS * LONG; run++) {
        const struct rtl_encoder_kind *kind = kinds[run % KINDS];
        unsigned at = run / KINDS, later = at + 1 + run % 7;
        struct chaos c = {.kind = kind, .priv = 3, .length = 1, .special = 4};
        kind->cfg(&cfg);
        rh_seed(&c.rng, run / 2);
        uint32_t control = random_control(&c.rng);
        setup(&s, &c.rng, control, true);
        for (unsigned i = 0; i < LONG + 10; i++) {
            struct ingress_cycle in = chaos_record(&c, &cfg);
            for (unsigned k = 0; k < in.nblocks && !rh_chance(&c.rng, 5); k++) {
                in.block[k].itype = (uint8_t)(1 + rh_below(&c.rng, 3)); /* traps, trap returns */
            }
            rig_record(&s, &in);
            if (i == at || i == later) {
                struct rig_step *step = &s.step[s.n - 1];
                step->has_write = true;
                step->offset = TR_TE_CONTROL_OFFSET;
                step->value = i == at ? control & ~(uint32_t)TR_TE_ENABLE_MASK : control;
            }
        }
        (void)rig_check(kind, &cfg, &s, run);
    }
    rig_script_free(&s);
}

/* History held back goes ahead of a message, and may be the one that makes a synchronizing message
 * due: the message after it is none yet. */
static void held_history_and_synchronization(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (uint64_t seed = 0; seed < rig_seeds(24); seed++) {
        const struct rtl_encoder_kind *kind = kinds[1 + seed % (KINDS - 1)];
        struct chaos c = {.kind = kind, .priv = 3, .branchy = 95, .length = 3, .pattern = 5};
        kind->cfg(&cfg);
        rh_seed(&c.rng, seed);
        rig_script_clear(&s);
        rig_write(&s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_write(&s, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
        rig_write(&s, TR_TE_CONTROL_OFFSET,
                  TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                      TR_TE_INST_STALL_ENA_MASK | TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT |
                      TR_TE_INST_SYNC_MODE_MESSAGES << TR_TE_INST_SYNC_MODE_SHIFT);
        rig_idle(&s, 6);
        for (unsigned i = 0; i < 3000; i++) {
            struct ingress_cycle in = chaos_record(&c, &cfg);
            rig_record(&s, &in);
        }
        (void)rig_check(kind, &cfg, &s, seed);
    }
    rig_script_free(&s);
}

static void jump(struct rig_script *s, uint32_t halfwords, uint8_t itype)
{
    struct ingress_cycle in = {.nblocks = 1, .priv = 3};
    in.block[0] =
        (struct ingress_block){.iaddr = 0x80000000u, .iretire = halfwords, .itype = itype};
    rig_record(s, &in);
}

/* A branch that only repeats is no message: it does not make a synchronizing one due. A jump to
 * itself, every time another length, n times, once more the last of them, then a taken branch. */
static void repetition_and_synchronization(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (unsigned n = 1; n < 20 * KINDS; n++) {
        const struct rtl_encoder_kind *kind = kinds[n % KINDS];
        kind->cfg(&cfg);
        uint8_t indirect =
            cfg.itype_width == 3 ? INGRESS_ITYPE_UNINFERABLE_JUMP : INGRESS_ITYPE_OTHER_UNINFERABLE;
        rig_script_clear(&s);
        rig_write(&s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_write(&s, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
        rig_write(&s, TR_TE_CONTROL_OFFSET,
                  TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                      TR_TE_INST_STALL_ENA_MASK | TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT |
                      TR_TE_INST_SYNC_MODE_MESSAGES << TR_TE_INST_SYNC_MODE_SHIFT);
        rig_idle(&s, 6);
        for (unsigned i = 0; i <= n / KINDS; i++) {
            jump(&s, 2 + i % 5, indirect);
        }
        jump(&s, 2 + n / KINDS % 5, indirect);
        for (unsigned i = 0; i < 6; i++) {
            jump(&s, 3 + i, INGRESS_ITYPE_TAKEN);
        }
        (void)rig_check(kind, &cfg, &s, n);
    }
    rig_script_free(&s);
}

/* Messages of the RTL with this SYNC. */
static unsigned count_sync(const struct rig_result *r, uint64_t sync)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned n = 0;
    assert_int_equal(nexus_msg_decoder_init(&d, &r->stream, r->rtl, r->rtl_n), NEXUS_OK);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        n += nexus_tcode_is_sync(m.tcode) && m.value[NEXUS_F_SYNC] == sync ? 1u : 0u;
    }
    return n;
}

/* Requests against the flow, alone: each SYNCREQ makes one synchronizing message with SYNC 2, as in
 * the model; a flush ends while records go on coming. */
static void requests_against_the_flow(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (uint64_t seed = 0; seed < KINDS; seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed];
        struct rig_result r;
        kind->cfg(&cfg);
        hart_script(kind, &cfg, &s, seed, true, 600);
        for (size_t i = 100; i < s.n; i += 50) {
            s.step[i].sync = true;
            s.step[i].flush = true;
        }
        (void)rig_check(kind, &cfg, &s, seed);
        rig_run(kind, &cfg, &s, true, &r);
        assert_true(r.flushes >= 8);
        assert_true(count_sync(&r, NEXUS_SYNC_PERIODIC) >= 6);
    }
    rig_script_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_plain),
        cmocka_unit_test(programs_with_everything),
        cmocka_unit_test(ingress_without_sense),
        cmocka_unit_test(traps_and_a_disable_at_every_cycle),
        cmocka_unit_test(held_history_and_synchronization),
        cmocka_unit_test(repetition_and_synchronization),
        cmocka_unit_test(requests_against_the_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
