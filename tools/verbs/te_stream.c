/* SPDX-License-Identifier: Apache-2.0 */
/* What a decoder must know, from an encoder's registers. Whatever the way that the registers come,
 * from options, from an encoder, from a snapshot, they go through te_stream_of. */
#include "encoder_regs.h"
#include "hartrace/rvt_field.h"
#include "te.h"
#include "timestamp_regs.h"

void te_stream_of(const struct te_options *te, const struct te_registers *r,
                  struct nexus_stream_cfg *cfg)
{
    const uint32_t f = r->features;
    const uint32_t ts_width = RVT_GET(r->ts, TR_TS_WIDTH);
    nexus_cfg_init(cfg);
    cfg->src_bits = (uint8_t)RVT_GET(f, TR_TE_SRC_BITS);
    if (RVT_GET(r->control, TR_TE_INHIBIT_SRC) != 0) {
        cfg->src_bits = 0;
    }
    cfg->timestamps = RVT_GET(r->ts, TR_TS_ENABLE) != 0;
    cfg->timestamp_bits = ts_width != 0 ? (uint8_t)ts_width : te->model.ts_width;
    cfg->extend_addr_msb = RVT_GET(f, TR_TE_INST_EXTEND_ADDR_MSB) != 0;
    cfg->sequential_jump = RVT_GET(f, TR_TE_INST_EN_SEQUENTIAL_JUMP) != 0;
    cfg->implicit_return = RVT_GET(f, TR_TE_INST_EN_IMPLICIT_RETURN) != 0;
    cfg->return_mode = (enum nexus_return_mode)RVT_GET(f, TR_TE_INST_IMPLICIT_RETURN_MODE);
    cfg->repeated_history = RVT_GET(f, TR_TE_INST_EN_REPEATED_HISTORY) != 0;
    cfg->all_jumps = RVT_GET(f, TR_TE_INST_EN_ALL_JUMPS) != 0;
    nexus_cfg_set_profile(cfg, (enum nexus_profile)te->extra.profile);
    cfg->return_depth = te->extra.return_depth;
    cfg->xlen = te->model.xlen;
    cfg->isa = te->extra.isa_c ? (uint32_t)FLOW_ISA_C | FLOW_ISA_ZCB : 0;
    cfg->isa |= te->extra.zcmp ? (uint32_t)FLOW_ISA_ZCMP : 0;
    cfg->isa |= te->extra.zcmt ? (uint32_t)FLOW_ISA_ZCMT : 0;
    cfg->jvt = te->extra.jvt;
}

void te_stream_cfg(const struct te_options *te, struct nexus_stream_cfg *cfg)
{
    const struct te_registers r = {
        .control = te_asked_register(te, TR_TE_CONTROL_OFFSET),
        .features = te_asked_register(te, TR_TE_INST_FEATURES_OFFSET),
        .ts = RVT_SET(te_asked_register(te, TR_TS_CONTROL_OFFSET), TR_TS_WIDTH, te->model.ts_width),
    };
    te_stream_of(te, &r, cfg);
}

enum rvt_status te_registers_read(const struct rvt_component *encoder, struct te_registers *r)
{
    enum rvt_status s = rvt_reg_read(encoder, TR_TE_CONTROL_OFFSET, &r->control);
    s = s == RVT_OK ? rvt_reg_read(encoder, TR_TE_INST_FEATURES_OFFSET, &r->features) : s;
    return s == RVT_OK ? rvt_reg_read(encoder, TR_TS_CONTROL_OFFSET, &r->ts) : s;
}

int te_stream_cfg_read(const struct te_options *te, const char *verb,
                       const struct rvt_encoder *encoder, struct nexus_stream_cfg *cfg)
{
    struct te_registers r;
    enum rvt_status s = te_registers_read(&encoder->c, &r);
    if (s != RVT_OK) {
        return tool_fail(verb, NULL, "the encoder's registers cannot be read: %s", rvt_strerror(s));
    }
    te_stream_of(te, &r, cfg);
    return 0;
}

/* ---- the same as options ---- */

int te_registers_options(const struct te_registers *r, te_put_option put, void *ctx)
{
    struct te_options te;
    struct nexus_stream_cfg cfg, otherwise;
    te_defaults(&te);
    te_stream_of(&te, r, &cfg);
    te_stream_cfg(&te, &otherwise);
    const struct {
        const char *option, *name;
        unsigned value, otherwise; /* a value that the option stands for when it is left out */
    } row[] = {
        {"te", "trTeSrcBits", cfg.src_bits, otherwise.src_bits},
        {"te", "trTeInstEnSequentialJump", cfg.sequential_jump, otherwise.sequential_jump},
        {"te", "trTeInstEnImplicitReturn", cfg.implicit_return, otherwise.implicit_return},
        {"te", "trTeInstImplicitReturnMode", cfg.return_mode, otherwise.return_mode},
        {"te", "trTeInstEnRepeatedHistory", cfg.repeated_history, otherwise.repeated_history},
        {"te", "trTeInstEnAllJumps", cfg.all_jumps, otherwise.all_jumps},
        {"te", "trTeInstExtendAddrMSB", cfg.extend_addr_msb, otherwise.extend_addr_msb},
        {"te", "trTsEnable", cfg.timestamps, otherwise.timestamps},
        {"param", "ts_width", cfg.timestamp_bits, otherwise.timestamp_bits},
    };
    int status = 0;
    for (size_t i = 0; i < sizeof row / sizeof *row && status == 0; i++) {
        char text[TE_OPTION_TEXT];
        if (row[i].value != row[i].otherwise) {
            snprintf(text, sizeof text, "%s=%u", row[i].name, row[i].value);
            status = put(ctx, row[i].option, text);
        }
    }
    return status;
}
