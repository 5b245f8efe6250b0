/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Device-tree reader: any bytes. Nothing outside them is read; what is accepted keeps every rule,
 * has paths and an order; what is refused is explained. Once with all room there is, once with
 * little.
 */
#include <string.h>

#include "fuzz.h"
#include "topology/topology_fdt.h"

struct graph {
    struct topology t;
    struct topology_component component[TOPOLOGY_MAX_COMPONENTS];
    struct topology_link link[TOPOLOGY_MAX_LINKS];
};

static void check_component(const struct topology *t, unsigned i)
{
    const struct topology_component *c = &t->component[i];
    FUZZ_CHECK(c->block.base % 0x1000 == 0 && c->block.size == 0x1000);
    FUZZ_CHECK(memchr(c->path, '\0', sizeof c->path) != NULL && c->path[0] == '/');
    FUZZ_CHECK(c->extra.src_bits <= 12 && c->extra.src_id < 1u << 12);
    FUZZ_CHECK(c->kind != TOPOLOGY_ENCODER || (c->hart.present && c->hart.index < t->nharts));
    FUZZ_CHECK(c->extra.params_size == 0 || c->extra.params[c->extra.params_size - 1] == '\0');
    for (unsigned k = 0; k < i; k++) {
        FUZZ_CHECK(c->block.base != t->component[k].block.base);
    }
}

static void check_order(const struct topology *t)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS], place[TOPOLOGY_MAX_COMPONENTS];
    FUZZ_CHECK(topology_order(t, order) == t->ncomponents);
    memset(place, 0xFF, sizeof place);
    for (unsigned i = 0; i < t->ncomponents; i++) {
        FUZZ_CHECK(order[i] < t->ncomponents && place[order[i]] == 0xFF);
        place[order[i]] = (uint8_t)i;
    }
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        FUZZ_CHECK(place[l->dst] < place[l->src]);
        FUZZ_CHECK(topology_allowed(t->component[l->src].kind, t->component[l->dst].kind));
        FUZZ_CHECK((t->component[l->src].outputs >> l->src_port & 1) == 1);
        FUZZ_CHECK((t->component[l->dst].inputs >> l->dst_port & 1) == 1);
    }
}

static void check_plan(const struct topology *t)
{
    struct topology_use use[TOPOLOGY_MAX_COMPONENTS];
    struct topology_plan plan;
    topology_plan_init(&plan, t, use);
    for (unsigned i = 0; i < t->ncomponents && t->component[i].kind == TOPOLOGY_ENCODER; i++) {
        unsigned sinks = 0;
        for (unsigned k = 0; k < t->ncomponents; k++) {
            uint8_t link[TOPOLOGY_MAX_COMPONENTS];
            bool ends = topology_is_sink(t->component[k].kind);
            int n = ends ? topology_path(t, i, k, link, sizeof link) : 0;
            FUZZ_CHECK(n >= 0 && n < t->ncomponents);
            sinks += n > 0 ? 1u : 0u;
            (void)topology_plan_add(&plan, i, k, NULL);
        }
        FUZZ_CHECK(sinks > 0);
    }
}

static void read(struct graph *g, size_t components, size_t links, const void *dtb, size_t size)
{
    struct topology_problem problem;
    memset(&problem, 0x55, sizeof problem);
    topology_init(&g->t, g->component, components, g->link, links);
    int rc = topology_read_fdt(&g->t, dtb, size, &problem);
    FUZZ_CHECK(g->t.ncomponents <= components && g->t.nlinks <= links);
    if (rc != TOPOLOGY_OK) {
        FUZZ_CHECK(rc < 0 && memchr(problem.text, '\0', sizeof problem.text) != NULL);
        FUZZ_CHECK(problem.text[0] != '\0');
        FUZZ_CHECK(memchr(problem.path, '\0', sizeof problem.path) != NULL);
        return;
    }
    for (unsigned i = 0; i < g->t.ncomponents; i++) {
        check_component(&g->t, i);
    }
    check_order(&g->t);
    check_plan(&g->t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct graph *g = malloc(sizeof *g);
    void *dtb = malloc(size != 0 ? size : 1); /* aligned, and no byte more */
    FUZZ_CHECK(g != NULL && dtb != NULL);
    memcpy(dtb, data, size);
    read(g, TOPOLOGY_MAX_COMPONENTS, TOPOLOGY_MAX_LINKS, dtb, size);
    read(g, size > 0 ? data[size - 1] % 5 : 0, 3, dtb, size);
    free(dtb);
    free(g);
    return 0;
}
