/* SPDX-License-Identifier: Apache-2.0 */
/* Our own properties, "hartrace,...": docs/reference/topology.md. */
#include "topology_fdt_priv.h"

/* The string of a property out of a list: its position from `first` on, or the value 0 when the
 * property is missing. */
static int read_choice(struct topology_reader *r, int node, const char *prop,
                       const char *const *choice, unsigned n, unsigned *value)
{
    uint32_t size;
    *value = 0;
    if (topology_prop(r, node, prop, &size) == NULL) {
        return TOPOLOGY_OK;
    }
    for (unsigned i = 1; i < n; i++) {
        if (topology_prop_holds(r, node, prop, choice[i])) {
            *value = i;
            return TOPOLOGY_OK;
        }
    }
    return REFUSE_NODE(r, node, prop, " has an unknown value");
}

static int read_kind(struct topology_reader *r, struct topology_component *c)
{
    const char *kind[TOPOLOGY_SINK];
    unsigned value;
    for (unsigned k = 0; k < TOPOLOGY_SINK; k++) {
        kind[k] = topology_kind_name((enum topology_kind)k);
    }
    int status = read_choice(r, c->node, "hartrace,kind", kind, TOPOLOGY_SINK, &value);
    c->kind = (enum topology_kind)value;
    c->kind_told = value != 0;
    return status;
}

static int read_timestamp(struct topology_reader *r, struct topology_component *c)
{
    static const char *const source[] = {
        [TOPOLOGY_TS_UNTOLD] = "",           [TOPOLOGY_TS_NONE] = "none",
        [TOPOLOGY_TS_EXTERNAL] = "external", [TOPOLOGY_TS_SYSTEM] = "system",
        [TOPOLOGY_TS_CORE] = "core",         [TOPOLOGY_TS_SHARED] = "shared",
    };
    unsigned value;
    int status =
        read_choice(r, c->node, "hartrace,timestamp", source, TOPOLOGY_TS_SHARED + 1, &value);
    c->extra.ts_type = (enum topology_timestamp)value;
    return status;
}

/* Width and value of SRC, which must fit. */
static int read_source(struct topology_reader *r, struct topology_component *c)
{
    uint32_t bits, id;
    int status = topology_prop_u32(r, c->node, "hartrace,src-bits", &c->extra.has_src_bits, &bits);
    if (status == TOPOLOGY_OK) {
        status = topology_prop_u32(r, c->node, "hartrace,src-id", &c->extra.has_src_id, &id);
    }
    if (status != TOPOLOGY_OK) {
        return status;
    }
    if (bits > 12) {
        return REFUSE_NODE(r, c->node, "hartrace,src-bits is ", topology_dec(bits).s,
                           ", not within 0..12");
    }
    if (id >> (c->extra.has_src_bits ? bits : 12) != 0) {
        return REFUSE_NODE(r, c->node, "hartrace,src-id ", topology_dec(id).s,
                           " does not fit into its bits");
    }
    c->extra.src_bits = (uint8_t)bits;
    c->extra.src_id = (uint16_t)id;
    return TOPOLOGY_OK;
}

/* System memory that the sink may write to: four cells, the address as the CPU sees it. */
static int read_window(struct topology_reader *r, struct topology_component *c)
{
    uint32_t size;
    const uint8_t *p = topology_prop(r, c->node, "hartrace,smem-window", &size);
    if (p == NULL) {
        return TOPOLOGY_OK;
    }
    if (size != 16) {
        return REFUSE_NODE(r, c->node, "hartrace,smem-window must have 4 cells, it has ",
                           topology_dec(size).s, " bytes");
    }
    uint64_t base = (uint64_t)topology_be32(p) << 32 | topology_be32(p + 4);
    uint64_t length = (uint64_t)topology_be32(p + 8) << 32 | topology_be32(p + 12);
    if (length == 0 || base + (length - 1) < base) {
        return REFUSE_NODE(r, c->node, "hartrace,smem-window is empty or wraps around");
    }
    if ((base & 3) != 0 || (length & 3) != 0) {
        return REFUSE_NODE(r, c->node, "hartrace,smem-window is not a multiple of 4 bytes");
    }
    c->extra.smem = (struct topology_range){base, length};
    return TOPOLOGY_OK;
}

int topology_fdt_extra(struct topology_reader *r, struct topology_component *c)
{
    bool present;
    int status = read_kind(r, c);
    status = status != TOPOLOGY_OK ? status : read_timestamp(r, c);
    status = status != TOPOLOGY_OK ? status : read_source(r, c);
    if (status == TOPOLOGY_OK) {
        status =
            topology_prop_u32(r, c->node, "hartrace,sram-bytes", &present, &c->extra.sram_bytes);
    }
    status = status != TOPOLOGY_OK ? status : read_window(r, c);
    if (status != TOPOLOGY_OK) {
        return status;
    }
    const uint8_t *p = topology_prop(r, c->node, "hartrace,params", &c->extra.params_size);
    if (c->extra.params_size != 0 && p[c->extra.params_size - 1] != '\0') {
        return REFUSE_NODE(r, c->node, "hartrace,params must be strings");
    }
    c->extra.params = (const char *)p;
    return TOPOLOGY_OK;
}
