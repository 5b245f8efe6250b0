/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of a decoder, from an encoder's registers. Whether these come from options, an
 * encoder or a snapshot, they go through htr_settings_stream_of. */
#include <inttypes.h>
#include <stdio.h>

#include "encoder_regs.h"
#include "etrace/etrace_cfg.h"
#include "htr/htr_settings.h"
#include "htr_settings_priv.h"
#include "timestamp_regs.h"

/* A field of a register's value, by the names of the register map. */
#define GET(value, field) (((value)&field##_MASK) >> field##_SHIFT)

void htr_settings_stream_of(const struct htr_settings *s, const struct htr_registers *r,
                            struct nexus_stream_cfg *cfg)
{
    const uint32_t f = r->features;
    const uint32_t ts_width = GET(r->ts, TR_TS_WIDTH);
    nexus_cfg_init(cfg);
    nexus_cfg_set_profile(cfg, (enum nexus_profile)s->extra.profile);
    cfg->src_bits = (uint8_t)GET(f, TR_TE_SRC_BITS);
    if (GET(r->control, TR_TE_INHIBIT_SRC) != 0) {
        cfg->src_bits = 0;
    }
    cfg->timestamps = GET(r->ts, TR_TS_ENABLE) != 0;
    cfg->timestamp_bits = ts_width != 0 ? (uint8_t)ts_width : s->encoder.ts_width;
    cfg->extend_addr_msb = GET(f, TR_TE_INST_EXTEND_ADDR_MSB) != 0;
    cfg->sequential_jump = GET(f, TR_TE_INST_EN_SEQUENTIAL_JUMP) != 0;
    cfg->implicit_return = GET(f, TR_TE_INST_EN_IMPLICIT_RETURN) != 0;
    cfg->return_mode = (enum nexus_return_mode)GET(f, TR_TE_INST_IMPLICIT_RETURN_MODE);
    cfg->repeated_history = GET(f, TR_TE_INST_EN_REPEATED_HISTORY) != 0;
    cfg->all_jumps = GET(f, TR_TE_INST_EN_ALL_JUMPS) != 0;
    cfg->data_no_addr = GET(r->data, TR_TE_DATA_NO_ADDR) != 0;
    cfg->data_filtered = GET(r->data_filters, TR_TE_DATA_FILTERS) != 0;
    cfg->return_depth = s->extra.return_depth;
    if (s->extra.profile != NEXUS_PROFILE_SIFIVE_0X) {
        cfg->width.idtag =
            s->encoder.stimulus_tag != 0 ? s->encoder.stimulus_tag : (uint8_t)NEXUS_WIDTH_VARIABLE;
    }
    if (GET(r->stimulus, TR_TE_STIM_VERSION) != 0) {
        const uint32_t bits = GET(r->stimulus, TR_TE_STIM_TAG_BITS);
        cfg->width.idtag = bits != 0 ? (uint8_t)bits : (uint8_t)NEXUS_WIDTH_VARIABLE;
    }
    cfg->xlen = s->encoder.xlen;
    cfg->isa = s->extra.isa_c ? (uint32_t)FLOW_ISA_C | FLOW_ISA_ZCB : 0;
    cfg->isa |= s->extra.zcmp ? (uint32_t)FLOW_ISA_ZCMP : 0;
    cfg->isa |= s->extra.zcmt ? (uint32_t)FLOW_ISA_ZCMT : 0;
    cfg->jvt = s->extra.jvt;
}

void htr_settings_registers(const struct htr_settings *s, struct htr_registers *r)
{
    *r = (struct htr_registers){
        .control = htr_settings_register(s, TR_TE_CONTROL_OFFSET),
        .features = htr_settings_register(s, TR_TE_INST_FEATURES_OFFSET),
        .ts = (htr_settings_register(s, TR_TS_CONTROL_OFFSET) & ~(uint32_t)TR_TS_WIDTH_MASK) |
              (uint32_t)s->encoder.ts_width << TR_TS_WIDTH_SHIFT,
        .data = htr_settings_register(s, TR_TE_DATA_CONTROL_OFFSET),
        .data_filters = htr_settings_register(s, TR_TE_DATA_FILTERS_OFFSET),
    };
}

