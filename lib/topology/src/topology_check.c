/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of TCI about the graph. */
#include <string.h>

#include "topology_priv.h"

void topology_init(struct topology *t, struct topology_component *component, size_t max_components,
                   struct topology_link *link, size_t max_links)
{
    memset(t, 0, sizeof *t);
    t->component = component;
    t->link = link;
    t->max_components =
        (uint8_t)(max_components < TOPOLOGY_MAX_COMPONENTS ? max_components
                                                           : TOPOLOGY_MAX_COMPONENTS);
    t->max_links = (uint8_t)(max_links < TOPOLOGY_MAX_LINKS ? max_links : TOPOLOGY_MAX_LINKS);
}

static bool links_valid(const struct topology *t)
{
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        if (l->src >= t->ncomponents || l->dst >= t->ncomponents ||
            l->src_port >= TOPOLOGY_MAX_OUTPUTS || l->dst_port >= TOPOLOGY_MAX_INPUTS) {
            return false;
        }
    }
    return true;
}

/* A component without input is a source, one without output a sink, as the Linux driver takes it.
 * Kinds that are given stay. */
static void fill_kinds(struct topology *t)
{
    uint8_t count[TOPOLOGY_NKINDS] = {0};
    for (unsigned i = 0; i < t->ncomponents; i++) {
        struct topology_component *c = &t->component[i];
        if (!c->kind_told) {
            bool in = c->inputs != 0, out = (c->outputs & ~c->outside) != 0;
            c->kind = in && out               ? TOPOLOGY_FUNNEL
                      : in && c->outside != 0 ? TOPOLOGY_ATBBRIDGE
                      : in                    ? TOPOLOGY_SINK
                      : c->outputs != 0       ? TOPOLOGY_ENCODER
                                              : TOPOLOGY_UNKNOWN;
        }
        c->number = count[c->kind]++;
    }
}

static int check_blocks(const struct topology *t, struct topology_problem *problem)
{
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        if (c->block.size != TOPOLOGY_BLOCK_SIZE) {
            return REFUSE(problem, TOPOLOGY_ERR_NODE, c->path, "reg has a size of ",
                          topology_hex(c->block.size).s, ", not 0x1000");
        }
        if (c->block.base % TOPOLOGY_BLOCK_SIZE != 0) {
            return REFUSE(problem, TOPOLOGY_ERR_NODE, c->path, "base address ",
                          topology_hex(c->block.base).s, " is not a multiple of 0x1000");
        }
        for (unsigned k = 0; k < i; k++) {
            if (t->component[k].block.base == c->block.base) {
                return REFUSE(problem, TOPOLOGY_ERR_NODE, c->path, "registers at ",
                              topology_hex(c->block.base).s, " overlap those of ",
                              t->component[k].path);
            }
        }
    }
    return TOPOLOGY_OK;
}

static const char *sends_to(enum topology_kind kind)
{
    return topology_about_kind(kind)->sends ? "sends to funnels, sinks and ATB bridges only"
                                            : "is the end of the trace";
}

static int check_links(const struct topology *t, struct topology_problem *problem)
{
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        const struct topology_component *src = &t->component[l->src];
        const struct topology_component *dst = &t->component[l->dst];
        if (!topology_allowed(src->kind, dst->kind)) {
            return REFUSE(problem, TOPOLOGY_ERR_GRAPH, src->path, topology_name(t, l->src, a),
                          " may not send to ", topology_name(t, l->dst, b), ": it ",
                          sends_to(src->kind));
        }
        for (unsigned k = 0; k < i; k++) {
            if (t->link[k].dst == l->dst && t->link[k].dst_port == l->dst_port) {
                return REFUSE(problem, TOPOLOGY_ERR_GRAPH, dst->path, "two links into in-port ",
                              topology_dec(l->dst_port).s, ", from ",
                              t->component[t->link[k].src].path, " and ", src->path);
            }
        }
    }
    return TOPOLOGY_OK;
}

static bool is_done(const struct topology *t, unsigned c)
{
    return t->component[c].level != TOPOLOGY_NONE;
}

/* Do all components that c sends to have a level, and what level does that give? */
static bool level_of(const struct topology *t, unsigned c, uint8_t *level)
{
    *level = 0;
    for (unsigned i = 0; i < t->nlinks; i++) {
        if (t->link[i].src == c) {
            if (!is_done(t, t->link[i].dst)) {
                return false;
            }
            uint8_t next = (uint8_t)(t->component[t->link[i].dst].level + 1);
            *level = next > *level ? next : *level;
        }
    }
    return true;
}

