/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace and Watchpoint messages of the encoder in SystemVerilog (docs/reference/data-trace.md):
 * they are those of the model, byte for byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rig_tally.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_data, rtl_encoder_dduo;

/* A set, and how many accesses its port takes. */
static const struct {
    const struct rtl_encoder_kind *kind;
    unsigned ports;
} sets[] = {{&rtl_encoder_data, 4}, {&rtl_encoder_dduo, 2}};

enum {
    SETS = sizeof sets / sizeof sets[0],
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK,
    DATA_STALL = TR_TE_DATA_STALL_ENA_MASK,
};

/* What a run does now and then: one record in this many. */
struct habits {
    unsigned access, trigger, change;
    bool filters;
    bool data_stalls; /* trTeDataStallEna, and not trTeInstStallEna: data trace stays on */
};

/* Addresses in a few pages, values of all lengths. */
static void add_access(struct ingress_cycle *in, struct rh_rng *rng, unsigned xlen)
{
    struct ingress_access *a = &in->access[in->naccess++];
    const struct ingress_block *b;
    uint64_t mask = xlen == 32 ? UINT32_MAX : UINT64_MAX;
    *a = (struct ingress_access){.dtype = (uint8_t)rh_below(rng, 16),
                                 .dsize = (uint8_t)(rh_chance(rng, 20) ? 4 : rh_below(rng, 4)),
                                 .block = (uint8_t)rh_below(rng, in->nblocks)};
    if (rh_chance(rng, 2)) {
        a->dtype = (uint8_t)rh_below(rng, 2);
    }
    b = &in->block[a->block];
    a->insn = (uint8_t)rh_below(rng, b->iretire == 0 ? 1 : b->iretire);
    a->daddr = ((uint64_t)rh_next(rng) << 32 | rh_next(rng)) & mask;
    a->daddr = rh_chance(rng, 3) ? a->daddr : 0x20000000u | (a->daddr & 0xFFF);
    uint64_t bits = a->dsize >= 3 ? UINT64_MAX : (UINT64_C(1) << (8u << a->dsize)) - 1u;
    uint64_t value = ((uint64_t)rh_next(rng) << 32 | rh_next(rng)) >> rh_below(rng, 64);
    a->load = a->dtype != INGRESS_DTYPE_STORE ? value & bits : 0;
    a->store = a->dtype != INGRESS_DTYPE_LOAD ? (value * 3) & bits : 0;
}

static uint32_t data_control(struct rh_rng *rng, const struct habits *habits)
{
    uint32_t control = rh_next(rng) &
                       (TR_TE_DATA_TRIG_ENABLE_MASK | TR_TE_DATA_ADDR_COMPRESS_MASK |
                        (rh_chance(rng, 4) ? TR_TE_DATA_NO_VALUE_MASK : 0) |
                        (rh_chance(rng, 4) ? TR_TE_DATA_NO_ADDR_MASK : 0));
    if (habits->data_stalls) {
        return (control & ~(uint32_t)TR_TE_DATA_TRIG_ENABLE_MASK) | DATA_STALL |
               TR_TE_DATA_TRACING_MASK;
    }
    return control | (rh_chance(rng, 5) ? 0 : TR_TE_DATA_TRACING_MASK) |
           (rh_chance(rng, 2) ? DATA_STALL : 0);
}

/* Comparators of what occurs: code, data addresses, contexts; filters that use them, and dtype and
 * dsize. */
