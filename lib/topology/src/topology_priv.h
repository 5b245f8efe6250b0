/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the library: how a problem is worded. */
#ifndef TOPOLOGY_PRIV_H
#define TOPOLOGY_PRIV_H

#include "topology/topology.h"

struct topology_digits {
    char s[24];
};

struct topology_digits topology_dec(uint64_t value);
struct topology_digits topology_hex(uint64_t value); /* with 0x */

/* Fill the problem (may be NULL) with a path (NULL: the whole tree) and the joined parts (NULL
 * ends them); what has no room is cut off. Returns status. */
int topology_refuse(struct topology_problem *problem, int status, const char *path,
                    const char *const *parts);

/* The last part of topology_check: the graph is known to be one. */
int topology_check_extra(const struct topology *t, struct topology_problem *problem);

#define REFUSE(problem, status, path, ...)                                                         \
    topology_refuse((problem), (status), (path), (const char *const[]){__VA_ARGS__, NULL})

#endif
