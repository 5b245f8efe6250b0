/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace, a prototype of what N-Trace 1.0 lists as future (docs/reference/data-trace.md):
 * DataWrite, DataRead and their forms with SYNC (IEEE-ISTO 5001-2012), under trTeDataControl (TCI
 * 1.0). A decoder ties them to instructions by their order, so that
 *
 * - the messages of an instruction come before the message of program trace that counts it;
 * - after a pause (dropped, turned on) data goes on right after a message of program trace that a
 *   decoder can walk to its end, with a message whose SYNC says why.
 */
#include "trm_encoder_ntrace.h"

static bool set(uint32_t word, uint32_t mask)
{
    return (word & mask) != 0;
}

/* Data goes on at the next place that a decoder knows. */
static void pause(struct trm_encoder *enc, uint8_t why)
{
    enc->data.gap = true;
    enc->data.why = why;
}

void trm_encoder_data_control(struct trm_encoder *enc)
{
    struct trm_encoder_data *d = &enc->data;
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_DATA_CONTROL_OFFSET);
    bool no_addr = set(control, TR_TE_DATA_NO_ADDR_MASK);
    d->full = d->full || no_addr != d->no_addr;
    d->no_addr = no_addr;
    d->compressed = set(control, TR_TE_DATA_ADDR_COMPRESS_MASK);
    d->no_value = set(control, TR_TE_DATA_NO_VALUE_MASK);
    d->trig_enabled = set(control, TR_TE_DATA_TRIG_ENABLE_MASK);
    d->stall_ena = set(control, TR_TE_DATA_STALL_ENA_MASK);
    d->drop_ena = set(control, TR_TE_DATA_DROP_ENA_MASK);
}

void trm_encoder_data_latch(struct trm_encoder *enc, bool enabled)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_DATA_CONTROL_OFFSET);
    trm_encoder_data_control(enc);
    trm_encoder_data_tracing(enc, enabled && set(control, TR_TE_DATA_TRACING_MASK));
}

void trm_encoder_data_tracing(struct trm_encoder *enc, bool on)
{
    if (on && !enc->data.on) {
        pause(enc, NEXUS_SYNC_TRACE_ENABLE);
    }
    enc->data.on = on;
}

void trm_encoder_set_data_tracing(struct trm_encoder *enc, bool on)
{
    trm_encoder_data_tracing(enc, on);
    enc->data.stops = false;
    trm_regfile_set(&enc->rf, TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_TRACING_MASK,
                    on ? TR_TE_DATA_TRACING_MASK : 0);
}

void trm_encoder_data_clear(struct trm_encoder *enc)
{
    enc->data = (struct trm_encoder_data){.gap = true, .why = NEXUS_SYNC_TRACE_ENABLE};
}

/* Will a decoder that has walked this message know which instruction is next? Not with what is
 * counted only (I-CNT of ResourceFull), or can be held back (repetitions). */
static bool ends_at_place(const struct trm_encoder *enc, const struct nexus_msg *m)
{
    switch (m->tcode) {
    case NEXUS_DIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH_HIST:
        return true;
    case NEXUS_RESOURCE_FULL:
        return m->value[NEXUS_F_RCODE] == NEXUS_RCODE_HIST && !enc->repeated;
    default:
        return nexus_tcode_is_sync(m->tcode);
    }
}

static bool starts(uint64_t sync)
{
    return sync == NEXUS_SYNC_EXIT_RESET || sync == NEXUS_SYNC_EXIT_DEBUG ||
           sync == NEXUS_SYNC_TRACE_ENABLE || sync == NEXUS_SYNC_FIFO_OVERRUN ||
           sync == NEXUS_SYNC_EXIT_POWER_DOWN;
}

void trm_encoder_data_follow(struct trm_encoder *enc, const struct nexus_msg *m)
{
    struct trm_encoder_data *d = &enc->data;
    if (d->gap) {
        if (!d->lost && ends_at_place(enc, m)) {
            d->gap = false;
            d->full = true;
        }
    } else if (nexus_tcode_is_sync(m->tcode)) {
        uint64_t sync = m->value[NEXUS_F_SYNC];
        d->full = true;
        d->why = starts(sync) ? (uint8_t)sync : (uint8_t)NEXUS_SYNC_PERIODIC;
    }
}

uint8_t trm_encoder_data_overflow(struct trm_encoder *enc)
{
    if (!enc->data.on && !enc->data.lost) {
        return 0;
    }
    enc->data.lost = false; /* announced with the rest */
    pause(enc, NEXUS_SYNC_FIFO_OVERRUN);
    return NEXUS_ECODE_DATA;
}

