/* SPDX-License-Identifier: Apache-2.0 */
/* Ready-made trees. */
#include <stdio.h>
#include <string.h>

#include "sim/sim_tree.h"

enum {
    SRC_BITS = 4,
};

static struct topology_component *add(struct sim_tree *tree, enum topology_kind kind, uint64_t base,
                                      unsigned number)
{
    struct topology_component *c = &tree->component[tree->t.ncomponents++];

    *c = (struct topology_component){
        .kind = kind, .kind_told = true, .node = -1, .block = {base, TOPOLOGY_BLOCK_SIZE}};
    snprintf(c->path, sizeof c->path, "%s-%u", topology_kind_name(kind), number);
    return c;
}

static void join(struct sim_tree *tree, unsigned src, unsigned dst, unsigned dst_port)
{
    tree->link[tree->t.nlinks++] = (struct topology_link){.src = (uint8_t)src,
                                                          .dst = (uint8_t)dst,
                                                          .dst_port = (uint8_t)dst_port,
                                                          .src_node = -1,
                                                          .dst_node = -1};
    tree->component[src].outputs = 1;
    tree->component[dst].inputs |= (uint16_t)(1u << dst_port);
}

static void add_encoder(struct sim_tree *tree, unsigned i, unsigned xlen, bool alone)
{
    struct topology_component *c =
        add(tree, TOPOLOGY_ENCODER, SIM_ENCODER_BASE + i * SIM_ENCODER_STRIDE, i);

    c->hart = (struct topology_hart){.present = true, .xlen = (uint8_t)xlen, .index = i, .id = i};
    if (alone) {
        return;
    }
    c->extra.has_src_bits = true;
    c->extra.has_src_id = true;
    c->extra.src_bits = SRC_BITS;
    c->extra.src_id = (uint16_t)i;
    c->extra.ts_type = TOPOLOGY_TS_SHARED;
}

enum sim_platform_status sim_tree_ready(struct sim_tree *tree, unsigned harts, unsigned xlen)
{
    if (harts == 0 || harts > SIM_MAX_HARTS || (xlen != 32 && xlen != 64)) {
        return SIM_PLATFORM_ERR_ARG;
    }
    topology_init(&tree->t, tree->component, SIM_TREE_COMPONENTS, tree->link, SIM_TREE_LINKS);
    tree->t.nharts = harts;
    for (unsigned i = 0; i < harts; i++) {
        add_encoder(tree, i, xlen, harts == 1);
    }
    if (harts > 1) {
        add(tree, TOPOLOGY_FUNNEL, SIM_FUNNEL_BASE, 0)->extra.ts_type = TOPOLOGY_TS_SYSTEM;
    }
    add(tree, TOPOLOGY_RAMSINK, SIM_RAMSINK_BASE, 0);
    if (harts == 1) {
        join(tree, 0, 1, 0);
    } else {
        for (unsigned i = 0; i < harts; i++) {
            join(tree, i, harts, i);
        }
        join(tree, harts, harts + 1, 0);
    }
    return topology_check(&tree->t, NULL) == TOPOLOGY_OK ? SIM_PLATFORM_OK : SIM_PLATFORM_ERR_ARG;
}
