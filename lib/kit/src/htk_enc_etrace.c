/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An encoder held against E-Trace: its registers with trTeFormat 0, and random streams under every
 * option that it has, whose packets keep the rules and decode to what was executed.
 *
 * Sources: Efficient Trace 2.0, chapters "Branch Trace", "Instruction Trace Encoder Output
 * Packets", "Encoder Control"; Unformatted Trace & Diagnostic Data Packet Encapsulation 1.0.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"
#include "etrace/etrace_flow.h"
#include "htk_enc.h"
#include "htk_lint_int.h"
#include "random_hart.h"

enum {
    STEPS = 300,
    PCS = STEPS * 64,
    GAP = 8, /* clocks after each record: a queue need not overflow */
};

/* A stream: what was executed, and what its decoding led to. */
struct run {
    struct htk_enc *e;
    struct trm_encoder golden; /* the same settings: how its packets are read */
    uint8_t model[1 << 16];    /* what it sends */
    size_t sent;
    uint64_t clock;
    struct etrace_cfg cfg;
    struct rh_hart hart;
    uint32_t features, control;
    uint64_t pc[PCS];
    uint8_t priv[PCS];
    size_t pcs, seen;
    struct {
        uint64_t cause;
        bool interrupt;
    } trap[STEPS];
    size_t traps, traps_seen;
    struct etrace_decoder dec;
    struct htr_etrace_options options;
    uint64_t since; /* packets since the last synchronization */
    bool lost, known;
    uint8_t now; /* privilege that the trace says, when known */
    const char *broken;
    bool exact; /* it is about the field that is wrong */
    char expected[160], got[160];
    uint64_t message, offset;
};

/* ---- a stream ---- */

static bool inferable(const struct run *r, uint64_t pc)
{
    const unsigned kind = r->hart.kind[(pc - r->hart.cfg.base) / 2];
    return kind == RH_LINEAR || kind == RH_JUMP || kind == RH_CALL || kind == RH_CONST ||
           kind == RH_CONST_JUMP || kind == RH_SWAP;
}

/* A loop of which no packet says how often it ran (docs/reference/etrace.md). */
static bool circles(const struct run *r)
{
    for (size_t i = r->pcs - 1; i-- > 0 && inferable(r, r->pc[i]);) {
        if (r->pc[i] == r->pc[r->pcs - 1]) {
            return true;
        }
    }
    return false;
}

/* Append what a record retires. Returns false when it would go in circles: nothing is appended. */
static bool note(struct run *r, const struct rh_step *step)
{
    const size_t before = r->pcs;
    for (unsigned i = 0; i < step->count; i++) {
        r->priv[r->pcs] = step->in.priv;
        r->pc[r->pcs++] = step->pc[i];
        if (circles(r)) {
            r->pcs = before;
            return false;
        }
    }
    for (unsigned i = 0; i < step->in.nblocks; i++) {
        const unsigned itype = step->in.block[i].itype;
        if (itype == INGRESS_ITYPE_EXCEPTION || itype == INGRESS_ITYPE_INTERRUPT) {
            r->trap[r->traps].cause = step->in.cause;
            r->trap[r->traps++].interrupt = itype == INGRESS_ITYPE_INTERRUPT;
        }
    }
    return true;
}

static bool can_accept(void *ctx, size_t n)
{
    const struct run *r = ctx;
    return r->sent + n <= sizeof r->model;
}

static void keep(void *ctx, const uint8_t *bytes, size_t n)
{
    struct run *r = ctx;
    memcpy(r->model + r->sent, bytes, n);
    r->sent += n;
}

static void clocks(struct run *r, unsigned n)
{
    for (; n > 0; n--) {
        r->clock++;
        trm_encoder_tick(&r->golden);
    }
}

static bool put(struct run *r, uint32_t offset, uint32_t value)
{
    (void)!trm_encoder_reg_write(&r->golden, offset, 4, value);
    clocks(r, 1);
    return htk_dut_write(&r->e->dut, offset, value) && htk_dut_tick(&r->e->dut, 1);
}

