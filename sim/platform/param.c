/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the models by name. */
#include "sim/sim_param.h"

#include <string.h>

#define ETB(member) offsetof(struct sim_component_cfg, u.atb.etb.member)

/* A row of a list of parameters; IN is the configuration of its component. */
#define NAMED(type, member, name, least, most, accepts, help)                                      \
    {name, SIM_PARAM_##type,      offsetof(struct sim_component_cfg, IN.member), least, most,      \
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
    {"etb_bytes",     SIM_PARAM_U32,                                                               \
     ETB(bytes),      16,                                                                          \
     1u << 30,        "memory of the ETB after the bridge, a multiple of 16",                      \
     REGMAP_PARAM_ALL},                                                                            \
        {"fsync_frames",    SIM_PARAM_U32,                                                         \
         ETB(fsync_frames), 0,                                                                     \
         UINT32_MAX,        "frames between two frame synchronizations; 0 = none",                 \
         REGMAP_PARAM_ALL},                                                                        \
    {                                                                                              \
        "repeat_frames", SIM_PARAM_U32, ETB(repeat_frames), 0, UINT32_MAX,                         \
            "frames after which the ID is repeated", REGMAP_PARAM_ALL                              \
    }

#define IN u.atb.bridge
static const struct sim_param atbbridge[] = {TRM_ATBBRIDGE_PARAMS(NAMED, OTHER) ETB_PARAMS};
#undef IN

const struct sim_param *sim_params(enum topology_kind kind, size_t *n)
{
    switch (kind) {
    case TOPOLOGY_ENCODER:
        *n = sizeof encoder / sizeof encoder[0];
        return encoder;
    case TOPOLOGY_FUNNEL:
        *n = sizeof funnel / sizeof funnel[0];
        return funnel;
    case TOPOLOGY_RAMSINK:
        *n = sizeof ramsink / sizeof ramsink[0];
        return ramsink;
    case TOPOLOGY_PIBSINK:
        *n = sizeof pibsink / sizeof pibsink[0];
        return pibsink;
    case TOPOLOGY_ATBBRIDGE:
        *n = sizeof atbbridge / sizeof atbbridge[0];
        return atbbridge;
    default:
        *n = 0;
        return NULL;
    }
}

bool sim_param_accepts(const struct sim_param *p, uint64_t value)
{
    return regmap_param_accepts(value, p->min, p->max, (enum regmap_param_accepts)p->accepts);
}

void sim_param_store(const struct sim_param *p, void *cfg, uint64_t value)
{
    uint8_t *to = (uint8_t *)cfg + p->at;

    switch (p->type) {
    case SIM_PARAM_BOOL:
        *(bool *)(void *)to = value != 0;
        break;
    case SIM_PARAM_U8:
        *to = (uint8_t)value;
        break;
    case SIM_PARAM_U16:
        memcpy(to, &(uint16_t){(uint16_t)value}, sizeof(uint16_t));
        break;
    case SIM_PARAM_U32:
        memcpy(to, &(uint32_t){(uint32_t)value}, sizeof(uint32_t));
        break;
    case SIM_PARAM_U64:
        memcpy(to, &value, sizeof value);
        break;
    }
}

uint64_t sim_param_fetch(const struct sim_param *p, const void *cfg)
{
    const uint8_t *from = (const uint8_t *)cfg + p->at;
    uint16_t v16;
    uint32_t v32;
    uint64_t v64;

    switch (p->type) {
    case SIM_PARAM_BOOL:
        return *(const bool *)(const void *)from;
    case SIM_PARAM_U8:
        return *from;
    case SIM_PARAM_U16:
        memcpy(&v16, from, sizeof v16);
        return v16;
    case SIM_PARAM_U32:
        memcpy(&v32, from, sizeof v32);
        return v32;
    default:
        memcpy(&v64, from, sizeof v64);
        return v64;
    }
}
