/* SPDX-License-Identifier: Apache-2.0 */
/* Routes through the graph, the order of start, and which component sends where. TCI, "Enabling and
 * Disabling".
 */
#include "topology_priv.h"

static unsigned order_of(const struct topology *t, const struct topology_use *use, uint8_t *order)
{
    unsigned n = 0;
    for (unsigned level = 0; level < t->ncomponents; level++) {
        for (unsigned i = 0; i < t->ncomponents; i++) {
            /* Encoders come last, whatever their level. */
            bool now = t->component[i].level == level && t->component[i].kind != TOPOLOGY_ENCODER;
            if (now && (use == NULL || use[i].sink != TOPOLOGY_NONE)) {
                order[n++] = (uint8_t)i;
            }
        }
    }
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (t->component[i].kind == TOPOLOGY_ENCODER &&
            (use == NULL || use[i].sink != TOPOLOGY_NONE)) {
            order[n++] = (uint8_t)i;
        }
    }
    return n;
}

unsigned topology_order(const struct topology *t, uint8_t *order)
{
    return order_of(t, NULL, order);
}

/* Mark every component from which `to` can be reached, and itself. */
static void mark_upstream(const struct topology *t, unsigned to, bool mark[TOPOLOGY_MAX_COMPONENTS])
{
    for (unsigned i = 0; i < TOPOLOGY_MAX_COMPONENTS; i++) {
        mark[i] = i == to;
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (unsigned i = 0; i < t->nlinks; i++) {
            const struct topology_link *l = &t->link[i];
            if (mark[l->dst] && !mark[l->src]) {
                mark[l->src] = moved = true;
            }
        }
    }
}

int topology_path(const struct topology *t, unsigned from, unsigned to, uint8_t *link, size_t max)
{
    bool mark[TOPOLOGY_MAX_COMPONENTS];
    if (t == NULL || link == NULL || from >= t->ncomponents || to >= t->ncomponents) {
        return TOPOLOGY_ERR_ARG;
    }
    mark_upstream(t, to, mark);
    if (!mark[from]) {
        return 0;
    }
    size_t n = 0;
    for (unsigned at = from; at != to;) {
        unsigned i = 0;
        while (t->link[i].src != at || !mark[t->link[i].dst]) {
            i++;
        }
        if (n == max) {
            return TOPOLOGY_ERR_CAPACITY;
        }
        link[n++] = (uint8_t)i;
        at = t->link[i].dst;
    }
    return (int)n;
}

void topology_plan_init(struct topology_plan *plan, const struct topology *t,
                        struct topology_use *use)
{
    plan->t = t;
    plan->use = use;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        use[i] = (struct topology_use){.sink = TOPOLOGY_NONE};
    }
}

static int check_conflict(const struct topology_plan *plan, unsigned component, unsigned sink,
                          struct topology_problem *problem)
{
    const struct topology *t = plan->t;
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX], c[TOPOLOGY_NAME_MAX];
    uint8_t now = plan->use[component].sink;
    if (now == TOPOLOGY_NONE || now == sink) {
        return TOPOLOGY_OK;
    }
    return REFUSE(problem, TOPOLOGY_ERR_PATH, t->component[component].path,
                  topology_name(t, component, a), " already sends to ", topology_name(t, now, b),
                  " and cannot send to ", topology_name(t, sink, c), " as well");
}

enum topology_status topology_plan_add(struct topology_plan *plan, unsigned encoder, unsigned sink,
                                       struct topology_problem *problem)
{
    const struct topology *t = plan->t;
    uint8_t link[TOPOLOGY_MAX_COMPONENTS];
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    if (encoder >= t->ncomponents || sink >= t->ncomponents ||
        t->component[encoder].kind != TOPOLOGY_ENCODER ||
        !topology_is_sink(t->component[sink].kind)) {
        return REFUSE(problem, TOPOLOGY_ERR_ARG, NULL, "a way leads from an encoder to a sink");
    }
    int n = topology_path(t, encoder, sink, link, sizeof link);
    if (n <= 0) {
        return REFUSE(problem, TOPOLOGY_ERR_PATH, t->component[encoder].path,
                      topology_name(t, encoder, a), " cannot reach ", topology_name(t, sink, b));
    }
    for (int i = 0; i < n; i++) {
        int status = check_conflict(plan, t->link[link[i]].src, sink, problem);
        if (status != TOPOLOGY_OK) {
            return status;
        }
    }
    plan->use[sink].sink = (uint8_t)sink;
    for (int i = 0; i < n; i++) {
        const struct topology_link *l = &t->link[link[i]];
        plan->use[l->src].sink = (uint8_t)sink;
        plan->use[l->dst].inputs |= (uint16_t)(1u << l->dst_port);
    }
    return TOPOLOGY_OK;
}

unsigned topology_plan_order(const struct topology_plan *plan, uint8_t *order)
{
    return order_of(plan->t, plan->use, order);
}
