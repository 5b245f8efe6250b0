/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one reader of the device-tree binding of trace components (riscv,trace-component), on libfdt.
 * docs/reference/topology.md describes what is accepted and our own properties.
 */
#ifndef TOPOLOGY_TOPOLOGY_FDT_H
#define TOPOLOGY_TOPOLOGY_FDT_H

#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read all enabled trace components of a flattened device tree of `size` bytes (8-byte aligned)
 * into an initialized graph, and check it (topology_check). The bytes need not be trusted; they
 * must stay while extra.params is used. problem may be NULL. Returns TOPOLOGY_OK, _ERR_ARG (NULL,
 * not aligned), or with the problem: _ERR_DTB, _ERR_CAPACITY, _ERR_NODE (reg missing or not one
 * entry of 0x1000, no ranges on the way, ports misnumbered or unconnected, cpus that name no hart,
 * a property of ours with a value out of range), or what topology_check returns. */
TOPOLOGY_MUST_CHECK enum topology_status topology_read_fdt(struct topology *t, const void *dtb,
                                                           size_t size,
                                                           struct topology_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
