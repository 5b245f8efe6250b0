/* SPDX-License-Identifier: Apache-2.0 */
/* Whether our own properties of the components fit together. */
#include "topology_priv.h"

/* A RAM sink would overwrite the registers that control it. */
static int check_window(const struct topology *t, const struct topology_component *c,
                        struct topology_problem *problem)
{
    const struct topology_range *w = &c->extra.smem;
    for (unsigned i = 0; w->size != 0 && i < t->ncomponents; i++) {
        const struct topology_range *b = &t->component[i].block;
        if (w->base <= b->base + (b->size - 1) && b->base <= w->base + (w->size - 1)) {
            return REFUSE(problem, TOPOLOGY_ERR_NODE, c->path,
                          "hartrace,smem-window overlaps the registers of ", t->component[i].path);
        }
    }
    return TOPOLOGY_OK;
}

/* Which components are handed a timestamp by what they send to? One without the property counts as
 * a source; one without a unit hands on what it gets (TCI 1.0, Timestamp Unit). */
static void find_time(const struct topology *t, bool handed[TOPOLOGY_MAX_COMPONENTS])
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    unsigned n = topology_order(t, order); /* receivers come first */
    for (unsigned k = 0; k < n; k++) {
        handed[order[k]] = false;
        for (unsigned i = 0; i < t->nlinks; i++) {
            const struct topology_link *l = &t->link[i];
            const struct topology_component *dst = &t->component[l->dst];
            enum topology_timestamp ts = dst->extra.ts_type;
            if (l->src != order[k] || dst->kind != TOPOLOGY_FUNNEL) {
                continue;
            }
            bool source = ts != TOPOLOGY_TS_NONE && ts != TOPOLOGY_TS_SHARED;
            handed[order[k]] = handed[order[k]] || source || handed[l->dst];
        }
    }
}

int topology_check_extra(const struct topology *t, struct topology_problem *problem)
{
    bool handed[TOPOLOGY_MAX_COMPONENTS];
    char name[TOPOLOGY_NAME_MAX];
    find_time(t, handed);
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        int status = check_window(t, c, problem);
        if (status != TOPOLOGY_OK) {
            return status;
        }
        if (c->kind == TOPOLOGY_FUNNEL && c->extra.ts_type == TOPOLOGY_TS_CORE) {
            return REFUSE(problem, TOPOLOGY_ERR_NODE, c->path,
                          "hartrace,timestamp is core, but a funnel has no hart");
        }
        if (c->extra.ts_type == TOPOLOGY_TS_SHARED && !handed[i]) {
            return REFUSE(problem, TOPOLOGY_ERR_GRAPH, c->path,
                          "hartrace,timestamp is shared, but nothing that ",
                          topology_name(t, i, name), " sends to has a timestamp");
        }
    }
    return TOPOLOGY_OK;
}
