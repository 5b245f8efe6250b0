/* SPDX-License-Identifier: Apache-2.0 */
/* Programming what a plan uses, and the session over it (TCI 1.0, Enabling and Disabling; N-Trace
 * 1.0, SRC). */
#include <string.h>

#include "hartrace/rvt_timestamp.h"
#include "ramsink_regs.h"
#include "rvt_fdt_int.h"

enum {
    FORMAT_ETRACE = 0, /* trTeFormat */
    FORMAT_NTRACE = 1,
    INST_MODE_ETRACE = 7, /* trTeInstMode of E-Trace (Efficient Trace, Encoder Control) */
};

void rvt_fdt_cfg_init(struct rvt_fdt_cfg *cfg)
{
    memset(cfg, 0, sizeof *cfg);
    rvt_encoder_cfg_init(&cfg->encoder);
    cfg->pibsink.mode = RVT_PIB_PARALLEL4;
    cfg->pibsink_reset_divider = true;
    cfg->atbbridge.id = 1;
}

static bool in_use(const struct rvt_fdt *f, unsigned i)
{
    return f->plan.use[i].sink != TOPOLOGY_NONE;
}

/* ---- source identifiers ---- */

struct sources {
    unsigned encoders; /* in use */
    uint8_t bits;      /* of SRC, the same for all */
};

static uint16_t source_of(const struct topology_component *tc)
{
    return tc->extra.has_src_id ? tc->extra.src_id : tc->number;
}

static uint8_t bits_of(unsigned value)
{
    uint8_t bits = 0;
    while (value >> bits != 0) {
        bits++;
    }
    return bits;
}

static struct sources find_sources(const struct rvt_fdt *f)
{
    const struct topology *t = f->topology;
    struct sources s = {0, 0};
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (in_use(f, i) && t->component[i].kind == TOPOLOGY_ENCODER) {
            uint8_t told = t->component[i].extra.has_src_bits ? t->component[i].extra.src_bits : 0;
            uint8_t need = bits_of(source_of(&t->component[i]));
            uint8_t bits = told > need ? told : need;
            s.bits = bits > s.bits ? bits : s.bits;
            s.encoders++;
        }
    }
    if (s.encoders > 1 && s.bits == 0) {
        s.bits = 1;
    }
    return s;
}

/* ---- timestamps ---- */

static enum rvt_status timestamp(struct rvt_fdt *f, unsigned i, bool encoder)
{
    static const uint8_t mode[] = {
        [TOPOLOGY_TS_EXTERNAL] = RVT_TS_EXTERNAL,
        [TOPOLOGY_TS_SYSTEM] = RVT_TS_INTERNAL_SYSTEM,
        [TOPOLOGY_TS_CORE] = RVT_TS_INTERNAL_CORE,
        [TOPOLOGY_TS_SHARED] = RVT_TS_SHARED,
    };
    enum topology_timestamp type = f->topology->component[i].extra.ts_type;
    if (type == TOPOLOGY_TS_UNTOLD || type == TOPOLOGY_TS_NONE) {
        return encoder ? RVT_ERR_UNSUPPORTED : RVT_OK;
    }
    struct rvt_timestamp_cfg cfg = {
        .mode = mode[type],
        .count = type == TOPOLOGY_TS_SYSTEM || type == TOPOLOGY_TS_CORE,
        .enable = encoder,
        .exact = true,
    };
    return rvt_timestamp_configure(f->room.parts[i].c, &cfg, NULL);
}

/* ---- one component ---- */

static enum rvt_status encoder(struct rvt_fdt *f, unsigned i, const struct rvt_fdt_cfg *cfg,
                               struct topology_problem *problem)
{
    struct rvt_encoder *e = &f->room.parts[i].as.encoder;
    const struct topology_extra *told = &f->topology->component[i].extra;
    struct rvt_encoder_cfg ec = cfg->encoder;
    struct rvt_encoder_cfg granted;
    struct sources s = find_sources(f);
    if (s.encoders > 1 || told->has_src_bits || told->has_src_id) {
        ec.src_bits = s.bits;
        ec.src_id = source_of(&f->topology->component[i]);
    }
    enum rvt_status status = rvt_encoder_configure(e, &ec, &granted);
    if (status == RVT_ERR_UNSUPPORTED && !ec.exact && ec.format == FORMAT_NTRACE) {
        ec.format = FORMAT_ETRACE; /* it has nothing else */
        ec.inst_mode = INST_MODE_ETRACE;
        status = rvt_encoder_configure(e, &ec, &granted);
    }
    if (status == RVT_ERR_UNSUPPORTED) {
        return rvt_fdt_problem(f, i, status, "the encoder does not have the protocol", problem);
    }
    if (status == RVT_OK && (granted.src_bits != ec.src_bits || granted.src_id != ec.src_id)) {
        return rvt_fdt_problem(f, i, RVT_ERR_SOURCE, "the encoder did not take its SRC", problem);
    }
    if (status != RVT_OK || !cfg->timestamps) {
        return rvt_fdt_problem(f, i, status, NULL, problem);
    }
    return rvt_fdt_problem(f, i, timestamp(f, i, true),
                           "no timestamps: hartrace,timestamp does not give a mode that works",
                           problem);
}