/* The model sees the record, too. */
static void follow(struct run *r, const struct ingress_cycle *in)
{
    struct ingress_cycle at = *in;
    clocks(r, 1);
    at.cycle = r->clock;
    (void)trm_encoder_ingress(&r->golden, &at);
    clocks(r, GAP);
}

static bool begin(struct run *r, uint64_t seed)
{
    struct htk_enc *e = r->e;
    struct rh_cfg h = {.base = UINT64_C(0x80000000),
                       .xlen = e->dut.xlen,
                       .itype_width = e->dut.itype_width,
                       .max_block = seed % 4 >= 2 && e->dut.iretire_bits >= 6 ? 12 : 1,
                       .trap_one_in = seed % 3 != 0 ? 20 : 0,
                       .branch_bias = seed % 2 == 0 ? 64 : 8,
                       .indirect_bias = 4,
                       .context_one_in = seed % 5 == 0 && !e->cfg.nocontext ? 12 : 0,
                       .well_behaved = e->cfg.return_stack_size == 0};
    const uint32_t bits = (uint32_t)(seed % 7);
    r->features = ((uint32_t)seed & 1u) | ((uint32_t)(seed >> 1) & 15u) << 2 |
                  bits << TR_TE_SRC_BITS_SHIFT |
                  (UINT32_C(0xA5A) & ((1u << bits) - 1u)) << TR_TE_SRC_ID_SHIFT;
    r->control = TR_TE_ACTIVE_MASK | (uint32_t)(seed % 2) << TR_TE_INST_SYNC_MODE_SHIFT |
                 (uint32_t)(seed % 3) << TR_TE_INST_SYNC_MAX_SHIFT;
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = keep};
    r->pcs = r->traps = r->sent = 0;
    r->clock = 0;
    rh_init(&r->hart, &h, seed);
    if (trm_encoder_init(&r->golden, &e->cfg) != TRM_OK || !htk_enc_wake_as(&e->dut, 0) ||
        !put(r, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK) ||
        !put(r, TR_TE_INST_FEATURES_OFFSET, r->features) ||
        !htk_dut_read(&e->dut, TR_TE_INST_FEATURES_OFFSET, &r->features)) {
        return false;
    }
    trm_encoder_connect(&r->golden, (struct trm_link){&ops, r});
    (void)!trm_encoder_reg_write(&r->golden, TR_TE_INST_FEATURES_OFFSET, 4, r->features);
    trm_encoder_etrace_cfg(&r->golden, &r->cfg);
    r->cfg.options = 0; /* the support packet reports them */
    return put(r, TR_TE_CONTROL_OFFSET, r->control) &&
           put(r, TR_TE_CONTROL_OFFSET, r->control | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK);
}

static bool feed(struct run *r, uint64_t seed)
{
    struct htk_dut *d = &r->e->dut;
    bool good = begin(r, seed);
    for (unsigned i = 0; good && i < STEPS; i++) {
        struct rh_step step;
        rh_step(&r->hart, &step);
        if (!note(r, &step)) {
            break;
        }
        good = htk_dut_cycle(d, &step.in) && htk_dut_tick(d, GAP);
        follow(r, &step.in);
    }
    return good && htk_dut_write(d, TR_TE_CONTROL_OFFSET, r->control) && htk_dut_flush(d);
}

/* ---- what it decodes to ---- */

static void wrong(struct run *r, const char *id, const struct flow_elem *e)
{
    if (r->broken == NULL) {
        r->broken = id;
        r->message = e->msg;
        r->offset = e->offset;
    }
}

