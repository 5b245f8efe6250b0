/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs for decoders. What is right comes from the hart that executed them; the encoder
 * model makes the messages. It never loses one: the output takes a message at once.
 */
#include "htk_dec_golden.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"

#define AT_ONCE                                                                                    \
    "link_bytes=0 fifo_bytes=4096 restart_bytes=0 queue_messages=0 queue_reserve=0 "               \
    "queue_restart=0 queue_records=0 "

/* What an encoder may choose, and a decoder must read. */
static const char *const sets[] = {
    AT_ONCE "return_stack=32",
    AT_ONCE "hist_bits=8 icnt_bits=11 return_stack=5 hrepeat_bits=4 bcnt_bits=3 "
            "repeat_branch_htm=1 btype_split=0 hist_always=1",
    AT_ONCE "xlen=32 icnt_bits=9 src_bits=4 ts_width=20 repeat_branch=1",
    AT_ONCE "icnt_sync=1 icnt_bits=8 return_stack=1 hist_search=0 hist_bits=4",
    AT_ONCE "xlen=32 itype_width=3 implicit_return=0 icnt_late=1 hist_bits=2 src_bits=12",
    AT_ONCE "icnt_bits=6 return_stack=8 ts_width=63 repeat_branch=1 repeat_branch_htm=1",
};

enum {
    SETS = sizeof sets / sizeof sets[0],
    TRIES = 400,
};

/* ---- the model ---- */

static int serve(void *ctx, FILE *in, FILE *out)
{
    return htk_encoder_model_serve(ctx, in, out);
}

static int failed(struct htk_golden *g, struct htk_dec *d)
{
    return htr_fail(d->host, HTR_ERR_TARGET, NULL, "the encoder model %s: %s",
                    htk_dut_end_name(g->e.dut.end), g->e.dut.why);
}

static int open_model(struct htk_golden *g, struct htk_dec *d, unsigned set)
{
    union {
        const char *text;
        void *ctx;
    } params = {.text = sets[set]};
    (void)htk_dut_close(&g->e.dut);
    memset(&g->e.dut, 0, sizeof g->e.dut);
    g->e.dut.timeout_ms = g->options.timeout_ms;
    g->set = set;
    if (!htk_dut_open(&g->e.dut, NULL, serve, params.ctx)) {
        return failed(g, d);
    }
    trm_encoder_cfg_init(&g->e.cfg);
    (void)htk_params_parse(g->e.dut.params, &g->e.cfg, NULL);
    return HTR_OK;
}

struct htk_golden *htk_golden_new(struct htk_dec *d)
{
    struct htk_golden *g = calloc(1, sizeof *g);
    if (g != NULL) {
        htk_encoder_options_init(&g->options);
        g->e.o = &g->options;
        g->e.host = d->host;
        g->e.dut.to = g->e.dut.from = -1;
        g->e.dut.end = HTK_DUT_NOT_STARTED;
        g->s.e = &g->e;
        g->set = SETS;
    }
    return g;
}

void htk_golden_free(struct htk_golden *g)
{
    if (g != NULL) {
        (void)htk_dut_close(&g->e.dut);
        htk_account_free(&g->want);
        free(g);
    }
}

/* ---- what was executed ---- */

struct taker {
    struct htk_golden *g;
    bool good;
    bool pending; /* an event that goes to the next instruction, or to the next trap */
    enum htk_event_kind kind;
    unsigned btype;
    uint64_t from;
};

static void event(struct taker *t, enum htk_event_kind kind, const char *text)
{
    t->good = t->good && htk_account_event(&t->g->want, kind, text);
}

/* The event before this address is complete. */
static void arrive(struct taker *t, uint64_t to)
{
    char text[NTT_ELEM_MAX];
    if (!t->pending) {
        return;
    }
    if (t->kind == HTK_EXCEPTION) {
        snprintf(text, sizeof text, "exception btype=%u at=0x%" PRIX64 " to=0x%" PRIX64, t->btype,
                 t->from, to);
    } else {
        snprintf(text, sizeof text, "exception-return to=0x%" PRIX64, to);
    }
    event(t, t->kind, text);
    t->pending = false;
}

