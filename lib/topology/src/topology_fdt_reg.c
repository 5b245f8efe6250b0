/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses: reg in the cells of the parent, carried to the root through ranges. */
#include "topology_fdt_priv.h"

/* Cells of addresses and sizes on a bus. */
struct cells {
    uint32_t address, size;
};

static int bus_cells(struct topology_reader *r, int bus, struct cells *cells)
{
    int address = fdt_address_cells(r->fdt, bus), size = fdt_size_cells(r->fdt, bus);
    if (address < 1 || address > 2 || size < 0 || size > 2) {
        return REFUSE_NODE(r, bus, "#address-cells must be 1 or 2, #size-cells 0, 1 or 2");
    }
    *cells = (struct cells){(uint32_t)address, (uint32_t)size};
    return TOPOLOGY_OK;
}

/* n cells, 0 to 2, at *p, which moves on. */
static uint64_t take(const uint8_t **p, uint32_t n)
{
    uint64_t v = 0;
    for (; n > 0; n--, *p += 4) {
        v = v << 32 | topology_be32(*p);
    }
    return v;
}

static bool inside(const struct topology_range *what, uint64_t base, uint64_t size)
{
    return what->base >= base && what->base - base < size &&
           what->size <= size - (what->base - base);
}

/* One step up: from the addresses on bus to those on its parent. */
static int step_up(struct topology_reader *r, int bus, int parent, struct topology_range *range)
{
    struct cells child, up;
    int status = bus_cells(r, bus, &child);
    status = status != TOPOLOGY_OK ? status : bus_cells(r, parent, &up);
    if (status != TOPOLOGY_OK) {
        return status;
    }
    uint32_t size;
    const uint8_t *p = topology_prop(r, bus, "ranges", &size);
    if (p == NULL) {
        return REFUSE_NODE(r, bus, "has no ranges: the addresses in it cannot be reached");
    }
    if (size == 0) {
        return TOPOLOGY_OK; /* the same addresses on both sides */
    }
    uint32_t entry = 4 * (child.address + up.address + child.size);
    if (size % entry != 0) {
        return REFUSE_NODE(r, bus, "ranges has ", topology_dec(size).s,
                           " bytes, not a multiple of ", topology_dec(entry).s);
    }
    for (const uint8_t *end = p + size; p < end;) {
        uint64_t base = take(&p, child.address);
        uint64_t target = take(&p, up.address);
        if (inside(range, base, take(&p, child.size))) {
            range->base = target + (range->base - base);
            return TOPOLOGY_OK;
        }
    }
    return REFUSE_NODE(r, bus, "ranges does not cover ", topology_hex(range->base).s);
}

int topology_fdt_reg(struct topology_reader *r, int node, struct topology_range *range)
{
    uint32_t size;
    const uint8_t *p = topology_prop(r, node, "reg", &size);
    int bus = fdt_parent_offset(r->fdt, node);
    if (p == NULL || bus < 0) {
        return REFUSE_NODE(r, node,
                           bus < 0 ? "the root cannot be a trace component" : "has no reg");
    }
    struct cells cells;
    int status = bus_cells(r, bus, &cells);
    if (status != TOPOLOGY_OK) {
        return status;
    }
    if (size != 4 * (cells.address + cells.size)) {
        return REFUSE_NODE(r, node, "reg must be one entry of ",
                           topology_dec(cells.address + cells.size).s, " cells, it has ",
                           topology_dec(size).s, " bytes");
    }
    struct topology_range found;
    found.base = take(&p, cells.address);
    found.size = take(&p, cells.size);
    for (int parent = fdt_parent_offset(r->fdt, bus); parent >= 0 && status == TOPOLOGY_OK;
         parent = fdt_parent_offset(r->fdt, bus)) {
        status = step_up(r, bus, parent, &found);
        bus = parent;
    }
    if (status == TOPOLOGY_OK && found.size != 0 && found.base + (found.size - 1) < found.base) {
        return REFUSE_NODE(r, node, "reg wraps around the end of the address space");
    }
    *range = found;
    return status;
}

/* The first range of the first memory node; its reg may have more. */
static int read_memory(struct topology_reader *r)
{
    struct cells cells;
    uint32_t size;
    int node;
    fdt_for_each_subnode(node, r->fdt, 0)
    {
        if (!topology_prop_holds(r, node, "device_type", "memory")) {
            continue;
        }
        const uint8_t *p = topology_prop(r, node, "reg", &size);
        int status = bus_cells(r, 0, &cells);
        if (status != TOPOLOGY_OK || p == NULL || size < 4 * (cells.address + cells.size)) {
            return status != TOPOLOGY_OK ? status : REFUSE_NODE(r, node, "memory without reg");
        }
        r->t->memory.base = take(&p, cells.address);
        r->t->memory.size = take(&p, cells.size);
        break;
    }
    return TOPOLOGY_OK;
}

static bool is_cpu(const struct topology_reader *r, int node)
{
    return topology_prop_holds(r, node, "device_type", "cpu");
}

int topology_fdt_platform(struct topology_reader *r)
{
    int node, cpus = fdt_path_offset(r->fdt, "/cpus");
    r->t->nharts = 0;
    r->t->memory = (struct topology_range){0, 0};
    if (cpus >= 0) {
        fdt_for_each_subnode(node, r->fdt, cpus)
        {
            r->t->nharts += is_cpu(r, node) ? 1u : 0u;
        }
    }
    return read_memory(r);
}

/* rv32... or rv64... in the old or the new property. */
static uint8_t xlen_of(const struct topology_reader *r, int node)
{
    static const char *const name[] = {"riscv,isa-base", "riscv,isa"};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t size;
        const uint8_t *p = topology_prop(r, node, name[i], &size);
        if (size >= 4 && p[0] == 'r' && p[1] == 'v') {
            return p[2] == '3' && p[3] == '2' ? 32 : p[2] == '6' && p[3] == '4' ? 64 : 0;
        }
    }
    return 0;
}

int topology_fdt_hart(struct topology_reader *r, struct topology_component *c)
{
    uint32_t size, phandle;
    bool present;
    int status = topology_prop_u32(r, c->node, "cpus", &present, &phandle);
    if (status != TOPOLOGY_OK || !present) {
        return status;
    }
    int cpu = fdt_node_offset_by_phandle(r->fdt, phandle);
    int cpus = fdt_path_offset(r->fdt, "/cpus");
    if (cpu < 0 || cpus < 0 || fdt_parent_offset(r->fdt, cpu) != cpus || !is_cpu(r, cpu)) {
        return REFUSE_NODE(r, c->node, "cpus names no hart");
    }
    struct cells cells;
    status = bus_cells(r, cpus, &cells);
    const uint8_t *p = topology_prop(r, cpu, "reg", &size);
    if (status != TOPOLOGY_OK || size != 4 * cells.address) {
        return status != TOPOLOGY_OK ? status : REFUSE_NODE(r, cpu, "a hart needs one reg");
    }
    c->hart = (struct topology_hart){
        .present = true, .xlen = xlen_of(r, cpu), .id = take(&p, cells.address)};
    int node;
    fdt_for_each_subnode(node, r->fdt, cpus)
    {
        if (node == cpu) {
            break;
        }
        c->hart.index += is_cpu(r, node) ? 1u : 0u;
    }
    return TOPOLOGY_OK;
}