static void add_filters(struct rig_script *s, struct rh_rng *rng, const struct trm_encoder_cfg *cfg)
{
    for (unsigned j = 0; j < cfg->comparators; j++) {
        uint32_t control = rh_next(rng);
        uint32_t code = 0x80000000u + rh_below(rng, 0x800) * 2;
        uint32_t data = 0x20000000u + rh_below(rng, 0x1000);
        uint32_t p = (control & TR_TE_COMP_P_INPUT_MASK) >> TR_TE_COMP_P_INPUT_SHIFT;
        uint32_t second = (control & TR_TE_COMP_S_INPUT_MASK) >> TR_TE_COMP_S_INPUT_SHIFT;
        const uint32_t near[] = {code, rh_below(rng, 1000), code, data};
        rig_write(s, TR_TE_COMP_CONTROL_OFFSET(j), control);
        rig_write(s, TR_TE_COMP_P_MATCH_LOW_OFFSET(j), near[p]);
        rig_write(s, TR_TE_COMP_S_MATCH_LOW_OFFSET(j),
                  rh_chance(rng, 4) ? UINT32_MAX << rh_below(rng, 12) : near[second]);
        rig_idle(s, 8);
    }
    for (unsigned i = 0; i < cfg->filters; i++) {
        uint32_t control = rh_next(rng) & rh_next(rng);
        control &= ~(uint32_t)TR_TE_FILTER_MATCH_IMPDEF_MASK;
        rig_write(s, TR_TE_FILTER_CONTROL_OFFSET(i), control | TR_TE_FILTER_ENABLE_MASK);
        rig_write(s, TR_TE_FILTER_MATCH_INST_OFFSET(i), rh_next(rng) | rh_next(rng));
        rig_write(s, TR_TE_FILTER_MATCH_DATA_OFFSET(i), rh_next(rng));
        rig_idle(s, 8);
    }
    rig_write(s, TR_TE_DATA_FILTERS_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_INST_FILTERS_OFFSET, rh_chance(rng, 2) ? 0 : rh_next(rng));
    rig_idle(s, 8);
}

