/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs of E-Trace for decoders. The encoder model makes the packets; it never loses one,
 * as its output takes a packet at once. PCs, traps and data accesses come from the hart.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"
#include "htk_dec_etrace.h"
#include "htk_params.h"
#include "timestamp_regs.h"

enum {
    GAP = 4, /* clocks after each record */
    ON = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK,
};

/* What an encoder may choose, and a decoder must read. */
static const char *const sets[] = {
    "return_stack_size=3 bpred_size=4 cache_size=3 f0s_width=1",
    "xlen=32 call_counter_size=3 bpred_size=1 cache_size=1 f0s_width=2 ecause_width=4",
    "nocontext=0 context_width=16 return_stack_size=1 bpred_size=9 cache_size=8 f0s_width=1",
    "data_trace=1 return_stack_size=2 bpred_size=4 cache_size=2 f0s_width=1",
    "itype_width=3 iaddress_lsb=0 privilege_width=3 bpred_size=6 cache_size=4 f0s_width=3",
    "data_trace=1 data_split=1 lrid_width=2 data_diff_width=1 xlen=32 return_stack_size=4",
    "nocontext=0 context_width=33 notime=0 time_width=20 return_stack_size=2 cache_size=5",
    "data_trace=1 data_diff_width=2 nocontext=0 context_width=7 bpred_size=3 call_counter_size=4",
};

enum {
    SETS = sizeof sets / sizeof sets[0]
};

/* Options of a stream, one of which a simple stream has. */
static const uint32_t options[] = {
    0,
    TR_TE_INST_NO_ADDR_DIFF_MASK,
    TR_TE_INST_EN_IMPLICIT_RETURN_MASK,
    TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK,
    TR_TE_INST_EN_BRANCH_PREDICTION_MASK,
    TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK,
};

enum {
    OPTIONS = sizeof options / sizeof options[0]
};

/* ---- the encoder's link ---- */

static bool can_accept(void *ctx, size_t n)
{
    const struct htk_etrace_golden *g = ctx;
    return g->n + n <= sizeof g->bytes && g->places < HTK_ETRACE_PACKETS;
}

/* One packet or more: those that were made at the same time are about the same instructions. */
static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct htk_etrace_golden *g = ctx;
    g->place[g->places++] =
        (struct htk_etrace_place){.offset = g->n, .least = g->began[2], .most = g->want.pcs};
    memcpy(g->bytes + g->n, bytes, n);
    g->n += n;
}

static void clocks(struct htk_etrace_golden *g, unsigned n)
{
    for (; n > 0; n--) {
        g->clock++;
        trm_encoder_tick(&g->enc);
    }
}

static void reg(struct htk_etrace_golden *g, uint32_t offset, uint32_t value)
{
    (void)!trm_encoder_reg_write(&g->enc, offset, 4, value);
    clocks(g, GAP);
}

/* ---- what the hart did ---- */

static void event(struct htk_etrace_golden *g, enum htk_event_kind kind, const char *text)
{
    g->good = g->good && htk_account_event(&g->want, kind, text);
}

/* The trap before this place is complete. A question mark: the format does not give it. */
static void arrive(struct htk_etrace_golden *g, const char *to)
{
    char text[3 * NTT_ELEM_MAX];
    if (g->trapped) {
        snprintf(text, sizeof text, "%s to=%s", g->trap, to);
        event(g, HTK_EXCEPTION, text);
    }
    g->trapped = false;
}

static void take_pc(struct htk_etrace_golden *g, uint64_t pc)
{
    char text[NTT_ELEM_MAX];
    snprintf(text, sizeof text, "0x%" PRIX64, pc);
    arrive(g, text);
    if (g->starts) {
        snprintf(text, sizeof text, "trace-on sync=5 addr=0x%" PRIX64, pc);
        event(g, HTK_TRACE_ON, text);
    }
    g->starts = false;
    g->good = g->good && htk_account_pc(&g->want, pc);
}

