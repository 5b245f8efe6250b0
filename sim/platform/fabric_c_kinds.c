/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric of C models: what each kind of component does, one row each. */
#include "platform/fabric_c.h"

#include <stdio.h>
#include <stdlib.h>

int sim_fabric_c_refuse(const struct sim_fabric_c *f, unsigned i, const char *why,
                        struct sim_message *msg)
{
    if (msg != NULL) {
        snprintf(msg->text, sizeof msg->text, "%s: %s", f->env.tree->component[i].path, why);
    }
    return -1;
}

static int no_memory(const struct sim_fabric_c *f, unsigned i, struct sim_message *msg)
{
    return sim_fabric_c_refuse(f, i, "no memory for its model", msg);
}

/* Zeroed memory that goes with the component. */
static void *own(struct sim_node *node, size_t size)
{
    for (unsigned i = 0; i < SIM_NODE_OWNED; i++) {
        if (node->owned[i] == NULL) {
            node->owned[i] = calloc(1, size);
            return node->owned[i];
        }
    }
    return NULL;
}

/* The RAM sink as bus master. */
static int smem_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    const struct sim_node *node = ctx;
    const struct sim_fabric_env *env = &node->all->env;

    return env->smem_write(env->smem_ctx, node->index, address, bytes, n);
}

static int smem_read(void *ctx, uint64_t address, uint8_t *bytes, size_t n)
{
    const struct sim_node *node = ctx;
    const struct sim_fabric_env *env = &node->all->env;

    return env->smem_read(env->smem_ctx, node->index, address, bytes, n);
}

static int make_ramsink(struct sim_fabric_c *f, struct sim_node *node, struct sim_message *msg)
{
    struct trm_ramsink_cfg c = f->env.cfg[node->index].u.ramsink;

    node->ramsink = own(node, sizeof *node->ramsink);
    if (c.has_sram && c.sram == NULL) {
        c.sram = own(node, c.sram_bytes ? c.sram_bytes : 1);
    }
    if (node->ramsink == NULL || (c.has_sram && c.sram == NULL)) {
        return no_memory(f, node->index, msg);
    }
    if (c.bus.write == NULL) {
        c.bus = (struct trm_ramsink_bus){smem_write, node, smem_read};
    }
    return trm_ramsink_init(node->ramsink, &c) == TRM_OK
               ? 0
               : sim_fabric_c_refuse(f, node->index, "the configuration of the RAM sink is refused",
                                     msg);
}

static int make_bridge(struct sim_fabric_c *f, struct sim_node *node, struct sim_message *msg)
{
    const struct sim_component_cfg *cfg = &f->env.cfg[node->index];
    struct trm_etb_cfg etb = cfg->etb;

    node->bridge = own(node, sizeof *node->bridge);
    node->etb = own(node, sizeof *node->etb);
    if (etb.memory == NULL) {
        etb.memory = own(node, etb.bytes ? etb.bytes : 1);
    }
    if (node->bridge == NULL || node->etb == NULL || etb.memory == NULL) {
        return no_memory(f, node->index, msg);
    }
    if (trm_atbbridge_init(node->bridge, &cfg->u.atbbridge) != TRM_OK) {
        return sim_fabric_c_refuse(f, node->index, "the configuration of the ATB bridge is refused",
                                   msg);
    }
    if (trm_etb_init(node->etb, &etb) != TRM_OK) {
        return sim_fabric_c_refuse(f, node->index, "the configuration of its ETB is refused", msg);
    }
    trm_etb_start(node->etb);
    return 0;
}

static int make_encoder(struct sim_fabric_c *f, struct sim_node *node, struct sim_message *msg)
{
    node->encoder = own(node, sizeof *node->encoder);
    if (node->encoder == NULL) {
        return no_memory(f, node->index, msg);
    }
    const struct trm_encoder_cfg *cfg = &f->env.cfg[node->index].u.encoder;
    return trm_encoder_init(node->encoder, cfg) == TRM_OK
               ? 0
               : sim_fabric_c_refuse(f, node->index, trm_encoder_cfg_check(cfg), msg);
}

static int make_funnel(struct sim_fabric_c *f, struct sim_node *node, struct sim_message *msg)
{
    node->funnel = own(node, sizeof *node->funnel);
    if (node->funnel == NULL) {
        return no_memory(f, node->index, msg);
    }
    return trm_funnel_init(node->funnel, &f->env.cfg[node->index].u.funnel) == TRM_OK
               ? 0
               : sim_fabric_c_refuse(f, node->index, "the configuration of the funnel is refused",
                                     msg);
}

static int make_pibsink(struct sim_fabric_c *f, struct sim_node *node, struct sim_message *msg)
{
    node->pibsink = own(node, sizeof *node->pibsink);
    if (node->pibsink == NULL) {
        return no_memory(f, node->index, msg);
    }
    return trm_pibsink_init(node->pibsink, &f->env.cfg[node->index].u.pibsink) == TRM_OK
               ? 0
               : sim_fabric_c_refuse(f, node->index, "the configuration of the PIB sink is refused",
                                     msg);
}