static void begin_script(struct rig_script *s, struct rh_rng *rng, const struct trm_encoder_cfg *cfg,
                         bool filters, uint32_t control, uint32_t data)
{
    const uint32_t features =
        rh_next(rng) & (TR_TE_INST_EN_REPEATED_HISTORY_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                        TR_TE_INST_IMPLICIT_RETURN_MODE_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK |
                        TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_SRC_ID_MASK);
    const uint32_t ts = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                        rh_below(rng, 5) << TR_TS_MODE_SHIFT;
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_idle(s, 4);
    rig_write(s, TR_TE_INST_FEATURES_OFFSET, features | rh_below(rng, 13) << TR_TE_SRC_BITS_SHIFT);
    rig_idle(s, 4);
    rig_write(s, TR_TS_CONTROL_OFFSET, rh_chance(rng, 4) ? 0 : ts);
    rig_idle(s, 4);
    rig_write(s, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 2 + rh_below(rng, 3));
    rig_idle(s, 4);
    if (filters) {
        add_filters(s, rng, cfg);
    }
    rig_write(s, TR_TE_DATA_CONTROL_OFFSET, data);
    rig_idle(s, 4);
    rig_write(s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(s, 6);
}

/* trTeControl, trTeDataControl, repeated history: while the hart runs. */
static void add_change(struct rig_step *step, struct rh_rng *rng, const struct habits *habits,
                       uint32_t *control)
{
    step->has_write = true;
    if (habits->filters && rh_chance(rng, 3)) {
        step->offset = TR_TE_DATA_FILTERS_OFFSET;
        step->value = rh_next(rng) & rh_next(rng);
    } else if (habits->data_stalls || rh_chance(rng, 2)) {
        step->offset = TR_TE_DATA_CONTROL_OFFSET;
        step->value = data_control(rng, habits);
    } else {
        *control ^= rh_chance(rng, 3)   ? TR_TE_ENABLE_MASK
                    : rh_chance(rng, 2) ? TR_TE_INST_TRACING_MASK
                                        : TR_TE_INST_TRIG_ENABLE_MASK;
        step->offset = TR_TE_CONTROL_OFFSET;
        step->value = *control;
    }
}

static void add_to_record(struct ingress_cycle *in, struct rh_rng *rng,
                          const struct trm_encoder_cfg *cfg, const struct habits *habits,
                          unsigned ports)
{
    while (in->nblocks != 0 && in->naccess < ports && rh_chance(rng, habits->access)) {
        add_access(in, rng, cfg->xlen);
    }
    if (habits->trigger != 0 && rh_chance(rng, habits->trigger)) {
        in->trigger = (uint16_t)(1u << rh_below(rng, 2 + in->nblocks));
        in->ext_trig = cfg->ext_triggers != 0 ? rh_next(rng) & 1u : 0;
    }
}

/* Debug mode, reset, low power: for a few records. */
static void add_sideband(struct ingress_cycle *in, struct rh_rng *rng, unsigned *side)
{
    if (*side == 0 && rh_chance(rng, 60)) {
        *side = 1u << rh_below(rng, 3);
    } else if (*side != 0 && rh_chance(rng, 3)) {
        *side = 0;
    }
    in->halted = *side == 1;
    in->reset = *side == 2;
    in->lowpower = *side == 4;
}

static void script(unsigned set, const struct trm_encoder_cfg *cfg, const struct habits *habits,
                   struct rig_script *s, uint64_t seed, unsigned steps)
{
    static struct rh_hart hart;
    struct rh_rng rng;
    rh_seed(&rng, seed);
    const struct rh_cfg rc = {.base = 0x80000000u,
                              .xlen = cfg->xlen,
                              .itype_width = cfg->itype_width,
                              .max_block = 1 + rh_below(&rng, 12),
                              .trap_one_in = 10 + rh_below(&rng, 40),
                              .branch_bias = 2 + rh_below(&rng, 30),
                              .indirect_bias = 1 + rh_below(&rng, 10),
                              .max_blocks = sets[set].kind->blocks,
                              .well_behaved = rh_chance(&rng, 2)};
    const unsigned most = sets[set].kind->blocks;
    unsigned side = 0;
    const unsigned refuse = rh_chance(&rng, 2) ? 0 : rh_below(&rng, 100);
    uint32_t mode = rh_chance(&rng, 2) ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    uint32_t control = ON | (habits->data_stalls ? 0 : TR_TE_INST_STALL_ENA_MASK) |
                       mode << TR_TE_INST_MODE_SHIFT | TR_TE_INST_TRACING_MASK |
                       (rh_chance(&rng, 2) ? TR_TE_INST_TRIG_ENABLE_MASK : 0u) |
                       (rh_chance(&rng, 2) ? TR_TE_CONTEXT_MASK : 0u) |
                       rh_below(&rng, 4) << TR_TE_INST_SYNC_MODE_SHIFT;
    rh_init(&hart, &rc, seed);
    begin_script(s, &rng, cfg, habits->filters, control, data_control(&rng, habits));
    while (s->n < steps) {
        const bool idle = rh_chance(&rng, 4);
        struct rh_step hs = {.in = {.nblocks = 0}};
        unsigned at = 0;
        if (!idle) {
            rh_step(&hart, &hs);
        }
        do { /* the port takes so many blocks */
            struct rig_step *step = rig_add(s);
            step->refuse = rh_below(&rng, 100) < refuse;
            if (!idle) {
                unsigned n = hs.in.nblocks - at;
                step->has_record = true;
                step->record = hs.in;
                step->record.nblocks = (uint8_t)(n < most ? n : most);
                memmove(step->record.block, hs.in.block + at, most * sizeof hs.in.block[0]);
                if (habits->trigger != 0) {
                    add_sideband(&step->record, &rng, &side);
                }
                add_to_record(&step->record, &rng, cfg, habits, sets[set].ports);
            }
            if (habits->change != 0 && rh_chance(&rng, habits->change)) {
                add_change(step, &rng, habits, &control);
            }
            at += most;
        } while (at < hs.in.nblocks);
    }
}

/* Both modes, all compressions, triggers, settings that change, Watchpoint messages; what waits for
 * a link that refuses. */
static void random_accesses_in_random_programs(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    static struct rig_tally tally;
    for (uint64_t seed = 0; seed < rig_seeds(60); seed++) {
        const unsigned n = (unsigned)seed, set = n % SETS;
        const struct habits habits = {.access = 1 + n / 2 % 3,
                                      .trigger = n / 4 % 3 * 10,
                                      .change = n / 8 % 3 * 30,
                                      .filters = n / 3 % 2 == 1,
                                      .data_stalls = n / 16 % 4 == 3};
        sets[set].kind->cfg(&cfg);
        script(set, &cfg, &habits, &s, seed, 1000);
        (void)rig_check(sets[set].kind, &cfg, &s, seed);
        rig_tally_add(&tally, &s, rig_last());
    }
    rig_script_free(&s);
    rig_tally_least("TCODE", tally.tcode, 1u << 5 | 1u << 6 | 1u << 13 | 1u << 14 | 1u << 15, 100);
    rig_tally_least("SYNC", tally.sync, 0x26Eu, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_accesses_in_random_programs),
    };
    return cmocka_run_group_tests_name("data trace in SystemVerilog", tests, NULL, NULL);
}
