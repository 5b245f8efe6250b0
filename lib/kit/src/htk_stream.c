/* SPDX-License-Identifier: Apache-2.0 */
/* What a seed chooses, and how it gets to a device. */
#include "htk_stream.h"

#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"

enum {
    GAP = 100,         /* clocks after a record, without stall: the queue must not overflow */
    SHRINK_RUNS = 200, /* at most */
    SHRINK_MS = 15000,
};

/* ---- what a seed chooses ---- */

static uint32_t field(uint32_t mask, unsigned shift, uint32_t value)
{
    return value << shift & mask;
}

static void choose_features(struct htk_stream *s, struct rh_rng *rng)
{
    const struct trm_encoder_cfg *can = &s->e->cfg;
    if (can->implicit_return && can->itype_width == 4 && rh_chance(rng, 2)) {
        const unsigned first = s->hart.well_behaved ? 1 : 2;
        s->features |=
            TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
            field(TR_TE_INST_IMPLICIT_RETURN_MODE_MASK, TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT,
                  first + rh_below(rng, 4 - first));
    }
    if (can->sequential_jump && rh_chance(rng, 2)) {
        s->features |= TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK;
    }
    if (can->repeated_history && rh_chance(rng, 2)) {
        s->features |= TR_TE_INST_EN_REPEATED_HISTORY_MASK;
    }
    if (can->extend_addr_msb && rh_chance(rng, 2)) {
        s->features |= TR_TE_INST_EXTEND_ADDR_MSB_MASK;
    }
    s->hart.all_jumps = can->all_jumps && rh_chance(rng, 4);
    s->features |= s->hart.all_jumps ? TR_TE_INST_EN_ALL_JUMPS_MASK : 0;
    if (can->src_bits > 0 && rh_chance(rng, 2)) {
        const uint32_t bits = 1 + rh_below(rng, can->src_bits);
        s->features |= field(TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT, bits) |
                       field(TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT,
                             rh_below(rng, 4096)); /* the top bits are cut */
    }
    if ((can->ts_modes >> TR_TS_MODE_EXTERNAL & 1) != 0 && rh_chance(rng, 3)) {
        s->ts = TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | (rh_chance(rng, 4) ? 0 : TR_TS_ENABLE_MASK) |
                field(TR_TS_MODE_MASK, TR_TS_MODE_SHIFT, TR_TS_MODE_EXTERNAL);
    }
}

static void choose_hart(struct htk_stream *s, struct rh_rng *rng)
{
    const struct htk_dut *d = &s->e->dut;
    const unsigned halfwords = d->iretire_bits >= 8 ? 255 : (1u << d->iretire_bits) - 1;
    const unsigned longest = halfwords / 2 < 8 ? halfwords / 2 : 8;
    s->hart = (struct rh_cfg){
        .base = d->xlen == 64 && rh_chance(rng, 2) ? UINT64_C(0xFFFFFFFF80000000) : 0x80000000,
        .xlen = d->xlen,
        .itype_width = d->itype_width,
        .max_block = rh_chance(rng, 2) || longest < 2 ? 1 : 1 + rh_below(rng, longest),
        .trap_one_in = rh_chance(rng, 2) ? 0 : 5 + rh_below(rng, 60),
        .branch_bias = rh_chance(rng, 2) ? 0 : 2 + rh_below(rng, 40),
        .context_one_in = rh_chance(rng, 2) ? 0 : 3 + rh_below(rng, 60),
        .indirect_bias = rh_chance(rng, 2) ? 0 : 2 + rh_below(rng, 20),
        .max_blocks = rh_chance(rng, 2) ? 1 : 1 + rh_below(rng, d->blocks),
        .port_blocks = d->blocks,
        .well_behaved = rh_chance(rng, 3),
    };
}

