/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric of C models: making the components and connecting them as the tree says (TCI 1.0,
 * Connections Between Components). */
#include "platform/fabric_c.h"

#include <stdio.h>
#include <stdlib.h>

static int make_node(struct sim_fabric_c *f, unsigned i, struct sim_message *msg)
{
    struct sim_node *node = &f->node[i];

    node->kind = f->env.tree->component[i].kind;
    node->ops = &sim_node_ops[node->kind];
    node->index = (uint8_t)i;
    node->all = f;
    trm_fanout_init(&node->fan);
    return node->ops->make(f, node, msg);
}

/* The input of a component. */
static struct trm_link input(const struct sim_node *node, unsigned port)
{
    return node->ops->input != NULL ? node->ops->input(node, port) : (struct trm_link){.ops = NULL};
}

/* A component as those downstream see it: for flush and synchronization requests. */
static struct trm_upstream upstream(struct sim_node *node)
{
    return node->kind == TOPOLOGY_FUNNEL ? trm_funnel_upstream(node->funnel)
                                         : trm_encoder_upstream(&node->up, node->encoder);
}

static void connect_back(const struct topology_link *l, struct sim_node *src, struct sim_node *dst)
{
    if (dst->ops->set_upstream != NULL) {
        dst->ops->set_upstream(dst, l->dst_port, upstream(src));
    }
    if (dst->kind == TOPOLOGY_FUNNEL && src->parent == NULL) {
        src->parent = dst;
    }
}

static int connect_all(struct sim_fabric_c *f, struct sim_message *msg)
{
    const struct topology *t = f->env.tree;

    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        struct sim_node *src = &f->node[l->src], *dst = &f->node[l->dst];

        if (trm_fanout_add(&src->fan, input(dst, l->dst_port)) != TRM_OK) {
            return sim_fabric_c_refuse(f, l->src, "sends to too many components", msg);
        }
        connect_back(l, src, dst);
    }
    for (unsigned i = 0; i < t->ncomponents; i++) {
        struct sim_node *node = &f->node[i];
        const struct trm_link out =
            node->fan.count == 1 ? node->fan.dest[0] : trm_fanout_link(&node->fan);

        if (node->encoder != NULL) {
            trm_encoder_connect(node->encoder, out);
        } else if (node->funnel != NULL) {
            trm_funnel_connect(node->funnel, out);
        }
    }
    return 0;
}

/* The order of ticks. */
static void sort(struct sim_fabric_c *f)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    const unsigned n = topology_order(f->env.tree, order);
    unsigned encoders = 0, ramsinks = 0, funnels = 0, others = 0, shared = 0;

    for (unsigned i = 0; i < n; i++) {
        struct sim_node *node = &f->node[order[i]];

        f->input[node->index] = node->encoder;
        if (node->kind == TOPOLOGY_ENCODER && node->parent != NULL) {
            f->shared[shared++] = node;
        }
        if (node->kind == TOPOLOGY_ENCODER) {
            f->encoders[encoders++] = node->encoder;
        } else if (node->kind == TOPOLOGY_RAMSINK) {
            f->ramsinks[ramsinks++] = node->ramsink;
        } else if (node->kind == TOPOLOGY_FUNNEL) {
            f->funnels[funnels++] = node;
        } else {
            f->others[others++] = node;
        }
    }
    f->pair = encoders == 1 && ramsinks == 1 && funnels == 0 && others == 0;
}

static int make(void *ctx, const struct sim_fabric_env *env, struct sim_fabric *out,
                struct sim_message *msg)
{
    struct sim_fabric_c *f = calloc(1, sizeof *f);
    int status = 0;

    (void)ctx;
    if (f != NULL) {
        f->env = *env;
        f->node = calloc(env->tree->ncomponents + 1u, sizeof *f->node);
    }
    if (f == NULL || f->node == NULL) {
        if (msg != NULL) {
            snprintf(msg->text, sizeof msg->text, "no memory for the trace components");
        }
        free(f);
        return -1;
    }
    for (unsigned i = 0; status == 0 && i < env->tree->ncomponents; i++) {
        status = make_node(f, i, msg);
    }
    if (status == 0) {
        status = connect_all(f, msg);
    }
    if (status != 0) {
        sim_fabric_c_destroy(f);
        return status;
    }
    sort(f);
    *out = (struct sim_fabric){&sim_fabric_c_ops, f};
    return 0;
}

void sim_fabric_c_destroy(void *ctx)
{
    struct sim_fabric_c *f = ctx;

    for (unsigned i = 0; i < f->env.tree->ncomponents; i++) {
        for (unsigned k = 0; k < SIM_NODE_OWNED; k++) {
            free(f->node[i].owned[k]);
        }
    }
    free(f->node);
    free(f);
}

struct sim_fabric_maker sim_fabric_c(void)
{
    return (struct sim_fabric_maker){make, NULL};
}

struct trm_link sim_fabric_c_link(const struct sim_fabric *fabric, unsigned component)
{
    const struct sim_fabric_c *f = fabric->ctx;

    if (fabric->ops != &sim_fabric_c_ops || component >= f->env.tree->ncomponents ||
        f->node[component].encoder == NULL) {
        return (struct trm_link){.ops = NULL};
    }
    return f->node[component].encoder->link;
}

struct trm_encoder *sim_fabric_c_encoder(const struct sim_fabric *fabric)
{
    const struct sim_fabric_c *f = fabric->ctx;

    return fabric->ops == &sim_fabric_c_ops ? f->encoders[0] : NULL;
}

struct trm_ramsink *sim_fabric_c_ramsink(const struct sim_fabric *fabric)
{
    const struct sim_fabric_c *f = fabric->ctx;

    return fabric->ops == &sim_fabric_c_ops ? f->ramsinks[0] : NULL;
}
