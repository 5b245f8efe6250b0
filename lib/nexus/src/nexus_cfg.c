/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus/nexus_cfg.h"

#include "nexus/nexus_msg.h"

void nexus_cfg_init(struct nexus_stream_cfg *cfg)
{
    *cfg = (struct nexus_stream_cfg){
        .profile = NEXUS_PROFILE_1_0,
        .xlen = 64,
        .timestamp_bits = NEXUS_MAX_TSTAMP_BITS,
        .return_mode = NEXUS_RETURN_NONE,
        .return_depth = 32,
        .isa = FLOW_ISA_C | FLOW_ISA_ZCB,
        .width = {.status = 8,
                  .dsz = 4,
                  .dsync = 4,
                  .idtag = 8,
                  .ndq = 1,
                  .xmap = 2,
                  .cksync = 4,
                  .ckdf = 2},
    };
}

void nexus_cfg_set_profile(struct nexus_stream_cfg *cfg, enum nexus_profile profile)
{
    enum {
        SIFIVE_RETURN_DEPTH = 1023,
        K3_SRC_BITS = 12,
    };
    cfg->profile = profile;
    if (profile == NEXUS_PROFILE_SIFIVE_0X) {
        cfg->return_depth = SIFIVE_RETURN_DEPTH;
        cfg->width.cksrc = 4;
        cfg->width.cksync = 0;
        cfg->width.idtag = NEXUS_WIDTH_VARIABLE;
    } else if (profile == NEXUS_PROFILE_SPACEMIT_K3) {
        cfg->src_bits = K3_SRC_BITS;
        cfg->timestamps = true;
    }
}

const char *nexus_profile_name(unsigned profile)
{
    static const char *const name[NEXUS_PROFILES] = {
        [NEXUS_PROFILE_1_0] = "1.0",
        [NEXUS_PROFILE_SIFIVE_0X] = "sifive-0.x",
        [NEXUS_PROFILE_SPACEMIT_K3] = "spacemit-k3",
    };
    return profile < NEXUS_PROFILES ? name[profile] : NULL;
}

static const char *check_widths(const struct nexus_cfg_widths *w)
{
    enum {
        LIMIT = 32
    };
    if (w->status < 1 || w->status > LIMIT) {
        return "width.status"; /* with no STATUS a DebugStatus would be a single byte: not a message
                                */
    }
    if (w->map > LIMIT) {
        return "width.map";
    }
    if (w->dsz > LIMIT) {
        return "width.dsz";
    }
    if (w->elsz > LIMIT) {
        return "width.elsz";
    }
    if (w->dcorr > LIMIT) {
        return "width.dcorr";
    }
    if (w->dsync > LIMIT) {
        return "width.dsync";
    }
    if (w->idtag > LIMIT && w->idtag != NEXUS_WIDTH_VARIABLE) {
        return "width.idtag";
    }
    if (w->ndq < 1 || w->ndq > 4) {
        return "width.ndq";
    }
    if (w->xmap > LIMIT) {
        return "width.xmap";
    }
    if (w->cksrc > LIMIT) {
        return "width.cksrc";
    }
    if (w->cksync > LIMIT) {
        return "width.cksync";
    }
    return w->ckdf > 2 ? "width.ckdf" : NULL;
}

const char *nexus_cfg_check(const struct nexus_stream_cfg *cfg)
{
    const uint32_t isa = FLOW_ISA_C | FLOW_ISA_ZCB | FLOW_ISA_ZCMP | FLOW_ISA_ZCMT;
    if ((unsigned)cfg->profile >= NEXUS_PROFILES) {
        return "profile";
    }
    if (cfg->src_bits > NEXUS_MAX_SRC_BITS) {
        return "src_bits";
    }
    if (cfg->xlen != 32 && cfg->xlen != 64) {
        return "xlen";
    }
    if (cfg->timestamp_bits < 1 || cfg->timestamp_bits > NEXUS_MAX_TSTAMP_BITS) {
        return "timestamp_bits";
    }
    if ((unsigned)cfg->return_mode > NEXUS_RETURN_FULL) {
        return "return_mode";
    }
    if (cfg->return_depth < 1 || cfg->return_depth > 1023) {
        return "return_depth";
    }
    if ((cfg->isa & ~isa) != 0) {
        return "isa";
    }
    if ((cfg->jvt & 63) != 0) {
        return "jvt";
    }
    return check_widths(&cfg->width);
}

static bool equal_widths(const struct nexus_cfg_widths *a, const struct nexus_cfg_widths *b)
{
    return a->status == b->status && a->map == b->map && a->dsz == b->dsz && a->elsz == b->elsz &&
           a->dcorr == b->dcorr && a->dsync == b->dsync && a->idtag == b->idtag &&
           a->ndq == b->ndq && a->xmap == b->xmap && a->cksrc == b->cksrc &&
           a->cksync == b->cksync && a->ckdf == b->ckdf && a->cancel == b->cancel;
}

bool nexus_cfg_equal(const struct nexus_stream_cfg *a, const struct nexus_stream_cfg *b)
{
    return a->profile == b->profile && a->src_bits == b->src_bits && a->xlen == b->xlen &&
           a->timestamps == b->timestamps && a->timestamp_bits == b->timestamp_bits &&
           a->extend_addr_msb == b->extend_addr_msb && a->sequential_jump == b->sequential_jump &&
           a->implicit_return == b->implicit_return && a->return_mode == b->return_mode &&
           a->return_depth == b->return_depth && a->repeated_history == b->repeated_history &&
           a->all_jumps == b->all_jumps && a->isa == b->isa && a->jvt == b->jvt &&
           equal_widths(&a->width, &b->width);
}
