/* SPDX-License-Identifier: Apache-2.0 */
/* Kinds of components, once: all that does not depend on the place of one in a tree. Types are
 * those of TCI 1.0, chapter "Trace Component Register Access"; who may send to whom is in
 * "Connections Between Components". */
#include "topology_priv.h"

static const struct topology_kind_info kinds[TOPOLOGY_NKINDS] = {
    /* name, type, receives, sends, leaves */
    [TOPOLOGY_UNKNOWN] = {"component", 0x0, false, false, false},
    [TOPOLOGY_ENCODER] = {"encoder", 0x1, false, true, false},
    [TOPOLOGY_FUNNEL] = {"funnel", 0x8, true, true, false},
    [TOPOLOGY_RAMSINK] = {"ramsink", 0x9, true, false, false},
    [TOPOLOGY_PIBSINK] = {"pibsink", 0xA, true, false, false},
    [TOPOLOGY_ATBBRIDGE] = {"atbbridge", 0xE, true, false, true},
    [TOPOLOGY_SINK] = {"sink", 0x0, true, false, false},
};

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