static void take_pcs(struct taker *t, const struct rh_step *step, const struct rh_hart *h)
{
    for (unsigned i = 0; i < step->count; i++) {
        const uint64_t pc = step->pc[i];
        arrive(t, pc);
        t->good = t->good && htk_account_pc(&t->g->want, pc);
        if (h->kind[(pc - h->cfg.base) / 2] == RH_MRET) {
            t->pending = true;
            t->kind = HTK_EXCEPTION_RETURN;
        }
    }
}

static void take_record(void *ctx, const struct htk_stream *s)
{
    struct taker *t = ctx;
    const struct rh_step *step = &s->step;
    take_pcs(t, step, &s->walk);
    for (unsigned i = 0; i < step->in.nblocks; i++) {
        const struct ingress_block *b = &step->in.block[i];
        if (b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT) {
            arrive(t, b->iaddr);
            t->pending = true;
            t->kind = HTK_EXCEPTION;
            t->from = b->iaddr;
            t->btype = !t->g->e.cfg.btype_split ? 1 : b->itype == INGRESS_ITYPE_EXCEPTION ? 2 : 3;
        }
    }
}

/* Trace begins before the first record, and is disabled after the last one. Where that leads to is
 * not known to the encoder: an event that waits for it is not reported. */
static bool take_walk(struct htk_golden *g)
{
    struct taker t = {.g = g, .good = true};
    htk_account_clear(&g->want);
    htk_stream_walk(&g->s, take_record, &t);
    g->want.kinds = 1u << HTK_EXCEPTION | 1u << HTK_EXCEPTION_RETURN | 1u << HTK_LOST;
    return t.good;
}

/* ---- a stream ---- */

static void add(char *list, size_t size, const char *text)
{
    const size_t n = strlen(list);
    snprintf(list + n, size - n, "%s ", text);
}

static void describe(struct htk_golden *g)
{
    const struct nexus_stream_cfg *c = &g->s.cfg;
    const struct {
        bool on;
        const char *feature, *holds;
    } all[] = {
        {g->s.htm, "HTM", "NT-DEC-005 NT-DEC-006 NT-DEC-007 NT-HST-006"},
        {!g->s.htm, "BTM", "NT-DEC-008 NT-DEC-009 NT-DEC-011 NT-DEC-012 NT-RUL-011"},
        {c->xlen == 32, "xlen=32", ""},
        {c->src_bits > 0, "src", "NT-TX-027 NT-MSG-023"},
        {c->timestamps, "time", "NT-MSG-018 NT-TX-029"},
        {(g->s.control & TR_TE_CONTEXT_MASK) != 0, "context", ""},
        {(g->s.control & TR_TE_INST_SYNC_MODE_MASK) != 0, "periodic", "NT-SYN-021 NT-SYN-028"},
        {c->implicit_return && c->return_mode != NEXUS_RETURN_NONE, "return",
         "NT-DEC-016 NT-RET-007"},
        {c->sequential_jump, "sequential", "NT-DEC-016 NT-SEQ-008"},
        {!c->sequential_jump, "", "NT-SEQ-002"},
        {c->repeated_history, "repeat", "NT-DEC-015"},
        {c->all_jumps, "all-jumps", ""},
        {c->extend_addr_msb, "extend", "NT-EXT-006 NT-EXT-013 NT-EXT-014"},
        {g->s.hart.trap_one_in != 0, "traps", "NT-MSG-026"},
        {g->s.hart.base >> 32 != 0, "high", ""},
    };
    g->features[0] = '\0';
    snprintf(g->holds, sizeof g->holds,
             "NT-DEC-001 NT-DEC-002 NT-DEC-003 NT-DEC-004 NT-DEC-010 NT-DEC-013 NT-DEC-014 "
             "NT-ADR-006 NT-RUL-009 NT-RUL-010 NT-RUL-019 NT-PTC-013 ");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].on) {
            if (all[i].feature[0] != '\0') {
                add(g->features, sizeof g->features, all[i].feature);
            }
            add(g->holds, sizeof g->holds, all[i].holds);
        }
    }
    g->features[strlen(g->features) - 1] = '\0';
}

