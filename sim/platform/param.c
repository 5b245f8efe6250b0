/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the models by name. */
#include "sim/sim_param.h"

#include <string.h>

#define ETB(member) offsetof(struct sim_component_cfg, etb.member)

/* A row of a list of parameters; IN is the configuration of its component. */
#define NAMED(type, member, name, least, most, accepts, help)                                      \
    {name, REGMAP_TYPE_##type,    offsetof(struct sim_component_cfg, IN.member), least, most,      \
     help, REGMAP_PARAM_##accepts},
#define OTHER(type, member, name, least, most, accepts, help)

#define IN u.encoder
static const struct sim_param encoder[] = {TRM_ENCODER_PARAMS(NAMED, OTHER)};
#undef IN

#define IN u.funnel
static const struct sim_param funnel[] = {TRM_FUNNEL_PARAMS(NAMED, OTHER)};
#undef IN

#define IN u.ramsink
static const struct sim_param ramsink[] = {TRM_RAMSINK_PARAMS(NAMED, OTHER)};
#undef IN

#define IN u.pibsink
static const struct sim_param pibsink[] = {TRM_PIBSINK_PARAMS(NAMED, OTHER)};
#undef IN

/* The ETB is no trace component: what its structure says is repeated here. */
#define ETB_PARAMS                                                                                 \
    {"etb_bytes",     REGMAP_TYPE_U32,                                                             \
     ETB(bytes),      16,                                                                          \
     1u << 30,        "memory of the ETB after the bridge, a multiple of 16",                      \
     REGMAP_PARAM_ALL},                                                                            \
        {"fsync_frames",    REGMAP_TYPE_U32,                                                       \
         ETB(fsync_frames), 0,                                                                     \
         UINT32_MAX,        "frames between two frame synchronizations; 0 = none",                 \
         REGMAP_PARAM_ALL},                                                                        \
    {                                                                                              \
        "repeat_frames", REGMAP_TYPE_U32, ETB(repeat_frames), 0, UINT32_MAX,                       \
            "frames after which the ID is repeated", REGMAP_PARAM_ALL                              \
    }

#define IN u.atbbridge
static const struct sim_param atbbridge[] = {TRM_ATBBRIDGE_PARAMS(NAMED, OTHER) ETB_PARAMS};
#undef IN

#define TABLE(name)                                                                                \
    {                                                                                              \
        name, sizeof name / sizeof name[0]                                                         \
    }

const struct sim_param *sim_params(enum topology_kind kind, size_t *n)
{
    static const struct {
        const struct sim_param *param;
        size_t n;
    } table[TOPOLOGY_NKINDS] = {
        [TOPOLOGY_ENCODER] = TABLE(encoder),     [TOPOLOGY_FUNNEL] = TABLE(funnel),
        [TOPOLOGY_RAMSINK] = TABLE(ramsink),     [TOPOLOGY_PIBSINK] = TABLE(pibsink),
        [TOPOLOGY_ATBBRIDGE] = TABLE(atbbridge),
    };

    *n = table[kind].n;
    return table[kind].param;
}

bool sim_param_set(enum topology_kind kind, const char *name, void *cfg, uint64_t value)
{
    size_t n;
    const struct sim_param *p = sim_params(kind, &n);

    for (size_t i = 0; i < n; i++) {
        if (strcmp(p[i].name, name) == 0 && sim_param_accepts(&p[i], value)) {
            sim_param_store(&p[i], cfg, value);
            return true;
        }
    }
    return false;
}

struct sim_garbage sim_param_garbage(enum topology_kind kind, struct sim_component_cfg *cfg)
{
    switch (kind) {
#define GARBAGE(name, NAME, title, type)                                                           \
    case TOPOLOGY_##NAME:                                                                          \
        return (struct sim_garbage){&cfg->u.name.undef, &cfg->u.name.seed};
        TR_COMPONENTS(GARBAGE)
#undef GARBAGE
    case TOPOLOGY_UNKNOWN:
    case TOPOLOGY_SINK:
    case TOPOLOGY_NKINDS:
        break;
    }
    return (struct sim_garbage){NULL, NULL};
}

bool sim_param_accepts(const struct sim_param *p, uint64_t value)
{
    return regmap_param_accepts(value, p->min, p->max, (enum regmap_param_accepts)p->accepts);
}

void sim_param_store(const struct sim_param *p, void *cfg, uint64_t value)
{
    regmap_param_store(p->type, (uint8_t *)cfg + p->at, value);
}

uint64_t sim_param_fetch(const struct sim_param *p, const void *cfg)
{
    return regmap_param_fetch(p->type, (const uint8_t *)cfg + p->at);
}
