/* SPDX-License-Identifier: Apache-2.0 */
/* A tree of trace components as text, and as a drawing. */
#include <inttypes.h>
#include <string.h>

#include "htr_topo_priv.h"

/* Does `hartrace,params` of a component have this string? */
static bool has_param(const struct topology_component *c, const char *text)
{
    for (uint32_t at = 0; at < c->extra.params_size;
         at += (uint32_t)strlen(c->extra.params + at) + 1) {
        if (strcmp(c->extra.params + at, text) == 0) {
            return true;
        }
    }
    return false;
}

bool htr_topo_stated(const struct topology_component *c, bool *ntrace, bool *etrace)
{
    *etrace = has_param(c, "etrace=1");
    *ntrace = !has_param(c, "ntrace=0");
    return c->kind == TOPOLOGY_ENCODER &&
           (*etrace || !*ntrace || has_param(c, "etrace=0") || has_param(c, "ntrace=1"));
}

/* NULL when the tree does not state them. */
static const char *protocols(const struct topology_component *c)
{
    bool ntrace, etrace;
    if (!htr_topo_stated(c, &ntrace, &etrace)) {
        return NULL;
    }
    return !etrace ? "N-Trace" : !ntrace ? "E-Trace" : "N-Trace or E-Trace";
}

static void print_components(FILE *out, const struct topology *t)
{
    char name[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        fprintf(out, "component %-12s 0x%08" PRIx64, topology_name(t, i, name), c->block.base);
        if (c->hart.present) {
            fprintf(out, "  hart %" PRIu32, c->hart.index);
        }
        if (c->hart.present && c->hart.xlen != 0) {
            fprintf(out, " rv%u", c->hart.xlen);
        }
        if (c->extra.has_src_bits) {
            fprintf(out, "  src %u/%u bits", c->extra.src_id, c->extra.src_bits);
        }
        if (protocols(c) != NULL) {
            fprintf(out, "  %s", protocols(c));
        }
        if (c->extra.sram_bytes != 0) {
            fprintf(out, "  sram %" PRIu32 " bytes", c->extra.sram_bytes);
        }
        if (c->extra.smem.size != 0) {
            fprintf(out, "  smem 0x%" PRIx64 "+0x%" PRIx64, c->extra.smem.base, c->extra.smem.size);
        }
        fprintf(out, "  %s\n", c->path);
    }
}

static void print_links(FILE *out, const struct topology *t)
{
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        fprintf(out, "link %s:%u -> %s:%u\n", topology_name(t, l->src, a), l->src_port,
                topology_name(t, l->dst, b), l->dst_port);
    }
}

int htr_topo_next_way(const struct topology *t, struct htr_topo_way *w)
{
    for (; w->from < t->ncomponents; w->from++, w->to = -1) {
        while (++w->to < t->ncomponents) {
            int n = 0;
            if (t->component[w->from].kind == TOPOLOGY_ENCODER &&
                topology_is_sink(t->component[w->to].kind)) {
                n = topology_path(t, w->from, (unsigned)w->to, w->link, sizeof w->link);
            }
            if (n > 0) {
                return n;
            }
        }
    }
    return 0;
}

static void print_paths(FILE *out, const struct topology *t)
{
    struct htr_topo_way w = {.to = -1};
    char name[TOPOLOGY_NAME_MAX];
    for (int n = htr_topo_next_way(t, &w); n > 0; n = htr_topo_next_way(t, &w)) {
        for (int i = 0; i < n; i++) {
            fprintf(out, "%s%s", i == 0 ? "path " : " -> ",
                    topology_name(t, t->link[w.link[i]].src, name));
        }
        fprintf(out, " -> %s\n", topology_name(t, (unsigned)w.to, name));
    }
}

static void print_order(FILE *out, const struct topology *t)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    char name[TOPOLOGY_NAME_MAX];
    unsigned n = topology_order(t, order);
    fprintf(out, "start");
    for (unsigned i = 0; i < n; i++) {
        fprintf(out, " %s", topology_name(t, order[i], name));
    }
    fprintf(out, "\nstop");
    for (unsigned i = n; i > 0; i--) {
        fprintf(out, " %s", topology_name(t, order[i - 1], name));
    }
    fprintf(out, "\n");
}

void htr_topo_text(FILE *out, const struct topology *t)
{
    fprintf(out, "components %u, links %u, harts %" PRIu32 "\n", t->ncomponents, t->nlinks,
            t->nharts);
    print_components(out, t);
    print_links(out, t);
    print_paths(out, t);
    print_order(out, t);
}

void htr_topo_dot(FILE *out, const struct topology *t)
{
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    fprintf(out, "digraph trace {\n  rankdir=LR;\n");
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        const char *shape = c->kind == TOPOLOGY_ENCODER  ? "box"
                            : c->kind == TOPOLOGY_FUNNEL ? "invtrapezium"
                                                         : "cylinder";
        (void)topology_name(t, i, a);
        fprintf(out, "  \"%s\" [shape=%s, label=\"%s\\n0x%" PRIx64, a, shape, a, c->block.base);
        if (c->hart.present) {
            fprintf(out, "\\nhart %" PRIu32, c->hart.index);
        }
        if (protocols(c) != NULL) {
            fprintf(out, "\\n%s", protocols(c));
        }
        fprintf(out, "\"];\n");
    }
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        fprintf(out, "  \"%s\" -> \"%s\" [taillabel=\"%u\", headlabel=\"%u\"];\n",
                topology_name(t, l->src, a), topology_name(t, l->dst, b), l->src_port, l->dst_port);
    }
    fprintf(out, "}\n");
}

/* ---- protocols ---- */

/* The only sink that the trace of a component can end in; TOPOLOGY_NONE when there are several. */
static unsigned only_sink(const struct topology *t, unsigned from)
{
    unsigned found = topology_is_sink(t->component[from].kind) ? from : TOPOLOGY_NONE;
    for (unsigned k = 0; k < t->nlinks; k++) {
        if (t->link[k].src == from) {
            const unsigned sink = only_sink(t, t->link[k].dst);
            if (sink == TOPOLOGY_NONE || (found != TOPOLOGY_NONE && found != sink)) {
                return TOPOLOGY_NONE;
            }
            found = sink;
        }
    }
    return found;
}

int htr_topo_protocols(const struct topology *t, struct htr_host *host, const char *path)
{
    for (unsigned e = 0; e < t->ncomponents; e++) {
        const struct topology_component *etrace = &t->component[e];
        const unsigned sink = etrace->kind == TOPOLOGY_ENCODER && has_param(etrace, "ntrace=0")
                                  ? only_sink(t, e)
                                  : TOPOLOGY_NONE;
        for (unsigned n = 0; n < t->ncomponents && sink != TOPOLOGY_NONE; n++) {
            const struct topology_component *ntrace = &t->component[n];
            if (ntrace->kind == TOPOLOGY_ENCODER && !has_param(ntrace, "etrace=1") &&
                only_sink(t, n) == sink) {
                return htr_fail(host, HTR_ERR_CONFLICT, path,
                                "%s sends E-Trace and %s N-Trace, both to %s, where they cannot be "
                                "told apart; give each protocol a sink of its own",
                                etrace->path, ntrace->path, t->component[sink].path);
            }
        }
    }
    return HTR_OK;
}
