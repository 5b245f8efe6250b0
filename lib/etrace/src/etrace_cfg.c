/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration: defaults, options and their bits, ranges. */
#include "etrace/etrace_packet.h"

#include <stddef.h>

void etrace_cfg_init(struct etrace_cfg *cfg)
{
    *cfg = (struct etrace_cfg){
        .xlen = 64,
        .isa = FLOW_ISA_C | FLOW_ISA_ZCB,
        .iaddress_width = 64,
        .iaddress_lsb = 1,
        .privilege_width = 2,
        .ecause_width = 5,
        .context_width = 1,
        .time_width = 1,
        .nocontext = true,
        .notime = true,
        .itype_width = 4,
        .encoder_mode_width = 1,
        .ioptions_width = ETRACE_OPTIONS,
        .doptions_width = 4,
        .daddress_width = 64,
        .data_width = 64,
        .lrid_width = 1,
        .data_diff_width = 2,
        .data_atomics = true,
        .data_csrs = true,
        .type_data = 1,
    };
    for (unsigned i = 0; i < 32; i++) {
        cfg->ioption[i] = i < ETRACE_OPTIONS ? (uint8_t)i : ETRACE_NO_OPTION;
    }
}

uint32_t etrace_cfg_options(const struct etrace_cfg *cfg, uint32_t ioptions)
{
    uint32_t options = 0, told = 0;
    for (unsigned i = 0; i < cfg->ioptions_width; i++) {
        if (cfg->ioption[i] < ETRACE_OPTIONS) {
            told |= UINT32_C(1) << cfg->ioption[i];
            options |= (ioptions >> i & 1u) << cfg->ioption[i];
        }
    }
    return options | (cfg->options & ~told);
}

uint32_t etrace_cfg_ioptions(const struct etrace_cfg *cfg, uint32_t options)
{
    uint32_t ioptions = 0;
    for (unsigned i = 0; i < cfg->ioptions_width; i++) {
        if (cfg->ioption[i] < ETRACE_OPTIONS && (options >> cfg->ioption[i] & 1u) != 0) {
            ioptions |= UINT32_C(1) << i;
        }
    }
    return ioptions;
}

/* One field of the configuration and its range. */
struct range {
    const char *name;
    unsigned value, low, high;
};

/* Bits of the longest payload. It is a trap, or a branch map with an address, or a support packet.
 */
static unsigned longest(const struct etrace_cfg *cfg)
{
    unsigned address = (unsigned)cfg->iaddress_width - cfg->iaddress_lsb;
    unsigned time = cfg->notime ? 0 : cfg->time_width;
    unsigned context = cfg->nocontext ? 0 : cfg->context_width;
    unsigned trap = 5u + cfg->privilege_width + time + context + cfg->ecause_width + 2u + address +
                    cfg->iaddress_width;
    unsigned tail = address + 3u + etrace_cfg_irdepth(cfg);
    unsigned map = 2u + 5u + ETRACE_MAX_BRANCHES + tail;
    unsigned count = 2u + cfg->f0s_width + 34u + tail;
    unsigned support = 9u + cfg->encoder_mode_width + cfg->ioptions_width + cfg->doptions_width;
    unsigned most = trap > map ? trap : map;
    most = most > count ? most : count;
    return most > support ? most : support;
}

static const char *out_of_range(const struct range *range, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (range[i].value < range[i].low || range[i].value > range[i].high) {
            return range[i].name;
        }
    }
    return NULL;
}

const char *etrace_cfg_lacks(const struct etrace_cfg *cfg, uint32_t options)
{
    if ((options & 1u << ETRACE_OPT_BRANCH_PREDICTION) != 0 && cfg->bpred_size == 0) {
        return "bpred_size";
    }
    if ((options & 1u << ETRACE_OPT_JUMP_TARGET_CACHE) != 0 && cfg->cache_size == 0) {
        return "cache_size";
    }
    if ((options & 1u << ETRACE_OPT_IMPLICIT_RETURN) != 0 && etrace_cfg_depth(cfg) == 0) {
        return "return_stack_size";
    }
    return NULL;
}

const char *etrace_cfg_check(const struct etrace_cfg *cfg)
{
    const struct range range[] = {
        {"xlen", cfg->xlen, 32, 64},
        {"iaddress_width", cfg->iaddress_width, 3, 64},
        {"iaddress_lsb", cfg->iaddress_lsb, 0, 2},
        {"privilege_width", cfg->privilege_width, 1, 3},
        {"ecause_width", cfg->ecause_width, 1, 64},
        {"context_width", cfg->context_width, 1, 64},
        {"time_width", cfg->time_width, 1, 64},
        {"itype_width", cfg->itype_width, 3, 4},
        {"f0s_width", cfg->f0s_width, 0, 8},
        {"bpred_size", cfg->bpred_size, 0, ETRACE_MAX_PREDICTOR_SIZE},
        {"cache_size", cfg->cache_size, 0, ETRACE_MAX_CACHE_SIZE},
        {"call_counter_size", cfg->call_counter_size, 0, ETRACE_MAX_DEPTH_SIZE},
        {"return_stack_size", cfg->return_stack_size, 0, ETRACE_MAX_DEPTH_SIZE},
        {"encoder_mode_width", cfg->encoder_mode_width, 0, 8},
        {"ioptions_width", cfg->ioptions_width, 0, 32},
        {"doptions_width", cfg->doptions_width, 0, 32},
        {"daddress_width", cfg->daddress_width, 1, 64},
        {"data_width", cfg->data_width, 8, 64},
        {"lrid_width", cfg->lrid_width, 0, 6},
        {"data_diff_width", cfg->data_diff_width, 1, 2},
        {"src_bits", cfg->src_bits, 0, 16},
        {"ts_bytes", cfg->ts_bytes, 0, 8},
        {"type_bits", cfg->type_bits, 0, 8},
    };
    const char *name = out_of_range(range, sizeof range / sizeof range[0]);
    if (name != NULL) {
        return name;
    }
    if (cfg->xlen != 32 && cfg->xlen != 64) {
        return "xlen";
    }
    if ((cfg->data_width & (cfg->data_width - 1u)) != 0) {
        return "data_width";
    }
    if (etrace_cfg_lacks(cfg, cfg->options) != NULL) {
        return "options";
    }
    unsigned room = ETRACE_MAX_PAYLOAD_BITS - cfg->type_bits - cfg->src_bits % 8u;
    return longest(cfg) > room / 8u * 8u ? "payload" : NULL;
}
