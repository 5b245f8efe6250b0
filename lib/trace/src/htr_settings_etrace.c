/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The configuration of an E-Trace decoder, from an encoder's registers and the parameters of the
 * discovery chapter.
 *
 * Sources: Efficient Trace 2.0, chapters "Parameters and Discovery" and on the control interface;
 * Packet Encapsulation 1.0, "Packet Encapsulation for E-Trace".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "encoder_regs.h"
#include "etrace/etrace_cfg.h"
#include "htr/htr_text.h"
#include "htr_settings_priv.h"
#include "timestamp_regs.h"

/* A field of a register's value, by the names of the register map. */
#define GET(value, field) (((value)&field##_MASK) >> field##_SHIFT)

enum {
    MODE_ETRACE = 7, /* trTeInstMode */
    HANDLER_S = 1,   /* privilege of a trap's handler (ingress port) */
    HANDLER_M = 3,
    HANDLER_VS = 6,
};

_Static_assert((int)HTR_ETRACE_OPTIONS == (int)ETRACE_OPTIONS, "one row for each option");

bool htr_list_is_etrace(const struct htr_list *fields)
{
    static const char name[] = "trTeFormat=";
    bool etrace = false;
    for (unsigned i = 0; i < fields->n; i++) {
        const char *value = fields->item[i] + sizeof name - 1;
        uint64_t number;
        if (strncmp(fields->item[i], name, sizeof name - 1) == 0) { /* the last one counts */
            etrace = strcmp(value, "etrace") == 0 ||
                     (htr_number(value, &number) && number == TR_TE_FORMAT_ETRACE);
        }
    }
    return etrace;
}

bool htr_registers_are_etrace(const struct htr_registers *r)
{
    return GET(r->control, TR_TE_FORMAT) == TR_TE_FORMAT_ETRACE &&
           GET(r->control, TR_TE_INST_MODE) == MODE_ETRACE;
}

static void set_trap(struct etrace_cfg *cfg, unsigned handler, bool known, uint64_t base)
{
    cfg->trap_known[handler] = known;
    cfg->trap_base[handler] = known ? base : 0;
}

static void set_params(const struct htr_settings *s, struct etrace_cfg *cfg)
{
    const struct htr_etrace_params *e = &s->etrace;
    const struct htr_encoder_params *own = &s->encoder;
    cfg->iaddress_width = e->iaddress_width != 0 ? e->iaddress_width : cfg->xlen;
    cfg->iaddress_lsb = own->iaddress_lsb;
    cfg->privilege_width = own->privilege_width;
    cfg->ecause_width = own->ecause_width;
    cfg->context_width = own->context_width;
    cfg->time_width = own->time_width;
    cfg->nocontext = own->nocontext;
    cfg->notime = own->notime;
    cfg->f0s_width = own->f0s_width;
    cfg->bpred_size = own->bpred_size;
    cfg->cache_size = own->cache_size;
    cfg->call_counter_size = own->call_counter_size;
    cfg->return_stack_size = own->return_stack_size;
    cfg->encoder_mode_width = e->encoder_mode_width;
    cfg->ioptions_width = e->ioptions_width;
    cfg->doptions_width = e->doptions_width;
    cfg->data_split = own->data_split;
    cfg->lrid_width = own->lrid_width;
    cfg->data_diff_width = own->data_diff_width;
    cfg->data_decoded = own->data_trace;
    cfg->daddress_width = cfg->data_decoded ? cfg->xlen : cfg->daddress_width;
    cfg->type_bits = e->type_bits;
    if (cfg->data_decoded && e->type_bits == 0 && !e->type_in_flow) {
        cfg->type_bits = 1; /* Packet Encapsulation, type */
    }
    cfg->type_inst = e->type_inst;
    cfg->type_data = e->type_data;
    cfg->type_in_flow = e->type_in_flow;
    for (unsigned i = 0; i < sizeof cfg->ioption; i++) {
        cfg->ioption[i] = ETRACE_NO_OPTION;
    }
    for (unsigned i = 0; i < ETRACE_OPTIONS; i++) {
        if (e->ioption_bit[i] < HTR_ETRACE_NO_BIT) {
            cfg->ioption[e->ioption_bit[i]] = (uint8_t)i;
        }
    }
    set_trap(cfg, HANDLER_M, e->mtvec_set, e->mtvec);
    set_trap(cfg, HANDLER_S, e->stvec_set, e->stvec);
    set_trap(cfg, HANDLER_VS, e->vstvec_set, e->vstvec);
}