/* Both protocols in one byte stream cannot be told apart. */
static enum rvt_status protocols(struct rvt_fdt *f, struct topology_problem *problem)
{
    for (unsigned i = 0; i < f->topology->ncomponents; i++) {
        for (unsigned k = 0; k < f->topology->ncomponents; k++) {
            const bool encoders = f->topology->component[i].kind == TOPOLOGY_ENCODER &&
                                  f->topology->component[k].kind == TOPOLOGY_ENCODER;
            if (encoders && in_use(f, i) && in_use(f, k) &&
                f->plan.use[i].sink == f->plan.use[k].sink &&
                f->room.parts[i].as.encoder.format == FORMAT_ETRACE &&
                f->room.parts[k].as.encoder.format == FORMAT_NTRACE) {
                return rvt_fdt_problem(f, i, RVT_ERR_UNSUPPORTED,
                                       "it sends E-Trace, and another encoder N-Trace to the same "
                                       "sink, where they cannot be told apart: give each protocol "
                                       "a sink of its own",
                                       problem);
            }
        }
    }
    return RVT_OK;
}

/* May input `port` of a funnel stay on, although it is not in use? Yes, when what sends to it is
 * not in use: then it is disabled. */
static bool silent(const struct rvt_fdt *f, unsigned funnel, unsigned port)
{
    const struct topology *t = f->topology;
    for (unsigned k = 0; k < t->nlinks; k++) {
        if (t->link[k].dst == funnel && t->link[k].dst_port == port) {
            return !in_use(f, t->link[k].src);
        }
    }
    return true;
}

static enum rvt_status funnel(struct rvt_fdt *f, unsigned i, const struct rvt_fdt_cfg *cfg,
                              struct topology_problem *problem)
{
    const struct topology_component *tc = &f->topology->component[i];
    struct rvt_funnel_cfg fc = {.dis_inputs =
                                    (uint16_t)(tc->inputs & ~(unsigned)f->plan.use[i].inputs)};
    uint16_t granted = 0;
    enum rvt_status status = rvt_funnel_configure(&f->room.parts[i].as.funnel, &fc, &granted);
    for (unsigned port = 0; port < RVT_FUNNEL_INPUTS && status == RVT_OK; port++) {
        bool on = ((fc.dis_inputs & ~(unsigned)granted) >> port & 1u) != 0;
        if (on && !silent(f, i, port)) {
            return rvt_fdt_problem(f, i, RVT_ERR_PATH,
                                   "an input that must be off cannot be switched off", problem);
        }
    }
    if (status == RVT_OK && (granted & f->plan.use[i].inputs) != 0) {
        return rvt_fdt_problem(f, i, RVT_ERR_UNSUPPORTED, "an input in use cannot be switched on",
                               problem);
    }
    if (status == RVT_OK && cfg->timestamps) {
        status = timestamp(f, i, false);
    }
    return rvt_fdt_problem(f, i, status, NULL, problem);
}

static enum rvt_status ramsink(struct rvt_fdt *f, unsigned i, const struct rvt_fdt_cfg *cfg,
                               struct topology_problem *problem)
{
    const struct topology_extra *told = &f->topology->component[i].extra;
    struct rvt_ramsink *sink = &f->room.parts[i].as.ramsink;
    struct rvt_ramsink_cfg rc = {.stop_on_wrap = cfg->stop_on_wrap};
    bool has_sram = (sink->c.impl & TR_RAM_HAS_SRAM_MASK) != 0;
    bool has_smem = (sink->c.impl & TR_RAM_HAS_SMEM_MASK) != 0;
    bool window = told->smem.size != 0 || cfg->buffer_size != 0;
    if (has_smem && window && !(has_sram && cfg->prefer_sram)) {
        rc.mode = RVT_RAMSINK_SMEM;
        rc.start = told->smem.size != 0 ? told->smem.base : cfg->buffer_start;
        rc.size = told->smem.size != 0 ? told->smem.size : cfg->buffer_size;
    } else if (has_sram) {
        rc.mode = RVT_RAMSINK_SRAM;
        rc.size = told->sram_bytes;
    } else {
        return rvt_fdt_problem(f, i, RVT_ERR_UNSUPPORTED,
                               "no memory for the trace: give it hartrace,smem-window", problem);
    }
    return rvt_fdt_problem(f, i, rvt_ramsink_configure(sink, &rc, NULL), NULL, problem);
}

