/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trees of trace components for platforms: ready-made ones, and what a tree says about the
 * parameters of its components.
 */
#ifndef SIM_TREE_H
#define SIM_TREE_H

#include "sim/sim_fabric.h"
#include "sim/sim_platform.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIM_TREE_COMPONENTS = SIM_MAX_HARTS + 2,
    SIM_TREE_LINKS = SIM_MAX_HARTS + 1,
};

/* A ready-made tree and its arrays. It points into itself: do not copy it. */
struct sim_tree {
    struct topology t;
    struct topology_component component[SIM_TREE_COMPONENTS];
    struct topology_link link[SIM_TREE_LINKS];
};

/* One hart: encoder-0 sends to ramsink-0. Several: encoder-0.. send to the inputs of funnel-0,
 * which sends to ramsink-0 and hands its timestamp down; SRC is the hart's number in 4 bits.
 * Addresses are those of sim_platform.h. Returns SIM_PLATFORM_OK, or _ERR_ARG (harts out of range,
 * xlen neither 32 nor 64). */
SIM_MUST_CHECK enum sim_platform_status sim_tree_ready(struct sim_tree *tree, unsigned harts,
                                                       unsigned xlen);

/* The parameters of component i: the model's defaults, then what the tree says:
 * hartrace,sram-bytes, -smem-window, -src-bits, -timestamp, the inputs of a funnel, then its
 * hartrace,params. For encoders, *base (may be NULL) takes the place of the model's defaults.
 * Returns SIM_PLATFORM_OK, or _ERR_ARG with a message that names the node. */
SIM_MUST_CHECK enum sim_platform_status sim_tree_component(const struct topology *t, unsigned i,
                                                           const struct trm_encoder_cfg *base,
                                                           struct sim_component_cfg *cfg,
                                                           struct sim_message *msg);

/* One NAME=VALUE of hartrace,params: a member of the configuration of this kind of component, by
 * its name in trm_*.h (docs/reference/topology.md has the list). Returns SIM_PLATFORM_OK, or
 * _ERR_ARG with a message. */
SIM_MUST_CHECK enum sim_platform_status sim_tree_param(enum topology_kind kind,
                                                       const char *assignment,
                                                       struct sim_component_cfg *cfg,
                                                       struct sim_message *msg);

#ifdef __cplusplus
}
#endif

#endif
