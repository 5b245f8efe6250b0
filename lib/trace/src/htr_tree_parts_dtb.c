/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a decode tree out of a device tree and the registers of its components. */
#include <string.h>

#include "atbbridge_regs.h"
#include "common_regs.h"
#include "encoder_regs.h"
#include "htr_tree_parts_priv.h"
#include "ramsink_regs.h"
#include "timestamp_regs.h"

struct reader {
    struct htr_tree_parts *p;
    struct htr_host *host;
    const struct topology *tree;
    const struct topology_use *use;
    htr_read_register *read;
    void *ctx;
};

static int get(const struct reader *x, unsigned component, uint32_t offset, uint32_t *value)
{
    const char *why = x->read(x->ctx, component, offset, value);
    return why == NULL ? HTR_OK
                       : htr_fail(x->host, HTR_ERR_TARGET, x->tree->component[component].path,
                                  "register 0x%03x cannot be read: %s", (unsigned)offset, why);
}

/* ---- where an encoder sends to ---- */

/* Of the sinks that it can reach, the one that is enabled, or the first that is active. */
static int find_sink(const struct reader *x, unsigned encoder, unsigned *sink)
{
    uint8_t link[TOPOLOGY_MAX_LINKS];
    int status = HTR_OK;
    *sink = TOPOLOGY_NONE;
    for (unsigned i = 0; i < x->tree->ncomponents && status == HTR_OK; i++) {
        uint32_t control = 0;
        if (!topology_is_sink(x->tree->component[i].kind) ||
            topology_path(x->tree, encoder, i, link, sizeof link) <= 0) {
            continue;
        }
        status = get(x, i, TR_CONTROL_OFFSET, &control);
        if (status == HTR_OK && (control & TR_ACTIVE_MASK) != 0) {
            const bool enabled = (control & TR_ENABLE_MASK) != 0;
            *sink = *sink == TOPOLOGY_NONE || enabled ? i : *sink;
            if (enabled) {
                break;
            }
        }
    }
    return status;
}

/* ---- buffers ---- */

static int add_buffer(const struct reader *x, unsigned sink, size_t *buffer)
{
    struct htr_tree_parts *p = x->p;
    char name[TOPOLOGY_NAME_MAX];
    uint32_t impl = 0, wp = 0;
    for (*buffer = 0; *buffer < p->buffers; (*buffer)++) {
        if (p->buffer_component[*buffer] == sink) {
            return HTR_OK;
        }
    }
    int status = get(x, sink, TR_IMPL_OFFSET, &impl);
    const uint32_t type = (impl & TR_COMP_TYPE_MASK) >> TR_COMP_TYPE_SHIFT;
    if (status == HTR_OK && type == TR_COMP_TYPE_RAMSINK) {
        status = get(x, sink, TR_RAM_WP_LOW_OFFSET, &wp);
    }
    if (status == HTR_OK) {
        struct htr_tree_buffer_spec *b =
            htr_parts_add_buffer(p, topology_name(x->tree, sink, name));
        b->format = type == TR_COMP_TYPE_ATBBRIDGE ? HTR_BYTES_FRAMES : HTR_BYTES_MESSAGES;
        b->wrapped = (wp & TR_RAM_WRAP_MASK) != 0;
        p->buffer_component[*buffer] = sink;
    }
    return status;
}

/* The ID that an ATB bridge gives to its data. */
static int trace_id(const struct reader *x, size_t buffer, uint8_t *id)
{
    uint32_t control = 0;
    *id = 0;
    if (x->p->buffer[buffer].format != HTR_BYTES_FRAMES) {
        return HTR_OK;
    }
    int status = get(x, x->p->buffer_component[buffer], TR_ATB_BRIDGE_CONTROL_OFFSET, &control);
    *id = (uint8_t)((control & TR_ATB_BRIDGE_ID_MASK) >> TR_ATB_BRIDGE_ID_SHIFT);
    return status;
}

/* ---- sources ---- */

static int add_source(const struct reader *x, unsigned encoder, unsigned sink,
                      const struct htr_registers *r, const struct htr_settings *settings)
{
    const struct topology_hart *hart = &x->tree->component[encoder].hart;
    struct htr_settings own = *settings;
    char name[TOPOLOGY_NAME_MAX];
    size_t buffer = 0;
    uint8_t id = 0;
    if (!own.extra.xlen_set && hart->present && hart->xlen != 0) {
        own.encoder.xlen = hart->xlen;
    }
    int status = add_buffer(x, sink, &buffer);
    status = status == HTR_OK ? trace_id(x, buffer, &id) : status;
    if (status == HTR_OK) {
        x->p->source_component[x->p->sources] = encoder;
        struct htr_tree_source_spec *s =
            htr_parts_add_source(x->p, topology_name(x->tree, encoder, name), &own, r);
        s->buffer = buffer;
        s->trace_id = id;
    }
    return status;
}

/* An encoder, unless it is in reset, or has no way to a sink. */
static int take_encoder(const struct reader *x, unsigned i, const struct htr_settings *settings)
{
    struct htr_registers r = {.control = 0};
    unsigned sink = x->use != NULL ? x->use[i].sink : TOPOLOGY_NONE;
    int status = get(x, i, TR_TE_CONTROL_OFFSET, &r.control);
    if (status != HTR_OK || (r.control & TR_TE_ACTIVE_MASK) == 0) {
        return status;
    }
    status = get(x, i, TR_TE_INST_FEATURES_OFFSET, &r.features);
    status = status == HTR_OK ? get(x, i, TR_TS_CONTROL_OFFSET, &r.ts) : status;
    status = status == HTR_OK ? get(x, i, TR_TE_DATA_CONTROL_OFFSET, &r.data) : status;
    if ((r.data & TR_TE_DATA_IMPLEMENTED_MASK) == 0) {
        r.data = 0;
    } else if (status == HTR_OK) {
        status = get(x, i, TR_TE_DATA_FILTERS_OFFSET, &r.data_filters);
    }
    if (status == HTR_OK && x->use == NULL) {
        status = find_sink(x, i, &sink);
    }
    return status == HTR_OK && sink != TOPOLOGY_NONE ? add_source(x, i, sink, &r, settings)
                                                     : status;
}

int htr_tree_parts_of_dtb(struct htr_tree_parts *p, struct htr_host *host,
                          const struct topology *tree, const struct topology_use *use,
                          htr_read_register *read, void *ctx, const struct htr_settings *settings)
{
    const struct reader x = {p, host, tree, use, read, ctx};
    int status = HTR_OK;
    memset(p, 0, sizeof *p);
    for (unsigned i = 0; i < tree->ncomponents && status == HTR_OK; i++) {
        if (tree->component[i].kind == TOPOLOGY_ENCODER) {
            status = take_encoder(&x, i, settings);
        }
    }
    if (status == HTR_OK && p->sources == 0) {
        status = htr_fail(host, HTR_ERR_MISSING, NULL,
                          "no encoder with a way to a sink is active; start the trace first");
    }
    if (status != HTR_OK) {
        htr_tree_parts_free(p);
    }
    return status;
}
