/* SPDX-License-Identifier: Apache-2.0 */
/* The platform of a session, or of one that a debugger connects to. */
#ifndef HTS_PLATFORM_H
#define HTS_PLATFORM_H

#include "hts/hts_tree.h"
#include "sim/sim_platform.h"

/* The configuration of a platform for this tree; settings are those of its encoders. */
static inline void hts_platform_cfg(struct sim_platform_cfg *cfg, const struct hts_tree *tree,
                                    const struct htr_settings *settings,
                                    const struct sim_fabric_maker *fabric)
{
    sim_platform_cfg_init(cfg);
    cfg->hart.xlen = settings->encoder.xlen;
    cfg->hart.itype4 = settings->encoder.itype_width == 4;
    cfg->tree = tree->tree;
    cfg->component = tree->component;
    cfg->ram_size = cfg->tree->memory.size != 0 ? cfg->tree->memory.size : cfg->ram_size;
    cfg->fabric = *fabric;
}

#endif
