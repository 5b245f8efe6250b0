/* SPDX-License-Identifier: Apache-2.0 */
#include "topology_priv.h"

#define KIND(NAME, name, type, receives, sends, leaves)                                            \
    [TOPOLOGY_##NAME] = {name, type, receives, sends, leaves},
static const struct topology_kind_info kinds[TOPOLOGY_NKINDS] = {
#include "topology/topology_kinds.def"
};
#undef KIND

const struct topology_kind_info *topology_about_kind(enum topology_kind kind)
{
    return &kinds[(unsigned)kind < TOPOLOGY_NKINDS ? kind : TOPOLOGY_UNKNOWN];
}

const char *topology_kind_name(enum topology_kind kind)
{
    return (unsigned)kind < TOPOLOGY_NKINDS ? kinds[kind].name : "?";
}

enum topology_kind topology_kind_of_type(uint8_t comp_type)
{
    for (unsigned k = 0; comp_type != 0 && k < TOPOLOGY_NKINDS; k++) {
        if (kinds[k].comp_type == comp_type) {
            return (enum topology_kind)k;
        }
    }
    return TOPOLOGY_UNKNOWN;
}

bool topology_is_sink(enum topology_kind kind)
{
    const struct topology_kind_info *k = topology_about_kind(kind);
    return k->receives && !k->sends;
}

bool topology_allowed(enum topology_kind from, enum topology_kind to)
{
    return topology_about_kind(from)->sends && topology_about_kind(to)->receives;
}
