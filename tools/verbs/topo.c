/* SPDX-License-Identifier: Apache-2.0 */
/* Verb topo: a device tree of trace components: check, list, draw. */
#include <inttypes.h>
#include <stdlib.h>

#include "htr/htr_dtb.h"
#include "htr/htr_json.h"
#include "tool.h"
#include "host.h"

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

/* A way from an encoder to a sink. */
struct way {
    unsigned from;
    int to; /* -1: before the first sink */
    uint8_t link[TOPOLOGY_MAX_COMPONENTS];
};

/* Go on to the next one. Returns how many links it has, 0 behind the last one. */
static int next_way(const struct topology *t, struct way *w)
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

static void print_paths(const struct topology *t)
{
    struct way w = {.to = -1};
    char name[TOPOLOGY_NAME_MAX];
    for (int n = next_way(t, &w); n > 0; n = next_way(t, &w)) {
        for (int i = 0; i < n; i++) {
            printf("%s%s", i == 0 ? "path " : " -> ",
                   topology_name(t, t->link[w.link[i]].src, name));
        }
        printf(" -> %s\n", topology_name(t, (unsigned)w.to, name));
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

/* ---- JSON ---- */

static void put_name(struct htr_json *j, const char *name, const struct topology *t, unsigned i)
{
    char text[TOPOLOGY_NAME_MAX];
    htr_json_text(j, name, topology_name(t, i, text));
}

static void put_hart(struct htr_json *j, const struct topology_hart *h)
{
    htr_json_object(j, "hart");
    htr_json_number(j, "index", h->index);
    htr_json_number(j, "id", h->id);
    if (h->xlen != 0) {
        htr_json_number(j, "xlen", h->xlen);
    } else {
        htr_json_null(j, "xlen");
    }
    htr_json_end(j);
}

static void put_extra(struct htr_json *j, const struct topology_extra *x)
{
    if (x->has_src_bits) {
        htr_json_object(j, "src");
        htr_json_number(j, "id", x->src_id);
        htr_json_number(j, "bits", x->src_bits);
        htr_json_end(j);
    } else {
        htr_json_null(j, "src");
    }
    if (x->sram_bytes != 0) {
        htr_json_number(j, "sram_bytes", x->sram_bytes);
    } else {
        htr_json_null(j, "sram_bytes");
    }
    if (x->smem.size != 0) {
        htr_json_object(j, "smem");
        htr_json_address(j, "base", x->smem.base);
        htr_json_number(j, "bytes", x->smem.size);
        htr_json_end(j);
    } else {
        htr_json_null(j, "smem");
    }
}

static void put_components(struct htr_json *j, const struct topology *t)
{
    htr_json_array(j, "components");
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        htr_json_object(j, NULL);
        put_name(j, "name", t, i);
        htr_json_text(j, "kind", topology_kind_name(c->kind));
        htr_json_address(j, "base", c->block.base);
        htr_json_text(j, "path", c->path);
        if (c->hart.present) {
            put_hart(j, &c->hart);
        } else {
            htr_json_null(j, "hart");
        }
        put_extra(j, &c->extra);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static void put_links(struct htr_json *j, const struct topology *t)
{
    htr_json_array(j, "links");
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        htr_json_object(j, NULL);
        put_name(j, "from", t, l->src);
        htr_json_number(j, "from_port", l->src_port);
        put_name(j, "to", t, l->dst);
        htr_json_number(j, "to_port", l->dst_port);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static void put_ways(struct htr_json *j, const struct topology *t)
{
    struct way w = {.to = -1};
    htr_json_array(j, "paths");
    for (int n = next_way(t, &w); n > 0; n = next_way(t, &w)) {
        htr_json_array(j, NULL);
        for (int i = 0; i < n; i++) {
            put_name(j, NULL, t, t->link[w.link[i]].src);
        }
        put_name(j, NULL, t, (unsigned)w.to);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static int put_json(const struct topology *t, const char *file)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    unsigned n = topology_order(t, order);
    struct htr_json j;
    htr_json_begin(&j, stdout);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-topo-1");
    htr_json_text(&j, "file", file);
    htr_json_number(&j, "harts", t->nharts);
    put_components(&j, t);
    put_links(&j, t);
    put_ways(&j, t);
    htr_json_array(&j, "start");
    for (unsigned i = 0; i < n; i++) {
        put_name(&j, NULL, t, order[i]);
    }
    htr_json_end(&j);
    htr_json_array(&j, "stop");
    for (unsigned i = n; i > 0; i--) {
        put_name(&j, NULL, t, order[i - 1]);
    }
    htr_json_end(&j);
    htr_json_end(&j);
    return tool_json_done(&j, verb, TOOL_OK);
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
    bool dot = false, json;
    const char *format = NULL;
    const struct tool_option options[] = {
        {.name = "dot", .help = "write a drawing for Graphviz instead", .flag = &dot},
        FORMAT_OPTION(&format),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "[--dot | --format json] FILE.dtb",
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
    if (tool_format(verb, format, &json) != 0) {
        return TOOL_CANNOT;
    }
    if (dot && format != NULL) {
        return tool_fail(verb, NULL, "--dot and --format: choose one of them");
    }
    struct htr_dtb *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return tool_fail(verb, NULL, "no memory");
    }
    int status = htr_dtb_open(d, tool_host(verb), file[0]);
    if (status == 0 && json) {
        status = put_json(&d->tree, file[0]);
    } else if (status == 0) {
        show(&d->tree, dot);
    }
    htr_dtb_close(d);
    free(d);
    return status;
}
