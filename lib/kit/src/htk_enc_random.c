/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random streams on a device: what they decode to is what the random hart executed. Each record is
 * made from a number of its own, so that a stream that fails is still a walk over the program when
 * records are left out.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"
#include "htk_enc.h"
#include "nexus/nexus_flow.h"
#include "random_hart.h"

enum {
    RECORDS = 300,
    PCS = RECORDS * INGRESS_MAX_BLOCKS * 16,
    GAP = 60,          /* clocks after a record, without stall: the queue must not overflow */
    SHRINK_RUNS = 200, /* at most */
    SHRINK_MS = 15000,
};

/* What a seed chooses. */
struct stream {
    struct htk_enc *e;
    struct rh_cfg hart;
    uint32_t control, features, ts;
    bool htm;
    unsigned gap;
    uint64_t seed;
    uint64_t choice[RECORDS]; /* the random numbers of each record begin here */
    unsigned records;
    /* Of the last run. */
    struct rh_hart walk;
    struct rh_step step;
    struct nexus_stream_cfg cfg;
    uint64_t pc[PCS]; /* executed */
    size_t pcs, seen; /* seen: decoded and equal */
    size_t from[RECORDS + 1];
    const char *broken; /* rule; NULL: none */
    char expected[160], got[160];
    uint64_t message, offset;
};

/* ---- what a seed chooses ---- */

static uint32_t field(uint32_t mask, unsigned shift, uint32_t value)
{
    return value << shift & mask;
}

static void choose_features(struct stream *s, struct rh_rng *rng)
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
                       field(TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT, rh_below(rng, 1u << bits));
    }
    if ((can->ts_modes >> TR_TS_MODE_EXTERNAL & 1) != 0 && rh_chance(rng, 3)) {
        s->ts = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                field(TR_TS_MODE_MASK, TR_TS_MODE_SHIFT, TR_TS_MODE_EXTERNAL);
    }
}

static void choose_hart(struct stream *s, struct rh_rng *rng)
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
        .well_behaved = rh_chance(rng, 3),
    };
}

static void choose(struct stream *s, uint64_t seed)
{
    const struct trm_encoder_cfg *can = &s->e->cfg;
    struct rh_rng rng;
    rh_seed(&rng, seed ^ UINT64_C(0x17));
    s->seed = seed;
    s->features = s->ts = 0;
    s->htm = can->htm && (!can->btm || rh_chance(&rng, 2));
    choose_hart(s, &rng);
    choose_features(s, &rng);
    s->control = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                 field(TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT, TR_TE_FORMAT_NTRACE) |
                 field(TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT,
                       s->htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM);
    s->control |= can->context && rh_chance(&rng, 2) ? TR_TE_CONTEXT_MASK : 0;
    const unsigned mode = rh_below(&rng, 4);
    if ((can->sync_modes >> mode & 1) != 0) {
        s->control |= field(TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT, mode) |
                      field(TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT, rh_below(&rng, 5));
    }
    const bool stall = can->stall && rh_chance(&rng, 2);
    s->control |= stall ? TR_TE_INST_STALL_ENA_MASK : 0;
    s->gap = stall ? 0 : GAP;
    s->records = 20 + rh_below(&rng, RECORDS - 20);
    for (unsigned i = 0; i < s->records; i++) {
        s->choice[i] = (uint64_t)rh_next(&rng) << 32 | rh_next(&rng) | 1;
    }
}

