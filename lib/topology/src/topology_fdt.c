/* SPDX-License-Identifier: Apache-2.0 */
/* The reader: finds the components, then what belongs to each. */
#include "topology_fdt_priv.h"

#include <string.h>

int topology_refuse_node(struct topology_reader *r, int status, int node, const char *const *parts)
{
    char path[TOPOLOGY_PATH_MAX];
    if (fdt_get_path(r->fdt, node, path, sizeof path) != 0) {
        const char *name = fdt_get_name(r->fdt, node, NULL);
        return topology_refuse(r->problem, status, name != NULL ? name : "", parts);
    }
    return topology_refuse(r->problem, status, path, parts);
}

uint32_t topology_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

const uint8_t *topology_prop(const struct topology_reader *r, int node, const char *name,
                             uint32_t *size)
{
    int length = 0;
    const uint8_t *p = fdt_getprop(r->fdt, node, name, &length);
    *size = p != NULL && length > 0 ? (uint32_t)length : 0;
    return p;
}

int topology_prop_u32(struct topology_reader *r, int node, const char *name, bool *present,
                      uint32_t *value)
{
    uint32_t size;
    const uint8_t *p = topology_prop(r, node, name, &size);
    *present = p != NULL;
    if (p != NULL && size != 4) {
        return REFUSE_NODE(r, node, name, " must be one number of 32 bits, it has ",
                           topology_dec(size).s, " bytes");
    }
    *value = p != NULL ? topology_be32(p) : 0;
    return TOPOLOGY_OK;
}

bool topology_prop_holds(const struct topology_reader *r, int node, const char *name,
                         const char *string)
{
    uint32_t size;
    const uint8_t *p = topology_prop(r, node, name, &size);
    size_t length = strlen(string) + 1;
    for (uint32_t at = 0, end; at < size; at = end + 1) {
        for (end = at; end < size && p[end] != '\0';) {
            end++;
        }
        if (end < size && end + 1 - at == length && memcmp(p + at, string, length) == 0) {
            return true;
        }
    }
    return false;
}

bool topology_enabled(const struct topology_reader *r, int node)
{
    uint32_t size;
    return topology_prop(r, node, "status", &size) == NULL ||
           topology_prop_holds(r, node, "status", "okay") ||
           topology_prop_holds(r, node, "status", "ok");
}

static int add_component(struct topology_reader *r, int node)
{
    struct topology *t = r->t;
    if (t->ncomponents == t->max_components) {
        return topology_refuse_node(r, TOPOLOGY_ERR_CAPACITY, node,
                                    (const char *const[]){"too many trace components, more than ",
                                                          topology_dec(t->max_components).s, NULL});
    }
    struct topology_component *c = &t->component[t->ncomponents];
    memset(c, 0, sizeof *c);
    c->node = node;
    if (fdt_get_path(r->fdt, node, c->path, sizeof c->path) != 0) {
        return REFUSE_NODE(r, node, "the path of this node has more than ",
                           topology_dec(TOPOLOGY_PATH_MAX - 1).s, " bytes");
    }
    t->ncomponents++;
    int status = topology_fdt_reg(r, node, &c->block);
    status = status != TOPOLOGY_OK ? status : topology_fdt_hart(r, c);
    return status != TOPOLOGY_OK ? status : topology_fdt_extra(r, c);
}

static int read_components(struct topology_reader *r)
{
    int status = TOPOLOGY_OK, depth = 0;
    for (int node = fdt_next_node(r->fdt, -1, &depth); status == TOPOLOGY_OK && node >= 0;
         node = fdt_next_node(r->fdt, node, &depth)) {
        if (topology_prop_holds(r, node, "compatible", "riscv,trace-component") &&
            topology_enabled(r, node)) {
            status = add_component(r, node);
        }
    }
    return status;
}

enum topology_status topology_read_fdt(struct topology *t, const void *dtb, size_t size,
                                       struct topology_problem *problem)
{
    if (t == NULL || dtb == NULL || ((uintptr_t)dtb & 7u) != 0) {
        return REFUSE(problem, TOPOLOGY_ERR_ARG, NULL, "no device tree, or not aligned to 8 bytes");
    }
    struct topology_reader r = {.fdt = dtb, .t = t, .problem = problem};
    t->ncomponents = t->nlinks = 0;
    int error = topology_fdt_blob(dtb, size);
    if (error != 0) {
        return REFUSE(
            problem, TOPOLOGY_ERR_DTB, NULL,
            "not a usable device tree (compile one with dtc -O dtb): ", fdt_strerror(error));
    }
    int status = topology_fdt_platform(&r);
    status = status != TOPOLOGY_OK ? status : read_components(&r);
    status = status != TOPOLOGY_OK ? status : topology_fdt_ports(&r);
    return status != TOPOLOGY_OK ? status : topology_check(t, problem);
}