/* How the instruction before pc[i] was left: the rule about packets for it. */
static const char *rule_before(const struct run *r, size_t i)
{
    if (i == 0) {
        return "ET-PKT-010";
    }
    const uint64_t at = r->pc[i - 1] - r->hart.cfg.base;
    switch (at < RH_CODE_BYTES ? r->hart.kind[at / 2] : (unsigned)RH_LINEAR) {
    case RH_BRANCH:
        return "ET-PKT-062";
    case RH_LINEAR:
    case RH_CONST:
    case RH_JUMP:
    case RH_CALL:
        return "ET-ALG-005";
    case RH_CONST_JUMP:
        return "ET-ALG-013";
    case RH_RETURN:
    case RH_SWAP:
        return (r->features & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0 ? "ET-ALG-015"
                                                                       : "ET-ALG-002";
    default:
        return "ET-ALG-002";
    }
}

static void take_range(struct run *r, struct flow_code *code, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (r->known && r->seen < r->pcs && e->start == r->pc[r->seen] && r->now != r->priv[r->seen]) {
        wrong(r, "ET-PKT-007", e);
        r->exact = true;
        snprintf(r->expected, sizeof r->expected, "privilege %u", r->priv[r->seen]);
        snprintf(r->got, sizeof r->got, "%u", r->now);
    }
    flow_range_begin(&it, e);
    while (r->broken == NULL && flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (r->seen < r->pcs && r->pc[r->seen] == it.where.pc) {
            r->seen++;
            continue;
        }
        wrong(r, r->seen < r->pcs ? rule_before(r, r->seen) : "ET-ALG-009", e);
        snprintf(r->expected, sizeof r->expected, "%s0x%" PRIX64,
                 r->seen < r->pcs ? "" : "the end after ", r->pc[r->seen < r->pcs ? r->seen : 0]);
        snprintf(r->got, sizeof r->got, "0x%" PRIX64 " as instruction %zu", it.where.pc, r->seen);
    }
}

static void take_trap(struct run *r, const struct flow_elem *e)
{
    const uint64_t mask = etrace_mask(r->cfg.ecause_width);
    const size_t i = r->traps_seen++;
    if (i >= r->traps) {
        wrong(r, "ET-ALG-005", e);
        snprintf(r->expected, sizeof r->expected, "%zu traps", r->traps);
        snprintf(r->got, sizeof r->got, "one more");
    } else if ((e->code == 3) != r->trap[i].interrupt) {
        wrong(r, "ET-PKT-018", e);
        snprintf(r->expected, sizeof r->expected, "interrupt=%d", r->trap[i].interrupt);
        snprintf(r->got, sizeof r->got, "interrupt=%d", e->code == 3);
    } else if (e->value != (r->trap[i].cause & mask)) {
        wrong(r, "ET-PKT-017", e);
        snprintf(r->expected, sizeof r->expected, "ecause=0x%" PRIx64, r->trap[i].cause & mask);
        snprintf(r->got, sizeof r->got, "ecause=0x%" PRIx64, e->value);
    }
}

static void take(struct run *r, struct flow_code *code, const struct flow_elem *e)
{
    enum htk_rule rule;
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        take_range(r, code, e);
        return;
    case FLOW_ELEM_EXCEPTION:
        take_trap(r, e);
        r->exact = r->broken != NULL;
        return;
    case FLOW_ELEM_CONTEXT:
        r->known = true;
        r->now = r->dec.flow.privilege;
        return;
    case FLOW_ELEM_LOST:
        r->lost = true;
        return;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        rule = htk_etrace_rule_of(e->status);
        wrong(r, rule != HTK_RULES ? htk_rule_id(rule) : "ET-PKT-046", e);
        snprintf(r->expected, sizeof r->expected, "a packet that the code allows, at 0x%" PRIX64,
                 r->seen < r->pcs ? r->pc[r->seen] : 0);
        snprintf(r->got, sizeof r->got, "%s, at 0x%" PRIX64, etrace_strerror(e->status), e->start);
        return;
    default:
        return;
    }
}