static int make_unknown(struct sim_fabric_c *f, struct sim_node *node, struct sim_message *msg)
{
    return sim_fabric_c_refuse(f, node->index, "what kind of component? add hartrace,kind", msg);
}

/* ---- registers ---- */

#define REGISTERS(kind, member)                                                                    \
    static int kind##_read(const struct sim_node *node, uint32_t offset, unsigned size,            \
                           uint32_t *value)                                                        \
    {                                                                                              \
        return trm_##kind##_reg_read(node->member, offset, size, value);                           \
    }                                                                                              \
    static int kind##_write(const struct sim_node *node, uint32_t offset, unsigned size,           \
                            uint32_t value)                                                        \
    {                                                                                              \
        return trm_##kind##_reg_write(node->member, offset, size, value);                          \
    }
REGISTERS(encoder, encoder)
REGISTERS(funnel, funnel)
REGISTERS(ramsink, ramsink)
REGISTERS(pibsink, pibsink)
REGISTERS(atbbridge, bridge)

static int timed_encoder_read(const struct sim_node *node, uint32_t offset, unsigned size,
                              uint32_t *value)
{
    trm_encoder_external_in(node->encoder, node->all->env.time(node->all->env.time_ctx));
    return encoder_read(node, offset, size, value);
}

/* ---- the input ---- */

static struct trm_link funnel_input(const struct sim_node *node, unsigned port)
{
    return trm_funnel_link(node->funnel, port);
}

static struct trm_link ramsink_input(const struct sim_node *node, unsigned port)
{
    (void)port;
    return trm_ramsink_link(node->ramsink);
}

static struct trm_link pibsink_input(const struct sim_node *node, unsigned port)
{
    (void)port;
    return trm_pibsink_link(node->pibsink);
}

static struct trm_link atbbridge_input(const struct sim_node *node, unsigned port)
{
    (void)port;
    return trm_atbbridge_link(node->bridge);
}

/* ---- flush and synchronization requests go to what sends ---- */

static void funnel_upstream(const struct sim_node *node, unsigned port, struct trm_upstream up)
{
    (void)trm_funnel_set_upstream(node->funnel, port, up);
}

static void atbbridge_upstream(const struct sim_node *node, unsigned port, struct trm_upstream up)
{
    (void)port;
    trm_atbbridge_set_upstream(node->bridge, up);
}

/* ---- sinks but the RAM sink: cycles ---- */

/* Bridge and ETB see what the other drove before this clock. */
static void atbbridge_tick(const struct sim_node *node)
{
    const struct trm_atb_out out = *trm_atbbridge_out(node->bridge);
    const struct trm_atb_in in = *trm_etb_pins(node->etb);

    trm_atbbridge_tick(node->bridge, &in);
    trm_etb_tick(node->etb, &out);
}

static bool atbbridge_busy(const struct sim_node *node)
{
    return !trm_atbbridge_empty(node->bridge) || trm_regfile_settling(&node->bridge->rf);
}

static void pibsink_tick(const struct sim_node *node)
{
    const struct sim_pins_hook *hook = &node->all->env.pins;

    trm_pibsink_tick(node->pibsink);
    if (hook->fn != NULL && trm_regfile_active(&node->pibsink->rf)) {
        hook->fn(hook->ctx, node->index, trm_pibsink_pins(node->pibsink));
    }
}

static bool pibsink_busy(const struct sim_node *node)
{
    /* Its clock runs on. */
    return node->pibsink->enabled || !trm_pibsink_empty(node->pibsink) ||
           trm_regfile_settling(&node->pibsink->rf);
}

/* ---- the table ---- */

const struct sim_node_ops sim_node_ops[TOPOLOGY_NKINDS] = {
    [TOPOLOGY_UNKNOWN] = {.make = make_unknown},
    [TOPOLOGY_ENCODER] = {.make = make_encoder, .read = timed_encoder_read, .write = encoder_write},
    [TOPOLOGY_FUNNEL] = {make_funnel, funnel_read, funnel_write, funnel_input, funnel_upstream,
                         NULL, NULL},
    [TOPOLOGY_RAMSINK] = {make_ramsink, ramsink_read, ramsink_write, ramsink_input, NULL, NULL,
                          NULL},
    [TOPOLOGY_PIBSINK] = {make_pibsink, pibsink_read, pibsink_write, pibsink_input, NULL,
                          pibsink_tick, pibsink_busy},
    [TOPOLOGY_ATBBRIDGE] = {make_bridge, atbbridge_read, atbbridge_write, atbbridge_input,
                            atbbridge_upstream, atbbridge_tick, atbbridge_busy},
    [TOPOLOGY_SINK] = {.make = make_unknown},
};
