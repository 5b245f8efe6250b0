/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree out of plain structures. */
#include "htr/htr_tree_build.h"

#include "htr_tree_int.h"

/* Component `made` (or an error) attached to parent. Returns its index or HTR_ERR_*. */
static int32_t on(struct htr_tree *t, int32_t parent, int32_t made, unsigned key)
{
    int status = made < 0 ? made : htr_tree_attach(t, parent, made, key);
    return status != HTR_OK ? status : made;
}

/* Returns the component that takes packets: the buffer or its deformatter; or HTR_ERR_*. */
static int32_t add_buffer(struct htr_tree *t, const struct htr_tree_buffer_spec *s)
{
    int32_t b = htr_tree_buffer(t, s->name, s->format);
    if (b >= 0 && s->bytes != NULL) {
        int status = htr_tree_bytes(t, b, s->bytes, s->size);
        b = status != HTR_OK ? status : b;
    }
    return b < 0 || s->format == HTR_BYTES_MESSAGES ? b
                                                    : on(t, b, htr_tree_deformatter(t, s->name), 0);
}

/* The packets for a source on `parent`: those of its trace ID, or new ones. */
static int32_t packets_for(struct htr_tree *t, int32_t parent, const struct htr_tree_source_spec *s,
                           bool wrapped)
{
    int32_t at = TREE_FIRST, one;
    unsigned key = t->component[parent].kind == HTR_DEFORMATTER ? s->trace_id : 0;
    while ((one = htr_tree_attached(t, parent, HTR_PACKETS, &at)) != HTR_NONE) {
        const struct tree_packets *p = htr_tree_state(t, one);
        if (t->component[one].key == key && (p->o.etrace != NULL) != (s->etrace != NULL)) {
            return htr_tree_refuse(t, HTR_ERR_CONFLICT, one,
                                   "has sources of N-Trace and of E-Trace in one stream, which "
                                   "cannot be told apart; give each a trace ID or a sink of its "
                                   "own");
        }
        if (t->component[one].key == key) {
            return one;
        }
    }
    const struct htr_packets o = {
        .cfg = s->cfg, .etrace = s->etrace, .allow_oversize = s->allow_oversize, .align = wrapped};
    return on(t, parent, htr_tree_packets(t, s->name, &o), key);
}

static int32_t add_source(struct htr_tree *t, int32_t packets, const struct htr_tree_source_spec *s)
{
    int32_t made = s->etrace != NULL ? htr_tree_decoder_etrace(t, s->name, s->etrace)
                                     : htr_tree_decoder(t, s->name, &s->cfg);
    int32_t d = on(t, packets, made, s->src);
    if (d < 0) {
        return d;
    }
    int32_t code = s->code != NULL ? htr_tree_code(t, s->name, s->code)
                                   : htr_tree_image(t, s->name, s->region, s->regions);
    code = on(t, d, code, 0);
    return code < 0 ? code : d;
}

int htr_tree_build(struct htr_tree *t, const struct htr_tree_buffer_spec *buffer, size_t buffers,
                   const struct htr_tree_source_spec *source, size_t sources, int32_t *decoder)
{
    int32_t *top = htr_tree_alloc(t, 0, buffers + 1, sizeof *top);
    if (top == NULL) {
        return HTR_ERR_MEMORY;
    }
    for (size_t i = 0; i < buffers; i++) {
        top[i] = add_buffer(t, &buffer[i]);
        if (top[i] < 0) {
            return top[i];
        }
    }
    for (size_t i = 0; i < sources; i++) {
        if (source[i].buffer >= buffers) {
            return htr_tree_refuse(t, HTR_ERR_ARG, HTR_NONE,
                                   "source %zu is in buffer %zu of %zu; count from 0", i,
                                   source[i].buffer, buffers);
        }
        int32_t p =
            packets_for(t, top[source[i].buffer], &source[i], buffer[source[i].buffer].wrapped);
        decoder[i] = p < 0 ? p : add_source(t, p, &source[i]);
        if (decoder[i] < 0) {
            return decoder[i];
        }
    }
    return htr_tree_begin(t);
}