void htr_settings_stream(const struct htr_settings *s, struct nexus_stream_cfg *cfg)
{
    struct htr_registers r;
    htr_settings_registers(s, &r);
    htr_settings_stream_of(s, &r, cfg);
}

/* ---- the same as options ---- */

/* IDTAG of variable length goes with the profile sifive-0.x: then there is nothing to say. */
static uint64_t tag_parameter(const struct nexus_stream_cfg *cfg)
{
    struct nexus_stream_cfg d;
    nexus_cfg_init(&d);
    return cfg->profile == NEXUS_PROFILE_SIFIVE_0X    ? d.width.idtag
           : cfg->width.idtag == NEXUS_WIDTH_VARIABLE ? 0
                                                      : cfg->width.idtag;
}

int htr_stream_options(const struct nexus_stream_cfg *cfg, htr_put_option put, void *ctx)
{
    struct htr_settings s;
    struct nexus_stream_cfg d; /* the value when an option is left out */
    htr_settings_init(&s);
    htr_settings_stream(&s, &d);
    const uint32_t c = FLOW_ISA_C, zcmp = FLOW_ISA_ZCMP, zcmt = FLOW_ISA_ZCMT;
    const struct {
        const char *option, *name;
        uint64_t value, otherwise;
    } row[] = {
        {"te", "trTeSrcBits", cfg->src_bits, d.src_bits},
        {"te", "trTsEnable", cfg->timestamps, d.timestamps},
        {"te", "trTeInstExtendAddrMSB", cfg->extend_addr_msb, d.extend_addr_msb},
        {"te", "trTeInstEnSequentialJump", cfg->sequential_jump, d.sequential_jump},
        {"te", "trTeInstEnImplicitReturn", cfg->implicit_return, d.implicit_return},
        {"te", "trTeInstImplicitReturnMode", cfg->return_mode, d.return_mode},
        {"te", "trTeInstEnRepeatedHistory", cfg->repeated_history, d.repeated_history},
        {"te", "trTeInstEnAllJumps", cfg->all_jumps, d.all_jumps},
        {"te", "trTeDataNoAddr", cfg->data_no_addr, d.data_no_addr},
        {"te", "trTeDataFilters", cfg->data_filtered, d.data_filtered},
        {"param", "xlen", cfg->xlen, d.xlen},
        {"param", "c", (cfg->isa & c) != 0, (d.isa & c) != 0},
        {"param", "zcmp", (cfg->isa & zcmp) != 0, (d.isa & zcmp) != 0},
        {"param", "zcmt", (cfg->isa & zcmt) != 0, (d.isa & zcmt) != 0},
        {"param", "jvt", cfg->jvt, d.jvt},
        {"param", "ts_width", cfg->timestamp_bits, d.timestamp_bits},
        {"param", "return_depth", cfg->return_depth, d.return_depth},
        {"param", "stimulus_tag", tag_parameter(cfg), tag_parameter(&d)},
    };
    int status = 0;
    if (cfg->profile != d.profile) { /* first: it sets defaults of others */
        char text[HTR_OPTION_TEXT];
        snprintf(text, sizeof text, "profile=%s", nexus_profile_name(cfg->profile));
        status = put(ctx, "param", text);
    }
    for (size_t i = 0; i < sizeof row / sizeof row[0] && status == 0; i++) {
        char text[HTR_OPTION_TEXT];
        if (row[i].value != row[i].otherwise) {
            snprintf(text, sizeof text, "%s=%" PRIu64, row[i].name, row[i].value);
            status = put(ctx, row[i].option, text);
        }
    }
    return status;
}

int htr_registers_options(const struct htr_registers *r, htr_put_option put, void *ctx)
{
    struct htr_settings s;
    struct nexus_stream_cfg cfg;
    htr_settings_init(&s);
    if (htr_registers_are_etrace(r)) {
        struct etrace_cfg etrace;
        htr_settings_etrace_of(&s, r, &etrace);
        return htr_etrace_options(&etrace, put, ctx);
    }
    htr_settings_stream_of(&s, r, &cfg);
    return htr_stream_options(&cfg, put, ctx);
}
