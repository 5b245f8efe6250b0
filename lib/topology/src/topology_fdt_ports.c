/* SPDX-License-Identifier: Apache-2.0 */
/*
 * in-ports and out-ports (OF graph) become links. An endpoint that names its partner makes a link;
 * the partner may name it back or stay silent. Endpoints in no link at all are refused.
 */
#include "topology_fdt_priv.h"

#include <string.h>

/* The place of an endpoint. */
struct place {
    unsigned component;
    bool out;
    unsigned port;
    int endpoint;
};

typedef int (*endpoint_fn)(struct topology_reader *r, const struct place *at);

static const char *list_name(bool out)
{
    return out ? "out-ports" : "in-ports";
}

/* "name" is followed by the end or by @hex? *unit is that number, 0 without. */
static bool parse_name(const char *full, const char *name, bool *has_unit, uint32_t *unit)
{
    size_t n = strlen(name);
    *unit = 0;
    *has_unit = false;
    if (full == NULL || strncmp(full, name, n) != 0) {
        return false;
    }
    if (full[n] == '\0') {
        return true;
    }
    if (full[n] != '@' || full[n + 1] == '\0') {
        return false;
    }
    *has_unit = true;
    for (full += n + 1; *full != '\0'; full++) {
        char c = *full;
        bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
        if ((!digit && !letter) || *unit >> 28 != 0) {
            return false;
        }
        *unit = *unit << 4 | (uint32_t)(digit ? c - '0' : c - 'a' + 10);
    }
    return true;
}

/* The number of a port: its unit address, which reg must repeat. */
static int port_number(struct topology_reader *r, int node, bool out, unsigned *number)
{
    uint32_t unit, reg, limit = out ? TOPOLOGY_MAX_OUTPUTS : TOPOLOGY_MAX_INPUTS;
    bool has_unit, has_reg;
    if (!parse_name(fdt_get_name(r->fdt, node, NULL), "port", &has_unit, &unit)) {
        return REFUSE_NODE(r, node, list_name(out), " holds ports only: port or port@N");
    }
    int status = topology_prop_u32(r, node, "reg", &has_reg, &reg);
    if (status != TOPOLOGY_OK) {
        return status;
    }
    if (has_reg && reg != unit) {
        return REFUSE_NODE(r, node, "reg ", topology_dec(reg).s, " is not the number in its name");
    }
    if (unit >= limit) {
        return REFUSE_NODE(r, node, "port number ", topology_dec(unit).s, " is above ",
                           topology_dec(limit - 1).s);
    }
    *number = unit;
    return TOPOLOGY_OK;
}

/* Call fn for each endpoint of a port. */
static int each_in_port(struct topology_reader *r, int port, struct place *at, endpoint_fn fn)
{
    unsigned n = 0;
    int node, status = TOPOLOGY_OK;
    uint32_t unit;
    bool has_unit;
    fdt_for_each_subnode(node, r->fdt, port)
    {
        if (!parse_name(fdt_get_name(r->fdt, node, NULL), "endpoint", &has_unit, &unit)) {
            return REFUSE_NODE(r, node, "a port holds endpoints only");
        }
        at->endpoint = node;
        status = fn(r, at);
        if (status != TOPOLOGY_OK) {
            return status;
        }
        n++;
    }
    return n != 0 ? TOPOLOGY_OK : REFUSE_NODE(r, port, "port without endpoint: it is unconnected");
}

/* Call fn for each endpoint of one list of one component, and note which ports there are. */
static int each_in_list(struct topology_reader *r, unsigned component, bool out, endpoint_fn fn)
{
    struct topology_component *c = &r->t->component[component];
    struct place at = {.component = component, .out = out};
    int node, list = fdt_subnode_offset(r->fdt, c->node, list_name(out));
    uint32_t seen = 0;
    if (list < 0) {
        return TOPOLOGY_OK;
    }
    fdt_for_each_subnode(node, r->fdt, list)
    {
        int status = port_number(r, node, out, &at.port);
        if (status == TOPOLOGY_OK && (seen >> at.port & 1u) != 0) {
            status = REFUSE_NODE(r, node, "two ports have this number");
        }
        status = status != TOPOLOGY_OK ? status : each_in_port(r, node, &at, fn);
        if (status != TOPOLOGY_OK) {
            return status;
        }
        seen |= 1u << at.port;
    }
    if (seen == 0) {
        return REFUSE_NODE(r, list, "without a port");
    }
    if (out) {
        c->outputs = (uint8_t)seen;
    } else {
        c->inputs = (uint16_t)seen;
    }
    return TOPOLOGY_OK;
}

static int each_endpoint(struct topology_reader *r, endpoint_fn fn)
{
    for (unsigned i = 0; i < r->t->ncomponents; i++) {
        int status = each_in_list(r, i, false, fn);
        status = status != TOPOLOGY_OK ? status : each_in_list(r, i, true, fn);
        if (status != TOPOLOGY_OK) {
            return status;
        }
    }
    return TOPOLOGY_OK;
}

enum found {
    FOUND_COMPONENT,
    FOUND_DISABLED, /* in a component that is switched off */
    FOUND_OUTSIDE,  /* in something else */
};

