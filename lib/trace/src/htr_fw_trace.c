/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware trace in a trace of the hart: DataAcquisition messages (N-Trace 1.0, TCODE 7) of
 * stimulus registers. IDTAG is 4 * register + (4 - bytes of the store); a word of a channel is a
 * store of four.
 */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_fw_trace.h"

enum {
    SOURCES = 1 << NEXUS_MAX_SRC_BITS,
};

/* The state of the source of a message; made when it comes first. */
static bool choose_source(struct htr_fw *f, struct htr_fw_source **sources, uint32_t src)
{
    if (src == f->src) {
        return true;
    }
    if (sources[f->src] == NULL) {
        sources[f->src] = malloc(sizeof *sources[0]);
    }
    if (sources[f->src] == NULL) {
        return false;
    }
    *sources[f->src] = f->source;
    if (sources[src] != NULL) {
        f->source = *sources[src];
    } else {
        memset(&f->source, 0, sizeof f->source);
    }
    f->src = src;
    return true;
}

static int take_message(struct htr_fw *f, const struct nexus_msg *m)
{
    if (m->tcode == NEXUS_ERROR) {
        f->count.overflows++;
        const int status =
            htr_fw_damaged(f, m->offset, "the encoder dropped messages (Error message)");
        return status == HTR_OK ? htr_fw_cut(f) : status;
    }
    if (m->tcode != NEXUS_DATA_ACQUISITION) {
        return HTR_OK;
    }
    const uint64_t tag = m->value[NEXUS_F_IDTAG];
    if ((tag & 3) != 0 || tag >> 2 >= HTR_FW_CHANNELS) {
        f->count.reserved++; /* a store of another size, or of somebody else */
        return HTR_OK;
    }
    return htr_fw_word(f, (unsigned)(tag >> 2), (uint32_t)m->value[NEXUS_F_DATA], m->offset);
}

static int end_sources(struct htr_fw *f, struct htr_fw_source **sources, int status)
{
    if (status == HTR_OK) {
        status = htr_fw_end(f);
    }
    for (uint32_t i = 0; i < SOURCES; i++) {
        if (sources[i] != NULL && i != f->src && status == HTR_OK) {
            f->source = *sources[i];
            f->src = i;
            status = htr_fw_end(f);
        }
        free(sources[i]);
    }
    return status;
}

int htr_fw_trace(struct htr_fw *f, struct htr_trace *t)
{
    struct htr_fw_source **sources = calloc(SOURCES, sizeof *sources);
    struct nexus_msg m;
    int status = sources != NULL ? htr_trace_begin(t, t->wrapped)
                                 : htr_fail(f->host, HTR_ERR_MEMORY, t->path, "not enough memory");
    while (status == HTR_OK) {
        const int got = htr_trace_next(t, &m);
        if (got == NEXUS_ERR_END) {
            break;
        }
        if (t->one_source && m.src != t->src) {
            continue;
        }
        if (got != NEXUS_OK) {
            status = htr_fw_damaged(f, m.offset, "a message that cannot be read");
        } else if (!choose_source(f, sources, m.src)) {
            status = htr_fail(f->host, HTR_ERR_MEMORY, t->path, "not enough memory");
        } else {
            status = take_message(f, &m);
        }
    }
    if (sources != NULL) {
        status = end_sources(f, sources, status);
    }
    free(sources);
    return status;
}