/* The options, by the fields of trTeInstFeatures. */
static uint32_t options_of(uint32_t features)
{
    return GET(features, TR_TE_INST_EN_IMPLICIT_RETURN) << ETRACE_OPT_IMPLICIT_RETURN |
           GET(features, TR_TE_INST_NO_TRAP_ADDR) << ETRACE_OPT_IMPLICIT_EXCEPTION |
           GET(features, TR_TE_INST_NO_ADDR_DIFF) << ETRACE_OPT_FULL_ADDRESS |
           GET(features, TR_TE_INST_EN_JUMP_TARGET_CACHE) << ETRACE_OPT_JUMP_TARGET_CACHE |
           GET(features, TR_TE_INST_EN_BRANCH_PREDICTION) << ETRACE_OPT_BRANCH_PREDICTION |
           GET(features, TR_TE_INST_EN_SEQUENTIAL_JUMP) << ETRACE_OPT_SEQUENTIAL_JUMP;
}

/* The same of data trace, by trTeDataControl. */
static uint32_t data_options_of(uint32_t data)
{
    return GET(data, TR_TE_DATA_NO_ADDR) << ETRACE_DOPT_NO_ADDRESS |
           GET(data, TR_TE_DATA_NO_VALUE) << ETRACE_DOPT_NO_DATA |
           (uint32_t)(GET(data, TR_TE_DATA_ADDR_COMPRESS) == 0) << ETRACE_DOPT_FULL_ADDRESS;
}

void htr_settings_etrace_of(const struct htr_settings *s, const struct htr_registers *r,
                            struct etrace_cfg *cfg)
{
    const uint32_t ts_width = GET(r->ts, TR_TS_WIDTH);
    const bool inhibited = GET(r->control, TR_TE_INHIBIT_SRC) != 0;
    const uint32_t src_bits =
        s->etrace.srcid_bits != 0 ? s->etrace.srcid_bits : GET(r->features, TR_TE_SRC_BITS);
    etrace_cfg_init(cfg);
    cfg->xlen = s->encoder.xlen;
    cfg->isa = s->extra.isa_c ? (uint32_t)FLOW_ISA_C | FLOW_ISA_ZCB : 0;
    cfg->isa |= s->extra.zcmp ? (uint32_t)FLOW_ISA_ZCMP : 0;
    cfg->isa |= s->extra.zcmt ? (uint32_t)FLOW_ISA_ZCMT : 0;
    cfg->jvt = s->extra.jvt;
    set_params(s, cfg);
    cfg->itype_width = s->encoder.itype_width;
    cfg->options = options_of(r->features);
    cfg->data_options = cfg->data_decoded ? data_options_of(r->data) : 0;
    cfg->src_bits = inhibited ? 0 : (uint8_t)src_bits;
    if (GET(r->ts, TR_TS_ENABLE) != 0) {
        const unsigned bits = ts_width != 0 ? ts_width : s->encoder.ts_width;
        cfg->ts_bytes = (uint8_t)((bits + 7) / 8);
    }
}

void htr_settings_etrace(const struct htr_settings *s, struct etrace_cfg *cfg)
{
    struct htr_registers r;
    htr_settings_registers(s, &r);
    htr_settings_etrace_of(s, &r, cfg);
}

/* ---- the same as options ---- */

struct row {
    const char *option, *name;
    uint64_t value, otherwise;
};

struct writer {
    htr_put_option put;
    void *ctx;
    int status;
};

static void put_rows(struct writer *w, const struct row *row, size_t n)
{
    for (size_t i = 0; i < n && w->status == 0; i++) {
        char text[HTR_OPTION_TEXT];
        if (row[i].value != row[i].otherwise) {
            snprintf(text, sizeof text, "%s=%" PRIu64, row[i].name, row[i].value);
            w->status = w->put(w->ctx, row[i].option, text);
        }
    }
}