static void stream_cfg(struct stream *s)
{
    nexus_cfg_init(&s->cfg);
    s->cfg.xlen = s->e->dut.xlen;
    s->cfg.src_bits = (uint8_t)((s->features & TR_TE_SRC_BITS_MASK) >> TR_TE_SRC_BITS_SHIFT);
    s->cfg.timestamps = s->ts != 0;
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

/* ---- a run ---- */

static bool program(struct stream *s)
{
    struct htk_dut *d = &s->e->dut;
    const uint32_t off = (uint32_t)TR_TE_INST_TRACING_MASK;
    return htk_enc_wake(s->e) && htk_dut_write(d, TR_TE_INST_FEATURES_OFFSET, s->features) &&
           (s->ts == 0 || (htk_dut_write(d, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) &&
                           htk_dut_write(d, TR_TS_CONTROL_OFFSET, s->ts))) &&
           htk_dut_write(d, TR_TE_CONTROL_OFFSET, s->control & ~off) && htk_dut_tick(d, 1) &&
           htk_dut_write(d, TR_TE_CONTROL_OFFSET, s->control) && htk_dut_tick(d, 1);
}

static bool feed(struct stream *s)
{
    struct htk_dut *d = &s->e->dut;
    const uint32_t on = TR_TE_INST_TRACING_MASK | TR_TE_ENABLE_MASK;
    bool good = program(s);
    rh_init(&s->walk, &s->hart, s->seed);
    s->pcs = 0;
    for (unsigned i = 0; good && i < s->records; i++) {
        const uint64_t before = s->walk.cycle;
        s->walk.rng.state = s->choice[i];
        rh_step(&s->walk, &s->step);
        const uint64_t idle = s->walk.cycle - before - 1 + s->gap;
        good = (idle == 0 || htk_dut_tick(d, (uint32_t)idle)) && htk_dut_cycle(d, &s->step.in);
        s->from[i] = s->pcs;
        memcpy(s->pc + s->pcs, s->step.pc, s->step.count * sizeof s->pc[0]);
        s->pcs += s->step.count;
    }
    s->from[s->records] = s->pcs;
    return good && htk_dut_tick(d, GAP) &&
           htk_dut_write(d, TR_TE_CONTROL_OFFSET, s->control & ~on) && htk_dut_tick(d, 4) &&
           htk_dut_flush(d);
}

static void wrong(struct stream *s, const char *id, const struct flow_elem *e)
{
    if (s->broken == NULL) {
        s->broken = id;
        s->message = e->msg;
        s->offset = e->offset;
    }
}

/* How the instruction before pc[i] was left: the rule about messages for it. */
static const char *rule_before(const struct stream *s, size_t i)
{
    const uint64_t at = i > 0 ? s->pc[i - 1] - s->hart.base : 0;
    switch (i > 0 && at < RH_CODE_BYTES ? s->walk.kind[at / 2] : (unsigned)RH_LINEAR) {
    case RH_BRANCH:
        return s->htm ? "NT-HST-002" : "NT-DBR-002";
    case RH_LINEAR:
    case RH_CONST:
    case RH_JUMP:
    case RH_CALL:
        return s->pc[i] == s->pc[i - 1] + s->walk.size[at / 2] ? "NT-CNT-003" : "NT-IBR-003";
    default:
        return "NT-ADR-005";
    }
}

static void take_range(struct stream *s, struct flow_code *code, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    flow_range_begin(&it, e);
    while (s->broken == NULL && flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (s->seen < s->pcs && s->pc[s->seen] == it.where.pc) {
            s->seen++;
            continue;
        }
        wrong(s, s->seen < s->pcs ? rule_before(s, s->seen) : "NT-CNT-003", e);
        snprintf(s->got, sizeof s->got, "0x%" PRIX64 " as instruction %zu", it.where.pc, s->seen);
        if (s->seen < s->pcs) {
            snprintf(s->expected, sizeof s->expected, "0x%" PRIX64, s->pc[s->seen]);
        } else {
            snprintf(s->expected, sizeof s->expected, "no more instructions");
        }
    }
}

static void take(struct stream *s, struct flow_code *code, const struct flow_elem *e)
{
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        take_range(s, code, e);
        return;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        wrong(s, htk_enc_rule_of_status(e->status), e);
        snprintf(s->expected, sizeof s->expected, "a message that the code allows, at 0x%" PRIX64,
                 s->seen < s->pcs ? s->pc[s->seen] : 0);
        snprintf(s->got, sizeof s->got, "%s, at 0x%" PRIX64, nexus_strerror(e->status), e->start);
        return;
    case FLOW_ELEM_LOST:
        wrong(s, "NT-ERR-004", e);
        snprintf(s->expected, sizeof s->expected, "nothing lost: %u clocks for each record",
                 s->gap);
        snprintf(s->got, sizeof s->got, "an Error message");
        return;
    default:
        return;
    }
}