static enum rvt_status configure(struct rvt_fdt *f, unsigned i, const struct rvt_fdt_cfg *cfg,
                                 struct topology_problem *problem)
{
    struct rvt_fdt_part *p = &f->room.parts[i];
    struct rvt_atbbridge_cfg atb = cfg->atbbridge;
    struct rvt_pibsink_cfg pib = cfg->pibsink;
    enum rvt_status status = rvt_fdt_reset(f, i);
    if (status != RVT_OK) {
        return rvt_fdt_problem(f, i, status, NULL, problem);
    }
    switch (p->c->type) {
    case RVT_COMP_ENCODER:
        return encoder(f, i, cfg, problem);
    case RVT_COMP_FUNNEL:
        return funnel(f, i, cfg, problem);
    case RVT_COMP_RAMSINK:
        return ramsink(f, i, cfg, problem);
    case RVT_COMP_PIBSINK:
        if (cfg->pibsink_reset_divider) {
            pib.divider = p->as.pibsink.reset_divider;
        }
        status = rvt_pibsink_configure(&p->as.pibsink, &pib, NULL);
        return rvt_fdt_problem(f, i, status, NULL, problem);
    case RVT_COMP_ATBBRIDGE:
        atb.id = (uint8_t)(atb.id + f->topology->component[i].number);
        status = rvt_atbbridge_configure(&p->as.atbbridge, &atb, NULL);
        return rvt_fdt_problem(f, i, status, NULL, problem);
    }
    return RVT_ERR_TYPE;
}

/* ---- the session ---- */

/* Two RAM sinks in the buffer that cfg gives would write over each other. */
static enum rvt_status check_buffer(const struct rvt_fdt *f, const struct rvt_fdt_cfg *cfg,
                                    struct topology_problem *problem)
{
    unsigned sinks = 0;
    for (unsigned i = 0; i < f->topology->ncomponents; i++) {
        const struct rvt_component *c = f->room.parts[i].c;
        bool smem = c->type == RVT_COMP_RAMSINK && (c->impl & TR_RAM_HAS_SMEM_MASK) != 0 &&
                    !((c->impl & TR_RAM_HAS_SRAM_MASK) != 0 && cfg->prefer_sram);
        if (in_use(f, i) && smem && f->topology->component[i].extra.smem.size == 0 &&
            cfg->buffer_size != 0 && ++sinks == 2) {
            return rvt_fdt_problem(f, i, RVT_ERR_UNSUPPORTED,
                                   "a second RAM sink for the same buffer: give each one "
                                   "hartrace,smem-window",
                                   problem);
        }
    }
    return RVT_OK;
}

/* Only the links that the plan uses: a component may have ways to other sinks as well. */
enum rvt_status rvt_fdt_make_session(struct rvt_fdt *f)
{
    const struct topology *t = f->topology;
    size_t n = 0;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        bool end = t->component[i].kind == TOPOLOGY_ENCODER || f->plan.use[i].sink == i;
        f->room.nodes[i] = (struct rvt_node){.c = f->room.parts[i].c, .use = end && in_use(f, i)};
    }
    for (unsigned k = 0; k < t->nlinks; k++) {
        const struct topology_link *l = &t->link[k];
        bool input = ((f->plan.use[l->dst].inputs >> l->dst_port) & 1u) != 0;
        if (in_use(f, l->src) && input && f->plan.use[l->src].sink == f->plan.use[l->dst].sink) {
            bool to_funnel = t->component[l->dst].kind == TOPOLOGY_FUNNEL;
            f->room.links[n++] = (struct rvt_link){
                .from = l->src, .to = l->dst, .input = to_funnel ? l->dst_port : 0};
        }
    }
    return rvt_session_init_graph(&f->session, f->room.nodes, t->ncomponents, f->room.links, n);
}

enum rvt_status rvt_fdt_configure(struct rvt_fdt *f, const struct rvt_fdt_cfg *cfg,
                                  struct topology_problem *problem)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    if (!f->identified) {
        return RVT_ERR_STATE;
    }
    unsigned n = topology_plan_order(&f->plan, order);
    if (n == 0) {
        return RVT_ERR_STATE;
    }
    enum rvt_status status = check_buffer(f, cfg, problem);
    for (unsigned k = 0; k < n && status == RVT_OK; k++) {
        status = configure(f, order[k], cfg, problem);
    }
    status = status == RVT_OK ? protocols(f, problem) : status;
    if (status != RVT_OK) {
        return status;
    }
    return rvt_fdt_problem(f, order[0], rvt_fdt_make_session(f), NULL, problem);
}