static bool has(const struct etrace_cfg *cfg, enum etrace_option option)
{
    return (cfg->options >> option & 1u) != 0;
}

static bool has_data(const struct etrace_cfg *cfg, enum etrace_data_option option)
{
    return cfg->data_decoded && (cfg->data_options >> option & 1u) != 0;
}

static void put_fields(struct writer *w, const struct etrace_cfg *cfg)
{
    const bool differential = cfg->data_decoded && !has_data(cfg, ETRACE_DOPT_FULL_ADDRESS);
    const struct row row[] = {
        {"te", "trTeFormat", TR_TE_FORMAT_ETRACE, TR_TE_FORMAT_NTRACE},
        {"te", "trTeSrcBits", cfg->src_bits <= 12 ? cfg->src_bits : 0, 0},
        {"te", "trTsEnable", cfg->ts_bytes != 0, 0},
        {"te", "trTeInstNoAddrDiff", has(cfg, ETRACE_OPT_FULL_ADDRESS), 0},
        {"te", "trTeInstNoTrapAddr", has(cfg, ETRACE_OPT_IMPLICIT_EXCEPTION), 0},
        {"te", "trTeInstEnSequentialJump", has(cfg, ETRACE_OPT_SEQUENTIAL_JUMP), 0},
        {"te", "trTeInstEnImplicitReturn", has(cfg, ETRACE_OPT_IMPLICIT_RETURN), 0},
        {"te", "trTeInstEnBranchPrediction", has(cfg, ETRACE_OPT_BRANCH_PREDICTION), 0},
        {"te", "trTeInstEnJumpTargetCache", has(cfg, ETRACE_OPT_JUMP_TARGET_CACHE), 0},
        {"te", "trTeDataNoAddr", has_data(cfg, ETRACE_DOPT_NO_ADDRESS), 0},
        {"te", "trTeDataNoValue", has_data(cfg, ETRACE_DOPT_NO_DATA), 0},
        {"te", "trTeDataAddrCompress", differential ? TR_TE_DATA_ADDR_COMPRESS_DIFFERENTIAL : 0, 0},
    };
    put_rows(w, row, sizeof row / sizeof row[0]);
}

/* The widths of the discovery chapter, and the sizes. */
static void put_widths(struct writer *w, const struct etrace_cfg *cfg, const struct etrace_cfg *d)
{
    const struct row row[] = {
        {"param", "xlen", cfg->xlen, d->xlen},
        {"param", "iaddress_width", cfg->iaddress_width, cfg->xlen},
        {"param", "iaddress_lsb", cfg->iaddress_lsb, d->iaddress_lsb},
        {"param", "privilege_width", cfg->privilege_width, d->privilege_width},
        {"param", "ecause_width", cfg->ecause_width, d->ecause_width},
        {"param", "context_width", cfg->context_width, d->context_width},
        {"param", "time_width", cfg->time_width, d->time_width},
        {"param", "nocontext", cfg->nocontext, d->nocontext},
        {"param", "notime", cfg->notime, d->notime},
        {"param", "itype_width", cfg->itype_width, d->itype_width},
        {"param", "f0s_width", cfg->f0s_width, d->f0s_width},
        {"param", "bpred_size", cfg->bpred_size, d->bpred_size},
        {"param", "cache_size", cfg->cache_size, d->cache_size},
        {"param", "call_counter_size", cfg->call_counter_size, d->call_counter_size},
        {"param", "return_stack_size", cfg->return_stack_size, d->return_stack_size},
        {"param", "encoder_mode_width", cfg->encoder_mode_width, d->encoder_mode_width},
        {"param", "ioptions_width", cfg->ioptions_width, d->ioptions_width},
        {"param", "doptions_width", cfg->doptions_width, d->doptions_width},
    };
    put_rows(w, row, sizeof row / sizeof row[0]);
}