/* Options of a stream, one of which a simple stream may have. */
static const struct option {
    uint32_t control, features;
    bool time, traps, high;
} options[] = {
    {.control = 0},
    {.features = TR_TE_SRC_BITS_MASK | TR_TE_SRC_ID_MASK},
    {.time = true},
    {.control = TR_TE_CONTEXT_MASK},
    {.control = TR_TE_INST_SYNC_MODE_MASK | TR_TE_INST_SYNC_MAX_MASK},
    {.features = TR_TE_INST_EN_IMPLICIT_RETURN_MASK | TR_TE_INST_IMPLICIT_RETURN_MODE_MASK},
    {.features = TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK},
    {.features = TR_TE_INST_EN_REPEATED_HISTORY_MASK},
    {.features = TR_TE_INST_EN_ALL_JUMPS_MASK},
    {.features = TR_TE_INST_EXTEND_ADDR_MSB_MASK, .high = true},
    {.traps = true},
    {.high = true},
};

enum {
    OPTIONS = sizeof options / sizeof options[0]
};

static bool is_periodic(const struct htk_stream *s)
{
    return (s->control & TR_TE_INST_SYNC_MODE_MASK) != 0 && s->records > 100;
}

static bool has_option(const struct htk_stream *s, const struct option *o)
{
    return (s->control & o->control) != 0 || (s->features & o->features) != 0 ||
           (o->time && s->cfg.timestamps) || (o->traps && s->hart.trap_one_in != 0) ||
           (o->high && o->features == 0 && s->hart.base >> 32 != 0);
}

/* Streams to be damaged come in both modes; of those with all options every second one has times,
 * the others traps and implicit returns, if the encoder can. */
static bool has_variety(const struct htk_stream *s, uint64_t seed)
{
    const struct option *time = &options[2], *returns = &options[5], *traps = &options[10];
    const bool can = s->e->cfg.implicit_return && s->e->cfg.itype_width == 4;
    if (s->htm != (seed / 4 % 2 != 0) || seed % 2 == 0) {
        return s->htm == (seed / 4 % 2 != 0);
    }
    return seed % 4 == 1 ? has_option(s, time)
                         : has_option(s, traps) && (!can || has_option(s, returns));
}

/* Take away all options but one. */
static void simplify(struct htk_stream *s, const struct option *keep, bool periodic)
{
    const struct option *sync = &options[4];
    for (unsigned i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        if (o != keep && (o != sync || !periodic)) {
            s->control &= ~(o->control & ~keep->control);
            s->features &= ~(o->features & ~keep->features);
            s->ts = o->time ? 0 : s->ts;
            s->hart.trap_one_in = o->traps ? 0 : s->hart.trap_one_in;
            s->hart.base = o->high && !keep->high ? 0x80000000 : s->hart.base;
        }
    }
    s->hart.all_jumps = (s->features & TR_TE_INST_EN_ALL_JUMPS_MASK) != 0;
    htk_stream_configure(s);
}

/* The stream of a seed. Every second one has one option at most: what fails then has a name. */
static void choose(struct htk_golden *g, uint64_t seed, bool periodic)
{
    const bool simple = seed % 2 == 0;
    const struct option *keep = &options[periodic ? 0 : seed / 2 % OPTIONS];
    for (uint64_t i = 0; i < TRIES; i++) {
        htk_stream_choose(&g->s, seed + (i << 32));
        if ((!periodic || (is_periodic(&g->s) && has_variety(&g->s, seed))) &&
            (!simple || keep == options || has_option(&g->s, keep))) {
            break;
        }
    }
    if (simple) {
        simplify(&g->s, keep, periodic);
    }
}

int htk_golden_make(struct htk_golden *g, struct htk_dec *d, uint64_t seed, bool periodic)
{
    const unsigned set = (unsigned)(seed / 2 % SETS);
    int status = g->set == set ? HTR_OK : open_model(g, d, set);
    if (status != HTR_OK) {
        return status;
    }
    choose(g, seed, periodic);
    g->s.hart.zcmp = seed % 3 == 1;
    g->s.cfg.isa |= g->s.hart.zcmp ? FLOW_ISA_ZCMP : 0u;
    if (!htk_stream_feed(&g->s, &g->e.dut)) {
        return failed(g, d);
    }
    if (!take_walk(g)) {
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    describe(g);
    g->given = (struct htk_case){
        .bytes = g->e.dut.bytes,
        .size = g->e.dut.n,
        .cfg = g->s.cfg,
        .code = {.xlen = g->s.cfg.xlen,
                 .isa = nexus_cfg_isa(&g->s.cfg),
                 .region = {{g->s.hart.base, RH_CODE_BYTES, g->s.walk.code}},
                 .regions = 1},
    };
    return htk_golden_events(g) ? HTR_OK
                                : htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
}