static unsigned next_open(const struct topology *t, unsigned c)
{
    for (unsigned i = 0; i < t->nlinks; i++) {
        if (t->link[i].src == c && !is_done(t, t->link[i].dst)) {
            return t->link[i].dst;
        }
    }
    return c;
}

/* Levels from the sinks upwards; what is left over leads into a cycle. */
static int fill_levels(struct topology *t, struct topology_problem *problem)
{
    unsigned open = t->ncomponents;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        t->component[i].level = TOPOLOGY_NONE;
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (unsigned i = 0; i < t->ncomponents; i++) {
            uint8_t level;
            if (!is_done(t, i) && level_of(t, i, &level)) {
                t->component[i].level = level;
                open--;
                moved = true;
            }
        }
    }
    if (open == 0) {
        return TOPOLOGY_OK;
    }
    unsigned at = 0;
    while (is_done(t, at)) {
        at++;
    }
    for (unsigned i = 0; i < t->ncomponents; i++) {
        at = next_open(t, at); /* after that many steps it is on the cycle */
    }
    unsigned first = at;
    for (unsigned i = next_open(t, at); i != at; i = next_open(t, i)) {
        first = i < first ? i : first;
    }
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    return REFUSE(problem, TOPOLOGY_ERR_GRAPH, t->component[first].path, "cycle: what ",
                  topology_name(t, first, a), " sends to ",
                  topology_name(t, next_open(t, first), b), " comes back to it");
}

static bool has_input_link(const struct topology *t, unsigned c)
{
    for (unsigned i = 0; i < t->nlinks; i++) {
        if (t->link[i].dst == c) {
            return true;
        }
    }
    return false;
}

static bool reaches_sink(const struct topology *t, unsigned c)
{
    uint8_t link[TOPOLOGY_MAX_COMPONENTS];
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (topology_is_sink(t->component[i].kind) &&
            topology_path(t, c, i, link, sizeof link) > 0) {
            return true;
        }
    }
    return false;
}

static int check_component(const struct topology *t, unsigned i, struct topology_problem *problem)
{
    const struct topology_component *c = &t->component[i];
    char name[TOPOLOGY_NAME_MAX];
    (void)topology_name(t, i, name);
    if (c->inputs == 0 && c->outputs == 0) {
        return REFUSE(problem, TOPOLOGY_ERR_NODE, c->path, "has neither in-ports nor out-ports");
    }
    if (c->outside != 0 && !topology_about_kind(c->kind)->leaves) {
        return REFUSE(problem, TOPOLOGY_ERR_GRAPH, c->path, name,
                      " sends to something that is not a trace component; only an ATB bridge does");
    }
    if (c->kind == TOPOLOGY_ENCODER && !c->hart.present) {
        return REFUSE(problem, TOPOLOGY_ERR_NODE, c->path, name,
                      " has no hart: add the property cpus");
    }
    if (c->kind == TOPOLOGY_ENCODER && !reaches_sink(t, i)) {
        return REFUSE(problem, TOPOLOGY_ERR_GRAPH, c->path, name, " reaches no sink");
    }
    return TOPOLOGY_OK;
}

static int check_reached(const struct topology *t, struct topology_problem *problem)
{
    char name[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        if (c->kind != TOPOLOGY_ENCODER && !has_input_link(t, i)) {
            return REFUSE(problem, TOPOLOGY_ERR_GRAPH, c->path, "nothing sends to ",
                          topology_name(t, i, name));
        }
    }
    return TOPOLOGY_OK;
}

enum topology_status topology_check(struct topology *t, struct topology_problem *problem)
{
    if (t == NULL || t->ncomponents > TOPOLOGY_MAX_COMPONENTS || !links_valid(t)) {
        return REFUSE(problem, TOPOLOGY_ERR_ARG, NULL,
                      "a link names a component or port that does not exist");
    }
    if (t->ncomponents == 0) {
        return REFUSE(problem, TOPOLOGY_ERR_GRAPH, NULL,
                      "no trace component: no node is compatible with riscv,trace-component");
    }
    fill_kinds(t);
    int status = check_blocks(t, problem);
    status = status != TOPOLOGY_OK ? status : check_links(t, problem);
    status = status != TOPOLOGY_OK ? status : fill_levels(t, problem);
    for (unsigned i = 0; status == TOPOLOGY_OK && i < t->ncomponents; i++) {
        status = check_component(t, i, problem);
    }
    status = status != TOPOLOGY_OK ? status : check_reached(t, problem);
    return status != TOPOLOGY_OK ? status : topology_check_extra(t, problem);
}
