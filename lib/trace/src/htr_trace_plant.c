/* SPDX-License-Identifier: Apache-2.0 */
/* A trace as a branch of a decode tree: its bytes are read as decoding goes on, or are frames. */
#include "htr/htr_trace_plant.h"

#include "htr/htr_etrace.h"
#include "htr_tree_int.h"

static bool more(void *ctx, const struct htr_inside *d)
{
    (void)d; /* it belongs to the trace */
    return htr_trace_refill(ctx);
}

/* The frames of a snapshot. Returns the deformatter, or HTR_ERR_* after a message. */
static int32_t add_frames(struct htr_tree *tree, const struct htr_trace *t)
{
    int32_t b = htr_tree_buffer(tree, "frames", HTR_BYTES_FRAMES);
    int status = b < 0 ? b : htr_tree_bytes(tree, b, t->bytes.bytes, t->bytes.size);
    return status < 0 ? status : htr_tree_on(tree, b, htr_tree_deformatter(tree, "deformatter"), 0);
}

int32_t htr_trace_plant(struct htr_trace *t, struct htr_tree *tree)
{
    const struct htr_packets o = {.cfg = t->cfg,
                                  .etrace = t->etrace != NULL ? &t->etrace->cfg : NULL,
                                  .allow_oversize = t->decoder.allow_oversize,
                                  .align = t->wrapped};
    char name[HTR_COMPONENT];
    int32_t p = htr_tree_packets(tree, "messages", &o);
    if (t->frames) {
        p = htr_tree_on(tree, add_frames(tree, t), p, t->folder->atb_id);
    }
    bool fits = t->one_source && t->src >> t->cfg.src_bits == 0;
    unsigned src = fits ? t->src : (unsigned)HTR_SRC_ANY; /* the decoder filters */
    snprintf(name, sizeof name, "source %u", t->src);
    int32_t d = htr_tree_on(tree, p, htr_tree_decoder(tree, name, NULL), src);
    int status =
        d < 0 ? d : htr_tree_adopt(tree, d, htr_trace_inside(t), t->frames ? NULL : more, t);
    return status < 0 ? status : d;
}

int32_t htr_trace_tree(struct htr_trace *t, struct htr_tree *tree)
{
    htr_tree_init(tree, t->host, NULL, 0);
    int32_t d = htr_trace_plant(t, tree);
    int status = d < 0 ? d : htr_tree_begin(tree);
    return status == HTR_OK ? d : status;
}
