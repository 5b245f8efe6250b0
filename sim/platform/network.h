/* SPDX-License-Identifier: Apache-2.0 */
/* The trace network of the platform: a fabric, on the bus and in time. */
#ifndef SIM_NETWORK_H
#define SIM_NETWORK_H

#include "sim/sim_fabric.h"
#include "sim/sim_tree.h"

struct sim_platform;

/* The registers of a component, as a device on the bus. */
struct sim_block {
    struct sim_platform *platform;
    unsigned component;
};

enum {
    SIM_NETWORK_BUSY = 16, /* cycles */
};

struct sim_network {
    bool present;
    struct sim_tree ready; /* when the caller gave no tree */
    const struct topology *tree;
    struct sim_component_cfg *cfg; /* ours, or NULL */
    struct sim_fabric fabric;
    struct sim_block block[TOPOLOGY_MAX_COMPONENTS];
    uint64_t ticked;     /* cycle up to which the fabric has been ticked */
    uint64_t busy_until; /* the fabric was busy: it is not checked before this cycle */
};

/* Choose the tree and count its harts; before the harts are made. Returns SIM_PLATFORM_OK or
 * _ERR_ARG with a message. */
int sim_network_plan(struct sim_platform *p, struct sim_message *msg);

/* Make the fabric and map it; after the harts. Returns SIM_PLATFORM_OK, _ERR_ARG or _ERR_NOMEM with
 * a message; sim_network_free is always allowed. */
int sim_network_init(struct sim_platform *p, struct sim_message *msg);
void sim_network_free(struct sim_platform *p);

/* Give the fabric the cycles that were skipped. */
void sim_network_catch_up(struct sim_platform *p);

/* Begin all cycles before `end`, of which one at least was not yet begun. */
static inline void sim_network_tick(struct sim_network *net, uint64_t end)
{
    const uint64_t n = end - net->ticked;

    net->fabric.ops->tick(net->fabric.ctx, n > SIM_FABRIC_SETTLE ? SIM_FABRIC_SETTLE : n);
    net->ticked = end;
}

/* Does anything depend on cycles at `now`? A busy fabric is not checked again for a few cycles:
 * extra ticks do no harm. */
static inline bool sim_network_busy(struct sim_network *net, uint64_t now)
{
    if (now < net->busy_until) {
        return true;
    }
    if (!net->present || !net->fabric.ops->busy(net->fabric.ctx)) {
        return false;
    }
    net->busy_until = now + SIM_NETWORK_BUSY;
    return true;
}

#endif