/* Whose endpoint is this? */
static enum found find_place(const struct topology_reader *r, int endpoint, struct place *at)
{
    int port = fdt_parent_offset(r->fdt, endpoint);
    int list = port < 0 ? port : fdt_parent_offset(r->fdt, port);
    int owner = list < 0 ? list : fdt_parent_offset(r->fdt, list);
    const char *name = list < 0 ? NULL : fdt_get_name(r->fdt, list, NULL);
    uint32_t unit;
    bool has_unit;
    at->endpoint = endpoint;
    for (unsigned i = 0; owner >= 0 && name != NULL && i < r->t->ncomponents; i++) {
        if (r->t->component[i].node == owner) {
            at->component = i;
            at->out = strcmp(name, list_name(true)) == 0;
            bool good = at->out || strcmp(name, list_name(false)) == 0;
            good = good && list == fdt_subnode_offset(r->fdt, owner, name); /* no namesake */
            good = parse_name(fdt_get_name(r->fdt, port, NULL), "port", &has_unit, &unit) && good;
            at->port = unit;
            good = good && unit < (at->out ? TOPOLOGY_MAX_OUTPUTS : TOPOLOGY_MAX_INPUTS);
            return good ? FOUND_COMPONENT : FOUND_OUTSIDE;
        }
    }
    bool disabled = owner >= 0 && !topology_enabled(r, owner) &&
                    topology_prop_holds(r, owner, "compatible", "riscv,trace-component");
    return disabled ? FOUND_DISABLED : FOUND_OUTSIDE;
}

/* The node that remote-endpoint names: *remote, or -1 without that property. */
static int find_remote(struct topology_reader *r, int endpoint, int *remote)
{
    uint32_t phandle;
    bool present;
    int status = topology_prop_u32(r, endpoint, "remote-endpoint", &present, &phandle);
    *remote = -1;
    if (status != TOPOLOGY_OK || !present) {
        return status;
    }
    *remote = fdt_node_offset_by_phandle(r->fdt, phandle);
    if (*remote < 0) {
        return REFUSE_NODE(r, endpoint, "remote-endpoint does not name a node");
    }
    return TOPOLOGY_OK;
}

static int add_link(struct topology_reader *r, const struct place *src, const struct place *dst)
{
    struct topology *t = r->t;
    for (unsigned i = 0; i < t->nlinks; i++) {
        if (t->link[i].src_node == src->endpoint && t->link[i].dst_node == dst->endpoint) {
            return TOPOLOGY_OK; /* named by the other side already */
        }
    }
    if (t->nlinks == t->max_links) {
        return topology_refuse_node(r, TOPOLOGY_ERR_CAPACITY, src->endpoint,
                                    (const char *const[]){"too many links, more than ",
                                                          topology_dec(t->max_links).s, NULL});
    }
    t->link[t->nlinks++] = (struct topology_link){
        .src = (uint8_t)src->component,
        .src_port = (uint8_t)src->port,
        .dst = (uint8_t)dst->component,
        .dst_port = (uint8_t)dst->port,
        .src_node = src->endpoint,
        .dst_node = dst->endpoint,
    };
    return TOPOLOGY_OK;
}

/* First pass: what remote-endpoint says. */
static int read_endpoint(struct topology_reader *r, const struct place *at)
{
    int remote, back;
    struct place other;
    int status = find_remote(r, at->endpoint, &remote);
    if (status != TOPOLOGY_OK || remote < 0) {
        return status;
    }
    enum found found = find_place(r, remote, &other);
    if (found == FOUND_DISABLED) {
        return TOPOLOGY_OK;
    }
    if (found == FOUND_OUTSIDE) {
        if (!at->out) {
            return REFUSE_NODE(r, at->endpoint,
                               "remote-endpoint is not an endpoint of a trace component");
        }
        r->t->component[at->component].outside |= (uint8_t)(1u << at->port);
        return TOPOLOGY_OK;
    }
    if (other.out == at->out) {
        return REFUSE_NODE(r, at->endpoint, "links two ", list_name(at->out));
    }
    status = find_remote(r, remote, &back);
    if (status != TOPOLOGY_OK) {
        return status;
    }
    if (back >= 0 && back != at->endpoint) {
        return REFUSE_NODE(r, at->endpoint, "its remote-endpoint does not point back to it");
    }
    return at->out ? add_link(r, at, &other) : add_link(r, &other, at);
}

/* Second pass: an endpoint that names no partner must have been named. */
static int check_endpoint(struct topology_reader *r, const struct place *at)
{
    uint32_t size;
    if (topology_prop(r, at->endpoint, "remote-endpoint", &size) != NULL) {
        return TOPOLOGY_OK;
    }
    for (unsigned i = 0; i < r->t->nlinks; i++) {
        const struct topology_link *l = &r->t->link[i];
        if ((at->out ? l->src_node : l->dst_node) == at->endpoint) {
            return TOPOLOGY_OK;
        }
    }
    return REFUSE_NODE(r, at->endpoint, "unconnected: it names no partner, and none names it");
}

int topology_fdt_ports(struct topology_reader *r)
{
    int status = each_endpoint(r, read_endpoint);
    return status != TOPOLOGY_OK ? status : each_endpoint(r, check_endpoint);
}
