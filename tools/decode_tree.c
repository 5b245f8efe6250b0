/* SPDX-License-Identifier: Apache-2.0 */
/* A trace as a branch of a decode tree: its bytes are read as decoding goes on, or are frames. */
#include "decode.h"

#include "host.h"
#include "htr/htr_kind.h"
#include "htr/htr_snapshot.h"

static bool more(void *ctx, struct nexus_decoder *d)
{
    (void)d; /* it is the trace's */
    return htr_trace_refill(ctx);
}

/* Component `made` on parent. Returns its index, or a negative number after a message. */
static int32_t on(struct htr_tree *tree, int32_t parent, int32_t made, unsigned key)
{
    return made >= 0 && htr_tree_attach(tree, parent, made, key) == HTR_OK ? made : -1;
}

/* The frames of a snapshot. Returns the deformatter. */
static int32_t plant_frames(struct htr_tree *tree, const struct htr_trace *t)
{
    int32_t b = htr_tree_buffer(tree, "frames", HTR_BYTES_FRAMES);
    if (b < 0 || htr_tree_bytes(tree, b, t->bytes.bytes, t->bytes.size) != HTR_OK) {
        return -1;
    }
    return on(tree, b, htr_tree_deformatter(tree, "deformatter"), 0);
}

int decode_plant(struct decode_run *r)
{
    struct htr_trace *t = r->t;
    struct htr_tree *tree = r->tree;
    const struct htr_packets o = {
        .cfg = t->cfg, .allow_oversize = t->decoder.allow_oversize, .align = t->wrapped};
    char name[HTR_COMPONENT];
    int32_t p = htr_tree_packets(tree, "messages", &o);
    if (t->frames) {
        int32_t f = plant_frames(tree, t);
        p = p >= 0 && f >= 0 ? on(tree, f, p, t->folder->atb_id) : -1;
    }
    snprintf(name, sizeof name, "source %u", t->src);
    int32_t d = p >= 0 ? htr_tree_decoder(tree, name, NULL) : -1;
    bool fits = t->one_source && t->src >> t->cfg.src_bits == 0;
    unsigned src = fits ? t->src : (unsigned)HTR_SRC_ANY; /* the decoder filters */
    if (d < 0 || on(tree, p, d, src) < 0 ||
        htr_tree_adopt(tree, d, &t->decoder, t->frames ? NULL : more, t) != HTR_OK) {
        return TOOL_CANNOT;
    }
    r->decoder = d;
    return 0;
}

int decode_begin(struct decode_run *r)
{
    struct htr_trace *t = r->t;
    const struct nexus_msg_decoder *m = &t->decoder.msgs;
    int status = t->frames ? htr_kind_check_trace(t->host, t->path, m->data, m->size, false) : 0;
    r->gaps.skipped = m->base + m->pos; /* --wrapped */
    return status;
}