static void decode(struct stream *s, struct nexus_decoder *dec)
{
    const struct htk_dut *d = &s->e->dut;
    struct flow_region region = {s->hart.base, RH_CODE_BYTES, s->walk.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e = {.msg = 0};
    flow_code_init_image(&code, nexus_cfg_isa(&s->cfg), &image);
    s->seen = 0;
    s->broken = NULL;
    if (nexus_decoder_init(dec, &s->cfg, &code, d->bytes, d->n) != NEXUS_OK) {
        return;
    }
    while (s->broken == NULL && nexus_decoder_next(dec, &e) == NEXUS_OK) {
        take(s, &code, &e);
    }
    if (s->broken == NULL && s->seen < s->pcs) {
        wrong(s, s->seen == 0 ? "NT-PTS-007" : "NT-PTC-001", &e);
        snprintf(s->expected, sizeof s->expected, "%zu instructions", s->pcs);
        snprintf(s->got, sizeof s->got, "%zu instructions", s->seen);
    }
}

/* ---- a stream that fails ---- */

/* Run it; *fails: something is broken. Returns false when the device failed. */
static bool run(struct stream *s, struct nexus_decoder *dec, bool *fails)
{
    struct htk_enc *e = s->e;
    if (!feed(s)) {
        return false;
    }
    decode(s, dec);
    *fails = s->broken != NULL;
    e->spoiled = false;
    return true;
}

/* The last records as text, newest last. */
static void list_records(struct stream *s, char *out, size_t size)
{
    size_t n = 0;
    rh_init(&s->walk, &s->hart, s->seed);
    n += (size_t)snprintf(out, size, "; %u records:", s->records);
    for (unsigned i = 0; i < s->records; i++) {
        s->walk.rng.state = s->choice[i];
        rh_step(&s->walk, &s->step);
        for (unsigned k = 0; i + 6 > s->records && k < s->step.in.nblocks && n < size; k++) {
            const struct ingress_block *b = &s->step.in.block[k];
            const int more = snprintf(out + n, size - n, " 0x%" PRIX64 "+%" PRIu32 ":%u", b->iaddr,
                                      b->iretire, b->itype);
            n += more > 0 ? (size_t)more : 0;
        }
    }
}

/* Leave out records [at, at + n). */
static void leave_out(struct stream *s, unsigned at, unsigned n)
{
    memmove(s->choice + at, s->choice + at + n, (s->records - at - n) * sizeof s->choice[0]);
    s->records -= n;
}

/* As few records as still break the same rule. */
static bool shrink(struct stream *s, struct nexus_decoder *dec)
{
    const char *rule = s->broken;
    const uint64_t until = htk_dut_now() + SHRINK_MS;
    struct stream *kept = malloc(sizeof *kept);
    unsigned runs = 0;
    bool good = kept != NULL, fails;
    for (unsigned part = s->records / 2; good && part > 0;) {
        bool less = false;
        for (unsigned at = 0;
             good && at + part <= s->records && runs < SHRINK_RUNS && htk_dut_now() < until;
             runs++) {
            *kept = *s;
            leave_out(s, at, part);
            good = run(s, dec, &fails);
            if (good && fails && strcmp(s->broken, rule) == 0) {
                less = true;
            } else {
                *s = *kept;
                at += part;
            }
        }
        part = less && part <= s->records ? part : part / 2;
        part = runs < SHRINK_RUNS && htk_dut_now() < until ? part : 0;
    }
    good = good && run(s, dec, &fails); /* what is left, once more: its texts */
    free(kept);
    return good;
}

/* ---- all of them ---- */

static void hold(struct stream *s)
{
    static const char common[] =
        "NT-RUL-002 NT-RUL-003 NT-RUL-004 NT-RUL-007 NT-RUL-020 NT-IBR-002 "
        "NT-IBR-003 NT-CNT-002 NT-CNT-003 NT-CNT-004 NT-CNT-005 NT-ADR-003 "
        "NT-ADR-004 NT-ADR-005 NT-PTC-001 NT-PTS-007 NT-RUL-005 NT-RUL-017 "
        "TCI-TE-005";
    htk_enc_hold(s->e, common);
    htk_enc_hold(s->e, s->htm ? "NT-HST-001 NT-HST-002 NT-HST-003 NT-HST-004 NT-HST-005 NT-RUL-016 "
                                "NT-RUL-013 TCI-TE-009 TCI-MIN-009"
                              : "NT-DBR-002 NT-RUL-012 NT-RUL-015 TCI-TE-008 TCI-MIN-009");
    if ((s->control & TR_TE_INST_STALL_ENA_MASK) != 0) {
        htk_enc_hold(s->e, "TCI-TE-018");
    }
    if (s->cfg.src_bits != 0) {
        htk_enc_hold(s->e, "TCI-TE-046 TCI-TE-047");
    }
}

static bool one_stream(struct stream *s, struct nexus_decoder *dec, uint64_t seed)
{
    struct htk_enc *e = s->e;
    bool fails;
    choose(s, seed);
    stream_cfg(s);
    htk_enc_begin(e, seed, "a random stream, %s", s->htm ? "HTM" : "BTM");
    if (!feed(s)) {
        return false;
    }
    e->sum->streams++;
    e->sum->instructions += s->pcs;
    const bool clean = htk_enc_lint(e, &s->cfg);
    decode(s, dec);
    if (s->broken == NULL || !clean) {
        if (clean) {
            hold(s);
        }
        return true;
    }
    fails = htk_verdicts_by_id(e->v, s->broken) != HTK_BROKEN;
    if (fails && !shrink(s, dec)) {
        return false;
    }
    if (s->broken != NULL) {
        char text[HTK_TEXT];
        const int n = snprintf(text, sizeof text, "%s", s->got);
        list_records(s, text + n, sizeof text - (size_t)n);
        e->at.has_message = true;
        e->at.message = s->message;
        e->at.offset = s->offset;
        htk_enc_break(e, s->broken, s->expected, text);
    }
    return true;
}

bool htk_enc_random(struct htk_enc *e)
{
    struct stream *s = calloc(1, sizeof *s);
    struct nexus_decoder *dec = calloc(1, sizeof *dec);
    bool good = s != NULL && dec != NULL;
    if (good) {
        s->e = e;
    }
    for (uint64_t i = 0; good && htk_enc_wants(e, "random stream") && i < e->o->streams; i++) {
        good = one_stream(s, dec, e->o->seed + i);
    }
    free(dec);
    free(s);
    return good;
}
