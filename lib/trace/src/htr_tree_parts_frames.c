/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a decode tree out of frames alone: who sent is in them. */
#include <string.h>

#include "htr/htr_coresight.h"
#include "htr/htr_tree_parts.h"
#include "htr_tree_parts_priv.h"

/* Trace IDs that sent anything. */
static void find_ids(const uint8_t *bytes, size_t size, bool sent[HTR_IDS])
{
    struct htr_coresight c;
    struct htr_frame f;
    htr_coresight_init(&c, HTR_FRAMES_MEMORY);
    memset(sent, 0, HTR_IDS * sizeof sent[0]);
    for (size_t at = 0; at < size;) {
        at += htr_coresight_take(&c, bytes + at, size - at, &f);
        for (unsigned i = 0; i < f.count; i++) {
            sent[f.id[i]] = true;
        }
    }
}

int htr_tree_parts_of_frames(struct htr_tree_parts *p, struct htr_host *host, const uint8_t *bytes,
                             size_t size, bool wrapped, const struct htr_settings *settings)
{
    bool sent[HTR_IDS];
    memset(p, 0, sizeof *p);
    find_ids(bytes, size, sent);
    struct htr_tree_buffer_spec *b = htr_parts_add_buffer(p, "frames");
    b->format = HTR_BYTES_FRAMES;
    b->wrapped = wrapped;
    b->bytes = bytes;
    b->size = size;
    for (unsigned id = HTR_ID_NULL + 1; id <= HTR_ID_LAST; id++) {
        if (!sent[id]) {
            continue;
        }
        if (p->sources == HTR_PARTS_MAX) {
            htr_tree_parts_free(p);
            return htr_fail(host, HTR_ERR_RANGE, NULL,
                            "the frames have more than %d trace IDs; is it a CoreSight buffer?",
                            HTR_PARTS_MAX);
        }
        char *name = p->source_name[p->sources];
        struct htr_tree_source_spec *s = &p->source[p->sources++];
        snprintf(name, HTR_PARTS_NAME, "trace ID 0x%02x", id);
        *s = (struct htr_tree_source_spec){.name = name,
                                           .trace_id = (uint8_t)id,
                                           .src = HTR_SRC_ANY,
                                           .allow_oversize = settings->extra.oversize};
        htr_settings_stream(settings, &s->cfg);
    }
    if (p->sources == 0) {
        htr_tree_parts_free(p);
        return htr_fail(host, HTR_ERR_MISSING, NULL,
                        "no frame has a trace ID of a source; is it a CoreSight buffer?");
    }
    return HTR_OK;
}
