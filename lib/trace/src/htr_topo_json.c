/* SPDX-License-Identifier: Apache-2.0 */
/* A tree of trace components as JSON. */
#include "htr/htr_json.h"
#include "htr_topo_priv.h"

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

static void put_protocols(struct htr_json *j, const struct topology_component *c)
{
    bool ntrace, etrace;
    if (!htr_topo_stated(c, &ntrace, &etrace)) {
        htr_json_null(j, "protocols");
        return;
    }
    htr_json_array(j, "protocols");
    if (ntrace) {
        htr_json_text(j, NULL, "N-Trace");
    }
    if (etrace) {
        htr_json_text(j, NULL, "E-Trace");
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
        put_protocols(j, c);
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
    struct htr_topo_way w = {.to = -1};
    htr_json_array(j, "paths");
    for (int n = htr_topo_next_way(t, &w); n > 0; n = htr_topo_next_way(t, &w)) {
        htr_json_array(j, NULL);
        for (int i = 0; i < n; i++) {
            put_name(j, NULL, t, t->link[w.link[i]].src);
        }
        put_name(j, NULL, t, (unsigned)w.to);
        htr_json_end(j);
    }
    htr_json_end(j);
}

bool htr_topo_json(FILE *out, const struct topology *t, const char *file)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    unsigned n = topology_order(t, order);
    struct htr_json j;
    htr_json_begin(&j, out);
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
    return htr_json_finish(&j);
}