static void take_trap(struct htk_etrace_golden *g, const struct ingress_cycle *in,
                      const struct ingress_block *b)
{
    const bool interrupt = b->itype == INGRESS_ITYPE_INTERRUPT;
    arrive(g, "0x0?");
    if (g->starts) { /* where a region begins that begins with a trap, the trap says */
        g->want.kinds &= ~(1u << HTK_TRACE_ON);
    }
    snprintf(g->trap, sizeof g->trap, "exception btype=%u ecause=0x%" PRIX64 " at=0x%" PRIX64 "?",
             interrupt ? 3u : 2u, in->cause & etrace_mask(g->cfg.ecause_width),
             b->iaddr + 2u * (uint64_t)b->iretire);
    g->trapped = true;
}

/* ---- data accesses ---- */

static void want_access(struct htk_etrace_golden *g, bool writes, uint64_t addr, unsigned bytes,
                        uint64_t value)
{
    char text[NTT_ELEM_MAX], at[24] = "?";
    const bool valued = (g->data & TR_TE_DATA_NO_VALUE_MASK) == 0;
    if ((g->data & TR_TE_DATA_NO_ADDR_MASK) == 0) {
        snprintf(at, sizeof at, "0x%" PRIX64, addr);
    }
    snprintf(text, sizeof text, "data tcode=%u addr=%s size=%u data=0x%" PRIX64, writes ? 5u : 6u,
             at, valued ? bytes : 0, valued ? value : 0);
    event(g, HTK_DATA, text);
}

/* Small and large ones, also negative. */
static uint64_t a_value(struct htk_etrace_golden *g)
{
    const uint64_t small = rh_below(&g->dice, 99);
    return rh_chance(&g->dice, 3)   ? (uint64_t)rh_next(&g->dice) << 32 | rh_next(&g->dice)
           : rh_chance(&g->dice, 2) ? 0 - small
                                    : small;
}

/* What an instruction of the program does to memory: the atomic of random_hart.c adds. */
static void access_memory(struct htk_etrace_golden *g, struct ingress_cycle *in,
                          const struct flow_insn *insn, unsigned halfwords)
{
    const unsigned size = insn->width == 8 ? 3 : insn->width == 4 ? 2 : insn->width == 2 ? 1 : 0;
    const uint64_t mask = etrace_mask(8u << size);
    const bool adds = insn->loads != 0 && insn->stores != 0;
    struct ingress_access a = {.dsize = (uint8_t)size, .insn = (uint8_t)halfwords};
    if (insn->loads + insn->stores == 0 || in->naccess == INGRESS_MAX_ACCESSES) {
        return;
    }
    a.dtype = adds               ? INGRESS_DTYPE_ADD
              : insn->loads != 0 ? INGRESS_DTYPE_LOAD
                                 : INGRESS_DTYPE_STORE;
    a.daddr = UINT64_C(0x40000000) + 8u * rh_below(&g->dice, 64) +
              (adds || rh_chance(&g->dice, 2) ? 0 : rh_below(&g->dice, 8));
    a.load = insn->loads != 0 ? a_value(g) & mask : 0;
    a.store = insn->stores != 0 ? (a.load + a_value(g)) & mask : 0;
    in->access[in->naccess++] = a;
    if (insn->loads != 0) {
        want_access(g, false, a.daddr, 1u << size, a.load);
    }
    if (insn->stores != 0) {
        want_access(g, true, a.daddr, 1u << size, a.store);
    }
}

