/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace of E-Trace under trTeDataControl. No field of a packet says which instruction made an
 * access; the order does:
 *
 * - packets come in the order of the accesses, those of a region after the packet that begins it
 *   and before the support packet that ends it;
 * - those of an instruction come before a packet of instruction trace leads past it;
 * - after a loss data goes on with a new region: the support packet between the two says dloss.
 *
 * Sources: Efficient Trace 2.0, "Data Trace Encoder Output Packets", "Format 3 subformat 3 -
 * Support"; TCI 1.0, trTeDataControl. Choices where these are open: docs/reference/etrace.md.
 */
#include "etrace/etrace_frame.h"
#include "trm_encoder_etrace.h"

#include <stddef.h>

uint32_t trm_encoder_etrace_doptions(const struct trm_encoder *enc)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_DATA_CONTROL_OFFSET);
    uint32_t options = 0;
    if (!enc->cfg.data_trace) {
        return 0;
    }
    options |= (control & TR_TE_DATA_NO_ADDR_MASK) != 0 ? 1u << ETRACE_DOPT_NO_ADDRESS : 0;
    options |= (control & TR_TE_DATA_NO_VALUE_MASK) != 0 ? 1u << ETRACE_DOPT_NO_DATA : 0;
    options |= (control & TR_TE_DATA_ADDR_COMPRESS_MASK) == 0 ? 1u << ETRACE_DOPT_FULL_ADDRESS : 0;
    return options;
}

/* What can no more be sent is lost. */
static void drop_all(struct trm_encoder *enc, uint32_t mask)
{
    trm_encoder_data_drop(enc, mask);
    enc->et.dloss = true;
}

/* Encapsulate and queue (trm_etrace_data_put). */
static bool put(void *ctx, const uint8_t *payload, unsigned size)
{
    struct trm_encoder *enc = ctx;
    struct etrace_frame f = {.src = enc->src, .kind = ETRACE_KIND_DATA, .size = (uint8_t)size};
    uint8_t bytes[ETRACE_FRAME_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < size; i++) {
        f.payload[i] = payload[i];
    }
    if (enc->stamped) {
        f.stamped = true;
        f.stamp = enc->et.current.time & etrace_mask(enc->cfg.ts_width);
    }
    if (etrace_frame_write(&enc->et.cfg, &f, bytes, &n) != ETRACE_OK) {
        drop_all(enc, TR_TE_DATA_STALL_OR_OVERFLOW_MASK);
        return false;
    }
    if (trm_encoder_data_above(enc, n)) {
        drop_all(enc, TR_TE_DATA_DROP_MASK);
        return false;
    }
    if (!trm_encoder_fifo_put(enc, bytes, n)) {
        drop_all(enc, TR_TE_DATA_STALL_OR_OVERFLOW_MASK);
        return false;
    }
    enc->made++;
    enc->stats.data_messages++;
    return true;
}

/* No packet of CSRs: the encoder does not offer them (data_csrs). */
static bool is_traced(const struct trm_encoder *enc, const struct ingress_cycle *in,
                      const struct ingress_access *a)
{
    bool csr = a->dtype >= INGRESS_DTYPE_CSR_RW && a->dtype < INGRESS_DTYPE_SWAP;
    return !csr && (!enc->filter.data_selects || trm_filter_access(&enc->filter, in, a));
}

/* They wait until it is known what the item begins (trm_etrace_data_ops). */
static void note(void *ctx, const struct ingress_cycle *in, unsigned block, uint32_t from,
                 uint32_t to)
{
    struct trm_encoder *enc = ctx;
    if (!enc->et.denable) {
        return;
    }
    for (unsigned i = 0; i < in->naccess && i < INGRESS_MAX_ACCESSES; i++) {
        const struct ingress_access *a = &in->access[i];
        if (a->block != block || a->insn < from || a->insn >= to || !is_traced(enc, in, a)) {
            continue;
        }
        if (!enc->et.have) { /* instruction trace is lost */
            enc->stats.data_dropped++;
        } else if (enc->held_count < INGRESS_MAX_ACCESSES) {
            enc->held[enc->held_count++] = *a;
        }
    }
}

/* Does the format have a packet for it, as things are set? */
static bool reportable(const struct trm_encoder *enc, const struct ingress_access *a)
{
    bool failed = a->dtype == INGRESS_DTYPE_SC_FAILED;
    bool misaligned = (a->daddr & ((UINT64_C(1) << a->dsize) - 1)) != 0;
    if (a->dsize > 3 || (failed && etrace_data_has_data(enc->ed.options))) {
        return false;
    }
    return a->dtype <= INGRESS_DTYPE_STORE || !misaligned;
}

static void pass(void *ctx)
{
    struct trm_encoder *enc = ctx;
    for (unsigned i = 0; i < enc->held_count; i++) {
        if (enc->data.lost || !enc->et.on) {
            enc->stats.data_dropped++;
        } else if (!reportable(enc, &enc->held[i])) {
            drop_all(enc, 0);
        } else {
            trm_etrace_data_take(&enc->ed, &enc->held[i]);
        }
    }
    enc->held_count = 0;
}

void trm_encoder_etrace_data_clear(struct trm_encoder *enc, const struct etrace_cfg *cfg)
{
    static const struct trm_etrace_data_ops ops = {.note = note, .pass = pass};
    enc->data = (struct trm_encoder_data){.on = false};
    enc->held_count = 0;
    enc->et.data = enc->cfg.data_trace ? &ops : NULL;
    (void)trm_etrace_data_init(&enc->ed, cfg, put, enc); /* checked by trm_encoder_etrace_check */
}

void trm_encoder_etrace_data_latch(struct trm_encoder *enc)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_DATA_CONTROL_OFFSET);
    if (enc->cfg.data_trace) {
        trm_encoder_data_control(enc);
        enc->data.on = enc->enabled && (control & TR_TE_DATA_TRACING_MASK) != 0;
    }
}

bool trm_encoder_etrace_data_changes(const struct trm_encoder *enc)
{
    const struct trm_etrace *e = &enc->et;
    return enc->data.on != e->denable ||
           (e->denable && trm_encoder_etrace_doptions(enc) != e->doptions);
}

void trm_encoder_etrace_data_settle(struct trm_encoder *enc)
{
    enc->et.denable = enc->data.on;
    enc->et.doptions = trm_encoder_etrace_doptions(enc);
    enc->ed.options = enc->et.doptions;
}

void trm_encoder_etrace_data_follow(struct trm_encoder *enc, const struct etrace_packet *p)
{
    bool support = p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT;
    if (support) {
        enc->data.lost = false; /* it says dloss */
    }
    if (support || etrace_packet_is_sync(p)) {
        trm_etrace_data_sync(&enc->ed);
    }
}

void trm_encoder_etrace_data_lose(struct trm_encoder *enc)
{
    enc->stats.data_dropped += enc->held_count;
    enc->held_count = 0;
    enc->et.dloss = enc->et.dloss || enc->et.denable;
}