/* The bit of ioptions that reports an option. */
static unsigned bit_of(const struct etrace_cfg *cfg, unsigned option)
{
    unsigned bit = 0;
    while (bit < sizeof cfg->ioption && cfg->ioption[bit] != option) {
        bit++;
    }
    return bit;
}

static void put_bits(struct writer *w, const struct etrace_cfg *cfg)
{
    const struct row row[] = {
        {"param", "ioption_implicit_return", bit_of(cfg, ETRACE_OPT_IMPLICIT_RETURN),
         ETRACE_OPT_IMPLICIT_RETURN},
        {"param", "ioption_implicit_exception", bit_of(cfg, ETRACE_OPT_IMPLICIT_EXCEPTION),
         ETRACE_OPT_IMPLICIT_EXCEPTION},
        {"param", "ioption_full_address", bit_of(cfg, ETRACE_OPT_FULL_ADDRESS),
         ETRACE_OPT_FULL_ADDRESS},
        {"param", "ioption_jump_target_cache", bit_of(cfg, ETRACE_OPT_JUMP_TARGET_CACHE),
         ETRACE_OPT_JUMP_TARGET_CACHE},
        {"param", "ioption_branch_prediction", bit_of(cfg, ETRACE_OPT_BRANCH_PREDICTION),
         ETRACE_OPT_BRANCH_PREDICTION},
        {"param", "ioption_sequential_jump", bit_of(cfg, ETRACE_OPT_SEQUENTIAL_JUMP),
         ETRACE_OPT_SEQUENTIAL_JUMP},
    };
    put_rows(w, row, sizeof row / sizeof row[0]);
}

static void put_handler(struct writer *w, const char *name, const struct etrace_cfg *cfg,
                        unsigned handler)
{
    const struct row row = {"param", name, cfg->trap_base[handler], ~cfg->trap_base[handler]};
    put_rows(w, &row, cfg->trap_known[handler] ? 1 : 0);
}

static void put_rest(struct writer *w, const struct etrace_cfg *cfg, const struct etrace_cfg *d)
{
    struct htr_settings s;
    htr_settings_init(&s);
    const uint32_t c = FLOW_ISA_C, zcmp = FLOW_ISA_ZCMP, zcmt = FLOW_ISA_ZCMT;
    const unsigned bits = 8u * cfg->ts_bytes;
    const bool timed = cfg->ts_bytes != 0;
    const struct row row[] = {
        {"param", "c", (cfg->isa & c) != 0, (d->isa & c) != 0},
        {"param", "zcmp", (cfg->isa & zcmp) != 0, 0},
        {"param", "zcmt", (cfg->isa & zcmt) != 0, 0},
        {"param", "jvt", cfg->jvt, 0},
        {"param", "srcid_bits", cfg->src_bits > 12 ? cfg->src_bits : 0, 0},
        {"param", "ts_width", timed ? (bits < 64 ? bits : 63) : s.encoder.ts_width,
         s.encoder.ts_width},
        {"param", "data_trace", cfg->data_decoded, 0},
        {"param", "data_split", cfg->data_split, 0},
        {"param", "lrid_width", cfg->lrid_width, d->lrid_width},
        {"param", "data_diff_width", cfg->data_diff_width, d->data_diff_width},
        {"param", "type_bits", cfg->type_bits, cfg->data_decoded ? 1 : 0},
        {"param", "type_inst", cfg->type_inst, d->type_inst},
        {"param", "type_data", cfg->type_data, d->type_data},
        {"param", "type_in_flow", cfg->type_in_flow, d->type_in_flow},
    };
    put_rows(w, row, sizeof row / sizeof row[0]);
    put_handler(w, "mtvec", cfg, HANDLER_M);
    put_handler(w, "stvec", cfg, HANDLER_S);
    put_handler(w, "vstvec", cfg, HANDLER_VS);
}

int htr_etrace_options(const struct etrace_cfg *cfg, htr_put_option put, void *ctx)
{
    struct writer w = {put, ctx, 0};
    struct etrace_cfg d;
    etrace_cfg_init(&d);
    put_fields(&w, cfg);
    put_widths(&w, cfg, &d);
    put_bits(&w, cfg);
    put_rest(&w, cfg, &d);
    return w.status;
}
