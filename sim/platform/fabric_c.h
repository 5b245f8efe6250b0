/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric of C models: its state. */
#ifndef SIM_FABRIC_C_H
#define SIM_FABRIC_C_H

#include "sim/sim_fabric.h"
#include "trm/trm_encoder_upstream.h"
#include "trm/trm_fanout.h"

struct sim_fabric_c;
struct sim_node;

/* The operations of a kind of component; NULL: none. */
struct sim_node_ops {
    /* Make its models: 0, or a negative number with a message. */
    int (*make)(struct sim_fabric_c *f, struct sim_node *node, struct sim_message *msg);
    /* Registers: the model's status. */
    int (*read)(const struct sim_node *node, uint32_t offset, unsigned size, uint32_t *value);
    int (*write)(const struct sim_node *node, uint32_t offset, unsigned size, uint32_t value);
    struct trm_link (*input)(const struct sim_node *node, unsigned port);
    /* The sender to that input, for flush and synchronization requests. */
    void (*set_upstream)(const struct sim_node *node, unsigned port, struct trm_upstream up);
    /* Of sinks but the RAM sink: a cycle, and whether a cycle changes anything. */
    void (*tick)(const struct sim_node *node);
    bool (*busy)(const struct sim_node *node);
};

/* By kind (fabric_c_kinds.c). */
extern const struct sim_node_ops sim_node_ops[TOPOLOGY_NKINDS];

/* The component of that number is refused: -1, with a message. */
int sim_fabric_c_refuse(const struct sim_fabric_c *f, unsigned i, const char *why,
                        struct sim_message *msg);

enum {
    SIM_NODE_OWNED = 4,
};

/* One component. */
struct sim_node {
    enum topology_kind kind;
    const struct sim_node_ops *ops;
    uint8_t index;                 /* of the component */
    const struct sim_node *parent; /* the funnel whose timestamp comes in, or NULL */
    uint64_t timestamp;            /* a funnel: what it hands down in this cycle */
    struct sim_fabric_c *all;      /* as context of the sink's writes */
    struct trm_encoder *encoder;   /* of these, the one of its kind */
    struct trm_funnel *funnel;
    struct trm_ramsink *ramsink;
    struct trm_pibsink *pibsink;
    struct trm_atbbridge *bridge;
    struct trm_etb *etb;         /* after the bridge */
    void *owned[SIM_NODE_OWNED]; /* its model, then what else it needs, for free(); or NULL */
    struct trm_encoder_upstream up;
    struct trm_fanout fan;
};

/* For the tick, each list ends with NULL. Funnels: each after what it sends to. */
struct sim_fabric_c {
    bool pair; /* there is nothing but one encoder and one RAM sink */
    struct trm_encoder *input[TOPOLOGY_MAX_COMPONENTS]; /* of ingress, by component */
    struct trm_encoder *encoders[TOPOLOGY_MAX_COMPONENTS + 1];
    struct trm_ramsink *ramsinks[TOPOLOGY_MAX_COMPONENTS + 1];
    struct sim_node *funnels[TOPOLOGY_MAX_COMPONENTS + 1];
    struct sim_node *others[TOPOLOGY_MAX_COMPONENTS + 1]; /* PIB sinks, ATB bridges */
    struct sim_node *shared[TOPOLOGY_MAX_COMPONENTS + 1]; /* encoders that feed a funnel */
    struct sim_node *node;                                /* one per component */
    struct sim_fabric_env env;
};

/* The operations (fabric_c_run.c); build and destroy are in fabric_c.c. */
extern const struct sim_fabric_ops sim_fabric_c_ops;
void sim_fabric_c_destroy(void *ctx);

/* The first encoder and RAM sink, or NULL; for a fabric of C models only. */
struct trm_encoder *sim_fabric_c_encoder(const struct sim_fabric *fabric);
struct trm_ramsink *sim_fabric_c_ramsink(const struct sim_fabric *fabric);

#endif
