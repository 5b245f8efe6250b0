/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of components, from the tree (docs/reference/topology.md). */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sim_param.h"
#include "sim/sim_tree.h"

enum {
    SRAM_BYTES = 65536,      /* of a RAM sink without a size in the tree */
    ETB_BYTES = 1024 * 1024, /* fed by an ATB bridge */
};

/* trTsMode of a source of timestamps (TCI 1.0, Timestamp Unit), as a bit of ts_modes. */
static uint8_t ts_modes(enum topology_timestamp ts, uint8_t untold)
{
    switch (ts) {
    case TOPOLOGY_TS_NONE:
        return 0;
    case TOPOLOGY_TS_EXTERNAL:
        return 1u << 1;
    case TOPOLOGY_TS_SYSTEM:
        return 1u << 2;
    case TOPOLOGY_TS_CORE:
        return 1u << 3;
    case TOPOLOGY_TS_SHARED:
        return 1u << 4;
    case TOPOLOGY_TS_UNTOLD:
        break;
    }
    return untold;
}

static void init_encoder(const struct topology_component *c, const struct trm_encoder_cfg *base,
                         struct trm_encoder_cfg *cfg)
{
    if (base != NULL) {
        *cfg = *base;
    }
    if (c->hart.xlen != 0) {
        cfg->xlen = c->hart.xlen;
    }
    cfg->ts_modes = ts_modes(c->extra.ts_type, cfg->ts_modes);
}

/* As many inputs as the highest port needs. */
static void init_funnel(const struct topology_component *c, struct trm_funnel_cfg *cfg)
{
    cfg->inputs = TRM_FUNNEL_INPUTS_MIN;
    while (cfg->inputs < TRM_FUNNEL_INPUTS_MAX && c->inputs >> cfg->inputs != 0) {
        cfg->inputs++;
    }
    cfg->ts_modes = ts_modes(c->extra.ts_type, cfg->ts_modes);
}

static void init_ramsink(const struct topology_component *c, struct trm_ramsink_cfg *cfg)
{
    cfg->has_sram = c->extra.sram_bytes != 0;
    cfg->has_smem = c->extra.smem.size != 0;
    cfg->sram_bytes = c->extra.sram_bytes;
    if (!cfg->has_sram && !cfg->has_smem) {
        cfg->has_sram = true;
        cfg->has_smem = true;
        cfg->sram_bytes = SRAM_BYTES;
    }
}

static int params(const struct topology_component *c, struct sim_component_cfg *cfg,
                  struct sim_message *msg)
{
    const char *at = c->extra.params; /* NULL when there are none */
    const char *end = at != NULL ? at + c->extra.params_size : at;
    struct sim_message why;

    for (; at < end; at += strlen(at) + 1) {
        if (sim_tree_param(c->kind, at, cfg, &why) == SIM_PLATFORM_OK) {
            continue;
        }
        if (msg != NULL) {
            snprintf(msg->text, sizeof msg->text, "%.80s: hartrace,params: %.100s", c->path,
                     why.text);
        }
        return SIM_PLATFORM_ERR_ARG;
    }
    return SIM_PLATFORM_OK;
}

enum sim_platform_status sim_tree_component(const struct topology *t, unsigned i,
                                            const struct trm_encoder_cfg *base,
                                            struct sim_component_cfg *cfg, struct sim_message *msg)
{
    const struct topology_component *c = &t->component[i];

    memset(cfg, 0, sizeof *cfg);
    trm_etb_cfg_init(&cfg->etb);
    cfg->etb.bytes = ETB_BYTES;
    switch (c->kind) {
#define DEFAULTS(name, NAME, title, type)                                                          \
    case TOPOLOGY_##NAME:                                                                          \
        trm_##name##_cfg_init(&cfg->u.name);                                                       \
        break;
        TR_COMPONENTS(DEFAULTS)
#undef DEFAULTS
    case TOPOLOGY_UNKNOWN:
    case TOPOLOGY_SINK:
    case TOPOLOGY_NKINDS:
        if (msg != NULL) {
            snprintf(msg->text, sizeof msg->text,
                     "%s: the tree does not say what kind of sink it is; add hartrace,kind",
                     c->path);
        }
        return SIM_PLATFORM_ERR_ARG;
    }
    if (c->kind == TOPOLOGY_ENCODER) {
        init_encoder(c, base, &cfg->u.encoder);
    } else if (c->kind == TOPOLOGY_FUNNEL) {
        init_funnel(c, &cfg->u.funnel);
    } else if (c->kind == TOPOLOGY_RAMSINK) {
        init_ramsink(c, &cfg->u.ramsink);
    }
    return params(c, cfg, msg);
}

static int refuse(struct sim_message *msg, const char *assignment, const char *why)
{
    if (msg != NULL) {
        snprintf(msg->text, sizeof msg->text, "'%.60s': %s", assignment, why);
    }
    return SIM_PLATFORM_ERR_ARG;
}

enum sim_platform_status sim_tree_param(enum topology_kind kind, const char *assignment,
                                        struct sim_component_cfg *cfg, struct sim_message *msg)
{
    const size_t name = strcspn(assignment, "=");
    size_t n;
    const struct sim_param *table = sim_params(kind, &n);
    const char *digits = assignment + name + 1;
    unsigned long long value;
    char *end;

    for (size_t i = 0; i < n; i++) {
        const struct sim_param *p = &table[i];

        if (strncmp(p->name, assignment, name) != 0 || p->name[name] != '\0') {
            continue;
        }
        if (assignment[name] == '\0' || *digits < '0' || *digits > '9') {
            return refuse(msg, assignment, "not a number; write NAME=NUMBER");
        }
        errno = 0;
        value = strtoull(digits, &end, 0);
        if (*end != '\0' || errno != 0) {
            return refuse(msg, assignment, "not a number; write NAME=NUMBER");
        }
        if (sim_param_accepts(p, value)) {
            sim_param_store(p, cfg, value);
            return SIM_PLATFORM_OK;
        }
        if (msg != NULL) {
            snprintf(msg->text, sizeof msg->text,
                     "'%.60s': out of range; it can be %" PRIu64 " to %" PRIu64 "%s", assignment,
                     p->min, p->max, regmap_param_words((enum regmap_param_accepts)p->accepts));
        }
        return SIM_PLATFORM_ERR_ARG;
    }
    return refuse(msg, assignment, "no such parameter; docs/reference/topology.md lists them");
}
