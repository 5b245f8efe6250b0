/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parameters of the models by name: what hartrace,params of a device tree and --param of the tools
 * can set, with ranges and a line of help each.
 */
#ifndef SIM_PARAM_H
#define SIM_PARAM_H

#include "sim/sim_fabric.h"
#include "sim/sim_must_check.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sim_param {
    const char *name;
    enum regmap_param_type type;
    size_t at; /* in struct sim_component_cfg */
    uint64_t min, max;
    const char *help;
    unsigned accepts; /* enum regmap_param_accepts: which of them */
};

/* The parameters of a kind of component; *n is 0 when it has none. */
const struct sim_param *sim_params(enum topology_kind kind, size_t *n);

/* Can the parameter have this value? */
bool sim_param_accepts(const struct sim_param *p, uint64_t value);

/* Put a value into the configuration of a component of that kind, by name. False: it has no such
 * parameter, or the parameter cannot have this value. */
SIM_MUST_CHECK bool sim_param_set(enum topology_kind kind, const char *name, void *cfg,
                                  uint64_t value);

/* Put a value into a configuration, or get it: cfg is the struct sim_component_cfg (or for encoders
 * the struct trm_encoder_cfg) that the table is for. */
void sim_param_store(const struct sim_param *p, void *cfg, uint64_t value);
uint64_t sim_param_fetch(const struct sim_param *p, const void *cfg);

/* What registers without a reset value hold in a component of that kind (trm_regfile.h); both are
 * NULL when the kind has no configuration. */
struct sim_garbage {
    enum trm_undef *undef;
    uint64_t *seed;
};

struct sim_garbage sim_param_garbage(enum topology_kind kind, struct sim_component_cfg *cfg);

#ifdef __cplusplus
}
#endif

#endif