static void decode(struct run *r)
{
    const struct htk_dut *d = &r->e->dut;
    struct flow_region region = {r->hart.cfg.base, RH_CODE_BYTES, r->hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e = {.msg = 0};
    flow_code_init_image(&code, etrace_cfg_isa(&r->cfg), &image);
    r->seen = r->traps_seen = 0;
    r->broken = NULL;
    r->lost = r->known = r->exact = false;
    if (etrace_decoder_init(&r->dec, &r->cfg, &code, d->bytes, d->n) != ETRACE_OK) {
        return;
    }
    r->dec.all_sources = true;
    while (r->broken == NULL && !r->lost && etrace_decoder_next(&r->dec, &e) == ETRACE_OK) {
        take(r, &code, &e);
    }
    if (r->broken == NULL && !r->lost && r->seen < r->pcs) {
        wrong(r, "ET-ALG-009", &e);
        snprintf(r->expected, sizeof r->expected, "%zu instructions", r->pcs);
        snprintf(r->got, sizeof r->got, "%zu instructions", r->seen);
    }
}

/* ---- the packets alone ---- */

static void found(void *ctx, const struct htk_finding *f)
{
    struct htk_enc *e = ctx;
    e->at.has_message = true;
    e->at.message = f->message;
    e->at.offset = f->offset;
    htk_enc_break(e, htk_rule_id(f->rule), htk_rule_text(f->rule), f->text);
}

/* Rules of a stream, then: srcID and options are what the registers say, and synchronization
 * packets are not too far from each other. */
static void look_at(void *ctx, const struct etrace_frame *f, bool first)
{
    struct run *r = ctx;
    uint64_t *since = &r->since;
    struct htk_enc *e = r->e;
    const uint32_t src = (r->features & TR_TE_SRC_ID_MASK) >> TR_TE_SRC_ID_SHIFT;
    const uint64_t max = (r->control & TR_TE_INST_SYNC_MAX_MASK) >> TR_TE_INST_SYNC_MAX_SHIFT;
    struct etrace_packet p;
    char want[40], got[40];
    if (first && r->cfg.src_bits != 0) {
        snprintf(want, sizeof want, "srcID=0x%" PRIx32, src);
        snprintf(got, sizeof got, "srcID=0x%x", f->src);
        htk_enc_judge(e, "ET-CTL-024 ET-CTL-025", f->src == src, want, got);
    }
    if (htr_etrace_decode(&r->cfg, &r->options, f, &p) != ETRACE_OK) {
        return;
    }
    if (p.format == ETRACE_FORMAT_SYNC && p.subformat == ETRACE_SYNC_SUPPORT) {
        struct etrace_cfg cfg;
        trm_encoder_etrace_cfg(&r->golden, &cfg);
        snprintf(want, sizeof want, "ioptions=0x%" PRIx32, etrace_cfg_ioptions(&cfg, cfg.options));
        snprintf(got, sizeof got, "ioptions=0x%" PRIx32, p.ioptions);
        htk_enc_judge(e, "ET-PKT-032 ET-PKT-038",
                      etrace_cfg_options(&cfg, p.ioptions) == cfg.options, want, got);
    }
    *since = etrace_packet_is_sync(&p) ? 0 : *since + 1;
    if ((r->control & TR_TE_INST_SYNC_MODE_MASK) != 0) { /* packets; some may come before it */
        snprintf(got, sizeof got, "%" PRIu64 " packets", *since);
        snprintf(want, sizeof want, "every %" PRIu64 " packets", UINT64_C(1) << (max + 4));
        if (*since == (UINT64_C(2) << (max + 4)) || etrace_packet_is_sync(&p)) {
            htk_enc_judge(e, "ET-ALG-008 ET-ALG-029 ET-CTL-017", *since == 0, want, got);
        }
    }
}

bool htk_enc_etrace_lint(struct htk_enc *e, const struct etrace_cfg *cfg, htk_enc_look *look,
                         void *ctx)
{
    struct htr_trace *t = calloc(1, sizeof *t);
    struct htr_etrace *in = calloc(1, sizeof *in);
    struct htk_lint *l = t != NULL && in != NULL ? htk_lint_new(t, found, e) : NULL;
    bool good = l != NULL && htk_lint_packets_begin(l);
    if (good) {
        struct etrace_frame f = {0};
        enum etrace_status got;
        t->etrace = in;
        in->cfg = *cfg;
        good = etrace_reader_init(&in->decoder.reader, cfg, e->dut.bytes, e->dut.n) == ETRACE_OK;
        while (good && (got = etrace_reader_next(&in->decoder.reader, &f)) != ETRACE_ERR_END) {
            good = htk_lint_packet(l, &f, got);
            if (look != NULL) {
                look(ctx, &f, l->number == 0);
            }
            l->number++;
        }
        for (unsigned i = HTK_NTRACE_RULES; i < HTK_RULES; i++) {
            if (l->rule[i].broken == 0 && l->rule[i].looked > 0) {
                htk_verdict_hold(e->v, htk_rule_id((enum htk_rule)i), l->rule[i].looked);
            }
        }
    }
    htk_lint_free(l);
    free(in);
    free(t);
    return good;
}

static bool lint(struct run *r)
{
    r->options = (struct htr_etrace_options){.options = 0};
    r->since = 0;
    return htk_enc_etrace_lint(r->e, &r->cfg, look_at, r);
}

/* Nothing is wrong: hold what the stream had in it. */
static void hold(struct run *r)
{
    struct htk_enc *e = r->e;
    bool has[RH_CONST_JUMP + 1] = {false};
    for (size_t i = 0; i + 1 < r->pcs; i++) {
        has[r->hart.kind[(r->pc[i] - r->hart.cfg.base) / 2]] = true;
    }
    htk_enc_hold(e, "ET-PKT-010 ET-PKT-046 ET-PKT-007 ET-ALG-009 ET-CTL-003 ET-CTL-004");
    if (has[RH_BRANCH]) {
        htk_enc_hold(e, "ET-PKT-059 ET-PKT-061 ET-PKT-062 ET-ALG-003 ET-ALG-004");
    }
    if (has[RH_INDIRECT] || has[RH_ICALL] || has[RH_OTHER] || has[RH_MRET]) {
        htk_enc_hold(e, "ET-ALG-001 ET-ALG-002 ET-PKT-044");
    }
    if (r->traps_seen > 0) {
        htk_enc_hold(e, "ET-ALG-005 ET-ALG-006 ET-ALG-007 ET-PKT-017 ET-PKT-018 ET-PKT-014");
    }
    if (has[RH_RETURN] && (r->features & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0) {
        htk_enc_hold(e, "ET-ALG-015 ET-ALG-016 ET-CTL-029");
    }
    if (has[RH_CONST_JUMP]) {
        const bool on = (r->features & TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK) != 0;
        htk_enc_hold(e, on ? "ET-ALG-013 ET-CTL-028" : "ET-ALG-012");
    }
    if (has[RH_BRANCH] && (r->features & TR_TE_INST_EN_BRANCH_PREDICTION_MASK) != 0) {
        htk_enc_hold(e, "ET-ALG-017 ET-ALG-018 ET-CTL-030");
    }
    if (has[RH_INDIRECT] && (r->features & TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK) != 0) {
        htk_enc_hold(e, "ET-ALG-019 ET-CTL-031");
    }
    htk_enc_hold(e,
                 (r->features & TR_TE_INST_NO_ADDR_DIFF_MASK) != 0 ? "ET-CTL-026" : "ET-ALG-011");
}

static bool one_stream(struct run *r, uint64_t seed)
{
    struct htk_enc *e = r->e;
    htk_enc_begin(e, seed, "a random stream of E-Trace, options 0x%x",
                  (unsigned)(((uint32_t)seed & 1u) | ((uint32_t)(seed >> 1) & 15u) << 2));
    if (!feed(r, seed)) {
        return false;
    }
    e->sum->streams++;
    e->sum->instructions += r->pcs;
    if (!lint(r)) {
        return false;
    }
    const bool clean = !e->spoiled;
    decode(r);
    if (r->broken != NULL && clean) {
        const char *id = htk_enc_etrace_rule(&r->cfg, r->model, r->sent, e->dut.bytes, e->dut.n);
        r->broken = id != NULL && !r->exact ? id : r->broken;
        e->at.has_message = true;
        e->at.message = r->message;
        e->at.offset = r->offset;
        htk_enc_break(e, r->broken, r->expected, r->got);
    } else if (clean && !r->lost) {
        hold(r);
    }
    return true;
}

bool htk_enc_etrace(struct htk_enc *e)
{
    struct run *r = calloc(1, sizeof *r);
    bool good = r != NULL;
    e->cfg.etrace = true;
    if (good) {
        r->e = e;
        e->sum->scenarios++;
        good = htk_enc_etrace_registers(e) && htk_enc_etrace_scenes(e) && htk_enc_filters(e);
    }
    for (uint64_t i = 0; good && htk_enc_wants(e, "random stream") && i < e->o->streams; i++) {
        good = one_stream(r, e->o->seed + i);
    }
    free(r);
    return good;
}
