/* SPDX-License-Identifier: Apache-2.0 */
/* The buffer of a RAM sink of a live target, and the trace in it. */
#include "htt/htt_fetch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ramsink_regs.h"

enum {
    UNTOLD_BITS = 32, /* without a size in the tree: at most 4 GiB */
    PIECE = 4096,     /* bytes per read */
    AFTER = 8,        /* zero bytes after those of struct htr_bytes */
};

unsigned htt_ramsinks(struct htt_target *t, uint8_t sink[TOPOLOGY_MAX_COMPONENTS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (t->use[i].sink == i && rvt_fdt_ramsink(&t->fdt, i) != NULL) {
            sink[n++] = (uint8_t)i;
        }
    }
    return n;
}

static bool in_range(const struct topology_range *r, uint64_t start, uint64_t size)
{
    return start >= r->base && size <= r->size && start - r->base <= r->size - size;
}

/* Does the buffer fit what Impl and the tree say of the sink? access: its width in bytes, 4 as long
 * as it is not known. Returns HTR_OK, or HTR_ERR_TARGET after a message. */
static int check_buffer(const struct htt_target *t, unsigned i, bool smem, uint32_t access)
{
    const struct topology_component *tc = &t->tree->component[i];
    const struct rvt_ramsink *sink = &t->part[i].as.ramsink;
    const struct rvt_ramsink_granted *g = &sink->granted;
    const uint64_t last = g->limit - g->start;
    const uint64_t size = last > UINT64_MAX - access ? UINT64_MAX : last + access;
    const uint32_t has = smem ? TR_RAM_HAS_SMEM_MASK : TR_RAM_HAS_SRAM_MASK;
    if ((sink->c.impl & has) == 0) {
        return htr_fail(
            t->host, HTR_ERR_TARGET, NULL,
            "%s: trRamControl selects %s, which trRamImpl does not offer; the trace is not read",
            tc->path, smem ? "system memory" : "SRAM");
    }
    if (!smem && tc->extra.sram_bytes != 0 && size > tc->extra.sram_bytes) {
        return htr_fail(t->host, HTR_ERR_TARGET, NULL,
                        "%s: the registers claim an SRAM of %" PRIu64
                        " bytes, the tree says %" PRIu32
                        " (hartrace,sram-bytes); the trace is not read",
                        tc->path, size, tc->extra.sram_bytes);
    }
    if (smem && tc->extra.smem.size != 0 && !in_range(&tc->extra.smem, g->start, size)) {
        return htr_fail(t->host, HTR_ERR_TARGET, NULL,
                        "%s: the registers claim a buffer of %" PRIu64 " bytes at 0x%" PRIx64
                        ", outside of the memory in the tree, 0x%" PRIx64 " bytes at 0x%" PRIx64
                        " (hartrace,smem-window); the trace is not read",
                        tc->path, size, g->start, tc->extra.smem.size, tc->extra.smem.base);
    }
    if (size > UINT64_C(1) << UNTOLD_BITS) {
        return htr_fail(t->host, HTR_ERR_TARGET, NULL,
                        "%s: the registers claim a buffer of %" PRIu64
                        " bytes, and the tree does not state its size; if that is true, add "
                        "hartrace,%s to the tree",
                        tc->path, size, smem ? "smem-window" : "sram-bytes");
    }
    return 0;
}

int htt_adopt(struct htt_target *t, unsigned i, uint64_t *size)
{
    struct rvt_ramsink *sink = rvt_fdt_ramsink(&t->fdt, i);
    uint32_t control = 0;
    enum rvt_status s = rvt_reg_read(&sink->c, TR_RAM_CONTROL_OFFSET, &control);
    const bool smem = (control & TR_RAM_MODE_MASK) != 0;
    int status = s == RVT_OK ? check_buffer(t, i, smem, 4) : HTR_OK;
    if (s == RVT_OK && status == HTR_OK) {
        s = rvt_ramsink_adopt(sink);
        status = s == RVT_OK ? check_buffer(t, i, smem, sink->granted.align) : HTR_OK;
    }
    if (s == RVT_OK && status == HTR_OK) {
        s = rvt_ramsink_size(sink, size);
    }
    return s == RVT_OK ? status : htt_target_fail(t, t->tree->component[i].path, NULL, s);
}

/* Take over the buffer and its contents. */
static int begin(struct htt_target *t, unsigned i, struct htt_fetched *x)
{
    struct rvt_ramsink_status state = {0};
    char name[TOPOLOGY_NAME_MAX];
    *x = (struct htt_fetched){.size = 0};
    int status = htt_adopt(t, i, &x->size);
    if (status != HTR_OK) {
        return status;
    }
    const enum rvt_status s = rvt_ramsink_get_status(rvt_fdt_ramsink(&t->fdt, i), &state);
    x->wrapped = state.wrapped;
    return s == RVT_OK ? HTR_OK : htt_target_fail(t, topology_name(t->tree, i, name), NULL, s);
}

int htt_fetch(struct htt_target *t, unsigned i, FILE *f, struct htt_fetched *x)
{
    const struct rvt_ramsink *sink = rvt_fdt_ramsink(&t->fdt, i);
    uint8_t piece[PIECE];
    int status = begin(t, i, x);
    while (status == HTR_OK && x->got < x->size) {
        size_t n = x->size - x->got < PIECE ? (size_t)(x->size - x->got) : PIECE;
        const enum rvt_status s = rvt_ramsink_read(sink, x->got, piece, n);
        if (s != RVT_OK) {
            return htt_target_fail(t, "the trace cannot be read", NULL, s);
        }
        if (fwrite(piece, 1, n, f) != n || htr_stopped(t->host)) {
            return HTR_OK;
        }
        x->got += n;
    }
    return status;
}

int htt_fetch_bytes(struct htt_target *t, unsigned i, struct htr_bytes *bytes,
                    struct htt_fetched *x)
{
    int status = begin(t, i, x);
    *bytes = (struct htr_bytes){NULL, 0};
    if (status != HTR_OK) {
        return status;
    }
    const size_t size = (size_t)x->size;
    uint8_t *to = malloc(size + AFTER);
    if (to == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    memset(to + size, 0, AFTER);
    const enum rvt_status s = rvt_ramsink_read(rvt_fdt_ramsink(&t->fdt, i), 0, to, size);
    if (s != RVT_OK) {
        free(to);
        return htt_target_fail(t, t->tree->component[i].path, NULL, s);
    }
    x->got = x->size;
    *bytes = (struct htr_bytes){to, size};
    return HTR_OK;
}

int htt_fetch_parts(struct htt_target *t, const struct htr_settings *settings,
                    struct htr_tree_parts *p)
{
    struct htt_fetched x;
    int status =
        htr_tree_parts_of_dtb(p, t->host, t->tree, t->use, htt_read_register, &t->fdt, settings);
    for (size_t k = 0; k < p->buffers && status == HTR_OK; k++) {
        const unsigned sink = p->buffer_component[k];
        if (rvt_fdt_ramsink(&t->fdt, sink) != NULL) {
            status = htt_fetch_bytes(t, sink, &p->bytes[k], &x);
            p->buffer[k].bytes = p->bytes[k].bytes;
            p->buffer[k].size = p->bytes[k].size;
        }
    }
    if (status != HTR_OK) {
        htr_tree_parts_free(p);
    }
    return status;
}
