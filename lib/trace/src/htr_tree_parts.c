/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a decode tree out of a snapshot. */
#include "htr/htr_tree_parts.h"

#include <string.h>

#include "htr_tree_parts_priv.h"

struct htr_tree_source_spec *htr_parts_add_source(struct htr_tree_parts *p, const char *name,
                                                  const struct htr_settings *settings,
                                                  const struct htr_registers *r)
{
    char *own = p->source_name[p->sources];
    struct htr_tree_source_spec *s = &p->source[p->sources++];
    snprintf(own, HTR_PARTS_NAME, "%s", name);
    *s = (struct htr_tree_source_spec){
        .name = own, .src = HTR_SRC_ANY, .allow_oversize = settings->extra.oversize};
    htr_settings_stream_of(settings, r, &s->cfg);
    if (htr_registers_are_etrace(r)) {
        struct etrace_cfg *cfg = &p->etrace[p->sources - 1];
        htr_settings_etrace_of(settings, r, cfg);
        s->etrace = cfg;
        s->cfg.src_bits = cfg->src_bits;
    }
    if (s->cfg.src_bits != 0) {
        const struct htr_snapshot_encoder e = {.regs = *r};
        s->src = (uint16_t)htr_snapshot_src(&e);
    }
    return s;
}

struct htr_tree_buffer_spec *htr_parts_add_buffer(struct htr_tree_parts *p, const char *name)
{
    char *own = p->buffer_name[p->buffers];
    struct htr_tree_buffer_spec *b = &p->buffer[p->buffers++];
    snprintf(own, HTR_PARTS_NAME, "%s", name);
    *b = (struct htr_tree_buffer_spec){.name = own, .format = HTR_BYTES_MESSAGES};
    return b;
}

void htr_tree_parts_free(struct htr_tree_parts *p)
{
    for (size_t k = 0; k < p->buffers; k++) {
        htr_bytes_free(&p->bytes[k]);
    }
    p->buffers = p->sources = 0;
}

/* ---- a snapshot ---- */

/* The buffer of the encoder that s is about: an existing one, or a new one. */
static int buffer_of(struct htr_tree_parts *p, const struct htr_snapshot *s, const char *name,
                     size_t *buffer)
{
    for (*buffer = 0; *buffer < p->buffers; (*buffer)++) {
        if (strcmp(p->buffer_name[*buffer], name) == 0) {
            return HTR_OK;
        }
    }
    struct htr_bytes *bytes = &p->bytes[*buffer];
    int status = htr_bytes_load(bytes, s->host, s->file);
    if (status == HTR_OK) {
        struct htr_tree_buffer_spec *b = htr_parts_add_buffer(p, name);
        b->format = s->coresight ? HTR_BYTES_FRAMES : HTR_BYTES_MESSAGES;
        b->wrapped = s->wrapped;
        b->bytes = bytes->bytes;
        b->size = bytes->size;
    }
    return status;
}

int htr_tree_parts_of_snapshot(struct htr_tree_parts *p, struct htr_host *host, const char *folder,
                               const struct htr_settings *settings)
{
    struct htr_snapshot s;
    const struct htr_snapshot_encoder *e = NULL;
    unsigned n = 0;
    size_t buffer = 0;
    memset(p, 0, sizeof *p);
    int status = htr_snapshot_list(&s, host, folder);
    n = status == HTR_OK ? s.nencoders : 0;
    for (unsigned i = 0; i < n && status == HTR_OK; i++) {
        status = htr_snapshot_one(&s, host, folder, i, &e);
        status = status == HTR_OK ? buffer_of(p, &s, e->buffer, &buffer) : status;
        if (status == HTR_OK) {
            struct htr_tree_source_spec *x = htr_parts_add_source(p, e->name, settings, &e->regs);
            x->buffer = buffer;
            x->trace_id = (uint8_t)(s.coresight ? s.atb_id : 0);
        }
    }
    if (status != HTR_OK) {
        htr_tree_parts_free(p);
    }
    return status;
}
