/* SPDX-License-Identifier: Apache-2.0 */
/* What takes part in a session: paths from encoders through funnels to sinks (TCI 1.0, chapter
 * "Connections Between Components"). */
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_session.h"
#include "rvt_internal.h"

/* Nodes and links, while the paths are searched. */
struct graph {
    struct rvt_node *nodes;
    size_t nnodes;
    const struct rvt_link *links;
    size_t nlinks;
};

static bool is_type(const struct rvt_node *n, enum rvt_comp_type type)
{
    return n->c->type == type;
}

static bool is_sink(const struct rvt_node *n)
{
    return !is_type(n, RVT_COMP_ENCODER) && !is_type(n, RVT_COMP_FUNNEL);
}

/* The table "Allowed Connections Between Components". */
static bool link_valid(const struct graph *g, const struct rvt_link *l)
{
    if (l->from >= g->nnodes || l->to >= g->nnodes) {
        return false;
    }
    if (is_sink(&g->nodes[l->from]) || is_type(&g->nodes[l->to], RVT_COMP_ENCODER)) {
        return false;
    }
    return l->input < (is_type(&g->nodes[l->to], RVT_COMP_FUNNEL) ? RVT_FUNNEL_INPUTS : 1);
}

static enum rvt_status check(const struct graph *g)
{
    for (size_t i = 0; i < g->nnodes; i++) {
        if (g->nodes[i].c == NULL) {
            return RVT_ERR_ARG;
        }
    }
    for (size_t i = 0; i < g->nlinks; i++) {
        const struct rvt_link *l = &g->links[i];

        if (!link_valid(g, l)) {
            return RVT_ERR_ARG;
        }
        for (size_t k = 0; k < i; k++) {
            if (g->links[k].to == l->to && g->links[k].input == l->input) {
                return RVT_ERR_ARG;
            }
        }
    }
    return RVT_OK;
}

/* Links to the farthest end: senders are above receivers. In a loop that never comes to an end. */
static enum rvt_status find_levels(const struct graph *g)
{
    bool changed = true;

    for (size_t i = 0; i < g->nnodes; i++) {
        g->nodes[i].level = 0;
    }
    for (size_t round = 0; changed; round++) {
        if (round > g->nnodes) {
            return RVT_ERR_PATH;
        }
        changed = false;
        for (size_t i = 0; i < g->nlinks; i++) {
            struct rvt_node *from = &g->nodes[g->links[i].from];

            if (from->level <= g->nodes[g->links[i].to].level) {
                from->level = g->nodes[g->links[i].to].level + 1;
                changed = true;
            }
        }
    }
    return RVT_OK;
}

/* Ways from each node to sinks in use, sinks first: 0, 1 or several. */
static void find_routes(const struct graph *g)
{
    for (size_t i = 0; i < g->nnodes; i++) {
        g->nodes[i].routes = is_sink(&g->nodes[i]) && g->nodes[i].use ? 1 : 0;
        g->nodes[i].sink = i;
    }
    for (size_t level = 1; level < g->nnodes; level++) {
        for (size_t i = 0; i < g->nlinks; i++) {
            struct rvt_node *from = &g->nodes[g->links[i].from];
            const struct rvt_node *to = &g->nodes[g->links[i].to];

            if (from->level != level || to->routes == 0) {
                continue;
            }
            from->routes = from->routes + to->routes > 1 ? 2 : 1;
            from->sink = to->sink;
        }
    }
}

/* Down from the encoders in use. */
static void find_paths(const struct graph *g)
{
    for (size_t i = 0; i < g->nnodes; i++) {
        g->nodes[i].on_path = is_type(&g->nodes[i], RVT_COMP_ENCODER) && g->nodes[i].use;
        g->nodes[i].dis_inputs = 0;
    }
    for (size_t level = g->nnodes; level-- > 0;) {
        for (size_t i = 0; i < g->nlinks; i++) {
            const struct rvt_node *from = &g->nodes[g->links[i].from];
            struct rvt_node *to = &g->nodes[g->links[i].to];

            if (from->level == level && from->on_path && to->routes != 0) {
                to->on_path = true;
            }
        }
    }
    for (size_t i = 0; i < g->nlinks; i++) {
        struct rvt_node *to = &g->nodes[g->links[i].to];

        if (is_type(to, RVT_COMP_FUNNEL) && to->on_path && !g->nodes[g->links[i].from].on_path) {
            to->dis_inputs |= (uint16_t)(1u << g->links[i].input);
        }
    }
}

/* Every encoder in use has one path, every sink in use is the end of one. *ramsink: the only RAM
 * sink among them, or NULL. */
static enum rvt_status judge(const struct graph *g, struct rvt_ramsink **ramsink)
{
    size_t encoders = 0, ramsinks = 0;

    *ramsink = NULL;
    for (size_t i = 0; i < g->nnodes; i++) {
        if (is_type(&g->nodes[i], RVT_COMP_ENCODER) && g->nodes[i].use) {
            encoders++;
        }
    }
    if (encoders == 0) {
        return RVT_ERR_ARG;
    }
    for (size_t i = 0; i < g->nnodes; i++) {
        const struct rvt_node *n = &g->nodes[i];

        if (!n->use || is_type(n, RVT_COMP_FUNNEL)) {
            continue;
        }
        if (n->routes != 1 || !n->on_path) {
            return RVT_ERR_PATH;
        }
        if (is_type(n, RVT_COMP_RAMSINK) && ramsinks++ == 0) {
            *ramsink = (struct rvt_ramsink *)n->c;
        }
    }
    if (ramsinks > 1) {
        *ramsink = NULL;
    }
    return RVT_OK;
}

enum rvt_status rvt_session_init_graph(struct rvt_session *s, struct rvt_node *nodes, size_t nnodes,
                                       const struct rvt_link *links, size_t nlinks)
{
    const struct graph g = {nodes, nnodes, links, nlinks};
    struct rvt_ramsink *ramsink;

    if (s == NULL || nodes == NULL || nnodes == 0 || links == NULL || nlinks == 0) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(check(&g));
    RVT_TRY(find_levels(&g));
    find_routes(&g);
    find_paths(&g);
    RVT_TRY(judge(&g, &ramsink));
    *s = (struct rvt_session){NULL, 0, ramsink, false, nodes, nnodes};
    return RVT_OK;
}
