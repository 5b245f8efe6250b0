/* SPDX-License-Identifier: Apache-2.0 */
/* All facts about the trace of a live target, in one folder. */
#include "htt/htt_snapshot.h"

#include "htr/htr_snapshot_write.h"
#include "htt/htt_fetch.h"

/* The trace of the RAM sinks in use. */
struct taken {
    struct htr_snapshot_buffer buffer[TOPOLOGY_MAX_COMPONENTS];
    struct htr_bytes bytes[TOPOLOGY_MAX_COMPONENTS];
    size_t n;
};

static int take_all(struct htt_target *t, struct taken *x)
{
    uint8_t sink[TOPOLOGY_MAX_COMPONENTS];
    const unsigned n = htt_ramsinks(t, sink);
    struct htt_fetched fetched;
    int status = HTR_OK;
    for (unsigned k = 0; k < n && status == HTR_OK; k++) {
        struct htr_bytes *b = &x->bytes[x->n];
        status = htt_fetch_bytes(t, sink[k], b, &fetched);
        if (status == HTR_OK) {
            x->buffer[x->n++] = (struct htr_snapshot_buffer){
                .component = sink[k], .bytes = b->bytes, .size = b->size};
        }
    }
    return status;
}

int htt_snapshot(struct htt_target *t, const struct htt_snapshot *s, bool active)
{
    struct taken x = {.n = 0};
    int status = active ? take_all(t, &x) : HTR_OK;
    if (!active) {
        htr_note(t->host, s->folder,
                 "no component of the tree is active: the folder has neither registers nor trace; "
                 "take the snapshot while the trace runs, or after hartrace stop");
    }
    const struct htr_snapshot_source source = {
        .folder = s->folder,
        .description =
            s->description != NULL ? s->description : "RISC-V trace, read from a live target",
        .tree = t->tree,
        .use = t->use,
        .read = htt_read_register,
        .ctx = &t->fdt,
        .dtb = s->dtb != NULL ? s->dtb->blob : NULL,
        .dtb_size = s->dtb != NULL ? s->dtb->size : 0,
        .images = s->images.item,
        .nimages = s->images.n,
        .buffers = x.buffer,
        .nbuffers = x.n,
    };
    status = status == HTR_OK ? htr_snapshot_write(&source, t->host) : status;
    for (size_t k = 0; k < x.n; k++) {
        htr_bytes_free(&x.bytes[k]);
    }
    return status;
}