void htk_stream_configure(struct htk_stream *s)
{
    s->cfg = htk_enc_cfg(s->e);
    s->cfg.src_bits = (uint8_t)((s->features & TR_TE_SRC_BITS_MASK) >> TR_TE_SRC_BITS_SHIFT);
    s->cfg.timestamps = (s->ts & TR_TS_ENABLE_MASK) != 0;
    s->cfg.timestamp_bits = s->e->cfg.ts_width;
    s->cfg.extend_addr_msb = (s->features & TR_TE_INST_EXTEND_ADDR_MSB_MASK) != 0;
    s->cfg.sequential_jump = (s->features & TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK) != 0;
    s->cfg.implicit_return = (s->features & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0;
    s->cfg.return_mode =
        (enum nexus_return_mode)((s->features & TR_TE_INST_IMPLICIT_RETURN_MODE_MASK) >>
                                 TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
    s->cfg.repeated_history = (s->features & TR_TE_INST_EN_REPEATED_HISTORY_MASK) != 0;
    s->cfg.all_jumps = s->hart.all_jumps;
}

void htk_stream_choose(struct htk_stream *s, uint64_t seed)
{
    const struct trm_encoder_cfg *can = &s->e->cfg;
    struct rh_rng rng;
    rh_seed(&rng, seed ^ UINT64_C(0x17));
    s->seed = seed;
    s->features = s->ts = 0;
    s->htm = can->htm && (!can->btm || rh_chance(&rng, 2));
    choose_hart(s, &rng);
    choose_features(s, &rng);
    s->control = htk_enc_control(s->htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM);
    s->control |= can->context && rh_chance(&rng, 2) ? TR_TE_CONTEXT_MASK : 0;
    const unsigned mode = rh_below(&rng, 4);
    if ((can->sync_modes >> mode & 1) != 0) {
        s->control |= field(TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT, mode) |
                      field(TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT, rh_below(&rng, 5));
    }
    const bool stall = can->stall && rh_chance(&rng, 2);
    s->control |= stall ? TR_TE_INST_STALL_ENA_MASK : 0;
    s->gap = stall ? 0 : GAP;
    s->records = 20 + rh_below(&rng, HTK_RECORDS - 20);
    for (unsigned i = 0; i < s->records; i++) {
        s->choice[i] = (uint64_t)rh_next(&rng) << 32 | rh_next(&rng) | 1;
    }
    s->events = s->programs = s->blocked_from = s->blocked_to = 0;
    htk_stream_configure(s);
}

void htk_stream_choose_losses(struct htk_stream *s)
{
    struct rh_rng rng;
    rh_seed(&rng, s->seed ^ UINT64_C(0x2B));
    s->control &= ~(uint32_t)TR_TE_INST_STALL_ENA_MASK;
    s->gap = GAP;
    s->blocked_from = rh_below(&rng, s->records / 4);
    s->blocked_to = s->blocked_from + s->records / 4 + rh_below(&rng, s->records / 2);
}

/* ---- a run ---- */

static bool program(const struct htk_stream *s, struct htk_dut *d)
{
    const uint32_t off = (uint32_t)TR_TE_INST_TRACING_MASK;
    bool good = htk_enc_wake(d) && htk_dut_write(d, TR_TE_INST_FEATURES_OFFSET, s->features) &&
                (s->ts == 0 || (htk_dut_write(d, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) &&
                                htk_dut_write(d, TR_TS_CONTROL_OFFSET, s->ts)));
    for (unsigned i = 0; good && i < s->programs; i++) {
        good = (s->program[i].event & ~s->events) != 0 ||
               htk_dut_write(d, s->program[i].offset, s->program[i].value);
    }
    return good && htk_dut_write(d, TR_TE_CONTROL_OFFSET, s->control & ~off) &&
           htk_dut_tick(d, 1) && htk_dut_write(d, TR_TE_CONTROL_OFFSET, s->control) &&
           htk_dut_tick(d, 1);
}

/* The hart pauses in this record, or begins to. Returns false: it runs. */
static bool paused(struct htk_stream *s, struct rh_rng *rng)
{
    if (s->pause == 0 && (s->events & HTK_DEBUG) != 0 && rh_chance(rng, 30)) {
        s->pause = 1 + rh_below(rng, 3);
        s->pause_kind = (uint8_t)rh_below(rng, 4);
        if (s->pause_kind == 1) {
            rh_move(&s->walk);
        } else if (s->pause_kind == 2) {
            rh_reset(&s->walk);
        }
    }
    if (s->pause == 0) {
        return false;
    }
    s->pause--;
    s->walk.cycle++;
    s->step = (struct rh_step){.in = {.cycle = s->walk.cycle,
                                      .time = s->walk.cycle,
                                      .context = s->walk.context,
                                      .priv = s->pause_kind <= 1 ? INGRESS_PRIV_D : s->walk.priv,
                                      .halted = s->pause_kind <= 1,
                                      .reset = s->pause_kind == 2,
                                      .lowpower = s->pause_kind == 3}};
    return true;
}

static void add_triggers(struct htk_stream *s, struct rh_rng *rng)
{
    struct ingress_cycle *in = &s->step.in;
    if ((s->events & HTK_TRIGGERS) != 0 && rh_chance(rng, 8)) {
        const unsigned which = rh_below(rng, 2 + in->nblocks);
        in->trigger = (uint16_t)(1u << which);
    }
    if ((s->events & HTK_EXT_TRIGGERS) != 0 && rh_chance(rng, 8)) {
        in->ext_trig = (uint8_t)(1u << rh_below(rng, s->e->cfg.ext_triggers));
    }
    if ((s->events & HTK_FILTERS) != 0) {
        in->cause = rh_below(rng, 8);
        in->impdef = rh_below(rng, 4);
        in->tval = rh_below(rng, 16);
    }
}

/* The next record, in s->step. */
static void make(struct htk_stream *s, unsigned i)
{
    struct rh_rng rng;
    rh_seed(&rng, s->choice[i] ^ UINT64_C(0x5EED));
    s->walk.rng.state = s->choice[i];
    if (!paused(s, &rng)) {
        rh_step(&s->walk, &s->step);
        add_triggers(s, &rng);
    }
}

static void begin(struct htk_stream *s)
{
    rh_init(&s->walk, &s->hart, s->seed);
    s->pause = 0;
    s->pcs = 0;
    s->saw = 0;
}

/* How a block ends, as HTK_SAW_ bits. */
static unsigned ending(const struct htk_stream *s, uint8_t itype)
{
    switch (itype) {
    case INGRESS_ITYPE_EXCEPTION:
    case INGRESS_ITYPE_INTERRUPT:
        return HTK_SAW_TRAP;
    case INGRESS_ITYPE_NOT_TAKEN:
        return HTK_SAW_NOT_TAKEN;
    case INGRESS_ITYPE_TAKEN:
        return s->hart.all_jumps ? 0 : HTK_SAW_TAKEN; /* with all_jumps it may be a jump */
    case INGRESS_ITYPE_TRAP_RETURN:
    case INGRESS_ITYPE_UNINFERABLE_JUMP:
    case INGRESS_ITYPE_UNINFERABLE_CALL:
    case INGRESS_ITYPE_UNINFERABLE_TAIL:
    case INGRESS_ITYPE_CO_ROUTINE_SWAP:
    case INGRESS_ITYPE_OTHER_UNINFERABLE:
        return HTK_SAW_INDIRECT;
    default:
        return 0;
    }
}

/* An external trigger, with the action that the stream programs for it. */
static unsigned ext_trigger(const struct htk_stream *s, uint8_t inputs)
{
    unsigned saw = 0;
    for (unsigned i = 0; i < s->programs; i++) {
        const bool live = (s->program[i].event & ~s->events) == 0;
        if (!live || s->program[i].offset != TR_TE_TRIG_EXT_IN_CONTROL_OFFSET) {
            continue;
        }
        for (unsigned k = 0; k < 8; k++) {
            const unsigned action = s->program[i].value >> 4 * k & 15;
            if ((inputs >> k & 1) != 0) {
                saw |= action == 0   ? HTK_SAW_EXT_NONE
                       : action == 2 ? HTK_SAW_EXT_ON
                       : action == 3 ? HTK_SAW_EXT_OFF
                                     : 0;
                saw |= k > 0 && action != 0 ? HTK_SAW_EXT_OTHERS : 0;
            }
        }
    }
    return saw;
}

/* Note what the record s->step has in it. *open is how the block before it ended. */
static void look(struct htk_stream *s, unsigned *open)
{
    const struct ingress_cycle *in = &s->step.in;
    for (unsigned i = 0; i < in->nblocks; i++) {
        s->saw |= in->block[i].iretire > 0 ? *open : 0;
        *open = ending(s, in->block[i].itype);
    }
    s->saw |= (in->trigger & INGRESS_TRIGGER_ON) != 0 ? HTK_SAW_TRIGGER_ON : 0;
    s->saw |= (in->trigger & INGRESS_TRIGGER_OFF) != 0 ? HTK_SAW_TRIGGER_OFF : 0;
    s->saw |= ext_trigger(s, in->ext_trig);
}

/* Let the output take bytes, or none, from record i on. */
static bool block(const struct htk_stream *s, struct htk_dut *d, unsigned i)
{
    const bool changes = s->blocked_to > 0 && (i == s->blocked_from || i == s->blocked_to);
    return !changes || htk_dut_link(d, i == s->blocked_to);
}

bool htk_stream_feed(struct htk_stream *s, struct htk_dut *d)
{
    const uint32_t on = TR_TE_INST_TRACING_MASK | TR_TE_ENABLE_MASK;
    bool good = program(s, d);
    unsigned open = 0;
    begin(s);
    for (unsigned i = 0; good && i < s->records; i++) {
        const uint64_t before = s->walk.cycle;
        make(s, i);
        look(s, &open);
        const uint64_t idle = s->walk.cycle - before - 1 + s->gap;
        good = block(s, d, i) && (idle == 0 || htk_dut_tick(d, (uint32_t)idle)) &&
               htk_dut_cycle(d, &s->step.in);
        memcpy(s->pc + s->pcs, s->step.pc, s->step.count * sizeof s->pc[0]);
        s->pcs += s->step.count;
    }
    return good && block(s, d, s->blocked_to) && htk_dut_tick(d, GAP) &&
           htk_dut_write(d, TR_TE_CONTROL_OFFSET, s->control & ~on) && htk_dut_tick(d, 4) &&
           htk_dut_flush(d);
}

void htk_stream_walk(struct htk_stream *s, void (*take)(void *ctx, const struct htk_stream *s),
                     void *ctx)
{
    begin(s);
    for (unsigned i = 0; i < s->records; i++) {
        make(s, i);
        take(ctx, s);
    }
}

/* ---- events ---- */

static void add(struct htk_stream *s, uint32_t offset, uint32_t value, unsigned event)
{
    if (s->programs < HTK_PROGRAM) {
        s->program[s->programs].offset = offset;
        s->program[s->programs].value = value;
        s->program[s->programs++].event = event;
    }
}

static void choose_comparator(struct htk_stream *s, struct rh_rng *rng, unsigned i)
{
    const uint64_t p = s->hart.base + 2 * rh_below(rng, RH_CODE_BYTES / 2);
    const uint64_t q = p + 2 * rh_below(rng, RH_CODE_BYTES / 4);
    const uint32_t input = rh_chance(rng, 4) ? 1 + rh_below(rng, 2) : 0;
    const uint64_t value[2] = {input == 0 ? p : rh_below(rng, 900),
                               input == 0 ? q : 100 + rh_below(rng, 900)};
    uint32_t control = field(TR_TE_COMP_P_INPUT_MASK, TR_TE_COMP_P_INPUT_SHIFT, input) |
                       field(TR_TE_COMP_S_INPUT_MASK, TR_TE_COMP_S_INPUT_SHIFT, input) |
                       field(TR_TE_COMP_P_FUNCTION_MASK, TR_TE_COMP_P_FUNCTION_SHIFT,
                             rh_chance(rng, 2) ? TR_TE_COMP_P_FUNCTION_GE : rh_below(rng, 8)) |
                       field(TR_TE_COMP_S_FUNCTION_MASK, TR_TE_COMP_S_FUNCTION_SHIFT,
                             rh_chance(rng, 2) ? TR_TE_COMP_S_FUNCTION_LE : rh_below(rng, 8)) |
                       field(TR_TE_COMP_MATCH_MODE_MASK, TR_TE_COMP_MATCH_MODE_SHIFT,
                             rh_chance(rng, 2) ? 1 : rh_below(rng, 4));
    const unsigned event = HTK_FILTERS;
    add(s, TR_TE_COMP_CONTROL_OFFSET(i), control, event);
    add(s, TR_TE_COMP_P_MATCH_LOW_OFFSET(i), (uint32_t)value[0], event);
    add(s, TR_TE_COMP_P_MATCH_HIGH_OFFSET(i), (uint32_t)(value[0] >> 32), event);
    add(s, TR_TE_COMP_S_MATCH_LOW_OFFSET(i), (uint32_t)value[1], event);
    add(s, TR_TE_COMP_S_MATCH_HIGH_OFFSET(i), (uint32_t)(value[1] >> 32), event);
    control |= rh_chance(rng, 2) ? TR_TE_COMP_P_NOTIFY_MASK : TR_TE_COMP_S_NOTIFY_MASK;
    add(s, TR_TE_COMP_CONTROL_OFFSET(i), control, event | HTK_NOTIFY);
}

static void choose_filter(struct htk_stream *s, struct rh_rng *rng, unsigned i)
{
    const struct trm_encoder_cfg *can = &s->e->cfg;
    uint32_t control = rh_chance(rng, 6) ? 0 : TR_TE_FILTER_ENABLE_MASK;
    control |= rh_chance(rng, 3) ? TR_TE_FILTER_MATCH_PRIVILEGE_MASK : 0;
    control |= rh_chance(rng, 5) ? TR_TE_FILTER_MATCH_ECAUSE_MASK : 0;
    control |= rh_chance(rng, 5) ? TR_TE_FILTER_MATCH_INTERRUPT_MASK : 0;
    control |= rh_chance(rng, 5) ? TR_TE_FILTER_MATCH_IMPDEF_MASK : 0;
    if (can->comparators > 0 && rh_chance(rng, 2)) {
        control |=
            TR_TE_FILTER_MATCH_COMP1_MASK | field(TR_TE_FILTER_COMP1_MASK, TR_TE_FILTER_COMP1_SHIFT,
                                                  rh_below(rng, can->comparators));
    }
    if (can->comparators > 1 && rh_chance(rng, 4)) {
        control |=
            TR_TE_FILTER_MATCH_COMP2_MASK | field(TR_TE_FILTER_COMP2_MASK, TR_TE_FILTER_COMP2_SHIFT,
                                                  rh_below(rng, can->comparators));
    }
    add(s, TR_TE_FILTER_MATCH_INST_OFFSET(i), rh_next(rng) & 0x1FF, HTK_FILTERS);
    add(s, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(i), rh_next(rng), HTK_FILTERS);
    add(s, TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(i), rh_next(rng), HTK_FILTERS);
    add(s, TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(i), rh_below(rng, 4), HTK_FILTERS);
    add(s, TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(i), rh_below(rng, 4), HTK_FILTERS);
    add(s, TR_TE_FILTER_CONTROL_OFFSET(i), control, HTK_FILTERS);
}

void htk_stream_choose_events(struct htk_stream *s)
{
    const struct trm_encoder_cfg *can = &s->e->cfg;
    struct rh_rng rng;
    rh_seed(&rng, s->seed ^ UINT64_C(0xE7E27));
    const unsigned filters = can->filters < 4 ? can->filters : 4;
    const unsigned comparators = can->comparators < 4 ? can->comparators : 4;
    s->hart.context_one_in = 5 + rh_below(&rng, 40);
    s->hart.trap_one_in = 5 + rh_below(&rng, 30);
    if (rh_chance(&rng, 2)) {
        s->events |= HTK_DEBUG;
    }
    if (filters > 0 && !rh_chance(&rng, 4)) {
        s->events |= HTK_FILTERS | (rh_chance(&rng, 2) ? HTK_NOTIFY : 0);
        for (unsigned i = 0; i < comparators; i++) {
            choose_comparator(s, &rng, i);
        }
        for (unsigned i = 0; i < filters; i++) {
            choose_filter(s, &rng, i);
        }
        add(s, TR_TE_INST_FILTERS_OFFSET, 1 + rh_below(&rng, (1u << filters) - 1), HTK_FILTERS);
    }
    if (can->triggers && rh_chance(&rng, 2)) {
        s->events |= HTK_TRIGGERS;
        s->control |= rh_chance(&rng, 5) ? 0 : TR_TE_INST_TRIG_ENABLE_MASK;
    }
    if (can->ext_triggers > 0 && rh_chance(&rng, 2)) {
        static const uint32_t action[4] = {4, 2, 3, 0};
        uint32_t value = 0;
        for (unsigned i = 0; i < can->ext_triggers; i++) {
            value |= action[rh_below(&rng, 4)] << 4 * i;
        }
        s->events |= HTK_EXT_TRIGGERS;
        s->control |= TR_TE_INST_TRIG_ENABLE_MASK;
        add(s, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, value, HTK_EXT_TRIGGERS);
    }
}

/* ---- reports ---- */

void htk_stream_list(struct htk_stream *s, char *out, size_t size)
{
    size_t n = (size_t)snprintf(out, size, "; %u records:", s->records);
    begin(s);
    for (unsigned i = 0; i < s->records; i++) {
        make(s, i);
        const struct ingress_cycle *in = &s->step.in;
        if (i + 6 > s->records && (in->halted || in->reset || in->lowpower) && n < size) {
            n += (size_t)snprintf(out + n, size - n,
                                  in->halted  ? " halted"
                                  : in->reset ? " reset"
                                              : " lowpower");
        }
        for (unsigned k = 0; i + 6 > s->records && k < in->nblocks && n < size; k++) {
            const struct ingress_block *b = &in->block[k];
            n += (size_t)snprintf(out + n, size - n, " 0x%" PRIX64 "+%" PRIu32 ":%u", b->iaddr,
                                  b->iretire, b->itype);
        }
    }
}

/* Leave out records [at, at + n). */
static void leave_out(struct htk_stream *s, unsigned at, unsigned n)
{
    memmove(s->choice + at, s->choice + at + n, (s->records - at - n) * sizeof s->choice[0]);
    s->records -= n;
}

/* Without kinds of events. */
static bool fewer_events(struct htk_stream *s, bool (*fails)(void *ctx, bool *good), void *ctx)
{
    bool good = true;
    for (unsigned i = 0; good && i < HTK_EVENTS; i++) {
        const unsigned before = s->events;
        s->events &= ~(1u << i);
        if (s->events != before && !fails(ctx, &good)) {
            s->events = before;
        }
    }
    return good;
}

bool htk_stream_shrink(struct htk_stream *s, bool (*fails)(void *ctx, bool *good), void *ctx)
{
    const uint64_t until = htk_dut_now() + SHRINK_MS;
    struct htk_stream *kept = malloc(sizeof *kept);
    unsigned runs = 0;
    bool good = kept != NULL && fewer_events(s, fails, ctx);
    for (unsigned part = s->records / 2; good && part > 0;) {
        bool less = false;
        for (unsigned at = 0;
             good && at + part <= s->records && runs < SHRINK_RUNS && htk_dut_now() < until;
             runs++) {
            *kept = *s;
            leave_out(s, at, part);
            if (fails(ctx, &good)) {
                less = true;
            } else {
                *s = *kept;
                at += part;
            }
        }
        part = less && part <= s->records ? part : part / 2;
        part = runs < SHRINK_RUNS && htk_dut_now() < until ? part : 0;
    }
    if (good) {
        (void)fails(ctx, &good); /* what is left, once more */
    }
    free(kept);
    return good;
}