static void status(struct trm_encoder *enc, uint32_t mask)
{
    trm_regfile_set(&enc->rf, TR_TE_DATA_CONTROL_OFFSET, mask, mask);
}

void trm_encoder_data_stalls(struct trm_encoder *enc)
{
    status(enc, TR_TE_DATA_STALL_OR_OVERFLOW_MASK);
}

void trm_encoder_data_drop(struct trm_encoder *enc, uint32_t mask)
{
    enc->stats.data_dropped++;
    enc->data.lost = true;
    pause(enc, NEXUS_SYNC_FIFO_OVERRUN);
    status(enc, mask);
}

/* Above the watermark instruction trace comes first. */
bool trm_encoder_data_above(const struct trm_encoder *enc, uint32_t n)
{
    uint32_t places = enc->cfg.queue_messages;
    return enc->data.drop_ena && (enc->fifo_fill + n > enc->cfg.data_level ||
                                  (places != 0 && trm_encoder_fifo_level(enc) >= places / 2));
}

/* One message; size is in bytes, 0: nothing was transferred. */
static void report(struct trm_encoder *enc, bool write, uint64_t addr, unsigned size,
                   uint64_t value)
{
    struct trm_encoder_data *d = &enc->data;
    if (d->lost || d->gap) {
        enc->stats.data_dropped++;
        return;
    }
    bool full = d->full || !d->compressed;
    enum nexus_tcode tcode = full ? NEXUS_DATA_READ_SYNC : NEXUS_DATA_READ;
    if (write) {
        tcode = full ? NEXUS_DATA_WRITE_SYNC : NEXUS_DATA_WRITE;
    }
    unsigned dsz = d->no_value ? 0 : size;
    struct nexus_msg m;
    nexus_msg_start(&m, tcode, enc->src);
    if (full) {
        nexus_msg_set(&m, NEXUS_F_SYNC, d->full ? d->why : (uint8_t)NEXUS_SYNC_PERIODIC);
    }
    nexus_msg_set(&m, NEXUS_F_DSZ, dsz);
    nexus_msg_set(&m, NEXUS_F_ADDR, d->no_addr ? 0 : full ? addr : addr ^ d->addr);
    nexus_msg_set(&m, NEXUS_F_DATA, dsz == 0 ? 0 : value);
    uint8_t bytes[TRM_MESSAGE_MAX];
    int n = nexus_msg_encode(&enc->stream, &m, bytes, sizeof bytes);
    if (n > 0 && trm_encoder_data_above(enc, (uint32_t)n)) {
        trm_encoder_data_drop(enc, TR_TE_DATA_DROP_MASK);
        return;
    }
    if (n <= 0 || !trm_encoder_fifo_put(enc, bytes, (uint32_t)n)) {
        trm_encoder_data_drop(enc, TR_TE_DATA_STALL_OR_OVERFLOW_MASK);
        return;
    }
    d->addr = addr;
    d->full = false;
    enc->made++;
    enc->stats.data_messages++;
}

/* A conditional store that failed is a write of no bytes, an atomic a read and a write; CSRs are
 * not traced. */
static void access(struct trm_encoder *enc, const struct ingress_access *a)
{
    uint64_t addr = a->daddr;
    unsigned size = 1u << a->dsize;
    addr &= enc->cfg.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    if (a->dtype >= INGRESS_DTYPE_CSR_RW && a->dtype < INGRESS_DTYPE_SWAP) {
        return;
    }
    if (a->dtype == INGRESS_DTYPE_SC_FAILED) {
        report(enc, true, addr, 0, 0);
        return;
    }
    if (a->dtype != INGRESS_DTYPE_STORE) {
        report(enc, false, addr, size, a->load);
    }
    if (a->dtype != INGRESS_DTYPE_LOAD) {
        report(enc, true, addr, size, a->store);
    }
}

void trm_encoder_data_block(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned n,
                            uint32_t from, uint32_t to)
{
    for (unsigned i = 0; i < in->naccess && i < INGRESS_MAX_ACCESSES; i++) {
        const struct ingress_access *a = &in->access[i];
        if (a->block == n && a->insn >= from && a->insn < to && a->dsize <= 3 && enc->on &&
            (!enc->filter.data_selects || trm_filter_access(&enc->filter, in, a))) {
            access(enc, a);
        }
    }
}

bool trm_encoder_data_recover(struct trm_encoder *enc, struct nexus_msg *m)
{
    if (!enc->data.lost) {
        return false;
    }
    nexus_msg_start(m, NEXUS_ERROR, enc->src);
    nexus_msg_set(m, NEXUS_F_ETYPE, 0);
    nexus_msg_set(m, NEXUS_F_ECODE, NEXUS_ECODE_DATA);
    enc->data.lost = false;
    return true;
}
