/* SPDX-License-Identifier: Apache-2.0 */
/* Verb topo: a device tree of trace components: check, list, draw. */
#include <inttypes.h>
#include <stdlib.h>

#include "dtb.h"
#include "tool.h"

static const char verb[] = "topo";

static void print_components(const struct topology *t)
{
    char name[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        printf("component %-12s 0x%08" PRIx64, topology_name(t, i, name), c->block.base);
        if (c->hart.present) {
            printf("  hart %" PRIu32, c->hart.index);
        }
        if (c->hart.present && c->hart.xlen != 0) {
            printf(" rv%u", c->hart.xlen);
        }
        if (c->extra.has_src_bits) {
            printf("  src %u/%u bits", c->extra.src_id, c->extra.src_bits);
        }
        if (c->extra.sram_bytes != 0) {
            printf("  sram %" PRIu32 " bytes", c->extra.sram_bytes);
        }
        if (c->extra.smem.size != 0) {
            printf("  smem 0x%" PRIx64 "+0x%" PRIx64, c->extra.smem.base, c->extra.smem.size);
        }
        printf("  %s\n", c->path);
    }
}

static void print_links(const struct topology *t)
{
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        printf("link %s:%u -> %s:%u\n", topology_name(t, l->src, a), l->src_port,
               topology_name(t, l->dst, b), l->dst_port);
    }
}

static void print_paths(const struct topology *t)
{
    uint8_t link[TOPOLOGY_MAX_COMPONENTS];
    char name[TOPOLOGY_NAME_MAX];
    for (unsigned from = 0; from < t->ncomponents; from++) {
        for (unsigned to = 0; to < t->ncomponents; to++) {
            if (t->component[from].kind != TOPOLOGY_ENCODER ||
                !topology_is_sink(t->component[to].kind)) {
                continue;
            }
            int n = topology_path(t, from, to, link, sizeof link);
            for (int i = 0; i < n; i++) {
                printf("%s%s", i == 0 ? "path " : " -> ",
                       topology_name(t, t->link[link[i]].src, name));
            }
            if (n > 0) {
                printf(" -> %s\n", topology_name(t, to, name));
            }
        }
    }
}

static void print_order(const struct topology *t)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    char name[TOPOLOGY_NAME_MAX];
    unsigned n = topology_order(t, order);
    printf("start");
    for (unsigned i = 0; i < n; i++) {
        printf(" %s", topology_name(t, order[i], name));
    }
    printf("\nstop");
    for (unsigned i = n; i > 0; i--) {
        printf(" %s", topology_name(t, order[i - 1], name));
    }
    printf("\n");
}

/* For Graphviz: encoders are boxes, funnels trapezia, sinks cylinders. */
static void print_dot(const struct topology *t)
{
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    printf("digraph trace {\n  rankdir=LR;\n");
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        const char *shape = c->kind == TOPOLOGY_ENCODER  ? "box"
                            : c->kind == TOPOLOGY_FUNNEL ? "invtrapezium"
                                                         : "cylinder";
        (void)topology_name(t, i, a);
        printf("  \"%s\" [shape=%s, label=\"%s\\n0x%" PRIx64, a, shape, a, c->block.base);
        if (c->hart.present) {
            printf("\\nhart %" PRIu32, c->hart.index);
        }
        printf("\"];\n");
    }
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        printf("  \"%s\" -> \"%s\" [taillabel=\"%u\", headlabel=\"%u\"];\n",
               topology_name(t, l->src, a), topology_name(t, l->dst, b), l->src_port, l->dst_port);
    }
    printf("}\n");
}

static void show(const struct topology *t, bool dot)
{
    if (dot) {
        print_dot(t);
        return;
    }
    printf("components %u, links %u, harts %" PRIu32 "\n", t->ncomponents, t->nlinks, t->nharts);
    print_components(t);
    print_links(t);
    print_paths(t);
    print_order(t);
}

int topo_main(int argc, char **argv)
{
    bool dot = false;
    const struct tool_option options[] = {
        {.name = "dot", .help = "write a drawing for Graphviz instead", .flag = &dot},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "[--dot] FILE.dtb",
        .text = "Check a device tree of trace components (compiled, as dtc makes it), and print "
                "its components,\n"
                "links, the paths from encoders to sinks, and the order of start and stop.",
        .example = "  dtc -O dtb -o T.dtb dts/clusters.dts && hartrace topo T.dtb\n"
                   "  hartrace topo --dot T.dtb | dot -Tsvg -o T.svg",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    const char *file[1];
    int n = tool_parse(&usage, argc, argv, file, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n != 1) {
        return tool_fail(verb, NULL, "no device tree; give a FILE.dtb");
    }
    struct tool_dtb *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return tool_fail(verb, NULL, "no memory");
    }
    int status = dtb_open(d, verb, file[0]);
    if (status == 0) {
        show(&d->tree, dot);
    }
    dtb_close(d);
    free(d);
    return status;
}
