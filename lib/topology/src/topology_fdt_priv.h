/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the reader. */
#ifndef TOPOLOGY_FDT_PRIV_H
#define TOPOLOGY_FDT_PRIV_H

#include <libfdt.h>

#include "topology/topology_fdt.h"
#include "topology_priv.h"

struct topology_reader {
    const void *fdt;
    struct topology *t;
    struct topology_problem *problem;
};

/* Refuse a node by its path. */
int topology_refuse_node(struct topology_reader *r, int status, int node, const char *const *parts);

#define REFUSE_NODE(r, node, ...)                                                                  \
    topology_refuse_node((r), TOPOLOGY_ERR_NODE, (node), (const char *const[]){__VA_ARGS__, NULL})

/* Big-endian 32 bits at p. */
uint32_t topology_be32(const uint8_t *p);

/* The property as bytes, or NULL. *size is 0 when there is none. */
const uint8_t *topology_prop(const struct topology_reader *r, int node, const char *name,
                             uint32_t *size);

/* A property of one cell. *present: whether it is there. Refuses any other length. */
int topology_prop_u32(struct topology_reader *r, int node, const char *name, bool *present,
                      uint32_t *value);

/* The string is one of the NUL-terminated strings in the property, complete? */
bool topology_prop_holds(const struct topology_reader *r, int node, const char *name,
                         const char *string);

/* Is the node enabled? (status absent, "okay" or "ok") */
bool topology_enabled(const struct topology_reader *r, int node);

/* The one address and size of reg, carried up to the root through ranges. */
int topology_fdt_reg(struct topology_reader *r, int node, struct topology_range *range);

/* Is this a whole device tree, sound in all its bounds? Returns 0 or a negative FDT_ERR_. */
int topology_fdt_blob(const void *dtb, size_t size);

/* Count of harts and memory of the whole tree. */
int topology_fdt_platform(struct topology_reader *r);

/* cpus and our own properties of one component. */
int topology_fdt_hart(struct topology_reader *r, struct topology_component *c);
int topology_fdt_extra(struct topology_reader *r, struct topology_component *c);

/* Ports and links of all components, whose nodes are known. */
int topology_fdt_ports(struct topology_reader *r);

#endif