static void take_accesses(struct htk_etrace_golden *g, struct rh_step *step)
{
    struct flow_region region = {g->hart.cfg.base, RH_CODE_BYTES, g->hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    flow_code_init_image(&code, etrace_cfg_isa(&g->cfg), &image);
    for (unsigned i = 0; i < step->count; i++) {
        const struct flow_where where = {.pc = step->pc[i]};
        const struct flow_insn *insn;
        if (flow_code_insn(&code, &where, &insn) == FLOW_OK) {
            access_memory(g, &step->in, insn, (unsigned)((where.pc - step->in.block[0].iaddr) / 2));
        }
    }
}

/* ---- a stream ---- */

static bool inferable(const struct htk_etrace_golden *g, uint64_t pc)
{
    const unsigned kind = g->hart.kind[(pc - g->hart.cfg.base) / 2];
    return kind == RH_LINEAR || kind == RH_JUMP || kind == RH_CALL || kind == RH_CONST ||
           kind == RH_CONST_JUMP || kind == RH_SWAP;
}

/* A loop of which no packet says how often it ran (docs/reference/etrace.md). */
static bool circles(const struct htk_etrace_golden *g, const struct rh_step *step)
{
    for (unsigned k = 0; k < step->count; k++) {
        size_t i = g->want.pcs + k;
        for (;;) {
            if (i-- == 0) {
                break;
            }
            const uint64_t pc = i >= g->want.pcs ? step->pc[i - g->want.pcs] : g->want.pc[i];
            if (!inferable(g, pc)) {
                break;
            }
            if (pc == step->pc[k]) {
                return true;
            }
        }
    }
    return false;
}

static void record(struct htk_etrace_golden *g, struct rh_step *step)
{
    struct ingress_cycle *in = &step->in;
    g->began[2] = g->began[1];
    g->began[1] = g->began[0];
    g->began[0] = g->want.pcs;
    for (unsigned i = 0; g->tracing && i < step->count; i++) {
        take_pc(g, step->pc[i]);
    }
    if (g->tracing && g->param.data_trace) {
        take_accesses(g, step);
    }
    for (unsigned i = 0; g->tracing && i < in->nblocks; i++) {
        if (in->block[i].itype == INGRESS_ITYPE_EXCEPTION ||
            in->block[i].itype == INGRESS_ITYPE_INTERRUPT) {
            take_trap(g, in, &in->block[i]);
        }
    }
    if (step->count > 0 && rh_chance(&g->dice, g->notify_one_in)) {
        in->trigger = INGRESS_TRIGGER_NOTIFY;
    }
    clocks(g, 1);
    in->cycle = g->clock;
    in->time = g->clock;
    (void)trm_encoder_ingress(&g->enc, in);
    clocks(g, GAP);
}

static void trace(struct htk_etrace_golden *g, bool on)
{
    reg(g, TR_TE_CONTROL_OFFSET, g->control | (on ? (uint32_t)ON : (uint32_t)TR_TE_ENABLE_MASK));
    g->tracing = on;
    g->starts = on;
}

/* Let the hart go, up to a trap whose handler was executed: only such a trap is reported. */
static void walk(struct htk_etrace_golden *g)
{
    struct rh_step step;
    for (unsigned i = 0; i < g->steps || g->trapped; i++) {
        rh_step(&g->hart, &step);
        if (circles(g, &step)) {
            break;
        }
        record(g, &step);
        if (!g->trapped && rh_chance(&g->dice, g->pause_one_in)) {
            trace(g, !g->tracing);
        }
    }
    if (g->trapped) { /* whether the last one is reported is open */
        g->want.kinds &= ~(1u << HTK_EXCEPTION);
    }
}

static void enable(struct htk_etrace_golden *g)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    trm_encoder_connect(&g->enc, (struct trm_link){&ops, g});
    reg(g, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    reg(g, TR_TE_INST_FEATURES_OFFSET, g->features);
    (void)!trm_encoder_reg_read(&g->enc, TR_TE_INST_FEATURES_OFFSET, 4, &g->features);
    if (g->timed) {
        reg(g, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
        reg(g, TR_TS_CONTROL_OFFSET,
            TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK |
                (uint32_t)TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
    }
    if (g->param.data_trace) {
        reg(g, TR_TE_DATA_CONTROL_OFFSET, g->data);
    }
    reg(g, TR_TE_CONTROL_OFFSET, g->control);
    trm_encoder_etrace_cfg(&g->enc, &g->cfg);
}

static uint32_t choose_features(uint64_t seed)
{
    const uint32_t bits = (uint32_t)(seed / 3 % 4 == 0 ? seed % 13 : 0);
    uint32_t on = 0;
    for (unsigned i = 0; i < OPTIONS; i++) { /* all of them, in turn, or one */
        on |= seed % 2 != 0             ? (seed >> (i + 1) & 1u) != 0 ? options[i] : 0
              : i == seed / 2 % OPTIONS ? options[i]
                                        : 0;
    }
    return on | bits << TR_TE_SRC_BITS_SHIFT |
           (UINT32_C(0xA5A) & ((1u << bits) - 1u)) << TR_TE_SRC_ID_SHIFT;
}

/* Long rows of branches that a predictor knows: jumps through registers become nops. */
static void only_branches(struct rh_hart *h)
{
    for (unsigned i = 0; i < RH_CODE_BYTES / 2 - 8; i++) {
        if (h->size[i] != 0 && h->kind[i] >= RH_INDIRECT && h->kind[i] <= RH_MRET) {
            const bool wide = h->size[i] == 4;
            const uint8_t nop[] = {wide ? 0x13 : 0x01, 0, 0, 0};
            h->kind[i] = RH_LINEAR;
            memcpy(h->code + 2 * (size_t)i, nop, wide ? 4 : 2);
        }
    }
}

static void choose(struct htk_etrace_golden *g, uint64_t seed, bool periodic)
{
    const bool simple = seed % 2 == 0;
    const bool data = g->param.data_trace;
    g->features = choose_features(seed);
    const bool rows = (g->features & TR_TE_INST_EN_BRANCH_PREDICTION_MASK) != 0 && seed % 3 != 0;
    const struct rh_cfg h = {.base = g->param.xlen == 64 && seed % 5 == 1
                                         ? UINT64_C(0xFFFFFFFF80000000)
                                         : UINT64_C(0x80000000),
                             .xlen = g->param.xlen,
                             .itype_width = g->param.itype_width,
                             .max_block = data            ? 3
                                          : seed % 4 >= 2 ? 12
                                                          : 1,
                             .trap_one_in = simple && seed / 2 % 3 != 0 ? 0
                                            : rows                      ? 300
                                                                        : 20,
                             .branch_bias = rows            ? 50
                                            : seed % 3 == 0 ? 64
                                                            : 8,
                             .indirect_bias = 4,
                             .context_one_in = !g->param.nocontext ? 12 : 0,
                             .well_behaved = g->param.return_stack_size == 0};
    rh_init(&g->hart, &h, seed);
    if (rows) {
        only_branches(&g->hart);
    }
    rh_seed(&g->dice, seed + 1);
    g->steps = rows ? 4 * HTK_ETRACE_STEPS : HTK_ETRACE_STEPS;
    g->timed = seed % 4 == 1;
    g->pause_one_in = !periodic && seed % 6 == 5 ? 60 : 0;
    g->notify_one_in = !simple && seed % 5 == 0 ? 20 : 0;
    g->control = TR_TE_ACTIVE_MASK | (g->notify_one_in != 0 ? TR_TE_INST_TRIG_ENABLE_MASK : 0);
    if (periodic || seed % 3 == 1) {
        g->control |= (uint32_t)1 << TR_TE_INST_SYNC_MODE_SHIFT | (uint32_t)(seed % 2)
                                                                      << TR_TE_INST_SYNC_MAX_SHIFT;
    }
    g->data = TR_TE_DATA_TRACING_MASK |
              (seed / 8 % 4 == 1   ? TR_TE_DATA_NO_VALUE_MASK
               : seed / 8 % 4 == 2 ? TR_TE_DATA_NO_ADDR_MASK
                                   : 0) |
              (uint32_t)(seed / 8 % 2 == 0 ? 0 : TR_TE_DATA_ADDR_COMPRESS_DIFFERENTIAL)
                  << TR_TE_DATA_ADDR_COMPRESS_SHIFT;
}

static void add(char *list, size_t size, const char *text)
{
    const size_t n = strlen(list);
    snprintf(list + n, size - n, "%s%s", n > 0 ? " " : "", text);
}

static void describe(struct htk_etrace_golden *g)
{
    const uint32_t f = g->features;
    const struct {
        bool on;
        const char *name;
    } all[] = {
        {g->param.xlen == 32, "xlen=32"},
        {g->cfg.src_bits > 0, "srcID"},
        {g->cfg.ts_bytes > 0, "time"},
        {!g->cfg.nocontext, "context"},
        {(g->control & TR_TE_INST_SYNC_MODE_MASK) != 0, "periodic"},
        {g->pause_one_in != 0, "pauses"},
        {g->notify_one_in != 0, "notify"},
        {(f & TR_TE_INST_NO_ADDR_DIFF_MASK) != 0, "full"},
        {(f & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0, "return"},
        {(f & TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK) != 0, "sequential"},
        {(f & TR_TE_INST_EN_BRANCH_PREDICTION_MASK) != 0, "prediction"},
        {(f & TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK) != 0, "cache"},
        {g->hart.cfg.trap_one_in != 0, "traps"},
        {g->param.data_trace, g->param.data_split ? "split data" : "data"},
    };
    g->features_text[0] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].on) {
            add(g->features_text, sizeof g->features_text, all[i].name);
        }
    }
}

static bool open_model(struct htk_etrace_golden *g, uint64_t seed)
{
    trm_encoder_cfg_init(&g->param);
    return htk_params_parse(HTK_PARAMS_AT_ONCE " etrace=1 ts_modes=10", &g->param, NULL) == NULL &&
           htk_params_parse(sets[seed / 2 % SETS], &g->param, NULL) == NULL &&
           trm_encoder_init(&g->enc, &g->param) == TRM_OK;
}

int htk_etrace_golden_make(struct htk_etrace_golden *g, struct htk_dec *d, uint64_t seed,
                           bool periodic)
{
    g->param.implicit_return = g->param.implicit_return && g->param.itype_width == 4;
    if (!open_model(g, seed)) {
        return htr_fail(d->host, HTR_ERR_TARGET, NULL, "the encoder model refuses %s",
                        sets[seed / 2 % SETS]);
    }
    htk_account_clear(&g->want);
    g->want.kinds = 1u << HTK_EXCEPTION | 1u << HTK_LOST | 1u << HTK_TRACE_ON |
                    (g->param.data_trace ? 1u << HTK_DATA : 0u);
    g->n = g->places = 0;
    g->clock = 0;
    g->trapped = g->tracing = false;
    g->good = true;
    memset(g->began, 0, sizeof g->began);
    choose(g, seed, periodic);
    if (!g->param.nocontext && (g->features & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0) {
        /* A new context at the target of a return that failed ends tracing, and begins it again. */
        g->want.kinds &= ~(1u << HTK_TRACE_ON);
    }
    enable(g);
    trace(g, true);
    walk(g);
    reg(g, TR_TE_CONTROL_OFFSET, g->control);
    clocks(g, 1000);
    describe(g);
    g->given = (struct htk_case){
        .bytes = g->bytes,
        .size = g->n,
        .etrace = &g->cfg,
        .code = {.xlen = g->cfg.xlen,
                 .isa = etrace_cfg_isa(&g->cfg),
                 .region = {{g->hart.cfg.base, RH_CODE_BYTES, g->hart.code}},
                 .regions = 1},
    };
    if (!g->good) {
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    return htk_etrace_golden_look(g) ? HTR_OK
                                     : htr_fail(d->host, HTR_ERR_TARGET, NULL,
                                                "the packets of the encoder model cannot be read");
}

void htk_etrace_golden_free(struct htk_etrace_golden *g)
{
    if (g != NULL) {
        htk_account_free(&g->want);
        free(g);
    }
}
